//! How the photo lies in the window.

use eframe::egui::{self, Pos2, Rect, TextureHandle, pos2, vec2};

use crate::app::state::State;

/// From pixels of the photo to points of the window.
#[derive(Clone, Copy)]
pub struct Placed {
    /// Where the shown part lies in the window.
    pub rect: Rect,
    /// Points per pixel of the full photo.
    scale: egui::Vec2,
    /// Size of the full photo in pixels.
    full: egui::Vec2,
    /// The part of it that is shown.
    pub part: Rect,
}

impl Placed {
    /// A pixel of the photo in the window.
    pub fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.rect.min + (pos2(x, y) - self.part.min) * self.scale
    }

    /// A pixel of the photo on the texture, `0..1`.
    pub fn uv(&self, [x, y]: [f32; 2]) -> Pos2 {
        pos2(x / self.full.x, y / self.full.y)
    }
}

/// A whole picture of this size in pixels, as large as a space allows.
pub fn place_all(area: Rect, full: egui::Vec2) -> Placed {
    placed(area, full, Rect::from_min_size(Pos2::ZERO, full))
}

/// A part of a picture, as large as a space allows.
fn placed(area: Rect, full: egui::Vec2, part: Rect) -> Placed {
    let factor = (area.width() / part.width()).min(area.height() / part.height());
    Placed {
        rect: Rect::from_center_size(area.center(), part.size() * factor),
        scale: vec2(factor, factor),
        full,
        part,
    }
}

/// Where the photo is shown in a space of the window.
pub fn place(state: &State, area: Rect, texture: &TextureHandle) -> Placed {
    let full = match &state.photo.reading {
        Some(reading) if reading.width > 0 => vec2(reading.width as f32, reading.height as f32),
        _ => texture.size_vec2(),
    };
    let whole = Rect::from_min_size(Pos2::ZERO, full);
    // A picture that moves would make the part jump about.
    let part = match state.whole || state.is_framing() {
        true => whole,
        false => part_with_tiles(state, whole, area.size()),
    };
    placed(area, full, part)
}

/// The part of the photo where the tiles lie, with some table round it, in the
/// proportions of the space it is shown in. Hands are often a narrow strip of
/// the photo; shown whole their tiles would be too small to check.
fn part_with_tiles(state: &State, whole: Rect, space: egui::Vec2) -> Rect {
    let Some(reading) = &state.photo.reading else {
        return whole;
    };
    let corners = reading.tiles.iter().flat_map(|tile| tile.quad.0);
    let tiles = Rect::from_points(&corners.map(|[x, y]| pos2(x, y)).collect::<Vec<_>>());
    if reading.tiles.is_empty() || !tiles.is_finite() {
        return whole;
    }
    let margin = 0.06 * tiles.width().max(tiles.height()) + 0.02 * whole.width();
    let mut size = (tiles.size() + vec2(margin, margin) * 2.0).min(whole.size());
    let aspect = space.x / space.y.max(1.0);
    match size.x / size.y < aspect {
        true => size.x = (size.y * aspect).min(whole.width()),
        false => size.y = (size.x / aspect).min(whole.height()),
    }
    let spare = (whole.size() - size).max(egui::Vec2::ZERO);
    let min = (tiles.center() - size / 2.0).clamp(Pos2::ZERO, spare.to_pos2());
    Rect::from_min_size(min, size)
}
