//! `karasu ledger`: games, hands and payments that are kept.

use std::ffi::OsString;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::score::{find_rules, flags};
use crate::cli::{Exit, out, outln};
use crate::file;
use crate::lang::{Lang, Said};
use crate::ledger::event::Start;
use crate::ledger::show::{game_json, standing};
use crate::ledger::transfer::{self, Format};
use crate::ledger::{Event, Game, Ledger, LedgerFault, Refusal, canon, default_path, words};

mod add;
mod show;
mod told;

/// Largest export read, in bytes.
const LARGEST_EXPORT: u64 = 1 << 30;

/// Arguments of `karasu ledger`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Begin a game; makes the ledger if there is none
    New(New),
    /// History, totals, dealer, honba, sticks, ranking (the default)
    Show {
        /// The ledger (if not said: the one in the data folder)
        file: Option<PathBuf>,
        /// Which game: 1, 2 … (if not said: the last)
        #[arg(long, value_name = "N")]
        game: Option<usize>,
        /// Only the last N events
        #[arg(long, value_name = "N")]
        last: Option<usize>,
    },
    /// Write down a win, a draw, a penalty, an adjustment, or the end of a game
    Add(Box<add::Args>),
    /// Void the last event
    Undo {
        /// The ledger (if not said: the one in the data folder)
        file: Option<PathBuf>,
    },
    /// Write the whole ledger out
    Export {
        /// The ledger (if not said: the one in the data folder)
        file: Option<PathBuf>,
        /// json, or csv
        #[arg(long, value_name = "csv|json", default_value = "json", value_parser = clap::value_parser!(Format))]
        format: Format,
        /// File to write (if not said: standard output)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Make a ledger from an export
    Import {
        /// A file from `export`, or - for standard input
        source: PathBuf,
        /// The ledger to make (if not said: the one in the data folder)
        file: Option<PathBuf>,
    },
    /// Prove that nothing was changed: chain, events, sums
    Check {
        /// The ledger (if not said: the one in the data folder)
        file: Option<PathBuf>,
    },
    /// What each player did
    Stats {
        /// The ledger (if not said: the one in the data folder)
        file: Option<PathBuf>,
    },
}

/// Arguments of `karasu ledger new`.
#[derive(clap::Args)]
struct New {
    /// The ledger (if not said: the one in the data folder)
    file: Option<PathBuf>,
    /// Rule set: an id, or a TOML file
    #[arg(long, value_name = "ID|FILE")]
    rules: OsString,
    /// The players in turn order; the first deals
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', required = true)]
    players: Vec<String>,
    /// Points that each begins with (if not said: as the rules say, or 0)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    start: Option<i32>,
    /// Who sits out the first hand, where one more than the table takes plays
    /// (if not said: the fourth, where the option sit_out says who goes on)
    #[arg(long, value_name = "NAME")]
    sits_out: Option<String>,
    /// Change a house option, such as red_five_value=stack
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = flags::key_value)]
    set: Vec<(String, String)>,
}

/// How and in which language to answer.
#[derive(Clone, Copy)]
struct Answer {
    json: bool,
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    let answer = Answer {
        json: args.json,
        lang,
    };
    let show = Command::Show {
        file: None,
        game: None,
        last: None,
    };
    match args.command.unwrap_or(show) {
        Command::New(new) => begin(&new, answer),
        Command::Show { file, game, last } => {
            let ledger = open(&named(file)?)?;
            show::game(&ledger, show::Choice { game, last }, answer)
        }
        Command::Add(args) => add::run(&args, answer),
        Command::Undo { file } => undo(&named(file)?, answer),
        Command::Export { file, format, out } => {
            export(&named(file)?, format, out.as_deref(), lang)
        }
        Command::Import { source, file } => import(&source, &named(file)?, answer),
        Command::Check { file } => check(&named(file)?, answer),
        Command::Stats { file } => show::stats(&open(&named(file)?)?, answer),
    }
}

/// The file that is meant.
fn named(file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match file {
        Some(file) => Ok(file),
        None => default_path().map_err(|fault| failure(Path::new("KARASU_DATA"), &fault)),
    }
}

/// A fault of a ledger as a command tells it: the file is a failed input, a
/// hand that does not score needs a person, and everything else that a game
/// does not allow is a fault of the command line.
fn failure(path: &Path, fault: &LedgerFault) -> Failure {
    match fault {
        LedgerFault::Refused(refusal) => refused(refusal),
        fault => Failure::input(Problem::worded(fault.id(), |lang| {
            format!("{}: {}", path.display(), fault.message(lang))
        })),
    }
}

fn refused(refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Score(faults) => {
            let one = |fault: &crate::score::Fault| {
                Problem::worded(fault.id.id(), |lang| fault.message(lang))
            };
            Failure {
                exit: Exit::Review,
                ..Failure::usage(faults.iter().map(one).collect::<Vec<_>>())
            }
        }
        other => Failure::usage(Problem::worded(other.id(), |lang| other.message(lang))),
    }
}

fn open(path: &Path) -> Result<Ledger, Failure> {
    Ledger::open(path).map_err(|fault| failure(path, &fault))
}

fn begin(new: &New, answer: Answer) -> Done {
    let path = named(new.file.clone())?;
    let rules = find_rules(&new.rules)?;
    flags::tell_unused(std::slice::from_ref(&rules), &new.set, answer.lang);
    let rules = flags::with_set(rules, &new.set)?;
    let players: Vec<&str> = new.players.iter().map(|name| name.trim()).collect();
    let sits_out = new.sits_out.as_deref().map(|name| {
        let found = players.iter().position(|player| *player == name.trim());
        found.ok_or_else(|| Refusal::UnknownPlayer {
            name: name.to_owned(),
            known: players.join(", "),
        })
    });
    let sits_out = sits_out.transpose().map_err(|refusal| refused(&refusal))?;
    let start = Start::new(&rules, &players, sits_out, new.start);
    // Before a file is made.
    Game::begin(1, &start).map_err(|refusal| refused(&refusal))?;
    let told = |fault: LedgerFault| failure(&path, &fault);
    let mut ledger = match Ledger::create(&path) {
        Err(LedgerFault::Exists) => open(&path)?,
        made => made.map_err(told)?,
    };
    let event = Event::Start(Box::new(start));
    ledger.append(vec![event]).map_err(told)?;
    show::game(&ledger, show::Choice::default(), answer)
}

fn undo(path: &Path, answer: Answer) -> Done {
    let mut ledger = open(path)?;
    let voided = ledger.undo().map_err(|fault| failure(path, &fault))?;
    let voided: Vec<u64> = voided
        .iter()
        .filter_map(|record| match &record.event {
            Event::Void(void) => Some(void.of),
            _ => None,
        })
        .collect();
    let game = ledger.state().games.last();
    if answer.json {
        let game = game.map(|game| game_json(&ledger, game));
        outln!("{}", json!({"voided": voided, "game": game}));
        return Ok(Exit::Ok);
    }
    for of in voided {
        let what = words::event(&ledger, of, answer.lang);
        match answer.lang {
            Lang::Ja => outln!("取り消し: {of} {what}"),
            Lang::En => outln!("undone: {of} {what}"),
        }
    }
    if let Some(game) = game {
        out!("{}", standing(game, answer.lang));
    }
    Ok(Exit::Ok)
}

fn export(path: &Path, format: Format, out: Option<&Path>, lang: Lang) -> Done {
    let mut ledger = open(path)?;
    let text = transfer::export(&mut ledger, format).map_err(|fault| failure(path, &fault))?;
    let Some(out) = out else {
        out!("{text}");
        return Ok(Exit::Ok);
    };
    if file::same(out, path) {
        let out = out.display();
        return Err(Failure::usage(Problem::new(
            "over_the_ledger",
            format!("{out}: 帳簿そのものです。書き出しには別の名前を指定してください"),
            format!("{out}: this is the ledger itself: give the export another name"),
        )));
    }
    file::write_whole(out, text.as_bytes()).map_err(|error| Failure::unwritable(out, &error))?;
    let events = ledger.records().len();
    match lang {
        Lang::Ja => eprintln!("{}: {events} 件", out.display()),
        Lang::En => eprintln!("{}: events: {events}", out.display()),
    }
    Ok(Exit::Ok)
}

fn import(source: &Path, path: &Path, answer: Answer) -> Done {
    let text = match source.as_os_str() == "-" {
        true => {
            let mut text = String::new();
            let input = std::io::stdin().take(LARGEST_EXPORT);
            std::io::BufReader::new(input)
                .read_to_string(&mut text)
                .map(|_| text)
        }
        false => file::read_text_bounded(source, LARGEST_EXPORT),
    };
    let text = text.map_err(|error| {
        let words = |lang| format!("{}: {}", source.display(), file::reason(&error, lang));
        Failure::input(Problem::worded("unreadable", words))
    })?;
    let ledger = transfer::import(&text, path).map_err(|fault| match fault {
        LedgerFault::NotAnExport(_)
        | LedgerFault::Chain(_)
        | LedgerFault::Edited { .. }
        | LedgerFault::Unreadable { .. }
        | LedgerFault::Inconsistent { .. }
        | LedgerFault::Refused(_) => failure(source, &fault),
        // All else is about the place of the new file.
        fault => failure(path, &fault),
    })?;
    show::game(&ledger, show::Choice::default(), answer)
}

fn check(path: &Path, answer: Answer) -> Done {
    let (events, hash) = Ledger::check(path).map_err(|fault| failure(path, &fault))?;
    let hash = canon::hex(&hash);
    if answer.json {
        outln!("{}", json!({"ok": true, "events": events, "head": hash}));
        return Ok(Exit::Ok);
    }
    let said = Said::new(
        format!("記録 {events} 件、すべて書かれた時のまま。合計は 0"),
        format!("events: {events}, all as they were written; the sums are zero"),
    );
    outln!("{}\n{hash}", said.text(answer.lang));
    Ok(Exit::Ok)
}
