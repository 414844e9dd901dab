//! The file that a batch writes: JSONL or CSV, valid at every moment.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
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
const COLUMNS: [&str; 15] = [
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
    "inputs",
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
    /// Those that are out of date: what is said about their photo has changed.
    /// They are not among the others.
    pub stale: Vec<Stale>,
}

/// A record to be made anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The photo's place in the input.
    pub at: usize,
    /// Where the record stands in the file, in bytes.
    pub bytes: std::ops::Range<u64>,
}

/// What an interrupted run's file is compared with.
pub struct Wanted<'a> {
    /// The photos of this run, in order.
    pub photos: &'a [PathBuf],
    /// The sum over rules and models.
    pub settings: &'a str,
    /// The sum over what is said about a photo besides the photo.
    pub inputs: &'a dyn Fn(&Path) -> String,
}

/// The file, open for writing.
pub struct Output {
    file: File,
    format: Format,
    /// How much of it is whole records, in bytes.
    whole: u64,
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

/// A name beside a file that nothing has yet: `a.csv.old`, `a.csv-2.old` …
fn aside(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default();
    crate::file::free_name(folder, &name.to_string_lossy(), "old")
}

impl Output {
    /// Starts a new file. One that an earlier batch has written is laid aside
    /// under the name that is given back; another file is left alone.
    ///
    /// # Errors
    /// It cannot be written, or is no batch's.
    pub fn anew(path: &Path, format: Format) -> Result<(Output, Option<PathBuf>), Said> {
        let there = path.metadata();
        let there = there.is_ok_and(|data| data.is_file() && data.len() > 0);
        if !there {
            return Ok((Output::create(path, format)?, None));
        }
        if !is_ours(path, format).map_err(|error| io_said(path, &error))? {
            return Err(Fault::Foreign.said(path));
        }
        let old = File::open(path).and_then(|file| claim(&file));
        old.map_err(|error| io_said(path, &error))?;
        let aside = aside(path);
        std::fs::rename(path, &aside).map_err(|error| io_said(&aside, &error))?;
        Ok((Output::create(path, format)?, Some(aside)))
    }

    /// Starts a new file, whatever is there.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path, format: Format) -> Result<Output, Said> {
        // Emptied only when it is known that nobody is writing to it.
        let mut options = OpenOptions::new();
        let opened = options.write(true).create(true).truncate(false).open(path);
        let file = opened.and_then(|file| {
            claim(&file)?;
            // A pipe has no length.
            match file.metadata()?.is_file() {
                true => file.set_len(0).map(|()| file),
                false => Ok(file),
            }
        });
        let file = file.map_err(|error| io_said(path, &error))?;
        let mut output = Output {
            file,
            format,
            whole: 0,
        };
        if format == Format::Csv {
            csv_line(COLUMNS.iter().copied())
                .and_then(|header| output.add(&header))
                .map_err(|error| io_said(path, &error))?;
        }
        Ok(output)
    }

    /// Takes up a file that an interrupted run left: a torn last record is cut
    /// off, and the photos of the whole ones must be the first of `photos`.
    ///
    /// # Errors
    /// It cannot be read or written, or is of other photos.
    pub fn resume(path: &Path, format: Format, wanted: &Wanted) -> Result<(Output, Before), Said> {
        if !path.exists() {
            return Ok((Output::create(path, format)?, Before::default()));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| io_said(path, &error))?;
        claim(&file).map_err(|error| io_said(path, &error))?;
        let (before, whole) = match format {
            Format::Jsonl => lines(&file, wanted),
            Format::Csv => rows(&file, wanted),
        }
        .map_err(|fault| fault.said(path))?;
        let cut = file
            .set_len(whole)
            .and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| io_said(path, &error))?;
        if whole == 0 {
            drop(file);
            return Ok((Output::create(path, format)?, Before::default()));
        }
        let output = Output {
            file,
            format,
            whole,
        };
        Ok((output, before))
    }

    /// Writes one record, whole; one that does not fit on the disk is not in
    /// the file at all.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&mut self, record: &Value) -> io::Result<()> {
        self.add(&line(record, self.format)?)
    }

    fn add(&mut self, line: &[u8]) -> io::Result<()> {
        // One write a record: a kill leaves at most one torn line.
        let written = self.file.write_all(line);
        match written {
            Ok(()) => self.whole += line.len() as u64,
            // What cannot be cut off is cut off by the next run.
            Err(_) => drop(self.file.set_len(self.whole)),
        }
        written
    }

    /// Makes records anew in a copy of the file; see [`Renewal`].
    ///
    /// # Errors
    /// It cannot be read, or the copy cannot be written.
    pub fn renew(&self, path: &Path) -> io::Result<Renewal> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let copy = PathBuf::from(name);
        Ok(Renewal {
            old: BufReader::new(File::open(path)?),
            new: BufWriter::new(File::create(&copy)?),
            done: 0,
            copy,
            format: self.format,
        })
    }
}

/// A file whose records are being replaced: the old ones are copied, and the
/// copy takes the file's place at the end. Killed before that, nothing has
/// changed.
pub struct Renewal {
    old: BufReader<File>,
    new: BufWriter<File>,
    /// How much of the old file has been dealt with, in bytes.
    done: u64,
    copy: PathBuf,
    format: Format,
}

impl Renewal {
    /// Puts a record in the place of an old one. They come in order.
    ///
    /// # Errors
    /// The system's.
    pub fn put(&mut self, stale: &Stale, record: &Value) -> io::Result<()> {
        let between = stale.bytes.start - self.done;
        io::copy(&mut (&mut self.old).take(between), &mut self.new)?;
        let gone = stale.bytes.end - stale.bytes.start;
        io::copy(&mut (&mut self.old).take(gone), &mut io::sink())?;
        self.done = stale.bytes.end;
        self.new.write_all(&line(record, self.format)?)
    }

    /// Leaves the file as it was.
    pub fn give_up(self) {
        // A copy that cannot be removed is in nobody's way.
        let _ = std::fs::remove_file(&self.copy);
    }

    /// The rest, and the copy in the file's place.
    ///
    /// # Errors
    /// The system's.
    pub fn finish(mut self, path: &Path) -> io::Result<Output> {
        io::copy(&mut self.old, &mut self.new)?;
        let file = self
            .new
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        claim(&file)?;
        std::fs::rename(&self.copy, path)?;
        Ok(Output {
            whole: file.metadata()?.len(),
            file,
            format: self.format,
        })
    }
}

/// Makes sure that no other run writes to a file while this one has it open.
fn claim(file: &File) -> io::Result<()> {
    // Where locks keep everybody from reading, too, they do more than is wanted.
    match cfg!(unix).then(|| file.try_lock()) {
        Some(Err(TryLockError::WouldBlock)) => Err(io::ErrorKind::ResourceBusy.into()),
        // A disk without locks is as good as one without a second run.
        _ => Ok(()),
    }
}

/// A record as it stands in the file, its line's end included.
fn line(record: &Value, format: Format) -> io::Result<Vec<u8>> {
    match format {
        Format::Jsonl => Ok(format!("{record}\n").into_bytes()),
        Format::Csv => csv_line(cells(record).iter().map(String::as_str)),
    }
}

fn csv_line<'a>(cells: impl Iterator<Item = &'a str>) -> io::Result<Vec<u8>> {
    let mut line = csv::WriterBuilder::new().from_writer(Vec::new());
    line.write_record(cells).map_err(io::Error::other)?;
    line.into_inner()
        .map_err(|error| io::Error::other(error.to_string()))
}

/// How the records of a JSONL file begin.
const START: &[u8] = br#"{"schema":"karasu.batch/1""#;

/// Whether a file begins as a batch begins it.
fn is_ours(path: &Path, format: Format) -> io::Result<bool> {
    let start = match format {
        Format::Jsonl => START.to_vec(),
        // The columns that every version had.
        Format::Csv => b"image,status,notation,".to_vec(),
    };
    let mut found = Vec::new();
    File::open(path)?
        .take(start.len() as u64)
        .read_to_end(&mut found)?;
    Ok(start.starts_with(&found))
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
    /// It was written under other rules or models.
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
                    "{place}: 別のルールかモデルで書かれています。同じもので --resume するか、--resume なしで書き直してください"
                ),
                format!(
                    "{place}: it was written under other rules or models: --resume with the same ones, or write it anew without --resume"
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

/// What is taken up of a record.
struct Record<'a> {
    image: &'a str,
    status: &'a str,
    inputs: &'a str,
    settings: &'a str,
    bytes: std::ops::Range<u64>,
}

impl Before {
    fn add(&mut self, record: Record, wanted: &Wanted) -> Result<(), Fault> {
        let photo = wanted.photos.get(self.records);
        let name = photo.map(|photo| photo.display().to_string());
        let (Some(photo), true) = (photo, name.as_deref() == Some(record.image)) else {
            let image = record.image.to_owned();
            return Err(Fault::Other(self.records + 1, image, name));
        };
        if record.settings != wanted.settings {
            return Err(Fault::Settings);
        }
        if record.inputs != (wanted.inputs)(photo) {
            self.stale.push(Stale {
                at: self.records,
                bytes: record.bytes,
            });
        } else {
            if record.status != Status::Ok.word() {
                self.review.push(self.records);
            }
            self.failed += usize::from(record.status == Status::Failed.word());
        }
        self.records += 1;
        Ok(())
    }
}

/// The whole records of a JSONL file, and where they end.
fn lines(file: &File, wanted: &Wanted) -> Result<(Before, u64), Fault> {
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
            let ours = line.starts_with(&START[..line.len().min(START.len())]);
            return match ours {
                true => Ok((before, whole)),
                false => Err(Fault::Foreign),
            };
        };
        let text = |field: &str| record[field].as_str().unwrap_or_default();
        let end = whole + read as u64;
        let found = Record {
            image: text("image"),
            status: text("status"),
            inputs: text("inputs"),
            settings: text("settings"),
            bytes: whole..end,
        };
        before.add(found, wanted)?;
        whole = end;
    }
}

/// The whole records of a table, and where they end.
fn rows(file: &File, wanted: &Wanted) -> Result<(Before, u64), Fault> {
    let length = file.metadata().map_err(Fault::Io)?.len();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(BufReader::new(file));
    let header = reader
        .byte_headers()
        .map_err(|error| Fault::Io(io::Error::other(error)))?;
    let found: Vec<u8> = header.iter().collect::<Vec<_>>().join(&b',');
    let columns = COLUMNS.join(",");
    if found != columns.as_bytes() {
        // A run that was killed while it wrote the header has done nothing.
        return match columns.as_bytes().starts_with(&found) {
            true => Ok((Before::default(), 0)),
            false => Err(Fault::Foreign),
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
        let found = Record {
            image: &record[0],
            status: &record[1],
            inputs: &record[COLUMNS.len() - 2],
            settings: &record[COLUMNS.len() - 1],
            bytes: whole..end,
        };
        before.add(found, wanted)?;
        whole = end;
    }
    Ok((before, whole))
}

fn ends_a_line(file: &File) -> bool {
    let mut last = [0];
    let mut file = file;
    let read = file
        .seek(SeekFrom::End(-1))
        .and_then(|_| file.read_exact(&mut last));
    read.is_ok() && last == [b'\n']
}
