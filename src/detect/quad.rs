//! Four corners and what can be computed from them.

/// Four corners in pixels, clockwise as seen (y down), starting at the tile's
/// own top left: top left, top right, bottom right, bottom left of the face.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Quad(pub [[f32; 2]; 4]);

impl Quad {
    /// The mean of the corners.
    pub fn centre(&self) -> [f32; 2] {
        let sum = self
            .0
            .iter()
            .fold([0.0, 0.0], |s, p| [s[0] + p[0], s[1] + p[1]]);
        [sum[0] / 4.0, sum[1] / 4.0]
    }

    /// Signed area: positive when the corners run clockwise as seen.
    pub fn area(&self) -> f32 {
        polygon_area(&self.0)
    }

    /// Root of the area; 0 where the corners run anticlockwise.
    pub fn side(&self) -> f32 {
        self.area().max(0.0).sqrt()
    }

    /// Left, top, right, bottom.
    pub fn bounds(&self) -> [f32; 4] {
        let mut b = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for [x, y] in self.0 {
            b = [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)];
        }
        b
    }

    /// The same outline with corner `k` first.
    pub fn starting_at(&self, k: usize) -> Quad {
        let mut q = *self;
        q.0.rotate_left(k % 4);
        q
    }

    /// Mean length of the top and bottom edge, and of the two sides.
    pub fn size(&self) -> (f32, f32) {
        let len = |i: usize| {
            let (a, b) = (self.0[i], self.0[(i + 1) % 4]);
            (a[0] - b[0]).hypot(a[1] - b[1])
        };
        ((len(0) + len(2)) / 2.0, (len(1) + len(3)) / 2.0)
    }
}

/// A complex number, as far as quads need one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    const fn new(re: f32, im: f32) -> Complex {
        Complex { re, im }
    }

    fn times(self, other: Complex) -> Complex {
        Complex::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }

    fn plus(self, other: Complex) -> Complex {
        Complex::new(self.re + other.re, self.im + other.im)
    }

    fn scaled(self, factor: f32) -> Complex {
        Complex::new(self.re * factor, self.im * factor)
    }

    const fn conjugate(self) -> Complex {
        Complex::new(self.re, -self.im)
    }

    fn abs(self) -> f32 {
        self.re.hypot(self.im)
    }

    /// The number of length 1 in direction `angle`.
    fn unit(angle: f32) -> Complex {
        Complex::new(angle.cos(), angle.sin())
    }

    /// At most `limit` long, the direction kept.
    fn at_most(self, limit: f32) -> Complex {
        let length = self.abs();
        if length > limit {
            self.scaled(limit / length)
        } else {
            self
        }
    }
}

/// i⁰ … i³.
const POWERS: [Complex; 4] = [
    Complex::new(1.0, 0.0),
    Complex::new(0.0, 1.0),
    Complex::new(-1.0, 0.0),
    Complex::new(0.0, -1.0),
];

/// The longest parallelogram term that keeps the outline clockwise, as a
/// share of the main term.
const MAX_SHEAR: f32 = 0.9;
/// The longest perspective term that is believed, as a share of the main term.
const MAX_TAPER: f32 = 0.5;

impl Quad {
    /// The four corners as eight numbers that do not change when another corner
    /// is named first: centre x and y, then three complex numbers, all in the
    /// quad's own unit. This is what the locator regresses; corners in image
    /// order would jump at 45°, these do not.
    ///
    /// With corners as complex numbers `z_k` and their Fourier terms
    /// `c_m = ¼ Σ z_k i^(−mk)`, they are `c₀`, `c₁⁴/|c₁|³`, `c₃c₁/|c₁|` and
    /// `c₂c₁²/|c₁|²`.
    pub fn invariants(&self) -> [f32; 8] {
        let c: [Complex; 4] = std::array::from_fn(|m| {
            let terms = self
                .0
                .iter()
                .enumerate()
                .map(|(k, &[x, y])| Complex::new(x, y).times(POWERS[(m * k) % 4].conjugate()));
            terms
                .fold(Complex::new(0.0, 0.0), Complex::plus)
                .scaled(0.25)
        });
        let size = c[1].abs().max(1e-9);
        let turn = c[1].scaled(1.0 / size);
        let turn2 = turn.times(turn);
        let main = turn2.times(turn2).scaled(size);
        let (shear, taper) = (c[3].times(turn), c[2].times(turn2));
        [
            c[0].re, c[0].im, main.re, main.im, shear.re, shear.im, taper.re, taper.im,
        ]
    }

    /// The inverse of [`Quad::invariants`], up to which corner is first.
    /// Terms that would fold the outline are cut back, so the result is always
    /// clockwise; `None` for numbers that are not finite or a size of nothing.
    pub fn from_invariants(v: &[f32; 8]) -> Option<Quad> {
        if v.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let main = Complex::new(v[2], v[3]);
        let size = main.abs();
        if size < 1e-6 {
            return None;
        }
        let turn = Complex::unit(main.im.atan2(main.re) / 4.0);
        let back = turn.conjugate();
        let shear = Complex::new(v[4], v[5]).at_most(MAX_SHEAR * size);
        let taper = Complex::new(v[6], v[7]).at_most(MAX_TAPER * size);
        let build = |taper: Complex| {
            let c = [
                Complex::new(v[0], v[1]),
                turn.scaled(size),
                taper.times(back).times(back),
                shear.times(back),
            ];
            Quad(std::array::from_fn(|k| {
                let z = (0..4).fold(Complex::new(0.0, 0.0), |sum, m| {
                    sum.plus(c[m].times(POWERS[(m * k) % 4]))
                });
                [z.re, z.im]
            }))
        };
        let quad = build(taper);
        if quad.is_convex() {
            Some(quad)
        } else {
            // A parallelogram with this much shear at most is always convex.
            Some(build(Complex::new(0.0, 0.0)))
        }
    }

    /// Whether the outline turns clockwise at every corner.
    pub fn is_convex(&self) -> bool {
        (0..4).all(|i| {
            let (a, b, c) = (self.0[i], self.0[(i + 1) % 4], self.0[(i + 2) % 4]);
            (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0
        })
    }

    /// The outline scaled about the mean of its corners.
    pub fn grown(&self, factor: f32) -> Quad {
        let [cx, cy] = self.centre();
        Quad(
            self.0
                .map(|[x, y]| [cx + (x - cx) * factor, cy + (y - cy) * factor]),
        )
    }

    /// Every coordinate multiplied by `sx` and `sy`.
    pub fn scaled(&self, sx: f32, sy: f32) -> Quad {
        Quad(self.0.map(|[x, y]| [x * sx, y * sy]))
    }

    /// Whether a point lies inside or on the outline.
    pub fn contains(&self, point: [f32; 2]) -> bool {
        (0..4).all(|i| {
            let (a, b) = (self.0[i], self.0[(i + 1) % 4]);
            (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0.0
        })
    }

    /// The area that two convex outlines share.
    pub fn shared_area(&self, other: &Quad) -> f32 {
        let (a, b) = (self.bounds(), other.bounds());
        if a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3] {
            return 0.0;
        }
        let mut outline = self.0.to_vec();
        for i in 0..4 {
            outline = clipped(&outline, other.0[i], other.0[(i + 1) % 4]);
        }
        polygon_area(&outline).max(0.0)
    }

    /// Shared area over the area of both together, `0..=1`.
    pub fn iou(&self, other: &Quad) -> f32 {
        let shared = self.shared_area(other);
        let both = self.area() + other.area() - shared;
        if both > 0.0 { shared / both } else { 0.0 }
    }
}

/// The part of a polygon on the inner side of the directed line `a` → `b`.
fn clipped(outline: &[[f32; 2]], a: [f32; 2], b: [f32; 2]) -> Vec<[f32; 2]> {
    let side = |p: [f32; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (i, &p) in outline.iter().enumerate() {
        let q = outline[(i + 1) % outline.len()];
        let (sp, sq) = (side(p), side(q));
        if sp >= 0.0 {
            kept.push(p);
        }
        if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
            let t = sp / (sp - sq);
            kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
        }
    }
    kept
}

fn polygon_area(outline: &[[f32; 2]]) -> f32 {
    let Some(&[ox, oy]) = outline.first() else {
        return 0.0;
    };
    // Relative to a corner, so that far from the origin nothing cancels.
    let next = outline.iter().cycle().skip(1);
    let cross = outline
        .iter()
        .zip(next)
        .map(|(p, q)| (p[0] - ox) * (q[1] - oy) - (q[0] - ox) * (p[1] - oy));
    cross.sum::<f32>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tiles as cameras see them: turned, sheared and tapered rectangles.
    fn tiles() -> impl Strategy<Value = Quad> {
        let size = (8.0..200f32, 1.0..1.6f32, -3.2..3.2f32);
        let skew = (-0.3..0.3f32, -0.15..0.15f32, -0.15..0.15f32);
        let place = (-500.0..4500f32, -500.0..4500f32);
        (size, skew, place).prop_map(|((w, ratio, angle), (shear, px, py), (cx, cy))| {
            let (sin, cos) = angle.sin_cos();
            Quad(
                [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]: [f32; 2]| {
                    let depth = 1.0 + px * x + py * y;
                    let (x, y) = (
                        (x + shear * y) * w / 2.0 / depth,
                        y * w * ratio / 2.0 / depth,
                    );
                    [cx + x * cos - y * sin, cy + x * sin + y * cos]
                }),
            )
        })
    }

    fn distance(a: &Quad, b: &Quad) -> f32 {
        let apart = |k| {
            let other = b.starting_at(k);
            let pairs = a.0.iter().zip(&other.0);
            pairs
                .map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1]))
                .fold(0.0, f32::max)
        };
        (0..4).map(apart).fold(f32::MAX, f32::min)
    }

    proptest! {
        #[test]
        fn invariants_there_and_back(quad in tiles(), k in 0usize..4) {
            let code = quad.starting_at(k).invariants();
            for (a, b) in code.iter().zip(quad.invariants()) {
                prop_assert!((a - b).abs() < 0.02, "{a} {b}");
            }
            let back = Quad::from_invariants(&code).unwrap();
            prop_assert!(distance(&back, &quad) < 0.02, "{back:?}");
        }

        #[test]
        fn any_code_is_clockwise(code in prop::array::uniform8(-1e3..1e3f32)) {
            if let Some(quad) = Quad::from_invariants(&code) {
                prop_assert!(quad.area() > 0.0 && quad.is_convex(), "{quad:?}");
            }
        }

        #[test]
        fn overlap_is_a_share(a in tiles(), b in tiles(), dx in -50.0..50f32, dy in -50.0..50f32) {
            let near = Quad(a.0.map(|[x, y]| [x + dx, y + dy]));
            for other in [&b, &near, &a] {
                let iou = a.iou(other);
                prop_assert!((-1e-3..=1.001).contains(&iou), "{iou}");
                prop_assert!((iou - other.iou(&a)).abs() < 1e-2);
            }
            prop_assert!(a.iou(&a) > 0.99);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(Quad::from_invariants(&[f32::NAN; 8]), None);
        assert_eq!(Quad::from_invariants(&[0.0; 8]), None);
        let mut code = [1.0; 8];
        code[7] = f32::INFINITY;
        assert_eq!(Quad::from_invariants(&code), None);
    }
}
