//! The final account of a game.

use crate::ledger::event::{End, EndLine};
use crate::ledger::fault::Refusal;
use crate::ledger::state::Game;
use crate::rules::{Options, RuleSet};
use crate::score::BySeat;
use crate::seat::Seat;
use crate::settle;

impl Game {
    /// The final account. All who play take part, also who sits out now; of
    /// equal points the earlier from the first dealer goes first.
    pub(super) fn end_account(&self) -> Result<End, Refusal> {
        let rules = self.rules_of_all();
        let seats = Seat::at_table(self.players.len());
        let by_seat = |values: &[i32]| {
            let mut all = BySeat::zero(values.len());
            seats
                .iter()
                .zip(values)
                .for_each(|(seat, value)| all.add(*seat, *value));
            all
        };
        let list = |all: Option<BySeat>| -> Vec<i32> {
            let all = all.unwrap_or(BySeat::zero(seats.len()));
            seats.iter().map(|seat| all.get(*seat)).collect()
        };
        let birds = seats.iter().zip(&self.birds);
        let birds = birds
            .filter_map(|(seat, bird)| bird.then_some(*seat))
            .collect();
        let yakitori = settle::settle(&rules, &settle::Event::Yakitori { birds })?;
        let yakitori = list(yakitori.deltas);
        let points: Vec<i32> = self
            .points
            .iter()
            .zip(&yakitori)
            .map(|(a, b)| a + b)
            .collect();
        let event = settle::Event::End {
            points: by_seat(&points),
            chips: Some(by_seat(&self.chips)),
        };
        let outcome = settle::settle(&rules, &event)?;
        let items = outcome.items.unwrap_or_default().into_iter();
        let items = items.map(|item| EndLine {
            id: item.id.to_owned(),
            player: item.seat.index(),
            value: item.value,
        });
        let order = outcome.order.unwrap_or_default();
        Ok(End {
            order: order.into_iter().map(Seat::index).collect(),
            points,
            yakitori,
            result: list(outcome.result),
            items: items.collect(),
            unaccounted: outcome.unaccounted.unwrap_or(0),
        })
    }

    /// The rules as the final account needs them: for all who play, with the
    /// points that they began with. Where the rules have no final account, the
    /// points won and lost are the result. オカ is what all have put in, so with
    /// another number of players, or other points to begin with, it is another sum.
    fn rules_of_all(&self) -> RuleSet {
        let mut rules = self.rules.clone();
        let put_in = |options: &Options| (options.return_points - options.start) * options.players;
        let house = put_in(&rules.options);
        rules.options.players = self.players.len() as i32;
        rules.options.start = self.start;
        if !rules.declared_key("return") {
            rules.options.return_points = self.start;
        }
        if !rules.declared_key("oka") {
            rules.options.oka = 0;
        } else if rules.options.oka == house {
            let options = &mut rules.options;
            options.return_points = match house {
                0 => self.start,
                _ => options.return_points.max(self.start),
            };
            options.oka = put_in(options);
        }
        rules
    }
}
