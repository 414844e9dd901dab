//! The types of option values: how each is read, printed and explained.

use toml::Value;

use crate::lang::Said;
use crate::score::item::{ItemId, ItemSet};
use crate::seat::Seat;
use crate::tile::{Suit, Tile};

pub use crate::rules::choice::*;

/// A type that an option can have.
pub trait OptionValue: Sized {
    /// Reads a TOML value. The error says what was expected.
    fn read(value: &Value) -> Result<Self, Said>;
    /// The TOML value that reads as this.
    fn write(&self) -> Value;
    /// The allowed values, for messages.
    fn allowed() -> Said;
}

impl OptionValue for bool {
    fn read(value: &Value) -> Result<bool, Said> {
        value.as_bool().ok_or_else(Self::allowed)
    }
    fn write(&self) -> Value {
        Value::Boolean(*self)
    }
    fn allowed() -> Said {
        Said::new("true | false", "true | false")
    }
}

impl OptionValue for i32 {
    fn read(value: &Value) -> Result<i32, Said> {
        let number = value.as_integer().ok_or_else(Self::allowed)?;
        match i32::try_from(number) {
            Ok(number) if number.unsigned_abs() <= 100_000 => Ok(number),
            _ => Err(Said::new(
                "-100000 から 100000 の整数",
                "a number from -100000 to 100000",
            )),
        }
    }
    fn write(&self) -> Value {
        Value::Integer(i64::from(*self))
    }
    fn allowed() -> Said {
        Said::new("整数", "a whole number")
    }
}

/// `none` in TOML stands for "not given".
impl<T: OptionValue> OptionValue for Option<T> {
    fn read(value: &Value) -> Result<Self, Said> {
        match value.as_str() {
            Some("none" | "null" | "no") => Ok(None),
            _ => T::read(value).map(Some).map_err(|_| Self::allowed()),
        }
    }
    fn write(&self) -> Value {
        match self {
            Some(value) => value.write(),
            None => Value::String("none".to_owned()),
        }
    }
    fn allowed() -> Said {
        let Said { ja, en } = T::allowed();
        Said::new(format!("{ja} | \"none\""), format!("{en} | \"none\""))
    }
}

impl<const N: usize> OptionValue for [i32; N] {
    fn read(value: &Value) -> Result<Self, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let numbers: Vec<i32> = list.iter().map(i32::read).collect::<Result<_, _>>()?;
        numbers.try_into().map_err(|_| Self::allowed())
    }
    fn write(&self) -> Value {
        Value::Array(self.iter().map(i32::write).collect())
    }
    fn allowed() -> Said {
        Said::new(
            format!("整数 {N} 個の並び [..]"),
            format!("a list of {N} whole numbers"),
        )
    }
}

/// Values of 七対子 with none, one, two and three fours; `None` = no such hand.
pub type ChiitoiValues = [Option<i32>; 4];

impl OptionValue for ChiitoiValues {
    fn read(value: &Value) -> Result<Self, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let read = |value: &Value| Option::<i32>::read(value).map_err(|_| Self::allowed());
        let values: Vec<_> = list.iter().map(read).collect::<Result<_, _>>()?;
        values.try_into().map_err(|_| Self::allowed())
    }
    fn write(&self) -> Value {
        Value::Array(self.iter().map(Option::write).collect())
    }
    fn allowed() -> Said {
        Said::new(
            "4枚使いなし、1組、2組、3組の順に四つの並び: 整数か \"none\"",
            "a list of four: a whole number or \"none\" for no, one, two and three fours",
        )
    }
}

/// Man ranks in the wall, as bits 1–9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks(pub u16);

impl Ranks {
    /// Whether the rank (1–9) is in the wall.
    pub const fn has(self, rank: u8) -> bool {
        self.0 >> rank & 1 == 1
    }
}

impl OptionValue for Ranks {
    fn read(value: &Value) -> Result<Ranks, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let mut ranks = 0;
        for item in list {
            match item.as_integer() {
                Some(rank @ 1..=9) => ranks |= 1 << rank,
                _ => return Err(Self::allowed()),
            }
        }
        Ok(Ranks(ranks))
    }
    fn write(&self) -> Value {
        let ranks = (1..=9).filter(|&rank| self.has(rank));
        Value::Array(ranks.map(|rank| Value::Integer(rank.into())).collect())
    }
    fn allowed() -> Said {
        Said::new(
            "数の並び、例えば [1, 5, 9]",
            "a list of ranks such as [1, 5, 9]",
        )
    }
}

/// Red fives per suit: man, pin, sou.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reds(pub [u8; 3]);

impl OptionValue for Reds {
    fn read(value: &Value) -> Result<Reds, Said> {
        let table = value.as_table().ok_or_else(Self::allowed)?;
        let mut reds = [0; 3];
        for (key, count) in table {
            let suit = ["m", "p", "s"].iter().position(|suit| suit == key);
            match (suit, count.as_integer()) {
                (Some(suit), Some(count @ 0..=4)) => reds[suit] = count as u8,
                _ => return Err(Self::allowed()),
            }
        }
        Ok(Reds(reds))
    }
    fn write(&self) -> Value {
        let entry = |(suit, &count): (&str, &u8)| (suit.to_owned(), Value::Integer(count.into()));
        Value::Table(
            ["m", "p", "s"]
                .into_iter()
                .zip(&self.0)
                .map(entry)
                .collect(),
        )
    }
    fn allowed() -> Said {
        Said::new(
            "{m = n, p = n, s = n}、n は 0 から 4",
            "{m = n, p = n, s = n} with n from 0 to 4",
        )
    }
}

/// A set of tile kinds, flowers as one: bits 0–33 as [`Tile::kind`], bit 34
/// for all flowers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(pub u64);

impl Kinds {
    /// The bit of all flowers.
    pub const FLOWERS: u64 = 1 << Tile::KINDS;

    /// Whether the tile belongs to the set; red fives as fives.
    pub fn has(self, tile: Tile) -> bool {
        match tile.kind() {
            Some(kind) => self.has_kind(kind),
            None => tile.suit() == Suit::Flower && self.0 & Self::FLOWERS != 0,
        }
    }

    /// Whether the kind `0..34` belongs to the set.
    pub const fn has_kind(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }
}

impl OptionValue for Kinds {
    fn read(value: &Value) -> Result<Kinds, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let mut kinds = 0;
        for item in list {
            let text = item.as_str().ok_or_else(Self::allowed)?;
            if text == "f" {
                kinds |= Self::FLOWERS;
                continue;
            }
            let tile: Tile = text.parse().map_err(|_| Self::allowed())?;
            kinds |= 1 << tile.kind().ok_or_else(Self::allowed)?;
        }
        Ok(Kinds(kinds))
    }
    fn write(&self) -> Value {
        let tiles = Tile::all().take(Tile::KINDS).filter(|&tile| self.has(tile));
        let flowers = (self.0 & Self::FLOWERS != 0).then_some("f");
        let codes = tiles.map(Tile::code).chain(flowers);
        Value::Array(codes.map(|code| Value::String(code.to_owned())).collect())
    }
    fn allowed() -> Said {
        Said::new(
            "牌の並び、例えば [\"5m\", \"4z\"]。\"f\" は花牌",
            "a list of tile codes such as [\"5m\", \"4z\"]; \"f\" = flowers",
        )
    }
}

impl OptionValue for ItemSet {
    fn read(value: &Value) -> Result<ItemSet, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let mut set = ItemSet::EMPTY;
        for item in list {
            let id: ItemId = item
                .as_str()
                .and_then(|id| id.parse().ok())
                .ok_or_else(Self::allowed)?;
            set.insert(id);
        }
        Ok(set)
    }
    fn write(&self) -> Value {
        let ids = self.iter().map(|item| Value::String(item.id().to_owned()));
        Value::Array(ids.collect())
    }
    fn allowed() -> Said {
        Said::new(
            "役の id の並び、例えば [\"kokushi13\"]",
            "a list of yaku ids such as [\"kokushi13\"]",
        )
    }
}

/// Rounds that are played, as winds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winds(pub u8);

impl Winds {
    /// Whether the wind is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat as u8 & 1 == 1
    }
}

impl OptionValue for Winds {
    fn read(value: &Value) -> Result<Winds, Said> {
        let list = value.as_array().ok_or_else(Self::allowed)?;
        let mut winds = 0;
        for item in list {
            let text = item.as_str().ok_or_else(Self::allowed)?;
            let seat: Seat = text.parse().map_err(|_| Self::allowed())?;
            winds |= 1 << seat.index();
        }
        Ok(Winds(winds))
    }
    fn write(&self) -> Value {
        let winds = Seat::ALL.into_iter().filter(|&seat| self.has(seat));
        Value::Array(winds.map(|seat| Value::String(seat.to_string())).collect())
    }
    fn allowed() -> Said {
        Said::new(
            "風の並び、例えば [\"E\", \"S\"]",
            "a list of winds such as [\"E\", \"S\"]",
        )
    }
}

/// A payment: points from each, or a limit, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Does not exist.
    None,
    /// This many points (from or to each).
    Points(i32),
    /// As a mangan tsumo.
    Mangan,
    /// As a baiman tsumo.
    Baiman,
    /// As a yakuman.
    Yakuman,
    /// Six chips in all, three to each.
    Chips6Total,
    /// Six chips to each.
    Chips6Each,
}

impl OptionValue for Amount {
    fn read(value: &Value) -> Result<Amount, Said> {
        if value.is_integer() {
            return i32::read(value).map(Amount::Points);
        }
        Ok(match value.as_str() {
            Some("none") => Amount::None,
            Some("mangan") => Amount::Mangan,
            Some("baiman") => Amount::Baiman,
            Some("yakuman") => Amount::Yakuman,
            Some("chips6_total") => Amount::Chips6Total,
            Some("chips6_each") => Amount::Chips6Each,
            _ => return Err(Self::allowed()),
        })
    }
    fn write(&self) -> Value {
        let word = match self {
            Amount::Points(points) => return points.write(),
            Amount::None => "none",
            Amount::Mangan => "mangan",
            Amount::Baiman => "baiman",
            Amount::Yakuman => "yakuman",
            Amount::Chips6Total => "chips6_total",
            Amount::Chips6Each => "chips6_each",
        };
        Value::String(word.to_owned())
    }
    fn allowed() -> Said {
        const WORDS: &str =
            "\"mangan\" | \"baiman\" | \"yakuman\" | \"chips6_total\" | \"chips6_each\" | \"none\"";
        Said::new(
            format!("点数 | {WORDS}"),
            format!("a number of points | {WORDS}"),
        )
    }
}
