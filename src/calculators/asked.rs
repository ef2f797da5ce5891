//! For tests: what a calculator says to the pairs of a link.

use super::Calculator;
use crate::field::Declared;
use crate::report::{Absent, Report};

/// The input of the pairs of a link.
#[track_caller]
pub(super) fn input<I: Declared>(query: &str) -> I {
    let mut input = I::default();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, text) = pair.split_once('=').expect(pair);
        let field = I::fields().iter().find(|field| field.meta.key == key).expect(key);
        let read = field.meta.read(text).unwrap_or_else(|error| panic!("{pair}: {error}"));
        (field.set)(&mut input, &read.value);
    }
    input
}

/// The answer to the pairs of a link.
#[track_caller]
pub(super) fn report<C: Calculator>(query: &str) -> Report {
    C::evaluate(&input(query)).expect(query)
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
pub(super) fn expect<C: Calculator>(
    query: &str,
    state: &str,
    expected: &[(&str, Result<f64, Absent>)],
) -> Report {
    let report = report::<C>(query);
    assert_eq!(report.verdict.state, state, "{query}: {}", report.verdict.text);
    for (key, expected) in expected {
        match (report.figure(key).expect(key).value, expected) {
            (Ok(value), Ok(expected)) => {
                let error = (value - expected).abs();
                assert!(error <= 1e-9 * expected.abs(), "{query}: {key} is {value}, not {expected}");
            }
            (value, expected) => assert_eq!(value, *expected, "{query}: {key}"),
        }
    }
    report
}
