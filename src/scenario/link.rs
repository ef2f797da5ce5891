//! Links: `#/pooler?open=100ms&rate=3k/s`. Writing is canonical, reading is generous, and a value
//! that cannot be read costs only itself.

use std::fmt;

use super::{Scenario, carry, embed, pair};
use crate::calculators::{self, AnyCalculator};
use crate::field::{FieldError, Kind, nearest, shorten};
use crate::quantity::{Unit, show};
use crate::text::{before, decoded};

/// Something in a link that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The key in the link.
    pub key: String,
    /// The text found there.
    pub text: String,
    /// A sentence that says what is wrong.
    pub message: String,
    /// The nearest text that would be accepted.
    pub suggestion: Option<String>,
    /// Whether the input of this key stands on its default because of it.
    pub defaulted: bool,
}

/// A link that names no scenario at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No calculator has this name.
    UnknownCalculator {
        /// The name in the link.
        name: String,
        /// The calculator that may be meant.
        nearest: Option<&'static str>,
    },
}

impl LinkError {
    /// The error for a name that is no calculator's.
    pub fn unknown(name: &str) -> Self {
        let nearest = nearest(name, calculators::cards().iter().map(|card| card.id));
        Self::UnknownCalculator { name: excerpt(name), nearest }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::UnknownCalculator { name, nearest } = self;
        write!(f, "There is no calculator “{}”.", shorten(name))?;
        match nearest {
            Some(nearest) => write!(f, " Did you mean {nearest}?"),
            None => {
                let known: Vec<_> = calculators::cards().iter().map(|card| card.id).collect();
                write!(f, " There are {}.", known.join(", "))
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The scenario, defaults standing in for what could not be read.
    pub scenario: Scenario,
    /// What could not be read.
    pub issues: Vec<Issue>,
}

/// More issues than this are not listed one by one.
pub(super) const MOST_ISSUES: usize = 50;
/// More pairs than this are not read: no calculator has a tenth as many inputs.
pub(super) const MOST_PAIRS: usize = 1000;
/// So much is kept, in characters, of what no input holds.
const EXCERPT: usize = 200;

/// The start of a text that no input holds.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => before(text, end).to_owned() + "…",
        None => text.into(),
    }
}

/// The canonical link of a scenario, without a host: declared order, only what differs from the
/// defaults and means anything.
pub fn encode(scenario: &Scenario) -> String {
    let calculator = scenario.calculator;
    let applies = calculator.applies(&scenario.values);
    let mut pairs = Vec::new();
    if calculator.version() > 1 {
        pairs.push(format!("v={}", calculator.version()));
    }
    for (index, meta) in calculator.fields().iter().enumerate() {
        let value = &scenario.values[index];
        if applies[index] && *value != calculator.defaults()[index] {
            pairs.push(format!("{}={}", meta.key, meta.write(value)));
        }
    }
    match pairs.len() {
        0 => calculator.id().into(),
        _ => format!("{}?{}", calculator.id(), pairs.join("&")),
    }
}

/// What a sentence, Markdown or a shell puts behind a link; no link ends in it.
const NOT_THE_END: [char; 19] =
    ['.', ',', ';', ':', '!', '?', ')', '>', '"', '\'', ']', '}', '*', '`', '~', '…', '”', '’', '»'];

/// A link in its parts.
pub struct Parts<'a> {
    /// The calculator's name.
    pub name: &'a str,
    /// The pairs.
    pub query: &'a str,
    /// Whether it is the address of an embed.
    pub embedded: bool,
}

/// Splits a link; a whole address, `#/pooler?…` and `pooler?…` are all understood.
pub fn split(link: &str) -> Parts<'_> {
    let link = link.trim().trim_end_matches(NOT_THE_END);
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let path = path.trim_matches('/');
    let embedded = path.strip_prefix("embed/");
    Parts { name: embedded.unwrap_or(path), query, embedded: embedded.is_some() }
}

/// The pairs of a query as they stand there: keys and texts.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query
        .split('&')
        // An ampersand that was escaped for HTML once too often.
        .map(|pair| pair.strip_prefix("amp;").unwrap_or(pair))
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// The pairs of a link that are inputs, of the second scenario too if there is one.
pub(super) fn inputs<'a>(parts: &Parts<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let embedded = parts.embedded;
    let is_other = move |key: &str| carry::is_carried(key) || (embedded && embed::KEYS.contains(&key));
    pairs(parts.query).filter(move |(key, _)| !is_other(key))
}

/// Reads a link. What an embed's address says of the embed itself is not looked at, nor is a second
/// scenario or where a value is from; see [`Embed`](super::Embed), [`pair::second`] and [`carry::read`].
///
/// # Errors
/// Only if it names no known calculator; everything else becomes an [`Issue`].
pub fn decode(link: &str) -> Result<Decoded, LinkError> {
    let parts = split(link);
    let calculator = calculators::find(parts.name).ok_or_else(|| LinkError::unknown(parts.name))?;
    let is_first = |(key, _): &(&str, &str)| !key.starts_with(pair::SECOND);
    let mut decoded = decode_pairs(calculator, &mut inputs(&parts).filter(is_first));
    decoded.issues.extend(carry::read(link).and_then(Result::err));
    Ok(decoded)
}

/// Reads the pairs of a link.
pub fn decode_query(calculator: &'static dyn AnyCalculator, query: &str) -> Decoded {
    decode_pairs(calculator, &mut pairs(query))
}

pub(super) fn decode_pairs(
    calculator: &'static dyn AnyCalculator,
    all: &mut dyn Iterator<Item = (&str, &str)>,
) -> Decoded {
    let mut scenario = Scenario::new(calculator);
    let mut issues = Vec::new();
    let mut pairs: Vec<_> =
        (&mut *all).take(MOST_PAIRS).map(|(key, text)| (decoded(key), text.to_owned())).collect();
    let mut more = all.count();
    upgrade(calculator, &mut pairs, &mut issues);

    let mut seen = vec![false; calculator.fields().len()];
    for (key, raw) in pairs {
        let index = calculator.fields().iter().position(|meta| meta.key == key);
        let is_read_anyway = index.is_some_and(|index| !seen[index]);
        // An input that stands on its default is always said; there are few inputs.
        if issues.len() >= MOST_ISSUES && !is_read_anyway {
            more += 1;
            continue;
        }
        issues.push(match index {
            None => unknown_key(calculator, &key, &decoded(&raw)),
            Some(index) if seen[index] => Issue {
                text: excerpt(&decoded(&raw)),
                message: format!("{key} is there twice; the first one counts."),
                suggestion: None,
                defaulted: false,
                key,
            },
            Some(index) => {
                seen[index] = true;
                let meta = calculator.fields()[index];
                // The cells of a table are decoded one by one.
                let text = match meta.kind {
                    Kind::Table(_) => raw,
                    _ => decoded(&raw),
                };
                match meta.read(&text) {
                    Ok(read) => {
                        scenario.values[index] = read.value;
                        continue;
                    }
                    Err(FieldError { message, suggestion, .. }) => {
                        Issue { key, text, message, suggestion, defaulted: true }
                    }
                }
            }
        });
    }
    if more > 0 {
        let parts = if more == 1 { "part" } else { "parts" };
        let count = show(Unit::Count, more as f64);
        issues.push(Issue {
            key: String::new(),
            text: String::new(),
            message: format!("{count} more {parts} of the link could not be read."),
            suggestion: None,
            defaulted: false,
        });
    }
    Decoded { scenario, issues }
}

/// Takes the version out of the pairs and brings them up to this build's version.
fn upgrade(calculator: &dyn AnyCalculator, pairs: &mut Vec<(String, String)>, issues: &mut Vec<Issue>) {
    let Some(position) = pairs.iter().position(|(key, _)| key == "v") else {
        (1..calculator.version()).for_each(|version| calculator.upgrade(version, pairs));
        return;
    };
    let (key, text) = pairs.remove(position);
    let message = match text.parse::<u32>() {
        Ok(version) if (1..=calculator.version()).contains(&version) => {
            (version..calculator.version()).for_each(|version| calculator.upgrade(version, pairs));
            return;
        }
        Ok(version) if version > 0 => format!(
            "This link was made by a newer Headroom: version {version}, and this one knows up to {}. \
             What it could read stands; reload the page for the newest build.",
            calculator.version()
        ),
        _ => format!("“{}” is no version of a link.", shorten(&text)),
    };
    let suggestion = Some(calculator.version().to_string());
    issues.push(Issue { key, text: excerpt(&text), message, suggestion, defaulted: false });
}

fn unknown_key(calculator: &dyn AnyCalculator, key: &str, text: &str) -> Issue {
    let nearest = nearest(key, calculator.fields().iter().map(|meta| meta.key));
    let mut message = format!("“{}” is no input of {}.", shorten(key), calculator.id());
    if let Some(nearest) = nearest {
        message += &format!(" Did you mean {nearest}?");
    }
    Issue {
        key: excerpt(key),
        text: excerpt(text),
        message,
        suggestion: nearest.map(|nearest| format!("{nearest}={}", shorten(text))),
        defaulted: false,
    }
}
