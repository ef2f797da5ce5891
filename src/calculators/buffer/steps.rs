//! The working: every formula with its numbers.

use super::model::State;
use super::report::{Words, flow, items, size, time};
use crate::quantity::{Bytes, Duration, Unit, shown, significant};
use crate::report::Step;

const BALANCE: &str = "Mass balance: what is let in and not written to disk stays in memory.";
const DEFINITION: &str = "Definition.";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let rate = shown(Unit::Rate, input.rate.si());
    let factor = significant(input.overhead.si(), 4);
    let let_in = shown(Unit::Share, 1.0 - input.shed.as_fraction());
    let grows = super::growth(input.rate, input.item, input.overhead, input.shed, input.spill);
    let idle = if grows.si() < 0.0 { ", so memory does not grow" } else { "" };
    let mut steps = vec![step(
        "Memory grows by",
        "rate × (1 − turned away) × item × in memory − written to disk",
        format!(
            "{rate} × {let_in} × {} × {factor} − {} = {}{idle}",
            size(input.item),
            flow(input.spill),
            flow(grows)
        ),
        BALANCE,
    )];
    if let Some(full) = answer.time_to_full {
        steps.push(step(
            "Full after",
            "(limit − in use) / growth",
            format!(
                "({} − {}) / {} = {}",
                size(input.memory),
                size(input.used),
                flow(answer.growth),
                time(full)
            ),
            BALANCE,
        ));
    }
    steps.push(step(
        "Memory needed",
        "in use + growth × outage",
        format!(
            "{} + {} × {} = {}",
            size(input.used),
            flow(answer.growth),
            time(input.outage),
            size(answer.memory_needed)
        ),
        BALANCE,
    ));
    match answer.state {
        State::LockedOut => steps.push(step(
            "Down",
            "(outage − full after) + time to start",
            format!(
                "({} − {}) + {} = {}",
                time(input.outage),
                time(words.full()),
                time(input.boot),
                time(answer.down)
            ),
            "It can start only once the database is back.",
        )),
        State::Full if answer.killed > 0.0 => steps.push(step(
            "Down",
            "times killed × time to start; killed each (full after + time to start) while the outage lasts",
            format!(
                "{} × {} = {}; every {}",
                items(answer.killed),
                time(input.boot),
                time(answer.down),
                time(Duration::from_si(words.full().si() + input.boot.si()))
            ),
            "It starts empty, and fills again.",
        )),
        _ => {}
    }
    if answer.lost() > 0.0 {
        steps.push(step(
            "Items lost",
            "times killed × free memory / (item × in memory) + rate × down + turned away",
            format!(
                "{} + {} + {} = {}",
                items(answer.killed * answer.lost_in_memory),
                items(answer.lost_refused),
                items(answer.lost_shed),
                items(answer.lost())
            ),
            DEFINITION,
        ));
    }
    if answer.shed_needed.as_fraction() > 0.0 {
        let free = Bytes::from_si(words.free().si());
        steps.push(step(
            "To turn away to survive",
            "1 − (free / outage + written to disk) / (rate × item × in memory)",
            format!(
                "1 − ({} / {} + {}) / ({rate} × {} × {factor}) = {}",
                size(free),
                time(input.outage),
                flow(input.spill),
                size(input.item),
                shown(Unit::Share, answer.shed_needed.as_fraction())
            ),
            BALANCE,
        ));
    }
    steps
}
