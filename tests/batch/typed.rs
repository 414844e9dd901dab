//! What people type into tables beside the photos.

use std::path::{Path, PathBuf};

use super::Folder;

/// What a person fills in for photos, as `(photo, hand)`.
fn fill_in(path: &Path, hands: &[(String, &str)]) {
    let text = std::fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let filled = hands.iter().find_map(|(photo, hand)| {
            let rest = line.strip_prefix(&format!("{photo},"))?;
            Some(format!("{photo},{hand}{rest}"))
        });
        filled.unwrap_or_else(|| line.to_owned())
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    std::fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// A folder of photos with faults that has been run once: it, its report folder,
/// and the file to fill in.
fn reported(name: &str) -> (Folder, String, PathBuf) {
    let folder = Folder::new(name);
    folder.fill(4);
    let report = folder.at("report");
    folder.run("out.jsonl", &["--report", &report]);
    let path = folder.0.join("report/corrections.csv");
    (folder, report, path)
}

#[test]
fn one_bad_row_of_corrections_is_named_and_the_rest_applied() {
    let (folder, report, path) = reported("bad-row");
    let photo = |n: u8| folder.at(&format!("photos/p0000{n}.png"));
    let hand = "123456p789s2555z+2z";
    fill_in(&path, &[(photo(0), "12x 9q"), (photo(1), hand)]);
    let done = folder.run("out.jsonl", &["--report", &report]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{told}");
    assert!(told.contains("corrections.csv:"), "{told}");
    let records = folder.records("out.jsonl");
    let of = |photo: &str| {
        let found = records.iter().find(|r| r["image"] == photo);
        found.unwrap()
    };
    assert_eq!(of(&photo(1))["status"], "ok");
    let bad = of(&photo(0));
    assert_eq!(bad["corrected"], false);
    let message = bad["correction"]["message"].as_str().unwrap();
    assert!(message.contains("12x 9q"), "{message}");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.contains("12x 9q"), "what was typed stays: {kept}");
    assert!(kept.contains(hand), "{kept}");
    // A bad row of situations is a failed record of its photo, not another win.
    let table = folder.at("situations.csv");
    let rows = format!(
        "image,riichi,seat_wind\n{},9,S\n{},1,E\n",
        photo(2),
        photo(3)
    );
    std::fs::write(&table, rows).unwrap();
    let done = folder.run("other.jsonl", &["--situations", &table]);
    assert_eq!(done.status.code(), Some(3));
    let records = folder.records("other.jsonl");
    let of = |photo: &str| records.iter().find(|r| r["image"] == photo).unwrap();
    assert_eq!(of(&photo(2))["error"]["kind"], "bad_sidecar");
    assert_ne!(of(&photo(3))["error"]["kind"], "bad_sidecar");
}

#[test]
fn what_a_person_typed_into_the_corrections_is_never_lost() {
    let (folder, report, path) = reported("typed");
    let photo = |n: u8| folder.at(&format!("photos/p0000{n}.png"));
    // Columns of one's own, in an order of one's own; a row with names only.
    let hand = "123456p789s2555z+2z";
    let table = format!(
        "hand,image,win,discarder\n{hand},{},ron,E\n{hand},elsewhere.jpg,ron,W\n",
        photo(0)
    );
    std::fs::write(&path, table).unwrap();
    for _ in 0..3 {
        folder.run("out.jsonl", &["--report", &report]);
        let records = folder.records("out.jsonl");
        let record = records.iter().find(|r| r["image"] == photo(0)).unwrap();
        assert_eq!(record["result"]["deltas"]["W"], 0, "a ron still: {record}");
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(
            kept.starts_with("image,hand,read,why,win,discarder\n"),
            "{kept}"
        );
        assert!(
            kept.contains(&format!("elsewhere.jpg,{hand},,,ron,W")),
            "{kept}"
        );
    }
    // A name alone stands for every photo that is called so.
    let other = folder.0.join("photos/more");
    std::fs::create_dir(&other).unwrap();
    std::fs::copy(photo(2), other.join("p00002.png")).unwrap();
    std::fs::write(
        &path,
        format!("image,hand,win,discarder\np00002.png,{hand},ron,E\n"),
    )
    .unwrap();
    for _ in 0..2 {
        folder.run("out.jsonl", &["--report", &report]);
        let records = folder.records("out.jsonl");
        let mut both = records
            .iter()
            .filter(|r| r["image"].as_str().unwrap().ends_with("p00002.png"));
        assert!(
            both.all(|record| record["result"]["deltas"]["W"] == 0),
            "{records:?}"
        );
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(kept.matches(",ron,E").count(), 2, "{kept}");
    }
    // As a spreadsheet saves it that knows no UTF-8: the row is named, and the
    // file as it was typed is kept.
    let mut bytes = format!("image,hand\n{},{hand}\n", photo(1)).into_bytes();
    bytes.extend(b"\x8e\xe8\x94v.jpg,123456p789s2555z+2z\n");
    std::fs::write(&path, &bytes).unwrap();
    let done = folder.run("out.jsonl", &["--report", &report]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        told.contains("corrections.csv:3: this is no UTF-8 text"),
        "{told}"
    );
    assert!(told.contains("corrections-as-typed.csv"), "{told}");
    let copy = folder.0.join("report/corrections-as-typed.csv");
    assert_eq!(std::fs::read(copy).unwrap(), bytes);
    // What is no UTF-8 at all, or has a column twice, changes nothing.
    for wrong in [
        &b"\xff\xfei\0m\0a\0g\0e\0"[..],
        b"image,hand,hand\na.png,,\n",
    ] {
        std::fs::write(&path, wrong).unwrap();
        let done = folder.run("out.jsonl", &["--report", &report]);
        assert_eq!(done.status.code(), Some(2));
        assert!(!String::from_utf8_lossy(&done.stderr).contains("parse error"));
        assert_eq!(std::fs::read(&path).unwrap(), wrong);
    }
}

#[test]
fn rows_that_contradict_each_other_or_speak_of_no_photo_are_told() {
    let folder = Folder::new("rows");
    folder.fill(3);
    let table = folder.at("table.csv");
    let rows = format!(
        " image , honba \n{0},1\n{0},2\np00001.png,1\np00001.png,1\nmisspelt.png,1\n",
        folder.at("photos/p00000.png")
    );
    std::fs::write(&table, rows).unwrap();
    let done = folder.run("out.jsonl", &["--situations", &table]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(told.contains("table.csv:3:"), "{told}");
    assert!(
        told.contains("1 photo that this run does not have"),
        "{told}"
    );
    assert!(told.contains("misspelt.png"), "{told}");
    let records = folder.records("out.jsonl");
    let of = |photo: &str| {
        let mut all = records.iter();
        all.find(|r| r["image"].as_str().unwrap().ends_with(photo))
            .unwrap()
    };
    assert_eq!(of("p00000.png")["error"]["kind"], "bad_sidecar");
    assert_ne!(of("p00001.png")["error"]["kind"], "bad_sidecar");
}
