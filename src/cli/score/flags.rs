//! The situation of a win, as flags of the command line.

use crate::lang::Lang;
use crate::notation;
use crate::rules::{RuleFault, RuleSet};
use crate::score::unsaid::Fact;
use crate::score::{HandInput, RonOn, Win, mpsz};
use crate::seat::Seat;
use crate::tile::{Suit, Tile};

/// Everything about a win that its tiles do not show.
#[derive(clap::Args, Clone, Debug)]
pub struct Situation {
    /// Won by tsumo (the default)
    #[arg(long, conflicts_with = "ron_from")]
    tsumo: bool,
    /// Won by ron from this seat: E, S, W or N
    #[arg(long, value_name = "SEAT")]
    ron_from: Option<Seat>,
    /// What the ron was called on: discard (if not said), pulled_gari or ankan
    #[arg(long, value_name = "WHAT", value_parser = ron_on)]
    ron_on: Option<RonOn>,
    /// Seat wind of the winner (E deals; S if not said)
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,
    /// Round wind (E if not said)
    #[arg(long, value_name = "SEAT")]
    round: Option<Seat>,
    /// In riichi
    #[arg(long)]
    riichi: bool,
    /// In double riichi
    #[arg(long)]
    double_riichi: bool,
    /// The riichi was open (with --riichi or --double-riichi; alone it means --riichi)
    #[arg(long)]
    open_riichi: bool,
    /// The discarder is in riichi
    #[arg(long)]
    discarder_riichi: bool,
    /// Ippatsu
    #[arg(long)]
    ippatsu: bool,
    /// Won on a replacement tile
    #[arg(long)]
    rinshan: bool,
    /// Won by robbing a kan
    #[arg(long)]
    chankan: bool,
    /// Won on the last tile (haitei on tsumo, houtei on ron)
    #[arg(long)]
    last_tile: bool,
    /// Won on the first turn (tenhou, chiihou, renhou)
    #[arg(long)]
    first_turn: bool,
    /// The winner is in furiten
    #[arg(long)]
    furiten: bool,
    /// The last tile was shown before the win (ponto)
    #[arg(long)]
    tanki_open: bool,
    /// Wins in a row of the dealer, this one included
    #[arg(long, value_name = "N")]
    consecutive_wins: Option<u32>,
    /// The sets are not typed in the order in which they were called
    #[arg(long)]
    call_order_unknown: bool,
    /// Honba
    #[arg(long, value_name = "N")]
    honba: Option<u32>,
    /// Riichi sticks on the table
    #[arg(long, value_name = "N")]
    sticks: Option<u32>,
    /// Dora indicators, such as 3p1z (also d: in the notation)
    #[arg(long, value_name = "TILES", value_parser = tiles)]
    dora: Option<Tiles>,
    /// Ura indicators (also u:)
    #[arg(long, value_name = "TILES", value_parser = tiles)]
    ura: Option<Tiles>,
    /// Arisu flips in the order turned (also a:)
    #[arg(long, value_name = "TILES", value_parser = tiles)]
    arisu: Option<Tiles>,
    /// Pulled tiles and flowers (also g:)
    #[arg(long, value_name = "TILES", value_parser = tiles)]
    gari: Option<Tiles>,
    /// Change a house option, such as red_five_value=stack
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
}

/// A list of tiles as one argument.
#[derive(Clone, Debug)]
pub struct Tiles(Vec<Tile>);

fn tiles(text: &str) -> Result<Tiles, String> {
    // The same reader as the hand itself, so 東 and 赤5p work here too.
    let spaced = text.replace(',', " ");
    if let Ok(list) = mpsz::parse(&spaced) {
        return Ok(Tiles(list));
    }
    match notation::parse(text) {
        Ok(hand) => Ok(Tiles(
            hand.concealed.into_iter().chain(hand.win_tile).collect(),
        )),
        Err(faults) => Err(notation::explain(text, &faults, Lang::from_env())),
    }
}

fn ron_on(text: &str) -> Result<RonOn, String> {
    match text.replace('-', "_").as_str() {
        "discard" => Ok(RonOn::Discard),
        "pulled_gari" => Ok(RonOn::PulledGari),
        "ankan" => Ok(RonOn::Ankan),
        _ => Err("use discard, pulled_gari or ankan".to_owned()),
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err("write KEY=VALUE, such as red_five_value=stack".to_owned()),
    }
}

impl Situation {
    /// The input of a typed hand in this situation.
    pub fn input(&self, hand: notation::Hand) -> HandInput {
        let mut input = HandInput {
            concealed: hand.concealed,
            melds: hand.melds,
            dora_indicators: hand.dora,
            ura_indicators: hand.ura,
            arisu_flips: hand.arisu,
            // Without a winning tile the count is wrong, and that is reported.
            win_tile: hand.win_tile.unwrap_or(Tile::BACK),
            ..HandInput::default()
        };
        self.pulled(&mut input, &hand.gari);
        self.apply(&mut input);
        input
    }

    fn pulled(&self, input: &mut HandInput, tiles: &[Tile]) {
        let flower = |tile: &&Tile| tile.suit() == Suit::Flower;
        input.flowers.extend(tiles.iter().filter(flower));
        input.gari.extend(tiles.iter().filter(|tile| !flower(tile)));
    }

    /// Whether the flags name dora or ura indicators.
    #[cfg(feature = "vision")]
    pub fn names_indicators(&self) -> bool {
        self.dora.is_some() || self.ura.is_some()
    }

    /// Sets everything that the flags say on an input whose tiles are known.
    pub fn apply(&self, input: &mut HandInput) {
        let ron = self.ron_from.is_some();
        input.win = if ron { Win::Ron } else { Win::Tsumo };
        input.discarder = self.ron_from;
        input.ron_on = self.ron_on.unwrap_or_default();
        input.seat_wind = self.seat.unwrap_or(Seat::S);
        input.round_wind = self.round.unwrap_or(Seat::E);
        input.riichi = match (self.double_riichi, self.riichi || self.open_riichi) {
            (true, _) => 2,
            (false, riichi) => u8::from(riichi),
        };
        input.open_riichi = self.open_riichi;
        input.discarder_riichi = self.discarder_riichi;
        input.ippatsu = self.ippatsu;
        input.rinshan = self.rinshan;
        input.chankan = self.chankan;
        input.haitei = self.last_tile && !ron;
        input.houtei = self.last_tile && ron;
        input.first_turn = self.first_turn;
        input.furiten = self.furiten;
        input.tanki_open = self.tanki_open;
        input.consecutive_wins = self.consecutive_wins.unwrap_or(0);
        input.call_order_known = !self.call_order_unknown;
        input.honba = self.honba.unwrap_or(0);
        input.sticks = self.sticks.unwrap_or(0);
        let add = |into: &mut Vec<Tile>, tiles: &Option<Tiles>| {
            into.extend(tiles.iter().flat_map(|tiles| &tiles.0));
        };
        add(&mut input.dora_indicators, &self.dora);
        add(&mut input.ura_indicators, &self.ura);
        add(&mut input.arisu_flips, &self.arisu);
        if let Some(Tiles(tiles)) = &self.gari {
            self.pulled(input, tiles);
        }
    }

    /// What the flags and the tiles of the input answer, if only by a zero.
    pub fn said(&self, input: &HandInput) -> Vec<Fact> {
        let pulled = !(input.gari.is_empty() && input.flowers.is_empty());
        let answers = [
            (Fact::Win, self.tsumo || self.ron_from.is_some()),
            (Fact::Seat, self.seat.is_some()),
            (Fact::Round, self.round.is_some()),
            (Fact::Riichi, input.riichi > 0),
            (Fact::OpenRiichi, self.open_riichi),
            (Fact::Ippatsu, self.ippatsu),
            (Fact::DiscarderRiichi, self.discarder_riichi),
            (Fact::Rinshan, self.rinshan),
            (Fact::Chankan, self.chankan),
            (Fact::LastTile, self.last_tile),
            (Fact::FirstTurn, self.first_turn),
            (Fact::Furiten, self.furiten),
            (Fact::RonOn, self.ron_on.is_some()),
            (Fact::TankiOpen, self.tanki_open),
            (Fact::ConsecutiveWins, self.consecutive_wins.is_some()),
            (Fact::Honba, self.honba.is_some()),
            (Fact::Sticks, self.sticks.is_some()),
            (Fact::Pulled, pulled || self.gari.is_some()),
            (Fact::Dora, !input.dora_indicators.is_empty()),
            (Fact::Ura, !input.ura_indicators.is_empty()),
            (Fact::Arisu, !input.arisu_flips.is_empty()),
        ];
        let said = answers.into_iter().filter(|(_, said)| *said);
        said.map(|(fact, _)| fact).collect()
    }

    /// The rules with every `--set`.
    ///
    /// # Errors
    /// Every wrong key and value.
    pub fn with_options(&self, rules: RuleSet) -> Result<RuleSet, Vec<RuleFault>> {
        let typed =
            |(key, value): &(String, String)| (key.clone(), crate::rules::load::typed_value(value));
        let changes: Vec<(String, toml::Value)> = self.set.iter().map(typed).collect();
        if changes.is_empty() {
            return Ok(rules);
        }
        rules.with(
            changes
                .iter()
                .map(|(key, value)| (key.as_str(), value.clone())),
        )
    }
}
