//! Contact sheets, to look at what the renderer makes.

use std::path::Path;

use super::kit::Kit;
use super::{RenderError, Shot, Studio};
use crate::faces::path::{Path as Shape, Point};
use crate::faces::raster::coverage;
use crate::tile::Tile;

/// A picture being assembled.
struct Sheet {
    w: usize,
    h: usize,
    rgb: Vec<u8>,
}

impl Sheet {
    fn new(w: usize, h: usize) -> Sheet {
        Sheet {
            w,
            h,
            rgb: vec![40; w * h * 3],
        }
    }

    fn put(&mut self, x: usize, y: usize, rgb: [u8; 3]) {
        if x < self.w && y < self.h {
            let at = (y * self.w + x) * 3;
            self.rgb[at..at + 3].copy_from_slice(&rgb);
        }
    }

    fn stroke(&mut self, a: Point, b: Point, width: f32, rgb: [u8; 3]) {
        let line = Shape::brush(&[a, b], |_| width);
        let Some(mask) = coverage(&line, self.w, self.h) else {
            return;
        };
        for (i, &cover) in mask.data.iter().enumerate() {
            let at = ((mask.y + i / mask.w) * self.w + mask.x + i % mask.w) * 3;
            for (k, value) in self.rgb[at..at + 3].iter_mut().enumerate() {
                *value = (f32::from(*value) * (1.0 - cover) + f32::from(rgb[k]) * cover) as u8;
            }
        }
    }

    fn save(self, path: &Path) -> Result<(), RenderError> {
        let (w, h) = (self.w as u32, self.h as u32);
        image::save_buffer(path, &self.rgb, w, h, image::ExtendedColorType::Rgb8)?;
        Ok(())
    }
}

/// Pictures side by side, `columns` a row, with quads drawn: green for tiles
/// well seen, red for others, a yellow stroke along the tile's own top.
///
/// # Errors
/// If the file cannot be written.
pub fn scene_sheet(shots: &[Shot], columns: usize, path: &Path) -> Result<(), RenderError> {
    let [w, h] = shots.first().map_or([64, 64], |s| s.size);
    let mut sheet = Sheet::new(w * columns, h * shots.len().div_ceil(columns));
    for (number, shot) in shots.iter().enumerate() {
        let (left, top) = (number % columns * w, number / columns * h);
        for (i, rgb) in shot.rgb.chunks_exact(3).enumerate() {
            sheet.put(left + i % w, top + i / w, [rgb[0], rgb[1], rgb[2]]);
        }
        for label in &shot.labels {
            let q = label.quad.map(|p| [p[0] + left as f32, p[1] + top as f32]);
            let color = if label.visibility > 0.6 {
                [0, 230, 0]
            } else {
                [255, 0, 0]
            };
            for k in 0..4 {
                let rgb = if k == 0 { [255, 220, 0] } else { color };
                sheet.stroke(q[k], q[(k + 1) % 4], 1.2, rgb);
            }
        }
    }
    sheet.save(path)
}

/// Faces of several sets, one set a row.
///
/// # Errors
/// If the file cannot be written.
pub fn face_sheet(
    studio: &Studio,
    keys: impl Iterator<Item = u64>,
    art_share: f32,
    path: &Path,
) -> Result<(), RenderError> {
    let keys: Vec<u64> = keys.collect();
    let (fw, fh) = (40, 54);
    let tiles: Vec<Tile> = Tile::all().take(Tile::COUNT - 1).collect();
    let mut sheet = Sheet::new(tiles.len() * (fw + 2), keys.len() * (fh + 2));
    for (row, &key) in keys.iter().enumerate() {
        let kit = Kit::random(key, &studio.bank, &studio.arts, art_share);
        for (column, &tile) in tiles.iter().enumerate() {
            let texture = kit.face(tile);
            let [w, h] = texture.size();
            let level = texture.level(w as f32 / fw as f32, h as f32 / fh as f32);
            for i in 0..fw * fh {
                let (u, v) = ((i % fw) as f32 + 0.5, (i / fw) as f32 + 0.5);
                let rgb = level.sample(u / fw as f32, v / fh as f32, false).rgb;
                let bytes = rgb.map(|v| (v.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0) as u8);
                sheet.put(column * (fw + 2) + i % fw, row * (fh + 2) + i / fw, bytes);
            }
        }
    }
    sheet.save(path)
}
