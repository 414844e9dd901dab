//! The command line: parse, call the library, print.
//!
//! stdout carries the result only; logs, progress and warnings go to stderr.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Parser, Subcommand};

use crate::lang::Lang;

#[cfg(feature = "camera")]
mod cameras;
#[cfg(feature = "vision")]
mod dataset;
#[cfg(feature = "vision")]
mod model;
#[cfg(feature = "vision")]
mod photo;
#[cfg(feature = "vision")]
mod read;
mod rules;
mod score;

/// Exit codes that other programs rely on (contract.md, "Commands").
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
    /// Read tiles from photos
    #[cfg(feature = "vision")]
    Read(read::Args),
    /// List cameras and formats
    #[cfg(feature = "camera")]
    Cameras(cameras::Args),
    /// Render labelled scenes
    #[cfg(feature = "vision")]
    Dataset(dataset::Args),
    /// Inspect and measure the recognition models
    #[cfg(feature = "vision")]
    Model(model::Args),
}

/// Set once a result could not be written, such as on a full disk.
static OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// Writes a result to stdout. A reader that has gone away (`| head`) is no
/// error: there is nobody left to tell. Any other fault is told once and makes
/// the program end with [`Exit::Internal`].
pub(crate) fn print_out(text: &str) {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
        && !OUTPUT_LOST.swap(true, Ordering::Relaxed)
    {
        eprintln!("karasu: stdout: {error}");
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
/// Errors are printed to stderr here, once; the value is the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let lang = cli.lang.unwrap_or_else(Lang::from_env);
    let outcome = match cli.command {
        Some(Command::Score(args)) => score::run(*args, lang),
        Some(Command::Rules(args)) => rules::run(args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Read(args)) => read::run(args, lang),
        #[cfg(feature = "camera")]
        Some(Command::Cameras(args)) => cameras::run(&args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Dataset(args)) => dataset::run(args, lang),
        #[cfg(feature = "vision")]
        Some(Command::Model(args)) => model::run(args, lang),
        #[cfg(feature = "app")]
        None => crate::app::run(&cli.window, cli.lang),
        #[cfg(not(feature = "app"))]
        None => window(lang),
    };
    match outcome {
        Ok(_) if OUTPUT_LOST.load(Ordering::Relaxed) => Exit::Internal.into(),
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("karasu: {error:#}");
            Exit::Internal.into()
        }
    }
}

#[cfg(not(feature = "app"))]
fn window(lang: Lang) -> anyhow::Result<Exit> {
    eprintln!(
        "{}",
        lang.pick(
            "この karasu には窓が入っていません。`karasu score` などの命令を使ってください (karasu --help)",
            "this karasu was built without the window: use a command such as `karasu score` (karasu --help)"
        )
    );
    Ok(Exit::Usage)
}
