//! Remarks on a scenario: warnings, traps, limits of the model.

use super::input::Needs;
use super::model::State;
use super::report::{Words, size, time};
use crate::quantity::{Bytes, Duration, Factor};
use crate::report::{Note, Severity};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);

    if answer.state == State::LockedOut {
        let extra = answer.down.si() - input.boot.si();
        add(
            Severity::Warning,
            format!(
                "A start that needs the database makes its outage an outage of this service too: {} of the {} down. \
                 Starting without it, and loading what it needs later, would end that part.",
                time(Duration::from_si(extra.max(0.0))),
                time(answer.down)
            ),
        );
    } else if answer.state == State::Survives && input.needs_database == Needs::Yes {
        add(
            Severity::Ok,
            "Memory lasts, but a restart for any other reason during the outage, a deployment or a crash, would \
             still not come up before the database is back."
                .into(),
        );
    }
    if input.overhead <= Factor::times(1.0) {
        add(
            Severity::Warning,
            "An item takes more memory than its size on the wire: objects, headers and what is not collected yet \
             make 1.5 to 3 times of it common. Measure memory with a known number of items in it."
                .into(),
        );
    }
    if answer.spilled > Bytes::ZERO {
        add(
            Severity::Ok,
            format!(
                "About {} of what was in memory is on disk by the end of the outage (less, by what an item takes in \
                 memory beyond its size): the disk has to have room for it, and has to outlive the process.",
                size(answer.spilled)
            ),
        );
    }
    if answer.growth.si() > 0.0 {
        add(
            Severity::Ok,
            "Afterwards memory is freed only as fast as the backlog drains. A second outage soon after begins with \
             what is left of the first: give that as in use before."
                .into(),
        );
        add(
            Severity::Ok,
            "A process with a garbage collector slows down well before its limit, and the limit of a container \
             counts more than the heap. Leave room for both."
                .into(),
        );
    }
    if answer.lost_refused > 0.0 || answer.lost_shed > 0.0 {
        add(
            Severity::Ok,
            "What is refused or turned away is lost only if its sender does not send it again; if it does, it \
             comes back as a peak when the database is back."
                .into(),
        );
    }
    notes
}
