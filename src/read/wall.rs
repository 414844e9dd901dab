//! How many copies of each class a wall holds.

use crate::rules::RuleSet;
use crate::tile::{Suit, Tile};

/// Copies of each class in the wall that the hand was drawn from.
///
/// A numbered five has two limits: red and plain fives together never exceed
/// the copies of the kind, and reds never their own number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    kinds: [u8; Tile::KINDS],
    classes: [u8; Tile::COUNT],
}

impl Default for Wall {
    /// The widest ordinary wall, for a photo whose rule set is not known: four
    /// of each kind, of fives any number of them red, one of each flower, and
    /// any number of face-down tiles.
    fn default() -> Self {
        let mut classes = [4; Tile::COUNT];
        for tile in Tile::all() {
            match tile.suit() {
                Suit::Flower => classes[tile.index()] = 1,
                Suit::Back => classes[tile.index()] = u8::MAX,
                _ => {}
            }
        }
        Wall {
            kinds: [4; Tile::KINDS],
            classes,
        }
    }
}

impl Wall {
    /// A wall from the number of copies of each class; the limit of a kind is
    /// the sum of its plain and red copies.
    pub fn from_copies(copies: impl Fn(Tile) -> u8) -> Wall {
        let mut classes = [0; Tile::COUNT];
        let mut kinds = [0u8; Tile::KINDS];
        for tile in Tile::all() {
            classes[tile.index()] = copies(tile);
            if let Some(kind) = tile.kind() {
                kinds[kind] = kinds[kind].saturating_add(copies(tile));
            }
        }
        classes[Tile::BACK.index()] = u8::MAX;
        Wall { kinds, classes }
    }

    /// The wall of a rule set.
    pub fn under(rules: &RuleSet) -> Wall {
        Wall::from_copies(|tile| rules.derived.wall[tile.index()])
    }

    /// How many of exactly this class there can be.
    pub fn class_limit(&self, tile: Tile) -> u8 {
        self.classes[tile.index()]
    }

    /// How many of this kind there can be, red fives counted as fives.
    pub fn kind_limit(&self, tile: Tile) -> u8 {
        match tile.kind() {
            Some(kind) => self.kinds[kind],
            None => self.class_limit(tile),
        }
    }
}
