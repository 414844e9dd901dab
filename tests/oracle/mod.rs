//! A second scorer, slow and plain, written from the rule texts alone.
//!
//! It shares no scoring code with `src/`: only the tile, set and seat types
//! and the input, so that both can be asked about the same hand. Every split
//! of the tiles and every place of the winning tile is tried; a rule set is
//! one file that reads like its specification.

pub mod compare;
pub mod deal;
pub mod digest;
pub mod dora;
pub mod gate;
pub mod generate;
pub mod han;
pub mod kichijoji;
pub mod options;
pub mod redblue;
pub mod riichi;
pub mod rng;
pub mod sakae;
pub mod sakae_free;
pub mod shape;
pub mod situation;
pub mod vip;
pub mod wall;
pub mod yaku;

use karasu::score::HandInput;

/// One line of an answer: id, value, unit, as the case files write them.
pub type Item = (&'static str, i32, &'static str);

/// What a hand is worth; fields that a rule set does not use stay empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub items: Vec<Item>,
    pub total: i32,
    pub chip_items: Vec<Item>,
    pub chips: i32,
    /// Kind (0..34) that the wild 白 stands for.
    pub almighty_as: Option<usize>,
    pub raw: i32,
    pub rounded: i32,
    pub han: i32,
    pub fu: i32,
    pub fu_items: Vec<(&'static str, i32)>,
    pub units: i32,
    /// 満貫 … as the case files write it.
    pub limit: String,
    /// What each seat gains or loses, E S W N, sticks included.
    pub deltas: [i32; 4],
    /// The same in chips.
    pub chip_deltas: [i32; 4],
}

/// All best answers (several when readings tie), or why there is none.
pub type Verdict = Result<Vec<Answer>, &'static str>;

/// Scores under a preset, with the options of the hand.
pub fn score(rules: &str, input: &HandInput) -> Verdict {
    if let Some(id) = wall::refusal(rules, input) {
        return Err(id);
    }
    match rules {
        "kichijoji" => kichijoji::score(input),
        "vip" => vip::score(input),
        "sakae" => sakae::score(input),
        "sakae_free" => sakae_free::score(input),
        "redblue" => redblue::score(input),
        "riichi4" => riichi::score(input, 4),
        "riichi3" => riichi::score(input, 3),
        other => panic!("no oracle for {other}"),
    }
}

/// Keeps the answers of the greatest worth (`cases/README.md`, "Best reading").
pub fn best<W: PartialOrd>(answers: Vec<Answer>, worth: impl Fn(&Answer) -> W) -> Vec<Answer> {
    let beaten = |answer: &Answer| answers.iter().any(|other| worth(other) > worth(answer));
    answers
        .iter()
        .filter(|answer| !beaten(answer))
        .cloned()
        .collect()
}

/// Sum of the items with this unit.
pub fn sum(items: &[Item], unit: &str) -> i32 {
    items
        .iter()
        .filter(|item| item.2 == unit)
        .map(|item| item.1)
        .sum()
}
