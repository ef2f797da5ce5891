//! The working: every formula with its numbers.

use super::input::While;
use super::kernel;
use super::model::{State, time_to_stall};
use super::report::{Words, count, rate, share, time};
use crate::quantity::Duration;
use crate::report::Step;

const IP_SYSCTL: &str = "Linux, Documentation/networking/ip-sysctl, and net/ipv4/tcp_timer.c.";
const TCP_7: &str = "tcp(7), and net/ipv4/tcp_timer.c.";
const LITTLE: &str = "Little's law.";
const BALANCE: &str = "Mass balance: workers lost and none given back.";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let detection = &answer.detection;
    let mut steps = kernel_steps(words);
    if let (Some(deadline), true) = (input.deadline, input.during != While::Idle) {
        let kernel = detection.ladder.as_ref().map_or("never".into(), |ladder| time(ladder.ends).to_string());
        steps.push(step(
            "The worker's own deadline",
            "the earlier of kernel and deadline",
            format!("kernel {kernel}, deadline {}: {}", time(deadline), words.unnoticed()),
            "Definition.",
        ));
    }
    let workers = count(f64::from(input.workers));
    let (per_second, dropped) = (rate(input.rate), share(input.dropped.as_fraction()));
    if let (Some(most), Some(hung)) = (detection.max, answer.hung) {
        steps.push(step(
            "Workers that hang",
            "rate × dropped × time unnoticed",
            format!("{per_second} × {dropped} × {} = {}", time(most), count(hung)),
            LITTLE,
        ));
    }
    steps.push(step(
        "Workers at work",
        "rate × (1 − dropped) × time of a request",
        format!("{per_second} × (1 − {dropped}) × {} = {}", time(input.normal), count(answer.busy)),
        LITTLE,
    ));
    if answer.state == State::Stalls
        && answer.stall.is_some_and(|stall| stall.si() > 0.0)
        && let Some(stall) = time_to_stall(input.workers, answer.busy, input.rate, input.dropped)
    {
        steps.push(step(
            "Stalls after",
            "(workers − at work) / (rate × dropped)",
            format!("({workers} − {}) / ({per_second} × {dropped}) = {}", count(answer.busy), time(stall)),
            BALANCE,
        ));
    }
    if let (Some(most), Some(limit)) = (detection.max, answer.max_dropped)
        && limit.as_fraction() > 0.0
    {
        steps.push(step(
            "Stalls at a share of",
            "(workers / rate − time of a request) / (time unnoticed − time of a request)",
            format!(
                "({workers} / {per_second} − {}) / ({} − {}) = {}",
                time(input.normal),
                time(most),
                time(input.normal),
                share(limit.as_fraction())
            ),
            LITTLE,
        ));
    }
    steps
}

fn kernel_steps(words: &Words<'_>) -> Vec<Step> {
    let (input, detection) = (words.input, &words.answer.detection);
    let Some(ladder) = &detection.ladder else {
        return vec![step(
            "Noticed by the kernel",
            "keepalive is off, and nothing is unacknowledged",
            "never".into(),
            TCP_7,
        )];
    };
    let end = time(ladder.ends);
    let sent = count(ladder.sent.len() as f64);
    match (input.during, input.user_timeout) {
        (While::Writing, None) => {
            let limit = kernel::retries2_limit(input.retries2);
            let formula = match input.retries2 {
                0..=9 => "(2^(R+1) − 1) × 200 ms",
                _ => "204.6 s + (R − 9) × 120 s",
            };
            vec![
                step(
                    "What tcp_retries2 stands for",
                    formula,
                    format!("R = {}: {}", input.retries2, time(limit)),
                    IP_SYSCTL,
                ),
                step(
                    "The ladder",
                    "timeouts double from the first up to 120 s; the end is the first that expires so long after \
                     the first retransmission",
                    format!("from {}: sent again {sent} times, given up after {end}", time(input.rto)),
                    IP_SYSCTL,
                ),
            ]
        }
        (While::Writing, Some(timeout)) => vec![step(
            "TCP user timeout",
            "counted from the first retransmission, which can take up to two timeouts; timers are rounded",
            format!(
                "{} to {} + 3 × {} = {}",
                time(timeout),
                time(timeout),
                time(input.rto),
                time(Duration::seconds(timeout.si() + kernel::user_timeout_slack(input.rto).si()))
            ),
            TCP_7,
        )],
        (While::Connecting, timeout) => {
            let older = kernel::syn(input.syn_retries, 0, timeout).ends;
            let cut =
                timeout.map_or(String::new(), |timeout| format!(", a user timeout of {}", time(timeout)));
            vec![step(
                "SYNs",
                "timeouts of 1 s, 2 s, 4 s …; since Linux 6.5 four more of 1 s come first",
                format!(
                    "R = {}{cut}: {} before 6.5; since then {sent} sent again, given up after {end}",
                    input.syn_retries,
                    time(older)
                ),
                IP_SYSCTL,
            )]
        }
        (While::Reading | While::Idle, timeout) => {
            let (idle, interval) = (input.keepalive_idle.unwrap_or_default(), input.keepalive_interval);
            let formula = match timeout {
                None => "silence before the first probe + probes × interval",
                Some(_) => {
                    "the first probe time, after at least one probe, that is not before the user timeout"
                }
            };
            let until = timeout.map_or(String::new(), |timeout| format!(", user timeout {}", time(timeout)));
            vec![step(
                "Keepalive",
                formula,
                format!("{} + {sent} × {} = {end}{until}", time(idle), time(interval)),
                TCP_7,
            )]
        }
    }
}
