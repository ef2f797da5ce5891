//! How long a run is watched, and by which rules.

use super::engine::{MOST_JOBS, MOST_MACHINES, Rules, Run};
use super::record::Record;
use crate::calculators::fleet::input::{Distribution, Input};
use crate::calculators::fleet::model::Setup;
use crate::quantity::{Unit, shown};
use crate::report::ModelError;
use crate::sim::estimate::normal_quantile;
use crate::sim::random::Time;

/// The warm-up lasts so many times the longest mean duration, and a boot.
const WARM_UP: f64 = 4.0;
/// Points of each curve.
pub const POINTS: usize = 120;

/// One run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The fleet; times from the beginning of the run.
    pub fleet: Setup,
    /// Its rules.
    pub rules: Rules,
    /// The warm-up, seconds.
    pub before: f64,
    /// Seconds watched after it.
    pub watch: f64,
}

/// Durations with this mean.
fn time(input: &Input, mean: f64) -> Time {
    match input.distribution {
        Distribution::Constant => Time::Constant(mean),
        Distribution::Exponential => Time::Exponential(mean),
        Distribution::LogNormal => {
            let deviation = libm::log(input.spread.si()) / normal_quantile(0.95);
            Time::LogNormal(mean / libm::exp(0.5 * deviation * deviation), deviation)
        }
    }
}

/// The run of a scenario.
///
/// # Errors
/// The inputs make no scenario together, or one of too many jobs.
pub fn plan(input: &Input) -> Result<Plan, ModelError> {
    let mut fleet = Setup::new(input)?;
    let busy = fleet.classes.iter().filter(|class| class.rate > 0.0);
    let before = WARM_UP * busy.map(|class| class.duration).fold(0.0, f64::max) + input.boot.si();
    let watch = input.watch.si();
    let usual: f64 = fleet.classes.iter().map(|class| class.rate).sum();
    let extra = fleet.surges.iter().map(|(class, factor, from, until)| {
        fleet.classes[*class].rate * (factor - 1.0).max(0.0) * (until.min(watch) - from).max(0.0)
    });
    let jobs = usual * (before + watch) + extra.sum::<f64>();
    if jobs > MOST_JOBS {
        return Err(too_many(&format!("About {} jobs", shown(Unit::Count, jobs.ceil()))));
    }
    for outage in &mut fleet.outages {
        outage.1 += before;
        outage.2 += before;
    }
    for surge in &mut fleet.surges {
        surge.2 += before;
        surge.3 += before;
    }
    let rules = Rules {
        durations: fleet.classes.iter().map(|class| time(input, class.duration)).collect(),
        boot: input.boot.si(),
        idle: input.idle.map_or(f64::INFINITY, crate::quantity::Duration::si),
        policy: input.policy,
        order: input.order,
    };
    Ok(Plan { fleet, rules, before, watch })
}

fn too_many(what: &str) -> ModelError {
    let (jobs, machines) = (shown(Unit::Count, MOST_JOBS), shown(Unit::Count, f64::from(MOST_MACHINES)));
    let message = format!(
        "{what} would come up in a run with its warm-up; at most {jobs} jobs and {machines} machines at once are simulated."
    );
    ModelError::new(message, &["jobs", "watch"])
}

impl Plan {
    /// One run of it.
    ///
    /// # Errors
    /// More machines or jobs than can be simulated.
    pub fn run(&self, seed: u32, replication: u32) -> Result<Run<'_>, ModelError> {
        let record = Record::new(&self.fleet, self.before, self.watch, POINTS);
        let run = Run::new(&self.fleet, &self.rules, seed, replication, record).run();
        if run.too_many { Err(too_many("More jobs or machines")) } else { Ok(run) }
    }
}
