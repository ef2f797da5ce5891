//! The edges of the scenario: the point of no return, the highest rate that survives, the moment the
//! pool is empty.

use super::lane::Lane;
use super::loss::{late_share, queued_late_share};
use super::outcome::{Outcome, State, outcome};
use crate::math::roots::last_true;

/// Connections destroyed per second by abandoned queries, with `servers` usable ones, at `rate`.
///
/// Above a = λs: λ·(queued share past the deadline × its cost + running share × its cost). At a or
/// below, the head of the queue is older than the deadline and every query counts.
pub fn destroy_rate(lane: &Lane, rate: f64, servers: f64) -> f64 {
    let cost = lane.cost();
    if servers <= rate * lane.hold {
        return rate * cost.queued.max(cost.running);
    }
    let queued = queued_late_share(lane, rate, servers);
    rate * (cost.queued * queued + cost.running * (running_late_share(lane, rate, servers) - queued).max(0.0))
}

fn running_late_share(lane: &Lane, rate: f64, servers: f64) -> f64 {
    late_share(&Lane { size: servers as u32, clients: u32::MAX, ..*lane }, rate)
}

/// c_u: the number of usable connections at which queries that die in the queue destroy as many as the
/// lane reopens, λ·P(W > D | c) = 1/t. Below it the pool does not come back at this rate. None where
/// there is no such trap: λ < 1/t, or abandoned queued queries cost nothing.
///
/// A mean-field value: bursts make it optimistic by about one connection in small pools (MISAPPLIED 2).
/// Source: quasi-stationary M/M/c with servers continued to real numbers (Jagerman 1974).
pub fn point_of_no_return(lane: &Lane, rate: f64) -> Option<f64> {
    if !lane.is_trap(rate) || lane.cost().queued == 0.0 || lane.is_protected() {
        return None;
    }
    let destroys = |servers: f64| rate * queued_late_share(lane, rate, servers) > lane.refill();
    let offered = rate * lane.hold;
    // No number of connections that the lane has is enough; the search below takes a step per connection.
    if offered >= f64::from(lane.size) {
        return Some(f64::from(lane.size));
    }
    let most = offered + 10.0 * offered.sqrt() + 10.0 + 40.0 * lane.hold / lane.deadline;
    Some(last_true(offered, most, 1e-12, destroys))
}

/// λ*: the rate at which a full pool's own bursts balance the lane, λ·P(W > D | N) = 1/t. None if the
/// refill exceeds any load that the pool can serve.
pub fn critical_rate(lane: &Lane) -> Option<f64> {
    let servers = f64::from(lane.size);
    let most = servers / lane.hold;
    let holds = |rate: f64| rate * queued_late_share(lane, rate, servers) < lane.refill();
    (!holds(most)).then(|| last_true(0.0, most, 1e-12, holds))
}

/// The highest base rate per lane at which the pool survives this surge.
pub fn max_rate(lane: &Lane) -> f64 {
    let survives =
        |rate: f64| matches!(outcome(&Lane { rate, ..*lane }).state, State::Safe | State::Vulnerable);
    let most = lane.servers() / lane.hold;
    if survives(most) { most } else { last_true(0.0, most, 1e-4, survives) }
}

/// When half of the queries begin to miss or to be refused, seconds into the surge.
pub fn deadline_miss_at(lane: &Lane) -> Option<f64> {
    let rho = lane.utilisation(lane.surge_rate());
    if late_share(lane, lane.rate) > 0.5 {
        return Some(0.0);
    }
    if rho <= 1.0 {
        return (late_share(lane, lane.surge_rate()) > 0.5).then_some(0.0);
    }
    let fill = lane.fill_time(lane.rate, lane.surge_rate());
    let longest = lane.wait_at_client_limit(lane.servers()).min(lane.wait_at_wait_limit(rho));
    let wait = lane.half_miss_wait();
    let at = if wait < longest {
        fill + wait / (rho - 1.0)
    } else if rho >= 2.0 {
        fill + longest / (rho - 1.0)
    } else {
        return None;
    };
    (at < lane.surge_for).then_some(at)
}

/// When the last connection is gone, seconds into the surge: from the moment the first late query
/// reaches a connection to a few holds after the first dead one does. Identical runs vary this much.
pub fn empty_at(lane: &Lane, outcome: &Outcome) -> Option<(f64, f64)> {
    let down_at = outcome.down_at.filter(|_| outcome.loses_pool)?;
    if outcome.fails_cold {
        return Some((0.0, 0.0));
    }
    let rho = lane.utilisation(lane.surge_rate());
    let fall = lane.hold * (1.0 + f64::from(lane.size).ln());
    if rho <= 1.0 || outcome.state == State::Draining {
        // By chance: a quarter of the pools go in 0.4 medians, three quarters in 2.
        return Some((0.415 * down_at, 2.0 * down_at + fall));
    }
    let first_late = down_at + (lane.deadline - lane.hold).max(0.0);
    let first_dead = lane.fill_time(lane.rate, lane.surge_rate()) + lane.deadline * rho / (rho - 1.0);
    Some((first_late, first_dead.max(first_late) + fall))
}
