//! The file that a batch writes: JSONL or CSV, valid at every moment.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::work::Status;
use crate::lang::{Lang, Said};

/// The format, by the file's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A record a line.
    Jsonl,
    /// A table.
    Csv,
}

/// Columns of the table.
const COLUMNS: [&str; 14] = [
    "image",
    "status",
    "notation",
    "corrected",
    "total",
    "han",
    "fu",
    "items",
    "deltas",
    "chip_deltas",
    "review",
    "error",
    "message",
    "settings",
];

impl Format {
    /// The format that a file's ending asks for.
    pub fn of(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?;
        match ending.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            "csv" => Some(Format::Csv),
            _ => None,
        }
    }
}

/// What an interrupted run had done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Records that are whole.
    pub records: usize,
    /// The places in the input of those that a person must look at.
    pub review: Vec<usize>,
    /// How many of them failed.
    pub failed: usize,
}

/// The file, open for writing.
pub struct Output {
    file: File,
    format: Format,
}

fn io_said(path: &Path, error: &io::Error) -> Said {
    let words = |lang| {
        format!(
            "{}: {}",
            path.display(),
            crate::file::write_reason(error, lang)
        )
    };
    Said::new(words(Lang::Ja), words(Lang::En))
}

impl Output {
    /// Starts a new file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path, format: Format) -> Result<Output, Said> {
        let file = File::create(path).map_err(|error| io_said(path, &error))?;
        let mut output = Output { file, format };
        if format == Format::Csv {
            output
                .row(COLUMNS.iter().copied())
                .map_err(|error| io_said(path, &error))?;
        }
        Ok(output)
    }

    /// Takes up a file that an interrupted run left: a torn last record is cut
    /// off, and the photos of the whole ones must be the first of `photos`.
    ///
    /// # Errors
    /// It cannot be read or written, or is of other photos.
    pub fn resume(
        path: &Path,
        format: Format,
        photos: &[PathBuf],
        settings: &str,
    ) -> Result<(Output, Before), Said> {
        if !path.exists() {
            return Ok((Output::create(path, format)?, Before::default()));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| io_said(path, &error))?;
        let (before, whole) = match format {
            Format::Jsonl => lines(&file, photos, settings),
            Format::Csv => rows(&file, photos, settings),
        }
        .map_err(|fault| fault.said(path))?;
        let cut = file
            .set_len(whole)
            .and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| io_said(path, &error))?;
        if whole == 0 {
            return Ok((Output::create(path, format)?, Before::default()));
        }
        Ok((Output { file, format }, before))
    }

    /// Writes one record, whole.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&mut self, record: &Value) -> io::Result<()> {
        match self.format {
            Format::Jsonl => self.file.write_all(format!("{record}\n").as_bytes()),
            Format::Csv => {
                let cells = cells(record);
                self.row(cells.iter().map(String::as_str))
            }
        }
    }

    fn row<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> io::Result<()> {
        let mut line = csv::WriterBuilder::new().from_writer(Vec::new());
        line.write_record(cells).map_err(io::Error::other)?;
        let bytes = line
            .into_inner()
            .map_err(|error| io::Error::other(error.to_string()))?;
        // One write a record: a kill leaves at most one torn line.
        self.file.write_all(&bytes)
    }
}

fn cells(record: &Value) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let seats = |value: &Value| {
        let pairs = value.as_object().into_iter().flatten();
        pairs
            .map(|(seat, points)| format!("{seat}:{points}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let list = |value: &Value, field: &str| {
        let each = value.as_array().into_iter().flatten();
        each.map(|entry| text(&entry[field]))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let result = &record["result"];
    let error = &record["error"];
    COLUMNS
        .iter()
        .map(|&column| match column {
            "total" | "han" | "fu" => text(&result[column]),
            "items" => list(&result["items"], "id"),
            "deltas" | "chip_deltas" => seats(&result[column]),
            "review" => list(&record["reading"]["review"], "kind"),
            "error" => text(match error["kind"].is_null() {
                true => &error["id"],
                false => &error["kind"],
            }),
            "message" => text(&error["message"]),
            _ => text(&record[column]),
        })
        .collect()
}

enum Fault {
    Io(io::Error),
    /// Record number, its photo, the photo that should be there.
    Other(usize, String, Option<String>),
    /// It is no file of a batch.
    Foreign,
    /// It was written under other rules, models or tables.
    Settings,
}

impl Fault {
    fn said(&self, path: &Path) -> Said {
        let place = path.display();
        match self {
            Fault::Io(error) => io_said(path, error),
            Fault::Foreign => Said::new(
                format!(
                    "{place}: batch の書いたファイルではありません。別の --out を指定してください"
                ),
                format!("{place}: this is no file that a batch has written: give another --out"),
            ),
            Fault::Settings => Said::new(
                format!(
                    "{place}: 別のルール・モデル・表で書かれています。同じもので --resume するか、--resume なしで書き直してください"
                ),
                format!(
                    "{place}: it was written under other rules, models or tables: --resume with the same ones, or write it anew without --resume"
                ),
            ),
            Fault::Other(number, found, wanted) => {
                let wanted = wanted.as_deref().unwrap_or("-");
                Said::new(
                    format!(
                        "{place}: {number} 件目は {found} ですが、今回の入力では {wanted} です。同じ入力で --resume するか、別の --out を指定してください"
                    ),
                    format!(
                        "{place}: record {number} is of {found}, but this input has {wanted} there: use --resume with the same photos, or another --out"
                    ),
                )
            }
        }
    }
}

impl Before {
    fn add(&mut self, image: &str, status: &str, photos: &[PathBuf]) -> Result<(), Fault> {
        let wanted = photos
            .get(self.records)
            .map(|photo| photo.display().to_string());
        if wanted.as_deref() != Some(image) {
            return Err(Fault::Other(self.records + 1, image.to_owned(), wanted));
        }
        if status != Status::Ok.word() {
            self.review.push(self.records);
        }
        self.failed += usize::from(status == Status::Failed.word());
        self.records += 1;
        Ok(())
    }
}

/// The whole records of a JSONL file, and where they end.
fn lines(file: &File, photos: &[PathBuf], settings: &str) -> Result<(Before, u64), Fault> {
    let mut reader = BufReader::new(file);
    let (mut before, mut whole) = (Before::default(), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(Fault::Io)?;
        let record: Option<Value> = (line.last() == Some(&b'\n'))
            .then(|| serde_json::from_slice(&line).ok())
            .flatten();
        let Some(record) = record else {
            // Only a record may be torn; what else is there is another's.
            let start = br#"{"schema":"karasu.batch/1""#;
            let ours = line.starts_with(&start[..line.len().min(start.len())]);
            return match ours {
                true => Ok((before, whole)),
                false => Err(Fault::Foreign),
            };
        };
        let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
        if text("settings") != settings {
            return Err(Fault::Settings);
        }
        before.add(&text("image"), &text("status"), photos)?;
        whole += read as u64;
    }
}

/// The whole records of a table, and where they end.
fn rows(file: &File, photos: &[PathBuf], settings: &str) -> Result<(Before, u64), Fault> {
    let length = file.metadata().map_err(Fault::Io)?.len();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(BufReader::new(file));
    let header = reader
        .byte_headers()
        .map_err(|error| Fault::Io(io::Error::other(error)))?;
    let found: Vec<u8> = header.iter().collect::<Vec<_>>().join(&b',');
    let wanted = COLUMNS.join(",");
    if found != wanted.as_bytes() {
        // A run that was killed while it wrote the header has done nothing.
        return match wanted.as_bytes().starts_with(&found) {
            true => Ok((Before::default(), 0)),
            false => {
                let found = String::from_utf8_lossy(&found).into_owned();
                Err(Fault::Other(0, found, Some(wanted)))
            }
        };
    }
    let mut before = Before::default();
    let mut whole = reader.position().byte();
    let mut record = csv::StringRecord::new();
    while let Ok(true) = reader.read_record(&mut record) {
        let end = reader.position().byte();
        // Torn, or its line has no end yet.
        if record.len() != COLUMNS.len() || (end >= length && !ends_a_line(file)) {
            break;
        }
        if &record[COLUMNS.len() - 1] != settings {
            return Err(Fault::Settings);
        }
        before.add(&record[0], &record[1], photos)?;
        whole = end;
    }
    Ok((before, whole))
}

fn ends_a_line(file: &File) -> bool {
    use std::io::Read;
    let mut last = [0];
    let mut file = file;
    let read = file
        .seek(SeekFrom::End(-1))
        .and_then(|_| file.read_exact(&mut last));
    read.is_ok() && last == [b'\n']
}
