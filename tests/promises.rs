//! `tests/README.md` says which test holds which promise: every test it names
//! must be there.
#![allow(clippy::unwrap_used)]

use std::path::Path;

/// Every `file::test` of a line; `::test` alone is in the file named before.
fn named(line: &str) -> Vec<(String, String)> {
    let mut file = String::new();
    let mut found = Vec::new();
    for part in line.split('`').skip(1).step_by(2) {
        let Some((before, test)) = part.rsplit_once("::") else {
            continue;
        };
        if !before.is_empty() {
            before.clone_into(&mut file);
        }
        found.push((file.clone(), test.to_owned()));
    }
    found
}

#[test]
fn every_test_that_holds_a_promise_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("tests/README.md")).unwrap();
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    assert_eq!(rows.len(), 22, "a head and 21 promises");
    let mut missing = Vec::new();
    let mut count = 0;
    for (file, test) in rows.iter().flat_map(|row| named(row)) {
        count += 1;
        let source = std::fs::read_to_string(root.join(&file)).unwrap_or_default();
        if !source.contains(&format!("fn {test}(")) {
            missing.push(format!("{file}::{test}"));
        }
    }
    assert!(missing.is_empty(), "not there: {missing:#?}");
    assert!(count > 50, "only {count} tests are named");
}
