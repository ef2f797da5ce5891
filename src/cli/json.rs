//! JSON of what the command line lists; that of an answer is in `export`.

use serde::Serialize;

use crate::calculators::{self, AnyCalculator};
use crate::scenario::LinkError;

#[derive(Serialize)]
struct Error<'a> {
    message: String,
    keys: &'a [&'static str],
}

#[derive(Serialize)]
struct CalculatorJson<'a> {
    id: &'a str,
    title: &'a str,
    question: &'a str,
    version: u32,
    states: &'a [&'static str],
}

#[derive(Serialize)]
struct InputJson<'a> {
    key: &'a str,
    label: &'a str,
    group: &'a str,
    unit: &'a str,
    range: String,
    default: String,
    help: &'a str,
}

fn print(value: &impl Serialize) -> String {
    // Only a map with keys that are no strings could fail, and there is none.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

pub(super) fn link_error(error: &LinkError) -> String {
    #[derive(Serialize)]
    struct Wrong<'a> {
        error: Error<'a>,
    }
    print(&Wrong { error: Error { message: error.to_string(), keys: &[] } })
}

pub(super) fn calculators() -> String {
    let all: Vec<_> = calculators::all()
        .iter()
        .map(|calculator| CalculatorJson {
            id: calculator.id(),
            title: calculator.card().title,
            question: calculator.card().question,
            version: calculator.version(),
            states: calculator.states(),
        })
        .collect();
    print(&all)
}

pub(super) fn inputs(calculator: &dyn AnyCalculator) -> String {
    let inputs: Vec<_> = calculator
        .fields()
        .iter()
        .zip(calculator.defaults())
        .map(|(meta, default)| InputJson {
            key: meta.key,
            label: meta.label,
            group: meta.group,
            unit: meta.kind.unit_name(),
            range: meta.kind.range_text(),
            default: meta.write(default),
            help: meta.help,
        })
        .collect();
    print(&inputs)
}

/// The JSON of a comparison: the first one's, and in it, as `second`, the second one's.
pub(super) fn with_second(first: &str, second: &str) -> String {
    let open = first.trim_end().strip_suffix('}').unwrap_or(first).trim_end();
    let second = second.trim_end().replace('\n', "\n  ");
    format!("{open},\n  \"second\": {second}\n}}\n")
}
