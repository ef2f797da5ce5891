//! What became of a queue.

use super::super::curve::{Curve, Side, longest_delay};
use super::DUST;

/// What became of it. A number that grows without end is infinite.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Course {
    /// Cumulative arrivals, copies among them.
    pub arrived: Curve,
    /// Cumulative departures, served or dropped.
    pub left: Curve,
    /// When something waits.
    pub busy: Vec<(f64, f64)>,
    /// The largest backlog.
    pub peak: f64,
    /// When that is first reached.
    pub peak_at: f64,
    /// When the last item that had to wait has left; none if that never happens.
    pub cleared: Option<f64>,
    /// Items that had to wait, without copies.
    pub delayed: f64,
    /// Copies.
    pub duplicates: f64,
    /// Items dropped.
    pub expired: f64,
    /// The share of departures that are drops, in the end.
    pub final_loss: f64,
    /// False if it was still undecided after the most events.
    pub settled: bool,
}

impl Course {
    pub fn backlog(&self, time: f64, side: Side) -> f64 {
        (self.arrived.level(time, side) - self.left.level(time, side)).max(0.0)
    }

    /// How long an item arriving at `time` waits, or would wait; infinite if for ever.
    pub fn delay(&self, time: f64, side: Side) -> f64 {
        let waits = self.busy.iter().any(|&(from, to)| match side {
            Side::Before => from < time && time <= to,
            Side::After => from <= time && time < to,
        });
        if !waits {
            return 0.0;
        }
        // Where nothing arrives, someone who did would leave with the last of those before.
        let leaves = if self.arrived.is_flat(time, side) { Side::Before } else { side };
        (self.left.time(self.arrived.level(time, side), leaves) - time).max(0.0)
    }

    /// How long the oldest item there at `time` has waited.
    pub fn oldest(&self, time: f64) -> f64 {
        if self.backlog(time, Side::After) <= DUST * self.arrived.level(time, Side::After) {
            return 0.0;
        }
        (time - self.arrived.time(self.left.level(time, Side::After), Side::After)).max(0.0)
    }

    pub fn longest_delay(&self) -> f64 {
        if self.busy.is_empty() { 0.0 } else { longest_delay(&self.arrived, &self.left) }
    }
}
