//! The line that `karasu read --json` prints (contract.md, "read --json").

use serde::Serialize;

use crate::detect::Quad;
use crate::lang::Lang;
use crate::meld::MeldKind;
use crate::tile::{Suit, Tile};

use super::{ModelId, Reading, Timing, Zone};

/// One image as a line of JSON, schema `karasu.read/1`.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    schema: &'static str,
    image: String,
    width: u32,
    height: u32,
    model: ModelId,
    tiles: Vec<TileRecord>,
    reading: Hand,
    review: Vec<ReviewRecord>,
    timing_ms: Milliseconds,
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
    /// The record of a reading; `image` is the name as the person gave it.
    pub fn new(reading: &Reading, image: &str, lang: Lang) -> Record {
        Record {
            schema: "karasu.read/1",
            image: image.to_owned(),
            width: reading.width,
            height: reading.height,
            model: reading.model.clone(),
            tiles: reading.tiles.iter().map(tile_record).collect(),
            reading: hand(reading),
            review: reading
                .review
                .iter()
                .map(|review| ReviewRecord {
                    kind: review.kind.code(),
                    tiles: review.tiles.clone(),
                    message: review.message(lang),
                })
                .collect(),
            timing_ms: milliseconds(&reading.timing),
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
    Hand {
        concealed: compress(&sorted(reading.concealed())),
        melds: melds(reading),
        gari: compress(&sorted(reading.gari())),
        win_tile: reading.win_tile(),
        notation: notation(reading),
    }
}

fn melds(reading: &Reading) -> Vec<String> {
    reading
        .melds
        .iter()
        .map(|meld| {
            let tiles: Vec<Tile> = meld.tiles.iter().map(|&i| reading.tiles[i].tile).collect();
            bracket(meld.kind, &tiles)
        })
        .collect()
}

/// A set in notation, the two backs of a concealed kan written as the tile
/// that they must be: `[5555z]`.
fn bracket(kind: MeldKind, tiles: &[Tile]) -> String {
    let shown: Vec<Tile> = tiles
        .iter()
        .copied()
        .filter(|&tile| tile != Tile::BACK)
        .collect();
    match kind {
        MeldKind::Ankan => {
            let plain = shown.first().map_or(Tile::BACK, |tile| tile.plain());
            let mut all = shown;
            while all.len() < 4 {
                all.push(plain);
            }
            format!("[{}]", compress(&sorted(all)))
        }
        MeldKind::Kakan if shown.len() == 4 => {
            format!("({}+{})", compress(&shown[..3]), shown[3])
        }
        _ => format!("({})", compress(&sorted(shown))),
    }
}

/// The whole reading in the notation a person types.
pub fn notation(reading: &Reading) -> String {
    let mut parts = Vec::new();
    let concealed = reading.concealed();
    if !concealed.is_empty() {
        parts.push(compress(&sorted(concealed)));
    }
    parts.extend(melds(reading));
    if let Some(win) = reading.win_tile() {
        parts.push(format!("+{win}"));
    }
    let gari = reading.gari();
    if !gari.is_empty() {
        parts.push(format!("g:{}", compress(&sorted(gari))));
    }
    let indicators = reading.indicators();
    if !indicators.is_empty() {
        parts.push(format!("d:{}", compress(&indicators)));
    }
    parts.join(" ")
}

/// Order of the notation: suits m p s z f, a red five where its five is.
fn sorted(mut tiles: Vec<Tile>) -> Vec<Tile> {
    tiles.sort_by_key(|tile| (tile.plain().index(), !tile.is_red()));
    tiles
}

/// Compressed MPSZ in the given order: `1m2m3m0p` → `123m0p`.
fn compress(tiles: &[Tile]) -> String {
    let mut text = String::new();
    for (i, tile) in tiles.iter().enumerate() {
        let letter = tile.suit().letter();
        let rank = if tile.is_red() || tile.suit() == Suit::Back {
            0
        } else {
            tile.rank()
        };
        text.push_str(&rank.to_string());
        let next = tiles.get(i + 1).map(|tile| tile.suit().letter());
        if next != Some(letter) {
            text.push(letter);
        }
    }
    text
}
