//! Drawings of faces from a folder: `STYLE/CODE.png`.

use std::path::{Path, PathBuf};

use crate::faces::canvas::{ASPECT, Canvas};
use crate::faces::rng::Rng;
use crate::faces::style::{Ink, Style};
use crate::tile::{Suit, Tile};

/// One drawing style: ink of each class, cropped to where ink is.
pub struct Art {
    /// Folder name.
    pub name: String,
    faces: Vec<Option<Drawing>>,
    /// Drawn in one colour only: colours must be chosen.
    single: bool,
}

/// Premultiplied sRGB ink.
#[derive(Clone)]
struct Drawing {
    w: usize,
    h: usize,
    px: Vec<[f32; 4]>,
}

/// A folder of drawings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArtError {
    /// The folder cannot be listed.
    #[error(
        "cannot read the art folder {path}: {source} (expected one sub-folder per style with files such as 5m.png)"
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A style named on the command line is not there.
    #[error("no style {name:?} in the art folder (there: {there})")]
    Unknown {
        /// The name given.
        name: String,
        /// The styles found.
        there: String,
    },
}

impl Art {
    /// Every style of a folder, in order of their names.
    ///
    /// # Errors
    /// A folder that cannot be listed; files that are no pictures are left out.
    pub fn load_all(folder: &Path) -> Result<Vec<Art>, ArtError> {
        let entries = std::fs::read_dir(folder).map_err(|source| ArtError::Folder {
            path: folder.to_owned(),
            source,
        })?;
        let mut paths: Vec<PathBuf> = entries
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.is_dir())
            .collect();
        paths.sort();
        Ok(paths.iter().filter_map(|path| Art::load(path)).collect())
    }

    fn load(folder: &Path) -> Option<Art> {
        let name = folder.file_name()?.to_string_lossy().into_owned();
        let read = |code: &str| {
            let picture = image::open(folder.join(format!("{code}.png"))).ok()?;
            Some(Drawing::keyed(&picture.to_rgba8()))
        };
        let faces: Vec<Option<Drawing>> = Tile::all().map(|tile| read(tile.code())).collect();
        let useful = faces.iter().flatten().count() >= 27;
        let single = faces.iter().flatten().all(Drawing::is_grey);
        useful.then_some(Art {
            name,
            faces,
            single,
        })
    }

    /// The face of a tile in this style, varied by the set's key; `None` if
    /// the style lacks it (red fives are made from plain ones). `bold` above 0
    /// thickens thin lines.
    pub fn paint(
        &self,
        tile: Tile,
        key: u64,
        style: &Style,
        width: usize,
        bold: f32,
    ) -> Option<Canvas> {
        let mut set = Rng::keyed(&[key, 0xa47]);
        let reach = set.range(0.76, 0.95);
        let stretch = [set.range(0.94, 1.06), set.range(0.95, 1.05)];
        let (pale, vivid) = (set.range(-0.12, 0.12), set.range(0.6, 1.25));
        let blank_white = set.chance(0.4);
        if tile.code() == "5z" && blank_white {
            return Some(Canvas::new(width));
        }
        let own = self.faces[tile.index()].as_ref();
        let drawing = own.or_else(|| self.faces[tile.plain().index()].as_ref())?;
        let mut canvas = Canvas::new(width);
        if drawing.px.is_empty() {
            return Some(canvas);
        }
        let (w, h) = (drawing.w as f32, drawing.h as f32);
        let reach = if tile.code() == "1p" {
            reach * 0.85
        } else {
            reach
        };
        let fit = (reach * 0.9 / w).min(reach * ASPECT / h);
        let half = [w * fit * stretch[0] / 2.0, h * fit * stretch[1] / 2.0];
        let size = width as f32;
        for y in 0..canvas.h {
            for x in 0..canvas.w {
                let u = ((x as f32 + 0.5) / size - 0.5 + half[0]) / (2.0 * half[0]);
                let v = ((y as f32 + 0.5) / size - ASPECT / 2.0 + half[1]) / (2.0 * half[1]);
                let step = 1.0 / (size * 2.0 * half[0]);
                canvas.px[y * width + x] = drawing.area(u, v, step);
            }
        }
        let recolour = match tile {
            t if t.is_red() && (own.is_none() || self.single) => Some(Ink::Red),
            t if self.single => Some(match (t.suit(), t.rank()) {
                (Suit::Honor, 6) | (Suit::Sou, _) => Ink::Green,
                (Suit::Honor, 7) => Ink::Red,
                (Suit::Honor, _) | (Suit::Man, _) => style.man_inks[0],
                (Suit::Pin, _) => style.man_inks[2],
                _ => Ink::Blue,
            }),
            _ => None,
        };
        for px in &mut canvas.px {
            let gain = ((px[3] * (1.0 + bold.max(0.0))).min(1.0) / px[3].max(1e-4)).max(1.0);
            *px = px.map(|v| v * gain);
            tone(px, recolour.map(|ink| style.inks.of(ink)), pale, vivid);
        }
        Some(canvas)
    }
}

/// Changes one pixel's colour, or its paleness and vividness.
fn tone(px: &mut [f32; 4], ink: Option<[f32; 3]>, pale: f32, vivid: f32) {
    let alpha = px[3];
    if alpha < 1e-3 {
        return;
    }
    let rgb = [px[0] / alpha, px[1] / alpha, px[2] / alpha];
    let mean = (rgb[0] + rgb[1] + rgb[2]) / 3.0;
    for k in 0..3 {
        let value = match ink {
            // What was light in the drawing stays light.
            Some(ink) => ink[k] + (1.0 - ink[k]) * (mean - 0.45).max(0.0),
            None => mean + (rgb[k] - mean) * vivid + pale * 0.5,
        };
        px[k] = value.clamp(0.0, 1.0) * alpha;
    }
}

impl Drawing {
    /// Takes the ink off its ground: opaque pictures are keyed against their
    /// own lightest colour; a frame drawn along the tile's edge is cut away.
    fn keyed(picture: &image::RgbaImage) -> Drawing {
        let (w, h) = (picture.width() as usize, picture.height() as usize);
        let raw: Vec<[f32; 4]> = picture
            .pixels()
            .map(|p| p.0.map(|v| f32::from(v) / 255.0))
            .collect();
        let opaque = raw.iter().filter(|p| p[3] > 0.5).count() * 10 > raw.len() * 9;
        let ground = if opaque { lightest(&raw) } else { [1.0; 3] };
        let mut px: Vec<[f32; 4]> = raw.iter().map(|p| take_off(*p, ground, opaque)).collect();
        let framed = !opaque && edge_ink(&px, w, h) > 0.5;
        let margin = if framed {
            0.1
        } else if opaque {
            0.03
        } else {
            0.0
        };
        let (mx, my) = (
            (w as f32 * margin) as usize,
            (h as f32 * margin * 0.8) as usize,
        );
        for (i, p) in px.iter_mut().enumerate() {
            let (x, y) = (i % w, i / w);
            if x < mx || x >= w - mx || y < my || y >= h - my {
                *p = [0.0; 4];
            }
        }
        Drawing { w, h, px }.cropped()
    }

    fn cropped(self) -> Drawing {
        let inked = |i: usize| self.px[i][3] > 0.15;
        let all = || (0..self.px.len()).filter(|&i| inked(i));
        let (x0, x1) = (
            all().map(|i| i % self.w).min(),
            all().map(|i| i % self.w).max(),
        );
        let (y0, y1) = (
            all().map(|i| i / self.w).min(),
            all().map(|i| i / self.w).max(),
        );
        let (Some(x0), Some(x1), Some(y0), Some(y1)) = (x0, x1, y0, y1) else {
            return Drawing {
                w: 0,
                h: 0,
                px: Vec::new(),
            };
        };
        if (x1 - x0) * 6 < self.w && (y1 - y0) * 6 < self.h {
            return Drawing {
                w: 0,
                h: 0,
                px: Vec::new(),
            }; // a speck, not a figure
        }
        let px = (y0..=y1).flat_map(|y| self.px[y * self.w + x0..=y * self.w + x1].iter().copied());
        Drawing {
            w: x1 - x0 + 1,
            h: y1 - y0 + 1,
            px: px.collect(),
        }
    }

    fn is_grey(&self) -> bool {
        self.px
            .iter()
            .all(|p| (p[0] - p[1]).abs() < 0.06 && (p[1] - p[2]).abs() < 0.06)
    }

    /// Mean of a square of `step` (shares of the width) around a place.
    fn area(&self, u: f32, v: f32, step: f32) -> [f32; 4] {
        let (w, h) = (self.w as f32, self.h as f32);
        let (half_x, half_y) = ((step * w / 2.0).max(0.5), (step * w / 2.0).max(0.5));
        let (x0, x1) = (u * w - half_x, u * w + half_x);
        let (y0, y1) = (v * h - half_y, v * h + half_y);
        let mut sum = [0.0; 4];
        let total = (x1 - x0) * (y1 - y0);
        for y in y0.floor().max(0.0) as usize..(y1.ceil().max(0.0) as usize).min(self.h) {
            let wy = (y1.min(y as f32 + 1.0) - y0.max(y as f32)).max(0.0);
            for x in x0.floor().max(0.0) as usize..(x1.ceil().max(0.0) as usize).min(self.w) {
                let wx = (x1.min(x as f32 + 1.0) - x0.max(x as f32)).max(0.0);
                for (s, p) in sum.iter_mut().zip(self.px[y * self.w + x]) {
                    *s += p * wx * wy / total;
                }
            }
        }
        sum
    }
}

/// The colour of the lightest fifth.
fn lightest(px: &[[f32; 4]]) -> [f32; 3] {
    std::array::from_fn(|k| {
        let mut values: Vec<f32> = px.iter().filter(|p| p[3] > 0.5).map(|p| p[k]).collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() * 4 / 5).copied().unwrap_or(1.0)
    })
}

/// Premultiplied ink of one pixel.
fn take_off(p: [f32; 4], ground: [f32; 3], opaque: bool) -> [f32; 4] {
    if !opaque {
        return [p[0] * p[3], p[1] * p[3], p[2] * p[3], p[3]];
    }
    let far = (0..3).map(|k| (p[k] - ground[k]).abs()).fold(0.0, f32::max);
    let alpha = ((far - 0.06) / 0.35).clamp(0.0, 1.0) * p[3];
    let ink =
        |k: usize| ((p[k] - (1.0 - alpha) * ground[k]) / alpha.max(0.15)).clamp(0.0, 1.0) * alpha;
    [ink(0), ink(1), ink(2), alpha]
}

/// Share of the left and right edges (outer 6 %) that has ink somewhere.
fn edge_ink(px: &[[f32; 4]], w: usize, h: usize) -> f32 {
    let reach = (w as f32 * 0.06).ceil() as usize;
    let row = |y: usize| (0..reach).any(|x| px[y * w + x][3] > 0.3);
    (0..h).filter(|&y| row(y)).count() as f32 / h.max(1) as f32
}
