//! One set's crops with what the classifier makes of them.

use std::collections::BTreeMap;
use std::time::SystemTime;

use image::RgbImage;

use crate::detect::engine::EngineError;
use crate::detect::{CROP_HEIGHT, CROP_WIDTH, Detector, Quad, cut};
use crate::tile::Tile;

use super::shelf::check_name;
use super::{ProfileError, Prototypes};

/// Crops kept of a class, at most: more than ten add nothing
/// (recognition.md). The oldest go first.
pub(super) const MOST: usize = 12;

/// One face to learn: an upright crop and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The class.
    pub tile: Tile,
    /// The crop, [`CROP_WIDTH`] × [`CROP_HEIGHT`] pixels.
    pub crop: RgbImage,
}

impl Sample {
    /// Cuts a tile out of its picture. `quad` starts at the tile's own top left.
    pub fn cut(image: &RgbImage, quad: &Quad, tile: Tile) -> Sample {
        let crop = cut(image, quad);
        Sample { tile, crop }
    }

    /// The tiles of a picture that a person has confirmed, each with its
    /// outline: how a profile learns from a corrected reading. Only to be
    /// called where the person has agreed to it.
    pub fn confirmed(
        image: &RgbImage,
        tiles: impl IntoIterator<Item = (Tile, Quad)>,
    ) -> Vec<Sample> {
        let tiles = tiles.into_iter();
        tiles
            .map(|(tile, quad)| Sample::cut(image, &quad, tile))
            .collect()
    }

    fn is_usable(&self) -> bool {
        self.crop.dimensions() == (CROP_WIDTH, CROP_HEIGHT)
    }
}

/// A crop with its embedding.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub sample: Sample,
    pub embedding: Vec<f32>,
}

/// What is known of one set.
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) name: String,
    pub(super) created: String,
    /// SHA-256 of the classifier that made the embeddings.
    pub(super) model: String,
    pub(super) kept: Vec<Kept>,
}

impl Profile {
    /// A profile that knows nothing yet, for the classifier of this sum.
    ///
    /// # Errors
    /// When no profile can have this name.
    pub fn new(name: &str, model: &str) -> Result<Profile, ProfileError> {
        Ok(Profile {
            name: check_name(name)?.to_owned(),
            created: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            model: model.to_owned(),
            kept: Vec::new(),
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// When it was first learned, RFC 3339, UTC.
    pub fn created(&self) -> &str {
        &self.created
    }

    /// SHA-256 of the classifier that its embeddings come from.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// How many crops there are of each class that has any.
    pub fn classes(&self) -> BTreeMap<Tile, usize> {
        let mut classes = BTreeMap::new();
        for kept in &self.kept {
            *classes.entry(kept.sample.tile).or_default() += 1;
        }
        classes
    }

    /// Learns faces. Of each class the latest twelve are kept; a crop that is
    /// known already, or of another size than crops have, is passed over; one
    /// that is known by another name gets the new one, for a person may confirm
    /// a hand again after putting it right. Says how many were new.
    ///
    /// # Errors
    /// When the engine fails; then nothing was learned.
    pub fn learn(
        &mut self,
        samples: Vec<Sample>,
        detector: &Detector,
    ) -> Result<usize, EngineError> {
        let mut new: Vec<Sample> = Vec::with_capacity(samples.len());
        for sample in samples {
            let known = new.contains(&sample) || self.kept.iter().any(|kept| kept.sample == sample);
            if sample.is_usable() && !known {
                new.push(sample);
            }
        }
        let count = new.len();
        let embeddings = embed(&new, detector)?;
        self.kept
            .retain(|kept| !new.iter().any(|sample| sample.crop == kept.sample.crop));
        let kept = new.into_iter().zip(embeddings);
        self.kept
            .extend(kept.map(|(sample, embedding)| Kept { sample, embedding }));
        for tile in Tile::all() {
            let of_class = |kept: &Kept| kept.sample.tile == tile;
            let mut surplus = self
                .kept
                .iter()
                .filter(|k| of_class(k))
                .count()
                .saturating_sub(MOST);
            self.kept.retain(|kept| {
                let goes = surplus > 0 && of_class(kept);
                surplus -= usize::from(goes);
                !goes
            });
        }
        Ok(count)
    }

    /// Makes the embeddings anew from the kept crops if another classifier made
    /// them; says whether it was so.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn fit_to(&mut self, detector: &Detector, model: &str) -> Result<bool, EngineError> {
        if self.model == model {
            return Ok(false);
        }
        let samples: Vec<Sample> = self.kept.iter().map(|kept| kept.sample.clone()).collect();
        let embeddings = embed(&samples, detector)?;
        for (kept, embedding) in self.kept.iter_mut().zip(embeddings) {
            kept.embedding = embedding;
        }
        self.model = model.to_owned();
        Ok(true)
    }

    /// What reading needs of it.
    pub fn prototypes(&self) -> Prototypes {
        let mut prototypes = Prototypes::default();
        for kept in &self.kept {
            prototypes.insert(kept.sample.tile, &kept.embedding);
        }
        prototypes
    }
}

fn embed(samples: &[Sample], detector: &Detector) -> Result<Vec<Vec<f32>>, EngineError> {
    let crops: Vec<&RgbImage> = samples.iter().map(|sample| &sample.crop).collect();
    detector.embed(&crops)
}
