//! A draft with its past: undo, redo, back to the reading.

use serde::{Deserialize, Serialize};

use crate::confirm::changes::step as difference;
use crate::confirm::{Change, Draft, Edit, Refusal, TileId, changes};

/// The editing of one hand from the reading on.
///
/// Drafts are small (some 30 tiles), so the past is kept as whole drafts:
/// undoing cannot differ from what was there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    reading: Draft,
    past: Vec<Draft>,
    now: Draft,
    future: Vec<Draft>,
}

impl Session {
    /// Starts from what was read (or from an empty draft).
    pub fn new(reading: Draft) -> Session {
        Session {
            now: reading.clone(),
            reading,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    /// The draft as it stands.
    pub fn draft(&self) -> &Draft {
        &self.now
    }

    /// The draft as it was read.
    pub fn reading(&self) -> &Draft {
        &self.reading
    }

    /// Does one edit. An edit that changes nothing is not remembered.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let next = self.now.edited(edit)?;
        if next != self.now {
            self.past.push(std::mem::replace(&mut self.now, next));
            self.future.clear();
        }
        Ok(())
    }

    /// Does an edit as a continuation of the last one: undoing takes both back.
    /// Typing in the notation field is one edit, however many keys it took.
    pub fn amend(&mut self, edit: &Edit) -> Result<(), Refusal> {
        self.now = self.now.edited(edit)?;
        self.future.clear();
        Ok(())
    }

    /// Takes the last edit back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        step(&mut self.past, &mut self.now, &mut self.future)
    }

    /// Does an edit again that was taken back; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        step(&mut self.future, &mut self.now, &mut self.past)
    }

    /// Whether [`Session::undo`] would do something.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether [`Session::redo`] would do something.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Puts the tiles back as they were read. The situation stays: it was
    /// never read. Itself undoable.
    pub fn back_to_reading(&mut self) {
        self.put(self.reading.clone());
    }

    /// A reading that came late: [`back_to_reading`](Session::back_to_reading)
    /// leads to it, and nothing else changes.
    pub fn offer(&mut self, reading: Draft) {
        self.reading = reading;
    }

    /// Puts the tiles as another draft has them, such as a rival reading. The
    /// situation stays, and so do the names of the tiles that both have seen.
    /// Undoable.
    pub fn take(&mut self, mut draft: Draft) {
        self.rename(&mut draft);
        self.put(draft);
    }

    fn put(&mut self, mut draft: Draft) {
        draft.situation = self.now.situation.clone();
        // Names given out before stay used.
        draft.next_id = self.now.next_id.max(draft.next_id);
        if self.apply(&Edit::Replace(Box::new(draft))).is_err() {
            unreachable!("a replacement is never refused");
        }
    }

    /// Names the tiles of a foreign draft after those of the reading that are
    /// the same seen tile, so that what was changed can be told.
    fn rename(&self, draft: &mut Draft) {
        let old = |seen: Option<usize>| {
            let mut tiles = self.reading.tiles().map(|(_, tile)| tile);
            let found = tiles.find(|tile| seen.is_some() && tile.seen == seen);
            found.map(|tile| tile.id)
        };
        let mut next = self.now.next_id.max(draft.next_id);
        let win = draft.win.take();
        let mut renamed: Vec<(TileId, TileId)> = Vec::new();
        for zone in draft.zones().collect::<Vec<_>>() {
            for tile in draft.zone_mut(zone).into_iter().flatten() {
                let id = old(tile.seen).unwrap_or_else(|| {
                    next += 1;
                    next
                });
                renamed.push((tile.id, id));
                tile.id = id;
            }
        }
        let new = |id| {
            renamed
                .iter()
                .find(|(old, _)| *old == id)
                .map(|names| names.1)
        };
        draft.win = win.and_then(new);
        draft.next_id = next;
    }

    /// What a person changed against the reading.
    pub fn changes(&self) -> Vec<Change> {
        changes(&self.reading, &self.now)
    }

    /// Every change in the order in which it was made, and which doubtful
    /// tiles were approved. Edits that were undone are not in it.
    pub fn history(&self) -> Vec<Change> {
        let drafts = self.past.iter().chain([&self.now]);
        let mut before = &self.reading;
        let mut all = Vec::new();
        for draft in drafts {
            all.extend(difference(before, draft));
            before = draft;
        }
        all
    }
}

fn step(from: &mut Vec<Draft>, now: &mut Draft, to: &mut Vec<Draft>) -> bool {
    match from.pop() {
        Some(draft) => {
            to.push(std::mem::replace(now, draft));
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::confirm::{Doubt, Place, Situation, Zone};
    use crate::meld::MeldKind;
    use crate::score::Win;
    use crate::tile::Tile;

    fn read_draft(codes: &str) -> Draft {
        let mut draft = Draft::default();
        for code in codes.split(' ') {
            draft.push(Zone::Hand, code.parse().unwrap(), Doubt::Sure, None);
        }
        draft
    }

    fn zone() -> impl Strategy<Value = Zone> {
        prop_oneof![
            (0..6usize).prop_map(|i| Zone::LISTS[i]),
            (0..3usize).prop_map(Zone::Meld)
        ]
    }

    fn tile() -> impl Strategy<Value = Tile> {
        (0..Tile::COUNT).prop_map(|i| Tile::from_index(i).unwrap())
    }

    fn kind() -> impl Strategy<Value = MeldKind> {
        prop_oneof![
            Just(MeldKind::Pon),
            Just(MeldKind::Ankan),
            Just(MeldKind::Kakan)
        ]
    }

    fn edit() -> impl Strategy<Value = Edit> {
        let id = 0..24u32;
        let place = || (zone(), 0..16usize).prop_map(|(zone, index)| Place { zone, index });
        prop_oneof![
            (id.clone(), tile()).prop_map(|(id, tile)| Edit::SetTile { id, tile }),
            id.clone().prop_map(|id| Edit::Remove { id }),
            (place(), tile()).prop_map(|(place, tile)| Edit::Insert { place, tile }),
            (id.clone(), place()).prop_map(|(id, place)| Edit::Move { id, place }),
            id.clone().prop_map(|id| Edit::SetWin { id }),
            (prop::collection::vec(id, 2..5), kind())
                .prop_map(|(ids, kind)| Edit::MakeMeld { ids, kind }),
            (0..4usize).prop_map(|meld| Edit::BreakMeld { meld }),
            (0..4usize, kind()).prop_map(|(meld, kind)| Edit::SetMeldKind { meld, kind }),
            (0..3u32).prop_map(|honba| Edit::SetSituation(Situation {
                honba,
                win: Win::Ron,
                ..Situation::default()
            })),
        ]
    }

    proptest! {
        /// Promise 10: random edits, undo all = start, redo all = end.
        #[test]
        fn undo_all_is_the_start_and_redo_all_the_end(
            edits in prop::collection::vec(edit(), 0..60)
        ) {
            let start = read_draft("1p 2p 3p 5z 5z 5z 5z 7s 8s 9s 1m 1m 3z 4z");
            let mut session = Session::new(start.clone());
            for edit in &edits {
                let before = session.draft().clone();
                if session.apply(edit).is_err() {
                    prop_assert_eq!(session.draft(), &before, "a refused edit changes nothing");
                }
                // No name twice, no empty set, the winning tile in the hand.
                let draft = session.draft();
                let mut ids: Vec<_> = draft.tiles().map(|(_, tile)| tile.id).collect();
                let all = ids.len();
                ids.sort_unstable();
                ids.dedup();
                prop_assert_eq!(ids.len(), all);
                prop_assert!(draft.melds().iter().all(|meld| !meld.tiles.is_empty()));
                if let Some(win) = draft.win() {
                    prop_assert_eq!(draft.place(win).map(|place| place.zone), Some(Zone::Hand));
                }
            }
            let end = session.draft().clone();
            while session.undo() {}
            prop_assert_eq!(session.draft(), &start);
            prop_assert!(session.changes().is_empty());
            while session.redo() {}
            prop_assert_eq!(session.draft(), &end);
        }

        /// Tiles are only lost by `Remove` and only gained by `Insert`.
        #[test]
        fn moving_keeps_every_tile(edits in prop::collection::vec(edit(), 0..40)) {
            let mut session = Session::new(read_draft("1p 2p 3p 5z 5z 5z 5z 7s 8s 9s"));
            for edit in &edits {
                let before = session.draft().tiles().count() as i64;
                let done = session.apply(edit).is_ok();
                let after = session.draft().tiles().count() as i64;
                let expected = match edit {
                    Edit::Remove { .. } if done => -1,
                    Edit::Insert { .. } if done => 1,
                    _ => 0,
                };
                prop_assert_eq!(after - before, expected);
            }
        }
    }

    #[test]
    fn the_history_tells_every_step_and_not_only_where_it_led() {
        let mut read = read_draft("1p 2p 3p");
        read.hand[2].doubt = Doubt::Unsure;
        let mut session = Session::new(read);
        let face = |text: &str| text.parse::<Tile>().unwrap();
        for (id, tile) in [(1, "5z"), (1, "1p"), (3, "3p")] {
            let tile = face(tile);
            session.apply(&Edit::SetTile { id, tile }).unwrap();
        }
        assert!(session.changes().is_empty());
        let there = (face("1p"), face("5z"));
        let change = |from, to| Change::Face {
            id: 1,
            seen: None,
            from,
            to,
        };
        assert_eq!(
            session.history(),
            [
                change(there.0, there.1),
                change(there.1, there.0),
                Change::Vouched {
                    id: 3,
                    seen: None,
                    tile: face("3p")
                }
            ]
        );
    }

    #[test]
    fn a_draft_taken_over_keeps_the_names_of_the_tiles_seen() {
        let mut read = Draft::default();
        for (seen, code) in ["1p", "2p", "3p"].into_iter().enumerate() {
            read.push(Zone::Hand, code.parse().unwrap(), Doubt::Sure, Some(seen));
        }
        let mut other = Draft::default();
        // The rival read lists them the other way round, and the last is red.
        for (seen, code) in [(2, "0p"), (1, "2p"), (0, "1p")] {
            other.push(Zone::Hand, code.parse().unwrap(), Doubt::Sure, Some(seen));
        }
        other.win = Some(1);
        let mut session = Session::new(read);
        session.take(other);
        let changes = session.changes();
        let face = |change: &Change| {
            matches!(
                change,
                Change::Face {
                    id: 3,
                    seen: Some(2),
                    ..
                }
            )
        };
        assert!(changes.iter().any(face), "{changes:?}");
        assert_eq!(session.draft().win(), Some(3));
        assert_eq!(changes.len(), 2, "{changes:?}");
    }

    #[test]
    fn a_new_edit_forgets_what_was_undone() {
        let mut session = Session::new(read_draft("1p 2p"));
        session.apply(&Edit::Remove { id: 1 }).unwrap();
        assert!(session.undo());
        session.apply(&Edit::Remove { id: 2 }).unwrap();
        assert!(!session.can_redo());
    }

    #[test]
    fn back_to_the_reading_is_undoable_and_keeps_the_situation() {
        let mut session = Session::new(read_draft("1p 2p"));
        session.apply(&Edit::Remove { id: 1 }).unwrap();
        let situation = Situation {
            honba: 2,
            ..Situation::default()
        };
        session.apply(&Edit::SetSituation(situation)).unwrap();
        let edited = session.draft().clone();
        session.back_to_reading();
        assert_eq!(session.draft().zone(Zone::Hand).len(), 2);
        assert_eq!(session.draft().situation().honba, 2);
        assert!(session.undo());
        assert_eq!(session.draft(), &edited);
    }
}
