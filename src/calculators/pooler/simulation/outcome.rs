//! How a run ended, by its record.

use super::plan::Plan;
use super::record::Record;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was never down: over no window (as long as the surge, 1 to 10 s; longer where fewer than 20 queries
    /// come in that) were fewer than half of the queries answered in time.
    Survived,
    /// It was down, and at the end it was not.
    Recovered,
    /// It was down at the end.
    Down,
}

impl Ending {
    /// In the order of their numbers in a sample.
    pub const ALL: [Self; 3] = [Self::Survived, Self::Recovered, Self::Down];

    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Survived => "survived",
            Self::Recovered => "recovered",
            Self::Down => "down",
        }
    }
}

/// What is said of a run. Times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// When fewer than half of the queries began to be answered in time, after the start of the surge.
    pub miss_at: Option<f64>,
    /// When at least half of them were again, for good, after the end of the surge; none if it was never
    /// down, or stayed so.
    pub recovery: Option<f64>,
    /// Share answered in time over the last window before the surge, of the surge, and of the run; none of
    /// no query.
    pub success: [Option<f64>; 3],
}

/// Reads a record.
pub fn outcome(record: &Record, plan: &Plan) -> Outcome {
    let bins = record.arrived.len();
    let (surge, surge_end) = (plan.bin_at(plan.before), plan.bin_at(plan.surge_end()));
    let is_bad = |until: usize, length: usize| {
        record.success(until.saturating_sub(length), until).is_some_and(|success| success < 0.5)
    };
    let was_down = (plan.window.min(bins)..=bins).any(|until| is_bad(until, plan.window));
    let ending = match (was_down, is_bad(bins, plan.window)) {
        (false, _) => Ending::Survived,
        (true, false) => Ending::Recovered,
        (true, true) => Ending::Down,
    };
    let first = (surge + plan.short..=bins).find(|until| is_bad(*until, plan.short));
    // It turned in the middle of the last bad stretch, and is back when the next query comes.
    let last = (plan.short..=bins).rev().find(|until| is_bad(*until, plan.short)).unwrap_or(0);
    let middle = last.saturating_sub(plan.short / 2);
    let back = (middle..bins).find(|bin| record.arrived[*bin] > 0).unwrap_or(middle);
    let success = |until: usize, length: usize| record.success(until.saturating_sub(length), until);
    Outcome {
        ending,
        miss_at: first.map(|until| (until - plan.short - surge) as f64 * plan.bin),
        recovery: (ending == Ending::Recovered).then(|| (back as f64 * plan.bin - plan.surge_end()).max(0.0)),
        success: [
            success(surge, plan.window.min(surge)),
            success(surge_end, plan.window),
            success(bins, plan.window),
        ],
    }
}
