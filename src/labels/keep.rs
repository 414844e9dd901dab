//! Keeping a photo that a person has corrected as a new label (opt-in, on this
//! machine only).

use std::io;
use std::path::{Path, PathBuf};

use image::{ExtendedColorType, ImageEncoder, RgbImage};
use sha2::{Digest, Sha256};

use super::{LabelError, Labelled, LabelledTile, coco};
use crate::detect::hex;
use crate::file;
use crate::lang::Lang;

/// JPEG quality of kept photos: faces keep their strokes.
const QUALITY: u8 = 95;

/// What became of a photo that was to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is new.
    Added(PathBuf),
    /// It was there; its labels were replaced.
    Replaced(PathBuf),
}

/// Why a photo could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The labels that are there cannot be read; they are left alone.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// The picture cannot be encoded.
    #[error(transparent)]
    Picture(#[from] image::ImageError),
    /// Something cannot be written.
    #[error("{0}: {1}")]
    Write(PathBuf, io::Error),
}

impl KeepError {
    /// What is wrong, in words.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            KeepError::Labels(error) => error.message(lang),
            KeepError::Picture(error) => error.to_string(),
            KeepError::Write(path, error) => {
                format!("{}: {}", path.display(), file::write_reason(error, lang))
            }
        }
    }
}

/// Adds a photo and its labels to the dataset in `folder` (made if need be).
/// The file is named by its content, so that a photo that is kept again
/// replaces its labels. The labels are replaced in one step.
///
/// # Errors
/// See [`KeepError`]; nothing that was there is lost.
pub fn keep(folder: &Path, image: &RgbImage, tiles: Vec<LabelledTile>) -> Result<Kept, KeepError> {
    let images = folder.join("images");
    std::fs::create_dir_all(&images).map_err(|error| KeepError::Write(images.clone(), error))?;
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    encoder.write_image(
        image,
        image.width(),
        image.height(),
        ExtendedColorType::Rgb8,
    )?;
    let file = images.join(format!(
        "{}.jpg",
        &hex(&Sha256::digest(image.as_raw()))[..16]
    ));
    let labels = folder.join(coco::FILE);
    let mut photos = match labels.exists() {
        true => coco::load(&labels)?,
        false => Vec::new(),
    };
    let before = photos.len();
    photos.retain(|photo| photo.file != file);
    let known = photos.len() < before;
    photos.push(Labelled {
        file: file.clone(),
        width: image.width(),
        height: image.height(),
        group: None,
        tiles,
    });
    replace(&file, &bytes)?;
    let name = |photo: &Labelled| {
        let inside = photo.file.strip_prefix(folder).unwrap_or(&photo.file);
        inside.display().to_string()
    };
    replace(&labels, coco::write(&photos, name).to_string().as_bytes())?;
    Ok(match known {
        true => Kept::Replaced(file),
        false => Kept::Added(file),
    })
}

/// Writes a file; it is whole or as it was before.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), KeepError> {
    file::write_whole(path, bytes).map_err(|error| KeepError::Write(path.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::Quad;
    use crate::labels::load;

    fn label(code: &str) -> LabelledTile {
        let quad = Quad([[10.0, 10.0], [40.0, 12.0], [39.0, 52.0], [9.0, 50.0]]);
        LabelledTile {
            tile: code.parse().unwrap(),
            bounds: quad.bounds(),
            quad: Some(quad),
            visibility: 1.0,
            zone: Some("hand".to_owned()),
        }
    }

    #[test]
    fn a_corrected_photo_is_kept_and_kept_again_is_replaced() {
        let folder = std::env::temp_dir().join(format!("karasu-keep-{}", std::process::id()));
        let picture = |shade| RgbImage::from_pixel(64, 64, image::Rgb([shade; 3]));
        let first = keep(&folder, &picture(40), vec![label("5m")]).unwrap();
        assert!(matches!(first, Kept::Added(_)));
        keep(&folder, &picture(90), vec![label("1z")]).unwrap();
        let again = keep(&folder, &picture(40), vec![label("0m"), label("2p")]).unwrap();
        assert!(matches!(again, Kept::Replaced(_)));
        let photos = load(&folder).unwrap();
        assert_eq!(photos.len(), 2);
        let codes: Vec<&str> = photos[1]
            .tiles
            .iter()
            .map(|tile| tile.tile.code())
            .collect();
        assert_eq!(codes, ["0m", "2p"]);
        assert_eq!(photos[1].tiles[0].zone.as_deref(), Some("hand"));
        assert_eq!(photos[1].tiles[0].quad, label("0m").quad);
        assert!(
            crate::labels::check(&photos).iter().all(|finding| {
                matches!(finding.mistake, crate::labels::Mistake::Overlap { .. })
            })
        );
        // Labels that are damaged are not overwritten.
        std::fs::write(folder.join(coco::FILE), "{").unwrap();
        assert!(keep(&folder, &picture(1), Vec::new()).is_err());
        assert_eq!(std::fs::read(folder.join(coco::FILE)).unwrap(), b"{");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
