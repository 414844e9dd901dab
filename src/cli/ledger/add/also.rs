//! A further winner, as one argument.

use std::ffi::OsString;

use clap::{Args as _, FromArgMatches as _};

use super::{ron_from, same};
use crate::cli::failure::{Failure, Problem};
use crate::cli::score::flags::Situation;
use crate::cli::usage;
use crate::ledger::Game;
use crate::score::unsaid::Fact;

/// A further winner.
#[derive(clap::Args)]
pub(super) struct Also {
    pub(super) hand: Vec<OsString>,
    #[arg(long)]
    pub(super) winner: Option<String>,
    #[command(flatten)]
    pub(super) situation: Situation,
}

impl Also {
    pub(super) fn parse(text: &str) -> Result<Also, Failure> {
        let command = clap::Command::new("--also")
            .no_binary_name(true)
            .disable_help_flag(true);
        let command = Also::augment_args(command);
        let words = words(text).ok_or_else(|| {
            Failure::usage(Problem::new(
                "usage",
                "--also: 閉じていない \" があります。名前の前後に \" を書いてください",
                "--also: a double quote is not closed; put one before and one after the name",
            ))
        })?;
        let matches = command.try_get_matches_from(words);
        let read = matches.and_then(|matches| Also::from_arg_matches(&matches));
        read.map_err(|error| {
            let plain = || Problem::new("usage", "--also が読めません", "--also cannot be read");
            Failure::usage(usage::problem(&error).unwrap_or_else(plain))
        })
    }

    /// That it was won on the same discard as the first win.
    pub(super) fn agrees(&self, game: &Game, from: Option<usize>) -> Result<(), Failure> {
        let input = self.situation.alone();
        let by_seat = ron_from(game, &input)?;
        same("--from", "--also --ron-from", from, by_seat)?;
        let tsumo = self.situation.said(&input).contains(&Fact::Win) && by_seat.is_none();
        match tsumo {
            false => Ok(()),
            true => Err(Failure::usage(Problem::new(
                "not_here",
                "--also --tsumo: ツモなら和了者は一人です。--tsumo を外してください",
                "--also --tsumo: a tsumo has one winner; leave --tsumo out",
            ))),
        }
    }
}

/// The words between blanks, those between double quotes as one; `None` where
/// a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    (!quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_keep_a_name_together() {
        let split = |text| words(text).map(|words| words.join("|"));
        let name = r#"12z  --winner "Aki K" --riichi"#;
        assert_eq!(split(name).as_deref(), Some("12z|--winner|Aki K|--riichi"));
        let joined = r#"--winner="Aki K" """#;
        assert_eq!(split(joined).as_deref(), Some("--winner=Aki K|"));
        assert_eq!(split(r#"--winner "Aki"#), None);
    }
}
