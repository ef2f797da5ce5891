//! What the backlog calculator is asked.

use crate::clock::Clock;
use crate::field::Kind;
use crate::quantity::{Duration, Factor, Rate, Share, Unit};
use crate::{choices, inputs};

choices! {
    /// How the capacity is given.
    pub enum By {
        /// Items per second.
        Rate = "rate": "a rate",
        /// Workers, each with a mean time per item.
        Workers = "workers": "workers",
    }
}

/// The longest time accepted, in seconds: a year.
const YEAR: f64 = 31_536_000.0;
/// The highest rate accepted, per second.
const MOST_PER_SECOND: f64 = 1e9;
/// The most items accepted.
const MOST_ITEMS: u32 = 4_000_000_000;

inputs! {
    /// What arrives, what is done, and what happened.
    pub struct Input {
        /// Items that arrive per second: jobs, messages, requests.
        arrivals: Rate = { key: "arrivals", label: "Arrivals", group: "Load",
            default: Rate::per_second(100.0), kind: Kind::rate(0.0..=MOST_PER_SECOND).slider(1.0, 1e5) },
        /// Whether the capacity is given as a rate, or as workers and the time that each item takes.
        by: By = { key: "by", label: "Capacity given as", group: "Load", default: By::Rate, kind: By::KIND },
        /// Items per second that can be done when all is well. Take a measured rate if there is one.
        capacity: Rate = { key: "capacity", label: "Capacity", group: "Load",
            default: Rate::per_second(150.0), kind: Kind::rate(0.0..=MOST_PER_SECOND).slider(1.0, 1e5),
            when: |input| input.by == By::Rate },
        /// Workers, or slots, that each do one item at a time.
        workers: u32 = { key: "workers", label: "Workers", group: "Load",
            default: 50, kind: Kind::count(0..=10_000_000).slider(1.0, 1e4),
            when: |input| input.by == By::Workers },
        /// Mean time that one item keeps a worker, all of it: fetching and acknowledging too.
        job: Duration = { key: "job", label: "Time per item", group: "Load",
            default: Duration::milliseconds(300.0), kind: Kind::duration(1e-6..=YEAR).slider(1e-3, 3600.0),
            when: |input| input.by == By::Workers },
        /// How long the capacity is reduced. The timeline begins with it.
        outage: Duration = { key: "outage", label: "Outage", group: "Outage",
            default: Duration::minutes(44.0), kind: Kind::duration(0.0..=YEAR).slider(60.0, 86_400.0) },
        /// Share of the capacity that is left meanwhile.
        during: Share = { key: "during", label: "Capacity left", group: "Outage",
            default: Share::percent(0.0), kind: Kind::share(0.0..=1.0).slider(0.0, 1.0),
            when: |input| input.outage.as_seconds() > 0.0 },
        /// Items that already wait when it begins. They count as having arrived just then.
        waiting: u32 = { key: "waiting", label: "Already waiting", group: "Outage",
            default: 0, kind: Kind::count(0..=MOST_ITEMS).slider(0.0, 1e6) },
        /// Share of the arrivals that is turned away, from the start of the outage until the backlog is
        /// drained. What people submit again is not counted in it.
        shed: Share = { key: "shed", label: "Turned away", group: "Outage",
            default: Share::percent(0.0), kind: Kind::share(0.0..=1.0).slider(0.0, 1.0) },
        /// Further time after the outage in which nothing is done, while arrivals still queue.
        pause: Duration = { key: "pause", label: "Pause", group: "After",
            default: Duration::ZERO, kind: Kind::duration(0.0..=YEAR).slider(60.0, 86_400.0) },
        /// Then the capacity rises evenly from nothing to all of it in this time.
        ramp: Duration = { key: "ramp", label: "Ramp", group: "After",
            default: Duration::ZERO, kind: Kind::duration(0.0..=YEAR).slider(60.0, 86_400.0) },
        /// Factor on the arrivals from the end of the outage: people come back all at once, or it is the
        /// busy hour.
        peak: Factor = { key: "peak", label: "Peak", group: "After",
            default: Factor::times(1.0), kind: Kind::quantity(Unit::Factor, 0.0..=1000.0).slider(1.0, 10.0) },
        /// How long that lasts.
        peak_for: Duration = { key: "peak_for", label: "Peak lasts", group: "After",
            default: Duration::ZERO, kind: Kind::duration(0.0..=YEAR).slider(60.0, 86_400.0),
            when: |input| input.peak.as_times() != 1.0 },
        /// After waiting this long people submit their item once more. The first one stays in the queue, and
        /// a copy is not submitted again.
        patience: Option<Duration> = { key: "patience", label: "Patience", group: "People",
            default: None, kind: Kind::duration(1e-3..=YEAR).slider(1.0, 86_400.0).or("off") },
        /// Share of the items that have waited that long and are submitted once more. The copy costs as much
        /// as the original.
        retrigger: Share = { key: "retrigger", label: "Submitted again", group: "People",
            default: Share::percent(0.0), kind: Kind::share(0.0..=1.0).slider(0.0, 1.0),
            when: |input| input.patience.is_some() },
        /// Items that have waited this long are dropped at no cost.
        expires: Option<Duration> = { key: "expires", label: "Expires after", group: "People",
            default: None, kind: Kind::duration(1e-3..=YEAR).slider(1.0, 86_400.0).or("off") },
        /// The backlog at which only half the capacity is left: capacity/(1 + backlog/this). It stands for a
        /// queue that slows down as it fills, such as a table with dead rows in front.
        half_at: Option<u32> = { key: "half_at", label: "Half as fast at a backlog of", group: "Slow-down",
            default: None, kind: Kind::count(1..=MOST_ITEMS).slider(1e3, 1e7).or("off") },
        /// Clock time at the start of the outage. With it, results are also given as clock times.
        from: Option<Clock> = { key: "from", label: "Outage begins at", group: "Clock",
            default: None, kind: Kind::Clock },
        /// The backlog is to be gone this long after the end of the outage.
        target: Option<Duration> = { key: "target", label: "Drained within", group: "Goal",
            default: None, kind: Kind::duration(0.0..=YEAR).slider(60.0, 86_400.0).or("off") },
        /// How long everything stood still in an outage of the past, to infer the capacity from it.
        observed_outage: Option<Duration> = { key: "observed_outage", label: "It stood still for",
            group: "Past incident", default: None,
            kind: Kind::duration(1e-3..=YEAR).slider(60.0, 86_400.0).or("off") },
        /// How long it then took until the backlog was gone. The ramp is taken as the one above.
        observed_drain: Option<Duration> = { key: "observed_drain", label: "It then drained in",
            group: "Past incident", default: None,
            kind: Kind::duration(1e-3..=YEAR).slider(60.0, 86_400.0).or("off") },
    }
}
