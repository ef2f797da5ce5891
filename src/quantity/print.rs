//! Writing quantities: exactly, for links and fields, and rounded, for figures.

use std::fmt;

use super::Unit;
use super::read::plain_value;
use super::units::{BYTES_BINARY, BYTES_DECIMAL, MAGNITUDES_WRITTEN, Named, SHARES, TIME_WRITTEN};
use crate::math::decimal;
use crate::text::cut;

/// The times that a rate is written for, and their length in seconds.
const PER: &[(&str, f64)] = &[("/s", 1.0), ("/min", 60.0), ("/h", 3600.0), ("/d", DAY)];
/// Further times, for what needs more digits in all of those.
const PER_LONG: &[(&str, f64)] = &[("/w", 7.0 * DAY), ("/mo", YEAR / 12.0), ("/y", YEAR)];
/// Enough digits to tell any two `f64` apart.
const MOST_DIGITS: usize = 17;
/// So many digits of a product or quotient are right.
const SURE_DIGITS: usize = 14;
/// A number with so few digits keeps its natural unit, though another one may need fewer.
const FEW_DIGITS: usize = 4;
/// Nobody types more digits than this: what has more is better written per another time.
const DUST: usize = 9;
const YEAR: f64 = 31_536_000.0;
const DAY: f64 = 86_400.0;

/// The one canonical spelling, as a link holds it: `50ms`, `3k/s`, `20pct`.
///
/// [`read()`](super::read()) gives the same value again, bit for bit, for every finite value that is not
/// negative (in [`Unit::Count`]: every whole one).
pub fn write(unit: Unit, value: f64) -> String {
    let Written { number, head, tail } = canonical(unit, value);
    format!("{number}{head}{tail}")
}

/// The same value as a form shows it: `50 ms`, `3k/s`, `20 %`. It reads back as exactly as [`write()`].
pub fn spell(unit: Unit, value: f64) -> String {
    let Written { number, head, tail } = canonical(unit, value);
    let head = match head {
        "pct" => "%",
        "us" => "µs",
        other => other,
    };
    let space = if unit == Unit::Rate || head.is_empty() { "" } else { " " };
    format!("{number}{space}{head}{tail}")
}

/// The value as a figure shows it, in about three digits: `1.33 s`, `44 min`, `1.34 TB`, `2.5/min`.
pub fn show(unit: Unit, value: f64) -> String {
    if !value.is_finite() {
        return "—".into();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    let value = value.abs();
    let text = match unit {
        Unit::Count if value >= 1000.0 && value.round() < 1e6 => significant(value.round(), 17),
        Unit::Count | Unit::Factor | Unit::Cores => compact(value),
        Unit::Duration => show_duration(value),
        Unit::Rate => show_rate(value),
        Unit::Bytes => show_bytes(value, BYTES_DECIMAL, 3),
        Unit::ByteRate => format!("{}/s", show_bytes(value, BYTES_DECIMAL, 3)),
        Unit::Share => show_share(value),
        Unit::Price => show_price(value),
    };
    format!("{sign}{text}")
}

/// A value that prints itself as [`show`] does: smaller in a sentence than a string of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    unit: Unit,
    value: f64,
}

/// The value, to be put into a sentence.
pub const fn shown(unit: Unit, value: f64) -> Shown {
    Shown { unit, value }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show(self.unit, self.value))
    }
}

impl From<Shown> for String {
    fn from(shown: Shown) -> Self {
        show(shown.unit, shown.value)
    }
}

/// A number with so many significant digits and separated thousands: `1,230`, `0.0012`.
pub fn significant(value: f64, digits: u32) -> String {
    if !value.is_finite() {
        return "—".into();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    let text = Digits::rounded(value, digits as usize).text();
    let (mantissa, exponent) = cut(&text, text.find('e').unwrap_or(text.len()));
    let (whole, fraction) = cut(mantissa, mantissa.find('.').unwrap_or(mantissa.len()));
    let mut grouped = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction + exponent
}

/// An amount in powers of 1000 and, where it differs, of 1024: `23.53 GB (21.91 GiB)`.
pub(super) fn both_bytes(value: f64) -> String {
    let decimal = show_bytes(value, BYTES_DECIMAL, 4);
    if round(value, 4) < 1024.0 {
        return decimal;
    }
    format!("{decimal} ({})", show_bytes(value, BYTES_BINARY, 4))
}

/// A number as its decimal digits: `digits[0].digits[1..] × 10^ten`.
struct Digits {
    digits: Vec<u8>,
    ten: i32,
}

impl Digits {
    /// The fewest digits that tell the number from all others.
    fn shortest(value: f64) -> Self {
        let (digits, ten) = decimal::shortest(value.abs());
        Self { digits, ten }
    }

    fn rounded(value: f64, digits: usize) -> Self {
        let (digits, ten) = decimal::rounded(value.abs(), |_| digits.clamp(1, MOST_DIGITS) as i32);
        Self { digits, ten }
    }

    fn value(&self) -> f64 {
        decimal::value(&self.digits, self.ten - self.digits.len() as i32 + 1)
    }

    /// As a number without separators; with an exponent only where zeros would have to be counted.
    fn text(&self) -> String {
        match self.ten {
            ten @ -6..15 => decimal::plain(&self.digits, ten),
            ten => format!("{}e{ten}", decimal::plain(&self.digits, 0)),
        }
    }
}

/// A number with so many significant digits.
pub(crate) fn round(value: f64, digits: usize) -> f64 {
    Digits::rounded(value, digits).value()
}

/// A unit that a value may be written in: `M` and `/min`.
#[derive(Clone, Copy)]
struct Choice {
    head: &'static Named,
    tail: &'static str,
    /// What one of it is worth, rounded.
    size: f64,
}

impl Choice {
    fn plain(head: &'static Named) -> Self {
        Self { head, tail: "", size: head.size() }
    }

    fn per(head: &'static Named, (tail, seconds): (&'static str, f64)) -> Self {
        Self { head, tail, size: head.size() / seconds }
    }

    /// A value in this unit, if it is a power of ten, which makes it exact.
    fn exact(self, value: f64) -> Option<Digits> {
        let Digits { digits, ten } = Digits::shortest(value);
        let is_decimal = self.head.times == 1 && matches!(self.tail, "" | "/s");
        is_decimal.then(|| Digits { ten: if value == 0.0 { 0 } else { ten - self.head.ten }, digits })
    }

    /// A value in this unit in at most so many digits, if they read back as the same value.
    fn digits(self, unit: Unit, value: f64, most: usize) -> Option<Digits> {
        // Fewer digits than the quotient is sure of appear when it is rounded to those; more are dust anyway.
        let digits = Digits::rounded(value / self.size, SURE_DIGITS);
        let is_near = || (digits.value() * self.size - value).abs() <= value * 1e-14;
        let is_exact = || plain_value(unit, &self.text(&digits)) == Some(value);
        (digits.digits.len() <= most && is_near() && is_exact()).then_some(digits)
    }

    fn text(self, digits: &Digits) -> String {
        format!("{}{}{}", digits.text(), self.head.name(), self.tail)
    }
}

struct Written {
    number: String,
    head: &'static str,
    tail: &'static str,
}

fn canonical(unit: Unit, value: f64) -> Written {
    if !value.is_finite() {
        return Written { number: if value.is_nan() { "nan" } else { "inf" }.into(), head: "", tail: "" };
    }
    let (size, sign) = (value.abs(), if value < 0.0 { "-" } else { "" });
    let (digits, choice) = chosen(unit, size);
    Written { number: format!("{sign}{}", digits.text()), head: choice.head.name(), tail: choice.tail }
}

/// The natural unit if the value needs few digits in it, otherwise the one in which it needs the fewest.
fn chosen(unit: Unit, value: f64) -> (Digits, Choice) {
    let (natural, base) = natural(unit, value);
    let few = natural.exact(value).or_else(|| natural.digits(unit, value, FEW_DIGITS));
    let is_natural = few.as_ref().is_some_and(|digits| digits.digits.len() <= FEW_DIGITS);
    let is_data = matches!(unit, Unit::Bytes | Unit::ByteRate);
    let mut best = match few {
        Some(digits) => (digits, natural),
        None => (base.exact(value).unwrap_or_else(|| Digits::shortest(value)), base),
    };
    if is_natural && !is_data {
        return best;
    }
    let is_dust = best.0.digits.len() > DUST;
    for choice in others(unit, value) {
        let (count, length) = (best.0.digits.len(), best.1.text(&best.0).len());
        let Some(digits) = choice.digits(unit, value, count) else {
            continue;
        };
        let is_shorter = choice.text(&digits).len() < length;
        let is_fewer = digits.digits.len() < count;
        // A different time has to save digits: 250/min is no 15k/h, and 15.625 MB/s no 56.25 GB/h.
        let is_better =
            if choice.tail == best.1.tail { !is_natural || is_fewer } else { is_dust && is_fewer };
        if is_shorter && is_better {
            best = (digits, choice);
        }
    }
    best
}

/// The unit that people would choose, and one that is exact for every value.
fn natural(unit: Unit, value: f64) -> (Choice, Choice) {
    let same = |choice| (choice, choice);
    match unit {
        Unit::Count | Unit::Factor | Unit::Cores | Unit::Price => same(Choice::plain(&MAGNITUDES_WRITTEN[0])),
        Unit::Share => same(Choice::plain(&SHARES[0])),
        Unit::Bytes => same(Choice::plain(largest(BYTES_DECIMAL, value))),
        Unit::ByteRate => same(Choice::per(largest(BYTES_DECIMAL, value), PER[0])),
        Unit::Duration if value == 0.0 => same(Choice::plain(&TIME_WRITTEN[3])),
        Unit::Duration => {
            let limits = [1e-6, 1e-3, 1.0, 3.0 * 60.0, 3.0 * 3600.0, 3.0 * DAY];
            let index = limits.iter().filter(|limit| value >= **limit).count();
            (Choice::plain(&TIME_WRITTEN[index]), Choice::plain(&TIME_WRITTEN[3]))
        }
        Unit::Rate => {
            let base = Choice::per(largest(MAGNITUDES_WRITTEN, value), PER[0]);
            let slow = PER.iter().find(|(_, seconds)| value * seconds >= 1.0).or(PER.last());
            match slow.filter(|_| value > 0.0 && value < 1.0) {
                Some(per) => (Choice::per(&MAGNITUDES_WRITTEN[0], *per), base),
                None => same(base),
            }
        }
    }
}

/// The other units in which a value may need fewer digits.
fn others(unit: Unit, value: f64) -> Vec<Choice> {
    let fitting =
        |heads: &'static [Named]| heads.iter().filter(move |head| head.size() <= value).map(Choice::plain);
    let (decimal, binary): (_, &[Named]) = match unit {
        Unit::Duration => return fitting(&TIME_WRITTEN[4..]).collect(),
        Unit::Bytes => return fitting(BYTES_BINARY).collect(),
        Unit::Rate => (MAGNITUDES_WRITTEN, &[]),
        Unit::ByteRate => (BYTES_DECIMAL, BYTES_BINARY),
        Unit::Price => {
            let head = &MAGNITUDES_WRITTEN[0];
            let per = [PER, PER_LONG].concat().into_iter();
            return per.map(|(tail, seconds)| Choice { head, tail, size: 3600.0 / seconds }).collect();
        }
        _ => return Vec::new(),
    };
    let mut choices = Vec::new();
    for per in [PER, PER_LONG].concat() {
        let value = value * per.1;
        choices.extend((per.1 > 1.0).then(|| Choice::per(largest(decimal, value), per)));
        choices.extend(binary.iter().filter(|head| head.size() <= value).map(|head| Choice::per(head, per)));
    }
    choices
}

/// The largest unit that a value is at least one of, or the smallest there is.
fn largest(heads: &'static [Named], value: f64) -> &'static Named {
    heads.iter().rev().find(|head| head.size() <= value).unwrap_or(&heads[0])
}

/// Three digits, and words for what is large.
fn compact(value: f64) -> String {
    let value = round(value, 3);
    let words = [(1e12, " trillion"), (1e9, " billion"), (1e6, " million")];
    match words.iter().find(|(size, _)| value >= *size && value < 1e18) {
        Some((size, word)) => significant(value / size, 3) + word,
        None => significant(value, 3),
    }
}

fn show_duration(value: f64) -> String {
    let fine = round(value, 3);
    if fine < 120.0 {
        let (size, name) = match fine {
            0.0 | 1.0.. => (1.0, "s"),
            1e-3.. => (1e3, "ms"),
            1e-6.. => (1e6, "µs"),
            _ => (1e9, "ns"),
        };
        return format!("{} {name}", significant(fine * size, 3));
    }
    // Each step rounds to its smaller unit first, so that none shows 60 of it.
    let two = |count: f64, each: f64, large: &str, small: &str| {
        let (count, each) = (count as u64, each as u64);
        let (whole, rest) = (count / each, count % each);
        if rest == 0 { format!("{whole} {large}") } else { format!("{whole} {large} {rest} {small}") }
    };
    let (seconds, minutes, hours, days) =
        (value.round(), (value / 60.0).round(), (value / 3600.0).round(), (value / DAY).round());
    if seconds < 3600.0 {
        two(seconds, 60.0, "min", "s")
    } else if minutes < 48.0 * 60.0 {
        two(minutes, 60.0, "h", "min")
    } else if hours < 100.0 * 24.0 {
        two(hours, 24.0, "d", "h")
    } else if days < 730.0 {
        format!("{} d", days as u64)
    } else if value / YEAR < 9.95 {
        format!("{} years", significant(value / YEAR, 2))
    } else {
        format!("{} years", compact(value / YEAR))
    }
}

fn show_rate(value: f64) -> String {
    // Less than one in a hundred years: the digits would only look exact.
    if value > 0.0 && value * 36_500.0 * 86_400.0 < 1.0 {
        return "< 0.01/y".into();
    }
    let is_enough = |(_, seconds): &&(&str, f64)| round(value * seconds, 3) >= 1.0;
    let tail = if value == 0.0 { None } else { PER.iter().find(is_enough).or(PER.last()) };
    let (tail, seconds) = *tail.unwrap_or(&PER[0]);
    compact(value * seconds) + tail
}

fn show_bytes(value: f64, heads: &'static [Named], digits: usize) -> String {
    let value = round(value, digits);
    let head = largest(heads, value);
    let value = value / head.size();
    let number = if value < 1e6 { significant(value, digits as u32) } else { compact(value) };
    format!("{number} {}", head.name())
}

/// Three digits, or more where a share just short of all would look like all.
fn show_share(value: f64) -> String {
    let percent = value * 100.0;
    if percent > 0.0 && percent < 0.0001 {
        return "< 0.0001 %".into();
    }
    let digits = (3..=6).find(|digits| percent >= 100.0 || round(percent, *digits) < 100.0);
    if percent < 1e6 {
        format!("{} %", significant(percent, digits.unwrap_or(3) as u32))
    } else {
        format!("{} %", compact(percent))
    }
}

/// Money: cents, but no cents in what is whole or very large, and more digits in what is very small.
fn show_price(value: f64) -> String {
    let cents = (value * 100.0).round();
    if !(1.0..1e6).contains(&value) {
        return compact(value);
    }
    let whole = significant((cents / 100.0).floor(), MOST_DIGITS as u32);
    match cents as u64 % 100 {
        0 => whole,
        rest => format!("{whole}.{rest:02}"),
    }
}
