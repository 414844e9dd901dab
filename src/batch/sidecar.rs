//! What no photo shows: how the hand was won, and what a person put right.
//!
//! Beside `a.jpg` a file `a.hand.json` (schema `karasu.hand/1`):
//!
//! ```json
//! {"schema": "karasu.hand/1", "win": "ron", "discarder": "W", "seat_wind": "S",
//!  "riichi": 1, "honba": 2, "hand": "123m406p789s11z(555z)+1z g:1m9m d:3p"}
//! ```
//!
//! All fields are those of `cases/README.md`, and none is needed. `hand` is the
//! hand as it really is and replaces what was read. The same in one table for
//! many photos: a CSV with a column `image` and columns named like the fields.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::file::{read_bounded, reason};
use crate::lang::{Lang, Said, quoted};
use crate::meld::order_is_plain;
use crate::notation::{self, Hand};
use crate::score::{HandInput, shape};

/// The schema of a sidecar.
pub const SCHEMA: &str = "karasu.hand/1";
const MAX_BYTES: u64 = 1 << 20;
const MAX_TABLE: u64 = 1 << 28;

/// What is known about a photo besides the photo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sidecar {
    /// The hand as it really is.
    pub hand: Option<Hand>,
    /// Fields of the situation.
    fields: Map<String, Value>,
}

impl Sidecar {
    /// Checks the fields of a JSON object.
    ///
    /// # Errors
    /// Every field that is not known, of another kind, or no hand, by its name.
    pub fn from_json(object: &Map<String, Value>) -> Result<Sidecar, Vec<Said>> {
        let mut sidecar = Sidecar::default();
        let mut faults = Vec::new();
        let mut fields = Map::new();
        for (key, value) in object {
            match key.as_str() {
                "schema" if value == SCHEMA => {}
                "schema" => faults.push(no_schema(value)),
                "hand" => match hand(value) {
                    Ok(hand) => sidecar.hand = Some(hand),
                    Err(wrong) => faults.extend(wrong),
                },
                key if shape::OF_TILES.contains(&key) => faults.push(of_tiles(key)),
                _ => {
                    fields.insert(key.clone(), value.clone());
                }
            }
        }
        faults.extend(shape::situation_faults(&fields));
        if !faults.is_empty() {
            return Err(faults);
        }
        fields.retain(|_, value| !value.is_null());
        sidecar.fields = fields;
        // The fields together must be a situation; any tiles will do for that.
        let together = sidecar.input(&Hand::default());
        together.map(|_| sidecar).map_err(|said| vec![said])
    }

    /// The bytes of the sidecar beside a photo; `None` where there is none.
    pub fn bytes_beside(photo: &Path) -> Option<std::io::Result<Vec<u8>>> {
        let path = beside(photo);
        path.exists().then(|| read_bounded(&path, MAX_BYTES))
    }

    /// The sidecar beside a photo; the default where there is none.
    ///
    /// # Errors
    /// Unreadable, no JSON object, or every wrong field.
    pub fn beside(photo: &Path) -> Result<Sidecar, Vec<Said>> {
        let Some(bytes) = Sidecar::bytes_beside(photo) else {
            return Ok(Sidecar::default());
        };
        let place = beside(photo).display().to_string();
        let at = |said: &Said| said_at(&place, said);
        let bytes = bytes.map_err(|error| vec![at(&unreadable(&error))])?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(object)) => {
                let sidecar = Sidecar::from_json(&object);
                sidecar.map_err(|faults| faults.iter().map(at).collect())
            }
            Ok(_) => Err(vec![at(&Said::new(
                "JSON のオブジェクトではありません",
                "this is no JSON object",
            ))]),
            Err(error) => Err(vec![at(&no_json(&error))]),
        }
    }

    /// The win in the situation of the sidecar: its own hand where it has one,
    /// else the tiles that were `read`.
    ///
    /// # Errors
    /// A field of another kind than it must be.
    pub fn input(&self, read: &Hand) -> Result<HandInput, Said> {
        let hand = self.hand.as_ref().unwrap_or(read);
        let plain = HandInput {
            // A typed hand has its sets in the order of the calls; on a photo
            // they only lie in some order.
            call_order_known: self.hand.is_some() || order_is_plain(&hand.melds),
            ..HandInput::default().with_hand(hand.clone())
        };
        let mut value = json!(plain);
        if let Value::Object(object) = &mut value {
            object.extend(self.fields.clone());
        }
        // The fields have been checked one by one; what is left is the JSON
        // reader's word for what nobody foresaw.
        serde_json::from_value(value)
            .map_err(|error| Said::new(format!("{error}"), format!("{error}")))
    }
}

/// The file beside a photo: `a.hand.json` for `a.jpg`.
fn beside(photo: &Path) -> PathBuf {
    photo.with_extension("hand.json")
}

fn hand(value: &Value) -> Result<Hand, Vec<Said>> {
    let Some(text) = value.as_str() else {
        let value = quoted(&value.to_string());
        return Err(vec![Said::new(
            format!("hand に {value} は使えません。書けるのは: 手牌の文字列"),
            format!("hand cannot be {value}: write a hand as text"),
        )]);
    };
    notation::parse(text).map_err(|faults| {
        let one = |fault: &notation::Fault| {
            let words = |lang| format!("hand {}: {}", quoted(text), fault.message(lang));
            Said::new(words(Lang::Ja), words(Lang::En))
        };
        faults.iter().map(one).collect()
    })
}

fn of_tiles(key: &str) -> Said {
    Said::new(
        format!("{key}: 牌は hand に書きます"),
        format!("{key}: tiles go into `hand`"),
    )
}

fn no_json(error: &serde_json::Error) -> Said {
    let (line, column) = (error.line(), error.column());
    Said::new(
        format!("{line} 行 {column} 文字目で JSON として読めなくなります"),
        format!("at line {line}, column {column} this is no JSON any more"),
    )
}

fn no_schema(value: &Value) -> Said {
    let given = quoted(&value.to_string());
    Said::new(
        format!("schema が {given} です。{SCHEMA} だけを読めます"),
        format!("the schema is {given}; only {SCHEMA} can be read"),
    )
}

fn said_at(place: &str, said: &Said) -> Said {
    Said::new(
        format!("{place}: {}", said.text(Lang::Ja)),
        format!("{place}: {}", said.text(Lang::En)),
    )
}

fn no_text() -> Said {
    Said::new(
        "UTF-8 の文字ではありません (Excel では「CSV UTF-8」で保存)",
        "this is no UTF-8 text (in Excel, save it as `CSV UTF-8`)",
    )
}

fn unreadable(error: &std::io::Error) -> Said {
    Said::new(reason(error, Lang::Ja), reason(error, Lang::En))
}

/// Situations, or corrections, of many photos in a table. A row that cannot be
/// understood is kept as such: the others are not worse for it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// By the photo's name as records have it.
    rows: HashMap<String, Row>,
    faults: Vec<Said>,
    /// Rows that stay out because not even their photo is known.
    lost: bool,
}

/// What a table says about a photo, or why that cannot be understood.
pub type Row = Result<Sidecar, Vec<Said>>;

/// Columns of a corrections file that are for the person's eyes.
pub(super) const REMARKS: [&str; 2] = ["read", "why"];

/// A reader of the tables that people fill in: spaces around the names of the
/// columns do not count, rows may be short.
pub(super) fn table_reader(bytes: &[u8]) -> csv::Reader<&[u8]> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::Headers)
        .from_reader(text)
}

impl Table {
    /// Reads a CSV with a header. Empty cells say nothing.
    ///
    /// # Errors
    /// Unreadable, without a column `image`, or with a column twice. Wrong cells
    /// are faults of their rows: see [`Table::faults`].
    pub fn load(path: &Path) -> Result<Table, Said> {
        let place = path.display().to_string();
        let bytes =
            read_bounded(path, MAX_TABLE).map_err(|error| said_at(&place, &unreadable(&error)))?;
        let mut reader = table_reader(&bytes);
        // The only fault that a flexible reader has.
        let header = reader.headers().map_err(|_| said_at(&place, &no_text()))?;
        let header = header.clone();
        let names = header.iter().filter(|name| !name.is_empty());
        let twice = |name: &&str| header.iter().filter(|other| other == name).count() > 1;
        if let Some(name) = names.clone().find(twice) {
            let said = Said::new(
                format!("{name} の列が 2 つあります"),
                format!("there are two columns `{name}`"),
            );
            return Err(said_at(&place, &said));
        }
        let column = header.iter().position(|name| name == "image");
        let column = column.ok_or_else(|| {
            let said = Said::new("image の列がありません", "there is no column `image`");
            said_at(&place, &said)
        })?;
        let mut table = Table::default();
        for record in reader.records() {
            match record {
                Ok(record) => table.add(&place, &header, column, &record),
                // Of a row that is no text not even the photo is known.
                Err(error) => {
                    let line = error.position().map_or(0, csv::Position::line);
                    let place = format!("{place}:{line}");
                    table.faults.push(said_at(&place, &no_text()));
                    table.lost = true;
                }
            }
        }
        Ok(table)
    }

    fn add(
        &mut self,
        place: &str,
        header: &csv::StringRecord,
        column: usize,
        record: &csv::StringRecord,
    ) {
        let line = record.position().map_or(0, csv::Position::line);
        let place = format!("{place}:{line}");
        let photo = record.get(column).unwrap_or_default();
        if photo.is_empty() {
            if record.iter().any(|cell| !cell.trim().is_empty()) {
                let said = Said::new("image の欄がありません", "there is no cell `image`");
                self.faults.push(said_at(&place, &said));
                self.lost = true;
            }
            return;
        }
        let cells = header.iter().zip(record).enumerate();
        let object: Map<String, Value> = cells
            .filter(|(at, (name, cell))| {
                *at != column && !cell.trim().is_empty() && !REMARKS.contains(name)
            })
            .map(|(_, (name, cell))| (name.to_owned(), cell_value(name, cell.trim())))
            .collect();
        let row = Sidecar::from_json(&object).map_err(|faults| {
            let faults = faults.iter().map(|said| said_at(&place, said));
            faults.collect::<Vec<Said>>()
        });
        self.keep(&place, photo, row);
    }

    /// Keeps what a row says, unless another one says something else.
    fn keep(&mut self, place: &str, photo: &str, row: Row) {
        if let Err(faults) = &row {
            self.faults.extend(faults.iter().cloned());
        }
        if row == Ok(Sidecar::default()) {
            return;
        }
        match self.rows.get(photo) {
            Some(before) if *before != row => {
                let said = Said::new(
                    format!("{photo} は前の行にもあり、違うことが書いてあります"),
                    format!("{photo} stands in a row before this, too, with something else"),
                );
                let said = said_at(place, &said);
                self.faults.push(said.clone());
                self.rows.insert(photo.to_owned(), Err(vec![said]));
            }
            Some(_) => {}
            None => drop(self.rows.insert(photo.to_owned(), row)),
        }
    }

    /// Whether rows stay out because not even their photo is known.
    pub fn has_lost_rows(&self) -> bool {
        self.lost
    }

    /// Photos that the table speaks of and that are none of these.
    pub fn strangers<'a>(&'a self, photos: &[PathBuf]) -> Vec<&'a str> {
        let whole = photos.iter().map(|photo| photo.to_string_lossy());
        let names = photos.iter().filter_map(|photo| photo.file_name());
        let known: HashSet<Cow<str>> = whole.chain(names.map(OsStr::to_string_lossy)).collect();
        let rows = self.rows.keys().map(String::as_str);
        let mut strangers: Vec<&str> = rows.filter(|name| !known.contains(*name)).collect();
        strangers.sort_unstable();
        strangers
    }

    /// What cannot be understood, row by row.
    pub fn faults(&self) -> &[Said] {
        &self.faults
    }

    /// What the table says about a photo, by its path as given, or by its name
    /// where the table has names only.
    pub fn of(&self, photo: &Path) -> Option<&Row> {
        let whole = self.rows.get(photo.to_string_lossy().as_ref());
        let name = || self.rows.get(photo.file_name()?.to_string_lossy().as_ref());
        whole.or_else(name)
    }

    /// How many photos it speaks of.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// A cell as JSON: numbers, yes and no, lists of tiles, else text.
fn cell_value(name: &str, cell: &str) -> Value {
    if name == "hand" {
        return json!(cell);
    }
    if name.ends_with("_indicators") || name == "arisu_flips" {
        return json!(
            cell.split([' ', ','])
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
        );
    }
    match cell {
        "true" | "TRUE" | "yes" => json!(true),
        "false" | "FALSE" | "no" => json!(false),
        _ => cell
            .parse::<i64>()
            .map_or_else(|_| json!(cell), |number| json!(number)),
    }
}

impl Sidecar {
    /// This, and what another says besides; the other's word counts.
    #[must_use]
    pub fn with(mut self, other: &Sidecar) -> Sidecar {
        self.fields.extend(other.fields.clone());
        self.hand = other.hand.clone().or(self.hand);
        self
    }
}
