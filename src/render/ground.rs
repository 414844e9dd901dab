//! The table top and what is flat on it.

use super::material::Material;
use super::math::{P2, V3, dot, mul, scale, smoothstep, unit};
use super::scene::{Region, Scene};
use super::shadow::Shadows;
use crate::faces::path::Path;
use crate::faces::raster::coverage;

/// Draws the ground into `out`, one linear colour a pixel, where `open` says
/// that it is seen.
pub(super) fn draw(scene: &Scene, shadows: &Shadows, open: impl Fn(usize) -> bool, out: &mut [V3]) {
    let w = scene.size[0];
    for (y, line) in out.chunks_exact_mut(w).enumerate() {
        for (x, px) in line.iter_mut().enumerate() {
            if open(y * w + x) {
                *px = pixel(scene, shadows, x, y, None);
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
                let ink = pixel(scene, shadows, x, y, Some(decal.material));
                let px = &mut out[y * w + x];
                *px = std::array::from_fn(|k| px[k] + (ink[k] - px[k]) * cover);
            }
        }
    }
}

fn pixel(scene: &Scene, shadows: &Shadows, x: usize, y: usize, material: Option<usize>) -> V3 {
    let camera = &scene.camera;
    let ray = camera.ray(x as f32 + 0.5, y as f32 + 0.5);
    let t = -camera.eye[2] / ray[2];
    if ray[2] > -1e-4 || t > 2000.0 {
        let up = (ray[2] * 2.0).clamp(0.0, 1.0);
        return scale(scene.beyond, 0.5 + 0.5 * up);
    }
    let at = [camera.eye[0] + ray[0] * t, camera.eye[1] + ray[1] * t];
    let step = t / camera.focal[0]; // ground per pixel across the view
    let view = scale(ray, dot(ray, ray).sqrt().recip());
    let foot = step / (-view[2]).max(0.05).sqrt();
    let (albedo, normal, gloss) = match material {
        Some(number) => {
            let material = &scene.materials[number];
            let (albedo, normal) = look(material, at, foot);
            (albedo, normal, material.gloss)
        }
        None => top(scene, at, foot, step),
    };
    let [cast, close] = shadows.at(x, y);
    scene
        .light
        .shade(albedo, normal, view, gloss, 1.0 - 0.6 * close, 1.0 - cast)
}

/// Colour, normal and gloss of the table top with its borders; `step` is the
/// width of a pixel there.
fn top(scene: &Scene, at: P2, foot: f32, step: f32) -> (V3, V3, f32) {
    let inside = |region: &Region| dot2(region.normal, at) - region.offset;
    // What lies below a border that is wholly crossed is not seen.
    let covering = scene
        .regions
        .iter()
        .rposition(|region| inside(region) >= step);
    let base = covering.map_or(0, |k| scene.regions[k].material);
    let (mut albedo, mut normal) = look(&scene.materials[base], at, foot);
    let mut gloss = scene.materials[base].gloss;
    for region in &scene.regions[covering.map_or(0, |k| k + 1)..] {
        let share = smoothstep(-step, step, inside(region));
        if share > 0.0 {
            let other = &scene.materials[region.material];
            let (rgb, n) = look(other, at, foot);
            albedo = std::array::from_fn(|k| albedo[k] + (rgb[k] - albedo[k]) * share);
            if share > 0.5 {
                (normal, gloss) = (n, other.gloss);
            }
        }
    }
    (albedo, normal, gloss)
}

fn dot2(a: P2, b: P2) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

/// Colour and normal of a material lying flat, at a place on it.
pub(super) fn look(material: &Material, at: P2, foot: f32) -> (V3, V3) {
    let [cos, sin] = material.turn;
    let at = [at[0] - material.origin[0], at[1] - material.origin[1]];
    let u = (at[0] * cos + at[1] * sin) / material.repeat[0];
    let v = (at[0] * sin - at[1] * cos) / material.repeat[1];
    let [w, h] = material.pattern.size();
    let per = [w as f32 / material.repeat[0], h as f32 / material.repeat[1]];
    let level = material.pattern.level(foot * per[0], foot * per[1]);
    let [a, b] = material.colors;
    if material.print {
        let sample = level.sample(u + 0.5, v + 0.5, false);
        return (mul(sample.rgb, a), [0.0, 0.0, 1.0]);
    }
    let sample = level.sample(u, v, true);
    let [mix, shade, _] = sample.rgb;
    let rgb = std::array::from_fn(|k| (a[k] + (b[k] - a[k]) * mix) * shade * 2.0);
    let k = material.relief * 0.35;
    let normal = unit([-sample.slope[0] * k, sample.slope[1] * k, 1.0]);
    (rgb, normal)
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
