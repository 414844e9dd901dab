//! The locator's map as quads.

use super::Quad;
use super::locator::{CHANNELS, Map};

/// Input pixels per cell of the map.
const STRIDE: f32 = 8.0;
/// Input pixels per unit of the regressed numbers.
const UNIT: f32 = 32.0;
/// Most candidates looked at: fifteen walls of tiles.
pub(super) const MAX_CANDIDATES: usize = 2048;
/// Two outlines that share more of their union than this are one tile.
const SAME_TILE_IOU: f32 = 0.35;
/// An outline with more of its area than this inside a stronger one is a part
/// of that tile.
const PART_OF_TILE: f32 = 0.6;

/// Something that may be a tile: corners in any cyclic order, and how strongly
/// the locator believes in it (`0..=1`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Clockwise corners; which is first means nothing.
    pub quad: Quad,
    /// Heat of the peak.
    pub found: f32,
}

/// The peaks of a map at or above `threshold`, in pixels of the network's
/// input, before suppression.
pub(super) fn peaks(map: &Map, threshold: f32) -> Vec<Candidate> {
    let heat: Vec<f32> = map
        .channel(0)
        .iter()
        .map(|&v| 1.0 / (1.0 + (-v).exp()))
        .collect();
    let mut found = Vec::new();
    for y in 0..map.height {
        for x in 0..map.width {
            let here = heat[y * map.width + x];
            // Not `here < threshold`: NaN must fail, too.
            if here.is_nan() || here < threshold || !is_peak(&heat, map, x, y) {
                continue;
            }
            let code: [f32; CHANNELS - 1] =
                std::array::from_fn(|c| map.channel(c + 1)[y * map.width + x] * UNIT);
            let Some(quad) = Quad::from_invariants(&code) else {
                continue;
            };
            let (cx, cy) = ((x as f32 + 0.5) * STRIDE, (y as f32 + 0.5) * STRIDE);
            let quad = Quad(quad.0.map(|[x, y]| [x + cx, y + cy]));
            found.push(Candidate { quad, found: here });
        }
    }
    found
}

/// Whether no neighbour is hotter; of equal neighbours the first in reading
/// order is the peak.
fn is_peak(heat: &[f32], map: &Map, x: usize, y: usize) -> bool {
    let here = heat[y * map.width + x];
    for ny in y.saturating_sub(1)..(y + 2).min(map.height) {
        for nx in x.saturating_sub(1)..(x + 2).min(map.width) {
            let there = heat[ny * map.width + nx];
            if there > here || (there == here && (ny, nx) < (y, x)) {
                return false;
            }
        }
    }
    true
}

/// Keeps the strongest of candidates that lie on each other. The result is
/// sorted by strength, holds only members of the input, and does not depend on
/// the input's order; what is not finite is left out.
pub fn suppress(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.retain(|c| c.found.is_finite() && c.quad.0.iter().flatten().all(|v| v.is_finite()));
    candidates.sort_by(|a, b| {
        let key = |c: &Candidate| c.quad.0;
        b.found.total_cmp(&a.found).then_with(|| {
            let (a, b) = (key(a), key(b));
            let mut pairs = a.as_flattened().iter().zip(b.as_flattened());
            pairs
                .find_map(|(a, b)| Some(a.total_cmp(b)).filter(|order| order.is_ne()))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
    });
    candidates.truncate(MAX_CANDIDATES);
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let area = candidate.quad.area();
        let covered = kept.iter().any(|stronger| {
            let shared = candidate.quad.shared_area(&stronger.quad);
            let both = area + stronger.quad.area() - shared;
            shared > SAME_TILE_IOU * both || shared > PART_OF_TILE * area
        });
        if !covered && area > 0.0 {
            kept.push(candidate);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(x: f32, y: f32, side: f32) -> Quad {
        Quad([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
    }

    fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
        let one =
            (0.0..300f32, 0.0..300f32, 10.0..40f32, 0u8..6).prop_map(|(x, y, side, s)| Candidate {
                quad: square(x.round(), y.round(), side.round()),
                found: f32::from(s) / 5.0,
            });
        prop::collection::vec(one, 0..60)
    }

    proptest! {
        #[test]
        fn suppression_ignores_order((list, shuffled) in candidates().prop_flat_map(|list| {
            (Just(list.clone()), Just(list).prop_shuffle())
        })) {
            let kept = suppress(list.clone());
            prop_assert_eq!(&kept, &suppress(shuffled));
            prop_assert!(kept.len() <= list.len());
            prop_assert!(kept.iter().all(|k| list.contains(k)));
            prop_assert_eq!(&kept, &suppress(kept.clone()), "a second time changes nothing");
            for (i, a) in kept.iter().enumerate() {
                prop_assert!(kept[..i].iter().all(|b| a.quad.iou(&b.quad) <= SAME_TILE_IOU + 1e-3));
            }
        }
    }

    #[test]
    fn a_hundred_thousand_and_nonsense() {
        let mut list: Vec<Candidate> = (0..100_000u32)
            .map(|i| Candidate {
                quad: square((i % 317) as f32 * 3.0, (i / 317) as f32 * 3.0, 20.0),
                found: (i % 997) as f32 / 997.0,
            })
            .collect();
        for bad in [f32::NAN, f32::INFINITY] {
            list.push(Candidate {
                quad: square(bad, 0.0, 5.0),
                found: 1.0,
            });
            list.push(Candidate {
                quad: square(0.0, 0.0, 5.0),
                found: bad,
            });
        }
        let start = std::time::Instant::now();
        let kept = suppress(list);
        assert!(!kept.is_empty() && kept.len() <= MAX_CANDIDATES);
        assert!(kept.iter().all(|c| c.found.is_finite()));
        assert!(start.elapsed().as_secs() < 20);
    }

    #[test]
    fn a_written_map_is_read_back() {
        let (width, height) = (20, 12);
        let mut data = vec![-9.0; CHANNELS * width * height];
        let tile = Quad([[60.0, 30.0], [90.0, 38.0], [80.0, 76.0], [51.0, 68.0]]);
        let [cx, cy] = tile.centre();
        let (x, y) = ((cx / STRIDE) as usize, (cy / STRIDE) as usize);
        let mut code = tile.invariants();
        code[0] -= (x as f32 + 0.5) * STRIDE;
        code[1] -= (y as f32 + 0.5) * STRIDE;
        data[y * width + x] = 3.0;
        for (c, v) in code.iter().enumerate() {
            data[((c + 1) * height + y) * width + x] = v / UNIT;
        }
        let map = Map::new(width, height, data).unwrap();
        let found = peaks(&map, 0.3);
        assert_eq!(found.len(), 1);
        assert!(found[0].quad.iou(&tile) > 0.99, "{found:?}");
    }
}
