//! The window as it is, under a virtual screen: a photo is opened, a tile
//! corrected, the hand settled, a picture of it kept. Ignored where it is not
//! asked for, since it needs Xvfb and the window's libraries: `.ci/run` asks.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "ui-tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

const KARASU: &str = env!("CARGO_BIN_EXE_karasu");

fn scratch() -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("real-window-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Opens the window on the demo picture, presses keys, and gives what was on
/// screen and the result as text.
fn window(folder: &Path, lang: &str, keys: &str) -> (image::RgbImage, String) {
    let (shot, text) = (folder.join("shot.png"), folder.join("result.txt"));
    let photo = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo/hand.jpg");
    let output = Command::new("xvfb-run")
        .args([
            "-a",
            "-s",
            "-screen 0 1280x800x24",
            "timeout",
            "100",
            KARASU,
        ])
        .args(["--lang", lang, "--with-rules", "kichijoji"])
        .args(["--press", keys, "--window-size", "1280x800"])
        .arg("--open")
        .arg(photo)
        .arg("--screenshot")
        .arg(&shot)
        .arg("--result")
        .arg(&text)
        .env("HOME", folder)
        .env("KARASU_DATA", folder.join("data"))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .output()
        .expect("xvfb-run is needed: apt-get install xvfb xauth");
    assert!(output.status.success(), "{output:?}");
    let shot = image::open(&shot).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    (shot.into_rgb8(), std::fs::read_to_string(text).unwrap())
}

/// What the command makes of a typed hand.
fn scored(hand: &str, lang: &str) -> String {
    let output = Command::new(KARASU)
        .args([
            "score",
            hand,
            "--rules",
            "kichijoji",
            "--tsumo",
            "--seat",
            "E",
        ])
        .args(["--lang", lang])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "needs a virtual screen (xvfb-run); .ci/run asks for it"]
fn a_photo_is_opened_corrected_settled_and_shown() {
    let folder = scratch();
    for lang in ["ja", "en"] {
        // To the first tile, a red five of dots; a plain one it shall be; then
        // accepted and settled.
        let keys = format!("{} 5 P Enter Enter Enter", ["Left"; 20].join(" "));
        let (shot, text) = window(&folder, lang, &keys);
        let mut lines = text.lines();
        let (_rules, hand) = (lines.next().unwrap(), lines.next().unwrap());
        assert_eq!(hand, "56778p345s22z+9p (666z) g:109m d:4p", "{text}");
        assert!(
            !text.contains("確定前") && !text.contains("preview"),
            "settled"
        );
        let sheet: Vec<&str> = lines.collect();
        let scored = scored(hand, lang);
        assert!(scored.contains(&sheet.join("\n")), "{text}\n{scored}");
        looks_like_a_window(&shot);
    }
}

/// A picture with a photo, tiles and text: many colours, in every quarter.
fn looks_like_a_window(shot: &image::RgbImage) {
    let (width, height) = (shot.width() / 2, shot.height() / 2);
    assert!(width >= 640 && height >= 400, "{:?}", shot.dimensions());
    for (x, y) in [(0, 0), (width, 0), (0, height), (width, height)] {
        let quarter = image::imageops::crop_imm(shot, x, y, width, height).to_image();
        let mut colours: Vec<[u8; 3]> = quarter.pixels().map(|p| p.0).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 300, "blank at {x}, {y}: {}", colours.len());
    }
}
