//! Two score sheets of one hand, line by line.

use serde_json::{Value as Json, json};

use super::words;
use crate::lang::{Lang, Said};
use crate::score::explain::value_text;
use crate::score::{Item, ScoreSheet, mpsz};

/// A line of the result that is not as recomputed.
pub struct Line {
    /// Where, such as `result.items.dora.value`.
    pub path: String,
    /// Both values.
    pub said: Said,
    /// It moves no point and no chip: a citation, a remark, a reading passed over.
    pub aside: bool,
}

/// Every line that differs, items first.
pub fn differences(receipt: &ScoreSheet, now: &ScoreSheet) -> Vec<Line> {
    let mut found = Vec::new();
    items("items", &receipt.items, &now.items, &mut found);
    let (left, right) = (json!(receipt), json!(now));
    for key in keys_of_both(&left, &right) {
        match key.as_str() {
            "items" => (),
            "chip_items" => items(&key, &receipt.chip_items, &now.chip_items, &mut found),
            "deltas" | "chip_deltas" | "rules" => {
                fields(&key, &left[&key], &right[&key], &mut found)
            }
            _ => {
                if left[&key] != right[&key] {
                    found.push(line(&key, &left[&key], &right[&key]));
                }
            }
        }
    }
    found
}

/// The fields of either, each once.
fn keys_of_both(left: &Json, right: &Json) -> Vec<String> {
    let fields = |value: &Json| -> Vec<String> {
        let fields = value.as_object().into_iter().flatten();
        fields.map(|(key, _)| key.clone()).collect()
    };
    let more = fields(right).into_iter();
    let more = more.filter(|key| left.get(key).is_none());
    fields(left).into_iter().chain(more).collect()
}

fn line(key: &str, left: &Json, right: &Json) -> Line {
    let path = format!("result.{key}");
    Line {
        said: words::two_values(&words::json_text(left), &words::json_text(right)),
        path,
        aside: matches!(key, "rivals" | "warnings" | "fu_rule"),
    }
}

/// By seat, or by field.
fn fields(key: &str, left: &Json, right: &Json, found: &mut Vec<Line>) {
    let all = keys_of_both(left, right);
    for field in all.iter().filter(|field| left[*field] != right[*field]) {
        found.push(line(&format!("{key}.{field}"), &left[field], &right[field]));
    }
}

fn items(key: &str, left: &[Item], right: &[Item], found: &mut Vec<Line>) {
    let mut rest: Vec<&Item> = right.iter().collect();
    for item in left {
        let path = format!("result.{key}.{}", item.id);
        let twin = rest.iter().position(|other| other.id == item.id);
        match twin.map(|at| rest.remove(at)) {
            Some(other) => one(&path, item, other, found),
            None => found.push(Line {
                path,
                said: named(item, Some(item), None),
                aside: false,
            }),
        }
    }
    for item in rest {
        found.push(Line {
            path: format!("result.{key}.{}", item.id),
            said: named(item, None, Some(item)),
            aside: false,
        });
    }
    let order = |list: &[Item]| list.iter().map(|item| item.id).collect::<Vec<_>>();
    if found.is_empty() && order(left) != order(right) {
        found.push(Line {
            path: format!("result.{key}"),
            said: Said::new("順序が違います", "the order is another"),
            aside: true,
        });
    }
}

/// An item with its value in both, `-` where it is not.
fn named(item: &Item, left: Option<&Item>, right: Option<&Item>) -> Said {
    let both = |lang: Lang| {
        let text = |item: Option<&Item>| {
            let value = item.map(|item| value_text(item, lang));
            value.map_or_else(String::new, |value| match value.is_empty() {
                true => lang.pick("あり", "there").to_owned(),
                false => value,
            })
        };
        let values = words::two_values(&text(left), &text(right));
        format!("{}: {}", item.name(lang), values.text(lang))
    };
    Said::new(both(Lang::Ja), both(Lang::En))
}

fn one(path: &str, left: &Item, right: &Item, found: &mut Vec<Line>) {
    if left.value != right.value || left.unit != right.unit {
        found.push(Line {
            path: format!("{path}.value"),
            said: named(left, Some(left), Some(right)),
            aside: false,
        });
    }
    let mut text = |field: &str, left_text: &str, right_text: &str, aside: bool| {
        if left_text != right_text {
            let values = words::two_values(left_text, right_text);
            let said = |lang| format!("{}: {}", left.name(lang), values.text(lang));
            found.push(Line {
                path: format!("{path}.{field}"),
                said: Said::new(said(Lang::Ja), said(Lang::En)),
                aside,
            });
        }
    };
    text(
        "tiles",
        &mpsz::print(&left.tiles),
        &mpsz::print(&right.tiles),
        false,
    );
    if !cites_the_same(&left.rule, &right.rule) {
        text("rule", &left.rule, &right.rule, true);
    }
}

/// Whether a line cites the same keys. A paragraph of a club's own file, or of
/// an earlier version of a built-in one, is in no snapshot of the rules: only
/// the receipt knows it.
fn cites_the_same(receipt: &str, now: &str) -> bool {
    receipt == now || now.is_empty() || receipt.ends_with(&format!(": {now}"))
}
