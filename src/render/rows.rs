//! A set laid out in rows, as a person does to teach it.

use super::dataset::finish;
use super::kit::Kit;
use super::layout::{Layout, Tidiness};
use super::light::Light;
use super::photo::Photo;
use super::scene::{Scene, Studio, View};
use super::trace::trace;
use super::{RenderError, Shot, check_size};
use crate::faces::rng::Rng;
use crate::tile::Tile;

/// A clean picture of rows of tiles on green felt, seen from nearly above.
///
/// # Errors
/// If the size is out of range or the picture cannot be encoded.
pub fn rows(
    kit: &Kit,
    rows: &[Vec<Tile>],
    studio: &Studio,
    size: [usize; 2],
    seed: u64,
) -> Result<Shot, RenderError> {
    check_size(size)?;
    let mut rng = Rng::keyed(&[seed, 0x2035]);
    let mut layout = Layout::new(kit.size, &mut rng);
    layout.tidiness = Tidiness {
        gap: 0.05,
        turn: 0.015,
        shift: 0.015,
    };
    for (number, tiles) in rows.iter().enumerate() {
        let down = -(number as f32) * (kit.size[1] + 0.35);
        layout.row(&mut rng, tiles, [0.0, down], |_, placed| {
            placed.row = number as u16;
        });
    }
    let mut scene = Scene::plain(kit, layout, studio, size, &mut rng);
    scene.light = Light::calm();
    let view = View {
        elevation: 1.25,
        azimuth: rng.range(-0.1, 0.1),
        roll: rng.range(-0.04, 0.04),
        fov: 0.75,
        stretch: 1.0,
        fill: 0.92,
        shift: [0.0; 2],
    };
    scene.camera = view.fit(&scene.solids, size, &mut rng);
    let traced = trace(&scene, true);
    finish(&scene, traced, &Photo::good(), &mut rng)
}
