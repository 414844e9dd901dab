//! Comparing readings with labels, and adding the results up.

use std::collections::BTreeMap;

use crate::detect::Quad;
use crate::tile::Tile;

use super::super::{ReadTile, Reading, Timing};
use crate::labels::{Labelled, LabelledTile};

/// Boxes that share this much of their union are the same tile.
const SAME: f32 = 0.3;
/// A label that shows less of the face than this is neither asked for nor
/// counted against a reading.
pub(super) const VISIBLE: f32 = 0.6;
/// Bins of the reliability table.
const BINS: usize = 10;

/// One photo's result.
#[derive(Clone, Debug, Default)]
pub struct PhotoRow {
    /// Labelled tiles that are asked for.
    pub tiles: usize,
    /// Located.
    pub found: usize,
    /// Located and named right.
    pub right: usize,
    /// Classes of the tiles that are right.
    pub named: Vec<Tile>,
    /// Located and misnamed: what it is, what was said.
    pub misnamed: Vec<(Tile, Tile)>,
    /// Not located.
    pub missed: Vec<Tile>,
    /// Reported, but not labelled.
    pub extra: Vec<Tile>,
    /// For located tiles: probability of the name, and whether it is right.
    pub confidence: Vec<(f32, bool)>,
    /// For right tiles with a labelled zone: whether the zone is right.
    pub zones: (usize, usize),
    /// Whether the reading itself asks for a review.
    pub flagged: bool,
    /// Time spent.
    pub timing: Timing,
}

impl PhotoRow {
    /// Every labelled tile is right; reports beyond the labels do not matter.
    pub fn whole(&self) -> bool {
        self.right == self.tiles
    }

    /// Every labelled tile is right, and nothing else is reported.
    pub fn exact(&self) -> bool {
        self.whole() && self.extra.is_empty()
    }
}

/// Compares one reading with its labels.
pub fn compare(reading: &Reading, photo: &Labelled) -> PhotoRow {
    let size = (reading.width, reading.height);
    let outlines: Vec<Quad> = reading.tiles.iter().map(|tile| tile.quad).collect();
    let of_label = pairs(photo, &outlines, size);
    let mut taken = vec![false; outlines.len()];
    for &t in of_label.iter().flatten() {
        taken[t] = true;
    }
    let mut row = PhotoRow {
        flagged: !reading.is_clean(),
        timing: reading.timing,
        ..PhotoRow::default()
    };
    for (label, found) in photo.tiles.iter().zip(&of_label) {
        if label.visibility >= VISIBLE {
            row.add(label, found.map(|t: usize| &reading.tiles[t]));
        }
    }
    let extra = reading
        .tiles
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| !**taken);
    row.extra = extra.map(|(tile, _)| tile.tile).collect();
    row
}

/// For each label the outline that shows the same tile, if any: paired one to
/// one, the best overlap first. `size` is the picture's: labels may have been
/// made on a scaled copy.
pub fn pairs(photo: &Labelled, outlines: &[Quad], size: (u32, u32)) -> Vec<Option<usize>> {
    let sx = size.0 as f32 / photo.width.max(1) as f32;
    let sy = size.1 as f32 / photo.height.max(1) as f32;
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (l, label) in photo.tiles.iter().enumerate() {
        for (t, outline) in outlines.iter().enumerate() {
            let overlap = overlap(label, outline, sx, sy);
            if overlap > SAME {
                pairs.push((overlap, l, t));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut of_label = vec![None; photo.tiles.len()];
    let mut taken = vec![false; outlines.len()];
    for (_, l, t) in pairs {
        if of_label[l].is_none() && !taken[t] {
            of_label[l] = Some(t);
            taken[t] = true;
        }
    }
    of_label
}

impl PhotoRow {
    fn add(&mut self, label: &LabelledTile, found: Option<&ReadTile>) {
        self.tiles += 1;
        let Some(tile) = found else {
            self.missed.push(label.tile);
            return;
        };
        self.found += 1;
        let right = tile.tile == label.tile;
        self.confidence.push((tile.score, right));
        if !right {
            self.misnamed.push((label.tile, tile.tile));
            return;
        }
        self.right += 1;
        self.named.push(tile.tile);
        if let Some(zone) = &label.zone {
            self.zones.1 += 1;
            self.zones.0 += usize::from(serde_json::json!(tile.zone) == *zone.as_str());
        }
    }
}

/// Overlap of a label and a report: of outlines where both have one, of boxes
/// otherwise.
fn overlap(label: &LabelledTile, outline: &Quad, sx: f32, sy: f32) -> f32 {
    if let Some(quad) = &label.quad {
        return quad.scaled(sx, sy).iou(outline);
    }
    let [l, t, r, b] = label.bounds;
    let a = [l * sx, t * sy, r * sx, b * sy];
    let b = outline.bounds();
    let width = (a[2].min(b[2]) - a[0].max(b[0])).max(0.0);
    let height = (a[3].min(b[3]) - a[1].max(b[1])).max(0.0);
    let area = |v: [f32; 4]| (v[2] - v[0]) * (v[3] - v[1]);
    let both = area(a) + area(b) - width * height;
    if both > 0.0 {
        width * height / both
    } else {
        0.0
    }
}

/// Counts of one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassRow {
    /// Labelled.
    pub tiles: usize,
    /// Located.
    pub found: usize,
    /// Named right.
    pub right: usize,
    /// Reported under this name, right or not.
    pub reported: usize,
}

/// Results of a photo set added up.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// One row per photo.
    pub photos: Vec<PhotoRow>,
}

impl Tally {
    fn sum(&self, count: impl Fn(&PhotoRow) -> usize) -> usize {
        self.photos.iter().map(count).sum()
    }

    /// Labelled tiles.
    pub fn tiles(&self) -> usize {
        self.sum(|p| p.tiles)
    }

    /// Share of labelled tiles that were located.
    pub fn found(&self) -> f64 {
        share(self.sum(|p| p.found), self.tiles())
    }

    /// Share of labelled tiles that were located and named right.
    pub fn right(&self) -> f64 {
        share(self.sum(|p| p.right), self.tiles())
    }

    /// Share of located tiles that were named right.
    pub fn named(&self) -> f64 {
        share(self.sum(|p| p.right), self.sum(|p| p.found))
    }

    /// Share of reports that are right.
    pub fn precision(&self) -> f64 {
        share(self.sum(|p| p.right), self.sum(|p| p.found + p.extra.len()))
    }

    /// Share of photos in which every labelled tile is right.
    pub fn whole(&self) -> f64 {
        share(self.sum(|p| usize::from(p.whole())), self.photos.len())
    }

    /// Share of photos that are whole and report nothing else.
    pub fn exact(&self) -> f64 {
        share(self.sum(|p| usize::from(p.exact())), self.photos.len())
    }

    /// Share of right tiles whose zone is right, where zones are labelled.
    pub fn zones(&self) -> Option<f64> {
        let labelled = self.sum(|p| p.zones.1);
        (labelled > 0).then(|| share(self.sum(|p| p.zones.0), labelled))
    }

    /// Photos with a wrong name that no review points at: the worst kind.
    pub fn silent(&self) -> usize {
        self.sum(|p| usize::from(!p.whole() && !p.flagged))
    }

    /// Median milliseconds of each stage: decode, locate, classify, read.
    pub fn milliseconds(&self) -> [f64; 4] {
        let median = |time: fn(&Timing) -> std::time::Duration| {
            let mut all: Vec<f64> = self
                .photos
                .iter()
                .map(|p| time(&p.timing).as_secs_f64() * 1e3)
                .collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or(0.0)
        };
        [
            median(|t| t.decode),
            median(|t| t.locate),
            median(|t| t.classify),
            median(|t| t.read),
        ]
    }

    /// Counts per class, only those that occur.
    pub fn classes(&self) -> BTreeMap<Tile, ClassRow> {
        let mut rows: BTreeMap<Tile, ClassRow> = BTreeMap::new();
        for photo in &self.photos {
            for &tile in &photo.named {
                let row = rows.entry(tile).or_default();
                row.tiles += 1;
                row.found += 1;
                row.right += 1;
                row.reported += 1;
            }
            for &tile in &photo.missed {
                rows.entry(tile).or_default().tiles += 1;
            }
            for &(is, said) in &photo.misnamed {
                let row = rows.entry(is).or_default();
                (row.tiles, row.found) = (row.tiles + 1, row.found + 1);
                rows.entry(said).or_default().reported += 1;
            }
            for &tile in &photo.extra {
                rows.entry(tile).or_default().reported += 1;
            }
        }
        rows
    }

    /// What was taken for what, the most frequent first.
    pub fn confusions(&self) -> Vec<((Tile, Tile), usize)> {
        let mut counts: BTreeMap<(Tile, Tile), usize> = BTreeMap::new();
        for photo in &self.photos {
            for &pair in &photo.misnamed {
                *counts.entry(pair).or_default() += 1;
            }
        }
        let mut list: Vec<_> = counts.into_iter().collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        list
    }

    /// Reliability of the probabilities: per tenth, how many names, their mean
    /// probability, and the share that is right.
    pub fn reliability(&self) -> Vec<(usize, f64, f64)> {
        let mut bins = vec![(0usize, 0f64, 0usize); BINS];
        for &(score, right) in self.photos.iter().flat_map(|p| &p.confidence) {
            let bin = ((score * BINS as f32) as usize).min(BINS - 1);
            bins[bin].0 += 1;
            bins[bin].1 += f64::from(score);
            bins[bin].2 += usize::from(right);
        }
        bins.into_iter()
            .map(|(n, sum, right)| (n, sum / n.max(1) as f64, share(right, n)))
            .collect()
    }
}

/// From this probability on, a name counts as sure.
const SURE: f32 = 0.9;

impl Tally {
    /// Expected calibration error: how far the mean probability is from the
    /// share that is right, averaged over the names of all bins.
    pub fn calibration_error(&self) -> f64 {
        let bins = self.reliability();
        let names: usize = bins.iter().map(|bin| bin.0).sum();
        let off = bins
            .iter()
            .map(|&(n, mean, right)| n as f64 * (mean - right).abs());
        off.sum::<f64>() / names.max(1) as f64
    }

    /// Share of located tiles that are wrong at a probability of 0.9 or more.
    pub fn wrong_and_sure(&self) -> f64 {
        let all = || self.photos.iter().flat_map(|p| &p.confidence);
        let wrong = all().filter(|&&(score, right)| !right && score >= SURE);
        share(wrong.count(), all().count())
    }
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
