//! `karasu score PHOTO`: read, then score. Every doubt of the reading is told,
//! and a doubtful reading ends with exit code 4 whatever it scores.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::read::EngineArgs;
use crate::cli::score::flags::Situation;
use crate::cli::score::typed::{self, Style};
use crate::cli::{Exit, outln};
use crate::frame;
use crate::lang::Lang;
use crate::read::{self, Options, Record};
use crate::rules::RuleSet;
use crate::score;
use crate::score::unsaid::unsaid;

/// The photo that the arguments of `karasu score` name, if they do: a single
/// argument that is a path of something, or looks like a picture's.
pub(crate) fn named(arguments: &[String]) -> Option<PathBuf> {
    const EXTENSIONS: [&str; 9] = [
        "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "bmp",
    ];
    let [argument] = arguments else { return None };
    let path = Path::new(argument);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let picture = EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str());
    (picture || path.is_file()).then(|| path.to_owned())
}

/// Reads a photo under the first rule set's wall and scores it under all.
pub(crate) fn run(
    photo: &Path,
    rules: &[RuleSet],
    situation: &Situation,
    style: Style,
    engine: &EngineArgs,
    lang: Lang,
) -> anyhow::Result<Exit> {
    let frame = match frame::open(photo) {
        Ok(frame) => frame,
        Err(error) => {
            let message = error.message(lang);
            eprintln!("{}: {message}", photo.display());
            if style == Style::Json {
                let error = json!({"kind": error.code(), "message": message});
                outln!(
                    "{}",
                    json!({"image": photo.display().to_string(), "error": error})
                );
            }
            return Ok(Exit::SomeFailed);
        }
    };
    let options = rules.first().map(Options::under).unwrap_or_default();
    let reading = engine.reader_with(options)?.read(&frame)?;
    for review in &reading.review {
        eprintln!("{}: {}", photo.display(), review.message(lang));
    }
    let mut hand = read::typed(&reading);
    if situation.names_indicators() {
        // Which of the indicators seen are ura only a person knows.
        hand.dora.clear();
    }
    let notation = hand.to_string();
    // The order in which sets lie is not the order in which they were called.
    let several = hand.melds.len() > 1;
    let mut input = situation.input(hand);
    input.call_order_known &= !several;
    let scored = match (rules, style) {
        ([rules], Style::Json) => {
            let result = score::score(rules, &input);
            let mut record = typed::record(&result, lang);
            record["notation"] = json!(notation);
            record["unsaid"] = json!(unsaid(rules, &input, &situation.said(&input)));
            record["reading"] = json!(Record::new(&reading, &frame.name, lang));
            outln!("{record}");
            if result.is_ok() {
                Exit::Ok
            } else {
                Exit::Review
            }
        }
        ([rules], _) => {
            let said = situation.said(&input);
            typed::score_one(rules, &input, &notation, style, &said, lang)
        }
        (several, _) => typed::compare(several, &input, style, lang),
    };
    Ok(if reading.is_clean() {
        scored
    } else {
        Exit::Review
    })
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn photos_are_told_from_notation() {
        let one = |text: &str| named(&[text.to_owned()]).is_some();
        assert!(one("hand.JPG") && one("a/b c.webp") && one("Cargo.toml"));
        assert!(!one("123m406p789s11z+1z") && !one("(555z)"));
        assert!(named(&["a.jpg".to_owned(), "1z".to_owned()]).is_none());
    }
}
