//! The bar at the top: open, undo, rule set, and how the window looks.

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::ledger::Wish;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::theme::Scheme;
use crate::app::views::{Scene, choice, labelled_button, tiles};
use crate::lang::Lang;

/// Draws the bar.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.horizontal_centered(|ui| {
        let tight = ui.available_width() < TIGHT;
        if !tight {
            let title = RichText::new(scene.text(T::Title))
                .font(egui::FontId::new(19.0, fonts::bold()))
                .color(scene.palette.accent);
            ui.label(title);
            ui.add_space(6.0);
        }
        left(ui, state, scene, tight);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            right(ui, state, scene);
        });
    });
}

/// A bar that is less wide leaves out what can be done elsewhere too.
const TIGHT: f32 = 860.0;
/// Room that the chooser of tile sets and what is right of it take.
const TILES_ROOM: f32 = 270.0;

fn left(ui: &mut Ui, state: &State, scene: &mut Scene, tight: bool) {
    let open = if tight { T::OpenShort } else { T::OpenPhoto };
    if labelled_button(ui, scene.text(open), scene.text(T::OpenPhoto)).clicked() {
        scene.ask(Action::OpenChooser);
    }
    let on = state.is_framing();
    if choice(
        ui,
        scene.palette,
        on,
        scene.text(T::Camera),
        scene.text(T::CameraSwitch),
    )
    .clicked()
    {
        scene.ask(Action::ToggleCamera);
    }
    if !tight && labelled_button(ui, "…", scene.text(T::ChooseCamera)).clicked() {
        scene.ask(Action::ChooseCamera);
    }
    let (undo, redo) = match &state.teach {
        Some(teach) => (teach.can_travel(true), teach.can_travel(false)),
        None => {
            let redo = state.settled.is_none() && state.session.can_redo();
            (state.can_undo(), redo)
        }
    };
    for (enabled, text, sign, action) in [
        (undo, T::Undo, "←", Action::Undo),
        (redo, T::Redo, "→", Action::Redo),
    ] {
        ui.add_enabled_ui(enabled, |ui| {
            let label = scene.text(text);
            let shown = if tight { sign } else { label };
            if labelled_button(ui, shown, label).clicked() {
                scene.ask(action);
            }
        });
    }
    rules(ui, state, scene, tight);
    let on = state.book.game().is_some();
    let (shown, label) = (scene.text(T::Ledger), scene.text(T::LedgerButton));
    let button = choice(ui, scene.palette, on, shown, label).on_hover_text(label);
    if button.clicked() {
        scene.ask(Action::Ledger(Wish::Show));
    }
    // The settings hold this too; it gives way to the buttons on the right.
    if ui.available_width() > TILES_ROOM {
        tiles::chooser(ui, state, scene);
    }
}

/// Room for all rule sets of the program, so that none hides below.
const MENU_HEIGHT: f32 = 420.0;

fn rules(ui: &mut Ui, state: &State, scene: &mut Scene, tight: bool) {
    let current = state.rules().map_or("", |rules| rules.name(scene.lang));
    let label = format!("{}: {current}", scene.text(T::Rules));
    let response = egui::ComboBox::from_id_salt("rules")
        .selected_text(current)
        .truncate()
        .width(if tight { 110.0 } else { 150.0 })
        .height(MENU_HEIGHT)
        .show_ui(ui, |ui| {
            for rules in &state.rule_sets {
                let on = state.rules().is_some_and(|current| current.id == rules.id);
                let name = rules.name(scene.lang);
                if ui.selectable_label(on, name).clicked() {
                    scene.ask(Action::Rules(rules.id.clone()));
                }
            }
        })
        .response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
}

/// From the right edge inwards.
fn right(ui: &mut Ui, state: &State, scene: &mut Scene) {
    if labelled_button(ui, "?", scene.text(T::Keys)).clicked() {
        scene.ask(Action::ToggleHelp);
    }
    if ui.button(scene.text(T::Settings)).clicked() {
        scene.ask(Action::OpenSettings);
    }
    // The settings hold these too; a narrow window has no room for both.
    if ui.available_width() < 230.0 {
        return;
    }
    if labelled_button(ui, "A+", scene.text(T::Larger)).clicked() {
        scene.ask(Action::TextSize(true));
    }
    if labelled_button(ui, "A−", scene.text(T::Smaller)).clicked() {
        scene.ask(Action::TextSize(false));
    }
    scheme(ui, state, scene);
    // Each language in its own name, so that it is found by who needs it.
    let (shown, other) = match scene.lang {
        Lang::Ja => ("English", Lang::En),
        Lang::En => ("日本語", Lang::Ja),
    };
    if ui.button(shown).clicked() {
        scene.ask(Action::Lang(other));
    }
}

/// The name of a colour scheme.
pub const fn scheme_name(scheme: Scheme) -> T {
    match scheme {
        Scheme::Dark => T::ThemeDark,
        Scheme::Light => T::ThemeLight,
        Scheme::Contrast => T::ThemeContrast,
    }
}

fn scheme(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let at = Scheme::ALL
        .iter()
        .position(|&scheme| scheme == state.settings.scheme);
    let next = Scheme::ALL[at.map_or(0, |at| (at + 1) % Scheme::ALL.len())];
    let current = scene.text(scheme_name(state.settings.scheme));
    let label = format!("{}: {current}", scene.text(T::ThemeName));
    let shown = match state.settings.scheme {
        Scheme::Dark => "●",
        Scheme::Light => "○",
        Scheme::Contrast => "◎",
    };
    if labelled_button(ui, shown, &label).clicked() {
        scene.ask(Action::Scheme(next));
    }
}
