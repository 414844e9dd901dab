//! What the scorer is told about a win (the hand case of `cases/README.md`).

use serde::{Deserialize, Serialize};

use crate::lang::quoted;
use crate::meld::{Meld, MeldKind};
use crate::notation::Hand;
use crate::score::fault::{Fault, FaultId};
use crate::score::mpsz;
use crate::seat::Seat;
use crate::tile::{Suit, Tile};

/// How the hand was completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Win {
    /// The winner drew the tile.
    #[default]
    Tsumo,
    /// The tile came from another player.
    Ron,
}

/// What a ron was called on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RonOn {
    /// A discard (or, with `chankan`, a tile added to a pon).
    #[default]
    Discard,
    /// A tile that another player pulled (国士無双 only).
    PulledGari,
    /// A concealed kan of another player (国士無双 only).
    Ankan,
}

/// A win as it happened. Serialises as the hand case of `cases/README.md`
/// (without `id`, `rules` and `expected`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawHand", into = "RawHand")]
pub struct HandInput {
    /// Tiles in the hand without the winning tile and without the sets.
    pub concealed: Vec<Tile>,
    /// The physical winning tile.
    pub win_tile: Tile,
    /// Called and declared sets in the order in which they were called.
    pub melds: Vec<Meld>,
    /// Whether the order of `melds` is the order of the calls.
    pub call_order_known: bool,
    /// Pulled tiles of the winner, flowers excepted.
    pub gari: Vec<Tile>,
    /// Pulled flowers of the winner.
    pub flowers: Vec<Tile>,
    /// Tsumo or ron.
    pub win: Win,
    /// Who discarded (or pulled, or declared the kan); `None` on tsumo.
    pub discarder: Option<Seat>,
    /// What a ron was called on.
    pub ron_on: RonOn,
    /// Seat wind of the winner; East is the dealer.
    pub seat_wind: Seat,
    /// Wind of the round.
    pub round_wind: Seat,
    /// 0 none, 1 riichi, 2 double riichi.
    pub riichi: u8,
    /// The riichi was open.
    pub open_riichi: bool,
    /// 一発
    pub ippatsu: bool,
    /// 嶺上開花
    pub rinshan: bool,
    /// 海底 (tsumo)
    pub haitei: bool,
    /// 河底 (ron)
    pub houtei: bool,
    /// 槍槓 (ron)
    pub chankan: bool,
    /// 天和, 地和, 人和 or 十三不塔, according to seat and win.
    pub first_turn: bool,
    /// The winner is in furiten.
    pub furiten: bool,
    /// The discarder is in riichi.
    pub discarder_riichi: bool,
    /// The last tile was shown before the win (ぽんと。).
    pub tanki_open: bool,
    /// Wins in a row of the dealer, this one included.
    pub consecutive_wins: u32,
    /// Dora indicators in the order turned, those of kans included.
    pub dora_indicators: Vec<Tile>,
    /// Ura indicators in the order turned.
    pub ura_indicators: Vec<Tile>,
    /// アリス tiles in the order turned.
    pub arisu_flips: Vec<Tile>,
    /// 本場
    pub honba: u32,
    /// Riichi sticks on the table; all go to the winner.
    pub sticks: u32,
    /// House options for this hand only: key of `options.md` → value.
    pub options: serde_json::Map<String, serde_json::Value>,
}

impl Default for HandInput {
    /// A tsumo of South in an East round with no tiles at all, for
    /// `HandInput { concealed, win_tile, ..Default::default() }`.
    fn default() -> Self {
        HandInput {
            concealed: Vec::new(),
            win_tile: Tile::EAST,
            melds: Vec::new(),
            call_order_known: true,
            gari: Vec::new(),
            flowers: Vec::new(),
            win: Win::Tsumo,
            discarder: None,
            ron_on: RonOn::Discard,
            seat_wind: Seat::S,
            round_wind: Seat::E,
            riichi: 0,
            open_riichi: false,
            ippatsu: false,
            rinshan: false,
            haitei: false,
            houtei: false,
            chankan: false,
            first_turn: false,
            furiten: false,
            discarder_riichi: false,
            tanki_open: false,
            consecutive_wins: 0,
            dora_indicators: Vec::new(),
            ura_indicators: Vec::new(),
            arisu_flips: Vec::new(),
            honba: 0,
            sticks: 0,
            options: serde_json::Map::new(),
        }
    }
}

impl HandInput {
    /// The tiles as a person types them.
    pub fn hand(&self) -> Hand {
        Hand {
            concealed: self.concealed.clone(),
            win_tile: Some(self.win_tile),
            melds: self.melds.clone(),
            gari: [self.gari.as_slice(), self.flowers.as_slice()].concat(),
            dora: self.dora_indicators.clone(),
            ura: self.ura_indicators.clone(),
            arisu: self.arisu_flips.clone(),
        }
    }

    /// The same situation with other tiles. A hand without a winning tile
    /// leaves that one as it is.
    #[must_use]
    pub fn with_hand(self, hand: Hand) -> HandInput {
        let flower = |tile: &Tile| tile.suit() == Suit::Flower;
        let (flowers, gari) = hand.gari.into_iter().partition(flower);
        HandInput {
            concealed: hand.concealed,
            win_tile: hand.win_tile.unwrap_or(self.win_tile),
            melds: hand.melds,
            gari,
            flowers,
            dora_indicators: hand.dora,
            ura_indicators: hand.ura,
            arisu_flips: hand.arisu,
            ..self
        }
    }

    /// Whether no set opened the hand (門前).
    pub fn is_closed(&self) -> bool {
        self.melds.iter().all(|meld| !meld.kind.is_open())
    }
}

/// A set as the case files write it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RawMeld {
    #[serde(rename = "type")]
    kind: String,
    tiles: String,
}

/// The same fields as [`HandInput`] before tiles and seats are read, so that
/// one unreadable tile is a fault of the hand and not of the whole line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RawHand {
    concealed: String,
    win_tile: String,
    #[serde(default, deserialize_with = "nullable")]
    melds: Vec<RawMeld>,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    call_order_known: bool,
    #[serde(default, deserialize_with = "nullable")]
    gari: Vec<String>,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "Vec::is_empty"
    )]
    flowers: Vec<String>,
    win: Win,
    #[serde(default, deserialize_with = "nullable")]
    discarder: Option<String>,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    ron_on: RonOn,
    seat_wind: String,
    #[serde(default = "east")]
    round_wind: String,
    #[serde(default, deserialize_with = "nullable")]
    riichi: u8,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    open_riichi: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    ippatsu: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    rinshan: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    haitei: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    houtei: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    chankan: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    first_turn: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    furiten: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    discarder_riichi: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    tanki_open: bool,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "is_default"
    )]
    consecutive_wins: u32,
    #[serde(default, deserialize_with = "nullable")]
    dora_indicators: Vec<String>,
    #[serde(default, deserialize_with = "nullable")]
    ura_indicators: Vec<String>,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "Vec::is_empty"
    )]
    arisu_flips: Vec<String>,
    #[serde(default, deserialize_with = "nullable")]
    honba: u32,
    #[serde(default, deserialize_with = "nullable")]
    sticks: u32,
    #[serde(
        default,
        deserialize_with = "nullable",
        skip_serializing_if = "serde_json::Map::is_empty"
    )]
    options: serde_json::Map<String, serde_json::Value>,
}

/// `null` where a field may be absent reads as absent.
fn nullable<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

fn yes() -> bool {
    true
}

fn east() -> String {
    "E".to_owned()
}

fn is_true(value: &bool) -> bool {
    *value
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Collects faults while reading, so that all are reported at once.
struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn bad_tile(&mut self, text: &str) {
        let text = quoted(text);
        self.faults
            .push(Fault::new(FaultId::BadTile).because(text.as_str(), text.as_str()));
    }

    fn string(&mut self, text: &str) -> Vec<Tile> {
        mpsz::parse(text).unwrap_or_else(|bad| {
            self.bad_tile(&bad);
            Vec::new()
        })
    }

    fn tile(&mut self, text: &str) -> Tile {
        text.parse().unwrap_or_else(|_| {
            self.bad_tile(text);
            Tile::BACK
        })
    }

    fn list(&mut self, texts: &[String]) -> Vec<Tile> {
        texts.iter().map(|text| self.tile(text)).collect()
    }

    fn seat(&mut self, text: &str, id: FaultId) -> Seat {
        text.parse().unwrap_or_else(|_| {
            self.faults.push(Fault::new(id).because(text, text));
            Seat::E
        })
    }

    fn meld(&mut self, raw: &RawMeld) -> Meld {
        let kind = MeldKind::of_word(&raw.kind);
        if kind.is_none() {
            let (word, known) = (quoted(&raw.kind), MeldKind::WORDS.join(" | "));
            self.faults.push(Fault::new(FaultId::BadMeld).because(
                format!("type {word:?}。書けるのは: {known}"),
                format!("type {word:?}: write {known}"),
            ));
        }
        Meld {
            kind: kind.unwrap_or(MeldKind::Pon),
            tiles: self.string(&raw.tiles),
        }
    }
}

impl RawHand {
    /// Reads tiles and seats.
    ///
    /// # Errors
    /// Every text that is no tile (`bad_tile`), seat (`bad_seat`,
    /// `bad_round`, `bad_discarder`) or kind of set (`bad_meld`).
    pub fn resolve(self) -> Result<HandInput, Vec<Fault>> {
        let mut reader = Reader { faults: Vec::new() };
        let input = HandInput {
            concealed: reader.string(&self.concealed),
            win_tile: reader.tile(&self.win_tile),
            melds: self.melds.iter().map(|meld| reader.meld(meld)).collect(),
            call_order_known: self.call_order_known,
            gari: reader.list(&self.gari),
            flowers: reader.list(&self.flowers),
            win: self.win,
            discarder: self
                .discarder
                .as_deref()
                .map(|text| reader.seat(text, FaultId::BadDiscarder)),
            ron_on: self.ron_on,
            seat_wind: reader.seat(&self.seat_wind, FaultId::BadSeat),
            round_wind: reader.seat(&self.round_wind, FaultId::BadRound),
            riichi: self.riichi,
            open_riichi: self.open_riichi,
            ippatsu: self.ippatsu,
            rinshan: self.rinshan,
            haitei: self.haitei,
            houtei: self.houtei,
            chankan: self.chankan,
            first_turn: self.first_turn,
            furiten: self.furiten,
            discarder_riichi: self.discarder_riichi,
            tanki_open: self.tanki_open,
            consecutive_wins: self.consecutive_wins,
            dora_indicators: reader.list(&self.dora_indicators),
            ura_indicators: reader.list(&self.ura_indicators),
            arisu_flips: reader.list(&self.arisu_flips),
            honba: self.honba,
            sticks: self.sticks,
            options: self.options,
        };
        match reader.faults.is_empty() {
            true => Ok(input),
            false => Err(reader.faults),
        }
    }
}

impl TryFrom<RawHand> for HandInput {
    type Error = String;

    fn try_from(raw: RawHand) -> Result<HandInput, String> {
        raw.resolve().map_err(|faults| {
            let texts: Vec<_> = faults.iter().map(Fault::to_string).collect();
            texts.join("; ")
        })
    }
}

fn codes(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(|tile| tile.code().to_owned()).collect()
}

impl From<HandInput> for RawHand {
    fn from(hand: HandInput) -> RawHand {
        let melds = hand.melds.iter().map(|meld| RawMeld {
            kind: meld.kind.word().to_owned(),
            tiles: mpsz::print(&meld.tiles),
        });
        RawHand {
            concealed: mpsz::print(&hand.concealed),
            win_tile: hand.win_tile.code().to_owned(),
            melds: melds.collect(),
            call_order_known: hand.call_order_known,
            gari: codes(&hand.gari),
            flowers: codes(&hand.flowers),
            win: hand.win,
            discarder: hand.discarder.map(|seat| seat.to_string()),
            ron_on: hand.ron_on,
            seat_wind: hand.seat_wind.to_string(),
            round_wind: hand.round_wind.to_string(),
            riichi: hand.riichi,
            open_riichi: hand.open_riichi,
            ippatsu: hand.ippatsu,
            rinshan: hand.rinshan,
            haitei: hand.haitei,
            houtei: hand.houtei,
            chankan: hand.chankan,
            first_turn: hand.first_turn,
            furiten: hand.furiten,
            discarder_riichi: hand.discarder_riichi,
            tanki_open: hand.tanki_open,
            consecutive_wins: hand.consecutive_wins,
            dora_indicators: codes(&hand.dora_indicators),
            ura_indicators: codes(&hand.ura_indicators),
            arisu_flips: codes(&hand.arisu_flips),
            honba: hand.honba,
            sticks: hand.sticks,
            options: hand.options,
        }
    }
}
