//! The table top and what is flat on it.

use super::material::{Look, Material};
use super::math::{P2, V3, add, dot, mul, scale, smoothstep, unit};
use super::scene::{Region, Scene};
use super::shadow::Shadows;
use super::texture::Level;
use crate::faces::path::Path;
use crate::faces::raster::coverage;

/// Side of the squares of pixels that share their light: it changes slowly,
/// the surface's own colour does not.
const SHARED: usize = 2;

/// Draws the ground into `out`, one linear colour a pixel, where `open` says
/// that it is seen.
pub(super) fn draw(scene: &Scene, shadows: &Shadows, open: impl Fn(usize) -> bool, out: &mut [V3]) {
    let [w, h] = scene.size;
    for top in (0..h).step_by(SHARED) {
        for left in (0..w).step_by(SHARED) {
            let rows = top..(top + SHARED).min(h);
            let columns = left..(left + SHARED).min(w);
            let pixels = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
            let mut light = None;
            for (x, y) in pixels.filter(|(x, y)| open(y * w + x)) {
                let light = light.get_or_insert_with(|| Lit::of(scene, shadows, left, top, None));
                out[y * w + x] = light.pixel(scene, x, y, None);
            }
        }
    }
    for decal in &scene.decals {
        let corners: Vec<V3> = decal.polygon.iter().map(|p| [p[0], p[1], 0.0]).collect();
        let outline = clip(&scene.camera.project_polygon(&corners), scene.size);
        if outline.len() < 3 {
            continue;
        }
        let Some(mask) = coverage(&Path::polygon(outline), w, scene.size[1]) else {
            continue;
        };
        for (row, line) in mask.data.chunks_exact(mask.w).enumerate() {
            let y = mask.y + row;
            for (column, &cover) in line.iter().enumerate().filter(|(_, c)| **c > 0.002) {
                let x = mask.x + column;
                if !open(y * w + x) {
                    continue;
                }
                let material = Some(decal.material);
                let lit = Lit::of(scene, shadows, x, y, material);
                let ink = lit.pixel(scene, x, y, material);
                let px = &mut out[y * w + x];
                *px = std::array::from_fn(|k| px[k] + (ink[k] - px[k]) * cover);
            }
        }
    }
}

/// Where a pixel's ray meets the ground, and how far along it; `None` beyond
/// the horizon.
fn meet(scene: &Scene, ray: V3) -> Option<(P2, f32)> {
    let eye = scene.camera.eye;
    let t = -eye[2] / ray[2];
    let near = ray[2] <= -1e-4 && t <= 2000.0;
    near.then(|| ([eye[0] + ray[0] * t, eye[1] + ray[1] * t], t))
}

/// The light on a small piece of ground.
#[derive(Default)]
struct Lit {
    /// What falls on it, and what it mirrors.
    light: [V3; 2],
    /// Size of a pixel on the ground, across the view and on average.
    step: f32,
    foot: f32,
}

impl Lit {
    /// The light at a pixel, on the ground or on a decal's material.
    fn of(scene: &Scene, shadows: &Shadows, x: usize, y: usize, decal: Option<usize>) -> Lit {
        let ray = scene.camera.ray(x as f32 + 0.5, y as f32 + 0.5);
        let Some((at, t)) = meet(scene, ray) else {
            return Lit::default();
        };
        let step = t / scene.camera.focal[0];
        let view = scale(ray, dot(ray, ray).sqrt().recip());
        let foot = step / (-view[2]).max(0.05).sqrt();
        let number = decal.unwrap_or_else(|| cover(scene, at, 0.0));
        let material = &scene.materials[number];
        let normal = slant(material, at, foot);
        let [cast, close] = shadows.at(x, y);
        let open = 1.0 - 0.6 * close;
        let light = scene
            .light
            .meet(normal, view, material.gloss, open, 1.0 - cast);
        Lit { light, step, foot }
    }

    /// The colour of a pixel in this light.
    fn pixel(&self, scene: &Scene, x: usize, y: usize, decal: Option<usize>) -> V3 {
        let ray = scene.camera.ray(x as f32 + 0.5, y as f32 + 0.5);
        let Some((at, _)) = meet(scene, ray) else {
            let up = (ray[2] * 2.0).clamp(0.0, 1.0);
            return scale(scene.beyond, 0.5 + 0.5 * up);
        };
        let albedo = match decal {
            Some(number) => look(&scene.materials[number], at, self.foot),
            None => top(scene, at, self.foot, self.step),
        };
        add(mul(albedo, self.light[0]), self.light[1])
    }
}

/// How far a place lies inside a region.
fn inside(region: &Region, at: P2) -> f32 {
    dot2(region.normal, at) - region.offset
}

/// The material of the table top at a place, where borders are crossed by
/// more than `step`.
fn cover(scene: &Scene, at: P2, step: f32) -> usize {
    let region = scene.regions.iter().rfind(|r| inside(r, at) >= step);
    region.map_or(0, |region| region.material)
}

/// Colour of the table top with its borders; `step` is the width of a pixel
/// there.
fn top(scene: &Scene, at: P2, foot: f32, step: f32) -> V3 {
    if scene.regions.is_empty() {
        return look(&scene.materials[0], at, foot);
    }
    // What lies below a border that is wholly crossed is not seen.
    let covering = scene.regions.iter().rposition(|r| inside(r, at) >= step);
    let base = covering.map_or(0, |k| scene.regions[k].material);
    let mut albedo = look(&scene.materials[base], at, foot);
    for region in &scene.regions[covering.map_or(0, |k| k + 1)..] {
        let share = smoothstep(-step, step, inside(region, at));
        if share > 0.0 {
            let rgb = look(&scene.materials[region.material], at, foot);
            albedo = std::array::from_fn(|k| albedo[k] + (rgb[k] - albedo[k]) * share);
        }
    }
    albedo
}

fn dot2(a: P2, b: P2) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

/// The place on a material's picture, and the size of picture to look at.
fn place(material: &Material, at: P2, foot: f32) -> (&Level, f32, f32) {
    let [cos, sin] = material.turn;
    let at = [at[0] - material.origin[0], at[1] - material.origin[1]];
    let u = (at[0] * cos + at[1] * sin) / material.repeat[0];
    let v = (at[0] * sin - at[1] * cos) / material.repeat[1];
    let [w, h] = material.pattern.size();
    let per = [w as f32 / material.repeat[0], h as f32 / material.repeat[1]];
    (material.pattern.level(foot * per[0], foot * per[1]), u, v)
}

/// Colour of a material lying flat, at a place on it.
pub(super) fn look(material: &Material, at: P2, foot: f32) -> V3 {
    let (level, u, v) = place(material, at, foot);
    let [a, b] = material.colors;
    match material.look {
        Look::Print => {
            let [rgb @ .., _] = level.texel(u + 0.5, v + 0.5, false);
            mul(rgb, a)
        }
        Look::Photo => {
            let [rgb @ .., _] = level.texel(u, v, true);
            mul(rgb, a)
        }
        Look::Mixed => {
            let [mix, shade, _, _] = level.texel(u, v, true);
            std::array::from_fn(|k| (a[k] + (b[k] - a[k]) * mix) * shade * 2.0)
        }
    }
}

/// Normal of a material lying flat, at a place on it.
fn slant(material: &Material, at: P2, foot: f32) -> V3 {
    let k = material.relief * 0.35;
    if material.look != Look::Mixed || k == 0.0 {
        return [0.0, 0.0, 1.0];
    }
    let (level, u, v) = place(material, at, foot);
    let slope = level.sample(u, v, true).slope;
    unit([-slope[0] * k, slope[1] * k, 1.0])
}

/// Cuts a polygon to the picture (with a small margin).
fn clip(points: &[P2], size: [usize; 2]) -> Vec<P2> {
    let (w, h) = (size[0] as f32 + 2.0, size[1] as f32 + 2.0);
    // Distance inside each of the four borders.
    let sides: [fn(P2, P2) -> f32; 4] = [
        |p, _| p[0] + 2.0,
        |p, e| e[0] - p[0],
        |p, _| p[1] + 2.0,
        |p, e| e[1] - p[1],
    ];
    sides.iter().fold(points.to_vec(), |polygon, side| {
        let mut out = Vec::with_capacity(polygon.len() + 2);
        for (index, &a) in polygon.iter().enumerate() {
            let b = polygon[(index + 1) % polygon.len()];
            let (da, db) = (side(a, [w, h]), side(b, [w, h]));
            if da >= 0.0 {
                out.push(a);
            }
            if (da < 0.0) != (db < 0.0) {
                let t = da / (da - db);
                out.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
            }
        }
        out
    })
}
