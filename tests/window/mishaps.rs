//! What a person does by mistake, and what breaks while they wait: nothing is
//! lost by it, and each is told.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{Event as Input, Key, Modifiers};
use image::RgbImage;

use karasu::app::action::Action;
use karasu::app::state::Dialog;
use karasu::app::text::T;
use karasu::app::worker::{Event, How, PhotoReader, Pixels, Problem, Source, Worker};
use karasu::confirm::Zone;
use karasu::lang::Lang;
use karasu::profile::{Learned, Page, Sample};
use karasu::read::Reading;

use crate::flow::{BOTH, scratch, window};
use crate::ledger::{Folder, HAND};

#[test]
fn the_chooser_of_a_lesson_can_be_left() {
    let mut flow = window(Lang::En);
    flow.press(&[Key::F7, Key::O]);
    assert!(matches!(
        flow.harness.state().state.dialog,
        Dialog::Chooser(_)
    ));
    flow.press(&[Key::Escape]);
    let state = &flow.harness.state().state;
    assert!(state.dialog == Dialog::None && state.teach.is_some());
}

#[test]
fn what_is_pasted_into_a_dialogs_field_opens_no_photo() {
    let folder = Folder::new();
    let mut flow = window(Lang::En);
    flow.use_ledger(&folder.file("ledger.karasu"));
    flow.press(&[Key::F3]);
    flow.tab_to(&T::PlayerN.n(Lang::En, 1));
    for text in ["Aki", "/tmp/good.jpg"] {
        flow.harness.event(Input::Paste(text.to_owned()));
        flow.harness.run();
        assert!(!flow.sees(flow.text(T::PasteNoPicture)));
        let dialog = &flow.harness.state().state.dialog;
        assert!(matches!(dialog, Dialog::Ledger(_)), "{text}");
    }
}

#[test]
fn the_picker_of_a_new_tile_deletes_and_reddens_none() {
    let mut flow = window(Lang::En);
    flow.type_hand(HAND);
    let before = flow.hand();
    flow.press(&[Key::Insert, Key::Delete, Key::Num0, Key::Escape]);
    assert_eq!(flow.hand(), before);
}

#[test]
fn the_picker_says_why_it_did_nothing() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.type_hand("147m258p369s1234z+5z");
        flow.press(&[Key::P, Key::M]);
        assert!(flow.harness.state().state.note.is_some(), "no set is there");
    }
}

#[test]
fn a_settled_hands_notation_is_not_typed_over() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.type_hand(HAND);
        flow.press(&[Key::Enter]);
        assert!(flow.settled());
        let before = flow.harness.state().state.notation.text.clone();
        flow.press(&[Key::N]);
        flow.hold(Modifiers::COMMAND, Key::A);
        flow.write("1");
        let state = &flow.harness.state().state;
        assert_eq!(state.notation.text, before);
        assert!(state.notation.faults.is_empty() && flow.sees(flow.text(T::SettledHow)));
    }
}

#[test]
fn a_photo_that_cannot_be_read_takes_no_reading_away() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    let before = flow.hand();
    flow.open("note.txt");
    flow.hold(Modifiers::COMMAND, Key::Z);
    flow.harness.run();
    assert_eq!(flow.hand(), before);
    let zone = flow.harness.state().state.draft().zone(Zone::Hand);
    assert!(
        zone.iter().any(|tile| tile.seen.is_some()),
        "with its photo"
    );
}

#[test]
fn a_settled_hand_keeps_the_rules_it_was_settled_under() {
    let mut flow = window(Lang::En);
    flow.type_hand(HAND);
    flow.press(&[Key::Enter]);
    let before = flow.harness.state().state.result_text(Lang::En);
    assert!(before.is_some());
    let action = Action::Rules("riichi4".to_owned());
    flow.harness.state_mut().state.act(action);
    flow.harness.run();
    assert_eq!(flow.harness.state().state.result_text(Lang::En), before);
}

/// A reader that breaks on one photo and is slow.
struct Breaking;

impl PhotoReader for Breaking {
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem> {
        assert!(!path.ends_with("broken.jpg"), "as a decoder might");
        Ok(RgbImage::new(64, 64))
    }

    fn read(&mut self, _picture: &Pixels, _how: &How) -> Result<Reading, Problem> {
        std::thread::sleep(Duration::from_millis(100));
        Ok(Reading::default())
    }

    fn follow(&mut self, _: &Pixels, _: &How, _: bool) -> Result<Reading, Problem> {
        panic!("as an engine might")
    }

    fn look(&mut self, _: &Pixels, _: Option<&str>) -> Result<Page, Problem> {
        unreachable!()
    }

    fn learn(&mut self, _: &str, _: Vec<Sample>) -> Result<Learned, Problem> {
        unreachable!()
    }

    fn remarks(&mut self) -> Vec<Problem> {
        Vec::new()
    }
}

fn breaking() -> Worker {
    Worker::start(|| Breaking, || {})
}

fn picture() -> Pixels {
    Pixels {
        name: "picture.png".to_owned(),
        image: Arc::new(RgbImage::new(64, 64)),
    }
}

fn next(worker: &mut Worker) -> Event {
    let start = Instant::now();
    loop {
        if let Some(event) = worker.poll() {
            return event;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "no event");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_fault_inside_reading_is_told_and_the_next_photo_read() {
    let mut worker = breaking();
    worker.open(Source::File("broken.jpg".into()), How::default());
    assert!(matches!(next(&mut worker), Event::Failed(_)));
    worker.follow(picture(), How::default(), true);
    assert!(matches!(next(&mut worker), Event::Missed(_)));
    worker.open(Source::Memory(picture()), How::default());
    assert!(matches!(next(&mut worker), Event::Picture(_)));
    assert!(matches!(next(&mut worker), Event::Read(_)));
}

#[test]
fn what_is_to_be_kept_is_written_before_the_window_is_gone() {
    let folder = scratch("kept-at-the-end");
    let mut worker = breaking();
    worker.open(Source::Memory(picture()), How::default());
    worker.keep(Source::Memory(picture()), Vec::new(), folder.clone());
    drop(worker);
    assert!(folder.join("annotations.coco.json").is_file());
}

#[test]
fn a_photo_that_waits_is_read_though_something_is_to_be_kept() {
    let folder = scratch("read-and-kept");
    let mut worker = breaking();
    worker.open(Source::Memory(picture()), How::default());
    assert!(matches!(next(&mut worker), Event::Picture(_)));
    worker.open(Source::Memory(picture()), How::default());
    worker.keep(Source::Memory(picture()), Vec::new(), folder);
    let mut events = (0..3).map(|_| next(&mut worker));
    assert!(events.any(|event| matches!(event, Event::Read(_))));
}
