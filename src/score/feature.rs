//! What can be said of a hand and of one reading of it, one bit each.
//!
//! Yaku are rows of needed and forbidden bits ([`crate::score::yaku`]), so
//! each fact is worked out here once, however many yaku ask for it.

use crate::rules::RuleSet;
use crate::rules::value::North;
use crate::score::hand::{self, EAST, Form, HAKU, HONORS, Hand, NORTH, TERMINALS, YAOCHUU};
use crate::score::split::{Reading, Shape, Wait};

/// A set of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(pub u128);

impl Features {
    /// No fact.
    pub const NONE: Features = Features(0);
    /// Room for this many facts.
    pub const COUNT: usize = u128::BITS as usize;

    /// Facts of both.
    pub const fn with(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// Whether all facts of `other` hold.
    pub const fn has(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any fact of `other` holds.
    pub const fn any(self, other: Features) -> bool {
        self.0 & other.0 != 0
    }

    /// The facts that do not depend on the tiles.
    pub const fn without_tiles(self) -> Features {
        Features(self.0 & (SITUATION_END.0 - 1))
    }

    /// Facts that are in both.
    pub const fn both(self, other: Features) -> Features {
        Features(self.0 & other.0)
    }

    /// The number of the last fact declared among these.
    pub const fn last(self) -> Option<usize> {
        match self.0 {
            0 => None,
            bits => Some(bits.ilog2() as usize),
        }
    }

    /// The numbers of the facts, in the order of declaration.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let fact = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(fact)
        })
    }

    /// These facts if the condition holds, else none.
    pub const fn when(self, holds: bool) -> Features {
        Features(if holds { self.0 } else { 0 })
    }
}

macro_rules! features {
    ($first:literal; $($(#[$doc:meta])* $name:ident)*) => {
        features!(@ $first; $($(#[$doc])* $name)*);
    };
    (@ $at:expr; $(#[$doc:meta])* $name:ident $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: Features = Features(1 << ($at));
        features!(@ $at + 1; $($rest)*);
    };
    (@ $at:expr;) => {};
}

features! { 0;
    /// Won by ron.
    RON
    /// Won by tsumo.
    TSUMO
    /// No set opened the hand.
    CLOSED
    /// Some set opened the hand.
    OPEN
    /// The winner deals.
    DEALER
    /// The winner does not deal.
    CHILD
    /// In single riichi.
    RIICHI
    /// In double riichi.
    DOUBLE_RIICHI
    /// The riichi is open.
    OPEN_RIICHI
    /// 一発
    IPPATSU
    /// 嶺上
    RINSHAN
    /// 海底
    HAITEI
    /// 河底
    HOUTEI
    /// 槍槓
    CHANKAN
    /// First turn, no call before.
    FIRST_TURN
    /// The winner is in furiten.
    FURITEN
    /// No set beside the hand, not even a concealed kan.
    NO_MELDS
    /// Four calls and the last tile shown.
    PONTO
    /// Eighth win in a row or later.
    EIGHT_WINS
    /// Ron on an open riichi by a discarder not in riichi.
    OPEN_DEALIN
    /// End of the situation: from here on facts follow from the tiles.
    SITUATION_END
    /// Only 2–8.
    ALL_SIMPLES
    /// Only terminals and honors.
    ALL_YAOCHUU
    /// Only terminals.
    ALL_TERMINALS
    /// Only honors.
    ALL_HONORS
    /// Some honor.
    HAS_HONOR
    /// Tiles of exactly one numbered suit, honors apart.
    ONE_SUIT
    /// Only green tiles.
    ALL_GREEN
    /// Only 2, 3, 4 of pin and sou.
    ONLY_234
    /// Only 1m, 9m and honors, some man among them.
    MANZU_HALF
    /// 1112345678999 and one more of a suit, no sets.
    CHUUREN
    /// … and the winning tile is that one more.
    CHUUREN_PURE
    /// 22334455667788 of one suit, no sets.
    BIG_WHEEL
    /// The reading is four sets and a pair.
    STANDARD
    /// The reading is seven pairs, no fours.
    PAIRS_0
    /// … with one four.
    PAIRS_1
    /// … with two fours.
    PAIRS_2
    /// … with three fours.
    PAIRS_3
    /// The reading is 国士無双.
    KOKUSHI
    /// … with thirteen waits.
    KOKUSHI_13
    /// Thirteen unconnected kinds and a pair.
    SCATTERED_13
    /// Fourteen unconnected kinds.
    SCATTERED_14
    /// No sequence.
    NO_SEQ
    /// Some sequence.
    HAS_SEQ
    /// 平和 shape: sequences, worthless pair, two-sided wait.
    PINFU
    /// Won on the pair.
    TANKI
    /// Every set and the pair holds a terminal or honor.
    OUTSIDE
    /// A pair of identical sequences.
    TWINS_1
    /// Two pairs of identical sequences.
    TWINS_2
    /// Three identical sequences.
    SAME_3
    /// Four identical sequences.
    SAME_4
    /// 123 456 789 of one suit.
    STRAIGHT
    /// The same sequence in three suits.
    MIXED_SEQ
    /// The same triplet in three suits.
    MIXED_TRIP
    /// Three consecutive triplets of one suit.
    CHAIN_3
    /// Four consecutive triplets of one suit.
    CHAIN_4
    /// Three concealed triplets.
    ANKOU_3
    /// Four concealed triplets.
    ANKOU_4
    /// Three quads.
    KAN_3
    /// Four quads.
    KAN_4
    /// A triplet of 白.
    TRIP_HAKU
    /// A triplet of 發.
    TRIP_HATSU
    /// A triplet of 中.
    TRIP_CHUN
    /// A triplet of the round wind.
    TRIP_ROUND
    /// A triplet of the seat wind.
    TRIP_SEAT
    /// A triplet of North.
    TRIP_NORTH
    /// Two triplets of dragons and a pair of the third.
    DRAGONS_LITTLE
    /// Three triplets of dragons.
    DRAGONS_BIG
    /// Three triplets of winds and a pair of the fourth.
    WINDS_LITTLE
    /// Four triplets of winds.
    WINDS_BIG
}

/// Green tiles: 2 3 4 6 8 of sou and 發.
const GREEN: u64 = 1 << 19 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 25 | 1 << 32;
/// 2 3 4 of pin and sou.
const TWO_TO_FOUR: u64 = 0b1110 << 9 | 0b1110 << 18;
/// 1m and 9m.
const MAN_ENDS: u64 = 1 | 1 << 8;
const SUIT: u64 = 0x1ff;

/// Facts that follow from the tiles alone.
pub fn of_tiles(hand: &Hand) -> Features {
    let kinds = hand.kinds;
    let suits = suits(kinds);
    let suit_count = suits.iter().filter(|&&suit| suit != 0).count();
    let within = |mask: u64| kinds & !mask == 0;
    let mut facts = ALL_SIMPLES
        .when(kinds & YAOCHUU == 0)
        .with(ALL_YAOCHUU.when(within(YAOCHUU)))
        .with(ALL_TERMINALS.when(within(TERMINALS)))
        .with(ALL_HONORS.when(within(HONORS)))
        .with(HAS_HONOR.when(kinds & HONORS != 0))
        .with(ONE_SUIT.when(suit_count == 1))
        .with(ALL_GREEN.when(within(GREEN)))
        .with(ONLY_234.when(within(TWO_TO_FOUR)))
        .with(MANZU_HALF.when(within(MAN_ENDS | HONORS) && kinds & MAN_ENDS != 0));
    if suit_count == 1 && kinds & HONORS == 0 && hand.situation.has(NO_MELDS) {
        let suit = suits.iter().position(|&suit| suit != 0).unwrap_or(0);
        facts = facts.with(flush_shapes(hand, suit));
    }
    facts
}

/// 九蓮宝燈 and 大車輪 in a closed full flush.
fn flush_shapes(hand: &Hand, suit: usize) -> Features {
    const GATES: [u8; 9] = [3, 1, 1, 1, 1, 1, 1, 1, 3];
    let counts = &hand.all[suit * 9..suit * 9 + 9];
    let gates = counts.iter().zip(GATES).all(|(&n, least)| n >= least);
    let win = hand.win - suit * 9;
    let pure = gates && counts[win] == GATES[win] + 1;
    let wheel = counts[0] == 0 && counts[8] == 0 && counts[1..8].iter().all(|&n| n == 2);
    CHUUREN
        .when(gates)
        .with(CHUUREN_PURE.when(pure))
        .with(BIG_WHEEL.when(wheel))
}

/// Facts of one reading, those of the hand included.
pub fn of_reading(rules: &RuleSet, hand: &Hand, reading: &Reading) -> Features {
    let facts = hand.situation;
    match reading.shape {
        Shape::Standard => facts.with(of_sets(rules, hand, reading)),
        Shape::Pairs { fours } => {
            let form = [PAIRS_0, PAIRS_1, PAIRS_2, PAIRS_3][fours.min(3) as usize];
            facts.with(form).with(TANKI)
        }
        Shape::Kokushi => facts
            .with(KOKUSHI)
            .with(KOKUSHI_13.when(reading.wait == Wait::Thirteen)),
        Shape::Scattered { pair: true } => facts.with(SCATTERED_13),
        Shape::Scattered { pair: false } => facts.with(SCATTERED_14),
    }
}

fn of_sets(rules: &RuleSet, hand: &Hand, reading: &Reading) -> Features {
    // Sequences that are there at least once, twice, three and four times.
    let mut seqs = [0_u64; 4];
    let mut trips = 0_u64;
    let (mut ankou, mut kans, mut seq_count) = (0, 0, 0);
    let mut outside = hand::is_yaochuu(reading.pair as usize);
    for set in &reading.sets {
        outside &= set.is_outside();
        match set.form {
            Form::Seq => {
                let mut more = 1 << set.low;
                for times in &mut seqs {
                    (*times, more) = (*times | more, *times & more);
                }
                seq_count += 1;
            }
            Form::Trip | Form::Quad => {
                trips |= 1 << set.low;
                ankou += u32::from(set.concealed);
                kans += u32::from(set.form == Form::Quad);
            }
        }
    }
    let pair = reading.pair as usize;
    let pinfu = seq_count == 4 && reading.wait == Wait::TwoSided && pair_fu(rules, hand, pair) == 0;
    STANDARD
        .with(NO_SEQ.when(seq_count == 0))
        .with(HAS_SEQ.when(seq_count > 0))
        .with(PINFU.when(pinfu))
        .with(TANKI.when(reading.wait == Wait::Single))
        .with(OUTSIDE.when(outside))
        .with(ANKOU_3.when(ankou >= 3))
        .with(ANKOU_4.when(ankou == 4))
        .with(KAN_3.when(kans >= 3))
        .with(KAN_4.when(kans == 4))
        .with(if seq_count >= 2 {
            of_sequences(seqs)
        } else {
            Features::NONE
        })
        .with(if trips != 0 {
            of_triplets(rules, hand, trips, pair)
        } else {
            Features::NONE
        })
}

fn of_sequences([once, twice, thrice, four_times]: [u64; 4]) -> Features {
    const STRAIGHT_LOWS: u64 = 0b100_1001;
    let twins = twice.count_ones() + four_times.count_ones();
    let suits = suits(once);
    let straight = suits
        .iter()
        .any(|lows| lows & STRAIGHT_LOWS == STRAIGHT_LOWS);
    TWINS_1
        .when(twins >= 1)
        .with(TWINS_2.when(twins >= 2))
        .with(SAME_3.when(thrice != 0))
        .with(SAME_4.when(four_times != 0))
        .with(STRAIGHT.when(straight))
        .with(MIXED_SEQ.when(suits[0] & suits[1] & suits[2] != 0))
}

/// The bits of each numbered suit, from rank 1 on.
fn suits(kinds: u64) -> [u64; 3] {
    [kinds & SUIT, kinds >> 9 & SUIT, kinds >> 18 & SUIT]
}

fn of_triplets(rules: &RuleSet, hand: &Hand, trips: u64, pair: usize) -> Features {
    let has = |kind: usize| trips >> kind & 1 == 1;
    let suits = suits(trips);
    let run = |length: u32| {
        suits
            .iter()
            .any(|&suit| (1..length).fold(suit, |run, by| run & suit >> by) != 0)
    };
    let dragons = (trips >> HAKU & 0b111).count_ones();
    let winds = (trips >> EAST & 0b1111).count_ones();
    let wind_pair = (EAST..=NORTH).contains(&pair);
    MIXED_TRIP
        .when(suits[0] & suits[1] & suits[2] != 0)
        .with(CHAIN_3.when(run(3)))
        .with(CHAIN_4.when(run(4)))
        .with(TRIP_HAKU.when(has(HAKU)))
        .with(TRIP_HATSU.when(has(HAKU + 1)))
        .with(TRIP_CHUN.when(has(HAKU + 2)))
        .with(TRIP_ROUND.when(has(hand.round) && is_value_wind(rules, hand.round)))
        .with(TRIP_SEAT.when(has(hand.seat) && is_value_wind(rules, hand.seat)))
        .with(TRIP_NORTH.when(has(NORTH)))
        .with(DRAGONS_LITTLE.when(dragons == 2 && pair >= HAKU))
        .with(DRAGONS_BIG.when(dragons == 3))
        .with(WINDS_LITTLE.when(winds == 3 && wind_pair))
        .with(WINDS_BIG.when(winds == 4))
}

/// Whether a wind can be a round or seat wind: North only where it is an
/// ordinary wind.
fn is_value_wind(rules: &RuleSet, kind: usize) -> bool {
    kind != NORTH || rules.options.north == North::Wind
}

/// Fu of a pair: 2 for a value tile, and the option for a double wind.
pub fn pair_fu(rules: &RuleSet, hand: &Hand, pair: usize) -> u8 {
    if pair < EAST {
        return 0;
    }
    if pair >= HAKU {
        return 2;
    }
    let round = pair == hand.round && is_value_wind(rules, pair);
    let seat = pair == hand.seat && is_value_wind(rules, pair);
    let common = pair == NORTH && rules.options.north == North::Yakuhai;
    match (round && seat, round || seat || common) {
        (true, _) => rules.options.double_wind_pair_fu.clamp(0, 4) as u8,
        (false, true) => 2,
        (false, false) => 0,
    }
}
