//! What each place of a row shows, when the row is laid in order: each tile's
//! own look and its place among its neighbours, weighed together.

use crate::tile::{Suit, Tile};

/// No look makes a class less likely than this: the classifier may never have
/// seen such a face.
const LEAST: f32 = 1e-3;
/// Logarithms of what a step from tile to tile is worth: another copy, …
const AGAIN: f32 = -2.7;
/// … a rank that is missing, each, …
const MISSING: f32 = -1.5;
/// … back to a lower rank, which is against the order, …
const BACK: f32 = -3.0;
/// … and to the beginning of another suit, with something for each rank that is
/// missing there.
const OTHER_SUIT: f32 = -4.0;
const MISSING_FIRST: f32 = -0.5;
/// Below this, a cell is doubtful.
const SURE: f32 = 0.9;
/// From this probability on, the classifier's own name is worth telling.
const CONTRADICTS: f32 = 0.5;

/// Why a cell should be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubt {
    /// Look and order together leave it open; the next best name.
    Unsure(Tile),
    /// Taken alone it looks like another tile, with this probability; the order
    /// says otherwise.
    LooksLike(Tile, f32),
    /// It lies after a higher tile of its suit.
    OutOfOrder,
    /// The same tile was also seen in another row.
    Twice,
    /// It lies alone and is not sure by itself.
    Alone,
}

/// One tile of the set as it was understood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The detection it is, by number.
    pub detection: usize,
    /// What it is taken for.
    pub tile: Tile,
    /// How sure that is, `0..=1`, by look and order together.
    pub score: f32,
    /// Why it should be looked at, if so.
    pub doubt: Option<Doubt>,
    /// A person has said what it is.
    pub told: bool,
}

impl Cell {
    /// Whether it is good enough to learn from.
    pub fn is_sure(&self) -> bool {
        match self.doubt {
            None => true,
            Some(Doubt::LooksLike(_, p)) => p < SURE,
            Some(_) => false,
        }
    }
}

/// A place in the order of a suit.
#[derive(Clone, Copy)]
struct Step {
    tile: Tile,
    /// Which order it belongs to.
    order: usize,
    rank: i32,
}

/// The orders in which rows are laid: the five suits, a row of the reds alone,
/// and a single back. Reds also lie beside their fives.
fn steps() -> Vec<Step> {
    let suits = [
        Suit::Man,
        Suit::Pin,
        Suit::Sou,
        Suit::Honor,
        Suit::Flower,
        Suit::Back,
    ];
    let of_suit = Tile::all().filter_map(|tile| {
        let order = suits.iter().position(|&suit| suit == tile.suit())?;
        let rank = i32::from(tile.rank());
        Some(Step { tile, order, rank })
    });
    let reds = Tile::all()
        .filter(|tile| tile.is_red())
        .zip(1..)
        .map(|(tile, rank)| Step {
            tile,
            order: suits.len(),
            rank,
        });
    of_suit.chain(reds).collect()
}

fn first(step: &Step) -> f32 {
    MISSING_FIRST * (step.rank - 1).max(0) as f32
}

fn between(from: &Step, to: &Step) -> f32 {
    if from.order != to.order {
        return OTHER_SUIT + first(to);
    }
    match to.rank - from.rank {
        0 if from.tile == to.tile => AGAIN,
        // A red five beside the plain one.
        0 => 0.0,
        ahead @ 1.. => MISSING * (ahead - 1) as f32,
        _ => BACK,
    }
}

/// The names of a row's tiles with their probabilities, from each tile's own
/// probabilities of the 46 classes: forward and backward sums over all orders.
pub(super) fn row(looks: &[&[f32]]) -> Vec<Vec<(Tile, f32)>> {
    let steps = steps();
    let look = |i: usize, step: &Step| looks[i][step.tile.index()].max(LEAST).ln();
    let mut forward: Vec<Vec<f32>> = Vec::with_capacity(looks.len());
    for i in 0..looks.len() {
        let reached = |to: &Step| match forward.last() {
            None => first(to),
            Some(before) => sum(before
                .iter()
                .zip(&steps)
                .map(|(v, from)| v + between(from, to))),
        };
        let next = steps.iter().map(|to| reached(to) + look(i, to)).collect();
        forward.push(next);
    }
    let mut backward = vec![vec![0.0; steps.len()]; looks.len()];
    for i in (0..looks.len().saturating_sub(1)).rev() {
        let onward = |from: &Step| {
            let next = backward[i + 1].iter().zip(&steps);
            sum(next.map(|(v, to)| v + between(from, to) + look(i + 1, to)))
        };
        backward[i] = steps.iter().map(onward).collect();
    }
    let both = forward.iter().zip(&backward);
    both.map(|(f, b)| names(&steps, f, b)).collect()
}

/// The classes of one place, likeliest first.
fn names(steps: &[Step], forward: &[f32], backward: &[f32]) -> Vec<(Tile, f32)> {
    let joint = || forward.iter().zip(backward).map(|(f, b)| f + b);
    let all = sum(joint());
    let mut shares = vec![0.0; Tile::COUNT];
    for (step, value) in steps.iter().zip(joint()) {
        shares[step.tile.index()] += (value - all).exp();
    }
    let mut names: Vec<(Tile, f32)> = Tile::all().zip(shares).collect();
    names.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    names
}

/// Logarithm of the sum of exponentials.
fn sum(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let highest = values.clone().fold(f32::MIN, f32::max);
    highest + values.map(|v| (v - highest).exp()).sum::<f32>().ln()
}

/// The cells of a row whose tiles are these detections, with every doubt that
/// the row itself gives.
pub(super) fn cells(detections: &[usize], looks: &[&[f32]]) -> Vec<Cell> {
    let named = row(looks);
    let mut cells: Vec<Cell> = Vec::with_capacity(named.len());
    for ((&detection, names), look) in detections.iter().zip(&named).zip(looks) {
        let ((tile, score), (second, _)) = (names[0], names[1]);
        let (own, p) = best(look);
        let doubt = if score < SURE {
            Some(Doubt::Unsure(second))
        } else if own != tile && p >= CONTRADICTS {
            Some(Doubt::LooksLike(own, p))
        } else {
            cells
                .last()
                .filter(|before| comes_late(before.tile, tile))
                .map(|_| Doubt::OutOfOrder)
        };
        cells.push(Cell {
            detection,
            tile,
            score,
            doubt,
            told: false,
        });
    }
    cells
}

fn comes_late(before: Tile, tile: Tile) -> bool {
    before.suit() == tile.suit() && tile.rank() < before.rank()
}

/// The best of the 46 classes in the order of their indices.
pub(super) fn best(look: &[f32]) -> (Tile, f32) {
    let all = Tile::all().zip(look.iter().copied());
    all.fold((Tile::BACK, f32::MIN), |best, next| {
        if next.1 > best.1 { next } else { best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mpsz;

    /// Looks of a row: each tile's own name at `p`, the rest shared out.
    fn looks(text: &str, p: f32) -> Vec<Vec<f32>> {
        let tiles = mpsz::parse(text).unwrap();
        let look = |tile: &Tile| {
            let mut look = vec![(1.0 - p) / 45.0; Tile::COUNT];
            look[tile.index()] = p;
            look
        };
        tiles.iter().map(look).collect()
    }

    fn understood(looks: &[Vec<f32>]) -> (String, Vec<Option<Doubt>>) {
        let numbers: Vec<usize> = (0..looks.len()).collect();
        let slices: Vec<&[f32]> = looks.iter().map(Vec::as_slice).collect();
        let cells = cells(&numbers, &slices);
        let tiles: Vec<Tile> = cells.iter().map(|cell| cell.tile).collect();
        (
            mpsz::print(&tiles),
            cells.iter().map(|cell| cell.doubt).collect(),
        )
    }

    #[test]
    fn rows_in_order_are_taken_as_they_look() {
        for text in [
            "123456789m",
            "1234506789p",
            "1234056789s",
            "123406789s",
            "1234567z",
            "12345678f",
            "000mps",
            "1245679m",
            "4z5z6z7z0m0p0s",
            "1234567z000mps1234f",
            "1122334455m",
            "1111222233334444z",
        ] {
            let text = text
                .replace("000mps", "0m0p0s")
                .replace("4z5z6z7z", "4567z");
            let (seen, doubts) = understood(&looks(&text, 0.9));
            assert_eq!(seen, mpsz::print(&mpsz::parse(&text).unwrap()));
            assert!(doubts.iter().all(Option::is_none), "{text}: {doubts:?}");
        }
    }

    #[test]
    fn the_order_names_what_looks_like_something_else() {
        let mut row = looks("123456789m", 0.9);
        row[1] = looks("3m", 0.5).remove(0);
        row[6] = looks("1z", 0.6).remove(0);
        let (seen, doubts) = understood(&row);
        assert_eq!(seen, "123456789m");
        // Another 3m is possible too, so this is not learned from.
        assert!(matches!(doubts[1], Some(Doubt::Unsure(tile)) if tile.code() == "3m"));
        assert!(matches!(doubts[6], Some(Doubt::LooksLike(..))));
        assert_eq!(doubts.iter().flatten().count(), 2);
    }

    #[test]
    fn a_tile_whose_place_is_open_is_doubtful() {
        // Between 3 and 6 lies one tile that looks like nothing in particular.
        let mut row = looks("1234689p", 0.95);
        row[3] = vec![1.0 / 46.0; Tile::COUNT];
        let (_, doubts) = understood(&row);
        assert!(matches!(doubts[3], Some(Doubt::Unsure(_))), "{doubts:?}");
    }

    #[test]
    fn sure_tiles_against_the_order_are_told() {
        let (seen, doubts) = understood(&looks("124356789s", 0.99));
        assert_eq!(seen, "124356789s");
        assert_eq!(doubts[3], Some(Doubt::OutOfOrder));
    }
}
