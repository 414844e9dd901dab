//! From a confirmed hand and a rule set to one list of items.
//!
//! ```text
//! HandInput ─ check ─→ Hand ─ split ─→ readings ─ yaku ─→ lines ─ total ─→ ScoreSheet
//! ```
//!
//! Yaku are rows of a table ([`yaku`]), their values belong to the rule set,
//! and every sum on a sheet is a fold over its own lines ([`total`]).
//!
//! ```
//! use karasu::score::{self, HandInput, Win};
//! use karasu::{notation, rules, seat::Seat};
//!
//! let rules = rules::preset("vip").expect("built in");
//! let hand = notation::parse("123p456p789s55p66z+6z d:3p").expect("a hand");
//! let win = HandInput {
//!     win: Win::Ron,
//!     discarder: Some(Seat::E),
//!     riichi: 1,
//!     ..HandInput::default().with_hand(hand)
//! };
//! let sheet = score::score(&rules, &win).expect("a win");
//! assert_eq!(sheet.deltas.get(Seat::E), -sheet.deltas.get(Seat::S));
//! for item in &sheet.items {
//!     println!("{} {} ({})", item.id.name_en(), item.value, item.rule);
//! }
//!
//! // A hand that is none says why, all at once.
//! let four = notation::parse("55555z123p456p78s+9s").expect("readable");
//! let faults = score::score(&rules, &HandInput::default().with_hand(four));
//! assert!(faults.is_err());
//! ```

pub mod build;
pub mod check;
pub mod chips;
pub mod engine;
pub mod explain;
pub mod fault;
pub mod feature;
pub mod fu;
pub mod gate;
pub mod hand;
pub mod input;
pub mod item;
pub mod lines;
pub mod mpsz;
pub mod rivals;
pub mod shape;
pub mod sheet;
pub mod split;
pub mod tally;
mod tiles;
pub mod total;
pub mod unsaid;
pub mod yaku;

pub use fault::{Fault, FaultId};
pub use input::{HandInput, RawHand, RonOn, Win};
pub use item::{ItemId, Unit};
pub use sheet::{BySeat, FuItem, Item, Rival, RulesRef, ScoreSheet, Tiles, Warning};

use std::borrow::Cow;

use crate::rules::RuleSet;
use crate::rules::value::{Atozuke, Scheme};
use crate::settle::win;
use engine::{Priced, Ranked};
use lines::Line;
use split::Reading;
use tiles::Pointer;

/// Scores a hand.
///
/// # Errors
/// Every fault found: of the tiles and the situation, or, where these are in
/// order, why the hand does not win.
pub fn score(rules: &RuleSet, input: &HandInput) -> Result<ScoreSheet, Vec<Fault>> {
    if !input.options.is_empty() {
        let changed = with_options(rules, input)?;
        return score_with(&changed, input);
    }
    score_with(rules, input)
}

/// The rules with the options of one hand.
fn with_options(rules: &RuleSet, input: &HandInput) -> Result<RuleSet, Vec<Fault>> {
    rules.with_json(&input.options).map_err(|faults| {
        let fault = |fault: crate::rules::RuleFault| {
            Fault::new(FaultId::BadOption).because(
                format!("{}: {}", fault.key, fault.ja),
                format!("{}: {}", fault.key, fault.en),
            )
        };
        faults.into_iter().map(fault).collect()
    })
}

fn score_with(rules: &RuleSet, input: &HandInput) -> Result<ScoreSheet, Vec<Fault>> {
    let ranked = engine::ranked(rules, input)?;
    Ok(sheet(rules, input, &ranked))
}

/// Writes out the best reading.
fn sheet(rules: &RuleSet, input: &HandInput, ranked: &Ranked) -> ScoreSheet {
    let priced = ranked.ranking.best();
    let total = &priced.total;
    let bracket = rules.options.scheme == Scheme::Bracket;
    let counts_fu = total.fu > 0;
    let pointer = Pointer::new(rules, input, &ranked.hand);
    let items = |lines: &[Line], priced: &Priced| items(rules, &pointer, lines, &priced.reading);
    let rival = |priced: &Priced| Rival {
        split: tiles::split_text(&priced.reading),
        items: items(priced.lines.as_slice(), priced),
        wait: priced.reading.wait.id().into(),
        han: priced.total.han,
        fu: priced.total.fu,
        total: priced.total.total,
        chips: priced.chips,
    };
    ScoreSheet {
        items: items(priced.lines.as_slice(), priced),
        total: total.total,
        han: total.han,
        fu: total.fu,
        fu_items: if counts_fu {
            priced.fu.items()
        } else {
            Vec::new()
        },
        fu_rule: Cow::Borrowed(if counts_fu { rules.derived.fu_rule } else { "" }),
        limit: total::limit_name(total.limit),
        yakuman_units: total.units,
        deltas: win::points(rules, input, total),
        chip_items: items(priced.chip_lines.as_slice(), priced),
        chips_each_payer: priced.chips,
        chip_deltas: win::chips(rules, input, priced.chips),
        split: tiles::split_text(&priced.reading),
        almighty_as: ranked.almighty_as,
        raw: bracket.then_some(total.raw),
        rounded: bracket.then_some(total.rounded),
        rivals: ranked.ranking.rivals().iter().map(rival).collect(),
        warnings: warnings(rules, input),
        rules: rules.reference.clone(),
    }
}

fn items(rules: &RuleSet, pointer: &Pointer, lines: &[Line], reading: &Reading) -> Vec<Item> {
    let item = |line: &Line| Item {
        id: line.id,
        value: line.value,
        unit: line.unit,
        tiles: pointer.tiles(line.id.scope(), reading),
        rule: Cow::Borrowed(rules.derived.rule_of[line.id.index()]),
    };
    lines.iter().map(item).collect()
}

fn warnings(rules: &RuleSet, input: &HandInput) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let order_matters = rules.options.atozuke != Atozuke::Allowed && !input.is_closed();
    if order_matters && !input.call_order_known {
        warnings.push(Warning {
            ja: "鳴いた順が分からないので、役牌の後付けは調べていません".to_owned(),
            en: "the order of the calls is unknown, so late value triplets were not checked"
                .to_owned(),
        });
    }
    warnings
}
