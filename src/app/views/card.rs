//! The result as a card of its own: the tiles, the total, who pays, every item.

use eframe::egui::{Margin, RichText, Ui};

use crate::app::fonts;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::board::zone_name;
use crate::app::views::{Scene, payments, result, tile};
use crate::confirm::Zone;

/// Width of a tile in points: fourteen of them and the gap fit side by side.
const TILE: f32 = 26.0;

/// Draws the card from the top; gives its height in points.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) -> f32 {
    let Some(sheet) = state.sheet_on_show() else {
        return 0.0;
    };
    let frame = eframe::egui::Frame::new().inner_margin(Margin::same(16));
    let drawn = frame.show(ui, |ui| {
        let rules = state
            .rules_on_show()
            .map_or("", |rules| rules.name(scene.lang));
        ui.horizontal(|ui| {
            let title = RichText::new(scene.text(T::Title))
                .font(eframe::egui::FontId::new(17.0, fonts::bold()))
                .color(scene.palette.accent);
            ui.label(title);
            ui.label(scene.heading(rules));
            if state.settled.is_none() {
                ui.label(scene.dim(scene.text(T::Preview)).small());
            }
        });
        tiles(ui, state, scene);
        result::total(ui, state, scene, sheet);
        payments::show(ui, state, scene, sheet);
        ui.add_space(4.0);
        result::lines(ui, scene, sheet, None);
    });
    drawn.response.rect.bottom()
}

fn tiles(ui: &mut Ui, state: &State, scene: &Scene) {
    let draft = state.draft();
    let shown = |zone: &Zone| *zone != Zone::Other && !draft.zone(*zone).is_empty();
    for zone in draft.zones().filter(shown).collect::<Vec<_>>() {
        ui.label(scene.dim(zone_name(zone, scene)).small());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = eframe::egui::vec2(3.0, 3.0);
            for one in draft.zone(zone) {
                if draft.win() == Some(one.id) {
                    ui.add_space(8.0);
                }
                tile::still(ui, TILE, one.tile);
            }
        });
    }
}
