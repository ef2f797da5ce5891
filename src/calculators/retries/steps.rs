//! The working: every formula with its numbers.

use super::input::{By, Jitter};
use super::model::sustains_itself;
use super::report::{Words, count, rate, seconds, share, time, times};
use super::schedule::delay;
use crate::report::Step;

const BACKOFF: &str = "Brooker, “Exponential Backoff And Jitter” (AWS, 2015).";
const DEFINITION: &str = "Definition.";
const MEAN: &str = "Mean over the starts in the outage, each as likely.";
const STORM: &str = "Bronson et al., “Metastable Failures in Distributed Systems” (HotOS 2021).";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let (span, course) = (answer.span, &answer.course);
    let mut steps = vec![step("Delays", delay_formula(words), delays(words), BACKOFF)];
    if let (Some(number), Some(min), Some(mean), Some(max)) = (input.attempts, span.min, span.mean, span.max)
    {
        let spread = if min < max {
            format!("at least {}, on average {}, at most {}", seconds(min), seconds(mean), seconds(max))
        } else {
            seconds(mean).to_string()
        };
        let between = if input.attempt_time.si() > 0.0 {
            format!(" and {} × {} of failing attempts", number - 1, time(input.attempt_time))
        } else {
            String::new()
        };
        steps.push(step(
            "Span of the attempts",
            "S = sum of the delays + (attempts − 1) × time of a failing attempt",
            format!("{} delays{between}: {spread}", number - 1),
            DEFINITION,
        ));
        if input.counts() {
            steps.push(step(
                "Runs exhausted",
                "E[max(0, outage − S)] / outage",
                match max <= input.outage.si() {
                    true => format!(
                        "({} − {}) / {} = {}",
                        time(input.outage),
                        seconds(mean),
                        time(input.outage),
                        share(course.exhausted_share)
                    ),
                    false => format!(
                        "outage {}, S from {} to {}: {}",
                        time(input.outage),
                        seconds(min),
                        seconds(max),
                        share(course.exhausted_share)
                    ),
                },
                "Feller, Introduction to Probability Theory and Its Applications II (1971), I.9.",
            ));
            steps.push(step(
                "Exhausted runs",
                "rate × outage × share",
                format!(
                    "{} × {} × {} = {}",
                    rate(input.rate),
                    time(input.outage),
                    share(course.exhausted_share),
                    count(answer.exhausted_runs)
                ),
                DEFINITION,
            ));
        }
    }
    if let Some(needed) = answer.attempts_needed {
        steps.push(step(
            "Attempts needed",
            "the fewest whose mean span is not shorter than the outage",
            format!(
                "{} attempts, {} retries, for {}",
                count(needed),
                count(needed - 1.0),
                time(input.outage)
            ),
            DEFINITION,
        ));
    }
    steps.push(step(
        "Attempts per run started, at the end",
        "number of attempts k with S_k < outage, S_k the time of the k-th after the first",
        format!(
            "{}; at {} that is {}",
            times(course.load_multiple),
            rate(input.rate),
            rate(answer.attempt_rate)
        ),
        "Little's law for runs that start evenly.",
    ));
    steps.push(step(
        "Attempts of one run in the outage",
        "sum over k of E[max(0, outage − S_k)] / outage",
        times(course.mean_attempts).to_string(),
        MEAN,
    ));
    if let Some(lag) = course.mean_lag {
        steps.push(step(
            "Tried again after the outage",
            "mean of the gap that spans its end, less the time that was left",
            format!("{} on average, at most {}", time(lag), time(course.most_lag)),
            MEAN,
        ));
    }
    if let Some(capacity) = input.capacity {
        let storm = sustains_itself(course.load_multiple, input.rate, capacity);
        steps.push(step(
            "Storm",
            "attempts per run × rate > capacity",
            format!(
                "{} × {} = {} {} {}",
                times(course.load_multiple),
                rate(input.rate),
                rate(answer.attempt_rate),
                if storm { ">" } else { "≤" },
                rate(capacity)
            ),
            STORM,
        ));
    }
    steps
}

fn delay_formula(words: &Words<'_>) -> &'static str {
    match (words.input.by, words.input.jitter) {
        (_, Jitter::Decorrelated) => "d_k = min(cap, between first and 3 × d_(k−1))",
        (By::Geometric, Jitter::None) => "d_k = min(cap, first × factor^(k−1))",
        (By::Geometric, Jitter::Full) => "between 0 and d_k = min(cap, first × factor^(k−1))",
        (By::Geometric, Jitter::Equal) => "between d_k/2 and d_k = min(cap, first × factor^(k−1))",
        (By::Geometric, Jitter::Add) => "between d_k = min(cap, first × factor^(k−1)) and d_k + jitter",
        (By::List, Jitter::None) => "d_k as listed",
        (By::List, Jitter::Full) => "between 0 and d_k as listed",
        (By::List, Jitter::Equal) => "between d_k/2 and d_k as listed",
        (By::List, Jitter::Add) => "between d_k as listed and d_k + jitter",
    }
}

/// The first delays: `15 s, 30 s, 1 min, 2 min`.
fn delays(words: &Words<'_>) -> String {
    let retries = words.input.attempts.map_or(usize::MAX, |attempts| attempts as usize - 1);
    if retries == 0 {
        return "no retry, so no delay".into();
    }
    let shown: Vec<String> = (1..=retries.min(8))
        .map(|k| match words.input.jitter {
            Jitter::Decorrelated => {
                seconds(words.answer.schedule.gap(k).mean - words.input.attempt_time.si()).to_string()
            }
            _ => time(delay(words.input, k)).to_string(),
        })
        .collect();
    let on = if retries > 8 { ", …" } else { "" };
    let mean = if words.input.jitter == Jitter::Decorrelated { " on average" } else { "" };
    let jitter = match words.input.jitter {
        Jitter::Add => format!("; up to {} added", time(words.input.jitter_for)),
        _ => String::new(),
    };
    format!("{}{on}{mean}{jitter}", shown.join(", "))
}
