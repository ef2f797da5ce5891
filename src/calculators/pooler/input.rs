//! What the pooler calculator is asked.

use crate::field::Kind;
use crate::quantity::{Duration, Factor, Rate, Unit};
use crate::{choices, inputs};

choices! {
    /// The pool at the beginning.
    pub enum Start {
        /// Every connection open.
        Full = "full": "full",
        /// None open: a cold start or a restart.
        Empty = "empty": "empty (cold start)",
    }
}

choices! {
    /// How the time that a query holds a connection varies.
    pub enum Distribution {
        /// Every query takes the same time.
        Constant = "constant": "constant",
        /// Exponentially distributed.
        Exponential = "exponential": "exponential",
    }
}

choices! {
    /// What a client does with a query whose deadline has passed.
    pub enum OnDeadline {
        /// Sends Terminate and closes.
        Terminate = "terminate": "terminates, hangs up",
        /// Sends a CancelRequest on a second connection, then Terminate, then closes: Go's pgx.
        CancelTerminate = "cancel_terminate": "cancels, hangs up (pgx)",
        /// Sends a CancelRequest and reads the answer.
        CancelWait = "cancel_wait": "cancels, waits for it",
        /// Closes the socket without a word.
        Drop = "drop": "drops the socket",
        /// Stops waiting and lets the query run.
        Leave = "leave": "leaves it running",
    }
}

choices! {
    /// What operators do.
    pub enum Do {
        /// Restarts the pooler: every connection is closed.
        Restart = "restart": "restart",
        /// Lets no query come for a time.
        Shed = "shed": "shed all for",
        /// Sets the pooler's wait limit.
        WaitLimit = "wait_limit": "wait limit",
        /// Sets the connections per pool.
        Size = "size": "pool size",
        /// Sets the clients per pooler.
        MaxClients = "max_clients": "client limit",
    }
}

inputs! {
    /// Something that operators do at a moment.
    pub struct Action {
        /// When, after the start of the surge.
        at: Duration = { key: "at", label: "At", group: "Simulation",
            default: Duration::seconds(30.0), kind: Kind::duration(0.0..=604_800.0) },
        /// What is done.
        what: Do = { key: "do", label: "Do", group: "Simulation", default: Do::Restart, kind: Do::KIND },
        /// How long load is shed, or the new wait limit; empty for no limit, and for what takes no time.
        time: Option<Duration> = { key: "time", label: "Time", group: "Simulation",
            default: None, kind: Kind::duration(0.0..=604_800.0).or("off") },
        /// The new pool size or client limit; empty for what takes no number.
        count: Option<u32> = { key: "count", label: "Number", group: "Simulation",
            default: None, kind: Kind::count(1..=1_000_000).or("off") },
    }
}

inputs! {
    /// What the pool and its load look like.
    pub struct Input {
        /// Pooler processes that share the load. Each opens its connections by itself, so each is a
        /// refill lane of its own.
        poolers: u32 = { key: "poolers", label: "Pooler processes", group: "Pool",
            default: 2, kind: Kind::count(1..=1000).slider(1.0, 32.0) },
        /// (database, user) pools per process that share the load. PgBouncer opens one connection at
        /// a time in each of them.
        pools: u32 = { key: "pools", label: "Pools per process", group: "Pool",
            default: 1, kind: Kind::count(1..=1000).slider(1.0, 32.0) },
        /// Server connections per pool: PgBouncer's default_pool_size.
        size: u32 = { key: "size", label: "Connections per pool", group: "Pool",
            default: 25, kind: Kind::count(1..=10_000).slider(1.0, 500.0) },
        /// Mean time to open one server connection, all of it: TCP, TLS, authentication, start-up.
        /// PgBouncer itself adds 2 to 8 ms.
        open: Duration = { key: "open", label: "Time to open a connection", group: "Pool",
            default: Duration::milliseconds(50.0),
            kind: Kind::duration(1e-6..=60.0).slider(1e-3, 1.0) },
        /// The pool at the beginning: full, or empty after a restart.
        start: Start = { key: "start", label: "Pool at the start", group: "Pool",
            default: Start::Full, kind: Start::KIND },
        /// Queries per second, all lanes together.
        rate: Rate = { key: "rate", label: "Queries", group: "Load",
            default: Rate::per_second(900.0), kind: Kind::rate(0.0..=1e7).slider(10.0, 1e5) },
        /// Mean time that a query holds a connection.
        hold: Duration = { key: "hold", label: "Time a query holds one", group: "Load",
            default: Duration::milliseconds(20.0),
            kind: Kind::duration(1e-6..=3600.0).slider(1e-3, 1.0) },
        /// How that time varies between queries.
        distribution: Distribution = { key: "distribution", label: "That time is", group: "Load",
            default: Distribution::Exponential, kind: Distribution::KIND },
        /// Factor on the rate during a surge.
        surge: Factor = { key: "surge", label: "Surge", group: "Load",
            default: Factor::times(3.0),
            kind: Kind::quantity(Unit::Factor, 1.0..=1000.0).slider(1.0, 10.0) },
        /// How long the surge lasts.
        surge_for: Duration = { key: "surge_for", label: "Surge lasts", group: "Load",
            default: Duration::seconds(60.0), kind: Kind::duration(0.0..=604_800.0).slider(1.0, 3600.0) },
        /// The client's own deadline, for waiting and running together.
        deadline: Duration = { key: "deadline", label: "Client deadline", group: "Deadlines",
            default: Duration::milliseconds(500.0),
            kind: Kind::duration(1e-3..=86_400.0).slider(0.01, 60.0) },
        /// What the client does when its deadline passes. It decides whether the pooler loses a server
        /// connection for it.
        on_deadline: OnDeadline = { key: "on_deadline", label: "When it passes, the client", group: "Deadlines",
            default: OnDeadline::CancelTerminate, kind: OnDeadline::KIND },
        /// The pooler's own limit on waiting in its queue: query_wait_timeout. It is checked three times
        /// a second, so it fires up to 1/3 s late.
        wait_limit: Option<Duration> = { key: "wait_limit", label: "Pooler's wait limit", group: "Deadlines",
            default: Some(Duration::seconds(120.0)),
            kind: Kind::duration(1e-3..=86_400.0).slider(0.05, 300.0).or("off") },
        /// Clients that one pooler process admits, waiting and running: max_client_conn. The next one is
        /// refused at once.
        max_clients: u32 = { key: "max_clients", label: "Clients per pooler, at most", group: "Deadlines",
            default: 500, kind: Kind::count(1..=1_000_000).slider(10.0, 10_000.0) },
        /// Server connections lost for any other reason, per second, all lanes together.
        destroyed: Rate = { key: "destroyed", label: "Otherwise destroyed", group: "Other",
            default: Rate::per_second(0.0), kind: Kind::rate(0.0..=1e6) },
        /// Connections that the database accepts in all: max_connections.
        server_limit: Option<u32> = { key: "server_limit", label: "Database accepts", group: "Other",
            default: None, kind: Kind::count(1..=1_000_000).or("off") },
        /// Of those, kept for others: superuser_reserved_connections, other services.
        reserved: u32 = { key: "reserved", label: "Of those, kept for others", group: "Other",
            default: 0, kind: Kind::count(0..=1_000_000), when: |input| input.server_limit.is_some() },
        /// Connections that the pooler opens even while no client waits, one at each of its ticks, three a
        /// second: min_pool_size. Only the simulation heeds it.
        min_size: u32 = { key: "min_size", label: "Connections kept, at least", group: "Simulation",
            default: 0, kind: Kind::count(0..=10_000).slider(0.0, 100.0) },
        /// Time without an attempt to open a connection after the database refused one: server_login_retry.
        /// Only the simulation heeds it.
        login_retry: Duration = { key: "login_retry", label: "Pause after a failed login", group: "Simulation",
            default: Duration::seconds(15.0), kind: Kind::duration(0.0..=3600.0).slider(0.1, 60.0),
            when: |input| input.server_limit.is_some() },
        /// What operators do in the surge or after it, such as a restart, so that it can be rehearsed. Only the
        /// simulation heeds it.
        actions: Vec<Action> = { key: "actions", label: "Actions", group: "Simulation",
            default: Vec::new(), kind: Kind::table::<Action>().or("off") },
        /// Where the random numbers of the simulation begin. The same link gives the same runs everywhere.
        seed: u32 = { key: "seed", label: "Seed", group: "Simulation",
            default: 1, kind: Kind::count(0..=1_000_000_000) },
    }
}
