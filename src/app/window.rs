//! The frame round the views: input in, views drawn, wishes fulfilled.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use eframe::egui::{self, Event, Frame, Id, Key, Margin, Panel, Ui};

use crate::app::action::Action;
use crate::app::keys::{self, Focus};
use crate::app::settings::Settings;
use crate::app::sound;
use crate::app::state::{Dialog, Note, State};
use crate::app::teach::Teach;
use crate::app::text::T;
use crate::app::theme::{self, Scheme};
use crate::app::views::{self, Scene};
use crate::app::worker::{Pixels, Problem};

/// The window: its state, and what of it is already in force in egui.
pub struct Window {
    /// Everything the window knows.
    pub state: State,
    applied: Option<(Scheme, f32)>,
    settings_path: Option<PathBuf>,
    saved: Settings,
    /// They could not be kept.
    unsaved: bool,
    /// How many alarms have been heard.
    heard: u64,
}

impl Window {
    /// A window on a state; settings are kept at `settings_path`. egui must
    /// have been given the fonts ([`fonts::install`]).
    ///
    /// [`fonts::install`]: crate::app::fonts::install
    pub fn new(state: State, settings_path: Option<PathBuf>) -> Window {
        Window {
            saved: state.settings.clone(),
            state,
            applied: None,
            settings_path,
            unsaved: false,
            heard: 0,
        }
    }

    /// Draws one frame and fulfils what it was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.apply_settings(&ctx);
        self.state.poll();
        let mut wishes = self.input(&ctx);
        self.draw(ui, &mut wishes);
        let focused = ctx.memory(|memory| memory.focused());
        if focused.is_some_and(|id| !self.is_tile(id)) {
            views::ring(&ctx, self.state.settings.scheme.palette());
        }
        let pointed = (
            std::mem::take(&mut self.state.pointed),
            self.state.hovered.take(),
        );
        let pointing = |wish: &Action| matches!(wish, Action::PointAt(_) | Action::Hover(_));
        let asked = wishes.iter().any(|wish| !pointing(wish));
        let table = self.state.table;
        for wish in wishes {
            self.state.act(wish);
        }
        if let Some(text) = self.state.clipboard.take() {
            ctx.copy_text(text);
        }
        let alarms = std::mem::replace(&mut self.heard, self.state.alarms);
        if self.state.alarms != alarms && self.state.settings.sound {
            sound::play();
        }
        if self.state.table != table {
            ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(self.state.table));
        }
        self.move_focus(&ctx);
        self.save_settings();
        if self.state.is_framing() {
            // A camera that hangs wakes nobody.
            ctx.request_repaint_after(PATIENCE);
        }
        // A pointer that rests on a line asks for the same in every frame.
        if asked || (&self.state.pointed, self.state.hovered) != (&pointed.0, pointed.1) {
            ctx.request_repaint();
        }
    }

    fn apply_settings(&mut self, ctx: &egui::Context) {
        let wanted = (self.state.settings.scheme, self.state.settings.zoom());
        if self.applied != Some(wanted) {
            theme::apply(ctx, wanted.0);
            // Ctrl++ is ours: the settings show and keep the size.
            ctx.options_mut(|options| options.zoom_with_keyboard = false);
            ctx.set_zoom_factor(wanted.1);
            self.applied = Some(wanted);
        }
    }

    fn save_settings(&mut self) {
        if self.saved == self.state.settings {
            return;
        }
        self.saved = self.state.settings.clone();
        if let Some(path) = &self.settings_path
            && let Err(error) = self.saved.save(path)
        {
            eprintln!("karasu: {}: {error}", path.display());
            // Told once: every change after it fails in the same way.
            if !std::mem::replace(&mut self.unsaved, true) {
                let path = path.display().to_string();
                let say = |lang| T::SettingsNotKept.with(lang, &[("path", &path)]);
                self.state.note = Some(Note::Said(Problem::both(say)));
            }
        }
    }

    fn input(&mut self, ctx: &egui::Context) -> Vec<Action> {
        let last = self.state.focus;
        let focus = self.find_focus(ctx);
        self.state.focus = focus;
        // Escape in a field or on a button only leaves it: egui has done that.
        if matches!(last, Focus::Text | Focus::Widget) {
            ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
        }
        let pending = self.state.pending.is_some();
        let mut wishes = match self.state.dialog {
            Dialog::Picker(target) => keys::picker_actions(ctx, pending, target),
            _ => keys::actions(ctx, focus, pending, self.space_freezes()),
        };
        let holds = focus != Focus::Text && focus != Focus::Dialog;
        self.state.zoom =
            holds && ctx.input(|input| input.key_down(Key::Z) && !input.modifiers.any());
        files(ctx, focus, &mut wishes);
        wishes
    }

    /// Whether Space is the camera's.
    fn space_freezes(&self) -> bool {
        match self.state.teach {
            Some(_) => self.state.is_framing(),
            None => self.state.uses_camera(),
        }
    }

    /// Who has the keyboard at the start of this frame.
    fn find_focus(&self, ctx: &egui::Context) -> Focus {
        if self.state.dialog != Dialog::None {
            return Focus::Dialog;
        }
        match ctx.memory(|memory| memory.focused()) {
            None => Focus::Tiles,
            Some(id) if self.is_tile(id) => Focus::Tiles,
            Some(_) if ctx.text_edit_focused() => Focus::Text,
            Some(_) => Focus::Widget,
        }
    }

    fn is_tile(&self, id: Id) -> bool {
        if let Some(teach) = &self.state.teach {
            let mut cells = teach.cells().map(|(_, cell)| cell.detection);
            return cells.any(|cell| views::teach::cell_id(cell) == id);
        }
        self.state
            .draft()
            .tiles()
            .any(|(_, tile)| views::tile::id(tile.id) == id)
    }

    fn draw(&mut self, ui: &mut Ui, wishes: &mut Vec<Action>) {
        let state = &mut self.state;
        let palette = state.settings.scheme.palette();
        let scene = &mut Scene {
            lang: state.settings.lang,
            palette,
            wishes,
        };
        if state.table {
            views::table::show(ui, state, scene);
            return dialogs(ui, state, scene);
        }
        Panel::top("top")
            .exact_size(48.0)
            .frame(bar(scene, 12, 6))
            .show(ui, |ui| {
                views::top::show(ui, state, scene);
            });
        Panel::bottom("bottom")
            .exact_size(28.0)
            .frame(bar(scene, 12, 2))
            .show(ui, |ui| {
                views::bottom::show(ui, state, scene);
            });
        let middle = Frame::new()
            .fill(palette.panel)
            .inner_margin(Margin::symmetric(10, 8));
        if state.teach.is_some() {
            egui::CentralPanel::default().frame(middle).show(ui, |ui| {
                views::teach::show(ui, state, scene);
            });
            return dialogs(ui, state, scene);
        }
        hand(ui, state, scene, middle);
        dialogs(ui, state, scene);
    }

    /// Puts the keyboard where it was asked to go; it rests on the tile under
    /// the cursor whenever nothing else has it.
    fn move_focus(&mut self, ctx: &egui::Context) {
        if let Some(id) = self.state.wants_focus.take() {
            ctx.memory_mut(|memory| memory.request_focus(id));
            return;
        }
        if self.state.dialog != Dialog::None || self.state.table {
            return;
        }
        let focused = ctx.memory(|memory| memory.focused());
        if focused.is_some_and(|id| !self.is_tile(id)) {
            return;
        }
        let cell = |teach: &Teach| teach.cursor.map(views::teach::cell_id);
        let under = match &self.state.teach {
            Some(teach) => cell(teach),
            None => self.state.cursor_tile().map(views::tile::id),
        };
        if let Some(id) = under.filter(|&id| focused != Some(id)) {
            ctx.memory_mut(|memory| memory.request_focus(id));
        }
    }
}

/// How often a camera that sends nothing is looked after.
const PATIENCE: Duration = Duration::from_secs(1);
/// Height that the photo keeps beside a board of many tiles, in points.
const PHOTO_LEAST: f32 = 112.0;
/// Height of what lies below the tiles: the notation field and the panel's edges.
const BELOW_BOARD: f32 = 58.0;
/// Height of what is paid, the button that settles, and who pays whom.
const RESULT: f32 = 290.0;
/// Share of the side's height that is left to the questions in a low window.
const QUESTIONS: f32 = 0.4;
/// Height that the board keeps in the lowest window.
const BOARD_LEAST: f32 = 96.0;

/// The hand: its photo, its tiles, how it was won, what it is worth.
fn hand(ui: &mut Ui, state: &mut State, scene: &mut Scene, middle: Frame) {
    let wide = ui.available_width();
    let side = (wide * 0.32).clamp(345.0, 400.0).min(wide * 0.44);
    Panel::right("side")
        .exact_size(side)
        .resizable(false)
        .frame(bar(scene, 14, 10))
        .show(ui, |ui| {
            // The result is seen however much there is to ask: who pays whom must
            // be seen before anything is written.
            let space = ui.available_height();
            let questions = (space - RESULT).max(space * QUESTIONS);
            let first = egui::ScrollArea::vertical()
                .id_salt("questions")
                .auto_shrink([false, true])
                .max_height(questions)
                .show(ui, |ui| {
                    let first = views::situation::show(ui, state, scene);
                    views::follow_focus(ui);
                    first
                })
                .inner;
            ui.separator();
            egui::ScrollArea::vertical()
                .id_salt("result")
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    let mut panels: Vec<Id> = first.into_iter().collect();
                    panels.extend(views::result::show(ui, state, scene));
                    state.panels = panels;
                    views::follow_focus(ui);
                });
        });
    let room = ui.available_height();
    Panel::bottom("board")
        .resizable(false)
        .frame(bar(scene, 14, 8))
        .show(ui, |ui| {
            // However many tiles there are, the photo they are checked by is seen.
            let most = (room - PHOTO_LEAST - BELOW_BOARD).max(BOARD_LEAST);
            egui::ScrollArea::vertical()
                .auto_shrink([false, true])
                .max_height(most)
                .min_scrolled_height(most)
                .show(ui, |ui| {
                    views::board::show(ui, state, scene);
                    views::follow_focus(ui);
                });
            views::notation::show(ui, state, scene);
        });
    egui::CentralPanel::default().frame(middle).show(ui, |ui| {
        views::photo::show(ui, state, scene);
    });
}

/// A panel at an edge.
fn bar(scene: &Scene, x: i8, y: i8) -> Frame {
    Frame::new()
        .fill(scene.palette.panel)
        .inner_margin(Margin::symmetric(x, y))
}

fn dialogs(ui: &Ui, state: &mut State, scene: &mut Scene) {
    // Taken out for the time, since the chooser changes itself.
    let mut dialog = std::mem::take(&mut state.dialog);
    match &mut dialog {
        Dialog::None => {}
        Dialog::Picker(target) => views::picker::show(ui, state, *target, scene),
        Dialog::Chooser(chooser) => {
            let trouble = match &state.note {
                Some(Note::Said(words)) => Some(words.message(scene.lang)),
                _ => None,
            };
            views::chooser::show(ui, chooser, trouble, scene);
        }
        Dialog::Help => views::help::show(ui, scene),
        Dialog::Settings => views::settings::show(ui, state, scene),
        Dialog::RuleSheet => views::settings::rule_sheet(ui, state, scene),
        Dialog::Ledger(pages) => views::ledger::show(ui, state, pages, scene),
        Dialog::Camera => views::camera::show(ui, state, scene),
        Dialog::SavePicture(path) => views::save::picture(ui, state, path, scene),
        Dialog::SaveReceipt(path) => views::save::receipt(ui, state, path, scene),
    }
    state.dialog = dialog;
}

/// Dropped and pasted photos.
fn files(ctx: &egui::Context, focus: Focus, wishes: &mut Vec<Action>) {
    // A field takes what is pasted by itself, a dialog's too.
    let typing = focus == Focus::Text || ctx.text_edit_focused();
    ctx.input(|input| {
        let dropped = input.raw.dropped_files.iter();
        let dropped: Vec<PathBuf> = dropped.map(|file| file.path().to_path_buf()).collect();
        let photo = dropped.iter().find(|path| crate::frame::is_photo(path));
        if let Some(path) = photo.or(dropped.first()) {
            wishes.push(Action::Open(path.clone()));
            if dropped.len() > 1 {
                wishes.push(Action::Say(T::OneOfSeveral));
            }
        }
        for event in &input.events {
            match event {
                Event::PasteImage(image) => wishes.extend(pasted(image)),
                Event::Paste(_) if typing => {}
                Event::Paste(text) => wishes.push(match pasted_path(text) {
                    Some(path) if path.is_file() => Action::Open(path),
                    Some(_) => Action::Say(T::PasteNoFile),
                    None => Action::Say(T::PasteNoPicture),
                }),
                _ => {}
            }
        }
    });
}

fn pasted(image: &egui::ColorImage) -> Option<Action> {
    let [width, height] = image.size;
    let rgb: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    let image = image::RgbImage::from_raw(width as u32, height as u32, rgb)?;
    Some(Action::OpenPixels(Pixels {
        name: "clipboard".to_owned(),
        image: Arc::new(image),
    }))
}

/// The photo that a text names: a file manager's "copy" puts a path or a
/// `file://` address there, in which blanks and many letters are escaped.
fn pasted_path(text: &str) -> Option<PathBuf> {
    let line = text.lines().find(|line| !line.trim().is_empty())?.trim();
    let path = match line.strip_prefix("file://") {
        Some(address) => percent_decode_str(address).decode_utf8().ok()?.into_owned(),
        None => line.to_owned(),
    };
    let path = PathBuf::from(path);
    crate::frame::is_photo(&path).then_some(path)
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_address_is_a_path() {
        for (text, path) in [
            ("/a/b.jpg", Some("/a/b.jpg")),
            ("\n file:///a/b%20c.png \n", Some("/a/b c.png")),
            ("file:///a/%E7%89%8C.JPG", Some("/a/牌.JPG")),
            ("file:///a/%E7%89.jpg", None),
            ("123m", None),
        ] {
            assert_eq!(pasted_path(text), path.map(PathBuf::from), "{text}");
        }
    }
}
