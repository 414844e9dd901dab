//! The tiles of each rule set, and those not yet lying anywhere.

use karasu::meld::MeldKind;
use karasu::score::HandInput;
use karasu::seat::Seat;
use karasu::tile::Tile;
use serde_json::{Map, Value};

use super::dora::ManOrder;
use super::rng::Rng;
use super::shape;

/// What a rule set allows at the table.
pub struct House {
    /// Kinds of man in the wall.
    pub man: Vec<usize>,
    /// Kinds that may lie in a hand.
    pub in_hand: Vec<usize>,
    pub reds: Vec<&'static str>,
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
        man: vec![0, 4, 8],
        in_hand: kinds(&[], true),
        reds: Vec::new(),
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
            reds: vec!["0m", "0p", "0s"],
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
            man: vec![0, 8],
            in_hand: kinds(&[0, 8], true),
            rounds: &[Seat::E, Seat::S],
            order: ManOrder::OneNine,
            ..three
        },
        "riichi3" => House {
            man: vec![0, 8],
            in_hand: kinds(&[0, 8], true),
            reds: vec!["0p", "0s"],
            gari: &[30],
            gari_in_hand: true,
            rounds: &[Seat::E, Seat::S],
            order: ManOrder::OneNine,
            ..three
        },
        "riichi4" => House {
            man: (0..9).collect(),
            in_hand: (0..34).collect(),
            reds: vec!["0m", "0p", "0s"],
            chi: true,
            players: 4,
            rounds: &[Seat::E, Seat::S, Seat::W, Seat::N],
            order: ManOrder::Full,
            ..three
        },
        _ => House {
            man: (0..9).collect(),
            in_hand: (0..34).collect(),
            reds: vec!["0p"],
            chi: true,
            players: 4,
            rounds: &[Seat::E, Seat::S, Seat::W],
            order: ManOrder::Full,
            ..three
        },
    }
}

/// The house with the options that change its wall and its calls.
pub fn house_under(id: &str, options: &Map<String, Value>) -> House {
    let mut house = house(id);
    if let Some(chi) = options.get("chi") {
        house.chi = chi.as_bool().expect("true or false");
    }
    if let Some(flowers) = options.get("flowers") {
        house.flowers = flowers != 0;
    }
    if let Some(ranks) = options.get("man_kinds") {
        let ranks = ranks.as_array().expect("a list").iter();
        house.man = ranks
            .filter_map(|rank| Some(rank.as_u64()? as usize - 1))
            .collect();
        let man = &house.man;
        house
            .in_hand
            .retain(|kind| *kind >= 9 || man.contains(kind));
    }
    if let Some(reds) = options.get("reds") {
        let suits = [("m", "0m"), ("p", "0p"), ("s", "0s")];
        let each = suits.iter().flat_map(|(suit, code)| {
            let count = reds[suit].as_u64().expect("a number") as usize;
            std::iter::repeat_n(*code, count)
        });
        house.reds = each.collect();
    }
    house
}

/// Whether the kind is in the wall of a house under the options of a hand.
pub fn in_wall(id: &str, input: &HandInput) -> impl Fn(usize) -> bool + use<> {
    let man = house_under(id, &input.options).man;
    move |kind| kind >= 9 || man.contains(&kind)
}

/// What the wall and the calls of the house do not allow.
pub fn refusal(id: &str, input: &HandInput) -> Option<&'static str> {
    let house = house_under(id, &input.options);
    let melds = input.melds.iter();
    if !house.chi && melds.clone().any(|meld| meld.kind == MeldKind::Chi) {
        return Some("chi_not_allowed");
    }
    if !house.flowers && !input.flowers.is_empty() {
        return Some("not_in_wall");
    }
    let tiles: Vec<Tile> = [&input.concealed, &input.gari, &input.dora_indicators]
        .into_iter()
        .chain([&input.ura_indicators, &input.arisu_flips])
        .chain(melds.map(|meld| &meld.tiles))
        .flatten()
        .chain([&input.win_tile])
        .copied()
        .collect();
    let man = |tile: &Tile| tile.kind().filter(|&kind| kind < 9);
    if tiles
        .iter()
        .filter_map(man)
        .any(|kind| !house.man.contains(&kind))
    {
        return Some("not_in_wall");
    }
    for code in ["0m", "0p", "0s"] {
        let held = tiles.iter().filter(|tile| tile.code() == code).count();
        match house.reds.iter().filter(|red| **red == code).count() {
            most if held <= most => {}
            0 => return Some("not_in_wall"),
            _ => return Some("five_of_a_tile"),
        }
    }
    None
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
        for code in &house.reds {
            let red: Tile = code.parse().expect("a red five");
            // No red five of man where there is no five of man.
            if let Some(place) = left.iter().position(|tile| *tile == red.plain()) {
                left[place] = red;
            }
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
