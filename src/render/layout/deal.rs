//! Which tiles lie there.

use crate::faces::rng::Rng;
use crate::tile::{CODES, Suit, Tile};

/// The tile of a known code.
pub(super) fn tile(index: usize) -> Tile {
    // Every index below COUNT names a class, and callers stay below it.
    Tile::all().nth(index % CODES.len()).unwrap_or_else(back)
}

/// The class of face-down tiles.
pub(super) fn back() -> Tile {
    // CODES ends with the back; `all` is never empty.
    Tile::all()
        .last()
        .unwrap_or_else(|| unreachable!("46 classes"))
}

/// Any face, the rarer classes often enough to be learnt.
pub fn any_tile(rng: &mut Rng) -> Tile {
    match rng.weighted(&[0.78, 0.08, 0.14]) {
        0 => tile(rng.below(34)),
        1 => tile(34 + rng.below(3)),
        _ => tile(37 + rng.below(8)),
    }
}

/// A red five instead of a plain one, now and then.
pub(super) fn maybe_red(rng: &mut Rng, tile: Tile) -> Tile {
    match tile.red() {
        Some(red) if rng.chance(0.25) => red,
        _ => tile,
    }
}

/// A random set of three: a sequence or a triplet.
pub(super) fn triple(rng: &mut Rng) -> [Tile; 3] {
    let kind = rng.below(34);
    let run = kind < 27 && kind % 9 <= 6 && rng.chance(0.6);
    let step = usize::from(run);
    std::array::from_fn(|k| maybe_red(rng, tile(kind + k * step)))
}

/// The concealed part of a winning hand: `sets` sets and a pair, in the order
/// people sort them, the winning tile last.
pub fn winning_hand(rng: &mut Rng, sets: usize) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::with_capacity(sets * 3 + 2);
    if rng.chance(0.12) {
        // Not a winning shape at all.
        tiles.extend((0..sets * 3 + 2).map(|_| any_tile(rng)));
    } else {
        (0..sets).for_each(|_| tiles.extend(triple(rng)));
        let pair = rng.below(34);
        tiles.extend([maybe_red(rng, tile(pair)), tile(pair)]);
    }
    let win = tiles.swap_remove(rng.below(tiles.len()));
    if rng.chance(0.85) {
        sort(&mut tiles);
    } else {
        rng.shuffle(&mut tiles);
    }
    tiles.push(win);
    tiles
}

/// Sorts as players do: by suit, then by rank with reds beside plain fives.
pub(super) fn sort(tiles: &mut [Tile]) {
    tiles.sort_by_key(|t| (t.suit() == Suit::Flower, t.plain().index(), t.is_red()));
}

/// Tiles that are pulled and put aside (1m 9m 4z flowers, red fives).
pub(super) fn gari(rng: &mut Rng) -> Vec<Tile> {
    let pool = [0, 0, 8, 8, 4, 34, 30, 30, 37, 38, 39, 40, 41, 42, 43, 44];
    (0..rng.between(1, 7))
        .map(|_| tile(rng.pick(&pool)))
        .collect()
}
