//! The answer in words and figures.

use super::chart;
use super::input::{Input, Needs};
use super::model::{Answer, State};
use super::{notes, steps};
use crate::quantity::{ByteRate, Bytes, Duration, Rate, Shown, Unit, shown};
use crate::report::{Absent, Figure, Report, Severity, Verdict};

/// Less to spare than this share of the outage is worth a warning.
const THIN: f64 = 0.1;

/// The whole report.
pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer };
    Report {
        verdict: words.verdict(),
        figures: words.figures(),
        notes: notes::notes(&words),
        steps: steps::steps(&words),
        tables: Vec::new(),
        charts: vec![chart::memory(&words)],
    }
}

/// A time as printed.
pub(super) fn time(value: Duration) -> Shown {
    shown(Unit::Duration, value.si())
}

/// An amount as printed.
pub(super) fn size(value: Bytes) -> Shown {
    shown(Unit::Bytes, value.si())
}

/// A rate of data as printed.
pub(super) fn flow(value: ByteRate) -> Shown {
    shown(Unit::ByteRate, value.si())
}

/// Items as printed.
pub(super) fn items(count: f64) -> Shown {
    shown(Unit::Count, count.round())
}

/// What is told of a scenario.
pub(super) struct Words<'a> {
    /// What was asked.
    pub input: &'a Input,
    /// What came out.
    pub answer: &'a Answer,
}

impl Words<'_> {
    /// Free memory at the start of the outage.
    pub fn free(&self) -> Bytes {
        Bytes::from_si((self.input.memory.si() - self.input.used.si()).max(0.0))
    }

    /// When it is full, where that matters to this outage.
    pub fn full(&self) -> Duration {
        self.answer.time_to_full.unwrap_or_default()
    }

    /// How much longer than this one an outage may be; none: any.
    pub fn to_spare(&self) -> Option<Duration> {
        self.answer.time_to_full.map(|full| Duration::from_si((full.si() - self.input.outage.si()).max(0.0)))
    }

    fn verdict(&self) -> Verdict {
        let Answer { state, memory_needed, down, .. } = *self.answer;
        let input = self.input;
        let thin = self.to_spare().is_some_and(|spare| spare.si() < THIN * input.outage.si());
        let (word, severity) = match state {
            State::Survives => ("survives", if thin { Severity::Warning } else { Severity::Ok }),
            State::Full => ("full", Severity::Critical),
            State::LockedOut => ("locked_out", Severity::Critical),
        };
        let lost = items(self.answer.lost());
        let text = match (state, self.to_spare()) {
            (State::Survives, None) => {
                "Survives any outage: memory does not grow while the database is away.".into()
            }
            (State::Survives, Some(spare)) => format!(
                "Survives: {} of {} in use after {}, and it would last {} more.",
                size(memory_needed),
                size(input.memory),
                time(input.outage),
                time(spare)
            ),
            (State::Full, _) => format!(
                "Full after {}, with the database away for {}: {}, {lost} items lost.",
                time(self.full()),
                time(input.outage),
                self.killed()
            ),
            (State::LockedOut, _) => format!(
                "Locked out: full after {}, and it cannot start before the database is back. Down for {}, {lost} \
                 items lost.",
                time(self.full()),
                time(down)
            ),
        };
        Verdict { state: word, severity, text, detail: self.why() }
    }

    /// `killed 3 times`, in words.
    pub fn killed(&self) -> String {
        match self.answer.killed {
            0.0 => "killed again and again".into(),
            1.0 => "killed once".into(),
            killed => format!("killed {} times", items(killed)),
        }
    }

    fn why(&self) -> String {
        let (input, answer) = (self.input, self.answer);
        let shed = match input.shed.as_fraction() {
            0.0 => String::new(),
            shed => format!(", of which {} are turned away", shown(Unit::Share, shed)),
        };
        let grows = match answer.growth.si() {
            0.0 => "memory does not grow".into(),
            _ => format!("memory grows by {}", flow(answer.growth)),
        };
        let grows = format!("Items arrive at {}{shed}; {grows}.", shown(Unit::Rate, input.rate.si()));
        match answer.state {
            State::Survives if answer.lost_shed > 0.0 => {
                format!("{grows} {} items are lost by turning them away.", items(answer.lost_shed))
            }
            State::Survives => grows,
            _ => format!(
                "{grows} This outage needs {}; so would {} of the items turned away from the start.",
                size(answer.memory_needed),
                shown(Unit::Share, answer.shed_needed.as_fraction())
            ),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, answer) = (self.input, self.answer);
        let full = answer.time_to_full.map(Duration::si);
        vec![
            Figure::maybe("time_to_full", "Full after", Unit::Duration, full, Absent::Never)
                .note(match answer.state {
                    State::Survives if full.is_some() => "if the outage went on",
                    State::Survives => "memory does not grow",
                    _ => "from the start of the outage",
                })
                .headline(),
            Figure::new("memory_needed", "Memory needed", Unit::Bytes, answer.memory_needed.si())
                .note(format!("for {}; the limit is {}", time(input.outage), size(input.memory)))
                .headline(),
            Figure::maybe(
                "longest_outage",
                "Longest outage survived",
                Unit::Duration,
                full,
                Absent::Unlimited,
            )
            .headline(),
            Figure::new("down", "Down for", Unit::Duration, answer.down.si())
                .note(match (answer.state, input.needs_database) {
                    (State::LockedOut, _) => "until the database is back, and the start".into(),
                    (State::Full, _) => format!("{}, each start counted", self.killed()),
                    (_, Needs::Yes | Needs::No) => String::new(),
                })
                .headline(),
            Figure::new("lost", "Items lost", Unit::Count, answer.lost()).note(self.lost_note()).headline(),
            Figure::new(
                "shed_needed",
                "To turn away to survive",
                Unit::Share,
                answer.shed_needed.as_fraction(),
            )
            .note("of the items, from the start of the outage"),
            Figure::maybe(
                "max_rate",
                "Highest rate survived",
                Unit::Rate,
                answer.max_rate.map(Rate::si),
                Absent::Unlimited,
            )
            .note("with the items turned away as given"),
            Figure::new("growth", "Memory grows by", Unit::ByteRate, answer.growth.si()),
        ]
    }

    fn lost_note(&self) -> String {
        let answer = self.answer;
        let mut parts = Vec::new();
        let mut add = |count: f64, what: &str| {
            if count.round() > 0.0 {
                parts.push(format!("{} {what}", items(count)));
            }
        };
        add(answer.killed * answer.lost_in_memory, "in memory");
        add(answer.lost_refused, "refused while down");
        add(answer.lost_shed, "turned away");
        parts.join(", ")
    }
}
