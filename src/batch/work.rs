//! One photo of a batch: read, put right, scored, as one record.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::sidecar::{Row, Sidecar, Table};
use crate::lang::{Lang, Said};
use crate::notation::Hand;
use crate::read::{self, Reader, Reading, Record};
use crate::rules::RuleSet;
use crate::score::{self, Fault, ScoreSheet};
use crate::{detect, frame};

/// The schema of a record.
pub const SCHEMA: &str = "karasu.batch/1";

/// How a photo came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Read without doubt (or put right by a person) and scored.
    Ok,
    /// A person must look at it.
    Review,
    /// It gave nothing.
    Failed,
}

impl Status {
    /// Its word in records.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Review => "review",
            Status::Failed => "failed",
        }
    }
}

/// One photo, done.
pub struct Done {
    /// How it came out.
    pub status: Status,
    /// The record of the output.
    pub record: Value,
    /// The reading and its picture, where a report wants them.
    pub seen: Option<(Arc<image::RgbImage>, Reading)>,
}

/// What every photo of a batch is done with.
pub struct Bench<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// Situations of many photos.
    pub situations: Option<&'a Table>,
    /// What a person put right after the last run.
    pub corrections: Option<&'a Table>,
    /// Language of messages.
    pub lang: Lang,
    /// Keep pictures of doubtful photos for a report.
    pub keep: bool,
    /// A sum over rules and models: records of one file agree in it.
    pub settings: String,
}

/// What is said about a photo besides the photo.
struct Besides {
    sidecar: Sidecar,
    /// A correction that cannot be understood: the photo is read as if there
    /// were none, and a person must look.
    correction: Vec<Said>,
}

impl Bench<'_> {
    /// Does one photo. Times are not in the record, so that the same photos
    /// give the same bytes.
    pub fn photo(&self, reader: &Reader, photo: &Path) -> Done {
        let name = photo.display().to_string();
        let inputs = self.inputs(photo);
        let failed = |kind, words: &[String]| self.failed(&name, &inputs, kind, words);
        let besides = match self.besides(photo) {
            Ok(besides) => besides,
            Err(faults) => return failed("bad_sidecar", &self.told(&faults)),
        };
        let frame = match frame::open(photo) {
            Ok(frame) => frame,
            Err(error) => return failed(error.code(), &[error.message(self.lang)]),
        };
        let reading = match reader.read(&frame) {
            Ok(reading) => reading,
            Err(error) => return failed("internal", &[error.message(self.lang)]),
        };
        let mut done = self.scored(&name, &inputs, &besides, &reading);
        if self.keep && done.status != Status::Ok {
            done.seen = Some((frame.image, reading));
        }
        done
    }

    /// The table, then the file beside the photo, then what was put right.
    fn besides(&self, photo: &Path) -> Result<Besides, Vec<Said>> {
        let mut sidecar = match row(self.situations, photo) {
            Some(row) => row.clone()?,
            None => Sidecar::default(),
        };
        sidecar = sidecar.with(&Sidecar::beside(photo)?);
        let mut correction = Vec::new();
        match row(self.corrections, photo) {
            Some(Ok(corrected)) => sidecar = sidecar.with(corrected),
            Some(Err(faults)) => correction = faults.clone(),
            None => {}
        }
        Ok(Besides {
            sidecar,
            correction,
        })
    }

    /// A sum over what is said about a photo, in tables and beside it, and the
    /// size of its file. A record whose sum is another one is out of date.
    pub fn inputs(&self, photo: &Path) -> String {
        let tables = [self.situations, self.corrections];
        let rows = tables.map(|table| row(table, photo).map(|row| format!("{row:?}")));
        let beside = Sidecar::bytes_beside(photo).map(|bytes| match bytes {
            Ok(bytes) => detect::sha256(&bytes),
            Err(error) => error.to_string(),
        });
        // A photo that was copied again is another one. A look at the size of a
        // hundred thousand files costs little, their sums would cost minutes.
        let size = std::fs::metadata(photo).ok().map(|data| data.len());
        detect::sha256(format!("{rows:?} {beside:?} {size:?}").as_bytes())[..12].to_owned()
    }

    fn told(&self, faults: &[Said]) -> Vec<String> {
        let text = |said: &Said| said.text(self.lang).to_owned();
        faults.iter().map(text).collect()
    }

    fn failed(&self, image: &str, inputs: &str, kind: &str, words: &[String]) -> Done {
        let message = words.join(" / ");
        let one = |message: &String| json!({"kind": kind, "message": message});
        let errors: Vec<Value> = words.iter().map(one).collect();
        Done {
            status: Status::Failed,
            record: json!({
                "schema": SCHEMA,
                "image": image,
                "inputs": inputs,
                "settings": self.settings,
                "status": Status::Failed.word(),
                "error": {"kind": kind, "message": message},
                "errors": errors,
            }),
            seen: None,
        }
    }

    fn scored(&self, image: &str, inputs: &str, besides: &Besides, reading: &Reading) -> Done {
        let sidecar = &besides.sidecar;
        let corrected = sidecar.hand.is_some();
        let read = read::typed(reading);
        let hand = sidecar.hand.as_ref().unwrap_or(&read);
        let result = self.result(sidecar, hand);
        let clean = (corrected || reading.is_clean()) && besides.correction.is_empty();
        let status = match result.is_ok() && clean {
            true => Status::Ok,
            false => Status::Review,
        };
        let mut record = json!({
            "schema": SCHEMA,
            "image": image,
            "inputs": inputs,
            "settings": self.settings,
            "status": status.word(),
            "notation": hand.to_string(),
            "corrected": corrected,
        });
        match result {
            Ok(sheet) => record["result"] = json!(sheet),
            Err(errors) => {
                record["error"] = errors.first().cloned().unwrap_or_default();
                record["errors"] = json!(errors);
            }
        }
        if !besides.correction.is_empty() {
            let message = self.told(&besides.correction).join(" / ");
            record["correction"] = json!({"message": message});
        }
        record["reading"] = json!(Record::new(reading, image, self.lang).without_times());
        Done {
            status,
            record,
            seen: None,
        }
    }

    fn result(&self, sidecar: &Sidecar, hand: &Hand) -> Result<ScoreSheet, Vec<Value>> {
        let word =
            |kind: &str, said: &Said| vec![json!({"id": kind, "message": said.text(self.lang)})];
        if hand.win_tile.is_none() {
            let nothing = *hand == Hand::default();
            let (kind, ja, en) = match nothing {
                true => ("no_tiles", "牌が見つかりません", "no tiles were found"),
                false => (
                    "wrong_count",
                    "和了牌がありません",
                    "there is no winning tile",
                ),
            };
            return Err(word(kind, &Said::new(ja, en)));
        }
        let input = sidecar
            .input(hand)
            .map_err(|said| word("bad_sidecar", &said))?;
        let one = |fault: &Fault| fault.json(self.lang);
        score::score(self.rules, &input).map_err(|faults| faults.iter().map(one).collect())
    }
}

/// What a table says about a photo.
fn row<'a>(table: Option<&'a Table>, photo: &Path) -> Option<&'a Row> {
    table.and_then(|table| table.of(photo))
}
