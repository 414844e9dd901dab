//! Dividing photos into those to train on and those to measure on.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Labelled, file_name};

/// One part of a divided dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// To train on.
    Train,
    /// To measure on.
    Held,
}

/// Which part each photo goes to, about `share` of them held back.
///
/// Photos of one physical set stay together (`recognition.md`: splits are by
/// tile set, never by photo), unless `by_photo`. The choice depends on names
/// and seed alone, so that it stays when photos are added. With sets of unequal
/// size the share is met as nearly as whole sets allow; at least one set is on
/// each side if there are two.
///
/// `None` if all photos are of one set and must not be divided.
pub fn split(photos: &[Labelled], share: f32, seed: u64, by_photo: bool) -> Option<Vec<Part>> {
    let key = |photo: &Labelled| match by_photo {
        true => file_name(photo),
        false => photo.group.clone().unwrap_or_default(),
    };
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for photo in photos {
        *sizes.entry(key(photo)).or_default() += 1;
    }
    if sizes.len() < 2 {
        return None;
    }
    let mut order: Vec<(Vec<u8>, &String)> = sizes
        .keys()
        .map(|name| (Sha256::digest(format!("{seed} {name}")).to_vec(), name))
        .collect();
    order.sort_unstable();
    let wanted = share * photos.len() as f32;
    let mut held: Vec<&String> = Vec::new();
    let mut count = 0;
    for (_, name) in &order {
        let with = count + sizes[*name];
        let nearer = (with as f32 - wanted).abs() < (count as f32 - wanted).abs();
        let room = held.len() + 1 < order.len();
        if room && (nearer || held.is_empty() && count == 0 && sizes[*name] * 2 <= photos.len()) {
            held.push(name);
            count = with;
        }
    }
    let part = |photo: &Labelled| match held.contains(&&key(photo)) {
        true => Part::Held,
        false => Part::Train,
    };
    Some(photos.iter().map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photos(groups: &[(&str, usize)]) -> Vec<Labelled> {
        let photo = |group: &str, i: usize| Labelled {
            file: format!("{group}-{i}.jpg").into(),
            width: 10,
            height: 10,
            group: Some(group.to_owned()),
            tiles: Vec::new(),
        };
        groups
            .iter()
            .flat_map(|&(group, n)| (0..n).map(move |i| photo(group, i)))
            .collect()
    }

    #[test]
    fn a_physical_set_is_never_divided() {
        let photos = photos(&[("a", 40), ("b", 25), ("c", 20), ("d", 15)]);
        for seed in 0..20 {
            let parts = split(&photos, 0.2, seed, false).unwrap();
            for group in ["a", "b", "c", "d"] {
                let mut of_group = photos
                    .iter()
                    .zip(&parts)
                    .filter(|(photo, _)| photo.group.as_deref() == Some(group))
                    .map(|(_, part)| part);
                let first = of_group.next().unwrap();
                assert!(of_group.all(|part| part == first), "{group}");
            }
            let held = parts.iter().filter(|&&part| part == Part::Held).count();
            assert!((1..=45).contains(&held), "{held}");
            assert_eq!(parts, split(&photos, 0.2, seed, false).unwrap());
        }
    }

    #[test]
    fn one_set_is_divided_by_photo_only() {
        let photos = photos(&[("a", 50)]);
        assert_eq!(split(&photos, 0.2, 1, false), None);
        let parts = split(&photos, 0.2, 1, true).unwrap();
        assert_eq!(parts.iter().filter(|&&part| part == Part::Held).count(), 10);
    }
}
