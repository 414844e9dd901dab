//! Teaching a table's tiles in the window, on networks without weights: by keys,
//! by mouse, from the camera, and by confirmed hands.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use image::RgbImage;

use karasu::app::action::Action;
use karasu::app::camera::{Devices, Input};
use karasu::app::reader::ModelReader;
use karasu::app::state::Dialog;
use karasu::app::text::T;
use karasu::app::worker::Worker;
use karasu::detect::Quad;
use karasu::frame::Frame;
use karasu::frame::camera::CameraId;
use karasu::frame::source::{FrameSource, SourceError};
use karasu::lang::Lang;
use karasu::profile::Shelf;
use karasu::score::mpsz;

use crate::fakes;
use crate::flow::{BOTH, Flow, no_devices, scratch, window_on};

/// A set in rows; its third tile looks like another one.
const ROWS: [&str; 2] = ["121456789p", "1234567z"];

/// Rows of painted tiles.
fn table(rows: &[&str]) -> RgbImage {
    let mut tiles = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, tile) in mpsz::parse(row).unwrap().into_iter().enumerate() {
            let (x, y) = (40.0 + 64.0 * c as f32, 40.0 + 130.0 * r as f32);
            let quad = Quad([[x, y], [x + 60.0, y], [x + 60.0, y + 80.0], [x, y + 80.0]]);
            tiles.push((quad, tile));
        }
    }
    fakes::table(1000, 60 + 130 * rows.len() as u32, &tiles)
}

/// A window that reads painted tiles and keeps sets in a folder of its own.
struct Table {
    flow: Flow,
    shelf: Shelf,
    folder: PathBuf,
}

impl Table {
    fn new(lang: Lang, devices: Devices) -> Table {
        let folder = scratch("teach");
        let shelf = Shelf::at(&folder.join("tiles"));
        let own = shelf.clone();
        let reader = || ModelReader::with_reader(fakes::reader_of("one"), Some(own));
        let worker = Worker::start(reader, || {});
        let flow = window_on(lang, devices, worker, shelf.clone());
        Table {
            flow,
            shelf,
            folder,
        }
    }

    fn act(&mut self, action: Action) {
        self.flow.harness.state_mut().state.act(action);
        // A spinner never comes to rest.
        self.flow.harness.run_steps(3);
    }

    /// Opens a picture of these rows and waits for what is made of it.
    fn open(&mut self, name: &str, rows: &[&str]) {
        let path = self.folder.join(name);
        table(rows).save(&path).unwrap();
        self.open_file(&path);
    }

    fn open_file(&mut self, path: &Path) {
        self.act(Action::Open(path.to_owned()));
        self.flow.wait("read", |state| {
            let teaching = state.teach.as_ref().is_some_and(|teach| teach.photo.busy);
            !teaching && !state.photo.busy
        });
        self.flow.harness.run();
    }

    /// The rows as they are understood.
    fn rows(&self) -> Vec<String> {
        let teach = self.flow.harness.state().state.teach.as_ref().unwrap();
        let rows = &teach.page.as_ref().unwrap().lesson.rows;
        let text = |row: &Vec<karasu::profile::Cell>| {
            mpsz::print(&row.iter().map(|cell| cell.tile).collect::<Vec<_>>())
        };
        rows.iter().map(text).collect()
    }

    /// Clicks on what makes the photo be read again, and waits for that.
    fn click(&mut self, label: &str) {
        self.flow.harness.get_by_label(label).click();
        self.flow.harness.run_steps(4);
        self.flow.wait("read again", |state| !state.photo.busy);
        self.flow.harness.run();
    }

    fn stored(&mut self) {
        self.flow.wait("stored", |state| {
            let teach = state.teach.as_ref();
            teach.is_none_or(|teach| teach.outcome.is_some())
        });
        self.flow.harness.run();
    }

    fn crops(&self, name: &str) -> usize {
        self.shelf.load(name).unwrap().classes().values().sum()
    }
}

/// A window with a set on show that has doubtful tiles.
pub fn taught(lang: Lang) -> Flow {
    let mut table = Table::new(lang, no_devices());
    table.act(Action::Teach);
    table.open("set.png", &ROWS);
    table.flow
}

#[test]
fn by_keyboard_alone_a_set_is_put_right_learned_and_used() {
    for lang in BOTH {
        let mut table = Table::new(lang, no_devices());
        table.flow.press(&[Key::F7]);
        assert!(table.flow.sees(table.flow.text(T::TeachTitle)));
        assert!(table.flow.sees(table.flow.text(T::TeachDiagram)));
        table.open("set.png", &ROWS);
        // The doubtful tile has the cursor and says so.
        let third = T::CellLabel.with(
            lang,
            &[("row", "1"), ("n", "3"), ("tile", lang.pick("一筒", "1p"))],
        );
        let node = table.flow.harness.get_by_label_contains(&third);
        assert!(node.is_focused(), "{:?}", table.rows());
        table.flow.press(&[Key::Num3, Key::P]);
        assert_eq!(table.rows(), ["123456789p", "1234567z"]);
        assert!(table.flow.sees(table.flow.text(T::TeachAllSure)));
        table.flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(table.rows()[0], ROWS[0], "taken back");
        table.flow.hold(Modifiers::COMMAND, Key::Y);
        // Enter stores what is sure, under the name that was proposed.
        table.flow.press(&[Key::Enter]);
        table.stored();
        let name = table.flow.text(T::TeachFirstName);
        assert_eq!(table.shelf.names().unwrap(), [name]);
        assert_eq!(table.crops(name), 16);
        assert!(table.flow.sees(table.flow.text(T::TeachDone)));
        table.flow.press(&[Key::Enter]);
        let teach = &table.flow.harness.state().state.teach;
        assert!(teach.is_none(), "back at the hands");
        // The bar shows the set in use, and the next photo goes by it.
        let label = format!("{}: {name}", table.flow.text(T::Tiles));
        assert!(table.flow.sees(&label));
        table.open("hand.png", &["123456789p55z66z5z"]);
        assert_eq!(table.flow.harness.state().state.set_in_use(), Some(name));
    }
}

#[test]
fn by_mouse_a_tile_is_picked_or_left_out() {
    let mut table = Table::new(Lang::En, no_devices());
    table.act(Action::Teach);
    table.open("set.png", &ROWS);
    table
        .flow
        .harness
        .get_by_label_contains("Row 1, 3: 1p")
        .click();
    table.flow.harness.run();
    assert!(table.flow.sees(table.flow.text(T::PickerTitle)));
    table
        .flow
        .click(&T::PickLabel.with(Lang::En, &[("tile", "3p")]));
    assert_eq!(table.rows()[0], "123456789p");
    table
        .flow
        .harness
        .get_by_label_contains("Row 2, 7: 7z")
        .click();
    table.flow.harness.run();
    table.flow.click(table.flow.text(T::LeaveOut));
    assert_eq!(table.rows()[1], "123456z");
    assert_eq!(table.flow.harness.state().state.dialog, Dialog::None);
    table.flow.click(table.flow.text(T::Save));
    table.stored();
    assert_eq!(table.crops("ours"), 15);
}

#[test]
fn open_tiles_are_gone_through_with_enter_and_named_tiles_stay() {
    let mut table = Table::new(Lang::En, no_devices());
    table.act(Action::Teach);
    table.open("set.png", &["123456789p", "1234267z"]);
    let open = |table: &Table| {
        let teach = table.flow.harness.state().state.teach.as_ref().unwrap();
        teach.cells().filter(|(_, cell)| !cell.is_sure()).count()
    };
    let before = open(&table);
    assert!(before > 0);
    // Enter vouches for the tile as it is: this table has a fifth 2z there.
    table.flow.press(&[Key::Enter]);
    assert!(open(&table) < before);
    for _ in 0..before {
        table.flow.press(&[Key::Enter]);
    }
    table.stored();
    assert_eq!(table.shelf.names().unwrap(), ["ours"]);
    // A second photo of the same set adds to it.
    table.open("more.png", &["0m0p0s", "12345678f"]);
    assert!(table.flow.sees(table.flow.text(T::TeachAdds)));
    let before = table.crops("ours");
    table.flow.hold(Modifiers::COMMAND, Key::S);
    table.stored();
    assert_eq!(table.crops("ours"), before + 11);
}

#[test]
fn what_cannot_be_learned_is_said_and_nothing_is_stored() {
    for lang in BOTH {
        let mut table = Table::new(lang, no_devices());
        table.act(Action::Teach);
        table.open("nothing.png", &[]);
        assert!(table.flow.sees(table.flow.text(T::TeachNoRows)));
        table.open("set.png", &["1234567z"]);
        table.act(Action::TeachName("../x".into()));
        table.flow.hold(Modifiers::COMMAND, Key::S);
        table.stored();
        assert!(table.flow.sees("../x"), "the name is refused");
        assert!(table.shelf.names().unwrap().is_empty());
        // Esc: another photo; Esc: back to the hands.
        table.flow.press(&[Key::Escape]);
        assert!(table.flow.sees(table.flow.text(T::TeachDiagram)));
        table.flow.press(&[Key::Escape]);
        assert!(table.flow.harness.state().state.teach.is_none());
    }
}

#[test]
fn the_photo_on_show_can_be_the_lesson_and_the_hand_stays() {
    let mut table = Table::new(Lang::Ja, no_devices());
    table.open("hand.png", &["123456789p55z66z5z"]);
    let hand = table.flow.hand();
    table.flow.press(&[Key::F7]);
    table.flow.harness.key_press(Key::U);
    table.flow.harness.run_steps(3);
    table.flow.wait("looked", |state| {
        state
            .teach
            .as_ref()
            .is_some_and(|teach| teach.page.is_some())
    });
    table.flow.harness.run();
    assert_eq!(table.rows().len(), 1);
    // Leaving has the photo read again, by whatever was learned.
    table.flow.harness.key_press(Key::F7);
    table.flow.harness.run_steps(3);
    table.flow.wait("read again", |state| !state.photo.busy);
    assert_eq!(table.flow.hand(), hand);
}

/// A camera that shows one picture, again and again.
struct Still(Frame);

impl FrameSource for Still {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        std::thread::sleep(std::time::Duration::from_millis(5));
        Ok(Frame::new(self.0.image.clone(), "still"))
    }
}

#[test]
fn the_camera_s_frozen_picture_teaches() {
    let frame = Frame::new(table(&["123456789m", "1234567z"]), "still");
    let frame = Mutex::new(Some(frame));
    let devices = Devices {
        open: Arc::new(move |_, _| {
            let frame = frame.lock().unwrap().take();
            let frame = frame.ok_or_else(|| SourceError::Absent("still".into()))?;
            Ok(Box::new(Still(frame)) as Box<dyn FrameSource>)
        }),
        ..no_devices()
    };
    let mut table = Table::new(Lang::En, devices);
    table.flow.press(&[Key::F7]);
    table.act(Action::UseInput(Input::Camera(CameraId::default())));
    table.flow.wait("pictures", |state| {
        state.feed.as_ref().is_some_and(|feed| feed.has_picture())
    });
    table.flow.harness.step();
    assert!(table.flow.sees(table.flow.text(T::TeachFrame)));
    table.flow.harness.key_press(Key::Space);
    table.flow.wait("looked", |state| {
        state
            .teach
            .as_ref()
            .is_some_and(|teach| teach.page.is_some())
    });
    table.flow.harness.run();
    assert_eq!(table.rows(), ["123456789m", "1234567z"]);
    assert!(!table.flow.harness.state().state.is_framing());
    assert!(table.flow.hand().is_empty(), "the set is no hand");
}

#[test]
fn the_set_in_use_is_chosen_and_forgotten_in_the_settings() {
    for lang in BOTH {
        let mut table = Table::new(lang, no_devices());
        table.act(Action::Teach);
        table.act(Action::TeachName("box".into()));
        table.open("set.png", &["123456789p", "1234567z"]);
        table.flow.hold(Modifiers::COMMAND, Key::S);
        table.stored();
        table.flow.press(&[Key::Enter]);
        let hand = ["123456789p55z66z5z"];
        table.flow.press(&[Key::F2]);
        let of = |text: &str| T::UseTiles.with(lang, &[("name", text)]);
        table.click(&of(table.flow.text(T::TilesNone)));
        table.flow.press(&[Key::Escape]);
        table.open("hand.png", &hand);
        let used = |table: &Table| {
            table
                .flow
                .harness
                .state()
                .state
                .set_in_use()
                .map(str::to_owned)
        };
        assert_eq!(used(&table), None);
        // The photo on show is read again by the set that is chosen.
        table.flow.press(&[Key::F2]);
        table.click(&of(table.flow.text(T::TilesAuto)));
        assert_eq!(used(&table).as_deref(), Some("box"));
        table.click(&T::ForgetTiles.with(lang, &[("name", "box")]));
        assert!(table.shelf.names().unwrap().is_empty());
    }
}

#[test]
fn confirmed_hands_teach_only_who_has_agreed() {
    let mut table = Table::new(Lang::En, no_devices());
    table.act(Action::Teach);
    table.open("set.png", &["123456789p", "1234567z"]);
    table.flow.hold(Modifiers::COMMAND, Key::S);
    table.stored();
    table.flow.press(&[Key::Enter]);
    let before = table.crops("ours");
    let settle = |table: &mut Table| {
        for _ in 0..20 {
            table.flow.press(&[Key::Enter]);
        }
        let state = &table.flow.harness.state().state;
        assert!(table.flow.settled(), "{:?}", state.preview);
    };
    table.open("hand.png", &["123456789p55z66z5z"]);
    settle(&mut table);
    assert_eq!(table.crops("ours"), before, "nobody has agreed");
    table.act(Action::LearnFromHands(true));
    table.open("other.png", &["123456789p66z55z6z"]);
    settle(&mut table);
    let shelf = table.shelf.clone();
    table.flow.wait("taught", |_| {
        let classes = shelf.load("ours").unwrap().classes();
        classes.values().sum::<usize>() > before
    });
}
