//! Cutting tiles out as the classifier sees them.

use crate::faces::path::Point;
use crate::faces::rng::Rng;

/// Width of a crop in pixels.
pub const WIDTH: usize = 64;
/// Height of a crop.
pub const HEIGHT: usize = 80;
/// How much a quad is grown about its centre before it is cut out.
pub const GROWTH: f32 = 1.12;

/// The corner that becomes the crop's top left.
///
/// Of the edges 0→1, 1→2 … the crop's top is one of the two shorter ones (if
/// both pairs differ by less than 8 %, any), and of those the one that points
/// most to the right of the picture.
pub fn first_corner(quad: &[Point; 4]) -> usize {
    let edge = |k: usize| {
        let (a, b) = (quad[k % 4], quad[(k + 1) % 4]);
        [b[0] - a[0], b[1] - a[1]]
    };
    let length = |k: usize| edge(k)[0].hypot(edge(k)[1]);
    let pairs = [(length(0) + length(2)) / 2.0, (length(1) + length(3)) / 2.0];
    let similar = (pairs[0] - pairs[1]).abs() < 0.08 * pairs[0].max(pairs[1]);
    let short = usize::from(pairs[1] < pairs[0]);
    (0..4)
        .filter(|k| similar || k % 2 == short)
        .max_by(|&a, &b| {
            let rightness = |k: usize| edge(k)[0] / length(k).max(1e-6);
            rightness(a).total_cmp(&rightness(b))
        })
        .unwrap_or(0)
}

/// Cuts a quad (grown, starting at `first`) out of an RGB picture.
///
/// Perspective, with the mean over each crop pixel's area when shrinking.
pub fn cut(rgb: &[u8], size: [usize; 2], quad: &[Point; 4], first: usize, out: &mut [u8]) {
    let center = [0, 1].map(|k| quad.iter().map(|p| p[k]).sum::<f32>() / 4.0);
    let grown = std::array::from_fn(|k| {
        let p = quad[(first + k) % 4];
        [0, 1].map(|c| center[c] + (p[c] - center[c]) * GROWTH)
    });
    let map = Homography::from_unit(&grown);
    // Source pixels per crop pixel decide how many samples stand for one.
    let span =
        |a: Point, b: Point, n: usize| ((b[0] - a[0]).hypot(b[1] - a[1]) / n as f32).max(1e-3);
    let across = span(grown[0], grown[1], WIDTH).max(span(grown[3], grown[2], WIDTH));
    let down = span(grown[0], grown[3], HEIGHT).max(span(grown[1], grown[2], HEIGHT));
    // Up to 1.4 pixels, interpolation between neighbours averages enough.
    let count = |pixels: f32| ((pixels + 0.6) as usize).clamp(1, 8);
    let (nx, ny) = (count(across), count(down));
    let share = ((nx * ny) as f32).recip();
    let step = [(nx as f32).recip(), (ny as f32).recip()];
    for (index, px) in out.chunks_exact_mut(3).enumerate() {
        let (x, y) = (index % WIDTH, index / WIDTH);
        let mut sum = [0.0_f32; 3];
        for sy in 0..ny {
            for sx in 0..nx {
                let u = (x as f32 + (sx as f32 + 0.5) * step[0]) * (1.0 / WIDTH as f32);
                let v = (y as f32 + (sy as f32 + 0.5) * step[1]) * (1.0 / HEIGHT as f32);
                let color = bilinear(rgb, size, map.at(u, v));
                for k in 0..3 {
                    sum[k] += color[k];
                }
            }
        }
        for k in 0..3 {
            px[k] = (sum[k] * share + 0.5) as u8;
        }
    }
}

fn bilinear(rgb: &[u8], [w, h]: [usize; 2], at: Point) -> [f32; 3] {
    let x = (at[0] - 0.5).clamp(0.0, w as f32 - 1.001);
    let y = (at[1] - 0.5).clamp(0.0, h as f32 - 1.001);
    let (x0, y0) = (x as usize, y as usize);
    let (fx, fy) = (x - x0 as f32, y - y0 as f32);
    let x1 = (x0 + 1).min(w - 1);
    let y1 = (y0 + 1).min(h - 1);
    std::array::from_fn(|k| {
        let get = |x: usize, y: usize| f32::from(rgb[(y * w + x) * 3 + k]);
        let top = get(x0, y0) + (get(x1, y0) - get(x0, y0)) * fx;
        let low = get(x0, y1) + (get(x1, y1) - get(x0, y1)) * fx;
        top + (low - top) * fy
    })
}

/// Maps the unit square onto a quad.
pub struct Homography([f32; 8]);

impl Homography {
    /// (0,0) (1,0) (1,1) (0,1) go to the four corners (Heckbert 1989).
    pub fn from_unit(q: &[Point; 4]) -> Homography {
        let [x, y] = [0, 1].map(|c| [q[0][c], q[1][c], q[2][c], q[3][c]]);
        let sum = |v: [f32; 4]| v[0] - v[1] + v[2] - v[3];
        let (dx1, dx2) = (x[1] - x[2], x[3] - x[2]);
        let (dy1, dy2) = (y[1] - y[2], y[3] - y[2]);
        let (sx, sy) = (sum(x), sum(y));
        let area = dx1 * dy2 - dx2 * dy1;
        let area = if area.abs() < 1e-9 { 1e-9 } else { area };
        let g = (sx * dy2 - dx2 * sy) / area;
        let h = (dx1 * sy - sx * dy1) / area;
        Homography([
            x[1] - x[0] + g * x[1],
            x[3] - x[0] + h * x[3],
            x[0],
            y[1] - y[0] + g * y[1],
            y[3] - y[0] + h * y[3],
            y[0],
            g,
            h,
        ])
    }

    /// Where a place of the unit square goes.
    pub fn at(&self, u: f32, v: f32) -> Point {
        let m = &self.0;
        let d = m[6] * u + m[7] * v + 1.0;
        [
            (m[0] * u + m[1] * v + m[2]) / d,
            (m[3] * u + m[4] * v + m[5]) / d,
        ]
    }
}

/// A quad as a locator might have found it: moved, scaled, turned, skewed.
/// `sigma` is in shares of the tile's width.
pub fn jitter(quad: &[Point; 4], sigma: f32, rng: &mut Rng) -> [Point; 4] {
    let side = (quad[1][0] - quad[0][0]).hypot(quad[1][1] - quad[0][1]);
    let center = [0, 1].map(|k| quad.iter().map(|p| p[k]).sum::<f32>() / 4.0);
    let grow = 1.0 + rng.gauss(sigma * 0.7);
    let (sin, cos) = rng.gauss(sigma * 0.6).sin_cos();
    let shift = [rng.gauss(sigma * 0.6) * side, rng.gauss(sigma * 0.6) * side];
    quad.map(|p| {
        let (x, y) = ((p[0] - center[0]) * grow, (p[1] - center[1]) * grow);
        let own = [rng.gauss(sigma * 0.5) * side, rng.gauss(sigma * 0.5) * side];
        [
            center[0] + x * cos - y * sin + shift[0] + own[0],
            center[1] + x * sin + y * cos + shift[1] + own[1],
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPRIGHT: [Point; 4] = [[10.0, 10.0], [40.0, 10.0], [40.0, 50.0], [10.0, 50.0]];

    #[test]
    fn the_top_is_a_short_edge_that_points_right() {
        assert_eq!(first_corner(&UPRIGHT), 0);
        for shift in 0..4 {
            let turned = std::array::from_fn(|k| UPRIGHT[(k + shift) % 4]);
            assert_eq!(turned[first_corner(&turned)], UPRIGHT[0]);
        }
        // Lying on its side: the top is the short edge nearest to pointing right.
        let lying = [[50.2, 10.0], [50.0, 40.0], [10.0, 40.0], [10.2, 10.0]];
        assert!(first_corner(&lying).is_multiple_of(2));
    }

    #[test]
    fn a_homography_meets_all_four_corners() {
        let quad = [[3.0, 4.0], [50.0, 9.0], [44.0, 70.0], [8.0, 61.0]];
        let map = Homography::from_unit(&quad);
        for (corner, (u, v)) in quad
            .iter()
            .zip([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
        {
            let p = map.at(u, v);
            assert!((p[0] - corner[0]).abs() < 1e-3 && (p[1] - corner[1]).abs() < 1e-3);
        }
    }

    #[test]
    fn a_cut_shows_the_quad_with_a_margin() {
        // Left half dark, right half light.
        let (w, h) = (60, 60);
        let rgb: Vec<u8> = (0..w * h)
            .flat_map(|i| [if i % w < 25 { 0 } else { 200 }; 3])
            .collect();
        let mut out = vec![0; WIDTH * HEIGHT * 3];
        cut(&rgb, [w, h], &UPRIGHT, 0, &mut out);
        let at = |x: usize| out[(40 * WIDTH + x) * 3];
        assert!(at(10) < 5 && at(54) > 195);
        assert!((60..170).contains(&at(32)), "{}", at(32));
    }
}
