//! Where karasu keeps what it learns: one folder of the person's own.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

/// Names another folder than the platform's, for tests and shared machines.
pub const VARIABLE: &str = "KARASU_DATA";

/// The folder: `$KARASU_DATA`, else `karasu` in the platform's folder for data
/// (`~/.local/share` on Linux). It need not exist. `None` where the person has
/// no home.
pub fn data_folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    named.map(PathBuf::from).or_else(|| {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.data_dir().join("karasu"))
    })
}
