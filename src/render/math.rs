//! Vectors and the camera. Table coordinates: the table top is z = 0, z points
//! up, y away from the person, x to the right; a tile is 1 wide.

/// A point, direction or linear colour.
pub type V3 = [f32; 3];

/// A point of the picture in pixels, y down.
pub type P2 = [f32; 2];

/// Sum.
pub fn add(a: V3, b: V3) -> V3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference.
pub fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Multiple.
pub fn scale(a: V3, k: f32) -> V3 {
    [a[0] * k, a[1] * k, a[2] * k]
}

/// Product component by component (colours).
pub fn mul(a: V3, b: V3) -> V3 {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

/// Scalar product.
pub fn dot(a: V3, b: V3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
pub fn cross(a: V3, b: V3) -> V3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Unit vector of the same direction.
pub fn unit(a: V3) -> V3 {
    scale(a, dot(a, a).max(1e-20).sqrt().recip())
}

/// 0 below `low`, 1 above `high`, smooth between.
pub fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// sRGB 0 to 1 into linear light.
pub fn linear(rgb: [f32; 3]) -> V3 {
    rgb.map(|v| {
        if v <= 0.04045 {
            v / 12.92
        } else {
            ((v + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// A pinhole camera; pixels may be stretched.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Where it is.
    pub eye: V3,
    /// Picture axes and view direction in the world, orthonormal.
    pub right: V3,
    /// Down in the picture.
    pub down: V3,
    /// Into the picture.
    pub ahead: V3,
    /// Focal length in pixels, across and down.
    pub focal: P2,
    /// Principal point in pixels.
    pub center: P2,
}

/// Nothing nearer than this is drawn, in tile widths.
const NEAR: f32 = 0.3;

impl Camera {
    /// A camera that looks at a point from a direction.
    ///
    /// `elevation` is the angle above the table, `azimuth` the walk around it
    /// (0 = the person's side), `roll` the turn of the picture, in radians.
    pub fn aimed(target: V3, distance: f32, elevation: f32, azimuth: f32, roll: f32) -> Camera {
        let (se, ce) = elevation.sin_cos();
        let (sa, ca) = azimuth.sin_cos();
        let ahead = [sa * ce, ca * ce, -se];
        let right = [ca, -sa, 0.0];
        let down = cross(ahead, right);
        let (sr, cr) = roll.sin_cos();
        Camera {
            eye: sub(target, scale(ahead, distance)),
            right: add(scale(right, cr), scale(down, sr)),
            down: sub(scale(down, cr), scale(right, sr)),
            ahead,
            focal: [1.0; 2],
            center: [0.0; 2],
        }
    }

    /// The direction of the ray through a pixel position (not a unit vector:
    /// one unit of it is one unit of depth).
    pub fn ray(&self, x: f32, y: f32) -> V3 {
        let u = (x - self.center[0]) / self.focal[0];
        let v = (y - self.center[1]) / self.focal[1];
        add(self.ahead, add(scale(self.right, u), scale(self.down, v)))
    }

    /// Distance along the view direction.
    pub fn depth(&self, point: V3) -> f32 {
        dot(sub(point, self.eye), self.ahead)
    }

    /// Where a point appears; `None` if it is behind or too near.
    pub fn project(&self, point: V3) -> Option<P2> {
        let p = sub(point, self.eye);
        let z = dot(p, self.ahead);
        (z > NEAR).then(|| {
            [
                self.center[0] + self.focal[0] * dot(p, self.right) / z,
                self.center[1] + self.focal[1] * dot(p, self.down) / z,
            ]
        })
    }

    /// A polygon as it appears: cut at the near plane, possibly empty.
    pub fn project_polygon(&self, points: &[V3]) -> Vec<P2> {
        let mut out = Vec::with_capacity(points.len() + 2);
        for (index, &a) in points.iter().enumerate() {
            let b = points[(index + 1) % points.len()];
            let (da, db) = (self.depth(a) - NEAR * 1.01, self.depth(b) - NEAR * 1.01);
            if da >= 0.0 {
                out.extend(self.project(a));
            }
            if (da < 0.0) != (db < 0.0) {
                let t = da / (da - db);
                out.extend(self.project(add(a, scale(sub(b, a), t))));
            }
        }
        out
    }
}

/// The convex hull, clockwise on the screen.
pub fn hull(points: &[P2]) -> Vec<P2> {
    let mut sorted: Vec<P2> = points
        .iter()
        .copied()
        .filter(|p| p[0].is_finite() && p[1].is_finite())
        .collect();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let turn = |a: P2, b: P2, c: P2| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let chain = |points: &mut dyn Iterator<Item = P2>| {
        let mut out: Vec<P2> = Vec::new();
        for p in points {
            while out.len() >= 2 && turn(out[out.len() - 2], out[out.len() - 1], p) <= 0.0 {
                out.pop();
            }
            out.push(p);
        }
        out.pop();
        out
    };
    let mut out = chain(&mut sorted.iter().copied());
    out.extend(chain(&mut sorted.iter().rev().copied()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_projected_point_lies_on_its_ray() {
        let mut camera = Camera::aimed([1.0, 2.0, 0.0], 10.0, 0.8, 0.3, 0.2);
        camera.focal = [500.0, 520.0];
        camera.center = [320.0, 240.0];
        let target = camera.project([1.0, 2.0, 0.0]).unwrap();
        assert!((target[0] - 320.0).abs() < 0.01 && (target[1] - 240.0).abs() < 0.01);
        let point = [2.5, 1.0, 0.4];
        let [x, y] = camera.project(point).unwrap();
        let at = add(camera.eye, scale(camera.ray(x, y), camera.depth(point)));
        assert!(sub(at, point).iter().all(|d| d.abs() < 1e-3));
        assert!(camera.project(sub(camera.eye, camera.ahead)).is_none());
    }

    #[test]
    fn up_on_the_table_is_up_in_the_picture() {
        let mut camera = Camera::aimed([0.0; 3], 10.0, 1.0, 0.0, 0.0);
        camera.focal = [500.0; 2];
        let far = camera.project([0.0, 1.0, 0.0]).unwrap();
        let right = camera.project([1.0, 0.0, 0.0]).unwrap();
        assert!(far[1] < 0.0 && right[0] > 0.0);
    }

    #[test]
    fn a_hull_keeps_only_the_outside() {
        let points = [
            [0.0, 0.0],
            [4.0, 0.0],
            [2.0, 1.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [2.0, 2.0],
        ];
        let hull = hull(&points);
        assert_eq!(hull.len(), 4);
        assert!(crate::faces::path::area(&hull) > 0.0);
    }
}
