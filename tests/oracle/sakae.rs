//! 名古屋・栄 東天紅 (`rules/sakae.md`): (基礎点 + 翻 + ガリ + 本場) × 4.

use karasu::score::HandInput;
use karasu::seat::Seat;

use super::dora::{ManOrder, hits};
use super::shape::{self, EAST, Form, Reading, SetKind, is_honor, rank};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

/// §3: han closed and open.
pub fn han(name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "menzen_tsumo" | "riichi" | "ippatsu" | "pinfu" | "iipeikou" => (1, 0),
        "tanyao" | "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" | "north_common" => {
            (1, 1)
        }
        "rinshan" | "chankan" | "haitei" | "houtei" => (1, 1),
        "double_riichi" | "chiitoi" => (2, 0),
        "ittsu" | "chanta" => (2, 1),
        "toitoi" | "sanankou" | "sankantsu" | "sanshoku_doukou" | "shousangen" | "honroutou" => {
            (2, 2)
        }
        "junchan" | "honitsu" => (3, 2),
        "ryanpeikou" => (3, 0),
        "chinitsu" => (6, 5),
        _ => (0, 0),
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

/// §6: units of a yakuman; the two double waits count single in furiten.
pub fn units(name: &str, furiten: bool) -> Option<i32> {
    match name {
        "kokushi13" | "chuuren_pure" => Some(if furiten { 1 } else { 2 }),
        "daisuushii" => Some(2),
        "tenhou" | "chiihou" | "renhou" | "ryuuiisou" | "daisangen" | "shousuushii"
        | "tsuuiisou" | "kokushi" | "chuuren" | "suuankou" | "suuankou_tanki" | "chinroutou"
        | "ponto" | "shimizu" | "manzu_honitsu" | "chinitsu_chiitoi" => Some(1),
        _ => None,
    }
}

/// The house yakuman of §6 that tiles show (ぽんと。 apart).
pub fn house_yakuman(reading: &Reading) -> Vec<&'static str> {
    let tiles = &reading.tiles;
    let low = |kind: &usize| (9..27).contains(kind) && (2..=4).contains(&rank(*kind));
    let pin = tiles.iter().any(|kind| (9..18).contains(kind));
    let sou = tiles.iter().any(|kind| (18..27).contains(kind));
    let man = tiles.iter().any(|&kind| kind < 9);
    let man_or_honor = tiles.iter().all(|&kind| kind < 9 || is_honor(kind));
    let one_suit = (0..3).any(|s| tiles.iter().all(|&kind| !is_honor(kind) && kind / 9 == s));
    let flags = [
        (tiles.iter().all(low) && pin && sou, "shimizu"),
        (man && man_or_honor, "manzu_honitsu"),
        (
            one_suit && matches!(reading.form, Form::Pairs { .. }),
            "chinitsu_chiitoi",
        ),
    ];
    flags
        .iter()
        .filter(|flag| flag.0)
        .map(|flag| flag.1)
        .collect()
}

/// §3: 七対子 without fours, except all of one suit.
pub fn allowed(reading: &Reading) -> bool {
    match reading.form {
        Form::Pairs { fours } => fours == 0 || house_yakuman(reading).contains(&"chinitsu_chiitoi"),
        _ => true,
    }
}

pub fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let seat = EAST + input.seat_wind.index();
    let table = yaku::Table {
        round: EAST,
        seat,
        north_for_all: true,
    };
    let mut names = yaku::shapes(reading, &table);
    names.extend(yaku::yakuman(reading));
    names.extend(house_yakuman(reading));
    names.extend(situation::names(input));
    if matches!(reading.form, Form::Pairs { .. }) {
        names.push("chiitoi");
    }
    // ぽんと。: four pon or kan of any kind, the single tile shown.
    if input.melds.len() == 4 && input.tanki_open {
        names.push("ponto");
    }
    // Four kans are three (`suukantsu=false`).
    if names.contains(&"suukantsu") {
        names.push("sankantsu");
    }
    let first = names.contains(&"tenhou") || names.contains(&"chiihou");
    names.retain(|name| !(first && *name == "menzen_tsumo"));
    names
}

/// "Yakuman and the bracket": what is added as han to a yakuman.
fn is_situational(name: &str) -> bool {
    [
        "riichi",
        "double_riichi",
        "ippatsu",
        "menzen_tsumo",
        "rinshan",
        "chankan",
        "haitei",
        "houtei",
    ]
    .contains(&name)
}

/// §2: four of a kind count eight, four flowers too.
fn gari(input: &HandInput) -> i32 {
    let eight = |n: usize| if n == 4 { 8 } else { n as i32 };
    eight(input.gari.len()) + eight(input.flowers.len())
}

/// §5: 1 + 暗刻 1 + 暗槓 2 over 7筒 and 7索, closed wins only.
fn seven_factor(reading: &Reading) -> i32 {
    let seven = |first: usize| first == 15 || first == 24;
    let worth = reading.sets().iter().map(|set| match set.kind {
        SetKind::Triplet if seven(set.first) && !set.open => 1,
        SetKind::Quad if seven(set.first) && !set.open => 2,
        _ => 0,
    });
    if reading.closed {
        1 + worth.sum::<i32>()
    } else {
        1
    }
}

/// §4.
fn bonuses(input: &HandInput, reading: &Reading, dora: i32) -> Vec<Item> {
    let dealer = input.seat_wind == Seat::E;
    let clean = dora == 0 && input.gari.is_empty() && input.flowers.is_empty();
    let karasu = if reading.closed { 30 } else { 20 };
    let honba = input.honba as i32;
    let all = [
        ("ippatsu_bonus", if input.ippatsu { 10 } else { 0 }),
        ("open_bonus", if input.open_riichi { 10 } else { 0 }),
        ("karasu", if clean { karasu } else { 0 }),
        (
            "kenshou",
            if dealer && honba >= 3 {
                10 * (honba - 2)
            } else {
                0
            },
        ),
    ];
    all.iter()
        .filter(|item| item.1 > 0)
        .map(|&(id, value)| (id, value, "bonus"))
        .collect()
}

/// `None` without a yaku.
fn answer(input: &HandInput, reading: &Reading) -> Option<Answer> {
    let names = names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        if let Some(units) = units(name, input.furiten) {
            items.push((name, units, "yakuman"));
        }
    }
    let yakuman = !items.is_empty();
    for name in &names {
        let counts = !yakuman || is_situational(name);
        let value = han(name, reading.closed).filter(|_| counts);
        items.extend(value.map(|value| (*name, value, "han")));
    }
    if items.is_empty() {
        return None;
    }
    let dora = hits(&input.dora_indicators, &reading.tiles, ManOrder::OneNine);
    let ura = hits(&input.ura_indicators, &reading.tiles, ManOrder::OneNine);
    let base = if input.seat_wind == Seat::E { 2 } else { 1 };
    let bracket = [
        ("base_point", base, "base"),
        ("dora", dora, "han"),
        ("ura", ura, "han"),
        ("gari", gari(input), "gari"),
        ("honba", input.honba as i32, "honba"),
    ];
    items.extend(bracket.iter().filter(|item| item.1 > 0));
    let terms = ["base", "han", "gari", "honba"]
        .iter()
        .map(|unit| sum(&items, unit));
    let raw = terms.sum::<i32>() * 4 + 100 * sum(&items, "yakuman");
    let rounded = (raw + 9) / 10 * 10;
    let factor = seven_factor(reading);
    if factor > 1 {
        items.push(("seven_mult", factor, "mult"));
    }
    items.extend(bonuses(input, reading, dora + ura));
    let total = rounded * factor + sum(&items, "bonus");
    let han = sum(&items, "han");
    let units = sum(&items, "yakuman");
    let deltas = situation::deltas(input, total, 10);
    Some(Answer {
        items,
        total,
        raw,
        rounded,
        han,
        units,
        deltas,
        ..Answer::default()
    })
}

pub fn score(input: &HandInput) -> Verdict {
    let win = input.win_tile.kind().expect("a tile of the hand");
    let readings: Vec<Reading> = shape::readings(input, win)
        .into_iter()
        .filter(allowed)
        .collect();
    let answers: Vec<Answer> = readings
        .iter()
        .filter_map(|reading| answer(input, reading))
        .collect();
    match (answers.is_empty(), readings.is_empty()) {
        (false, _) => Ok(best(answers, |answer| (answer.total, answer.han))),
        (true, true) => Err("not_winning_shape"),
        (true, false) => Err("no_yaku"),
    }
}
