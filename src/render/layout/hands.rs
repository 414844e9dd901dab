//! A winning hand with everything that lies around it.

use std::f32::consts::FRAC_PI_2;

use super::deal::{any_tile, back, gari, triple, winning_hand};
use super::{HALF_TURN, Layout, Placed, Pose, Zone};
use crate::faces::rng::Rng;
use crate::tile::Tile;

/// A called or declared set as it lies.
#[derive(Clone, Debug)]
pub struct HandMeld {
    /// Three or four tiles from left to right.
    pub tiles: Vec<Tile>,
    /// Which lies sideways, if any.
    pub sideways: Option<usize>,
    /// A concealed kan: the outer two are face down.
    pub concealed: bool,
}

/// What a winner shows.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// Concealed tiles without the winning one.
    pub concealed: Vec<Tile>,
    /// The winning tile.
    pub win: Option<Tile>,
    /// Sets beside the hand.
    pub melds: Vec<HandMeld>,
    /// Pulled tiles.
    pub gari: Vec<Tile>,
    /// Dora indicators.
    pub indicators: Vec<Tile>,
}

impl Hand {
    fn random(rng: &mut Rng) -> Hand {
        let melds = rng.pick(&[0, 0, 0, 0, 1, 1, 2, 3, 4]);
        // Some houses play with 17 tiles: five sets and a pair.
        let sets = if rng.chance(0.12) { 5 } else { 4 };
        let mut concealed = winning_hand(rng, sets - melds);
        let win = concealed.pop();
        Hand {
            concealed,
            win,
            melds: (0..melds).map(|_| HandMeld::random(rng)).collect(),
            gari: if rng.chance(0.4) {
                gari(rng)
            } else {
                Vec::new()
            },
            indicators: if rng.chance(0.55) {
                (0..rng.between(1, 5)).map(|_| any_tile(rng)).collect()
            } else {
                Vec::new()
            },
        }
    }
}

impl HandMeld {
    fn random(rng: &mut Rng) -> HandMeld {
        let mut tiles = triple(rng).to_vec();
        let triplet = tiles[0].plain() == tiles[1].plain();
        if triplet && rng.chance(0.5) {
            tiles.push(tiles[1].plain());
        }
        let concealed = tiles.len() == 4 && rng.chance(0.6);
        let sideways = (!concealed && rng.chance(0.85)).then(|| rng.below(tiles.len()));
        HandMeld {
            tiles,
            sideways,
            concealed,
        }
    }
}

/// Lays out a hand: concealed tiles from x = 0, the winning tile after a gap,
/// sets to the right (or above), the gari strip and indicators above.
fn place_hand(layout: &mut Layout, rng: &mut Rng, hand: &Hand) {
    let h = layout.size[1];
    let flip = if rng.chance(0.15) { 0.12 } else { 0.0 };
    let flipped = |rng: &mut Rng, p: &mut Placed| {
        if rng.chance(flip) {
            p.turn += HALF_TURN
        }
    };
    let mut turns = Rng::keyed(&[rng.next_u64()]);
    let mut x = layout.row(rng, &hand.concealed, [0.0, 0.0], |_, p| {
        p.zone = Zone::Hand;
        flipped(&mut turns, p);
    });
    let first = hand.concealed.len() as u16;
    if let Some(win) = hand.win {
        let gap = rng.pick(&[0.0, 0.15, 0.3, 0.6, 1.0]);
        let turn = if rng.chance(0.1) { FRAC_PI_2 } else { 0.0 };
        let drop = if rng.chance(0.2) { rng.gauss(0.2) } else { 0.0 };
        x = layout.row(rng, &[win], [x + gap, drop], |_, p| {
            p.zone = Zone::Hand;
            p.index = first;
            p.turn = turn;
        });
    }
    let above = rng.chance(0.3) && hand.melds.len() > 1;
    let mut at = if above {
        [0.0, h + rng.range(0.2, 0.8)]
    } else {
        [x + rng.range(0.25, 1.2), 0.0]
    };
    for (row, meld) in hand.melds.iter().enumerate() {
        at[0] = place_meld(layout, rng, meld, row as u16, at) + rng.range(0.02, 0.5);
    }
    let mut y = h + rng.range(0.25, 1.2) + if above { h * 1.3 } else { 0.0 };
    if !hand.gari.is_empty() {
        let left = rng.range(-0.5, 6.0);
        layout.row(rng, &hand.gari, [left, y], |_, p| p.zone = Zone::Gari);
        y += h + rng.range(0.2, 1.0);
    }
    indicators(layout, rng, hand, y);
}

/// The same, orderly: sets to the right, the gari strip and then the
/// indicators (with backs beside them) above.
pub fn place_tidy(layout: &mut Layout, rng: &mut Rng, hand: &Hand) {
    let h = layout.size[1];
    let first = hand.concealed.len() as u16;
    let x = layout.row(rng, &hand.concealed, [0.0, 0.0], |_, p| p.zone = Zone::Hand);
    let win: Vec<Tile> = hand.win.into_iter().collect();
    let mut x = layout.row(rng, &win, [x + 0.45, 0.0], |_, p| {
        p.zone = Zone::Hand;
        p.index = first;
    });
    for (row, meld) in hand.melds.iter().enumerate() {
        let last = meld.tiles.len() - 1;
        x = layout.row(rng, &meld.tiles, [x + 0.35, 0.0], |index, p| {
            p.zone = Zone::Meld;
            p.row = row as u16;
            if meld.sideways == Some(index) {
                p.turn = FRAC_PI_2;
            }
            if meld.concealed && (index == 0 || index == last) {
                p.pose = Pose::Down;
            }
        });
    }
    layout.row(rng, &hand.gari, [1.0, h + 0.6], |_, p| p.zone = Zone::Gari);
    if !hand.indicators.is_empty() {
        let mut tiles = vec![back(); 2];
        tiles.extend(&hand.indicators);
        tiles.extend(std::iter::repeat_n(
            back(),
            5_usize.saturating_sub(hand.indicators.len()),
        ));
        let faced = 2..2 + hand.indicators.len();
        layout.row(rng, &tiles, [2.0, 2.0 * h + 1.4], |index, p| {
            let shown = faced.contains(&index);
            p.zone = if shown { Zone::Indicator } else { Zone::Other };
            p.pose = if shown { Pose::Flat } else { Pose::Down };
            p.row = u16::from(!shown);
        });
    }
}

fn place_meld(layout: &mut Layout, rng: &mut Rng, meld: &HandMeld, row: u16, at: [f32; 2]) -> f32 {
    let quarter = if rng.chance(0.85) {
        FRAC_PI_2
    } else {
        -FRAC_PI_2
    };
    let last = meld.tiles.len() - 1;
    let from = layout.tiles.len();
    // A tile added to a called triplet lies beside the sideways one or on it.
    let added = meld
        .sideways
        .filter(|&k| last == 3 && k < 3 && rng.chance(0.5));
    let tiles = if added.is_some() {
        &meld.tiles[..3]
    } else {
        &meld.tiles[..]
    };
    let end = layout.row(rng, tiles, at, |index, p| {
        p.zone = Zone::Meld;
        p.row = row;
        if meld.sideways == Some(index) {
            p.turn = quarter;
        }
        if meld.concealed && (index == 0 || index == last) {
            p.pose = Pose::Down;
        }
    });
    if let Some(sideways) = added {
        let mut fourth = layout.tiles[from + sideways];
        fourth.tile = meld.tiles[last];
        fourth.index = last as u16;
        if rng.chance(0.7) {
            fourth.at[1] += layout.size[0] + layout.tidiness.gap;
        } else {
            fourth.lift = layout.size[2];
            fourth.at[0] += rng.gauss(0.04);
            fourth.at[1] += rng.gauss(0.1);
        }
        layout.tiles.push(fourth);
    }
    end
}

fn indicators(layout: &mut Layout, rng: &mut Rng, hand: &Hand, y: f32) {
    if hand.indicators.is_empty() {
        return;
    }
    let (h, d) = (layout.size[1], layout.size[2]);
    let x = rng.range(0.0, 7.0);
    let shown = hand.indicators.len();
    let hidden = rng.pick(&[0, 1, 2, 4, 4]);
    let mut row: Vec<Tile> = vec![back(); rng.pick(&[0, 0, 2])];
    let before = row.len();
    row.extend(&hand.indicators);
    row.extend(std::iter::repeat_n(back(), hidden));
    let from = layout.tiles.len();
    // Indicators lie on the dead wall's lower row.
    let stacked = rng.chance(0.5);
    layout.row(rng, &row, [x, y], |index, p| {
        let faced = (before..before + shown).contains(&index);
        p.zone = if faced { Zone::Indicator } else { Zone::Other };
        p.pose = if faced { Pose::Flat } else { Pose::Down };
        p.lift = if stacked { d } else { 0.0 };
        if !faced {
            p.row = 1;
        }
    });
    if stacked {
        let lower: Vec<Placed> = layout.tiles[from..]
            .iter()
            .map(|p| Placed {
                pose: Pose::Down,
                lift: 0.0,
                zone: Zone::Other,
                row: 2,
                tile: back(),
                ..*p
            })
            .collect();
        layout.tiles.extend(lower);
    }
    if rng.chance(0.3) {
        // Ura indicators below.
        let ura: Vec<Tile> = (0..shown).map(|_| any_tile(rng)).collect();
        layout.row(rng, &ura, [x + before as f32, y - h - 0.05], |_, p| {
            p.zone = Zone::Indicator;
            p.row = 1;
        });
    }
}

/// A hand on the table with rivers and walls around it.
pub(super) fn table(layout: &mut Layout, rng: &mut Rng) {
    let hand = Hand::random(rng);
    place_hand(layout, rng, &hand);
    let top = layout.bounds()[3];
    if rng.chance(0.3) {
        let from = layout.tiles.len();
        let rows = rng.between(1, 3);
        super::grids::discards(layout, rng, rows);
        let turn = rng.pick(&[0.0, FRAC_PI_2, HALF_TURN, -FRAC_PI_2]);
        layout.rotate(from, turn + rng.gauss(0.03));
        let (x, y) = (rng.range(2.0, 10.0), top + rng.range(3.0, 5.0));
        layout.shift(from, [x, y]);
    }
    if rng.chance(0.25) {
        let y = top + rng.range(0.5, 5.0);
        wall(layout, rng, y);
    }
    if rng.chance(0.35) {
        layout.rim = Some(-layout.size[1] / 2.0 - rng.range(0.02, 0.8));
    }
}

/// A wall of face-down tiles, two high.
fn wall(layout: &mut Layout, rng: &mut Rng, y: f32) {
    let n = rng.between(4, 17);
    let x = rng.range(-3.0, 5.0);
    let d = layout.size[2];
    let from = layout.tiles.len();
    for level in 0..2 {
        let count = if level == 1 {
            n - rng.below(3).min(n)
        } else {
            n
        };
        layout.row(rng, &vec![back(); count], [x, y], |_, p| {
            p.pose = Pose::Down;
            p.lift = level as f32 * d;
            p.row = 3 + level;
        });
    }
    let middle = [x + n as f32 / 2.0, y];
    layout.shift(from, middle.map(|v| -v));
    layout.rotate(from, rng.gauss(0.1));
    layout.shift(from, middle);
}

/// A hand standing on its edges, seen from the player's side.
pub(super) fn standing(layout: &mut Layout, rng: &mut Rng) {
    let lean = if rng.chance(0.6) {
        0.0
    } else {
        rng.range(0.05, 0.45)
    };
    let melds = rng.pick(&[0, 0, 1, 2]);
    let tiles = if rng.chance(0.5) {
        winning_hand(rng, 4 - melds)
    } else {
        (0..rng.between(3, 14)).map(|_| any_tile(rng)).collect()
    };
    let x = layout.row(rng, &tiles, [0.0, 0.0], |_, p| {
        p.zone = Zone::Hand;
        p.pose = Pose::Standing;
        p.lean = lean;
    });
    let mut at = [x + rng.range(0.2, 1.0), rng.range(-0.6, 0.6)];
    for row in 0..melds {
        let meld = HandMeld::random(rng);
        at[0] = place_meld(layout, rng, &meld, row as u16, at) + rng.range(0.02, 0.4);
    }
    let h = layout.size[1];
    if rng.chance(0.35) {
        let extra: Vec<Tile> = (0..rng.between(1, 7)).map(|_| any_tile(rng)).collect();
        let y = rng.pick(&[-1.0, 1.0]) * (h + rng.range(0.3, 1.5));
        layout.row(rng, &extra, [rng.clone().range(0.0, 5.0), y], |_, p| {
            p.row = 1
        });
    }
    if rng.chance(0.3) {
        let other: Vec<Tile> = (0..rng.between(4, 13)).map(|_| any_tile(rng)).collect();
        let y = h + rng.range(1.5, 6.0);
        // The neighbour's hand: only backs are seen.
        layout.row(rng, &other, [rng.clone().range(-2.0, 4.0), y], |_, p| {
            p.pose = Pose::Standing;
            p.turn = HALF_TURN;
            p.row = 2;
        });
    }
    layout.low_view = 0.2;
    layout.high_view = 0.75;
    if lean > 0.1 {
        layout.high_view = 1.1;
    }
    if rng.chance(0.4) {
        // Seen from beside.
        let side = rng.pick(&[-1.0, 1.0]);
        layout.rotate(0, side * rng.range(0.25, 1.0));
    }
}

/// A near hand and tiles far behind it, much smaller in the picture.
pub(super) fn deep(layout: &mut Layout, rng: &mut Rng) {
    let standing = rng.chance(0.5);
    let near: Vec<Tile> = (0..rng.between(3, 10)).map(|_| any_tile(rng)).collect();
    layout.row(rng, &near, [0.0, 0.0], |_, p| {
        p.zone = Zone::Hand;
        if standing {
            p.pose = Pose::Standing;
        }
    });
    let mut y = rng.range(3.0, 6.0);
    for row in 1..=rng.between(1, 4) as u16 {
        let tiles: Vec<Tile> = (0..rng.between(2, 14)).map(|_| any_tile(rng)).collect();
        let (x, backs) = (rng.range(-4.0, 4.0), rng.chance(0.2));
        layout.row(rng, &tiles, [x, y], |_, p| {
            p.row = row;
            if backs {
                p.pose = Pose::Standing;
                p.turn = HALF_TURN;
            }
        });
        y += rng.pick(&[1.45, 1.45, 3.0, 6.0]);
    }
    layout.low_view = 0.25;
    layout.high_view = 0.7;
}

/// Walls as they are built, sometimes broken, with a few tiles before them.
pub(super) fn walls(layout: &mut Layout, rng: &mut Rng) {
    for side in 0..rng.between(1, 3) {
        let from = layout.tiles.len();
        wall(layout, rng, 0.0);
        let [x0, _, x1, _] = layout.bounds();
        layout.shift(from, [-(x0 + x1) / 2.0, rng.range(4.0, 9.0)]);
        layout.rotate(from, side as f32 * FRAC_PI_2);
    }
    let tiles: Vec<Tile> = (0..rng.between(0, 8)).map(|_| any_tile(rng)).collect();
    layout.row(rng, &tiles, [-3.0, 0.0], |_, _| {});
    layout.low_view = 0.3;
    layout.any_side = true;
}

/// A few standing tiles for crops.
pub(super) fn standing_patch(layout: &mut Layout, rng: &mut Rng) {
    let tiles: Vec<Tile> = (0..rng.between(3, 6)).map(|_| any_tile(rng)).collect();
    let lean = if rng.chance(0.5) {
        0.0
    } else {
        rng.range(0.05, 0.5)
    };
    layout.row(rng, &tiles, [0.0, 0.0], |_, p| {
        p.pose = Pose::Standing;
        p.lean = lean;
    });
    layout.low_view = 0.15;
    layout.high_view = 0.9;
}
