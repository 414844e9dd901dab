//! The rules that the lines of a result cite, in the words of the rule sheet.

use crate::lang::Lang;
use crate::receipt::Receipt;
use crate::rules::describe::spoken;
use crate::rules::{RuleSet, SPECS};
use crate::score::item;

/// Each rule cited, once, in the order of the lines: what is cited, and what
/// it says under these rules.
pub fn of(receipt: &Receipt, lang: Lang) -> Vec<(String, String)> {
    let rules = receipt.rule_set();
    let sheet = &receipt.result;
    let items = sheet.items.iter().chain(&sheet.chip_items);
    let cited = items.map(|item| item.rule.to_string());
    let mut found: Vec<(String, String)> = Vec::new();
    for cite in cited.chain([sheet.fu_rule.to_string()]) {
        if !cite.is_empty() && !found.iter().any(|(known, _)| *known == cite) {
            let text = text(rules, &cite, lang);
            found.push((cite, text));
        }
    }
    found
}

/// `kichijoji.md §2: karasu_points, karasu_needs` in words.
fn text(rules: &RuleSet, cite: &str, lang: Lang) -> String {
    let keys = cite.rsplit_once(": ").map_or(cite, |(_, keys)| keys);
    let each = keys.split(", ").filter_map(|key| one(rules, key, lang));
    each.collect::<Vec<_>>().join("; ")
}

fn one(rules: &RuleSet, key: &str, lang: Lang) -> Option<String> {
    if let Some(id) = key.strip_prefix("yaku.") {
        let yaku = item::ALL.iter().find(|yaku| yaku.id() == id)?;
        let value = rules.value(*yaku);
        let name = lang.pick(yaku.name_ja(), yaku.name_en());
        return Some(match (value.yakuman, lang) {
            (true, Lang::Ja) => format!("{name} = 役満"),
            (true, Lang::En) => format!("{name} = yakuman"),
            (false, Lang::Ja) => format!("{name} = 門前 {} / 鳴き {}", value.closed, value.open),
            (false, Lang::En) => format!("{name} = closed {} / open {}", value.closed, value.open),
        });
    }
    let spec = SPECS.iter().find(|spec| spec.key == key)?;
    let value = spoken(&(spec.get)(&rules.options), lang);
    Some(format!("{} = {value}", spec.meaning(lang)))
}
