//! A game as text and as JSON: what happened, and how it stands.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::lang::Lang;
use crate::ledger::event::End;
use crate::ledger::{Event, Game, Ledger, Record, words};
use crate::score::explain::{pad, width};
use crate::seat::Seat;

/// Columns of a player.
pub(super) const CELL: usize = 9;
/// Columns of the name of a hand, and of what happened.
const HAND: usize = 18;
const WHAT: usize = 34;

/// A cell that is at least so wide.
pub(super) fn cell(text: &str, columns: usize) -> String {
    pad(text, columns) + " "
}

/// A row of cells under the names of the players, of whatever length these are.
fn cells<T: AsRef<str>>(game: &Game, texts: impl IntoIterator<Item = T>) -> String {
    let names = game.players.iter();
    let row = names.zip(texts);
    row.map(|(name, text)| cell(text.as_ref(), width(name).max(CELL)))
        .collect()
}

/// History and standing of a game.
/// `at` is its number; `last` shows only so many events.
pub fn text(ledger: &Ledger, game: &Game, at: usize, last: Option<usize>, lang: Lang) -> String {
    let mut out = String::new();
    let begun = ledger.record(game.seq).map_or(0, |record| record.at);
    let _ = writeln!(
        out,
        "{} {at}  {}  {}",
        lang.pick("対局", "Game"),
        game.rules.name(lang),
        ledger.date(begun)
    );
    let names = cells(game, &game.players);
    let head = format!(
        "{} {} {} {names}",
        pad("#", 5),
        pad(lang.pick("局", "hand"), HAND),
        pad(lang.pick("出来事", "what"), WHAT)
    );
    let _ = writeln!(out, "{}", head.trim_end());
    let rows = rows(ledger, game);
    let skipped = last.map_or(0, |last| rows.len().saturating_sub(last));
    for record in &rows[skipped..] {
        let _ = writeln!(out, "{}", row(game, record, lang));
    }
    out.push_str(&standing(game, lang));
    out
}

/// The events of a game that moved something, voided ones too.
pub fn rows<'a>(ledger: &'a Ledger, game: &Game) -> Vec<&'a Record> {
    let from = game.seq as usize;
    let later = ledger.records().iter().skip(from);
    let own = later.take_while(|record| !matches!(record.event, Event::Start(_)));
    own.filter(|record| !matches!(record.event, Event::Void(_)))
        .collect()
}

fn row(game: &Game, record: &Record, lang: Lang) -> String {
    let step = game
        .steps
        .binary_search_by_key(&record.seq, |step| step.seq)
        .ok()
        .and_then(|at| game.steps.get(at));
    let hand = match step {
        Some(step) => words::hand_name(game, &step.before, lang),
        None => lang.pick("(取り消し)", "(undone)").to_owned(),
    };
    let values = match &record.event {
        Event::End(end) => &end.result,
        other => other.deltas(),
    };
    let values = cells(game, values.iter().map(|value| format!("{value:+}")));
    let line = format!(
        "{} {} {} {values}",
        pad(&record.seq.to_string(), 5),
        pad(&hand, HAND),
        pad(&words::of_game(record, &game.players, lang), WHAT),
    );
    line.trim_end().to_owned()
}

/// Totals, ranking and the hand to come.
pub fn standing(game: &Game, lang: Lang) -> String {
    let mut out = String::new();
    let mut line = |name: &str, values: Vec<String>| {
        let name = pad(name, 5 + HAND + WHAT + 3);
        let row = name + &cells(game, values);
        let _ = writeln!(out, "{}", row.trim_end());
    };
    let numbers = |values: &[i32]| values.iter().map(i32::to_string).collect();
    line("", game.players.clone());
    line(lang.pick("持ち点", "points"), numbers(&game.points));
    if game.chips.iter().any(|chips| *chips != 0) || game.rules.options.chips {
        line(lang.pick("チップ", "chips"), numbers(&game.chips));
    }
    let ranks = ranks(game);
    line(
        lang.pick("順位", "place"),
        ranks.iter().map(usize::to_string).collect(),
    );
    match &game.end {
        Some(end) => {
            if end.yakitori.iter().any(|paid| *paid != 0) {
                line(lang.pick("焼き鳥", "yakitori"), numbers(&end.yakitori));
            }
            let result = end.result.iter().map(|value| format!("{value:+}"));
            line(lang.pick("精算", "result"), result.collect());
        }
        None => out.push_str(&to_come(game, lang)),
    }
    out
}

/// Places by player, the first 1.
fn ranks(game: &Game) -> Vec<usize> {
    let order = match &game.end {
        Some(end) => end.order.clone(),
        None => game.ranking(),
    };
    let place = |player| order.iter().position(|&other| other == player);
    let places = (0..game.players.len()).map(place);
    places
        .map(|place| place.map_or(0, |place| place + 1))
        .collect()
}

/// The hand to come in one line.
fn to_come(game: &Game, lang: Lang) -> String {
    let turn = &game.turn;
    let mut parts = vec![words::hand_name(game, turn, lang)];
    let seats = game.seating().into_iter().zip(Seat::ALL);
    let seats = seats.map(|(player, seat)| match lang {
        Lang::Ja => format!("{}{}", seat.kanji(), game.name(player)),
        Lang::En => format!("{seat} {}", game.name(player)),
    });
    parts.push(seats.collect::<Vec<_>>().join(lang.pick(" ", ", ")));
    parts.push(format!("{} {}", lang.pick("供託", "sticks"), turn.sticks));
    if turn.pot != 0 || turn.pot_chips != 0 {
        parts.push(match lang {
            Lang::Ja => format!("場に {}点 {}枚", turn.pot, turn.pot_chips),
            Lang::En => format!("on the table: points {} chips {}", turn.pot, turn.pot_chips),
        });
    }
    if let Some(rests) = turn.sits_out {
        parts.push(format!(
            "{} {}",
            lang.pick("抜け番", "sits out:"),
            game.name(rests)
        ));
    }
    if !game.busted.is_empty() {
        parts.push(
            lang.pick("とび終了 (add --end で精算)", "bust: settle with add --end")
                .to_owned(),
        );
    }
    format!("{} {}\n", lang.pick("次", "next:"), parts.join("  "))
}

/// Values by name.
pub fn by_name<T: Copy + Into<Value>>(game: &Game, values: &[T]) -> Map<String, Value> {
    let each = game.players.iter().zip(values);
    each.map(|(name, value)| (name.clone(), (*value).into()))
        .collect()
}

/// A game as JSON: where it stands and what happened.
pub fn game_json(ledger: &Ledger, game: &Game) -> Value {
    let turn = &game.turn;
    let seats: Map<String, Value> = game
        .seating()
        .into_iter()
        .zip(Seat::ALL)
        .map(|(player, seat)| (seat.to_string(), json!(game.name(player))))
        .collect();
    let steps: HashMap<u64, &[i32]> = game
        .steps
        .iter()
        .map(|step| (step.seq, step.points.as_slice()))
        .collect();
    let history = rows(ledger, game).into_iter().map(|record| {
        let points = steps.get(&record.seq).map(|points| by_name(game, points));
        json!({
            "seq": record.seq,
            "at": record.at,
            "kind": record.event.kind(),
            "voided": points.is_none(),
            "deltas": by_name(game, record.event.deltas()),
            "chips": by_name(game, record.event.chips()),
            "points": points,
        })
    });
    json!({
        "ledger": ledger.path().display().to_string(),
        "rules": {"id": game.rules.id, "version": game.rules.version},
        "players": game.players,
        "points": by_name(game, &game.points),
        "chips": by_name(game, &game.chips),
        "ranking": names(game, &game.ranking()),
        "seats": seats,
        "dealer": game.name(turn.dealer),
        "sits_out": turn.sits_out.map(|player| game.name(player)),
        "round": turn.round,
        "kyoku": turn.kyoku,
        "honba": turn.honba,
        "sticks": turn.sticks,
        "pot": turn.pot,
        "pot_chips": turn.pot_chips,
        "bust": names(game, &game.busted),
        "end": game.end.as_ref().map(|end| end_json(game, end)),
        "history": history.collect::<Vec<_>>(),
    })
}

fn names(game: &Game, list: &[usize]) -> Vec<String> {
    list.iter().map(|player| game.name(*player)).collect()
}

fn end_json(game: &Game, end: &End) -> Value {
    let items = end
        .items
        .iter()
        .map(|item| json!({"id": item.id, "player": game.name(item.player), "value": item.value}));
    json!({
        "order": names(game, &end.order),
        "points": by_name(game, &end.points),
        "yakitori": by_name(game, &end.yakitori),
        "items": items.collect::<Vec<_>>(),
        "result": by_name(game, &end.result),
        "unaccounted": end.unaccounted,
    })
}

/// What new events did: each, the points before and after, and the hand to
/// come.
pub fn added(ledger: &Ledger, before: &Game, game: &Game, new: &[u64], lang: Lang) -> String {
    let mut out = String::new();
    for &seq in new {
        let hand = words::hand_name(game, &before.turn, lang);
        let what = words::event(ledger, seq, lang);
        let _ = writeln!(out, "{seq}  {hand}  {what}");
        for (winner, lines) in words::lines(ledger, seq, lang) {
            let _ = writeln!(out, "   {} {lines}", game.name(winner));
        }
    }
    if game.end.is_some() {
        out.push_str(&standing(game, lang));
        return out;
    }
    let mut line = |name: &str, values: Vec<String>| {
        let row = cell(name, CELL) + &cells(game, values);
        let _ = writeln!(out, "{}", row.trim_end());
    };
    line("", game.players.clone());
    let mut moved = |name: &str, before: &[i32], after: &[i32]| {
        let changes = before.iter().zip(after).map(|(was, is)| is - was);
        line(name, before.iter().map(i32::to_string).collect());
        line("", changes.map(|by| format!("{by:+}")).collect());
        line("", after.iter().map(i32::to_string).collect());
    };
    moved(lang.pick("持ち点", "points"), &before.points, &game.points);
    if before.chips != game.chips {
        moved(lang.pick("チップ", "chips"), &before.chips, &game.chips);
    }
    out.push_str(&to_come(game, lang));
    out
}
