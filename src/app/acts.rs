//! What each [`Action`] that is not about single tiles does.

use crate::app::action::Action;
use crate::app::state::{Dialog, Note, Photo, State};
use crate::app::text::T;
use crate::app::views::chooser::Chooser;
use crate::app::worker::Source;
use crate::confirm::{Draft, Edit, NotReady};

impl State {
    /// Fulfils one wish.
    pub fn act(&mut self, action: Action) {
        if let Action::PointAt(tiles) = action {
            self.pointed = tiles;
            return;
        }
        if let Action::Hover(tile) = action {
            self.hovered = Some(tile);
            return;
        }
        self.note = None;
        let waits = matches!(
            action,
            Action::Digit(_) | Action::Suit(_) | Action::Notation(_)
        );
        if !waits {
            self.pending = None;
        }
        let Some(action) = self.act_on_sets(action) else {
            return;
        };
        let Some(action) = self.act_on_camera(action) else {
            return;
        };
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
            Action::OpenChooser => {
                self.dialog = Dialog::Chooser(Chooser::open(self.settings.folder.as_deref()));
            }
            Action::Open(path) => {
                self.settings.folder = path.parent().map(|folder| folder.to_path_buf());
                self.open(Source::File(path));
            }
            Action::OpenPixels(pixels) => self.open(Source::Memory(pixels)),
            Action::Say(text) => self.note = Some(Note::Text(text)),
            Action::Accept => self.accept(),
            Action::CloseDialog => self.dialog = Dialog::None,
            Action::Back => self.back(),
            Action::NewHand => self.new_hand(),
            Action::ToggleTable => self.table = !self.table,
            Action::Step(by) if self.table => {
                self.table_turn = (i32::from(self.table_turn) + by).rem_euclid(4) as u8;
            }
            Action::ToggleBoxes => self.boxes = !self.boxes,
            Action::ToggleWhole => self.whole = !self.whole,
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
            Action::Ledger(wish) => self.act_on_ledger(wish),
            Action::Rules(_) if self.book.game().is_some() => {
                self.note = Some(Note::Text(T::RulesOfGame));
            }
            Action::Rules(id) => {
                self.settings.rules = id;
                self.after_edit_or_settled();
                self.read_again();
            }
            Action::Compare(id) => {
                self.compare = id;
                self.refresh();
            }
            Action::Notation(text) => self.type_notation(text),
            Action::NotationDone => self.leave_notation(),
            other => self.act_on_the_rest(other),
        }
    }

    /// The actions that are about neither the photo nor the hand; what is left
    /// is about tiles.
    fn act_on_the_rest(&mut self, action: Action) {
        match action {
            Action::Sound(on) => self.settings.sound = on,
            Action::CopyResult => self.copy_result(),
            Action::SavePicture => self.ask_for_picture(),
            Action::SaveReceipt => self.ask_for_receipt(),
            Action::ReceiptFile(path) => self.dialog = Dialog::SaveReceipt(path),
            Action::WriteReceipt => self.write_receipt(),
            Action::PictureFile(path) => self.dialog = Dialog::SavePicture(path),
            Action::WritePicture => self.write_picture(),
            Action::KeepCorrections(on) => self.settings.keep_corrections = on,
            Action::Lang(lang) => self.settings.lang = lang,
            Action::Scheme(scheme) => self.settings.scheme = scheme,
            Action::TextSize(larger) => self.settings.step_text_size(larger),
            other => self.act_on_tiles(other),
        }
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
        self.notation.editing = true;
        if text.trim().is_empty() {
            self.notation.faults.clear();
        }
        match crate::notation::parse(&text) {
            Ok(hand) if self.settled.is_none() => {
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
            Ok(_) => {}
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
