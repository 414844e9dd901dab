//! Every option of `options.md` changes what it says it changes: for each a
//! hand, the result under the preset, and the result with the option.
//!
//! A result reads `TOTAL cCHIPS +GAIN`: the total of the sheet, the chips from
//! each payer, and what the winner gains; or it is the id of the first fault.
//! The numbers are counted by hand from the rule texts.

#[path = "options/hands.rs"]
mod hands;
#[path = "options/numbers.rs"]
mod numbers;
#[path = "options/payments.rs"]
mod payments;
#[path = "options/seating.rs"]
mod seating;
#[path = "options/settlement.rs"]
mod settlement;
#[path = "options/values.rs"]
mod values;

use std::cell::RefCell;
use std::collections::BTreeSet;

use karasu::lang::Lang;
use karasu::notation;
use karasu::rules::describe::value_text;
use karasu::rules::load::typed_value;
use karasu::rules::{self, RuleSet, SPECS};
use karasu::score::{self, HandInput, Win};
use karasu::seat::Seat;

thread_local! {
    /// Keys and values that a row of this thread has been counted with.
    static MET: RefCell<BTreeSet<(String, String)>> = RefCell::default();
}

/// Notes that an option with this value has given a result of its own.
fn met(key: &str, value: &toml::Value) {
    MET.with_borrow_mut(|met| met.insert((key.to_owned(), value_text(value))));
}

/// A typed hand; the closure sets the situation.
fn hand(text: &str, situation: impl FnOnce(&mut HandInput)) -> HandInput {
    let typed = notation::parse(text).expect("a hand");
    typed.win_tile.expect("a winning tile");
    let mut input = HandInput::default().with_hand(typed);
    situation(&mut input);
    input
}

fn ron(input: &mut HandInput) {
    input.win = Win::Ron;
    input.discarder = Some(Seat::W);
}

fn riichi(input: &mut HandInput) {
    ron(input);
    input.riichi = 1;
}

fn open_riichi(input: &mut HandInput) {
    riichi(input);
    input.open_riichi = true;
}

fn tsumo(_: &mut HandInput) {}

fn outcome(rules: &RuleSet, input: &HandInput) -> String {
    match score::score(rules, input) {
        Ok(sheet) => {
            let gain = sheet.deltas.get(input.seat_wind);
            format!("{} c{} +{gain}", sheet.total, sheet.chips_each_payer)
        }
        Err(faults) => faults[0].id.id().to_owned(),
    }
}

#[derive(Default)]
struct Table {
    wrong: Vec<String>,
}

impl Table {
    fn expect(&mut self, what: String, got: String, want: &str) {
        if got != want {
            self.wrong
                .push(format!("{what}: expected {want}, got {got}"));
        }
    }

    /// The hand under a preset, with one option changed (on the rules, and in
    /// the case), and changed back.
    fn row(&mut self, id: &str, input: &HandInput, before: &str, option: &str, after: &str) {
        assert_ne!(before, after, "{option} must change something");
        let rules = rules::preset(id).expect("a preset");
        self.expect(
            format!("{id}, {option} not set"),
            outcome(&rules, input),
            before,
        );
        let (key, value) = option.split_once('=').expect("key=value");
        let changed = rules.with_text(key, value).expect("an option");
        self.expect(format!("{id}, {option}"), outcome(&changed, input), after);
        let mut in_case = input.clone();
        let json = serde_json::to_value(typed_value(value)).expect("JSON");
        in_case.options.insert(key.to_owned(), json);
        self.expect(
            format!("{id}, {option} in the case"),
            outcome(&rules, &in_case),
            after,
        );
        let spec = SPECS.iter().find(|spec| spec.key == key).expect("known");
        let own = (spec.get)(&rules.options);
        met(key, &own);
        met(key, &(spec.get)(&changed.options));
        let back = changed.with([(key, own)]).expect("the preset's own value");
        self.expect(
            format!("{id}, back from {option}"),
            outcome(&back, input),
            before,
        );
    }

    fn finish(self) {
        assert!(self.wrong.is_empty(), "\n{}", self.wrong.join("\n"));
    }
}

/// Closed, 平和 and 断么九 on both waits, two fives.
const PLAIN: &str = "234p567p345s66s78s+6s";

/// Options that change no score and no payment, and why.
const WITHOUT_PAYMENT: [(&str, &str); 3] = [
    ("ippatsu_cancel", "a person says whether 一発 still held"),
    ("kazoe_item", "whether 数え役満 is shown as a line"),
    (
        "yakuman_first",
        "which of two readings that pay the same is shown",
    ),
];

#[test]
fn what_is_shown_is_an_option_too() {
    // 13 han: riichi, ippatsu, tsumo, chinitsu 6, ittsu 2, pinfu, iipeikou.
    let counted = hand("1234555566789s+4s", |input| {
        input.riichi = 1;
        input.ippatsu = true;
    });
    let ids = |option: &str| -> Vec<&'static str> {
        let (key, value) = option.split_once('=').expect("key=value");
        let rules = rules::preset("redblue").expect("a preset");
        let rules = rules.with_text(key, value).expect("an option");
        let sheet = score::score(&rules, &counted).expect("a win");
        sheet.items.iter().map(|item| item.id.id()).collect()
    };
    assert!(ids("kazoe_item=true").contains(&"kazoe"));
    assert!(!ids("kazoe_item=false").contains(&"kazoe"));
}

/// The words that an option allows; nothing for numbers and lists.
fn words_of(spec: &rules::options::OptionSpec) -> Vec<String> {
    let allowed = match spec.key {
        // One type for several options; these are the values of options.md.
        "renhou" => "yakuman | baiman | none".to_owned(),
        "nagashi" => "mangan | yakuman".to_owned(),
        "nagashi_tanyao" => "mangan | yakuman".to_owned(),
        "chinroutou_quads" => "ignore | yakuman".to_owned(),
        "chombo" => "chips6_total | chips6_each | baiman | mangan".to_owned(),
        _ => (spec.allowed)().text(Lang::En).to_owned(),
    };
    let words = allowed.split(" | ").map(|word| word.trim_matches('"'));
    let words: Vec<String> = words.map(str::to_owned).collect();
    let is_word = |word: &String| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match words.len() > 1 && words.iter().all(is_word) {
        true => words,
        false => Vec::new(),
    }
}

/// Every key of the program's option table changes a result in some row, and
/// every word that it allows is met.
#[test]
fn every_option_has_a_row_in_which_it_changes_something() {
    for table in [
        hands::tiles_and_dora,
        hands::winning_conditions,
        hands::kokushi_and_wild_tiles,
        values::values_of_yaku,
        values::yakuman,
        hands::house_yaku,
        payments::payments_of_points,
        payments::sevens_and_bonuses,
        payments::han_and_fu,
        payments::chips,
        numbers::numbers_of_points,
        numbers::numbers_of_the_bracket,
        numbers::frame_of_the_game,
        numbers::numbers_of_chips,
        settlement::options_of_drawn_hands,
        settlement::options_of_several_winners,
        settlement::options_of_penalties,
        settlement::options_of_the_end,
        seating::options_of_seating,
    ] {
        table();
    }
    let met = MET.with_borrow(Clone::clone);
    let mut missing = Vec::new();
    for spec in SPECS {
        if WITHOUT_PAYMENT.iter().any(|(key, _)| *key == spec.key) {
            continue;
        }
        if !met.iter().any(|(key, _)| key == spec.key) {
            missing.push(spec.key.to_owned());
        }
        for word in words_of(spec) {
            if !met.contains(&(spec.key.to_owned(), word.clone())) {
                missing.push(format!("{}={word}", spec.key));
            }
        }
    }
    assert!(missing.is_empty(), "no row for {missing:?}");
}
