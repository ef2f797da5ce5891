//! Calculators whose answer can be simulated: what happens in single runs, where chance decides.

use std::marker::PhantomData;

use super::Calculator;
use crate::chart::ChartSpec;
use crate::field::{Declared, Value};
use crate::report::{Figure, ModelError, Note, Table, Verdict};
use crate::sim::estimate::Interval;

/// How often runs ended in one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// A fixed word, for programs.
    pub key: &'static str,
    /// So many runs.
    pub runs: u32,
    /// That share of all, with its 95 % interval.
    pub share: Interval,
}

/// The answer of many runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// What happens most often, in a sentence.
    pub verdict: Verdict,
    /// How often runs ended in which way; together they are all.
    pub shares: Vec<Share>,
    /// How many runs there were.
    pub runs: u32,
    /// The numbers.
    pub figures: Vec<Figure>,
    /// The remarks.
    pub notes: Vec<Note>,
    /// Tables of results.
    pub tables: Vec<Table>,
    /// The charts, as data.
    pub charts: Vec<ChartSpec>,
}

/// A calculator that can be simulated.
///
/// A run is numbers only, so that it can be made elsewhere (by another thread, by a worker of a browser) and
/// handed over as they are.
pub trait Simulated: Calculator {
    /// Run number `replication` of a scenario, as numbers whose count and meaning its input fixes. The same
    /// input and number give the same to the bit, everywhere.
    ///
    /// # Errors
    /// The inputs make no scenario together, or one too long to be simulated.
    fn sample(input: &Self::Input, replication: u32) -> Result<Vec<f64>, ModelError>;

    /// What runs 0, 1, 2, … of a scenario say. A sample of another scenario's count is left out.
    ///
    /// # Errors
    /// As for a sample; or there is none.
    fn summarise(input: &Self::Input, samples: &[Vec<f64>]) -> Result<Simulation, ModelError>;
}

/// The same without its type.
pub trait AnySimulation: Sync {
    /// As [`Simulated::sample`].
    ///
    /// # Errors
    /// As there.
    fn sample(&self, values: &[Value], replication: u32) -> Result<Vec<f64>, ModelError>;
    /// As [`Simulated::summarise`].
    ///
    /// # Errors
    /// As there.
    fn summarise(&self, values: &[Value], samples: &[Vec<f64>]) -> Result<Simulation, ModelError>;
}

struct Face<C>(PhantomData<fn() -> C>);

impl<C: Simulated> AnySimulation for Face<C> {
    fn sample(&self, values: &[Value], replication: u32) -> Result<Vec<f64>, ModelError> {
        C::sample(&C::Input::from_values(values), replication)
    }
    fn summarise(&self, values: &[Value], samples: &[Vec<f64>]) -> Result<Simulation, ModelError> {
        C::summarise(&C::Input::from_values(values), samples)
    }
}

/// The simulation of a calculator that has one.
pub const fn simulated<C: Simulated>() -> &'static dyn AnySimulation {
    const { &Face::<C>(PhantomData) }
}

/// So many runs are made before it is asked again whether they are enough.
const BATCH: u32 = 50;

/// Runs a simulation on all processors: at most so many runs, and no more once every share is known to
/// `precision` either way (half of its 95 % interval), if that is asked.
///
/// # Errors
/// As for a sample.
pub fn simulate(
    simulation: &dyn AnySimulation,
    values: &[Value],
    runs: u32,
    precision: Option<f64>,
) -> Result<Simulation, ModelError> {
    let budget = crate::sim::Budget::runs(runs);
    let budget = if precision.is_some() { budget.in_batches(BATCH) } else { budget };
    let sample = |replication| simulation.sample(values, replication);
    let is_enough = |samples: &[Vec<f64>]| {
        let Some(precision) = precision else { return false };
        let known = |share: &Share| share.share.half_width() <= precision;
        simulation.summarise(values, samples).is_ok_and(|answer| answer.shares.iter().all(known))
    };
    let samples = crate::sim::replicate(budget, sample, is_enough)?;
    simulation.summarise(values, &samples)
}
