//! All ways to read a complete hand.

use std::ops::Range;

use crate::rules::RuleSet;
use crate::score::feature;
use crate::score::hand::{Form, Hand, KINDS, Set, YAOCHUU, is_yaochuu};
use crate::score::item::ItemId;

/// The overall shape of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Four sets and a pair.
    Standard,
    /// Seven pairs, with this many fours counted as two pairs each.
    Pairs {
        /// Number of fours, 0–3.
        fours: u8,
    },
    /// Thirteen orphans.
    Kokushi,
    /// Unconnected tiles on the first turn.
    Scattered {
        /// One pair among them (十三不塔), or none (十四不塔).
        pair: bool,
    },
}

/// What the hand waited for, in this reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// 両面
    TwoSided,
    /// 嵌張
    Middle,
    /// 辺張
    Edge,
    /// 単騎
    Single,
    /// 双碰
    TwoPairs,
    /// 十三面
    Thirteen,
    /// None of these (十三不塔).
    Other,
}

impl Wait {
    /// The name in JSON; empty for a wait that no reading of sets has.
    pub const fn id(self) -> &'static str {
        match self {
            Wait::TwoSided => "ryanmen",
            Wait::Middle => "kanchan",
            Wait::Edge => "penchan",
            Wait::Single => "tanki",
            Wait::TwoPairs => "shanpon",
            Wait::Thirteen | Wait::Other => "",
        }
    }
}

/// One way to read a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The overall shape.
    pub shape: Shape,
    /// The sets: those in the hand in tile order, then those beside it in the
    /// order of the calls. Unused unless the shape is standard.
    pub sets: [Set; 4],
    /// Kind of the pair. Unused unless the shape is standard.
    pub pair: u8,
    /// The wait.
    pub wait: Wait,
    /// The set that the winning tile completed; `None` for the pair.
    pub won_set: Option<u8>,
}

impl Reading {
    fn whole(shape: Shape, wait: Wait) -> Reading {
        Reading {
            shape,
            sets: [Set::UNUSED; 4],
            pair: 0,
            wait,
            won_set: None,
        }
    }
}

/// Calls `visit` with every reading of the hand that the rules know.
pub fn each_reading(rules: &RuleSet, hand: &Hand, visit: &mut impl FnMut(&Reading)) {
    standard(hand, visit);
    if hand.meld_count > 0 {
        return;
    }
    if let Some(fours) = pairs(hand)
        && pairs_exist(rules, hand, fours)
    {
        visit(&Reading::whole(Shape::Pairs { fours }, Wait::Single));
    }
    if is_kokushi(hand) {
        let wait = match hand.concealed[hand.win] {
            2 => Wait::Thirteen,
            _ => Wait::Single,
        };
        visit(&Reading::whole(Shape::Kokushi, wait));
    }
    if let Some(pair) = scattered(rules, hand) {
        visit(&Reading::whole(Shape::Scattered { pair }, Wait::Other));
    }
}

/// Number of fours if every tile is paired.
fn pairs(hand: &Hand) -> Option<u8> {
    if hand.kinds.count_ones() > 7 {
        return None;
    }
    let mut fours = 0;
    let mut pairs = 0;
    for &n in &hand.concealed {
        if n % 2 == 1 {
            return None;
        }
        fours += u8::from(n == 4);
        pairs += n / 2;
    }
    (pairs == 7).then_some(fours)
}

/// Whether seven pairs with this many fours are a hand here: they have a
/// value of their own, or belong to 清一色七対子.
fn pairs_exist(rules: &RuleSet, hand: &Hand, fours: u8) -> bool {
    let yaku = [
        ItemId::Chiitoi,
        ItemId::ChiitoiQ1,
        ItemId::ChiitoiQ2,
        ItemId::ChiitoiQ3,
    ][fours.min(3) as usize];
    let flush = hand.situation.has(feature::ONE_SUIT) && !hand.situation.has(feature::HAS_HONOR);
    rules.value(yaku).closed != 0 || (flush && rules.value(ItemId::ChinitsuChiitoi).closed != 0)
}

fn is_kokushi(hand: &Hand) -> bool {
    // Thirteen different kinds among fourteen tiles leave exactly one pair.
    hand.kinds == YAOCHUU
}

/// Whether the hand is 十三不塔 (`Some(true)`) or 十四不塔 (`Some(false)`).
fn scattered(rules: &RuleSet, hand: &Hand) -> Option<bool> {
    let needs = feature::FIRST_TURN
        .with(feature::TSUMO)
        .with(feature::NO_MELDS);
    if !hand.situation.has(needs) {
        return None;
    }
    let counts = &hand.concealed;
    let mut pairs = 0;
    for (kind, &n) in counts.iter().enumerate() {
        if n > 2 {
            return None;
        }
        pairs += u8::from(n == 2);
        let near = |by: usize| kind < 27 && kind % 9 + by < 9 && counts[kind + by] > 0;
        if n > 0 && (near(1) || near(2)) {
            return None;
        }
    }
    let yaku = [ItemId::Shiisuupuuta, ItemId::Shiisanpuuta];
    let pair = pairs == 1;
    (pairs <= 1 && rules.value(yaku[usize::from(pair)]).closed != 0).then_some(pair)
}

/// The kinds among which the pair must be: those of the one suit (or the
/// honors) whose tiles are two more than sets take. `None` if there is no such
/// suit, or another has tiles left over.
fn pair_kinds(counts: &[u8; KINDS]) -> Option<Range<usize>> {
    let mut pair = None;
    for from in [0, 9, 18, 27] {
        let kinds = from..KINDS.min(from + 9);
        match counts[kinds.clone()].iter().sum::<u8>() % 3 {
            0 => {}
            2 if pair.is_none() => pair = Some(kinds),
            _ => return None,
        }
    }
    pair
}

/// Enumerates sets and pair, then the places of the winning tile.
fn standard(hand: &Hand, visit: &mut impl FnMut(&Reading)) {
    let Some(kinds) = pair_kinds(&hand.concealed) else {
        return;
    };
    let in_hand = 4 - hand.meld_count;
    let mut search = Search {
        hand,
        counts: hand.concealed,
        sets: [Set::UNUSED; 4],
        found: 0,
        in_hand,
        pair: 0,
    };
    for pair in kinds {
        if search.counts[pair] >= 2 {
            search.counts[pair] -= 2;
            search.pair = pair as u8;
            search.extend(0, true, visit);
            search.counts[pair] += 2;
        }
    }
}

struct Search<'a> {
    hand: &'a Hand,
    counts: [u8; KINDS],
    sets: [Set; 4],
    found: usize,
    in_hand: usize,
    pair: u8,
}

impl Search<'_> {
    /// Takes sets from the lowest kind on. At one kind a triplet is taken
    /// before sequences (`triplet`), so that no split is found twice.
    fn extend(&mut self, from: usize, triplet: bool, visit: &mut impl FnMut(&Reading)) {
        let Some(kind) = self.next(from) else {
            if self.found == self.in_hand {
                self.place(visit);
            }
            return;
        };
        if self.found == self.in_hand {
            return;
        }
        if (triplet || kind > from) && self.counts[kind] >= 3 {
            self.counts[kind] -= 3;
            self.take(kind, Form::Trip, visit);
            self.counts[kind] += 3;
        }
        let can_run = kind < 27 && kind % 9 <= 6;
        if can_run && self.counts[kind + 1] > 0 && self.counts[kind + 2] > 0 {
            (kind..kind + 3).for_each(|kind| self.counts[kind] -= 1);
            self.take(kind, Form::Seq, visit);
            (kind..kind + 3).for_each(|kind| self.counts[kind] += 1);
        }
    }

    /// The lowest kind left, from this one on.
    fn next(&self, from: usize) -> Option<usize> {
        let mut kinds = self.hand.kinds >> from << from;
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as usize;
            if self.counts[kind] > 0 {
                return Some(kind);
            }
            kinds &= kinds - 1;
        }
        None
    }

    fn take(&mut self, kind: usize, form: Form, visit: &mut impl FnMut(&Reading)) {
        self.sets[self.found] = Set {
            low: kind as u8,
            form,
            concealed: true,
        };
        self.found += 1;
        self.extend(kind, form == Form::Trip, visit);
        self.found -= 1;
    }

    /// Visits one reading for each set that the winning tile can complete.
    fn place(&self, visit: &mut impl FnMut(&Reading)) {
        let win = self.hand.win;
        let mut base = Reading {
            shape: Shape::Standard,
            sets: self.sets,
            pair: self.pair,
            wait: Wait::Single,
            won_set: None,
        };
        base.sets[self.in_hand..].copy_from_slice(self.hand.melds());
        for at in 0..self.in_hand {
            let set = self.sets[at];
            if !set.has(win) || self.sets[..at].contains(&set) {
                continue;
            }
            let mut reading = base;
            reading.won_set = Some(at as u8);
            reading.wait = match (set.form, win - set.low as usize, set.low % 9) {
                (Form::Seq, 1, _) => Wait::Middle,
                (Form::Seq, 2, 0) | (Form::Seq, 0, 6) => Wait::Edge,
                (Form::Seq, ..) => Wait::TwoSided,
                _ => Wait::TwoPairs,
            };
            if self.hand.is_ron() && set.form == Form::Trip {
                reading.sets[at].concealed = false;
            }
            visit(&reading);
        }
        // The pair last: of readings worth the same the first is kept.
        if self.pair as usize == win {
            visit(&base);
        }
    }
}

/// Whether a kind could belong to a set, a pair or 国士無双 with what the hand
/// holds besides its winning tile: a cheap test before the full one.
pub fn joins(hand: &Hand, kind: usize) -> bool {
    let has = |kind: usize| hand.concealed[kind] > u8::from(kind == hand.win);
    let rank = kind % 9;
    let suited = kind < 27;
    has(kind)
        || (suited && rank >= 2 && has(kind - 1) && has(kind - 2))
        || (suited && (1..=7).contains(&rank) && has(kind - 1) && has(kind + 1))
        || (suited && rank <= 6 && has(kind + 1) && has(kind + 2))
        || (hand.meld_count == 0 && (0..KINDS).all(|kind| !has(kind) || is_yaochuu(kind)))
}

/// The kinds that would complete the hand without its winning tile, as bits:
/// kinds of this wall, except one of which the hand already holds four.
pub fn waits(rules: &RuleSet, hand: &Hand) -> u64 {
    let mut waits = 0;
    for kind in 0..KINDS {
        let held = hand.all[kind] - u8::from(kind == hand.win);
        if rules.derived.kinds >> kind & 1 == 0 || held >= 4 || !joins(hand, kind) {
            continue;
        }
        let mut complete = false;
        each_reading(rules, &hand.completed_by(kind), &mut |_| complete = true);
        if complete {
            waits |= 1 << kind;
        }
    }
    waits
}
