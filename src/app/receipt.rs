//! Saving the settled hand as a receipt that others recompute (`karasu verify`).

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::app::result::{STEM, own_folder, with_ending};
use crate::app::state::{Dialog, Note, State};
use crate::app::text::T;
use crate::app::worker::{PhotoReader, Problem, Source, pixels};
use crate::detect;
use crate::file;
use crate::frame::{Frame, MAX_FILE_BYTES};
use crate::lang::Lang;
use crate::read::Reading;
use crate::receipt::{PhotoId, Receipt};
use crate::seat::Seat;

/// Ending of receipts made here.
const ENDING: &str = "receipt.json";

/// A receipt that is to be written; the worker looks at the photo at its full
/// size, whose hash is part of it.
pub struct Saving {
    receipt: Receipt,
    /// The photo and what was read on it.
    photo: Option<(Source, Arc<Reading>)>,
    path: PathBuf,
}

impl State {
    /// Opens the question where to save the receipt, with a free name filled in.
    pub(super) fn ask_for_receipt(&mut self) {
        if self.settled.is_none() {
            self.note = Some(Note::Text(T::ReceiptOfSettled));
            return;
        }
        let folder = self.settings.pictures.clone().or_else(own_folder);
        let path = file::free_name(&folder.unwrap_or_default(), STEM, ENDING);
        self.dialog = Dialog::SaveReceipt(path.display().to_string());
    }

    /// Has the receipt written where the dialog says. A file that is there is
    /// not written over.
    pub(super) fn write_receipt(&mut self) {
        let (Dialog::SaveReceipt(path), Some(hand)) = (&self.dialog, &self.settled) else {
            return;
        };
        let path = with_ending(Path::new(path.trim()), "json");
        let mut receipt = Receipt::of(hand, hand.rules());
        let named = |seat: &Seat| Some((*seat, self.name_at(*seat)?));
        let people: Vec<(Seat, &str)> = Seat::ALL.iter().filter_map(named).collect();
        receipt = receipt.with_people(people);
        let photo = (self.photo.source.clone()).zip(self.photo.reading.clone());
        self.settings.pictures = path.parent().map(Path::to_owned);
        self.dialog = Dialog::None;
        self.worker.write_receipt(Saving {
            receipt,
            photo,
            path,
        });
    }
}

/// Looks at the photo and writes the file; what became of it.
pub(super) fn write(reader: &mut impl PhotoReader, saving: Saving) -> Problem {
    let Saving {
        mut receipt,
        photo,
        path,
    } = saving;
    if let Some((source, reading)) = photo {
        match frame(reader, source) {
            Ok(frame) => receipt = receipt.with_photo(PhotoId::of(&frame), &reading),
            Err(problem) => return problem,
        }
    }
    let written = file::write_new(&path, receipt.to_json().as_bytes());
    Problem::both(|lang: Lang| {
        let what = match &written {
            Ok(()) => T::ReceiptSaved.get(lang).to_owned(),
            Err(error) => file::write_reason(error, lang),
        };
        format!("{}: {what}", path.display())
    })
}

/// The photo at full size, with its file's hash if it came from one.
fn frame(reader: &mut impl PhotoReader, source: Source) -> Result<Frame, Problem> {
    let (name, bytes) = match &source {
        Source::Memory(pixels) => (pixels.name.clone(), None),
        // Read once more than the decoder does; unreadable then is no hash.
        Source::File(path) => (
            path.display().to_string(),
            file::read_bounded(path, MAX_FILE_BYTES).ok(),
        ),
    };
    Ok(Frame {
        image: pixels(reader, source)?,
        name,
        decode: Duration::ZERO,
        file_sha256: bytes.map(|bytes| detect::sha256(&bytes)),
    })
}
