//! The oracle against the case files and against what `karasu::score::score` says.

use karasu::score::{Fault, ScoreSheet};
use serde_json::{Value, json};

use super::{Answer, Item, Verdict};

const SEATS: [&str; 4] = ["E", "S", "W", "N"];

/// Items as comparable texts, in no order.
fn texts(list: &Value) -> Vec<String> {
    let text = |item: &Value| format!("{} {} {}", item["id"], item["value"], item["unit"]);
    let mut texts: Vec<String> = list.as_array().into_iter().flatten().map(text).collect();
    texts.sort();
    texts
}

fn own_texts(items: &[Item]) -> Vec<String> {
    let text = |item: &Item| format!("{:?} {} {:?}", item.0, item.1, item.2);
    let mut texts: Vec<String> = items.iter().map(text).collect();
    texts.sort();
    texts
}

fn own_deltas(deltas: &[i32; 4], shown: &Value) -> Value {
    let players = shown.as_object().map_or(0, |map| map.len());
    let seats = SEATS.iter().zip(deltas).take(players);
    Value::Object(
        seats
            .map(|(seat, delta)| ((*seat).to_owned(), json!(delta)))
            .collect(),
    )
}

/// Fu lines without the tile they point at.
fn fu_texts(list: &Value) -> Vec<String> {
    let text = |item: &Value| format!("{} {}", item[0], item[1]);
    let mut texts: Vec<String> = list.as_array().into_iter().flatten().map(text).collect();
    texts.sort();
    texts
}

fn own_fu(items: &[(&str, i32)]) -> Vec<String> {
    let mut texts: Vec<String> = items
        .iter()
        .map(|item| format!("{:?} {}", item.0, item.1))
        .collect();
    texts.sort();
    texts
}

/// What a shown result (case or sheet, as JSON) says otherwise than an answer.
fn differences(answer: &Answer, shown: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, same: bool, own: String, other: &Value| {
        if !same {
            wrong.push(format!("{what}: oracle {own}, other {other}"));
        }
    };
    let items = own_texts(&answer.items);
    check(
        "items",
        items == texts(&shown["items"]),
        format!("{items:?}"),
        &shown["items"],
    );
    let numbers = [
        ("total", answer.total),
        ("han", answer.han),
        ("chips_each_payer", answer.chips),
        ("raw", answer.raw),
        ("rounded", answer.rounded),
        ("fu", answer.fu),
        ("yakuman_units", answer.units),
    ];
    for (key, own) in numbers {
        let other = &shown[key];
        let unused = other.is_null();
        check(key, unused || *other == json!(own), own.to_string(), other);
    }
    let chips = own_texts(&answer.chip_items);
    check(
        "chip_items",
        chips == texts(&shown["chip_items"]),
        format!("{chips:?}"),
        &shown["chip_items"],
    );
    let deltas = own_deltas(&answer.deltas, &shown["deltas"]);
    check(
        "deltas",
        deltas == shown["deltas"],
        deltas.to_string(),
        &shown["deltas"],
    );
    let chip_deltas = own_deltas(&answer.chip_deltas, &shown["chip_deltas"]);
    let unused = shown["chip_deltas"].is_null();
    check(
        "chip_deltas",
        unused || chip_deltas == shown["chip_deltas"],
        chip_deltas.to_string(),
        &shown["chip_deltas"],
    );
    let limit = shown["limit"].as_str().unwrap_or("");
    check(
        "limit",
        shown["limit"].is_null() || answer.limit == limit,
        answer.limit.clone(),
        &shown["limit"],
    );
    let fu = own_fu(&answer.fu_items);
    check(
        "fu_items",
        shown["fu_items"].is_null() || fu == fu_texts(&shown["fu_items"]),
        format!("{fu:?}"),
        &shown["fu_items"],
    );
    let wild = answer
        .almighty_as
        .and_then(karasu::tile::Tile::from_index)
        .map(|tile| json!(tile.code()));
    let shown_wild = shown.get("almighty_as").cloned().unwrap_or(Value::Null);
    check(
        "almighty_as",
        wild.clone().unwrap_or(Value::Null) == shown_wild,
        format!("{wild:?}"),
        &shown_wild,
    );
    wrong
}

/// The least that any of the answers differs by, empty if one agrees.
fn nearest(answers: &[Answer], shown: &Value) -> Vec<String> {
    let all = answers.iter().map(|answer| differences(answer, shown));
    all.min_by_key(Vec::len)
        .unwrap_or_else(|| vec!["no answer".to_owned()])
}

/// Compares with what a case file expects.
pub fn with_case(verdict: &Verdict, expected: &Value) -> Vec<String> {
    match (verdict, expected.get("error")) {
        (Ok(answers), None) => nearest(answers, expected),
        (Err(id), Some(error)) if error == id => Vec::new(),
        (verdict, error) => vec![format!("oracle {verdict:?}, case {error:?}")],
    }
}

/// Compares with what the program says of the same hand.
pub fn with_engine(result: &Result<ScoreSheet, Vec<Fault>>, verdict: &Verdict) -> Vec<String> {
    match (verdict, result) {
        (Ok(answers), Ok(sheet)) => nearest(
            answers,
            &serde_json::to_value(sheet).expect("a sheet is JSON"),
        ),
        (Err(id), Err(faults)) if faults.iter().any(|fault| fault.id.id() == *id) => Vec::new(),
        (Err(id), Err(faults)) => vec![format!("oracle {id}, engine {faults:?}")],
        (Err(id), Ok(sheet)) => vec![format!("oracle refuses {id}, engine pays {}", sheet.total)],
        (Ok(answers), Err(faults)) => {
            vec![format!(
                "oracle pays {:?}, engine refuses {faults:?}",
                answers[0].items
            )]
        }
    }
}
