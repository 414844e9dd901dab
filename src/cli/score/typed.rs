//! `karasu score 'NOTATION'`: one typed hand.

use serde_json::{Value, json};

use crate::cli::{Exit, out, outln};
use crate::lang::Lang;
use crate::notation;
use crate::rules::RuleSet;
use crate::score::unsaid::{self, Fact};
use crate::score::{self, Fault, HandInput, ScoreSheet, explain};

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
    let one = |fault: &Fault| json!({"id": fault.id, "message": fault.message(lang), "tiles": fault.tiles});
    let all: Vec<Value> = faults.iter().map(one).collect();
    json!({"error": all.first(), "errors": all})
}

/// The record of a result, as `--cases` prints it.
pub fn record(result: &Result<ScoreSheet, Vec<Fault>>, lang: Lang) -> Value {
    match result {
        Ok(sheet) => json!({"result": sheet}),
        Err(faults) => refusal(faults, lang),
    }
}

/// Parses a typed hand; faults go to stderr and make a usage error.
pub fn parse(text: &str, lang: Lang) -> Option<notation::Hand> {
    match notation::parse(text) {
        Ok(hand) => Some(hand),
        Err(faults) => {
            eprint!("{}", notation::explain(text, &faults, lang));
            None
        }
    }
}

/// Scores one hand under one rule set and prints it, and what else would have
/// to be said: `said` are the facts that were.
pub fn score_one(
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
        let mut record = record(&result, lang);
        record["notation"] = json!(notation);
        record["unsaid"] = json!(unsaid);
        outln!("{record}");
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
        out!("{}", unsaid::text(&unsaid, lang));
    }
    if result.is_ok() {
        Exit::Ok
    } else {
        Exit::Review
    }
}

/// Scores one hand under several rule sets and prints them side by side.
pub fn compare(rules: &[RuleSet], input: &HandInput, style: Style, lang: Lang) -> Exit {
    let results: Vec<_> = rules
        .iter()
        .map(|rules| score::score(rules, input))
        .collect();
    if style == Style::Json {
        let records = rules.iter().zip(&results).map(|(rules, result)| {
            let mut record = record(result, lang);
            record["rules"] = json!(rules.id);
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
    }
    match results.iter().any(Result::is_ok) {
        true => Exit::Ok,
        false => Exit::Review,
    }
}
