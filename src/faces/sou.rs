//! 索子 2 to 9: sticks of bamboo.

use super::Painter;
use super::canvas::ASPECT;
use super::path::{Path, Point};
use super::rng::Rng;
use super::style::{Ink, Inks};

/// Places (share of width, share of height) of the sticks of 2 to 7 and 9.
fn places(rank: u8) -> &'static [Point] {
    match rank {
        2 => &[[0.5, 0.27], [0.5, 0.73]],
        3 => &[[0.5, 0.27], [0.29, 0.73], [0.71, 0.73]],
        4 => &[[0.29, 0.27], [0.71, 0.27], [0.29, 0.73], [0.71, 0.73]],
        5 => &[
            [0.22, 0.27],
            [0.78, 0.27],
            [0.5, 0.5],
            [0.22, 0.73],
            [0.78, 0.73],
        ],
        6 => &[
            [0.22, 0.27],
            [0.5, 0.27],
            [0.78, 0.27],
            [0.22, 0.73],
            [0.5, 0.73],
            [0.78, 0.73],
        ],
        7 => &[
            [0.5, 0.17],
            [0.22, 0.5],
            [0.5, 0.5],
            [0.78, 0.5],
            [0.22, 0.83],
            [0.5, 0.83],
            [0.78, 0.83],
        ],
        _ => &[
            [0.22, 0.17],
            [0.5, 0.17],
            [0.78, 0.17],
            [0.22, 0.5],
            [0.5, 0.5],
            [0.78, 0.5],
            [0.22, 0.83],
            [0.5, 0.83],
            [0.78, 0.83],
        ],
    }
}

/// How makers colour the sticks, in the order of [`places`].
fn colourings(rank: u8) -> &'static [&'static str] {
    match rank {
        2 => &["GG", "GG", "GB", "BG"],
        3 => &["GGG", "GGG", "BGG", "RGG"],
        4 => &["GGGG", "GGGG", "GBBG", "BGGB"],
        5 => &["GGRGG", "GGRGG", "GGRGG", "GBRBG", "BGRGB"],
        6 => &["GGGGGG", "GGGGGG", "GGGBBB", "BBBGGG"],
        7 => &["RGGGGGG", "RGGGGGG", "RGGGGGG", "RGBGGBG", "RBGBBGB"],
        _ => &[
            "GRGGRGGRG",
            "GRGGRGGRG",
            "GRGGRGGRG",
            "GRBGRBGRB",
            "BRGBRGBRG",
            "RRRGGGBBB",
        ],
    }
}

/// A sou tile of rank 2 to 9.
pub(super) fn draw(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    let stick = Stick::random(&mut style.stream(0x500));
    if rank == 8 {
        return eight(painter, &stick);
    }
    let mut rng = style.stream(0x500 + u64::from(rank));
    let colours = rng.pick(colourings(rank)).as_bytes();
    let rows_of_three = matches!(rank, 7 | 9);
    let tall = ASPECT * if rows_of_three { 0.28 } else { stick.tall };
    let wide = stick.wide * style.mark_size * if rank >= 5 { 0.92 } else { 1.0 };
    // The lone stick of 5 is often shorter.
    let middle = rng.range(0.75, 1.0);
    for (index, (spot, &colour)) in places(rank).iter().zip(colours).enumerate() {
        let at = [
            0.5 + (spot[0] - 0.5) * style.spread,
            ASPECT * (0.5 + (spot[1] - 0.5) * style.spread.min(1.02)),
        ];
        let shorter = if rank == 5 && index == 2 { middle } else { 1.0 };
        stick.stamp(
            painter,
            at,
            [wide, tall * shorter],
            0.0,
            ink(painter, colour),
        );
    }
    if painter.red && rng.chance(0.3) {
        painter.fill(Path::circle([0.5, 0.2], 0.03), Ink::Red);
    }
}

fn ink(painter: &Painter, colour: u8) -> Ink {
    let style = painter.style;
    match Inks::letter(colour) {
        _ if style.single_ink.is_some() => style.single_ink.unwrap_or(Ink::Green),
        Ink::Green => style.stick_ink,
        other => other,
    }
}

/// 8s: an M over a W, or its mirror images.
fn eight(painter: &mut Painter, stick: &Stick) {
    let mut rng = painter.style.stream(0x508);
    let lean = rng.range(0.4, 0.95);
    let reach = rng.range(0.1, 0.14);
    let flipped = rng.chance(0.35); // W over M
    let ink = ink(painter, b'G');
    let wide = stick.wide * painter.style.mark_size * 0.9;
    let upright = ASPECT * stick.tall * rng.range(0.92, 1.05);
    let leaning = ASPECT * stick.tall * rng.range(0.8, 1.0);
    for (sy, row) in [(-1.0, 0.28), (1.0, 0.72)] {
        for side in [-1.0, 1.0] {
            let outer = [0.5 + side * 0.33 * painter.style.spread, row * ASPECT];
            stick.stamp(painter, outer, [wide, upright], 0.0, ink);
            let up = if flipped { -sy } else { sy };
            let inner = [0.5 + side * reach, row * ASPECT];
            stick.stamp(painter, inner, [wide, leaning], side * up * lean, ink);
        }
    }
}

/// One stick's design.
struct Stick {
    kind: usize,
    wide: f32,
    tall: f32,
    /// Share of the width that is hollow or marked.
    core: f32,
    joints: usize,
    second: Option<Ink>,
}

impl Stick {
    fn random(rng: &mut Rng) -> Stick {
        Stick {
            kind: rng.below(9),
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
    fn stamp(&self, painter: &mut Painter, center: Point, size: Point, angle: f32, ink: Ink) {
        let place = |path: Path| path.placed(center, size, angle);
        let aspect = size[1] / size[0];
        for (path, bare) in self.shape(aspect) {
            let path = place(path);
            if !bare {
                painter.fill(path, ink);
            } else if let Some(second) = self.second {
                painter.fill(path, second);
            } else {
                painter.erase(path);
            }
        }
    }

    /// Parts in a unit box around (0, 0), with whether they are bare;
    /// `aspect` is height by width, so that round things stay round.
    fn shape(&self, aspect: f32) -> Vec<(Path, bool)> {
        let c = self.core;
        let oval = |y: f32, rx: f32, ry: f32| Path::ellipse([0.0, y], rx, ry, 0.0);
        let bar = |y: f32, hx: f32, hy: f32| {
            Path::polygon(vec![
                [-hx, y - hy],
                [hx, y - hy],
                [hx, y + hy],
                [-hx, y + hy],
            ])
        };
        match self.kind {
            // Two bulbs with a light line.
            0 => vec![
                (
                    oval(-0.25, 0.42, 0.26)
                        .and(oval(0.25, 0.42, 0.26))
                        .oriented(),
                    false,
                ),
                (bar(-0.25, c * 0.25, 0.14), true),
                (bar(0.25, c * 0.25, 0.14), true),
            ],
            // Hollow box with a joint.
            1 => vec![
                (bar(0.0, 0.4, 0.49), false),
                (bar(-0.24, c * 0.7, 0.17), true),
                (bar(0.24, c * 0.7, 0.17), true),
            ],
            // Chain of rings.
            2 => {
                let n = self.joints + 1;
                let step = 1.0 / n as f32;
                let ys = (0..n).map(|k| -0.5 + step * (k as f32 + 0.5));
                ys.clone()
                    .map(|y| (oval(y, 0.42, step * 0.56), false))
                    .chain(ys.map(|y| (oval(y, c * 0.6, step * 0.25), true)))
                    .collect()
            }
            // Bone: knobs at ends and middle on a shaft.
            3 => {
                let knob = |y: f32| {
                    Path::rounded([0.0, y * aspect], [0.46, 0.2], 0.2).map(|[x, y]| [x, y / aspect])
                };
                vec![
                    (
                        bar(0.0, 0.24, 0.46)
                            .and(knob(-0.5 + 0.2 / aspect))
                            .and(knob(0.0))
                            .and(knob(0.5 - 0.2 / aspect))
                            .oriented(),
                        false,
                    ),
                    (bar(-0.24, c * 0.2, 0.12), true),
                    (bar(0.24, c * 0.2, 0.12), true),
                ]
            }
            // Plain capsule, perhaps with a joint.
            4 => vec![
                (
                    Path::rounded([0.0, 0.0], [0.4, 0.5 * aspect], 0.4)
                        .map(|[x, y]| [x, y / aspect]),
                    false,
                ),
                (bar(0.0, 0.5, 0.03), true),
                (oval(-0.25, c * 0.4, 0.1), true),
                (oval(0.25, c * 0.4, 0.1), true),
            ],
            // I-beam.
            5 => vec![
                (
                    bar(-0.45, 0.48, 0.05)
                        .and(bar(0.45, 0.48, 0.05))
                        .and(bar(0.0, 0.4, 0.04))
                        .oriented(),
                    false,
                ),
                (bar(0.0, 0.16 + c * 0.2, 0.48), false),
                (bar(0.0, c * 0.15, 0.38), true),
            ],
            // Outlined capsule with dots.
            6 => vec![
                (
                    Path::rounded([0.0, 0.0], [0.44, 0.5 * aspect], 0.44)
                        .map(|[x, y]| [x, y / aspect]),
                    false,
                ),
                (
                    Path::rounded([0.0, 0.0], [0.26, 0.5 * aspect - 0.18], 0.26)
                        .map(|[x, y]| [x, y / aspect]),
                    true,
                ),
                (
                    bar(0.0, 0.4, 0.05)
                        .and(oval(-0.22, 0.12, 0.08))
                        .and(oval(0.22, 0.12, 0.08))
                        .oriented(),
                    false,
                ),
            ],
            // Waisted sections.
            7 => {
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
                vec![
                    (section(-0.25).and(section(0.25)).oriented(), false),
                    (bar(-0.25, c * 0.16, 0.16), true),
                    (bar(0.25, c * 0.16, 0.16), true),
                ]
            }
            // Two hollow bulbs.
            _ => vec![
                (
                    oval(-0.25, 0.42, 0.25)
                        .and(oval(0.25, 0.42, 0.25))
                        .oriented(),
                    false,
                ),
                (oval(-0.25, 0.2 + c * 0.2, 0.16), true),
                (oval(0.25, 0.2 + c * 0.2, 0.16), true),
                (bar(0.0, 0.34, 0.035), false),
            ],
        }
    }
}
