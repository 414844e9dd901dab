//! Promise 11: every case of `datasets/cases` gives the expected items,
//! totals, payments or error, through the command line.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn karasu(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(args)
        .output()
        .expect("the program starts")
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Items as comparable texts, in no order.
fn items(list: &Value) -> Vec<String> {
    let item = |item: &Value| format!("{}={}{}", item["id"], item["value"], item["unit"]);
    let mut items: Vec<String> = list.as_array().into_iter().flatten().map(item).collect();
    items.sort();
    items
}

fn fu_items(list: &Value) -> Vec<String> {
    let mut lines: Vec<String> = list
        .as_array()
        .into_iter()
        .flatten()
        .map(Value::to_string)
        .collect();
    lines.sort();
    lines
}

/// What differs between the expectation of a hand and the answer.
fn differences(case: &Value, answer: &Value) -> Vec<String> {
    let expected = &case["expected"];
    if let Some(error) = expected.get("error") {
        let errors = answer["errors"].as_array();
        let named = errors.is_some_and(|all| all.iter().any(|fault| fault["id"] == *error));
        return if named {
            vec![]
        } else {
            vec![format!("no {error} in {answer}")]
        };
    }
    let Some(result) = answer.get("result") else {
        return vec![format!("refused: {answer}")];
    };
    let mut wrong = Vec::new();
    for (key, want) in expected.as_object().expect("object") {
        let got = &result[key];
        let same = match key.as_str() {
            "alternatives" | "split" => true,
            "items" if case.get("event").is_none() => {
                let others = expected["alternatives"].as_array();
                items(want) == items(got)
                    || others.is_some_and(|all| all.iter().any(|list| items(list) == items(got)))
            }
            "chip_items" => items(want) == items(got),
            "fu_items" => expected.get("alternatives").is_some() || fu_items(want) == fu_items(got),
            _ => want == got,
        };
        if !same {
            wrong.push(format!("{key}: expected {want}, got {got}"));
        }
    }
    for item in expected["items"].as_array().into_iter().flatten() {
        let named = |name: &Value| {
            result["items"].as_array().is_some_and(|all| {
                all.iter()
                    .any(|got| got["id"] == item["id"] && got["name_ja"] == *name)
            })
        };
        if let Some(name) = item.get("name_ja")
            && expected.get("alternatives").is_none()
            && !named(name)
        {
            wrong.push(format!("{} is not called {name}", item["id"]));
        }
    }
    wrong
}

fn check(file: &str, count: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("datasets/cases")
        .join(file);
    let output = karasu(&["score", "--cases", path.to_str().expect("UTF-8")]);
    assert!(output.status.success(), "{:?}", output.status);
    assert!(output.stderr.is_empty(), "stdout carries the result only");
    let cases = lines(&std::fs::read(&path).expect("case file"));
    let answers = lines(&output.stdout);
    assert_eq!((cases.len(), answers.len()), (count, count));
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(case["id"], answer["id"], "order is kept");
        for difference in differences(case, answer) {
            wrong.push(format!("{}: {difference}", case["id"]));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn kichijoji() {
    check("kichijoji.jsonl", 400);
}

#[test]
fn vip() {
    check("vip.jsonl", 400);
}

#[test]
fn sakae() {
    check("sakae.jsonl", 400);
}

#[test]
fn sakae_free() {
    check("sakae_free.jsonl", 400);
}

#[test]
fn redblue() {
    check("redblue.jsonl", 400);
}

#[test]
fn riichi4() {
    check("riichi4.jsonl", 2000);
}

#[test]
fn riichi3() {
    check("riichi3.jsonl", 2000);
}

#[test]
fn errors() {
    check("errors.jsonl", 40);
}

#[test]
fn settlement() {
    check("settlement.jsonl", 70);
}

#[test]
fn a_bad_line_is_answered_in_its_place_and_the_others_go_on() {
    let dir = std::env::temp_dir().join(format!("karasu-cases-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    let path = dir.join("mixed.jsonl");
    let good = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cases/vip.jsonl"),
    )
    .expect("case file");
    let good = good.lines().next().expect("a case");
    let unknown = good.replace("\"rules\":\"vip\"", "\"rules\":\"vipp\"");
    let text = format!("{good}\n{{\"id\": 1, \n\n{unknown}\n{good}");
    std::fs::write(&path, text).expect("written");
    let output = karasu(&["score", "--cases", path.to_str().expect("UTF-8")]);
    std::fs::remove_dir_all(&dir).expect("removed");
    assert_eq!(output.status.code(), Some(3));
    let answers = lines(&output.stdout);
    let kinds: Vec<Option<&str>> = answers
        .iter()
        .map(|answer| answer["error"]["id"].as_str())
        .collect();
    // One line out for each line in, the empty one too.
    let expected = [
        None,
        Some("bad_json"),
        Some("blank_line"),
        Some("unknown_rules"),
        None,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(
        (&answers[1]["line"], &answers[2]["line"]),
        (&2.into(), &3.into())
    );
    assert_eq!(answers[0], answers[4]);
}

#[test]
fn a_line_that_is_no_case_is_told_in_words_of_the_case_file() {
    let good = r#"{"id":"a","rules":"vip","concealed":"1234456789p055s","win_tile":"4p","win":"tsumo","seat_wind":"E"}"#;
    let misspelt = good.replace("\"win\"", "\"ritchi\":1,\"win\"");
    let kinds = format!("[1]\n5\n{{\"id\":7,\n{misspelt}\n");
    let path = std::env::temp_dir().join(format!("karasu-words-{}.jsonl", std::process::id()));
    std::fs::write(&path, kinds).expect("written");
    for (lang, words) in [
        (
            "en",
            ["one JSON object", "no JSON (at byte 8)", "ritchi (riichi?)"],
        ),
        (
            "ja",
            [
                "JSON オブジェクト",
                "8 バイト目",
                "ritchi という項目はありません (riichi?)",
            ],
        ),
    ] {
        let file = path.to_str().expect("UTF-8");
        let output = karasu(&["--lang", lang, "score", "--cases", file]);
        assert_eq!(output.status.code(), Some(3));
        let answers = lines(&output.stdout);
        let messages: Vec<&str> = answers
            .iter()
            .filter_map(|answer| answer["error"]["message"].as_str())
            .collect();
        assert_eq!(messages.len(), 4, "{answers:?}");
        for (message, word) in messages[1..].iter().zip(words) {
            assert!(message.contains(word), "{message}: {word}");
        }
        // No names of the program's own types, no line numbers within a line.
        assert!(!messages.concat().contains("struct"), "{messages:?}");
        assert_eq!(answers[3]["id"], "a");
    }
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn a_typed_hand_scores_like_its_case() {
    let typed = [
        "score",
        "1234456789p+4p (055s) d:1m",
        "--rules",
        "kichijoji",
        "--json",
    ];
    let situation = ["--ron-from", "E", "--sticks", "3"];
    let output = karasu(&[&typed[..], &situation[..]].concat());
    assert_eq!(output.status.code(), Some(0));
    let answer = &lines(&output.stdout)[0];
    assert_eq!(answer["result"]["total"], 34);
    assert_eq!(
        answer["result"]["deltas"],
        serde_json::json!({"E": -34, "S": 37, "W": 0})
    );
    assert_eq!(answer["result"]["rules"]["id"], "kichijoji");
    // The same again from the canonical notation.
    let notation = answer["notation"].as_str().expect("text");
    let again = karasu(&[&["score", notation, "--json"], &situation[..]].concat());
    assert_eq!(lines(&again.stdout)[0]["result"], answer["result"]);
}

#[test]
fn exit_codes_tell_usage_from_refusal() {
    let refused = karasu(&["score", "123m456p789s1z23s+1s", "--rules", "riichi4"]);
    assert_eq!(refused.status.code(), Some(4));
    for wrong in [
        &["score", "12x"][..],
        &["score", "123m456p789s11z23s+1s", "--rules", "nowhere"],
        &["score", "123m456p789s11z23s+1s", "--set", "no_such_key=1"],
        &["score"],
        &["rules", "show", "nowhere"],
    ] {
        let output = karasu(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{wrong:?}"
        );
    }
}

#[test]
fn the_options_of_a_line_hold_for_hands_and_events() {
    let dir = std::env::temp_dir().join(format!("karasu-options-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    let path = dir.join("options.jsonl");
    let draw = r#"{"id":1,"rules":"kichijoji","event":"draw","tenpai":["E"],"dealer":"E""#;
    let text = format!(
        "{draw}}}\n{draw},\"options\":{{\"noten\":20}}}}\n{draw},\"options\":{{\"notn\":20}}}}\n"
    );
    std::fs::write(&path, text).expect("written");
    let output = karasu(&["score", "--cases", path.to_str().expect("UTF-8")]);
    std::fs::remove_dir_all(&dir).expect("removed");
    assert_eq!(output.status.code(), Some(3));
    let answers = lines(&output.stdout);
    let east = |at: usize| answers[at]["result"]["deltas"]["E"].as_i64();
    assert_eq!((east(0), east(1), east(2)), (Some(10), Some(20), None));
    let fault = answers[2]["error"]["message"].as_str().expect("a message");
    assert!(fault.contains("noten"), "{fault}");
}
