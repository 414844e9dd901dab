//! Lamps and windows, and how surfaces answer them.

use super::math::{V3, add, dot, mul, scale, smoothstep, sub, unit};
use crate::faces::rng::Rng;

/// A bright patch that polished surfaces mirror.
#[derive(Clone, Debug)]
pub struct Glow {
    direction: V3,
    /// Cosine of its radius, and of where its rim has faded out.
    cosines: [f32; 2],
    light: V3,
}

/// All light of a scene; linear.
#[derive(Clone, Debug)]
pub struct Light {
    /// From above, from everywhere.
    pub sky: V3,
    /// Thrown back from below.
    pub bounce: V3,
    /// Direction to the strongest lamp.
    pub lamp: V3,
    /// Its strength on a surface that faces it.
    pub strength: V3,
    /// Half width of the lamp's soft shadow per height, 0 (hard) and up.
    pub softness: f32,
    /// Mirrored patches.
    pub glows: Vec<Glow>,
}

impl Light {
    /// A random room.
    pub fn random(rng: &mut Rng) -> Light {
        let lamp = unit([rng.gauss(0.8), rng.gauss(0.8), rng.range(0.7, 2.5)]);
        let share = rng.range(0.15, 0.85); // of all light that is the lamp's
        let warm = |rng: &mut Rng, spread: f32| {
            let t = rng.gauss(spread);
            [1.0 + t, 1.0, 1.0 - t * 1.2]
        };
        let sky = scale(warm(rng, 0.05), 1.1 * (1.0 - share) + 0.12);
        let strength = scale(warm(rng, 0.08), 1.1 * share / lamp[2].max(0.4));
        let bounce = scale(sky, rng.range(0.25, 0.6));
        let mut glows = Vec::new();
        for _ in 0..rng.pick(&[0, 1, 1, 2, 2, 3]) {
            let near_lamp = rng.chance(0.4);
            let direction = if near_lamp {
                lamp
            } else {
                unit([rng.gauss(1.0), rng.gauss(1.0), rng.range(0.3, 1.5)])
            };
            let radius = rng.log_range(0.05, 0.6);
            let rim = radius * rng.range(1.2, 2.5);
            let light = scale(
                warm(rng, 0.06),
                rng.log_range(1.5, 14.0) * (0.15 / radius).min(1.5),
            );
            glows.push(Glow {
                direction,
                cosines: [radius.cos(), rim.min(3.0).cos()],
                light,
            });
        }
        Light {
            sky,
            bounce,
            lamp,
            strength,
            softness: rng.log_range(0.03, 0.6),
            glows,
        }
    }

    /// Light thrown back by a white surface that faces up.
    pub fn level(&self) -> f32 {
        self.sky[1] + self.strength[1] * self.lamp[2]
    }

    /// Calm daylight with one soft lamp, for demonstration pictures.
    pub fn calm() -> Light {
        let lamp = unit([-0.5, 0.6, 1.4]);
        Light {
            sky: [0.5, 0.52, 0.55],
            bounce: [0.2, 0.22, 0.2],
            lamp,
            strength: [0.72, 0.7, 0.64],
            softness: 0.25,
            glows: vec![Glow {
                direction: lamp,
                cosines: [0.98, 0.9],
                light: [1.6, 1.6, 1.5],
            }],
        }
    }

    /// Light leaving a surface towards the eye.
    ///
    /// `view` is the unit direction from the eye to the point; `open` the
    /// share of the sky that the point sees, `lit` the share of the lamp.
    pub fn shade(&self, albedo: V3, normal: V3, view: V3, gloss: f32, open: f32, lit: f32) -> V3 {
        let [around, mirrored] = self.meet(normal, view, gloss, open, lit);
        add(mul(albedo, around), mirrored)
    }

    /// Light that falls on a surface, and what it mirrors towards the eye.
    pub fn meet(&self, normal: V3, view: V3, gloss: f32, open: f32, lit: f32) -> [V3; 2] {
        let up = 0.5 + 0.5 * normal[2];
        let around = add(
            scale(self.sky, up * open),
            scale(self.bounce, (1.0 - up) * open),
        );
        let lamp = scale(self.strength, dot(normal, self.lamp).max(0.0) * lit);
        let fallen = add(around, lamp);
        if gloss <= 0.0 {
            return [fallen, [0.0; 3]];
        }
        let facing = -dot(view, normal);
        let mirror = sub(view, scale(normal, -2.0 * facing));
        let grazing = (1.0 - facing.clamp(0.0, 1.0)).powi(5);
        let strength = gloss * (0.04 + 0.6 * grazing) * open;
        let mut seen = scale(self.sky, (0.5 + 0.5 * mirror[2]).max(0.0) * 0.6);
        for glow in &self.glows {
            let k = smoothstep(
                glow.cosines[1],
                glow.cosines[0],
                dot(mirror, glow.direction),
            );
            seen = add(seen, scale(glow.light, k));
        }
        [fallen, scale(seen, strength)]
    }
}
