//! Whether a receipt is of a hand that was settled elsewhere, in a ledger.

use serde_json::json;

use super::verify::{Cause, Difference};
use super::{Receipt, lines, words};
use crate::rules::{RuleSet, describe};
use crate::score::{HandInput, ScoreSheet};

/// What a table says about a hand; where the payments are others, these tell why.
const OF_TABLE: [&str; 6] = [
    "win",
    "seat_wind",
    "discarder",
    "round_wind",
    "honba",
    "sticks",
];

impl Receipt {
    /// In what this is no receipt of a hand that was settled under these rules
    /// as on this sheet: rules, tiles, payments; empty where it is one. What a
    /// table says (honba, sticks, seats) is only named where it moves a point.
    pub fn unlike(&self, rules: &RuleSet, hand: &HandInput, sheet: &ScoreSheet) -> Vec<Difference> {
        let mut found = Vec::new();
        for rule in describe::differences(&self.house, rules) {
            let said = words::two_rules(&rule);
            found.push(Difference::new(rule.path(), Cause::Rule, said));
        }
        let hands = [&self.case, hand].map(|case| case.hand().canonical());
        if hands[0] != hands[1] {
            let [own, other] = hands.map(|hand| hand.to_string());
            let said = words::two_values(&own, &other);
            found.push(Difference::new("case", Cause::Tile, said));
        }
        let lines = lines::differences(&self.result, sheet);
        let lines: Vec<_> = lines.into_iter().filter(|line| !line.aside).collect();
        if !lines.is_empty() {
            found.extend(self.of_table(hand));
        }
        found.extend(
            lines
                .into_iter()
                .map(|line| Difference::new(line.path, Cause::Sum, line.said)),
        );
        found
    }

    fn of_table(&self, hand: &HandInput) -> Vec<Difference> {
        let (own, other) = (json!(self.case), json!(hand));
        let differs = OF_TABLE
            .iter()
            .filter(|field| own[**field] != other[**field]);
        differs
            .map(|field| {
                let [own, other] = [&own, &other].map(|case| words::json_text(&case[*field]));
                let said = words::two_values(&own, &other);
                Difference::new(format!("case.{field}"), Cause::Situation, said)
            })
            .collect()
    }
}
