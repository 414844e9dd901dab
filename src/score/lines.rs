//! The one list: what a reading is worth, line by line.
//!
//! Totals are folds over this list ([`crate::score::total`]) and over nothing
//! else, so a sheet can never disagree with its own lines.

use crate::rules::RuleSet;
use crate::score::hand::Hand;
use crate::score::item::{ItemId, Unit};

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What.
    pub id: ItemId,
    /// Counted in what.
    pub unit: Unit,
    /// How much.
    pub value: i32,
}

/// Room for every line that one hand can have: of the 70 yaku at most a dozen
/// go together, and there are 18 other items.
const ROOM: usize = 32;

/// A list of lines on the stack.
#[derive(Clone, Copy, Debug)]
pub struct Lines<const N: usize = ROOM> {
    lines: [Line; N],
    len: u8,
}

impl<const N: usize> Default for Lines<N> {
    fn default() -> Self {
        let unused = Line {
            id: ItemId::Base,
            unit: Unit::Note,
            value: 0,
        };
        Lines {
            lines: [unused; N],
            len: 0,
        }
    }
}

impl<const N: usize> Lines<N> {
    /// Adds a line.
    pub fn push(&mut self, id: ItemId, unit: Unit, value: i32) {
        // There is room for every hand (see `ROOM`), so nothing is ever lost.
        debug_assert!((self.len as usize) < N);
        if let Some(slot) = self.lines.get_mut(self.len as usize) {
            *slot = Line { id, unit, value };
            self.len += 1;
        }
    }

    /// Adds a line unless it is worth nothing.
    pub fn push_some(&mut self, id: ItemId, unit: Unit, value: i32) {
        if value != 0 {
            self.push(id, unit, value);
        }
    }

    /// The lines.
    pub fn as_slice(&self) -> &[Line] {
        &self.lines[..self.len as usize]
    }

    /// Sum of the values counted in a unit.
    pub fn sum(&self, unit: Unit) -> i32 {
        self.as_slice()
            .iter()
            .filter(|line| line.unit == unit)
            .map(|line| line.value)
            .sum()
    }

    /// Whether the item is on the list.
    pub fn has(&self, id: ItemId) -> bool {
        self.as_slice().iter().any(|line| line.id == id)
    }
}

/// What does not depend on the reading, counted once for each hand.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    /// Hits of the dora indicators.
    pub dora: i32,
    /// Hits of the ura indicators.
    pub ura: i32,
    /// Red fives in hand and sets.
    pub reds: i32,
    /// Pulled tiles, flowers included.
    pub pulled: i32,
    /// Pulled red fives.
    pub red_pulled: i32,
    /// The hand itself holds tiles of the pulled kinds.
    pub gari_in_hand: bool,
}

impl Common {
    /// Counts dora, reds and pulled tiles.
    pub fn of(rules: &RuleSet, hand: &Hand) -> Common {
        Common {
            dora: hand.hits(rules, &hand.dora),
            ura: hand.hits(rules, &hand.ura),
            reds: hand.red_count(),
            pulled: hand.pulled(),
            red_pulled: hand.red_pulled(),
            gari_in_hand: hand.kinds & rules.derived.gari.0 != 0,
        }
    }
}
