//! The tiles of a random win, biased towards the shapes that yaku ask for.

use karasu::meld::{Meld, MeldKind};
use karasu::tile::Tile;

use super::rng::Rng;
use super::shape::{ORPHANS, is_honor, is_yaochuu, rank};
use super::wall::{House, Wall};

/// Which tiles a hand is drawn from and how.
struct Taste {
    pool: Vec<usize>,
    triplets: usize,
    called: usize,
    kans: usize,
    repeat: usize,
}

fn taste(house: &House, rng: &mut Rng) -> Taste {
    let all = &house.in_hand;
    let suit = 1 + rng.below(2);
    let suit = if house.chi { rng.below(3) } else { suit };
    let only = |test: &dyn Fn(usize) -> bool| -> Vec<usize> {
        all.iter().copied().filter(|&kind| test(kind)).collect()
    };
    let of_suit = |kind: usize| !is_honor(kind) && kind / 9 == suit;
    let pool = match rng.below(24) {
        12..=19 => all.clone(),
        0 => only(&of_suit),
        1 => only(&|kind| of_suit(kind) || is_honor(kind)),
        2 => only(&|kind| is_yaochuu(kind)),
        3 => only(&|kind| is_honor(kind) || rank(kind) <= 3 || rank(kind) >= 7),
        4 => only(&|kind| !is_honor(kind) && (rank(kind) <= 3 || rank(kind) >= 7)),
        5 => only(&|kind| [19, 20, 21, 23, 25, 32].contains(&kind)),
        6 => only(&is_honor),
        7 => only(&|kind| !is_yaochuu(kind)),
        8 => only(&|kind| !is_honor(kind) && kind >= 9 && (2..=4).contains(&rank(kind))),
        9 => only(&|kind| kind >= 31 || of_suit(kind)),
        10 => only(&|kind| kind < 9 || is_honor(kind)),
        _ => {
            only(&|kind| of_suit(kind) && (4..=8).contains(&rank(kind)) || kind == 15 || kind == 24)
        }
    };
    Taste {
        pool,
        triplets: rng.pick(&[10, 30, 50, 80, 100]),
        called: rng.pick(&[0, 0, 0, 30, 60, 100]),
        kans: rng.pick(&[0, 10, 10, 40, 90]),
        repeat: rng.pick(&[0, 10, 40, 80]),
    }
}

/// A set before it is called or kept.
fn set(taste: &Taste, wall: &mut Wall, before: &[Vec<usize>], rng: &mut Rng) -> Option<Vec<usize>> {
    if rng.chance(taste.repeat) && !before.is_empty() {
        let again = before[rng.below(before.len())].clone();
        if again[0] != again[1] {
            return Some(again);
        }
        let next = again[0] + 1;
        let shifted = [next, (again[0] + 9) % 27];
        let kind = rng.pick(&shifted);
        if taste.pool.contains(&kind) {
            return Some(vec![kind; 3]);
        }
    }
    let kind = rng.pick(&taste.pool);
    if rng.chance(taste.triplets) || is_honor(kind) {
        return (wall.count(kind) >= 3).then(|| vec![kind; 3]);
    }
    let run = |kind: usize| {
        !is_honor(kind) && rank(kind) <= 7 && (kind..kind + 3).all(|k| taste.pool.contains(&k))
    };
    let starts: Vec<usize> = (0..27).filter(|&kind| run(kind)).collect();
    let first = if starts.is_empty() {
        return None;
    } else {
        rng.pick(&starts)
    };
    Some(vec![first, first + 1, first + 2])
}

/// Four sets and a pair as they lie, then the place of the winning tile.
fn four_sets(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let taste = taste(house, rng);
    if taste.pool.is_empty() {
        return None;
    }
    let mut hand = Vec::new();
    let mut melds = Vec::new();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for _ in 0..4 {
        let kinds = set(&taste, wall, &sets, rng)?;
        let same = kinds[0] == kinds[1];
        let mut tiles = wall.take_all(&kinds, rng)?;
        let called = rng.chance(taste.called);
        let kan = same && rng.chance(taste.kans);
        if let Some(fourth) = kan.then(|| wall.take(kinds[0], rng)).flatten() {
            tiles.push(fourth);
            let open = [MeldKind::Daiminkan, MeldKind::Kakan];
            let kind = if called {
                rng.pick(&open)
            } else {
                MeldKind::Ankan
            };
            melds.push(Meld { kind, tiles });
            sets.push(kinds);
            continue;
        }
        if called && (same || house.chi) {
            let kind = if same { MeldKind::Pon } else { MeldKind::Chi };
            melds.push(Meld { kind, tiles });
        } else {
            hand.extend(tiles);
        }
        sets.push(kinds);
    }
    let ends: Vec<usize> = taste
        .pool
        .iter()
        .copied()
        .filter(|&kind| is_yaochuu(kind))
        .collect();
    let from = if rng.chance(40) && !ends.is_empty() {
        &ends
    } else {
        &taste.pool
    };
    let pair = rng.pick(from);
    hand.extend(wall.take_all(&[pair, pair], rng)?);
    rng.shuffle(&mut melds);
    Some((hand, melds))
}

fn seven_pairs(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let pool = taste(house, rng).pool;
    if pool.is_empty() {
        return None;
    }
    let twins = rng.chance(40);
    let mut hand = Vec::new();
    while hand.len() < 14 {
        let kind = rng.pick(&pool);
        let pairs = if twins && rng.chance(40) && hand.len() <= 10 {
            2
        } else {
            1
        };
        hand.extend(wall.take_all(&vec![kind; 2 * pairs], rng)?);
    }
    Some(hand)
}

pub fn orphans(wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds = ORPHANS.to_vec();
    kinds.push(rng.pick(&ORPHANS));
    wall.take_all(&kinds, rng)
}

fn nine_gates(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let base = if house.chi {
        9 * rng.below(3)
    } else {
        9 * (1 + rng.below(2))
    };
    let mut kinds: Vec<usize> = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
        .map(|r| base + r)
        .to_vec();
    kinds.push(base + rng.below(9));
    wall.take_all(&kinds, rng)
}

/// Seven pairs of one suit in a row (大車輪 when they are 2 to 8).
fn wheels(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let suit = if house.chi {
        rng.below(3)
    } else {
        1 + rng.below(2)
    };
    let low = 9 * suit + rng.pick(&[0, 1, 1, 2]);
    let kinds: Vec<usize> = (low..low + 7).flat_map(|kind| [kind; 2]).collect();
    wall.take_all(&kinds, rng)
}

/// Tiles apart from each other, with or without a pair (十三不塔, 十四不塔).
fn scattered(wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds: Vec<usize> = (27..34).collect();
    for base in [0, 9, 18] {
        let ranks = rng.pick(&[
            [0, 3, 6],
            [0, 3, 7],
            [0, 4, 7],
            [1, 4, 7],
            [2, 5, 8],
            [0, 5, 8],
        ]);
        kinds.extend(ranks.map(|r| base + r));
    }
    rng.shuffle(&mut kinds);
    kinds.truncate(14);
    if rng.chance(60) {
        kinds[13] = kinds[rng.below(13)];
    }
    wall.take_all(&kinds, rng)
}

/// Winds or terminals in the shapes that excuse gari in the hand (vip).
fn excused(id: &str, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds = Vec::new();
    if id != "kichijoji" && rng.chance(40) {
        let mut ends = vec![0, 8, 9, 17, 18, 26];
        rng.shuffle(&mut ends);
        for kind in &ends[..4] {
            kinds.extend([*kind; 3]);
        }
        kinds.extend([ends[4]; 2]);
    } else {
        let mut winds = vec![27, 28, 29, 30];
        rng.shuffle(&mut winds);
        for kind in &winds[..3] {
            kinds.extend([*kind; 3]);
        }
        let kind = 9 + rng.below(18);
        let (fourth, pair) = if rng.chance(50) {
            (kind, winds[3])
        } else {
            (winds[3], kind)
        };
        kinds.extend([fourth; 3]);
        kinds.extend([pair; 2]);
    }
    wall.take_all(&kinds, rng)
}

/// The tiles of a win: hand, winning tile among them, and melds.
pub fn tiles(
    id: &str,
    house: &House,
    wall: &mut Wall,
    rng: &mut Rng,
) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let none = Vec::new();
    match rng.below(40) {
        0..=3 => seven_pairs(house, wall, rng).map(|hand| (hand, none)),
        4 => orphans(wall, rng).map(|hand| (hand, none)),
        5 => nine_gates(house, wall, rng).map(|hand| (hand, none)),
        7 if id == "redblue" => scattered(wall, rng).map(|hand| (hand, none)),
        8 => wheels(house, wall, rng).map(|hand| (hand, none)),
        6 => excused(id, wall, rng).map(|hand| (hand, none)),
        _ => four_sets(house, wall, rng),
    }
}
