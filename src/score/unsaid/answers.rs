//! The other answers that a question about a win can have.

use super::Fact;
use crate::meld::MeldKind;
use crate::rules::RuleSet;
use crate::rules::value::Scheme;
use crate::score::input::{HandInput, RonOn, Win};
use crate::seat::Seat;
use crate::tile::Tile;

/// An answer: how it is given on the command line, and the win under it.
pub struct Answer {
    /// Such as `--riichi`, or `d:4s` inside the notation.
    pub flag: String,
    /// The win.
    pub input: HandInput,
}

impl Answer {
    fn new(
        flag: impl Into<String>,
        input: &HandInput,
        change: impl FnOnce(&mut HandInput),
    ) -> Answer {
        let mut input = input.clone();
        change(&mut input);
        Answer {
            flag: flag.into(),
            input,
        }
    }
}

/// How a plain riichi is said.
pub const RIICHI: &str = "--riichi";

/// A riichi together with what only a riichi can have.
pub fn riichi_and_more(input: &HandInput) -> Vec<Answer> {
    if input.riichi > 0 || !input.is_closed() {
        return Vec::new();
    }
    vec![
        Answer::new("--open-riichi", input, |input| {
            (input.riichi, input.open_riichi) = (1, true);
        }),
        Answer::new("--riichi --ippatsu", input, |input| {
            (input.riichi, input.ippatsu) = (1, true);
        }),
    ]
}

/// Whether each payer pays the total of this win.
pub fn is_paid_by_each(rules: &RuleSet, input: &HandInput) -> bool {
    input.win == Win::Tsumo && rules.options.scheme != Scheme::HanFu
}

/// Every other answer about a fact. Answers that cannot be (嶺上 without a
/// kan) may be among them; the checks of the scorer tell them apart.
pub fn of(rules: &RuleSet, input: &HandInput, fact: Fact) -> Vec<Answer> {
    let ron = input.win == Win::Ron;
    let riichi = input.riichi > 0;
    let answer = |flag: &str, change: &dyn Fn(&mut HandInput)| Answer::new(flag, input, change);
    let when = |asked: bool, flag: &str, change: &dyn Fn(&mut HandInput)| {
        asked.then(|| answer(flag, change)).into_iter().collect()
    };
    match fact {
        Fact::Win => ron_instead(rules, input),
        Fact::Seat => seats(rules, input),
        Fact::Round => rounds(rules, input),
        Fact::Riichi if riichi || !input.is_closed() => Vec::new(),
        Fact::Riichi => vec![
            answer(RIICHI, &|input| input.riichi = 1),
            answer("--double-riichi", &|input| input.riichi = 2),
        ],
        Fact::OpenRiichi => when(riichi && !input.open_riichi, "--open-riichi", &|input| {
            input.open_riichi = true;
        }),
        Fact::Ippatsu => when(riichi, "--ippatsu", &|input| input.ippatsu = true),
        Fact::DiscarderRiichi => when(ron && input.open_riichi, "--discarder-riichi", &|input| {
            input.discarder_riichi = true;
        }),
        Fact::Rinshan => when(!ron, "--rinshan", &|input| input.rinshan = true),
        Fact::Chankan => when(ron, "--chankan", &|input| input.chankan = true),
        Fact::LastTile => when(true, "--last-tile", &|input| {
            (input.haitei, input.houtei) = (!ron, ron);
        }),
        Fact::FirstTurn => when(true, "--first-turn", &|input| input.first_turn = true),
        Fact::Furiten => when(!ron, "--furiten", &|input| input.furiten = true),
        Fact::RonOn if !ron => Vec::new(),
        Fact::RonOn => vec![
            answer("--ron-on pulled_gari", &|input| {
                input.ron_on = RonOn::PulledGari;
            }),
            answer("--ron-on ankan", &|input| input.ron_on = RonOn::Ankan),
        ],
        Fact::TankiOpen => {
            let calls = input.melds.iter().filter(|meld| meld.kind != MeldKind::Chi);
            when(calls.count() == 4, "--tanki-open", &|input| {
                input.tanki_open = true;
            })
        }
        Fact::ConsecutiveWins => {
            let dealer = input.seat_wind == Seat::E;
            when(dealer, "--consecutive-wins 8", &|input| {
                input.consecutive_wins = 8;
            })
        }
        Fact::Honba => honba(rules, input),
        Fact::Sticks => when(true, "--sticks 1", &|input| input.sticks = 1),
        Fact::Pulled => pulled(rules, input),
        Fact::Dora => indicators(input, "d:", |input, tile| {
            input.dora_indicators = vec![tile]
        }),
        Fact::Ura if !riichi => Vec::new(),
        Fact::Ura => indicators(input, "u:", |input, tile| input.ura_indicators = vec![tile]),
        Fact::Arisu => indicators(input, "a:", |input, tile| input.arisu_flips = vec![tile]),
    }
}

/// The same tiles won from the next player. A ron has been said, since its
/// discarder was.
fn ron_instead(rules: &RuleSet, input: &HandInput) -> Vec<Answer> {
    let table = Seat::at_table(rules.players());
    let after = table.iter().find(|seat| **seat > input.seat_wind);
    let next = after.or(table.first());
    let (Win::Tsumo, Some(&next)) = (input.win, next) else {
        return Vec::new();
    };
    vec![Answer::new(format!("--ron-from {next}"), input, |input| {
        (input.win, input.discarder) = (Win::Ron, Some(next));
        (input.houtei, input.haitei) = (input.haitei, false);
        (input.rinshan, input.furiten) = (false, false);
    })]
}

fn seats(rules: &RuleSet, input: &HandInput) -> Vec<Answer> {
    let table = Seat::at_table(rules.players()).iter();
    let free = table.filter(|seat| **seat != input.seat_wind && Some(**seat) != input.discarder);
    let answer = |&seat: &Seat| {
        Answer::new(format!("--seat {seat}"), input, |input| {
            input.seat_wind = seat
        })
    };
    free.map(answer).collect()
}

fn rounds(rules: &RuleSet, input: &HandInput) -> Vec<Answer> {
    let played = |seat: &Seat| rules.options.rounds.has(*seat) && *seat != input.round_wind;
    let others = Seat::ALL.into_iter().filter(played);
    let answer = |round| {
        Answer::new(format!("--round {round}"), input, |input| {
            input.round_wind = round
        })
    };
    others.map(answer).collect()
}

/// One counter, and the numbers from which counters mean more.
fn honba(rules: &RuleSet, input: &HandInput) -> Vec<Answer> {
    let options = &rules.options;
    let steps = [1, options.prize_from, options.honba_double_from];
    let mut steps: Vec<u32> = steps
        .iter()
        .filter_map(|&n| u32::try_from(n).ok())
        .collect();
    steps.retain(|&n| n > 0);
    steps.sort_unstable();
    steps.dedup();
    let answer = |honba| {
        Answer::new(format!("--honba {honba}"), input, |input| {
            input.honba = honba
        })
    };
    steps.into_iter().map(answer).collect()
}

/// One tile pulled, the first kind of which one is free.
fn pulled(rules: &RuleSet, input: &HandInput) -> Vec<Answer> {
    if !(input.gari.is_empty() && input.flowers.is_empty()) {
        return Vec::new();
    }
    let gari = rules.derived.gari;
    let held = |tile: Tile| {
        let melds = input.melds.iter().flat_map(|meld| &meld.tiles);
        let all = input.concealed.iter().chain([&input.win_tile]).chain(melds);
        all.filter(|other| other.kind() == tile.kind()).count()
    };
    let kinds = (0..Tile::KINDS).filter_map(Tile::from_index);
    let free = |tile: &Tile| gari.has(*tile) && held(*tile) < 4;
    let tile = kinds.into_iter().find(free);
    let answer = |tile: Tile| {
        Answer::new(format!("g:{}", tile.code()), input, |input| {
            input.gari = vec![tile]
        })
    };
    tile.map(answer).into_iter().collect()
}

/// Every kind as the one indicator that was turned.
fn indicators(input: &HandInput, prefix: &str, turn: impl Fn(&mut HandInput, Tile)) -> Vec<Answer> {
    let kinds = (0..Tile::KINDS).filter_map(Tile::from_index);
    let answer = |tile: Tile| {
        Answer::new(format!("{prefix}{}", tile.code()), input, |input| {
            turn(input, tile)
        })
    };
    kinds.map(answer).collect()
}
