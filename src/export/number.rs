//! Numbers for programs: the fewest digits that read back as the same float.

use crate::math::decimal;

/// A finite number in the form that JSON libraries print: `0.25`, `3.0`, `1e+21`. What is not finite has no
/// such form and gives none.
pub fn exact(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (digits, ten) = decimal::shortest(value.abs());
    let mut text = String::from(sign);
    if (-5..16).contains(&ten) {
        text += &decimal::plain(&digits, ten);
        if ten >= digits.len() as i32 - 1 {
            text += ".0";
        }
    } else {
        for (place, digit) in digits.iter().enumerate() {
            if place == 1 {
                text.push('.');
            }
            text.push(char::from(b'0' + digit));
        }
        let plus = if ten > 0 { "+" } else { "" };
        text += &format!("e{plus}{ten}");
    }
    Some(text)
}

/// The same without a needless `.0`.
pub fn plain(value: f64) -> Option<String> {
    let text = exact(value)?;
    Some(text.strip_suffix(".0").map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prints_as_other_programs_do() {
        for (value, text) in
            [(0.0, "0"), (-1.5, "-1.5"), (3e3, "3000"), (1e-7, "1e-7"), (1.25e300, "1.25e+300")]
        {
            assert_eq!(plain(value).as_deref(), Some(text));
        }
        assert_eq!([f64::NAN, f64::INFINITY].map(exact), [None, None]);
    }

    proptest! {
        #[test]
        fn prints_as_serde_json(bits: u64, small in -1e6..1e6_f64, ten in -20..25_i32) {
            for value in [f64::from_bits(bits), small, small.trunc(), 10_f64.powi(ten), small * 10_f64.powi(ten)] {
                if value.is_finite() {
                    let (text, theirs) = (exact(value).unwrap_or_default(), serde_json::to_string(&value).unwrap_or_default());
                    prop_assert_eq!(text.parse(), Ok(value));
                    prop_assert_eq!(text.len(), theirs.len());
                    // Two numbers of 16 or 17 digits may be equally near: then either is right.
                    let digits = text.split('e').next().unwrap_or_default().matches(|c: char| c.is_ascii_digit());
                    prop_assert!(text == theirs || digits.count() >= 16, "{} for {}", text, theirs);
                }
            }
        }
    }
}
