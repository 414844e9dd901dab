//! An evening in fast motion (promise 15): a camera that replays pictures, the
//! shipped models, random corrections and settled hands, all in one process.
//! No event may be lost; memory is printed, and must not grow where the run is
//! long enough to tell.
//!
//! `KARASU_SOAK=7200 cargo test --all-features --test window soak -- --nocapture`
//! prints a line a minute: seconds, resident MiB, pictures read, hands, events.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{Event, Key, Modifiers};

use karasu::app::action::Action;
use karasu::app::camera::{Devices, Input};
use karasu::app::ledger::{Kept, Trouble, Wish};
use karasu::app::reader::ModelReader;
use karasu::app::worker::Worker;
use karasu::faces::FontBank;
use karasu::faces::rng::Rng;
use karasu::frame::source::{FrameSource, Replay};
use karasu::lang::Lang;
use karasu::ledger::{After, Entry, Ledger, LedgerFault, Refusal, transfer};
use karasu::notation;
use karasu::profile::Shelf;
use karasu::render::layout::Hand;
use karasu::render::material::Patterns;
use karasu::render::{self, Studio};

use crate::flow::{Flow, no_devices, scratch, window_on};

/// What the camera sees, and what is typed over it.
const HANDS: [&str; 4] = [
    "123p456p789s555z2z+2z g:1m9m",
    "11p22p33p44s55s66s7z+7z",
    "234567p345s66s78s+6s g:5m",
    "123p456p789s (555z) 4z+4z d:3p",
];
/// Seconds without `KARASU_SOAK`.
const SHORT: u64 = 8;
/// From this many seconds on, memory must be flat: what is loaded late (fonts,
/// textures, the allocator's arenas) has been loaded by its first quarter.
const TELLS: u64 = 1200;
/// What the second half may need beyond the second quarter, in MiB.
const SPARE: f64 = 24.0;
/// Frames drawn after a key.
const STEPS: usize = 4;
/// Events of a ledger before another is used: an evening has no more.
const EVENING: usize = 400;

fn stills(folder: &Path) {
    let studio = Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    };
    for (n, hand) in HANDS.iter().enumerate() {
        let hand = Hand::from(&notation::parse(hand).unwrap());
        let shot = render::demo(&hand, &studio, [960, 540], n as u64).unwrap();
        std::fs::write(folder.join(format!("{n}.jpg")), shot.jpeg.unwrap()).unwrap();
    }
}

/// Resident memory in MiB; zero where the system does not tell.
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|n| n.parse::<f64>().ok());
    pages.unwrap_or_default() * 4096.0 / f64::from(1 << 20)
}

/// A window with the real models and a folder as its camera, twice a second.
fn seated(folder: &Path) -> Flow {
    let devices = Devices {
        open: Arc::new(|input, _| {
            let Input::Folder(folder) = input else {
                unreachable!("no other input is asked for")
            };
            let replay = Replay::folder(folder, Duration::from_millis(500))?;
            Ok(Box::new(replay) as Box<dyn FrameSource>)
        }),
        ..no_devices()
    };
    let worker = Worker::start(|| ModelReader::new(None), || {});
    let mut flow = window_on(Lang::Ja, devices, worker, Shelf::at(&scratch("soak-sets")));
    let input = Input::Folder(folder.to_path_buf());
    flow.act(Action::UseInput(input));
    flow
}

/// What has been played so far.
#[derive(Default)]
struct Played {
    hands: usize,
    undone: usize,
    seen: usize,
    ledgers: usize,
    /// Seconds and MiB.
    memory: Vec<(f64, f64)>,
}

impl Flow {
    fn act(&mut self, action: Action) {
        self.harness.state_mut().state.act(action);
        self.harness.run_steps(STEPS);
    }

    /// Keys one after the other, whatever is being read meanwhile.
    fn tap(&mut self, modifiers: Modifiers, keys: &[Key]) {
        for &key in keys {
            self.harness.key_press_modifiers(modifiers, key);
            self.harness.run_steps(STEPS);
        }
    }

    fn events(&self) -> usize {
        let book = &self.harness.state().state.book;
        book.ledger().map_or(0, |ledger| ledger.records().len())
    }

    /// The latest events, for a person to read.
    fn last_events(&self) -> String {
        let book = &self.harness.state().state.book;
        let records = book.ledger().map_or(&[][..], |ledger| ledger.records());
        let latest = &records[records.len().saturating_sub(5)..];
        format!("{:#?}", latest.iter().map(|r| &r.event).collect::<Vec<_>>())
    }

    /// A new ledger with a game of three.
    fn sit_down(&mut self, path: &Path) {
        self.harness.state_mut().state.use_ledger(path);
        self.deal();
        assert_eq!(self.events(), 1, "begun");
    }

    /// Another game in the same ledger.
    fn next_game(&mut self) {
        let before = self.events();
        let state = &self.harness.state().state;
        let mut events = 1;
        if state
            .book
            .last_game()
            .is_some_and(|game| game.end.is_none())
        {
            events += 1;
            self.act(Action::Ledger(Wish::Enter(Entry::End, After::default())));
        }
        self.deal();
        assert_eq!(self.events(), before + events);
    }

    fn deal(&mut self) {
        let players = ["Aki", "Ben", "千恵"].map(str::to_owned).to_vec();
        let rules = "kichijoji".to_owned();
        self.act(Action::Ledger(Wish::Begin { rules, players }));
    }

    /// Frames for a while, until the camera's picture has been read.
    fn frame(&mut self, rng: &mut Rng) {
        if !self.harness.state().state.is_framing() {
            self.tap(Modifiers::NONE, &[Key::Space]);
        }
        let before = self.harness.state().state.photo.reading.clone();
        self.wait("a picture", |state| {
            let now = state.photo.reading.as_ref();
            now.is_some_and(|now| before.as_ref().is_none_or(|b| !Arc::ptr_eq(b, now)))
        });
        for _ in 0..rng.below(12) {
            std::thread::sleep(Duration::from_millis(30));
            self.harness.step();
        }
        self.tap(Modifiers::NONE, &[Key::Space]);
        assert!(!self.harness.state().state.is_framing(), "frozen");
    }

    /// Corrects at random, then types a hand over what has come of it.
    fn correct(&mut self, rng: &mut Rng) {
        const KEYS: [Key; 9] = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::Num3,
            Key::Num7,
            Key::P,
            Key::S,
            Key::Z,
            Key::Delete,
            Key::Tab,
        ];
        for _ in 0..rng.below(14) {
            match rng.below(8) {
                0 => self.tap(Modifiers::COMMAND, &[Key::Z]),
                1 => self.tap(Modifiers::COMMAND, &[Key::Y]),
                _ => {
                    let key = rng.pick(&KEYS);
                    self.tap(Modifiers::NONE, &[key]);
                }
            }
        }
        self.tap(Modifiers::NONE, &[Key::Escape, Key::N]);
        let hand = rng.pick(&HANDS);
        self.harness.event(Event::Text(hand.to_owned()));
        self.harness.run_steps(STEPS);
        self.tap(Modifiers::NONE, &[Key::Escape]);
    }
}

/// One hand: framed, corrected, settled, now and then taken back.
fn play(flow: &mut Flow, rng: &mut Rng, played: &mut Played) {
    flow.frame(rng);
    played.seen += 1;
    flow.correct(rng);
    let before = flow.events();
    // Undone far enough, the hand before stands there again, settled.
    let already = flow.settled();
    flow.tap(Modifiers::NONE, &[Key::Enter]);
    if already {
        assert_eq!(flow.events(), before, "never twice");
        return;
    }
    if !flow.settled() {
        // A doubt or a fault is said; the next hand comes all the same.
        assert_eq!(flow.events(), before, "nothing is written unsettled");
        return;
    }
    let kept = flow.harness.state().state.kept.clone();
    if let Kept::Unwritten(_, trouble) = &kept {
        // Somebody has nothing left: the account, and the hand is the next game's.
        let over = Trouble::Ledger(LedgerFault::Refused(Box::new(Refusal::GameOver)));
        assert_eq!(*trouble, over);
        assert_eq!(flow.events(), before);
        flow.next_game();
        return;
    }
    assert!(matches!(kept, Kept::Written(_)), "{kept:?}");
    assert!(flow.events() > before);
    played.hands += 1;
    if rng.below(6) == 0 {
        // Whoever went out by the hand is back as well: as many voids as events.
        let written = flow.events() - before;
        flow.tap(Modifiers::COMMAND, &[Key::Z]);
        let events = before + 2 * written;
        assert_eq!(flow.events(), events, "{}", flow.last_events());
        played.undone += 1;
    }
}

/// Every event that was acknowledged is in the file, which is sound.
fn audit(path: &Path, events: usize) {
    let mut ledger = Ledger::open(path).unwrap();
    assert_eq!(ledger.records().len(), events, "{}", path.display());
    transfer::export(&mut ledger, transfer::Format::Json).unwrap();
}

#[test]
fn soak() {
    let asked = std::env::var("KARASU_SOAK").ok();
    let seconds = asked.map_or(SHORT, |text| text.parse().expect("seconds in KARASU_SOAK"));
    let folder = scratch("soak");
    stills(&folder);
    let ledger = |n: usize| -> PathBuf { folder.join(format!("{n}.karasu")) };
    let mut flow = seated(&folder);
    let mut rng = Rng::keyed(&[seconds, 0x50a4]);
    let mut played = Played::default();
    flow.sit_down(&ledger(0));
    let (start, mut told) = (Instant::now(), 0);
    while start.elapsed().as_secs() < seconds || played.hands == 0 {
        play(&mut flow, &mut rng, &mut played);
        if flow.events() >= EVENING {
            audit(&ledger(played.ledgers), flow.events());
            played.ledgers += 1;
            flow.sit_down(&ledger(played.ledgers));
        }
        let now = start.elapsed().as_secs_f64();
        played.memory.push((now, resident()));
        if now as u64 / 60 > told {
            told = now as u64 / 60;
            let Played { seen, hands, .. } = played;
            println!(
                "{now:.0} {:.1} {seen} {hands} {}",
                resident(),
                flow.events()
            );
        }
    }
    audit(&ledger(played.ledgers), flow.events());
    let Played {
        hands,
        undone,
        seen,
        ledgers,
        memory,
    } = played;
    println!(
        "{seen} pictures frozen, {hands} hands settled, {undone} taken back, {} ledgers",
        ledgers + 1
    );
    if seconds >= TELLS {
        let highest = |from: f64, to: f64| {
            let span = memory
                .iter()
                .filter(|(at, _)| (from..to).contains(&(at / seconds as f64)));
            span.map(|&(_, mib)| mib).fold(0.0, f64::max)
        };
        let (early, late) = (highest(0.25, 0.5), highest(0.5, 2.0));
        println!("at most {early:.1} MiB in the second quarter, {late:.1} in the second half");
        assert!(late < early + SPARE, "memory grows");
    }
}
