//! `karasu score --cases`: one JSON line out for each line in, in order.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::sync::mpsc;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::cli::score::typed;
use crate::lang::Lang;
use crate::rules::RuleSet;
use crate::score::{self, RawHand};
use crate::settle::event;

/// Bytes read at once. Their lines are scored by one core: few enough that
/// small files keep every core busy, many enough that handing them on costs
/// nothing beside scoring them.
const BATCH: usize = 1 << 16;
/// Longest line read, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Finds the rules of a case; the error is the message for its record.
pub trait RuleSource: Sync {
    /// The rules for a case that names this id (or none).
    fn rules(&self, id: Option<&str>) -> Result<std::borrow::Cow<'_, RuleSet>, String>;
}

/// Scores every line of a file, or of standard input for `-`, on all cores and
/// in memory that does not grow with the input. Returns whether every line
/// could be read.
pub fn run(path: &Path, source: &impl RuleSource, lang: Lang) -> anyhow::Result<bool> {
    let input: Box<dyn Read + Send> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        let file = std::fs::File::open(path)
            .with_context(|| format!("{} cannot be opened", path.display()))?;
        Box::new(file)
    };
    let lines = Lines {
        input: BufReader::with_capacity(BATCH, input),
        count: 0,
        broken: false,
    };
    // The places of the answers in the order of the input. Reading waits while
    // this many batches are not written yet.
    let (queue, places) = mpsc::sync_channel(2 * rayon::current_num_threads());
    std::thread::scope(|scope| {
        scope.spawn(move || hand_out(lines, source, lang, &queue));
        Ok(write(places)?)
    })
}

/// Reads batches and has each answered by the first core that is free.
fn hand_out(
    mut lines: Lines,
    source: &impl RuleSource,
    lang: Lang,
    queue: &mpsc::SyncSender<mpsc::Receiver<Answers>>,
) {
    rayon::in_place_scope(|cores| {
        while let Some(batch) = lines.batch() {
            let (answered, place) = mpsc::sync_channel(1);
            // Nobody takes the answers any more.
            if queue.send(place).is_err() {
                return;
            }
            cores.spawn(move |_| {
                // As above: then the answers are not needed.
                let _ = answered.send(answer_all(&batch, source, lang));
            });
        }
    });
}

fn write(places: mpsc::Receiver<mpsc::Receiver<Answers>>) -> io::Result<bool> {
    let mut all_read = true;
    let mut out = io::stdout().lock();
    for answers in places.iter().filter_map(|place| place.recv().ok()) {
        all_read &= answers.all_read;
        match out.write_all(&answers.text).and_then(|()| out.flush()) {
            // The reader has gone away: nobody is left to answer.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            other => other?,
        }
    }
    Ok(all_read)
}

/// One line of input: its number and its text, or why it has none.
struct Line {
    number: usize,
    text: Result<String, String>,
}

/// The input, line by line.
struct Lines {
    input: BufReader<Box<dyn Read + Send>>,
    /// Number of lines read.
    count: usize,
    /// Reading failed, and would fail again.
    broken: bool,
}

impl Lines {
    /// Waits for one line, then takes what else has been read already, so that
    /// a slow writer gets each answer at once. `None` at the end.
    fn batch(&mut self) -> Option<Vec<Line>> {
        let mut batch = Vec::new();
        while batch.is_empty() || self.input.buffer().contains(&b'\n') {
            let Some(text) = self.line() else {
                break;
            };
            self.count += 1;
            let blank = text.as_ref().is_ok_and(|text| text.trim().is_empty());
            if !blank {
                let number = self.count;
                batch.push(Line { number, text });
            }
        }
        (!batch.is_empty()).then_some(batch)
    }

    /// The next line; of one that is too long only the beginning is kept.
    fn line(&mut self) -> Option<Result<String, String>> {
        if self.broken {
            return None;
        }
        let mut bytes = Vec::new();
        let mut start = self.input.by_ref().take(MAX_LINE as u64 + 1);
        let mut read = start.read_until(b'\n', &mut bytes);
        let too_long = bytes.len() > MAX_LINE;
        if too_long && !bytes.ends_with(b"\n") {
            read = self.input.skip_until(b'\n');
        }
        self.broken = read.is_err();
        match read {
            Ok(_) if bytes.is_empty() => None,
            Ok(_) if too_long => Some(Err("the line is too long".to_owned())),
            Ok(_) => {
                let text = String::from_utf8(bytes);
                Some(text.map_err(|_| "the line is not UTF-8".to_owned()))
            }
            Err(error) => Some(Err(error.to_string())),
        }
    }
}

/// The answers to a batch, one line each.
struct Answers {
    text: Vec<u8>,
    all_read: bool,
}

fn answer_all(batch: &[Line], source: &impl RuleSource, lang: Lang) -> Answers {
    let mut answers = Answers {
        text: Vec::new(),
        all_read: true,
    };
    for line in batch {
        let answer = answer(line, source, lang);
        answers.text.extend_from_slice(answer.json.as_bytes());
        answers.text.push(b'\n');
        answers.all_read &= answer.read;
    }
    answers
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
