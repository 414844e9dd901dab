//! Tiles without order.

use std::f32::consts::TAU;

use super::deal::any_tile;
use super::{Layout, Placed, Pose};
use crate::faces::rng::Rng;

/// Puts tiles where they do not overlap others, at any angle.
fn throw(layout: &mut Layout, rng: &mut Rng, count: usize, spread: f32, down: f32) {
    let clear = rng.pick(&[0.02, 0.02, 0.1, 0.4]);
    for _ in 0..count * 8 {
        if layout.tiles.len() >= count {
            break;
        }
        let at = [
            rng.range(-spread, spread) * 1.25,
            rng.range(-spread, spread),
        ];
        let mut placed = Placed::flat(any_tile(rng), at);
        placed.turn = rng.range(0.0, TAU);
        if rng.chance(down) {
            placed.pose = Pose::Down;
        }
        let free = layout
            .tiles
            .iter()
            .all(|other| apart(&placed, other, layout.size, clear));
        if free {
            placed.index = layout.tiles.len() as u16;
            layout.tiles.push(placed);
        }
    }
    layout.any_side = true;
}

/// Whether two tiles' feet are this far apart (separating axes of the
/// rectangles); a negative distance lets them touch.
pub(super) fn apart(a: &Placed, b: &Placed, size: [f32; 3], clear: f32) -> bool {
    let (dx, dy) = (b.at[0] - a.at[0], b.at[1] - a.at[1]);
    if dx.hypot(dy) > size[0].hypot(size[1]) + clear {
        return true;
    }
    let axes = |p: &Placed| {
        let (sin, cos) = p.turn.sin_cos();
        [[cos, sin], [-sin, cos]]
    };
    let foot = |p: &Placed| {
        let deep = if p.pose == Pose::Standing {
            size[2]
        } else {
            size[1]
        };
        [size[0] / 2.0, deep / 2.0]
    };
    let (fa, fb) = (foot(a), foot(b));
    let (ua, ub) = (axes(a), axes(b));
    ua.iter().chain(&ub).any(|axis| {
        let span = |u: &[[f32; 2]; 2], half: [f32; 2]| {
            (0..2)
                .map(|k| half[k] * (u[k][0] * axis[0] + u[k][1] * axis[1]).abs())
                .sum::<f32>()
        };
        (dx * axis[0] + dy * axis[1]).abs() > span(&ua, fa) + span(&ub, fb) + clear
    })
}

/// Tiles thrown on the table.
pub(super) fn scattered(layout: &mut Layout, rng: &mut Rng) {
    let count = rng.between(1, 34);
    let spread = (count as f32).sqrt() * rng.range(0.75, 1.5) + 0.4;
    let down = if rng.chance(0.5) {
        rng.range(0.0, 0.4)
    } else {
        0.0
    };
    throw(layout, rng, count, spread, down);
}

/// Short rows pushed together at odd angles.
pub(super) fn clusters(layout: &mut Layout, rng: &mut Rng) {
    for cluster in 0..rng.between(2, 5) {
        let from = layout.tiles.len();
        let tiles: Vec<_> = (0..rng.between(2, 5)).map(|_| any_tile(rng)).collect();
        layout.row(rng, &tiles, [-1.5, 0.0], |_, p| p.row = cluster as u16);
        layout.rotate(from, rng.gauss(0.7));
        layout.shift(from, [rng.gauss(0.4), cluster as f32 * 2.9]);
    }
    layout.any_side = true;
}

/// One to five tiles close up.
pub(super) fn few(layout: &mut Layout, rng: &mut Rng) {
    let tiles: Vec<_> = (0..rng.between(1, 5)).map(|_| any_tile(rng)).collect();
    let turn = rng.range(0.0, TAU);
    layout.row(rng, &tiles, [0.0, 0.0], |_, _| {});
    layout.rotate(0, turn);
    layout.any_side = true;
}

/// A handful thrown close together, for crops.
pub(super) fn handful(layout: &mut Layout, rng: &mut Rng) {
    let count = rng.between(3, 8);
    let spread = (count as f32).sqrt() * rng.range(0.6, 0.9);
    throw(layout, rng, count, spread, 0.08);
}
