//! The answer in words and numbers.

use super::input::{By, Input};
use super::model::{self, Outcome, State};
use super::{charts, notes, steps};
use crate::quantity::{Duration, Rate, Share, Shown, Unit, show, shown};
use crate::report::{Absent, Figure, Report, Severity, Verdict, show_seconds};

/// The whole answer.
pub(super) fn report(input: &Input, outcome: &Outcome) -> Report {
    let answer = Answer {
        input,
        outcome,
        capacity_for_target: input.target.and_then(|target| model::capacity_for_target(input, target)),
        implied: implied(input),
    };
    Report {
        verdict: answer.verdict(),
        figures: answer.figures(),
        notes: notes::notes(&answer),
        steps: steps::steps(&answer),
        tables: Vec::new(),
        charts: charts::charts(&answer),
    }
}

/// What the parts of the report read.
pub(super) struct Answer<'a> {
    pub input: &'a Input,
    pub outcome: &'a Outcome,
    /// The least capacity that meets the target.
    pub capacity_for_target: Option<Rate>,
    /// Capacity as a multiple of the arrivals, from the past incident: the lowest if both times are off by
    /// a minute, the value, the highest.
    pub implied: Option<[f64; 3]>,
}

fn implied(input: &Input) -> Option<[f64; 3]> {
    let (outage, drain) = (input.observed_outage?.as_seconds(), input.observed_drain?.as_seconds());
    Some([-60.0, 0.0, 60.0].map(|off| {
        model::implied_capacity(
            Duration::seconds((outage + off).max(0.0)),
            Duration::seconds((drain - off).max(0.0)),
            input.ramp,
            crate::quantity::Factor::times(1.0),
        )
        .as_times()
    }))
}

pub(super) fn per(rate: f64) -> Shown {
    shown(Unit::Rate, rate)
}

pub(super) fn items(count: f64) -> Shown {
    shown(Unit::Count, count)
}

pub(super) fn share(share: f64) -> Shown {
    shown(Unit::Share, share)
}

impl Answer<'_> {
    pub fn admitted(&self) -> f64 {
        self.outcome.admitted.as_per_second()
    }

    pub fn capacity(&self) -> f64 {
        self.outcome.capacity.as_per_second()
    }

    /// Whether anything ever waits.
    pub fn queues(&self) -> bool {
        !self.outcome.course.busy.is_empty()
    }

    /// The clock time so long after the start of the outage, if a clock time was given.
    pub fn clock(&self, after: f64) -> Option<String> {
        self.input.from.map(|from| from.after(Duration::seconds(after)))
    }

    /// How long the drain takes without what feeds back.
    pub fn drain_without_feedback(&self) -> Option<Duration> {
        model::drain_time(&model::without_feedback(self.input), self.outcome.capacity)
    }

    fn verdict(&self) -> Verdict {
        let (severity, (text, detail)) = match self.outcome.state {
            State::Drains if !self.queues() => (Severity::Ok, self.nothing_waits()),
            State::Drains => (Severity::Ok, self.drains()),
            State::Late => (Severity::Warning, self.drains()),
            State::Never => (Severity::Critical, self.never()),
            State::Storm => (Severity::Critical, self.storm()),
        };
        Verdict { state: self.outcome.state.word(), severity, text, detail }
    }

    fn nothing_waits(&self) -> (String, String) {
        let left = self.input.during.as_fraction() * self.capacity();
        let text = match () {
            () if self.input.arrivals == Rate::ZERO => "Nothing arrives, so nothing waits".into(),
            () if self.admitted() == 0.0 => "Nothing is let in, so nothing waits".into(),
            () if self.input.outage > Duration::ZERO => format!(
                "Nothing ever waits: {} arrive, {} can be done even in the outage",
                per(self.admitted()),
                per(left)
            ),
            () => format!(
                "Nothing ever waits: {} arrive, {} can be done",
                per(self.admitted()),
                per(self.capacity())
            ),
        };
        (text, String::new())
    }

    fn drains(&self) -> (String, String) {
        let outcome = self.outcome;
        let seconds = |duration: Option<Duration>| duration.map_or(0.0, Duration::as_seconds);
        let (drain, cleared) = (seconds(outcome.drain_time), seconds(outcome.cleared_after));
        let when = match () {
            () if self.input.outage == Duration::ZERO => format!("Drained after {}", show_seconds(cleared)),
            () if drain == 0.0 => format!("Drained {} into the outage", show_seconds(cleared)),
            () => format!("Drained {} after the outage ends", show_seconds(drain)),
        };
        let clock = self.clock(cleared).map_or(String::new(), |clock| format!(", at {clock}"));
        let margin = match self.input.target.map(|target| target.as_seconds() - drain) {
            Some(margin) if margin < 0.0 => format!(", {} later than wanted", show_seconds(-margin)),
            Some(margin) => format!(", with {} to spare", show_seconds(margin)),
            None => String::new(),
        };
        let longest = show_seconds(outcome.longest_wait.as_seconds());
        let text = format!("{when}{clock}{margin}; the longest wait is {longest}");
        let net = self.capacity() - self.admitted();
        let mut detail = format!("{} and {} can be done", self.arrive(), per(self.capacity()));
        if net > 0.0 {
            let slowed = self.input.half_at.is_some() || outcome.course.duplicates > 0.0;
            detail += &format!(
                ", so the backlog, {} at most, shrinks by {}{}",
                items(outcome.course.peak),
                if slowed { "up to " } else { "" },
                per(net)
            );
        }
        detail += ".";
        if outcome.course.expired > 0.0 {
            detail += &format!(" {} are dropped on the way.", items(outcome.course.expired));
        }
        (text, detail)
    }

    /// What arrives, and what of it is let in.
    fn arrive(&self) -> String {
        let arrivals = per(self.input.arrivals.as_per_second());
        if self.input.shed == Share::ZERO {
            format!("{arrivals} arrive")
        } else {
            format!("{arrivals} arrive, {} are let in", per(self.admitted()))
        }
    }

    fn never(&self) -> (String, String) {
        let (admitted, capacity) = (self.admitted(), self.capacity());
        let short = admitted - capacity;
        let course = &self.outcome.course;
        let stays = course.peak.is_finite();
        let text = format!("Never drains: {}, {} can be done", self.arrive(), per(capacity));
        let detail = match self.input.expires {
            Some(expires) if stays && course.final_loss > 0.0 => format!(
                "What has waited {} is dropped, in the end {} of all, so the backlog levels off.",
                show_seconds(expires.as_seconds()),
                share(course.final_loss)
            ),
            _ if stays => "What has queued stays, for no more can be done than arrives.".into(),
            _ if capacity > 0.0 => format!(
                "It is {} short; every hour adds {} to the wait.",
                per(short),
                show_seconds(3600.0 * short / capacity)
            ),
            _ => "Nothing can be done at all.".into(),
        };
        (text, detail)
    }

    fn storm(&self) -> (String, String) {
        let (admitted, capacity) = (self.admitted(), self.capacity());
        let alone = Input { half_at: None, ..self.input.clone() };
        let resubmission_does_it =
            self.input.half_at.is_none() || model::drain_time(&alone, self.outcome.capacity).is_none();
        let text = match model::tips_at(self.input) {
            Some(tips_at) if !resubmission_does_it => format!(
                "Keeps itself up: from a backlog of {} on less is done than the {} that arrive",
                items(tips_at),
                per(admitted)
            ),
            _ => format!(
                "Keeps itself up: {} arrive and {} are submitted again, {} can be done",
                per(admitted),
                per(admitted * self.input.retrigger.as_fraction()),
                per(capacity)
            ),
        };
        let without = self.drain_without_feedback().map_or(String::new(), |drain| {
            let what = if resubmission_does_it { "resubmission" } else { "the slow-down" };
            let what = if self.input.half_at.is_some() && resubmission_does_it {
                "resubmission and slow-down"
            } else {
                what
            };
            format!("Without {what} it would drain {} after the outage. ", show_seconds(drain.as_seconds()))
        });
        let way_out = match model::storm_below(self.input) {
            Some(below) if self.input.half_at.is_none() => {
                format!(
                    "More than {} of capacity ends it, or turning arrivals away for a time.",
                    per(below.as_per_second())
                )
            }
            _ => "Turning arrivals away for a time ends it, or dropping what is stale.".into(),
        };
        (text, format!("{without}{way_out}"))
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, outcome, course) = (self.input, self.outcome, &self.outcome.course);
        let seconds = |duration: Option<Duration>| duration.map(Duration::as_seconds);
        let bounded = |value: f64| value.is_finite().then_some(value);
        let at = |time: f64| self.clock(time).map_or(String::new(), |clock| format!("at {clock}"));
        let cleared = seconds(outcome.cleared_after);
        let drained_at = cleared.map_or(String::new(), at);
        let count = |key, label, value: f64| {
            Figure::maybe(key, label, Unit::Count, bounded(value), Absent::Unlimited)
        };
        let none = |key, label, unit| Figure::absent(key, label, unit, Absent::NotApplicable);
        let share_of = |key, label, value: Option<Share>, absent| {
            Figure::maybe(key, label, Unit::Share, value.map(Share::as_fraction), absent)
        };
        let drain = Figure::maybe(
            "drain_time",
            "Drained after the outage",
            Unit::Duration,
            seconds(outcome.drain_time),
            Absent::Never,
        );
        let wait = bounded(outcome.longest_wait.as_seconds());
        let mut peak = count("backlog_peak", "Largest backlog", course.peak);
        if self.queues() && course.peak.is_finite() {
            peak = peak.note(match self.clock(course.peak_at) {
                Some(clock) => format!("at {clock}"),
                None => format!("{} after the start", show_seconds(course.peak_at)),
            });
        }
        let mut figures = vec![
            drain.note(drained_at.clone()).headline(),
            Figure::maybe("longest_wait", "Longest wait", Unit::Duration, wait, Absent::Unlimited).headline(),
            peak.headline(),
            Figure::maybe("cleared_after", "Drained after its start", Unit::Duration, cleared, Absent::Never)
                .note(drained_at),
            count("delayed_items", "Items that wait", course.delayed).note("without copies").headline(),
            count("duplicates", "Copies", course.duplicates).note("submitted again and done twice"),
            count("expired", "Expired", course.expired).note("dropped after waiting too long"),
            share_of(
                "utilisation",
                "Utilisation",
                model::utilisation(input.arrivals, outcome.capacity),
                if input.arrivals > Rate::ZERO { Absent::Unlimited } else { Absent::NotApplicable },
            )
            .note("arrivals over capacity")
            .headline(),
            share_of(
                "headroom",
                "Headroom",
                model::headroom(input.arrivals, outcome.capacity),
                if outcome.capacity > Rate::ZERO { Absent::Unlimited } else { Absent::NotApplicable },
            )
            .note("capacity over arrivals, minus one"),
            Figure::new("net_drain_rate", "Net drain rate", Unit::Rate, self.capacity() - self.admitted())
                .note("at full capacity, after what is turned away"),
        ];
        let key = ("capacity_for_target", "Capacity for the target");
        figures.push(match (input.target, self.capacity_for_target) {
            (None, _) => none(key.0, key.1, Unit::Rate),
            (_, None) => Figure::absent(key.0, key.1, Unit::Rate, Absent::Never)
                .note("no capacity is enough")
                .headline(),
            (_, Some(capacity)) => {
                let figure = Figure::new(key.0, key.1, Unit::Rate, capacity.as_per_second()).headline();
                match input.by {
                    By::Rate => figure,
                    By::Workers => figure.note(format!("{} workers", items(self.workers_for(capacity)))),
                }
            }
        });
        figures.push(match input.by {
            By::Rate => none("workers_to_keep_up", "Workers to keep up", Unit::Count),
            By::Workers => Figure::new(
                "workers_to_keep_up",
                "Workers to keep up",
                Unit::Count,
                model::workers_to_keep_up(input.arrivals, input.job),
            )
            .note("with all that arrives, nothing to spare"),
        });
        figures.extend(self.implied_figures());
        figures
    }

    fn workers_for(&self, capacity: Rate) -> f64 {
        model::whole_workers(capacity.as_per_second() * self.input.job.as_seconds())
    }

    fn implied_figures(&self) -> [Figure; 2] {
        let keys = [
            ("implied_utilisation", "Past incident: utilisation", Unit::Share),
            ("implied_capacity", "Past incident: capacity", Unit::Factor),
        ];
        let Some([low, value, high]) = self.implied else {
            return keys.map(|(key, label, unit)| Figure::absent(key, label, unit, Absent::NotApplicable));
        };
        let between = |low: Shown, high: String| format!("{low} to {high} if each time is off by a minute");
        let least = if high.is_finite() { 1.0 / high } else { 0.0 };
        let most = if high.is_finite() { show(Unit::Factor, high) } else { "any multiple".into() };
        let [(key, label, unit), (multiple_key, multiple_label, multiple)] = keys;
        [
            Figure::new(key, label, unit, 1.0 / value)
                .note(between(share(least), share(1.0 / low).to_string())),
            Figure::new(multiple_key, multiple_label, multiple, value)
                .note(format!("times the arrivals; {}", between(shown(Unit::Factor, low), most))),
        ]
    }
}
