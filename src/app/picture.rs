//! The result as a picture of its own: drawn by the window's views, but as high
//! as it needs to be, whatever the size of the window.

use eframe::egui::{self, FullOutput, RawInput, Rect, pos2};
use image::RgbImage;

use crate::app::raster::{self, Textures};
use crate::app::state::State;
use crate::app::views::{self, Scene};
use crate::app::{fonts, theme};

/// Points from left to right.
const WIDTH: f32 = 470.0;
/// Room for the longest sheet; what is not used is cut off.
const MOST: f32 = 3000.0;
/// Pixels per point.
const SCALE: f32 = 2.0;
/// egui knows its fonts after the first frame and its sizes after the second.
const FRAMES: usize = 3;

/// Draws the result on show, if there is one.
pub fn of_result(state: &State) -> Option<RgbImage> {
    state.sheet_on_show()?;
    let ctx = egui::Context::default();
    fonts::install(&ctx);
    theme::apply(&ctx, state.settings.scheme);
    ctx.set_pixels_per_point(SCALE);
    let palette = state.settings.scheme.palette();
    let (mut textures, mut last) = (Textures::default(), None);
    for _ in 0..FRAMES {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_max(egui::Pos2::ZERO, pos2(WIDTH, MOST))),
            ..RawInput::default()
        };
        let mut height = 0.0;
        let output = ctx.run_ui(input, |ui| {
            let mut wishes = Vec::new();
            let mut scene = Scene {
                lang: state.settings.lang,
                palette,
                wishes: &mut wishes,
            };
            height = views::card::show(ui, state, &mut scene);
        });
        let FullOutput {
            textures_delta,
            shapes,
            pixels_per_point,
            ..
        } = output;
        textures.apply(textures_delta);
        last = Some((shapes, pixels_per_point, height));
    }
    let (shapes, scale, height) = last?;
    let primitives = ctx.tessellate(shapes, scale);
    let side = |points: f32| (points * scale).ceil().max(1.0) as u32;
    let size = [side(WIDTH), side(height.min(MOST))];
    Some(raster::paint(
        size,
        palette.panel,
        &primitives,
        &textures,
        scale,
    ))
}
