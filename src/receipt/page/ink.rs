//! Letters and tiles on paper.

use std::collections::HashMap;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_text_mut;

use crate::faces::{self, FontBank};
use crate::tile::Tile;

/// The program's own letters, which the window uses too.
pub const REGULAR: &[u8] = include_bytes!("../../app/fonts/karasu-regular.otf");
/// As [`REGULAR`], for heads and sums.
pub const BOLD: &[u8] = include_bytes!("../../app/fonts/karasu-bold.otf");

/// A typeface ready to be drawn with.
pub struct Ink {
    font: Option<FontRef<'static>>,
}

impl Ink {
    /// For texts.
    pub fn regular() -> Ink {
        Ink::of(REGULAR)
    }

    /// For heads and sums.
    pub fn bold() -> Ink {
        Ink::of(BOLD)
    }

    fn of(bytes: &'static [u8]) -> Ink {
        Ink {
            // The shipped fonts can be read: a test draws every letter.
            font: FontRef::try_from_slice(bytes).ok(),
        }
    }

    /// Draws a line of text; `at` is its top left.
    pub fn draw(&self, out: &mut RgbImage, at: (f32, f32), size: f32, text: &str, ink: Rgb<u8>) {
        if let Some(font) = &self.font {
            let (x, y) = (at.0.round() as i32, at.1.round() as i32);
            draw_text_mut(out, ink, x, y, PxScale::from(size), font, text);
        }
    }

    /// Width of a line in pixels.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let Some(font) = &self.font else { return 0.0 };
        let font = font.as_scaled(PxScale::from(size));
        text.chars()
            .map(|letter| font.h_advance(font.glyph_id(letter)))
            .sum()
    }

    /// Whether the font has a letter.
    #[cfg(test)]
    pub fn has(&self, letter: char) -> bool {
        let font = self.font.as_ref();
        font.is_some_and(|font| font.glyph_id(letter).0 != 0)
    }

    /// The text in lines of at most `width` pixels: at blanks where there are,
    /// else anywhere, as Japanese is set.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in pieces(text) {
            let longer = format!("{line}{word}");
            if !line.is_empty() && self.width(longer.trim_end(), size) > width {
                lines.push(line.trim_end().to_owned());
                line = word.trim_start().to_owned();
            } else {
                line = longer;
            }
        }
        lines.push(line.trim_end().to_owned());
        lines
    }
}

/// Words with the blank after them; Japanese letters one by one, a closing
/// sign with the letter before it.
fn pieces(text: &str) -> Vec<String> {
    const CLOSING: &str = "、。」)】:;,.";
    let mut pieces: Vec<String> = Vec::new();
    let mut open = false;
    for letter in text.chars() {
        let joins = CLOSING.contains(letter) || (open && letter.is_ascii());
        match pieces.last_mut().filter(|_| joins) {
            Some(piece) => piece.push(letter),
            None => pieces.push(letter.to_string()),
        }
        open = letter.is_ascii() && letter != ' ';
    }
    pieces
}

/// Pictures of tiles, each drawn once a size.
pub struct Tiles {
    bank: FontBank,
    drawn: HashMap<(Tile, usize), faces::Picture>,
}

impl Tiles {
    /// Nothing drawn yet.
    pub fn new() -> Tiles {
        Tiles {
            bank: FontBank::embedded(),
            drawn: HashMap::new(),
        }
    }

    /// The picture of a tile, `width` pixels wide.
    pub fn picture(&mut self, tile: Tile, width: usize) -> &faces::Picture {
        let Tiles { bank, drawn } = self;
        drawn
            .entry((tile, width))
            .or_insert_with(|| faces::picture(bank, tile, width))
    }

    /// Lays a tile on paper; `at` is its top left.
    pub fn lay(&mut self, out: &mut RgbImage, at: (f32, f32), tile: Tile, width: usize) {
        let picture = self.picture(tile, width);
        let (left, top) = (at.0.round() as i64, at.1.round() as i64);
        for y in 0..picture.h {
            for x in 0..picture.w {
                let at = 4 * (y * picture.w + x);
                let [r, g, b, a] = [0, 1, 2, 3].map(|k| picture.rgba[at + k]);
                let place = (
                    u32::try_from(left + x as i64),
                    u32::try_from(top + y as i64),
                );
                let (Ok(px), Ok(py)) = place else { continue };
                if let Some(pixel) = out.get_pixel_mut_checked(px, py) {
                    let mix = |below: u8, above: u8| {
                        let a = u32::from(a);
                        ((u32::from(below) * (255 - a) + u32::from(above) * a) / 255) as u8
                    };
                    let Rgb([pr, pg, pb]) = *pixel;
                    *pixel = Rgb([mix(pr, r), mix(pg, g), mix(pb, b)]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_blanks_or_between_japanese_letters() {
        let ink = Ink::regular();
        let english = ink.wrap("one two three four five", 20.0, 100.0);
        assert!(english.len() > 1 && english.join(" ") == "one two three four five");
        let japanese = ink.wrap("計算し直して一致しません、写真が違います。", 20.0, 100.0);
        assert!(japanese.len() > 2, "{japanese:?}");
        assert!(!japanese.iter().any(|line| line.starts_with(['、', '。'])));
        for line in english.iter().chain(&japanese) {
            assert!(ink.width(line, 20.0) <= 122.0, "{line}");
        }
    }
}
