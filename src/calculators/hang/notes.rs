//! Remarks on a scenario: traps and limits of the model.

use super::input::While;
use super::model::State;
use super::report::{Words, count, rate, share, time};
use crate::quantity::Duration;
use crate::report::{Note, Severity};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);
    let detection = &answer.detection;

    match input.during {
        While::Writing => add(
            Severity::Warning,
            "Keepalive does not help here: it never fires while data is unacknowledged. Only tcp_retries2, a TCP \
             user timeout or the worker's own deadline ends this."
                .into(),
        ),
        While::Reading => add(
            Severity::Warning,
            "tcp_retries2 does not help here: the request was acknowledged, so nothing is sent again. Only \
             keepalive or the worker's own deadline ends this."
                .into(),
        ),
        While::Idle => add(
            Severity::Ok,
            "An idle connection holds a place in a pool, not a request. It is noticed by keepalive, or when it is \
             used next: then it is one that writes."
                .into(),
        ),
        While::Connecting => add(
            Severity::Ok,
            "Linux since 6.5 sends four more SYNs a second apart before its timeouts double: the longer time is \
             that one's."
                .into(),
        ),
    }
    if input.listens() && input.keepalive_idle.is_none() {
        add(
            Severity::Critical,
            "Without keepalive the kernel never looks whether the other side is there: tcp_keepalive_time alone \
             does nothing, the program has to ask for keepalive (SO_KEEPALIVE)."
                .into(),
        );
    }
    if input.listens() && input.keepalive_idle.is_some() && input.user_timeout.is_some() {
        add(
            Severity::Ok,
            "The user timeout takes the place of the number of probes: it ends at the first probe time at which \
             so much silence has passed."
                .into(),
        );
    }
    if input.writes() && input.user_timeout.is_some() {
        add(
            Severity::Ok,
            "The user timeout takes the place of tcp_retries2, also where it is the longer one.".into(),
        );
    } else if input.writes() {
        add(
            Severity::Ok,
            format!(
                "The number of retransmissions is not counted: they end at the first one that is due {} or more \
                 after the first. A first timeout a little longer or shorter can move that by two minutes.",
                time(detection_limit(words))
            ),
        );
    }
    if detection.by_deadline {
        add(
            Severity::Ok,
            "The worker is free at its deadline, but the kernel keeps the connection longer: close it, do not \
             give it back to a pool."
                .into(),
        );
    }
    if answer.state == State::Stalls
        && let (Some(stall), Some(most)) = (answer.stall.filter(|stall| stall.si() > 0.0), detection.max)
    {
        add(
            Severity::Warning,
            format!(
                "The first hung worker would come back after {}, {} after the pool is gone.",
                time(most),
                time(Duration::seconds((most.si() - stall.si()).max(0.0)))
            ),
        );
    }
    if let Some(most) = answer.max_dropped
        && answer.state == State::Fine
        && most.as_fraction() < 2.0 * input.dropped.as_fraction()
    {
        add(
            Severity::Warning,
            format!("Twice the drops would be too many: it stalls at {}.", share(most.as_fraction())),
        );
    }
    if answer.busy / f64::from(input.workers) >= super::model::BUSY {
        add(
            Severity::Warning,
            format!(
                "Normal requests alone keep {} of {} workers busy, at {}.",
                count(answer.busy),
                count(f64::from(input.workers)),
                rate(input.rate)
            ),
        );
    }
    if detection.max.is_some() && !detection.by_deadline {
        add(
            Severity::Ok,
            "Real kernels were 1 to 7 % later than this: timers are rounded, and a tail loss probe goes first.".into(),
        );
    }
    notes
}

fn detection_limit(words: &Words<'_>) -> Duration {
    super::kernel::retries2_limit(words.input.retries2)
}
