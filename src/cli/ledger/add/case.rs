//! A win as a hand case.

use serde_json::Value;

use super::options_are_fixed;
use crate::cli::failure::{Failure, Problem};
use crate::cli::ledger::refused;
use crate::lang::{Lang, quoted};
use crate::ledger::{Game, Refusal};
use crate::score::{HandInput, RawHand, shape};

/// A hand case, every field of it known, of this game's rules.
pub(super) fn read(text: &str, game: &Game) -> Result<HandInput, Failure> {
    let bad = |words: &dyn Fn(Lang) -> String| {
        Problem::worded("bad_case", |lang| format!("--case: {}", words(lang)))
    };
    let line: shape::Line = serde_json::from_str(text)
        .map_err(|error| Failure::usage(bad(&|lang| no_json(&error, lang))))?;
    let misfits = line.faults();
    if !misfits.is_empty() {
        let each = misfits
            .iter()
            .map(|said| bad(&|lang| said.text(lang).to_owned()));
        return Err(Failure::usage(each.collect::<Vec<_>>()));
    }
    let raw: RawHand = serde_json::from_str(text)
        .map_err(|error| Failure::usage(bad(&|lang| no_json(&error, lang))))?;
    let case = raw
        .resolve()
        .map_err(|faults| refused(&Refusal::Score(faults)))?;
    if !case.options.is_empty() {
        return Err(options_are_fixed());
    }
    of_these_rules(text, game)?;
    Ok(case)
}

/// That the case names no other rules than the game's.
fn of_these_rules(text: &str, game: &Game) -> Result<(), Failure> {
    let keys: Value = serde_json::from_str(text).unwrap_or_default();
    let own = &game.rules.id;
    match keys["rules"].as_str() {
        Some(rules) if rules != own => {
            let rules = quoted(rules);
            Err(Failure::usage(Problem::new(
                "other_rules",
                format!(
                    "--case: rules が {rules} ですが、この対局は {own} です。rules を外してください"
                ),
                format!(
                    "--case: its rules are {rules}, but this game is played under {own}; leave rules out"
                ),
            )))
        }
        _ => Ok(()),
    }
}

fn no_json(error: &serde_json::Error, lang: Lang) -> String {
    format!(
        "{} ({error})",
        lang.pick("JSON として読めません", "this JSON cannot be read")
    )
}
