//! `karasu score --cases`: one JSON line out for each line in, in order.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::sync::mpsc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::failure::{Failure, Problem};
use crate::cli::score::typed;
use crate::file;
use crate::lang::{Lang, Said};
use crate::rules::RuleSet;
use crate::score::{self, shape};
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
    fn rules(&self, id: Option<&str>) -> Result<std::borrow::Cow<'_, RuleSet>, Said>;
}

/// Scores every line of a file, or of standard input for `-`, on all cores and
/// in memory that does not grow with the input. Returns whether every line
/// could be read; that there was none is told.
pub fn run(path: &Path, source: &impl RuleSource, lang: Lang) -> Result<bool, Failure> {
    let input: Box<dyn Read + Send> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        let file = std::fs::File::open(path).map_err(|error| {
            let words = |lang| format!("{}: {}", path.display(), file::reason(&error, lang));
            Failure::usage(Problem::worded("unreadable", words))
        })?;
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
        let all_read = write(places);
        Ok(all_read.unwrap_or_else(|| tell_empty(path, lang)))
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

/// An empty file is most likely the wrong one, but nothing in it failed.
fn tell_empty(path: &Path, lang: Lang) -> bool {
    let empty = lang.pick("ケースが一つもありません", "there is no case in it");
    eprintln!("karasu: {}: {empty}", path.display());
    true
}

/// Writes the answers; whether every line could be read, `None` for no lines.
fn write(places: mpsc::Receiver<mpsc::Receiver<Answers>>) -> Option<bool> {
    let mut all_read = None;
    let mut out = io::stdout().lock();
    for answers in places.iter().filter_map(|place| place.recv().ok()) {
        all_read = Some(answers.all_read && all_read.unwrap_or(true));
        let written = out.write_all(&answers.text).and_then(|()| out.flush());
        if !crate::cli::output(written) {
            break;
        }
    }
    all_read
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
            let number = self.count;
            batch.push(Line { number, text });
        }
        (!batch.is_empty()).then_some(batch)
    }

    /// The next line; of one that is too long only the beginning is kept.
    fn line(&mut self) -> Option<Result<String, Unread>> {
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
            Ok(_) if too_long => Some(Err(Unread::TooLong)),
            Ok(_) => Some(String::from_utf8(bytes).map_err(|_| Unread::NotText)),
            Err(error) => Some(Err(Unread::Broken(error))),
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
        // Some editors begin a file with a byte order mark.
        Ok(text) => text.trim_start_matches('\u{feff}').trim(),
        Err(unread) => return no_case("bad_line", unread.message(lang)),
    };
    if text.is_empty() {
        let empty = lang.pick("空の行です", "the line is empty");
        return no_case("blank_line", empty.to_owned());
    }
    match serde_json::from_str(text) {
        Ok(case) => {
            // A fault of the program in one line must not lose the others.
            let answered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                answer_case(case, line.number, source, lang)
            }));
            answered.unwrap_or_else(|_| {
                let words = lang.pick("内部の不具合", "internal fault");
                no_case("internal", words.to_owned())
            })
        }
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

fn answer_case(case: shape::Line, number: usize, source: &impl RuleSource, lang: Lang) -> Answer {
    let id = &case.get("id").cloned().unwrap_or_default();
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
        return match event::settle_case(&rules, case.into_value()) {
            Ok(result) => with_result(id, result),
            Err(error) => bad("bad_event", error.message(lang)),
        };
    }
    let raw = match case.into_hand() {
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
