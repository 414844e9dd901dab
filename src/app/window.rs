//! The frame round the views: input in, views drawn, wishes fulfilled.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{self, Event, Frame, Id, Key, Margin, Panel, Ui};

use crate::app::action::Action;
use crate::app::keys::{self, Focus};
use crate::app::settings::Settings;
use crate::app::sound;
use crate::app::state::{Dialog, Note, PickFor, State};
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
        if asked {
            self.save_settings();
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
        let mut wishes = match focus {
            Focus::Dialog if matches!(self.state.dialog, Dialog::Picker(_)) => {
                let moves = matches!(self.state.dialog, Dialog::Picker(PickFor::Tile(_)));
                keys::picker_actions(ctx, pending, moves)
            }
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

/// Height that the photo keeps beside a board of many tiles, in points.
const PHOTO_LEAST: f32 = 112.0;
/// Height of what lies below the tiles: the notation field and the panel's edges.
const BELOW_BOARD: f32 = 58.0;
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
            egui::ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    let first = views::situation::show(ui, state, scene);
                    let mut panels: Vec<Id> = first.into_iter().collect();
                    ui.add_space(8.0);
                    ui.separator();
                    ui.add_space(2.0);
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
    ctx.input(|input| {
        for file in &input.raw.dropped_files {
            wishes.push(Action::Open(file.path().to_path_buf()));
        }
        if focus == Focus::Text {
            return;
        }
        for event in &input.events {
            match event {
                Event::PasteImage(image) => wishes.extend(pasted(image)),
                Event::Paste(text) => wishes.push(match pasted_path(text) {
                    Some(path) => Action::Open(path),
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

/// A file manager's "copy" puts a path or a `file://` address there.
fn pasted_path(text: &str) -> Option<PathBuf> {
    let line = text.lines().find(|line| !line.trim().is_empty())?.trim();
    let path = PathBuf::from(line.strip_prefix("file://").unwrap_or(line));
    (crate::frame::is_photo(&path) && path.is_file()).then_some(path)
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}
