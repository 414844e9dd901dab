//! From linear light to the picture a camera would have stored.

use std::sync::OnceLock;

use super::math::V3;
use super::scratch;
use crate::faces::rng::Rng;

/// What lens, sensor and software do to a picture.
#[derive(Clone, Debug)]
pub struct Photo {
    /// Gains of red, green, blue.
    pub white: V3,
    /// Exposure, 1 = as lit.
    pub exposure: f32,
    /// Bend of the tone curve, 1 = none.
    pub gamma: f32,
    /// Contrast around middle grey, 1 = none.
    pub contrast: f32,
    /// Colour strength, 1 = none.
    pub vivid: f32,
    /// Darkening towards the corners.
    pub vignette: f32,
    /// Blur of the lens, sigma in pixels.
    pub blur: f32,
    /// Length and direction of motion blur in pixels.
    pub motion: [f32; 2],
    /// Strength of sharpening.
    pub sharpen: f32,
    /// Noise: of brightness, and of colour.
    pub noise: [f32; 2],
    /// Uneven light across the picture.
    pub tilt: [f32; 2],
    /// Linear size the picture was scaled down to and up again, 1 = never.
    pub resampled: f32,
    /// Colour stored at half resolution.
    pub half_color: bool,
    /// JPEG quality; `None` = not compressed.
    pub jpeg: Option<u8>,
}

impl Photo {
    /// An ordinary to poor picture; `scale` is a typical tile's width in
    /// pixels (blur, shake and compression are limited by it so that faces
    /// stay readable), `white` the light that comes from a tile's body
    /// (cameras expose for it, more or less well).
    pub fn random(rng: &mut Rng, scale: f32, white: f32) -> Photo {
        let most = (scale / 40.0).clamp(0.35, 2.2);
        let kind = rng.below(24);
        let rendered = if rng.chance(0.06) {
            rng.log_range(0.1, 1.3)
        } else {
            rng.log_range(0.24, 0.82)
        };
        let angle = rng.range(0.0, std::f32::consts::PI);
        let shake = if (6..9).contains(&kind) {
            rng.range(0.8, 2.6) * most
        } else {
            0.0
        };
        let warm = rng.gauss(0.09);
        Photo {
            white: [1.0 + warm, 1.0 + rng.gauss(0.025), 1.0 - warm * 1.1],
            exposure: rendered / white.max(0.05),
            gamma: rng.range(0.82, 1.25),
            contrast: rng.range(0.8, 1.25),
            vivid: rng.range(0.6, 1.35),
            vignette: if rng.chance(0.5) {
                rng.range(0.0, 0.45)
            } else {
                0.0
            },
            blur: if kind < 6 {
                rng.range(0.4, 1.2) * most
            } else {
                rng.range(0.25, 0.55)
            },
            motion: [shake * angle.cos(), shake * angle.sin()],
            sharpen: if rng.chance(0.4) {
                rng.range(0.2, 1.4)
            } else {
                0.0
            },
            noise: if rng.chance(0.75) {
                [rng.log_range(0.003, 0.035), rng.log_range(0.001, 0.03)]
            } else {
                [0.0; 2]
            },
            tilt: [rng.gauss(0.12), rng.gauss(0.12)],
            resampled: if scale > 30.0 && rng.chance(0.25) {
                rng.range((24.0 / scale).clamp(0.4, 0.97), 1.0)
            } else {
                1.0
            },
            half_color: rng.chance(0.6),
            jpeg: rng
                .chance(0.85)
                .then(|| rng.between(if scale < 30.0 { 55 } else { 35 }, 95) as u8),
        }
    }

    /// A good picture in calm light.
    pub fn good() -> Photo {
        Photo {
            white: [1.02, 1.0, 0.97],
            exposure: 1.0,
            gamma: 1.0,
            contrast: 1.08,
            vivid: 1.05,
            vignette: 0.12,
            blur: 0.45,
            motion: [0.0; 2],
            sharpen: 0.35,
            noise: [0.006, 0.003],
            tilt: [0.03, 0.05],
            resampled: 1.0,
            half_color: true,
            jpeg: Some(88),
        }
    }

    /// Develops a picture of linear light into sRGB bytes.
    pub fn develop(&self, mut px: Vec<V3>, w: usize, h: usize, rng: &mut Rng) -> Vec<u8> {
        if self.blur > 0.2 {
            gaussian(&mut px, w, h, self.blur);
        }
        if self.motion[0].hypot(self.motion[1]) > 0.3 {
            shake(&mut px, w, h, self.motion);
        }
        self.tone(&mut px, w, h);
        if self.resampled < 0.98 {
            resample(&mut px, w, h, self.resampled);
        }
        if self.sharpen > 0.0 {
            let mut soft = scratch::take(px.len());
            soft.copy_from_slice(&px);
            gaussian(&mut soft, w, h, 1.1);
            let sharp = px.as_flattened_mut().iter_mut();
            for (p, s) in sharp.zip(soft.as_flattened()) {
                *p += (*p - s) * self.sharpen;
            }
            scratch::give(soft);
        }
        self.grain(&mut px, w, rng);
        if self.half_color {
            halve_color(&mut px, w, h);
        }
        let byte = |v: &f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        let bytes = px.as_flattened().iter().map(byte).collect();
        scratch::give(px);
        bytes
    }

    /// Exposure, white balance, uneven light, tone curve: linear in, sRGB out.
    fn tone(&self, px: &mut [V3], w: usize, h: usize) {
        let curve: Vec<f32> = (0..=1024)
            .map(|i| self.curve(i as f32 / 1024.0 * 2.0))
            .collect();
        for (y, line) in px.chunks_exact_mut(w).enumerate() {
            let v = y as f32 / h as f32 * 2.0 - 1.0;
            for (x, p) in line.iter_mut().enumerate() {
                let u = x as f32 / w as f32 * 2.0 - 1.0;
                let fade = 1.0 - self.vignette * (u * u + v * v) * 0.5;
                let light =
                    self.exposure * fade * (1.0 + self.tilt[0] * u + self.tilt[1] * v).max(0.2);
                let seen: V3 = std::array::from_fn(|k| {
                    let value = (p[k] * self.white[k] * light * 512.0).clamp(0.0, 1023.99);
                    let low = value as usize;
                    curve[low] + (curve[low + 1] - curve[low]) * value.fract()
                });
                let grey = 0.3 * seen[0] + 0.59 * seen[1] + 0.11 * seen[2];
                *p = seen.map(|c| grey + (c - grey) * self.vivid);
            }
        }
    }

    /// The tone curve: a soft shoulder into white, then sRGB and contrast.
    fn curve(&self, light: f32) -> f32 {
        let knee = 0.7;
        let held = if light > knee {
            knee + (1.0 - knee) * (1.0 - (-(light - knee) / (1.0 - knee)).exp())
        } else {
            light
        };
        let srgb = if held <= 0.003_130_8 {
            held * 12.92
        } else {
            1.055 * held.powf(1.0 / 2.4) - 0.055
        };
        let bent = srgb.max(0.0).powf(self.gamma);
        (bent - 0.5) * self.contrast + 0.5
    }

    fn grain(&self, px: &mut [V3], w: usize, rng: &mut Rng) {
        if self.noise[0] <= 0.0 {
            return;
        }
        let normals = NORMALS.get_or_init(normals);
        let [grey, tint] = self.noise;
        // Each row starts somewhere in the table.
        for line in px.chunks_exact_mut(w) {
            let start = rng.below(TABLE - 3 * w.min(TABLE / 4));
            for (p, n) in line.iter_mut().zip(normals[start..].chunks_exact(3)) {
                let common = n[0] * grey * (1.3 - p[1].clamp(0.0, 1.0));
                p[0] += common + n[1] * tint;
                p[1] += common;
                p[2] += common + n[2] * tint;
            }
        }
    }
}

/// Normally distributed numbers, drawn once: a picture needs a million.
static NORMALS: OnceLock<Vec<f32>> = OnceLock::new();
const TABLE: usize = 1 << 17;

fn normals() -> Vec<f32> {
    let mut rng = Rng::keyed(&[0x901e]);
    (0..TABLE).map(|_| rng.gauss(1.0)).collect()
}

/// Separable Gaussian blur.
fn gaussian(px: &mut [V3], w: usize, h: usize, sigma: f32) {
    let radius = (sigma * 2.5).ceil() as usize;
    let weight = |i: usize| (-0.5 * (i as f32 / sigma).powi(2)).exp();
    let total = weight(0) + 2.0 * (1..=radius).map(weight).sum::<f32>();
    let kernel: Vec<f32> = (0..=radius).map(|i| weight(i) / total).collect();
    let mut half = scratch::take(px.len());
    // One row with its ends repeated, as plain numbers: loops over those are
    // eight or sixteen at a time.
    let mut row = vec![[0.0; 3]; w + 2 * radius];
    for (from, to) in px.chunks_exact(w).zip(half.chunks_exact_mut(w)) {
        row[..radius].fill(from[0]);
        row[radius..radius + w].copy_from_slice(from);
        row[radius + w..].fill(from[w - 1]);
        let (row, to) = (row.as_flattened(), to.as_flattened_mut());
        let shifted = |i: isize| &row[(3 * (radius as isize + i)) as usize..][..3 * w];
        weigh(to, shifted(0), kernel[0]);
        for (i, &k) in kernel.iter().enumerate().skip(1) {
            add_pair(to, shifted(-(i as isize)), shifted(i as isize), k);
        }
    }
    let lines = |y: usize| half[y * w..][..w].as_flattened();
    for (y, line) in px.chunks_exact_mut(w).enumerate() {
        let line = line.as_flattened_mut();
        weigh(line, lines(y), kernel[0]);
        for (i, &k) in kernel.iter().enumerate().skip(1) {
            add_pair(
                line,
                lines(y.saturating_sub(i)),
                lines((y + i).min(h - 1)),
                k,
            );
        }
    }
    scratch::give(half);
}

/// Sets a line to a multiple of another.
fn weigh(out: &mut [f32], line: &[f32], k: f32) {
    for (o, v) in out.iter_mut().zip(line) {
        *o = v * k;
    }
}

/// Adds a multiple of the sum of two lines.
fn add_pair(out: &mut [f32], a: &[f32], b: &[f32], k: f32) {
    for ((o, a), b) in out.iter_mut().zip(a).zip(b) {
        *o += (a + b) * k;
    }
}

/// Motion blur along a straight line.
fn shake(px: &mut [V3], w: usize, h: usize, [dx, dy]: [f32; 2]) {
    let n = (dx.hypot(dy) * 1.5).ceil().max(2.0) as i32;
    let steps: Vec<[i32; 2]> = (0..=n)
        .map(|i| i as f32 / n as f32 - 0.5)
        .map(|t| [(dx * t).round() as i32, (dy * t).round() as i32])
        .collect();
    let share = (steps.len() as f32).recip();
    let mut old = scratch::take(px.len());
    old.copy_from_slice(px);
    for y in 0..h {
        for x in 0..w {
            let mut sum = [0.0; 3];
            for [sx, sy] in &steps {
                let xx = (x as i32 + sx).clamp(0, w as i32 - 1) as usize;
                let yy = (y as i32 + sy).clamp(0, h as i32 - 1) as usize;
                let p = old[yy * w + xx];
                for c in 0..3 {
                    sum[c] += p[c];
                }
            }
            px[y * w + x] = sum.map(|v| v * share);
        }
    }
    scratch::give(old);
}

/// Down to a smaller size and up again.
fn resample(px: &mut [V3], w: usize, h: usize, share: f32) {
    let (sw, sh) = (
        ((w as f32 * share) as usize).max(2),
        ((h as f32 * share) as usize).max(2),
    );
    let small = stretch(px, w, h, sw, sh);
    let big = stretch(&small, sw, sh, w, h);
    px.copy_from_slice(&big);
}

fn stretch(px: &[V3], w: usize, h: usize, nw: usize, nh: usize) -> Vec<V3> {
    let place = |i: usize, n: usize, m: usize| {
        let at = ((i as f32 + 0.5) * m as f32 / n as f32 - 0.5).max(0.0);
        let low = (at as usize).min(m - 1);
        (low, (low + 1).min(m - 1), at - low as f32)
    };
    let columns: Vec<_> = (0..nw).map(|x| place(x, nw, w)).collect();
    let mut out = Vec::with_capacity(nw * nh);
    for y in 0..nh {
        let (y0, y1, fy) = place(y, nh, h);
        let (top, low) = (&px[y0 * w..][..w], &px[y1 * w..][..w]);
        out.extend(columns.iter().map(|&(x0, x1, fx)| -> V3 {
            std::array::from_fn(|k| {
                let a = top[x0][k] + (top[x1][k] - top[x0][k]) * fx;
                let b = low[x0][k] + (low[x1][k] - low[x0][k]) * fx;
                a + (b - a) * fy
            })
        }));
    }
    out
}

/// Averages colour (not brightness) over squares of two by two pixels.
fn halve_color(px: &mut [V3], w: usize, h: usize) {
    let grey = |p: V3| 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2];
    for y in (0..h.saturating_sub(1)).step_by(2) {
        for x in (0..w.saturating_sub(1)).step_by(2) {
            let square = [
                y * w + x,
                y * w + x + 1,
                (y + 1) * w + x,
                (y + 1) * w + x + 1,
            ];
            let mut tint = [0.0; 3];
            for &i in &square {
                let g = grey(px[i]);
                for c in 0..3 {
                    tint[c] += (px[i][c] - g) / 4.0;
                }
            }
            for &i in &square {
                let g = grey(px[i]);
                px[i] = tint.map(|t| g + t);
            }
        }
    }
}
