//! Where profiles are stored: a folder each, in the person's own data folder.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use image::{ImageFormat, RgbImage};

use crate::detect::{CROP_HEIGHT, CROP_WIDTH, sha256};
use crate::file::read_bounded;
use crate::home;
use crate::lang::Said;
use crate::read::Reader;
use crate::tile::Tile;

use super::ProfileError;
use super::kept::{Kept, Profile, Sample};
use super::manifest::{Crop, Manifest, SCHEMA};

const MANIFEST: &str = "manifest.json";
/// Letters in a profile's name, at most.
const LONGEST: usize = 40;
/// A full profile has about 1 MB of embeddings.
const MAX_MANIFEST: u64 = 16 << 20;
/// A crop has 15 kB before compression.
const MAX_CROP: u64 = 1 << 20;

/// All profiles of a person.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// A stored profile as `list` shows it.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The profile, or why it cannot be used.
    pub profile: Result<Profile, ProfileError>,
}

impl Shelf {
    /// The person's own shelf; it need not exist yet.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn open() -> Result<Shelf, ProfileError> {
        let home = home::data_folder().ok_or(ProfileError::NoHome)?;
        Ok(Shelf::at(&home.join("tiles")))
    }

    /// A shelf in any folder, which need not exist yet.
    pub fn at(folder: &Path) -> Shelf {
        Shelf {
            folder: folder.to_owned(),
        }
    }

    /// The names of all profiles, whole or damaged, in order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, ProfileError> {
        let unreadable = |error| ProfileError::Unreadable(self.folder.clone(), error);
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(unreadable)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir() && check_name(&name).is_ok() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Every profile, whole or damaged.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Entry>, ProfileError> {
        let names = self.names()?.into_iter();
        let entry = |name: String| Entry {
            profile: self.load(&name),
            name,
        };
        Ok(names.map(entry).collect())
    }

    /// One profile with its crops.
    ///
    /// # Errors
    /// When there is none of that name, or it is damaged.
    pub fn load(&self, name: &str) -> Result<Profile, ProfileError> {
        let folder = self.find(name)?;
        let path = folder.join(MANIFEST);
        let damaged =
            |path: PathBuf, what: Said| ProfileError::Damaged(name.to_owned(), path, what);
        let text = read_bounded(&path, MAX_MANIFEST).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => damaged(path.clone(), gone()),
            _ => ProfileError::Unreadable(path.clone(), error),
        })?;
        let manifest = Manifest::parse(&text, name).map_err(|what| damaged(path.clone(), what))?;
        let mut kept = Vec::with_capacity(manifest.crops.len());
        for crop in manifest.crops {
            let path = folder.join(&crop.file);
            let picture = picture(&path).map_err(|what| damaged(path.clone(), what))?;
            // Checked with the manifest.
            let Ok(tile) = crop.class.parse::<Tile>() else {
                continue;
            };
            let sample = Sample {
                tile,
                crop: picture,
            };
            let embedding = crop.embedding;
            kept.push(Kept { sample, embedding });
        }
        Ok(Profile {
            name: manifest.name,
            created: manifest.created,
            model: manifest.model,
            kept,
        })
    }

    /// One profile, fit for a reader's model: made anew from its crops and
    /// stored again if it was made with another one. Says whether it was so.
    ///
    /// # Errors
    /// As [`Shelf::load`], when the engine fails, or it cannot be stored.
    pub fn ready(&self, name: &str, reader: &Reader) -> Result<(Profile, bool), ProfileError> {
        let mut profile = self.load(name)?;
        let rebuilt = profile.fit_to(reader.detector(), reader.embedding_model())?;
        if rebuilt {
            self.save(&profile)?;
        }
        Ok((profile, rebuilt))
    }

    /// Whether there is a profile of this name, whole or damaged.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_ok()
    }

    /// Stores a profile. Whatever happens on the way, what is found afterwards
    /// is the old one or the new one, whole.
    ///
    /// # Errors
    /// When the name is none, or the folder cannot be written.
    pub fn save(&self, profile: &Profile) -> Result<(), ProfileError> {
        let folder = self.folder.join(check_name(&profile.name)?);
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |error| ProfileError::Unwritable(path, error)
        };
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        let mut crops = Vec::with_capacity(profile.kept.len());
        for kept in &profile.kept {
            let (file, bytes) = encoded(&kept.sample);
            let path = folder.join(&file);
            // A crop's name is its content: one that is there is the same.
            if !path.exists() {
                crate::file::write_whole(&path, &bytes).map_err(unwritable(&path))?;
            }
            crops.push(Crop {
                class: kept.sample.tile.code().to_owned(),
                file,
                embedding: kept.embedding.clone(),
            });
        }
        let counts = profile.classes().into_iter();
        let manifest = Manifest {
            schema: SCHEMA.to_owned(),
            name: profile.name.clone(),
            created: profile.created.clone(),
            model: profile.model.clone(),
            classes: counts
                .map(|(tile, n)| (tile.code().to_owned(), n))
                .collect(),
            crops,
        };
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec(&manifest).map_err(io::Error::other);
        text.and_then(|text| crate::file::write_whole(&path, &text))
            .map_err(unwritable(&path))?;
        clear(&folder, &manifest);
        Ok(())
    }

    /// Removes a profile with everything that was kept for it.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be removed.
    pub fn forget(&self, name: &str) -> Result<(), ProfileError> {
        let folder = self.find(name)?;
        // A link is taken away, not followed.
        let removed = match folder.is_symlink() {
            true => fs::remove_file(&folder),
            false => fs::remove_dir_all(&folder),
        };
        removed.map_err(|error| ProfileError::Unwritable(folder, error))
    }

    fn find(&self, name: &str) -> Result<PathBuf, ProfileError> {
        let folder = self.folder.join(check_name(name)?);
        match folder.is_dir() {
            true => Ok(folder),
            false => Err(ProfileError::Unknown(name.to_owned(), self.names()?)),
        }
    }
}

/// A profile's name is its folder's, so it must be no path and mean the same on
/// every system.
pub(super) fn check_name(name: &str) -> Result<&str, ProfileError> {
    const TAKEN: [&str; 6] = ["auto", "none", "con", "prn", "aux", "nul"];
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let usable = !name.is_empty()
        && name.chars().count() <= LONGEST
        && name.chars().all(allowed)
        && !name.starts_with('-')
        && !TAKEN.contains(&name.to_lowercase().as_str());
    match usable {
        true => Ok(name),
        false => Err(ProfileError::BadName(name.to_owned())),
    }
}

/// A crop's file name, made from its content, and its bytes.
fn encoded(sample: &Sample) -> (String, Vec<u8>) {
    let mut bytes = Cursor::new(Vec::new());
    // Writing a picture into memory cannot fail; an empty file would be found
    // damaged when it is read.
    let _ = sample.crop.write_to(&mut bytes, ImageFormat::Png);
    let bytes = bytes.into_inner();
    let name = format!(
        "{}-{}.png",
        sample.tile.code(),
        &sha256(sample.crop.as_raw())[..16]
    );
    (name, bytes)
}

/// A kept crop; its name must be its content's.
fn picture(path: &Path) -> Result<RgbImage, Said> {
    let damaged = || Said::new("切り抜きが壊れています", "this crop is damaged");
    let bytes = read_bounded(path, MAX_CROP).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => gone(),
        _ => damaged(),
    })?;
    let picture =
        image::load_from_memory_with_format(&bytes, ImageFormat::Png).map_err(|_| damaged())?;
    let picture = picture.into_rgb8();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let whole = stem.ends_with(&sha256(picture.as_raw())[..16]);
    match whole && picture.dimensions() == (CROP_WIDTH, CROP_HEIGHT) {
        true => Ok(picture),
        false => Err(damaged()),
    }
}

fn gone() -> Said {
    Said::new("ファイルがありません", "the file is missing")
}

/// Removes crops that the manifest does not name any more. One that cannot be
/// removed does no harm.
fn clear(folder: &Path, manifest: &Manifest) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let named = |crop: &Crop| name.to_str() == Some(crop.file.as_str());
        if name != MANIFEST && !manifest.crops.iter().any(named) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
