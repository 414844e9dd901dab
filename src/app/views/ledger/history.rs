//! What happened in a game, the newest first.

use eframe::egui::{self, RichText, Ui};

use crate::app::text::T;
use crate::app::views::payments::{plain, signed};
use crate::app::views::{Scene, choice};
use crate::ledger::event::Event;
use crate::ledger::{Game, Ledger, Record, show, words};

/// Events shown at first, and by each press more.
const STEP: usize = 50;
/// Width of the columns: number, hand; and the least for what happened.
const NUMBER: f32 = 40.0;
const HAND: f32 = 150.0;
const WHAT: f32 = 180.0;

/// What was chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// Presses of "older".
    more: usize,
    /// The event whose lines are shown.
    open: Option<u64>,
}

/// Draws the history.
pub fn show(ui: &mut Ui, ledger: &Ledger, game: &Game, form: &mut Form, scene: &mut Scene) {
    let rows = show::rows(ledger, game);
    if rows.is_empty() {
        ui.label(scene.text(T::NothingYet));
        return;
    }
    // Four long names at a large text size are wider than a small window.
    egui::ScrollArea::horizontal().show(ui, |ui| table(ui, ledger, game, &rows, form, scene));
}

fn table(
    ui: &mut Ui,
    ledger: &Ledger,
    game: &Game,
    rows: &[&Record],
    form: &mut Form,
    scene: &mut Scene,
) {
    let players = game.players.len() as f32;
    let what = (ui.available_width() - NUMBER - HAND - players * 108.0 - 40.0).max(WHAT);
    let columns = Columns { what };
    columns.head(ui, game, scene);
    let shown = (form.more + 1) * STEP;
    for record in rows.iter().rev().take(shown) {
        columns.row(ui, ledger, game, record, form, scene);
        if form.open == Some(record.seq) {
            // The row may have had no room for all of it.
            let text = words::event(ledger, record.seq, scene.lang);
            ui.add(egui::Label::new(RichText::new(text)).wrap());
            for (winner, lines) in words::lines(ledger, record.seq, scene.lang) {
                let text = format!("{}: {lines}", game.name(winner));
                ui.add(egui::Label::new(scene.dim(text)).wrap());
            }
        }
    }
    if rows.len() > shown && ui.button(scene.text(T::Older)).clicked() {
        form.more += 1;
    }
}

struct Columns {
    what: f32,
}

impl Columns {
    fn cell(&self, ui: &mut Ui, width: f32, text: RichText) {
        let size = egui::vec2(width, 24.0);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(width);
            ui.add(egui::Label::new(text).truncate());
        });
    }

    fn head(&self, ui: &mut Ui, game: &Game, scene: &Scene) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.cell(ui, NUMBER, scene.dim("#"));
            self.cell(ui, HAND, scene.dim(scene.text(T::HandName)));
            self.cell(ui, self.what, scene.dim(scene.text(T::WhatHappened)));
            for name in &game.players {
                self.cell(ui, 102.0, scene.dim(name));
            }
        });
    }

    fn row(
        &self,
        ui: &mut Ui,
        ledger: &Ledger,
        game: &Game,
        record: &Record,
        form: &mut Form,
        scene: &mut Scene,
    ) {
        let at = game
            .steps
            .binary_search_by_key(&record.seq, |step| step.seq);
        let step = at.ok().and_then(|at| game.steps.get(at));
        let color = match step {
            Some(_) => scene.palette.text,
            None => scene.palette.dim,
        };
        let hand = match step {
            Some(step) => words::hand_name(game, &step.before, scene.lang),
            None => scene.text(T::Undone).to_owned(),
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.cell(
                ui,
                NUMBER,
                RichText::new(record.seq.to_string()).color(color),
            );
            self.cell(ui, HAND, RichText::new(hand).color(color));
            self.what(ui, ledger, record, form, scene);
            let values = match &record.event {
                Event::End(end) => &end.result,
                other => other.deltas(),
            };
            for player in 0..game.players.len() {
                let by = values.get(player).map(|by| signed(*by));
                let held = step.and_then(|step| step.points.get(player));
                let text = match (held, by) {
                    (Some(held), Some(by)) => format!("{} ({by})", plain(*held)),
                    (Some(held), None) => plain(*held),
                    (None, by) => by.unwrap_or_default(),
                };
                self.cell(ui, 102.0, RichText::new(text).color(color));
            }
        });
    }

    /// What happened; a won hand opens to show its lines.
    fn what(
        &self,
        ui: &mut Ui,
        ledger: &Ledger,
        record: &Record,
        form: &mut Form,
        scene: &mut Scene,
    ) {
        let text = words::event(ledger, record.seq, scene.lang);
        if !matches!(record.event, Event::Hand(_)) {
            self.cell(ui, self.what, RichText::new(text));
            return;
        }
        let open = form.open == Some(record.seq);
        let size = egui::vec2(self.what, 24.0);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(self.what);
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
            let label = format!("{}: {text}", record.seq);
            if choice(ui, scene.palette, open, &text, &label).clicked() {
                form.open = (!open).then_some(record.seq);
            }
        });
    }
}
