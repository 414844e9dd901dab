//! Tile-set profiles without weights: what is stored, what is refused, what a
//! photo of a set in rows is understood as.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage};
use karasu::detect::Quad;
use karasu::frame::Frame;
use karasu::lang::Lang;
use karasu::profile::{
    Known, OrderFault, Page, Profile, ProfileError, Remark, Sample, Shelf, TileSets, lesson, order,
    unseen, wanted,
};
use karasu::score::mpsz;
use karasu::tile::Tile;

use super::fakes;

/// A crop of a class that is not quite like any other.
fn sample(code: &str, shade: u8) -> Sample {
    let tile: Tile = code.parse().unwrap();
    let mut image = RgbImage::from_pixel(200, 200, Rgb([10, 10, shade]));
    let quad = Quad([[50.0, 40.0], [110.0, 40.0], [110.0, 120.0], [50.0, 120.0]]);
    fakes::paint(&mut image, &quad, tile);
    Sample::cut(&image, &quad, tile)
}

fn learned(name: &str, codes: &[&str]) -> Profile {
    let reader = fakes::reader_of("one");
    let mut profile = Profile::new(name, reader.embedding_model()).unwrap();
    let samples = codes
        .iter()
        .zip(0..)
        .map(|(code, n)| sample(code, n))
        .collect();
    assert_eq!(
        profile.learn(samples, reader.detector()).unwrap(),
        codes.len()
    );
    profile
}

fn shelf(name: &str) -> (Shelf, PathBuf) {
    let folder = super::scratch(name).join("tiles");
    (Shelf::at(&folder), folder)
}

#[test]
fn a_profile_is_stored_found_and_forgotten() {
    let (shelf, folder) = shelf("shelf");
    assert!(shelf.names().unwrap().is_empty());
    shelf.save(&learned("青", &["1m", "1m", "5z"])).unwrap();
    shelf.save(&learned("box-2", &["9s"])).unwrap();
    assert_eq!(shelf.names().unwrap(), ["box-2", "青"]);
    let profile = shelf.load("青").unwrap();
    let classes: Vec<(String, usize)> = profile
        .classes()
        .into_iter()
        .map(|(t, n)| (t.to_string(), n))
        .collect();
    assert_eq!(classes, [("1m".to_owned(), 2), ("5z".to_owned(), 1)]);
    assert_eq!(profile.prototypes().count("1m".parse().unwrap()), 2);
    // Saving again keeps nothing that is not named.
    fs::write(folder.join("青/stray.png"), b"x").unwrap();
    shelf.save(&profile).unwrap();
    assert_eq!(fs::read_dir(folder.join("青")).unwrap().count(), 4);
    shelf.forget("青").unwrap();
    shelf.forget("box-2").unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    assert!(matches!(shelf.load("青"), Err(ProfileError::Unknown(..))));
    assert!(matches!(shelf.forget("青"), Err(ProfileError::Unknown(..))));
}

#[test]
fn names_are_no_paths() {
    let (shelf, _) = shelf("names");
    let long = "x".repeat(41);
    for name in [
        "", "auto", "None", "../x", "a/b", "a\\b", ".hidden", "-x", "a b", "CON", &long,
    ] {
        assert!(
            matches!(Profile::new(name, ""), Err(ProfileError::BadName(_))),
            "{name}"
        );
        assert!(
            matches!(shelf.load(name), Err(ProfileError::BadName(_))),
            "{name}"
        );
        assert!(
            matches!(shelf.forget(name), Err(ProfileError::BadName(_))),
            "{name}"
        );
    }
    for name in ["a", "うちの牌", "Amos_Rex-2", &"牌".repeat(40)] {
        assert!(Profile::new(name, "").is_ok(), "{name}");
    }
}

/// Replaces text in a stored manifest.
fn edit(folder: &Path, from: &str, to: &str) {
    let file = folder.join("manifest.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn what_was_not_stored_by_karasu_is_refused_with_what_to_do() {
    type Break = fn(&Path);
    let breaks: [Break; 12] = [
        |folder| fs::remove_file(folder.join("manifest.json")).unwrap(),
        |folder| fs::write(folder.join("manifest.json"), b"").unwrap(),
        |folder| fs::write(folder.join("manifest.json"), b"[1,2").unwrap(),
        |folder| edit(folder, "karasu.tileset/1", "karasu.tileset/9"),
        |folder| edit(folder, "\"name\":\"set\"", "\"name\":\"other\""),
        |folder| edit(folder, "\"5z\":1", "\"5z\":2"),
        |folder| edit(folder, "\"class\":\"5z\"", "\"class\":\"5x\""),
        |folder| edit(folder, "\"file\":\"5z-", "\"file\":\"../5z-"),
        |folder| edit(folder, "\"embedding\":[", "\"embedding\":[0.5,"),
        |folder| edit(folder, "\"embedding\":[", "\"surprise\":1,\"embedding\":["),
        |folder| fs::remove_file(crop(folder)).unwrap(),
        |folder| {
            // Another picture under the crop's name.
            RgbImage::new(64, 80).save(crop(folder)).unwrap();
        },
    ];
    for (n, break_it) in breaks.iter().enumerate() {
        let (shelf, folder) = shelf("broken");
        shelf.save(&learned("set", &["1m", "5z"])).unwrap();
        break_it(&folder.join("set"));
        let error = shelf.load("set").expect_err(&format!("break {n}"));
        assert!(
            matches!(error, ProfileError::Damaged(..)),
            "break {n}: {error:?}"
        );
        for lang in [Lang::Ja, Lang::En] {
            assert!(error.message(lang).contains("karasu set forget set"), "{n}");
        }
        assert!(shelf.list().unwrap()[0].profile.is_err());
        shelf.forget("set").unwrap();
        assert!(shelf.names().unwrap().is_empty());
    }
}

fn crop(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .find(|path| path.extension().is_some_and(|e| e == "png"))
        .unwrap()
}

#[test]
fn another_model_makes_the_embeddings_anew_from_the_crops() {
    let (shelf, folder) = shelf("rebuilt");
    shelf.save(&learned("set", &["1m", "5z"])).unwrap();
    // What the old model said is of no use.
    edit(
        &folder.join("set"),
        "\"embedding\":[0.05",
        "\"embedding\":[0.75",
    );
    let (_, rebuilt) = shelf.ready("set", &fakes::reader_of("one")).unwrap();
    assert!(!rebuilt);
    let (profile, rebuilt) = shelf.ready("set", &fakes::reader_of("two")).unwrap();
    assert!(rebuilt);
    assert_eq!(profile.model(), "two");
    let text = fs::read_to_string(folder.join("set/manifest.json")).unwrap();
    assert!(text.contains("\"two\"") && !text.contains("0.75"));
    assert!(!shelf.ready("set", &fakes::reader_of("two")).unwrap().1);
}

#[test]
fn the_latest_dozen_of_a_class_is_kept_and_nothing_twice() {
    let reader = fakes::reader_of("one");
    let mut profile = Profile::new("set", "one").unwrap();
    let samples: Vec<Sample> = (0..20).map(|n| sample("3p", 10 * n)).collect();
    assert_eq!(
        profile.learn(samples.clone(), reader.detector()).unwrap(),
        20
    );
    assert_eq!(profile.classes().values().sum::<usize>(), 12);
    assert_eq!(
        profile
            .learn(samples[19..].to_vec(), reader.detector())
            .unwrap(),
        0
    );
}

/// Painted rows of tiles, as a person lays out a set.
fn photo(rows: &[&str]) -> Frame {
    let mut tiles = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, tile) in mpsz::parse(row).unwrap().into_iter().enumerate() {
            let (x, y) = (40.0 + 70.0 * c as f32, 40.0 + 130.0 * r as f32);
            let quad = Quad([[x, y], [x + 60.0, y], [x + 60.0, y + 80.0], [x, y + 80.0]]);
            tiles.push((quad, tile));
        }
    }
    let height = 60 + 130 * rows.len() as u32;
    Frame::new(fakes::table(800, height, &tiles), "rows".to_owned())
}

#[test]
fn a_photo_in_rows_is_understood_whatever_the_order_of_rows() {
    let rows = ["1234567z", "12346789p", "123456789m", "0m0p0s"];
    let (frame, reader) = (photo(&rows), fakes::reader());
    let seen = reader.detector().detect(&frame.image).unwrap().detections;
    let understood = lesson(&seen, None).unwrap();
    let texts: Vec<String> = understood
        .rows
        .iter()
        .map(|row| mpsz::print(&row.iter().map(|cell| cell.tile).collect::<Vec<_>>()))
        .collect();
    assert_eq!(texts, rows);
    assert!(understood.cells().all(|cell| cell.is_sure()));
    let page = Page::look(frame.image.clone(), &reader, None, None).unwrap();
    assert_eq!(page.lesson, understood);
    assert_eq!(page.samples().len(), 27);

    // A person's word goes before what is seen, and a row can be left out.
    let told = order("- 12346789s - 0m0p0s").unwrap();
    let by_word = lesson(&seen, Some(&told)).unwrap();
    assert_eq!(by_word.rows.len(), 2);
    assert_eq!(by_word.rows[0][0].tile.code(), "1s");
    assert!(by_word.rows[0][0].doubt.is_some(), "it looks like 1p");
    let told = order("- 1234p 123456789m 0m0p0s").unwrap();
    assert_eq!(lesson(&seen, Some(&told)), Err(OrderFault::Tiles(2, 4, 8)));
    assert_eq!(
        lesson(&seen, Some(&order("123m").unwrap())),
        Err(OrderFault::Rows(1, 4))
    );
    assert_eq!(
        order("123m 12x").unwrap_err(),
        OrderFault::NoTile("1x".to_owned())
    );
}

#[test]
fn learning_a_photo_and_reading_by_it() {
    let reader = fakes::reader_of("one");
    let frame = photo(&["123456789m", "1234567z"]);
    let image = frame.image.clone();
    let samples = Page::look(image, &reader, None, None).unwrap().samples();
    let mut profile = Profile::new("table", "one").unwrap();
    profile.learn(samples, reader.detector()).unwrap();
    let mut reader = reader;
    let plain = reader.read(&frame).unwrap();
    assert_eq!(plain.tile_set, None);
    // Nothing known changes nothing.
    let empty = Profile::new("empty", "one").unwrap();
    reader.use_tile_sets(TileSets::Named(Known::of(&empty)));
    let named = reader.read(&frame).unwrap();
    assert_eq!(named.tile_set.as_ref().unwrap().profile, "empty");
    for (a, b) in plain.tiles.iter().zip(&named.tiles) {
        assert_eq!((a.tile, a.score), (b.tile, b.score));
    }
    reader.use_tile_sets(TileSets::Auto(vec![Known::of(&empty), Known::of(&profile)]));
    let auto = reader.read(&frame).unwrap();
    let chosen = auto.tile_set.unwrap();
    assert_eq!(chosen.profile, "table");
    assert!(chosen.likeness.unwrap() > 0.99);
    reader.use_tile_sets(TileSets::Auto(vec![Known::of(&empty)]));
    assert_eq!(reader.read(&frame).unwrap().tile_set, None);
}

#[test]
fn a_person_puts_a_row_right_and_its_neighbours_follow() {
    let reader = fakes::reader();
    // The fake classifier sees a 1s where a 3p lies, and a 9p twice.
    let frame = photo(&["121456789p", "9p1234567z"]);
    let mut page = Page::look(frame.image, &reader, None, None).unwrap();
    let doubts = |page: &Page| page.lesson.cells().filter(|cell| !cell.is_sure()).count();
    assert!(doubts(&page) > 0, "{:?}", page.lesson);
    let before = page.samples().len();
    page.name((0, 2), "3p".parse().unwrap());
    let cell = *page.lesson.cell((0, 2)).unwrap();
    assert_eq!(
        (cell.tile.code(), cell.told, cell.doubt),
        ("3p", true, None)
    );
    // What is no tile of the set is left out.
    let row = page.lesson.rows[1].len();
    page.leave_out((1, 0));
    assert_eq!(page.lesson.rows[1].len(), row - 1);
    assert_eq!(doubts(&page), 0, "{:?}", page.lesson);
    assert!(page.samples().len() > before);
    assert!(
        page.samples()
            .iter()
            .any(|sample| sample.tile.code() == "3p")
    );
    let lessons = [&page.lesson];
    let missing = unseen(&Default::default(), lessons.into_iter());
    assert!(missing.iter().any(|tile| tile.code() == "1m"));
    assert!(!missing.iter().any(|tile| tile.code() == "3p"));
    // A told name stays, whatever the neighbours become.
    page.name((0, 1), "4p".parse().unwrap());
    assert_eq!(page.lesson.cell((0, 2)).unwrap().tile.code(), "3p");
}

#[test]
fn confirmed_hands_teach_within_the_limit_and_a_later_name_wins() {
    let (shelf, folder) = shelf("confirmed");
    let reader = fakes::reader_of("one");
    let hand = |shade: u8, code: &str| {
        let tile: Tile = code.parse().unwrap();
        let quad = Quad([[50.0, 40.0], [110.0, 40.0], [110.0, 120.0], [50.0, 120.0]]);
        let mut image = RgbImage::from_pixel(200, 200, Rgb([10, 10, shade]));
        fakes::paint(&mut image, &quad, "5p".parse().unwrap());
        Sample::confirmed(&image, [(tile, quad)])
    };
    for shade in 0..30 {
        let learned = shelf.teach("home", hand(shade, "5p"), &reader).unwrap();
        assert_eq!(learned.new, 1);
        assert_eq!(
            learned.crops,
            usize::from(shade + 1).min(12),
            "twelve a class"
        );
    }
    let files = fs::read_dir(folder.join("home")).unwrap().count();
    assert_eq!(
        files, 13,
        "and no more on disk than the crops and the manifest"
    );
    assert_eq!(
        shelf.load("home").unwrap().model(),
        "one",
        "whose embeddings they are"
    );
    let again = shelf.teach("home", hand(29, "5p"), &reader).unwrap();
    assert_eq!(again.new, 0, "the same picture teaches nothing new");
    // The hand was confirmed again with another name for the same crop.
    shelf.teach("home", hand(29, "0p"), &reader).unwrap();
    let classes = shelf.load("home").unwrap().classes();
    assert_eq!(classes.get(&"0p".parse().unwrap()), Some(&1));
    assert_eq!(classes.get(&"5p".parse().unwrap()), Some(&11));
    // Under another model the profile is made anew before it learns.
    let other = fakes::reader_of("two");
    shelf.teach("home", hand(31, "5p"), &other).unwrap();
    assert_eq!(shelf.load("home").unwrap().model(), "two");
}

#[test]
fn the_wanted_profiles_are_got_ready_and_remarked_on() {
    let (shelf, folder) = shelf("wanted");
    let reader = fakes::reader_of("two");
    shelf.save(&learned("old", &["1m"])).unwrap();
    shelf.save(&learned("bad", &["2m"])).unwrap();
    fs::write(folder.join("bad/manifest.json"), "{").unwrap();
    let (sets, remarks) = wanted("auto", Some(&shelf), &reader).unwrap();
    assert!(matches!(sets, TileSets::Auto(known) if known.len() == 1));
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(
        remarks
            .iter()
            .any(|r| matches!(r, Remark::MadeAnew(name) if name == "old"))
    );
    assert!(wanted("bad", Some(&shelf), &reader).is_err());
    assert!(matches!(
        wanted("none", Some(&shelf), &reader),
        Ok((TileSets::None, _))
    ));
    assert!(matches!(
        wanted("auto", None, &reader),
        Ok((TileSets::None, _))
    ));
    assert!(matches!(
        wanted("old", None, &reader),
        Err(ProfileError::NoHome)
    ));
}
