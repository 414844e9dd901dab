//! Where the games stand: a fold over the events that count.

use crate::lang::Said;
use crate::ledger::event::{End, Event, Record, Start, Turn};
use crate::ledger::fault::Refusal;
use crate::rules::value::WinDealer;
use crate::rules::{RuleSet, snapshot};
use crate::score::BySeat;
use crate::seat::Seat;

/// The most points, chips, honba and sticks that are believed; sums of them
/// stay far inside 32 bits.
const MOST_POINTS: i32 = 100_000_000;
const MOST_CHIPS: i32 = 10_000;
const MOST_COUNT: u32 = 9_999;
/// Characters of a name.
const LONGEST_NAME: usize = 40;

/// All games.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// In the order in which they were begun.
    pub games: Vec<Game>,
    /// The events that count, by number.
    pub live: Vec<u64>,
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The event that began it.
    pub seq: u64,
    /// Its rules.
    pub rules: RuleSet,
    /// Names in turn order.
    pub players: Vec<String>,
    /// Points that each began with.
    pub start: i32,
    /// Points by player.
    pub points: Vec<i32>,
    /// Chips by player.
    pub chips: Vec<i32>,
    /// Who has not won yet (焼き鳥).
    pub birds: Vec<bool>,
    /// How the table stands.
    pub turn: Turn,
    /// Who has gone out.
    pub busted: Vec<usize>,
    /// The final account.
    pub end: Option<End>,
    /// What happened.
    pub steps: Vec<Step>,
}

/// One event of a game, and how the game stood then.
#[derive(Clone, Debug)]
pub struct Step {
    /// The event.
    pub seq: u64,
    /// The table before it.
    pub before: Turn,
    /// Points after it.
    pub points: Vec<i32>,
}

impl State {
    /// Folds all events.
    ///
    /// # Errors
    /// The first event that does not follow from those before it.
    pub fn fold<'a>(
        records: impl IntoIterator<Item = &'a Record>,
    ) -> Result<State, (u64, Refusal)> {
        let mut live: Vec<&Record> = Vec::new();
        for record in records {
            match &record.event {
                Event::Void(void) => match live.last() {
                    Some(last) if last.seq == void.of => drop(live.pop()),
                    last => {
                        let last = last.map(|last| Refusal::NotLast(last.seq));
                        return Err((record.seq, last.unwrap_or(Refusal::NothingToUndo)));
                    }
                },
                _ => live.push(record),
            }
        }
        let mut state = State::default();
        for record in live {
            state.apply(record).map_err(|why| (record.seq, why))?;
        }
        Ok(state)
    }

    /// Adds one event that is no void.
    ///
    /// # Errors
    /// Why the event does not follow; the state is then as it was.
    pub fn apply(&mut self, record: &Record) -> Result<(), Refusal> {
        match &record.event {
            Event::Start(start) => {
                if self.running().is_ok() {
                    return Err(Refusal::GameRuns);
                }
                self.games.push(Game::begin(record.seq, start)?);
            }
            event => {
                self.running()?;
                let game = self.games.last_mut().ok_or(Refusal::NoGame)?;
                game.apply(record.seq, event)?;
            }
        }
        self.live.push(record.seq);
        Ok(())
    }

    /// As much as decides whether an event is taken: the last game without
    /// what happened in it.
    pub(super) fn outline(&self) -> State {
        let last = self.games.last().map(|game| Game {
            seq: game.seq,
            rules: game.rules.clone(),
            players: game.players.clone(),
            start: game.start,
            points: game.points.clone(),
            chips: game.chips.clone(),
            birds: game.birds.clone(),
            turn: game.turn.clone(),
            busted: game.busted.clone(),
            end: game.end.clone(),
            steps: Vec::new(),
        });
        State {
            games: last.into_iter().collect(),
            live: Vec::new(),
        }
    }

    /// The game that is being played.
    ///
    /// # Errors
    /// That there is none, or that it is over.
    pub fn running(&self) -> Result<&Game, Refusal> {
        let game = self.games.last().ok_or(Refusal::NoGame)?;
        match game.end {
            None => Ok(game),
            Some(_) => Err(Refusal::GameOver),
        }
    }
}

/// Whether an account is one of so many players.
fn fits(end: &End, players: usize) -> bool {
    let known = |player: usize| player < players;
    let lists = [&end.points, &end.yakitori, &end.result];
    end.order.iter().all(|player| known(*player))
        && end.items.iter().all(|item| known(item.player))
        && end.order.len() == players
        && lists.iter().all(|list| list.len() == players)
}

impl Game {
    /// Begins a game.
    ///
    /// # Errors
    /// Players or rules that make no game.
    pub fn begin(seq: u64, start: &Start) -> Result<Game, Refusal> {
        let rules = snapshot::read(&start.rules).map_err(|faults| {
            let words = |lang| {
                let each: Vec<String> = faults.iter().map(|fault| fault.message(lang)).collect();
                each.join(" / ")
            };
            Refusal::BadRules(Said::new(
                words(crate::lang::Lang::Ja),
                words(crate::lang::Lang::En),
            ))
        })?;
        check_players(&rules, &start.players, start.sits_out)?;
        let count = start.players.len();
        if start.start.abs() > MOST_POINTS / 10 {
            return Err(Refusal::TooLarge);
        }
        let turn = Turn {
            dealer: 0,
            sits_out: start.sits_out,
            round: Seat::E,
            kyoku: 1,
            honba: 0,
            sticks: 0,
            pot: 0,
            pot_chips: 0,
            streak: 0,
        };
        Ok(Game {
            seq,
            rules,
            players: start.players.clone(),
            start: start.start,
            points: vec![start.start; count],
            chips: vec![0; count],
            birds: vec![true; count],
            turn,
            busted: Vec::new(),
            end: None,
            steps: Vec::new(),
        })
    }

    fn apply(&mut self, seq: u64, event: &Event) -> Result<(), Refusal> {
        if !self.busted.is_empty() && (event.ends_hand() || matches!(event, Event::Bust(_))) {
            return Err(Refusal::GameOver);
        }
        let points = moved(&self.points, event.deltas(), MOST_POINTS)?;
        let chips = moved(&self.chips, event.chips(), MOST_CHIPS)?;
        let next = event.next().unwrap_or(&self.turn);
        self.check_turn(next)?;
        let stick = i64::from(self.rules.options.riichi_stick);
        let on_table = i64::from(next.sticks) * stick + i64::from(next.pot);
        let begun = i64::from(self.start) * self.players.len() as i64;
        let balance = sum(&points) + on_table - begun;
        let chip_balance = sum(&chips) + i64::from(next.pot_chips);
        if let Some(&by) = [balance, chip_balance].iter().find(|by| **by != 0) {
            return Err(Refusal::Unbalanced(by));
        }
        let known = |player: &usize| *player < self.players.len();
        match event {
            Event::Hand(hand) => {
                let winners = hand.wins.iter().map(|win| win.winner);
                if !winners
                    .clone()
                    .chain(hand.from)
                    .all(|player| known(&player))
                {
                    return Err(Refusal::TooLarge);
                }
                winners.for_each(|winner| self.birds[winner] = false);
                if !self.birds.contains(&true) {
                    // 全員あがると焼き直し.
                    self.birds.fill(true);
                }
            }
            Event::Bust(bust) if bust.busted.iter().all(known) => {
                self.busted.clone_from(&bust.busted);
            }
            Event::End(end) => {
                if !fits(end, self.players.len()) {
                    return Err(Refusal::TooLarge);
                }
                self.end = Some(end.clone());
            }
            Event::Bust(_) => return Err(Refusal::TooLarge),
            _ => {}
        }
        let next = next.clone();
        let before = std::mem::replace(&mut self.turn, next);
        self.points.clone_from(&points);
        self.chips = chips;
        self.steps.push(Step {
            seq,
            before,
            points,
        });
        Ok(())
    }

    fn check_turn(&self, turn: &Turn) -> Result<(), Refusal> {
        let count = self.players.len();
        let needs_rest = count > self.rules.players();
        let seated = turn.dealer < count && turn.sits_out.is_none_or(|rests| rests < count);
        let counts = [turn.honba, turn.sticks, turn.streak];
        let fits = seated
            && turn.sits_out.is_some() == needs_rest
            && turn.sits_out != Some(turn.dealer)
            && (1..=4).contains(&turn.kyoku)
            && counts.iter().all(|count| *count <= MOST_COUNT)
            && (0..=MOST_POINTS).contains(&turn.pot)
            && (0..=MOST_CHIPS).contains(&turn.pot_chips);
        if fits { Ok(()) } else { Err(Refusal::TooLarge) }
    }

    /// Who sits where, from the dealer on.
    pub fn seating(&self) -> Vec<usize> {
        let count = self.players.len();
        (0..count)
            .map(|by| (self.turn.dealer + by) % count)
            .filter(|player| self.turn.sits_out != Some(*player))
            .collect()
    }

    /// The seat of a player in the hand to come; `None` for one who sits out.
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        let at = self.seating().iter().position(|&seated| seated == player)?;
        Seat::ALL.get(at).copied()
    }

    /// The player at a seat in the hand to come.
    pub fn player_at(&self, seat: Seat) -> Option<usize> {
        self.seating().get(seat.index()).copied()
    }

    /// A player by name.
    ///
    /// # Errors
    /// That nobody is called so.
    pub fn player(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.players.iter().position(|known| known == name.trim());
        found.ok_or_else(|| Refusal::UnknownPlayer {
            name: name.to_owned(),
            known: self.players.join(", "),
        })
    }

    /// Values by seat as values by player; who sits out has 0.
    pub fn by_player(&self, values: &BySeat) -> Vec<i32> {
        let value = |player| self.seat_of(player).map_or(0, |seat| values.get(seat));
        (0..self.players.len()).map(value).collect()
    }

    /// Values by player as values by seat.
    pub fn by_seat(&self, values: &[i32]) -> BySeat {
        let mut by_seat = BySeat::zero(self.rules.players());
        for (player, &seat) in self.seating().iter().zip(&Seat::ALL) {
            by_seat.add(seat, values[*player]);
        }
        by_seat
    }

    /// Players from first to last; of equal points the earlier in turn order
    /// from the first dealer.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(self.points[player]));
        order
    }

    /// Whether honba mean anything under the rules.
    pub fn counts_honba(&self) -> bool {
        self.rules.counts_honba()
    }

    /// Whether hands are counted 東1局, 東2局 …: where the winner deals they
    /// are not.
    pub fn counts_kyoku(&self) -> bool {
        self.rules.options.win_dealer != WinDealer::Winner
    }
}

fn sum(values: &[i32]) -> i64 {
    values.iter().copied().map(i64::from).sum()
}

/// The values with the changes, which may be none at all.
fn moved(values: &[i32], by: &[i32], most: i32) -> Result<Vec<i32>, Refusal> {
    if by.is_empty() {
        return Ok(values.to_vec());
    }
    if by.len() != values.len() {
        return Err(Refusal::TooLarge);
    }
    let add = |(value, by): (&i32, &i32)| {
        let moved = value.checked_add(*by).filter(|moved| moved.abs() <= most);
        moved.ok_or(Refusal::TooLarge)
    };
    values.iter().zip(by).map(add).collect()
}

fn check_players(
    rules: &RuleSet,
    players: &[String],
    sits_out: Option<usize>,
) -> Result<(), Refusal> {
    let table = rules.players();
    // One more than the table takes may sit out, as long as there are seats
    // for the final account of all.
    let most = (table + 1).min(4);
    let bad = |ja: String, en: String| Err(Refusal::BadPlayers(Said::new(ja, en)));
    if !(table..=most).contains(&players.len()) {
        return match most > table {
            true => bad(
                format!("このルールは {table} 人 (抜け番がいれば {most} 人) です"),
                format!("these rules are for {table} players ({most} with one sitting out)"),
            ),
            false => bad(
                format!("このルールは {table} 人です"),
                format!("these rules are for {table} players"),
            ),
        };
    }
    let odd = |name: &&String| {
        let signs = |ch: char| ch.is_control() || matches!(ch, ',' | '=' | '"');
        name.trim() != name.as_str()
            || name.is_empty()
            || name.chars().count() > LONGEST_NAME
            || name.contains(signs)
    };
    if let Some(name) = players.iter().find(odd) {
        return bad(
            format!("{name:?} は名前に使えません (空でなく、{LONGEST_NAME} 文字まで、, = \" なし)"),
            format!(
                "{name:?} cannot be a name (not empty, at most {LONGEST_NAME} characters, no , = \")"
            ),
        );
    }
    let twice = |name: &&String| players.iter().filter(|other| other == name).count() > 1;
    if let Some(name) = players.iter().find(twice) {
        return bad(
            format!("{name} が二人います。別の名前にしてください"),
            format!("{name} is named twice; give them different names"),
        );
    }
    let rests = players.len() > table;
    match sits_out {
        Some(player) if rests && player != 0 && player < players.len() => Ok(()),
        None if !rests => Ok(()),
        _ => bad(
            format!("卓は {table} 人です。多い一人 (最初の親でない人) が抜け番です"),
            format!("{table} sit at the table: exactly one more, not the first dealer, sits out"),
        ),
    }
}
