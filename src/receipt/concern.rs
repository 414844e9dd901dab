//! Tiles that somebody may dispute, and the lines that hang on them.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{LaidTile, Receipt, words};
use crate::confirm::{Change, Doubt, Zone};
use crate::lang::Lang;
use crate::score::{self, Item, ItemId, ScoreSheet};
use crate::tile::Tile;

/// Why a tile may be disputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A person gave it another face than was read.
    Corrected,
    /// A person put it in; the photo does not show it.
    Added,
    /// A person put it into another zone.
    Moved,
    /// A person took it away.
    Removed,
    /// It was doubtful, and a person vouched for it.
    Vouched,
    /// It was doubtful, and nobody has vouched for it.
    Doubtful,
}

impl Why {
    /// In words.
    pub fn text(self, lang: Lang) -> &'static str {
        match self {
            Why::Corrected => lang.pick("手で直した", "corrected by hand"),
            Why::Added => lang.pick("手で加えた", "added by hand"),
            Why::Moved => lang.pick("手で移した", "moved by hand"),
            Why::Removed => lang.pick("手で除いた", "taken away by hand"),
            Why::Vouched => lang.pick("疑わしく、人が確かめた", "doubtful, and vouched for"),
            Why::Doubtful => lang.pick("疑わしい", "doubtful"),
        }
    }
}

/// What the hand would be with the other face.
#[derive(Clone, Debug, PartialEq)]
pub struct Instead {
    /// The other face.
    pub tile: Tile,
    /// How likely it was by the reading, `0..=1`.
    pub score: Option<f64>,
    /// What it would make; `None` if the hand would be no win.
    pub sheet: Option<ScoreSheet>,
}

/// One tile that may be disputed.
#[derive(Clone, Debug, PartialEq)]
pub struct Concern {
    /// The tile as confirmed (as read, if it was taken away).
    pub tile: LaidTile,
    /// Why.
    pub why: Why,
    /// The face as read and its probability, if it was seen.
    pub read: Option<(Tile, f64)>,
    /// Lines of the result that hang on it.
    pub lines: Vec<ItemId>,
    /// The other reading of it, if there is one.
    pub instead: Option<Instead>,
}

impl Concern {
    /// One line: which tile, why, which lines.
    pub fn message(&self, lang: Lang) -> String {
        let number = words::number(&self.tile);
        let (number, why) = (number.text(lang), self.why.text(lang));
        let read = match (self.read, lang) {
            (Some((tile, p)), Lang::Ja) if tile != self.tile.tile => {
                format!("、読み取りは {tile} ({:.0} %)", 100.0 * p)
            }
            (Some((tile, p)), Lang::En) if tile != self.tile.tile => {
                format!(", read as {tile} ({:.0} %)", 100.0 * p)
            }
            (Some((_, p)), _) => format!(" ({:.0} %)", 100.0 * p),
            (None, _) => String::new(),
        };
        let lines: Vec<&str> = self
            .lines
            .iter()
            .map(|id| lang.pick(id.name_ja(), id.name_en()))
            .collect();
        let lines = match (lines.is_empty(), lang) {
            (true, Lang::Ja) => "関わる行はありません".to_owned(),
            (true, Lang::En) => "no line depends on it".to_owned(),
            (false, Lang::Ja) => format!("関わる行: {}", lines.join("、")),
            (false, Lang::En) => format!("lines: {}", lines.join(", ")),
        };
        let instead = self.instead.as_ref();
        let instead = instead.map_or_else(String::new, |other| {
            format!("{}{}", lang.pick("。", "; "), other.text(lang))
        });
        let tile = self.tile.tile;
        match lang {
            Lang::Ja => format!("{number} ({tile}): {why}{read}。{lines}{instead}"),
            Lang::En => format!("{number} ({tile}): {why}{read}; {lines}{instead}"),
        }
    }

    /// As JSON.
    pub fn json(&self, lang: Lang) -> Json {
        let instead = self.instead.as_ref().map(|other| {
            let total = other.sheet.as_ref().map(|sheet| sheet.total);
            json!({"class": other.tile, "score": other.score, "total": total})
        });
        json!({
            "tile": self.tile.seen.map(|seen| seen + 1),
            "class": self.tile.tile,
            "why": self.why,
            "read": self.read,
            "lines": self.lines,
            "instead": instead,
            "message": self.message(lang),
        })
    }
}

impl Instead {
    /// What the other face would make.
    pub fn text(&self, lang: Lang) -> String {
        let tile = self.tile;
        match (&self.sheet, lang) {
            (Some(sheet), Lang::Ja) => format!("{tile} なら {}点", sheet.total),
            (Some(sheet), Lang::En) => format!("with {tile} the total is {}", sheet.total),
            (None, Lang::Ja) => format!("{tile} なら和了れない"),
            (None, Lang::En) => format!("with {tile} it is no win"),
        }
    }
}

/// Every tile of the receipt that may be disputed, by its place in the hand.
pub fn all(receipt: &Receipt) -> Vec<Concern> {
    let confirmed = receipt.confirmed.tiles.iter();
    let here = confirmed.filter_map(|tile| Some((*tile, why(receipt, tile)?)));
    let removed = receipt.changes.iter().filter_map(|change| match change {
        Change::Removed { id, .. } => {
            let tile = receipt.read.as_ref()?.get(*id)?;
            Some((*tile, Why::Removed))
        }
        _ => None,
    });
    let all = here.chain(removed);
    all.map(|(tile, why)| concern(receipt, tile, why)).collect()
}

/// Why a confirmed tile may be disputed, if it may. Tiles out of play may not.
fn why(receipt: &Receipt, tile: &LaidTile) -> Option<Why> {
    // A typed hand has nothing that could be misread.
    let read = receipt.read.as_ref()?;
    let Some(before) = read.get(tile.id) else {
        return Some(Why::Added);
    };
    if before.tile != tile.tile {
        return Some(Why::Corrected);
    }
    // Sets are numbered, and a set broken up renumbers the others.
    let same_zone = match (before.zone, tile.zone) {
        (Zone::Meld(_), Zone::Meld(_)) => true,
        (before, now) => before == now,
    };
    if !same_zone {
        return Some(Why::Moved);
    }
    match (before.doubt, tile.doubt, tile.zone) {
        (Doubt::Sure, ..) | (.., Zone::Other) => None,
        (_, Doubt::Sure, _) => Some(Why::Vouched),
        _ => Some(Why::Doubtful),
    }
}

fn concern(receipt: &Receipt, tile: LaidTile, why: Why) -> Concern {
    let seen = tile.seen.and_then(|seen| receipt.tiles.get(seen));
    let before = receipt.read.as_ref().and_then(|read| read.get(tile.id));
    let read = seen.map(|seen| {
        // A face-down tile of a kan is named after the others.
        let face = before.map_or(seen.class, |before| before.tile);
        (face, seen.score)
    });
    let other = match why {
        Why::Corrected => read.map(|(face, score)| (face, Some(score))),
        Why::Vouched | Why::Doubtful => seen
            .and_then(|seen| seen.alternatives.first())
            .map(|(face, score)| (*face, Some(*score))),
        _ => None,
    };
    let instead = other.map(|(face, score)| Instead {
        tile: face,
        score,
        sheet: with_face(receipt, &tile, face),
    });
    let lines = lines(&receipt.result, &tile, why, instead.as_ref());
    Concern {
        tile,
        why,
        read,
        lines,
        instead,
    }
}

/// The score with one tile of another face.
fn with_face(receipt: &Receipt, tile: &LaidTile, face: Tile) -> Option<ScoreSheet> {
    let mut laid = receipt.confirmed.clone();
    laid.tiles
        .iter_mut()
        .find(|other| other.id == tile.id)?
        .tile = face;
    score::score(&receipt.house, &receipt.case.clone().with_hand(laid.hand())).ok()
}

/// The lines that point at the face, and those that the other face would change.
fn lines(sheet: &ScoreSheet, tile: &LaidTile, why: Why, instead: Option<&Instead>) -> Vec<ItemId> {
    if why == Why::Removed || tile.zone == Zone::Other {
        return Vec::new();
    }
    let all = |sheet: &ScoreSheet| -> Vec<Item> {
        let items = sheet.items.iter().chain(&sheet.chip_items);
        items.cloned().collect()
    };
    let other = instead.and_then(|other| other.sheet.as_ref()).map(all);
    let indicator = |zone| tile.zone == zone;
    let points = |item: &Item| match item.id {
        ItemId::Dora => indicator(Zone::Dora) || item.tiles.contains(&tile.tile),
        ItemId::Ura | ItemId::ChipUra => indicator(Zone::Ura) || item.tiles.contains(&tile.tile),
        ItemId::ChipArisu => indicator(Zone::Arisu),
        _ if matches!(tile.zone, Zone::Dora | Zone::Ura | Zone::Arisu) => false,
        // Pulled tiles are pointed at by their own lines, the others by theirs.
        ItemId::Gari | ItemId::RedGari => indicator(Zone::Gari),
        _ => !indicator(Zone::Gari) && item.tiles.contains(&tile.tile),
    };
    let changes = |item: &Item| {
        let same = |twin: &Item| twin.id == item.id && twin.value == item.value;
        other.as_ref().is_some_and(|other| !other.iter().any(same))
    };
    let mut found: Vec<ItemId> = Vec::new();
    for item in all(sheet) {
        if (points(&item) || changes(&item)) && !found.contains(&item.id) {
            found.push(item.id);
        }
    }
    found
}
