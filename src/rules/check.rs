//! Mistakes in a rule file, all at once.

use crate::rules::load::{fault, parse_with_warnings};
use crate::rules::options::{self, Options};
use crate::rules::value::{Amount, Scheme, SitOut};
use crate::rules::{RuleFault, RuleSet};

/// Every mistake and warning of a rule file, by line.
pub fn check(text: &str) -> Vec<RuleFault> {
    parse_with_warnings(text, 0).1
}

/// Values that do not go together or lie outside what an option allows.
pub(crate) fn contradictions(rules: &RuleSet) -> Vec<RuleFault> {
    let options = &rules.options;
    let mut faults = Vec::new();
    let mut wrong = |key: &str, ok: bool, ja: &str, en: &str| {
        if !ok {
            faults.push(fault(None, key, ja, en));
        }
    };
    for (key, value, allowed, ja, en) in choices(options) {
        wrong(key, allowed.contains(&value), ja, &format!("must be {en}"));
    }
    for (key, value) in [
        ("open_riichi_han", options.open_riichi_han),
        ("open_riichi_furiten_han", options.open_riichi_furiten_han),
        ("ippatsu_han", options.ippatsu_han),
    ] {
        wrong(
            key,
            value.is_none_or(|han| matches!(han, 0 | 1)),
            "0 か 1",
            "must be 0 or 1",
        );
    }
    for (key, value) in amounts(options) {
        let ok = (0..=10_000).contains(&value);
        wrong(key, ok, "0 から 10000", "must be from 0 to 10000");
    }
    wrong(
        "man_kinds",
        options.man_kinds.0 != 0 || !rules.declared_key("man_kinds"),
        "一つ以上の数",
        "must name at least one rank",
    );
    wrong(
        "sit_out",
        options.sit_out == SitOut::None || options.players == 3,
        "抜け番は三人打ち (players = 3) だけ",
        "somebody can sit out only at a table of three (players = 3)",
    );
    let renhou_fits = match options.renhou {
        Amount::Mangan | Amount::Baiman => options.scheme == Scheme::HanFu,
        Amount::Chips6Each | Amount::Chips6Total => false,
        _ => true,
    };
    wrong(
        "renhou",
        renhou_fits,
        "この数え方では yakuman, 点数, none のどれか (baiman は符のあるルールだけ)",
        "must be \"yakuman\", a number of points or \"none\" here (\"baiman\" needs han and fu)",
    );
    faults
}

/// An option that is one of a few numbers: its key, its value, the numbers, and
/// these in words.
type Choice = (
    &'static str,
    i32,
    &'static [i32],
    &'static str,
    &'static str,
);

fn choices(options: &Options) -> [Choice; 6] {
    [
        ("players", options.players, &[3, 4], "3 か 4", "3 or 4"),
        (
            "flowers",
            options.flowers,
            &[0, 4, 8],
            "0, 4, 8 のどれか",
            "0, 4 or 8",
        ),
        ("kazoe", options.kazoe, &[0, 13], "0 か 13", "0 or 13"),
        (
            "double_wind_pair_fu",
            options.double_wind_pair_fu,
            &[2, 4],
            "2 か 4",
            "2 or 4",
        ),
        (
            "max_ron",
            options.max_ron,
            &[1, 2, 3],
            "1, 2, 3 のどれか",
            "1, 2 or 3",
        ),
        (
            "all_star_mult",
            options.all_star_mult,
            &[1, 2],
            "1 か 2",
            "1 or 2",
        ),
    ]
}

/// What is counted in points: times 9,999 honba these must still be numbers that
/// can be paid.
fn amounts(options: &Options) -> [(&'static str, i32); 10] {
    [
        ("honba_value", options.honba_value),
        ("honba_double_from", options.honba_double_from),
        ("riichi_stick", options.riichi_stick),
        ("noten", options.noten),
        ("tobi_bonus", options.tobi_bonus),
        ("yakuman_points", options.yakuman_points),
        ("prize_from", options.prize_from),
        ("prize_step", options.prize_step),
        ("honba", options.honba[0]),
        ("honba", options.honba[1]),
    ]
}

impl RuleSet {
    /// Whether the key has a meaning in this rule set.
    pub fn declared_key(&self, key: &str) -> bool {
        options::position(key).is_some_and(|at| self.declared[at])
    }
}
