//! Remarks on a scenario: warnings, traps, limits of the model.

use super::input::By;
use super::model::State;
use super::report::{Words, rate, size};
use crate::quantity::Duration;
use crate::report::{Note, Severity};

/// Whether a projection is worth a word: it says something else than the model.
pub(super) fn projection_differs(words: &Words<'_>) -> Option<Duration> {
    let projection = words.answer.projection.filter(|_| words.answer.state != State::Full)?;
    let same = words.answer.full.is_some_and(|full| (full.si() - projection.si()).abs() <= 1e-3 * full.si());
    (!same).then_some(projection)
}

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);

    if let Some(limit) = words.limit_first() {
        add(
            Severity::Warning,
            format!(
                "The limit of {} on waiting log is reached in {}, before the volume is full. An archiver's \
                 queue limit drops log, which breaks the chain of the backups; a slot's limit drops the slot. \
                 The verdict is on the volume as if the limit were not enforced, for that can come late: one \
                 archiver looked at it only when it was started again, 61 minutes after.",
                size(input.limit.unwrap_or_default()),
                words.moment(limit)
            ),
        );
    }
    if answer.alert_passed() && answer.state != State::Full {
        let from_now = answer.stands == Some(Duration::ZERO);
        let lead = if from_now { ", and lead time counts from now" } else { "" };
        add(
            Severity::Warning,
            format!(
                "Free space, {}, is not above the alert level of {}: the alert is on{lead}.",
                size(answer.volume.free),
                size(answer.volume.alert)
            ),
        );
    } else if let (Some(alert), None) = (answer.alert, answer.full) {
        add(
            Severity::Ok,
            format!("The alert fires in {}, though the volume never fills.", words.moment(alert)),
        );
    }
    let comes_back = |(alert, stands): &(Duration, Duration)| stands.si() - alert.si() > 1e-6 * stands.si();
    if let Some((alert, stands)) = answer.alert.zip(answer.stands).filter(comes_back) {
        add(
            Severity::Warning,
            format!(
                "The alert fires first in {} and goes off again; lead time counts from when it comes back, in {}.",
                words.moment(alert),
                words.moment(stands)
            ),
        );
    }
    if let Some(projection) = projection_differs(words) {
        let really = match answer.full {
            Some(full) => format!("it is full in {}", words.moment(full)),
            None => "it never fills".into(),
        };
        add(
            Severity::Ok,
            format!(
                "A straight line from the present rate would say full in {}. That is a projection: with the \
                 rates given here {really}.",
                words.moment(projection)
            ),
        );
    }
    if answer.full.is_some() {
        add(
            Severity::Warning,
            "When pg_wal is full PostgreSQL does not turn read-only: it stops with PANIC, and a plain restart \
             fails until the volume is enlarged. Some managed services turn read-only instead."
                .into(),
        );
    }
    if answer.volume.kept_fills() && answer.state != State::Full {
        add(
            Severity::Warning,
            format!(
                "The {} kept in any case has no room here. Faster archiving does not help; a smaller \
                 max_wal_size or wal_keep_size, or a slot dropped, does.",
                size(input.kept)
            ),
        );
    }
    let waiting = answer.volume.log.waiting;
    if input.waiting.is_none() && waiting.si() > 0.0 {
        add(
            Severity::Ok,
            format!(
                "What is used beyond the log kept in any case, {}, is taken as waiting to be archived.",
                size(waiting)
            ),
        );
    }
    if answer.catch_up.is_some_and(|time| time.si() > 0.0) {
        add(
            Severity::Ok,
            "Space comes back at a checkpoint, in steps. Allow up to a quarter more than the time to catch up."
                .into(),
        );
    }
    if input.by == By::Segments && input.archivers > 1 {
        add(
            Severity::Ok,
            "PostgreSQL runs archive_command for one segment at a time: several at once need an archiver \
             that works ahead by itself."
                .into(),
        );
    }
    if let (Some(archive), None) = (answer.volume.log.archive, answer.full) {
        let now = answer.write_now();
        if now <= archive && now.si() >= 0.9 * archive.si() && now.si() > 0.0 {
            add(
                Severity::Warning,
                format!(
                    "{} written are close to the {} that can be archived: a little more, or a slower target, \
                     and waiting log grows without end.",
                    rate(now),
                    rate(archive)
                ),
            );
        }
    }
    add(
        Severity::Ok,
        "Reasons to keep log overlap: the oldest position still needed counts, so take the largest of \
         max_wal_size, wal_keep_size and what slots hold back, not their sum."
            .into(),
    );
    notes
}
