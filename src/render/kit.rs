//! One physical set of tiles: faces, body, wear.

use std::cell::OnceCell;

use super::art::Art;
use super::math::{V3, linear};
use super::texture::Texture;
use crate::faces::rng::Rng;
use crate::faces::{Canvas, FontBank, Style, paint};
use crate::tile::Tile;

/// Width of face textures in texels.
const FACE_WIDTH: usize = 96;

/// A physical set. Its faces are drawn when first needed, each from its own
/// stream, so the order of use does not matter.
pub struct Kit<'a> {
    /// Tile size across, along and through, in tile widths (the first is 1).
    pub size: V3,
    /// Radius of the edges.
    pub radius: f32,
    /// Linear colour of the body on the face's side.
    pub front: V3,
    /// Linear colour of the body on the back's side.
    pub back: V3,
    /// Height above the back where the colours meet (share of thickness).
    pub split: f32,
    /// Strength of reflections.
    pub gloss: f32,
    /// Depth of the engraving.
    pub relief: f32,
    key: u64,
    style: Style,
    bank: &'a FontBank,
    art: Option<&'a Art>,
    bold: f32,
    faces: Vec<OnceCell<Texture>>,
}

/// Colours of the face's side (sRGB).
const FRONTS: [[f32; 3]; 7] = [
    [0.93, 0.91, 0.84],
    [0.95, 0.94, 0.91],
    [0.9, 0.87, 0.76],
    [0.97, 0.97, 0.96],
    [0.86, 0.89, 0.85],
    [0.92, 0.88, 0.8],
    [0.88, 0.89, 0.9],
];

/// Colours of backs (sRGB).
const BACKS: [[f32; 3]; 17] = [
    [0.93, 0.6, 0.1],
    [0.96, 0.68, 0.08],
    [0.9, 0.7, 0.28],
    [0.15, 0.35, 0.75],
    [0.05, 0.38, 0.18],
    [0.95, 0.75, 0.2],
    [0.1, 0.3, 0.6],
    [0.12, 0.45, 0.25],
    [0.15, 0.55, 0.65],
    [0.8, 0.62, 0.35],
    [0.7, 0.5, 0.25],
    [0.1, 0.1, 0.11],
    [0.6, 0.12, 0.12],
    [0.35, 0.2, 0.45],
    [0.85, 0.45, 0.55],
    [0.75, 0.85, 0.78],
    [0.3, 0.35, 0.4],
];

impl<'a> Kit<'a> {
    /// A random set; its faces follow one of the drawings in `arts` with the
    /// given probability, else they are procedural.
    pub fn random(key: u64, bank: &'a FontBank, arts: &'a [Art], art_share: f32) -> Kit<'a> {
        let mut rng = Rng::keyed(&[key, 0x517]);
        let rng = &mut rng;
        let art = (!arts.is_empty() && rng.chance(art_share)).then(|| &arts[rng.below(arts.len())]);
        let front = rng
            .pick(&FRONTS)
            .map(|v| (v + rng.gauss(0.015)).clamp(0.6, 0.99));
        // A back like the front would make a blank 白 and a back the same
        // picture, so such sets have something on their 白.
        let style = Style::random(key);
        let plain = art.is_none() && style.white != 0 && rng.chance(0.06);
        let mut back = front;
        // A back that is nearly the front's colour would look like a 白.
        while !plain && far(back, front) < 0.3 {
            back = rng
                .pick(&BACKS)
                .map(|v| (v + rng.gauss(0.04)).clamp(0.03, 0.97));
        }
        Kit {
            size: [1.0, rng.range(1.26, 1.42), rng.range(0.55, 0.95)],
            radius: rng.range(0.035, 0.13),
            front: linear(front),
            back: linear(back),
            split: rng.range(0.25, 0.65),
            gloss: rng.range(0.25, 1.0),
            relief: if rng.chance(0.25) {
                0.0
            } else {
                rng.range(0.2, 1.0)
            },
            key,
            style,
            bank,
            art,
            bold: rng.range(-0.3, 0.8),
            faces: (0..Tile::COUNT).map(|_| OnceCell::new()).collect(),
        }
    }

    /// The classic set, as sold in Japan: ivory with a yellow back.
    pub fn classic(bank: &'a FontBank) -> Kit<'a> {
        let mut kit = Kit::random(1, bank, &[], 0.0);
        kit.style = Style::classic();
        kit.size = [1.0, 1.34, 0.72];
        kit.radius = 0.08;
        kit.front = linear([0.94, 0.92, 0.86]);
        kit.back = linear([0.93, 0.62, 0.12]);
        kit.split = 0.42;
        kit.gloss = 0.6;
        kit.relief = 0.7;
        kit
    }

    /// The face of a tile.
    pub fn face(&self, tile: Tile) -> &Texture {
        self.faces[tile.index()].get_or_init(|| self.draw(tile))
    }

    fn draw(&self, tile: Tile) -> Texture {
        let mut rng = Rng::keyed(&[self.key, 0xd4a, tile.index() as u64]);
        let drawn = self
            .art
            .and_then(|art| art.paint(tile, self.key, &self.style, FACE_WIDTH, self.bold));
        let canvas = drawn.unwrap_or_else(|| paint(&self.style, self.bank, tile, FACE_WIDTH));
        self.finish(&canvas, &mut rng)
    }

    /// Ink on the body: misprint, wear, dirt, and engraving as relief.
    fn finish(&self, canvas: &Canvas, rng: &mut Rng) -> Texture {
        let mut set = Rng::keyed(&[self.key, 0xf1]);
        let (shift_x, shift_y) = (rng.gauss(0.008), rng.gauss(0.008));
        let wear = if set.chance(0.25) {
            set.range(0.0, 0.45)
        } else {
            0.0
        };
        let dirt = set.range(0.0, 0.06);
        let body = self.front.map(|v| v * (1.0 + rng.gauss(0.012)));
        let cells = Speckle::new(rng, 24, 32);
        let (w, h) = (canvas.w, canvas.h);
        let at = |x: i32, y: i32| {
            let inside = (0..w as i32).contains(&x) && (0..h as i32).contains(&y);
            if inside {
                canvas.px[y as usize * w + x as usize]
            } else {
                [0.0; 4]
            }
        };
        let (dx, dy) = (
            (shift_x * w as f32).round() as i32,
            (shift_y * w as f32).round() as i32,
        );
        let mut px = Vec::with_capacity(w * h);
        for y in 0..h {
            for x in 0..w {
                let ink = at(x as i32 - dx, y as i32 - dy);
                let spot = cells.at(x as f32 / w as f32, y as f32 / h as f32);
                let cover = ink[3] * (1.0 - wear * (spot * 1.6 - 0.5).clamp(0.0, 1.0));
                let rgb = if ink[3] > 1e-3 {
                    linear([ink[0] / ink[3], ink[1] / ink[3], ink[2] / ink[3]])
                } else {
                    [0.0; 3]
                };
                let base = 1.0 - dirt * spot;
                let mix = |k: usize| rgb[k] * cover + body[k] * base * (1.0 - cover);
                px.push([mix(0), mix(1), mix(2), -ink[3]]);
            }
        }
        Texture::new(w, h, px)
    }
}

/// Largest difference of two colours' channels.
fn far(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f32::max)
}

/// Coarse random spots.
struct Speckle {
    w: usize,
    h: usize,
    values: Vec<f32>,
}

impl Speckle {
    fn new(rng: &mut Rng, w: usize, h: usize) -> Speckle {
        let values = (0..(w + 2) * (h + 2)).map(|_| rng.unit()).collect();
        Speckle { w, h, values }
    }

    fn at(&self, u: f32, v: f32) -> f32 {
        let (x, y) = (u * self.w as f32, v * self.h as f32);
        let (x0, y0) = (x as usize, y as usize);
        let (fx, fy) = (x.fract(), y.fract());
        let get = |x: usize, y: usize| self.values[y * (self.w + 2) + x];
        let top = get(x0, y0) * (1.0 - fx) + get(x0 + 1, y0) * fx;
        let low = get(x0, y0 + 1) * (1.0 - fx) + get(x0 + 1, y0 + 1) * fx;
        top * (1.0 - fy) + low * fy
    }
}
