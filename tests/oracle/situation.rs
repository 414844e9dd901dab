//! Yaku of the situation, which every rule set names alike.

use karasu::score::{HandInput, RonOn, Win};
use karasu::seat::Seat;

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
    let flags = [
        (input.riichi == 1, "riichi"),
        (input.riichi == 2, "double_riichi"),
        (input.open_riichi, "open_riichi"),
        (input.ippatsu, "ippatsu"),
        (tsumo && input.is_closed(), "menzen_tsumo"),
        (input.rinshan, "rinshan"),
        (input.haitei, "haitei"),
        (input.houtei, "houtei"),
        (input.chankan && input.ron_on == RonOn::Discard, "chankan"),
    ];
    let set = flags.iter().filter(|flag| flag.0).map(|flag| flag.1);
    set.chain(first).collect()
}

/// Points of all seats when each payer pays `each`, and the sticks.
pub fn deltas(input: &HandInput, each: i32, stick: i32) -> [i32; 4] {
    let mut deltas = pay_three(input, each);
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
