//! Figures worked out by hand, cases from public reports, presets, and what is refused.

mod cases;
mod properties;
mod reference;

use super::{By, Input, Wal};
use crate::calculators::{Calculator, asked};
use crate::chart::{Plot, Series, Stroke};
use crate::clock::Clock;
use crate::field::{BytesOrShare, Declared};
use crate::quantity::{ByteRate, Bytes, Duration, Share};
use crate::report::{Absent, Report, Severity};

/// The input of the pairs of a link.
fn input(query: &str) -> Input {
    asked::input(query)
}

fn report(query: &str) -> Report {
    asked::report::<Wal>(query)
}

fn value(report: &Report, key: &str) -> Result<f64, Absent> {
    report.figure(key).expect(key).value
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Wal>(query, state, expected)
}

const NEVER: Result<f64, Absent> = Err(Absent::Never);
const NOT_APPLICABLE: Result<f64, Absent> = Err(Absent::NotApplicable);
const UNLIMITED: Result<f64, Absent> = Err(Absent::Unlimited);

#[test]
fn defaults() {
    // 90 MB/s net: 800 GB last 8888.9 s, the last 200 GB 2222.2 s, an hour takes 324 GB.
    let report = expect(
        "",
        "too_late",
        &[
            ("archive_ceiling", Ok(50e6)),
            ("net_rate", Ok(90e6)),
            ("time_to_full", Ok(80_000.0 / 9.0)),
            ("time_to_alert", Ok(60_000.0 / 9.0)),
            ("lead_time", Ok(20_000.0 / 9.0)),
            ("alert_needed", Ok(324e9)),
            ("max_write", Ok(50e6)),
            ("time_to_limit", NOT_APPLICABLE),
            ("catch_up_time", NEVER),
            ("echo_peak", NOT_APPLICABLE),
        ],
    );
    assert_eq!(report.figures.len(), 10);
    let headlines = report.figures.iter().filter(|figure| figure.headline).count();
    assert!((4..=6).contains(&headlines));
    assert_eq!(report.verdict.severity, Severity::Critical);
    // An alert as early as advised is just early enough.
    expect("alert=324GB", "tight", &[("lead_time", Ok(3600.0)), ("time_to_alert", Ok(476e9 / 90e6))]);
    expect("alert=323GB", "too_late", &[]);
    expect("respond=37min", "tight", &[]);
}

#[test]
fn archiving_from_segments() {
    // 16 MiB in 320 ms is 50 MiB/s; three at once 150 MiB/s, which is more than 140 MB/s.
    expect(
        "by=segments",
        "too_late",
        &[("archive_ceiling", Ok(52_428_800.0)), ("max_write", Ok(52_428_800.0))],
    );
    let query = "by=segments&archivers=3&archive=0B/s&waiting=0B";
    let report =
        expect(query, "holds", &[("archive_ceiling", Ok(157_286_400.0)), ("catch_up_time", Ok(0.0))]);
    assert!(report.steps.iter().any(|step| step.numbers.contains("3 × 16 MiB / 320 ms = 157 MB/s")));
}

#[test]
fn holds_and_catches_up() {
    // 199 GB wait and shrink by 10 MB/s.
    let report = expect(
        "archive=150MB/s",
        "holds",
        &[
            ("time_to_full", NEVER),
            ("time_to_alert", NEVER),
            ("lead_time", NOT_APPLICABLE),
            ("alert_needed", NOT_APPLICABLE),
            ("net_rate", Ok(-10e6)),
            ("max_write", Ok(150e6)),
            ("catch_up_time", Ok(19_900.0)),
        ],
    );
    assert_eq!(report.verdict.severity, Severity::Ok);
    assert!(report.verdict.text.contains("800 GB"));
    // Equal rates: what waits stays.
    expect("archive=140MB/s", "holds", &[("net_rate", Ok(0.0)), ("catch_up_time", NEVER)]);
    expect("write=0B/s&archive=0B/s", "holds", &[("catch_up_time", NEVER), ("max_write", Ok(0.0))]);
    expect("archive=unlimited", "holds", &[("catch_up_time", Ok(0.0)), ("max_write", UNLIMITED)]);
    expect("archive=unlimited", "holds", &[("archive_ceiling", UNLIMITED), ("net_rate", NOT_APPLICABLE)]);
}

#[test]
fn burst_and_echo() {
    // A burst of 10 h at 20 MB/s net leaves 720 GB, gone after 20 h at 10 MB/s. The echo of half of it
    // adds 5 MB/s net for 10 h: 180 of the 900 GB.
    let query = "free=900GB&waiting=0B&write=40MB/s&burst=30MB/s&burst_for=10h&echo=50pct";
    let figures = [
        ("catch_up_time", Ok(72_000.0)),
        ("echo_peak", Ok(720e9)),
        ("net_rate", Ok(20e6)),
        ("time_to_alert", Ok(35_000.0)),
    ];
    let report = expect(query, "holds", &figures);
    assert!(report.verdict.text.contains("180 GB stay free"), "{}", report.verdict.text);
    // Without an end the burst fills it: 900 GB at 20 MB/s. Then there is no echo.
    let endless = query.replace("burst_for=10h", "burst_for=off");
    expect(&endless, "tight", &[("time_to_full", Ok(45_000.0)), ("echo_peak", NOT_APPLICABLE)]);
    // An echo that begins before the burst ends: 35 MB/s net from 5 h to 10 h, 990 GB by then.
    let early = format!("{query}&echo_after=5h");
    expect(&early, "tight", &[("time_to_full", Ok(18_000.0 + 540_000.0 / 35.0)), ("echo_peak", Ok(0.0))]);
    // A burst of no length is none.
    let none = query.replace("burst_for=10h", "burst_for=0s");
    expect(&none, "holds", &[("net_rate", Ok(-10e6)), ("echo_peak", NOT_APPLICABLE)]);
}

#[test]
fn alert_that_goes_off_and_comes_back() {
    // The burst brings free space from 900 to 180 GB: the alert at 300 GB fires after 30 000 s, and goes
    // off while 216 GB are left waiting at 24 h. The echo of all of it then reaches 600 GB after 19 200 s
    // and 900 GB after 34 200 s: the alert that counts leaves 15 000 s.
    let query = "free=900GB&waiting=0B&write=40MB/s&burst=30MB/s&burst_for=10h&echo=100pct&echo_after=24h";
    let figures = [
        ("time_to_alert", Ok(30_000.0)),
        ("time_to_full", Ok(86_400.0 + 34_200.0)),
        ("lead_time", Ok(15_000.0)),
        ("alert_needed", Ok(72e9)),
    ];
    let report = expect(&format!("{query}&alert=300GB"), "tight", &figures);
    assert!(report.notes.iter().any(|note| note.text.contains("goes off again")));
    expect(&format!("{query}&alert=300GB&respond=5h"), "too_late", &figures[..3]);
}

#[test]
fn alert_passed() {
    let figures = [("time_to_alert", Ok(0.0)), ("time_to_full", Ok(2000.0)), ("lead_time", Ok(2000.0))];
    let report = expect("free=180GB", "too_late", &figures);
    // An hour at 90 MB/s takes 324 GB: more than is free, so it is too late for any alert.
    assert_eq!(value(&report, "alert_needed"), Ok(324e9));
    assert!(report.figure("alert_needed").expect("figure").note.contains("too late already"));
    assert!(report.notes.iter().any(|note| note.text.contains("alert is on")));
    expect("free=180GB&respond=30min", "tight", &figures);
    let full = expect("free=0B", "full", &[("time_to_full", Ok(0.0)), ("lead_time", Ok(0.0))]);
    assert_eq!(full.verdict.severity, Severity::Critical);
}

#[test]
fn kept_more_than_there_is_room_for() {
    // Full at the write rate whatever is archived: 800 GB at 140 MB/s.
    for archive in ["50MB/s", "1GB/s", "unlimited"] {
        let query = format!("kept=2TB&archive={archive}");
        let report = expect(&query, "too_late", &[("time_to_full", Ok(8e5 / 140.0)), ("max_write", Ok(0.0))]);
        assert!(report.verdict.detail.contains("however fast archiving is"));
    }
    // Kept log that fits does not fill it. With `waiting` off what is used now is part of it; if it is
    // given, all else on the volume is not log, and 850 GB more do not fit beside it.
    expect("kept=850GB&archive=unlimited", "holds", &[("max_write", UNLIMITED)]);
    expect("kept=850GB&archive=unlimited&waiting=0B", "too_late", &[("time_to_full", Ok(8e5 / 140.0))]);
    // Waiting log is part of the log that is kept: only 700 GB more come.
    expect("kept=750GB&archive=unlimited&waiting=50GB", "holds", &[("catch_up_time", Ok(0.0))]);
}

#[test]
fn limit_on_waiting_log() {
    // 199 GB wait, 90 MB/s more: 280 GB after 900 s. The state is that of the volume.
    let report = expect("limit=280GB", "too_late", &[("time_to_limit", Ok(900.0))]);
    assert!(report.verdict.detail.contains("15 min, waiting log reaches its limit"));
    let holds =
        report_of_limit("limit=280GB&burst=20MB/s&burst_for=60min&archive=150MB/s&waiting=250GB&free=700GB");
    assert_eq!(holds.verdict.severity, Severity::Warning);
    expect("limit=100GB", "too_late", &[("time_to_limit", Ok(0.0))]);
    expect("limit=1TB", "too_late", &[("time_to_limit", NEVER)]);
    expect("limit=1TB&archive=150MB/s", "holds", &[("time_to_limit", NEVER)]);
}

/// 50 s of 10 MB/s net do not reach a limit 30 GB away, an hour does: 36 GB.
fn report_of_limit(query: &str) -> Report {
    expect(query, "holds", &[("time_to_limit", Ok(3000.0)), ("net_rate", Ok(10e6))])
}

#[test]
fn what_makes_no_scenario() {
    for (query, keys) in [
        ("free=2TB", &["free", "volume"][..]),
        ("volume=100GB", &["free", "volume"]),
        ("alert=1.1TB", &["alert", "volume"]),
        ("waiting=201GB", &["waiting", "free", "volume"]),
    ] {
        let error = Wal::evaluate(&input(query)).expect_err(query);
        assert_eq!(error.keys, keys, "{query}: {error}");
    }
    // What is just possible.
    expect("free=1TB&waiting=0B", "too_late", &[]);
    expect("free=80pct&waiting=200GB", "too_late", &[]);
    expect("alert=100pct", "tight", &[("time_to_alert", Ok(0.0))]);
}

#[test]
fn declaration() {
    let defaults = Input::default();
    assert_eq!(defaults.free, BytesOrShare::Bytes(Bytes::gigabytes(800.0)));
    assert_eq!(defaults.alert, BytesOrShare::Share(Share::percent(20.0)));
    let keys: Vec<_> = Input::fields().iter().map(|field| field.meta.key).collect();
    assert_eq!(
        keys,
        [
            "volume",
            "free",
            "kept",
            "waiting",
            "write",
            "by",
            "archive",
            "segment",
            "per_segment",
            "archivers",
            "burst",
            "burst_for",
            "echo",
            "echo_after",
            "alert",
            "respond",
            "limit",
            "from"
        ]
    );
    let shown = |input: &Input| -> Vec<_> {
        Input::fields().iter().filter(|field| (field.applies)(input)).map(|field| field.meta.key).collect()
    };
    let hidden = ["segment", "per_segment", "archivers", "burst_for", "echo", "echo_after"];
    assert!(shown(&defaults).iter().all(|key| !hidden.contains(key)));
    let burst = Input { by: By::Segments, burst: ByteRate::megabytes_per_second(1.0), ..defaults.clone() };
    assert!(shown(&burst).contains(&"burst_for") && !shown(&burst).contains(&"echo"));
    assert!(shown(&burst).contains(&"segment") && !shown(&burst).contains(&"archive"));
    let finite = Input { burst_for: Some(Duration::hours(1.0)), ..burst };
    assert!(shown(&finite).contains(&"echo") && !shown(&finite).contains(&"echo_after"));
    let echo = Input { echo: Share::percent(50.0), ..finite };
    assert!(shown(&echo).contains(&"echo_after"));
    // What is hidden changes nothing.
    let hidden = Input {
        segment: Bytes::ZERO,
        burst_for: Some(Duration::ZERO),
        echo: Share::percent(9.0),
        ..defaults
    };
    assert_eq!(Wal::evaluate(&hidden), Wal::evaluate(&Input::default()));
    // Values are accepted by their own fields.
    for (field, value) in Input::fields().iter().zip(Input::default().values()) {
        let text = field.meta.write(&value);
        assert_eq!(field.meta.read(&text).expect(&text).value, value, "{}", field.meta.key);
    }
}

#[test]
fn presets_say_what_their_stories_say() {
    assert!(Wal::PRESETS.len() >= 2 && Wal::PRESETS[0].incident);
    for preset in Wal::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}", preset.title);
        assert!(Wal::STATES.contains(&preset.state));
        let inferred = ["inferred", "made up", "example", "Measured"];
        assert!(inferred.iter().any(|word| preset.story.contains(word)), "{}", preset.title);
        // The query is canonical.
        let input = input(preset.query);
        let canonical: Vec<_> = Input::fields()
            .iter()
            .zip(Input::default().values())
            .filter(|(field, default)| (field.applies)(&input) && (field.get)(&input) != *default)
            .map(|(field, _)| format!("{}={}", field.meta.key, field.meta.write(&(field.get)(&input))))
            .collect();
        assert_eq!(canonical.join("&"), preset.query);
    }
}

#[test]
fn the_incident_of_9_october() {
    let report = report(Wal::PRESETS[0].query);
    assert!(report.verdict.text.contains("11:15 UTC"), "{}", report.verdict.text);
    assert_eq!(report.figure("time_to_full").expect("figure").note, "11:15 UTC");
    assert_eq!(report.figure("time_to_alert").expect("figure").note, "10:28 UTC");
    // 90 MB/s for 130 min, then 25 MB/s.
    assert_eq!(value(&report, "time_to_full"), Ok(7800.0 + 98e9 / 25e6));
    // The projection is shown, as a projection.
    let note = report.notes.iter().find(|note| note.text.contains("10:28 UTC")).expect("note");
    assert!(note.text.contains("projection") && note.text.contains("11:15 UTC"));
    let Plot::Lines { series, .. } = &report.charts[0].plot else { panic!("lines") };
    let projection = series.iter().find(|series| series.name.contains("projection")).expect("line");
    assert_eq!(projection.stroke, Stroke::Dashed);
    let end = projection.points.last().expect("end").0;
    assert_eq!(Clock::read("08:00Z").expect("clock").0.after(Duration::seconds(end)), "10:28 UTC");
    // 0.1 TB free at 10:10, as published.
    let free = series.iter().find(|series| series.name == "free space").expect("line");
    assert!((free.at(7800.0).expect("inside") - 98e9).abs() < 1.0);
}

#[test]
fn charts_are_exact_at_their_bends() {
    let query = "free=900GB&waiting=0B&write=40MB/s&burst=30MB/s&burst_for=10h&echo=50pct&limit=1TB";
    let report = report(query);
    let line = |key: &str, name: &str| -> Series {
        let chart = report.charts.iter().find(|chart| chart.key == key).expect(key);
        let Plot::Lines { series, .. } = &chart.plot else { panic!("lines") };
        series.iter().find(|series| series.name == name).expect(name).clone()
    };
    let (free, waiting) = (line("free", "free space"), line("waiting", "waiting log"));
    for (time, gigabytes_waiting) in [
        (0.0, 0.0),
        (18_000.0, 360.0),
        (36_000.0, 720.0),
        (72_000.0, 360.0),
        (108_000.0, 0.0),
        (295_200.0, 180.0),
    ] {
        let waits: f64 = waiting.at(time).expect("inside");
        assert!((waits - gigabytes_waiting * 1e9).abs() < 1.0, "{time}: {waits}");
        // One gigabyte is kept in any case, once it is written.
        let taken = if time > 0.0 { f64::max(gigabytes_waiting, 1.0) } else { 0.0 };
        let left = free.at(time).expect("inside");
        assert!((left - (900.0 - taken) * 1e9).abs() < 1.0, "{time}: {left}");
    }
}
