//! Keeping confirmed photos as new labels, when a person has asked for it.

use std::path::PathBuf;

use crate::app::state::{Note, State};
use crate::app::text::T;
use crate::app::worker::Source;
use crate::confirm::{Draft, DraftTile, Zone};
use crate::home;
use crate::labels::LabelledTile;
use crate::read::Reading;
use crate::tile::Tile;

/// The folder of kept photos, in the person's own folder.
pub fn folder() -> Option<PathBuf> {
    Some(home::data_folder()?.join("corrections"))
}

impl State {
    /// Keeps the photo of the settled hand with the tiles as confirmed.
    pub(super) fn keep_correction(&mut self) {
        if !self.settings.keep_corrections {
            return;
        }
        let (Some(source), Some(reading)) = (self.photo.source.clone(), &self.photo.reading) else {
            return;
        };
        let labels = labels(self.draft(), reading);
        match folder() {
            Some(folder) => self.worker.keep(source, labels, folder),
            None => self.note = Some(Note::Text(T::KeepNowhere)),
        }
    }
}

/// What the photo shows by the confirmed draft: every tile of it that was seen.
/// A tile that a person typed in without the photo showing it is no label, and
/// the hidden tiles of a concealed kan stay face-down.
pub fn labels(draft: &Draft, reading: &Reading) -> Vec<LabelledTile> {
    let label = |(zone, tile): (Zone, &DraftTile)| {
        let seen = reading.tiles.get(tile.seen?)?;
        let hidden = matches!(zone, Zone::Meld(_)) && seen.tile == Tile::BACK;
        Some(LabelledTile {
            tile: if hidden { Tile::BACK } else { tile.tile },
            bounds: seen.quad.bounds(),
            quad: Some(seen.quad),
            visibility: 1.0,
            zone: Some(zone_word(zone).to_owned()),
        })
    };
    draft.tiles().filter_map(label).collect()
}

fn zone_word(zone: Zone) -> &'static str {
    match zone {
        Zone::Hand => "hand",
        Zone::Meld(_) => "meld",
        Zone::Gari => "gari",
        Zone::Dora | Zone::Ura | Zone::Arisu => "indicator",
        Zone::Other => "other",
    }
}

/// A photo that is to be kept; the worker decodes it at its full size.
pub struct Keeping {
    /// The photo.
    pub source: Source,
    /// Its tiles.
    pub labels: Vec<LabelledTile>,
    /// The dataset it goes to.
    pub folder: PathBuf,
}
