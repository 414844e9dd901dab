//! Settled hands that could not be written outlive the program, and what is
//! said of the table is undone like any edit.

use eframe::egui::{Key, Modifiers};

use karasu::app::ledger::{Kept, Trouble};
use karasu::app::text::T;
use karasu::lang::Lang;
use karasu::ledger::{After, Entry, Ledger};

use crate::flow::{BOTH, Flow, window};
use crate::ledger::{Folder, HAND, begun, playing, waiting};

/// A game in which a hand was settled while another program held the file.
fn unwritten(lang: Lang) -> (Folder, std::path::PathBuf) {
    let (folder, path, mut flow) = playing(lang);
    let places = vec![folder.file("nowhere/\0"), folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    flow.type_hand(HAND);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    flow.press(&[Key::Enter]);
    assert!(matches!(flow.kept(), Kept::Unwritten(..)));
    let file = folder.file("data").join("unwritten.json");
    let said = T::UnwrittenKept.with(lang, &[("path", &file.display().to_string())]);
    assert!(file.is_file() && flow.sees(&said), "{said}");
    (folder, path)
}

fn next_start(lang: Lang, folder: &Folder, path: &std::path::Path) -> Flow {
    let mut flow = window(lang);
    let places = vec![folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    flow.use_ledger(path);
    flow
}

/// Another program writes into the ledger.
fn elsewhere(path: &std::path::Path) {
    let adjust = Entry::Adjust {
        reason: "elsewhere".to_owned(),
        points: vec![(0, -1), (1, 1)],
        chips: vec![],
        table: None,
    };
    let mut ledger = Ledger::open(path).unwrap();
    ledger.enter(&adjust, After::default()).unwrap();
}

#[test]
fn a_hand_that_could_not_be_written_is_offered_at_the_next_start() {
    for lang in BOTH {
        let (folder, path) = unwritten(lang);
        let mut flow = next_start(lang, &folder, &path);
        assert!(flow.settled());
        let earlier = matches!(flow.kept(), Kept::Unwritten(_, Trouble::Earlier));
        assert!(earlier && flow.sees(flow.text(T::UnwrittenEarlier)));
        assert_eq!(flow.kinds(), ["start"], "nothing is written unasked");
        flow.press(&[Key::Enter]);
        assert_eq!(flow.kinds(), ["start", "hand"]);
        let won = flow.game().points;
        assert!(won[0] > 50 && won[1] < 50, "{won:?}");
        drop(flow);
        let flow = next_start(lang, &folder, &path);
        assert!(!flow.settled(), "once is enough");
        assert!(!folder.file("data").join("unwritten.json").exists());
    }
}

#[test]
fn a_hand_that_is_taken_back_is_not_offered() {
    let (folder, path) = unwritten(Lang::En);
    let mut flow = next_start(Lang::En, &folder, &path);
    flow.press(&[Key::Escape]);
    assert!(!flow.settled());
    assert!(!flow.draft_is_empty(), "it is a draft again");
    assert!(!next_start(Lang::En, &folder, &path).settled());
}

#[test]
fn a_hand_of_another_game_waits_for_its_own() {
    let (folder, path) = unwritten(Lang::En);
    let other = folder.file("other.karasu");
    begun(&other, "kichijoji", &["Dan", "Eri", "Fumi"]);
    let flow = next_start(Lang::En, &folder, &other);
    assert!(!flow.settled(), "Dan has won nothing");
    drop(flow);
    // It is still there, and its game has gone on meanwhile.
    elsewhere(&path);
    let mut flow = next_start(Lang::En, &folder, &path);
    assert!(matches!(flow.kept(), Kept::Unwritten(_, Trouble::GoneOn)));
    // Whatever ledger is opened in between, it goes into none but its own.
    flow.use_ledger(&other);
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start"]);
    let of_other = matches!(flow.kept(), Kept::Unwritten(_, Trouble::OtherGame(_)));
    assert!(of_other, "{:?}", flow.kept());
    flow.use_ledger(&path);
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "adjust", "hand"]);
}

#[test]
fn a_damaged_file_is_moved_aside_and_told_of() {
    for lang in BOTH {
        let folder = Folder::new();
        let file = folder.file("unwritten.json");
        std::fs::write(&file, "{\"schema\":").unwrap();
        let mut flow = window(lang);
        let places = vec![folder.file("")];
        flow.harness.state_mut().state.keep_unwritten_in(places);
        flow.harness.run();
        let moved = folder.file("unwritten.json.damaged");
        let said = T::UnwrittenDamaged.with(lang, &[("path", &moved.display().to_string())]);
        assert!(flow.sees(&said), "{said}");
        assert!(moved.is_file() && !file.exists());
    }
}

#[test]
fn what_is_said_of_the_table_is_undone_and_done_again() {
    for lang in BOTH {
        let folder = Folder::new();
        let path = folder.file("ledger.karasu");
        begun(&path, "riichi4", &["Aki", "Ben", "千恵", "Dan"]);
        let mut flow = window(lang);
        flow.use_ledger(&path);
        flow.type_hand("234m567m345p66s78s+6s");
        let more = T::More.with(lang, &[("what", T::Honba.get(lang))]);
        flow.click(&more);
        flow.click(&more);
        let honba = |flow: &Flow| flow.harness.state().state.draft().situation().honba;
        assert_eq!(honba(&flow), 2);
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(honba(&flow), 1);
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(honba(&flow), 0, "as the ledger has it");
        flow.hold(Modifiers::COMMAND, Key::Y);
        flow.hold(Modifiers::COMMAND, Key::Y);
        assert_eq!(honba(&flow), 2);
        flow.hold(Modifiers::COMMAND, Key::Z);
        flow.hold(Modifiers::COMMAND, Key::Z);
        flow.press(&[Key::Escape, Key::Enter]);
        assert_eq!(flow.kinds(), ["start", "hand"], "nothing was told");
    }
}

#[test]
fn what_was_said_of_one_hand_is_not_said_of_the_next() {
    let folder = Folder::new();
    let path = folder.file("ledger.karasu");
    begun(&path, "riichi4", &["Aki", "Ben", "千恵", "Dan"]);
    let mut flow = window(Lang::En);
    flow.use_ledger(&path);
    flow.type_hand("234m567m345p66s78s+6s");
    let more = T::More.with(Lang::En, &[("what", T::Honba.get(Lang::En))]);
    flow.click(&more);
    flow.click(&more);
    flow.press(&[Key::Escape, Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "adjust", "hand"]);
    flow.click(flow.text(T::NextHand));
    let honba = flow.harness.state().state.draft().situation().honba;
    assert_eq!(honba, 3, "the dealer deals on, and the ledger knows");
    flow.type_hand("234m567m345p66s78s+6s");
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "adjust", "hand", "hand"]);
}

/// Chie's ron on the same tile: who won, and off whom, is filled in.
fn second_winner(flow: &mut Flow) {
    flow.click(flow.text(T::NextHand));
    flow.type_hand("234p567p345s66s78s+6s");
    flow.press(&[Key::Enter]);
}

#[test]
fn the_first_of_two_winners_waits_for_the_other_over_the_programs_end() {
    let (folder, path, mut flow) = playing(Lang::En);
    let places = vec![folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    waiting(&mut flow);
    drop(flow);
    let mut flow = next_start(Lang::En, &folder, &path);
    assert!(flow.settled() && matches!(flow.kept(), Kept::Waiting(_)));
    assert!(flow.sees(flow.text(T::WaitsFromEarlier)));
    second_winner(&mut flow);
    assert_eq!(flow.kinds(), ["start", "hand", "bust"]);
    let points = flow.game().points;
    assert!(points[1] > 50 && points[2] > 50, "{points:?}");
    assert!(!folder.file("data").join("unwritten.json").exists());
}

#[test]
fn the_first_of_two_winners_waits_while_another_ledger_is_looked_at() {
    let (folder, path, mut flow) = playing(Lang::En);
    let other = folder.file("other.karasu");
    begun(&other, "kichijoji", &["Dan", "Eri", "Fumi"]);
    waiting(&mut flow);
    flow.use_ledger(&other);
    flow.use_ledger(&path);
    second_winner(&mut flow);
    assert_eq!(flow.kinds(), ["start", "hand", "bust"]);
    let points = flow.game().points;
    assert!(points[1] > 50 && points[2] > 50, "{points:?}");
}

#[test]
fn who_waited_while_the_game_went_on_is_asked_for() {
    let (folder, path, mut flow) = playing(Lang::En);
    let places = vec![folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    waiting(&mut flow);
    drop(flow);
    elsewhere(&path);
    let mut flow = next_start(Lang::En, &folder, &path);
    assert!(matches!(flow.kept(), Kept::Unwritten(_, Trouble::GoneOn)));
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "adjust", "hand"]);
}

#[test]
fn a_hand_taken_up_at_the_next_start_has_its_photo() {
    let (folder, path, mut flow) = playing(Lang::En);
    let photo = folder.file("good.jpg");
    std::fs::write(&photo, "the reader makes a picture of it").unwrap();
    let places = vec![folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    flow.open(photo.to_str().unwrap());
    flow.press(&[Key::Num2, Key::Z]);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    flow.press(&[Key::Enter]);
    assert!(matches!(flow.kept(), Kept::Unwritten(..)));
    drop((flow, other));
    let mut flow = next_start(Lang::En, &folder, &path);
    let said = flow.text(T::UnwrittenEarlier);
    flow.wait("read", |state| !state.photo.busy);
    let photo = &flow.harness.state().state.photo;
    assert!(photo.picture.is_some() && photo.reading.is_some());
    assert!(
        flow.settled() && flow.sees(said),
        "nothing else is changed by it"
    );
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "hand"]);
}

#[test]
fn a_double_ron_taken_back_waits_again_for_its_second_winner() {
    let (_folder, _, mut flow) = playing(Lang::En);
    waiting(&mut flow);
    second_winner(&mut flow);
    assert_eq!(flow.kinds(), ["start", "hand", "bust"]);
    let points = flow.game().points;
    flow.hold(Modifiers::COMMAND, Key::Z);
    assert_eq!(flow.kinds(), ["start", "hand", "bust", "void", "void"]);
    assert!(!flow.settled() && flow.sees(flow.text(T::WaitsForWinner)));
    flow.press(&[Key::Enter]);
    assert_eq!(flow.game().points, points, "both are paid again");
}

#[test]
fn the_further_winner_is_asked_for_as_one_and_nobody_else_is_taken() {
    let (_folder, _, mut flow) = playing(Lang::En);
    waiting(&mut flow);
    flow.click(flow.text(T::NextHand));
    flow.type_hand("234p567p345s66s78s+6s");
    let situation = flow.harness.state().state.draft().situation().clone();
    assert_eq!(situation.win, karasu::score::Win::Ron);
    assert_eq!(situation.seat, karasu::seat::Seat::W, "Chie");
    assert_eq!(situation.discarder, Some(karasu::seat::Seat::E), "Aki");
    // A tsumo is no win on that tile.
    flow.press(&[Key::T, Key::Enter]);
    assert!(!flow.settled());
    let said = T::AwaitedRon.with(Lang::En, &[("name", "Aki")]);
    assert!(flow.sees(&said), "{said}");
    assert_eq!(flow.kinds(), ["start"]);
}

#[test]
fn a_draw_does_not_join_the_first_winner_with_another_hand() {
    let (_folder, _, mut flow) = playing(Lang::En);
    waiting(&mut flow);
    let draw = Entry::Draw {
        kind: karasu::ledger::event::DrawKind::Exhausted,
        tenpai: Vec::new(),
        riichi: Vec::new(),
    };
    let wish = karasu::app::ledger::Wish::Enter(draw, After::default());
    let action = karasu::app::action::Action::Ledger(wish);
    flow.harness.state_mut().state.act(action);
    flow.harness.run();
    assert!(!flow.harness.state().state.book.awaits_winner());
    assert!(matches!(flow.kept(), Kept::Unwritten(_, Trouble::GoneOn)));
}

#[test]
fn another_games_hand_leaves_the_one_that_waits_alone() {
    let (folder, path, mut flow) = playing(Lang::En);
    let other = folder.file("other.karasu");
    begun(&other, "kichijoji", &["Dan", "Eri", "Fumi"]);
    waiting(&mut flow);
    flow.use_ledger(&other);
    flow.click(flow.text(T::NextHand));
    flow.type_hand(HAND);
    flow.press(&[Key::Enter]);
    assert_eq!(flow.kinds(), ["start", "hand"]);
    flow.use_ledger(&path);
    assert!(flow.harness.state().state.book.awaits_winner());
}

#[test]
fn hands_that_are_in_no_ledger_are_kept_however_many_follow() {
    let (folder, path, mut flow) = playing(Lang::En);
    let places = vec![folder.file("data")];
    flow.harness.state_mut().state.keep_unwritten_in(places);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    flow.type_hand(HAND);
    flow.press(&[Key::Enter]);
    assert!(matches!(flow.kept(), Kept::Unwritten(..)));
    for _ in 0..25 {
        let action = karasu::app::action::Action::NewHand;
        flow.harness.state_mut().state.act(action);
        flow.harness.run();
        flow.type_hand(HAND);
    }
    drop((flow, other));
    assert!(next_start(Lang::En, &folder, &path).settled());
}
