//! Where a game stands, and its final account.

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::ledger::Wish;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::payments::{plain, signed};
use crate::app::views::{Scene, kept, seat_name};
use crate::ledger::event::End;
use crate::ledger::{After, Entry, Game};

/// Draws the game.
pub fn show(ui: &mut Ui, state: &State, game: &Game, scene: &mut Scene) {
    let title = match game.end {
        Some(_) => scene.text(T::GameEnded).to_owned(),
        None => kept::to_come(game, scene),
    };
    ui.label(scene.heading(title));
    ui.label(scene.dim(game.rules.name(scene.lang)));
    ui.add_space(4.0);
    match &game.end {
        Some(end) => account(ui, game, end, scene),
        None => standing(ui, game, scene),
    }
    ui.add_space(6.0);
    if !game.busted.is_empty() && game.end.is_none() {
        ui.label(RichText::new(scene.text(T::BustOver)).color(scene.palette.unsure));
    }
    ui.horizontal(|ui| {
        if game.end.is_none() && ui.button(scene.text(T::EndGame)).clicked() {
            scene.ask(Action::Ledger(Wish::Enter(Entry::End, After::default())));
        }
        undo(ui, state, scene);
    });
}

/// The button that voids the last event.
pub fn undo(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let live = state.book.ledger().map(|ledger| ledger.state().live.len());
    let some = live.is_some_and(|live| live > 0);
    ui.add_enabled_ui(some, |ui| {
        if ui.button(scene.text(T::UndoLast)).clicked() {
            scene.ask(Action::Ledger(Wish::Undo));
        }
    });
}

fn bold(text: impl Into<String>) -> RichText {
    RichText::new(text).font(egui::FontId::new(15.0, fonts::bold()))
}

fn has_chips(game: &Game) -> bool {
    game.rules.options.chips || game.chips.iter().any(|chips| *chips != 0)
}

fn head(ui: &mut Ui, texts: &[T], scene: &Scene) {
    for text in texts {
        ui.label(scene.dim(scene.text(*text)));
    }
    ui.end_row();
}

/// Names, seats, points, chips of a game that is being played.
fn standing(ui: &mut Ui, game: &Game, scene: &Scene) {
    let ranking = game.ranking();
    egui::Grid::new("standing")
        .spacing([24.0, 8.0])
        .show(ui, |ui| {
            let mut columns = vec![T::SeatColumn, T::Player, T::Points];
            if has_chips(game) {
                columns.push(T::Chips);
            }
            columns.push(T::Place);
            head(ui, &columns, scene);
            for (player, name) in game.players.iter().enumerate() {
                let seat = game.seat_of(player);
                ui.label(seat.map_or(scene.text(T::SitsOutName), |seat| {
                    seat_name(seat, scene.lang)
                }));
                ui.label(bold(name));
                ui.label(bold(plain(game.points[player])));
                if has_chips(game) {
                    ui.label(game.chips[player].to_string());
                }
                let place = ranking.iter().position(|other| *other == player);
                ui.label(T::PlaceN.n(scene.lang, place.unwrap_or(0) + 1));
                ui.end_row();
            }
        });
}

/// Places, points, オカ, ウマ, chips, the result.
fn account(ui: &mut Ui, game: &Game, end: &End, scene: &Scene) {
    let birds = end.yakitori.iter().any(|paid| *paid != 0);
    let listed = |id: &str| end.items.iter().any(|item| item.id == id);
    let (oka, uma) = (listed("oka"), listed("uma"));
    let columns = [
        (true, T::Place),
        (true, T::Player),
        (true, T::Points),
        (birds, T::Yakitori),
        (true, T::ReturnPoints),
        (oka, T::Oka),
        (uma, T::Uma),
        (has_chips(game), T::Chips),
        (true, T::EndResult),
    ];
    let columns: Vec<T> = columns
        .into_iter()
        .filter_map(|(shown, text)| shown.then_some(text))
        .collect();
    egui::Grid::new("account")
        .spacing([24.0, 8.0])
        .show(ui, |ui| {
            head(ui, &columns, scene);
            for (place, &player) in (1..).zip(&end.order) {
                for column in &columns {
                    ui.label(cell(game, end, player, place, *column, scene));
                }
                ui.end_row();
            }
        });
    if end.unaccounted != 0 {
        let text = T::Unaccounted.n(scene.lang, end.unaccounted);
        ui.label(RichText::new(text).color(scene.palette.unsure));
    }
}

fn cell(game: &Game, end: &End, player: usize, place: usize, column: T, scene: &Scene) -> RichText {
    let item = |id: &str| {
        let own = end.items.iter().filter(|item| item.id == id);
        let own = own.filter(|item| item.player == player);
        own.map(|item| item.value).sum::<i32>()
    };
    let value = |list: &[i32]| list.get(player).copied().unwrap_or(0);
    match column {
        T::Place => bold(T::PlaceN.n(scene.lang, place)),
        T::Player => bold(game.name(player)),
        // As they were played: what 焼き鳥 moved stands in its own column.
        T::Points => RichText::new(plain(value(&end.points) - value(&end.yakitori))),
        T::ReturnPoints => RichText::new(signed(-game.rules.options.return_points)),
        T::Yakitori => RichText::new(signed(value(&end.yakitori))),
        T::Oka => RichText::new(signed(item("oka"))),
        T::Uma => RichText::new(signed(item("uma"))),
        T::Chips => {
            let held = value(&game.chips);
            RichText::new(match game.rules.options.chip_value {
                Some(each) => format!("{} ({})", signed(held), signed(held * each)),
                None => signed(held),
            })
        }
        _ => {
            let result = value(&end.result);
            let color = match result {
                0.. => scene.palette.gain,
                _ => scene.palette.loss,
            };
            bold(signed(result)).color(color)
        }
    }
}
