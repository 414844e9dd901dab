//! Tile-set profiles with the shipped models, as a person uses them: one photo
//! of the set in rows, then hands of that set and of another.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "vision")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use karasu::faces::FontBank;
use karasu::render::kit::Kit;
use karasu::render::material::Patterns;
use karasu::render::{SceneJob, Shot, Studio, render_dataset, rows};
use karasu::score::mpsz;
use serde_json::Value;

const SIZE: [usize; 2] = [1280, 960];

fn scratch(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sets-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn studio() -> Studio {
    Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    }
}

/// The command with a data folder of its own.
struct Karasu(PathBuf);

impl Karasu {
    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(args)
            .env("KARASU_DATA", &self.0)
            .output()
            .unwrap()
    }

    /// What a command that must succeed prints, as JSON, and what it tells.
    fn json(&self, args: &[&str]) -> (Value, String) {
        let output = self.run(args);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
        let text = String::from_utf8(output.stdout).unwrap();
        (
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")),
            told,
        )
    }

    fn fails(&self, args: &[&str], code: i32) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn store(shot: &Shot, path: &Path) -> String {
    let [w, h] = shot.size;
    image::save_buffer(
        path,
        &shot.rgb,
        w as u32,
        h as u32,
        image::ExtendedColorType::Rgb8,
    )
    .unwrap();
    path.to_str().unwrap().to_owned()
}

fn photo(kit: &Kit, studio: &Studio, text: &[&str], path: &Path, seed: u64) -> String {
    let tiles: Vec<_> = text.iter().map(|row| mpsz::parse(row).unwrap()).collect();
    store(&rows(kit, &tiles, studio, SIZE, seed).unwrap(), path)
}

const SET: [&str; 4] = ["123456789p", "1234567z", "123456789m", "123456789s"];

#[test]
fn a_set_is_learned_used_and_forgotten() {
    let folder = scratch("use");
    let karasu = Karasu(folder.join("data"));
    let studio = studio();
    let (ours, other) = (
        Kit::classic(&studio.bank),
        Kit::random(77, &studio.bank, &[], 0.0),
    );
    let lesson = photo(&ours, &studio, &SET, &folder.join("set.png"), 1);
    let hand = photo(
        &ours,
        &studio,
        &["123m456p789s11z44z"],
        &folder.join("hand.png"),
        2,
    );
    let foreign = photo(
        &other,
        &studio,
        &["123m456p789s11z44z"],
        &folder.join("foreign.png"),
        3,
    );

    // Shown only: nothing is there afterwards.
    let (shown, _) = karasu.json(&["set", "learn", "--json", "--dry-run", "ours", &lesson]);
    assert_eq!(
        shown["photos"][0]["rows"].as_array().unwrap().len(),
        4,
        "{shown}"
    );
    assert_eq!((&shown["learned"], karasu.0.exists()), (&0.into(), false));

    let (learned, _) = karasu.json(&["set", "learn", "--json", "ours", &lesson]);
    assert!(learned["learned"].as_u64().unwrap() >= 30, "{learned}");
    for row in learned["photos"][0]["rows"].as_array().unwrap() {
        assert!(row.as_array().unwrap().len() >= 7, "{row}");
    }
    let (listed, _) = karasu.json(&["set", "list", "--json"]);
    assert_eq!(listed["sets"][0]["name"], "ours");

    let (read, told) = karasu.json(&["read", "--json", "--lang", "en", &hand]);
    assert_eq!(read["tile_set"]["profile"], "ours", "{told}");
    assert_eq!(read["tile_set"]["chosen"], "auto");
    assert!(told.contains("ours"), "{told}");
    let classes: Vec<&str> = read["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t["class"].as_str().unwrap())
        .collect();
    assert_eq!(
        classes,
        [
            "1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "4z", "4z"
        ]
    );
    let (read, told) = karasu.json(&["read", "--json", "--tiles", "none", &hand]);
    assert_eq!((&read["tile_set"], told.as_str()), (&Value::Null, ""));
    let (read, _) = karasu.json(&["read", "--json", "--tiles", "ours", &hand]);
    assert_eq!(read["tile_set"]["chosen"], "named");
    let (read, _) = karasu.json(&["read", "--json", &foreign]);
    assert_eq!(read["tile_set"], Value::Null, "another set's tiles");

    for command in [
        &["read"][..],
        &["batch", "--rules", "kichijoji", "--out", "nowhere.csv"],
    ] {
        let more = ["--tiles", "theirs", "--lang", "en", &hand];
        let told = karasu.fails(&[command, &more].concat(), 2);
        assert!(told.contains("ours"), "{told}");
    }
    a_batch_goes_by_the_sets(&karasu, &folder, [&hand, &foreign]);
    karasu.json(&["set", "forget", "--json", "ours"]);
    let left: Vec<_> = std::fs::read_dir(karasu.0.join("tiles")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Each photo of a batch goes by the set that fits it, and `--tiles` chooses.
fn a_batch_goes_by_the_sets(karasu: &Karasu, folder: &Path, [hand, foreign]: [&str; 2]) {
    let out = folder.join("batch.jsonl");
    let batch = |more: &[&str]| {
        let out = out.to_str().unwrap();
        let all = ["batch", "--rules", "kichijoji", "--out", out, hand, foreign];
        let output = karasu.run(&[&all, more].concat());
        // A hand of thirteen tiles needs a look, whatever the set.
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        let text = std::fs::read_to_string(out).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    let sets = |records: &[Value]| {
        let set = |record: &Value| record["reading"]["tile_set"]["profile"].clone();
        [set(&records[0]), set(&records[1])]
    };
    let auto = batch(&[]);
    assert_eq!(sets(&auto), ["ours".into(), Value::Null]);
    let none = batch(&["--tiles", "none"]);
    assert_eq!(sets(&none), [Value::Null, Value::Null]);
    assert_ne!(auto[0]["settings"], none[0]["settings"], "not to be mixed");
    let named = batch(&["--tiles", "ours", "--jobs", "2"]);
    assert_eq!(sets(&named), ["ours", "ours"].map(Value::from));
}

#[test]
fn faults_name_what_to_do() {
    let folder = scratch("faults");
    let karasu = Karasu(folder.join("data"));
    let empty = folder.join("empty.png");
    image::RgbImage::from_pixel(320, 240, image::Rgb([20, 60, 30]))
        .save(&empty)
        .unwrap();
    let empty = empty.to_str().unwrap();
    for lang in ["ja", "en"] {
        let of = |args: &[&str], code| karasu.fails(&[args, &["--lang", lang]].concat(), code);
        assert!(of(&["set", "learn", "../x", empty], 2).contains("../x"));
        assert!(of(&["set", "learn", "x", empty, "--order", "12q"], 2).contains("--order"));
        assert!(!of(&["set", "learn", "x", empty], 3).is_empty());
        assert!(of(&["set", "learn", "x", "nowhere.jpg"], 3).contains("nowhere.jpg"));
        assert!(of(&["set", "show", "x"], 2).contains("karasu set learn"));
        assert!(of(&["set", "forget", "x"], 2).contains("karasu set learn"));
    }
    assert!(!karasu.0.exists(), "nothing was learned");
    // A damaged profile is told, and reading goes on without it.
    let damaged = karasu.0.join("tiles/old");
    std::fs::create_dir_all(&damaged).unwrap();
    std::fs::write(damaged.join("manifest.json"), b"{}").unwrap();
    let (read, told) = karasu.json(&["read", "--json", empty]);
    assert!(
        read["tiles"].as_array().unwrap().is_empty() && told.contains("karasu set forget old"),
        "{told}"
    );
    assert!(
        karasu
            .fails(&["read", "--tiles", "old", empty], 2)
            .contains("karasu set forget old")
    );
    assert!(karasu.fails(&["set", "list"], 3).contains("old"));
}

#[test]
fn enrolment_is_measured_on_the_photos_that_are_left() {
    let folder = scratch("enrol");
    let karasu = Karasu(folder.join("data"));
    let job = SceneJob {
        seed: 31,
        count: 5,
        size: [480, 360],
        art_share: 0.0,
    };
    render_dataset(&job, &studio(), &folder, &|_| {}).unwrap();
    let csv = folder.join("rows.csv");
    let (measured, _) = karasu.json(&[
        "model",
        "eval",
        folder.to_str().unwrap(),
        "--enrol",
        "1",
        "--json",
        "--csv",
        csv.to_str().unwrap(),
    ]);
    let enrol = &measured["enrol"];
    let left_out = enrol["left_out"].as_array().unwrap().len();
    assert_eq!(left_out, 1, "{measured}");
    assert_eq!(
        (&measured["photos"], &enrol["with"]["photos"]),
        (&4.into(), &4.into())
    );
    assert_eq!(measured["tiles"], enrol["with"]["tiles"]);
    assert!(enrol["crops"].as_u64().unwrap() > 0 && enrol["crops"] == enrol["classes"]);
    let text = std::fs::read_to_string(csv).unwrap();
    assert_eq!(text.lines().count(), 1 + 2 * 4);
    assert!(text.lines().next().unwrap().ends_with(",enrolled"));
}
