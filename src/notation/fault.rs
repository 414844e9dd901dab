//! What can be wrong with a typed hand, in words.

use std::ops::Range;

use crate::lang::Lang;
use crate::score::explain::width;

/// What is wrong at one place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// No tile at all.
    Empty,
    /// A character that means nothing here.
    UnexpectedChar(char),
    /// Ranks that no suit letter follows.
    RanksWithoutSuit,
    /// A suit letter that no rank stands before.
    SuitWithoutRanks(char),
    /// A rank that the suit does not have, such as `8z`.
    NoSuchTile(String),
    /// `r` beside a tile that is not a five of a numbered suit.
    RedNotFive,
    /// A set that is neither three alike, a run of three, nor four alike.
    BadMeld,
    /// A bracket that is not closed, or closed by the other kind.
    UnclosedBracket(char),
    /// A closing bracket with no opening one.
    StrayBracket(char),
    /// A bracket inside a set.
    NestedBracket,
    /// A second `+` outside sets.
    SecondPlus,
    /// `+` that no single tile follows.
    PlusWithoutTile,
    /// More than one tile after `+`.
    TilesAfterWinTile,
}

/// One fault of a typed hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte range in the text that was parsed.
    pub place: Range<usize>,
    /// What is wrong there.
    pub kind: FaultKind,
}

impl Fault {
    /// Names the fault, says what was expected and shows an example.
    pub fn message(&self, lang: Lang) -> String {
        let (ja, en): (String, String) = match &self.kind {
            FaultKind::Empty => (
                "牌がありません。例: 123m406p789s1122z+2z".into(),
                "there is no tile: type a hand such as 123m406p789s1122z+2z".into(),
            ),
            FaultKind::UnexpectedChar(c) => (
                format!("「{c}」は使えません。数字と m p s z f、( ) [ ] + g: d: u: a: で書きます。例: 406p"),
                format!("{c:?} means nothing here: use digits with m p s z f, ( ) [ ] + g: d: u: a:, as in 406p"),
            ),
            FaultKind::RanksWithoutSuit => (
                "数字のあとに m p s z f のどれかが要ります。例: 123m".into(),
                "a suit letter (m p s z f) must follow the digits, as in 123m".into(),
            ),
            FaultKind::SuitWithoutRanks(c) => (
                format!("「{c}」の前に数字が要ります。例: 55{c}"),
                format!("digits must stand before {c:?}, as in 55{c}"),
            ),
            FaultKind::NoSuchTile(code) => (
                format!("{code} という牌はありません。m p s は 0〜9 (0 は赤5)、z は 1〜7、f は 1〜8 です"),
                format!("there is no tile {code}: m p s take 0-9 (0 = red five), z takes 1-7, f takes 1-8"),
            ),
            FaultKind::RedNotFive => (
                "赤 (r) にできるのは 5m 5p 5s だけです。例: r5p または 0p".into(),
                "only 5m 5p 5s can be red: write r5p or 0p".into(),
            ),
            FaultKind::BadMeld => (
                "面子は同じ牌3枚 (555z)、順子 (345p)、槓 (5555z) [5555z] [0550z]、加槓 (555+5z) のどれかです".into(),
                "a set is three alike (555z), a run (345p), a kan (5555z) [5555z] [0550z], or an added kan (555+5z)".into(),
            ),
            FaultKind::UnclosedBracket(c) => (
                format!("「{c}」が閉じていません。例: (555z) [5555z]"),
                format!("{c:?} is not closed, as in (555z) or [5555z]"),
            ),
            FaultKind::StrayBracket(c) => (
                format!("「{c}」に対応する開きかっこがありません。例: (555z)"),
                format!("{c:?} closes nothing: a set is written (555z) or [5555z]"),
            ),
            FaultKind::NestedBracket => (
                "面子の中にかっこは書けません。先に閉じてください。例: (555z)(222s)".into(),
                "a bracket inside a set: close the first one, as in (555z)(222s)".into(),
            ),
            FaultKind::SecondPlus => (
                "「+」は和了牌の前に一度だけ書きます。例: 1122z+2z".into(),
                "`+` stands once, before the winning tile, as in 1122z+2z".into(),
            ),
            FaultKind::PlusWithoutTile => (
                "「+」のあとに和了牌を1枚書きます。例: 1122z+2z".into(),
                "the winning tile must follow `+`, as in 1122z+2z".into(),
            ),
            FaultKind::TilesAfterWinTile => (
                "「+」のあとの和了牌は1枚だけです。残りは「+」の前に書きます。例: 1122z+2z".into(),
                "only the one winning tile may follow `+`: write the others before it, as in 1122z+2z".into(),
            ),
        };
        match lang {
            Lang::Ja => ja,
            Lang::En => en,
        }
    }
}

/// Most faults that are explained one by one.
const MOST_EXPLAINED: usize = 10;
/// Columns of a typed hand that are shown on either side of a fault.
const CONTEXT: usize = 28;

/// The faults in words, each with the text round its place and a mark under
/// it; made for a terminal with a fixed-width font. However long the text and
/// however many its faults, the answer fits on a screen.
pub fn explain(text: &str, faults: &[Fault], lang: Lang) -> String {
    let mut out = String::new();
    for fault in faults.iter().take(MOST_EXPLAINED) {
        let (shown, mark) = excerpt(text, &fault.place);
        out.push_str(&format!("{}\n  {shown}\n  {mark}\n", fault.message(lang)));
    }
    let more = faults.len().saturating_sub(MOST_EXPLAINED);
    if more > 0 {
        out.push_str(&match lang {
            Lang::Ja => format!("ほかに {more} か所\n"),
            Lang::En => format!("and {more} more\n"),
        });
    }
    out
}

/// The part of a text round a place, and the mark for the line below it.
fn excerpt(text: &str, place: &Range<usize>) -> (String, String) {
    let start = text.floor_char_boundary(place.start);
    let end = text.floor_char_boundary(place.end).max(start);
    let before = text[..start].char_indices().rev().take(CONTEXT).last();
    let from = before.map_or(start, |(at, _)| at);
    // A place may be the whole text: its beginning is shown.
    let after = text[start..].char_indices().nth(CONTEXT);
    let to = after.map_or(text.len(), |(at, _)| start + at);
    let lead = if from > 0 { "…" } else { "" };
    let tail = if to < text.len() { "…" } else { "" };
    let shown = format!("{lead}{}{tail}", printable(&text[from..to]));
    let blanks = width(&format!("{lead}{}", &text[from..start]));
    let marks = width(&text[start..end.min(to)]).max(1);
    (shown, " ".repeat(blanks) + &"^".repeat(marks))
}

/// Control characters would move the mark or the cursor.
fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_hand_is_shown_round_its_faults_only() {
        let text = "123m".repeat(500) + "x" + &"456p".repeat(500) + &"q".repeat(99);
        let faults = crate::notation::parse(&text).expect_err("two kinds of fault");
        assert_eq!(faults.len(), 100);
        for lang in [Lang::Ja, Lang::En] {
            let shown = explain(&text, &faults, lang);
            assert!(shown.len() < 4000, "{} bytes", shown.len());
            let lines: Vec<&str> = shown.lines().collect();
            assert!(lines[1].contains("123mx456p"), "{}", lines[1]);
            let column = |line: &str, c| line.chars().position(|x| x == c);
            // The lead sign takes two columns and is one character.
            assert_eq!(
                column(lines[2], '^'),
                column(lines[1], 'x').map(|at| at + 1)
            );
            assert!(lines.last().expect("a line").contains("90"), "{shown}");
        }
    }

    #[test]
    fn a_short_hand_is_shown_whole() {
        let faults = crate::notation::parse("東12m3").expect_err("a rank without suit");
        let shown = explain("東12m3", &faults, Lang::En);
        assert!(shown.ends_with("\n  東12m3\n       ^\n"), "{shown}");
    }
}
