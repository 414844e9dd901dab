//! Settled hands that are not in the ledger, since they could not be written or
//! since another player wins on the same tile: kept in a file while they are not,
//! and taken up again at the next start.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::ledger::{Kept, Pending, Trouble};
use crate::app::state::{Note, Photo, State};
use crate::app::text::T;
use crate::app::worker::Source;
use crate::confirm::Session;
use crate::file;

/// What the file is called in whichever folder it lies.
const FILE: &str = "unwritten.json";
/// What it holds.
const SCHEMA: &str = "karasu.unwritten/1";
/// Largest file read, in bytes: some twenty hands with their receipts.
const MAX_BYTES: u64 = 64 << 20;

/// One hand: the way to it, and what is to be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Left {
    session: Session,
    pending: Pending,
    /// It waits for another winner.
    #[serde(default)]
    waits: bool,
    /// The photo it was read from, if that is a file.
    #[serde(default)]
    photo: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Contents {
    schema: String,
    hands: Vec<Left>,
}

/// The hands that are in no ledger, and the file that keeps them.
#[derive(Debug, Default)]
pub struct Unwritten {
    /// Where the file may lie, the best place first.
    places: Vec<PathBuf>,
    /// Hands of other games than the one in use.
    left: Vec<Left>,
    /// What stands in the file.
    text: String,
    /// Where it lies, while there is one.
    pub file: Option<PathBuf>,
}

impl Unwritten {
    /// Takes up what an earlier run left in one of these folders. A file that
    /// cannot be understood is moved aside; its new name is given back.
    fn found_in(folders: Vec<PathBuf>) -> (Unwritten, Option<PathBuf>) {
        let places: Vec<PathBuf> = folders.iter().map(|folder| folder.join(FILE)).collect();
        let mut found = Unwritten::default();
        let mut damaged = None;
        for place in places.iter().filter(|place| place.exists()) {
            match read(place) {
                Some(hands) => {
                    found.left.extend(hands);
                    found.file = Some(place.clone());
                }
                // Where it cannot be moved nothing can be written either.
                None => damaged = file::move_aside(place),
            }
        }
        found.places = places;
        (found, damaged)
    }

    /// Writes these hands, and those of other games, where it can be done; no
    /// file where there are none.
    fn keep(&mut self, mut hands: Vec<Left>) {
        hands.extend(self.left.iter().cloned());
        if hands.is_empty() {
            if let Some(file) = self.file.take() {
                // The hands are in the ledger; a file that stays would offer
                // them once more, and says so then.
                let _ = std::fs::remove_file(file);
            }
            self.text.clear();
            return;
        }
        let contents = Contents {
            schema: SCHEMA.to_owned(),
            hands,
        };
        let Ok(text) = serde_json::to_string(&contents) else {
            return;
        };
        if text == self.text && self.file.is_some() {
            return;
        }
        let old = self.file.take();
        self.file = self.places.iter().find(|place| put(place, &text)).cloned();
        if let (Some(old), Some(new)) = (old, &self.file)
            && old != *new
        {
            // What lies there is older than what has just been kept.
            let _ = std::fs::remove_file(old);
        }
        self.text = text;
    }
}

fn read(place: &Path) -> Option<Vec<Left>> {
    let text = file::read_text_bounded(place, MAX_BYTES).ok()?;
    let contents: Contents = serde_json::from_str(&text).ok()?;
    (contents.schema == SCHEMA).then_some(contents.hands)
}

fn put(place: &Path, text: &str) -> bool {
    let folder = place.parent().map(std::fs::create_dir_all);
    folder.is_none_or(|made| made.is_ok()) && file::write_whole(place, text.as_bytes()).is_ok()
}

impl State {
    /// Keeps hands that cannot be written in one of these folders, the first
    /// that takes them, and takes up those that lie there. Comes before a
    /// ledger is taken into use.
    pub fn keep_unwritten_in(&mut self, folders: Vec<PathBuf>) {
        let (unwritten, damaged) = Unwritten::found_in(folders);
        self.unwritten = unwritten;
        if let Some(damaged) = damaged {
            let file = damaged.display().to_string();
            self.say_both(|lang| T::UnwrittenDamaged.with(lang, &[("path", &file)]));
        }
    }

    /// Brings the file up to date with what is on the screen and laid aside.
    pub(in crate::app) fn mind_unwritten(&mut self) {
        let aside = self.aside.iter();
        let aside = aside.map(|aside| (&aside.kept, &aside.session, &aside.photo));
        let all = aside.chain([(&self.kept, &self.session, &self.photo)]);
        let hands: Vec<Left> = all
            .filter_map(|(kept, session, photo)| {
                let (Kept::Waiting(pending) | Kept::Unwritten(pending, _)) = kept else {
                    return None;
                };
                Some(Left {
                    session: session.clone(),
                    pending: pending.as_ref().clone(),
                    waits: matches!(kept, Kept::Waiting(_)),
                    photo: match &photo.source {
                        Some(Source::File(path)) => Some(path.clone()),
                        _ => None,
                    },
                })
            })
            .collect();
        self.unwritten.keep(hands);
    }

    /// Puts the hands of the game in use that were left by an earlier run on
    /// the screen, to be written.
    pub(in crate::app) fn offer_unwritten(&mut self) {
        let Some(rules) = self.book.game().map(|game| game.rules.clone()) else {
            return;
        };
        let left = std::mem::take(&mut self.unwritten.left);
        let mut said = None;
        for left in left {
            let hand = match self.book.is_home_of(&left.pending) {
                true => left.session.confirm(&rules).ok(),
                false => None,
            };
            let Some(hand) = hand else {
                self.unwritten.left.push(left);
                continue;
            };
            // The camera would go on with its own hand.
            self.stop_camera();
            let events = self.book.home().map(|home| home.events);
            let gone_on = events != Some(left.pending.home.events);
            self.start(Photo {
                source: left.photo.map(Source::File),
                under: self.how().options,
                ..Photo::default()
            });
            self.session = left.session;
            self.settled = Some(hand);
            let pending = Box::new(left.pending);
            (self.kept, said) = match (gone_on, left.waits) {
                (true, _) => (
                    Kept::Unwritten(pending, Trouble::GoneOn),
                    Some(T::LedgerWentOn),
                ),
                (false, true) => (Kept::Waiting(pending), Some(T::WaitsFromEarlier)),
                (false, false) => (
                    Kept::Unwritten(pending, Trouble::Earlier),
                    Some(T::UnwrittenEarlier),
                ),
            };
            self.cursor = self.draft().first();
        }
        if let Some(said) = said {
            self.read_if_unread();
            self.refresh();
            self.mind_unwritten();
            self.note = Some(Note::Text(said));
        }
    }
}
