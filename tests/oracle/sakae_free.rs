//! フリー三麻 (`rules/sakae_free.md`): han and fu, 完全先付.

use karasu::meld::MeldKind;
use karasu::score::HandInput;

use super::dora::{ManOrder, hits};
use super::gate::{is_ron, validates, waits, yakuhai_kind};
use super::han::{Stakes, basic, fu, limit, payments};
use super::shape::{self, EAST, Form, Reading};
use super::yaku::Table;
use super::{Answer, Item, Verdict, best, sakae, situation, sum, yaku};

fn table(input: &HandInput) -> Table {
    Table {
        round: EAST + input.round_wind.index(),
        seat: EAST + input.seat_wind.index(),
        north_for_all: true,
    }
}

/// The han table of `sakae` §3, 断么九 closed only, オープンリーチ +1.
fn han(name: &str, closed: bool) -> Option<i32> {
    match name {
        "tanyao" => closed.then_some(1),
        "open_riichi" => Some(1),
        _ => sakae::han(name, closed),
    }
}

fn names(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let mut names = yaku::shapes(reading, &table(input));
    names.extend(yaku::yakuman(reading));
    names.extend(sakae::house_yakuman(reading));
    names.extend(situation::names(input));
    if matches!(reading.form, Form::Pairs { .. }) {
        names.push("chiitoi");
    }
    // ぽんと。 needs four ポン; a 加槓 still counts.
    let pon = |kind: MeldKind| matches!(kind, MeldKind::Pon | MeldKind::Kakan);
    let ponned = input.melds.iter().filter(|meld| pon(meld.kind)).count();
    if ponned == 4 && input.tanki_open {
        names.push("ponto");
    }
    // Four kans are three (`suukantsu=false`).
    if names.contains(&"suukantsu") {
        names.push("sankantsu");
    }
    let counts =
        |name: &&str| sakae::units(name, false).is_some() || han(name, reading.closed).is_some();
    names.retain(counts);
    names
}

/// §1 rule 1: han, but never the only yaku.
fn is_situational(name: &str) -> bool {
    ["menzen_tsumo", "haitei", "houtei", "rinshan"].contains(&name)
}

/// The yaku that are neither situational (rule 1) nor a late 役牌 (rule 4).
fn validating(input: &HandInput, reading: &Reading) -> Vec<&'static str> {
    let table = table(input);
    let mut names = names(input, reading);
    names.retain(|name| !is_situational(name));
    names.retain(|name| match yakuhai_kind(name, table.round, table.seat) {
        Some(kind) => validates(input, reading, kind),
        None => true,
    });
    names
}

/// Rules 2, 3 and 6 of §1.
fn refusal(input: &HandInput, reading: &Reading, waits: &[Vec<Reading>]) -> Option<&'static str> {
    let names = names(input, reading);
    if names.iter().all(|name| is_situational(name)) {
        return Some("no_yaku");
    }
    if validating(input, reading).is_empty() {
        return Some("sakizuke_call_order");
    }
    let tested = is_ron(input) || !reading.closed;
    let good = |readings: &Vec<Reading>| {
        readings
            .iter()
            .any(|other| !validating(input, other).is_empty())
    };
    (tested && !waits.iter().all(good)).then_some("sakizuke_wait")
}

fn answer(input: &HandInput, reading: &Reading) -> Answer {
    let names = names(input, reading);
    let stakes = Stakes {
        players: 3,
        honba_ron: 200,
    };
    let mut items: Vec<Item> = Vec::new();
    for name in &names {
        items.extend(sakae::units(name, input.furiten).map(|units| (*name, units, "yakuman")));
    }
    let units = sum(&items, "yakuman");
    if units > 0 {
        let (total, deltas) = payments(input, 8000 * units, &stakes);
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
    let dora = hits(&input.dora_indicators, &reading.tiles, ManOrder::OneNine);
    let ura = hits(&input.ura_indicators, &reading.tiles, ManOrder::OneNine);
    items.extend(
        [("dora", dora, "han"), ("ura", ura, "han")]
            .iter()
            .filter(|item| item.1 > 0),
    );
    let han = sum(&items, "han");
    if han >= 13 {
        items.push(("kazoe", 1, "note"));
    }
    let (fu_items, fu) = fu(reading, &table(input), names.contains(&"pinfu"));
    let (total, deltas) = payments(input, basic(han, fu), &stakes);
    let limit = limit(basic(han, fu), 0, han);
    Answer {
        items,
        total,
        han,
        fu,
        fu_items,
        limit,
        deltas,
        ..Answer::default()
    }
}

pub fn score(input: &HandInput) -> Verdict {
    let win = input.win_tile.kind().expect("a tile of the hand");
    let in_wall = |kind: usize| kind == 0 || kind >= 8;
    let waits = waits(input, in_wall, sakae::allowed);
    let readings = shape::readings(input, win)
        .into_iter()
        .filter(sakae::allowed);
    let mut answers = Vec::new();
    let mut refusals = Vec::new();
    for reading in readings {
        match refusal(input, &reading, &waits) {
            Some(id) => refusals.push(id),
            None => answers.push(answer(input, &reading)),
        }
    }
    if !answers.is_empty() {
        return Ok(best(answers, |answer| {
            (answer.total, answer.han, answer.fu)
        }));
    }
    // The reading that got furthest says why.
    let order = ["sakizuke_wait", "sakizuke_call_order", "no_yaku"];
    let first = order.iter().find(|id| refusals.contains(id));
    Err(first.copied().unwrap_or("not_winning_shape"))
}
