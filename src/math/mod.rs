//! Mathematics that the models share; each function cites its source.

pub mod erlang;
pub mod roots;
pub mod sorting;

/// P(Z > z) of the standard normal distribution.
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}
