//! A stream of pictures: a camera, or stills replayed as one.
//!
//! [`Live`] runs a source in its own thread and keeps only the newest frame,
//! so a slow reader never falls behind and a blocked device never blocks the
//! window.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Frame;
use super::cause::Cause;
use crate::lang::Lang;

/// Why a source gives no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no such camera (any more).
    #[error("there is no camera {0}")]
    Absent(String),
    /// Another program has the camera.
    #[error("camera {0} is in use by another program")]
    Busy(String),
    /// The user may not open the camera.
    #[error("no permission to open camera {0}")]
    NoPermission(String),
    /// A broken or unsupported frame; the next one may be fine.
    #[error("a frame could not be decoded: {0}")]
    BadFrame(String),
    /// Nobody answers at this address.
    #[error("no pictures from {address}: {cause}")]
    Unreachable {
        /// The address as it was entered.
        address: String,
        /// What stands in the way.
        cause: Cause,
    },
    /// A folder without photos, to be replayed.
    #[error("no photos in {0}")]
    NoPhotos(String),
    /// Nothing has come for some time.
    #[error("{0} sends no pictures any more")]
    Stalled(String),
    /// Anything else the driver says.
    #[error("camera {name}: {cause}")]
    Other {
        /// Which camera.
        name: String,
        /// The driver's words.
        cause: String,
    },
    /// The source has no more pictures.
    #[error("the recording has ended")]
    Ended,
}

impl SourceError {
    /// What to do about it, for a person.
    pub fn advice(&self, lang: Lang) -> String {
        let (ja, en): (&str, &str) = match self {
            SourceError::Absent(_) => (
                "カメラが見つかりません。つなぎ直すか、`karasu cameras` で確かめてください",
                "camera not found: plug it in again, or look with `karasu cameras`",
            ),
            SourceError::Busy(_) => (
                "ほかのプログラムがカメラを使っています。閉じてからもう一度選んでください",
                "another program uses the camera: close it, then choose the camera again",
            ),
            SourceError::NoPermission(_) => (
                "カメラを開く権限がありません。利用者を video グループに加えて入り直してください",
                "no permission for the camera: add your user to the group `video` and log in again",
            ),
            SourceError::BadFrame(_) => (
                "画像が壊れて届きました。続くなら解像度を変えるか、ケーブルを確かめてください",
                "a broken picture arrived: if it goes on, change the resolution or check the cable",
            ),
            SourceError::Unreachable { address, cause } => {
                let cause = cause.message(lang);
                return match lang {
                    Lang::Ja => format!(
                        "{address} から画像が来ません ({cause})。電話のアプリが動いているか、同じ Wi-Fi か、アドレスを確かめてください"
                    ),
                    Lang::En => format!(
                        "no pictures from {address} ({cause}): check that the phone's app is running, that both are on the same Wi-Fi, and the address"
                    ),
                };
            }
            SourceError::NoPhotos(folder) => {
                return match lang {
                    Lang::Ja => {
                        format!("{folder} に写真がありません。別のフォルダを選んでください")
                    }
                    Lang::En => format!("{folder} holds no photos: choose another folder"),
                };
            }
            SourceError::Stalled(_) => (
                "カメラから画像が来なくなりました。つなぎ直しています…",
                "the camera sends no pictures any more: connecting again…",
            ),
            SourceError::Other { cause, .. } => {
                return match lang {
                    Lang::Ja => format!("カメラの不具合です ({cause})。つなぎ直してください"),
                    Lang::En => format!("camera fault ({cause}): plug it in again"),
                };
            }
            SourceError::Ended => ("画像はこれで終わりです", "there are no more pictures"),
        };
        lang.pick(ja, en).to_owned()
    }

    /// Whether waiting for the next frame makes sense.
    pub fn is_passing(&self) -> bool {
        matches!(self, SourceError::BadFrame(_))
    }
}

/// Gives one picture after another. `next_frame` may block.
pub trait FrameSource {
    /// The next picture.
    fn next_frame(&mut self) -> Result<Frame, SourceError>;
}

impl<S: FrameSource + ?Sized> FrameSource for Box<S> {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        (**self).next_frame()
    }
}

/// A source whose pictures come mirrored (some webcams do that): they are
/// turned back, since a mirrored face is no tile.
pub struct Mirrored<S>(pub S);

impl<S: FrameSource> FrameSource for Mirrored<S> {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        let mut frame = self.0.next_frame()?;
        image::imageops::flip_horizontal_in_place(Arc::make_mut(&mut frame.image));
        Ok(frame)
    }
}

/// Stills replayed as if a camera gave them, one every `interval`.
pub struct Replay {
    paths: Vec<PathBuf>,
    next: usize,
    again: bool,
    interval: Duration,
}

impl Replay {
    /// Replays the files in the order given, once.
    pub fn new(paths: Vec<PathBuf>, interval: Duration) -> Replay {
        Replay {
            paths,
            next: 0,
            again: false,
            interval,
        }
    }

    /// Replays the photos of a folder in the order of their names, over and
    /// over.
    ///
    /// # Errors
    /// [`SourceError::NoPhotos`] if it cannot be read or holds none.
    pub fn folder(folder: &Path, interval: Duration) -> Result<Replay, SourceError> {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| super::is_photo(path))
            .collect();
        paths.sort();
        if paths.is_empty() {
            return Err(SourceError::NoPhotos(folder.display().to_string()));
        }
        Ok(Replay {
            again: true,
            ..Replay::new(paths, interval)
        })
    }
}

impl FrameSource for Replay {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        if self.again && self.next >= self.paths.len() {
            self.next = 0;
        }
        let path = self.paths.get(self.next).ok_or(SourceError::Ended)?;
        self.next += 1;
        std::thread::sleep(self.interval);
        super::open(path).map_err(|error| SourceError::BadFrame(error.to_string()))
    }
}

/// The newest word of a source.
#[derive(Clone, Debug, Default)]
pub struct Newest {
    /// The newest picture, if there was any.
    pub frame: Option<Arc<Frame>>,
    /// When it came.
    pub at: Option<Instant>,
    /// Number of pictures so far; a reader compares it to see a new one.
    pub count: u64,
    /// The newest fault, cleared by the next good picture.
    pub fault: Option<SourceError>,
}

/// A source running in its own thread.
pub struct Live {
    newest: Arc<Mutex<Newest>>,
    stop: Arc<AtomicBool>,
    started: Instant,
    /// Detached when dropped: the thread may hang inside a driver, and the
    /// window must not hang with it.
    _thread: JoinHandle<()>,
}

/// How often a stopped thread looks up from a pause.
const NAP: Duration = Duration::from_millis(50);

impl Live {
    /// Opens a source by `open`, inside the new thread (drivers want to be
    /// used in the thread that opened them), and reads it until it ends or
    /// fails for good. `woken` is called after every change.
    pub fn start<S, O, W>(open: O, woken: W) -> Live
    where
        S: FrameSource,
        O: FnOnce() -> Result<S, SourceError> + Send + 'static,
        W: Fn() + Send + 'static,
    {
        Live::spawn(woken, |thread| thread.run(open()))
    }

    /// As [`Live::start`], but opens the source again after a failure, `pause`
    /// later, over and over: a cable that was pulled is put back. Only a source
    /// that has ended is not opened again.
    pub fn keep<S, O, W>(mut open: O, pause: Duration, woken: W) -> Live
    where
        S: FrameSource,
        O: FnMut() -> Result<S, SourceError> + Send + 'static,
        W: Fn() + Send + 'static,
    {
        Live::spawn(woken, move |thread| {
            while !thread.stopped() {
                thread.run(open());
                if thread.has_ended() {
                    return;
                }
                let until = Instant::now() + pause;
                while Instant::now() < until && !thread.stopped() {
                    std::thread::sleep(NAP.min(pause));
                }
            }
        })
    }

    fn spawn<W, F>(woken: W, work: F) -> Live
    where
        W: Fn() + Send + 'static,
        F: FnOnce(&Thread<W>) + Send + 'static,
    {
        let newest = Arc::new(Mutex::new(Newest::default()));
        let stop = Arc::new(AtomicBool::new(false));
        let own = Thread {
            newest: Arc::clone(&newest),
            stop: Arc::clone(&stop),
            woken,
        };
        Live {
            newest,
            stop,
            started: Instant::now(),
            _thread: std::thread::spawn(move || work(&own)),
        }
    }

    /// The newest picture and fault.
    pub fn newest(&self) -> Newest {
        locked(&self.newest).clone()
    }

    /// For how long nothing has come; since the start if nothing ever came.
    pub fn silence(&self) -> Duration {
        locked(&self.newest).at.unwrap_or(self.started).elapsed()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn locked(slot: &Mutex<Newest>) -> MutexGuard<'_, Newest> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the source's own thread holds.
struct Thread<W> {
    newest: Arc<Mutex<Newest>>,
    stop: Arc<AtomicBool>,
    woken: W,
}

impl<W: Fn()> Thread<W> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn has_ended(&self) -> bool {
        locked(&self.newest).fault == Some(SourceError::Ended)
    }

    /// Reads an opened source until it fails for good or is not wanted.
    fn run<S: FrameSource>(&self, opened: Result<S, SourceError>) {
        let mut source = match opened {
            Ok(source) => source,
            Err(fault) => return self.put(Err(fault)),
        };
        while !self.stopped() {
            let result = source.next_frame();
            let over = result.as_ref().is_err_and(|fault| !fault.is_passing());
            self.put(result);
            if over {
                return;
            }
        }
    }

    fn put(&self, result: Result<Frame, SourceError>) {
        // Nobody looks any more: a late answer wakes nothing.
        if self.stopped() {
            return;
        }
        let mut newest = locked(&self.newest);
        match result {
            Ok(frame) => {
                newest.frame = Some(Arc::new(frame));
                newest.at = Some(Instant::now());
                newest.count += 1;
                newest.fault = None;
            }
            Err(fault) => newest.fault = Some(fault),
        }
        drop(newest);
        (self.woken)();
    }
}
