//! `karasu score --cases`: one JSON line out for each line in, in order.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::failure::{Failure, Problem};
use crate::cli::score::shape;
use crate::cli::score::typed;
use crate::file;
use crate::lang::{Lang, Said};
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
    fn rules(&self, id: Option<&str>) -> Result<std::borrow::Cow<'_, RuleSet>, Said>;
}

/// Scores every line of a file, or of standard input for `-`. Returns whether
/// every line could be read.
pub fn run(path: &Path, source: &impl RuleSource, lang: Lang) -> Result<bool, Failure> {
    let input: Box<dyn BufRead + Send> = if path.as_os_str() == "-" {
        Box::new(io::BufReader::new(io::stdin()))
    } else {
        let file = std::fs::File::open(path).map_err(|error| {
            let words = |lang| format!("{}: {}", path.display(), file::reason(&error, lang));
            Failure::usage(Problem::worded("unreadable", words))
        })?;
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
            if !crate::cli::output(write(&mut out, &answers)) {
                break;
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
    text: Result<String, Unread>,
}

/// Why a line cannot even be looked at.
enum Unread {
    TooLong,
    NotText,
    Broken(io::Error),
}

impl Unread {
    fn message(&self, lang: Lang) -> String {
        let (ja, en) = match self {
            Unread::TooLong => ("行が長すぎます", "the line is too long"),
            Unread::NotText => (
                "行が UTF-8 の文字ではありません",
                "the line is not UTF-8 text",
            ),
            Unread::Broken(error) => return file::reason(error, lang),
        };
        lang.pick(ja, en).to_owned()
    }
}

fn read_lines(mut input: Box<dyn BufRead + Send>, send: &mpsc::SyncSender<Line>) {
    for number in 1.. {
        let mut bytes = Vec::new();
        let text = match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) if bytes.len() > MAX_LINE => Err(Unread::TooLong),
            Ok(_) => String::from_utf8(bytes).map_err(|_| Unread::NotText),
            Err(error) => Err(Unread::Broken(error)),
        };
        let failed = text.is_err();
        if send.send(Line { number, text }).is_err() {
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

/// An answer without result, with the number of its line in the file.
fn failed(number: usize, id: &Value, kind: &str, messages: &[String]) -> Answer {
    let one = |message: &String| json!({"id": kind, "message": message});
    let all: Vec<Value> = messages.iter().map(one).collect();
    Answer {
        json: json!({"id": id, "line": number, "error": all.first(), "errors": all}).to_string(),
        read: false,
    }
}

fn answer(line: &Line, source: &impl RuleSource, lang: Lang) -> Answer {
    let no_case = |kind: &str, message: String| failed(line.number, &Value::Null, kind, &[message]);
    let text = match &line.text {
        Ok(text) => text.trim(),
        Err(unread) => return no_case("bad_line", unread.message(lang)),
    };
    if text.is_empty() {
        let empty = lang.pick("空の行です", "the line is empty");
        return no_case("blank_line", empty.to_owned());
    }
    match serde_json::from_str(text) {
        Ok(case) => answer_case(text, &case, line.number, source, lang),
        Err(error) => no_case("bad_json", no_json(&error, lang)),
    }
}

/// Where a line stops being JSON. The parser's own words count lines from one
/// in every line.
fn no_json(error: &serde_json::Error, lang: Lang) -> String {
    let at = error.column();
    match (error.is_data(), lang) {
        (true, Lang::Ja) => "一行に一つの JSON オブジェクト {..} を書きます".to_owned(),
        (true, Lang::En) => "a line holds one JSON object {..}".to_owned(),
        (false, Lang::Ja) => format!("JSON として読めません ({at} バイト目)"),
        (false, Lang::En) => format!("this is no JSON (at byte {at})"),
    }
}

fn answer_case(
    text: &str,
    case: &shape::Line,
    number: usize,
    source: &impl RuleSource,
    lang: Lang,
) -> Answer {
    let id = case.get("id").unwrap_or(&Value::Null);
    let bad = |kind: &str, message: String| failed(number, id, kind, &[message]);
    let is_event = case.get("event").is_some_and(|event| !event.is_null());
    let misfits = case.faults();
    if !misfits.is_empty() {
        let kind = if is_event { "bad_event" } else { "bad_case" };
        let words = misfits.iter().map(|said| said.text(lang).to_owned());
        return failed(number, id, kind, &words.collect::<Vec<_>>());
    }
    let rules = match source.rules(case.get("rules").and_then(Value::as_str)) {
        Ok(rules) => rules,
        Err(said) => return bad("unknown_rules", said.text(lang).to_owned()),
    };
    if is_event {
        return match event::settle_json(&rules, text) {
            Ok(result) => with_result(id, result),
            Err(error) => bad("bad_event", error.message(lang)),
        };
    }
    let raw: RawHand = match serde_json::from_str(text) {
        Ok(raw) => raw,
        // Only what `shape` lets through and the hand does not take.
        Err(error) => return bad("bad_case", error.to_string()),
    };
    let scored = raw.resolve().and_then(|input| score::score(&rules, &input));
    let refused = match scored {
        Ok(sheet) => return with_result(id, sheet),
        Err(faults) => typed::refusal(&faults, lang),
    };
    let mut record = json!({"id": id});
    if let (Some(record), Value::Object(rest)) = (record.as_object_mut(), refused) {
        record.extend(rest);
    }
    Answer {
        json: record.to_string(),
        read: true,
    }
}
