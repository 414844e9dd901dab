//! How the table stands after a hand: who deals, round, honba, sticks.
//!
//! The rule texts say who deals after a win or a draw (`win_dealer`,
//! `draw_dealer`). Where they are silent the custom is taken: the dealer stays
//! after a win of its own and, at a draw, when it is tenpai (where the winner
//! deals: always). Honba grow with every hand after which the same player
//! deals, and with every draw; another player's win ends them.

use crate::ledger::event::Turn;
use crate::ledger::fault::Refusal;
use crate::ledger::state::Game;
use crate::rules::value::{DrawDealer, SitOut, WinDealer};
use crate::seat::Seat;
use crate::settle::seating::{self, Ended, Table};

/// After a win: `taker` is the winner whom the sticks go to.
pub(super) fn after_win(game: &Game, winners: &[usize], taker: usize) -> Turn {
    let old = &game.turn;
    let dealer_won = winners.contains(&old.dealer);
    let mut turn = cleared(old);
    match game.rules.options.win_dealer {
        WinDealer::Winner => {
            let repeats = taker == old.dealer;
            turn.dealer = taker;
            turn.honba = grown(game, repeats);
            turn.streak = if repeats { old.streak + 1 } else { 1 };
        }
        WinDealer::Repeat | WinDealer::Silent if dealer_won => {
            turn.honba = grown(game, true);
            turn.streak = old.streak + 1;
        }
        WinDealer::Repeat | WinDealer::Silent => {
            turn.honba = 0;
            turn.streak = 0;
            pass(game, &mut turn);
        }
    }
    turn
}

/// After a drawn hand with this many sticks on the table.
pub(super) fn after_draw(game: &Game, tenpai: &[usize], sticks: u32) -> Turn {
    let options = &game.rules.options;
    let stays = match (options.draw_dealer, options.win_dealer) {
        (DrawDealer::Stays, _) | (DrawDealer::Silent, WinDealer::Winner) => true,
        (DrawDealer::Tenpai | DrawDealer::Silent, _) => tenpai.contains(&game.turn.dealer),
    };
    let mut turn = Turn {
        sticks,
        honba: grown(game, true),
        streak: 0,
        ..game.turn.clone()
    };
    if !stays {
        pass(game, &mut turn);
    }
    turn
}

/// After a hand that is void: everything stays, one honba more.
pub(super) fn after_abort(game: &Game, sticks: u32) -> Turn {
    Turn {
        sticks,
        honba: grown(game, true),
        ..game.turn.clone()
    }
}

/// Who sits out the hand to come (抜け番), where the rules say so (option
/// `sit_out`), and who deals it then. Elsewhere the same player goes on
/// sitting out until a person says otherwise.
pub(super) fn sit_out(game: &Game, turn: &mut Turn, ended: &Ended) -> Result<(), Refusal> {
    let follows = game.rules.options.sit_out != SitOut::None;
    let Some(out) = turn.sits_out.filter(|_| follows) else {
        return Ok(());
    };
    let table = Table {
        people: game.players.clone(),
        out: game.name(out),
        dealer: game.name(game.turn.dealer),
    };
    let next = seating::next(&game.rules, &table, ended)?;
    let leaves = game.player(&next.out)?;
    turn.sits_out = Some(leaves);
    let would_deal = turn.dealer;
    if let Some(dealer) = &next.dealer {
        turn.dealer = game.player(dealer)?;
    } else if would_deal == leaves {
        turn.dealer = (leaves + 1) % game.players.len();
    }
    if turn.dealer != would_deal {
        // Somebody else deals: no run of wins, and honba only from a draw.
        turn.streak = 0;
        if !ended.winners.is_empty() {
            turn.honba = 0;
        }
    }
    Ok(())
}

/// The winner has taken what lay on the table.
fn cleared(turn: &Turn) -> Turn {
    Turn {
        sticks: 0,
        pot: 0,
        pot_chips: 0,
        ..turn.clone()
    }
}

fn grown(game: &Game, grows: bool) -> u32 {
    match game.counts_honba() && grows {
        true => game.turn.honba + 1,
        false => 0,
    }
}

/// The deal passes to the next player at the table.
fn pass(game: &Game, turn: &mut Turn) {
    let seating = game.seating();
    turn.dealer = seating.get(1).copied().unwrap_or(turn.dealer);
    turn.kyoku += 1;
    if turn.kyoku as usize > game.rules.players() {
        turn.kyoku = 1;
        turn.round = next_round(game, turn.round);
    }
}

/// The next round that is played, or the first again.
fn next_round(game: &Game, round: Seat) -> Seat {
    let rounds = game.rules.options.rounds;
    let after = (1..=4).map(|by| Seat::ALL[(round.index() + by) % 4]);
    let mut played = after.filter(|wind| rounds.has(*wind));
    played.next().unwrap_or(round)
}
