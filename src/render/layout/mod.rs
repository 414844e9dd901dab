//! Where tiles lie: hands, rivers, trays, heaps.

mod deal;
mod grids;
mod hands;
mod heaps;

pub use deal::{any_tile, winning_hand};
pub use hands::{Hand, HandMeld, place_tidy};

use std::f32::consts::{FRAC_PI_2, PI};

use super::math::{P2, V3};
use super::solid::{Skin, Solid};
use crate::faces::rng::Rng;
use crate::tile::Tile;

/// How a tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pose {
    /// Face up on the table.
    Flat,
    /// On its long edge or leaning, face to the side.
    Standing,
    /// Face down.
    Down,
}

impl Pose {
    /// The name in the annotations.
    pub const fn name(self) -> &'static str {
        match self {
            Pose::Flat => "flat",
            Pose::Standing => "standing",
            Pose::Down => "down",
        }
    }
}

/// What a tile is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The concealed hand and the winning tile.
    Hand,
    /// A called or declared set.
    Meld,
    /// The strip of pulled tiles.
    Gari,
    /// Dora indicators.
    Indicator,
    /// Discards, wall, anything else.
    Other,
}

impl Zone {
    /// The name in the annotations.
    pub const fn name(self) -> &'static str {
        match self {
            Zone::Hand => "hand",
            Zone::Meld => "meld",
            Zone::Gari => "gari",
            Zone::Indicator => "indicator",
            Zone::Other => "other",
        }
    }
}

/// One tile on the table.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Its class if its face were up.
    pub tile: Tile,
    /// Middle, on the table.
    pub at: P2,
    /// Counter-clockwise turn in radians, 0 = upright for the person.
    pub turn: f32,
    /// How it lies.
    pub pose: Pose,
    /// How far a standing tile leans back, 0 (upright) to 1 (nearly flat).
    pub lean: f32,
    /// Height of what it lies on, in tile widths.
    pub lift: f32,
    /// What it is part of.
    pub zone: Zone,
    /// Row and place within its zone.
    pub row: u16,
    /// Place in the row, from the person's left.
    pub index: u16,
}

impl Placed {
    /// A tile face up and upright.
    pub fn flat(tile: Tile, at: P2) -> Placed {
        Placed {
            tile,
            at,
            turn: 0.0,
            pose: Pose::Flat,
            lean: 0.0,
            lift: 0.0,
            zone: Zone::Other,
            row: 0,
            index: 0,
        }
    }

    /// The body of this tile for a set of the given size; `number` is its
    /// place in the scene's list.
    pub fn solid(&self, size: V3, radius: f32, number: usize) -> Solid {
        let half = size.map(|s| s / 2.0);
        let (sin, cos) = self.turn.sin_cos();
        let (right, up) = ([cos, sin, 0.0], [-sin, cos, 0.0]);
        let (axes, height) = match self.pose {
            Pose::Flat => ([right, up, [0.0, 0.0, 1.0]], half[2]),
            Pose::Down => ([right.map(|v| -v), up, [0.0, 0.0, -1.0]], half[2]),
            Pose::Standing => {
                let tilt = FRAC_PI_2 * (1.0 - self.lean);
                let (st, ct) = tilt.sin_cos();
                let y = [up[0] * ct, up[1] * ct, st];
                let z = [-up[0] * st, -up[1] * st, ct];
                ([right, y, z], half[1] * st + half[2] * ct)
            }
        };
        let center = [self.at[0], self.at[1], self.lift + height];
        Solid {
            center,
            axes,
            half,
            radius,
            skin: Skin::Tile(number),
        }
    }
}

/// Random looseness of a scene: how untidy people were.
#[derive(Clone, Copy, Debug)]
pub struct Tidiness {
    /// Gap between neighbours.
    pub gap: f32,
    /// Turn of single tiles, standard deviation in radians.
    pub turn: f32,
    /// Shift of single tiles, standard deviation.
    pub shift: f32,
}

impl Tidiness {
    /// From exactly touching to careless.
    pub fn random(rng: &mut Rng) -> Tidiness {
        Tidiness {
            gap: rng.pick(&[0.0, 0.0, 0.01, 0.02, 0.05, 0.1]),
            turn: rng.pick(&[0.002, 0.01, 0.025, 0.06]),
            shift: rng.pick(&[0.0, 0.01, 0.03, 0.08]),
        }
    }
}

/// A table being laid out.
pub struct Layout {
    /// The tiles so far.
    pub tiles: Vec<Placed>,
    /// Size of a tile: width (1), height, thickness.
    pub size: V3,
    /// How untidy.
    pub tidiness: Tidiness,
    /// Where a tray stands, if any: corners of its inside (low x, low y,
    /// high x, high y).
    pub tray: Option<[f32; 4]>,
    /// Empty places where a tile could lie (of trays): they look like tiles to
    /// a careless eye.
    pub holes: Vec<P2>,
    /// The y of a table edge that the hand lies along, if any.
    pub rim: Option<f32>,
    /// Smallest elevation the camera may have, in radians.
    pub low_view: f32,
    /// Largest elevation.
    pub high_view: f32,
    /// Whether any walk around the table is as likely.
    pub any_side: bool,
    /// A table without tiles: those laid out only say where the camera looks.
    pub vacant: bool,
    /// The ground they took.
    area: Option<[f32; 4]>,
}

impl Layout {
    /// An empty table.
    pub fn new(size: V3, rng: &mut Rng) -> Layout {
        Layout {
            tiles: Vec::new(),
            size,
            tidiness: Tidiness::random(rng),
            tray: None,
            holes: Vec::new(),
            rim: None,
            low_view: 0.5,
            high_view: FRAC_PI_2,
            any_side: false,
            vacant: false,
            area: None,
        }
    }

    /// Takes the tiles off a table that is to be vacant, and keeps its bounds.
    pub(super) fn clear(&mut self) {
        self.area = Some(self.bounds());
        self.tiles.clear();
        self.holes.clear();
    }

    /// A row of upright tiles from `at` (left end, middle of the row's
    /// height) to the right; gives the x of its right end.
    pub fn row(
        &mut self,
        rng: &mut Rng,
        tiles: &[Tile],
        at: P2,
        mut place: impl FnMut(usize, &mut Placed),
    ) -> f32 {
        let Tidiness { gap, turn, shift } = self.tidiness;
        let (w, h) = (self.size[0], self.size[1]);
        let mut x = at[0];
        for (index, &tile) in tiles.iter().enumerate() {
            let mut placed = Placed::flat(tile, [0.0, at[1] + rng.gauss(shift)]);
            placed.index = index as u16;
            place(index, &mut placed);
            let sideways = (placed.turn.sin().abs() > 0.7) && placed.pose != Pose::Standing;
            let wide = if sideways { h } else { w };
            if sideways {
                placed.at[1] -= (h - w) / 2.0;
            }
            placed.at[0] = x + wide / 2.0;
            placed.turn += rng.gauss(turn);
            x += wide + gap + (rng.gauss(gap * 0.6)).abs();
            self.tiles.push(placed);
        }
        x
    }

    /// Turns everything about the origin.
    pub fn rotate(&mut self, from: usize, angle: f32) {
        let (sin, cos) = angle.sin_cos();
        for placed in &mut self.tiles[from..] {
            let [x, y] = placed.at;
            placed.at = [x * cos - y * sin, x * sin + y * cos];
            placed.turn += angle;
        }
    }

    /// Moves tiles from the given one on.
    pub fn shift(&mut self, from: usize, by: P2) {
        for placed in &mut self.tiles[from..] {
            placed.at = [placed.at[0] + by[0], placed.at[1] + by[1]];
        }
    }

    /// Takes away tiles that would stand inside earlier ones.
    fn part(&mut self) {
        let mut kept: Vec<Placed> = Vec::with_capacity(self.tiles.len());
        for placed in std::mem::take(&mut self.tiles) {
            let clash = |other: &Placed| {
                other.lift == placed.lift && !heaps::apart(&placed, other, self.size, -0.08)
            };
            if !kept.iter().any(clash) {
                kept.push(placed);
            }
        }
        self.tiles = kept;
    }

    /// `[x0, y0, x1, y1]` around all tiles, with half a tile's margin.
    pub fn bounds(&self) -> [f32; 4] {
        if let Some(area) = self.area {
            return area;
        }
        let start = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        let b = self.tiles.iter().fold(start, |b, t| {
            [
                b[0].min(t.at[0]),
                b[1].min(t.at[1]),
                b[2].max(t.at[0]),
                b[3].max(t.at[1]),
            ]
        });
        let m = 0.7;
        [b[0] - m, b[1] - m, b[2] + m, b[3] + m]
    }
}

/// A half turn, for tiles put down the wrong way round.
pub(super) const HALF_TURN: f32 = PI;

/// Lays out one kind of scene.
type Kind = fn(&mut Layout, &mut Rng);

/// The kinds of scenes and how often each is drawn.
const KINDS: [(Kind, f32); 12] = [
    (hands::table, 0.27),
    (hands::standing, 0.23),
    (hands::deep, 0.05),
    (hands::walls, 0.03),
    (heaps::scattered, 0.15),
    (heaps::clusters, 0.05),
    (heaps::few, 0.06),
    (grids::river, 0.06),
    (grids::block, 0.08),
    (grids::tray, 0.06),
    (grids::whole_set, 0.02),
    (grids::nothing, 0.08),
];

/// A random scene's tiles.
pub fn random(size: V3, rng: &mut Rng) -> Layout {
    let mut layout = Layout::new(size, rng);
    let kind = rng.weighted(&KINDS.map(|kind| kind.1));
    KINDS[kind].0(&mut layout, rng);
    layout.part();
    layout
}

/// A small patch of tiles for cutting crops: rows, heaps or a meld.
pub fn patch(size: V3, rng: &mut Rng) -> Layout {
    let mut layout = Layout::new(size, rng);
    match rng.weighted(&[0.36, 0.16, 0.18, 0.17, 0.06, 0.07]) {
        0 => grids::patch(&mut layout, rng),
        1 => heaps::few(&mut layout, rng),
        2 => heaps::handful(&mut layout, rng),
        3 => hands::standing_patch(&mut layout, rng),
        4 => grids::small_tray(&mut layout, rng),
        _ => grids::small_nothing(&mut layout, rng),
    }
    layout.part();
    layout
}
