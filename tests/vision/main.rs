//! What the recognition side promises, one module per promise; see
//! `promises.md` rows 1–8. No test here needs trained weights: networks are
//! fakes, or tiny files with random numbers (`tests/fixtures`).
#![allow(clippy::unwrap_used)]
#![cfg(feature = "vision")]

mod any_table;
mod bad_files;
mod command;
mod engines;
mod fakes;
mod layouts;
mod models;
mod scenes;
mod tile_sets;
mod whole;

/// A new empty folder at every call: tests run at the same time.
fn scratch(name: &str) -> std::path::PathBuf {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("vision-{name}-{}-{call}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder with the tiny models.
fn fixtures() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"))
}
