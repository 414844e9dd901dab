//! The README's section on disputes does what it says: its commands are run as
//! they stand there, and print what stands there.
#![allow(clippy::unwrap_used)]
#![cfg(all(feature = "vision", unix))]

use std::path::{Path, PathBuf};
use std::process::Command;

const HEAD: &str = "## A dispute, from photo to receipt to verify";

/// The `console` blocks of the section: each command after `$ ` with the lines
/// that follow it.
fn commands() -> Vec<(String, String)> {
    let readme = include_str!("../README.md");
    let section = readme.split(HEAD).nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in section.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            line if inside => match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), String::new())),
                None => {
                    let (_, output) = found.last_mut().expect("a command first");
                    output.push_str(line);
                    output.push('\n');
                }
            },
            _ => {}
        }
    }
    found
}

/// A folder with what the commands find in the repository.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("karasu-readme-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    std::os::unix::fs::symlink(datasets, folder.join("datasets")).unwrap();
    folder
}

#[test]
fn the_section_on_disputes_does_what_it_says() {
    let commands = commands();
    assert!(commands.len() >= 5, "{commands:?}");
    let folder = folder();
    let program = Path::new(env!("CARGO_BIN_EXE_karasu")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for (command, expected) in commands {
        let done = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("LC_ALL", "en_US.UTF-8")
            .env("KARASU_ENGINE", "builtin")
            .env("KARASU_DATA", folder.join("data"))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        let printed = String::from_utf8_lossy(&done.stdout);
        assert_eq!(printed, expected, "$ {command}\n{told}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
