//! A rule set as data: typed options, TOML presets, validation, description.
//!
//! A rule set is read from TOML as a difference from a base ([`load()`],
//! [`preset`]). The engine looks at [`RuleSet::options`] and at the derived
//! tables only; it never asks which house it works for.

pub mod check;
mod choice;
pub mod cite;
mod derive;
pub mod describe;
pub mod load;
pub mod options;
pub mod penalty;
pub mod snapshot;
pub mod value;

use std::fmt;
use std::sync::Arc;

use crate::lang::{Lang, quoted};
use crate::score::item::{self, ItemId, ItemSet};
use crate::score::sheet::RulesRef;

pub use derive::Derived;
pub(crate) use derive::NO_DORA;
pub use load::{load, parse};
pub use options::{Options, SPECS};

/// What a yaku is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YakuValue {
    /// Value of a closed hand: points or han, or yakuman units.
    pub closed: i32,
    /// Value of an open hand.
    pub open: i32,
    /// The values are yakuman units.
    pub yakuman: bool,
}

impl YakuValue {
    /// A yaku that does not exist.
    pub const NONE: YakuValue = YakuValue {
        closed: 0,
        open: 0,
        yakuman: false,
    };
    /// A yakuman of one unit.
    pub const YAKUMAN: YakuValue = YakuValue {
        closed: 1,
        open: 1,
        yakuman: true,
    };
}

/// What happens after a fault of a player (誤ロン, 多牌 …).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Penalty {
    /// Whether the player pays the chombo.
    pub chombo: bool,
    /// Points put on the table.
    pub table: i32,
    /// Chips put on the table.
    pub table_chips: i32,
    /// What becomes of the hand: `ends`, `continues`, `replay` …
    pub hand: String,
    /// Whether the player may no longer win in this hand.
    pub forfeit: bool,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// Id, such as `kichijoji`.
    pub id: String,
    /// Version of the text; receipts name it.
    pub version: String,
    /// The id and version as every sheet names them, in one place for all.
    pub reference: Arc<RulesRef>,
    /// Japanese name.
    pub name_ja: String,
    /// English name.
    pub name_en: String,
    /// The id of the rule set it differs from.
    pub base: Option<String>,
    /// Every option.
    pub options: Options,
    /// Which options have a meaning here, by position in [`SPECS`].
    pub declared: Vec<bool>,
    /// What each yaku is worth before options that change it.
    pub yaku: [YakuValue; item::COUNT],
    /// Which yaku each yaku contains.
    pub contains: [ItemSet; item::COUNT],
    /// Penalties by kind, in the order written.
    pub penalties: Vec<(String, Penalty)>,
    /// Which paragraph of the rule text says what.
    pub cites: std::sync::Arc<cite::Cites>,
    /// The tables that the engine reads, made from all of the above.
    pub derived: Derived,
}

/// A mistake in a rule file or an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// Line of the file, 1-based; `None` for options that came from elsewhere.
    pub line: Option<usize>,
    /// The key concerned, such as `yaku.pinfu`; empty for the file as a whole.
    pub key: String,
    /// What is wrong, in Japanese.
    pub ja: String,
    /// What is wrong, in English.
    pub en: String,
    /// Whether the file can still be used.
    pub warning: bool,
}

impl RuleFault {
    /// One line: place, key, what is wrong.
    pub fn message(&self, lang: Lang) -> String {
        let text = lang.pick(&self.ja, &self.en);
        let mark = match self.warning {
            true => lang.pick("注意: ", "warning: "),
            false => "",
        };
        let place = match self.line {
            Some(line) => format!("{}{line}: ", lang.pick("行", "line ")),
            None => String::new(),
        };
        let key = match self.key.as_str() {
            "" => String::new(),
            key => format!("{}: ", quoted(key)),
        };
        format!("{place}{mark}{key}{text}")
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for RuleFault {}

/// The ids of the rule sets that come with the program.
pub const PRESETS: &[&str] = &[
    "kichijoji",
    "vip",
    "sakae",
    "sakae_free",
    "redblue",
    "riichi4",
    "riichi3",
];

/// The TOML text of a preset or of a base that presets share.
pub fn preset_text(id: &str) -> Option<&'static str> {
    Some(match id {
        "core" => include_str!("presets/core.toml"),
        "toutenkou" => include_str!("presets/toutenkou.toml"),
        "kichijoji" => include_str!("presets/kichijoji.toml"),
        "vip" => include_str!("presets/vip.toml"),
        "sakae" => include_str!("presets/sakae.toml"),
        "sakae_free" => include_str!("presets/sakae_free.toml"),
        "redblue" => include_str!("presets/redblue.toml"),
        "riichi4" => include_str!("presets/riichi4.toml"),
        "riichi3" => include_str!("presets/riichi3.toml"),
        _ => return None,
    })
}

/// A rule set that comes with the program; `None` for an unknown id.
pub fn preset(id: &str) -> Option<RuleSet> {
    // Parsed once: batches ask for presets line by line.
    static PARSED: std::sync::OnceLock<Vec<RuleSet>> = std::sync::OnceLock::new();
    let parsed = PARSED.get_or_init(|| {
        let texts = PRESETS.iter().filter_map(|id| preset_text(id));
        // A test proves that every preset parses without faults.
        texts.filter_map(|text| parse(text).ok()).collect()
    });
    parsed.iter().find(|rules| rules.id == id).cloned()
}

impl RuleSet {
    /// The name in a language.
    pub fn name(&self, lang: Lang) -> &str {
        lang.pick(&self.name_ja, &self.name_en)
    }

    /// Number of players at the table.
    pub fn players(&self) -> usize {
        self.options.players as usize
    }

    /// Whether honba mean anything.
    pub fn counts_honba(&self) -> bool {
        let options = &self.options;
        match options.scheme {
            value::Scheme::HanFu => options.honba != [0, 0],
            _ => options.honba_value != 0 || options.honba_double_from != 0,
        }
    }

    /// What a yaku is worth under the options.
    pub fn value(&self, yaku: ItemId) -> YakuValue {
        self.derived.values[yaku.index()]
    }

    /// The same rules with some options changed.
    ///
    /// # Errors
    /// Every unknown key and every value that is not allowed.
    pub fn with<'a>(
        &self,
        changes: impl IntoIterator<Item = (&'a str, toml::Value)>,
    ) -> Result<RuleSet, Vec<RuleFault>> {
        let mut rules = self.clone();
        let mut faults = Vec::new();
        for (key, value) in changes {
            if let Err(fault) = load::set_option(&mut rules, key, &value) {
                faults.push(fault);
            }
        }
        faults.extend(check::contradictions(&rules));
        if !faults.is_empty() {
            return Err(faults);
        }
        rules.derived = Derived::of(&rules);
        Ok(rules)
    }

    /// The same rules with one option changed, the value as a person types
    /// it: `stack`, `5`, `true`, `[1, 9]`.
    ///
    /// # Errors
    /// As [`RuleSet::with`].
    pub fn with_text(&self, key: &str, value: &str) -> Result<RuleSet, Vec<RuleFault>> {
        self.with([(key, load::typed_value(value))])
    }

    /// The same rules with the `options` of a case.
    ///
    /// # Errors
    /// As [`RuleSet::with`].
    pub fn with_json(
        &self,
        options: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<RuleSet, Vec<RuleFault>> {
        let changes = options.iter();
        self.with(changes.map(|(key, value)| (key.as_str(), toml_value(value))))
    }
}

/// A JSON value as TOML; `null`, which TOML does not have, as `"none"`.
fn toml_value(value: &serde_json::Value) -> toml::Value {
    use serde_json::Value as Json;
    match value {
        Json::Null => toml::Value::String("none".to_owned()),
        Json::Bool(value) => toml::Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => toml::Value::Integer(number),
            None => toml::Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => toml::Value::String(text.clone()),
        Json::Array(list) => toml::Value::Array(list.iter().map(toml_value).collect()),
        Json::Object(map) => {
            let entry = |(key, value): (&String, &Json)| (key.clone(), toml_value(value));
            toml::Value::Table(map.iter().map(entry).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_parses_and_has_its_own_id() {
        for id in PRESETS {
            let text = preset_text(id).unwrap();
            let rules = parse(text).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
            assert_eq!(rules.id, *id);
            assert!(check::contradictions(&rules).is_empty(), "{id}");
        }
    }
}
