//! A rule set as a readable sheet, and how two rule sets differ. Everything
//! is printed from the data that the engine reads.

use std::fmt::Write as _;

use toml::Value;

use crate::lang::Lang;
use crate::rules::{Penalty, RuleSet, SPECS, YakuValue};
use crate::score::explain::pad;
use crate::score::item::{self, ItemId};

/// The whole rule sheet.
pub fn sheet(rules: &RuleSet, lang: Lang) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} ({} v{})",
        rules.name(lang),
        rules.id,
        rules.version
    );
    if let Some(base) = &rules.base {
        let _ = writeln!(out, "{}: {base}", lang.pick("元のルール", "Based on"));
    }
    options(&mut out, rules, lang);
    yaku(&mut out, rules, lang);
    penalties(&mut out, rules, lang);
    out
}

fn heading(out: &mut String, text: &str) {
    let _ = writeln!(out, "\n# {text}");
}

/// An option's value as it would be written after `=`.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(value_text).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(table) => {
            let pairs: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", value_text(value)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

fn spoken(value: &Value, lang: Lang) -> String {
    match value {
        Value::Boolean(true) => lang.pick("あり", "yes").to_owned(),
        Value::Boolean(false) => lang.pick("なし", "no").to_owned(),
        other => value_text(other),
    }
}

fn options(out: &mut String, rules: &RuleSet, lang: Lang) {
    heading(out, lang.pick("取り決め", "Options"));
    for (spec, _) in SPECS.iter().zip(&rules.declared).filter(|(_, is)| **is) {
        let value = spoken(&(spec.get)(&rules.options), lang);
        let _ = writeln!(
            out,
            "{} {} {value}",
            pad(spec.key, 28),
            pad(spec.meaning(lang), 46)
        );
    }
}

fn worth(value: YakuValue, lang: Lang) -> String {
    let number = |value: i32| match value {
        0 => "-".to_owned(),
        value => value.to_string(),
    };
    match value.yakuman {
        true if value.closed > 1 => {
            format!("{}{}", value.closed, lang.pick("倍役満", "x yakuman"))
        }
        true => lang.pick("役満", "yakuman").to_owned(),
        false => format!("{} / {}", number(value.closed), number(value.open)),
    }
}

/// Yaku that exist under the rules.
fn existing(rules: &RuleSet) -> impl Iterator<Item = ItemId> + '_ {
    item::ALL.iter().copied().filter(|yaku| {
        let value = rules.value(*yaku);
        value.closed != 0 || value.open != 0
    })
}

fn yaku(out: &mut String, rules: &RuleSet, lang: Lang) {
    heading(out, lang.pick("役 (門前 / 鳴き)", "Yaku (closed / open)"));
    for yaku in existing(rules) {
        let name = lang.pick(yaku.name_ja(), yaku.name_en());
        let flat = match rules.derived.flat.has(yaku) {
            true => lang.pick(" (手役無視)", " (flat)"),
            false => "",
        };
        let value = format!("{}{flat}", worth(rules.value(yaku), lang));
        let inner: Vec<&str> = rules.derived.contains[yaku.index()]
            .iter()
            .filter(|inner| existing(rules).any(|yaku| yaku == *inner))
            .map(|inner| lang.pick(inner.name_ja(), inner.name_en()))
            .collect();
        let inner = match inner.is_empty() {
            true => String::new(),
            false => format!("{}: {}", lang.pick("含む", "contains"), inner.join(", ")),
        };
        let row = format!(
            "{} {} {} {inner}",
            pad(yaku.id(), 20),
            pad(name, 40),
            pad(&value, 16)
        );
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn penalty_text(penalty: &Penalty, lang: Lang) -> String {
    let mut parts = Vec::new();
    if penalty.chombo {
        parts.push(lang.pick("チョンボ", "chombo").to_owned());
    }
    if penalty.table > 0 {
        parts.push(format!(
            "{} {}",
            lang.pick("供託", "on the table"),
            penalty.table
        ));
    }
    if penalty.table_chips > 0 {
        let chips = lang.pick("チップ供託", "chips on the table");
        parts.push(format!("{chips} {}", penalty.table_chips));
    }
    if penalty.forfeit {
        parts.push(lang.pick("アガリ放棄", "no win in this hand").to_owned());
    }
    parts.push(penalty.hand.clone());
    parts.join(", ")
}

fn penalties(out: &mut String, rules: &RuleSet, lang: Lang) {
    heading(out, lang.pick("罰則", "Penalties"));
    for (kind, penalty) in &rules.penalties {
        let _ = writeln!(out, "{} {}", pad(kind, 30), penalty_text(penalty, lang));
    }
}

/// One difference between two rule sets.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The key, such as `chi` or `yaku.pinfu`.
    pub key: String,
    /// What it means, in Japanese.
    pub name_ja: String,
    /// What it means, in English.
    pub name_en: String,
    /// The value of the first rule set; `-` where it has no meaning.
    pub left: String,
    /// The value of the second rule set.
    pub right: String,
}

/// Every option, yaku and penalty in which two rule sets differ.
pub fn differences(left: &RuleSet, right: &RuleSet) -> Vec<Difference> {
    let mut all = Vec::new();
    for (at, spec) in SPECS.iter().enumerate() {
        let value = |rules: &RuleSet| match rules.declared[at] {
            true => value_text(&(spec.get)(&rules.options)),
            false => "-".to_owned(),
        };
        all.push(Difference {
            key: spec.key.to_owned(),
            name_ja: spec.meaning(Lang::Ja).to_owned(),
            name_en: spec.meaning(Lang::En).to_owned(),
            left: value(left),
            right: value(right),
        });
    }
    for &yaku in item::ALL {
        let value = |rules: &RuleSet| worth(rules.value(yaku), Lang::En);
        all.push(Difference {
            key: format!("yaku.{yaku}"),
            name_ja: yaku.name_ja().to_owned(),
            name_en: yaku.name_en().to_owned(),
            left: value(left),
            right: value(right),
        });
    }
    let mut kinds: Vec<&String> = left.penalties.iter().map(|(kind, _)| kind).collect();
    kinds.extend(right.penalties.iter().map(|(kind, _)| kind));
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let value = |rules: &RuleSet| {
            let found = rules.penalties.iter().find(|(name, _)| name == kind);
            found.map_or_else(
                || "-".to_owned(),
                |(_, penalty)| penalty_text(penalty, Lang::En),
            )
        };
        all.push(Difference {
            key: format!("penalty.{kind}"),
            name_ja: kind.clone(),
            name_en: kind.clone(),
            left: value(left),
            right: value(right),
        });
    }
    all.retain(|difference| difference.left != difference.right);
    all
}

/// The rule set as JSON: options in meaning here, yaku, penalties.
pub fn json(rules: &RuleSet) -> serde_json::Value {
    let options: serde_json::Map<_, _> = SPECS
        .iter()
        .zip(&rules.declared)
        .filter(|(_, declared)| **declared)
        .map(|(spec, _)| {
            let value = serde_json::to_value((spec.get)(&rules.options));
            (spec.key.to_owned(), value.unwrap_or_default())
        })
        .collect();
    let yaku: serde_json::Map<_, _> = existing(rules)
        .map(|yaku| {
            let value = rules.value(yaku);
            let json = serde_json::json!({
                "name_ja": yaku.name_ja(),
                "name_en": yaku.name_en(),
                "closed": value.closed,
                "open": value.open,
                "yakuman": value.yakuman,
            });
            (yaku.id().to_owned(), json)
        })
        .collect();
    serde_json::json!({
        "id": rules.id,
        "version": rules.version,
        "name_ja": rules.name_ja,
        "name_en": rules.name_en,
        "base": rules.base,
        "options": options,
        "yaku": yaku,
    })
}
