//! What no camera sees: how the hand was won, and the state of the table.

use serde::{Deserialize, Serialize};

use crate::score::{RonOn, Win};
use crate::seat::Seat;

/// What a person says of the table against the ledger, in one hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Which hand of the ledger it was said in; later hands know better.
    pub hand: u64,
    /// The round wind.
    pub round: Option<Seat>,
    /// Honba counters on the table.
    pub honba: Option<u32>,
    /// Wins of the dealer in a row, this hand included.
    pub wins: Option<u32>,
}

/// The situation of a win; the fields are those of `cases/README.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// Tsumo or ron.
    pub win: Win,
    /// Who gave the tile; only looked at on ron.
    pub discarder: Option<Seat>,
    /// What a ron was called on.
    pub ron_on: RonOn,
    /// The winner's seat.
    pub seat: Seat,
    /// The round wind.
    pub round: Seat,
    /// 0 none, 1 riichi, 2 double riichi.
    pub riichi: u8,
    /// The riichi was open.
    pub open_riichi: bool,
    /// Won within one turn of the riichi.
    pub ippatsu: bool,
    /// Won on a replacement tile.
    pub rinshan: bool,
    /// Won by robbing a kan.
    pub chankan: bool,
    /// Won on the last tile (海底 on tsumo, 河底 on ron).
    pub last_tile: bool,
    /// Won in the first turn (天和, 地和, 人和, 十三不塔).
    pub first_turn: bool,
    /// The winner was in furiten.
    pub furiten: bool,
    /// The discarder was in riichi.
    pub discarder_riichi: bool,
    /// The last tile of a four-call hand was shown (ぽんと。).
    pub tanki_open: bool,
    /// Wins in a row of the dealer, this one included; 1 = the first.
    pub consecutive_wins: u32,
    /// Honba counters on the table.
    pub honba: u32,
    /// Riichi sticks on the table, all of which go to the winner.
    pub sticks: u32,
    /// What of it was said against the ledger; goes with the draft, so that it
    /// is undone with the edit that said it.
    #[serde(skip)]
    pub told: Told,
}

impl Default for Situation {
    fn default() -> Situation {
        Situation {
            win: Win::Tsumo,
            discarder: None,
            ron_on: RonOn::Discard,
            seat: Seat::E,
            round: Seat::E,
            riichi: 0,
            open_riichi: false,
            ippatsu: false,
            rinshan: false,
            chankan: false,
            last_tile: false,
            first_turn: false,
            furiten: false,
            discarder_riichi: false,
            tanki_open: false,
            consecutive_wins: 1,
            honba: 0,
            sticks: 0,
            told: Told::default(),
        }
    }
}

impl Situation {
    /// The same table before another hand is won: seat, round, honba and wins
    /// in a row stay until somebody changes them; what belongs to one win, and
    /// the sticks, which the winner took, do not.
    pub fn forget_hand(&mut self) {
        *self = Situation {
            seat: self.seat,
            round: self.round,
            honba: self.honba,
            consecutive_wins: self.consecutive_wins,
            told: std::mem::take(&mut self.told),
            ..Situation::default()
        };
    }

    /// Makes the parts agree after one of them was changed: what only exists
    /// with a riichi goes with it, what belongs to the other way of winning is
    /// cleared, and the discarder is another player of the table.
    ///
    /// Keeps a person from having to untick what they can no longer see.
    pub fn settle_down(&mut self, closed: bool, players: usize) {
        if !closed {
            self.riichi = 0;
        }
        if self.riichi == 0 {
            self.open_riichi = false;
            self.ippatsu = false;
        } else {
            self.first_turn = false;
        }
        match self.win {
            Win::Tsumo => {
                self.discarder = None;
                self.chankan = false;
                self.discarder_riichi = false;
                self.ron_on = RonOn::Discard;
            }
            Win::Ron => {
                self.rinshan = false;
                self.furiten = false;
                if self.discarder.is_none_or(|seat| seat == self.seat) {
                    self.discarder = self.first_other(players);
                }
            }
        }
        let seats = Seat::at_table(players);
        if !seats.contains(&self.seat) {
            self.seat = Seat::E;
        }
        if self.discarder.is_some_and(|seat| !seats.contains(&seat)) {
            self.discarder = self.first_other(players);
        }
        self.discarder_riichi &= self.open_riichi;
        if self.rinshan || self.chankan {
            self.last_tile = false;
        }
    }

    /// The player after the winner in turn order.
    fn first_other(&self, players: usize) -> Option<Seat> {
        let seats = Seat::at_table(players);
        let here = seats.iter().position(|&seat| seat == self.seat)?;
        seats.get((here + 1) % seats.len()).copied()
    }
}
