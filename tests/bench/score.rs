//! Hands scored per second on one core: `score::score`, the whole sheet with
//! its items and their tiles, fu, payments, chips and other readings.
//!
//! `cargo bench --no-default-features --bench score` (add `-- riichi4` for one
//! set). The figure is criterion's `thrpt`, in hands (elements) per second.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use karasu::rules;
use karasu::score::{self, HandInput, RawHand};

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
    let mut group = criterion.benchmark_group("score");
    for id in rules::PRESETS {
        let rules = rules::preset(id).expect("a preset");
        let hands = hands(id);
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.bench_function(*id, |bencher| {
            bencher.iter(|| {
                for hand in &hands {
                    let _ = black_box(score::score(&rules, black_box(hand)));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
