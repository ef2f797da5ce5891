//! Tests of the backlog calculator.

mod answers;
mod brute;
mod cases;
mod properties;
mod reference;

use super::Input;
use crate::calculators::{Calculator, Preset};
use crate::field::{Declared, Value};
use crate::report::{Absent, Report};

const MIN: f64 = 60.0;

/// The inputs of the pairs of a link.
#[track_caller]
fn input(pairs: &str) -> Input {
    let mut input = Input::default();
    for pair in pairs.split('&').filter(|pair| !pair.is_empty()) {
        let (key, text) = pair.split_once('=').expect("key=value");
        let field = Input::fields().iter().find(|field| field.meta.key == key).expect(key);
        let read = field.meta.read(text).unwrap_or_else(|error| panic!("{pair}: {error}"));
        (field.set)(&mut input, &read.value);
    }
    input
}

#[track_caller]
fn report(pairs: &str) -> Report {
    super::Backlog::evaluate(&input(pairs)).expect("every scenario has an answer")
}

/// The canonical pairs of inputs.
fn pairs(input: &Input) -> String {
    let defaults: Vec<Value> = Input::default().values();
    let fields = Input::fields().iter().zip(defaults);
    let sent = fields.filter(|(field, default)| (field.applies)(input) && (field.get)(input) != *default);
    let pairs: Vec<_> = sent
        .map(|(field, _)| format!("{}={}", field.meta.key, field.meta.write(&(field.get)(input))))
        .collect();
    pairs.join("&")
}

fn presets() -> &'static [Preset] {
    super::Backlog::PRESETS
}

#[track_caller]
fn figure(report: &Report, key: &str) -> Result<f64, Absent> {
    report.figure(key).unwrap_or_else(|| panic!("no figure {key}")).value
}

/// Checks figures at a relative tolerance.
#[track_caller]
fn expect(pairs: &str, state: &str, tolerance: f64, figures: &[(&str, f64)]) {
    let report = report(pairs);
    assert_eq!(report.verdict.state, state, "{pairs}: {}", report.verdict.text);
    for (key, wanted) in figures {
        let value = figure(&report, key).unwrap_or_else(|absent| panic!("{pairs}: {key} is {absent:?}"));
        let near = (value - wanted).abs() <= tolerance * wanted.abs();
        assert!(near, "{pairs}: {key} is {value} instead of {wanted}");
    }
}

#[track_caller]
fn expect_absent(pairs: &str, state: &str, figures: &[(&str, Absent)]) {
    let report = report(pairs);
    assert_eq!(report.verdict.state, state, "{pairs}: {}", report.verdict.text);
    for (key, absent) in figures {
        assert_eq!(figure(&report, key), Err(*absent), "{pairs}: {key}");
    }
}
