//! Promise 14: a batch keeps its order, names its bad files, leaves a valid
//! file whenever it ends, and is taken up again; `--jobs 1` = `--jobs 8`.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "vision")]

#[path = "batch/again.rs"]
mod again;
#[path = "batch/typed.rs"]
mod typed;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use image::RgbImage;
use serde_json::Value;

/// Enough photos for order, faults and interruptions. `KARASU_BATCH=2000` for
/// the size of the promise.
const PHOTOS: usize = 60;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("karasu-batch-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("photos")).unwrap();
        let folder = Folder(path);
        folder.models();
        folder
    }

    /// The tiny models of the fixtures: a batch is about files, not tiles.
    fn models(&self) {
        let models = self.0.join("models");
        std::fs::create_dir_all(&models).unwrap();
        for kind in ["locator", "classifier"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("tests/fixtures/tiny_{kind}.onnx"));
            std::fs::copy(from, models.join(format!("{kind}.onnx"))).unwrap();
        }
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Photos with faults among them: how many, and how many of them bad.
    fn fill(&self, count: usize) -> usize {
        for i in 0..count {
            let shade = (i % 200) as u8;
            let picture = RgbImage::from_fn(48, 40, |x, y| {
                image::Rgb([shade, (x * 5) as u8, (y * 6) as u8])
            });
            picture
                .save(self.0.join(format!("photos/p{i:05}.png")))
                .unwrap();
        }
        let bad = |name: &str, bytes: &[u8]| {
            std::fs::write(self.0.join("photos").join(name), bytes).unwrap();
        };
        bad("p00003x.jpg", b"not a photo");
        bad("p00007x.png", b"");
        // Claims 20,000 x 20,000 pixels (promise 1).
        let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bomb.extend([
            0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20, 8, 2, 0, 0, 0, 0, 0, 0, 0,
        ]);
        bad("p00009x.png", &bomb);
        let whole = std::fs::read(self.0.join("photos/p00000.png")).unwrap();
        bad("p00004x.png", &whole[..whole.len() / 2]);
        bad("p00005x.jpg", b"GIF89a\x01\0\x01\0\0\0\0");
        bad("p00006x.webp", b"<!doctype html><title>404</title>");
        bad("p00008x.jpg", b"%PDF-1.7\n");
        bad("p00001x.jpg", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic....");
        // A folder that is called like a photo holds none.
        std::fs::create_dir_all(self.0.join("photos/p00011x.jpg")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("gone.jpg", self.0.join("photos/p00002x.jpg")).unwrap();
        #[cfg(unix)]
        let fifo = Command::new("mkfifo")
            .arg(self.at("photos/p00010x.jpg"))
            .status();
        #[cfg(unix)]
        assert!(fifo.unwrap().success());
        // The pipe and the link are there only where such things are.
        if cfg!(unix) { 10 } else { 8 }
    }

    fn args(&self, out: &str) -> Vec<String> {
        [
            "--lang",
            "en",
            "batch",
            &self.at("photos"),
            "--rules",
            "kichijoji",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain(["--model".to_owned(), self.at("models")])
        .chain(["--out".to_owned(), self.at(out)])
        .collect()
    }

    fn run(&self, out: &str, more: &[&str]) -> Output {
        command(&self.args(out), more).output().unwrap()
    }

    fn begin(&self, out: &str, more: &[&str]) -> Child {
        let mut command = command(&self.args(out), more);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Until a run has begun to write: a busy machine takes its time.
    fn wait_for(&self, out: &str) {
        let start = std::time::Instant::now();
        while !self.0.join(out).exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "never began");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn records(&self, out: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.0.join(out)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).expect("a whole record"))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(args: &[String], more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_karasu"));
    command
        .args(args)
        .args(more)
        .env("KARASU_ENGINE", "builtin")
        // No tile set that somebody has taught here takes part.
        .env(
            "KARASU_DATA",
            std::env::temp_dir().join("karasu-batch-no-data"),
        );
    command
}

fn photos() -> usize {
    let asked = std::env::var("KARASU_BATCH")
        .ok()
        .and_then(|n| n.parse().ok());
    asked.unwrap_or(PHOTOS)
}

fn images(records: &[Value]) -> Vec<String> {
    let name = |record: &Value| record["image"].as_str().unwrap().to_owned();
    records.iter().map(name).collect()
}

#[test]
fn order_is_kept_bad_files_are_named_and_jobs_make_no_difference() {
    let folder = Folder::new("order");
    let (good, bad) = (photos(), folder.fill(photos()));
    let one = folder.run("one.jsonl", &["--jobs", "1"]);
    assert_eq!(
        one.status.code(),
        Some(3),
        "{}",
        String::from_utf8_lossy(&one.stderr)
    );
    assert!(one.stdout.is_empty(), "the result is in the file");
    folder.run("eight.jsonl", &["--jobs", "8"]);
    let bytes = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
    assert!(bytes("one.jsonl") == bytes("eight.jsonl"), "byte for byte");
    let records = folder.records("one.jsonl");
    assert_eq!(records.len(), good + bad);
    let names = images(&records);
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(names, sorted);
    let failed: Vec<&Value> = records.iter().filter(|r| r["status"] == "failed").collect();
    assert_eq!(failed.len(), bad);
    for record in failed {
        assert!(
            record["error"]["message"]
                .as_str()
                .is_some_and(|m| !m.is_empty()),
            "{record}"
        );
    }
    let csv = folder.run("one.csv", &["--jobs", "8"]);
    assert_eq!(csv.status.code(), Some(3));
    let mut table = csv::Reader::from_path(folder.0.join("one.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(
        rows.iter().map(|row| row[0].to_owned()).collect::<Vec<_>>(),
        names
    );
}

#[test]
fn killed_anywhere_and_taken_up_again_the_file_is_the_same() {
    let folder = Folder::new("resume");
    folder.fill(photos());
    for ending in ["jsonl", "csv"] {
        let whole = format!("whole.{ending}");
        folder.run(&whole, &[]);
        let expected = std::fs::read(folder.0.join(&whole)).unwrap();
        let out = format!("part.{ending}");
        for wait in [30, 120, 260] {
            let mut child = folder.begin(&out, &["--resume"]);
            folder.wait_for(&out);
            std::thread::sleep(Duration::from_millis(wait));
            let _ = child.kill();
            child.wait().unwrap();
        }
        // And torn in the middle of a record (a slow machine may have written none).
        let mut torn = std::fs::read(folder.0.join(&out)).unwrap_or_default();
        torn.truncate(torn.len() - torn.len().min(17));
        std::fs::write(folder.0.join(&out), torn).unwrap();
        let last = folder.run(&out, &["--resume"]);
        assert_eq!(
            last.status.code(),
            Some(3),
            "{}",
            String::from_utf8_lossy(&last.stderr)
        );
        assert!(
            std::fs::read(folder.0.join(&out)).unwrap() == expected,
            "{ending}"
        );
    }
    // Nor are other rules.
    let ruled = folder.run("part.jsonl", &["--resume", "--set", "base_points=3"]);
    assert_eq!(ruled.status.code(), Some(2));
    std::fs::write(folder.0.join("notes.jsonl"), "my notes\n").unwrap();
    let foreign = folder.run("notes.jsonl", &["--resume"]);
    assert_eq!(foreign.status.code(), Some(2));
    assert_eq!(
        std::fs::read(folder.0.join("notes.jsonl")).unwrap(),
        b"my notes\n"
    );
    // Another input is not mixed in.
    std::fs::write(folder.0.join("photos/a.png"), b"x").unwrap();
    let other = folder.run("part.jsonl", &["--resume"]);
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.contains("--resume with the same photos"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_valid_file_that_can_be_finished() {
    let folder = Folder::new("interrupt");
    let bad = folder.fill(photos());
    folder.run("whole.jsonl", &[]);
    let mut child = folder.begin("out.jsonl", &["--jobs", "2"]);
    folder.wait_for("out.jsonl");
    std::thread::sleep(Duration::from_millis(250));
    let _ = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    child.wait().unwrap();
    let before = folder.records("out.jsonl");
    assert!(before.len() <= photos() + bad);
    folder.run("out.jsonl", &["--resume"]);
    assert!(folder.records("out.jsonl") == folder.records("whole.jsonl"));
}

#[test]
fn corrections_and_situations_are_applied() {
    let folder = Folder::new("corrections");
    folder.fill(4);
    let report = folder.at("report");
    let first = folder.run("out.jsonl", &["--report", &report]);
    assert_eq!(first.status.code(), Some(3));
    let page = std::fs::read_to_string(folder.0.join("report/index.html")).unwrap();
    assert!(page.contains("p00000.png") && page.contains("p00003x.jpg"));
    assert!(!page.contains("http"), "the page needs no network");
    // A person fills in one hand, and says how another was won.
    let path = folder.0.join("report/corrections.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let photo = folder.at("photos/p00000.png");
    let line = text.lines().find(|line| line.starts_with(&photo)).unwrap();
    let rest = line.strip_prefix(&format!("{photo},")).unwrap();
    let hand = "123p456p789s555z2z+2z g:1m9m";
    let filled = text.replace(line, &format!("{photo},{hand}{rest}"));
    std::fs::write(&path, &filled).unwrap();
    let sidecar = r#"{"schema":"karasu.hand/1","win":"ron","discarder":"E","riichi":1}"#;
    std::fs::write(folder.0.join("photos/p00000.hand.json"), sidecar).unwrap();
    folder.run("out.jsonl", &["--report", &report]);
    let records = folder.records("out.jsonl");
    let of = |photo: &str| {
        let found = records
            .iter()
            .find(|r| r["image"].as_str().is_some_and(|i| i.ends_with(photo)));
        found.unwrap().clone()
    };
    let corrected = of("p00000.png");
    assert_eq!(corrected["status"], "ok", "{corrected}");
    assert_eq!(corrected["corrected"], true);
    assert!(
        corrected["result"]["deltas"]["E"].as_i64().unwrap() < 0,
        "{corrected}"
    );
    let kept = std::fs::read_to_string(&path).unwrap();
    let canonical = "123456p789s2555z+2z g:19m";
    assert!(kept.contains(canonical), "what was filled in stays: {kept}");
    // What was filled in for photos of another run is kept, too.
    let one = folder.at("photos/p00002.png");
    let mut other = command(
        &["batch", &one, "--rules", "kichijoji", "--report", &report].map(str::to_owned),
        &[
            "--model",
            &folder.at("models"),
            "--out",
            &folder.at("one.csv"),
        ],
    );
    other.output().unwrap();
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.contains(canonical), "{kept}");
    // A wrong field is a record of its own, with the nearest right one.
    std::fs::write(folder.0.join("photos/p00001.hand.json"), r#"{"riichy":1}"#).unwrap();
    folder.run("out.jsonl", &[]);
    let records = folder.records("out.jsonl");
    let wrong = records
        .iter()
        .find(|r| r["image"].as_str().unwrap().ends_with("p00001.png"))
        .unwrap();
    assert!(
        wrong["error"]["message"]
            .as_str()
            .unwrap()
            .contains("riichi"),
        "{wrong}"
    );
}

#[test]
fn every_fault_of_a_sidecar_is_told_in_both_languages() {
    let folder = Folder::new("sidecar");
    folder.fill(2);
    let wrong = r#"{"schema":"karasu.hand/9","riichy":1,"seat_wind":"Q","honba":-1,
        "dora_indicators":["9x"],"concealed":"1m","hand":"12x","event":"draw"}"#;
    std::fs::write(folder.0.join("photos/p00000.hand.json"), wrong).unwrap();
    let broken = "{\"riichi\": 1,\n  oops}";
    std::fs::write(folder.0.join("photos/p00001.hand.json"), broken).unwrap();
    for lang in ["en", "ja"] {
        let out = format!("{lang}.jsonl");
        // The later --lang would be refused: it goes before the command.
        let mut args = folder.args(&out);
        args[1] = lang.to_owned();
        let done = command(&args, &[]).output().unwrap();
        assert_eq!(done.status.code(), Some(3));
        let records = folder.records(&out);
        let of = |photo: &str| {
            let mut all = records.iter();
            all.find(|r| r["image"].as_str().unwrap().ends_with(photo))
                .unwrap()
        };
        let record = of("p00000.png");
        let errors = record["errors"].as_array().unwrap();
        let words = record["errors"].to_string();
        for field in [
            "event",
            "karasu.hand/9",
            "riichy",
            "seat_wind",
            "honba",
            "dora_indicators",
            "concealed",
            "hand 12x",
        ] {
            assert!(words.contains(field), "{field} in {words}");
        }
        for error in errors {
            let told = error["message"].as_str().unwrap();
            assert!(told.contains("p00000.hand.json"), "its place: {told}");
            assert_eq!(told.is_ascii(), lang == "en", "{told}");
            assert!(!told.contains("invalid type"), "{told}");
        }
        let broken = of("p00001.png")["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        let place = if lang == "en" {
            "line 2, column 3"
        } else {
            "2 行 3 文字目"
        };
        assert!(broken.contains(place), "{broken}");
    }
}

#[test]
fn what_was_said_about_a_photo_since_is_noticed_on_resume() {
    let folder = Folder::new("stale");
    folder.fill(8);
    for ending in ["jsonl", "csv"] {
        let out = format!("out.{ending}");
        let _ = std::fs::remove_file(folder.0.join("photos/p00002.hand.json"));
        let table = folder.at("table.csv");
        std::fs::write(
            &table,
            format!("image,honba\n{},1\n", folder.at("photos/p00004.png")),
        )
        .unwrap();
        let more = ["--situations", &table, "--resume"];
        folder.run(&out, &more);
        // A mark in a record that must not be made again.
        let path = folder.0.join(&out);
        let before = std::fs::read_to_string(&path).unwrap();
        let mut lines = before.lines().filter(|line| line.contains("p00006.png"));
        let line = lines.next_back().unwrap().to_owned();
        let marked = line.replacen("review", "marked", 1);
        std::fs::write(&path, before.replace(&line, &marked)).unwrap();
        // A new sidecar, and another row.
        let sidecar = r#"{"win":"ron","discarder":"E","riichi":1,"hand":"123456p789s2555z+2z"}"#;
        std::fs::write(folder.0.join("photos/p00002.hand.json"), sidecar).unwrap();
        std::fs::write(
            &table,
            format!("image,honba\n{},2\n", folder.at("photos/p00004.png")),
        )
        .unwrap();
        folder.run(&out, &more);
        let whole = format!("whole.{ending}");
        folder.run(&whole, &more[..2]);
        let expected = std::fs::read_to_string(folder.0.join(&whole)).unwrap();
        let found = std::fs::read_to_string(&path).unwrap();
        assert!(
            found.contains(&marked),
            "only what has changed is done again"
        );
        assert_eq!(found.replace(&marked, &line), expected, "{ending}");
        assert!(
            expected != before.replace(&marked, &line),
            "something did change"
        );
        assert!(!folder.0.join(format!("{out}.new")).exists());
    }
}

#[test]
fn a_file_that_is_there_is_never_written_over_in_silence() {
    let folder = Folder::new("there");
    folder.fill(2);
    for out in ["out.jsonl", "out.csv"] {
        folder.run(out, &[]);
        let before = std::fs::read(folder.0.join(out)).unwrap();
        let again = folder.run(out, &["--set", "base_points=3"]);
        let told = String::from_utf8_lossy(&again.stderr).into_owned();
        assert!(told.contains(&format!("{out}.old")), "{told}");
        let aside = std::fs::read(folder.0.join(format!("{out}.old"))).unwrap();
        assert!(aside == before, "the earlier file is kept");
        // What no batch has written is not even moved.
        let foreign = "image,remark\nmine,keep\n";
        std::fs::write(folder.0.join(out), foreign).unwrap();
        let refused = folder.run(out, &[]);
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(
            std::fs::read_to_string(folder.0.join(out)).unwrap(),
            foreign
        );
    }
}

#[test]
fn arguments_that_cannot_be_meant_are_refused() {
    let folder = Folder::new("usage");
    folder.fill(1);
    let code = |output: Output| output.status.code();
    assert_eq!(code(folder.run("out.txt", &[])), Some(2));
    assert_eq!(code(folder.run("out.csv", &["nothing*.jpg"])), Some(2));
    assert_eq!(
        code(folder.run("out.csv", &["--set", "no_such=1"])),
        Some(2)
    );
    std::fs::create_dir(folder.0.join("empty")).unwrap();
    assert_eq!(code(folder.run("out.csv", &[&folder.at("empty")])), Some(2));
    // A photo that is not there is one failed record.
    assert_eq!(code(folder.run("out.csv", &["missing.jpg"])), Some(3));
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_and_a_reports_own_pictures_are_no_photos() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    folder.fill(3);
    let report = folder.at("photos/check");
    folder.run("plain.jsonl", &["--report", &report]);
    let plain = images(&folder.records("plain.jsonl"));
    assert!(
        folder
            .0
            .join("photos/check/images")
            .read_dir()
            .unwrap()
            .count()
            > 0,
        "the report has pictures of its own"
    );
    let inner = folder.0.join("photos/inner");
    std::fs::create_dir(&inner).unwrap();
    symlink(".", folder.0.join("photos/back")).unwrap();
    symlink("..", inner.join("up")).unwrap();
    folder.run("linked.jsonl", &["--report", &report]);
    assert_eq!(images(&folder.records("linked.jsonl")), plain);
    // Nor does a pattern find them; named themselves they are photos.
    let pattern = folder.at("photos/check/**/*.jpg");
    let found = folder.run("pattern.jsonl", &["--report", &report, &pattern]);
    assert_eq!(found.status.code(), Some(2), "nothing matches");
    let named = folder.at("photos/check/images");
    folder.run("named.jsonl", &["--report", &report, &named]);
    assert!(folder.records("named.jsonl").len() > plain.len());
}

#[test]
fn a_photo_that_was_copied_again_is_done_again_on_resume() {
    let folder = Folder::new("again");
    folder.fill(4);
    folder.run("out.jsonl", &[]);
    std::fs::copy(
        folder.0.join("photos/p00001.png"),
        folder.0.join("photos/p00007x.png"),
    )
    .unwrap();
    folder.run("out.jsonl", &["--resume"]);
    folder.run("whole.jsonl", &[]);
    assert!(folder.records("out.jsonl") == folder.records("whole.jsonl"));
    let records = folder.records("out.jsonl");
    let mut all = records.iter();
    let mended = all.find(|r| r["image"].as_str().unwrap().ends_with("p00007x.png"));
    assert_ne!(mended.unwrap()["status"], "failed");
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_leaves_whole_records() {
    let folder = Folder::new("full");
    folder.fill(40);
    folder.run("whole.jsonl", &["--jobs", "2"]);
    // No file may grow beyond 8 blocks; the signal for it is not minded.
    let args = folder.args("out.jsonl");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let done = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_karasu")])
        .args(&args)
        .env("KARASU_ENGINE", "builtin")
        .env("KARASU_DATA", folder.at("no-data"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{told}");
    assert!(told.contains("out.jsonl: "), "{told}");
    let before = folder.records("out.jsonl");
    assert!(!before.is_empty() && before.len() < 40, "{}", before.len());
    folder.run("out.jsonl", &["--resume"]);
    assert!(folder.records("out.jsonl") == folder.records("whole.jsonl"));
}
