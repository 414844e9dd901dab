//! VIP東天紅 (`rules/vip.md`): one han is one point, yakuman 50 and all else.

use karasu::meld::MeldKind;
use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, waits};
use super::options::{CHIITOI, chiitoi, flag, number, word};
use super::shape::{self, EAST, FIVES, Form, NORTH, Reading};
use super::situation::{Adds, adds, point_lines, units};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

/// §3: 七対子 with no, one, two and three fours.
const SEVEN_PAIRS: [i32; 4] = [4, 8, 16, 32];

/// §3: han = points, closed and open.
fn points(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "riichi" | "ippatsu" | "menzen_tsumo" | "pinfu" | "iipeikou" => (1, 0),
        // 2 in all with リーチ 1 (3 with ダブルリーチ 2), or 2 on top
        "open_riichi" if word(input, "open_riichi", "total") == "add" => (2, 0),
        "open_riichi" => (1, 0),
        "double_riichi" => (2, 0),
        "ryanpeikou" => (3, 0),
        "tanyao" => (1, i32::from(flag(input, "kuitan", true))),
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" => (1, 1),
        "haitei" | "houtei" | "chankan" | "rinshan" => (1, 1),
        "ittsu" | "chanta" => (2, 1),
        "junchan" | "honitsu" => (3, 2),
        "chinitsu" => (6, 5),
        "toitoi" | "sanankou" | "sankantsu" | "shousangen" | "honroutou" => (2, 2),
        "renhou" if is_word(input, "renhou") => (0, 0),
        "renhou" => (number(input, "renhou", 20), 0),
        _ => {
            let fours = CHIITOI.iter().position(|id| *id == name)?;
            (chiitoi(input, fours, SEVEN_PAIRS).unwrap_or(0), 0)
        }
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

/// The option is given as a word, not as a number.
fn is_word(input: &HandInput, key: &str) -> bool {
    input
        .options
        .get(key)
        .is_some_and(serde_json::Value::is_string)
}

/// §5: the ordinary thirteen, 50 each, no doubles of one hand.
fn is_yakuman(input: &HandInput, name: &str) -> bool {
    match name {
        "renhou" => return is_word(input, "renhou") && word(input, "renhou", "") == "yakuman",
        "suukantsu" => return flag(input, "suukantsu", true),
        _ => {}
    }
    let all = [
        "kokushi",
        "kokushi13",
        "daisangen",
        "suuankou",
        "suuankou_tanki",
        "tsuuiisou",
        "ryuuiisou",
        "chinroutou",
        "chuuren",
        "chuuren_pure",
        "shousuushii",
        "daisuushii",
        "tenhou",
        "chiihou",
    ];
    all.contains(&name)
}

/// §2: 1m 9m 北 in the hand only for 国士, 四喜和 and 清老頭; 5m never.
fn gari_in_order(reading: &Reading, names: &[&str]) -> bool {
    let five = reading.tiles.contains(&4);
    let excuse = [
        "kokushi",
        "kokushi13",
        "shousuushii",
        "daisuushii",
        "chinroutou",
    ];
    let excused = names.iter().any(|name| excuse.contains(name));
    !five && (excused || !reading.tiles.iter().any(|&kind| is_gari(kind)))
}

fn table(input: &HandInput) -> yaku::Table {
    yaku::Table {
        round: EAST,
        seat: EAST + input.seat_wind.index(),
        north_for_all: false,
    }
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    // Four kans that are no yakuman are three.
    if names.contains(&"suukantsu") && !flag(input, "suukantsu", true) {
        names.retain(|name| *name != "suukantsu");
        names.push("sankantsu");
    }
    if flag(input, "yakuman_contained_yaku", false) {
        // Four concealed triplets hold three, four quads too.
        let inner = [("suuankou", "sanankou"), ("suukantsu", "sankantsu")];
        for (outer, inner) in inner {
            let there = names.iter().any(|name| name.starts_with(outer));
            names.extend(there.then_some(inner));
        }
        return names;
    }
    let yakuman = names.iter().filter(|name| is_yakuman(input, name));
    let gone: Vec<&str> = yakuman
        .flat_map(|name| yaku::contained(name))
        .copied()
        .collect();
    names.retain(|name| !gone.contains(name));
    names
}

/// §0 and §4: what is no yaku, and what a yakuman must let it stand beside.
fn fixed(input: &HandInput, reading: &Reading, beside: Adds) -> Vec<Item> {
    let kans = input.melds.iter().filter(|meld| meld.kind.is_kan());
    let (own, called): (Vec<_>, Vec<_>) = kans.partition(|meld| meld.kind == MeldKind::Ankan);
    let mut all = reading.tiles.clone();
    all.extend(input.gari.iter().filter_map(|tile| tile.kind()));
    let gari_in_hand = reading.tiles.iter().any(|&kind| is_gari(kind));
    let clean = input.gari.is_empty() && (flag(input, "karasu_kokushi", true) || !gari_in_hand);
    let karasu = match (clean, reading.closed) {
        (true, true) => 20,
        (true, false) => 10,
        _ => 0,
    };
    let any_closed = word(input, "menzen_point", "any_closed") == "any_closed";
    let honba = number(input, "honba_value", 1) * input.honba as i32;
    let fives = all.iter().filter(|kind| FIVES.contains(kind)).count() as i32;
    let [dora, ura] = dora(input, &reading.tiles, ManOrder::OneFiveNine, true);
    let items = [
        (
            "menzen",
            i32::from(reading.closed && any_closed),
            Adds::Fixed,
        ),
        ("dealer", i32::from(input.seat_wind == Seat::E), Adds::Fixed),
        ("honba", honba, Adds::Fixed),
        ("ankan", 2 * own.len() as i32, Adds::Fixed),
        ("minkan", called.len() as i32, Adds::Fixed),
        ("fives", fives, Adds::Fixed),
        ("gari", input.gari.len() as i32, Adds::Fixed),
        ("dora", dora, Adds::Situational),
        ("ura", ura, Adds::Situational),
        ("karasu", karasu, Adds::Fixed),
    ];
    let some = items.iter().filter(|item| item.1 != 0 && beside >= item.2);
    some.map(|&(id, value, _)| (id, value, "point")).collect()
}

/// 1m 5m 9m 北.
fn is_gari(kind: usize) -> bool {
    kind < 9 || kind == NORTH
}

/// The choices of yakuman that count: all, or (`yakuman_multiple=single`) one.
fn choices(input: &HandInput, names: &[&'static str]) -> Vec<Vec<&'static str>> {
    let all: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| is_yakuman(input, name))
        .collect();
    match word(input, "yakuman_multiple", "sum") {
        "single" if !all.is_empty() => all.iter().map(|name| vec![*name]).collect(),
        _ => vec![all],
    }
}

/// One reading; nothing without a yaku.
fn answers(input: &HandInput, reading: &Reading, names: &[&'static str]) -> Vec<Answer> {
    let choices = choices(input, names);
    let each = choices.iter();
    each.filter_map(|yakuman| answer(input, reading, names, yakuman))
        .collect()
}

fn answer(
    input: &HandInput,
    reading: &Reading,
    names: &[&'static str],
    yakuman: &[&'static str],
) -> Option<Answer> {
    let beside = match yakuman.is_empty() {
        true => Adds::All,
        false => adds(input, "all"),
    };
    let value = |name: &str| match is_yakuman(input, name) {
        true => None,
        false => points(input, name, reading.closed),
    };
    let mut items = point_lines(input, names, yakuman, beside, value);
    let closed_suffices = flag(input, "menzen_is_yaku", false) && reading.closed;
    if items.is_empty() && !closed_suffices {
        return None;
    }
    items.extend(fixed(input, reading, beside));
    let mut total = sum(&items, "point");
    let dealt_in = input.win == Win::Ron && input.open_riichi && !input.discarder_riichi;
    let plus = match word(input, "open_dealin", "plus50") {
        "plus50" if dealt_in => 50,
        _ => 0,
    };
    let doubled = flag(input, "open_dealin_doubled", true);
    if plus > 0 {
        items.push(("open_dealin", 50, "point"));
    }
    let inside = if doubled { plus } else { 0 };
    let from = number(input, "honba_double_from", 5);
    total += inside;
    if from > 0 && input.honba as i32 >= from {
        items.push(("honba_double", 2, "mult"));
        total *= 2;
    }
    total += plus - inside;
    let deltas = situation::deltas(input, total, 1);
    Some(Answer {
        items,
        total,
        units: yakuman.iter().map(|name| units(input, name)).sum(),
        deltas,
        ..Answer::default()
    })
}

/// A form that the rules know: 七対子 with so many fours may have no value.
fn allowed(input: &HandInput, reading: &Reading) -> bool {
    match reading.form {
        Form::Pairs { fours } => chiitoi(input, fours, SEVEN_PAIRS).is_some(),
        _ => true,
    }
}

/// All names that are worth something.
fn counting(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = names(input, reading);
    names.retain(|name| is_yakuman(input, name) || points(input, name, reading.closed).is_some());
    names
}

/// Only `atozuke` other than the house's own asks for the waits.
fn late(input: &HandInput, readings: &[Reading]) -> Result<Vec<Reading>, &'static str> {
    if word(input, "atozuke", "allowed") == "allowed" {
        return Ok(readings.to_vec());
    }
    let playable = |kind: usize| kind == 0 || kind == 8 || kind >= 9;
    let legal = |reading: &Reading| {
        allowed(input, reading) && gari_in_order(reading, &names(input, reading))
    };
    let gate = Gate {
        input,
        table: table(input),
        names: &|reading| counting(input, reading),
        atozuke: "allowed",
        single_wait_chankan: false,
        waits: waits(input, playable, legal),
    };
    gate.admit(readings)
}

pub fn score(input: &HandInput) -> Verdict {
    // Reader's note 5: open riichi in furiten is a チョンボ.
    if let Some(id) = situation::refusal(input, true) {
        return Err(id);
    }
    let win = input.win_tile.kind().expect("a tile of the hand");
    let mut readings = shape::readings(input, win);
    readings.retain(|reading| allowed(input, reading));
    let named = readings
        .iter()
        .map(|reading| (reading, names(input, reading)));
    let legal: Vec<_> = named
        .filter(|(reading, names)| gari_in_order(reading, names))
        .collect();
    let in_order: Vec<Reading> = legal
        .iter()
        .map(|(reading, _)| (*reading).clone())
        .collect();
    let in_time = match in_order.is_empty() {
        true => Vec::new(),
        false => late(input, &in_order)?,
    };
    let answers: Vec<Answer> = legal
        .iter()
        .filter(|(reading, _)| in_time.contains(reading))
        .flat_map(|(reading, names)| answers(input, reading, names))
        .collect();
    match (answers.is_empty(), readings.is_empty(), legal.is_empty()) {
        (false, ..) => Ok(best(answers, |answer| answer.total)),
        (true, true, _) => Err("not_winning_shape"),
        (true, _, true) => Err("gari_in_hand"),
        (true, _, false) => Err("no_yaku"),
    }
}
