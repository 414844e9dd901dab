//! Huffman codes and the bits they are read from (ITU-T T.81, annexes C and F).

use super::{Stop, byte};

/// Coded bytes between the last block and the next marker that are taken for
/// an encoder's filling and not for damage.
const SPARE_BYTES: usize = 2;

/// Huffman codes: what each 16 bits begin with.
pub(super) struct Codes {
    /// Length (0 = no code) and symbol by the next 9 bits.
    short: [(u8, u8); 512],
    /// For codes of each length: the first code past them, aligned to 16
    /// bits, and what to add to a code for the place of its symbol.
    past: [(u32, i32); 17],
    symbols: Vec<u8>,
}

impl Codes {
    pub(super) fn new(counts: &[u8; 16], symbols: &[u8]) -> Result<Codes, Stop> {
        let mut codes = Codes {
            short: [(0, 0); 512],
            past: [(0, 0); 17],
            symbols: symbols.to_vec(),
        };
        let (mut code, mut place) = (0u32, 0usize);
        for (length, &count) in (1..=16u32).zip(counts) {
            codes.past[length as usize].1 = place as i32 - code as i32;
            for _ in 0..count {
                if code >> length != 0 {
                    return Err(Stop::Damaged);
                }
                if length <= 9 {
                    let first = (code << (9 - length)) as usize;
                    let entry = (length as u8, symbols[place]);
                    codes.short[first..first + (1 << (9 - length))].fill(entry);
                }
                code += 1;
                place += 1;
            }
            codes.past[length as usize].0 = code << (16 - length);
            code <<= 1;
        }
        Ok(codes)
    }

    pub(super) fn next(&self, bits: &mut Bits) -> Result<u8, Stop> {
        let ahead = bits.peek16();
        let (length, symbol) = self.short[(ahead >> 7) as usize];
        if length > 0 {
            bits.skip(length.into())?;
            return Ok(symbol);
        }
        for length in 10..=16u32 {
            let (past, add) = self.past[length as usize];
            if ahead < past {
                bits.skip(length)?;
                let place = (ahead >> (16 - length)) as i32 + add;
                let symbol = usize::try_from(place)
                    .ok()
                    .and_then(|at| self.symbols.get(at));
                return symbol.copied().ok_or(Stop::Damaged);
            }
        }
        Err(Stop::Damaged)
    }
}

/// The coded bits of a scan.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The first byte not taken yet.
    at: usize,
    /// Bits taken and not used, the next one highest.
    buffer: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Bits<'a> {
        Bits {
            bytes,
            at,
            buffer: 0,
            count: 0,
        }
    }

    /// Takes bytes up to the next marker.
    fn fill(&mut self) {
        while self.count <= 56 {
            let Some(&byte) = self.bytes.get(self.at) else {
                return;
            };
            if byte == 0xFF {
                if self.bytes.get(self.at + 1) != Some(&0) {
                    return;
                }
                self.at += 1;
            }
            self.at += 1;
            self.buffer |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    /// The next 16 bits, with zeros past the end.
    fn peek16(&mut self) -> u32 {
        if self.count < 16 {
            self.fill();
        }
        (self.buffer >> 48) as u32
    }

    fn skip(&mut self, count: u32) -> Result<(), Stop> {
        if count > self.count {
            return Err(Stop::Damaged);
        }
        self.buffer <<= count;
        self.count -= count;
        Ok(())
    }

    /// At most 16 bits as a number.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, Stop> {
        let ahead = self.peek16();
        self.skip(count)?;
        Ok(ahead >> (16 - count))
    }

    /// Expects the restart marker number `n`.
    pub(super) fn restart(&mut self, n: usize) -> Result<(), Stop> {
        let at = self.end()?;
        match byte(self.bytes, at + 1)? {
            marker if usize::from(marker) == 0xD0 + n % 8 => {
                *self = Bits::new(self.bytes, at + 2);
                Ok(())
            }
            _ => Err(Stop::Damaged),
        }
    }

    /// The place of the marker behind the coded data, if hardly anything is
    /// left before it.
    pub(super) fn end(&mut self) -> Result<usize, Stop> {
        let mut spare = 0;
        loop {
            self.fill();
            spare += (self.count / 8) as usize;
            if spare > SPARE_BYTES {
                return Err(Stop::Damaged);
            }
            if self.count < 8 {
                break;
            }
            (self.buffer, self.count) = (0, 0);
        }
        while self.bytes.get(self.at..self.at + 2) == Some(&[0xFF, 0xFF]) {
            self.at += 1;
        }
        Ok(self.at)
    }
}
