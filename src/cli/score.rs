//! `karasu score`: a typed hand, a photo, or a file of cases.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Once;

use clap::ValueHint;

use crate::cli::Exit;
use crate::cli::failure::{Done, Failure, Problem};
use crate::lang::{Lang, Said, quoted};
use crate::receipt::Receipt;
use crate::rules::{self, PRESETS, RuleSet};

mod cases;
pub(crate) mod flags;
pub(crate) mod receipt;
pub(crate) mod subject;
pub(crate) mod typed;

use flags::Situation;
use receipt::Target;
use subject::Subject;
use typed::Style;

#[cfg(feature = "vision")]
use crate::notation::{self, Hand};

/// Rules used when none are named.
const DEFAULT_RULES: &str = "kichijoji";

/// Arguments of `karasu score`.
#[derive(clap::Args)]
pub struct Args {
    /// A typed hand, such as '123m406p789s1122z+2z g:9m d:3p', or a photo
    #[arg(
        value_name = "NOTATION|PHOTO",
        required_unless_present = "cases",
        conflicts_with = "cases"
    )]
    hand: Vec<OsString>,
    /// Score cases from a JSONL file, or from standard input with `-`
    #[arg(long, value_name = "FILE|-", conflicts_with_all = flags::OF_ONE_HAND)]
    cases: Option<PathBuf>,
    /// Rule set: an id, or a TOML file; with --cases it goes before the rules that a case names
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<OsString>,
    /// Score under several rule sets side by side
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', conflicts_with_all = ["explain", "cases"])]
    compare: Vec<OsString>,
    /// Count out loud: running totals, fu, other readings
    #[arg(long, conflicts_with = "cases")]
    explain: bool,
    /// Print JSON (--cases always does)
    #[arg(long)]
    json: bool,
    /// Write a receipt of the hand into this file (see karasu verify)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["compare", "cases"])]
    receipt: Option<PathBuf>,
    /// Who sits where, for the receipt: names from East on
    #[arg(
        long,
        value_name = "A,B,C",
        value_delimiter = ',',
        requires = "receipt"
    )]
    players: Vec<String>,
    /// The hand of the photo as it really is, where it was misread
    #[cfg(feature = "vision")]
    #[arg(long, value_name = "NOTATION", conflicts_with = "cases")]
    correct: Option<String>,
    #[command(flatten)]
    situation: Situation,
    #[cfg(feature = "vision")]
    #[command(flatten)]
    sight: super::read::SightArgs,
}

/// The rule sets to score under, at least one.
pub(crate) struct Houses {
    /// Each once, in the order of the columns.
    pub sets: Vec<RuleSet>,
    /// Whether they are to be compared, were it only one.
    pub side_by_side: bool,
}

impl Args {
    /// The rule sets to score under: `--rules` first, then those to compare
    /// with that it does not name already.
    fn houses(&self, lang: Lang) -> Result<Houses, Failure> {
        let default = self.compare.is_empty().then_some(DEFAULT_RULES.as_ref());
        let mut names: Vec<&OsStr> = self.rules.as_deref().or(default).into_iter().collect();
        for name in &self.compare {
            if !names.contains(&name.as_os_str()) {
                names.push(name);
            }
        }
        let found = names.into_iter().map(find_rules);
        let found: Vec<RuleSet> = found.collect::<Result<_, _>>()?;
        self.situation.tell_unused(&found, lang);
        let sets = found
            .into_iter()
            .map(|rules| self.situation.with_options(rules));
        let sets: Vec<RuleSet> = sets.collect::<Result<_, _>>()?;
        // Side by side a seat may be one of some tables only; the others then
        // refuse the hand in their column.
        let misfits: Vec<_> = sets.iter().map(|set| self.situation.misfits(set)).collect();
        match misfits.iter().all(|misfits| !misfits.is_empty()) {
            true => Err(Failure::usage(misfits.concat())),
            false => Ok(Houses {
                sets,
                side_by_side: !self.compare.is_empty(),
            }),
        }
    }

    /// Where the receipt goes, if one is wanted.
    fn receipt(&self, houses: &Houses) -> Result<Option<Target>, Failure> {
        match (&self.receipt, houses.sets.first()) {
            (Some(path), Some(rules)) => Target::new(path, &self.players, rules).map(Some),
            _ => Ok(None),
        }
    }

    /// The hand of `--correct`.
    #[cfg(feature = "vision")]
    fn corrected(&self) -> Result<Option<Hand>, Failure> {
        let text = self.correct.as_deref();
        let read = text
            .map(|text| notation::parse(text).map_err(|faults| subject::unreadable(text, &faults)));
        read.transpose()
    }

    fn style(&self) -> Style {
        match (self.json, self.explain) {
            (true, _) => Style::Json,
            (false, true) => Style::Explain,
            (false, false) => Style::Plain,
        }
    }

    fn score_cases(&self, path: &Path, lang: Lang) -> Done {
        if path.as_os_str() != "-" {
            can_hold_cases(path)?;
        }
        let fixed = self.rules.as_deref().map(find_rules).transpose()?;
        let presets: Vec<RuleSet> = PRESETS.iter().filter_map(|id| rules::preset(id)).collect();
        let used = fixed
            .as_ref()
            .map_or(presets.as_slice(), std::slice::from_ref);
        self.situation.tell_unused(used, lang);
        let with_options = |rules| self.situation.with_options(rules);
        let fixed = fixed.map(with_options).transpose()?;
        let presets: Result<Vec<_>, _> = presets.into_iter().map(with_options).collect();
        let presets = match presets {
            Ok(presets) => presets,
            // With fixed rules an option need not fit the presets.
            Err(_) if fixed.is_some() => Vec::new(),
            Err(failure) => return Err(failure),
        };
        let source = Source {
            fixed,
            presets,
            lang,
            replaced: Once::new(),
        };
        let all_read = cases::run(path, &source, lang)?;
        Ok(if all_read { Exit::Ok } else { Exit::SomeFailed })
    }
}

/// Refuses a file of cases that is none. Pipes are welcome (`--cases <(…)`);
/// folders and nothing are not.
fn can_hold_cases(path: &Path) -> Result<(), Failure> {
    let (id, ja, en) = match std::fs::metadata(path) {
        Ok(data) if !data.is_dir() => return Ok(()),
        Ok(_) => ("is_folder", "フォルダです", "this is a folder"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => (
            "not_found",
            "このファイルはありません",
            "there is no such file",
        ),
        // Opening it tells why.
        Err(_) => return Ok(()),
    };
    let path = path.display();
    Err(Failure::usage(Problem::new(
        id,
        format!("{path}: {ja}。JSONL のファイルか、標準入力の - を指定してください"),
        format!("{path}: {en}: name a JSONL file, or - for standard input"),
    )))
}

/// Finds a rule set by id, or reads it from a file.
///
/// # Errors
/// That there is no such rule set, or every mistake in the file.
pub(crate) fn find_rules(name: &OsStr) -> Result<RuleSet, Failure> {
    let text = name.to_string_lossy();
    if let Some(rules) = rules::preset(&text) {
        return Ok(rules);
    }
    let path = Path::new(name);
    if path.extension().is_some() || path.components().count() > 1 || path.exists() {
        return rules::load(path).map_err(|faults| {
            let one = |fault| Problem::of_rules("bad_rules", &text, fault);
            Failure::usage(faults.iter().map(one).collect::<Vec<_>>())
        });
    }
    Err(Failure::usage(Problem {
        said: unknown_rules(&text),
        ..Problem::new("unknown_rules", "", "")
    }))
}

/// That no rule set has this id, the one most like it, and all there are.
fn unknown_rules(id: &str) -> Said {
    let near = rules::options::nearest(id, PRESETS.iter().copied());
    let guess = near.map(|near| format!(" ({near}?)")).unwrap_or_default();
    let (id, known) = (quoted(id), PRESETS.join(", "));
    Said::new(
        format!(
            "{id}: そのようなルールはありません{guess}。使えるのは {known}、または TOML のファイル"
        ),
        format!("{id}: there is no such rule set{guess}; use one of {known}, or a TOML file"),
    )
}

/// Rules of cases: those of the command line, else the ones a case names.
struct Source {
    fixed: Option<RuleSet>,
    presets: Vec<RuleSet>,
    lang: Lang,
    /// That a case named other rules than the fixed ones has been told.
    replaced: Once,
}

impl Source {
    /// Tells once that the rules of the command line go before those of a
    /// case, which is allowed but may not be meant.
    fn tell_replaced(&self, fixed: &RuleSet, id: &str) {
        let (ours, theirs) = (&fixed.id, quoted(id));
        self.replaced.call_once(|| match self.lang {
            Lang::Ja => eprintln!(
                "karasu: ケースに書かれた rules ({theirs} など) ではなく --rules の {ours} で採点します"
            ),
            Lang::En => eprintln!(
                "karasu: scoring under {ours} of --rules, not under the rules that cases name (such as {theirs})"
            ),
        });
    }
}

impl cases::RuleSource for Source {
    fn rules(&self, id: Option<&str>) -> Result<Cow<'_, RuleSet>, Said> {
        if let Some(fixed) = &self.fixed {
            if let Some(id) = id.filter(|id| *id != fixed.id) {
                self.tell_replaced(fixed, id);
            }
            return Ok(Cow::Borrowed(fixed));
        }
        let id = id.ok_or_else(|| {
            Said::new(
                "rules がなく、--rules の指定もありません",
                "the case names no rules, and --rules is not given",
            )
        })?;
        let found = self.presets.iter().find(|rules| rules.id == id);
        found.map(Cow::Borrowed).ok_or_else(|| unknown_rules(id))
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, lang: Lang) -> Done {
    if let Some(path) = &args.cases {
        return args.score_cases(path, lang);
    }
    match subject::of(&args.hand)? {
        #[cfg(feature = "vision")]
        Subject::Photo(photo) => {
            let (houses, style) = (args.houses(lang)?, args.style());
            let wish = super::photo::Wish {
                style,
                correct: args.corrected()?,
                receipt: args.receipt(&houses)?,
            };
            super::photo::run(&photo, &houses, &args.situation, &wish, &args.sight, lang)
        }
        #[cfg(not(feature = "vision"))]
        Subject::Photo(photo) => Err(Failure::usage(Problem::new(
            "no_vision",
            format!(
                "{}: この karasu は写真を読めません。牌を文字で書いてください",
                photo.display()
            ),
            format!(
                "{}: this karasu was built without reading photos: type the hand",
                photo.display()
            ),
        ))),
        Subject::Typed(hand) => {
            let notation = hand.canonical().to_string();
            let houses = args.houses(lang)?;
            let receipt = args.receipt(&houses)?;
            let Some(input) = args.situation.input(hand) else {
                return Ok(typed::no_winning_tile(&notation, None, args.style(), lang));
            };
            let notation = typed::notation_of(&input);
            let said = args.situation.said(&input);
            let style = args.style();
            let exit = typed::score(&houses, &input, &notation, style, &said, lang);
            if let (Some(target), [rules]) = (receipt, houses.sets.as_slice()) {
                target.write(Receipt::scored(&input, rules))?;
            }
            Ok(exit)
        }
    }
}
