//! From what was seen to what a person may correct.

use crate::confirm::{Doubt, Draft, DraftMeld, DraftTile, Zone};
use crate::read::{self, Reading, ReviewKind};
use crate::tile::Tile;

impl Draft {
    /// The draft of a reading. Every tile seen is in it: weak ones and tiles
    /// out of play too, so that nothing is dropped in silence. Indicators all
    /// start as dora indicators. Without a winning tile in the reading the
    /// last tile of the hand is taken, as hands are laid out that way.
    pub fn from_reading(reading: &Reading) -> Draft {
        let mut draft = Draft::default();
        let doubts = doubts(reading);
        let mut ids = vec![0; reading.tiles.len()];
        let in_meld: std::collections::HashSet<usize> = reading
            .melds
            .iter()
            .flat_map(|meld| meld.tiles.iter().copied())
            .collect();
        for (index, tile) in reading.tiles.iter().enumerate() {
            if in_meld.contains(&index) {
                continue;
            }
            let zone = match tile.zone {
                read::Zone::Hand => Zone::Hand,
                read::Zone::Gari => Zone::Gari,
                // The rest of the dead wall lies beside the indicators.
                read::Zone::Indicator if tile.tile == Tile::BACK => Zone::Other,
                read::Zone::Indicator => Zone::Dora,
                // A set that was not made out: a person must say what it is.
                read::Zone::Meld => Zone::Hand,
                read::Zone::Other => Zone::Other,
            };
            ids[index] = draft.push(zone, tile.tile, doubts[index], Some(index));
        }
        for meld in &reading.melds {
            let tiles = meld
                .tiles
                .iter()
                .zip(read::meld_tiles(reading, meld))
                .map(|(&index, tile)| DraftTile {
                    id: draft.fresh_id(),
                    tile,
                    doubt: doubts[index],
                    seen: Some(index),
                })
                .collect();
            draft.melds.push(DraftMeld {
                kind: meld.kind,
                tiles,
            });
        }
        draft.win = reading
            .win
            .and_then(|index| ids.get(index).copied())
            .filter(|id| draft.hand.iter().any(|tile| tile.id == *id))
            .or_else(|| draft.hand.last().map(|tile| tile.id));
        draft
    }
}

impl Draft {
    /// The draft of another whole hand that a photo may show, one of
    /// [`Reading::rivals`]; its tiles point at those of the reading itself.
    pub fn from_rival(reading: &Reading, rival: &Reading) -> Draft {
        let mut draft = Draft::from_reading(rival);
        for zone in draft.zones().collect::<Vec<_>>() {
            for tile in draft.zone_mut(zone).into_iter().flatten() {
                let quad = tile.seen.map(|index| rival.tiles[index].quad);
                tile.seen = reading
                    .tiles
                    .iter()
                    .position(|seen| Some(seen.quad) == quad);
            }
        }
        draft
    }
}

/// The worst doubt that any review casts on each tile.
fn doubts(reading: &Reading) -> Vec<Doubt> {
    let mut doubts = vec![Doubt::Sure; reading.tiles.len()];
    for review in &reading.review {
        let doubt = match review.kind {
            ReviewKind::Weak => Doubt::Weak,
            // About the picture or the whole hand, not about single tiles.
            ReviewKind::Count { .. } | ReviewKind::TooDark | ReviewKind::Blur => Doubt::Sure,
            _ => Doubt::Unsure,
        };
        for &index in &review.tiles {
            if let Some(slot) = doubts.get_mut(index) {
                *slot = doubt.max(*slot);
            }
        }
    }
    doubts
}
