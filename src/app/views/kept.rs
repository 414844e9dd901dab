//! The game beside the hand: where it stands, who put down sticks, and what of
//! the settled hand is in the ledger.

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::ledger::{Kept, Wish};
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::payments::{plain, signed};
use crate::app::views::{Scene, card, choice, seat_name};
use crate::ledger::{Event, Game, words};
use crate::score::Win;
use crate::seat::Seat;

/// A seat, with who sits there if a game is being played: `東 Aki`.
pub fn who(state: &State, seat: Seat, scene: &Scene) -> String {
    let wind = seat_name(seat, scene.lang);
    match state.name_at(seat) {
        Some(name) => format!("{wind} {name}"),
        None => wind.to_owned(),
    }
}

/// The hand that is being played, in one line.
pub fn to_come(game: &Game, scene: &Scene) -> String {
    let turn = &game.turn;
    let mut parts = vec![words::hand_name(game, turn, scene.lang)];
    if game.counts_kyoku() {
        parts.push(T::DealerIs.with(scene.lang, &[("name", &game.name(turn.dealer))]));
    }
    parts.push(T::OnTable.n(scene.lang, turn.sticks));
    if turn.pot != 0 || turn.pot_chips != 0 {
        let (points, chips) = (turn.pot.to_string(), turn.pot_chips.to_string());
        let values = [("points", points.as_str()), ("chips", chips.as_str())];
        parts.push(T::PotOnTable.with(scene.lang, &values));
    }
    if let Some(rests) = turn.sits_out {
        parts.push(T::SitsOut.with(scene.lang, &[("name", &game.name(rests))]));
    }
    parts.join("  ")
}

/// What the game adds to the questions about the win.
pub fn questions(ui: &mut Ui, state: &State, game: &Game, scene: &mut Scene) {
    let situation = state.draft().situation();
    ui.label(scene.dim(scene.text(T::RiichiBy)));
    sticks(ui, game, &state.put_down(situation), scene);
    let several = game.rules.options.max_ron > 1 && situation.win == Win::Ron;
    if several || state.book.awaits_winner() {
        let shown = scene.text(T::MoreWinners);
        let on = state.book.more_winners;
        if choice(ui, scene.palette, on, shown, shown).clicked() {
            scene.ask(Action::Ledger(Wish::MoreWinners(!on)));
        }
    }
    if state.book.awaits_winner() {
        ui.label(RichText::new(scene.text(T::WaitsForWinner)).color(scene.palette.unsure));
    }
}

/// A button for each player at the table: another stick, or none again.
pub fn sticks(ui: &mut Ui, game: &Game, put_down: &[u32], scene: &mut Scene) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for player in game.seating() {
            let name = game.name(player);
            let count = put_down.get(player).copied().unwrap_or(0);
            let number = count.to_string();
            let label = T::RiichiOf.with(scene.lang, &[("name", &name), ("n", &number)]);
            let shown = format!("{name} {number}");
            if choice(ui, scene.palette, count > 0, &shown, &label).clicked() {
                scene.ask(Action::Ledger(Wish::Declare(player)));
            }
        }
    });
}

/// What of the settled hand is in the ledger.
pub fn card_of_hand(ui: &mut Ui, state: &State, scene: &mut Scene) {
    match &state.kept {
        Kept::Nowhere => {}
        Kept::Waiting(_) => {
            let text = RichText::new(scene.text(T::WaitsForWinner));
            ui.label(text.color(scene.palette.unsure));
        }
        Kept::Written(recorded) if !state.book.holds(recorded) => {
            ui.add(egui::Label::new(scene.dim(scene.text(T::OtherLedger))).wrap());
        }
        Kept::Written(recorded) => {
            card(scene.palette, scene.palette.gain).show(ui, |ui| {
                ui.set_width(ui.available_width());
                written(ui, state, recorded.seq, scene);
            });
        }
        Kept::Unwritten(_, trouble) => {
            card(scene.palette, scene.palette.loss).show(ui, |ui| {
                ui.set_width(ui.available_width());
                let title = RichText::new(scene.text(T::NotRecorded)).color(scene.palette.loss);
                ui.label(title);
                ui.add(egui::Label::new(trouble.message(scene.lang)).wrap());
                let text = match &state.unwritten.file {
                    Some(file) => {
                        let path = file.display().to_string();
                        T::UnwrittenKept.with(scene.lang, &[("path", &path)])
                    }
                    None => scene.text(T::UnwrittenNowhere).to_owned(),
                };
                ui.add(egui::Label::new(scene.dim(text)).wrap());
                let label = scene.text(T::TryAgainLabel);
                let shown = scene.text(T::TryAgain);
                if super::labelled_button(ui, shown, label).clicked() {
                    scene.ask(Action::Ledger(Wish::Retry));
                }
            });
        }
    }
}

/// The event, and where everybody stands after it.
fn written(ui: &mut Ui, state: &State, seq: u64, scene: &Scene) {
    let Some(ledger) = state.book.ledger() else {
        return;
    };
    let number = T::RecordedAs.n(scene.lang, seq);
    let what = words::event(ledger, seq, scene.lang);
    ui.add(egui::Label::new(format!("{number}: {what}")).wrap());
    let Some(game) = state.book.last_game() else {
        return;
    };
    if !game.busted.is_empty() && game.end.is_none() {
        let over = RichText::new(scene.text(T::BustOver));
        ui.label(over.color(scene.palette.unsure));
    }
    let deltas = match ledger.record(seq).map(|record| &record.event) {
        Some(Event::Hand(hand)) => hand.deltas.as_slice(),
        _ => &[],
    };
    ui.horizontal_wrapped(|ui| {
        for (player, name) in game.players.iter().enumerate() {
            let by = signed(deltas.get(player).copied().unwrap_or(0));
            let held = game.points.get(player).copied().unwrap_or(0);
            ui.label(format!("{name} {} ({by})", plain(held)));
        }
    });
}
