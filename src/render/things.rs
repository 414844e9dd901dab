//! Things of everyday life that a careless eye takes for tiles.

use std::f32::consts::FRAC_PI_2;

use super::layout::Layout;
use super::material::{Pattern, any_color};
use super::math::{P2, V3};
use super::print::Print;
use super::props::{paint, slab};
use super::scene::{Decal, FULL_TURN, Scene, Studio};
use crate::faces::rng::Rng;

/// Width and thickness of one thing with this print, in tile widths.
fn size(print: Print, rng: &mut Rng) -> [f32; 2] {
    let (wide, thick) = match print {
        Print::Calendar => (rng.range(4.0, 12.0), 0.03),
        Print::Card => (rng.range(1.2, 2.9), 0.03),
        Print::Domino => (rng.range(0.8, 1.3), 0.35),
        Print::Keys => (rng.range(2.5, 9.0), rng.range(0.1, 0.6)),
        Print::Page => (rng.range(3.0, 8.0), rng.range(0.02, 0.6)),
        Print::Console => (rng.range(4.0, 7.0), rng.range(0.05, 0.4)),
        Print::Screen => (3.2, 0.2),
        Print::Bars => (rng.range(2.0, 7.0), rng.range(0.1, 0.4)),
        Print::Packet => (rng.range(1.2, 4.5), rng.range(0.1, 1.2)),
        Print::Cells => (rng.range(3.5, 10.0), rng.range(0.1, 0.5)),
        Print::Die => {
            let side = rng.range(0.4, 0.9);
            return [side, side];
        }
        Print::Chip => (rng.range(0.9, 2.0), 0.0),
    };
    [wide, thick]
}

/// A clear place within the layout's bounds and a little beyond.
fn free(scene: &Scene, layout: &Layout, reach: f32, rng: &mut Rng) -> Option<P2> {
    let [x0, y0, x1, y1] = layout.bounds();
    let margin = if layout.tiles.is_empty() { 1.0 } else { 4.0 };
    (0..14).find_map(|_| {
        let at = [
            rng.range(x0 - margin, x1 + margin),
            rng.range(y0 - margin, y1 + margin),
        ];
        let far = |p: P2| (p[0] - at[0]).hypot(p[1] - at[1]);
        let tiles = layout.tiles.iter().all(|t| far(t.at) > reach + 0.95);
        let things = scene.solids[layout.tiles.len()..].iter().all(|s| {
            let other = s.half[0].hypot(s.half[1]);
            other > 15.0 || far([s.center[0], s.center[1]]) > (reach + other) * 0.8
        });
        (tiles && things).then_some(at)
    })
}

/// Some things beside the tiles, or all over an empty table.
pub(super) fn scatter(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let empty = layout.tiles.is_empty();
    let n = if empty {
        rng.between(0, 9)
    } else {
        rng.between(1, 5)
    };
    for _ in 0..n {
        match rng.weighted(&[0.5, 0.16, 0.1, 0.08, 0.16]) {
            0 => single(scene, layout, studio, rng),
            1 => several(scene, layout, studio, rng),
            2 => rack(scene, layout, studio, rng),
            3 => bricks(scene, layout, studio, rng),
            _ => beside(scene, layout, studio, rng),
        }
    }
}

fn single(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let print = rng.pick(&Print::ALL);
    let [wide, thick] = size(print, rng);
    let tall = wide * print.aspect();
    if let Some(at) = free(scene, layout, wide.hypot(tall) / 2.0, rng) {
        let turn = angle(rng);
        put(scene, studio, print, at, [wide, thick], turn, rng);
    }
}

/// Something that touches a tile and lies along it, where a careless eye sees
/// the row go on: a rail, a printed thing.
fn beside(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    if layout.tiles.is_empty() {
        return single(scene, layout, studio, rng);
    }
    let tile = layout.tiles[rng.below(layout.tiles.len())];
    let print = rng.pick(&[
        Print::Keys,
        Print::Domino,
        Print::Packet,
        Print::Bars,
        Print::Cells,
        Print::Card,
    ]);
    let rail = rng.chance(0.4);
    let half = if rail {
        [
            rng.range(0.2, 1.2),
            rng.range(2.0, 14.0),
            rng.range(0.1, 0.5),
        ]
    } else {
        let wide = rng.range(0.5, 1.6);
        [wide, wide * print.aspect(), rng.range(0.05, 0.4)]
    };
    let gap = rng.pick(&[0.01, 0.05, 0.15, 0.4]);
    let side = rng.pick(&[-1.0, 1.0]);
    let far = 0.5 + half[0] + gap;
    let (sin, cos) = tile.turn.sin_cos();
    let at = [tile.at[0] + side * far * cos, tile.at[1] + side * far * sin];
    let clear = layout.tiles.iter().all(|other| {
        let [dx, dy] = [other.at[0] - at[0], other.at[1] - at[1]];
        let (x, y) = (dx * cos + dy * sin, dy * cos - dx * sin);
        x.abs() > half[0] + 0.49 || y.abs() > half[1] + layout.size[1] / 2.0
    });
    if !clear {
        return;
    }
    if rail {
        let pattern = rng.pick(&[Pattern::Wood, Pattern::Knots, Pattern::Plain]);
        let color = rng.pick(&[[0.75, 0.56, 0.35], [0.5, 0.33, 0.2], [0.1; 3], [0.85; 3]]);
        let material = paint(scene, studio, rng, pattern, color, 0.3);
        let center = [at[0], at[1], half[2]];
        scene
            .solids
            .push(slab(center, half, tile.turn, 0.08, material));
    } else {
        let size = [2.0 * half[0], 2.0 * half[2]];
        put(scene, studio, print, at, size, tile.turn, rng);
    }
}

/// Along the table's edges, or anyhow.
fn angle(rng: &mut Rng) -> f32 {
    if rng.chance(0.5) {
        FRAC_PI_2 * rng.below(4) as f32 + rng.gauss(0.05)
    } else {
        rng.range(0.0, FULL_TURN)
    }
}

/// Puts one printed thing down.
fn put(
    scene: &mut Scene,
    studio: &Studio,
    print: Print,
    at: P2,
    [wide, thick]: [f32; 2],
    turn: f32,
    rng: &mut Rng,
) {
    let mut material = studio.patterns.print(print, wide, &studio.bank, rng);
    let half = [wide / 2.0, wide * print.aspect() / 2.0];
    let (sin, cos) = turn.sin_cos();
    let corner = |x: f32, y: f32, z: f32| {
        let (x, y) = (x * half[0], y * half[1]);
        [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, z]
    };
    let top =
        [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]].map(|[x, y]: P2| corner(x, y, thick));
    decoys(scene, print, top, rng);
    let number = scene.materials.len();
    if thick > 0.0 {
        let radius = match print {
            Print::Card | Print::Calendar => 0.01,
            Print::Die => wide * 0.14,
            _ => rng.range(0.02, 0.12),
        };
        let body = [half[0], half[1], thick / 2.0];
        scene.solids.push(slab(
            [at[0], at[1], thick / 2.0],
            body,
            turn,
            radius,
            number,
        ));
    } else {
        material.origin = at;
        material.turn = [cos, sin];
        let polygon = (0..24)
            .map(|k| (k as f32 / 24.0 * FULL_TURN).sin_cos())
            .map(|(s, c)| [at[0] + half[0] * c, at[1] + half[0] * s]);
        scene.decals.push(Decal {
            polygon: polygon.collect(),
            material: number,
        });
    }
    scene.materials.push(material);
}

/// Remembers a thing, or one of the fields of a grid, as no tile.
fn decoys(scene: &mut Scene, print: Print, top: [V3; 4], rng: &mut Rng) {
    let (share, whole) = match print {
        Print::Card | Print::Domino | Print::Die | Print::Packet | Print::Chip => (1.0, true),
        Print::Keys | Print::Bars | Print::Cells => (rng.range(0.12, 0.3), false),
        _ => (rng.range(0.1, 0.4), false),
    };
    if whole {
        scene.decoys.push(top);
        return;
    }
    for _ in 0..3 {
        let (u, v) = (rng.range(0.0, 1.0 - share), rng.range(0.0, 1.0 - share));
        let at = |u: f32, v: f32| -> V3 {
            std::array::from_fn(|k| {
                top[0][k] + (top[1][k] - top[0][k]) * u + (top[3][k] - top[0][k]) * v
            })
        };
        scene.decoys.push([
            at(u, v),
            at(u + share, v),
            at(u + share, v + share),
            at(u, v + share),
        ]);
    }
}

/// A row of equal things: cards in a hand, dominoes, dice, chips.
fn several(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let print = rng.pick(&[
        Print::Card,
        Print::Domino,
        Print::Die,
        Print::Chip,
        Print::Packet,
    ]);
    let dimensions = size(print, rng);
    let n = rng.between(2, 8);
    let step = dimensions[0] * rng.pick(&[1.0, 1.02, 1.1, 1.3]);
    let reach = step * n as f32 / 2.0;
    let Some(at) = free(scene, layout, reach, rng) else {
        return;
    };
    let turn = angle(rng);
    let (sin, cos) = turn.sin_cos();
    for k in 0..n {
        let x = (k as f32 - (n - 1) as f32 / 2.0) * step;
        let place = [at[0] + x * cos, at[1] + x * sin];
        let own = turn + rng.gauss(0.02);
        put(scene, studio, print, place, dimensions, own, rng);
    }
}

/// An empty rack or box with places for tiles, walls between them.
fn rack(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let (columns, rows) = (rng.between(3, 9), rng.between(1, 4));
    let (w, h) = (rng.range(0.95, 1.3), rng.range(1.25, 1.7));
    let (wide, tall) = (columns as f32 * w, rows as f32 * h);
    let Some(at) = free(scene, layout, wide.hypot(tall) / 2.0, rng) else {
        return;
    };
    let color = match rng.below(5) {
        0..3 => [rng.range(0.01, 0.12); 3],
        3 => [rng.range(0.5, 0.95); 3],
        _ => any_color(rng),
    };
    let pattern = rng.pick(&[Pattern::Plain, Pattern::Weave, Pattern::Wood]);
    let gloss = rng.range(0.0, 0.6);
    let wall = paint(scene, studio, rng, pattern, color, gloss);
    let floor = paint(scene, studio, rng, pattern, color.map(|v| v * 0.85), gloss);
    let turn = angle(rng);
    let (sin, cos) = turn.sin_cos();
    let place = |x: f32, y: f32| [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos];
    let (thick, high) = (rng.range(0.03, 0.12), rng.range(0.15, 0.8));
    let polygon = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[x, y]: P2| place(x * wide / 2.0, y * tall / 2.0));
    scene.decals.push(Decal {
        polygon: polygon.to_vec(),
        material: floor,
    });
    let mut bar = |x: f32, y: f32, half: P2| {
        let [cx, cy] = place(x, y);
        let center = [cx, cy, high / 2.0];
        let half = [half[0], half[1], high / 2.0];
        scene.solids.push(slab(center, half, turn, 0.05, wall));
    };
    for column in 0..=columns {
        let x = column as f32 * w - wide / 2.0;
        bar(x, 0.0, [thick, tall / 2.0 + thick]);
    }
    for row in 0..=rows {
        let y = row as f32 * h - tall / 2.0;
        bar(0.0, y, [wide / 2.0 + thick, thick]);
    }
    for _ in 0..6 {
        let x = (rng.below(columns) as f32 + 0.5) * w - wide / 2.0;
        let y = (rng.below(rows) as f32 + 0.5) * h - tall / 2.0;
        scene
            .decoys
            .push(
                [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]].map(|[sx, sy]: P2| {
                    let [px, py] = place(x + sx * w * 0.46, y + sy * h * 0.46);
                    [px, py, high * 0.5]
                }),
            );
    }
}

/// Plain blocks side by side in colours that no tile has: toys, rubbers,
/// packets of sweets.
fn bricks(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let n = rng.between(1, 7);
    let half = [
        rng.range(0.3, 0.9),
        rng.range(0.3, 1.2),
        rng.range(0.1, 0.6),
    ];
    let Some(at) = free(scene, layout, n as f32 * half[0] + half[1], rng) else {
        return;
    };
    let turn = angle(rng);
    let (sin, cos) = turn.sin_cos();
    let pattern = rng.pick(&[
        Pattern::Knots,
        Pattern::Speckle,
        Pattern::Stripes,
        Pattern::Cloud,
        Pattern::Text,
        Pattern::Figures,
    ]);
    let color = any_color(rng);
    let material = paint(scene, studio, rng, pattern, color, 0.3);
    let other = any_color(rng);
    scene.materials[material].colors[1] = super::math::linear(other);
    for k in 0..n {
        let x = (2.0 * k as f32 - (n - 1) as f32) * half[0] * 1.02;
        let center = [at[0] + x * cos, at[1] + x * sin, half[2]];
        scene.solids.push(slab(
            center,
            half,
            turn + rng.gauss(0.02),
            rng.range(0.02, 0.15),
            material,
        ));
    }
}
