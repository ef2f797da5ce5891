//! The tables of units: one row a unit, with all its names.

/// A unit, worth `times × 10^ten` of what its table counts in.
#[derive(Debug)]
pub(super) struct Named {
    /// Its spellings, `|` between them; the first one is canonical. Plurals and other cases are understood
    /// anyway.
    names: &'static str,
    /// The factor that is no power of ten.
    pub times: u64,
    /// The power of ten.
    pub ten: i32,
    /// What the echo has to say about it, if its spelling has more than one meaning.
    pub note: &'static str,
}

impl Named {
    /// The value as a number, rounded.
    pub fn size(&self) -> f64 {
        self.times as f64 * 10f64.powi(self.ten)
    }

    /// Its canonical spelling.
    pub fn name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// Its spellings.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split('|')
    }
}

const fn row(names: &'static str, times: u64, ten: i32) -> Named {
    noted(names, times, ten, "")
}

const fn noted(names: &'static str, times: u64, ten: i32, note: &'static str) -> Named {
    Named { names, times, ten, note }
}

/// The note on a bare `m` of time.
pub(super) const MINUTES: &str = "m is minutes";
/// The note on lower-case `b`.
pub(super) const BITS: &str = "b is bits";
/// The note on a bare `m` of memory.
pub(super) const MILLI: &str = "m is thousandths in Kubernetes";

/// In seconds. [`TIME_WRITTEN`] is the first part of it.
pub(super) const TIME: &[Named] = &[
    row("ns|nsec|nano|nanosec|nanosecond", 1, -9),
    row("us|µs|usec|µsec|micro|microsec|microsecond", 1, -6),
    row("ms|msec|milli|millisec|millisecond", 1, -3),
    row("s|S|sec|second", 1, 0),
    row("min|minute", 60, 0),
    row("h|H|hr|hour", 3600, 0),
    row("d|D|day", 86_400, 0),
    noted("m", 60, 0, MINUTES),
    row("w|W|wk|week", 604_800, 0),
    row("mo", 2_628_000, 0),
    noted("mon|mth|month", 2_628_000, 0, "a month is 730 hours here"),
    row("y|Y|yr|year", 31_536_000, 0),
];

/// In bytes.
pub(super) const BYTES: &[Named] = &[
    row("B|byte", 1, 0),
    row("kB|kilobyte|kbyte", 1, 3),
    row("MB|megabyte|mbyte", 1, 6),
    row("GB|gigabyte|gbyte", 1, 9),
    row("TB|terabyte|tbyte", 1, 12),
    row("PB|petabyte|pbyte", 1, 15),
    row("KiB|Ki|kibibyte|kibyte", 1 << 10, 0),
    row("MiB|Mi|mebibyte|mibyte", 1 << 20, 0),
    row("GiB|Gi|gibibyte|gibyte", 1 << 30, 0),
    row("TiB|Ti|tebibyte|tibyte", 1 << 40, 0),
    row("PiB|Pi|pebibyte|pibyte", 1 << 50, 0),
    row("EB|exabyte|ebyte", 1, 18),
    row("EiB|Ei|exbibyte|eibyte", 1 << 60, 0),
    noted("KB", 1, 3, "KB is 1000 bytes here"),
    noted("k|K", 1, 3, "K is 10^3"),
    noted("M", 1, 6, "M is 10^6"),
    noted("G|g", 1, 9, "G is 10^9"),
    noted("T|t", 1, 12, "T is 10^12"),
    noted("P|p", 1, 15, "P is 10^15"),
    noted("m", 1, -3, MILLI),
    row("bit", 125, -3),
    row("kbit|kilobit", 125, 0),
    row("Mbit|megabit", 125, 3),
    row("Gbit|gigabit", 125, 6),
    row("Tbit|terabit", 125, 9),
    noted("b", 125, -3, BITS),
    noted("kb|Kb", 125, 0, BITS),
    noted("Mb|mb", 125, 3, BITS),
    noted("Gb|gb", 125, 6, BITS),
    noted("Tb|tb", 125, 9, BITS),
];

/// Per minute: words that are a rate by themselves.
pub(super) const RATES: &[Named] =
    &[row("rps|qps|tps|ops|iops|eps|mps|wps|pps|cps|Hz|hertz", 60, 0), row("rpm|qpm|tpm|opm", 1, 0)];

/// Words before what is counted.
pub(super) const MAGNITUDES: &[Named] = &[
    row("", 1, 0),
    row("k|K|thousand", 1, 3),
    row("M|million|mio|mln", 1, 6),
    row("G|billion|bn|bln|mrd", 1, 9),
    row("T|trillion", 1, 12),
    row("hundred", 1, 2),
    row("lakh", 1, 5),
    row("crore", 1, 7),
];

/// Of one.
pub(super) const SHARES: &[Named] =
    &[row("pct|%|percent|per cent|pc", 1, -2), row("‰|permille|per mille", 1, -3)];

/// Times.
pub(super) const FACTORS: &[Named] =
    &[row("|x|X|×|times|fold|-fold", 1, 0), noted("%|pct|percent", 1, -2, "100 % is 1")];

/// In cores.
pub(super) const CORES: &[Named] =
    &[row("|core|cpu|vcpu|processor|vcore|cpu core", 1, 0), row("m|millicore|mcore|mcpu|millicpu", 1, -3)];

/// In whatever currency the person uses.
pub(super) const MONEY: &[Named] = &[
    row(
        "|$|US$|A$|C$|€|£|¥|₹|USD|EUR|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|BRL|KRW|SGD|dollar|euro|pound|franc",
        1,
        0,
    ),
    row("¢|ct|cent", 1, -2),
];

/// What the canonical text of a duration may use.
pub(super) const TIME_WRITTEN: &[Named] = TIME.split_at(7).0;
/// The powers of 1000 that the canonical text of bytes may use.
pub(super) const BYTES_DECIMAL: &[Named] = BYTES.split_at(6).0;
/// The powers of 1024 that the canonical text of bytes may use.
pub(super) const BYTES_BINARY: &[Named] = BYTES.split_at(6).1.split_at(5).0;
/// The magnitudes that the canonical text of a rate may use.
pub(super) const MAGNITUDES_WRITTEN: &[Named] = MAGNITUDES.split_at(4).0;

/// The unit of a word: as it stands, in any case, as a plural.
pub(super) fn find(table: &'static [Named], word: &str) -> Option<&'static Named> {
    let exact = |word: &str| table.iter().find(|unit| unit.names().any(|name| name == word));
    let folded = |word: &str| {
        let same = |name: &str| name.chars().count() > 1 && name.eq_ignore_ascii_case(word);
        table.iter().find(|unit| unit.names().any(same))
    };
    let either = |word: &str| exact(word).or_else(|| folded(word));
    let singular =
        || word.strip_suffix("(s)").or_else(|| word.strip_suffix(['s', 'S']).filter(|word| word.len() > 1));
    either(word).or_else(|| either(singular()?.trim_end()))
}

/// No misspelling of a unit is longer, in letters.
const LONGEST_WORD: usize = 30;

/// The name nearest to a word, if one is near enough to be meant.
pub(super) fn nearest(table: &'static [Named], word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let length = word.chars().count();
    if length > LONGEST_WORD {
        return None;
    }
    let singular = word.strip_suffix('s').filter(|_| length > 3).unwrap_or(&word);
    let far = |name: &str| distance(&word, name).min(distance(singular, name));
    let names = table.iter().flat_map(Named::names);
    let (far, name) =
        names.map(|name| (far(&name.to_ascii_lowercase()), name)).min_by_key(|(far, _)| *far)?;
    (far < length && far <= (length / 3).max(1)).then_some(name)
}

/// How many letters must be put in, left out, changed or swapped with the next one.
pub(crate) fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![(0..=right.len()).collect::<Vec<_>>()];
    for (i, letter) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in right.iter().enumerate() {
            let changed = rows[i][j] + usize::from(letter != other);
            let mut steps = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left[i - 1] == *other && right[j - 1] == *letter {
                steps = steps.min(rows[i - 1][j - 1] + 1);
            }
            row.push(steps);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}
