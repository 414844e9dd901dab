//! The ledger in the window: the game that is being played, and what of the
//! hand on the screen stands in it.
//!
//! ```text
//! Enter ─ ConfirmedHand ─→ Pending ─ Book::write ─→ Recorded (number, hash)
//!                             └── could not be written: Unwritten, tried again
//! ```

mod acts;
mod unwritten;

pub use acts::free_name;
pub use unwritten::Unwritten;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::text::T;
use crate::confirm::Told;
use crate::lang::{Lang, Said};
use crate::ledger::canon::Hash;
use crate::ledger::event::{Adjust, Start, Turn};
use crate::ledger::transfer::Format;
use crate::ledger::{After, Entry, Event, Game, Ledger, LedgerFault, Refusal, Winner};
use crate::rules::RuleSet;

/// What the window can be asked to do with the ledger.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Show it.
    Show,
    /// Use this file; it is made with the first game.
    Use(PathBuf),
    /// Put it away: hands are settled without being written down.
    PutAway,
    /// Begin a game.
    Begin {
        /// Id of the rule set.
        rules: String,
        /// Names in turn order, the first dealer first.
        players: Vec<String>,
    },
    /// Write down something that is no won hand.
    Enter(Entry, After),
    /// Void the last event.
    Undo,
    /// Write the settled hand, which could not be written, again.
    Retry,
    /// Another riichi stick of a player (counted from 0), or none again.
    Declare(usize),
    /// Another player wins on the same tile, or none does.
    MoreWinners(bool),
    /// Write the whole ledger to a file.
    Export(PathBuf, Format),
}

/// Why the ledger did not do what it was asked to.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The ledger's own fault.
    Ledger(LedgerFault),
    /// The hand is worth something else by now: another game, or other seats.
    Differs,
    /// The hand stands in another ledger than the one in use.
    OtherLedger,
    /// The hand is of another game than the one in use: of this ledger's.
    OtherGame(PathBuf),
    /// The hand could not be written before the program ended.
    Earlier,
    /// Neither, and the ledger has gone on since.
    GoneOn,
    /// Something else, in words.
    Words(Said),
}

impl Trouble {
    /// What is wrong, and what to do in the window.
    pub fn message(&self, lang: Lang) -> String {
        let own = match self {
            Trouble::Ledger(LedgerFault::Refused(refusal)) => match **refusal {
                Refusal::NoReason => T::AdjustNeedsReason,
                Refusal::NoGame => T::NoGameRuns,
                // A game that was ended is no game any more: this one is bust.
                Refusal::GameOver => T::BustOver,
                Refusal::GameRuns => T::GameStillRuns,
                _ => return refusal.message(lang),
            },
            Trouble::Ledger(LedgerFault::Changed) => T::LedgerReadAnew,
            Trouble::Ledger(fault) => return fault.message(lang),
            Trouble::Differs => T::HandDiffers,
            Trouble::OtherLedger => T::OtherLedger,
            Trouble::OtherGame(path) => {
                let path = path.display().to_string();
                return T::HandOfOtherGame.with(lang, &[("path", &path)]);
            }
            Trouble::Earlier => T::UnwrittenEarlier,
            Trouble::GoneOn => T::LedgerWentOn,
            Trouble::Words(said) => return lang.pick(&said.ja, &said.en).to_owned(),
        };
        own.get(lang).to_owned()
    }
}

impl From<LedgerFault> for Trouble {
    fn from(fault: LedgerFault) -> Trouble {
        Trouble::Ledger(fault)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Ledger(refusal.into())
    }
}

/// What was done last, to be said.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The event with this number was written.
    Written(u64),
    /// The event with this number does not count any more.
    Undone(u64),
    /// The ledger was written to this file.
    Exported(PathBuf),
    /// It was not done.
    Trouble(Trouble),
}

/// A hand in the ledger.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Number of its event.
    pub seq: u64,
    /// The hash that the event is chained by: what a receipt can name.
    pub hash: Hash,
    /// Who sat where, from the dealer on.
    pub seats: Vec<String>,
    /// What it was by itself, when it waited for another winner on its tile.
    first: Option<Box<Pending>>,
}

/// The game that a hand belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Home {
    /// The file of its ledger.
    ledger: PathBuf,
    /// The hash of the event that began the game.
    game: Hash,
    /// Events in the ledger when the hand was settled.
    events: usize,
}

/// A confirmed hand on its way into the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pending {
    home: Home,
    from: Option<usize>,
    wins: Vec<Winner>,
    /// What each winner's sheet said.
    totals: Vec<i32>,
    riichi: Vec<usize>,
    told: Told,
    /// Who sat where, from the dealer on.
    pub seats: Vec<String>,
}

/// What of the settled hand stands in the ledger.
#[derive(Clone, Debug, Default)]
pub enum Kept {
    /// Nothing: no game was being played.
    #[default]
    Nowhere,
    /// The hand.
    Written(Recorded),
    /// Nothing yet: another player wins on the same tile.
    Waiting(Box<Pending>),
    /// Nothing: it could not be written.
    Unwritten(Box<Pending>, Trouble),
}

impl Kept {
    /// Who sat where when the hand was settled.
    pub fn seats(&self) -> Option<&[String]> {
        match self {
            Kept::Nowhere => None,
            Kept::Written(recorded) => Some(&recorded.seats),
            Kept::Waiting(pending) | Kept::Unwritten(pending, _) => Some(&pending.seats),
        }
    }
}

/// The table as it was told, else as the ledger has it.
fn told_over(told: &Told, turn: &Turn) -> Turn {
    Turn {
        round: told.round.unwrap_or(turn.round),
        honba: told.honba.unwrap_or(turn.honba),
        ..turn.clone()
    }
}

/// The ledger that is in use.
#[derive(Debug, Default)]
pub struct Book {
    path: Option<PathBuf>,
    ledger: Option<Ledger>,
    /// Why the file cannot be used.
    pub fault: Option<LedgerFault>,
    /// What was done last.
    pub notice: Option<Notice>,
    /// Another player wins on the tile of the hand on the screen.
    pub more_winners: bool,
    /// The first winners on one tile.
    waiting: Vec<Pending>,
    /// Sticks put down in this hand by each player.
    declared: Vec<u32>,
    /// Counts the hands, so that what was told of one is not told of the next.
    hand: u64,
}

impl Book {
    /// Takes a file into use. One that is not there is made with the first
    /// game.
    pub fn open(path: &Path) -> Book {
        let (ledger, fault) = match Ledger::open(path) {
            Ok(ledger) => (Some(ledger), None),
            Err(LedgerFault::NotFound) => (None, None),
            Err(fault) => (None, Some(fault)),
        };
        Book {
            path: Some(path.to_path_buf()),
            ledger,
            fault,
            ..Book::default()
        }
    }

    /// The file, if one is in use.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What is in it.
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_ref()
    }

    /// The game that is being played.
    pub fn game(&self) -> Option<&Game> {
        self.ledger.as_ref()?.running().ok()
    }

    /// The last game, over or not.
    pub fn last_game(&self) -> Option<&Game> {
        self.ledger.as_ref()?.state().games.last()
    }

    /// Sticks put down in this hand by a player, as far as they were said.
    pub fn declared(&self, player: usize) -> u32 {
        self.declared.get(player).copied().unwrap_or(0)
    }

    /// The players who put down a stick, each as often as it did.
    pub fn riichi(&self) -> Vec<usize> {
        let times = |(player, count): (usize, &u32)| vec![player; *count as usize];
        self.declared.iter().enumerate().flat_map(times).collect()
    }

    /// Whether a further winner on the same tile is awaited.
    pub fn awaits_winner(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What belongs to one hand alone is forgotten.
    fn next_hand(&mut self) {
        self.declared.clear();
        self.hand += 1;
        self.more_winners = false;
    }

    fn open_ledger(&mut self) -> Result<&mut Ledger, Trouble> {
        self.ledger.as_mut().ok_or(Refusal::NoGame.into())
    }

    /// Begins a game, in a new file where there is none.
    fn begin(&mut self, rules: &RuleSet, players: &[&str]) -> Result<u64, Trouble> {
        let most = rules.players();
        // Who sits out first, where the rules leave it to the players.
        let rests = (most..players.len()).next();
        let start = Start::new(rules, players, rests, None);
        // Before a file is made.
        Game::begin(1, &start)?;
        if self.ledger.is_none() {
            let path = self.path.as_deref().ok_or(LedgerFault::NotFound)?;
            self.ledger = Some(Ledger::create(path)?);
            self.fault = None;
        }
        let event = Event::Start(Box::new(start));
        self.written(|ledger| Ok(ledger.append(vec![event])?[0].seq))
    }

    /// Writes what is no won hand.
    fn enter(&mut self, entry: &Entry, after: After) -> Result<u64, Trouble> {
        self.written(|ledger| Ok(ledger.enter(entry, after)?[0].seq))
    }

    /// The game that is being played, as the home of a hand.
    fn home(&self) -> Option<Home> {
        let (ledger, game) = (self.ledger.as_ref()?, self.game()?);
        Some(Home {
            ledger: self.path.clone()?,
            game: ledger.hash(game.seq)?,
            events: ledger.records().len(),
        })
    }

    /// Whether a hand belongs to the game that is being played.
    fn is_home_of(&self, hand: &Pending) -> bool {
        self.home()
            .is_some_and(|home| (home.game, &home.ledger) == (hand.home.game, &hand.home.ledger))
    }

    /// Writes a hand as one event. What was said of the table against the
    /// ledger goes before it, in the same breath.
    fn write(&mut self, hand: &Pending, lang: Lang) -> Result<Recorded, Trouble> {
        if self.ledger.is_some() && !self.is_home_of(hand) {
            return Err(Trouble::OtherGame(hand.home.ledger.clone()));
        }
        let reason = T::TableTold.get(lang).to_owned();
        self.written(|ledger| {
            let mut game = ledger.running()?.clone();
            let mut events = Vec::new();
            let table = told_over(&hand.told, &game.turn);
            if table != game.turn {
                game.turn = table.clone();
                let none = vec![0; game.players.len()];
                events.push(Event::Adjust(Adjust {
                    reason,
                    deltas: none.clone(),
                    chips: none,
                    next: table,
                }));
            }
            let seq = ledger.records().len() as u64 + 1 + events.len() as u64;
            let planned = game.plan(seq, &hand.entry(), After::default())?;
            if !hand.is_worth(&planned) {
                return Err(Trouble::Differs);
            }
            events.extend(planned);
            ledger.append(events)?;
            Ok(Recorded {
                seq,
                hash: ledger.hash(seq).unwrap_or_default(),
                seats: hand.seats.clone(),
                first: None,
            })
        })
    }

    /// Does something with the ledger. When another program wrote meanwhile,
    /// it is read anew, so that a second try can succeed.
    fn written<R>(
        &mut self,
        act: impl FnOnce(&mut Ledger) -> Result<R, Trouble>,
    ) -> Result<R, Trouble> {
        let done = act(self.open_ledger()?);
        if let (Err(Trouble::Ledger(LedgerFault::Changed)), Some(path)) = (&done, &self.path) {
            match Ledger::open(path) {
                Ok(ledger) => self.ledger = Some(ledger),
                Err(fault) => return Err(fault.into()),
            }
        }
        done
    }

    /// Voids the last event; the voided ones, the first of a pair last.
    fn undo(&mut self) -> Result<Vec<u64>, Trouble> {
        let last = self.open_ledger()?.state().live.last().copied();
        let riichi = last.and_then(|seq| self.put_down_in(seq));
        let voided = self.written(|ledger| {
            let voided = ledger.undo()?.iter();
            Ok(voided.filter_map(crate::ledger::void_of).collect())
        })?;
        let declared = std::mem::take(&mut self.declared);
        self.next_hand();
        self.declared = riichi.unwrap_or(declared);
        Ok(voided)
    }

    /// The sticks that were put down in a hand.
    fn put_down_in(&self, seq: u64) -> Option<Vec<u32>> {
        let ledger = self.ledger.as_ref()?;
        match &ledger.record(seq)?.event {
            Event::Bust(bust) => self.put_down_in(bust.cause),
            Event::Hand(hand) => Some(hand.riichi.clone()),
            Event::Draw(draw) => Some(draw.riichi.clone()),
            Event::Nagashi(nagashi) => Some(nagashi.riichi.clone()),
            _ => None,
        }
    }

    /// Whether a hand stands in this ledger, and not in one that was in use
    /// before.
    pub fn holds(&self, hand: &Recorded) -> bool {
        let hash = self
            .ledger
            .as_ref()
            .and_then(|ledger| ledger.hash(hand.seq));
        hash == Some(hand.hash)
    }

    /// The event that [`Book::undo`] would void, or that caused it.
    fn last(&self) -> Option<u64> {
        let ledger = self.ledger.as_ref()?;
        let last = *ledger.state().live.last()?;
        match &ledger.record(last)?.event {
            Event::Bust(bust) => Some(bust.cause),
            _ => Some(last),
        }
    }

    /// Voids a hand, which must be the last that happened.
    fn void(&mut self, hand: &Recorded) -> Result<Vec<u64>, Trouble> {
        if !self.holds(hand) {
            return Err(Trouble::OtherLedger);
        }
        match self.last() {
            Some(last) if last == hand.seq => self.undo(),
            last => Err(Refusal::NotLast(last.unwrap_or(0)).into()),
        }
    }
}

impl Pending {
    fn entry(&self) -> Entry {
        Entry::Win {
            from: self.from,
            wins: self.wins.clone(),
            riichi: self.riichi.clone(),
        }
    }

    /// Whether the events say of every winner what its sheet said.
    fn is_worth(&self, planned: &[Event]) -> bool {
        let Some(Event::Hand(hand)) = planned.first() else {
            return false;
        };
        let same = |win: &crate::ledger::event::Win| {
            let at = self.wins.iter().position(|own| own.player == win.winner);
            at.and_then(|at| self.totals.get(at)) == Some(&win.total)
        };
        hand.wins.iter().all(same)
    }
}
