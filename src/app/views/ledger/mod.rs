//! The ledger as a dialog (F3): one page each for the game, what is no won
//! hand, the history, the chart, the statistics and the file.

mod account;
mod enter;
mod file;
mod history;
mod newgame;
mod stats;

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::ledger::Notice;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, chart, choice, follow_focus, modal};
use crate::ledger::words;

/// One page of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Where the game stands; a new one; the final account.
    #[default]
    Game,
    /// Draws, penalties, adjustments.
    Enter,
    /// What happened.
    History,
    /// Points over hands.
    Chart,
    /// What each player did.
    Stats,
    /// Which file, and exports.
    File,
}

const PAGES: [(Page, T); 6] = [
    (Page::Game, T::LedgerGame),
    (Page::Enter, T::LedgerEnter),
    (Page::History, T::LedgerHistory),
    (Page::Chart, T::LedgerChart),
    (Page::Stats, T::LedgerStats),
    (Page::File, T::LedgerFile),
];

/// What a person has chosen and typed in the dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    page: Page,
    new: newgame::Form,
    enter: enter::Form,
    history: history::Form,
    file: file::Form,
}

impl Pages {
    /// The new game is to be played by this rule set.
    pub fn choose_rules(&mut self, id: String) {
        self.new.choose_rules(id);
    }

    /// The dialog on its first page, the forms filled in with what is likely.
    pub fn open(state: &State) -> Pages {
        Pages {
            new: newgame::Form::filled(state),
            file: file::Form::filled(state),
            ..Pages::default()
        }
    }
}

/// Shows the dialog.
pub fn show(ui: &Ui, state: &State, pages: &mut Pages, scene: &mut Scene) {
    let modal = modal(ui, "ledger").show(ui.ctx(), |ui| {
        let space = ui.ctx().content_rect().size();
        ui.set_width(880.0_f32.min(space.x - 60.0));
        let height = 560.0_f32.min(space.y - 190.0);
        tabs(ui, pages, scene);
        ui.separator();
        egui::ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                page(ui, state, pages, height, scene);
                follow_focus(ui);
            });
        ui.separator();
        notice(ui, state, scene);
        if ui.button(scene.text(T::Close)).clicked() {
            scene.ask(Action::CloseDialog);
        }
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}

fn tabs(ui: &mut Ui, pages: &mut Pages, scene: &mut Scene) {
    ui.horizontal_wrapped(|ui| {
        ui.label(scene.heading(scene.text(T::Ledger)));
        ui.add_space(8.0);
        for (page, text) in PAGES {
            let shown = scene.text(text);
            let response = choice(ui, scene.palette, pages.page == page, shown, shown);
            if response.clicked() {
                pages.page = page;
            }
            // The keyboard starts here.
            if pages.page == page && ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
        }
    });
}

fn page(ui: &mut Ui, state: &State, pages: &mut Pages, height: f32, scene: &mut Scene) {
    let (ledger, game) = (state.book.ledger(), state.book.last_game());
    match (pages.page, ledger, game) {
        (Page::File, _, _) => file::show(ui, state, &mut pages.file, scene),
        (_, _, _) if state.book.path().is_none() => {
            ui.label(scene.text(T::NoLedger));
        }
        (Page::Game, Some(_), Some(game)) => {
            account::show(ui, state, game, scene);
            if game.end.is_some() {
                ui.separator();
                newgame::show(ui, state, &mut pages.new, scene);
            }
        }
        (Page::Game, _, _) => newgame::show(ui, state, &mut pages.new, scene),
        (Page::Enter, _, _) => match state.book.game() {
            Some(game) => enter::show(ui, state, game, &mut pages.enter, scene),
            None => drop(ui.label(scene.text(T::NoGameRuns))),
        },
        (Page::History, Some(ledger), Some(game)) => {
            history::show(ui, ledger, game, &mut pages.history, scene);
        }
        (Page::Chart, Some(ledger), Some(game)) => {
            chart::show(ui, ledger, game, height - 70.0, scene);
        }
        (Page::Stats, Some(ledger), _) => stats::show(ui, ledger, scene),
        (_, _, _) => drop(ui.label(scene.text(T::NothingYet))),
    }
}

/// What was done last, or why it was not.
fn notice(ui: &mut Ui, state: &State, scene: &Scene) {
    let fault = || Some(Notice::Trouble(state.book.fault.clone()?.into()));
    let Some(notice) = state.book.notice.clone().or_else(fault) else {
        ui.label("");
        return;
    };
    let event = |seq: u64| {
        let ledger = state.book.ledger();
        let what = ledger.map(|ledger| words::event(ledger, seq, scene.lang));
        (seq.to_string(), what.unwrap_or_default())
    };
    let said = |text: T, seq: u64| {
        let (number, what) = event(seq);
        text.with(scene.lang, &[("n", &number), ("what", &what)])
    };
    let (text, color) = match notice {
        Notice::Written(seq) => (said(T::WrittenNow, seq), scene.palette.gain),
        Notice::Undone(seq) => (said(T::UndoneNow, seq), scene.palette.unsure),
        Notice::Exported(path) => {
            let path = path.display().to_string();
            let text = T::ExportedTo.with(scene.lang, &[("path", &path)]);
            (text, scene.palette.gain)
        }
        Notice::Trouble(trouble) => (trouble.message(scene.lang), scene.palette.loss),
    };
    ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
}

/// The left side of a row: what is asked.
fn caption(ui: &mut Ui, text: impl Into<egui::WidgetText>) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(150.0, 28.0), layout, |ui| {
        ui.set_min_width(150.0);
        ui.label(text);
    });
}

/// A text field with a label for screen readers.
fn field(ui: &mut Ui, text: &mut String, label: &str, width: f32) -> egui::Response {
    let response = ui.add(egui::TextEdit::singleline(text).desired_width(width));
    name_field(&response, text, label);
    response
}

/// Names a text field for screen readers.
fn name_field(response: &egui::Response, text: &str, label: &str) {
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(true, text, text, "");
        info.label = Some(label.to_owned());
        info
    });
}

/// A row of players, those that are on in the colour of choice; the one that
/// was pressed.
fn players(
    ui: &mut Ui,
    names: &[(usize, String)],
    on: impl Fn(usize) -> bool,
    label: T,
    scene: &Scene,
) -> Option<usize> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (player, name) in names {
            let spoken = label.with(scene.lang, &[("name", name)]);
            if choice(ui, scene.palette, on(*player), name, &spoken).clicked() {
                pressed = Some(*player);
            }
        }
    });
    pressed
}
