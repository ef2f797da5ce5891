//! Numbers as people write them, kept exact until the one rounding to `f64`.

use super::units::Named;
use crate::math::decimal;
use crate::text::{before, behind};

/// A decimal that is not negative: `digits × 10^ten`, exactly.
#[derive(Clone, Debug, Default)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    ten: i32,
}

/// Digits that a quotient gets beyond those of its dividend.
const QUOTIENT: usize = 60;
/// Powers of ten further apart than this do not meet in one `f64`.
const FAR_APART: i32 = 1000;
/// More than any exponent that matters, and far from overflow.
const LARGEST_EXPONENT: i32 = 100_000;

impl Decimal {
    /// The nearest `f64`; infinite if it is too large for one.
    pub fn value(&self) -> f64 {
        decimal::value(&self.digits, self.ten)
    }

    /// So many of a unit.
    pub fn of(self, unit: &Named) -> Self {
        self.times(unit.times).shift(unit.ten)
    }

    /// A multiple by less than 10^18.
    pub fn times(&self, factor: u64) -> Self {
        let mut carry = 0;
        let mut digits = Vec::with_capacity(self.digits.len() + 20);
        for digit in self.digits.iter().rev() {
            carry += u64::from(*digit) * factor;
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
        while carry > 0 {
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
        digits.reverse();
        Self { digits, ten: self.ten }
    }

    /// A quotient, exact or cut off so far down that it rounds as the exact one would; none by zero.
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        let significant: Vec<u8> = divisor.digits.iter().copied().skip_while(|digit| *digit == 0).collect();
        let kept = &significant[..significant.len().min(18)];
        let by = kept.iter().fold(0, |sum, digit| sum * 10 + u64::from(*digit));
        if by == 0 {
            return None;
        }
        let mut ten = self.ten - divisor.ten - (significant.len() - kept.len()) as i32;
        let mut rest = 0;
        let mut digits = Vec::with_capacity(self.digits.len() + QUOTIENT);
        for (index, digit) in self.digits.iter().chain(&[0; QUOTIENT]).enumerate() {
            if index >= self.digits.len() {
                if rest == 0 {
                    break;
                }
                ten -= 1;
            }
            rest = rest * 10 + u64::from(*digit);
            digits.push((rest / by) as u8);
            rest %= by;
        }
        if rest > 0 {
            digits.push(1);
            ten -= 1;
        }
        Some(Self { digits, ten })
    }

    /// A sum.
    pub fn plus(&self, other: &Self) -> Self {
        let (high, low) = if self.ten >= other.ten { (self, other) } else { (other, self) };
        let gap = high.ten - low.ten;
        if gap > FAR_APART {
            return if high.digits.iter().all(|digit| *digit == 0) { low.clone() } else { high.clone() };
        }
        let mut digits = high.digits.clone();
        digits.resize(digits.len() + gap as usize, 0);
        let width = digits.len().max(low.digits.len()) + 1;
        digits.splice(0..0, vec![0; width - digits.len()]);
        let mut carry = 0;
        for (index, digit) in digits.iter_mut().rev().enumerate() {
            let sum = *digit + low.digits.iter().rev().nth(index).unwrap_or(&0) + carry;
            *digit = sum % 10;
            carry = sum / 10;
        }
        Self { digits, ten: low.ten }
    }

    fn shift(mut self, ten: i32) -> Self {
        self.ten += ten;
        self
    }
}

/// What a comma in a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comma {
    /// There is none, or its place leaves no doubt.
    Sure,
    /// It is most likely a decimal comma: `1,5`.
    Point,
    /// It may be either: `1,800`. The value takes it for a thousands separator.
    Either,
}

/// A number at the start of a text.
#[derive(Debug)]
pub(super) struct Number<'a> {
    /// Its value.
    pub value: Decimal,
    /// The doubt about it.
    pub comma: Comma,
    /// Its text.
    pub text: &'a str,
    /// The text behind it.
    pub rest: &'a str,
}

/// The number that a text starts with, or, if its separators make no sense, the text of it.
pub(super) fn scan(text: &str) -> Result<Number<'_>, &str> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let goes_on = |at: &usize| match bytes.get(*at) {
        Some(b'0'..=b'9') => true,
        Some(b'.' | b',') => digits(at + 1) > 0,
        Some(b'_') => *at > 0 && digits(at + 1) > 0,
        Some(b'\'' | b' ') => *at > 0 && digits(at + 1) == 3,
        _ => false,
    };
    let end = (0..).take_while(goes_on).count();
    let signed = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
    let exponent_at = end + 1 + usize::from(signed);
    let has_exponent = end > 0 && matches!(bytes.get(end), Some(b'e' | b'E')) && digits(exponent_at) > 0;
    let all = if has_exponent { exponent_at + digits(exponent_at) } else { end };
    let (mut value, comma) = separated(before(text, end)).ok_or(before(text, all))?;
    if has_exponent {
        let size = before(behind(text, exponent_at), all - exponent_at)
            .parse()
            .unwrap_or(LARGEST_EXPONENT)
            .min(LARGEST_EXPONENT);
        value = value.shift(if bytes[end + 1] == b'-' { -size } else { size });
    }
    Ok(Number { value, comma, text: before(text, all), rest: behind(text, all) })
}

/// The value of a text that is a number and nothing else, with a point if any. A text that is longer than
/// any number that people write is none: its digits would take time that grows with their square.
pub fn bare(text: &str) -> Option<f64> {
    if text.len() > super::slip::LONGEST {
        return None;
    }
    let number = scan(text.strip_prefix('+').unwrap_or(text)).ok()?;
    (number.rest.is_empty() && number.comma == Comma::Sure).then(|| number.value.value())
}

/// Digits with their separators; none if those are in places that make no sense.
fn separated(text: &str) -> Option<(Decimal, Comma)> {
    let is_separator = |c: char| !c.is_ascii_digit();
    let count = |mark: char| text.matches(mark).count();
    let separators = text.matches(is_separator).count();
    let last = text.rfind(['.', ',']).filter(|at| count(char::from(text.as_bytes()[*at])) == 1);
    let mut comma = Comma::Sure;
    let mut point = last;
    if let Some(at) = last.filter(|at| separators == 1 && behind(text, *at).starts_with(',')) {
        comma = Comma::Point;
        if (1..=3).contains(&at) && text.len() - at == 4 && !text.starts_with('0') {
            comma = Comma::Either;
            point = None;
        }
    }
    let (whole, fraction) = point.map_or((text, ""), |at| (before(text, at), behind(text, at + 1)));
    let mark = whole.chars().find(|c| is_separator(*c));
    let grouped = whole.split(|c| Some(c) == mark).enumerate().all(|(index, group)| match (mark, index) {
        (None | Some('_'), _) => true,
        (_, 0) => (1..=3).contains(&group.len()),
        _ => group.len() == 3,
    });
    if text.is_empty() || !grouped || whole.chars().any(|c| is_separator(c) && Some(c) != mark) {
        return None;
    }
    let digits = whole.bytes().filter(u8::is_ascii_digit).chain(fraction.bytes());
    let digits =
        digits.map(|digit| char::from(digit).to_digit(10).map(|digit| digit as u8)).collect::<Option<_>>()?;
    Some((Decimal { digits, ten: -(fraction.len() as i32) }, comma))
}
