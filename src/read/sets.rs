//! Whether a few tiles side by side are a called or declared set.

use crate::meld::MeldKind;
use crate::tile::{Suit, Tile};

/// A row of tiles, left to right, with what lies sideways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// The name.
    pub tile: Tile,
    /// Whether it lies sideways.
    pub sideways: bool,
}

/// The kind of set that exactly these tiles make, if any. A concealed kan shows
/// two backs around or between two equal tiles, or four faces with no tile
/// sideways; a called kan has a sideways tile.
pub(super) fn kind(tiles: &[Shown]) -> Option<MeldKind> {
    let backs = tiles.iter().filter(|s| s.tile == Tile::BACK).count();
    let faces: Vec<Tile> = tiles
        .iter()
        .map(|s| s.tile)
        .filter(|&tile| tile != Tile::BACK)
        .collect();
    let first = faces.first()?.plain();
    first.kind()?;
    let equal = faces.iter().all(|tile| tile.plain() == first);
    let sideways = tiles.iter().any(|s| s.sideways);
    match (tiles.len(), backs, equal) {
        (3, 0, true) => Some(MeldKind::Pon),
        (3, 0, false) if is_run(&faces) => Some(MeldKind::Chi),
        (4, 0, true) if sideways => Some(MeldKind::Daiminkan),
        (4, 0, true) => Some(MeldKind::Ankan),
        (4, 2, true) => Some(MeldKind::Ankan),
        // One face turned up shows which tile the kan is made of.
        (4, 3, _) => Some(MeldKind::Ankan),
        _ => None,
    }
}

/// Whether three tiles are consecutive, in any order.
fn is_run(tiles: &[Tile]) -> bool {
    let suited = matches!(tiles[0].suit(), Suit::Man | Suit::Pin | Suit::Sou);
    let mut ranks: Vec<u8> = tiles.iter().map(|tile| tile.rank()).collect();
    ranks.sort_unstable();
    suited
        && tiles.iter().all(|tile| tile.suit() == tiles[0].suit())
        && ranks.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// Whether hand tiles, the winning one included, make a winning shape: sets and
/// a pair, seven pairs, or thirteen orphans. Any number of sets, so that hands
/// of 17 tiles are judged, too.
fn is_complete(tiles: &[Tile]) -> bool {
    let mut counts = [0u8; Tile::KINDS];
    for tile in tiles {
        match tile.kind() {
            Some(kind) => counts[kind] += 1,
            None => return false,
        }
    }
    if tiles.len() == 14 && (is_pairs(&counts) || is_orphans(&counts)) {
        return true;
    }
    tiles.len() % 3 == 2
        && (0..Tile::KINDS).any(|pair| {
            counts[pair] >= 2 && {
                let mut rest = counts;
                rest[pair] -= 2;
                makes_sets(&mut rest)
            }
        })
}

/// Whether the tiles at these places make a winning shape under these names.
pub(super) fn is_complete_hand(hand: &[usize], names: &[Tile]) -> bool {
    let tiles: Vec<Tile> = hand.iter().map(|&i| names[i]).collect();
    is_complete(&tiles)
}

fn is_pairs(counts: &[u8; Tile::KINDS]) -> bool {
    counts.iter().all(|n| n % 2 == 0)
}

fn is_orphans(counts: &[u8; Tile::KINDS]) -> bool {
    let (mut kinds, mut others) = (0, 0);
    for tile in Tile::all() {
        if let (Some(kind), false) = (tile.kind(), tile.is_red()) {
            let n = counts[kind];
            kinds += usize::from(tile.is_yaochuu() && n > 0);
            others += usize::from(!tile.is_yaochuu() && n > 0);
        }
    }
    kinds == 13 && others == 0
}

/// Takes triplets first, then runs: from the lowest tile on there is no other
/// choice than one of these two.
fn makes_sets(counts: &mut [u8; Tile::KINDS]) -> bool {
    let Some(low) = counts.iter().position(|&n| n > 0) else {
        return true;
    };
    if counts[low] >= 3 {
        counts[low] -= 3;
        let done = makes_sets(counts);
        counts[low] += 3;
        if done {
            return true;
        }
    }
    if low < 27 && low % 9 < 7 && counts[low + 1] > 0 && counts[low + 2] > 0 {
        (low..low + 3).for_each(|k| counts[k] -= 1);
        let done = makes_sets(counts);
        (low..low + 3).for_each(|k| counts[k] += 1);
        return done;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(codes: &str) -> Vec<Tile> {
        codes.split(' ').map(|code| code.parse().unwrap()).collect()
    }

    fn shown(codes: &str) -> Vec<Shown> {
        let one = |code: &str| Shown {
            tile: code.trim_end_matches('-').parse().unwrap(),
            sideways: code.ends_with('-'),
        };
        codes.split(' ').map(one).collect()
    }

    #[test]
    fn sets_by_what_is_shown() {
        let cases = [
            ("5z 5z- 5z", Some(MeldKind::Pon)),
            ("5p- 3p 4p", Some(MeldKind::Chi)),
            ("0s 5s 5s- 5s", Some(MeldKind::Daiminkan)),
            ("0z 9m 9m 0z", Some(MeldKind::Ankan)),
            ("9m 0z 0z 9m", Some(MeldKind::Ankan)),
            ("1p 1p 1p 1p", Some(MeldKind::Ankan)),
            ("0z 9m 8m 0z", None),
            ("1z 2z 3z", None),
            ("8p 9p 1s", None),
            ("1f 1f 1f", None),
            ("0z 0z 0z", None),
            ("1p 1p", None),
        ];
        for (codes, expected) in cases {
            assert_eq!(kind(&shown(codes)), expected, "{codes}");
        }
    }

    #[test]
    fn winning_shapes() {
        for (codes, expected) in [
            ("1m 1m 1m 2p 3p 4p 5p 6p 7p 0s 5s 5s 7z 7z", true),
            ("1m 1m 9m 9m 1p 1p 9p 9p 1s 1s 9s 9s 1z 1z", true),
            ("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z", true),
            ("1p 1p 1p 2p 3p 4p 5p 6p 7p 8p 9p 9p 9p 5p", true),
            ("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 2p", false),
            ("1p 2p 3p 4p 5p", false),
            ("7z 7z", true),
            ("8p 9p 1s 7z 7z", false),
            ("1f 1f", false),
            ("1p 1p 1p 2p 3p 4p 5p 6p 7p 8p 9p 9p 9p 1s 2s 3s 5p", true),
        ] {
            assert_eq!(is_complete(&tiles(codes)), expected, "{codes}");
        }
    }
}
