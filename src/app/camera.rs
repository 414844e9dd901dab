//! The camera in the window: framing, steady, frozen (ux.md, "Contract").
//!
//! While the camera runs, the draft follows what it sees. Freezing keeps the
//! picture and closes the camera; releasing opens it again.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::app::action::Action;
use crate::app::state::{Dialog, Note, Photo, State};
use crate::app::worker::{Pixels, Problem, Source, shown};
use crate::confirm::{Draft, Edit, Session};
use crate::frame::camera::{Camera, CameraEntry, CameraId, list};
use crate::frame::phone::Phone;
use crate::frame::source::{FrameSource, Live, Mirrored, Replay, SourceError};
use crate::read::live::{Look, Watch};
use crate::read::{Reading, ReviewKind};

/// Where live pictures come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// A camera of this machine.
    Camera(CameraId),
    /// A phone on the same network, at this address.
    Phone(String),
    /// The photos of a folder, one after the other.
    Folder(std::path::PathBuf),
}

impl Input {
    /// The input that is meant by what stands on the command line.
    pub fn typed(text: &str) -> Input {
        let folder = Path::new(text);
        if let Ok(index) = text.parse() {
            return Input::Camera(CameraId {
                index,
                ..CameraId::default()
            });
        }
        match folder.is_dir() {
            true => Input::Folder(folder.to_path_buf()),
            false => Input::Phone(text.to_owned()),
        }
    }
}

/// What a person chooses about the camera, kept between starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CameraSettings {
    /// What is used; none was ever chosen.
    pub input: Option<Input>,
    /// Wished size of the picture in pixels.
    pub size: (u32, u32),
    /// The pictures come mirrored.
    pub mirrored: bool,
    /// A clean hand at rest is taken without a key.
    pub auto_capture: bool,
    /// The address typed last.
    pub phone: String,
}

/// Sizes to choose from; a camera that has not the one chosen takes its nearest.
pub const SIZES: [(u32, u32); 4] = [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)];

impl Default for CameraSettings {
    fn default() -> CameraSettings {
        CameraSettings {
            input: None,
            size: SIZES[1],
            mirrored: false,
            auto_capture: false,
            phone: String::new(),
        }
    }
}

type Opened = Result<Box<dyn FrameSource>, SourceError>;
type Open = dyn Fn(&Input, (u32, u32)) -> Opened + Send + Sync;
type Listed = Result<Vec<CameraEntry>, SourceError>;

/// How cameras are listed and opened; the window's tests put scripts here.
#[derive(Clone)]
pub struct Devices {
    /// Opens an input at about a size.
    pub open: Arc<Open>,
    /// The cameras of this machine.
    pub list: Arc<dyn Fn() -> Listed + Send + Sync>,
    /// Called whenever something has come.
    pub wake: Arc<dyn Fn() + Send + Sync>,
    /// How long to wait before a failed camera is tried again.
    pub pause: Duration,
    /// A camera that was silent for so long is opened anew.
    pub patience: Duration,
}

/// Between two pictures of a replayed folder.
const REPLAY_INTERVAL: Duration = Duration::from_millis(120);

impl Devices {
    /// Those of this machine.
    pub fn real(wake: impl Fn() + Send + Sync + 'static) -> Devices {
        Devices {
            open: Arc::new(open),
            list: Arc::new(list),
            wake: Arc::new(wake),
            pause: Duration::from_secs(1),
            patience: Duration::from_secs(5),
        }
    }
}

fn open(input: &Input, (width, height): (u32, u32)) -> Opened {
    Ok(match input {
        Input::Camera(id) => Box::new(Camera::open_known(id, width, height)?),
        Input::Phone(address) => Box::new(Phone::open(address)?),
        Input::Folder(folder) => Box::new(Replay::folder(folder, REPLAY_INTERVAL)?),
    })
}

/// A list of cameras that is being asked for: asking may take seconds.
#[derive(Clone, Default)]
pub struct Listing(Arc<Mutex<Option<Listed>>>);

impl Listing {
    fn start(devices: &Devices) -> Listing {
        let listing = Listing::default();
        let (slot, devices) = (listing.0.clone(), devices.clone());
        std::thread::spawn(move || {
            let found = (devices.list)();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            (devices.wake)();
        });
        listing
    }

    /// What came of it; `None` while it is under way.
    pub fn get(&self) -> Option<Listed> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// A camera that is on.
pub struct Feed {
    live: Live,
    /// Pictures taken in so far.
    shown: u64,
    /// Which of them was read last.
    read: u64,
    /// The picture the worker is at.
    reading: Option<Pixels>,
    /// The picture that the newest reading is of.
    picture: Option<Pixels>,
    /// When the picture the worker is at came, and the one it was at before.
    came: [Option<Instant>; 2],
    /// Readings so far.
    readings: u64,
    watch: Watch,
    started: Instant,
    reopened: Instant,
    stalled: bool,
    /// The fault of now has been heard.
    heard: bool,
    /// The last picture could not be read.
    missed: bool,
    /// Pictures that were shown but not read.
    pub skipped: u64,
    /// What the last reading came to.
    pub look: Look,
    /// Seconds from a picture to its reading, and pictures read a second;
    /// both smoothed.
    pub pace: Pace,
}

/// How fast the camera is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// From a picture to its reading.
    pub delay: Duration,
    /// Readings a second.
    pub rate: f32,
    last: Option<Instant>,
    sent: Option<Instant>,
}

impl Pace {
    fn done(&mut self) {
        let now = Instant::now();
        let smooth = |old: f32, new: f32| {
            if old > 0.0 {
                0.8 * old + 0.2 * new
            } else {
                new
            }
        };
        if let Some(sent) = self.sent.take() {
            let delay = smooth(self.delay.as_secs_f32(), (now - sent).as_secs_f32());
            self.delay = Duration::from_secs_f32(delay);
        }
        if let Some(last) = self.last.replace(now) {
            let rate = 1.0 / (now - last).as_secs_f32().max(1e-3);
            self.rate = smooth(self.rate, rate);
        }
    }
}

impl Feed {
    /// What is wrong with the camera, if anything.
    pub fn fault(&self) -> Option<SourceError> {
        let stalled = || SourceError::Stalled(String::new());
        let fault = self.live.newest().fault;
        fault.or_else(|| self.stalled.then(stalled))
    }

    /// The number of the picture on show and its age, if no newer one has come.
    pub fn shown_age(&self) -> Option<(u64, Duration)> {
        let newest = self.live.newest();
        let age = newest.at?.elapsed();
        (newest.count == self.shown).then_some((self.shown, age))
    }

    /// How many readings there were, and the age of the picture of the last.
    pub fn read_age(&self) -> Option<(u64, Duration)> {
        Some((self.readings, self.came[1]?.elapsed()))
    }

    /// Whether any picture has come.
    pub fn has_picture(&self) -> bool {
        self.shown > 0
    }
}

impl State {
    /// Whether the camera is on and the draft follows it.
    pub fn is_framing(&self) -> bool {
        self.feed.is_some()
    }

    /// Whether hands come from the camera: it is on, or was for this one.
    pub fn uses_camera(&self) -> bool {
        self.is_framing() || self.camera_was_used
    }

    /// The actions that are about the camera; gives back the others. While
    /// framing, whatever changes a tile freezes the picture first.
    pub(super) fn act_on_camera(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::ToggleCamera => match (self.is_framing(), &self.settings.camera.input) {
                (true, _) => self.stop_camera(),
                (false, Some(_)) => self.release(),
                (false, None) => self.choose_camera(),
            },
            Action::ChooseCamera => self.choose_camera(),
            Action::UseInput(input) => {
                if let Input::Phone(address) = &input {
                    self.settings.camera.phone = address.clone();
                }
                self.settings.camera.input = Some(input);
                self.dialog = Dialog::None;
                self.release();
            }
            Action::Camera(settings) => {
                let opened_as = |s: &CameraSettings| (s.size, s.mirrored);
                let differs = opened_as(&settings) != opened_as(&self.settings.camera);
                self.settings.camera = settings;
                if differs && self.is_framing() {
                    self.release();
                }
            }
            Action::Freeze if self.is_framing() => self.freeze(),
            Action::Freeze => self.release(),
            Action::Back if self.is_framing() && self.dialog == Dialog::None && !self.table => {
                self.stop_camera();
            }
            Action::Accept if self.is_framing() => {
                self.freeze();
                let clean = |reading: &Arc<Reading>| reading.is_clean();
                if self.photo.reading.as_ref().is_some_and(clean) {
                    return Some(Action::Accept);
                }
            }
            Action::NewHand if self.camera_was_used => self.release(),
            other => {
                if self.is_framing() && changes_tiles(&other) {
                    self.freeze();
                }
                return Some(other);
            }
        }
        None
    }

    fn choose_camera(&mut self) {
        self.cameras = Listing::start(&self.devices);
        self.dialog = Dialog::Camera;
    }

    /// Opens the chosen camera (again). What was in hand is laid aside.
    fn release(&mut self) {
        let Some(input) = self.settings.camera.input.clone() else {
            return self.choose_camera();
        };
        let mut watch = match self.feed.take() {
            Some(feed) => feed.watch,
            None => {
                self.start(Photo::default());
                std::mem::take(&mut self.watch)
            }
        };
        // Its clock begins anew with the feed.
        watch.restart();
        self.worker.forget();
        self.camera_was_used = true;
        let now = Instant::now();
        self.feed = Some(Feed {
            live: start(&self.devices, &input, &self.settings.camera),
            shown: 0,
            read: 0,
            reading: None,
            picture: None,
            came: [None; 2],
            readings: 0,
            watch,
            started: now,
            reopened: now,
            stalled: false,
            heard: false,
            skipped: 0,
            missed: false,
            look: Look::default(),
            pace: Pace::default(),
        });
    }

    /// Keeps the picture that was read last, with its reading.
    pub(super) fn freeze(&mut self) {
        let Some(mut feed) = self.feed.take() else {
            return;
        };
        self.worker.forget();
        feed.watch.take();
        self.watch = feed.watch;
        let reading = self.photo.reading.take();
        match (reading, feed.picture) {
            (Some(reading), Some(picture)) => {
                self.photo = Photo {
                    source: Some(Source::Memory(picture.clone())),
                    picture: Some(shown(&picture)),
                    under: self.how().options,
                    ..Photo::default()
                };
                self.take_reading(Reading::clone(&reading));
            }
            _ => match feed.live.newest().frame {
                Some(frame) => {
                    let (name, image) = (frame.name.clone(), frame.image.clone());
                    let source = Source::Memory(Pixels { name, image });
                    self.worker.open(source.clone(), self.how());
                    self.photo = Photo {
                        busy: true,
                        source: Some(source),
                        under: self.how().options,
                        ..Photo::default()
                    };
                }
                None => self.photo = Photo::default(),
            },
        }
    }

    /// The newest picture of the camera, which is turned off.
    pub(super) fn take_picture(&mut self) -> Option<Pixels> {
        let frame = self.feed.as_ref()?.live.newest().frame?;
        let (name, image) = (frame.name.clone(), frame.image.clone());
        self.stop_camera();
        Some(Pixels { name, image })
    }

    /// Turns the camera off. The draft goes with it: it was only a look.
    pub(super) fn stop_camera(&mut self) {
        if let Some(feed) = self.feed.take() {
            self.watch = feed.watch;
            self.worker.forget();
            self.photo = Photo::default();
            self.session = Session::new(self.empty_draft());
            self.cursor = None;
            self.refresh();
        }
    }

    /// Takes in what the camera has sent, and has the newest picture read.
    pub(super) fn poll_camera(&mut self) {
        let how = self.how();
        let Some(feed) = &mut self.feed else { return };
        let newest = feed.live.newest();
        if let Some(frame) = newest.frame.filter(|_| newest.count > feed.shown) {
            let picture = Pixels {
                name: frame.name.clone(),
                image: frame.image.clone(),
            };
            self.photo.picture = Some(shown(&picture));
            self.photo.stale = true;
            if feed.reading.is_none() {
                feed.skipped += newest.count - feed.read - 1;
                self.worker.follow(picture.clone(), how, feed.read == 0);
                feed.read = newest.count;
                feed.reading = Some(picture);
                feed.came[0] = newest.at;
                feed.pace.sent = Some(Instant::now());
            }
            feed.shown = newest.count;
            feed.stalled = false;
        }
        self.mind_silence();
        if let Some(feed) = &mut self.feed {
            let fault = feed.fault().is_some();
            let heard = std::mem::replace(&mut feed.heard, fault);
            self.alarms += u64::from(fault && !heard);
        }
    }

    /// A driver that hangs gives no error: after a while it is left to itself
    /// and the camera opened anew.
    fn mind_silence(&mut self) {
        let patience = self.devices.patience;
        let Some(feed) = &mut self.feed else { return };
        if feed.live.silence() < patience || feed.reopened.elapsed() < patience {
            return;
        }
        // A fault that was named is being seen to by the source's own thread.
        if feed.live.newest().fault.is_some() {
            return;
        }
        if let Some(input) = &self.settings.camera.input {
            feed.live = start(&self.devices, input, &self.settings.camera);
            (feed.shown, feed.read) = (0, 0);
            feed.reopened = Instant::now();
            feed.stalled = true;
        }
    }

    /// Takes in the reading of a camera's picture.
    pub(super) fn take_seen(&mut self, reading: Reading) {
        let Some(feed) = &mut self.feed else { return };
        feed.picture = feed.reading.take();
        feed.came[1] = feed.came[0].take();
        feed.readings += 1;
        feed.missed = false;
        feed.pace.done();
        feed.look = feed.watch.look(&reading, feed.started.elapsed());
        let capture = feed.look.capture;
        let mut draft = Draft::from_reading(&reading);
        let situation = Edit::SetSituation(self.settled_down(&draft, false));
        if let Ok(next) = draft.edited(&situation) {
            draft = next;
        }
        self.photo.reading = Some(Arc::new(reading));
        self.session = Session::new(draft);
        self.cursor = None;
        self.refresh();
        let free = self.dialog == Dialog::None && self.teach.is_none();
        if capture && self.settings.camera.auto_capture && free {
            self.freeze();
        }
    }

    /// The engine failed on a camera's picture; the next may do better.
    pub(super) fn miss_seen(&mut self, problem: Problem) {
        let Some(feed) = &mut self.feed else { return };
        feed.reading = None;
        // Said once for all the pictures that follow.
        if !std::mem::replace(&mut feed.missed, true) {
            self.note = Some(Note::Said(problem));
            self.alarm();
        }
    }

    /// Whether more light would help: the last picture was too dark to read.
    pub fn wants_light(&self) -> bool {
        let dark = |reading: &Arc<Reading>| {
            reading
                .review
                .iter()
                .any(|review| matches!(review.kind, ReviewKind::TooDark))
        };
        self.photo.reading.as_ref().is_some_and(dark)
    }
}

fn start(devices: &Devices, input: &Input, settings: &CameraSettings) -> Live {
    let (open, wake) = (devices.open.clone(), devices.wake.clone());
    let (input, size, mirrored) = (input.clone(), settings.size, settings.mirrored);
    let open = move || -> Opened {
        let source = open(&input, size)?;
        Ok(match mirrored {
            true => Box::new(Mirrored(source)),
            false => source,
        })
    };
    Live::keep(open, devices.pause, move || wake())
}

/// Whether an action would be lost with the next picture.
fn changes_tiles(action: &Action) -> bool {
    match action {
        Action::Edit(edit) => !matches!(edit, Edit::SetSituation(_)),
        Action::Undo
        | Action::Redo
        | Action::BackToReading
        | Action::NextReading
        | Action::Select(_)
        | Action::Step(_)
        | Action::StepZone(_)
        | Action::NextDoubtful
        | Action::Digit(_)
        | Action::Red
        | Action::ToggleGari
        | Action::MakeWin
        | Action::ToggleMeld
        | Action::NextMeldKind(_)
        | Action::Delete
        | Action::Shift(_)
        | Action::ShiftZone(_)
        | Action::OpenPicker
        | Action::OpenInsert(_)
        | Action::Notation(_)
        | Action::FocusNotation => true,
        _ => false,
    }
}

/// What to call an input; an unlisted camera by its number.
pub fn input_name(input: &Input) -> String {
    match input {
        Input::Camera(id) if id.name.is_empty() => id.index.to_string(),
        Input::Camera(id) => id.name.clone(),
        Input::Phone(address) => address.clone(),
        Input::Folder(folder) => folder_name(folder),
    }
}

fn folder_name(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or(folder.as_os_str())
        .to_string_lossy()
        .into_owned()
}
