//! Pictures of real surfaces as table tops: a folder of any pictures without
//! tiles (wood, cloth, stone, walls). What no pattern of ours shows is in them,
//! and a locator that has seen them takes less of a table for a tile.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use image::imageops::FilterType;

use super::math::linear;
use super::texture::Texture;
use crate::faces::rng::Rng;

/// Texels along each side; a power of two, since surfaces repeat.
const SIDE: u32 = 512;

/// Pictures used in one run. Each takes 16 MiB in all its sizes.
const MOST: usize = 64;

/// A folder of pictures that cannot be listed, or holds none.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot read the folder of surfaces {path}: {source} (name a folder of .jpg or .png files)"
)]
pub struct SurfaceError {
    /// The folder.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

/// Pictures of surfaces, decoded when first used.
#[derive(Default)]
pub struct Surfaces {
    made: Vec<(PathBuf, OnceLock<Option<Arc<Texture>>>)>,
}

impl Surfaces {
    /// Some pictures of a folder; which of them depends on `seed` alone.
    ///
    /// # Errors
    /// A folder that cannot be listed or holds no .jpg, .jpeg or .png file.
    pub fn of_folder(folder: &Path, seed: u64) -> Result<Surfaces, SurfaceError> {
        let failed = |source| SurfaceError {
            path: folder.to_owned(),
            source,
        };
        let entries = std::fs::read_dir(folder).map_err(failed)?;
        let picture = |path: &PathBuf| {
            let ending = path.extension().map(|e| e.to_ascii_lowercase());
            ending.is_some_and(|e| ["jpg", "jpeg", "png"].iter().any(|known| e == *known))
        };
        let mut files: Vec<PathBuf> = entries
            .flatten()
            .map(|e| e.path())
            .filter(picture)
            .collect();
        if files.is_empty() {
            return Err(failed(std::io::ErrorKind::NotFound.into()));
        }
        files.sort();
        let mut rng = Rng::keyed(&[seed, 0x5f1]);
        for i in 0..files.len().min(MOST) {
            let j = i + rng.below(files.len() - i);
            files.swap(i, j);
        }
        files.truncate(MOST);
        let made = files.into_iter().map(|f| (f, OnceLock::new())).collect();
        Ok(Surfaces { made })
    }

    /// Whether there is nothing to pick.
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// A random surface; `None` if there are none, or the file is no picture.
    pub(super) fn pick(&self, rng: &mut Rng) -> Option<Arc<Texture>> {
        if self.made.is_empty() {
            return None;
        }
        let (path, slot) = &self.made[rng.below(self.made.len())];
        slot.get_or_init(|| decode(path)).clone()
    }
}

/// The middle square of a picture.
fn decode(path: &Path) -> Option<Arc<Texture>> {
    let picture = image::open(path).ok()?.to_rgb8();
    let (w, h) = picture.dimensions();
    let side = w.min(h);
    let square = image::imageops::crop_imm(&picture, (w - side) / 2, (h - side) / 2, side, side);
    let square = image::imageops::resize(&square.to_image(), SIDE, SIDE, FilterType::Triangle);
    let texel = |p: &image::Rgb<u8>| {
        let [r, g, b] = linear(p.0.map(|v| f32::from(v) / 255.0));
        [r, g, b, 0.0]
    };
    let texels = square.pixels().map(texel).collect();
    Some(Arc::new(Texture::new(SIDE as usize, SIDE as usize, texels)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fresh folder.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("karasu-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn the_seed_alone_says_which_pictures_are_used() {
        let folder = folder("surfaces");
        for i in 0..80u8 {
            let picture = image::RgbImage::from_pixel(20, 16, image::Rgb([i, 120, 3 * i]));
            picture.save(folder.join(format!("{i}.png"))).unwrap();
        }
        std::fs::write(folder.join("notes.txt"), "no picture").unwrap();
        let names = |seed| -> Vec<PathBuf> {
            let found = Surfaces::of_folder(&folder, seed).unwrap();
            found.made.into_iter().map(|(path, _)| path).collect()
        };
        assert_eq!(names(1), names(1));
        assert_ne!(names(1), names(2));
        assert_eq!(names(1).len(), MOST);
        assert!(
            Surfaces::of_folder(&folder, 1)
                .unwrap()
                .pick(&mut Rng::keyed(&[1]))
                .is_some()
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_without_pictures_is_named_and_a_broken_picture_is_none() {
        let folder = folder("no-surfaces");
        let said = Surfaces::of_folder(&folder, 1).err().unwrap().to_string();
        assert!(said.contains(&folder.display().to_string()), "{said}");
        std::fs::write(folder.join("a.png"), "not a picture").unwrap();
        let found = Surfaces::of_folder(&folder, 1).unwrap();
        assert!(found.pick(&mut Rng::keyed(&[1])).is_none());
    }
}
