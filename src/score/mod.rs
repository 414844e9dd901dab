//! From a confirmed hand and a rule set to one list of items.
//!
//! ```text
//! HandInput ─ check ─→ Hand ─ split ─→ readings ─ yaku ─→ items ─ total ─→ ScoreSheet
//! ```

pub mod fault;
pub mod input;
pub mod item;
pub mod mpsz;
pub mod sheet;

pub use fault::{Fault, FaultId};
pub use input::{HandInput, RawHand, RonOn, Win};
pub use item::{ItemId, Unit};
pub use sheet::{BySeat, FuItem, Item, Rival, RulesRef, ScoreSheet, Warning};

use crate::rules::RuleSet;

/// Scores a hand.
///
/// # Errors
/// Every fault found: of the tiles and the situation, or, where these are in
/// order, why the hand does not win.
pub fn score(_rules: &RuleSet, _input: &HandInput) -> Result<ScoreSheet, Vec<Fault>> {
    Err(vec![Fault::new(FaultId::NotWinningShape)])
}
