//! The program's scorer against a second one that shares no code with it
//! (`tests/oracle/`): on every case file and on random hands.
//!
//! `KARASU_ORACLE_HANDS=100000 cargo test --no-default-features --test oracle`
//! compares that many hands of each rule set.

#[path = "oracle/mod.rs"]
mod oracle;

use std::collections::BTreeSet;
use std::path::Path;

use karasu::rules;
use karasu::score::{HandInput, RawHand};
use serde_json::Value;

use oracle::rng::Rng;
use oracle::{compare, generate};

/// Hands of each rule set compared without the environment variable.
const HANDS: usize = 3_000;

fn case_lines(file: &str) -> Vec<Value> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cases");
    let text = std::fs::read_to_string(dir.join(file)).expect("case file");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn input(case: &Value) -> HandInput {
    let raw: RawHand = serde_json::from_value(case.clone()).expect("a hand");
    raw.resolve().expect("tiles")
}

/// The oracle itself is tried on the published cases first.
fn passes_cases(id: &str) {
    let cases = case_lines(&format!("{id}.jsonl"));
    let mut wrong = Vec::new();
    for case in &cases {
        let verdict = oracle::score(id, &input(case));
        for line in compare::with_case(&verdict, &case["expected"]) {
            wrong.push(format!("{}: {line}", case["id"]));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// Ids of all items in a case file.
fn ids_in_cases(id: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for case in case_lines(&format!("{id}.jsonl")) {
        for list in ["items", "chip_items"] {
            let items = case["expected"][list].as_array().into_iter().flatten();
            ids.extend(items.filter_map(|item| Some(item["id"].as_str()?.to_owned())));
        }
    }
    ids
}

/// Random hands, the same in every run.
fn agrees_on_random_hands(id: &str) {
    let asked = std::env::var("KARASU_ORACLE_HANDS").ok();
    let hands: usize = asked.map_or(HANDS, |text| text.parse().expect("a number of hands"));
    let seed: u64 =
        std::env::var("KARASU_ORACLE_SEED").map_or(1, |text| text.parse().expect("a seed"));
    let rules = rules::preset(id).expect("a preset");
    let mut rng = Rng(seed);
    let mut wrong = Vec::new();
    let mut paid = 0;
    let mut missing = ids_in_cases(id);
    for _ in 0..hands {
        let input = generate::hand(id, &mut rng);
        let verdict = oracle::score(id, &input);
        paid += usize::from(verdict.is_ok());
        for answer in verdict.iter().flatten() {
            for item in answer.items.iter().chain(&answer.chip_items) {
                missing.remove(item.0);
            }
        }
        let differences = compare::with_engine(&rules, &input, &verdict);
        if !differences.is_empty() {
            let hand = serde_json::to_string(&input).expect("JSON");
            wrong.push(format!("{hand}\n  {}", differences.join("\n  ")));
        }
    }
    eprintln!("{id}: {hands} hands, {paid} paid, {} differ", wrong.len());
    // Every item of the tables must have come up, or it was not compared.
    assert!(
        hands < HANDS || missing.is_empty(),
        "never met: {missing:?}"
    );
    // Most hands must win, or the comparison says little.
    assert!(paid * 2 > hands, "only {paid} of {hands} hands win");
    assert!(
        wrong.is_empty(),
        "{} of {hands}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
}

/// README of the cases: `almighty_as` is the kind the wild 白 stands for; a 白
/// used as 白 (here as the third of 大三元) stands for nothing.
#[test]
fn a_wild_white_used_as_white_stands_for_nothing() {
    let tiles = |codes: &str| -> Vec<karasu::tile::Tile> {
        codes
            .split(' ')
            .map(|code| code.parse().expect("a tile"))
            .collect()
    };
    let rules = rules::preset("kichijoji").expect("a preset");
    let mut hand = HandInput {
        concealed: tiles("7p 8p 9p 1s 1s 5z 5z 6z 6z 6z 7z 7z 7z"),
        win_tile: karasu::tile::Tile::HAKU,
        riichi: 1,
        ippatsu: true,
        dora_indicators: tiles("8s"),
        ura_indicators: tiles("2s"),
        ..HandInput::default()
    };
    let sheet = karasu::score::score(&rules, &hand).expect("a win");
    assert_eq!(sheet.almighty_as, None);
    hand.concealed = tiles("7p 8p 9p 1s 1s 1p 2p 6z 6z 6z 7z 7z 7z");
    let sheet = karasu::score::score(&rules, &hand).expect("a win");
    assert_eq!(sheet.almighty_as, "3p".parse().ok());
}

macro_rules! rule_sets {
    ($($id:ident),*) => {
        mod cases {
            $(#[test] fn $id() { super::passes_cases(stringify!($id)); })*
        }
        mod random {
            $(#[test] fn $id() { super::agrees_on_random_hands(stringify!($id)); })*
        }
    };
}

rule_sets!(kichijoji, vip, sakae, sakae_free, redblue);
