//! Fu, limits and payments of ordinary riichi scoring, for the two rule sets
//! in han and fu (`rules/redblue.md` §5; `rules/sakae_free.md`, "Fu").

use karasu::score::{HandInput, Win};
use karasu::seat::Seat;

use super::shape::{Form, Reading, SetKind, Wait, is_yaochuu};
use super::yaku::Table;

/// A fu line.
pub type FuLine = (&'static str, i32);

/// The fu lines of a reading and their sum, rounded up to tens.
pub fn fu(reading: &Reading, table: &Table, pinfu: bool) -> (Vec<FuLine>, i32) {
    let Form::Sets { sets, pair, wait } = &reading.form else {
        return (vec![("chiitoi", 25)], 25);
    };
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
        lines.push(("pair", if double_wind { 4 } else { 2 }));
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
pub fn basic(han: i32, fu: i32) -> i32 {
    match han {
        13.. => 8000,
        11.. => 6000,
        8.. => 4000,
        6.. => 3000,
        5 => 2000,
        _ => 2000.min(fu << (2 + han)),
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
    /// Honba on ron; on tsumo each pays 100.
    pub honba_ron: i32,
}

fn hundreds(points: i32) -> i32 {
    (points + 99) / 100 * 100
}

/// What the winner receives without sticks, and the change of every seat with
/// them. On tsumo at three the share of the absent child is not paid.
pub fn payments(input: &HandInput, basic: i32, stakes: &Stakes) -> (i32, [i32; 4]) {
    let winner = input.seat_wind.index();
    let dealer_wins = input.seat_wind == Seat::E;
    let honba = input.honba as i32;
    let mut deltas = [0; 4];
    for seat in 0..stakes.players {
        if seat == winner {
            continue;
        }
        let pays = match input.win {
            Win::Ron if input.discarder.map(Seat::index) == Some(seat) => {
                hundreds(basic * if dealer_wins { 6 } else { 4 }) + stakes.honba_ron * honba
            }
            Win::Ron => 0,
            Win::Tsumo => {
                let double = dealer_wins || seat == Seat::E.index();
                hundreds(basic * if double { 2 } else { 1 }) + 100 * honba
            }
        };
        deltas[seat] -= pays;
        deltas[winner] += pays;
    }
    let total = deltas[winner];
    deltas[winner] += 1000 * input.sticks as i32;
    (total, deltas)
}
