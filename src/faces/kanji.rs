//! Faces that are written: 萬子 and honours.

use super::Painter;
use super::canvas::ASPECT;
use super::path::Path;
use super::style::Ink;

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A man tile: numeral above 萬.
pub(super) fn man(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    let [height, wide, wan_wide] = style.man_shape;
    let numeral = match rank {
        5 => style.variants[0],
        _ => NUMERALS[rank as usize - 1],
    };
    let mut rng = style.stream(0x3a2);
    let top = ASPECT * rng.range(0.05, 0.09);
    let gap = ASPECT * rng.range(0.02, 0.06);
    let tall = ASPECT * height;
    let [number_ink, wan_ink, _] = style.man_inks;
    painter.glyph(
        numeral,
        0,
        [0.5, top + tall / 2.0],
        [wide, tall],
        number_ink,
    );
    let wan_top = top + tall + gap;
    let wan_tall = ASPECT - top - wan_top;
    painter.glyph(
        style.variants[1],
        1,
        [0.5, wan_top + wan_tall / 2.0],
        [wan_wide, wan_tall],
        wan_ink,
    );
}

/// 東南西北白發中.
pub(super) fn honor(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    let (character, ink) = match rank {
        1..=4 => (
            ['東', '南', '西', '北'][rank as usize - 1],
            style.man_inks[2],
        ),
        5 => return white(painter),
        6 => (style.variants[2], Ink::Green),
        _ => ('中', Ink::Red),
    };
    let [wide, tall] = style.honor_shape;
    let wide = if character == '中' {
        wide * 0.85
    } else {
        wide
    };
    let center = [0.5, ASPECT / 2.0];
    let mut rng = style.stream(0xf4a);
    if rank >= 6 && rng.chance(0.06) {
        let half = [rng.range(0.4, 0.46), rng.range(0.56, 0.63)];
        painter.fill(Path::frame(center, half, 0.05, 0.025), ink);
    }
    painter.glyph(character, 2, center, [wide, tall * ASPECT], ink);
}

/// The white dragon in its many forms.
fn white(painter: &mut Painter) {
    let style = painter.style;
    let mut rng = style.stream(0x3b7);
    let ink = rng.pick(&[Ink::Blue, Ink::Blue, Ink::Black, Ink::Green]);
    let center = [0.5, ASPECT / 2.0];
    let half = [rng.range(0.26, 0.42), rng.range(0.44, 0.58)];
    let radius = rng.pick(&[0.0, 0.02, 0.05, 0.1]);
    let width = rng.range(0.015, 0.06);
    let gap = rng.range(0.02, 0.06);
    let inner = [half[0] - width - gap, half[1] - width - gap];
    match style.white {
        0 => {}
        4 => painter.glyph('白', 2, center, [0.6, 0.9], ink),
        5 => chain(painter, &mut rng, half, ink),
        6 => {
            let oval = |k: f32| Path::ellipse(center, half[0] * k, half[1] * k, 0.0);
            painter.fill(oval(1.0).cut(oval(1.0 - width * 2.5)), ink);
            if rng.chance(0.5) {
                painter.fill(oval(0.7).cut(oval(0.62)), ink);
            }
        }
        kind => {
            painter.fill(Path::frame(center, half, radius, width), ink);
            if kind >= 2 {
                let thin = width * rng.range(0.3, 0.8);
                painter.fill(Path::frame(center, inner, radius, thin), ink);
            }
            if kind == 3 {
                corners(painter, &mut rng, inner, ink);
            }
        }
    }
}

/// A frame of little blocks, dots or lozenges.
fn chain(painter: &mut Painter, rng: &mut super::rng::Rng, half: [f32; 2], ink: Ink) {
    let kind = rng.below(3);
    let size = rng.range(0.03, 0.06);
    let count = |long: f32| ((2.0 * long / (size * 2.3)) as usize).max(3);
    let (nx, ny) = (count(half[0]), count(half[1]));
    let mut mark = |u: f32, v: f32| {
        let at = [0.5 + u * half[0], ASPECT / 2.0 + v * half[1]];
        let shape = match kind {
            0 => Path::rounded(at, [size, size * 0.8], 0.0),
            1 => Path::circle(at, size * 0.9),
            _ => Path::star(at, 2, size * 1.2, size * 0.8, 0.0),
        };
        painter.fill(shape, ink);
    };
    for k in 0..=nx {
        let u = 2.0 * k as f32 / nx as f32 - 1.0;
        mark(u, -1.0);
        mark(u, 1.0);
    }
    for k in 1..ny {
        let v = 2.0 * k as f32 / ny as f32 - 1.0;
        mark(-1.0, v);
        mark(1.0, v);
    }
    if rng.chance(0.5) {
        let inner = half.map(|h| h - size * 1.6);
        painter.fill(
            Path::frame([0.5, ASPECT / 2.0], inner, 0.0, size * 0.4),
            ink,
        );
    }
}

/// Corner ornaments of a framed white dragon.
fn corners(painter: &mut Painter, rng: &mut super::rng::Rng, half: [f32; 2], ink: Ink) {
    let kind = rng.below(3);
    let size = rng.range(0.04, 0.09);
    for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let corner = [0.5 + sx * half[0], ASPECT / 2.0 + sy * half[1]];
        let inward = [corner[0] - sx * size, corner[1] - sy * size];
        match kind {
            0 => painter.fill(Path::circle(inward, size * 0.6), ink),
            1 => painter.fill(
                Path::polygon(vec![corner, [inward[0], corner[1]], [corner[0], inward[1]]]),
                ink,
            ),
            _ => painter.fill(Path::frame(inward, [size, size], 0.0, size * 0.35), ink),
        }
    }
    if rng.chance(0.3) {
        painter.fill(
            Path::frame(
                [0.5, ASPECT / 2.0],
                [half[0] * 0.4, half[1] * 0.4],
                0.0,
                0.02,
            ),
            ink,
        );
    }
}
