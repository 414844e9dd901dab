//! The real reader behind the worker: bounded decoding, then the models.

use std::path::Path;

use image::RgbImage;

use crate::app::worker::{PhotoReader, Pixels, Problem};
use crate::frame::Frame;
use crate::lang::Lang;
use crate::read::live::Tracker;
use crate::read::{Options, ReadError, Reader, Reading};
use crate::rules;

/// Reads with the shipped models, which are loaded at the first photo.
#[derive(Default)]
pub struct ModelReader {
    reader: Option<Reader>,
    tracker: Tracker,
}

fn frame(picture: &Pixels) -> Frame {
    Frame::new(picture.image.as_ref().clone(), picture.name.clone())
}

fn both(message: impl Fn(Lang) -> String) -> Problem {
    Problem {
        ja: message(Lang::Ja),
        en: message(Lang::En),
    }
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

impl ModelReader {
    /// The reader, set to the wall of a rule set.
    fn under(&mut self, id: &str) -> Result<&Reader, ReadError> {
        let options = rules::preset(id)
            .as_ref()
            .map(Options::under)
            .unwrap_or_default();
        let reader = match self.reader.take() {
            Some(mut reader) => {
                reader.set_options(|now| *now = options);
                reader
            }
            None => Reader::new(options)?,
        };
        Ok(self.reader.insert(reader))
    }
}

impl PhotoReader for ModelReader {
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        crate::frame::open(path)
            .map(|frame| frame.image)
            .map_err(|error| both(|lang| format!("{name}: {}", error.message(lang))))
    }

    fn read(&mut self, picture: &Pixels, rules: &str) -> Result<Reading, Problem> {
        self.under(rules)
            .and_then(|reader| reader.read(&frame(picture)))
            .map_err(|error| unusable(&error))
    }

    fn follow(&mut self, picture: &Pixels, rules: &str, first: bool) -> Result<Reading, Problem> {
        let mut tracker = std::mem::take(&mut self.tracker);
        if first {
            tracker.clear();
        }
        let reading = self
            .under(rules)
            .and_then(|reader| reader.follow(&frame(picture), &mut tracker))
            .map_err(|error| unusable(&error));
        self.tracker = tracker;
        reading
    }
}
