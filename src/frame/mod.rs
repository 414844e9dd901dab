//! Pictures: still photos with bounded decoding, cameras, replayed folders.

#[cfg(feature = "camera")]
pub mod camera;
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

use std::time::Duration;

use image::RgbImage;

/// One picture as a person sees it: upright by EXIF, 8-bit RGB.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels, origin top left.
    pub image: RgbImage,
    /// What to call it in output: the path as given, or a camera's name.
    pub name: String,
    /// How long decoding took.
    pub decode: Duration,
}

impl Frame {
    /// Wraps pixels that are already in memory.
    pub fn new(image: RgbImage, name: impl Into<String>) -> Frame {
        Frame {
            image,
            name: name.into(),
            decode: Duration::ZERO,
        }
    }
}
