//! Incidents and public cases, and the presets made of them.

use super::super::Backlog;
use super::super::curve::Side;
use super::super::model::{self, State};
use super::{MIN, expect, input, pairs, presets, report};
use crate::calculators::Calculator;

#[test]
fn the_ci_incident() {
    let pairs = presets()[1].query;
    expect(
        pairs,
        "drains",
        1e-9,
        &[("implied_capacity", 205.0 / 101.0), ("implied_utilisation", 101.0 / 205.0)],
    );
    // Rates are assumed, their ratio is not: gone at 14:40, within the minute.
    expect(pairs, "drains", 1e-3, &[("drain_time", 101.0 * MIN), ("longest_wait", 104.0 * MIN)]);
    let report = report(pairs);
    assert!(report.verdict.text.contains("at 14:40 UTC"), "{}", report.verdict.text);
    assert_eq!(report.figure("drain_time").expect("there").note, "at 14:40 UTC");
    let implied = report.figure("implied_capacity").expect("there");
    assert!(implied.note.contains("2.01 to 2.05"), "{}", implied.note);
    // At 14:00 the status page said "about 40 minutes"; at 14:00 it is 165 min since 11:15.
    let outcome = model::outcome(&input(pairs));
    let oldest = outcome.course.oldest(165.0 * MIN) / MIN;
    assert!((oldest - 41.2).abs() < 0.1, "{oldest}");
    assert!((outcome.course.delay(0.0, Side::After) - 104.0 * MIN).abs() < 1e-6);
}

#[test]
fn public_cases() {
    // Q02, a CI scheduler: 3 h of stop, 5 h to clear.
    expect(
        "observed_outage=3h&observed_drain=5h",
        "drains",
        1e-12,
        &[("implied_utilisation", 0.625), ("implied_capacity", 1.6)],
    );
    // Q04: 640 tasks a minute, 8 processes do 283.
    let job = format!("{}s", 8.0 / (283.0 / 60.0));
    let eight = format!("arrivals=640/min&by=workers&workers=8&job={job}&outage=0s");
    expect(&eight, "never", 1e-9, &[("net_drain_rate", -357.0 / 60.0), ("workers_to_keep_up", 19.0)]);
    let sixteen = format!("arrivals=640/min&by=workers&workers=16&job={job}&outage=0s");
    expect(&sixteen, "never", 1e-9, &[("net_drain_rate", -74.0 / 60.0)]);
    // 10,000 wait after 28 min of eight.
    let backlog = model::outcome(&input(&eight)).course.backlog(28.0 * MIN, Side::After);
    assert!((backlog - 357.0 * 28.0).abs() < 1.0, "{backlog}");
    // Q10: 197 slots do 170/s; for 1,000/s it takes 1,159.
    let slots = format!("arrivals=1000/s&by=workers&job={}s", 197.0 / 170.0);
    expect(&slots, "never", 1e-12, &[("workers_to_keep_up", 1159.0)]);
    // Q01: 2 million in an hour and in a day are 555.6/s and 23.1/s net, whatever the two rates are.
    for (drain, net) in [(3600.0, 555.6), (600.0, 2500.0 * 4.0 / 3.0), (86_400.0, 23.1)] {
        let rates = format!("arrivals=1000/s&capacity={}/s&outage=0s&waiting=2000000", 1000.0 + net);
        expect(&rates, "drains", 0.01, &[("drain_time", drain), ("net_drain_rate", net)]);
    }
}

#[test]
fn presets_do_what_they_say() {
    for preset in presets() {
        let input = input(preset.query);
        assert_eq!(pairs(&input), preset.query, "{}: not canonical", preset.title);
        let report = Backlog::evaluate(&input).expect("has an answer");
        assert_eq!(report.verdict.state, preset.state, "{}", preset.title);
        assert!(!preset.query.is_empty() && !preset.story.contains("  "), "{}", preset.title);
    }
    assert_eq!(Backlog::STATES, State::WORDS);
    for state in Backlog::STATES.iter().filter(|state| **state != "late") {
        assert!(presets().iter().any(|preset| preset.state == *state), "no preset is {state}");
    }
}
