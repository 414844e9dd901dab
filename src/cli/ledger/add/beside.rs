//! Which flags go with which event: what an event has no use for is refused,
//! not dropped.

use std::ffi::OsString;

use super::{Args, TABLE, options_are_fixed};
use crate::cli::failure::{Failure, Problem};
use crate::lang::quoted;
use crate::ledger::Game;
use crate::ledger::event::DrawKind;
use crate::score::unsaid::Fact;
use crate::settle::event::NagashiKind;

/// What the flags say that happened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Win,
    Case,
    Draw(DrawKind),
    Nagashi(NagashiKind),
    Penalty,
    Adjust,
    End,
}

impl What {
    pub(super) fn of(args: &Args) -> What {
        match args {
            Args { draw: true, .. } => What::Draw(DrawKind::Exhausted),
            Args { abort: true, .. } => What::Draw(DrawKind::Aborted),
            Args { end: true, .. } => What::End,
            args if args.nagashi.is_some() => What::Nagashi(NagashiKind::Nagashi),
            args if args.nagashi_tanyao.is_some() => What::Nagashi(NagashiKind::NagashiTanyao),
            args if args.chombo.is_some() => What::Penalty,
            args if args.adjust.is_some() => What::Adjust,
            args if !args.case.is_empty() => What::Case,
            _ => What::Win,
        }
    }

    /// Whether what is said of the table can only repeat the ledger.
    pub(super) fn ends_a_hand_without_win(self) -> bool {
        matches!(self, What::Draw(_) | What::Nagashi(_))
    }

    fn is_win(self) -> bool {
        matches!(self, What::Win | What::Case)
    }

    fn takes_tenpai(self) -> bool {
        matches!(self, What::Draw(DrawKind::Exhausted) | What::Nagashi(_))
    }

    fn takes_declared(self) -> bool {
        self.is_win() || self.ends_a_hand_without_win()
    }

    fn takes_table(self) -> bool {
        self.takes_declared() || self == What::Adjust
    }
}

impl Args {
    /// That every flag says something about this event.
    pub(super) fn fits(&self, what: What, game: &Game, hand: &[OsString]) -> Result<(), Failure> {
        if self.situation.with_options(game.rules.clone())? != game.rules {
            return Err(options_are_fixed());
        }
        if !what.takes_tenpai() && !self.tenpai.is_empty() {
            return Err(not_here(
                "--tenpai",
                "荒牌流局 (--draw) か流し (--nagashi)",
                "a drawn hand (--draw) or a nagashi (--nagashi)",
            ));
        }
        if !what.takes_declared() && !self.declared.is_empty() {
            let (ja, en) = ("和了か流局", "a win or a drawn hand");
            return Err(not_here("--declared", ja, en));
        }
        let next = [
            ("--next-dealer", &self.next_dealer),
            ("--sits-out", &self.sits_out),
        ];
        let next = next.iter().find(|(_, name)| name.is_some());
        if let (What::End, Some((flag, _))) = (what, next) {
            return Err(not_here(flag, "続きのある対局", "a game that goes on"));
        }
        if what == What::Win {
            return Ok(());
        }
        let mut of_a_win = self.of_a_win(what, hand);
        match (of_a_win.next(), what) {
            (None, _) => Ok(()),
            (Some(word), What::Case) => Err(said_by_case(&word)),
            (Some(word), _) => Err(no_hand_here(&word)),
        }
    }

    /// What is said that only a typed win has.
    fn of_a_win(&self, what: What, hand: &[OsString]) -> impl Iterator<Item = String> {
        let flag = |said: bool, flag: &str| said.then(|| flag.to_owned());
        let beside_a_case = what == What::Case;
        let given = [
            hand.first().map(|word| word.to_string_lossy().into_owned()),
            flag(self.winner.is_some(), "--winner"),
            flag(self.from.is_some(), "--from"),
            flag(!self.also.is_empty() && !beside_a_case, "--also"),
            flag(self.receipt.is_some() && !beside_a_case, "--receipt"),
        ];
        let input = self.situation.alone();
        let mut facts = self.situation.said(&input);
        facts.retain(|fact| !(what.takes_table() && TABLE.contains(fact)));
        let ron = input.discarder.is_some();
        let order = flag(!input.call_order_known, "--call-order-unknown");
        let situation = facts.into_iter().map(move |fact| flag_of(fact, ron));
        given.into_iter().flatten().chain(situation).chain(order)
    }
}

/// The flag that says a fact.
fn flag_of(fact: Fact, ron: bool) -> String {
    match fact {
        Fact::Win if ron => "--ron-from".to_owned(),
        Fact::Win => "--tsumo".to_owned(),
        Fact::Pulled => "--gari".to_owned(),
        other => format!("--{}", other.id().replace('_', "-")),
    }
}

fn not_here(flag: &str, ja: &str, en: &str) -> Failure {
    Failure::usage(Problem::new(
        "not_here",
        format!("{flag}: {ja} にしか付きません。外してください"),
        format!("{flag} goes only with {en}; leave it out"),
    ))
}

/// What only a win has, beside another event.
fn no_hand_here(word: &str) -> Failure {
    let (ja, en) = match word.starts_with("--") {
        true => ("", ""),
        false => (
            " (帳簿のファイル名なら、ありません)",
            " (as the name of a ledger, it is not there)",
        ),
    };
    let word = quoted(word);
    Failure::usage(Problem::new(
        "no_hand_here",
        format!("{word}: 和了にしか付きません。和了でないなら、外してください{ja}"),
        format!("{word} goes only with a win; leave it out beside another event{en}"),
    ))
}

fn said_by_case(word: &str) -> Failure {
    let word = quoted(word);
    Failure::usage(Problem::new(
        "said_by_case",
        format!("{word}: 和了は --case に書いてあります。そちらに書いてください"),
        format!("{word}: the case says the win; say this in the case, too, and leave it out here"),
    ))
}
