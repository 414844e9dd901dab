//! `karasu dataset check | split | stats | export`: labels go from format to
//! format and come back the same; every mistake is named.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "vision")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use image::RgbImage;
use proptest::prelude::*;
use serde_json::json;

use karasu::detect::Quad;
use karasu::labels::{self, Labelled, LabelledTile, Mistake, coco, label_studio, yolo};
use karasu::lang::Lang;
use karasu::tile::Tile;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("karasu-labels-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("images")).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A small dataset of two physical sets.
    fn fill(&self) -> Vec<Labelled> {
        let photos: Vec<Labelled> = ["a1", "a2", "b1"]
            .iter()
            .map(|name| {
                let file = self.0.join("images").join(format!("{name}.png"));
                RgbImage::new(200, 100).save(&file).unwrap();
                photo(file, &name[..1], &["5m", "0p", "1z", "1f", "0z"])
            })
            .collect();
        self.write(&photos);
        photos
    }

    fn write(&self, photos: &[Labelled]) {
        let name = |photo: &Labelled| format!("images/{}", labels::file_name(photo));
        let text = coco::write(photos, name).to_string();
        std::fs::write(self.0.join(coco::FILE), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn photo(file: PathBuf, group: &str, codes: &[&str]) -> Labelled {
    let tile = |(i, code): (usize, &&str)| {
        let x = 10.0 + 36.0 * i as f32;
        let quad = Quad([
            [x + 2.0, 20.0],
            [x + 30.0, 24.0],
            [x + 28.0, 66.0],
            [x, 62.0],
        ]);
        LabelledTile {
            tile: code.parse().unwrap(),
            bounds: quad.bounds(),
            quad: (i % 2 == 0).then_some(quad),
            visibility: 1.0,
            zone: None,
        }
    };
    Labelled {
        file,
        width: 200,
        height: 100,
        group: Some(group.to_owned()),
        tiles: codes.iter().enumerate().map(tile).collect(),
    }
}

fn karasu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(["--lang", "en"])
        .args(args)
        .output()
        .unwrap()
}

fn says(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Same photos, tiles and places up to rounding; quads only where `quads`.
fn alike(a: &[Labelled], b: &[Labelled], quads: bool) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert_eq!(labels::file_name(a), labels::file_name(b));
        assert_eq!(
            (a.width, a.height, a.tiles.len()),
            (b.width, b.height, b.tiles.len())
        );
        for (a, b) in a.tiles.iter().zip(&b.tiles) {
            assert_eq!(a.tile, b.tile);
            let near = |a: f32, b: f32| assert!((a - b).abs() < 0.05, "{a} {b}");
            for (&a, b) in a.bounds.iter().zip(b.bounds) {
                near(a, b);
            }
            if let (true, Some(a), Some(b)) = (quads, a.quad, b.quad) {
                for (&a, b) in a.0.iter().flatten().zip(b.0.into_iter().flatten()) {
                    near(a, b);
                }
            }
            assert!(!quads || a.quad.is_some() == b.quad.is_some());
        }
    }
}

#[test]
fn labels_go_through_every_format_and_come_back() {
    let folder = Folder::new("formats");
    let photos = folder.fill();
    for (format, file, quads) in [
        ("coco", coco::FILE, true),
        ("yolo", "", false),
        ("yolo-obb", "", true),
        ("label-studio", "label_studio.json", true),
    ] {
        let out = folder.at(format);
        let done = karasu(&[
            "dataset",
            "export",
            &folder.at(""),
            "--out",
            &out,
            "--format",
            format,
        ]);
        assert!(done.status.success(), "{}", says(&done));
        let read = labels::load(&Path::new(&out).join(file)).unwrap();
        alike(&photos, &read, quads);
        // And from there back.
        let back = folder.at(&format!("{format}-back"));
        let source = Path::new(&out).join(file).display().to_string();
        let done = karasu(&[
            "dataset", "export", &source, "--out", &back, "--format", "coco",
        ]);
        assert!(done.status.success(), "{}", says(&done));
        alike(&photos, &labels::load(Path::new(&back)).unwrap(), quads);
    }
}

#[test]
fn every_mistake_in_labels_is_named() {
    let folder = Folder::new("check");
    let mut photos = folder.fill();
    let clean = karasu(&["dataset", "check", &folder.at("")]);
    assert_eq!(clean.status.code(), Some(0), "{}", says(&clean));
    let one = photos[0].tiles[0].clone();
    photos[0].tiles = vec![one.clone(); 5];
    photos[1].width = 300;
    photos[1].tiles[0].bounds = [50.0, 50.0, 50.0, 60.0];
    photos[1].tiles[1].bounds = [290.0, 0.0, 320.0, 40.0];
    photos[1].tiles[2].quad = photos[1].tiles[2]
        .quad
        .map(|q| Quad([q.0[0], q.0[3], q.0[2], q.0[1]]));
    photos.push(photos[2].clone());
    photos[2].file = folder.0.join("images/none.png");
    folder.write(&photos);
    let found = labels::check(&labels::load(&folder.0).unwrap());
    let has = |name: &str, wanted: fn(&Mistake) -> bool| {
        assert!(
            found.iter().any(|finding| wanted(&finding.mistake)),
            "{name}: {found:?}"
        );
    };
    has("copies", |m| matches!(m, Mistake::Copies { count: 5, .. }));
    has("overlap", |m| {
        matches!(m, Mistake::Overlap { labels: [0, 1] })
    });
    has("size", |m| {
        matches!(
            m,
            Mistake::Size {
                picture: (200, 100),
                ..
            }
        )
    });
    has("empty", |m| matches!(m, Mistake::Empty { label: 0 }));
    has("outside", |m| matches!(m, Mistake::Outside { label: 1 }));
    has("corners", |m| matches!(m, Mistake::Corners { label: 2 }));
    has("picture", |m| matches!(m, Mistake::Picture { .. }));
    let told = karasu(&["dataset", "check", &folder.at(""), "--json"]);
    assert_eq!(told.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&told.stdout).lines().count(),
        found.len()
    );
    let twice = karasu(&["dataset", "check", &folder.at("images")]);
    assert_eq!(
        twice.status.code(),
        Some(2),
        "no labels there: {}",
        says(&twice)
    );
}

#[test]
fn a_split_keeps_sets_together_and_counts_add_up() {
    let folder = Folder::new("split");
    folder.fill();
    let out = folder.at("parts");
    let done = karasu(&["dataset", "split", &folder.at(""), "--out", &out]);
    assert!(done.status.success(), "{}", says(&done));
    let [train, held] =
        ["train", "held"].map(|part| labels::load(&Path::new(&out).join(part)).unwrap());
    assert_eq!((train.len(), held.len()), (2, 1));
    assert!(held.iter().all(|photo| photo.group.as_deref() == Some("b")));
    assert!(train.iter().chain(&held).all(|photo| photo.file.is_file()));
    let stats = karasu(&["dataset", "stats", &folder.at(""), "--json"]);
    let stats: serde_json::Value = serde_json::from_slice(&stats.stdout).unwrap();
    assert_eq!(stats["tiles"], json!(15));
    assert_eq!(stats["sets"], json!({"a": 2, "b": 1}));
    assert_eq!(stats["classes"].as_array().unwrap().len(), Tile::COUNT);
}

proptest! {
    /// Promise 18: labels of any text are read or refused, never a panic.
    #[test]
    fn label_parsers_never_panic(text in "(?s).{0,200}") {
        let folder = Folder::new("fuzz");
        let file = folder.0.join("x.json");
        std::fs::write(&file, &text).unwrap();
        let _ = labels::load(Path::new(&file));
        let _ = label_studio::load(&file);
        std::fs::create_dir_all(folder.0.join(yolo::LABELS)).unwrap();
        RgbImage::new(20, 20).save(folder.0.join("images/a.png")).unwrap();
        std::fs::write(folder.0.join("labels/a.txt"), &text).unwrap();
        std::fs::write(folder.0.join("data.yaml"), &text).unwrap();
        let _ = labels::load(&folder.0);
        std::fs::write(folder.0.join("classes.txt"), "1m\n2m\n").unwrap();
        let _ = labels::load(&folder.0);
    }
}

#[test]
fn a_missing_picture_of_label_studio_is_named() {
    let folder = Folder::new("label-studio-without");
    let file = folder.at("tasks.json");
    let task = r#"[{"data":{"image":"gone.jpg"},"annotations":[]}]"#;
    std::fs::write(&file, task).unwrap();
    let fault = labels::load(Path::new(&file)).unwrap_err();
    for lang in [Lang::Ja, Lang::En] {
        assert!(fault.message(lang).contains("gone.jpg"), "{fault}");
    }
}

#[test]
fn a_blank_line_among_the_classes_moves_no_class() {
    let folder = Folder::new("blank-class");
    std::fs::create_dir_all(folder.at("labels")).unwrap();
    std::fs::write(folder.at("classes.txt"), "1m\n\n2m\n").unwrap();
    // A name that is none is told, rather than all behind it moved.
    assert!(labels::load(Path::new(&folder.at(""))).is_err());
    std::fs::write(folder.at("classes.txt"), "1m\n2m\n\n").unwrap();
    assert!(labels::load(Path::new(&folder.at(""))).is_ok());
}

/// YOLO calls a label file after the photo without its ending.
#[test]
fn photos_of_one_stem_keep_labels_of_their_own() {
    let folder = Folder::new("stems");
    let mut photos = folder.fill();
    let images = folder.0.join("images");
    for (photo, name) in photos.iter_mut().zip(["a.jpg", "a.jpeg", "1-a.jpg"]) {
        let renamed = images.join(name);
        RgbImage::new(200, 100).save(&renamed).unwrap();
        std::fs::remove_file(&photo.file).unwrap();
        photo.file = renamed;
    }
    folder.write(&photos);
    let out = folder.at("yolo");
    let done = karasu(&[
        "dataset",
        "export",
        &folder.at(""),
        "--out",
        &out,
        "--format",
        "yolo",
    ]);
    assert!(done.status.success(), "{}", says(&done));
    let read = labels::load(Path::new(&out)).unwrap();
    let tiles = |photos: &[Labelled]| {
        let mut all: Vec<Vec<_>> = photos
            .iter()
            .map(|photo| photo.tiles.iter().map(|tile| tile.tile).collect())
            .collect();
        all.sort();
        all
    };
    assert_eq!(tiles(&read), tiles(&photos));
}
