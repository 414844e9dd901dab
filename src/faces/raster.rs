//! Filling outlines with exact area coverage.

use super::path::{Path, Point};

/// Coverage 0 to 1 of each pixel of a rectangle of a picture.
#[derive(Clone, Debug)]
pub struct Mask {
    /// Left column of the rectangle in the picture.
    pub x: usize,
    /// Top row.
    pub y: usize,
    /// Width.
    pub w: usize,
    /// Height.
    pub h: usize,
    /// Coverage, row by row.
    pub data: Vec<f32>,
}

/// Coverage of a path, in pixels, clipped to a `width` by `height` picture.
/// `None` if nothing of it lies inside.
pub fn coverage(path: &Path, width: usize, height: usize) -> Option<Mask> {
    let [x0, y0, x1, y1] = path.bounds();
    let x = x0.floor().max(0.0) as usize;
    let y = y0.floor().max(0.0) as usize;
    let right = (x1.ceil().max(0.0) as usize).min(width);
    let bottom = (y1.ceil().max(0.0) as usize).min(height);
    if x >= right || y >= bottom {
        return None;
    }
    let (w, h) = (right - x, bottom - y);
    // One more column takes what falls on the right edge.
    let stride = w + 2;
    let mut deltas = vec![0.0_f32; stride * h];
    for contour in &path.0 {
        for (index, &a) in contour.iter().enumerate() {
            let b = contour[(index + 1) % contour.len()];
            let shift = |p: Point| [p[0] - x as f32, p[1] - y as f32];
            add_line(&mut deltas, stride, w, h, shift(a), shift(b));
        }
    }
    let mut data = Vec::with_capacity(w * h);
    for row in deltas.chunks_exact(stride) {
        let mut sum = 0.0;
        data.extend(row[..w].iter().map(|delta| {
            sum += delta;
            f32::abs(sum).min(1.0)
        }));
    }
    Some(Mask { x, y, w, h, data })
}

/// Adds one edge to the table of coverage changes: each row gets the edge's
/// height there, shared between the columns it crosses by area.
fn add_line(deltas: &mut [f32], stride: usize, w: usize, h: usize, a: Point, b: Point) {
    if a[1] == b[1] {
        return;
    }
    let (sign, top, bottom) = if a[1] < b[1] {
        (1.0, a, b)
    } else {
        (-1.0, b, a)
    };
    let slope = (bottom[0] - top[0]) / (bottom[1] - top[1]);
    let first = top[1].max(0.0);
    let last = bottom[1].min(h as f32);
    let limit = w as f32;
    for row in (first as usize)..(last.ceil().max(0.0) as usize) {
        let ya = first.max(row as f32);
        let yb = last.min(row as f32 + 1.0);
        if yb <= ya {
            continue;
        }
        let xa = (top[0] + (ya - top[1]) * slope).clamp(0.0, limit);
        let xb = (top[0] + (yb - top[1]) * slope).clamp(0.0, limit);
        let (xl, xr) = if xa < xb { (xa, xb) } else { (xb, xa) };
        let height = sign * (yb - ya);
        let line = &mut deltas[row * stride..(row + 1) * stride];
        let (il, ir) = (xl as usize, xr.ceil() as usize);
        if ir <= il + 1 {
            let mid = (xl + xr) / 2.0 - il as f32;
            line[il] += height * (1.0 - mid);
            line[il + 1] += height * mid;
        } else {
            spread(line, height, xl, xr);
        }
    }
}

/// Shares an edge's height in one row between several columns.
fn spread(line: &mut [f32], height: f32, xl: f32, xr: f32) {
    let (il, ir) = (xl as usize, xr.ceil() as usize);
    let per = height / (xr - xl);
    // Area to the right of the edge up to each column's end, less what the
    // columns before already hold.
    let mut before = 0.0;
    for (column, cell) in line.iter_mut().enumerate().take(ir).skip(il) {
        let from = xl.max(column as f32);
        let to = xr.min(column as f32 + 1.0);
        let crossed = per * (to - from);
        let area = crossed * (column as f32 + 1.0 - (from + to) / 2.0);
        let done = per * (from - xl);
        let total = done + area;
        *cell += total - before;
        before = total;
    }
    line[ir] += height - before;
}

impl Mask {
    /// Thickens (positive) or thins (negative) by up to about one pixel.
    pub fn weigh(&mut self, amount: f32) {
        if amount.abs() < 0.02 {
            return;
        }
        let (w, h) = (self.w, self.h);
        let old = self.data.clone();
        let best = |a: f32, b: f32| if amount > 0.0 { a.max(b) } else { a.min(b) };
        for y in 0..h {
            for x in 0..w {
                let at = |x: usize, y: usize| old[y * w + x];
                let mut value = at(x, y);
                // Outside the rectangle nothing is covered.
                value = best(value, if x > 0 { at(x - 1, y) } else { 0.0 });
                value = best(value, if x + 1 < w { at(x + 1, y) } else { 0.0 });
                value = best(value, if y > 0 { at(x, y - 1) } else { 0.0 });
                value = best(value, if y + 1 < h { at(x, y + 1) } else { 0.0 });
                let cell = &mut self.data[y * w + x];
                *cell += (value - *cell) * amount.abs().min(1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(path: &Path) -> f32 {
        coverage(path, 100, 100).map_or(0.0, |mask| mask.data.iter().sum())
    }

    #[test]
    fn coverage_adds_up_to_the_area() {
        let disc = Path::circle([50.3, 49.1], 20.0);
        let area = super::super::path::area(&disc.0[0]).abs();
        assert!((total(&disc) - area).abs() < 0.05, "{}", total(&disc));
        let ring = Path::ring([50.0, 50.0], 20.0, 10.0);
        assert!((total(&ring) - area * 0.75).abs() < 0.5);
        let tilted = Path::polygon(vec![[10.5, 3.25], [90.0, 30.0], [33.3, 80.7]]);
        let exact = super::super::path::area(&tilted.0[0]).abs();
        assert!((total(&tilted) - exact).abs() < 0.05);
    }

    #[test]
    fn shapes_beyond_the_picture_are_clipped() {
        let huge = Path::rounded([50.0, 50.0], [500.0, 500.0], 5.0);
        assert!((total(&huge) - 10_000.0).abs() < 1.0);
        assert!(coverage(&Path::circle([-50.0, 10.0], 9.0), 100, 100).is_none());
        let half = Path::rounded([0.0, 50.0], [10.0, 10.0], 0.0);
        assert!((total(&half) - 200.0).abs() < 0.5);
    }

    #[test]
    fn overlapping_strokes_do_not_cancel() {
        let line = Path::brush(&[[10.0, 50.0], [50.0, 55.0], [90.0, 50.0]], |_| 8.0);
        let mask = coverage(&line, 100, 100).unwrap();
        let at = |x: usize, y: usize| mask.data[(y - mask.y) * mask.w + x - mask.x];
        assert!(at(50, 54) > 0.99 && at(30, 52) > 0.99);
    }
}
