//! The result: one list of items and what it makes everybody pay.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::lang::Lang;
use crate::score::item::{ItemId, Unit};
use crate::seat::Seat;
use crate::tile::Tile;

/// The tiles of a line. There is room in place for the largest hand (four quads
/// and a pair) and for what is pulled in practice; more goes to the heap.
pub type Tiles = SmallVec<[Tile; 23]>;

/// One line of a score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "RawItem")]
pub struct Item {
    /// What it is; id and names come from [`ItemId`].
    pub id: ItemId,
    /// How much, counted in `unit`.
    pub value: i32,
    /// What the value counts.
    pub unit: Unit,
    /// The tiles it points at; empty for lines about the situation.
    pub tiles: Tiles,
    /// The rule that gives it: the paragraph of the rule text and the keys of
    /// the rule file, such as `kichijoji.md §2: karasu_points`.
    pub rule: Cow<'static, str>,
}

impl Item {
    /// The name in a language.
    pub fn name(&self, lang: Lang) -> &'static str {
        lang.pick(self.id.name_ja(), self.id.name_en())
    }
}

impl Serialize for Item {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;

        let mut item = serializer.serialize_struct("Item", 7)?;
        item.serialize_field("id", &self.id)?;
        item.serialize_field("name_ja", self.id.name_ja())?;
        item.serialize_field("name_en", self.id.name_en())?;
        item.serialize_field("value", &self.value)?;
        item.serialize_field("unit", &self.unit)?;
        item.serialize_field("tiles", self.tiles.as_slice())?;
        item.serialize_field("rule", &self.rule)?;
        item.end()
    }
}

/// An item as read: the names follow from the id.
#[derive(Deserialize)]
struct RawItem {
    id: ItemId,
    value: i32,
    unit: Unit,
    #[serde(default)]
    tiles: Vec<Tile>,
    #[serde(default)]
    rule: String,
}

impl From<RawItem> for Item {
    fn from(raw: RawItem) -> Item {
        Item {
            id: raw.id,
            value: raw.value,
            unit: raw.unit,
            tiles: raw.tiles.into(),
            rule: raw.rule.into(),
        }
    }
}

/// One line of the fu count: name (`base`, `ankou`, `tanki` …), fu, and the
/// kind it comes from. Serialises as `["ankou", 8, "1p"]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FuItem {
    /// A line that comes from one set or pair.
    Tile(Cow<'static, str>, u32, Tile),
    /// A line about the hand as a whole.
    Hand(Cow<'static, str>, u32),
}

impl FuItem {
    /// The fu of the line.
    pub fn fu(&self) -> u32 {
        match self {
            FuItem::Tile(_, fu, _) | FuItem::Hand(_, fu) => *fu,
        }
    }
}

/// Points or chips by seat. Serialises as `{"E":-34,"S":37,"W":0}` with the
/// seats of the table in turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySeat {
    values: [i32; 4],
    players: u8,
}

impl BySeat {
    /// All zero, for a table of `players` (3 or 4).
    pub fn zero(players: usize) -> BySeat {
        BySeat {
            values: [0; 4],
            players: players.min(4) as u8,
        }
    }

    /// The value of a seat; 0 for a seat that is not at the table.
    pub fn get(&self, seat: Seat) -> i32 {
        self.values[seat.index()]
    }

    /// Adds to the value of a seat.
    pub fn add(&mut self, seat: Seat, value: i32) {
        self.values[seat.index()] += value;
    }

    /// Seats and values in turn order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, i32)> + '_ {
        self.seats().iter().map(|&seat| (seat, self.get(seat)))
    }

    /// The seats of the table in turn order.
    pub fn seats(&self) -> &'static [Seat] {
        Seat::at_table(self.players as usize)
    }

    /// Sum over all seats: 0 for closed payments, else what left the table.
    pub fn sum(&self) -> i32 {
        self.values.iter().sum()
    }
}

impl Serialize for BySeat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for BySeat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<BySeat, D::Error> {
        let map = std::collections::BTreeMap::<Seat, i32>::deserialize(deserializer)?;
        let mut by_seat = BySeat::zero(map.len().max(3));
        for (seat, value) in map {
            by_seat.add(seat, value);
        }
        Ok(by_seat)
    }
}

/// Which rules a sheet was made with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesRef {
    /// Id of the rule set, such as `kichijoji`.
    pub id: String,
    /// Its version.
    pub version: String,
}

/// Another way to read the same tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    /// Its sets, such as `123p 456p 789p 555s 44p`.
    pub split: String,
    /// Its items.
    pub items: Vec<Item>,
    /// Its wait: `ryanmen`, `kanchan`, `penchan`, `shanpon`, `tanki`, or empty.
    /// The same sets may be completed in more than one place.
    #[serde(default)]
    pub wait: Cow<'static, str>,
    /// Its han and fu, counted as the sheet's.
    #[serde(default)]
    pub han: i32,
    /// See `han`.
    #[serde(default)]
    pub fu: u32,
    /// Its total, counted as the sheet's.
    pub total: i32,
    /// Its chips from each payer.
    pub chips: i32,
}

/// A scored hand. Points, han and chips are the sums of the items listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreSheet {
    /// The items in declaration order.
    pub items: Vec<Item>,
    /// What each payer pays, or, where han and fu count, what the winner
    /// receives with honba and without sticks.
    pub total: i32,
    /// Sum of the items counted in han.
    pub han: i32,
    /// Fu, rounded; 0 where fu do not count.
    pub fu: u32,
    /// Where the fu come from.
    pub fu_items: Vec<FuItem>,
    /// The rule that gives the fu; empty where they do not count.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub fu_rule: Cow<'static, str>,
    /// 満貫 … 役満, or empty.
    pub limit: Cow<'static, str>,
    /// Yakuman units.
    pub yakuman_units: i32,
    /// Points of every seat, sticks included.
    pub deltas: BySeat,
    /// Chips in the same manner as `items`.
    pub chip_items: Vec<Item>,
    /// Chips from each payer.
    pub chips_each_payer: i32,
    /// Chips of every seat.
    pub chip_deltas: BySeat,
    /// The reading used: sets, then the pair; or `chiitoi`, `kokushi`.
    pub split: String,
    /// What a wild 白 stands for; absent where it is used as 白.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub almighty_as: Option<Tile>,
    /// The bracket before rounding, where one is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<i32>,
    /// The bracket after rounding, where one is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<i32>,
    /// Other readings with other items, best first; those that pay the same
    /// are as good as the one used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<Rival>,
    /// Remarks that a person should read, such as an unknown order of calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The rules, shared by all sheets made with them.
    #[serde(with = "shared")]
    pub rules: Arc<RulesRef>,
}

/// Shared values are written and read as if each sheet had its own.
mod shared {
    use super::*;

    pub fn serialize<T: Serialize, S: serde::Serializer>(
        value: &Arc<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        T::serialize(value, serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(deserializer).map(Arc::new)
    }
}

/// A remark in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}
