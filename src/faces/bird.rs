//! 1s: the bird, in several families.

use super::Painter;
use super::canvas::ASPECT;
use super::path::{Path, Point};
use super::plumage;
use super::rng::Rng;
use super::style::Ink;

/// A random bird in the set's inks.
pub(super) fn draw(painter: &mut Painter) {
    let mut rng = painter.style.stream(0xb17d);
    let coat = match painter.style.single_ink {
        Some(ink) => [ink; 3],
        None => [
            rng.pick(&[Ink::Green, Ink::Green, Ink::Green, Ink::Blue, Ink::Black]),
            rng.pick(&[Ink::Red, Ink::Red, Ink::Blue, Ink::Green]),
            rng.pick(&[Ink::Black, Ink::Red, Ink::Green, Ink::Blue]),
        ],
    };
    let mirror = if rng.chance(0.5) { -1.0 } else { 1.0 };
    let mut nest = Nest {
        coat,
        mirror,
        scale: rng.range(0.85, 1.08),
        hollow: painter.style.bird.is_some_and(|bird| bird.hollow),
        painter,
    };
    let kind = rng.below(5);
    let bird = nest.painter.style.bird;
    match bird.map_or(kind, |bird| bird.kind) {
        0 => peacock(&mut nest, &mut rng),
        1 => perched(&mut nest, &mut rng),
        2 => phoenix(&mut nest, &mut rng),
        3 => sparrow(&mut nest, &mut rng),
        4 => crane(&mut nest, &mut rng),
        _ => plumage::draw(&mut nest, &mut rng),
    }
}

/// Draws in the bird's own coordinates: (0, 0) is the face's middle.
pub(super) struct Nest<'a, 'b> {
    painter: &'a mut Painter<'b>,
    coat: [Ink; 3],
    mirror: f32,
    scale: f32,
    /// Larger parts are outlines only.
    hollow: bool,
}

impl Nest<'_, '_> {
    fn at(&self, path: Path) -> Path {
        let (m, s) = (self.mirror, self.scale);
        // Mirroring turns contours round: orient them before holes are cut.
        path.map(|[x, y]| [0.5 + x * s * m, ASPECT / 2.0 + y * s])
    }

    pub(super) fn fill(&mut self, path: Path, coat: usize) {
        let [x0, y0, x1, y1] = path.bounds();
        let small = (x1 - x0).min(y1 - y0);
        let middle = [(x0 + x1) / 2.0, (y0 + y1) / 2.0];
        let inner = (self.hollow && small > 0.12 && path.0.len() == 1).then(|| {
            let share = 1.0 - 0.06 / small;
            path.clone()
                .map(|p| [0, 1].map(|k| middle[k] + (p[k] - middle[k]) * share))
        });
        let path = self.at(path);
        self.painter.fill(path, self.coat[coat]);
        if let Some(inner) = inner {
            self.bare(inner);
        }
    }

    pub(super) fn bare(&mut self, path: Path) {
        let path = self.at(path);
        self.painter.erase(path);
    }

    pub(super) fn stroke(&mut self, points: &[Point], width: f32, coat: usize) {
        self.fill(
            Path::brush(&Path::curve(points, 4), |t| width * (1.0 - 0.5 * t)),
            coat,
        );
    }

    /// Head with eye and beak; `size` is the head's radius.
    pub(super) fn head(&mut self, at: Point, size: f32, beak: f32, coat: usize) {
        let tip = [
            at[0] + size * 2.0 * beak.cos(),
            at[1] + size * 2.0 * beak.sin(),
        ];
        let (nx, ny) = (-beak.sin() * size * 0.5, beak.cos() * size * 0.5);
        let root = [
            at[0] + size * 0.6 * beak.cos(),
            at[1] + size * 0.6 * beak.sin(),
        ];
        self.fill(
            Path::polygon(vec![
                [root[0] + nx, root[1] + ny],
                tip,
                [root[0] - nx, root[1] - ny],
            ])
            .oriented(),
            1,
        );
        self.fill(Path::circle(at, size), coat);
        self.bare(Path::circle(
            [at[0] + size * 0.2, at[1] - size * 0.2],
            size * 0.38,
        ));
        self.fill(
            Path::circle([at[0] + size * 0.2, at[1] - size * 0.2], size * 0.18),
            2,
        );
    }

    /// Two legs down to `floor`.
    pub(super) fn legs(&mut self, x: f32, top: f32, floor: f32, coat: usize) {
        for side in [-0.05, 0.05] {
            let foot = x + side * 1.4;
            self.stroke(&[[x + side, top], [foot, floor]], 0.03, coat);
            for toe in [-0.06, 0.0, 0.06] {
                self.stroke(&[[foot, floor], [foot + toe, floor + 0.04]], 0.022, coat);
            }
        }
    }
}

/// A peacock seen from the front with its tail spread.
fn peacock(nest: &mut Nest, rng: &mut Rng) {
    let rows = rng.between(2, 3);
    let open = rng.range(1.1, 1.7);
    let solid = rng.chance(0.5);
    if solid {
        nest.fill(Path::ellipse([0.0, -0.16], 0.36, 0.4, 0.0), 0);
    }
    for row in 0..rows {
        let count = rng.between(5, 7) + 2 * (rows - row);
        let reach = 0.46 - row as f32 * 0.11;
        for k in 0..count {
            let angle = (k as f32 / (count - 1) as f32 - 0.5) * 2.0 * open;
            let (sin, cos) = angle.sin_cos();
            let tip = [sin * reach * 0.85, 0.12 - cos * reach];
            if !solid {
                nest.stroke(&[[0.0, 0.12], tip], 0.02, 0);
                nest.fill(Path::circle(tip, 0.06), 0);
            }
            nest.bare(Path::circle(tip, 0.042));
            nest.fill(Path::circle(tip, 0.028), if row % 2 == 0 { 1 } else { 2 });
        }
    }
    nest.legs(0.0, 0.25, 0.5, 1);
    nest.fill(Path::ellipse([0.02, 0.22], 0.2, 0.14, 0.35), 2);
    nest.bare(Path::ellipse([0.0, 0.24], 0.12, 0.06, 0.35));
    nest.stroke(&[[0.1, 0.2], [0.17, 0.05], [0.13, -0.05]], 0.09, 2);
    nest.head([0.14, -0.07], 0.06, rng.range(-0.2, 0.5), 2);
}

/// A long-tailed bird on a branch.
fn perched(nest: &mut Nest, rng: &mut Rng) {
    let lean = rng.range(-0.1, 0.1);
    let floor = rng.range(0.2, 0.3);
    if rng.chance(0.7) {
        nest.stroke(
            &[
                [-0.4, floor + 0.06],
                [0.0, floor],
                [0.4, floor + rng.gauss(0.05)],
            ],
            0.04,
            2,
        );
        for k in 0..rng.between(2, 6) {
            let x = -0.35 + 0.14 * k as f32;
            nest.fill(
                Path::ellipse([x, floor + 0.1], 0.06, 0.025, rng.range(-1.0, 1.0)),
                rng.below(2),
            );
        }
    }
    for k in 0..rng.between(2, 4) {
        let side = k as f32 * 0.05;
        nest.stroke(
            &[
                [-0.05 - side, 0.12],
                [-0.16 - side, 0.34],
                [-0.12 - side * 2.0, 0.55],
            ],
            0.06,
            k % 3,
        );
    }
    nest.fill(Path::ellipse([0.02, -0.05], 0.15, 0.27, 0.3 + lean), 0);
    for k in 0..4 {
        nest.bare(Path::ellipse(
            [-0.02 + 0.03 * k as f32, 0.1 - 0.09 * k as f32],
            0.07,
            0.016,
            0.8,
        ));
    }
    nest.fill(Path::ellipse([-0.04, -0.02], 0.08, 0.2, 0.35 + lean), 1);
    nest.bare(Path::ellipse([-0.03, -0.02], 0.025, 0.12, 0.35 + lean));
    nest.head(
        [0.13, -0.36],
        rng.range(0.085, 0.11),
        rng.range(-0.2, 0.5),
        rng.below(2),
    );
    for k in 0..rng.below(4) {
        let x = 0.1 - 0.04 * k as f32;
        nest.stroke(&[[x, -0.42], [x - 0.06, -0.52]], 0.03, 1);
    }
    nest.legs(0.06, 0.16, floor - 0.02, 1);
}

/// A phoenix: body in the middle, tail feathers streaming up or down.
fn phoenix(nest: &mut Nest, rng: &mut Rng) {
    let up = if rng.chance(0.6) { -1.0 } else { 1.0 };
    let feathers = rng.between(3, 6);
    for k in 0..feathers {
        let spread = k as f32 / (feathers - 1) as f32;
        let x = -0.38 + 0.5 * spread;
        let tip = [x, up * (0.5 - 0.1 * spread)];
        let bend = [-0.25 + 0.25 * spread, up * 0.25];
        nest.stroke(&[[-0.05, 0.05], bend, tip], 0.06, k % 3);
        if rng.chance(0.6) {
            nest.fill(Path::circle(tip, 0.05), (k + 1) % 3);
            nest.bare(Path::circle(tip, 0.02));
        }
    }
    nest.fill(Path::ellipse([0.05, 0.08], 0.22, 0.13, -0.5), 0);
    nest.fill(Path::ellipse([-0.02, 0.02], 0.16, 0.07, 0.5), 1);
    for k in 0..3 {
        nest.bare(Path::ellipse(
            [-0.08 + 0.06 * k as f32, 0.02],
            0.05,
            0.012,
            0.6,
        ));
    }
    nest.stroke(&[[0.18, 0.0], [0.26, -0.15], [0.2, -0.28]], 0.1, 0);
    nest.head([0.2, -0.3], 0.075, rng.range(-0.1, 0.6), 0);
    for k in 0..3 {
        nest.stroke(&[[0.19, -0.36], [0.12 + 0.05 * k as f32, -0.47]], 0.025, 1);
    }
    nest.legs(0.08, 0.18, rng.range(0.38, 0.5), rng.below(3));
}

/// A small plump bird standing.
fn sparrow(nest: &mut Nest, rng: &mut Rng) {
    let plump = rng.range(0.17, 0.24);
    let tilt = rng.range(-0.8, -0.3);
    nest.fill(
        Path::polygon(vec![
            [-0.12, 0.05],
            [-0.42, rng.range(0.15, 0.35)],
            [-0.34, rng.range(0.05, 0.15)],
        ])
        .oriented(),
        0,
    );
    nest.fill(Path::ellipse([0.0, 0.0], 0.3, plump, tilt), 0);
    if rng.chance(0.6) {
        nest.bare(Path::ellipse([0.03, 0.06], 0.2, plump * 0.55, tilt));
    }
    nest.fill(
        Path::ellipse([-0.06, -0.02], 0.2, plump * 0.5, tilt + 1.0),
        1,
    );
    for k in 0..4 {
        nest.bare(Path::ellipse(
            [-0.14 + 0.05 * k as f32, 0.02 + 0.02 * k as f32],
            0.06,
            0.012,
            tilt + 1.0,
        ));
    }
    nest.head([0.2, -0.24], rng.range(0.1, 0.13), rng.range(-0.2, 0.3), 0);
    nest.legs(0.02, plump * 0.8, rng.range(0.35, 0.48), 2);
    if rng.chance(0.4) {
        nest.stroke(&[[-0.35, 0.5], [0.35, 0.5]], 0.03, 2);
    }
}

/// A long-necked bird among reeds.
fn crane(nest: &mut Nest, rng: &mut Rng) {
    for k in 0..rng.between(0, 4) {
        let x = -0.36 + 0.08 * k as f32;
        nest.stroke(
            &[[x, 0.5], [x - 0.04, 0.1], [x + rng.gauss(0.06), -0.3]],
            0.035,
            0,
        );
    }
    nest.legs(0.02, 0.14, 0.5, 2);
    nest.fill(
        Path::ellipse([-0.02, 0.08], 0.26, 0.13, -0.25),
        rng.below(3),
    );
    nest.bare(Path::ellipse([0.0, 0.1], 0.15, 0.05, -0.25));
    for k in 0..4 {
        let y = 0.08 + 0.03 * k as f32;
        nest.stroke(&[[-0.15, y], [-0.38, y + 0.06]], 0.035, k % 2);
    }
    nest.stroke(
        &[[0.2, 0.02], [0.3, -0.15], [0.16, -0.25], [0.18, -0.4]],
        0.08,
        0,
    );
    nest.head([0.19, -0.42], 0.07, rng.range(0.0, 0.5), 1);
}
