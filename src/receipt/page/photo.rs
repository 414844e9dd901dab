//! The photo with its tiles numbered.

use image::{Rgb, RgbImage, imageops};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::ink::Ink;
use crate::detect::Quad;
use crate::read::annotate::outline;
use crate::receipt::{Receipt, Verdict};

/// Longest side of the picture on the page, in pixels.
const LONGEST: u32 = 1500;
/// What is left around the tiles, as a share of their extent.
const MARGIN: f32 = 0.12;

const SURE: Rgb<u8> = Rgb([0, 114, 255]);
/// Doubtful or corrected; the number has a mark too, for eyes that see no orange.
const DOUBT: Rgb<u8> = Rgb([255, 130, 0]);
const BLACK: Rgb<u8> = Rgb([0, 0, 0]);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

/// The part of the photo with tiles, at a size for paper, every tile outlined
/// and numbered as in the receipt.
pub fn numbered(receipt: &Receipt, verdict: &Verdict, photo: &RgbImage) -> RgbImage {
    let quads: Vec<Quad> = receipt.tiles.iter().map(|tile| tile.outline()).collect();
    let (x, y, width, height) = part(&quads, photo.dimensions());
    let cut = imageops::crop_imm(photo, x, y, width, height).to_image();
    let long = width.max(height);
    let factor = LONGEST as f32 / long.max(1) as f32;
    let mut out = match factor < 1.0 {
        true => {
            let side = |n: u32| ((n as f32 * factor).round() as u32).max(1);
            imageops::resize(
                &cut,
                side(width),
                side(height),
                imageops::FilterType::Triangle,
            )
        }
        false => cut,
    };
    let factor = factor.min(1.0);
    let ink = Ink::bold();
    for (at, quad) in quads.iter().enumerate() {
        let moved = quad
            .0
            .map(|[qx, qy]| [(qx - x as f32) * factor, (qy - y as f32) * factor]);
        let concerned = |one: &crate::receipt::Concern| one.tile.seen == Some(at);
        let doubtful = verdict.concerns.iter().any(concerned);
        let colour = if doubtful { DOUBT } else { SURE };
        let quad = Quad(moved);
        outline(&mut out, &quad, colour, 1.0);
        let mark = if doubtful { "!" } else { "" };
        label(&mut out, &ink, &quad, &format!("{}{mark}", at + 1), colour);
    }
    out
}

/// The rectangle round the tiles; the whole photo without tiles.
fn part(quads: &[Quad], (width, height): (u32, u32)) -> (u32, u32, u32, u32) {
    let mut all = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for quad in quads {
        let [left, top, right, bottom] = quad.bounds();
        all = [
            all[0].min(left),
            all[1].min(top),
            all[2].max(right),
            all[3].max(bottom),
        ];
    }
    if quads.is_empty() || all.iter().any(|v| !v.is_finite()) {
        return (0, 0, width, height);
    }
    let room = (all[2] - all[0]).max(all[3] - all[1]) * MARGIN;
    let low = |v: f32| (v - room).max(0.0) as u32;
    let (x, y) = (low(all[0]).min(width - 1), low(all[1]).min(height - 1));
    let high = |v: f32, from: u32, most: u32| ((v + room) as u32).clamp(from + 1, most);
    let (right, bottom) = (high(all[2], x, width), high(all[3], y, height));
    (x, y, right - x, bottom - y)
}

fn label(out: &mut RgbImage, ink: &Ink, quad: &Quad, text: &str, colour: Rgb<u8>) {
    let size = (quad.side() * 0.34).clamp(13.0, 36.0);
    let (wide, high) = (ink.width(text, size), size);
    // Under the tile: the face is what is disputed.
    let [cx, _] = quad.centre();
    let [.., bottom] = quad.bounds();
    let (left, top) = (cx - wide / 2.0 - 3.0, bottom - high * 0.2);
    let back = Rect::at(left as i32, top as i32).of_size(wide as u32 + 6, high as u32 + 1);
    draw_filled_rect_mut(out, back, if colour == DOUBT { DOUBT } else { BLACK });
    let letters = if colour == DOUBT { BLACK } else { WHITE };
    ink.draw(out, (left + 3.0, top), size, text, letters);
}
