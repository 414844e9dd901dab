//! The engine's front door: pictures in, readings out.

use std::path::PathBuf;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::detect::engine::EngineError;
use crate::detect::{Detected, Detector, ModelError, ModelInfo, Models};
use crate::frame::Frame;
use crate::lang::Lang;
use crate::profile::TileSets;
use crate::rules::RuleSet;
use crate::tile::{Suit, Tile};

use super::live::Tracker;
use super::{ModelId, Reading, Wall, interpret};

/// How to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// A folder with `locator.onnx`, `classifier.onnx` and `manifest.toml`
    /// instead of the models that are built in.
    pub model_dir: Option<PathBuf>,
    /// Threads for the networks; 0 = as many as there are cores.
    pub threads: usize,
    /// The wall that the hand was drawn from.
    pub wall: Wall,
    /// Tiles that players pull and lay aside.
    pub gari: Vec<Tile>,
    /// Leave every tile its own best name: no joint decoding.
    pub plain: bool,
}

impl Default for Options {
    /// Any rule set: the widest wall; 1m, 5m, 9m, North and flowers are pulled.
    fn default() -> Self {
        let pulled = |tile: &Tile| {
            tile.suit() == Suit::Flower
                || *tile == Tile::NORTH
                || (tile.suit() == Suit::Man && matches!(tile.rank(), 1 | 5 | 9))
        };
        Options {
            model_dir: None,
            threads: 0,
            wall: Wall::default(),
            gari: Tile::all().filter(pulled).collect(),
            plain: false,
        }
    }
}

impl Options {
    /// The wall and the pulled tiles of a rule set.
    pub fn under(rules: &RuleSet) -> Options {
        let derived = &rules.derived;
        Options {
            wall: Wall::under(rules),
            gari: Tile::all().filter(|&tile| derived.gari.has(tile)).collect(),
            ..Options::default()
        }
    }
}

/// Why nothing could be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The models cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine failed on a picture.
    #[error("the recognition engine failed: {0}")]
    Engine(#[from] EngineError),
}

impl ReadError {
    /// What is wrong and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            ReadError::Model(error) => error.message(lang),
            ReadError::Engine(error) => error.message(lang),
        }
    }
}

/// Models and settings, ready to read any number of pictures from any thread.
pub struct Reader {
    detector: Detector,
    model: ModelId,
    info: Option<[ModelInfo; 2]>,
    options: Options,
    tile_sets: TileSets,
}

impl Reader {
    /// Loads and checks the models.
    ///
    /// # Errors
    /// When a model is missing, damaged or of another kind.
    pub fn new(options: Options) -> Result<Reader, ReadError> {
        let models = match &options.model_dir {
            Some(folder) => Models::from_folder(folder, options.threads)?,
            None => Models::built_in(options.threads)?,
        };
        Ok(Reader {
            model: identity(&models.info),
            info: Some(models.info),
            detector: Detector {
                locator: models.locator,
                classifier: models.classifier,
            },
            options,
            tile_sets: TileSets::None,
        })
    }

    /// A reader with other networks than files, such as a test's fakes.
    pub fn with_detector(detector: Detector, model: ModelId, options: Options) -> Reader {
        Reader {
            detector,
            model,
            info: None,
            options,
            tile_sets: TileSets::None,
        }
    }

    /// Which weights are used.
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    /// What is known about the model files, if there are any.
    pub fn info(&self) -> Option<&[ModelInfo; 2]> {
        self.info.as_ref()
    }

    /// The networks.
    pub fn detector(&self) -> &Detector {
        &self.detector
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the settings that do not concern the models: wall, gari, plain.
    pub fn set_options(&mut self, change: impl FnOnce(&mut Options)) {
        change(&mut self.options);
    }

    /// The sum that tells this reader's embeddings from another's: the
    /// classifier's own where it is a file.
    pub fn embedding_model(&self) -> &str {
        match &self.info {
            Some([_, classifier]) => &classifier.sha256,
            None => &self.model.sha256,
        }
    }

    /// Goes by these profiles from now on.
    pub fn use_tile_sets(&mut self, sets: TileSets) {
        self.tile_sets = sets;
    }

    /// The profiles it goes by.
    pub fn tile_sets(&self) -> &TileSets {
        &self.tile_sets
    }

    /// Reads one picture. A picture without tiles is a reading with a review,
    /// not an error.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn read(&self, frame: &Frame) -> Result<Reading, ReadError> {
        let detected = self.detector.detect(&frame.image)?;
        Ok(self.read_detected(frame, detected, &self.tile_sets))
    }

    /// Reads one more picture of a camera, together with what the tracker has
    /// kept of those before.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn follow(&self, frame: &Frame, tracker: &mut Tracker) -> Result<Reading, ReadError> {
        let mut detected = self.detector.detect_after(&frame.image, tracker.scale())?;
        tracker.follow(&mut detected);
        Ok(self.read_detected(frame, detected, &self.tile_sets))
    }

    /// Reads what was detected in a picture, by other profiles than the
    /// reader's own.
    pub fn read_detected(&self, frame: &Frame, mut detected: Detected, sets: &TileSets) -> Reading {
        let start = Instant::now();
        let tile_set = sets.join(&mut detected.detections);
        let size = frame.image.dimensions();
        let image = Some(frame.image.as_ref());
        let mut reading = interpret(&detected.detections, size, &self.options, image);
        reading.model = self.model.clone();
        reading.tile_set = tile_set;
        reading.timing.decode = frame.decode;
        reading.timing.locate = detected.locate;
        reading.timing.classify = detected.classify;
        reading.timing.read = start.elapsed();
        reading
    }
}

/// Name and sum of a pair of models. The sum is over the two files' own sums,
/// so that it can be recomputed from a manifest.
fn identity(info: &[ModelInfo; 2]) -> ModelId {
    let [locator, classifier] = info;
    let joined = format!("{}{}", locator.sha256, classifier.sha256);
    let name = if locator.version == classifier.version {
        format!("karasu {}", locator.version)
    } else {
        format!("karasu {} + {}", locator.version, classifier.version)
    };
    ModelId {
        name,
        sha256: crate::detect::hex(&Sha256::digest(joined)),
    }
}
