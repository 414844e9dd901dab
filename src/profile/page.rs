//! One photo of a set in rows, as it was understood and as a person put it
//! right: what the command and the window learn from.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbImage;

use crate::detect::engine::EngineError;
use crate::detect::{Detection, Quad};
use crate::read::{self, Reader};
use crate::tile::Tile;

use super::kept::Sample;
use super::lesson::{self, Lesson, Order, OrderFault};
use super::{Known, Profile, TileSets};

/// Why a photo of a set gives no lesson.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The order said does not fit what is seen.
    #[error(transparent)]
    Order(#[from] OrderFault),
    /// The networks failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A photo of a set with every tile that was found on it.
#[derive(Clone, Debug)]
pub struct Page {
    image: Arc<RgbImage>,
    detections: Arc<[Detection]>,
    quads: Arc<[Quad]>,
    /// Which tile lies where.
    pub lesson: Lesson,
}

impl Page {
    /// Looks at a photo. What a profile knows already helps; `order` says what
    /// the rows are where the photo does not.
    ///
    /// # Errors
    /// When the networks fail, or `order` has other rows than the photo.
    pub fn look(
        image: Arc<RgbImage>,
        reader: &Reader,
        known: Option<&Profile>,
        order: Option<&Order>,
    ) -> Result<Page, LookError> {
        let mut detections = reader.detector().detect(&image)?.detections;
        if let Some(profile) = known {
            TileSets::Named(Known::of(profile)).join(&mut detections);
        }
        let lesson = lesson::lesson(&detections, order)?;
        Ok(Page {
            image,
            quads: read::upright(&detections).into(),
            detections: detections.into(),
            lesson,
        })
    }

    /// Width and height of the photo in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.image.dimensions()
    }

    /// The outline of a tile in pixels of the photo, from the tile's own top
    /// left clockwise.
    pub fn quad(&self, detection: usize) -> Quad {
        self.quads[detection]
    }

    /// What a tile looks like by itself, likeliest first, with probabilities.
    pub fn looks(&self, detection: usize) -> Vec<(Tile, f32)> {
        let shares = self.detections[detection].probabilities.iter().copied();
        let mut looks: Vec<(Tile, f32)> = Tile::all().zip(shares).collect();
        looks.sort_by(|a, b| b.1.total_cmp(&a.1));
        looks
    }

    /// A person names the tile at a place (row and column, from 0). The rest of
    /// the row is understood anew with it.
    pub fn name(&mut self, at: (usize, usize), tile: Tile) {
        self.lesson.name(at, tile, &self.detections);
    }

    /// A person takes what lies at a place for no tile of the set.
    pub fn leave_out(&mut self, at: (usize, usize)) {
        self.lesson.leave_out(at, &self.detections);
    }

    /// The faces to learn: every sure cell, cut out of the photo.
    pub fn samples(&self) -> Vec<Sample> {
        self.lesson.samples(&self.image, &self.quads)
    }
}

/// The faces that neither a profile (its crops by class) nor the sure cells of
/// these lessons show. The back is no face.
pub fn unseen<'a>(
    known: &BTreeMap<Tile, usize>,
    lessons: impl Iterator<Item = &'a Lesson> + Clone,
) -> Vec<Tile> {
    let shown = |tile: &Tile| {
        let mut cells = lessons.clone().flat_map(Lesson::cells);
        cells.any(|cell| cell.tile == *tile && cell.is_sure())
    };
    let faces = Tile::all().filter(|tile| *tile != Tile::BACK);
    faces
        .filter(|tile| !known.contains_key(tile) && !shown(tile))
        .collect()
}
