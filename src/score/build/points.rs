//! Points are added up; no fu, no limit.

use super::Builder;
use crate::rules::value::{MenzenPoint, RedFiveValue, YakumanAdds};
use crate::score::hand::{FIVES, Form};
use crate::score::item::{ItemId, Unit};

impl Builder<'_> {
    pub(super) fn points(&mut self) {
        let fixed = self.adds(YakumanAdds::Fixed);
        if fixed {
            self.points_of_every_win();
        }
        let options = &self.rules.options;
        for yaku in self.yaku_beside_yakuman().iter() {
            let unit = match self.rules.value(yaku).yakuman {
                true => options.yakuman_points,
                false => 1,
            };
            self.lines
                .push_some(yaku, Unit::Point, self.worth(yaku) * unit);
        }
        if fixed {
            self.kans();
            self.fives();
        }
        if self.adds(YakumanAdds::Situational) {
            let worth = options.dora_points;
            self.lines
                .push_some(ItemId::Dora, Unit::Point, self.common.dora * worth);
            self.lines
                .push_some(ItemId::Ura, Unit::Point, self.common.ura * worth);
        }
        if fixed {
            self.pulled();
            let honba = self.hand.honba * options.honba_value;
            self.lines.push_some(ItemId::Honba, Unit::Point, honba);
            self.push_karasu(Unit::Point);
        }
        self.doubling();
    }

    fn points_of_every_win(&mut self) {
        let options = &self.rules.options;
        let hand = self.hand;
        self.lines
            .push_some(ItemId::Base, Unit::Point, options.base_points);
        if hand.is_closed() && options.menzen_point == MenzenPoint::AnyClosed {
            self.lines
                .push_some(ItemId::Menzen, Unit::Point, options.menzen_points);
        }
        if self.is_dealer() {
            self.lines
                .push_some(ItemId::Dealer, Unit::Point, options.dealer_points);
        }
        if hand.is_ron() {
            self.lines
                .push_some(ItemId::RonBonus, Unit::Point, options.ron_points);
        }
    }

    fn kans(&mut self) {
        let count = |concealed: bool| {
            let sets = self.hand.melds().iter();
            sets.filter(|set| set.form == Form::Quad && set.concealed == concealed)
                .count() as i32
        };
        let (ankan, minkan) = (count(true), count(false));
        let options = &self.rules.options;
        self.lines
            .push_some(ItemId::Ankan, Unit::Point, ankan * options.ankan_points);
        self.lines
            .push_some(ItemId::Minkan, Unit::Point, minkan * options.minkan_points);
    }

    fn fives(&mut self) {
        let options = &self.rules.options;
        let in_hand: i32 = FIVES
            .iter()
            .map(|&five| i32::from(self.hand.all[five]))
            .sum();
        let reds = self.common.reds;
        let mut fives = match options.red_five_value {
            RedFiveValue::Replace => in_hand - reds,
            RedFiveValue::Stack => in_hand,
        };
        if options.five_on_gari {
            let pulled: u8 = FIVES.iter().map(|&five| self.hand.gari[five]).sum();
            fives += i32::from(pulled);
        }
        self.lines
            .push_some(ItemId::Fives, Unit::Point, fives * options.five_points);
        self.lines.push_some(
            ItemId::RedFives,
            Unit::Point,
            reds * options.red_five_points,
        );
    }

    fn pulled(&mut self) {
        let options = &self.rules.options;
        let black = self.common.pulled - self.common.red_pulled;
        self.lines
            .push_some(ItemId::Gari, Unit::Point, black * options.gari_points);
        let red = self.common.red_pulled * options.red_gari_points;
        self.lines.push_some(ItemId::RedGari, Unit::Point, red);
    }

    /// The penalty for an open riichi and the doubling, in the order in which
    /// they apply.
    fn doubling(&mut self) {
        let options = &self.rules.options;
        let from = options.honba_double_from;
        if options.open_dealin_doubled {
            self.push_open_dealin(Unit::Point);
        }
        if from > 0 && self.hand.honba >= from {
            self.lines.push(ItemId::HonbaDouble, Unit::Mult, 2);
        }
        if !options.open_dealin_doubled {
            self.push_open_dealin(Unit::Point);
        }
    }
}
