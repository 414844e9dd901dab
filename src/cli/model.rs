//! `karasu model`.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueHint};
use serde_json::json;

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::EngineArgs;
use crate::cli::{Exit, outln};
use crate::detect::{self, ModelError, engine};
use crate::lang::Lang;
use crate::score::explain::pad;

mod eval;
mod report;

/// Arguments of `karasu model`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Which models and which engine are in use
    Info {
        #[command(flatten)]
        engine: EngineArgs,
        /// One line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Check one ONNX file as at start
    Check {
        /// The file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// One line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Measure readings on labelled photos (COCO)
    Eval(eval::Args),
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    let command = args.command.unwrap_or(Command::Info {
        engine: EngineArgs::default(),
        json: false,
    });
    match command {
        Command::Info { engine, json } => info(&engine, json, lang),
        Command::Check { file, json } => check(&file, json, lang),
        Command::Eval(args) => eval::run(&args, lang),
    }
}

fn info(args: &EngineArgs, json: bool, lang: Lang) -> Done {
    let reader = args.reader()?;
    let engine = engine::engine().map_err(anyhow::Error::from)?;
    let files = reader.info().into_iter().flatten();
    if json {
        let models: Vec<_> = files
            .map(|m| {
                json!({"kind": m.kind.name(), "version": m.version, "bytes": m.bytes,
                       "sha256": m.sha256, "vouched": m.vouched, "temperature": m.temperature})
            })
            .collect();
        let line = json!({"engine": engine.name(), "note": engine.note, "models": models,
                          "name": reader.model().name, "sha256": reader.model().sha256});
        outln!("{line}");
        return Ok(Exit::Ok);
    }
    let blank = " ".repeat(11);
    outln!(
        "{} {}",
        pad(lang.pick("エンジン", "engine"), 11),
        engine.name()
    );
    if let Some(note) = &engine.note {
        outln!("{blank} {}: {note}", lang.pick("使えない", "not used"));
    }
    for model in files {
        let vouched = match model.vouched {
            true => "",
            false => lang.pick("  (マニフェストなし)", "  (no manifest)"),
        };
        outln!(
            "{} {}  {}  sha256 {}{vouched}",
            pad(model.kind.name(), 11),
            model.version,
            size(model.bytes, lang),
            model.sha256
        );
    }
    outln!(
        "{} {}",
        pad(lang.pick("合わせて", "together"), 11),
        reader.model().sha256
    );
    Ok(Exit::Ok)
}

fn size(bytes: usize, lang: Lang) -> String {
    format!("{bytes} {}", lang.pick("バイト", "bytes"))
}

fn check(file: &Path, json: bool, lang: Lang) -> Done {
    let name = file.display();
    let model = detect::check(file).map_err(|error| {
        // Some faults name their file, the others are about this one.
        let words = |lang| match &error {
            ModelError::Unreadable { .. } => error.message(lang),
            other => format!("{name}: {}", other.message(lang)),
        };
        Failure::input(Problem::worded("bad_model", words))
    })?;
    if json {
        outln!(
            "{}",
            json!({"file": name.to_string(), "kind": model.kind.name(), "version": model.version,
                   "bytes": model.bytes, "sha256": model.sha256})
        );
    } else {
        outln!(
            "{name}: {} {}, {}, sha256 {}",
            model.kind.name(),
            model.version,
            size(model.bytes, lang),
            model.sha256
        );
    }
    Ok(Exit::Ok)
}
