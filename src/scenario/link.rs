//! Links: `#/pooler?open=100ms&rate=3k/s`. Writing is canonical, reading is generous, and a value
//! that cannot be read costs only itself.

use std::fmt;

use super::Scenario;
use crate::calculators::{self, AnyCalculator};
use crate::field::{Kind, nearest, shorten};
use crate::text::decoded;

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
        Self::UnknownCalculator { name: name.into(), nearest }
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
const MOST_ISSUES: usize = 50;

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

/// Splits a link into the calculator's name and the query; a whole address, `#/pooler?…` and
/// `pooler?…` are all understood.
fn split(link: &str) -> (&str, &str) {
    // What a sentence puts behind a link is not part of it.
    let link = link.trim().trim_end_matches(['.', ',', ';', ':', '!', ')', '>', '"', '\'', ']']);
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let path = path.trim_matches('/');
    (path.strip_prefix("embed/").unwrap_or(path), query)
}

/// The calculator's name in a link.
pub fn calculator(link: &str) -> &str {
    split(link).0
}

/// Reads a link.
///
/// # Errors
/// Only if it names no known calculator; everything else becomes an [`Issue`].
pub fn decode(link: &str) -> Result<Decoded, LinkError> {
    let (name, query) = split(link);
    let calculator = calculators::find(name).ok_or_else(|| LinkError::unknown(name))?;
    Ok(decode_query(calculator, query))
}

/// Reads the pairs of a link.
pub fn decode_query(calculator: &'static dyn AnyCalculator, query: &str) -> Decoded {
    let mut scenario = Scenario::new(calculator);
    let mut issues = Vec::new();
    let mut pairs: Vec<(String, String)> = query
        .split('&')
        .map(|pair| pair.strip_prefix("amp;").unwrap_or(pair))
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, text)| (decoded(key), text.to_owned()))
        .collect();
    upgrade(calculator, &mut pairs, &mut issues);

    let mut seen = vec![false; calculator.fields().len()];
    let mut more = 0;
    for (key, raw) in &pairs {
        let issue = match calculator.fields().iter().position(|meta| meta.key == key) {
            None => Some(unknown_key(calculator, key, raw)),
            Some(index) if seen[index] => {
                Some((format!("{key} is there twice; the first one counts."), None))
            }
            Some(index) => {
                seen[index] = true;
                let meta = calculator.fields()[index];
                // The cells of a table are decoded one by one.
                let text = match meta.kind {
                    Kind::Table(_) => raw.clone(),
                    _ => decoded(raw),
                };
                match meta.read(&text) {
                    Ok(read) => {
                        scenario.values[index] = read.value;
                        None
                    }
                    Err(error) => Some((error.message, error.suggestion)),
                }
            }
        };
        match issue {
            Some(_) if issues.len() >= MOST_ISSUES => more += 1,
            Some((message, suggestion)) => {
                issues.push(Issue { key: key.clone(), text: decoded(raw), message, suggestion });
            }
            None => {}
        }
    }
    if more > 0 {
        issues.push(Issue {
            key: String::new(),
            text: String::new(),
            message: format!("{more} more parts of the link could not be read."),
            suggestion: None,
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
    issues.push(Issue { key, text, message, suggestion });
}

fn unknown_key(calculator: &dyn AnyCalculator, key: &str, text: &str) -> (String, Option<String>) {
    let nearest = nearest(key, calculator.fields().iter().map(|meta| meta.key));
    let message = match nearest {
        Some(nearest) => {
            format!("“{}” is no input of {}. Did you mean {nearest}?", shorten(key), calculator.id())
        }
        None => format!("“{}” is no input of {}.", shorten(key), calculator.id()),
    };
    (message, nearest.map(|nearest| format!("{nearest}={}", shorten(text))))
}
