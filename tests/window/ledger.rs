//! The ledger in the window: a game from the names to the final account, by
//! keyboard alone, and what happens when it cannot be written.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use karasu::app::ledger::{Kept, Trouble};
use karasu::app::text::T;
use karasu::lang::Lang;
use karasu::ledger::{After, Entry, Game, Ledger, LedgerFault};
use karasu::rules;

use crate::flow::{BOTH, Flow, window};

/// A hand that is dear enough to be told from another.
pub const HAND: &str = "123p456p789s555z2z+2z";
pub const PEOPLE: [&str; 3] = ["Aki", "Ben", "千恵"];

/// A folder that goes away with the value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("karasu-window-ledger-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Flow {
    /// Moves the keyboard with Tab until the control with this label has it.
    pub fn tab_to(&mut self, label: &str) {
        for _ in 0..120 {
            let mut named = self.harness.query_all_by_label(label);
            if named.any(|node| node.is_focused()) {
                return;
            }
            drop(named);
            self.press(&[Key::Tab]);
        }
        panic!("the keyboard never came to {label}");
    }

    pub fn enter_on(&mut self, label: &str) {
        self.tab_to(label);
        self.press(&[Key::Enter]);
    }

    pub fn page(&mut self, page: T) {
        self.enter_on(page.get(self.lang));
    }

    pub fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run();
    }

    pub fn use_ledger(&mut self, path: &std::path::Path) {
        self.harness.state_mut().state.use_ledger(path);
        self.harness.run();
    }

    /// A hand typed into the notation field, by keys.
    pub fn type_hand(&mut self, text: &str) {
        self.press(&[Key::N]);
        self.write(text);
        self.press(&[Key::Escape]);
    }

    pub fn begin(&mut self, players: &[&str]) {
        self.press(&[Key::F3]);
        for (at, name) in (1..).zip(players) {
            self.tab_to(&T::PlayerN.n(self.lang, at));
            self.write(name);
        }
        self.enter_on(self.text(T::BeginGame));
        self.press(&[Key::Escape]);
    }

    pub fn game(&self) -> Game {
        let game = self.harness.state().state.book.last_game();
        game.expect("a game").clone()
    }

    pub fn kinds(&self) -> Vec<&'static str> {
        let ledger = self.harness.state().state.book.ledger().expect("a ledger");
        ledger
            .records()
            .iter()
            .map(|record| record.event.kind())
            .collect()
    }

    pub fn kept(&self) -> &Kept {
        &self.harness.state().state.kept
    }
}

/// A window in which a game has begun, in a ledger of its own: its folder, its
/// file.
pub fn playing(lang: Lang) -> (Folder, PathBuf, Flow) {
    let folder = Folder::new();
    let path = folder.file("ledger.karasu");
    let mut flow = window(lang);
    flow.use_ledger(&path);
    flow.begin(&PEOPLE);
    (folder, path, flow)
}

/// Ben's ron on Aki's discard waits for another winner.
pub fn waiting(flow: &mut Flow) {
    flow.type_hand(HAND);
    flow.press(&[Key::T]);
    flow.click("Winner: South Ben");
    flow.click("Discarder: East Aki");
    flow.click(flow.text(T::MoreWinners));
    flow.press(&[Key::Escape, Key::Enter]);
    assert!(matches!(flow.kept(), Kept::Waiting(_)));
}

/// A ledger with a game that was begun elsewhere.
pub fn begun(path: &std::path::Path, id: &str, players: &[&str]) {
    let mut ledger = Ledger::create(path).unwrap();
    ledger
        .start(&rules::preset(id).unwrap(), players, None, None)
        .unwrap();
}

#[test]
fn by_keyboard_alone_a_game_from_the_names_to_the_account() {
    for lang in BOTH {
        let (_folder, _, mut flow) = playing(lang);
        assert_eq!(flow.game().players, PEOPLE);
        assert_eq!(flow.game().points, [50, 50, 50]);
        assert!(flow.sees("Aki"), "names beside the seats");

        // Aki, who deals, wins by tsumo.
        flow.type_hand(HAND);
        assert_eq!(flow.kinds(), ["start"], "nothing is written before Enter");
        flow.press(&[Key::Enter]);
        assert!(flow.settled());
        assert_eq!(flow.kinds(), ["start", "hand"]);
        let won = flow.game().points;
        assert_eq!(won.iter().sum::<i32>(), 150);
        assert!(won[0] > 50 && won[1] < 50 && won[1] == won[2], "{won:?}");
        assert!(flow.sees(&T::RecordedAs.n(lang, 2)));
        let Kept::Written(recorded) = flow.kept() else {
            panic!("{:?}", flow.kept());
        };
        let state = &flow.harness.state().state;
        let hash = state.book.ledger().unwrap().hash(recorded.seq);
        assert_eq!((recorded.seq, Some(recorded.hash)), (2, hash));
        flow.press(&[Key::Enter, Key::Enter]);
        assert_eq!(flow.kinds(), ["start", "hand"], "never twice");

        // Taken back it is a draft again, and can be settled again.
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert!(!flow.settled());
        assert_eq!(flow.kinds(), ["start", "hand", "void"]);
        assert_eq!(flow.game().points, [50, 50, 50]);
        flow.press(&[Key::Enter]);
        assert_eq!(flow.game().points, won);

        // A drawn hand with Ben tenpai and in riichi.
        flow.press(&[Key::F3]);
        flow.page(T::LedgerEnter);
        flow.enter_on(&T::TenpaiOf.with(lang, &[("name", "Ben")]));
        let stick = |n| T::RiichiOf.with(lang, &[("name", "Ben"), ("n", n)]);
        flow.enter_on(&stick("0"));
        flow.enter_on(flow.text(T::WriteDraw));
        let drawn = flow.game().points;
        let by: Vec<i32> = drawn.iter().zip(&won).map(|(is, was)| is - was).collect();
        assert_eq!(by, [-5, 10 - 1, -5], "noten 10, and a stick of 1");
        assert_eq!(flow.game().turn.sticks, 1);

        flow.enter_on(flow.text(T::EndGame));
        let end = flow.game().end.expect("an account");
        assert_eq!(end.order[0], 0);
        assert_eq!(end.unaccounted, 1, "the stick on the table");
        assert!(flow.sees(flow.text(T::GameEnded)));
        assert!(flow.sees(&T::Unaccounted.n(lang, 1)));
        flow.enter_on(flow.text(T::UndoLast));
        assert!(flow.game().end.is_none(), "even the end is taken back");
    }
}

#[test]
fn the_next_start_goes_on_with_the_game_and_fills_the_questions_in() {
    for lang in BOTH {
        let folder = Folder::new();
        let path = folder.file("ledger.karasu");
        begun(&path, "riichi4", &["Aki", "Ben", "千恵", "Dan"]);
        let mut ledger = Ledger::open(&path).unwrap();
        let draw = |riichi| Entry::Draw {
            kind: karasu::ledger::event::DrawKind::Exhausted,
            tenpai: vec![1],
            riichi,
        };
        ledger.enter(&draw(vec![1]), After::default()).unwrap();
        drop(ledger);

        let mut flow = window(lang);
        flow.use_ledger(&path);
        let state = &flow.harness.state().state;
        assert_eq!(state.rules().unwrap().id, "riichi4", "the game's rules");
        let situation = state.draft().situation();
        assert_eq!((situation.honba, situation.sticks), (1, 1));
        // The deal has passed: Ben is East.
        let east = T::WinnerIs.with(lang, &[("seat", &format!("{} Ben", T::East.get(lang)))]);
        assert!(flow.harness.query_by_label(&east).is_some(), "{east}");
        // Two honba, says the person: so the ledger is told, with the hand.
        flow.type_hand("234m567m345p66s78s+6s");
        let more = T::More.with(lang, &[("what", T::Honba.get(lang))]);
        flow.click(&more);
        flow.press(&[Key::Escape, Key::Enter]);
        assert!(flow.settled(), "{:?}", flow.harness.state().state.preview);
        assert_eq!(flow.kinds(), ["start", "draw", "adjust", "hand"]);
        assert_eq!(flow.game().turn.honba, 3, "Ben deals on");
        assert_eq!(flow.game().turn.sticks, 0, "and has the stick");
        let state = &flow.harness.state().state;
        let sheet = state.settled.as_ref().unwrap().sheet();
        assert_eq!(
            state.book.game().unwrap().points[1] - 25_000,
            sheet.deltas.get(karasu::seat::Seat::E) + 3_000 - 1_000
        );
    }
}

#[test]
fn a_hand_that_cannot_be_written_stays_and_is_written_once() {
    for lang in BOTH {
        let (_folder, path, mut flow) = playing(lang);
        flow.type_hand(HAND);
        // Another program is in the middle of a write.
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        flow.press(&[Key::Enter]);
        assert!(flow.settled(), "the hand stays on the screen");
        let busy = LedgerFault::Busy;
        assert!(
            matches!(flow.kept(), Kept::Unwritten(_, Trouble::Ledger(fault)) if *fault == busy)
        );
        assert!(flow.sees(flow.text(T::NotRecorded)));
        assert!(flow.sees(&busy.message(lang)));
        // Laid aside and taken up again it is still to be written.
        flow.harness
            .state_mut()
            .state
            .act(karasu::app::action::Action::NewHand);
        flow.harness.run();
        assert!(flow.sees(flow.text(T::UnwrittenAside)));
        flow.hold(Modifiers::COMMAND, Key::Z);
        other.execute_batch("ROLLBACK").unwrap();
        drop(other);
        flow.press(&[Key::Enter, Key::Enter]);
        assert_eq!(flow.kinds(), ["start", "hand"]);
        assert_eq!(Ledger::open(&path).unwrap().records().len(), 2);
    }
}

#[test]
fn what_another_program_wrote_is_read_before_a_second_try() {
    let (_folder, path, mut flow) = playing(Lang::En);
    flow.type_hand(HAND);
    let note = Entry::Adjust {
        reason: "from the command line".to_owned(),
        points: vec![(0, -1), (1, 1)],
        chips: vec![],
        table: None,
    };
    let mut other = Ledger::open(&path).unwrap();
    other.enter(&note, After::default()).unwrap();
    drop(other);
    flow.press(&[Key::Enter]);
    assert!(matches!(flow.kept(), Kept::Unwritten(..)));
    assert!(flow.sees(flow.text(T::LedgerReadAnew)));
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "adjust", "hand"]);
}

#[test]
fn a_ledger_of_a_newer_karasu_is_named_and_left_alone() {
    for lang in BOTH {
        let folder = Folder::new();
        let path = folder.file("ledger.karasu");
        begun(&path, "kichijoji", &PEOPLE);
        let other = rusqlite::Connection::open(&path).unwrap();
        other.pragma_update(None, "user_version", 99).unwrap();
        drop(other);
        let mut flow = window(lang);
        flow.use_ledger(&path);
        flow.press(&[Key::F3]);
        let newer = LedgerFault::Newer {
            found: 99,
            known: 1,
        };
        assert!(flow.sees(&newer.message(lang)));
        flow.press(&[Key::Escape]);
        flow.type_hand(HAND);
        flow.press(&[Key::Enter]);
        assert!(flow.settled(), "a hand can be settled without a ledger");
        assert!(matches!(flow.kept(), Kept::Nowhere));
    }
}

#[test]
fn two_win_on_one_tile_in_one_event() {
    let (_folder, _, mut flow) = playing(Lang::En);
    // Ben wins on Aki's discard, and so does Chie.
    waiting(&mut flow);
    assert_eq!(flow.kinds(), ["start"], "the other hand is awaited");
    assert!(flow.sees(flow.text(T::WaitsForWinner)));
    flow.click(flow.text(T::NextHand));
    // Ron off Aki, by the one who has not won yet: filled in.
    flow.type_hand("234p567p345s66s78s+6s");
    flow.press(&[Key::Enter]);
    // Two wins are too dear for Aki.
    assert_eq!(flow.kinds(), ["start", "hand", "bust"]);
    assert!(flow.sees(flow.text(T::BustOver)));
    let points = flow.game().points;
    assert!(
        points[1] > 50 && points[2] > 50 && points[0] < 50,
        "{points:?}"
    );
    assert_eq!(points.iter().sum::<i32>(), 150);
    flow.hold(Modifiers::COMMAND, Key::Z);
    assert_eq!(flow.kinds(), ["start", "hand", "bust", "void", "void"]);
    assert_eq!(flow.game().points, [50, 50, 50]);
    assert!(!flow.settled());
}

#[test]
fn the_history_undoes_the_hand_on_the_screen_too() {
    let (_folder, _, mut flow) = playing(Lang::En);
    flow.type_hand(HAND);
    flow.press(&[Key::Enter, Key::F3]);
    flow.page(T::LedgerHistory);
    assert!(flow.sees("Aki tsumo"));
    flow.page(T::LedgerGame);
    flow.enter_on(flow.text(T::UndoLast));
    assert!(!flow.settled(), "a hand that was voided is a draft again");
    flow.press(&[Key::Escape, Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "hand", "void", "hand"]);
}

#[test]
fn the_table_reads_names_and_totals_and_who_sits_out() {
    for lang in BOTH {
        let folder = Folder::new();
        let path = folder.file("ledger.karasu");
        begun(&path, "vip", &["Aki", "Ben", "千恵", "Dan"]);
        let mut flow = window(lang);
        flow.use_ledger(&path);
        flow.press(&[Key::F11]);
        for text in ["Aki", "Ben", "千恵"] {
            assert!(flow.sees(text), "{text}");
        }
        assert!(flow.sees(&T::SitsOut.with(lang, &[("name", "Dan")])));
        assert!(flow.sees(&T::Held.n(lang, 0)));
    }
}

#[test]
fn other_files_are_opened_and_exports_replace_nothing() {
    let folder = Folder::new();
    let (first, second) = (folder.file("a.karasu"), folder.file("b.karasu"));
    begun(&first, "kichijoji", &PEOPLE);
    begun(&second, "vip", &["Dan", "Eri", "Fumi"]);
    let mut flow = window(Lang::En);
    flow.use_ledger(&first);
    flow.press(&[Key::F3]);
    flow.page(T::LedgerFile);
    let export = |name| format!("{name}: {}", T::ExportNow.get(Lang::En));
    flow.enter_on(&export("CSV"));
    let written = std::fs::read_to_string(folder.file("a.csv")).unwrap();
    assert!(written.contains("kichijoji"));
    flow.enter_on(&export("CSV"));
    assert!(flow.sees("exists already"));
    flow.enter_on(&T::UseNamed.with(Lang::En, &[("name", "b.karasu")]));
    assert_eq!(flow.game().players[0], "Dan");
    flow.enter_on(flow.text(T::PutAway));
    assert!(flow.harness.state().state.book.game().is_none());
}

#[test]
fn every_control_of_the_ledger_has_a_label() {
    for lang in BOTH {
        let folder = Folder::new();
        let path = folder.file("ledger.karasu");
        begun(&path, "vip", &["Aki", "Ben", "千恵", "Dan"]);
        let mut flow = window(lang);
        flow.use_ledger(&path);
        flow.type_hand("123p456p789s555z3z+3z");
        flow.press(&[Key::Enter, Key::F3]);
        for page in [
            T::LedgerGame,
            T::LedgerEnter,
            T::LedgerHistory,
            T::LedgerChart,
            T::LedgerStats,
            T::LedgerFile,
        ] {
            flow.page(page);
            let controls = [
                Role::Button,
                Role::TextInput,
                Role::ComboBox,
                Role::CheckBox,
            ];
            let mut seen = 0;
            for node in flow.harness.root().children_recursive() {
                let node = node.accesskit_node();
                if controls.contains(&node.role()) {
                    seen += 1;
                    let label = node.label().unwrap_or_default();
                    assert!(!label.trim().is_empty(), "{page:?}: {node:?}");
                }
            }
            assert!(seen > 6, "{page:?}: {seen}");
        }
    }
}
