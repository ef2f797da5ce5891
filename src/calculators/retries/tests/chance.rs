//! Sums of uniform times against other ways to them, and chance against drawn runs.

use super::super::answer;
use super::super::input::{Input, Jitter};
use super::super::schedule::Schedule;
use super::super::uniforms::Uniforms;
use super::input;

fn sum(widths: &[f64]) -> Uniforms {
    let mut sum = Uniforms::default();
    widths.iter().for_each(|width| sum.push(*width));
    sum
}

/// E[((x − S)⁺)^p]/p! of few widths by repeated integration on a fine grid: no formula in common.
fn by_grid(widths: &[f64], x: f64) -> [f64; 3] {
    const STEPS: usize = 20_000;
    let top = x * 1.000_1;
    let step = top / STEPS as f64;
    // P(S < t) of nothing is 1; each width averages over what came before.
    let mut below: Vec<f64> = vec![1.0; STEPS + 1];
    for width in widths {
        let mut integral = vec![0.0; STEPS + 1];
        for index in 1..=STEPS {
            integral[index] = integral[index - 1] + 0.5 * step * (below[index] + below[index - 1]);
        }
        let at = |time: f64| {
            let place = (time / step).max(0.0);
            let index = (place as usize).min(STEPS - 1);
            integral[index] + (integral[index + 1] - integral[index]) * (place - index as f64)
        };
        below = (0..=STEPS)
            .map(|index| {
                let time = index as f64 * step;
                (at(time) - if time > *width { at(time - width) } else { 0.0 }) / width
            })
            .collect();
    }
    let until = (x / step) as usize;
    let mut sums = [below[until], 0.0, 0.0];
    for index in 0..until {
        let value = 0.5 * (below[index] + below[index + 1]);
        sums[1] += value * step;
        sums[2] += value * step * (x - (index as f64 + 0.5) * step);
    }
    sums
}

#[test]
fn sums_of_uniforms() {
    let cases: [&[f64]; 5] =
        [&[1.0], &[1.0, 2.0], &[3.0, 3.0, 3.0], &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0], &[5.0; 14]];
    for widths in cases {
        let total: f64 = widths.iter().sum();
        for share in [0.2, 0.45, 0.5, 0.7, 0.95] {
            let x = share * total;
            let grid = by_grid(widths, x);
            for (p, expected) in grid.into_iter().enumerate() {
                let value = sum(widths).moment(x, p as u32);
                let scale = x.powi(p as i32);
                assert!((value - expected).abs() <= 3e-4 * scale, "{widths:?} {x} {p}: {value} {expected}");
            }
        }
    }
}

#[test]
fn known_values_of_sums() {
    // Irwin–Hall: P(S₃ < 1) = 1/6, P(S₃ < 1.5) = 1/2; E[(1 − S₂)⁺] = 1/6.
    let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value} {expected}");
    close(sum(&[1.0; 3]).below(1.0), 1.0 / 6.0);
    close(sum(&[1.0; 3]).below(1.5), 0.5);
    close(sum(&[1.0; 2]).moment(1.0, 1), 1.0 / 6.0);
    close(sum(&[]).below(1e-9), 1.0);
    close(sum(&[]).moment(3.0, 2), 4.5);
    close(sum(&[2.0]).below(0.0), 0.0);
    // 40 equal ones by their series: symmetric, and the whole is a polynomial.
    let many = sum(&[1.0; 40]);
    for x in [12.0, 17.5, 20.0, 26.0] {
        close(many.below(x) + many.below(40.0 - x), 1.0);
        close((many.moment(x, 1) - many.moment(40.0 - x, 1)) / 20.0, (x - 20.0) / 20.0);
        let square = many.moment(x, 2) + many.moment(40.0 - x, 2);
        close(square / 400.0, 0.5 * ((x - 20.0).powi(2) + 40.0 / 12.0) / 400.0);
    }
    // A width that is wide and one that is narrow beside it: nearly the wide one alone.
    let lone = sum(&[100.0, 1e-7]).moment(40.0, 1);
    assert!((lone - 8.0).abs() < 1e-6, "{lone}");
}

/// Both ways to a sum give the same: widths just below and above the number for subsets.
#[test]
fn both_ways_agree() {
    for count in 3..=12 {
        let few = sum(&vec![7.0; count]);
        for share in [0.1, 0.3, 0.5, 0.8] {
            let x = 7.0 * count as f64 * share;
            // A width of next to nothing makes it a sum of 13 and more, which only the series takes.
            let mut long = vec![7.0; count];
            long.extend([1e-3; 12]);
            let moved = x + 6e-3;
            for p in 0..3 {
                let (exact, series) = (few.moment(x, p), sum(&long).moment(moved, p));
                assert!(
                    (exact - series).abs() <= 2e-7 * x.powi(p as i32),
                    "{count} {x} {p}: {exact} {series}"
                );
            }
        }
    }
}

/// Numbers between 0 and 1, always the same.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next gap after `before`, by the definition of each jitter.
    fn gap(&mut self, input: &Input, k: usize, before: &mut f64) -> f64 {
        let delay = super::super::delay(input, k).si();
        let chance = self.next();
        let delay = match input.jitter {
            Jitter::None => delay,
            Jitter::Full => delay * chance,
            Jitter::Equal => 0.5 * delay * (1.0 + chance),
            Jitter::Add => delay + input.jitter_for.si() * chance,
            Jitter::Decorrelated => {
                let (first, cap) = (input.first.si(), input.cap.map_or(f64::INFINITY, |cap| cap.si()));
                *before = (first + (3.0 * *before - first) * chance).min(cap);
                *before
            }
        };
        delay + input.attempt_time.si()
    }
}

/// Share exhausted, attempts per run, attempts of a run from the start, mean lag: 40,000 drawn runs.
fn drawn(input: &Input) -> [f64; 4] {
    const RUNS: usize = 40_000;
    let outage = input.outage.si();
    let limit = input.attempts.filter(|_| input.counts()).map_or(usize::MAX, |attempts| attempts as usize);
    let mut draws = Draws(0x2545_F491_4F6C_DD1D);
    let (mut exhausted, mut attempts, mut load, mut lag) = (0.0, 0.0, 0.0, 0.0);
    for run in 0..RUNS {
        let start = outage * (run as f64 + draws.next()) / RUNS as f64;
        let (mut time, mut k, mut before) = (0.0, 1, input.first.si());
        while time < outage {
            load += 1.0;
            attempts += f64::from(u8::from(start + time < outage));
            if k >= limit {
                break;
            }
            let gap = draws.gap(input, k, &mut before);
            if start + time < outage && start + time + gap >= outage {
                lag += start + time + gap - outage;
            }
            (time, k) = (time + gap, k + 1);
        }
        exhausted += f64::from(u8::from(k >= limit && start + time < outage));
    }
    let runs = RUNS as f64;
    [exhausted / runs, attempts / runs, load / runs, lag / (runs - exhausted).max(1.0)]
}

#[test]
fn drawn_runs_agree() {
    for query in [
        "jitter=add",
        "jitter=full&attempts=12&first=1s&cap=10min",
        "jitter=equal&attempts=20&first=5s&cap=5min&attempt_time=20s",
        "jitter=full&attempts=unlimited&first=1s&cap=30s&outage=20min",
        "jitter=add&attempts=unlimited&first=10s&factor=1&jitter_for=5s&outage=15min",
        "jitter=full&by=list&list=1min;1s;10min&attempts=9",
        "jitter=full&platform_counts=no&first=2s&outage=10min",
        "jitter=decorrelated&attempts=12&first=1s&cap=2min&outage=5min",
        "jitter=decorrelated&attempts=15&first=2s&cap=2min&outage=20min&attempt_time=3s",
        "jitter=decorrelated&attempts=unlimited&first=1s&cap=20s&outage=10min",
        "jitter=decorrelated&attempts=6&first=10s&cap=off&outage=10min",
        "jitter=decorrelated&attempts=unlimited&first=1s&cap=10s&outage=30min",
    ] {
        let input = input(query);
        let course = answer(&input).expect(query).course;
        let [exhausted, attempts, load, lag] = drawn(&input);
        let of = |value: f64, drawn: f64, allowed: f64, what: &str| {
            assert!((value - drawn).abs() <= allowed, "{query}: {what} is {value}, drawn {drawn}");
        };
        of(course.exhausted_share, exhausted, 0.008, "exhausted");
        of(course.mean_attempts, attempts, 0.01 * attempts + 0.02, "attempts");
        of(course.load_multiple, load, 0.01 * load, "load");
        let mean = course.mean_lag.expect(query).si();
        of(mean, lag, 0.03 * lag, "lag");
        assert!(mean <= course.most_lag.si(), "{query}");
    }
}

/// More attempts than are followed one by one go on as renewal theory says: both sides of the border.
#[test]
fn very_many_attempts() {
    // 2 s on average: 10,000 attempts are 20,000 s.
    let of = |outage: u32| {
        let query = format!("jitter=full&attempts=unlimited&first=4s&factor=1&outage={outage}s");
        answer(&input(&query)).expect(&query).course
    };
    for outage in [15_000, 19_000, 21_000, 40_000, 200_000] {
        let course = of(outage);
        let expected = f64::from(outage) / 2.0 + 2.0 / 3.0;
        assert!((course.load_multiple / expected - 1.0).abs() < 1e-5, "{outage}: {}", course.load_multiple);
        // The gap that spans a moment is E[X²]/E[X] on average, and half of it is left.
        let lag = course.mean_lag.expect("lag").si();
        assert!((lag - 4.0 / 3.0).abs() < 0.01, "{outage}: {lag}");
    }
}

#[test]
fn means_of_decorrelated_delays() {
    // Without a cap m' = (b + 3m)/2 exactly; with one far away nearly so.
    let gaps = |query: &str| Schedule::new(&input(query)).expect(query).gaps;
    let (free, capped) = (gaps("jitter=decorrelated&cap=off"), gaps("jitter=decorrelated&cap=3650d"));
    let mut mean = 15.0;
    for k in 0..12 {
        mean = 0.5 * (15.0 + 3.0 * mean);
        assert!((free[k].mean / mean - 1.0).abs() < 1e-12);
        assert!((capped[k].mean / mean - 1.0).abs() < 3e-3, "{k}: {} {mean}", capped[k].mean);
    }
    // A cap below the first delay leaves it alone.
    assert_eq!(gaps("jitter=decorrelated&first=10s&cap=4s").len(), 1);
    assert_eq!(gaps("jitter=decorrelated&first=10s&cap=4s")[0].mean, 4.0);
}
