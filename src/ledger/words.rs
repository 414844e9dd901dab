//! Events in words.

use crate::lang::Lang;
use crate::ledger::event::{DrawKind, Event, Hand, Line, Turn, Win};
use crate::ledger::{Game, Ledger, Record};
pub use crate::rules::penalty::name as penalty_name;
use crate::score::Unit;
use crate::score::explain::limit_text;
use crate::settle::event::NagashiKind;

/// What an event was, by its number.
pub fn event(ledger: &Ledger, seq: u64, lang: Lang) -> String {
    match ledger.record(seq) {
        Some(record) => of_game(record, players_at(ledger, seq), lang),
        None => String::new(),
    }
}

/// What an event of a game with these players was.
pub fn of_game(record: &Record, players: &[String], lang: Lang) -> String {
    let name = |player: &usize| players.get(*player).map_or("?", String::as_str);
    let list = |list: &[usize]| match list.is_empty() {
        true => "-".to_owned(),
        false => list.iter().map(name).collect::<Vec<_>>().join(", "),
    };
    match &record.event {
        Event::Start(start) => {
            let rules = start.rules["id"].as_str().unwrap_or_default();
            format!("{} {rules}", lang.pick("対局開始", "game begins:"))
        }
        Event::Hand(hand) => won(hand, players, lang),
        Event::Draw(draw) => match draw.kind {
            DrawKind::Exhausted => format!(
                "{} {}",
                lang.pick("流局 テンパイ:", "draw, tenpai:"),
                list(&draw.tenpai)
            ),
            DrawKind::Aborted => lang.pick("途中流局", "void hand").to_owned(),
        },
        Event::Nagashi(nagashi) => {
            let what = match nagashi.kind {
                NagashiKind::Nagashi => lang.pick("流し", "nagashi"),
                NagashiKind::NagashiTanyao => lang.pick("流しタンヤオ", "nagashi tanyao"),
            };
            format!("{} {what}", name(&nagashi.player))
        }
        Event::Penalty(penalty) => format!(
            "{} {} ({})",
            name(&penalty.player),
            lang.pick("罰則", "penalty"),
            penalty_name(&penalty.kind, lang)
        ),
        Event::Adjust(adjust) => format!("{} {}", lang.pick("訂正:", "adjusted:"), adjust.reason),
        Event::Bust(bust) => format!("{} {}", lang.pick("とび", "bust:"), list(&bust.busted)),
        Event::End(end) => format!("{} {}", lang.pick("終局", "end:"), list(&end.order)),
        Event::Void(void) => match lang {
            Lang::Ja => format!("{} を取り消し", void.of),
            Lang::En => format!("voids {}", void.of),
        },
    }
}

fn won(hand: &Hand, players: &[String], lang: Lang) -> String {
    let name = |player: usize| players.get(player).map_or("?", String::as_str);
    let how = match (hand.from, lang) {
        (None, Lang::Ja) => "ツモ".to_owned(),
        (None, Lang::En) => "tsumo".to_owned(),
        (Some(from), Lang::Ja) => format!("ロン ({}から)", name(from)),
        (Some(from), Lang::En) => format!("ron from {}", name(from)),
    };
    let wins = hand.wins.iter().map(|win| {
        let limit = match win.limit.is_empty() {
            true => String::new(),
            false => format!(" {}", limit_text(&win.limit, lang)),
        };
        format!("{} {how} {}{limit}", name(win.winner), win.total)
    });
    wins.collect::<Vec<_>>().join(" / ")
}

/// The players of the game that an event belongs to.
fn players_at(ledger: &Ledger, seq: u64) -> &[String] {
    let before = ledger.records().iter().take(seq as usize).rev();
    let mut starts = before.filter_map(|record| match &record.event {
        Event::Start(start) => Some(start.players.as_slice()),
        _ => None,
    });
    starts.next().unwrap_or_default()
}

/// The hand to come, or that was played: `東2局 1本場`.
pub fn hand_name(game: &Game, turn: &Turn, lang: Lang) -> String {
    let mut parts = vec![match (game.counts_kyoku(), lang) {
        (true, Lang::Ja) => format!("{}{}局", turn.round.kanji(), turn.kyoku),
        (true, Lang::En) => format!("{}{}", turn.round, turn.kyoku),
        (false, Lang::Ja) => format!("親{}", game.name(turn.dealer)),
        (false, Lang::En) => format!("dealer {}", game.name(turn.dealer)),
    }];
    if game.counts_honba() {
        parts.push(match lang {
            Lang::Ja => format!("{}本場", turn.honba),
            Lang::En => format!("honba {}", turn.honba),
        });
    }
    parts.join(" ")
}

/// The lines of the sheets of a won hand, winner by winner.
pub fn lines(ledger: &Ledger, seq: u64, lang: Lang) -> Vec<(usize, String)> {
    let Some(Event::Hand(hand)) = ledger.record(seq).map(|record| &record.event) else {
        return Vec::new();
    };
    let name = |line: &Line| {
        let value = match line.unit {
            Unit::Mult => format!(" ×{}", line.value),
            Unit::Flat | Unit::Note => String::new(),
            _ => format!(" {}", line.value),
        };
        format!("{}{value}", lang.pick(line.id.name_ja(), line.id.name_en()))
    };
    let sheet = |win: &Win| {
        let items = win.items.iter().chain(&win.chip_items).map(name);
        (
            win.winner,
            items.collect::<Vec<_>>().join(lang.pick("、", ", ")),
        )
    };
    hand.wins.iter().map(sheet).collect()
}
