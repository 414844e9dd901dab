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

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::file::{read_bounded, reason};
use crate::lang::{Lang, Said, quoted};
use crate::notation::{self, Hand};
use crate::rules::options::nearest;
use crate::score::HandInput;
use crate::tile::Suit;

/// The schema of a sidecar.
pub const SCHEMA: &str = "karasu.hand/1";
const MAX_BYTES: u64 = 1 << 20;
const MAX_TABLE: u64 = 1 << 28;
/// Fields that are tiles: they come from the picture or from `hand`.
const OF_TILES: [&str; 5] = ["concealed", "win_tile", "melds", "gari", "flowers"];

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
    /// Every field that is not known, of another kind, or no hand.
    pub fn from_json(object: &Map<String, Value>) -> Result<Sidecar, Said> {
        let mut sidecar = Sidecar::default();
        for (key, value) in object {
            match key.as_str() {
                "schema" if value == SCHEMA => {}
                "schema" => return Err(no_schema(value)),
                "hand" => sidecar.hand = Some(hand(value)?),
                _ if value.is_null() => {}
                key => {
                    known(key)?;
                    sidecar.fields.insert(key.to_owned(), value.clone());
                }
            }
        }
        // The fields together must be a situation; any tiles will do for that.
        sidecar.input(&Hand::default()).map(|_| sidecar)
    }

    /// The sidecar beside a photo; the default where there is none.
    ///
    /// # Errors
    /// Unreadable, no JSON object, or a wrong field.
    pub fn beside(photo: &Path) -> Result<Sidecar, Said> {
        let path = photo.with_extension("hand.json");
        if !path.exists() {
            return Ok(Sidecar::default());
        }
        let at = |said: Said| said_at(&path.display().to_string(), &said);
        let bytes = read_bounded(&path, MAX_BYTES).map_err(|error| at(unreadable(&error)))?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(object)) => Sidecar::from_json(&object).map_err(at),
            _ => Err(at(Said::new(
                "JSON のオブジェクトではありません",
                "this is no JSON object",
            ))),
        }
    }

    /// The win: the tiles of `hand` (if it has a winning tile), or of the
    /// sidecar's own, in the situation of the sidecar.
    ///
    /// # Errors
    /// A field of another kind than it must be.
    pub fn input(&self, read: &Hand) -> Result<HandInput, Said> {
        let hand = self.hand.as_ref().unwrap_or(read);
        let (flowers, gari) = hand
            .gari
            .iter()
            .partition(|tile| tile.suit() == Suit::Flower);
        let several = hand.melds.len() > 1;
        let plain = HandInput {
            concealed: hand.concealed.clone(),
            win_tile: hand.win_tile.unwrap_or(HandInput::default().win_tile),
            melds: hand.melds.clone(),
            gari,
            flowers,
            dora_indicators: hand.dora.clone(),
            ura_indicators: hand.ura.clone(),
            arisu_flips: hand.arisu.clone(),
            // The order in which sets lie is not that of the calls.
            call_order_known: !several || self.hand.is_some(),
            ..HandInput::default()
        };
        let mut value = json!(plain);
        if let Value::Object(object) = &mut value {
            object.extend(self.fields.clone());
        }
        serde_json::from_value(value)
            .map_err(|error| Said::new(format!("{error}"), format!("{error}")))
    }
}

fn hand(value: &Value) -> Result<Hand, Said> {
    let text = value.as_str().unwrap_or_default();
    notation::parse(text).map_err(|faults| {
        let words = |lang| {
            let all: Vec<String> = faults.iter().map(|fault| fault.message(lang)).collect();
            format!("hand {}: {}", quoted(text), all.join(" / "))
        };
        Said::new(words(Lang::Ja), words(Lang::En))
    })
}

fn known(key: &str) -> Result<(), Said> {
    let fields = json!(HandInput::default());
    let names = || {
        fields
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
    };
    let of_tiles = OF_TILES.contains(&key);
    if names().any(|name| name == key) && !of_tiles {
        return Ok(());
    }
    let key = quoted(key);
    if of_tiles {
        return Err(Said::new(
            format!("{key}: 牌は hand に書きます"),
            format!("{key}: tiles go into `hand`"),
        ));
    }
    let near = nearest(&key, names())
        .map(|near| format!(" ({near}?)"))
        .unwrap_or_default();
    Err(Said::new(
        format!("{key}: そのような項目はありません{near}"),
        format!("{key}: there is no such field{near}"),
    ))
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

fn unreadable(error: &std::io::Error) -> Said {
    Said::new(reason(error, Lang::Ja), reason(error, Lang::En))
}

/// Situations, or corrections, of many photos in a table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: HashMap<PathBuf, Sidecar>,
}

/// Columns of a corrections file that are for the person's eyes.
const REMARKS: [&str; 2] = ["read", "why"];

impl Table {
    /// Reads a CSV with a header. Empty cells say nothing.
    ///
    /// # Errors
    /// Unreadable, without a column `image`, or a wrong cell with its line.
    pub fn load(path: &Path) -> Result<Table, Said> {
        let place = path.display().to_string();
        let bytes =
            read_bounded(path, MAX_TABLE).map_err(|error| said_at(&place, &unreadable(&error)))?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
        let bad =
            |error: csv::Error| said_at(&place, &Said::new(error.to_string(), error.to_string()));
        let header = reader.headers().map_err(bad)?.clone();
        let column = header
            .iter()
            .position(|name| name == "image")
            .ok_or_else(|| {
                said_at(
                    &place,
                    &Said::new("image の列がありません", "there is no column `image`"),
                )
            })?;
        let mut rows = HashMap::new();
        for record in reader.records() {
            let record = record.map_err(bad)?;
            let line = record.position().map_or(0, csv::Position::line);
            let object: Map<String, Value> = header
                .iter()
                .zip(&record)
                .enumerate()
                .filter(|(at, (name, cell))| {
                    *at != column && !cell.trim().is_empty() && !REMARKS.contains(name)
                })
                .map(|(_, (name, cell))| (name.to_owned(), cell_value(name, cell.trim())))
                .collect();
            let sidecar = Sidecar::from_json(&object)
                .map_err(|said| said_at(&format!("{place}:{line}"), &said))?;
            if sidecar != Sidecar::default() {
                rows.insert(PathBuf::from(&record[column]), sidecar);
            }
        }
        Ok(Table { rows })
    }

    /// What the table says about a photo, by its path as given, or by its name
    /// where the table has names only.
    pub fn of(&self, photo: &Path) -> Option<&Sidecar> {
        let name = || self.rows.get(Path::new(photo.file_name()?));
        self.rows.get(photo).or_else(name)
    }

    /// What it says, in an order of its own: equal tables print alike.
    pub fn print(&self) -> String {
        let mut rows: Vec<String> = self.rows.iter().map(|row| format!("{row:?}")).collect();
        rows.sort();
        rows.join("\n")
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
