//! The file that describes a stored profile: `manifest.json` beside its crops.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::detect::EMBEDDING;
use crate::lang::Said;
use crate::tile::Tile;

use super::kept::MOST;

/// The format that this program writes and reads.
pub(super) const SCHEMA: &str = "karasu.tileset/1";

/// A stored profile without its pictures.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub schema: String,
    pub name: String,
    /// When it was first learned, RFC 3339, UTC.
    pub created: String,
    /// SHA-256 of the classifier that made the embeddings, in hex.
    pub model: String,
    /// Crops of each class, by code.
    pub classes: BTreeMap<String, usize>,
    /// In the order in which they were learned.
    pub crops: Vec<Crop>,
}

/// One kept crop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Crop {
    pub class: String,
    /// The picture's name in the profile's folder.
    pub file: String,
    /// What `model` made of it.
    pub embedding: Vec<f32>,
}

impl Manifest {
    /// Reads and checks a manifest; `name` is its folder's.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &[u8], name: &str) -> Result<Manifest, Said> {
        // The schema first: a later one may have other fields.
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let no_json = |error: serde_json::Error| {
            Said::new(
                format!("JSON として読めません ({error})"),
                format!("this is not the JSON it should be ({error})"),
            )
        };
        let head: Head = serde_json::from_slice(text).map_err(no_json)?;
        if head.schema != SCHEMA {
            return Err(Said::new(
                format!("形式が {:?} です (要るのは {SCHEMA})", head.schema),
                format!(
                    "its schema is {:?}, this program needs {SCHEMA}",
                    head.schema
                ),
            ));
        }
        let manifest: Manifest = serde_json::from_slice(text).map_err(no_json)?;
        manifest.check(name)?;
        Ok(manifest)
    }

    fn check(&self, name: &str) -> Result<(), Said> {
        let mut counted: BTreeMap<String, usize> = BTreeMap::new();
        for crop in &self.crops {
            if crop.class.parse::<Tile>().is_err() {
                return Err(bad("class", &crop.class));
            }
            // A picture lies in the profile's folder and nowhere else.
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if !crop
                .file
                .strip_suffix(".png")
                .is_some_and(|stem| stem.chars().all(plain))
            {
                return Err(bad("file", &crop.file));
            }
            let usable = |v: &f32| v.is_finite();
            if crop.embedding.len() != EMBEDDING || !crop.embedding.iter().all(usable) {
                return Err(bad("embedding", &crop.file));
            }
            *counted.entry(crop.class.clone()).or_default() += 1;
        }
        if self.name != name {
            return Err(bad("name", &self.name));
        }
        if counted != self.classes || counted.values().any(|&n| n > MOST) {
            return Err(bad("classes", &format!("{}", self.crops.len())));
        }
        Ok(())
    }
}

fn bad(field: &str, value: &str) -> Said {
    Said::new(
        format!("{field} の値がおかしい ({value:?})"),
        format!("{field} has a wrong value ({value:?})"),
    )
}
