//! What the faces of one set look like to the classifier, and how much that
//! changes its mind.

use crate::detect::Detection;
use crate::tile::Tile;

/// Nats that a likeness of 1 above [`NEUTRAL`] is worth in the end; one
/// prototype is worth half of it, two two thirds, and so on.
const WEIGHT: f32 = 30.0;
/// The likeness (a cosine) that says nothing: a face of the same class has more
/// of it, most others less. On the tray, by weights that never saw it, a face's
/// own prototype is at 0.86 and more for 99 tiles of 100 and the nearest other
/// one at 0.60 and less for 75.
const NEUTRAL: f32 = 0.6;
/// A face that is more than this like a plain five is that five and not its red
/// one, and the other way round. Of pairs of crops of one face in one rendered set,
/// 95 in 100 are above 0.79; of a five and its red one, 5 in 100 are above 0.75 (the
/// drawing gleitz, held out of training: 99 in 100 above 0.73, 1 in 100 above 0.72).
const NO_TWIN: f32 = 0.75;
/// The classifier's own log probabilities count for this much beside the gains:
/// both come from the same look, so together they would be too sure.
const OWN: f32 = 0.75;
/// A face is compared with this many of its class's prototypes, the nearest.
const NEAREST: usize = 2;
/// From this probability on, a name tells which set is on the table.
const TELLING: f32 = 0.8;

/// Embeddings of one set's faces, by class.
#[derive(Clone, Debug)]
pub struct Prototypes {
    /// Unit vectors of each class, by index.
    of_class: Vec<Vec<Vec<f32>>>,
}

impl Default for Prototypes {
    fn default() -> Self {
        Prototypes {
            of_class: vec![Vec::new(); Tile::COUNT],
        }
    }
}

impl Prototypes {
    /// Adds the embedding of an upright face. One of length zero, which points
    /// nowhere, is left out.
    pub fn insert(&mut self, tile: Tile, embedding: &[f32]) {
        if let Some(unit) = unit(embedding) {
            self.of_class[tile.index()].push(unit);
        }
    }

    /// Everything that is known, as bytes: the same for the same prototypes.
    pub(super) fn write_to(&self, bytes: &mut Vec<u8>) {
        for of_class in &self.of_class {
            bytes.extend((of_class.len() as u64).to_le_bytes());
            bytes.extend(of_class.iter().flatten().flat_map(|v| v.to_le_bytes()));
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.of_class.iter().all(Vec::is_empty)
    }

    /// How many prototypes a class has.
    pub fn count(&self, tile: Tile) -> usize {
        self.of_class[tile.index()].len()
    }

    /// How much a face is like a class's: the mean cosine of the nearest
    /// prototypes, `-1..=1`, the better of both ways up. `None` for a class
    /// without any.
    pub fn likeness(&self, detection: &Detection, tile: Tile) -> Option<f32> {
        self.likeness_of(&looks(detection), tile)
    }

    fn likeness_of(&self, looks: &[Vec<f32>], tile: Tile) -> Option<f32> {
        let known = &self.of_class[tile.index()];
        let mut cosines: Vec<f32> = known
            .iter()
            .filter_map(|prototype| {
                let cosines = looks.iter().map(|look| dot(look, prototype));
                cosines.max_by(f32::total_cmp)
            })
            .collect();
        cosines.sort_by(|a, b| b.total_cmp(a));
        cosines.truncate(NEAREST);
        (!cosines.is_empty()).then(|| cosines.iter().sum::<f32>() / cosines.len() as f32)
    }

    /// Joins what is known of the set to a detection's probabilities: each log
    /// probability, weakened a little, gains by the likeness. Probabilities stay
    /// probabilities.
    ///
    /// A class without prototypes, and "not a tile", neither gain nor lose; a
    /// red five without any goes with the plain five, and the other way round, up
    /// to a likeness of 0.75: a face of that five's shape may be either,
    /// but one that looks just like it is no other.
    ///
    /// The constants were chosen on the tray and on held-out renders (gleitz),
    /// with all classes known and with reds and flowers unknown.
    pub fn join(&self, detection: &mut Detection) {
        let looks = looks(detection);
        if self.is_empty() || looks.is_empty() {
            return;
        }
        let gain = |tile: Tile, most: f32| {
            let count = self.count(tile) as f32;
            let likeness = self.likeness_of(&looks, tile)?.min(most);
            Some(WEIGHT * count / (count + 1.0) * (likeness - NEUTRAL))
        };
        let gains: Vec<f32> = Tile::all()
            .map(|tile| {
                let twin = tile.red().map(|red| match tile == red {
                    true => tile.plain(),
                    false => red,
                });
                let as_twin = || gain(twin?, NO_TWIN);
                gain(tile, 1.0).or_else(as_twin).unwrap_or(0.0)
            })
            .collect();
        add(&mut detection.probabilities, &gains);
    }

    /// How well this set explains what is seen: the median likeness of the faces
    /// whose names are sure, and how many of those there are. Some blurred or
    /// cut faces do not move a median.
    pub fn fit(&self, detections: &[Detection]) -> (f32, usize) {
        let likeness = |detection: &Detection| {
            let (tile, p) = detection.best();
            let told = (p >= TELLING).then(|| self.likeness(detection, tile));
            told.flatten()
        };
        let mut found: Vec<f32> = detections.iter().filter_map(likeness).collect();
        found.sort_by(f32::total_cmp);
        (
            found.get(found.len() / 2).copied().unwrap_or(0.0),
            found.len(),
        )
    }
}

/// Takes probabilities to the power [`OWN`], multiplies them by `e^gain` and
/// makes them add up to 1 again.
/// Those beyond the gains ("not a tile") gain nothing.
fn add(probabilities: &mut [f32], gains: &[f32]) {
    // Relative to the highest, so that nothing overflows.
    let highest = gains.iter().copied().fold(0.0, f32::max);
    let gains = gains.iter().copied().chain(std::iter::repeat(0.0));
    for (p, gain) in probabilities.iter_mut().zip(gains) {
        *p = p.powf(OWN) * (gain - highest).exp();
    }
    let sum: f32 = probabilities.iter().sum();
    if sum > 0.0 {
        probabilities.iter_mut().for_each(|p| *p /= sum);
    }
}

/// A detection's embeddings as unit vectors; empty for one without any.
fn looks(detection: &Detection) -> Vec<Vec<f32>> {
    [&detection.embedding, &detection.turned_embedding]
        .into_iter()
        .filter_map(|embedding| unit(embedding))
        .collect()
}

/// The vector scaled to length 1; `None` for one without a direction.
fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let length = dot(vector, vector).sqrt();
    let usable = length.is_finite() && length > 1e-6;
    usable.then(|| vector.iter().map(|v| v / length).collect())
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::{CLASSES, EMBEDDING, Quad};
    use proptest::prelude::*;

    fn tile(code: &str) -> Tile {
        code.parse().unwrap()
    }

    /// A direction of its own for every number.
    fn direction(n: usize) -> Vec<f32> {
        let mut v = vec![0.1; EMBEDDING];
        v[n] = 3.0;
        v
    }

    fn seen(probabilities: Vec<f32>, embedding: Vec<f32>) -> Detection {
        Detection {
            quad: Quad([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0]]),
            found: 1.0,
            probabilities,
            embedding,
            turned_embedding: vec![0.0; EMBEDDING],
        }
    }

    /// Mostly the first of two classes.
    fn between(first: &str, second: &str, embedding: Vec<f32>) -> Detection {
        let mut p = vec![0.1 / (CLASSES - 2) as f32; CLASSES];
        p[tile(first).index()] = 0.6;
        p[tile(second).index()] = 0.3;
        seen(p, embedding)
    }

    #[test]
    fn a_known_face_gets_its_name() {
        let mut known = Prototypes::default();
        known.insert(tile("5z"), &direction(1));
        known.insert(tile("6z"), &direction(2));
        let mut face = between("5z", "6z", direction(2));
        known.join(&mut face);
        assert_eq!(face.best().0, tile("6z"));
        assert!(face.best().1 > 0.9);
        // Upside down it is the same face.
        let mut face = between("5z", "6z", direction(7));
        face.turned_embedding = direction(2);
        known.join(&mut face);
        assert_eq!(face.best().0, tile("6z"));
    }

    #[test]
    fn a_face_that_was_not_learned_keeps_its_name() {
        let mut known = Prototypes::default();
        for (n, code) in ["1m", "2m", "3m"].into_iter().enumerate() {
            known.insert(tile(code), &direction(n));
        }
        let mut face = between("7f", "1m", direction(50));
        known.join(&mut face);
        assert_eq!(face.best().0, tile("7f"));
        assert!(face.best().1 > 0.5, "{}", face.best().1);
    }

    #[test]
    fn a_five_that_was_not_learned_does_not_lose_to_the_one_that_was() {
        for (learned, other) in [("5p", "0p"), ("0m", "5m")] {
            let mut known = Prototypes::default();
            known.insert(tile(learned), &direction(4));
            // Alike as far as their shape goes.
            let (one, two) = (direction(4), direction(5));
            let mixed = one.iter().zip(two).map(|(a, b)| a + 1.3 * b);
            let mut face = between(other, learned, mixed.collect());
            let before = face.probabilities[tile(other).index()];
            let likeness = known.likeness(&face, tile(learned)).unwrap();
            assert!((NEUTRAL..NO_TWIN).contains(&likeness));
            known.join(&mut face);
            assert_eq!(face.best().0, tile(other));
            assert!(before < face.probabilities[tile(other).index()] + 0.05);
        }
    }

    #[test]
    fn a_five_that_looks_just_like_the_learned_one_is_that_one() {
        for (learned, taken_for) in [("5m", "0m"), ("0s", "5s")] {
            let mut known = Prototypes::default();
            known.insert(tile(learned), &direction(4));
            let mut face = between(taken_for, learned, direction(4));
            known.join(&mut face);
            assert_eq!(face.best().0, tile(learned));
        }
    }

    #[test]
    fn more_prototypes_weigh_more() {
        let share = |count: usize| {
            let mut known = Prototypes::default();
            for _ in 0..count {
                known.insert(tile("6z"), &direction(2));
            }
            let mut face = between("5z", "6z", direction(2));
            known.join(&mut face);
            face.probabilities[tile("6z").index()]
        };
        assert!(share(1) < share(2) && share(2) < share(5));
    }

    fn embeddings() -> impl Strategy<Value = Vec<f32>> {
        prop::collection::vec(-2.0..2.0f32, EMBEDDING)
    }

    proptest! {
        #[test]
        fn an_empty_profile_changes_nothing(p in prop::collection::vec(0.0..1.0f32, CLASSES), e in embeddings()) {
            let before = seen(p, e);
            let mut after = before.clone();
            Prototypes::default().join(&mut after);
            prop_assert_eq!(before.probabilities, after.probabilities);
        }

        #[test]
        fn joined_probabilities_add_up_in_any_order_of_crops(
            p in prop::collection::vec(1e-6..1.0f32, CLASSES),
            e in embeddings(),
            mut crops in prop::collection::vec((0..Tile::COUNT, embeddings()), 1..30),
        ) {
            let joined = |crops: &[(usize, Vec<f32>)]| {
                let mut known = Prototypes::default();
                for (class, crop) in crops {
                    known.insert(Tile::from_index(*class).unwrap(), crop);
                }
                let mut face = seen(p.clone(), e.clone());
                known.join(&mut face);
                face.probabilities
            };
            let forwards = joined(&crops);
            prop_assert!((forwards.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            crops.reverse();
            for (a, b) in forwards.iter().zip(joined(&crops)) {
                prop_assert!((a - b).abs() < 1e-5);
            }
        }
    }
}
