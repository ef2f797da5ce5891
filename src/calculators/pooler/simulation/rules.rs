//! How the lane of a simulation behaves: PgBouncer's rules, and a few others that published tables assume.

use crate::calculators::pooler::input::OnDeadline;
use crate::sim::random::Time;

/// How long the TCP connection of a login takes, seconds, if the whole takes longer: so long a forwarded cancel
/// holds the lane, for PgBouncer then sends the request and moves the connection to another list
/// (src/server.c, handle_connect; src/objects.c, forward_cancel_request).
const CONNECT: f64 = 1e-3;

/// How long the database takes to carry out one cancel, one after the other, seconds: it starts a process for
/// each, as for a login. Measured: logins without added delay took 3.0 and 3.6 ms (pooler_refill.csv), and at
/// most 58 cancels were sent in 0.2 s (pooler_series.csv).
pub const CANCEL: f64 = 3.3e-3;

/// What the pooler does with a query whose client has sent Terminate while it was queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// Links a server and closes both, without running the query: PgBouncer.
    Closes,
    /// Runs the query, then closes the server.
    #[cfg(test)]
    RunsThenCloses,
    /// Runs the query and keeps the server.
    #[cfg(test)]
    Runs,
}

/// When connections are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// While a client waits: PgBouncer.
    Lazy,
    /// Whenever one is missing.
    #[cfg(test)]
    Eager,
}

/// What the client's deadline is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covers {
    /// Waiting and running together.
    All,
    /// Waiting only.
    #[cfg(test)]
    Waiting,
}

/// One lane and what comes to it. Times in seconds, rates per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// N: server connections, at most.
    pub size: u32,
    /// Connections that the pooler opens without a client that waits, one a tick.
    pub min_size: u32,
    /// t: time to open one.
    pub open: f64,
    /// Time that a query holds a connection.
    pub hold: Time,
    /// D: the client's deadline.
    pub deadline: f64,
    /// What it is on.
    pub covers: Covers,
    /// What the client does then.
    pub on_deadline: OnDeadline,
    /// How long a client that cancelled reads on for the answer; infinite but in one measured run.
    pub reads_on: f64,
    /// Q: the wait limit; infinite if off.
    pub wait_limit: f64,
    /// How often the pooler looks for queries past it; 0 if none is ever older.
    pub tick: f64,
    /// Clients that the lane admits, waiting and running.
    pub clients: u32,
    /// Connections that the database accepts from this lane, those included whose client is gone but whose
    /// query still runs.
    pub accepted: Option<u32>,
    /// Time without an attempt to open after a failed one.
    pub login_retry: f64,
    /// Connections lost for any other reason, per second.
    pub destroyed: f64,
    /// Whether it begins with no connection.
    pub starts_empty: bool,
    /// What happens to a query that died in the queue.
    pub dead: Dead,
    /// When connections are opened.
    pub refill: Refill,
}

impl Rules {
    /// How long the TCP connection takes.
    pub fn connect(&self) -> f64 {
        self.open.min(CONNECT)
    }
}

/// Something that changes at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Queries per second from now on.
    Rate(f64),
    /// The pooler process is restarted: every connection is closed, of clients and of servers.
    Restart,
    /// No query comes for so many seconds.
    Shed(f64),
    /// The wait limit, seconds; infinite if off.
    WaitLimit(f64),
    /// Server connections, at most.
    Size(u32),
    /// Clients admitted by the lane.
    Clients(u32),
    /// The time to open a connection, seconds: no setting, but it was seen to change.
    #[cfg(test)]
    Open(f64),
}
