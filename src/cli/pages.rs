//! `karasu pages`: manual pages and shell completions, for those who package.
//!
//! They are made from the same arguments as the help, so that they never tell
//! of a flag that is not there.

use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::failure::{Done, Failure};
use super::{Cli, Exit, help};

/// Arguments of `karasu pages`.
#[derive(clap::Args)]
pub struct Args {
    /// Folder to write to (created if need be)
    out: PathBuf,
}

pub fn run(args: &Args) -> Done {
    write(&args.out).map_err(|error| Failure::unwritable(&args.out, &error))?;
    Ok(Exit::Ok)
}

/// `man/` (English), `man/ja/` and `completions/`.
fn write(out: &Path) -> std::io::Result<()> {
    let (english, japanese, completions) =
        (out.join("man"), out.join("man/ja"), out.join("completions"));
    for folder in [&japanese, &completions] {
        std::fs::create_dir_all(folder)?;
    }
    clap_mangen::generate_to(Cli::command(), &english)?;
    clap_mangen::generate_to(help::in_japanese(Cli::command()), &japanese)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "karasu", &completions)?;
    }
    Ok(())
}
