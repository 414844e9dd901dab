//! `karasu score --cases`: order, memory, and what is told beside the answers.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use super::{karasu, text};

#[test]
fn standard_input_is_answered_line_by_line_while_it_is_open() {
    use std::io::BufRead as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["score", "--cases", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..3 {
        let case = serde_json::json!({"id": id, "rules": "vip", "event": "draw", "tenpai": ["E"],
            "dealer": "E"});
        writeln!(stdin, "{case}").expect("written");
        stdin.flush().expect("flushed");
        let mut line = String::new();
        stdout
            .read_line(&mut line)
            .expect("an answer before the next question");
        let answer: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(child.wait().expect("ended").success());
}

/// `karasu score --cases -` with both ends in our hands.
struct Stream {
    child: std::process::Child,
    stdin: std::process::ChildStdin,
    answers: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Stream {
    fn open() -> Stream {
        use std::io::BufRead as _;
        let mut child = Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(["score", "--cases", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        Stream {
            child,
            stdin,
            answers: std::io::BufReader::new(stdout).lines(),
        }
    }

    /// Sends lines while taking an answer for each.
    fn exchange(&mut self, lines: &[String]) -> Vec<serde_json::Value> {
        let stdin = &mut self.stdin;
        let answers = &mut self.answers;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for line in lines {
                    writeln!(stdin, "{line}").expect("written");
                }
            });
            let answers = answers.take(lines.len()).map(|line| line.expect("UTF-8"));
            answers
                .map(|line| serde_json::from_str(&line).expect("JSON"))
                .collect()
        })
    }

    fn close(mut self) -> Option<i32> {
        drop(self.stdin);
        self.child.wait().expect("ended").code()
    }
}

/// Hands of several rule sets, which take different times, numbered from 0.
fn numbered(count: usize) -> Vec<String> {
    let case = |id: usize| {
        let rules = ["riichi4", "kichijoji", "sakae_free"][id % 3];
        format!(
            r#"{{"id": {id}, "rules": "{rules}", "concealed": "234p567p345s66s78s", "win_tile": "6s", "win": "tsumo", "seat_wind": "E", "riichi": 1}}"#
        )
    };
    (0..count).map(case).collect()
}

#[test]
fn answers_keep_the_order_and_an_endless_line_spoils_only_itself() {
    let mut lines = numbered(4000);
    lines[1000] = format!("\"{}\"", "x".repeat(3 << 20));
    let mut stream = Stream::open();
    let answers = stream.exchange(&lines);
    for (at, answer) in answers.iter().enumerate() {
        if at == 1000 {
            assert_eq!(
                (&answer["line"], &answer["error"]["id"]),
                (&1001.into(), &"bad_line".into())
            );
        } else {
            assert_eq!(answer["id"], at, "{answer}");
            assert!(answer["result"]["total"].as_i64() > Some(0), "{answer}");
        }
    }
    assert_eq!(stream.close(), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_cases() {
    let mut stream = Stream::open();
    let status = format!("/proc/{}/status", stream.child.id());
    let peak_kib = || -> u64 {
        let status = std::fs::read_to_string(&status).expect("a process");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let digits = peak.expect("a peak").trim().trim_end_matches(" kB");
        digits.parse().expect("a number")
    };
    stream.exchange(&numbered(2000));
    let before = peak_kib();
    let answers = stream.exchange(&numbered(20_000));
    let grown = peak_kib() - before;
    let written = answers.iter().map(|answer| answer.to_string().len() as u64);
    let written = written.sum::<u64>() / 1024;
    // Well below what keeping the answers would take; the rest is the spread
    // of the allocator.
    assert!(
        grown < written / 2,
        "{before} KiB, then {grown} KiB more for {written} KiB"
    );
    assert_eq!(stream.close(), Some(0));
}

fn answered(input: &str, more: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", "en", "score", "--cases", "-"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // Its answers are taken meanwhile, or both ends would wait.
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("written"));
        child.wait_with_output().expect("ended")
    })
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn rules_that_replace_those_of_the_cases_are_told_once() {
    let hand = |rules: &str| {
        format!(
            "{{\"rules\": \"{rules}\", \"concealed\": \"234p567p345s66s78s\", \"win_tile\": \"6s\", \"win\": \"tsumo\", \"seat_wind\": \"E\"}}\n"
        )
    };
    let vip = hand("vip").repeat(5000);
    let replaced = answered(&vip, &["--rules", "kichijoji"]);
    assert_eq!(told(&replaced).lines().count(), 1, "{}", told(&replaced));
    assert!(told(&replaced).contains("kichijoji") && told(&replaced).contains("vip"));
    assert_eq!(replaced.status.code(), Some(0));
    assert_eq!(told(&answered(&vip, &["--rules", "vip"])), "");
    assert_eq!(told(&answered(&vip, &[])), "");
    let help = text(&["--lang", "en", "score", "--help"]);
    assert!(help.contains("goes before the rules"), "{help}");
}

#[test]
fn a_file_without_a_case_says_so() {
    let empty = answered("", &[]);
    assert!(told(&empty).contains("no case"), "{}", told(&empty));
    assert_eq!((empty.status.code(), empty.stdout.len()), (Some(0), 0));
    let folder = karasu(&["--lang", "en", "score", "--cases", "src"]);
    assert!(
        told(&folder).contains("src: this is a folder"),
        "{}",
        told(&folder)
    );
}

#[test]
fn a_set_without_a_known_kind_is_told_the_kinds() {
    let hand = |meld: &str| {
        let line = format!(
            "{{\"rules\": \"vip\", \"concealed\": \"234p567p66s78s\", \"melds\": [{meld}], \"win_tile\": \"6s\", \"win\": \"tsumo\", \"seat_wind\": \"E\"}}\n"
        );
        String::from_utf8(answered(&line, &[]).stdout).expect("UTF-8")
    };
    let kinds = "chi | pon | daiminkan | kakan | ankan";
    for meld in [
        r#"{"type": "punf", "tiles": "222s"}"#,
        r#"{"type": 5, "tiles": "222s"}"#,
        r#"{"tiles": "222s"}"#,
    ] {
        let answer = hand(meld);
        assert!(answer.contains(kinds), "{answer}");
    }
    assert!(hand(r#"{"type": "punf", "tiles": "222s"}"#).contains("bad_meld"));
}

#[test]
fn four_people_are_seated_by_a_case_line() {
    let line = r#"{"id": 1, "rules": "vip", "event": "sit_out", "people": ["A", "B", "C", "D"], "out": "D", "dealer": "A", "winners": ["S"], "discarder": "W"}"#;
    let answer = String::from_utf8(answered(line, &[]).stdout).expect("UTF-8");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let next =
        serde_json::json!({"out": "C", "dealer": "B", "seats": {"E": "B", "S": "D", "W": "A"}});
    assert_eq!(answer["result"], serde_json::json!({"next": next}));
    let wrong = line.replace("\"people\"", "\"poeple\"");
    let answer = String::from_utf8(answered(&wrong, &[]).stdout).expect("UTF-8");
    assert!(
        answer.contains("(people?)") && answer.contains("a list of names"),
        "{answer}"
    );
}
