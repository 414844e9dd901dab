//! Table tops, cloths and other surfaces, as tiling patterns in two colours.

use std::f32::consts::TAU;
use std::sync::{Arc, OnceLock};

use super::math::{P2, V3, linear};
use super::print::Print;
use super::surface::Surfaces;
use super::texture::Texture;
use crate::faces::raster::coverage;
use crate::faces::rng::Rng;
use crate::faces::{FontBank, fonts::CHARACTERS};

/// Texels along each side of a pattern.
const SIDE: usize = 256;

/// A surface: a pattern that mixes two colours.
#[derive(Clone, Debug)]
pub struct Material {
    /// Red channel: share of the second colour; green: shade around 0.5;
    /// relief in the fourth.
    pub pattern: Arc<Texture>,
    /// The two linear colours.
    pub colors: [V3; 2],
    /// Size of one repeat of the pattern, in tile widths.
    pub repeat: [f32; 2],
    /// Turn of the pattern against the surface, as (cos, sin).
    pub turn: [f32; 2],
    /// Strength of the relief.
    pub relief: f32,
    /// Strength of reflections, 0 (felt) to 1 (polished).
    pub gloss: f32,
    /// Where on the surface the pattern's own origin lies.
    pub origin: P2,
    /// How the pattern gives colour.
    pub look: Look,
}

/// How a material's pattern gives colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A mixture of the two colours, repeated.
    Mixed,
    /// The pattern's own colours (multiplied by the first of the two), shown
    /// once around the origin.
    Print,
    /// The pattern's own colours (multiplied by the first), repeated.
    Photo,
}

/// The patterns there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Nearly even, with fine grain and soft blotches.
    Felt,
    /// Woven mat or rubber with small knobs.
    Knobs,
    /// Wood grain along x.
    Wood,
    /// Wood in planks.
    Planks,
    /// Checked cloth.
    Check,
    /// Stripes.
    Stripes,
    /// Stone or terrazzo.
    Speckle,
    /// Large cloudy blotches, like crushed velvet or marble.
    Cloud,
    /// A printed page.
    Text,
    /// A cloth with round figures.
    Figures,
    /// Plain, with almost nothing on it.
    Plain,
    /// Coarse weave.
    Weave,
    /// Wood in planks with knots.
    Knots,
    /// Square or oblong plates with joints.
    Plates,
    /// Bricks, every other row shifted.
    Bricks,
    /// Slats of a blind, a bench or a bamboo mat, shaded across.
    Slats,
    /// Squares of two colours.
    Chess,
}

const ALL: [Pattern; 17] = [
    Pattern::Felt,
    Pattern::Knobs,
    Pattern::Wood,
    Pattern::Planks,
    Pattern::Check,
    Pattern::Stripes,
    Pattern::Speckle,
    Pattern::Cloud,
    Pattern::Text,
    Pattern::Figures,
    Pattern::Plain,
    Pattern::Weave,
    Pattern::Knots,
    Pattern::Plates,
    Pattern::Bricks,
    Pattern::Slats,
    Pattern::Chess,
];

/// Variants kept of each pattern.
const VARIANTS: usize = 3;

/// Share of the table tops that are pictures, where there are any.
const PHOTO_SHARE: f32 = 0.45;

/// Variants kept of each print.
const PRINTS: usize = 8;

/// All patterns and prints, drawn when first used.
pub struct Patterns {
    made: Vec<OnceLock<Arc<Texture>>>,
    printed: Vec<OnceLock<Arc<Texture>>>,
    surfaces: Surfaces,
}

impl Default for Patterns {
    fn default() -> Self {
        let slots = |n: usize| (0..n).map(|_| OnceLock::new()).collect();
        Patterns {
            made: slots(ALL.len() * VARIANTS),
            printed: slots(Print::ALL.len() * PRINTS),
            surfaces: Surfaces::default(),
        }
    }
}

impl Patterns {
    /// The same with pictures of real surfaces among the table tops.
    #[must_use]
    pub fn with_surfaces(self, surfaces: Surfaces) -> Patterns {
        Patterns { surfaces, ..self }
    }

    /// A table top that is a picture, now and then, where there are pictures.
    fn photo(&self, rng: &mut Rng) -> Option<Material> {
        if self.surfaces.is_empty() || !rng.chance(PHOTO_SHARE) {
            return None;
        }
        let pattern = self.surfaces.pick(rng)?;
        // From a close look at wood to a whole room's photo under the tiles.
        let (size, light) = (rng.log_range(6.0, 40.0), rng.range(0.7, 1.2));
        let angle = rng.range(0.0, TAU);
        Some(Material {
            pattern,
            colors: [std::array::from_fn(|_| light * (1.0 + rng.gauss(0.06))); 2],
            repeat: [size; 2],
            turn: [angle.cos(), angle.sin()],
            relief: 0.0,
            gloss: rng.range(0.0, 0.5),
            origin: [rng.range(0.0, size), rng.range(0.0, size)],
            look: Look::Photo,
        })
    }

    fn get(&self, pattern: Pattern, variant: usize, bank: &FontBank) -> Arc<Texture> {
        let kind = ALL.iter().position(|&p| p == pattern).unwrap_or(0);
        let slot = kind * VARIANTS + variant % VARIANTS;
        let make = || Arc::new(draw(pattern, slot as u64, bank));
        Arc::clone(self.made[slot].get_or_init(make))
    }

    /// A random variant of a print, `wide` tile widths across.
    pub(super) fn print(
        &self,
        print: Print,
        wide: f32,
        bank: &FontBank,
        rng: &mut Rng,
    ) -> Material {
        let variant = rng.below(PRINTS);
        let slot = print as usize * PRINTS + variant;
        let make = || Arc::new(print.draw(variant as u64, bank));
        let light = rng.range(0.75, 1.05);
        Material {
            pattern: Arc::clone(self.printed[slot].get_or_init(make)),
            colors: [std::array::from_fn(|_| light + rng.gauss(0.03)); 2],
            repeat: [wide, wide * print.aspect()],
            turn: [1.0, 0.0],
            relief: 0.0,
            gloss: rng.range(0.0, 0.6),
            origin: [0.0; 2],
            look: Look::Print,
        }
    }

    /// A surface of this pattern in two sRGB colours.
    pub fn material(
        &self,
        pattern: Pattern,
        colors: [[f32; 3]; 2],
        bank: &FontBank,
        rng: &mut Rng,
    ) -> Material {
        let size = match pattern {
            Pattern::Felt | Pattern::Weave => rng.log_range(3.0, 8.0),
            Pattern::Knobs => rng.log_range(2.0, 8.0),
            Pattern::Wood | Pattern::Planks | Pattern::Knots => rng.log_range(6.0, 20.0),
            Pattern::Text => rng.log_range(5.0, 16.0),
            Pattern::Cloud => rng.log_range(4.0, 25.0),
            _ => rng.log_range(2.0, 12.0),
        };
        let stretch = rng.log_range(0.7, 1.4);
        let angle = if rng.chance(0.6) {
            rng.gauss(0.04)
        } else {
            rng.range(0.0, TAU)
        };
        let variant = rng.below(VARIANTS);
        Material {
            pattern: self.get(pattern, variant, bank),
            colors: colors.map(linear),
            repeat: [size * stretch, size / stretch],
            turn: [angle.cos(), angle.sin()],
            relief: rng.range(0.0, 1.0),
            gloss: match pattern {
                Pattern::Felt | Pattern::Weave | Pattern::Check => 0.0,
                Pattern::Plain | Pattern::Speckle => rng.range(0.1, 0.9),
                _ => rng.range(0.0, 0.4),
            },
            origin: [0.0; 2],
            look: Look::Mixed,
        }
    }

    /// A random table top.
    pub fn table(&self, bank: &FontBank, rng: &mut Rng) -> Material {
        if let Some(photo) = self.photo(rng) {
            return photo;
        }
        use Pattern::{
            Bricks, Check, Chess, Cloud, Felt, Figures, Knobs, Knots, Plain, Planks, Plates, Slats,
            Speckle, Stripes, Text, Weave, Wood,
        };
        let choices = [
            (Felt, 0.28),
            (Knobs, 0.08),
            (Wood, 0.12),
            (Planks, 0.05),
            (Knots, 0.06),
            (Plates, 0.03),
            (Bricks, 0.02),
            (Slats, 0.03),
            (Chess, 0.02),
            (Check, 0.04),
            (Stripes, 0.03),
            (Speckle, 0.05),
            (Cloud, 0.1),
            (Text, 0.03),
            (Figures, 0.03),
            (Plain, 0.08),
            (Weave, 0.05),
        ];
        let pattern = choices[rng.weighted(&choices.map(|c| c.1))].0;
        let base = match pattern {
            Wood | Planks | Knots => wood_color(rng),
            Slats if rng.chance(0.5) => wood_color(rng),
            Felt | Knobs | Cloud | Weave => felt_color(rng),
            Text => [0.9, 0.89, 0.86],
            _ => any_color(rng),
        };
        let depth = rng.range(0.03, 0.35);
        let other = match pattern {
            Text => [0.12, 0.12, 0.14],
            Felt | Knobs | Plain => base.map(|v| v * (1.0 - depth * 0.6)),
            Wood | Planks | Cloud | Weave | Knots | Plates | Slats => {
                base.map(|v| v * (1.0 - depth))
            }
            _ => any_color(rng),
        };
        self.material(pattern, [base, other], bank, rng)
    }
}

/// Felt and mat colours.
fn felt_color(rng: &mut Rng) -> [f32; 3] {
    let base = rng.pick(&[
        [0.1, 0.42, 0.2],
        [0.15, 0.55, 0.25],
        [0.08, 0.3, 0.18],
        [0.1, 0.25, 0.5],
        [0.12, 0.4, 0.55],
        [0.5, 0.12, 0.15],
        [0.65, 0.3, 0.28],
        [0.4, 0.25, 0.15],
        [0.2, 0.2, 0.22],
        [0.08, 0.08, 0.09],
        [0.35, 0.2, 0.4],
        [0.45, 0.45, 0.43],
        [0.2, 0.5, 0.45],
        [0.7, 0.65, 0.5],
    ]);
    let light = rng.log_range(0.7, 1.35);
    base.map(|v| ((v + rng.gauss(0.04)) * light).clamp(0.02, 0.95))
}

/// Wood from dark walnut to pale beech.
fn wood_color(rng: &mut Rng) -> [f32; 3] {
    let base = rng.pick(&[
        [0.72, 0.54, 0.34],
        [0.55, 0.36, 0.2],
        [0.38, 0.22, 0.13],
        [0.8, 0.68, 0.5],
        [0.6, 0.55, 0.5],
        [0.25, 0.16, 0.12],
        [0.85, 0.8, 0.72],
    ]);
    base.map(|v| (v + rng.gauss(0.04)).clamp(0.03, 0.95))
}

/// Any colour, greys more often.
pub fn any_color(rng: &mut Rng) -> [f32; 3] {
    let light = rng.range(0.06, 0.95);
    let vivid = if rng.chance(0.4) {
        0.04
    } else {
        rng.range(0.05, 0.5)
    };
    std::array::from_fn(|_| (light + rng.range(-vivid, vivid)).clamp(0.02, 0.97))
}

/// Smooth noise that repeats after `cells` cells.
struct Noise {
    cells: [usize; 2],
    values: Vec<f32>,
}

impl Noise {
    fn new(rng: &mut Rng, cx: usize, cy: usize) -> Noise {
        let values = (0..cx * cy).map(|_| rng.unit()).collect();
        Noise {
            cells: [cx, cy],
            values,
        }
    }

    /// At a place given in shares of the repeat.
    fn at(&self, u: f32, v: f32) -> f32 {
        let [cx, cy] = self.cells;
        let (x, y) = (u.rem_euclid(1.0) * cx as f32, v.rem_euclid(1.0) * cy as f32);
        let (x0, y0) = (x as usize, y as usize);
        let soft = |t: f32| t * t * (3.0 - 2.0 * t);
        let (fx, fy) = (soft(x.fract()), soft(y.fract()));
        let get = |x: usize, y: usize| self.values[(y % cy) * cx + x % cx];
        let top = get(x0, y0) + (get(x0 + 1, y0) - get(x0, y0)) * fx;
        let low = get(x0, y0 + 1) + (get(x0 + 1, y0 + 1) - get(x0, y0 + 1)) * fx;
        top + (low - top) * fy
    }
}

fn draw(pattern: Pattern, key: u64, bank: &FontBank) -> Texture {
    let mut rng = Rng::keyed(&[0x7ab1e, key]);
    let rng = &mut rng;
    let text = (pattern == Pattern::Text).then(|| page(rng, bank));
    let loom = Loom::new(rng);
    let mut px = Vec::with_capacity(SIDE * SIDE);
    for i in 0..SIDE * SIDE {
        let u = (i % SIDE) as f32 / SIDE as f32;
        let v = (i / SIDE) as f32 / SIDE as f32;
        let fine = rng.unit();
        let [mix, shade, height] = match &text {
            Some(text) => [text[i], 0.5, 0.0],
            None => loom.texel(pattern, u, v, fine),
        };
        px.push([mix.clamp(0.0, 1.0), shade, 0.0, height]);
    }
    Texture::new(SIDE, SIDE, px)
}

/// The numbers that make one variant of a pattern.
struct Loom {
    coarse: Noise,
    medium: Noise,
    grain: Noise,
    rings: Noise,
    /// Strength of fine grain.
    rough: f32,
    /// Repeats of small and of large figures.
    n: f32,
    few: f32,
    /// Share of a stripe.
    thin: f32,
}

fn wave(x: f32) -> f32 {
    0.5 + 0.5 * (x * TAU).sin()
}

impl Loom {
    fn new(rng: &mut Rng) -> Loom {
        Loom {
            coarse: Noise::new(rng, 6, 6),
            medium: Noise::new(rng, 23, 23),
            grain: Noise::new(rng, 5, 90),
            rings: Noise::new(rng, 3, 12),
            rough: rng.range(0.1, 0.4),
            n: rng.between(8, 40) as f32,
            few: rng.between(2, 6) as f32,
            thin: rng.range(0.1, 0.5),
        }
    }

    fn stripe(&self, x: f32) -> f32 {
        f32::from((x * self.few).fract() < self.thin)
    }

    fn cloud(&self, u: f32, v: f32) -> f32 {
        0.6 * self.coarse.at(u, v) + 0.4 * self.medium.at(u, v)
    }

    fn wood(&self, u: f32, v: f32) -> f32 {
        let bend = self.rings.at(u, v) * 3.0;
        0.55 * wave(v * self.n * 0.5 + bend) * self.grain.at(u, v)
            + 0.45 * self.grain.at(u * 2.0, v)
    }

    /// Planks whose grain flows around dark knots.
    fn knots(&self, u: f32, v: f32) -> [f32; 3] {
        let plank = (v * self.few).floor();
        let seam = (v * self.few).fract() < 0.014;
        // One knot in most planks, at a place of its own.
        let at = (plank * 0.618 + self.thin * 7.0).fract();
        let (x, y) = (u - at, (v * self.few).fract() - 0.3 - 0.4 * at);
        let far = (x * 9.0).hypot(y * 2.2);
        let pull = (-far * far * 1.5).exp();
        let bent = v + y.signum() * 0.1 * pull / self.few;
        let ring = wave(far * 5.0) * pull;
        let core = f32::from(far < 0.18 + 0.2 * self.thin);
        let mix = self.wood(u, bent) * (1.0 - pull) + ring.max(core) * (0.6 + pull);
        [mix, if seam { 0.2 } else { 0.5 - 0.22 * core }, 0.0]
    }

    /// Plates with joints, each of a tone of its own.
    fn plates(&self, u: f32, v: f32, shift: f32) -> [f32; 3] {
        let rows = self.few * 2.0;
        let row = (v * rows).floor();
        let columns = if shift > 0.0 { self.few } else { rows };
        let x = u * columns + shift * (row % 2.0);
        let (fx, fy) = (x.fract(), (v * rows).fract());
        let joint = fx < 0.04 || fy < 0.06;
        let tone = ((row * 0.618 + x.floor() % columns * 0.387).fract() - 0.5) * 0.16;
        let mix = self.cloud(u, v) * 0.5;
        if joint {
            [1.0, 0.3, 0.0]
        } else {
            [mix, 0.5 + tone, 1.0]
        }
    }

    /// Share of the second colour, shade (0.5 = none) and height at a place;
    /// `fine` is noise from texel to texel.
    fn texel(&self, pattern: Pattern, u: f32, v: f32, fine: f32) -> [f32; 3] {
        let (n, few) = (self.n, self.few);
        let grain = |share: f32| 0.5 + share * (fine - 0.5);
        match pattern {
            Pattern::Felt => {
                let mix = self.cloud(u, v) * 0.6 + fine * 0.4;
                [mix, grain(self.rough * 0.5), fine * 0.5]
            }
            Pattern::Knobs => {
                let row = (v * n).floor();
                let knob = wave(u * n + 0.5 * (row % 2.0)) * wave(v * n);
                [1.0 - knob, grain(0.1), knob * 2.0]
            }
            Pattern::Wood => [self.wood(u, v), grain(0.06), 0.1 * fine],
            Pattern::Planks => {
                let plank = (v * few).floor();
                let seam = ((v * few).fract() < 0.012) || ((u + 0.37 * plank).fract() < 0.004);
                let tone = ((plank * 0.618).fract() - 0.5) * 0.3;
                [self.wood(u, v) + tone, if seam { 0.2 } else { 0.5 }, 0.0]
            }
            Pattern::Knots => self.knots(u, v),
            Pattern::Plates => self.plates(u, v, 0.0),
            Pattern::Bricks => self.plates(u, v, 0.5),
            Pattern::Slats => {
                let across = (v * n * 0.5).fract();
                let gap = across < self.thin * 0.4;
                let shade = if gap { 0.18 } else { 0.42 + 0.16 * across };
                [self.grain.at(u, v), shade, wave(across)]
            }
            Pattern::Chess => {
                let dark = ((u * few * 2.0).floor() + (v * few * 2.0).floor()) % 2.0 < 1.0;
                [f32::from(dark), grain(0.06), 0.0]
            }
            Pattern::Check => {
                let mix = (self.stripe(u) + self.stripe(v)) / 2.0;
                [mix, grain(0.1), fine * 0.4]
            }
            Pattern::Stripes => [self.stripe(v), grain(0.06), 0.0],
            Pattern::Speckle => {
                let spot = self.medium.at(u * 3.0, v * 3.0) > 0.68;
                [if spot { 1.0 } else { 0.25 * fine }, 0.5, 0.0]
            }
            Pattern::Cloud => [self.cloud(u, v) * 2.6 - 0.8, grain(0.12), fine * 0.3],
            Pattern::Figures => {
                let (x, y) = ((u * few).fract() - 0.5, (v * few).fract() - 0.5);
                let r = x.hypot(y) + 0.05 * (y.atan2(x) * 5.0).sin();
                let inside = r < 0.3 && !(0.12..0.2).contains(&r);
                [f32::from(inside), grain(0.05), 0.0]
            }
            Pattern::Plain | Pattern::Text => [self.coarse.at(u, v) * 0.6, grain(0.02), 0.0],
            Pattern::Weave => {
                let (a, b) = (wave(u * n * 1.5), wave(v * n * 1.5));
                let over = ((u * n * 1.5).floor() + (v * n * 1.5).floor()) % 2.0 < 1.0;
                let thread = if over { a } else { b };
                [thread, grain(0.15), thread]
            }
        }
    }
}

/// A page of print: rows of characters, Latin or kana and kanji.
fn page(rng: &mut Rng, bank: &FontBank) -> Vec<f32> {
    let mut out = vec![0.0; SIDE * SIDE];
    let rows = rng.between(7, 16);
    let step = SIDE as f32 / rows as f32;
    let letters: Vec<char> = CHARACTERS.chars().filter(|c| !c.is_whitespace()).collect();
    let font = rng.below(1000);
    for row in 0..rows {
        let mut x = rng.range(0.0, 30.0);
        let end = SIDE as f32 - rng.range(0.0, 90.0);
        while x < end {
            if let Some(glyph) = bank.glyph(font, rng.pick(&letters)) {
                let [_, _, w, h] = glyph.bounds();
                let size = step * 0.62 / h.max(0.6);
                let top = (row as f32 + 0.2) * step + (0.62 * step - h * size) * 0.5;
                let placed = glyph
                    .clone()
                    .map(|[gx, gy]| [x + gx * size, top + gy * size]);
                if let Some(mask) = coverage(&placed, SIDE, SIDE) {
                    for (line, cover) in mask.data.chunks_exact(mask.w).enumerate() {
                        let start = (mask.y + line) * SIDE + mask.x;
                        for (px, c) in out[start..start + mask.w].iter_mut().zip(cover) {
                            *px = f32::max(*px, *c);
                        }
                    }
                }
                x += w * size + step * 0.12;
            }
            if rng.chance(0.12) {
                x += step * 0.5;
            }
        }
    }
    out
}
