//! From what a person says happened to the events that are written.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ledger::canon::canonical;
use crate::ledger::event::{
    Adjust, Bust, Draw, DrawKind, Event, Hand, Line, Nagashi, Penalty, Turn, Win,
};
use crate::ledger::fault::Refusal;
use crate::ledger::state::Game;
use crate::ledger::turn;
use crate::receipt::Receipt;
use crate::score::{self, BySeat, HandInput, ScoreSheet};
use crate::seat::Seat;
use crate::settle::event::{MultiWin, NagashiKind};
use crate::settle::seating::Ended;
use crate::settle::{self, EventFault, Outcome};

/// What happened. Players are counted from 0 as in [`Game::players`].
#[derive(Clone, Debug)]
pub enum Entry {
    /// One player won, or several on one discard.
    Win {
        /// Who dealt in; `None` on tsumo.
        from: Option<usize>,
        /// The winners.
        wins: Vec<Winner>,
        /// Who put down a riichi stick, as often as it put one down. A winner
        /// in riichi is counted whether it is named or not.
        riichi: Vec<usize>,
    },
    /// Nobody won.
    Draw {
        /// Why.
        kind: DrawKind,
        /// Who was tenpai.
        tenpai: Vec<usize>,
        /// Who put down a riichi stick.
        riichi: Vec<usize>,
    },
    /// 流し満貫.
    Nagashi {
        /// Who.
        player: usize,
        /// Which.
        kind: NagashiKind,
        /// Who was tenpai.
        tenpai: Vec<usize>,
        /// Who put down a riichi stick.
        riichi: Vec<usize>,
    },
    /// A fault, by its name in the rules (`chombo` …).
    Penalty {
        /// Who.
        player: usize,
        /// Which.
        kind: String,
    },
    /// Something is set right.
    Adjust {
        /// Why; never empty.
        reason: String,
        /// Points by player.
        points: Vec<(usize, i32)>,
        /// Chips by player.
        chips: Vec<(usize, i32)>,
        /// The table, where it changes.
        table: Option<Turn>,
    },
    /// The final account.
    End,
}

/// A winner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Winner {
    /// Who.
    pub player: usize,
    /// Its hand. Seat, round, honba, sticks and discarder are filled in from
    /// the game.
    pub hand: HandInput,
    /// A receipt of this win to keep with it.
    #[serde(with = "as_file")]
    pub receipt: Option<Box<Receipt>>,
}

/// A receipt within another file: the text of its own file, with its sums.
mod as_file {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::receipt::Receipt;

    pub(super) fn serialize<S: Serializer>(
        receipt: &Option<Box<Receipt>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let text = receipt.as_ref().map(|receipt| receipt.to_json());
        text.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Box<Receipt>>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let parsed = text.map(|text| Receipt::parse(&text)).transpose();
        parsed
            .map(|receipt| receipt.map(Box::new))
            .map_err(|fault| D::Error::custom(format!("{fault:?}")))
    }
}

/// What a person says about the hand to come where the rules do not decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct After {
    /// Who deals.
    pub dealer: Option<usize>,
    /// Who sits out.
    pub sits_out: Option<usize>,
}

impl Game {
    /// The events that an entry makes, the first to be numbered `seq`.
    ///
    /// # Errors
    /// What the rules or the game do not allow.
    pub fn plan(&self, seq: u64, entry: &Entry, after: After) -> Result<Vec<Event>, Refusal> {
        let mut winner = None;
        let mut event = match entry {
            Entry::Win { from, wins, riichi } => {
                let hand = self.win(*from, wins, riichi)?;
                winner = hand.wins.first().map(|win| win.winner);
                Event::Hand(Box::new(hand))
            }
            Entry::Draw {
                kind,
                tenpai,
                riichi,
            } => Event::Draw(self.draw(*kind, tenpai, riichi)?),
            Entry::Nagashi {
                player,
                kind,
                tenpai,
                riichi,
            } => Event::Nagashi(self.nagashi(*player, *kind, tenpai, riichi)?),
            Entry::Penalty { player, kind } => Event::Penalty(self.penalty(*player, kind)?),
            Entry::Adjust {
                reason,
                points,
                chips,
                table,
            } => Event::Adjust(self.adjust(reason, points, chips, table.as_ref())?),
            Entry::End => return Ok(vec![Event::End(self.end_account()?)]),
        };
        if let Some(next) = next_of(&mut event) {
            if let Some(ended) = self.ended(entry)? {
                turn::sit_out(self, next, &ended)?;
            }
            if let Some(dealer) = after.dealer.filter(|dealer| *dealer != next.dealer) {
                // The run of wins was the other dealer's.
                (next.dealer, next.streak) = (dealer, 0);
            }
            next.sits_out = after.sits_out.or(next.sits_out);
            if next.sits_out == Some(next.dealer) {
                return Err(Refusal::SitsOut(self.name(next.dealer)));
            }
        }
        let bust = self.bust(seq, event.deltas(), winner)?;
        Ok([Some(event), bust].into_iter().flatten().collect())
    }

    /// How the hand ended, as far as the next seating depends on it; `None`
    /// for what ends no hand, and for one that is played again.
    fn ended(&self, entry: &Entry) -> Result<Option<Ended>, Refusal> {
        Ok(match entry {
            Entry::Win { from, wins, .. } => {
                let winners: Vec<usize> = wins.iter().map(|win| win.player).collect();
                Some(Ended {
                    winners: self.seats(&winners)?,
                    discarder: from.map(|from| self.seat(from)).transpose()?,
                    ..Ended::default()
                })
            }
            Entry::Draw { kind, tenpai, .. } if *kind == DrawKind::Exhausted => Some(Ended {
                tenpai: self.seats(tenpai)?,
                ..Ended::default()
            }),
            Entry::Nagashi { tenpai, .. } => Some(Ended {
                tenpai: self.seats(tenpai)?,
                ..Ended::default()
            }),
            _ => None,
        })
    }

    /// The name of a player.
    pub fn name(&self, player: usize) -> String {
        self.players.get(player).cloned().unwrap_or_default()
    }

    fn seat(&self, player: usize) -> Result<Seat, Refusal> {
        self.seat_of(player)
            .ok_or_else(|| Refusal::SitsOut(self.name(player)))
    }

    fn seats(&self, players: &[usize]) -> Result<Vec<Seat>, Refusal> {
        players.iter().map(|&player| self.seat(player)).collect()
    }

    /// Sticks put down by each player, and all of them.
    fn sticks(&self, riichi: &[usize]) -> Result<(Vec<u32>, u32), Refusal> {
        self.seats(riichi)?;
        let count = |player| riichi.iter().filter(|by| **by == player).count() as u32;
        let sticks: Vec<u32> = (0..self.players.len()).map(count).collect();
        Ok((sticks, riichi.len() as u32))
    }

    /// Takes the sticks put down in this hand from the points.
    fn pay_sticks(&self, deltas: &mut [i32], sticks: &[u32]) {
        for (points, count) in deltas.iter_mut().zip(sticks) {
            *points -= *count as i32 * self.rules.options.riichi_stick;
        }
    }

    /// Fills in what the game knows about a hand: seat, round, discarder,
    /// honba, sticks (those on the table and the `put_down` ones), wins in a
    /// row.
    ///
    /// # Errors
    /// A player who does not sit at the table.
    pub fn situate(
        &self,
        hand: &mut HandInput,
        winner: usize,
        from: Option<usize>,
        put_down: &[u32],
    ) -> Result<(), Refusal> {
        hand.seat_wind = self.seat(winner)?;
        hand.discarder = from.map(|from| self.seat(from)).transpose()?;
        hand.win = match from {
            Some(_) => score::Win::Ron,
            None => score::Win::Tsumo,
        };
        hand.round_wind = self.turn.round;
        hand.honba = self.turn.honba;
        hand.sticks = self.turn.sticks + put_down.iter().sum::<u32>();
        if from.is_some_and(|from| put_down.get(from).is_some_and(|count| *count > 0)) {
            hand.discarder_riichi = true;
        }
        if hand.consecutive_wins == 0 && winner == self.turn.dealer {
            hand.consecutive_wins = self.turn.streak + 1;
        }
        Ok(())
    }

    fn win(&self, from: Option<usize>, wins: &[Winner], riichi: &[usize]) -> Result<Hand, Refusal> {
        let in_riichi = wins.iter().filter(|win| win.hand.riichi > 0);
        let unnamed = in_riichi.map(|win| win.player);
        let unnamed = unnamed.filter(|player| !riichi.contains(player));
        let riichi: Vec<usize> = riichi.iter().copied().chain(unnamed).collect();
        let (sticks, _) = self.sticks(&riichi)?;
        let wins = self.in_turn(from, wins)?;
        let mut scored = Vec::new();
        for win in wins {
            let mut hand = win.hand.clone();
            self.situate(&mut hand, win.player, from, &sticks)?;
            let sheet = score::score(&self.rules, &hand)?;
            scored.push((win, hand, sheet));
        }
        for (win, hand, sheet) in &scored {
            if let Some(receipt) = &win.receipt {
                let alone = scored.len() == 1;
                self.fits(receipt, hand, sheet, alone)?;
            }
        }
        let (mut deltas, taker) = self.payments(from, &scored)?;
        let mut chips = vec![0; self.players.len()];
        let mut records = Vec::new();
        for (win, hand, sheet) in &scored {
            for (sum, chip) in chips.iter_mut().zip(self.by_player(&sheet.chip_deltas)) {
                *sum += chip;
            }
            records.push(record(win, hand, sheet, deltas[win.player])?);
        }
        deltas[taker] += self.turn.pot;
        chips[taker] += self.turn.pot_chips;
        self.pay_sticks(&mut deltas, &sticks);
        let winners: Vec<usize> = records.iter().map(|win| win.winner).collect();
        Ok(Hand {
            from,
            wins: records,
            riichi: sticks,
            deltas,
            chips,
            next: turn::after_win(self, &winners, taker),
        })
    }

    /// That a receipt agrees when it is recomputed, and is of this win.
    fn fits(
        &self,
        receipt: &Receipt,
        hand: &HandInput,
        sheet: &ScoreSheet,
        alone: bool,
    ) -> Result<(), Refusal> {
        if let Some(first) = receipt.verify().differences.into_iter().next() {
            return Err(Refusal::ReceiptDiffers(Box::new(first)));
        }
        // Winners of one discard share honba and sticks: what each receives is
        // the ledger's to say, what each hand is worth the receipt's.
        let shared = |line: &str| line.starts_with("result.deltas") || line == "case.sticks";
        let unlike = receipt.unlike(&self.rules, hand, sheet);
        let mut unlike = unlike.into_iter();
        match unlike.find(|difference| alone || !shared(&difference.line)) {
            Some(first) => Err(Refusal::ReceiptOfAnother(Box::new(first))),
            None => Ok(()),
        }
    }

    /// The winners nearest to the discarder first, at most as many as the
    /// house allows.
    fn in_turn<'a>(
        &self,
        from: Option<usize>,
        wins: &'a [Winner],
    ) -> Result<Vec<&'a Winner>, Refusal> {
        let Some(from) = from else {
            return match wins {
                [only] => Ok(vec![only]),
                _ => Err(EventFault::BadWinners.into()),
            };
        };
        let discarder = self.seat(from)?;
        let players: Vec<usize> = wins.iter().map(|win| win.player).collect();
        let seats = self.seats(&players)?;
        let order = settle::hand::in_turn(&self.rules, discarder, &seats);
        let order = order.ok_or(EventFault::BadWinners)?;
        let at = |seat: &Seat| seats.iter().position(|own| own == seat);
        let found = order.iter().filter_map(at);
        Ok(found.map(|at| &wins[at]).collect())
    }

    /// What the hand makes everybody pay, and who takes what lay on the table.
    fn payments(
        &self,
        from: Option<usize>,
        scored: &[(&Winner, HandInput, ScoreSheet)],
    ) -> Result<(Vec<i32>, usize), Refusal> {
        if let [(win, _, sheet)] = scored {
            return Ok((self.by_player(&sheet.deltas), win.player));
        }
        let mut wins = Vec::new();
        for (_, hand, sheet) in scored {
            let bare = HandInput {
                honba: 0,
                ..hand.clone()
            };
            wins.push(MultiWin {
                seat: hand.seat_wind,
                total: sheet.total,
                total_without_honba: score::score(&self.rules, &bare)?.total,
            });
        }
        let first = scored.first().map(|(_, hand, _)| hand);
        let discarder = from.ok_or(EventFault::BadWinners)?;
        let event = settle::Event::MultiRon {
            discarder: self.seat(discarder)?,
            wins,
            honba: self.turn.honba,
            sticks: first.map_or(0, |hand| hand.sticks),
        };
        let outcome = settle::settle(&self.rules, &event)?;
        let taker = outcome.sticks_to.and_then(|seat| self.player_at(seat));
        let taker = taker.ok_or(EventFault::BadWinners)?;
        Ok((self.deltas(&outcome), taker))
    }

    fn deltas(&self, outcome: &Outcome) -> Vec<i32> {
        let zero = BySeat::zero(self.rules.players());
        self.by_player(&outcome.deltas.unwrap_or(zero))
    }

    fn draw(&self, kind: DrawKind, tenpai: &[usize], riichi: &[usize]) -> Result<Draw, Refusal> {
        let (sticks, put_down) = self.sticks(riichi)?;
        let seats = self.seats(tenpai)?;
        let on_table = self.turn.sticks + put_down;
        let (mut deltas, next) = match kind {
            DrawKind::Exhausted => {
                let event = settle::Event::Draw {
                    tenpai: seats,
                    dealer: Seat::E,
                };
                let outcome = settle::settle(&self.rules, &event)?;
                let next = turn::after_draw(self, tenpai, on_table);
                (self.deltas(&outcome), next)
            }
            DrawKind::Aborted => {
                let none = vec![0; self.players.len()];
                (none, turn::after_abort(self, on_table))
            }
        };
        self.pay_sticks(&mut deltas, &sticks);
        Ok(Draw {
            kind,
            tenpai: tenpai.to_vec(),
            riichi: sticks,
            deltas,
            next,
        })
    }

    fn nagashi(
        &self,
        player: usize,
        kind: NagashiKind,
        tenpai: &[usize],
        riichi: &[usize],
    ) -> Result<Nagashi, Refusal> {
        let (sticks, put_down) = self.sticks(riichi)?;
        self.seats(tenpai)?;
        let event = settle::Event::Nagashi {
            player: self.seat(player)?,
            kind,
        };
        let mut deltas = self.deltas(&settle::settle(&self.rules, &event)?);
        self.pay_sticks(&mut deltas, &sticks);
        Ok(Nagashi {
            player,
            kind,
            tenpai: tenpai.to_vec(),
            riichi: sticks,
            deltas,
            next: turn::after_draw(self, tenpai, self.turn.sticks + put_down),
        })
    }

    fn penalty(&self, player: usize, kind: &str) -> Result<Penalty, Refusal> {
        let event = settle::Event::Fault {
            player: self.seat(player)?,
            kind: kind.to_owned(),
            with_win: false,
        };
        let outcome = settle::settle(&self.rules, &event)?;
        let zero = BySeat::zero(self.rules.players());
        Ok(Penalty {
            player,
            kind: kind.to_owned(),
            deltas: self.deltas(&outcome),
            chips: self.by_player(&outcome.chip_deltas.unwrap_or(zero)),
            hand: outcome.hand.unwrap_or_default(),
            next: Turn {
                pot: self.turn.pot.saturating_add(outcome.table.unwrap_or(0)),
                pot_chips: self.turn.pot_chips + outcome.table_chips.unwrap_or(0),
                ..self.turn.clone()
            },
        })
    }

    fn adjust(
        &self,
        reason: &str,
        points: &[(usize, i32)],
        chips: &[(usize, i32)],
        table: Option<&Turn>,
    ) -> Result<Adjust, Refusal> {
        if reason.trim().is_empty() {
            return Err(Refusal::NoReason);
        }
        let spread = |list: &[(usize, i32)]| {
            let mut values = vec![0i32; self.players.len()];
            for (player, value) in list {
                let sum = values[*player].checked_add(*value);
                values[*player] = sum.ok_or(Refusal::TooLarge)?;
            }
            Ok::<_, Refusal>(values)
        };
        Ok(Adjust {
            reason: reason.trim().to_owned(),
            deltas: spread(points)?,
            chips: spread(chips)?,
            next: table.unwrap_or(&self.turn).clone(),
        })
    }

    /// Who is out after these payments, and what that costs.
    fn bust(
        &self,
        cause: u64,
        deltas: &[i32],
        winner: Option<usize>,
    ) -> Result<Option<Event>, Refusal> {
        let after: Vec<i32> = match deltas.len() == self.points.len() {
            true => {
                let both = self.points.iter().zip(deltas);
                both.map(|(held, by)| held.saturating_add(*by)).collect()
            }
            false => return Ok(None),
        };
        let event = settle::Event::Bust {
            points: self.by_seat(&after),
            winner: winner.and_then(|winner| self.seat_of(winner)),
        };
        let outcome = settle::settle(&self.rules, &event)?;
        let deltas = self.deltas(&outcome);
        let busted = outcome.busted.unwrap_or_default();
        if busted.is_empty() || !self.busted.is_empty() {
            return Ok(None);
        }
        let busted = busted.into_iter().filter_map(|seat| self.player_at(seat));
        Ok(Some(Event::Bust(Bust {
            busted: busted.collect(),
            winner,
            deltas,
            cause,
        })))
    }
}

fn next_of(event: &mut Event) -> Option<&mut Turn> {
    match event {
        Event::Hand(hand) => Some(&mut hand.next),
        Event::Draw(draw) => Some(&mut draw.next),
        Event::Nagashi(nagashi) => Some(&mut nagashi.next),
        Event::Penalty(penalty) => Some(&mut penalty.next),
        Event::Adjust(adjust) => Some(&mut adjust.next),
        Event::Start(_) | Event::Bust(_) | Event::End(_) | Event::Void(_) => None,
    }
}

fn record(win: &Winner, hand: &HandInput, sheet: &ScoreSheet, paid: i32) -> Result<Win, Refusal> {
    Ok(Win {
        winner: win.player,
        hand: raw(&serde_json::to_value(hand).unwrap_or_default())?,
        items: sheet.items.iter().map(Line::from).collect(),
        chip_items: sheet.chip_items.iter().map(Line::from).collect(),
        total: sheet.total,
        han: sheet.han,
        fu: sheet.fu,
        limit: sheet.limit.clone().into_owned(),
        split: sheet.split.clone(),
        paid,
        gari: (hand.gari.len() + hand.flowers.len()) as u32,
        receipt: win.receipt.as_deref().map(kept).transpose()?,
    })
}

/// A receipt as the event keeps it: the parts of its file.
fn kept(receipt: &Receipt) -> Result<Box<RawValue>, Refusal> {
    let file = serde_json::from_str(&receipt.to_json());
    raw(&file.map_err(|error| EventFault::Unreadable(error.to_string()))?)
}

fn raw(value: &Value) -> Result<Box<RawValue>, Refusal> {
    // Canonical JSON is JSON.
    RawValue::from_string(canonical(value))
        .map_err(|error| EventFault::Unreadable(error.to_string()).into())
}
