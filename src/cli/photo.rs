//! `karasu score PHOTO`: read, then score. Every doubt of the reading is told,
//! and a doubtful reading ends with exit code 4 whatever it scores.

use std::path::Path;

use serde_json::json;

use crate::cli::failure::{self, Done, Failure, Problem};
use crate::cli::read::{SightArgs, tell_set};
use crate::cli::score::Houses;
use crate::cli::score::flags::Situation;
use crate::cli::score::receipt::Target;
use crate::cli::score::typed::{self, Style};
use crate::cli::{Exit, outln};
use crate::confirm::Draft;
use crate::frame::{self, Frame, FrameError};
use crate::lang::Lang;
use crate::meld::order_is_plain;
use crate::notation::Hand;
use crate::read::{self, Options, Reading, Record, Review, ReviewKind};
use crate::receipt::{PhotoId, Receipt};
use crate::rules::RuleSet;
use crate::score::unsaid::unsaid;
use crate::score::{self, Fault, HandInput};

/// What is to come of a photo.
pub(crate) struct Wish {
    /// How to print the result.
    pub style: Style,
    /// The hand as a person says it really is.
    pub correct: Option<Hand>,
    /// Where its receipt goes.
    pub receipt: Option<Target>,
}

/// Reads a photo under the first rule set's wall and scores it under all.
pub(crate) fn run(
    photo: &Path,
    houses: &Houses,
    situation: &Situation,
    wish: &Wish,
    sight: &SightArgs,
    lang: Lang,
) -> Done {
    let style = wish.style;
    let (frame, reading) = look(photo, houses.sets.first(), sight, lang)?;
    for review in &reading.review {
        eprintln!("{}: {}", photo.display(), told(review, houses, lang));
    }
    let record = || json!(Record::new(&reading, &frame.name, lang));
    if reading.tiles.is_empty() && wish.correct.is_none() {
        return Ok(nothing_seen(photo, &reading, style, lang));
    }
    let mut hand = wish
        .correct
        .clone()
        .unwrap_or_else(|| read::typed(&reading));
    if situation.names_indicators() {
        // Which of the indicators seen are ura only a person knows.
        hand.dora.clear();
    }
    let notation = hand.to_string();
    // The order in which sets lie is not the order in which they were called.
    let ordered = wish.correct.is_some() || order_is_plain(&hand.melds);
    let Some(mut input) = situation.input(hand) else {
        let seen = Some(record());
        return Ok(typed::no_winning_tile(&notation, seen, style, lang));
    };
    input.call_order_known &= ordered;
    let notation = typed::notation_of(&input);
    let said = situation.said(&input);
    let scored = match (houses.sets.as_slice(), style) {
        ([rules], Style::Json) if !houses.side_by_side => {
            let result = score::score(rules, &input);
            let unsaid = unsaid(rules, &input, &said);
            let mut line = typed::whole_record(&result, &notation, &unsaid, lang);
            line["reading"] = record();
            outln!("{line}");
            match result {
                Ok(_) => Exit::Ok,
                Err(_) => Exit::Review,
            }
        }
        _ => typed::score(houses, &input, &notation, style, &said, lang),
    };
    if let (Some(target), [rules]) = (&wish.receipt, houses.sets.as_slice()) {
        let made = receipt(wish, &reading, &input, rules);
        target.write(made.map(|made| made.with_photo(PhotoId::of(&frame), &reading)))?;
    }
    Ok(match reading.is_clean() || wish.correct.is_some() {
        true => scored,
        false => Exit::Review,
    })
}

/// Opens a photo and reads it under a rule set's wall.
pub(crate) fn look(
    photo: &Path,
    rules: Option<&RuleSet>,
    sight: &SightArgs,
    lang: Lang,
) -> Result<(Frame, Reading), Failure> {
    let frame = frame::open(photo).map_err(|error| unreadable(photo, &error))?;
    let options = rules.map(Options::under).unwrap_or_default();
    let reader = sight.reader_with(options, lang)?;
    let reading = reader.read(&frame).map_err(|error| Failure {
        exit: Exit::Internal,
        ..Failure::input(Problem::worded("internal", |lang| error.message(lang)))
    })?;
    tell_set(&reading, &photo.display().to_string(), lang);
    Ok((frame, reading))
}

/// The receipt without its photo.
fn receipt(
    wish: &Wish,
    reading: &Reading,
    input: &HandInput,
    rules: &RuleSet,
) -> Result<Receipt, Vec<Fault>> {
    let read = Draft::from_reading(reading);
    match wish.correct {
        Some(_) => Receipt::corrected(&read, input, rules),
        None => Receipt::scored_from(&read, input, rules),
    }
}

fn unreadable(photo: &Path, error: &FrameError) -> Failure {
    let words = |lang| format!("{}: {}", photo.display(), error.message(lang));
    Failure::input(Problem::worded(error.code(), words))
}

/// A doubt in words; where several rule sets are compared, with the one whose
/// wall it speaks of.
fn told(review: &Review, houses: &Houses, lang: Lang) -> String {
    let text = review.message(lang);
    let of_wall = matches!(
        review.kind,
        ReviewKind::Illegal { .. } | ReviewKind::Renamed { .. } | ReviewKind::Count { .. }
    );
    match houses
        .sets
        .first()
        .filter(|_| of_wall && houses.side_by_side)
    {
        Some(rules) => format!("{}: {text}", house(rules, lang)),
        None => text,
    }
}

fn house(rules: &RuleSet, lang: Lang) -> String {
    format!("{} ({})", rules.name(lang), rules.id)
}

/// Nothing to score: that, and nothing else, is told. The reader's own doubt
/// has been printed with what to do.
fn nothing_seen(photo: &Path, reading: &Reading, style: Style, lang: Lang) -> Exit {
    if style == Style::Json {
        let review = Review {
            kind: ReviewKind::Nothing,
            tiles: Vec::new(),
        };
        let problem = Problem::worded("no_tiles", |lang| review.message(lang));
        let mut line = failure::record(&[problem], lang);
        line["reading"] = json!(Record::new(reading, &photo.display().to_string(), lang));
        outln!("{line}");
    }
    Exit::Review
}
