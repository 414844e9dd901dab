//! Teaching the program this table's tiles: a photo of the set in rows, every
//! name looked at, stored as a profile (ux.md, 「この牌を覚える」).

use crate::app::action::Action;
use crate::app::state::{Dialog, Note, Photo, PickFor, State};
use crate::app::text::T;
use crate::app::views;
use crate::app::worker::{Confirmed, How, Problem, Source, learned_text};
use crate::confirm::Zone;
use crate::profile::{Cell, Learned, Lesson, Page, unseen};
use crate::read::Options;
use crate::tile::Tile;

/// What is being taught.
#[derive(Default)]
pub struct Teach {
    /// The photo of the set.
    pub photo: Photo,
    /// What it shows, as far as it is put right.
    pub page: Option<Page>,
    past: Vec<Lesson>,
    future: Vec<Lesson>,
    /// The tile under the cursor, by its detection.
    pub cursor: Option<usize>,
    /// The profile's name.
    pub name: String,
    /// The worker is storing it.
    pub storing: bool,
    /// What came of it, or why it could not be stored.
    pub outcome: Option<Result<Learned, Problem>>,
}

/// A row and a column, from 0.
type At = (usize, usize);

impl Teach {
    /// The cells with their places, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (At, &Cell)> {
        let rows = self.page.iter().flat_map(|page| &page.lesson.rows);
        rows.enumerate()
            .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| ((r, c), cell)))
    }

    /// The cell under the cursor.
    pub fn current(&self) -> Option<(At, &Cell)> {
        let cursor = self.cursor?;
        self.cells().find(|(_, cell)| cell.detection == cursor)
    }

    /// Those that a person should look at: what is not learned first.
    pub fn doubtful(&self) -> Vec<(At, &Cell)> {
        let doubted = self.cells().filter(|(_, cell)| cell.doubt.is_some());
        let (open, told): (Vec<_>, Vec<_>) = doubted.partition(|(_, cell)| !cell.is_sure());
        open.into_iter().chain(told).collect()
    }

    /// The faces that the photo does not show surely.
    pub fn unseen(&self) -> Vec<Tile> {
        let lessons = self.page.iter().map(|page| &page.lesson);
        unseen(&Default::default(), lessons)
    }

    fn next_doubtful(&mut self) {
        let list: Vec<usize> = self
            .doubtful()
            .iter()
            .map(|(_, cell)| cell.detection)
            .collect();
        let at = self
            .cursor
            .and_then(|cursor| list.iter().position(|&other| other == cursor));
        let next = at.map_or(0, |at| (at + 1) % list.len().max(1));
        self.cursor = list.get(next).copied().or(self.cursor);
    }

    fn step(&mut self, by: i32) {
        let order: Vec<usize> = self.cells().map(|(_, cell)| cell.detection).collect();
        let at = self
            .cursor
            .and_then(|cursor| order.iter().position(|&other| other == cursor));
        let last = order.len() as i64 - 1;
        let next = at.map_or(0, |at| (at as i64 + i64::from(by)).clamp(0, last) as usize);
        self.cursor = order.get(next).copied();
    }

    fn step_row(&mut self, by: i32) {
        let Some(((row, column), _)) = self.current() else {
            return self.step(0);
        };
        let rows = self.page.as_ref().map(|page| &page.lesson.rows);
        let next = row.checked_add_signed(by as isize);
        if let Some(row) = rows.zip(next).and_then(|(rows, next)| rows.get(next)) {
            let column = column.min(row.len().saturating_sub(1));
            self.cursor = row.get(column).map(|cell| cell.detection);
        }
    }

    /// Changes the lesson so that it can be taken back.
    fn change(&mut self, how: impl FnOnce(&mut Page, At)) {
        let Some((at, _)) = self.current() else {
            return;
        };
        let Some(page) = &mut self.page else { return };
        self.past.push(page.lesson.clone());
        self.future.clear();
        how(page, at);
        self.outcome = None;
    }

    /// Names the tile under the cursor; a doubt that is gone leads to the next.
    fn name_it(&mut self, tile: Tile) {
        let doubted = self.current().is_some_and(|(_, cell)| cell.doubt.is_some());
        self.change(|page, at| page.name(at, tile));
        if doubted && !self.doubtful().is_empty() {
            self.next_doubtful();
        }
    }

    fn leave_out(&mut self) {
        let order: Vec<usize> = self.cells().map(|(_, cell)| cell.detection).collect();
        let at = order.iter().position(|&other| Some(other) == self.cursor);
        self.change(Page::leave_out);
        let next = at.and_then(|at| order.get(at + 1).or(order.get(at.wrapping_sub(1))));
        self.cursor = next.copied();
    }

    fn travel(&mut self, back: bool) {
        let Some(page) = &mut self.page else { return };
        let (from, to) = match back {
            true => (&mut self.past, &mut self.future),
            false => (&mut self.future, &mut self.past),
        };
        if let Some(lesson) = from.pop() {
            to.push(std::mem::replace(&mut page.lesson, lesson));
            self.outcome = None;
        }
        if self.current().is_none() {
            self.step(0);
        }
    }

    /// Whether there is a correction to take back, or to do again.
    pub fn can_travel(&self, back: bool) -> bool {
        !(if back { &self.past } else { &self.future }).is_empty()
    }
}

impl State {
    /// What pictures are read by.
    pub(super) fn how(&self) -> How {
        How {
            options: self.rules().map(Options::under).unwrap_or_default(),
            tiles: self.settings.tiles.clone(),
            edition: self.edition,
        }
    }

    /// Looks again which profiles there are.
    pub(super) fn find_sets(&mut self) {
        let names = self.shelf.as_ref().map(|shelf| shelf.names());
        self.sets = names.and_then(Result::ok).unwrap_or_default();
    }

    /// The actions that are about tile sets; gives back the others. While
    /// teaching, everything that is about tiles is about those of the set.
    pub(super) fn act_on_sets(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::Teach if self.teach.is_some() => self.leave_off(),
            Action::Teach => self.begin_teaching(),
            Action::Tiles(name) => self.use_set(name),
            Action::ForgetTiles(name) => self.forget_set(&name),
            Action::LearnFromHands(on) => self.settings.learn_from_hands = on,
            action if self.teach.is_some() => return self.act_on_lesson(action),
            action => return Some(action),
        }
        None
    }

    fn begin_teaching(&mut self) {
        self.dialog = Dialog::None;
        self.table = false;
        self.find_sets();
        let taken = |name: &str| self.sets.iter().any(|set| set == name);
        let first = T::TeachFirstName.get(self.settings.lang);
        let numbered = (2..).map(|n| format!("{first}{n}"));
        let free = std::iter::once(first.to_owned())
            .chain(numbered)
            .find(|name| !taken(name));
        self.teach = Some(Teach {
            name: free.unwrap_or_default(),
            ..Teach::default()
        });
    }

    /// Back to the hands; a reading that was interrupted is done again.
    fn leave_off(&mut self) {
        self.teach = None;
        self.dialog = Dialog::None;
        match self.photo.source.clone().filter(|_| self.photo.busy) {
            Some(source) => self.worker.open(source, self.how()),
            None => self.read_again(),
        }
    }

    fn use_set(&mut self, name: String) {
        self.settings.tiles = name;
        self.read_again();
    }

    fn forget_set(&mut self, name: &str) {
        let Some(shelf) = &self.shelf else { return };
        self.note = Some(match shelf.forget(name) {
            Ok(()) => Note::Said(Problem::both(|lang| {
                T::TilesForgotten.with(lang, &[("name", name)])
            })),
            Err(error) => Note::Said(Problem::both(|lang| error.message(lang))),
        });
        self.edition += 1;
        self.find_sets();
        if self.settings.tiles == name {
            self.use_set("auto".to_owned());
        }
    }

    fn act_on_lesson(&mut self, action: Action) -> Option<Action> {
        let framing = self.is_framing();
        match action {
            Action::Open(path) => {
                self.settings.folder = path.parent().map(|folder| folder.to_path_buf());
                self.look_at(Source::File(path));
            }
            Action::OpenPixels(pixels) => self.look_at(Source::Memory(pixels)),
            Action::TeachThis => {
                if let Some(source) = self.photo.source.clone().filter(|_| !framing) {
                    self.look_at(source);
                }
            }
            Action::Freeze | Action::Accept if framing => {
                if let Some(picture) = self.take_picture() {
                    self.look_at(Source::Memory(picture));
                }
            }
            Action::Back if framing && self.dialog == Dialog::None => self.stop_camera(),
            Action::Back if self.dialog == Dialog::None => self.step_back(),
            Action::StoreSet => self.store(),
            Action::FocusNotation => self.wants_focus = Some(views::teach::name_id()),
            Action::Accept => self.accept_cell(),
            Action::OpenPicker | Action::Digit(_) | Action::Suit(_) | Action::Pick(_) => {
                self.retype_cell(action);
            }
            Action::Red | Action::Approve | Action::Delete => self.put_cell_right(&action),
            Action::OpenChooser
            | Action::LeaveChooser
            | Action::ChooseReplay
            | Action::Back
            | Action::CloseDialog
            | Action::Say(_)
            | Action::ToggleCamera
            | Action::ChooseCamera
            | Action::UseInput(_)
            | Action::Camera(_)
            | Action::OpenSettings
            | Action::OpenRuleSheet
            | Action::ToggleHelp
            | Action::Lang(_)
            | Action::Scheme(_)
            | Action::TextSize(_)
            | Action::Sound(_)
            | Action::KeepCorrections(_) => return Some(action),
            other => self.move_in_lesson(other),
        }
        None
    }

    fn move_in_lesson(&mut self, action: Action) {
        let Some(teach) = &mut self.teach else { return };
        match action {
            Action::TeachName(name) => {
                teach.name = name;
                teach.outcome = None;
            }
            Action::SelectCell(detection) => teach.cursor = Some(detection),
            Action::Step(by) => teach.step(by),
            Action::StepZone(by) => teach.step_row(by),
            Action::NextDoubtful if teach.doubtful().is_empty() => {
                self.wants_focus = Some(views::teach::name_id());
            }
            Action::NextDoubtful => teach.next_doubtful(),
            Action::NextPanel => self.wants_focus = Some(views::teach::name_id()),
            Action::Undo => teach.travel(true),
            Action::Redo => teach.travel(false),
            // What is about the hand waits until it is seen again.
            _ => {}
        }
    }

    fn retype_cell(&mut self, action: Action) {
        let picked = match action {
            Action::Digit(digit) => {
                self.pending = Some(digit);
                return;
            }
            Action::Suit(letter) => self.retyped(letter),
            Action::Pick(tile) => Some(tile),
            _ => {
                let cursor = self.teach.as_ref().and_then(|teach| teach.cursor);
                if let Some(detection) = cursor {
                    self.dialog = Dialog::Picker(PickFor::Cell(detection));
                }
                return;
            }
        };
        self.dialog = Dialog::None;
        if let (Some(teach), Some(tile)) = (&mut self.teach, picked) {
            teach.name_it(tile);
        }
    }

    fn put_cell_right(&mut self, action: &Action) {
        self.dialog = Dialog::None;
        let Some(teach) = &mut self.teach else { return };
        let Some(tile) = teach.current().map(|(_, cell)| cell.tile) else {
            return;
        };
        match action {
            Action::Delete => teach.leave_out(),
            Action::Red if tile.is_red() => teach.name_it(tile.plain()),
            Action::Red => {
                if let Some(red) = tile.red() {
                    teach.name_it(red);
                }
            }
            _ => teach.name_it(tile),
        }
    }

    /// Enter: vouch for the open tile under the cursor, go to the next open
    /// one, store, or be done.
    fn accept_cell(&mut self) {
        let Some(teach) = &mut self.teach else { return };
        if matches!(teach.outcome, Some(Ok(_))) {
            return self.leave_off();
        }
        let open = |cell: &Cell| !cell.is_sure();
        if teach.current().is_some_and(|(_, cell)| open(cell)) {
            return self.put_cell_right(&Action::Approve);
        }
        let first = teach.cells().find(|(_, cell)| open(cell));
        match first.map(|(_, cell)| cell.detection) {
            Some(detection) => teach.cursor = Some(detection),
            None => self.store(),
        }
    }

    /// From what was found back to the beginning, from there back to the hands.
    fn step_back(&mut self) {
        let Some(teach) = &mut self.teach else { return };
        let begun = teach.page.is_some() || teach.photo.busy || teach.photo.problem.is_some();
        match begun && !matches!(teach.outcome, Some(Ok(_))) {
            true => {
                self.worker.forget();
                *teach = Teach {
                    name: std::mem::take(&mut teach.name),
                    ..Teach::default()
                };
            }
            false => self.leave_off(),
        }
    }

    /// Has a photo of the set looked at. What the profile of this name knows
    /// already helps.
    fn look_at(&mut self, source: Source) {
        self.stop_camera();
        self.dialog = Dialog::None;
        let Some(teach) = &mut self.teach else { return };
        let name = std::mem::take(&mut teach.name);
        self.worker.look(source.clone(), Some(name.clone()));
        *teach = Teach {
            photo: Photo {
                busy: true,
                source: Some(source),
                ..Photo::default()
            },
            name,
            ..Teach::default()
        };
    }

    /// Takes in what the worker has found on the photo of the set.
    pub(super) fn take_page(&mut self, page: Page) {
        let Some(teach) = &mut self.teach else { return };
        teach.photo.busy = false;
        teach.page = Some(page);
        teach.next_doubtful();
        if teach.cursor.is_none() {
            teach.step(0);
        }
        if teach.cursor.is_none() {
            teach.page = None;
            teach.photo.problem = Some(Problem::both(|lang| T::TeachNoRows.get(lang).to_owned()));
            self.alarm();
        }
    }

    fn store(&mut self) {
        let Some(teach) = &mut self.teach else { return };
        let Some(page) = teach.page.clone().filter(|_| !teach.storing) else {
            return;
        };
        teach.storing = true;
        teach.name = teach.name.trim().to_owned();
        self.worker.learn(page, teach.name.clone());
    }

    /// Takes in what came of storing.
    pub(super) fn take_learned(&mut self, outcome: Result<Learned, Problem>) {
        if let Ok(learned) = &outcome {
            self.edition += 1;
            self.settings.tiles = learned.name.clone();
            self.find_sets();
        }
        match &mut self.teach {
            Some(teach) if teach.storing => {
                teach.storing = false;
                teach.outcome = Some(outcome);
            }
            // That lesson has been left, for another or for the hands.
            _ => {
                self.note = Some(Note::Said(match outcome {
                    Ok(learned) => Problem::both(|lang| learned_text(&learned, lang)),
                    Err(problem) => problem,
                }));
            }
        }
    }

    /// The profile that the photo on show was read with, if any.
    pub fn set_in_use(&self) -> Option<&str> {
        let reading = self.photo.reading.as_ref()?;
        Some(&reading.tile_set.as_ref()?.profile)
    }

    /// Has the settled hand teach the profile in use, where a person has agreed
    /// to it: every tile that the photo shows, by its confirmed name.
    pub(super) fn learn_from_hand(&mut self) {
        if !self.settings.learn_from_hands {
            return;
        }
        let (Some(source), Some(profile)) = (self.photo.source.clone(), self.set_in_use()) else {
            return;
        };
        let Some(reading) = &self.photo.reading else {
            return;
        };
        let profile = profile.to_owned();
        let tiles = self.draft().tiles().filter_map(|(zone, tile)| {
            let seen = reading.tiles.get(tile.seen?)?;
            // A hidden tile's name is known, but not its face.
            let hidden = seen.tile == Tile::BACK && tile.tile != Tile::BACK;
            let counts = zone != Zone::Other && !hidden;
            counts.then_some((tile.tile, seen.quad))
        });
        let tiles = tiles.collect();
        self.worker.teach(Confirmed {
            source,
            tiles,
            profile,
        });
    }
}
