//! Which set is on the table: the one a person names, or the most alike.

use std::sync::Arc;

use crate::detect::Detection;

use super::{Profile, Prototypes};

/// A picture shows a set if its sure faces are this much like the set's, by
/// their median. By weights that saw neither: photos of the tray are at 0.93 and
/// more to one crop a class of it; the tray and the drawing gleitz are at 0.85
/// at most to each other; two sets that the renderer draws in the same light
/// were at 0.87.
const FITS: f32 = 0.9;
/// Fewer sure faces than this tell nothing.
const ENOUGH: usize = 4;

/// Which profile reading goes by.
#[derive(Clone, Debug, Default)]
pub enum TileSets {
    /// None: as if nothing had been learned.
    #[default]
    None,
    /// This one.
    Named(Known),
    /// The one that the picture shows, if it shows one of them.
    Auto(Vec<Known>),
}

/// A profile ready for use.
#[derive(Clone, Debug)]
pub struct Known {
    name: Arc<str>,
    prototypes: Arc<Prototypes>,
}

impl Known {
    /// A profile as reading needs it.
    pub fn of(profile: &Profile) -> Known {
        Known {
            name: profile.name().into(),
            prototypes: Arc::new(profile.prototypes()),
        }
    }
}

/// How the profile of a reading was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Given {
    /// A person named it.
    Named,
    /// The picture's tiles are most like it.
    Auto,
}

/// The profile that a picture was read with.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ChosenSet {
    /// Its name.
    pub profile: String,
    /// How it was found.
    pub chosen: Given,
    /// The median likeness of the picture's sure faces to it, `-1..=1`; `None`
    /// where there are too few to tell.
    pub likeness: Option<f32>,
}

impl TileSets {
    /// Joins what is known of the set on the table to the detections of one
    /// picture; says which set that is.
    pub fn join(&self, detections: &mut [Detection]) -> Option<ChosenSet> {
        let fit = |known: &Known| {
            let (likeness, faces) = known.prototypes.fit(detections);
            (faces >= ENOUGH).then_some(likeness)
        };
        let (known, chosen, likeness) = match self {
            TileSets::None => return None,
            TileSets::Named(known) => (known, Given::Named, fit(known)),
            TileSets::Auto(all) => {
                let fitting = all.iter().filter_map(|known| {
                    let likeness = fit(known).filter(|&likeness| likeness >= FITS)?;
                    Some((known, likeness))
                });
                // Of equals the first, whatever their number.
                let best =
                    fitting.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
                (best.0, Given::Auto, Some(best.1))
            }
        };
        for detection in detections {
            known.prototypes.join(detection);
        }
        Some(ChosenSet {
            profile: known.name.to_string(),
            chosen,
            likeness,
        })
    }
}
