//! How one input is described, read and written.
//!
//! A [`Meta`] holds everything that form, link, help, JSON, command line and documentation need to
//! know of an input; a [`FieldSpec`] adds the typed access to the struct that the model reads.

use std::fmt;
use std::ops::RangeInclusive;

use crate::clock::Clock;
use crate::quantity::{self, Unit};
use crate::table;

/// A value of any input, as forms and links handle it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number in the SI unit of its field.
    Number(f64),
    /// A share of another field, where bytes or a share may be given.
    Share(f64),
    /// The thing does not exist: `off`, `unlimited`, an empty cell.
    Absent,
    /// The key of one of the choices.
    Choice(&'static str),
    /// A clock time.
    Clock(Clock),
    /// A name.
    Text(String),
    /// The rows of a table, a value a column.
    Rows(Vec<Vec<Value>>),
}

/// Why a text is no value of its field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// A sentence for the person who typed it.
    pub message: String,
    /// The nearest text that would be accepted.
    pub suggestion: Option<String>,
    /// Row and column, from 0, where the field is a table.
    pub cell: Option<(usize, usize)>,
}

impl FieldError {
    /// An error without a suggestion.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), suggestion: None, cell: None }
    }

    /// The same with a text that would be accepted.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for FieldError {}

/// One option of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word in the link.
    pub key: &'static str,
    /// What the form shows.
    pub label: &'static str,
}

/// A number with a unit: what is accepted, and where the slider runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Its dimension.
    pub unit: Unit,
    /// The smallest value accepted, SI.
    pub min: f64,
    /// The largest value accepted, SI.
    pub max: f64,
    /// The ends of the slider, SI; none where a slider makes no sense.
    pub slider: Option<(f64, f64)>,
    /// The word for "does not exist", where that is possible.
    pub absent: Option<&'static str>,
    /// Whether a share of another field is accepted instead.
    pub or_share: bool,
}

/// A column of a table.
pub struct Column {
    /// Its description.
    pub meta: &'static Meta,
    /// What a new row starts with.
    pub default: Value,
}

/// What kind of thing an input is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A number with a unit.
    Quantity(Quantity),
    /// One of a few words.
    Choice(&'static [Choice]),
    /// A clock time, or off.
    Clock,
    /// A short name.
    Text,
    /// Rows of cells.
    Table(Rows),
}

/// What the rows of a table are.
#[derive(Clone, Copy)]
pub struct Rows {
    columns: fn() -> Vec<Column>,
    /// The word for no rows at all, where that is possible.
    pub absent: Option<&'static str>,
}

impl Rows {
    /// Its columns.
    pub fn columns(&self) -> Vec<Column> {
        (self.columns)()
    }
}

/// The longest name a text cell accepts, in characters.
pub const LONGEST_NAME: usize = 60;

impl Kind {
    /// A number of `unit` in a range of SI values.
    pub const fn quantity(unit: Unit, range: RangeInclusive<f64>) -> Self {
        Self::Quantity(Quantity {
            unit,
            min: *range.start(),
            max: *range.end(),
            slider: None,
            absent: None,
            or_share: false,
        })
    }

    /// Whole things.
    pub const fn count(range: RangeInclusive<u32>) -> Self {
        Self::quantity(Unit::Count, *range.start() as f64..=*range.end() as f64)
    }

    /// Seconds.
    pub const fn duration(range: RangeInclusive<f64>) -> Self {
        Self::quantity(Unit::Duration, range)
    }

    /// Per second.
    pub const fn rate(range: RangeInclusive<f64>) -> Self {
        Self::quantity(Unit::Rate, range)
    }

    /// A share of one.
    pub const fn share(range: RangeInclusive<f64>) -> Self {
        Self::quantity(Unit::Share, range)
    }

    /// The same with a slider between two SI values.
    #[must_use]
    pub const fn slider(self, from: f64, to: f64) -> Self {
        match self {
            Self::Quantity(mut quantity) => {
                quantity.slider = Some((from, to));
                Self::Quantity(quantity)
            }
            other => other,
        }
    }

    /// The same, or the word `absent`.
    #[must_use]
    pub const fn or(self, absent: &'static str) -> Self {
        match self {
            Self::Quantity(mut quantity) => {
                quantity.absent = Some(absent);
                Self::Quantity(quantity)
            }
            Self::Table(mut rows) => {
                rows.absent = Some(absent);
                Self::Table(rows)
            }
            other => other,
        }
    }

    /// The same, or a share of another field.
    #[must_use]
    pub const fn or_share(self) -> Self {
        match self {
            Self::Quantity(mut quantity) => {
                quantity.or_share = true;
                Self::Quantity(quantity)
            }
            other => other,
        }
    }

    /// Rows of the declared type `R`.
    pub const fn table<R: Declared>() -> Self {
        Self::Table(Rows { columns: columns::<R>, absent: None })
    }

    /// The unit as the documentation names it.
    pub fn unit_name(&self) -> &'static str {
        match self {
            Self::Quantity(quantity) => match quantity.unit {
                Unit::Count => "count",
                Unit::Factor => "factor",
                Unit::Duration => "duration",
                Unit::Rate => "rate",
                Unit::Bytes if quantity.or_share => "bytes or share",
                Unit::Bytes => "bytes",
                Unit::ByteRate => "bytes per second",
                Unit::Share => "share",
                Unit::Cores => "cores",
                Unit::Price => "price per hour",
            },
            Self::Choice(_) => "choice",
            Self::Clock => "clock time",
            Self::Text => "name",
            Self::Table(_) => "table",
        }
    }

    /// What is accepted, as the documentation prints it.
    pub fn range_text(&self) -> String {
        match self {
            Self::Quantity(quantity) => {
                let range = format!(
                    "{}..{}",
                    quantity::write(quantity.unit, quantity.min),
                    quantity::write(quantity.unit, quantity.max)
                );
                match quantity.absent {
                    Some(word) => format!("{range} or {word}"),
                    None => range,
                }
            }
            Self::Choice(choices) => choices.iter().map(|choice| choice.key).collect::<Vec<_>>().join(", "),
            Self::Clock => "such as 08:00Z or 2026-10-09T08:00Z, or off".into(),
            Self::Text => format!("up to {LONGEST_NAME} characters"),
            Self::Table(rows) => {
                let cells: Vec<_> = rows.columns().iter().map(|column| column.meta.key).collect();
                let cells = format!("rows of {}", cells.join(","));
                match rows.absent {
                    Some(word) => format!("{cells} or {word}"),
                    None => cells,
                }
            }
        }
    }
}

/// What is known of an input apart from its type in the model.
pub struct Meta {
    /// The word in the link: short, never changed.
    pub key: &'static str,
    /// The name in the form.
    pub label: &'static str,
    /// The group of the form it stands in.
    pub group: &'static str,
    /// A sentence or two of help.
    pub help: &'static str,
    /// What is accepted.
    pub kind: Kind,
}

/// A value that was read, and how, where that could surprise.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The value.
    pub value: Value,
    /// The reading, to be shown beside the field.
    pub echo: Option<String>,
}

impl From<Value> for Read {
    fn from(value: Value) -> Self {
        Self { value, echo: None }
    }
}

const ABSENT_WORDS: [&str; 9] = ["off", "none", "no", "never", "unlimited", "infinite", "∞", "-", "disabled"];

impl Meta {
    /// Reads what a person typed or a link holds.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text, and a text that would do.
    pub fn read(&self, text: &str) -> Result<Read, FieldError> {
        let text = text.trim();
        match &self.kind {
            Kind::Quantity(quantity) => quantity.read(text),
            Kind::Choice(choices) => read_choice(choices, text).map(Read::from),
            Kind::Clock if is_absent(text) => Ok(Value::Absent.into()),
            Kind::Clock => match Clock::read(text) {
                Ok((clock, echo)) => Ok(Read { value: Value::Clock(clock), echo }),
                Err(message) => Err(FieldError::new(message).suggest("08:00Z")),
            },
            Kind::Text => read_name(text).map(Read::from),
            Kind::Table(rows) if rows.absent.is_some() && (text.is_empty() || is_absent(text)) => {
                Ok(Value::Rows(Vec::new()).into())
            }
            Kind::Table(rows) => table::read(&rows.columns(), text),
        }
    }

    /// The canonical text of a value, as a link holds it.
    pub fn write(&self, value: &Value) -> String {
        self.print(value, quantity::write)
    }

    /// The same value as the form shows it: `50 ms`, `20 %`.
    pub fn spell(&self, value: &Value) -> String {
        match (&self.kind, value) {
            // Rows in a form: none of them is no text.
            (Kind::Table(_), Value::Rows(rows)) if rows.is_empty() => String::new(),
            (Kind::Table(_), _) => self.write(value),
            _ => self.print(value, quantity::spell),
        }
    }

    fn print(&self, value: &Value, number: fn(Unit, f64) -> String) -> String {
        match (&self.kind, value) {
            (Kind::Quantity(quantity), Value::Number(value)) => number(quantity.unit, *value),
            (Kind::Quantity(_), Value::Share(share)) => number(Unit::Share, *share),
            (Kind::Quantity(quantity), _) => quantity.absent.unwrap_or("off").into(),
            (Kind::Table(table), Value::Rows(rows)) => match table.absent.filter(|_| rows.is_empty()) {
                Some(word) => word.into(),
                None => table::write(&table.columns(), rows),
            },
            (_, Value::Choice(key)) => (*key).into(),
            (_, Value::Clock(clock)) => clock.write(),
            (_, Value::Text(text)) => text.clone(),
            _ => "off".into(),
        }
    }
}

impl Quantity {
    fn read(&self, text: &str) -> Result<Read, FieldError> {
        if is_absent(text) {
            return match self.absent {
                Some(_) => Ok(Value::Absent.into()),
                None => Err(FieldError::new(format!(
                    "This cannot be “{text}”: it needs a number, {} or more.",
                    quantity::spell(self.unit, self.min)
                ))),
            };
        }
        // A bare number up to 1 is a share too: nobody means a fraction of a byte.
        let is_share = text.ends_with(['%', 't'])
            || quantity::bare(text).is_some_and(|number| number > 0.0 && number <= 1.0);
        if self.or_share
            && is_share
            && let Ok(reading) = quantity::read(Unit::Share, text)
        {
            if reading.value > 1.0 {
                return Err(FieldError::new("A share cannot be more than 100 %.").suggest("100%"));
            }
            return Ok(Read { value: Value::Share(reading.value), echo: reading.echo });
        }
        let reading = match quantity::read(self.unit, text) {
            Ok(reading) => reading,
            Err(error) => {
                // What was probably meant may be out of range: then that is what to say.
                if let Some(Err(out_of_range)) = error.suggestion.as_deref().map(|meant| self.read(meant)) {
                    return Err(out_of_range);
                }
                return Err(FieldError { message: error.message, suggestion: error.suggestion, cell: None });
            }
        };
        let spell = |value| quantity::spell(self.unit, value);
        let read_as = match &reading.echo {
            Some(_) => format!("“{text}” is {}. ", spell(reading.value)),
            None => String::new(),
        };
        if reading.value < self.min {
            return Err(FieldError::new(format!(
                "{read_as}The smallest that makes sense here is {}.",
                spell(self.min)
            ))
            .suggest(spell(self.min)));
        }
        if reading.value > self.max {
            return Err(FieldError::new(format!(
                "{read_as}The largest that makes sense here is {}.",
                spell(self.max)
            ))
            .suggest(spell(self.max)));
        }
        Ok(Read { value: Value::Number(reading.value), echo: reading.echo })
    }
}

fn is_absent(text: &str) -> bool {
    ABSENT_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn read_choice(choices: &'static [Choice], text: &str) -> Result<Value, FieldError> {
    let fold = |c: char| if matches!(c, ' ' | '-') { '_' } else { c.to_ascii_lowercase() };
    let plain = |text: &str| text.chars().map(fold).collect::<String>();
    let wanted = plain(text);
    choices
        .iter()
        .find(|choice| choice.key == wanted || plain(choice.label) == wanted)
        .map(|choice| Value::Choice(choice.key))
        .ok_or_else(|| {
            let known: Vec<_> = choices.iter().map(|choice| choice.key).collect();
            let nearest = nearest(&wanted, known.iter().copied());
            let error =
                FieldError::new(format!("“{}” is none of the choices: {}.", shorten(text), known.join(", ")));
            match nearest {
                Some(nearest) => error.suggest(nearest),
                None => error,
            }
        })
}

fn read_name(text: &str) -> Result<Value, FieldError> {
    if text.is_empty() {
        return Err(FieldError::new("A name is missing."));
    }
    if text.chars().count() > LONGEST_NAME {
        return Err(FieldError::new(format!("A name has at most {LONGEST_NAME} characters."))
            .suggest(text.chars().take(LONGEST_NAME).collect::<String>()));
    }
    Ok(Value::Text(text.into()))
}

/// At most 30 characters of what a person typed, for an error message.
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 30 {
        return text.into();
    }
    text.chars().take(29).collect::<String>() + "…"
}

/// The known word nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() > 40 {
        return None;
    }
    known
        .map(|candidate| (quantity::distance(word, candidate), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count() / 3)
        .map(|(_, candidate)| candidate)
}

/// A struct whose fields were declared with `inputs!`.
pub trait Declared: Clone + Default + 'static {
    /// The declaration, in order.
    fn fields() -> &'static [FieldSpec<Self>];

    /// Every value, in declared order.
    fn values(&self) -> Vec<Value> {
        Self::fields().iter().map(|field| (field.get)(self)).collect()
    }

    /// The struct from values in declared order; what is missing or of another kind keeps its default.
    fn from_values(values: &[Value]) -> Self {
        let mut input = Self::default();
        for (field, value) in Self::fields().iter().zip(values) {
            (field.set)(&mut input, value);
        }
        input
    }
}

/// One declared input: its description, and its place in the struct `I`.
pub struct FieldSpec<I> {
    /// What everything but the model needs.
    pub meta: Meta,
    /// Reads it from the struct.
    pub get: fn(&I) -> Value,
    /// Puts it into the struct; a value of another kind changes nothing.
    pub set: fn(&mut I, &Value),
    /// Whether it means anything beside the other inputs.
    pub applies: fn(&I) -> bool,
}

fn columns<R: Declared>() -> Vec<Column> {
    R::fields()
        .iter()
        .zip(R::default().values())
        .map(|(field, default)| Column { meta: &field.meta, default })
        .collect()
}

/// A type that an input can have in a model.
pub trait FieldType: Sized {
    /// As forms and links handle it.
    fn to_value(&self) -> Value;
    /// Back again; none if the value is of another kind.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! numbers {
    ($($type:ident),+) => {$(
        impl FieldType for quantity::$type {
            fn to_value(&self) -> Value {
                Value::Number(self.si())
            }
            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::Number(number) => Some(Self::from_si(*number)),
                    _ => None,
                }
            }
        }
    )+};
}
numbers!(Duration, Rate, Bytes, ByteRate, Share, Factor, Cores, Price);

impl FieldType for u32 {
    fn to_value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            // `Kind::count` takes its range as u32, so this cannot truncate.
            Value::Number(number) => Some(*number as Self),
            _ => None,
        }
    }
}

impl FieldType for String {
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl FieldType for Clock {
    fn to_value(&self) -> Value {
        Value::Clock(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Clock(clock) => Some(*clock),
            _ => None,
        }
    }
}

impl<T: FieldType> FieldType for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, T::to_value)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Absent => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl<R: Declared> FieldType for Vec<R> {
    fn to_value(&self) -> Value {
        Value::Rows(self.iter().map(R::values).collect())
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Rows(rows) => Some(rows.iter().map(|row| R::from_values(row)).collect()),
            _ => None,
        }
    }
}

/// Bytes, or a share of another field; it keeps the form it was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BytesOrShare {
    /// So many bytes.
    Bytes(quantity::Bytes),
    /// So much of the whole.
    Share(quantity::Share),
}

impl BytesOrShare {
    /// In bytes, given the whole.
    pub fn of(self, whole: quantity::Bytes) -> quantity::Bytes {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Share(share) => quantity::Bytes::bytes(whole.as_bytes() * share.as_fraction()),
        }
    }
}

impl FieldType for BytesOrShare {
    fn to_value(&self) -> Value {
        match self {
            Self::Bytes(bytes) => bytes.to_value(),
            Self::Share(share) => Value::Share(share.as_fraction()),
        }
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(_) => quantity::Bytes::from_value(value).map(Self::Bytes),
            Value::Share(share) => Some(Self::Share(quantity::Share::fraction(*share))),
            _ => None,
        }
    }
}
