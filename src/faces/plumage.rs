//! Birds put together from parts: body, neck, crest, wing, tail, legs, ground.

use std::f32::consts::{PI, TAU};

use super::bird::Nest;
use super::path::{Path, Point};
use super::rng::Rng;

/// Where the parts of one bird are.
struct Body {
    center: Point,
    /// Half axes.
    size: Point,
    /// Turn; negative lifts the breast.
    tilt: f32,
}

impl Body {
    /// A place on the body: along its axis and across it, 1 on the rim.
    fn at(&self, along: f32, across: f32) -> Point {
        let (sin, cos) = self.tilt.sin_cos();
        let (x, y) = (along * self.size[0], across * self.size[1]);
        [
            self.center[0] + x * cos - y * sin,
            self.center[1] + x * sin + y * cos,
        ]
    }
}

/// A bird of random parts.
pub(super) fn draw(nest: &mut Nest, rng: &mut Rng) {
    let body = Body {
        center: [rng.range(-0.08, 0.08), rng.range(-0.08, 0.16)],
        size: [rng.range(0.15, 0.28), rng.range(0.09, 0.17)],
        tilt: rng.range(-1.3, 0.0),
    };
    let floor = rng.range(0.3, 0.52);
    ground(nest, rng, floor);
    tail(nest, rng, &body, floor);
    if rng.chance(0.75) {
        let x = body.center[0] + rng.range(-0.03, 0.06);
        nest.legs(x, body.center[1] + body.size[1] * 0.6, floor, rng.below(3));
    }
    let coat = rng.below(3);
    nest.fill(
        Path::ellipse(body.center, body.size[0], body.size[1], body.tilt),
        coat,
    );
    wing(nest, rng, &body);
    neck(nest, rng, &body, coat);
}

fn neck(nest: &mut Nest, rng: &mut Rng, body: &Body, coat: usize) {
    let root = body.at(0.75, -0.1);
    let long = rng.pick(&[0.1, 0.14, 0.22, 0.3]);
    let head = [
        (root[0] + rng.range(0.0, 0.16)).min(0.34),
        (root[1] - long).max(-0.5),
    ];
    let bend = [
        (root[0] + head[0]) / 2.0 + rng.range(-0.02, 0.12),
        (root[1] + head[1]) / 2.0,
    ];
    let thick = rng.range(0.05, 0.12);
    nest.stroke(&[body.at(0.5, 0.0), root, bend, head], thick, coat);
    let size = rng.range(0.05, 0.1);
    match rng.below(5) {
        0 => {
            for k in 0..3 {
                let angle = -PI / 2.0 - 0.5 + 0.45 * k as f32;
                let tip = [
                    head[0] + angle.cos() * size * 2.6,
                    head[1] + angle.sin() * size * 2.6,
                ];
                nest.stroke(&[head, tip], 0.022, 1);
                if rng.chance(0.6) {
                    nest.fill(Path::circle(tip, 0.022), 1);
                }
            }
        }
        1 => nest.fill(
            Path::ellipse(
                [head[0] - size, head[1] - size * 0.9],
                size * 1.2,
                size * 0.4,
                0.6,
            ),
            1,
        ),
        2 => nest.stroke(
            &[
                head,
                [head[0] - size * 1.2, head[1] - size * 1.3],
                [head[0] - size * 2.4, head[1] - size * 0.9],
            ],
            0.035,
            rng.below(3),
        ),
        3 => {
            for k in 0..3 {
                let x = head[0] - size * 0.6 + size * 0.6 * k as f32;
                nest.fill(Path::circle([x, head[1] - size], size * 0.4), 1);
            }
        }
        _ => {}
    }
    nest.head(head, size, rng.range(-0.4, 0.7), rng.below(3));
}

fn wing(nest: &mut Nest, rng: &mut Rng, body: &Body) {
    let coat = rng.below(3);
    match rng.below(4) {
        // Folded, with bars.
        0 | 1 => {
            let middle = body.at(-0.15, -0.1);
            let turn = body.tilt + rng.gauss(0.2);
            nest.fill(
                Path::ellipse(middle, body.size[0] * 0.75, body.size[1] * 0.55, turn),
                coat,
            );
            let bars = rng.between(0, 4);
            for k in 0..bars {
                let at = body.at(-0.55 + 0.28 * k as f32, -0.05);
                nest.bare(Path::ellipse(at, 0.012, body.size[1] * 0.4, body.tilt));
            }
        }
        // Raised feathers.
        2 => {
            let root = body.at(0.1, -0.3);
            let n = rng.between(3, 6);
            let (from, to) = (rng.range(-2.9, -2.2), rng.range(-1.7, -1.0));
            for k in 0..n {
                let angle = from + (to - from) * k as f32 / n as f32;
                let long = rng.range(0.2, 0.36);
                let at = [
                    root[0] + angle.cos() * long / 2.0,
                    root[1] + angle.sin() * long / 2.0,
                ];
                nest.fill(
                    Path::ellipse(at, long / 2.0, 0.035, angle),
                    (coat + k % 2) % 3,
                );
            }
        }
        // Scales.
        _ => {
            for k in 0..rng.between(3, 9) {
                let along = -0.6 + 0.3 * (k % 4) as f32;
                let at = body.at(along, -0.35 + 0.4 * (k / 4) as f32);
                nest.bare(Path::circle(at, 0.028));
                nest.fill(Path::circle(at, 0.014), coat);
            }
        }
    }
}

fn tail(nest: &mut Nest, rng: &mut Rng, body: &Body, floor: f32) {
    let root = body.at(-0.8, 0.0);
    let n = rng.between(2, 7);
    match rng.below(6) {
        // Long feathers hanging or streaming, with or without eyes.
        0 | 1 => {
            let eyes = rng.chance(0.5);
            let lift = rng.range(-0.5, 0.35);
            for k in 0..n {
                let spread = k as f32 / n as f32;
                let tip = [
                    (root[0] - rng.range(0.1, 0.36)).max(-0.44),
                    (root[1] + lift + 0.4 * spread).clamp(-0.55, floor + 0.08),
                ];
                let bend = [root[0] - 0.12, root[1] + lift * 0.3 + 0.1 * spread];
                nest.stroke(&[root, bend, tip], rng.range(0.03, 0.07), k % 3);
                if eyes {
                    nest.fill(Path::circle(tip, 0.05), (k + 1) % 3);
                    nest.bare(Path::circle(tip, 0.026));
                    nest.fill(Path::circle(tip, 0.012), 1);
                }
            }
        }
        // A train of scales, as peacocks have it.
        2 | 3 => train(nest, rng, root, floor),
        // A fan behind the bird.
        4 => {
            let (reach, open) = (rng.range(0.34, 0.5), rng.range(0.9, 1.7));
            let count = rng.between(6, 12);
            for k in 0..count {
                let angle = -PI / 2.0 - 0.3 + (k as f32 / (count - 1) as f32 - 0.5) * 2.0 * open;
                let tip = [
                    body.center[0] + angle.cos() * reach * 0.85,
                    body.center[1] + angle.sin() * reach,
                ];
                nest.stroke(&[body.center, tip], 0.05, k % 2);
                nest.fill(Path::circle(tip, 0.05), 0);
                nest.bare(Path::circle(tip, 0.03));
                nest.fill(Path::circle(tip, 0.018), 1 + k % 2);
            }
        }
        // A short wedge.
        _ => {
            let tip = [root[0] - rng.range(0.1, 0.25), root[1] + rng.gauss(0.1)];
            nest.fill(
                Path::polygon(vec![
                    [root[0], root[1] - 0.05],
                    [tip[0], tip[1] - 0.06],
                    [tip[0] + 0.04, tip[1]],
                    [tip[0], tip[1] + 0.06],
                    [root[0], root[1] + 0.05],
                ])
                .oriented(),
                rng.below(3),
            );
        }
    }
}

/// A drop-shaped train with rows of eyes or bars.
fn train(nest: &mut Nest, rng: &mut Rng, root: Point, floor: f32) {
    let tip = [
        (root[0] - rng.range(0.02, 0.3)).max(-0.36),
        floor + rng.range(-0.05, 0.1),
    ];
    let wide = rng.range(0.12, 0.22);
    let rows = rng.between(3, 6);
    let coat = rng.below(3);
    let solid = rng.chance(0.6);
    for row in 0..rows {
        let t = (row as f32 + 0.6) / rows as f32;
        let (x, y) = (
            root[0] + (tip[0] - root[0]) * t,
            root[1] + (tip[1] - root[1]) * t,
        );
        let half = wide * (0.35 + 0.65 * t);
        let count = 2 + row / 2;
        if solid {
            nest.fill(Path::ellipse([x, y], half, half * 0.7, 0.0), coat);
        }
        for k in 0..=count {
            let at = [x + half * (2.0 * k as f32 / count as f32 - 1.0) * 0.8, y];
            if solid {
                nest.bare(Path::circle(at, 0.03));
            } else {
                nest.fill(Path::ring(at, 0.042, 0.026), coat);
            }
            nest.fill(Path::circle(at, 0.016), (coat + 1) % 3);
        }
    }
}

fn ground(nest: &mut Nest, rng: &mut Rng, floor: f32) {
    match rng.below(7) {
        0 => nest.stroke(
            &[
                [-0.4, floor + 0.05],
                [0.0, floor + 0.01],
                [0.4, floor + 0.06],
            ],
            0.04,
            rng.below(3),
        ),
        1 => {
            for k in 0..rng.between(3, 7) {
                let x = -0.36 + 0.12 * k as f32;
                let top = [x + rng.gauss(0.04), floor - rng.range(0.02, 0.14)];
                nest.stroke(&[[x, floor + 0.06], top], 0.03, 0);
            }
        }
        // A flower beside it.
        2 => {
            let at = [rng.range(-0.36, 0.36), floor - rng.range(0.0, 0.1)];
            for k in 0..5 {
                let (sin, cos) = (k as f32 / 5.0 * TAU).sin_cos();
                let petal = [at[0] + cos * 0.05, at[1] + sin * 0.05];
                nest.fill(Path::circle(petal, 0.035), 1);
            }
            nest.bare(Path::circle(at, 0.02));
        }
        3 => nest.fill(
            Path::ellipse([0.0, floor + 0.03], rng.range(0.15, 0.35), 0.05, 0.0),
            rng.below(3),
        ),
        _ => {}
    }
}
