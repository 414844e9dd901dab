//! A rule set as a readable sheet, and how two rule sets differ. Everything
//! is printed from the data that the engine reads.

use std::fmt::Write as _;

use toml::Value;

use crate::lang::{Lang, Said};
use crate::rules::{RuleSet, SPECS, YakuValue, penalty, snapshot};
use crate::score::explain::pad;
use crate::score::item::{self, ItemId, ItemSet};

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

/// An option's value as a person says it.
pub(crate) fn spoken(value: &Value, lang: Lang) -> String {
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

fn penalties(out: &mut String, rules: &RuleSet, lang: Lang) {
    heading(out, lang.pick("罰則", "Penalties"));
    for (kind, penalty) in &rules.penalties {
        let name = penalty::name(kind, lang);
        let text = penalty::text(penalty, lang);
        let _ = writeln!(out, "{} {} {text}", pad(kind, 30), pad(name, 36));
    }
}

/// One difference between two rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key, such as `chi` or `yaku.pinfu`.
    pub key: String,
    /// What it means.
    pub name: Said,
    /// The value of the first rule set; `-` where it has no meaning.
    pub left: Said,
    /// The value of the second rule set.
    pub right: Said,
}

impl Difference {
    /// The place in a written rule set ([`snapshot`]), such as
    /// `rules.options.chi`.
    pub fn path(&self) -> String {
        match self.key.contains('.') {
            true => format!("rules.{}", self.key),
            false => format!("rules.options.{}", self.key),
        }
    }

    /// As JSON; the values in English, so that programs read one wording.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "key": self.key,
            "name_ja": self.name.ja,
            "name_en": self.name.en,
            "left": self.left.en,
            "right": self.right.en,
        })
    }
}

/// Every option, yaku and penalty in which two rule sets differ.
pub fn differences(left: &RuleSet, right: &RuleSet) -> Vec<Difference> {
    let mut all = Vec::new();
    let both = |words: &dyn Fn(Lang) -> String| Said::new(words(Lang::Ja), words(Lang::En));
    let mut differ =
        |key: String, name: &dyn Fn(Lang) -> String, value: &dyn Fn(&RuleSet, Lang) -> String| {
            let [left, right] = [left, right].map(|rules| both(&|lang| value(rules, lang)));
            if left != right {
                let name = both(name);
                all.push(Difference {
                    key,
                    name,
                    left,
                    right,
                });
            }
        };
    for (at, spec) in SPECS.iter().enumerate() {
        let name = |lang| spec.meaning(lang).to_owned();
        differ(
            spec.key.to_owned(),
            &name,
            &|rules, _| match rules.declared[at] {
                true => value_text(&(spec.get)(&rules.options)),
                false => "-".to_owned(),
            },
        );
    }
    for &yaku in item::ALL {
        let name = |lang: Lang| lang.pick(yaku.name_ja(), yaku.name_en()).to_owned();
        differ(format!("yaku.{yaku}"), &name, &|rules, lang| {
            worth(rules.value(yaku), lang)
        });
        differ(format!("contains.{yaku}"), &name, &|rules, lang| {
            contained(rules.contains[yaku.index()], lang)
        });
    }
    let penalties = [&left.penalties, &right.penalties].into_iter().flatten();
    let mut kinds: Vec<&String> = penalties.map(|(kind, _)| kind).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let name = |lang| penalty::name(kind, lang).to_owned();
        differ(format!("penalty.{kind}"), &name, &|rules, lang| {
            let found = rules.penalties.iter().find(|(name, _)| name == kind);
            found.map_or("-".to_owned(), |(_, found)| penalty::text(found, lang))
        });
    }
    all
}

/// The yaku inside a yaku, by name.
fn contained(set: ItemSet, lang: Lang) -> String {
    let names = set
        .iter()
        .map(|inner| lang.pick(inner.name_ja(), inner.name_en()));
    match names.collect::<Vec<_>>() {
        none if none.is_empty() => "-".to_owned(),
        names => names.join(lang.pick("、", ", ")),
    }
}

/// The rule set as JSON: options in meaning here, yaku, what each yaku
/// contains, penalties.
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
    let mut whole = snapshot::write(rules);
    serde_json::json!({
        "id": rules.id,
        "version": rules.version,
        "name_ja": rules.name_ja,
        "name_en": rules.name_en,
        "base": rules.base,
        "options": options,
        "yaku": yaku,
        "contains": whole["contains"].take(),
        "penalties": whole["penalty"].take(),
    })
}
