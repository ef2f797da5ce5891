//! Rates on a stretch of time, and when they lead where.

use super::super::curve::integral;
use super::{SAME_RATE, SAME_TIME};
use crate::math::cube_root;

/// Relative error of the curve within a numerical step; at the ends of steps it is far smaller.
const STEP_ERROR: f64 = 1e-7;
/// The longest numerical step that is tried, in seconds.
const LONGEST_STEP: f64 = 1e15;

/// A rate on a stretch: its value at the beginning, and its slope.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Law {
    pub rate: f64,
    pub slope: f64,
}

impl Law {
    pub const fn constant(rate: f64) -> Self {
        Self { rate, slope: 0.0 }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { rate: self.rate + other.rate, slope: self.slope + other.slope }
    }

    /// The difference. What is equal but for rounding is equal: otherwise a queue could be sent to and fro
    /// between two modes at one moment.
    pub fn minus(self, other: Self) -> Self {
        let difference = |a: f64, b: f64| {
            if (a - b).abs() <= SAME_RATE * a.abs().max(b.abs()) { 0.0 } else { a - b }
        };
        Self { rate: difference(self.rate, other.rate), slope: difference(self.slope, other.slope) }
    }

    pub fn times(self, factor: f64) -> Self {
        Self { rate: factor * self.rate, slope: factor * self.slope }
    }

    pub fn at(self, time: f64) -> f64 {
        self.rate + self.slope * time
    }

    /// The integral over the first `length`.
    pub fn total(self, length: f64) -> f64 {
        integral(self.rate, self.slope, length)
    }

    /// Whether it is negative now, or about to be.
    pub fn is_negative(self) -> bool {
        self.rate < 0.0 || (self.rate == 0.0 && self.slope < 0.0)
    }

    /// When it turns negative.
    pub fn turns_negative(self) -> f64 {
        match () {
            () if self.is_negative() => 0.0,
            () if self.slope < 0.0 => self.rate / -self.slope,
            () => f64::INFINITY,
        }
    }
}

/// When an amount that changes at this rate turns negative; it begins at 0 or more but for rounding.
pub(super) fn runs_out(amount: f64, change: Law) -> f64 {
    let (c1, c2) = (change.rate, 0.5 * change.slope);
    if amount <= 0.0 {
        return match () {
            () if change.is_negative() => 0.0,
            () if c2 < 0.0 => -c1 / c2,
            () => f64::INFINITY,
        };
    }
    // The smaller positive root of amount + c1·t + c2·t², in the form that does not cancel.
    let under = c1 * c1 - 4.0 * amount * c2;
    let root = under.max(0.0).sqrt();
    match () {
        () if under <= 0.0 || (c1 >= 0.0 && c2 >= 0.0) => f64::INFINITY,
        () if c1 > 0.0 => (c1 + root) / (-2.0 * c2),
        () => 2.0 * amount / (root - c1),
    }
}

/// A service that the backlog slows: capacity/(1 + B/half_at).
pub(super) struct Slowed {
    pub capacity: Law,
    pub half_at: f64,
}

/// A step on which the service is nearly linear.
pub(super) struct Step {
    pub length: f64,
    pub served: Law,
    /// The length to try next.
    pub next: f64,
}

impl Slowed {
    fn rate(&self, time: f64, backlog: f64) -> f64 {
        self.capacity.at(time) / (1.0 + backlog.max(0.0) / self.half_at)
    }

    /// The backlog after a step in which it is only served, by the classical Runge–Kutta method of fourth
    /// order (Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, table
    /// II.1.2).
    pub fn backlog_after(&self, backlog: f64, arrivals: Law, step: f64) -> f64 {
        let change = |time: f64, backlog: f64| arrivals.at(time) - self.rate(time, backlog);
        let k1 = change(0.0, backlog);
        let k2 = change(0.5 * step, backlog + 0.5 * step * k1);
        let k3 = change(0.5 * step, backlog + 0.5 * step * k2);
        let k4 = change(step, backlog + step * k3);
        backlog + step * (k1 + 2.0 * (k2 + k3) + k4) / 6.0
    }

    /// The longest step from `time` on, up to `most` and beginning with the length `first`, on which the
    /// service is linear to within the tolerated error; `backlog(t)` is the backlog after t of it.
    pub fn step(&self, time: f64, first: f64, most: f64, backlog: impl Fn(f64) -> f64) -> Step {
        let now = backlog(0.0);
        let begin = self.rate(0.0, now);
        // Constant capacity and nothing that changes the backlog: so it stays.
        let capacity = self.capacity;
        if capacity.slope == 0.0 && (capacity.rate == 0.0 || backlog(f64::min(most, 1.0)) == now) {
            return Step { length: most, served: Law::constant(begin), next: first };
        }
        let shortest = SAME_TIME * time;
        let mut length = first.max(shortest).min(most).min(LONGEST_STEP);
        loop {
            let middle = self.rate(0.5 * length, backlog(0.5 * length));
            let end = self.rate(length, backlog(length));
            // Simpson's rule for the mean; the straight line with that mean must end near the end.
            let mean = (begin + 4.0 * middle + end) / 6.0;
            let error = (2.0 * mean - begin - end).abs() * length / (now + mean * length);
            let next = length * (0.9 * cube_root(STEP_ERROR / error.max(1e-30))).clamp(0.2, 3.0);
            let too_long = error > STEP_ERROR && length > shortest;
            if !too_long {
                let served = Law { rate: begin, slope: 2.0 * (mean - begin) / length };
                return Step { length, served, next };
            }
            length = next.max(shortest);
        }
    }
}
