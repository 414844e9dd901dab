//! May this hand win at all? 一翻縛り, 完全先付 and 片アガリ.

use crate::rules::RuleSet;
use crate::rules::value::Atozuke;
use crate::score::fault::{Fault, FaultId};
use crate::score::feature::CHANKAN;
use crate::score::hand::{CHUN, Form, HAKU, HATSU, Hand, KINDS, NORTH, tile};
use crate::score::item::{ItemId, ItemSet};
use crate::score::mpsz;
use crate::score::split::{self, Reading, Shape};
use crate::score::yaku::{self, VALUE_TRIPLETS};

/// Yaku that count but cannot be the only one under 完全先付.
const NEVER_ALONE: ItemSet = ItemSet::of(&[
    ItemId::MenzenTsumo,
    ItemId::Haitei,
    ItemId::Houtei,
    ItemId::Rinshan,
]);

/// The yaku of a reading that make the hand valid, out of those found.
pub fn validating(rules: &RuleSet, hand: &Hand, reading: &Reading, found: ItemSet) -> ItemSet {
    let valid = found.minus(late_triplets(hand, reading, found));
    match rules.options.atozuke {
        Atozuke::Allowed => found,
        Atozuke::MultiWait => valid,
        Atozuke::Forbidden => {
            let valid = valid.minus(NEVER_ALONE);
            match rules.options.sakizuke_chankan_validates {
                true => valid,
                false => valid.minus(ItemSet::of(&[ItemId::Chankan])),
            }
        }
    }
}

/// Value triplets that are neither concealed nor the first call. One that the
/// winning tile completes is in time only in a hand without calls.
fn late_triplets(hand: &Hand, reading: &Reading, found: ItemSet) -> ItemSet {
    let values = found.and(VALUE_TRIPLETS);
    if values.is_empty() || hand.is_closed() || !hand.call_order_known {
        return ItemSet::EMPTY;
    }
    if reading.shape != Shape::Standard {
        return ItemSet::EMPTY;
    }
    let in_hand = 4 - hand.meld_count;
    let first_call = hand.melds().iter().position(|set| !set.concealed);
    let in_time = |at: usize| {
        let completed = reading.won_set == Some(at as u8);
        match at < in_hand {
            true => !completed,
            false => reading.sets[at].concealed || first_call == Some(at - in_hand),
        }
    };
    let mut late = ItemSet::EMPTY;
    for (at, set) in reading.sets.iter().enumerate() {
        if set.form != Form::Seq && !in_time(at) {
            late = late.or(values.and(triplet_yaku(hand, set.low as usize)));
        }
    }
    late
}

/// The yaku that a triplet of a kind can be.
fn triplet_yaku(hand: &Hand, kind: usize) -> ItemSet {
    let mut yaku = ItemSet::EMPTY;
    match kind {
        HAKU => yaku.insert(ItemId::Haku),
        HATSU => yaku.insert(ItemId::Hatsu),
        CHUN => yaku.insert(ItemId::Chun),
        NORTH => yaku.insert(ItemId::NorthCommon),
        _ => {}
    }
    if kind == hand.round {
        yaku.insert(ItemId::RoundWindYaku);
    }
    if kind == hand.seat {
        yaku.insert(ItemId::SeatWindYaku);
    }
    yaku
}

/// Why the hand may not win, or nothing: `validated` is whether some reading
/// has a validating yaku, `late_yaku` whether one without had value triplets.
pub fn refusal(rules: &RuleSet, hand: &Hand, validated: bool, late_yaku: bool) -> Option<Fault> {
    if !validated {
        return Some(match late_yaku {
            true => late(hand),
            false => no_yaku(hand),
        });
    }
    match rules.options.atozuke {
        Atozuke::Allowed => {}
        Atozuke::Forbidden if hand.is_ron() || !hand.is_closed() => {
            if let Some(fault) = every_wait_validates(rules, hand) {
                return Some(fault);
            }
        }
        Atozuke::Forbidden => {}
        Atozuke::MultiWait if hand.is_ron() => {
            if let Some(fault) = common_yaku(rules, hand) {
                return Some(fault);
            }
        }
        Atozuke::MultiWait => {}
    }
    single_wait_chankan(rules, hand)
}

fn no_yaku(hand: &Hand) -> Fault {
    let (ja, en) = match hand.is_closed() {
        true => (
            "リーチも手役も付いていません",
            "no riichi and no yaku in the tiles",
        ),
        false => (
            "鳴いた手で成立する役がありません",
            "no yaku that an open hand can have",
        ),
    };
    Fault::new(FaultId::NoYaku).because(ja, en)
}

fn late(hand: &Hand) -> Fault {
    let value = |kind: usize| !triplet_yaku(hand, kind).is_empty();
    let called = hand
        .melds()
        .iter()
        .any(|set| !set.concealed && value(set.low as usize));
    if !called && value(hand.win) && hand.concealed[hand.win] == 3 {
        return Fault::about(FaultId::SakizukeCallOrder, [tile(hand.win)]).because(
            "鳴いた手の役牌が和了牌で揃っています",
            "in an open hand the value triplet came only with the winning tile",
        );
    }
    let calls = hand.melds().iter().filter(|set| !set.concealed);
    let first = calls.map(|set| tile(set.low as usize)).next();
    Fault::about(FaultId::SakizukeCallOrder, first).because(
        "最初の鳴きが役牌ではありません",
        "the first call was no value triplet",
    )
}

fn single_wait_chankan(rules: &RuleSet, hand: &Hand) -> Option<Fault> {
    if !rules.options.chankan_single_wait_only || !hand.situation.has(CHANKAN) {
        return None;
    }
    let waits = split::waits(rules, hand);
    (waits.count_ones() > 1).then(|| {
        Fault::about(FaultId::ChankanMultiWait, kinds(waits)).because(
            format!("{}の{}種待ち", names(waits), waits.count_ones()),
            format!("it waits for {}", names(waits)),
        )
    })
}

fn kinds(bits: u64) -> impl Iterator<Item = crate::tile::Tile> {
    (0..KINDS)
        .filter(move |kind| bits >> kind & 1 == 1)
        .map(tile)
}

/// The validating yaku over all readings of the hand completed by a kind.
fn yaku_on(rules: &RuleSet, hand: &Hand, kind: usize) -> ItemSet {
    let hand = hand.completed_by(kind);
    let mut all = ItemSet::EMPTY;
    split::each_reading(rules, &hand, &mut |reading| {
        let found = yaku::found(rules, &hand, reading);
        all = all.or(validating(rules, &hand, reading, found));
    });
    all
}

/// Yaku that do not depend on the tiles, so that they are there on every wait.
const ON_EVERY_WAIT: ItemSet = ItemSet::of(&[
    ItemId::Riichi,
    ItemId::DoubleRiichi,
    ItemId::Ippatsu,
    ItemId::Houtei,
    ItemId::Chankan,
    ItemId::Renhou,
]);

/// 完全先付: every wait must give a validating yaku.
fn every_wait_validates(rules: &RuleSet, hand: &Hand) -> Option<Fault> {
    let here = yaku_on(rules, hand, hand.win);
    if !here.and(ON_EVERY_WAIT).is_empty() {
        return None;
    }
    let waits = split::waits(rules, hand);
    let mut without = 0;
    for kind in (0..KINDS).filter(|kind| waits >> kind & 1 == 1) {
        if yaku_on(rules, hand, kind).is_empty() {
            without |= 1 << kind;
        }
    }
    (without != 0).then(|| {
        Fault::about(FaultId::SakizukeWait, kinds(without)).because(
            format!("{}待ちでは役がない", names(without)),
            format!("no yaku on a wait for {}", names(without)),
        )
    })
}

/// 片アガリ: with several waits some yaku must be there on all of them.
fn common_yaku(rules: &RuleSet, hand: &Hand) -> Option<Fault> {
    let here = yaku_on(rules, hand, hand.win);
    if !here.and(ON_EVERY_WAIT).is_empty() {
        return None;
    }
    let waits = split::waits(rules, hand);
    if waits.count_ones() <= 1 {
        return None;
    }
    if here.has(ItemId::Pinfu) && rules.options.multi_wait_pinfu_exempt {
        return None;
    }
    let on_waits: Vec<(usize, ItemSet)> = (0..KINDS)
        .filter(|kind| waits >> kind & 1 == 1)
        .map(|kind| (kind, as_kinds(rules, yaku_on(rules, hand, kind))))
        .collect();
    let common = on_waits
        .iter()
        .fold(as_kinds(rules, here), |common, (_, yaku)| common.and(*yaku));
    common.is_empty().then(|| {
        let (ja, en) = missing(here, &on_waits);
        Fault::about(FaultId::MultiWait, kinds(waits)).because(ja, en)
    })
}

/// Which yaku of the win is not there on which wait.
fn missing(here: ItemSet, on_waits: &[(usize, ItemSet)]) -> (String, String) {
    let one = |yaku: ItemId| {
        let kind = match VALUE_TRIPLETS.has(yaku) {
            true => ItemId::Haku,
            false => yaku,
        };
        let absent = on_waits.iter().filter(|(_, there)| !there.has(kind));
        let absent = names(absent.fold(0, |bits, (wait, _)| bits | 1 << wait));
        (
            format!("{}は{absent}待ちでは付かない", yaku.name_ja()),
            format!("{} is not there on a wait for {absent}", yaku.name_en()),
        )
    };
    let (ja, en): (Vec<_>, Vec<_>) = here.iter().map(one).unzip();
    (ja.join("、"), en.join("; "))
}

/// Kinds as a person writes them, such as `36m`.
fn names(bits: u64) -> String {
    mpsz::print(&kinds(bits).collect::<Vec<_>>())
}

/// A yaku stands for all it contains, and value triplets for one another.
fn as_kinds(rules: &RuleSet, yaku: ItemSet) -> ItemSet {
    let mut kinds = yaku;
    for yaku in yaku.iter() {
        kinds = kinds.or(rules.derived.contains[yaku.index()]);
    }
    match kinds.and(VALUE_TRIPLETS).is_empty() {
        true => kinds,
        false => kinds.minus(VALUE_TRIPLETS).or(ItemSet::of(&[ItemId::Haku])),
    }
}
