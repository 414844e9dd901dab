//! `karasu read`.

use crate::cli::Exit;
use crate::lang::Lang;

/// Arguments of `karasu read`.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args, _lang: Lang) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
