//! Figures worked out by hand, cases from public reports, presets, and what is refused.

mod chance;
mod properties;
mod reference;

use super::{By, Input, Retries, answer};
use crate::calculators::{Calculator, asked};
use crate::chart::Plot;
use crate::field::Declared;
use crate::report::{Absent, Report, Severity};

/// The input of the pairs of a link.
fn input(query: &str) -> Input {
    asked::input(query)
}

fn report(query: &str) -> Report {
    asked::report::<Retries>(query)
}

fn value(report: &Report, key: &str) -> Result<f64, Absent> {
    report.figure(key).expect(key).value
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Retries>(query, state, expected)
}

#[test]
fn defaults() {
    // Delays of 15, 30, 60 and 120 s: 225 s of 2640.
    let report = expect(
        "",
        "partly",
        &[
            ("span_min", Ok(225.0)),
            ("span_mean", Ok(225.0)),
            ("span_max", Ok(225.0)),
            ("exhausted_share", Ok(2415.0 / 2640.0)),
            ("exhausted_runs", Ok(24_150.0)),
            // 15 × (2^n − 1) ≥ 2640 at n = 8.
            ("attempts_needed", Ok(9.0)),
            ("load_multiple", Ok(5.0)),
            ("mean_attempts", Ok(5.0 - (15.0 + 45.0 + 105.0 + 225.0) / 2640.0)),
            ("recovery_lag", Ok(42.5)),
        ],
    );
    assert_eq!(report.figures.len(), 9);
    assert_eq!(report.verdict.severity, Severity::Critical);
    assert!(
        report.verdict.detail.contains("5 attempts (the first try and 4 retries)"),
        "{}",
        report.verdict.detail
    );
    // The table has every attempt.
    let table = &report.tables[0];
    assert_eq!(table.rows.len(), 5);
    assert_eq!(table.rows[4], ["5", "2 min", "3 min 45 s"]);
    // As many as it says are enough, one less is not.
    expect("attempts=9", "outlasts", &[("exhausted_share", Ok(0.0)), ("exhausted_runs", Ok(0.0))]);
    expect("attempts=8", "partly", &[]);
}

#[test]
fn one_attempt_and_no_delay() {
    let none = Err(Absent::NotApplicable);
    expect("attempts=1", "exhausted", &[("exhausted_share", Ok(1.0)), ("recovery_lag", none)]);
    expect(
        "first=0s&attempts=4",
        "exhausted",
        &[("load_multiple", Ok(4.0)), ("attempts_needed", Err(Absent::Never)), ("mean_attempts", Ok(4.0))],
    );
    // Attempts that take time have a span, even so: 3 × 10 s of 2640.
    expect("first=0s&attempts=4&attempt_time=10s", "partly", &[("exhausted_share", Ok(1.0 - 30.0 / 2640.0))]);
}

#[test]
fn without_limit() {
    let unlimited = Err(Absent::Unlimited);
    let query = "attempts=unlimited&first=1s&cap=100s&outage=15min";
    // 1, 3, 7, … 127 s, then every 100 s: 727 + 100 = 827 is the last one before 900.
    expect(
        query,
        "outlasts",
        &[("span_mean", unlimited), ("exhausted_share", Ok(0.0)), ("load_multiple", Ok(15.0))],
    );
    // Not to count failures is the same as having no limit; only the schedule keeps its span.
    let counted = answer(&input(query)).expect(query).course;
    let query = "attempts=3&platform_counts=no&first=1s&cap=100s&outage=15min";
    assert_eq!(answer(&input(query)).expect(query).course, counted);
    expect(query, "outlasts", &[("span_mean", Ok(3.0))]);
}

#[test]
fn refused() {
    let error = |query: &str| Retries::evaluate(&input(query)).expect_err(query);
    assert!(error("attempts=unlimited&first=0s").keys.contains(&"attempts"));
    assert!(error("platform_counts=no&by=list&list=1s;0s").keys.contains(&"platform_counts"));
    assert_eq!(error("by=list&jitter=decorrelated").keys, ["jitter", "by"]);
    // A list may be separated by commas too; it is written with semicolons.
    assert_eq!(input("by=list&list=5s,10s").list, input("by=list&list=5s;10s").list);
    assert_eq!(input("by=list&list=5s;10s").list.len(), 2);
}

#[test]
fn storms() {
    let query = |more: &str| format!("attempts=3&first=1s&factor=1&outage=10min&capacity=99/s&{more}");
    // Equal rates are the margin, and no storm.
    expect(&query("rate=33/s"), "partly", &[("load_multiple", Ok(3.0))]);
    let storm = expect(&query("rate=33.1/s"), "storm", &[]);
    assert_eq!(storm.verdict.severity, Severity::Critical);
    assert!(storm.notes.iter().any(|note| note.text.contains("33/s")));
    // An outage too short for the third attempt starts none, and says that a longer one would.
    let short = expect(&query("rate=40/s&outage=2s"), "outlasts", &[("load_multiple", Ok(2.0))]);
    assert!(short.notes.iter().any(|note| note.text.contains("longer outage")));
    // Overload without any outage: a third is lost, whatever the attempts.
    for attempts in [2, 5] {
        let query = format!("attempts={attempts}&first=1s&rate=150/s&capacity=100/s");
        let report = expect(&query, "storm", &[]);
        assert!(report.notes.iter().any(|note| note.text.contains("lose 33.3 %")), "{:?}", report.notes);
    }
    // Failures that do not count keep the runs, and the load.
    let lasting = "platform_counts=no&first=1s&factor=1&rate=1/s&capacity=100/s";
    expect(lasting, "storm", &[("exhausted_share", Ok(0.0)), ("load_multiple", Ok(2640.0))]);
}

#[test]
fn a_list_is_cut_and_repeated() {
    let list = "by=list&list=10s;20s;30s";
    expect(&format!("{list}&attempts=3"), "partly", &[("span_mean", Ok(30.0))]);
    expect(&format!("{list}&attempts=6"), "partly", &[("span_mean", Ok(120.0))]);
    let notes = |attempts: u32| {
        let report = report(&format!("{list}&attempts={attempts}"));
        report.notes.into_iter().map(|note| note.text).collect::<Vec<_>>().join("\n")
    };
    assert!(notes(3).contains("Only the first 2 of the 3 delays"), "{}", notes(3));
    assert!(notes(6).contains("30 s, repeats"), "{}", notes(6));
    assert!(!notes(4).contains("repeats") && !notes(4).contains("Only the first"));
}

/// Q07: a reviewer's 13.5 min against the author's 18.
#[test]
fn ten_attempts_are_not_ten_retries() {
    let query = "first=2s&cap=5min&outage=18min";
    let ten = expect(&format!("attempts=10&{query}"), "partly", &[("span_mean", Ok(810.0))]);
    assert!(ten.notes.iter().any(|note| note.text.contains("the first try and 9 retries")));
    expect(&format!("attempts=11&{query}"), "outlasts", &[("span_mean", Ok(18.5 * 60.0))]);
    let old = "first=1s&factor=1&outage=18min";
    expect(&format!("attempts=11&{old}"), "partly", &[("span_mean", Ok(10.0))]);
    let delays: Vec<f64> = (1..=9).map(|k| super::delay(&input(query), k).si()).collect();
    assert_eq!(delays, [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 300.0]);
}

/// Q09: 25 retries after count^4 + 15 s, and with the mean of its old jitter.
#[test]
fn sidekiq() {
    let list = |jitter: u64, from: u64| {
        let delays: Vec<_> =
            (from..from + 25).map(|count| format!("{}s", count.pow(4) + 15 + jitter * (count + 1))).collect();
        format!("by=list&attempts=26&outage=10min&list={}", delays.join(";"))
    };
    expect(&list(0, 0), "outlasts", &[("span_mean", Ok(1_763_395.0)), ("load_multiple", Ok(6.0))]);
    // Four retries in ten minutes; the fifth comes at 654 s.
    expect(&list(15, 0), "outlasts", &[("span_mean", Ok(1_768_270.0)), ("load_multiple", Ok(5.0))]);
    let days = value(&report(&list(0, 1)), "span_mean").expect("span") / 86_400.0;
    assert!((days - 24.93).abs() < 0.01, "{days}");
    // The preset is the schedule without jitter.
    let preset = Retries::PRESETS.iter().find(|preset| preset.title.contains("Sidekiq")).expect("preset");
    assert_eq!(input(preset.query), input(&list(0, 0)));
}

#[test]
fn presets_say_what_their_stories_say() {
    for preset in Retries::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}", preset.title);
        let said = ["assumed", "example", "Made up"];
        assert!(said.iter().any(|word| preset.story.contains(word)), "{}", preset.title);
        // The query is canonical.
        let input = input(preset.query);
        let canonical: Vec<_> = Input::fields()
            .iter()
            .zip(Input::default().values())
            .filter(|(field, default)| (field.applies)(&input) && (field.get)(&input) != *default)
            .map(|(field, _)| format!("{}={}", field.meta.key, field.meta.write(&(field.get)(&input))))
            .collect();
        assert_eq!(canonical.join("&"), preset.query, "{}", preset.title);
    }
    let share =
        |index: usize| value(&report(Retries::PRESETS[index].query), "exhausted_share").expect("share");
    // 4 retries against 44 min, 7 against 48, 10 against 55.
    assert!((share(0) - 0.892_045_454_545).abs() < 1e-9);
    assert!((share(1) - 0.156_25).abs() < 1e-9);
    assert_eq!(share(2), 0.0);
    // Tried eight times instead of five.
    let load = value(&report(Retries::PRESETS[3].query), "load_multiple").expect("load");
    assert!((7.5..8.01).contains(&load), "{load}");
    let storm = report(Retries::PRESETS[6].query);
    assert!(storm.verdict.text.contains("102/s") && storm.verdict.text.contains("100/s"));
    assert!(storm.verdict.detail.contains("33.3/s"), "{}", storm.verdict.detail);
}

#[test]
fn what_is_hidden_changes_nothing() {
    let shown = |query: &str| -> Vec<&str> {
        let input = input(query);
        let fields = Input::fields().iter();
        fields.filter(|field| (field.applies)(&input)).map(|field| field.meta.key).collect()
    };
    assert!(!shown("").contains(&"list") && !shown("").contains(&"jitter_for"));
    assert!(!shown("by=list").contains(&"first") && shown("by=list").contains(&"list"));
    assert!(shown("jitter=add").contains(&"jitter_for"));
    assert!(!shown("jitter=decorrelated").contains(&"factor"));
    let same = |query: &str, hidden: &str| {
        assert_eq!(report(query), report(&format!("{query}&{hidden}")), "{query}")
    };
    same("", "list=1s&jitter_for=3s");
    same("by=list", "first=3s&factor=7&cap=1s");
    same("jitter=decorrelated", "factor=7");
    assert_eq!(input("by=list").by, By::List);
}

#[test]
fn charts_show_the_attempts() {
    let report = report("");
    let Plot::Lines { series, .. } = &report.charts[0].plot else { panic!("lines") };
    let attempts = series.iter().find(|series| series.name == "attempts").expect("line");
    // Ten runs a second; the second attempt comes 15 s later, the fifth 225.
    for (time, rate) in
        [(0.0, 10.0), (14.0, 10.0), (16.0, 20.0), (224.0, 40.0), (226.0, 50.0), (2640.0, 50.0)]
    {
        assert_eq!(attempts.at(time), Some(rate), "{time}");
    }
    let Plot::Lines { series, .. } = &report.charts[1].plot else { panic!("lines") };
    assert_eq!(series[0].at(2414.0), Some(1.0));
    assert_eq!(series[0].at(2416.0), Some(0.0));
    // With jitter it is a curve between the same ends.
    let report = self::report("jitter=add");
    let Plot::Lines { series, .. } = &report.charts[1].plot else { panic!("lines") };
    // S is 285 s on average, from 225 to 345 s, and symmetric.
    assert!((series[0].at(2640.0 - 285.0).expect("inside") - 0.5).abs() < 0.01);
    assert_eq!(series[0].at(2290.0), Some(1.0));
    assert_eq!(series[0].at(2416.0), Some(0.0));
}
