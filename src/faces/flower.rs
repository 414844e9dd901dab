//! 花牌: 梅蘭菊竹 and 春夏秋冬, a character, a number and a picture.

use std::f32::consts::TAU;

use super::Painter;
use super::canvas::ASPECT;
use super::figures;
use super::path::{Path, Point};
use super::rng::Rng;
use super::style::Ink;

const CHARACTERS: [char; 8] = ['梅', '蘭', '菊', '竹', '春', '夏', '秋', '冬'];

/// How a set arranges its flower tiles.
struct Plan {
    /// The character's place: left or right, and whether it is at the bottom.
    side: f32,
    low: bool,
    /// The character alone, large.
    alone: bool,
    /// Its size.
    size: f32,
    /// The number's kind: none, or where it stands.
    number: usize,
    /// A frame around the face.
    framed: bool,
    /// The last two plants are numbered the other way round.
    swapped: bool,
    /// Figures instead of the usual pictures, for flowers and for seasons.
    figures: [f32; 2],
    inks: [Ink; 2],
}

impl Plan {
    fn of(set: &mut Rng) -> Plan {
        Plan {
            side: if set.chance(0.75) { -1.0 } else { 1.0 },
            low: set.chance(0.12),
            alone: set.chance(0.08),
            size: set.range(0.2, 0.38),
            number: set.weighted(&[0.35, 0.35, 0.15, 0.15]),
            framed: set.chance(0.08),
            swapped: set.chance(0.25),
            figures: [
                set.pick(&[0.0, 0.0, 0.0, 0.5]),
                set.pick(&[0.0, 0.3, 1.0, 1.0]),
            ],
            inks: [
                set.pick(&[Ink::Blue, Ink::Black, Ink::Green, Ink::Red]),
                set.pick(&[Ink::Red, Ink::Red, Ink::Black, Ink::Blue]),
            ],
        }
    }
}

/// A flower or season tile, rank 1 to 8.
pub(super) fn draw(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    let plan = Plan::of(&mut style.stream(0xf11));
    let group = usize::from(rank > 4);
    let ink = plan.inks[group];
    let character = CHARACTERS[rank as usize - 1];
    let mut rng = style.stream(0xf10 + u64::from(rank));
    if plan.alone {
        painter.glyph(character, 2, [0.5, 0.6], [0.7, 0.9], ink);
    } else {
        let size = plan.size;
        let x = 0.5 + plan.side * (0.44 - size / 2.0);
        let high = 0.06 + size / 2.0 + 0.02;
        let y = if plan.low { ASPECT - high } else { high };
        if rng.chance(plan.figures[group]) {
            figures::draw(painter, &mut rng);
        } else {
            picture(painter, &mut rng, rank);
        }
        // Clear the corner so that the character stays readable.
        painter.erase(Path::rounded([x, y], [size * 0.55, size * 0.58], 0.03));
        painter.glyph(character, 2, [x, y], [size, size * 1.05], ink);
    }
    if plan.framed {
        let frame = Path::frame([0.5, ASPECT / 2.0], [0.47, 0.63], 0.05, 0.02);
        painter.fill(frame, plan.inks[1 - group]);
    }
    number(painter, &plan, rank);
}

/// The number of a flower tile, if its set has one.
fn number(painter: &mut Painter, plan: &Plan, rank: u8) {
    let count = match (rank, plan.swapped) {
        (3, true) => 4,
        (4, true) => 3,
        _ => (rank - 1) % 4 + 1,
    };
    let digit = match plan.number {
        0 => return,
        3 => ['一', '二', '三', '四'][count as usize - 1],
        _ => char::from(b'0' + count),
    };
    let y = if plan.number == 2 {
        ASPECT - 0.16
    } else {
        0.16
    };
    let at = [0.5 - plan.side * 0.36, y];
    painter.erase(Path::rounded(at, [0.08, 0.1], 0.03));
    let size = if plan.number == 3 {
        [0.18, 0.18]
    } else {
        [0.11, 0.18]
    };
    painter.glyph(digit, 2, at, size, plan.inks[1]);
}

fn picture(painter: &mut Painter, rng: &mut Rng, rank: u8) {
    // Makers agree on the four plants, not on the seasons.
    let motif = match rank {
        1..=4 => rank as usize - 1,
        5 => rng.pick(&[4, 4, 0, 1, 8]),
        6 => rng.pick(&[5, 5, 2, 4, 8]),
        7 => rng.pick(&[6, 6, 2, 4, 8]),
        _ => rng.pick(&[7, 7, 0, 3, 8]),
    };
    match motif {
        0 => plum(painter, rng),
        1 => orchid(painter, rng),
        2 => chrysanthemum(painter, rng),
        3 => bamboo(painter, rng),
        4 => tulip(painter, rng),
        5 => sun(painter, rng),
        6 => leaf(painter, rng),
        7 => snow(painter, rng),
        _ => house(painter, rng),
    }
}

pub(super) fn line(painter: &mut Painter, points: &[Point], width: f32, ink: Ink) {
    painter.fill(
        Path::brush(&Path::curve(points, 4), |t| width * (1.0 - 0.6 * t)),
        ink,
    );
}

pub(super) fn blossom(
    painter: &mut Painter,
    center: Point,
    radius: f32,
    petals: usize,
    inks: [Ink; 2],
    hollow: bool,
) {
    for k in 0..petals {
        let (sin, cos) = (k as f32 / petals as f32 * TAU).sin_cos();
        let at = [
            center[0] + cos * radius * 0.6,
            center[1] + sin * radius * 0.6,
        ];
        let petal = radius * (2.4 / petals as f32).clamp(0.16, 0.45);
        let angle = sin.atan2(cos);
        painter.fill(Path::ellipse(at, radius * 0.42, petal, angle), inks[0]);
        if hollow {
            painter.erase(Path::ellipse(at, radius * 0.28, petal * 0.6, angle));
        }
    }
    painter.fill(Path::circle(center, radius * 0.25), inks[1]);
}

pub(super) fn foliage(painter: &mut Painter, rng: &mut Rng, from: Point, count: usize, size: f32) {
    let ink = rng.pick(&[Ink::Green, Ink::Green, Ink::Green, Ink::Black]);
    for _ in 0..count {
        let angle = rng.range(0.0, TAU);
        let (sin, cos) = angle.sin_cos();
        let at = [from[0] + cos * size, from[1] + sin * size];
        painter.fill(
            Path::ellipse(
                at,
                size * rng.range(0.6, 1.0),
                size * rng.range(0.2, 0.35),
                angle,
            ),
            ink,
        );
    }
}

fn plum(painter: &mut Painter, rng: &mut Rng) {
    let bark = rng.pick(&[Ink::Black, Ink::Green, Ink::Blue]);
    let mirror = |x: f32, flip: bool| if flip { 1.0 - x } else { x };
    let flip = rng.chance(0.5);
    let trunk = [[0.2, 1.24], [0.4, 1.0], [0.42, 0.78], [0.7, 0.5]]
        .map(|[x, y]| [mirror(x + rng.gauss(0.03), flip), y]);
    line(painter, &trunk, 0.07, bark);
    let hollow = rng.chance(0.4);
    for _ in 0..rng.between(3, 7) {
        let start = trunk[rng.between(1, 3)];
        let end = [
            (start[0] + rng.gauss(0.2)).clamp(0.14, 0.86),
            (start[1] + rng.range(-0.3, 0.12)).clamp(0.3, 1.2),
        ];
        line(painter, &[start, end], 0.03, bark);
        blossom(
            painter,
            end,
            rng.range(0.07, 0.13),
            5,
            [Ink::Red, rng.pick(&[Ink::Red, Ink::Black, Ink::Green])],
            hollow,
        );
    }
}

fn orchid(painter: &mut Painter, rng: &mut Rng) {
    let root = [0.5 + rng.gauss(0.06), 1.24];
    for k in 0..rng.between(4, 8) {
        let side = if k % 2 == 0 { 1.0 } else { -1.0 };
        let top = [root[0] + side * rng.range(0.02, 0.25), rng.range(0.4, 0.8)];
        let end = [
            (root[0] + side * rng.range(0.2, 0.4)).clamp(0.1, 0.9),
            top[1] + rng.range(0.0, 0.35),
        ];
        line(
            painter,
            &[root, top, end],
            rng.range(0.03, 0.06),
            Ink::Green,
        );
    }
    let ink = rng.pick(&[Ink::Red, Ink::Blue, Ink::Red, Ink::Black]);
    for _ in 0..rng.between(1, 3) {
        let at = [rng.range(0.3, 0.7), rng.range(0.45, 0.8)];
        blossom(
            painter,
            at,
            rng.range(0.1, 0.16),
            rng.between(3, 5),
            [ink, Ink::Green],
            rng.chance(0.5),
        );
    }
}

fn chrysanthemum(painter: &mut Painter, rng: &mut Rng) {
    let at = [0.5 + rng.gauss(0.08), rng.range(0.55, 0.78)];
    line(
        painter,
        &[
            [0.5 + rng.gauss(0.08), 1.25],
            [at[0] + rng.gauss(0.06), 1.0],
            at,
        ],
        0.045,
        Ink::Green,
    );
    foliage(painter, rng, [0.45, 1.08], 5, 0.1);
    let ink = rng.pick(&[Ink::Red, Ink::Red, Ink::Blue, Ink::Black]);
    let radius = rng.range(0.2, 0.3);
    let petals = rng.between(10, 18);
    let hollow = rng.chance(0.4);
    blossom(
        painter,
        at,
        radius,
        petals,
        [ink, rng.pick(&[Ink::Red, Ink::Green, Ink::Black])],
        hollow,
    );
    if rng.chance(0.5) {
        painter.erase(Path::ring(at, radius * 0.62, radius * 0.55));
    }
    if rng.chance(0.4) {
        blossom(
            painter,
            [1.0 - at[0] + 0.15, 1.0],
            radius * 0.6,
            petals,
            [ink, Ink::Green],
            hollow,
        );
    }
}

fn bamboo(painter: &mut Painter, rng: &mut Rng) {
    for _ in 0..rng.between(1, 3) {
        let (x, lean) = (rng.range(0.3, 0.75), rng.gauss(0.06));
        let width = rng.range(0.05, 0.1);
        let joints = rng.between(3, 5);
        for k in 0..joints {
            let (a, b) = (k as f32 / joints as f32, (k as f32 + 0.88) / joints as f32);
            let at = |t: f32| [x + lean * (1.0 - t), 0.3 + 0.95 * t];
            painter.fill(Path::brush(&[at(a), at(b)], |_| width), Ink::Green);
            if width > 0.07 {
                painter.erase(Path::brush(&[at(a + 0.03), at(b - 0.03)], |_| width * 0.35));
            }
            if rng.chance(0.7) {
                let size = rng.range(0.06, 0.11);
                foliage(painter, rng, at(a), 3, size);
            }
        }
    }
}

fn tulip(painter: &mut Painter, rng: &mut Rng) {
    for _ in 0..rng.between(1, 3) {
        let at = [rng.range(0.3, 0.72), rng.range(0.5, 0.75)];
        line(painter, &[[0.5, 1.25], [at[0], 1.0], at], 0.04, Ink::Green);
        let ink = rng.pick(&[Ink::Red, Ink::Red, Ink::Blue]);
        let r = rng.range(0.09, 0.15);
        painter.fill(Path::ellipse(at, r, r * 1.2, 0.0), ink);
        let notch = [
            [-0.9, -1.3],
            [-0.4, -0.6],
            [0.0, -1.3],
            [0.4, -0.6],
            [0.9, -1.3],
        ];
        painter.erase(
            Path::polygon(notch.map(|[x, y]| [at[0] + x * r, at[1] + y * r]).to_vec()).oriented(),
        );
    }
    foliage(painter, rng, [0.5, 1.05], 4, 0.13);
}

fn sun(painter: &mut Painter, rng: &mut Rng) {
    let at = [0.5 + rng.gauss(0.04), rng.range(0.7, 0.88)];
    let r = rng.range(0.12, 0.18);
    let rays = rng.between(7, 14);
    let ink = rng.pick(&[Ink::Red, Ink::Red, Ink::Green]);
    painter.fill(Path::star(at, rays, r * 2.0, r * 1.3, 0.0), ink);
    painter.erase(Path::circle(at, r * 1.25));
    painter.fill(Path::circle(at, r), ink);
    if rng.chance(0.5) {
        painter.erase(Path::circle(at, r * 0.75));
    }
}

fn leaf(painter: &mut Painter, rng: &mut Rng) {
    let ink = rng.pick(&[Ink::Red, Ink::Green, Ink::Red]);
    let at = [0.5, rng.range(0.75, 0.85)];
    let r = rng.range(0.26, 0.36);
    painter.fill(
        Path::star(at, rng.between(5, 7), r, r * 0.45, -TAU / 4.0),
        ink,
    );
    line(
        painter,
        &[[at[0], at[1]], [at[0] + 0.06, at[1] + r * 1.2]],
        0.04,
        ink,
    );
    if rng.chance(0.5) {
        painter.erase(Path::star(at, 5, r * 0.75, r * 0.3, -TAU / 4.0));
    }
}

fn snow(painter: &mut Painter, rng: &mut Rng) {
    let ink = rng.pick(&[Ink::Blue, Ink::Blue, Ink::Black]);
    let at = [0.5, rng.range(0.74, 0.86)];
    let r = rng.range(0.24, 0.36);
    for k in 0..6 {
        let angle = k as f32 / 6.0 * TAU + TAU / 12.0;
        let point = |share: f32, turn: f32, from: f32| {
            let (s, c) = (angle + turn).sin_cos();
            let (s0, c0) = angle.sin_cos();
            [
                at[0] + c0 * r * from + c * r * share,
                at[1] + s0 * r * from + s * r * share,
            ]
        };
        painter.fill(Path::brush(&[at, point(1.0, 0.0, 0.0)], |_| 0.04), ink);
        for turn in [-0.8, 0.8] {
            painter.fill(
                Path::brush(&[point(0.0, 0.0, 0.6), point(0.3, turn, 0.6)], |_| 0.03),
                ink,
            );
        }
    }
}

/// Houses, boats and people of the season sets, as a rough figure.
fn house(painter: &mut Painter, rng: &mut Rng) {
    let [a, b] = [
        rng.pick(&[Ink::Red, Ink::Blue, Ink::Green]),
        rng.pick(&[Ink::Black, Ink::Green, Ink::Blue]),
    ];
    let (x, y) = (rng.range(0.4, 0.6), rng.range(0.6, 0.8));
    if rng.chance(0.5) {
        painter.fill(
            Path::polygon(vec![
                [x - 0.3, y],
                [x, y - 0.2],
                [x + 0.3, y],
                [x + 0.2, y + 0.02],
                [x - 0.2, y + 0.02],
            ])
            .oriented(),
            a,
        );
        painter.fill(Path::frame([x, y + 0.2], [0.18, 0.16], 0.0, 0.035), b);
        line(
            painter,
            &[[0.12, y + 0.4], [0.5, y + 0.36], [0.88, y + 0.42]],
            0.04,
            Ink::Green,
        );
    } else {
        painter.fill(Path::circle([x, y - 0.12], 0.09), b);
        painter.fill(
            Path::polygon(vec![[x, y - 0.1], [x + 0.2, y + 0.45], [x - 0.2, y + 0.45]]).oriented(),
            a,
        );
        line(
            painter,
            &[[x - 0.05, y + 0.05], [x + 0.28, y + 0.15]],
            0.05,
            b,
        );
        line(
            painter,
            &[[x + 0.28, y - 0.2], [x + 0.26, y + 0.45]],
            0.03,
            b,
        );
    }
    foliage(painter, rng, [0.25, 1.15], 5, 0.08);
}
