//! Promise 12: settlement sums to zero for points and chips, sticks included.
//! (That every option of settlement changes what it says: `options.rs`.)

use karasu::rules::{self, PRESETS, RuleSet};
use karasu::settle::{Outcome, event};
use proptest::prelude::*;
use serde_json::{Value, json};

fn preset(id: &str) -> RuleSet {
    rules::preset(id).expect("a preset")
}

fn settle(rules: &RuleSet, event: &Value) -> Result<Outcome, event::EventFault> {
    event::settle_json(rules, &event.to_string())
}

/// Options of settlement with values that they may have.
fn option_values() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let mut add = |key: &'static str, values: &[Value]| {
        all.extend(values.iter().map(|value| (key, value.clone())));
    };
    add("noten", &[json!(0), json!(10), json!(1000), json!(2500)]);
    add("nagashi", &[json!(7), json!("mangan"), json!("yakuman")]);
    add(
        "chombo",
        &[json!(10), json!("baiman"), json!("chips6_each")],
    );
    add("chombo", &[json!("mangan"), json!("chips6_total")]);
    add("tsumo", &[json!("loss"), json!("split_north")]);
    add("yakitori", &[json!("pot20"), json!("each20")]);
    add("bust", &[json!("lt0"), json!("le0"), json!("none")]);
    add("tobi_bonus", &[json!(0), json!(13)]);
    add("max_ron", &[json!(1), json!(2), json!(3)]);
    add("double_ron_sticks", &[json!("kamicha_of_discarder")]);
    add("honba_to_all", &[json!(true), json!(false)]);
    add("riichi_stick", &[json!(0), json!(1), json!(1000)]);
    add("oka", &[json!(0), json!(20_000)]);
    add("return", &[json!(50), json!(30_000)]);
    add("uma", &[json!("none"), json!("below_kubi_pays_top")]);
    add("kubi", &[json!([30_000, 10_000]), json!([60, 5])]);
    add("chip_value", &[json!(0), json!(5), json!(100)]);
    add("win_dealer", &[json!("winner"), json!("repeat")]);
    add("draw_dealer", &[json!("stays"), json!("tenpai")]);
    all
}

fn options() -> impl Strategy<Value = Value> {
    let some = prop::collection::vec(prop::sample::select(option_values()), 0..5);
    some.prop_map(|list| {
        Value::Object(
            list.iter()
                .map(|(k, v)| ((*k).to_owned(), v.clone()))
                .collect(),
        )
    })
}

fn seats(players: usize) -> Vec<&'static str> {
    ["E", "S", "W", "N"][..players].to_vec()
}

fn by_seat(players: usize, points: &[i32]) -> Value {
    let seats = seats(players).into_iter().zip(points);
    Value::Object(seats.map(|(seat, n)| (seat.to_owned(), json!(n))).collect())
}

/// Any event that moves points within the table.
fn events(players: usize) -> impl Strategy<Value = Value> {
    let seat = move || prop::sample::select(seats(players));
    let some = move || prop::collection::btree_set(seat(), 0..=players);
    let points = prop::collection::vec(-90..90i32, players);
    prop_oneof![
        (some(), seat()).prop_map(
            |(tenpai, dealer)| json!({"event": "draw", "tenpai": tenpai, "dealer": dealer})
        ),
        some().prop_map(|birds| json!({"event": "yakitori", "birds": birds})),
        (seat(), prop::bool::ANY).prop_map(|(player, tanyao)| {
            let kind = if tanyao { "nagashi_tanyao" } else { "nagashi" };
            json!({"event": "nagashi", "player": player, "kind": kind})
        }),
        (seat(), 0..40usize, prop::bool::ANY).prop_map(|(player, kind, with_win)| {
            let kinds: Vec<String> = PRESETS
                .iter()
                .flat_map(|id| preset(id).penalties)
                .map(|penalty| penalty.0)
                .collect();
            let kind = &kinds[kind % kinds.len()];
            json!({"event": "fault", "player": player, "kind": kind, "with_win": with_win})
        }),
        (points, seat()).prop_map(move |(points, winner)| {
            json!({"event": "bust", "points": by_seat(players, &points), "winner": winner})
        }),
        (seat(), some(), 1..900i32, 0..9u32).prop_map(|(discarder, winners, total, sticks)| {
            let others = winners.into_iter().filter(|seat| *seat != discarder);
            let wins: Vec<Value> = others
                .map(
                    |seat| json!({"seat": seat, "total": total * 10, "total_without_honba": total}),
                )
                .collect();
            json!({"event": "multi_ron", "discarder": discarder, "wins": wins, "sticks": sticks})
        }),
    ]
}

/// Under each preset for so many players, with these options: that nothing
/// is lost or made, and that nobody at fault gains.
fn sums_to_what_lies_on_the_table(players: usize, event: &Value, options: &Value) {
    for id in PRESETS.iter().filter(|id| preset(id).players() == players) {
        let rules = preset(id)
            .with_json(options.as_object().expect("a map"))
            .expect("allowed");
        let Ok(outcome) = settle(&rules, event) else {
            continue;
        };
        let points = outcome.deltas.map_or(0, |deltas| deltas.sum());
        let chips = outcome.chip_deltas.map_or(0, |chips| chips.sum());
        let sticks = event["sticks"].as_i64().unwrap_or(0) as i32 * rules.options.riichi_stick;
        let table = outcome.table.unwrap_or(0);
        assert_eq!(points, sticks - table, "{id} {event} {options}");
        let chips_on_table = outcome.table_chips.unwrap_or(0);
        assert_eq!(chips, -chips_on_table, "{id} {event} {options}");
        if event["event"] == "fault" {
            let player = event["player"].as_str().expect("a seat").parse();
            let player = player.expect("a seat");
            let lost = |by: Option<karasu::score::BySeat>| by.map_or(0, |by| by.get(player));
            assert!(lost(outcome.deltas) <= 0 && lost(outcome.chip_deltas) <= 0);
        }
    }
}

proptest! {
    #[test]
    fn every_event_of_three_sums_to_what_lies_on_the_table(event in events(3), options in options()) {
        sums_to_what_lies_on_the_table(3, &event, &options);
    }

    #[test]
    fn every_event_of_four_sums_to_what_lies_on_the_table(event in events(4), options in options()) {
        sums_to_what_lies_on_the_table(4, &event, &options);
    }

    /// The final account is the points against the return points, the chips
    /// at their value, and オカ; ウマ only moves points from one to another.
    #[test]
    fn the_final_account_adds_up(
        held in prop::collection::vec(-20_000..70_000i32, 4),
        chips in prop::collection::vec(-9..9i32, 4),
        options in options(),
    ) {
        for id in PRESETS {
            let rules = preset(id).with_json(options.as_object().expect("a map")).expect("allowed");
            let players = rules.players();
            let event = json!({"event": "end", "points": by_seat(players, &held),
                "chips": by_seat(players, &chips)});
            let outcome = settle(&rules, &event).expect("settled");
            let chips: i32 = chips[..players].iter().sum();
            let points: i32 = held[..players].iter().sum();
            let own = &rules.options;
            let expected = points - players as i32 * own.return_points
                + own.oka + chips * own.chip_value.unwrap_or(0);
            prop_assert_eq!(outcome.result.expect("a result").sum(), expected, "{} {}", id, &options);
            let order = outcome.order.expect("an order");
            let of = |seat: karasu::seat::Seat| held[seat.index()];
            prop_assert!(order.windows(2).all(|pair| of(pair[0]) >= of(pair[1])));
        }
    }

    /// 抜け番 over many hands: one of the four sits out, the other three keep
    /// their order, nobody is left out for good, and the points of the hand
    /// stay among those who played it.
    #[test]
    fn four_people_at_a_table_of_three_all_play(
        sit_out in prop::sample::select(vec!["discarder_or_shimocha", "shimocha", "rotation"]),
        win_dealer in prop::sample::select(vec!["winner", "repeat"]),
        hands in prop::collection::vec((0..3usize, prop::option::of(0..3usize), 1..90i32), 1..12),
    ) {
        let people = ["a", "b", "c", "d"];
        let (mut out, mut dealer) = ("d".to_owned(), "a".to_owned());
        let mut left = Vec::new();
        for (winner, discarder, points) in hands {
            let table = seats(3);
            let discarder = discarder.filter(|seat| *seat != winner).map(|seat| table[seat]);
            let points = [0, 1, 2].map(|seat| if seat == winner { 2 * points } else { -points });
            let event = json!({"event": "sit_out", "people": people, "out": out, "dealer": dealer,
                "winners": [table[winner]], "discarder": discarder, "deltas": by_seat(3, &points),
                "options": {"sit_out": sit_out, "win_dealer": win_dealer}});
            let outcome = settle(&preset("vip"), &event).expect("settled");
            let next = serde_json::to_value(outcome.next.expect("a seating")).expect("JSON");
            let shares: Vec<i64> = people.iter().filter_map(|p| next["shares"][p].as_i64()).collect();
            prop_assert_eq!((shares.len(), shares.iter().sum()), (4, 0));
            prop_assert_eq!(&next["shares"][&out], &json!(0));
            let names = ["E", "S", "W"].map(|seat| next["seats"][seat].as_str().expect("a name"));
            let place = |name: &str| people.iter().position(|p| *p == name).expect("one of the four");
            let turn = |name: &str| (place(name) + 4 - place(names[0])) % 4;
            prop_assert!(turn(names[0]) < turn(names[1]) && turn(names[1]) < turn(names[2]), "{}", next);
            prop_assert!(next["out"] != out, "{} sits out twice running: {}", out, event);
            prop_assert!(names.iter().all(|name| next["out"] != *name), "{}", next);
            out = next["out"].as_str().expect("a name").to_owned();
            dealer = next["dealer"].as_str().expect("a name").to_owned();
            left.push(out.clone());
        }
        if sit_out == "rotation" {
            for four in left.windows(4) {
                prop_assert!(people.iter().all(|p| four.iter().any(|out| out == p)), "{:?}", four);
            }
        }
    }
}

/// Nobody's points or chips are taken for 0, and nobody's are lost.
#[test]
fn numbers_by_seat_name_every_seat_of_the_table_and_no_other() {
    use event::EventFault::{MissingSeat, NotAtTable};
    use karasu::lang::Lang;
    use karasu::seat::Seat;
    let three = json!({"E": 50, "S": 50, "W": 50});
    let missing = |field, seat| MissingSeat { field, seat };
    for (id, event, fault) in [
        (
            "kichijoji",
            json!({"event": "end", "points": three, "chips": {"E": 1, "N": -1}}),
            NotAtTable(Seat::N),
        ),
        (
            "kichijoji",
            json!({"event": "end", "points": three, "chips": {"E": 1, "S": -1}}),
            missing("chips", Seat::W),
        ),
        (
            "redblue",
            json!({"event": "end", "points": three}),
            missing("points", Seat::N),
        ),
        (
            "sakae_free",
            json!({"event": "bust", "points": {"E": 50000, "S": 55000}}),
            missing("points", Seat::W),
        ),
        (
            "redblue",
            json!({"event": "west_check", "points": {"E": 31000}}),
            missing("points", Seat::S),
        ),
        (
            "sakae_free",
            json!({"event": "ooras_check", "points": {"E": 1, "W": 2}, "dealer": "E", "dealer_result": "win"}),
            missing("points", Seat::S),
        ),
        (
            "vip",
            json!({"event": "sit_out", "people": ["a", "b", "c", "d"], "out": "d", "dealer": "a",
                "winners": ["E"], "deltas": {"E": 5}, "options": {"sit_out": "rotation"}}),
            missing("deltas", Seat::S),
        ),
        (
            "kichijoji",
            json!({"event": "first_discards", "discards": [], "round_wind": "N", "dealer": "E"}),
            NotAtTable(Seat::N),
        ),
    ] {
        let found = settle(&preset(id), &event).expect_err("refused");
        assert_eq!(found, fault, "{event}");
        let (ja, en) = (found.message(Lang::Ja), found.message(Lang::En));
        assert!(!ja.is_ascii() && en.is_ascii(), "{ja} / {en}");
    }
    let without_chips = json!({"event": "end", "points": three});
    assert!(settle(&preset("kichijoji"), &without_chips).is_ok());
}
