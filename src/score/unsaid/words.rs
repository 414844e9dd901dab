//! The unsaid in words, one line for each fact.

use std::fmt::Write as _;

use super::{Change, Difference, Fact, To, Unsaid};
use crate::lang::{Lang, counted};

/// One line for each fact, such as
/// `? リーチを言っていない: --riichi なら +2点オール (35点)`.
pub fn text(list: &[Unsaid], lang: Lang) -> String {
    let mut out = String::new();
    for unsaid in list {
        let name = unsaid.fact.name(lang);
        let answers: Vec<String> = unsaid
            .answers
            .iter()
            .map(|change| answer(change, lang))
            .collect();
        let _ = match lang {
            Lang::Ja => writeln!(out, "? {name}を言っていない: {}", answers.join(" / ")),
            Lang::En => writeln!(out, "? {name} not stated: {}", answers.join("; ")),
        };
    }
    out
}

/// As [`text`], but the counters stand in one line at the end, without what
/// each would change.
pub fn brief(list: &[Unsaid], lang: Lang) -> String {
    let (counters, others): (Vec<_>, Vec<_>) = list
        .iter()
        .cloned()
        .partition(|unsaid| unsaid.fact.is_counter());
    let mut out = text(&others, lang);
    let facts: Vec<Fact> = counters.iter().map(|unsaid| unsaid.fact).collect();
    if facts.is_empty() {
        return out;
    }
    let names: Vec<&str> = facts.iter().map(|fact| fact.name(lang)).collect();
    let flags: Vec<String> = facts
        .iter()
        .map(|fact| format!("--{} N", fact.id()))
        .collect();
    let flags = flags.join(" ");
    let _ = match lang {
        Lang::Ja => writeln!(out, "? {}は 0 とした ({flags})", names.join("と")),
        Lang::En => writeln!(out, "? {} taken as 0 ({flags})", names.join(" and ")),
    };
    out
}

fn answer(change: &Change, lang: Lang) -> String {
    let result = match &change.to {
        To::Refused { error } => format!(
            "{}: {}",
            lang.pick("和了できない", "no win"),
            error.message(lang)
        ),
        To::Win {
            total,
            change: None,
            ..
        } => match lang {
            Lang::Ja => format!("和了できる ({total}点)"),
            Lang::En => format!("it wins ({})", counted(*total, "point")),
        },
        To::Win {
            total,
            from_each,
            change: Some(by),
        } => difference(by, *total, *from_each, lang),
    };
    match (lang, change.at_most) {
        (Lang::Ja, false) => format!("{} なら {result}", change.flag),
        (Lang::Ja, true) => format!("最大 {result} ({} のとき)", change.flag),
        (Lang::En, false) => format!("with {} {result}", change.flag),
        (Lang::En, true) => format!("at most {result} (with {})", change.flag),
    }
}

/// A difference with its sign and noun: `+1 point`.
fn more(by: i32, noun: &str) -> String {
    let sign = if by > 0 { "+" } else { "" };
    format!("{sign}{}", counted(by, noun))
}

fn difference(by: &Difference, total: i32, from_each: bool, lang: Lang) -> String {
    let mut parts = Vec::new();
    if by.total != 0 {
        let unit = match from_each {
            true => lang.pick("点オール", " from each"),
            false => lang.pick("点", ""),
        };
        parts.push(match lang {
            Lang::Ja => format!("{:+}{unit} ({total}点)", by.total),
            Lang::En => format!("{}{unit} ({total})", more(by.total, "point")),
        });
    }
    if by.chips != 0 {
        parts.push(match lang {
            Lang::Ja => format!("チップ{:+}枚", by.chips),
            Lang::En => more(by.chips, "chip"),
        });
    }
    if parts.is_empty() {
        parts.push(match (by.winner, lang) {
            (0, Lang::Ja) => "払う人が変わる".to_owned(),
            (0, Lang::En) => "others pay".to_owned(),
            (points, Lang::Ja) => format!("収入が{points:+}点"),
            (by, Lang::En) => format!("{} for the winner", more(by, "point")),
        });
    }
    parts.join(lang.pick("、", ", "))
}
