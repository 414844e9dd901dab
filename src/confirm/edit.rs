//! What a person may do to a draft, one operation at a time.

use crate::confirm::{Doubt, Draft, DraftMeld, DraftTile, Place, Situation, TileId, Zone};
use crate::lang::Lang;
use crate::meld::MeldKind;
use crate::tile::Tile;

/// One change of a draft. Legality is not asked for: a person may pass through
/// impossible hands on the way to the right one.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Gives a tile another face (or approves the same one).
    SetTile {
        /// Which tile.
        id: TileId,
        /// Its face.
        tile: Tile,
    },
    /// Takes a tile away.
    Remove {
        /// Which tile.
        id: TileId,
    },
    /// Puts a new tile somewhere; a position past the end means the end.
    Insert {
        /// Where.
        place: Place,
        /// Its face.
        tile: Tile,
    },
    /// Moves a tile within or between zones. `place` counts in the list
    /// without the tile itself.
    Move {
        /// Which tile.
        id: TileId,
        /// Where to.
        place: Place,
    },
    /// Says which tile of the hand won.
    SetWin {
        /// Which tile.
        id: TileId,
    },
    /// Takes tiles out of their zones and makes them the newest set.
    MakeMeld {
        /// Which tiles, in the order they lie in the set.
        ids: Vec<TileId>,
        /// How it was made.
        kind: MeldKind,
    },
    /// Puts the tiles of a set back into the hand.
    BreakMeld {
        /// Index of the set.
        meld: usize,
    },
    /// Says how a set was made.
    SetMeldKind {
        /// Index of the set.
        meld: usize,
        /// How it was made.
        kind: MeldKind,
    },
    /// Replaces the situation.
    SetSituation(Situation),
    /// Replaces everything: the typed notation, or back to the reading.
    Replace(Box<Draft>),
}

/// Why an edit could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tile or set is gone.
    #[error("that tile or set is no longer there")]
    Gone,
    /// Only a tile of the hand can have won.
    #[error("the winning tile must lie in the hand: move it there first")]
    WinOutsideHand,
    /// A set holds three or four tiles.
    #[error("a called set has three or four tiles")]
    MeldSize,
}

impl Refusal {
    /// What to tell the person.
    pub fn message(self, lang: Lang) -> &'static str {
        match self {
            Refusal::Gone => lang.pick("その牌はもうありません", "That tile is no longer there"),
            Refusal::WinOutsideHand => lang.pick(
                "上がり牌は手牌の中の牌です。先に手牌へ移してください",
                "The winning tile must lie in the hand: move it there first",
            ),
            Refusal::MeldSize => {
                lang.pick("面子は3枚か4枚です", "A called set has three or four tiles")
            }
        }
    }
}

impl Draft {
    /// The draft after one edit; the draft itself is left alone.
    ///
    /// Editing a tile makes it sure: a person has looked at it.
    pub fn edited(&self, edit: &Edit) -> Result<Draft, Refusal> {
        let mut next = self.clone();
        next.apply(edit)?;
        Ok(next)
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), Refusal> {
        match edit {
            Edit::SetTile { id, tile } => {
                let slot = self.get_mut(*id)?;
                slot.tile = *tile;
                slot.doubt = Doubt::Sure;
            }
            Edit::Remove { id } => {
                self.take(*id)?;
                self.tidy();
            }
            Edit::Insert { place, tile } => {
                let id = self.fresh_id();
                let new = DraftTile {
                    id,
                    tile: *tile,
                    doubt: Doubt::Sure,
                    seen: None,
                };
                self.put(*place, new)?;
            }
            Edit::Move { id, place } => self.relocate(*id, *place)?,
            Edit::SetWin { id } => match self.place(*id).ok_or(Refusal::Gone)?.zone {
                Zone::Hand => self.win = Some(*id),
                _ => return Err(Refusal::WinOutsideHand),
            },
            Edit::MakeMeld { ids, kind } => self.make_meld(ids, *kind)?,
            Edit::BreakMeld { meld } => self.break_meld(*meld)?,
            Edit::SetMeldKind { meld, kind } => {
                self.melds.get_mut(*meld).ok_or(Refusal::Gone)?.kind = *kind;
            }
            Edit::SetSituation(situation) => self.situation = situation.clone(),
            Edit::Replace(draft) => *self = (**draft).clone(),
        }
        Ok(())
    }

    fn get_mut(&mut self, id: TileId) -> Result<&mut DraftTile, Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        self.zone_mut(place.zone)
            .and_then(|list| list.get_mut(place.index))
            .ok_or(Refusal::Gone)
    }

    /// Takes a tile out; an emptied set stays until [`Draft::tidy`].
    fn take(&mut self, id: TileId) -> Result<DraftTile, Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        let list = self.zone_mut(place.zone).ok_or(Refusal::Gone)?;
        Ok(list.remove(place.index))
    }

    fn put(&mut self, place: Place, tile: DraftTile) -> Result<(), Refusal> {
        if matches!(place.zone, Zone::Meld(_)) && self.zone(place.zone).len() >= 4 {
            return Err(Refusal::MeldSize);
        }
        let list = self.zone_mut(place.zone).ok_or(Refusal::Gone)?;
        list.insert(place.index.min(list.len()), tile);
        Ok(())
    }

    fn relocate(&mut self, id: TileId, place: Place) -> Result<(), Refusal> {
        let mut tile = self.take(id)?;
        tile.doubt = tile.doubt.min(Doubt::Unsure);
        self.put(place, tile)?;
        self.tidy();
        Ok(())
    }

    fn make_meld(&mut self, ids: &[TileId], kind: MeldKind) -> Result<(), Refusal> {
        if !(3..=4).contains(&ids.len()) {
            return Err(Refusal::MeldSize);
        }
        let tiles = ids
            .iter()
            .map(|&id| self.take(id))
            .collect::<Result<Vec<_>, _>>()?;
        // The newest set comes after all others, whose order may be known.
        self.ordered = self.call_order_known();
        self.melds.push(DraftMeld { kind, tiles });
        self.tidy();
        Ok(())
    }

    fn break_meld(&mut self, meld: usize) -> Result<(), Refusal> {
        if meld >= self.melds.len() {
            return Err(Refusal::Gone);
        }
        let tiles = self.melds.remove(meld).tiles;
        // In front of the winning tile where that lies last, as hands are laid.
        let end = match self.hand.last() {
            Some(last) if Some(last.id) == self.win => self.hand.len() - 1,
            _ => self.hand.len(),
        };
        self.hand.splice(end..end, tiles);
        Ok(())
    }

    /// Drops emptied sets, and the winning tile's mark when it left the hand.
    fn tidy(&mut self) {
        self.melds.retain(|meld| !meld.tiles.is_empty());
        if let Some(win) = self.win
            && !self.hand.iter().any(|tile| tile.id == win)
        {
            self.win = None;
        }
    }
}
