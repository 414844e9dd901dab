//! Reading photos in a thread of its own: the window never waits.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use image::RgbImage;

use crate::app::keep::Keeping;
use crate::app::receipt::{self, Saving};
use crate::app::text::T;
use crate::detect::Quad;
use crate::frame;
use crate::labels::{self, LabelledTile};
use crate::lang::Lang;
use crate::profile::{Learned, Page, Sample};
use crate::read::{Options, Reading};
use crate::tile::Tile;

/// Longest side of the picture that is shown; the reading uses the full one.
const SHOWN_SIDE: u32 = 2048;

/// A picture in memory with a name for it.
#[derive(Clone, Debug)]
pub struct Pixels {
    /// File name, or where it came from.
    pub name: String,
    /// The pixels, upright, origin top left.
    pub image: Arc<RgbImage>,
}

/// Why a photo could not be read, for a person, in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

impl Problem {
    /// From a text that exists in both languages.
    pub fn both(message: impl Fn(Lang) -> String) -> Problem {
        Problem {
            ja: message(Lang::Ja),
            en: message(Lang::En),
        }
    }

    /// The message in a language.
    pub fn message(&self, lang: Lang) -> &str {
        lang.pick(&self.ja, &self.en)
    }
}

/// What the worker uses; the window's tests put a fake here.
pub trait PhotoReader: Send {
    /// Decodes a file, upright.
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem>;
    /// Reads the tiles of a picture.
    fn read(&mut self, picture: &Pixels, how: &How) -> Result<Reading, Problem>;
    /// Reads one more picture of a camera; `first` if what was seen before is
    /// another table's.
    fn follow(&mut self, picture: &Pixels, how: &How, first: bool) -> Result<Reading, Problem>;
    /// Looks at a picture of a set laid out in rows; what the profile of this
    /// name knows already helps.
    fn look(&mut self, picture: &Pixels, name: Option<&str>) -> Result<Page, Problem>;
    /// Learns faces into the profile of this name, and stores it.
    fn learn(&mut self, name: &str, faces: Vec<Sample>) -> Result<Learned, Problem>;
    /// What a person should know of the profiles in use, said once.
    fn remarks(&mut self) -> Vec<Problem>;
}

/// What pictures are read by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// The wall of the rule set in force, and what is pulled.
    pub options: Options,
    /// The tile-set profile: a name, `auto` or `none`.
    pub tiles: String,
    /// Counts how often profiles have changed.
    pub edition: u64,
}

/// A confirmed hand that is to teach a tile-set profile.
pub struct Confirmed {
    /// The photo.
    pub source: Source,
    /// Its tiles with their outlines.
    pub tiles: Vec<(Tile, Quad)>,
    /// The profile's name.
    pub profile: String,
}

/// Where a photo comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// The clipboard or a drop.
    Memory(Pixels),
}

struct Job {
    ticket: u64,
    task: Task,
}

enum Task {
    /// A photo.
    Photo(Source, How),
    /// A photo that is to be kept as labels.
    Keep(Keeping),
    /// A picture of a camera; `first` as in [`PhotoReader::follow`].
    Live {
        picture: Pixels,
        how: How,
        first: bool,
    },
    /// A photo of a set in rows, and the profile that may help.
    Look(Source, Option<String>),
    /// What a photo of a set has taught, for the profile of this name.
    Learn(Box<Page>, String),
    /// A confirmed hand.
    Confirmed(Confirmed),
    /// A settled hand's receipt.
    Receipt(Box<Saving>),
}

impl Task {
    /// Whether it is done even if something newer waits.
    fn stays(&self) -> bool {
        matches!(
            self,
            Task::Keep(_) | Task::Learn(..) | Task::Confirmed(_) | Task::Receipt(_)
        )
    }

    /// How it is told that it could not be done.
    fn failed(&self) -> fn(Problem) -> Event {
        match self {
            Task::Photo(..) | Task::Look(..) => Event::Failed,
            Task::Live { .. } => Event::Missed,
            Task::Learn(..) => |problem| Event::Learned(Err(problem)),
            Task::Keep(_) | Task::Confirmed(_) | Task::Receipt(_) => Event::Said,
        }
    }
}

/// What the worker has to say about the newest photo.
pub enum Event {
    /// The picture, no larger than is shown.
    Picture(Pixels),
    /// Its tiles.
    Read(Box<Reading>),
    /// What a camera sees.
    Seen(Box<Reading>),
    /// A camera's picture could not be read; the next may.
    Missed(Problem),
    /// What became of something that was to be kept, or a remark.
    Said(Problem),
    /// A photo of a set as understood.
    Page(Box<Page>),
    /// What became of learning.
    Learned(Result<Learned, Problem>),
    /// Nothing could be read.
    Failed(Problem),
}

/// The handle of the reading thread. Dropping it waits until what is to be kept
/// (a receipt, a correction, a lesson) has been written.
pub struct Worker {
    /// Nothing once it is dropped.
    jobs: Option<Sender<Job>>,
    events: Receiver<(u64, Event)>,
    ticket: u64,
    closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Its panics are contained; there is nobody to tell of another.
            let _ = thread.join();
        }
    }
}

impl Worker {
    /// Starts the thread. `make` builds the reader there, so that loading the
    /// models does not hold up the window; `wake` is called after each event.
    pub fn start<R, F, W>(make: F, wake: W) -> Worker
    where
        R: PhotoReader,
        F: FnOnce() -> R + Send + 'static,
        W: Fn() + Send + 'static,
    {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, events) = channel();
        let closing = Arc::new(AtomicBool::new(false));
        let closed = closing.clone();
        let thread = std::thread::spawn(move || {
            let mut reader = make();
            while let Ok(job) = inbox.recv() {
                let mut jobs = vec![job];
                while let Ok(newer) = inbox.try_recv() {
                    // Only the newest photo matters; what is to be kept is kept.
                    if !newer.task.stays() {
                        jobs.retain(|job: &Job| job.task.stays());
                    }
                    jobs.push(newer);
                }
                for job in jobs {
                    if closed.load(Ordering::Relaxed) && !job.task.stays() {
                        continue;
                    }
                    let ticket = job.ticket;
                    contained(&mut reader, job, |event| {
                        // Nobody listens any more once the window closes.
                        let _ = outbox.send((ticket, event));
                        wake();
                    });
                }
            }
        });
        Worker {
            jobs: Some(jobs),
            events,
            ticket: 0,
            closing,
            thread: Some(thread),
        }
    }

    /// Asks for a photo; what was asked before is forgotten.
    pub fn open(&mut self, source: Source, how: How) {
        self.ticket += 1;
        self.send(Task::Photo(source, how));
    }

    /// Has one more picture of a camera read.
    pub fn follow(&mut self, picture: Pixels, how: How, first: bool) {
        self.send(Task::Live {
            picture,
            how,
            first,
        });
    }

    /// Asks for a photo of a set in rows; what was asked before is forgotten.
    pub fn look(&mut self, source: Source, name: Option<String>) {
        self.ticket += 1;
        self.send(Task::Look(source, name));
    }

    /// Has what a photo of a set has taught stored.
    pub fn learn(&mut self, page: Page, name: String) {
        self.send(Task::Learn(Box::new(page), name));
    }

    /// Has a confirmed hand teach a profile.
    pub fn teach(&mut self, confirmed: Confirmed) {
        self.send(Task::Confirmed(confirmed));
    }

    /// Has a receipt written.
    pub fn write_receipt(&mut self, saving: Saving) {
        self.send(Task::Receipt(Box::new(saving)));
    }

    /// Keeps a photo as labels in a dataset.
    pub fn keep(&mut self, source: Source, labels: Vec<LabelledTile>, folder: PathBuf) {
        let keeping = Keeping {
            source,
            labels,
            folder,
        };
        self.send(Task::Keep(keeping));
    }

    fn send(&mut self, task: Task) {
        let ticket = self.ticket;
        let job = Job { ticket, task };
        // The thread lives as long as this does.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Forgets what is under way.
    pub fn forget(&mut self) {
        self.ticket += 1;
    }

    /// The next event about the newest photo.
    pub fn poll(&mut self) -> Option<Event> {
        while let Ok((ticket, event)) = self.events.try_recv() {
            // What became of something kept is said however late it comes.
            let late = matches!(event, Event::Said(_) | Event::Learned(_));
            if ticket == self.ticket || late {
                return Some(event);
            }
        }
        None
    }
}

/// Does one job; a panic in it is told like any other failure.
fn contained(reader: &mut impl PhotoReader, job: Job, mut send: impl FnMut(Event)) {
    let failed = job.task.failed();
    if frame::contain(|| work(reader, job, &mut send)).is_none() {
        send(failed(Problem::both(|lang| T::Broken.get(lang).to_owned())));
    }
}

fn work(reader: &mut impl PhotoReader, job: Job, mut send: impl FnMut(Event)) {
    match job.task {
        Task::Photo(source, how) => seen(reader, source, &mut send, |reader, picture| {
            let reading = reader.read(picture, &how)?;
            Ok(Event::Read(Box::new(reading)))
        }),
        Task::Look(source, name) => seen(reader, source, &mut send, |reader, picture| {
            let page = reader.look(picture, name.as_deref())?;
            Ok(Event::Page(Box::new(page)))
        }),
        Task::Keep(keeping) => send(Event::Said(keep(reader, keeping))),
        Task::Learn(page, name) => send(Event::Learned(reader.learn(&name, page.samples()))),
        Task::Confirmed(confirmed) => send(Event::Said(teach(reader, confirmed))),
        Task::Receipt(saving) => send(Event::Said(receipt::write(reader, *saving))),
        Task::Live {
            picture,
            how,
            first,
        } => send(match reader.follow(&picture, &how, first) {
            Ok(reading) => Event::Seen(Box::new(reading)),
            Err(problem) => Event::Missed(problem),
        }),
    }
    let remarks = reader.remarks();
    remarks.into_iter().map(Event::Said).for_each(send);
}

/// Decodes a photo, shows it, and does something with it.
fn seen<R: PhotoReader>(
    reader: &mut R,
    source: Source,
    send: &mut impl FnMut(Event),
    what: impl FnOnce(&mut R, &Pixels) -> Result<Event, Problem>,
) {
    let picture = match source {
        Source::Memory(pixels) => pixels,
        Source::File(path) => match reader.decode(&path) {
            Ok(image) => Pixels {
                name: file_name(&path),
                image: Arc::new(image),
            },
            Err(problem) => return send(Event::Failed(problem)),
        },
    };
    send(Event::Picture(shown(&picture)));
    send(what(reader, &picture).unwrap_or_else(Event::Failed));
}

/// The pixels of a photo at full size.
pub(super) fn pixels(
    reader: &mut impl PhotoReader,
    source: Source,
) -> Result<Arc<RgbImage>, Problem> {
    match source {
        Source::Memory(pixels) => Ok(pixels.image),
        Source::File(path) => reader.decode(&path).map(Arc::new),
    }
}

/// Has a confirmed hand teach a profile; says what it has learned, or why not.
fn teach(reader: &mut impl PhotoReader, confirmed: Confirmed) -> Problem {
    let image = match pixels(reader, confirmed.source) {
        Ok(image) => image,
        Err(problem) => return problem,
    };
    let faces = Sample::confirmed(&image, confirmed.tiles);
    match reader.learn(&confirmed.profile, faces) {
        Ok(learned) => Problem::both(|lang| learned_text(&learned, lang)),
        Err(problem) => problem,
    }
}

/// What was learned, for a person.
pub fn learned_text(learned: &Learned, lang: Lang) -> String {
    let [new, classes, crops] =
        [learned.new, learned.classes, learned.crops].map(|n| n.to_string());
    let values = [
        ("name", learned.name.as_str()),
        ("new", &new),
        ("classes", &classes),
        ("crops", &crops),
    ];
    T::TeachLearned.with(lang, &values)
}

/// Keeps a photo; says where, or why not.
fn keep(reader: &mut impl PhotoReader, keeping: Keeping) -> Problem {
    let image = match pixels(reader, keeping.source) {
        Ok(image) => image,
        Err(problem) => return problem,
    };
    match labels::keep(&keeping.folder, &image, keeping.labels) {
        Ok(_) => {
            let folder = keeping.folder.display().to_string();
            Problem::both(|lang| T::KeptIn.with(lang, &[("folder", &folder)]))
        }
        Err(error) => Problem::both(|lang| error.message(lang)),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// The picture at a size that every graphics card takes.
pub(super) fn shown(picture: &Pixels) -> Pixels {
    let (width, height) = picture.image.dimensions();
    if width.max(height) <= SHOWN_SIDE {
        return picture.clone();
    }
    let factor = f64::from(SHOWN_SIDE) / f64::from(width.max(height));
    let side = |n: u32| ((f64::from(n) * factor).round() as u32).max(1);
    Pixels {
        name: picture.name.clone(),
        image: Arc::new(image::imageops::thumbnail(
            picture.image.as_ref(),
            side(width),
            side(height),
        )),
    }
}
