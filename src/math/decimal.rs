//! Decimals and floats, both ways exactly.
//!
//! The standard library does the same faster, with tables and special cases that would be a twentieth
//! of the page; here it is schoolbook arithmetic on long whole numbers. Proved equal by the tests below.

use std::cmp::Ordering;

/// Whole numbers below this are floats, exactly.
const EXACT: u64 = 1 << 53;
/// Powers of ten up to this one are floats, exactly.
const EXACT_TEN: u32 = 22;

/// Enough digits to tell any two floats apart.
const MOST_DIGITS: usize = 17;

/// The float nearest to `digits × 10^ten`, ties to even; infinite if that is too large for one.
pub fn value(digits: &[u8], ten: i32) -> f64 {
    let start = digits.iter().take_while(|digit| **digit == 0).count();
    let zeros = digits[start..].iter().rev().take_while(|digit| **digit == 0).count();
    let digits = &digits[start..digits.len() - zeros.min(digits.len() - start)];
    let ten = ten.saturating_add(zeros as i32);
    match ten.saturating_add(digits.len() as i32) {
        _ if digits.is_empty() => return 0.0,
        310.. => return f64::INFINITY,
        ..-330 => return 0.0,
        _ => {}
    }
    if digits.len() <= 16 && ten.unsigned_abs() <= EXACT_TEN {
        let whole = digits.iter().fold(0, |whole, digit| 10 * whole + u64::from(*digit));
        if whole <= EXACT {
            // Both are exact, so one operation rounds once.
            let power = (0..ten.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
            return if ten < 0 { whole as f64 / power } else { whole as f64 * power };
        }
    }
    let mut above = Long::default();
    digits.iter().for_each(|digit| above.grow(10, u32::from(*digit)));
    let mut below = Long(vec![1]);
    let scaled = if ten < 0 { &mut below } else { &mut above };
    (0..ten.unsigned_abs()).for_each(|_| scaled.grow(10, 0));
    quotient(above, below)
}

/// The float nearest to a quotient of whole numbers above zero.
fn quotient(mut above: Long, mut below: Long) -> f64 {
    // above ÷ below is brought to 1 or more and less than 2, times 2^two.
    let mut two = above.bits() - below.bits();
    let scaled = if two < 0 { &mut above } else { &mut below };
    scaled.shift(two.unsigned_abs());
    if above.compare(&below) == Ordering::Less {
        two -= 1;
        above.shift(1);
    }
    if two > 1023 {
        return f64::INFINITY;
    }
    // A subnormal float has fewer bits.
    let bits = 53.min(53 + 1022 + two);
    if bits < 0 {
        return 0.0;
    }
    let mut mantissa = 0_u64;
    for _ in 0..bits {
        let bit = above.compare(&below) != Ordering::Less;
        if bit {
            above.subtract(&below);
        }
        above.shift(1);
        mantissa = 2 * mantissa + u64::from(bit);
    }
    match above.compare(&below) {
        Ordering::Greater => mantissa += 1,
        Ordering::Equal => mantissa += mantissa % 2,
        Ordering::Less => {}
    }
    // The mantissa's first bit, if it is there, counts the exponent up by one; so does one too many.
    let exponent = (two + 1022).max(0) as u64;
    f64::from_bits((exponent << 52) + mantissa)
}

/// A float of zero or more rounded to so many digits, ties to even: the digits, without zeros at the end,
/// and the power of ten of the first. `kept` gets that power; less than no digit leaves zero.
pub fn rounded(value: f64, kept: impl Fn(i32) -> i32) -> (Vec<u8>, i32) {
    let all = exact(value);
    match usize::try_from(kept(all.1)) {
        Ok(kept) => round(all, kept, Ties::Even),
        Err(_) => (vec![0], 0),
    }
}

/// What is rounded up, beside what is above the middle.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    /// The middle above an odd digit.
    Even,
    /// The middle.
    Up,
    /// Everything.
    All,
}

/// Digits and the power of ten of the first, rounded to so many; without zeros at the end.
fn round((mut digits, mut ten): (Vec<u8>, i32), kept: usize, ties: Ties) -> (Vec<u8>, i32) {
    if let Some(next) = digits.get(kept) {
        // The last digit of all is never zero.
        let is_middle = *next == 5 && digits.len() == kept + 1;
        let up = match ties {
            Ties::Even if is_middle => kept > 0 && digits[kept - 1] % 2 == 1,
            Ties::Even | Ties::Up => *next >= 5,
            Ties::All => true,
        };
        digits.truncate(kept);
        if up {
            // A nine becomes a zero, which is left out, and carries.
            while digits.last() == Some(&9) {
                digits.pop();
            }
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(1);
                    ten += 1;
                }
            }
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    if digits.is_empty() { (vec![0], 0) } else { (digits, ten) }
}

/// The fewest digits that tell a float of zero or more from all others, of those the nearest; as
/// [`rounded`].
pub fn shortest(value: f64) -> (Vec<u8>, i32) {
    let all = exact(value);
    let tells = |(digits, ten): &(Vec<u8>, i32)| self::value(digits, ten + 1 - digits.len() as i32) == value;
    // Above a power of two floats are further apart than below it, so the digits above may do where the
    // nearest ones do not.
    for kept in 1..MOST_DIGITS {
        for ties in [Ties::Up, Ties::All] {
            let fewer = round(all.clone(), kept, ties);
            if tells(&fewer) {
                return fewer;
            }
        }
    }
    round(all, MOST_DIGITS, Ties::Up)
}

/// A finite float in full, as `{}` prints it.
pub fn text(value: f64) -> String {
    let (digits, ten) = shortest(value.abs());
    let sign = if value.is_sign_negative() { "-" } else { "" };
    sign.to_owned() + &plain(&digits, ten)
}

/// Digits, the first worth 10^ten, as a number without an exponent.
pub fn plain(digits: &[u8], ten: i32) -> String {
    let mut text = String::new();
    let last = (digits.len() as i32 - 1).max(ten);
    for place in ten.min(0)..=last {
        if place == ten + 1 {
            text.push('.');
        }
        let digit = usize::try_from(place).ok().and_then(|place| digits.get(place));
        text.push(char::from(b'0' + digit.unwrap_or(&0)));
    }
    text
}

/// Every digit of a float of zero or more, and the power of ten of the first.
fn exact(value: f64) -> (Vec<u8>, i32) {
    let (low, biased) = (value.to_bits() & (EXACT / 2 - 1), (value.to_bits() >> 52) as i32);
    if biased == 0 { digits_of(low, -1074) } else { digits_of(low + EXACT / 2, biased - 1075) }
}

/// Every digit of `mantissa × 2^two`, and the power of ten of the first.
fn digits_of(mantissa: u64, two: i32) -> (Vec<u8>, i32) {
    if mantissa == 0 {
        return (vec![0], 0);
    }
    let spare = mantissa.trailing_zeros().min(two.min(0).unsigned_abs());
    let (mantissa, two) = (mantissa >> spare, two + spare as i32);
    let mut long = Long(vec![mantissa as u32, (mantissa >> 32) as u32]);
    long.shift(two.max(0) as u32);
    // Divided by 2^n is times 5^n and divided by 10^n.
    let ten = two.min(0);
    (ten..0).for_each(|_| long.grow(5, 0));
    let mut digits = Vec::new();
    while long.bits() > 0 {
        let mut part = long.shrink(1_000_000_000);
        for _ in 0..9 {
            digits.push((part % 10) as u8);
            part /= 10;
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let first = ten + digits.len() as i32 - 1;
    digits.reverse();
    while digits.last() == Some(&0) {
        digits.pop();
    }
    (digits, first)
}

/// A long whole number: its 32-bit limbs, the lowest first.
#[derive(Default)]
struct Long(Vec<u32>);

impl Long {
    /// Times a factor, plus an addend.
    fn grow(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divided by a divisor; the remainder.
    fn shrink(&mut self, divisor: u32) -> u32 {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            rest = rest << 32 | u64::from(*limb);
            *limb = (rest / u64::from(divisor)) as u32;
            rest %= u64::from(divisor);
        }
        rest as u32
    }

    /// Times a power of two.
    fn shift(&mut self, bits: u32) {
        self.0.splice(0..0, vec![0; bits as usize / 32]);
        self.grow(1 << (bits % 32), 0);
    }

    /// Less another, which is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let less = i64::from(*limb) - i64::from(other.limb(index)) + borrow;
            *limb = less as u32;
            borrow = less >> 32;
        }
    }

    fn limb(&self, index: usize) -> u32 {
        self.0.get(index).copied().unwrap_or(0)
    }

    fn compare(&self, other: &Self) -> Ordering {
        let length = self.0.len().max(other.0.len());
        let differs = (0..length).rev().find(|index| self.limb(*index) != other.limb(*index));
        differs.map_or(Ordering::Equal, |index| self.limb(index).cmp(&other.limb(index)))
    }

    /// Its length in bits.
    fn bits(&self) -> i32 {
        let last = self.0.iter().rposition(|limb| *limb > 0).unwrap_or(0);
        32 * (last as i32 + 1) - self.limb(last).leading_zeros() as i32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(digits: &[u8]) -> String {
        digits.iter().map(|digit| char::from(b'0' + digit)).collect()
    }

    /// As the standard library prints it and reads that.
    fn prints(float: f64, kept: usize) {
        let (digits, ten) = rounded(float, |_| kept as i32);
        let theirs = format!("{float:.*e}", kept - 1);
        let (mantissa, exponent) = theirs.split_once('e').expect("an exponent");
        assert_eq!(format!("{:0<kept$}", text(&digits)), mantissa.replace('.', ""), "{float:e}");
        assert_eq!(ten.to_string(), exponent, "{float:e}");
        reads(&digits, ten + 1 - digits.len() as i32);
    }

    fn reads(digits: &[u8], ten: i32) {
        let text = format!("{}e{ten}", text(digits));
        let theirs: f64 = text.parse().expect("a number");
        assert_eq!(value(digits, ten).to_bits(), theirs.to_bits(), "{text}");
    }

    /// The middle between a float and the next one, and what is a little off it.
    fn reads_middle(bits: u64) {
        let (low, biased) = (bits & (EXACT / 2 - 1), (bits >> 52) as i32);
        let (mantissa, two) = if biased == 0 { (low, -1074) } else { (low + EXACT / 2, biased - 1075) };
        let (mut digits, ten) = digits_of(2 * mantissa + 1, two - 1);
        let last = ten + 1 - digits.len() as i32;
        reads(&digits, last);
        digits.push(1);
        reads(&digits, last - 1);
        digits.truncate(digits.len() - 2);
        digits.extend([4, 9]);
        reads(&digits, last - 1);
    }

    fn writes_shortest(bits: u64) {
        let float = f64::from_bits(bits);
        assert_eq!(super::text(float), float.to_string());
        assert_eq!(super::text(-float), (-float).to_string());
    }

    #[test]
    fn agrees_at_the_edges() {
        for power in 0..2046_u64 {
            for bits in [power << 52, (power << 52) + 1, ((power + 1) << 52) - 1] {
                for kept in [1, 16, 17, 800] {
                    prints(f64::from_bits(bits), kept);
                }
                reads_middle(bits);
                writes_shortest(bits);
            }
        }
        assert_eq!(value(&[1], 400), f64::INFINITY);
        assert_eq!((value(&[1], -400), value(&[], 5), value(&[0, 0], 5)), (0.0, 0.0, 0.0));
        assert_eq!((value(&[1], i32::MIN), value(&[0, 1, 0, 0], i32::MAX)), (0.0, f64::INFINITY));
    }

    #[test]
    fn writes_without_an_exponent() {
        for (digits, ten, text) in [
            (&[1, 2, 3][..], 0, "1.23"),
            (&[1, 2, 3], 2, "123"),
            (&[1, 2, 3], 4, "12300"),
            (&[1, 2, 3], -1, "0.123"),
            (&[1, 2, 3], -3, "0.00123"),
            (&[0], 0, "0"),
        ] {
            assert_eq!(plain(digits, ten), text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn prints_as_the_standard_library(bits in 0..0x7ff0_0000_0000_0000_u64, kept in 1..20_usize) {
            prints(f64::from_bits(bits), kept);
            reads_middle(bits);
            writes_shortest(bits);
        }

        #[test]
        fn prints_common_numbers(whole in 0..10_000_000_u32, part in 0..12, kept in 1..10_usize) {
            let float = f64::from(whole) / 10_f64.powi(part);
            prints(float, kept);
            writes_shortest(float.to_bits());
            let theirs = format!("{float:.*}", kept - 1);
            let (digits, ten) = rounded(float, |ten| ten + kept as i32);
            prop_assert_eq!(plain(&digits, ten).parse::<f64>(), theirs.parse());
        }

        #[test]
        fn reads_as_the_standard_library(
            digits in proptest::collection::vec(0_u8..10, 1..40), ten in -345..310_i32,
        ) {
            reads(&digits, ten);
            reads(&digits, ten % 30);
        }
    }
}
