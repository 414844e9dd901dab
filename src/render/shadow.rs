//! Soft shadows on the ground, in a small map of the picture.

use super::math::{P2, V3, hull};
use super::scene::Scene;
use crate::faces::path::Path;
use crate::faces::raster::coverage;

/// Pixels of the picture per cell of the map.
const CELL: usize = 3;

/// How dark the ground is, cell by cell.
pub struct Shadows {
    w: usize,
    h: usize,
    /// Share of the lamp that is hidden.
    cast: Vec<f32>,
    /// Share of the sky that is hidden.
    close: Vec<f32>,
}

impl Shadows {
    /// The shadows of all solids of a scene.
    pub fn of(scene: &Scene) -> Shadows {
        let (w, h) = (scene.size[0].div_ceil(CELL), scene.size[1].div_ceil(CELL));
        let mut shadows = Shadows {
            w,
            h,
            cast: vec![0.0; w * h],
            close: vec![0.0; w * h],
        };
        let lamp = scene.light.lamp;
        let unit_px = scene.camera.focal[0] / scene.camera.depth([0.0; 3]).max(1.0);
        for solid in &scene.solids {
            let corners = solid.corners();
            let drop = |c: &V3| {
                [
                    c[0] - lamp[0] * c[2] / lamp[2],
                    c[1] - lamp[1] * c[2] / lamp[2],
                    0.0,
                ]
            };
            let fallen: Vec<V3> = corners.iter().map(drop).collect();
            shadows.stamp(scene, &fallen, true);
            let middle = solid.center;
            let foot: Vec<V3> = corners
                .iter()
                .map(|c| {
                    [
                        middle[0] + (c[0] - middle[0]) * 1.1,
                        middle[1] + (c[1] - middle[1]) * 1.1,
                        0.0,
                    ]
                })
                .collect();
            shadows.stamp(scene, &foot, false);
        }
        let cells = unit_px / CELL as f32;
        blur(&mut shadows.cast, w, h, scene.light.softness * cells * 0.9);
        blur(&mut shadows.close, w, h, 0.28 * cells);
        shadows
    }

    fn stamp(&mut self, scene: &Scene, points: &[V3], cast: bool) {
        let seen: Option<Vec<P2>> = points.iter().map(|&p| scene.camera.project(p)).collect();
        let Some(seen) = seen else {
            return;
        };
        let small: Vec<P2> = seen.iter().map(|p| p.map(|v| v / CELL as f32)).collect();
        let outline = hull(&small);
        if outline.len() < 3 {
            return;
        }
        let map = if cast {
            &mut self.cast
        } else {
            &mut self.close
        };
        if let Some(mask) = coverage(&Path::polygon(outline), self.w, self.h) {
            for (row, line) in mask.data.chunks_exact(mask.w).enumerate() {
                let start = (mask.y + row) * self.w + mask.x;
                for (cell, cover) in map[start..start + mask.w].iter_mut().zip(line) {
                    *cell = cell.max(*cover);
                }
            }
        }
    }

    /// Lamp and sky hidden at a pixel.
    pub fn at(&self, x: usize, y: usize) -> [f32; 2] {
        let (fx, fy) = (
            (x as f32 + 0.5) / CELL as f32 - 0.5,
            (y as f32 + 0.5) / CELL as f32 - 0.5,
        );
        let (x0, y0) = (fx.max(0.0) as usize, fy.max(0.0) as usize);
        let (x1, y1) = ((x0 + 1).min(self.w - 1), (y0 + 1).min(self.h - 1));
        let (x0, y0) = (x0.min(self.w - 1), y0.min(self.h - 1));
        let (tx, ty) = (
            (fx - x0 as f32).clamp(0.0, 1.0),
            (fy - y0 as f32).clamp(0.0, 1.0),
        );
        let get = |map: &[f32]| {
            let top = map[y0 * self.w + x0] * (1.0 - tx) + map[y0 * self.w + x1] * tx;
            let low = map[y1 * self.w + x0] * (1.0 - tx) + map[y1 * self.w + x1] * tx;
            top * (1.0 - ty) + low * ty
        };
        [get(&self.cast), get(&self.close)]
    }
}

/// Two box blurs, near enough to a Gaussian of the given sigma (in cells).
fn blur(map: &mut [f32], w: usize, h: usize, sigma: f32) {
    let radius = (sigma * 1.2).round().clamp(1.0, 40.0) as usize;
    let mut line = Vec::new();
    for _ in 0..2 {
        for row in map.chunks_exact_mut(w) {
            line.clear();
            line.extend_from_slice(row);
            slide(&line, radius, |i, v| row[i] = v);
        }
        for x in 0..w {
            line.clear();
            line.extend((0..h).map(|y| map[y * w + x]));
            slide(&line, radius, |y, v| map[y * w + x] = v);
        }
    }
}

/// Running means of a line whose ends go on unchanged.
fn slide(line: &[f32], radius: usize, mut put: impl FnMut(usize, f32)) {
    let n = line.len();
    let at = |i: isize| line[i.clamp(0, n as isize - 1) as usize];
    let r = radius as isize;
    let mut sum: f32 = (-r..=r).map(at).sum();
    let share = ((2 * radius + 1) as f32).recip();
    for i in 0..n {
        put(i, sum * share);
        sum += at(i as isize + r + 1) - at(i as isize - r);
    }
}
