//! The working: every formula with its numbers.

use super::input::By;
use super::model::State;
use super::notes::projection_differs;
use super::report::{Words, rate, segment, size, time};
use crate::quantity::{ByteRate, Bytes, Duration};
use crate::report::Step;

const BALANCE: &str = "Mass balance: what is written and not archived waits.";
const MANUAL_ARCHIVING: &str = "PostgreSQL manual, “Continuous Archiving”.";
const MANUAL_WAL: &str = "PostgreSQL manual, “WAL Configuration”: the oldest log still needed counts.";
const DEFINITION: &str = "Definition.";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let log = answer.volume.log;
    let mut steps = Vec::new();
    if let (By::Segments, Some(archive)) = (input.by, log.archive) {
        steps.push(step(
            "What can be archived",
            "archivers × segment / time per segment",
            format!(
                "{} × {} / {} = {}",
                input.archivers,
                segment(input.segment),
                time(input.per_segment),
                rate(archive)
            ),
            MANUAL_ARCHIVING,
        ));
    }
    if let (Some(archive), Some(net)) = (log.archive, answer.net_rate()) {
        let burst = match input.burst_length() {
            Some(_) => format!(" + {}", rate(input.burst)),
            None => String::new(),
        };
        steps.push(step(
            "Net rate now",
            "write + burst − archive",
            format!("{}{burst} − {} = {}", rate(input.write), rate(archive), rate(net)),
            BALANCE,
        ));
    }
    steps.push(step(
        "What the log takes",
        "other + max(waiting, min(kept, written so far))",
        used_numbers(words),
        MANUAL_WAL,
    ));
    if let (Some(full), false) = (answer.full, answer.state == State::Full) {
        steps.push(step(
            "Full",
            "the time at which the growth of used space is the free space of now",
            fill_numbers(words, full),
            BALANCE,
        ));
    }
    if let (Some(full), Some(lead), Some(stands)) = (answer.full, answer.lead, answer.stands) {
        steps.push(step(
            "Lead time",
            "time to full − time to the alert",
            format!("{} − {} = {}", time(full), time(stands), time(lead)),
            DEFINITION,
        ));
    }
    if let (Some(full), Some(needed)) = (answer.full, answer.alert_needed) {
        let numbers = match full < input.respond {
            true => format!(
                "full in {} is sooner than {}: {} free + {} × {} = {}",
                time(full),
                time(input.respond),
                size(answer.volume.free),
                rate(answer.present_rate()),
                time(Duration::from_si(input.respond.si() - full.si())),
                size(needed)
            ),
            false => format!(
                "free at {} − {} = {}: {}",
                time(full),
                time(input.respond),
                time(Duration::from_si(full.si() - input.respond.si())),
                size(needed)
            ),
        };
        steps.push(step(
            "Alert needed",
            "free space at time to full − time people need",
            numbers,
            DEFINITION,
        ));
    }
    if let (Some(limit), Some(at)) = (input.limit, answer.limit) {
        steps.push(step(
            "Limit reached",
            "the time at which waiting log is the limit",
            format!("{} wait now, {} in {}", size(log.waiting), size(limit), time(at)),
            BALANCE,
        ));
    }
    steps.extend(catch_up_step(words));
    if let Some(projection) = projection_differs(words) {
        steps.push(step(
            "Straight-line projection",
            "free / net rate now",
            format!(
                "{} / {} = {}, if nothing changed",
                size(answer.volume.free),
                rate(answer.present_rate()),
                words.moment(projection)
            ),
            "Projection of the present rate; what disk alerts print.",
        ));
    }
    steps
}

fn used_numbers(words: &Words<'_>) -> String {
    let volume = words.answer.volume;
    let used = volume.size.si() - volume.free.si();
    let other = (used - volume.log.waiting.si()).max(0.0);
    let kept = match words.input.waiting {
        Some(_) => format!("up to {} kept in any case", size(words.input.kept)),
        None => {
            format!("{} of {} kept in any case still to come", size(volume.log.kept), size(words.input.kept))
        }
    };
    format!(
        "{} used now = {} other + {} waiting; {kept}",
        size(Bytes::from_si(used)),
        size(Bytes::from_si(other)),
        size(volume.log.waiting)
    )
}

/// The straight pieces on the way to full: `702 GB in 2 h 10 min at 90 MB/s, then …`.
fn fill_numbers(words: &Words<'_>, full: Duration) -> String {
    let knots = words.answer.timeline.between(Duration::ZERO, full);
    let pieces: Vec<_> = knots
        .windows(2)
        .filter(|pair| pair[1].time > pair[0].time)
        .map(|pair| {
            let growth = pair[1].growth.si() - pair[0].growth.si();
            let length = pair[1].time.si() - pair[0].time.si();
            let (grown, length) = (size(Bytes::from_si(growth)), Duration::from_si(length));
            format!("{grown} in {} at {}", time(length), rate(ByteRate::from_si(growth / length.si())))
        })
        .collect();
    format!(
        "{} free: {}; together {}",
        size(words.answer.volume.free),
        pieces.join(", then "),
        words.moment(full)
    )
}

fn catch_up_step(words: &Words<'_>) -> Option<Step> {
    let answer = words.answer;
    let (archive, catch_up) = (answer.volume.log.archive?, answer.catch_up?);
    let end = words.input.finite_burst().unwrap_or_default();
    let (waiting, write) = (answer.timeline.at(end).waiting, answer.write.at(end));
    // The formula is for one write rate; with a change on the way the timeline has the result.
    let plain = super::model::time_to_catch_up(waiting, archive, write)?;
    if waiting <= Bytes::ZERO || (plain.si() - catch_up.si()).abs() > 1e-6 * catch_up.si() {
        return None;
    }
    Some(step(
        "Caught up",
        "waiting / (archive − write)",
        format!("{} / ({} − {}) = {}", size(waiting), rate(archive), rate(write), time(catch_up)),
        BALANCE,
    ))
}
