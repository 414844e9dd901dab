//! Reading photos in a thread of its own: the window never waits.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use image::RgbImage;

use crate::app::keep::Keeping;
use crate::app::text::T;
use crate::labels::{self, LabelledTile};
use crate::lang::Lang;
use crate::read::Reading;

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
    /// The message in a language.
    pub fn message(&self, lang: Lang) -> &str {
        lang.pick(&self.ja, &self.en)
    }
}

/// What the worker uses; the window's tests put a fake here.
pub trait PhotoReader: Send {
    /// Decodes a file, upright.
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem>;
    /// Reads the tiles of a picture drawn from the wall of a rule set.
    fn read(&mut self, picture: &Pixels, rules: &str) -> Result<Reading, Problem>;
    /// Reads one more picture of a camera; `first` if what was seen before is
    /// another table's.
    fn follow(&mut self, picture: &Pixels, rules: &str, first: bool) -> Result<Reading, Problem>;
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
    rules: String,
}

enum Task {
    /// A photo.
    Photo(Source),
    /// A photo that is to be kept as labels.
    Keep(Keeping),
    /// A picture of a camera; `first` as in [`PhotoReader::follow`].
    Live { picture: Pixels, first: bool },
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
    Missed,
    /// What became of a photo that was to be kept.
    Kept(Problem),
    /// Nothing could be read.
    Failed(Problem),
}

/// The handle of the reading thread, which ends when this is dropped.
pub struct Worker {
    jobs: Sender<Job>,
    events: Receiver<(u64, Event)>,
    ticket: u64,
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
        std::thread::spawn(move || {
            let mut reader = make();
            while let Ok(job) = inbox.recv() {
                let mut jobs = vec![job];
                while let Ok(newer) = inbox.try_recv() {
                    // Only the newest photo matters; what is to be kept is kept.
                    jobs.retain(|job: &Job| matches!(job.task, Task::Keep(_)));
                    jobs.push(newer);
                }
                for job in jobs {
                    let ticket = job.ticket;
                    let result = work(&mut reader, job, |event| {
                        let sent = outbox.send((ticket, event)).is_ok();
                        wake();
                        sent
                    });
                    if !result {
                        return;
                    }
                }
            }
        });
        Worker {
            jobs,
            events,
            ticket: 0,
        }
    }

    /// Asks for a photo; what was asked before is forgotten.
    pub fn open(&mut self, source: Source, rules: &str) {
        self.ticket += 1;
        self.send(Task::Photo(source), rules);
    }

    /// Has one more picture of a camera read.
    pub fn follow(&mut self, picture: Pixels, rules: &str, first: bool) {
        self.send(Task::Live { picture, first }, rules);
    }

    /// Keeps a photo as labels in a dataset.
    pub fn keep(&mut self, source: Source, labels: Vec<LabelledTile>, folder: PathBuf) {
        let keeping = Keeping {
            source,
            labels,
            folder,
        };
        self.send(Task::Keep(keeping), "");
    }

    fn send(&mut self, task: Task, rules: &str) {
        let job = Job {
            ticket: self.ticket,
            task,
            rules: rules.to_owned(),
        };
        // A dead thread shows as a reading that never ends, so say it.
        if self.jobs.send(job).is_err() {
            eprintln!("karasu: the reading thread has ended");
        }
    }

    /// Forgets what is under way.
    pub fn forget(&mut self) {
        self.ticket += 1;
    }

    /// The next event about the newest photo.
    pub fn poll(&mut self) -> Option<Event> {
        while let Ok((ticket, event)) = self.events.try_recv() {
            // What became of a kept photo is said however late it comes.
            if ticket == self.ticket || matches!(event, Event::Kept(_)) {
                return Some(event);
            }
        }
        None
    }
}

/// Does one job; `false` when nobody listens any more.
fn work(reader: &mut impl PhotoReader, job: Job, mut send: impl FnMut(Event) -> bool) -> bool {
    let source = match job.task {
        Task::Photo(source) => source,
        Task::Keep(keeping) => return send(Event::Kept(keep(reader, keeping))),
        Task::Live { picture, first } => {
            return send(match reader.follow(&picture, &job.rules, first) {
                Ok(reading) => Event::Seen(Box::new(reading)),
                Err(_) => Event::Missed,
            });
        }
    };
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
    if !send(Event::Picture(shown(&picture))) {
        return false;
    }
    send(match reader.read(&picture, &job.rules) {
        Ok(reading) => Event::Read(Box::new(reading)),
        Err(problem) => Event::Failed(problem),
    })
}

/// Keeps a photo; says where, or why not.
fn keep(reader: &mut impl PhotoReader, keeping: Keeping) -> Problem {
    let image = match keeping.source {
        Source::Memory(pixels) => pixels.image,
        Source::File(path) => match reader.decode(&path) {
            Ok(image) => Arc::new(image),
            Err(problem) => return problem,
        },
    };
    let both = |words: &dyn Fn(Lang) -> String| Problem {
        ja: words(Lang::Ja),
        en: words(Lang::En),
    };
    match labels::keep(&keeping.folder, &image, keeping.labels) {
        Ok(_) => {
            let folder = keeping.folder.display().to_string();
            both(&|lang| T::KeptIn.with(lang, &[("folder", &folder)]))
        }
        Err(error) => both(&|lang| error.message(lang)),
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
