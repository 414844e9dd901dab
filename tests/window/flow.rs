//! A window on a reader that needs no models, driven by keys and labels.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbImage;

use karasu::app::action::Action;
use karasu::app::camera::Devices;
use karasu::app::settings::Settings;
use karasu::app::state::State;
use karasu::app::text::T;
use karasu::app::window::Window;
use karasu::app::worker::{How, PhotoReader, Pixels, Problem, Worker};
use karasu::confirm::Zone;
use karasu::detect::Quad;
use karasu::frame::source::SourceError;
use karasu::lang::Lang;
use karasu::profile::{Learned, Page, Sample, Shelf};
use karasu::read::{self, ReadTile, Reading, Review, ReviewKind};

/// Tiles as a photo would show them, one of them doubtful.
pub const SEEN: &str = "1p 2p 3p 4p 5p 6p 7s 8s 9s 5z 5z 5z 2z 3z";
pub const DOUBTFUL: usize = 13;

struct FakeReader;

impl PhotoReader for FakeReader {
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem> {
        match path.ends_with("good.jpg") {
            true => Ok(RgbImage::from_pixel(640, 200, image::Rgb([20, 90, 60]))),
            false => Err(Problem {
                ja: "写真ではありません".to_owned(),
                en: "not a photo".to_owned(),
            }),
        }
    }

    fn read(&mut self, _picture: &Pixels, _how: &How) -> Result<Reading, Problem> {
        Ok(reading())
    }

    /// A camera's picture shows the hand from its second shade on; white ones
    /// show it clean, black ones show nothing.
    fn follow(&mut self, picture: &Pixels, _how: &How, _first: bool) -> Result<Reading, Problem> {
        Ok(match picture.image.get_pixel(0, 0).0[0] {
            0 => Reading::default(),
            255 => Reading {
                review: Vec::new(),
                ..reading_of(&clean())
            },
            _ => reading(),
        })
    }

    // Sets are taught with a reader that learns (`teach`).
    fn look(&mut self, _picture: &Pixels, _name: Option<&str>) -> Result<Page, Problem> {
        unreachable!()
    }

    fn learn(&mut self, _name: &str, _faces: Vec<Sample>) -> Result<Learned, Problem> {
        unreachable!()
    }

    fn remarks(&mut self) -> Vec<Problem> {
        Vec::new()
    }
}

/// The same with a winning tile that fits.
pub fn clean() -> String {
    SEEN.replace("3z", "2z")
}

fn reading() -> Reading {
    reading_of(SEEN)
}

fn reading_of(seen: &str) -> Reading {
    let tile = |(index, code): (usize, &str)| {
        let x = 20.0 + index as f32 * 42.0;
        ReadTile {
            tile: code.parse().unwrap(),
            score: 0.98,
            found: 0.99,
            quad: Quad([[x, 60.0], [x + 40.0, 60.0], [x + 40.0, 114.0], [x, 114.0]]),
            alternatives: vec![("2z".parse().unwrap(), 0.4)],
            turn: 0,
            zone: read::Zone::Hand,
            row: 0,
            index,
            renamed: None,
            embedding: Vec::new(),
        }
    };
    let tiles = |codes: &str| codes.split(' ').enumerate().map(tile).collect();
    Reading {
        width: 640,
        height: 200,
        tiles: tiles(seen),
        win: Some(DOUBTFUL),
        rivals: vec![Reading {
            tiles: tiles(&clean()),
            win: Some(DOUBTFUL),
            ..Reading::default()
        }],
        review: vec![Review {
            kind: ReviewKind::Unsure,
            tiles: vec![DOUBTFUL],
        }],
        ..Reading::default()
    }
}

/// A machine without cameras.
pub fn no_devices() -> Devices {
    Devices {
        open: Arc::new(|_, _| Err(SourceError::Absent("0".into()))),
        list: Arc::new(|| Ok(Vec::new())),
        wake: Arc::new(|| {}),
        pause: Duration::from_millis(10),
        patience: Duration::from_secs(30),
    }
}

/// A window in a language, without cameras.
pub fn window(lang: Lang) -> Flow {
    window_with(lang, no_devices())
}

/// A window with cameras.
pub fn window_with(lang: Lang, devices: Devices) -> Flow {
    let worker = Worker::start(|| FakeReader, || {});
    window_on(lang, devices, worker, Shelf::at(&scratch("no-sets")))
}

/// A new empty folder at every call.
pub fn scratch(name: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("window-{name}-{}-{call}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A window that keeps its settings in a file.
pub fn window_keeping(lang: Lang, file: &str) -> Flow {
    let worker = Worker::start(|| FakeReader, || {});
    let shelf = Shelf::at(&scratch("no-sets"));
    window_of(lang, no_devices(), worker, shelf, Some(file.into()))
}

/// A window on any reader, with the tile sets of a shelf.
pub fn window_on(lang: Lang, devices: Devices, worker: Worker, shelf: Shelf) -> Flow {
    window_of(lang, devices, worker, shelf, None)
}

fn window_of(
    lang: Lang,
    devices: Devices,
    worker: Worker,
    shelf: Shelf,
    kept: Option<PathBuf>,
) -> Flow {
    let settings = Settings {
        lang,
        ..Settings::default()
    };
    let state = State::new(settings, karasu::app::rule_sets(), worker, devices).with_shelf(shelf);
    let harness = Harness::builder()
        .with_size(Vec2::new(1280.0, 800.0))
        .with_max_steps(32)
        .with_context_setup(karasu::app::fonts::install)
        .build_ui_state(
            |ui, window: &mut Window| window.show(ui),
            Window::new(state, kept),
        );
    Flow { harness, lang }
}

/// A window and the language it is looked at in.
pub struct Flow {
    pub harness: Harness<'static, Window>,
    pub lang: Lang,
}

impl Flow {
    /// Opens the photo and waits for the reading thread.
    pub fn open(&mut self, photo: &str) {
        let action = Action::Open(photo.into());
        self.harness.state_mut().state.act(action);
        self.wait("read", |state| !state.photo.busy);
        self.harness.run();
    }

    pub fn press(&mut self, keys: &[Key]) {
        for &key in keys {
            self.harness.key_press(key);
            self.harness.run();
        }
    }

    pub fn hold(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    /// Replaces what stands in the field that has the keyboard.
    pub fn retype(&mut self, text: &str) {
        self.hold(Modifiers::COMMAND, Key::A);
        self.harness
            .event(eframe::egui::Event::Text(text.to_owned()));
        self.harness.run();
    }

    pub fn draft_is_empty(&self) -> bool {
        self.harness.state().state.draft().is_empty()
    }

    pub fn sees(&self, label: &str) -> bool {
        self.harness
            .query_all_by_label_contains(label)
            .next()
            .is_some()
    }

    pub fn text(&self, text: T) -> &'static str {
        text.get(self.lang)
    }

    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run();
    }

    pub fn hand(&self) -> String {
        let draft = self.harness.state().state.draft();
        let codes: Vec<&str> = draft
            .zone(Zone::Hand)
            .iter()
            .map(|tile| tile.tile.code())
            .collect();
        codes.join(" ")
    }

    pub fn settled(&self) -> bool {
        self.harness.state().state.settled.is_some()
    }

    /// Steps until something has become true.
    pub fn wait(&mut self, what: &str, mut done: impl FnMut(&State) -> bool) {
        let start = Instant::now();
        while !done(&self.harness.state().state) {
            if start.elapsed() > Duration::from_secs(90) {
                let state = &self.harness.state().state;
                let (framing, busy) = (state.is_framing(), state.photo.busy);
                panic!(
                    "never: {what}; framing {framing}, busy {busy}, {:?}, {:?}, teaching {}",
                    state.dialog,
                    state.focus,
                    state.teach.is_some()
                );
            }
            std::thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
    }
}

/// The languages of the window.
pub const BOTH: [Lang; 2] = [Lang::Ja, Lang::En];
