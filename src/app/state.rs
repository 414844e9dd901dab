//! What the window knows. What each action does to it is in `acts` and `tiles`.

use std::sync::Arc;

use eframe::egui;

use crate::app::camera::{Devices, Feed, Listing};
use crate::app::keys::Focus;
use crate::app::ledger::{Book, Kept, Trouble, Unwritten};
use crate::app::settings::Settings;
use crate::app::teach::Teach;
use crate::app::text::T;
use crate::app::views::chooser::Chooser;
use crate::app::views::ledger::Pages;
use crate::app::worker::{Event, Pixels, Problem, Source, Worker};
use crate::confirm::{Asks, ConfirmedHand, Draft, Edit, NotReady, Session, Situation, TileId};
use crate::profile::Shelf;
use crate::read::live::Watch;
use crate::read::{Options, Reading, Wall};
use crate::rules::RuleSet;
use crate::score::ScoreSheet;

/// What lies over the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Dialog {
    /// Nothing.
    #[default]
    None,
    /// The picker for the tile under the cursor, or for a new one.
    Picker(PickFor),
    /// The file chooser.
    Chooser(Chooser),
    /// The list of keys.
    Help,
    /// The cameras to choose from.
    Camera,
    /// The settings.
    Settings,
    /// The rules in force.
    RuleSheet,
    /// The ledger.
    Ledger(Box<Pages>),
    /// Where to save the result as a picture.
    SavePicture(String),
    /// Where to save the receipt.
    SaveReceipt(String),
}

/// What the picker's answer is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PickFor {
    /// Another face for this tile.
    Tile(TileId),
    /// A new tile in this place.
    Place(crate::confirm::Place),
    /// The name of this tile of a set that is taught, by its detection.
    Cell(usize),
}

/// The photo on show.
#[derive(Default)]
pub struct Photo {
    /// Where it came from, to read it again.
    pub source: Option<Source>,
    /// What is shown (perhaps smaller than the file).
    pub picture: Option<Pixels>,
    /// Its copy on the graphics card, made when first drawn.
    pub texture: Option<egui::TextureHandle>,
    /// The copy is of an earlier picture.
    pub stale: bool,
    /// What was seen on it.
    pub reading: Option<Arc<Reading>>,
    /// The worker is still at it.
    pub busy: bool,
    /// It is read once more to be shown beside a settled hand.
    pub again: bool,
    /// The wall that it is read under.
    pub under: Options,
    /// Why it could not be read.
    pub problem: Option<Problem>,
}

/// A hand that a person had worked on when another one was begun.
pub(super) struct Aside {
    pub(super) session: Session,
    pub(super) settled: Option<ConfirmedHand>,
    pub(super) kept: Kept,
    pub(super) photo: Photo,
    cursor: Option<TileId>,
}

/// Hands kept aside, at most.
const MOST_ASIDE: usize = 20;

/// The text in the notation field.
#[derive(Clone, Debug, Default)]
pub struct Notation {
    /// As typed.
    pub text: String,
    /// A person is in the field: the draft does not overwrite it.
    pub editing: bool,
    /// The field has changed the draft since it was entered.
    pub changed: bool,
    /// What is wrong with the text.
    pub faults: Vec<crate::notation::Fault>,
}

/// Something to say in the status line until the next action.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// A fixed text.
    Text(T),
    /// An edit was refused.
    Refusal(crate::confirm::Refusal),
    /// What the worker said.
    Said(Problem),
    /// What the ledger said.
    Ledger(Trouble),
}

/// All state of the window.
pub struct State {
    /// Language, colours, rule set …
    pub settings: Settings,
    /// The draft and its past.
    pub session: Session,
    /// The accepted hand, once settled.
    pub settled: Option<ConfirmedHand>,
    /// What of it stands in the ledger.
    pub kept: Kept,
    /// The ledger in use.
    pub book: Book,
    /// Settled hands that are not in it, and where they are kept.
    pub unwritten: Unwritten,
    /// The photo.
    pub photo: Photo,
    /// Hands before this one, the newest last.
    pub(super) aside: Vec<Aside>,
    /// The tile under the cursor.
    pub cursor: Option<TileId>,
    /// A digit that waits for its suit.
    pub pending: Option<u8>,
    /// What lies over the window.
    pub dialog: Dialog,
    /// The notation field.
    pub notation: Notation,
    /// What to say.
    pub note: Option<Note>,
    /// Boxes on the photo are shown.
    pub boxes: bool,
    /// The whole photo is shown, not only the part with the tiles.
    pub whole: bool,
    /// The result is shown to the whole table.
    pub table: bool,
    /// Quarter turns of the middle of that view.
    pub table_turn: u8,
    /// The tile's crop is shown large.
    pub zoom: bool,
    /// What has the keyboard (of the last frame).
    pub focus: Focus,
    /// A widget that is to get the keyboard.
    pub wants_focus: Option<egui::Id>,
    /// Where F6 goes from the tiles, one after the other: the first control of
    /// the questions, the button that settles.
    pub panels: Vec<egui::Id>,
    /// Which of them F6 went to last.
    pub panel: usize,
    /// The rule sets to choose from.
    pub rule_sets: Vec<RuleSet>,
    /// Id of the rule set that the score is compared with.
    pub compare: Option<String>,
    /// The score under that rule set.
    pub other: Result<ScoreSheet, NotReady>,
    /// The score of the draft as it stands.
    pub preview: Result<ScoreSheet, NotReady>,
    /// Tiles that a line of the score is pointed at for.
    pub pointed: Vec<crate::tile::Tile>,
    /// The tile that the pointer is on.
    pub hovered: Option<crate::tile::Tile>,
    /// What is to go to the clipboard.
    pub clipboard: Option<String>,
    /// How often something bad has happened, for who wants to hear it.
    pub alarms: u64,
    /// The tile set that is being taught.
    pub teach: Option<Teach>,
    /// Where tile-set profiles are kept, if there is a place.
    pub shelf: Option<Shelf>,
    /// How often the profiles have changed.
    pub edition: u64,
    /// The names of the profiles.
    pub sets: Vec<String>,
    /// The reading thread.
    pub worker: Worker,
    /// How cameras are opened.
    pub devices: Devices,
    /// The camera, while it is on.
    pub feed: Option<Feed>,
    /// What the camera saw before it was turned off.
    pub(super) watch: Watch,
    /// The last hand came from the camera, and so will the next.
    pub(super) camera_was_used: bool,
    /// The cameras that were asked for.
    pub cameras: Listing,
}

impl State {
    /// A window without a photo.
    pub fn new(
        settings: Settings,
        rule_sets: Vec<RuleSet>,
        worker: Worker,
        devices: Devices,
    ) -> State {
        let mut state = State {
            settings,
            session: Session::default(),
            settled: None,
            kept: Kept::Nowhere,
            book: Book::default(),
            unwritten: Unwritten::default(),
            photo: Photo::default(),
            aside: Vec::new(),
            cursor: None,
            pending: None,
            dialog: Dialog::None,
            notation: Notation::default(),
            note: None,
            boxes: true,
            whole: false,
            table: false,
            table_turn: 0,
            zoom: false,
            focus: Focus::Tiles,
            wants_focus: None,
            panels: Vec::new(),
            panel: 0,
            rule_sets,
            compare: None,
            other: Err(NotReady::Empty),
            preview: Err(NotReady::Empty),
            pointed: Vec::new(),
            hovered: None,
            clipboard: None,
            alarms: 0,
            teach: None,
            shelf: Shelf::open().ok(),
            edition: 0,
            sets: Vec::new(),
            worker,
            devices,
            feed: None,
            watch: Watch::default(),
            camera_was_used: false,
            cameras: Listing::default(),
        };
        state.find_sets();
        state
    }

    /// The same with profiles kept elsewhere.
    pub fn with_shelf(mut self, shelf: Shelf) -> State {
        self.shelf = Some(shelf);
        self.find_sets();
        self
    }

    /// Something bad has happened.
    pub(super) fn alarm(&mut self) {
        self.alarms += 1;
    }

    /// The rule set in force: that of the game, else the chosen one, else the
    /// first.
    pub fn rules(&self) -> Option<&RuleSet> {
        if let Some(game) = self.book.game() {
            return Some(&game.rules);
        }
        self.rule_sets
            .iter()
            .find(|rules| rules.id == self.settings.rules)
            .or(self.rule_sets.first())
    }

    /// The second rule set and the score under it.
    pub fn compared(&self) -> Option<(&RuleSet, &Result<ScoreSheet, NotReady>)> {
        Some((self.second_rules()?, &self.other))
    }

    fn second_rules(&self) -> Option<&RuleSet> {
        let id = self.compare.as_ref()?;
        self.rule_sets.iter().find(|rules| rules.id == *id)
    }

    /// What the rule set makes worth asking.
    pub fn asks(&self) -> Asks {
        self.rules().map(Asks::of).unwrap_or_default()
    }

    /// How many copies of each tile the rule set's wall holds.
    pub fn wall(&self) -> Wall {
        self.rules().map(Wall::under).unwrap_or_default()
    }

    /// The draft.
    pub fn draft(&self) -> &Draft {
        self.session.draft()
    }

    /// The tile whose items are lit: the one the pointer is on, else, once the
    /// hand is settled, the one under the cursor.
    pub fn lit_tile(&self) -> Option<crate::tile::Tile> {
        let cursor = self.cursor.filter(|_| self.settled.is_some());
        let under = || Some(self.draft().get(cursor?)?.tile);
        self.hovered.or_else(under)
    }

    /// The tile under the cursor, if it still exists.
    pub fn cursor_tile(&self) -> Option<TileId> {
        self.cursor.filter(|&id| self.draft().get(id).is_some())
    }

    /// Takes in what the worker has to say.
    pub fn poll(&mut self) {
        while let Some(event) = self.worker.poll() {
            match event {
                Event::Picture(picture) => {
                    let photo = self.awaited();
                    photo.picture = Some(picture);
                    photo.texture = None;
                }
                Event::Read(reading) if self.is_untouched() && !self.photo.again => {
                    self.take_reading(*reading);
                }
                Event::Read(reading) => self.take_late_reading(*reading),
                Event::Seen(reading) => self.take_seen(*reading),
                Event::Missed(problem) => self.miss_seen(problem),
                Event::Said(words) => self.note = Some(Note::Said(words)),
                Event::Page(page) => self.take_page(*page),
                Event::Learned(outcome) => self.take_learned(outcome),
                Event::Failed(problem) => {
                    let photo = self.awaited();
                    photo.busy = false;
                    photo.problem = Some(problem);
                    self.alarm();
                }
            }
        }
        self.poll_camera();
    }

    /// The photo that the worker is at.
    fn awaited(&mut self) -> &mut Photo {
        match &mut self.teach {
            Some(teach) if teach.photo.busy => &mut teach.photo,
            _ => &mut self.photo,
        }
    }

    /// The table's state as it goes with a draft: it outlives a photo, but not
    /// what is about one hand alone (`anew`).
    pub(super) fn settled_down(&self, draft: &Draft, anew: bool) -> Situation {
        let mut situation = self.draft().situation().clone();
        if anew {
            situation.forget_hand();
            self.expect_winner(&mut situation);
        }
        situation.settle_down(draft.is_closed(), self.asks().players);
        self.fill(&mut situation);
        situation
    }

    /// A person has gone on by hand while the photo was being read: what was
    /// entered or settled stays, and the reading is there for the asking.
    fn take_late_reading(&mut self, reading: Reading) {
        self.photo.busy = false;
        let read = Draft::from_reading(&reading);
        if std::mem::take(&mut self.photo.again) {
            // Its boxes fit only if nothing has changed since: not the models, not the wall.
            let same = self.session.reading().is_seen_as(&read);
            self.photo.reading = same.then(|| Arc::new(reading));
            return;
        }
        // The draft's tiles are tied to the reading before: it stays the one on show.
        if self.draft().tiles().any(|(_, tile)| tile.seen.is_some()) {
            return;
        }
        self.session.offer(read);
        self.photo.reading = Some(Arc::new(reading));
        self.note = Some(Note::Text(T::LateReading));
    }

    pub(super) fn take_reading(&mut self, reading: Reading) {
        let mut draft = Draft::from_reading(&reading);
        // A frozen picture is of the hand that was framed.
        let situation = self.settled_down(&draft, !self.camera_was_used);
        if let Ok(next) = draft.edited(&Edit::SetSituation(situation)) {
            draft = next;
        }
        if reading.tiles.is_empty() {
            self.note = Some(Note::Text(T::NothingSeen));
            self.alarm();
        } else if reading.win.is_none() {
            self.note = Some(Note::Text(T::WinAssumed));
        }
        self.photo.busy = false;
        self.photo.reading = Some(Arc::new(reading));
        self.session = Session::new(draft);
        self.settled = None;
        self.kept = Kept::Nowhere;
        // Any doubt puts the cursor on that tile.
        self.cursor = self
            .draft()
            .next_doubtful(None)
            .or_else(|| self.draft().first());
        self.refresh();
    }

    /// Starts reading a photo.
    pub(super) fn open(&mut self, source: Source) {
        self.stop_camera();
        self.camera_was_used = false;
        self.dialog = Dialog::None;
        self.worker.open(source.clone(), self.how());
        self.start(Photo {
            busy: true,
            under: self.how().options,
            source: Some(source),
            ..Photo::default()
        });
    }

    /// A photo that has not been read, since another hand was begun meanwhile or
    /// since only its file is known, is read now. A settled hand stays as it is.
    pub(super) fn read_if_unread(&mut self) {
        let known = self.photo.reading.is_some() || self.photo.busy;
        let Some(source) = self.photo.source.clone().filter(|_| !known) else {
            return;
        };
        if matches!(&source, Source::File(path) if !path.is_file()) {
            return;
        }
        self.photo.busy = true;
        self.photo.again = self.settled.is_some();
        self.worker.open(source, self.how());
    }

    /// Reads the photo again under another rule set's wall, as long as nobody
    /// has changed a tile.
    pub(super) fn read_again(&mut self) {
        let untouched = self.is_untouched() && !self.is_framing();
        if let Some(source) = self.photo.source.clone().filter(|_| untouched) {
            let how = self.how();
            self.photo.busy = true;
            self.photo.under = how.options.clone();
            self.worker.open(source, how);
        }
    }

    /// Begins another hand. What a person had entered or settled is laid aside.
    pub(super) fn start(&mut self, photo: Photo) {
        let next = Session::new(self.empty_draft());
        self.notation = Notation::default();
        // The worker turns to the next photo.
        (self.photo.busy, self.photo.again) = (false, false);
        // Given to the graphics card anew when it is seen again.
        self.photo.texture = None;
        let before = Aside {
            session: std::mem::replace(&mut self.session, next),
            settled: self.settled.take(),
            kept: std::mem::take(&mut self.kept),
            photo: std::mem::replace(&mut self.photo, photo),
            cursor: self.cursor.take(),
        };
        let holds = before.settled.is_some() || !before.session.draft().is_empty();
        if before.session.can_undo() || holds {
            let unwritten = matches!(before.kept, Kept::Unwritten(..));
            let note = if unwritten {
                T::UnwrittenAside
            } else {
                T::LaidAside
            };
            self.aside.push(before);
            self.note = Some(Note::Text(note));
            // What is in no ledger yet is kept however long ago it was.
            let safe =
                |aside: &Aside| !matches!(aside.kept, Kept::Waiting(_) | Kept::Unwritten(..));
            if self.aside.len() > MOST_ASIDE
                && let Some(oldest) = self.aside.iter().position(safe)
            {
                self.aside.remove(oldest);
            }
        }
        self.refresh();
    }

    /// Whether nobody has entered or settled anything of this hand.
    fn is_untouched(&self) -> bool {
        self.settled.is_none() && !self.session.can_undo()
    }

    /// Whether there is something to go back to.
    pub fn can_undo(&self) -> bool {
        !self.is_untouched() || !self.aside.is_empty()
    }

    /// Goes back to the hand that was laid aside last.
    pub(super) fn take_up(&mut self) {
        let Some(before) = self.aside.pop() else {
            return;
        };
        self.worker.forget();
        self.notation = Notation::default();
        self.session = before.session;
        self.settled = before.settled;
        self.kept = before.kept;
        self.photo = before.photo;
        self.cursor = before.cursor;
        if self.settled.is_none() {
            self.follow_table();
        }
        self.read_if_unread();
        self.refresh();
    }

    /// No tiles, the table as it was.
    pub(super) fn empty_draft(&self) -> Draft {
        let mut situation = self.draft().situation().clone();
        situation.forget_hand();
        self.expect_winner(&mut situation);
        self.fill(&mut situation);
        Draft::default()
            .edited(&Edit::SetSituation(situation))
            .unwrap_or_default()
    }

    /// Computes what depends on the draft again.
    pub(super) fn refresh(&mut self) {
        let score = |rules: Option<&RuleSet>| {
            rules.map_or(Err(NotReady::Empty), |rules| self.draft().preview(rules))
        };
        (self.preview, self.other) = (score(self.rules()), score(self.second_rules()));
        if !self.notation.editing {
            self.notation.faults.clear();
            self.notation.text = match self.draft().is_empty() {
                true => String::new(),
                false => self.draft().to_hand().to_string(),
            };
        }
    }

    /// Does one edit of the draft and what follows from it.
    pub(super) fn edit(&mut self, edit: &Edit) {
        if self.settled.is_some() {
            // Nothing is dropped in silence: say how to get back to editing.
            self.note = Some(Note::Text(T::SettledHow));
            return;
        }
        match self.session.apply(&self.with_told(edit)) {
            Ok(()) => self.after_edit(),
            Err(refusal) => {
                self.note = Some(Note::Refusal(refusal));
                self.alarm();
            }
        }
    }

    pub(super) fn after_edit(&mut self) {
        let mut situation = self.draft().situation().clone();
        situation.settle_down(self.draft().is_closed(), self.asks().players);
        self.fill(&mut situation);
        let settle = Edit::SetSituation(situation);
        if self.session.amend(&settle).is_err() {
            unreachable!("a situation is never refused");
        }
        if self.cursor_tile().is_none() {
            self.cursor = self.draft().first();
        }
        self.refresh();
    }
}
