//! Roots of functions of one variable.

/// The place between `low` and `high` where `holds` turns from true to false, by bisection.
///
/// `holds(low)` must be true and `holds(high)` false; if it turns more than once, one of the places is
/// found. The result is below the place, by at most the share `precision` of `high`, or a float apart.
pub fn last_true(mut low: f64, mut high: f64, precision: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high || high - low <= precision * high.abs() {
            break;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_place() {
        assert!((last_true(0.0, 2.0, 1e-12, |x| x * x < 2.0) - std::f64::consts::SQRT_2).abs() < 1e-11);
        assert_eq!(last_true(1.0, 1.0, 1e-12, |_| true), 1.0);
    }
}
