//! Pictures: still photos with bounded decoding, cameras, replayed folders.

#[cfg(feature = "camera")]
pub mod camera;
pub mod cause;
mod contain;
mod entropy;
mod error;
#[cfg(feature = "camera")]
pub mod phone;
mod sniff;
pub mod source;
mod still;

pub(crate) use contain::contain;
pub use error::{FrameError, Special};
pub use still::{MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE, MIN_SIDE, decode, open};

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use image::RgbImage;

/// One picture as a person sees it: upright by EXIF, 8-bit RGB.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels, origin top left; shared, since window and reader look at
    /// the same picture.
    pub image: Arc<RgbImage>,
    /// What to call it in output: the path as given, or a camera's name.
    pub name: String,
    /// How long decoding took.
    pub decode: Duration,
    /// SHA-256 of the file in hex, where the picture is one.
    pub file_sha256: Option<String>,
}

impl Frame {
    /// Wraps pixels that are already in memory.
    pub fn new(image: impl Into<Arc<RgbImage>>, name: impl Into<String>) -> Frame {
        Frame {
            image: image.into(),
            name: name.into(),
            decode: Duration::ZERO,
            file_sha256: None,
        }
    }
}

/// Endings of photos that can be opened.
const ENDINGS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "jfif"];

/// Whether a file's name is that of a photo.
pub fn is_photo(path: &Path) -> bool {
    path.extension().is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_are_known_by_their_ending() {
        for (name, photo) in [
            ("a.JPG", true),
            ("b.webp", true),
            ("c.txt", false),
            ("png", false),
        ] {
            assert_eq!(is_photo(Path::new(name)), photo, "{name}");
        }
    }
}
