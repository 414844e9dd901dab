//! Ordinary riichi for four, and for three with pulled Norths
//! (`cases/README.md`, "riichi4.jsonl and riichi3.jsonl").

use karasu::score::HandInput;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, waits};
use super::han::{Counted, Stakes, counted, yakuman_answers};
use super::options::{CHIITOI, chiitoi, flag, list, number, word};
use super::sakae_free::flat_renhou;
use super::shape::{self, EAST, Form, Reading};
use super::wall::in_wall;
use super::yaku::Table;
use super::{Answer, Item, Verdict, best, situation, yaku};

const DOUBLE: [&str; 4] = ["kokushi13", "chuuren_pure", "daisuushii", "suuankou_tanki"];

/// What differs between the two tables.
struct Rules {
    stakes: Stakes,
    order: ManOrder,
    id: &'static str,
}

fn rules(players: usize) -> Rules {
    match players {
        3 => Rules {
            stakes: Stakes {
                players: 3,
                honba: [200, 100],
            },
            order: ManOrder::OneNine,
            id: "riichi3",
        },
        _ => Rules {
            stakes: Stakes {
                players: 4,
                honba: [300, 100],
            },
            order: ManOrder::Full,
            id: "riichi4",
        },
    }
}

/// North is a wind like the others for four; for three nobody sits there and
/// no round is played under it.
fn table(input: &HandInput) -> Table {
    Table {
        round: EAST + input.round_wind.index(),
        seat: EAST + input.seat_wind.index(),
        north_for_all: false,
    }
}

fn han(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "menzen_tsumo" | "riichi" | "ippatsu" | "pinfu" | "iipeikou" => (1, 0),
        "open_riichi" => (number(input, "open_riichi_han", 1), 0),
        "tanyao" => (1, i32::from(flag(input, "kuitan", true))),
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" => (1, 1),
        "rinshan" | "chankan" | "haitei" | "houtei" => (1, 1),
        "double_riichi" => (2, 0),
        "chanta" | "ittsu" | "sanshoku" => (2, 1),
        "sanshoku_doukou" | "sankantsu" | "toitoi" | "sanankou" | "shousangen" | "honroutou" => {
            (2, 2)
        }
        "junchan" | "honitsu" => (3, 2),
        "ryanpeikou" => (3, 0),
        "chinitsu" => (6, 5),
        _ => {
            let fours = CHIITOI.iter().position(|id| *id == name)?;
            (chiitoi(input, fours, [2, 0, 0, 0]).unwrap_or(0), 0)
        }
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

fn units(input: &HandInput, name: &str) -> Option<i32> {
    match name {
        "renhou" => (word(input, "renhou", "none") == "yakuman").then_some(1),
        "suukantsu" => flag(input, "suukantsu", true).then_some(1),
        "daisangen" | "suuankou" | "suuankou_tanki" | "tsuuiisou" | "ryuuiisou" | "chinroutou"
        | "chuuren" | "chuuren_pure" | "kokushi" | "kokushi13" | "tenhou" | "chiihou"
        | "shousuushii" | "daisuushii" => {
            let double = list(input, "double_yakuman", &DOUBLE).contains(&name);
            let single = word(input, "double_yakuman_furiten", "double") == "single";
            let many_waits = ["kokushi13", "chuuren_pure"].contains(&name);
            let spoilt = input.furiten && single && many_waits;
            Some(if double && !spoilt { 2 } else { 1 })
        }
        _ => None,
    }
}

fn allowed(input: &HandInput, reading: &Reading) -> bool {
    match reading.form {
        Form::Pairs { fours } => chiitoi(input, fours, [2, 0, 0, 0]).is_some(),
        _ => true,
    }
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    if names.contains(&"suukantsu") {
        names.push("sankantsu");
    }
    let counts =
        |name: &&str| units(input, name).is_some() || han(input, name, reading.closed).is_some();
    names.retain(counts);
    names
}

fn answers(input: &HandInput, reading: &Reading, rules: &Rules) -> Vec<Answer> {
    let names = names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        items.extend(units(input, name).map(|units| (*name, units, "yakuman")));
    }
    if !items.is_empty() {
        return yakuman_answers(input, items, &rules.stakes);
    }
    let tiles = input.concealed.iter().chain([&input.win_tile]);
    let tiles = tiles.chain(input.melds.iter().flat_map(|meld| &meld.tiles));
    let reds = tiles.filter(|tile| tile.is_red()).count() as i32;
    let [dora, ura] = dora(input, &reading.tiles, rules.order, true);
    let house = Counted {
        table: table(input),
        stakes: &rules.stakes,
        han: &|name| han(input, name, reading.closed),
        extra: vec![
            ("dora", dora, "han"),
            ("ura", ura, "han"),
            ("red_dora", reds, "han"),
            ("gari", input.gari.len() as i32, "han"),
        ],
        open_dealin: "none",
        kazoe_item: false,
    };
    vec![counted(input, reading, &names, house)]
}

/// Scores at a table of so many players.
pub fn score(input: &HandInput, players: usize) -> Verdict {
    if let Some(id) = situation::refusal(input, false) {
        return Err(id);
    }
    let rules = rules(players);
    let win = input.win_tile.kind().expect("a tile of the hand");
    let mut readings = shape::readings(input, win);
    readings.retain(|reading| allowed(input, reading));
    if readings.is_empty() {
        return Err("not_winning_shape");
    }
    let flat = flat_renhou(input, &rules.stakes);
    let tested = |reading: &Reading| {
        let mut names = names(input, reading);
        names.extend(flat.as_ref().map(|_| "renhou"));
        names
    };
    let in_wall = in_wall(rules.id, input);
    let gate = Gate {
        input,
        table: table(input),
        names: &tested,
        atozuke: "allowed",
        single_wait_chankan: false,
        waits: waits(input, in_wall, |reading| allowed(input, reading)),
    };
    let admitted = gate.admit(&readings)?;
    let valued = admitted.iter();
    let valued = valued.filter(|reading| flat.is_none() || !names(input, reading).is_empty());
    let mut answers: Vec<Answer> = valued
        .flat_map(|reading| answers(input, reading, &rules))
        .collect();
    answers.extend(flat.clone());
    // Of readings that pay the same a yakuman goes before a counted one, as
    // the case files have it.
    Ok(best(answers, |answer| {
        (answer.total, answer.units, answer.han, answer.fu)
    }))
}
