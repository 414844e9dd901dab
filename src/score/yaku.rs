//! The yaku as rows: what each needs, what it forbids.
//!
//! Whether a yaku exists, for closed or open hands, and what it is worth, is
//! in the rule set; a row here says only when it is there.

use crate::rules::RuleSet;
use crate::score::feature::*;
use crate::score::hand::Hand;
use crate::score::item::{ItemId, ItemSet};
use crate::score::split::Reading;

/// One yaku: it holds when all of `needs` and none of `forbids` hold.
#[derive(Clone, Copy)]
pub struct Row {
    /// The yaku.
    pub yaku: ItemId,
    /// Facts that must hold.
    pub needs: Features,
    /// Facts that must not hold.
    pub forbids: Features,
}

const fn all(features: &[Features]) -> Features {
    let mut sum = Features::NONE;
    let mut at = 0;
    while at < features.len() {
        sum = sum.with(features[at]);
        at += 1;
    }
    sum
}

macro_rules! rows {
    ($($yaku:ident: [$($needs:expr),*] $(not [$($forbids:expr),*])?;)*) => {
        /// All yaku.
        pub const ROWS: &[Row] = &[$(Row {
            yaku: ItemId::$yaku,
            needs: all(&[$($needs),*]),
            forbids: all(&[$($($forbids),*)?]),
        }),*];
    };
}

rows! {
    Riichi: [RIICHI];
    DoubleRiichi: [DOUBLE_RIICHI];
    OpenRiichi: [OPEN_RIICHI];
    Ippatsu: [IPPATSU];
    MenzenTsumo: [CLOSED, TSUMO];
    Rinshan: [RINSHAN];
    Haitei: [HAITEI];
    Houtei: [HOUTEI];
    Chankan: [CHANKAN];
    Haku: [TRIP_HAKU];
    Hatsu: [TRIP_HATSU];
    Chun: [TRIP_CHUN];
    RoundWindYaku: [TRIP_ROUND];
    SeatWindYaku: [TRIP_SEAT];
    NorthCommon: [TRIP_NORTH];
    Tanyao: [ALL_SIMPLES];
    Pinfu: [PINFU];
    Iipeikou: [TWINS_1];
    OpenIipeikou: [TWINS_1, OPEN];
    Ryanpeikou: [TWINS_2];
    IsshokuSanjun: [SAME_3];
    Ittsu: [STRAIGHT];
    Sanshoku: [MIXED_SEQ];
    SanshokuDoukou: [MIXED_TRIP];
    Sanrenkou: [CHAIN_3];
    Toitoi: [STANDARD, NO_SEQ];
    Sanankou: [ANKOU_3];
    Sankantsu: [KAN_3];
    Chanta: [OUTSIDE, HAS_SEQ, HAS_HONOR];
    Junchan: [OUTSIDE, HAS_SEQ] not [HAS_HONOR];
    Honroutou: [ALL_YAOCHUU] not [KOKUSHI];
    Honitsu: [ONE_SUIT, HAS_HONOR] not [KOKUSHI];
    Chinitsu: [ONE_SUIT] not [HAS_HONOR];
    Shousangen: [DRAGONS_LITTLE];
    Chiitoi: [PAIRS_0];
    ChiitoiQ1: [PAIRS_1];
    ChiitoiQ2: [PAIRS_2];
    ChiitoiQ3: [PAIRS_3];
    Tenhou: [FIRST_TURN, TSUMO, DEALER] not [SCATTERED_13, SCATTERED_14];
    Chiihou: [FIRST_TURN, TSUMO, CHILD] not [SCATTERED_13, SCATTERED_14];
    Renhou: [FIRST_TURN, RON, CHILD];
    Kokushi: [KOKUSHI];
    Kokushi13: [KOKUSHI_13];
    Chuuren: [CHUUREN];
    ChuurenPure: [CHUUREN_PURE];
    Suuankou: [ANKOU_4];
    SuuankouTanki: [ANKOU_4, TANKI];
    Daisangen: [DRAGONS_BIG];
    Shousuushii: [WINDS_LITTLE];
    Daisuushii: [WINDS_BIG];
    Tsuuiisou: [ALL_HONORS];
    Ryuuiisou: [ALL_GREEN];
    Chinroutou: [ALL_TERMINALS];
    Suukantsu: [KAN_4];
    Ponto: [PONTO];
    Shimizu: [ONLY_234];
    ManzuHonitsu: [MANZU_HALF];
    ChinitsuChiitoi: [ONE_SUIT, PAIRS_0] not [HAS_HONOR];
    ChinitsuChiitoi: [ONE_SUIT, PAIRS_1] not [HAS_HONOR];
    ChinitsuChiitoi: [ONE_SUIT, PAIRS_2] not [HAS_HONOR];
    ChinitsuChiitoi: [ONE_SUIT, PAIRS_3] not [HAS_HONOR];
    IsshokuYonjun: [SAME_4];
    Suurenkou: [CHAIN_4];
    Daisharin: [BIG_WHEEL];
    Paarenchan: [EIGHT_WINS, DEALER];
    Shiisanpuuta: [SCATTERED_13];
    Shiisuupuuta: [SCATTERED_14];
}

/// The rows filed by fact, so that a reading is asked only for the rows of
/// the facts that it has: each row lies under the last fact it needs, and facts
/// are declared from common (tsumo) to rare (four winds).
struct File {
    /// The rows in the order of that fact.
    rows: [Row; ROWS.len()],
    /// Where the rows of each fact begin.
    starts: [u8; Features::COUNT + 1],
    /// The facts that have rows.
    facts: Features,
}

static FILE: File = file();

const fn file() -> File {
    let mut file = File {
        rows: [ROWS[0]; ROWS.len()],
        starts: [0; Features::COUNT + 1],
        facts: Features::NONE,
    };
    let (mut fact, mut filed) = (0, 0);
    while fact < Features::COUNT {
        file.starts[fact] = filed as u8;
        let mut at = 0;
        while at < ROWS.len() {
            if matches!(ROWS[at].needs.last(), Some(last) if last == fact) {
                file.rows[filed] = ROWS[at];
                file.facts = file.facts.with(Features(1 << fact));
                filed += 1;
            }
            at += 1;
        }
        fact += 1;
    }
    file.starts[Features::COUNT] = filed as u8;
    // A row that needs nothing would be lost.
    assert!(filed == ROWS.len());
    file
}

impl File {
    /// The rows that may hold with these facts.
    fn rows(&self, facts: Features) -> impl Iterator<Item = &Row> {
        facts.both(self.facts).iter().flat_map(|fact| {
            let [from, to] = [fact, fact + 1].map(|at| self.starts[at] as usize);
            &self.rows[from..to]
        })
    }
}

/// Yaku of the situation rather than of the tiles.
pub const SITUATIONAL: ItemSet = ItemSet::of(&[
    ItemId::Riichi,
    ItemId::DoubleRiichi,
    ItemId::OpenRiichi,
    ItemId::Ippatsu,
    ItemId::MenzenTsumo,
    ItemId::Rinshan,
    ItemId::Haitei,
    ItemId::Houtei,
    ItemId::Chankan,
]);

/// Triplets of value tiles (役牌).
pub const VALUE_TRIPLETS: ItemSet = ItemSet::of(&[
    ItemId::Haku,
    ItemId::Hatsu,
    ItemId::Chun,
    ItemId::RoundWindYaku,
    ItemId::SeatWindYaku,
    ItemId::NorthCommon,
]);

/// The yaku of a reading that exist under the rules, contained ones included.
pub fn found(rules: &RuleSet, hand: &Hand, reading: &Reading) -> ItemSet {
    let facts = of_reading(rules, hand, reading);
    let exists = rules.derived.exists[usize::from(!hand.is_closed())];
    let mut found = ItemSet::EMPTY;
    for row in FILE.rows(facts) {
        if facts.has(row.needs) && !facts.any(row.forbids) {
            found.insert(row.yaku);
        }
    }
    let mut found = found.and(exists);
    let alone = found.minus(ItemSet::of(&[ItemId::Paarenchan])).is_empty();
    if alone && rules.options.paarenchan_needs_yaku {
        found = ItemSet::EMPTY;
    }
    found
}

/// The yaku that count: without those that another one contains.
pub fn counted(rules: &RuleSet, found: ItemSet) -> ItemSet {
    let mut counted = found;
    for yaku in found.iter() {
        let inner = rules.derived.contains[yaku.index()];
        let keep = rules.value(yaku).yakuman && rules.options.yakuman_contained_yaku;
        // A yakuman inside another (国士 in 国士13面) is never counted twice.
        counted = match keep {
            true => counted.minus(inner.and(yakuman(rules, found))),
            false => counted.minus(inner),
        };
    }
    counted
}

/// The yakuman among the yaku.
pub fn yakuman(rules: &RuleSet, found: ItemSet) -> ItemSet {
    found.and(rules.derived.yakuman)
}
