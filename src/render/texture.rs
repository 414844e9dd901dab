//! Pictures on surfaces: linear colour plus relief, at all sizes.

/// One texel: linear red, green, blue and the height of the relief (0 to 1).
pub type Texel = [f32; 4];

/// A picture with every halving of width and height by itself, so that faces
/// seen at a slant stay sharp the long way.
#[derive(Clone, Debug)]
pub struct Texture {
    /// `levels[i][j]`: width halved `i` times, height halved `j` times.
    levels: Vec<Vec<Level>>,
}

/// One size of a texture.
#[derive(Clone, Debug)]
pub struct Level {
    w: usize,
    h: usize,
    px: Vec<Texel>,
}

/// What a surface looks like at a point.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Linear colour of the surface.
    pub rgb: [f32; 3],
    /// Slope of the relief along the picture's x and y, per texel.
    pub slope: [f32; 2],
}

const MAX_HALVINGS: usize = 5;

impl Texture {
    /// Builds all sizes of a picture of `w` by `h` texels.
    pub fn new(w: usize, h: usize, px: Vec<Texel>) -> Texture {
        let mut levels = Vec::new();
        let mut column = Level { w, h, px };
        for _ in 0..=MAX_HALVINGS {
            let mut row = vec![column];
            while row.len() <= MAX_HALVINGS && row[row.len() - 1].h >= 8 {
                let next = row[row.len() - 1].halved(false);
                row.push(next);
            }
            let narrow = row[0].w >= 8;
            column = if narrow {
                row[0].halved(true)
            } else {
                row[0].clone()
            };
            levels.push(row);
            if !narrow {
                break;
            }
        }
        Texture { levels }
    }

    /// Width and height of the largest size.
    pub fn size(&self) -> [usize; 2] {
        [self.levels[0][0].w, self.levels[0][0].h]
    }

    /// The size to use when one sample is to stand for `du` by `dv` texels.
    pub fn level(&self, du: f32, dv: f32) -> &Level {
        // The whole part of log2(d) + 0.35, read off the exponent's bits.
        let steps = |d: f32| ((d.max(1.0) * 1.275).to_bits() >> 23) as usize - 127;
        let row = &self.levels[steps(du).min(self.levels.len() - 1)];
        &row[steps(dv).min(row.len() - 1)]
    }
}

/// The next integer below; `f32::floor` is a library call on plain x86-64.
fn floor(x: f32) -> i32 {
    let whole = x as i32;
    whole - i32::from((whole as f32) > x)
}

impl Level {
    fn halved(&self, across: bool) -> Level {
        let (w, h) = if across {
            (self.w / 2, self.h)
        } else {
            (self.w, self.h / 2)
        };
        let mut px = Vec::with_capacity(w * h);
        for y in 0..h {
            for x in 0..w {
                let (a, b) = if across {
                    (y * self.w + 2 * x, y * self.w + 2 * x + 1)
                } else {
                    (2 * y * self.w + x, (2 * y + 1) * self.w + x)
                };
                let (a, b) = (self.px[a], self.px[b]);
                px.push(std::array::from_fn(|k| (a[k] + b[k]) / 2.0));
            }
        }
        Level { w, h, px }
    }

    /// The four texels around a place and the place between them.
    fn around(&self, u: f32, v: f32, repeat: bool) -> ([Texel; 4], f32, f32) {
        let (x, y) = (u * self.w as f32 - 0.5, v * self.h as f32 - 0.5);
        let (x0, y0) = (floor(x), floor(y));
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let place = |i: i32, n: usize| {
            if repeat {
                // Repeating patterns have sides that are powers of two.
                (i & (n as i32 - 1)) as usize
            } else {
                i.clamp(0, n as i32 - 1) as usize
            }
        };
        let (xa, xb) = (place(x0, self.w), place(x0 + 1, self.w));
        let (ya, yb) = (place(y0, self.h) * self.w, place(y0 + 1, self.h) * self.w);
        let px = &self.px;
        ([px[ya + xa], px[ya + xb], px[yb + xa], px[yb + xb]], fx, fy)
    }

    /// The four numbers at a place given in shares of width and height;
    /// outside, the picture repeats if `repeat` is set, else its edge goes on.
    pub fn texel(&self, u: f32, v: f32, repeat: bool) -> Texel {
        let ([p, q, r, s], fx, fy) = self.around(u, v, repeat);
        between(p, q, r, s, fx, fy)
    }

    /// The same with the slope of the relief.
    pub fn sample(&self, u: f32, v: f32, repeat: bool) -> Sample {
        let ([p, q, r, s], fx, fy) = self.around(u, v, repeat);
        let [rgb @ .., _] = between(p, q, r, s, fx, fy);
        let across = (q[3] - p[3]) * (1.0 - fy) + (s[3] - r[3]) * fy;
        let down = (r[3] - p[3]) * (1.0 - fx) + (s[3] - q[3]) * fx;
        Sample {
            rgb,
            slope: [across, down],
        }
    }
}

/// Four texels mixed by the place between them.
fn between(p: Texel, q: Texel, r: Texel, s: Texel, fx: f32, fy: f32) -> Texel {
    std::array::from_fn(|k| {
        let top = p[k] + (q[k] - p[k]) * fx;
        let low = r[k] + (s[k] - r[k]) * fx;
        top + (low - top) * fy
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_keeps_the_mean() {
        let px = (0..96 * 128)
            .map(|i| [(i % 96) as f32 / 96.0, 0.5, 0.25, (i / 96) as f32])
            .collect();
        let texture = Texture::new(96, 128, px);
        for d in [1.0, 2.0, 4.0, 9.0, 30.0] {
            let level = texture.level(d, d / 2.0);
            let mean = level.px.iter().map(|p| p[0]).sum::<f32>() / level.px.len() as f32;
            assert!((mean - 0.495).abs() < 0.01, "{d}: {mean}");
            let middle = level.sample(0.5, 0.5, false);
            assert!((middle.rgb[0] - 0.495).abs() < 0.02);
            assert!(middle.slope[0].abs() < 1e-4 && middle.slope[1] > 0.0);
        }
        assert!(texture.level(1.0, 1.0).w == 96 && texture.level(2.0, 1.0).w == 48);
    }
}
