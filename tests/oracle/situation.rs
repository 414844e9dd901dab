//! Yaku of the situation, which every rule set names alike.

use karasu::score::{HandInput, RonOn, Win};
use karasu::seat::Seat;

use super::Item;
use super::options::{flag, list, number, word};

/// The ids of the situation, 天和 地和 人和 among them.
pub fn names(input: &HandInput) -> Vec<&'static str> {
    let tsumo = input.win == Win::Tsumo;
    let dealer = input.seat_wind == Seat::E;
    let first = match (input.first_turn, tsumo, dealer) {
        (false, ..) => None,
        (true, true, true) => Some("tenhou"),
        (true, true, false) => Some("chiihou"),
        (true, false, _) => Some("renhou"),
    };
    let robbed = match input.ron_on {
        RonOn::Discard => input.chankan,
        RonOn::PulledGari => flag(input, "pulled_gari_ron_is_chankan", false),
        RonOn::Ankan => false,
    };
    let flags = [
        (input.riichi == 1, "riichi"),
        (input.riichi == 2, "double_riichi"),
        (input.open_riichi, "open_riichi"),
        (input.ippatsu, "ippatsu"),
        (tsumo && input.is_closed(), "menzen_tsumo"),
        (input.rinshan, "rinshan"),
        (input.haitei, "haitei"),
        (input.houtei, "houtei"),
        (robbed, "chankan"),
    ];
    let set = flags.iter().filter(|flag| flag.0).map(|flag| flag.1);
    set.chain(first).collect()
}

/// What of a random hand the options forbid. `chombo`: the rule set's own
/// value of `furiten_open_riichi` is chombo.
pub fn refusal(input: &HandInput, chombo: bool) -> Option<&'static str> {
    let own = if chombo { "chombo" } else { "allowed" };
    let kan = input.melds.iter().any(|meld| meld.kind.is_kan());
    if input.rinshan && !kan && !flag(input, "gari_rinshan", true) {
        return Some("rinshan_without_replacement");
    }
    if !input.furiten {
        return None;
    }
    let only_open = word(input, "furiten_tsumo", "allowed") == "open_riichi_only";
    if only_open && !input.open_riichi {
        return Some("furiten_tsumo");
    }
    let chombo = word(input, "furiten_open_riichi", own) == "chombo";
    (input.open_riichi && chombo).then_some("furiten_open_riichi")
}

/// What may be added beside a yakuman (`yakuman_adds`).
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Adds {
    None,
    Fixed,
    Situational,
    All,
}

/// The option, or the rule set's own value.
pub fn adds(input: &HandInput, own: &str) -> Adds {
    match word(input, "yakuman_adds", own) {
        "none" => Adds::None,
        "fixed" => Adds::Fixed,
        "situational" => Adds::Situational,
        _ => Adds::All,
    }
}

/// Yaku of the situation that stand beside a yakuman under `situational`.
pub fn is_situational(name: &str) -> bool {
    [
        "riichi",
        "double_riichi",
        "open_riichi",
        "ippatsu",
        "menzen_tsumo",
        "rinshan",
        "chankan",
        "haitei",
        "houtei",
    ]
    .contains(&name)
}

/// Points of all seats when each payer pays `each`, and the sticks.
pub fn deltas(input: &HandInput, each: i32, stick: i32) -> [i32; 4] {
    let mut deltas = pay_three(input, each);
    let stick = number(input, "riichi_stick", stick);
    deltas[input.seat_wind.index()] += stick * input.sticks as i32;
    deltas
}

/// At a table of three: the discarder, or both others, pay `each`.
pub fn pay_three(input: &HandInput, each: i32) -> [i32; 4] {
    let mut deltas = [0; 4];
    let winner = input.seat_wind.index();
    for seat in 0..3 {
        let pays = match input.discarder {
            Some(discarder) => seat == discarder.index(),
            None => seat != winner,
        };
        if pays && seat != winner {
            deltas[seat] -= each;
            deltas[winner] += each;
        }
    }
    deltas
}

/// How many yakuman a yakuman of the point houses is worth: one, unless the
/// house lists it as a double one.
pub fn units(input: &HandInput, name: &str) -> i32 {
    1 + i32::from(list(input, "double_yakuman", &[]).contains(&name))
}

/// The lines of the yaku where one han is a point: 50 for each yakuman that is
/// paid (a double one is two), and `value` for what stands beside them.
pub fn point_lines(
    input: &HandInput,
    names: &[&'static str],
    yakuman: &[&'static str],
    beside: Adds,
    value: impl Fn(&str) -> Option<i32>,
) -> Vec<Item> {
    let line = |&name: &&'static str| {
        let stands = match is_situational(name) {
            true => beside >= Adds::Situational,
            false => beside >= Adds::All,
        };
        let value = match yakuman.contains(&name) {
            true => Some(50 * units(input, name)),
            false => value(name).filter(|_| stands),
        };
        value.map(|value| (name, value, "point"))
    };
    names.iter().filter_map(line).collect()
}
