//! Printed and moulded pictures on things that are no tiles: calendars,
//! cards, keys, pages, screens, trays.

use super::math::linear;
use super::texture::Texture;
use crate::faces::FontBank;
use crate::faces::canvas::{Canvas, Rgb};
use crate::faces::path::{Path, Point};
use crate::faces::rng::Rng;

/// Width of a print in texels.
const WIDTH: usize = 128;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// A month of numbers.
    Calendar,
    /// A playing card.
    Card,
    /// A domino.
    Domino,
    /// Keys in rows: keyboards, calculators, remote controls.
    Keys,
    /// Large print, upright or across.
    Page,
    /// A panel with digits and lamps, as in the middle of automatic tables.
    Console,
    /// A telephone's screen with pictures in rows.
    Screen,
    /// Bars of a sweet, or any moulded grid.
    Bars,
    /// A packet with large characters.
    Packet,
    /// Empty places of a tray, light or dark.
    Cells,
    /// One face of a die.
    Die,
    /// A disc with a rim: chips and coins.
    Chip,
}

impl Print {
    /// Every kind.
    pub const ALL: [Print; 12] = [
        Print::Calendar,
        Print::Card,
        Print::Domino,
        Print::Keys,
        Print::Page,
        Print::Console,
        Print::Screen,
        Print::Bars,
        Print::Packet,
        Print::Cells,
        Print::Die,
        Print::Chip,
    ];

    /// Height by width.
    pub fn aspect(self) -> f32 {
        match self {
            Print::Calendar => 0.8,
            Print::Card | Print::Page | Print::Packet => 1.4,
            Print::Domino | Print::Screen => 2.0,
            Print::Keys | Print::Bars | Print::Cells => 0.6,
            Print::Console | Print::Die | Print::Chip => 1.0,
        }
    }

    /// Draws one variant.
    pub(super) fn draw(self, key: u64, bank: &FontBank) -> Texture {
        let mut rng = Rng::keyed(&[0x9b17, self as u64, key]);
        let mut sketch = Sketch::new(self.aspect(), bank, rng.below(1000));
        let work: fn(&mut Sketch, &mut Rng) = match self {
            Print::Calendar => calendar,
            Print::Card => card,
            Print::Domino => domino,
            Print::Keys => keys,
            Print::Page => page,
            Print::Console => console,
            Print::Screen => screen,
            Print::Bars => bars,
            Print::Packet => packet,
            Print::Cells => cells,
            Print::Die => die,
            Print::Chip => chip,
        };
        work(&mut sketch, &mut rng);
        sketch.texture()
    }
}

/// A print being drawn; x runs from 0 to 1, y from 0 to the aspect.
struct Sketch<'a> {
    canvas: Canvas,
    aspect: f32,
    bank: &'a FontBank,
    font: usize,
}

const PAPER: [Rgb; 4] = [
    [0.96, 0.96, 0.94],
    [0.93, 0.9, 0.82],
    [0.88, 0.9, 0.93],
    [0.97, 0.95, 0.9],
];
const INK: [Rgb; 6] = [
    [0.08, 0.08, 0.1],
    [0.75, 0.1, 0.12],
    [0.1, 0.2, 0.55],
    [0.06, 0.4, 0.2],
    [0.3, 0.2, 0.12],
    [0.1, 0.1, 0.12],
];

fn vivid(rng: &mut Rng) -> Rgb {
    std::array::from_fn(|_| rng.range(0.05, 0.95))
}

fn grey(rng: &mut Rng, low: f32, high: f32) -> Rgb {
    let light = rng.range(low, high);
    std::array::from_fn(|_| (light + rng.gauss(0.012)).clamp(0.0, 1.0))
}

impl<'a> Sketch<'a> {
    fn new(aspect: f32, bank: &'a FontBank, font: usize) -> Sketch<'a> {
        let h = (WIDTH as f32 * aspect).round() as usize;
        let canvas = Canvas {
            w: WIDTH,
            h,
            px: vec![[0.0, 0.0, 0.0, 1.0]; WIDTH * h],
        };
        Sketch {
            canvas,
            aspect,
            bank,
            font,
        }
    }

    fn texture(self) -> Texture {
        let texel = |px: &[f32; 4]| {
            let [r, g, b] = linear([px[0], px[1], px[2]]);
            [r, g, b, 0.0]
        };
        let px = self.canvas.px.iter().map(texel).collect();
        Texture::new(self.canvas.w, self.canvas.h, px)
    }

    fn flood(&mut self, rgb: Rgb) {
        self.canvas.px.fill([rgb[0], rgb[1], rgb[2], 1.0]);
    }

    fn fill(&mut self, path: &Path, rgb: Rgb) {
        self.canvas.fill(path, rgb);
    }

    fn block(&mut self, center: Point, half: Point, radius: f32, rgb: Rgb) {
        self.fill(&Path::rounded(center, half, radius), rgb);
    }

    /// A character `tall` high around a place.
    fn write(&mut self, character: char, center: Point, tall: f32, rgb: Rgb) {
        let Some(glyph) = self.bank.glyph(self.font, character) else {
            return;
        };
        let [_, _, w, h] = glyph.bounds();
        let scale = tall / h.max(w * 0.6);
        let path = glyph.clone().map(|[x, y]| {
            [
                center[0] + (x - w / 2.0) * scale,
                center[1] + (y - h / 2.0) * scale,
            ]
        });
        self.fill(&path, rgb);
    }

    fn number(&mut self, number: usize, center: Point, tall: f32, rgb: Rgb) {
        let digits: Vec<char> = number.to_string().chars().collect();
        let step = tall * 0.62;
        for (k, &digit) in digits.iter().enumerate() {
            let x = center[0] + (k as f32 - (digits.len() - 1) as f32 / 2.0) * step;
            self.write(digit, [x, center[1]], tall, rgb);
        }
    }

    /// Middles of the cells of a grid with a margin, and half a cell's size.
    fn grid(&self, columns: usize, rows: usize, margin: f32, top: f32) -> (Vec<Point>, Point) {
        let wide = (1.0 - 2.0 * margin) / columns as f32;
        let tall = (self.aspect - margin - top) / rows as f32;
        let place = |k: usize| {
            [
                margin + ((k % columns) as f32 + 0.5) * wide,
                top + ((k / columns) as f32 + 0.5) * tall,
            ]
        };
        (
            (0..columns * rows).map(place).collect(),
            [wide / 2.0, tall / 2.0],
        )
    }
}

const LATIN: &str = "ABCDEFGHIKLMNOPRSTUVW0123456789";
const KANA: &str = "のはにをたがで";
const KANJI: &str = "一二三四五六七八九東南西北白中春夏秋冬竹のはにをたがで";

/// A letter of print. A lone character of a tile on a block of a tile's size
/// would be a tile to anyone, so those are on pages only.
fn letter(rng: &mut Rng, sets: [&str; 2]) -> char {
    let all: Vec<char> = rng.pick(&sets).chars().collect();
    rng.pick(&all)
}

fn calendar(sketch: &mut Sketch, rng: &mut Rng) {
    sketch.flood(rng.pick(&PAPER));
    let band = rng.range(0.06, 0.2);
    let head = rng.pick(&INK);
    if rng.chance(0.5) {
        sketch.block([0.5, band / 2.0], [0.5, band / 2.0], 0.0, vivid(rng));
    }
    sketch.number(rng.between(1, 12), [0.5, band / 2.0], band * 0.7, head);
    let (places, half) = sketch.grid(7, 5, 0.03, band);
    let (skip, last) = (rng.below(6), rng.between(28, 31));
    let lined = rng.chance(0.5);
    let small = rng.range(0.5, 1.1);
    for (k, &at) in places.iter().enumerate() {
        if lined {
            let frame = Path::frame(at, half, 0.0, 0.005);
            sketch.fill(&frame, [0.5; 3]);
        }
        if (skip..skip + last).contains(&k) {
            let ink = match k % 7 {
                0 => INK[1],
                6 => INK[2],
                _ => INK[0],
            };
            sketch.number(k - skip + 1, at, half[1] * small, ink);
        }
    }
}

fn pip(kind: usize, at: Point, size: f32) -> Path {
    match kind {
        0 => Path::star(at, 2, size, size * 0.75, 0.0),
        1 => Path::ellipse(
            [at[0] - size * 0.4, at[1] - size * 0.2],
            size * 0.5,
            size * 0.5,
            0.0,
        )
        .and(Path::ellipse(
            [at[0] + size * 0.4, at[1] - size * 0.2],
            size * 0.5,
            size * 0.5,
            0.0,
        ))
        .and(Path::polygon(vec![
            [at[0] - size * 0.85, at[1]],
            [at[0] + size * 0.85, at[1]],
            [at[0], at[1] + size],
        ]))
        .oriented(),
        2 => Path::circle([at[0], at[1] - size * 0.45], size * 0.45)
            .and(Path::circle(
                [at[0] - size * 0.5, at[1] + size * 0.25],
                size * 0.45,
            ))
            .and(Path::circle(
                [at[0] + size * 0.5, at[1] + size * 0.25],
                size * 0.45,
            ))
            .and(Path::polygon(vec![
                [at[0], at[1]],
                [at[0] + size * 0.3, at[1] + size],
                [at[0] - size * 0.3, at[1] + size],
            ]))
            .oriented(),
        _ => Path::polygon(vec![
            [at[0] - size * 0.8, at[1] + size * 0.4],
            [at[0], at[1] - size],
            [at[0] + size * 0.8, at[1] + size * 0.4],
        ])
        .and(Path::polygon(vec![
            [at[0], at[1]],
            [at[0] + size * 0.3, at[1] + size],
            [at[0] - size * 0.3, at[1] + size],
        ]))
        .oriented(),
    }
}

fn card(sketch: &mut Sketch, rng: &mut Rng) {
    sketch.flood([0.96, 0.95, 0.93]);
    let suit = rng.below(4);
    let ink = if suit < 2 { INK[1] } else { INK[0] };
    if rng.chance(0.2) {
        // Its back.
        let (tone, other) = (vivid(rng), vivid(rng));
        sketch.block([0.5, 0.7], [0.44, 0.64], 0.04, tone);
        let (places, half) = sketch.grid(6, 8, 0.1, 0.1);
        for at in places {
            sketch.fill(&Path::star(at, 2, half[0], half[0] * 0.7, 0.0), other);
        }
        return;
    }
    let rank = rng.between(1, 10);
    let index = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'K'][rank - 1];
    for (at, mark) in [([0.11, 0.14], [0.11, 0.3]), ([0.89, 1.26], [0.89, 1.1])] {
        sketch.write(index, at, 0.16, ink);
        sketch.fill(&pip(suit, mark, 0.06), ink);
    }
    if rank == 10 {
        sketch.fill(&Path::frame([0.5, 0.7], [0.29, 0.52], 0.0, 0.015), INK[2]);
        sketch.fill(&Path::circle([0.5, 0.45], 0.15), [0.9, 0.75, 0.6]);
        let robe = Path::polygon(vec![[0.24, 1.2], [0.5, 0.5], [0.76, 1.2]]);
        sketch.fill(&robe, vivid(rng));
        return;
    }
    let columns: &[f32] = if rank < 4 { &[0.5] } else { &[0.33, 0.67] };
    let rows = rank.div_ceil(columns.len());
    for k in 0..rank {
        let x = columns[k / rows];
        let n = rows.min(rank - k / rows * rows);
        let y = 0.7 + ((k % rows) as f32 - (n - 1) as f32 / 2.0) * (0.95 / n.max(3) as f32);
        sketch.fill(&pip(suit, [x, y], 0.1), ink);
    }
}

/// Pips of a die in a box around a middle.
fn dots(sketch: &mut Sketch, count: usize, middle: Point, reach: f32, size: f32, rgb: Rgb) {
    let places: &[Point] = match count {
        0 => &[],
        1 => &[[0.0, 0.0]],
        2 => &[[-1.0, -1.0], [1.0, 1.0]],
        3 => &[[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]],
        4 => &[[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]],
        5 => &[
            [-1.0, -1.0],
            [1.0, 1.0],
            [0.0, 0.0],
            [-1.0, 1.0],
            [1.0, -1.0],
        ],
        _ => &[
            [-1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 0.0],
            [1.0, 0.0],
            [-1.0, 1.0],
            [1.0, -1.0],
        ],
    };
    for [x, y] in places {
        let at = [middle[0] + x * reach, middle[1] + y * reach];
        sketch.fill(&Path::circle(at, size), rgb);
    }
}

fn domino(sketch: &mut Sketch, rng: &mut Rng) {
    let light = rng.chance(0.6);
    let (base, ink) = if light {
        ([0.95, 0.93, 0.87], rng.pick(&INK))
    } else {
        (grey(rng, 0.03, 0.15), [0.93, 0.92, 0.9])
    };
    sketch.flood(base);
    sketch.block([0.5, 1.0], [0.4, 0.015], 0.01, ink);
    let size = rng.range(0.07, 0.11);
    dots(sketch, rng.below(7), [0.5, 0.5], 0.26, size, ink);
    dots(sketch, rng.below(7), [0.5, 1.5], 0.26, size, ink);
}

fn keys(sketch: &mut Sketch, rng: &mut Rng) {
    let dark = rng.chance(0.6);
    let base = if dark {
        grey(rng, 0.03, 0.2)
    } else {
        grey(rng, 0.5, 0.9)
    };
    sketch.flood(base);
    let key = match rng.below(3) {
        0 => base.map(|v| (v + 0.12).min(1.0)),
        1 => grey(rng, 0.8, 0.96),
        _ => grey(rng, 0.05, 0.2),
    };
    let ink = if key[0] > 0.5 { INK[0] } else { [0.9; 3] };
    let (columns, rows) = (rng.between(3, 8), rng.between(2, 5));
    let (places, half) = sketch.grid(columns, rows, 0.04, 0.04);
    let share = rng.range(0.75, 0.92);
    let bold = rng.range(0.45, 1.0);
    for at in places {
        let size = half.map(|v| v * share);
        let odd = rng.chance(0.06);
        let tone = if odd { vivid(rng) } else { key };
        sketch.block(
            [at[0], at[1] + 0.008],
            size,
            size[0] * 0.3,
            base.map(|v| v * 0.6),
        );
        sketch.block(at, size, size[0] * 0.3, tone);
        sketch.write(letter(rng, [LATIN, KANA]), at, size[1] * bold, ink);
    }
}

fn page(sketch: &mut Sketch, rng: &mut Rng) {
    sketch.flood(rng.pick(&PAPER));
    let (columns, rows) = (rng.between(3, 7), rng.between(4, 10));
    let (places, half) = sketch.grid(columns, rows, 0.08, 0.1);
    let ink = rng.pick(&INK);
    let size = half[0].min(half[1]) * 1.7;
    let full = rng.range(0.7, 1.0);
    for at in places {
        if rng.chance(full) {
            sketch.write(letter(rng, [LATIN, KANJI]), at, size, ink);
        }
    }
    if rng.chance(0.3) {
        sketch.block([0.5, 1.0], [0.4, 0.3], 0.0, vivid(rng));
    }
}

/// Bars of a seven-segment digit (unit box), bit by bit.
const SEGMENTS: [(Point, Point); 7] = [
    ([0.5, 0.0], [0.42, 0.07]),
    ([1.0, 0.5], [0.09, 0.42]),
    ([1.0, 1.5], [0.09, 0.42]),
    ([0.5, 2.0], [0.42, 0.07]),
    ([0.0, 1.5], [0.09, 0.42]),
    ([0.0, 0.5], [0.09, 0.42]),
    ([0.5, 1.0], [0.42, 0.07]),
];
const DIGITS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

fn seven(sketch: &mut Sketch, digit: usize, at: Point, size: f32, rgb: Rgb) {
    for (bit, (middle, half)) in SEGMENTS.iter().enumerate() {
        if DIGITS[digit] >> bit & 1 == 1 {
            let place = [at[0] + middle[0] * size, at[1] + middle[1] * size];
            sketch.block(place, half.map(|v| v * size), 0.0, rgb);
        }
    }
}

fn console(sketch: &mut Sketch, rng: &mut Rng) {
    let (body, inner) = (grey(rng, 0.03, 0.3), grey(rng, 0.02, 0.1));
    sketch.flood(body);
    sketch.block([0.5, 0.5], [0.42, 0.42], 0.08, inner);
    let glow = rng.pick(&[
        [1.0, 0.2, 0.15],
        [0.3, 1.0, 0.4],
        [1.0, 0.7, 0.2],
        [0.5, 0.8, 1.0],
    ]);
    for y in [0.2, 0.62] {
        for k in 0..4 {
            let at = [0.2 + 0.16 * k as f32, y];
            seven(sketch, rng.below(10), at, 0.09, glow);
        }
    }
    for (at, wind) in [
        ([0.5, 0.06], '東'),
        ([0.94, 0.5], '南'),
        ([0.5, 0.94], '西'),
        ([0.06, 0.5], '北'),
    ] {
        if rng.chance(0.7) {
            sketch.write(wind, at, 0.08, [0.85, 0.85, 0.8]);
        } else {
            sketch.block(at, [0.05, 0.03], 0.02, glow);
        }
    }
}

fn screen(sketch: &mut Sketch, rng: &mut Rng) {
    sketch.flood(grey(rng, 0.01, 0.08));
    let wall = vivid(rng);
    sketch.block([0.5, 1.0], [0.46, 0.94], 0.07, wall);
    let (places, half) = sketch.grid(4, rng.between(4, 7), 0.1, 0.25);
    for at in places {
        if rng.chance(0.85) {
            let size = half[0] * 0.7;
            let tone = vivid(rng);
            sketch.block(at, [size, size], size * 0.4, tone);
            if rng.chance(0.5) {
                let mark = if tone[1] > 0.5 { INK[0] } else { [0.96; 3] };
                sketch.write(letter(rng, [LATIN, KANA]), at, size * 1.2, mark);
            }
        }
    }
}

fn bars(sketch: &mut Sketch, rng: &mut Rng) {
    let base = match rng.below(3) {
        0 => [0.28, 0.15, 0.09],
        1 => grey(rng, 0.5, 0.95),
        _ => vivid(rng),
    };
    sketch.flood(base.map(|v| v * 0.7));
    let (places, half) = sketch.grid(rng.between(2, 7), rng.between(2, 4), 0.02, 0.02);
    for at in places {
        let inner = half.map(|v| v * 0.92);
        sketch.block(at, inner, 0.01, base.map(|v| (v * 1.2).min(1.0)));
        sketch.block(
            [at[0] + 0.006, at[1] + 0.006],
            inner.map(|v| v * 0.8),
            0.01,
            base,
        );
    }
}

fn packet(sketch: &mut Sketch, rng: &mut Rng) {
    sketch.flood(vivid(rng));
    if rng.chance(0.6) {
        let at = [0.5, rng.range(0.3, 1.1)];
        let half = [rng.range(0.2, 0.45), rng.range(0.1, 0.4)];
        sketch.block(at, half, rng.range(0.0, 0.2), vivid(rng));
    }
    let ink = rng.pick(&[[0.97; 3], [0.08; 3], [0.85, 0.1, 0.1], [0.95, 0.85, 0.3]]);
    let n = rng.between(1, 4);
    for k in 0..n {
        let y = 1.4 * (k as f32 + 0.5) / n as f32;
        sketch.write(
            letter(rng, [LATIN, KANA]),
            [0.5 + rng.gauss(0.05), y],
            1.0 / n as f32,
            ink,
        );
    }
    for _ in 0..rng.below(4) {
        let at = [rng.range(0.1, 0.9), rng.range(0.1, 1.3)];
        sketch.fill(&Path::circle(at, rng.range(0.03, 0.15)), vivid(rng));
    }
}

fn cells(sketch: &mut Sketch, rng: &mut Rng) {
    let wall = match rng.below(4) {
        0 | 1 => grey(rng, 0.02, 0.15),
        2 => grey(rng, 0.6, 0.95),
        _ => vivid(rng),
    };
    sketch.flood(wall);
    let (places, half) = sketch.grid(rng.between(3, 8), rng.between(1, 3), 0.03, 0.03);
    let share = rng.range(0.85, 0.97);
    let (deep, light) = (rng.range(0.35, 0.8), rng.range(0.9, 1.3));
    for at in places {
        let size = half.map(|v| v * share);
        let floor = wall.map(|v| (v * deep).min(1.0));
        sketch.block(at, size, 0.015, floor.map(|v| v * 0.6));
        // The far walls are lit, the near ones dark.
        let inner = size.map(|v| v * 0.86);
        sketch.block(
            [at[0] + size[0] * 0.08, at[1] + size[1] * 0.1],
            inner,
            0.01,
            floor.map(|v| (v * light).min(1.0)),
        );
    }
}

fn die(sketch: &mut Sketch, rng: &mut Rng) {
    let base = rng.pick(&[[0.95, 0.94, 0.9], [0.8, 0.1, 0.1], [0.1, 0.2, 0.6]]);
    sketch.flood(base);
    let ink = if base[1] > 0.5 {
        rng.pick(&INK)
    } else {
        [0.95; 3]
    };
    // Never blank: that would be a 白 to anyone.
    dots(sketch, rng.between(1, 6), [0.5, 0.5], 0.26, 0.1, ink);
}

fn chip(sketch: &mut Sketch, rng: &mut Rng) {
    let (rim, body) = (vivid(rng), vivid(rng));
    sketch.flood(rim);
    for k in 0..8 {
        let (sin, cos) = (k as f32 * 0.785).sin_cos();
        let at = [0.5 + cos * 0.43, 0.5 + sin * 0.43];
        sketch.fill(&Path::circle(at, 0.09), [0.95; 3]);
    }
    sketch.fill(&Path::circle([0.5, 0.5], 0.33), body);
    sketch.fill(&Path::ring([0.5, 0.5], 0.3, 0.27), [0.95; 3]);
    let value = rng.pick(&[1, 5, 10, 25, 50, 100]);
    sketch.number(value, [0.5, 0.5], 0.26, INK[0]);
}
