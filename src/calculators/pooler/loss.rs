//! How long a full pool lasts at a rate: losses of connections against reopening, connection by
//! connection.
//!
//! The number of usable connections c goes down with each abandoned query that costs one and up with
//! each login. PgBouncer logs in only while a client waits, so the next login begins with the next
//! query that finds every connection busy: one per t + 1/(λ·P(wait)). The wait is that of a first come,
//! first served queue whose late queries are cut off at their deadline.

use super::lane::Lane;
use crate::math::erlang::{erlang_b, erlang_b_table, erlang_c};
use crate::math::normal_tail;
use crate::math::within;

/// Why a pool goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It does not.
    None,
    /// More work arrives than the connections can do.
    Overload,
    /// Late queries destroy connections faster than the lane reopens them, by and by.
    Losses,
    /// A burst of abandoned queries; rare, but it needs only one.
    Burst,
}

/// How long a full pool lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifetime {
    /// Half of the pools last longer, seconds; infinite if it does not go.
    pub median: f64,
    /// Why it goes.
    pub cause: Cause,
}

impl Lifetime {
    const NEVER: Self = Self { median: f64::INFINITY, cause: Cause::None };

    fn new(median: f64, cause: Cause) -> Self {
        if median.is_finite() { Self { median, cause } } else { Self::NEVER }
    }
}

/// How long a full pool of the lane lasts at `rate`, when the rate before was `from`.
///
/// With ρ > 1 the queue reaches the wait that breaks it after (wait)/(ρ − 1), Theory: the fluid queue.
/// Below, with exponential service, by the birth and death chain of [`chain_lifetime`]; with constant
/// service by the rate of bursts, approximately (the wait of M/D/c falls off about twice as fast as that
/// of M/M/c; Tijms, A First Course in Stochastic Models, 9.6).
pub fn lifetime(lane: &Lane, rate: f64, from: f64) -> Lifetime {
    let rho = lane.utilisation(rate);
    let cost = lane.cost();
    if lane.destroyed > 0.0 && lane.refill() <= 0.0 {
        let net = lane.destroyed - 1.0 / lane.open;
        return Lifetime::new(f64::from(lane.size) / net, Cause::Losses);
    }
    let at_client_limit = lane.wait_at_client_limit(lane.servers());
    let longest = at_client_limit.min(lane.wait_at_wait_limit(rho));
    // The wait grows at ρ − 1; a wait that the limits do not allow is never reached.
    let reach = |wait: f64| {
        if rho <= 1.0 || wait >= longest {
            f64::INFINITY
        } else {
            lane.fill_time(from, rate) + wait.max(0.0) / (rho - 1.0)
        }
    };
    let overload = |wait: f64| Lifetime::new(reach(wait), Cause::Overload);
    if cost.queued == 0.0 && cost.running == 0.0 {
        // No connection is ever lost: the pool is down while half of the queries miss.
        let late = late_share(lane, rate);
        if rho < 1.0 && late > 0.5 {
            return Lifetime::new(lane.deadline, Cause::Overload);
        }
        return overload(lane.half_miss_wait());
    }
    if lane.is_constant() {
        if rho > 1.0 {
            return overload(lane.deadline - lane.hold);
        }
        return burst_lifetime(lane, rate, longest);
    }
    if cost.cancels > 0.0 && rho > 1.0 {
        if lane.wait_at_wait_limit(rho) < lane.half_miss_wait() {
            return Lifetime::NEVER;
        }
        if at_client_limit < lane.half_miss_wait() {
            return capped_lifetime(lane, at_client_limit, reach(0.0));
        }
        return overload(lane.half_miss_wait());
    }
    if !lane.is_trap(rate) {
        return Lifetime::NEVER;
    }
    let chain = chain_lifetime(lane, rate);
    let build_up = match rho > 1.0 {
        true => lane.fill_time(from, rate) + within(lane.runaway_wait(rate), 0.0, longest) / (rho - 1.0),
        false => 0.0,
    };
    let cause = if rho > 1.0 { Cause::Overload } else { Cause::Losses };
    let life = Lifetime::new(chain + build_up, cause);
    if cost.queued == 0.0 && escape_time(lane, rate) < life.median {
        return Lifetime::NEVER;
    }
    life
}

/// P(wait + service > deadline) with a full pool.
///
/// Exponential service: exact for M/M/c. Constant service: approximate, with a tail that falls off
/// twice as fast (see [`lifetime`]).
pub fn late_share(lane: &Lane, rate: f64) -> f64 {
    let rho = lane.utilisation(rate);
    if rho >= 1.0 {
        return 1.0;
    }
    let queue = crate::math::erlang::MMc::new(rate, lane.hold, lane.servers());
    if !lane.is_constant() {
        return queue.sojourn_tail(lane.deadline);
    }
    if lane.hold >= lane.deadline {
        return 1.0;
    }
    let slack = 2.0 * (lane.servers() / lane.hold - rate);
    queue.erlang_c * (-slack * (lane.deadline - lane.hold)).exp()
}

/// P(wait > deadline) with `servers` connections, which need not be whole.
pub fn queued_late_share(lane: &Lane, rate: f64, servers: f64) -> f64 {
    let queue = crate::math::erlang::MMc::new(rate, lane.hold, servers);
    match lane.is_constant() {
        false => queue.wait_tail(lane.deadline),
        true if rate * lane.hold >= servers => 1.0,
        true => queue.erlang_c * (-2.0 * (servers / lane.hold - rate) * lane.deadline).exp(),
    }
}

/// Chance that a burst of abandoned queries outlasts the spare connections: the busy period of a
/// critical queue serves at least n with probability about 1/√(πn).
fn outlasts(spare: f64) -> f64 {
    1.0 / (std::f64::consts::PI * spare.max(1.0)).sqrt().max(1.0)
}

/// Bursts with constant service: the rate at which the wait crosses the one that breaks the pool,
/// ν = θ·P(W > v)·ρ/(1 + ρ). Median ln 2/ν.
fn burst_lifetime(lane: &Lane, rate: f64, longest: f64) -> Lifetime {
    // A late running query costs a connection itself; a cancelled one only the lane's time, and the
    // loss begins with the first that is still queued at its deadline.
    let breaks_at = if lane.cost().cancels > 0.0 { lane.deadline } else { lane.deadline - lane.hold };
    if !lane.is_trap(rate) || longest < breaks_at {
        return Lifetime::NEVER;
    }
    let servers = lane.servers();
    let rho = lane.utilisation(rate);
    let waits = erlang_c(erlang_b(servers as u32, rate * lane.hold), servers, rate * lane.hold);
    let theta = 2.0 * (servers / lane.hold - rate);
    let bursts = theta * waits * (-theta * breaks_at.max(0.0)).exp() * rho / (1.0 + rho);
    let spare = servers - rate * lane.hold;
    Lifetime::new(std::f64::consts::LN_2 / (bursts * outlasts(spare)), Cause::Burst)
}

/// A queue held at the client limit, just short of the wait at which half would miss: the wait there
/// scatters by its own 1/√(queue), and the tail beyond the deadline costs connections.
fn capped_lifetime(lane: &Lane, wait: f64, build_up: f64) -> Lifetime {
    let cost = lane.cost();
    let servers = lane.servers();
    let queue = (f64::from(lane.clients) - servers).max(1.0);
    let served = servers / lane.hold;
    let dead = served * normal_tail((lane.deadline - wait) / (wait / queue.sqrt()).max(1e-12));
    let late = served * (-(lane.deadline - wait) / lane.hold).exp();
    let refill = (1.0 / lane.open - late * cost.cancels).max(0.0) - lane.destroyed;
    let net = cost.queued * dead + cost.running * late.min(1.0 / lane.open) - refill.max(0.0);
    if net <= 0.0 { Lifetime::NEVER } else { Lifetime::new(build_up + servers / net, Cause::Overload) }
}

/// What happens with c usable connections: gains, single losses and fatal bursts, per second.
#[derive(Clone, Copy, Debug, Default)]
struct Flows {
    up: f64,
    down: f64,
    fatal: f64,
}

/// Median time until a full pool is gone: first passage of the birth and death chain over the number of
/// usable connections, exponential service.
///
/// The median is the mean m where the time hardly scatters and m·ln 2 where it is exponential; between,
/// by its squared coefficient of variation.
fn chain_lifetime(lane: &Lane, rate: f64) -> f64 {
    let offered = rate * lane.hold;
    let cancels = lane.cost().cancels > 0.0;
    // Cancelled queries hardly cost connections before the queue itself is dead: that takes c ≤ a, and
    // room for a queue that long.
    let can_die = |servers: &u32| {
        let servers = f64::from(*servers);
        let longest = lane.wait_at_client_limit(servers).min(lane.wait_at_wait_limit(offered / servers));
        longest >= lane.deadline
    };
    let lowest = match cancels {
        true => (1..=offered as u32).rev().find(can_die).map_or(1, |dead| dead + 1),
        false => 1,
    };
    if lowest > lane.size {
        return 0.0;
    }
    let held = if cancels { lane.hold } else { lane.hold * -(-lane.deadline / lane.hold).exp_m1() };
    let blocked = erlang_b_table(lane.size, rate * held);
    let flows: Vec<Flows> = (lowest..=lane.size)
        .map(|servers| {
            let found_busy = blocked[servers as usize - 1];
            let mut flows = match cancels {
                true => cancelled_flows(lane, rate, f64::from(servers), found_busy),
                false => terminated_flows(lane, rate, f64::from(servers), found_busy),
            };
            flows.down += lane.destroyed;
            if servers == lane.size {
                flows.up = 0.0;
            }
            flows
        })
        .collect();
    let mean = first_passage(&flows, |_| 1.0);
    let Some(&full) = mean.last().filter(|mean| mean.is_finite()) else { return f64::INFINITY };
    let second = first_passage(&flows, |index| 2.0 * mean[index]);
    let variation = second.last().map_or(1.0, |second| second / full / full - 1.0).clamp(0.0, 1.0);
    full * (1.0 - (1.0 - std::f64::consts::LN_2) * variation)
}

/// Solves (up + down + fatal)·x(c) = cost(c) + up·x(c+1) + down·x(c−1) with x = 0 below the lowest c.
fn first_passage(flows: &[Flows], cost: impl Fn(usize) -> f64) -> Vec<f64> {
    let (mut constant, mut slope) = (0.0, 0.0);
    let mut lines = Vec::with_capacity(flows.len());
    for (index, flow) in flows.iter().enumerate() {
        let leaving = flow.down * (1.0 - slope) + flow.up + flow.fatal;
        if leaving < 1e-290 {
            return vec![f64::INFINITY; flows.len()];
        }
        constant = (cost(index) + flow.down * constant) / leaving;
        slope = flow.up / leaving;
        lines.push((constant, slope));
    }
    let mut next = 0.0;
    let mut times: Vec<f64> = lines
        .iter()
        .rev()
        .map(|(constant, slope)| {
            next = constant + slope * next;
            next
        })
        .collect();
    times.reverse();
    times
}

/// Logins per second while a share `waits` of the queries waits: each takes t, and the next begins with
/// the next query that has to wait.
fn lazy_refill(open: f64, rate: f64, waits: f64) -> f64 {
    1.0 / (open + 1.0 / (rate * waits))
}

/// How far above or below the offered load the wait is either nothing or all, in standard deviations of
/// the number of busy connections.
const WINDOW: f64 = 6.0;

/// Terminate and drop, exponential service: every query that is not done in time costs a connection and
/// is cut off at its deadline.
///
/// The wait v of those who wait has the density f(v) ∝ e^(λv)·(e^(μ(D−v)) − 1)^c: level crossing
/// f′ = (λ − c/h)f with h(v) the mean of min(S, D − v). Where more work arrives than c connections can
/// do, the surplus λ − cμ is lost.
fn terminated_flows(lane: &Lane, rate: f64, servers: f64, found_busy: f64) -> Flows {
    let (mu, deadline, offered) = (1.0 / lane.hold, lane.deadline, rate * lane.hold);
    let scatter = WINDOW * offered.sqrt() + 2.0;
    let rho = offered / servers;
    let longest = lane.wait_at_client_limit(servers).min(lane.wait_at_wait_limit(rho)).min(deadline);
    // Clients beyond the limit are refused and cost nothing.
    let admitted = match longest < deadline {
        true => rate.min(servers * mu / -(-(deadline - longest) * mu).exp_m1()),
        false => rate,
    };
    let alone = (-deadline * mu).exp();
    if servers < offered - scatter && longest >= deadline {
        return Flows { up: 1.0 / lane.open, down: rate - servers * mu, fatal: 0.0 };
    }
    let log_density = |wait: f64| {
        rate * wait + servers * (((deadline - wait) * mu).exp_m1().ln() - (deadline * mu).exp_m1().ln())
    };
    let (waits, late) = if servers > offered + scatter {
        let waits = erlang_c(next_blocked(found_busy, servers, offered), servers, offered);
        (waits, alone)
    } else {
        const STEPS: usize = 48;
        let step = longest.max(1e-12) / STEPS as f64;
        let waits = |index: usize| (index as f64 * step).min(longest * (1.0 - 1e-12));
        let logs: Vec<f64> = (0..=STEPS).map(|index| log_density(waits(index))).collect();
        let top = logs.iter().copied().fold(0.0, f64::max);
        let (mut all, mut all_late) = (0.0, 0.0);
        for (index, log) in logs.iter().enumerate() {
            // Simpson's rule.
            let weight = match index {
                0 | STEPS => 1.0,
                index if index % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let mass = rate * weight * (log - top).exp() * step / 3.0;
            all += mass;
            all_late += mass * (-(deadline - waits(index)) * mu).exp();
        }
        let idle = (-top).exp() / found_busy;
        let total = idle + all;
        (all / total, idle / total * alone + all_late / total)
    };
    Flows { up: lazy_refill(lane.open, rate, waits), down: admitted * late * lane.cost().running, fatal: 0.0 }
}

fn next_blocked(found_busy: f64, servers: f64, offered: f64) -> f64 {
    offered * found_busy / (servers + offered * found_busy)
}

/// Cancelling clients, exponential service: a late running query rarely costs a connection, but its
/// cancel takes the lane for one login; a queue that is dead at its head costs one connection each.
///
/// The wait has the density e^((λ−cμ)v) as in M/M/c. Bursts of dead entries come at f(D)·ρ/(1+ρ); up to
/// the wait at which cancels fill the lane, they cut late queries off, as with terminate.
fn cancelled_flows(lane: &Lane, rate: f64, servers: f64, found_busy: f64) -> Flows {
    let (mu, deadline, cost) = (1.0 / lane.hold, lane.deadline, lane.cost());
    let offered = rate * lane.hold;
    let rho = offered / servers;
    let longest = lane.wait_at_client_limit(servers).min(lane.wait_at_wait_limit(rho));
    let until = longest.min(deadline);
    let k = rate - servers * mu;
    let integral = |exponent: f64| {
        if (exponent * until).abs() < 1e-9 { until } else { (exponent * until).exp_m1() / exponent }
    };
    let idle = 1.0 / found_busy;
    let total = idle + rate * integral(k);
    let waits = rate * integral(k) / total;
    let alone = (-deadline * mu).exp();
    let late = (idle + rate * integral(k + mu)) / total * alone;
    let cancels = rate * late * cost.cancels;
    let lane_left = (1.0 - cancels * lane.open).max(0.0);
    let up = if lane_left > 0.0 { lazy_refill(lane.open / lane_left, rate, waits) } else { 0.0 };
    let fatal = if longest < deadline || !lane.is_trap(rate) {
        0.0
    } else {
        let cut_until = within(lane.runaway_wait(rate), 0.0, deadline * (1.0 - 1e-9));
        let cut = rate * cut_until
            + servers * (((deadline - cut_until) * mu).exp_m1().ln() - (deadline * mu).exp_m1().ln());
        let at_deadline = rate * (cut + k * (deadline - cut_until)).exp() / total;
        cost.queued * at_deadline * rho / (1.0 + rho) * outlasts(servers - offered)
    };
    Flows { up, down: cost.running * cancels.min(1.0 / lane.open), fatal }
}

/// With `drop`, how long until a collapsed pool gets out by chance, seconds.
///
/// A dropped entry costs nothing, so the queue never holds more than the λD queries of the last D; the
/// lane starts ψ·D of them. Out as soon as fewer than that arrive in some D, which has the chance
/// P(Z > (λD − ψD)/√(λD)) in each.
pub fn escape_time(lane: &Lane, rate: f64) -> f64 {
    let offered = rate * lane.hold;
    // Each new connection serves until the first query that is late; its head is about 1/λ from death.
    let starts = match lane.is_constant() {
        true => lane.refill() / -(-offered).exp_m1(),
        false => lane.refill() * (1.0 + 1.0 / offered),
    };
    let arrivals = rate * lane.deadline;
    lane.deadline / normal_tail((arrivals - starts * lane.deadline) / arrivals.sqrt())
}
