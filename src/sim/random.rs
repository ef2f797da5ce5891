//! Seeded random numbers, by inversion.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::estimate::normal_quantile;

/// 2⁻⁵³: the distance of the numbers that [`Random::share`] gives.
const STEP: f64 = 1.0 / (1u64 << 53) as f64;

/// So many exponential numbers are drawn at a time: their logarithms do not depend on each other, so that a
/// processor works on several at once, where one by one it would wait for each.
const BLOCK: usize = 16;

/// A stream of random numbers: xoshiro256++ (Blackman and Vigna, ACM Transactions on Mathematical Software
/// 47, 2021).
#[derive(Clone, Debug)]
pub struct Random {
    bits: Xoshiro256PlusPlus,
    /// Exponential numbers of mean 1 drawn ahead, of which those from `used` on are left.
    drawn: [f64; BLOCK],
    used: usize,
}

impl Random {
    /// The stream of one replication of a seed.
    ///
    /// Seed and replication go through the finaliser of SplitMix64, one after the other, so that neighbours
    /// have nothing in common; SplitMix64 then fills the 256 bits of the state, as its authors advise.
    pub fn new(seed: u64, replication: u32) -> Self {
        let start = mixed(mixed(seed).wrapping_add(u64::from(replication)));
        Self { bits: Xoshiro256PlusPlus::seed_from_u64(start), drawn: [0.0; BLOCK], used: BLOCK }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.bits.next_u64()
    }

    /// Uniform in (0, 1]: never 0, so that it has a logarithm.
    pub fn share(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 * STEP
    }

    /// Uniform in (low, high].
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Whether something of this chance happens.
    pub fn happens(&mut self, chance: f64) -> bool {
        self.share() <= chance
    }

    /// Exponentially distributed with this mean: −mean·ln U, the next one of its block.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        if self.used == BLOCK {
            self.draw_block();
        }
        let drawn = self.drawn[self.used];
        self.used += 1;
        mean * drawn
    }

    fn draw_block(&mut self) {
        for at in 0..BLOCK {
            self.drawn[at] = self.share();
        }
        for drawn in &mut self.drawn {
            *drawn = -libm::log(*drawn);
        }
        self.used = 0;
    }

    /// Standard normal, by the quantile of a uniform number.
    pub fn normal(&mut self) -> f64 {
        // Half a step off, so that neither end is reached.
        normal_quantile(self.share() - 0.5 * STEP)
    }

    /// Log-normal with this median, and this standard deviation of its logarithm.
    pub fn log_normal(&mut self, median: f64, deviation: f64) -> f64 {
        median * libm::exp(deviation * self.normal())
    }
}

/// The finaliser of SplitMix64: one to one, and every bit of the result depends on every bit of the input.
/// Source: Steele, Lea and Flood, OOPSLA 2014, figure 17 (variant 13 of Stafford's).
const fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// How long something takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// Always so many seconds.
    Constant(f64),
    /// Exponentially distributed with this mean, in seconds.
    Exponential(f64),
    /// Log-normal with this median, in seconds, and this standard deviation of the logarithm.
    LogNormal(f64, f64),
}

impl Time {
    /// One draw, in seconds.
    pub fn draw(self, random: &mut Random) -> f64 {
        match self {
            Self::Constant(seconds) => seconds,
            Self::Exponential(mean) => random.exponential(mean),
            Self::LogNormal(median, deviation) => random.log_normal(median, deviation),
        }
    }

    /// The mean, in seconds.
    pub fn mean(self) -> f64 {
        match self {
            Self::Constant(seconds) | Self::Exponential(seconds) => seconds,
            Self::LogNormal(median, deviation) => median * libm::exp(0.5 * deviation * deviation),
        }
    }
}
