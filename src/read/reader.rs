//! The engine's front door: pictures in, readings out.

use std::path::PathBuf;

use crate::frame::Frame;

use super::{Reading, Wall};

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A folder with `locator.onnx`, `classifier.onnx` and `manifest.toml`
    /// instead of the models that are built in.
    pub model_dir: Option<PathBuf>,
    /// Threads for the networks; 0 = as many as there are cores.
    pub threads: usize,
    /// The wall that the hand was drawn from.
    pub wall: Wall,
}

/// Why nothing could be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The models cannot be used.
    #[error("not built yet")]
    NotBuilt,
}

/// Models and settings, ready to read any number of pictures from any thread.
pub struct Reader {
    _options: Options,
}

impl Reader {
    /// Loads the models.
    ///
    /// # Errors
    /// When a model is missing, damaged or of another kind.
    pub fn new(options: Options) -> Result<Reader, ReadError> {
        Ok(Reader { _options: options })
    }

    /// Reads one picture. A picture without tiles is a reading with a review,
    /// not an error.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn read(&self, _frame: &Frame) -> Result<Reading, ReadError> {
        Err(ReadError::NotBuilt)
    }
}
