//! What a person or a program is told when something is wrong: in the language
//! asked for, as JSON where JSON was asked for, with the exit codes of the
//! contract (1 only for faults of the program itself).

use std::process::{Command, Output};

use serde_json::Value;

fn karasu(lang: &str, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", lang])
        .args(args)
        .output()
        .expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stdout)))
}

const HAND: &str = "234p067p340s66s78s+6s";

/// Command lines that are wrong, their exit code and a word of the message
/// that is the same in both languages.
const WRONG: &[(&[&str], i32, &str)] = &[
    (&["score", HAND, "--dora", "zz"], 2, "--dora zz"),
    (&["score", HAND, "--dora", "1z (555z)"], 2, "3p1z"),
    (&["score", HAND, "--seat", "Q"], 2, "--seat Q"),
    (&["score", HAND, "--ron-on", "air"], 2, "pulled_gari"),
    (&["score", HAND, "--honba", "many"], 2, "--honba many"),
    (&["score", HAND, "--honba", "10000"], 2, "9999"),
    (&["score", HAND, "--sticks", "10000"], 2, "9999"),
    // Three players, an East round only.
    (&["score", HAND, "--seat", "N"], 2, "--seat N"),
    (&["score", HAND, "--ron-from", "N"], 2, "--ron-from N"),
    (&["score", HAND, "--round", "S"], 2, "--round S"),
    (
        &["score", HAND, "--compare", "vip,sakae", "--seat", "N"],
        2,
        "vip",
    ),
    (&["score", "--cases", "src"], 2, "src"),
    (&["score", HAND, "--tsumu"], 2, "--tsumo"),
    (&["score", HAND, "--set", "chi"], 2, "KEY=VALUE"),
    (&["score", HAND, "--set", "chii=true"], 2, "chi"),
    (&["score", HAND, "--set", "chi=perhaps"], 2, "true | false"),
    (&["score", HAND, "--rules", "vipp"], 2, "(vip?)"),
    (
        &["score", HAND, "--rules", "no/such.toml"],
        2,
        "no/such.toml",
    ),
    (&["score", "12x"], 2, "m p s z f"),
    (&["score", "IMG_1234"], 2, "IMG_1234"),
    (&["score", "a.jpg", "b.jpg"], 2, "karasu read"),
    (&["score", HAND, "--cases", "x.jsonl"], 2, "--cases"),
    (&["score", "--cases", "no/such.jsonl"], 2, "no/such.jsonl"),
    (&["score", "--cases", "x.jsonl", "--riichi"], 2, "--riichi"),
    (&["rules", "show", "no_such"], 2, "no_such"),
    (&["rules", "diff", "vip", "no/such.toml"], 2, "no/such.toml"),
    (&["scoer"], 2, "(score?)"),
];

#[test]
fn every_fault_obeys_the_language_and_has_its_code() {
    for (args, code, word) in WRONG {
        for lang in ["ja", "en"] {
            let output = karasu(lang, args);
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(*code), "{args:?}: {told}");
            assert!(told.contains(word), "{args:?}: {told}");
            assert_eq!(told.is_ascii(), lang == "en", "{args:?}: {told}");
            assert!(output.stdout.is_empty(), "{args:?}");
        }
    }
}

#[test]
fn json_is_given_for_a_fault_too_with_the_same_code() {
    for (args, code, word) in WRONG {
        let asked = [*args, &["--json"]].concat();
        let output = karasu("en", &asked);
        assert_eq!(output.status.code(), Some(*code), "{args:?}");
        let record = json(&output);
        let errors = record["errors"].as_array().expect("a list");
        assert_eq!(record["error"], errors[0], "{args:?}");
        assert!(errors[0]["id"].is_string(), "{args:?}");
        let all = record["errors"].to_string();
        assert!(all.contains(&word.replace('"', "\\\"")), "{args:?}: {all}");
    }
}

#[test]
fn the_language_comes_from_the_locale_where_none_is_asked_for() {
    for (locale, english) in [("en_US.UTF-8", true), ("ja_JP.UTF-8", false), ("C", false)] {
        let output = Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(["score", HAND, "--dora", "zz"])
            .env("LC_ALL", locale)
            .output()
            .expect("the program starts");
        assert_eq!(stderr(&output).is_ascii(), english, "{locale}");
    }
}

#[test]
fn every_fault_of_a_typed_hand_has_its_place_in_the_json() {
    let output = karasu("en", &["score", "123m45 678q", "--json"]);
    let record = json(&output);
    let places: Vec<&Value> = record["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|error| error["id"] == "bad_notation")
        .map(|error| &error["place"])
        .collect();
    assert_eq!(
        places,
        [&serde_json::json!([4, 10]), &serde_json::json!([10, 11])]
    );
}

#[test]
fn a_hand_without_a_winning_tile_is_refused_in_words() {
    let output = karasu("en", &["score", "(555z)"]);
    assert_eq!(output.status.code(), Some(4));
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("no winning tile"), "{shown}");
    assert!(!shown.contains("0z"), "{shown}");
    let record = json(&karasu("en", &["score", "(555z)", "--json"]));
    assert_eq!(record["error"]["id"], "wrong_count");
}

#[test]
fn a_message_never_repeats_a_long_text() {
    let long = "123m".repeat(3000) + "x";
    for args in [
        &["score", &long][..],
        &["score", HAND, "--dora", &long],
        &["score", HAND, "--rules", &long],
        &["score", HAND, "--set", &format!("chi={long}")],
        &["score", HAND, &format!("--{long}")],
        &["rules", "show", &long],
        &[&long],
    ] {
        let told = stderr(&karasu("en", args));
        assert!(
            (1..2000).contains(&told.len()),
            "{} bytes: {:?}",
            told.len(),
            args[0]
        );
    }
}

#[test]
fn a_rule_file_is_named_once_with_every_mistake() {
    let path = std::env::temp_dir().join(format!("karasu-named-{}.toml", std::process::id()));
    let file = path.to_str().expect("UTF-8");
    std::fs::write(
        &path,
        "id = \"club\"\nbase = \"vip\"\nchii = 1\nflowers = 3\n",
    )
    .expect("written");
    for args in [
        &["score", HAND, "--rules", file][..],
        &["rules", "show", file],
        &["rules", "diff", "vip", file],
    ] {
        let told = stderr(&karasu("en", args));
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 2, "{told}");
        for (line, place) in lines.iter().zip(["line 3: chii", "line 4: flowers"]) {
            assert_eq!(line.matches(file).count(), 1, "{line}");
            assert!(line.contains(place), "{line}");
        }
    }
    std::fs::remove_file(&path).expect("removed");
    let gone = karasu("en", &["rules", "check", file]);
    let shown = String::from_utf8_lossy(&gone.stdout).into_owned();
    assert_eq!(gone.status.code(), Some(3));
    assert_eq!(shown, format!("{file}: there is no such file\n"));
}

#[test]
fn rule_sets_that_do_not_differ_are_said_not_to() {
    let shown = |lang| String::from_utf8(karasu(lang, &["rules", "diff", "vip", "vip"]).stdout);
    assert_eq!(shown("en").as_deref(), Ok("vip and vip do not differ\n"));
    assert!(shown("ja").is_ok_and(|text| text.contains("違いはありません")));
}

#[test]
fn english_counts_one_point_and_two_points() {
    let args = ["score", HAND, "--explain"];
    let shown = String::from_utf8(karasu("en", &args).stdout).expect("UTF-8");
    assert!(
        shown.contains("1 point ") && shown.contains("2 points"),
        "{shown}"
    );
    assert!(!shown.contains(" 1 points"), "{shown}");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_names_all_the_same() {
    use std::os::unix::ffi::OsStrExt as _;
    let name = std::ffi::OsStr::from_bytes(b"no-such-caf\xE9.toml");
    let rules = Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", "en", "score", HAND, "--rules"])
        .arg(name)
        .output()
        .expect("the program starts");
    assert_eq!(rules.status.code(), Some(2));
    assert!(
        stderr(&rules).contains("no such file"),
        "{}",
        stderr(&rules)
    );
}
