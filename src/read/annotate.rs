//! A reading drawn over its picture: outlines, names, doubts.

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;
use imageproc::rect::Rect;

use crate::detect::Quad;

use super::checks::{DOUBTFUL, WEAK};
use super::{ReadTile, Reading, Zone};

const BLACK: Rgb<u8> = Rgb([0, 0, 0]);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);
/// Doubtful tiles, in any zone: orange reads as doubt in every colour vision.
const DOUBT: Rgb<u8> = Rgb([255, 130, 0]);

const fn colour(zone: Zone) -> Rgb<u8> {
    match zone {
        Zone::Hand => Rgb([0, 114, 255]),
        Zone::Meld => Rgb([0, 170, 120]),
        Zone::Gari => Rgb([204, 80, 200]),
        Zone::Indicator => Rgb([240, 215, 0]),
        Zone::Other => Rgb([150, 150, 150]),
    }
}

/// Letters of the codes, five columns by seven rows, one number a row.
const GLYPHS: [(char, [u8; 7]); 16] = [
    ('0', [14, 17, 19, 21, 25, 17, 14]),
    ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 2, 4, 8, 31]),
    ('3', [31, 2, 4, 2, 1, 17, 14]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    ('m', [0, 0, 26, 21, 21, 21, 21]),
    ('p', [0, 0, 30, 17, 30, 16, 16]),
    ('s', [0, 0, 14, 16, 14, 1, 30]),
    ('z', [0, 0, 31, 2, 4, 8, 31]),
    ('f', [6, 9, 8, 28, 8, 8, 8]),
    ('+', [0, 4, 4, 31, 4, 4, 0]),
];

/// A copy of the picture with every tile's outline and name; the winning tile
/// is marked with +, the tile's own top with a dot. What was taken for no tile
/// has a thin outline and no name.
pub fn draw(image: &RgbImage, reading: &Reading) -> RgbImage {
    let mut out = image.clone();
    for ghost in &reading.ghosts {
        outline(&mut out, &ghost.quad, colour(Zone::Other), 0.4);
    }
    for (i, tile) in reading.tiles.iter().enumerate() {
        let doubtful = tile.score < DOUBTFUL || tile.found < WEAK || tile.renamed.is_some();
        let colour = if doubtful { DOUBT } else { colour(tile.zone) };
        let thickness = outline(&mut out, &tile.quad, colour, 1.0);
        own_top(&mut out, &tile.quad, thickness, colour);
        let mark = if reading.win == Some(i) { "+" } else { "" };
        label(&mut out, tile, &format!("{mark}{}", tile.tile), colour);
    }
    out
}

/// Draws an outline and returns its thickness in pixels.
pub(crate) fn outline(out: &mut RgbImage, quad: &Quad, colour: Rgb<u8>, share: f32) -> f32 {
    let side = quad.side().max(1.0);
    let thickness = (share * side / 24.0).clamp(1.0, 12.0);
    for k in 0..4 {
        let (a, b) = (quad.0[k], quad.0[(k + 1) % 4]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy).max(1e-3);
        let (nx, ny) = (
            -dy / length * thickness / 2.0,
            dx / length * thickness / 2.0,
        );
        let corners = [
            point(a[0] + nx, a[1] + ny),
            point(b[0] + nx, b[1] + ny),
            point(b[0] - nx, b[1] - ny),
            point(a[0] - nx, a[1] - ny),
        ];
        // imageproc refuses a polygon whose last corner is its first.
        if corners[0] != corners[3] && corners[0] != corners[1] {
            draw_polygon_mut(out, &corners, colour);
        }
    }
    thickness
}

fn own_top(out: &mut RgbImage, quad: &Quad, thickness: f32, colour: Rgb<u8>) {
    let (a, b) = (quad.0[0], quad.0[1]);
    let top = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0);
    let at = (top.0 as i32, top.1 as i32);
    draw_filled_circle_mut(out, at, (1.6 * thickness) as i32, colour);
}

fn point(x: f32, y: f32) -> Point<i32> {
    Point::new(x.round() as i32, y.round() as i32)
}

fn label(out: &mut RgbImage, tile: &ReadTile, text: &str, colour: Rgb<u8>) {
    let side = tile.quad.side().max(1.0);
    let dot = ((side / 28.0).round() as i32).clamp(1, 12);
    let [cx, cy] = tile.quad.centre();
    let width = 6 * dot * text.chars().count() as i32 + dot;
    let (left, top) = (cx as i32 - width / 2, cy as i32 - 9 * dot / 2);
    let back = Rect::at(left, top).of_size(width as u32, (9 * dot) as u32);
    draw_filled_rect_mut(out, back, BLACK);
    let ink = if colour == DOUBT { DOUBT } else { WHITE };
    for (n, letter) in text.chars().enumerate() {
        let Some((_, glyph)) = GLYPHS.iter().find(|(c, _)| *c == letter) else {
            continue;
        };
        for (row, bits) in glyph.iter().enumerate() {
            for column in (0..5).filter(|c| bits >> (4 - c) & 1 == 1) {
                let x = left + dot + (6 * n as i32 + column) * dot;
                let y = top + dot + row as i32 * dot;
                let pixel = Rect::at(x, y).of_size(dot as u32, dot as u32);
                draw_filled_rect_mut(out, pixel, ink);
            }
        }
    }
}
