//! Charts as tables for spreadsheets and programs: RFC 4180, SI units.

use super::number::plain;
use crate::chart::{Axis, ChartSpec, Plot, bar_sums, finite_points};
use crate::report::{Report, si_unit};

/// One chart. Lines are in long form, a point a row, so that a jump keeps both its values:
/// `series,<x> [unit],<y> [unit]`. Bars are a row each: `bar,count,<name> [unit],…`.
pub fn csv(chart: &ChartSpec) -> String {
    let mut out = Table::default();
    match &chart.plot {
        Plot::Lines { x, y, series, .. } => {
            out.row(&["series".into(), heading(x, "time"), heading(y, "value")]);
            for series in series {
                for (x, y) in finite_points(&series.points) {
                    out.row(&[text(&series.name), number(x), number(y)]);
                }
            }
        }
        Plot::Bars { y, bars, names } => {
            let mut head = vec!["bar".into(), "count".into()];
            head.extend(names.iter().map(|name| format!("{} [{}]", text(name), si_unit(y.unit))));
            out.row(&head);
            for bar in bars {
                let mut row = vec![text(&bar.label), bar.count.to_string()];
                row.extend(bar_sums(bar, names.len()).into_iter().map(number));
                out.row(&row);
            }
        }
    }
    out.0
}

/// Every chart of a report in long form: `chart,series,x,x_unit,y,y_unit,count`. For bars x is the name of
/// the bar, without a unit, and `count` says how many equal ones it stands for.
pub fn csv_all(report: &Report) -> String {
    let mut out = Table::default();
    out.row(&["chart", "series", "x", "x_unit", "y", "y_unit", "count"].map(String::from));
    for chart in &report.charts {
        let key = chart.key.to_owned();
        match &chart.plot {
            Plot::Lines { x: along, y: up, series, .. } => {
                for series in series {
                    for (x, y) in finite_points(&series.points) {
                        let (x, y) = (number(x), number(y));
                        let name = text(&series.name);
                        out.row(&[key.clone(), name, x, unit(along), y, unit(up), String::new()]);
                    }
                }
            }
            Plot::Bars { y: up, bars, names } => {
                for bar in bars {
                    for (name, sum) in names.iter().zip(bar_sums(bar, names.len())) {
                        let (bar_name, count) = (text(&bar.label), bar.count.to_string());
                        let (name, sum) = (text(name), number(sum));
                        out.row(&[key.clone(), name, bar_name, String::new(), sum, unit(up), count]);
                    }
                }
            }
        }
    }
    out.0
}

fn number(value: f64) -> String {
    plain(value).unwrap_or_default()
}

fn unit(axis: &Axis) -> String {
    match axis.clock {
        Some(clock) => format!("{} after {}", si_unit(axis.unit), clock.write()),
        None => si_unit(axis.unit).into(),
    }
}

fn heading(axis: &Axis, name: &str) -> String {
    let name = if axis.label.is_empty() { name } else { &axis.label };
    format!("{} [{}]", text(name), unit(axis))
}

/// A name. Spreadsheets take what begins with one of these signs for a formula, and a link from a stranger
/// may hold one: an apostrophe before it says that it is text.
fn text(name: &str) -> String {
    match name.trim_start().starts_with(['=', '+', '-', '@']) {
        true => format!("'{name}"),
        false => name.into(),
    }
}

#[derive(Default)]
struct Table(String);

impl Table {
    fn row(&mut self, cells: &[String]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            self.cell(cell);
        }
        self.0 += "\r\n";
    }

    fn cell(&mut self, cell: &str) {
        if !cell.contains([',', '"', '\r', '\n']) {
            self.0 += cell;
            return;
        }
        self.0.push('"');
        for char in cell.chars() {
            if char == '"' {
                self.0.push('"');
            }
            self.0.push(char);
        }
        self.0.push('"');
    }
}
