//! A small file chooser: folders and files, by mouse or keyboard. What is typed
//! is completed with Tab and narrows the list.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Id, Key, Ui};

use crate::app::action::Action;
use crate::app::camera::Input;
use crate::app::state::Dialog;
use crate::app::text::T;
use crate::app::views::path::{self, Listing};
use crate::app::views::{Scene, follow_focus, labelled_button, modal};
use crate::frame;

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// A photo to read.
    #[default]
    Photo,
    /// A club's rule file.
    Rules,
    /// A folder whose photos are replayed as a camera.
    Replay,
}

impl Wanted {
    fn title(self) -> T {
        match self {
            Wanted::Photo => T::ChooseFile,
            Wanted::Rules => T::ChooseRuleFile,
            Wanted::Replay => T::ChooseReplay,
        }
    }

    fn takes(self, path: &Path) -> bool {
        match self {
            Wanted::Photo | Wanted::Replay => frame::is_photo(path),
            Wanted::Rules => {
                let ending = path.extension();
                ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
            }
        }
    }

    fn file_label(self) -> T {
        match self {
            Wanted::Photo | Wanted::Replay => T::File,
            Wanted::Rules => T::RuleFile,
        }
    }

    fn nothing(self) -> T {
        match self {
            Wanted::Photo | Wanted::Replay => T::NoPhotosHere,
            Wanted::Rules => T::NoRulesHere,
        }
    }
}

/// The chooser as it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chooser {
    wanted: Wanted,
    /// What stands in the field: a folder, and the beginning of a name.
    text: String,
    seen: Listing,
    /// Photos that were opened last and are still there.
    recent: Vec<PathBuf>,
    /// What a person comes back to.
    pub back: Box<Dialog>,
    /// The field is to have the keyboard again.
    refocus: bool,
}

impl Chooser {
    /// Looks into a folder; the user's home without one.
    pub fn open(
        wanted: Wanted,
        folder: Option<&Path>,
        recent: &[PathBuf],
        back: Dialog,
    ) -> Chooser {
        let home = || etcetera::home_dir().ok();
        let folder = folder
            .map(Path::to_path_buf)
            .filter(|folder| folder.is_dir())
            .or_else(home)
            .unwrap_or_else(|| PathBuf::from("/"));
        let recent = recent.iter().filter(|path| path.is_file());
        let mut chooser = Chooser {
            wanted,
            recent: recent.cloned().collect(),
            back: Box::new(back),
            refocus: true,
            ..Chooser::default()
        };
        chooser.enter(&folder);
        chooser
    }

    fn enter(&mut self, folder: &Path) {
        self.text = path::as_text(folder);
        self.refocus = true;
        self.look();
    }

    /// Looks into the folder that is typed, if it is another.
    fn look(&mut self) {
        let (folder, _) = path::split(&self.text);
        if folder != self.seen.folder {
            self.seen = Listing::look(&folder, |path| self.wanted.takes(path));
        }
    }

    /// What Enter in the field means.
    fn entered(&mut self, scene: &mut Scene) {
        // Whatever comes of it, the keyboard stays here while the chooser does.
        self.refocus = true;
        let typed = path::full(self.text.trim());
        if typed.is_file() {
            return self.take(typed, scene);
        }
        if typed.is_dir() && !self.text.ends_with(std::path::is_separator) {
            return self.enter(&typed);
        }
        let (folder, part) = path::split(&self.text);
        let only = match self.seen.matching(&part)[..] {
            [(is_folder, name)] if !part.is_empty() => Some((is_folder, folder.join(name))),
            _ => None,
        };
        match only {
            Some((true, folder)) => self.enter(&folder),
            Some((false, file)) => self.take(file, scene),
            None if part.is_empty() && self.wanted == Wanted::Replay => self.take(folder, scene),
            None => {}
        }
    }

    fn take(&self, path: PathBuf, scene: &mut Scene) {
        scene.ask(match self.wanted {
            Wanted::Photo => Action::Open(path),
            Wanted::Rules => Action::RuleFile(path),
            Wanted::Replay => {
                let folder = match path.is_dir() {
                    true => path,
                    false => path.parent().map(Path::to_path_buf).unwrap_or_default(),
                };
                Action::UseInput(Input::Folder(folder))
            }
        });
    }
}

/// Shows the chooser as a dialog.
pub fn show(ui: &Ui, chooser: &mut Chooser, trouble: Option<&str>, scene: &mut Scene) {
    let modal = modal(ui, "chooser").show(ui.ctx(), |ui| {
        let space = ui.ctx().content_rect();
        ui.set_width(620.0_f32.min(space.width() - 60.0));
        ui.label(scene.heading(scene.text(chooser.wanted.title())));
        typed(ui, chooser, scene);
        if let Some(trouble) = trouble {
            let words = egui::RichText::new(trouble).color(scene.palette.loss);
            ui.add(egui::Label::new(words).wrap());
        }
        places(ui, chooser, scene);
        ui.add_space(4.0);
        egui::ScrollArea::vertical()
            .max_height(320.0_f32.min(space.height() - 250.0).max(90.0))
            .auto_shrink([false, false])
            .show(ui, |ui| {
                list(ui, chooser, scene);
                follow_focus(ui);
            });
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if chooser.wanted == Wanted::Replay {
                let name = chooser.seen.folder.file_name().unwrap_or_default();
                let name = name.to_string_lossy();
                let text = T::ReplayThis.with(scene.lang, &[("name", &name)]);
                let any = !chooser.seen.files.is_empty();
                if ui.add_enabled(any, egui::Button::new(text)).clicked() {
                    chooser.take(chooser.seen.folder.clone(), scene);
                }
            }
            if ui.button(scene.text(T::Cancel)).clicked() {
                scene.ask(Action::LeaveChooser);
            }
        });
    });
    if modal.should_close() {
        scene.ask(Action::LeaveChooser);
    }
}

/// The field; what is typed there narrows the list.
fn typed(ui: &mut Ui, chooser: &mut Chooser, scene: &mut Scene) {
    let name = ui.label(scene.dim(scene.text(T::PathHow)).small()).id;
    let id = Id::unique("path of the chooser");
    let mut text = chooser.text.clone();
    let response = path::field(ui, id, &mut text, &chooser.seen).labelled_by(name);
    if text != chooser.text {
        chooser.text = text;
        chooser.look();
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        chooser.entered(scene);
    }
    // A dialog that has only just opened may lose the keyboard again.
    if chooser.refocus {
        chooser.refocus = !response.has_focus();
        response.request_focus();
        ui.ctx().request_repaint();
        let state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        path::cursor_to_end(ui, id, state, &chooser.text);
    }
}

/// Ways to where photos usually are.
fn places(ui: &mut Ui, chooser: &mut Chooser, scene: &Scene) {
    let mut next = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(parent) = chooser.seen.folder.parent()
            && labelled_button(ui, "↑ ..", scene.text(T::ParentFolder)).clicked()
        {
            next = Some(parent.to_path_buf());
        }
        let Ok(home) = etcetera::home_dir() else {
            return;
        };
        let pictures = ["Pictures", "画像", "Downloads", "ダウンロード"];
        let pictures = pictures.iter().map(|name| home.join(name));
        let there = pictures.filter(|folder| folder.is_dir());
        for folder in std::iter::once(home.clone()).chain(there) {
            let name = match folder == home {
                true => scene.text(T::HomeFolder).to_owned(),
                false => folder
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
            };
            let label = T::GoToFolder.with(scene.lang, &[("name", &name)]);
            if labelled_button(ui, name, &label).clicked() {
                next = Some(folder);
            }
        }
    });
    if let Some(folder) = next {
        chooser.enter(&folder);
    }
}

/// The rows; a folder that was chosen is entered.
fn list(ui: &mut Ui, chooser: &mut Chooser, scene: &mut Scene) {
    let row = |ui: &mut Ui, shown: String, label: &str| {
        let width = ui.available_width();
        let button = egui::Button::new(shown).truncate().right_text("");
        let response = ui.add_sized([width, 28.0], button);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
        response.clicked()
    };
    let (_, part) = path::split(&chooser.text);
    let mut next = None;
    if part.is_empty() && chooser.wanted == Wanted::Photo {
        for recent in &chooser.recent {
            let name = recent.file_name().unwrap_or_default().to_string_lossy();
            let label = T::RecentPhoto.with(scene.lang, &[("name", &name)]);
            if row(ui, label.clone(), &label) {
                chooser.take(recent.clone(), scene);
            }
        }
    }
    for (is_folder, name) in chooser.seen.matching(&part) {
        let path = chooser.seen.folder.join(name);
        if is_folder {
            let label = T::Folder.with(scene.lang, &[("name", name)]);
            if row(ui, format!("▶ {name}"), &label) {
                next = Some(path);
            }
        } else {
            let label = chooser.wanted.file_label();
            let label = label.with(scene.lang, &[("name", name)]);
            if row(ui, name.to_owned(), &label) {
                chooser.take(path, scene);
            }
        }
    }
    if chooser.seen.failed {
        ui.label(scene.text(T::CannotOpenFolder));
    } else if chooser.seen.files.is_empty() {
        ui.label(scene.dim(scene.text(chooser.wanted.nothing())));
    }
    if let Some(folder) = next {
        chooser.enter(&folder);
    }
}
