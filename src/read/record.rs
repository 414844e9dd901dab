//! The line that `karasu read --json` prints (contract.md, "read --json").

use serde::Serialize;

use crate::detect::Quad;
use crate::lang::Lang;
use crate::meld::Meld;
use crate::notation;
use crate::profile::ChosenSet;
use crate::tile::Tile;

use super::{ModelId, ReadMeld, Reading, Timing, Zone};

/// One image as a line of JSON, schema `karasu.read/1`.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    schema: &'static str,
    image: String,
    width: u32,
    height: u32,
    model: ModelId,
    /// The tile-set profile: an addition to the contract's fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile_set: Option<ChosenSet>,
    tiles: Vec<TileRecord>,
    reading: Hand,
    rivals: Vec<Hand>,
    ghosts: Vec<GhostRecord>,
    review: Vec<ReviewRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing_ms: Option<Milliseconds>,
}

#[derive(Clone, Debug, Serialize)]
struct TileRecord {
    class: Tile,
    score: f64,
    quad: [[f64; 2]; 4],
    #[serde(rename = "box")]
    bounds: [f64; 4],
    alternatives: Vec<(Tile, f64)>,
    turn: u16,
    zone: Zone,
    row: usize,
    index: usize,
}

/// What was taken for no tile: an addition to the contract's fields.
#[derive(Clone, Debug, Serialize)]
struct GhostRecord {
    class: Tile,
    score: f64,
    quad: [[f64; 2]; 4],
    #[serde(rename = "box")]
    bounds: [f64; 4],
}

#[derive(Clone, Debug, Serialize)]
struct Hand {
    concealed: String,
    melds: Vec<String>,
    gari: String,
    win_tile: Option<Tile>,
    notation: String,
}

#[derive(Clone, Debug, Serialize)]
struct ReviewRecord {
    kind: &'static str,
    tiles: Vec<usize>,
    message: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Milliseconds {
    decode: f64,
    locate: f64,
    classify: f64,
    read: f64,
}

impl Record {
    /// Without what differs from run to run: the same photo, the same bytes.
    #[must_use]
    pub fn without_times(mut self) -> Record {
        self.timing_ms = None;
        self
    }

    /// The record of a reading; `image` is the name as the person gave it.
    pub fn new(reading: &Reading, image: &str, lang: Lang) -> Record {
        Record {
            schema: "karasu.read/1",
            image: image.to_owned(),
            width: reading.width,
            height: reading.height,
            model: reading.model.clone(),
            tile_set: reading.tile_set.clone(),
            tiles: reading.tiles.iter().map(tile_record).collect(),
            reading: hand(reading),
            rivals: reading.rivals.iter().map(hand).collect(),
            ghosts: reading.ghosts.iter().map(ghost_record).collect(),
            review: reading
                .review
                .iter()
                .map(|review| ReviewRecord {
                    kind: review.kind.code(),
                    tiles: review.tiles.clone(),
                    message: review.message(lang),
                })
                .collect(),
            timing_ms: Some(milliseconds(&reading.timing)),
        }
    }
}

fn tile_record(tile: &super::ReadTile) -> TileRecord {
    TileRecord {
        class: tile.tile,
        score: round(tile.score, 1e4),
        quad: corners(&tile.quad),
        bounds: tile.quad.bounds().map(|v| round(v, 10.0)),
        alternatives: tile
            .alternatives
            .iter()
            .map(|&(tile, p)| (tile, round(p, 1e4)))
            .collect(),
        turn: tile.turn,
        zone: tile.zone,
        row: tile.row,
        index: tile.index,
    }
}

fn ghost_record(ghost: &super::Ghost) -> GhostRecord {
    GhostRecord {
        class: ghost.tile,
        score: round(ghost.score, 1e4),
        quad: corners(&ghost.quad),
        bounds: ghost.quad.bounds().map(|v| round(v, 10.0)),
    }
}

fn corners(quad: &Quad) -> [[f64; 2]; 4] {
    quad.0.map(|corner| corner.map(|v| round(v, 10.0)))
}

/// Rounds to `1/per_unit`, so that JSON shows no float noise.
fn round(value: f32, per_unit: f64) -> f64 {
    (f64::from(value) * per_unit).round() / per_unit
}

fn milliseconds(timing: &Timing) -> Milliseconds {
    let ms = |d: std::time::Duration| (d.as_secs_f64() * 1e4).round() / 10.0;
    Milliseconds {
        decode: ms(timing.decode),
        locate: ms(timing.locate),
        classify: ms(timing.classify),
        read: ms(timing.read),
    }
}

fn hand(reading: &Reading) -> Hand {
    let typed = typed(reading);
    let part = |hand: notation::Hand| hand.to_string();
    Hand {
        concealed: part(notation::Hand {
            concealed: typed.concealed.clone(),
            ..notation::Hand::default()
        }),
        melds: typed
            .melds
            .iter()
            .map(|meld| {
                part(notation::Hand {
                    melds: vec![meld.clone()],
                    ..notation::Hand::default()
                })
            })
            .collect(),
        gari: part(notation::Hand {
            concealed: typed.gari.clone(),
            ..notation::Hand::default()
        }),
        win_tile: typed.win_tile,
        notation: typed.to_string(),
    }
}

/// The whole reading in the notation a person types.
pub fn notation(reading: &Reading) -> String {
    typed(reading).to_string()
}

/// The reading as if a person had typed it. The two backs of a concealed kan
/// are the tile that they must be; which indicators are ura cannot be seen, so
/// all are dora.
pub fn typed(reading: &Reading) -> notation::Hand {
    let melds = reading.melds.iter().map(|meld| Meld {
        kind: meld.kind,
        tiles: meld_tiles(reading, meld),
    });
    notation::Hand {
        concealed: reading.concealed(),
        win_tile: reading.win_tile(),
        melds: melds.collect(),
        gari: reading.gari(),
        dora: reading.indicators(),
        ..notation::Hand::default()
    }
    .canonical()
}

/// The tiles of a set, its face-down tiles named after the face-up ones; the
/// first of them is red where one must be.
pub fn meld_tiles(reading: &Reading, meld: &ReadMeld) -> Vec<Tile> {
    let mut tiles = reading.shown(meld);
    let face = tiles.iter().copied().find(|&tile| tile != Tile::BACK);
    let Some(hidden) = face.map(Tile::plain) else {
        return tiles;
    };
    let mut red = hidden.red().filter(|_| meld.hides_red);
    for tile in tiles.iter_mut().filter(|tile| **tile == Tile::BACK) {
        *tile = red.take().unwrap_or(hidden);
    }
    tiles
}
