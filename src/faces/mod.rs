//! Tile faces drawn from code: every set of tiles is a [`Style`], every face
//! a pure function of style, typefaces and tile.

mod bird;
pub mod canvas;
mod figures;
mod flower;
pub mod fonts;
pub mod hand;
mod kanji;
pub mod path;
mod pin;
mod plumage;
pub mod raster;
pub mod rng;
mod sou;
mod stick;
pub mod style;

pub use canvas::{ASPECT, Canvas};
pub use fonts::{FontBank, FontError};
pub use style::Style;

use crate::tile::{Suit, Tile};
use canvas::Rgb;
use hand::Hand;
use path::{Path, Point};
use style::{Index, Ink};

/// The face of a tile as ink on nothing, `width` pixels wide and 4/3 as high.
/// A face-down tile has no ink.
pub fn paint(style: &Style, bank: &FontBank, tile: Tile, width: usize) -> Canvas {
    let mut painter = Painter {
        canvas: Canvas::new(width),
        style,
        bank,
        red: tile.is_red(),
    };
    let rank = tile.rank();
    match tile.suit() {
        Suit::Man => kanji::man(&mut painter, rank),
        Suit::Pin => pin::draw(&mut painter, rank),
        Suit::Sou if rank == 1 => bird::draw(&mut painter),
        Suit::Sou => sou::draw(&mut painter, rank),
        Suit::Honor => kanji::honor(&mut painter, rank),
        Suit::Flower => flower::draw(&mut painter, rank),
        Suit::Back => {}
    }
    if painter.red {
        painter.red_mark();
    }
    if tile.suit() != Suit::Back {
        index(&mut painter, tile);
    }
    painter.canvas
}

/// A small picture, RGBA bytes row by row, not premultiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// `4 * w * h` bytes.
    pub rgba: Vec<u8>,
}

/// A whole tile as a flat picture for screens, `width` pixels wide: an ivory
/// tile with rounded corners and its face in the classic style, or a yellow
/// back for a face-down tile.
pub fn picture(bank: &FontBank, tile: Tile, width: usize) -> Picture {
    let ink = paint(&Style::classic(), bank, tile, width);
    let body = match tile.suit() {
        Suit::Back => [0.93, 0.66, 0.2],
        _ => [0.97, 0.96, 0.92],
    };
    let mut canvas = Canvas::new(width);
    let center = [0.5, ASPECT / 2.0];
    canvas.fill(
        &Path::rounded(center, [0.5, ASPECT / 2.0], 0.1),
        body.map(|v| v * 0.72),
    );
    canvas.fill(
        &Path::rounded(center, [0.47, ASPECT / 2.0 - 0.03], 0.08),
        body,
    );
    canvas.over(&ink);
    let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    let flat = |px: &[f32; 4]| {
        let alpha = px[3].max(1e-6);
        [
            byte(px[0] / alpha),
            byte(px[1] / alpha),
            byte(px[2] / alpha),
            byte(px[3]),
        ]
    };
    Picture {
        w: canvas.w,
        h: canvas.h,
        rgba: canvas.px.iter().flat_map(flat).collect(),
    }
}

/// A face under the brush.
pub(crate) struct Painter<'a> {
    canvas: Canvas,
    style: &'a Style,
    bank: &'a FontBank,
    /// A red five: every ink is red.
    red: bool,
}

impl Painter<'_> {
    fn ink(&self, ink: Ink) -> Rgb {
        match (self.red, self.style.reds.ink) {
            (true, Some(rgb)) => rgb,
            (true, None) => self.style.inks.of(Ink::Red),
            _ => self.style.inks.of(ink),
        }
    }

    /// Paints in the plain tile's ink, whether or not this is a red five.
    fn fill_plain(&mut self, path: Path, ink: Ink) {
        let red = std::mem::replace(&mut self.red, false);
        self.fill(path, ink);
        self.red = red;
    }

    /// Paints an ornament's second ink, which some makers keep on red fives.
    fn fill_second(&mut self, path: Path, ink: Ink) {
        if self.style.reds.second_kept {
            self.fill_plain(path, ink);
        } else {
            self.fill(path, ink);
        }
    }

    /// Draws a part of a red five as on the plain one, if the set does so.
    fn middle(&mut self, part: impl FnOnce(&mut Self)) {
        let red = self.red;
        self.red &= !self.style.reds.middle_kept;
        part(self);
        self.red = red;
    }

    /// The small mark by which some makers show a red five.
    fn red_mark(&mut self) {
        let mut rng = self.style.stream(0x4ed);
        let x = rng.pick(&[0.12, 0.5, 0.87]);
        let (at, size) = ([x, rng.range(0.1, 0.22)], rng.range(0.03, 0.055));
        let mark = match self.style.reds.mark {
            0 => return,
            1 => Path::circle(at, size),
            2 => Path::star(at, 5, size * 1.5, size * 0.6, 0.3),
            _ => Path::circle(at, size).and(Path::circle([1.0 - x, ASPECT - at[1]], size)),
        };
        self.fill(mark, Ink::Red);
    }

    /// Engraved area: shrinks towards the middle of the face.
    fn shrink(&self, point: Point) -> Point {
        let scale = self.style.scale;
        [
            0.5 + (point[0] - 0.5) * scale,
            ASPECT / 2.0 + (point[1] - ASPECT / 2.0) * scale,
        ]
    }

    fn fill(&mut self, path: Path, ink: Ink) {
        let path = path.map(|p| self.shrink(p));
        let color = self.ink(ink);
        self.canvas.fill(&path, color);
    }

    fn erase(&mut self, path: Path) {
        let path = path.map(|p| self.shrink(p));
        self.canvas.erase(&path);
    }

    /// A character stretched into the box around `center`; `part` says which
    /// of the style's letterings.
    fn glyph(&mut self, character: char, part: usize, center: Point, size: Point, ink: Ink) {
        let lettering = self.style.letterings[part];
        let written = self.style.hands[part].and_then(|hand| hand.glyph(character));
        let set = || self.bank.glyph(lettering.font, character).cloned();
        let spare = || Hand::random(&mut self.style.stream(0x4a2d)).glyph(character);
        let Some(glyph) = written.or_else(set).or_else(spare) else {
            return;
        };
        let [_, _, w, h] = glyph.bounds();
        // Flat characters such as 一 must not be blown up to the whole box.
        let tall = size[1].min(size[0] * h / w * 1.35).max(0.02);
        let wide = size[0].min(size[1] * w / h * 1.45).max(0.02);
        let mut rng = self.style.stream(u64::from(u32::from(character)));
        let wobble = [rng.gauss(0.006), rng.gauss(0.006), rng.range(3.0, 9.0)];
        let path = glyph.map(|[x, y]| {
            let (u, v) = (x / w - 0.5, y / h - 0.5);
            let x = u * wide - lettering.slant * v * tall;
            let y = v * tall;
            [
                center[0] + x + wobble[0] * (wobble[2] * v).sin(),
                center[1] + y + wobble[1] * (wobble[2] * u).sin(),
            ]
        });
        let path = path.map(|p| self.shrink(p));
        let color = self.ink(ink);
        self.canvas.fill_weighed(&path, color, lettering.weight);
    }
}

/// Latin numeral or letter in the corner, on sets for players who need it.
fn index(painter: &mut Painter, tile: Tile) {
    let place = painter.style.index;
    if place == Index::None {
        return;
    }
    let text = match tile.suit() {
        Suit::Honor => ['E', 'S', 'W', 'N', 'P', 'F', 'C'][tile.rank() as usize - 1],
        Suit::Flower => return, // flowers carry their own number
        _ => char::from(b'0' + tile.rank()),
    };
    let mut rng = painter.style.stream(0x1dc);
    let ink = rng.pick(&[Ink::Black, Ink::Red, Ink::Blue]);
    let size = [rng.range(0.08, 0.13), rng.range(0.13, 0.18)];
    let inset = [rng.range(0.1, 0.14), rng.range(0.12, 0.17)];
    // Sans-serif for most.
    let font = painter.style.letterings[1].font;
    let Some(glyph) = painter.bank.glyph(font, text) else {
        return;
    };
    let [_, _, w, h] = glyph.bounds();
    let unit = glyph.clone().map(|[x, y]| [x / w - 0.5, y / h - 0.5]);
    let size = [size[0].min(size[1] * w / h), size[1]];
    let (left, right) = (inset, [1.0 - inset[0], inset[1]]);
    let end = [1.0 - inset[0], ASPECT - inset[1]];
    let color = painter.ink(ink);
    let spots: &[(Point, f32)] = match place {
        Index::TopLeft => &[(left, 0.0)],
        Index::TopRight => &[(right, 0.0)],
        _ => &[(left, 0.0), (end, std::f32::consts::PI)],
    };
    for &(center, turn) in spots {
        painter
            .canvas
            .fill(&unit.clone().placed(center, size, turn), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ink(canvas: &Canvas) -> f32 {
        canvas.px.iter().map(|px| px[3]).sum::<f32>() / canvas.px.len() as f32
    }

    #[test]
    fn every_face_of_many_sets_has_ink_inside_its_frame() {
        let bank = FontBank::embedded();
        for key in 0..40 {
            let style = Style::random(key);
            for tile in Tile::all() {
                let canvas = paint(&style, &bank, tile, 48);
                let share = ink(&canvas);
                let blank = tile.suit() == Suit::Back || tile.code() == "5z";
                assert!(blank || share > 0.015, "{tile} of {key}: {share}");
                assert!(share < 0.8, "{tile} of {key}: {share}");
                assert!(
                    canvas
                        .px
                        .iter()
                        .flatten()
                        .all(|v| (-0.01..=1.01).contains(v))
                );
            }
        }
    }

    #[test]
    fn red_fives_are_red_and_plain_ones_are_not() {
        let bank = FontBank::embedded();
        for key in 0..40 {
            let style = Style::random(key);
            for (plain, red) in [("5m", "0m"), ("5p", "0p"), ("5s", "0s")] {
                let redness = |code: &str| {
                    let canvas = paint(&style, &bank, code.parse().unwrap(), 48);
                    // Only the upper part: 萬 is red on most plain fives too.
                    let upper = &canvas.px[..canvas.px.len() * 2 / 5];
                    let ink: f32 = upper.iter().map(|px| px[3]).sum();
                    upper.iter().map(|px| px[0] - px[1].max(px[2])).sum::<f32>() / ink
                };
                assert!(redness(red) > redness(plain) + 0.05, "{red} of {key}");
            }
        }
    }

    #[test]
    fn screen_pictures_tell_all_tiles_apart() {
        let bank = FontBank::embedded();
        let pictures: Vec<Picture> = Tile::all().map(|tile| picture(&bank, tile, 36)).collect();
        for (i, a) in pictures.iter().enumerate() {
            assert_eq!((a.w, a.h, a.rgba.len()), (36, 48, 36 * 48 * 4));
            assert_eq!(a.rgba[3], 0, "corners are clear");
            assert!(pictures[..i].iter().all(|b| a != b));
        }
    }

    #[test]
    fn a_face_is_a_function_of_its_style() {
        let bank = FontBank::embedded();
        let style = Style::random(5);
        for tile in Tile::all() {
            let (a, b) = (
                paint(&style, &bank, tile, 40),
                paint(&style, &bank, tile, 40),
            );
            assert_eq!(a.px, b.px);
        }
    }
}
