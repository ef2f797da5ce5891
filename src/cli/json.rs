//! JSON of the command line. Values are SI.

use serde::Serialize;

use crate::calculators::{self, AnyCalculator};
use crate::report::{Absent, Figure, ModelError, Note, Report, Step, Table, Verdict, si_unit};
use crate::scenario::{Issue, LinkError, Scenario};

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
    message: String,
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

pub(super) fn answer(scenario: &Scenario, answer: &Result<Report, ModelError>, issues: &[Issue]) -> String {
    let report = answer.as_ref().ok();
    print(&Answer {
        calculator: scenario.calculator.id(),
        link: scenario.encode(),
        verdict: report.map(|report| &report.verdict),
        error: answer.as_ref().err().map(|error| Error { message: error.message.clone(), keys: &error.keys }),
        figures: report.map_or(&[][..], |report| &report.figures).iter().map(figure).collect(),
        tables: report.map_or(&[], |report| &report.tables),
        notes: report.map_or(&[], |report| &report.notes),
        steps: report.map_or(&[], |report| &report.steps),
        issues: issues.iter().map(issue).collect(),
    })
}

fn figure(figure: &Figure) -> FigureJson<'_> {
    FigureJson {
        key: figure.key,
        label: figure.label,
        value: figure.value.ok(),
        absent: figure.value.err(),
        range: figure.range,
        unit: si_unit(figure.unit),
        text: &figure.text,
    }
}

fn issue(issue: &Issue) -> IssueJson<'_> {
    IssueJson {
        key: &issue.key,
        text: &issue.text,
        message: &issue.message,
        suggestion: issue.suggestion.as_deref(),
    }
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
