//! Figures worked out by hand, presets, and what hides what.

mod properties;
mod reference;

use super::{Input, Vacuum};
use crate::calculators::{Calculator, asked};
use crate::chart::Plot;
use crate::field::Declared;
use crate::report::{Absent, Report, Severity};

/// The input of the pairs of a link.
#[track_caller]
fn input(query: &str) -> Input {
    asked::input(query)
}

#[track_caller]
fn report(query: &str) -> Report {
    asked::report::<Vacuum>(query)
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Vacuum>(query, state, expected)
}

const NEVER: Result<f64, Absent> = Err(Absent::Never);

#[test]
fn defaults() {
    // 22 units a page, 0.22 ms of sleep: 4545.45 pages/s, one dead row each. 2000 arise.
    // 20 workers: at 20 ms an operation 1000/s; 19 ms are 380,000 rows of 50 ns.
    let vacuum = 1.0 / 0.000_22;
    let report = expect(
        "",
        "keeps_up",
        &[
            ("vacuum_ceiling", Ok(vacuum)),
            ("vacuum_bytes", Ok(vacuum * 8192.0)),
            ("growth", Ok(2000.0 - vacuum)),
            ("trigger_at", Ok(4050.0)),
            ("tips_at", Ok(380_000.0)),
            ("time_to_tip", NEVER),
            ("capacity_now", Ok(10_000.0)),
            ("capacity_at_tip", Ok(1000.0)),
            ("throughput_floor", Ok(vacuum / 2.0)),
            ("clear_time", Ok(20_000.0 / (vacuum - 2000.0))),
            ("pass_time", Err(Absent::NotApplicable)),
        ],
    );
    assert_eq!(report.verdict.severity, Severity::Ok);
    assert_eq!(report.figures.len(), 11);
    assert!(report.steps.iter().any(|step| step.numbers.contains("(20 / 1,000/s − 1 ms) / 50 ns = 380,000")));
}

#[test]
fn behind_by_too_little_vacuum() {
    // A tenth of the pages: 454.5 rows/s against 2000.
    let net = 2000.0 - 1.0 / 0.0022;
    let query = "cost_delay=20ms";
    expect(
        query,
        "behind",
        &[("growth", Ok(net)), ("time_to_tip", Ok(360_000.0 / net)), ("clear_time", NEVER)],
    );
    // From none on vacuum first waits for its 4050.
    let from_none = 4050.0 / 2000.0 + (380_000.0 - 4050.0) / net;
    expect("cost_delay=20ms&dead=0", "behind", &[("time_to_tip", Ok(from_none)), ("clear_time", Ok(0.0))]);
    // Costless dead rows grow without end, and tip nothing.
    let costless =
        expect("cost_delay=20ms&per_dead=0s", "behind", &[("time_to_tip", NEVER), ("tips_at", NEVER)]);
    assert!(costless.verdict.text.contains("without end"), "{}", costless.verdict.text);
}

#[test]
fn behind_by_a_snapshot() {
    // 360,000 rows at 2000/s are 180 s: before the hour is over.
    let report = expect(
        "held=60min",
        "behind",
        &[("time_to_tip", Ok(180.0)), ("growth", Ok(2000.0)), ("vacuum_ceiling", Ok(1.0 / 0.000_22))],
    );
    assert!(report.verdict.detail.contains("snapshot"), "{}", report.verdict.detail);
    assert!(report.notes.iter().any(|note| note.text.contains("snapshot is held")));
    // Once it is released vacuum gets ahead, and drains what has queued, though that takes long.
    assert!(report.verdict.detail.contains("gets ahead again"), "{}", report.verdict.detail);
    let at = report.figure("clear_time").expect("figure").value.expect("cleared");
    assert!(at > 3600.0 && at < 3.0 * 3600.0, "{at}");
    // Released after two minutes it comes to 260,000, and is clear 102 s later.
    let vacuum = 1.0 / 0.000_22;
    let report = expect(
        "held=2min",
        "keeps_up",
        &[("time_to_tip", NEVER), ("clear_time", Ok(120.0 + 260_000.0 / (vacuum - 2000.0)))],
    );
    assert!(report.verdict.text.contains("260,000"), "{}", report.verdict.text);
}

#[test]
fn behind_by_the_trigger() {
    // 2,000,050 dead rows are waited for; 360,000 more are enough.
    let report =
        expect("rows=10000000", "behind", &[("trigger_at", Ok(2_000_050.0)), ("time_to_tip", Ok(180.0))]);
    assert!(report.verdict.detail.contains("waits for 2"), "{}", report.verdict.detail);
    expect("rows=10000000&max_threshold=100000", "keeps_up", &[("trigger_at", Ok(100_000.0))]);
    // The launcher's minute counts where the trigger alone would do.
    let near = report_note("rows=1500000", "autovacuum_naptime");
    assert!(near && !report_note("", "autovacuum_naptime"));
}

fn report_note(query: &str, part: &str) -> bool {
    report(query).notes.iter().any(|note| note.text.contains(part))
}

#[test]
fn tipped() {
    // 10 million rows are 0.5 s: 20/0.501 s. Vacuum removes more than the 80 that still arise.
    let vacuum = 1.0 / 0.000_22;
    let capacity = 20.0 / 0.501;
    let report = expect(
        "dead=10000000",
        "tipped",
        &[("time_to_tip", Ok(0.0)), ("capacity_now", Ok(capacity)), ("growth", Ok(2.0 * capacity - vacuum))],
    );
    assert_eq!(report.verdict.severity, Severity::Critical);
    assert!(report.verdict.detail.contains("gets ahead again"), "{}", report.verdict.detail);
    // With a tenth of vacuum it levels off where 227/s are done: 1.74 million rows.
    let settles = expect(
        "dead=10000000&cost_delay=20ms",
        "tipped",
        &[("throughput_floor", Ok(1.0 / 0.0044)), ("clear_time", NEVER)],
    );
    assert!(settles.verdict.detail.contains("levels off at 1.74 million"), "{}", settles.verdict.detail);
    // More is asked than even a clean table does.
    let asked = "rate=30k/s";
    let over = expect(asked, "tipped", &[("tips_at", Ok(0.0)), ("capacity_at_tip", Ok(20_000.0))]);
    assert!(over.verdict.detail.contains("no dead rows"), "{}", over.verdict.detail);
    expect("stolen=100pct", "tipped", &[("capacity_now", Ok(0.0)), ("tips_at", Ok(0.0))]);
}

#[test]
fn nothing_slows_vacuum_down() {
    let report = expect(
        "cost_delay=0s",
        "keeps_up",
        &[
            ("vacuum_ceiling", Err(Absent::Unlimited)),
            ("vacuum_bytes", Err(Absent::Unlimited)),
            ("throughput_floor", Ok(20_000.0)),
        ],
    );
    assert!(report.verdict.text.contains("nothing slows vacuum down"));
    expect("cost_delay=0s&page_time=100us", "keeps_up", &[("vacuum_ceiling", Ok(10_000.0))]);
    expect("cost_delay=0s&page_time=100us&dead_per_page=0", "behind", &[("vacuum_ceiling", Ok(0.0))]);
    expect(
        "cost_delay=0s&dead_per_page=0",
        "behind",
        &[("vacuum_ceiling", Ok(0.0)), ("throughput_floor", Ok(0.0))],
    );
}

#[test]
fn quiet_tables() {
    expect("rate=0/s", "keeps_up", &[("tips_at", NEVER), ("clear_time", Ok(20_000.0 * 0.000_22))]);
    expect("dead_per_op=0", "keeps_up", &[("throughput_floor", Ok(20_000.0)), ("time_to_tip", NEVER)]);
    expect("dead=0&rate=0/s", "keeps_up", &[("clear_time", Ok(0.0))]);
}

#[test]
fn workers_of_vacuum_share_its_limit() {
    let alone = 1.0 / 0.000_22;
    let report = expect("sharing=3", "behind", &[("vacuum_ceiling", Ok(alone / 3.0))]);
    assert!(report.notes.iter().any(|note| note.text.contains("they share one cost limit")));
    // Those that do the operations change what can be done, and nothing else.
    expect("workers=40", "keeps_up", &[("vacuum_ceiling", Ok(alone)), ("capacity_now", Ok(20_000.0))]);
}

#[test]
fn what_a_page_costs() {
    for (page, cost) in [
        ("page=hit", 1.0),
        ("page=miss", 2.0),
        ("page=dirty", 20.0),
        ("page=hit_dirty", 21.0),
        ("page=miss_dirty", 22.0),
        ("page=miss&miss_cost=10", 10.0),
        ("page=mix", 1.0),
        ("page=mix&misses=50pct&dirtied=10pct", 3.5),
    ] {
        let report = report(page);
        let value = report.figure("vacuum_ceiling").expect("figure").value.expect("a limit");
        assert!((value * cost - 100_000.0).abs() < 1e-6, "{page}: {value}");
    }
}

#[test]
fn whole_pass() {
    // 131,072 pages read and dirtied, 13,108 of an index, and the first again: 22 + 21 units each.
    let cost = 131_072.0 * (22.0 + 21.0) + 13_108.0 * 22.0;
    let query = "heap=1GiB&indexes=102.4MiB";
    let report = expect(query, "keeps_up", &[("pass_time", Ok(cost * 1e-5))]);
    assert!(report.notes.iter().any(|note| note.text.contains("A pass takes")));
}

#[test]
fn presets_do_what_they_say() {
    for preset in Vacuum::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}: {}", preset.title, report.verdict.text);
    }
    for state in Vacuum::STATES {
        assert!(Vacuum::PRESETS.iter().any(|preset| preset.state == *state), "no preset is {state}");
    }
    // Tens of millions of dead rows, far beyond the tipping point.
    let incident = report(Vacuum::PRESETS[0].query);
    let tip = incident.figure("tips_at").expect("figure").value.expect("tips");
    assert!(tip < 30e6 / 5.0, "{tip}");
    // The manual vacuum gains on the dead rows.
    let manual = report(Vacuum::PRESETS[1].query);
    assert!(manual.figure("growth").expect("figure").value.expect("a rate") < 0.0);
    assert!(manual.notes.iter().any(|note| note.text.contains("takes from operations it would tip")));
}

#[test]
fn charts_show_the_tipping_point() {
    for (query, tips) in [("held=60min", true), ("", false), ("cost_delay=20ms", true)] {
        let report = report(query);
        assert_eq!(report.charts.len(), 2);
        for chart in &report.charts {
            let Plot::Lines { markers, .. } = &chart.plot else { panic!("lines") };
            assert_eq!(markers.iter().any(|marker| marker.label == "tips over"), tips, "{query}");
        }
    }
    // At the marker the curve of dead rows is at the tipping point, and capacity at what is asked.
    let report = report("held=60min");
    for (chart, expected) in report.charts.iter().zip([380_000.0, 1000.0]) {
        let Plot::Lines { series, .. } = &chart.plot else { panic!("lines") };
        let value = series[0].at(180.0).expect("in the chart");
        assert!((value / expected - 1.0).abs() < 1e-9, "{}: {value}", chart.key);
    }
}

#[test]
fn declaration() {
    let shown = |query: &str| -> Vec<_> {
        let input = input(query);
        Input::fields().iter().filter(|field| (field.applies)(&input)).map(|field| field.meta.key).collect()
    };
    for key in [
        "rate",
        "dead_per_op",
        "base",
        "per_dead",
        "workers",
        "cost_limit",
        "cost_delay",
        "page",
        "dead_per_page",
        "held",
        "stolen",
        "dead",
        "threshold",
        "scale",
        "rows",
    ] {
        assert!(shown("").contains(&key), "{key}");
    }
    assert!(!shown("").contains(&"misses") && shown("page=mix").contains(&"dirtied"));
    assert!(
        !shown("page=hit").contains(&"miss_cost") && shown("page=mix&misses=1pct").contains(&"miss_cost")
    );
    assert!(!shown("").contains(&"indexes") && shown("heap=1GB").contains(&"indexes"));
}
