//! How long does a job wait while machines boot, run out and are released?

mod evidence;
mod input;
mod model;
mod notes;
mod presets;
mod report;
mod simulation;
mod steps;
#[cfg(test)]
mod tests;

pub use input::{Distribution, Input, Job, Machine, Order, Outage, Policy, Surge};
pub use model::{Answer, Class, Filled, Setup, Shape, Spell, Type, answer, fill};

use super::{About, Calculator, Preset};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The fleet calculator.
#[derive(Debug)]
pub struct Fleet;

impl Calculator for Fleet {
    type Input = Input;
    const ID: &'static str = "fleet";
    const TITLE: &'static str = "Fleet";
    const TROUBLE: &'static str = "The largest jobs wait though small ones start at once";
    const QUESTION: &'static str = "How long does a job wait while machines boot?";
    const RACE: &'static str = "Jobs arrive and end; machines boot, run out and are released.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const STATES: &'static [&'static str] = &["keeps_up", "short_for_a_time", "short"];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const ABOUT: About = About {
        assumptions: &[
            "The page works with mean flows: jobs at once are arrivals × duration, and they fill machines by rank. Chance, \
             gaps in packing and machines that boot late are left out; the simulation has them.",
            "Where the classes that fit a type ask for more of it than there is, each gets the same share of what it asks \
             for; with largest first the larger ones come first.",
            "While a type cannot be had, the machines of it that run go on running, for as long as they have jobs.",
            "In the simulation arrivals are Poisson; a machine is started for waiting jobs that those booting have no room \
             for; a machine costs from its order to its release.",
        ],
        sources: &[
            "Little, Operations Research 9 (1961): jobs in the system = arrivals × time in it",
            "Erlang C for one class that fills a machine: what the simulation is checked against",
        ],
        evidence: &[
            "The simulation: M/M/c within its own 95 % intervals, and Little's law to rounding in every run.",
            "A CI service, 21 October 2026: 20 minutes for its largest class while small jobs started at once. Classes are \
             as published; arrivals, durations and limits are assumed.",
        ],
    };

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)?))
    }
}
