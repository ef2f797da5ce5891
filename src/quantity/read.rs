//! Reading quantities as people write them.

use std::fmt;

use super::number::{self, Comma, Decimal, Number};
use super::slip::{Slip, quote, tidy};
use super::span::{span, word_length};
use super::units::{self, BYTES, CORES, FACTORS, MAGNITUDES, MONEY, Named, RATES, SHARES, TIME};
use super::{Unit, print};
use crate::text::{before, behind, find};

/// Prices are per hour, in seconds.
const HOUR: u64 = 3600;

/// A text, understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The value in SI.
    pub value: f64,
    /// How it was understood, where the text may mean something else: `read as 500 ms`.
    pub echo: Option<String>,
}

/// Why a text is no such quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantityError {
    /// Sentences for the person who typed it, the suggestion included.
    pub message: String,
    /// The whole text, corrected; it reads without error or echo.
    pub suggestion: Option<String>,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for QuantityError {}

/// Understands a text as a quantity of `unit`.
///
/// # Errors
/// A sentence that says what is wrong with the text, and a text that would do if one can be guessed.
pub fn read(unit: Unit, text: &str) -> Result<Reading, QuantityError> {
    let slip = match tidy(text).and_then(|text| understand(unit, &text)) {
        Ok(found) => return Ok(Reading { value: found.value.value(), echo: found.echo(unit) }),
        Err(slip) => slip,
    };
    let suggestion = slip.corrected.and_then(|text| {
        let text = tidy(&text).ok()?;
        let found = understand(unit, &text).ok()?;
        let canonical = || print::write(unit, found.value.value());
        Some(if found.is_plain() { text } else { canonical() })
    });
    let message = match &suggestion {
        Some(text) => format!("{} Did you mean {text}?", slip.message),
        None => format!("{} Write {}.", slip.message, wanted(unit)),
    };
    Err(QuantityError { message, suggestion })
}

/// The value of a text, if it can be read without a remark.
pub(super) fn plain_value(unit: Unit, text: &str) -> Option<f64> {
    let found = understand(unit, text).ok()?;
    found.is_plain().then(|| found.value.value())
}

fn wanted(unit: Unit) -> &'static str {
    match unit {
        Unit::Count => "a whole number, such as 500",
        Unit::Factor => "a factor, such as 1.5",
        Unit::Duration => "a duration, such as 50ms",
        Unit::Rate => "a rate, such as 3k/s",
        Unit::Bytes => "an amount of data, such as 16MiB",
        Unit::ByteRate => "a data rate, such as 140MB/s",
        Unit::Share => "a share, such as 20%",
        Unit::Cores => "a number of cores, such as 1.5",
        Unit::Price => "a price per hour, such as 2.04",
    }
}

/// What a text was found to mean.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The value, exact.
    pub value: Decimal,
    /// What has to be said about the units.
    pub notes: Vec<&'static str>,
    /// Whether it was a guess.
    pub doubtful: bool,
}

impl Found {
    fn is_plain(&self) -> bool {
        self.notes.is_empty() && !self.doubtful
    }

    /// A number without a unit.
    pub fn number(number: &Number<'_>) -> Self {
        Self { value: number.value.clone(), notes: Vec::new(), doubtful: number.comma != Comma::Sure }
    }

    /// So many of a unit.
    pub fn of(mut self, unit: &'static Named) -> Self {
        self.value = self.value.of(unit);
        self.noted(unit.note)
    }

    fn noted(mut self, note: &'static str) -> Self {
        if !note.is_empty() {
            self.notes.push(note);
        }
        self
    }

    /// The same, a guess if `doubtful`.
    pub fn doubtful(mut self, doubtful: bool) -> Self {
        self.doubtful |= doubtful;
        self
    }

    /// The same without a unit, which is a guess unless it is zero.
    pub fn bare(self) -> Self {
        let is_zero = self.value.value() == 0.0;
        self.doubtful(!is_zero)
    }

    fn echo(&self, unit: Unit) -> Option<String> {
        let value = self.value.value();
        let read_as = match unit {
            Unit::Bytes => print::both_bytes(value),
            _ => print::spell(unit, value),
        };
        match self.notes.join(", ") {
            _ if self.is_plain() => None,
            notes if notes.is_empty() => Some(format!("read as {read_as}")),
            notes => Some(format!("{notes}: read as {read_as}")),
        }
    }
}

fn understand(unit: Unit, text: &str) -> Result<Found, Slip> {
    if let Some(end) = second_of_range(text) {
        let slip = Slip::new(format!("{} is a range, and one value is wanted here.", quote(text)));
        return Err(slip.replace(text, text, end));
    }
    let found = match unit {
        Unit::Duration => span(text, text)?,
        _ => amount(unit, text)?,
    };
    let value = found.value.value();
    if !value.is_finite() {
        return Err(Slip::new(format!("{} is too large.", quote(text))));
    }
    if unit == Unit::Count && value.fract() != 0.0 {
        let slip = Slip::new(format!("{} is no whole number.", quote(text)));
        return Err(slip.replace(text, text, &print::write(unit, value.ceil())));
    }
    Ok(found)
}

fn second_of_range(text: &str) -> Option<&str> {
    ["..", "…", "–", "—", " to ", "-"].iter().find_map(|mark| {
        let first = find(text, mark, 0);
        let mut places = std::iter::successors(first, |at| find(text, mark, at + mark.len()));
        places.find_map(|at| {
            let before = before(text, at).trim_end();
            let after = behind(text, at + mark.len()).trim_start_matches([' ', '.']);
            let mantissa = before.strip_suffix(['e', 'E']).unwrap_or_default();
            let is_exponent = *mark == "-" && mantissa.ends_with(|c: char| c.is_ascii_digit() || c == '.');
            let follows = before.ends_with(|c: char| c.is_alphanumeric() || c == '%');
            (follows && !is_exponent && after.starts_with(|c: char| c.is_ascii_digit())).then_some(after)
        })
    })
}

/// The number at the start of a part of the whole text.
pub(super) fn number<'a>(unit: Unit, whole: &str, text: &'a str) -> Result<Number<'a>, Slip> {
    if text.starts_with('-') {
        let slip = Slip::new(format!("{} is negative, which this cannot be.", quote(text)));
        return Err(slip.replace(whole, "-", ""));
    }
    let number = number::scan(text).map_err(|bad| {
        let bad = if bad.is_empty() { text } else { bad };
        Slip::new(format!("{} is no number.", quote(bad)))
    })?;
    if number.comma == Comma::Either && unit != Unit::Count {
        let point = print::write(Unit::Factor, number.value.value() / 1000.0);
        let thousands = number.text.replace(',', "");
        let slip = Slip::new(format!("{} may be {point} or {thousands}.", quote(number.text)));
        return Err(slip.replace(whole, number.text, &thousands));
    }
    Ok(number)
}

/// A number with a unit, and for some a time that it counts for: `3k msgs per 15 min`.
fn amount(unit: Unit, text: &str) -> Result<Found, Slip> {
    let start = match unit {
        Unit::Factor => text.strip_prefix(['x', 'X', '×']).unwrap_or(text),
        Unit::Price => without_currency(text),
        _ => text,
    };
    let number = number(unit, text, start.trim_start())?;
    let mut found = Found::number(&number);
    let mut rest = number.rest.trim();
    if matches!(unit, Unit::Count | Unit::Factor | Unit::Rate | Unit::Price) {
        let word = before(rest, word_length(rest));
        if word == "m" {
            let slip = Slip::new(format!("“m” in {} may be milli or million.", quote(text)));
            return Err(slip.replace(text, "m", "M"));
        }
        if let Some(magnitude) = units::find(MAGNITUDES, word) {
            found = found.of(magnitude);
            rest = behind(rest, word.len()).trim_start();
        }
    }
    let (what, per) = match unit {
        Unit::Rate | Unit::ByteRate | Unit::Price => split_per(rest),
        _ => (rest, None),
    };
    let table = match unit {
        Unit::Duration => TIME,
        Unit::Share => SHARES,
        Unit::Factor => FACTORS,
        Unit::Cores => CORES,
        Unit::Price => MONEY,
        Unit::Bytes => return data(unit, text, found, what),
        Unit::ByteRate => return data_rate(text, found, what, per),
        Unit::Count if what.is_empty() => return Ok(found),
        Unit::Count => return thing(text, what, 3).map(|()| found.doubtful(true)),
        Unit::Rate => return rate(text, found, what, per),
    };
    if what.is_empty() && unit == Unit::Share {
        return bare_share(text, found);
    }
    let named =
        units::find(table, what).ok_or_else(|| unknown(text, "unit that is known here", table, what))?;
    found = found.of(named);
    match per {
        Some(per) => {
            found.value = found.value.times(HOUR);
            every(text, found, per)
        }
        None => Ok(found),
    }
}

fn without_currency(text: &str) -> &str {
    let names = MONEY.iter().flat_map(Named::names).filter(|name| !name.is_empty());
    let stripped = names.filter_map(|name| text.strip_prefix(name)).map(str::trim_start);
    stripped.into_iter().find(|rest| rest.starts_with(|c: char| !c.is_alphabetic())).unwrap_or(text)
}

/// What is counted, and the time it is counted for: `objects` and `15 minute interval`.
fn split_per(text: &str) -> (&str, Option<&str>) {
    let mut at = 0;
    let mut split = None;
    for word in text.split_inclusive([' ', '/']) {
        let bare = word.trim_end_matches([' ', '/']);
        let is_per = ["per", "a", "an", "each", "every"].iter().any(|per| bare.eq_ignore_ascii_case(per));
        if word.ends_with('/') {
            split = Some((at + bare.len(), at + word.len()));
        } else if is_per {
            split = Some((at, at + word.len()));
        }
        at += word.len();
    }
    split.map_or((text, None), |(end, start)| (before(text, end).trim(), Some(behind(text, start).trim())))
}

/// So many per `per`, which may be `s`, `15 min` or `15 minute interval`.
fn every(whole: &str, mut found: Found, per: &str) -> Result<Found, Slip> {
    let per =
        ["interval", "window", "period"].iter().find_map(|word| per.strip_suffix(word)).unwrap_or(per).trim();
    let spelled =
        if per.starts_with(|c: char| c.is_ascii_digit()) { per.to_owned() } else { format!("1 {per}") };
    if !spelled.contains(char::is_alphabetic) {
        return Err(timeless(whole));
    }
    let time = span(whole, &spelled)?;
    found.value = found
        .value
        .over(&time.value)
        .ok_or_else(|| Slip::new(format!("{} divides by zero.", quote(whole))))?;
    found.notes.extend(time.notes);
    Ok(found.doubtful(time.doubtful))
}

/// `784 xacts/s`, `3k rps`, and with a remark `500`.
fn rate(whole: &str, found: Found, what: &str, per: Option<&str>) -> Result<Found, Slip> {
    if let Some(per) = per {
        let found = every(whole, found, per)?;
        return if what.is_empty() { Ok(found) } else { thing(whole, what, 1).map(|()| found) };
    }
    if what.is_empty() {
        return Ok(found.bare());
    }
    if let Some([magnitude, named]) = rate_units(what) {
        return every(whole, found.of(magnitude).of(named), "min");
    }
    let slip = unknown(whole, "rate", RATES, what);
    if slip.corrected.is_some() || thing(whole, what, 1).is_err() {
        return Err(slip);
    }
    let spaced = format!(" {what}");
    let what = if find(whole, &spaced, 0).is_some() { &spaced } else { what };
    Err(timeless(whole).replace(whole, what, "/s"))
}

/// The parts of a word that is a rate by itself: `krps` is `k` and `rps`.
fn rate_units(word: &str) -> Option<[&'static Named; 2]> {
    if let Some(named) = units::find(RATES, word) {
        return Some([&MAGNITUDES[0], named]);
    }
    let magnitude = units::find(MAGNITUDES, word.get(..1)?)?;
    Some([magnitude, units::find(RATES, behind(word, 1))?])
}

fn timeless(whole: &str) -> Slip {
    Slip::new(format!("{} does not say per which time.", quote(whole)))
}

fn bare_share(text: &str, found: Found) -> Result<Found, Slip> {
    let value = found.value.value();
    if value > 100.0 {
        let slip = Slip::new(format!("{} is neither a fraction nor a percentage.", quote(text)));
        return Err(slip.replace(text, text, &format!("{text}%")));
    }
    let found = if value > 1.0 { found.of(&SHARES[0]) } else { found };
    Ok(found.bare())
}

/// `32GiB`, and with a remark `512`, `400M`.
fn data(unit: Unit, whole: &str, found: Found, what: &str) -> Result<Found, Slip> {
    if what.is_empty() {
        return Ok(found.bare());
    }
    let named = units::find(BYTES, what).ok_or_else(|| unknown(whole, "unit of data", BYTES, what))?;
    let found = found.of(named);
    let is_bits = named.name().ends_with("bit");
    match named.note {
        units::BITS if unit == Unit::Bytes => {
            let bytes = named.name().replace('b', "B");
            Err(Slip::new("Lower-case b is bits, and B is bytes.").replace(whole, what, &bytes))
        }
        units::MILLI if found.value.value() < 1e6 => {
            let slip = Slip::new(format!("“m” in {} is thousandths of a byte in Kubernetes.", quote(whole)));
            Err(slip.replace(whole, what, if unit == Unit::Bytes { "MiB" } else { "MB" }))
        }
        _ => Ok(found.doubtful(is_bits && unit == Unit::Bytes)),
    }
}

/// `140 MB/s`, `50 Mbps`.
fn data_rate(whole: &str, found: Found, what: &str, per: Option<&str>) -> Result<Found, Slip> {
    let stem = what.strip_suffix("ps").or_else(|| what.strip_suffix("PS"));
    let (what, per) = match stem.filter(|stem| per.is_none() && units::find(BYTES, stem).is_some()) {
        Some(stem) => (stem, Some("s")),
        None => (what, per),
    };
    let found = data(Unit::ByteRate, whole, found, what)?;
    match per {
        Some(per) => every(whole, found, per),
        None if what.is_empty() => Ok(found),
        None => Err(timeless(whole).replace(whole, what, &format!("{what}/s"))),
    }
}

/// Checks that a text may be the name of what is counted.
fn thing(whole: &str, what: &str, shortest: usize) -> Result<(), Slip> {
    let letters = what.chars().filter(|c| c.is_alphabetic()).count();
    let is_name =
        what.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '_' | '.' | '(' | ')' | '\''));
    if kind(what).is_some() || !is_name || letters < shortest || letters == 1 && !matches!(what, "q" | "r") {
        return Err(unknown(whole, "name of what is counted", &[], what));
    }
    // `kreq` is not read as one request, nor `milion` as a thing.
    if let Some(rest) = what.strip_prefix(['k', 'K', 'M']) {
        let is_vowel = |c: char| "aeiouyn".contains(c.to_ascii_lowercase());
        if rest.starts_with("ops") || rest.starts_with(|c: char| c.is_ascii_alphabetic() && !is_vowel(c)) {
            let letter = before(what, 1);
            let slip = Slip::new(format!("“{letter}” in {} may be a thousand or a million.", quote(what)));
            return Err(slip.replace(whole, what, &format!("{letter} {rest}")));
        }
    }
    for word in what.split(' ').filter(|word| word.len() > 4) {
        if let Some(magnitude) = units::nearest(MAGNITUDES, word).filter(|name| name.len() > 4) {
            return Err(unknown_word("magnitude", word).replace(whole, word, magnitude));
        }
    }
    Ok(())
}

/// What a word is, where it is a unit of something else.
fn kind(word: &str) -> Option<&'static str> {
    let is_data = || units::find(BYTES, word).is_some_and(|unit| unit.name().len() > 1 || unit.name() == "B");
    if word.contains('/') {
        Some("a rate")
    } else if rate_units(word).is_some() && !word.ends_with("ops") {
        Some("a rate by itself")
    } else if units::find(TIME, word).is_some() {
        Some("a unit of time")
    } else if is_data() {
        Some("a unit of data")
    } else if units::find(SHARES, word).is_some() {
        Some("a share")
    } else {
        None
    }
}

fn unknown_word(wanted: &str, word: &str) -> Slip {
    Slip::new(format!("{} is no {wanted}.", quote(word)))
}

/// A word that is no unit of its table: what it is instead, or what it was meant to be.
pub(super) fn unknown(whole: &str, wanted: &str, table: &'static [Named], word: &str) -> Slip {
    if let Some(kind) = kind(word) {
        return Slip::new(format!("{} is {kind}.", quote(word)));
    }
    let slip = unknown_word(wanted, word);
    match units::nearest(table, word) {
        Some(name) if name.len() > 3 && word.ends_with('s') => slip.replace(whole, word, &format!("{name}s")),
        Some(name) => slip.replace(whole, word, name),
        None => slip,
    }
}
