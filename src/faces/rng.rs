//! The random numbers of everything drawn.
//!
//! Written out here because a seed must give the same picture in every later
//! version: PCG-XSH-RR 64/32 (O'Neill 2014), seeded by SplitMix64.

/// A small seeded generator; equal keys give equal streams on every platform.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    inc: u64,
}

/// One SplitMix64 step: spreads a counter over all 64 bits.
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// A stream named by a list of numbers, such as (seed, scene index).
    pub fn keyed(key: &[u64]) -> Rng {
        let state = key.iter().fold(0, |hash, &part| mix(hash ^ mix(part)));
        let mut rng = Rng {
            state,
            inc: mix(state) | 1,
        };
        rng.next_u32();
        rng
    }

    /// 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(self.inc);
        let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
        xorshifted.rotate_right((old >> 59) as u32)
    }

    /// 64 random bits, as a key for another stream.
    pub fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// A number in `[low, high)`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A number in `[low, high)`, evenly spread on a logarithmic scale.
    pub fn log_range(&mut self, low: f32, high: f32) -> f32 {
        self.range(low.ln(), high.ln()).exp()
    }

    /// An index in `0..n`; `n` must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next_u32()) * n as u64) >> 32) as usize
    }

    /// An integer in `low..=high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// One of the items; the slice must not be empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// An index drawn by weight.
    pub fn weighted(&mut self, weights: &[f32]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f32>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.len() - 1
    }

    /// A normally distributed number (sum of twelve, so never beyond 6 sigma).
    pub fn gauss(&mut self, sigma: f32) -> f32 {
        let sum: f32 = (0..12).map(|_| self.unit()).sum();
        (sum - 6.0) * sigma
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_fixed_for_ever() {
        let mut rng = Rng::keyed(&[1, 2]);
        let first: Vec<u32> = (0..3).map(|_| rng.next_u32()).collect();
        assert_eq!(first, [0xc4ae_797f, 0xde10_3d99, 0x89f1_6c17]);
        let mut other = Rng::keyed(&[2, 1]);
        assert_ne!(first[0], other.next_u32());
    }

    #[test]
    fn draws_stay_in_range_and_reach_both_ends() {
        let mut rng = Rng::keyed(&[7]);
        let draws: Vec<usize> = (0..200).map(|_| rng.between(2, 5)).collect();
        assert!((2..=5).all(|n| draws.contains(&n)));
        assert!(draws.iter().all(|n| (2..=5).contains(n)));
        assert!((0..200).all(|_| (3.0..4.0).contains(&rng.range(3.0, 4.0))));
        assert!((0..200).all(|_| rng.weighted(&[0.0, 1.0, 0.0]) == 1));
    }
}
