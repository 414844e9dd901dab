//! A stream of pictures: a camera, or stills replayed as one.
//!
//! [`Live`] runs a source in its own thread and keeps only the newest frame,
//! so a slow reader never falls behind and a blocked device never blocks the
//! window.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::Frame;
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

/// Stills replayed as if a camera gave them, one every `interval`.
pub struct Replay {
    paths: std::vec::IntoIter<PathBuf>,
    interval: Duration,
}

impl Replay {
    /// Replays the files in the order given.
    pub fn new(paths: Vec<PathBuf>, interval: Duration) -> Replay {
        Replay {
            paths: paths.into_iter(),
            interval,
        }
    }
}

impl FrameSource for Replay {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        let path = self.paths.next().ok_or(SourceError::Ended)?;
        std::thread::sleep(self.interval);
        super::open(&path).map_err(|error| SourceError::BadFrame(error.to_string()))
    }
}

/// The newest word of a source.
#[derive(Clone, Debug, Default)]
pub struct Newest {
    /// The newest picture, if there was any.
    pub frame: Option<Arc<Frame>>,
    /// Number of pictures so far; a reader compares it to see a new one.
    pub count: u64,
    /// The newest fault, cleared by the next good picture.
    pub fault: Option<SourceError>,
}

/// A source running in its own thread.
pub struct Live {
    newest: Arc<Mutex<Newest>>,
    stop: Arc<AtomicBool>,
    /// Detached when dropped: the thread may hang inside a driver, and the
    /// window must not hang with it.
    _thread: JoinHandle<()>,
}

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
        let newest = Arc::new(Mutex::new(Newest::default()));
        let stop = Arc::new(AtomicBool::new(false));
        let (slot, stopped) = (Arc::clone(&newest), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let put = |result: Result<Frame, SourceError>| {
                let mut newest = slot.lock().unwrap_or_else(PoisonError::into_inner);
                match result {
                    Ok(frame) => {
                        newest.frame = Some(Arc::new(frame));
                        newest.count += 1;
                        newest.fault = None;
                    }
                    Err(fault) => newest.fault = Some(fault),
                }
                drop(newest);
                woken();
            };
            let mut source = match open() {
                Ok(source) => source,
                Err(fault) => return put(Err(fault)),
            };
            while !stopped.load(Ordering::Relaxed) {
                let result = source.next_frame();
                let over = result.as_ref().is_err_and(|fault| !fault.is_passing());
                put(result);
                if over {
                    return;
                }
            }
        });
        Live {
            newest,
            stop,
            _thread: thread,
        }
    }

    /// The newest picture and fault.
    pub fn newest(&self) -> Newest {
        self.newest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
