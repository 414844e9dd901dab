//! Tile lists as the case files write them: `123m055p11z`.

use crate::tile::Tile;

/// Reads digits followed by a suit letter. The error names the first text
/// that is no tile.
pub fn parse(text: &str) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::new();
    let mut ranks: Vec<char> = Vec::new();
    for ch in text.chars().filter(|ch| !ch.is_whitespace()) {
        if ch.is_ascii_digit() {
            ranks.push(ch);
            continue;
        }
        if ranks.is_empty() {
            return Err(ch.to_string());
        }
        for rank in ranks.drain(..) {
            let code = format!("{rank}{ch}");
            tiles.push(code.parse().map_err(|_| code)?);
        }
    }
    match ranks.is_empty() {
        true => Ok(tiles),
        false => Err(ranks.into_iter().collect()),
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
