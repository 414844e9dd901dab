//! Cutting tiles out of the full-resolution picture, upright by their outline.

use image::RgbImage;
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};

use super::Quad;
use super::picture::{level, shrink};

/// Width of a crop in pixels.
pub const WIDTH: u32 = 64;
/// Height of a crop in pixels.
pub const HEIGHT: u32 = 80;
/// Numbers in one crop as the classifier takes it.
pub(super) const NUMBERS: usize = 3 * (WIDTH * HEIGHT) as usize;
/// A crop shows the outline grown by this factor: the rim tells tile from table.
const GROW: f32 = 1.12;
/// Edge pairs that differ by less than this share may both be the top.
const EITHER_EDGE: f32 = 0.08;
/// Beyond this factor, areas are averaged before the warp samples them.
const SAMPLE_DIRECTLY: f32 = 1.5;

/// The corner of a cyclic outline that becomes the crop's top left: the top
/// edge is one of the two shorter ones (any, if they are about equal), and of
/// those the one that points most to the right in the picture.
pub fn start(quad: &Quad) -> usize {
    let edge = |k: usize| {
        let (a, b) = (quad.0[k % 4], quad.0[(k + 1) % 4]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        (dx, dx.hypot(dy) + 1e-6)
    };
    let pair = |k: usize| edge(k).1 + edge(k + 2).1;
    let (shorter, longer) = (pair(0).min(pair(1)), pair(0).max(pair(1)));
    let similar = longer - shorter < EITHER_EDGE * longer;
    let pointing = |k: usize| edge(k).0 / edge(k).1;
    let mut best: Option<usize> = None;
    for k in 0..4 {
        let allowed = similar || pair(k) <= shorter;
        if allowed && best.is_none_or(|b| pointing(k) > pointing(b)) {
            best = Some(k);
        }
    }
    best.unwrap_or(0)
}

/// The classifier's view of an outline whose first corner is the crop's top
/// left: [`WIDTH`] × [`HEIGHT`] pixels.
pub fn cut(image: &RgbImage, quad: &Quad) -> RgbImage {
    let quad = quad.grown(GROW);
    let (width, height) = longest_edges(&quad);
    let factor = (width / WIDTH as f32).max(height / HEIGHT as f32);
    let mut out = RgbImage::new(WIDTH, HEIGHT);
    match reduced(image, &quad, factor) {
        Some((small, quad)) => warp_to(&small, &quad, &mut out),
        None => warp_to(image, &quad, &mut out),
    }
    out
}

fn longest_edges(quad: &Quad) -> (f32, f32) {
    let edge = |k: usize| {
        let (a, b) = (quad.0[k], quad.0[(k + 1) % 4]);
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    (edge(0).max(edge(2)), edge(1).max(edge(3)))
}

/// The neighbourhood of an outline, area-averaged by `factor`, and the outline
/// in it; `None` where the picture can be sampled as it is.
fn reduced(image: &RgbImage, quad: &Quad, factor: f32) -> Option<(RgbImage, Quad)> {
    if factor <= SAMPLE_DIRECTLY {
        return None;
    }
    let [left, top, right, bottom] = quad.bounds();
    let low = |v: f32| (v.floor() - 2.0).max(0.0) as u32;
    let high = |v: f32, limit: u32| ((v.ceil() + 3.0).max(0.0) as u32).min(limit);
    let (x0, y0) = (low(left), low(top));
    let (x1, y1) = (high(right, image.width()), high(bottom, image.height()));
    if x1 < x0 + 5 || y1 < y0 + 5 {
        return None;
    }
    let (w, h) = (x1 - x0, y1 - y0);
    let side = |n: u32| ((n as f32 / factor).round() as u32).clamp(2, n);
    let (sw, sh) = (side(w), side(h));
    let small = shrink(image, [x0, y0, w, h], sw, sh);
    let moved = Quad(quad.0.map(|[x, y]| [x - x0 as f32, y - y0 as f32]));
    Some((
        small,
        moved.scaled(sw as f32 / w as f32, sh as f32 / h as f32),
    ))
}

fn warp_to(image: &RgbImage, quad: &Quad, out: &mut RgbImage) {
    // Our pixel centres lie at halves, imageproc's at whole numbers.
    let from = quad.0.map(|[x, y]| (x - 0.5, y - 0.5));
    let (w, h) = (WIDTH as f32 - 0.5, HEIGHT as f32 - 0.5);
    let to = [(-0.5, -0.5), (w, -0.5), (w, h), (-0.5, h)];
    // A flat outline has no projection: the crop stays black, which no
    // classifier takes for a tile.
    if let Some(projection) = Projection::from_control_points(from, to) {
        warp_into(
            image,
            projection,
            Interpolation::Bilinear,
            Border::Replicate,
            out,
        );
    }
}

/// Appends a crop as the classifier takes it: RGB planes of `v/128 − 1`.
pub(super) fn append_planes(crop: &RgbImage, data: &mut Vec<f32>) {
    for c in 0..3 {
        data.extend(crop.as_raw().iter().skip(c).step_by(3).map(|&v| level(v)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(angle: f32) -> Quad {
        let (sin, cos) = angle.to_radians().sin_cos();
        Quad(
            [
                [-30.0, -40.0],
                [30.0, -40.0],
                [30.0, 40.0],
                [-30.0, 40.0f32],
            ]
            .map(|[x, y]| [200.0 + x * cos - y * sin, 200.0 + x * sin + y * cos]),
        )
    }

    #[test]
    fn the_short_edge_pointing_right_is_on_top() {
        for k in 0..4 {
            // Upright, leaning, and on its side: corner 0 or 2 of the tile.
            for (angle, corner) in [(0.0, 0), (40.0, 0), (-80.0, 0), (100.0, 2), (180.0, 2)] {
                let quad = tile(angle).starting_at(k);
                let first = quad.0[start(&quad)];
                assert_eq!(first, tile(angle).0[corner], "{angle} {k}");
            }
        }
    }

    #[test]
    fn a_crop_shows_the_tile_upright_at_any_size() {
        for (size, angle) in [(1.0, 0.0), (1.0, 30.0), (7.0, -25.0), (0.5, 10.0)] {
            let quad = tile(angle).scaled(size, size);
            let side = (420.0 * size) as u32;
            let [cx, cy] = quad.centre();
            let (sin, cos) = (-angle).to_radians().sin_cos();
            // The upper half of the tile is white, all else black.
            let image = RgbImage::from_fn(side, side, |x, y| {
                let (dx, dy) = (x as f32 + 0.5 - cx, y as f32 + 0.5 - cy);
                let (x, y) = ((dx * cos - dy * sin) / size, (dx * sin + dy * cos) / size);
                let white = x.abs() < 30.0 && (-40.0..0.0).contains(&y);
                image::Rgb([if white { 255 } else { 0 }; 3])
            });
            let crop = cut(&image, &quad);
            let at = |x: u32, y: u32| crop.get_pixel(x, y).0[0];
            assert!(
                at(32, 20) > 200 && at(8, 8) > 150 && at(55, 30) > 200,
                "{size} {angle}"
            );
            assert!(
                at(32, 60) < 50 && at(1, 1) < 100 && at(32, 46) < 80,
                "{size} {angle}"
            );
        }
    }

    #[test]
    fn outlines_beyond_the_picture_are_cut_without_panic() {
        let image = RgbImage::new(50, 50);
        for quad in [
            tile(0.0),
            tile(0.0).scaled(-1.0, -1.0),
            tile(0.0).scaled(1e6, 1e6),
            Quad([[10.0, 10.0]; 4]),
        ] {
            assert_eq!(cut(&image, &quad).dimensions(), (WIDTH, HEIGHT));
        }
    }
}
