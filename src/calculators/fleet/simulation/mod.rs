//! The fleet job by job: arrivals and durations by chance, machines that boot, run out and are released.

mod charts;
mod engine;
mod plan;
mod record;
mod sample;
mod summary;
#[cfg(test)]
mod tests;

use super::{Fleet, Input};
use crate::calculators::simulated::{Simulated, Simulation};
use crate::report::ModelError;

impl Simulated for Fleet {
    fn sample(input: &Input, replication: u32) -> Result<Vec<f64>, ModelError> {
        let plan = plan::plan(input)?;
        let run = plan.run(input.seed, replication)?;
        Ok(sample::written(run.record, &plan.fleet, input.target.si()))
    }

    fn summarise(input: &Input, samples: &[Vec<f64>]) -> Result<Simulation, ModelError> {
        summary::summary(input, &plan::plan(input)?, samples)
    }
}
