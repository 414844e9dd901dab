//! The result for the whole table (F11): every seat reads its own change from
//! its own side, three metres away.

use std::f32::consts::{FRAC_PI_2, PI};

use eframe::egui::{self, Color32, FontId, Pos2, Rect, Ui, epaint::TextShape, vec2};

use crate::app::fonts;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::payments::signed;
use crate::app::views::result::total_text;
use crate::app::views::{Scene, seat_name};
use crate::score::ScoreSheet;

/// Draws the view over the whole window.
pub fn show(ui: &mut Ui, state: &State, scene: &Scene) {
    let area = ui.max_rect();
    ui.painter().rect_filled(area, 0.0, scene.palette.ground);
    let sheet = state
        .settled
        .as_ref()
        .map(|hand| hand.sheet())
        .or(state.preview.as_ref().ok());
    let response = ui.interact(area, ui.scope_id().with("table"), egui::Sense::hover());
    let spoken = scene.text(T::TableView);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, spoken));
    let Some(sheet) = sheet else {
        let text = scene.text(T::NoHandYet);
        write(ui, area.center(), 0.0, text, 32.0, scene.palette.dim);
        return;
    };
    let unit = area.width().min(area.height());
    middle(ui, state, scene, sheet, area, unit);
    let sides = sides(area, unit, sheet.deltas.seats().len());
    for ((seat, delta), (place, angle)) in sheet.deltas.iter().zip(sides) {
        let color = match delta {
            0 => scene.palette.dim,
            1.. => scene.palette.gain,
            _ => scene.palette.loss,
        };
        let mut text = format!("{} {}", seat_name(seat, scene.lang), signed(delta));
        let chips = sheet.chip_deltas.get(seat);
        if chips != 0 {
            text.push_str(&format!("  {} {}", scene.text(T::Chips), signed(chips)));
        }
        write(ui, place, angle, &text, unit * 0.075, color);
    }
}

/// Where each seat reads, and how far the text is turned to face it: East at
/// the bottom, the others counter-clockwise; the fourth side stays free where
/// three play.
fn sides(area: Rect, unit: f32, players: usize) -> Vec<(Pos2, f32)> {
    let inset = unit * 0.08;
    let all = [
        (area.center_bottom() - vec2(0.0, inset), 0.0),
        (area.right_center() - vec2(inset, 0.0), -FRAC_PI_2),
        (area.center_top() + vec2(0.0, inset), PI),
        (area.left_center() + vec2(inset, 0.0), FRAC_PI_2),
    ];
    match players {
        3 => vec![all[0], all[1], all[3]],
        _ => all.to_vec(),
    }
}

/// What is paid and for what, turned to the side that was chosen.
fn middle(ui: &Ui, state: &State, scene: &Scene, sheet: &ScoreSheet, area: Rect, unit: f32) {
    let angle = f32::from(state.table_turn % 4) * FRAC_PI_2;
    let centre = area.center();
    let along = egui::Vec2::angled(angle + FRAC_PI_2);
    let across = egui::Vec2::angled(angle);
    let at = |down: f32, right: f32| centre + along * down * unit + across * right * unit;
    let total = total_text(state, scene, sheet);
    write(
        ui,
        at(-0.21, 0.0),
        angle,
        &total,
        unit * 0.13,
        scene.palette.text,
    );
    // Two columns of items, as large as they fit.
    let half = sheet.items.len().div_ceil(2).max(1);
    let step = (0.4 / half as f32).min(0.06);
    for (index, item) in sheet.items.iter().enumerate() {
        let (column, row) = (index / half, index % half);
        let right = if column == 0 { -0.24 } else { 0.24 };
        let text = format!("{}  {}", item.name(scene.lang), item.value);
        let place = at(-0.09 + row as f32 * step, right);
        write(
            ui,
            place,
            angle,
            &text,
            unit * step * 0.62,
            scene.palette.dim,
        );
    }
}

fn write(ui: &Ui, centre: Pos2, angle: f32, text: &str, size: f32, color: Color32) {
    let painter = ui.painter();
    let font = FontId::new(size, fonts::bold());
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let half = galley.size() / 2.0;
    let turned = egui::emath::Rot2::from_angle(angle) * half;
    painter.add(TextShape::new(centre - turned, galley, color).with_angle(angle));
}
