//! Does the retry schedule outlast an outage, and what load does it add?

mod charts;
mod decorrelated;
mod evidence;
mod grid;
mod input;
mod model;
mod notes;
mod presets;
mod report;
mod schedule;
mod steps;
#[cfg(test)]
mod tests;
mod uniforms;

pub use input::{By, Delay, Input, Jitter, PlatformCounts};
pub use model::{
    Answer, Course, Curves, Overload, State, Stop, answer, mean_attempts, overload, sustains_itself,
};
pub use schedule::{Gap, Schedule, Span, delay};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Retries;

impl Calculator for Retries {
    type Input = Input;
    const ID: &'static str = "retries";
    const TITLE: &'static str = "Retry budget";
    const TROUBLE: &'static str = "Retries ran out before the service was back";
    const QUESTION: &'static str = "Does the retry schedule outlast an outage, and what load does it add?";
    const RACE: &'static str = "Attempts are used up while nothing can succeed.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "Every attempt that starts in the outage fails, every later one succeeds, unless attempts then exceed \
             the capacity.",
            "Runs start evenly over the outage, at the rate given. A run is exhausted if its last attempt starts \
             before the outage ends.",
            "A failing attempt takes the time given, then its delay begins. The delays of one run, and those of \
             different runs, are independent, except with decorrelated jitter.",
            "Attempts are the tries in total: 5 attempts are 4 retries. A list that is too short repeats its last \
             delay.",
            "Storm: every attempt uses capacity, and fails while more arrive than can be worked off. It is judged \
             by the attempts that arrive when the outage ends.",
        ],
        sources: &[
            "Share exhausted: E[(L − S)⁺]/L for a span S and an outage L; sums of uniform times after Feller, \
             Introduction to Probability Theory and Its Applications II (1971), I.9.",
            "Brooker, “Exponential Backoff And Jitter” (AWS, 2015): full, equal and decorrelated jitter.",
            "Bronson et al., “Metastable Failures in Distributed Systems” (HotOS 2021): storms that sustain \
             themselves.",
            "Inngest, pkg/backoff, and Temporal, “Retry Policies”: schedules and defaults of the presets.",
        ],
        evidence: &[
            "14 schedules against outages of 15 to 55 min, computed independently as exact fractions and by \
             400,000 drawn runs each: shares agree to 1e-9.",
            "Decorrelated jitter against drawn runs: spans and shares within four standard errors.",
            "A public code review (nestjs-fastify-nx 131): 10 attempts from 2 s, doubling to 5 min, span 13.5 min, \
             not the 18 claimed; that is what 10 retries would give.",
        ],
    };
    const TAKES: &'static [Take] = &[
        Take {
            from: "backlog",
            figure: "cleared_after",
            input: "outage",
            also: &[("arrivals", "rate")],
            with: &[],
        },
        Take { from: "buffer", figure: "down", input: "outage", also: &[("rate", "rate")], with: &[] },
        Take { from: "hang", figure: "detected_max", input: "outage", also: &[("rate", "rate")], with: &[] },
        Take { from: "pooler", figure: "capacity", input: "capacity", also: &[("rate", "rate")], with: &[] },
    ];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["outlasts", "partly", "exhausted", "storm"];

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)?))
    }
}
