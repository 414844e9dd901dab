//! The tiles of each rule set, and those not yet lying anywhere.

use karasu::seat::Seat;
use karasu::tile::Tile;

use super::dora::ManOrder;
use super::rng::Rng;
use super::shape;

/// What a rule set allows at the table.
pub struct House {
    /// Kinds of man in the wall.
    pub man: &'static [usize],
    /// Kinds that may lie in a hand.
    pub in_hand: Vec<usize>,
    pub reds: &'static [&'static str],
    pub gari: &'static [usize],
    /// Pulling is free: the kinds also lie in hands and are discarded.
    pub gari_in_hand: bool,
    pub flowers: bool,
    pub chi: bool,
    pub players: usize,
    pub rounds: &'static [Seat],
    pub order: ManOrder,
}

pub fn house(id: &str) -> House {
    let kinds = |man: &[usize], north: bool| -> Vec<usize> {
        let rest = (9..34).filter(|&kind| north || kind != shape::NORTH);
        man.iter().copied().chain(rest).collect()
    };
    let three = House {
        man: &[0, 4, 8],
        in_hand: kinds(&[], true),
        reds: &[],
        gari: &[],
        gari_in_hand: false,
        flowers: false,
        chi: false,
        players: 3,
        rounds: &[Seat::E],
        order: ManOrder::OneFiveNine,
    };
    match id {
        "kichijoji" => House {
            reds: &["0m", "0p", "0s"],
            gari: &[0, 4, 8],
            ..three
        },
        "vip" => House {
            in_hand: kinds(&[], false),
            gari: &[0, 4, 8, 30],
            ..three
        },
        "sakae" => House {
            in_hand: kinds(&[0, 8], true),
            gari: &[4],
            flowers: true,
            order: ManOrder::OneNine,
            ..three
        },
        "sakae_free" => House {
            man: &[0, 8],
            in_hand: kinds(&[0, 8], true),
            rounds: &[Seat::E, Seat::S],
            order: ManOrder::OneNine,
            ..three
        },
        "riichi3" => House {
            man: &[0, 8],
            in_hand: kinds(&[0, 8], true),
            reds: &["0p", "0s"],
            gari: &[30],
            gari_in_hand: true,
            rounds: &[Seat::E, Seat::S],
            order: ManOrder::OneNine,
            ..three
        },
        "riichi4" => House {
            man: &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            in_hand: (0..34).collect(),
            reds: &["0m", "0p", "0s"],
            chi: true,
            players: 4,
            rounds: &[Seat::E, Seat::S, Seat::W, Seat::N],
            order: ManOrder::Full,
            ..three
        },
        _ => House {
            man: &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            in_hand: (0..34).collect(),
            reds: &["0p"],
            chi: true,
            players: 4,
            rounds: &[Seat::E, Seat::S, Seat::W],
            order: ManOrder::Full,
            ..three
        },
    }
}

/// The tiles not yet lying anywhere.
pub struct Wall {
    pub left: Vec<Tile>,
}

impl Wall {
    pub fn new(house: &House) -> Wall {
        let kinds = (0..34).filter(|kind| *kind >= 9 || house.man.contains(kind));
        let mut left: Vec<Tile> = kinds
            .flat_map(|kind| vec![Tile::from_index(kind).expect("kind"); 4])
            .collect();
        for code in house.reds {
            let red: Tile = code.parse().expect("a red five");
            let place = left
                .iter()
                .position(|tile| *tile == red.plain())
                .expect("a five");
            left[place] = red;
        }
        Wall { left }
    }

    pub fn count(&self, kind: usize) -> usize {
        self.left
            .iter()
            .filter(|tile| tile.kind() == Some(kind))
            .count()
    }

    /// Takes one tile of the kind, any of those left.
    pub fn take(&mut self, kind: usize, rng: &mut Rng) -> Option<Tile> {
        let places: Vec<usize> = (0..self.left.len())
            .filter(|&i| self.left[i].kind() == Some(kind))
            .collect();
        if places.is_empty() {
            return None;
        }
        Some(self.left.remove(rng.pick(&places)))
    }

    /// Takes all or nothing.
    pub fn take_all(&mut self, kinds: &[usize], rng: &mut Rng) -> Option<Vec<Tile>> {
        let before = self.left.clone();
        let taken: Option<Vec<Tile>> = kinds.iter().map(|&kind| self.take(kind, rng)).collect();
        if taken.is_none() {
            self.left = before;
        }
        taken
    }
}
