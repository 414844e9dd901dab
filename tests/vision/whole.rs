//! From a file to a reading, with fakes for the networks. Promise 3: EXIF
//! orientations 1–8 read the same.

use std::sync::atomic::Ordering;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbImage, imageops};
use karasu::detect::Quad;
use karasu::frame::{self, Frame};
use karasu::lang::Lang;
use karasu::read::live::Tracker;
use karasu::read::{Reading, Record, Zone, notation};
use karasu::tile::Tile;

use super::fakes;

const HAND: &str = "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z";

fn tiles(codes: &str) -> Vec<Tile> {
    codes.split(' ').map(|code| code.parse().unwrap()).collect()
}

fn upright(x: f32, y: f32, w: f32, h: f32) -> Quad {
    Quad([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
}

/// Thirteen tiles in a row, a gap, the winning one.
fn hand(scale: f32) -> Vec<(Quad, Tile)> {
    let (w, h, pitch) = (36.0 * scale, 48.0 * scale, 42.0 * scale);
    let (left, top) = (30.0 * scale, 100.0 * scale);
    let mut list: Vec<(Quad, Tile)> = tiles(HAND)
        .into_iter()
        .enumerate()
        .map(|(i, tile)| (upright(left + pitch * i as f32, top, w, h), tile))
        .collect();
    let x = left + pitch * 13.0 + 24.0 * scale;
    list.push((upright(x, top, w, h), "7z".parse().unwrap()));
    list
}

fn read(image: RgbImage) -> Reading {
    fakes::reader().read(&Frame::new(image, "test")).unwrap()
}

#[test]
fn a_painted_hand_is_read() {
    for scale in [1.0, 3.0] {
        let size = ((680.0 * scale) as u32, (260.0 * scale) as u32);
        let reading = read(fakes::table(size.0, size.1, &hand(scale)));
        assert_eq!(notation(&reading), "123456p789s2277z+7z", "{scale}");
        assert!(reading.is_clean(), "{:?}", reading.review);
        for (tile, (quad, _)) in reading.tiles.iter().zip(hand(scale)) {
            assert!(tile.quad.iou(&quad) > 0.8, "{:?} {quad:?}", tile.quad);
            assert_eq!((tile.turn, tile.zone), (0, Zone::Hand));
        }
    }
}

#[test]
fn a_cameras_next_picture_is_looked_at_once_and_read_alike() {
    let locator = fakes::FakeLocator::default();
    let reader = fakes::reader_with(locator.clone(), "");
    let looks = || locator.0.swap(0, Ordering::Relaxed);
    let near = Frame::new(fakes::table(2040, 780, &hand(3.0)), "near");
    let first = reader.read(&near).unwrap();
    let all = looks();
    let mut tracker = Tracker::default();
    let counts: Vec<usize> = (0..12)
        .map(|_| {
            let seen = reader.follow(&near, &mut tracker).unwrap();
            assert_eq!(notation(&seen), notation(&first));
            looks()
        })
        .collect();
    // The first picture, and now and then another, is looked at in every size.
    assert_eq!(counts[0], all);
    assert!(
        all > 2 && counts[1..6].iter().all(|&n| n == 1),
        "{counts:?}"
    );
    assert!(
        counts[1..].contains(&(all + 1)) || counts[1..].contains(&all),
        "{counts:?}"
    );
    // Far away the same tiles are small, with fewer of them a part is hidden:
    // one look is not believed.
    let far: Vec<_> = hand(1.0);
    for list in [far, hand(3.0)[..5].to_vec()] {
        let other = Frame::new(fakes::table(2040, 780, &list), "other");
        reader.follow(&near, &mut tracker).unwrap();
        looks();
        reader.follow(&other, &mut tracker).unwrap();
        assert!(looks() > 1);
    }
}

#[test]
fn tiles_upside_down_keep_their_own_top_left() {
    let mut list = hand(2.0);
    list[4].0 = list[4].0.starting_at(2);
    let reading = read(fakes::table(1400, 520, &list));
    assert_eq!(notation(&reading), "123456p789s2277z+7z");
    assert_eq!(reading.tiles[4].turn, 180);
    let (corner, expected) = (reading.tiles[4].quad.0[0], list[4].0.0[0]);
    assert!((corner[0] - expected[0]).hypot(corner[1] - expected[1]) < 4.0);
}

/// EXIF with nothing but an orientation, as an APP1 segment.
fn exif(orientation: u8) -> Vec<u8> {
    let mut data = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    data.push(orientation);
    data.extend([0; 6]);
    let mut segment = vec![0xFF, 0xE1];
    segment.extend((data.len() as u16 + 2).to_be_bytes());
    segment.extend(data);
    segment
}

/// The stored pixels that a camera writes for each orientation, so that the
/// picture is upright after turning.
fn stored(image: &RgbImage, orientation: u8) -> RgbImage {
    match orientation {
        2 => imageops::flip_horizontal(image),
        3 => imageops::rotate180(image),
        4 => imageops::flip_vertical(image),
        5 => imageops::flip_horizontal(&imageops::rotate90(image)),
        6 => imageops::rotate270(image),
        7 => imageops::flip_horizontal(&imageops::rotate270(image)),
        8 => imageops::rotate90(image),
        _ => image.clone(),
    }
}

#[test]
fn all_exif_orientations_read_the_same() {
    let image = fakes::table(680, 260, &hand(1.0));
    let folder = super::scratch("exif");
    for orientation in 1..=8 {
        let mut jpeg = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut jpeg, 97);
        stored(&image, orientation)
            .write_with_encoder(encoder)
            .unwrap();
        jpeg.splice(2..2, exif(orientation));
        let path = folder.join(format!("{orientation}.jpg"));
        std::fs::write(&path, jpeg).unwrap();
        let frame = frame::open(&path).unwrap();
        assert_eq!(frame.image.dimensions(), (680, 260), "{orientation}");
        let reading = fakes::reader().read(&frame).unwrap();
        assert_eq!(notation(&reading), "123456p789s2277z+7z", "{orientation}");
        for (tile, (quad, _)) in reading.tiles.iter().zip(hand(1.0)) {
            assert!(tile.quad.iou(&quad) > 0.75, "{orientation}");
        }
    }
}

#[test]
fn the_record_has_the_fields_of_the_contract() {
    let reading = read(fakes::table(680, 260, &hand(1.0)));
    let record = serde_json::to_value(Record::new(&reading, "a.jpg", Lang::En)).unwrap();
    assert_eq!(record["schema"], "karasu.read/1");
    assert_eq!(
        (&record["width"], &record["height"]),
        (&680.into(), &260.into())
    );
    assert!(record["model"]["name"].is_string() && record["model"]["sha256"].is_string());
    let tile = &record["tiles"][0];
    assert_eq!(
        (&tile["class"], &tile["zone"], &tile["turn"]),
        (&"1p".into(), &"hand".into(), &0.into())
    );
    assert_eq!((&tile["row"], &tile["index"]), (&0.into(), &0.into()));
    assert_eq!(tile["quad"].as_array().unwrap().len(), 4);
    assert_eq!(tile["box"].as_array().unwrap().len(), 4);
    assert!(tile["score"].as_f64().unwrap() > 0.9 && tile["alternatives"].is_array());
    let reading = &record["reading"];
    assert_eq!(reading["concealed"], "123456p789s2277z");
    assert_eq!(
        (&reading["win_tile"], &reading["gari"]),
        (&"7z".into(), &"".into())
    );
    assert_eq!(reading["melds"].as_array().unwrap().len(), 0);
    assert_eq!(reading["notation"], "123456p789s2277z+7z");
    for stage in ["decode", "locate", "classify", "read"] {
        assert!(record["timing_ms"][stage].is_number());
    }
}

#[test]
fn nothing_on_the_table_is_a_reading_with_advice() {
    let reading = read(RgbImage::new(640, 480));
    assert!(reading.tiles.is_empty() && !reading.is_clean());
    assert!(reading.advice(Lang::Ja).unwrap().contains("牌"));
}

#[test]
fn lossless_formats_agree() {
    let image = DynamicImage::ImageRgb8(fakes::table(680, 260, &hand(1.0)));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let bytes = super::bad_files::encoded(&image, format);
        let reading = read(frame::decode(&bytes).unwrap());
        assert_eq!(notation(&reading), "123456p789s2277z+7z");
    }
}
