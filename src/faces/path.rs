//! Outlines: closed polygons, in any unit, with y pointing down.

use std::f32::consts::TAU;

/// A point or vector.
pub type Point = [f32; 2];

/// Closed contours; overlapping ones of the same direction unite, ones of
/// opposite direction cut holes.
#[derive(Clone, Debug, Default)]
pub struct Path(pub Vec<Vec<Point>>);

impl Path {
    /// One polygon.
    pub fn polygon(points: Vec<Point>) -> Path {
        Path(vec![points])
    }

    /// An ellipse with half axes `rx`, `ry`, turned by `angle` radians.
    pub fn ellipse(center: Point, rx: f32, ry: f32, angle: f32) -> Path {
        let (sin, cos) = angle.sin_cos();
        let points = (0..24).map(|step| {
            let (y, x) = (step as f32 / 24.0 * TAU).sin_cos();
            let (x, y) = (x * rx, y * ry);
            [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos]
        });
        Path::polygon(points.collect())
    }

    /// A circle.
    pub fn circle(center: Point, radius: f32) -> Path {
        Path::ellipse(center, radius, radius, 0.0)
    }

    /// A ring between two radii.
    pub fn ring(center: Point, outer: f32, inner: f32) -> Path {
        Path::circle(center, outer).cut(Path::circle(center, inner))
    }

    /// A star or gear: `points` tips at `outer`, valleys at `inner`.
    pub fn star(center: Point, points: usize, outer: f32, inner: f32, turn: f32) -> Path {
        let corners = (0..points * 2).map(|k| {
            let radius = if k % 2 == 0 { outer } else { inner };
            let (y, x) = (turn + k as f32 / (points * 2) as f32 * TAU).sin_cos();
            [center[0] + radius * x, center[1] + radius * y]
        });
        Path::polygon(corners.collect())
    }

    /// A box with rounded corners.
    pub fn rounded(center: Point, half: Point, radius: f32) -> Path {
        let r = radius.min(half[0]).min(half[1]);
        let mut points = Vec::with_capacity(20);
        for quarter in 0..4 {
            let sx = if quarter == 0 || quarter == 3 {
                1.0
            } else {
                -1.0
            };
            let sy = if quarter < 2 { 1.0 } else { -1.0 };
            for step in 0..5 {
                let (y, x) = ((quarter as f32 + step as f32 / 4.0) * TAU / 4.0).sin_cos();
                points.push([
                    center[0] + sx * (half[0] - r) + r * x,
                    center[1] + sy * (half[1] - r) + r * y,
                ]);
            }
        }
        Path::polygon(points)
    }

    /// A frame of the given line width just inside a rounded box.
    pub fn frame(center: Point, half: Point, radius: f32, width: f32) -> Path {
        let inner = [half[0] - width, half[1] - width];
        Path::rounded(center, half, radius).cut(Path::rounded(center, inner, radius - width))
    }

    /// A line of changing width through the points, with round ends.
    /// `width` maps the place along the line (0 to 1) to the full width.
    pub fn brush(points: &[Point], width: impl Fn(f32) -> f32) -> Path {
        let mut path = Path::default();
        let last = (points.len().max(2) - 1) as f32;
        for (index, pair) in points.windows(2).enumerate() {
            let (a, b) = (pair[0], pair[1]);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = dx.hypot(dy).max(1e-6);
            let (nx, ny) = (-dy / length, dx / length);
            let wa = width(index as f32 / last) / 2.0;
            let wb = width((index + 1) as f32 / last) / 2.0;
            path.0.push(vec![
                [a[0] + nx * wa, a[1] + ny * wa],
                [a[0] - nx * wa, a[1] - ny * wa],
                [b[0] - nx * wb, b[1] - ny * wb],
                [b[0] + nx * wb, b[1] + ny * wb],
            ]);
            path.0.extend(Path::circle(a, wa).0);
            if index + 2 == points.len() {
                path.0.extend(Path::circle(b, wb).0);
            }
        }
        path.oriented()
    }

    /// A smooth curve through the points (Catmull-Rom), as a list of points.
    pub fn curve(points: &[Point], steps: usize) -> Vec<Point> {
        let at = |i: isize| points[i.clamp(0, points.len() as isize - 1) as usize];
        let mut out = Vec::with_capacity(points.len() * steps);
        for i in 0..points.len() as isize - 1 {
            let (p0, p1, p2, p3) = (at(i - 1), at(i), at(i + 1), at(i + 2));
            for step in 0..steps {
                let t = step as f32 / steps as f32;
                let blend = |k: usize| {
                    let (a, b, c, d) = (p0[k], p1[k], p2[k], p3[k]);
                    0.5 * (2.0 * b
                        + (c - a) * t
                        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                        + (3.0 * b - a - 3.0 * c + d) * t * t * t)
                };
                out.push([blend(0), blend(1)]);
            }
        }
        out.extend(points.last());
        out
    }

    /// All contours turned the same way round, so that they unite.
    pub fn oriented(mut self) -> Path {
        for contour in &mut self.0 {
            if area(contour) < 0.0 {
                contour.reverse();
            }
        }
        self
    }

    /// The shape without `hole` (which must lie inside it).
    pub fn cut(self, hole: Path) -> Path {
        let mut path = self.oriented();
        for mut contour in hole.oriented().0 {
            contour.reverse();
            path.0.push(contour);
        }
        path
    }

    /// Both shapes together.
    pub fn and(mut self, other: Path) -> Path {
        self.0.extend(other.0);
        self
    }

    /// Every point moved by a function.
    pub fn map(mut self, f: impl Fn(Point) -> Point) -> Path {
        for point in self.0.iter_mut().flatten() {
            *point = f(*point);
        }
        self
    }

    /// Scaled, turned by `angle` radians, then moved.
    pub fn placed(self, center: Point, scale: Point, angle: f32) -> Path {
        let (sin, cos) = angle.sin_cos();
        self.map(|[x, y]| {
            let (x, y) = (x * scale[0], y * scale[1]);
            [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos]
        })
    }

    /// `[x0, y0, x1, y1]`; all zero for an empty path.
    pub fn bounds(&self) -> [f32; 4] {
        let start = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        let found = self.0.iter().flatten().fold(start, |b, p| {
            [
                b[0].min(p[0]),
                b[1].min(p[1]),
                b[2].max(p[0]),
                b[3].max(p[1]),
            ]
        });
        if found[0] > found[2] { [0.0; 4] } else { found }
    }
}

/// Signed area, positive when the points run clockwise on the screen.
pub fn area(points: &[Point]) -> f32 {
    let n = points.len();
    (0..n)
        .map(|i| {
            let (a, b) = (points[i], points[(i + 1) % n]);
            a[0] * b[1] - b[0] * a[1]
        })
        .sum::<f32>()
        / 2.0
}
