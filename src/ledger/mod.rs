//! The ledger: games, hands and payments that are never lost and never change
//! unnoticed.
//!
//! ```text
//! Entry ─ plan ─→ events ─ append ─→ SQLite
//!                   └────── fold ──→ State (points, dealer, honba, sticks …)
//! ```
//!
//! Everything that happens is an event ([`event`]), written once and never
//! changed; undoing is an event too. Each is chained to the one before it by a
//! hash ([`canon`]), and totals, seats and honba are a fold over those that
//! count ([`state`]).
//!
//! ```
//! use karasu::ledger::{After, Entry, Ledger, Winner};
//! use karasu::{rules, score::HandInput};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("karasu-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("evening.karasu");
//! let mut ledger = Ledger::create(&path)?;
//! let kichijoji = rules::preset("kichijoji").ok_or("no such rules")?;
//! ledger.start(&kichijoji, &["Aki", "Ben", "Chie"], None, None)?;
//!
//! // Ben wins on Aki's discard; seat, honba and sticks come from the game.
//! let typed = karasu::notation::parse("234p067p345s66s78s+6s").map_err(|_| "not a hand")?;
//! let hand = HandInput {
//!     concealed: typed.concealed,
//!     win_tile: typed.win_tile.ok_or("no winning tile")?,
//!     riichi: 1,
//!     ..HandInput::default()
//! };
//! let ben = Winner { player: 1, hand, receipt: None };
//! let entry = Entry::Win { from: Some(0), wins: vec![ben], riichi: vec![] };
//! ledger.enter(&entry, After::default())?;
//! let game = ledger.running()?;
//! assert_eq!(game.points.iter().sum::<i32>(), 150);
//! assert_eq!(game.name(game.turn.dealer), "Ben");
//!
//! ledger.undo()?;
//! assert_eq!(ledger.running()?.points, [50, 50, 50]);
//! drop(ledger);
//! assert_eq!(Ledger::open(&path)?.records().len(), 3);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rayon::prelude::*;

use crate::lang::Said;
use crate::rules::RuleSet;

mod account;
pub mod canon;
mod enter;
pub mod event;
pub mod fault;
pub mod show;
pub mod state;
pub mod stats;
pub mod store;
pub mod transfer;
mod turn;
pub mod words;

pub use enter::{After, Entry, Winner};
pub use event::{Event, Record};
pub use fault::{LedgerFault, Refusal};
pub use state::{Game, State};

use canon::{canonical, link};
use event::{Start, Void};
use store::{Row, Store};

/// The largest event written, in bytes: a hand with a receipt has some tens
/// of thousands.
const LARGEST: usize = 4 << 20;

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    store: Store,
    records: Vec<Record>,
    hashes: Vec<canon::Hash>,
    state: State,
}

impl Ledger {
    /// Makes a new, empty ledger; its folder, too.
    ///
    /// # Errors
    /// That the file exists, or cannot be made.
    pub fn create(path: &Path) -> Result<Ledger, LedgerFault> {
        Ok(Ledger {
            store: Store::create(path)?,
            records: Vec::new(),
            hashes: Vec::new(),
            state: State::default(),
        })
    }

    /// Opens a ledger and proves its chain and its sums.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn open(path: &Path) -> Result<Ledger, LedgerFault> {
        let mut store = Store::open(path)?;
        let rows = store.rows()?;
        let records = parse(&rows)?;
        let state = folded(&records)?;
        Ok(Ledger {
            store,
            records,
            hashes: hashes(&rows),
            state,
        })
    }

    /// Number and hash of the last event: who has written these down knows
    /// later that everything up to there is as it was.
    pub fn head(&self) -> (u64, canon::Hash) {
        self.store.head()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Every event, also those that do not count any more.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// An event by its number.
    pub fn record(&self, seq: u64) -> Option<&Record> {
        self.records.get(usize::try_from(seq).ok()?.checked_sub(1)?)
    }

    /// The hash that an event is chained by: what a receipt names.
    pub fn hash(&self, seq: u64) -> Option<canon::Hash> {
        let at = usize::try_from(seq).ok()?.checked_sub(1)?;
        self.hashes.get(at).copied()
    }

    /// All games.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The game that is being played.
    ///
    /// # Errors
    /// That there is none.
    pub fn running(&self) -> Result<&Game, Refusal> {
        self.state.running()
    }

    /// Begins a game: the players in turn order, the first deals. Who sits
    /// out first and the points of each, where not said, as [`Start::new`]
    /// has it.
    ///
    /// # Errors
    /// Players that the rules are not for, a game that is not over.
    pub fn start(
        &mut self,
        rules: &RuleSet,
        players: &[&str],
        sits_out: Option<usize>,
        start: Option<i32>,
    ) -> Result<&[Record], LedgerFault> {
        let start = Start::new(rules, players, sits_out, start);
        self.append(vec![Event::Start(Box::new(start))])
    }

    /// The events that an entry would make; nothing is written.
    ///
    /// # Errors
    /// What the rules or the game do not allow.
    pub fn plan(&self, entry: &Entry, after: After) -> Result<Vec<Event>, Refusal> {
        self.running()?.plan(self.next_seq(), entry, after)
    }

    /// Writes what happened. The new events are returned; they are on the
    /// disk.
    ///
    /// # Errors
    /// What the rules or the game do not allow, or that it cannot be written:
    /// then nothing is.
    pub fn enter(&mut self, entry: &Entry, after: After) -> Result<&[Record], LedgerFault> {
        let events = self.plan(entry, after)?;
        self.append(events)
    }

    /// Voids the last event that counts (a bust together with what caused
    /// it). The numbers of the voided events are in the new ones.
    ///
    /// # Errors
    /// That there is nothing to undo, or that it cannot be written.
    pub fn undo(&mut self) -> Result<&[Record], LedgerFault> {
        let last = *self.state.live.last().ok_or(Refusal::NothingToUndo)?;
        let cause = match self.record(last).map(|record| &record.event) {
            Some(Event::Bust(bust)) => Some(bust.cause),
            _ => None,
        };
        let voids = [Some(last), cause].into_iter().flatten();
        self.append(voids.map(|of| Event::Void(Void { of })).collect())
    }

    /// Writes events as they are.
    ///
    /// # Errors
    /// An event that does not follow from those before, or that it cannot be
    /// written; then none is.
    pub fn append(&mut self, events: Vec<Event>) -> Result<&[Record], LedgerFault> {
        let first = self.next_seq();
        let at = now();
        let numbered = events.into_iter().zip(first..);
        let records: Vec<Record> = numbered
            .map(|(event, seq)| Record { seq, at, event })
            .collect();
        let (_, mut hash) = self.store.head();
        let mut rows = Vec::new();
        for record in &records {
            let body = body(record)?;
            hash = link(&hash, &body);
            let void_of = void_of(record);
            rows.push(Row {
                body,
                hash,
                void_of,
            });
        }
        let refolded = self.taken(&records)?;
        self.store.append(&rows)?;
        let old = self.records.len();
        match refolded {
            Some(state) => self.state = state,
            // Taken once already.
            None => records
                .iter()
                .try_for_each(|record| self.state.apply(record))?,
        }
        self.records.extend(records);
        self.hashes.extend(hashes(&rows));
        Ok(&self.records[old..])
    }

    /// That the state takes some more events; the new state where it has to
    /// be folded anew.
    fn taken(&self, new: &[Record]) -> Result<Option<State>, Refusal> {
        if new.iter().any(|record| void_of(record).is_some()) {
            let all = self.records.iter().chain(new);
            return State::fold(all).map(Some).map_err(|(_, why)| why);
        }
        let mut outline = self.state.outline();
        new.iter().try_for_each(|record| outline.apply(record))?;
        Ok(None)
    }

    fn next_seq(&self) -> u64 {
        self.records.len() as u64 + 1
    }

    /// Everything that can be proved: the chain, SQLite's own examination,
    /// the form of every event, the sums. Returns the number of events and
    /// the hash of the last.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(path: &Path) -> Result<(u64, canon::Hash), LedgerFault> {
        let mut store = Store::open(path)?;
        // The chain first: it names the event.
        let rows = store.rows()?;
        store.examine()?;
        let records = parse(&rows)?;
        for (record, row) in records.iter().zip(&rows) {
            if body(record)? != row.body {
                let why = "not in canonical form".to_owned();
                let seq = record.seq;
                return Err(LedgerFault::Unreadable { seq, why });
            }
        }
        folded(&records)?;
        Ok(store.head())
    }

    /// A time of an event as a person writes it.
    pub fn date(&self, at: i64) -> String {
        self.store.date(at)
    }

    pub(crate) fn rows(&mut self) -> Result<Vec<Row>, LedgerFault> {
        self.store.rows()
    }

    pub(crate) fn create_with(path: &Path, rows: &[Row]) -> Result<Ledger, LedgerFault> {
        let records = parse(rows)?;
        let state = folded(&records)?;
        let mut store = Store::create(path)?;
        store.append(rows)?;
        Ok(Ledger {
            store,
            records,
            hashes: hashes(rows),
            state,
        })
    }
}

/// The ledger that is meant where none is named: `ledger.karasu` in
/// `KARASU_DATA`, or else in the place for a program's data on this platform.
///
/// # Errors
/// That the system names no such place.
pub fn default_path() -> Result<PathBuf, LedgerFault> {
    let folder = crate::home::data_folder();
    let nowhere = || {
        LedgerFault::Io(Said::new(
            "ホームフォルダがありません。帳簿のファイル名を指定してください",
            "there is no home folder; name the file of the ledger",
        ))
    };
    Ok(folder.ok_or_else(nowhere)?.join("ledger.karasu"))
}

fn hashes(rows: &[Row]) -> Vec<canon::Hash> {
    rows.iter().map(|row| row.hash).collect()
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
}

pub(crate) fn void_of(record: &Record) -> Option<u64> {
    match &record.event {
        Event::Void(void) => Some(void.of),
        _ => None,
    }
}

/// An event as it is written.
fn body(record: &Record) -> Result<String, LedgerFault> {
    let seq = record.seq;
    let unwritable = |error: serde_json::Error| LedgerFault::Unreadable {
        seq,
        why: error.to_string(),
    };
    let text = canonical(&serde_json::to_value(record).map_err(unwritable)?);
    match text.len() > LARGEST {
        true => Err(Refusal::TooLarge.into()),
        false => Ok(text),
    }
}

fn parse(rows: &[Row]) -> Result<Vec<Record>, LedgerFault> {
    let one = |(at, row): (usize, &Row)| {
        let seq = at as u64 + 1;
        let unreadable = |why: String| LedgerFault::Unreadable { seq, why };
        let record: Record =
            serde_json::from_str(&row.body).map_err(|error| unreadable(error.to_string()))?;
        if record.seq != seq {
            return Err(unreadable(format!("numbered {}", record.seq)));
        }
        if void_of(&record) != row.void_of {
            return Err(unreadable("void_of".to_owned()));
        }
        Ok(record)
    };
    rows.par_iter().enumerate().map(one).collect()
}

fn folded(records: &[Record]) -> Result<State, LedgerFault> {
    State::fold(records).map_err(|(seq, why)| LedgerFault::Inconsistent {
        seq,
        why: Box::new(why),
    })
}
