//! Faults of the tiles and the situation, before any yaku is looked for.

use crate::meld::{Meld, MeldKind};
use crate::rules::RuleSet;
use crate::rules::value::{FuritenOpenRiichi, FuritenTsumo};
use crate::score::fault::{Fault, FaultId};
use crate::score::hand::FIVES;
use crate::score::input::{HandInput, RonOn, Win};
use crate::score::tally::Tally;
use crate::seat::Seat;
use crate::tile::{Suit, Tile};

/// More counters or sticks than this are no game; keeps sums far from overflow.
pub(crate) const MOST_COUNTERS: u32 = 9999;

/// Every fault of the input, whose tiles are counted in `tally`.
pub fn check(rules: &RuleSet, input: &HandInput, tally: &Tally) -> Vec<Fault> {
    let mut checker = Checker {
        rules,
        input,
        tally,
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
    tally: &'a Tally,
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
        self.in_hand();
        self.copies();
        let tiles = input.concealed.len() + 1 + 3 * input.melds.len();
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
    }

    /// Tiles that no hand may hold.
    fn in_hand(&mut self) {
        let misplaced = self.tally.all.classes() & self.rules.derived.not_in_hand;
        if misplaced != 0 {
            let misplaced = Tile::all().filter(|tile| misplaced >> tile.index() & 1 == 1);
            self.about(FaultId::GariInHand, misplaced.collect());
        }
    }

    /// Tiles that the wall does not have, or not so often. Black fives are not
    /// held to the number of black ones (sets are sold with and without
    /// reds); five fives in all are caught.
    fn copies(&mut self) {
        let input = self.input;
        let most = &self.rules.derived.most;
        let mut counts = self.tally.all;
        counts.add_all(&self.tally.pulled);
        counts.add(&input.dora_indicators);
        counts.add(&input.ura_indicators);
        counts.add(&input.arisu_flips);
        if counts.within(most) {
            return;
        }
        let (mut absent, mut too_many, mut backs) = (Vec::new(), Vec::new(), Vec::new());
        for tile in Tile::all().filter(|&tile| counts.of(tile) > 0) {
            let suit = FIVES.iter().position(|&five| tile.kind() == Some(five));
            let all = suit.map_or(counts.of(tile), |suit| counts.fives(suit));
            let exist = tile.kind().map_or(most[tile.index()], |kind| most[kind]);
            if tile == Tile::BACK {
                backs.push(tile);
            } else if self.rules.derived.wall[tile.index()] == 0 {
                absent.push(tile);
            } else if all > exist || counts.of(tile) > most[tile.index()] {
                too_many.push(tile);
            }
        }
        self.about(FaultId::BadTile, backs);
        self.about(FaultId::NotInWall, absent);
        self.about(FaultId::FiveOfATile, too_many);
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
        let wrong = wrong.chain(not_flowers).copied().collect();
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
        self.number(input.riichi.into(), 2, "riichi");
        self.number(input.honba, MOST_COUNTERS, "honba");
        self.number(input.sticks, MOST_COUNTERS, "sticks");
        self.when(riichi && !input.is_closed(), FaultId::RiichiOpenHand);
        self.when(input.ippatsu && !riichi, FaultId::IppatsuWithoutRiichi);
        self.when(
            input.open_riichi && !riichi,
            FaultId::OpenRiichiWithoutRiichi,
        );
        let ura = !input.ura_indicators.is_empty();
        self.when(ura && !riichi, FaultId::UraWithoutRiichi);
    }

    /// A number that no game reaches is a mistake of typing.
    fn number(&mut self, value: u32, most: u32, name: &str) {
        if value > most {
            self.faults.push(Fault::new(FaultId::BadNumber).because(
                format!("{name} は {most} まで"),
                format!("{name} is at most {most}"),
            ));
        }
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

fn is_set(meld: &Meld) -> bool {
    let size = if meld.kind.is_kan() { 4 } else { 3 };
    if meld.tiles.len() != size {
        return false;
    }
    let kinds = meld.tiles.iter().filter_map(|tile| tile.kind());
    // The kinds as bits above the lowest: 0b1 for equal tiles, 0b111 for a run.
    let low = kinds.clone().min().unwrap_or(0);
    let all = kinds.clone().count() == size;
    let shape = kinds.fold(0_u64, |bits, kind| bits | 1 << (kind - low));
    let run = shape == 0b111 && low < 27 && low % 9 <= 6;
    all && if meld.kind == MeldKind::Chi {
        run
    } else {
        shape == 1
    }
}
