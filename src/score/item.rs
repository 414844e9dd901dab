//! Everything that can stand on a score sheet, by name.
//!
//! One table holds the id (the one of the case files), both names and what
//! tiles a line points at. Values are not here: they belong to the rule set.

use std::fmt;
use std::str::FromStr;

use crate::lang::{Lang, Said, quoted};

/// Which tiles a line of the sheet points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// None: the line is about the situation.
    Nothing,
    /// Every tile of the hand and its sets.
    Whole,
    /// The winning tile.
    Win,
    /// Sequences that occur at least twice.
    Twins,
    /// Sequences.
    Sequences,
    /// Triplets and quads.
    Triplets,
    /// Concealed triplets and quads.
    Ankou,
    /// Quads.
    Kans,
    /// Concealed quads.
    Ankan,
    /// Open quads.
    Minkan,
    /// Triplets (and a pair) of honors.
    Honors,
    /// All copies of one kind, as an index `0..34`.
    Kind(u8),
    /// Copies of the winner's seat wind.
    SeatWind,
    /// Copies of the round wind.
    RoundWind,
    /// Black fives in hand and sets.
    Fives,
    /// Red fives in hand and sets.
    Reds,
    /// Red fives in hand, sets and among the pulled tiles.
    AllReds,
    /// Pulled tiles.
    Gari,
    /// Pulled red fives.
    RedGari,
    /// Tiles hit by the dora indicators.
    Dora,
    /// Tiles hit by the ura indicators.
    Ura,
    /// Triplets of sevens.
    Sevens,
}

macro_rules! items {
    ($($name:ident $id:literal $ja:literal $en:literal $scope:expr;)*) => {
        /// A line of a score sheet. The order is the order in which players
        /// declare them (点数えあげ): fixed points first, multipliers last.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum ItemId { $($name),* }

        /// All items in declaration order.
        pub const ALL: &[ItemId] = &[$(ItemId::$name),*];

        struct Entry { id: &'static str, ja: &'static str, en: &'static str, scope: Scope }

        const ENTRIES: [Entry; ALL.len()] = {
            use Scope::*;
            [$(Entry { id: $id, ja: $ja, en: $en, scope: $scope }),*]
        };
    };
}

items! {
    // Fixed points of every win.
    Base "base" "バンバン" "Base points" Nothing;
    BasePoint "base_point" "基礎点" "Base point" Nothing;
    Menzen "menzen" "メンゼン" "Closed hand" Nothing;
    Dealer "dealer" "親" "Dealer" Nothing;
    RonBonus "ron_bonus" "放縦(ロン)" "Ron bonus" Win;
    // Yaku of the situation.
    Riichi "riichi" "リーチ" "Riichi" Nothing;
    DoubleRiichi "double_riichi" "ダブルリーチ" "Double riichi" Nothing;
    OpenRiichi "open_riichi" "オープンリーチ" "Open riichi" Nothing;
    Ippatsu "ippatsu" "一発" "Ippatsu" Win;
    MenzenTsumo "menzen_tsumo" "門前ツモ" "Closed tsumo" Win;
    Rinshan "rinshan" "嶺上開花" "Win on a replacement tile" Win;
    Haitei "haitei" "海底" "Win on the last draw" Win;
    Houtei "houtei" "河底" "Win on the last discard" Win;
    Chankan "chankan" "槍槓" "Robbing a kan" Win;
    // Yaku of single sets.
    Haku "haku" "白" "White dragon" Kind(31);
    Hatsu "hatsu" "發" "Green dragon" Kind(32);
    Chun "chun" "中" "Red dragon" Kind(33);
    RoundWindYaku "round_wind" "場風" "Round wind" RoundWind;
    SeatWindYaku "seat_wind" "自風" "Seat wind" SeatWind;
    NorthCommon "north_common" "北(全員の風)" "North (everybody's wind)" Kind(30);
    // Yaku of shape.
    Tanyao "tanyao" "断么九" "All simples" Whole;
    Pinfu "pinfu" "平和" "Pinfu" Whole;
    Iipeikou "iipeikou" "一盃口" "Twin sequences" Twins;
    OpenIipeikou "open_iipeikou" "鳴き一盃口" "Open twin sequences" Twins;
    Ryanpeikou "ryanpeikou" "二盃口" "Two twin sequences" Twins;
    IsshokuSanjun "isshoku_sanjun" "一色三順" "Three identical sequences" Twins;
    Ittsu "ittsu" "一気通貫" "Straight" Sequences;
    Sanshoku "sanshoku" "三色同順" "Mixed sequences" Sequences;
    SanshokuDoukou "sanshoku_doukou" "三色同刻" "Mixed triplets" Triplets;
    Sanrenkou "sanrenkou" "三連刻" "Three consecutive triplets" Triplets;
    Toitoi "toitoi" "対々和" "All triplets" Whole;
    Sanankou "sanankou" "三暗刻" "Three concealed triplets" Ankou;
    Sankantsu "sankantsu" "三槓子" "Three quads" Kans;
    Chanta "chanta" "混全帯么九" "Mixed outside hand" Whole;
    Junchan "junchan" "純全帯么九" "Pure outside hand" Whole;
    Honroutou "honroutou" "混老頭" "Terminals and honors" Whole;
    Honitsu "honitsu" "混一色" "Half flush" Whole;
    Chinitsu "chinitsu" "清一色" "Full flush" Whole;
    Shousangen "shousangen" "小三元" "Little three dragons" Honors;
    Chiitoi "chiitoi" "七対子" "Seven pairs" Whole;
    ChiitoiQ1 "chiitoi_q1" "4枚使い七対子" "Seven pairs with one four" Whole;
    ChiitoiQ2 "chiitoi_q2" "8枚使い七対子" "Seven pairs with two fours" Whole;
    ChiitoiQ3 "chiitoi_q3" "12枚使い七対子" "Seven pairs with three fours" Whole;
    // Yakuman (in most houses).
    Tenhou "tenhou" "天和" "Heavenly hand" Whole;
    Chiihou "chiihou" "地和" "Earthly hand" Whole;
    Renhou "renhou" "人和" "Hand of man" Whole;
    Kokushi "kokushi" "国士無双" "Thirteen orphans" Whole;
    Kokushi13 "kokushi13" "国士無双十三面" "Thirteen orphans, thirteen waits" Whole;
    Chuuren "chuuren" "九蓮宝燈" "Nine gates" Whole;
    ChuurenPure "chuuren_pure" "純正九蓮宝燈" "True nine gates" Whole;
    Suuankou "suuankou" "四暗刻" "Four concealed triplets" Ankou;
    SuuankouTanki "suuankou_tanki" "四暗刻単騎" "Four concealed triplets, single wait" Ankou;
    Daisangen "daisangen" "大三元" "Big three dragons" Honors;
    Shousuushii "shousuushii" "小四喜" "Little four winds" Honors;
    Daisuushii "daisuushii" "大四喜" "Big four winds" Honors;
    Tsuuiisou "tsuuiisou" "字一色" "All honors" Whole;
    Ryuuiisou "ryuuiisou" "緑一色" "All green" Whole;
    Chinroutou "chinroutou" "清老頭" "All terminals" Whole;
    Suukantsu "suukantsu" "四槓子" "Four quads" Kans;
    Ponto "ponto" "ぽんと。" "Ponto (four calls, open single wait)" Whole;
    Shimizu "shimizu" "4・3・2（シミズ）" "Shimizu (only 2, 3, 4)" Whole;
    ManzuHonitsu "manzu_honitsu" "萬子の混一色" "Half flush in characters" Whole;
    ChinitsuChiitoi "chinitsu_chiitoi" "清一色七対子" "Full flush seven pairs" Whole;
    IsshokuYonjun "isshoku_yonjun" "一色四順" "Four identical sequences" Twins;
    Suurenkou "suurenkou" "四連刻" "Four consecutive triplets" Triplets;
    Daisharin "daisharin" "大車輪" "Big wheel" Whole;
    Paarenchan "paarenchan" "八連荘" "Eighth win in a row" Nothing;
    Shiisanpuuta "shiisanpuuta" "十三不塔" "Thirteen unconnected tiles" Whole;
    Shiisuupuuta "shiisuupuuta" "十四不塔(十三無靠)" "Fourteen unconnected tiles" Whole;
    // Fixed points for tiles.
    Ankan "ankan" "暗槓" "Concealed kan" Ankan;
    Minkan "minkan" "明槓" "Open kan" Minkan;
    Fives "fives" "5" "Fives" Fives;
    RedFives "red_fives" "赤5" "Red fives" Reds;
    Dora "dora" "ドラ" "Dora" Dora;
    Ura "ura" "裏ドラ" "Ura dora" Ura;
    RedDora "red_dora" "赤ドラ" "Red dora" Reds;
    Gari "gari" "ガリ" "Pulled tiles" Gari;
    RedGari "red_gari" "赤5萬(ガリ)" "Pulled red five" RedGari;
    Honba "honba" "本場" "Repeat counters" Nothing;
    Kazoe "kazoe" "数え役満" "Counted yakuman" Nothing;
    SevenMult "seven_mult" "7筒・7索" "Sevens" Sevens;
    IppatsuBonus "ippatsu_bonus" "一発ボーナス" "Ippatsu bonus" Win;
    OpenBonus "open_bonus" "オープンリーチボーナス" "Open riichi bonus" Nothing;
    Kenshou "kenshou" "懸賞" "Dealer's streak prize" Nothing;
    Karasu "karasu" "カラス" "Karasu (nothing pulled)" Nothing;
    OpenDealin "open_dealin" "オープンリーチ放銃" "Deal-in to an open riichi" Win;
    HonbaDouble "honba_double" "5本場以降×2" "Doubled from the fifth counter" Nothing;
    // Chips.
    ChipIppatsu "chip_ippatsu" "一発チップ" "Ippatsu chip" Win;
    ChipUra "chip_ura" "裏チップ" "Ura chips" Ura;
    ChipRed "chip_red" "赤チップ" "Red chips" AllReds;
    ChipArisu "chip_arisu" "アリス" "Arisu" Nothing;
    ChipMult "chip_mult" "チップ倍率" "Chip multiplier" Nothing;
    ChipYakuman "chip_yakuman" "役満チップ" "Yakuman chips" Nothing;
}

/// Number of items.
pub const COUNT: usize = ALL.len();
const _: () = assert!(COUNT <= 128, "ItemSet holds 128 bits");

impl ItemId {
    /// The id of the case files, such as `menzen_tsumo`.
    pub const fn id(self) -> &'static str {
        ENTRIES[self as usize].id
    }

    /// Japanese name.
    pub const fn name_ja(self) -> &'static str {
        ENTRIES[self as usize].ja
    }

    /// English name.
    pub const fn name_en(self) -> &'static str {
        ENTRIES[self as usize].en
    }

    /// Which tiles the item points at.
    pub const fn scope(self) -> Scope {
        ENTRIES[self as usize].scope
    }

    /// Position in the declaration order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for ItemId {
    type Err = Said;

    fn from_str(s: &str) -> Result<ItemId, Said> {
        ALL.iter()
            .copied()
            .find(|item| item.id() == s)
            .ok_or_else(|| {
                let s = quoted(s);
                Said::new(
                    format!("{s:?} という役や点はありません"),
                    format!("{s:?} is not an item of a score sheet"),
                )
            })
    }
}

impl serde::Serialize for ItemId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> serde::Deserialize<'de> for ItemId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ItemId, D::Error> {
        let id = String::deserialize(deserializer)?;
        id.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of items, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct ItemSet(u128);

impl ItemSet {
    /// The empty set.
    pub const EMPTY: ItemSet = ItemSet(0);

    /// The set of these items.
    pub const fn of(items: &[ItemId]) -> ItemSet {
        let mut bits = 0;
        let mut at = 0;
        while at < items.len() {
            bits |= 1 << items[at] as u128;
            at += 1;
        }
        ItemSet(bits)
    }

    /// Adds one item.
    pub const fn insert(&mut self, item: ItemId) {
        self.0 |= 1 << item as u128;
    }

    /// Whether the item is in the set.
    pub const fn has(self, item: ItemId) -> bool {
        self.0 >> item as u128 & 1 == 1
    }

    /// Items in either set.
    pub const fn or(self, other: ItemSet) -> ItemSet {
        ItemSet(self.0 | other.0)
    }

    /// Items in both sets.
    pub const fn and(self, other: ItemSet) -> ItemSet {
        ItemSet(self.0 & other.0)
    }

    /// Items of this set that are not in the other.
    pub const fn minus(self, other: ItemSet) -> ItemSet {
        ItemSet(self.0 & !other.0)
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The items in declaration order.
    pub fn iter(self) -> impl Iterator<Item = ItemId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let index = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                ALL[index]
            })
        })
    }
}

impl fmt::Debug for ItemSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What a value counts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Points paid by each payer.
    #[default]
    Point,
    /// 翻.
    Han,
    /// 基礎点 inside the bracket.
    Base,
    /// Pulled tiles inside the bracket.
    Gari,
    /// 本場 inside the bracket.
    Honba,
    /// Yakuman units.
    Yakuman,
    /// A multiplier.
    Mult,
    /// Points added after the bracket.
    Bonus,
    /// A flat hand: the limit alone decides (value 0).
    Flat,
    /// Information: changes nothing by itself (value 1).
    Note,
    /// Chips paid by each payer.
    Chip,
}

impl Unit {
    /// The text after a value, such as `点` or ` han`; English nouns agree with
    /// the value.
    pub const fn suffix(self, value: i32, lang: Lang) -> &'static str {
        let one = value == 1 || value == -1;
        match self {
            Unit::Point | Unit::Bonus if one => lang.pick("点", " point"),
            Unit::Honba if one => lang.pick("本場", " counter"),
            Unit::Chip if one => lang.pick("枚", " chip"),
            Unit::Mult if one => lang.pick("倍", " time"),
            Unit::Point | Unit::Bonus => lang.pick("点", " points"),
            Unit::Han => lang.pick("翻", " han"),
            Unit::Base => lang.pick("基礎", " base"),
            Unit::Gari => lang.pick("枚", " pulled"),
            Unit::Honba => lang.pick("本場", " counters"),
            Unit::Yakuman => lang.pick("倍役満", " yakuman"),
            Unit::Mult => lang.pick("倍", " times"),
            Unit::Chip => lang.pick("枚", " chips"),
            Unit::Flat | Unit::Note => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_both_names_exist() {
        let ids: std::collections::HashSet<_> = ALL.iter().map(|item| item.id()).collect();
        assert_eq!(ids.len(), COUNT);
        for item in ALL {
            assert_eq!(item.id().parse(), Ok(*item));
            assert!(
                !item.name_ja().is_empty() && item.name_en().is_ascii(),
                "{item}"
            );
        }
    }

    #[test]
    fn sets_keep_declaration_order() {
        let set = ItemSet::of(&[ItemId::Karasu, ItemId::Base, ItemId::Riichi]);
        let items: Vec<_> = set.iter().collect();
        assert_eq!(items, [ItemId::Base, ItemId::Riichi, ItemId::Karasu]);
        assert!(set.minus(set).is_empty());
    }
}
