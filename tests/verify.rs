//! `karasu score --receipt` and `karasu verify`: agreement, the first line that
//! differs and why, the photo looked at again, the page for the table.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("karasu-verify-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Copies a file with one text put for another.
    fn edit(&self, from: &str, to: &str, old: &str, new: &str) {
        let text = self.text(from);
        assert!(text.contains(old), "{old} in {text}");
        std::fs::write(self.0.join(to), text.replacen(old, new, 1)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn karasu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", "en"])
        .args(args)
        .env("KARASU_ENGINE", "builtin")
        .env(
            "KARASU_DATA",
            std::env::temp_dir().join("karasu-no-profiles"),
        )
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A typed hand with its receipt.
fn typed(folder: &Folder, more: &[&str]) -> String {
    let receipt = folder.at("hand.json");
    let hand = ["score", "123p456p789p55s44z+4z g:1m9m d:3p", "--tsumo"];
    let rest = ["--players", "Aki,Ben,Chie", "--receipt", &receipt];
    let done = karasu(&[&hand[..], &rest, more].concat());
    assert_eq!(code(&done), 0, "{}", err(&done));
    receipt
}

#[test]
fn a_receipt_agrees_until_somebody_edits_it() {
    let folder = Folder::new("typed");
    let receipt = typed(&folder, &[]);
    let agrees = karasu(&["verify", &receipt]);
    assert_eq!(code(&agrees), 0, "{}", out(&agrees));
    assert!(out(&agrees).contains("agrees"), "{}", out(&agrees));
    let japanese = karasu(&["verify", &receipt, "--lang", "ja"]);
    assert!(out(&japanese).contains("一致"), "{}", out(&japanese));
    folder.edit("hand.json", "names.json", "\"Ben\"", "\"Bob\"");
    folder.edit("hand.json", "stick.json", "\"sticks\":0", "\"sticks\":2");
    folder.edit(
        "hand.json",
        "rule.json",
        "\"karasu_points\":[",
        "\"karasu_points\":[1",
    );
    folder.edit(
        "hand.json",
        "tile.json",
        "\"win_tile\":\"4z\"",
        "\"win_tile\":\"5s\"",
    );
    for (file, line, cause) in [
        ("names.json", "seats.S", "edited"),
        ("stick.json", "case.sticks", "situation"),
        ("rule.json", "rules.options.karasu_points", "rule"),
        ("tile.json", "case.win_tile", "tile"),
    ] {
        let differs = karasu(&["verify", &folder.at(file)]);
        assert_eq!(code(&differs), 5, "{file}");
        assert!(out(&differs).contains(line), "{file}: {}", out(&differs));
        let record = json(&karasu(&["verify", &folder.at(file), "--json"]));
        assert_eq!(record["schema"], "karasu.verify/1");
        assert_eq!(record["agrees"], false);
        assert_eq!(record["differences"][0]["line"], line, "{record}");
        assert_eq!(record["differences"][0]["cause"], cause, "{record}");
    }
}

#[test]
fn the_receipts_own_options_count_and_not_todays() {
    let folder = Folder::new("options");
    let receipt = typed(&folder, &["--set", "karasu_points=[9, 9]"]);
    let agrees = karasu(&["verify", &receipt]);
    assert_eq!(code(&agrees), 0, "{}", out(&agrees));
    assert!(
        out(&agrees).contains("karasu_points = [9, 9]"),
        "{}",
        out(&agrees)
    );
}

#[test]
fn a_clubs_own_rules_are_in_the_receipt() {
    let folder = Folder::new("club");
    let club = folder.at("club.toml");
    let text = "id = \"club\"\nversion = \"3\"\nbase = \"kichijoji\"\nname_ja = \"倶楽部\"\n\
        name_en = \"Club\"\nbase_points = 4\n[cite]\n\"our sheet 1\" = [\"base\"]\n";
    std::fs::write(&club, text).unwrap();
    let receipt = typed(&folder, &["--rules", &club]);
    assert!(folder.text("hand.json").contains("our sheet 1"));
    // The file is gone, or another one now: the receipt does not need it.
    std::fs::remove_file(&club).unwrap();
    let agrees = karasu(&["verify", &receipt]);
    assert_eq!(code(&agrees), 0, "{}", out(&agrees));
    folder.edit(
        "hand.json",
        "rule.json",
        "\"base_points\":4",
        "\"base_points\":5",
    );
    let differs = json(&karasu(&["verify", &folder.at("rule.json"), "--json"]));
    let line = "rules.options.base_points";
    assert_eq!(differs["differences"][0]["line"], line, "{differs}");
}

/// A line is blamed on an edit of its own, not on one of another line whose
/// name begins alike.
#[test]
fn a_line_is_not_blamed_on_another_of_a_like_name() {
    let folder = Folder::new("blame");
    let receipt = folder.at("hand.json");
    let hand = ["score", "123m456p789s11z23s+1s", "--rules", "riichi4"];
    let rest = ["--seat", "E", "--receipt", &receipt];
    let done = karasu(&[&hand[..], &rest].concat());
    assert_eq!(code(&done), 0, "{}", err(&done));
    let fu = "\"double_wind_pair_fu\":";
    folder.edit(
        "hand.json",
        "rule.json",
        &format!("{fu}4"),
        &format!("{fu}2"),
    );
    folder.edit("rule.json", "both.json", "\"fu\":30", "\"fu\":50");
    let record = json(&karasu(&["verify", &folder.at("both.json"), "--json"]));
    let all = record["differences"].as_array().unwrap();
    let cause = |line: &str| {
        let found = all.iter().find(|one| one["line"] == line);
        found.unwrap_or_else(|| panic!("{line}: {record}"))["cause"].clone()
    };
    assert_eq!(cause("result.fu"), "sum", "{record}");
    assert_eq!(cause("result.fu_items"), "rule", "{record}");
}

#[test]
fn bad_input_has_its_codes_and_both_languages() {
    let folder = Folder::new("bad");
    let receipt = typed(&folder, &[]);
    std::fs::write(folder.0.join("text.json"), "no receipt").unwrap();
    std::fs::write(folder.0.join("other.json"), "{\"schema\":\"x/1\"}").unwrap();
    folder.edit("hand.json", "part.json", "\"changes\"", "\"chances\"");
    folder.edit("hand.json", "option.json", "\"chi\":", "\"chii\":");
    folder.edit(
        "hand.json",
        "foreign.json",
        "\"seats\"",
        "\"foo\": 1, \"seats\"",
    );
    for (file, code_, word) in [
        ("missing.json", 3, "missing.json"),
        ("text.json", 3, "JSON"),
        ("other.json", 3, "karasu.receipt/1"),
        ("part.json", 3, "changes"),
        ("option.json", 3, "chii"),
        ("foreign.json", 3, "foo"),
    ] {
        for lang in ["ja", "en"] {
            let path = folder.at(file);
            let bad = karasu(&["verify", &path, "--lang", lang]);
            assert_eq!(code(&bad), code_, "{file}: {}", err(&bad));
            assert!(err(&bad).contains(word), "{file}: {}", err(&bad));
            assert_eq!(err(&bad).is_ascii(), lang == "en", "{}", err(&bad));
            assert!(!err(&bad).contains("(?)"), "{}", err(&bad));
            assert!(bad.stdout.is_empty());
        }
    }
    assert_eq!(code(&karasu(&["verify"])), 2);
    // A receipt is never written over, and names must fit the seats.
    let hand = "123p456p789p55s44z+4z g:1m9m";
    let again = karasu(&["score", hand, "--receipt", &receipt]);
    assert_eq!(code(&again), 2, "{}", err(&again));
    let new = folder.at("new.json");
    let names = karasu(&["score", hand, "--receipt", &new, "--players", "A,B"]);
    assert_eq!(code(&names), 2);
    // A place that a flag names and that cannot be written.
    let nowhere = folder.at("nowhere/new.json");
    let unwritable = karasu(&["score", hand, "--receipt", &nowhere]);
    assert_eq!(code(&unwritable), 2, "{}", err(&unwritable));
    assert!(
        err(&unwritable).contains("no such folder"),
        "{}",
        err(&unwritable)
    );
    // What is no win has no receipt.
    let no_win = karasu(&["score", "123p456p789p55s43z+4z", "--receipt", &new]);
    assert_eq!(code(&no_win), 4);
    assert!(!folder.0.join("new.json").exists());
}

#[cfg(feature = "vision")]
mod photo {
    use super::*;

    const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/demo/hand.jpg");

    fn receipt(folder: &Folder, photo: &str, name: &str, more: &[&str]) -> String {
        let path = folder.at(name);
        let base = ["score", photo, "--tsumo", "--seat", "E", "--receipt", &path];
        let done = karasu(&[&base[..], more].concat());
        assert!(matches!(code(&done), 0 | 4), "{}", err(&done));
        path
    }

    #[test]
    fn the_photo_is_looked_at_again() {
        let folder = Folder::new("photo");
        let own = receipt(&folder, DEMO, "own.json", &[]);
        let same = karasu(&["verify", &own, "--photo", DEMO]);
        assert_eq!(code(&same), 0, "{}{}", out(&same), err(&same));
        // The same pixels in another file.
        let copy = folder.at("copy.png");
        karasu::frame::open(DEMO.as_ref())
            .unwrap()
            .image
            .save(&copy)
            .unwrap();
        let same = karasu(&["verify", &own, "--photo", &copy]);
        assert_eq!(code(&same), 0, "{}", out(&same));
        assert!(out(&same).contains("pixels are the same"), "{}", out(&same));
        // Another photo: one tile is another.
        let read = json(&karasu(&["read", DEMO, "--json"]));
        let hand = read["reading"]["notation"].as_str().unwrap();
        let mut other = karasu::notation::parse(hand).unwrap();
        let first = other.concealed[0];
        let used = |tile| other.concealed.contains(&tile) || other.win_tile == Some(tile);
        let mut free = karasu::tile::Tile::all().filter(|tile| tile.is_honor() && !used(*tile));
        other.concealed[0] = free.next().unwrap();
        let drawn = folder.at("other.jpg");
        let text = other.to_string();
        let made = karasu(&["dataset", "demo", "--tiles", &text, "--out", &drawn]);
        assert_eq!(code(&made), 0, "{}", err(&made));
        let differs = karasu(&["verify", &own, "--photo", &drawn, "--json"]);
        assert_eq!(code(&differs), 5);
        let record = json(&differs);
        assert_eq!(record["differences"][0]["line"], "photo.sha256");
        assert_eq!(record["differences"][0]["cause"], "photo");
        let named = record["differences"].to_string();
        assert!(
            named.contains(first.code()) || named.contains("not found"),
            "{named}"
        );
        // A typed hand has no photo to compare with.
        let plain = typed(&folder, &[]);
        assert_eq!(code(&karasu(&["verify", &plain, "--photo", DEMO])), 2);
        assert_eq!(code(&karasu(&["verify", &own, "--photo", "no.jpg"])), 3);
    }

    #[test]
    fn no_page_is_written_over_what_it_is_made_from() {
        let folder = Folder::new("over");
        let (own, photo) = (typed(&folder, &[]), folder.at("photo.jpg"));
        std::fs::copy(DEMO, &photo).unwrap();
        let seen = receipt(&folder, &photo, "seen.json", &[]);
        let before = folder.text("seen.json");
        let page = folder.at("page");
        for (out, code_is) in [
            (vec!["--html", &own], 2),
            (vec!["--png", &own], 2),
            (vec!["--html", &page, "--png", &page], 2),
        ] {
            let done = karasu(&[&["verify", &own][..], &out].concat());
            assert_eq!(code(&done), code_is, "{}", err(&done));
        }
        for out in [&photo, &seen] {
            let done = karasu(&["verify", &seen, "--photo", &photo, "--png", out]);
            assert_eq!(code(&done), 2, "{}", err(&done));
        }
        assert_eq!(folder.text("seen.json"), before);
        assert_eq!(std::fs::read(&photo).unwrap(), std::fs::read(DEMO).unwrap());
    }

    #[test]
    fn a_correction_is_in_the_receipt_and_told() {
        let folder = Folder::new("correct");
        let read = json(&karasu(&["read", DEMO, "--json"]));
        let hand = read["reading"]["notation"].as_str().unwrap();
        // The same kind in another colour, or a fifth wind: any other tile that wins.
        let typed = karasu::notation::parse(hand).unwrap();
        let mut other = typed.clone();
        other.gari.push("9m".parse().unwrap());
        let text = other.to_string();
        let own = receipt(&folder, DEMO, "own.json", &["--correct", &text]);
        let record = json(&karasu(&["verify", &own, "--json"]));
        assert_eq!(record["agrees"], true, "{record}");
        assert_eq!(record["depends"][0]["why"], "added", "{record}");
        let lines = record["depends"][0]["lines"].to_string();
        assert!(lines.contains("gari"), "{record}");
    }

    #[test]
    fn the_page_is_one_file_and_one_sheet() {
        let folder = Folder::new("page");
        let own = receipt(&folder, DEMO, "own.json", &["--players", "Aki,Ben,Chie"]);
        for lang in ["ja", "en"] {
            let (html, png) = (folder.at("page.html"), folder.at("page.png"));
            let done = karasu(&[
                "verify",
                &own,
                "--photo",
                DEMO,
                "--html",
                &html,
                "--png",
                &png,
                "--compare",
                "vip",
                "--lang",
                lang,
            ]);
            assert_eq!(code(&done), 0, "{}", err(&done));
            let page = folder.text("page.html");
            assert!(!page.contains("http"), "the page needs no network");
            assert!(page.contains("data:image/jpeg") && page.contains("size:A4"));
            assert!(page.contains("Ben") && page.contains("kichijoji.md"));
            let word = if lang == "ja" {
                "点数えあげ"
            } else {
                "Rules cited"
            };
            assert!(page.contains(word));
            let sheet = image::open(&png).unwrap().into_rgb8();
            assert_eq!(sheet.dimensions(), (1240, 1754));
            let ink = sheet.pixels().filter(|pixel| pixel.0[0] < 128).count();
            assert!(ink > 20_000, "something stands on it: {ink}");
            // Nothing runs out at the foot.
            let foot = sheet.enumerate_pixels().filter(|(_, y, _)| *y > 1700);
            assert!(foot.into_iter().all(|(.., pixel)| pixel.0 == [255; 3]));
        }
        let alone = karasu(&["verify", &own, "--compare", "vip"]);
        assert_eq!(code(&alone), 2);
    }
}
