//! People, animals and things on flower and season tiles.

use std::f32::consts::TAU;

use super::Painter;
use super::flower::{blossom, foliage, line};
use super::path::{Path, Point};
use super::rng::Rng;
use super::style::Ink;

const COLOURS: [Ink; 4] = [Ink::Red, Ink::Green, Ink::Blue, Ink::Black];

/// Draws one of the figures; seasons have them more often than flowers.
pub(super) fn draw(painter: &mut Painter, rng: &mut Rng) {
    let work: fn(&mut Painter, &mut Rng) = rng.pick(&[
        person, person, person, boat, hills, lantern, butterfly, pot, fish, pagoda, scroll, birds,
    ]);
    work(painter, rng);
}

/// Someone in a robe with a rod, a bundle, a book, a parasol or a hoe.
fn person(painter: &mut Painter, rng: &mut Rng) {
    let [robe, sash, hair] = [
        rng.pick(&COLOURS),
        rng.pick(&COLOURS),
        rng.pick(&[Ink::Black, Ink::Black, Ink::Blue]),
    ];
    let x = rng.range(0.38, 0.6);
    let top = rng.range(0.42, 0.58);
    let floor = rng.range(1.1, 1.22);
    let lean = rng.gauss(0.05);
    let wide = rng.range(0.13, 0.24);
    let shoulder = top + 0.13;
    let hem = vec![
        [x - 0.08, shoulder],
        [x + 0.08, shoulder],
        [x + lean + wide, floor],
        [x + lean - wide, floor],
    ];
    painter.fill(Path::polygon(hem).oriented(), robe);
    if rng.chance(0.6) {
        painter.erase(Path::brush(
            &[[x, shoulder + 0.03], [x + lean, floor - 0.03]],
            |_| 0.025,
        ));
    }
    let waist = shoulder + 0.22;
    line(
        painter,
        &[[x - 0.1, waist], [x + 0.1 + lean, waist]],
        0.05,
        sash,
    );
    head(painter, rng, [x, top], hair);
    let side = rng.pick(&[-1.0, 1.0]);
    let hand = [
        x + side * rng.range(0.18, 0.28),
        shoulder + rng.range(0.02, 0.2),
    ];
    line(painter, &[[x, shoulder + 0.03], hand], 0.07, robe);
    burden(painter, rng, hand, side, floor);
    if rng.chance(0.5) {
        foliage(painter, rng, [x - side * 0.3, floor], 5, 0.09);
    }
}

/// A head with a hat, a bun or short hair.
fn head(painter: &mut Painter, rng: &mut Rng, [x, top]: Point, hair: Ink) {
    painter.fill(
        Path::ring([x, top + 0.05], 0.085, 0.055),
        rng.pick(&[hair, Ink::Red]),
    );
    match rng.below(3) {
        0 => painter.fill(
            Path::polygon(vec![
                [x - 0.16, top + 0.02],
                [x, top - 0.1],
                [x + 0.16, top + 0.02],
            ])
            .oriented(),
            hair,
        ),
        1 => {
            painter.fill(Path::ellipse([x, top], 0.085, 0.05, 0.0), hair);
            painter.fill(Path::circle([x, top - 0.06], 0.035), hair);
        }
        _ => painter.fill(Path::ellipse([x, top], 0.09, 0.045, 0.2), hair),
    }
}

/// What a person holds.
fn burden(painter: &mut Painter, rng: &mut Rng, hand: Point, side: f32, floor: f32) {
    let ink = rng.pick(&COLOURS);
    let [x, y] = hand;
    match rng.below(6) {
        // A rod with its line.
        0 => {
            let tip = [x + side * 0.14, y - 0.36];
            line(painter, &[[x - side * 0.1, y + 0.2], tip], 0.028, ink);
            line(
                painter,
                &[tip, [tip[0] + side * 0.02, floor - 0.1]],
                0.014,
                ink,
            );
        }
        // A carrying pole with two bundles.
        1 => {
            line(
                painter,
                &[[x - side * 0.5, y + 0.02], [x + side * 0.08, y - 0.04]],
                0.03,
                ink,
            );
            for end in [[x - side * 0.46, y + 0.14], [x + side * 0.05, y + 0.1]] {
                painter.fill(Path::ellipse(end, 0.07, 0.1, 0.0), ink);
            }
        }
        // A book.
        2 => {
            painter.fill(Path::frame([x, y], [0.09, 0.07], 0.0, 0.025), ink);
            line(painter, &[[x, y - 0.06], [x, y + 0.06]], 0.02, ink);
        }
        // A parasol.
        3 => parasol(painter, hand, ink),
        // A branch in flower.
        4 => {
            let tip = [x + side * 0.1, y - 0.25];
            line(painter, &[hand, tip], 0.025, Ink::Black);
            for k in 0..3 {
                let at = [x + side * 0.04 * k as f32, y - 0.08 * k as f32 - 0.05];
                blossom(painter, at, 0.06, 5, [Ink::Red, ink], false);
            }
        }
        // A hoe or a broom.
        _ => {
            let foot = [x + side * 0.05, floor];
            line(painter, &[[x, y - 0.3], foot], 0.028, ink);
            painter.fill(
                Path::ellipse([foot[0], foot[1] - 0.04], 0.09, 0.045, 0.3),
                ink,
            );
        }
    }
}

fn parasol(painter: &mut Painter, [x, y]: Point, ink: Ink) {
    line(painter, &[[x, y + 0.1], [x, y - 0.3]], 0.022, Ink::Black);
    let dome = (0..=10).map(|k| {
        let (sin, cos) = (TAU / 2.0 * (1.0 + k as f32 / 10.0)).sin_cos();
        [x + cos * 0.2, y - 0.26 + sin * 0.13]
    });
    painter.fill(Path::polygon(dome.collect()).oriented(), ink);
}

fn waves(painter: &mut Painter, rng: &mut Rng, from: f32) {
    let ink = rng.pick(&[Ink::Blue, Ink::Blue, Ink::Green, Ink::Black]);
    for row in 0..rng.between(1, 3) {
        let y = from + 0.07 * row as f32;
        let points: Vec<Point> = (0..9)
            .map(|k| {
                [
                    0.1 + 0.1 * k as f32,
                    y + if k % 2 == 0 { 0.0 } else { 0.03 },
                ]
            })
            .collect();
        line(painter, &points, 0.03, ink);
    }
}

fn boat(painter: &mut Painter, rng: &mut Rng) {
    let y = rng.range(0.95, 1.05);
    let hull = vec![
        [0.14, y - 0.1],
        [0.86, y - 0.1],
        [0.72, y + 0.03],
        [0.28, y + 0.03],
    ];
    painter.fill(Path::polygon(hull).oriented(), rng.pick(&COLOURS));
    let x = rng.range(0.4, 0.6);
    if rng.chance(0.6) {
        line(painter, &[[x, y - 0.1], [x, y - 0.5]], 0.03, Ink::Black);
        let side = rng.pick(&[-1.0, 1.0]);
        let sail = vec![
            [x + side * 0.02, y - 0.48],
            [x + side * 0.3, y - 0.2],
            [x + side * 0.02, y - 0.15],
        ];
        painter.fill(Path::polygon(sail).oriented(), rng.pick(&COLOURS));
    } else {
        painter.fill(Path::ellipse([x, y - 0.14], 0.18, 0.1, 0.0), Ink::Black);
        painter.erase(Path::ellipse([x, y - 0.12], 0.1, 0.06, 0.0));
    }
    waves(painter, rng, y + 0.06);
}

/// Mountains, with a sun or moon.
fn hills(painter: &mut Painter, rng: &mut Rng) {
    let floor = rng.range(1.0, 1.15);
    for _ in 0..rng.between(1, 3) {
        let x = rng.range(0.3, 0.7);
        let top = rng.range(0.55, 0.8);
        let wide = rng.range(0.2, 0.34);
        let slope = vec![[x - wide, floor], [x, top], [x + wide, floor]];
        let ink = rng.pick(&[Ink::Green, Ink::Blue, Ink::Black]);
        painter.fill(Path::polygon(slope.clone()).oriented(), ink);
        if rng.chance(0.6) {
            let inner = slope
                .iter()
                .map(|p| [x + (p[0] - x) * 0.6, floor + (p[1] - floor) * 0.65]);
            painter.erase(Path::polygon(inner.collect()).oriented());
        }
    }
    let at = [rng.range(0.3, 0.7), rng.range(0.42, 0.55)];
    painter.fill(Path::circle(at, rng.range(0.06, 0.11)), Ink::Red);
    if rng.chance(0.4) {
        painter.erase(Path::circle([at[0] + 0.04, at[1] - 0.02], 0.06));
    }
    waves(painter, rng, floor + 0.05);
}

fn lantern(painter: &mut Painter, rng: &mut Rng) {
    let (x, y) = (rng.range(0.42, 0.58), rng.range(0.7, 0.85));
    let ink = rng.pick(&[Ink::Red, Ink::Red, Ink::Green]);
    line(painter, &[[x, y - 0.42], [x, y]], 0.025, Ink::Black);
    painter.fill(Path::ellipse([x, y], 0.22, 0.18, 0.0), ink);
    for k in -1..=1 {
        let half = 0.03 + 0.02 * k as f32;
        painter.erase(Path::brush(
            &[
                [x + 0.1 * k as f32, y - 0.13],
                [x + 0.1 * k as f32, y + 0.13],
            ],
            |_| half.abs().max(0.018),
        ));
    }
    for k in -1..=1 {
        let at = x + 0.05 * k as f32;
        line(painter, &[[at, y + 0.18], [at, y + 0.36]], 0.022, ink);
    }
}

fn butterfly(painter: &mut Painter, rng: &mut Rng) {
    let at = [rng.range(0.4, 0.6), rng.range(0.6, 0.8)];
    let [upper, lower] = [rng.pick(&COLOURS), rng.pick(&COLOURS)];
    let turn = rng.gauss(0.3);
    for side in [-1.0, 1.0] {
        for (angle, long, ink) in [(-0.7, 0.2, upper), (0.6, 0.15, lower)] {
            let a: f32 = turn + angle;
            let wing = [at[0] + side * a.cos() * long, at[1] + a.sin() * long];
            painter.fill(Path::ellipse(wing, long * 0.85, long * 0.55, side * a), ink);
            painter.erase(Path::circle(wing, long * 0.2));
        }
    }
    painter.fill(Path::ellipse(at, 0.03, 0.14, 0.0), Ink::Black);
    foliage(painter, rng, [0.5, 1.15], 5, 0.1);
}

/// Flowers in a pot or vase.
fn pot(painter: &mut Painter, rng: &mut Rng) {
    let ink = rng.pick(&COLOURS);
    let wide = rng.range(0.12, 0.2);
    let vase = vec![
        [0.5 - wide * 0.6, 0.95],
        [0.5 + wide * 0.6, 0.95],
        [0.5 + wide, 1.08],
        [0.5 + wide * 0.6, 1.22],
        [0.5 - wide * 0.6, 1.22],
        [0.5 - wide, 1.08],
    ];
    painter.fill(Path::polygon(vase).oriented(), ink);
    if rng.chance(0.5) {
        painter.erase(Path::circle([0.5, 1.09], wide * 0.45));
    }
    for _ in 0..rng.between(2, 5) {
        let at = [rng.range(0.24, 0.76), rng.range(0.5, 0.8)];
        line(painter, &[[0.5, 0.96], at], 0.025, Ink::Green);
        let petals = rng.between(5, 9);
        let [a, b] = [rng.pick(&COLOURS), rng.pick(&COLOURS)];
        blossom(
            painter,
            at,
            rng.range(0.07, 0.13),
            petals,
            [a, b],
            rng.chance(0.3),
        );
    }
}

fn fish(painter: &mut Painter, rng: &mut Rng) {
    let (at, side) = ([0.5, rng.range(0.7, 0.9)], rng.pick(&[-1.0, 1.0]));
    let ink = rng.pick(&COLOURS);
    let tilt = rng.gauss(0.3);
    painter.fill(Path::ellipse(at, 0.25, 0.13, tilt), ink);
    let (sin, cos) = tilt.sin_cos();
    let place = |x: f32, y: f32| {
        let x = x * side;
        [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
    };
    let tail = vec![
        place(-0.2, 0.0),
        place(-0.4, -0.14),
        place(-0.33, 0.0),
        place(-0.4, 0.14),
    ];
    painter.fill(Path::polygon(tail).oriented(), ink);
    painter.erase(Path::circle(place(0.15, -0.03), 0.03));
    for k in 0..4 {
        let x = -0.12 + 0.06 * k as f32;
        painter.erase(Path::brush(
            &[place(x, -0.08), place(x + 0.03, 0.08)],
            |_| 0.014,
        ));
    }
    waves(painter, rng, 1.1);
}

fn pagoda(painter: &mut Painter, rng: &mut Rng) {
    let [roof, wall] = [rng.pick(&COLOURS), rng.pick(&COLOURS)];
    let floors = rng.between(2, 4);
    let x = rng.range(0.42, 0.58);
    let step = 0.68 / floors as f32;
    for k in 0..floors {
        let y = 0.5 + step * k as f32;
        let wide = 0.14 + 0.05 * k as f32;
        painter.fill(
            Path::polygon(vec![
                [x - wide - 0.08, y + 0.05],
                [x, y - 0.1],
                [x + wide + 0.08, y + 0.05],
            ])
            .oriented(),
            roof,
        );
        painter.fill(
            Path::frame(
                [x, y + 0.05 + (step - 0.08) / 2.0],
                [wide * 0.8, (step - 0.06) / 2.0],
                0.0,
                0.03,
            ),
            wall,
        );
    }
}

/// An open scroll or chess board, as the four arts are shown.
fn scroll(painter: &mut Painter, rng: &mut Rng) {
    let y = rng.range(0.75, 0.9);
    let ink = rng.pick(&COLOURS);
    let half = [rng.range(0.22, 0.34), rng.range(0.16, 0.28)];
    painter.fill(Path::frame([0.5, y], half, 0.02, 0.03), ink);
    let n = rng.between(2, 5);
    let chess = rng.chance(0.5);
    for k in 1..n {
        let x = 0.5 + half[0] * (2.0 * k as f32 / n as f32 - 1.0);
        let ends = [[x, y - half[1] * 0.9], [x, y + half[1] * 0.9]];
        line(painter, &ends, 0.022, ink);
        if chess {
            let across = y + half[1] * (2.0 * k as f32 / n as f32 - 1.0);
            let ends = [[0.5 - half[0], across], [0.5 + half[0], across]];
            line(painter, &ends, 0.022, ink);
        }
    }
    for side in [-1.0, 1.0] {
        painter.fill(
            Path::rounded([0.5 + side * half[0], y], [0.035, half[1] + 0.05], 0.03),
            rng.pick(&COLOURS),
        );
    }
}

/// Swallows over reeds.
fn birds(painter: &mut Painter, rng: &mut Rng) {
    for _ in 0..rng.between(1, 3) {
        let at = [rng.range(0.3, 0.7), rng.range(0.5, 0.85)];
        let size = rng.range(0.12, 0.22);
        let ink = rng.pick(&COLOURS);
        let span = [
            [at[0] - size, at[1] - size * 0.5],
            [at[0] - size * 0.4, at[1] - size * 0.2],
            at,
            [at[0] + size * 0.4, at[1] - size * 0.3],
            [at[0] + size, at[1] - size * 0.7],
        ];
        line(painter, &span, 0.06, ink);
        painter.fill(Path::ellipse(at, size * 0.3, size * 0.18, 0.4), ink);
    }
    foliage(painter, rng, [rng.clone().range(0.3, 0.7), 1.1], 6, 0.12);
}
