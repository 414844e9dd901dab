//! The program's scorer against a second one that shares no code with it
//! (`tests/oracle/`): on every case file and on random hands.
//!
//! `KARASU_ORACLE_HANDS=100000 cargo test --no-default-features --test oracle`
//! compares that many hands of each rule set, once under the rule set itself
//! and once under random house options. What the program says of the hands of
//! seed 1 is pinned in `tests/oracle/digests.txt`.

#[path = "oracle/mod.rs"]
mod oracle;

use std::collections::BTreeSet;
use std::path::Path;

use karasu::rules;
use karasu::score::{HandInput, RawHand};
use serde_json::Value;

use oracle::rng::Rng;
use oracle::{compare, digest, generate, options};

/// Hands of each rule set compared without the environment variable.
const HANDS: usize = 3_000;

/// Hands that are enough to meet every option by chance.
const OPTION_HANDS: usize = 50_000;

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

/// A number from the environment.
fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Hands compared of each rule set, and the seed they come from.
fn hands_and_seed() -> (usize, u64) {
    let hands = asked("KARASU_ORACLE_HANDS", HANDS as u64) as usize;
    (hands, asked("KARASU_ORACLE_SEED", 1))
}

/// What differs on random hands.
#[derive(Default)]
struct Comparison {
    paid: usize,
    wrong: Vec<String>,
}

impl Comparison {
    fn add(&mut self, input: &HandInput, verdict: &oracle::Verdict, differences: &[String]) {
        self.paid += usize::from(verdict.is_ok());
        if !differences.is_empty() {
            let hand = serde_json::to_string(input).expect("JSON");
            self.wrong
                .push(format!("{hand}\n  {}", differences.join("\n  ")));
        }
    }

    fn finish(&self, what: &str, hands: usize) {
        let (paid, wrong) = (self.paid, self.wrong.len());
        eprintln!("{what}: {hands} hands, {paid} paid, {wrong} differ");
        // Most hands must win, or the comparison says little.
        assert!(paid * 2 > hands, "only {paid} of {hands} hands win");
        let shown = &self.wrong[..wrong.min(10)];
        assert!(wrong == 0, "{wrong} of {hands}\n{}", shown.join("\n"));
    }
}

/// Random hands, the same in every run.
fn agrees_on_random_hands(id: &str) {
    let (hands, seed) = hands_and_seed();
    let rules = rules::preset(id).expect("a preset");
    let mut rng = Rng(seed);
    let mut comparison = Comparison::default();
    let mut missing = ids_in_cases(id);
    let mut digest = digest::Digest::default();
    for _ in 0..hands {
        let input = generate::hand(id, &Default::default(), &mut rng);
        let verdict = oracle::score(id, &input);
        for answer in verdict.iter().flatten() {
            for item in answer.items.iter().chain(&answer.chip_items) {
                missing.remove(item.0);
            }
        }
        let result = karasu::score::score(&rules, &input);
        digest.add(&result);
        comparison.add(&input, &verdict, &compare::with_engine(&result, &verdict));
    }
    comparison.finish(id, hands);
    // Every item of the tables must have come up, or it was not compared.
    assert!(
        hands < HANDS || missing.is_empty(),
        "never met: {missing:?}"
    );
    if seed == 1 {
        digest.check(id, hands);
    }
}

/// Random hands under random house options.
fn agrees_under_options(id: &str) {
    let (hands, seed) = hands_and_seed();
    let rules = rules::preset(id).expect("a preset");
    let mut rng = Rng(seed ^ 0x0123_4567);
    let mut comparison = Comparison::default();
    let mut unmet: BTreeSet<&str> = options::keys(id).into_iter().collect();
    unmet.retain(|key| !options::RARE.contains(key) && !options::DEALT.contains(key));
    for _ in 0..hands {
        let own = options::draw(id, &mut rng);
        let input = generate::hand(id, &own, &mut rng);
        let verdict = oracle::score(id, &input);
        for key in input.options.keys() {
            // Known as soon as one hand is another without it.
            let mut without = input.clone();
            without.options.remove(key);
            if unmet.contains(key.as_str()) && oracle::score(id, &without) != verdict {
                unmet.remove(key.as_str());
            }
        }
        let result = karasu::score::score(&rules, &input);
        comparison.add(&input, &verdict, &compare::with_engine(&result, &verdict));
    }
    comparison.finish(&format!("{id} with options"), hands);
    // Every option must have changed some hand, or it was not compared.
    assert!(
        hands < OPTION_HANDS || unmet.is_empty(),
        "no effect: {unmet:?}"
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
        mod with_options {
            $(#[test] fn $id() { super::agrees_under_options(stringify!($id)); })*
        }
    };
}

rule_sets!(kichijoji, vip, sakae, sakae_free, redblue, riichi4, riichi3);
