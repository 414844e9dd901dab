//! Detections to a reading: pure, so that it is tested without weights.

use image::RgbImage;

use crate::detect::Detection;
use crate::tile::{Tile, TileSet};

use super::checks::{self, WEAK};
use super::joint::{Decision, Ranking, ranking};
use super::zones::{Layout, Seen};
use super::{Options, ReadMeld, ReadTile, Reading, Renamed, Zone, rows};

/// Other names shown for a tile, and how likely they must be.
const ALTERNATIVES: (usize, f32) = (4, 0.003);
/// What the classifier calls "not a tile" more surely than this is none.
const NOT_A_TILE: f32 = 0.6;
/// Below this, locator and classifier together do not believe in a tile.
const NONSENSE: f32 = 0.3;
/// The same for a face-down tile.
const NONSENSE_BACK: f32 = 0.5;
/// Below this they believe in it only if the hand lacks a tile.
const WEAK_TILE: f32 = 0.4;
/// Heat from which the locator has no doubt that a tile is there.
const SURELY_THERE: f32 = 0.5;

/// Reads detections as a hand. `image` serves advice on light and sharpness
/// only; without it that advice is missing.
pub fn interpret(
    detections: &[Detection],
    size: (u32, u32),
    options: &Options,
    image: Option<&RgbImage>,
) -> Reading {
    let detections: Vec<&Detection> = detections.iter().filter(|d| is_tile(d)).collect();
    let rankings: Vec<Ranking> = detections
        .iter()
        .map(|d| ranking(&d.probabilities))
        .collect();
    let names: Vec<Tile> = rankings.iter().map(|r| r[0].0).collect();
    let quads: Vec<_> = detections.iter().map(|d| d.quad).collect();
    let weights: Vec<f32> = names.iter().map(|&name| top_weight(name)).collect();
    let places = rows::places(&quads, &weights);
    let strong: Vec<usize> = (0..names.len())
        .filter(|&i| strength(detections[i]) >= WEAK_TILE && detections[i].found >= WEAK)
        .collect();
    let everything: Vec<usize> = (0..names.len()).collect();
    let layout_of = |tiles: &[usize]| {
        let rows = rows::rows(&places, tiles);
        let seen = Seen {
            names: &names,
            places: &places,
            rows: &rows,
            gari: &options.gari,
        };
        (seen.layout(), rows)
    };
    let (mut layout, _) = layout_of(&strong);
    let (with_weak, rows) = layout_of(&everything);
    // Weak tiles are shown where they lie, but they are a part of the hand only
    // if it is whole with them and not without.
    if !layout.is_whole() && (with_weak.is_whole() || strong.is_empty()) {
        layout = with_weak;
    }
    let decided = decide(&rankings, names.clone(), &layout, options);
    let mut tiles: Vec<ReadTile> = (0..detections.len())
        .map(|i| {
            let detection = detections[i];
            let tile = decided[i];
            let score = detection.probabilities[tile.index()] * presence(detection);
            ReadTile {
                tile,
                score,
                found: detection.found,
                quad: detection.quad,
                alternatives: alternatives(&rankings[i], tile),
                turn: places[i].turn,
                zone: layout.zones[i],
                row: 0,
                index: 0,
                renamed: (tile != names[i]).then(|| Renamed {
                    from: names[i],
                    score: rankings[i][0].1,
                }),
                embedding: detection.embedding.clone(),
            }
        })
        .collect();
    for (r, row) in rows.iter().enumerate() {
        for (k, &i) in row.iter().enumerate() {
            (tiles[i].row, tiles[i].index) = (r, k);
        }
    }
    let mut reading = in_reading_order(tiles, &layout, &rows);
    (reading.width, reading.height) = size;
    reading.review = checks::reviews(&reading, &options.wall, image);
    reading
}

/// Whether a detection is a tile, or may be one and must be shown. What is left
/// out is what both networks together take for no tile.
pub fn is_tile(detection: &Detection) -> bool {
    detection.probabilities.len() > Tile::COUNT
        && detection.quad.area() > 0.0
        && detection.not_a_tile() < NOT_A_TILE
        && strength(detection) >= least_strength(detection)
}

/// Plain surfaces pass for face-down tiles more easily than for any face.
fn least_strength(detection: &Detection) -> f32 {
    if detection.best().0 == Tile::BACK {
        NONSENSE_BACK
    } else {
        NONSENSE
    }
}

/// How much both networks believe in a tile: the probability of its name, less
/// where the locator is not sure that anything is there.
fn strength(detection: &Detection) -> f32 {
    detection.best().1 * presence(detection)
}

fn presence(detection: &Detection) -> f32 {
    (detection.found / SURELY_THERE).min(1.0)
}

/// How much a face tells about which way is up: these look alike turned by a
/// half, or nearly so.
fn top_weight(tile: Tile) -> f32 {
    const ALIKE: [&str; 16] = [
        "1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "8s", "9s", "0s", "5z",
        "0z",
    ];
    if ALIKE.contains(&tile.code()) {
        0.1
    } else {
        1.0
    }
}

fn alternatives(ranking: &Ranking, name: Tile) -> Vec<(Tile, f32)> {
    let (most, least) = ALTERNATIVES;
    let others = ranking.iter().copied().filter(|&(tile, _)| tile != name);
    others.take(most).take_while(|&(_, p)| p >= least).collect()
}

/// Names decided together: first within the wall, then towards a whole hand.
fn decide(rankings: &[Ranking], names: Vec<Tile>, layout: &Layout, options: &Options) -> Vec<Tile> {
    let melds: Vec<Vec<Tile>> = layout
        .melds
        .iter()
        .map(|(_, tiles)| tiles.iter().map(|&i| names[i]).collect())
        .collect();
    let hidden: TileSet = checks::hidden(&melds);
    let counted: Vec<usize> = (0..names.len())
        .filter(|&i| layout.zones[i] != Zone::Other && names[i] != Tile::BACK)
        .collect();
    let mut decision = Decision {
        rankings,
        wall: &options.wall,
        names,
    };
    if !options.plain {
        decision.within_wall(&counted, &hidden);
        decision.towards_complete(&layout.hand, &counted, &hidden);
    }
    decision.names
}

/// Sorts tiles: hand, sets, gari, indicators, others, and renumbers everything.
fn in_reading_order(tiles: Vec<ReadTile>, layout: &Layout, rows: &[Vec<usize>]) -> Reading {
    let mut order: Vec<usize> = layout.hand.clone();
    order.extend(layout.melds.iter().flat_map(|(_, tiles)| tiles));
    for zone in [Zone::Gari, Zone::Indicator, Zone::Other] {
        let in_rows = rows.iter().flatten().copied();
        order.extend(in_rows.filter(|&i| layout.zones[i] == zone));
    }
    let mut new = vec![0; tiles.len()];
    for (to, &from) in order.iter().enumerate() {
        new[from] = to;
    }
    let mut sorted: Vec<(usize, ReadTile)> = tiles
        .into_iter()
        .enumerate()
        .map(|(i, tile)| (new[i], tile))
        .collect();
    sorted.sort_by_key(|&(to, _)| to);
    Reading {
        tiles: sorted.into_iter().map(|(_, tile)| tile).collect(),
        melds: layout
            .melds
            .iter()
            .map(|(kind, tiles)| ReadMeld {
                kind: *kind,
                tiles: tiles.iter().map(|&i| new[i]).collect(),
            })
            .collect(),
        win: layout.win.map(|i| new[i]),
        ..Reading::default()
    }
}
