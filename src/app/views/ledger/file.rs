//! Which ledger is in use, and writing it out.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::ledger::Wish;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, labelled_button, path};
use crate::ledger::default_path;
use crate::ledger::transfer::Format;

/// The ending of ledgers.
const ENDING: &str = "karasu";

/// What was typed, and what lies beside the ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    path: String,
    others: Vec<PathBuf>,
    json: String,
    csv: String,
}

impl Form {
    /// The ledger in use, or the usual one.
    pub fn filled(state: &State) -> Form {
        let usual = || default_path().ok();
        let path = state.book.path().map(Path::to_path_buf).or_else(usual);
        let path = path.unwrap_or_default();
        let export = |format| {
            crate::app::ledger::free_name(&path, format)
                .display()
                .to_string()
        };
        Form {
            others: beside(&path),
            json: export(Format::Json),
            csv: export(Format::Csv),
            path: path.display().to_string(),
        }
    }
}

/// The other ledgers in the folder of this one.
fn beside(path: &Path) -> Vec<PathBuf> {
    let entries = path
        .parent()
        .and_then(|folder| std::fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().flatten();
    let files = files.map(|entry| entry.path());
    let mut others: Vec<PathBuf> = files
        .filter(|other| other.extension().is_some_and(|ending| ending == ENDING))
        .filter(|other| other != path)
        .collect();
    others.sort();
    others
}

/// A field for a path, and the folders to go to from there.
fn path_field(ui: &mut Ui, text: &mut String, label: &str, scene: &Scene) -> egui::Response {
    let id = ui.scope_id().with(label);
    let (response, _) = path::saving(ui, id, text, None, scene);
    super::name_field(&response, text, label);
    response
}

/// Draws the page.
pub fn show(ui: &mut Ui, state: &State, form: &mut Form, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::LedgerPath)));
    let entered = path_field(ui, &mut form.path, scene.text(T::LedgerPath), scene);
    let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
    let typed = !form.path.trim().is_empty();
    ui.horizontal(|ui| {
        let button = egui::Button::new(scene.text(T::UseFile));
        let pressed = ui.add_enabled(typed, button).clicked();
        if pressed || (typed && entered.lost_focus() && enter) {
            scene.ask(Action::Ledger(Wish::Use(form.path.trim().into())));
        }
        let open = state.book.path().is_some();
        let button = egui::Button::new(scene.text(T::PutAway));
        if ui.add_enabled(open, button).clicked() {
            scene.ask(Action::Ledger(Wish::PutAway));
        }
    });
    ui.label(scene.dim(scene.text(T::PutAwayHow)));
    if !form.others.is_empty() {
        ui.add_space(6.0);
        ui.label(scene.text(T::OtherLedgers));
    }
    for other in &form.others {
        let name = other.file_name().unwrap_or_default().to_string_lossy();
        let label = T::UseNamed.with(scene.lang, &[("name", &name)]);
        if labelled_button(ui, &*name, &label).clicked() {
            form.path = other.display().to_string();
            scene.ask(Action::Ledger(Wish::Use(other.clone())));
        }
    }
    if state.book.ledger().is_none() {
        return;
    }
    ui.separator();
    ui.label(scene.heading(scene.text(T::ExportTo)));
    for (name, path, format) in [
        ("JSON", &mut form.json, Format::Json),
        ("CSV", &mut form.csv, Format::Csv),
    ] {
        let label = format!("{} {name}", scene.text(T::ExportTo));
        path_field(ui, path, &label, scene);
        if ui
            .button(format!("{name}: {}", scene.text(T::ExportNow)))
            .clicked()
        {
            scene.ask(Action::Ledger(Wish::Export(path.trim().into(), format)));
        }
    }
}
