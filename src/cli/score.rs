//! `karasu score`: a typed hand, or a file of cases.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::cli::Exit;
use crate::lang::Lang;
use crate::rules::{self, PRESETS, RuleFault, RuleSet};

mod cases;
pub(crate) mod flags;
pub(crate) mod typed;

use flags::Situation;
use typed::Style;

/// Rules used when none are named.
const DEFAULT_RULES: &str = "kichijoji";

/// Arguments of `karasu score`.
#[derive(clap::Args)]
pub struct Args {
    /// A typed hand, such as '123m406p789s1122z+2z g:9m d:3p', or a photo
    #[arg(
        value_name = "NOTATION",
        required_unless_present = "cases",
        conflicts_with = "cases"
    )]
    hand: Vec<String>,
    /// Score cases from a JSONL file, or from standard input with `-`
    #[arg(long, value_name = "FILE|-")]
    cases: Option<PathBuf>,
    /// Rule set: an id, or a TOML file
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    /// Score under several rule sets side by side
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    compare: Vec<String>,
    /// Count out loud: running totals, fu, other readings
    #[arg(long)]
    explain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    situation: Situation,
    #[cfg(feature = "vision")]
    #[command(flatten)]
    engine: super::read::EngineArgs,
}

impl Args {
    /// The rule sets to score under: `--rules` first, then those to compare
    /// with that it does not name already.
    fn rule_names(&self) -> Vec<&str> {
        let default = self.compare.is_empty().then_some(DEFAULT_RULES);
        let mut names: Vec<&str> = self.rules.as_deref().or(default).into_iter().collect();
        for name in &self.compare {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

/// Finds a rule set by id, or reads it from a file.
///
/// # Errors
/// That there is no such rule set, or every mistake in the file.
pub(crate) fn find_rules(name: &str) -> Result<RuleSet, Vec<RuleFault>> {
    if let Some(rules) = rules::preset(name) {
        return Ok(rules);
    }
    let path = Path::new(name);
    if path.extension().is_some() || path.exists() {
        return rules::load(path);
    }
    let near = rules::options::nearest(name, PRESETS.iter().copied());
    let known = PRESETS.join(", ");
    let guess = near.map(|near| format!(" ({near}?)")).unwrap_or_default();
    Err(vec![RuleFault {
        line: None,
        key: name.to_owned(),
        ja: format!(
            "そのようなルールはありません{guess}。使えるのは {known}、または TOML のファイル"
        ),
        en: format!("there is no such rule set{guess}; use one of {known}, or a TOML file"),
        warning: false,
    }])
}

/// Prints what is wrong with rules or options; a usage error.
pub(crate) fn report(faults: &[RuleFault], lang: Lang) -> Exit {
    for fault in faults {
        eprintln!("karasu: {}", fault.message(lang));
    }
    Exit::Usage
}

/// Rules of cases: those of the command line, else the ones a case names.
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
    let named = |name: &str| {
        let rules = find_rules(name)?;
        args.situation.with_options(rules)
    };
    if let Some(path) = &args.cases {
        // Pipes are welcome here (`--cases <(…)`); folders and nothing are not.
        if path.as_os_str() != "-" && (!path.exists() || path.is_dir()) {
            let advice = lang.pick(
                "このファイルはありません。JSONL のファイルか、標準入力の - を指定してください",
                "there is no such file: name a JSONL file, or - for standard input",
            );
            eprintln!("karasu: {}: {advice}", path.display());
            return Ok(Exit::Usage);
        }
        let fixed = args.rules.as_deref().map(named).transpose();
        let presets: Result<Vec<_>, _> = PRESETS.iter().map(|id| named(id)).collect();
        let source = match (fixed, presets) {
            (Ok(fixed), Ok(presets)) => Source { fixed, presets },
            // With fixed rules an option need not fit the presets.
            (Ok(Some(fixed)), Err(_)) => Source {
                fixed: Some(fixed),
                presets: Vec::new(),
            },
            (Err(faults), _) | (_, Err(faults)) => return Ok(report(&faults, lang)),
        };
        let all_read = cases::run(path, &source, lang)?;
        return Ok(if all_read { Exit::Ok } else { Exit::SomeFailed });
    }
    let style = match (args.json, args.explain) {
        (true, _) => Style::Json,
        (false, true) => Style::Explain,
        (false, false) => Style::Plain,
    };
    #[cfg(feature = "vision")]
    if let Some(photo) = super::photo::named(&args.hand) {
        let all: Result<Vec<_>, _> = args.rule_names().into_iter().map(named).collect();
        return match all {
            Ok(all) => super::photo::run(&photo, &all, &args.situation, style, &args.engine, lang),
            Err(faults) => Ok(report(&faults, lang)),
        };
    }
    #[cfg(not(feature = "vision"))]
    if let [path] = args.hand.as_slice()
        && Path::new(path).is_file()
    {
        let cannot = lang.pick(
            "この karasu は写真を読めません。牌を文字で書いてください",
            "this karasu was built without reading photos: type the hand",
        );
        eprintln!("karasu: {path}: {cannot}");
        return Ok(Exit::Usage);
    }
    let Some(hand) = typed::parse(&args.hand.join(" "), lang) else {
        return Ok(Exit::Usage);
    };
    let notation = hand.canonical().to_string();
    let input = args.situation.input(hand);
    if !args.compare.is_empty() {
        let all: Result<Vec<_>, _> = args.rule_names().into_iter().map(named).collect();
        return Ok(match all {
            Ok(all) => typed::compare(&all, &input, style, lang),
            Err(faults) => report(&faults, lang),
        });
    }
    let name = args.rules.as_deref().unwrap_or(DEFAULT_RULES);
    Ok(match named(name) {
        Ok(rules) => {
            let said = args.situation.said(&input);
            typed::score_one(&rules, &input, &notation, style, &said, lang)
        }
        Err(faults) => report(&faults, lang),
    })
}
