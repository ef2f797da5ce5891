//! A real kernel.

use crate::evidence::{Exhibit, Line, Rows, against, ask, error, text, within};
use crate::quantity::Unit;
use crate::text::find;

const KERNEL: &str = include_str!("../../../tests/data/hang/live_kernel_6.18.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    let table = Rows::read(KERNEL);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for row in table.iter() {
        let experiment = row.text("experiment");
        let (query, key) = query(experiment);
        let answer = ask(&format!("hang?{query}"));
        let (Some(predicted), Some(measured)) = (answer.value(key), row.number("measured_s")) else {
            continue;
        };
        let hung = row.text("errno_or_state") == "still hung";
        if !hung {
            pairs.push((predicted, measured));
        }
        let seconds = |value| text(Unit::Duration, Some(value));
        rows.push(Line {
            cells: vec![
                experiment.into(),
                if hung { format!("at least {}", seconds(predicted)) } else { seconds(predicted) },
                if hung { format!("still hung after {}", seconds(measured)) } else { seconds(measured) },
                if hung { String::new() } else { error(predicted, measured) },
            ],
            link: answer.link,
            agrees: Some(if hung {
                predicted > measured
            } else {
                (predicted / measured - 1.0).abs() <= 0.15
            }),
            why: if hung {
                "Keepalive was due after 9 s; while data is unacknowledged it decides nothing."
            } else {
                ""
            },
        });
    }
    vec![Exhibit {
        title: "A Linux kernel whose packets go nowhere",
        how: "Linux 6.18, a firewall that drops silently. Each connection was given up by one of the kernel's limits. It is \
              never sooner than said, and some tenths of a second later: the kernel's timers are coarse.",
        says: format!("The time until it is noticed is {}; {} for those over 10 s.", within(&pairs, 0.15), {
            let long: Vec<_> = pairs.iter().copied().filter(|pair| pair.1 > 10.0).collect();
            within(&long, 0.05)
        }),
        charts: vec![against(
            "evidence-kernel",
            "Time until a dead connection is noticed",
            Unit::Duration,
            &pairs,
        )],
        columns: &["experiment", "predicted", "measured", "error"],
        rows,
    }]
}

/// What an experiment asks, and the figure that answers it.
fn query(experiment: &str) -> (String, &'static str) {
    let numbers: Vec<&str> =
        experiment.split(|char: char| !char.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let number = |index: usize| numbers.get(index).copied().unwrap_or_default();
    match () {
        () if experiment.starts_with("tcp_retries2") => {
            (format!("retries2={}&rto=204ms", number(1)), "detected_max")
        }
        () if experiment.starts_with("syn_retries") => {
            let figure = if number(1) == "0" { "detected_min" } else { "detected_max" };
            (format!("while=connecting&syn_retries={}", number(0)), figure)
        }
        () if experiment.starts_with("user_timeout") => {
            (format!("user_timeout={}s&rto=204ms", number(0)), "detected_max")
        }
        () if experiment.starts_with("keepalive_but") => {
            ("keepalive_idle=3s&keepalive_interval=2s&keepalive_probes=3&rto=204ms".into(), "detected_min")
        }
        () => {
            let user = if find(experiment, "user", 0).is_some() {
                format!("&user_timeout={}s", number(3))
            } else {
                String::new()
            };
            let [idle, interval, probes] = [number(0), number(1), number(2)];
            let keepalive =
                format!("keepalive_idle={idle}s&keepalive_interval={interval}s&keepalive_probes={probes}");
            (format!("while=idle&{keepalive}{user}"), "detected_max")
        }
    }
}
