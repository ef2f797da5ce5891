//! Does the pool survive the surge, and does it come back?

use super::lane::{Lane, restart_scatter, restart_wait};
use super::loss::{Cause, Lifetime, escape_time, lifetime};

/// What becomes of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It survives, and would come back if knocked down.
    Safe,
    /// It survives this surge, but could not come back at this load.
    Vulnerable,
    /// It goes down in the surge and comes back.
    Recovers,
    /// It goes down and stays down.
    Stuck,
    /// A full pool does not hold even at the base load.
    Draining,
}

impl State {
    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Vulnerable => "vulnerable",
            Self::Recovers => "recovers",
            Self::Stuck => "stuck",
            Self::Draining => "draining",
        }
    }
}

impl State {
    /// Of a lane that survives: whether it would come back if it were knocked down.
    pub fn of_survivor(lane: &Lane) -> Self {
        match lane.is_trap(lane.rate) && lane.cost().queued > 0.0 && !lane.is_protected() {
            true => Self::Vulnerable,
            false => Self::Safe,
        }
    }
}

/// What becomes of one lane over base load, surge and base load again. Times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// In a word.
    pub state: State,
    /// Why it goes down, if it does.
    pub cause: Cause,
    /// When it goes down, after the start of the surge (at the base load: after the start).
    pub down_at: Option<f64>,
    /// Whether connections are lost when it goes down; else it only misses or refuses.
    pub loses_pool: bool,
    /// Queries queued when the surge ends.
    pub queue: f64,
    /// Time to come back after the surge; none if it does not.
    pub recovery: Option<f64>,
    /// Whether it is a cold start that fails.
    pub fails_cold: bool,
    /// How long a full pool lasts at the base load.
    pub base: Lifetime,
}

/// A chance to come back that takes longer than this, seconds, is called never.
const LONGEST_ESCAPE: f64 = 3600.0;

/// Runs the lane through the surge, in closed form.
pub fn outcome(lane: &Lane) -> Outcome {
    let cost = lane.cost();
    let base = lifetime(lane, lane.rate, lane.rate);
    let in_surge = lifetime(lane, lane.surge_rate(), lane.rate);
    let survives = Outcome {
        state: State::of_survivor(lane),
        cause: Cause::None,
        down_at: None,
        loses_pool: false,
        queue: 0.0,
        recovery: Some(0.0),
        fails_cold: false,
        base,
    };
    if base.median < lane.surge_for || lane.utilisation(lane.rate) >= 1.0 && lane.rate > 0.0 {
        let down_at = base.median.is_finite().then_some(base.median);
        return Outcome {
            state: State::Draining,
            cause: base.cause,
            down_at,
            loses_pool: cost.queued + cost.running > 0.0 || lane.destroyed > 0.0,
            queue: f64::from(lane.clients),
            recovery: None,
            ..survives
        };
    }
    if fails_cold(lane) {
        let queue = f64::from(lane.clients);
        let down = Outcome {
            state: State::Stuck,
            down_at: Some(0.0),
            loses_pool: true,
            queue,
            recovery: None,
            ..survives
        };
        return Outcome { cause: Cause::Overload, fails_cold: true, ..down };
    }
    if in_surge.median >= lane.surge_for {
        // The pool holds. If half of the queries are refused all the same, the service is down.
        if lane.utilisation(lane.surge_rate()) >= 2.0 && lane.surge_for > 0.0 {
            return Outcome {
                state: State::Recovers,
                cause: Cause::Overload,
                down_at: Some(0.0),
                ..survives
            };
        }
        return survives;
    }
    let loses_pool =
        cost.queued + cost.running > 0.0 && !(lane.is_protected() && in_surge.cause == Cause::Overload);
    let queue = queue_at_surge_end(lane, in_surge.median, loses_pool);
    let recovery = recovery_time(lane, queue, loses_pool);
    Outcome {
        state: if recovery.is_some() { State::Recovers } else { State::Stuck },
        cause: in_surge.cause,
        down_at: Some(in_surge.median),
        loses_pool,
        queue,
        recovery,
        ..survives
    }
}

/// Whether a cold start meets dead queries: the wait while the pool fills, with what chance adds to it,
/// passes the wait that breaks the pool, or one login alone takes longer than the deadline.
fn fails_cold(lane: &Lane) -> bool {
    if !lane.starts_empty || lane.cost().queued + lane.cost().running == 0.0 || lane.is_protected() {
        return false;
    }
    let wait =
        restart_wait(lane.rate, lane.hold, lane.open) + restart_scatter(lane.rate, lane.hold, lane.open);
    lane.is_trap(lane.rate) && (wait > lane.runaway_wait(lane.rate) || lane.open > lane.deadline)
}

/// Queries queued when the surge ends: what came while the pool worked and while it did not, no more
/// than the client limit and the wait limit let in.
fn queue_at_surge_end(lane: &Lane, down_at: f64, loses_pool: bool) -> f64 {
    let rate = lane.surge_rate();
    let work = lane.servers() / lane.hold;
    let before = (rate - work).max(0.0) * (down_at - lane.fill_time(lane.rate, rate)).max(0.0);
    let after = match loses_pool {
        true => (rate - lane.refill()).max(0.0) * (lane.surge_for - down_at),
        false => (rate - work).max(0.0) * (lane.surge_for - down_at),
    };
    let working = if loses_pool { 0.0 } else { lane.servers() };
    let room = (f64::from(lane.clients) - working).max(0.0);
    (before + after).min(room).min(rate * lane.wait_limit)
}

/// Time from the end of the surge until the queue is gone and the pool works again.
///
/// With lost connections each reopened one is spent on one dead entry: B/(1/t − λ), and what waits at
/// most the wait limit Q is gone after Q + λQ/(1/t − λ) at the latest. Without, B/(Nμ − λ).
fn recovery_time(lane: &Lane, queue: f64, loses_pool: bool) -> Option<f64> {
    let drain = |net: f64| {
        let to_drain = queue / net;
        let by_limit = lane.wait_limit + lane.rate * lane.wait_limit / net;
        (net > 0.0).then_some(to_drain.min(by_limit))
    };
    if !loses_pool {
        return if lane.is_protected() { Some(0.0) } else { drain(lane.servers() / lane.hold - lane.rate) };
    }
    if lane.cost().queued == 0.0 {
        return Some(escape_time(lane, lane.rate)).filter(|escape| *escape < LONGEST_ESCAPE);
    }
    if lane.is_protected() {
        return Some(f64::from(lane.size) * lane.open);
    }
    if lane.is_trap(lane.rate) { None } else { drain(lane.refill() - lane.rate) }
}
