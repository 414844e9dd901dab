//! A scene: tiles on a table with things around them, a camera and light.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use super::kit::Kit;
use super::layout::{Layout, Placed};
use super::light::Light;
use super::material::{Material, Patterns};
use super::math::{Camera, P2, V3};
use super::props;
use super::solid::Solid;
use crate::faces::FontBank;
use crate::faces::rng::Rng;

/// A half plane of the ground that has its own material: where
/// `normal · (x, y) > offset`.
#[derive(Clone, Debug)]
pub struct Region {
    /// Unit normal.
    pub normal: P2,
    /// Distance of the border from the origin.
    pub offset: f32,
    /// Which material.
    pub material: usize,
}

/// A flat figure on the ground: print, paper, seam, coin.
#[derive(Clone, Debug)]
pub struct Decal {
    /// Corners on the ground.
    pub polygon: Vec<P2>,
    /// Which material.
    pub material: usize,
}

/// Everything that is photographed.
pub struct Scene<'a> {
    /// The set of tiles.
    pub kit: &'a Kit<'a>,
    /// The tiles; solids refer to them by place.
    pub tiles: Vec<Placed>,
    /// Tiles and other things with a thickness.
    pub solids: Vec<Solid>,
    /// Materials of ground and things; the first is the table top.
    pub materials: Vec<Material>,
    /// Borders on the ground, later ones above earlier ones.
    pub regions: Vec<Region>,
    /// Figures on the ground.
    pub decals: Vec<Decal>,
    /// Places and things that may look like tiles and are none, as corners
    /// in the world.
    pub decoys: Vec<[V3; 4]>,
    /// The camera.
    pub camera: Camera,
    /// The light.
    pub light: Light,
    /// Colour beyond the horizon.
    pub beyond: V3,
    /// Picture size in pixels.
    pub size: [usize; 2],
}

/// What scenes are made from, shared by all.
pub struct Studio {
    /// Typefaces.
    pub bank: FontBank,
    /// Surface patterns.
    pub patterns: Patterns,
    /// Drawings of faces.
    pub arts: Vec<super::art::Art>,
}

impl Scene<'_> {
    /// A scene of a layout with random table, things, light and camera.
    pub fn dress<'a>(
        kit: &'a Kit<'a>,
        mut layout: Layout,
        studio: &Studio,
        size: [usize; 2],
        rng: &mut Rng,
    ) -> Scene<'a> {
        let frame = bodies(kit, &layout.tiles);
        let mut scene = Scene::bare(kit, &mut layout, studio, rng);
        scene.size = size;
        props::furnish(&mut scene, &layout, studio, rng);
        let view = View::random(&layout, rng);
        scene.camera = view.fit(&frame, size, rng);
        scene.settle(layout);
        props::in_front(&mut scene, studio, rng);
        scene
    }

    /// A small patch of tiles that fills the picture at the given tile width.
    pub fn close_up<'a>(
        kit: &'a Kit<'a>,
        mut layout: Layout,
        studio: &Studio,
        tile_px: f32,
        rng: &mut Rng,
    ) -> Scene<'a> {
        let frame = bodies(kit, &layout.tiles);
        let mut scene = Scene::bare(kit, &mut layout, studio, rng);
        if rng.chance(0.4) || layout.tray.is_some() || layout.vacant {
            props::furnish(&mut scene, &layout, studio, rng);
        }
        let view = View::random(&layout, rng);
        (scene.camera, scene.size) = view.close(&frame, tile_px, rng);
        scene.settle(layout);
        scene
    }

    /// Tiles on a random table; camera and size still to be set. A layout
    /// that is to be vacant loses its tiles.
    fn bare<'a>(
        kit: &'a Kit<'a>,
        layout: &mut Layout,
        studio: &Studio,
        rng: &mut Rng,
    ) -> Scene<'a> {
        if layout.vacant {
            layout.clear();
        }
        Scene {
            kit,
            solids: bodies(kit, &layout.tiles),
            tiles: Vec::new(),
            materials: vec![studio.patterns.table(&studio.bank, rng)],
            regions: Vec::new(),
            decals: Vec::new(),
            decoys: Vec::new(),
            camera: Camera::aimed([0.0; 3], 10.0, 1.0, 0.0, 0.0),
            light: Light::random(rng),
            beyond: std::array::from_fn(|_| rng.range(0.0, 0.5)),
            size: [64, 64],
        }
    }

    /// Takes over the tiles of a layout and its empty places, which are seen
    /// somewhat above the floor.
    fn settle(&mut self, layout: Layout) {
        let [w, h, d] = layout.size;
        let place = |[x, y]: &P2| {
            [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
                .map(|[sx, sy]: P2| [x + sx * w / 2.0, y + sy * h / 2.0, d * 0.4])
        };
        self.decoys.extend(layout.holes.iter().map(place));
        self.tiles = layout.tiles;
    }
}

/// The solids of tiles, in the same order.
pub fn bodies(kit: &Kit, tiles: &[Placed]) -> Vec<Solid> {
    let solid = |(number, placed): (usize, &Placed)| placed.solid(kit.size, kit.radius, number);
    tiles.iter().enumerate().map(solid).collect()
}

/// From where and how the picture is taken.
#[derive(Clone, Debug)]
pub struct View {
    /// Angle above the table in radians.
    pub elevation: f32,
    /// Walk around the table.
    pub azimuth: f32,
    /// Turn of the camera.
    pub roll: f32,
    /// Field of view across the longer side.
    pub fov: f32,
    /// Pixels are this much wider than high (resized pictures).
    pub stretch: f32,
    /// How much of the picture the tiles fill, 1 = just fitting.
    pub fill: f32,
    /// Shift of the tiles' middle, in shares of the picture.
    pub shift: P2,
}

impl View {
    fn random(layout: &Layout, rng: &mut Rng) -> View {
        let (low, high) = (layout.low_view, layout.high_view);
        let elevation = match rng.below(3) {
            0 => rng.range(low, high),
            1 => rng.range(low, (low + 0.6).min(high)),
            _ => rng.range((high - 0.4).max(low), high),
        };
        let free = rng.chance(if layout.any_side { 0.6 } else { 0.12 });
        let azimuth = if free {
            rng.range(-PI, PI)
        } else {
            rng.gauss(0.22)
        };
        let roll = match rng.below(20) {
            0 => rng.range(-PI, PI),
            1 => FRAC_PI_2 * rng.pick(&[-1.0, 1.0, 2.0]),
            // Near the diagonal, where a tile's corners change their order.
            2 => rng.pick(&[-1.0, 1.0]) * (FRAC_PI_2 / 2.0) + rng.gauss(0.1),
            3..6 => rng.gauss(0.25),
            _ => rng.gauss(0.06),
        };
        View {
            elevation,
            azimuth,
            roll,
            fov: rng.range(0.45, 1.25),
            stretch: if rng.chance(0.25) {
                rng.log_range(0.72, 1.38)
            } else {
                1.0
            },
            fill: match rng.below(10) {
                0 | 1 => rng.range(1.0, 1.5),
                2..6 => rng.range(0.8, 1.0),
                _ => rng.range(0.4, 0.9),
            },
            shift: [rng.gauss(0.06), rng.gauss(0.06)],
        }
    }

    /// Places the camera so that the solids fill the picture as wished.
    pub fn fit(&self, solids: &[Solid], size: [usize; 2], rng: &mut Rng) -> Camera {
        let (w, h) = (size[0] as f32, size[1] as f32);
        let corners: Vec<V3> = solids.iter().flat_map(Solid::corners).collect();
        let mut target = middle(&corners);
        let focal = w.max(h) / 2.0 / (self.fov / 2.0).tan();
        let mut distance = 12.0;
        let mut camera = self.camera(target, distance, focal, [w, h]);
        for _ in 0..8 {
            let spread = spread(&camera, &corners);
            let Some([x0, y0, x1, y1]) = spread else {
                distance *= 1.6;
                camera = self.camera(target, distance, focal, [w, h]);
                continue;
            };
            let size = ((x1 - x0) / w).max((y1 - y0) / h);
            distance = (distance * size / self.fill).clamp(2.2, 400.0);
            // Move the aim so that the tiles' middle is in the middle.
            let depth = camera.depth(target);
            let (mx, my) = (
                (x0 + x1 - w) / 2.0 / camera.focal[0],
                (y0 + y1 - h) / 2.0 / camera.focal[1],
            );
            let [ax, ay] = [0, 1].map(|k| camera.right[k] * mx + camera.down[k] * my);
            target[0] += depth * 0.8 * ax;
            target[1] += depth * 0.8 * ay;
            camera = self.camera(target, distance, focal, [w, h]);
        }
        // Nobody photographs tiles too small to read: come closer instead.
        let depth = camera.depth(target).max(0.1);
        let least = LEAST_TILE * w.max(h) / 640.0;
        let closer = (least * depth / camera.focal[0]).clamp(1.0, 2.5);
        camera.focal = camera.focal.map(|f| f * closer);
        let wander = self.shift.map(|s| s + rng.gauss(0.01));
        camera.center = [
            camera.center[0] + wander[0] * w,
            camera.center[1] + wander[1] * h,
        ];
        camera
    }

    fn camera(&self, target: V3, distance: f32, focal: f32, size: P2) -> Camera {
        let mut camera = Camera::aimed(target, distance, self.elevation, self.azimuth, self.roll);
        let root = self.stretch.sqrt();
        camera.focal = [focal * root, focal / root];
        camera.center = [size[0] / 2.0, size[1] / 2.0];
        camera
    }

    /// A camera close to a patch at the given tile width in pixels, and the
    /// picture size that holds it.
    fn close(&self, solids: &[Solid], tile_px: f32, rng: &mut Rng) -> (Camera, [usize; 2]) {
        let corners: Vec<V3> = solids.iter().flat_map(Solid::corners).collect();
        let target = middle(&corners);
        let distance = rng.log_range(5.0, 30.0);
        let focal = tile_px * distance;
        let mut camera = self.camera(target, distance, focal, [0.0; 2]);
        let [x0, y0, x1, y1] = spread(&camera, &corners).unwrap_or([-64.0, -64.0, 64.0, 64.0]);
        let margin = tile_px * 0.12 + 3.0;
        let limit = (tile_px * 5.0).max(160.0);
        let size = [
            (x1 - x0 + 2.0 * margin).min(limit),
            (y1 - y0 + 2.0 * margin).min(limit),
        ];
        camera.center = [
            size[0] / 2.0 - (x0 + x1) / 2.0,
            size[1] / 2.0 - (y0 + y1) / 2.0,
        ];
        (camera, size.map(|s| (s as usize).max(32)))
    }
}

/// Least width of a tile in the middle of a picture 640 pixels wide.
const LEAST_TILE: f32 = 16.0;

fn middle(points: &[V3]) -> V3 {
    let fold = |pick: fn(f32, f32) -> f32, start: f32| -> V3 {
        std::array::from_fn(|k| points.iter().map(|p| p[k]).fold(start, pick))
    };
    let (low, high) = (fold(f32::min, f32::MAX), fold(f32::max, f32::MIN));
    std::array::from_fn(|k| (low[k] + high[k]) / 2.0)
}

/// Box around the points in the picture; `None` if one is behind.
fn spread(camera: &Camera, points: &[V3]) -> Option<[f32; 4]> {
    points
        .iter()
        .try_fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |b, &p| {
            let [x, y] = camera.project(p)?;
            Some([b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)])
        })
}

/// A full turn, for props.
pub const FULL_TURN: f32 = TAU;

impl Scene<'_> {
    /// Tiles on plain green felt, nothing else; camera and light still to be set.
    pub fn plain<'a>(
        kit: &'a Kit<'a>,
        layout: Layout,
        studio: &Studio,
        size: [usize; 2],
        rng: &mut Rng,
    ) -> Scene<'a> {
        let felt = [[0.1, 0.4, 0.2], [0.09, 0.36, 0.18]];
        let mut material =
            studio
                .patterns
                .material(super::material::Pattern::Felt, felt, &studio.bank, rng);
        material.relief = 0.3;
        Scene {
            kit,
            solids: bodies(kit, &layout.tiles),
            tiles: layout.tiles,
            materials: vec![material],
            regions: Vec::new(),
            decals: Vec::new(),
            decoys: Vec::new(),
            camera: Camera::aimed([0.0; 3], 10.0, 1.0, 0.0, 0.0),
            light: Light::random(rng),
            beyond: [0.1; 3],
            size,
        }
    }
}
