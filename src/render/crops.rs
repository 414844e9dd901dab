//! Packed crops for the classifier.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::crop::{self, HEIGHT, WIDTH};
use super::dataset::{finish, kit_of, shoot, typical_width};
use super::kit::Kit;
use super::layout;
use super::math::P2;
use super::photo::Photo;
use super::scene::{Scene, Studio};
use super::trace::trace;
use super::{RenderError, Shot};
use crate::faces::path::area;
use crate::faces::rng::Rng;
use crate::tile::Tile;

/// What to render.
#[derive(Clone, Debug)]
pub struct CropJob {
    /// Seed of everything.
    pub seed: u64,
    /// Number of crops.
    pub count: usize,
    /// Share of sets whose faces follow drawings, if there are any.
    pub art_share: f32,
}

/// What was rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CropStats {
    /// Crops.
    pub crops: usize,
    /// Physical sets.
    pub sets: usize,
}

/// Crops of one physical set.
const PER_KIT: usize = 144;
/// Class of crops that show no tile.
const NOT_A_TILE: u8 = Tile::COUNT as u8;
/// Turn label where the face looks the same both ways.
const NO_TURN: u8 = 255;
/// Share of crops without a tile.
const EMPTY_SHARE: f32 = 0.1;
/// Share of pictures that are whole scenes rather than small patches.
const SCENE_SHARE: f32 = 0.06;
/// Least visibility of a tile that is labelled with its class.
const LEAST_VISIBLE: f32 = 0.62;

/// Pixels and four label bytes of each crop of a group.
struct Batch {
    pixels: Vec<u8>,
    labels: Vec<u8>,
}

impl Batch {
    fn len(&self) -> usize {
        self.labels.len() / 4
    }

    fn push(&mut self, shot: &Shot, quad: &[P2; 4], first: usize, class: u8, turn: u8, style: u16) {
        let start = self.pixels.len();
        self.pixels.resize(start + WIDTH * HEIGHT * 3, 0);
        crop::cut(&shot.rgb, shot.size, quad, first, &mut self.pixels[start..]);
        self.labels
            .extend([class, turn, style as u8, (style >> 8) as u8]);
    }
}

/// Renders crops into `crops.u8` and `labels.u8` of a folder.
///
/// # Errors
/// See [`RenderError`].
pub fn render_crops(
    job: &CropJob,
    studio: &Studio,
    out: &Path,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<CropStats, RenderError> {
    if job.count == 0 {
        return Err(RenderError::Nothing);
    }
    std::fs::create_dir_all(out).map_err(RenderError::write(out))?;
    let create = |name: &str| {
        let path = out.join(name);
        let file = std::fs::File::create(&path).map_err(RenderError::write(&path))?;
        Ok::<_, RenderError>((BufWriter::new(file), path))
    };
    let (mut pixels, pixels_path) = create("crops.u8")?;
    let (mut labels, labels_path) = create("labels.u8")?;
    let sets = job.count.div_ceil(PER_KIT);
    let done = AtomicUsize::new(0);
    // In steps, so that memory does not grow with the count.
    let step = rayon::current_num_threads() * 4;
    for first in (0..sets).step_by(step) {
        let batches: Vec<Batch> = (first..(first + step).min(sets))
            .into_par_iter()
            .map(|group| {
                let wanted = PER_KIT.min(job.count - group * PER_KIT);
                let batch = render_group(job, studio, group, wanted)?;
                progress(done.fetch_add(wanted, Ordering::Relaxed) + wanted);
                Ok(batch)
            })
            .collect::<Result<_, RenderError>>()?;
        for batch in batches {
            pixels
                .write_all(&batch.pixels)
                .map_err(RenderError::write(&pixels_path))?;
            labels
                .write_all(&batch.labels)
                .map_err(RenderError::write(&labels_path))?;
        }
    }
    pixels.flush().map_err(RenderError::write(&pixels_path))?;
    labels.flush().map_err(RenderError::write(&labels_path))?;
    Ok(CropStats {
        crops: job.count,
        sets,
    })
}

fn render_group(
    job: &CropJob,
    studio: &Studio,
    group: usize,
    wanted: usize,
) -> Result<Batch, RenderError> {
    let kit = kit_of(job.seed, group, studio, job.art_share);
    let mut rng = Rng::keyed(&[job.seed, 0xc209, group as u64]);
    let mut batch = Batch {
        pixels: Vec::new(),
        labels: Vec::new(),
    };
    while batch.len() < wanted {
        let mut shot = if rng.chance(SCENE_SHARE) {
            shoot(&kit, studio, [480, 360], &mut rng)?
        } else {
            snap(&kit, studio, &mut rng)?
        };
        if let Some(jpeg) = shot.jpeg.take() {
            shot.rgb = image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg)?
                .into_rgb8()
                .into_raw();
        }
        harvest(&shot, &mut batch, wanted, group as u16, &mut rng);
    }
    Ok(batch)
}

/// A small picture of a few tiles.
fn snap(kit: &Kit, studio: &Studio, rng: &mut Rng) -> Result<Shot, RenderError> {
    let layout = layout::patch(kit.size, rng);
    let tile_px = rng.log_range(23.0, 68.0);
    let scene = Scene::close_up(kit, layout, studio, tile_px, rng);
    let traced = trace(&scene, false);
    let photo = Photo::random(
        rng,
        typical_width(&traced),
        kit.front[1] * scene.light.level(),
    );
    finish(&scene, traced, &photo, rng)
}

/// Cuts every tile that is seen well enough, and some places without one.
fn harvest(shot: &Shot, batch: &mut Batch, wanted: usize, style: u16, rng: &mut Rng) {
    let mut labels: Vec<_> = shot
        .labels
        .iter()
        .filter(|l| l.visibility > LEAST_VISIBLE)
        .collect();
    rng.shuffle(&mut labels);
    labels.truncate(16);
    for label in labels {
        let side = (label.quad[1][0] - label.quad[0][0]).hypot(label.quad[1][1] - label.quad[0][1]);
        if side < 9.0 || area(&label.quad).abs() < 160.0 {
            continue;
        }
        for _ in 0..rng.pick(&[1, 2, 2]) {
            if batch.len() >= wanted {
                return;
            }
            let sigma = rng.pick(&[0.015, 0.03, 0.06]);
            let quad = crop::jitter(&label.quad, sigma, rng);
            let first = crop::first_corner(&quad);
            // The tile's own top left is corner 0 of `quad`.
            let turn = ((4 - first) % 4) as u8;
            let turn = if label.tile.looks_alike_turned() {
                NO_TURN
            } else {
                turn
            };
            batch.push(shot, &quad, first, label.tile.index() as u8, turn, style);
        }
    }
    empties(shot, batch, wanted, style, rng);
}

/// Cuts things and places that are no tiles.
fn empties(shot: &Shot, batch: &mut Batch, wanted: usize, style: u16, rng: &mut Rng) {
    let mut decoys: Vec<_> = shot.holes.iter().collect();
    rng.shuffle(&mut decoys);
    for decoy in decoys
        .into_iter()
        .take(if shot.labels.is_empty() { 8 } else { 2 })
    {
        let quad = crop::jitter(decoy, 0.05, rng);
        if !is_clear(shot, &quad) {
            continue;
        }
        let [w, h] = shot.size.map(|s| s as f32);
        let inside = quad
            .iter()
            .all(|p| (0.0..w).contains(&p[0]) && (0.0..h).contains(&p[1]));
        if inside && batch.len() < wanted {
            batch.push(
                shot,
                &quad,
                crop::first_corner(&quad),
                NOT_A_TILE,
                NO_TURN,
                style,
            );
        }
    }
    // A picture without tiles is there for this.
    let tries = shot
        .labels
        .len()
        .max(if shot.labels.is_empty() { 40 } else { 3 });
    for _ in 0..tries {
        if batch.len() < wanted
            && rng.chance(EMPTY_SHARE * 1.3)
            && let Some(quad) = empty_quad(shot, rng)
        {
            let first = crop::first_corner(&quad);
            batch.push(shot, &quad, first, NOT_A_TILE, NO_TURN, style);
        }
    }
}

/// Whether no tile lies where a quad is.
fn is_clear(shot: &Shot, quad: &[P2; 4]) -> bool {
    let middle = |q: &[P2; 4]| [0, 1].map(|k| q.iter().map(|p| p[k]).sum::<f32>() / 4.0);
    let at = middle(quad);
    shot.labels.iter().all(|label| {
        let c = middle(&label.quad);
        (c[0] - at[0]).hypot(c[1] - at[1]) > area(&label.quad).abs().sqrt() * 0.6
    })
}

/// A quad that holds no tile: between tiles, half a tile, several, a part of
/// one, or anything else in the picture.
fn empty_quad(shot: &Shot, rng: &mut Rng) -> Option<[P2; 4]> {
    let [w, h] = shot.size.map(|s| s as f32);
    let model = shot.labels.get(rng.below(shot.labels.len().max(1)));
    let base = model.map_or([[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]], |l| {
        l.quad
    });
    let center = [0, 1].map(|k| base.iter().map(|p| p[k]).sum::<f32>() / 4.0);
    let (right, down) = (
        [base[1][0] - base[0][0], base[1][1] - base[0][1]],
        [base[3][0] - base[0][0], base[3][1] - base[0][1]],
    );
    let side = right[0].hypot(right[1]);
    let (at, grow) = match rng.below(5) {
        // Between neighbours or half beside the tile.
        0 | 1 => {
            let (a, b) = rng.pick(&[(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5), (0.5, 0.5)]);
            let (a, b) = (a * rng.range(0.9, 1.2), b * rng.range(0.9, 1.2));
            (
                [
                    center[0] + right[0] * a + down[0] * b,
                    center[1] + right[1] * a + down[1] * b,
                ],
                1.0,
            )
        }
        // Several tiles, or a part of one.
        2 => (center, rng.pick(&[1.9, 2.4, 0.42, 0.5])),
        _ => (
            [rng.range(0.0, w), rng.range(0.0, h)],
            rng.log_range(0.5, 1.8),
        ),
    };
    let (sin, cos) = if rng.chance(0.4) {
        rng.range(-3.0, 3.0).sin_cos()
    } else {
        rng.gauss(0.1).sin_cos()
    };
    let quad = base.map(|p| {
        let (x, y) = ((p[0] - center[0]) * grow, (p[1] - center[1]) * grow);
        [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
    });
    let inside = quad
        .iter()
        .filter(|p| (0.0..w).contains(&p[0]) && (0.0..h).contains(&p[1]))
        .count();
    let tile_like = shot.labels.iter().any(|label| {
        let c = [0, 1].map(|k| label.quad.iter().map(|p| p[k]).sum::<f32>() / 4.0);
        let near = (c[0] - at[0]).hypot(c[1] - at[1]) < side * 0.36;
        near && (0.62..1.7).contains(&grow)
    });
    (inside >= 3 && !tile_like).then_some(quad)
}
