//! What the person is typing, field by field, valid or not: a reducer with no page in it.
//!
//! A text that cannot be read leaves the last good value standing, so that the rest of the page goes
//! on answering.

use crate::calculators::AnyCalculator;
use crate::field::{FieldError, Kind, Quantity, Value};
use crate::math::{decimal, within};
use crate::quantity;
use crate::report::{ModelError, Report};
use crate::scenario::{Decoded, Issue, Scenario};
use crate::text::cut;

/// One field as it stands in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The text in the box.
    pub text: String,
    /// How it was read, where that could surprise.
    pub echo: Option<String>,
    /// Why it could not be read.
    pub error: Option<FieldError>,
}

/// A scenario under edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The scenario of the last good values.
    pub scenario: Scenario,
    /// The fields, in declared order.
    pub entries: Vec<Entry>,
    /// What of the link could not be read and belongs to no field.
    pub strays: Vec<Issue>,
    /// What of the link could not be read and was not mended yet.
    unread: Vec<Issue>,
}

/// One thing that a person does to a draft. Fields are named by their position.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Types a text.
    Type(usize, String),
    /// Moves the slider, 0 to 1.
    Slide(usize, f64),
    /// Steps up or down; by how many steps.
    Step(usize, i32),
    /// Goes back to the last good value.
    Revert(usize),
    /// Goes back to the default.
    Reset(usize),
    /// Closes the list of what could not be read.
    Dismiss,
}

impl Draft {
    /// The draft of a scenario.
    pub fn new(scenario: Scenario) -> Self {
        Self::from_decoded(Decoded { scenario, issues: Vec::new() })
    }

    /// The draft of a link; texts that could not be read stand in their fields with the error.
    pub fn from_decoded(decoded: Decoded) -> Self {
        let Decoded { scenario, issues } = decoded;
        let mut entries: Vec<Entry> = scenario
            .calculator
            .fields()
            .iter()
            .zip(&scenario.values)
            .map(|(meta, value)| Entry { text: meta.spell(value), echo: None, error: None })
            .collect();
        let (mut strays, mut unread) = (Vec::new(), Vec::new());
        for issue in issues {
            let index = scenario.calculator.fields().iter().position(|meta| meta.key == issue.key);
            match index {
                Some(index) if issue.defaulted => {
                    let error = scenario.calculator.fields()[index].read(&issue.text).err();
                    entries[index] = Entry { text: issue.text.clone(), echo: None, error };
                    unread.push(issue);
                }
                _ => strays.push(issue),
            }
        }
        Self { scenario, entries, strays, unread }
    }

    /// The draft after an edit.
    #[must_use]
    pub fn apply(&self, edit: Edit) -> Self {
        let mut next = self.clone();
        match edit {
            Edit::Type(index, text) => next.type_text(index, text),
            Edit::Slide(index, position) => {
                if let Some(slider) = slider(next.quantity(index)) {
                    let quantity = next.quantity(index).map(|quantity| quantity.unit);
                    let text = quantity.map(|unit| quantity::spell(unit, slider.value(position)));
                    next.type_text(index, text.unwrap_or_default());
                }
            }
            Edit::Step(index, steps) => {
                if let Some(text) = next.stepped(index, steps) {
                    next.type_text(index, text);
                }
            }
            Edit::Revert(index) => {
                let value = next.scenario.values[index].clone();
                next.put(index, value);
            }
            Edit::Reset(index) => {
                let value = next.scenario.calculator.defaults()[index].clone();
                next.put(index, value);
            }
            Edit::Dismiss => next.strays.clear(),
        }
        next
    }

    fn type_text(&mut self, index: usize, text: String) {
        let meta = self.scenario.calculator.fields()[index];
        let (echo, error) = match meta.read(&text) {
            Ok(read) => {
                self.scenario.values[index] = read.value;
                self.unread.retain(|issue| issue.key != meta.key);
                (read.echo, None)
            }
            Err(error) => (None, Some(error)),
        };
        self.entries[index] = Entry { text, echo, error };
    }

    fn put(&mut self, index: usize, value: Value) {
        let meta = self.scenario.calculator.fields()[index];
        self.unread.retain(|issue| issue.key != meta.key);
        self.entries[index] = Entry { text: meta.spell(&value), echo: None, error: None };
        self.scenario.values[index] = value;
    }

    fn quantity(&self, index: usize) -> Option<Quantity> {
        match self.scenario.calculator.fields()[index].kind {
            Kind::Quantity(quantity) => Some(quantity),
            _ => None,
        }
    }

    /// The text one step up or down: the number in the box moves at its second digit, whole things by one.
    fn stepped(&self, index: usize, steps: i32) -> Option<String> {
        let quantity = self.quantity(index)?;
        let (unit, value) = match &self.scenario.values[index] {
            Value::Number(value) => (quantity.unit, *value),
            Value::Share(share) => (quantity::Unit::Share, *share),
            _ => return None,
        };
        let text = quantity::write(unit, value);
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, rest) = cut(&text, digits);
        let number = quantity::bare(number)?;
        let whole = unit == quantity::Unit::Count;
        let exponent = if whole || number == 0.0 { 0 } else { number.log10().floor() as i32 - 1 };
        // Powers of ten by a literal parse: `10f64.powi(-1)` steps are not exact decimals.
        let (step, unstep): (f64, f64) = match exponent {
            0.. => (10f64.powi(exponent), 1.0),
            _ => (1.0, 10f64.powi(-exponent)),
        };
        let moved = ((number * unstep / step).round() + f64::from(steps)) * step / unstep;
        let text = decimal::text(moved) + rest;
        let read = self.scenario.calculator.fields()[index].read(&text).ok()?;
        Some(self.scenario.calculator.fields()[index].spell(&read.value))
    }

    /// Whether the field has its default.
    pub fn is_default(&self, index: usize) -> bool {
        self.entries[index].error.is_none()
            && self.scenario.values[index] == self.scenario.calculator.defaults()[index]
    }

    /// The answer to the last good values.
    ///
    /// # Errors
    /// The inputs are each fine, but make no scenario together.
    pub fn evaluate(&self) -> Result<Report, ModelError> {
        self.scenario.evaluate(&self.unread)
    }

    /// The calculator.
    pub fn calculator(&self) -> &'static dyn AnyCalculator {
        self.scenario.calculator
    }

    /// Where the slider of a field stands, 0 to 1; none where it has no slider or no number.
    pub fn slider_position(&self, index: usize) -> Option<f64> {
        let slider = slider(self.quantity(index))?;
        match self.scenario.values[index] {
            Value::Number(value) => Some(slider.position(value)),
            _ => None,
        }
    }
}

/// A slider between two values, logarithmic where they are far apart.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slider {
    from: f64,
    to: f64,
    whole: bool,
}

fn slider(quantity: Option<Quantity>) -> Option<Slider> {
    let quantity = quantity?;
    let (from, to) = quantity.slider?;
    Some(Slider { from, to, whole: quantity.unit == quantity::Unit::Count })
}

impl Slider {
    fn is_logarithmic(self) -> bool {
        self.from > 0.0 && self.to / self.from >= 30.0
    }

    fn position(self, value: f64) -> f64 {
        let position = if self.is_logarithmic() {
            (value.max(self.from) / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        };
        position.clamp(0.0, 1.0)
    }

    /// The value at a position, to two or three digits.
    fn value(self, position: f64) -> f64 {
        let position = if position.is_finite() { position.clamp(0.0, 1.0) } else { 0.0 };
        let value = if self.is_logarithmic() {
            self.from * (self.to / self.from).powf(position)
        } else {
            self.from + (self.to - self.from) * position
        };
        let (digits, ten) = decimal::rounded(value, |_| 2);
        let rounded = decimal::value(&digits, ten + 1 - digits.len() as i32);
        let rounded = if self.whole { f64::round(rounded) } else { rounded };
        within(rounded, self.from, self.to)
    }
}
