//! The hand as it stands while a person may still change it.

use serde::{Deserialize, Serialize};

use crate::confirm::Situation;
use crate::meld::{MeldKind, order_is_plain};
use crate::tile::{Tile, TileSet};

/// Names one tile of a draft for as long as the draft lives, wherever it moves.
pub type TileId = u32;

/// How far the program trusts a tile.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Doubt {
    /// Read with certainty, or set by a person.
    #[default]
    Sure,
    /// Read, but another face is possible.
    Unsure,
    /// Below the threshold: shown so that nothing is dropped in silence.
    Weak,
}

/// One tile of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftTile {
    /// Its name within the draft.
    pub id: TileId,
    /// Its face.
    pub tile: Tile,
    /// How far the face is trusted.
    pub doubt: Doubt,
    /// Index of the seen tile in the reading; `None` for a typed tile.
    pub seen: Option<usize>,
}

/// A called or declared set of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftMeld {
    /// How it was made.
    pub kind: MeldKind,
    /// Its tiles, normally three or four.
    pub tiles: Vec<DraftTile>,
}

/// Where a tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// The concealed part, winning tile included.
    Hand,
    /// The called set with this index, in the order of the calls.
    Meld(usize),
    /// Pulled tiles (抜きドラ) and flowers.
    Gari,
    /// Dora indicators.
    Dora,
    /// Ura dora indicators.
    Ura,
    /// アリス flips.
    Arisu,
    /// Seen, but not part of the win.
    Other,
}

impl Zone {
    /// The zones that are one list each, in the order of the window.
    pub const LISTS: [Zone; 6] = [
        Zone::Hand,
        Zone::Gari,
        Zone::Dora,
        Zone::Ura,
        Zone::Arisu,
        Zone::Other,
    ];
}

/// A position in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The zone.
    pub zone: Zone,
    /// Position from the left, `0..=len`.
    pub index: usize,
}

/// A hand that may still be wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub(super) hand: Vec<DraftTile>,
    pub(super) melds: Vec<DraftMeld>,
    pub(super) gari: Vec<DraftTile>,
    pub(super) dora: Vec<DraftTile>,
    pub(super) ura: Vec<DraftTile>,
    pub(super) arisu: Vec<DraftTile>,
    pub(super) other: Vec<DraftTile>,
    pub(super) win: Option<TileId>,
    pub(super) situation: Situation,
    pub(super) next_id: TileId,
    /// A person put the sets into their order.
    #[serde(default)]
    pub(super) ordered: bool,
}

impl Draft {
    /// The tiles of a zone; empty for a set that does not exist.
    pub fn zone(&self, zone: Zone) -> &[DraftTile] {
        match zone {
            Zone::Hand => &self.hand,
            Zone::Meld(index) => self.melds.get(index).map_or(&[], |meld| &meld.tiles),
            Zone::Gari => &self.gari,
            Zone::Dora => &self.dora,
            Zone::Ura => &self.ura,
            Zone::Arisu => &self.arisu,
            Zone::Other => &self.other,
        }
    }

    /// The list behind a zone; `None` for a set that does not exist.
    pub(super) fn zone_mut(&mut self, zone: Zone) -> Option<&mut Vec<DraftTile>> {
        Some(match zone {
            Zone::Hand => &mut self.hand,
            Zone::Meld(index) => &mut self.melds.get_mut(index)?.tiles,
            Zone::Gari => &mut self.gari,
            Zone::Dora => &mut self.dora,
            Zone::Ura => &mut self.ura,
            Zone::Arisu => &mut self.arisu,
            Zone::Other => &mut self.other,
        })
    }

    /// Every zone that exists now, in the order of the window: hand, sets,
    /// gari, indicators, flips, other.
    pub fn zones(&self) -> impl Iterator<Item = Zone> + '_ {
        let lists = Zone::LISTS.into_iter();
        let sets = (0..self.melds.len()).map(Zone::Meld);
        lists.clone().take(1).chain(sets).chain(lists.skip(1))
    }

    /// Every tile with its zone, in the order of the window.
    pub fn tiles(&self) -> impl Iterator<Item = (Zone, &DraftTile)> {
        self.zones()
            .flat_map(|zone| self.zone(zone).iter().map(move |tile| (zone, tile)))
    }

    /// Whether both show the same tiles at the same places of a photo.
    pub fn is_seen_as(&self, other: &Draft) -> bool {
        let seen = |draft: &Draft| -> Vec<_> {
            let tiles = draft.tiles();
            tiles
                .map(|(zone, tile)| (zone, tile.tile, tile.seen))
                .collect()
        };
        seen(self) == seen(other)
    }

    /// The first tile in the order of the window.
    pub fn first(&self) -> Option<TileId> {
        self.tiles().next().map(|(_, tile)| tile.id)
    }

    /// The tile with this name.
    pub fn get(&self, id: TileId) -> Option<&DraftTile> {
        self.tiles()
            .map(|(_, tile)| tile)
            .find(|tile| tile.id == id)
    }

    /// Where the tile with this name lies.
    pub fn place(&self, id: TileId) -> Option<Place> {
        self.zones().find_map(|zone| {
            let index = self.zone(zone).iter().position(|tile| tile.id == id)?;
            Some(Place { zone, index })
        })
    }

    /// The called sets in the order of the calls.
    pub fn melds(&self) -> &[DraftMeld] {
        &self.melds
    }

    /// Whether the sets are known to be in the order of the calls: a photo
    /// only shows how they lie.
    pub fn call_order_known(&self) -> bool {
        self.ordered || order_is_plain(&self.to_hand().melds)
    }

    /// The winning tile, if it is known which one it is.
    pub fn win(&self) -> Option<TileId> {
        self.win
    }

    /// How the hand was won.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Whether no set opens the hand (concealed kans do not).
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(|meld| meld.kind.is_open())
    }

    /// Whether there is no tile at all.
    pub fn is_empty(&self) -> bool {
        self.tiles().next().is_none()
    }

    /// Tiles that make up the win: hand and sets, a kan counted as three. A
    /// complete hand has 14.
    pub fn size(&self) -> usize {
        let sets: usize = self.melds.iter().map(|meld| meld.tiles.len().min(3)).sum();
        self.hand.len() + sets
    }

    /// All faces that are out of the wall, for counting copies.
    pub fn seen_faces(&self) -> TileSet {
        self.tiles().map(|(_, tile)| tile.tile).collect()
    }

    /// The first doubtful tile after `from` in the order of the window, round
    /// to the start; from the very start without `from`.
    pub fn next_doubtful(&self, from: Option<TileId>) -> Option<TileId> {
        let all: Vec<&DraftTile> = self.tiles().map(|(_, tile)| tile).collect();
        let start = from
            .and_then(|id| all.iter().position(|tile| tile.id == id))
            .map_or(0, |index| index + 1);
        let (before, after) = all.split_at(start);
        after
            .iter()
            .chain(before)
            .find(|tile| tile.doubt != Doubt::Sure)
            .map(|tile| tile.id)
    }

    #[cfg(any(test, feature = "vision"))]
    /// Adds a tile at the end of a zone while a draft is being made from a
    /// reading or a notation.
    pub(super) fn push(
        &mut self,
        zone: Zone,
        tile: Tile,
        doubt: Doubt,
        seen: Option<usize>,
    ) -> TileId {
        let id = self.fresh_id();
        if let Some(list) = self.zone_mut(zone) {
            list.push(DraftTile {
                id,
                tile,
                doubt,
                seen,
            });
        }
        id
    }

    /// A name no tile of this draft had before.
    pub(super) fn fresh_id(&mut self) -> TileId {
        self.next_id += 1;
        self.next_id
    }
}
