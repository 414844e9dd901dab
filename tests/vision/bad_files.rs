//! Promises 1, 2 and 4: bombs cost nothing, cut files are errors, other types
//! are named. All fixtures are made here, so that what is wrong with each can
//! be read.

use std::io::Cursor;
use std::time::Instant;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use karasu::frame::{self, FrameError};
use karasu::lang::Lang;

fn picture() -> RgbImage {
    RgbImage::from_fn(40, 30, |x, y| {
        Rgb([(x * 6) as u8, (y * 8) as u8, ((x ^ y) * 5) as u8])
    })
}

pub(super) fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A PNG that claims a size and ends there: signature, IHDR, an empty IDAT.
fn png_claiming(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1A\n".to_vec();
    let mut header = width.to_be_bytes().to_vec();
    header.extend(height.to_be_bytes());
    header.extend([depth, colour, 0, 0, 0]);
    for (kind, data) in [
        (b"IHDR", header),
        (b"IDAT", Vec::new()),
        (b"IEND", Vec::new()),
    ] {
        bytes.extend((data.len() as u32).to_be_bytes());
        let start = bytes.len();
        bytes.extend(kind);
        bytes.extend(data);
        bytes.extend(crc(&bytes[start..]).to_be_bytes());
    }
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

#[test]
fn bombs_are_refused_by_their_header() {
    let start = Instant::now();
    for (width, height, depth) in [
        (20_000, 20_000, 8),
        (30_000, 1, 8),
        (1, 30_000, 8),
        (16_000, 16_000, 8),
        (10_000, 10_000, 16),
        (u32::MAX >> 1, u32::MAX >> 1, 16),
    ] {
        let bytes = png_claiming(width, height, depth, 2);
        assert!(bytes.len() < 80);
        let fault = frame::decode(&bytes).unwrap_err();
        let expected = matches!(
            fault,
            FrameError::TooManyPixels { .. } | FrameError::Damaged(_)
        );
        assert!(expected, "{width}×{height}: {fault:?}");
    }
    // A decoder that had believed one of them would still be filling memory.
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn a_second_frame_of_a_jpeg_claims_nothing() {
    let mut photo = Vec::new();
    let grey = RgbImage::from_pixel(64, 64, image::Rgb([90, 90, 90]));
    image::codecs::jpeg::JpegEncoder::new(&mut photo)
        .encode_image(&grey)
        .unwrap();
    let end = photo.len() - 2;
    // Progressive, 65535 × 65535, as many components as a marker holds.
    let count = 21_840_usize;
    let mut frame = vec![0xFF, 0xC2];
    frame.extend((8 + 3 * count as u16).to_be_bytes());
    frame.extend([8, 0xFF, 0xFF, 0xFF, 0xFF, count as u8]);
    frame.extend([1, 0x11, 0].repeat(count));
    photo.splice(end..end, frame);
    let fault = frame::decode(&photo).unwrap_err();
    let told = matches!(fault, FrameError::Damaged(_) | FrameError::DamagedInside);
    assert!(told, "{fault:?}");
    // Nor is memory claimed for it: what cannot be had ends the program.
    let folder = super::scratch("second-frame");
    let path = folder.join("two.jpg");
    std::fs::write(&path, &photo).unwrap();
    let read = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1500000; exec \"$0\" read \"$1\""])
        .arg(env!("CARGO_BIN_EXE_karasu"))
        .arg(&path)
        .env("KARASU_ENGINE", "builtin")
        .env("KARASU_DATA", &folder)
        .output()
        .unwrap();
    assert_eq!(read.status.code(), Some(3), "{read:?}");
}

#[test]
fn zero_and_tiny_sizes_are_refused() {
    for (width, height) in [(0, 0), (0, 500), (500, 0), (1, 1), (500, 3)] {
        let fault = frame::decode(&png_claiming(width, height, 8, 2)).unwrap_err();
        let expected = matches!(
            fault,
            FrameError::TooFewPixels { .. } | FrameError::Damaged(_)
        );
        assert!(expected, "{width}×{height}: {fault:?}");
    }
}

#[test]
fn deep_grey_and_transparent_pictures_are_read() {
    let rgb = DynamicImage::ImageRgb8(picture());
    let kinds = [
        DynamicImage::ImageRgb16(rgb.to_rgb16()),
        DynamicImage::ImageRgba16(rgb.to_rgba16()),
        DynamicImage::ImageLuma8(rgb.to_luma8()),
        DynamicImage::ImageLumaA8(rgb.to_luma_alpha8()),
        DynamicImage::ImageRgba8(rgb.to_rgba8()),
    ];
    for image in kinds {
        let read = frame::decode(&encoded(&image, ImageFormat::Png)).unwrap();
        assert_eq!(read.dimensions(), (40, 30), "{:?}", image.color());
        let (a, b) = (read.get_pixel(20, 20), image.to_rgb8());
        let apart =
            a.0.iter()
                .zip(b.get_pixel(20, 20).0)
                .map(|(a, b)| a.abs_diff(b));
        assert!(apart.max().unwrap() <= 1, "{:?}", image.color());
    }
    let webp = encoded(&rgb, ImageFormat::WebP);
    assert_eq!(frame::decode(&webp).unwrap(), picture());
}

/// A baseline JPEG of 16 × 16 grey blocks in `components` components: four make
/// it CMYK, as some programs for print write it. DC only, all zero.
fn flat_jpeg(components: u8) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    let mut segment = |marker: u8, data: &[u8]| {
        bytes.extend([0xFF, marker]);
        bytes.extend((data.len() as u16 + 2).to_be_bytes());
        bytes.extend(data);
    };
    segment(0xEE, b"Adobe\0\x64\0\0\0\0\0");
    segment(0xDB, &[[0].as_slice(), &[1; 64]].concat());
    let mut frame = vec![8, 0, 16, 0, 16, components];
    (1..=components).for_each(|c| frame.extend([c, 0x11, 0]));
    segment(0xC0, &frame);
    // One code of one bit each: DC difference 0, AC end of block.
    for class in [0x00, 0x10] {
        let mut table = vec![class, 1];
        table.extend([0; 15]);
        table.push(0);
        segment(0xC4, &table);
    }
    let mut scan = vec![components];
    (1..=components).for_each(|c| scan.extend([c, 0]));
    scan.extend([0, 63, 0]);
    segment(0xDA, &scan);
    // Two bits a block, four blocks a component; the rest filled with ones.
    let bits = usize::from(components) * 4 * 2;
    bytes.extend(vec![0; bits / 8]);
    bytes.extend([0xFF, 0xD9]);
    bytes
}

#[test]
fn cmyk_jpegs_are_pictures_too() {
    let read = frame::decode(&flat_jpeg(4)).unwrap();
    assert_eq!(read.dimensions(), (16, 16));
}

#[test]
fn every_file_cut_at_each_37th_byte_is_an_error() {
    let image = DynamicImage::ImageRgb8(RgbImage::from_fn(160, 120, |x, y| {
        Rgb([(x * 3) as u8, (y * 5) as u8, (x * y) as u8])
    }));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let bytes = encoded(&image, format);
        assert!(frame::decode(&bytes).is_ok());
        for cut in (0..bytes.len()).step_by(37) {
            let fault = frame::decode(&bytes[..cut]).unwrap_err();
            assert!(!fault.code().is_empty() && !fault.message(Lang::Ja).is_empty());
        }
        // A byte changed anywhere may or may not show; it must not panic.
        for at in (0..bytes.len()).step_by(37) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            let _ = frame::decode(&changed);
        }
    }
}

#[test]
fn damage_in_the_middle_of_a_photo_is_told() {
    let whole = include_bytes!("../../datasets/demo/hand.jpg");
    assert!(frame::decode(whole).is_ok());
    // A block of the disk that holds something else: decoders paint over it.
    for tenths in 3..9 {
        let mut bytes = whole.to_vec();
        let at = whole.len() * tenths / 10;
        for (n, byte) in bytes[at..at + 512].iter_mut().enumerate() {
            *byte = (n * 37 + tenths) as u8;
        }
        let fault = frame::decode(&bytes).unwrap_err();
        assert_eq!(fault.code(), "damaged", "{tenths}");
        for lang in [Lang::Ja, Lang::En] {
            assert_eq!(fault.message(lang).is_ascii(), lang == Lang::En);
        }
    }
}

#[test]
fn other_types_are_named_with_what_to_do() {
    let folder = super::scratch("types");
    let cases: [(&str, &[u8], &str); 7] = [
        (
            "heic.jpg",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic....",
            "HEIC",
        ),
        (
            "avif.png",
            b"\0\0\0\x1Cftypavif\0\0\0\0mif1miaf....",
            "AVIF",
        ),
        ("gif.jpg", b"GIF89a\x01\0\x01\0\0\0\0", "GIF"),
        ("text.jpg", b"1m 2m 3m\n", "文字 text"),
        ("page.webp", b"<!doctype html><title>404</title>", "HTML"),
        ("scan.jpg", b"%PDF-1.7\n", "PDF"),
        ("raw.jpg", b"II*\0\x08\0\0\0", "TIFF"),
    ];
    for (name, bytes, real) in cases {
        // In Japanese and in English, or the same in both.
        let (ja, en) = real.split_once(' ').unwrap_or((real, real));
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let fault = frame::open(&path).unwrap_err();
        assert_eq!(fault.code(), "wrong_type", "{name}");
        for lang in [Lang::Ja, Lang::En] {
            let message = fault.message(lang);
            assert!(
                message.contains(lang.pick(ja, en)) && message.contains("JPEG"),
                "{message}"
            );
        }
    }
}

#[test]
fn what_is_no_file_is_refused_without_waiting() {
    let folder = super::scratch("special");
    let code = |path: &std::path::Path| frame::open(path).unwrap_err().code();
    assert_eq!(code(&folder), "not_a_file");
    assert_eq!(code(&folder.join("nothing.jpg")), "not_found");
    let empty = folder.join("empty.jpg");
    std::fs::write(&empty, b"").unwrap();
    assert_eq!(code(&empty), "empty");
    #[cfg(unix)]
    {
        // Opening either of these would wait for ever.
        assert_eq!(code(std::path::Path::new("/dev/zero")), "not_a_file");
        let pipe = folder.join("pipe.jpg");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(code(&pipe), "not_a_file");
        }
        let loop_ = folder.join("loop.jpg");
        std::os::unix::fs::symlink(&loop_, &loop_).unwrap();
        assert_eq!(code(&loop_), "unreadable");
    }
}

#[test]
fn a_file_beyond_the_limit_is_not_read() {
    let path = super::scratch("large").join("large.jpg");
    // Sparse: the size is claimed, no byte is stored.
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(frame::MAX_FILE_BYTES + 1).unwrap();
    assert_eq!(frame::open(&path).unwrap_err().code(), "file_too_large");
}
