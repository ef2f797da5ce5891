//! How long a run is watched, and what happens in it.

use super::actions;
use super::rules::{Covers, Dead, Refill, Rules, Step};
use crate::calculators::pooler::input::{Distribution, Input, Start};
use crate::calculators::pooler::lane::{Lane, WAIT_LIMIT_TICK};
use crate::math::within;
use crate::quantity::{Unit, shown};
use crate::report::ModelError;
use crate::sim::random::Time;

/// A run counts as down while fewer than half of the queries of the last so many seconds were answered: as long
/// as the surge, within these bounds, and with so many queries at the base load as [`ENOUGH`] says.
const WINDOW: (f64, f64) = (1.0, 10.0);
/// The shortest bin of a record, seconds: what the measured series have.
const BIN: f64 = 0.2;
/// The most bins of a record.
const MOST_BINS: f64 = 6000.0;
/// So many queries at the base load tell whether a pool works.
const ENOUGH: f64 = 20.0;
/// The shortest and the longest time that a run is watched after the surge, seconds.
const WATCHED: (f64, f64) = (30.0, 3600.0);
/// The most queries of one run, lost connections included.
const MOST_QUERIES: f64 = 2e7;
/// The most queries for which a run is watched after the surge.
const MOST_AFTER: f64 = 2e6;

/// One run: its phases in seconds, and its bins.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Base load before the surge.
    pub before: f64,
    /// The surge.
    pub surge: f64,
    /// Base load after it.
    pub after: f64,
    /// The length of a bin.
    pub bin: f64,
    /// Bins over which it is asked whether the pool is down.
    pub window: usize,
    /// Bins over which it is asked when it went down and came back.
    pub short: usize,
    /// What changes, by the time from the beginning.
    pub schedule: Vec<(f64, Step)>,
}

impl Plan {
    /// A run with these phases, at a base rate with a surge, and what people do: times from the start of the surge.
    pub fn new(phases: [f64; 3], rate: f64, factor: f64, actions: &[(f64, Step)]) -> Self {
        let [before, surge, after] = phases;
        let length = before + surge + after;
        let enough = if rate > 0.0 { ENOUGH / rate } else { 0.0 };
        let window = within(if surge > 0.0 { surge } else { WINDOW.1 }, WINDOW.0, WINDOW.1);
        let window = window.max(enough).min(length / 3.0);
        let bin = BIN.min(0.1 * window).max(length / MOST_BINS);
        let bins = |seconds: f64| ((seconds / bin + 0.5) as usize).max(1);
        let mut schedule = vec![(0.0, Step::Rate(rate))];
        if surge > 0.0 {
            schedule.push((before, Step::Rate(rate * factor)));
            schedule.push((before + surge, Step::Rate(rate)));
        }
        for (at, step) in actions {
            let at = before + at;
            let place = schedule.partition_point(|(time, _)| *time <= at);
            schedule.insert(place, (at, *step));
        }
        let short = if rate > 0.0 { enough.min(window) } else { window };
        Self { before, surge, after, bin, window: bins(window), short: bins(short), schedule }
    }

    /// Bins of the whole run.
    pub fn bins(&self) -> usize {
        ((self.before + self.surge + self.after) / self.bin + 0.5) as usize
    }

    /// The bin that begins at a moment from the beginning of the run.
    pub fn bin_at(&self, time: f64) -> usize {
        (time / self.bin + 0.5) as usize
    }

    /// The end of the surge, from the beginning of the run.
    pub fn surge_end(&self) -> f64 {
        self.before + self.surge
    }
}

/// The lane of a scenario as PgBouncer runs it. All lanes are alike, so one of them is simulated, with its
/// share of the load, of the clients that a pooler admits, and of the connections that the database accepts.
pub fn rules(input: &Input) -> Rules {
    let lane = Lane::new(input);
    let accepted = input.server_limit.map(|limit| {
        let left = u64::from(limit.saturating_sub(input.reserved));
        (left / (u64::from(input.poolers) * u64::from(input.pools))) as u32
    });
    Rules {
        size: lane.size,
        min_size: input.min_size,
        open: lane.open,
        hold: match input.distribution {
            Distribution::Constant => Time::Constant(lane.hold),
            Distribution::Exponential => Time::Exponential(lane.hold),
        },
        deadline: lane.deadline,
        covers: Covers::All,
        on_deadline: lane.on_deadline,
        reads_on: f64::INFINITY,
        wait_limit: lane.wait_limit,
        tick: WAIT_LIMIT_TICK,
        clients: lane.clients,
        accepted,
        login_retry: input.login_retry.as_seconds(),
        destroyed: lane.destroyed,
        starts_empty: input.start == Start::Empty,
        dead: Dead::Closes,
        refill: Refill::Lazy,
    }
}

/// The run of a scenario: a warm-up at the base load, the surge, and after it long enough to see whether it
/// comes back.
///
/// Only +, −, × and ÷ here: the length of a run must be the same to the bit on every machine.
///
/// # Errors
/// An action without its value, or more queries than can be simulated.
pub fn plan(input: &Input) -> Result<Plan, ModelError> {
    let lane = Lane::new(input);
    let actions = actions::steps(input)?;
    let before = within((5.0 * lane.hold).max(2.0 * lane.deadline), 5.0, 60.0);
    let mut after = within(time_to_drain(&lane), WATCHED.0, WATCHED.1);
    if lane.rate > 0.0 {
        after = after.min((MOST_AFTER / lane.rate).max(1.0));
    }
    // What people do late is watched as long as the rest.
    let ends = |(at, step): &(f64, Step)| at + if let Step::Shed(length) = step { *length } else { 0.0 };
    after += (actions.iter().map(ends).fold(0.0, f64::max) - lane.surge_for).max(0.0);
    let queries = lane.rate * (before + lane.surge * lane.surge_for + after)
        + lane.destroyed * (before + lane.surge_for + after);
    if queries > MOST_QUERIES {
        return Err(ModelError::new(
            format!(
                "One run has {} queries in each lane; {} is the most that is simulated. A shorter surge, or earlier actions, \
                 tell as much.",
                shown(Unit::Count, (queries + 0.5).floor()),
                shown(Unit::Count, MOST_QUERIES)
            ),
            &["rate", "surge", "surge_for", "actions", "destroyed"],
        ));
    }
    Ok(Plan::new([before, lane.surge_for, after], lane.rate, lane.surge, &actions))
}

/// Twice the time in which the longest possible queue is gone, by the mean rates, and the pool full again.
/// Where those say never, there is nothing to wait for but chance.
fn time_to_drain(lane: &Lane) -> f64 {
    let cost = lane.cost();
    let queue = f64::from(lane.clients);
    let net = match cost.queued > 0.0 {
        true => lane.refill() - lane.rate,
        false => lane.servers() / lane.hold - lane.rate,
    };
    let refill = f64::from(lane.size) * lane.open;
    if net <= 0.0 {
        return refill;
    }
    let by_queue = queue / net;
    let by_limit = lane.wait_limit + lane.rate * lane.wait_limit / net;
    2.0 * by_queue.min(by_limit) + refill
}
