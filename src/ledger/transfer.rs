//! A ledger as JSON or CSV, and back: the same events with the same hashes.

use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::lang::{Said, quoted};
use crate::ledger::canon::{GENESIS, canonical, hex, link, unhex};
use crate::ledger::event::{Event, Record};
use crate::ledger::fault::LedgerFault;
use crate::ledger::store::Row;
use crate::ledger::{Ledger, void_of};

/// What JSON exports call themselves.
const SCHEMA: &str = "karasu.ledger/1";
/// The columns of CSV exports. Only the last two are read back; the others
/// are for spreadsheets, and those of [`COMPARED`] must be as they were written.
const COLUMNS: [&str; 8] = [
    "seq", "at", "game", "kind", "points", "chips", "event", "hash",
];

/// What a person might edit in the belief that it will be imported.
const COMPARED: [&str; 3] = ["kind", "points", "chips"];

/// How to write a ledger out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One document, one event a line.
    Json,
    /// One row an event.
    Csv,
}

impl Format {
    /// How such files end.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Csv => "csv",
        }
    }
}

impl FromStr for Format {
    type Err = Said;

    fn from_str(text: &str) -> Result<Format, Said> {
        match text {
            "json" => Ok(Format::Json),
            "csv" => Ok(Format::Csv),
            _ => Err(Said::new(
                "csv か json です",
                "the formats are csv and json",
            )),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: String,
    events: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    event: Box<RawValue>,
    hash: String,
}

/// Writes a whole ledger out.
///
/// # Errors
/// That it cannot be read.
pub fn export(ledger: &mut Ledger, format: Format) -> Result<String, LedgerFault> {
    let rows = ledger.rows()?;
    match format {
        Format::Json => Ok(json(&rows)),
        Format::Csv => csv(ledger, &rows),
    }
}

fn json(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let (event, hash) = (&row.body, hex(&row.hash));
        format!("{{\"event\":{event},\"hash\":\"{hash}\"}}")
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let lines = lines.join(",\n");
    format!("{{\"schema\":\"{SCHEMA}\",\"events\":[\n{lines}\n]}}\n")
}

fn csv(ledger: &Ledger, rows: &[Row]) -> Result<String, LedgerFault> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(system)?;
    let mut players: &[String] = &[];
    let mut game = 0;
    for (record, row) in ledger.records().iter().zip(rows) {
        if let Event::Start(start) = &record.event {
            players = &start.players;
            game = record.seq;
        }
        writer
            .write_record([
                record.seq.to_string(),
                record.at.to_string(),
                game.to_string(),
                column(players, &record.event, "kind"),
                column(players, &record.event, "points"),
                column(players, &record.event, "chips"),
                row.body.clone(),
                hex(&row.hash),
            ])
            .map_err(system)?;
    }
    let bytes = writer.into_inner();
    let bytes = bytes.map_err(system)?;
    String::from_utf8(bytes).map_err(system)
}

/// The words of the system or of a reader, which has them in one language.
fn as_told(error: impl ToString) -> Said {
    Said::new(error.to_string(), error.to_string())
}

/// What went wrong while the text was put together.
fn system<E: ToString>(error: E) -> LedgerFault {
    let why = error.to_string();
    LedgerFault::Io(Said::new(
        format!("書き出しを作れませんでした ({why})"),
        format!("the export could not be made ({why})"),
    ))
}

/// What a column for spreadsheets says of an event.
fn column(players: &[String], event: &Event, name: &str) -> String {
    match name {
        "points" => by_name(players, event.deltas()),
        "chips" => by_name(players, event.chips()),
        _ => event.kind().to_owned(),
    }
}

fn by_name(players: &[String], values: &[i32]) -> String {
    let each = players.iter().zip(values);
    let each: Vec<String> = each
        .map(|(name, value)| format!("{name}={value:+}"))
        .collect();
    each.join(" ")
}

/// Reads an export, of either format, into a new file. Nothing is written
/// unless every hash fits and the events follow from each other.
///
/// # Errors
/// What is wrong with the text, or with making the file.
pub fn import(text: &str, path: &Path) -> Result<Ledger, LedgerFault> {
    Ledger::create_with(path, &rows(text)?)
}

/// The events of an export, each hash proved.
fn rows(text: &str) -> Result<Vec<Row>, LedgerFault> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = match text.trim_start().starts_with('{') {
        true => json_lines(text)?,
        false => csv_lines(text)?,
    };
    let mut hash = GENESIS;
    let mut rows = Vec::new();
    let mut players = Vec::new();
    for (at, claim) in lines.into_iter().enumerate() {
        let seq = at as u64 + 1;
        let (event, claimed) = (claim.event, claim.hash);
        // As it stands, or as it stood before somebody laid it out anew.
        let bodies = [Some(event.clone()), laid_out(&event)];
        let fits = |body: &String| hex(&link(&hash, body)) == claimed;
        let body = bodies.into_iter().flatten().find(fits);
        let body = body.ok_or(LedgerFault::Chain(seq))?;
        let record: Record =
            serde_json::from_str(&body).map_err(|error| LedgerFault::Unreadable {
                seq,
                why: error.to_string(),
            })?;
        if let Event::Start(start) = &record.event {
            players.clone_from(&start.players);
        }
        unedited(&claim.told, &players, &record)?;
        hash = unhex(&claimed).ok_or(LedgerFault::Chain(seq))?;
        rows.push(Row {
            body,
            hash,
            void_of: void_of(&record),
        });
    }
    Ok(rows)
}

/// That the columns for spreadsheets say what the event says.
fn unedited(told: &[Told], players: &[String], record: &Record) -> Result<(), LedgerFault> {
    for (name, found) in told {
        let written = column(players, &record.event, name);
        if found.trim() != written {
            return Err(LedgerFault::Edited {
                seq: record.seq,
                column: name,
                found: found.clone(),
                written,
            });
        }
    }
    Ok(())
}

fn laid_out(event: &str) -> Option<String> {
    let value: Value = serde_json::from_str(event).ok()?;
    Some(canonical(&value))
}

/// A column of [`COMPARED`] and what stands there.
type Told = (&'static str, String);

/// What an export says of one event.
struct Claim {
    event: String,
    hash: String,
    told: Vec<Told>,
}

fn json_lines(text: &str) -> Result<Vec<Claim>, LedgerFault> {
    let document: Document =
        serde_json::from_str(text).map_err(|error| LedgerFault::NotAnExport(as_told(error)))?;
    if document.schema != SCHEMA {
        let found = quoted(&document.schema);
        return Err(LedgerFault::NotAnExport(as_told(format!(
            "schema: {found}"
        ))));
    }
    let lines = document.events.into_iter();
    Ok(lines
        .map(|line| Claim {
            event: line.event.get().to_owned(),
            hash: line.hash,
            told: Vec::new(),
        })
        .collect())
}

fn csv_lines(text: &str) -> Result<Vec<Claim>, LedgerFault> {
    let bad = |error: csv::Error| LedgerFault::NotAnExport(as_told(error));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(bad)?;
    let place = |name: &str| {
        let at = columns.iter().position(|column| column == name);
        at.ok_or_else(|| {
            LedgerFault::NotAnExport(Said::new(
                format!("{name} の列がありません"),
                format!("it has no column {name}"),
            ))
        })
    };
    let (event, hash) = (place("event")?, place("hash")?);
    let told = COMPARED.map(|name| place(name).ok().map(|at| (name, at)));
    let line = |row: Result<csv::StringRecord, csv::Error>| {
        let row = row.map_err(bad)?;
        let cell = |at| row.get(at).unwrap_or_default().to_owned();
        let told = told.iter().flatten();
        Ok(Claim {
            event: cell(event),
            hash: cell(hash),
            told: told.map(|&(name, at)| (name, cell(at))).collect(),
        })
    };
    reader.records().map(line).collect()
}
