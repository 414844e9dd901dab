//! One number over everything the program says of many hands.

use karasu::score::{Fault, Item, ScoreSheet};
use sha2::{Digest as _, Sha256};

/// The pinned digests and why they changed.
const PINNED: &str = include_str!("digests.txt");

/// Numbers of hands of which every rule set has its digest.
const ALWAYS_PINNED: [usize; 2] = [3_000, 100_000];

/// SHA-256 over the results, hand by hand.
#[derive(Default)]
pub struct Digest(Sha256);

fn items(list: &[Item]) -> String {
    let one = |item: &Item| format!("{}={}{:?}", item.id, item.value, item.unit);
    list.iter().map(one).collect::<Vec<_>>().join(",")
}

/// What is pinned of a result: the lines in their order, the sums and the
/// payments; not the words, the sets or the readings passed over. Of readings
/// that pay the same the one used is pinned with its lines.
fn line(result: &Result<ScoreSheet, Vec<Fault>>) -> String {
    match result {
        Ok(sheet) => format!(
            "{};{};{};{};{};{};{:?};{};{:?}\n",
            items(&sheet.items),
            sheet.total,
            sheet.han,
            sheet.fu,
            sheet.limit,
            sheet.yakuman_units,
            sheet.deltas.iter().collect::<Vec<_>>(),
            items(&sheet.chip_items),
            sheet.chip_deltas.iter().collect::<Vec<_>>(),
        ),
        Err(faults) => {
            let ids: Vec<&str> = faults.iter().map(|fault| fault.id.id()).collect();
            format!("{}\n", ids.join(","))
        }
    }
}

impl Digest {
    pub fn add(&mut self, result: &Result<ScoreSheet, Vec<Fault>>) {
        self.0.update(line(result));
    }

    /// Fails if another digest over so many hands of the rule set is pinned, or
    /// none is where there must be one.
    pub fn check(self, id: &str, hands: usize) {
        let bytes = self.0.finalize();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let start = format!("{id} {hands} ");
        let pinned = PINNED.lines().find_map(|line| line.strip_prefix(&start));
        eprintln!("{start}{hex}");
        assert!(
            pinned.is_some() || !ALWAYS_PINNED.contains(&hands),
            "no digest of these hands is pinned in tests/oracle/digests.txt\n{start}{hex}"
        );
        assert!(
            pinned.is_none_or(|pinned| pinned.trim() == hex),
            "what the program says of these hands has changed: see tests/oracle/digests.txt\n{start}{hex}"
        );
    }
}
