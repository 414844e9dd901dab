//! `karasu ledger` as a person uses it, in both languages.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use super::tool::{Folder, HAND, karasu, stderr, stdout, text};

pub(super) fn run(lang: &str, args: &[&str]) -> Output {
    karasu(&[&["--lang", lang, "ledger"], args].concat())
}

/// A command that works, and its output.
pub(super) fn ok(args: &[&str]) -> String {
    let output = run("en", args);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{args:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

pub(super) fn json_of(args: &[&str]) -> Value {
    let shown = ok(&[args, &["--json"]].concat());
    serde_json::from_str(&shown).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

pub(super) fn begin(path: &Path, rules: &str, players: &str) {
    ok(&["new", text(path), "--rules", rules, "--players", players]);
}

#[test]
fn an_evening_from_the_first_hand_to_the_account() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    let added = json_of(&[
        "add",
        file,
        "234p067p345s66s78s+6s g:9m",
        "--winner",
        "Ben",
        "--from",
        "Aki",
        "--riichi",
        "--declared",
        "Chie",
    ]);
    // 2 + 5 ron + riichi 2 + tanyao 2 + pinfu 2 + five 1 + red 2 + gari 1 = 17;
    // Ben's own stick comes back, Chie's with it.
    assert_eq!(
        added["points_before"],
        json!({"Aki": 50, "Ben": 50, "Chie": 50})
    );
    assert_eq!(
        added["points_after"],
        json!({"Aki": 33, "Ben": 68, "Chie": 49})
    );
    assert_eq!(added["game"]["dealer"], "Ben");
    // By seat, and by a case: Chie is South now.
    let case = json!({"concealed": "234p067p345s66s78s", "win_tile": "6s", "win": "ron",
        "discarder": "E", "seat_wind": "S"});
    let added = json_of(&["add", file, "--case", &case.to_string()]);
    assert_eq!(added["game"]["dealer"], "Chie");
    let typed = json_of(&["add", file, HAND, "--seat", "E", "--tsumo"]);
    assert_eq!(typed["events"][0]["event"]["hand"]["wins"][0]["winner"], 2);
    ok(&["undo", file]);
    for (lang, needles) in [
        (
            "ja",
            ["Ben ロン (Akiから) 17", "(取り消し)", "持ち点", "親Chie"],
        ),
        (
            "en",
            ["Ben ron from Aki 17", "(undone)", "points", "dealer Chie"],
        ),
    ] {
        let shown = stdout(&run(lang, &["show", file]));
        for needle in needles {
            assert!(shown.contains(needle), "{needle}: {shown}");
        }
        assert_eq!(
            shown.is_ascii(),
            lang == "en" && !shown.contains('東'),
            "{shown}"
        );
    }
    let ended = json_of(&["add", file, "--end"]);
    let result = &ended["game"]["end"]["result"];
    let sum: i64 = ["Aki", "Ben", "Chie"]
        .iter()
        .filter_map(|name| result[*name].as_i64())
        .sum();
    // Return points and oka cancel; chips are worth the same to both sides.
    assert_eq!(sum, 0, "{ended}");
    let over = run("en", &["add", file, "--draw"]);
    assert_eq!(over.status.code(), Some(2));
    assert!(
        stderr(&over).contains("the game is over"),
        "{}",
        stderr(&over)
    );
    let stats = json_of(&["stats", file]);
    assert_eq!(
        (&stats[1]["wins"], &stats[0]["deal_ins"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&stats[2]["karasu"], &stats[1]["gari_per_win"]),
        (&json!(1), &json!(1.0))
    );
    assert!(ok(&["stats", file]).contains('█'));
}

#[test]
fn draws_faults_and_several_winners() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "redblue", "Aki,Ben,Chie,Dan");
    let drawn = json_of(&[
        "add",
        file,
        "--draw",
        "--tenpai",
        "Aki,Ben",
        "--declared",
        "Ben",
    ]);
    let points = json!({"Aki": 26_500, "Ben": 25_500, "Chie": 23_500, "Dan": 23_500});
    assert_eq!(drawn["points_after"], points);
    assert_eq!(
        (&drawn["game"]["honba"], &drawn["game"]["sticks"]),
        (&json!(1), &json!(1))
    );
    let hand = "123m456m789m22p23s+1s";
    let also = format!("{hand} --winner Aki --riichi");
    let won = json_of(&[
        "add", file, hand, "--winner", "Dan", "--from", "Chie", "--also", &also,
    ]);
    let wins = won["events"][0]["event"]["hand"]["wins"]
        .as_array()
        .expect("a list");
    assert_eq!(wins.len(), 2);
    assert_eq!(
        (&wins[0]["winner"], &wins[1]["winner"]),
        (&json!(3), &json!(0))
    );
    let aborted = json_of(&["add", file, "--abort", "--next-dealer", "Ben"]);
    assert_eq!(aborted["game"]["dealer"], "Ben");
    let before = json_of(&["show", file])["points"].clone();
    ok(&["add", file, "--chombo", "Chie"]);
    ok(&["add", file, "--nagashi", "Dan"]);
    let adjust = [
        "add",
        file,
        "--adjust",
        "Aki=-100,Ben=+100",
        "--reason",
        "a slip",
    ];
    ok(&adjust);
    ok(&[
        "add",
        file,
        "--adjust",
        "--honba",
        "3",
        "--reason",
        "forgotten",
    ]);
    assert_eq!(json_of(&["show", file])["honba"], 3);
    for _ in 0..4 {
        ok(&["undo", file]);
    }
    assert_eq!(json_of(&["show", file])["points"], before);
}

/// A receipt of a win, and its file.
fn receipt_of(hand: &str, more: &[&str], file: &Path) {
    let base = [
        "score",
        hand,
        "--rules",
        "kichijoji",
        "--receipt",
        text(file),
    ];
    let done = karasu(&[&base[..], more].concat());
    assert!(file.exists(), "{}", stderr(&done));
}

#[test]
fn only_a_receipt_of_the_win_is_kept_with_it() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    let hand = "234p067p345s66s78s+6s g:9m";
    let ron = ["--ron-from", "E", "--seat", "S", "--riichi"];
    let own = folder.file("own.json");
    receipt_of(hand, &[&ron[..], &["--sticks", "1"]].concat(), &own);
    let events = json_of(&["show", file])["history"].as_array().map(Vec::len);
    let refused = |receipt: &Path, id: &str, exit: i32, more: &[&str]| {
        let args = ["add", file, "--json", "--receipt", text(receipt)];
        let output = run("en", &[&args[..], more].concat());
        assert_eq!(output.status.code(), Some(exit), "{}", stdout(&output));
        let told: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!(told["error"]["id"], id, "{told}");
        let now = json_of(&["show", file])["history"].as_array().map(Vec::len);
        assert_eq!(now, events, "nothing was written");
    };
    let typed = [hand, "--winner", "Ben", "--from", "Aki", "--riichi"];
    // Anything at all; one that was edited; of other tiles, rules, payments.
    let other = folder.file("other.json");
    std::fs::write(&other, r#"{"schema": "karasu.receipt/1", "score": 0.993}"#).expect("written");
    refused(&other, "bad_receipt", 3, &typed);
    let forged = std::fs::read_to_string(&own).expect("a receipt");
    std::fs::write(&other, forged.replacen("\"total\":17", "\"total\":71", 1)).expect("written");
    refused(&other, "receipt_differs", 2, &typed);
    refused(
        &own,
        "receipt_of_another",
        2,
        &[
            "234p067p345s66s78s+9s",
            "--winner",
            "Ben",
            "--from",
            "Aki",
            "--riichi",
        ],
    );
    refused(
        &own,
        "receipt_of_another",
        2,
        &[hand, "--winner", "Ben", "--riichi"],
    );
    let stick = folder.file("stick.json");
    receipt_of(hand, &ron, &stick);
    refused(&stick, "receipt_of_another", 2, &typed);
    let ruled = folder.file("ruled.json");
    receipt_of(
        hand,
        &[&ron[..], &["--sticks", "1", "--set", "base_points=3"]].concat(),
        &ruled,
    );
    refused(&ruled, "receipt_of_another", 2, &typed);
    // Beside what is no win, and where two ways say who won.
    refused(&own, "no_hand_here", 2, &["--draw"]);
    refused(&own, "two_players", 2, &["--winner", "Chie"]);
    refused(&own, "said_by_receipt", 2, &["--ippatsu"]);
    // The receipt alone says the win; what is kept is the receipt.
    let added = json_of(&["add", file, "--receipt", text(&own)]);
    let win = &added["events"][0]["event"]["hand"]["wins"][0];
    assert_eq!((&win["winner"], &win["total"]), (&json!(1), &json!(17)));
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(&own).expect("a receipt")).expect("JSON");
    assert_eq!(win["receipt"], kept);
    let ledger = karasu::ledger::Ledger::open(&path).expect("a ledger");
    let record = ledger.records().last().expect("an event");
    let karasu::ledger::Event::Hand(written) = &record.event else {
        panic!("{record:?}");
    };
    let again = written.wins[0].receipt().expect("kept").expect("a receipt");
    assert!(again.verify().agrees());
    drop(ledger);
    ok(&["undo", file]);
    // Typed and kept at once, as before.
    let args = [&["add", file, "--receipt", text(&own)], &typed[..]].concat();
    assert_eq!(
        json_of(&args)["events"][0]["event"]["hand"]["wins"][0]["receipt"],
        kept
    );
}

#[test]
fn an_export_is_not_written_over_its_ledger() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    for name in [
        file.to_owned(),
        format!("{}/./a.karasu", text(folder.path())),
    ] {
        let output = run("en", &["export", file, "--out", &name]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("the ledger itself"));
    }
    ok(&["check", file]);
    let export = folder.file("a.json");
    for _ in 0..2 {
        ok(&["export", file, "--out", text(&export)]);
    }
    assert_eq!(
        std::fs::read_to_string(&export).expect("an export"),
        ok(&["export", file])
    );
}

#[test]
fn a_changed_ledger_is_told_at_once() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    super::tool::evening(&path);
    let file = text(&path);
    assert!(ok(&["check", file]).contains("as they were written"));
    let mut bytes = std::fs::read(&path).expect("read");
    let at = bytes
        .windows(4)
        .rposition(|window| window == b"seq\"")
        .expect("an event");
    bytes[at] = b'S';
    std::fs::write(&path, bytes).expect("written");
    for command in ["check", "show", "stats", "export"] {
        for (lang, word) in [("ja", "ハッシュ"), ("en", "hash")] {
            let output = run(lang, &[command, file]);
            assert_eq!(output.status.code(), Some(3), "{command}");
            assert!(stderr(&output).contains(word), "{}", stderr(&output));
        }
    }
}

#[test]
fn an_export_goes_to_another_machine_and_is_the_same_ledger() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    super::tool::evening(&path);
    let file = text(&path);
    let head = json_of(&["check", file])["head"].clone();
    for format in ["csv", "json"] {
        let out = folder.file(format);
        let copy = folder.file(&format!("{format}.karasu"));
        ok(&["export", file, "--format", format, "--out", text(&out)]);
        ok(&["import", text(&out), text(&copy)]);
        assert_eq!(json_of(&["check", text(&copy)])["head"], head, "{format}");
        let again = run("en", &["import", text(&out), text(&copy)]);
        assert_eq!(again.status.code(), Some(3));
        assert!(stderr(&again).contains("exists"), "{}", stderr(&again));
    }
}

#[test]
fn without_a_name_the_ledger_in_the_data_folder_is_meant() {
    let folder = Folder::new();
    let data = folder.file("data");
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(args)
            .env("KARASU_DATA", &data)
            .output()
            .expect("the program starts")
    };
    let none = run(&["ledger", "--lang", "en"]);
    assert_eq!(none.status.code(), Some(3));
    assert!(stderr(&none).contains("ledger.karasu"), "{}", stderr(&none));
    let new = [
        "ledger",
        "new",
        "--rules",
        "vip",
        "--players",
        "Aki,Ben,Chie",
    ];
    assert_eq!(run(&new).status.code(), Some(0));
    assert!(data.join("ledger.karasu").is_file());
    let add = ["ledger", "add", HAND, "--winner", "Aki"];
    assert_eq!(run(&add).status.code(), Some(0));
    assert!(stdout(&run(&["ledger"])).contains("Aki"));
}

#[test]
fn nobody_is_adjusted_twice_in_one_breath() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    for lang in ["ja", "en"] {
        let refused = run(
            lang,
            &["add", file, "--adjust", "Aki=+1,Aki=-1", "--reason", "x"],
        );
        assert_eq!(refused.status.code(), Some(2));
        assert!(
            stderr(&refused).contains("--adjust: "),
            "{}",
            stderr(&refused)
        );
    }
    assert_eq!(json_of(&["check", file])["events"], 1);
}

#[test]
fn an_edited_csv_is_not_taken_for_what_happened() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "kichijoji", "Aki,Ben,Chie");
    ok(&["add", file, "--adjust", "Aki=+5,Ben=-5", "--reason", "x"]);
    let csv = folder.file("a.csv");
    ok(&["export", file, "--format", "csv", "--out", text(&csv)]);
    let whole = std::fs::read_to_string(&csv).expect("written");
    let copy = folder.file("b.karasu");
    for (lang, word) in [("ja", "書き換えられています"), ("en", "was edited")] {
        let edited = whole.replace("Aki=+5 Ben=-5", "Aki=+9 Ben=-9");
        assert_ne!(edited, whole);
        std::fs::write(&csv, edited).expect("edited");
        let refused = run(lang, &["import", text(&csv), text(&copy)]);
        assert_eq!(refused.status.code(), Some(3));
        let said = stderr(&refused);
        assert!(said.contains(word) && said.contains("Aki=+9"), "{said}");
        assert!(!copy.exists(), "nothing was made");
    }
    std::fs::write(&csv, whole).expect("restored");
    ok(&["import", text(&csv), text(&copy)]);
}

#[test]
fn the_columns_stand_under_the_names_however_long_they_are() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    let file = text(&path);
    begin(&path, "vip", "Aki,Bartholomew the Third,C");
    ok(&["add", file, "--draw", "--tenpai", "C"]);
    for shown in [
        ok(&["show", file]),
        ok(&["add", file, "--draw", "--tenpai", "C"]),
    ] {
        let mut head = shown.lines().filter(|line| line.ends_with(" C"));
        let head = head.next_back().expect("the names");
        let points = shown.lines().find(|line| line.starts_with("points"));
        let points = points.expect("the points");
        let last = points.rfind(' ').expect("a blank") + 1;
        assert_eq!(last, head.len() - 1, "{shown}");
    }
    let stats = ok(&["stats", file]);
    let mut lines = stats.lines();
    let at = lines.next().and_then(|line| line.find("hands"));
    for line in lines.take(3) {
        let value = at.and_then(|at| line.get(at - 1..at + 1));
        assert_eq!(value, Some(" 2"), "{stats}");
    }
}
