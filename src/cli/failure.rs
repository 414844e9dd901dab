//! How a command ends when it cannot do its work: what is told, once, in the
//! reader's language, as JSON where JSON was asked for, and with which code.

use serde_json::{Value, json};

use crate::cli::{Exit, outln};
use crate::lang::{Lang, Said};
use crate::rules::RuleFault;

/// One thing that is wrong, as a command tells it.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The word for it in JSON.
    pub id: &'static str,
    /// The whole message without `karasu:`.
    pub said: Said,
    /// Byte range in a typed hand, where it is about one.
    pub place: Option<std::ops::Range<usize>>,
}

impl Problem {
    /// A problem with its message in both languages.
    pub fn new(id: &'static str, ja: impl Into<String>, en: impl Into<String>) -> Problem {
        let said = Said::new(ja, en);
        let place = None;
        Problem { id, said, place }
    }

    /// A problem whose message some type of the library words.
    pub fn worded(id: &'static str, words: impl Fn(Lang) -> String) -> Problem {
        Problem::new(id, words(Lang::Ja), words(Lang::En))
    }

    /// A mistake in rules, with the file or flag that holds it.
    pub fn of_rules(id: &'static str, place: &str, fault: &RuleFault) -> Problem {
        Problem::worded(id, |lang| format!("{place}: {}", fault.message(lang)))
    }

    fn json(&self, lang: Lang) -> Value {
        let mut record = json!({"id": self.id, "message": self.said.text(lang)});
        if let Some(place) = &self.place {
            record["place"] = json!([place.start, place.end]);
        }
        record
    }
}

/// The record of `score --cases` for a refusal (contract.md): the first
/// problem, and all of them.
pub(crate) fn record(problems: &[Problem], lang: Lang) -> Value {
    let all: Vec<Value> = problems.iter().map(|problem| problem.json(lang)).collect();
    json!({"error": all.first(), "errors": all})
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong; at least one problem.
    pub problems: Vec<Problem>,
    /// What to show a person instead of one line a problem.
    pub shown: Option<Said>,
}

/// What a command gives back.
pub(crate) type Done = Result<Exit, Failure>;

impl Failure {
    /// The command line is wrong, or what a flag names cannot be used.
    pub fn usage(problems: impl Into<Vec<Problem>>) -> Failure {
        Failure {
            exit: Exit::Usage,
            problems: problems.into(),
            shown: None,
        }
    }

    /// An input that the command was given cannot be used.
    pub fn input(problem: Problem) -> Failure {
        Failure {
            exit: Exit::SomeFailed,
            problems: vec![problem],
            shown: None,
        }
    }

    /// A file or folder named on the command line that cannot be written.
    pub fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure::usage(Problem::worded("unwritable", |lang| {
            let why = crate::file::write_reason(error, lang);
            format!("{}: {why}", path.display())
        }))
    }

    /// The same of a disk that takes no more while work is under way: what was
    /// done before that is there, so that the run can go on.
    #[cfg(feature = "vision")]
    pub fn cut_short(path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure {
            exit: Exit::SomeFailed,
            ..Failure::unwritable(path, error)
        }
    }

    /// Tells everything: to a person on stderr and, for a program that wants
    /// JSON, as one record on stdout.
    pub fn tell(&self, wants_json: bool, lang: Lang) -> Exit {
        match &self.shown {
            Some(shown) => eprint!("{}", shown.text(lang)),
            None => {
                for problem in &self.problems {
                    eprintln!("karasu: {}", problem.said.text(lang));
                }
            }
        }
        if wants_json {
            outln!("{}", record(&self.problems, lang));
        }
        self.exit
    }
}

impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Vec<Problem> {
        vec![problem]
    }
}

/// What no command foresees is a fault of the program.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        let words = format!("{error:#}");
        Failure {
            exit: Exit::Internal,
            problems: vec![Problem::new(
                "internal",
                format!("内部の不具合: {words}"),
                format!("internal fault: {words}"),
            )],
            shown: None,
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        anyhow::Error::from(error).into()
    }
}
