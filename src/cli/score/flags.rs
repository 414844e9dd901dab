//! The situation of a win, as flags of the command line.

use crate::cli::failure::{Failure, Problem};
use crate::cli::usage::whole;
use crate::lang::{Lang, Said};
use crate::notation;
use crate::rules::{RuleSet, options};
use crate::score::check::MOST_COUNTERS;
use crate::score::unsaid::Fact;
use crate::score::{FaultId, HandInput, RonOn, Win, mpsz};
use crate::seat::Seat;
use crate::tile::{Suit, Tile};

/// The flags that speak of one hand: a file of cases has fields for them.
pub const OF_ONE_HAND: [&str; 24] = [
    "tsumo",
    "ron_from",
    "ron_on",
    "seat",
    "round",
    "riichi",
    "double_riichi",
    "open_riichi",
    "discarder_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "last_tile",
    "first_turn",
    "furiten",
    "tanki_open",
    "consecutive_wins",
    "call_order_unknown",
    "honba",
    "sticks",
    "dora",
    "ura",
    "arisu",
    "gari",
];

/// Everything about a win that its tiles do not show.
#[derive(clap::Args, Clone, Debug)]
pub struct Situation {
    /// Won by tsumo (the default)
    #[arg(long, conflicts_with = "ron_from")]
    tsumo: bool,
    /// Won by ron from this seat: E, S, W or N
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    ron_from: Option<Seat>,
    /// What the ron was called on: discard (if not said), pulled_gari or ankan
    #[arg(long, value_name = "WHAT", value_parser = ron_on)]
    ron_on: Option<RonOn>,
    /// Seat wind of the winner (E deals; S if not said)
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    seat: Option<Seat>,
    /// Round wind (E if not said)
    #[arg(long, value_name = "SEAT", value_parser = seat)]
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
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    consecutive_wins: Option<u32>,
    /// The sets are not typed in the order in which they were called
    #[arg(long)]
    call_order_unknown: bool,
    /// Honba
    #[arg(long, value_name = "N", value_parser = counters)]
    honba: Option<u32>,
    /// Riichi sticks on the table
    #[arg(long, value_name = "N", value_parser = counters)]
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

fn tiles(text: &str) -> Result<Tiles, Said> {
    let spaced = text.replace(',', " ");
    if let Ok(list) = mpsz::parse(&spaced) {
        return Ok(Tiles(list));
    }
    // The same reader as the hand itself, so 東 and 赤5p work here too.
    let hand = notation::parse(text).map_err(|faults| {
        let words = |lang| {
            let mut all: Vec<_> = faults.iter().map(|fault| fault.message(lang)).collect();
            all.dedup();
            all.truncate(3);
            all.join(" / ")
        };
        Said::new(words(Lang::Ja), words(Lang::En))
    })?;
    let lists = [&hand.gari, &hand.dora, &hand.ura, &hand.arisu];
    if !hand.melds.is_empty() || lists.iter().any(|list| !list.is_empty()) {
        return Err(Said::new(
            "ここには牌だけを書きます。例: 3p1z",
            "only tiles stand here, as in 3p1z",
        ));
    }
    let tiles = hand.concealed.into_iter().chain(hand.win_tile);
    Ok(Tiles(tiles.collect()))
}

fn seat(text: &str) -> Result<Seat, Said> {
    text.parse().map_err(|_| {
        Said::new(
            "席は E S W N (東 南 西 北) のどれかです",
            "the seats are E, S, W and N",
        )
    })
}

/// 本場 or sticks, as many as a game can have.
fn counters(text: &str) -> Result<u32, Said> {
    let count = whole(text)?;
    match count <= MOST_COUNTERS {
        true => Ok(count),
        false => Err(Said::new(
            format!("{MOST_COUNTERS} までです"),
            format!("at most {MOST_COUNTERS}"),
        )),
    }
}

fn ron_on(text: &str) -> Result<RonOn, Said> {
    match text.replace('-', "_").as_str() {
        "discard" => Ok(RonOn::Discard),
        "pulled_gari" => Ok(RonOn::PulledGari),
        "ankan" => Ok(RonOn::Ankan),
        _ => Err(Said::new(
            "discard、pulled_gari、ankan のどれかです",
            "use discard, pulled_gari or ankan",
        )),
    }
}

pub(crate) fn key_value(text: &str) -> Result<(String, String), Said> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(Said::new(
            "KEY=VALUE の形で書きます。例: red_five_value=stack",
            "write KEY=VALUE, such as red_five_value=stack",
        )),
    }
}

impl Situation {
    /// The situation alone, of no hand.
    #[cfg(feature = "ledger")]
    pub fn alone(&self) -> HandInput {
        let mut input = HandInput::default();
        self.apply(&mut input);
        input
    }

    /// The input of a typed hand in this situation; `None` without a winning
    /// tile.
    pub fn input(&self, hand: notation::Hand) -> Option<HandInput> {
        hand.win_tile?;
        let mut input = HandInput::default().with_hand(hand);
        self.apply(&mut input);
        Some(input)
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
            let (flowers, gari): (Vec<Tile>, Vec<Tile>) =
                tiles.iter().partition(|tile| tile.suit() == Suit::Flower);
            input.flowers.extend(flowers);
            input.gari.extend(gari);
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

    /// Flags that name a seat or a round which these rules do not have.
    pub fn misfits(&self, rules: &RuleSet) -> Vec<Problem> {
        let table = Seat::at_table(rules.players());
        let rounds = Seat::ALL.map(|round| rules.options.rounds.has(round).then_some(round));
        let rounds: Vec<Seat> = rounds.into_iter().flatten().collect();
        let flags = [
            ("--seat", self.seat, FaultId::BadSeat, table),
            ("--ron-from", self.ron_from, FaultId::BadDiscarder, table),
            ("--round", self.round, FaultId::BadRound, rounds.as_slice()),
        ];
        let misfit = |(flag, given, fault, known): (_, Option<Seat>, FaultId, &[Seat])| {
            let given = given.filter(|seat| !known.contains(seat))?;
            let known: Vec<String> = known.iter().map(Seat::to_string).collect();
            let (id, known) = (&rules.id, known.join(" "));
            Some(Problem::new(
                fault.id(),
                format!("{flag} {given}: {id} で使えるのは {known} です"),
                format!("{flag} {given}: {id} has only {known}"),
            ))
        };
        flags.into_iter().filter_map(misfit).collect()
    }

    /// Tells of every `--set` that none of these rule sets uses.
    pub fn tell_unused(&self, rules: &[RuleSet], lang: Lang) {
        tell_unused(rules, &self.set, lang);
    }

    /// The rules with every `--set`.
    ///
    /// # Errors
    /// Every wrong key and value.
    pub fn with_options(&self, rules: RuleSet) -> Result<RuleSet, Failure> {
        with_set(rules, &self.set)
    }
}

/// Tells of every `--set` that none of these rule sets uses, as `rules check`
/// does: it is allowed, but may not be meant.
pub(crate) fn tell_unused(rules: &[RuleSet], set: &[(String, String)], lang: Lang) {
    let known = |key: &str| options::position(key).is_some();
    let used = |key: &str| rules.iter().any(|rules| rules.declared_key(key));
    let ids: Vec<&str> = rules.iter().map(|rules| rules.id.as_str()).collect();
    let ids = ids.join(", ");
    for (key, _) in set.iter().filter(|(key, _)| known(key) && !used(key)) {
        match lang {
            Lang::Ja => eprintln!("karasu: 注意: --set {key}: {ids} ではこの項目は使われません"),
            Lang::En => eprintln!("karasu: warning: --set {key}: {ids} does not use this key"),
        }
    }
}

/// The rules with every `--set`.
///
/// # Errors
/// Every wrong key and value.
pub(crate) fn with_set(rules: RuleSet, set: &[(String, String)]) -> Result<RuleSet, Failure> {
    let typed =
        |(key, value): &(String, String)| (key.clone(), crate::rules::load::typed_value(value));
    let changes: Vec<(String, toml::Value)> = set.iter().map(typed).collect();
    if changes.is_empty() {
        return Ok(rules);
    }
    let changes = changes
        .iter()
        .map(|(key, value)| (key.as_str(), value.clone()));
    rules.with(changes).map_err(|faults| {
        let one = |fault| Problem::of_rules("bad_option", "--set", fault);
        Failure::usage(faults.iter().map(one).collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_read_as_in_the_hand_and_nothing_is_dropped() {
        let read = |text: &str| tiles(text).map(|Tiles(list)| mpsz::print(&list));
        assert_eq!(read("3p,1z").as_deref(), Ok("3p1z"));
        assert_eq!(read("東 赤5p").as_deref(), Ok("1z0p"));
        let meld = read("1z (555z)").expect_err("a set is no list of tiles");
        assert!(meld.en.contains("only tiles"), "{meld}");
        let wrong = read("zz").expect_err("no tiles");
        assert!(wrong.en.is_ascii() && !wrong.ja.is_ascii(), "{wrong:?}");
    }

    #[test]
    fn every_flag_of_a_hand_is_refused_beside_a_file_of_cases() {
        use clap::CommandFactory as _;
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            _all: Situation,
        }
        let command = Flags::command();
        let ids = command.get_arguments().map(|arg| arg.get_id().as_str());
        // `--set` changes rules, which cases have too.
        let ids: Vec<&str> = ids.filter(|id| *id != "set").collect();
        assert_eq!(ids, OF_ONE_HAND);
    }
}
