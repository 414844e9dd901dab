//! The 46 tile classes and sets of tiles.

use std::fmt;
use std::str::FromStr;

/// The two-character codes of all classes in the order of labels, COCO
/// category ids (1-based) and model outputs (contract.md, "Tiles").
pub const CODES: [&str; Tile::COUNT] = [
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", //
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", //
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", //
    "1z", "2z", "3z", "4z", "5z", "6z", "7z", //
    "0m", "0p", "0s", //
    "1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f", //
    "0z",
];

/// One tile class: a face that can be told apart by looking, so red fives and
/// each flower are classes of their own, and `0z` is a face-down tile.
///
/// The value is the index in [`CODES`], `0..46`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// What a tile belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// 萬子, characters.
    Man,
    /// 筒子, dots.
    Pin,
    /// 索子, bamboo.
    Sou,
    /// 字牌: 1–4 = 東南西北, 5–7 = 白發中.
    Honor,
    /// 花牌: 1–4 = 梅蘭菊竹, 5–8 = 春夏秋冬.
    Flower,
    /// A tile whose face cannot be seen.
    Back,
}

impl Suit {
    /// The letter of the notation (`m p s z f`; a back is written `0z`).
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honor | Suit::Back => 'z',
            Suit::Flower => 'f',
        }
    }
}

impl Tile {
    /// Number of classes.
    pub const COUNT: usize = 46;
    /// Number of kinds that make up hands: 1m–9m 1p–9p 1s–9s 1z–7z.
    pub const KINDS: usize = 34;
    /// 白, the white dragon.
    pub const HAKU: Tile = Tile(31);
    /// 發, the green dragon.
    pub const HATSU: Tile = Tile(32);
    /// 中, the red dragon.
    pub const CHUN: Tile = Tile(33);
    /// 東, East.
    pub const EAST: Tile = Tile(27);
    /// 北, North.
    pub const NORTH: Tile = Tile(30);
    /// A face-down tile.
    pub const BACK: Tile = Tile(45);

    /// The class with this index, if `index < 46`.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::COUNT {
            Some(Tile(index as u8))
        } else {
            None
        }
    }

    /// The tile of a suit and rank: rank 0 is the red five of a numbered suit;
    /// honors take 1–7 and flowers 1–8. `None` for any other pair.
    pub const fn new(suit: Suit, rank: u8) -> Option<Tile> {
        let index = match (suit, rank) {
            (Suit::Man, 1..=9) => rank - 1,
            (Suit::Pin, 1..=9) => 8 + rank,
            (Suit::Sou, 1..=9) => 17 + rank,
            (Suit::Honor, 1..=7) => 26 + rank,
            (Suit::Man, 0) => 34,
            (Suit::Pin, 0) => 35,
            (Suit::Sou, 0) => 36,
            (Suit::Flower, 1..=8) => 36 + rank,
            (Suit::Back, 0) => 45,
            _ => return None,
        };
        Some(Tile(index))
    }

    /// The tile of a code's two characters, such as `b'0'` and `b'p'`.
    pub const fn of_code(rank: u8, letter: u8) -> Option<Tile> {
        let suit = match (letter, rank) {
            (b'm', _) => Suit::Man,
            (b'p', _) => Suit::Pin,
            (b's', _) => Suit::Sou,
            (b'f', _) => Suit::Flower,
            (b'z', b'0') => Suit::Back,
            (b'z', _) => Suit::Honor,
            _ => return None,
        };
        Tile::new(suit, rank.wrapping_sub(b'0'))
    }

    /// Index in [`CODES`], `0..46`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code, such as `5m`.
    pub const fn code(self) -> &'static str {
        CODES[self.0 as usize]
    }

    /// The suit; a face-down tile has [`Suit::Back`].
    pub const fn suit(self) -> Suit {
        match self.0 {
            0..=8 | 34 => Suit::Man,
            9..=17 | 35 => Suit::Pin,
            18..=26 | 36 => Suit::Sou,
            27..=33 => Suit::Honor,
            37..=44 => Suit::Flower,
            _ => Suit::Back,
        }
    }

    /// The rank that counts: a red five has rank 5, a back has rank 0.
    pub const fn rank(self) -> u8 {
        match self.0 {
            0..=8 => self.0 + 1,
            9..=17 => self.0 - 8,
            18..=26 => self.0 - 17,
            27..=33 => self.0 - 26,
            34..=36 => 5,
            37..=44 => self.0 - 36,
            _ => 0,
        }
    }

    /// Whether the face looks the same upside down in most sets, or nearly so: it
    /// does not tell which way is up.
    pub const fn looks_alike_turned(self) -> bool {
        match self.suit() {
            Suit::Pin => matches!(self.rank(), 1..=5 | 8 | 9),
            Suit::Sou => matches!(self.rank(), 2 | 4..=6 | 8 | 9),
            Suit::Honor => self.rank() == 5,
            Suit::Back => true,
            _ => false,
        }
    }

    /// Whether this is a red five.
    pub const fn is_red(self) -> bool {
        matches!(self.0, 34..=36)
    }

    /// The same tile without redness: `0p` → `5p`, everything else unchanged.
    pub const fn plain(self) -> Tile {
        match self.0 {
            34 => Tile(4),
            35 => Tile(13),
            36 => Tile(22),
            _ => self,
        }
    }

    /// The red five of a plain five; `None` for any other tile.
    pub const fn red(self) -> Option<Tile> {
        match self.plain().0 {
            4 => Some(Tile(34)),
            13 => Some(Tile(35)),
            22 => Some(Tile(36)),
            _ => None,
        }
    }

    /// The kind `0..34` that hands are counted in (red fives as fives);
    /// `None` for flowers and backs.
    pub const fn kind(self) -> Option<usize> {
        match self.0 {
            kind @ 0..=33 => Some(kind as usize),
            34 => Some(4),
            35 => Some(13),
            36 => Some(22),
            _ => None,
        }
    }

    /// Whether this is one of 東南西北白發中.
    pub const fn is_honor(self) -> bool {
        matches!(self.0, 27..=33)
    }

    /// Whether this is a 1 or 9 of a numbered suit.
    pub const fn is_terminal(self) -> bool {
        matches!(self.0, 0 | 8 | 9 | 17 | 18 | 26)
    }

    /// Whether this is a terminal or honor (么九牌).
    pub const fn is_yaochuu(self) -> bool {
        self.is_honor() || self.is_terminal()
    }

    /// All 46 classes in order.
    pub fn all() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (0..Tile::COUNT as u8).map(Tile)
    }

    /// The name spoken at a Japanese table, such as `五萬`, `赤五筒`, `東`.
    pub fn name_ja(self) -> &'static str {
        const NAMES: [&str; Tile::COUNT] = [
            "一萬",
            "二萬",
            "三萬",
            "四萬",
            "五萬",
            "六萬",
            "七萬",
            "八萬",
            "九萬", //
            "一筒",
            "二筒",
            "三筒",
            "四筒",
            "五筒",
            "六筒",
            "七筒",
            "八筒",
            "九筒", //
            "一索",
            "二索",
            "三索",
            "四索",
            "五索",
            "六索",
            "七索",
            "八索",
            "九索", //
            "東",
            "南",
            "西",
            "北",
            "白",
            "發",
            "中", //
            "赤五萬",
            "赤五筒",
            "赤五索", //
            "梅",
            "蘭",
            "菊",
            "竹",
            "春",
            "夏",
            "秋",
            "冬", //
            "裏",
        ];
        NAMES[self.index()]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that is not one of the 46 codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a tile code (expected one like 1m, 0p, 7z or 3f)")]
pub struct ParseTileError(pub String);

impl FromStr for Tile {
    type Err = ParseTileError;

    /// Parses a code such as `5m`, `0p`, `7z`, `3f`, `0z`.
    fn from_str(s: &str) -> Result<Tile, ParseTileError> {
        let tile = match *s.as_bytes() {
            [rank, letter] => Tile::of_code(rank, letter),
            _ => None,
        };
        tile.ok_or_else(|| ParseTileError(s.to_owned()))
    }
}

impl serde::Serialize for Tile {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> serde::Deserialize<'de> for Tile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map_err(serde::de::Error::custom)
    }
}

/// How many of each of the 46 classes: a multiset of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileSet([u8; Tile::COUNT]);

impl Default for TileSet {
    fn default() -> Self {
        TileSet([0; Tile::COUNT])
    }
}

impl TileSet {
    /// How many of exactly this class (a red five is not a plain five).
    pub const fn count(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// How many of this kind, red fives counted as fives.
    pub fn count_kind(&self, tile: Tile) -> u8 {
        let plain = tile.plain();
        plain.red().map_or(0, |red| self.count(red)) + self.count(plain)
    }

    /// Adds one tile.
    pub fn insert(&mut self, tile: Tile) {
        self.0[tile.index()] += 1;
    }

    /// Removes one tile; `false` if there was none.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let slot = &mut self.0[tile.index()];
        let had = *slot > 0;
        *slot -= u8::from(had);
        had
    }

    /// Number of tiles.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&n| n as usize).sum()
    }

    /// Whether there is no tile.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&n| n == 0)
    }

    /// The tiles in class order, each as often as it is held.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile) as usize))
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = TileSet::default();
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_suit_and_rank() {
        for tile in Tile::all() {
            assert_eq!(tile.code().parse(), Ok(tile));
            let rank = if tile.is_red() { 0 } else { tile.rank() };
            assert_eq!(Tile::new(tile.suit(), rank), Some(tile));
            assert_eq!(tile.code(), format!("{rank}{}", tile.suit().letter()));
            assert_eq!(
                tile.plain().red().is_some(),
                tile.rank() == 5 && tile.kind().is_some_and(|k| k < 27)
            );
        }
        for code in ["", "5", "10m", "8z", "9f", "0f", "５m", "5M"] {
            assert!(code.parse::<Tile>().is_err(), "{code}");
        }
    }

    #[test]
    fn sets_count_red_fives_as_fives_only_by_kind() {
        let five: Tile = "5p".parse().unwrap();
        let red: Tile = "0p".parse().unwrap();
        let mut set: TileSet = [five, red, five].into_iter().collect();
        assert_eq!((set.count(five), set.count_kind(red), set.len()), (2, 3, 3));
        assert!(set.remove(red));
        assert!(!set.remove(red));
        assert_eq!(set.count_kind(five), 2);
    }
}
