//! A chosen hand as a clean photo, for demonstrations.

use super::dataset::finish;
use super::kit::Kit;
use super::layout::{Hand, Layout, Tidiness, place_hand};
use super::light::Light;
use super::photo::Photo;
use super::scene::{Scene, Studio, View};
use super::{RenderError, Shot};
use crate::faces::rng::Rng;

/// Why a demonstration picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The renderer failed.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// A clean picture of a hand on green felt.
///
/// # Errors
/// If the picture cannot be encoded.
pub fn demo(hand: &Hand, studio: &Studio, size: [usize; 2], seed: u64) -> Result<Shot, DemoError> {
    let mut rng = Rng::keyed(&[seed, 0xde30]);
    let kit = Kit::classic(&studio.bank);
    let mut layout = Layout::new(kit.size, &mut rng);
    layout.tidiness = Tidiness { gap: 0.012, turn: 0.008, shift: 0.008 };
    place_hand(&mut layout, &mut rng, hand);
    let mut scene = Scene::plain(&kit, layout, studio, size, &mut rng);
    scene.light = Light::calm();
    let view = View { elevation: 1.05, azimuth: 0.06, roll: 0.02, fov: 0.75, stretch: 1.0, fill: 0.9, shift: [0.0; 2] };
    scene.camera = view.fit(&scene.solids, size, &mut rng);
    let traced = super::trace::trace(&scene, false);
    Ok(finish(&scene, traced, &Photo::good(), &mut rng)?)
}
