//! A face being painted: premultiplied sRGB ink on nothing.

use super::path::{Path, Point};
use super::raster::{Mask, coverage};

/// An sRGB colour, 0 to 1.
pub type Rgb = [f32; 3];

/// Face coordinates run from (0, 0) at the top left to (1, [`ASPECT`]).
pub const ASPECT: f32 = 4.0 / 3.0;

/// Ink on a transparent face, `w` by `h` pixels, RGBA premultiplied.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// Pixels row by row.
    pub px: Vec<[f32; 4]>,
}

impl Canvas {
    /// An empty face of the given width; the height follows [`ASPECT`].
    pub fn new(w: usize) -> Canvas {
        let h = (w as f32 * ASPECT).round() as usize;
        let px = vec![[0.0; 4]; w * h];
        Canvas { w, h, px }
    }

    fn mask(&self, path: &Path) -> Option<Mask> {
        let scale = self.w as f32;
        coverage(
            &path.clone().map(|[x, y]| [x * scale, y * scale]),
            self.w,
            self.h,
        )
    }

    fn blend(&mut self, mask: &Mask, ink: Option<Rgb>) {
        for row in 0..mask.h {
            let start = (mask.y + row) * self.w + mask.x;
            let line = &mut self.px[start..start + mask.w];
            for (px, &cover) in line.iter_mut().zip(&mask.data[row * mask.w..]) {
                if cover > 0.0 {
                    for (k, value) in px.iter_mut().enumerate() {
                        let add = match ink {
                            Some(rgb) if k < 3 => rgb[k] * cover,
                            Some(_) => cover,
                            None => 0.0,
                        };
                        *value = *value * (1.0 - cover) + add;
                    }
                }
            }
        }
    }

    /// Paints a shape.
    pub fn fill(&mut self, path: &Path, ink: Rgb) {
        if let Some(mask) = self.mask(path) {
            self.blend(&mask, Some(ink));
        }
    }

    /// Paints a shape with thicker (positive) or thinner lines; 1 is one
    /// hundredth of the face's width.
    pub fn fill_weighed(&mut self, path: &Path, ink: Rgb, weight: f32) {
        let mut amount = weight * self.w as f32 / 100.0;
        // A margin for the thickened rim.
        let [x0, y0, x1, y1] = path.bounds();
        let m = 3.0 / self.w as f32;
        let corners: [Point; 2] = [[x0 - m, y0 - m], [x1 + m, y1 + m]];
        let mut roomy = path.clone();
        roomy.0.extend(corners.map(|c| vec![c]));
        let Some(mut mask) = self.mask(&roomy) else {
            return;
        };
        while amount.abs() > 0.02 {
            let step = amount.clamp(-1.0, 1.0);
            mask.weigh(step);
            amount -= step;
        }
        self.blend(&mask, Some(ink));
    }

    /// Removes ink.
    pub fn erase(&mut self, path: &Path) {
        if let Some(mask) = self.mask(path) {
            self.blend(&mask, None);
        }
    }

    /// Lays another face of the same size over this one.
    pub fn over(&mut self, other: &Canvas) {
        for (below, above) in self.px.iter_mut().zip(&other.px) {
            for k in 0..4 {
                below[k] = below[k] * (1.0 - above[3]) + above[k];
            }
        }
    }
}
