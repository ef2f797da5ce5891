//! Round values along an axis, and their labels.

use super::Axis;
use super::layout::range;
use super::text::{LINE, SIZE, label_width};
use super::units::{clock_label, rate_tail, second_of_day, value_label};
use crate::quantity::Unit;

/// The least distance between two labels of the horizontal axis, in CSS px.
const APART_X: f64 = 68.0;
/// The least distance between two labels of the vertical axis.
const APART_Y: f64 = 34.0;
/// The least gap between two labels.
const GAP: f64 = 14.0;
/// More ticks than this are a mistake.
const MOST: f64 = 2000.0;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3600.0;
const DAY: f64 = 86_400.0;
/// The steps that people count seconds, minutes and hours in.
const TIMES: [f64; 16] = [
    1.0,
    2.0,
    5.0,
    10.0,
    15.0,
    30.0,
    MINUTE,
    2.0 * MINUTE,
    5.0 * MINUTE,
    10.0 * MINUTE,
    15.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    2.0 * HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
];

/// A value on an axis and how it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub at: f64,
    /// Its label.
    pub label: String,
}

/// The direction of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// From left to right: labels stand beside each other.
    X,
    /// From bottom to top: labels stand on each other.
    Y,
}

/// The ticks of an axis that is so many CSS px long: as many as there is room for.
pub fn ticks(axis: &Axis, length: f64, along: Along) -> Vec<Tick> {
    let (from, to) = range(axis);
    let apart = if along == Along::X { APART_X } else { APART_Y };
    if length < SIZE * LINE {
        return Vec::new();
    }
    let pixels = length / (to - from);
    let label = labels(axis, from, to);
    for step in steps(axis, apart / pixels) {
        let ticks: Vec<Tick> = step
            .within(from, to, phase(axis))
            .into_iter()
            .map(|at| Tick { at, label: label(at, step.size()) })
            .collect();
        let room = |tick: &Tick| if along == Along::X { label_width(&tick.label) } else { SIZE * LINE - GAP };
        let is_clear = |pair: &[Tick]| {
            (pair[1].at - pair[0].at) * pixels >= f64::midpoint(room(&pair[0]), room(&pair[1])) + GAP
        };
        if ticks.windows(2).all(is_clear) && has_no_twins(&ticks) {
            return ticks;
        }
    }
    Vec::new()
}

/// About `count` round values along an axis, without labels; never more than twice as many.
pub fn round_values(axis: &Axis, count: usize) -> Vec<f64> {
    let (from, to) = range(axis);
    let fits = |step: &Step| step.within(from, to, phase(axis)).len() <= count + count / 3;
    let found = steps(axis, (to - from) / (count as f64 * 1.5)).into_iter().find(fits);
    found.map_or(Vec::new(), |step| step.within(from, to, phase(axis)))
}

/// Different values must not read alike.
fn has_no_twins(ticks: &[Tick]) -> bool {
    ticks.windows(2).all(|pair| pair[0].label != pair[1].label)
}

/// Seconds from the last midnight to zero on the axis.
fn phase(axis: &Axis) -> f64 {
    axis.clock.map_or(0.0, |clock| f64::from(second_of_day(clock)))
}

/// How values of this axis are written.
fn labels(axis: &Axis, from: f64, to: f64) -> impl Fn(f64, f64) -> String {
    let (unit, clock, most) = (axis.unit, axis.clock, from.abs().max(to.abs()));
    move |at, step| match clock {
        Some(clock) => clock_label(clock, at, step),
        None => value_label(unit, at, step, most),
    }
}

/// `mantissa × 10^ten × size` apart.
#[derive(Clone, Copy, Debug)]
struct Step {
    mantissa: f64,
    ten: i32,
    times: f64,
}

impl Step {
    fn size(self) -> f64 {
        self.multiple(1.0)
    }

    /// Dividing by a whole power of ten is exact where multiplying by its inverse is not.
    fn multiple(self, count: f64) -> f64 {
        let count = count * self.mantissa * self.times;
        if self.ten < 0 { count / 10_f64.powi(-self.ten) } else { count * 10_f64.powi(self.ten) }
    }

    /// The multiples between two values, counted from `phase` before zero.
    fn within(self, from: f64, to: f64, phase: f64) -> Vec<f64> {
        let size = self.size();
        let slack = (to - from) / size * 1e-9;
        let (first, last) = (((from + phase) / size - slack).ceil(), ((to + phase) / size + slack).floor());
        // Beyond 2^53 counts are no longer whole; there is nothing sensible to label.
        if !(last - first <= MOST && first.abs().max(last.abs()) < 9e15) {
            return Vec::new();
        }
        (0..=(last - first).max(-1.0) as i64)
            .map(|index| self.multiple(first + index as f64) - phase)
            .collect()
    }
}

/// Steps of at least `least`, from small to large.
fn steps(axis: &Axis, least: f64) -> Vec<Step> {
    let is_time = axis.unit == Unit::Duration;
    let smallest = match axis.unit {
        Unit::Count => 1.0,
        _ if axis.clock.is_some() => 1.0,
        _ => 0.0,
    };
    let fraction: &[f64] = if axis.unit == Unit::Share { &[1.0, 2.0, 2.5, 5.0] } else { &[1.0, 2.0, 5.0] };
    let ten = least.max(1e-300).log10().floor() as i32 - 1;
    let decimals = |times: f64, first: i32| {
        let mut steps = Vec::new();
        for ten in first..first + 5 {
            steps.extend(fraction.iter().map(|&mantissa| Step { mantissa, ten, times }));
        }
        steps
    };
    let mut steps: Vec<Step> = if is_time {
        let days = (least / DAY).max(1.0).log10().floor() as i32;
        let whole = |times| Step { mantissa: 1.0, ten: 0, times };
        let mut steps = decimals(1.0, ten);
        steps.retain(|step| step.size() < 1.0);
        steps.extend(TIMES.into_iter().map(whole));
        steps.extend([12.0 * HOUR, DAY].map(whole));
        steps.extend(decimals(DAY, days).into_iter().filter(|step| step.size() > DAY));
        steps
    } else if axis.unit == Unit::Rate {
        let (from, to) = range(axis);
        let (_, seconds) = rate_tail(from.abs().max(to.abs()));
        decimals(seconds.recip(), (least * seconds).max(1e-300).log10().floor() as i32)
    } else {
        decimals(1.0, ten)
    };
    // A little below the limit still counts, for the sake of round numbers.
    steps.retain(|step| step.size() >= least * 0.999 && step.size() >= smallest);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    fn shown(axis: &Axis, length: f64, along: Along) -> String {
        ticks(axis, length, along).into_iter().map(|tick| tick.label).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn values() {
        for (unit, from, to, length, expected) in [
            (Unit::Duration, 0.0, 0.0, 500.0, "0 | 0.2 s | 0.4 s | 0.6 s | 0.8 s | 1 s"),
            (
                Unit::Duration,
                0.0,
                105.0,
                560.0,
                "0 | 15 s | 30 s | 45 s | 1 min | 1 min 15 | 1 min 30 | 1 min 45",
            ),
            (Unit::Duration, -10.0, 40.0, 560.0, "−10 s | 0 | 10 s | 20 s | 30 s | 40 s"),
            (Unit::Duration, 0.0, 2400.0, 300.0, "0 | 10 min | 20 min | 30 min | 40 min"),
            (Unit::Duration, 0.0, 7200.0, 400.0, "0 | 30 min | 1 h | 1 h 30 | 2 h"),
            (Unit::Duration, 0.0, 3.0 * DAY, 500.0, "0 | 12 h | 1 d | 1 d 12 h | 2 d | 2 d 12 h | 3 d"),
            (
                Unit::Duration,
                0.0,
                40.0 * DAY,
                560.0,
                "0 | 5 d | 10 d | 15 d | 20 d | 25 d | 30 d | 35 d | 40 d",
            ),
            (Unit::Duration, 0.0, 0.3, 400.0, "0 | 100 ms | 200 ms | 300 ms"),
            (Unit::Duration, 0.0, 0.0005, 400.0, "0 | 100 µs | 200 µs | 300 µs | 400 µs | 500 µs"),
            (Unit::Bytes, 0.0, 1.05e12, 400.0, "0 | 200 GB | 400 GB | 600 GB | 800 GB | 1 TB"),
            (Unit::ByteRate, 0.0, 140e6, 300.0, "0 | 50 MB/s | 100 MB/s"),
            (Unit::Share, 0.0, 1.0, 400.0, "0 % | 20 % | 40 % | 60 % | 80 % | 100 %"),
            (Unit::Share, 0.0, 1.05, 320.0, "0 % | 25 % | 50 % | 75 % | 100 %"),
            (Unit::Share, 0.0, 0.02, 320.0, "0 % | 0.5 % | 1 % | 1.5 % | 2 %"),
            (Unit::Count, 0.0, 2.1, 700.0, "0 | 1 | 2"),
            (Unit::Count, 0.0, 2.6e6, 500.0, "0 | 500k | 1M | 1.5M | 2M | 2.5M"),
            (Unit::Rate, 0.0, 3150.0, 320.0, "0 | 1k/s | 2k/s | 3k/s"),
            (Unit::Rate, 0.0, 0.5, 320.0, "0 | 10/min | 20/min | 30/min"),
            (Unit::Factor, 1.0, 3.0, 400.0, "1 | 1.5 | 2 | 2.5 | 3"),
            (Unit::Count, 1e30, 1e30, 400.0, "9.6e29 | 9.8e29 | 1e30 | 1.02e30 | 1.04e30"),
        ] {
            assert_eq!(
                shown(&Axis::between("", unit, from, to), length, Along::X),
                expected,
                "{unit:?} {from}..{to}"
            );
        }
        let y = |unit, to, length| shown(&Axis::up_to("", unit, to), length, Along::Y);
        assert_eq!(y(Unit::Count, 50.0, 150.0), "0 | 20 | 40");
        assert_eq!(y(Unit::Count, 50.0, 190.0), "0 | 10 | 20 | 30 | 40 | 50");
        assert_eq!(y(Unit::Bytes, 1e12, 190.0), "0 | 200 GB | 400 GB | 600 GB | 800 GB | 1 TB");
        assert_eq!(y(Unit::Count, 50.0, 5.0), "");
    }

    #[test]
    fn clock_times() {
        let at = |text: &str, from, to, length| {
            let clock = Clock::read(text).expect(text).0;
            shown(&Axis::between("", Unit::Duration, from, to).clock(Some(clock)), length, Along::X)
        };
        assert_eq!(at("08:50Z", 0.0, 7200.0, 500.0), "09:00 | 09:30 | 10:00 | 10:30");
        assert_eq!(
            at("08:00:30Z", 0.0, 120.0, 500.0),
            "08:00:30 | 08:01:00 | 08:01:30 | 08:02:00 | 08:02:30"
        );
        assert_eq!(at("22:00+02:00", 0.0, 4.0 * HOUR, 400.0), "22:00 | 23:00 | 00:00 | 01:00 | 02:00");
        assert_eq!(at("22:00Z", 0.0, 2.0 * DAY, 400.0), "+1 d | 12:00 | +2 d | 12:00");
        assert_eq!(at("2026-02-27T12:00Z", 0.0, 2.0 * DAY, 400.0), "12:00 | 28 Feb | 12:00 | 1 Mar | 12:00");
        assert_eq!(
            at("2026-12-30T08:00Z", 0.0, 12.0 * DAY, 500.0),
            "1 Jan | 3 Jan | 5 Jan | 7 Jan | 9 Jan | 11 Jan"
        );
    }

    #[test]
    fn labels_never_touch_and_are_never_lost() {
        let units = [
            Unit::Count,
            Unit::Factor,
            Unit::Duration,
            Unit::Rate,
            Unit::Bytes,
            Unit::ByteRate,
            Unit::Share,
            Unit::Cores,
            Unit::Price,
        ];
        for unit in units {
            for exponent in -9..16 {
                for mantissa in [1.0, 1.3, 2.2, 3.7, 5.0, 7.9] {
                    let to = mantissa * 10_f64.powi(exponent);
                    for from in [0.0, -to, to * 0.7] {
                        let axis = Axis::between("", unit, from, to);
                        for length in [180.0, 250.0, 500.0, 850.0] {
                            check(&axis, length);
                        }
                    }
                }
            }
        }
    }

    fn check(axis: &Axis, length: f64) {
        for (along, most) in [(Along::X, length / APART_X + 1.01), (Along::Y, length / APART_Y + 1.01)] {
            let ticks = ticks(axis, length, along);
            let few = if axis.unit == Unit::Count && axis.to < 3.0 { 0 } else { 1 };
            assert!(
                ticks.len() >= few && ticks.len() as f64 <= most,
                "{axis:?} {length} {along:?} {ticks:?}"
            );
            for tick in &ticks {
                assert!(!tick.label.contains("NaN") && !tick.label.contains("inf"), "{tick:?}");
                assert!(tick.label.chars().count() <= 15, "{axis:?} {tick:?}");
            }
        }
        let values = round_values(axis, 12);
        assert!(values.len() <= 16, "{axis:?} {values:?}");
    }
}
