//! `karasu score PHOTO`: read a photo, then score what was read.

use std::path::Path;

use crate::cli::read::EngineArgs;
use crate::frame;
use crate::lang::Lang;
use crate::notation;
use crate::read::{Options, Reading, Wall, typed};
use crate::rules::RuleSet;
use crate::tile::Tile;

/// A photo as a hand, and whether a person should look at it.
pub struct Photo {
    /// The hand as if it had been typed.
    pub hand: notation::Hand,
    /// Nothing was doubtful.
    pub clean: bool,
}

/// Reads a photo with the wall and the pulled tiles of the rules. Doubts go
/// to stderr.
///
/// # Errors
/// The message for the person: the file or the models cannot be used.
pub fn read(
    path: &Path,
    rules: &RuleSet,
    engine: &EngineArgs,
    lang: Lang,
) -> Result<Photo, String> {
    let name = path.display();
    let frame = frame::open(path).map_err(|error| format!("{name}: {}", error.message(lang)))?;
    let mut reader = engine.reader().map_err(|error| format!("{error:#}"))?;
    reader.set_options(|options| fit(options, rules));
    let reading = reader
        .read(&frame)
        .map_err(|error| format!("{name}: {error}"))?;
    doubts(&reading, path, lang);
    Ok(Photo {
        hand: typed(&reading),
        clean: reading.is_clean(),
    })
}

/// The wall and the pulled tiles of the rules.
pub(crate) fn fit(options: &mut Options, rules: &RuleSet) {
    let derived = &rules.derived;
    options.wall = Wall::from_copies(|tile| derived.wall[tile.index()]);
    options.gari = Tile::all().filter(|&tile| derived.gari.has(tile)).collect();
}

fn doubts(reading: &Reading, path: &Path, lang: Lang) {
    for review in &reading.review {
        eprintln!("{}: {}", path.display(), review.message(lang));
    }
}
