//! Seats, which are also the winds.

use std::fmt;
use std::str::FromStr;

/// A player by seat wind. East is the dealer (親).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Seat {
    /// 東家
    E,
    /// 南家
    S,
    /// 西家
    W,
    /// 北家, only at a table of four
    N,
}

impl Seat {
    /// All four in turn order.
    pub const ALL: [Seat; 4] = [Seat::E, Seat::S, Seat::W, Seat::N];

    /// The seats at a table of `players` (3 or 4), in turn order.
    pub fn at_table(players: usize) -> &'static [Seat] {
        &Seat::ALL[..players.min(4)]
    }

    /// 0 for East … 3 for North.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The character of the wind.
    pub const fn kanji(self) -> char {
        match self {
            Seat::E => '東',
            Seat::S => '南',
            Seat::W => '西',
            Seat::N => '北',
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::E => "E",
            Seat::S => "S",
            Seat::W => "W",
            Seat::N => "N",
        })
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(s: &str) -> Result<Seat, String> {
        match s {
            "E" | "e" | "東" => Ok(Seat::E),
            "S" | "s" | "南" => Ok(Seat::S),
            "W" | "w" | "西" => Ok(Seat::W),
            "N" | "n" | "北" => Ok(Seat::N),
            other => Err(format!("{other:?} is not a seat: use E, S, W or N")),
        }
    }
}
