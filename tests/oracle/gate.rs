//! The waits of a hand, and which 役牌 come too late.

use karasu::score::{HandInput, Win};

use super::shape::{self, Reading};

/// Every allowed reading on every wait: kinds that complete the hand, except a
/// kind of which it already holds four. `wall` tells the kinds in the game.
pub fn waits(
    input: &HandInput,
    wall: impl Fn(usize) -> bool,
    allowed: impl Fn(&Reading) -> bool,
) -> Vec<Vec<Reading>> {
    let mut held = shape::concealed(input);
    for meld in &input.melds {
        held.extend(meld.tiles.iter().filter_map(|tile| tile.kind()));
    }
    let mut waits = Vec::new();
    for kind in (0..34).filter(|&kind| wall(kind)) {
        if held.iter().filter(|&&other| other == kind).count() >= 4 {
            continue;
        }
        let mut readings = shape::readings(input, kind);
        readings.retain(|reading| allowed(reading));
        if !readings.is_empty() {
            waits.push(readings);
        }
    }
    waits
}

/// Whether a 役牌 triplet of this kind may be the yaku that makes the hand
/// valid: concealed, or the first call. One completed by the winning tile
/// counts as concealed (tsumo) or first call (ron), only without calls.
pub fn validates(input: &HandInput, reading: &Reading, kind: usize) -> bool {
    let calls: Vec<usize> = (0..input.melds.len())
        .filter(|&i| input.melds[i].kind.is_open())
        .collect();
    let triplet = reading
        .sets()
        .iter()
        .find(|set| set.same_tiles() && set.first == kind);
    let Some(set) = triplet else { return false };
    if set.won {
        return calls.is_empty();
    }
    match set.meld {
        Some(place) if set.open => !input.call_order_known || calls.first() == Some(&place),
        _ => true,
    }
}

/// Kind of the triplet behind a 役牌 id.
pub fn yakuhai_kind(name: &str, round: usize, seat: usize) -> Option<usize> {
    match name {
        "haku" => Some(shape::HAKU),
        "hatsu" => Some(shape::HATSU),
        "chun" => Some(shape::CHUN),
        "round_wind" => Some(round),
        "seat_wind" => Some(seat),
        "north_common" => Some(shape::NORTH),
        _ => None,
    }
}

/// Whether the win is by ron.
pub fn is_ron(input: &HandInput) -> bool {
    input.win == Win::Ron
}
