//! What a sample says: means, quantiles, and how sure that is.

use crate::math::sorting;

/// An estimate with the range that holds the true value with the confidence asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// Half the width.
    pub fn half_width(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// Whether it holds a value.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The mean of independent values with its Student interval. None of less than two values.
///
/// Source: Law, Simulation Modeling and Analysis, section 4.5.
pub fn mean(values: &[f64], confidence: f64) -> Option<Interval> {
    let count = values.len() as f64;
    if count < 2.0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let error = libm::sqrt(squares / (count - 1.0) / count);
    let half = student_quantile(0.5 + 0.5 * confidence, count - 1.0) * error;
    Some(Interval { value: mean, low: mean - half, high: mean + half })
}

/// The share of `of` independent trials that came out, with the interval of Wilson: it stays within 0 and 1
/// and is never empty. None without a trial.
///
/// Source: Wilson, Journal of the American Statistical Association 22 (1927).
pub fn share(count: u32, of: u32, confidence: f64) -> Option<Interval> {
    if of == 0 {
        return None;
    }
    let (trials, p) = (f64::from(of), f64::from(count) / f64::from(of));
    let z = normal_quantile(0.5 + 0.5 * confidence);
    let below = 1.0 + z * z / trials;
    let centre = (p + 0.5 * z * z / trials) / below;
    let half = z * libm::sqrt(p * (1.0 - p) / trials + 0.25 * z * z / trials / trials) / below;
    // Where none or all came out, the end is exactly there.
    let low = if count == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if count == of { 1.0 } else { (centre + half).min(1.0) };
    Some(Interval { value: p, low, high })
}

/// Values in ascending order.
pub fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    sorting::sort_by(&mut values, f64::total_cmp);
    values
}

/// The p-quantile of values in ascending order, on the straight line between two of them: definition 7 of
/// Hyndman and Fan, The American Statistician 50 (1996). None of no values.
pub fn quantile(ascending: &[f64], p: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let place = p.clamp(0.0, 1.0) * last as f64;
    let below = place as usize;
    let (low, high) = (ascending[below], ascending[(below + 1).min(last)]);
    Some(if low == high { low } else { low + (high - low) * (place - below as f64) })
}

/// The p-quantile with the interval between two values of the sample, by the normal approximation of the
/// number below it. None of no values; an end that the sample does not reach is its first or last value.
///
/// Source: Conover, Practical Nonparametric Statistics, section 3.2.
pub fn quantile_interval(ascending: &[f64], p: f64, confidence: f64) -> Option<Interval> {
    let value = quantile(ascending, p)?;
    let count = ascending.len() as f64;
    let spread = normal_quantile(0.5 + 0.5 * confidence) * libm::sqrt(count * p * (1.0 - p));
    let end = |place: f64| ascending[(place.max(1.0) as usize).min(ascending.len()) - 1];
    Some(Interval {
        value,
        low: end(libm::floor(count * p - spread)).min(value),
        high: end(libm::ceil(count * p + spread) + 1.0).max(value),
    })
}

/// The quantile of the standard normal distribution, to 16 digits, for 0 < p < 1.
///
/// Source: Wichura, Algorithm AS 241, Applied Statistics 37 (1988), PPND16.
pub fn normal_quantile(p: f64) -> f64 {
    const fn ratio(x: f64, above: &[f64; 8], below: &[f64; 7]) -> f64 {
        let (mut top, mut bottom, mut at) = (above[7], below[6], 7);
        while at > 0 {
            at -= 1;
            top = top * x + above[at];
            bottom = bottom * x + if at == 0 { 1.0 } else { below[at - 1] };
        }
        top / bottom
    }
    let from_middle = p - 0.5;
    if from_middle.abs() <= 0.425 {
        return from_middle * ratio(0.180625 - from_middle * from_middle, &CENTRE.0, &CENTRE.1);
    }
    let tail = libm::sqrt(-libm::log(if from_middle < 0.0 { p } else { 1.0 - p }));
    let value = match tail <= 5.0 {
        true => ratio(tail - 1.6, &MIDDLE.0, &MIDDLE.1),
        false => ratio(tail - 5.0, &FAR.0, &FAR.1),
    };
    if from_middle < 0.0 { -value } else { value }
}

/// The coefficients of a numerator and of a denominator that begins with 1.
type Coefficients = ([f64; 8], [f64; 7]);

const CENTRE: Coefficients = (
    [
        3.387_132_872_796_366_5,
        133.141_667_891_784_38,
        1_971.590_950_306_551_3,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
);
const MIDDLE: Coefficients = (
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        7.745_450_142_783_414e-4,
    ],
    [
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
);
const FAR: Coefficients = (
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_87,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288e-7,
    ],
    [
        0.599_832_206_555_888,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_7e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
);

/// The quantile of Student's distribution with so many degrees of freedom, for 0.5 ≤ p < 1: exact for one
/// and two, otherwise to six digits.
///
/// Source: Hill, Algorithm 396, Communications of the ACM 13 (1970).
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    let both = 2.0 * (1.0 - p);
    if both >= 1.0 {
        return 0.0;
    }
    if freedom < 1.5 {
        return libm::cos(both * FRAC_PI_2) / libm::sin(both * FRAC_PI_2);
    }
    if freedom < 2.5 {
        return libm::sqrt(2.0 / (both * (2.0 - both)) - 2.0);
    }
    let a = 1.0 / (freedom - 0.5);
    let b = (48.0 / a) * (1.0 / a);
    let mut c = ((20_700.0 * a / b - 98.0) * a - 16.0) * a + 96.36;
    let d = ((94.5 / (b + c) - 3.0) / b + 1.0) * libm::sqrt(a * PI / 2.0) * freedom;
    let mut y = libm::pow(d * both, 2.0 / freedom);
    if y > 0.05 + a {
        let x = normal_quantile(0.5 * both);
        y = x * x;
        if freedom < 5.0 {
            c += 0.3 * (freedom - 4.5) * (x + 0.6);
        }
        c += (((0.05 * d * x - 5.0) * x - 7.0) * x - 2.0) * x + b;
        y = (((((0.4 * y + 6.3) * y + 36.0) * y + 94.5) / c - y - 3.0) / b + 1.0) * x;
        y = libm::expm1(a * y * y);
    } else {
        y = ((1.0 / (((freedom + 6.0) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2.0) * 3.0)
            + 0.5 / (freedom + 4.0))
            * y
            - 1.0)
            * (freedom + 1.0)
            / (freedom + 2.0)
            + 1.0 / y;
    }
    libm::sqrt(freedom * y)
}
