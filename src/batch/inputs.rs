//! Folders, globs and lists to a list of photos.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::file::{read_text_bounded, reason};
use crate::lang::Said;

/// A list of a million photos fits.
const MAX_LIST: u64 = 1 << 28;
/// Folders in folders, at most.
const MAX_DEPTH: usize = 32;

/// The photos that the arguments name, in their order: a folder's photos and
/// those of its folders by name, a glob's matches by name, the lines of a list
/// (`@FILE`), or a file as it is. A file that is not there stays in the list,
/// so that it becomes a record of its own. A folder that several links lead to
/// is gone through once. What lies in `report`, where an earlier run may have
/// put its pictures, is only taken where it is named itself.
///
/// # Errors
/// A folder or a list that cannot be read, a glob that is none or matches
/// nothing.
pub fn expand(arguments: &[PathBuf], report: Option<&Path>) -> Result<Vec<PathBuf>, Said> {
    let report = report.and_then(|folder| folder.canonicalize().ok());
    let mut photos = Vec::new();
    for argument in arguments {
        let text = argument.to_string_lossy();
        if argument.is_dir() {
            let before = photos.len();
            let mut seen: HashSet<PathBuf> = report.iter().cloned().collect();
            seen.remove(&place(argument));
            folder(argument, 0, &mut seen, &mut photos)
                .map_err(|(path, error)| unreadable(&path, &error))?;
            if photos.len() == before {
                let place = argument.display();
                return Err(Said::new(
                    format!("{place}: このフォルダに写真 (jpg, png, webp) はありません"),
                    format!("{place}: this folder holds no photos (jpg, png, webp)"),
                ));
            }
        } else if let Some(list) = text.strip_prefix('@') {
            photos.extend(lines(Path::new(list))?);
        } else if text.contains(['*', '?', '[']) && !argument.exists() {
            photos.extend(matches(&text, report.as_deref())?);
        } else {
            photos.push(argument.clone());
        }
    }
    Ok(photos)
}

/// Where a path leads, whatever links are on the way.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn folder(
    path: &Path,
    depth: usize,
    seen: &mut HashSet<PathBuf>,
    photos: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, io::Error)> {
    let fail = |error| (path.to_owned(), error);
    // A link may lead back, or to what another one leads to.
    if !seen.insert(place(path)) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(fail)?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            if depth < MAX_DEPTH {
                folder(&entry, depth + 1, seen, photos)?;
            }
        } else if crate::frame::is_photo(&entry) {
            photos.push(entry);
        }
    }
    Ok(())
}

fn lines(list: &Path) -> Result<Vec<PathBuf>, Said> {
    let text = read_text_bounded(list, MAX_LIST).map_err(|error| unreadable(list, &error))?;
    // Names in a list are seen from the list.
    let base = list.parent().unwrap_or(Path::new(""));
    let named = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    Ok(named
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| base.join(line))
        .collect())
}

fn matches(pattern: &str, report: Option<&Path>) -> Result<Vec<PathBuf>, Said> {
    let found = glob::glob(pattern).map_err(|error| {
        Said::new(
            format!("{pattern}: ワイルドカードとして読めません ({error})"),
            format!("{pattern}: this is no pattern ({error})"),
        )
    })?;
    let reported = |path: &Path| report.is_some_and(|report| place(path).starts_with(report));
    let mut photos: Vec<PathBuf> = found
        .filter_map(Result::ok)
        .filter(|path| !path.is_dir() && !reported(path))
        .collect();
    photos.sort();
    match photos.is_empty() {
        true => Err(Said::new(
            format!("{pattern}: 合う写真がありません"),
            format!("{pattern}: nothing matches"),
        )),
        false => Ok(photos),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Said {
    use crate::lang::Lang;
    let words = |lang| format!("{}: {}", path.display(), reason(error, lang));
    Said::new(words(Lang::Ja), words(Lang::En))
}
