//! Tiles cut out of the photo and stood upright.

use eframe::egui::{self, Color32, Mesh, Pos2, Rect, Shape, Stroke, TextureHandle, Ui, vec2};

use crate::app::state::State;
use crate::app::views::Scene;
use crate::app::views::placed::{Placed, place_all};
use crate::confirm::DraftTile;
use crate::detect::Quad;

/// The photo of one tile, upright, as a picture of a height.
pub fn crop(ui: &mut Ui, state: &State, tile: &DraftTile, height: f32) -> bool {
    let Some(texture) = &state.photo.texture else {
        return false;
    };
    let Some(reading) = &state.photo.reading else {
        return false;
    };
    let Some(seen) = tile.seen.and_then(|index| reading.tiles.get(index)) else {
        return false;
    };
    of_quad(
        ui,
        texture,
        (reading.width, reading.height),
        seen.quad,
        height,
    );
    true
}

/// The part of a photo within an outline, upright, as a picture of a height.
/// `size` is that of the photo in pixels.
pub fn of_quad(ui: &mut Ui, texture: &TextureHandle, size: (u32, u32), quad: Quad, height: f32) {
    let (short, long) = quad.size();
    let aspect = (short / long.max(1.0)).clamp(0.4, 1.6);
    let (rect, response) =
        ui.allocate_exact_size(vec2(height * aspect, height), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "crop"));
    let placed = place_all(rect, vec2(size.0 as f32, size.1 as f32));
    let uv = quad.0.map(|corner| placed.uv(corner));
    ui.painter().add(quad_mesh(texture, rect, uv));
}

fn quad_mesh(texture: &TextureHandle, rect: Rect, uv: [Pos2; 4]) -> Shape {
    // A grid, so that perspective does not show as a fold along a diagonal.
    const STEPS: u32 = 6;
    let mut mesh = Mesh::with_texture(texture.id());
    for row in 0..=STEPS {
        for column in 0..=STEPS {
            let (s, t) = (column as f32 / STEPS as f32, row as f32 / STEPS as f32);
            let upper = uv[0].lerp(uv[1], s);
            let lower = uv[3].lerp(uv[2], s);
            mesh.vertices.push(egui::epaint::Vertex {
                pos: rect.lerp_inside(vec2(s, t)),
                uv: upper.lerp(lower, t),
                color: Color32::WHITE,
            });
        }
    }
    for row in 0..STEPS {
        for column in 0..STEPS {
            let first = row * (STEPS + 1) + column;
            let below = first + STEPS + 1;
            mesh.add_triangle(first, first + 1, below);
            mesh.add_triangle(first + 1, below + 1, below);
        }
    }
    Shape::mesh(mesh)
}

/// The tile under the cursor, as large as the space allows.
pub fn zoomed(
    ui: &Ui,
    state: &State,
    scene: &Scene,
    area: Rect,
    placed: &Placed,
    texture: &TextureHandle,
) {
    let Some(tile) = state.cursor.and_then(|id| state.draft().get(id)) else {
        return;
    };
    let Some(seen) = state
        .photo
        .reading
        .as_ref()
        .zip(tile.seen)
        .and_then(|(reading, index)| reading.tiles.get(index))
    else {
        return;
    };
    let (short, long) = seen.quad.size();
    let height = area.height() * 0.86;
    let size = vec2(height * (short / long.max(1.0)).clamp(0.4, 1.6), height);
    let rect = Rect::from_center_size(area.center(), size);
    let painter = ui.painter();
    painter.rect_filled(area, 8.0, Color32::from_black_alpha(170));
    painter.add(quad_mesh(
        texture,
        rect,
        seen.quad.0.map(|corner| placed.uv(corner)),
    ));
    painter.rect_stroke(
        rect,
        4.0,
        Stroke::new(2.0, scene.palette.accent),
        egui::StrokeKind::Outside,
    );
}
