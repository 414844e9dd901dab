//! What is doubtful about a photo of a set, in words.

use crate::lang::Lang;

use super::cells::{Cell, Doubt};

impl Doubt {
    /// The word for it in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            Doubt::Unsure(_) => "unsure",
            Doubt::LooksLike(..) => "looks_like",
            Doubt::OutOfOrder => "out_of_order",
            Doubt::Twice => "twice",
            Doubt::Alone => "alone",
        }
    }
}

impl Cell {
    /// What is doubtful about it, if anything: where it is (row and column,
    /// from 0), what is open, what is done with it.
    pub fn doubt_text(&self, (row, column): (usize, usize), lang: Lang) -> Option<String> {
        let doubt = self.doubt.as_ref()?;
        let (r, c) = (row + 1, column + 1);
        Some(match lang {
            Lang::Ja => format!("{r} 行目の {c} 枚目: {}", self.doubt_ja(doubt)),
            Lang::En => format!("row {r}, tile {c}: {}", self.doubt_en(doubt)),
        })
    }

    fn doubt_ja(&self, doubt: &Doubt) -> String {
        let (tile, score) = (self.tile, percent(self.score));
        match doubt {
            Doubt::Unsure(other) => format!("{tile} ({score}) か {other}。覚えません"),
            Doubt::LooksLike(other, p) => format!(
                "{other} ({}) に見えますが、並びから {tile} とします",
                percent(*p)
            ),
            Doubt::OutOfOrder => format!("{tile} は順番どおりではありません。覚えません"),
            Doubt::Twice => format!("{tile} はほかの行にもあります。覚えません"),
            Doubt::Alone => format!("{tile} らしいものが一枚だけあります。覚えません"),
        }
    }

    fn doubt_en(&self, doubt: &Doubt) -> String {
        let (tile, score) = (self.tile, percent(self.score));
        match doubt {
            Doubt::Unsure(other) => format!("{tile} ({score}) or {other}: not learned"),
            Doubt::LooksLike(other, p) => format!(
                "looks like {other} ({}), taken for {tile} by its place",
                percent(*p)
            ),
            Doubt::OutOfOrder => format!("{tile} is out of order: not learned"),
            Doubt::Twice => format!("{tile} lies in another row too: not learned"),
            Doubt::Alone => format!("lies alone and may be {tile}: not learned"),
        }
    }
}

fn percent(p: f32) -> String {
    format!("{:.0} %", p * 100.0)
}
