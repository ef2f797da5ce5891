//! What a calculator answers. It is data: the page, the command line and the documentation format it.

use serde::Serialize;

use crate::chart::ChartSpec;
use crate::quantity::{Shown, Unit, show, shown};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It holds.
    Ok,
    /// It holds, but not by itself or not for long.
    Warning,
    /// It does not hold.
    Critical,
}

impl Severity {
    /// From good to bad.
    pub const ALL: [Self; 3] = [Self::Ok, Self::Warning, Self::Critical];

    /// A fixed word, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Critical => "critical",
        }
    }

    /// The severity of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }
}

/// The answer in one sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// A fixed word, for programs.
    pub state: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence with the margin.
    pub text: String,
    /// A second sentence: why.
    pub detail: String,
}

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Absent {
    /// It does not happen.
    Never,
    /// There is no limit.
    Unlimited,
    /// The question does not arise.
    NotApplicable,
}

impl Absent {
    /// The word that stands where the number would.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Unlimited => "unlimited",
            Self::NotApplicable => "not applicable",
        }
    }
}

/// One number of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// A fixed word, for programs.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// The number in SI, or why there is none.
    pub value: Result<f64, Absent>,
    /// The lowest and highest likely value, where chance decides.
    pub range: Option<(f64, f64)>,
    /// What it is a number of.
    pub unit: Unit,
    /// The number as printed.
    pub text: String,
    /// A few words below it.
    pub note: String,
    /// Whether it is one of the few that the page shows first.
    pub headline: bool,
}

impl Figure {
    /// A figure; a value that is not finite counts as `never`.
    pub fn new(key: &'static str, label: &'static str, unit: Unit, value: f64) -> Self {
        let value = if value.is_finite() { Ok(value) } else { Err(Absent::Never) };
        let text = match value {
            Ok(value) => show(unit, value),
            Err(absent) => absent.text().into(),
        };
        Self { key, label, value, range: None, unit, text, note: String::new(), headline: false }
    }

    /// A figure without a number.
    pub fn absent(key: &'static str, label: &'static str, unit: Unit, absent: Absent) -> Self {
        Self {
            key,
            label,
            value: Err(absent),
            range: None,
            unit,
            text: absent.text().into(),
            note: String::new(),
            headline: false,
        }
    }

    /// A figure that may be missing.
    pub fn maybe(
        key: &'static str,
        label: &'static str,
        unit: Unit,
        value: Option<f64>,
        absent: Absent,
    ) -> Self {
        match value {
            Some(value) => Self::new(key, label, unit, value),
            None => Self::absent(key, label, unit, absent),
        }
    }

    /// The same with a likely range, which its text shows instead of the number.
    #[must_use]
    pub fn between(mut self, low: f64, high: f64) -> Self {
        if self.value.is_ok() && low.is_finite() && high.is_finite() {
            self.range = Some((low, high));
            let (low, high) = (show(self.unit, low), show(self.unit, high));
            self.text = if low == high { low } else { format!("{low} to {high}") };
        }
        self
    }

    /// The same with a few words below.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same as one of the first.
    #[must_use]
    pub fn headline(mut self) -> Self {
        self.headline = true;
        self
    }
}

/// The SI unit of a dimension, as JSON and CSV name it.
pub const fn si_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Count | Unit::Factor | Unit::Share | Unit::Cores => "1",
        Unit::Duration => "s",
        Unit::Rate => "1/s",
        Unit::Bytes => "B",
        Unit::ByteRate => "B/s",
        Unit::Price => "1/h",
    }
}

/// A remark: a warning, a trap, a limit of the model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// A sentence or two.
    pub text: String,
}

/// One step of the working: the formula, and the same with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What is worked out, in words.
    pub what: String,
    /// In symbols.
    pub formula: String,
    /// With the numbers in, and the result.
    pub numbers: String,
    /// Where the formula is from.
    pub source: &'static str,
}

/// A table of results, such as machines by type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// A fixed word, for programs.
    pub key: &'static str,
    /// Its name.
    pub title: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The cells as printed.
    pub rows: Vec<Vec<String>>,
}

/// The whole answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The sentence.
    pub verdict: Verdict,
    /// The numbers.
    pub figures: Vec<Figure>,
    /// The remarks.
    pub notes: Vec<Note>,
    /// The working.
    pub steps: Vec<Step>,
    /// Tables of results.
    pub tables: Vec<Table>,
    /// The charts, as data.
    pub charts: Vec<ChartSpec>,
}

impl Report {
    /// The figure with this key.
    pub fn figure(&self, key: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.key == key)
    }
}

/// The inputs are each fine, but make no scenario together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// A sentence that says why.
    pub message: String,
    /// The inputs that it concerns.
    pub keys: Vec<&'static str>,
}

impl ModelError {
    /// An error about these inputs.
    pub fn new(message: impl Into<String>, keys: &[&'static str]) -> Self {
        Self { message: message.into(), keys: keys.to_vec() }
    }
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for ModelError {}

/// A duration as a figure prints it.
pub const fn show_seconds(seconds: f64) -> Shown {
    shown(Unit::Duration, seconds)
}
