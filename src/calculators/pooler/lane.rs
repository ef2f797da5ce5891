//! One refill lane: a (database, user) pool of one pooler process, in SI units.

use super::input::{Distribution, Input, OnDeadline, Start};
use crate::math::cube_root;

/// How often PgBouncer looks for queries past the wait limit: three times a second. Source:
/// src/janitor.c, full_maint_period = USEC/3; measured.
pub const WAIT_LIMIT_TICK: f64 = 1.0 / 3.0;

/// By how much the wait limit must precede the deadline to be sure to fire first, seconds: the tick
/// and a little for the tick itself. Measured: 0.1 s beside a deadline of 0.3 s protected by chance,
/// 0.5 s beside 0.6 s did not.
pub const WAIT_LIMIT_MARGIN: f64 = 0.34;

/// What one abandoned query costs the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Server connections lost if it was still queued.
    pub queued: f64,
    /// Server connections lost if it was running.
    pub running: f64,
    /// Logins that its forwarded cancel takes from the lane if it was running.
    pub cancels: f64,
}

impl OnDeadline {
    /// What was measured on PgBouncer 1.18 and 1.24 (tests/data/pooler/pooler_destruction.csv).
    pub const fn cost(self) -> Cost {
        match self {
            Self::Terminate => Cost { queued: 1.0, running: 1.0, cancels: 0.0 },
            // 0.02 under steady load; 0.3 in one pulse of ten at once.
            Self::CancelTerminate => Cost { queued: 1.0, running: 0.02, cancels: 1.0 },
            Self::CancelWait => Cost { queued: 0.0, running: 0.0, cancels: 1.0 },
            Self::Drop => Cost { queued: 0.0, running: 1.0, cancels: 0.0 },
            Self::Leave => Cost { queued: 0.0, running: 0.0, cancels: 0.0 },
        }
    }
}

/// One lane. Rates are per lane; times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// How many such lanes there are.
    pub lanes: f64,
    /// N: server connections.
    pub size: u32,
    /// t: time to open one.
    pub open: f64,
    /// λ: queries per second outside the surge.
    pub rate: f64,
    /// s: mean time that a query holds a connection.
    pub hold: f64,
    /// How that time varies.
    pub distribution: Distribution,
    /// Factor on the rate in the surge.
    pub surge: f64,
    /// How long the surge lasts.
    pub surge_for: f64,
    /// D: the client's deadline.
    pub deadline: f64,
    /// What the client does then.
    pub on_deadline: OnDeadline,
    /// Q: the pooler's wait limit; infinite if off.
    pub wait_limit: f64,
    /// Clients that the lane admits, waiting and running.
    pub clients: u32,
    /// Whether it begins with no connection.
    pub starts_empty: bool,
    /// Connections lost for any other reason, per second.
    pub destroyed: f64,
}

impl Lane {
    /// The lanes of a scenario are alike: the load and the clients are spread evenly.
    pub fn new(input: &Input) -> Self {
        let lanes = f64::from(input.poolers) * f64::from(input.pools);
        Self {
            lanes,
            size: input.size,
            open: input.open.as_seconds(),
            rate: input.rate.as_per_second() / lanes,
            hold: input.hold.as_seconds(),
            distribution: input.distribution,
            surge: input.surge.as_times(),
            surge_for: input.surge_for.as_seconds(),
            deadline: input.deadline.as_seconds(),
            on_deadline: input.on_deadline,
            wait_limit: input.wait_limit.map_or(f64::INFINITY, |limit| limit.as_seconds()),
            clients: (input.max_clients / input.pools).max(1),
            starts_empty: input.start == Start::Empty,
            destroyed: input.destroyed.as_per_second() / lanes,
        }
    }

    /// The rate in the surge.
    pub fn surge_rate(&self) -> f64 {
        self.rate * self.surge
    }

    /// What an abandoned query costs.
    pub const fn cost(&self) -> Cost {
        self.on_deadline.cost()
    }

    /// Whether every query holds its connection for the same time.
    pub fn is_constant(&self) -> bool {
        self.distribution == Distribution::Constant
    }

    /// Connections that can be busy at once: a pooler that admits fewer clients never uses the rest.
    pub fn servers(&self) -> f64 {
        f64::from(self.size.min(self.clients))
    }

    /// ρ at a rate: offered load over connections.
    pub fn utilisation(&self, rate: f64) -> f64 {
        rate * self.hold / self.servers()
    }

    /// Net connections per second that the lane can put back: 1/t less what is lost otherwise.
    pub fn refill(&self) -> f64 {
        (1.0 / self.open - self.destroyed).max(0.0)
    }

    /// Whether a queue of abandoned queries feeds itself at this rate: each reopened connection is
    /// spent on one of them, and they come no slower than connections do. λ ≥ 1/t.
    pub fn is_trap(&self, rate: f64) -> bool {
        rate >= self.refill() && rate > 0.0
    }

    /// Whether the wait limit surely removes queries before their deadline.
    pub fn is_protected(&self) -> bool {
        self.wait_limit + WAIT_LIMIT_MARGIN < self.deadline
    }

    /// The longest wait that the client limit allows while `servers` connections work: the queue is at
    /// most clients − servers long.
    pub fn wait_at_client_limit(&self, servers: f64) -> f64 {
        if servers <= 0.0 {
            return f64::INFINITY;
        }
        (f64::from(self.clients) - servers).max(0.0) * self.hold / servers
    }

    /// The longest wait that the wait limit allows at utilisation ρ: between two ticks the head of the
    /// queue grows older by at most (1 − 1/ρ) of a tick.
    pub fn wait_at_wait_limit(&self, utilisation: f64) -> f64 {
        self.wait_limit + (1.0 - 1.0 / utilisation).max(0.0) * WAIT_LIMIT_TICK
    }

    /// The wait from which on half of the queries miss: D − s with constant service, D − s·ln 2 with
    /// exponential service.
    pub fn half_miss_wait(&self) -> f64 {
        let hold = if self.is_constant() { self.hold } else { self.hold * std::f64::consts::LN_2 };
        (self.deadline - hold).max(0.0)
    }

    /// The wait beyond which queries are lost faster than the lane reopens, if each late one costs a
    /// connection: P(S > D − v) = 1/(λt).
    pub fn runaway_wait(&self, rate: f64) -> f64 {
        let per_refill = rate / self.refill();
        if self.is_constant() {
            return self.deadline - self.hold;
        }
        self.deadline - self.hold * per_refill.max(1.0).ln()
    }

    /// Time until the queue begins to form when the rate jumps from `from` to `to`, with ρ(to) > 1.
    ///
    /// Busy connections approach λs: exponentially with exponential service, linearly with constant.
    pub fn fill_time(&self, from: f64, to: f64) -> f64 {
        let (busy, offered, servers) = (from * self.hold, to * self.hold, self.servers());
        if busy >= servers || offered <= servers {
            return 0.0;
        }
        match self.distribution {
            Distribution::Constant => self.hold * (servers - busy) / (offered - busy),
            Distribution::Exponential => self.hold * ((offered - busy) / (offered - servers)).ln(),
        }
    }
}

/// The longest wait after a restart with an empty pool and an empty queue, fluid: s(λt − 1)²/(2λt), 0
/// where λt ≤ 1. Independent of the pool's size. Source: ∫(1 − c/a)dt while c rises at 1/t to a = λs.
pub fn restart_wait(rate: f64, hold: f64, open: f64) -> f64 {
    let per_refill = rate * open;
    if per_refill <= 1.0 { 0.0 } else { hold * (per_refill - 1.0).powi(2) / (2.0 * per_refill) }
}

/// What chance adds to the longest wait after a restart: the mean maximum of a random walk about a
/// mean path with a parabolic top, 0.99615·(σ⁴/|w″|)^(1/3), with Poisson variance σ² = 1/λ per second
/// and curvature w″ = 1/(λts). Source: Daniels and Skyrme, Advances in Applied Probability 17 (1985).
pub fn restart_scatter(rate: f64, hold: f64, open: f64) -> f64 {
    if rate * open <= 1.0 { 0.0 } else { 0.99615 * cube_root(open * hold / rate) }
}
