//! Detections to a reading: pure, so that it is tested without weights.

use image::RgbImage;

use crate::detect::{Detection, Quad};
use crate::tile::{Tile, TileSet};

use super::checks::{self, WEAK};
use super::joint::{Decision, Ranking, ranking};
use super::rows::Place;
use super::sets::is_complete_hand;
use super::zones::{Layout, Seen};
use super::{Ghost, Options, ReadMeld, ReadTile, Reading, Renamed, Zone, record, rows};

/// Other names shown for a tile, and how likely they must be.
const ALTERNATIVES: (usize, f32) = (4, 0.003);
/// What the classifier calls "not a tile" more surely than this is none.
const NOT_A_TILE: f32 = 0.6;
/// Below this, locator and classifier together do not believe in a tile.
const NONSENSE: f32 = 0.3;
/// The same for a face-down tile.
const NONSENSE_BACK: f32 = 0.45;
/// What lies by itself and looks like a tile's back is a patch of table or a
/// hole in a tray more often than a tile: of a lone back, name and place
/// together (the product of the two probabilities) must be this sure.
const LONE_BACK: f32 = 0.35;
/// The same for a 白 wherever it lies: paper, cards and backs pass for one.
const WHITE: f32 = 0.3;
/// Tiles have company when centres are no further apart, in sides of a tile.
const COMPANY: f32 = 1.6;
/// Below this they believe in it only if the hand lacks a tile.
const WEAK_TILE: f32 = 0.4;
/// Other whole hands offered beside the reading, at most.
const MOST_RIVALS: usize = 2;
/// A face whose top edge is longer than its sides by this factor was turned
/// wrongly: tiles are higher than wide.
const LYING: f32 = 1.05;
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
    let taken = tiles_among(detections);
    let sorted = |wanted: bool| -> Vec<&Detection> {
        let both = detections.iter().zip(&taken);
        both.filter(|&(_, &taken)| taken == wanted)
            .map(|(d, _)| d)
            .collect()
    };
    let (tiles, ghosts) = (sorted(true), sorted(false));
    let mut readings = Sight::new(tiles, options).readings();
    for reading in &mut readings {
        (reading.width, reading.height) = size;
        checks::find_hidden_reds(reading, &options.wall);
    }
    let mut reading = readings.remove(0);
    for rival in &mut readings {
        rival.review = checks::reviews(rival, &options.wall, None);
    }
    reading.rivals = readings;
    reading.ghosts = ghosts.into_iter().filter_map(ghost).collect();
    reading.review = checks::reviews(&reading, &options.wall, image);
    reading
}

/// A rejected detection; `None` when it is not even an outline.
fn ghost(detection: &Detection) -> Option<Ghost> {
    let usable = detection.probabilities.len() > Tile::COUNT && detection.quad.area() > 0.0;
    usable.then(|| Ghost {
        tile: detection.best().0,
        score: strength(detection),
        quad: detection.quad,
    })
}

/// What is seen of the tiles, before it is known what they are to each other.
struct Sight<'a> {
    detections: Vec<&'a Detection>,
    rankings: Vec<Ranking>,
    /// The best name of each, taken alone.
    names: Vec<Tile>,
    /// Which may be pulled tiles by another of their names.
    maybe_gari: Vec<bool>,
    places: Vec<Place>,
    rows: Vec<Vec<usize>>,
    options: &'a Options,
}

impl<'a> Sight<'a> {
    fn new(detections: Vec<&'a Detection>, options: &'a Options) -> Sight<'a> {
        let rankings: Vec<Ranking> = detections
            .iter()
            .map(|d| ranking(&d.probabilities))
            .collect();
        let names: Vec<Tile> = rankings.iter().map(|r| r[0].0).collect();
        let may_be = |ranking| Decision::may_be(ranking, &options.gari);
        let maybe_gari = rankings.iter().map(may_be).collect();
        let quads: Vec<_> = detections.iter().map(|d| d.quad).collect();
        let weights: Vec<f32> = names.iter().map(|&name| top_weight(name)).collect();
        let places = rows::places(&quads, &weights);
        let everything: Vec<usize> = (0..names.len()).collect();
        let rows = rows::rows(&places, &everything);
        Sight {
            detections,
            rankings,
            names,
            maybe_gari,
            places,
            rows,
            options,
        }
    }

    /// The reading, and after it the other whole hands that are close to it.
    /// Never empty.
    fn readings(&self) -> Vec<Reading> {
        let mut found: Vec<(bool, Reading)> = Vec::new();
        for (n, layout) in self.layouts().iter().enumerate() {
            for (k, names) in self.decide(layout).iter().enumerate() {
                let whole = layout.is_whole() && is_complete_hand(&layout.hand, names);
                if (n, k) == (0, 0) || whole {
                    found.push((whole, self.reading(layout, names)));
                }
            }
        }
        // A hand that is no win comes first only if nothing close to it is one.
        let first = found.iter().position(|(whole, _)| *whole).unwrap_or(0);
        found[..=first].rotate_right(1);
        let mut readings: Vec<Reading> = Vec::new();
        let mut typed: Vec<String> = Vec::new();
        for (_, reading) in found {
            let notation = record::notation(&reading);
            if !typed.contains(&notation) && readings.len() <= MOST_RIVALS {
                typed.push(notation);
                readings.push(reading);
            }
        }
        readings
    }

    /// The ways to divide the tiles, the best first. Weak tiles are shown where
    /// they lie, but they are a part of the hand only if it is whole with them
    /// and not without.
    fn layouts(&self) -> Vec<Layout> {
        let strong: Vec<usize> = (0..self.names.len())
            .filter(|&i| {
                strength(self.detections[i]) >= WEAK_TILE && self.detections[i].found >= WEAK
            })
            .collect();
        let without = self.layouts_in(&rows::rows(&self.places, &strong));
        if without[0].is_whole() {
            return without;
        }
        let with = self.layouts_in(&self.rows);
        if with[0].is_whole() || strong.is_empty() {
            return with;
        }
        without
    }

    fn layouts_in(&self, rows: &[Vec<usize>]) -> Vec<Layout> {
        let seen = Seen {
            maybe_gari: &self.maybe_gari,
            names: &self.names,
            places: &self.places,
            rows,
            gari: &self.options.gari,
        };
        seen.layouts()
    }

    /// Names decided together: first within the gari strip and the wall, then towards a whole
    /// hand. A second list follows when another whole hand is about as likely.
    fn decide(&self, layout: &Layout) -> Vec<Vec<Tile>> {
        let melds: Vec<Vec<Tile>> = layout
            .melds
            .iter()
            .map(|(_, tiles)| tiles.iter().map(|&i| self.names[i]).collect())
            .collect();
        let hidden: TileSet = checks::hidden(&melds);
        let counted: Vec<usize> = (0..self.names.len())
            .filter(|&i| layout.zones[i] != Zone::Other && self.names[i] != Tile::BACK)
            .collect();
        let mut decision = Decision {
            rankings: &self.rankings,
            wall: &self.options.wall,
            names: self.names.clone(),
        };
        if self.options.plain {
            return vec![decision.names];
        }
        let strip: Vec<usize> = (0..self.names.len())
            .filter(|&i| layout.zones[i] == Zone::Gari)
            .collect();
        decision.within_strip(&strip, &self.options.gari);
        decision.within_wall(&counted, &hidden);
        decision.complete_hands(&layout.hand, &counted, &hidden)
    }

    fn reading(&self, layout: &Layout, names: &[Tile]) -> Reading {
        let mut tiles: Vec<ReadTile> = (0..names.len())
            .map(|i| self.tile(i, layout, names[i]))
            .collect();
        for (r, row) in self.rows.iter().enumerate() {
            for (k, &i) in row.iter().enumerate() {
                (tiles[i].row, tiles[i].index) = (r, k);
            }
        }
        in_reading_order(tiles, layout, &self.rows)
    }

    fn tile(&self, i: usize, layout: &Layout, tile: Tile) -> ReadTile {
        let detection = self.detections[i];
        let best = self.names[i];
        ReadTile {
            tile,
            score: confidence(detection.probabilities[tile.index()] * presence(detection)),
            found: detection.found,
            quad: detection.quad,
            alternatives: alternatives(&self.rankings[i], tile),
            turn: self.places[i].turn,
            zone: layout.zones[i],
            row: 0,
            index: 0,
            renamed: (tile != best).then(|| Renamed {
                from: best,
                score: self.rankings[i][0].1,
            }),
            embedding: detection.embedding.clone(),
        }
    }
}

/// The rows of a picture's tiles, as numbers of detections: rows from the top,
/// each from the left as its tiles stand. What is no tile is in none.
pub fn rows_of(detections: &[Detection]) -> Vec<Vec<usize>> {
    let taken = tiles_among(detections);
    let tiles: Vec<usize> = (0..detections.len()).filter(|&i| taken[i]).collect();
    rows::rows(&places(detections), &tiles)
}

/// Each detection's outline with the tile's own top first, as far as the others
/// tell: a face that looks the same turned by half stands as they do, and none
/// lies on its side whose outline stands.
pub fn upright(detections: &[Detection]) -> Vec<Quad> {
    let stand = |(detection, place): (&Detection, Place)| {
        let (wide, high) = detection.quad.size();
        let falls = place.turn % 180 != 0 && wide > LYING * high;
        let alike = place.turn == 180 && top_weight(detection.best().0) < 1.0;
        let quarters = usize::from(place.turn / 90);
        match falls || alike {
            // `turn` counts clockwise, as corners do.
            true => detection.quad.starting_at((4 - quarters) % 4),
            false => detection.quad,
        }
    };
    detections
        .iter()
        .zip(places(detections))
        .map(stand)
        .collect()
}

fn places(detections: &[Detection]) -> Vec<Place> {
    let quads: Vec<Quad> = detections.iter().map(|d| d.quad).collect();
    let weight = |d: &Detection| top_weight(d.best().0);
    let weights: Vec<f32> = detections.iter().map(weight).collect();
    rows::places(&quads, &weights)
}

/// Which detections are tiles, or may be and must be shown. What is left out is
/// what both networks together, and its neighbours, take for no tile.
pub fn tiles_among(detections: &[Detection]) -> Vec<bool> {
    let likely: Vec<bool> = detections.iter().map(is_likely).collect();
    let accompanied = |at: usize| {
        let (own, side) = (&detections[at].quad, detections[at].quad.side());
        let mut others = detections.iter().zip(&likely).enumerate();
        others.any(|(i, (other, &likely))| {
            let ([ax, ay], [bx, by]) = (own.centre(), other.quad.centre());
            likely && i != at && (ax - bx).hypot(ay - by) < COMPANY * side
        })
    };
    let taken = |(at, detection): (usize, &Detection)| {
        if !likely[at] {
            return false;
        }
        let (name, p) = detection.best();
        let least = match name {
            Tile::BACK if !accompanied(at) => LONE_BACK,
            Tile::HAKU => WHITE,
            _ => 0.0,
        };
        p * detection.found >= least
    };
    detections.iter().enumerate().map(taken).collect()
}

/// Whether locator and classifier together believe in a tile.
fn is_likely(detection: &Detection) -> bool {
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

/// How often a name of this strength is right on a drawing that was never seen,
/// on the careful side: measured on rendered scenes of the drawing that is held
/// out of training (MODEL_CARD.md, "Confidence"). A strength of 0.93 was right
/// four times in five there; from 0.985 on one name in a thousand was wrong.
fn confidence(strength: f32) -> f32 {
    const CURVE: [(f32, f32); 10] = [
        (0.0, 0.0),
        (0.5, 0.3),
        (0.7, 0.5),
        (0.8, 0.6),
        (0.9, 0.75),
        (0.95, 0.82),
        (0.97, 0.86),
        (0.985, 0.9),
        (0.99, 0.97),
        (1.0, 1.0),
    ];
    let above = CURVE.iter().position(|&(x, _)| strength <= x);
    let Some(above) = above.filter(|&above| above > 0) else {
        return strength.clamp(0.0, 1.0);
    };
    let ((x0, y0), (x1, y1)) = (CURVE[above - 1], CURVE[above]);
    y0 + (y1 - y0) * (strength - x0) / (x1 - x0)
}

/// How much a face tells about which way is up.
fn top_weight(tile: Tile) -> f32 {
    if tile.looks_alike_turned() { 0.1 } else { 1.0 }
}

fn alternatives(ranking: &Ranking, name: Tile) -> Vec<(Tile, f32)> {
    let (most, least) = ALTERNATIVES;
    let others = ranking.iter().copied().filter(|&(tile, _)| tile != name);
    others.take(most).take_while(|&(_, p)| p >= least).collect()
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
                hides_red: false,
            })
            .collect(),
        win: layout.win.map(|i| new[i]),
        win_is_apart: layout.win_is_apart,
        ..Reading::default()
    }
}
