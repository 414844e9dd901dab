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

    /// Twice-signed shoelace area halved: positive when clockwise as seen.
    pub fn area(&self) -> f32 {
        let q = &self.0;
        let cross = |i: usize| {
            let (a, b) = (q[i], q[(i + 1) % 4]);
            a[0] * b[1] - b[0] * a[1]
        };
        (0..4).map(cross).sum::<f32>() / 2.0
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
