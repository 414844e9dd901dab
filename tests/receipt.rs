//! Promise 20, and issue 6: what an edit of a receipt comes to. The receipt is
//! the example of the documentation: a photo of which one tile was corrected by
//! hand.
#![allow(clippy::unwrap_used)]

use karasu::lang::Lang;
use karasu::receipt::{Cause, Concern, Receipt, Why};
use karasu::tile::Tile;
use serde_json::{Value as Json, json};

const EXAMPLE: &str = include_str!("fixtures/receipt.json");

fn example() -> Json {
    serde_json::from_str(EXAMPLE).unwrap()
}

/// The text with its checksums written anew, as a careful forger writes them;
/// as it is where it is no receipt any more.
fn resealed(whole: &Json) -> String {
    let text = whole.to_string();
    match Receipt::parse(&text) {
        Ok(receipt) => receipt.to_json(),
        Err(_) => text,
    }
}

/// Every value that holds no others, by its JSON pointer.
fn leaves(value: &Json, at: String, found: &mut Vec<String>) {
    let step = |key: &str| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
    match value {
        Json::Object(fields) if !fields.is_empty() => {
            for (key, inner) in fields {
                leaves(inner, step(key), found);
            }
        }
        Json::Array(list) if !list.is_empty() => {
            for (key, inner) in list.iter().enumerate() {
                leaves(inner, step(&key.to_string()), found);
            }
        }
        _ => found.push(at),
    }
}

/// Another value of the same kind.
fn other(value: &Json) -> Json {
    match value {
        Json::Null => json!("x"),
        Json::Bool(is) => json!(!is),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => json!(whole + 1),
            None => json!(number.as_f64().unwrap_or_default() + 0.5),
        },
        Json::String(text) => json!(match text.as_str() {
            "1p" => "2p".to_owned(),
            "tsumo" => "ron".to_owned(),
            "E" => "S".to_owned(),
            text if text.parse::<Tile>().is_ok() => "1p".to_owned(),
            text => format!("{text}x"),
        }),
        Json::Array(_) => json!([1]),
        Json::Object(_) => json!({"x": 1}),
    }
}

/// The example with one leaf changed.
fn edited(pointer: &str) -> Json {
    let mut whole = example();
    if let Some(leaf) = whole.pointer_mut(pointer) {
        *leaf = other(leaf);
    }
    whole
}

/// Everything a verification says about a text, differences and what keeps it
/// from being a receipt in one list.
fn told(text: &str) -> Vec<String> {
    match Receipt::parse(text) {
        Err(bad) => vec![bad.message(Lang::En)],
        Ok(receipt) => {
            let verdict = receipt.verify();
            let lines = verdict.differences.iter();
            lines.map(|line| line.message(Lang::En)).collect()
        }
    }
}

fn all_leaves() -> Vec<String> {
    let mut found = Vec::new();
    leaves(&example(), String::new(), &mut found);
    found
}

#[test]
fn the_example_is_a_receipt_that_agrees_and_is_written_as_it_stands() {
    let receipt = Receipt::parse(EXAMPLE).unwrap();
    let verdict = receipt.verify();
    assert_eq!(verdict.differences, []);
    assert_eq!(receipt.to_json(), EXAMPLE, "equal receipts, equal bytes");
    // The documentation names every part.
    let docs = include_str!("../src/receipt/mod.rs");
    for part in example().as_object().unwrap().keys() {
        assert!(docs.contains(&format!("//! | `{part}` |")), "{part}");
    }
}

/// Issue 6: an edited receipt is found, whatever was edited.
#[test]
fn an_edit_of_any_field_is_found_and_named() {
    let all = all_leaves();
    assert!(all.len() > 400, "{}", all.len());
    for pointer in all {
        let part = pointer.split('/').nth(1).unwrap_or_default().to_owned();
        let told = told(&edited(&pointer).to_string());
        // A checksum that was edited is told of the part that it is for.
        let named = match part.as_str() {
            "sums" => !told.is_empty(),
            _ => told.iter().any(|line| line.contains(&part)),
        };
        assert!(named, "{pointer}: {told:?}");
    }
}

/// What a forger may claim who writes the checksums anew, and why no receipt
/// can know better without its photo.
/// A part, a word in the path, and the reason.
const FREE: &[(&str, &str, &str)] = &[
    ("/program/", "", "what wrote it"),
    ("/photo/", "", "only the photo knows (verify --photo)"),
    ("/model/", "", "only reading again knows (verify --photo)"),
    ("/tiles/", "/score", "only reading again knows"),
    (
        "/tiles/",
        "/quad/",
        "only reading again knows (verify --photo)",
    ),
    (
        "/tiles/",
        "/zone",
        "only reading again knows; the hand's own zones are held",
    ),
    (
        "/case/honba",
        "",
        "honba, which move nothing under these rules",
    ),
    ("/seats/", "", "names are claims"),
    ("/rules/name_", "", "a name"),
    ("/rules/base", "", "a name"),
    ("/rules/declared", "", "which options the sheet shows"),
    (
        "/rules/options/",
        "",
        "what moves nothing in this hand; told as a note",
    ),
    (
        "/rules/yaku/",
        "",
        "what moves nothing in this hand; told as a note",
    ),
    ("/rules/contains/", "", "what moves nothing in this hand"),
    ("/rules/penalty/", "", "no matter for a win; told as a note"),
    ("/result/", "/name_", "names are written from the ids"),
];

#[test]
fn new_checksums_do_not_help_where_it_matters() {
    let is = |pointer: &str, (part, word, _): &(&str, &str, &str)| {
        pointer.starts_with(part) && pointer.contains(word)
    };
    let free = |pointer: &str| FREE.iter().any(|one| is(pointer, one));
    let all = all_leaves();
    for one in FREE {
        let there = all.iter().any(|pointer| is(pointer, one));
        assert!(there, "{one:?} is free, but is not there");
    }
    let held: Vec<&String> = all
        .iter()
        .filter(|pointer| !pointer.starts_with("/sums/") && !free(pointer))
        .collect();
    assert!(held.len() > 250, "{}", held.len());
    for pointer in held {
        let told = told(&resealed(&edited(pointer)));
        assert!(!told.is_empty(), "{pointer} can be edited unseen");
    }
    // In particular no figure, no tile, no rule that gives a line.
    for pointer in [
        "/result/total",
        "/result/deltas/E",
        "/result/items/0/value",
        "/confirmed/tiles/0/tile",
        "/read/tiles/0/tile",
        "/tiles/0/class",
        "/case/concealed",
        "/case/win_tile",
        "/case/win",
        "/rules/options/base_points",
    ] {
        assert!(!told(&resealed(&edited(pointer))).is_empty(), "{pointer}");
    }
}

#[test]
fn the_cause_is_told() {
    let cause = |text: &str| {
        let verdict = Receipt::parse(text).unwrap().verify();
        verdict
            .differences
            .first()
            .map(|line| (line.line.clone(), line.cause))
    };
    let seen = |pointer: &str| cause(&edited(pointer).to_string());
    let is = |line: &str, why| Some((line.to_owned(), why));
    assert_eq!(seen("/result/total"), is("result.total", Cause::Sum));
    assert_eq!(
        seen("/rules/options/base_points"),
        is("rules.options.base_points", Cause::Rule)
    );
    assert_eq!(seen("/photo/sha256"), is("photo.sha256", Cause::Photo));
    assert_eq!(seen("/model/sha256"), is("model.sha256", Cause::Model));
    assert_eq!(seen("/case/honba"), is("case.honba", Cause::Situation));
    assert_eq!(seen("/seats/E"), is("seats.E", Cause::Edited));
    assert_eq!(
        seen("/program/version"),
        is("program.version", Cause::Program)
    );
    let tile = seen("/confirmed/tiles/0/tile").map(|found| found.1);
    assert_eq!(tile, Some(Cause::Tile));
    // A receipt of another version whose figures do not come out again.
    let mut old = example();
    old["program"]["version"] = json!("0.0.1");
    old["result"]["total"] = json!(1);
    let first = cause(&resealed(&old));
    assert_eq!(first, is("result.total", Cause::Program));
}

#[test]
fn a_corrected_tile_is_told_with_the_lines_that_hang_on_it() {
    let receipt = Receipt::parse(EXAMPLE).unwrap();
    let concerns = receipt.verify().concerns;
    let corrected: Vec<&Concern> = concerns
        .iter()
        .filter(|one| one.why == Why::Corrected)
        .collect();
    assert_eq!(corrected.len(), 1, "{concerns:?}");
    let one = corrected[0];
    assert!(!one.lines.is_empty());
    assert!(one.instead.is_some() && one.read.is_some());
    for lang in [Lang::Ja, Lang::En] {
        assert!(one.message(lang).contains(one.tile.tile.code()));
    }
}

proptest::proptest! {
    /// Promise 18: no text makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(cut in 0..EXAMPLE.len(), junk in "\\PC{0,12}") {
        let mut text: String = EXAMPLE.chars().take(cut).collect();
        text.push_str(&junk);
        text.extend(EXAMPLE.chars().skip(cut + junk.len()));
        if let Ok(receipt) = Receipt::parse(&text) {
            let _ = receipt.verify();
        }
    }
}
