//! What a dataset holds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Labelled;
use crate::tile::Tile;

/// Counts over a dataset.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// Photos.
    pub photos: usize,
    /// Labelled tiles.
    pub tiles: usize,
    /// Tiles with four corners.
    pub quads: usize,
    /// Fewest, median and most tiles in a photo.
    pub per_photo: [usize; 3],
    /// Smallest, median and largest tile: root of the box's area in pixels.
    pub side: [f32; 3],
    /// Photos of each physical set, where it is named.
    pub sets: BTreeMap<String, usize>,
    /// Tiles of each zone, where it is named.
    pub zones: BTreeMap<String, usize>,
    /// Tiles of each class, all 46 in class order.
    pub classes: Vec<(String, usize)>,
}

/// Counts.
pub fn stats(photos: &[Labelled]) -> Stats {
    let tiles = || photos.iter().flat_map(|photo| &photo.tiles);
    let mut counts: Vec<usize> = photos.iter().map(|photo| photo.tiles.len()).collect();
    counts.sort_unstable();
    let mut sides: Vec<f32> = tiles()
        .map(|tile| {
            let [x0, y0, x1, y1] = tile.bounds;
            ((x1 - x0) * (y1 - y0)).max(0.0).sqrt()
        })
        .collect();
    sides.sort_unstable_by(f32::total_cmp);
    let mut sets = BTreeMap::new();
    for group in photos.iter().filter_map(|photo| photo.group.as_ref()) {
        *sets.entry(group.clone()).or_default() += 1;
    }
    let mut zones = BTreeMap::new();
    for zone in tiles().filter_map(|tile| tile.zone.as_ref()) {
        *zones.entry(zone.clone()).or_default() += 1;
    }
    let class = |tile: Tile| {
        let count = tiles().filter(|label| label.tile == tile).count();
        (tile.code().to_owned(), count)
    };
    Stats {
        photos: photos.len(),
        tiles: tiles().count(),
        quads: tiles().filter(|tile| tile.quad.is_some()).count(),
        per_photo: spread(&counts),
        side: spread(&sides),
        sets,
        zones,
        classes: Tile::all().map(class).collect(),
    }
}

/// Smallest, median and largest of a sorted list.
fn spread<N: Copy + Default>(sorted: &[N]) -> [N; 3] {
    let at = |index: usize| sorted.get(index).copied().unwrap_or_default();
    [
        at(0),
        at(sorted.len() / 2),
        at(sorted.len().saturating_sub(1)),
    ]
}
