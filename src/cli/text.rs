//! Plain text of the command line.

use std::fmt::Write;

use crate::calculators::{self, AnyCalculator, Simulation};
use crate::report::{Figure, ModelError, Note, Report, Table, Verdict};
use crate::scenario::{Issue, Scenario};

pub(super) fn answer(scenario: &Scenario, answer: &Result<Report, ModelError>) -> String {
    let mut out = format!("{}\n\n", scenario.encode());
    match answer {
        Err(error) => no_scenario(&mut out, error),
        Ok(report) => report_text(&mut out, report),
    }
    out
}

pub(super) fn simulation(scenario: &Scenario, answer: &Result<Simulation, ModelError>) -> String {
    let mut out = format!("{}\n\n", scenario.encode());
    match answer {
        Err(error) => no_scenario(&mut out, error),
        Ok(simulation) => {
            verdict_text(&mut out, &simulation.verdict);
            figures_text(&mut out, &simulation.figures);
            tables_text(&mut out, &simulation.tables);
            notes_text(&mut out, &simulation.notes);
        }
    }
    out
}

fn no_scenario(out: &mut String, error: &ModelError) {
    *out += &format!("No scenario: {}\n", error.message);
    if !error.keys.is_empty() {
        *out += &format!("This concerns {}.\n", error.keys.join(", "));
    }
}

fn verdict_text(out: &mut String, verdict: &Verdict) {
    *out += &format!("{} ({}): {}\n", verdict.state, verdict.severity.word(), verdict.text);
    if !verdict.detail.is_empty() {
        *out += &format!("{}\n", verdict.detail);
    }
    out.push('\n');
}

fn figures_text(out: &mut String, figures: &[Figure]) {
    let rows: Vec<_> = figures.iter().map(|figure| [figure.label, &figure.text, &figure.note]).collect();
    aligned(out, &rows);
}

fn notes_text(out: &mut String, notes: &[Note]) {
    for note in notes {
        *out += &format!("\n{}: {}\n", note.severity.word(), note.text);
    }
}

fn tables_text(out: &mut String, tables: &[Table]) {
    for table in tables {
        *out += &format!("\n{}\n", table.title);
        let rows: Vec<Vec<&str>> = std::iter::once(&table.columns)
            .chain(&table.rows)
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        aligned(out, &rows);
    }
}

fn report_text(out: &mut String, report: &Report) {
    verdict_text(out, &report.verdict);
    figures_text(out, &report.figures);
    tables_text(out, &report.tables);
    notes_text(out, &report.notes);
    *out += "\nHow this is worked out\n";
    for step in &report.steps {
        *out +=
            &format!("  {}\n    {}\n    {}\n    ({})\n", step.what, step.formula, step.numbers, step.source);
    }
}

/// Columns padded to their widest cell.
fn aligned<'a, R: AsRef<[&'a str]>>(out: &mut String, rows: &[R]) {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (index, cell) in row.as_ref().iter().enumerate() {
            let width = cell.chars().count();
            match widths.get_mut(index) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.as_ref().iter().zip(&widths) {
            // Writing to a string cannot fail.
            let _ = write!(line, "{cell:width$}  ");
        }
        *out += line.trim_end();
        out.push('\n');
    }
}

pub(super) fn issue(issue: &Issue) -> String {
    match issue.key.as_str() {
        "" => format!("{}\n", issue.message),
        key => format!("{key}: {}\n", issue.message),
    }
}

pub(super) fn calculators() -> String {
    let mut out = String::new();
    let rows: Vec<_> = calculators::all()
        .iter()
        .map(|calculator| [calculator.id(), calculator.card().title, calculator.card().question])
        .collect();
    aligned(&mut out, &rows);
    out
}

pub(super) fn inputs(calculator: &dyn AnyCalculator) -> String {
    let mut out = format!("{}: {}\n", calculator.id(), calculator.card().question);
    let mut group = "";
    for (meta, default) in calculator.fields().iter().zip(calculator.defaults()) {
        if meta.group != group {
            group = meta.group;
            out += &format!("\n{group}\n");
        }
        out += &format!(
            "  {}  {}; {}; default {}\n      {}\n",
            meta.key,
            meta.kind.unit_name(),
            meta.kind.range_text(),
            meta.write(default),
            meta.help
        );
    }
    out
}
