//! Remarks on a scenario: warnings, traps, limits of the model.

use super::model::State;
use super::report::{THIN, Words, count, flow, share};
use crate::quantity::Share;
use crate::report::{Note, Severity};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);

    let after = answer.after.map_or(0.0, Share::as_fraction);
    if answer.state == State::Holds && input.failed > 0 && after > THIN {
        add(
            Severity::Warning,
            format!(
                "At {} what is left serves the load with long queues, and retries of the failed part come on top. \
                 Below about four fifths there is room for both.",
                share(Share::fraction(after))
            ),
        );
    }
    if answer.state == State::Overload && answer.after.is_some() {
        add(
            Severity::Warning,
            "Moving the load of a failed cell to the others takes them down as well, one after the other. Not moving \
             it, or turning that much away, keeps the failure where it is."
                .into(),
        );
    }
    if input.placements > 1 && input.failed > 0 {
        add(
            Severity::Warning,
            format!(
                "Each thing that a tenant needs from another cell adds to what a failure takes: {} instead of {}. \
                 Keeping all of them in one cell undoes that.",
                share(answer.affected),
                share(super::affected_share(input.cells, input.failed, 1))
            ),
        );
    }
    if let Some(needed) = answer.cells_needed.filter(|needed| *needed > f64::from(input.cells)) {
        add(
            Severity::Warning,
            format!(
                "The writes need {} cells: {} each is more than the {} that one instance can take.",
                count(needed),
                flow(answer.write_per_cell),
                flow(input.ceiling)
            ),
        );
    }
    if input.shard == input.workers && input.workers > 1 {
        add(
            Severity::Warning,
            "A shard of all workers is no shard: every tenant can take down every other.".into(),
        );
    }
    add(
        Severity::Ok,
        format!(
            "Splitting does not make failures rarer: a tenant in one cell is up {} of the time whether there is one \
             cell or a hundred. What changes is how many are down at once: all of them rarely, or a few of them often.",
            words.each()
        ),
    );
    add(
        Severity::Ok,
        "What the cells share fails for all of them: deployments, configuration, certificates, name servers, the \
         pipeline in front. Multiplied availabilities hold for what fails independently."
            .into(),
    );
    notes
}
