//! 索子 2 to 9: sticks of bamboo.

use super::Painter;
use super::canvas::ASPECT;
use super::path::Point;
use super::stick::Stick;
use super::style::{Ink, Inks};

/// 6 as three pairs.
const PAIRS: [Point; 6] = [
    [0.3, 0.17],
    [0.7, 0.17],
    [0.3, 0.5],
    [0.7, 0.5],
    [0.3, 0.83],
    [0.7, 0.83],
];

/// Places (share of width, share of height) of upright sticks.
fn places(rank: u8, rare: bool) -> &'static [Point] {
    match rank {
        6 if rare => &PAIRS,
        8 => &[
            [0.22, 0.17],
            [0.5, 0.17],
            [0.78, 0.17],
            [0.36, 0.5],
            [0.64, 0.5],
            [0.22, 0.83],
            [0.5, 0.83],
            [0.78, 0.83],
        ],
        2 => &[[0.5, 0.27], [0.5, 0.73]],
        3 => &[[0.5, 0.27], [0.29, 0.73], [0.71, 0.73]],
        4 => &[[0.29, 0.27], [0.71, 0.27], [0.29, 0.73], [0.71, 0.73]],
        5 => &[
            [0.22, 0.27],
            [0.78, 0.27],
            [0.5, 0.5],
            [0.22, 0.73],
            [0.78, 0.73],
        ],
        6 => &[
            [0.22, 0.27],
            [0.5, 0.27],
            [0.78, 0.27],
            [0.22, 0.73],
            [0.5, 0.73],
            [0.78, 0.73],
        ],
        7 => &[
            [0.5, 0.17],
            [0.22, 0.5],
            [0.5, 0.5],
            [0.78, 0.5],
            [0.22, 0.83],
            [0.5, 0.83],
            [0.78, 0.83],
        ],
        _ => &[
            [0.22, 0.17],
            [0.5, 0.17],
            [0.78, 0.17],
            [0.22, 0.5],
            [0.5, 0.5],
            [0.78, 0.5],
            [0.22, 0.83],
            [0.5, 0.83],
            [0.78, 0.83],
        ],
    }
}

/// How makers colour the sticks, in the order of [`places`].
fn colourings(rank: u8) -> &'static [&'static str] {
    match rank {
        2 => &["GG", "GG", "GB", "BG"],
        3 => &["GGG", "GGG", "BGG", "RGG"],
        4 => &["GGGG", "GGGG", "GBBG", "BGGB"],
        5 => &["GGRGG", "GGRGG", "GGRGG", "GBRBG", "BGRGB"],
        6 => &["GGGGGG", "GGGGGG", "GGGBBB", "BBBGGG"],
        8 => &["GGGGGGGG", "GGGGGGGG", "GGGBBGGG"],
        7 => &["RGGGGGG", "RGGGGGG", "RGGGGGG", "RGBGGBG", "RBGBBGB"],
        _ => &[
            "GRGGRGGRG",
            "GRGGRGGRG",
            "GRGGRGGRG",
            "GRBGRBGRB",
            "BRGBRGBRG",
            "RRRGGGBBB",
        ],
    }
}

/// A sou tile of rank 2 to 9.
pub(super) fn draw(painter: &mut Painter, rank: u8) {
    let style = painter.style;
    let stick = Stick::random(&mut style.stream(0x500));
    let mut rng = style.stream(0x500 + u64::from(rank));
    // A few makers stand all sticks of 8 upright, or pair those of 6.
    let rare = rng.clone().chance(0.05);
    if rank == 8 && !rare {
        return eight(painter, &stick);
    }
    let colours = rng.pick(colourings(rank)).as_bytes();
    let rows_of_three = matches!(rank, 7..=9) || rank == 6 && rare;
    let tall = ASPECT * if rows_of_three { 0.28 } else { stick.tall };
    let wide = stick.wide * style.mark_size * if rank >= 5 { 0.92 } else { 1.0 };
    // The lone stick of 5 is often shorter.
    let middle = rng.range(0.75, 1.0);
    for (index, (spot, &colour)) in places(rank, rare).iter().zip(colours).enumerate() {
        let at = [
            0.5 + (spot[0] - 0.5) * style.spread,
            ASPECT * (0.5 + (spot[1] - 0.5) * style.spread.min(1.02)),
        ];
        let shorter = if rank == 5 && index == 2 { middle } else { 1.0 };
        let ink = ink(painter, colour);
        let size = [wide, tall * shorter];
        if (rank, index) == (5, 2) {
            painter.middle(|painter| stick.stamp(painter, at, size, 0.0, ink));
        } else {
            stick.stamp(painter, at, size, 0.0, ink);
        }
    }
}

fn ink(painter: &Painter, colour: u8) -> Ink {
    let style = painter.style;
    match Inks::letter(colour) {
        _ if style.single_ink.is_some() => style.single_ink.unwrap_or(Ink::Green),
        Ink::Green => style.stick_ink,
        other => other,
    }
}

/// 8s: an M over a W, or its mirror images.
fn eight(painter: &mut Painter, stick: &Stick) {
    let mut rng = painter.style.stream(0x508);
    let lean = rng.range(0.4, 0.95);
    let reach = rng.range(0.1, 0.14);
    let flipped = rng.chance(0.35); // W over M
    let ink = ink(painter, b'G');
    let wide = stick.wide * painter.style.mark_size * 0.9;
    let upright = ASPECT * stick.tall * rng.range(0.92, 1.05);
    let leaning = ASPECT * stick.tall * rng.range(0.8, 1.0);
    for (sy, row) in [(-1.0, 0.28), (1.0, 0.72)] {
        for side in [-1.0, 1.0] {
            let outer = [0.5 + side * 0.33 * painter.style.spread, row * ASPECT];
            stick.stamp(painter, outer, [wide, upright], 0.0, ink);
            let up = if flipped { -sy } else { sy };
            let inner = [0.5 + side * reach, row * ASPECT];
            stick.stamp(painter, inner, [wide, leaning], side * up * lean, ink);
        }
    }
}
