//! The photo with a box round every tile.

use eframe::egui::{self, Color32, Pos2, Rect, Shape, Stroke, TextureHandle, Ui, pos2, vec2};

use crate::app::action::Action;
use crate::app::faces;
use crate::app::fonts;
use crate::app::state::{Photo, State};
use crate::app::text::T;
use crate::app::views::placed::{Placed, place};
use crate::app::views::{Scene, card, crop, framing, labelled_button};
use crate::confirm::{Doubt, DraftTile, Zone};
use crate::read::{Review, ReviewKind};
use crate::tile::Tile;

/// Draws the photo into the space given.
pub fn show(ui: &mut Ui, state: &mut State, scene: &mut Scene) {
    let area = ui.available_rect_before_wrap();
    ui.painter().rect_filled(area, 8.0, scene.palette.ground);
    upload(ui.ctx(), &mut state.photo);
    match &state.photo.texture {
        Some(texture) => {
            let texture = texture.clone();
            picture(ui, state, scene, area, &texture);
        }
        None if state.photo.busy || state.is_framing() => {}
        None => invitation(ui, state, scene, area),
    }
    if state.photo.busy {
        busy(ui, scene, area);
    }
    framing::show(ui, state, scene, area);
    if let Some(problem) = &state.photo.problem {
        let message = problem.message(scene.lang).to_owned();
        notice(ui, scene, area, &message);
    }
    ui.advance_cursor_after_rect(area);
}

/// Gives the picture to the graphics card, once.
pub(super) fn upload(ctx: &egui::Context, photo: &mut Photo) {
    let Some(picture) = photo.picture.as_ref() else {
        return;
    };
    if photo.texture.is_some() && !photo.stale {
        return;
    }
    let (width, height) = picture.image.dimensions();
    let image = egui::ColorImage::from_rgb([width as usize, height as usize], &picture.image);
    let smooth = egui::TextureOptions::LINEAR;
    match &mut photo.texture {
        Some(texture) => texture.set(image, smooth),
        None => photo.texture = Some(ctx.load_texture("photo", image, smooth)),
    }
    photo.stale = false;
}

fn picture(ui: &mut Ui, state: &State, scene: &mut Scene, area: Rect, texture: &TextureHandle) {
    let placed = place(state, area, texture);
    let [min, max] = [placed.part.min, placed.part.max].map(|at| placed.uv([at.x, at.y]));
    let uv = Rect::from_min_max(min, max);
    ui.painter()
        .image(texture.id(), placed.rect, uv, Color32::WHITE);
    let response = ui.interact(
        placed.rect,
        ui.scope_id().with("photo"),
        egui::Sense::click(),
    );
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, scene.text(T::Photo)));
    if state.boxes {
        ghosts(ui, state, scene, &placed);
        let tiles: Vec<(Zone, &DraftTile)> = state.draft().tiles().collect();
        for (zone, tile) in &tiles {
            tile_box(ui, state, scene, &placed, *zone, tile);
        }
        if let Some(pointer) = response.hover_pos()
            && let Some(tile) = tile_at(state, &placed, &tiles, pointer)
        {
            scene.ask(Action::Hover(tile.tile));
        }
        if response.clicked()
            && let Some(pointer) = response.interact_pointer_pos()
            && let Some(tile) = tile_at(state, &placed, &tiles, pointer)
        {
            scene.ask(Action::Select(tile.id));
            scene.ask(Action::OpenPicker);
        }
    }
    // While framing never an error (ux.md).
    if !state.is_framing() {
        reviews(ui, state, scene, area);
    }
    if state.zoom {
        crop::zoomed(ui, state, scene, area, &placed, texture);
    }
}

/// What was looked at and taken for no tile, so that a person can see it.
fn ghosts(ui: &Ui, state: &State, scene: &Scene, placed: &Placed) {
    let ghosts = state
        .photo
        .reading
        .iter()
        .flat_map(|reading| &reading.ghosts);
    for ghost in ghosts {
        let mut line = ghost.quad.0.map(|corner| placed.at(corner)).to_vec();
        line.push(line[0]);
        let stroke = Stroke::new(1.2, scene.palette.dim);
        faces::polyline(ui.painter(), &line, Doubt::Weak, stroke);
    }
}

/// The corners of a tile in points of the window.
fn corners(state: &State, placed: &Placed, tile: &DraftTile) -> Option<[Pos2; 4]> {
    let reading = state.photo.reading.as_ref()?;
    let seen = reading.tiles.get(tile.seen?)?;
    Some(seen.quad.0.map(|corner| placed.at(corner)))
}

fn tile_box(ui: &Ui, state: &State, scene: &Scene, placed: &Placed, zone: Zone, tile: &DraftTile) {
    let Some(corners) = corners(state, placed, tile) else {
        return;
    };
    let selected = state.cursor == Some(tile.id);
    let color = match (selected, zone) {
        (true, _) => Color32::WHITE,
        (false, Zone::Other) => scene.palette.dim,
        _ => zone_color(scene, zone, tile.doubt),
    };
    outline(ui.painter(), corners, tile.doubt, color, selected);
    tag(ui.painter(), corners, tile.tile, color);
}

/// The outline of a tile on a photo.
pub(super) fn outline(
    painter: &egui::Painter,
    corners: [Pos2; 4],
    doubt: Doubt,
    color: Color32,
    selected: bool,
) {
    let mut line = corners.to_vec();
    line.push(corners[0]);
    let width = if selected { 3.0 } else { 2.0 };
    // A dark line beneath keeps the box visible on any tile and table.
    painter.add(Shape::line(
        line.clone(),
        Stroke::new(width + 1.6, Color32::from_black_alpha(150)),
    ));
    faces::polyline(painter, &line, doubt, Stroke::new(width, color));
}

/// Sets and pulled tiles have hues of their own, so that zones are seen.
fn zone_color(scene: &Scene, zone: Zone, doubt: Doubt) -> Color32 {
    match (doubt, zone) {
        (Doubt::Sure, Zone::Meld(_)) => Color32::from_rgb(0x5f, 0xd9, 0xa8),
        (Doubt::Sure, Zone::Gari) => Color32::from_rgb(0xf0, 0xe4, 0x42),
        (Doubt::Sure, Zone::Dora | Zone::Ura | Zone::Arisu) => Color32::from_rgb(0xe0, 0xb0, 0xff),
        (Doubt::Sure, _) => Color32::from_rgb(0x6a, 0xc8, 0xff),
        _ => scene.palette.doubt(doubt),
    }
}

/// The code of the tile, beside its box where there is room for it.
pub(super) fn tag(painter: &egui::Painter, corners: [Pos2; 4], tile: Tile, color: Color32) {
    let edge = (corners[1] - corners[0]).length();
    if edge <= 15.0 {
        return;
    }
    let top = corners
        .iter()
        .fold(f32::MAX, |top, corner| top.min(corner.y));
    let middle = (corners[0].x + corners[1].x + corners[2].x + corners[3].x) / 4.0;
    let font = egui::FontId::new((edge * 0.32).clamp(9.0, 12.5), fonts::bold());
    let galley = painter.layout_no_wrap(tile.code().to_owned(), font, color);
    let size = galley.size() + vec2(6.0, 1.0);
    let rect = Rect::from_center_size(pos2(middle, top - size.y / 2.0 - 2.0), size);
    painter.rect_filled(rect, 3.0, Color32::from_black_alpha(190));
    painter.galley(rect.min + vec2(3.0, 0.5), galley, color);
}

fn tile_at<'a>(
    state: &State,
    placed: &Placed,
    tiles: &[(Zone, &'a DraftTile)],
    pointer: Pos2,
) -> Option<&'a DraftTile> {
    let distance = |tile: &DraftTile| {
        let corners = corners(state, placed, tile)?;
        let centre = corners
            .iter()
            .fold(vec2(0.0, 0.0), |sum, c| sum + c.to_vec2())
            / 4.0;
        let reach = (corners[2] - corners[0]).length() / 2.0;
        let far = (pointer - centre.to_pos2()).length();
        (far <= reach).then_some(far)
    };
    tiles
        .iter()
        .filter_map(|(_, tile)| Some((distance(tile)?, *tile)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, tile)| tile)
}

/// What the reading wants a person to look at, as long as it is of use.
fn reviews(ui: &mut Ui, state: &State, scene: &Scene, area: Rect) {
    let Some(reading) = state
        .photo
        .reading
        .as_ref()
        .filter(|_| state.settled.is_none())
    else {
        return;
    };
    let doubtful: Vec<usize> = state
        .draft()
        .tiles()
        .filter(|(_, tile)| tile.doubt != Doubt::Sure)
        .filter_map(|(_, tile)| tile.seen)
        .collect();
    let useful = |review: &&Review| {
        // The board counts the tiles itself, with every correction.
        !matches!(review.kind, ReviewKind::Count { .. })
            && (review.tiles.is_empty() || review.tiles.iter().any(|tile| doubtful.contains(tile)))
    };
    let messages: Vec<String> = reading
        .review
        .iter()
        .filter(useful)
        .take(2)
        .map(|review| review.message(scene.lang))
        .collect();
    if messages.is_empty() {
        return;
    }
    let layout = egui::Layout::bottom_up(egui::Align::Min);
    let builder = egui::UiBuilder::new().max_rect(area).layout(layout);
    if area.height() > ROOMY {
        ui.scope_builder(builder, |ui| notes(ui, area.width(), &messages));
        return;
    }
    // A low photo is not covered: what has no room scrolls.
    let top = area.bottom() - area.height() * NOTES_MOST;
    let low = Rect::from_min_max(pos2(area.left(), top), area.max);
    ui.scope_builder(egui::UiBuilder::new().max_rect(low), |ui| {
        egui::ScrollArea::vertical()
            .id_salt("notes")
            .auto_shrink([false, false])
            .show(ui, |ui| notes(ui, area.width(), &messages));
    });
}

/// A photo higher than this has room for all remarks, at its lower edge.
const ROOMY: f32 = 170.0;
/// Share of a lower one that they may cover.
const NOTES_MOST: f32 = 0.6;

/// Remarks over the photo, as high as they need to be.
fn notes(ui: &mut Ui, width: f32, messages: &[String]) {
    egui::Frame::new()
        .fill(Color32::from_black_alpha(205))
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(12, 5))
        .show(ui, |ui| {
            ui.set_width(width - 24.0);
            ui.spacing_mut().item_spacing.y = 4.0;
            // From the bottom up, so the last one first.
            for message in messages.iter().rev() {
                let text = egui::RichText::new(message)
                    .color(Color32::WHITE)
                    .size(13.5);
                ui.add(egui::Label::new(text).wrap());
            }
        });
}

fn invitation(ui: &mut Ui, state: &State, scene: &mut Scene, area: Rect) {
    if state.photo.problem.is_some() {
        return;
    }
    let frame = area.shrink(14.0);
    let corners = [
        frame.left_top(),
        frame.right_top(),
        frame.right_bottom(),
        frame.left_bottom(),
        frame.left_top(),
    ];
    ui.painter().extend(Shape::dashed_line(
        &corners,
        Stroke::new(1.5, scene.palette.line),
        8.0,
        7.0,
    ));
    let size = (area.size() - vec2(60.0, 20.0)).max(vec2(120.0, 60.0));
    let middle = Rect::from_center_size(area.center(), size.min(vec2(size.x, 260.0)));
    let builder = egui::UiBuilder::new().max_rect(middle);
    ui.scope_builder(builder, |ui| {
        egui::ScrollArea::vertical().show(ui, |ui| {
            ui.with_layout(egui::Layout::top_down(egui::Align::Center), |ui| {
                invite(ui, scene);
            });
        });
    });
}

/// The ways to a first hand.
fn invite(ui: &mut Ui, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::DropHere)).size(22.0));
    ui.add_space(4.0);
    ui.label(scene.dim(scene.text(T::DropHow)));
    ui.label(scene.dim(scene.text(T::OrType)));
    ui.add_space(8.0);
    let text = format!("{} (O)", scene.text(T::OpenPhoto));
    let label = T::ChooseFile.get(scene.lang);
    if labelled_button(ui, text, label).clicked() {
        scene.ask(Action::OpenChooser);
    }
    let text = format!("{} (C)", scene.text(T::UseCamera));
    let label = T::UseCamera.get(scene.lang);
    if labelled_button(ui, text, label).clicked() {
        scene.ask(Action::ToggleCamera);
    }
    if labelled_button(ui, scene.text(T::TeachButton), scene.text(T::TeachTitle)).clicked() {
        scene.ask(Action::Teach);
    }
}

/// Says that the worker is at it.
pub(super) fn busy(ui: &mut Ui, scene: &Scene, area: Rect) {
    let rect = Rect::from_center_size(area.center(), vec2(180.0, 44.0));
    ui.painter()
        .rect_filled(rect, 22.0, Color32::from_black_alpha(190));
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect.shrink(10.0)), |ui| {
        ui.horizontal_centered(|ui| {
            ui.add_space(18.0);
            ui.add(egui::Spinner::new().size(20.0).color(Color32::WHITE));
            ui.label(egui::RichText::new(scene.text(T::Reading)).color(Color32::WHITE));
        });
    });
}

fn notice(ui: &mut Ui, scene: &mut Scene, area: Rect, message: &str) {
    let rect = Rect::from_center_size(area.center(), vec2((area.width() - 60.0).min(520.0), 120.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        card(scene.palette, scene.palette.loss).show(ui, |ui| {
            ui.label(scene.heading(scene.text(T::ReadFailed)));
            ui.label(message);
            if ui.button(scene.text(T::OpenPhoto)).clicked() {
                scene.ask(Action::OpenChooser);
            }
        });
    });
}
