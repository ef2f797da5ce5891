//! Calculators whose answer can be simulated: what happens in single runs, where chance decides.

use std::marker::PhantomData;

use super::Calculator;
use crate::chart::{ChartSpec, Role, Series};
use crate::field::{Declared, Value};
use crate::quantity::{Unit, shown};
use crate::report::{Figure, ModelError, Note, Table, Verdict};
use crate::sim::estimate::{self, Interval};

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

/// The points of a curve.
pub type Curve = Vec<(f64, f64)>;

/// Where many runs are at each time: the quantiles 5, 50 and 95 % of their values at each of the `times`, where any
/// of them has one; a negative value is none.
pub fn band<'a>(
    times: impl IntoIterator<Item = f64>,
    runs: impl Iterator<Item = &'a [f64]> + Clone,
) -> [Curve; 3] {
    let mut curves = [const { Vec::new() }; 3];
    for (at, time) in times.into_iter().enumerate() {
        let values = runs.clone().map(|run| run[at]).filter(|value| *value >= 0.0);
        let values = estimate::sorted(values.collect());
        for (curve, p) in curves.iter_mut().zip([0.05, 0.5, 0.95]) {
            curve.extend(estimate::quantile(&values, p).map(|value| (time, value)));
        }
    }
    curves
}

/// The lines of a band, of something if it has a name.
pub fn band_lines(of: &str, [low, middle, high]: [Curve; 3]) -> Vec<Series> {
    let name = |what: &str| if of.is_empty() { what.to_owned() } else { format!("{of}, {what}") };
    vec![
        Series::line(name("95 % of runs below"), Role::Secondary, high).band_to(low.clone()).dashed(),
        Series::line(name("5 % of runs below"), Role::Secondary, low).dashed(),
        Series::line(name("median"), Role::Primary, middle),
    ]
}

/// The shares as figures, with their keys and names.
pub fn share_figures(names: [(&'static str, &'static str); 3], shares: &[Share]) -> Vec<Figure> {
    let figure = |((key, label), Share { share, .. }): ((&'static str, &'static str), &Share)| {
        let ends = (shown(Unit::Share, share.low), shown(Unit::Share, share.high));
        let note = format!("of runs; 95 % interval {} to {}", ends.0, ends.1);
        Figure::new(key, label, Unit::Share, share.value).note(note)
    };
    names.into_iter().zip(shares).map(figure).collect()
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
