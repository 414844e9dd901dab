//! Penalties for the faults of a player.

use crate::rules::options;
use crate::rules::value::{Amount, GariDiscard};
use crate::rules::{Penalty, RuleSet};
use crate::score::sheet::BySeat;
use crate::seat::Seat;
use crate::settle::event::{EventFault, Outcome};
use crate::settle::hand::as_tsumo;

/// The kinds whose penalty is an option.
const GARI_DISCARDED: [&str; 2] = ["gari_discarded", "gari_discard"];

/// Settles a fault. A win in the same hand goes first (和了優先): then
/// nothing is paid for the fault.
pub fn fault(
    rules: &RuleSet,
    player: Seat,
    kind: &str,
    with_win: bool,
) -> Result<Outcome, EventFault> {
    let penalty = penalty(rules, kind)?;
    let mut deltas = BySeat::zero(rules.players());
    let mut chips = BySeat::zero(rules.players());
    if with_win {
        return Ok(outcome(&Penalty::default(), "ends", deltas, chips));
    }
    if penalty.chombo {
        match chips_to_each(rules.options.chombo) {
            Some(each) => {
                for &other in chips.seats().iter().filter(|seat| **seat != player) {
                    chips.add(other, each);
                    chips.add(player, -each);
                }
            }
            None => {
                deltas = as_tsumo(rules, player, rules.options.chombo, -1)
                    .ok_or(EventFault::NotPlayed("chombo"))?;
            }
        }
    }
    deltas.add(player, -penalty.table);
    chips.add(player, -penalty.table_chips);
    Ok(outcome(&penalty, &penalty.hand, deltas, chips))
}

fn outcome(penalty: &Penalty, hand: &str, deltas: BySeat, chips: BySeat) -> Outcome {
    Outcome {
        deltas: Some(deltas),
        chip_deltas: Some(chips),
        table: Some(penalty.table),
        table_chips: Some(penalty.table_chips),
        hand: Some(hand.to_owned()),
        forfeit: Some(penalty.forfeit),
        ..Outcome::default()
    }
}

fn penalty(rules: &RuleSet, kind: &str) -> Result<Penalty, EventFault> {
    let mut known = rules.penalties.iter();
    let Some((_, penalty)) = known.find(|(name, _)| name == kind) else {
        let kinds = rules.penalties.iter().map(|(name, _)| name.as_str());
        return Err(EventFault::UnknownPenalty {
            kind: kind.to_owned(),
            nearest: options::nearest(kind, kinds).map(str::to_owned),
        });
    };
    let forfeits = rules.options.gari_discard == GariDiscard::WinForfeit;
    if GARI_DISCARDED.contains(&kind) && forfeits {
        return Ok(Penalty {
            hand: "continues".to_owned(),
            forfeit: true,
            ..Penalty::default()
        });
    }
    Ok(penalty.clone())
}

fn chips_to_each(chombo: Amount) -> Option<i32> {
    match chombo {
        Amount::Chips6Total => Some(3),
        Amount::Chips6Each => Some(6),
        _ => None,
    }
}
