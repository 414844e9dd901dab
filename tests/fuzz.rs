//! The fuzz targets on the stable compiler: every good input whole, and a
//! bounded number of damaged ones (promise 18). `KARASU_FUZZ=100000` tries as
//! many of each target; `fuzz/README.md` says how libFuzzer runs them.
#![cfg(all(feature = "vision", feature = "ledger"))]
#![allow(clippy::unwrap_used)]

#[path = "fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use targets::{TARGETS, Target};

/// Damaged inputs of each target where nothing else is asked for.
const TRIES: u64 = 400;

/// Bytes that mean something in one of the formats, and one that is no text.
const LIKELY: &[u8] = b"0123456789mpszf\"{}[]()|:,.-+= \n\xff";

/// Numbers at the edges of what fits.
const NUMBERS: &[&str] = &["-1", "2147483648", "1e308", "99999999999999999999", "NaN"];

/// Small, fast, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of a folder, in order of their names.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_file()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// Good inputs to damage: the committed corpus and what the repository has.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let mut found = files(&root().join("fuzz/corpus").join(name));
    let lines = |file: &str, step: usize| -> Vec<Vec<u8>> {
        let text = std::fs::read_to_string(root().join("datasets/cases").join(file)).unwrap();
        text.lines()
            .step_by(step)
            .map(|line| line.as_bytes().to_vec())
            .collect()
    };
    match name {
        "rules" => found.extend(files(&root().join("src/rules/presets"))),
        "cases" => {
            for house in [
                "kichijoji",
                "vip",
                "sakae",
                "sakae_free",
                "redblue",
                "riichi4",
            ] {
                found.extend(lines(&format!("{house}.jsonl"), 97));
            }
        }
        "receipt" => found.push(std::fs::read(root().join("tests/fixtures/receipt.json")).unwrap()),
        "picture" => found.extend(files(&root().join("datasets/demo"))),
        _ => {}
    }
    assert!(!found.is_empty(), "no good input for {name}");
    found
}

/// Some bytes changed, cut out, doubled, or joined with another input's.
fn damaged(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let end = (at + 1 + random.below(12)).min(data.len());
        match random.below(7) {
            0 if at < data.len() => data[at] ^= 1 << random.below(8),
            1 if at < data.len() => data[at] = LIKELY[random.below(LIKELY.len())],
            2 => drop(data.drain(at.min(end)..end)),
            3 => data.truncate(at),
            4 => {
                let piece = data[at.min(end)..end].to_vec();
                let to = random.below(data.len() + 1);
                data.splice(to..to, piece);
            }
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(40)).min(other.len());
                data.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let number = NUMBERS[random.below(NUMBERS.len())].as_bytes();
                data.splice(at..at, number.iter().copied());
            }
        }
    }
    data
}

fn run((name, target): Target, tries: u64) {
    let seeds = seeds(name);
    seeds.iter().for_each(|seed| target(seed));
    let mut random = Random(name.bytes().map(u64::from).sum());
    for attempt in 0..tries {
        let data = damaged(&seeds, &mut random);
        let told = std::panic::catch_unwind(|| target(&data));
        if told.is_err() {
            let kept = std::env::temp_dir().join(format!("karasu-fuzz-{name}-{attempt}"));
            std::fs::write(&kept, &data).unwrap();
            panic!("{name} broke a promise: the input is {}", kept.display());
        }
    }
}

fn tries() -> u64 {
    std::env::var("KARASU_FUZZ").map_or(TRIES, |text| text.parse().unwrap())
}

macro_rules! each {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            let target = TARGETS.iter().find(|(name, _)| *name == stringify!($name)).unwrap();
            run(*target, tries());
        })*

        #[test]
        fn every_target_is_run() {
            let here = [$(stringify!($name)),*];
            let known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(known, here);
        }
    };
}

each!(
    notation, rules, cases, sidecar, situations, labels, ledger, receipt, picture
);
