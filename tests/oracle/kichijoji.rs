//! 吉祥寺東天紅 (`rules/kichijoji.md`): T is the sum of all items.

use karasu::meld::MeldKind;
use karasu::score::{HandInput, Win};
use karasu::seat::Seat;
use karasu::tile::Tile;

use super::dora::{ManOrder, dora};
use super::gate::{Gate, waits};
use super::options::{CHIITOI, chiitoi, flag, number, word};
use super::shape::{self, EAST, FIVES, Form, HAKU, Reading};
use super::situation::{Adds, adds, point_lines, units};
use super::{Answer, Item, Verdict, best, situation, sum, yaku};

/// §3: 七対子 with no, one, two and three fours.
const SEVEN_PAIRS: [i32; 4] = [4, 8, 16, 32];

/// §3: points closed and open; `None` does not exist.
fn points(input: &HandInput, name: &str, closed: bool) -> Option<i32> {
    let (shut, open) = match name {
        "haku" | "hatsu" | "chun" | "round_wind" | "seat_wind" | "north_common" => (2, 2),
        "tanyao" => (2, if flag(input, "kuitan", true) { 2 } else { 0 }),
        "pinfu" => (number(input, "pinfu_value", 2), 0),
        // +2, or 2 together with リーチ.
        "open_riichi" if word(input, "open_riichi", "add") == "total" => (0, 0),
        "riichi" | "ippatsu" | "open_riichi" => (2, 0),
        "renhou" if is_word(input, "renhou") => (0, 0),
        "renhou" => (number(input, "renhou", 0), 0),
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

/// §4: 50 each. 純チャン, 三槓子 and 人和 are yakuman here; 清老頭 in the form
/// of seven pairs is ignored.
fn is_yakuman(input: &HandInput, name: &str) -> bool {
    match name {
        "renhou" => {
            return is_word(input, "renhou") && word(input, "renhou", "") == "yakuman"
                || !input.options.contains_key("renhou");
        }
        "suukantsu" => return flag(input, "suukantsu", true),
        "chinroutou" => return word(input, "chinroutou_quads", "ignore") == "yakuman",
        _ => {}
    }
    let all = [
        "kokushi",
        "kokushi13",
        "junchan",
        "sankantsu",
        "daisangen",
        "suuankou",
        "suuankou_tanki",
        "tsuuiisou",
        "ryuuiisou",
        "chuuren",
        "chuuren_pure",
        "shousuushii",
        "daisuushii",
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
    let played = flag(input, "almighty_white", true);
    played
        && input.riichi > 0
        && input.ippatsu
        && input.win == Win::Tsumo
        && input.win_tile == Tile::HAKU
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
    let fifth = flag(input, "almighty_fifth_copy", false);
    in_wall.filter(|&kind| fifth || copies(kind) < 4).collect()
}

/// §2 "Gari": 1m and 9m in the hand only for 国士, 5m never.
fn gari_in_order(reading: &Reading) -> bool {
    matches!(reading.form, Form::Orphans { .. }) || reading.tiles.iter().all(|&kind| kind >= 9)
}

fn table(input: &HandInput) -> yaku::Table {
    yaku::Table {
        round: EAST,
        seat: EAST + input.seat_wind.index(),
        north_for_all: word(input, "north", "plain") == "yakuhai",
    }
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(situation::names(input));
    if let Form::Pairs { fours } = reading.form {
        names.push(CHIITOI[fours]);
    }
    // An open hand has two twins only with チー, of which the text is silent:
    // 二盃口 is closed, 鳴き一盃口 stays.
    let twins = names.contains(&"iipeikou") || names.contains(&"ryanpeikou");
    if !reading.closed && twins {
        names.push("open_iipeikou");
    }
    // Four kans that are no yakuman are three.
    if names.contains(&"suukantsu") && !flag(input, "suukantsu", true) {
        names.retain(|name| *name != "suukantsu");
        names.push("sankantsu");
    }
    // §7: 小三元 absorbs its 役牌, チャンタ and 三槓子 lie in the yakuman.
    let mut gone: Vec<&str> = Vec::new();
    for name in &names {
        if is_yakuman(input, name) {
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

/// カラス: nothing pulled; with `karasu_kokushi=false` no gari in the hand either.
fn is_karasu(input: &HandInput, reading: &Reading) -> bool {
    let in_hand = reading.tiles.iter().any(|&kind| kind < 9);
    input.gari.is_empty() && (flag(input, "karasu_kokushi", true) || !in_hand)
}

/// §2, the items that are no yaku, and what a yakuman must let them stand beside.
fn fixed(input: &HandInput, reading: &Reading, beside: Adds) -> Vec<Item> {
    let wild = is_wild(input);
    let lying = physical(input, wild);
    let reds = lying.iter().filter(|tile| tile.is_red()).count() as i32;
    let fives = reading
        .tiles
        .iter()
        .filter(|kind| FIVES.contains(kind))
        .count() as i32;
    let black = match word(input, "red_five_value", "replace") {
        "replace" => fives - reds,
        _ => fives,
    };
    let red_gari = input.gari.iter().filter(|tile| tile.is_red()).count() as i32;
    let [dora, ura] = dora(input, &reading.tiles, ManOrder::OneFiveNine, true);
    let dealer = input.seat_wind == Seat::E;
    let honba = number(input, "honba_value", 0) * input.honba as i32;
    let items = [
        ("base", 2, Adds::Fixed),
        ("dealer", i32::from(dealer), Adds::Fixed),
        (
            "ron_bonus",
            if input.win == Win::Ron { 5 } else { 0 },
            Adds::Fixed,
        ),
        ("ankan", 4 * melds(input, true), Adds::Fixed),
        ("minkan", 2 * melds(input, false), Adds::Fixed),
        ("fives", black, Adds::Fixed),
        ("red_fives", 2 * reds, Adds::Fixed),
        ("gari", input.gari.len() as i32 - red_gari, Adds::Fixed),
        ("red_gari", 2 * red_gari, Adds::Fixed),
        ("dora", 2 * dora, Adds::Situational),
        ("ura", 2 * ura, Adds::Situational),
        ("honba", honba, Adds::Fixed),
        (
            "karasu",
            if is_karasu(input, reading) { 20 } else { 0 },
            Adds::Fixed,
        ),
    ];
    let some = items.iter().filter(|item| item.1 != 0 && beside >= item.2);
    some.map(|&(id, value, _)| (id, value, "point")).collect()
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
fn chip_factor(input: &HandInput, reading: &Reading) -> i32 {
    let mut lying = physical(input, false);
    lying.extend(input.gari.iter().copied());
    let has = |code: &str| lying.iter().any(|tile| tile.code() == code);
    match (is_karasu(input, reading), has("0p") && has("0s"), has("0m")) {
        (true, true, _) => 4,
        (true, false, _) => 2,
        (false, true, true) => number(input, "all_star_mult", 2),
        _ => 1,
    }
}

fn chips(input: &HandInput, reading: &Reading, yakuman: i32) -> (Vec<Item>, i32) {
    let mut lying = physical(input, false);
    lying.extend(input.gari.iter().copied());
    let [_, ura] = dora(input, &reading.tiles, ManOrder::OneFiveNine, true);
    let reds = lying.iter().filter(|tile| tile.is_red()).count() as i32;
    let reds_pay = reading.closed || flag(input, "open_red_chips", true);
    let plain = [
        ("chip_ippatsu", i32::from(input.ippatsu)),
        ("chip_ura", ura),
        ("chip_red", if reds_pay { reds } else { 0 }),
        ("chip_arisu", arisu(input, reading)),
    ];
    let mut items: Vec<Item> = plain
        .iter()
        .filter(|item| item.1 > 0)
        .map(|&(id, n)| (id, n, "chip"))
        .collect();
    let mut total = sum(&items, "chip");
    let times = match word(input, "yakuman_chips_per", "each") {
        "each" => yakuman,
        _ => yakuman.min(1),
    };
    let extra = times * if input.win == Win::Ron { 20 } else { 10 };
    let multiplied = flag(input, "yakuman_chips_multiplied", false);
    if extra > 0 {
        items.push(("chip_yakuman", extra, "chip"));
    }
    let inside = if multiplied { extra } else { 0 };
    total += inside;
    let factor = chip_factor(input, reading);
    if factor > 1 && total > 0 {
        items.push(("chip_mult", factor, "mult"));
    }
    (items, total * factor + extra - inside)
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
fn answers(input: &HandInput, reading: &Reading) -> Vec<Answer> {
    let names = names(input, reading);
    let choices = choices(input, &names);
    let each = choices.iter();
    each.filter_map(|yakuman| answer(input, reading, &names, yakuman))
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
    if items.is_empty() {
        return None; // 一飜縛り
    }
    items.extend(fixed(input, reading, beside));
    let mut total = sum(&items, "point");
    let dealt_in = input.win == Win::Ron && input.open_riichi && !input.discarder_riichi;
    if dealt_in && word(input, "open_dealin", "none") == "plus50" {
        items.push(("open_dealin", 50, "point"));
        total += 50;
    }
    let units = yakuman.iter().map(|name| units(input, name)).sum();
    let (chip_items, chips) = chips(input, reading, units);
    Some(Answer {
        items,
        total,
        chip_items,
        chips,
        units,
        // Named only where it is not simply 白.
        almighty_as: (is_wild(input) && reading.win != HAKU).then_some(reading.win),
        deltas: situation::deltas(input, total, 1),
        chip_deltas: situation::pay_three(input, chips),
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

/// All names that are worth something; 小三元 has its 役牌 inside.
fn counting(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = names(input, reading);
    names.retain(|name| is_yakuman(input, name) || points(input, name, reading.closed).is_some());
    if names.contains(&"shousangen") {
        names.push("yakuhai");
    }
    names
}

/// Only `atozuke` other than the house's own asks for the waits.
fn in_time(input: &HandInput, readings: Vec<Reading>) -> Result<Vec<Reading>, &'static str> {
    if word(input, "atozuke", "allowed") == "allowed" || readings.is_empty() {
        return Ok(readings);
    }
    let playable = |kind: usize| kind == 0 || kind >= 8;
    let legal = |reading: &Reading| allowed(input, reading) && gari_in_order(reading);
    let gate = Gate {
        input,
        table: table(input),
        names: &|reading| counting(input, reading),
        atozuke: "allowed",
        single_wait_chankan: false,
        waits: waits(input, playable, legal),
    };
    gate.admit(&readings)
}

pub fn score(input: &HandInput) -> Verdict {
    if let Some(id) = situation::refusal(input, false) {
        return Err(id);
    }
    let mut answers_found = Vec::new();
    let (mut shaped, mut legal, mut refused) = (false, false, None);
    for kind in stand_ins(input) {
        let mut readings = shape::readings(input, kind);
        readings.retain(|reading| allowed(input, reading));
        shaped |= !readings.is_empty();
        readings.retain(gari_in_order);
        legal |= !readings.is_empty();
        match in_time(input, readings) {
            Ok(readings) => {
                let each = readings.iter();
                answers_found.extend(each.flat_map(|reading| answers(input, reading)));
            }
            Err(id) => refused = Some(id),
        }
    }
    let chip = number(input, "chip_value", 5);
    match (answers_found.is_empty(), shaped, legal) {
        (false, ..) => Ok(best(answers_found, |answer| {
            answer.total + chip * answer.chips
        })),
        (true, _, true) => Err(refused.unwrap_or("no_yaku")),
        (true, true, false) => Err("gari_in_hand"),
        (true, false, _) => Err("not_winning_shape"),
    }
}
