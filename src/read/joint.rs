//! Names decided together: within the wall, and towards a complete hand.
//!
//! A tile whose name is sure is never touched, and every change is reported
//! with both probabilities, so that nothing is re-read in silence.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use crate::tile::{Tile, TileSet};

use super::Wall;
use super::sets::is_complete_hand;

/// From this probability on, a name is sure.
pub(super) const SURE: f32 = 0.97;
/// Names tried for a tile.
const NAMES: usize = 5;
/// Names less likely than this are never tried.
const IMPOSSIBLE: f32 = 2e-4;
/// Joint readings looked at, at most.
const READINGS: usize = 3000;
/// A complete hand must not be less likely than this share of the plain one.
const WORTHWHILE: f32 = 2e-2;
/// A second complete hand at least this likely against the first is offered.
const CLOSE: f32 = 0.2;
/// A tile among pulled ones may be one of them if that is this likely.
const PLAUSIBLE_IN_STRIP: f32 = 0.02;
/// Another name that relieves the wall must be at least this likely against
/// the tile's own: else the count is wrong for another reason, and only said.
const PLAUSIBLE: f32 = 0.08;

/// The classes of one tile with their probabilities, best first.
pub(super) type Ranking = Vec<(Tile, f32)>;

/// All classes in the order of their probability; equal ones in class order.
pub(super) fn ranking(probabilities: &[f32]) -> Ranking {
    let mut ranking: Ranking = Tile::all().zip(probabilities.iter().copied()).collect();
    ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranking
}

/// Names for tiles, decided together.
pub(super) struct Decision<'a> {
    /// Ranking of each tile.
    pub rankings: &'a [Ranking],
    /// The wall.
    pub wall: &'a Wall,
    /// Name of each tile; starts as the best of each ranking.
    pub names: Vec<Tile>,
}

impl Decision<'_> {
    fn probability(&self, i: usize, tile: Tile) -> f32 {
        let entry = self.rankings[i].iter().find(|&&(name, _)| name == tile);
        entry.map_or(0.0, |&(_, p)| p)
    }

    fn is_sure(&self, i: usize) -> bool {
        self.rankings[i].first().is_some_and(|&(_, p)| p >= SURE)
    }

    /// Other names of a tile that are possible at all.
    fn others(&self, i: usize) -> impl Iterator<Item = (Tile, f32)> + '_ {
        let now = self.names[i];
        let likely = self.rankings[i].iter().take(NAMES).copied();
        likely.filter(move |&(tile, p)| tile != now && tile != Tile::BACK && p >= IMPOSSIBLE)
    }

    /// Whether a tile that is not sure may be one of these.
    pub fn may_be(ranking: &Ranking, among: &[Tile]) -> bool {
        let sure = ranking.first().is_some_and(|&(_, p)| p >= SURE);
        let likely = |&&(tile, p): &&(Tile, f32)| among.contains(&tile) && p >= PLAUSIBLE_IN_STRIP;
        !sure && ranking.iter().any(|entry| likely(&entry))
    }

    /// Renames tiles that lie in a strip of these and have another name.
    pub fn within_strip(&mut self, strip: &[usize], among: &[Tile]) {
        for &i in strip {
            let fits = |entry: &&(Tile, f32)| among.contains(&entry.0);
            if !among.contains(&self.names[i])
                && let Some(&(tile, _)) = self.rankings[i].iter().find(fits)
            {
                self.names[i] = tile;
            }
        }
    }

    /// Renames doubtful tiles until no class or kind is held more often than
    /// the wall has it, as far as that is possible. `counted` are the tiles
    /// that must come out of one wall; `hidden` are copies known otherwise
    /// (the face-down tiles of a concealed kan).
    pub fn within_wall(&mut self, counted: &[usize], hidden: &TileSet) {
        for _ in 0..counted.len() {
            let held = self.held(counted, hidden);
            let Some((i, tile)) = self.best_change(counted, &held) else {
                return;
            };
            self.names[i] = tile;
        }
    }

    fn held(&self, counted: &[usize], hidden: &TileSet) -> TileSet {
        let shown = counted.iter().map(|&i| self.names[i]);
        hidden.iter().chain(shown).collect()
    }

    /// The most likely single change that relieves an overfull class.
    fn best_change(&self, counted: &[usize], held: &TileSet) -> Option<(usize, Tile)> {
        let mut best: Option<(usize, Tile, f32)> = None;
        for &i in counted {
            let now = self.names[i];
            if self.is_sure(i) || !self.is_over(held, now) {
                continue;
            }
            for (tile, p) in self.others(i) {
                let mut after = *held;
                after.remove(now);
                after.insert(tile);
                let share = p / self.probability(i, now).max(1e-9);
                let better = share >= PLAUSIBLE && best.is_none_or(|b| share > b.2);
                if better && !self.is_over(&after, tile) {
                    best = Some((i, tile, share));
                }
            }
        }
        best.map(|(i, tile, _)| (i, tile))
    }

    fn is_over(&self, held: &TileSet, tile: Tile) -> bool {
        held.count(tile) > self.wall.class_limit(tile)
            || held.count_kind(tile) > self.wall.kind_limit(tile)
    }

    /// The names with doubtful tiles of the hand renamed so that it is complete,
    /// if that is not much less likely than the names it has; else the names as
    /// they are. A second list follows when another complete hand is about as
    /// likely.
    pub fn complete_hands(
        self,
        hand: &[usize],
        counted: &[usize],
        hidden: &TileSet,
    ) -> Vec<Vec<Tile>> {
        let mut found: Vec<(f32, Vec<Tile>)> = Vec::new();
        if hand.len() % 3 == 2 {
            self.search(hand, counted, hidden, &mut found);
        }
        if found.is_empty() {
            return vec![self.names];
        }
        let best = found[0].0;
        found.retain(|&(share, _)| share >= CLOSE * best);
        found.into_iter().map(|(_, names)| names).collect()
    }

    /// The two most likely complete hands with their shares.
    fn search(
        &self,
        hand: &[usize],
        counted: &[usize],
        hidden: &TileSet,
        found: &mut Vec<(f32, Vec<Tile>)>,
    ) {
        let doubtful: Vec<usize> = hand.iter().copied().filter(|&i| !self.is_sure(i)).collect();
        let choices: Vec<Ranking> = doubtful.iter().map(|&i| self.choices(i)).collect();
        for choice in Readings::new(&choices).take(READINGS) {
            if choice.share < WORTHWHILE {
                return;
            }
            let mut names = self.names.clone();
            for (k, &i) in doubtful.iter().enumerate() {
                names[i] = choices[k][choice.picks[k]].0;
            }
            if is_complete_hand(hand, &names) && self.fits(&names, counted, hidden) {
                found.push((choice.share, names));
                if found.len() == 2 {
                    return;
                }
            }
        }
    }

    fn choices(&self, i: usize) -> Ranking {
        let now = self.names[i];
        let mut choices = vec![(now, self.probability(i, now).max(IMPOSSIBLE))];
        choices.extend(self.others(i));
        choices
    }

    fn fits(&self, names: &[Tile], counted: &[usize], hidden: &TileSet) -> bool {
        let shown = counted.iter().map(|&i| names[i]);
        let held: TileSet = hidden.iter().chain(shown).collect();
        counted.iter().all(|&i| !self.is_over(&held, names[i]))
    }
}

/// One choice for each tile, and how likely it is against the first choices.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    share: f32,
    picks: Vec<usize>,
}

impl Eq for Choice {}

impl Ord for Choice {
    fn cmp(&self, other: &Self) -> Ordering {
        let share = self.share.total_cmp(&other.share);
        share.then_with(|| other.picks.cmp(&self.picks))
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Joint choices, the most likely first: each next one changes one pick of one
/// seen before to the next best, so a heap yields them in order.
struct Readings<'a> {
    choices: &'a [Ranking],
    heap: BinaryHeap<Choice>,
    seen: HashSet<Vec<usize>>,
}

impl<'a> Readings<'a> {
    fn new(choices: &'a [Ranking]) -> Readings<'a> {
        let first = Choice {
            share: 1.0,
            picks: vec![0; choices.len()],
        };
        Readings {
            choices,
            seen: HashSet::from([first.picks.clone()]),
            heap: BinaryHeap::from([first]),
        }
    }
}

impl Iterator for Readings<'_> {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        let choice = self.heap.pop()?;
        for (k, ranking) in self.choices.iter().enumerate() {
            let pick = choice.picks[k];
            let Some(&(_, next)) = ranking.get(pick + 1) else {
                continue;
            };
            let mut picks = choice.picks.clone();
            picks[k] += 1;
            if self.seen.insert(picks.clone()) {
                let share = choice.share * next / ranking[pick].1.max(1e-9);
                self.heap.push(Choice { share, picks });
            }
        }
        Some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranked(code: &str, p: f32, other: &str) -> Ranking {
        vec![
            (code.parse().unwrap(), p),
            (other.parse().unwrap(), 1.0 - p),
        ]
    }

    fn decide(rankings: &[Ranking]) -> Vec<Tile> {
        let wall = Wall::default();
        let names = rankings.iter().map(|r| r[0].0).collect();
        let mut decision = Decision {
            rankings,
            wall: &wall,
            names,
        };
        let all: Vec<usize> = (0..rankings.len()).collect();
        decision.within_wall(&all, &TileSet::default());
        decision
            .complete_hands(&all, &all, &TileSet::default())
            .remove(0)
    }

    #[test]
    fn a_doubtful_tile_gives_way_to_a_complete_hand() {
        let mut hand: Vec<Ranking> = "1m 1m 1m 2p 3p 4p 5p 6p 7p 0s 5s 5s 7z"
            .split(' ')
            .map(|code| ranked(code, 0.99, "9p"))
            .collect();
        hand.push(ranked("6z", 0.7, "7z"));
        assert_eq!(decide(&hand)[13], Tile::CHUN);
        // A sure one does not.
        hand[13] = ranked("6z", 0.98, "7z");
        assert_eq!(decide(&hand)[13], Tile::HATSU);
    }

    #[test]
    fn a_fifth_copy_takes_its_next_best_name() {
        let mut tiles = vec![ranked("2p", 0.99, "4p"); 4];
        tiles.push(ranked("2p", 0.6, "4p"));
        let names = decide(&tiles);
        assert_eq!(names[4].code(), "4p");
        assert!(names[..4].iter().all(|name| name.code() == "2p"));
    }

    proptest! {
        #[test]
        fn sure_tiles_keep_their_names(list in prop::collection::vec((0usize..37, 0usize..37, 0.3..1.0f32), 1..15)) {
            let tile = |i| Tile::from_index(i).unwrap();
            let rankings: Vec<Ranking> = list.iter()
                .map(|&(a, b, p)| vec![(tile(a), p), (tile(b), 1.0 - p)])
                .collect();
            let names = decide(&rankings);
            prop_assert_eq!(names.len(), rankings.len());
            for (name, ranking) in names.iter().zip(&rankings) {
                prop_assert!(ranking.iter().any(|(tile, _)| tile == name));
                prop_assert!(ranking[0].1 < SURE || *name == ranking[0].0);
            }
        }
    }
}
