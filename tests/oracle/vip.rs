//! VIP東天紅 (`rules/vip.md`): one han is one point, yakuman 50 and all else.

use karasu::meld::MeldKind;
use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::dora::{ManOrder, hits};
use super::shape::{self, EAST, FIVES, Form, NORTH, Reading};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

/// §3: han = points, closed and open.
fn points(name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "riichi" | "ippatsu" | "menzen_tsumo" | "pinfu" | "iipeikou" => (1, 0),
        // 2 in all with リーチ 1 (3 with ダブルリーチ 2)
        "open_riichi" => (1, 0),
        "double_riichi" => (2, 0),
        "ryanpeikou" => (3, 0),
        "tanyao" | "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" => (1, 1),
        "haitei" | "houtei" | "chankan" | "rinshan" => (1, 1),
        "ittsu" | "chanta" => (2, 1),
        "junchan" | "honitsu" => (3, 2),
        "chinitsu" => (6, 5),
        "toitoi" | "sanankou" | "sankantsu" | "shousangen" | "honroutou" => (2, 2),
        "chiitoi" => (4, 0),
        "chiitoi_q1" => (8, 0),
        "chiitoi_q2" => (16, 0),
        "chiitoi_q3" => (32, 0),
        "renhou" => (20, 0),
        _ => (0, 0),
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

/// §5: the ordinary thirteen, 50 each, no doubles of one hand.
fn is_yakuman(name: &str) -> bool {
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
        "suukantsu",
        "tenhou",
        "chiihou",
    ];
    all.contains(&name)
}

/// §2: 1m 9m 北 in the hand only for 国士, 四喜和 and 清老頭; 5m never.
fn gari_in_order(reading: &Reading, names: &[&str]) -> bool {
    let gari = |kind: &usize| *kind < 9 || *kind == NORTH;
    let five = reading.tiles.contains(&4);
    let excuse = [
        "kokushi",
        "kokushi13",
        "shousuushii",
        "daisuushii",
        "chinroutou",
    ];
    let excused = names.iter().any(|name| excuse.contains(name));
    !five && (excused || !reading.tiles.iter().any(gari))
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let seat = EAST + input.seat_wind.index();
    let table = yaku::Table {
        round: EAST,
        seat,
        north_for_all: false,
    };
    let mut names = yaku::shapes(reading, &table);
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(["chiitoi", "chiitoi_q1", "chiitoi_q2", "chiitoi_q3"][fours]);
    }
    let yakuman = names.iter().filter(|name| is_yakuman(name));
    let gone: Vec<&str> = yakuman
        .flat_map(|name| yaku::contained(name))
        .copied()
        .collect();
    names.retain(|name| !gone.contains(name));
    names
}

/// §0 and §4: what is no yaku.
fn fixed(input: &HandInput, reading: &Reading) -> Vec<Item> {
    let kans = input.melds.iter().filter(|meld| meld.kind.is_kan());
    let (own, called): (Vec<_>, Vec<_>) = kans.partition(|meld| meld.kind == MeldKind::Ankan);
    let mut all = reading.tiles.clone();
    all.extend(input.gari.iter().filter_map(|tile| tile.kind()));
    let dealt_in = input.win == Win::Ron && input.open_riichi && !input.discarder_riichi;
    let karasu = match (input.gari.is_empty(), reading.closed) {
        (true, true) => 20,
        (true, false) => 10,
        _ => 0,
    };
    let items = [
        ("menzen", i32::from(reading.closed)),
        ("dealer", i32::from(input.seat_wind == Seat::E)),
        ("honba", input.honba as i32),
        ("ankan", 2 * own.len() as i32),
        ("minkan", called.len() as i32),
        (
            "fives",
            all.iter().filter(|kind| FIVES.contains(kind)).count() as i32,
        ),
        ("gari", input.gari.len() as i32),
        (
            "dora",
            hits(&input.dora_indicators, &all, ManOrder::OneFiveNine),
        ),
        (
            "ura",
            hits(&input.ura_indicators, &all, ManOrder::OneFiveNine),
        ),
        ("karasu", karasu),
        ("open_dealin", if dealt_in { 50 } else { 0 }),
    ];
    let some = items.iter().filter(|item| item.1 != 0);
    some.map(|&(id, value)| (id, value, "point")).collect()
}

/// `None` without a yaku.
fn answer(input: &HandInput, reading: &Reading, names: &[&'static str]) -> Option<Answer> {
    let mut items: Vec<Item> = Vec::new();
    for name in names {
        if is_yakuman(name) {
            items.push((name, 50, "point"));
        } else if let Some(value) = points(name, reading.closed) {
            items.push((name, value, "point"));
        }
    }
    if items.is_empty() {
        return None;
    }
    let units = names.iter().filter(|name| is_yakuman(name)).count() as i32;
    items.extend(fixed(input, reading));
    let mut total = sum(&items, "point");
    if input.honba >= 5 {
        items.push(("honba_double", 2, "mult"));
        total *= 2;
    }
    let deltas = situation::deltas(input, total, 1);
    Some(Answer {
        items,
        total,
        units,
        deltas,
        ..Answer::default()
    })
}

pub fn score(input: &HandInput) -> Verdict {
    // Reader's note 5: open riichi in furiten is a チョンボ.
    if input.furiten && input.open_riichi {
        return Err("furiten_open_riichi");
    }
    let win = input.win_tile.kind().expect("a tile of the hand");
    let readings = shape::readings(input, win);
    let named = readings
        .iter()
        .map(|reading| (reading, names(input, reading)));
    let legal: Vec<_> = named
        .filter(|(reading, names)| gari_in_order(reading, names))
        .collect();
    let answers: Vec<Answer> = legal
        .iter()
        .filter_map(|(reading, names)| answer(input, reading, names))
        .collect();
    match (answers.is_empty(), readings.is_empty(), legal.is_empty()) {
        (false, ..) => Ok(best(answers, |answer| answer.total)),
        (true, true, _) => Err("not_winning_shape"),
        (true, _, true) => Err("gari_in_hand"),
        (true, _, false) => Err("no_yaku"),
    }
}
