//! The first network: where tiles are.

use std::sync::{Mutex, PoisonError};

use ort::session::Session;
use ort::value::TensorRef;

use super::engine::EngineError;
use super::picture::Planes;

/// Channels of the map: the heat's logit, and eight numbers for the outline.
pub const CHANNELS: usize = 9;

/// The locator's answer: one cell per 8 × 8 pixels of its input.
#[derive(Clone, Debug)]
pub struct Map {
    /// Cells across.
    pub width: usize,
    /// Cells down.
    pub height: usize,
    data: Vec<f32>,
}

impl Map {
    /// A map from its numbers, channel by channel, each row by row (CHW);
    /// `None` when their count is not [`CHANNELS`] × `height` × `width`.
    pub fn new(width: usize, height: usize, data: Vec<f32>) -> Option<Map> {
        (data.len() == CHANNELS * width * height).then_some(Map {
            width,
            height,
            data,
        })
    }

    /// One channel, row by row.
    pub fn channel(&self, c: usize) -> &[f32] {
        let cells = self.width * self.height;
        &self.data[c * cells..(c + 1) * cells]
    }
}

/// Finds tiles in a picture. A trait so that tests run everything behind it on
/// a made-up map, without weights.
pub trait Locator: Send + Sync {
    /// The map of a picture; both of its sides are an eighth of the picture's.
    ///
    /// # Errors
    /// When the engine fails.
    fn locate(&self, picture: &Planes) -> Result<Map, EngineError>;
}

/// A locator in ONNX: `image` (1 × 3 × H × W) → `map` (1 × 9 × H/8 × W/8).
pub(super) struct OnnxLocator(Mutex<Session>);

impl OnnxLocator {
    pub(super) fn new(session: Session) -> OnnxLocator {
        OnnxLocator(Mutex::new(session))
    }
}

impl Locator for OnnxLocator {
    fn locate(&self, picture: &Planes) -> Result<Map, EngineError> {
        let shape = [1, 3, picture.height, picture.width];
        let input = TensorRef::from_array_view((shape, picture.data.as_slice()))?;
        let mut session = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(ort::inputs!["image" => input])?;
        let map = outputs
            .get("map")
            .ok_or_else(|| EngineError("the locator has no output \"map\"".to_owned()))?;
        let (shape, data) = map.try_extract_tensor::<f32>()?;
        let (width, height) = (picture.width / 8, picture.height / 8);
        let expected = [1, CHANNELS as i64, height as i64, width as i64];
        if shape[..] != expected {
            return Err(EngineError(format!(
                "the locator's map has shape {shape:?}, expected {expected:?}"
            )));
        }
        Map::new(width, height, data.to_vec())
            .ok_or_else(|| EngineError("the locator's map is incomplete".to_owned()))
    }
}
