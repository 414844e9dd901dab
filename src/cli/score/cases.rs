//! `karasu score --cases`: one JSON line out for each line in, in order.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc;

use anyhow::Context;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::cli::score::typed;
use crate::lang::Lang;
use crate::rules::RuleSet;
use crate::score::{self, RawHand};
use crate::settle::event;

/// Lines scored together; large enough to keep all cores busy.
const BATCH: usize = 4096;
/// Longest line read, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Finds the rules of a case; the error is the message for its record.
pub trait RuleSource: Sync {
    /// The rules for a case that names this id (or none).
    fn rules(&self, id: Option<&str>) -> Result<std::borrow::Cow<'_, RuleSet>, String>;
}

/// Scores every line of a file, or of standard input for `-`. Returns whether
/// every line could be read.
pub fn run(path: &Path, source: &impl RuleSource, lang: Lang) -> anyhow::Result<bool> {
    let input: Box<dyn BufRead + Send> = if path.as_os_str() == "-" {
        Box::new(io::BufReader::new(io::stdin()))
    } else {
        let file = std::fs::File::open(path)
            .with_context(|| format!("{} cannot be opened", path.display()))?;
        Box::new(io::BufReader::new(file))
    };
    let mut all_read = true;
    let mut out = io::BufWriter::new(io::stdout().lock());
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(2 * BATCH);
        scope.spawn(move || read_lines(input, &send));
        while let Some(batch) = next_batch(&receive) {
            let answers: Vec<Answer> = batch
                .par_iter()
                .map(|line| answer(line, source, lang))
                .collect();
            all_read &= answers.iter().all(|answer| answer.read);
            match write(&mut out, &answers) {
                // The reader has gone away: nobody is left to answer.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                other => other?,
            }
        }
        // Unblocks the reading thread after an early stop.
        drop(receive);
        Ok(all_read)
    })
}

fn write(out: &mut impl Write, answers: &[Answer]) -> io::Result<()> {
    for answer in answers {
        writeln!(out, "{}", answer.json)?;
    }
    out.flush()
}

/// One line of input: its number and its text, or why it has none.
struct Line {
    number: usize,
    text: Result<String, String>,
}

fn read_lines(mut input: Box<dyn BufRead + Send>, send: &mpsc::SyncSender<Line>) {
    for number in 1.. {
        let mut bytes = Vec::new();
        let text = match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) if bytes.len() > MAX_LINE => Err("the line is too long".to_owned()),
            Ok(_) => String::from_utf8(bytes).map_err(|_| "the line is not UTF-8".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let failed = text.is_err();
        let blank = text.as_ref().is_ok_and(|text| text.trim().is_empty());
        if !blank && send.send(Line { number, text }).is_err() {
            return;
        }
        if failed && input.fill_buf().is_err() {
            return;
        }
    }
}

/// Waits for one line, then takes what else is there already, so that a slow
/// writer gets each answer at once.
fn next_batch(receive: &mpsc::Receiver<Line>) -> Option<Vec<Line>> {
    let mut batch = vec![receive.recv().ok()?];
    batch.extend(receive.try_iter().take(BATCH - 1));
    Some(batch)
}

struct Answer {
    json: String,
    read: bool,
}

/// An answer with a result.
#[derive(Serialize)]
struct Record<'a, T> {
    id: &'a Value,
    result: T,
}

fn with_result(id: &Value, result: impl Serialize) -> Answer {
    Answer {
        // Sheets and outcomes have text keys and finite numbers only, which
        // always serialise.
        json: serde_json::to_string(&Record { id, result }).unwrap_or_default(),
        read: true,
    }
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    id: Value,
    rules: Option<String>,
    event: Option<String>,
}

fn answer(line: &Line, source: &impl RuleSource, lang: Lang) -> Answer {
    let failed = |id: Value, kind: &str, message: String| Answer {
        json: json!({"id": id, "line": line.number, "error": {"id": kind, "message": message}})
            .to_string(),
        read: false,
    };
    let text = match &line.text {
        Ok(text) => text,
        Err(message) => return failed(Value::Null, "bad_line", message.clone()),
    };
    let envelope: Envelope = match serde_json::from_str(text) {
        Ok(envelope) => envelope,
        Err(error) => return failed(Value::Null, "bad_json", error.to_string()),
    };
    let rules = match source.rules(envelope.rules.as_deref()) {
        Ok(rules) => rules,
        Err(message) => return failed(envelope.id, "unknown_rules", message),
    };
    if envelope.event.is_some() {
        return match event::settle_json(&rules, text) {
            Ok(result) => with_result(&envelope.id, result),
            Err(error) => failed(envelope.id, "bad_event", error.message(lang)),
        };
    }
    let raw: RawHand = match serde_json::from_str(text) {
        Ok(raw) => raw,
        Err(error) => return failed(envelope.id, "bad_case", error.to_string()),
    };
    let scored = raw.resolve().and_then(|input| score::score(&rules, &input));
    let refused = match scored {
        Ok(sheet) => return with_result(&envelope.id, sheet),
        Err(faults) => typed::refusal(&faults, lang),
    };
    let mut record = json!({"id": envelope.id});
    if let (Some(record), Value::Object(rest)) = (record.as_object_mut(), refused) {
        record.extend(rest);
    }
    Answer {
        json: record.to_string(),
        read: true,
    }
}
