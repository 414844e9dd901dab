//! The single bamboo stick that 索子 are made of, in the makers' designs.

use super::Painter;
use super::path::{Path, Point};
use super::rng::Rng;
use super::style::Ink;

/// One stick's design.
pub(super) struct Stick {
    kind: usize,
    /// Usual width, as a share of the face's width.
    pub(super) wide: f32,
    /// Usual height, as a share of the face's height.
    pub(super) tall: f32,
    /// Share of the width that is hollow or marked.
    core: f32,
    joints: usize,
    /// Ink in place of the bare parts.
    second: Option<Ink>,
}

/// A part in a unit box around (0, 0), and whether it is bare.
type Part = (Path, bool);

/// Draws a design; the number is height by width, so that round things can
/// stay round.
type Design = fn(&Stick, f32) -> Vec<Part>;

const DESIGNS: [Design; 9] = [
    bulbs,
    hollow_box,
    rings,
    bone,
    capsule,
    beam,
    outlined,
    waisted,
    hollow_bulbs,
];

impl Stick {
    pub(super) fn random(rng: &mut Rng) -> Stick {
        Stick {
            kind: rng.below(DESIGNS.len()),
            wide: rng.range(0.13, 0.22),
            tall: rng.range(0.34, 0.42),
            core: rng.range(0.2, 0.5),
            joints: rng.between(2, 3),
            second: rng
                .chance(0.12)
                .then(|| rng.pick(&[Ink::Red, Ink::Black, Ink::Blue])),
        }
    }

    /// Stamps a stick of the given size, turned by `angle`.
    pub(super) fn stamp(
        &self,
        painter: &mut Painter,
        center: Point,
        size: Point,
        angle: f32,
        ink: Ink,
    ) {
        for (path, bare) in DESIGNS[self.kind](self, size[1] / size[0]) {
            let path = path.placed(center, size, angle);
            if !bare {
                painter.fill(path, ink);
            } else if let Some(second) = self.second {
                painter.fill_second(path, second);
            } else {
                painter.erase(path);
            }
        }
    }
}

fn oval(y: f32, rx: f32, ry: f32) -> Path {
    Path::ellipse([0.0, y], rx, ry, 0.0)
}

fn bar(y: f32, hx: f32, hy: f32) -> Path {
    Path::polygon(vec![
        [-hx, y - hy],
        [hx, y - hy],
        [hx, y + hy],
        [-hx, y + hy],
    ])
}

/// An upright box with round ends, around `y`.
fn pill(y: f32, half: Point, radius: f32, aspect: f32) -> Path {
    Path::rounded([0.0, y * aspect], half, radius).map(|[x, y]| [x, y / aspect])
}

/// Two bulbs with a light line.
fn bulbs(stick: &Stick, _: f32) -> Vec<Part> {
    let pair = oval(-0.25, 0.42, 0.26).and(oval(0.25, 0.42, 0.26));
    let c = stick.core * 0.25;
    vec![
        (pair.oriented(), false),
        (bar(-0.25, c, 0.14), true),
        (bar(0.25, c, 0.14), true),
    ]
}

/// A hollow box with a joint.
fn hollow_box(stick: &Stick, _: f32) -> Vec<Part> {
    let c = stick.core * 0.7;
    vec![
        (bar(0.0, 0.4, 0.49), false),
        (bar(-0.24, c, 0.17), true),
        (bar(0.24, c, 0.17), true),
    ]
}

/// A chain of rings.
fn rings(stick: &Stick, _: f32) -> Vec<Part> {
    let n = stick.joints + 1;
    let step = 1.0 / n as f32;
    let ys = (0..n).map(|k| -0.5 + step * (k as f32 + 0.5));
    ys.clone()
        .map(|y| (oval(y, 0.42, step * 0.56), false))
        .chain(ys.map(|y| (oval(y, stick.core * 0.6, step * 0.25), true)))
        .collect()
}

/// Knobs at the ends and in the middle of a shaft.
fn bone(stick: &Stick, aspect: f32) -> Vec<Part> {
    let knob = |y: f32| pill(y, [0.46, 0.2], 0.2, aspect);
    let shaft = bar(0.0, 0.24, 0.46)
        .and(knob(-0.5 + 0.2 / aspect))
        .and(knob(0.0))
        .and(knob(0.5 - 0.2 / aspect));
    let c = stick.core * 0.2;
    vec![
        (shaft.oriented(), false),
        (bar(-0.24, c, 0.12), true),
        (bar(0.24, c, 0.12), true),
    ]
}

/// A capsule with a joint.
fn capsule(stick: &Stick, aspect: f32) -> Vec<Part> {
    let c = stick.core * 0.4;
    vec![
        (pill(0.0, [0.4, 0.5 * aspect], 0.4, aspect), false),
        (bar(0.0, 0.5, 0.03), true),
        (oval(-0.25, c, 0.1), true),
        (oval(0.25, c, 0.1), true),
    ]
}

/// An I-beam.
fn beam(stick: &Stick, _: f32) -> Vec<Part> {
    let ends = bar(-0.45, 0.48, 0.05)
        .and(bar(0.45, 0.48, 0.05))
        .and(bar(0.0, 0.4, 0.04));
    vec![
        (ends.oriented(), false),
        (bar(0.0, 0.16 + stick.core * 0.2, 0.48), false),
        (bar(0.0, stick.core * 0.15, 0.38), true),
    ]
}

/// An outlined capsule with dots.
fn outlined(_: &Stick, aspect: f32) -> Vec<Part> {
    let marks = bar(0.0, 0.4, 0.05)
        .and(oval(-0.22, 0.12, 0.08))
        .and(oval(0.22, 0.12, 0.08));
    let inner = [0.26, 0.5 * aspect - 0.18];
    vec![
        (pill(0.0, [0.44, 0.5 * aspect], 0.44, aspect), false),
        (pill(0.0, inner, 0.26, aspect), true),
        (marks.oriented(), false),
    ]
}

/// Waisted sections.
fn waisted(stick: &Stick, _: f32) -> Vec<Part> {
    let section = |y: f32| {
        Path::polygon(vec![
            [-0.46, y - 0.24],
            [0.46, y - 0.24],
            [0.24, y],
            [0.46, y + 0.24],
            [-0.46, y + 0.24],
            [-0.24, y],
        ])
    };
    let c = stick.core * 0.16;
    vec![
        (section(-0.25).and(section(0.25)).oriented(), false),
        (bar(-0.25, c, 0.16), true),
        (bar(0.25, c, 0.16), true),
    ]
}

/// Two hollow bulbs.
fn hollow_bulbs(stick: &Stick, _: f32) -> Vec<Part> {
    let pair = oval(-0.25, 0.42, 0.25).and(oval(0.25, 0.42, 0.25));
    let c = 0.2 + stick.core * 0.2;
    vec![
        (pair.oriented(), false),
        (oval(-0.25, c, 0.16), true),
        (oval(0.25, c, 0.16), true),
        (bar(0.0, 0.34, 0.035), false),
    ]
}
