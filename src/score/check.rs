//! Faults of the tiles and the situation, before any yaku is looked for.

use crate::meld::{Meld, MeldKind};
use crate::rules::RuleSet;
use crate::rules::value::{FuritenOpenRiichi, FuritenTsumo};
use crate::score::fault::{Fault, FaultId};
use crate::score::input::{HandInput, RonOn, Win};
use crate::seat::Seat;
use crate::tile::{Suit, Tile, TileSet};

/// Every fault of the input.
pub fn check(rules: &RuleSet, input: &HandInput) -> Vec<Fault> {
    let mut checker = Checker {
        rules,
        input,
        faults: Vec::new(),
    };
    checker.tiles();
    checker.melds();
    checker.pulled();
    checker.seats();
    checker.riichi();
    checker.last_tile();
    checker.first_turn();
    checker.furiten();
    checker.faults
}

struct Checker<'a> {
    rules: &'a RuleSet,
    input: &'a HandInput,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    fn when(&mut self, wrong: bool, id: FaultId) {
        if wrong {
            self.faults.push(Fault::new(id));
        }
    }

    fn about(&mut self, id: FaultId, tiles: Vec<Tile>) {
        if !tiles.is_empty() {
            self.faults.push(Fault::about(id, tiles));
        }
    }

    fn tiles(&mut self) {
        let input = self.input;
        let wall = &self.rules.derived.wall;
        let in_melds = input.melds.iter().flat_map(|meld| &meld.tiles);
        let hand: Vec<Tile> = input
            .concealed
            .iter()
            .chain([&input.win_tile])
            .copied()
            .collect();
        let all: TileSet = (hand.iter().chain(in_melds))
            .chain(&input.gari)
            .chain(&input.flowers)
            .chain(&input.dora_indicators)
            .chain(&input.ura_indicators)
            .chain(&input.arisu_flips)
            .copied()
            .collect();
        let (mut absent, mut too_many, mut backs) = (Vec::new(), Vec::new(), Vec::new());
        for tile in Tile::all().filter(|&tile| all.count(tile) > 0) {
            let copies = wall[tile.index()];
            let of_kind = copies_of_kind(wall, tile);
            if tile == Tile::BACK {
                backs.push(tile);
            } else if copies == 0 {
                absent.push(tile);
            } else if all.count_kind(tile) > of_kind || (tile.is_red() && all.count(tile) > copies)
            {
                // Black fives are not held to the number of black ones: sets
                // are sold with and without reds, and a fifth five is caught.
                too_many.push(tile);
            }
        }
        self.about(FaultId::BadTile, backs);
        self.about(FaultId::NotInWall, absent);
        self.about(FaultId::FiveOfATile, too_many);
        let tiles = hand.len() + 3 * input.melds.len();
        if tiles != 14 {
            let short = 14 - tiles as i64;
            let (ja, en) = match short > 0 {
                true => (format!("{short}枚足りません"), format!("{short} too few")),
                false => (
                    format!("{}枚多いです", -short),
                    format!("{} too many", -short),
                ),
            };
            self.faults
                .push(Fault::new(FaultId::WrongCount).because(ja, en));
        }
        let flowers = hand.iter().filter(|tile| tile.suit() == Suit::Flower);
        let flowers = flowers.copied().collect();
        self.about(FaultId::GariInHand, flowers);
        // Which hands may hold pulled kinds depends on their yaku; where no
        // hand may, the fault is known at once.
        if self.rules.options.gari_hands.is_empty() && !self.rules.options.gari_free {
            self.gari_in_hand(&hand);
        }
    }

    fn gari_in_hand(&mut self, hand: &[Tile]) {
        let in_melds = self.input.melds.iter().flat_map(|meld| &meld.tiles);
        let gari = self.rules.derived.gari;
        let held = hand.iter().chain(in_melds).copied();
        let held = held.filter(|tile| tile.kind().is_some() && gari.has(*tile));
        let held = held.collect();
        self.about(FaultId::GariInHand, held);
    }

    fn melds(&mut self) {
        for meld in &self.input.melds {
            if !is_set(meld) {
                self.about(FaultId::BadMeld, meld.tiles.clone());
                self.when(meld.tiles.is_empty(), FaultId::BadMeld);
            }
            if meld.kind == MeldKind::Chi && !self.rules.options.chi {
                self.faults
                    .push(Fault::about(FaultId::ChiNotAllowed, meld.tiles.clone()));
            }
        }
        self.when(self.input.melds.len() > 4, FaultId::WrongCount);
    }

    fn pulled(&mut self) {
        let gari = self.rules.derived.gari;
        let input = self.input;
        let wrong = input.gari.iter().filter(|tile| !gari.has(**tile));
        let flowers = input.flowers.iter();
        let not_flowers = flowers.filter(|tile| tile.suit() != Suit::Flower || !gari.has(**tile));
        let wrong: Vec<Tile> = wrong.chain(not_flowers).copied().collect();
        self.about(FaultId::PulledNotGari, wrong);
    }

    fn seats(&mut self) {
        let input = self.input;
        let table = Seat::at_table(self.rules.players());
        self.when(!table.contains(&input.seat_wind), FaultId::BadSeat);
        let round = self.rules.options.rounds.has(input.round_wind);
        self.when(!round, FaultId::BadRound);
        match (input.win, input.discarder) {
            (Win::Ron, None) => self.when(true, FaultId::DiscarderMissing),
            (Win::Ron, Some(seat)) => {
                let other = table.contains(&seat) && seat != input.seat_wind;
                self.when(!other, FaultId::BadDiscarder);
            }
            (Win::Tsumo, Some(_)) => self.when(true, FaultId::BadDiscarder),
            (Win::Tsumo, None) => {}
        }
        let pulled = input.ron_on == RonOn::PulledGari;
        let possible = input.win == Win::Ron
            && (!pulled
                || (self.rules.options.pulled_ron && self.rules.derived.gari.has(input.win_tile)));
        self.when(
            input.ron_on != RonOn::Discard && !possible,
            FaultId::BadRonOn,
        );
    }

    fn riichi(&mut self) {
        let input = self.input;
        let riichi = input.riichi > 0;
        let unknown = input.riichi > 2;
        if unknown {
            self.faults.push(
                Fault::new(FaultId::BadOption)
                    .because("riichi は 0, 1, 2", "riichi must be 0, 1 or 2"),
            );
        }
        self.when(riichi && !input.is_closed(), FaultId::RiichiOpenHand);
        self.when(input.ippatsu && !riichi, FaultId::IppatsuWithoutRiichi);
        self.when(
            input.open_riichi && !riichi,
            FaultId::OpenRiichiWithoutRiichi,
        );
        let ura = !input.ura_indicators.is_empty();
        self.when(ura && !riichi, FaultId::UraWithoutRiichi);
    }

    fn last_tile(&mut self) {
        let input = self.input;
        let ron = input.win == Win::Ron;
        self.when(input.chankan && !ron, FaultId::ChankanOnTsumo);
        self.when(input.houtei && !ron, FaultId::HouteiOnTsumo);
        self.when(input.haitei && ron, FaultId::HaiteiOnRon);
        self.when(input.rinshan && ron, FaultId::RinshanOnRon);
        let kan = input.melds.iter().any(|meld| meld.kind.is_kan());
        let pulled = !input.gari.is_empty() || !input.flowers.is_empty();
        let replaced = kan || (pulled && self.rules.options.gari_rinshan);
        self.when(
            input.rinshan && !replaced,
            FaultId::RinshanWithoutReplacement,
        );
        self.when(input.haitei && input.rinshan, FaultId::HaiteiWithRinshan);
        self.when(input.houtei && input.chankan, FaultId::HouteiWithChankan);
    }

    fn first_turn(&mut self) {
        let input = self.input;
        if !input.first_turn {
            return;
        }
        let ron = input.win == Win::Ron;
        self.when(!input.melds.is_empty(), FaultId::FirstTurnWithMelds);
        self.when(input.riichi > 0, FaultId::FirstTurnWithRiichi);
        self.when(input.haitei || input.houtei, FaultId::FirstTurnWithHaitei);
        let dealer = input.seat_wind == Seat::E;
        self.when(ron && dealer, FaultId::FirstTurnDealerRon);
        let pulled = !input.gari.is_empty() || !input.flowers.is_empty();
        self.when(ron && pulled, FaultId::RenhouWithGari);
    }

    fn furiten(&mut self) {
        let input = self.input;
        let options = &self.rules.options;
        if !input.furiten {
            return;
        }
        let ron = input.win == Win::Ron;
        self.when(ron, FaultId::FuritenRon);
        let only_open = options.furiten_tsumo == FuritenTsumo::OpenRiichiOnly;
        self.when(
            !ron && only_open && !input.open_riichi,
            FaultId::FuritenTsumo,
        );
        let chombo = options.furiten_open_riichi == FuritenOpenRiichi::Chombo;
        self.when(input.open_riichi && chombo, FaultId::FuritenOpenRiichi);
    }
}

/// Copies of a kind in the wall, red and black together.
fn copies_of_kind(wall: &[u8; Tile::COUNT], tile: Tile) -> u8 {
    let plain = tile.plain();
    wall[plain.index()] + plain.red().map_or(0, |red| wall[red.index()])
}

fn is_set(meld: &Meld) -> bool {
    let mut kinds: Vec<usize> = meld.tiles.iter().filter_map(|tile| tile.kind()).collect();
    kinds.sort_unstable();
    let size = if meld.kind.is_kan() { 4 } else { 3 };
    if meld.tiles.len() != size || kinds.len() != size {
        return false;
    }
    match meld.kind {
        MeldKind::Chi => {
            kinds[0] < 27
                && kinds[0] % 9 <= 6
                && kinds[1] == kinds[0] + 1
                && kinds[2] == kinds[0] + 2
        }
        _ => kinds.iter().all(|&kind| kind == kinds[0]),
    }
}
