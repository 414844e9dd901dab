//! What can be wrong with a typed hand, in words.

use std::ops::Range;

use crate::lang::Lang;

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

/// The faults in words with the text and a mark under each place, one fault
/// after another; made for a terminal with a fixed-width font.
pub fn explain(text: &str, faults: &[Fault], lang: Lang) -> String {
    let mut out = String::new();
    for fault in faults {
        let wide = |s: &str| {
            s.chars()
                .map(|c| if c.is_ascii() { 1 } else { 2 })
                .sum::<usize>()
        };
        let before = wide(&text[..fault.place.start]);
        let width = wide(&text[fault.place.clone()]).max(1);
        out.push_str(&format!(
            "{}\n  {text}\n  {}{}\n",
            fault.message(lang),
            " ".repeat(before),
            "^".repeat(width)
        ));
    }
    out
}
