//! What the window's wishes do to the ledger and to the hand on the screen.

use std::path::{Path, PathBuf};

use crate::app::ledger::{Book, Kept, Notice, Pending, Recorded, Trouble, Wish};
use crate::app::state::{Dialog, Note, State};
use crate::app::text::T;
use crate::app::views::ledger::Pages;
use crate::app::worker::Problem;
use crate::confirm::{ConfirmedHand, Edit, Situation, Told};
use crate::file;
use crate::lang::{Lang, Said};
use crate::ledger::transfer::{self, Format};
use crate::ledger::{Entry, Winner, default_path};
use crate::score::Win;
use crate::seat::Seat;

/// Sticks that one player can put down in a hand: two for an open riichi.
const MOST_STICKS: u32 = 2;

impl State {
    /// Takes up the ledger that was in use at the last start, else the one in
    /// the data folder.
    pub fn resume_ledger(&mut self) {
        if self.settings.ledger_put_away {
            return;
        }
        let usual = || default_path().ok();
        if let Some(path) = self.settings.ledger.clone().or_else(usual) {
            self.use_ledger(&path);
        }
    }

    /// Takes a ledger into use.
    pub fn use_ledger(&mut self, path: &Path) {
        self.change_book(Book::open(path));
        self.book.notice = self
            .book
            .fault
            .clone()
            .map(|fault| Notice::Trouble(fault.into()));
        self.follow_game();
        self.offer_unwritten();
        self.await_winners_again();
    }

    fn change_book(&mut self, book: Book) {
        let hand = self.book.hand + 1;
        self.book = Book { hand, ..book };
    }

    /// Fulfils a wish.
    pub(in crate::app) fn act_on_ledger(&mut self, wish: Wish) {
        self.book.notice = None;
        match wish {
            Wish::Show => self.dialog = Dialog::Ledger(Box::new(Pages::open(self))),
            Wish::Use(path) => {
                // The usual one is found by itself, also where it moves to.
                let usual = default_path().ok();
                self.settings.ledger = Some(path.clone()).filter(|_| usual.as_ref() != Some(&path));
                self.settings.ledger_put_away = false;
                self.use_ledger(&path);
            }
            Wish::PutAway => {
                self.settings.ledger_put_away = true;
                self.change_book(Book::default());
                self.follow_game();
            }
            Wish::Begin { rules, players } => self.begin_game(&rules, &players),
            Wish::Enter(entry, after) => {
                let ends_hand = self.ends_hand(&entry);
                let done = self.book.enter(&entry, after);
                if done.is_ok() && ends_hand {
                    self.book.next_hand();
                    self.await_winners_again();
                }
                self.say_written(done);
            }
            Wish::Undo => match self.book.undo() {
                Ok(voided) => {
                    self.book.notice = voided.last().map(|seq| Notice::Undone(*seq));
                    self.forget_voided(&voided);
                    self.follow_game();
                }
                Err(trouble) => self.book.notice = Some(Notice::Trouble(trouble)),
            },
            Wish::Retry => self.write_again(),
            Wish::Declare(player) => self.declare(player),
            Wish::MoreWinners(more) => self.book.more_winners = more,
            Wish::Export(path, format) => self.export(&path, format),
        }
    }

    fn begin_game(&mut self, id: &str, players: &[String]) {
        let rules = self.rule_sets.iter().find(|rules| rules.id == id).cloned();
        let Some(rules) = rules else { return };
        let names = players.iter().map(|name| name.trim());
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let done = self.book.begin(&rules, &names);
        if done.is_ok() {
            self.book.next_hand();
            self.await_winners_again();
        }
        self.say_written(done);
    }

    /// Whether the hand that is being played is over with this.
    fn ends_hand(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Adjust { .. } => false,
            Entry::Penalty { kind, .. } => {
                let penalties = self.rules().map(|rules| rules.penalties.iter());
                let mut found = penalties.into_iter().flatten();
                let found = found.find(|(name, _)| name == kind);
                found.is_some_and(|(_, penalty)| penalty.hand != "continues")
            }
            _ => true,
        }
    }

    fn say_written(&mut self, done: Result<u64, Trouble>) {
        match done {
            Ok(seq) => {
                self.book.notice = Some(Notice::Written(seq));
                // The form is done with: the same must not be written twice.
                let pages = Pages::open(self);
                if let Dialog::Ledger(shown) = &mut self.dialog {
                    **shown = pages;
                }
            }
            Err(trouble) => self.book.notice = Some(Notice::Trouble(trouble)),
        }
        self.follow_game();
    }

    fn export(&mut self, path: &Path, format: Format) {
        let Some(ledger) = self.book.ledger.as_mut() else {
            return;
        };
        let done = transfer::export(ledger, format).map_err(Trouble::from);
        // An export replaces nothing.
        let done = done.and_then(|text| {
            let written = file::write_new(path, text.as_bytes());
            written.map_err(|error| {
                let words =
                    |lang| format!("{}: {}", path.display(), file::write_reason(&error, lang));
                Trouble::Words(Said::new(words(Lang::Ja), words(Lang::En)))
            })
        });
        self.book.notice = Some(match done {
            Ok(()) => Notice::Exported(path.to_path_buf()),
            Err(trouble) => Notice::Trouble(trouble),
        });
    }

    fn declare(&mut self, player: usize) {
        let Some(count) = self.book.game().map(|game| game.players.len()) else {
            return;
        };
        self.book.declared.resize(count, 0);
        if let Some(sticks) = self.book.declared.get_mut(player) {
            *sticks = (*sticks + 1) % (MOST_STICKS + 1);
        }
        self.follow_game();
    }

    /// Makes rules, seats, honba and sticks of the draft those of the game.
    /// Does nothing to a settled hand.
    pub(in crate::app) fn follow_game(&mut self) {
        if let Some(id) = self.book.game().map(|game| game.rules.id.clone())
            && self.rule_sets.iter().any(|rules| rules.id == id)
        {
            self.settings.rules = id;
        }
        if self.settled.is_none() {
            self.follow_table();
        }
        // The game may be played with another wall than the photo was read by.
        if self.photo.source.is_some() && self.photo.under != self.how().options {
            self.read_again();
        }
        self.refresh();
    }

    /// The table's facts are not what undoing an edit of the tiles undoes.
    pub(in crate::app) fn follow_table(&mut self) {
        let mut situation = self.draft().situation().clone();
        self.fill(&mut situation);
        if situation == *self.draft().situation() {
            return;
        }
        if self.session.amend(&Edit::SetSituation(situation)).is_err() {
            unreachable!("a situation is never refused");
        }
    }

    /// Fills in what the game knows and nobody said otherwise.
    pub(in crate::app) fn fill(&self, situation: &mut Situation) {
        let Some(game) = self.book.game() else { return };
        let told = self.told(situation);
        situation.round = told.round.unwrap_or(game.turn.round);
        situation.honba = told.honba.unwrap_or(game.turn.honba);
        situation.consecutive_wins = match situation.seat {
            Seat::E => told.wins.unwrap_or(game.turn.streak + 1),
            _ => 1,
        };
        let declared = |seat| {
            let player = game.player_at(seat);
            player.is_some_and(|player| self.book.declared(player) > 0)
        };
        let dealt_in = situation.discarder.is_some_and(declared);
        situation.discarder_riichi |= dealt_in && situation.open_riichi;
        let put_down: u32 = self.put_down(situation).iter().sum();
        situation.sticks = game.turn.sticks + put_down;
    }

    /// Sticks put down in this hand by each player: those that were said, and
    /// those that the questions about the win tell.
    pub fn put_down(&self, situation: &Situation) -> Vec<u32> {
        let Some(game) = self.book.game() else {
            return Vec::new();
        };
        let at = |seat: Option<Seat>| seat.and_then(|seat| game.player_at(seat));
        let winner = at(Some(situation.seat).filter(|_| situation.riichi > 0));
        let discarder = at(situation.discarder.filter(|_| situation.discarder_riichi));
        let sticks = |player: usize| {
            let told = [winner, discarder].contains(&Some(player));
            self.book.declared(player).max(u32::from(told))
        };
        (0..game.players.len()).map(sticks).collect()
    }

    /// What was told of the table in this hand.
    fn told(&self, situation: &Situation) -> Told {
        let now = self.book.hand;
        let told = Some(&situation.told).filter(|told| told.hand == now);
        told.cloned().unwrap_or(Told {
            hand: now,
            ..Told::default()
        })
    }

    /// The edit together with what it says of the table: what a person changes
    /// in the panel is told.
    pub(in crate::app) fn with_told(&self, edit: &Edit) -> Edit {
        let Edit::SetSituation(now) = edit else {
            return edit.clone();
        };
        let before = self.draft().situation();
        let changed = |is: u32, was: u32| (is != was).then_some(is);
        let honba = changed(now.honba, before.honba);
        let wins = changed(now.consecutive_wins, before.consecutive_wins);
        let round = (now.round != before.round).then_some(now.round);
        let mut next = now.clone();
        if honba.is_some() || wins.is_some() || round.is_some() {
            let told = self.told(before);
            next.told = Told {
                honba: honba.or(told.honba),
                wins: wins.or(told.wins),
                round: round.or(told.round),
                ..told
            };
        }
        Edit::SetSituation(next)
    }

    /// The name of who sits at a seat of the hand on the screen.
    pub fn name_at(&self, seat: Seat) -> Option<&str> {
        if self.settled.is_some() {
            let seats = self.kept.seats()?;
            return seats.get(seat.index()).map(String::as_str);
        }
        let game = self.book.game()?;
        let player = game.player_at(seat)?;
        game.players.get(player).map(String::as_str)
    }

    /// Writes the hand that was just settled, if a game is being played.
    pub(in crate::app) fn record(&mut self) {
        self.kept = Kept::Nowhere;
        self.book.notice = None;
        let Some(mut pending) = self.settled.as_ref().and_then(|hand| self.pending(hand)) else {
            return;
        };
        let may_wait = self.book.more_winners && pending.from.is_some();
        let own = may_wait.then(|| Box::new(pending.clone()));
        for first in &self.book.waiting {
            pending.join(first);
        }
        if let Some(own) = own {
            self.book.declared = self.put_down(self.draft().situation());
            self.kept = Kept::Waiting(own);
            self.book.waiting = vec![pending];
            self.book.more_winners = false;
            return;
        }
        self.write(pending);
    }

    /// Awaits the further winners on a tile for those, and only those, who won on
    /// it in this game and wait: others may have been left by an earlier run,
    /// taken back, or overtaken by another event.
    fn await_winners_again(&mut self) {
        self.book.waiting.clear();
        let Some(home) = self.book.home() else { return };
        let aside = self.aside.iter_mut().map(|aside| &mut aside.kept);
        let mut joined: Option<Pending> = None;
        for kept in aside.chain([&mut self.kept]) {
            let Kept::Waiting(own) = kept else { continue };
            if !self.book.is_home_of(own) {
                continue;
            }
            if own.home.events != home.events {
                // Something else has happened since: a person must look.
                *kept = Kept::Unwritten(own.clone(), Trouble::GoneOn);
                continue;
            }
            let mut next = own.as_ref().clone();
            if let Some(first) = &joined {
                next.join(first);
            }
            joined = Some(next);
        }
        let Some(joined) = joined else { return };
        let players = self.book.game().map_or(0, |game| game.players.len());
        let sticks = |player| joined.riichi.iter().filter(|own| **own == player).count() as u32;
        self.book.declared = (0..players).map(sticks).collect();
        self.book.waiting = vec![joined];
        self.follow_game();
    }

    /// Why the draft cannot be the further win on a tile that is awaited: it must
    /// be another player's ron off the same discarder.
    pub(in crate::app) fn unlike_the_awaited(&self) -> Option<Note> {
        let first = self.book.waiting.last()?;
        let game = self.book.game()?;
        let situation = self.draft().situation();
        let discarder = situation.discarder.and_then(|seat| game.player_at(seat));
        let winner = game.player_at(situation.seat);
        let new = !first.wins.iter().any(|win| Some(win.player) == winner);
        let fits = situation.win == Win::Ron && discarder == first.from && new;
        let by = game.name(first.from.unwrap_or_default());
        (!fits).then(|| {
            Note::Said(Problem::both(|lang| {
                T::AwaitedRon.with(lang, &[("name", &by)])
            }))
        })
    }

    /// The questions as they will be answered where a further win on a tile is
    /// awaited: ron, off the same player, by the next who has not won yet.
    pub(in crate::app) fn expect_winner(&self, situation: &mut Situation) {
        let (Some(first), Some(game)) = (self.book.waiting.last(), self.book.game()) else {
            return;
        };
        let from = first.from;
        let free = |seat: &Seat| {
            let player = game.player_at(*seat);
            let won = first.wins.iter().any(|win| Some(win.player) == player);
            player.is_some() && player != from && !won
        };
        situation.win = Win::Ron;
        situation.discarder = from.and_then(|player| game.seat_of(player));
        if let Some(seat) = Seat::ALL.into_iter().find(free) {
            situation.seat = seat;
        }
    }

    fn pending(&self, hand: &ConfirmedHand) -> Option<Pending> {
        let game = self.book.game()?;
        let situation = self.draft().situation();
        let ron = situation.win == Win::Ron;
        let from = situation.discarder.filter(|_| ron);
        let times = |(player, count): (usize, u32)| vec![player; count as usize];
        let riichi = self.put_down(situation).into_iter().enumerate();
        Some(Pending {
            home: self.book.home()?,
            from: from.and_then(|seat| game.player_at(seat)),
            wins: vec![Winner {
                player: game.player_at(situation.seat)?,
                hand: hand.input().clone(),
                // The place of the receipt, which is written with the event.
                receipt: None,
            }],
            totals: vec![hand.sheet().total],
            riichi: riichi.flat_map(times).collect(),
            told: self.told(situation),
            seats: game
                .seating()
                .into_iter()
                .map(|player| game.name(player))
                .collect(),
        })
    }

    fn write(&mut self, pending: Pending) {
        match self.book.write(&pending, self.settings.lang) {
            Ok(recorded) => {
                self.book.next_hand();
                self.book.notice = Some(Notice::Written(recorded.seq));
                self.kept = Kept::Written(recorded);
                self.book.waiting.clear();
                let book = &self.book;
                let aside = self.aside.iter_mut().map(|aside| &mut aside.kept);
                for kept in aside {
                    let (Kept::Waiting(own), Kept::Written(recorded)) = (&*kept, &self.kept) else {
                        continue;
                    };
                    if book.is_home_of(own) {
                        *kept = Kept::Written(Recorded {
                            first: Some(own.clone()),
                            ..recorded.clone()
                        });
                    }
                }
            }
            Err(trouble) => self.kept = Kept::Unwritten(Box::new(pending), trouble),
        }
    }

    /// Tries again to write the settled hand.
    pub(in crate::app) fn write_again(&mut self) {
        match std::mem::take(&mut self.kept) {
            Kept::Unwritten(pending, _) => self.write(*pending),
            other => self.kept = other,
        }
    }

    /// Takes the settling of the hand on the screen back, in the ledger too.
    pub(in crate::app) fn take_back(&mut self) {
        if let Kept::Written(recorded) = &self.kept {
            match self.book.void(recorded) {
                Ok(voided) => self.forget_voided(&voided),
                Err(trouble) => {
                    self.note = Some(Note::Ledger(trouble));
                    return;
                }
            }
        }
        let waited = matches!(self.kept, Kept::Waiting(_));
        self.settled = None;
        self.kept = Kept::Nowhere;
        if waited {
            // Others may have won on the tile before this one.
            self.await_winners_again();
            self.book.more_winners = true;
        }
        self.follow_game();
    }

    /// Hands whose event was voided are drafts again; those who won first on a
    /// tile wait once more for the last one.
    fn forget_voided(&mut self, voided: &[u64]) {
        let book = &self.book;
        let void = |kept: &Kept| match kept {
            Kept::Written(recorded) => voided.contains(&recorded.seq) && book.holds(recorded),
            _ => false,
        };
        let home = book.home();
        let on_screen = Settled {
            hand: &mut self.settled,
            kept: &mut self.kept,
        };
        let aside = self.aside.iter_mut().map(|aside| Settled {
            hand: &mut aside.settled,
            kept: &mut aside.kept,
        });
        for settled in aside
            .chain([on_screen])
            .filter(|settled| void(&*settled.kept))
        {
            let first = match settled.kept {
                Kept::Written(recorded) => recorded.first.take(),
                _ => None,
            };
            *settled.kept = match (first, &home) {
                (Some(first), Some(home)) => Kept::Waiting(Box::new(Pending {
                    home: home.clone(),
                    ..*first
                })),
                _ => {
                    *settled.hand = None;
                    Kept::Nowhere
                }
            };
        }
        self.await_winners_again();
    }
}

/// A settled hand on the screen or laid aside.
struct Settled<'a> {
    hand: &'a mut Option<ConfirmedHand>,
    kept: &'a mut Kept,
}

impl Pending {
    /// Puts a winner on the same tile before this one.
    fn join(&mut self, first: &Pending) {
        self.wins.splice(0..0, first.wins.iter().cloned());
        self.totals.splice(0..0, first.totals.iter().copied());
        for &player in &first.riichi {
            let times = |list: &[usize]| list.iter().filter(|other| **other == player).count();
            if times(&self.riichi) < times(&first.riichi) {
                self.riichi.push(player);
            }
        }
    }
}

/// A name for an export that is free.
pub fn free_name(ledger: &Path, format: Format) -> PathBuf {
    let folder = ledger.parent().unwrap_or(Path::new(""));
    let stem = ledger.file_stem().unwrap_or_default().to_string_lossy();
    file::free_name(folder, &stem, format.ending())
}
