//! 筒子: discs with ornaments.

use std::f32::consts::TAU;

use super::Painter;
use super::canvas::ASPECT;
use super::path::{Path, Point};
use super::rng::Rng;
use super::style::{Ink, Inks};

/// Places (share of width, share of height) and radius of the dots 2 to 9.
#[rustfmt::skip]
const PLACES: [(&[Point], f32); 8] = [
    (&[[0.5, 0.27], [0.5, 0.73]], 0.22),
    (&[[0.25, 0.2], [0.5, 0.5], [0.75, 0.8]], 0.175),
    (&[[0.27, 0.25], [0.73, 0.25], [0.27, 0.75], [0.73, 0.75]], 0.19),
    (&[[0.25, 0.21], [0.75, 0.21], [0.5, 0.5], [0.25, 0.79], [0.75, 0.79]], 0.17),
    (&[[0.29, 0.2], [0.71, 0.2],
       [0.29, 0.54], [0.71, 0.54], [0.29, 0.81], [0.71, 0.81]], 0.165),
    (&[[0.2, 0.13], [0.5, 0.235], [0.8, 0.34],
       [0.31, 0.6], [0.69, 0.6], [0.31, 0.85], [0.69, 0.85]], 0.145),
    (&[[0.3, 0.14], [0.7, 0.14], [0.3, 0.38], [0.7, 0.38],
       [0.3, 0.62], [0.7, 0.62], [0.3, 0.86], [0.7, 0.86]], 0.145),
    (&[[0.2, 0.19], [0.5, 0.19], [0.8, 0.19], [0.2, 0.5], [0.5, 0.5], [0.8, 0.5],
       [0.2, 0.81], [0.5, 0.81], [0.8, 0.81]], 0.142),
];

/// How makers colour the dots, in the order of [`PLACES`].
fn colourings(rank: u8) -> &'static [&'static str] {
    match rank {
        2 => &["GB", "BG", "BB", "GG", "KK", "GK", "BB"],
        3 => &["BRG", "GRB", "BRB", "KRG", "KGR", "GRG", "KRK"],
        4 => &["BGGB", "GBBG", "BBBB", "KGGK", "KKKK", "GGGG"],
        5 => &["BGRGB", "GBRBG", "BBRBB", "KGRGK", "KKRKK", "GGRGG"],
        6 => &["GGRRRR", "BBRRRR", "KKRRRR", "GGRRRR"],
        7 => &["GGGRRRR", "BBBRRRR", "KKKRRRR", "GGGRRRR"],
        8 => &["BBBBBBBB", "KKKKKKKK", "GGGGGGGG", "BBBBBBBB"],
        _ => &[
            "GGGRRRBBB",
            "BBBRRRGGG",
            "BBBRRRBBB",
            "KKKRRRKKK",
            "KKKGGGRRR",
            "GGGRRRKKK",
            "RRRGGGBBB",
        ],
    }
}

/// A pin tile.
pub(super) fn draw(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    if rank == 1 {
        return great_disc(painter);
    }
    let mut rng = style.stream(0x914 + u64::from(rank));
    let (spots, radius) = PLACES[rank as usize - 2];
    let colours = rng.pick(colourings(rank)).as_bytes();
    let ornament = Ornament::random(&mut style.stream(0x915), false);
    let dot = radius
        * style.mark_size
        * if rank > 5 {
            1.0
        } else {
            style.stream(0x916).range(0.85, 1.15)
        };
    // Makers differ in how steep the slanting three of 7 and 3 are, and in
    // how far the upper pair of 6 stands off.
    let slope = rng.range(0.45, 1.1);
    let closer = rng.range(0.78, 1.06);
    let upper = rng.range(-0.03, 0.06);
    for (index, (spot, &colour)) in spots.iter().zip(colours).enumerate() {
        let ink = style.single_ink.unwrap_or(Inks::letter(colour));
        let [x, y] = match (rank, index) {
            (7, 0..3) => [spot[0], 0.225 + (spot[1] - 0.235) * slope],
            (6, 0..2) => [spot[0], spot[1] + upper],
            (2..=5, _) => spot.map(|v| 0.5 + (v - 0.5) * closer),
            _ => *spot,
        };
        let at = [
            0.5 + (x - 0.5) * style.spread,
            ASPECT * (0.5 + (y - 0.5) * style.spread.min(1.0)),
        ];
        let radius = dot.min(0.5);
        if (rank, index) == (5, 2) {
            painter.middle(|painter| ornament.stamp(painter, at, radius, ink));
        } else {
            ornament.stamp(painter, at, radius, ink);
        }
    }
}

/// The large disc of 1p.
fn great_disc(painter: &mut Painter) {
    let mut rng = painter.style.stream(0x917);
    let radius = rng.range(0.27, 0.46);
    let center = [0.5, ASPECT / 2.0];
    let ink = rng.pick(&[
        Ink::Green,
        Ink::Blue,
        Ink::Blue,
        Ink::Black,
        Ink::Red,
        Ink::Green,
    ]);
    let ink = painter.style.single_ink.unwrap_or(ink);
    let ornament = Ornament::random(&mut rng, true);
    ornament.stamp(painter, center, radius, ink);
    if rng.chance(0.15) {
        // A tall oval, as some makers print it.
        let frame = Path::ellipse(center, radius * 1.06, radius * 1.2, 0.0).cut(Path::ellipse(
            center,
            radius * 1.0,
            radius * 1.13,
            0.0,
        ));
        painter.fill(frame, ink);
    }
}

/// What is in a ring of a disc, from the outside in.
#[derive(Clone, Copy, Debug)]
enum Layer {
    /// Solid in the disc's ink.
    Solid,
    /// Solid in a second ink.
    Second,
    /// Bare body.
    Bare,
    /// Bare petals, this many.
    Petals(usize),
    /// Bare holes, this many.
    Holes(usize),
    /// Bare spokes, this many.
    Spokes(usize),
    /// A bare star or gear.
    Star(usize),
    /// Petals of ink that reach outwards: a flower or sun.
    Rays(usize),
}

/// The layers of one of the common designs, with `n` petals or spokes.
fn design(rng: &mut Rng, n: usize, great: bool) -> Vec<(f32, Layer)> {
    use Layer::{Bare, Holes, Petals, Rays, Second, Solid, Spokes, Star};
    let mut layers = Vec::new();
    let wall = rng.range(0.7, 0.9);
    match rng.below(if great { 9 } else { 11 }) {
        // Plain rings.
        0 => layers.extend([
            (1.0, Solid),
            (wall, Bare),
            (wall - rng.range(0.1, 0.2), Solid),
            (rng.range(0.25, 0.4), Bare),
            (rng.range(0.1, 0.22), Solid),
        ]),
        // Ring and core.
        1 => layers.extend([
            (1.0, Solid),
            (wall, Bare),
            (rng.range(0.35, 0.6), Solid),
            (rng.range(0.1, 0.25), Bare),
        ]),
        // Ring, flower of ink in it.
        2 => layers.extend([
            (1.0, Solid),
            (wall, Bare),
            (wall * 0.9, Rays(n)),
            (0.2, Bare),
        ]),
        // Solid with bare petals.
        3 => layers.extend([(1.0, Solid), (0.8, Petals(n)), (0.25, Solid), (0.12, Bare)]),
        // Solid with holes round a core.
        4 => layers.extend([(1.0, Solid), (0.75, Holes(n)), (0.35, Second)]),
        // Cart wheel.
        5 => layers.extend([(1.0, Solid), (wall, Spokes(n)), (0.3, Solid), (0.15, Bare)]),
        // Star in a disc.
        6 => layers.extend([(1.0, Solid), (wall, Star(n)), (0.35, Second), (0.15, Bare)]),
        // Flower outline with a second ink.
        7 => layers.extend([
            (1.0, Rays(n)),
            (0.62, Bare),
            (0.54, Second),
            (0.4, Petals(n)),
            (0.15, Second),
        ]),
        8 => thin_rings(&mut layers, rng),
        // Coin with a square hole.
        9 => layers.extend([
            (1.0, Solid),
            (wall, Bare),
            (wall - 0.1, Solid),
            (0.3, Star(2)),
        ]),
        // All ink.
        _ => layers.extend([(1.0, Solid), (rng.range(0.1, 0.3), Bare)]),
    }
    layers
}

fn thin_rings(layers: &mut Vec<(f32, Layer)>, rng: &mut Rng) {
    let count = rng.between(2, 4);
    for k in 0..count {
        let r = 1.0 - k as f32 / count as f32;
        let inner = r - rng.range(0.4, 0.65) / count as f32;
        layers.extend([(r, Layer::Solid), (inner, Layer::Bare)]);
    }
}

/// Adds rings inside, and sometimes a fringe, for the large disc of 1p.
fn enrich(layers: &mut Vec<(f32, Layer)>, rng: &mut Rng, n: usize) {
    use Layer::{Bare, Holes, Petals, Rays, Second, Solid, Star};
    let core = rng.range(0.3, 0.5);
    let more = [Second, Petals(n), Bare, Holes(n / 2), Star(n)];
    layers.extend([
        (core, Bare),
        (core * 0.85, rng.pick(&[Second, Solid])),
        (core * 0.6, rng.pick(&more)),
        (core * 0.25, Second),
    ]);
    if rng.chance(0.4) {
        layers.insert(0, (1.0, Rays(n + 4)));
        layers.iter_mut().skip(1).for_each(|layer| layer.0 *= 0.82);
    }
}

/// A disc design: layers with their radius (share of the disc).
struct Ornament {
    layers: Vec<(f32, Layer)>,
    second: Ink,
    turn: f32,
}

impl Ornament {
    fn random(rng: &mut Rng, great: bool) -> Ornament {
        let second = rng.pick(&[Ink::Red, Ink::Red, Ink::Green, Ink::Blue, Ink::Black]);
        let turn = rng.range(0.0, TAU);
        let n = if great {
            rng.between(8, 20)
        } else {
            rng.between(5, 9)
        };
        let mut layers = design(rng, n, great);
        if great {
            enrich(&mut layers, rng, n);
        }
        Ornament {
            layers,
            second,
            turn,
        }
    }

    fn stamp(&self, painter: &mut Painter, center: Point, radius: f32, ink: Ink) {
        let single = painter.style.single_ink.is_some();
        let second = if single || radius < 0.2 && ink == Ink::Red {
            ink
        } else {
            self.second
        };
        for &(share, layer) in &self.layers {
            let r = radius * share;
            if r <= 0.0 {
                continue;
            }
            match layer {
                Layer::Solid => painter.fill(Path::circle(center, r), ink),
                Layer::Second => painter.fill_second(Path::circle(center, r), second),
                Layer::Bare => painter.erase(Path::circle(center, r)),
                Layer::Star(n) => painter.erase(Path::star(center, n, r, r * 0.6, self.turn)),
                Layer::Rays(n) => self.around(
                    painter,
                    center,
                    n,
                    |at, angle| {
                        (
                            Path::ellipse(at, r * 0.32, r * 1.7 / n as f32, angle),
                            Some(ink),
                        )
                    },
                    r * 0.68,
                ),
                Layer::Petals(n) => self.around(
                    painter,
                    center,
                    n,
                    |at, angle| (Path::ellipse(at, r * 0.34, r * 1.3 / n as f32, angle), None),
                    r * 0.6,
                ),
                Layer::Holes(n) => self.around(
                    painter,
                    center,
                    n,
                    |at, _| (Path::circle(at, r * 1.4 / n as f32), None),
                    r * 0.75,
                ),
                Layer::Spokes(n) => self.around(
                    painter,
                    center,
                    n,
                    |at, angle| (Path::ellipse(at, r * 0.3, r * 0.09, angle), None),
                    r * 0.65,
                ),
            }
        }
    }

    fn around(
        &self,
        painter: &mut Painter,
        center: Point,
        n: usize,
        shape: impl Fn(Point, f32) -> (Path, Option<Ink>),
        radius: f32,
    ) {
        for k in 0..n.max(2) {
            let angle = self.turn + k as f32 / n.max(2) as f32 * TAU;
            let (sin, cos) = angle.sin_cos();
            let at = [center[0] + radius * cos, center[1] + radius * sin];
            match shape(at, angle) {
                (path, Some(ink)) => painter.fill(path, ink),
                (path, None) => painter.erase(path),
            }
        }
    }
}
