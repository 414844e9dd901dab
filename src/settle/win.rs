//! Who pays whom after a win.

use crate::rules::RuleSet;
use crate::rules::value::Scheme;
use crate::score::input::{HandInput, Win};
use crate::score::sheet::BySeat;
use crate::score::total::{self, Payment, Total};
use crate::seat::Seat;

/// Points of every seat after a win, sticks included: their sum is what was
/// on the table.
pub fn points(rules: &RuleSet, input: &HandInput, total: &Total) -> BySeat {
    let mut deltas = BySeat::zero(rules.players());
    let winner = input.seat_wind;
    let share = |payer: Seat| match rules.options.scheme {
        Scheme::HanFu if input.win == Win::Tsumo => han_fu_share(rules, input, total, payer),
        _ => total.total,
    };
    pay(&mut deltas, input, share);
    let sticks = input.sticks.min(1_000_000) as i32;
    deltas.add(winner, sticks * rules.options.riichi_stick);
    deltas
}

/// Chips of every seat after a win.
pub fn chips(rules: &RuleSet, input: &HandInput, each: i32) -> BySeat {
    let mut deltas = BySeat::zero(rules.players());
    pay(&mut deltas, input, |_| each);
    deltas
}

fn pay(deltas: &mut BySeat, input: &HandInput, share: impl Fn(Seat) -> i32) {
    let winner = input.seat_wind;
    for &payer in deltas.seats() {
        let pays = match input.win {
            Win::Ron => input.discarder == Some(payer),
            Win::Tsumo => payer != winner,
        };
        if pays && payer != winner {
            let points = share(payer);
            deltas.add(payer, -points);
            deltas.add(winner, points);
        }
    }
}

fn han_fu_share(rules: &RuleSet, input: &HandInput, total: &Total, payer: Seat) -> i32 {
    let payment = Payment {
        dealer: input.seat_wind == Seat::E,
        ron: false,
        honba: input.honba.min(1_000_000) as i32,
    };
    let (_, dealer, child) = total::shares(rules, total.base, payment);
    if payer == Seat::E { dealer } else { child }
}
