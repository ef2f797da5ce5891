//! A report as Markdown (CommonMark with tables), for a ticket, a pull request or a runbook.

use super::Address;
use crate::field::{Kind, Meta, Value};
use crate::report::{Report, Severity};
use crate::scenario::Scenario;
use crate::table::write_cell;

/// The verdict, the figures, the inputs that differ from the defaults, the working with its numbers and what
/// it rests on. With the page's address there is a link; without one, the scenario's text.
pub fn markdown(scenario: &Scenario, report: &Report, address: Option<&Address>) -> String {
    let calculator = scenario.calculator;
    let verdict = &report.verdict;
    let mut out =
        format!("# {}: {}\n\n", escaped(calculator.card().title), escaped(calculator.card().question));
    out += &format!("**{}**\n\n", escaped(&verdict.text));
    if !verdict.detail.is_empty() {
        out += &format!("{}\n\n", escaped(&verdict.detail));
    }
    out += &format!("State: {} ({}). ", code(verdict.state), severity(verdict.severity));
    out += &match address {
        Some(address) => format!("[Open this scenario in Headroom](<{}>)\n", address.link(scenario)),
        None => format!("Scenario: {}\n", code(&scenario.encode())),
    };
    for (title, is_headline) in [("Figures", true), ("More figures", false)] {
        let figures = report.figures.iter().filter(|figure| figure.headline == is_headline);
        let rows: Vec<_> = figures
            .map(|figure| vec![escaped(figure.label), escaped(&figure.text), escaped(&figure.note)])
            .collect();
        section(&mut out, title, &["figure", "value", ""], &rows);
    }
    for table in &report.tables {
        let columns: Vec<_> = table.columns.iter().map(|column| escaped(column)).collect();
        let columns: Vec<_> = columns.iter().map(String::as_str).collect();
        let rows: Vec<Vec<_>> =
            table.rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect()).collect();
        section(&mut out, &escaped(&table.title), &columns, &rows);
    }
    list(&mut out, "To bear in mind", report.notes.iter().map(|note| note.text.as_str()));
    inputs(&mut out, scenario);
    if !report.steps.is_empty() {
        out += "\n## How this is worked out\n\n";
        for (index, step) in report.steps.iter().enumerate() {
            let number = format!("{}. ", index + 1);
            let indent = " ".repeat(number.len());
            out += &format!("{number}{}\n\n", escaped(&step.what));
            for line in [code(&step.formula), code(&step.numbers), escaped(step.source)] {
                if !line.is_empty() {
                    out += &format!("{indent}{line}\n\n");
                }
            }
        }
        // The last one is followed by a heading or the end, which bring their own distance.
        out.pop();
    }
    let about = calculator.about();
    list(&mut out, "Assumptions", about.assumptions.iter().copied());
    list(&mut out, "Sources", about.sources.iter().copied());
    out
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Ok => "ok",
        Severity::Warning => "warning",
        Severity::Critical => "critical",
    }
}

/// What differs from the defaults and means anything; tables are tables.
fn inputs(out: &mut String, scenario: &Scenario) {
    let calculator = scenario.calculator;
    let applies = calculator.applies(&scenario.values);
    let changed: Vec<(&Meta, &Value, &Value)> = calculator
        .fields()
        .iter()
        .zip(&scenario.values)
        .zip(calculator.defaults())
        .zip(applies)
        .filter(|((pair, default), applies)| pair.1 != *default && *applies)
        .map(|(((meta, value), default), _)| (*meta, value, default))
        .collect();
    let plain: Vec<_> = changed
        .iter()
        .filter(|(meta, ..)| !matches!(meta.kind, Kind::Table(_)))
        .map(|(meta, value, default)| vec![escaped(meta.label), spelled(meta, value), spelled(meta, default)])
        .collect();
    section(out, "Inputs that differ from the defaults", &["input", "value", "default"], &plain);
    for (meta, value, _) in &changed {
        if let (Kind::Table(table), Value::Rows(rows)) = (meta.kind, value) {
            let columns = table.columns();
            let names: Vec<_> = columns.iter().map(|column| escaped(column.meta.label)).collect();
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            let cells = |row: &Vec<Value>| {
                columns.iter().zip(row).map(|(column, cell)| escaped(&write_cell(column, cell))).collect()
            };
            let rows: Vec<Vec<_>> = rows.iter().map(cells).collect();
            section(out, &escaped(meta.label), &names, &rows);
        }
    }
    if changed.is_empty() {
        *out += "\n## Inputs\n\nAll inputs have their defaults.\n";
    }
}

fn spelled(meta: &Meta, value: &Value) -> String {
    match (meta.kind, value) {
        (Kind::Choice(choices), Value::Choice(key)) => {
            let choice = choices.iter().find(|choice| choice.key == *key);
            escaped(choice.map_or(key, |choice| choice.label))
        }
        _ => escaped(&meta.spell(value)),
    }
}

fn section(out: &mut String, title: &str, columns: &[&str], rows: &[Vec<String>]) {
    if rows.is_empty() {
        return;
    }
    *out += &format!("\n## {title}\n\n|");
    for column in columns {
        *out += &format!(" {column} |");
    }
    *out += "\n|";
    for _ in columns {
        *out += "---|";
    }
    out.push('\n');
    for row in rows {
        out.push('|');
        for cell in row {
            *out += &format!(" {cell} |");
        }
        out.push('\n');
    }
}

fn list<'a>(out: &mut String, title: &str, items: impl Iterator<Item = &'a str>) {
    for (index, item) in items.enumerate() {
        if index == 0 {
            *out += &format!("\n## {title}\n\n");
        }
        *out += &format!("- {}\n", escaped(item));
    }
}

/// A code span on one line; longer fences where the text holds backticks. Not for tables.
fn code(text: &str) -> String {
    let text: Vec<_> = text.split_whitespace().collect();
    let text = text.join(" ");
    if text.is_empty() {
        return text;
    }
    let (mut longest, mut run) = (0, 0);
    for char in text.chars() {
        run = if char == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Plain text as Markdown that shows just that, on one line, in a table too. Nothing in it becomes emphasis,
/// a link, HTML or a list.
pub(crate) fn escaped(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let text = words.join(" ");
    let mut out = String::with_capacity(text.len() + 8);
    let chars: Vec<char> = text.chars().collect();
    let is_word = |index: Option<usize>| {
        index.and_then(|index| chars.get(index)).is_some_and(|char: &char| char.is_alphanumeric())
    };
    let digits = chars.iter().take_while(|char| char.is_ascii_digit()).count();
    for (index, char) in chars.iter().enumerate() {
        let next = |ahead: usize| chars.get(index + ahead).copied().unwrap_or(' ');
        let is_special = match char {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '&' | '|' | '#' | '~' | '$' => true,
            // Within a word it stands for itself.
            '_' => !(is_word(index.checked_sub(1)) && is_word(Some(index + 1))),
            // What would start a list, or underline the line before.
            '+' | '-' | '=' => index == 0,
            '.' | ')' if index == digits && index > 0 => !is_word(Some(index + 1)),
            // What GitHub makes links of by itself.
            ':' => next(1) == '/' && next(2) == '/',
            '.' => text_before(&chars, index).eq_ignore_ascii_case("www"),
            '@' => true,
            _ => false,
        };
        if is_special {
            out.push('\\');
        }
        // Controls are nothing to see, and some renderers drop the rest of the text.
        if !char.is_control() {
            out.push(*char);
        }
    }
    out
}

fn text_before(chars: &[char], index: usize) -> String {
    chars.get(index.saturating_sub(3)..index).unwrap_or_default().iter().collect()
}
