//! Sums of independent uniform times: the spans of a jittered schedule.

use crate::math::sorting;

/// A tail beyond so many standard deviations is nothing in 64-bit numbers.
const FAR: f64 = 12.0;
/// A width below this share of the widest is replaced by its mean; what that changes is below 1e-11.
const NARROW: f64 = 1e-5;
/// Most widths for the exact sum over subsets.
const FEW: u32 = 12;
const MOST_TERMS: u32 = 4096;

/// A sum of independent times, each uniform between zero and its width: `count` of each width.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Uniforms {
    groups: Vec<(f64, u32)>,
}

impl Uniforms {
    /// The same with one more of this width, in seconds.
    pub fn push(&mut self, width: f64) {
        match self.groups.last_mut() {
            _ if width <= 0.0 => {}
            Some(last) if last.0 == width => last.1 += 1,
            _ => self.groups.push((width, 1)),
        }
    }

    /// How many widths there are.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| group.1 as usize).sum()
    }

    /// Whether there is no chance at all.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// P(S < x).
    pub fn below(&self, x: f64) -> f64 {
        self.moment(x, 0)
    }

    /// E[((x − S)⁺)^p] / p! for p of 0, 1 and 2, S the sum: the chance to be below `x`, and its first two
    /// integrals. In seconds to the power p; right to about 1e-11 of `x^p`.
    ///
    /// A width above `x` is cut to `x`, as S < x needs its time below x; the cut is a factor. Then, where
    /// few widths are left and the terms do not cancel, the sum over subsets (Irwin–Hall for unequal
    /// widths: `Σ (−1)^|A| (x − Σ_A w)₊^(n+p) / ((n+p)! Π w)`); else the Fourier series of the density,
    /// whose coefficients are products of sines. Source: Feller, Introduction to Probability Theory II
    /// (1971), I.9 and XIX.5.
    pub fn moment(&self, x: f64, p: u32) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        let mut weight = 1.0;
        let mut cut = Vec::with_capacity(self.groups.len());
        for &(width, count) in &self.groups {
            weight *= (x / width.max(x)).powi(count as i32);
            cut.push((width.min(x), count));
        }
        sorting::sort_by(&mut cut, |first, second| second.0.total_cmp(&first.0));
        let widest = cut.first().map_or(0.0, |group| group.0);
        let mut x = x;
        cut.retain(|&(width, count)| {
            let narrow = width < NARROW * widest;
            if narrow {
                x -= 0.5 * width * f64::from(count);
            }
            !narrow
        });
        if x <= 0.0 || weight <= 0.0 {
            return 0.0;
        }
        let sum: f64 = cut.iter().map(|group| group.0 * f64::from(group.1)).sum();
        let variance = cut.iter().map(|group| group.0 * group.0 * f64::from(group.1)).sum::<f64>() / 12.0;
        // Symmetric about its mean: the lower half tells the upper one.
        let above = x - 0.5 * sum;
        let whole = match p {
            0 => 1.0,
            1 => above,
            _ => 0.5 * (above * above + variance),
        };
        let far = above.abs() >= FAR * variance.sqrt() || above >= 0.5 * sum;
        let low = match (far, x.min(sum - x)) {
            (true, _) => 0.0,
            (false, low) => {
                let exact = subsets(&cut, low, p);
                exact.unwrap_or_else(|| series(&cut, -above.abs(), sum.min(2.0 * FAR * variance.sqrt()), p))
            }
        };
        let value = match p {
            _ if above <= 0.0 => low,
            1 => whole + low,
            _ => whole - low,
        };
        weight * value.max(0.0)
    }
}

/// The sum over subsets; none where there are too many, or where they cancel too much.
fn subsets(groups: &[(f64, u32)], x: f64, p: u32) -> Option<f64> {
    let count: u32 = groups.iter().map(|group| group.1).sum();
    if count > FEW {
        return None;
    }
    let widths: Vec<f64> = groups.iter().flat_map(|&(width, count)| (0..count).map(move |_| width)).collect();
    let order = (count + p) as i32;
    let scale = widths.iter().fold(1.0, |scale, width| scale * x / width)
        / (1..=order).map(f64::from).product::<f64>()
        * x.powi(p as i32);
    // The first term is the largest: it must not lose what is asked.
    if scale * f64::EPSILON * 16.0 > 1e-12 * x.powi(p as i32) {
        return None;
    }
    let shares: Vec<f64> = widths.iter().map(|width| width / x).collect();
    Some(scale * signed(&shares, 1.0, order))
}

/// Σ over the subsets A of `shares` of (−1)^|A| (left − Σ_A)^order, where that is positive.
fn signed(shares: &[f64], left: f64, order: i32) -> f64 {
    let Some((first, rest)) = shares.split_first() else { return left.powi(order) };
    let without = signed(rest, left, order);
    if left > *first { without - signed(rest, left - first, order) } else { without }
}

/// The Fourier series at `y` from the mean, at most 0, on one period of the length `period`.
fn series(groups: &[(f64, u32)], y: f64, period: f64, p: u32) -> f64 {
    let half = 0.5 * period;
    if y <= -half {
        return 0.0;
    }
    let mut value = match p {
        0 => 0.5 + y / period,
        1 => 0.5 * (y + half) + (y * y - half * half) / (2.0 * period),
        _ => {
            let cubic = y * y * y / 3.0 - half * half * y;
            0.25 * (y + half) * (y + half) + (cubic - 2.0 / 3.0 * half * half * half) / (2.0 * period)
        }
    };
    for term in 1..=MOST_TERMS {
        let omega = std::f64::consts::TAU * f64::from(term) / period;
        let (mut coefficient, mut bound) = (2.0 / period, 1.0);
        for &(width, count) in groups {
            let angle = 0.5 * omega * width;
            coefficient *= (angle.sin() / angle).powi(count as i32);
            bound *= angle.max(1.0).powi(-(count as i32));
        }
        let end = if term % 2 == 0 { 1.0 } else { -1.0 };
        value += coefficient
            * match p {
                0 => (omega * y).sin() / omega,
                1 => (end - (omega * y).cos()) / (omega * omega),
                _ => (end * (y + half) - (omega * y).sin() / omega) / (omega * omega),
            };
        if bound < 1e-17 {
            break;
        }
    }
    value
}
