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

/// Longer sides of the locator's input in the first passes: at the smaller, a
/// few tiles that fill the picture look like tiles; at the larger, tiles on a
/// whole table do.
const FIRST_SIDES: [u32; 2] = [224, 448];
/// Tried when the first passes show nothing.
const LAST_SIDE: u32 = 1152;
/// What the median tile (root of its area) should measure at the locator.
const TILE_SIDE: f32 = 36.0;
/// Limits of the longer side in the second pass: below, nothing is learned;
/// above, 136 tiles would be smaller than a face can be read.
const SECOND_SIDES: (u32, u32) = (160, 1280);
/// A second pass that sees less than this share of what the first saw as tiles
/// was led astray.
const KEPT: f32 = 0.8;
/// A second pass within this factor of the first would see the same.
const SAME_SIDE: f32 = 1.15;
/// Heat from which the first pass counts tiles for the median.
const COUNTED: f32 = 0.35;
/// Heat below which nothing is looked at. What is weaker than a sure tile is
/// kept and flagged, never dropped in silence.
const WEAKEST: f32 = 0.2;
/// From this probability on, one look at a face is enough in haste.
const CLEAR: f32 = 0.99;
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
    /// How large the tiles are: where the camera's next picture is looked at first.
    pub scale: Option<Scale>,
    /// Finding.
    pub locate: Duration,
    /// Cutting and naming.
    pub classify: Duration,
}

/// The pass of the locator that saw the tiles of a picture best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Longer side of the locator's input in pixels.
    side: u32,
    /// See [`covered`].
    covered: f32,
}

/// What one look at the picture shows.
struct Pass {
    /// Longer side of the locator's input in pixels.
    side: u32,
    /// In pixels of the picture.
    found: Vec<Candidate>,
}

impl Pass {
    /// The side at which the median tile has the size that the locator sees
    /// best; `None` where that is about this one, or there are no tiles. `long`
    /// is the picture's longer side.
    fn better_side(&self, long: u32) -> Option<u32> {
        let tile = median_side(&self.found)?;
        let wanted = (TILE_SIDE / tile.max(1.0) * long as f32) as u32;
        let wanted = wanted.clamp(SECOND_SIDES.0, SECOND_SIDES.1);
        let ratio = wanted as f32 / self.side as f32;
        (!(1.0 / SAME_SIDE..SAME_SIDE).contains(&ratio)).then_some(wanted)
    }
}

impl Detector {
    /// Finds and names the tiles of a picture.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn detect(&self, image: &RgbImage) -> Result<Detected, EngineError> {
        self.detect_after(image, None)
    }

    /// The same in haste, for a camera's next picture: one look at the scale at
    /// which the picture before was seen is enough as long as it shows the table
    /// as well, and one look at a face that is clear.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn detect_after(
        &self,
        image: &RgbImage,
        before: Option<Scale>,
    ) -> Result<Detected, EngineError> {
        let start = Instant::now();
        let Pass { side, found } = self.find(image, before)?;
        let located = Instant::now();
        let detections = self.name(image, &found, before.is_some())?;
        let covered = covered(&found);
        let scale = (covered > 0.0).then_some(Scale { side, covered });
        Ok(Detected {
            detections,
            scale,
            locate: located - start,
            classify: located.elapsed(),
        })
    }

    /// Embeddings of upright crops, as [`cut`](crop::cut) makes them.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn embed(&self, crops: &[&RgbImage]) -> Result<Vec<Vec<f32>>, EngineError> {
        let faces = self.classifier.name(&planes(crops.iter().copied()))?;
        Ok(faces.into_iter().map(|face| face.embedding).collect())
    }

    /// Outlines in pixels of the picture, without duplicates, and the pass that
    /// saw them.
    fn find(&self, image: &RgbImage, before: Option<Scale>) -> Result<Pass, EngineError> {
        let original = image.dimensions();
        let long = original.0.max(original.1);
        // All passes are scaled from one reduced picture: reading twelve
        // megapixels once is enough.
        let reduced = (long > WORKING_SIDE).then(|| {
            let side = |n: u32| (n * WORKING_SIDE).div_ceil(long).max(1);
            picture::resize(image, side(original.0), side(original.1))
        });
        let image = reduced.as_ref().unwrap_or(image);
        let pass = |side: u32| -> Result<Pass, EngineError> {
            let planes = Planes::letterbox(image, original, side);
            let map = self.locator.locate(&planes)?;
            let [sx, sy] = planes.scale;
            let mut found = peaks(&map, WEAKEST);
            for candidate in &mut found {
                candidate.quad = candidate.quad.scaled(sx, sy);
            }
            let found = suppress(found);
            Ok(Pass { side, found })
        };
        if let Some(before) = before {
            let same = pass(before.side)?;
            let sees = covered(&same.found) >= KEPT * before.covered;
            if sees && same.better_side(long).is_none() && !same.found.is_empty() {
                return Ok(same);
            }
        }
        let [small, large] = FIRST_SIDES;
        let mut best = better(pass(small)?, pass(large)?);
        if median_side(&best.found).is_none() {
            best = pass(LAST_SIDE)?;
        }
        // Twice: the median of a pass at a wrong scale is only a hint.
        for _ in 0..2 {
            let Some(wanted) = best.better_side(long) else {
                break;
            };
            let next = pass(wanted)?;
            // The right scale sees the tiles best; if it sees less, the median
            // was no tile's.
            if covered(&next.found) < KEPT * covered(&best.found) {
                break;
            }
            best = next;
        }
        Ok(best)
    }

    /// Names what was found. Each crop is looked at twice, as cut and turned by
    /// half: together the two answers name more faces right than either
    /// (measured on sets that were not trained on: +1.3 and +3.3 points). In
    /// haste, only where the first look leaves a doubt.
    fn name(
        &self,
        image: &RgbImage,
        candidates: &[Candidate],
        haste: bool,
    ) -> Result<Vec<Detection>, EngineError> {
        let outlines: Vec<_> = candidates
            .iter()
            .map(|c| c.quad.starting_at(crop::start(&c.quad)))
            .collect();
        let crops: Vec<RgbImage> = outlines.par_iter().map(|q| crop::cut(image, q)).collect();
        let data = planes(crops.iter());
        let temperature = self.classifier.temperature();
        let cut = self.classifier.name(&data)?;
        let clear = |face: &Face| haste && is_clear(face, temperature);
        let again: Vec<usize> = (0..cut.len()).filter(|&i| !clear(&cut[i])).collect();
        let mut turned = vec![None; cut.len()];
        for (&i, face) in again.iter().zip(self.turned(&data, &again)?) {
            turned[i] = Some(face);
        }
        let looks = cut.into_iter().zip(turned);
        Ok(candidates
            .iter()
            .zip(outlines)
            .zip(looks)
            .map(|((candidate, outline), (cut, turned))| {
                let (face, turned_embedding, turn) = match turned {
                    Some(turned) => both_looks(&cut, &turned),
                    None => (cut, Vec::new(), 0),
                };
                Detection {
                    quad: outline.starting_at(turn),
                    found: candidate.found,
                    probabilities: softmax(&face.logits, temperature),
                    embedding: face.embedding,
                    turned_embedding,
                }
            })
            .collect())
    }

    /// The crops with these numbers, turned by half and looked at.
    fn turned(&self, data: &[f32], which: &[usize]) -> Result<Vec<Face>, EngineError> {
        let plane = crop::NUMBERS / 3;
        let mut turned = Vec::with_capacity(which.len() * crop::NUMBERS);
        for &i in which {
            let crop = &data[i * crop::NUMBERS..(i + 1) * crop::NUMBERS];
            for channel in crop.chunks_exact(plane) {
                turned.extend(channel.iter().rev());
            }
        }
        self.classifier.name(&turned)
    }
}

/// Crops as the classifier takes them, one after another.
fn planes<'a>(crops: impl ExactSizeIterator<Item = &'a RgbImage>) -> Vec<f32> {
    let mut data = Vec::with_capacity(crops.len() * crop::NUMBERS);
    for crop in crops {
        crop::append_planes(crop, &mut data);
    }
    data
}

/// Whether one look tells what a crop shows, and that it stands upright.
fn is_clear(face: &Face, temperature: f32) -> bool {
    let upright = face.turn[1..].iter().all(|&turn| turn < face.turn[0]);
    let sure = |p: &f32| *p >= CLEAR;
    upright && softmax(&face.logits, temperature).iter().any(sure)
}

/// Two looks at a face, the second turned by half, as one: the mean of the
/// logits and the embedding of the look that shows the tile the right way up,
/// then the embedding of the other look, then the corner of the outline that is
/// most likely the tile's own top left.
fn both_looks(cut: &Face, turned: &Face) -> (Face, Vec<f32>, usize) {
    let mean = |a: &[f32], b: &[f32]| -> Vec<f32> {
        a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect()
    };
    // Corner k of the crop is corner k + 2 of the turned one.
    let turn: [f32; 4] = std::array::from_fn(|k| (cut.turn[k] + turned.turn[(k + 2) % 4]) / 2.0);
    let corner = (0..4)
        .max_by(|&a, &b| turn[a].total_cmp(&turn[b]))
        .unwrap_or(0);
    let (upright, other) = match corner {
        2 => (turned, cut),
        _ => (cut, turned),
    };
    let face = Face {
        logits: mean(&cut.logits, &turned.logits),
        turn,
        embedding: upright.embedding.clone(),
    };
    (face, other.embedding.clone(), corner)
}

/// The pass that sees more of the picture as tiles.
fn better(a: Pass, b: Pass) -> Pass {
    if covered(&b.found) > covered(&a.found) {
        b
    } else {
        a
    }
}

/// The area that is believed to be tiles, by heat. Marks on a large face that
/// pass for small tiles cover little of it; a single huge outline counts as a
/// few tiles at most.
fn covered(found: &[Candidate]) -> f32 {
    let Some(side) = median_side(found) else {
        return 0.0;
    };
    let most = 4.0 * side * side;
    found
        .iter()
        .filter(|c| c.found >= COUNTED)
        .map(|c| c.found * c.found * c.quad.area().min(most))
        .sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::{CLASSES, EMBEDDING};

    fn face(logit: f32, turn: [f32; 4]) -> Face {
        let mut logits = vec![0.0; CLASSES];
        logits[3] = logit;
        Face {
            logits,
            turn,
            embedding: vec![0.0; EMBEDDING],
        }
    }

    #[test]
    fn only_what_is_sure_and_upright_is_clear_at_once() {
        let upright = [2.0, 0.0, 1.0, 0.0];
        assert!(is_clear(&face(12.0, upright), 1.0));
        assert!(!is_clear(&face(7.0, upright), 1.0), "46 in e^7");
        assert!(!is_clear(&face(12.0, upright), 2.0), "a warm softmax");
        assert!(
            !is_clear(&face(12.0, [1.0, 0.0, 2.0, 0.0]), 1.0),
            "upside down"
        );
        assert!(!is_clear(&face(12.0, [1.0; 4]), 1.0), "open which way");
        assert!(!is_clear(&face(f32::NAN, upright), 1.0));
    }
}
