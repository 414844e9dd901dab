//! What each [`Action`] that is not about single tiles does.

use std::path::{Path, PathBuf};

use crate::app::action::Action;
use crate::app::state::{Dialog, Note, Photo, State};
use crate::app::text::T;
use crate::app::views::chooser::{Chooser, Wanted};
use crate::app::worker::{Problem, Source};
use crate::confirm::{Draft, Edit, NotReady};
use crate::lang::Lang;

/// Photos that are remembered as opened last.
const MOST_RECENT: usize = 5;

impl State {
    /// Fulfils one wish.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::PointAt(tiles) => self.pointed = tiles,
            Action::Hover(tile) => self.hovered = Some(tile),
            action => {
                self.note = None;
                self.fulfil(action);
                self.mind_unwritten();
            }
        }
    }

    fn fulfil(&mut self, action: Action) {
        let waits = matches!(
            action,
            Action::Digit(_) | Action::Suit(_) | Action::Notation(_)
        );
        if !waits {
            self.pending = None;
        }
        let action = self.act_on_sets(action);
        let action = action.and_then(|action| self.act_on_camera(action));
        let action = action.and_then(|action| self.act_on_hand(action));
        let action = action.and_then(|action| self.act_on_photo(action));
        let action = action.and_then(|action| self.act_on_settings(action));
        if let Some(action) = action {
            self.act_on_tiles(action);
        }
    }

    /// The actions that are about the hand as a whole; gives back the others.
    fn act_on_hand(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::Edit(edit) => self.edit(&edit),
            Action::Undo => self.undo(),
            Action::Redo => {
                if self.settled.is_none() && self.session.redo() {
                    self.after_travel();
                }
            }
            Action::BackToReading => {
                if self.settled.is_none() && !self.session.reading().is_empty() {
                    self.session.back_to_reading();
                    self.after_edit();
                }
            }
            Action::NextReading => self.next_reading(),
            Action::Notation(text) => self.type_notation(text),
            Action::NotationDone => self.leave_notation(),
            Action::Accept => self.accept(),
            Action::Back => self.back(),
            Action::NewHand => self.new_hand(),
            Action::Ledger(wish) => self.act_on_ledger(wish),
            Action::Compare(id) => {
                self.compare = id;
                self.refresh();
            }
            other => return Some(other),
        }
        None
    }

    /// The actions that are about photos, files and what is shown; gives back
    /// the others.
    fn act_on_photo(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::OpenChooser => {
                let (folder, recent) = (self.settings.folder.clone(), &self.settings.recent);
                self.choose(Wanted::Photo, folder, recent.clone());
            }
            Action::ChooseReplay => {
                self.choose(Wanted::Replay, self.settings.folder.clone(), Vec::new());
            }
            Action::ChooseRules => {
                let last = self.settings.rule_files.last();
                let folder = last.and_then(|path| path.parent()).map(Path::to_path_buf);
                self.choose(Wanted::Rules, folder, Vec::new());
            }
            Action::LeaveChooser => self.leave_chooser(),
            Action::Open(path) => {
                self.remember(&path);
                self.open(Source::File(path));
            }
            Action::OpenPixels(pixels) => self.open(Source::Memory(pixels)),
            Action::Say(text) => self.note = Some(Note::Text(text)),
            Action::CloseDialog => self.dialog = Dialog::None,
            Action::ToggleTable => self.table = !self.table,
            Action::Step(by) if self.table => {
                self.table_turn = (i32::from(self.table_turn) + by).rem_euclid(4) as u8;
            }
            Action::ToggleBoxes => self.boxes = !self.boxes,
            Action::ToggleWhole => self.whole = !self.whole,
            Action::CopyResult => self.copy_result(),
            Action::SavePicture => self.ask_for_picture(),
            Action::SaveReceipt => self.ask_for_receipt(),
            Action::ReceiptFile(path) => self.dialog = Dialog::SaveReceipt(path),
            Action::WriteReceipt => self.write_receipt(),
            Action::PictureFile(path) => self.dialog = Dialog::SavePicture(path),
            Action::WritePicture => self.write_picture(),
            other => return Some(other),
        }
        None
    }

    /// The actions that are about the settings and the rules; gives back the
    /// others, which are about tiles.
    fn act_on_settings(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::OpenSettings => {
                self.find_sets();
                self.dialog = Dialog::Settings;
            }
            Action::OpenRuleSheet => self.dialog = Dialog::RuleSheet,
            Action::ToggleHelp => {
                self.dialog = match self.dialog {
                    Dialog::Help => Dialog::None,
                    _ => Dialog::Help,
                };
            }
            Action::Rules(_) if self.book.game().is_some() => {
                self.note = Some(Note::Text(T::RulesOfGame));
            }
            Action::Rules(id) => self.use_rules(id),
            Action::RuleFile(path) => match self.use_rule_file(path) {
                Ok(id) => {
                    self.leave_chooser();
                    if let Dialog::Ledger(pages) = &mut self.dialog {
                        pages.choose_rules(id);
                    }
                }
                Err(problem) => {
                    self.note = Some(Note::Said(problem));
                    self.alarm();
                }
            },
            Action::Sound(on) => self.settings.sound = on,
            Action::KeepCorrections(on) => self.settings.keep_corrections = on,
            Action::Lang(lang) => self.settings.lang = lang,
            Action::Scheme(scheme) => self.settings.scheme = scheme,
            Action::TextSize(larger) => self.settings.step_text_size(larger),
            other => return Some(other),
        }
        None
    }

    /// Goes by a rule set from now on.
    pub(super) fn use_rules(&mut self, id: String) {
        self.settings.rules = id;
        self.after_edit_or_settled();
        self.read_again();
    }

    /// Photos are found again from whichever folder the next start is in.
    fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if !crate::frame::is_photo(&path) {
            return;
        }
        self.settings.folder = path.parent().map(Path::to_path_buf);
        self.settings.recent.retain(|known| *known != path);
        self.settings.recent.insert(0, path);
        self.settings.recent.truncate(MOST_RECENT);
    }

    fn choose(&mut self, wanted: Wanted, folder: Option<PathBuf>, recent: Vec<PathBuf>) {
        let back = std::mem::take(&mut self.dialog);
        let chooser = Chooser::open(wanted, folder.as_deref(), &recent, back);
        self.dialog = Dialog::Chooser(chooser);
    }

    fn leave_chooser(&mut self) {
        if let Dialog::Chooser(chooser) = &mut self.dialog {
            self.dialog = std::mem::take(&mut chooser.back);
        }
    }

    /// Says that the settings could not be understood, and where they are now.
    pub(super) fn settings_moved_to(&mut self, aside: &Path) {
        let path = aside.display().to_string();
        self.say_both(|lang| T::SettingsDamaged.with(lang, &[("path", &path)]));
    }

    /// Says something that is no fixed text.
    pub(super) fn say_both(&mut self, message: impl Fn(Lang) -> String) {
        self.note = Some(Note::Said(Problem::both(message)));
    }

    fn after_edit_or_settled(&mut self) {
        // A settled hand was settled under the rules of then.
        if self.settled.is_none() {
            self.after_edit();
        }
    }

    fn undo(&mut self) {
        if self.settled.is_some() {
            self.take_back();
        } else if self.session.undo() {
            self.after_travel();
        } else {
            self.take_up();
        }
    }

    /// The reading, then each rival, round and round.
    fn next_reading(&mut self) {
        let Some(reading) = self
            .photo
            .reading
            .clone()
            .filter(|_| self.settled.is_none())
        else {
            return;
        };
        if reading.rivals.is_empty() {
            self.note = Some(Note::Text(T::NoRival));
            return;
        }
        let mut drafts = vec![self.session.reading().clone()];
        let rivals = reading.rivals.iter();
        drafts.extend(rivals.map(|rival| Draft::from_rival(&reading, rival)));
        let now = self.draft().to_hand();
        let at = drafts.iter().position(|draft| draft.to_hand() == now);
        let next = at.map_or(1, |at| at + 1) % drafts.len();
        self.session.take(drafts.swap_remove(next));
        self.after_edit();
    }

    fn after_travel(&mut self) {
        self.follow_table();
        if self.cursor_tile().is_none() {
            self.cursor = self.draft().first();
        }
        self.refresh();
    }

    /// Enter: vouch for the doubtful tile under the cursor, else settle.
    fn accept(&mut self) {
        if self.settled.is_some() {
            return self.write_again();
        }
        if let Some(id) = self.cursor_tile()
            && self.draft().doubtful().contains(&id)
        {
            return self.act_on_tiles(Action::Approve);
        }
        if let Some(note) = self.unlike_the_awaited() {
            self.note = Some(note);
            return self.alarm();
        }
        let Some(rules) = self.rules() else { return };
        match self.session.confirm(rules) {
            Ok(hand) => {
                self.settled = Some(hand);
                self.keep_correction();
                self.record();
                self.learn_from_hand();
            }
            Err(NotReady::Doubtful(ids)) => self.cursor = ids.first().copied(),
            // The faults stand in the score panel already.
            Err(NotReady::Faults(_)) => self.alarm(),
            Err(NotReady::Empty) => {}
        }
    }

    fn back(&mut self) {
        if self.dialog != Dialog::None {
            self.dialog = Dialog::None;
        } else if self.table {
            self.table = false;
        } else if self.settled.is_some() {
            self.take_back();
        }
    }

    fn new_hand(&mut self) {
        self.worker.forget();
        self.start(Photo::default());
    }

    fn type_notation(&mut self, text: String) {
        if self.settled.is_some() {
            // The field shows the settled hand until that is taken back.
            self.note = Some(Note::Text(T::SettledHow));
            return;
        }
        self.notation.editing = true;
        if text.trim().is_empty() {
            self.notation.faults.clear();
        }
        match crate::notation::parse(&text) {
            Ok(hand) => {
                self.notation.faults.clear();
                let next = self.draft().with_hand(&hand);
                let edit = Edit::Replace(Box::new(next));
                let done = match self.notation.changed {
                    true => self.session.amend(&edit),
                    false => self.session.apply(&edit),
                };
                if done.is_ok() {
                    self.notation.changed = true;
                    self.after_edit();
                }
            }
            Err(faults) if !text.trim().is_empty() => self.notation.faults = faults,
            Err(_) => {}
        }
        self.notation.text = text;
    }

    fn leave_notation(&mut self) {
        self.notation.editing = false;
        self.notation.changed = false;
        // A text that means nothing stays, so that it can be put right.
        if self.notation.faults.is_empty() {
            self.refresh();
        }
    }
}
