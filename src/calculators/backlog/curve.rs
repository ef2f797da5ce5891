//! Rates that are linear in time between breakpoints, and the cumulative curves that they add up to.
//!
//! Two cumulative curves say everything about a queue that serves in order of arrival: what has
//! arrived and what has left. Their vertical distance is the backlog, their horizontal distance the
//! delay (Newell, Applications of Queueing Theory, 2nd ed. 1982, chapter 2). Seconds and items.

/// A rate from one breakpoint on: `value + slope·(t − from)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Linear {
    pub from: f64,
    pub value: f64,
    pub slope: f64,
}

impl Linear {
    pub fn at(&self, time: f64) -> f64 {
        self.value + self.slope * (time - self.from)
    }
}

/// A rate that is linear between breakpoints, from time 0 on. The last piece is constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile(Vec<Linear>);

impl Profile {
    /// The same rate at all times.
    pub fn constant(value: f64) -> Self {
        Self(vec![Linear { from: 0.0, value, slope: 0.0 }])
    }

    /// The same with another rate from `from` on; a later piece takes the place of one at the same time.
    pub fn then(mut self, from: f64, value: f64, slope: f64) -> Self {
        self.0.retain(|piece| piece.from < from);
        self.0.push(Linear { from, value, slope });
        self
    }

    pub fn pieces(&self) -> &[Linear] {
        &self.0
    }

    /// The integral from 0 to `until`.
    pub fn total(&self, until: f64) -> f64 {
        let mut total = 0.0;
        for (index, piece) in self.0.iter().enumerate().filter(|(_, piece)| piece.from < until) {
            let end = self.0.get(index + 1).map_or(until, |next| next.from.min(until));
            total += integral(piece.value, piece.slope, end - piece.from);
        }
        total
    }
}

/// The integral of `rate + slope·t` from 0 to `length`; nothing at no rate, however long.
pub(super) fn integral(rate: f64, slope: f64, length: f64) -> f64 {
    match (rate, slope) {
        (0.0, 0.0) => 0.0,
        (rate, 0.0) => length * rate,
        (rate, slope) => length * (rate + 0.5 * slope * length),
    }
}

/// When the integral of `rate + slope·t` reaches `amount`: the first root, in the form that does not cancel.
fn time_for(rate: f64, slope: f64, amount: f64) -> f64 {
    if amount <= 0.0 {
        return 0.0;
    }
    let root = (rate * rate + 2.0 * slope * amount).max(0.0).sqrt();
    2.0 * amount / (rate + root)
}

/// A stretch of a cumulative curve with a linear rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    pub from: f64,
    pub level: f64,
    pub rate: f64,
    pub slope: f64,
}

impl Arc {
    pub fn level_at(&self, time: f64) -> f64 {
        self.level + integral(self.rate, self.slope, time - self.from)
    }

    pub fn rate_at(&self, time: f64) -> f64 {
        self.rate + self.slope * (time - self.from)
    }

    /// Whether `next` only goes on with this.
    fn leads_to(&self, next: &Self) -> bool {
        self.slope == 0.0
            && next.slope == 0.0
            && self.rate == next.rate
            && next.level <= self.level_at(next.from)
    }
}

/// Which side of a jump or of a flat stretch is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The item just before.
    Before,
    /// The item just after.
    After,
}

/// A cumulative curve from time 0 on; it never falls. The last arc goes on for ever.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve(Vec<Arc>);

impl Curve {
    /// Goes on with another arc, or with the last one if that is the same.
    pub fn push(&mut self, arc: Arc) {
        match self.0.last_mut() {
            Some(last) if last.from == arc.from => *last = arc,
            Some(last) if last.leads_to(&arc) => {}
            _ => self.0.push(arc),
        }
    }

    pub fn arcs(&self) -> &[Arc] {
        &self.0
    }

    fn arc(&self, time: f64, side: Side) -> Option<&Arc> {
        let after = self.0.partition_point(|arc| match side {
            Side::Before => arc.from < time,
            Side::After => arc.from <= time,
        });
        self.0.get(after.checked_sub(1)?)
    }

    /// The level at `time`; before the beginning nothing.
    pub fn level(&self, time: f64, side: Side) -> f64 {
        self.arc(time, side).map_or(0.0, |arc| arc.level_at(time))
    }

    /// Whether the curve does not rise around `time`.
    pub fn is_flat(&self, time: f64, side: Side) -> bool {
        self.arc(time, side).is_some_and(|arc| arc.rate == 0.0 && arc.slope == 0.0)
    }

    /// When the item at this level passes: the first time at which the curve is above the level
    /// ([`Side::After`]) or reaches it ([`Side::Before`]); infinite if it never does.
    pub fn time(&self, level: f64, side: Side) -> f64 {
        let after = self.0.partition_point(|arc| match side {
            Side::Before => arc.level < level,
            Side::After => arc.level <= level,
        });
        let next = self.0.get(after).map_or(f64::INFINITY, |arc| arc.from);
        let Some(arc) = after.checked_sub(1).map(|index| &self.0[index]) else { return next };
        if arc.rate == 0.0 && arc.slope == 0.0 {
            return next;
        }
        (arc.from + time_for(arc.rate, arc.slope, level - arc.level)).min(next)
    }

    /// The curve as stretches of rising level, jumps among them.
    fn rises(&self) -> Vec<Rise> {
        let mut rises = Vec::new();
        let mut before = 0.0;
        for (index, arc) in self.0.iter().enumerate() {
            let next = self.0.get(index + 1);
            let top = match next {
                Some(next) => arc.level_at(next.from).min(next.level),
                None if arc.rate > 0.0 => f64::INFINITY,
                None => arc.level,
            };
            rises.push(Rise { bottom: before, top: arc.level, from: arc.from, speed: None });
            let speed = Some((arc.rate, arc.slope));
            rises.push(Rise { bottom: arc.level, top, from: arc.from, speed });
            before = next.map_or(0.0, |next| arc.level_at(next.from));
        }
        rises.retain(|rise| rise.top > rise.bottom);
        rises
    }
}

/// A stretch of rising level: at a linear rate, or at once.
#[derive(Clone, Copy)]
struct Rise {
    bottom: f64,
    top: f64,
    from: f64,
    speed: Option<(f64, f64)>,
}

impl Rise {
    fn time(&self, level: f64) -> f64 {
        self.speed.map_or(self.from, |(rate, slope)| self.from + time_for(rate, slope, level - self.bottom))
    }
}

/// The longest time between an item's place in `arrived` and the same place in `left`, in order of
/// arrival. Exact: on each pair of arcs the delay is stationary only where both rates are equal, and
/// their squares are linear in the level.
pub(super) fn longest_delay(arrived: &Curve, left: &Curve) -> f64 {
    let mut rises = left.rises().into_iter();
    let mut leaving = rises.next();
    let mut longest: f64 = 0.0;
    for arriving in arrived.rises() {
        loop {
            let Some(out) = leaving else { return f64::INFINITY };
            let (bottom, top) = (arriving.bottom.max(out.bottom), arriving.top.min(out.top));
            if bottom < top {
                longest = longest.max(longest_between(&arriving, &out, bottom, top));
            }
            if arriving.top <= out.top {
                break;
            }
            leaving = rises.next();
        }
    }
    longest
}

fn longest_between(arriving: &Rise, out: &Rise, bottom: f64, top: f64) -> f64 {
    let delay = |level| out.time(level) - arriving.time(level);
    let mut longest = delay(bottom);
    if top.is_finite() {
        longest = longest.max(delay(top));
    } else if let (Some((arrivals, _)), Some((served, _))) = (arriving.speed, out.speed) {
        // Both last arcs: constant rates for ever.
        if arrivals > served {
            return f64::INFINITY;
        }
    }
    if let (Some((a, a_slope)), Some((s, s_slope))) = (arriving.speed, out.speed) {
        let level = (s * s - a * a + 2.0 * (a_slope * arriving.bottom - s_slope * out.bottom))
            / (2.0 * (a_slope - s_slope));
        if level > bottom && level < top {
            longest = longest.max(delay(level));
        }
    }
    longest
}
