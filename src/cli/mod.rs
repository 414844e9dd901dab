//! The command line: parse, call the library, print.
//!
//! stdout carries the result only; logs, progress and warnings go to stderr.

use std::io;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Parser, Subcommand};

use crate::lang::Lang;

#[cfg(feature = "vision")]
mod batch;
#[cfg(feature = "camera")]
mod cameras;
#[cfg(feature = "vision")]
mod dataset;
mod failure;
mod help;
#[cfg(feature = "vision")]
mod labels;
#[cfg(feature = "ledger")]
mod ledger;
#[cfg(feature = "vision")]
mod model;
#[cfg(feature = "pages")]
mod pages;
#[cfg(feature = "vision")]
mod photo;
#[cfg(feature = "vision")]
mod read;
mod rules;
mod score;
#[cfg(feature = "vision")]
mod set;
mod usage;
mod verify;

use failure::{Done, Failure};

/// Exit codes that other programs rely on (contract.md, "Commands").
///
/// What a flag names and cannot be used (`--rules`, `--model`, `--cases`,
/// `--csv`, `--out` …) is a fault of the command line; what is given as an
/// input (a photo, a rule file to check, a model to check, a dataset to
/// measure) is a failed input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Ok = 0,
    /// A fault of the program itself.
    Internal = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Some inputs failed; the others were done.
    SomeFailed = 3,
    /// A result needs a person's review (unsure or illegal reading).
    Review = 4,
    /// `verify` found a difference.
    Differs = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[derive(Parser)]
#[command(name = "karasu", version, about, arg_required_else_help = false)]
struct Cli {
    /// Language of names and messages (default: from the locale, else ja)
    #[arg(long, global = true, value_parser = clap::value_parser!(Lang))]
    lang: Option<Lang>,
    #[cfg(feature = "app")]
    #[command(flatten)]
    window: crate::app::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Score a typed hand, a photo, or a file of cases
    Score(Box<score::Args>),
    /// List, show, check or compare rule sets
    Rules(rules::Args),
    /// Recompute a receipt, and name every line that differs
    Verify(Box<verify::Args>),
    /// Keep games: hands, payments, totals (the default: show)
    #[cfg(feature = "ledger")]
    Ledger(Box<ledger::Args>),
    /// Read tiles from photos
    #[cfg(feature = "vision")]
    Read(read::Args),
    /// Read and score many photos into one file
    #[cfg(feature = "vision")]
    Batch(Box<batch::Args>),
    /// List cameras and formats
    #[cfg(feature = "camera")]
    Cameras(cameras::Args),
    /// Labelled photos: render, check, divide, export
    #[cfg(feature = "vision")]
    Dataset(dataset::Args),
    /// Inspect and measure the recognition models
    #[cfg(feature = "vision")]
    Model(model::Args),
    /// Tile-set profiles: learn the tiles on this table
    #[cfg(feature = "vision")]
    Set(set::Args),
    /// Write manual pages and shell completions, for packages
    #[cfg(feature = "pages")]
    #[command(hide = true)]
    Pages(pages::Args),
}

/// Why a result could not be written, such as a full disk; told at the end.
static OUTPUT_LOST: OnceLock<io::Error> = OnceLock::new();

/// Writes a result to stdout; see [`output`] for faults.
pub(crate) fn print_out(text: &str) {
    use io::Write as _;
    let mut out = io::stdout().lock();
    output(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Whether output may go on. A reader that has gone away (`| head`) is no
/// error: there is nobody left to tell. Any other fault is told once and makes
/// the program end with [`Exit::Internal`].
pub(crate) fn output(written: io::Result<()>) -> bool {
    match written {
        Ok(()) => true,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                // Only the first fault counts.
                let _ = OUTPUT_LOST.set(error);
            }
            false
        }
    }
}

/// `print!` through [`print_out`].
macro_rules! out {
    ($($arg:tt)*) => { $crate::cli::print_out(&format!($($arg)*)) };
}
/// `println!` through [`print_out`].
macro_rules! outln {
    ($($arg:tt)*) => { $crate::cli::print_out(&(format!($($arg)*) + "\n")) };
}
pub(crate) use {out, outln};

/// Runs the program with the process's own arguments.
///
/// Faults are told here, once; the value is the exit code.
pub fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    let glance = usage::glance(&args);
    let lang = glance.lang.unwrap_or_else(Lang::from_env);
    let exit = match usage::parse(&args, lang) {
        Ok(cli) => run(cli, lang).unwrap_or_else(|failure| failure.tell(glance.json, lang)),
        Err(error) => match usage::problem(&error) {
            Some(problem) => Failure::usage(problem).tell(glance.json, lang),
            None => shown(&error),
        },
    };
    match OUTPUT_LOST.get() {
        None => exit.into(),
        Some(error) => {
            eprintln!("karasu: stdout: {}", crate::file::reason(error, lang));
            Exit::Internal.into()
        }
    }
}

/// Help and version, as clap prints them.
fn shown(error: &clap::Error) -> Exit {
    out!("{}", error.render());
    Exit::Ok
}

fn run(cli: Cli, lang: Lang) -> Done {
    match cli.command {
        Some(Command::Score(args)) => score::run(&args, lang),
        Some(Command::Rules(args)) => rules::run(args, lang),
        Some(Command::Verify(args)) => verify::run(&args, lang),
        #[cfg(feature = "ledger")]
        Some(Command::Ledger(args)) => ledger::run(*args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Read(args)) => read::run(&args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Batch(args)) => batch::run(&args, lang),
        #[cfg(feature = "camera")]
        Some(Command::Cameras(args)) => cameras::run(&args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Dataset(args)) => dataset::run(args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Model(args)) => model::run(args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Set(args)) => set::run(args, lang),
        #[cfg(feature = "pages")]
        Some(Command::Pages(args)) => pages::run(&args),
        #[cfg(feature = "app")]
        None => Ok(crate::app::run(&cli.window, cli.lang)?),
        #[cfg(not(feature = "app"))]
        None => window(),
    }
}

#[cfg(not(feature = "app"))]
fn window() -> Done {
    Err(Failure::usage(failure::Problem::new(
        "no_window",
        "この karasu には窓が入っていません。`karasu score` などの命令を使ってください (karasu --help)",
        "this karasu was built without the window: use a command such as `karasu score` (karasu --help)",
    )))
}
