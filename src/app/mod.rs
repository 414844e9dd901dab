//! The window: views, keys, theme.

use crate::cli::Exit;
use crate::lang::Lang;

/// Opens the window and returns when it is closed.
pub fn run(_lang: Lang) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
