//! Labelled synthetic scenes: procedural faces, tables, light, lens.
//!
//! A scene is a pure function of (seed, index) and of the typefaces and
//! drawings at hand; threads only decide when it is made.

pub mod art;
pub mod crop;
mod ground;
pub mod kit;
pub mod layout;
pub mod light;
pub mod material;
pub mod math;
pub mod photo;
mod print;
mod props;
pub mod scene;
mod scratch;
mod shadow;
pub mod solid;
pub mod surface;
pub mod texture;
mod things;
pub mod trace;

mod crops;
mod dataset;
mod demo;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;

pub use crops::{CropJob, CropStats, render_crops};
pub use dataset::{DatasetStats, SceneJob, render_dataset, shoot};
pub use demo::demo;
pub use rows::rows;
pub use scene::Studio;
pub use sheet::{face_sheet, scene_sheet};

use std::path::PathBuf;

use math::P2;

use crate::tile::Tile;
use layout::{Pose, Zone};

/// A labelled tile of a rendered scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Its class as it is seen: a face-down tile is `0z`.
    pub tile: Tile,
    /// Corners clockwise from the tile's own top left, in pixels.
    pub quad: [P2; 4],
    /// Share of it that is in the picture and not hidden, 0 to 1.
    pub visibility: f32,
    /// What it is part of.
    pub zone: Zone,
    /// Row within the zone.
    pub row: u16,
    /// Place in the row.
    pub index: u16,
    /// How it lies.
    pub pose: Pose,
}

/// A developed picture with its labels.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// RGB bytes.
    pub rgb: Vec<u8>,
    /// The picture as JPEG, if it was compressed.
    pub jpeg: Option<Vec<u8>>,
    /// Every tile that shows a side well enough, whatever hides it.
    pub labels: Vec<Label>,
    /// Quads of places and things that are no tiles but may look like some.
    pub holes: Vec<[P2; 4]>,
}

/// What can go wrong while a dataset is written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// Nothing was asked for.
    #[error("count is 0: nothing to render (give --count or --crops at least 1)")]
    Nothing,
    /// A picture size that makes no sense.
    #[error("picture size {0}x{1} is out of range (64 to 4096 pixels each way)")]
    Size(usize, usize),
    /// A file or folder that cannot be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A picture that could not be encoded.
    #[error("cannot encode a picture: {0}")]
    Encode(#[from] image::ImageError),
}

impl RenderError {
    /// For `map_err` on a path.
    fn write(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> RenderError {
        let path = path.to_owned();
        move |source| RenderError::Write { path, source }
    }
}

/// Refuses picture sizes that are of no use or would take all memory.
fn check_size([w, h]: [usize; 2]) -> Result<(), RenderError> {
    let usable = |side| (64..=4096).contains(&side);
    match usable(w) && usable(h) {
        true => Ok(()),
        false => Err(RenderError::Size(w, h)),
    }
}
