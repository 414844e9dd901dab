//! The hand as the engine counts it: fixed arrays, no heap.

use crate::meld::{Meld, MeldKind};
use crate::rules::NO_DORA;
use crate::rules::RuleSet;
use crate::score::feature::{self, Features};
use crate::score::input::{HandInput, RonOn, Win};
use crate::score::tally::Tally;
use crate::seat::Seat;
use crate::tile::Tile;

/// Kinds of tile that hands are made of.
pub const KINDS: usize = Tile::KINDS;
/// The kind of 東; the winds follow in turn order.
pub const EAST: usize = 27;
/// The kind of 北.
pub const NORTH: usize = 30;
/// The kind of 白.
pub const HAKU: usize = 31;
/// The kind of 發.
pub const HATSU: usize = 32;
/// The kind of 中.
pub const CHUN: usize = 33;
/// The kinds of the fives, by suit.
pub const FIVES: [usize; 3] = [4, 13, 22];

/// Whether a kind is a terminal or honor.
pub const fn is_yaochuu(kind: usize) -> bool {
    YAOCHUU >> kind & 1 == 1
}

/// Terminals and honors as bits.
pub const YAOCHUU: u64 = TERMINALS | HONORS;
/// Terminals as bits.
pub const TERMINALS: u64 = 1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26;
/// Honors as bits.
pub const HONORS: u64 = 0b111_1111 << 27;

/// The plain tile of a kind.
pub fn tile(kind: usize) -> Tile {
    Tile::from_index(kind).unwrap_or(Tile::BACK)
}

/// The form of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 順子
    Seq,
    /// 刻子
    Trip,
    /// 槓子
    Quad,
}

/// One set of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// The lowest kind.
    pub low: u8,
    /// Its form.
    pub form: Form,
    /// Made without another player's tile (a triplet completed by ron is not).
    pub concealed: bool,
}

impl Set {
    /// A placeholder for unused places.
    pub const UNUSED: Set = Set {
        low: 0,
        form: Form::Seq,
        concealed: true,
    };

    /// Whether the set holds the kind.
    pub fn has(self, kind: usize) -> bool {
        let low = self.low as usize;
        match self.form {
            Form::Seq => (low..low + 3).contains(&kind),
            _ => low == kind,
        }
    }

    /// Whether the set holds a terminal or honor.
    pub fn is_outside(self) -> bool {
        match self.form {
            Form::Seq => matches!(self.low % 9, 0 | 6),
            _ => is_yaochuu(self.low as usize),
        }
    }

    fn of_meld(meld: &Meld) -> Set {
        let low = meld.tiles.iter().filter_map(|tile| tile.kind()).min();
        Set {
            low: low.unwrap_or(0) as u8,
            form: match meld.kind {
                MeldKind::Chi => Form::Seq,
                MeldKind::Pon => Form::Trip,
                _ => Form::Quad,
            },
            concealed: !meld.kind.is_open(),
        }
    }
}

/// A checked hand.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Tiles in the hand by kind, the winning tile included.
    pub concealed: [u8; KINDS],
    /// Tiles in the hand and in the sets by kind.
    pub all: [u8; KINDS],
    /// The kinds in the hand and in the sets, as bits.
    pub kinds: u64,
    /// The kind that the winning tile counts as.
    pub win: usize,
    /// Sets in the order of the calls.
    pub melds: [Set; 4],
    /// Number of sets.
    pub meld_count: usize,
    /// The order of the sets is that of the calls.
    pub call_order_known: bool,
    /// Red fives in hand and sets, by suit.
    pub reds: [u8; 3],
    /// Pulled tiles by kind.
    pub gari: [u8; KINDS],
    /// Pulled red fives, by suit.
    pub gari_reds: [u8; 3],
    /// Pulled flowers as bits 0–7.
    pub flowers: u8,
    /// How often the dora indicators show each kind.
    pub dora: [u8; KINDS],
    /// How often the ura indicators show each kind.
    pub ura: [u8; KINDS],
    /// What is known of the situation.
    pub situation: Features,
    /// Kind of the seat wind.
    pub seat: usize,
    /// Kind of the round wind.
    pub round: usize,
    /// 本場
    pub honba: i32,
}

impl Hand {
    /// The hand of a checked input, whose tiles are counted in `tally`.
    pub fn new(rules: &RuleSet, input: &HandInput, tally: &Tally) -> Hand {
        let mut hand = Hand {
            concealed: tally.concealed.by_kind(),
            all: tally.all.by_kind(),
            kinds: tally.all.kinds(),
            win: input.win_tile.kind().unwrap_or(0),
            melds: [Set::UNUSED; 4],
            meld_count: input.melds.len().min(4),
            call_order_known: input.call_order_known,
            reds: tally.all.reds(),
            gari: tally.pulled.by_kind(),
            gari_reds: tally.pulled.reds(),
            flowers: tally.pulled.flowers(),
            dora: [0; KINDS],
            ura: [0; KINDS],
            situation: situation(rules, input),
            seat: EAST + input.seat_wind.index(),
            round: EAST + input.round_wind.index(),
            honba: input.honba.min(1_000_000) as i32,
        };
        for (slot, meld) in hand.melds.iter_mut().zip(&input.melds) {
            *slot = Set::of_meld(meld);
        }
        hand.indicators(rules, input);
        hand.situation = hand.situation.with(feature::of_tiles(&hand));
        hand
    }

    fn indicators(&mut self, rules: &RuleSet, input: &HandInput) {
        let used = if rules.options.kan_dora {
            usize::MAX
        } else {
            1
        };
        let next = &rules.derived.dora_next;
        let count = |into: &mut [u8; KINDS], tiles: &[Tile]| {
            for kind in tiles.iter().take(used).filter_map(|tile| tile.kind()) {
                if next[kind] != NO_DORA {
                    into[next[kind] as usize] += 1;
                }
            }
        };
        count(&mut self.dora, &input.dora_indicators);
        if rules.options.ura && input.riichi > 0 {
            count(&mut self.ura, &input.ura_indicators);
        }
    }

    /// The same hand completed by another kind.
    pub fn completed_by(&self, kind: usize) -> Hand {
        let mut hand = self.clone();
        hand.concealed[self.win] -= 1;
        hand.all[self.win] -= 1;
        if hand.all[self.win] == 0 {
            hand.kinds &= !(1 << self.win);
        }
        hand.concealed[kind] += 1;
        hand.all[kind] += 1;
        hand.kinds |= 1 << kind;
        hand.win = kind;
        hand.situation = hand
            .situation
            .without_tiles()
            .with(feature::of_tiles(&hand));
        hand
    }

    /// The sets beside the hand, in the order of the calls.
    pub fn melds(&self) -> &[Set] {
        &self.melds[..self.meld_count]
    }

    /// Whether the hand is closed.
    pub fn is_closed(&self) -> bool {
        self.situation.has(feature::CLOSED)
    }

    /// Whether the hand was won by ron.
    pub fn is_ron(&self) -> bool {
        self.situation.has(feature::RON)
    }

    /// Number of pulled tiles, flowers included.
    pub fn pulled(&self) -> i32 {
        let tiles: i32 = self.gari.iter().map(|&n| i32::from(n)).sum();
        tiles + self.flowers.count_ones() as i32
    }

    /// Dora hits of `shown` on the hand, and on pulled tiles where they count.
    pub fn hits(&self, rules: &RuleSet, shown: &[u8; KINDS]) -> i32 {
        let pulled = u8::from(rules.options.dora_on_gari);
        let held = self.all.iter().zip(&self.gari);
        let held = held.map(|(&held, &gari)| u16::from(held + pulled * gari));
        let hits = shown.iter().map(|&times| u16::from(times)).zip(held);
        let hits: u16 = hits.map(|(times, held)| times * held).sum();
        hits.into()
    }

    /// Red fives in hand and sets.
    pub fn red_count(&self) -> i32 {
        self.reds.iter().map(|&n| i32::from(n)).sum()
    }

    /// Pulled red fives.
    pub fn red_pulled(&self) -> i32 {
        self.gari_reds.iter().map(|&n| i32::from(n)).sum()
    }
}

/// What the flags of the input say, as features.
fn situation(rules: &RuleSet, input: &HandInput) -> Features {
    use crate::rules::value::PontoMelds;
    use feature::*;

    let ron = input.win == Win::Ron;
    let closed = input.is_closed();
    let dealer = input.seat_wind == Seat::E;
    let pulled_counts = rules.options.pulled_gari_ron_is_chankan;
    let ponto = input.melds.len() == 4
        && input
            .melds
            .iter()
            .all(|meld| match rules.options.ponto_melds {
                PontoMelds::PonOrKan => meld.kind != MeldKind::Chi,
                PontoMelds::Pon => matches!(meld.kind, MeldKind::Pon | MeldKind::Kakan),
            });
    [
        (RON, ron),
        (TSUMO, !ron),
        (CLOSED, closed),
        (OPEN, !closed),
        (DEALER, dealer),
        (CHILD, !dealer),
        (RIICHI, input.riichi == 1),
        (DOUBLE_RIICHI, input.riichi == 2),
        (OPEN_RIICHI, input.open_riichi && input.riichi > 0),
        (IPPATSU, input.ippatsu),
        (RINSHAN, input.rinshan),
        (HAITEI, input.haitei),
        (HOUTEI, input.houtei),
        (
            CHANKAN,
            input.chankan || (input.ron_on == RonOn::PulledGari && pulled_counts),
        ),
        (FIRST_TURN, input.first_turn),
        (FURITEN, input.furiten),
        (NO_MELDS, input.melds.is_empty()),
        (PONTO, ponto && input.tanki_open),
        (EIGHT_WINS, input.consecutive_wins >= 8),
        (
            OPEN_DEALIN,
            ron && input.open_riichi && !input.discarder_riichi,
        ),
    ]
    .into_iter()
    .fold(Features::NONE, |all, (feature, holds)| {
        all.with(feature.when(holds))
    })
}
