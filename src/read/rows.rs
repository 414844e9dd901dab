//! Rows by fitting: which tiles stand side by side, and in which order.
//!
//! Everything is decided from the tiles' own edges, so a picture may be turned,
//! scaled or seen at an angle without changing the result.

use crate::detect::Quad;

/// Largest gap inside a row, in widths of a tile.
const ROW_GAP: f32 = 2.6;
/// How far the next tile of a row may lie above or below, as a share of the
/// two half heights together.
const STEP: f32 = 0.5;
/// How far a tile of a row may lean against its neighbour: cos 35°.
const LEAN: f32 = 0.82;

/// A tile's place on the table, as its row sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Centre in pixels.
    pub centre: [f32; 2],
    /// Unit vector along the row, to the right as the tiles see it.
    pub along: [f32; 2],
    /// Half of the extent along the row.
    pub half_width: f32,
    /// Half of the extent across it.
    pub half_height: f32,
    /// Degrees clockwise of the tile's own top against the row: 0, 90, 180, 270.
    pub turn: u16,
}

impl Place {
    /// The shorter extent: a tile's width, whether it lies sideways or not.
    pub fn width(&self) -> f32 {
        2.0 * self.half_width.min(self.half_height)
    }

    /// How much longer the tile is along the row than across it.
    pub fn ratio(&self) -> f32 {
        self.half_width / self.half_height.max(1e-6)
    }

    /// How far `other` lies to the right and below, by the mean of both axes.
    fn offset(&self, other: &Place) -> (f32, f32) {
        let [ax, ay] = unit([
            self.along[0] + other.along[0],
            self.along[1] + other.along[1],
        ]);
        let (dx, dy) = (
            other.centre[0] - self.centre[0],
            other.centre[1] - self.centre[1],
        );
        (dx * ax + dy * ay, dy * ax - dx * ay)
    }

    /// Free space between two tiles of a row, in widths of a tile.
    pub fn gap(&self, other: &Place) -> f32 {
        let (along, _) = self.offset(other);
        let free = along.abs() - self.half_width - other.half_width;
        2.0 * free / (self.width() + other.width()).max(1e-6)
    }

    /// Distance across the row, in half heights of both together.
    pub fn step(&self, other: &Place) -> f32 {
        let (_, across) = self.offset(other);
        across / (self.half_height + other.half_height).max(1e-6)
    }
}

fn unit([x, y]: [f32; 2]) -> [f32; 2] {
    let length = x.hypot(y);
    if length > 1e-9 {
        [x / length, y / length]
    } else {
        [1.0, 0.0]
    }
}

fn edge(quad: &Quad, k: usize) -> [f32; 2] {
    let (a, b) = (quad.0[k % 4], quad.0[(k + 1) % 4]);
    [b[0] - a[0], b[1] - a[1]]
}

/// Places of all tiles. `weight` says how much each tile's own top is worth in
/// the vote on which way is up: little for faces that look alike turned.
pub(super) fn places(quads: &[Quad], weights: &[f32]) -> Vec<Place> {
    let up = vote(quads, weights);
    quads.iter().map(|quad| place(quad, up)).collect()
}

/// The direction in which rows run: the axis that most edges share, and of its
/// four readings the one that most tiles stand upright on.
fn vote(quads: &[Quad], weights: &[f32]) -> [f32; 2] {
    // Multiplied by four, the angles of all edges of a tile agree.
    let mut axis = [0.0f32; 2];
    for quad in quads {
        for k in 0..4 {
            let [x, y] = edge(quad, k);
            let angle = 4.0 * y.atan2(x);
            let size = x.hypot(y);
            axis = [axis[0] + size * angle.cos(), axis[1] + size * angle.sin()];
        }
    }
    let base = axis[1].atan2(axis[0]) / 4.0;
    let directions: [[f32; 2]; 4] = std::array::from_fn(|k| {
        let angle = base + k as f32 * std::f32::consts::FRAC_PI_2;
        [angle.cos(), angle.sin()]
    });
    let mut votes = [0.0f32; 4];
    for (quad, &weight) in quads.iter().zip(weights) {
        let [x, y] = unit(edge(quad, 0));
        let agrees = |d: &[f32; 2]| x * d[0] + y * d[1];
        let nearest =
            (0..4).max_by(|&a, &b| agrees(&directions[a]).total_cmp(&agrees(&directions[b])));
        votes[nearest.unwrap_or(0)] += weight;
    }
    let total: f32 = votes.iter().sum();
    // A near tie goes to the reading that points to the right in the picture.
    let score = |k: usize| votes[k] + 0.05 * total.max(1e-6) * directions[k][0];
    let best = (0..4).max_by(|&a, &b| score(a).total_cmp(&score(b)));
    directions[best.unwrap_or(0)]
}

fn place(quad: &Quad, up: [f32; 2]) -> Place {
    let agrees = |k: usize| {
        let [x, y] = unit(edge(quad, k));
        x * up[0] + y * up[1]
    };
    // The edge that runs along the row; the tile's own top edge is edge 0.
    let top = (0..4).max_by(|&a, &b| agrees(a).total_cmp(&agrees(b)));
    let top = top.unwrap_or(0);
    let (e, opposite) = (edge(quad, top), edge(quad, top + 2));
    let along = unit([e[0] - opposite[0], e[1] - opposite[1]]);
    let length = |k: usize| {
        let [x, y] = edge(quad, k);
        x.hypot(y)
    };
    Place {
        centre: quad.centre(),
        along,
        half_width: (length(top) + length(top + 2)) / 4.0,
        half_height: (length(top + 1) + length(top + 3)) / 4.0,
        // Edge `top` runs along the row, so the tile's own top edge, number 0,
        // is `top` corners back: a quarter turn anticlockwise each.
        turn: ((4 - top) % 4 * 90) as u16,
    }
}

/// Groups some of the tiles into rows, each in order from the left; rows from
/// the top.
pub(super) fn rows(places: &[Place], tiles: &[usize]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..places.len()).collect();
    for (n, &i) in tiles.iter().enumerate() {
        for &j in &tiles[n + 1..] {
            if are_neighbours(&places[i], &places[j]) {
                let (from, to) = (root(&mut group, i), root(&mut group, j));
                group[from.max(to)] = from.min(to);
            }
        }
    }
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut row_of = vec![usize::MAX; places.len()];
    for &i in tiles {
        let root = root(&mut group, i);
        if row_of[root] == usize::MAX {
            row_of[root] = rows.len();
            rows.push(Vec::new());
        }
        rows[row_of[root]].push(i);
    }
    let up = mean_direction(places);
    for row in &mut rows {
        row.sort_by(|&a, &b| rank(places, up, a).total_cmp(&rank(places, up, b)));
    }
    rows.sort_by(|a, b| depth(places, up, a).total_cmp(&depth(places, up, b)));
    rows
}

fn root(group: &mut [usize], mut i: usize) -> usize {
    while group[i] != i {
        group[i] = group[group[i]];
        i = group[i];
    }
    i
}

fn are_neighbours(a: &Place, b: &Place) -> bool {
    let lean = a.along[0] * b.along[0] + a.along[1] * b.along[1];
    let alike = a.width().max(b.width()) < 1.7 * a.width().min(b.width());
    lean > LEAN && alike && a.gap(b) < ROW_GAP && a.step(b).abs() < allowed_step(a.gap(b))
}

/// Beyond the next tile, a row may be extrapolated only with more care.
fn allowed_step(gap: f32) -> f32 {
    if gap > 0.8 { 0.35 } else { STEP }
}

fn mean_direction(places: &[Place]) -> [f32; 2] {
    let sum = places
        .iter()
        .fold([0.0, 0.0], |s, p| [s[0] + p.along[0], s[1] + p.along[1]]);
    unit(sum)
}

fn rank(places: &[Place], up: [f32; 2], i: usize) -> f32 {
    let [x, y] = places[i].centre;
    x * up[0] + y * up[1]
}

fn depth(places: &[Place], up: [f32; 2], row: &[usize]) -> f32 {
    let sum: f32 = row
        .iter()
        .map(|&i| places[i].centre[1] * up[0] - places[i].centre[0] * up[1])
        .sum();
    sum / row.len().max(1) as f32
}
