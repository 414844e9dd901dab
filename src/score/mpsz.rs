//! Tile lists as the case files write them: `123m055p11z`.

use smallvec::SmallVec;

use crate::tile::Tile;

/// Reads digits followed by a suit letter. The error names the first text
/// that is no tile.
pub fn parse(text: &str) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::with_capacity(text.len());
    let mut ranks = SmallVec::<[u8; 16]>::new();
    for ch in text.chars().filter(|ch| !ch.is_whitespace()) {
        if ch.is_ascii_digit() {
            ranks.push(ch as u8);
            continue;
        }
        if ranks.is_empty() {
            return Err(ch.to_string());
        }
        for rank in ranks.drain(..) {
            let letter = u8::try_from(ch).unwrap_or_default();
            let tile = Tile::of_code(rank, letter);
            tiles.push(tile.ok_or_else(|| format!("{}{ch}", char::from(rank)))?);
        }
    }
    match ranks.is_empty() {
        true => Ok(tiles),
        false => Err(ranks.into_iter().map(char::from).collect()),
    }
}

/// Writes tiles in the given order, one letter per run of a suit.
pub fn print(tiles: &[Tile]) -> String {
    let mut text = String::with_capacity(tiles.len() + 4);
    for (at, tile) in tiles.iter().enumerate() {
        let code = tile.code();
        text.push_str(&code[..1]);
        let next = tiles.get(at + 1).map(|next| &next.code()[1..]);
        if next != Some(&code[1..]) {
            text.push_str(&code[1..]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_it_reads() {
        for text in ["123m055p11z", "1z", "", "1f2z3f"] {
            assert_eq!(parse(text).map(|tiles| print(&tiles)), Ok(text.to_owned()));
        }
        assert_eq!(parse("12"), Err("12".to_owned()));
        assert_eq!(parse("z1"), Err("z".to_owned()));
        assert_eq!(parse("78z"), Err("8z".to_owned()));
    }
}
