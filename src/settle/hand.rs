//! Drawn hands, 流し, several winners, void hands.

use crate::rules::RuleSet;
use crate::rules::value::{Amount, DoubleRonSticks, DrawDealer, Suufon, WinDealer};
use crate::score::sheet::BySeat;
use crate::score::total::{self, MANGAN, Payment, YAKUMAN};
use crate::seat::Seat;
use crate::settle::event::{EventFault, MultiWin, NagashiKind, Outcome};
use crate::tile::Tile;

/// The player after `seat` in turn order.
pub fn next(rules: &RuleSet, seat: Seat) -> Seat {
    let table = Seat::at_table(rules.players());
    table[(seat.index() + 1) % table.len()]
}

/// Seats after `seat` in turn order, without it.
pub fn after(rules: &RuleSet, seat: Seat) -> impl Iterator<Item = Seat> {
    let table = Seat::at_table(rules.players());
    (1..table.len()).map(move |by| table[(seat.index() + by) % table.len()])
}

/// `pot` paid by `payers` and shared by everybody else, in equal parts.
/// Nobody pays when there is nobody to pay.
pub fn pot(rules: &RuleSet, pot: i32, payers: &[Seat]) -> BySeat {
    let mut deltas = BySeat::zero(rules.players());
    let table = deltas.seats();
    let pays = |seat: &Seat| payers.contains(seat);
    let paying = table.iter().filter(|seat| pays(seat)).count() as i32;
    let taking = table.len() as i32 - paying;
    if paying == 0 || taking == 0 {
        return deltas;
    }
    for seat in table {
        let points = match pays(seat) {
            true => -pot / paying,
            false => pot / taking,
        };
        deltas.add(*seat, points);
    }
    // A pot that cannot be shared evenly: the first taker gets the rest, so
    // that nothing is lost.
    let rest = deltas.sum();
    if let Some(first) = table.iter().find(|seat| !pays(seat)) {
        deltas.add(*first, -rest);
    }
    deltas
}

/// A drawn hand: ノーテン罰符 and the next dealer.
pub fn draw(rules: &RuleSet, tenpai: &[Seat], dealer: Seat) -> Outcome {
    let table = Seat::at_table(rules.players()).iter();
    let noten: Vec<Seat> = table
        .filter(|seat| !tenpai.contains(seat))
        .copied()
        .collect();
    let next_dealer = match rules.options.draw_dealer {
        DrawDealer::Stays => Some(dealer),
        DrawDealer::Tenpai if tenpai.contains(&dealer) => Some(dealer),
        DrawDealer::Tenpai => Some(next(rules, dealer)),
        DrawDealer::Silent => None,
    };
    Outcome {
        deltas: Some(pot(rules, rules.options.noten, &noten)),
        next_dealer,
        ..Outcome::default()
    }
}

/// `player` receives (or, with `sign` −1, pays) an amount in the form of a
/// tsumo; `None` if the amount does not exist or is paid in chips.
pub fn as_tsumo(rules: &RuleSet, player: Seat, amount: Amount, sign: i32) -> Option<BySeat> {
    let base = match amount {
        Amount::Points(_) => 0,
        Amount::Mangan => MANGAN,
        Amount::Baiman => MANGAN * 2,
        Amount::Yakuman => YAKUMAN,
        Amount::None | Amount::Chips6Total | Amount::Chips6Each => return None,
    };
    let payment = Payment {
        dealer: player == Seat::E,
        ron: false,
        honba: 0,
    };
    let (_, dealer, child) = total::shares(rules, base, payment);
    let mut deltas = BySeat::zero(rules.players());
    for &other in deltas.seats() {
        if other == player {
            continue;
        }
        let share = match amount {
            Amount::Points(points) => points,
            _ if other == Seat::E => dealer,
            _ => child,
        };
        deltas.add(player, sign * share);
        deltas.add(other, -sign * share);
    }
    Some(deltas)
}

/// 流し満貫 and 流しタンヤオ.
pub fn nagashi(rules: &RuleSet, player: Seat, kind: NagashiKind) -> Result<Outcome, EventFault> {
    let (amount, name) = match kind {
        NagashiKind::Nagashi => (rules.options.nagashi, "nagashi"),
        NagashiKind::NagashiTanyao => (rules.options.nagashi_tanyao, "nagashi_tanyao"),
    };
    let deltas = as_tsumo(rules, player, amount, 1).ok_or(EventFault::NotPlayed(name))?;
    Ok(Outcome {
        deltas: Some(deltas),
        ..Outcome::default()
    })
}

/// Several winners on one discard: each is paid in full; sticks and honba go
/// to one of them.
pub fn multi_ron(
    rules: &RuleSet,
    discarder: Seat,
    wins: &[MultiWin],
    sticks: u32,
) -> Result<Outcome, EventFault> {
    let options = &rules.options;
    let win_of = |seat: Seat| wins.iter().find(|win| win.seat == seat);
    let in_turn: Vec<&MultiWin> = after(rules, discarder).filter_map(win_of).collect();
    let all_found = in_turn.len() == wins.len();
    let Some(first) = in_turn.first().filter(|_| all_found) else {
        return Err(EventFault::BadWinners);
    };
    // More winners than the house allows: the nearest to the discarder.
    let allowed = options.max_ron.max(1) as usize;
    let winners = &in_turn[..in_turn.len().min(allowed)];
    let before = after(rules, discarder).last();
    let kamicha = winners.iter().find(|win| Some(win.seat) == before);
    let taker = match (options.double_ron_sticks, kamicha) {
        (DoubleRonSticks::KamichaOfDiscarder, Some(win)) => win.seat,
        _ => first.seat,
    };
    let mut deltas = BySeat::zero(rules.players());
    for win in winners {
        let points = match win.seat == taker || options.honba_to_all {
            true => win.total,
            false => win.total_without_honba,
        };
        deltas.add(win.seat, points);
        deltas.add(discarder, -points);
    }
    deltas.add(taker, sticks.min(1_000_000) as i32 * options.riichi_stick);
    let dealer_won = winners.iter().any(|win| win.seat == Seat::E);
    let next_dealer = match options.win_dealer {
        WinDealer::Winner => Some(taker),
        WinDealer::Repeat if dealer_won => Some(Seat::E),
        WinDealer::Repeat => Some(next(rules, Seat::E)),
        WinDealer::Silent => None,
    };
    Ok(Outcome {
        deltas: Some(deltas),
        sticks_to: Some(taker),
        next_dealer,
        ..Outcome::default()
    })
}

/// 四風連打: the hand is void and the deal passes.
pub fn first_discards(
    rules: &RuleSet,
    discards: &[Tile],
    round_wind: Seat,
    dealer: Seat,
) -> Outcome {
    let is_wind = |tile: &Tile| tile.is_honor() && tile.rank() <= 4;
    let not_round = |tile: &Tile| usize::from(tile.rank()) != round_wind.index() + 1;
    let four = rules.players() == 4 && discards.len() == 4;
    let winds = four && discards.iter().all(|tile| is_wind(tile) && not_round(tile));
    let same = discards.windows(2).all(|pair| pair[0] == pair[1]);
    let abort = match rules.options.suufon {
        Suufon::AnyWindNotRound => winds,
        Suufon::SameWindNotRound => winds && same,
    };
    Outcome {
        abort: Some(abort),
        next_dealer: abort.then(|| next(rules, dealer)),
        ..Outcome::default()
    }
}
