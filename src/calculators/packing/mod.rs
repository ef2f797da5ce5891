//! Which machines, how many, at what cost, how far from the best?

mod evidence;
mod input;
mod model;
mod presets;
mod report;
pub mod reserve;
pub mod solver;
#[cfg(test)]
mod tests;

pub use input::{Input, Job, Machine, Objective, Policy, Reserve};

use super::{About, Calculator, Preset};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The packing calculator.
pub struct Packing;

impl Calculator for Packing {
    type Input = Input;
    const ID: &'static str = "packing";
    const TITLE: &'static str = "Packing";
    const TROUBLE: &'static str = "Large jobs wait though machines look free";
    const QUESTION: &'static str = "Which machines, how many, at what cost?";
    const RACE: &'static str = "Jobs ask for a shape of machine; machines come in other shapes.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const STATES: &'static [&'static str] = &["fits", "short", "impossible"];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const ABOUT: About = About {
        assumptions: &[
            "Every job of a class needs the same; a job runs on one machine, and all jobs run at once.",
            "CPU and memory are not overcommitted; what a job needs is what it holds.",
            "First fit decreasing in several dimensions needs a measure of size, and none is best for all: best of all tries each.",
            "The 11/9 guarantee of first fit decreasing holds in one dimension only, so the gap is measured against a proved bound instead.",
        ],
        sources: &[
            "Panigrahy, Talwar, Uyeda and Wieder, Heuristics for Vector Bin Packing (2011): measures, dot product",
            "Martello and Toth, Knapsack Problems (1990), ch. 8: the large-item bound",
            "Gilmore and Gomory, Operations Research 9 (1961): the pattern linear programme",
            "Karpenter, GKE and AKS rules for what a machine keeps; each with its date in the code",
        ],
        evidence: &[
            "21 public instances (OR-Library, BPPLIB, Vectorpack, VPSolver): every heuristic gives the published count.",
            "10 CI-like instances with proved optima: the gap of best of all is listed in the tests.",
        ],
    };

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Self::Input) -> Result<Report, ModelError> {
        report::report(input)
    }
}
