//! One photo of a batch: read, put right, scored, as one record.

use std::path::Path;

use serde_json::{Value, json};

use super::sidecar::{Sidecar, Table};
use crate::frame;
use crate::lang::{Lang, Said};
use crate::notation::Hand;
use crate::read::{self, Reader, Reading, Record};
use crate::rules::RuleSet;
use crate::score::{self, Fault, ScoreSheet};

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
    pub seen: Option<(image::RgbImage, Reading)>,
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
    /// A sum over rules, models and tables: records of one file agree in it.
    pub settings: String,
}

impl Bench<'_> {
    /// Does one photo. Times are not in the record, so that the same photos
    /// give the same bytes.
    pub fn photo(&self, reader: &Reader, photo: &Path) -> Done {
        let name = photo.display().to_string();
        let sidecar = match self.sidecar(photo) {
            Ok(sidecar) => sidecar,
            Err(said) => return self.failed(&name, "bad_sidecar", said.text(self.lang)),
        };
        let frame = match frame::open(photo) {
            Ok(frame) => frame,
            Err(error) => return self.failed(&name, error.code(), &error.message(self.lang)),
        };
        let reading = match reader.read(&frame) {
            Ok(reading) => reading,
            Err(error) => return self.failed(&name, "internal", &error.message(self.lang)),
        };
        let mut done = self.scored(&name, &sidecar, &reading);
        if self.keep && done.status != Status::Ok {
            done.seen = Some((frame.image, reading));
        }
        done
    }

    /// The table, then the file beside the photo, then what was put right.
    fn sidecar(&self, photo: &Path) -> Result<Sidecar, Said> {
        let of = |table: Option<&Table>| table.and_then(|table| table.of(photo)).cloned();
        let mut sidecar = of(self.situations).unwrap_or_default();
        sidecar = sidecar.with(&Sidecar::beside(photo)?);
        Ok(match of(self.corrections) {
            Some(corrected) => sidecar.with(&corrected),
            None => sidecar,
        })
    }

    fn failed(&self, image: &str, kind: &str, message: &str) -> Done {
        Done {
            status: Status::Failed,
            record: json!({
                "schema": SCHEMA,
                "image": image,
                "settings": self.settings,
                "status": Status::Failed.word(),
                "error": {"kind": kind, "message": message},
            }),
            seen: None,
        }
    }

    fn scored(&self, image: &str, sidecar: &Sidecar, reading: &Reading) -> Done {
        let corrected = sidecar.hand.is_some();
        let read = read::typed(reading);
        let hand = sidecar.hand.as_ref().unwrap_or(&read);
        let result = self.result(sidecar, hand);
        let clean = corrected || reading.is_clean();
        let status = match result.is_ok() && clean {
            true => Status::Ok,
            false => Status::Review,
        };
        let mut record = json!({
            "schema": SCHEMA,
            "image": image,
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
        let one = |fault: &Fault| json!({"id": fault.id, "message": fault.message(self.lang), "tiles": fault.tiles});
        score::score(self.rules, &input).map_err(|faults| faults.iter().map(one).collect())
    }
}
