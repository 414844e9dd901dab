//! `karasu score`.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::cli::Exit;
use crate::lang::Lang;
use crate::rules::{self, PRESETS, RuleSet};

mod cases;

/// Arguments of `karasu score`.
#[derive(clap::Args)]
pub struct Args {
    /// Score cases from a JSONL file, or from standard input with `-`
    #[arg(long, value_name = "FILE|-")]
    cases: Option<PathBuf>,
    /// Rule set: an id, or a TOML file
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
}

/// Rules of cases: the one of the command line, else the one a case names.
struct Source {
    fixed: Option<RuleSet>,
    presets: Vec<RuleSet>,
}

impl cases::RuleSource for Source {
    fn rules(&self, id: Option<&str>) -> Result<Cow<'_, RuleSet>, String> {
        if let Some(fixed) = &self.fixed {
            return Ok(Cow::Borrowed(fixed));
        }
        let id = id.ok_or("the case names no rules, and --rules is not given")?;
        let found = self.presets.iter().find(|rules| rules.id == id);
        found
            .map(Cow::Borrowed)
            .ok_or_else(|| format!("there is no rule set {id:?}; known: {}", PRESETS.join(", ")))
    }
}

/// Runs the command.
pub fn run(args: Args, lang: Lang) -> anyhow::Result<Exit> {
    let source = Source {
        fixed: None,
        presets: PRESETS.iter().filter_map(|id| rules::preset(id)).collect(),
    };
    if let Some(path) = &args.cases {
        let all_read = cases::run(path, &source, lang)?;
        return Ok(if all_read { Exit::Ok } else { Exit::SomeFailed });
    }
    anyhow::bail!("not built yet")
}
