//! One first-in-first-out queue as a fluid: exact event by event for rates that are linear between
//! breakpoints, with expiry and resubmission; step by step where the backlog slows the service.
//!
//! With cumulative arrivals A and departures R, backlog B = A − R, patience p and expiry e:
//! - empty: R′ = A′ while the arrivals are below the capacity;
//! - busy: R′ = capacity, or capacity/(1 + B/half_at);
//! - expiring, when the oldest item is e old and served more slowly than its like once arrived:
//!   R(t) = A(t − e), and what is not served of that is dropped;
//! - copies arrive at the rate share·(first arrivals at t − p) while the items of t − p still wait,
//!   that is while A(t − p) > R(t).
//!
//! Each of these is a quadratic in t until the next breakpoint, so the time of every event is the root
//! of a quadratic. Sources: Newell 1982 ch. 2 for the first two; expiry and resubmission follow from
//! the definitions of the inputs and are checked against brute force in the tests.

mod breakpoints;
mod course;
mod rates;

pub(super) use course::Course;

use self::breakpoints::Places;
use self::rates::{Law, Slowed, runs_out};
use super::curve::{Arc, Profile, Side};

/// The most events of a run. Without slow-down a dozen is usual; only a queue that resubmits and
/// sits within rounding of its tipping point needs more than a few hundred.
const MOST_EVENTS: usize = 20_000;
/// A backlog that is this share of all arrivals is rounding.
const DUST: f64 = 1e-13;
/// Times that differ by less than this share are the same.
const SAME_TIME: f64 = 1e-12;
/// Rates that differ by less than this share are the same.
pub(super) const SAME_RATE: f64 = 1e-12;
/// So many events may happen at the same time.
const MOST_AT_ONCE: u32 = 8;

/// What happens to the queue.
#[derive(Clone, Debug)]
pub(super) struct Fluid {
    /// Arrivals that are admitted, without copies.
    pub arrivals: Profile,
    /// Capacity with no backlog.
    pub capacity: Profile,
    /// Items there at time 0; they count as having arrived then.
    pub waiting: f64,
    /// After how long an item is submitted again, and by which share.
    pub resubmission: Option<(f64, f64)>,
    /// After how long an item is dropped.
    pub expires: Option<f64>,
    /// The backlog that halves the capacity.
    pub half_at: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Empty,
    Busy,
    Expiring,
}

/// What a stretch of time ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Breakpoint,
    Step,
    Queues,
    Drained,
    Expires,
    CatchesUp,
    Copying(bool),
}

/// A stretch of time between two events.
struct Stretch {
    /// When a given or recorded rate changes next.
    breakpoint: f64,
    length: f64,
    event: Event,
    first: Law,
    copies: Law,
    /// What leaves, served or dropped.
    leaving: Law,
    served: Law,
}

impl Stretch {
    fn arriving(&self) -> Law {
        self.first.plus(self.copies)
    }

    /// Ends it with this event, if that comes first.
    fn end_with(&mut self, length: f64, event: Event) {
        if length < self.length {
            (self.length, self.event) = (length, event);
        }
    }
}

struct Run<'a> {
    fluid: &'a Fluid,
    /// Where the backlog slows the service, the time until which it is to be known.
    watch: f64,
    resubmission: Option<(f64, f64)>,
    course: Course,
    places: Places,
    time: f64,
    /// Items that have left.
    left: f64,
    mode: Mode,
    copying: bool,
    /// The numerical step to try next.
    step: f64,
    /// Whether a given or recorded rate changes just now.
    at_breakpoint: bool,
    /// How many events there have been at this time.
    at_once: u32,
}

/// Runs the queue until nothing more changes, but where the backlog slows the service at least until
/// `watch`.
pub(super) fn run(fluid: &Fluid, watch: f64) -> Course {
    // An item that is dropped before its patience ends is not submitted again.
    let resubmission = fluid
        .resubmission
        .filter(|&(patience, share)| share > 0.0 && fluid.expires.is_none_or(|expires| patience < expires));
    let mut run = Run {
        fluid,
        watch,
        resubmission,
        course: Course { peak: fluid.waiting, delayed: fluid.waiting, ..Course::default() },
        places: Places::default(),
        time: 0.0,
        left: 0.0,
        mode: Mode::Empty,
        copying: false,
        step: f64::INFINITY,
        at_breakpoint: false,
        at_once: 0,
    };
    run.arrive(fluid.waiting);
    if fluid.waiting > 0.0 {
        run.begin();
    }
    run.course.settled = (0..MOST_EVENTS).any(|_| run.grows_for_ever(watch) || !run.go_on());
    run.finish()
}

impl Run<'_> {
    fn arrived(&self) -> f64 {
        self.course.arrived.level(self.time, Side::After)
    }

    fn backlog(&self) -> f64 {
        (self.arrived() - self.left).max(0.0)
    }

    fn begin(&mut self) {
        self.mode = Mode::Busy;
        self.course.busy.push((self.time, f64::INFINITY));
    }

    fn end(&mut self) {
        self.mode = Mode::Empty;
        self.copying = false;
        self.left = self.arrived();
        if let Some(busy) = self.course.busy.last_mut() {
            busy.1 = self.time;
        }
    }

    /// Adds items at once.
    fn arrive(&mut self, items: f64) {
        let level = self.arrived() + items;
        self.course.arrived.push(Arc { from: self.time, level, rate: 0.0, slope: 0.0 });
    }

    /// Goes on to the next event; false if there is none.
    fn go_on(&mut self) -> bool {
        self.pass_breakpoints();
        let stretch = self.stretch();
        if self.is_dust() && self.at_breakpoint && self.mode != Mode::Empty {
            let spare = self.capacity().minus(stretch.arriving());
            if !spare.is_negative() {
                // It would have been drained before the breakpoint but for rounding.
                self.end();
                return true;
            }
        }
        self.record(&stretch);
        let Stretch { breakpoint, length, event, leaving, .. } = stretch;
        if length == f64::INFINITY {
            return false;
        }
        self.left = (self.left + leaving.total(length)).max(self.left);
        self.at_breakpoint = event == Event::Breakpoint;
        let time = if self.at_breakpoint { breakpoint } else { self.time + length };
        self.at_once = if time > self.time { 0 } else { self.at_once + 1 };
        self.time = time;
        match event {
            Event::Breakpoint | Event::Step => {}
            Event::Queues => self.begin(),
            Event::Drained => self.end(),
            Event::Expires => self.mode = Mode::Expiring,
            Event::CatchesUp => self.mode = Mode::Busy,
            Event::Copying(copying) => self.copying = copying,
        }
        true
    }

    fn is_dust(&self) -> bool {
        self.backlog() <= DUST * self.arrived()
    }

    /// What goes on from now until the next event.
    fn stretch(&mut self) -> Stretch {
        let (first, copies) = (self.first(), self.copies());
        let Law { rate, slope } = first.plus(copies);
        let level = self.arrived();
        self.course.arrived.push(Arc { from: self.time, level, rate, slope });
        let breakpoint = self.next_breakpoint();
        let mut stretch = Stretch {
            breakpoint,
            length: breakpoint - self.time,
            event: Event::Breakpoint,
            first,
            copies,
            leaving: Law::default(),
            served: Law::default(),
        };
        self.serve(&mut stretch);
        // Where rounding would send the queue to and fro between two modes at one moment, the moment is
        // left behind.
        let earliest = if self.at_once > MOST_AT_ONCE { SAME_TIME * self.time } else { 0.0 };
        for (at, event) in self.events(&stretch).into_iter().flatten() {
            if at < earliest {
                stretch.end_with(earliest, Event::Step);
            } else {
                stretch.end_with(at, event);
            }
        }
        stretch
    }

    /// What leaves and what is served on this stretch; it is shortened where that is not linear.
    fn serve(&mut self, stretch: &mut Stretch) {
        let (capacity, arriving, backlog) = (self.capacity(), stretch.arriving(), self.backlog());
        let expiring = self.expires_ago().filter(|_| self.mode == Mode::Expiring).map(|(_, law)| law);
        stretch.served = match self.fluid.half_at {
            _ if self.mode == Mode::Empty => arriving,
            None => capacity,
            Some(half_at) => {
                let slowed = Slowed { capacity, half_at };
                let step = match expiring {
                    Some(leaving) => {
                        let change = arriving.minus(leaving);
                        slowed.step(self.time, self.step, stretch.length, |t| backlog + change.total(t))
                    }
                    None => slowed.step(self.time, self.step, stretch.length, |t| {
                        slowed.backlog_after(backlog, arriving, t)
                    }),
                };
                self.step = step.next;
                stretch.end_with(step.length, Event::Step);
                step.served
            }
        };
        stretch.leaving = expiring.unwrap_or(stretch.served);
    }

    /// When which event would come, if no other came before.
    fn events(&self, stretch: &Stretch) -> [Option<(f64, Event)>; 3] {
        let (arriving, leaving) = (stretch.arriving(), stretch.leaving);
        let drained = Some((runs_out(self.backlog(), arriving.minus(leaving)), Event::Drained));
        let copying = self.patience_ago().map(|(level, law)| {
            let ahead = level - self.left;
            match self.copying {
                true => (runs_out(ahead, law.minus(leaving)), Event::Copying(false)),
                false => (runs_out(-ahead, leaving.minus(law)), Event::Copying(true)),
            }
        });
        match self.mode {
            Mode::Empty => {
                [Some((self.capacity().minus(arriving).turns_negative(), Event::Queues)), None, None]
            }
            Mode::Busy => {
                let expires = self.expires_ago().filter(|_| !self.is_dust());
                let expires = expires
                    .map(|(level, law)| (runs_out(self.left - level, leaving.minus(law)), Event::Expires));
                [expires, drained, copying]
            }
            Mode::Expiring => {
                let catches_up = (leaving.minus(stretch.served).turns_negative(), Event::CatchesUp);
                [Some(catches_up), drained, copying]
            }
        }
    }

    /// Adds a stretch to the curves and to what is counted.
    fn record(&mut self, stretch: &Stretch) {
        let Stretch { length, first, copies, leaving, served, .. } = *stretch;
        let start = self.backlog();
        let course = &mut self.course;
        let Law { rate, slope } = leaving;
        course.left.push(Arc { from: self.time, level: self.left, rate, slope });
        if self.mode == Mode::Empty {
            return;
        }
        course.delayed += first.total(length);
        course.duplicates += copies.total(length);
        let change = stretch.arriving().minus(leaving);
        let turn = -change.rate / change.slope;
        let turns = change.slope < 0.0 && turn > 0.0 && turn < length;
        for at in [0.0, if turns { turn } else { length }] {
            let backlog = start + change.total(at);
            if backlog > course.peak * (1.0 + 1e-12) {
                (course.peak, course.peak_at) = (backlog, self.time + at);
            }
        }
        if self.mode == Mode::Expiring {
            let dropped = leaving.minus(served);
            course.expired += dropped.total(length).max(0.0);
            if length == f64::INFINITY && leaving.rate > 0.0 {
                course.final_loss = (dropped.rate / leaving.rate).max(0.0);
            }
        }
    }

    /// Whether the backlog has passed the point from which the slowed service never catches up, nothing
    /// else bounds it, and it is later than `time`.
    fn grows_for_ever(&self, time: f64) -> bool {
        let Some(half_at) = self.fluid.half_at else { return false };
        let (first, capacity) = (self.first().rate, self.capacity().rate);
        self.mode == Mode::Busy
            && self.fluid.expires.is_none()
            && self.time >= self.fluid.constant_from().max(time)
            && first > 0.0
            && self.backlog() >= half_at * (capacity / first - 1.0)
    }

    fn finish(mut self) -> Course {
        if self.mode == Mode::Empty && self.course.settled {
            self.course.cleared = Some(self.course.busy.last().map_or(0.0, |busy| busy.1));
        } else if self.grows_for_ever(self.time) {
            // Served ever more slowly: the rate now is an upper bound, and all that counts is that it is
            // less than what arrives.
            let (first, capacity) = (self.first().rate, self.capacity().rate);
            let half_at = self.fluid.half_at.unwrap_or(f64::INFINITY);
            let served = (capacity / (1.0 + self.backlog() / half_at)).min(first * (1.0 - 1e-9));
            let copies = self.resubmission.map_or(0.0, |(_, share)| share * first);
            self.for_ever(first, copies, served);
        } else if !self.course.settled {
            // Shown as staying as it is; nothing is claimed of it but that it was not drained by then.
            let (first, copies) = (self.first().rate, self.copies().rate);
            self.for_ever(first, copies, first + copies);
        }
        self.course
    }

    fn for_ever(&mut self, first: f64, copies: f64, leaving: f64) {
        let level = self.arrived();
        self.course.arrived.push(Arc { from: self.time, level, rate: first + copies, slope: 0.0 });
        let leaving = Law::constant(leaving);
        self.record(&Stretch {
            breakpoint: f64::INFINITY,
            length: f64::INFINITY,
            event: Event::Breakpoint,
            first: Law::constant(first),
            copies: Law::constant(copies),
            leaving,
            served: leaving,
        });
    }
}
