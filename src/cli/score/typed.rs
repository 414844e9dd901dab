//! `karasu score 'NOTATION'`: one typed hand.

use serde_json::{Value, json};

use crate::cli::score::Houses;
use crate::cli::{Exit, out, outln};
use crate::lang::Lang;
use crate::rules::RuleSet;
use crate::score::unsaid::{self, Fact};
use crate::score::{self, Fault, FaultId, HandInput, ScoreSheet, explain};

/// How to print the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The lines and the payments.
    Plain,
    /// 点数えあげ, fu, and the readings passed over.
    Explain,
    /// JSON.
    Json,
}

/// The record of a refusal: the first fault, and all of them.
pub fn refusal(faults: &[Fault], lang: Lang) -> Value {
    let all: Vec<Value> = faults.iter().map(|fault| fault.json(lang)).collect();
    json!({"error": all.first(), "errors": all})
}

/// The record of a result, as `--cases` prints it.
pub fn record(result: &Result<ScoreSheet, Vec<Fault>>, lang: Lang) -> Value {
    match result {
        Ok(sheet) => json!({"result": sheet}),
        Err(faults) => refusal(faults, lang),
    }
}

/// The record of one hand under one rule set.
pub fn whole_record(
    result: &Result<ScoreSheet, Vec<Fault>>,
    notation: &str,
    unsaid: &[unsaid::Unsaid],
    lang: Lang,
) -> Value {
    let mut record = record(result, lang);
    record["notation"] = json!(notation);
    record["unsaid"] = json!(unsaid);
    record
}

/// The hand that is scored as a person would type it: with what flags added.
pub fn notation_of(input: &HandInput) -> String {
    input.hand().to_string()
}

/// Refuses a hand without a winning tile, which nothing can be scored for.
pub fn no_winning_tile(notation: &str, reading: Option<Value>, style: Style, lang: Lang) -> Exit {
    let fault = Fault::new(FaultId::WrongCount).because(
        "和了牌がありません。手牌の最後か「+」のあとに書きます。例: 1122z+2z",
        "there is no winning tile: it is the last one of the hand, or follows `+`, as in 1122z+2z",
    );
    if style == Style::Json {
        let mut record = refusal(std::slice::from_ref(&fault), lang);
        record["notation"] = json!(notation);
        if let Some(reading) = reading {
            record["reading"] = reading;
        }
        outln!("{record}");
    } else {
        outln!("{notation}");
        outln!("{} ({})", fault.message(lang), fault.id.id());
    }
    Exit::Review
}

/// Scores one hand under one rule set, or under several side by side; `said`
/// are the facts about the win that were given.
pub fn score(
    houses: &Houses,
    input: &HandInput,
    notation: &str,
    style: Style,
    said: &[Fact],
    lang: Lang,
) -> Exit {
    match houses.sets.as_slice() {
        [rules] if !houses.side_by_side => score_one(rules, input, notation, style, said, lang),
        several => compare(several, input, style, said, lang),
    }
}

/// Scores one hand under one rule set and prints it, and what else would have
/// to be said: `said` are the facts that were.
fn score_one(
    rules: &RuleSet,
    input: &HandInput,
    notation: &str,
    style: Style,
    said: &[Fact],
    lang: Lang,
) -> Exit {
    let result = score::score(rules, input);
    let unsaid = unsaid::unsaid(rules, input, said);
    if style == Style::Json {
        outln!("{}", whole_record(&result, notation, &unsaid, lang));
    } else {
        outln!("{}  {notation}", rules.name(lang));
        match &result {
            Ok(sheet) if style == Style::Explain => out!("{}", explain::count_out(sheet, lang)),
            Ok(sheet) => out!("{}", explain::sheet_text(sheet, lang)),
            Err(faults) => {
                for fault in faults {
                    outln!("{} ({})", fault.message(lang), fault.id.id());
                }
            }
        }
        match style {
            Style::Explain => out!("{}", unsaid::text(&unsaid, lang)),
            _ => out!("{}", unsaid::brief(&unsaid, lang)),
        }
    }
    if result.is_ok() {
        Exit::Ok
    } else {
        Exit::Review
    }
}

/// Scores one hand under several rule sets and prints them side by side, and
/// what each would have to be told.
fn compare(rules: &[RuleSet], input: &HandInput, style: Style, said: &[Fact], lang: Lang) -> Exit {
    let results: Vec<_> = rules
        .iter()
        .map(|rules| score::score(rules, input))
        .collect();
    if style == Style::Json {
        let records = rules.iter().zip(&results).map(|(rules, result)| {
            let mut record = record(result, lang);
            record["rules"] = json!(rules.id);
            record["unsaid"] = json!(unsaid::unsaid(rules, input, said));
            record
        });
        outln!("{}", Value::Array(records.collect()));
    } else {
        let named = rules.iter().zip(&results);
        let columns: Vec<_> = named
            .map(|(rules, result)| (rules.id.clone(), result.as_ref().ok()))
            .collect();
        out!("{}", explain::compare_text(&columns, lang));
        for (rules, result) in rules.iter().zip(&results) {
            for fault in result.as_ref().err().into_iter().flatten() {
                outln!("{}: {}", rules.id, fault.message(lang));
            }
        }
        for rules in rules {
            let unsaid = unsaid::unsaid(rules, input, said);
            for line in unsaid::brief(&unsaid, lang).lines() {
                outln!("{}: {line}", rules.id);
            }
        }
    }
    match results.iter().any(Result::is_ok) {
        true => Exit::Ok,
        false => Exit::Review,
    }
}
