//! What a file is by its content, and whether its end is there.

/// The picture types that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Jpeg,
    Png,
    WebP,
}

/// The type of a file by its first bytes: a readable one, or else the name of
/// what it really is.
pub(super) fn sniff(bytes: &[u8]) -> Result<Format, &'static str> {
    const READABLE: [(&[u8], Format); 2] = [
        (b"\xFF\xD8\xFF", Format::Jpeg),
        (b"\x89PNG\r\n\x1A\n", Format::Png),
    ];
    const OTHERS: [(&[u8], &str); 18] = [
        (b"GIF8", "GIF"),
        (b"BM", "BMP"),
        (b"II*\0", "TIFF / RAW"),
        (b"MM\0*", "TIFF / RAW"),
        (b"\xFF\x0A", "JPEG XL"),
        (b"\0\0\0\x0CJXL ", "JPEG XL"),
        (b"\0\0\0\x0CjP  ", "JPEG 2000"),
        (b"%PDF", "PDF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x1F\x8B", "gzip"),
        (b"\x7FELF", "a program"),
        (b"MZ", "a program"),
        (b"8BPS", "Photoshop"),
        (b"\x1A\x45\xDF\xA3", "Matroska / WebM video"),
        (b"\0\0\x01\0", "ICO"),
        (b"qoif", "QOI"),
        (b"SQLite format 3", "a database"),
        (b"\xFF\xD8", "a broken JPEG"),
    ];
    for (magic, format) in READABLE {
        if bytes.starts_with(magic) {
            return Ok(format);
        }
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Ok(Format::WebP);
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Err(media_brand(bytes));
    }
    for (magic, name) in OTHERS {
        if bytes.starts_with(magic) {
            return Err(name);
        }
    }
    Err(text_or_unknown(bytes))
}

/// HEIC, AVIF and videos share one container; the brands tell them apart.
fn media_brand(bytes: &[u8]) -> &'static str {
    const BRANDS: [(&[u8], &str); 8] = [
        (b"avif", "AVIF"),
        (b"avis", "AVIF"),
        (b"heic", "HEIC"),
        (b"heix", "HEIC"),
        (b"hevc", "HEIC"),
        (b"mif1", "HEIC"),
        (b"msf1", "HEIC"),
        (b"crx ", "Canon RAW"),
    ];
    let size = bytes
        .first_chunk::<4>()
        .map_or(0, |size| u32::from_be_bytes(*size) as usize);
    let header = &bytes[..bytes.len().min(size.clamp(12, 256))];
    for (brand, name) in BRANDS {
        if header[8..].chunks(4).any(|chunk| chunk == brand) {
            return name;
        }
    }
    "MP4 / MOV video"
}

fn text_or_unknown(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(512)];
    let printable = |b: &u8| *b >= 0x20 || matches!(b, b'\t' | b'\r' | b'\n');
    if !head.iter().all(printable) {
        return "no known picture type";
    }
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    if text.contains("<svg") {
        "SVG"
    } else if text.contains("<html") || text.contains("<!doctype html") {
        "a web page (HTML)"
    } else {
        "text"
    }
}

/// Whether the file's own structure reaches its end mark. Decoders fill the
/// missing part of a cut photo with grey, which would hide tiles.
pub(super) fn is_complete(format: Format, bytes: &[u8]) -> bool {
    match format {
        Format::Jpeg => jpeg_reaches_end(bytes).is_some(),
        Format::Png => png_reaches_end(bytes).is_some(),
        Format::WebP => bytes
            .get(4..8)
            .and_then(|size| size.try_into().ok())
            .is_some_and(|size| u32::from_le_bytes(size) as usize + 8 <= bytes.len()),
    }
}

/// Walks the markers of a JPEG: `None` unless an end-of-image marker follows
/// the first scan. (A thumbnail's own end lies inside a segment, not here.)
fn jpeg_reaches_end(bytes: &[u8]) -> Option<()> {
    let mut at = 2;
    let mut in_scan = false;
    loop {
        let marker = *bytes.get(at + 1)?;
        match (*bytes.get(at)?, marker) {
            (0xFF, 0xD9) => return in_scan.then_some(()),
            // Stuffed bytes, fill bytes and restart marks inside a scan.
            (0xFF, 0x00 | 0x01 | 0xD0..=0xD8) => at += 2,
            (0xFF, 0xFF) => at += 1,
            (0xFF, _) => {
                let size = u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]);
                in_scan |= marker == 0xDA;
                at += 2 + usize::from(size);
            }
            _ if in_scan => {
                at += 1 + bytes[at + 1..].iter().position(|&b| b == 0xFF)?;
            }
            _ => return None,
        }
    }
}

fn png_reaches_end(bytes: &[u8]) -> Option<()> {
    let mut at = 8;
    loop {
        let size = u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize;
        let kind = bytes.get(at + 4..at + 8)?;
        at = at.checked_add(size)?.checked_add(12)?;
        if at > bytes.len() {
            return None;
        }
        if kind == b"IEND" {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_a_file_really_is() {
        let cases: [(&[u8], &str); 7] = [
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
            (b"\0\0\0\x1Cftypmif1\0\0\0\0avifmif1", "AVIF"),
            (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "MP4 / MOV video"),
            (b"GIF89a\x01\0", "GIF"),
            ("ただの文章です\n".as_bytes(), "text"),
            (b"<!DOCTYPE html><html>", "a web page (HTML)"),
            (b"\x00\x01\x02", "no known picture type"),
        ];
        for (bytes, name) in cases {
            assert_eq!(sniff(bytes), Err(name));
        }
        assert_eq!(sniff(b"RIFF\0\0\0\0WEBPVP8 "), Ok(Format::WebP));
        assert_eq!(sniff(b"\0\0\0\x00ftyp"), Err("MP4 / MOV video"));
    }

    #[test]
    fn a_thumbnails_end_is_not_the_end() {
        let mut jpeg = vec![0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 1, 2];
        assert!(!is_complete(Format::Jpeg, &jpeg));
        jpeg.extend([0xFF, 0xDA, 0, 3, 7, 0x55, 0xFF, 0x00, 0xFF, 0xD3, 0x12]);
        assert!(!is_complete(Format::Jpeg, &jpeg));
        jpeg.extend([0xFF, 0xD9]);
        assert!(is_complete(Format::Jpeg, &jpeg));
        jpeg.extend(*b"trailer of a phone");
        assert!(is_complete(Format::Jpeg, &jpeg));
    }
}
