//! The end of a game: who is out, 焼き鳥, オカ and ウマ, the West round.

use crate::rules::RuleSet;
use crate::rules::value::{Bust, Uma, Yakitori};
use crate::score::sheet::BySeat;
use crate::seat::Seat;
use crate::settle::event::{DealerResult, EndItem, EventFault, Outcome};
use crate::settle::hand::pot;

/// What all birds together (or each of them) pay.
const YAKITORI_POT: i32 = 20;

/// Who is out, and what they pay the one who put them out.
pub fn bust(rules: &RuleSet, points: &BySeat, winner: Option<Seat>) -> Outcome {
    let out = |points: i32| match rules.options.bust {
        Bust::Lt0 => points < 0,
        Bust::Le0 => points <= 0,
        Bust::None => false,
    };
    let busted = points.iter().filter(|(_, points)| out(*points));
    let busted: Vec<Seat> = busted.map(|(seat, _)| seat).collect();
    let mut deltas = BySeat::zero(rules.players());
    if let Some(winner) = winner {
        for &seat in busted.iter().filter(|seat| **seat != winner) {
            deltas.add(seat, -rules.options.tobi_bonus);
            deltas.add(winner, rules.options.tobi_bonus);
        }
    }
    Outcome {
        deltas: Some(deltas),
        game_over: Some(!busted.is_empty()),
        busted: Some(busted),
        ..Outcome::default()
    }
}

/// Players without a win pay the others.
pub fn yakitori(rules: &RuleSet, birds: &[Seat]) -> Outcome {
    let amount = match rules.options.yakitori {
        Yakitori::Pot20 => YAKITORI_POT,
        Yakitori::Each20 => YAKITORI_POT * birds.len() as i32,
        Yakitori::None => 0,
    };
    Outcome {
        deltas: Some(pot(rules, amount, birds)),
        ..Outcome::default()
    }
}

/// Seats from first to last; of equal points the earlier in turn order.
pub fn order(points: &BySeat) -> Vec<Seat> {
    let mut order: Vec<Seat> = points.seats().to_vec();
    order.sort_by_key(|seat| (std::cmp::Reverse(points.get(*seat)), *seat));
    order
}

/// The final account: points against the return points, オカ, ウマ, chips.
pub fn end(rules: &RuleSet, points: &BySeat, chips: Option<&BySeat>) -> Outcome {
    let options = &rules.options;
    let order = order(points);
    let top = order[0];
    let mut result = BySeat::zero(rules.players());
    for (seat, held) in points.iter() {
        result.add(seat, held - options.return_points);
    }
    let begun = options.start * options.players;
    let mut items = Vec::new();
    if options.oka != 0 {
        result.add(top, options.oka);
        items.push(EndItem {
            id: "oka",
            seat: top,
            value: options.oka,
        });
    }
    if options.uma == Uma::BelowKubiPaysTop {
        let [line, amount] = options.kubi;
        let below = |&(seat, held): &(Seat, i32)| seat != top && held < line;
        for (seat, _) in points.iter().filter(below) {
            result.add(seat, -amount);
            result.add(top, amount);
            items.push(EndItem {
                id: "uma",
                seat,
                value: -amount,
            });
        }
    }
    if let (Some(chips), Some(value)) = (chips, options.chip_value) {
        for (seat, held) in chips.iter() {
            result.add(seat, held * value);
        }
    }
    Outcome {
        order: Some(order),
        result: Some(result),
        items: Some(items),
        unaccounted: Some(begun - points.sum()).filter(|missing| *missing != 0),
        ..Outcome::default()
    }
}

/// The West round is played if nobody has more than the line.
///
/// # Errors
/// Houses that play no West round.
pub fn west(rules: &RuleSet, points: &BySeat) -> Result<Outcome, EventFault> {
    let line = rules.options.west_if_top_le;
    let line = line.ok_or(EventFault::NotPlayed("west_check"))?;
    let top = points.iter().map(|(_, held)| held).max().unwrap_or(0);
    Ok(Outcome {
        west: Some(top <= line),
        ..Outcome::default()
    })
}

/// 親がトップの場合、あがり・ノーテンともに強制終了.
///
/// # Errors
/// Houses without that rule.
pub fn ooras(
    rules: &RuleSet,
    points: &BySeat,
    dealer: Seat,
    result: DealerResult,
) -> Result<Outcome, EventFault> {
    if !rules.options.top_dealer_ends {
        return Err(EventFault::NotPlayed("ooras_check"));
    }
    let ends = matches!(result, DealerResult::Win | DealerResult::Noten);
    Ok(Outcome {
        game_over: Some(ends && order(points)[0] == dealer),
        ..Outcome::default()
    })
}
