//! Whatever happens at the table: nothing is made or lost, undoing brings back
//! exactly what was, and an export is the same ledger.

use std::path::Path;
use std::sync::OnceLock;

use karasu::ledger::event::{DrawKind, Turn};
use karasu::ledger::transfer::{self, Format};
use karasu::ledger::{After, Entry, Game, Ledger, Winner, show, stats};
use karasu::rules::{self, PRESETS};
use karasu::score::{HandInput, RawHand};
use karasu::settle::event::NagashiKind;
use proptest::prelude::*;

use super::tool::Folder;

/// The hands of the case file of each rule set, in the order of `PRESETS`.
fn hands(preset: usize) -> &'static [HandInput] {
    static HANDS: OnceLock<Vec<Vec<HandInput>>> = OnceLock::new();
    let read = |id: &&str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("datasets/cases/{id}.jsonl"));
        let text = std::fs::read_to_string(path).expect("case file");
        let hand = |line: &str| {
            let raw: RawHand = serde_json::from_str(line).expect("a case");
            raw.resolve().expect("tiles")
        };
        text.lines().take(300).map(hand).collect()
    };
    &HANDS.get_or_init(|| PRESETS.iter().map(read).collect())[preset]
}

/// One step at the table, in numbers that are taken modulo what there is.
#[derive(Clone, Debug)]
enum Step {
    Win {
        hands: Vec<(usize, usize)>,
        from: Option<usize>,
        riichi: Vec<usize>,
    },
    Draw {
        tenpai: Vec<usize>,
        riichi: Vec<usize>,
        aborted: bool,
    },
    Nagashi {
        player: usize,
        tanyao: bool,
    },
    Penalty {
        player: usize,
        kind: usize,
    },
    Adjust {
        one: usize,
        other: usize,
        points: i32,
        chips: i32,
    },
    Undo,
    End,
    Begin {
        start: i32,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let some = || prop::collection::vec(0..4usize, 0..3);
    let wins = prop::collection::vec((0..300usize, 0..4usize), 1..3);
    let step = prop_oneof![
        8 => (wins, prop::option::of(0..4usize), some())
            .prop_map(|(hands, from, riichi)| Step::Win { hands, from, riichi }),
        3 => (some(), some(), prop::bool::ANY)
            .prop_map(|(tenpai, riichi, aborted)| Step::Draw { tenpai, riichi, aborted }),
        1 => (0..4usize, prop::bool::ANY)
            .prop_map(|(player, tanyao)| Step::Nagashi { player, tanyao }),
        2 => (0..4usize, 0..40usize).prop_map(|(player, kind)| Step::Penalty { player, kind }),
        1 => (0..4usize, 0..4usize, -5000..5000i32, -5..5i32)
            .prop_map(|(one, other, points, chips)| Step::Adjust { one, other, points, chips }),
        3 => Just(Step::Undo),
        1 => Just(Step::End),
        1 => (0..40_000i32).prop_map(|start| Step::Begin { start }),
    ];
    prop::collection::vec(step, 1..24)
}

/// What a game holds, to compare.
type Standing = (usize, Vec<i32>, Vec<i32>, Vec<bool>, Turn, bool);

fn standing(ledger: &Ledger) -> Option<Standing> {
    let games = &ledger.state().games;
    let game = games.last()?;
    Some((
        games.len(),
        game.points.clone(),
        game.chips.clone(),
        game.birds.clone(),
        game.turn.clone(),
        game.end.is_some(),
    ))
}

fn balanced(game: &Game) {
    let stick = game.rules.options.riichi_stick;
    let on_table = game.turn.sticks as i32 * stick + game.turn.pot;
    let points: i32 = game.points.iter().sum();
    assert_eq!(points + on_table, game.start * game.players.len() as i32);
    let chips: i32 = game.chips.iter().sum();
    assert_eq!(chips + game.turn.pot_chips, 0);
}

fn entry(step: &Step, preset: usize, game: &Game) -> Option<Entry> {
    let count = game.players.len();
    let list = |list: &[usize]| {
        let mut list: Vec<usize> = list.iter().map(|player| player % count).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let winner = |(hand, player): &(usize, usize)| {
        let all = hands(preset);
        Winner {
            player: player % count,
            hand: all[hand % all.len()].clone(),
            receipt: None,
        }
    };
    Some(match step {
        Step::Win {
            hands,
            from,
            riichi,
        } => Entry::Win {
            from: from.map(|from| from % count),
            wins: hands.iter().map(winner).collect(),
            riichi: list(riichi),
        },
        Step::Draw {
            tenpai,
            riichi,
            aborted,
        } => Entry::Draw {
            kind: if *aborted {
                DrawKind::Aborted
            } else {
                DrawKind::Exhausted
            },
            tenpai: list(tenpai),
            riichi: list(riichi),
        },
        Step::Nagashi { player, tanyao } => Entry::Nagashi {
            player: player % count,
            kind: if *tanyao {
                NagashiKind::NagashiTanyao
            } else {
                NagashiKind::Nagashi
            },
            tenpai: vec![],
            riichi: vec![],
        },
        Step::Penalty { player, kind } => {
            let kinds = &game.rules.penalties;
            Entry::Penalty {
                player: player % count,
                kind: kinds.get(kind % kinds.len().max(1))?.0.clone(),
            }
        }
        Step::Adjust {
            one,
            other,
            points,
            chips,
        } => Entry::Adjust {
            reason: "a slip".to_owned(),
            points: vec![(one % count, *points), (other % count, -points)],
            chips: vec![(one % count, *chips), (other % count, -chips)],
            table: None,
        },
        Step::End => Entry::End,
        Step::Undo | Step::Begin { .. } => return None,
    })
}

/// Takes the step if the game does, and keeps what it was before.
fn take(ledger: &mut Ledger, step: &Step, preset: usize, before: &mut Vec<Option<Standing>>) {
    let was = standing(ledger);
    let events = ledger.records().len();
    let taken = match step {
        Step::Undo => match ledger.undo().is_ok() {
            true => {
                assert_eq!(
                    standing(ledger),
                    before.pop().expect("something was undone")
                );
                return;
            }
            false => false,
        },
        Step::Begin { start } => begin(ledger, preset, Some(*start)),
        _ => {
            let running = ledger.running().ok();
            let entry = running.and_then(|game| entry(step, preset, game));
            entry.is_some_and(|entry| ledger.enter(&entry, After::default()).is_ok())
        }
    };
    match taken {
        true => before.push(was),
        // A refused step leaves no trace.
        false => assert_eq!((standing(ledger), ledger.records().len()), (was, events)),
    }
}

fn begin(ledger: &mut Ledger, preset: usize, start: Option<i32>) -> bool {
    let rules = rules::preset(PRESETS[preset]).expect("a preset");
    let players = &["Aki", "Ben", "千恵", "Dan"][..rules.players()];
    ledger.start(&rules, players, None, start).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_evening_adds_up_undoes_and_travels(preset in 0..PRESETS.len(), steps in steps()) {
        let folder = Folder::new();
        let path = folder.file("a.karasu");
        let mut ledger = Ledger::create(&path).expect("made");
        let mut before = vec![None];
        prop_assert!(begin(&mut ledger, preset, None));
        for step in &steps {
            take(&mut ledger, step, preset, &mut before);
            ledger.state().games.iter().for_each(balanced);
        }
        let held = standing(&ledger);
        drop(ledger);

        // Folded anew from the file it is the same.
        let mut ledger = Ledger::open(&path).expect("opens");
        prop_assert_eq!(standing(&ledger), held);
        Ledger::check(&path).expect("whole");

        // Shown and counted without fault, whatever happened.
        for game in &ledger.state().games {
            for lang in [karasu::lang::Lang::Ja, karasu::lang::Lang::En] {
                prop_assert!(!show::text(&ledger, game, 1, None, lang).is_empty());
            }
            prop_assert!(show::game_json(&ledger, game).is_object());
        }
        let all = stats::stats(&ledger);
        let wins: u32 = all.iter().map(|player| player.wins).sum();
        let tsumo: u32 = all.iter().map(|player| player.tsumo).sum();
        prop_assert!(tsumo <= wins);

        // Out and in again, by either road: the same bytes, the same chain.
        let json = transfer::export(&mut ledger, Format::Json).expect("written out");
        let csv = transfer::export(&mut ledger, Format::Csv).expect("written out");
        for (name, text) in [("json", &json), ("csv", &csv)] {
            let copy = folder.file(name);
            let mut copy = transfer::import(text, &copy).expect("read back");
            prop_assert_eq!(copy.head(), ledger.head());
            prop_assert_eq!(&transfer::export(&mut copy, Format::Json).expect("again"), &json);
            prop_assert_eq!(&transfer::export(&mut copy, Format::Csv).expect("again"), &csv);
        }

        // Everything undone is nothing played.
        while ledger.undo().is_ok() {}
        prop_assert!(standing(&ledger).is_none());
        Ledger::check(&path).expect("whole");
    }
}
