//! Remarks on a scenario: warnings, traps, limits of the model.

use super::input::Order;
use super::report::{Words, number};
use crate::quantity::{Unit, shown};
use crate::report::{Note, Severity, show_seconds};

/// The remarks that apply.
pub(super) fn notes(words: &Words<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |severity, text: String| notes.push(Note { severity, text });
    let (input, answer) = (words.input, words.answer);
    let fleet = &answer.fleet;
    let worst = answer.worst();
    if let Some((class, _, _)) = words.short() {
        let shape = fleet.classes[class].shape;
        let free: f64 = (0..fleet.types.len())
            .filter(|at| fleet.types[*at].shape.holds(shape) == 0)
            .map(|at| (worst.available[at] - worst.used[at]).max(0.0) * fleet.types[at].shape.cores())
            .sum();
        if free > 0.0 {
            let free = if free.is_finite() {
                shown(Unit::Cores, free).to_string()
            } else {
                "any number of cores".into()
            };
            add(
                Severity::Warning,
                format!(
                    "Totals lie: {free} can still be had, on types that do not hold a {} job.",
                    words.name(class)
                ),
            );
        }
    }
    if input.order == Order::Fifo && words.short().is_some() {
        add(
            Severity::Warning,
            "First come, first served: what waits for a machine holds up every job behind it, of any class."
                .into(),
        );
    }
    if input.boot > input.target {
        add(
            Severity::Warning,
            format!(
                "A boot takes longer than the {} that are fine: only jobs that find a machine running start in time.",
                show_seconds(input.target.si())
            ),
        );
    }
    for outage in &input.outages {
        let least: u32 = input
            .types
            .iter()
            .filter(|machine| machine.name == outage.name)
            .map(|machine| machine.least)
            .sum();
        if least == 0 && outage.lasts.si() > 0.0 {
            add(
                Severity::Ok,
                format!(
                    "{} has no minimum: a machine of it that is released in a quiet moment cannot be had again before the \
                     type is back.",
                    outage.name
                ),
            );
        }
    }
    let unpriced = input
        .types
        .iter()
        .enumerate()
        .find(|(at, machine)| machine.price.is_none() && words.running(*at) > 0.0);
    if let Some((at, machine)) = unpriced {
        add(
            Severity::Ok,
            format!(
                "{} machines of {} run, whose price is not given: there is no cost.",
                number(words.running(at)),
                machine.name
            ),
        );
    }
    notes
}
