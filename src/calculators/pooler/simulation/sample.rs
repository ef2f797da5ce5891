//! A run as plain numbers, and back.

use super::outcome::{Ending, outcome};
use super::plan::Plan;
use super::record::Record;

/// About so many points of each curve.
const POINTS: usize = 150;
/// What stands where there is no number: all others are 0 or more.
const NONE: f64 = -1.0;
/// Numbers before the curves.
const HEAD: usize = 16;

/// One run, as it is read from its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// How it ended.
    pub ending: Ending,
    /// When no connection was usable for the first time, seconds into the surge.
    pub empty_at: Option<f64>,
    /// When half of the queries began to miss, seconds into the surge.
    pub miss_at: Option<f64>,
    /// When the pool was back, seconds after the surge.
    pub recovery: Option<f64>,
    /// Share answered in time before the surge, at its end, and at the end.
    pub success: [Option<f64>; 3],
    /// The fewest usable connections from the surge on.
    pub least_usable: f64,
    /// The most queries that waited.
    pub most_waiting: f64,
    /// Connections closed for abandoned queries.
    pub destroyed: f64,
    /// Queries that came.
    pub queries: f64,
    /// Of those, refused by the client limit.
    pub refused: f64,
    /// Of those, removed by the wait limit.
    pub removed: f64,
    /// Cancels that took a connection of their own.
    pub cancels: f64,
    /// Logins refused by the database.
    pub failed_logins: f64,
    /// Usable connections at each point.
    pub usable: &'a [f64],
    /// Waiting queries at each point.
    pub waiting: &'a [f64],
    /// Share answered in time from each point to the next; negative of no query.
    pub answered: &'a [f64],
}

/// Bins from one point of a curve to the next.
fn stride(plan: &Plan) -> usize {
    plan.bins().div_ceil(POINTS).max(1)
}

/// The times of the points, seconds from the start of the surge.
pub fn times(plan: &Plan) -> Vec<f64> {
    let points = 0..plan.bins().div_ceil(stride(plan));
    points.map(|point| (point * stride(plan)) as f64 * plan.bin - plan.before).collect()
}

/// The numbers of a run.
pub fn written(record: &Record, plan: &Plan) -> Vec<f64> {
    let outcome = outcome(record, plan);
    let (bins, stride) = (plan.bins(), stride(plan));
    let surge = plan.bin_at(plan.before).min(record.usable.len());
    let [before, in_surge, at_end] = outcome.success.map(|success| success.unwrap_or(NONE));
    let number = |value: Option<f64>| value.unwrap_or(NONE);
    let ending = Ending::ALL.iter().position(|ending| *ending == outcome.ending).unwrap_or(0);
    let mut numbers = vec![
        ending as f64,
        number(record.empty_at.map(|at| at - plan.before)),
        number(outcome.miss_at),
        number(outcome.recovery),
        before,
        in_surge,
        at_end,
        f64::from(record.usable[surge..].iter().copied().min().unwrap_or(0)),
        f64::from(record.waiting.iter().copied().max().unwrap_or(0)),
        record.destroyed as f64,
        record.arrived.iter().map(|count| f64::from(*count)).sum(),
        record.refused as f64,
        record.removed as f64,
        record.cancels as f64,
        record.failed_logins as f64,
        record.events as f64,
    ];
    let at = |counts: &[u32], bin: usize| counts.get(bin).map_or(0.0, |count| f64::from(*count));
    numbers.extend((0..bins).step_by(stride).map(|bin| at(&record.usable, bin)));
    numbers.extend((0..bins).step_by(stride).map(|bin| at(&record.waiting, bin)));
    numbers.extend((0..bins).step_by(stride).map(|bin| number(record.success(bin, bin + stride))));
    numbers
}

/// Reads the numbers of a run; none if they are not of this plan.
pub fn read<'a>(numbers: &'a [f64], plan: &Plan) -> Option<Sample<'a>> {
    let points = plan.bins().div_ceil(stride(plan));
    if numbers.len() != HEAD + 3 * points {
        return None;
    }
    let (head, curves) = numbers.split_at(HEAD);
    let number = |at: usize| Some(head[at]).filter(|value| *value >= 0.0);
    Some(Sample {
        ending: *Ending::ALL.get(head[0] as usize)?,
        empty_at: number(1),
        miss_at: number(2),
        recovery: number(3),
        success: [number(4), number(5), number(6)],
        least_usable: head[7],
        most_waiting: head[8],
        destroyed: head[9],
        queries: head[10],
        refused: head[11],
        removed: head[12],
        cancels: head[13],
        failed_logins: head[14],
        usable: &curves[..points],
        waiting: &curves[points..2 * points],
        answered: &curves[2 * points..],
    })
}
