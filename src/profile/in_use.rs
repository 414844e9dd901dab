//! Which set is on the table: the one a person names, or the most alike.

use std::sync::Arc;

use crate::detect::{Detection, sha256};
use crate::lang::Lang;
use crate::read::Reader;

use super::{Profile, ProfileError, Prototypes, Shelf};

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
    /// A sum over everything of them that a reading depends on, in hex; empty
    /// where there is nothing.
    pub fn digest(&self) -> String {
        let (way, all): (&str, &[Known]) = match self {
            TileSets::None => return String::new(),
            TileSets::Named(known) => ("named", std::slice::from_ref(known)),
            TileSets::Auto(all) if all.is_empty() => return String::new(),
            TileSets::Auto(all) => ("auto", all),
        };
        let mut bytes = way.as_bytes().to_vec();
        for known in all {
            bytes.extend(known.name.as_bytes());
            bytes.push(0);
            known.prototypes.write_to(&mut bytes);
        }
        sha256(&bytes)
    }

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

/// What a person should know of the profiles that were got ready.
#[derive(Debug)]
pub enum Remark {
    /// This one was made anew for the model in use.
    MadeAnew(String),
    /// One among several cannot be used.
    Unusable(ProfileError),
}

impl Remark {
    /// The remark for a person.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Remark::MadeAnew(name), Lang::Ja) => {
                format!("牌セット {name} を、残した切り抜きから今のモデルに合わせて作り直しました")
            }
            (Remark::MadeAnew(name), Lang::En) => format!(
                "the tile set {name} was made anew for the model in use, from its kept crops"
            ),
            (Remark::Unusable(error), _) => error.message(lang),
        }
    }
}

/// The profiles that a person asks for: `none`, `auto`, or a name. Without a
/// shelf there are none.
///
/// # Errors
/// When the named profile cannot be used.
pub fn wanted(
    tiles: &str,
    shelf: Option<&Shelf>,
    reader: &Reader,
) -> Result<(TileSets, Vec<Remark>), ProfileError> {
    let mut remarks = Vec::new();
    let mut ready = |shelf: &Shelf, name: &str| {
        let (profile, anew) = shelf.ready(name, reader)?;
        remarks.extend(anew.then(|| Remark::MadeAnew(name.to_owned())));
        Ok(Known::of(&profile))
    };
    let sets = match (tiles, shelf) {
        ("none", _) | ("auto", None) => TileSets::None,
        ("auto", Some(shelf)) => {
            let (names, unread) = match shelf.names() {
                Ok(names) => (names, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            let (known, bad): (Vec<_>, Vec<_>) = names
                .iter()
                .map(|name| ready(shelf, name))
                .partition(Result::is_ok);
            let faults = bad.into_iter().filter_map(Result::err).chain(unread);
            remarks.extend(faults.map(Remark::Unusable));
            TileSets::Auto(known.into_iter().flatten().collect())
        }
        (_, None) => return Err(ProfileError::NoHome),
        (name, Some(shelf)) => TileSets::Named(ready(shelf, name)?),
    };
    Ok((sets, remarks))
}
