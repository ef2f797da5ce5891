//! Over every preset, and over names that want to be something else.

mod json_tests;
mod markdown_tests;
mod picture_tests;

use super::{Address, csv, csv_all};
use crate::calculators;
use crate::chart::{ChartSpec, Plot, bar_sums, finite_points};
use crate::report::Report;
use crate::scenario::{Issue, Scenario, decode};

pub(super) const HOSTILE: [&str; 6] = [
    "<script>&\"'",
    "=HYPERLINK(\"http://evil.example\",\"a\")",
    "a|b`c``d`*e* _f_ [g](h) ~~i~~ $j$",
    "</text></svg> ]]>",
    "# x, y; z",
    "@team www.evil.example https://evil.example",
];

fn percent(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// Jobs and machines with such names.
pub(super) fn hostile() -> (Scenario, Report) {
    let jobs: Vec<_> = HOSTILE.iter().map(|name| format!("{},3,1,2GB", percent(name))).collect();
    let link = format!("packing?jobs={}&types={},4,8GB,,1", jobs.join(";"), percent(HOSTILE[0]));
    let decoded = decode(&link).expect("a calculator");
    assert_eq!(decoded.issues, []);
    let report = decoded.scenario.evaluate(&[]).expect("a report");
    (decoded.scenario, report)
}

/// Every preset, every default, and the hostile one.
pub(super) fn all() -> Vec<(Scenario, Report)> {
    let mut links = Vec::new();
    for calculator in calculators::all() {
        links.push(calculator.id().to_owned());
        links.extend(
            calculator.presets().iter().map(|preset| format!("{}?{}", calculator.id(), preset.query)),
        );
    }
    let answered = |link: String| {
        let scenario = decode(&link).expect("a calculator").scenario;
        let report = scenario.evaluate(&[]).expect("a report");
        (scenario, report)
    };
    links.into_iter().map(answered).chain([hostile()]).collect()
}

pub(super) fn address() -> Address {
    Address::read("https://headroom.example/app/").expect("an address")
}

pub(super) fn issues() -> Vec<Issue> {
    let link = "pooler?open=blue&opne=\"\\\u{1}\u{7f}é\t";
    let issues = decode(link).expect("a calculator").issues;
    assert_eq!(issues.len(), 2);
    issues
}

/// Reads a table back: heads and rows.
fn read(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    assert!(text.ends_with("\r\n") && !text.replace("\r\n", "").contains('\r'));
    let mut reader = ::csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let head = reader.headers().expect("a head").iter().map(str::to_owned).collect();
    let row = |row: Result<::csv::StringRecord, _>| {
        row.expect("a row").iter().map(str::to_owned).collect::<Vec<_>>()
    };
    (head, reader.records().map(row).collect())
}

fn numbers(row: &[String], from: usize) -> Vec<f64> {
    row[from..].iter().map(|cell| cell.parse().expect("a number")).collect()
}

fn unguarded(name: &str) -> &str {
    name.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(name)
}

fn check_chart(chart: &ChartSpec) {
    let (head, rows) = read(&csv(chart));
    match &chart.plot {
        Plot::Lines { series, .. } => {
            assert!(head[0] == "series" && head[1].contains(" [") && head[2].ends_with(']'), "{head:?}");
            let expected: Vec<(&str, f64, f64)> = series
                .iter()
                .flat_map(|series| {
                    finite_points(&series.points).into_iter().map(|(x, y)| (series.name.as_str(), x, y))
                })
                .collect();
            assert_eq!(rows.len(), expected.len());
            for (row, (name, x, y)) in rows.iter().zip(expected) {
                assert_eq!((unguarded(&row[0]), numbers(row, 1)), (name, vec![x, y]), "bit for bit");
            }
        }
        Plot::Bars { bars, names, .. } => {
            assert_eq!(head.len(), names.len() + 2);
            for (head, name) in head[2..].iter().zip(names) {
                assert_eq!(unguarded(head.strip_suffix(" [1]").expect("a unit")), name);
            }
            assert_eq!(rows.len(), bars.len());
            for (row, bar) in rows.iter().zip(bars) {
                assert_eq!(unguarded(&row[0]), bar.label);
                assert_eq!(row[1], bar.count.to_string());
                assert_eq!(numbers(row, 2), bar_sums(bar, names.len()));
            }
        }
    }
}

#[test]
fn csv_reads_back_as_the_chart() {
    for (_, report) in all() {
        report.charts.iter().for_each(check_chart);
        let (head, rows) = read(&csv_all(&report));
        assert_eq!(head.join(","), "chart,series,x,x_unit,y,y_unit,count");
        let expected: usize = report
            .charts
            .iter()
            .map(|chart| match &chart.plot {
                Plot::Lines { series, .. } => {
                    series.iter().map(|series| finite_points(&series.points).len()).sum()
                }
                Plot::Bars { bars, names, .. } => bars.len() * names.len(),
            })
            .sum();
        assert_eq!(rows.len(), expected);
        for row in &rows {
            assert!(report.charts.iter().any(|chart| chart.key == row[0]));
            assert!(row[4].parse::<f64>().is_ok_and(f64::is_finite) && !row[5].is_empty(), "{row:?}");
            assert_ne!(row[3].is_empty(), row[6].is_empty(), "a bar has a count, a point has a unit");
        }
    }
}

#[test]
fn names_in_csv_are_no_formulas() {
    let (_, report) = hostile();
    for text in report.charts.iter().map(csv).chain([csv_all(&report)]) {
        let (head, rows) = read(&text);
        for cell in head.iter().chain(rows.iter().flatten()) {
            let is_number = cell.parse::<f64>().is_ok();
            assert!(is_number || !cell.starts_with(['=', '+', '-', '@']), "{cell}");
        }
        assert!(text.contains("'=HYPERLINK"), "{text}");
    }
}

#[test]
fn a_clock_is_in_the_unit() {
    let scenario = decode("wal?from=08:00Z").expect("a calculator").scenario;
    let report = scenario.evaluate(&[]).expect("a report");
    let (head, _) = read(&csv(&report.charts[0]));
    assert!(head[1].ends_with("[s after 08:00Z]"), "{head:?}");
}

#[test]
fn addresses_are_checked() {
    let scenario = decode("pooler?open=100ms").expect("a calculator").scenario;
    for (text, link) in [
        ("https://a.example/x/", "https://a.example/x/#/pooler?open=100ms"),
        (" http://localhost:8080/#/wal?from=off ", "http://localhost:8080/#/pooler?open=100ms"),
        ("../headroom/index.html", "../headroom/index.html#/pooler?open=100ms"),
        ("file:///srv/index.html", "file:///srv/index.html#/pooler?open=100ms"),
    ] {
        assert_eq!(Address::read(text).expect("an address").link(&scenario), link);
    }
    for text in
        ["", "javascript:alert(1)", "https://a.example/\"onload", "https://a b", "a.example", "data:,x"]
    {
        assert!(Address::read(text).is_err(), "{text}");
    }
}
