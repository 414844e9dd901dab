//! What the arguments of `karasu score` are: a photo, or a hand in notation.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, Problem};
use crate::lang::{Lang, Said, quoted};
use crate::notation::{self, FaultKind, Hand};

/// What is to be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A picture file, which may be missing.
    Photo(PathBuf),
    /// A hand, understood.
    Typed(Hand),
}

/// Endings of files that a person takes for photos, readable or not.
const PICTURES: [&str; 11] = [
    "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "bmp", "tif", "tiff",
];

/// Tells a photo from a typed hand.
///
/// # Errors
/// Every fault of the notation; several photos, or a photo among tiles.
pub(crate) fn of(arguments: &[OsString]) -> Result<Subject, Failure> {
    if let [only] = arguments
        && is_path(only)
    {
        return Ok(Subject::Photo(only.into()));
    }
    if let Some(path) = arguments.iter().find(|argument| is_path(argument)) {
        let name = quoted(&path.to_string_lossy());
        return Err(Failure::usage(Problem::new(
            "one_hand",
            format!(
                "{name}: score は写真 1 枚か、牌を並べた手牌 1 つだけを読みます。写真が何枚もあるときは karasu read を使ってください"
            ),
            format!(
                "{name}: score takes one photo, or one typed hand; karasu read takes several photos"
            ),
        )));
    }
    let words: Vec<_> = arguments
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let text = words.join(" ");
    notation::parse(&text)
        .map(Subject::Typed)
        .map_err(|faults| unreadable(&text, &faults).or_no_file(&text, &faults))
}

/// Whether an argument can only be a path: no notation has such an ending, a
/// slash, or bytes that are no text; and what is there on the disk is meant
/// unless it is also a hand (`./1z` then names the file).
fn is_path(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    let Some(text) = argument.to_str() else {
        return true;
    };
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    PICTURES.iter().any(|picture| ending == *picture)
        || text.contains(['/', '\\'])
        || (notation::parse(text).is_err() && !text.is_empty() && lies_there(path))
}

/// Whether something of that name is there, were it a link in a circle or
/// something that may not be looked at.
fn lies_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Every fault of a typed hand.
pub(crate) fn unreadable(text: &str, faults: &[notation::Fault]) -> Failure {
    let each = faults.iter().map(|fault| Problem {
        place: Some(fault.place.clone()),
        ..Problem::worded("bad_notation", |lang| fault.message(lang))
    });
    let shown = |lang| notation::explain(text, faults, lang);
    Failure {
        shown: Some(Said::new(shown(Lang::Ja), shown(Lang::En))),
        ..Failure::usage(each.collect::<Vec<_>>())
    }
}

impl Failure {
    /// Says first that there is no file of that name, where a photo may have
    /// been meant.
    fn or_no_file(mut self, text: &str, faults: &[notation::Fault]) -> Failure {
        if looks_like_a_name(faults) {
            let name = quoted(text);
            let no_file = Problem::new(
                "not_found",
                format!("「{name}」という写真はなく、手牌としても読めません"),
                format!("there is no photo {name:?}, and it is no typed hand"),
            );
            if let Some(shown) = &mut self.shown {
                shown.ja.insert_str(0, &format!("{}\n", no_file.said.ja));
                shown.en.insert_str(0, &format!("{}\n", no_file.said.en));
            }
            self.problems.insert(0, no_file);
        }
        self
    }
}

/// Letters and signs that no hand has may be those of a photo's name.
fn looks_like_a_name(faults: &[notation::Fault]) -> bool {
    let foreign = |kind: &FaultKind| match kind {
        FaultKind::UnexpectedChar(c) => c.is_alphabetic() || matches!(c, '_' | '-' | '.'),
        _ => false,
    };
    faults.iter().any(|fault| foreign(&fault.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(arguments: &[&str]) -> Result<Subject, Vec<&'static str>> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let ids = |failure: Failure| failure.problems.iter().map(|problem| problem.id).collect();
        of(&arguments).map_err(ids)
    }

    #[test]
    fn photos_are_told_from_notation() {
        for path in ["hand.JPG", "a/b c.webp", "Cargo.toml", "no/such", "src"] {
            assert_eq!(subject(&[path]), Ok(Subject::Photo(path.into())), "{path}");
        }
        for typed in [&["123m406p789s11z+1z"][..], &["(555z)"], &["123m", "11z"]] {
            assert!(matches!(subject(typed), Ok(Subject::Typed(_))), "{typed:?}");
        }
    }

    #[test]
    fn a_photo_among_other_words_is_no_notation() {
        assert_eq!(subject(&["a.jpg", "1z"]), Err(vec!["one_hand"]));
        assert_eq!(subject(&["a.jpg", "b.jpg"]), Err(vec!["one_hand"]));
    }

    #[test]
    fn a_name_without_ending_is_told_to_be_neither() {
        let ids = subject(&["IMG_1234"]).expect_err("neither");
        assert_eq!(ids.first(), Some(&"not_found"));
        let ids = subject(&["123m45"]).expect_err("no suit");
        assert_eq!(ids, ["bad_notation"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_a_circle_is_a_path() {
        let link = std::env::temp_dir().join(format!("karasu-circle-{}", std::process::id()));
        std::os::unix::fs::symlink(&link, &link).expect("a link to itself");
        assert!(!link.exists() && lies_there(&link));
        std::fs::remove_file(&link).expect("removed");
        assert!(!lies_there(&link));
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_a_path() {
        use std::os::unix::ffi::OsStringExt as _;
        let name = OsString::from_vec(b"caf\xE9".to_vec());
        assert_eq!(
            of(std::slice::from_ref(&name)).ok(),
            Some(Subject::Photo(name.into()))
        );
    }
}
