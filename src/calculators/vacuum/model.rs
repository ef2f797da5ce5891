//! Whether dead rows win, and when.

use super::cost::{self, Pass, Throttle};
use super::debt::{FOREVER, Flow, Leg, Moment, Plan, course};
use super::input::Input;
use crate::quantity::{Duration, Factor, Rate, Share};

/// Rounding that a comparison forgives, as a share.
const ROUNDING: f64 = 1e-9;
/// Rows per second of a vacuum that nothing slows down: more than any.
const UNTHROTTLED: f64 = 1e15;
/// What decides happens in the first few legs; after that it repeats.
const LEGS: usize = 8;
/// How often autovacuum looks for work: autovacuum_naptime, one minute unless changed.
pub const NAPTIME: Duration = Duration::minutes(1.0);

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Dead rows stay below the tipping point.
    KeepsUp,
    /// They do not, or grow without end.
    Behind,
    /// They are beyond it: less can be done now than is asked.
    Tipped,
}

/// Everything that the model says of a scenario. Dead rows are numbers of rows; none: it does not happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The state.
    pub state: State,
    /// Pages vacuum gets through; none: nothing slows it down.
    pub pages: Option<Rate>,
    /// Dead rows it can remove; none: nothing slows it down.
    pub ceiling: Option<Rate>,
    /// Dead rows that arise now.
    pub arise: Rate,
    /// Those less what vacuum removes while it works; while a snapshot is held it removes none.
    pub growth: Rate,
    /// The same once no snapshot is held.
    pub growth_released: Rate,
    /// Dead rows at which autovacuum starts.
    pub trigger_at: f64,
    /// Dead rows at which no more can be done than is asked.
    pub tips_at: Option<f64>,
    /// When they are reached.
    pub time_to_tip: Option<Duration>,
    /// What can be done now.
    pub capacity_now: Rate,
    /// What can be done at the tipping point.
    pub capacity_at_tip: Option<Rate>,
    /// What can be done with no dead rows.
    pub capacity_clean: Rate,
    /// What a table that has tipped does in the long run.
    pub throughput_floor: Rate,
    /// Dead rows at that throughput; none if they grow without end.
    pub settles_at: Option<f64>,
    /// Until a vacuum that begins now, or when the snapshot is released, has removed every dead row, with
    /// operations going on.
    pub clear_time: Option<Duration>,
    /// The same with operations paused.
    pub clear_paused: Option<Duration>,
    /// When nothing that was asked is left undone, where the table tips and comes back.
    pub recovers: Option<Duration>,
    /// The most dead rows there are, where that has a limit.
    pub peak: Option<f64>,
    /// How long one whole pass takes.
    pub pass: Option<Duration>,
    pub(super) flow: Flow,
    pub(super) plan: Plan,
}

/// Operations per second that can be done with so many dead rows in the way:
/// workers × (1 − stolen) / (base + per_dead × dead).
///
/// Holds while every dead row costs the same, which was measured up to a million rows
/// (tests/data/vacuum). `stolen` is the share of the capacity that vacuum takes. Source: definition.
pub fn capacity(workers: u32, base: Duration, per_dead: Duration, stolen: Share, dead: f64) -> Rate {
    Rate::from_si(f64::from(workers) * (1.0 - stolen.as_fraction()) / (base.si() + per_dead.si() * dead))
}

/// Dead rows at which what can be done falls to `rate`: ((workers × (1 − stolen)/rate) − base)/per_dead;
/// 0 if it is less even without any, none if no number of them is enough.
pub fn tips_at(workers: u32, base: Duration, per_dead: Duration, stolen: Share, rate: Rate) -> Option<f64> {
    flow(workers, base, per_dead, stolen, rate, Factor::ZERO).tips_at()
}

fn flow(workers: u32, base: Duration, per_dead: Duration, stolen: Share, rate: Rate, per_op: Factor) -> Flow {
    Flow {
        demand: rate.si(),
        per_op: per_op.si(),
        full: f64::from(workers) * (1.0 - stolen.as_fraction()) / base.si(),
        slope: per_dead.si() / base.si(),
    }
}

/// A time that is worth telling.
fn in_time(seconds: f64) -> Option<Duration> {
    (seconds <= FOREVER).then_some(Duration::from_si(seconds))
}

/// Works a scenario out. It cannot fail: every set of inputs in range has an answer.
pub fn answer(input: &Input) -> Answer {
    let throttle = Throttle::new(input);
    let pages = throttle.pages_per_second(cost::page_cost(input), input.page_time);
    let ceiling = cost::vacuum_ceiling(pages, input.dead_per_page);
    let vacuum = ceiling.map_or(UNTHROTTLED, Rate::si);
    let flow = flow(input.workers, input.base, input.per_dead, input.stolen, input.rate, input.dead_per_op);
    let (dead, rows) = (f64::from(input.dead), f64::from(input.rows));
    let trigger_at = cost::trigger_at(input.threshold, input.scale.as_fraction(), rows, input.max_threshold);
    let plan = Plan { vacuum, held: input.held.si(), trigger: trigger_at };

    let capacity_now = flow.capacity(dead);
    let tipped = capacity_now < flow.demand * (1.0 - ROUNDING);
    let legs = course(flow, plan, Moment { dead, queue: 0.0 }, f64::INFINITY, LEGS);
    let time_to_tip = match tipped {
        true => Some(0.0),
        false => legs.iter().find(|leg| leg.saturated).map(|leg| leg.from),
    };
    let tipping = legs.iter().position(|leg| leg.saturated);
    let recovers = tipping
        .and_then(|first| legs[first..].iter().find(|leg| !leg.saturated))
        .and_then(|leg| in_time(leg.from));

    let done = flow.demand.min(capacity_now);
    let arise = flow.per_op * done;
    let released = arise - vacuum;
    // Steady: what is asked against what vacuum removes, whatever the present backlog of dead rows.
    let asked = flow.per_op * flow.demand;
    let endless = asked > vacuum * (1.0 + ROUNDING) && asked > 0.0;
    let state = match () {
        () if tipped => State::Tipped,
        () if endless || time_to_tip.is_some() => State::Behind,
        () => State::KeepsUp,
    };
    let floor = match flow.per_op {
        per_op if per_op > 0.0 => flow.full.min(vacuum / per_op),
        _ => flow.full,
    };
    let tips_at = flow.tips_at();
    Answer {
        state,
        pages,
        ceiling,
        arise: Rate::from_si(arise),
        growth: Rate::from_si(if input.held > Duration::ZERO { arise } else { released }),
        growth_released: Rate::from_si(released),
        trigger_at,
        tips_at,
        time_to_tip: time_to_tip.and_then(in_time),
        capacity_now: Rate::from_si(capacity_now),
        capacity_at_tip: tips_at.map(|tip| Rate::from_si(flow.capacity(tip))),
        capacity_clean: Rate::from_si(flow.full),
        throughput_floor: Rate::from_si(floor),
        settles_at: flow.balance(vacuum),
        clear_time: clear_time(flow, plan, dead),
        clear_paused: match dead {
            0.0 => Some(Duration::ZERO),
            _ => in_time(plan.held + dead / vacuum),
        },
        recovers,
        peak: peak(&legs),
        pass: Pass::new(input).map(|pass| pass.duration(&throttle, input.page_time)),
        flow,
        plan,
    }
}

/// Until a vacuum from now on has removed the last dead row; none if it never does.
fn clear_time(flow: Flow, plan: Plan, dead: f64) -> Option<Duration> {
    if dead <= 0.0 && plan.held <= 0.0 {
        return Some(Duration::ZERO);
    }
    let legs = course(flow, Plan { trigger: 0.0, ..plan }, Moment { dead, queue: 0.0 }, f64::INFINITY, LEGS);
    let at_zero = |leg: &&Leg| leg.from >= plan.held && leg.start.dead <= 0.0;
    legs.iter().find(at_zero).and_then(|leg| in_time(leg.from))
}

/// The most dead rows in a course that comes back to none; none if it has no end.
fn peak(legs: &[Leg]) -> Option<f64> {
    let last = legs.last()?;
    let ends = last.length.is_finite() || last.at(0.0).dead >= last.at(1e9).dead;
    ends.then(|| legs.iter().map(|leg| leg.start.dead.max(leg.end().dead)).fold(0.0, f64::max))
}
