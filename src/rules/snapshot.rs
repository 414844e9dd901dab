//! A rule set written out in full, so that what was played under it can still
//! be settled when the program's own rule sets have changed.

use serde_json::{Map, Value as Json, json};
use toml::{Table, Value};

use crate::rules::load::{self, fault};
use crate::rules::options::position;
use crate::rules::{
    Derived, Penalty, RuleFault, RuleSet, SPECS, YakuValue, preset, preset_text, toml_value,
};
use crate::score::item::{self, ItemSet};

/// Everything that decides a score or a payment: every option, in force or
/// not, every yaku, every penalty.
pub fn write(rules: &RuleSet) -> Json {
    let options = SPECS.iter().map(|spec| {
        let value = serde_json::to_value((spec.get)(&rules.options));
        // Options are plain TOML values, which JSON can all hold.
        (spec.key.to_owned(), value.unwrap_or_default())
    });
    let declared = SPECS.iter().zip(&rules.declared);
    let declared: Vec<&str> = declared
        .filter_map(|(spec, declared)| declared.then_some(spec.key))
        .collect();
    let rows = item::ALL.iter().zip(&rules.yaku);
    let yaku = rows.filter(|(_, value)| **value != YakuValue::NONE);
    let sets = item::ALL.iter().zip(&rules.contains);
    let contains = sets.filter(|(_, set)| !set.is_empty());
    let penalties = rules.penalties.iter();
    json!({
        "id": rules.id,
        "version": rules.version,
        "name_ja": rules.name_ja,
        "name_en": rules.name_en,
        "base": rules.base,
        "options": options.collect::<Map<_, _>>(),
        "declared": declared,
        "yaku": yaku.map(|(id, value)| (id.id().to_owned(), worth(value))).collect::<Map<_, _>>(),
        "contains": contains.map(|(id, set)| (id.id().to_owned(), ids(*set))).collect::<Map<_, _>>(),
        "penalty": penalties.map(|(kind, penalty)| (kind.clone(), paid(penalty))).collect::<Map<_, _>>(),
    })
}

fn worth(value: &YakuValue) -> Json {
    match value.yakuman {
        true => json!("yakuman"),
        false => json!([value.closed, value.open]),
    }
}

fn ids(set: ItemSet) -> Json {
    set.iter().map(|item| json!(item.id())).collect()
}

fn paid(penalty: &Penalty) -> Json {
    json!({
        "chombo": penalty.chombo,
        "table": penalty.table,
        "table_chips": penalty.table_chips,
        "hand": penalty.hand,
        "forfeit": penalty.forfeit,
    })
}

/// The rules that [`write()`] wrote. Where the program still has the rule set
/// that they came from, their lines cite its text.
///
/// # Errors
/// Every mistake, as in a rule file.
pub fn read(snapshot: &Json) -> Result<RuleSet, Vec<RuleFault>> {
    if let Some(rules) = still_known(snapshot) {
        return Ok(rules);
    }
    let text = |key: &str| snapshot.get(key).and_then(Json::as_str);
    let mut table = Table::new();
    for key in ["id", "version", "name_ja", "name_en"] {
        if let Some(text) = text(key) {
            table.insert(key.to_owned(), Value::String(text.to_owned()));
        }
    }
    for key in ["options", "yaku", "contains", "penalty"] {
        if let Some(part) = snapshot.get(key) {
            table.insert(key.to_owned(), toml_value(part));
        }
    }
    let unwritable = |error: toml::ser::Error| {
        let words = error.to_string();
        vec![fault(None, "", &words, &words)]
    };
    let mut rules = load::parse(&toml::to_string(&table).map_err(unwritable)?)?;
    let declared = snapshot.get("declared").and_then(Json::as_array);
    if let Some(declared) = declared {
        let says = |key: &str| declared.iter().any(|known| known.as_str() == Some(key));
        rules.declared = SPECS.iter().map(|spec| says(spec.key)).collect();
    }
    // Only the name of what it came from: nothing is taken from there.
    rules.base = text("base")
        .filter(|id| preset_text(id).is_some())
        .map(str::to_owned);
    rules.derived = Derived::of(&rules);
    Ok(rules)
}

/// The preset with the options of the snapshot, if that is all there is to it.
/// Options that came into being after the snapshot are the preset's.
fn still_known(snapshot: &Json) -> Option<RuleSet> {
    let preset = preset(snapshot.get("id")?.as_str()?)?;
    let own = write(&preset);
    let snapshot = &with_later_options(snapshot, &own)?;
    let changed = |(key, value): &(&String, &Json)| own["options"].get(*key) != Some(*value);
    let options = snapshot.get("options")?.as_object()?;
    let options: Map<String, Json> = options
        .iter()
        .filter(changed)
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let rules = preset.with_json(&options).ok()?;
    (write(&rules) == *snapshot).then_some(rules)
}

/// A snapshot with the options of `own` that it does not name.
fn with_later_options(snapshot: &Json, own: &Json) -> Option<Json> {
    let mut whole = snapshot.clone();
    let known = snapshot.get("options")?.as_object()?;
    let declared = snapshot.get("declared")?.as_array()?;
    let later = |key: &str| !known.contains_key(key);
    for (key, value) in own["options"].as_object()? {
        if later(key) {
            whole["options"][key] = value.clone();
        }
    }
    let own = own["declared"].as_array()?;
    if declared
        .iter()
        .any(|key| key.as_str().and_then(position).is_none())
    {
        return None;
    }
    let keys = SPECS.iter().map(|spec| spec.key);
    let is_declared = |key: &&str| {
        let written = json!(key);
        declared.contains(&written) || later(key) && own.contains(&written)
    };
    whole["declared"] = keys.filter(is_declared).collect();
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn a_preset_with_options_comes_back_with_its_citations() {
        for id in PRESETS {
            let rules = preset(id).expect("a preset");
            assert_eq!(read(&write(&rules)), Ok(rules), "{id}");
        }
        let changed = preset("vip").and_then(|vip| vip.with_text("riichi_stick", "2").ok());
        let changed = changed.expect("allowed");
        assert_eq!(read(&write(&changed)), Ok(changed));
    }

    #[test]
    fn options_that_came_later_are_the_presets() {
        for id in PRESETS {
            let rules = preset(id).expect("a preset");
            let mut old = write(&rules);
            let options = old["options"].as_object_mut().expect("a map");
            options.remove("top_dealer_ends");
            let declared = old["declared"].as_array_mut().expect("a list");
            declared.retain(|key| key != "top_dealer_ends");
            assert_eq!(read(&old), Ok(rules), "{id}");
        }
    }

    #[test]
    fn rules_that_the_program_no_longer_knows_decide_the_same() {
        for id in PRESETS {
            let rules = preset(id).expect("a preset");
            let mut snapshot = write(&rules);
            snapshot["id"] = json!("club");
            let club = read(&snapshot).expect("readable");
            assert_eq!(club.id, "club");
            snapshot["id"] = json!(id);
            assert_eq!(
                write(&RuleSet {
                    id: (*id).to_owned(),
                    ..club.clone()
                }),
                snapshot
            );
            assert_eq!(club.options, rules.options);
            let engine = |rules: &RuleSet| Derived {
                // What a line cites is the file's own.
                rule_of: [""; item::COUNT],
                fu_rule: "",
                ..rules.derived.clone()
            };
            assert_eq!(engine(&club), engine(&rules), "{id}");
        }
    }

    #[test]
    fn a_snapshot_that_is_none_names_its_mistakes() {
        assert!(read(&json!({"id": "x", "options": {"chii": true}})).is_err());
        assert!(read(&json!(null)).is_err());
        assert!(read(&json!({"id": "vip", "yaku": [1]})).is_err());
    }
}
