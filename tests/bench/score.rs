//! Hands per second and core, with itemised results.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use karasu::rules;
use karasu::score::{self, HandInput, RawHand, engine};

fn hands(id: &str) -> Vec<HandInput> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cases");
    let text = std::fs::read_to_string(dir.join(format!("{id}.jsonl"))).expect("case file");
    let read = |line: &str| {
        let raw: RawHand = serde_json::from_str(line).expect("a case");
        raw.resolve().expect("tiles")
    };
    text.lines().map(read).collect()
}

fn bench(criterion: &mut Criterion) {
    for id in [
        "riichi4",
        "riichi3",
        "redblue",
        "sakae_free",
        "kichijoji",
        "vip",
        "sakae",
    ] {
        let rules = rules::preset(id).expect("a preset");
        let hands = hands(id);
        let mut group = criterion.benchmark_group(id);
        group.throughput(Throughput::Elements(hands.len() as u64));
        // Checked, read in every way, priced line by line.
        group.bench_function("lines", |bencher| {
            bencher.iter(|| {
                for hand in &hands {
                    black_box(engine::lines_of(&rules, black_box(hand)).is_ok());
                }
            });
        });
        // The whole sheet with tiles, payments and other readings.
        group.bench_function("sheet", |bencher| {
            bencher.iter(|| {
                for hand in &hands {
                    black_box(score::score(&rules, black_box(hand)).is_ok());
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
