//! What each player did, over all games of a ledger.

use std::fmt::Write as _;

use serde::Serialize;

use crate::lang::Lang;
use crate::ledger::Ledger;
use crate::ledger::event::{Event, Hand};
use crate::ledger::show::{CELL, cell};
use crate::ledger::state::{Game, Step};
use crate::score::ItemId;
use crate::score::explain::width;

/// One player, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerStats {
    /// The name.
    pub name: String,
    /// Hands played (those sat out are not).
    pub hands: u32,
    /// Hands won.
    pub wins: u32,
    /// Of these by tsumo.
    pub tsumo: u32,
    /// Hands in which the player dealt in, once each.
    pub deal_ins: u32,
    /// Points received for all wins, honba and sticks included.
    pub won: i64,
    /// Wins with the カラス line: nothing was pulled.
    pub karasu: u32,
    /// Tiles pulled in all hands won.
    pub gari: u32,
    /// Chips over all games.
    pub chips: i64,
    /// Games with a final account.
    pub games: u32,
    /// Sum of the places in them, the first 1.
    pub places: u32,
    /// Sum of their results.
    pub result: i64,
    /// Points won or lost since the first game, after each hand.
    pub curve: Vec<i64>,
}

impl PlayerStats {
    /// Points of a win on the average.
    pub fn average_win(&self) -> Option<f64> {
        ratio(self.won as f64, self.wins)
    }

    /// Pulled tiles of a win on the average.
    pub fn gari_per_win(&self) -> Option<f64> {
        ratio(f64::from(self.gari), self.wins)
    }

    /// Place on the average.
    pub fn average_place(&self) -> Option<f64> {
        ratio(f64::from(self.places), self.games)
    }
}

fn ratio(sum: f64, count: u32) -> Option<f64> {
    (count > 0).then(|| sum / f64::from(count))
}

/// Everybody who ever played, in the order of their first game.
pub fn stats(ledger: &Ledger) -> Vec<PlayerStats> {
    let mut all: Vec<PlayerStats> = Vec::new();
    for game in &ledger.state().games {
        let places: Vec<usize> = game
            .players
            .iter()
            .map(|name| place(&mut all, name))
            .collect();
        let before: Vec<i64> = places
            .iter()
            .map(|&at| all[at].curve.last().copied().unwrap_or(0))
            .collect();
        for step in &game.steps {
            let Some(record) = ledger.record(step.seq) else {
                continue;
            };
            if let Event::Hand(hand) = &record.event {
                won(&mut all, &places, hand);
            }
            if record.event.ends_hand() {
                played(&mut all, &places, game, step, &before);
            }
        }
        ended(&mut all, &places, game);
    }
    all
}

/// The place of a player in the list, made if new.
fn place(all: &mut Vec<PlayerStats>, name: &str) -> usize {
    if let Some(at) = all.iter().position(|known| known.name == name) {
        return at;
    }
    all.push(PlayerStats {
        name: name.to_owned(),
        ..PlayerStats::default()
    });
    all.len() - 1
}

fn won(all: &mut [PlayerStats], places: &[usize], hand: &Hand) {
    for win in &hand.wins {
        let winner = &mut all[places[win.winner]];
        winner.wins += 1;
        winner.tsumo += u32::from(hand.from.is_none());
        winner.won += i64::from(win.paid);
        winner.gari += win.gari;
        let karasu = win.items.iter().any(|line| line.id == ItemId::Karasu);
        winner.karasu += u32::from(karasu);
    }
    if let Some(from) = hand.from {
        all[places[from]].deal_ins += 1;
    }
}

fn played(all: &mut [PlayerStats], places: &[usize], game: &Game, step: &Step, before: &[i64]) {
    for (player, &at) in places.iter().enumerate() {
        let stats = &mut all[at];
        stats.hands += u32::from(step.before.sits_out != Some(player));
        let gained = i64::from(step.points[player]) - i64::from(game.start);
        stats.curve.push(before[player] + gained);
    }
}

fn ended(all: &mut [PlayerStats], places: &[usize], game: &Game) {
    for (player, &at) in places.iter().enumerate() {
        all[at].chips += i64::from(game.chips[player]);
    }
    let Some(end) = &game.end else {
        return;
    };
    for (rank, &player) in (1..).zip(&end.order) {
        let stats = &mut all[places[player]];
        stats.games += 1;
        stats.places += rank;
        stats.result += i64::from(end.result[player]);
    }
}

/// Blocks of a curve in [`text`].
const CURVE: usize = 60;

/// What the columns of [`text`] are called.
const fn titles(lang: Lang) -> [&'static str; 11] {
    match lang {
        Lang::Ja => [
            "",
            "局",
            "和了",
            "ツモ",
            "放銃",
            "平均打点",
            "カラス",
            "ガリ/和了",
            "チップ",
            "平均順位",
            "精算",
        ],
        Lang::En => [
            "",
            "hands",
            "wins",
            "tsumo",
            "deal-ins",
            "avg win",
            "karasu",
            "gari/win",
            "chips",
            "avg place",
            "result",
        ],
    }
}

/// The figures as a table, and each player's curve.
pub fn text(all: &[PlayerStats], lang: Lang) -> String {
    let mut out = String::new();
    let widths = all.iter().map(|player| width(&player.name));
    let wide = widths.max().unwrap_or(0).max(CELL);
    let mut line = |cells: &[String]| {
        let widths = std::iter::once(wide).chain(std::iter::repeat(CELL));
        let row: String = cells
            .iter()
            .zip(widths)
            .map(|(text, wide)| cell(text, wide))
            .collect();
        let _ = writeln!(out, "{}", row.trim_end());
    };
    line(&titles(lang).map(str::to_owned));
    let rounded = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    for player in all {
        line(&[
            player.name.clone(),
            player.hands.to_string(),
            player.wins.to_string(),
            player.tsumo.to_string(),
            player.deal_ins.to_string(),
            rounded(player.average_win()),
            player.karasu.to_string(),
            rounded(player.gari_per_win()),
            player.chips.to_string(),
            rounded(player.average_place()),
            format!("{:+}", player.result),
        ]);
    }
    for player in all {
        let curve = sparkline(&player.curve, CURVE);
        let now = player.curve.last().copied().unwrap_or(0);
        let _ = writeln!(out, "{}{curve} {now:+}", cell(&player.name, wide));
    }
    out
}

/// A curve as a line of blocks, at most `width` of them, the lowest value `▁`
/// and the highest `█`.
pub fn sparkline(values: &[i64], width: usize) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
        return String::new();
    };
    let shown = values.len().min(width);
    let block = |at: usize| {
        // The last value of each stretch, so that the line ends where the
        // player stands.
        let value = values[(at + 1) * values.len() / shown - 1];
        let height = (value - low) * (BLOCKS.len() as i64 - 1) / (high - low).max(1);
        BLOCKS[usize::try_from(height).unwrap_or(0)]
    };
    (0..shown).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_low_to_high_and_ends_where_the_player_stands() {
        assert_eq!(sparkline(&[0, 7, 3], 10), "▁█▄");
        assert_eq!(sparkline(&[5, 5], 10), "▁▁");
        let rising: Vec<i64> = (0..1000).collect();
        let line = sparkline(&rising, 8);
        assert_eq!(line.chars().count(), 8);
        assert!(line.ends_with('█'), "{line}");
        assert_eq!(sparkline(&[], 8), "");
    }
}
