//! Remarks on a scenario: warnings, traps, limits of the model.

use super::model::{NAPTIME, State};
use super::report::{Words, per, rows, time};
use crate::quantity::{Duration, Rate, Share};
use crate::report::{Note, Severity};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);

    if words.waits_too_long() && answer.tips_at != Some(0.0) {
        add(
            Severity::Warning,
            format!(
                "Autovacuum waits for {} dead rows, but {} are enough to tip over. A scale factor near zero and a \
                 fixed threshold, set for this table alone, let it start in time.",
                rows(answer.trigger_at),
                rows(answer.tips_at.unwrap_or_default())
            ),
        );
    } else if let Some(tip) = answer.tips_at.filter(|_| answer.state == State::KeepsUp) {
        let nap = words.asked().si() * NAPTIME.si();
        if answer.trigger_at + nap >= tip {
            add(
                Severity::Warning,
                format!(
                    "Autovacuum looks for work once a minute (autovacuum_naptime): up to {} more dead rows arise \
                     before it starts, and that is enough to tip over.",
                    rows(nap)
                ),
            );
        }
    }
    if words.held() {
        add(
            Severity::Warning,
            format!(
                "While the snapshot is held vacuum runs and removes nothing. What holds it: a long transaction, a \
                 session idle in one, a replication slot or a standby with feedback, a prepared transaction. \
                 Ending it beats any setting: {} of growth end with it.",
                per(answer.growth)
            ),
        );
    }
    if words.endless() || input.sharing > 1 {
        add(
            Severity::Warning,
            "More autovacuum workers remove no more: they share one cost limit, and one table has one of them. \
             A higher cost limit or a shorter delay does, also for this table alone."
                .into(),
        );
    }
    if answer.state == State::Tipped || answer.time_to_tip.is_some() {
        let stays = answer.recovers.is_none() && answer.tips_at.is_some_and(|tip| tip > 0.0);
        if stays {
            add(
                Severity::Warning,
                "It does not come back by itself: slower operations pile up, and what retries them leaves dead \
                 rows too. Pausing operations lets vacuum win; adding workers moves the tipping point, and dead \
                 rows grow faster until then."
                    .into(),
            );
        }
        if input.stolen == Share::ZERO {
            add(
                Severity::Ok,
                "A manual VACUUM is not slowed down unless vacuum_cost_delay is set. It takes CPU and disk from \
                 operations: give its share as taken from operations, for it can tip the table by itself."
                    .into(),
            );
        }
    }
    if input.stolen > Share::ZERO {
        let without =
            super::model::tips_at(input.workers, input.base, input.per_dead, Share::ZERO, input.rate);
        let tips = answer.tips_at.unwrap_or_default();
        if let Some(without) = without.filter(|without| *without > tips) {
            add(
                Severity::Ok,
                format!(
                    "Without what vacuum takes from operations it would tip at {} dead rows, not at {}.",
                    rows(without),
                    rows(tips)
                ),
            );
        }
    }
    if let Some(pass) = answer.pass.filter(|pass| *pass > Duration::ZERO) {
        let meanwhile = words.asked().si() * pass.si();
        let tips = answer.tips_at.is_some_and(|tip| meanwhile >= tip);
        add(
            if tips { Severity::Warning } else { Severity::Ok },
            format!(
                "A pass takes {}; the {} dead rows that arise meanwhile are left to the next one{}.",
                time(pass),
                rows(meanwhile),
                if tips { ", enough to tip over" } else { "" }
            ),
        );
    }
    if words.endless() && answer.state != State::Tipped {
        let needed = Rate::from_si(words.asked().si());
        add(
            Severity::Ok,
            format!("To keep up vacuum has to remove {}, all passes and indexes counted.", per(needed)),
        );
    }
    add(
        Severity::Ok,
        "Without a snapshot that still sees them, index entries of dead rows are marked in passing and then cost \
         about 1 ns each, not 50: the figures here are for rows that cannot be marked yet."
            .into(),
    );
    notes
}
