//! The real reader behind the worker: bounded decoding, then the models.

use std::path::Path;
use std::sync::Arc;

use image::RgbImage;

use crate::app::worker::{How, PhotoReader, Pixels, Problem};
use crate::frame::Frame;
use crate::lang::Lang;
use crate::profile::{self, Learned, LookError, Page, ProfileError, Sample, Shelf, TileSets};
use crate::read::live::Tracker;
use crate::read::{Options, ReadError, Reader, Reading};

/// Reads with the shipped models, which are loaded at the first photo, and with
/// the tile-set profiles of a shelf.
#[derive(Default)]
pub struct ModelReader {
    reader: Option<Reader>,
    tracker: Tracker,
    shelf: Option<Shelf>,
    /// The profiles asked for last, and of which edition.
    tiles: Option<(String, u64)>,
    remarks: Vec<Problem>,
}

fn frame(picture: &Pixels) -> Frame {
    Frame::new(picture.image.clone(), picture.name.clone())
}

fn unusable(error: &ReadError) -> Problem {
    Problem {
        ja: format!("読み取りのモデルを使えません ({})", error.message(Lang::Ja)),
        en: format!(
            "the reading models cannot be used ({})",
            error.message(Lang::En)
        ),
    }
}

fn of_profile(error: &ProfileError) -> Problem {
    Problem::both(|lang| error.message(lang))
}

impl ModelReader {
    /// A reader that keeps what it learns on a shelf; without one it can learn
    /// nothing.
    pub fn new(shelf: Option<Shelf>) -> ModelReader {
        ModelReader {
            shelf,
            ..ModelReader::default()
        }
    }

    /// The same with models that are loaded already, such as a test's.
    pub fn with_reader(reader: Reader, shelf: Option<Shelf>) -> ModelReader {
        ModelReader {
            reader: Some(reader),
            ..ModelReader::new(shelf)
        }
    }

    /// The models, loaded if they are not yet.
    fn loaded(&mut self) -> Result<&mut Reader, ReadError> {
        let reader = match self.reader.take() {
            Some(reader) => reader,
            None => Reader::new(Options::default())?,
        };
        Ok(self.reader.insert(reader))
    }

    /// The reader, set to the wall of a rule set and to the wanted profiles.
    fn set_to(&mut self, how: &How) -> Result<&Reader, ReadError> {
        self.loaded()?
            .set_options(|now| now.clone_from(&how.options));
        let wanted = (how.tiles.clone(), how.edition);
        if self.tiles.as_ref() != Some(&wanted) {
            self.use_profiles(&how.tiles)?;
            self.tiles = Some(wanted);
        }
        Ok(self.loaded()?)
    }

    /// Goes by the wanted profiles. What cannot be used is remarked on, and the
    /// photo read without it.
    fn use_profiles(&mut self, tiles: &str) -> Result<(), ReadError> {
        let shelf = self.shelf.clone();
        let reader = self.loaded()?;
        let (sets, remarks) = match profile::wanted(tiles, shelf.as_ref(), reader) {
            Ok((sets, remarks)) => {
                let words = remarks.iter();
                let words = words.map(|remark| Problem::both(|lang| remark.message(lang)));
                (sets, words.collect())
            }
            Err(error) => (TileSets::None, vec![of_profile(&error)]),
        };
        reader.use_tile_sets(sets);
        self.remarks.extend(remarks);
        Ok(())
    }
}

impl PhotoReader for ModelReader {
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        crate::frame::open(path)
            .map(|frame| Arc::unwrap_or_clone(frame.image))
            .map_err(|error| Problem::both(|lang| format!("{name}: {}", error.message(lang))))
    }

    fn read(&mut self, picture: &Pixels, how: &How) -> Result<Reading, Problem> {
        self.set_to(how)
            .and_then(|reader| reader.read(&frame(picture)))
            .map_err(|error| unusable(&error))
    }

    fn follow(&mut self, picture: &Pixels, how: &How, first: bool) -> Result<Reading, Problem> {
        let mut tracker = std::mem::take(&mut self.tracker);
        if first {
            tracker.clear();
        }
        let reading = self
            .set_to(how)
            .and_then(|reader| reader.follow(&frame(picture), &mut tracker))
            .map_err(|error| unusable(&error));
        self.tracker = tracker;
        reading
    }

    fn look(&mut self, picture: &Pixels, name: Option<&str>) -> Result<Page, Problem> {
        let shelf = self.shelf.clone();
        let reader = self.loaded().map_err(|error| unusable(&error))?;
        let known = match (name, &shelf) {
            (Some(name), Some(shelf)) if shelf.has(name) => {
                let ready = shelf.ready(name, reader);
                Some(ready.map_err(|error| of_profile(&error))?.0)
            }
            _ => None,
        };
        Page::look(picture.image.clone(), reader, known.as_ref(), None).map_err(|error| match error
        {
            LookError::Engine(error) => unusable(&error.into()),
            LookError::Order(fault) => Problem::both(|lang| fault.message(lang)),
        })
    }

    fn learn(&mut self, name: &str, faces: Vec<Sample>) -> Result<Learned, Problem> {
        let shelf = self.shelf.clone();
        let reader = self.loaded().map_err(|error| unusable(&error))?;
        let shelf = shelf.ok_or_else(|| of_profile(&ProfileError::NoHome))?;
        let learned = shelf.teach(name, faces, reader);
        // The next photo goes by what was learned.
        self.tiles = None;
        learned.map_err(|error| of_profile(&error))
    }

    fn remarks(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.remarks)
    }
}
