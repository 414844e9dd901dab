//! From a scene to linear light at every pixel.

use std::cell::Cell;

use super::ground;
use super::math::{P2, V3, add, dot, scale, smoothstep, sub, unit};
use super::scene::Scene;
use super::scratch;
use super::shadow::Shadows;
use super::solid::{Hit, Skin, Solid};
use super::texture::Level;

/// A rendered scene.
pub struct Traced {
    /// Linear colour, row by row.
    pub px: Vec<V3>,
    /// For each tile, the share of its labelled side that is seen in the
    /// picture, 0 to 1.
    pub visible: Vec<f32>,
    /// For each tile, its labelled corners in the picture (clockwise from
    /// its own top left), if that side faces the camera.
    pub quads: Vec<Option<[P2; 4]>>,
}

/// Where in a pixel the samples are: two for large tiles, else four.
const SAMPLES: [&[P2]; 2] = [
    &[[0.25, 0.25], [0.75, 0.75]],
    &[
        [0.375, 0.125],
        [0.875, 0.375],
        [0.125, 0.625],
        [0.625, 0.875],
    ],
];

/// Least cosine between a side's normal and the view for a label.
const LEAST_FACING: f32 = 0.14;

/// Renders with four samples a pixel on solids; two if tiles are large,
/// unless `fine`.
pub fn trace(scene: &Scene, fine: bool) -> Traced {
    let [w, h] = scene.size;
    let quads: Vec<Option<[P2; 4]>> = (0..scene.tiles.len()).map(|n| quad(scene, n)).collect();
    let large = !fine && typical_width(&quads) > LARGE;
    let mut film = Film::new(w, h, SAMPLES[usize::from(!large)]);
    let depth = |s: &Solid| scene.camera.depth(s.center);
    let mut order: Vec<usize> = (0..scene.solids.len()).collect();
    order.sort_by(|&a, &b| depth(&scene.solids[a]).total_cmp(&depth(&scene.solids[b])));
    for &number in &order {
        Tracer::new(scene, number, film.spots.len()).run(&mut film);
    }
    let visible = film.visible(&quads);
    // Every pixel is written: by the ground where it is open, else by solids.
    let mut px = scratch::take(w * h);
    ground::draw(
        scene,
        &Shadows::of(scene),
        |pixel| film.is_open(pixel),
        &mut px,
    );
    film.resolve(&mut px);
    film.keep();
    Traced { px, visible, quads }
}

/// Tiles wider than this (in pixels) need fewer samples.
const LARGE: f32 = 26.0;

/// Median width of the quads in pixels.
fn typical_width(quads: &[Option<[P2; 4]>]) -> f32 {
    let width = |q: &[P2; 4]| (q[1][0] - q[0][0]).hypot(q[1][1] - q[0][1]);
    let mut widths: Vec<f32> = quads.iter().flatten().map(width).collect();
    widths.sort_by(f32::total_cmp);
    widths.get(widths.len() / 2).copied().unwrap_or(0.0)
}

/// The labelled side of a tile: its face, or its back if that is what shows.
fn quad(scene: &Scene, number: usize) -> Option<[P2; 4]> {
    let solid = &scene.solids[number];
    let side = shown_side(solid, scene.camera.eye)?;
    // Where the rounded edge turns away from the face.
    let inset = solid.radius * 0.15;
    let (x, y, z) = (
        solid.half[0] - inset,
        solid.half[1] - inset,
        solid.half[2] - inset,
    );
    let corners = [
        [-side * x, y],
        [side * x, y],
        [side * x, -y],
        [-side * x, -y],
    ];
    let mut out = [[0.0; 2]; 4];
    for (place, [cx, cy]) in out.iter_mut().zip(corners) {
        *place = scene.camera.project(solid.to_world([cx, cy, side * z]))?;
    }
    Some(out)
}

/// 1 if the face shows, -1 if the back does, `None` if neither well enough.
pub fn shown_side(solid: &Solid, eye: V3) -> Option<f32> {
    [1.0, -1.0].into_iter().find(|side| {
        let view = sub(eye, solid.to_world([0.0, 0.0, side * solid.half[2]]));
        side * dot(solid.axes[2], view) > LEAST_FACING * dot(view, view).sqrt()
    })
}

/// Samples of all solids.
struct Film {
    w: usize,
    h: usize,
    spots: &'static [P2],
    depth: Vec<f32>,
    /// 0 for nothing; else twice (solid + 1), odd on a tile's labelled side.
    owner: Vec<u32>,
    rgb: Vec<V3>,
}

/// The buffers of a [`Film`].
type Buffers = (Vec<f32>, Vec<u32>, Vec<V3>);

thread_local! {
    /// Buffers of the last film of this thread: fresh memory costs more than
    /// clearing old.
    static KEPT: Cell<Buffers> = const { Cell::new((Vec::new(), Vec::new(), Vec::new())) };
}

impl Film {
    fn new(w: usize, h: usize, spots: &'static [P2]) -> Film {
        let n = w * h * spots.len();
        let (mut depth, mut owner, mut rgb) = KEPT.take();
        depth.clear();
        depth.resize(n, f32::MAX);
        owner.clear();
        owner.resize(n, 0);
        // Colours are read only where an owner has been set.
        rgb.resize(n, [0.0; 3]);
        Film {
            w,
            h,
            spots,
            depth,
            owner,
            rgb,
        }
    }

    /// Leaves the buffers for the next film.
    fn keep(self) {
        KEPT.set((self.depth, self.owner, self.rgb));
    }

    /// Whether the ground shows in some sample of a pixel.
    fn is_open(&self, pixel: usize) -> bool {
        let n = self.spots.len();
        self.owner[pixel * n..(pixel + 1) * n].contains(&0)
    }

    /// Puts the samples over the ground.
    fn resolve(&self, px: &mut [V3]) {
        let n = self.spots.len();
        let share = (n as f32).recip();
        for (index, pixel) in px.iter_mut().enumerate() {
            let range = index * n..(index + 1) * n;
            if self.owner[range.clone()].iter().all(|&o| o == 0) {
                continue;
            }
            let mut sum = [0.0; 3];
            for sample in range {
                let rgb = if self.owner[sample] == 0 {
                    *pixel
                } else {
                    self.rgb[sample]
                };
                sum = add(sum, rgb);
            }
            *pixel = scale(sum, share);
        }
    }

    fn visible(&self, quads: &[Option<[P2; 4]>]) -> Vec<f32> {
        let mut counts = vec![0_u32; quads.len()];
        for &owner in self.owner.iter().filter(|o| **o & 1 == 1) {
            if let Some(count) = counts.get_mut((owner / 2 - 1) as usize) {
                *count += 1;
            }
        }
        let share = |(quad, count): (&Option<[P2; 4]>, u32)| {
            let area = quad.map_or(0.0, |q| crate::faces::path::area(&q).abs());
            // Rounded corners hide a little of the labelled side.
            let full = area * self.spots.len() as f32 * 0.985;
            if full > 1.0 {
                (count as f32 / full).min(1.0)
            } else {
                0.0
            }
        };
        quads.iter().zip(counts).map(share).collect()
    }
}

/// One solid being drawn.
struct Tracer<'a> {
    scene: &'a Scene<'a>,
    solid: &'a Solid,
    number: usize,
    outline: Vec<P2>,
    eye: V3,
    /// Ray through pixel (0, 0) and its change per pixel, in the solid's axes.
    ray: [V3; 3],
    face: Option<&'a Level>,
    side: f32,
    shaders: Vec<&'a Solid>,
    foot: f32,
    relief: f32,
}

impl<'a> Tracer<'a> {
    fn new(scene: &'a Scene<'a>, number: usize, samples: usize) -> Tracer<'a> {
        let solid = &scene.solids[number];
        let camera = &scene.camera;
        let base = camera.ray(0.0, 0.0);
        let ray = [
            base,
            sub(camera.ray(1.0, 0.0), base),
            sub(camera.ray(0.0, 1.0), base),
        ];
        let fine = (samples as f32).sqrt();
        let foot = camera.depth(solid.center).max(0.3) / camera.focal[0] / fine;
        let mut tracer = Tracer {
            scene,
            solid,
            number,
            outline: solid.outline(camera),
            eye: solid.to_local(camera.eye, 1.0),
            ray: ray.map(|r| solid.to_local(r, 0.0)),
            face: None,
            side: 0.0,
            shaders: Vec::new(),
            foot,
            relief: 0.0,
        };
        if let Skin::Tile(tile) = solid.skin {
            tracer.side = shown_side(solid, camera.eye).unwrap_or(0.0);
            tracer.choose_level(tile, fine);
        }
        tracer.shaders = shaders(scene, solid);
        tracer
    }

    /// Picks the size of the face's texture by how large it appears.
    fn choose_level(&mut self, tile: usize, fine: f32) {
        let (Some(placed), Some([a, b, c, d])) =
            (self.scene.tiles.get(tile), quad(self.scene, tile))
        else {
            return;
        };
        if self.side < 0.0 {
            return;
        }
        let texture = self.scene.kit.face(placed.tile);
        let [w, h] = texture.size();
        let length = |p: P2, q: P2| (p[0] - q[0]).hypot(p[1] - q[1]);
        let across = (length(a, b) + length(d, c)) / 2.0 * fine;
        let down = (length(a, d) + length(b, c)) / 2.0 * fine;
        let (du, dv) = (w as f32 / across.max(1.0), h as f32 / down.max(1.0));
        self.face = Some(texture.level(du, dv));
        // Relief fades when its edges are finer than a pixel.
        self.relief = self.scene.kit.relief / du.max(dv).max(1.0).sqrt();
    }

    fn run(&self, film: &mut Film) {
        let (low, high) = self
            .outline
            .iter()
            .fold((f32::MAX, f32::MIN), |(a, b), p| (a.min(p[1]), b.max(p[1])));
        let first = low.max(0.0) as usize;
        let last = (high.max(0.0).ceil() as usize).min(film.h);
        for y in first..last {
            let Some((x0, x1)) = self.span(y as f32) else {
                continue;
            };
            let from = x0.max(0.0) as usize;
            let to = (x1.max(0.0).ceil() as usize).min(film.w);
            for x in from..to {
                self.pixel(film, x, y);
            }
        }
    }

    /// Leftmost and rightmost x of the outline between rows y and y + 1.
    fn span(&self, y: f32) -> Option<(f32, f32)> {
        let mut range = (f32::MAX, f32::MIN);
        for (index, &a) in self.outline.iter().enumerate() {
            let b = self.outline[(index + 1) % self.outline.len()];
            let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
            if high[1] < y || low[1] > y + 1.0 {
                continue;
            }
            let at = |row: f32| {
                let t = if high[1] - low[1] > 1e-6 {
                    ((row - low[1]) / (high[1] - low[1])).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                low[0] + (high[0] - low[0]) * t
            };
            let mut ends = [at(y), at(y + 1.0)];
            if high[1] - low[1] <= 1e-6 {
                ends = [low[0], high[0]];
            }
            for x in ends {
                range = (range.0.min(x), range.1.max(x));
            }
        }
        (range.0 <= range.1).then_some(range)
    }

    /// All samples of one pixel. Where all of them see the flat of the same
    /// side, surface and relief are averaged and lit once.
    fn pixel(&self, film: &mut Film, x: usize, y: usize) {
        let [base, dx, dy] = self.ray;
        let first = (y * film.w + x) * film.spots.len();
        let mut flat = true;
        let mut hits = [None; 4];
        for (k, spot) in film.spots.iter().enumerate() {
            let (x, y) = (x as f32 + spot[0], y as f32 + spot[1]);
            let ray: V3 = std::array::from_fn(|k| base[k] + dx[k] * x + dy[k] * y);
            let hit = self
                .solid
                .hit(self.eye, ray)
                .filter(|hit| hit.t < film.depth[first + k]);
            flat &= hit.is_some_and(|hit| hit.normal[2].abs() > 0.9999);
            if let Some(hit) = hit {
                film.depth[first + k] = hit.t;
                let labelled = self.side != 0.0 && hit.normal[2] * self.side > 0.5;
                film.owner[first + k] = (self.number as u32 + 1) * 2 + u32::from(labelled);
                hits[k] = Some((hit, ray));
            }
        }
        if flat {
            // The first and the last lie opposite each other: on one flat
            // side they show what all of them would.
            let n = film.spots.len();
            let share = 0.5;
            let (mut albedo, mut normal, mut shine) = ([0.0; 3], [0.0; 3], 0.0);
            for (hit, _) in [&hits[0], &hits[n - 1]].into_iter().flatten() {
                let (rgb, local, gloss) = self.surface(hit);
                albedo = add(albedo, scale(rgb, share));
                normal = add(normal, local);
                shine = gloss;
            }
            if let Some((hit, ray)) = &hits[0] {
                let rgb = self.lit(hit, albedo, unit(normal), shine, *ray);
                film.rgb[first..first + n].fill(rgb);
            }
            return;
        }
        for (k, found) in hits.iter().enumerate() {
            if let Some((hit, ray)) = found {
                let (albedo, local, gloss) = self.surface(hit);
                film.rgb[first + k] = self.lit(hit, albedo, local, gloss, *ray);
            }
        }
    }

    /// Colour, normal (in the solid's axes) and gloss where a ray hits.
    fn surface(&self, hit: &Hit) -> (V3, V3, f32) {
        match self.solid.skin {
            Skin::Tile(_) => self.tile_skin(hit),
            Skin::Material(number) => self.material_skin(hit, number),
        }
    }

    fn lit(&self, hit: &Hit, albedo: V3, local: V3, gloss: f32, ray: V3) -> V3 {
        let normal = self.solid.direction(local);
        let view = self.solid.direction(unit(ray));
        let at = self.solid.to_world(hit.at);
        let light = &self.scene.light;
        let lit = if self.shaders.iter().any(|s| s.blocks(at, light.lamp)) {
            0.12
        } else {
            1.0
        };
        // Near the ground and between neighbours less of the sky is seen.
        let low = smoothstep(-0.15, 0.75, at[2]);
        let steep = 1.0 - normal[2].max(0.0);
        let open = 1.0 - 0.55 * steep * (1.0 - low);
        light.shade(albedo, normal, view, gloss, open, lit)
    }

    fn tile_skin(&self, hit: &Hit) -> (V3, V3, f32) {
        let kit = self.scene.kit;
        let half = self.solid.half;
        let seam = (2.0 * kit.split - 1.0) * half[2];
        let above = hit.at[2] - seam;
        let mut albedo = if above > 0.0 { kit.front } else { kit.back };
        if above.abs() < 0.012 {
            albedo = scale(albedo, 0.6);
        }
        let mut normal = hit.normal;
        if let (Some(face), true) = (self.face, hit.normal[2] > 0.4) {
            let (u, v) = (
                hit.at[0] / half[0] * 0.5 + 0.5,
                0.5 - hit.at[1] / half[1] * 0.5,
            );
            let sample = face.sample(u, v, false);
            albedo = sample.rgb;
            let k = self.relief * 0.8;
            normal = unit([
                normal[0] - sample.slope[0] * k,
                normal[1] + sample.slope[1] * k,
                normal[2],
            ]);
        }
        (albedo, normal, kit.gloss)
    }

    fn material_skin(&self, hit: &Hit, number: usize) -> (V3, V3, f32) {
        let material = &self.scene.materials[number];
        let n = hit.normal.map(f32::abs);
        let p = hit.at;
        let at = if n[2] >= n[0] && n[2] >= n[1] {
            [p[0], p[1]]
        } else if n[1] >= n[0] {
            [p[0], p[2]]
        } else {
            [p[1], p[2]]
        };
        let albedo = ground::look(material, at, self.foot);
        (albedo, hit.normal, material.gloss)
    }
}

/// Solids that may stand between this one and the lamp.
fn shaders<'a>(scene: &'a Scene, solid: &Solid) -> Vec<&'a Solid> {
    let lamp = scene.light.lamp;
    let reach = |s: &Solid| dot(s.half, s.half).sqrt();
    let top = solid.span_z()[1];
    let stands_between = |other: &&Solid| {
        if other.span_z()[1] <= top + 0.02 {
            return false;
        }
        let to = sub(other.center, solid.center);
        let along = dot(to, lamp);
        let off = sub(to, scale(lamp, along));
        along > 0.0 && dot(off, off).sqrt() < reach(solid) + reach(other)
    };
    scene.solids.iter().filter(stands_between).collect()
}
