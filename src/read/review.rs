//! What a person should look at, and what to do about it.

use crate::lang::{Lang, counted};
use crate::tile::Tile;

/// Why a reading needs a person's eye.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewKind {
    /// A name that is not sure.
    Unsure,
    /// A name that was changed because the hand or the wall demands it.
    Renamed {
        /// The best name taken alone.
        from: Tile,
        /// The name given instead.
        to: Tile,
    },
    /// More copies than the wall holds, or a tile it does not hold.
    Illegal {
        /// The tile.
        tile: Tile,
        /// How many were read.
        count: usize,
        /// How many there can be.
        limit: usize,
    },
    /// Too few or too many tiles for a winning hand.
    Count {
        /// How many tiles the hand has, sets counted as three.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// Something weak that may be a tile.
    Weak,
    /// Something beside the hand was taken for no tile, but not surely.
    Ghost {
        /// Where it lies, in pixels.
        at: [u32; 2],
    },
    /// The same picture may show another whole hand.
    Rival {
        /// That hand as a person would type it.
        notation: String,
    },
    /// Nothing sets a tile apart as the winning one.
    WinTile {
        /// The tile that was taken.
        taken: Tile,
    },
    /// No tile at all.
    Nothing,
    /// A tile that the edge of the picture cuts.
    CutOff,
    /// Tiles that lie on each other.
    Overlap,
    /// Tiles too small to name well.
    TooSmall,
    /// The picture is too dark.
    TooDark,
    /// The picture has no colour.
    Grey,
    /// The picture is not sharp.
    Blur,
    /// Light is reflected.
    Glare,
    /// A face-down tile that is in no concealed kan.
    FaceDown,
    /// A concealed kan must hold a red five face down.
    HiddenRed,
    /// A kan with all four faces up and none sideways: concealed or called?
    OpenKan,
}

impl ReviewKind {
    /// The word for it in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            ReviewKind::Unsure => "unsure",
            ReviewKind::Renamed { .. } => "renamed",
            ReviewKind::Illegal { .. } => "illegal",
            ReviewKind::Count { .. } => "count",
            ReviewKind::Weak => "weak",
            ReviewKind::Ghost { .. } => "ghost",
            ReviewKind::Rival { .. } => "rival",
            ReviewKind::WinTile { .. } => "win_tile",
            ReviewKind::Nothing => "nothing",
            ReviewKind::CutOff => "cut_off",
            ReviewKind::Overlap => "overlap",
            ReviewKind::TooSmall => "too_small",
            ReviewKind::TooDark => "too_dark",
            ReviewKind::Grey => "grey",
            ReviewKind::Blur => "blur",
            ReviewKind::Glare => "glare",
            ReviewKind::FaceDown => "face_down",
            ReviewKind::HiddenRed => "hidden_red",
            ReviewKind::OpenKan => "open_kan",
        }
    }
}

/// One doubt about a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// What is doubtful.
    pub kind: ReviewKind,
    /// Indices into the reading's tiles; empty when it is about the picture.
    pub tiles: Vec<usize>,
}

impl Review {
    /// What to tell a person: the doubt, and what to do.
    pub fn message(&self, lang: Lang) -> String {
        let n = self.tiles.len();
        match (&self.kind, lang) {
            (ReviewKind::Unsure, Lang::Ja) => {
                format!("{n}枚の牌がはっきりしません: 確かめてください")
            }
            (ReviewKind::Unsure, Lang::En) if n == 1 => {
                "1 tile is not certain: check it".to_owned()
            }
            (ReviewKind::Unsure, Lang::En) => format!("{n} tiles are not certain: check them"),
            (ReviewKind::Renamed { from, to }, Lang::Ja) => {
                format!("{from} を {to} と読み替えました: 確かめてください")
            }
            (ReviewKind::Renamed { from, to }, Lang::En) => {
                format!("{from} was read as {to} instead: check it")
            }
            (ReviewKind::Illegal { tile, limit: 0, .. }, Lang::Ja) => {
                format!("この山に {tile} はありません: 直してください")
            }
            (ReviewKind::Illegal { tile, limit: 0, .. }, Lang::En) => {
                format!("{tile} was read but the wall has none: correct it")
            }
            (ReviewKind::Illegal { tile, count, limit }, Lang::Ja) => {
                format!("{tile} が{count}枚ありますが、{limit}枚までしかありません: 直してください")
            }
            (ReviewKind::Illegal { tile, count, limit }, Lang::En) => {
                format!("{count} of {tile} were read but there are only {limit}: correct them")
            }
            (ReviewKind::Ghost { at: [x, y] }, Lang::Ja) => {
                format!(
                    "牌として読まなかったものが手牌のそばにあります ({x}, {y}): 牌なら加えてください"
                )
            }
            (ReviewKind::Ghost { at: [x, y] }, Lang::En) => {
                format!(
                    "something beside the hand at ({x}, {y}) was not read as a tile: add it if it is one"
                )
            }
            (ReviewKind::Rival { notation }, Lang::Ja) => {
                format!("{notation} とも読めます: どちらか確かめてください")
            }
            (ReviewKind::Rival { notation }, Lang::En) => {
                format!("this could also be {notation}: check which it is")
            }
            (ReviewKind::WinTile { taken }, Lang::Ja) => {
                format!(
                    "和了牌が離して置かれていないので、端の {taken} としました: 確かめてください"
                )
            }
            (ReviewKind::WinTile { taken }, Lang::En) => {
                format!(
                    "no tile is set apart as the winning one; {taken} at the end was taken: check it"
                )
            }
            (ReviewKind::Count { found, expected }, Lang::Ja) => count_ja(*found, *expected),
            (ReviewKind::Count { found, expected }, Lang::En) => count_en(*found, *expected),
            (kind, lang) => plain_message(kind, lang).to_owned(),
        }
    }
}

fn count_ja(found: usize, expected: usize) -> String {
    if found < expected {
        format!("{found}枚: あと{}枚足りません", expected - found)
    } else {
        format!("{found}枚: {}枚多すぎます", found - expected)
    }
}

fn count_en(found: usize, expected: usize) -> String {
    let tiles = counted(found as i64, "tile");
    if found < expected {
        format!("{tiles}: {} missing", expected - found)
    } else {
        format!("{tiles}: {} too many", found - expected)
    }
}

const fn plain_message(kind: &ReviewKind, lang: Lang) -> &'static str {
    match kind {
        ReviewKind::Weak => lang.pick(
            "牌かどうかはっきりしないものがあります: 牌なら加えてください",
            "something here may be a tile: add it if it is",
        ),
        ReviewKind::Nothing => lang.pick(
            "牌が見つかりません: 牌を明るい所に並べて撮ってください",
            "no tiles were found: lay them out in good light and try again",
        ),
        ReviewKind::CutOff => lang.pick(
            "牌が画面の端で切れています: 少し離れて撮ってください",
            "a tile is cut by the edge: move back a little",
        ),
        ReviewKind::Overlap => lang.pick(
            "牌が重なっています: 離して置いてください",
            "tiles overlap: lay them apart",
        ),
        ReviewKind::TooSmall => lang.pick(
            "牌が小さすぎます: 近づいて撮ってください",
            "the tiles are too small: move closer",
        ),
        ReviewKind::TooDark => lang.pick(
            "暗すぎます: 明かりをつけてください",
            "it is too dark: turn on a light",
        ),
        ReviewKind::Grey => lang.pick(
            "色のない写真です: 赤牌を見分けられないので確かめてください",
            "the picture has no colour: red fives cannot be told, check them",
        ),
        ReviewKind::Blur => lang.pick(
            "ぼけています: 手を止めて撮り直してください",
            "the picture is blurred: hold still and try again",
        ),
        ReviewKind::Glare => lang.pick(
            "光が反射しています: 少し傾けてください",
            "light is reflected: tilt a little",
        ),
        ReviewKind::HiddenRed => lang.pick(
            "暗槓の伏せた牌に赤5があるはずです: めくって確かめてください",
            "a red five must lie face down in the concealed kan: turn it over and check",
        ),
        ReviewKind::OpenKan => lang.pick(
            "4枚とも表の槓を暗槓としました: 鳴いた槓なら直してください",
            "a kan with all four tiles face up is taken as concealed: correct it if it was called",
        ),
        ReviewKind::FaceDown => lang.pick(
            "伏せた牌があります: 表にしてください",
            "a tile lies face down: turn it over",
        ),
        _ => "",
    }
}
