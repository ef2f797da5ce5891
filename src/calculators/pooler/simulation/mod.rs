//! The pooler second by second.
//!
//! One lane is simulated, event by event, as PgBouncer runs it; all lanes of a scenario are alike. A run has a
//! warm-up at the base load, the surge, and base load again for as long as it may take to come back.

mod actions;
mod charts;
mod lane;
mod outcome;
mod plan;
mod record;
mod rules;
mod sample;
mod seen;
mod summary;
#[cfg(test)]
mod tests;

pub use actions::steps;

use super::{Input, Pooler, report};
use crate::calculators::simulated::{Simulated, Simulation};
use crate::report::ModelError;
use crate::sim::Random;

impl Simulated for Pooler {
    fn sample(input: &Input, replication: u32) -> Result<Vec<f64>, ModelError> {
        report::check(input)?;
        let plan = plan::plan(input)?;
        let random = Random::new(u64::from(input.seed), replication);
        let lane = lane::Lane::new(plan::rules(input), &plan.schedule, (plan.before, 0), random);
        let record = lane.run(plan.bin, plan.bins());
        Ok(sample::written(&record, &plan))
    }

    fn summarise(input: &Input, samples: &[Vec<f64>]) -> Result<Simulation, ModelError> {
        report::check(input)?;
        summary::summary(input, &plan::plan(input)?, samples)
    }
}
