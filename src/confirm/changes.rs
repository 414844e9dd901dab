//! What a person changed against the reading, for the receipt.

use serde::{Deserialize, Serialize};

use crate::confirm::{Draft, TileId, Zone};
use crate::tile::Tile;

/// One difference between the reading and the hand that was confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "change")]
pub enum Change {
    /// A seen tile was given another face.
    Face {
        /// Index of the seen tile in the reading.
        seen: Option<usize>,
        /// The face that was read.
        from: Tile,
        /// The face a person gave.
        to: Tile,
    },
    /// A tile was put into another zone.
    Zone {
        /// The face.
        tile: Tile,
        /// Where it was read.
        from: Zone,
        /// Where it was put.
        to: Zone,
    },
    /// A tile that was not read was added.
    Added {
        /// The face.
        tile: Tile,
        /// Where it was put.
        to: Zone,
    },
    /// A read tile was taken away.
    Removed {
        /// Index of the seen tile in the reading.
        seen: Option<usize>,
        /// The face.
        tile: Tile,
    },
    /// Another tile is the winning tile.
    Win {
        /// The face of the new winning tile.
        tile: Option<Tile>,
    },
}

/// The differences between two drafts of one session, by the names of the
/// tiles. Approving a face and reordering are not changes.
pub fn changes(read: &Draft, now: &Draft) -> Vec<Change> {
    let mut list = Vec::new();
    for (zone, old) in read.tiles() {
        let Some((place, new)) = find(now, old.id) else {
            list.push(Change::Removed {
                seen: old.seen,
                tile: old.tile,
            });
            continue;
        };
        if new != old.tile {
            list.push(Change::Face {
                seen: old.seen,
                from: old.tile,
                to: new,
            });
        }
        if place != zone {
            list.push(Change::Zone {
                tile: new,
                from: zone,
                to: place,
            });
        }
    }
    for (zone, new) in now.tiles() {
        if read.get(new.id).is_none() {
            list.push(Change::Added {
                tile: new.tile,
                to: zone,
            });
        }
    }
    if read.win() != now.win() {
        list.push(Change::Win {
            tile: now.win().and_then(|id| now.get(id)).map(|tile| tile.tile),
        });
    }
    list
}

fn find(draft: &Draft, id: TileId) -> Option<(Zone, Tile)> {
    let place = draft.place(id)?;
    Some((place.zone, draft.get(id)?.tile))
}
