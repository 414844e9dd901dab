//! Called and declared sets.

use crate::tile::Tile;

/// How a set was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeldKind {
    /// チー: a called sequence.
    Chi,
    /// ポン: a called triplet.
    Pon,
    /// 大明槓: a quad called on a discard.
    Daiminkan,
    /// 加槓: a quad added to a pon.
    Kakan,
    /// 暗槓: a concealed quad, which leaves the hand closed.
    Ankan,
}

impl MeldKind {
    const ALL: [MeldKind; 5] = [
        MeldKind::Chi,
        MeldKind::Pon,
        MeldKind::Daiminkan,
        MeldKind::Kakan,
        MeldKind::Ankan,
    ];
    /// How the case files write the kinds.
    pub const WORDS: [&str; 5] = ["chi", "pon", "daiminkan", "kakan", "ankan"];

    /// As the case files write it.
    pub const fn word(self) -> &'static str {
        MeldKind::WORDS[self as usize]
    }

    /// The kind of a word of the case files.
    pub fn of_word(word: &str) -> Option<MeldKind> {
        MeldKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether the set opens the hand.
    pub const fn is_open(self) -> bool {
        !matches!(self, MeldKind::Ankan)
    }

    /// Whether this is a quad.
    pub const fn is_kan(self) -> bool {
        matches!(
            self,
            MeldKind::Daiminkan | MeldKind::Kakan | MeldKind::Ankan
        )
    }
}

/// One set beside the hand, its tiles with red fives as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    /// How it was made.
    pub kind: MeldKind,
    /// Three or four tiles.
    pub tiles: Vec<Tile>,
}

/// Whether sets lie in the order in which they were called however they lie:
/// at most one of them is a call.
pub fn order_is_plain(melds: &[Meld]) -> bool {
    melds.iter().filter(|meld| meld.kind.is_open()).count() <= 1
}
