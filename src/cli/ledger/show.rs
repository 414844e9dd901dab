//! `karasu ledger show` and `stats`.

use serde_json::{Value, json};

use super::Answer;
use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::{Exit, out, outln};
use crate::ledger::stats::{self, PlayerStats};
use crate::ledger::{Ledger, Refusal, show};

/// Which part of a ledger to show.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice {
    /// 1, 2 …; the last if not said.
    pub game: Option<usize>,
    /// Only so many events.
    pub last: Option<usize>,
}

/// Shows one game.
pub(super) fn game(ledger: &Ledger, choice: Choice, answer: Answer) -> Done {
    let games = &ledger.state().games;
    let at = choice.game.unwrap_or(games.len());
    let Some(shown) = at.checked_sub(1).and_then(|at| games.get(at)) else {
        return Err(match choice.game {
            Some(_) if !games.is_empty() => Failure::usage(Problem::new(
                "no_such_game",
                format!("対局は 1 から {} までです", games.len()),
                format!("the games are 1 to {}", games.len()),
            )),
            _ => super::refused(&Refusal::NoGame),
        });
    };
    if answer.json {
        let mut record = show::game_json(ledger, shown);
        record["game"] = json!(at);
        record["games"] = json!(games.len());
        outln!("{record}");
    } else {
        out!(
            "{}",
            show::text(ledger, shown, at, choice.last, answer.lang)
        );
    }
    Ok(Exit::Ok)
}

/// `karasu ledger stats`.
pub(super) fn stats(ledger: &Ledger, answer: Answer) -> Done {
    let all = stats::stats(ledger);
    if answer.json {
        let one = |player: &PlayerStats| {
            let mut record = json!(player);
            record["average_win"] = json!(player.average_win());
            record["gari_per_win"] = json!(player.gari_per_win());
            record["average_place"] = json!(player.average_place());
            record
        };
        outln!("{}", Value::Array(all.iter().map(one).collect()));
        return Ok(Exit::Ok);
    }
    out!("{}", stats::text(&all, answer.lang));
    Ok(Exit::Ok)
}
