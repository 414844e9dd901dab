//! Faults of the command line itself, in the language that it asks for.

use std::ffi::OsString;
use std::str::FromStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::cli::Cli;
use crate::cli::failure::Problem;
use crate::cli::help;
use crate::lang::{Lang, Said, quoted};

/// What has to be known before the command line is understood: how to say
/// that it is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Glance {
    /// A valid `--lang`.
    pub lang: Option<Lang>,
    /// `--json` stands somewhere.
    pub json: bool,
}

/// Looks the arguments over. A `--lang` that is no language is left to the
/// parser.
pub(super) fn glance(args: &[OsString]) -> Glance {
    let mut found = Glance::default();
    let mut names_lang = false;
    for arg in args.iter().skip(1).map(|arg| arg.to_string_lossy()) {
        if std::mem::take(&mut names_lang) {
            found.lang = arg.parse().ok().or(found.lang);
            continue;
        }
        match arg.as_ref() {
            "--" => break,
            "--json" => found.json = true,
            "--lang" => names_lang = true,
            other => {
                let value = other.strip_prefix("--lang=");
                found.lang = value.and_then(|value| value.parse().ok()).or(found.lang);
            }
        }
    }
    found
}

/// Understands the command line; its help is in one language.
///
/// # Errors
/// As clap says; also for `--help` and `--version`.
pub(super) fn parse(args: &[OsString], lang: Lang) -> Result<Cli, clap::Error> {
    let command = match lang {
        Lang::Ja => help::in_japanese(Cli::command()),
        Lang::En => Cli::command(),
    };
    let matches = command.try_get_matches_from(args)?;
    Cli::from_arg_matches(&matches)
}

/// A clap error in words. `None` for help and version, which are no errors.
pub(super) fn problem(error: &clap::Error) -> Option<Problem> {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => None,
        _ => Some(Problem {
            said: words(error),
            ..Problem::new("usage", "", "")
        }),
    }
}

/// What is known about a clap error.
struct Context<'a>(&'a clap::Error);

impl Context<'_> {
    /// The texts of one kind, each without the `<VALUE>` of its usage.
    fn all(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn one(&self, kind: ContextKind) -> String {
        self.all(kind).join(", ")
    }

    /// The argument at fault as a person types it.
    fn arg(&self) -> String {
        let named = self.all(ContextKind::InvalidArg);
        let bare = |arg: &String| match arg.strip_prefix("--") {
            Some(_) => arg.split(' ').next().unwrap_or(arg).to_owned(),
            None => arg.clone(),
        };
        quoted(&named.iter().map(bare).collect::<Vec<_>>().join(", "))
    }

    /// The names that this could have been, as `(--tsumo?)`.
    fn guess(&self) -> String {
        use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
        let near: Vec<String> = [SuggestedArg, SuggestedSubcommand, SuggestedValue]
            .into_iter()
            .flat_map(|kind| self.all(kind))
            .collect();
        match near.is_empty() {
            true => String::new(),
            false => format!(" ({}?)", near.join(", ")),
        }
    }
}

fn words(error: &clap::Error) -> Said {
    let context = Context(error);
    let (arg, guess) = (context.arg(), context.guess());
    let value = quoted(&context.one(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => Said::new(
            format!("{arg} のあとに値が要ります"),
            format!("{arg} needs a value"),
        ),
        ErrorKind::InvalidValue => {
            let allowed = context.one(ContextKind::ValidValue);
            Said::new(
                format!("{arg} に {value:?} は使えません{guess}。使える値: {allowed}"),
                format!("{arg} cannot be {value:?}{guess}; allowed: {allowed}"),
            )
        }
        ErrorKind::ValueValidation => {
            let said = said_by_parser(error);
            Said::new(
                format!("{arg} {value}: {}", said.ja),
                format!("{arg} {value}: {}", said.en),
            )
        }
        ErrorKind::UnknownArgument => Said::new(
            format!("{arg} という指定はありません{guess}"),
            format!("there is no argument {arg}{guess}"),
        ),
        ErrorKind::InvalidSubcommand => {
            let name = quoted(&context.one(ContextKind::InvalidSubcommand));
            Said::new(
                format!("{name} という命令はありません{guess}"),
                format!("there is no command {name}{guess}"),
            )
        }
        ErrorKind::MissingRequiredArgument => Said::new(
            format!("足りません: {arg}"),
            format!("this is missing: {arg}"),
        ),
        ErrorKind::ArgumentConflict => {
            let other = context.one(ContextKind::PriorArg);
            conflict(&arg, &other)
        }
        ErrorKind::InvalidUtf8 => Said::new(
            "UTF-8 でない文字があります",
            "an argument is not UTF-8 text",
        ),
        ErrorKind::MissingSubcommand => Said::new("命令が足りません", "a command is missing"),
        _ => Said::new(
            format!("{arg} の値の数が違います"),
            format!("{arg} has the wrong number of values"),
        ),
    }
    .with_help()
}

fn conflict(arg: &str, other: &str) -> Said {
    match other == arg || other.is_empty() {
        true => Said::new(
            format!("{arg} は一度だけ書きます"),
            format!("{arg} can stand only once"),
        ),
        false => Said::new(
            format!("{arg} と {other} は一緒に使えません"),
            format!("{arg} does not go with {other}"),
        ),
    }
}

/// The words of our own value parsers; others only fail on numbers.
fn said_by_parser(error: &clap::Error) -> Said {
    let own = std::error::Error::source(error).and_then(|source| source.downcast_ref::<Said>());
    own.cloned().unwrap_or_else(whole_number)
}

impl Said {
    fn with_help(self) -> Said {
        Said::new(
            self.ja + " (説明: karasu --help)",
            self.en + " (see karasu --help)",
        )
    }
}

fn whole_number() -> Said {
    Said::new(
        "0 以上の整数を書いてください",
        "write a whole number, 0 or more",
    )
}

/// Reads a whole number that is not negative.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, Said> {
    let text = text.trim();
    text.parse().map_err(|_| {
        match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Said::new("数が大きすぎます", "the number is too large"),
            false => whole_number(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn language_and_json_are_seen_before_the_rest_is_understood() {
        let seen = |text: &str| {
            let glance = glance(&args(text));
            (glance.lang, glance.json)
        };
        assert_eq!(seen("karasu score x --lang en"), (Some(Lang::En), false));
        assert_eq!(
            seen("karasu --lang=ja --foo --json"),
            (Some(Lang::Ja), true)
        );
        assert_eq!(seen("karasu --lang xx score"), (None, false));
        assert_eq!(seen("karasu score -- --json --lang en"), (None, false));
        assert_eq!(seen("karasu score --lang"), (None, false));
    }

    #[test]
    fn every_kind_of_usage_fault_speaks_both_languages() {
        for (line, needle) in [
            ("score 1z --dora zz", "--dora zz"),
            ("score 1z --seat Q", "--seat Q"),
            ("score 1z --honba x", "--honba x"),
            ("score 1z --tsumu", "--tsumo"),
            ("scoer 1z", "score"),
            ("score", "NOTATION"),
            ("score 1z --tsumo --ron-from E", "--ron-from"),
            ("score 1z --seat", "--seat"),
            ("score 1z --seat E --seat S", "--seat"),
            ("rules chek x", "check"),
            ("--lang fr rules", "--lang fr"),
        ] {
            for lang in [Lang::Ja, Lang::En] {
                let error = parse(&args(&format!("karasu {line}")), lang).map(|_| ());
                let error = error.expect_err(line);
                let said = problem(&error).expect("a fault").said;
                assert!(said.ja.contains(needle), "{line}: {}", said.ja);
                assert!(said.en.contains(needle), "{line}: {}", said.en);
                assert!(said.en.is_ascii() && !said.ja.is_ascii(), "{said:?}");
                // One line each, whatever was typed.
                assert!(!said.en.contains('\n') && !said.ja.contains('\n'));
            }
        }
    }
}
