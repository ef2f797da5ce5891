//! Choosing some of many: how many ways there are, and how two choices overlap.

/// C(n, m), the number of ways to choose `m` of `n` things; infinite beyond the largest float, 0 for m > n.
///
/// By the product Π (n − m + i)/i, which is right to some 1e-13, and exact where a float holds it.
pub fn choose(n: u32, m: u32) -> f64 {
    if m > n {
        return 0.0;
    }
    let m = m.min(n - m);
    let mut ways = 1.0_f64;
    for i in 1..=m {
        ways *= f64::from(n - m + i) / f64::from(i);
        if ways.is_infinite() {
            break;
        }
    }
    // Whole numbers up to 2^53 are floats.
    if ways < 9.007e15 { ways.round() } else { ways }
}

/// The share of choices of `b` out of `n` that contain `m` given ones: C(n−m, b−m)/C(n, b) = Π (b−i)/(n−i).
///
/// It is 0 for m > b, and 1 for m = 0.
pub fn contains_all(n: u32, m: u32, b: u32) -> f64 {
    (0..m).map(|i| f64::from(b.saturating_sub(i)) / f64::from(n - i)).product()
}

/// The share of choices of `b` out of `n` that contain none of `m` given ones:
/// C(n−m, b)/C(n, b) = Π (n−b−i)/(n−i).
pub fn contains_none(n: u32, m: u32, b: u32) -> f64 {
    contains_all(n, m, n - b)
}

/// How likely a choice of `m` out of `n` shares 0, 1, …, m things with a given other one: the
/// hypergeometric distribution C(m, j)·C(n−m, m−j)/C(n, m).
///
/// By the ratio of neighbours, (m−j)²/((j+1)(n−2m+j+1)), outwards from the likeliest, so that nothing
/// overflows. Source: Feller, An Introduction to Probability Theory, vol. 1, II.6.
pub fn overlaps(n: u32, m: u32) -> Vec<f64> {
    let (count, size) = (f64::from(n), f64::from(m));
    let mut weights = vec![0.0; m as usize + 1];
    let least = (2 * u64::from(m)).saturating_sub(u64::from(n)) as usize;
    let mode = ((size + 1.0) * (size + 1.0) / (count + 2.0)) as usize;
    let mode = mode.clamp(least, m as usize);
    let ratio = |j: usize| {
        let j = j as f64;
        (size - j) * (size - j) / ((j + 1.0) * (count - 2.0 * size + j + 1.0))
    };
    weights[mode] = 1.0;
    for j in mode..m as usize {
        weights[j + 1] = weights[j] * ratio(j);
    }
    for j in (least..mode).rev() {
        weights[j] = weights[j + 1] / ratio(j);
    }
    let sum: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= sum;
    }
    weights
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pascal's triangle.
    fn pascal(n: u32, m: u32) -> f64 {
        let mut row = vec![1.0];
        for _ in 0..n {
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = std::iter::once(1.0).chain(inner).chain([1.0]).collect();
        }
        row.get(m as usize).copied().unwrap_or(0.0)
    }

    #[test]
    fn large_numbers_neither_overflow_nor_vanish() {
        assert_eq!(choose(2048, 4), 730_862_190_080.0);
        assert_eq!(choose(10_000, 5000), f64::INFINITY);
        let likely = overlaps(10_000, 5000);
        assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-12 && likely[2500] > 0.01);
        assert_eq!(contains_all(10_000, 5000, 4999), 0.0);
    }

    proptest! {
        #[test]
        fn agrees_with_counting(n in 1..40_u32, m in 0..40_u32, b in 0..40_u32) {
            prop_assert_eq!(choose(n, m), pascal(n, m));
            let (m, b) = (m.min(n), b.min(n));
            let near = |value: f64, expected: f64| (value - expected).abs() <= 1e-12 * expected.max(1e-3);
            let all = if m > b { 0.0 } else { pascal(n - m, b - m) / pascal(n, b) };
            prop_assert!(near(contains_all(n, m, b), all));
            prop_assert!(near(contains_none(n, m, b), pascal(n - m, b) / pascal(n, b)));
            for (j, value) in overlaps(n, m).into_iter().enumerate() {
                let j = j as u32;
                prop_assert!(near(value, pascal(m, j) * pascal(n - m, m - j) / pascal(n, m)), "{} {} {}", n, m, j);
            }
        }
    }
}
