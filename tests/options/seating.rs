//! 抜け番: four people at a table of three (vip.md §7, "Four people").

use karasu::rules::{self, SPECS};
use serde_json::{Value, json};

use super::met;
use super::settlement::{changes, preset, settle};

/// Aoki deals, Doi sits out.
fn hand(ended: Value) -> Value {
    let mut event = json!({"event": "sit_out", "people": ["Aoki", "Baba", "Chiba", "Doi"],
        "out": "Doi", "dealer": "Aoki"});
    let fields = ended.as_object().expect("fields").clone();
    event.as_object_mut().expect("a case").extend(fields);
    event
}

fn seating(out: &str, seats: [&str; 3]) -> Value {
    let [e, s, w] = seats;
    json!({"out": out, "dealer": e, "seats": {"E": e, "S": s, "W": w}})
}

fn next(id: &str, ended: Value) -> Value {
    let outcome = settle(&preset(id), &hand(ended)).expect("settled");
    serde_json::to_value(outcome).expect("JSON")["next"].clone()
}

#[test]
pub fn options_of_seating() {
    // Aoki wins on a discard of Baba.
    let ron = hand(json!({"winners": ["E"], "discarder": "S"}));
    let discarder = seating("Baba", ["Aoki", "Chiba", "Doi"]);
    changes(
        "vip",
        ron.clone(),
        "sit_out=shimocha",
        "next",
        discarder.clone(),
        seating("Chiba", ["Aoki", "Baba", "Doi"]),
    );
    // Aoki's turn to sit out: Baba deals instead.
    changes(
        "vip",
        ron.clone(),
        "sit_out=rotation",
        "next",
        discarder,
        seating("Aoki", ["Baba", "Chiba", "Doi"]),
    );
    let none = preset("vip").with_text("sit_out", "none").expect("allowed");
    let spec = SPECS.iter().find(|spec| spec.key == "sit_out");
    met("sit_out", &(spec.expect("known").get)(&none.options));
    for rules in [
        none,
        preset("kichijoji"),
        preset("sakae_free"),
        preset("redblue"),
    ] {
        let fault = settle(&rules, &ron).expect_err("three people, or four seats");
        assert!(fault.to_string().contains("sit_out"), "{fault}");
    }
}

#[test]
fn on_tsumo_the_player_after_the_winner_sits_out() {
    for (winner, out, seats) in [
        ("E", "Baba", ["Aoki", "Chiba", "Doi"]),
        ("S", "Chiba", ["Baba", "Doi", "Aoki"]),
        ("W", "Aoki", ["Chiba", "Doi", "Baba"]),
    ] {
        let ended = json!({"winners": [winner], "discarder": null});
        assert_eq!(next("vip", ended), seating(out, seats), "{winner}");
    }
}

#[test]
fn of_two_winners_the_first_after_the_discarder_deals() {
    let both = json!({"winners": ["E", "S"], "discarder": "W"});
    assert_eq!(next("vip", both), seating("Chiba", ["Aoki", "Baba", "Doi"]));
    let both = json!({"winners": ["E", "W"], "discarder": "S"});
    assert_eq!(next("vip", both), seating("Baba", ["Chiba", "Doi", "Aoki"]));
}

#[test]
fn a_drawn_hand_leaves_everybody_and_the_text_names_no_dealer() {
    let drawn = json!({"winners": [], "tenpai": ["E"]});
    assert_eq!(next("vip", drawn), json!({"out": "Doi"}));
    let drawn = hand(json!({"winners": [], "tenpai": ["S"],
        "options": {"draw_dealer": "tenpai", "sit_out": "rotation"}}));
    let outcome = settle(&preset("vip"), &drawn).expect("settled");
    let next = serde_json::to_value(outcome.next).expect("JSON");
    assert_eq!(next, seating("Aoki", ["Baba", "Chiba", "Doi"]));
}

#[test]
fn who_sits_out_has_no_share_of_the_hand() {
    let ron = json!({"winners": ["E"], "discarder": "S", "deltas": {"E": 12, "S": -12, "W": 0}});
    let shares = json!({"Aoki": 12, "Baba": -12, "Chiba": 0, "Doi": 0});
    assert_eq!(next("vip", ron)["shares"], shares);
}

#[test]
fn people_and_winners_that_cannot_be_are_refused() {
    let refused = |change: Value| {
        let mut event = hand(json!({"winners": ["E"], "discarder": "S"}));
        let fields = change.as_object().expect("fields").clone();
        event.as_object_mut().expect("a case").extend(fields);
        settle(&preset("vip"), &event)
            .expect_err("refused")
            .to_string()
    };
    for people in [
        json!({"people": ["Aoki", "Baba", "Doi"]}),
        json!({"people": ["Aoki", "Baba", "Baba", "Doi"]}),
        json!({"dealer": "Doi"}),
        json!({"out": "Endo"}),
    ] {
        assert!(
            refused(people.clone()).contains("four different names"),
            "{people}"
        );
    }
    for winners in [
        json!({"winners": ["S"]}),
        json!({"winners": ["E", "E"]}),
        json!({"winners": ["E", "S"], "discarder": null}),
        json!({"winners": []}),
    ] {
        assert!(refused(winners.clone()).contains("winners"), "{winners}");
    }
    assert!(refused(json!({"winners": ["N"]})).contains("no seat N"));
}

#[test]
fn a_club_file_chooses_who_sits_out() {
    let club =
        |value: &str| format!("id = \"club\"\nbase = \"kichijoji\"\nsit_out = \"{value}\"\n");
    let rules = rules::parse(&club("rotation")).expect("a rule set");
    assert!(rules::check::check(&club("rotation")).is_empty());
    let sheet = |lang| rules::describe::sheet(&rules, lang);
    let row = |sheet: String| {
        let row = sheet
            .lines()
            .find(|line| line.starts_with("sit_out"))
            .map(str::to_owned);
        row.expect("a row")
    };
    let (ja, en) = (
        row(sheet(karasu::lang::Lang::Ja)),
        row(sheet(karasu::lang::Lang::En)),
    );
    assert!(ja.contains("抜け番") && ja.ends_with("rotation"), "{ja}");
    assert!(en.contains("sits out") && en.ends_with("rotation"), "{en}");
    let faults = rules::check::check(&club("rotate"));
    assert!(
        faults[0]
            .en
            .contains("\"discarder_or_shimocha\" | \"shimocha\""),
        "{faults:?}"
    );
    assert_eq!(faults[0].line, Some(3));
    let four = "id = \"club\"\nbase = \"redblue\"\nsit_out = \"rotation\"\n";
    let faults = rules::check::check(four);
    assert!(
        faults.iter().any(|fault| fault.en.contains("players = 3")),
        "{faults:?}"
    );
}
