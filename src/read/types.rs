//! What a reading holds.

use std::time::Duration;

use crate::detect::Quad;
use crate::lang::Lang;
use crate::meld::MeldKind;
use crate::profile::ChosenSet;
use crate::tile::Tile;

use super::review::Review;

/// What part of the table a tile belongs to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// The concealed part of the winning hand, with the winning tile.
    Hand,
    /// A called or declared set.
    Meld,
    /// The strip of pulled tiles (ガリ).
    Gari,
    /// Dora and ura indicators.
    Indicator,
    /// Anything else, such as discards.
    Other,
}

/// The joint decoding gave a tile another name than its own best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Renamed {
    /// The best name taken alone.
    pub from: Tile,
    /// The probability of that name.
    pub score: f32,
}

/// One tile of a reading.
#[derive(Clone, Debug)]
pub struct ReadTile {
    /// Its name.
    pub tile: Tile,
    /// The probability of that name, `0..=1`.
    pub score: f32,
    /// The locator's confidence that a tile is here at all, `0..=1`.
    pub found: f32,
    /// Corners in image pixels, clockwise from the tile's own top left.
    pub quad: Quad,
    /// Other names with their probabilities, best first.
    pub alternatives: Vec<(Tile, f32)>,
    /// Degrees clockwise of the tile against its row: 0, 90, 180 or 270.
    pub turn: u16,
    /// Where it belongs.
    pub zone: Zone,
    /// The row it lies in, counted from the top of the reading order.
    pub row: usize,
    /// Its place in the row, from the left as the row's tiles see it.
    pub index: usize,
    /// Set when the joint decoding changed the name.
    pub renamed: Option<Renamed>,
    /// Face embedding, for tile-set profiles.
    pub embedding: Vec<f32>,
}

/// Something that is probably no tile: both networks together do not believe
/// in it. It is shown, so that nothing is dropped in silence, but not read.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// What it would be if it were a tile.
    pub tile: Tile,
    /// How much both networks believe in that, `0..=1`.
    pub score: f32,
    /// The outline in image pixels.
    pub quad: Quad,
}

/// One called or declared set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMeld {
    /// How it was made, as far as the picture tells.
    pub kind: MeldKind,
    /// Indices into [`Reading::tiles`], from left to right.
    pub tiles: Vec<usize>,
    /// One of the face-down tiles must be the red five: the wall has too few
    /// plain ones.
    pub hides_red: bool,
}

/// Which weights made a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ModelId {
    /// Name and version.
    pub name: String,
    /// SHA-256 over the two files' own sums in hex, locator first.
    pub sha256: String,
}

/// How long each stage took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// File to pixels.
    pub decode: Duration,
    /// Finding the tiles.
    pub locate: Duration,
    /// Cutting crops and naming them.
    pub classify: Duration,
    /// Rows, zones, legality.
    pub read: Duration,
}

/// A photo as a hand, with everything that was seen and every doubt.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Picture width in pixels.
    pub width: u32,
    /// Picture height in pixels.
    pub height: u32,
    /// Which weights were used.
    pub model: ModelId,
    /// The tile-set profile that helped, if any.
    pub tile_set: Option<ChosenSet>,
    /// All tiles seen, in reading order: hand, sets, gari, indicators, others.
    pub tiles: Vec<ReadTile>,
    /// Called and declared sets, in the order they lie.
    pub melds: Vec<ReadMeld>,
    /// The winning tile, an index into `tiles`; it is also in the hand zone.
    pub win: Option<usize>,
    /// Whether something sets the winning tile apart: a gap, a turn, a shift.
    /// If not, the last tile of the hand was taken.
    pub win_is_apart: bool,
    /// Other whole hands that the same picture may show, likeliest first: the
    /// tiles divided otherwise, or doubtful ones named otherwise.
    pub rivals: Vec<Reading>,
    /// What was looked at and taken for no tile.
    pub ghosts: Vec<Ghost>,
    /// Everything a person should look at; empty for a clean reading.
    pub review: Vec<Review>,
    /// Time spent.
    pub timing: Timing,
}

impl Reading {
    /// Indices of the tiles of one zone, in reading order.
    pub fn zone(&self, zone: Zone) -> impl Iterator<Item = usize> + '_ {
        (0..self.tiles.len()).filter(move |&i| self.tiles[i].zone == zone)
    }

    /// The names of the concealed tiles without the winning tile.
    pub fn concealed(&self) -> Vec<Tile> {
        self.zone(Zone::Hand)
            .filter(|&i| Some(i) != self.win)
            .map(|i| self.tiles[i].tile)
            .collect()
    }

    /// The names of a set's tiles as they lie, face-down ones as such.
    pub fn shown(&self, meld: &ReadMeld) -> Vec<Tile> {
        meld.tiles.iter().map(|&i| self.tiles[i].tile).collect()
    }

    /// The names of the pulled tiles.
    pub fn gari(&self) -> Vec<Tile> {
        self.zone(Zone::Gari).map(|i| self.tiles[i].tile).collect()
    }

    /// The names of the indicators.
    pub fn indicators(&self) -> Vec<Tile> {
        self.zone(Zone::Indicator)
            .map(|i| self.tiles[i].tile)
            .collect()
    }

    /// The name of the winning tile.
    pub fn win_tile(&self) -> Option<Tile> {
        self.win.map(|i| self.tiles[i].tile)
    }

    /// Whether nothing needs a person's eye.
    pub fn is_clean(&self) -> bool {
        self.review.is_empty() && !self.tiles.is_empty()
    }

    /// The first thing to say to a person, if anything.
    pub fn advice(&self, lang: Lang) -> Option<String> {
        self.review.first().map(|review| review.message(lang))
    }
}
