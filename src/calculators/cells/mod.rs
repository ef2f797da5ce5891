//! What does one failure take with it?

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

pub use input::Input;
pub use model::{
    Answer, Shards, State, affected_share, answer, any_up, cells_needed, chain, safe_utilisation,
    utilisation_after,
};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Cells;

impl Calculator for Cells {
    type Input = Input;
    const ID: &'static str = "cells";
    const TITLE: &'static str = "Cells";
    const TROUBLE: &'static str = "One failure took everybody down";
    const QUESTION: &'static str = "What does one failure take with it?";
    const RACE: &'static str = "The load of what failed against the room in what is left.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "Cells are equal, tenants are spread evenly over them, and the load of what failed is spread evenly \
             over what is left.",
            "Each thing a tenant needs lies in a cell of its own choice, independent of the others; it is affected \
             if any of them fails.",
            "Availabilities are of independent failures. What all cells share, such as a deployment, a name server \
             or a control plane, takes all of them at once.",
            "Shards are drawn at random, each set of workers as likely as any other.",
            "Splitting a database splits its writes evenly.",
        ],
        sources: &[
            "Counting: f of k cells are f/k of the tenants; what was served by k is served by k − f.",
            "C. MacCárthaigh, Workload isolation using shuffle-sharding, AWS Builders' Library: shards of m out of n \
             workers.",
            "W. Feller, An Introduction to Probability Theory and Its Applications, vol. 1, 3rd ed., II.6: the \
             hypergeometric distribution.",
        ],
        evidence: &[
            "Thirteen failures, six shared fates, eight chains, ten sharding schemes with every overlap and ten \
             failures of workers, computed independently, agree to nine digits.",
            "The examples of the Builders' Library come out: 28 shards of 2 out of 8 workers, 730 billion of 4 out \
             of 2048.",
        ],
    };
    const TAKES: &'static [Take] = &[Take {
        from: "wal",
        figure: "max_write",
        input: "ceiling",
        also: &[("write", "write")],
        with: &[],
    }];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["holds", "overload"];

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)?))
    }
}
