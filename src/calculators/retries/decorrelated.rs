//! Decorrelated jitter: each delay is uniform between the first one and three times the one before, up to
//! the cap. The delays depend on each other, so their sum has no closed form.

use super::schedule::Gap;
use crate::quantity::Duration;

/// Steps of the grid within a factor of three.
const STEPS: usize = 64;
/// Delays followed before they count as settled.
const MOST_GAPS: usize = 1000;

/// The delays in order, the last one repeating: least, mean and most.
///
/// The mean follows from the distribution of the delay, carried from one to the next on a grid in which a
/// third of an edge is an edge: `P(X' > y) = ∫_{x > y/3} f(x) (3x − y)/(3x − b) dx`, b the first delay.
/// Right to about 1e-4. Without a cap it is exact: `m' = (b + 3m)/2`. Source of the rule: Brooker,
/// "Exponential Backoff And Jitter" (AWS, 2015).
pub(super) fn gaps(first: Duration, cap: Option<Duration>, forever: f64) -> Vec<Gap> {
    let (base, cap) = (first.si(), cap.map_or(f64::INFINITY, Duration::si));
    if base <= 0.0 || base >= cap {
        let delay = base.min(cap);
        return vec![Gap { min: delay, mean: delay, max: delay }];
    }
    let mut gaps = Vec::new();
    let mut max = base;
    if cap >= forever {
        let mut mean = base;
        while max < forever {
            (mean, max) = (0.5 * (base + 3.0 * mean), 3.0 * max);
            gaps.push(Gap { min: base, mean, max: max.min(forever) });
        }
        return gaps;
    }
    let mut delays = Delays::new(base, cap);
    while gaps.len() < MOST_GAPS {
        delays.advance();
        max = (3.0 * max).min(cap);
        let (mean, before) = (delays.mean(), gaps.last().map_or(0.0, |gap: &Gap| gap.mean));
        gaps.push(Gap { min: base, mean, max });
        if max >= cap && (mean - before).abs() <= 1e-9 * mean {
            break;
        }
    }
    gaps
}

/// The distribution of one delay: masses between edges, and the mass at the cap.
struct Delays {
    base: f64,
    /// Ascending from the first delay to the cap.
    edges: Vec<f64>,
    mass: Vec<f64>,
    at_cap: f64,
}

impl Delays {
    /// The delay "before the first": it is the base.
    fn new(base: f64, cap: f64) -> Self {
        let ratio = 3.0_f64.powf(1.0 / STEPS as f64);
        let mut edges = vec![base];
        while let Some(last) = edges.last().map(|edge| edge * ratio).filter(|edge| *edge < cap) {
            edges.push(last);
        }
        edges.push(cap);
        Self { base, mass: Vec::new(), at_cap: 0.0, edges }
    }

    fn mean(&self) -> f64 {
        let inside = self.edges.windows(2).zip(&self.mass);
        let inside: f64 = inside.map(|(pair, mass)| 0.5 * (pair[0] + pair[1]) * mass).sum();
        inside + self.at_cap * self.edges.last().copied().unwrap_or_default()
    }

    /// On to the next delay.
    fn advance(&mut self) {
        let (base, edges) = (self.base, &self.edges);
        let cap = edges.last().copied().unwrap_or(base);
        let above: Vec<f64> = if self.mass.is_empty() {
            edges.iter().map(|edge| ((3.0 * base - edge) / (2.0 * base)).max(0.0)).collect()
        } else {
            // From the top: the mass above each edge, and its mean of 1/(3x − base).
            let part = |low: f64, high: f64| ((3.0 * high - base) / (3.0 * low - base)).ln() / 3.0;
            let mut sums = vec![(self.at_cap, self.at_cap / (3.0 * cap - base))];
            for (pair, mass) in edges.windows(2).zip(&self.mass).rev() {
                let (tail, inverse) = sums.last().copied().unwrap_or_default();
                sums.push((tail + mass, inverse + mass * part(pair[0], pair[1]) / (pair[1] - pair[0])));
            }
            sums.reverse();
            let at = |x: f64| {
                let index = edges.partition_point(|edge| *edge <= x);
                if index == 0 {
                    return sums[0];
                }
                let Some(high) = edges.get(index).copied() else { return sums[edges.len() - 1] };
                let density = self.mass[index - 1] / (high - edges[index - 1]);
                (sums[index].0 + density * (high - x), sums[index].1 + density * part(x, high))
            };
            let above = |edge: &f64| {
                let (tail, inverse) = at(edge / 3.0);
                (tail - (edge - base) * inverse).max(0.0)
            };
            edges.iter().map(above).collect()
        };
        self.mass = above.windows(2).map(|pair| (pair[0] - pair[1]).max(0.0)).collect();
        self.at_cap = above.last().copied().unwrap_or_default();
    }
}
