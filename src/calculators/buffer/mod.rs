//! Does memory last while the database is away, and does the service come back?

mod chart;
mod evidence;
mod input;
mod model;
mod notes;
mod presets;
mod report;
mod steps;
#[cfg(test)]
mod tests;

pub use input::{Input, Needs};
pub use model::{Answer, State, answer, growth, time_to_full};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Buffer;

impl Calculator for Buffer {
    type Input = Input;
    const ID: &'static str = "buffer";
    const TITLE: &'static str = "Memory buffer";
    const TROUBLE: &'static str = "The database is away and memory climbs";
    const QUESTION: &'static str = "Does memory last while the database is away?";
    const RACE: &'static str = "Items arrive in memory, and nothing takes them out.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "Arrivals are even, and every item that is let in stays in memory until the database is back or it \
             is written to disk.",
            "What is in use at the start of the outage is the process itself: it is there again after a restart.",
            "At the limit the process is killed and everything in its memory is lost. What was written to disk is \
             not.",
            "What arrives while the process is down is refused and counts as lost: nobody sends it again.",
            "Memory in items is freed when the database is back; how long that takes is for the backlog \
             calculator.",
        ],
        sources: &[
            "Mass balance: memory grows by what is let in less what is written to disk.",
            "Growth is rate × (1 − shed) × item × overhead − spill; the time to full is free memory over that.",
        ],
        evidence: &[
            "Ten cases computed independently, and stepped through in time, agree to nine digits.",
            "An event service ran out of memory in each of two outages of its database, of 15 minutes, and could \
             not start again before the database was back (October 2026; sizes and rates are not published).",
        ],
    };
    const TAKES: &'static [Take] = &[Take {
        from: "hang",
        figure: "detected_max",
        input: "outage",
        also: &[("rate", "rate")],
        with: &[],
    }];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["survives", "full", "locked_out"];

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)?))
    }
}
