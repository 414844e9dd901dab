//! フリー三麻 (`rules/sakae_free.md`): han and fu, 完全先付.

use karasu::score::HandInput;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, waits};
use super::han::{Counted, Stakes, counted, payments, yakuman_answers};
use super::options::{CHIITOI, number, word};
use super::shape::{self, EAST, Form, Reading};
use super::yaku::Table;
use super::{Answer, Item, Verdict, best, sakae, situation, yaku};

const STAKES: Stakes = Stakes {
    players: 3,
    honba: [200, 100],
};

fn table(input: &HandInput) -> Table {
    Table {
        round: EAST + input.round_wind.index(),
        seat: EAST + input.seat_wind.index(),
        north_for_all: word(input, "north", "yakuhai") == "yakuhai",
    }
}

/// The han table of `sakae` §3, 断么九 closed only, オープンリーチ +1.
fn han(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let value = match name {
        "tanyao" if !closed => i32::from(super::options::flag(input, "kuitan", false)),
        "open_riichi" if input.furiten => number(input, "open_riichi_furiten_han", 1),
        "open_riichi" => number(input, "open_riichi_han", 1),
        _ => return sakae::han(input, name, closed),
    };
    if name == "tanyao" && closed {
        return Some(1);
    }
    (value > 0).then_some(value)
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(sakae::house_yakuman(input, reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    // ぽんと。 needs four ポン; a 加槓 still counts.
    if sakae::ponto(input, "pon") {
        names.push("ponto");
    }
    // Four kans are three (`suukantsu=false`).
    if names.contains(&"suukantsu") {
        names.push("sankantsu");
    }
    let counts = |name: &&str| {
        sakae::units(input, name).is_some() || han(input, name, reading.closed).is_some()
    };
    names.retain(counts);
    names
}

fn answers(input: &HandInput, reading: &Reading) -> Vec<Answer> {
    let names = names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        items.extend(sakae::units(input, name).map(|units| (*name, units, "yakuman")));
    }
    if !items.is_empty() {
        return yakuman_answers(input, items, &STAKES);
    }
    let [dora, ura] = dora(input, &reading.tiles, ManOrder::OneNine, false);
    let house = Counted {
        table: table(input),
        stakes: &STAKES,
        han: &|name| han(input, name, reading.closed),
        extra: vec![("dora", dora, "han"), ("ura", ura, "han")],
        open_dealin: "none",
        kazoe_item: true,
    };
    vec![counted(input, reading, &names, house)]
}

/// A flat 人和 (`renhou=baiman`): the limit, or the hand itself if worth more.
pub fn flat_renhou(input: &HandInput, stakes: &Stakes) -> Option<Answer> {
    let ron = input.discarder.is_some();
    if !(input.first_turn && ron && word(input, "renhou", "") == "baiman") {
        return None;
    }
    let (total, deltas) = payments(input, 4000, stakes);
    Some(Answer {
        items: vec![("renhou", 0, "flat")],
        total,
        limit: "倍満".to_owned(),
        deltas,
        ..Answer::default()
    })
}

pub fn score(input: &HandInput) -> Verdict {
    if let Some(id) = situation::refusal(input, false) {
        return Err(id);
    }
    let win = input.win_tile.kind().expect("a tile of the hand");
    let in_wall = |kind: usize| kind == 0 || kind >= 8;
    let mut readings = shape::readings(input, win);
    readings.retain(|reading| sakae::allowed(input, reading));
    if readings.is_empty() {
        return Err("not_winning_shape");
    }
    let flat = flat_renhou(input, &STAKES);
    let tested = |reading: &Reading| {
        let mut names = names(input, reading);
        names.extend(flat.as_ref().map(|_| "renhou"));
        names
    };
    let gate = Gate {
        input,
        table: table(input),
        names: &tested,
        atozuke: "forbidden",
        single_wait_chankan: false,
        waits: waits(input, in_wall, |reading| sakae::allowed(input, reading)),
    };
    let admitted = gate.admit(&readings)?;
    let valued = admitted.iter();
    let valued = valued.filter(|reading| flat.is_none() || !names(input, reading).is_empty());
    let mut answers: Vec<Answer> = valued.flat_map(|reading| answers(input, reading)).collect();
    answers.extend(flat.clone());
    Ok(best(answers, |answer| {
        (answer.total, answer.han, answer.fu)
    }))
}
