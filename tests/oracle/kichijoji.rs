//! 吉祥寺東天紅 (`rules/kichijoji.md`): T is the sum of all items.

use karasu::meld::MeldKind;
use karasu::score::{HandInput, Win};
use karasu::seat::Seat;
use karasu::tile::Tile;

use super::dora::{ManOrder, hits};
use super::shape::{self, EAST, FIVES, Form, HAKU, Reading};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

/// §3: points closed and open; `None` does not exist.
fn points(name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" | "tanyao" => (2, 2),
        "pinfu" | "riichi" | "ippatsu" | "open_riichi" => (2, 0),
        "double_riichi" | "ryanpeikou" => (4, 0),
        "rinshan" | "menzen_tsumo" => (1, 1),
        "haitei" | "houtei" | "chankan" => (2, 2),
        "iipeikou" => (2, 0),
        "open_iipeikou" => (0, 1),
        "ittsu" => (4, 2),
        "chanta" => (15, 10),
        "honitsu" => (6, 4),
        "chinitsu" => (12, 10),
        "toitoi" | "honroutou" => (4, 4),
        "sanankou" => (6, 6),
        "shousangen" => (20, 20),
        "chiitoi" => (4, 0),
        "chiitoi_q1" => (8, 0),
        "chiitoi_q2" => (16, 0),
        "chiitoi_q3" => (32, 0),
        _ => (0, 0),
    };
    let value = if closed { shut } else { open };
    (value > 0).then_some(value)
}

/// §4: 50 each. 純チャン, 三槓子 and 人和 are yakuman here; 清老頭 in the form
/// of seven pairs is ignored.
fn is_yakuman(name: &str) -> bool {
    let all = [
        "kokushi",
        "kokushi13",
        "junchan",
        "sankantsu",
        "renhou",
        "daisangen",
        "suuankou",
        "suuankou_tanki",
        "tsuuiisou",
        "ryuuiisou",
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

/// Kinds of everything the winner holds, pulled tiles too; the winning tile is `win`.
fn held(input: &HandInput, reading: &Reading) -> Vec<usize> {
    let mut all = reading.tiles.clone();
    all.extend(input.gari.iter().filter_map(|tile| tile.kind()));
    all
}

/// Tiles as they lie, without the winning tile if it is wild.
fn physical(input: &HandInput, wild: bool) -> Vec<Tile> {
    let mut all: Vec<Tile> = input.concealed.clone();
    all.extend(input.melds.iter().flat_map(|meld| meld.tiles.clone()));
    if !wild {
        all.push(input.win_tile);
    }
    all
}

/// §5 オールマイティー: in riichi, a 白 drawn as 一発ツモ.
fn is_wild(input: &HandInput) -> bool {
    input.riichi > 0 && input.ippatsu && input.win == Win::Tsumo && input.win_tile == Tile::HAKU
}

/// What the winning tile may stand for: anything in the wall but a fifth copy.
fn stand_ins(input: &HandInput) -> Vec<usize> {
    if !is_wild(input) {
        return vec![input.win_tile.kind().expect("a tile of the hand")];
    }
    let mut others: Vec<usize> = physical(input, true)
        .iter()
        .filter_map(|tile| tile.kind())
        .collect();
    others.extend(input.gari.iter().filter_map(|tile| tile.kind()));
    let copies = |kind: usize| others.iter().filter(|&&other| other == kind).count();
    let in_wall = (0..34).filter(|kind| *kind == 0 || *kind >= 8);
    in_wall.filter(|&kind| copies(kind) < 4).collect()
}

/// §2 "Gari": 1m and 9m in the hand only for 国士, 5m never.
fn gari_in_order(reading: &Reading) -> bool {
    matches!(reading.form, Form::Orphans { .. }) || reading.tiles.iter().all(|&kind| kind >= 9)
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
    if !reading.closed && names.contains(&"iipeikou") {
        names.push("open_iipeikou");
    }
    // §7: 小三元 absorbs its 役牌, チャンタ and 三槓子 lie in the yakuman.
    let mut gone: Vec<&str> = Vec::new();
    for name in &names {
        if is_yakuman(name) {
            gone.extend(yaku::contained(name));
        }
        if *name == "shousangen" {
            gone.extend(["haku", "hatsu", "chun"]);
        }
    }
    names.retain(|name| !gone.contains(name));
    names
}

fn melds(input: &HandInput, ankan: bool) -> i32 {
    let of = input.melds.iter().filter(|meld| meld.kind.is_kan());
    of.filter(|meld| (meld.kind == MeldKind::Ankan) == ankan)
        .count() as i32
}

/// §2, the items that are no yaku.
fn fixed(input: &HandInput, reading: &Reading) -> Vec<Item> {
    let wild = is_wild(input);
    let lying = physical(input, wild);
    let reds = lying.iter().filter(|tile| tile.is_red()).count() as i32;
    let fives = reading
        .tiles
        .iter()
        .filter(|kind| FIVES.contains(kind))
        .count() as i32;
    let red_gari = input.gari.iter().filter(|tile| tile.is_red()).count() as i32;
    let all = held(input, reading);
    let dealer = input.seat_wind == Seat::E;
    let items = [
        ("base", 2),
        ("dealer", i32::from(dealer)),
        ("ron_bonus", if input.win == Win::Ron { 5 } else { 0 }),
        ("ankan", 4 * melds(input, true)),
        ("minkan", 2 * melds(input, false)),
        ("fives", fives - reds),
        ("red_fives", 2 * reds),
        ("gari", input.gari.len() as i32 - red_gari),
        ("red_gari", 2 * red_gari),
        (
            "dora",
            2 * hits(&input.dora_indicators, &all, ManOrder::OneFiveNine),
        ),
        (
            "ura",
            2 * hits(&input.ura_indicators, &all, ManOrder::OneFiveNine),
        ),
        ("karasu", if input.gari.is_empty() { 20 } else { 0 }),
    ];
    let some = items.iter().filter(|item| item.1 != 0);
    some.map(|&(id, value)| (id, value, "point")).collect()
}

/// §5 アリス: closed wins, until a flip matches nothing; 白 is a wild card.
fn arisu(input: &HandInput, reading: &Reading) -> i32 {
    if !reading.closed {
        return 0;
    }
    let all = held(input, reading);
    let copies = |kind: usize| all.iter().filter(|&&other| other == kind).count() as i32;
    let mut chips = 0;
    for flip in &input.arisu_flips {
        let kind = flip.kind().expect("a tile of the wall");
        let matches = if kind == HAKU {
            (0..34).map(copies).max().unwrap_or(0)
        } else {
            copies(kind)
        };
        if matches == 0 {
            break;
        }
        chips += matches;
    }
    chips
}

/// §5 カラス ×2, カラスオールスター ×4, オールスター ×2.
fn chip_factor(input: &HandInput) -> i32 {
    let mut lying = physical(input, false);
    lying.extend(input.gari.iter().copied());
    let has = |code: &str| lying.iter().any(|tile| tile.code() == code);
    match (input.gari.is_empty(), has("0p") && has("0s"), has("0m")) {
        (true, true, _) => 4,
        (true, false, _) => 2,
        (false, true, true) => 2,
        _ => 1,
    }
}

fn chips(input: &HandInput, reading: &Reading, yakuman: i32) -> (Vec<Item>, i32) {
    let all = held(input, reading);
    let mut lying = physical(input, false);
    lying.extend(input.gari.iter().copied());
    let plain = [
        ("chip_ippatsu", i32::from(input.ippatsu)),
        (
            "chip_ura",
            hits(&input.ura_indicators, &all, ManOrder::OneFiveNine),
        ),
        (
            "chip_red",
            lying.iter().filter(|tile| tile.is_red()).count() as i32,
        ),
        ("chip_arisu", arisu(input, reading)),
    ];
    let mut items: Vec<Item> = plain
        .iter()
        .filter(|item| item.1 > 0)
        .map(|&(id, n)| (id, n, "chip"))
        .collect();
    let mut total = sum(&items, "chip");
    let factor = chip_factor(input);
    if factor > 1 && total > 0 {
        items.push(("chip_mult", factor, "mult"));
    }
    total *= factor;
    if yakuman > 0 {
        let each = if input.win == Win::Ron { 20 } else { 10 };
        items.push(("chip_yakuman", each * yakuman, "chip"));
        total += each * yakuman;
    }
    (items, total)
}

fn answer(input: &HandInput, reading: &Reading) -> Option<Answer> {
    let names = names(input, reading);
    let mut items: Vec<Item> = Vec::new();
    let mut yakuman = 0;
    for name in names {
        if is_yakuman(name) {
            yakuman += 1;
            items.push((name, 50, "point"));
        } else if let Some(value) = points(name, reading.closed) {
            items.push((name, value, "point"));
        }
    }
    if items.is_empty() {
        return None; // 一飜縛り
    }
    items.extend(fixed(input, reading));
    let total = sum(&items, "point");
    let (chip_items, chips) = chips(input, reading, yakuman);
    Some(Answer {
        items,
        total,
        chip_items,
        chips,
        units: yakuman,
        // Named only where it is not simply 白.
        almighty_as: (is_wild(input) && reading.win != HAKU).then_some(reading.win),
        deltas: situation::deltas(input, total, 1),
        chip_deltas: situation::pay_three(input, chips),
        ..Answer::default()
    })
}

pub fn score(input: &HandInput) -> Verdict {
    let mut answers = Vec::new();
    let (mut shaped, mut legal) = (false, false);
    for kind in stand_ins(input) {
        for reading in shape::readings(input, kind) {
            shaped = true;
            if gari_in_order(&reading) {
                legal = true;
                answers.extend(answer(input, &reading));
            }
        }
    }
    match (answers.is_empty(), shaped, legal) {
        (false, ..) => Ok(best(answers, |answer| answer.total + 5 * answer.chips)),
        (true, _, true) => Err("no_yaku"),
        (true, true, false) => Err("gari_in_hand"),
        (true, false, _) => Err("not_winning_shape"),
    }
}
