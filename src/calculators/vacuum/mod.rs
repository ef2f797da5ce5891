//! Do dead rows win: does vacuum keep up, and when does the table tip over?

mod chart;
mod cost;
mod debt;
mod evidence;
mod input;
mod model;
mod notes;
mod presets;
mod report;
mod steps;
#[cfg(test)]
mod tests;

pub use cost::{DIRTY, HIT, PAGE, Pass, Throttle, page_cost, trigger_at, vacuum_ceiling};
pub use input::{Input, Page};
pub use model::{Answer, NAPTIME, State, answer, capacity, tips_at};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Vacuum;

impl Calculator for Vacuum {
    type Input = Input;
    const ID: &'static str = "vacuum";
    const TITLE: &'static str = "Dead rows";
    const TROUBLE: &'static str = "Dead rows pile up and the table gets slower";
    const QUESTION: &'static str = "Does vacuum keep up, or do dead rows win?";
    const RACE: &'static str = "Rows die faster than vacuum removes them.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "A fluid: every operation takes base + per_dead × dead rows. That all dead rows lie in the way of \
             every operation is the worst case, and the usual one for the head of a queue.",
            "Vacuum starts when dead rows reach the trigger and goes on until none is left. A real one starts \
             up to a naptime later, and works in passes.",
            "Vacuum removes rows at its ceiling while it works, and none while a snapshot is held. What it takes \
             from operations it takes all the time.",
            "What is asked and cannot be done waits, and is done later.",
            "A worker's part of the cost limit is not rounded down to a whole number, as PostgreSQL does.",
        ],
        sources: &[
            "PostgreSQL manual, “Cost-based Vacuum Delay” and “The Autovacuum Daemon”; vacuum_delay_point in \
             vacuum.c.",
            "Mass balance: dead rows change by what arises less what is removed.",
            "N. Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021: why it does not come \
             back by itself.",
        ],
        evidence: &[
            "PostgreSQL 15.18, one dequeue behind up to a million dead rows that a snapshot holds: 39 to 66 ns \
             for each row, 0.05 ms with none, 53 ms with a million.",
            "A worker that dequeues under a held snapshot slows itself down: 39,706 dequeues in 25 s, where \
             40 ns a row give 34,100 and 30 ns give 39,100.",
            "Once the snapshot was released the first look took 73 ms, the next 4.5 ms and later ones 1.1 ms \
             behind the same million rows: index entries are marked as dead in passing. After a vacuum it was \
             0.05 ms.",
            "Fourteen cost ceilings, five pass times, six triggers and six courses computed independently \
             agree, the courses within 0.5 %.",
        ],
    };
    const TAKES: &'static [Take] =
        &[Take { from: "hang", figure: "detected_max", input: "held", also: &[], with: &[] }];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["keeps_up", "behind", "tipped"];

    /// Never fails: every set of inputs in range has an answer.
    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)))
    }
}
