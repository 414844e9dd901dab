//! A chosen hand as a clean photo, for demonstrations.

use super::dataset::finish;
use super::kit::Kit;
use super::layout::{Hand, HandMeld, Layout, Tidiness, place_tidy};
use super::light::Light;
use super::photo::Photo;
use super::scene::{Scene, Studio, View};
use super::trace::trace;
use super::{RenderError, Shot, check_size};
use crate::faces::rng::Rng;
use crate::meld::{Meld, MeldKind};
use crate::notation;

/// The hand of the notation as it would lie on a table: called sets with one
/// tile sideways, concealed kans with their outer tiles face down.
impl From<&notation::Hand> for Hand {
    fn from(typed: &notation::Hand) -> Hand {
        let meld = |meld: &Meld| HandMeld {
            tiles: meld.tiles.clone(),
            sideways: (meld.kind != MeldKind::Ankan).then_some(0),
            concealed: meld.kind == MeldKind::Ankan,
        };
        let mut concealed = typed.concealed.clone();
        let win = typed.win_tile.or_else(|| concealed.pop());
        Hand {
            concealed,
            win,
            melds: typed.melds.iter().map(meld).collect(),
            gari: typed.gari.clone(),
            indicators: typed.dora.clone(),
        }
    }
}

/// A clean picture of a hand on green felt.
///
/// # Errors
/// If the picture cannot be encoded.
pub fn demo(
    hand: &Hand,
    studio: &Studio,
    size: [usize; 2],
    seed: u64,
) -> Result<Shot, RenderError> {
    check_size(size)?;
    let mut rng = Rng::keyed(&[seed, 0xde30]);
    let kit = Kit::classic(&studio.bank);
    let mut layout = Layout::new(kit.size, &mut rng);
    layout.tidiness = Tidiness {
        gap: 0.012,
        turn: 0.008,
        shift: 0.008,
    };
    place_tidy(&mut layout, &mut rng, hand);
    let mut scene = Scene::plain(&kit, layout, studio, size, &mut rng);
    scene.light = Light::calm();
    let view = View {
        elevation: 1.05,
        azimuth: 0.06,
        roll: 0.02,
        fov: 0.75,
        stretch: 1.0,
        fill: 0.9,
        shift: [0.0; 2],
    };
    scene.camera = view.fit(&scene.solids, size, &mut rng);
    let traced = trace(&scene, true);
    finish(&scene, traced, &Photo::good(), &mut rng)
}
