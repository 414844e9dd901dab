//! From the yaku of a reading to its lines, one file for each way of counting.

mod bracket;
mod han_fu;
mod points;

use crate::rules::RuleSet;
use crate::rules::value::{KarasuNeeds, OpenDealin, Scheme, Units, YakumanAdds, YakumanMultiple};
use crate::score::feature::{DEALER, FURITEN, OPEN_DEALIN};
use crate::score::hand::Hand;
use crate::score::item::{ItemId, ItemSet, Unit};
use crate::score::lines::{Common, Lines};
use crate::score::split::Reading;
use crate::score::yaku::{self, SITUATIONAL};

struct Builder<'a> {
    rules: &'a RuleSet,
    hand: &'a Hand,
    common: &'a Common,
    reading: &'a Reading,
    /// Yaku that count, yakuman included.
    counted: ItemSet,
    yakuman: ItemSet,
    lines: Lines,
}

/// The lines of a reading with these yaku (contained ones included).
pub fn lines(
    rules: &RuleSet,
    hand: &Hand,
    common: &Common,
    reading: &Reading,
    found: ItemSet,
) -> Lines {
    let counted = yaku::counted(rules, found);
    let mut builder = Builder {
        rules,
        hand,
        common,
        reading,
        counted,
        yakuman: yaku::yakuman(rules, counted),
        lines: Lines::default(),
    };
    builder.single_yakuman();
    match rules.options.scheme {
        Scheme::Points => builder.points(),
        Scheme::Bracket => builder.bracket(),
        Scheme::HanFu => builder.han_fu(),
    }
    builder.lines
}

impl Builder<'_> {
    /// Under `yakuman_multiple = single` only the most expensive one counts.
    fn single_yakuman(&mut self) {
        if self.rules.options.yakuman_multiple == YakumanMultiple::Sum {
            return;
        }
        let dearest = self.yakuman.iter().max_by_key(|&yaku| self.worth(yaku));
        if let Some(dearest) = dearest {
            let others = self.yakuman.minus(ItemSet::of(&[dearest]));
            self.counted = self.counted.minus(others);
            self.yakuman = ItemSet::of(&[dearest]);
        }
    }

    /// Value of a yaku in this hand: points, han or yakuman units.
    fn worth(&self, yaku: ItemId) -> i32 {
        let value = self.rules.value(yaku);
        let worth = match self.hand.is_closed() {
            true => value.closed,
            false => value.open,
        };
        if !self.hand.situation.has(FURITEN) {
            return worth;
        }
        let options = &self.rules.options;
        match (yaku, options.double_yakuman_furiten) {
            (ItemId::Kokushi13 | ItemId::ChuurenPure, Units::Single) => worth.min(1),
            (ItemId::OpenRiichi, _) if options.scheme != Scheme::Points => {
                options.open_riichi_furiten_han.unwrap_or(worth)
            }
            _ => worth,
        }
    }

    fn is_dealer(&self) -> bool {
        self.hand.situation.has(DEALER)
    }

    /// Whether a yakuman (if any) lets such items stand beside it.
    fn adds(&self, what: YakumanAdds) -> bool {
        let rank = |adds: YakumanAdds| match adds {
            YakumanAdds::None => 0,
            YakumanAdds::Fixed => 1,
            YakumanAdds::Situational => 2,
            YakumanAdds::All => 3,
        };
        self.yakuman.is_empty() || rank(self.rules.options.yakuman_adds) >= rank(what)
    }

    /// The yaku that are counted, given what a yakuman lets stand beside it.
    fn yaku_beside_yakuman(&self) -> ItemSet {
        if self.adds(YakumanAdds::All) {
            self.counted
        } else if self.adds(YakumanAdds::Situational) {
            self.counted.and(SITUATIONAL.or(self.yakuman))
        } else {
            self.yakuman
        }
    }

    fn is_karasu(&self) -> bool {
        let options = &self.rules.options;
        let common = self.common;
        let clean = match options.karasu_needs {
            KarasuNeeds::NoGari => true,
            KarasuNeeds::NoGariNoDora => common.dora + common.ura + common.reds == 0,
        };
        common.pulled == 0 && clean && (options.karasu_kokushi || !common.gari_in_hand)
    }

    fn push_karasu(&mut self, unit: Unit) {
        if self.is_karasu() {
            let points = self.rules.options.karasu_points[usize::from(!self.hand.is_closed())];
            self.lines.push_some(ItemId::Karasu, unit, points);
        }
    }

    /// The penalty for dealing into an open riichi, in the unit of the house.
    fn push_open_dealin(&mut self, point: Unit) {
        if !self.hand.situation.has(OPEN_DEALIN) {
            return;
        }
        let options = &self.rules.options;
        match options.open_dealin {
            OpenDealin::None => {}
            OpenDealin::Plus50 => self.lines.push(ItemId::OpenDealin, point, 50),
            // A hand that is a yakuman by itself already pays as one.
            OpenDealin::Yakuman if !self.yakuman.is_empty() => {}
            OpenDealin::Yakuman => match options.scheme {
                Scheme::Points => {
                    self.lines
                        .push(ItemId::OpenDealin, point, options.yakuman_points);
                }
                _ => self.lines.push(ItemId::OpenDealin, Unit::Yakuman, 1),
            },
        }
    }
}
