//! Figures worked out by hand, presets, and what is refused.

mod properties;
mod reference;

use super::{Buffer, Input};
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
    asked::report::<Buffer>(query)
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Buffer>(query, state, expected)
}

const MIB: f64 = 1_048_576.0;

#[test]
fn defaults() {
    // 4,096,000 B/s into 1748 MiB.
    let full = 1748.0 * MIB / 4_096_000.0;
    let report = expect(
        "",
        "locked_out",
        &[
            ("time_to_full", Ok(full)),
            ("longest_outage", Ok(full)),
            ("memory_needed", Ok(300.0 * MIB + 4_096_000.0 * 900.0)),
            ("down", Ok(930.0 - full)),
            ("lost", Ok(930_000.0)),
            ("growth", Ok(4_096_000.0)),
            ("shed_needed", Ok(1.0 - full / 900.0)),
            ("max_rate", Ok(1000.0 * full / 900.0)),
        ],
    );
    assert_eq!(report.verdict.severity, Severity::Critical);
    assert_eq!(report.figures.len(), 8);
    assert!(report.notes.iter().any(|note| note.text.contains("needs the database")));
    // What is advised is enough, and a little less is not.
    expect("shed=50.3pct", "survives", &[("down", Ok(0.0))]);
    expect("shed=50.2pct", "locked_out", &[]);
    expect("rate=497/s", "survives", &[]);
    expect("rate=498/s", "locked_out", &[]);
}

#[test]
fn starts_without_the_database() {
    // Full after 447.488 s, up again at 477.488 s; the outage ends before it is full again.
    let full = 447.488;
    let once = expect(
        "needs_database=no",
        "full",
        &[("down", Ok(30.0)), ("lost", Ok(1000.0 * (full + 30.0))), ("time_to_full", Ok(full))],
    );
    assert!(once.verdict.text.contains("killed once"), "{}", once.verdict.text);
    // In an hour: killed at 447, 925, 1402, 1880, 2357, 2835 and 3312 s.
    let seven = expect(
        "needs_database=no&outage=1h",
        "full",
        &[("down", Ok(210.0)), ("lost", Ok(7.0 * 1000.0 * (full + 30.0)))],
    );
    assert!(seven.verdict.text.contains("killed 7 times"), "{}", seven.verdict.text);
    // With nothing free it starts, and is killed, for as long as the outage lasts.
    expect("needs_database=no&used=2GiB", "full", &[("down", Ok(900.0)), ("lost", Ok(900_000.0))]);
    let at_once = expect("needs_database=no&used=2GiB&boot=0s", "full", &[("down", Ok(900.0))]);
    assert!(at_once.verdict.text.contains("again and again"), "{}", at_once.verdict.text);
    // A start of no time is no time down, but loses what was in memory.
    expect(
        "needs_database=no&boot=0s&outage=10min",
        "full",
        &[("down", Ok(0.0)), ("lost", Ok(1000.0 * full))],
    );
}

#[test]
fn what_is_on_disk_is_not_lost() {
    // 4.096 MB/s arrive, 2.048 go to disk: full after twice the time, with as many items in memory.
    let full = 2.0 * 447.488;
    let down = 900.0 - full + 30.0;
    expect(
        "spill=2.048MB/s",
        "locked_out",
        &[("time_to_full", Ok(full)), ("lost", Ok(447_488.0 + 1000.0 * down))],
    );
    let spilled = super::answer(&input("spill=10MB/s")).expect("scenario").spilled;
    // No more is written than arrives.
    assert!((spilled.si() - 4_096_000.0 * 900.0).abs() < 1.0, "{spilled:?}");
}

#[test]
fn shedding_loses_only_what_is_turned_away_while_up() {
    // A tenth turned away: full after 497.2 s, half of it while up.
    let full = 447.488 / 0.9;
    expect("shed=10pct", "locked_out", &[("time_to_full", Ok(full)), ("lost", Ok(930_000.0))]);
    let rate = 10.0 * 1000.0 * 447.488 / 900.0;
    expect("shed=90pct", "survives", &[("lost", Ok(810_000.0)), ("max_rate", Ok(rate))]);
    expect("shed=100pct", "survives", &[("time_to_full", Err(Absent::Never)), ("lost", Ok(900_000.0))]);
}

#[test]
fn edges() {
    // Full just when the database is back: it survives, with nothing to spare.
    let edge = expect("outage=447.488s", "survives", &[("lost", Ok(0.0))]);
    assert_eq!(edge.verdict.severity, Severity::Warning);
    expect("outage=447.5s", "locked_out", &[]);
    expect(
        "outage=0s&used=2GiB",
        "survives",
        &[("time_to_full", Ok(0.0)), ("max_rate", Err(Absent::Unlimited))],
    );
    for query in ["rate=0/s", "item=0B", "overhead=0", "spill=1GB/s"] {
        let figures = [("time_to_full", Err(Absent::Never)), ("longest_outage", Err(Absent::Unlimited))];
        let report = expect(query, "survives", &figures);
        assert_eq!(report.verdict.severity, Severity::Ok);
    }
    assert!(report("overhead=1").notes.iter().any(|note| note.text.contains("on the wire")));
    let error = Buffer::evaluate(&input("used=3GiB")).expect_err("no scenario");
    assert_eq!(error.keys, ["used", "memory"]);
}

#[test]
fn the_chart_shows_the_outage() {
    let locked_out = report("");
    let Plot::Lines { series, spans, levels, markers, .. } = &locked_out.charts[0].plot else {
        panic!("lines")
    };
    let line = &series[0];
    assert_eq!(line.at(0.0), Some(300.0 * MIB));
    assert!((line.at(200.0).expect("there") - (300.0 * MIB + 200.0 * 4_096_000.0)).abs() < 1.0);
    assert_eq!(line.at(600.0), Some(0.0));
    assert_eq!((spans[0].from, spans[0].to), (0.0, 900.0));
    assert_eq!(levels[0].y, 2048.0 * MIB);
    assert_eq!(markers.len(), 1);
    let survives = report("memory=8GiB");
    let Plot::Lines { series, .. } = &survives.charts[0].plot else { panic!("lines") };
    assert_eq!(series.len(), 2);
    let all_day = report("needs_database=no&outage=1d");
    let Plot::Lines { series, .. } = &all_day.charts[0].plot else { panic!("lines") };
    assert!(series[0].points.len() < 100 && all_day.charts[0].caption.contains("first part"));
}

#[test]
fn presets_do_what_they_say() {
    for preset in Buffer::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}: {}", preset.title, report.verdict.text);
    }
    for state in Buffer::STATES {
        assert!(Buffer::PRESETS.iter().any(|preset| preset.state == *state), "no preset is {state}");
    }
    // The incident's 15 minutes; 8 GiB last for the 22 of the story.
    assert_eq!(input(Buffer::PRESETS[0].query).outage.as_minutes(), 15.0);
    let roomy = report(Buffer::PRESETS[2].query);
    let lasts = roomy.figure("longest_outage").expect("figure").value.expect("a time") / 60.0;
    assert!((22.0..22.5).contains(&lasts), "{lasts}");
    let disk = report(Buffer::PRESETS[3].query);
    assert_eq!(disk.figure("time_to_full").expect("figure").value, Err(Absent::Never));
}
