//! `karasu rules`: list, show, check and compare rule sets.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;

use crate::cli::failure::Done;
use crate::cli::score::find_rules;
use crate::cli::{Exit, out, outln};
use crate::lang::{Lang, quoted};
use crate::rules::{self, PRESETS, RuleFault, check, describe};
use crate::score::explain::pad;

/// Arguments of `karasu rules`.
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
    /// List the rule sets that come with the program (the default)
    List,
    /// Show a rule set as a readable sheet
    Show {
        /// Id, or a TOML file
        rules: OsString,
    },
    /// Name every mistake in rule files, with line and allowed values
    Check {
        /// TOML files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Show in what two rule sets differ
    Diff {
        /// Id, or a TOML file
        left: OsString,
        /// Id, or a TOML file
        right: OsString,
    },
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    let json = args.json;
    match args.command.unwrap_or(Command::List) {
        Command::List => Ok(list(json, lang)),
        Command::Show { rules } => show(&rules, json, lang),
        Command::Check { files } => Ok(check_files(&files, json, lang)),
        Command::Diff { left, right } => diff(&left, &right, json, lang),
    }
}

fn list(json: bool, lang: Lang) -> Exit {
    let presets = PRESETS.iter().filter_map(|id| rules::preset(id));
    for rules in presets {
        if json {
            outln!(
                "{}",
                json!({"id": rules.id, "version": rules.version, "name_ja": rules.name_ja, "name_en": rules.name_en, "players": rules.players()})
            );
        } else {
            let players = rules.players();
            outln!(
                "{} v{}  {players}  {}",
                pad(&rules.id, 12),
                rules.version,
                rules.name(lang)
            );
        }
    }
    Exit::Ok
}

fn show(name: &OsStr, json: bool, lang: Lang) -> Done {
    let rules = find_rules(name)?;
    if json {
        outln!("{}", describe::json(&rules));
    } else {
        out!("{}", describe::sheet(&rules, lang));
    }
    Ok(Exit::Ok)
}

fn check_files(files: &[PathBuf], json: bool, lang: Lang) -> Exit {
    let mut wrong = false;
    for file in files {
        let faults = check_file(file);
        wrong |= faults.iter().any(|fault| !fault.warning);
        if json {
            let one = |fault: &RuleFault| json!({"line": fault.line, "key": fault.key, "message": fault.message(lang), "warning": fault.warning});
            let faults: Vec<_> = faults.iter().map(one).collect();
            outln!(
                "{}",
                json!({"file": file.display().to_string(), "faults": faults})
            );
            continue;
        }
        for fault in &faults {
            outln!("{}: {}", file.display(), fault.message(lang));
        }
        if faults.is_empty() {
            outln!(
                "{}: {}",
                file.display(),
                lang.pick("誤りなし", "no mistakes")
            );
        }
    }
    if wrong { Exit::SomeFailed } else { Exit::Ok }
}

fn check_file(file: &Path) -> Vec<RuleFault> {
    match rules::load::read_text(file) {
        Ok(text) => check::check(&text),
        Err(fault) => vec![fault],
    }
}

fn diff(left: &OsStr, right: &OsStr, json: bool, lang: Lang) -> Done {
    // Two files may have one id: they are called as the person calls them.
    let names = [left, right].map(|name| quoted(&name.to_string_lossy()));
    let (left, right) = (find_rules(left)?, find_rules(right)?);
    let differences = describe::differences(&left, &right);
    if json {
        let all = differences.iter().map(describe::Difference::json);
        outln!("{}", json!(all.collect::<Vec<_>>()));
        return Ok(Exit::Ok);
    }
    if differences.is_empty() {
        let [left, right] = names;
        match lang {
            Lang::Ja => outln!("{left} と {right} に違いはありません"),
            Lang::En => outln!("{left} and {right} do not differ"),
        }
        return Ok(Exit::Ok);
    }
    outln!("{} {} | {}", pad("", 30), pad(&names[0], 24), names[1]);
    for difference in &differences {
        let [left, right, name] =
            [&difference.left, &difference.right, &difference.name].map(|said| said.text(lang));
        outln!(
            "{} {} | {} {name}",
            pad(&difference.key, 30),
            pad(left, 24),
            pad(right, 24)
        );
    }
    Ok(Exit::Ok)
}
