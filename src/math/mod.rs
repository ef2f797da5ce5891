//! Mathematics that the models share; each function cites its source.

pub mod choose;
pub mod decimal;
pub mod erlang;
pub mod roots;
pub mod sorting;

/// P(Z > z) of the standard normal distribution.
pub fn normal_tail(z: f64) -> f64 {
    0.5 * erlang::erfc(z / std::f64::consts::SQRT_2)
}

/// The cube root of what is not negative: a power is in the page anyway, [`f64::cbrt`] is not.
pub fn cube_root(value: f64) -> f64 {
    value.powf(1.0 / 3.0)
}

/// The value, or the end of the range that it is beyond.
///
/// As [`f64::clamp`], whose message on a range without a value prints floats in ways that nothing else
/// here does; some kilobytes of the page.
pub const fn within(value: f64, low: f64, high: f64) -> f64 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}
