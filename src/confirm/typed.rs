//! Between a draft and the typed notation, both ways.

use crate::confirm::{Doubt, Draft, DraftMeld, DraftTile, Zone};
use crate::meld::Meld;
use crate::notation::Hand;
use crate::tile::Tile;

impl Draft {
    /// The tiles as a typed hand, in the order in which they lie. A draft
    /// whose winning tile is not known has its last tile as such.
    pub fn to_hand(&self) -> Hand {
        let faces = |zone| self.zone(zone).iter().map(|tile| tile.tile).collect();
        let win = self
            .win
            .or_else(|| self.hand.last().map(|tile| tile.id))
            .and_then(|id| self.hand.iter().position(|tile| tile.id == id));
        let mut concealed: Vec<Tile> = faces(Zone::Hand);
        let win_tile = win.map(|index| concealed.remove(index));
        Hand {
            concealed,
            win_tile,
            melds: self
                .melds
                .iter()
                .map(|meld| Meld {
                    kind: meld.kind,
                    tiles: meld.tiles.iter().map(|tile| tile.tile).collect(),
                })
                .collect(),
            gari: faces(Zone::Gari),
            dora: faces(Zone::Dora),
            ura: faces(Zone::Ura),
            arisu: faces(Zone::Arisu),
        }
    }

    /// The draft with its tiles as typed. A tile that was there before keeps
    /// its name and what was seen of it, so that boxes and doubts stay with
    /// their tiles; the situation and the tiles out of play stay.
    pub fn with_hand(&self, hand: &Hand) -> Draft {
        let mut typing = Typing {
            old: self
                .tiles()
                .filter(|(zone, _)| *zone != Zone::Other)
                .map(|(zone, tile)| (zone, tile.clone()))
                .collect(),
            next: Draft {
                situation: self.situation.clone(),
                other: self.other.clone(),
                next_id: self.next_id,
                // Sets that were only kept are as they lay on the photo.
                ordered: self.ordered || self.to_hand().melds != hand.melds,
                ..Draft::default()
            },
        };
        let slots = slots(hand);
        let mut filled: Vec<Option<DraftTile>> = slots
            .iter()
            .map(|&(zone, tile)| typing.same(Some(zone), tile))
            .collect();
        // Then equal faces from other zones, then a retyped tile in place.
        for (slot, &(_, tile)) in filled.iter_mut().zip(&slots) {
            *slot = slot.take().or_else(|| typing.same(None, tile));
        }
        for (slot, &(zone, tile)) in filled.iter_mut().zip(&slots) {
            *slot = slot.take().or_else(|| typing.retyped(zone, tile));
        }
        for meld in &hand.melds {
            typing.next.melds.push(DraftMeld {
                kind: meld.kind,
                tiles: Vec::new(),
            });
        }
        for (slot, (zone, tile)) in filled.into_iter().zip(slots) {
            let tile = slot.unwrap_or_else(|| typing.fresh(tile));
            if let Some(list) = typing.next.zone_mut(zone) {
                list.push(tile);
            }
        }
        if hand.win_tile.is_some() {
            typing.next.win = typing.next.hand.last().map(|tile| tile.id);
        }
        typing.next
    }
}

/// Every place of a typed hand in order; the winning tile lies last.
fn slots(hand: &Hand) -> Vec<(Zone, Tile)> {
    let list = |zone: Zone, tiles: &[Tile]| -> Vec<(Zone, Tile)> {
        tiles.iter().map(|&tile| (zone, tile)).collect()
    };
    let mut slots = list(Zone::Hand, &hand.concealed);
    slots.extend(hand.win_tile.map(|tile| (Zone::Hand, tile)));
    for (index, meld) in hand.melds.iter().enumerate() {
        slots.extend(list(Zone::Meld(index), &meld.tiles));
    }
    for (zone, tiles) in [
        (Zone::Gari, &hand.gari),
        (Zone::Dora, &hand.dora),
        (Zone::Ura, &hand.ura),
        (Zone::Arisu, &hand.arisu),
    ] {
        slots.extend(list(zone, tiles));
    }
    slots
}

/// The old tiles that still look for a place, and the new draft.
struct Typing {
    old: Vec<(Zone, DraftTile)>,
    next: Draft,
}

impl Typing {
    fn same(&mut self, zone: Option<Zone>, face: Tile) -> Option<DraftTile> {
        let index = self.old.iter().position(|(old_zone, tile)| {
            tile.tile == face && zone.is_none_or(|zone| zone == *old_zone)
        })?;
        Some(self.old.remove(index).1)
    }

    fn retyped(&mut self, zone: Zone, face: Tile) -> Option<DraftTile> {
        let index = self.old.iter().position(|(old, _)| *old == zone)?;
        let mut tile = self.old.remove(index).1;
        tile.tile = face;
        tile.doubt = Doubt::Sure;
        Some(tile)
    }

    fn fresh(&mut self, face: Tile) -> DraftTile {
        DraftTile {
            id: self.next.fresh_id(),
            tile: face,
            doubt: Doubt::Sure,
            seen: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::{Change, Edit, Session};
    use crate::notation;

    fn typed(text: &str) -> Hand {
        notation::parse(text).unwrap()
    }

    #[test]
    fn a_typed_hand_comes_back_as_typed() {
        for text in [
            "123406p789s11z+1z",
            "11p (555z) [0550s] 789p+2z g:1m9m d:3p u:4p a:5z",
            "",
        ] {
            let hand = notation::parse(text).unwrap_or_default();
            assert_eq!(Draft::default().with_hand(&hand).to_hand(), hand, "{text}");
        }
    }

    #[test]
    fn typing_the_same_hand_changes_nothing_but_the_order() {
        let draft = Draft::default().with_hand(&typed("123p 555s 11z+1z g:1m"));
        let again = draft.with_hand(&draft.to_hand());
        assert_eq!(again, draft);
    }

    #[test]
    fn sets_are_in_the_order_of_the_calls_once_a_person_has_typed_or_made_them() {
        let on_table = |text: &str| Draft {
            ordered: false,
            ..Draft::default().with_hand(&typed(text))
        };
        let two = on_table("123456p2z+2z (555z) (111s)");
        let known = |draft: &Draft| draft.to_input().unwrap().call_order_known;
        assert!(!known(&two), "they only lie so");
        assert!(known(&on_table("123456p2z+2z (555z) [1111s]")), "one call");
        assert!(!known(&two.with_hand(&typed("123456p3z+3z (555z) (111s)"))));
        assert!(known(&two.with_hand(&typed("123456p2z+2z (111s) (555z)"))));
        let one = on_table("123456p111s2z+2z (555z)");
        let ids = one.zone(Zone::Hand)[6..9].iter().map(|tile| tile.id);
        let pon = Edit::MakeMeld {
            ids: ids.collect(),
            kind: crate::meld::MeldKind::Pon,
        };
        assert!(known(&one.edited(&pon).unwrap()), "made after the other");
        let read: Draft = serde_json::from_value(serde_json::json!(two)).unwrap();
        assert_eq!(read, two);
    }

    #[test]
    fn retyping_one_tile_is_a_change_of_that_tile() {
        let read = Draft::default().with_hand(&typed("123p555s22z+3z"));
        let mut session = Session::new(read.clone());
        let edit = Edit::Replace(Box::new(read.with_hand(&typed("124p555s22z+3z"))));
        session.apply(&edit).unwrap();
        assert_eq!(
            session.changes(),
            [Change::Face {
                id: 3,
                seen: None,
                from: "3p".parse().unwrap(),
                to: "4p".parse().unwrap(),
            }]
        );
    }
}
