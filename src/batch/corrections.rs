//! The file to fill in, as a person has left it: nothing that was typed is lost
//! when it is written anew.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::mem::take;
use std::path::{Path, PathBuf};

use crate::file;

use super::sidecar::{REMARKS, Table, table_reader};

/// Columns that every corrections file has.
const COLUMNS: [&str; 4] = ["image", "hand", "read", "why"];

/// The rows that say something, by photo.
#[derive(Debug, Default)]
pub(super) struct Filled {
    /// Columns that the person has added, such as `riichi`.
    more: Vec<String>,
    rows: BTreeMap<String, Row>,
    /// Rows whose photos have come; a name alone may stand for several.
    used: HashSet<String>,
}

/// What a person has typed, and what was said to the person.
#[derive(Debug)]
struct Row {
    hand: String,
    remarks: [String; 2],
    /// A cell of each further column.
    more: Vec<String>,
}

impl Filled {
    /// What stands in a file; nothing where there is none.
    pub(super) fn load(path: &Path) -> Filled {
        let Ok(bytes) = std::fs::read(path) else {
            return Filled::default();
        };
        let mut reader = table_reader(&bytes);
        let Ok(header) = reader.headers().cloned() else {
            return Filled::default();
        };
        let place = |name: &str| header.iter().position(|column| column == name);
        let Some(image) = place("image") else {
            return Filled::default();
        };
        let hand = place("hand");
        let own = |name: &&str| !name.is_empty() && !COLUMNS.contains(name);
        let more: Vec<String> = header.iter().filter(own).map(str::to_owned).collect();
        let places: Vec<Option<usize>> = more.iter().map(|name| place(name)).collect();
        let mut rows = BTreeMap::new();
        for record in reader.records().filter_map(Result::ok) {
            let cell = |at: Option<usize>| {
                let cell = at.and_then(|at| record.get(at)).unwrap_or_default();
                cell.trim().to_owned()
            };
            let row = Row {
                hand: cell(hand),
                remarks: REMARKS.map(|name| cell(place(name))),
                more: places.iter().map(|at| cell(*at)).collect(),
            };
            let photo = record.get(image).unwrap_or_default();
            // Of two rows the one that says something counts.
            if !row.hand.is_empty() || row.more.iter().any(|cell| !cell.is_empty()) {
                rows.insert(photo.to_owned(), row);
            }
        }
        Filled {
            more,
            rows,
            used: HashSet::new(),
        }
    }

    /// The columns to write.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        let more = self.more.iter().map(String::as_str);
        COLUMNS.into_iter().chain(more)
    }

    /// The row of a photo: the hand as it was put right, else as it was typed,
    /// and what the person has said besides.
    pub(super) fn row(
        &mut self,
        image: &str,
        corrected: Option<String>,
        read: &str,
        why: &str,
    ) -> Vec<String> {
        // Under its whole path, or its name alone, as the table was understood.
        let name = Path::new(image)
            .file_name()
            .map(|name| name.to_string_lossy());
        let key = match (self.rows.contains_key(image), name) {
            (false, Some(name)) => name.into_owned(),
            _ => image.to_owned(),
        };
        let (typed, more) = match self.rows.get(&key) {
            Some(row) => (row.hand.clone(), row.more.clone()),
            None => (String::new(), vec![String::new(); self.more.len()]),
        };
        self.used.insert(key);
        let hand = corrected.unwrap_or(typed);
        let first = [image.to_owned(), hand, read.to_owned(), why.to_owned()];
        first.into_iter().chain(more).collect()
    }

    /// The rows of photos that have not come.
    pub(super) fn rest(&mut self) -> impl Iterator<Item = Vec<String>> + use<> {
        let (rows, used) = (take(&mut self.rows), take(&mut self.used));
        let rest = rows.into_iter().filter(move |(key, _)| !used.contains(key));
        rest.map(|(image, row)| {
            let first = [image, row.hand].into_iter().chain(row.remarks);
            first.chain(row.more).collect()
        })
    }
}

/// Lays a copy of the file aside where rows of it cannot be kept: not even
/// their photos are known. Where to.
///
/// # Errors
/// The copy cannot be written.
pub fn lay_aside(path: &Path, table: &Table) -> io::Result<Option<PathBuf>> {
    if !table.has_lost_rows() {
        return Ok(None);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let copy = file::free_name(folder, "corrections-as-typed", "csv");
    std::fs::copy(path, &copy)?;
    Ok(Some(copy))
}
