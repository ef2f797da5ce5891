//! The answer as JSON, the same from the page and from the command line. Values are SI.
//!
//! A writer of its own: `serde_json` would be a tenth of what the page loads.

use super::number::exact;
use crate::calculators::Simulation;
use crate::field::Value;
use crate::report::{Absent, Figure, ModelError, Note, Report, Severity, Table, Verdict, si_unit};
use crate::scenario::{Issue, Scenario};

/// The answer with its link, and what could not be read of it; indented, with a line end.
pub fn json(scenario: &Scenario, answer: &Result<Report, ModelError>, issues: &[Issue]) -> String {
    let mut json = Json::default();
    json.open('{');
    json.pair("calculator", scenario.calculator.id());
    json.pair("link", &scenario.encode());
    match answer {
        Ok(report) => {
            json.key("verdict");
            json.open('{');
            verdict(&mut json, &report.verdict);
            json.close('}');
        }
        Err(error) => model_error(&mut json, error),
    }
    body(&mut json, answer.as_ref().ok());
    self::issues(&mut json, issues);
    json.close('}');
    json.out.push('\n');
    json.out
}

/// The simulated answer with its link, as [`json`]; the verdict has the shares of the runs as well.
pub fn simulation_json(
    scenario: &Scenario,
    answer: &Result<Simulation, ModelError>,
    issues: &[Issue],
) -> String {
    let mut json = Json::default();
    json.open('{');
    json.pair("calculator", scenario.calculator.id());
    json.pair("link", &scenario.encode());
    match answer {
        Ok(simulation) => {
            json.key("verdict");
            json.open('{');
            verdict(&mut json, &simulation.verdict);
            json.key("shares");
            json.open('{');
            for share in &simulation.shares {
                json.key(share.key);
                json.number(Some(share.share.value));
            }
            json.close('}');
            json.close('}');
            json.key("runs");
            json.out += &simulation.runs.to_string();
            let seed = scenario.calculator.fields().iter().position(|meta| meta.key == "seed");
            if let Some(Value::Number(seed)) = seed.and_then(|at| scenario.values.get(at)) {
                json.key("seed");
                json.out += &(*seed as u64).to_string();
            }
        }
        Err(error) => model_error(&mut json, error),
    }
    let simulation = answer.as_ref().ok();
    json.list("figures", simulation.into_iter().flat_map(|answer| &answer.figures), figure);
    json.list("tables", simulation.into_iter().flat_map(|answer| &answer.tables), table);
    json.list("notes", simulation.into_iter().flat_map(|answer| &answer.notes), note);
    self::issues(&mut json, issues);
    json.close('}');
    json.out.push('\n');
    json.out
}

fn verdict(json: &mut Json, verdict: &Verdict) {
    json.pair("state", verdict.state);
    json.pair("severity", severity(verdict.severity));
    json.pair("text", &verdict.text);
    json.pair("detail", &verdict.detail);
}

fn model_error(json: &mut Json, error: &ModelError) {
    json.key("error");
    json.open('{');
    json.pair("message", &error.message);
    json.strings("keys", error.keys.iter().copied());
    json.close('}');
}

fn note(json: &mut Json, note: &Note) {
    json.pair("severity", severity(note.severity));
    json.pair("text", &note.text);
}

fn issues(json: &mut Json, issues: &[Issue]) {
    json.list("issues", issues.iter(), |json, issue| {
        json.pair("key", &issue.key);
        json.pair("text", &issue.text);
        json.pair("message", &issue.message);
        if let Some(suggestion) = &issue.suggestion {
            json.pair("suggestion", suggestion);
        }
    });
}

/// Figures, tables, notes and steps; without a report there are none of them.
fn body(json: &mut Json, report: Option<&Report>) {
    json.list("figures", report.into_iter().flat_map(|report| &report.figures), figure);
    json.list("tables", report.into_iter().flat_map(|report| &report.tables), table);
    json.list("notes", report.into_iter().flat_map(|report| &report.notes), note);
    json.list("steps", report.into_iter().flat_map(|report| &report.steps), |json, step| {
        json.pair("what", &step.what);
        json.pair("formula", &step.formula);
        json.pair("numbers", &step.numbers);
        json.pair("source", step.source);
    });
}

fn table(json: &mut Json, table: &Table) {
    json.pair("key", table.key);
    json.pair("title", &table.title);
    json.strings("columns", table.columns.iter().map(String::as_str));
    json.key("rows");
    json.open('[');
    for row in &table.rows {
        json.item();
        json.open('[');
        for cell in row {
            json.item();
            json.string(cell);
        }
        json.close(']');
    }
    json.close(']');
}

fn figure(json: &mut Json, figure: &Figure) {
    json.pair("key", figure.key);
    json.pair("label", figure.label);
    json.key("value");
    json.number(figure.value.ok());
    match figure.value {
        Ok(_) => {
            json.key("absent");
            json.out += "null";
        }
        Err(absent) => json.pair("absent", self::absent(absent)),
    }
    if let Some((low, high)) = figure.range {
        json.key("range");
        json.open('[');
        for end in [low, high] {
            json.item();
            json.number(Some(end));
        }
        json.close(']');
    }
    json.pair("unit", si_unit(figure.unit));
    json.pair("text", &figure.text);
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Ok => "ok",
        Severity::Warning => "warning",
        Severity::Critical => "critical",
    }
}

const fn absent(absent: Absent) -> &'static str {
    match absent {
        Absent::Never => "never",
        Absent::Unlimited => "unlimited",
        Absent::NotApplicable => "not_applicable",
    }
}

#[derive(Default)]
struct Json {
    out: String,
    depth: usize,
    /// Whether something stands already in the innermost bracket.
    has_items: bool,
}

impl Json {
    fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.depth += 1;
        self.has_items = false;
    }

    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if self.has_items {
            self.line();
        }
        self.out.push(bracket);
        self.has_items = true;
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out += "  ";
        }
    }

    fn item(&mut self) {
        if self.has_items {
            self.out.push(',');
        }
        self.line();
        self.has_items = true;
    }

    fn key(&mut self, key: &str) {
        self.item();
        self.string(key);
        self.out += ": ";
    }

    fn pair(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value);
    }

    fn strings<'a>(&mut self, key: &str, values: impl Iterator<Item = &'a str>) {
        self.key(key);
        self.open('[');
        for value in values {
            self.item();
            self.string(value);
        }
        self.close(']');
    }

    /// Objects, each with what `fill` puts in.
    fn list<'a, T: 'a>(
        &mut self,
        key: &str,
        items: impl Iterator<Item = &'a T>,
        fill: impl Fn(&mut Self, &'a T),
    ) {
        self.key(key);
        self.open('[');
        for item in items {
            self.item();
            self.open('{');
            fill(self, item);
            self.close('}');
        }
        self.close(']');
    }

    fn number(&mut self, value: Option<f64>) {
        match value.and_then(exact) {
            Some(text) => self.out += &text,
            None => self.out += "null",
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for char in text.chars() {
            match char {
                '"' => self.out += "\\\"",
                '\\' => self.out += "\\\\",
                '\n' => self.out += "\\n",
                '\r' => self.out += "\\r",
                '\t' => self.out += "\\t",
                '\u{8}' => self.out += "\\b",
                '\u{c}' => self.out += "\\f",
                '\0'..='\u{1f}' => self.out += &format!("\\u{:04x}", char as u32),
                char => self.out.push(char),
            }
        }
        self.out.push('"');
    }
}
