//! The own writer against `serde_json`, byte for byte.

use serde::Serialize;

use super::super::json;
use super::{all, issues};
use crate::report::{Absent, Figure, ModelError, Note, Report, Step, Table, Verdict, si_unit};
use crate::scenario::{Issue, Scenario, decode};

#[derive(Serialize)]
struct Answer<'a> {
    calculator: &'a str,
    link: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error<'a>>,
    figures: Vec<FigureJson<'a>>,
    tables: &'a [Table],
    notes: &'a [Note],
    steps: &'a [Step],
    issues: Vec<IssueJson<'a>>,
}

#[derive(Serialize)]
struct Error<'a> {
    message: &'a str,
    keys: &'a [&'static str],
}

#[derive(Serialize)]
struct FigureJson<'a> {
    key: &'a str,
    label: &'a str,
    value: Option<f64>,
    absent: Option<Absent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(f64, f64)>,
    unit: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct IssueJson<'a> {
    key: &'a str,
    text: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a str>,
}

fn figure(figure: &Figure) -> FigureJson<'_> {
    let Figure { key, label, value, range, unit, text, .. } = figure;
    let (value, absent, unit) = (value.ok(), value.err(), si_unit(*unit));
    FigureJson { key, label, value, absent, range: *range, unit, text }
}

fn issue(issue: &Issue) -> IssueJson<'_> {
    let Issue { key, text, message, suggestion, .. } = issue;
    IssueJson { key, text, message, suggestion: suggestion.as_deref() }
}

fn expected(scenario: &Scenario, answer: &Result<Report, ModelError>, issues: &[Issue]) -> String {
    let report = answer.as_ref().ok();
    let answer = Answer {
        calculator: scenario.calculator.id(),
        link: scenario.encode(),
        verdict: report.map(|report| &report.verdict),
        error: answer.as_ref().err().map(|error| Error { message: &error.message, keys: &error.keys }),
        figures: report.map_or(&[][..], |report| &report.figures).iter().map(figure).collect(),
        tables: report.map_or(&[], |report| &report.tables),
        notes: report.map_or(&[], |report| &report.notes),
        steps: report.map_or(&[], |report| &report.steps),
        issues: issues.iter().map(issue).collect(),
    };
    serde_json::to_string_pretty(&answer).expect("JSON") + "\n"
}

#[test]
fn json_is_that_of_serde_json_byte_for_byte() {
    for (scenario, mut report) in all() {
        let same = |report: &Report, issues: &[Issue]| {
            let answer = Ok(report.clone());
            assert_eq!(json(&scenario, &answer, issues), expected(&scenario, &answer, issues));
        };
        same(&report, &[]);
        same(&report, &issues());
        // Ranges and empty lists are rare in presets.
        for figure in &mut report.figures {
            *figure = figure.clone().between(0.5, 1e21);
        }
        report.notes.clear();
        report.tables.iter_mut().for_each(|table| table.rows = vec![vec![]]);
        same(&report, &[]);
    }
}

#[test]
fn no_scenario_is_an_error_with_its_keys() {
    let scenario = decode("pooler").expect("a calculator").scenario;
    for keys in [&["open", "rate"][..], &[]] {
        let answer = Err(ModelError::new("They do not go “together”.\n", keys));
        assert_eq!(json(&scenario, &answer, &issues()), expected(&scenario, &answer, &issues()));
    }
}
