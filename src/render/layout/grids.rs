//! Rivers, blocks, trays and whole sets laid out.

use std::f32::consts::FRAC_PI_2;

use super::deal::{any_tile, sort, tile};
use super::{HALF_TURN, Layout, Pose};
use crate::faces::rng::Rng;
use crate::tile::Tile;

fn random_tiles(rng: &mut Rng, n: usize) -> Vec<Tile> {
    (0..n).map(|_| any_tile(rng)).collect()
}

/// Rows of six discards, the riichi tile sideways.
pub(super) fn discards(layout: &mut Layout, rng: &mut Rng, rows: usize) {
    let riichi = rng.between(0, rows * 6 * 2);
    let h = layout.size[1];
    for row in 0..rows {
        let n = if row + 1 == rows {
            rng.between(1, 6)
        } else {
            6
        };
        let tiles = random_tiles(rng, n);
        let y = -(row as f32) * (h + layout.tidiness.gap);
        layout.row(rng, &tiles, [0.0, y], |index, p| {
            p.row = row as u16;
            if row * 6 + index == riichi {
                p.turn = FRAC_PI_2;
            }
        });
    }
}

/// One to four rivers around the middle.
pub(super) fn river(layout: &mut Layout, rng: &mut Rng) {
    let players = rng.between(1, 4);
    for player in 0..players {
        let from = layout.tiles.len();
        let rows = rng.between(1, 3);
        discards(layout, rng, rows);
        layout.shift(from, [-3.0, -3.2 - rng.range(0.0, 1.0)]);
        layout.rotate(from, player as f32 * FRAC_PI_2);
    }
    layout.any_side = players > 1;
}

/// Rows close to each other, in any mixture of turns.
pub(super) fn block(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(2, 6), rng.between(2, 12));
    let flips = rng.pick(&[0.0, 0.0, 0.5, 0.3]);
    fill(layout, rng, rows, columns, flips);
    layout.any_side = rng.chance(0.4);
}

fn fill(layout: &mut Layout, rng: &mut Rng, rows: usize, columns: usize, flips: f32) {
    let h = layout.size[1];
    let down = if rng.chance(0.2) { 0.15 } else { 0.0 };
    let stagger = if rng.chance(0.25) { 0.5 } else { 0.0 };
    for row in 0..rows {
        let tiles = random_tiles(rng, columns);
        let y = -(row as f32) * (h + layout.tidiness.gap + rng.range(0.0, 0.03));
        let mut coin = rng.clone();
        rng.next_u32();
        let x = stagger * coin.range(0.0, 1.0);
        layout.row(rng, &tiles, [x, y], |_, p| {
            p.row = row as u16;
            if coin.chance(flips) {
                p.turn = HALF_TURN;
            }
            if coin.chance(down) {
                p.pose = Pose::Down;
            }
        });
    }
}

/// A travel set in its box, some places empty.
pub(super) fn tray(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(2, 6), rng.between(4, 11));
    box_up(layout, rng, rows, columns);
}

/// A corner of a box for crops.
pub(super) fn small_tray(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(1, 2), rng.between(2, 4));
    box_up(layout, rng, rows, columns);
}

fn box_up(layout: &mut Layout, rng: &mut Rng, rows: usize, columns: usize) {
    layout.tidiness.gap = rng.range(0.0, 0.04);
    layout.tidiness.turn = 0.006;
    layout.tidiness.shift = 0.006;
    let flips = rng.pick(&[0.0, 0.0, 0.3]);
    fill(layout, rng, rows, columns, flips);
    let [x0, y0, x1, y1] = layout.bounds();
    let (w, h) = (layout.size[0], layout.size[1]);
    let edge = rng.range(0.02, 0.2);
    layout.tray = Some([
        x0 + 0.7 - w / 2.0 - edge,
        y0 + 0.7 - h / 2.0 - edge,
        x1 - 0.7 + w / 2.0 + edge,
        y1 - 0.7 + h / 2.0 + edge,
    ]);
    let empty = rng.pick(&[0.0, 0.0, 0.1, 0.35]);
    let gone = rng.chance(0.2).then(|| rng.below(columns) as u16);
    let mut coin = rng.clone();
    rng.next_u32();
    let (mut stay, mut holes): (Vec<_>, Vec<_>) = std::mem::take(&mut layout.tiles)
        .into_iter()
        .partition(|p| !coin.chance(empty) && Some(p.index) != gone);
    if stay.is_empty() {
        stay.extend(holes.pop());
    }
    layout.holes = holes.iter().map(|p| p.at).collect();
    layout.tiles = stay;
    layout.low_view = 0.7;
}

/// All faces in order, as for learning a set.
pub(super) fn whole_set(layout: &mut Layout, rng: &mut Rng) {
    let h = layout.size[1];
    let mut ranges = vec![0..9, 9..18, 18..27, 27..34];
    if rng.chance(0.6) {
        ranges.push(34..37);
    }
    if rng.chance(0.5) {
        ranges.push(37..45);
    }
    for (row, range) in ranges.into_iter().enumerate() {
        let mut tiles: Vec<Tile> = range.map(tile).collect();
        sort(&mut tiles);
        let y = -(row as f32) * (h + layout.tidiness.gap + 0.05);
        layout.row(rng, &tiles, [0.0, y], |_, p| p.row = row as u16);
    }
}

/// A table without tiles, as wide as a row or a block of them.
pub(super) fn nothing(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(1, 5), rng.between(2, 13));
    vacate(layout, rng, rows, columns);
}

/// A piece of it for crops.
pub(super) fn small_nothing(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(1, 2), rng.between(2, 4));
    vacate(layout, rng, rows, columns);
}

fn vacate(layout: &mut Layout, rng: &mut Rng, rows: usize, columns: usize) {
    fill(layout, rng, rows, columns, 0.0);
    layout.any_side = true;
    layout.vacant = true;
}

/// A few tiles in rows for crops.
pub(super) fn patch(layout: &mut Layout, rng: &mut Rng) {
    let (rows, columns) = (rng.between(1, 3), rng.between(2, 4));
    let flips = rng.pick(&[0.0, 0.3, 0.5]);
    fill(layout, rng, rows, columns, flips);
    layout.any_side = true;
}
