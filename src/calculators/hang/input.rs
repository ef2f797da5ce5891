//! What the hang calculator is asked.

use crate::field::Kind;
use crate::quantity::{Duration, Rate, Share};
use crate::{choices, inputs};

choices! {
    /// What a connection was doing when its packets began to vanish.
    pub enum While {
        /// Data was sent and is not acknowledged.
        Writing = "writing": "writing: data is not acknowledged",
        /// A request was acknowledged and its answer never comes.
        Reading = "reading": "reading: waiting for an answer",
        /// The connection is being opened.
        Connecting = "connecting": "connecting",
        /// Nothing was under way.
        Idle = "idle": "idle",
    }
}

/// A year: longer than any timer here is set.
const LONGEST: f64 = 31_536_000.0;

impl Input {
    /// Whether keepalive decides.
    pub fn listens(&self) -> bool {
        matches!(self.during, While::Reading | While::Idle)
    }

    /// The first timeout of data: as given where it matters, else that of a short round trip.
    pub fn first_timeout(&self) -> Duration {
        if self.writes() { self.rto } else { Duration::milliseconds(200.0) }
    }

    /// Whether the retransmission of data decides.
    pub fn writes(&self) -> bool {
        self.during == While::Writing
    }
}

inputs! {
    /// What the kernel, the worker and the load look like.
    pub struct Input {
        /// What a connection is doing when its packets begin to vanish without an error.
        during: While = { key: "while", label: "Dropped while", group: "Connection",
            default: While::Writing, kind: While::KIND },
        /// net.ipv4.tcp_retries2 of Linux: how long data is sent again.
        retries2: u32 = { key: "retries2", label: "tcp_retries2", group: "Kernel",
            default: 15, kind: Kind::count(0..=255).slider(1.0, 20.0), when: |input| input.writes() },
        /// First retransmission timeout of the connection: rto in “ss -ti”. At least 200 ms unless a route
        /// says otherwise, and a little more than the round trip.
        rto: Duration = { key: "rto", label: "First retransmission after", group: "Kernel",
            default: Duration::milliseconds(200.0), kind: Kind::duration(1e-3..=120.0).slider(0.2, 10.0),
            when: |input| input.writes() },
        /// net.ipv4.tcp_syn_retries of Linux: how often opening a connection is tried again.
        syn_retries: u32 = { key: "syn_retries", label: "tcp_syn_retries", group: "Kernel",
            default: 6, kind: Kind::count(1..=127).slider(1.0, 10.0),
            when: |input| input.during == While::Connecting },
        /// Silence before the first probe: TCP_KEEPIDLE, tcp_keepalive_time, keepalives_idle of libpq.
        /// Off: the program does not ask for keepalive.
        keepalive_idle: Option<Duration> = { key: "keepalive_idle", label: "Keepalive after", group: "Keepalive",
            default: Some(Duration::hours(2.0)),
            kind: Kind::duration(1.0..=LONGEST).slider(1.0, 7200.0).or("off"), when: |input| input.listens() },
        /// Time between probes: TCP_KEEPINTVL, tcp_keepalive_intvl, keepalives_interval of libpq.
        keepalive_interval: Duration = { key: "keepalive_interval", label: "Probes every", group: "Keepalive",
            default: Duration::seconds(75.0), kind: Kind::duration(1.0..=32_767.0).slider(1.0, 120.0),
            when: |input| input.listens() && input.keepalive_idle.is_some() },
        /// Probes without an answer before it gives up: TCP_KEEPCNT, tcp_keepalive_probes,
        /// keepalives_count of libpq. A user timeout takes its place.
        keepalive_probes: u32 = { key: "keepalive_probes", label: "Probes", group: "Keepalive",
            default: 9, kind: Kind::count(1..=127).slider(1.0, 20.0),
            when: |input| input.listens() && input.keepalive_idle.is_some() && input.user_timeout.is_none() },
        /// TCP_USER_TIMEOUT, tcp_user_timeout of libpq: how long data may stay unacknowledged. It takes the
        /// place of tcp_retries2 and of the number of probes.
        user_timeout: Option<Duration> = { key: "user_timeout", label: "TCP user timeout", group: "Program",
            default: None, kind: Kind::duration(1e-3..=2_147_483.0).slider(1.0, 120.0).or("off") },
        /// The worker's own deadline: it gives up waiting, whatever the kernel does.
        deadline: Option<Duration> = { key: "deadline", label: "Own deadline", group: "Program",
            default: None, kind: Kind::duration(1e-3..=LONGEST).slider(0.1, 600.0).or("off"),
            when: |input| input.during != While::Idle },
        /// Workers, or connections of a pool: what a hanging connection holds.
        workers: u32 = { key: "workers", label: "Workers", group: "Load",
            default: 200, kind: Kind::count(1..=10_000_000).slider(1.0, 10_000.0) },
        /// Requests per second, all workers together.
        rate: Rate = { key: "rate", label: "Requests", group: "Load",
            default: Rate::per_second(20.0), kind: Kind::rate(0.0..=1e8).slider(0.1, 1e4) },
        /// Share of the requests whose connection is dropped without an error.
        dropped: Share = { key: "dropped", label: "Dropped silently", group: "Load",
            default: Share::percent(2.0), kind: Kind::share(0.0..=1.0).slider(0.0, 1.0) },
        /// Time that a request holds a worker when nothing is wrong.
        normal: Duration = { key: "normal", label: "A request takes", group: "Load",
            default: Duration::milliseconds(200.0), kind: Kind::duration(0.0..=86_400.0).slider(1e-3, 60.0) },
        /// How soon a dropped connection is to be noticed: the settings below are made for it.
        target: Duration = { key: "target", label: "To be noticed within", group: "Goal",
            default: Duration::seconds(30.0), kind: Kind::duration(1.0..=86_400.0).slider(1.0, 600.0) },
    }
}
