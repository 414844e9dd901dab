//! Which tiles are the hand, the sets, the gari strip, the indicators.

use crate::meld::MeldKind;
use crate::tile::Tile;

use super::Zone;
use super::rows::Place;
use super::sets::{self, Shown};

/// A gap that separates two groups of a row, in widths of a tile.
const GROUP_GAP: f32 = 0.2;
/// A gap that can tell a called set from the hand without a sideways tile.
const SET_GAP: f32 = 0.55;
/// How much longer than its row's tiles a sideways tile is along the row: the
/// proportion of a face is 1.35, squared it is 1.8.
const SIDEWAYS: f32 = 1.33;
/// Most tiles of an indicator row.
const MAX_INDICATORS: usize = 5;
/// A division that fits this much worse than the best is still possible.
const CLOSE: f32 = 1.6;
/// Divisions looked at, at most.
const DIVISIONS: usize = 4;
/// A gap from which on the tile at the end is set apart as the winning one.
const APART: f32 = 0.35;
/// Of so many tiles of a strip, so many must be named as pulled ones.
const STRIP: (usize, usize) = (3, 2);
/// A strip farther from the hand than this many tile heights is not its own.
const NEAR: f32 = 7.0;

/// The parts of the picture, as indices of tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Zone of each tile.
    pub zones: Vec<Zone>,
    /// The concealed tiles in order, the winning tile among them.
    pub hand: Vec<usize>,
    /// The winning tile.
    pub win: Option<usize>,
    /// Whether the winning tile lies apart from the others, turned or shifted.
    pub win_is_apart: bool,
    /// Sets in order.
    pub melds: Vec<(MeldKind, Vec<usize>)>,
    /// Which tiles lie sideways.
    pub sideways: Vec<bool>,
}

impl Layout {
    /// Whether the tiles make a whole hand, each set counted as three.
    pub fn is_whole(&self) -> bool {
        matches!(self.hand.len() + 3 * self.melds.len(), 14 | 17)
    }
}

/// What is known of the tiles before their zones are.
pub(super) struct Seen<'a> {
    /// Names.
    pub names: &'a [Tile],
    /// Places.
    pub places: &'a [Place],
    /// Rows from the top, each from the left.
    pub rows: &'a [Vec<usize>],
    /// Tiles that a player may pull and lay aside.
    pub gari: &'a [Tile],
    /// Which of the tiles may be one of those, by another of their names.
    pub maybe_gari: &'a [bool],
}

/// One way to divide the main row: `[left, right)` is the hand.
#[derive(Clone, Debug, Default)]
struct Division {
    left: usize,
    right: usize,
    melds: Vec<(MeldKind, usize, usize)>,
    gari: Vec<(usize, usize)>,
    score: f32,
}

impl Seen<'_> {
    /// Assigns every tile to a zone, in each way that fits about as well as the
    /// best; the best first. There is always one.
    pub fn layouts(&self) -> Vec<Layout> {
        let start = Layout {
            zones: vec![Zone::Other; self.names.len()],
            sideways: self.sideways(),
            ..Layout::default()
        };
        let Some(main) = self.main_row() else {
            return vec![start];
        };
        let divisions = self.best_divisions(&self.rows[main], &start);
        let layout = |division| self.layout(main, division, start.clone());
        divisions.into_iter().map(layout).collect()
    }

    fn layout(&self, main: usize, division: Division, mut layout: Layout) -> Layout {
        self.divide_main(&self.rows[main], division, &mut layout);
        self.other_rows(main, &mut layout);
        self.second_row(main, &mut layout);
        self.find_win(main, &mut layout);
        layout
            .hand
            .iter()
            .for_each(|&i| layout.zones[i] = Zone::Hand);
        layout
    }

    /// A tile lies sideways when it is long along the row where its neighbours
    /// are short. Judged by outlines: the faces of some tiles look alike
    /// turned, and an oblique view changes the proportion of all alike.
    fn sideways(&self) -> Vec<bool> {
        let mut sideways = vec![false; self.names.len()];
        let all: Vec<usize> = (0..self.names.len()).collect();
        let usual = self.median_ratio(&all);
        for row in self.rows {
            let ratio = if row.len() >= 5 {
                self.median_ratio(row)
            } else {
                usual
            };
            for &i in row {
                sideways[i] = self.places[i].ratio() > SIDEWAYS * ratio;
            }
        }
        sideways
    }

    fn median_ratio(&self, row: &[usize]) -> f32 {
        let mut ratios: Vec<f32> = row.iter().map(|&i| self.places[i].ratio()).collect();
        ratios.sort_by(f32::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
    }

    fn is_gari(&self, tile: Tile) -> bool {
        self.gari.contains(&tile)
    }

    /// Whether tiles that lie together are pulled ones: all of them, or most and
    /// the others may be. One wrong name must not make indicators of a strip.
    fn is_strip(&self, tiles: &[usize]) -> bool {
        let named = tiles.iter().filter(|&&i| self.is_gari(self.names[i]));
        let (named, all) = (named.count(), tiles.len());
        let mostly = all >= 3 && STRIP.0 * named >= STRIP.1 * all;
        named == all || (mostly && tiles.iter().all(|&i| self.maybe_gari(i)))
    }

    fn maybe_gari(&self, i: usize) -> bool {
        self.maybe_gari[i] || self.is_gari(self.names[i])
    }

    fn gap_before(&self, row: &[usize], k: usize) -> f32 {
        if k == 0 || k >= row.len() {
            return f32::MAX;
        }
        let (a, b) = (&self.places[row[k - 1]], &self.places[row[k]]);
        // A tile pushed up or down is set apart as well.
        a.gap(b).max(1.2 * (a.step(b).abs() - 0.25))
    }

    fn height_of(&self, row: &[usize]) -> f32 {
        let sum: f32 = row.iter().map(|&i| self.places[i].half_height).sum();
        2.0 * sum / row.len().max(1) as f32
    }

    /// The row with the most faces; of equals the one with the largest tiles,
    /// which is the nearest.
    fn main_row(&self) -> Option<usize> {
        let faces = |row: &[usize]| row.iter().filter(|&&i| self.names[i] != Tile::BACK).count();
        let not_pulled = |row: &[usize]| row.iter().any(|&i| !self.is_gari(self.names[i]));
        (0..self.rows.len())
            .filter(|&r| faces(&self.rows[r]) > 0)
            .max_by(|&a, &b| {
                let key = |r: usize| {
                    let row = &self.rows[r];
                    (not_pulled(row), faces(row), self.height_of(row))
                };
                let (a, b) = (key(a), key(b));
                (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
            })
    }

    fn shown(&self, layout: &Layout, tiles: &[usize]) -> Vec<Shown> {
        let one = |&i: &usize| Shown {
            tile: self.names[i],
            sideways: layout.sideways[i],
        };
        tiles.iter().map(one).collect()
    }

    /// The division that fits best and those close to it.
    fn best_divisions(&self, row: &[usize], layout: &Layout) -> Vec<Division> {
        let start = Division {
            left: 0,
            right: row.len(),
            ..Division::default()
        };
        let mut all = Vec::new();
        self.divisions(row, layout, start, false, &mut |division| {
            all.push(division);
        });
        // A stable sort: of equals the one with fewer parts was found first.
        all.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = all.first().map_or(0.0, |division| division.score);
        all.retain(|division| division.score >= best - CLOSE);
        all.truncate(DIVISIONS);
        all
    }

    fn divide_main(&self, row: &[usize], division: Division, layout: &mut Layout) {
        layout.hand = row[division.left..division.right].to_vec();
        for &(from, to) in &division.gari {
            row[from..to]
                .iter()
                .for_each(|&i| layout.zones[i] = Zone::Gari);
        }
        let mut melds = division.melds;
        melds.sort_by_key(|&(_, from, _)| from);
        for (kind, from, to) in melds {
            add_meld(layout, kind, row[from..to].to_vec());
        }
    }

    /// Calls `visit` with every way to take sets and gari strips off the ends.
    /// Those on the left are taken after those on the right, so that no
    /// division is tried twice.
    fn divisions(
        &self,
        row: &[usize],
        layout: &Layout,
        division: Division,
        left_only: bool,
        visit: &mut impl FnMut(Division),
    ) {
        let mut whole = division.clone();
        whole.score += self.count_score(whole.right - whole.left, whole.melds.len());
        visit(whole);
        if division.melds.len() + division.gari.len() >= 5 {
            return;
        }
        let Division { left, right, .. } = division;
        for on_left in [false, true] {
            if left_only && !on_left {
                continue;
            }
            for size in [3, 4] {
                if right - left <= size {
                    continue;
                }
                let (from, to) = if on_left {
                    (left, left + size)
                } else {
                    (right - size, right)
                };
                let Some((kind, score)) = self.set_at(row, layout, from, to, on_left) else {
                    continue;
                };
                let mut next = division.clone();
                next.melds.push((kind, from, to));
                self.take(&mut next, from, to, on_left, score);
                self.divisions(row, layout, next, on_left, visit);
            }
            if let Some((from, to)) = self.strip_at(row, left, right, on_left) {
                let mut next = division.clone();
                next.gari.push((from, to));
                self.take(&mut next, from, to, on_left, 0.3);
                self.divisions(row, layout, next, on_left, visit);
            }
        }
    }

    fn take(&self, division: &mut Division, from: usize, to: usize, on_left: bool, score: f32) {
        if on_left {
            division.left = to;
        } else {
            division.right = from;
        }
        division.score += score;
    }

    /// How likely tiles at an end of the row are a set beside the hand.
    fn set_at(
        &self,
        row: &[usize],
        layout: &Layout,
        from: usize,
        to: usize,
        on_left: bool,
    ) -> Option<(MeldKind, f32)> {
        let shown = self.shown(layout, &row[from..to]);
        let kind = sets::kind(&shown)?;
        let marked = shown.iter().any(|s| s.sideways || s.tile == Tile::BACK);
        let gap = self.gap_before(row, if on_left { to } else { from });
        let inner = (from + 1..to)
            .map(|k| self.gap_before(row, k))
            .fold(0.0f32, f32::max);
        let mut score = if marked { 2.0 } else { -1.2 };
        score += match gap {
            g if g >= SET_GAP => 1.0,
            g if g >= GROUP_GAP => 0.4,
            // A winning tile laid sideways at the end of a hand looks the same.
            _ => -2.4,
        };
        if inner > GROUP_GAP && inner > 0.6 * gap {
            score -= 1.5;
        }
        if on_left {
            score -= 0.6;
        }
        Some((kind, score))
    }

    /// A group at an end of the row that holds nothing but pulled tiles.
    fn strip_at(
        &self,
        row: &[usize],
        left: usize,
        right: usize,
        on_left: bool,
    ) -> Option<(usize, usize)> {
        let mut range = (left..right).collect::<Vec<_>>();
        if !on_left {
            range.reverse();
        }
        let mut taken = 0;
        for (n, &k) in range.iter().enumerate() {
            if !self.maybe_gari(row[k]) {
                return None;
            }
            taken = n + 1;
            let gap = self.gap_before(row, if on_left { k + 1 } else { k });
            if gap > GROUP_GAP {
                break;
            }
        }
        let (from, to) = if on_left {
            (left, left + taken)
        } else {
            (right - taken, right)
        };
        let some = taken > 0 && taken < right - left;
        (some && self.is_strip(&row[from..to])).then_some((from, to))
    }

    /// How well a number of concealed tiles fits a number of sets.
    fn count_score(&self, concealed: usize, melds: usize) -> f32 {
        match concealed + 3 * melds {
            14 => 0.0,
            13 => -1.0,
            17 => -1.5,
            16 => -2.0,
            other => -2.0 - (other as f32 - 14.0).abs() * 0.7,
        }
    }

    fn other_rows(&self, main: usize, layout: &mut Layout) {
        let height = self.height_of(&self.rows[main]);
        for (r, row) in self.rows.iter().enumerate() {
            if r == main {
                continue;
            }
            if self.distance(row, &self.rows[main]) > NEAR * height {
                continue;
            }
            if self.melds_of_row(row, layout) || self.added_to_kan(row, layout) {
                continue;
            }
            let faces = |i: &&usize| self.names[**i] != Tile::BACK;
            let shown = row.iter().filter(faces).count();
            let zone = if shown == 0 {
                Zone::Other
            } else if self.is_strip(row) {
                Zone::Gari
            } else if shown <= MAX_INDICATORS && !self.is_pile(r, main) {
                Zone::Indicator
            } else {
                Zone::Other
            };
            for i in row.iter().filter(faces) {
                layout.zones[*i] = zone;
            }
        }
    }

    /// The shortest way between two rows' tiles, in pixels.
    fn distance(&self, a: &[usize], b: &[usize]) -> f32 {
        let apart = |&i: &usize| {
            b.iter().map(move |&j| {
                let (p, q) = (self.places[i].centre, self.places[j].centre);
                (p[0] - q[0]).hypot(p[1] - q[1])
            })
        };
        a.iter().flat_map(apart).fold(f32::MAX, f32::min)
    }

    /// Whether a row touches other rows of faces as discards do.
    fn is_pile(&self, row: usize, main: usize) -> bool {
        let touching = |other: &[usize]| {
            let pairs = self.rows[row].iter().flat_map(|&i| {
                other
                    .iter()
                    .map(move |&j| (&self.places[i], &self.places[j]))
            });
            let faces = other.iter().any(|&j| self.names[j] != Tile::BACK);
            faces
                && pairs
                    .filter(|(a, b)| a.gap(b) < -0.4 && a.step(b).abs() < 1.25)
                    .count()
                    >= 2
        };
        (0..self.rows.len())
            .filter(|&r| r != row && r != main)
            .any(|r| touching(&self.rows[r]))
    }

    /// A row that divides into marked sets altogether, if the hand lacks them.
    fn melds_of_row(&self, row: &[usize], layout: &mut Layout) -> bool {
        let mut found = Vec::new();
        let mut at = 0;
        while at < row.len() {
            let set = [4, 3].into_iter().find_map(|size| {
                let tiles = row.get(at..at + size)?;
                let shown = self.shown(layout, tiles);
                let marked = shown.iter().any(|s| s.sideways || s.tile == Tile::BACK);
                let kind = sets::kind(&shown)?;
                (marked || size == 4 || row.len() == size).then(|| (kind, tiles.to_vec()))
            });
            let Some(set) = set else { return false };
            at += set.1.len();
            found.push(set);
        }
        let missing = 14usize.saturating_sub(layout.hand.len() + 3 * layout.melds.len());
        if 3 * found.len() > missing + 1 {
            return false;
        }
        for (kind, tiles) in found {
            add_meld(layout, kind, tiles);
        }
        true
    }

    /// 加槓: one more tile laid across the sideways one of a pon.
    fn added_to_kan(&self, row: &[usize], layout: &mut Layout) -> bool {
        let &[tile] = row else { return false };
        let place = &self.places[tile];
        let target = layout.melds.iter().position(|(kind, tiles)| {
            *kind == MeldKind::Pon
                && tiles.iter().any(|&i| {
                    layout.sideways[i]
                        && self.names[i].plain() == self.names[tile].plain()
                        && place.gap(&self.places[i]) < -0.4
                        && place.step(&self.places[i]).abs() < 1.3
                })
        });
        let Some(meld) = target else { return false };
        layout.melds[meld].0 = MeldKind::Kakan;
        layout.melds[meld].1.push(tile);
        layout.zones[tile] = Zone::Meld;
        true
    }

    /// A hand laid in two rows: another row brings the count to a whole hand.
    fn second_row(&self, main: usize, layout: &mut Layout) {
        let have = layout.hand.len() + 3 * layout.melds.len();
        if have >= 13 || layout.hand.len() < 4 {
            return;
        }
        let height = self.height_of(&self.rows[main]);
        let row = (0..self.rows.len()).filter(|&r| r != main).find(|&r| {
            let row = &self.rows[r];
            let free = row.iter().all(|&i| {
                matches!(layout.zones[i], Zone::Other | Zone::Indicator)
                    && self.names[i] != Tile::BACK
            });
            let whole = [13, 14, 16, 17].contains(&(have + row.len()));
            free && whole && self.distance(row, &self.rows[main]) < 3.0 * height
        });
        let Some(row) = row else { return };
        let mut second = self.rows[row].clone();
        if row < main {
            second.append(&mut layout.hand);
            layout.hand = second;
        } else {
            layout.hand.append(&mut second);
        }
    }

    /// The tile set apart at an end, else a single tile near the hand if one is
    /// missing, else the last tile of a whole hand.
    fn find_win(&self, main: usize, layout: &mut Layout) {
        let n = layout.hand.len();
        let have = n + 3 * layout.melds.len();
        if matches!(have, 13 | 16) || n == 0 {
            self.lone_tile(main, layout);
            return;
        }
        let hand = &layout.hand;
        let apart = |k: usize| {
            let gap = self.gap_before(hand, k);
            let turned = layout.sideways[hand[if k == 1 { 0 } else { n - 1 }]];
            gap + if turned { 1.0 } else { 0.0 }
        };
        let first_is_apart = n > 1 && apart(1) > APART && apart(1) > apart(n - 1) + 0.2;
        layout.win_is_apart = first_is_apart || n == 1 || apart(n - 1) > APART;
        layout.win = Some(hand[if first_is_apart { 0 } else { n - 1 }]);
    }

    fn lone_tile(&self, main: usize, layout: &mut Layout) {
        let height = self.height_of(&self.rows[main]);
        let lone = self
            .rows
            .iter()
            .filter(|row| row.len() == 1 && self.names[row[0]] != Tile::BACK)
            .map(|row| (row[0], self.distance(row, &self.rows[main])))
            .filter(|&(i, distance)| {
                // The only tile in the hand of four sets is a row of its own, too.
                let free = layout.zones[i] != Zone::Meld && !layout.hand.contains(&i);
                free && distance < 2.5 * height
            })
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((tile, _)) = lone {
            layout.hand.push(tile);
            layout.win = Some(tile);
            layout.win_is_apart = true;
        }
    }
}

fn add_meld(layout: &mut Layout, kind: MeldKind, tiles: Vec<usize>) {
    tiles.iter().for_each(|&i| layout.zones[i] = Zone::Meld);
    layout.melds.push((kind, tiles));
}
