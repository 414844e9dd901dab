//! A small file chooser: folders and photos, by mouse or keyboard.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::text::T;
use crate::app::views::{Scene, modal};
use crate::frame;

/// One folder as it was when it was entered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chooser {
    folder: PathBuf,
    folders: Vec<String>,
    photos: Vec<String>,
    failed: bool,
}

impl Chooser {
    /// Looks into a folder; the user's home without one.
    pub fn open(folder: Option<&Path>) -> Chooser {
        let home = || std::env::var_os("HOME").map(PathBuf::from);
        let folder = folder
            .map(Path::to_path_buf)
            .filter(|folder| folder.is_dir())
            .or_else(home)
            .unwrap_or_else(|| PathBuf::from("/"));
        Chooser::look(folder)
    }

    fn look(folder: PathBuf) -> Chooser {
        let mut chooser = Chooser {
            folder,
            ..Chooser::default()
        };
        let Ok(entries) = std::fs::read_dir(&chooser.folder) else {
            chooser.failed = true;
            return chooser;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            if entry.path().is_dir() {
                chooser.folders.push(name);
            } else if frame::is_photo(&entry.path()) {
                chooser.photos.push(name);
            }
        }
        chooser.folders.sort_by_key(|name| name.to_lowercase());
        chooser.photos.sort_by_key(|name| name.to_lowercase());
        chooser
    }
}

/// Shows the chooser as a dialog.
pub fn show(ui: &Ui, chooser: &mut Chooser, scene: &mut Scene) {
    let mut next = None;
    let modal = modal(ui, "chooser").show(ui.ctx(), |ui| {
        ui.set_width(560.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        ui.label(scene.heading(scene.text(T::ChooseFile)));
        ui.label(scene.dim(chooser.folder.display().to_string()));
        ui.add_space(4.0);
        egui::ScrollArea::vertical()
            .max_height(340.0_f32.min(ui.ctx().content_rect().height() - 200.0))
            .auto_shrink([false, false])
            .show(ui, |ui| {
                next = list(ui, chooser, scene);
            });
        ui.add_space(6.0);
        if ui.button(scene.text(T::Cancel)).clicked() {
            scene.ask(Action::CloseDialog);
        }
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
    if let Some(folder) = next {
        *chooser = Chooser::look(folder);
    }
}

/// The rows; a folder that was chosen is entered.
fn list(ui: &mut Ui, chooser: &Chooser, scene: &mut Scene) -> Option<PathBuf> {
    let mut next = None;
    let row = |ui: &mut Ui, shown: String, label: &str| {
        let width = ui.available_width();
        let response = ui.add_sized(
            [width, 28.0],
            egui::Button::new(shown).truncate().right_text(""),
        );
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        response.clicked()
    };
    if let Some(parent) = chooser.folder.parent()
        && row(ui, "↑ ..".to_owned(), scene.text(T::ParentFolder))
    {
        next = Some(parent.to_path_buf());
    }
    for name in &chooser.folders {
        let label = T::Folder.with(scene.lang, &[("name", name)]);
        if row(ui, format!("▶ {name}"), &label) {
            next = Some(chooser.folder.join(name));
        }
    }
    for name in &chooser.photos {
        let label = T::File.with(scene.lang, &[("name", name)]);
        if row(ui, name.clone(), &label) {
            scene.ask(Action::Open(chooser.folder.join(name)));
        }
    }
    if chooser.failed {
        ui.label(scene.text(T::CannotOpenFolder));
    } else if chooser.photos.is_empty() {
        ui.label(scene.dim(scene.text(T::NoPhotosHere)));
    }
    next
}
