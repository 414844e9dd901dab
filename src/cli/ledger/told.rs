//! What a person says about the table beside a hand.

use serde_json::Value;

use crate::cli::failure::{Failure, Problem};
use crate::cli::score::flags::Situation;
use crate::ledger::{Game, Winner};
use crate::score::HandInput;
use crate::score::unsaid::Fact;
use crate::seat::Seat;

/// Sticks put down in this hand: those named, and those of winners in riichi.
pub(super) fn stick_count(game: &Game, wins: &[Winner], riichi: &[usize]) -> u32 {
    let unnamed = wins
        .iter()
        .filter(|win| win.hand.riichi > 0 && !riichi.contains(&win.player));
    game.turn.sticks + (riichi.len() + unnamed.count()) as u32
}

/// What a person says about the table, which the ledger knows already.
#[derive(Default)]
pub(super) struct Told {
    pub(super) honba: Option<u32>,
    pub(super) sticks: Option<u32>,
    pub(super) round: Option<Seat>,
}

impl Told {
    pub(super) fn by(situation: &Situation) -> Told {
        let input = situation.alone();
        let facts = situation.said(&input);
        let said = |fact| facts.contains(&fact);
        Told {
            honba: said(Fact::Honba).then_some(input.honba),
            sticks: said(Fact::Sticks).then_some(input.sticks),
            round: said(Fact::Round).then_some(input.round_wind),
        }
    }

    pub(super) fn by_case(text: &str, case: &HandInput) -> Told {
        let keys: Value = serde_json::from_str(text).unwrap_or_default();
        let said = |key: &str| keys.get(key).is_some_and(|value| !value.is_null());
        Told {
            honba: said("honba").then_some(case.honba),
            sticks: said("sticks").then_some(case.sticks),
            round: said("round_wind").then_some(case.round_wind),
        }
    }

    /// That what is said is what the ledger says.
    pub(super) fn agree(&self, game: &Game, sticks: u32) -> Result<(), Failure> {
        let turn = &game.turn;
        let differs = [
            (
                "honba",
                self.honba
                    .filter(|honba| *honba != turn.honba)
                    .map(|honba| (honba.to_string(), turn.honba.to_string())),
            ),
            (
                "sticks",
                self.sticks
                    .filter(|told| *told != sticks)
                    .map(|told| (told.to_string(), sticks.to_string())),
            ),
            (
                "round",
                self.round
                    .filter(|round| *round != turn.round)
                    .map(|round| (round.to_string(), turn.round.to_string())),
            ),
        ];
        let one = |(key, values): (&str, Option<(String, String)>)| {
            let (told, known) = values?;
            Some(Problem::new(
                "not_as_in_ledger",
                format!(
                    "{key} {told}: 帳簿では {known} です。書かなければ帳簿の値になります。直すには karasu ledger add --adjust --{key} {told} --reason 理由"
                ),
                format!(
                    "{key} {told}: the ledger says {known}. Leave it out to take that, or set it right with karasu ledger add --adjust --{key} {told} --reason TEXT"
                ),
            ))
        };
        let problems: Vec<Problem> = differs.into_iter().filter_map(one).collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Failure::usage(problems)),
        }
    }
}
