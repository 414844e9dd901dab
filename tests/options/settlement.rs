//! The options of settlement: events under a preset and with one option
//! changed.

use karasu::rules::{self, RuleSet, SPECS};
use karasu::settle::{Outcome, event};
use serde_json::{Value, json};

use super::met;

pub fn preset(id: &str) -> RuleSet {
    rules::preset(id).expect("a preset")
}

pub fn settle(rules: &RuleSet, event: &Value) -> Result<Outcome, event::EventFault> {
    event::settle_json(rules, &event.to_string())
}

/// What an event gives under a preset and with one option changed.
#[track_caller]
pub fn changes(id: &str, event: Value, option: &str, key: &str, before: Value, after: Value) {
    assert_ne!(before, after, "{option} must change something");
    let rules = preset(id);
    let get = |rules: &RuleSet| {
        let outcome = settle(rules, &event).unwrap_or_else(|fault| panic!("{event}: {fault}"));
        serde_json::to_value(outcome).expect("JSON")[key].clone()
    };
    assert_eq!(get(&rules), before, "{id} as it is");
    let (name, value) = option.split_once('=').expect("key=value");
    let changed = rules.with_text(name, value).expect("an option");
    assert_eq!(get(&changed), after, "{id} with {option}");
    let spec = SPECS.iter().find(|spec| spec.key == name).expect("known");
    met(name, &(spec.get)(&rules.options));
    met(name, &(spec.get)(&changed.options));
    // The same in the line of the case.
    let mut line = event.clone();
    line["options"] = json!({name: (spec.get)(&changed.options)});
    let outcome = settle(&rules, &line).expect("settled");
    assert_eq!(
        serde_json::to_value(outcome).expect("JSON")[key],
        after,
        "{line}"
    );
}

#[test]
pub fn options_of_drawn_hands() {
    let draw = json!({"event": "draw", "tenpai": ["E"], "dealer": "E"});
    changes(
        "kichijoji",
        draw,
        "noten=20",
        "deltas",
        json!({"E": 10, "S": -5, "W": -5}),
        json!({"E": 20, "S": -10, "W": -10}),
    );
    let noten = json!({"event": "draw", "tenpai": ["S"], "dealer": "E"});
    changes(
        "kichijoji",
        noten.clone(),
        "draw_dealer=tenpai",
        "next_dealer",
        json!("E"),
        json!("S"),
    );
    changes(
        "kichijoji",
        noten,
        "draw_dealer=silent",
        "next_dealer",
        json!("E"),
        Value::Null,
    );
    let nagashi = json!({"event": "nagashi", "player": "S", "kind": "nagashi"});
    changes(
        "kichijoji",
        nagashi.clone(),
        "nagashi=20",
        "deltas",
        json!({"E": -30, "S": 60, "W": -30}),
        json!({"E": -20, "S": 40, "W": -20}),
    );
    changes(
        "redblue",
        nagashi.clone(),
        "nagashi=yakuman",
        "deltas",
        json!({"E": -4000, "S": 8000, "W": -2000, "N": -2000}),
        json!({"E": -16000, "S": 32000, "W": -8000, "N": -8000}),
    );
    let tanyao = json!({"event": "nagashi", "player": "S", "kind": "nagashi_tanyao"});
    changes(
        "sakae",
        tanyao.clone(),
        "nagashi_tanyao=50",
        "deltas",
        json!({"E": -100, "S": 200, "W": -100}),
        json!({"E": -50, "S": 100, "W": -50}),
    );
    changes(
        "sakae_free",
        tanyao.clone(),
        "nagashi_tanyao=mangan",
        "deltas",
        json!({"E": -16000, "S": 24000, "W": -8000}),
        json!({"E": -4000, "S": 6000, "W": -2000}),
    );
    let none = preset("sakae").with_text("nagashi_tanyao", "none");
    assert!(settle(&none.expect("allowed"), &tanyao).is_err());
    assert!(settle(&preset("vip"), &nagashi).is_err());
    assert!(settle(&preset("kichijoji"), &tanyao).is_err());
    let winds = json!({"event": "first_discards", "discards": ["2z", "3z", "4z", "2z"],
        "round_wind": "E", "dealer": "E"});
    changes(
        "redblue",
        winds,
        "suufon=same_wind_not_round",
        "abort",
        json!(true),
        json!(false),
    );
}

#[test]
pub fn options_of_several_winners() {
    let wins = |discarder: &str, seats: [&str; 2]| {
        json!({"event": "multi_ron", "discarder": discarder,
        "wins": [{"seat": seats[0], "total": 60, "total_without_honba": 50},
                 {"seat": seats[1], "total": 90, "total_without_honba": 80}],
        "honba": 2, "sticks": 1})
    };
    changes(
        "sakae",
        wins("S", ["W", "E"]),
        "double_ron_sticks=kamicha_of_discarder",
        "deltas",
        json!({"E": 80, "S": -140, "W": 70}),
        json!({"E": 100, "S": -140, "W": 50}),
    );
    changes(
        "sakae",
        wins("S", ["W", "E"]),
        "max_ron=1",
        "deltas",
        json!({"E": 80, "S": -140, "W": 70}),
        json!({"E": 0, "S": -60, "W": 70}),
    );
    changes(
        "sakae",
        wins("S", ["W", "E"]),
        "honba_to_all=true",
        "deltas",
        json!({"E": 80, "S": -140, "W": 70}),
        json!({"E": 90, "S": -150, "W": 70}),
    );
    changes(
        "sakae",
        wins("S", ["W", "E"]),
        "win_dealer=winner",
        "next_dealer",
        json!("E"),
        json!("W"),
    );
    changes(
        "sakae",
        wins("S", ["W", "E"]),
        "win_dealer=silent",
        "next_dealer",
        json!("E"),
        Value::Null,
    );
    let three = json!({"event": "multi_ron", "discarder": "N", "sticks": 1, "wins": [
        {"seat": "E", "total": 3900, "total_without_honba": 3900},
        {"seat": "S", "total": 1000, "total_without_honba": 1000},
        {"seat": "W", "total": 2000, "total_without_honba": 2000}]});
    changes(
        "redblue",
        three,
        "max_ron=2",
        "deltas",
        json!({"E": 4900, "S": 1000, "W": 2000, "N": -6900}),
        json!({"E": 4900, "S": 1000, "W": 0, "N": -4900}),
    );
    assert!(settle(&preset("sakae"), &wins("S", ["W", "W"])).is_err());
    assert!(settle(&preset("sakae"), &wins("S", ["S", "W"])).is_err());
    assert!(settle(&preset("sakae"), &wins("S", ["N", "W"])).is_err());
}

#[test]
pub fn options_of_penalties() {
    let chombo = json!({"event": "fault", "player": "E", "kind": "chombo"});
    changes(
        "kichijoji",
        chombo.clone(),
        "chombo=20",
        "deltas",
        json!({"E": -20, "S": 10, "W": 10}),
        json!({"E": -40, "S": 20, "W": 20}),
    );
    changes(
        "sakae",
        chombo.clone(),
        "chombo=chips6_each",
        "chip_deltas",
        json!({"E": -6, "S": 3, "W": 3}),
        json!({"E": -12, "S": 6, "W": 6}),
    );
    changes(
        "redblue",
        chombo,
        "chombo=baiman",
        "deltas",
        json!({"E": -12000, "S": 4000, "W": 4000, "N": 4000}),
        json!({"E": -24000, "S": 8000, "W": 8000, "N": 8000}),
    );
    let gari = json!({"event": "fault", "player": "E", "kind": "gari_discarded"});
    changes(
        "vip",
        gari,
        "gari_discard=win_forfeit",
        "hand",
        json!("redo"),
        json!("continues"),
    );
    // A win goes first: nothing is paid.
    let both =
        json!({"event": "fault", "player": "E", "kind": "false_win_shown", "with_win": true});
    let outcome = settle(&preset("vip"), &both).expect("settled");
    assert!(
        outcome
            .deltas
            .expect("deltas")
            .iter()
            .all(|(_, points)| points == 0)
    );
    let unknown = json!({"event": "fault", "player": "E", "kind": "chonbo"});
    let fault = settle(&preset("kichijoji"), &unknown).expect_err("unknown");
    assert!(fault.to_string().contains("chombo"), "{fault}");
}

#[test]
pub fn options_of_the_end() {
    let bust = json!({"event": "bust", "points": {"E": 0, "S": 50, "W": 100}, "winner": "W"});
    changes(
        "kichijoji",
        bust,
        "bust=le0",
        "game_over",
        json!(false),
        json!(true),
    );
    let out = json!({"event": "bust", "points": {"E": -5, "S": 55, "W": 100}, "winner": "W"});
    changes(
        "kichijoji",
        out.clone(),
        "tobi_bonus=20",
        "deltas",
        json!({"E": -10, "S": 0, "W": 10}),
        json!({"E": -20, "S": 0, "W": 20}),
    );
    changes(
        "kichijoji",
        out,
        "bust=none",
        "busted",
        json!(["E"]),
        json!([]),
    );
    let birds = json!({"event": "yakitori", "birds": ["E", "S"]});
    changes(
        "kichijoji",
        birds,
        "yakitori=each20",
        "deltas",
        json!({"E": -10, "S": -10, "W": 20}),
        json!({"E": -20, "S": -20, "W": 40}),
    );
    changes(
        "kichijoji",
        json!({"event": "yakitori", "birds": ["E", "S"]}),
        "yakitori=none",
        "deltas",
        json!({"E": -10, "S": -10, "W": 20}),
        json!({"E": 0, "S": 0, "W": 0}),
    );
    let end = json!({"event": "end", "points": {"E": 100, "S": 30, "W": 20},
        "chips": {"E": 2, "S": -1, "W": -1}});
    let before = json!({"E": 80, "S": -35, "W": -45});
    changes(
        "kichijoji",
        end.clone(),
        "chip_value=10",
        "result",
        before.clone(),
        json!({"E": 90, "S": -40, "W": -50}),
    );
    changes(
        "kichijoji",
        end.clone(),
        "return=50",
        "result",
        before.clone(),
        json!({"E": 90, "S": -25, "W": -35}),
    );
    changes(
        "kichijoji",
        end.clone(),
        "oka=0",
        "result",
        before,
        json!({"E": 50, "S": -35, "W": -45}),
    );
    // 150 points lie on a table where three began with 50 each.
    changes(
        "kichijoji",
        json!({"event": "end", "points": {"E": 100, "S": 30, "W": 20}}),
        "start=60",
        "unaccounted",
        Value::Null,
        json!(30),
    );
    let end = json!({"event": "end", "points": {"E": 60000, "S": 41000, "W": 4000}});
    changes(
        "sakae_free",
        end.clone(),
        "uma=none",
        "result",
        json!({"E": 45000, "S": 1000, "W": -46000}),
        json!({"E": 35000, "S": 1000, "W": -36000}),
    );
    changes(
        "sakae_free",
        end,
        "kubi=[45000,5000]",
        "result",
        json!({"E": 45000, "S": 1000, "W": -46000}),
        json!({"E": 45000, "S": -4000, "W": -41000}),
    );
    let west =
        json!({"event": "west_check", "points": {"E": 31000, "S": 30000, "W": 20000, "N": 19000}});
    changes(
        "redblue",
        west,
        "west_if_top_le=31000",
        "west",
        json!(false),
        json!(true),
    );
    // A house without the rule cannot answer at all.
    let ooras = json!({"event": "ooras_check", "points": {"E": 45000, "S": 30000, "W": 30000},
        "dealer": "E", "dealer_result": "noten"});
    for (id, played) in [("sakae_free", true), ("kichijoji", false)] {
        let own = preset(id);
        let other = own.with_text("top_dealer_ends", &(!played).to_string());
        for (rules, played) in [(own, played), (other.expect("an option"), !played)] {
            let over = settle(&rules, &ooras).map(|outcome| outcome.game_over);
            let refused = Err(event::EventFault::NotPlayed("ooras_check"));
            assert_eq!(over, if played { Ok(Some(true)) } else { refused }, "{id}");
            met("top_dealer_ends", &toml::Value::Boolean(played));
        }
    }
    let refused = Err(event::EventFault::NotPlayed("west_check"));
    let west = json!({"event": "west_check", "points": {"E": 50, "S": 50, "W": 50}});
    assert_eq!(settle(&preset("kichijoji"), &west), refused);
}
