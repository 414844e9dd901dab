//! `karasu score` and `karasu rules` as a person uses them.

#[path = "score_cli/cases.rs"]
mod cases;

use std::process::{Command, Output};

fn karasu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(args)
        .output()
        .expect("the program starts")
}

fn text(args: &[&str]) -> String {
    let output = karasu(args);
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// 14 tiles of the seed's example: karasu, both red fives, ura and arisu.
const HAND: &str = "234p067p340s66s78s+6s u:5z a:4p3z";

#[test]
fn the_count_out_ends_at_the_total() {
    let shown = text(&["score", HAND, "--riichi", "--lang", "ja", "--explain"]);
    // 2, riichi 2, tsumo 1, tanyao 2, pinfu 2, reds 4, karasu 20.
    assert!(
        shown.contains("カラス                               20点       33"),
        "{shown}"
    );
    assert!(shown.contains("合計 33点"), "{shown}");
    // Two reds and two 4p… アリス: 4p once in 234p, once turned: × 4.
    assert!(
        shown.contains("チップ倍率                           ×4"),
        "{shown}"
    );
    assert!(shown.contains("東 -33  南 +66  西 -33"), "{shown}");
    let english = text(&["--lang", "en", "score", HAND, "--riichi", "--explain"]);
    assert!(english.contains("Total 33 points"), "{english}");
    let plain = english.replace(['×', '§', '−'], "");
    assert!(plain.is_ascii(), "{english}");
}

#[test]
fn fu_are_explained_line_by_line() {
    let shown = text(&[
        "--lang",
        "en",
        "score",
        "123m456p789s11z23s+1s",
        "--rules",
        "riichi4",
        "--riichi",
        "--ron-from",
        "W",
        "--explain",
    ]);
    assert!(
        shown.contains("base 20 + closed ron 10 + pair 1z 2 = 32 → 40"),
        "{shown}"
    );
    assert!(shown.contains("Total 1 han 40 fu 1300 points"), "{shown}");
}

#[test]
fn two_rule_sets_stand_side_by_side_with_differences_marked() {
    let shown = text(&[
        "--lang",
        "ja",
        "score",
        "11p22p33p789s11z78s9s",
        "--riichi",
        "--compare",
        "kichijoji,vip",
    ]);
    let line = |name: &str| {
        let mut lines = shown.lines();
        lines
            .find(|line| line.contains(name))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(line("混全帯么九").starts_with('≠'), "{shown}");
    assert!(line("門前ツモ").starts_with(' '), "{shown}");
    assert!(
        line("合計").contains("44") && line("合計").contains("28"),
        "{shown}"
    );
}

#[test]
fn a_refusal_names_the_test_and_the_tiles() {
    let shape = karasu(&["--lang", "en", "score", "112233p77889s11z+8s"]);
    let shown = String::from_utf8(shape.stdout).expect("UTF-8");
    assert!(
        shown.contains("not_winning_shape") && shown.contains("[69s]"),
        "{shown}"
    );
    let waits = karasu(&[
        "--lang",
        "en",
        "score",
        "123m45678m234p55z+9m",
        "--rules",
        "redblue",
        "--ron-from",
        "E",
    ]);
    let shown = String::from_utf8(waits.stdout).expect("UTF-8");
    assert!(
        shown.contains("multi_wait") && shown.contains("[369m]"),
        "{shown}"
    );
    assert_eq!(waits.status.code(), Some(4));
}

#[test]
fn options_are_set_on_the_command_line_and_in_a_file() {
    let total = |more: &[&str]| {
        let args = [
            &[
                "score",
                "234p067p345s66s78s+6s g:9m",
                "--ron-from",
                "E",
                "--json",
            ],
            more,
        ]
        .concat();
        let answer: serde_json::Value = serde_json::from_str(&text(&args)).expect("JSON");
        answer["result"]["total"].as_i64().expect("a total")
    };
    assert_eq!(total(&[]), 15);
    assert_eq!(total(&["--set", "red_five_value=stack"]), 16);
    assert_eq!(
        total(&["--set", "red_five_value=stack", "--set", "base_points=0"]),
        14
    );
    let path = std::env::temp_dir().join(format!("karasu-club-{}.toml", std::process::id()));
    std::fs::write(
        &path,
        "id = \"club\"\nbase = \"kichijoji\"\nred_five_value = \"stack\"\n",
    )
    .expect("written");
    let file = path.to_str().expect("UTF-8").to_owned();
    assert_eq!(total(&["--rules", &file]), 16);
    let checked = karasu(&["rules", "check", &file]);
    assert_eq!(checked.status.code(), Some(0));
    std::fs::write(
        &path,
        "id = \"club\"\nbase = \"kichijoji\"\nred_five_value = \"both\"\n",
    )
    .expect("written");
    let checked = karasu(&["--lang", "en", "rules", "check", &file]);
    assert_eq!(checked.status.code(), Some(3));
    let shown = String::from_utf8(checked.stdout).expect("UTF-8");
    assert!(
        shown.contains("line 3") && shown.contains("\"replace\" | \"stack\""),
        "{shown}"
    );
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn every_rule_set_is_listed_and_shown_in_both_languages() {
    let list = text(&["rules", "list", "--json"]);
    assert_eq!(list.lines().count(), karasu::rules::PRESETS.len());
    for id in karasu::rules::PRESETS {
        for lang in ["ja", "en"] {
            let sheet = text(&["--lang", lang, "rules", "show", id]);
            assert!(sheet.lines().count() > 60, "{sheet}");
        }
    }
    let same = text(&["rules", "diff", "vip", "vip", "--json"]);
    assert_eq!(same.trim(), "[]");
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_told_once_and_is_no_success() {
    for args in [
        &["score", HAND][..],
        &["rules", "show", "vip"],
        &["rules", "list"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(args)
            .stdout(full)
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(told.matches("stdout").count(), 1, "{args:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn rules_and_cases_that_are_no_files_are_refused_at_once() {
    let code = |args: &[&str]| karasu(args).status.code();
    assert_eq!(code(&["score", HAND, "--rules", "/dev/zero"]), Some(2));
    assert_eq!(code(&["rules", "check", "/dev/zero"]), Some(3));
    assert_eq!(code(&["score", "--cases", "no/such.jsonl"]), Some(2));
    assert_eq!(code(&["score", "--cases", "/"]), Some(2));
}

#[test]
fn a_comparison_begins_with_the_rules_named() {
    let shown = text(&[
        "score",
        HAND,
        "--lang",
        "en",
        "--rules",
        "kichijoji",
        "--compare",
        "vip,kichijoji",
    ]);
    let first = shown.lines().next().unwrap_or_default();
    let (ours, other) = (first.find("kichijoji"), first.find("vip"));
    assert!(ours.is_some() && ours < other, "{shown}");
    assert_eq!(first.matches("kichijoji").count(), 1, "{shown}");
}

/// A plain closed hand with a yaku of its own, one tile pulled.
const UNSAID: &str = "234p567p345s66s78s+6s g:9m d:1z";

#[test]
fn what_was_not_said_and_would_change_the_result_is_told() {
    let shown = text(&["--lang", "ja", "score", UNSAID, "--ron-from", "W"]);
    for line in [
        "? リーチを言っていない: --riichi なら +2点 (16点) / --double-riichi なら +4点 (18点)",
        "? 和了者の席を言っていない: --seat E なら +1点 (15点)",
        "? 海底・河底を言っていない: --last-tile なら +2点 (16点)",
        "? 供託は 0 とした (--sticks N)",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    // What cannot matter here is not mentioned: 本場, other rounds, 一発, 裏.
    for absent in ["本場", "場を言", "一発", "裏ドラ", "ツモか", "抜きドラを"] {
        assert!(!shown.contains(absent), "{absent}\n{shown}");
    }
    // The counters, which every win has, come last and with their difference
    // only where all is explained.
    assert!(shown.trim_end().ends_with("(--sticks N)"), "{shown}");
    let explained = ["score", UNSAID, "--ron-from", "W", "--explain"];
    let explained = text(&[&["--lang", "ja"], &explained[..]].concat());
    let counters = "? 供託を言っていない: --sticks 1 なら 収入が+1点";
    assert!(explained.contains(counters), "{explained}");
    let english = text(&["--lang", "en", "score", UNSAID, "--riichi", "--sticks", "0"]);
    for line in [
        "? ippatsu not stated: with --ippatsu +2 points from each",
        "? the ura indicators not stated: at most +6 points from each",
        "+3 chips (with u:5s)",
        "? tsumo or ron not stated: with --ron-from W",
    ] {
        assert!(english.contains(line), "{line}\n{english}");
    }
    assert!(!english.contains("the sticks"), "{english}");
}

#[test]
fn unsaid_facts_stand_in_the_json_and_none_when_all_is_said() {
    let answer = |more: &[&str]| -> serde_json::Value {
        let args = [&["score", UNSAID, "--ron-from", "W", "--json"], more].concat();
        serde_json::from_str(&text(&args)).expect("JSON")
    };
    let open = answer(&[]);
    let facts = open["unsaid"].as_array().expect("a list");
    let riichi = facts.iter().find(|fact| fact["fact"] == "riichi");
    let riichi = &riichi.expect("riichi")["answers"][0];
    assert_eq!(riichi["flag"], "--riichi");
    assert_eq!(riichi["change"]["total"], 2);
    assert_eq!(riichi["total"], 16);
    let said = answer(&["--seat", "S", "--sticks", "0", "--riichi"]);
    let facts = said["unsaid"].as_array().expect("a list");
    for fact in ["seat", "sticks", "riichi"] {
        assert!(facts.iter().all(|open| open["fact"] != fact), "{facts:?}");
    }
}

#[test]
fn a_hand_without_yaku_is_told_what_would_make_it_win() {
    let hand = ["score", "123m456p789s11z23s+1s", "--rules", "riichi4"];
    let args = [&["--lang", "ja"], &hand[..], &["--ron-from", "W"]].concat();
    let output = karasu(&args);
    assert_eq!(output.status.code(), Some(4));
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        shown.contains("? リーチを言っていない: --riichi なら 和了できる (1300点)"),
        "{shown}"
    );
}

#[test]
fn a_bracket_is_counted_out_as_one_sum() {
    let hand = ["score", "234p777p345s66s78s+6s g:55m", "--rules", "sakae"];
    let args = [&["--lang", "ja"], &hand[..], &["--riichi", "--explain"]].concat();
    let shown = text(&args);
    // (1 + 3 han + 2 pulled) × 4 = 24 → 30, × 2.
    for line in [
        "断么九                               1翻        4",
        "ガリ                                 2枚        6",
        "合計 3翻 24 → 30 60点",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    // A dora would spoil カラス: what it can take is told too.
    let clean = [
        "score",
        "8p+8p(222p)(555s)(111z)[7777s]",
        "--rules",
        "sakae",
    ];
    let clean = text(&[&["--lang", "en"], &clean[..], &["--ron-from", "E"]].concat());
    assert!(
        clean.contains("? the dora indicators not stated: at most -"),
        "{clean}"
    );
}

#[test]
fn every_line_names_its_rule() {
    let shown = text(&["score", HAND, "--riichi", "--lang", "ja", "--explain"]);
    assert!(shown.contains("[kichijoji.md §2: karasu_points"), "{shown}");
    assert!(shown.contains("[kichijoji.md §3: yaku.tanyao"), "{shown}");
    assert!(
        shown.contains("別の読み 234p 567p 345s 678s 66s (単騎): 31点, 2点少ない (− 平和)"),
        "{shown}"
    );
    // A value that was changed is no longer what the paragraph says.
    let args = [
        "score",
        HAND,
        "--riichi",
        "--json",
        "--set",
        "karasu_points=[10,10]",
    ];
    let answer: serde_json::Value = serde_json::from_str(&text(&args)).expect("JSON");
    let items = answer["result"]["items"].as_array().expect("items");
    let rule = |id: &str| {
        let item = items.iter().find(|item| item["id"] == id);
        item.expect("the item")["rule"]
            .as_str()
            .expect("a text")
            .to_owned()
    };
    assert_eq!(rule("karasu"), "karasu_points, karasu_kokushi");
    assert!(
        rule("base").starts_with("kichijoji.md §2"),
        "{}",
        rule("base")
    );
    let fu = text(&[
        "--lang",
        "en",
        "score",
        "123m456p789s11z23s+1s",
        "--rules",
        "redblue",
        "--riichi",
        "--explain",
    ]);
    assert!(fu.contains("[redblue.md §5: fu"), "{fu}");
}

#[test]
fn a_refusal_says_which_yaku_is_missing_on_which_wait() {
    let refused = |args: &[&str]| {
        let output = karasu(&[&["--lang", "ja", "score"], args].concat());
        assert_eq!(output.status.code(), Some(4));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let straight = refused(&[
        "123m45678m234p55z+9m",
        "--rules",
        "redblue",
        "--ron-from",
        "E",
    ]);
    assert!(
        straight.contains("一気通貫は36m待ちでは付かない [369m]"),
        "{straight}"
    );
    // 完全先付: 一気通貫 on 9p, nothing on 3p and 6p.
    let half = [
        "12345678p11z (999s)+9p",
        "--rules",
        "sakae_free",
        "--ron-from",
        "E",
    ];
    let half = refused(&half);
    assert!(half.contains("36p待ちでは役がない [36p]"), "{half}");
}

#[test]
fn each_rule_set_of_a_comparison_says_what_it_was_not_told() {
    let args = [
        "score",
        UNSAID,
        "--ron-from",
        "W",
        "--compare",
        "kichijoji,vip",
    ];
    let shown = text(&[&["--lang", "en"], &args[..]].concat());
    for line in [
        "kichijoji: ? riichi not stated: with --riichi +2 points",
        "vip: ? riichi not stated: with --riichi +1 point",
        "vip: ? the honba and the sticks on the table taken as 0 (--honba N --sticks N)",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert!(!shown.starts_with('?'), "{shown}");
    let json = text(&[&args[..], &["--json"]].concat());
    let answers: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for answer in answers.as_array().expect("a list") {
        let facts = answer["unsaid"].as_array().expect("a list");
        assert!(
            facts.iter().any(|fact| fact["fact"] == "riichi"),
            "{answer}"
        );
    }
}

/// A seat that only one of the tables has is refused in the other's column.
#[test]
fn a_comparison_keeps_a_seat_that_one_table_has() {
    let hand = [
        "score",
        "234p567p345s66s78s+6s",
        "--compare",
        "redblue,vip",
        "--seat",
        "N",
    ];
    let shown = text(&[&["--lang", "en"], &hand[..]].concat());
    assert!(shown.contains("vip: "), "{shown}");
}

#[test]
fn the_largest_numbers_are_refused_and_never_a_panic() {
    for option in [
        "base_points=-2147483648",
        "honba_value=-2147483648",
        "prize_step=100000",
    ] {
        let args = [
            "score",
            "123p456p789s55p66z+6z",
            "--rules",
            "kichijoji",
            "--set",
            option,
        ];
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(args)
            .output()
            .expect("karasu runs");
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
    let honba = [
        "score",
        "123p456p789s55p66z+6z",
        "--rules",
        "redblue",
        "--set",
    ];
    for (value, code) in [("honba=[100000,100000]", 2), ("honba=[10000,10000]", 0)] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(honba)
            .args([value, "--honba", "9999", "--ron-from", "E", "--riichi"])
            .output()
            .expect("karasu runs");
        assert_eq!(output.status.code(), Some(code), "{value}");
    }
}

/// The tiles of a line of a hand.
fn tiles_of(args: &[&str], line: &str) -> String {
    let record = text(&[args, &["--rules", "kichijoji", "--json"]].concat());
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let items = record["result"]["items"].as_array().expect("a list");
    let item = items.iter().find(|item| item["id"] == line);
    let item = item.unwrap_or_else(|| panic!("no {line} in {record}"));
    item["tiles"].to_string()
}

/// A wild 白 is a tile of the kind for which it stands, and no 白.
#[test]
fn lines_of_a_wild_tile_point_at_what_it_stands_for() {
    let wild = ["--riichi", "--ippatsu", "--tsumo"];
    let dora = ["score", "55z123p456p789s78s+5z", "--dora", "7z"];
    let dora = tiles_of(&[&dora[..], &wild].concat(), "dora");
    assert_eq!(dora.matches("5z").count(), 2, "{dora}");
    let fives = ["score", "34p55z123p456p789s+5z"];
    let fives = tiles_of(&[&fives[..], &wild].concat(), "fives");
    // 5p of 456p, and the 白 that ends 34.
    assert!(fives.contains("5p") && fives.contains("5z"), "{fives}");
}

#[test]
fn a_triplet_that_comes_with_the_winning_tile_is_told_as_such() {
    let hand = ["score", "33555p678s55z+5z (111s)", "--rules", "redblue"];
    let refused = karasu(&[&["--lang", "en"], &hand[..]].concat());
    let told = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert_eq!(refused.status.code(), Some(4), "{told}");
    assert!(told.contains("only with the winning tile"), "{told}");
}

#[test]
fn an_option_that_the_rules_do_not_use_is_told() {
    let hand = ["score", "123m456p789s11z23s+1s", "--rules", "riichi4"];
    for (lang, word) in [("ja", "使われません"), ("en", "does not use")] {
        let set = ["--lang", lang, "--set", "honba_value=50"];
        let warned = karasu(&[&hand[..], &set].concat());
        let told = String::from_utf8_lossy(&warned.stderr).into_owned();
        assert_eq!(warned.status.code(), Some(0), "{told}");
        assert!(
            told.contains(word) && told.contains("honba_value"),
            "{told}"
        );
    }
    let used = karasu(&[&hand[..], &["--set", "kiriage=true"]].concat());
    assert!(used.stderr.is_empty());
}

#[test]
fn a_message_repeats_no_text_of_any_length() {
    let long = "x".repeat(5000);
    let case =
        format!(r#"{{"concealed":"123m","win_tile":"{long}","win":"tsumo","seat_wind":"S"}}"#);
    let path = std::env::temp_dir().join(format!("karasu-long-{}.jsonl", std::process::id()));
    std::fs::write(&path, case).expect("written");
    let args = [
        "score",
        "--cases",
        path.to_str().expect("UTF-8"),
        "--rules",
        "vip",
    ];
    let output = karasu(&args);
    assert!(output.stdout.len() < 1000, "{} bytes", output.stdout.len());
    std::fs::remove_file(&path).expect("removed");
}
