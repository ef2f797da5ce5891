//! Reading durations.

use super::Unit;
use super::number::{self, Decimal};
use super::read::{Found, number, unknown};
use super::slip::{Slip, quote, starts_with_word};
use super::units::{self, Named, TIME};
use crate::text::{before, behind, cut};

/// A duration: `1h30m`, `6d 15h 34m 24s`, `3 days 04:05:06`, `PT1H30M`.
pub(super) fn span(whole: &str, text: &str) -> Result<Found, Slip> {
    let iso = iso_spelled_out(text);
    let mut rest = iso.as_deref().unwrap_or(text);
    let mut sum = Found::default();
    let mut last: Option<&Named> = None;
    let mut terms = 0;
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        if terms > 0 && starts_with_word(rest, "and ") {
            rest = behind(rest, 4);
            continue;
        }
        if terms > 0 && rest.is_empty() {
            break;
        }
        let here = rest;
        let term;
        let unit;
        if let Some(end) = clock_length(rest) {
            term = clock(whole, before(rest, end))?;
            unit = units::find(TIME, "h");
            rest = behind(rest, end);
        } else {
            let number = number(Unit::Duration, whole, rest)?;
            let after = number.rest.trim_start_matches([' ', '-']);
            let (word, next) = cut(after, word_length(after));
            if word.is_empty() && next.is_empty() {
                return match last {
                    None => Ok(Found::number(&number).bare()),
                    Some(last) => {
                        let slip = Slip::new(format!("{} has no unit.", quote(here)));
                        Err(slip.replace(whole, here, &format!("{here}{}", next_smaller(last))))
                    }
                };
            }
            unit = units::find(TIME, word);
            let Some(unit) = unit else {
                return Err(unknown(whole, "unit of time", TIME, if word.is_empty() { next } else { word }));
            };
            term = Found::number(&number).of(unit);
            rest = next;
        }
        if last.zip(unit).is_some_and(|(last, unit)| unit.size() >= last.size()) {
            let message = format!("{} does not go down from large units to small ones.", quote(whole));
            return Err(Slip::new(message));
        }
        last = unit;
        terms += 1;
        sum.value = sum.value.plus(&term.value);
        sum.doubtful |= term.doubtful;
        sum.notes.extend(term.notes);
    }
    if terms > 1 {
        sum.notes.retain(|note| *note != units::MINUTES);
    }
    Ok(sum)
}

/// Letters, and the `(s)` of `second(s)`.
pub(super) fn word_length(text: &str) -> usize {
    let letters = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    if behind(text, letters).starts_with("(s)") { letters + 3 } else { letters }
}

fn next_smaller(unit: &Named) -> &'static str {
    let smaller = units::TIME_WRITTEN.iter().rev().find(|other| other.size() < unit.size());
    smaller.map_or("", Named::name)
}

/// `PT1H30M` with the units of other spellings: `1h 30min`.
fn iso_spelled_out(text: &str) -> Option<String> {
    let body =
        text.strip_prefix('P').filter(|body| body.starts_with(|c: char| c == 'T' || c.is_ascii_digit()))?;
    let (date, time) = body.split_once('T').unwrap_or((body, ""));
    let spelled = |part: &str, month: &str| part.replace('M', month).to_ascii_lowercase();
    Some(format!("{} {}", spelled(date, "mo"), spelled(time, "min")))
}

fn clock_length(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(text.len());
    behind(text, digits).starts_with(':').then_some(end)
}

/// `00:44:00`, hours first.
fn clock(whole: &str, text: &str) -> Result<Found, Slip> {
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() == 2 {
        let slip = Slip::new(format!("{} may be minutes and seconds or hours and minutes.", quote(text)));
        return Err(slip.replace(whole, text, &format!("00:{text}")));
    }
    let bad = || Slip::new(format!("{} is no time as hours, minutes and seconds.", quote(text)));
    let mut sum = Decimal::default();
    for (index, part) in parts.iter().enumerate() {
        let number = number::scan(part).ok().filter(|number| number.rest.is_empty()).ok_or_else(bad)?;
        if parts.len() > 3 || index > 0 && number.value.value() >= 60.0 {
            return Err(bad());
        }
        sum = sum.times(60).plus(&number.value);
    }
    Ok(Found { value: sum, ..Found::default() })
}
