//! Which crops a set is learned from when enrolment is measured, and so which
//! photos are left out of the measurement.

use std::collections::BTreeMap;

use crate::detect::{Detection, Quad};
use crate::faces::rng::Rng;
use crate::tile::Tile;

use super::super::tiles_among;
use super::Labelled;
use super::tally::{VISIBLE, pairs};

/// At most this share of the photos is learned from: 1 of …
const PHOTOS: usize = 4;

/// A detection to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The photo's number.
    pub photo: usize,
    /// The detection's number in it.
    pub detection: usize,
    /// What it is, by its label.
    pub tile: Tile,
}

/// What is learned from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Numbers of the photos that are left out, in order.
    pub photos: Vec<usize>,
    /// At most K detections a class.
    pub taken: Vec<Taken>,
}

/// The detections of a photo that show a labelled tile well, with its class,
/// the surest tiles first.
fn labelled(photo: &Labelled, detections: &[Detection], size: (u32, u32)) -> Vec<(usize, Tile)> {
    let outlines: Vec<Quad> = detections.iter().map(|d| d.quad).collect();
    let taken = tiles_among(detections);
    let found = pairs(photo, &outlines, size).into_iter().zip(&photo.tiles);
    let mut found: Vec<(usize, Tile)> = found
        .filter(|(_, label)| label.visibility >= VISIBLE)
        .filter_map(|(at, label)| Some((at.filter(|&i| taken[i])?, label.tile)))
        .collect();
    found.sort_by_key(|&(detection, _)| detection);
    found
}

/// Chooses photos that together show `k` tiles of each class, as few as can
/// be, by what the detector found in each (with the pictures' sizes). The seed
/// decides between photos that are worth as much.
pub fn plan(
    photos: &[Labelled],
    found: &[(Vec<Detection>, (u32, u32))],
    k: usize,
    seed: u64,
) -> Plan {
    let seen = photos.iter().zip(found);
    let seen: Vec<Vec<(usize, Tile)>> = seen
        .map(|(photo, (d, size))| labelled(photo, d, *size))
        .collect();
    choose(&seen, k, seed)
}

fn choose(seen: &[Vec<(usize, Tile)>], k: usize, seed: u64) -> Plan {
    let mut order: Vec<usize> = (0..seen.len()).collect();
    Rng::keyed(&[seed, 0xe201]).shuffle(&mut order);
    let mut held: BTreeMap<Tile, usize> = BTreeMap::new();
    let mut plan = Plan::default();
    while plan.photos.len() < (seen.len() / PHOTOS).max(1) {
        let worth = |&photo: &usize| new_in(&seen[photo], &held, k).len();
        // The first of those that are worth most.
        let best = order.iter().copied().rev().max_by_key(worth);
        let Some(photo) = best.filter(|photo| worth(photo) > 0) else {
            break;
        };
        for (detection, tile) in new_in(&seen[photo], &held, k) {
            plan.taken.push(Taken {
                photo,
                detection,
                tile,
            });
        }
        for taken in plan.taken.iter().filter(|taken| taken.photo == photo) {
            *held.entry(taken.tile).or_default() += 1;
        }
        plan.photos.push(photo);
        order.retain(|&other| other != photo);
    }
    plan.photos.sort_unstable();
    plan
}

/// The tiles of a photo that are still wanted.
fn new_in(seen: &[(usize, Tile)], held: &BTreeMap<Tile, usize>, k: usize) -> Vec<(usize, Tile)> {
    let mut count = held.clone();
    let wanted = seen.iter().filter(|(_, tile)| {
        let count = count.entry(*tile).or_default();
        *count += 1;
        *count <= k
    });
    wanted.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mpsz;

    fn photos() -> Vec<Vec<(usize, Tile)>> {
        ["123m", "123456789m", "11z", "456p", "1z", "2z", "9m", "5p"]
            .map(|text| mpsz::parse(text).unwrap().into_iter().enumerate().collect())
            .to_vec()
    }

    #[test]
    fn few_photos_show_many_classes_and_k_is_held() {
        for seed in 0..20 {
            let plan = choose(&photos(), 1, seed);
            assert_eq!(plan.photos, [1, 3], "a quarter of the photos at most");
            assert_eq!(plan.taken.len(), 12);
            assert_eq!(plan, choose(&photos(), 1, seed));
        }
        let plan = choose(&photos()[2..3], 1, 0);
        assert_eq!((plan.photos.len(), plan.taken.len()), (1, 1));
        assert_eq!(choose(&photos()[2..3], 2, 0).taken.len(), 2);
        assert_eq!(choose(&[], 1, 0), Plan::default());
    }

    #[test]
    fn the_seed_decides_between_equals() {
        let equal: Vec<_> = (0..8).map(|_| photos()[0].clone()).collect();
        let chosen: Vec<Vec<usize>> = (0..9).map(|seed| choose(&equal, 1, seed).photos).collect();
        assert!(chosen.iter().all(|photos| photos.len() == 1));
        assert!(chosen.iter().any(|photos| *photos != chosen[0]));
    }
}
