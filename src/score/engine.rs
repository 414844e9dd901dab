//! Every reading priced, best first.

use crate::rules::RuleSet;
use crate::rules::value::Scheme;
use crate::score::chips::{self, ChipLines, Chips};
use crate::score::fault::{Fault, FaultId};
use crate::score::feature::DEALER;
use crate::score::fu::{self, Fu};
use crate::score::gate;
use crate::score::hand::{Hand, KINDS, tile};
use crate::score::input::{HandInput, RonOn};
use crate::score::item::{ItemId, ItemSet};
use crate::score::lines::{Common, Lines};
use crate::score::split::{self, Reading, Shape};
use crate::score::tally::Tally;
use crate::score::total::{self, Payment, Total};
use crate::score::{build, check, yaku};
use crate::tile::Tile;

/// A priced reading.
#[derive(Clone, Copy, Debug)]
pub struct Priced {
    /// The reading.
    pub reading: Reading,
    /// Its lines.
    pub lines: Lines,
    /// Its fu.
    pub fu: Fu,
    /// What they make.
    pub total: Total,
    /// Its chip lines.
    pub chip_lines: ChipLines,
    /// Chips from each payer.
    pub chips: i32,
    /// What is compared: payment (chips at their value), then yakuman units
    /// where the rules put them first, han and fu.
    pub worth: (i32, i32, i32, u32),
}

/// The readings of a hand that differ in their lines, best first; of readings
/// worth the same the one found first.
#[derive(Clone, Debug)]
pub struct Ranking(Vec<Priced>);

impl Ranking {
    fn new() -> Ranking {
        // Most hands have no more than two.
        Ranking(Vec::with_capacity(2))
    }

    /// Files a reading unless one with the same lines is there.
    fn add(&mut self, priced: &Priced) {
        let same = |other: &Priced| {
            other.worth == priced.worth && other.lines.as_slice() == priced.lines.as_slice()
        };
        if !self.0.iter().any(same) {
            let at = self.0.partition_point(|other| other.worth >= priced.worth);
            self.0.insert(at, *priced);
        }
    }

    /// The best reading; every ranking that leaves this module has one.
    pub fn best(&self) -> &Priced {
        &self.0[0]
    }

    /// The others.
    pub fn rivals(&self) -> &[Priced] {
        &self.0[1..]
    }
}

/// The readings of a hand and the hand they were read from.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The hand; its winning tile is what a wild one stands for.
    pub hand: Hand,
    /// The readings.
    pub ranking: Ranking,
    /// What a wild 白 stands for; `None` where it is used as 白.
    pub almighty_as: Option<Tile>,
}

/// Checks an input and ranks its readings.
///
/// # Errors
/// As [`crate::score::score`].
pub fn ranked(rules: &RuleSet, input: &HandInput) -> Result<Ranked, Vec<Fault>> {
    let tally = Tally::of(input);
    let faults = check::check(rules, input, &tally);
    if !faults.is_empty() {
        return Err(faults);
    }
    let hand = Hand::new(rules, input, &tally);
    if is_wild(rules, input) {
        return ranked_wild(rules, input, hand);
    }
    Ok(Ranked {
        ranking: ranking(rules, input, &hand)?,
        hand,
        almighty_as: None,
    })
}

/// The stand-in for a wild 白 that pays most; of those that pay the same the
/// lowest kind. `plain` is the hand with the tile used as 白.
fn ranked_wild(rules: &RuleSet, input: &HandInput, plain: Hand) -> Result<Ranked, Vec<Fault>> {
    let mut best: Option<Ranked> = None;
    for kind in 0..KINDS {
        if !split::joins(&plain, kind) || !may_stand_for(rules, input, kind) {
            continue;
        }
        let hand = plain.completed_by(kind);
        let Ok(ranking) = ranking(rules, input, &hand) else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|best| ranking.best().worth > best.ranking.best().worth)
        {
            best = Some(Ranked {
                hand,
                ranking,
                // Used as 白 it stands for nothing else.
                almighty_as: (kind != Tile::HAKU.index()).then(|| tile(kind)),
            });
        }
    }
    best.ok_or_else(|| {
        // The reason is that of the plain 白.
        ranking(rules, input, &plain)
            .err()
            .unwrap_or_else(|| vec![Fault::new(FaultId::NotWinningShape)])
    })
}

/// Whether the winning tile is a wild 白: drawn as the ippatsu tsumo.
fn is_wild(rules: &RuleSet, input: &HandInput) -> bool {
    rules.options.almighty_white
        && input.win_tile == Tile::HAKU
        && input.riichi > 0
        && input.ippatsu
        && input.win == crate::score::Win::Tsumo
}

/// Whether the wild tile may stand for a kind: one of this wall, and no fifth
/// copy of what the winner already holds four times.
fn may_stand_for(rules: &RuleSet, input: &HandInput, kind: usize) -> bool {
    if kind == Tile::HAKU.index() {
        return true;
    }
    if rules.derived.kinds >> kind & 1 == 0 {
        return false;
    }
    let in_melds = input.melds.iter().flat_map(|meld| &meld.tiles);
    let held = input.concealed.iter().chain(in_melds).chain(&input.gari);
    let held = held.filter(|tile| tile.kind() == Some(kind)).count();
    held < 4 || rules.options.almighty_fifth_copy
}

/// The ranking of a hand; never an empty one.
fn ranking(rules: &RuleSet, input: &HandInput, hand: &Hand) -> Result<Ranking, Vec<Fault>> {
    let mut ranking = Ranking::new();
    let outcome = each_priced(rules, input, hand, &mut |priced| ranking.add(priced));
    if let Some(fault) = outcome.fault(rules, hand) {
        return Err(fault);
    }
    match ranking.0.is_empty() {
        true => Err(vec![Fault::new(FaultId::NotWinningShape)]),
        false => Ok(ranking),
    }
}

/// What was met while going through the readings.
#[derive(Clone, Copy, Default)]
struct Outcome {
    complete: bool,
    gari_allowed: bool,
    validated: bool,
    late: bool,
}

impl Outcome {
    fn fault(self, rules: &RuleSet, hand: &Hand) -> Option<Vec<Fault>> {
        if !self.complete {
            let mut faults = vec![not_winning(rules, hand)];
            faults.extend(gari_fault(rules, hand));
            return Some(faults);
        }
        if !self.gari_allowed {
            return Some(gari_fault(rules, hand).into_iter().collect());
        }
        gate::refusal(rules, hand, self.validated, self.late).map(|fault| vec![fault])
    }
}

/// No reading: says what the other thirteen tiles wait for.
fn not_winning(rules: &RuleSet, hand: &Hand) -> Fault {
    let waits = split::waits(rules, hand);
    if waits == 0 {
        return Fault::new(FaultId::NotWinningShape).because(
            "上がり牌を除いた13枚がテンパイしていません",
            "the other thirteen tiles wait for nothing",
        );
    }
    let tiles = (0..KINDS).filter(|kind| waits >> kind & 1 == 1).map(tile);
    Fault::about(FaultId::NotWinningShape, tiles)
        .because("残り13枚の待ち", "the other thirteen tiles wait for")
}

fn gari_fault(rules: &RuleSet, hand: &Hand) -> Option<Fault> {
    let held = hand.kinds & rules.derived.gari.0;
    let tiles = (0..KINDS).filter(|kind| held >> kind & 1 == 1).map(tile);
    (held != 0 && !rules.options.gari_free).then(|| Fault::about(FaultId::GariInHand, tiles))
}

/// Prices every reading that may win and hands it to `visit`.
fn each_priced(
    rules: &RuleSet,
    input: &HandInput,
    hand: &Hand,
    visit: &mut impl FnMut(&Priced),
) -> Outcome {
    let common = Common::of(rules, hand);
    let chips = chips::count(rules, hand, &common, &input.arisu_flips);
    let mut outcome = Outcome::default();
    split::each_reading(rules, hand, &mut |reading| {
        if input.ron_on != RonOn::Discard && reading.shape != Shape::Kokushi {
            return;
        }
        outcome.complete = true;
        let found = yaku::found(rules, hand, reading);
        if !may_hold_gari(rules, hand, reading, found, &common) {
            return;
        }
        outcome.gari_allowed = true;
        let valid = gate::validating(rules, hand, reading, found);
        if valid.is_empty() && !menzen_suffices(rules, hand) {
            outcome.late |= !found.and(yaku::VALUE_TRIPLETS).is_empty();
            return;
        }
        outcome.validated = true;
        for found in alternatives(rules, found).into_iter().flatten() {
            visit(&price(rules, hand, &common, &chips, reading, found));
        }
    });
    outcome
}

/// Under `menzen_is_yaku` the point for a closed hand is enough.
fn menzen_suffices(rules: &RuleSet, hand: &Hand) -> bool {
    rules.options.menzen_is_yaku && hand.is_closed()
}

/// Pulled kinds stay in the hand only for the yakuman that the rules name;
/// where they cannot be discarded, nothing but 国士 can take one from another
/// player.
fn may_hold_gari(
    rules: &RuleSet,
    hand: &Hand,
    reading: &Reading,
    found: ItemSet,
    common: &Common,
) -> bool {
    let options = &rules.options;
    if !common.gari_in_hand || options.gari_free {
        return true;
    }
    if found.and(options.gari_hands).is_empty() {
        return false;
    }
    if options.gari_callable || reading.shape == Shape::Kokushi {
        return true;
    }
    let gari = rules.derived.gari;
    let taken = hand.is_ron() && gari.has_kind(hand.win);
    let called = |set: &crate::score::hand::Set| !set.concealed && gari.has_kind(set.low as usize);
    !taken && !hand.melds().iter().any(called)
}

/// With flat hands in play the flat value and the hand's own are two
/// candidates; otherwise there is one.
fn alternatives(rules: &RuleSet, found: ItemSet) -> [Option<ItemSet>; 2] {
    let flat = found.and(rules.derived.flat);
    if flat.is_empty() || rules.options.scheme != Scheme::HanFu {
        return [Some(found), None];
    }
    let own = found.minus(flat);
    [Some(flat), (!own.is_empty()).then_some(own)]
}

fn price(
    rules: &RuleSet,
    hand: &Hand,
    common: &Common,
    chips: &Chips,
    reading: &Reading,
    found: ItemSet,
) -> Priced {
    let lines = build::lines(rules, hand, common, reading, found);
    let fu = match rules.options.scheme {
        Scheme::HanFu => fu::count(rules, hand, reading, found.has(ItemId::Pinfu)),
        _ => Fu::none(),
    };
    let payment = Payment {
        dealer: hand.situation.has(DEALER),
        ron: hand.is_ron(),
        honba: hand.honba,
    };
    let total = total::total(rules, &lines, &fu, payment);
    let chip_lines = chips.lines(rules, hand, total.units);
    let chips = chips::total(&chip_lines);
    let value = rules.options.chip_value.unwrap_or(0);
    Priced {
        reading: *reading,
        lines,
        fu,
        total,
        chip_lines,
        chips,
        worth: (
            total.total + value * chips,
            if rules.options.yakuman_first {
                total.units
            } else {
                0
            },
            total.han,
            total.fu,
        ),
    }
}
