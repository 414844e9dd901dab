//! Which tile an indicator shows, and how many of it are held.

use karasu::score::HandInput;
use karasu::tile::Tile;

use super::options::{flag, word};

/// How the man tiles follow each other.
#[derive(Clone, Copy, PartialEq)]
pub enum ManOrder {
    /// 1→5→9→1
    OneFiveNine,
    /// 1→9→1, a 5m shows nothing
    OneNine,
    /// 1→2→…→9→1
    Full,
}

/// The kind shown by an indicator; flowers show nothing.
pub fn shown(indicator: Tile, order: ManOrder) -> Option<usize> {
    let kind = indicator.kind()?;
    Some(match kind {
        0..=8 => match (order, kind) {
            (ManOrder::OneFiveNine, 0) => 4,
            (ManOrder::OneFiveNine, 4) => 8,
            (ManOrder::OneFiveNine, _) => 0,
            (ManOrder::OneNine, 0) => 8,
            (ManOrder::OneNine, 8) => 0,
            (ManOrder::OneNine, _) => return None,
            (ManOrder::Full, _) => (kind + 1) % 9,
        },
        17 => 9,
        26 => 18,
        30 => 27,
        33 => 31,
        _ => kind + 1,
    })
}

/// Number of dora among the tiles (kinds).
fn hits(indicators: &[Tile], tiles: &[usize], order: ManOrder) -> i32 {
    let one = |&indicator: &Tile| match shown(indicator, order) {
        Some(kind) => tiles.iter().filter(|&&tile| tile == kind).count() as i32,
        None => 0,
    };
    indicators.iter().map(one).sum()
}

/// Dora and ura of a hand of these kinds. `order` and `on_gari` are the rule
/// set's own values of `man_dora_order` and `dora_on_gari`.
pub fn dora(input: &HandInput, tiles: &[usize], order: ManOrder, on_gari: bool) -> [i32; 2] {
    let order = match word(input, "man_dora_order", "") {
        "159" => ManOrder::OneFiveNine,
        "19" => ManOrder::OneNine,
        "full" => ManOrder::Full,
        _ => order,
    };
    let mut all = tiles.to_vec();
    if flag(input, "dora_on_gari", on_gari) {
        all.extend(input.gari.iter().filter_map(|tile| tile.kind()));
    }
    let used = |indicators: &[Tile]| -> Vec<Tile> {
        let most = if flag(input, "kan_dora", true) { 99 } else { 1 };
        indicators.iter().copied().take(most).collect()
    };
    let ura = match flag(input, "ura", true) {
        true => hits(&used(&input.ura_indicators), &all, order),
        false => 0,
    };
    [hits(&used(&input.dora_indicators), &all, order), ura]
}
