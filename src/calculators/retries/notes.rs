//! Remarks on a scenario: traps and limits of the model.

use super::input::{By, Jitter};
use super::model::{State, overload};
use super::report::{Words, attempts, count, rate, seconds, share, time, times};
use crate::report::{Note, Severity};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);
    let span = answer.span;

    if let (Some(capacity), State::Storm) = (input.capacity, answer.state) {
        if input.rate > capacity {
            let tries = words.limit().unwrap_or(super::input::MOST_ATTEMPTS);
            let steady = overload(input.rate, capacity, tries);
            add(
                Severity::Critical,
                format!(
                    "Without any outage {} on {} lose {} of the runs, however often each is tried: more attempts \
                     only add load, up to {} for each run.",
                    rate(input.rate),
                    rate(capacity),
                    share(steady.lost),
                    times(steady.attempts)
                ),
            );
        } else {
            add(
                Severity::Critical,
                format!(
                    "The end of the outage does not end this: the way out is below {}, not the rate that it began \
                     at. Pausing retries, or a budget of retries per client, gets there.",
                    rate(words.exit_rate())
                ),
            );
        }
    } else if let (Some(capacity), Some(limit)) = (input.capacity, words.limit())
        && super::model::sustains_itself(f64::from(limit), input.rate, capacity)
    {
        add(
            Severity::Warning,
            format!(
                "A longer outage would end in a storm: {limit} attempts for each of {} are more than {}.",
                rate(input.rate),
                rate(capacity)
            ),
        );
    }
    if let (Some(min), Some(mean), Some(max)) = (span.min, span.mean, span.max)
        && min < max
    {
        let loses = answer.attempts_needed.zip(answer.attempts_for_all).is_some_and(|(mean, all)| mean < all)
            || answer.attempts_for_all.is_none();
        if input.jitter == Jitter::Full {
            add(
                Severity::Warning,
                format!(
                    "Full jitter halves the mean span, here to {}: it spreads the load, and costs runs. Without \
                     it the same attempts span {}.",
                    seconds(mean),
                    seconds(max)
                ),
            );
        } else if loses && input.jitter != Jitter::Add {
            add(
                Severity::Ok,
                format!(
                    "Jitter spreads the load, not the risk: a run can span as little as {}, and the mean of {} \
                     decides how many are exhausted.",
                    seconds(min),
                    seconds(mean)
                ),
            );
        }
    }
    if let Some(number) = input.attempts {
        let more = answer.schedule.gap(number as usize).mean;
        add(
            Severity::Ok,
            format!(
                "Attempts count the first try: {}. If your setting counts retries, give one more here; it adds {}.",
                attempts(f64::from(number)),
                seconds(more)
            ),
        );
    }
    if input.by == By::List {
        let delays = input.list.len();
        let used = words.limit().map_or(usize::MAX, |attempts| attempts as usize - 1);
        if used < delays {
            add(
                Severity::Warning,
                format!(
                    "Only the first {} of the {} delays are used.",
                    count(used as f64),
                    count(delays as f64)
                ),
            );
        } else if used > delays {
            add(
                Severity::Ok,
                format!(
                    "The list has {}: the last one, {}, repeats.",
                    if delays == 1 { "one delay".into() } else { format!("{} delays", count(delays as f64)) },
                    time(super::schedule::delay(input, delays))
                ),
            );
        }
    }
    if !input.counts() {
        add(
            Severity::Ok,
            "Failures of the outage are not counted, so runs are tried on at the same growing delays, and load \
             grows as if attempts had no limit."
                .into(),
        );
    } else if answer.course.exhausted_share > 0.0 {
        add(
            Severity::Ok,
            "Runs that had used up attempts before the outage began are exhausted sooner than this says. Runs \
             whose failure handlers depend on the same platform may never learn that they failed."
                .into(),
        );
    }
    if input.jitter == Jitter::None && answer.course.load_multiple >= 2.0 {
        add(
            Severity::Ok,
            "Without jitter, runs that failed together come back together: the load here is that of runs that \
             start evenly."
                .into(),
        );
    }
    if input.jitter == Jitter::Decorrelated {
        add(
            Severity::Ok,
            "The delays of decorrelated jitter depend on each other: shares and loads are worked out on a grid, \
             right to about 0.0002."
                .into(),
        );
    }
    notes
}
