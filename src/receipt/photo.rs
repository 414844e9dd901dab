//! The photo of a receipt: what was seen on it, and looking again.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::verify::{Cause, Difference, Verdict};
use super::{Doubtful, Model, PhotoId, Receipt, SeenTile};
use crate::detect::{Quad, hex};
use crate::frame::Frame;
use crate::lang::Said;
use crate::read::{self, ReadTile, Reading};

/// Two outlines are one tile if their centres are this near, as a share of the
/// tile's side.
const SAME_PLACE: f64 = 0.4;

impl PhotoId {
    /// Which photo a frame is.
    pub fn of(frame: &Frame) -> PhotoId {
        let path = std::path::Path::new(&frame.name);
        let name = path.file_name().map(|name| name.to_string_lossy());
        PhotoId {
            name: name.map_or_else(|| frame.name.clone(), |name| name.into_owned()),
            sha256: frame.file_sha256.clone(),
            pixels_sha256: hex(&Sha256::digest(frame.image.as_raw())),
            width: frame.image.width(),
            height: frame.image.height(),
        }
    }
}

impl Receipt {
    /// With the photo and what was seen on it. The hand must have been made
    /// from this reading (`Draft::from_reading`).
    #[must_use]
    pub fn with_photo(mut self, photo: PhotoId, reading: &Reading) -> Receipt {
        self.photo = Some(photo);
        self.model = Some(model(reading));
        self.tiles = reading.tiles.iter().map(seen).collect();
        let doubt = |review: &read::Review| Doubtful {
            kind: review.kind.code().to_owned(),
            tiles: review.tiles.clone(),
        };
        self.review = reading.review.iter().map(doubt).collect();
        self.rivals = reading.rivals.iter().map(read::notation).collect();
        self
    }
}

fn model(reading: &Reading) -> Model {
    Model {
        name: reading.model.name.clone(),
        sha256: reading.model.sha256.clone(),
        tile_set: reading.tile_set.as_ref().map(|set| set.profile.clone()),
    }
}

fn seen(tile: &ReadTile) -> SeenTile {
    let round = |value: f32, per_unit: f64| (f64::from(value) * per_unit).round() / per_unit;
    SeenTile {
        class: tile.tile,
        score: round(tile.score, 1e4),
        quad: tile.quad.0.map(|corner| corner.map(|v| round(v, 10.0))),
        alternatives: tile
            .alternatives
            .iter()
            .map(|&(face, p)| (face, round(p, 1e4)))
            .collect(),
        zone: serde_json::to_value(tile.zone)
            .ok()
            .and_then(|word| word.as_str().map(str::to_owned))
            .unwrap_or_default(),
    }
}

impl SeenTile {
    /// The outline in image pixels.
    pub fn outline(&self) -> Quad {
        Quad(self.quad.map(|corner| corner.map(|v| v as f32)))
    }

    fn is_at(&self, other: &ReadTile) -> bool {
        let (own, other) = (self.outline(), other.quad);
        let ([ax, ay], [bx, by]) = (own.centre(), other.centre());
        let away = f64::from((ax - bx).hypot(ay - by));
        away < SAME_PLACE * f64::from(own.side().max(1.0))
    }
}

impl Verdict {
    /// Compares with the photo itself, and with what today's model reads on it
    /// (`reading`, under the receipt's rules).
    pub fn with_photo(&mut self, receipt: &Receipt, frame: &Frame, reading: &Reading) {
        let Some(photo) = &receipt.photo else { return };
        let now = PhotoId::of(frame);
        let same_photo = self.same_photo(photo, &now);
        let now_model = model(reading);
        let same_model = receipt.model.as_ref() == Some(&now_model);
        if let Some(then) = receipt.model.as_ref().filter(|_| !same_model) {
            self.notes.push(Said::new(
                format!(
                    "読み取りのモデルは {}、今は {} です",
                    set(then),
                    set(&now_model)
                ),
                format!(
                    "it was read with {}; today's is {}",
                    set(then),
                    set(&now_model)
                ),
            ));
        }
        let cause = match (same_photo, same_model) {
            (false, _) => Cause::Photo,
            (true, true) => Cause::Tile,
            (true, false) => Cause::Model,
        };
        self.same_tiles(receipt, reading, cause);
    }

    /// Whether it is the same photo; a file written anew with the same pixels is.
    fn same_photo(&mut self, then: &PhotoId, now: &PhotoId) -> bool {
        let same_file = then.sha256.is_some() && then.sha256 == now.sha256;
        if same_file {
            return true;
        }
        if then.pixels_sha256 == now.pixels_sha256 {
            if then.sha256.is_some() {
                self.notes.push(Said::new(
                    "写真のファイルは書き直されていますが、画素は同じです",
                    "the photo's file was written anew; its pixels are the same",
                ));
            }
            return true;
        }
        let (part, then, now) = match (&then.sha256, &now.sha256) {
            (Some(then), Some(now)) => ("photo.sha256", then, now),
            _ => (
                "photo.pixels_sha256",
                &then.pixels_sha256,
                &now.pixels_sha256,
            ),
        };
        let short = |sum: &str| sum.chars().take(12).collect::<String>();
        let (then, now) = (short(then), short(now));
        let said = Said::new(
            format!("控えの写真は {then}…、この写真は {now}…"),
            format!("the receipt's photo is {then}…, this one {now}…"),
        );
        self.differences
            .insert(0, Difference::new(part, Cause::Photo, said));
        false
    }

    fn same_tiles(&mut self, receipt: &Receipt, reading: &Reading, cause: Cause) {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for (at, tile) in receipt.tiles.iter().enumerate() {
            let again = reading.tiles.iter().position(|other| tile.is_at(other));
            let line = format!("tiles[{at}]");
            let Some(again) = again else {
                let said = Said::new(
                    format!("牌 {} ({}) は今は見つかりません", at + 1, tile.class),
                    format!("tile {} ({}) is not found today", at + 1, tile.class),
                );
                self.differences.push(Difference::new(line, cause, said));
                continue;
            };
            found.insert(again);
            let (then, now) = (tile.class, reading.tiles[again].tile);
            if then == now {
                continue;
            }
            let confirmed = receipt.confirmed.tiles.iter();
            let mut confirmed = confirmed.filter(|laid| laid.seen == Some(at));
            let said = Said::new(
                format!(
                    "牌 {}: 控えの読み取りでは {then}、今の読み取りでは {now}",
                    at + 1
                ),
                format!("tile {}: read as {then} then, as {now} today", at + 1),
            );
            // Another model that sees what the person saw speaks for the receipt.
            match cause == Cause::Model && confirmed.any(|laid| laid.tile == now) {
                true => self.notes.push(said),
                false => self.differences.push(Difference::new(line, cause, said)),
            }
        }
        let extra = reading.tiles.iter().enumerate();
        for (_, tile) in extra.filter(|(at, _)| !found.contains(at)) {
            let [x, y] = tile.quad.centre().map(|v| v.round() as i64);
            let said = Said::new(
                format!("控えにない牌 {} が ({x}, {y}) にあります", tile.tile),
                format!("a {} at ({x}, {y}) is not in the receipt", tile.tile),
            );
            self.differences.push(Difference::new("tiles", cause, said));
        }
    }
}

fn set(model: &Model) -> String {
    let sum: String = model.sha256.chars().take(12).collect();
    match &model.tile_set {
        Some(set) => format!("{} {sum}… + {set}", model.name),
        None => format!("{} {sum}…", model.name),
    }
}
