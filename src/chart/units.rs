//! How a value is written at a tick: shorter than in a figure, and apart from its neighbours.

use crate::clock::Clock;
use crate::math;
use crate::quantity::{Duration, Unit};
use crate::text::{behind, find};

const DAY: f64 = 86_400.0;
/// From this step on, midnight is written as the day that it begins.
const LARGE_STEP: f64 = 6.0 * 3600.0;

/// A round value; `step` is the distance to the next one and `most` the largest value of the axis.
pub fn value_label(unit: Unit, value: f64, step: f64, most: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    let value = value.abs();
    if value < step * 1e-6 {
        return if unit == Unit::Share { "0 %".into() } else { "0".into() };
    }
    let text = match unit {
        Unit::Count | Unit::Factor | Unit::Cores | Unit::Price => plain(value, step),
        Unit::Share if most >= 1e5 => format!("{} %", plain(value * 100.0, step * 100.0)),
        Unit::Share => format!("{} %", decimal(value * 100.0, step * 100.0)),
        Unit::Bytes => prefixed(value, step, &[" B", " kB", " MB", " GB", " TB", " PB", " EB"]),
        Unit::ByteRate => {
            prefixed(value, step, &[" B/s", " kB/s", " MB/s", " GB/s", " TB/s", " PB/s", " EB/s"])
        }
        Unit::Rate => rate(value, step, most),
        Unit::Duration => duration(value, step, most),
    };
    format!("{sign}{text}")
}

fn plain(value: f64, step: f64) -> String {
    if value >= 1e17 {
        return decimal(value, step);
    }
    prefixed(value, step, &["", "k", "M", "G", "T"])
}

/// All ticks of an axis in the same tail, so that they can be compared.
fn rate(value: f64, step: f64, most: f64) -> String {
    let (tail, seconds) = rate_tail(most);
    format!("{}{tail}", plain(value * seconds, step * seconds))
}

/// The time that the rates of an axis are written for, and its length in seconds.
pub fn rate_tail(most: f64) -> (&'static str, f64) {
    let tails = [("/s", 1.0), ("/min", 60.0), ("/h", 3600.0), ("/d", DAY)];
    tails.into_iter().find(|(_, seconds)| most * seconds >= 1.0).unwrap_or(tails[3])
}

/// With the largest of these prefixes, each worth a thousand of the one before.
fn prefixed(value: f64, step: f64, names: &[&str]) -> String {
    let power = (0..names.len()).rev().find(|power| value * (1.0 + 1e-9) >= 1000_f64.powi(*power as i32));
    let power = power.unwrap_or(0);
    let size = 1000_f64.powi(power as i32);
    format!("{}{}", decimal(value / size, step / size), names[power])
}

/// With as many decimals as the step needs.
fn decimal(value: f64, step: f64) -> String {
    if !(1e-4..1e5).contains(&value) {
        let more = (value / step).log10().ceil().clamp(0.0, 9.0) as i32;
        let (digits, ten) = math::decimal::rounded(value, |_| more + 1);
        let exponent = ten.to_string().replace('-', "−");
        return format!("{}e{exponent}", math::decimal::plain(&digits, 0));
    }
    // One more than for 1, 2 and 5: a step may be 2.5.
    let places = (1.0 - step.log10().floor()).clamp(0.0, 12.0) as i32;
    let (digits, ten) = math::decimal::rounded(value, |ten| ten + 1 + places);
    math::decimal::plain(&digits, ten)
}

/// `250 ms`, `30 s`, `1 min 30`, `1 h 30`, `2 d 12 h`.
fn duration(value: f64, step: f64, most: f64) -> String {
    if most < 0.999_999 {
        let (size, name) = [(1e3, "ms"), (1e6, "µs")]
            .into_iter()
            .find(|(size, _)| most * size >= 1.0)
            .unwrap_or((1e9, "ns"));
        return format!("{} {name}", decimal(value * size, step * size));
    }
    if step < 1.0 {
        return format!("{} s", decimal(value, step));
    }
    let days = (value / DAY + 1e-9).floor();
    // Beyond this the rest of the day is lost in rounding anyway.
    if step >= DAY || days >= 1e6 {
        return format!("{} d", plain(value / DAY, step / DAY));
    }
    let rest = (value - days * DAY).round() as u32;
    let parts = [(days as u32, "d"), (rest / 3600, "h"), (rest / 60 % 60, "min"), (rest % 60, "s")];
    let first = parts.iter().position(|(count, _)| *count > 0).unwrap_or(3);
    let mut text = format!("{} {}", parts[first].0, parts[first].1);
    for (index, (count, name)) in parts.iter().enumerate().skip(first + 1) {
        match count {
            0 => {}
            // “1 h 30”: what follows hours is minutes. After days it would not be as plain.
            _ if index == first + 1 && first > 0 && parts[index + 1..].iter().all(|part| part.0 == 0) => {
                text += &format!(" {count:02}");
            }
            _ => text += &format!(" {count} {name}"),
        }
    }
    text
}

/// The clock time at so many seconds after `clock`: `09:30`, `09:30:15`; a day where that says more.
pub fn clock_label(clock: Clock, at: f64, step: f64) -> String {
    let total = f64::from(second_of_day(clock)) + at;
    let days = (total / DAY + 1e-9).floor();
    let second = (total - days * DAY).round().clamp(0.0, DAY - 1.0) as u32;
    if second == 0 && step >= LARGE_STEP {
        return day_label(clock, days);
    }
    match step < 60.0 {
        true => format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60),
        false => format!("{:02}:{:02}", second / 3600, second / 60 % 60),
    }
}

/// `28 Feb` where the date is known, else `+1 d`.
fn day_label(clock: Clock, days: f64) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let midnight = Duration::seconds(days * DAY - f64::from(second_of_day(clock)));
    let written = clock.write();
    const ON: &str = " on ";
    let date = match days == 0.0 {
        true => written.split_once('T').map(|(date, _)| date.to_owned()),
        false => {
            let after = clock.after(midnight);
            find(&after, ON, 0).map(|at| behind(&after, at + ON.len()).to_owned())
        }
    };
    let parts: Option<Vec<usize>> = date.map(|date| date.split('-').flat_map(str::parse).collect());
    match parts.as_deref() {
        Some([_, month @ 1..=12, day]) => format!("{day} {}", MONTHS[month - 1]),
        _ if days < 0.0 => format!("−{} d", math::decimal::text(-days)),
        _ => format!("+{} d", math::decimal::text(days)),
    }
}

/// Seconds since midnight in the clock's own zone.
pub fn second_of_day(clock: Clock) -> u32 {
    let written = clock.write();
    let time = written.split_once('T').map_or(written.as_str(), |(_, time)| time);
    let time = time.split(['Z', '+', '-']).next().unwrap_or_default();
    let parts = time.split(':').map(|part| part.parse::<u32>().unwrap_or(0));
    parts.zip([3600, 60, 1]).map(|(count, seconds)| count * seconds).sum()
}

/// The zone of a clock: `UTC`, `+02:00`.
pub fn zone(clock: Clock) -> String {
    let at_once = clock.after(Duration::ZERO);
    at_once.split_once(' ').map_or(String::new(), |(_, zone)| zone.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_clocks_apart() {
        for (text, second, offset) in [
            ("08:00Z", 28_800, "UTC"),
            ("2026-10-09T23:59:30+02:00", 86_370, "+02:00"),
            ("2026-10-09T00:00:01-05:30", 1, "−05:30"),
        ] {
            let clock = Clock::read(text).expect(text).0;
            assert_eq!(second_of_day(clock), second);
            assert_eq!(zone(clock).replace('-', "−"), offset);
        }
    }

    #[test]
    fn spells_durations() {
        for (seconds, step, expected) in [
            (30.0, 10.0, "30 s"),
            (90.0, 30.0, "1 min 30"),
            (65.0, 5.0, "1 min 05"),
            (3600.0, 600.0, "1 h"),
            (4200.0, 600.0, "1 h 10"),
            (3610.0, 10.0, "1 h 10 s"),
            (3900.0, 300.0, "1 h 05"),
            (3910.0, 10.0, "1 h 5 min 10 s"),
            (129_600.0, 43_200.0, "1 d 12 h"),
            (864_000.0, 86_400.0, "10 d"),
            (8.64e10, 8.64e10, "1M d"),
            (100.5, 0.5, "100.5 s"),
        ] {
            assert_eq!(value_label(Unit::Duration, seconds, step, 1e11), expected);
        }
        assert_eq!(value_label(Unit::Duration, -0.02, 0.01, 0.1), "−20 ms");
    }
}
