//! Waiting log and used space over time, exactly: rates are constant between events, so both are
//! straight lines between them, and the events are found, not stepped to.

use crate::quantity::{ByteRate, Bytes, Duration};

/// Seconds beyond which a thing counts as never happening: 30 million years.
const FOREVER: f64 = 1e15;

/// How much log is written at which time: a rate that is constant between the times at which it changes.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteRate {
    /// Seconds from now and bytes per second, ascending; the first is at zero.
    steps: Vec<(f64, f64)>,
}

impl WriteRate {
    /// The same rate for ever.
    pub fn steady(rate: ByteRate) -> Self {
        Self { steps: vec![(0.0, rate.si())] }
    }

    /// The same with `rate` added from `from` to `until`, or for ever. A sum below zero counts as zero.
    #[must_use]
    pub fn plus(mut self, from: Duration, until: Option<Duration>, rate: ByteRate) -> Self {
        let from = from.si().max(0.0);
        let until = until.map_or(f64::INFINITY, |until| until.si());
        self.cut(from);
        self.cut(until);
        for (start, sum) in &mut self.steps {
            if *start >= from && *start < until {
                *sum = (*sum + rate.si()).max(0.0);
            }
        }
        self
    }

    /// The rate from `time` on.
    pub fn at(&self, time: Duration) -> ByteRate {
        let after = self.steps.partition_point(|step| step.0 <= time.si());
        ByteRate::from_si(self.steps[after.saturating_sub(1)].1)
    }

    fn cut(&mut self, at: f64) {
        let index = self.steps.partition_point(|step| step.0 < at);
        if at.is_finite() && index > 0 && self.steps.get(index).is_none_or(|step| step.0 > at) {
            self.steps.insert(index, (at, self.steps[index - 1].1));
        }
    }
}

/// The log on a volume now, and how fast it can leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Log {
    /// What waits to be archived.
    pub waiting: Bytes,
    /// How much of the newest log stays on the volume, archived or not. What waits is part of it.
    pub kept: Bytes,
    /// How fast it is archived while any waits; none: at once.
    pub archive: Option<ByteRate>,
}

/// A moment at which a line bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knot {
    /// From now.
    pub time: Duration,
    /// Log that waits.
    pub waiting: Bytes,
    /// What the log takes more than now; less is negative.
    pub growth: Bytes,
}

/// The course of waiting log and used space, as if the volume had no end.
///
/// `waiting' = written − archived`, never below zero. The volume holds the newest log back to the
/// oldest that is still needed, so the reasons overlap: what it holds is
/// `max(waiting, min(kept, waiting now + written since))`. Both in bytes, time in seconds from now. It
/// is exact for constant archiving and any piecewise constant write rate; it knows no checkpoints (space
/// really comes back in steps) and no failing archiver. It cannot fail. Source: mass balance; PostgreSQL
/// manual, "WAL Configuration" (what is kept) and "Continuous Archiving" (what waits).
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    knots: Vec<Knot>,
    /// Per second after the last knot.
    waiting_slope: f64,
    growth_slope: f64,
}

/// What bends a line.
#[derive(Clone, Copy, PartialEq)]
enum Event {
    /// The write rate changes.
    Change,
    /// Nothing waits any more.
    Empty,
    /// As much log is on the volume as is kept in any case.
    Saturated,
    /// What waits becomes more than what is kept, or less.
    Crossed,
}

impl Timeline {
    /// Works it out.
    pub fn new(log: &Log, write: &WriteRate) -> Self {
        let start = log.waiting.si();
        let kept = log.kept.si();
        let archive = log.archive.map_or(f64::INFINITY, ByteRate::si);
        let (mut time, mut waiting, mut written) = (0.0_f64, start, start);
        let mut timeline = Self { knots: vec![knot(0.0, start, 0.0)], waiting_slope: 0.0, growth_slope: 0.0 };
        for (index, (_, rate)) in write.steps.iter().enumerate() {
            let end = write.steps.get(index + 1).map_or(f64::INFINITY, |step| step.0);
            // In a phase the log empties, saturates and crosses at most once each.
            while time < end {
                let net = if waiting > 0.0 || *rate > archive { rate - archive } else { 0.0 };
                let crossing =
                    written >= kept && ((waiting < kept && net > 0.0) || (waiting > kept && net < 0.0));
                let (after, event) = [
                    (if net < 0.0 { waiting / -net } else { f64::INFINITY }, Event::Empty),
                    (if crossing { (kept - waiting) / net } else { f64::INFINITY }, Event::Crossed),
                    (if written < kept { (kept - written) / rate } else { f64::INFINITY }, Event::Saturated),
                    (end - time, Event::Change),
                ]
                .into_iter()
                .reduce(|first, other| if other.0 < first.0 { other } else { first })
                .unwrap_or((f64::INFINITY, Event::Change));
                if time + after > FOREVER {
                    timeline.waiting_slope = net;
                    timeline.growth_slope = match () {
                        () if written < kept => *rate,
                        () if waiting > kept || (waiting == kept && net > 0.0) => net,
                        () => 0.0,
                    };
                    return timeline;
                }
                time = if event == Event::Change { end } else { time + after };
                waiting = match event {
                    Event::Empty => 0.0,
                    Event::Crossed => kept,
                    _ => (waiting + net * after).max(0.0),
                };
                written = match event {
                    Event::Saturated => kept,
                    _ => written + rate * after,
                };
                timeline.knots.push(knot(time, waiting, waiting.max(written.min(kept)) - start));
            }
        }
        timeline
    }

    /// Where the lines bend, ascending. Two at the same time are a jump.
    pub fn knots(&self) -> &[Knot] {
        &self.knots
    }

    /// The state at a time.
    pub fn at(&self, time: Duration) -> Knot {
        let index = self.knots.partition_point(|knot| knot.time < time);
        let last = &self.knots[index.saturating_sub(1)];
        let Some(next) = self.knots.get(index) else {
            let after = time.si() - last.time.si();
            return knot(
                time.si(),
                (last.waiting.si() + self.waiting_slope * after).max(0.0),
                last.growth.si() + self.growth_slope * after,
            );
        };
        if next.time <= time || index == 0 {
            return *next;
        }
        let share = (time.si() - last.time.si()) / (next.time.si() - last.time.si());
        let between = |from: Bytes, to: Bytes| from.si() + (to.si() - from.si()) * share;
        knot(time.si(), between(last.waiting, next.waiting), between(last.growth, next.growth))
    }

    /// The bends from `from` to `to`, and both ends.
    pub fn between(&self, from: Duration, to: Duration) -> Vec<Knot> {
        let inside = self.knots.iter().filter(|knot| knot.time >= from && knot.time <= to).copied();
        let mut all = Vec::with_capacity(self.knots.len() + 2);
        if self.knots.iter().all(|knot| knot.time != from) {
            all.push(self.at(from));
        }
        all.extend(inside);
        if all.last().is_none_or(|last| last.time < to) {
            all.push(self.at(to));
        }
        all
    }

    /// When used space has first grown by `growth`; none if it never does.
    pub fn grows_by(&self, growth: Bytes) -> Option<Duration> {
        self.first(growth, self.growth_slope, |knot| knot.growth)
    }

    /// When this much log first waits; none if it never does.
    pub fn waits(&self, waiting: Bytes) -> Option<Duration> {
        self.first(waiting, self.waiting_slope, |knot| knot.waiting)
    }

    /// When used space last grew by `growth` and stayed above it until `time`; none if it is below then.
    pub fn stays_above(&self, growth: Bytes, time: Duration) -> Option<Duration> {
        let mut since = None;
        let mut before: Option<Knot> = None;
        for knot in self.between(Duration::ZERO, time) {
            since = match (before, since) {
                _ if knot.growth < growth => None,
                (Some(before), None) => Some(reached(&before, &knot, growth, |knot| knot.growth)),
                (None, None) => Some(knot.time),
                (_, since) => since,
            };
            before = Some(knot);
        }
        since
    }

    /// When nothing waits any more, at `from` or after it; none if that does not happen.
    pub fn nothing_waits(&self, from: Duration) -> Option<Duration> {
        if self.at(from).waiting <= Bytes::ZERO {
            return Some(from);
        }
        self.knots.iter().find(|knot| knot.time >= from && knot.waiting <= Bytes::ZERO).map(|knot| knot.time)
    }

    fn first(&self, level: Bytes, slope: f64, of: impl Fn(&Knot) -> Bytes) -> Option<Duration> {
        if of(&self.knots[0]) >= level {
            return Some(Duration::ZERO);
        }
        if let Some(pair) = self.knots.windows(2).find(|pair| of(&pair[1]) >= level) {
            return Some(reached(&pair[0], &pair[1], level, of));
        }
        let last = self.knots.last()?;
        let time = last.time.si() + (level.si() - of(last).si()) / slope;
        (slope > 0.0 && time <= FOREVER).then_some(Duration::from_si(time))
    }
}

fn knot(time: f64, waiting: f64, growth: f64) -> Knot {
    Knot { time: Duration::from_si(time), waiting: Bytes::from_si(waiting), growth: Bytes::from_si(growth) }
}

/// When the line from one knot to a higher one reaches a level between them.
fn reached(from: &Knot, to: &Knot, level: Bytes, of: impl Fn(&Knot) -> Bytes) -> Duration {
    let share = (level.si() - of(from).si()) / (of(to).si() - of(from).si());
    Duration::from_si(from.time.si() + (to.time.si() - from.time.si()) * share)
}
