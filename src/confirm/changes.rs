//! What a person changed against the reading, for the receipt.

use serde::{Deserialize, Serialize};

use crate::confirm::{Doubt, Draft, TileId, Zone};
use crate::meld::MeldKind;
use crate::tile::Tile;

/// One difference between two drafts of a session. `id` names the tile within
/// the session, `seen` the tile of the photo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "change", deny_unknown_fields)]
pub enum Change {
    /// A seen tile was given another face.
    Face {
        /// Which tile.
        id: TileId,
        /// Index of the seen tile in the reading.
        seen: Option<usize>,
        /// The face that was read.
        from: Tile,
        /// The face a person gave.
        to: Tile,
    },
    /// A tile was put into another zone.
    Zone {
        /// Which tile.
        id: TileId,
        /// The face.
        tile: Tile,
        /// Where it was read.
        from: Zone,
        /// Where it was put.
        to: Zone,
    },
    /// A tile that was not read was added.
    Added {
        /// Which tile.
        id: TileId,
        /// The face.
        tile: Tile,
        /// Where it was put.
        to: Zone,
    },
    /// A read tile was taken away.
    Removed {
        /// Which tile.
        id: TileId,
        /// Index of the seen tile in the reading.
        seen: Option<usize>,
        /// The face.
        tile: Tile,
    },
    /// Another tile is the winning tile.
    Win {
        /// Which tile.
        id: Option<TileId>,
        /// The face of the new winning tile.
        tile: Option<Tile>,
    },
    /// The called sets are of these kinds now, in their order.
    Kinds {
        /// All of them.
        kinds: Vec<MeldKind>,
    },
    /// A doubtful tile was looked at and left as it was read.
    Vouched {
        /// Which tile.
        id: TileId,
        /// Index of the seen tile in the reading.
        seen: Option<usize>,
        /// The face.
        tile: Tile,
    },
}

/// The differences between two drafts of one session, by the names of the
/// tiles. Approving a face and reordering are not changes.
pub fn changes(read: &Draft, now: &Draft) -> Vec<Change> {
    let mut list = step(read, now);
    list.retain(|change| !matches!(change, Change::Vouched { .. }));
    list
}

/// As [`changes`], and which doubtful faces were approved.
pub(super) fn step(read: &Draft, now: &Draft) -> Vec<Change> {
    let mut list = Vec::new();
    for (zone, old) in read.tiles() {
        let (id, seen) = (old.id, old.seen);
        let Some((place, new)) = find(now, id) else {
            let tile = old.tile;
            list.push(Change::Removed { id, seen, tile });
            continue;
        };
        let (from, to) = (old.tile, new.tile);
        if from != to {
            list.push(Change::Face { id, seen, from, to });
        } else if old.doubt != Doubt::Sure && new.doubt == Doubt::Sure {
            let tile = to;
            list.push(Change::Vouched { id, seen, tile });
        }
        if place != zone {
            list.push(Change::Zone {
                id,
                tile: to,
                from: zone,
                to: place,
            });
        }
    }
    for (to, new) in now.tiles() {
        if read.get(new.id).is_none() {
            let (id, tile) = (new.id, new.tile);
            list.push(Change::Added { id, tile, to });
        }
    }
    if read.win() != now.win() {
        let id = now.win();
        list.push(Change::Win {
            id,
            tile: id.and_then(|id| now.get(id)).map(|tile| tile.tile),
        });
    }
    let kinds =
        |draft: &Draft| -> Vec<MeldKind> { draft.melds().iter().map(|meld| meld.kind).collect() };
    if kinds(read) != kinds(now) {
        list.push(Change::Kinds { kinds: kinds(now) });
    }
    list
}

fn find(draft: &Draft, id: TileId) -> Option<(Zone, &crate::confirm::DraftTile)> {
    let place = draft.place(id)?;
    Some((place.zone, draft.get(id)?))
}
