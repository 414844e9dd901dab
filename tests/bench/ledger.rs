//! A ledger of ten thousand hands: open (every hash proved), fold, show.
//!
//! `cargo bench --no-default-features --features ledger --bench ledger`

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use karasu::lang::Lang;
use karasu::ledger::event::Start;
use karasu::ledger::{After, Entry, Event, Ledger, Record, State, Winner, show};
use karasu::rules;
use karasu::score::{HandInput, RawHand};

const HANDS: usize = 10_000;

fn cases() -> Vec<HandInput> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cases/vip.jsonl");
    let text = std::fs::read_to_string(path).expect("case file");
    let read = |line: &str| {
        let raw: RawHand = serde_json::from_str(line).expect("a case");
        raw.resolve().expect("tiles")
    };
    text.lines().map(read).collect()
}

/// Adds the event if the game takes it.
fn take(state: &mut State, events: &mut Vec<Event>, event: Event) {
    let seq = events.len() as u64 + 1;
    let record = Record { seq, at: 0, event };
    if state.apply(&record).is_ok() {
        events.push(record.event);
    }
}

/// One long game, so that the history shown is ten thousand hands, too.
fn events() -> Vec<Event> {
    let rules = rules::preset("vip").expect("a preset");
    let start = Start::new(&rules, &["Aki", "Ben", "Chie"], None, None);
    let mut events = Vec::new();
    let mut state = State::default();
    take(&mut state, &mut events, Event::Start(Box::new(start)));
    for (at, hand) in cases().iter().cycle().enumerate() {
        if events.len() > HANDS {
            break;
        }
        let winner = at % 3;
        let from = (at % 2 == 0).then_some((winner + 1) % 3);
        let hand = HandInput {
            // What belongs to the seat or to ron and tsumo is not carried over.
            first_turn: false,
            haitei: false,
            houtei: false,
            chankan: false,
            rinshan: false,
            ..hand.clone()
        };
        let winner = Winner {
            player: winner,
            hand,
            receipt: None,
        };
        let entry = Entry::Win {
            from,
            wins: vec![winner],
            riichi: vec![],
        };
        let seq = events.len() as u64 + 1;
        let planned = state
            .running()
            .and_then(|game| game.plan(seq, &entry, After::default()));
        for event in planned.unwrap_or_default() {
            take(&mut state, &mut events, event);
        }
    }
    events
}

fn bench(criterion: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("karasu-bench-{}", std::process::id()));
    let path = folder.join("long.karasu");
    let mut ledger = Ledger::create(&path).expect("made");
    ledger.append(events()).expect("written");
    assert_eq!(ledger.records().len(), HANDS + 1);
    drop(ledger);
    let bytes = std::fs::metadata(&path).expect("a file").len();
    eprintln!("{HANDS} hands, {bytes} bytes");
    let mut group = criterion.benchmark_group("ledger");
    group.sample_size(20);
    group.bench_function("open_fold_show", |bencher| {
        bencher.iter(|| {
            let ledger = Ledger::open(&path).expect("opened");
            let game = ledger.running().expect("a game");
            black_box(show::text(&ledger, game, 1, None, Lang::Ja))
        });
    });
    group.bench_function("open_fold", |bencher| {
        bencher.iter(|| black_box(Ledger::open(&path).expect("opened")));
    });
    group.finish();
    std::fs::remove_dir_all(folder).expect("removed");
}

criterion_group!(benches, bench);
criterion_main!(benches);
