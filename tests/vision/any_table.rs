//! Promise 8 on tables as they come: tiles are missing, others lie anywhere.

use karasu::read::{Reading, Zone};
use karasu::tile::Tile;
use proptest::prelude::*;

use crate::layouts::{Laid, View, layouts, read};

/// Every tile of the hand, of a set, or elsewhere: in one place, once.
fn check(reading: &Reading) -> Result<(), TestCaseError> {
    let mut in_sets: Vec<usize> = reading
        .melds
        .iter()
        .flat_map(|meld| meld.tiles.clone())
        .collect();
    let named = in_sets.len();
    in_sets.sort_unstable();
    in_sets.dedup();
    prop_assert_eq!(in_sets.len(), named, "a tile in two sets");
    let zoned: Vec<usize> = reading.zone(Zone::Meld).collect();
    prop_assert_eq!(zoned, in_sets, "sets and zones agree");
    if let Some(win) = reading.win {
        prop_assert!(win < reading.tiles.len());
        prop_assert_eq!(reading.tiles[win].zone, Zone::Hand);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn each_tile_lies_in_one_place(
        which in any::<prop::sample::Index>(),
        missing in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        extra in prop::collection::vec((0usize..46, -3.0..18f32, -7.0..7f32, 0usize..4), 0..6),
        angle in -20.0..20f32,
    ) {
        let all = layouts();
        let (laid, _) = which.get(&all);
        let mut laid = laid.clone();
        for at in missing {
            if laid.len() > 1 {
                laid.swap_remove(at.index(laid.len()));
            }
        }
        laid.extend(extra.iter().map(|&(tile, x, y, quarters)| Laid {
            tile: Tile::from_index(tile).unwrap(),
            at: [x, y],
            quarters,
        }));
        let order: Vec<usize> = (0..laid.len()).collect();
        let view = View { angle, scale: 40.0, tilt: 0.1, pan: 0.0 };
        let reading = read(&laid, view, &order);
        prop_assert_eq!(reading.tiles.len() + reading.ghosts.len(), laid.len());
        check(&reading)?;
        for rival in &reading.rivals {
            check(rival)?;
        }
    }
}
