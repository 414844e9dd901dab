//! Chips: 一発, 裏, 赤, アリス, their multiplier, and yakuman chips.

use crate::rules::RuleSet;
use crate::rules::value::ChipsPer;
use crate::score::feature::IPPATSU;
use crate::score::hand::{HAKU, Hand};
use crate::score::item::{ItemId, Unit};
use crate::score::lines::{Common, Lines};
use crate::tile::Tile;

/// Chip lines: 一発, 裏, 赤, アリス, multiplier, yakuman.
pub type ChipLines = Lines<6>;

/// The chips that do not depend on the reading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chips {
    ippatsu: i32,
    ura: i32,
    red: i32,
    arisu: i32,
    mult: i32,
}

/// Counts chips; `flips` are the アリス tiles in the order turned.
pub fn count(rules: &RuleSet, hand: &Hand, common: &Common, flips: &[Tile]) -> Chips {
    let options = &rules.options;
    if !options.chips {
        return Chips::default();
    }
    let red_counts = hand.is_closed() || options.open_red_chips;
    Chips {
        ippatsu: i32::from(hand.situation.has(IPPATSU)),
        ura: common.ura,
        red: if red_counts {
            common.reds + common.red_pulled
        } else {
            0
        },
        arisu: if hand.is_closed() {
            arisu(hand, flips)
        } else {
            0
        },
        mult: multiplier(rules, hand, common),
    }
}

/// アリス: each turned tile pays as many chips as the hand, the pulled tiles
/// included, holds of its kind, until one pays none. A turned 白 is wild.
fn arisu(hand: &Hand, flips: &[Tile]) -> i32 {
    let held = |kind: usize| i32::from(hand.all[kind] + hand.gari[kind]);
    let mut chips = 0;
    for flip in flips {
        let hits = match flip.kind() {
            Some(HAKU) => (0..hand.all.len()).map(held).max().unwrap_or(0),
            Some(kind) => held(kind),
            None => 0,
        };
        if hits == 0 {
            break;
        }
        chips += hits;
    }
    chips
}

fn multiplier(rules: &RuleSet, hand: &Hand, common: &Common) -> i32 {
    let options = &rules.options;
    let [_, pin, sou] = hand.reds;
    let karasu = common.pulled == 0 && (options.karasu_kokushi || !common.gari_in_hand);
    let man = hand.reds[0] + hand.gari_reds[0];
    match (karasu, pin > 0 && sou > 0, man > 0) {
        (true, true, _) => options.karasu_star_mult,
        (true, false, _) => options.karasu_chip_mult,
        (false, true, true) => options.all_star_mult,
        _ => 1,
    }
}

impl Chips {
    /// The chip lines of a hand with this many yakuman units.
    pub fn lines(&self, rules: &RuleSet, hand: &Hand, units: i32) -> ChipLines {
        let options = &rules.options;
        let mut lines = ChipLines::default();
        if !options.chips {
            return lines;
        }
        lines.push_some(ItemId::ChipIppatsu, Unit::Chip, self.ippatsu);
        lines.push_some(ItemId::ChipUra, Unit::Chip, self.ura);
        lines.push_some(ItemId::ChipRed, Unit::Chip, self.red);
        lines.push_some(ItemId::ChipArisu, Unit::Chip, self.arisu);
        let per_yakuman = options.yakuman_chips[usize::from(!hand.is_ron())];
        let times = match options.yakuman_chips_per {
            ChipsPer::Each => units,
            ChipsPer::Once => units.min(1),
        };
        let yakuman = per_yakuman * times;
        // A multiplier applies to the lines before it.
        if options.yakuman_chips_multiplied {
            lines.push_some(ItemId::ChipYakuman, Unit::Chip, yakuman);
        }
        if self.mult > 1 && lines.sum(Unit::Chip) > 0 {
            lines.push(ItemId::ChipMult, Unit::Mult, self.mult);
        }
        if !options.yakuman_chips_multiplied {
            lines.push_some(ItemId::ChipYakuman, Unit::Chip, yakuman);
        }
        lines
    }
}

/// Chips from each payer: a fold over the lines, as for points.
pub fn total(lines: &ChipLines) -> i32 {
    lines
        .as_slice()
        .iter()
        .fold(0, |sum, line| match line.unit {
            Unit::Mult => sum * line.value,
            _ => sum + line.value,
        })
}
