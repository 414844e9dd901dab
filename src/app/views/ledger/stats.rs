//! What each player did, over all games of the ledger.

use eframe::egui::{self, Ui};

use crate::app::text::T;
use crate::app::views::Scene;
use crate::app::views::payments::signed;
use crate::ledger::Ledger;
use crate::ledger::stats::{PlayerStats, stats};

const COLUMNS: [T; 11] = [
    T::Player,
    T::StatsPlayed,
    T::StatsWins,
    T::StatsTsumo,
    T::StatsDealIns,
    T::StatsAverage,
    T::StatsKarasu,
    T::StatsGari,
    T::Chips,
    T::StatsPlace,
    T::EndResult,
];

/// Draws the table.
pub fn show(ui: &mut Ui, ledger: &Ledger, scene: &Scene) {
    let all = stats(ledger);
    if all.is_empty() {
        ui.label(scene.text(T::NothingYet));
        return;
    }
    egui::ScrollArea::horizontal().show(ui, |ui| {
        egui::Grid::new("stats")
            .spacing([16.0, 8.0])
            .show(ui, |ui| {
                for column in COLUMNS {
                    ui.label(scene.dim(scene.text(column)).small());
                }
                ui.end_row();
                for player in &all {
                    for column in COLUMNS {
                        ui.label(cell(player, column));
                    }
                    ui.end_row();
                }
            });
    });
}

fn cell(player: &PlayerStats, column: T) -> String {
    let rounded = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    match column {
        T::StatsPlayed => player.hands.to_string(),
        T::StatsWins => player.wins.to_string(),
        T::StatsTsumo => player.tsumo.to_string(),
        T::StatsDealIns => player.deal_ins.to_string(),
        T::StatsAverage => rounded(player.average_win()),
        T::StatsKarasu => player.karasu.to_string(),
        T::StatsGari => rounded(player.gari_per_win()),
        T::Chips => player.chips.to_string(),
        T::StatsPlace => rounded(player.average_place()),
        T::EndResult => i32::try_from(player.result).map_or("-".to_owned(), signed),
        _ => player.name.clone(),
    }
}
