//! The tile-set profile in use: shown, changed, forgotten.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, labelled_button};

/// The profile in use in words: its name; `auto` with the one that it found.
fn in_use(state: &State, scene: &Scene) -> String {
    let name = of(&state.settings.tiles, scene);
    match (state.settings.tiles.as_str(), state.set_in_use()) {
        ("auto", Some(found)) => format!("{name} ({found})"),
        _ => name,
    }
}

/// What a choice is called.
fn of(tiles: &str, scene: &Scene) -> String {
    match tiles {
        "auto" => scene.text(T::TilesAuto).to_owned(),
        "none" => scene.text(T::TilesNone).to_owned(),
        name => name.to_owned(),
    }
}

/// The chooser for the bar at the top.
pub fn chooser(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let current = in_use(state, scene);
    let label = format!("{}: {current}", scene.text(T::Tiles));
    let response = egui::ComboBox::from_id_salt("tiles")
        .selected_text(&label)
        .truncate()
        .width(120.0)
        .show_ui(ui, |ui| choices(ui, state, scene))
        .response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
}

fn choices(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let fixed = ["auto", "none"];
    for tiles in fixed
        .into_iter()
        .chain(state.sets.iter().map(String::as_str))
    {
        let on = state.settings.tiles == tiles;
        if ui.selectable_label(on, of(tiles, scene)).clicked() {
            scene.ask(Action::Tiles(tiles.to_owned()));
        }
    }
    ui.separator();
    if ui
        .selectable_label(false, scene.text(T::TeachButton))
        .clicked()
    {
        scene.ask(Action::Teach);
    }
}

/// The profiles with what can be done with them, for the settings.
pub fn list(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let fixed = ["auto", "none"];
    ui.horizontal_wrapped(|ui| {
        for tiles in fixed
            .into_iter()
            .chain(state.sets.iter().map(String::as_str))
        {
            let on = state.settings.tiles == tiles;
            let name = of(tiles, scene);
            let label = T::UseTiles.with(scene.lang, &[("name", &name)]);
            let button = super::choice(ui, scene.palette, on, &name, &label);
            if button.clicked() {
                scene.ask(Action::Tiles(tiles.to_owned()));
            }
            let label = T::ForgetTiles.with(scene.lang, &[("name", &name)]);
            let own = !fixed.contains(&tiles);
            if own && labelled_button(ui, "×", &label).clicked() {
                scene.ask(Action::ForgetTiles(tiles.to_owned()));
            }
        }
        if ui.button(scene.text(T::TeachButton)).clicked() {
            scene.ask(Action::Teach);
        }
    });
}
