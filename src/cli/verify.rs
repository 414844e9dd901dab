//! `karasu verify`: a receipt recomputed.

use std::path::{Path, PathBuf};

use clap::ValueHint;
use serde_json::json;

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::{Exit, out, outln};
use crate::file;
use crate::lang::Lang;
use crate::receipt::{LARGEST, Receipt, Verdict};

#[cfg(feature = "vision")]
mod photo;

/// Arguments of `karasu verify`.
#[derive(clap::Args)]
pub struct Args {
    /// Receipt file (karasu score --receipt)
    #[arg(value_name = "RECEIPT", value_hint = ValueHint::FilePath)]
    receipt: PathBuf,
    /// One line of JSON (schema karasu.verify/1)
    #[arg(long)]
    json: bool,
    #[cfg(feature = "vision")]
    #[command(flatten)]
    photo: photo::PictureArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args, lang: Lang) -> Done {
    let receipt = read(&args.receipt)?;
    #[cfg_attr(not(feature = "vision"), allow(unused_mut))]
    let mut verdict = receipt.verify();
    #[cfg(feature = "vision")]
    args.photo.keep_apart(&args.receipt)?;
    #[cfg(feature = "vision")]
    args.photo.run(&receipt, &mut verdict, lang)?;
    if args.json {
        let mut record = verdict.json(lang);
        record["receipt"] = json!(args.receipt.display().to_string());
        outln!("{record}");
    } else {
        out!("{}", text(&receipt, &verdict, lang));
    }
    Ok(match verdict.agrees() {
        true => Exit::Ok,
        false => Exit::Differs,
    })
}

/// Reads a receipt that a person names.
///
/// # Errors
/// The file cannot be read, or is no receipt.
pub(crate) fn read(path: &Path) -> Result<Receipt, Failure> {
    let bad = |id, words: &dyn Fn(Lang) -> String| {
        let place = path.display();
        Failure::input(Problem::worded(id, |lang| {
            format!("{place}: {}", words(lang))
        }))
    };
    let text = file::read_text_bounded(path, LARGEST)
        .map_err(|error| bad("unreadable", &|lang| file::reason(&error, lang)))?;
    Receipt::parse(&text).map_err(|error| bad("bad_receipt", &|lang| error.message(lang)))
}

/// For people: agreement or the first difference, then what to know.
fn text(receipt: &Receipt, verdict: &Verdict, lang: Lang) -> String {
    let mut text = receipt.headline(lang);
    text.push('\n');
    match verdict.differences.split_first() {
        None => text.push_str(lang.pick(
            "一致: すべての行が計算し直したものと同じです\n",
            "agrees: every line is as recomputed\n",
        )),
        Some((first, rest)) => {
            let first = first.message(lang);
            text.push_str(&match lang {
                Lang::Ja => format!("違い: {first}\n"),
                Lang::En => format!("differs: {first}\n"),
            });
            text.push_str(&others(rest, lang));
        }
    }
    for note in &verdict.notes {
        text.push_str(&format!("- {}\n", note.text(lang)));
    }
    for concern in &verdict.concerns {
        text.push_str(&format!("! {}\n", concern.message(lang)));
    }
    text
}

/// The other differences by their paths, of which there may be many.
fn others(rest: &[crate::receipt::Difference], lang: Lang) -> String {
    const SHOWN: usize = 8;
    if rest.is_empty() {
        return String::new();
    }
    let paths = rest.iter().take(SHOWN).map(|other| other.line.as_str());
    let mut paths = paths.collect::<Vec<_>>().join(", ");
    if rest.len() > SHOWN {
        paths.push_str(", …");
    }
    let count = rest.len();
    match lang {
        Lang::Ja => format!("ほかに {count} 行 (詳しくは --json): {paths}\n"),
        Lang::En => format!("and {count} more (--json tells them all): {paths}\n"),
    }
}
