//! Photos from files, with every size checked before memory is spent on it.

use std::fs::{File, Metadata};
use std::io::{Cursor, Read};
use std::path::Path;
use std::time::Instant;

use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::{DynamicImage, ImageDecoder, ImageError, Limits, RgbImage};

use super::entropy::{Soundness, soundness};
use super::error::{FrameError, Special};
use super::sniff::{Format, is_complete, sniff};
use super::{Frame, contain};

/// Largest file in bytes: four times a large phone photo.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// Longest side in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// Shortest side in pixels: a tile's face needs about this much.
pub const MIN_SIDE: u32 = 16;
/// Most pixels: 108-megapixel phones are read, claims beyond are not believed.
pub const MAX_PIXELS: u64 = 110_000_000;
/// Most decoded bytes: the pixels above as 8-bit RGB.
const MAX_DECODED_BYTES: u64 = 3 * MAX_PIXELS;

/// Opens a photo (JPEG, PNG or WebP), upright by its EXIF orientation.
///
/// Folders, pipes and devices are refused without being opened. Nothing is
/// allocated for a size that a header merely claims.
///
/// # Errors
/// See [`FrameError`]; a decoder's panic is an error too.
pub fn open(path: &Path) -> Result<Frame, FrameError> {
    let start = Instant::now();
    let bytes = read_bounded(path)?;
    let image = decode(&bytes)?;
    Ok(Frame {
        image: image.into(),
        name: path.display().to_string(),
        decode: start.elapsed(),
        file_sha256: Some(crate::detect::sha256(&bytes)),
    })
}

/// Decodes a photo that is in memory, by its content, upright.
///
/// # Errors
/// See [`FrameError`].
pub fn decode(bytes: &[u8]) -> Result<RgbImage, FrameError> {
    if bytes.is_empty() {
        return Err(FrameError::Empty);
    }
    let format = sniff(bytes).map_err(|real| FrameError::WrongType { real })?;
    // Decoders have panicked on hostile files before; one bad photo must not
    // end a batch or the window.
    contain(|| decode_as(format, bytes))
        .unwrap_or_else(|| Err(FrameError::Damaged("the decoder gave up".to_owned())))
}

fn read_bounded(path: &Path) -> Result<Vec<u8>, FrameError> {
    let meta = std::fs::metadata(path).map_err(open_error)?;
    if let Some(what) = special(&meta) {
        return Err(FrameError::NotAFile { what });
    }
    let too_large = |bytes| FrameError::FileTooLarge {
        bytes,
        limit: MAX_FILE_BYTES,
    };
    if meta.len() > MAX_FILE_BYTES {
        return Err(too_large(meta.len()));
    }
    let mut bytes = Vec::with_capacity(meta.len() as usize);
    // The file may grow while it is read: the limit holds for what is read too.
    File::open(path)
        .map_err(open_error)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

fn open_error(error: std::io::Error) -> FrameError {
    match error.kind() {
        std::io::ErrorKind::NotFound => FrameError::NotFound,
        _ => FrameError::Unreadable(error),
    }
}

fn special(meta: &Metadata) -> Option<Special> {
    if meta.is_dir() {
        return Some(Special::Folder);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = meta.file_type();
        if kind.is_fifo() || kind.is_socket() {
            return Some(Special::Pipe);
        }
    }
    (!meta.is_file()).then_some(Special::Device)
}

fn decode_as(format: Format, bytes: &[u8]) -> Result<RgbImage, FrameError> {
    let cursor = Cursor::new(bytes);
    match format {
        Format::Jpeg => finish(format, bytes, JpegDecoder::new(cursor)),
        Format::Png => {
            let mut limits = Limits::default();
            limits.max_alloc = Some(MAX_DECODED_BYTES);
            finish(format, bytes, PngDecoder::with_limits(cursor, limits))
        }
        Format::WebP => finish(format, bytes, WebPDecoder::new(cursor)),
    }
}

/// Checks what the header claims, then decodes. `DynamicImage::from_decoder`
/// allocates whatever is claimed: `Limits` are not applied on that way.
fn finish<D: ImageDecoder>(
    format: Format,
    bytes: &[u8],
    decoder: Result<D, ImageError>,
) -> Result<RgbImage, FrameError> {
    let mut decoder = decoder.map_err(|error| damage(format, bytes, &error))?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE
        || u64::from(width) * u64::from(height) > MAX_PIXELS
        || decoder.total_bytes() > MAX_DECODED_BYTES
    {
        return Err(FrameError::TooManyPixels { width, height });
    }
    if width.min(height) < MIN_SIDE {
        return Err(FrameError::TooFewPixels { width, height });
    }
    if !is_complete(format, bytes) {
        return Err(FrameError::Truncated);
    }
    if format == Format::Jpeg && soundness(bytes) == Soundness::Damaged {
        return Err(FrameError::DamagedInside);
    }
    // A broken EXIF block is no reason to refuse the picture.
    let orientation = decoder
        .orientation()
        .unwrap_or(image::metadata::Orientation::NoTransforms);
    let decoded =
        DynamicImage::from_decoder(decoder).map_err(|error| damage(format, bytes, &error))?;
    // To 8-bit RGB first, so that turning moves three bytes a pixel.
    let mut upright = DynamicImage::ImageRgb8(decoded.into_rgb8());
    upright.apply_orientation(orientation);
    Ok(upright.into_rgb8())
}

fn damage(format: Format, bytes: &[u8], error: &ImageError) -> FrameError {
    if is_complete(format, bytes) {
        FrameError::Damaged(error.to_string())
    } else {
        FrameError::Truncated
    }
}
