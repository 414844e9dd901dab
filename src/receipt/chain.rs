//! From the tiles seen over the reading and the changes to the hand that was
//! scored: every step must follow from the one before.

use std::collections::BTreeMap;

use super::verify::{Cause, Difference};
use super::words::{self, zone_name};
use super::{Laid, LaidTile, Receipt};
use crate::confirm::{Change, Doubt, TileId, Zone};
use crate::lang::Said;
use crate::meld::MeldKind;
use crate::notation::{self, Hand};
use crate::score::mpsz;
use crate::tile::Tile;

/// Every step that does not follow.
pub fn check(receipt: &Receipt) -> Vec<Difference> {
    let mut found = Vec::new();
    notation(&receipt.confirmed, "confirmed", &mut found);
    match &receipt.read {
        Some(read) => {
            notation(read, "read", &mut found);
            seen(receipt, read, &mut found);
            replayed(receipt, read, &mut found);
        }
        None => unread(receipt, &mut found),
    }
    scored(receipt, &mut found);
    found
}

fn tile(line: String, said: Said) -> Difference {
    Difference::new(line, Cause::Tile, said)
}

/// The notation of a laid hand is that of its tiles.
fn notation(laid: &Laid, part: &str, found: &mut Vec<Difference>) {
    let tiles = laid.hand().to_string();
    if laid.notation != tiles {
        let said = words::two_values(&laid.notation, &tiles);
        found.push(tile(format!("{part}.notation"), said));
    }
}

/// The reading has every seen tile once, with its face.
fn seen(receipt: &Receipt, read: &Laid, found: &mut Vec<Difference>) {
    let mut times = vec![0; receipt.tiles.len()];
    for (at, laid) in read.tiles.iter().enumerate() {
        let line = format!("read.tiles[{at}]");
        let Some(seen) = laid.seen.and_then(|seen| receipt.tiles.get(seen)) else {
            let said = Said::new("写真にない牌です", "the photo has no such tile");
            found.push(tile(line, said));
            continue;
        };
        if let Some(count) = laid.seen.and_then(|seen| times.get_mut(seen)) {
            *count += 1;
        }
        let hidden = seen.class == Tile::BACK && matches!(laid.zone, Zone::Meld(_));
        if seen.class != laid.tile && !hidden {
            let number = words::number(laid);
            found.push(tile(
                line,
                Said::new(
                    format!(
                        "{}: 写真では {}、読み取りでは {}",
                        number.ja, seen.class, laid.tile
                    ),
                    format!(
                        "{}: seen as {}, read as {}",
                        number.en, seen.class, laid.tile
                    ),
                ),
            ));
        }
    }
    for (at, _) in times.iter().enumerate().filter(|(_, times)| **times != 1) {
        let said = Said::new(
            format!("牌 {} が読み取りに 1 回だけ出てきません", at + 1),
            format!("tile {} is not in the reading exactly once", at + 1),
        );
        found.push(tile(format!("tiles[{at}]"), said));
    }
}

/// A typed hand was not seen and not changed.
fn unread(receipt: &Receipt, found: &mut Vec<Difference>) {
    let said = || {
        Said::new(
            "読み取りがないのに書かれています",
            "it stands there without a reading",
        )
    };
    for (part, empty) in [
        ("tiles", receipt.tiles.is_empty()),
        ("changes", receipt.changes.is_empty()),
        ("photo", receipt.photo.is_none()),
        ("model", receipt.model.is_none()),
    ] {
        if !empty {
            found.push(tile(part.to_owned(), said()));
        }
    }
    for (at, laid) in receipt.confirmed.tiles.iter().enumerate() {
        if laid.seen.is_some() {
            found.push(tile(format!("confirmed.tiles[{at}]"), said()));
        }
    }
}

/// The hand under the changes.
struct Replay {
    tiles: BTreeMap<TileId, LaidTile>,
    win: Option<TileId>,
    melds: Vec<MeldKind>,
}

impl Replay {
    /// Does a change again; `None` if it cannot have been made here.
    fn step(&mut self, change: &Change) -> Option<()> {
        match change {
            Change::Face { id, seen, from, to } => {
                let tile = self.tiles.get_mut(id)?;
                (tile.tile == *from && tile.seen == *seen).then_some(())?;
                tile.tile = *to;
                tile.doubt = Doubt::Sure;
            }
            Change::Zone { id, tile, from, to } => {
                let laid = self.tiles.get_mut(id)?;
                (laid.tile == *tile && laid.zone == *from).then_some(())?;
                laid.zone = *to;
            }
            Change::Added { id, tile, to } => {
                let new = LaidTile {
                    id: *id,
                    tile: *tile,
                    zone: *to,
                    doubt: Doubt::Sure,
                    seen: None,
                };
                self.tiles.insert(*id, new).is_none().then_some(())?;
            }
            Change::Removed { id, seen, tile } => {
                let gone = self.tiles.remove(id)?;
                (gone.tile == *tile && gone.seen == *seen).then_some(())?;
            }
            Change::Win { id, tile } => {
                let now = id.map(|id| self.tiles.get(&id).map(|laid| laid.tile));
                (now == tile.map(Some)).then_some(())?;
                self.win = *id;
            }
            Change::Kinds { kinds } => self.melds = kinds.clone(),
            Change::Vouched { id, seen, tile } => {
                let laid = self.tiles.get_mut(id)?;
                (laid.tile == *tile && laid.seen == *seen).then_some(())?;
                laid.doubt = Doubt::Sure;
            }
        }
        Some(())
    }
}

/// The reading with the changes is the hand that was confirmed.
fn replayed(receipt: &Receipt, read: &Laid, found: &mut Vec<Difference>) {
    let mut replay = Replay {
        tiles: read.tiles.iter().map(|tile| (tile.id, *tile)).collect(),
        win: read.win,
        melds: read.melds.clone(),
    };
    for (at, change) in receipt.changes.iter().enumerate() {
        if replay.step(change).is_none() {
            let said = Said::new(
                "この変更は、その前の手牌ではできません",
                "this change cannot have been made to the hand before it",
            );
            found.push(Difference::new(
                format!("changes[{at}]"),
                Cause::Change,
                said,
            ));
            return;
        }
    }
    replay.compare(&receipt.confirmed, found);
}

impl Replay {
    /// In what the confirmed hand is another than this.
    fn compare(mut self, confirmed: &Laid, found: &mut Vec<Difference>) {
        for (at, laid) in confirmed.tiles.iter().enumerate() {
            let line = format!("confirmed.tiles[{at}]");
            match self.tiles.remove(&laid.id) {
                Some(expected) => {
                    if let Some(said) = differs(&expected, laid) {
                        found.push(tile(line, said));
                    }
                }
                None => {
                    let said = Said::new(
                        format!("{} は読み取りにも変更にもありません", laid.tile),
                        format!("{} is neither in the reading nor in the changes", laid.tile),
                    );
                    found.push(tile(line, said));
                }
            }
        }
        for gone in self.tiles.values() {
            let number = words::number(gone);
            let said = Said::new(
                format!(
                    "{} ({}) がありません。取り除いた記録もありません",
                    number.ja, gone.tile
                ),
                format!(
                    "{} ({}) is missing, and no change takes it away",
                    number.en, gone.tile
                ),
            );
            found.push(tile("confirmed.tiles".to_owned(), said));
        }
        if self.win != confirmed.win {
            let said = Said::new(
                "和了牌が、読み取りと変更からわかる牌ではありません",
                "the winning tile is not the one of the reading and the changes",
            );
            found.push(tile("confirmed.win".to_owned(), said));
        }
        if self.melds != confirmed.melds {
            let said = words::two_values(&kinds(&confirmed.melds), &kinds(&self.melds));
            found.push(tile("confirmed.melds".to_owned(), said));
        }
    }
}

fn kinds(melds: &[MeldKind]) -> String {
    let words: Vec<&str> = melds.iter().map(|kind| kind.word()).collect();
    words.join(" ")
}

/// In what a tile is not as the reading and the changes have it.
fn differs(expected: &LaidTile, laid: &LaidTile) -> Option<Said> {
    let number = words::number(expected);
    if expected.seen != laid.seen {
        return Some(Said::new(
            format!("{}: 写真の別の牌を指しています", number.ja),
            format!("{}: it points at another tile of the photo", number.en),
        ));
    }
    if expected.tile != laid.tile {
        let (is, was) = (laid.tile, expected.tile);
        return Some(Said::new(
            format!(
                "{}: 控えの手牌では {is}、読み取りと変更からは {was}",
                number.ja
            ),
            format!(
                "{}: {is} in the confirmed hand, {was} by the reading and the changes",
                number.en
            ),
        ));
    }
    if expected.zone != laid.zone {
        let (is, was) = (zone_name(laid.zone), zone_name(expected.zone));
        return Some(Said::new(
            format!(
                "{}: 控えでは{}、読み取りと変更からは{}",
                number.ja, is.ja, was.ja
            ),
            format!(
                "{}: {} in the confirmed hand, {} by the reading and the changes",
                number.en, is.en, was.en
            ),
        ));
    }
    let claimed = laid.doubt == Doubt::Sure && expected.doubt != Doubt::Sure;
    claimed.then(|| {
        Said::new(
            format!("{}: 疑わしい牌ですが、確かめた記録がありません", number.ja),
            format!(
                "{}: it was doubtful, and no change vouches for it",
                number.en
            ),
        )
    })
}

/// The case has the tiles of the confirmed hand.
fn scored(receipt: &Receipt, found: &mut Vec<Difference>) {
    let (confirmed, case) = (
        receipt.confirmed.hand().canonical(),
        receipt.case.hand().canonical(),
    );
    let list = mpsz::print;
    let melds = |hand: &Hand| -> String {
        let all: Vec<String> = hand.melds.iter().map(notation::meld_text).collect();
        all.join(" ")
    };
    let win = |hand: &Hand| hand.win_tile.map(|tile| tile.to_string());
    // Ura that nobody may turn are not scored.
    let no_ura = receipt.case.riichi == 0 && case.ura.is_empty();
    let ura = match no_ura {
        true => String::new(),
        false => list(&confirmed.ura),
    };
    for (part, left, right) in [
        (
            "concealed",
            list(&case.concealed),
            list(&confirmed.concealed),
        ),
        (
            "win_tile",
            win(&case).unwrap_or_default(),
            win(&confirmed).unwrap_or_default(),
        ),
        ("melds", melds(&case), melds(&confirmed)),
        ("gari", list(&case.gari), list(&confirmed.gari)),
        ("dora_indicators", list(&case.dora), list(&confirmed.dora)),
        ("ura_indicators", list(&case.ura), ura),
        ("arisu_flips", list(&case.arisu), list(&confirmed.arisu)),
    ] {
        if left != right {
            let said = Said::new(
                format!("採点した牌は {left:?}、確かめた牌は {right:?}"),
                format!("scored with {left:?}, confirmed with {right:?}"),
            );
            found.push(tile(format!("case.{part}"), said));
        }
    }
}
