//! What the renderer promises: the same seed gives the same bytes however
//! many threads work, and labels say what is in the picture.

use std::collections::BTreeSet;
use std::path::Path;

use super::kit::Kit;
use super::layout::{self, Hand, Layout, Pose};
use super::material::Patterns;
use super::photo::Photo;
use super::print::Print;
use super::scene::Scene;
use super::*;
use crate::faces::FontBank;
use crate::faces::path::area;
use crate::faces::rng::Rng;

fn studio() -> Studio {
    Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    }
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("karasu-render-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn all_bytes(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(all_bytes(&path));
        } else {
            out.push((
                path.file_name().unwrap().into(),
                std::fs::read(&path).unwrap(),
            ));
        }
    }
    out.sort();
    out
}

#[test]
fn scenes_do_not_depend_on_threads() {
    let job = SceneJob {
        seed: 9,
        count: 14,
        size: [160, 120],
        art_share: 0.0,
    };
    let render = |threads: usize| {
        let out = folder(&format!("scenes-{threads}"));
        let stats =
            with_threads(threads, || render_dataset(&job, &studio(), &out, &|_| {})).unwrap();
        let bytes = all_bytes(&out);
        std::fs::remove_dir_all(&out).unwrap();
        (stats, bytes)
    };
    let (one, three) = (render(1), render(3));
    assert_eq!(one.0.images, 14);
    assert_eq!(one.1.len(), 15);
    assert!(one == three, "1 and 3 threads differ");
}

#[test]
fn crops_do_not_depend_on_threads_and_hold_every_class() {
    let job = CropJob {
        seed: 4,
        count: 700,
        art_share: 0.0,
    };
    let render = |threads: usize, job: &CropJob| {
        let out = folder(&format!("crops-{threads}"));
        with_threads(threads, || render_crops(job, &studio(), &out, &|_| {})).unwrap();
        let bytes = all_bytes(&out);
        std::fs::remove_dir_all(&out).unwrap();
        bytes
    };
    let files = render(2, &job);
    let short = CropJob { count: 150, ..job };
    let part = render(1, &short);
    let (crops, labels) = (&files[0].1, &files[1].1);
    assert_eq!(crops.len(), 700 * crop::WIDTH * crop::HEIGHT * 3);
    assert_eq!(labels.len(), 700 * 4);
    // Neither the count nor the threads change the crops before.
    assert!(
        crops[..144 * crop::WIDTH * crop::HEIGHT * 3]
            == part[0].1[..144 * crop::WIDTH * crop::HEIGHT * 3]
    );
    let classes: BTreeSet<u8> = labels.chunks(4).map(|l| l[0]).collect();
    assert!(classes.len() >= 46, "{classes:?}");
    assert!(
        labels
            .chunks(4)
            .all(|l| l[0] <= 46 && (l[1] < 4 || l[1] == 255))
    );
    let turned = labels.chunks(4).filter(|l| (1..4).contains(&l[1])).count();
    assert!(turned > 50, "{turned}");
}

#[test]
fn quads_are_clockwise_and_what_is_seen_lies_in_the_picture() {
    let studio = studio();
    for seed in 0..24 {
        let kit = Kit::random(seed, &studio.bank, &[], 0.0);
        let shot = shoot(&kit, &studio, [240, 180], &mut Rng::keyed(&[seed])).unwrap();
        for label in &shot.labels {
            assert!(area(&label.quad) > 0.0, "{label:?} of {seed}");
            assert!((0.0..=1.0).contains(&label.visibility));
            // A cut-off corner is a few per cent of the tile at most.
            let slack = 2.0 + 0.35 * area(&label.quad).sqrt();
            let inside = |p: &P2| {
                (-slack..240.0 + slack).contains(&p[0]) && (-slack..180.0 + slack).contains(&p[1])
            };
            assert!(
                label.visibility < 0.97 || label.quad.iter().all(inside),
                "{label:?} of {seed}"
            );
            assert!(label.tile.code() != "0z" || label.pose != Pose::Flat);
        }
    }
}

#[test]
fn every_class_and_pose_is_dealt() {
    let (mut classes, mut poses) = (BTreeSet::new(), BTreeSet::new());
    let mut standing = 0;
    for seed in 0..400 {
        let layout = layout::random([1.0, 1.35, 0.7], &mut Rng::keyed(&[seed, 3]));
        assert!(
            (1..=200).contains(&layout.tiles.len()),
            "{}",
            layout.tiles.len()
        );
        classes.extend(layout.tiles.iter().map(|t| t.tile));
        poses.extend(layout.tiles.iter().map(|t| t.pose.name()));
        standing += usize::from(layout.tiles.iter().any(|t| t.pose == Pose::Standing));
    }
    assert_eq!((classes.len(), poses.len()), (46, 3));
    assert!(
        (80..150).contains(&standing),
        "{standing} of 400 scenes with standing tiles"
    );
}

#[test]
fn some_tables_have_no_tiles_and_no_labels() {
    let layouts = |seed: u64| layout::random([1.0, 1.35, 0.7], &mut Rng::keyed(&[seed, 3]));
    let vacant: Vec<u64> = (0..400).filter(|&seed| layouts(seed).vacant).collect();
    assert!((16..52).contains(&vacant.len()), "{}", vacant.len());
    let studio = studio();
    let kit = Kit::random(1, &studio.bank, &[], 0.0);
    let mut decoys = 0;
    for &seed in vacant.iter().take(8) {
        let rng = &mut Rng::keyed(&[seed]);
        let scene = Scene::dress(&kit, layouts(seed), &studio, [160, 120], rng);
        let traced = trace::trace(&scene, false);
        let shot = dataset::finish(&scene, traced, &Photo::good(), rng).unwrap();
        assert!(shot.labels.is_empty(), "{:?}", shot.labels);
        decoys += shot.holes.len();
    }
    assert!(decoys > 0, "nothing that looks like a tile on any table");
}

#[test]
fn added_kans_lie_beside_or_on_the_sideways_tile() {
    let (mut beside, mut above) = (0, 0);
    for seed in 0..600 {
        let layout = layout::random([1.0, 1.35, 0.7], &mut Rng::keyed(&[seed, 3]));
        let melds = layout.tiles.iter().filter(|t| t.zone == Zone::Meld);
        for fourth in melds.filter(|t| t.index == 3) {
            let sideways = layout.tiles.iter().any(|t| {
                let same = t.zone == Zone::Meld && t.row == fourth.row && t.index < 3;
                let near = (t.at[0] - fourth.at[0]).hypot(t.at[1] - fourth.at[1]);
                same && near < 1.2 && (t.turn - fourth.turn).abs() < 0.01
            });
            above += usize::from(fourth.lift > 0.0);
            beside += usize::from(sideways && fourth.lift == 0.0);
        }
    }
    assert!(beside > 2 && above > 0, "{beside} beside, {above} above");
}

#[test]
fn every_print_shows_something() {
    let bank = FontBank::embedded();
    for print in Print::ALL {
        for key in 0..8 {
            let texture = print.draw(key, &bank);
            let [w, h] = texture.size();
            assert!((h as f32 / w as f32 - print.aspect()).abs() < 0.02);
            let level = texture.level(1.0, 1.0);
            let looks: BTreeSet<[u32; 3]> = (0..400)
                .map(|k| [(k % 20) as f32 / 20.0, (k / 20) as f32 / 20.0])
                .map(|[u, v]| level.sample(u, v, false).rgb.map(f32::to_bits))
                .collect();
            assert!(looks.len() > 3, "{print:?} {key}");
        }
    }
}

#[test]
fn a_demonstration_shows_exactly_its_hand() {
    let typed = crate::notation::parse("234m0p67p55s789s (555z)+8p g:1m9m4z d:3p").unwrap();
    let shot = demo(&Hand::from(&typed), &studio(), [320, 240], 1).unwrap();
    let of = |zone: Zone| {
        let mut tiles: Vec<&Label> = shot.labels.iter().filter(|l| l.zone == zone).collect();
        tiles.sort_by_key(|l| (l.row, l.index));
        tiles
            .iter()
            .map(|l| l.tile.code())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(of(Zone::Hand), "2m 3m 4m 0p 6p 7p 5s 5s 7s 8s 9s 8p");
    assert_eq!(of(Zone::Meld), "5z 5z 5z");
    assert_eq!(of(Zone::Gari), "1m 9m 4z");
    assert_eq!(of(Zone::Indicator), "3p");
    assert!(shot.labels.iter().all(|l| l.visibility > 0.85));
}

#[test]
fn the_hand_s_tiles_run_from_left_to_right() {
    let studio = studio();
    let typed = crate::notation::parse("123456789m1122z+2z").unwrap();
    let shot = demo(&Hand::from(&typed), &studio, [320, 240], 2).unwrap();
    let mut hand: Vec<&Label> = shot
        .labels
        .iter()
        .filter(|l| l.zone == Zone::Hand)
        .collect();
    hand.sort_by_key(|l| l.index);
    assert!(
        hand.windows(2)
            .all(|pair| pair[0].quad[0][0] < pair[1].quad[0][0])
    );
    // Upright for the person who looks: the tile's top is above its bottom.
    assert!(
        hand.iter()
            .all(|l| l.quad[0][1] < l.quad[3][1] && l.quad[0][0] < l.quad[1][0])
    );
}

#[test]
fn wrong_orders_are_refused_with_a_reason() {
    let (studio, out) = (studio(), folder("refused"));
    let job = SceneJob {
        seed: 1,
        count: 0,
        size: [160, 120],
        art_share: 0.0,
    };
    let refused =
        |job: &SceneJob, out: &Path| render_dataset(job, &studio, out, &|_| {}).unwrap_err();
    assert!(matches!(refused(&job, &out), RenderError::Nothing));
    let job = SceneJob {
        count: 1,
        size: [10, 100_000],
        ..job
    };
    assert!(matches!(
        refused(&job, &out),
        RenderError::Size(10, 100_000)
    ));
    // A file where the folder should be.
    std::fs::write(&out, b"in the way").unwrap();
    let job = SceneJob {
        size: [160, 120],
        ..job
    };
    let error = refused(&job, &out.join("deeper"));
    std::fs::remove_file(&out).unwrap();
    assert!(
        matches!(&error, RenderError::Write { path, .. } if path.starts_with(&out)),
        "{error}"
    );
}

#[test]
fn tiles_of_a_layout_do_not_stand_in_each_other() {
    for seed in 0..60 {
        let layout: Layout = layout::random([1.0, 1.35, 0.7], &mut Rng::keyed(&[seed, 8]));
        for (i, a) in layout.tiles.iter().enumerate() {
            for b in &layout.tiles[..i] {
                let far = (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]);
                assert!(a.lift != b.lift || far > 0.55, "{a:?} {b:?}");
            }
        }
    }
}
