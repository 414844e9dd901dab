//! ONNX models: locating tiles, rectifying crops, naming faces.

mod classifier;
mod crop;
mod detector;
pub mod engine;
mod locator;
mod models;
mod peaks;
mod picture;
mod quad;

pub use classifier::{Classifier, EMBEDDING, Face};
pub use crop::{HEIGHT as CROP_HEIGHT, WIDTH as CROP_WIDTH, cut, start as crop_start};
pub use detector::{Detected, Detector, Scale};
pub use locator::{CHANNELS, Locator, Map};
pub(crate) use models::hex;
pub use models::{Kind, ModelError, ModelInfo, Models, check, sha256};
pub use peaks::{Candidate, suppress};
pub use picture::Planes;
pub use quad::Quad;

use crate::tile::Tile;

/// Classes a classifier tells apart: the 46 tiles and "not a tile".
pub const CLASSES: usize = Tile::COUNT + 1;

/// One tile as the models see it, before any reading.
#[derive(Clone, Debug)]
pub struct Detection {
    /// Corners in image pixels, clockwise from the tile's own top left.
    pub quad: Quad,
    /// The locator's confidence that a tile is here, `0..=1`.
    pub found: f32,
    /// Calibrated probabilities of the 46 classes in class order, then of "not
    /// a tile"; [`CLASSES`] numbers that add up to 1.
    pub probabilities: Vec<f32>,
    /// Unnormalised face embedding (128 numbers), for tile-set profiles.
    pub embedding: Vec<f32>,
    /// The same of the face turned by half: which way is up is a guess.
    pub turned_embedding: Vec<f32>,
}

impl Detection {
    /// The most likely tile and its probability.
    pub fn best(&self) -> (Tile, f32) {
        let mut best = (Tile::BACK, f32::MIN);
        for (tile, &p) in Tile::all().zip(&self.probabilities) {
            if p > best.1 {
                best = (tile, p);
            }
        }
        best
    }

    /// The probability that this is no tile at all.
    pub fn not_a_tile(&self) -> f32 {
        self.probabilities.get(Tile::COUNT).copied().unwrap_or(0.0)
    }
}
