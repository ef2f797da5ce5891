//! What an outage does to the runs, and what the runs do to the load.

use super::grid::{self, PARTS, Plan};
use super::input::{Input, Jitter, MOST_ATTEMPTS};
use super::schedule::{Schedule, Span};
use super::uniforms::Uniforms;
use crate::math;
use crate::quantity::{Duration, Rate};
use crate::report::ModelError;

/// Shares closer than this to nothing or all count as that.
const ROUNDING: f64 = 1e-9;
/// Seconds between attempts without limit, at least.
const SHORTEST: f64 = 1e-6;
/// So many uniform times and their sum is normal enough for a chart.
const MANY: usize = 12;

/// What happens to the runs that start in the outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// None is exhausted.
    Outlasts,
    /// Some are.
    Partly,
    /// All are.
    Exhausted,
    /// Attempts exceed the capacity when the outage ends, so they go on failing.
    Storm,
}

/// Attempts of the runs, between the start and the end of an outage.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Share of the runs that start in the outage and make their last attempt in it.
    pub exhausted_share: f64,
    /// Attempts per run that starts, at the end of the outage: the factor on the rate.
    pub load_multiple: f64,
    /// Attempts that a run makes in the outage, on average over its starts.
    pub mean_attempts: f64,
    /// From the end of the outage to the first attempt after it, on average over the runs that are not
    /// exhausted; none if all are.
    pub mean_lag: Option<Duration>,
    /// The longest that can be.
    pub most_lag: Duration,
    /// For the charts.
    pub curves: Curves,
}

/// How attempts are spread over the outage.
#[derive(Clone, Debug, PartialEq)]
pub enum Curves {
    /// Independent gaps: the attempts one by one.
    Stops(Vec<Stop>),
    /// Values at equal steps from 0 to the end: attempts made, and the chance that the last is made.
    Sampled(Vec<f64>, Vec<f64>),
}

/// The time of an attempt after the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The part without chance.
    fixed: f64,
    mean: f64,
    deviation: f64,
    /// The chance; none where it is normal enough.
    chance: Option<Uniforms>,
    /// So many more attempts follow, this far apart.
    more: f64,
    every: f64,
}

/// Everything that the model says of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The schedule.
    pub schedule: Schedule,
    /// From the first attempt to the last.
    pub span: Span,
    /// The state.
    pub state: State,
    /// What happens in the outage.
    pub course: Course,
    /// Runs exhausted in the outage.
    pub exhausted_runs: f64,
    /// Attempts whose mean span is not shorter than the outage; none: no number is enough.
    pub attempts_needed: Option<f64>,
    /// The same for the shortest span that chance allows.
    pub attempts_for_all: Option<f64>,
    /// Attempts per second when the outage ends.
    pub attempt_rate: Rate,
}

/// Attempts of an item of which each fails with the chance `failing` by itself, at most `attempts`:
/// `(1 − p^m) / (1 − p)`.
///
/// Between 1 and `attempts`. `failing` is in 0..=1. Source: the mean of a truncated geometric distribution.
pub fn mean_attempts(failing: f64, attempts: u32) -> f64 {
    if failing >= 1.0 {
        return f64::from(attempts);
    }
    (1.0 - failing.powi(attempts as i32)) / (1.0 - failing)
}

/// What retries make of an overload where turned-away work is free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overload {
    /// Chance that an attempt is turned away.
    pub failing: f64,
    /// Attempts per item.
    pub attempts: f64,
    /// Share of the items that is lost.
    pub lost: f64,
}

/// The steady state of `rate` items per second on a capacity below it, each tried up to `attempts`
/// times at once: an attempt fails with `p = (1 − μ/λ)^(1/m)`, and the share `1 − μ/λ` is lost, whatever m is.
///
/// At or below the capacity nothing fails. Holds for independent failures and attempts that cost nothing
/// when turned away. Source: λ·(1 − p^m) = μ, what gets through is the capacity.
pub fn overload(rate: Rate, capacity: Rate, attempts: u32) -> Overload {
    if rate.si() <= capacity.si() {
        return Overload { failing: 0.0, attempts: 1.0, lost: 0.0 };
    }
    let lost = 1.0 - capacity.si() / rate.si();
    let failing = lost.powf(1.0 / f64::from(attempts.max(1)));
    Overload { failing, attempts: mean_attempts(failing, attempts), lost }
}

/// Whether attempts keep failing after what began them is over: `attempts per run × rate > capacity`.
///
/// Every attempt is taken to use capacity, and to fail while more arrive than can be worked off. Strict:
/// equal rates are the margin, and do not count. Source: metastable failures, Bronson et al. (HotOS 2021).
pub fn sustains_itself(attempts_per_run: f64, rate: Rate, capacity: Rate) -> bool {
    attempts_per_run * rate.si() > capacity.si() * (1.0 + 1e-12)
}

/// Works a scenario out.
///
/// # Errors
/// What [`Schedule::new`] refuses, and attempts without limit and without a delay.
pub fn answer(input: &Input) -> Result<Answer, ModelError> {
    let schedule = Schedule::new(input)?;
    // Failures that do not count leave a run as many attempts as it takes.
    let limit = schedule.attempts.filter(|_| input.counts());
    if limit.is_none() && schedule.gaps.last().is_none_or(|gap| gap.mean < SHORTEST) {
        return Err(ModelError::new(
            "Attempts without limit, less than a microsecond apart: a failing run would be tried without end.",
            &["attempts", "first", "list", "cap", "attempt_time", "platform_counts"],
        ));
    }
    let span = schedule.span();
    let outage = input.outage.si();
    let mut course = match schedule.jitter {
        Jitter::Decorrelated if schedule.gaps.len() > 1 => decorrelated_course(input, &schedule, limit),
        _ => independent_course(&schedule, limit, outage),
    };
    course.most_lag = Duration::from_si(most_lag(&schedule, limit, outage));
    let share = course.exhausted_share;
    let attempt_rate = Rate::from_si(course.load_multiple * input.rate.si());
    let storm =
        input.capacity.is_some_and(|capacity| sustains_itself(course.load_multiple, input.rate, capacity));
    let state = match share {
        _ if storm => State::Storm,
        _ if share <= 0.0 => State::Outlasts,
        _ if share >= 1.0 => State::Exhausted,
        _ => State::Partly,
    };
    Ok(Answer {
        span,
        state,
        exhausted_runs: input.rate.si() * outage * share,
        attempts_needed: schedule.attempts_needed(input.outage, |gap| gap.mean),
        attempts_for_all: schedule.attempts_needed(input.outage, |gap| gap.min),
        attempt_rate,
        course,
        schedule,
    })
}

/// The longest gap that can begin in the outage.
fn most_lag(schedule: &Schedule, limit: Option<u32>, outage: f64) -> f64 {
    let (mut start, mut most) = (0.0, 0.0_f64);
    let mut k = 1;
    while limit.is_none_or(|limit| k < limit as usize) && start < outage {
        let gap = schedule.gap(k);
        most = most.max(gap.max);
        start += gap.min;
        if schedule.settled(k) {
            break;
        }
        k += 1;
    }
    most
}

/// A share that rounding may have put beside nothing or all.
fn tidy(share: f64) -> f64 {
    match share {
        _ if share <= ROUNDING * 1e-3 => 0.0,
        _ if share >= 1.0 - ROUNDING * 1e-3 => 1.0,
        _ => share,
    }
}

/// The lag of a run that comes through, from the sum over all starts.
fn mean_lag(sum: f64, outage: f64, share: f64) -> Option<Duration> {
    (share < 1.0).then(|| Duration::from_si((sum / (outage * (1.0 - share))).max(0.0)))
}

fn decorrelated_course(input: &Input, schedule: &Schedule, limit: Option<u32>) -> Course {
    let outage = input.outage.si();
    let plan = Plan {
        base: input.first.si(),
        cap: input.cap.map_or(f64::INFINITY, Duration::si),
        after: input.attempt_time.si(),
        attempts: limit,
        mean: schedule.gaps.last().map_or(f64::INFINITY, |gap| gap.mean),
    };
    let outcome = grid::follow(&plan, outage);
    // Where even the longest span ends within the outage the mean says it exactly.
    let span = schedule.span();
    let share = match (span.max.filter(|max| *max <= outage), span.min) {
        _ if limit.is_none() => 0.0,
        (Some(_), _) => 1.0 - span.mean.unwrap_or(outage) / outage,
        (None, Some(min)) if min < outage => outcome.last / outage,
        _ => 0.0,
    };
    let share = tidy(share);
    Course {
        exhausted_share: share,
        load_multiple: outcome.load,
        mean_attempts: outcome.before_end / outage,
        mean_lag: mean_lag(outcome.lag, outage, share),
        most_lag: Duration::ZERO,
        curves: Curves::Sampled(outcome.made, outcome.spent),
    }
}

/// The sums over the attempts of runs that start in an outage.
struct Sums {
    /// Σ P(S < L).
    load: f64,
    /// Σ E[(L − S)⁺].
    before_end: f64,
    /// Σ E[(L − S)⁺] × the mean gap after it, less L²/2, plus E[((L − S)⁺)²]/2 of the last.
    lag: f64,
}

/// Attempts whose gaps are independent of each other.
///
/// S is the time from the first attempt to the k-th retry, L the outage. A start at u in the outage,
/// uniform, makes retry k in it if u + S < L; so retries per run are Σ E[(L − S)⁺] / L, and the last
/// one gives the share that is exhausted. The lag of a run whose gap X spans the end of the outage is X
/// less the time that was left; over all starts that is Σ E[(L − S)⁺]·E[X] + E[((L − S_last)⁺)²]/2 − L²/2.
fn independent_course(schedule: &Schedule, limit: Option<u32>, outage: f64) -> Course {
    let last = limit.map(|limit| limit as usize - 1);
    let mut sums = Sums { load: 1.0, before_end: outage, lag: -0.5 * outage * outage };
    let mut stops = vec![Stop::at(0.0)];
    let (mut fixed, mut mean, mut variance) = (0.0, 0.0, 0.0);
    let mut widths = Uniforms::default();
    let (mut left, mut half_square) = (outage, 0.5 * outage * outage);
    let mut k = 0;
    while last != Some(k) && left > 1e-16 * outage {
        k += 1;
        let gap = schedule.gap(k);
        let width = gap.max - gap.min;
        if width <= 0.0 && widths.is_empty() && schedule.settled(k) && gap.min > 0.0 {
            // From here on all gaps are the same: an arithmetic series.
            let room = outage - fixed;
            let most = last.map_or(f64::INFINITY, |last| (last + 1 - k) as f64);
            let within = ((room / gap.min).ceil() - 1.0).max(0.0);
            let count = within.min(most);
            sums.load += count;
            sums.before_end += count * room - 0.5 * gap.min * count * (count + 1.0);
            let begun = (within + 1.0).min(most);
            sums.lag += gap.mean * (begun * room - 0.5 * gap.min * begun * (begun - 1.0));
            left = if within >= most { (room - most * gap.min).max(0.0) } else { 0.0 };
            half_square = 0.5 * left * left;
            stops.push(Stop { more: count, every: gap.min, ..Stop::at(fixed) });
            break;
        }
        if k > MOST_ATTEMPTS as usize {
            // Renewal theory: attempts in a time r are r/μ + E[X²]/(2μ²), the first one included.
            let room = (outage - mean).max(0.0);
            let square = gap.mean * gap.mean + width * width / 12.0;
            let extra = 0.5 * square / (gap.mean * gap.mean) - 1.0;
            let sum = 0.5 * (room * room + variance) / gap.mean + room * extra;
            sums.load += (room / gap.mean + extra).max(0.0);
            sums.before_end += sum.max(0.0);
            sums.lag += gap.mean * (sum + left);
            (left, half_square) = (0.0, 0.0);
            stops.push(Stop { more: room / gap.mean, every: gap.mean, ..Stop::at(mean) });
            break;
        }
        sums.lag += left * gap.mean;
        (fixed, mean) = (fixed + gap.min, mean + gap.mean);
        variance += width * width / 12.0;
        widths.push(width);
        (left, half_square) = (widths.moment(outage - fixed, 1), widths.moment(outage - fixed, 2));
        sums.load += widths.below(outage - fixed);
        sums.before_end += left;
        stops.push(Stop {
            fixed,
            mean,
            deviation: variance.sqrt(),
            chance: (widths.len() <= MANY).then(|| widths.clone()),
            more: 0.0,
            every: 0.0,
        });
    }
    let (left, half_square) = if last.is_some() { (left, half_square) } else { (0.0, 0.0) };
    let share = tidy(left / outage);
    Course {
        exhausted_share: share,
        load_multiple: sums.load,
        mean_attempts: sums.before_end / outage,
        mean_lag: mean_lag(sums.lag + half_square, outage, share),
        most_lag: Duration::ZERO,
        curves: Curves::Stops(stops),
    }
}

impl Stop {
    fn at(time: f64) -> Self {
        Self {
            fixed: time,
            mean: time,
            deviation: 0.0,
            chance: Some(Uniforms::default()),
            more: 0.0,
            every: 0.0,
        }
    }

    /// P(S < t), or the number of the attempts that follow before t.
    fn before(&self, time: f64) -> f64 {
        if self.every > 0.0 {
            return ((time - self.fixed) / self.every).ceil().max(1.0).min(self.more + 1.0) - 1.0;
        }
        match &self.chance {
            Some(widths) => widths.below(time - self.fixed),
            None => math::normal_tail((self.mean - time) / self.deviation),
        }
    }
}

impl Curves {
    /// Attempts per run that starts, this long after the outage began.
    pub fn made(&self, time: f64, outage: f64) -> f64 {
        match self {
            Self::Stops(stops) => {
                let mut sum = 0.0;
                for stop in stops {
                    if stop.mean - 9.0 * stop.deviation > time {
                        break;
                    }
                    sum += stop.before(time);
                }
                sum
            }
            Self::Sampled(made, _) => sampled(made, time, outage),
        }
    }

    /// The chance that the last of `attempts` comes within `time` of the first, where chance decides it.
    pub fn spent(&self, time: f64, outage: f64, attempts: u32) -> f64 {
        match self {
            Self::Stops(stops) if stops.len() < attempts as usize => 0.0,
            Self::Stops(stops) => stops.last().map_or(0.0, |stop| stop.before(time)),
            Self::Sampled(_, spent) => sampled(spent, time, outage),
        }
    }

    /// The times at which attempts are made without any chance, if there are at most `most` of them.
    pub fn times(&self, most: usize) -> Option<Vec<f64>> {
        let Self::Stops(stops) = self else { return None };
        let mut times = Vec::new();
        for stop in stops {
            if stop.deviation > 0.0 || times.len() as f64 + stop.more > most as f64 {
                return None;
            }
            match stop.every > 0.0 {
                true => times.extend((1..=stop.more as usize).map(|n| stop.fixed + n as f64 * stop.every)),
                false => times.push(stop.fixed),
            }
        }
        Some(times)
    }
}

fn sampled(values: &[f64], time: f64, outage: f64) -> f64 {
    let place = math::within(time / outage, 0.0, 1.0) * PARTS as f64;
    let index = (place as usize).min(PARTS - 1);
    let (low, high) = (values[index], values[index + 1]);
    low + (high - low) * (place - index as f64)
}
