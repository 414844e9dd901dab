//! Fu, limits and payments of ordinary riichi scoring, for the rule sets in
//! han and fu (`rules/redblue.md` §5; `rules/sakae_free.md`, "Fu";
//! `cases/README.md` for ordinary riichi).

use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::gate::is_ron;
use super::options::{flag, number, pair, word};
use super::shape::{Form, Reading, SetKind, Wait, is_yaochuu};
use super::yaku::Table;
use super::{Answer, Item, sum};

/// A fu line.
pub type FuLine = (&'static str, i32);

/// The fu lines of a reading and their sum, rounded up to tens.
pub fn fu(input: &HandInput, reading: &Reading, table: &Table, pinfu: bool) -> (Vec<FuLine>, i32) {
    let Form::Sets { sets, pair, wait } = &reading.form else {
        return (vec![("chiitoi", 25)], 25);
    };
    if word(input, "fu", "full") == "fixed30" {
        return (vec![("fixed", 30)], 30);
    }
    let mut lines = vec![("base", 20)];
    if reading.closed && !reading.tsumo {
        lines.push(("menzen_ron", 10));
    }
    if reading.tsumo && !pinfu {
        lines.push(("tsumo", 2));
    }
    for set in sets {
        let double = if is_yaochuu(set.first) { 2 } else { 1 };
        match (set.kind, set.open) {
            (SetKind::Sequence, _) => {}
            (SetKind::Triplet, true) => lines.push(("minkou", 2 * double)),
            (SetKind::Triplet, false) => lines.push(("ankou", 4 * double)),
            (SetKind::Quad, true) => lines.push(("minkan", 8 * double)),
            (SetKind::Quad, false) => lines.push(("ankan", 16 * double)),
        }
    }
    let double_wind = *pair == table.round && *pair == table.seat;
    if table.is_yakuhai(*pair) {
        let double = number(input, "double_wind_pair_fu", 4);
        lines.push(("pair", if double_wind { double } else { 2 }));
    }
    match wait {
        Wait::Closed => lines.push(("kanchan", 2)),
        Wait::Edge => lines.push(("penchan", 2)),
        Wait::Single => lines.push(("tanki", 2)),
        Wait::TwoSided | Wait::Shanpon => {}
    }
    let mut sum: i32 = lines.iter().map(|line| line.1).sum();
    if !reading.closed && !reading.tsumo && sum == 20 {
        lines.push(("open_pinfu", 10));
        sum = 30;
    }
    (lines, (sum + 9) / 10 * 10)
}

/// Basic points of han and fu: 満貫 2,000 … 数え役満 8,000.
pub fn basic(input: &HandInput, han: i32, fu: i32) -> i32 {
    let below = match han {
        11.. => 6000,
        8.. => 4000,
        6.. => 3000,
        5 => 2000,
        _ => 2000.min(fu << (2 + han)),
    };
    // 切り上げ満貫: 4 han 30 fu and 3 han 60 fu.
    let nearly = matches!((han, fu), (4, 30) | (3, 60));
    match (han, nearly && flag(input, "kiriage", false)) {
        (13.., _) if number(input, "kazoe", 13) == 13 => 8000,
        (_, true) => 2000,
        _ => below,
    }
}

/// The name of what is paid: from basic points, or units of yakuman.
pub fn limit(basic: i32, units: i32, han: i32) -> String {
    match (units, basic) {
        (1, _) => "役満".to_owned(),
        (2.., _) => format!("{units}倍役満"),
        (_, 8000) if han >= 13 => "数え役満".to_owned(),
        (_, 8000) => "役満".to_owned(),
        (_, 6000) => "三倍満".to_owned(),
        (_, 4000) => "倍満".to_owned(),
        (_, 3000) => "跳満".to_owned(),
        (_, 2000) => "満貫".to_owned(),
        _ => String::new(),
    }
}

/// What the table pays.
pub struct Stakes {
    pub players: usize,
    /// Honba on ron, and from each on tsumo.
    pub honba: [i32; 2],
}

fn hundreds(points: i32) -> i32 {
    (points + 99) / 100 * 100
}

/// What the winner receives without sticks, and the change of every seat with
/// them. On tsumo at three the share of the absent child is not paid, or paid
/// in halves by the two others.
pub fn payments(input: &HandInput, basic: i32, stakes: &Stakes) -> (i32, [i32; 4]) {
    let winner = input.seat_wind.index();
    let dealer_wins = input.seat_wind == Seat::E;
    let [on_ron, on_tsumo] = pair(input, "honba", stakes.honba);
    let honba = input.honba as i32;
    let split = stakes.players == 3 && word(input, "tsumo", "loss") == "split_north";
    let mut deltas = [0; 4];
    for seat in 0..stakes.players {
        if seat == winner {
            continue;
        }
        let pays = match input.win {
            Win::Ron if input.discarder.map(Seat::index) == Some(seat) => {
                hundreds(basic * if dealer_wins { 6 } else { 4 }) + on_ron * honba
            }
            Win::Ron => 0,
            Win::Tsumo => {
                let double = dealer_wins || seat == Seat::E.index();
                let own = basic * if double { 2 } else { 1 };
                let absent = basic * if dealer_wins { 2 } else { 1 };
                hundreds(own + if split { absent / 2 } else { 0 }) + on_tsumo * honba
            }
        };
        deltas[seat] -= pays;
        deltas[winner] += pays;
    }
    let total = deltas[winner];
    deltas[winner] += number(input, "riichi_stick", 1000) * input.sticks as i32;
    (total, deltas)
}

/// The house yakuman of one reading; with `yakuman_multiple=single` one answer
/// for each of the dearest.
pub fn yakuman_answers(input: &HandInput, items: Vec<Item>, stakes: &Stakes) -> Vec<Answer> {
    let mut lists = vec![items.clone()];
    if word(input, "yakuman_multiple", "sum") == "single" {
        let dearest = items.iter().map(|item| item.1).max().unwrap_or(0);
        let kept = items.iter().filter(|item| item.1 == dearest);
        lists = kept.map(|item| vec![*item]).collect();
    }
    let answer = |items: Vec<Item>| {
        let units = sum(&items, "yakuman");
        let (total, deltas) = payments(input, 8000 * units, stakes);
        Answer {
            items,
            total,
            units,
            limit: limit(0, units, 0),
            deltas,
            ..Answer::default()
        }
    };
    lists.into_iter().map(answer).collect()
}

/// What a house adds to han and fu.
pub struct Counted<'a> {
    pub table: Table,
    pub stakes: &'a Stakes,
    /// Han of a yaku, closed or open.
    pub han: &'a dyn Fn(&str) -> Option<i32>,
    /// Dora and the like.
    pub extra: Vec<Item>,
    /// The rule set's own value of `open_dealin`.
    pub open_dealin: &'static str,
    /// 数え役満 stands as an item of its own.
    pub kazoe_item: bool,
}

/// A reading without yakuman.
pub fn counted(
    input: &HandInput,
    reading: &Reading,
    names: &[&'static str],
    house: Counted,
) -> Answer {
    let valued = |name: &&'static str| (house.han)(name).map(|value| (*name, value, "han"));
    let mut items: Vec<Item> = names.iter().filter_map(valued).collect();
    items.extend(house.extra.into_iter().filter(|item| item.1 > 0));
    let han = sum(&items, "han");
    let (fu_items, fu) = fu(input, reading, &house.table, names.contains(&"pinfu"));
    // 刺し込み: a deal-in to an open riichi by a player not in riichi.
    let dealt_in = is_ron(input) && input.open_riichi && !input.discarder_riichi;
    let penalty = dealt_in && word(input, "open_dealin", house.open_dealin) == "yakuman";
    let points = basic(input, han, fu);
    let counted = han >= 13 && points == 8000;
    if penalty {
        items.push(("open_dealin", 1, "yakuman"));
    } else if counted && house.kazoe_item {
        items.push(("kazoe", 1, "note"));
    }
    let points = if penalty { 8000 } else { points };
    let (total, deltas) = payments(input, points, house.stakes);
    Answer {
        items,
        total,
        han,
        fu,
        fu_items,
        limit: limit(points, 0, if penalty { 0 } else { han }),
        deltas,
        ..Answer::default()
    }
}
