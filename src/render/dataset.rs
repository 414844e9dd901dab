//! Writing scenes: JPEG pictures and one COCO file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use image::codecs::jpeg::JpegEncoder;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::kit::Kit;
use super::layout::{self, Pose};
use super::math::V3;
use super::photo::Photo;
use super::scene::{Scene, Studio};
use super::solid::Solid;
use super::trace::{Traced, shown_side, trace};
use super::{Label, RenderError, Shot, check_size};
use crate::faces::rng::Rng;
use crate::tile::{CODES, Tile};

/// Scenes of one physical set in a row: drawing a set costs as much as a
/// scene, so neighbours share it.
const PER_KIT: usize = 6;

/// What to render.
#[derive(Clone, Debug)]
pub struct SceneJob {
    /// Seed of everything.
    pub seed: u64,
    /// Number of scenes.
    pub count: usize,
    /// Picture size.
    pub size: [usize; 2],
    /// Share of sets whose faces follow drawings, if there are any.
    pub art_share: f32,
}

/// What was rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatasetStats {
    /// Pictures.
    pub images: usize,
    /// Labelled tiles.
    pub tiles: usize,
}

/// The set of tiles of a scene.
pub(super) fn kit_of<'a>(seed: u64, group: usize, studio: &'a Studio, art_share: f32) -> Kit<'a> {
    let key = Rng::keyed(&[seed, 0x6b17, group as u64]).next_u64();
    Kit::random(key, &studio.bank, &studio.arts, art_share)
}

/// One random scene of a set, photographed.
pub fn shoot(
    kit: &Kit,
    studio: &Studio,
    size: [usize; 2],
    rng: &mut Rng,
) -> Result<Shot, RenderError> {
    let layout = layout::random(kit.size, rng);
    let scene = Scene::dress(kit, layout, studio, size, rng);
    let traced = trace(&scene, false);
    let photo = Photo::random(
        rng,
        typical_width(&traced),
        kit.front[1] * scene.light.level(),
    );
    finish(&scene, traced, &photo, rng)
}

/// Develops a traced scene and collects its labels.
pub(super) fn finish(
    scene: &Scene,
    traced: Traced,
    photo: &Photo,
    rng: &mut Rng,
) -> Result<Shot, RenderError> {
    let labels = labels(scene, &traced);
    let [w, h] = scene.size;
    let rgb = photo.develop(traced.px, w, h, rng);
    let jpeg = photo
        .jpeg
        .map(|quality| encode(&rgb, scene.size, quality))
        .transpose()?;
    let decoy = |corners: &[V3; 4]| {
        let [a, b, c, d] = corners.map(|p| scene.camera.project(p));
        Some([a?, b?, c?, d?])
    };
    let holes = scene.decoys.iter().filter_map(decoy).collect();
    Ok(Shot {
        size: scene.size,
        rgb,
        jpeg,
        labels,
        holes,
    })
}

/// RGB bytes as JPEG.
pub(super) fn encode(rgb: &[u8], [w, h]: [usize; 2], quality: u8) -> Result<Vec<u8>, RenderError> {
    let mut out = Vec::with_capacity(w * h / 2);
    JpegEncoder::new_with_quality(&mut out, quality).encode(
        rgb,
        w as u32,
        h as u32,
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(out)
}

/// Median width of the tiles that are seen, in pixels.
pub(super) fn typical_width(traced: &Traced) -> f32 {
    let mut widths: Vec<f32> = traced
        .quads
        .iter()
        .zip(&traced.visible)
        .filter(|(_, v)| **v > 0.3)
        .filter_map(|(q, _)| q.map(|q| (q[1][0] - q[0][0]).hypot(q[1][1] - q[0][1])))
        .collect();
    widths.sort_by(f32::total_cmp);
    widths.get(widths.len() / 2).copied().unwrap_or(40.0)
}

fn labels(scene: &Scene, traced: &Traced) -> Vec<Label> {
    let eye: V3 = scene.camera.eye;
    let label = |(number, placed): (usize, &layout::Placed)| {
        let quad = traced.quads[number]?;
        let visibility = traced.visible[number];
        let solid: &Solid = &scene.solids[number];
        let back = shown_side(solid, eye)? < 0.0;
        let tile = if back {
            Tile::all().last()?
        } else {
            placed.tile
        };
        let [w, h] = scene.size.map(|s| s as f32);
        let middle = [0, 1].map(|k| quad.iter().map(|p| p[k]).sum::<f32>() / 4.0);
        let inside = (0.0..w).contains(&middle[0]) && (0.0..h).contains(&middle[1]);
        (visibility > 0.02 && (inside || visibility > 0.3)).then_some(Label {
            tile,
            quad,
            visibility,
            zone: placed.zone,
            row: placed.row,
            index: placed.index,
            pose: if back && placed.pose != Pose::Standing {
                Pose::Down
            } else {
                placed.pose
            },
        })
    };
    scene.tiles.iter().enumerate().filter_map(label).collect()
}

/// Renders a dataset into a folder (created if need be); `progress` is told
/// how many scenes are done.
///
/// # Errors
/// See [`RenderError`]. Files already written stay.
pub fn render_dataset(
    job: &SceneJob,
    studio: &Studio,
    out: &Path,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<DatasetStats, RenderError> {
    if job.count == 0 {
        return Err(RenderError::Nothing);
    }
    check_size(job.size)?;
    let images = out.join("images");
    std::fs::create_dir_all(&images).map_err(RenderError::write(&images))?;
    let done = AtomicUsize::new(0);
    let groups: Vec<Vec<(usize, Vec<Label>)>> = (0..job.count.div_ceil(PER_KIT))
        .into_par_iter()
        .map(|group| {
            let kit = kit_of(job.seed, group, studio, job.art_share);
            let range = group * PER_KIT..((group + 1) * PER_KIT).min(job.count);
            range
                .map(|index| {
                    let labels = write_scene(job, &kit, studio, index, &images)?;
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                    Ok((index, labels))
                })
                .collect::<Result<Vec<_>, RenderError>>()
        })
        .collect::<Result<_, RenderError>>()?;
    let scenes: Vec<(usize, Vec<Label>)> = groups.into_iter().flatten().collect();
    let path = out.join("annotations.coco.json");
    let tiles = scenes.iter().map(|s| s.1.len()).sum();
    let text = coco(&scenes, job.size).to_string();
    std::fs::write(&path, text).map_err(RenderError::write(&path))?;
    Ok(DatasetStats {
        images: scenes.len(),
        tiles,
    })
}

fn write_scene(
    job: &SceneJob,
    kit: &Kit,
    studio: &Studio,
    index: usize,
    images: &Path,
) -> Result<Vec<Label>, RenderError> {
    let mut rng = Rng::keyed(&[job.seed, 0x5ce2e, index as u64]);
    let shot = shoot(kit, studio, job.size, &mut rng)?;
    let path: PathBuf = images.join(format!("{index:06}.jpg"));
    let bytes = match shot.jpeg {
        Some(bytes) => bytes,
        None => encode(&shot.rgb, shot.size, 97)?,
    };
    std::fs::write(&path, bytes).map_err(RenderError::write(&path))?;
    Ok(shot.labels)
}

/// The COCO file of a dataset.
fn coco(scenes: &[(usize, Vec<Label>)], [w, h]: [usize; 2]) -> Value {
    let categories: Vec<Value> = CODES
        .iter()
        .enumerate()
        .map(|(index, code)| json!({"id": index + 1, "name": code, "supercategory": "tile"}))
        .collect();
    let image = |index: usize| json!({"id": index, "file_name": format!("images/{index:06}.jpg"), "width": w, "height": h});
    let images: Vec<Value> = scenes.iter().map(|(index, _)| image(*index)).collect();
    let all = scenes
        .iter()
        .flat_map(|(index, labels)| labels.iter().map(move |label| (*index, label)));
    let annotations: Vec<Value> = all
        .enumerate()
        .map(|(id, (image, label))| annotation(id + 1, image, label))
        .collect();
    json!({
        "info": {"description": "karasu rendered scenes"},
        "images": images,
        "annotations": annotations,
        "categories": categories,
    })
}

fn annotation(id: usize, image: usize, label: &Label) -> Value {
    let round = |v: f32| f64::from((v * 100.0).round()) / 100.0;
    let side = |k: usize, pick: fn(f32, f32) -> f32, start: f32| {
        label.quad.iter().map(|p| p[k]).fold(start, pick)
    };
    let (x0, y0) = (side(0, f32::min, f32::MAX), side(1, f32::min, f32::MAX));
    let (x1, y1) = (side(0, f32::max, f32::MIN), side(1, f32::max, f32::MIN));
    let corners: Vec<f64> = label.quad.iter().flatten().map(|v| round(*v)).collect();
    json!({
        "id": id,
        "image_id": image,
        "category_id": label.tile.index() + 1,
        "bbox": [round(x0), round(y0), round(x1 - x0), round(y1 - y0)],
        "area": round(crate::faces::path::area(&label.quad).abs()),
        "iscrowd": 0,
        "segmentation": [corners],
        "visibility": round(label.visibility),
        "zone": label.zone.name(),
        "row": label.row,
        "index": label.index,
        "pose": label.pose.name(),
    })
}
