//! What the recognition side promises, one module per promise; see
//! `promises.md` rows 1–8. No test here needs trained weights: networks are
//! fakes, or tiny files with random numbers (`tests/fixtures`).
#![cfg(feature = "vision")]

mod bad_files;
mod command;
mod engines;
mod fakes;
mod layouts;
mod models;
mod scenes;
mod whole;

/// An empty folder of its own for one test.
fn scratch(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("vision-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder with the tiny models.
fn fixtures() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"))
}
