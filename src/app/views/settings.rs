//! Everything that is set once and found again, and the rules in words.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::camera::input_name;
use crate::app::keep;
use crate::app::sound;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::theme::Scheme;
use crate::app::views::top::scheme_name;
use crate::app::views::{Scene, choice, modal, scrolled, tiles};
use crate::lang::Lang;
use crate::rules::describe;

/// Shows the settings as a dialog.
pub fn show(ui: &Ui, state: &State, scene: &mut Scene) {
    let modal = modal(ui, "settings").show(ui.ctx(), |ui| {
        ui.set_width(560.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        scrolled(ui, |ui| {
            ui.label(scene.heading(scene.text(T::Settings)));
            ui.add_space(4.0);
            egui::Grid::new("settings")
                .num_columns(2)
                .spacing([16.0, 10.0])
                .show(ui, |ui| rows(ui, state, scene));
            ui.add_space(4.0);
            switches(ui, state, scene);
            corrections(ui, state, scene);
            ui.add_space(8.0);
            if ui.button(scene.text(T::Close)).clicked() {
                scene.ask(Action::CloseDialog);
            }
        });
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}

fn rows(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.label(scene.text(T::Language));
    ui.horizontal(|ui| {
        for (lang, name) in [(Lang::Ja, "日本語"), (Lang::En, "English")] {
            if choice(ui, scene.palette, scene.lang == lang, name, name).clicked() {
                scene.ask(Action::Lang(lang));
            }
        }
    });
    ui.end_row();
    ui.label(scene.text(T::ThemeName));
    ui.horizontal(|ui| {
        for scheme in Scheme::ALL {
            let on = state.settings.scheme == scheme;
            let name = scene.text(scheme_name(scheme));
            if choice(ui, scene.palette, on, name, name).clicked() {
                scene.ask(Action::Scheme(scheme));
            }
        }
    });
    ui.end_row();
    ui.label(scene.text(T::TextSizeName));
    ui.horizontal(|ui| {
        for (text, larger) in [(T::Smaller, false), (T::Larger, true)] {
            if ui.button(scene.text(text)).clicked() {
                scene.ask(Action::TextSize(larger));
            }
        }
        ui.label(scene.dim(format!("{:.0} %", state.settings.zoom() * 100.0)));
    });
    ui.end_row();
    ui.label(scene.text(T::Rules));
    ui.horizontal(|ui| {
        let name = state.rules().map_or("", |rules| rules.name(scene.lang));
        ui.label(name);
        if ui.button(scene.text(T::RuleSheet)).clicked() {
            scene.ask(Action::OpenRuleSheet);
        }
    });
    ui.end_row();
    ui.label(scene.text(T::Tiles));
    tiles::list(ui, state, scene);
    ui.end_row();
    ui.label(scene.text(T::Camera));
    ui.horizontal(|ui| {
        let input = state.settings.camera.input.as_ref().map(input_name);
        ui.label(input.unwrap_or_else(|| scene.text(T::CompareNone).to_owned()));
        if ui.button(scene.text(T::ChooseCamera)).clicked() {
            scene.ask(Action::ChooseCamera);
        }
    });
    ui.end_row();
}

fn switches(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let mut on = state.settings.learn_from_hands;
    if ui
        .checkbox(&mut on, scene.text(T::LearnFromHands))
        .changed()
    {
        scene.ask(Action::LearnFromHands(on));
    }
    let mut on = state.settings.sound;
    if ui.checkbox(&mut on, scene.text(T::Sound)).changed() {
        scene.ask(Action::Sound(on));
    }
    if state.settings.sound && sound::player().is_none() {
        let text = scene.dim(scene.text(T::NoPlayer));
        ui.add(egui::Label::new(text).wrap());
    }
}

fn corrections(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let mut on = state.settings.keep_corrections;
    if ui
        .checkbox(&mut on, scene.text(T::KeepCorrections))
        .changed()
    {
        scene.ask(Action::KeepCorrections(on));
    }
    let how = match keep::folder() {
        Some(folder) => {
            let folder = folder.display().to_string();
            T::KeepHow.with(scene.lang, &[("folder", &folder)])
        }
        None => scene.text(T::KeepNowhere).to_owned(),
    };
    ui.add(egui::Label::new(scene.dim(how)).wrap());
}

/// Shows the rules in force as a readable sheet.
pub fn rule_sheet(ui: &Ui, state: &State, scene: &mut Scene) {
    let modal = modal(ui, "rule sheet").show(ui.ctx(), |ui| {
        let space = ui.ctx().content_rect();
        ui.set_width(700.0_f32.min(space.width() - 60.0));
        ui.label(scene.heading(scene.text(T::RuleSheet)));
        ui.add_space(4.0);
        egui::ScrollArea::vertical()
            .max_height(480.0_f32.min(space.height() - 160.0))
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let text = state
                    .rules()
                    .map(|rules| describe::sheet(rules, scene.lang));
                let text = text.unwrap_or_default();
                ui.add(egui::Label::new(text).wrap().selectable(true));
            });
        ui.add_space(8.0);
        if ui.button(scene.text(T::Close)).clicked() {
            scene.ask(Action::CloseDialog);
        }
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}
