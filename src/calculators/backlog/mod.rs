//! The backlog calculator: when is an outage's backlog drained, and how long does anyone wait?

mod charts;
mod curve;
mod evidence;
mod fluid;
pub mod input;
pub mod model;
mod notes;
mod presets;
mod report;
mod steps;
#[cfg(test)]
mod tests;

pub use input::Input;

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// When the backlog of an outage is drained, and how long anyone waits.
pub struct Backlog;

impl Calculator for Backlog {
    type Input = Input;
    const ID: &'static str = "backlog";
    const TITLE: &'static str = "Backlog";
    const TROUBLE: &'static str = "The queue grew all through the outage";
    const QUESTION: &'static str = "When is it drained, and how long does anyone wait?";
    const RACE: &'static str = "Items arrive against items done.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "A fluid: many small items in one queue, served in order of arrival. Chance is left out; with \
             fewer than a few hundred items it matters.",
            "Arrivals are even, but for the peak after the outage. Nothing waits when the outage begins but \
             what is given as waiting, and that counts as having arrived just then.",
            "Items are turned away until the queue is empty for good. That concerns first submissions; what \
             people submit again comes in.",
            "An item is submitted again once, by the given share, at the moment when it has waited as long \
             as the patience; the first one stays in the queue. Copies are not submitted again, but they \
             expire like everything else.",
            "An expired item costs nothing, and nobody submits it again after that.",
            "The slow-down is instantaneous: capacity/(1 + backlog/half_at). A past incident is taken as a \
             full stop, then the ramp given above.",
        ],
        sources: &[
            "G. F. Newell, Applications of Queueing Theory, 2nd ed., Chapman & Hall 1982, chapter 2: \
             cumulative curves",
            "J. D. C. Little, A Proof for the Queuing Formula L = λW, Operations Research 9 (1961) 383–387",
            "N. Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021",
            "E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., \
             Springer 1993: the steps of the slow-down",
        ],
        evidence: &[
            "Seven runs of a PostgreSQL queue (25 to 400 items a second, stopped for 5 to 8 s): with \
             measured rates, rounded to 0.1/s, the drain time is right within 1.3 %; with workers ÷ time per \
             item the real drain took 5 to 30 % longer.",
            "A CI service's stop of 104 minutes, drained in 101: the wait of its oldest item at 14:00 comes \
             out as 41 minutes, its status page said about 40.",
            "Twelve timelines, ten ramps, seven expiry cases and twelve inversions computed independently \
             agree to 1e-6 or better. Random scenarios with everything at once agree within 1 % with a \
             simulation in small steps that knows none of the formulas.",
        ],
    };
    const TAKES: &'static [Take] = &[
        Take { from: "buffer", figure: "down", input: "outage", also: &[("rate", "arrivals")], with: &[] },
        Take {
            from: "hang",
            figure: "detected_max",
            input: "outage",
            also: &[("rate", "arrivals")],
            with: &[],
        },
        Take {
            from: "retries",
            figure: "load_multiple",
            input: "peak",
            also: &[("rate", "arrivals"), ("outage", "outage")],
            with: &[],
        },
        Take {
            from: "vacuum",
            figure: "throughput_floor",
            input: "capacity",
            also: &[("rate", "arrivals")],
            with: &[],
        },
    ];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = model::State::WORDS;

    /// Never fails: every set of inputs in range has an answer.
    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &model::outcome(input)))
    }
}
