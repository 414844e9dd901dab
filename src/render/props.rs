//! Things around the tiles: rims, trays, sticks, dice, phones, books, hands.

use std::f32::consts::FRAC_PI_2;

use super::layout::Layout;
use super::material::{Pattern, any_color};
use super::math::{P2, V3};
use super::scene::{Decal, FULL_TURN, Region, Scene, Studio};
use super::solid::{Skin, Solid};
use super::things;
use crate::faces::rng::Rng;

/// Adds borders, trays, print and clutter that fit the layout.
pub(super) fn furnish(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    if let Some(inside) = layout.tray {
        tray(scene, inside, studio, rng);
    }
    if let Some(y) = layout.rim {
        rim(scene, y, studio, rng);
    }
    if rng.chance(0.3) {
        let (normal, far) = border(layout, rng);
        let material = add(scene, studio, rng);
        scene.regions.push(Region {
            normal,
            offset: far,
            material,
        });
        if rng.chance(0.4) {
            let material = add(scene, studio, rng);
            let offset = far + rng.range(0.5, 4.0);
            scene.regions.push(Region {
                normal,
                offset,
                material,
            });
        }
    }
    if rng.chance(0.3) {
        print(scene, layout, studio, rng);
    }
    let vacant = layout.vacant;
    if vacant || rng.chance(0.4) {
        for _ in 0..rng.between(1, 4) {
            clutter(scene, layout, studio, rng);
        }
    }
    if vacant || rng.chance(0.5) {
        things::scatter(scene, layout, studio, rng);
    }
}

/// A new random material of the scene.
fn add(scene: &mut Scene, studio: &Studio, rng: &mut Rng) -> usize {
    scene
        .materials
        .push(studio.patterns.table(&studio.bank, rng));
    scene.materials.len() - 1
}

/// A new material of one pattern and colour.
pub(super) fn paint(
    scene: &mut Scene,
    studio: &Studio,
    rng: &mut Rng,
    pattern: Pattern,
    color: [f32; 3],
    gloss: f32,
) -> usize {
    let depth = rng.range(0.7, 0.95);
    let colors = [color, color.map(|v| v * depth)];
    let mut material = studio.patterns.material(pattern, colors, &studio.bank, rng);
    material.gloss = gloss;
    scene.materials.push(material);
    scene.materials.len() - 1
}

/// A line on the ground that leaves all tiles on one side.
fn border(layout: &Layout, rng: &mut Rng) -> (P2, f32) {
    let angle = if rng.chance(0.7) {
        FRAC_PI_2 * rng.below(4) as f32 + rng.gauss(0.08)
    } else {
        rng.range(0.0, FULL_TURN)
    };
    let (sin, cos) = angle.sin_cos();
    let reach = layout
        .tiles
        .iter()
        .map(|t| cos * t.at[0] + sin * t.at[1])
        .fold(f32::MIN, f32::max);
    ([cos, sin], reach + 0.9 + rng.log_range(0.05, 6.0))
}

/// A box with its axes along the ground, turned by `turn`.
pub(super) fn slab(center: V3, half: V3, turn: f32, radius: f32, material: usize) -> Solid {
    let (sin, cos) = turn.sin_cos();
    let least = half[0].min(half[1]).min(half[2]);
    Solid {
        center,
        axes: [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]],
        half,
        radius: radius.min(least * 0.98).max(0.002),
        skin: Skin::Material(material),
    }
}

fn tray(scene: &mut Scene, [x0, y0, x1, y1]: [f32; 4], studio: &Studio, rng: &mut Rng) {
    let dark = rng.chance(0.6);
    let color = if dark {
        [rng.range(0.02, 0.12); 3]
    } else {
        any_color(rng)
    };
    let pattern = rng.pick(&[Pattern::Plain, Pattern::Wood, Pattern::Weave]);
    let gloss = rng.range(0.0, 0.5);
    let wall = paint(scene, studio, rng, pattern, color, gloss);
    let floor = paint(
        scene,
        studio,
        rng,
        Pattern::Felt,
        color.map(|v| v * 0.9),
        0.0,
    );
    let (thick, high) = (rng.range(0.08, 0.3), rng.range(0.3, 0.9));
    let (cx, cy) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let (hx, hy) = ((x1 - x0) / 2.0, (y1 - y0) / 2.0);
    let t = thick / 2.0;
    for (center, half) in [
        ([cx, y0 - t], [hx + thick, t]),
        ([cx, y1 + t], [hx + thick, t]),
        ([x0 - t, cy], [t, hy + thick]),
        ([x1 + t, cy], [t, hy + thick]),
    ] {
        scene.solids.push(slab(
            [center[0], center[1], high / 2.0],
            [half[0], half[1], high / 2.0],
            0.0,
            0.06,
            wall,
        ));
    }
    let polygon = vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
    scene.decals.push(Decal {
        polygon,
        material: floor,
    });
}

/// The raised edge of a table or a rack along the person's side.
fn rim(scene: &mut Scene, y: f32, studio: &Studio, rng: &mut Rng) {
    let wood = rng.chance(0.5);
    let color = if wood {
        [0.75, 0.56, 0.35]
    } else {
        [rng.range(0.03, 0.3); 3]
    };
    let pattern = if wood { Pattern::Wood } else { Pattern::Plain };
    let gloss = rng.range(0.0, 0.8);
    let material = paint(scene, studio, rng, pattern, color, gloss);
    let (wide, high) = (rng.range(0.8, 3.0), rng.range(0.05, 0.8));
    let center = [5.0, y - wide / 2.0, high / 2.0];
    scene.solids.push(slab(
        center,
        [40.0, wide / 2.0, high / 2.0],
        0.0,
        0.15,
        material,
    ));
    let material = add(scene, studio, rng);
    scene.regions.push(Region {
        normal: [0.0, -1.0],
        offset: wide - y,
        material,
    });
}

/// Seams and printed figures of automatic tables and mats.
fn print(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let [x0, y0, x1, y1] = layout.bounds();
    let color = if rng.chance(0.7) {
        [rng.range(0.01, 0.15); 3]
    } else {
        any_color(rng)
    };
    let material = paint(scene, studio, rng, Pattern::Plain, color, 0.1);
    for _ in 0..rng.between(1, 6) {
        let at = [rng.range(x0 - 3.0, x1 + 3.0), rng.range(y0 - 3.0, y1 + 3.0)];
        let angle = if rng.chance(0.7) {
            FRAC_PI_2 * rng.below(2) as f32
        } else {
            rng.range(0.0, FULL_TURN)
        };
        let half = match rng.below(3) {
            0 => [rng.range(5.0, 30.0), rng.range(0.01, 0.06)],
            1 => [rng.range(0.3, 1.5), rng.range(0.3, 1.0)],
            _ => [rng.range(0.6, 3.0), 0.0],
        };
        let (sin, cos) = angle.sin_cos();
        let polygon = if half[1] == 0.0 {
            (0..28)
                .map(|k| (k as f32 / 28.0 * FULL_TURN).sin_cos())
                .map(|(s, c)| [at[0] + half[0] * c, at[1] + half[0] * s])
                .collect()
        } else {
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[sx, sy]: P2| {
                    let (x, y) = (sx * half[0], sy * half[1]);
                    [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
                })
                .to_vec()
        };
        scene.decals.push(Decal { polygon, material });
    }
}

/// A place beside the tiles, with the given clearance to each.
fn free_place(scene: &Scene, layout: &Layout, clear: f32, rng: &mut Rng) -> Option<P2> {
    let [x0, y0, x1, y1] = layout.bounds();
    (0..12).find_map(|_| {
        let at = [rng.range(x0 - 4.0, x1 + 4.0), rng.range(y0 - 3.0, y1 + 4.0)];
        let far = |p: P2| (p[0] - at[0]).hypot(p[1] - at[1]);
        let tiles = layout.tiles.iter().all(|t| far(t.at) > clear + 0.95);
        let things = scene.solids[layout.tiles.len()..].iter().all(|s| {
            let reach = s.half[0].max(s.half[1]);
            reach > 15.0 || far([s.center[0], s.center[1]]) > clear + reach
        });
        (tiles && things).then_some(at)
    })
}

/// Half the size of a kind of [`clutter`] in tile widths (about 2 cm).
fn half_size(kind: usize, rng: &mut Rng) -> V3 {
    match kind {
        0 | 1 => [2.2, 0.13, 0.07], // riichi stick
        2 => [0.32, 0.32, 0.32],    // die
        3 => [3.6, 1.75, 0.2],      // phone
        4 => [4.2, 3.0, 0.35],      // book
        5 => [0.55, 0.55, 0.04],    // coin or chip, drawn as a disc
        6 => [1.2, 1.2, 1.2],       // something round, a cup or an orange
        _ => [
            rng.range(0.5, 4.0),
            rng.range(0.3, 2.0),
            rng.range(0.05, 0.8),
        ],
    }
}

/// Colour, pattern and gloss of a kind of [`clutter`].
fn looks(kind: usize, rng: &mut Rng) -> ([f32; 3], Pattern, f32) {
    match kind {
        0 | 1 => ([0.92, 0.9, 0.86], Pattern::Plain, 0.4),
        2 => (
            rng.pick(&[[0.93, 0.92, 0.9], [0.8, 0.1, 0.1], [0.1, 0.3, 0.7]]),
            Pattern::Plain,
            0.6,
        ),
        3 => ([rng.range(0.01, 0.1); 3], Pattern::Plain, 1.0),
        4 => (any_color(rng), Pattern::Text, 0.2),
        _ => (
            any_color(rng),
            rng.pick(&[
                Pattern::Plain,
                Pattern::Cloud,
                Pattern::Figures,
                Pattern::Stripes,
            ]),
            rng.range(0.0, 0.9),
        ),
    }
}

/// One thing of everyday life.
fn clutter(scene: &mut Scene, layout: &Layout, studio: &Studio, rng: &mut Rng) {
    let kind = rng.below(8);
    let half = half_size(kind, rng);
    let Some(at) = free_place(scene, layout, f32::hypot(half[0], half[1]) * 0.9, rng) else {
        return;
    };
    let turn = rng.range(0.0, FULL_TURN);
    let (color, pattern, gloss) = looks(kind, rng);
    let material = if kind == 4 && rng.chance(0.6) {
        let page = [[0.93, 0.92, 0.88], [0.1, 0.1, 0.12]];
        scene.materials.push(
            studio
                .patterns
                .material(Pattern::Text, page, &studio.bank, rng),
        );
        scene.materials.len() - 1
    } else {
        paint(scene, studio, rng, pattern, color, gloss)
    };
    let radius = match kind {
        2 => 0.09,
        6 => 1.2,
        _ => rng.range(0.01, 0.12),
    };
    if kind == 5 {
        let polygon = (0..20)
            .map(|k| (k as f32 / 20.0 * FULL_TURN).sin_cos())
            .map(|(s, c)| [at[0] + half[0] * c, at[1] + half[0] * s]);
        scene.decals.push(Decal {
            polygon: polygon.collect(),
            material,
        });
        return;
    }
    scene
        .solids
        .push(slab([at[0], at[1], half[2]], half, turn, radius, material));
    let pips = paint(scene, studio, rng, Pattern::Plain, rng_pip(kind), 0.2);
    if kind <= 2 {
        spots(scene, at, half, turn, pips, kind, rng);
    }
    if kind == 7 && rng.chance(0.3) {
        keys(scene, at, turn, studio, rng);
    }
}

fn rng_pip(kind: usize) -> [f32; 3] {
    if kind == 0 {
        [0.75, 0.08, 0.08]
    } else {
        [0.05, 0.05, 0.06]
    }
}

/// Pips on sticks and dice: flat balls sunk into the top.
fn spots(
    scene: &mut Scene,
    at: P2,
    half: V3,
    turn: f32,
    material: usize,
    kind: usize,
    rng: &mut Rng,
) {
    let (sin, cos) = turn.sin_cos();
    let places: Vec<P2> = if kind == 2 {
        let all = [
            [0.0, 0.0],
            [-0.5, -0.5],
            [0.5, 0.5],
            [-0.5, 0.5],
            [0.5, -0.5],
        ];
        all[..rng.between(1, 5)].to_vec()
    } else {
        let n = rng.pick(&[1, 5, 8]);
        (0..n)
            .map(|k| [0.05 * (2 * k - n + 1) as f32, 0.0])
            .collect()
    };
    let size = if kind == 2 { 0.06 } else { 0.05 };
    for [u, v] in places {
        let (x, y) = (u * half[0], v * half[1]);
        let center = [
            at[0] + x * cos - y * sin,
            at[1] + x * sin + y * cos,
            half[2] * 2.0,
        ];
        scene
            .solids
            .push(slab(center, [size, size, 0.012], turn, size, material));
    }
}

/// A keyboard: rows of light or dark keys.
fn keys(scene: &mut Scene, at: P2, turn: f32, studio: &Studio, rng: &mut Rng) {
    let color = [rng.pick(&[0.08, 0.2, 0.85]); 3];
    let material = paint(scene, studio, rng, Pattern::Plain, color, 0.3);
    let (sin, cos) = turn.sin_cos();
    for row in 0..3 {
        for column in 0..8 {
            let (x, y) = (column as f32 - 3.5, row as f32 - 1.0);
            let center = [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, 0.2];
            scene
                .solids
                .push(slab(center, [0.42, 0.42, 0.2], turn, 0.1, material));
        }
    }
}

/// Fingers that reach into the picture from its edge.
pub(super) fn in_front(scene: &mut Scene, studio: &Studio, rng: &mut Rng) {
    if !rng.chance(0.07) {
        return;
    }
    let skin = rng.pick(&[
        [0.85, 0.65, 0.55],
        [0.7, 0.48, 0.36],
        [0.92, 0.75, 0.66],
        [0.45, 0.3, 0.22],
    ]);
    let material = paint(scene, studio, rng, Pattern::Cloud, skin, 0.15);
    let (w, h) = (scene.size[0] as f32, scene.size[1] as f32);
    let edge = [rng.range(0.0, w), rng.pick(&[h, h, 0.0])];
    let ray = scene.camera.ray(edge[0], edge[1]);
    if ray[2] >= -0.05 {
        return;
    }
    let t = -scene.camera.eye[2] / ray[2];
    let root: P2 = std::array::from_fn(|k| scene.camera.eye[k] + ray[k] * t);
    let away = scene.camera.eye;
    let heading = (root[1] - away[1]).atan2(root[0] - away[0]) + rng.gauss(0.5);
    for finger in 0..rng.between(1, 4) {
        let side = finger as f32 * 0.95;
        let turn = heading + rng.gauss(0.08);
        let (sin, cos) = turn.sin_cos();
        let center = [
            root[0] - sin * side,
            root[1] + cos * side,
            0.5 + rng.range(0.0, 0.5),
        ];
        let long = rng.range(1.5, 3.0);
        scene
            .solids
            .push(slab(center, [long, 0.42, 0.42], turn, 0.42, material));
    }
}
