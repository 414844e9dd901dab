//! A look at a model's outer structure before rten parses it.

/// Whether the bytes are a sequence of whole protobuf fields, as any ONNX file
/// is. rten 0.27 seeks backwards for ever in a cut file whose last length does
/// not fit an `i64`; inside embedded messages it checks lengths itself.
pub(super) fn is_whole(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        let Some(rest) = after_field(bytes) else {
            return false;
        };
        bytes = rest;
    }
    true
}

fn after_field(bytes: &[u8]) -> Option<&[u8]> {
    let (key, rest) = varint(bytes)?;
    match key & 7 {
        0 => varint(rest).map(|(_, rest)| rest),
        1 => rest.get(8..),
        2 => {
            let (len, rest) = varint(rest)?;
            rest.get(usize::try_from(len).ok()?..)
        }
        5 => rest.get(4..),
        _ => None,
    }
}

fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0u64;
    for (i, &byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7F) << (7 * i as u32).min(63);
        if byte < 0x80 {
            return Some((value, &bytes[i + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn lengths_must_fit() {
        assert!(is_whole(&[]));
        assert!(is_whole(&[0x08, 0x96, 0x01, 0x12, 2, b'h', b'i']));
        for cut in [
            &[0x08][..],
            &[0x12, 3, b'h', b'i'],
            &[0x0B],
            &[0x80],
            &[0x12, 0x80],
        ] {
            assert!(!is_whole(cut), "{cut:?}");
        }
        let huge = [
            0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1,
        ];
        assert!(!is_whole(&huge));
    }
}
