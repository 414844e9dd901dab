//! Pixels for the networks: area-averaged scaling, padding, planes of numbers.

use image::{RgbImage, imageops};
use rayon::prelude::*;

/// Sides of the locator's input are multiples of this.
pub const GRID: u32 = 32;
/// What the padding right of and below a picture shows.
const PADDING: u8 = 114;

/// A picture as a network takes it: RGB planes of `v/128 − 1`, row by row
/// (CHW), padded at the right and at the bottom.
#[derive(Clone, Debug)]
pub struct Planes {
    /// Width with padding, a multiple of `GRID`.
    pub width: usize,
    /// Height with padding, a multiple of `GRID`.
    pub height: usize,
    /// `3 × height × width` numbers.
    pub data: Vec<f32>,
    /// Pixels of the original per pixel here, along x and y.
    pub scale: [f32; 2],
}

impl Planes {
    /// Mid-grey planes of a size, for trying a model out.
    pub(super) fn blank(width: usize, height: usize) -> Planes {
        Planes {
            width,
            height,
            data: vec![0.0; 3 * width * height],
            scale: [1.0, 1.0],
        }
    }

    /// Scales a picture so that its longer side is `long_side`, and pads it.
    pub fn letterbox(image: &RgbImage, original: (u32, u32), long_side: u32) -> Planes {
        let (w, h) = original;
        let factor = long_side as f32 / w.max(h) as f32;
        let side = |n: u32| ((n as f32 * factor).round() as u32).max(1);
        let small = resize(image, side(w), side(h));
        let (sw, sh) = small.dimensions();
        let width = sw.next_multiple_of(GRID) as usize;
        let height = sh.next_multiple_of(GRID) as usize;
        let mut data = vec![level(PADDING); 3 * width * height];
        for (y, row) in small.as_raw().chunks_exact(3 * sw as usize).enumerate() {
            for (x, pixel) in row.chunks_exact(3).enumerate() {
                for (c, &value) in pixel.iter().enumerate() {
                    data[(c * height + y) * width + x] = level(value);
                }
            }
        }
        Planes {
            width,
            height,
            data,
            scale: [w as f32 / sw as f32, h as f32 / sh as f32],
        }
    }
}

/// A byte as the networks take it (`karasu.input = "rgb/128-1"`).
pub(super) fn level(value: u8) -> f32 {
    f32::from(value) / 128.0 - 1.0
}

/// Scales to exactly `width` × `height`, averaging areas where it shrinks.
pub(super) fn resize(image: &RgbImage, width: u32, height: u32) -> RgbImage {
    if (width, height) == image.dimensions() {
        return image.clone();
    }
    if width > image.width() || height > image.height() {
        return imageops::resize(image, width, height, imageops::FilterType::Triangle);
    }
    shrink(image, [0, 0, image.width(), image.height()], width, height)
}

/// Area average of the part `[x, y, w, h]` of a picture, at most its own size.
pub(super) fn shrink(image: &RgbImage, part: [u32; 4], width: u32, height: u32) -> RgbImage {
    let [x0, y0, w, h] = part.map(|v| v as usize);
    let columns = spans(w, width as usize);
    let rows = spans(h, height as usize);
    let stride = 3 * image.width() as usize;
    let source = image.as_raw();
    let mut out = RgbImage::new(width, height);
    let line = 3 * width as usize;
    out.par_chunks_mut(line.max(1)).zip(rows).for_each_init(
        || vec![0f32; 3 * w],
        |sums, (out, (first, weights))| {
            sums.fill(0.0);
            for (i, &weight) in weights.iter().enumerate() {
                let start = (y0 + first + i) * stride + 3 * x0;
                for (sum, &v) in sums.iter_mut().zip(&source[start..start + 3 * w]) {
                    *sum += weight * f32::from(v);
                }
            }
            for (pixel, (first, weights)) in out.chunks_exact_mut(3).zip(&columns) {
                let mut mean = [0.5f32; 3];
                for (part, weight) in sums[3 * first..].chunks_exact(3).zip(weights) {
                    for c in 0..3 {
                        mean[c] += weight * part[c];
                    }
                }
                pixel.copy_from_slice(&mean.map(|v| v as u8));
            }
        },
    );
    out
}

/// For each of `to` equal parts of `from` pixels: the first pixel it touches,
/// and the share of each pixel in its mean.
fn spans(from: usize, to: usize) -> Vec<(usize, Vec<f32>)> {
    let step = from as f64 / to as f64;
    (0..to)
        .map(|i| {
            let (start, end) = (i as f64 * step, ((i + 1) as f64 * step).min(from as f64));
            let first = start as usize;
            let last = (end.ceil() as usize).clamp(first + 1, from);
            let share = |p: usize| {
                let inside = end.min((p + 1) as f64) - start.max(p as f64);
                (inside.max(0.0) / (end - start)) as f32
            };
            (first, (first..last).map(share).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shrinking_keeps_the_mean() {
        let image = RgbImage::from_fn(97, 61, |x, y| {
            image::Rgb([(x * 2) as u8, (y * 3) as u8, ((x * y) % 251) as u8])
        });
        let mean = |i: &RgbImage| {
            let sum: u64 = i.as_raw().iter().map(|&v| u64::from(v)).sum();
            sum as f64 / i.as_raw().len() as f64
        };
        for (w, h) in [(48, 30), (13, 60), (97, 1), (1, 1), (96, 61)] {
            let small = resize(&image, w, h);
            assert_eq!(small.dimensions(), (w, h));
            assert!((mean(&small) - mean(&image)).abs() < 1.0, "{w}×{h}");
        }
    }

    proptest! {
        #[test]
        fn letterbox_there_and_back(w in 16u32..3000, h in 16u32..3000, long in 32u32..1280,
                                    fx in 0.0..1.0f32, fy in 0.0..1.0f32) {
            // Only the sizes matter, so a picture of one pixel stands for it.
            let planes = Planes::letterbox(&RgbImage::new(1, 1), (w, h), long);
            prop_assert!(planes.width.is_multiple_of(32) && planes.height.is_multiple_of(32));
            let (x, y) = (fx * w as f32, fy * h as f32);
            let there = [x / planes.scale[0], y / planes.scale[1]];
            prop_assert!(there[0] <= planes.width as f32 + 0.01 && there[1] <= planes.height as f32 + 0.01);
            let back = [there[0] * planes.scale[0], there[1] * planes.scale[1]];
            prop_assert!((back[0] - x).abs() <= 0.5 && (back[1] - y).abs() <= 0.5);
        }
    }

    #[test]
    fn a_mark_is_found_where_it_was() {
        // A white square, shrunk: its centre of light maps back to its centre.
        let image = RgbImage::from_fn(1000, 700, |x, y| {
            image::Rgb(
                [if (400..460).contains(&x) && (200..260).contains(&y) {
                    255
                } else {
                    0
                }; 3],
            )
        });
        let planes = Planes::letterbox(&image, (1000, 700), 320);
        let (mut sum, mut at) = (0.0, [0.0, 0.0]);
        // The picture alone: the grey padding is lighter than black.
        for y in 0..224 {
            for x in 0..320 {
                let light = planes.data[y * planes.width + x] + 1.0;
                sum += light;
                at = [
                    at[0] + light * (x as f32 + 0.5),
                    at[1] + light * (y as f32 + 0.5),
                ];
            }
        }
        let back = [at[0] / sum * planes.scale[0], at[1] / sum * planes.scale[1]];
        assert!(
            (back[0] - 430.0).abs() < 0.5 && (back[1] - 230.0).abs() < 0.5,
            "{back:?}"
        );
    }
}
