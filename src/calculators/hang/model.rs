//! How long a dropped connection is held, and how many workers that takes.

use super::input::{Input, While};
use super::kernel::{self, Ladder};
use crate::quantity::{Duration, Rate, Share};

/// Occupancy from which requests queue noticeably: at four fifths of ten workers the mean wait is a
/// fifth of a request (Erlang C), and a little more takes what is left.
pub const BUSY: f64 = 0.8;

/// Rounding that a comparison forgives.
const ROUNDING: f64 = 1e-12;

/// What becomes of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Enough workers stay free.
    Fine,
    /// Hung and busy workers are four fifths of the pool or more.
    Degraded,
    /// All workers are taken.
    Stalls,
}

/// How long a dropped connection goes unnoticed.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// At the earliest; none: never.
    pub min: Option<Duration>,
    /// At the latest; none: never.
    pub max: Option<Duration>,
    /// What the kernel does meanwhile; none: nothing.
    pub ladder: Option<Ladder>,
    /// Whether the worker's own deadline comes before the kernel.
    pub by_deadline: bool,
}

/// Everything that the model says of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// When it is noticed.
    pub detection: Detection,
    /// Workers that hang in the long run; none: more and more.
    pub hung: Option<f64>,
    /// The same for the earliest detection.
    pub hung_least: Option<f64>,
    /// Workers that are busy with other requests.
    pub busy: f64,
    /// Share of the workers taken, at most 1.
    pub occupancy: Share,
    /// The state.
    pub state: State,
    /// From the first drop until all workers are taken; none: it does not come to that.
    pub stall: Option<Duration>,
    /// The share of dropped connections below which it does not stall; none: no share does.
    pub max_dropped: Option<Share>,
}

/// When a dropped connection is noticed, from the moment at which its packets begin to vanish; when it is
/// reading or idle, from the last packet that came through.
///
/// Writing, the earliest is the time that tcp_retries2 stands for and the latest the end of the ladder
/// from this `rto`; connecting, the two are kernels before and since Linux 6.5. The worker's own deadline
/// ends all but idle. Sources: those of [`kernel`].
pub fn detection(input: &Input) -> Detection {
    let (min, max, ladder) = match (input.during, input.user_timeout) {
        (While::Writing, None) => {
            let ladder = kernel::data(input.retries2, input.rto);
            let limit = kernel::retries2_limit(input.retries2);
            let least = Duration::seconds(limit.si().min(ladder.ends.si()));
            (Some(least), Some(ladder.ends), Some(ladder))
        }
        (While::Writing, Some(timeout)) => {
            let ladder = kernel::data_with_user_timeout(timeout, input.rto);
            let latest = Duration::seconds(timeout.si() + kernel::user_timeout_slack(input.rto).si());
            (Some(timeout), Some(latest), Some(ladder))
        }
        (While::Connecting, timeout) => {
            let older = kernel::syn(input.syn_retries, 0, timeout);
            let newer = kernel::syn(input.syn_retries, kernel::SYN_LINEAR, timeout);
            let (min, max) = (older.ends.si().min(newer.ends.si()), older.ends.si().max(newer.ends.si()));
            (Some(Duration::seconds(min)), Some(Duration::seconds(max)), Some(newer))
        }
        (While::Reading | While::Idle, timeout) => {
            let ladder = input.keepalive_idle.map(|idle| {
                kernel::keepalive(idle, input.keepalive_interval, input.keepalive_probes, timeout)
            });
            let ends = ladder.as_ref().map(|ladder| ladder.ends);
            (ends, ends, ladder)
        }
    };
    let deadline = input.deadline.filter(|_| input.during != While::Idle);
    let cut = |time: Option<Duration>| match (time, deadline) {
        (Some(time), Some(deadline)) => Some(if deadline < time { deadline } else { time }),
        (time, deadline) => time.or(deadline),
    };
    let by_deadline = deadline.is_some_and(|deadline| max.is_none_or(|max| deadline < max));
    Detection { min: cut(min), max: cut(max), ladder, by_deadline }
}

/// Workers that hang in the long run: dropped requests per second times the time each holds a worker.
///
/// Source: Little's law.
pub fn hung(rate: Rate, dropped: Share, detection: Duration) -> f64 {
    rate.si() * dropped.as_fraction() * detection.si()
}

/// Time until all workers are taken: those that are free over the workers lost per second; none if none
/// is lost. Valid while no hung one comes back, which is what a stall means.
///
/// Source: mass balance.
pub fn time_to_stall(workers: u32, busy: f64, rate: Rate, dropped: Share) -> Option<Duration> {
    let lost = rate.si() * dropped.as_fraction();
    let time = (f64::from(workers) - busy).max(0.0) / lost;
    (lost > 0.0 && time.is_finite()).then_some(Duration::seconds(time))
}

/// The share of dropped connections at which the workers are just all taken:
/// `(workers / rate − normal) / (detection − normal)`; none if even all may be dropped.
///
/// 0 where the workers are all taken without any drop, or a dropped connection is never noticed. Source:
/// Little's law for both kinds, `x·T + (1 − x)·T₀ = workers / rate`.
pub fn max_dropped(workers: u32, rate: Rate, detection: Option<Duration>, normal: Duration) -> Option<Share> {
    if rate.si() <= 0.0 {
        return None;
    }
    let room = f64::from(workers) / rate.si() - normal.si();
    if room <= 0.0 {
        return Some(Share::ZERO);
    }
    let Some(detection) = detection else { return Some(Share::ZERO) };
    let longer = detection.si() - normal.si();
    let share = room / longer;
    (longer > 0.0 && share <= 1.0).then_some(Share::fraction(share))
}

/// Works a scenario out. It cannot fail.
pub fn answer(input: &Input) -> Answer {
    let detection = detection(input);
    let (rate, dropped, workers) = (input.rate, input.dropped, f64::from(input.workers));
    let losing = rate.si() * dropped.as_fraction() > 0.0;
    let of = |time: Option<Duration>| match time {
        _ if !losing => Some(0.0),
        time => time.map(|time| hung(rate, dropped, time)),
    };
    let hung = of(detection.max);
    let busy = (1.0 - dropped.as_fraction()) * rate.si() * input.normal.si();
    let taken = hung.map_or(f64::INFINITY, |hung| hung + busy) / workers;
    let state = match taken {
        _ if taken >= 1.0 - ROUNDING => State::Stalls,
        _ if taken >= BUSY - ROUNDING => State::Degraded,
        _ => State::Fine,
    };
    let stall = match state {
        State::Stalls if busy >= workers => Some(Duration::ZERO),
        State::Stalls => time_to_stall(input.workers, busy, rate, dropped),
        State::Fine | State::Degraded => None,
    };
    Answer {
        hung,
        hung_least: of(detection.min),
        busy,
        occupancy: Share::fraction(taken.min(1.0)),
        state,
        stall,
        max_dropped: max_dropped(input.workers, rate, detection.max, input.normal),
        detection,
    }
}
