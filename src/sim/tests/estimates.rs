//! Estimates against published tables.

use super::super::estimate::*;
use super::super::random::Random;

#[test]
fn normal_quantiles() {
    // Wichura's own check values, and the usual ones to 15 digits.
    for (p, z) in [
        (0.25, -0.674_489_750_196_081_7),
        (0.001, -3.090_232_306_167_813_5),
        (1e-20, -9.262_340_089_798_408),
        (0.5, 0.0),
        (0.975, 1.959_963_984_540_054),
        (0.995, 2.575_829_303_548_900_4),
    ] {
        let value = normal_quantile(p);
        assert!((value - z).abs() <= 2e-15 * z.abs().max(1.0), "{p}: {value} is not {z}");
    }
}

#[test]
fn student_quantiles() {
    // Two-sided 95 % and 99 %, from the table of any textbook.
    for (freedom, p975, p995) in [
        (1.0, 12.706_2, 63.656_7),
        (2.0, 4.302_7, 9.924_8),
        (3.0, 3.182_4, 5.840_9),
        (4.0, 2.776_4, 4.604_1),
        (5.0, 2.570_6, 4.032_1),
        (10.0, 2.228_1, 3.169_3),
        (30.0, 2.042_3, 2.750_0),
        (120.0, 1.979_9, 2.617_4),
    ] {
        for (p, known) in [(0.975, p975), (0.995, p995)] {
            let value = student_quantile(p, freedom);
            assert!((value - known).abs() < 2e-4 * known, "{freedom}, {p}: {value} is not {known}");
        }
    }
    assert_eq!(student_quantile(0.5, 7.0), 0.0);
}

#[test]
fn wilson_intervals() {
    // 37 of 200 by hand: (0.185 + 0.0096 ± 1.96·√(0.185·0.815/200 + 0.0000240))/1.0192.
    let interval = share(37, 200, 0.95).expect("trials");
    assert!((interval.low - 0.137_3).abs() < 1e-4 && (interval.high - 0.244_6).abs() < 1e-4, "{interval:?}");
    let none = share(0, 200, 0.95).expect("trials");
    assert!(none.low == 0.0 && (none.high - 0.018_8).abs() < 1e-4, "{none:?}");
    let all = share(200, 200, 0.95).expect("trials");
    assert!(all.high == 1.0 && (all.low - 0.981_2).abs() < 1e-4, "{all:?}");
    assert_eq!(share(0, 0, 0.95), None);
}

#[test]
fn quantiles_by_hand() {
    let values = sorted(vec![3.0, 1.0, 4.0, 2.0]);
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0]);
    assert_eq!([0.0, 0.5, 1.0].map(|p| quantile(&values, p)), [Some(1.0), Some(2.5), Some(4.0)]);
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(mean(&[1.0], 0.95), None);
    // Mean 2.5, s² = 5/3, t(3) = 3.182: 2.5 ± 3.182·√(5/12).
    let interval = mean(&values, 0.95).expect("values");
    assert!((interval.half_width() - 3.1824 * (5.0f64 / 12.0).sqrt()).abs() < 1e-3);
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let (mut means, mut medians, mut shares) = (0, 0, 0);
    const REPEATS: u32 = 2000;
    for repeat in 0..REPEATS {
        let mut random = Random::new(11, repeat);
        let draws = sorted((0..60).map(|_| random.exponential(1.0)).collect());
        means += u32::from(mean(&draws, 0.9).expect("draws").holds(1.0));
        medians +=
            u32::from(quantile_interval(&draws, 0.5, 0.9).expect("draws").holds(std::f64::consts::LN_2));
        let below = draws.iter().filter(|draw| **draw < 0.5).count() as u32;
        shares += u32::from(share(below, 60, 0.9).expect("draws").holds(1.0 - (-0.5f64).exp()));
    }
    // Skewed draws and small samples cost the mean a point or two; whole places make the median's wider.
    for (held, least, most) in [(means, 0.86, 0.92), (medians, 0.88, 0.97), (shares, 0.87, 0.94)] {
        let seen = f64::from(held) / f64::from(REPEATS);
        assert!((least..most).contains(&seen), "{seen}");
    }
}
