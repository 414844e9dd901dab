//! The tiles of a win, counted once: for the checks by class, for the engine
//! by kind.

use crate::score::hand::{FIVES, KINDS};
use crate::score::input::HandInput;
use crate::tile::Tile;

/// The index of the first red five in the classes; the others follow by suit.
const REDS: usize = 34;
/// The index of the first flower in the classes.
const FLOWERS: usize = 37;

/// How many there are of each of the 46 classes. More than 255, which no wall
/// has, count as 255.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    counts: [u8; Tile::COUNT],
    /// The classes that there are, as bits.
    classes: u64,
}

impl Counts {
    const NONE: Counts = Counts {
        counts: [0; Tile::COUNT],
        classes: 0,
    };

    /// Adds tiles.
    pub fn add(&mut self, tiles: &[Tile]) {
        for tile in tiles {
            let count = &mut self.counts[tile.index()];
            *count = count.saturating_add(1);
            self.classes |= 1 << tile.index();
        }
    }

    /// Adds all that are counted there.
    pub fn add_all(&mut self, other: &Counts) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
        self.classes |= other.classes;
    }

    /// The classes that there are, as bits `0..46`.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// Whether there are no more of any class, nor fives of a suit, than this.
    pub fn within(&self, most: &[u8; Tile::COUNT]) -> bool {
        // Without a way out early the loop is a few wide comparisons.
        let all = self.counts.iter().zip(most);
        all.fold(true, |within, (n, most)| within & (n <= most))
            && (0..3).all(|suit| self.fives(suit) <= most[FIVES[suit]])
    }

    /// How many of this class.
    pub fn of(&self, tile: Tile) -> u8 {
        self.counts[tile.index()]
    }

    /// Fives of a suit (0–2), red ones included.
    pub fn fives(&self, suit: usize) -> u8 {
        self.counts[FIVES[suit]].saturating_add(self.counts[REDS + suit])
    }

    /// Red fives, by suit.
    pub fn reds(&self) -> [u8; 3] {
        std::array::from_fn(|suit| self.counts[REDS + suit])
    }

    /// How many of each kind, red fives as fives.
    pub fn by_kind(&self) -> [u8; KINDS] {
        let mut kinds = [0; KINDS];
        kinds.copy_from_slice(&self.counts[..KINDS]);
        for (suit, &five) in FIVES.iter().enumerate() {
            kinds[five] = self.fives(suit);
        }
        kinds
    }

    /// The kinds that there are, as bits.
    pub fn kinds(&self) -> u64 {
        let kinds = self.classes & ((1 << KINDS) - 1);
        let red = |suit: usize| self.classes >> (REDS + suit) & 1;
        (0..3).fold(kinds, |kinds, suit| kinds | red(suit) << FIVES[suit])
    }

    /// The flowers that there are, as bits 0–7.
    pub fn flowers(&self) -> u8 {
        (self.classes >> FLOWERS) as u8
    }
}

/// The tiles of a win by where they lie.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The hand, the winning tile included.
    pub concealed: Counts,
    /// The hand and the sets.
    pub all: Counts,
    /// Pulled tiles, flowers included.
    pub pulled: Counts,
}

impl Tally {
    /// Counts the tiles of an input, whatever they are.
    pub fn of(input: &HandInput) -> Tally {
        let mut concealed = Counts::NONE;
        concealed.add(&input.concealed);
        concealed.add(&[input.win_tile]);
        let mut all = concealed;
        input.melds.iter().for_each(|meld| all.add(&meld.tiles));
        let mut pulled = Counts::NONE;
        pulled.add(&input.gari);
        pulled.add(&input.flowers);
        Tally {
            concealed,
            all,
            pulled,
        }
    }
}
