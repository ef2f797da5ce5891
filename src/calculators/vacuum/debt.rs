//! Dead rows and unserved operations over time, exactly: within a leg nothing switches, and the places
//! where something does are found, not stepped to.
//!
//! D' = g·X − v, Q' = λ − X. X is λ while that can be done and nothing is queued, else what can be done:
//! M/(1 + αD). D dead rows, Q operations not done yet, g dead rows per operation, v rows vacuum removes,
//! M what can be done with no dead rows, α the slow-down per dead row. Rates per second.
//! Source: mass balance; that the slow-down is linear was measured (tests/data/vacuum).

use crate::math::roots::last_true;

/// Seconds beyond which a thing counts as never happening: 30 million years.
pub(super) const FOREVER: f64 = 1e15;

/// What is asked of the table and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flow {
    /// λ.
    pub demand: f64,
    /// g.
    pub per_op: f64,
    /// M.
    pub full: f64,
    /// α.
    pub slope: f64,
}

impl Flow {
    /// What can be done with so many dead rows in the way, per second.
    pub fn capacity(&self, dead: f64) -> f64 {
        self.full / (1.0 + self.slope * dead)
    }

    /// The fewest dead rows at which no more can be done than is asked; none if no number is enough.
    pub fn tips_at(&self) -> Option<f64> {
        let tip = match self.demand {
            demand if demand <= 0.0 => return None,
            demand if self.full <= demand => 0.0,
            demand => (self.full / demand - 1.0) / self.slope,
        };
        tip.is_finite().then_some(tip)
    }

    /// Dead rows at which a saturated table and vacuum balance; none if they grow for ever.
    pub fn balance(&self, vacuum: f64) -> Option<f64> {
        let made = self.per_op * self.full;
        let level = match () {
            () if made <= vacuum => 0.0,
            () => (made / vacuum - 1.0) / self.slope,
        };
        level.is_finite().then_some(level)
    }
}

/// When vacuum works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    /// Rows it removes per second while it does.
    pub vacuum: f64,
    /// Until when it can remove nothing.
    pub held: f64,
    /// Dead rows at which it starts; it goes on until none is left.
    pub trigger: f64,
}

/// What ends a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Nothing does.
    None,
    /// The given time.
    Clock,
    /// Dead rows reach what vacuum waits for.
    Trigger,
    /// Dead rows reach the tipping point.
    Tip,
    /// No dead row is left.
    Clear,
    /// No operation is left waiting.
    Drained,
}

/// The state at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// Dead rows.
    pub dead: f64,
    /// Operations that were asked for and not done.
    pub queue: f64,
}

/// A stretch of time in which nothing switches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leg {
    flow: Flow,
    /// Rows removed per second in it.
    pub vacuum: f64,
    /// When it begins.
    pub from: f64,
    /// The state then.
    pub start: Moment,
    /// Whether what is done is all that can be done.
    pub saturated: bool,
    /// How long it is; may be infinite.
    pub length: f64,
    /// What ends it.
    pub event: Event,
}

impl Leg {
    /// The leg from `start` on, until at most `until`; `trigger` where vacuum waits for it.
    pub fn new(
        flow: Flow,
        vacuum: f64,
        from: f64,
        start: Moment,
        saturated: bool,
        until: f64,
        trigger: Option<f64>,
    ) -> Self {
        let mut leg =
            Self { flow, vacuum, from, start, saturated, length: f64::INFINITY, event: Event::None };
        leg.ends(until - from, Event::Clock);
        if let Some(trigger) = trigger.filter(|trigger| *trigger >= start.dead && leg.change() > 0.0) {
            leg.ends(leg.time_to(trigger - start.dead), Event::Trigger);
        }
        if leg.change() < 0.0 && start.dead > 0.0 {
            leg.ends(leg.time_to(-start.dead), Event::Clear);
        }
        if !saturated && leg.change() > 0.0 {
            if let Some(tip) = flow.tips_at() {
                leg.ends(leg.time_to((tip - start.dead).max(0.0)), Event::Tip);
            }
        } else if saturated && let Some(time) = leg.drained() {
            leg.ends(time, Event::Drained);
        }
        leg
    }

    /// The earliest event counts; of two at the same time the one named first.
    fn ends(&mut self, time: f64, event: Event) {
        if time < self.length && time <= FOREVER {
            (self.length, self.event) = (time.max(0.0), event);
        }
    }

    /// 1 + αD at the start.
    fn slow_down(&self) -> f64 {
        1.0 + self.flow.slope * self.start.dead
    }

    /// D' × (1 + αD) at the start of a saturated leg; D' at that of another.
    fn drift(&self) -> f64 {
        match self.saturated {
            true => self.flow.per_op * self.flow.full - self.vacuum * self.slow_down(),
            false => self.flow.per_op * self.flow.demand - self.vacuum,
        }
    }

    /// Like D' at the start; none below zero dead rows. Its sign stays.
    fn change(&self) -> f64 {
        let drift = self.drift();
        if self.start.dead <= 0.0 { drift.max(0.0) } else { drift }
    }

    /// α·v·δ/b, the share of the way to the balance that a change by δ is; 0 where there is none.
    fn share(&self, by: f64) -> f64 {
        self.flow.slope * self.vacuum * by / self.drift()
    }

    /// How far the balance of a saturated leg is, as a size; infinite if there is none.
    fn to_balance(self) -> f64 {
        let size = (self.drift() / (self.flow.slope * self.vacuum)).abs();
        if size.is_nan() { f64::INFINITY } else { size }
    }

    /// The largest change, as a size, that a saturated leg can come to.
    fn furthest(&self) -> f64 {
        let to_zero = if self.change() < 0.0 { self.start.dead } else { f64::INFINITY };
        self.to_balance().min(to_zero)
    }

    /// Time until dead rows have changed by `by`, towards where they go; infinite if they never do.
    ///
    /// With u = 1 + αD the saturated leg is u' = α(a/u − v), a = g·M; its integral from u₀, written so that
    /// nothing cancels when v is small: t = δ·u₀/b + a·α·δ²/b²·H(α·v·δ/b), b = a − v·u₀,
    /// H(x) = −(ln(1 − x) + x)/x².
    fn time_to(&self, by: f64) -> f64 {
        let drift = self.drift();
        if by == 0.0 {
            return 0.0;
        }
        if !self.saturated {
            return by / drift;
        }
        let share = self.share(by);
        if share >= 1.0 {
            return f64::INFINITY;
        }
        let made = self.flow.per_op * self.flow.full;
        let part = by / drift;
        part * self.slow_down() + made * self.flow.slope * part * part * curve(share)
    }

    /// Operations done until dead rows have changed by `by` in a saturated leg: M·(δ/b)·L(α·v·δ/b),
    /// L(x) = −ln(1 − x)/x.
    fn done(&self, by: f64) -> f64 {
        let share = self.share(by);
        self.flow.full * by / self.drift() * (1.0 + share * curve(share))
    }

    /// When a saturated leg has nothing queued any more.
    fn drained(&self) -> Option<f64> {
        let Flow { demand, .. } = self.flow;
        let change = self.change();
        if change == 0.0 {
            let gain = self.flow.capacity(self.start.dead) - demand;
            return (gain > 0.0).then(|| self.start.queue / gain);
        }
        // The queue shrinks only below the tipping point.
        let to_tip = self.flow.tips_at().map_or(f64::INFINITY, |tip| tip - self.start.dead);
        let queue = |size: f64| {
            let by = size.copysign(change);
            self.start.queue + demand * self.time_to(by) - self.done(by)
        };
        let furthest = self.furthest();
        let (low, high) = match change < 0.0 {
            true => ((-to_tip).max(0.0), furthest),
            false => (0.0, furthest.min(to_tip)),
        };
        if low >= high || self.flow.full <= demand {
            return None;
        }
        // Where there is no end to it, far enough out is found by doubling.
        let mut inside = high;
        if high.is_infinite() {
            inside = self.start.queue.max(1.0);
            while queue(inside) > 0.0 && inside < 1e30 {
                inside *= 2.0;
            }
        } else if high == self.to_balance() {
            // It is never quite reached: near it the queue shrinks evenly.
            inside = high * (1.0 - 1e-12);
            let left = queue(inside);
            let gain = self.flow.capacity(self.start.dead + inside.copysign(change)) - demand;
            if left > 0.0 {
                return (gain > 0.0).then(|| self.time_to(inside.copysign(change)) + left / gain);
            }
        }
        if queue(inside) > 0.0 {
            return None;
        }
        let size = last_true(low, inside, 1e-14, |size| queue(size) > 0.0);
        Some(self.time_to(size.copysign(change)))
    }

    /// The state so long after its start.
    pub fn at(&self, time: f64) -> Moment {
        let change = self.change();
        let Moment { dead, queue } = self.start;
        if !self.saturated {
            return Moment { dead: (dead + change * time).max(0.0), queue };
        }
        if change == 0.0 {
            let gain = self.flow.demand - self.flow.capacity(dead);
            return Moment { dead, queue: (queue + gain * time).max(0.0) };
        }
        // Dead rows change fastest at the start of a leg.
        let most = (change.abs() / self.slow_down() * time).min(self.furthest());
        let size = match self.time_to(most.copysign(change)) <= time {
            true => most,
            false => last_true(0.0, most, 1e-14, |size| self.time_to(size.copysign(change)) <= time),
        };
        let by = size.copysign(change);
        let done = self.done(by);
        let done = if done.is_finite() { done } else { self.flow.capacity(dead + by) * time };
        // What is left of the time after the way to a balance is spent there.
        let rest = (time - self.time_to(by)).max(0.0);
        let rest = if rest.is_finite() && size > 0.0 { rest * self.flow.capacity(dead + by) } else { 0.0 };
        let queue = queue + self.flow.demand * time - done - rest;
        Moment { dead: (dead + by).max(0.0), queue: queue.max(0.0) }
    }

    /// The state at its end; at its start if it has none.
    pub fn end(&self) -> Moment {
        if self.length.is_finite() { self.at(self.length) } else { self.start }
    }
}

/// H(x) = −(ln(1 − x) + x)/x², by its series where the difference would cancel. 0 ≤ x < 1.
fn curve(x: f64) -> f64 {
    if x < 0.02 {
        // Σ xⁿ/(n + 2)
        return (0..10).rev().fold(0.0, |sum, n| sum * x + 1.0 / f64::from(n + 2));
    }
    -((1.0 - x).ln() + x) / (x * x)
}

/// The legs from now on, at most `most` of them, up to `until`.
pub(super) fn course(flow: Flow, plan: Plan, start: Moment, until: f64, most: usize) -> Vec<Leg> {
    let mut legs = Vec::new();
    let (mut time, mut now) = (0.0, start);
    let mut works = now.dead >= plan.trigger;
    let mut saturated = now.queue > 0.0 || flow.capacity(now.dead) < flow.demand;
    while legs.len() < most && time < until {
        let held = time < plan.held;
        let vacuum = if held || !works { 0.0 } else { plan.vacuum };
        let end = if held { plan.held.min(until) } else { until };
        let trigger = (!held && !works).then_some(plan.trigger);
        let leg = Leg::new(flow, vacuum, time, now, saturated, end, trigger);
        legs.push(leg);
        if leg.event == Event::None {
            break;
        }
        now = leg.end();
        time = if leg.event == Event::Clock { end } else { time + leg.length };
        match leg.event {
            Event::Clear => {
                now.dead = 0.0;
                works = plan.trigger <= 0.0;
            }
            Event::Tip => {
                now.dead = now.dead.max(flow.tips_at().unwrap_or_default());
                saturated = true;
            }
            Event::Drained => {
                now.queue = 0.0;
                saturated = false;
            }
            Event::Trigger => works = true,
            Event::Clock if held => works = now.dead >= plan.trigger,
            Event::Clock | Event::None => {}
        }
    }
    legs
}
