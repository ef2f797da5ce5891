//! What the models say, beside what was measured, published or worked out by others.
//!
//! Each calculator exhibits what there is for it. Every row asks the calculator by a link, as anybody could;
//! none is left out because it disagrees.

use crate::calculators::{self, Card};
use crate::chart::{Axis, ChartSpec, Plot, Role, Series};
use crate::quantity::{Unit, show};
use crate::report::Report;
use crate::scenario::decode;

/// One comparison of a model with something else.
#[derive(Clone, Debug, PartialEq)]
pub struct Exhibit {
    /// What is compared.
    pub title: &'static str,
    /// What was done, and by whom.
    pub how: &'static str,
    /// How well it agrees.
    pub says: String,
    /// The pictures.
    pub charts: Vec<ChartSpec>,
    /// The heads of the columns; the first one names the rows.
    pub columns: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Line>,
}

/// One row of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its cells.
    pub cells: Vec<String>,
    /// The scenario that was asked, without a host.
    pub link: String,
    /// Whether both agree, where that can be said.
    pub agrees: Option<bool>,
    /// Why they do not, or why it cannot be said.
    pub why: &'static str,
}

/// The exhibits of one calculator.
pub type Case = (&'static Card, Vec<Exhibit>);

/// All there is.
#[derive(Clone, Debug)]
pub struct Exhibits {
    /// For each calculator.
    pub cases: Vec<Case>,
    /// All their charts.
    pub charts: Vec<ChartSpec>,
}

/// Works all of it out. Every calculator must be loaded.
pub fn exhibits() -> Exhibits {
    let cases = calculators::exhibits();
    let charts = cases.iter().flat_map(|(_, exhibits)| exhibits).flat_map(|exhibit| exhibit.charts.clone());
    Exhibits { charts: charts.collect(), cases }
}

/// The answer to a link.
pub struct Answer {
    /// The link as it is written.
    pub link: String,
    report: Option<Report>,
}

/// Asks a calculator.
pub fn ask(link: &str) -> Answer {
    let scenario =
        decode(link).ok().filter(|decoded| decoded.issues.is_empty()).map(|decoded| decoded.scenario);
    Answer {
        link: scenario.as_ref().map_or_else(|| link.to_owned(), |scenario| scenario.encode()),
        report: scenario.and_then(|scenario| scenario.evaluate(&[]).ok()),
    }
}

impl Answer {
    /// The state of the verdict; a dash where there is none.
    pub fn state(&self) -> &'static str {
        self.report.as_ref().map_or("—", |report| report.verdict.state)
    }

    /// A figure, where it is a number.
    pub fn value(&self, key: &str) -> Option<f64> {
        self.report.as_ref()?.figure(key)?.value.ok()
    }

    /// One of the charts.
    pub fn chart(&self, index: usize) -> Option<ChartSpec> {
        self.report.as_ref()?.charts.get(index).cloned()
    }
}

/// The rows of a table of comma separated values.
pub struct Rows {
    head: Vec<String>,
    lines: Vec<Vec<String>>,
}

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    head: &'a [String],
    cells: &'a [String],
}

impl Rows {
    /// Reads a table whose first line names the columns.
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.is_empty()).map(cells);
        Self { head: lines.next().unwrap_or_default(), lines: lines.collect() }
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        self.lines.iter().map(|cells| Row { head: &self.head, cells })
    }
}

/// The cells of a line; a comma between quotation marks separates nothing.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for char in line.chars() {
        match (char, cells.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (',', _) if !is_quoted => cells.push(String::new()),
            (char, Some(cell)) => cell.push(char),
            _ => {}
        }
    }
    cells
}

impl<'a> Row<'a> {
    /// The cell in this column; empty where there is none.
    pub fn text(&self, column: &str) -> &'a str {
        let index = self.head.iter().position(|name| name == column);
        index.and_then(|index| self.cells.get(index)).map_or("", String::as_str)
    }

    /// The cell as a number, if it is one.
    pub fn number(&self, column: &str) -> Option<f64> {
        let text = self.text(column);
        let value = match text.strip_prefix('-') {
            Some(text) => crate::quantity::bare(text).map(|value| -value),
            None => crate::quantity::bare(text),
        };
        value.filter(|value| value.is_finite())
    }
}

/// A number as a link has it. (The standard library's printing would be the only one of its kind on the page.)
pub fn plain(value: f64) -> String {
    crate::math::decimal::text(value)
}

/// A figure as printed, or that it never happens.
pub fn text(unit: Unit, value: Option<f64>) -> String {
    value.map_or_else(|| "never".into(), |value| show(unit, value))
}

/// Predicted and measured, as a share of what was measured: `+3 %`.
pub fn error(predicted: f64, measured: f64) -> String {
    let sign = if predicted < measured { "" } else { "+" };
    format!("{sign}{}", show(Unit::Share, (predicted - measured) / measured))
}

/// How many of some pairs of predicted and measured lie so near to each other: `within 3 % in 4 of 4`.
pub fn within(pairs: &[(f64, f64)], share: f64) -> String {
    let near = |&&(predicted, measured): &&(f64, f64)| (predicted - measured).abs() <= share * measured.abs();
    let count = pairs.iter().filter(near).count();
    format!("within {} in {count} of {}", show(Unit::Share, share), pairs.len())
}

/// How many rows agree, of those of which it can be said.
pub fn agreed(rows: &[Line]) -> (usize, usize) {
    let said = rows.iter().filter_map(|row| row.agrees);
    (said.clone().filter(|agrees| *agrees).count(), said.count())
}

/// Measured against predicted: what agrees lies on the line.
pub fn against(key: &'static str, what: &str, unit: Unit, pairs: &[(f64, f64)]) -> ChartSpec {
    let most = pairs.iter().fold(0.0, |most: f64, pair| most.max(pair.0).max(pair.1));
    let axis = |label: &str| Axis::up_to(label, unit, most);
    let end = most * 1.05;
    let mut points = pairs.to_vec();
    crate::math::sorting::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
    ChartSpec {
        key,
        title: format!("{what}, measured against predicted"),
        caption: "A mark for each run; on the line both are the same.".into(),
        plot: Plot::Lines {
            x: axis("predicted"),
            y: axis("measured"),
            series: vec![
                Series::line("the same", Role::Muted, vec![(0.0, 0.0), (end, end)]).dashed(),
                Series::marks("measured", Role::Primary, points),
            ],
            spans: Vec::new(),
            levels: Vec::new(),
            markers: Vec::new(),
        },
    }
}

/// A chart of an answer with what was published or measured in it.
pub fn with_marks(
    chart: Option<ChartSpec>,
    key: &'static str,
    name: &str,
    marks: Vec<(f64, f64)>,
) -> Vec<ChartSpec> {
    let Some(mut chart) = chart else { return Vec::new() };
    chart.key = key;
    if let Plot::Lines { series, .. } = &mut chart.plot {
        series.push(Series::marks(name, Role::Secondary, marks));
    }
    vec![chart]
}
