//! What `karasu ledger` refuses, and what it tells of what it does not count.

use std::path::Path;

use serde_json::{Value, json};

use super::commands::{begin, json_of, ok, run};
use super::tool::{Folder, HAND, stderr, text};

/// A command, its exit code, and what it says.
type Wrong<'a> = (Vec<&'a str>, i32, &'a str);

/// Flags that say nothing of the event beside which they stand.
fn beside_an_event(file: &str) -> Vec<Wrong<'_>> {
    let rows: &[(&[&'static str], &'static str)] = &[
        (&["--draw", "--tenpai", "Aki", "--riichi"], "--riichi"),
        (&["--draw", "--honba", "3"], "--honba 3"),
        (&["--draw", "--sticks", "2"], "--sticks 2"),
        (&["--draw", "--from", "Ben"], "--from"),
        (&["--draw", "--also", "x --winner Chie"], "--also"),
        (&["--draw", "--call-order-unknown"], "--call-order-unknown"),
        (&["--draw", "--set", "noten=0"], "--set"),
        (&["--nagashi", "Aki", "--ron-from", "S"], "--ron-from"),
        (&["--nagashi", "Aki", "--round", "S"], "--round S"),
        (&["--abort", "--tenpai", "Aki"], "--tenpai"),
        (&[HAND, "--winner", "Aki", "--tenpai", "Ben"], "--tenpai"),
        (&["--chombo", "Ben", "--declared", "Aki"], "--declared"),
        (&["--chombo", "Ben", "--tenpai", "Chie"], "--tenpai"),
        (&["--chombo", "Ben", "--riichi"], "--riichi"),
        (&["--chombo", "Ben", "--honba", "0"], "--honba"),
        (&["--end", "--tenpai", "Aki"], "--tenpai"),
        (&["--end", "--declared", "Aki"], "--declared"),
        (&["--end", "--sticks", "0"], "--sticks"),
        (&["--end", "--next-dealer", "Aki"], "--next-dealer"),
        (&["--adjust", "--honba", "1", "--tsumo"], "--tsumo"),
        (
            &["--adjust", "--honba", "1", "--declared", "Aki"],
            "--declared",
        ),
        (
            &[
                HAND,
                "--winner",
                "Aki",
                "--from",
                "Ben",
                "--also",
                "x --winner Chie --tsumo",
            ],
            "--tsumo",
        ),
    ];
    let row = |(more, word): &(&[&'static str], &'static str)| {
        ([&["add", file], *more].concat(), 2, *word)
    };
    rows.iter().map(row).collect()
}

/// Flags that a case leaves no room for, and cases that do not fit.
fn beside_a_case(file: &str) -> Vec<Wrong<'_>> {
    const CASE: &str = concat!(
        r#"{"concealed": "234p567p345s66s78s", "win_tile": "6s", "win": "ron", "#,
        r#""seat_wind": "S", "discarder": "E"}"#
    );
    const OTHER: &str = concat!(
        r#"{"concealed": "234p567p345s66s78s", "win_tile": "6s", "win": "ron", "#,
        r#""seat_wind": "S", "discarder": "W"}"#
    );
    const RULED: &str = concat!(
        r#"{"concealed": "234p567p345s66s78s", "win_tile": "6s", "win": "ron", "#,
        r#""seat_wind": "S", "discarder": "E", "rules": "vip"}"#
    );
    const OPTION: &str = concat!(
        r#"{"concealed": "234p567p345s66s78s", "win_tile": "6s", "win": "ron", "#,
        r#""seat_wind": "S", "discarder": "E", "options": {"kuitan": true}}"#
    );
    let rows: &[(&[&'static str], &'static str)] = &[
        (&["--case", CASE, "--from", "Chie"], "--from"),
        (&["--case", CASE, "--winner", "Ben"], "--winner"),
        (&["--case", CASE, "--ippatsu"], "--ippatsu"),
        (&["--case", CASE, "--dora", "3p"], "--dora"),
        (&["--case", CASE, "--honba", "4"], "--honba 4"),
        (&["--case", CASE, "--tenpai", "Aki"], "--tenpai"),
        (&["--case", CASE, "--case", OTHER], "--case"),
        (&["--case", RULED], "kichijoji"),
        (&["--case", OPTION], "--set"),
    ];
    let row = |(more, word): &(&[&'static str], &'static str)| {
        ([&["add", file], *more].concat(), 2, *word)
    };
    rows.iter().map(row).collect()
}

#[test]
fn what_is_wrong_is_said_in_the_language_with_its_code() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    let missing = folder.file("none.karasu");
    let missing = text(&missing);
    let three = ["--rules", "vip", "--players"];
    let new = |players: &'static str| [&["new", missing][..], &three, &[players]].concat();
    let add = |more: &[&'static str]| [&["add", file][..], more].concat();
    let wrong: &[(Vec<&str>, i32, &str)] = &[
        (vec!["show", missing], 3, "karasu ledger new"),
        (vec!["check", "Cargo.toml"], 3, "Cargo.toml"),
        (vec!["import", "Cargo.toml", missing], 3, "Cargo.toml"),
        (new("Aki,Ben"), 2, "3"),
        (new("Aki,Aki,Ben"), 2, "Aki"),
        (
            vec!["new", missing, "--rules", "vipp", "--players", "A,B,C"],
            2,
            "(vip?)",
        ),
        (
            vec!["new", file, "--rules", "vip", "--players", "A,B,C"],
            2,
            "--end",
        ),
        (vec!["show", file, "--game", "7"], 2, "1"),
        (vec!["export", file, "--format", "xml"], 2, "--format xml"),
        (add(&[]), 2, "--draw"),
        (add(&[HAND]), 2, "--winner"),
        (add(&[HAND, "--winner", "Dan"]), 2, "Aki, Ben, Chie"),
        (add(&[HAND, "--winner", "Aki", "--seat", "S"]), 2, "--seat"),
        (add(&[HAND, "--winner", "Aki", "--from", "Aki"]), 2, ""),
        (
            add(&[HAND, "--winner", "Aki", "--honba", "2"]),
            2,
            "--honba 2",
        ),
        (
            add(&[HAND, "--winner", "Aki", "--sticks", "2"]),
            2,
            "--sticks 2",
        ),
        (
            add(&[HAND, "--winner", "Aki", "--set", "red_five_value=stack"]),
            2,
            "--set",
        ),
        (add(&[HAND, "--winner", "Aki", "--ippatsu"]), 4, ""),
        (add(&["12x", "--winner", "Aki"]), 2, "m p s z f"),
        (add(&["--draw", "--chombo", "Aki"]), 2, "--chombo"),
        (add(&["--draw", "--tenpai", "Dan"]), 2, "Dan"),
        (add(&["--draw", HAND]), 2, HAND),
        (add(&["--chombo", "Aki", "--kind", "chonbo"]), 2, "chombo"),
        (add(&["--adjust", "Aki"]), 2, "A=+10"),
        (add(&["--adjust", "Aki=+1,Ben=-1"]), 2, "--reason"),
        (add(&["--adjust", "Aki=+1", "--reason", "x"]), 2, "+1"),
        (add(&["--case", "{}"]), 2, "concealed"),
        (add(&["--case", "[1]"]), 2, "--case"),
        (
            add(&[
                HAND,
                "--winner",
                "Aki",
                "--from",
                "Ben",
                "--also",
                "x --winer Chie",
            ]),
            2,
            "--winer",
        ),
        (
            add(&[
                HAND,
                "--winner",
                "Aki",
                "--from",
                "Ben",
                "--also",
                "x --winner \"Chie",
            ]),
            2,
            "--also",
        ),
    ];
    let wrong = [wrong, &beside_an_event(file), &beside_a_case(file)].concat();
    for (args, code, word) in &wrong {
        for lang in ["ja", "en"] {
            let output = run(lang, args);
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(*code), "{args:?}: {told}");
            assert!(told.contains(word), "{args:?}: {told}");
            assert_eq!(told.is_ascii(), lang == "en", "{args:?}: {told}");
            assert!(output.stdout.is_empty(), "{args:?}");
        }
        let output = run("en", &[args.as_slice(), &["--json"]].concat());
        let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(record["error"]["id"].is_string(), "{args:?}");
    }
    assert_eq!(json_of(&["check", file])["events"], 1);
    assert!(!Path::new(missing).exists());
    ok(&["undo", file]);
    let nothing = run("en", &["undo", file]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).contains("nothing to undo"));
}

#[test]
fn a_name_with_blanks_wins_too() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "redblue", "Aki K,Ben,Chie,Dan");
    let hand = "123m456m789m22p23s+1s";
    let also = format!("{hand} --winner \"Aki K\" --riichi");
    let won = json_of(&[
        "add", file, hand, "--winner", "Dan", "--from", "Chie", "--also", &also,
    ]);
    let wins = &won["events"][0]["event"]["hand"]["wins"];
    assert_eq!(
        (&wins[0]["winner"], &wins[1]["winner"]),
        (&json!(3), &json!(0))
    );
}

#[test]
fn a_winner_who_is_not_counted_is_told() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    let new = [
        "new",
        file,
        "--rules",
        "redblue",
        "--players",
        "Aki,Ben,Chie,Dan",
    ];
    ok(&[&new[..], &["--set", "max_ron=1"]].concat());
    let hand = "123m456m789m22p23s+1s";
    let also = format!("{hand} --winner Aki");
    for (lang, word) in [("ja", "頭ハネ"), ("en", "not counted")] {
        let args = [
            "add", file, hand, "--winner", "Dan", "--from", "Chie", "--also", &also,
        ];
        let won = run(lang, &args);
        assert_eq!(won.status.code(), Some(0), "{}", stderr(&won));
        let told = stderr(&won);
        assert!(told.contains(word) && told.contains("Aki"), "{told}");
        assert_eq!(told.is_ascii(), lang == "en", "{told}");
        ok(&["undo", file]);
    }
}

#[test]
fn an_import_blames_the_file_that_is_at_fault() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    let export = folder.file("a.json");
    ok(&["export", text(&path), "--out", text(&export)]);
    let within = export.join("x.karasu");
    let refused = run("en", &["import", text(&export), text(&within)]);
    assert_eq!(refused.status.code(), Some(3));
    let told = stderr(&refused);
    assert!(told.contains("x.karasu"), "{told}");
    let refused = run(
        "en",
        &["import", "Cargo.toml", text(&folder.file("b.karasu"))],
    );
    assert!(
        stderr(&refused).contains("Cargo.toml"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn the_run_of_wins_goes_with_its_dealer() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "redblue", "Aki,Ben,Chie,Dan");
    let hand = "123m456m789m22p23s+1s";
    for _ in 0..2 {
        ok(&["add", file, hand, "--winner", "Aki"]);
    }
    let streak = |added: &Value| {
        let events = added["events"].as_array().expect("a list");
        events[0]["event"]["hand"]["next"]["streak"].clone()
    };
    let kept = json_of(&["add", file, hand, "--winner", "Aki", "--next-dealer", "Aki"]);
    assert_eq!(streak(&kept), 3);
    let taken = json_of(&["add", file, hand, "--winner", "Aki", "--next-dealer", "Ben"]);
    assert_eq!(streak(&taken), 0);
}
