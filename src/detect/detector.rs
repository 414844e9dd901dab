//! Both networks chained: picture in, named outlines out.

use std::time::{Duration, Instant};

use image::RgbImage;
use rayon::prelude::*;

use super::classifier::{Classifier, Face, softmax};
use super::engine::EngineError;
use super::locator::Locator;
use super::peaks::{Candidate, peaks, suppress};
use super::picture::{self, Planes};
use super::{Detection, crop};

/// Longer side of the locator's input in the first pass.
const FIRST_SIDE: u32 = 640;
/// A second look at a size where small or huge tiles may show, when the first
/// shows none.
const OTHER_SIDES: [u32; 2] = [1152, 320];
/// What the median tile (root of its area) should measure at the locator.
const TILE_SIDE: f32 = 36.0;
/// Limits of the longer side in the second pass: below, nothing is learned;
/// above, 136 tiles would be smaller than a face can be read.
const SECOND_SIDES: (u32, u32) = (256, 1280);
/// A second pass within this factor of the first would see the same.
const SAME_SIDE: f32 = 1.15;
/// Heat from which the first pass counts tiles for the median.
const COUNTED: f32 = 0.35;
/// Heat below which nothing is looked at. What is weaker than a sure tile is
/// kept and flagged, never dropped in silence.
const WEAKEST: f32 = 0.2;
/// Longer side of the reduced picture from which both passes are made.
const WORKING_SIDE: u32 = 2 * SECOND_SIDES.1;

/// The two networks.
pub struct Detector {
    /// Finds tiles.
    pub locator: Box<dyn Locator>,
    /// Names faces.
    pub classifier: Box<dyn Classifier>,
}

/// What a picture shows, and how long each network took.
#[derive(Clone, Debug, Default)]
pub struct Detected {
    /// In order of the locator's confidence.
    pub detections: Vec<Detection>,
    /// Finding.
    pub locate: Duration,
    /// Cutting and naming.
    pub classify: Duration,
}

impl Detector {
    /// Finds and names the tiles of a picture.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn detect(&self, image: &RgbImage) -> Result<Detected, EngineError> {
        let start = Instant::now();
        let candidates = self.find(image)?;
        let located = Instant::now();
        let detections = self.name(image, &candidates)?;
        Ok(Detected {
            detections,
            locate: located - start,
            classify: located.elapsed(),
        })
    }

    /// Outlines in pixels of the picture, without duplicates.
    fn find(&self, image: &RgbImage) -> Result<Vec<Candidate>, EngineError> {
        let original = image.dimensions();
        let long = original.0.max(original.1);
        // Both passes are scaled from one reduced picture: reading twelve
        // megapixels once is enough.
        let reduced = (long > WORKING_SIDE).then(|| {
            let side = |n: u32| (n * WORKING_SIDE).div_ceil(long).max(1);
            picture::resize(image, side(original.0), side(original.1))
        });
        let image = reduced.as_ref().unwrap_or(image);
        let pass = |side: u32| -> Result<Vec<Candidate>, EngineError> {
            let planes = Planes::letterbox(image, original, side);
            let map = self.locator.locate(&planes)?;
            let [sx, sy] = planes.scale;
            let mut found = peaks(&map, WEAKEST);
            for candidate in &mut found {
                candidate.quad = candidate.quad.scaled(sx, sy);
            }
            Ok(suppress(found))
        };
        let mut side = FIRST_SIDE;
        let mut found = pass(side)?;
        for other in OTHER_SIDES {
            if median_side(&found).is_some() {
                break;
            }
            side = other;
            found = pass(side)?;
        }
        let Some(tile) = median_side(&found) else {
            return Ok(found);
        };
        let wanted = TILE_SIDE / tile.max(1.0) * long as f32;
        let wanted = (wanted as u32).clamp(SECOND_SIDES.0, SECOND_SIDES.1);
        let ratio = wanted as f32 / side as f32;
        if (1.0 / SAME_SIDE..SAME_SIDE).contains(&ratio) {
            return Ok(found);
        }
        let second = pass(wanted)?;
        // A second pass that loses the tiles was led astray by the first.
        Ok(if strong(&second) * 2 >= strong(&found) {
            second
        } else {
            found
        })
    }

    fn name(
        &self,
        image: &RgbImage,
        candidates: &[Candidate],
    ) -> Result<Vec<Detection>, EngineError> {
        let outlines: Vec<_> = candidates
            .iter()
            .map(|c| c.quad.starting_at(crop::start(&c.quad)))
            .collect();
        let crops: Vec<RgbImage> = outlines.par_iter().map(|q| crop::cut(image, q)).collect();
        let mut data = Vec::with_capacity(crops.len() * crop::NUMBERS);
        for crop in &crops {
            crop::append_planes(crop, &mut data);
        }
        let faces = self.classifier.name(&data)?;
        let temperature = self.classifier.temperature();
        Ok(candidates
            .iter()
            .zip(outlines)
            .zip(faces)
            .map(|((candidate, outline), face)| Detection {
                quad: outline.starting_at(best_turn(&face)),
                found: candidate.found,
                probabilities: softmax(&face.logits, temperature),
                embedding: face.embedding,
            })
            .collect())
    }
}

fn strong(found: &[Candidate]) -> usize {
    found.iter().filter(|c| c.found >= COUNTED).count()
}

/// Root of the median area of the tiles that are likely; `None` without any.
fn median_side(found: &[Candidate]) -> Option<f32> {
    let mut areas: Vec<f32> = found
        .iter()
        .filter(|c| c.found >= COUNTED)
        .map(|c| c.quad.area())
        .collect();
    if areas.is_empty() {
        return None;
    }
    let middle = areas.len() / 2;
    let (_, median, _) = areas.select_nth_unstable_by(middle, f32::total_cmp);
    Some(median.sqrt())
}

/// The corner that is most likely the tile's own top left.
fn best_turn(face: &Face) -> usize {
    let turns = face.turn.iter().enumerate();
    turns
        .max_by(|a, b| a.1.total_cmp(b.1))
        .map_or(0, |(corner, _)| corner)
}
