//! How long reading takes, from pixels to a reading, by the engine that this
//! process uses (printed first; `KARASU_ENGINE=builtin` chooses the other).
//!
//! `cargo bench --bench vision`

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use karasu::detect::engine;
use karasu::faces::FontBank;
use karasu::frame::{self, Frame};
use karasu::notation;
use karasu::read::live::Tracker;
use karasu::read::{Options, Reader};
use karasu::render::layout::Hand;
use karasu::render::material::Patterns;
use karasu::render::{self, Studio};
use karasu::rules;
use rayon::prelude::*;

/// Twenty tiles: a hand with a called set, a gari strip and an indicator.
const HAND: &str = "123m406p789s11z (555z)+1z g:1m9m1m9m5m d:3p";

/// Pictures of a batch, and who reads them: one thread a core.
const PHOTOS: usize = 12;
const THREADS: usize = 2;

fn picture(size: [usize; 2], seed: u64) -> Vec<u8> {
    let studio = Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    };
    let typed = notation::parse(HAND).expect("a hand");
    let shot = render::demo(&Hand::from(&typed), &studio, size, seed).expect("a picture");
    shot.jpeg.expect("a JPEG")
}

/// A file of the picture, in the build's own folder.
fn file(size: [usize; 2], seed: u64) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("bench-{}x{}-{seed}.jpg", size[0], size[1]));
    std::fs::write(&path, picture(size, seed)).expect("a file");
    path
}

fn reader(threads: usize) -> Reader {
    let rules = rules::preset("kichijoji").expect("a preset");
    let options = Options {
        threads,
        ..Options::under(&rules)
    };
    Reader::new(options).expect("the models")
}

/// One camera picture, by itself and followed over pictures.
#[allow(clippy::print_stdout)] // Figures without the engine's name say nothing.
fn frames(c: &mut Criterion) {
    println!("engine: {}", engine::engine().expect("an engine").name());
    let frame = frame::open(&file([1280, 720], 1)).expect("a frame");
    let reader = reader(THREADS);
    let seen = reader.read(&frame).expect("a reading");
    // Tiles out of play cost as much as those of the hand.
    let name = format!("frame 1280x720, {} tiles", seen.tiles.len());
    let mut group = c.benchmark_group(name);
    group.measurement_time(Duration::from_secs(10));
    group.bench_function("read", |b| b.iter(|| reader.read(black_box(&frame))));
    let mut tracker = Tracker::default();
    group.bench_function("follow", |b| {
        b.iter(|| reader.follow(black_box(&frame), &mut tracker));
    });
    group.finish();
}

/// Files of 12 megapixels, decoded and read as a batch does it.
fn batch(c: &mut Criterion) {
    let files: Vec<PathBuf> = (0..PHOTOS as u64)
        .map(|seed| file([4032, 3024], seed))
        .collect();
    let reader = reader(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(THREADS)
        .build()
        .expect("threads");
    let one = |path: &PathBuf| -> usize {
        let frame: Frame = frame::open(path).expect("a photo");
        reader.read(&frame).expect("a reading").tiles.len()
    };
    let mut group = c.benchmark_group("photos of 12 megapixels");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(PHOTOS as u64));
    group.bench_function("two threads", |b| {
        b.iter(|| pool.install(|| files.par_iter().map(one).sum::<usize>()));
    });
    group.finish();
    for path in files {
        let _ = std::fs::remove_file(path);
    }
}

criterion_group!(benches, frames, batch);
criterion_main!(benches);
