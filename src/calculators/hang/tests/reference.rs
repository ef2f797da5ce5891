//! Independently computed tables and measured runs: tests/data/hang, with their origin there.

use super::super::kernel::{self, Ladder};
use super::{report, value};
use crate::quantity::Duration;
use crate::report::Absent;
use crate::test_data::rows;

fn seconds(text: &str) -> Duration {
    Duration::seconds(text.parse().expect(text))
}

#[track_caller]
fn agree(value: f64, expected: f64, what: &str) {
    assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{what}: {value} is not {expected}");
}

#[test]
fn tcp_retries2() {
    for row in rows("hang/tcp_retries2.csv") {
        let (retries, rto) = (row.number("tcp_retries2") as u32, row.text("first_rto_s"));
        let (expected, kind) = (row.number("timeout_s"), row.text("kind"));
        let what = format!("{kind} {retries} {rto}");
        let report = report(&format!("retries2={retries}&rto={rto}s"));
        if kind.starts_with("hypothetical") {
            agree(kernel::retries2_limit(retries).si(), expected, &what);
            agree(expected, row.number("naive_sum_s"), &what);
            agree(value(&report, "detected_min").expect(&what), expected, &what);
            continue;
        }
        let Ladder { sent, ends } = kernel::data(retries, seconds(rto));
        agree(ends.si(), expected, &what);
        assert_eq!(sent.len() as f64, row.number("retransmissions_sent"), "{what}");
        agree(value(&report, "detected_max").expect(&what), expected, &what);
        assert!(value(&report, "detected_min").expect(&what) <= expected);
    }
}

#[test]
fn tcp_syn() {
    let mut linear = 0;
    for row in rows("hang/tcp_syn.csv") {
        let retries = row.number("tcp_syn_retries") as u32;
        let more = row.number("tcp_syn_linear_timeouts") as u32;
        let expected = row.number("connect_timeout_s");
        let what = format!("{retries} {more}");
        let Ladder { sent, ends } = kernel::syn(retries, more, None);
        agree(ends.si(), expected, &what);
        assert_eq!(sent.len() as f64, row.number("retransmissions"), "{what}");
        let report = report(&format!("while=connecting&syn_retries={retries}"));
        match more {
            0 => agree(value(&report, "detected_min").expect(&what), expected, &what),
            4 => {
                linear += 1;
                agree(value(&report, "detected_max").expect(&what), expected, &what);
            }
            _ => {}
        }
    }
    assert_eq!(linear, 5);
}

#[test]
fn keepalive() {
    // A name of a column has a comma in it, so the table is read by place.
    let table = include_str!("../../../../tests/data/hang/keepalive.csv");
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let timeout = if cells[4] == "0" { "off".into() } else { format!("{}s", cells[4]) };
        for during in ["reading", "idle"] {
            let report = report(&format!(
                "while={during}&keepalive_idle={}s&keepalive_interval={}s&keepalive_probes={}&user_timeout={timeout}",
                cells[1], cells[2], cells[3]
            ));
            for key in ["detected_min", "detected_max"] {
                agree(value(&report, key).expect(key), cells[5].parse().expect(row), row);
            }
        }
    }
}

#[test]
fn slots_lost() {
    for row in rows("hang/slots_lost.csv") {
        // The time that a dropped connection hangs is given by a deadline: whatever the kernel does.
        let query = format!(
            "while=reading&keepalive_idle=off&workers={}&rate={}/s&dropped={}&deadline={}s&normal={}s",
            row.text("slots"),
            row.text("rate_per_s"),
            row.number("hang_fraction_x"),
            row.text("hang_time_s"),
            row.text("normal_time_s")
        );
        let report = report(&query);
        let figure = |key: &str| value(&report, key);
        let printed = |key: &str, column: &str| {
            let (value, text) = (figure(key), row.text(column));
            if text.is_empty() {
                assert!(value.is_err(), "{query}: {key} is {value:?}");
                return;
            }
            let (value, expected) = (value.expect(key), row.number(column));
            assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{query}: {key} {value} {expected}");
        };
        agree(figure("slots_hung").expect("hung"), row.number("slots_hung=x*rate*T"), &query);
        printed("occupancy", "occupancy");
        printed("time_to_stall", "time_to_stall_s");
        printed("max_dropped", "max_x_without_stall");
        assert_eq!(report.verdict.state == "stalls", row.text("verdict") == "stall", "{query}");
        if row.text("max_x_without_stall").is_empty() {
            assert_eq!(figure("max_dropped"), Err(Absent::Unlimited));
        }
    }
}

/// What a real kernel did: never sooner than said, and at most 7 % later, short ones 0.8 s.
#[test]
fn live_kernel() {
    let mut seen = 0;
    for row in rows("hang/live_kernel_6.18.csv") {
        let experiment = row.text("experiment");
        let number = |after: &str| -> f64 {
            let rest = experiment.split(after).nth(1).unwrap_or_else(|| panic!("{experiment}"));
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().expect(experiment)
        };
        let measured = row.number("measured_s");
        let mut range = None;
        let predicted = if experiment.starts_with("tcp_retries2") {
            kernel::data(number("=") as u32, seconds(row.text("rto0_s"))).ends
        } else if experiment.contains("syn_retries") {
            kernel::syn(number("syn_retries=") as u32, number("linear=") as u32, None).ends
        } else if experiment.starts_with("user_timeout") {
            let timeout = number("user_timeout_");
            let report = report(&format!("user_timeout={timeout}s&rto=204ms"));
            range = Some(value(&report, "detected_max").expect(experiment));
            Duration::seconds(timeout)
        } else if experiment.starts_with("keepalive_but_unacked") {
            // Keepalive was due after 9 s; while data is unacknowledged it decides nothing.
            let report = report("keepalive_idle=3s&keepalive_interval=2s&keepalive_probes=3&rto=204ms");
            assert!(value(&report, "detected_min").expect(experiment) > measured);
            seen += 1;
            continue;
        } else {
            let parts: Vec<f64> = experiment.split('_').filter_map(|part| part.parse().ok()).collect();
            let timeout = experiment.contains("user").then(|| number("user"));
            kernel::keepalive(
                Duration::seconds(parts[0]),
                Duration::seconds(parts[1]),
                parts[2] as u32,
                timeout.map(Duration::seconds),
            )
            .ends
        };
        seen += 1;
        let said = row.number("predicted_s");
        assert!((predicted.si() - said).abs() <= 0.05, "{experiment}: {predicted:?}, the table says {said}");
        let late = measured - predicted.si();
        assert!(late >= 0.0 && late <= (0.07 * predicted.si()).max(0.8), "{experiment}: {late} s late");
        if let Some(most) = range {
            assert!(measured <= most * 1.07, "{experiment}: {measured} s, said at most {most}");
        }
    }
    assert_eq!(seen, 15);
}
