//! Figures worked out by hand, presets, and what is refused.

mod properties;
mod reference;

use super::{Cells, Input};
use crate::calculators::{Calculator, asked};
use crate::chart::Plot;
use crate::report::{Absent, Report, Severity};

/// The input of the pairs of a link.
#[track_caller]
fn input(query: &str) -> Input {
    asked::input(query)
}

#[track_caller]
fn report(query: &str) -> Report {
    asked::report::<Cells>(query)
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Cells>(query, state, expected)
}

#[test]
fn defaults() {
    let report = expect(
        "",
        "holds",
        &[
            ("affected_share", Ok(0.25)),
            ("safe_utilisation", Ok(0.75)),
            ("utilisation_after", Ok(0.8)),
            ("unserved_share", Ok(0.0)),
            ("chain_availability", Ok(0.999)),
            ("some_cell_down", Ok(1.0 - 0.999_f64.powi(4))),
            ("shards", Ok(28.0)),
            ("same_shard", Ok(1.0 / 28.0)),
            ("shard_down", Ok(1.0 / 28.0)),
            ("shard_touched", Ok(13.0 / 28.0)),
            ("write_per_cell", Ok(35e6)),
            ("cells_needed", Ok(3.0)),
        ],
    );
    assert_eq!(report.verdict.severity, Severity::Ok);
    assert_eq!(report.figures.len(), 13);
    assert_eq!(report.tables[0].rows.len(), 3);
}

#[test]
fn overload() {
    let over = expect(
        "utilisation=80pct",
        "overload",
        &[("utilisation_after", Ok(0.8 * 4.0 / 3.0)), ("unserved_share", Ok(0.0625))],
    );
    assert_eq!(over.verdict.severity, Severity::Critical);
    assert!(over.notes.iter().any(|note| note.text.contains("one after the other")));
    // Just full is not over; close to it is worth a warning.
    let full = expect("utilisation=75pct", "holds", &[("utilisation_after", Ok(1.0))]);
    assert_eq!(full.verdict.severity, Severity::Warning);
    // Nothing is left.
    expect(
        "cells=1",
        "overload",
        &[
            ("affected_share", Ok(1.0)),
            ("safe_utilisation", Ok(0.0)),
            ("utilisation_after", Err(Absent::Unlimited)),
            ("unserved_share", Ok(1.0)),
        ],
    );
    expect("cells=1&utilisation=0pct", "overload", &[("utilisation_after", Err(Absent::NotApplicable))]);
    // Nothing fails, and there is too much all the same.
    expect("failed=0&utilisation=110pct", "overload", &[("unserved_share", Ok(1.0 - 1.0 / 1.1))]);
    expect("failed=0", "holds", &[("affected_share", Ok(0.0)), ("safe_utilisation", Ok(1.0))]);
}

#[test]
fn things_in_several_cells() {
    let report = expect(
        "cells=3&placements=2&availability=99.95pct",
        "holds",
        &[
            ("affected_share", Ok(5.0 / 9.0)),
            ("chain_availability", Ok(0.9995 * 0.9995)),
            ("any_availability", Ok(1.0 - 0.0005 * 0.0005)),
        ],
    );
    assert!(report.notes.iter().any(|note| note.text.contains("instead of 33.3 %")));
    // Two of ten: 1 − 0.8³.
    expect("cells=10&failed=2&placements=3", "holds", &[("affected_share", Ok(1.0 - 0.512))]);
}

#[test]
fn database() {
    expect("write=150MB/s", "holds", &[("cells_needed", Ok(3.0)), ("write_per_cell", Ok(37.5e6))]);
    expect("write=150.1MB/s", "holds", &[("cells_needed", Ok(4.0))]);
    expect("write=0B/s&ceiling=0B/s", "holds", &[("cells_needed", Ok(1.0)), ("write_per_cell", Ok(0.0))]);
    expect("ceiling=0B/s", "holds", &[("cells_needed", Err(Absent::Never))]);
    let short = report("cells=2&utilisation=40pct");
    assert!(short.notes.iter().any(|note| note.text.contains("The writes need 3 cells")));
}

#[test]
fn large_shards() {
    let many = expect(
        "workers=10000&shard=5000",
        "holds",
        &[("shards", Err(Absent::Unlimited)), ("same_shard", Ok(0.0))],
    );
    // The table is around the likely 2500.
    let rows = &many.tables[0].rows;
    assert!(rows.len() == 8 && rows.iter().any(|row| row[0] == "2,500"), "{rows:?}");
    expect("workers=2&shard=2&workers_failed=0", "holds", &[("shards", Ok(1.0)), ("same_shard", Ok(1.0))]);
}

#[test]
fn what_makes_no_scenario() {
    for (query, keys) in [
        ("failed=5", ["failed", "cells"]),
        ("shard=9", ["shard", "workers"]),
        ("workers_failed=9", ["workers_failed", "workers"]),
    ] {
        let error = Cells::evaluate(&input(query)).expect_err(query);
        assert_eq!(error.keys, keys, "{query}: {error}");
    }
    expect("failed=4", "overload", &[]);
    expect("shard=8", "holds", &[]);
}

#[test]
fn charts_show_both_costs() {
    let report = report("cells=5&failed=2&utilisation=60pct");
    let Plot::Lines { series, levels, markers, .. } = &report.charts[0].plot else { panic!("lines") };
    let near = |value: Option<f64>, expected: f64| (value.expect("there") - expected).abs() < 1e-9;
    assert!(near(series[0].at(5.0), 0.4) && near(series[1].at(5.0), 1.0));
    // Of two cells nothing is left.
    assert!(near(series[0].at(2.0), 1.0) && series[1].at(2.0).is_none() && near(series[1].at(3.0), 1.8));
    assert_eq!((levels[0].y, markers[0].x), (1.0, 5.0));
    let Plot::Lines { series, .. } = &report.charts[1].plot else { panic!("lines") };
    assert!(near(series[0].at(5.0), 0.4) && near(series[1].at(5.0), 1.0 - 0.999_f64.powi(5)));
    // The number there is is drawn exactly, however many there are.
    let many = super::Cells::evaluate(&input("cells=777&failed=3")).expect("scenario");
    let Plot::Lines { series, .. } = &many.charts[0].plot else { panic!("lines") };
    assert!(series[0].points.len() < 110 && near(series[0].at(777.0), 3.0 / 777.0));
}

#[test]
fn presets_do_what_they_say() {
    for preset in Cells::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}: {}", preset.title, report.verdict.text);
    }
    for state in Cells::STATES {
        assert!(Cells::PRESETS.iter().any(|preset| preset.state == *state), "no preset is {state}");
    }
    let value = |index: usize, key| {
        report(Cells::PRESETS[index].query).figure(key).expect(key).value.expect("a number")
    };
    assert!((value(0, "affected_share") - 5.0 / 9.0).abs() < 1e-9);
    assert_eq!((value(1, "affected_share"), value(1, "cells_needed")), (1.0, 3.0));
    assert!(value(2, "utilisation_after") < 0.9 && value(2, "write_per_cell") < 50e6);
    assert!((value(3, "utilisation_after") - 1.05).abs() < 1e-9);
    assert!((value(3, "unserved_share") - 1.0 / 21.0).abs() < 1e-9);
    assert_eq!(value(4, "shards"), 75_287_520.0);
}
