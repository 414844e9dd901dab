//! Everything with a thickness is a box with rounded edges: tiles, sticks,
//! dice, phones, books, table rims, fingers (a box as round as it is thick).

use super::math::{Camera, P2, V3, add, dot, hull, scale, sub};

/// A rounded box.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Middle.
    pub center: V3,
    /// Its own x, y, z axes in the world, orthonormal.
    pub axes: [V3; 3],
    /// Half its size along its axes.
    pub half: V3,
    /// Radius of its edges; at most the smallest half size.
    pub radius: f32,
    /// How it looks.
    pub skin: Skin,
}

/// What a solid's surface shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skin {
    /// A tile of the scene's set: two-tone body, face on +z. The number is
    /// its place in the scene's list of tiles.
    Tile(usize),
    /// A material of the scene, on all sides.
    Material(usize),
}

/// Where a ray meets a solid.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Depth along the ray, in multiples of its direction.
    pub t: f32,
    /// Place in the solid's own axes.
    pub at: V3,
    /// Outward unit normal in the solid's own axes.
    pub normal: V3,
}

impl Solid {
    /// A world point or direction (`w` = 1 or 0) in the solid's own axes.
    pub fn to_local(&self, v: V3, w: f32) -> V3 {
        let v = sub(v, scale(self.center, w));
        self.axes.map(|axis| dot(v, axis))
    }

    /// A point in the solid's own axes in the world.
    pub fn to_world(&self, p: V3) -> V3 {
        add(self.center, self.direction(p))
    }

    /// A direction in the solid's own axes in the world.
    pub fn direction(&self, d: V3) -> V3 {
        let [x, y, z] = self.axes;
        add(scale(x, d[0]), add(scale(y, d[1]), scale(z, d[2])))
    }

    /// The eight corners in the world (of the box before rounding).
    pub fn corners(&self) -> [V3; 8] {
        std::array::from_fn(|k| {
            let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
            self.to_world([
                sign(0) * self.half[0],
                sign(1) * self.half[1],
                sign(2) * self.half[2],
            ])
        })
    }

    /// The highest and lowest z.
    pub fn span_z(&self) -> [f32; 2] {
        let reach: f32 = (0..3).map(|k| self.axes[k][2].abs() * self.half[k]).sum();
        [self.center[2] - reach, self.center[2] + reach]
    }

    /// Its outline in the picture, clockwise; what is behind the camera is cut
    /// off, so it may be empty.
    pub fn outline(&self, camera: &Camera) -> Vec<P2> {
        let corners = self.corners();
        if corners.iter().all(|&c| camera.project(c).is_some()) {
            let seen: Vec<P2> = corners.iter().filter_map(|&c| camera.project(c)).collect();
            return hull(&seen);
        }
        const SIDES: [[usize; 4]; 6] = [
            [0, 1, 3, 2],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 3, 7, 5],
        ];
        let cut = SIDES
            .iter()
            .flat_map(|side| camera.project_polygon(&side.map(|k| corners[k])));
        hull(&cut.collect::<Vec<_>>())
    }

    /// Meets a ray given in the solid's own axes.
    pub fn hit(&self, origin: V3, direction: V3) -> Option<Hit> {
        let (mut enter, mut leave) = (0.0_f32, f32::MAX);
        for k in 0..3 {
            let inverse = direction[k].recip();
            let a = (-self.half[k] - origin[k]) * inverse;
            let b = (self.half[k] - origin[k]) * inverse;
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        if enter > leave {
            return None;
        }
        self.round_off(origin, direction, enter, leave)
    }

    /// Walks from the sharp box's surface to the rounded one: the distance to
    /// the rounded box is the distance to its core box, less the radius.
    fn round_off(&self, origin: V3, direction: V3, enter: f32, leave: f32) -> Option<Hit> {
        let core = self.half.map(|h| h - self.radius);
        let speed = dot(direction, direction).sqrt();
        let mut t = enter;
        for _ in 0..6 {
            let at = add(origin, scale(direction, t));
            let out: V3 = std::array::from_fn(|k| at[k] - at[k].clamp(-core[k], core[k]));
            let far = dot(out, out).sqrt();
            let gap = far - self.radius;
            if gap < 2e-3 {
                let normal = scale(out, far.max(1e-6).recip());
                return Some(Hit { t, at, normal });
            }
            t += gap / speed;
            if t > leave {
                return None;
            }
        }
        None
    }

    /// Whether a world ray meets it (for shadows: the sharp box will do).
    pub fn blocks(&self, origin: V3, direction: V3) -> bool {
        let (o, d) = (self.to_local(origin, 1.0), self.to_local(direction, 0.0));
        let (mut enter, mut leave) = (1e-3_f32, f32::MAX);
        for k in 0..3 {
            let inverse = d[k].recip();
            let a = (-self.half[k] - o[k]) * inverse;
            let b = (self.half[k] - o[k]) * inverse;
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter < leave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(radius: f32) -> Solid {
        Solid {
            center: [0.0; 3],
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            half: [1.0; 3],
            radius,
            skin: Skin::Material(0),
        }
    }

    #[test]
    fn rays_meet_the_middle_of_a_side_straight_on() {
        let hit = cube(0.2).hit([0.0, 0.0, 5.0], [0.0, 0.1, -1.0]).unwrap();
        assert!((hit.at[2] - 1.0).abs() < 1e-3 && hit.normal[2] > 0.999);
        assert!(cube(0.2).hit([3.0, 0.0, 5.0], [0.0, 0.0, -1.0]).is_none());
    }

    #[test]
    fn edges_are_round() {
        // A ray down just inside the sharp corner misses the round one.
        let down = [0.0, 0.0, -1.0];
        assert!(cube(0.0001).hit([0.98, 0.98, 5.0], down).is_some());
        assert!(cube(0.3).hit([0.98, 0.98, 5.0], down).is_none());
        // A fully rounded box is a ball.
        let hit = cube(1.0).hit([0.5, 0.0, 5.0], down).unwrap();
        assert!((hit.at[2] - 0.75_f32.sqrt()).abs() < 0.01);
        assert!((dot(hit.normal, hit.at) - 1.0).abs() < 0.01);
    }
}
