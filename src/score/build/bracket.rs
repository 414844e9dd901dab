//! (base + han + pulled + honba) × 4, yakuman, a multiplier, then bonuses.

use super::Builder;
use crate::rules::value::{Amount, YakumanAdds};
use crate::score::feature::{IPPATSU, OPEN_RIICHI};
use crate::score::hand::Form;
use crate::score::item::{ItemId, Unit};
use crate::score::split::Shape;

/// The kinds of 7筒 and 7索.
const SEVENS: [u8; 2] = [15, 24];

impl Builder<'_> {
    pub(super) fn bracket(&mut self) {
        let options = &self.rules.options;
        let fixed = self.adds(YakumanAdds::Fixed);
        if fixed {
            let base = options.base_point[usize::from(self.is_dealer())];
            self.lines.push_some(ItemId::BasePoint, Unit::Base, base);
        }
        for yaku in self.yaku_beside_yakuman().iter() {
            let worth = self.worth(yaku);
            match (self.rules.derived.flat.has(yaku), options.renhou) {
                (true, Amount::Points(points)) => self.lines.push(yaku, Unit::Bonus, points),
                _ if self.rules.value(yaku).yakuman => {
                    self.lines.push_some(yaku, Unit::Yakuman, worth);
                }
                _ => self.lines.push_some(yaku, Unit::Han, worth),
            }
        }
        if self.adds(YakumanAdds::Situational) {
            self.dora_han();
        }
        if fixed {
            self.lines
                .push_some(ItemId::Gari, Unit::Gari, self.pulled_with_sets());
            let honba = self.hand.honba * options.honba_value;
            self.lines.push_some(ItemId::Honba, Unit::Honba, honba);
        }
        let sevens = self.sevens();
        if sevens > 1 {
            self.lines.push(ItemId::SevenMult, Unit::Mult, sevens);
        }
        if fixed {
            self.bonuses();
        }
        self.push_open_dealin(Unit::Bonus);
    }

    pub(super) fn dora_han(&mut self) {
        let worth = self.rules.options.dora_points;
        let reds = self.common.reds + self.common.red_pulled;
        self.lines
            .push_some(ItemId::Dora, Unit::Han, self.common.dora * worth);
        self.lines
            .push_some(ItemId::Ura, Unit::Han, self.common.ura * worth);
        self.lines
            .push_some(ItemId::RedDora, Unit::Han, reds * worth);
    }

    /// Pulled tiles, where four of a kind count double.
    fn pulled_with_sets(&self) -> i32 {
        let mut count = self.common.pulled;
        if self.rules.options.gari_set_doubles {
            let sets = self.hand.gari.iter().filter(|&&n| n == 4).count();
            count += 4 * sets as i32;
        }
        if self.rules.options.flower_set_counts {
            let flowers = self.hand.flowers;
            let sets = [flowers & 0x0f, flowers >> 4];
            count += 4 * sets.iter().filter(|&&set| set == 0x0f).count() as i32;
        }
        count
    }

    /// 1 + Σ over 7筒 and 7索 (concealed triplet 1, concealed quad 2).
    fn sevens(&self) -> i32 {
        let counts = self.rules.options.seven_mult
            && self.hand.is_closed()
            && self.reading.shape == Shape::Standard;
        if !counts {
            return 1;
        }
        let worth = |set: &&crate::score::hand::Set| match set.form {
            Form::Trip => 1,
            Form::Quad => 2,
            Form::Seq => 0,
        };
        let sevens = self.reading.sets.iter();
        1 + sevens
            .filter(|set| set.concealed && SEVENS.contains(&set.low))
            .map(|set| worth(&set))
            .sum::<i32>()
    }

    fn bonuses(&mut self) {
        let options = &self.rules.options;
        let situation = self.hand.situation;
        if situation.has(IPPATSU) {
            self.lines
                .push_some(ItemId::IppatsuBonus, Unit::Bonus, options.ippatsu_bonus);
        }
        if situation.has(OPEN_RIICHI) {
            self.lines
                .push_some(ItemId::OpenBonus, Unit::Bonus, options.open_riichi_bonus);
        }
        let over = self.hand.honba - options.prize_from + 1;
        if self.is_dealer() && options.prize_from > 0 && over > 0 {
            self.lines
                .push(ItemId::Kenshou, Unit::Bonus, options.prize_step * over);
        }
        self.push_karasu(Unit::Bonus);
    }
}
