//! What the shipped models do. Promise 19: on the validation photos and on a
//! few rendered scenes they stay above committed floors, per set and per class.
//!
//! The floors lie in `models/floors.toml`. After a training, record them anew:
//!
//! ```text
//! KARASU_RECORD_FLOORS=1 cargo test --all-features --test shipped
//! ```
#![cfg(feature = "vision")]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use karasu::faces::FontBank;
use karasu::frame;
use karasu::read::eval::{self, Tally};
use karasu::read::{Options, Reader};
use karasu::render::material::Patterns;
use karasu::render::{SceneJob, Studio, render_dataset};
use serde::{Deserialize, Serialize};

/// Photo sets and which share of each is read: every Nth photo, so that all of
/// them together take about a minute in a dev build.
const SETS: [(&str, usize); 3] = [("red_table", 2), ("travel_tray", 10), ("hk_green", 12)];
/// Percent points between a recorded figure and its floor.
const SLACK: f64 = 1.0;
/// Tiles that a class needs to have a floor of its own.
const ENOUGH: usize = 5;

/// Floors of one set, in percent of its labelled tiles; precision in percent
/// of the reports.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Floors {
    /// Photos and tiles that the figures were recorded on.
    photos: usize,
    tiles: usize,
    located: f64,
    right: f64,
    precision: f64,
    /// Located and named right, by class.
    classes: BTreeMap<String, f64>,
}

impl Floors {
    /// The floors under a measured result: a point below, and of a class one
    /// tile more, since one tile is far more than a point there.
    fn under(tally: &Tally) -> Floors {
        let floor = |share: f64| round((share * 100.0 - SLACK).max(0.0));
        let class =
            |right: usize, tiles: usize| floor((right as f64 - 1.0).max(0.0) / tiles as f64);
        let classes = tally.classes().into_iter();
        Floors {
            photos: tally.photos.len(),
            tiles: tally.tiles(),
            located: floor(tally.found()),
            right: floor(tally.right()),
            precision: floor(tally.precision()),
            classes: classes
                .filter(|(_, row)| row.tiles >= ENOUGH)
                .map(|(tile, row)| (tile.to_string(), class(row.right, row.tiles)))
                .collect(),
        }
    }

    /// Every figure that is below its floor.
    fn broken_by(&self, tally: &Tally) -> Vec<String> {
        let mut figures = vec![
            ("located".to_owned(), tally.found(), self.located),
            ("right".to_owned(), tally.right(), self.right),
            ("precision".to_owned(), tally.precision(), self.precision),
        ];
        let by_class: BTreeMap<String, f64> = tally
            .classes()
            .into_iter()
            .map(|(tile, row)| (tile.to_string(), row.right as f64 / row.tiles.max(1) as f64))
            .collect();
        for (class, floor) in &self.classes {
            let share = by_class.get(class).copied().unwrap_or_default();
            figures.push((class.clone(), share, *floor));
        }
        figures
            .into_iter()
            .filter(|(_, share, floor)| share * 100.0 < *floor)
            .map(|(name, share, floor)| format!("{name}: {:.2} < {floor}", share * 100.0))
            .collect()
    }
}

fn round(percent: f64) -> f64 {
    (percent * 100.0).round() / 100.0
}

fn floors_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/floors.toml")
}

type AllFloors = BTreeMap<String, Floors>;

fn committed() -> AllFloors {
    let text = std::fs::read_to_string(floors_file()).unwrap_or_default();
    toml::from_str(&text).expect("models/floors.toml is a table of sets")
}

/// Holds a result to its floors, or records new ones.
fn hold(set: &str, tally: &Tally) {
    // Tests run at the same time, and recording rewrites the whole file.
    static FILE: Mutex<()> = Mutex::new(());
    let _one = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = committed();
    if std::env::var_os("KARASU_RECORD_FLOORS").is_some() {
        all.insert(set.to_owned(), Floors::under(tally));
        let head = "# Floors of the shipped models, in percent (tests/shipped.rs). Recorded by\n\
                    # KARASU_RECORD_FLOORS=1 cargo test --all-features --test shipped\n\n";
        let text = toml::to_string(&all).expect("floors are plain data");
        std::fs::write(floors_file(), format!("{head}{text}")).expect("floors are written");
        return;
    }
    let floors = all
        .get(set)
        .unwrap_or_else(|| panic!("{set} has no floors"));
    assert_eq!(
        (floors.photos, floors.tiles),
        (tally.photos.len(), tally.tiles()),
        "{set}: the photos are not those that the floors were recorded on"
    );
    let broken = floors.broken_by(tally);
    assert!(
        broken.is_empty(),
        "{set} is below its floors:\n{}",
        broken.join("\n")
    );
}

fn measure(folder: &Path, every: usize) -> Tally {
    let reader = Reader::new(Options::default()).expect("the models are built in");
    let photos = eval::load(folder).expect("a labelled set");
    let rows = photos.iter().step_by(every).map(|photo| {
        let frame = frame::open(&photo.file).expect("a photo");
        eval::compare(&reader.read(&frame).expect("a reading"), photo)
    });
    Tally {
        photos: rows.collect(),
    }
}

/// Says something that no test runner hides.
fn loudly(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}

#[test]
fn photos_stay_above_their_floors() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/photos");
    let folder = std::env::var_os("KARASU_PHOTOS").map_or(beside, PathBuf::from);
    for (set, every) in SETS {
        let place = folder.join(set);
        if !place.is_dir() {
            let place = place.display();
            loudly(&format!(
                "SKIPPED: {place} is not there, so the models are NOT held to their floors on it \
                 (set KARASU_PHOTOS)"
            ));
            continue;
        }
        hold(set, &measure(&place, every));
    }
}

#[test]
fn rendered_scenes_stay_above_their_floors() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("floors-{}", std::process::id()));
    let studio = Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    };
    let job = SceneJob {
        seed: 19,
        count: 12,
        size: [640, 480],
        art_share: 0.0,
    };
    render_dataset(&job, &studio, &out, &|_| {}).expect("scenes");
    let tally = measure(&out, 1);
    std::fs::remove_dir_all(&out).expect("removed");
    hold("rendered", &tally);
}

#[test]
fn a_photo_is_read_and_scored_in_one_command() {
    let photo = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo/hand.jpg");
    let run = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(["--lang", "en", "score"])
            .arg(&photo)
            .args(["--rules", "kichijoji"])
            .args(more)
            .output()
            .expect("the program starts")
    };
    let output = run(&["--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let result = &answer["result"];
    let items: Vec<String> = result["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| {
            format!(
                "{} {}",
                item["id"].as_str().unwrap_or_default(),
                item["value"]
            )
        })
        .collect();
    assert_eq!(answer["notation"], "06778p345s22z+9p (666z) g:109m d:4p");
    assert_eq!(items.len(), 7, "{items:?}");
    assert_eq!(result["total"], 13);
    let deltas = serde_json::json!({"E": -13, "S": 26, "W": -13});
    assert_eq!(result["deltas"], deltas);
    let chips = serde_json::json!({"E": -2, "S": 4, "W": -2});
    assert_eq!(result["chip_deltas"], chips);
    // A doubt of the reading asks for a person, whatever it scores.
    let doubts = answer["reading"]["review"].as_array().expect("reviews");
    let code = if doubts.is_empty() { 0 } else { 4 };
    assert_eq!(output.status.code(), Some(code), "{doubts:?}");
    // The same for people: every item, the total, who pays whom.
    let output = run(&["--ron-from", "E"]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in [
        "Green dragon",
        "Total 18 points",
        "Points E -18  S +18  W +0",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn a_photo_without_tiles_is_told_in_one_line_and_asks_for_a_person() {
    let photo =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bare-{}.png", std::process::id()));
    image::RgbImage::from_pixel(640, 480, image::Rgb([90, 120, 90]))
        .save(&photo)
        .expect("written");
    for (lang, word) in [("en", "no tiles were found"), ("ja", "牌が見つかりません")] {
        let output = Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(["--lang", lang, "score", "--json"])
            .arg(&photo)
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(4), "{told}");
        assert_eq!(
            (told.lines().count(), told.contains(word)),
            (1, true),
            "{told}"
        );
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(record["error"]["id"], "no_tiles");
    }
    std::fs::remove_file(&photo).expect("removed");
}

#[test]
fn where_rule_sets_are_compared_the_wall_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", "en", "score", "datasets/demo/hand.jpg"])
        .args(["--compare", "vip,riichi4"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    // VIP Toutenkou has no red fives; the hand holds two.
    assert!(
        told.contains("VIP Toutenkou (vip): 0p was read but the wall has none"),
        "{told}"
    );
}

#[test]
fn floors_are_kept_by_what_they_were_recorded_on_and_broken_by_worse() {
    let mut tally = Tally::default();
    let mut row = eval::PhotoRow {
        tiles: 100,
        found: 95,
        right: 90,
        ..eval::PhotoRow::default()
    };
    tally.photos.push(row.clone());
    let floors = Floors::under(&tally);
    assert_eq!((floors.located, floors.right), (94.0, 89.0));
    assert!(floors.broken_by(&tally).is_empty());
    row.right = 88;
    let worse = Tally { photos: vec![row] };
    let broken = floors.broken_by(&worse);
    assert_eq!(broken.len(), 2, "right and precision: {broken:?}");
}
