//! The backlog of an outage: how it grows, when it is gone, how long anyone waits.
//!
//! One timeline: reduced capacity from 0 to `outage`, none for `pause`, then an even rise to all of it
//! in `ramp`. Arrivals are even, but for a `peak` from the end of the outage. What follows from that
//! is worked out by `fluid.rs`; here it is described, and turned round.
//!
//! Fluid: many small items, one queue served in order of arrival. Nothing waits before time 0 but
//! `waiting`. Turning arrivals away goes on until the queue is empty for good, so that its end cannot
//! refill the queue; it concerns first submissions, not copies.

use super::curve::Profile;
use super::fluid::{Course, Fluid, SAME_RATE, run};
use super::input::{By, Input};
use crate::math::within;
use crate::quantity::{Duration, Factor, Rate, Share};

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It drains, in time if there is a target. Also: nothing ever queues.
    Drains,
    /// It drains after the target.
    Late,
    /// It does not drain, for as much arrives as can be done, or more.
    Never,
    /// It does not drain though less arrives than can be done: resubmissions or slow-down keep it up.
    Storm,
}

impl State {
    /// The words, in order of badness.
    pub const WORDS: &'static [&'static str] = &["drains", "late", "never", "storm"];

    /// The word for programs.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// The answer. A number that grows without end is infinite.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What can be done when all is well.
    pub capacity: Rate,
    /// What arrives and is not turned away, apart from a peak.
    pub admitted: Rate,
    /// How it ends.
    pub state: State,
    /// From the end of the outage until nothing waits; none if never. Zero if that is sooner.
    pub drain_time: Option<Duration>,
    /// From its start until nothing waits; zero if nothing ever waits.
    pub cleared_after: Option<Duration>,
    /// The longest wait of any item; one that is dropped waits until then.
    pub longest_wait: Duration,
    pub(super) course: Course,
}

/// What can be done when all is well: the given rate, or workers ÷ time per item.
///
/// Holds while each worker always finds an item; real workers lose 2 to 6 % between items
/// (`measured/backlog_runs.csv`). Source: Little 1961, L = λW with every worker busy.
pub fn full_capacity(input: &Input) -> Rate {
    match input.by {
        By::Rate => input.capacity,
        By::Workers => Rate::per_second(f64::from(input.workers) / input.job.as_seconds()),
    }
}

/// Arrivals that are not turned away, apart from a peak.
pub fn admitted(input: &Input) -> Rate {
    Rate::per_second(input.arrivals.as_per_second() * (1.0 - input.shed.as_fraction()))
}

/// When the capacity is whole again, from the start of the outage.
pub fn restored_after(input: &Input) -> Duration {
    Duration::seconds(input.outage.as_seconds() + input.pause.as_seconds() + input.ramp.as_seconds())
}

/// What happens to the queue at this full capacity, with or without what feeds back.
fn fluid(input: &Input, capacity: Rate) -> Fluid {
    let (outage, pause, ramp) =
        (input.outage.as_seconds(), input.pause.as_seconds(), input.ramp.as_seconds());
    let (full, share) = (capacity.as_per_second(), input.during.as_fraction());
    let mut rate = Profile::constant(share * full);
    if pause > 0.0 {
        rate = rate.then(outage, 0.0, 0.0);
    }
    if ramp > 0.0 {
        rate = rate.then(outage + pause, 0.0, full / ramp);
    }
    let arrivals = admitted(input).as_per_second();
    let mut coming = Profile::constant(arrivals);
    let peak_for = input.peak_for.as_seconds();
    if peak_for > 0.0 && input.peak.as_times() != 1.0 {
        coming =
            coming.then(outage, arrivals * input.peak.as_times(), 0.0).then(outage + peak_for, arrivals, 0.0);
    }
    Fluid {
        arrivals: coming,
        capacity: rate.then(outage + pause + ramp, full, 0.0),
        waiting: f64::from(input.waiting),
        resubmission: input.patience.map(|patience| (patience.as_seconds(), input.retrigger.as_fraction())),
        expires: input.expires.map(Duration::as_seconds),
        half_at: input.half_at.map(f64::from),
    }
}

/// How far a chart should look if the queue never drains.
pub(super) fn horizon(input: &Input) -> f64 {
    let restored = match restored_after(input).as_seconds() {
        0.0 => 3600.0,
        restored => restored,
    };
    let lag = |span: Option<Duration>| span.map_or(0.0, Duration::as_seconds);
    let feedback = restored + 2.0 * (lag(input.patience) + lag(input.expires));
    within(feedback, 3.0 * restored, 8.0 * restored)
}

fn course(input: &Input, capacity: Rate) -> Course {
    run(&fluid(input, capacity), horizon(input))
}

fn drain_of(input: &Input, course: &Course) -> Option<Duration> {
    let cleared = course.cleared?;
    Some(Duration::seconds((cleared - input.outage.as_seconds()).max(0.0)))
}

/// From the end of the outage until nothing waits, at this full capacity; none if never.
///
/// All effects included: exact but for rounding, and to about 1e-6 with `half_at`.
pub fn drain_time(input: &Input, capacity: Rate) -> Option<Duration> {
    drain_of(input, &course(input, capacity))
}

/// The answer to the whole question.
pub fn outcome(input: &Input) -> Outcome {
    let (capacity, admitted) = (full_capacity(input), admitted(input));
    let course = course(input, capacity);
    let drain_time = drain_of(input, &course);
    let state = match (drain_time, input.target) {
        (Some(drain), Some(target)) if drain > target => State::Late,
        (Some(_), _) => State::Drains,
        (None, _) if admitted.as_per_second() >= capacity.as_per_second() * (1.0 - SAME_RATE) => State::Never,
        (None, _) => State::Storm,
    };
    Outcome {
        capacity,
        admitted,
        state,
        drain_time,
        cleared_after: course.cleared.map(Duration::seconds),
        longest_wait: Duration::seconds(course.longest_delay()),
        course,
    }
}

/// Arrivals over capacity, λ/μ; none if nothing can be done.
pub fn utilisation(arrivals: Rate, capacity: Rate) -> Option<Share> {
    let share = arrivals.as_per_second() / capacity.as_per_second();
    share.is_finite().then(|| Share::fraction(share))
}

/// Capacity over arrivals minus one, μ/λ − 1; none if nothing arrives.
pub fn headroom(arrivals: Rate, capacity: Rate) -> Option<Share> {
    let share = capacity.as_per_second() / arrivals.as_per_second() - 1.0;
    share.is_finite().then(|| Share::fraction(share))
}

/// Workers that can do as much as arrives, λ·(time per item) rounded up.
///
/// Just enough to keep a backlog from growing; none to drain it. Source: Little 1961.
pub fn workers_to_keep_up(arrivals: Rate, job: Duration) -> f64 {
    whole_workers(arrivals.as_per_second() * job.as_seconds())
}

/// Workers for a load in worker-seconds per second; a load that is whole but for rounding stays so.
pub fn whole_workers(load: f64) -> f64 {
    (load * (1.0 - 1e-12)).ceil()
}

/// The drain time of a whole outage with even rates and nothing else, T·λ/(μ − λ); none if μ ≤ λ.
///
/// Source: Newell, Applications of Queueing Theory, 2nd ed. 1982, ch. 2.
pub fn plain_drain_time(arrivals: Rate, capacity: Rate, outage: Duration) -> Option<Duration> {
    let surplus = capacity.as_per_second() - arrivals.as_per_second();
    let backlog = arrivals.as_per_second() * outage.as_seconds();
    (surplus > 0.0).then(|| Duration::seconds(backlog / surplus))
}

/// Capacity as a multiple of the arrivals, from an outage T₀ in which nothing was done and the time D
/// in which its backlog then drained, while the capacity rose evenly from nothing in the time R.
///
/// All that arrived was done: μ(D − R/2) = λ(αT₀ + D), so μ/λ = (1 + αT₀/D)/(1 − R/2D) for R ≤ D, and
/// 2R(αT₀ + D)/D² if it drained within the ramp. α is arrivals in the outage relative to those in the
/// drain. Infinite for a drain in no time. Source: Newell 1982, ch. 2, turned round.
pub fn implied_capacity(outage: Duration, drain: Duration, ramp: Duration, arrival_factor: Factor) -> Factor {
    let (drain, ramp) = (drain.as_seconds(), ramp.as_seconds());
    let work = arrival_factor.as_times() * outage.as_seconds() + drain;
    Factor::times(if ramp <= drain {
        work / (drain - 0.5 * ramp)
    } else {
        2.0 * ramp * work / (drain * drain)
    })
}

/// The least full capacity with which the backlog is gone within `target` after the outage, all effects
/// included; none if no capacity suffices, such as when the target lies within the pause.
///
/// The drain time falls as the capacity grows, so the place is bracketed and closed in on by the
/// Illinois variant of false position with bisection in between, to 1e-12 of it (Dowell and Jarratt
/// 1971, BIT 11:168–174); to 1e-9 with `half_at`.
pub fn capacity_for_target(input: &Input, target: Duration) -> Option<Rate> {
    let target = target.as_seconds();
    let excess = |capacity: f64| {
        drain_time(input, Rate::per_second(capacity))
            .map_or(f64::INFINITY, |drain| drain.as_seconds() - target)
    };
    if excess(0.0) <= 0.0 {
        return Some(Rate::ZERO);
    }
    // No capacity helps in the pause; one so large that a billionth of it would do counts as none.
    let arrivals = admitted(input).as_per_second() * input.peak.as_times().max(1.0);
    let most = 1e9 * arrivals.max(f64::from(input.waiting) / target.max(1e-3));
    let (mut low, mut high) = (0.0, arrivals.max(most * 1e-12));
    let (mut low_excess, mut high_excess) = (f64::INFINITY, excess(high));
    while high_excess > 0.0 {
        if high >= most {
            return None;
        }
        (low, low_excess) = (high, high_excess);
        high = (4.0 * high).min(most);
        high_excess = excess(high);
    }
    let precision = if input.half_at.is_some() { 1e-9 } else { 1e-12 };
    let mut moved_low = None;
    for round in 0..200 {
        // A drain time of nothing is reached before the place is, so it is no sign of having found it.
        if high - low <= precision * high || (high_excess == 0.0 && target > 0.0) {
            break;
        }
        let false_position = high - high_excess * (high - low) / (high_excess - low_excess);
        let use_it =
            low_excess.is_finite() && round % 3 != 2 && false_position > low && false_position < high;
        let middle = if use_it { false_position } else { 0.5 * (low + high) };
        let middle_excess = excess(middle);
        let moves_low = middle_excess > 0.0;
        // The end that stays twice counts half, so that it is left behind at last.
        let stays_again = moved_low == Some(moves_low);
        moved_low = Some(moves_low);
        if moves_low {
            (low, low_excess) = (middle, middle_excess);
            high_excess *= if stays_again { 0.5 } else { 1.0 };
        } else {
            (high, high_excess) = (middle, middle_excess);
            low_excess *= if stays_again { 0.5 } else { 1.0 };
        }
    }
    Some(Rate::per_second(high))
}

/// The full capacity below which resubmissions keep a backlog up by themselves once every wait is longer
/// than the patience: (1 + share)·λ; none if nobody submits again, or items are dropped before.
///
/// Source: the timeout storm of metastable failures, m·λ > μ with m = 1 + share (Bronson et al., HotOS 2021).
pub fn storm_below(input: &Input) -> Option<Rate> {
    let patience = input.patience?;
    let copied = input.expires.is_none_or(|expires| patience < expires) && input.retrigger > Share::ZERO;
    copied.then(|| Rate::per_second(admitted(input).as_per_second() * (1.0 + input.retrigger.as_fraction())))
}

/// The backlog from which a queue that slows down falls behind at its full capacity:
/// half_at·(μ/λ − 1), where μ/(1 + B/half_at) = λ. None if nothing slows it, or nothing arrives.
pub fn tips_at(input: &Input) -> Option<f64> {
    let headroom = headroom(admitted(input), full_capacity(input))?;
    input.half_at.map(|half_at| (f64::from(half_at) * headroom.as_fraction()).max(0.0))
}

/// Arrivals that are turned away until outage and backlog are over; none if that never is.
pub(super) fn turned_away(input: &Input, outcome: &Outcome) -> Option<f64> {
    let until = outcome.course.cleared?.max(input.outage.as_seconds());
    let mut all = input.clone();
    all.shed = Share::ZERO;
    Some(input.shed.as_fraction() * fluid(&all, outcome.capacity).arrivals.total(until))
}

/// The same scenario without resubmission and slow-down.
pub(super) fn without_feedback(input: &Input) -> Input {
    Input { patience: None, half_at: None, ..input.clone() }
}
