//! Han and fu with limits.

use super::Builder;
use crate::rules::value::OpenDealin;
use crate::score::feature::OPEN_DEALIN;
use crate::score::item::{ItemId, Unit};

impl Builder<'_> {
    pub(super) fn han_fu(&mut self) {
        let flat = self.counted.and(self.rules.derived.flat);
        if !flat.is_empty() {
            // 手役無視: the limit alone.
            for yaku in flat.iter() {
                self.lines.push(yaku, Unit::Flat, 0);
            }
            return;
        }
        if !self.yakuman.is_empty() {
            for yaku in self.yakuman.iter() {
                self.lines.push(yaku, Unit::Yakuman, self.worth(yaku));
            }
            return;
        }
        for yaku in self.counted.iter() {
            self.lines.push_some(yaku, Unit::Han, self.worth(yaku));
        }
        self.dora_han();
        let options = &self.rules.options;
        let pulled = self.common.pulled * options.gari_points;
        self.lines.push_some(ItemId::Gari, Unit::Han, pulled);
        let pays_yakuman =
            self.hand.situation.has(OPEN_DEALIN) && options.open_dealin == OpenDealin::Yakuman;
        let counted = options.kazoe > 0 && self.lines.sum(Unit::Han) >= options.kazoe;
        if counted && !pays_yakuman && options.kazoe_item {
            self.lines.push(ItemId::Kazoe, Unit::Note, 1);
        }
        self.push_open_dealin(Unit::Bonus);
    }
}
