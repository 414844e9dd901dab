//! 名古屋・栄 東天紅 (`rules/sakae.md`): (基礎点 + 翻 + ガリ + 本場) × 4.

use karasu::meld::MeldKind;
use karasu::score::HandInput;
use karasu::seat::Seat;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, is_ron, waits};
use super::options::{CHIITOI, chiitoi, flag, list, number, word};
use super::shape::{self, EAST, Form, Reading, SetKind, is_honor, rank};
use super::situation::{Adds, adds, is_situational};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

const DOUBLE: [&str; 3] = ["kokushi13", "chuuren_pure", "daisuushii"];

/// The house yaku are played.
pub fn local(input: &HandInput) -> bool {
    flag(input, "local_yaku", true)
}

/// §3: han closed and open.
pub fn han(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "menzen_tsumo" | "riichi" | "pinfu" | "iipeikou" => (1, 0),
        "ippatsu" => (number(input, "ippatsu_han", 1), 0),
        "open_riichi" => (number(input, "open_riichi_han", 0), 0),
        "tanyao" => (1, i32::from(flag(input, "kuitan", true))),
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" | "north_common" => (1, 1),
        "rinshan" | "chankan" | "haitei" | "houtei" => (1, 1),
        "double_riichi" => (2, 0),
        "ittsu" | "chanta" => (2, 1),
        "toitoi" | "sanankou" | "sankantsu" | "sanshoku_doukou" | "shousangen" | "honroutou" => {
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

/// §6: units of a yakuman; the two double waits count single in furiten.
pub fn units(input: &HandInput, name: &str) -> Option<i32> {
    match name {
        "renhou" => (word(input, "renhou", "yakuman") == "yakuman").then_some(1),
        "suukantsu" => flag(input, "suukantsu", false).then_some(1),
        "kokushi13" | "chuuren_pure" | "daisuushii" | "suuankou_tanki" | "tenhou" | "chiihou"
        | "ryuuiisou" | "daisangen" | "shousuushii" | "tsuuiisou" | "kokushi" | "chuuren"
        | "suuankou" | "chinroutou" | "ponto" | "shimizu" | "manzu_honitsu"
        | "chinitsu_chiitoi" => {
            let double = list(input, "double_yakuman", &DOUBLE).contains(&name);
            let single = word(input, "double_yakuman_furiten", "single") == "single";
            let many_waits = ["kokushi13", "chuuren_pure"].contains(&name);
            let spoilt = input.furiten && single && many_waits;
            Some(if double && !spoilt { 2 } else { 1 })
        }
        _ => None,
    }
}

/// The house yakuman of §6 that tiles show (ぽんと。 apart).
pub fn house_yakuman(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    if !local(input) {
        return Vec::new();
    }
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
pub fn allowed(input: &HandInput, reading: &Reading) -> bool {
    match reading.form {
        Form::Pairs { fours } => {
            chiitoi(input, fours, [2, 0, 0, 0]).is_some()
                || house_yakuman(input, reading).contains(&"chinitsu_chiitoi")
        }
        _ => true,
    }
}

/// ぽんと。: four pon (or kan) of any kind, the single tile shown; `own` is the
/// rule set's value of `ponto_melds`. A チー is neither.
pub fn ponto(input: &HandInput, own: &str) -> bool {
    let pons_only = word(input, "ponto_melds", own) == "pon";
    let pon = |kind: MeldKind| match pons_only {
        true => matches!(kind, MeldKind::Pon | MeldKind::Kakan),
        false => kind != MeldKind::Chi,
    };
    let ponned = input.melds.iter().filter(|meld| pon(meld.kind)).count();
    ponned == 4 && input.tanki_open && local(input)
}

fn table(input: &HandInput) -> yaku::Table {
    yaku::Table {
        round: EAST,
        seat: EAST + input.seat_wind.index(),
        north_for_all: word(input, "north", "yakuhai") == "yakuhai",
    }
}

pub fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(house_yakuman(input, reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    // ぽんと。: four pon or kan of any kind, the single tile shown.
    if ponto(input, "pon_or_kan") {
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

/// §2: four of a kind count eight, four flowers too.
fn gari(input: &HandInput) -> i32 {
    let eight = |n: usize| if n == 4 { 8 } else { n as i32 };
    let flowers = match flag(input, "flower_set_counts", true) {
        true => eight(input.flowers.len()),
        false => input.flowers.len() as i32,
    };
    eight(input.gari.len()) + flowers
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

/// The choices of yakuman that count: all, or (`yakuman_multiple=single`) one
/// of the dearest.
fn choices(input: &HandInput, names: &[&'static str]) -> Vec<Vec<Item>> {
    let valued = |name: &&'static str| units(input, name).map(|n| (*name, n, "yakuman"));
    let all: Vec<Item> = names.iter().filter_map(valued).collect();
    if word(input, "yakuman_multiple", "sum") == "sum" || all.is_empty() {
        return vec![all];
    }
    let dearest = all.iter().map(|item| item.1).max();
    let kept = all.iter().filter(|item| Some(item.1) == dearest);
    kept.map(|item| vec![*item]).collect()
}

/// What yakuman contain, for `yakuman_adds=all`: §6 and the notes under it.
fn contained(names: &[&'static str], units: &[Item]) -> Vec<&'static str> {
    let mut gone = Vec::new();
    for name in names.iter().filter(|_| !units.is_empty()) {
        gone.extend(yaku::contained(name));
        gone.extend(match *name {
            "ponto" => &["toitoi"][..],
            "shimizu" => &["tanyao"],
            "manzu_honitsu" => &["honitsu", "honroutou", "chanta"],
            "chinitsu_chiitoi" => &[
                "chinitsu",
                "chiitoi",
                "chiitoi_q1",
                "chiitoi_q2",
                "chiitoi_q3",
            ],
            _ => &[],
        });
    }
    gone
}

/// One reading; nothing without a yaku.
fn answers(input: &HandInput, reading: &Reading) -> Vec<Answer> {
    let names = names(input, reading);
    let mut answers = Vec::new();
    for yakuman in choices(input, &names) {
        answers.extend(answer(input, reading, &names, yakuman));
    }
    answers
}

fn answer(
    input: &HandInput,
    reading: &Reading,
    names: &[&'static str],
    yakuman: Vec<Item>,
) -> Option<Answer> {
    let beside = match yakuman.is_empty() {
        true => Adds::All,
        false => adds(input, "situational"),
    };
    let own: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| units(input, name).is_some())
        .collect();
    let gone = contained(&own, &yakuman);
    let mut items = yakuman;
    for name in names {
        let counts = match is_situational(name) {
            true => beside >= Adds::Situational,
            false => beside >= Adds::All && !gone.contains(name),
        };
        let value = han(input, name, reading.closed).filter(|_| counts);
        items.extend(value.map(|value| (*name, value, "han")));
    }
    if items.is_empty() {
        return None;
    }
    let [dora, ura] = dora(input, &reading.tiles, ManOrder::OneNine, false);
    let base = if input.seat_wind == Seat::E { 2 } else { 1 };
    let honba = number(input, "honba_value", 1) * input.honba as i32;
    let bracket = [
        ("base_point", base, "base", Adds::Fixed),
        ("dora", dora, "han", Adds::Situational),
        ("ura", ura, "han", Adds::Situational),
        ("gari", gari(input), "gari", Adds::Fixed),
        ("honba", honba, "honba", Adds::Fixed),
    ];
    let some = bracket.iter().filter(|item| item.1 > 0 && beside >= item.3);
    items.extend(some.map(|item| (item.0, item.1, item.2)));
    let factor = seven_factor(reading);
    if factor > 1 {
        items.push(("seven_mult", factor, "mult"));
    }
    if beside >= Adds::Fixed {
        items.extend(bonuses(input, reading, dora + ura));
    }
    let (raw, rounded, total) = total(input, &items, factor);
    Some(Answer {
        han: sum(&items, "han"),
        units: sum(&items, "yakuman"),
        items,
        total,
        raw,
        rounded,
        deltas: situation::deltas(input, total, 10),
        ..Answer::default()
    })
}

fn tens(points: i32) -> i32 {
    (points + 9) / 10 * 10
}

/// The bracket, the bracket rounded, and what each payer pays (§0, §5).
fn total(input: &HandInput, items: &[Item], factor: i32) -> (i32, i32, i32) {
    let terms = ["base", "han", "gari", "honba"]
        .iter()
        .map(|unit| sum(items, unit));
    let bracket = 4 * terms.sum::<i32>();
    let yakuman = 100 * sum(items, "yakuman");
    let on_yakuman = match flag(input, "seven_on_yakuman", true) {
        true => factor,
        false => 1,
    };
    let points = match word(input, "seven_stage", "after_rounding") {
        "after_rounding" => tens(bracket) * factor + yakuman * on_yakuman,
        _ => tens(bracket * factor + yakuman * on_yakuman),
    };
    let mut bonus = sum(items, "bonus");
    if flag(input, "seven_on_bonus", false) {
        bonus *= factor;
    }
    // On tsumo each pays half, rounded up to 10.
    if !is_ron(input) && !flag(input, "bonus_per_payer", true) {
        bonus = (bonus + 19) / 20 * 10;
    }
    let raw = bracket + yakuman;
    (raw, tens(raw), points + bonus)
}

/// Only `atozuke` other than the house's own asks for the waits.
fn in_time(input: &HandInput, readings: Vec<Reading>) -> Result<Vec<Reading>, &'static str> {
    if word(input, "atozuke", "allowed") == "allowed" || readings.is_empty() {
        return Ok(readings);
    }
    let counting = |reading: &Reading| {
        let mut names = names(input, reading);
        names.retain(|name| {
            units(input, name).is_some() || han(input, name, reading.closed).is_some()
        });
        names
    };
    let gate = Gate {
        input,
        table: table(input),
        names: &counting,
        atozuke: "allowed",
        single_wait_chankan: false,
        waits: waits(
            input,
            |kind| kind == 0 || kind >= 8,
            |reading| allowed(input, reading),
        ),
    };
    gate.admit(&readings)
}

pub fn score(input: &HandInput) -> Verdict {
    if let Some(id) = situation::refusal(input, false) {
        return Err(id);
    }
    let win = input.win_tile.kind().expect("a tile of the hand");
    let mut readings = shape::readings(input, win);
    readings.retain(|reading| allowed(input, reading));
    let shaped = !readings.is_empty();
    let readings = in_time(input, readings)?;
    let answers: Vec<Answer> = readings
        .iter()
        .flat_map(|reading| answers(input, reading))
        .collect();
    if flag(input, "chankan_single_wait_only", false) && input.chankan && !answers.is_empty() {
        let playable = |kind: usize| kind == 0 || kind >= 8;
        let waits = waits(input, playable, |reading| allowed(input, reading));
        if waits.len() > 1 {
            return Err("chankan_multi_wait");
        }
    }
    match (answers.is_empty(), shaped) {
        (false, _) => Ok(best(answers, |answer| (answer.total, answer.han))),
        (true, false) => Err("not_winning_shape"),
        (true, true) => Err("no_yaku"),
    }
}
