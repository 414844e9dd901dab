//! Which yaku and yakuman a reading shows, by their ordinary definitions.
//! What they are worth, and which exist at all, is each rule set's affair.

use super::shape::{
    CHUN, EAST, Form, HAKU, HATSU, NORTH, Reading, Set, SetKind, Wait, is_honor, is_terminal,
    is_yaochuu, rank, suit,
};

/// What of the table changes the meaning of tiles.
#[derive(Clone, Copy)]
pub struct Table {
    /// Kinds of the round wind and the seat wind.
    pub round: usize,
    pub seat: usize,
    /// 北 is 役牌 for everybody.
    pub north_for_all: bool,
}

impl Table {
    pub fn is_yakuhai(&self, kind: usize) -> bool {
        kind >= HAKU
            || kind == self.round
            || kind == self.seat
            || (self.north_for_all && kind == NORTH)
    }
}

fn sequences(reading: &Reading) -> Vec<usize> {
    let of = reading
        .sets()
        .iter()
        .filter(|set| set.kind == SetKind::Sequence);
    of.map(|set| set.first).collect()
}

/// Kinds of the triplets and quads.
fn triplets(reading: &Reading) -> Vec<usize> {
    let of = reading.sets().iter().filter(|set| set.same_tiles());
    of.map(|set| set.first).collect()
}

fn is_sets(reading: &Reading) -> bool {
    matches!(reading.form, Form::Sets { .. })
}

/// Number of pairs of identical sequences.
fn twin_sequences(reading: &Reading) -> usize {
    let all = sequences(reading);
    let of = |first: usize| all.iter().filter(|&&other| other == first).count() / 2;
    (0..27).map(of).sum()
}

fn in_three_suits(list: &[usize]) -> bool {
    (0..9).any(|r| (0..3).all(|s| list.contains(&(s * 9 + r))))
}

fn suits(reading: &Reading) -> Vec<usize> {
    (0..3)
        .filter(|&s| reading.tiles.iter().any(|&k| !is_honor(k) && suit(k) == s))
        .collect()
}

/// Every set and the pair hold a terminal or honor, one set is a sequence.
fn outside(reading: &Reading) -> bool {
    let edge = |set: &Set| set.tiles().iter().any(|&kind| is_yaochuu(kind));
    reading.sets().iter().all(edge)
        && reading.pair().is_some_and(is_yaochuu)
        && !sequences(reading).is_empty()
}

fn has_honors(reading: &Reading) -> bool {
    reading.tiles.iter().any(|&kind| is_honor(kind))
}

fn concealed_triplets(reading: &Reading) -> usize {
    reading
        .sets()
        .iter()
        .filter(|set| set.same_tiles() && !set.open)
        .count()
}

fn quads(reading: &Reading) -> usize {
    reading
        .sets()
        .iter()
        .filter(|set| set.kind == SetKind::Quad)
        .count()
}

/// 平和: closed, four sequences, no 役牌 pair, two-sided wait.
fn pinfu(reading: &Reading, table: &Table) -> bool {
    match &reading.form {
        Form::Sets { pair, wait, .. } => {
            reading.closed
                && sequences(reading).len() == 4
                && !table.is_yakuhai(*pair)
                && *wait == Wait::TwoSided
        }
        _ => false,
    }
}

fn ittsu(reading: &Reading) -> bool {
    let all = sequences(reading);
    (0..3).any(|s| [0, 3, 6].iter().all(|r| all.contains(&(s * 9 + r))))
}

/// Triplets of `length` consecutive numbers in one suit.
fn row_of_triplets(reading: &Reading, length: usize) -> bool {
    let all = triplets(reading);
    (0..27)
        .any(|low| rank(low) + length <= 10 && (0..length).all(|step| all.contains(&(low + step))))
}

fn equal_sequences(reading: &Reading) -> usize {
    let all = sequences(reading);
    let of = |first: usize| all.iter().filter(|&&other| other == first).count();
    (0..27).map(of).max().unwrap_or(0)
}

/// 22334455667788 of one suit, closed.
fn wheels(reading: &Reading) -> bool {
    let two_each =
        |s: usize| (1..8).all(|r| reading.tiles.iter().filter(|&&k| k == s * 9 + r).count() == 2);
    reading.closed && reading.tiles.len() == 14 && (0..3).any(two_each)
}

/// The yaku of shape. Of two that contain each other only the greater:
/// 二盃口 over 一盃口, 純チャン over チャンタ, 清一色 over 混一色.
pub fn shapes(reading: &Reading, table: &Table) -> Vec<&'static str> {
    if matches!(reading.form, Form::Orphans { .. }) {
        return Vec::new();
    }
    let all = |test: fn(usize) -> bool| reading.tiles.iter().all(|&kind| test(kind));
    let one_suit = suits(reading).len() == 1;
    let triplets = triplets(reading);
    let dragons = triplets.iter().filter(|&&kind| kind >= HAKU).count();
    let twins = twin_sequences(reading);
    let flags = [
        (pinfu(reading, table), "pinfu"),
        (all(|kind| !is_yaochuu(kind)), "tanyao"),
        (twins == 1, "iipeikou"),
        (twins == 2, "ryanpeikou"),
        (ittsu(reading), "ittsu"),
        (in_three_suits(&sequences(reading)), "sanshoku"),
        (in_three_suits(&triplets), "sanshoku_doukou"),
        (outside(reading) && has_honors(reading), "chanta"),
        (outside(reading) && !has_honors(reading), "junchan"),
        (one_suit && has_honors(reading), "honitsu"),
        (one_suit && !has_honors(reading), "chinitsu"),
        (triplets.len() == 4, "toitoi"),
        (concealed_triplets(reading) == 3, "sanankou"),
        (quads(reading) == 3, "sankantsu"),
        (
            dragons == 2 && reading.pair().is_some_and(|kind| kind >= HAKU),
            "shousangen",
        ),
        (all(is_yaochuu), "honroutou"),
        (row_of_triplets(reading, 3), "sanrenkou"),
        (equal_sequences(reading) == 3, "isshoku_sanjun"),
        (triplets.contains(&HAKU), "haku"),
        (triplets.contains(&HATSU), "hatsu"),
        (triplets.contains(&CHUN), "chun"),
        (triplets.contains(&table.round), "round_wind"),
        (triplets.contains(&table.seat), "seat_wind"),
        (
            table.north_for_all && triplets.contains(&NORTH),
            "north_common",
        ),
    ];
    flags
        .iter()
        .filter(|flag| flag.0)
        .map(|flag| flag.1)
        .collect()
}

/// The yakuman of shape.
pub fn yakuman(reading: &Reading) -> Vec<&'static str> {
    if let Form::Orphans { thirteen_waits } = reading.form {
        return vec![if thirteen_waits {
            "kokushi13"
        } else {
            "kokushi"
        }];
    }
    let all = |test: fn(usize) -> bool| reading.tiles.iter().all(|&kind| test(kind));
    let triplets = triplets(reading);
    let dragons = triplets.iter().filter(|&&kind| kind >= HAKU).count();
    let winds = triplets
        .iter()
        .filter(|&&kind| (EAST..=NORTH).contains(&kind))
        .count();
    let wind_pair = reading
        .pair()
        .is_some_and(|kind| (EAST..=NORTH).contains(&kind));
    let four_concealed = concealed_triplets(reading) == 4;
    let on_pair = reading.pair() == Some(reading.win) && reading.sets().iter().all(|set| !set.won);
    // 2 3 4 6 8 of sou and 發
    let green = |kind: usize| [19, 20, 21, 23, 25, HATSU].contains(&kind);
    let flags = [
        (four_concealed && !on_pair, "suuankou"),
        (four_concealed && on_pair, "suuankou_tanki"),
        (dragons == 3, "daisangen"),
        (winds == 3 && wind_pair, "shousuushii"),
        (winds == 4, "daisuushii"),
        (all(is_honor), "tsuuiisou"),
        (all(green), "ryuuiisou"),
        (all(is_terminal), "chinroutou"),
        (
            reading.nine_gates && !reading.nine_gates_pure && is_sets(reading),
            "chuuren",
        ),
        (reading.nine_gates_pure && is_sets(reading), "chuuren_pure"),
        (quads(reading) == 4, "suukantsu"),
        (row_of_triplets(reading, 4), "suurenkou"),
        (equal_sequences(reading) == 4, "isshoku_yonjun"),
        (wheels(reading), "daisharin"),
    ];
    flags
        .iter()
        .filter(|flag| flag.0)
        .map(|flag| flag.1)
        .collect()
}

/// What each yakuman contains ("What a yakuman contains", both specifications;
/// the two lists differ only in yakuman that the other does not have).
pub fn contained(yakuman: &str) -> &'static [&'static str] {
    match yakuman {
        "suuankou" | "suuankou_tanki" => &["toitoi", "sanankou"],
        "daisangen" => &["haku", "hatsu", "chun"],
        "tsuuiisou" => &["toitoi", "honroutou", "honitsu", "chanta"],
        "ryuuiisou" => &["honitsu", "chinitsu"],
        "chinroutou" => &["toitoi", "honroutou", "junchan"],
        "chuuren" | "chuuren_pure" => &["chinitsu"],
        "shousuushii" => &["round_wind", "seat_wind", "north_common", "honitsu"],
        "daisuushii" => &[
            "round_wind",
            "seat_wind",
            "north_common",
            "honitsu",
            "toitoi",
        ],
        "suukantsu" => &["toitoi", "sankantsu"],
        "tenhou" | "chiihou" => &["menzen_tsumo"],
        _ => &[],
    }
}
