//! RED&BLUE杯 (`rules/redblue.md`): four players, han and fu, house yaku.

use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::dora::{ManOrder, hits};
use super::gate::{is_ron, validates, waits, yakuhai_kind};
use super::han::{Stakes, basic, fu, limit, payments};
use super::shape::{self, EAST, Form, Reading, is_honor, suit};
use super::yaku::Table;
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

const STAKES: Stakes = Stakes {
    players: 4,
    honba_ron: 300,
};

fn table(input: &HandInput) -> Table {
    Table {
        round: EAST + input.round_wind.index(),
        seat: EAST + input.seat_wind.index(),
        north_for_all: false,
    }
}

/// §3: han closed and open.
fn han(name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "menzen_tsumo" | "riichi" | "ippatsu" | "pinfu" | "tanyao" | "iipeikou" => (1, 0),
        // 2 in all with リーチ
        "open_riichi" => (1, 0),
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" => (1, 1),
        "rinshan" | "chankan" | "haitei" | "houtei" => (1, 1),
        "chiitoi" | "double_riichi" => (2, 0),
        "chanta" | "ittsu" | "sanshoku" => (2, 1),
        "sanshoku_doukou" | "sankantsu" | "toitoi" | "sanankou" | "sanrenkou" | "shousangen"
        | "honroutou" => (2, 2),
        "junchan" | "honitsu" | "isshoku_sanjun" => (3, 2),
        "ryanpeikou" => (3, 0),
        "chinitsu" => (6, 5),
        _ => (0, 0),
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

/// §3: units of a yakuman; double ones stay double in furiten.
fn units(name: &str) -> Option<i32> {
    match name {
        "kokushi13" | "chuuren_pure" | "daisuushii" | "suuankou_tanki" => Some(2),
        "daisangen" | "suuankou" | "tsuuiisou" | "ryuuiisou" | "chinroutou" | "isshoku_yonjun"
        | "chuuren" | "kokushi" | "tenhou" | "chiihou" | "shousuushii" | "suukantsu"
        | "daisharin" | "suurenkou" => Some(1),
        _ => None,
    }
}

fn allowed(reading: &Reading) -> bool {
    !matches!(reading.form, Form::Pairs { fours } if fours > 0)
}

/// Yaku and yakuman that count, 人和 and 八連荘 apart.
fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if matches!(reading.form, Form::Pairs { .. }) {
        names.push("chiitoi");
    }
    // 一色三順 excludes 一盃口.
    let three = names.contains(&"isshoku_sanjun");
    names.retain(|name| !(three && *name == "iipeikou"));
    // フリテンオープン: no +1.
    names.retain(|name| !(input.furiten && *name == "open_riichi"));
    names.retain(|name| units(name).is_some() || han(name, reading.closed).is_some());
    names
}

/// Y(w) of §2 on one reading: what may make the hand valid. A yaku counts as
/// those that it contains, and all 役牌 are one kind.
fn validating(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let table = table(input);
    let mut all = Vec::new();
    for name in names(input, reading) {
        match yakuhai_kind(name, table.round, table.seat) {
            Some(kind) if validates(input, reading, kind) => all.push("yakuhai"),
            Some(_) => {}
            None => all.push(name),
        }
        all.extend(match name {
            "junchan" => &["chanta"][..],
            "ryanpeikou" => &["iipeikou"],
            "chinitsu" => &["honitsu"],
            "suuankou" | "suuankou_tanki" => &["sanankou", "toitoi"],
            // Not named in the list, but contained in the same way.
            "isshoku_sanjun" => &["iipeikou"],
            "isshoku_yonjun" => &["isshoku_sanjun", "iipeikou"],
            "suukantsu" => &["sankantsu"],
            _ => &[],
        });
    }
    // Situational yaku are in every Y(w), 人和 too; 八連荘 wherever it finds the
    // other yaku that it needs, in any form.
    if input.first_turn && is_ron(input) {
        all.push("renhou");
    }
    if eighth_win(input) && !names(input, reading).is_empty() {
        all.push("paarenchan");
    }
    all
}

/// 八連荘: the dealer's eighth win in a row, and every later one.
fn eighth_win(input: &HandInput) -> bool {
    input.seat_wind == Seat::E && input.consecutive_wins >= 8
}

/// The refusals of §2 in their order. Y(win) and Y(w) hold the yaku of every
/// reading of the tiles: the wait test asks about the hand, not one reading.
fn refusal(
    input: &HandInput,
    readings: &[Reading],
    waits: &[Vec<Reading>],
) -> Option<&'static str> {
    if readings
        .iter()
        .all(|reading| names(input, reading).is_empty())
    {
        return Some("no_yaku");
    }
    let yaku_of = |readings: &[Reading]| -> Vec<&'static str> {
        readings
            .iter()
            .flat_map(|reading| validating(input, reading))
            .collect()
    };
    let own = yaku_of(readings);
    if own.is_empty() {
        return Some("sakizuke_call_order");
    }
    if !is_ron(input) {
        return None;
    }
    let all: Vec<Vec<&str>> = waits.iter().map(|readings| yaku_of(readings)).collect();
    let everywhere = own
        .iter()
        .any(|name| all.iter().all(|yaku| yaku.contains(name)));
    if !(everywhere || waits.len() == 1 || own.contains(&"pinfu")) {
        return Some("multi_wait");
    }
    (input.chankan && waits.len() > 1).then_some("chankan_multi_wait")
}

/// 刺し込み: a deal-in to an open riichi by a player not in riichi.
fn dealt_in(input: &HandInput) -> bool {
    is_ron(input) && input.open_riichi && !input.discarder_riichi
}

fn answer(input: &HandInput, reading: &Reading) -> Answer {
    let names = names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        items.extend(units(name).map(|units| (*name, units, "yakuman")));
    }
    if eighth_win(input) {
        items.push(("paarenchan", 1, "yakuman"));
    }
    let units = sum(&items, "yakuman");
    if units > 0 {
        let (total, deltas) = payments(input, 8000 * units, &STAKES);
        return Answer {
            items,
            total,
            units,
            limit: limit(0, units, 0),
            deltas,
            ..Answer::default()
        };
    }
    items.extend(
        names
            .iter()
            .filter_map(|name| han(name, reading.closed).map(|n| (*name, n, "han"))),
    );
    let tiles = input.concealed.iter().chain([&input.win_tile]);
    let tiles = tiles.chain(input.melds.iter().flat_map(|meld| &meld.tiles));
    let dora = [
        (
            "dora",
            hits(&input.dora_indicators, &reading.tiles, ManOrder::Full),
            "han",
        ),
        (
            "ura",
            hits(&input.ura_indicators, &reading.tiles, ManOrder::Full),
            "han",
        ),
        (
            "red_dora",
            tiles.filter(|tile| tile.is_red()).count() as i32,
            "han",
        ),
    ];
    items.extend(dora.iter().filter(|item| item.1 > 0));
    let han = sum(&items, "han");
    if dealt_in(input) {
        items.push(("open_dealin", 1, "yakuman"));
    } else if han >= 13 {
        items.push(("kazoe", 1, "note"));
    }
    let (fu_items, fu) = fu(reading, &table(input), names.contains(&"pinfu"));
    let basic = if dealt_in(input) {
        8000
    } else {
        basic(han, fu)
    };
    let (total, deltas) = payments(input, basic, &STAKES);
    Answer {
        items,
        total,
        han,
        fu,
        fu_items,
        limit: limit(basic, 0, if dealt_in(input) { 0 } else { han }),
        deltas,
        ..Answer::default()
    }
}

/// 人和, 十三不塔 and 十四不塔, which look at no yaku.
fn flat(input: &HandInput, id: &'static str) -> Answer {
    let unit = if id == "shiisuupuuta" {
        ("yakuman", 1)
    } else {
        ("flat", 0)
    };
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
fn apart(input: &HandInput, id: &'static str) -> Answer {
    let mut answer = flat(input, id);
    if eighth_win(input) {
        answer.items.retain(|item| item.2 == "yakuman");
        answer.items.push(("paarenchan", 1, "yakuman"));
        answer.units += 1;
        answer.limit = limit(0, answer.units, 0);
        (answer.total, answer.deltas) = payments(input, 8000 * answer.units, &STAKES);
    }
    answer
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
    let win = input.win_tile.kind().expect("a tile of the hand");
    let waits = waits(input, |_| true, allowed);
    let readings: Vec<Reading> = shape::readings(input, win)
        .into_iter()
        .filter(allowed)
        .collect();
    let refused = refusal(input, &readings, &waits);
    let valued = readings
        .iter()
        .filter(|reading| !names(input, reading).is_empty());
    let answers = match refused {
        None => valued.map(|reading| answer(input, reading)).collect(),
        Some(_) => Vec::new(),
    };
    let mut answers = best(answers, |answer| (answer.total, answer.han, answer.fu));
    // "Flat hands and yakuman": 人和 unless the hand itself is worth more.
    if input.first_turn && is_ron(input) && !readings.is_empty() {
        answers.push(flat(input, "renhou"));
        answers = best(answers, |answer| answer.total);
    }
    if !answers.is_empty() {
        return Ok(answers);
    }
    // "It is no winning shape": only where the tiles do not win otherwise.
    if let (true, Some(id)) = (readings.is_empty(), unconnected(input)) {
        return Ok(vec![apart(input, id)]);
    }
    Err(if readings.is_empty() {
        "not_winning_shape"
    } else {
        refused.unwrap_or("no_yaku")
    })
}
