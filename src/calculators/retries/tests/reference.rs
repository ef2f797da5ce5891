//! Independently computed tables: tests/data/retries, with their origin there.

use super::super::{Overload, Retries, answer, mean_attempts, overload, sustains_itself};
use super::{input, report, value};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::quantity::Rate;
use crate::test_data::{Row, rows};

/// A printed number: right to the share `tolerance`, or to half a unit of its last digit.
#[track_caller]
fn agree(value: f64, printed: &str, tolerance: f64, what: &str) {
    let expected: f64 = printed.parse().expect(printed);
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digit = if printed.contains('.') { 0.51 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    let allowed = (tolerance * expected.abs()).max(digit);
    assert!((value - expected).abs() <= allowed, "{what}: {value} is not {printed}");
}

/// The pairs of a link for the jitter column.
fn jitter(text: &str) -> String {
    match text.strip_prefix("+U(0,").and_then(|rest| rest.strip_suffix(')')) {
        Some(most) => format!("jitter=add&jitter_for={most}s"),
        None => format!("jitter={text}"),
    }
}

/// The query of a row of `exhausted_fraction.csv`, without its outage.
fn listed(row: &Row) -> String {
    let list = row.text("delays_s").split(';').filter(|delay| !delay.is_empty());
    let list: Vec<_> = list.map(|delay| format!("{delay}s")).collect();
    let by = if list.is_empty() { String::new() } else { format!("by=list&list={}&", list.join(";")) };
    format!(
        "{by}attempts={}&{}&attempt_time={}s",
        row.text("attempts_m"),
        jitter(row.text("jitter")),
        row.text("attempt_duration_s")
    )
}

/// The same schedule told by a first delay and a factor, where its name says them: `exp1s_x2_cap60_m10_full`.
fn geometric(name: &str) -> Option<String> {
    let mut parts = name.split('_');
    let head = parts.next()?;
    let mut query = match (head.strip_prefix("exp"), head.strip_prefix("fixed")) {
        (Some(first), _) => format!("first={first}"),
        (_, Some(first)) => format!("first={first}&factor=1"),
        _ => return None,
    };
    for part in parts {
        query += &match (part.strip_prefix("attempt"), part.chars().next()?) {
            (Some(time), _) => format!("&attempt_time={time}"),
            (_, 'x') => format!("&factor={}", &part[1..]),
            (_, 'c') => format!("&cap={}s", part.strip_prefix("cap")?),
            (_, 'm') => format!("&attempts={}", &part[1..]),
            _ => format!("&jitter={part}"),
        };
    }
    Some(query)
}

#[test]
fn exhausted_fraction() {
    let mut both = 0;
    for row in rows("retries/exhausted_fraction.csv") {
        let name = row.text("schedule");
        let outage = format!("&outage={}s", row.text("outage_s"));
        let mut queries = vec![listed(&row) + &outage];
        if let Some(query) = geometric(name) {
            queries.push(query + &outage);
            both += 1;
        }
        for query in queries {
            let report = report(&query);
            for (key, column) in [("span_min", "S_min_s"), ("span_mean", "S_mean_s"), ("span_max", "S_max_s")]
            {
                agree(value(&report, key).expect(key), row.text(column), 1e-9, &query);
            }
            let (share, expected) =
                (value(&report, "exhausted_share").expect("share"), row.number("fraction_exhausted"));
            assert!((share - expected).abs() <= 1e-9, "{query}: {share} is not {expected}");
            let state = match expected {
                0.0 => "outlasts",
                1.0 => "exhausted",
                _ => "partly",
            };
            assert_eq!(report.verdict.state, state, "{query}");
            let runs = value(&report, "exhausted_runs").expect("runs");
            assert!((runs - 10.0 * row.number("outage_s") * share).abs() <= 1e-6);
        }
    }
    assert!(both >= 32, "{both} of the schedules are geometric");
}

#[test]
fn exhausted_by_start() {
    let schedules: Vec<_> = rows("retries/exhausted_fraction.csv")
        .into_iter()
        .filter(|row| row.text("outage_s") == "2640")
        .collect();
    for row in rows("retries/exhausted_by_start.csv") {
        let name = row.text("schedule");
        let schedule = schedules.iter().find(|other| other.text("schedule") == name).expect(name);
        let query = listed(schedule) + &format!("&outage={}s", row.text("outage_s"));
        let input = input(&query);
        let answer = answer(&input).expect(name);
        let start = row.number("first_attempt_after_outage_start_s");
        let left = input.outage.si() - start;
        let (min, max) = (answer.span.min.expect(name), answer.span.max.expect(name));
        let share = match () {
            () if min == max => f64::from(u8::from(max < left)),
            () => answer.course.curves.spent(left, input.outage.si(), input.attempts.expect(name)),
        };
        let expected = row.number("p_exhausted");
        assert!((share - expected).abs() <= 1e-9, "{name} at {start}: {share} is not {expected}");
        // The chart joins such points.
        let report = Retries::evaluate(&input).expect(name);
        let Plot::Lines { series, .. } = &report.charts[1].plot else { panic!("lines") };
        let drawn = series[0].at(start).expect(name);
        assert!((drawn - expected).abs() <= 0.02, "{name} at {start}: {drawn} is drawn, not {expected}");
    }
}

#[test]
fn attempts_needed() {
    for row in rows("retries/attempts_needed.csv") {
        let query = format!(
            "first={}s&factor={}&cap={}s&outage={}s",
            row.text("base_s"),
            row.text("factor"),
            row.text("cap_s"),
            row.text("outage_s")
        );
        for (jitter, attempts, span) in [
            ("none", "attempts_no_jitter", "span_s"),
            ("full", "attempts_full_jitter_mean_span", "mean_span_s"),
        ] {
            let needed =
                value(&report(&format!("{query}&jitter={jitter}")), "attempts_needed").expect(&query);
            assert_eq!(needed, row.number(attempts), "{query} {jitter}");
            let report = report(&format!("{query}&jitter={jitter}&attempts={needed}"));
            agree(value(&report, "span_mean").expect(&query), row.text(span), 1e-12, &query);
        }
    }
}

#[test]
fn decorrelated() {
    // Two columns have the name "se", so it is read by place.
    let table = include_str!("../../../../tests/data/retries/decorrelated_mc.csv");
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |index: usize| cells[index].parse::<f64>().expect(row);
        let query = format!(
            "jitter=decorrelated&first={}s&cap={}s&attempts={}&outage={}s",
            cells[0], cells[1], cells[2], cells[3]
        );
        let report = report(&query);
        for (key, column) in [("span_mean", 4), ("exhausted_share", 6)] {
            let (value, expected) = (value(&report, key).expect(key), number(column));
            let allowed = 4.0 * number(column + 1);
            assert!(
                (value - expected).abs() <= allowed,
                "{query}: {key} is {value}, not {expected} ± {allowed}"
            );
        }
    }
}

#[test]
fn schedule_load() {
    for row in rows("retries/retry_schedule_load.csv") {
        let schedule = match row.text("schedule") {
            "temporal_default" => "first=1s&cap=100s",
            "exp1x2cap60" => "first=1s&cap=60s",
            "exp0.1x2cap10" => "first=100ms&cap=10s",
            "fixed30" => "first=30s&factor=1",
            "inngest_oss_table" => "by=list&list=15s;30s;1min;2min;5min;10min;20min;40min;1h;2h",
            other => panic!("{other}"),
        };
        let query =
            format!("{schedule}&attempts={}&outage={}s", row.text("max_attempts"), row.text("outage_s"));
        let report = report(&query);
        for (key, column) in [
            ("load_multiple", "attempt_rate_multiple_at_end"),
            ("mean_attempts", "mean_attempts_in_outage_per_item"),
            ("exhausted_share", "fraction_exhausted"),
            ("recovery_lag", "mean_recovery_lag_s(survivors)"),
        ] {
            agree(value(&report, key).expect(key), row.text(column), 1e-8, &format!("{query}: {key}"));
        }
        let most = answer(&input(&query)).expect(&query).course.most_lag;
        agree(most.si(), row.text("max_recovery_lag_s"), 1e-12, &query);
    }
}

#[test]
fn amplification() {
    let rate = |text: &str| {
        let (rate, capacity) = text.split_once('/').expect(text);
        let number = |text: &str| Rate::per_second(text.parse().expect(text));
        (number(rate), number(capacity))
    };
    let mut storms = 0;
    for row in rows("retries/retry_amplification.csv") {
        let (model, attempts) = (row.text("model"), row.number("max_attempts") as u32);
        let verdict = row.text("attempt_fail_p_or_verdict");
        match model {
            "independent_failure" => {
                let failing = row.number("p_fail");
                agree(mean_attempts(failing, attempts), row.text("attempts_per_item"), 1e-8, model);
                agree(failing.powi(attempts as i32), row.text("p_item_fails"), 1e-8, model);
            }
            "shed_overload" => {
                let (rate, capacity) = rate(row.text("lambda/mu"));
                let Overload { failing, attempts, lost } = overload(rate, capacity, attempts);
                agree(attempts, row.text("attempts_per_item"), 1e-8, model);
                agree(lost, row.text("p_item_fails"), 1e-8, model);
                agree(failing, verdict, 1e-8, model);
            }
            _ => {
                storms += 1;
                let (rate, capacity) = rate(row.text("lambda/mu"));
                let sustains = sustains_itself(f64::from(attempts), rate, capacity);
                assert_eq!(sustains, verdict == "self-sustaining", "{attempts} × {rate:?}");
                // The same through the calculator: an outage long enough for all attempts.
                let query =
                    format!("attempts={attempts}&first=1s&rate={}/s&capacity={}/s", rate.si(), capacity.si());
                assert_eq!(report(&query).verdict.state == "storm", sustains, "{query}");
            }
        }
    }
    assert_eq!(storms, 6);
    assert_eq!(mean_attempts(0.0, 9), 1.0);
}
