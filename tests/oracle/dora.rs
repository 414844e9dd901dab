//! Which tile an indicator shows, and how many of it are held.

use karasu::tile::Tile;

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
pub fn hits(indicators: &[Tile], tiles: &[usize], order: ManOrder) -> i32 {
    let one = |&indicator: &Tile| match shown(indicator, order) {
        Some(kind) => tiles.iter().filter(|&&tile| tile == kind).count() as i32,
        None => 0,
    };
    indicators.iter().map(one).sum()
}
