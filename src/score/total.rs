//! What a list of lines makes: folds over the list, and nothing else.

use std::borrow::Cow;

use crate::rules::RuleSet;
use crate::rules::value::{Amount, Scheme, SevenStage, TsumoShare};
use crate::score::fu::Fu;
use crate::score::item::{ItemId, Unit};
use crate::score::lines::{Line, Lines};

/// Base points of a mangan (a child's ron pays four times as much).
pub const MANGAN: i32 = 2000;
/// Base points of a yakuman.
pub const YAKUMAN: i32 = 8000;

/// The result of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// What each payer pays; with han and fu what the winner receives.
    pub total: i32,
    /// Base points (han and fu only).
    pub base: i32,
    /// Sum of han.
    pub han: i32,
    /// Fu, rounded.
    pub fu: u32,
    /// Yakuman units of the hand itself.
    pub units: i32,
    /// The limit reached.
    pub limit: Limit,
    /// The bracket before rounding.
    pub raw: i32,
    /// The bracket after rounding.
    pub rounded: i32,
}

/// A limit reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// None.
    #[default]
    None,
    /// 満貫
    Mangan,
    /// 跳満
    Haneman,
    /// 倍満
    Baiman,
    /// 三倍満
    Sanbaiman,
    /// 数え役満
    Counted,
    /// 役満, this many times.
    Yakuman(i32),
}

/// The name of a limit, empty for none.
pub fn limit_name(limit: Limit) -> Cow<'static, str> {
    Cow::Borrowed(match limit {
        Limit::None => "",
        Limit::Mangan => "満貫",
        Limit::Haneman => "跳満",
        Limit::Baiman => "倍満",
        Limit::Sanbaiman => "三倍満",
        Limit::Counted => "数え役満",
        Limit::Yakuman(1) => "役満",
        Limit::Yakuman(units) => return Cow::Owned(format!("{units}倍役満")),
    })
}

/// Who wins how, as far as payment depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Payment {
    /// The winner deals.
    pub dealer: bool,
    /// Won by ron.
    pub ron: bool,
    /// 本場
    pub honba: i32,
}

/// Adds up a list.
pub fn total(rules: &RuleSet, lines: &Lines, fu: &Fu, payment: Payment) -> Total {
    match rules.options.scheme {
        Scheme::Points => points(rules, lines),
        Scheme::Bracket => bracket(rules, lines, payment),
        Scheme::HanFu => han_fu(rules, lines, fu, payment),
    }
}

/// Points add up in order; a multiplier applies to what stands before it.
fn points(rules: &RuleSet, lines: &Lines) -> Total {
    let worth = rules.options.yakuman_points.max(1);
    let yakuman = lines
        .as_slice()
        .iter()
        .filter(|line| rules.value(line.id).yakuman);
    let units = yakuman.map(|line| line.value / worth).sum();
    let total = lines
        .as_slice()
        .iter()
        .fold(0, |sum, line| match line.unit {
            Unit::Mult => sum * line.value,
            _ => sum + line.value,
        });
    Total {
        total,
        units,
        ..Total::default()
    }
}

/// Rounds up to a multiple of `unit`.
pub fn round_up(value: i32, unit: i32) -> i32 {
    (value + unit - 1).div_euclid(unit) * unit
}

fn bracket(rules: &RuleSet, lines: &Lines, payment: Payment) -> Total {
    let options = &rules.options;
    let units = lines.sum(Unit::Yakuman);
    let inside = [Unit::Base, Unit::Han, Unit::Gari, Unit::Honba];
    let bracket: i32 = inside.iter().map(|&unit| lines.sum(unit)).sum::<i32>() * 4;
    let yakuman = units * options.yakuman_points;
    let raw = bracket + yakuman;
    let rounded = round_up(raw, 10);
    let mult = lines.as_slice().iter().find(|line| line.unit == Unit::Mult);
    let mult = mult.map_or(1, |line| line.value);
    let on_yakuman = if options.seven_on_yakuman { mult } else { 1 };
    let points = match options.seven_stage {
        SevenStage::AfterRounding => round_up(bracket, 10) * mult + yakuman * on_yakuman,
        SevenStage::BeforeRounding => round_up(bracket * mult + yakuman * on_yakuman, 10),
    };
    let mut bonus = lines.sum(Unit::Bonus);
    if options.seven_on_bonus {
        bonus *= mult;
    }
    if !payment.ron && !options.bonus_per_payer {
        bonus = round_up(bonus, 20) / 2;
    }
    Total {
        total: points + bonus,
        han: lines.sum(Unit::Han),
        units,
        raw,
        rounded,
        ..Total::default()
    }
}

fn han_fu(rules: &RuleSet, lines: &Lines, fu: &Fu, payment: Payment) -> Total {
    let han = lines.sum(Unit::Han);
    let yakuman = lines.sum(Unit::Yakuman);
    let penalty = lines
        .as_slice()
        .iter()
        .find(|line| line.id == ItemId::OpenDealin);
    let penalty_units = match penalty {
        Some(line) if line.unit == Unit::Yakuman => line.value,
        _ => 0,
    };
    let flat = lines.as_slice().iter().find(|line| line.unit == Unit::Flat);
    let counts_fu = yakuman == penalty_units && flat.is_none();
    let fu = if counts_fu { fu.total() } else { 0 };
    let (base, limit) = match flat {
        Some(line) => flat_base(rules, line, payment),
        None if yakuman > 0 => (YAKUMAN * yakuman, Limit::Yakuman(yakuman)),
        None => base(rules, han, fu),
    };
    let (ron, dealer_share, child_share) = shares(rules, base, payment);
    let payers = rules.options.players - 1;
    let received = match (payment.ron, payment.dealer) {
        (true, _) => ron,
        (false, true) => child_share * payers,
        (false, false) => dealer_share + child_share * (payers - 1),
    };
    Total {
        total: received + lines.sum(Unit::Bonus),
        base,
        han,
        fu,
        units: yakuman - penalty_units,
        limit,
        ..Total::default()
    }
}

/// Base points of a flat hand.
fn flat_base(rules: &RuleSet, line: &Line, payment: Payment) -> (i32, Limit) {
    let amount = match line.id {
        ItemId::Renhou => rules.options.renhou,
        _ => Amount::Baiman,
    };
    match amount {
        Amount::Mangan => (MANGAN, Limit::Mangan),
        Amount::Baiman => (MANGAN * 2, Limit::Baiman),
        Amount::Points(points) => {
            // What the winner of a ron receives is the stated number.
            let times = if payment.dealer { 6 } else { 4 };
            (points / times, Limit::None)
        }
        _ => (YAKUMAN, Limit::Yakuman(1)),
    }
}

/// Base points of han and fu.
pub fn base(rules: &RuleSet, han: i32, fu: u32) -> (i32, Limit) {
    let kazoe = rules.options.kazoe;
    match han {
        _ if kazoe > 0 && han >= kazoe => (YAKUMAN, Limit::Counted),
        11.. => (MANGAN * 3, Limit::Sanbaiman),
        8.. => (MANGAN * 2, Limit::Baiman),
        6.. => (MANGAN * 3 / 2, Limit::Haneman),
        5 => (MANGAN, Limit::Mangan),
        _ => {
            let base = (fu as i32) << (2 + han.max(0));
            let rounded_up = rules.options.kiriage && base >= 1920;
            if base >= MANGAN || rounded_up {
                (MANGAN, Limit::Mangan)
            } else {
                (base, Limit::None)
            }
        }
    }
}

/// What is paid on ron, and on tsumo by the dealer and by a child, honba
/// included.
pub fn shares(rules: &RuleSet, base: i32, payment: Payment) -> (i32, i32, i32) {
    let [honba_ron, honba_each] = rules.options.honba;
    let times = if payment.dealer { 6 } else { 4 };
    let ron = round_up(base * times, 100) + payment.honba * honba_ron;
    let (mut dealer, mut child) = match payment.dealer {
        true => (0, base * 2),
        false => (base * 2, base),
    };
    let absent = rules.options.players == 3 && rules.options.tsumo == TsumoShare::SplitNorth;
    if absent {
        // The absent player would have paid a child's share.
        let half = if payment.dealer { base } else { base / 2 };
        dealer += half;
        child += half;
    }
    let each = payment.honba * honba_each;
    let share = |points: i32| round_up(points, 100) + each;
    (ron, share(dealer), share(child))
}
