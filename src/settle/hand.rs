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
    Outcome {
        deltas: Some(pot(rules, rules.options.noten, &noten)),
        next_dealer: dealer_after_draw(rules, tenpai, dealer),
        ..Outcome::default()
    }
}

/// Who deals after a drawn hand; `None` where the rules do not say.
pub fn dealer_after_draw(rules: &RuleSet, tenpai: &[Seat], dealer: Seat) -> Option<Seat> {
    match rules.options.draw_dealer {
        DrawDealer::Stays => Some(dealer),
        DrawDealer::Tenpai if tenpai.contains(&dealer) => Some(dealer),
        DrawDealer::Tenpai => Some(next(rules, dealer)),
        DrawDealer::Silent => None,
    }
}

/// Who deals after a win; `None` where the rules do not say. `winner` is the
/// one who takes the sticks if there are several.
pub fn dealer_after_win(rules: &RuleSet, winner: Seat, dealer_won: bool) -> Option<Seat> {
    match rules.options.win_dealer {
        WinDealer::Winner => Some(winner),
        WinDealer::Repeat if dealer_won => Some(Seat::E),
        WinDealer::Repeat => Some(next(rules, Seat::E)),
        WinDealer::Silent => None,
    }
}

/// The winners on one discard in turn order after it, no more than the house
/// allows. `None` if there are none, or if one is named twice or discarded.
pub fn in_turn(rules: &RuleSet, discarder: Seat, winners: &[Seat]) -> Option<Vec<Seat>> {
    let mut in_turn: Vec<Seat> = after(rules, discarder)
        .filter(|seat| winners.contains(seat))
        .collect();
    if in_turn.is_empty() || in_turn.len() != winners.len() {
        return None;
    }
    in_turn.truncate(rules.options.max_ron.max(1) as usize);
    Some(in_turn)
}

/// Who of the winners, in turn order, takes sticks and honba.
pub fn takes_sticks(rules: &RuleSet, discarder: Seat, in_turn: &[Seat]) -> Seat {
    let before = after(rules, discarder).last();
    let kamicha = before.filter(|seat| in_turn.contains(seat));
    match (rules.options.double_ron_sticks, kamicha) {
        (DoubleRonSticks::KamichaOfDiscarder, Some(kamicha)) => kamicha,
        _ => in_turn[0],
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
    let seats: Vec<Seat> = wins.iter().map(|win| win.seat).collect();
    let winners = in_turn(rules, discarder, &seats).ok_or(EventFault::BadWinners)?;
    let taker = takes_sticks(rules, discarder, &winners);
    let mut deltas = BySeat::zero(rules.players());
    for win in wins.iter().filter(|win| winners.contains(&win.seat)) {
        let points = match win.seat == taker || rules.options.honba_to_all {
            true => win.total,
            false => win.total_without_honba,
        };
        deltas.add(win.seat, points);
        deltas.add(discarder, -points);
    }
    deltas.add(
        taker,
        sticks.min(1_000_000) as i32 * rules.options.riichi_stick,
    );
    let next_dealer = dealer_after_win(rules, taker, winners.contains(&Seat::E));
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
