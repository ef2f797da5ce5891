//! What the retry calculator is asked.

use crate::field::Kind;
use crate::quantity::{Duration, Factor, Rate, Unit};
use crate::{choices, inputs};

choices! {
    /// How the schedule is given.
    pub enum By {
        /// A first delay and a factor.
        Geometric = "geometric": "first delay and factor",
        /// The delays themselves.
        List = "list": "a list of delays",
    }
}

choices! {
    /// What chance adds to a delay, or takes from it.
    pub enum Jitter {
        /// Nothing.
        None = "none": "none",
        /// Anything between zero and the delay.
        Full = "full": "full: 0 to the delay",
        /// Half of the delay, and anything up to the other half.
        Equal = "equal": "equal: half to all of it",
        /// The delay, and anything up to a fixed time in addition.
        Add = "add": "added: the delay and up to a fixed time",
        /// Anything between the first delay and three times the delay before, up to the cap.
        Decorrelated = "decorrelated": "decorrelated: first delay to three times the last",
    }
}

choices! {
    /// Whether failures that are the platform's own use up the attempts of a run.
    pub enum PlatformCounts {
        /// They do.
        Yes = "yes": "yes",
        /// They do not: a run is tried until the outage is over.
        No = "no": "no",
    }
}

/// Ten years.
pub(super) const LONGEST: f64 = 315_360_000.0;
/// The most attempts that can be given as a number.
pub(super) const MOST_ATTEMPTS: u32 = 10_000;

inputs! {
    /// One delay of a list.
    pub struct Delay {
        /// Time from a failed attempt to the next one.
        delay: Duration = { key: "delay", label: "Delay", group: "Schedule",
            default: Duration::minutes(1.0), kind: Kind::duration(0.0..=LONGEST) },
    }
}

impl Input {
    /// Whether the failures of the outage use up the attempts.
    pub fn counts(&self) -> bool {
        self.platform_counts == PlatformCounts::Yes
    }
}

inputs! {
    /// What the schedule, the outage and the load look like.
    pub struct Input {
        /// The delays given by a first one and a factor, or one by one.
        by: By = { key: "by", label: "Schedule given as", group: "Schedule",
            default: By::Geometric, kind: By::KIND },
        /// Tries in total, with the first one: four retries are five attempts. A list uses as many of its
        /// delays as that needs; where it is too short its last delay repeats.
        attempts: Option<u32> = { key: "attempts", label: "Attempts, with the first", group: "Schedule",
            default: Some(5), kind: Kind::count(1..=MOST_ATTEMPTS).slider(1.0, 50.0).or("unlimited") },
        /// Delay before the second attempt.
        first: Duration = { key: "first", label: "First delay", group: "Schedule",
            default: Duration::seconds(15.0), kind: Kind::duration(0.0..=LONGEST).slider(0.1, 3600.0),
            when: |input| input.by == By::Geometric },
        /// Each delay is the one before times this. 1: all are the same.
        factor: Factor = { key: "factor", label: "Times, each time", group: "Schedule",
            default: Factor::times(2.0), kind: Kind::quantity(Unit::Factor, 1.0..=1000.0).slider(1.0, 5.0),
            when: |input| input.by == By::Geometric && input.jitter != Jitter::Decorrelated },
        /// No delay grows beyond this. Added jitter comes on top of it.
        cap: Option<Duration> = { key: "cap", label: "At most", group: "Schedule",
            default: Some(Duration::hours(1.0)),
            kind: Kind::duration(0.0..=LONGEST).slider(1.0, 86_400.0).or("off"),
            when: |input| input.by == By::Geometric },
        /// The delays in order: the first is the one before the second attempt.
        list: Vec<Delay> = { key: "list", label: "Delays", group: "Schedule",
            default: [15.0, 30.0, 60.0, 120.0].map(|seconds| Delay { delay: Duration::seconds(seconds) }).to_vec(),
            kind: Kind::table::<Delay>(), when: |input| input.by == By::List },
        /// What chance does to each delay.
        jitter: Jitter = { key: "jitter", label: "Jitter", group: "Schedule",
            default: Jitter::None, kind: Jitter::KIND },
        /// The most that added jitter adds.
        jitter_for: Duration = { key: "jitter_for", label: "Jitter adds up to", group: "Schedule",
            default: Duration::seconds(30.0), kind: Kind::duration(0.0..=LONGEST).slider(0.1, 3600.0),
            when: |input| input.jitter == Jitter::Add },
        /// Time that a failing attempt takes before its delay begins: a timeout, say.
        attempt_time: Duration = { key: "attempt_time", label: "A failing attempt takes", group: "Schedule",
            default: Duration::ZERO, kind: Kind::duration(0.0..=86_400.0).slider(0.1, 600.0) },
        /// How long every attempt fails.
        outage: Duration = { key: "outage", label: "Outage", group: "Outage",
            default: Duration::minutes(44.0), kind: Kind::duration(1e-3..=LONGEST).slider(10.0, 86_400.0) },
        /// Whether failures that are the platform's own use up the attempts of a run. No: it is tried on,
        /// at the same growing delays, until the outage is over.
        platform_counts: PlatformCounts = { key: "platform_counts", label: "The outage uses up attempts",
            group: "Outage", default: PlatformCounts::Yes, kind: PlatformCounts::KIND },
        /// Runs that start per second.
        rate: Rate = { key: "rate", label: "Runs started", group: "Load",
            default: Rate::per_second(10.0), kind: Kind::rate(0.0..=1e7).slider(0.1, 1e4) },
        /// Attempts per second that can be worked off, failing ones too. Off: load is not judged.
        capacity: Option<Rate> = { key: "capacity", label: "Attempts it can take", group: "Load",
            default: None, kind: Kind::rate(0.0..=1e8).slider(1.0, 1e5).or("off") },
    }
}
