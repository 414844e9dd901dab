//! What the keys of the tiles do (the part of [`State`] that moves the cursor
//! and edits the tile under it).

use crate::app::action::Action;
use crate::app::keys::Focus;
use crate::app::state::{Dialog, Note, PickFor, State};
use crate::app::text::T;
use crate::app::views;
use crate::confirm::{Edit, Place, TileId, Zone};
use crate::meld::MeldKind;
use crate::score::Win;
use crate::tile::{Suit, Tile};

impl State {
    /// The actions that are about tiles.
    pub(super) fn act_on_tiles(&mut self, action: Action) {
        let opens = matches!(action, Action::OpenPicker | Action::OpenInsert(_));
        if opens && self.settled.is_some() {
            self.note = Some(Note::Text(T::SettledHow));
            return;
        }
        match action {
            Action::Select(id) => self.cursor = Some(id),
            Action::Step(by) => self.step(by),
            Action::StepZone(by) => self.step_zone(by),
            Action::NextDoubtful => self.next_doubtful(),
            Action::Digit(digit) => self.pending = Some(digit),
            Action::Suit(letter) => self.finish_retype(letter),
            Action::Red => self.toggle_red(),
            Action::ToggleGari => self.toggle_gari(),
            Action::MakeWin => self.on_cursor(|id| Edit::SetWin { id }),
            Action::ToggleMeld => self.toggle_meld(),
            Action::NextMeldKind(meld) => self.next_meld_kind(meld),
            Action::Delete => self.delete(),
            Action::Shift(by) => self.shift(by),
            Action::ShiftZone(by) => self.shift_zone(by),
            Action::OpenPicker => self.open_picker(),
            Action::OpenInsert(place) => {
                let place = place.unwrap_or_else(|| self.place_after_cursor());
                self.dialog = Dialog::Picker(PickFor::Place(place));
            }
            Action::Pick(tile) => self.pick(tile),
            Action::Approve => {
                if let Some(tile) = self.cursor_tile().and_then(|id| self.draft().get(id)) {
                    let (id, tile) = (tile.id, tile.tile);
                    self.edit(&Edit::SetTile { id, tile });
                    self.cursor = self.draft().next_doubtful(Some(id)).or(self.cursor);
                }
                self.dialog = Dialog::None;
            }
            Action::ToggleWin => self.toggle_win(),
            Action::FocusNotation => self.wants_focus = Some(views::notation::field_id()),
            Action::NextPanel => self.next_panel(),
            _ => {}
        }
    }

    fn on_cursor(&mut self, edit: impl FnOnce(TileId) -> Edit) {
        if let Some(id) = self.cursor_tile() {
            self.edit(&edit(id));
        }
    }

    fn order(&self) -> Vec<TileId> {
        self.draft().tiles().map(|(_, tile)| tile.id).collect()
    }

    fn step(&mut self, by: i32) {
        let order = self.order();
        let at = self
            .cursor
            .and_then(|id| order.iter().position(|&other| other == id));
        let next = match at {
            Some(at) => (at as i64 + i64::from(by)).clamp(0, order.len() as i64 - 1) as usize,
            None => 0,
        };
        self.cursor = order.get(next).copied();
    }

    fn step_zone(&mut self, by: i32) {
        let Some(place) = self.cursor_tile().and_then(|id| self.draft().place(id)) else {
            return self.step(0);
        };
        let zones: Vec<Zone> = self
            .draft()
            .zones()
            .filter(|&zone| !self.draft().zone(zone).is_empty())
            .collect();
        let at = zones.iter().position(|&zone| zone == place.zone);
        let next = at.and_then(|at| at.checked_add_signed(by as isize));
        if let Some(&zone) = next.and_then(|next| zones.get(next)) {
            let tiles = self.draft().zone(zone);
            let index = place.index.min(tiles.len().saturating_sub(1));
            self.cursor = tiles.get(index).map(|tile| tile.id);
        }
    }

    /// The next doubtful tile; with none left, the keyboard goes on to the
    /// panel where the next question is.
    fn next_doubtful(&mut self) {
        match self.draft().next_doubtful(self.cursor) {
            Some(id) => self.cursor = Some(id),
            None => self.wants_focus = self.panels.first().copied(),
        }
    }

    /// From the tiles through the panels and back.
    fn next_panel(&mut self) {
        self.panel = match self.focus {
            Focus::Tiles => 0,
            _ => self.panel + 1,
        };
        let back = || self.cursor_tile().map(views::tile::id);
        self.wants_focus = self.panels.get(self.panel).copied().or_else(back);
    }

    fn finish_retype(&mut self, letter: char) {
        if let Some(tile) = self.retyped(letter) {
            self.pick(tile);
        }
    }

    /// The tile of the digit that waits and of a suit's letter, if it is one.
    pub(super) fn retyped(&mut self, letter: char) -> Option<Tile> {
        let digit = self.pending.take()?;
        let suit = match letter {
            'm' => Suit::Man,
            'p' => Suit::Pin,
            's' => Suit::Sou,
            'f' => Suit::Flower,
            _ => Suit::Honor,
        };
        Tile::new(suit, digit)
    }

    /// Gives the tile under the cursor (or the picker's tile) its face; with
    /// no tile at all, a hand is being typed from nothing.
    fn pick(&mut self, tile: Tile) {
        let target = match self.dialog {
            Dialog::Picker(target) => Some(target),
            _ => self.cursor_tile().map(PickFor::Tile),
        };
        self.dialog = Dialog::None;
        match target {
            Some(PickFor::Tile(id)) => self.edit(&Edit::SetTile { id, tile }),
            Some(PickFor::Place(place)) => self.insert(place, tile),
            // That is answered where the set is taught.
            Some(PickFor::Cell(_)) => {}
            None => self.insert(self.place_after_cursor(), tile),
        }
    }

    fn insert(&mut self, place: Place, tile: Tile) {
        self.edit(&Edit::Insert { place, tile });
        let tiles = self.draft().zone(place.zone);
        let index = place.index.min(tiles.len().saturating_sub(1));
        self.cursor = tiles.get(index).map(|tile| tile.id);
    }

    fn place_after_cursor(&self) -> Place {
        match self.cursor_tile().and_then(|id| self.draft().place(id)) {
            Some(place) => Place {
                index: place.index + 1,
                ..place
            },
            None => Place {
                zone: Zone::Hand,
                index: self.draft().zone(Zone::Hand).len(),
            },
        }
    }

    fn open_picker(&mut self) {
        self.dialog = Dialog::Picker(match self.cursor_tile() {
            Some(id) => PickFor::Tile(id),
            None => PickFor::Place(self.place_after_cursor()),
        });
    }

    fn toggle_red(&mut self) {
        let Some(tile) = self.cursor_tile().and_then(|id| self.draft().get(id)) else {
            return;
        };
        let (id, face) = (tile.id, tile.tile);
        let other = match face.is_red() {
            true => Some(face.plain()),
            false => face.red(),
        };
        if let Some(tile) = other {
            self.edit(&Edit::SetTile { id, tile });
        }
    }

    fn toggle_gari(&mut self) {
        let Some(id) = self.cursor_tile() else { return };
        let zone = match self.draft().place(id).map(|place| place.zone) {
            Some(Zone::Gari) => Zone::Hand,
            _ => Zone::Gari,
        };
        self.edit(&move_to(id, zone, self.end_of(zone)));
    }

    /// The end of a zone; in the hand, before the winning tile lying last.
    fn end_of(&self, zone: Zone) -> usize {
        let tiles = self.draft().zone(zone);
        let win_last = zone == Zone::Hand && tiles.last().map(|tile| tile.id) == self.draft().win();
        tiles.len() - usize::from(win_last && !tiles.is_empty())
    }

    fn delete(&mut self) {
        let Some(id) = self.cursor_tile() else { return };
        let place = self.draft().place(id);
        self.dialog = Dialog::None;
        self.edit(&Edit::Remove { id });
        if let Some(place) = place {
            let tiles = self.draft().zone(place.zone);
            let next = tiles.get(place.index).or(tiles.last());
            self.cursor = next.map(|tile| tile.id).or_else(|| self.draft().first());
        }
    }

    fn shift(&mut self, by: i32) {
        let Some(id) = self.cursor_tile() else { return };
        if let Some(place) = self.draft().place(id)
            && let Some(index) = place.index.checked_add_signed(by as isize)
        {
            self.edit(&move_to(id, place.zone, index));
        }
    }

    fn shift_zone(&mut self, by: i32) {
        let Some(id) = self.cursor_tile() else { return };
        let Some(place) = self.draft().place(id) else {
            return;
        };
        let zones: Vec<Zone> = self.draft().zones().collect();
        let at = zones.iter().position(|&zone| zone == place.zone);
        let next = at.and_then(|at| at.checked_add_signed(by as isize));
        if let Some(&zone) = next.and_then(|next| zones.get(next)) {
            self.edit(&move_to(id, zone, self.end_of(zone)));
        }
    }

    /// Breaks the set under the cursor, or makes one: of the equal tiles of
    /// the hand, else of the run that starts here.
    fn toggle_meld(&mut self) {
        let Some(id) = self.cursor_tile() else { return };
        if let Some(Place {
            zone: Zone::Meld(meld),
            ..
        }) = self.draft().place(id)
        {
            return self.edit(&Edit::BreakMeld { meld });
        }
        match self.set_round(id) {
            Some((ids, kind)) => self.edit(&Edit::MakeMeld { ids, kind }),
            None => self.note = Some(Note::Text(T::NoMeldHere)),
        }
    }

    fn set_round(&self, id: TileId) -> Option<(Vec<TileId>, MeldKind)> {
        let here = self.draft().get(id)?.tile;
        let hand = self.draft().zone(Zone::Hand);
        let kind = here.kind()?;
        let equal: Vec<TileId> = hand
            .iter()
            .filter(|tile| tile.tile.kind() == Some(kind))
            .map(|tile| tile.id)
            .collect();
        match equal.len() {
            3 => return Some((equal, MeldKind::Pon)),
            4.. => return Some((equal[..4].to_vec(), MeldKind::Ankan)),
            _ => {}
        }
        let next = |step: u8| {
            let face = Tile::new(here.suit(), here.rank() + step)?;
            let tile = hand.iter().find(|tile| tile.tile.plain() == face)?;
            (here.suit() != Suit::Honor).then_some(tile.id)
        };
        Some((vec![id, next(1)?, next(2)?], MeldKind::Chi))
    }

    fn next_meld_kind(&mut self, meld: Option<usize>) {
        let under_cursor = || match self
            .cursor_tile()
            .and_then(|id| self.draft().place(id))?
            .zone
        {
            Zone::Meld(index) => Some(index),
            _ => None,
        };
        let Some(index) = meld.or_else(under_cursor) else {
            return;
        };
        let Some(meld) = self.draft().melds().get(index) else {
            return;
        };
        let kinds: &[MeldKind] = match meld.tiles.len() {
            4 => &[MeldKind::Ankan, MeldKind::Daiminkan, MeldKind::Kakan],
            _ => &[MeldKind::Pon, MeldKind::Chi],
        };
        let at = kinds.iter().position(|&kind| kind == meld.kind);
        let kind = kinds[at.map_or(0, |at| (at + 1) % kinds.len())];
        self.edit(&Edit::SetMeldKind { meld: index, kind });
    }

    fn toggle_win(&mut self) {
        let mut situation = self.draft().situation().clone();
        situation.win = match situation.win {
            Win::Tsumo => Win::Ron,
            Win::Ron => Win::Tsumo,
        };
        self.edit(&Edit::SetSituation(situation));
    }
}

fn move_to(id: TileId, zone: Zone, index: usize) -> Edit {
    Edit::Move {
        id,
        place: Place { zone, index },
    }
}
