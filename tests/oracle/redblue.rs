//! RED&BLUE杯 (`rules/redblue.md`): four players, han and fu, house yaku.

use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, is_ron, waits};
use super::han::{Counted, Stakes, counted, limit, payments, yakuman_answers};
use super::options::{CHIITOI, chiitoi, flag, list, number, word};
use super::shape::{self, EAST, Form, Reading, is_honor, suit};
use super::wall::in_wall;
use super::yaku::Table;
use super::{Answer, Item, Verdict, best, situation, yaku};

const STAKES: Stakes = Stakes {
    players: 4,
    honba: [300, 100],
};

/// §3, the yaku of this house alone.
const LOCAL: [&str; 5] = [
    "sanrenkou",
    "isshoku_sanjun",
    "isshoku_yonjun",
    "suurenkou",
    "daisharin",
];

const DOUBLE: [&str; 4] = ["kokushi13", "chuuren_pure", "daisuushii", "suuankou_tanki"];

fn table(input: &HandInput) -> Table {
    Table {
        round: EAST + input.round_wind.index(),
        seat: EAST + input.seat_wind.index(),
        north_for_all: false,
    }
}

/// §3: han closed and open.
fn han(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "menzen_tsumo" | "riichi" | "ippatsu" | "pinfu" | "iipeikou" => (1, 0),
        "tanyao" => (1, i32::from(flag(input, "kuitan", false))),
        // 2 in all with リーチ; フリテンオープン: no +1.
        "open_riichi" if input.furiten => (number(input, "open_riichi_furiten_han", 0), 0),
        "open_riichi" => (number(input, "open_riichi_han", 1), 0),
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" => (1, 1),
        "rinshan" | "chankan" | "haitei" | "houtei" => (1, 1),
        "double_riichi" => (2, 0),
        "chanta" | "ittsu" | "sanshoku" => (2, 1),
        "sanshoku_doukou" | "sankantsu" | "toitoi" | "sanankou" | "sanrenkou" | "shousangen"
        | "honroutou" => (2, 2),
        "junchan" | "honitsu" | "isshoku_sanjun" => (3, 2),
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

/// §3: units of a yakuman.
fn units(input: &HandInput, name: &str) -> Option<i32> {
    let single = word(input, "double_yakuman_furiten", "double") == "single";
    let many_waits = ["kokushi13", "chuuren_pure"].contains(&name);
    match name {
        "renhou" => (word_or_points(input) == "yakuman").then_some(1),
        "suukantsu" => flag(input, "suukantsu", true).then_some(1),
        "daisangen" | "suuankou" | "tsuuiisou" | "ryuuiisou" | "chinroutou" | "isshoku_yonjun"
        | "chuuren" | "kokushi" | "tenhou" | "chiihou" | "shousuushii" | "daisharin"
        | "suurenkou" | "kokushi13" | "chuuren_pure" | "daisuushii" | "suuankou_tanki" => {
            let double = list(input, "double_yakuman", &DOUBLE).contains(&name);
            let spoilt = input.furiten && single && many_waits;
            Some(if double && !spoilt { 2 } else { 1 })
        }
        _ => None,
    }
}

/// The option 人和.
fn word_or_points(input: &HandInput) -> &str {
    word(input, "renhou", "baiman")
}

fn allowed(input: &HandInput, reading: &Reading) -> bool {
    match reading.form {
        Form::Pairs { fours } => chiitoi(input, fours, [2, 0, 0, 0]).is_some(),
        _ => true,
    }
}

fn local(input: &HandInput) -> bool {
    flag(input, "local_yaku", true)
}

/// Yaku and yakuman that count, a flat 人和 and 八連荘 apart.
fn own_names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    // Four kans are three (`suukantsu=false`).
    if names.contains(&"suukantsu") {
        names.push("sankantsu");
    }
    names.retain(|name| local(input) || !LOCAL.contains(name));
    // 一色三順 excludes 一盃口.
    let three = names.contains(&"isshoku_sanjun");
    names.retain(|name| !(three && *name == "iipeikou"));
    names.retain(|name| units(input, name).is_some() || han(input, name, reading.closed).is_some());
    names
}

/// 八連荘: the dealer's eighth win in a row, and every later one.
fn eighth_win(input: &HandInput) -> bool {
    local(input) && input.seat_wind == Seat::E && input.consecutive_wins >= 8
}

/// A flat 人和 (手役無視).
fn flat_renhou(input: &HandInput) -> bool {
    input.first_turn && is_ron(input) && word_or_points(input) == "baiman"
}

/// What the tests of §2 look at. Situational yaku are in every Y(w), 人和
/// too; 八連荘 wherever it finds the other yaku that it needs, in any form.
fn tested_names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = own_names(input, reading);
    let needs = flag(input, "paarenchan_needs_yaku", true);
    if eighth_win(input) && (!needs || !names.is_empty()) {
        names.push("paarenchan");
    }
    names
}

fn answers(input: &HandInput, reading: &Reading) -> Vec<Answer> {
    let names = own_names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        items.extend(units(input, name).map(|units| (*name, units, "yakuman")));
    }
    if eighth_win(input) {
        items.push(("paarenchan", 1, "yakuman"));
    }
    if !items.is_empty() {
        return yakuman_answers(input, items, &STAKES);
    }
    let tiles = input.concealed.iter().chain([&input.win_tile]);
    let tiles = tiles.chain(input.melds.iter().flat_map(|meld| &meld.tiles));
    let reds = tiles.filter(|tile| tile.is_red()).count() as i32;
    let [dora, ura] = dora(input, &reading.tiles, ManOrder::Full, false);
    let house = Counted {
        table: table(input),
        stakes: &STAKES,
        han: &|name| han(input, name, reading.closed),
        extra: vec![
            ("dora", dora, "han"),
            ("ura", ura, "han"),
            ("red_dora", reds, "han"),
        ],
        open_dealin: "yakuman",
        kazoe_item: true,
    };
    vec![counted(input, reading, &names, house)]
}

/// 人和, 十三不塔 and 十四不塔, which look at no yaku.
fn flat(input: &HandInput, id: &'static str) -> Answer {
    let yakuman = id == "shiisuupuuta"
        || (id == "shiisanpuuta" && word(input, "shiisanpuuta", "baiman") == "yakuman");
    let unit = if yakuman { ("yakuman", 1) } else { ("flat", 0) };
    let basic = if unit.1 == 1 { 8000 } else { 4000 };
    let (total, deltas) = payments(input, basic, &STAKES);
    Answer {
        items: vec![(id, unit.1, unit.0)],
        total,
        units: unit.1,
        limit: limit(basic, unit.1, 0),
        deltas,
        ..Answer::default()
    }
}

/// 十三不塔 or 十四不塔, themselves the yaku that 八連荘 needs.
fn apart(input: &HandInput, id: &'static str) -> Vec<Answer> {
    let mut answer = flat(input, id);
    if !eighth_win(input) {
        return vec![answer];
    }
    answer.items.retain(|item| item.2 == "yakuman");
    answer.items.push(("paarenchan", 1, "yakuman"));
    yakuman_answers(input, answer.items, &STAKES)
}

/// 十三不塔 (one pair) or 十四不塔 (none): no other two tiles equal or within
/// two of each other in a suit.
fn unconnected(input: &HandInput) -> Option<&'static str> {
    if !(input.first_turn && input.win == Win::Tsumo && input.melds.is_empty()) {
        return None;
    }
    let mut tiles = shape::concealed(input);
    tiles.push(input.win_tile.kind()?);
    let (mut equal, mut near) = (0, 0);
    for (i, &a) in tiles.iter().enumerate() {
        for &b in &tiles[..i] {
            if a == b {
                equal += 1;
            } else if !is_honor(a) && !is_honor(b) && suit(a) == suit(b) && a.abs_diff(b) <= 2 {
                near += 1;
            }
        }
    }
    match (equal, near) {
        (0, 0) => Some("shiisuupuuta"),
        (1, 0) => Some("shiisanpuuta"),
        _ => None,
    }
}

pub fn score(input: &HandInput) -> Verdict {
    if let Some(id) = situation::refusal(input, false) {
        return Err(id);
    }
    let win = input.win_tile.kind().expect("a tile of the hand");
    let mut readings = shape::readings(input, win);
    readings.retain(|reading| allowed(input, reading));
    let tested = |reading: &Reading| {
        let mut names = tested_names(input, reading);
        names.extend(flat_renhou(input).then_some("renhou"));
        names
    };
    let gate = Gate {
        input,
        table: table(input),
        names: &tested,
        atozuke: "multi_wait",
        single_wait_chankan: true,
        waits: waits(input, in_wall("redblue", input), |reading| {
            allowed(input, reading)
        }),
    };
    let admitted = gate.admit(&readings);
    let valued = admitted.iter().flatten();
    let valued = valued.filter(|reading| !tested_names(input, reading).is_empty());
    let answers = valued.flat_map(|reading| answers(input, reading)).collect();
    let mut answers = best(answers, |answer| (answer.total, answer.han, answer.fu));
    // "Flat hands and yakuman": 人和 unless the hand itself is worth more.
    if flat_renhou(input) && !readings.is_empty() {
        answers.push(flat(input, "renhou"));
        answers = best(answers, |answer| answer.total);
    }
    if !answers.is_empty() {
        return Ok(answers);
    }
    // "It is no winning shape": only where the tiles do not win otherwise.
    if let (true, true, Some(id)) = (local(input), readings.is_empty(), unconnected(input)) {
        return Ok(apart(input, id));
    }
    Err(match admitted {
        _ if readings.is_empty() => "not_winning_shape",
        Err(id) => id,
        Ok(_) => "no_yaku",
    })
}
