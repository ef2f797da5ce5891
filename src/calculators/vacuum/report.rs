//! The answer in words and figures.

use super::chart;
use super::cost::PAGE;
use super::input::Input;
use super::model::{Answer, State};
use super::{notes, steps};
use crate::quantity::{Duration, Rate, Shown, Unit, shown, significant};
use crate::report::{Absent, Figure, Report, Severity, Verdict};

/// The whole report.
pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer };
    Report {
        verdict: words.verdict(),
        figures: words.figures(),
        notes: notes::notes(&words),
        steps: steps::steps(&words),
        tables: Vec::new(),
        charts: chart::charts(&words),
    }
}

/// A time as printed.
pub(super) fn time(value: Duration) -> Shown {
    shown(Unit::Duration, value.si())
}

/// A rate as printed.
pub(super) fn per(value: Rate) -> Shown {
    shown(Unit::Rate, value.si())
}

/// A number of rows as printed.
pub(super) fn rows(count: f64) -> Shown {
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
    /// Whether a snapshot is held.
    pub fn held(&self) -> bool {
        self.input.held > Duration::ZERO
    }

    /// Whether autovacuum waits for more dead rows than it takes to tip over.
    pub fn waits_too_long(&self) -> bool {
        self.answer.tips_at.is_some_and(|tip| tip <= self.answer.trigger_at)
    }

    /// Dead rows that arise per second while what is asked can be done.
    pub fn asked(&self) -> Rate {
        Rate::from_si(self.input.rate.si() * self.input.dead_per_op.si())
    }

    /// Whether more arise at the rate that is asked than vacuum removes.
    pub fn endless(&self) -> bool {
        self.answer.ceiling.is_some_and(|ceiling| self.asked().si() > ceiling.si() * (1.0 + 1e-9))
    }

    /// The ceiling as printed.
    pub fn ceiling(&self) -> String {
        self.answer.ceiling.map_or("any number".into(), |ceiling| per(ceiling).into())
    }

    fn verdict(&self) -> Verdict {
        let answer = self.answer;
        let (state, severity) = match answer.state {
            State::KeepsUp => ("keeps_up", Severity::Ok),
            State::Behind => ("behind", Severity::Warning),
            State::Tipped => ("tipped", Severity::Critical),
        };
        let (text, detail) = match answer.state {
            State::KeepsUp => self.keeps_up(),
            State::Behind => self.behind(),
            State::Tipped => self.tipped(),
        };
        Verdict { state, severity, text, detail }
    }

    fn keeps_up(&self) -> (String, String) {
        let answer = self.answer;
        let text = match (answer.ceiling, answer.peak.filter(|_| self.held()).zip(answer.tips_at)) {
            (_, Some((peak, tip))) if peak > 0.0 => format!(
                "Keeps up: dead rows come to {} before vacuum can remove any, and it tips over at {}.",
                rows(peak),
                rows(tip)
            ),
            (_, _) if self.asked() <= Rate::ZERO => "Keeps up: no dead rows arise.".into(),
            (None, _) => {
                format!("Keeps up: dead rows arise at {}, and nothing slows vacuum down.", per(self.asked()))
            }
            (Some(ceiling), _) => format!(
                "Keeps up: dead rows arise at {}, vacuum removes up to {}, {} more.",
                per(self.asked()),
                per(ceiling),
                per(Rate::from_si((ceiling.si() - self.asked().si()).max(0.0)))
            ),
        };
        let tip = match answer.tips_at {
            Some(tip) => format!(
                "It starts at {} dead rows; from {} on less can be done than the {} asked.",
                rows(answer.trigger_at),
                rows(tip),
                per(self.input.rate)
            ),
            None => "No number of dead rows makes it too slow for what is asked.".into(),
        };
        (text, tip)
    }

    fn behind(&self) -> (String, String) {
        let answer = self.answer;
        let text = match (answer.time_to_tip, answer.tips_at) {
            (Some(at), Some(tip)) => format!(
                "Behind: tips over in {}, at {} dead rows, where no more than the {} asked can be done.",
                time(at),
                rows(tip),
                per(self.input.rate)
            ),
            _ => format!(
                "Behind: dead rows grow by {} without end, though they slow nothing down here.",
                per(Rate::from_si(self.asked().si() - answer.ceiling.map_or(0.0, Rate::si)))
            ),
        };
        let in_hold = answer.time_to_tip.is_some_and(|at| at <= self.input.held);
        let why = match () {
            () if in_hold && self.held() => format!(
                "The snapshot holds vacuum back for {}; dead rows arise at {} meanwhile.",
                time(self.input.held),
                per(self.asked())
            ),
            () if self.endless() => {
                format!(
                    "Dead rows arise at {}, vacuum removes {} at most.",
                    per(self.asked()),
                    self.ceiling()
                )
            }
            () => format!(
                "Autovacuum waits for {} dead rows, more than it takes to tip over.",
                rows(answer.trigger_at)
            ),
        };
        (text, format!("{why} {}", self.afterwards()))
    }

    /// What becomes of a table that has tipped.
    fn afterwards(&self) -> String {
        let answer = self.answer;
        match (answer.recovers, answer.settles_at) {
            (Some(recovers), _) => {
                format!("Vacuum gets ahead again: all that was asked is done after {}.", time(recovers))
            }
            (None, Some(level)) if answer.tips_at.is_some() && level > 0.0 => {
                format!("It levels off at {} dead rows and {}.", rows(level), per(answer.throughput_floor))
            }
            (None, None) if answer.tips_at.is_some() => {
                "Then it slows down further and further: nothing is removed.".into()
            }
            _ => String::new(),
        }
    }

    fn tipped(&self) -> (String, String) {
        let answer = self.answer;
        let tip = answer.tips_at.unwrap_or_default();
        let text = format!(
            "Tipped: {} can be done, {} are asked. {} dead rows lie in the way, it tips at {}.",
            per(answer.capacity_now),
            per(self.input.rate),
            rows(f64::from(self.input.dead)),
            rows(tip)
        );
        if tip <= 0.0 {
            let clean =
                format!("Even with no dead rows no more than {} can be done.", per(answer.capacity_clean));
            return (text, clean);
        }
        let pause = match answer.clear_paused {
            Some(pause) => {
                format!(" With operations paused vacuum has removed all of them after {}.", time(pause))
            }
            None => " Vacuum removes nothing here.".into(),
        };
        (text, format!("{}{pause}", self.afterwards()))
    }

    fn figures(&self) -> Vec<Figure> {
        let answer = self.answer;
        let seconds = |time: Option<Duration>| time.map(Duration::si);
        let mut figures = vec![
            Figure::maybe(
                "time_to_tip",
                "Tips over in",
                Unit::Duration,
                seconds(answer.time_to_tip),
                Absent::Never,
            )
            .note(match answer.state {
                State::Tipped => "beyond the tipping point now",
                _ => "until less can be done than is asked",
            })
            .headline(),
            Figure::maybe("tips_at", "Tips over at", Unit::Count, answer.tips_at, Absent::Never)
                .note(format!("dead rows; {} now", rows(f64::from(self.input.dead))))
                .headline(),
            Figure::new("growth", "Dead rows grow by", Unit::Rate, answer.growth.si())
                .note(self.growth_note())
                .headline(),
            Figure::maybe(
                "vacuum_ceiling",
                "Vacuum removes, at most",
                Unit::Rate,
                answer.ceiling.map(Rate::si),
                Absent::Unlimited,
            )
            .note(match answer.pages {
                Some(pages) => format!("dead rows, {} of pages", mebibytes(pages)),
                None => "no cost delay and no work on a page".into(),
            })
            .headline(),
            Figure::new("capacity_now", "Can be done now", Unit::Rate, answer.capacity_now.si())
                .note(format!("operations; {} are asked", per(self.input.rate)))
                .headline(),
        ];
        figures.extend([
            Figure::maybe(
                "clear_time",
                "Dead rows gone after",
                Unit::Duration,
                seconds(answer.clear_time),
                Absent::Never,
            )
            .note(match (answer.clear_time, answer.clear_paused) {
                (None, Some(pause)) => format!("{} with operations paused", time(pause)),
                _ if self.held() => "vacuum at work from when the snapshot goes".into(),
                _ => "vacuum at work from now".into(),
            })
            .headline(),
            Figure::maybe(
                "capacity_at_tip",
                "Can be done at the tipping point",
                Unit::Rate,
                answer.capacity_at_tip.map(Rate::si),
                Absent::NotApplicable,
            ),
            Figure::new(
                "throughput_floor",
                "A tipped table does, in the long run",
                Unit::Rate,
                answer.throughput_floor.si(),
            )
            .note("where as many rows die as vacuum removes"),
            Figure::new("trigger_at", "Autovacuum starts at", Unit::Count, answer.trigger_at)
                .note("dead rows"),
            Figure::maybe(
                "vacuum_bytes",
                "Vacuum gets through, at most",
                Unit::ByteRate,
                answer.pages.map(|pages| pages.si() * PAGE),
                Absent::Unlimited,
            )
            .note(
                answer.pages.map_or(String::new(), |pages| {
                    format!("{} pages/s of 8 KiB", significant(pages.si(), 4))
                }),
            ),
            Figure::maybe(
                "pass_time",
                "One whole pass",
                Unit::Duration,
                seconds(answer.pass),
                Absent::NotApplicable,
            )
            .note(if answer.pass.is_some() {
                "table and indexes"
            } else {
                "the table's size is not given"
            }),
        ]);
        figures
    }

    fn growth_note(&self) -> String {
        let answer = self.answer;
        if self.held() {
            return format!("while the snapshot is held; {} after", per(answer.growth_released));
        }
        match answer.ceiling {
            Some(_) if self.input.dead == 0 && answer.arise <= Rate::ZERO => "no dead rows arise".into(),
            _ if f64::from(self.input.dead) < answer.trigger_at => format!(
                "once vacuum works; {} until it starts at {}",
                per(answer.arise),
                rows(answer.trigger_at)
            ),
            _ => format!("{} arise; while vacuum works", per(answer.arise)),
        }
    }
}

/// Pages per second as data: `35.5 MiB/s`.
pub(super) fn mebibytes(pages: Rate) -> String {
    format!("{} MiB/s", significant(pages.si() * PAGE / 1_048_576.0, 3))
}
