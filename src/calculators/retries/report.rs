//! The answer in words and figures.

use super::input::{By, Input, Jitter};
use super::model::{Answer, State};
use super::{charts, notes, steps};
use crate::quantity::{Duration, Rate, Shown, Unit, shown};
use crate::report::{Absent, Figure, Report, Severity, Table, Verdict};

/// Rows of the table of attempts.
const MOST_ROWS: usize = 26;

/// The whole report.
pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer };
    Report {
        verdict: words.verdict(),
        figures: words.figures(),
        notes: notes::notes(&words),
        steps: steps::steps(&words),
        tables: vec![words.table()],
        charts: charts::charts(&words),
    }
}

/// The word of a state.
pub(super) const fn word(state: State) -> &'static str {
    match state {
        State::Outlasts => "outlasts",
        State::Partly => "partly",
        State::Exhausted => "exhausted",
        State::Storm => "storm",
    }
}

/// A time as printed.
pub(super) const fn time(value: Duration) -> Shown {
    shown(Unit::Duration, value.si())
}

/// Seconds as printed.
pub(super) const fn seconds(value: f64) -> Shown {
    shown(Unit::Duration, value)
}

/// A rate as printed.
pub(super) const fn rate(value: Rate) -> Shown {
    shown(Unit::Rate, value.si())
}

/// A number as printed.
pub(super) const fn count(value: f64) -> Shown {
    shown(Unit::Count, value)
}

/// A multiple as printed.
pub(super) const fn times(value: f64) -> Shown {
    shown(Unit::Factor, value)
}

/// A share as printed.
pub(super) const fn share(value: f64) -> Shown {
    shown(Unit::Share, value)
}

/// `5 attempts (the first try and 4 retries)`.
pub(super) fn attempts(value: f64) -> String {
    match value {
        1.0 => "1 attempt (no retry)".into(),
        2.0 => "2 attempts (the first try and 1 retry)".into(),
        _ => format!("{} attempts (the first try and {} retries)", count(value), count(value - 1.0)),
    }
}

/// What is told of a scenario.
pub(super) struct Words<'a> {
    /// What was asked.
    pub input: &'a Input,
    /// What came out.
    pub answer: &'a Answer,
}

impl Words<'_> {
    /// The attempts that the outage uses up; none: without limit.
    pub fn limit(&self) -> Option<u32> {
        self.input.attempts.filter(|_| self.input.counts())
    }

    /// The span in words: one time, or two.
    pub fn span_text(&self) -> String {
        let span = self.answer.span;
        match (span.min, span.max) {
            (Some(min), Some(max)) if min == max => seconds(min).to_string(),
            (Some(min), Some(max)) => format!("{} to {}", seconds(min), seconds(max)),
            _ => "more than 30 million years".into(),
        }
    }

    fn verdict(&self) -> Verdict {
        let course = &self.answer.course;
        let severity = match self.answer.state {
            State::Outlasts => Severity::Ok,
            State::Partly if course.exhausted_share < 0.5 => Severity::Warning,
            State::Partly | State::Exhausted | State::Storm => Severity::Critical,
        };
        Verdict { state: word(self.answer.state), severity, text: self.sentence(), detail: self.why() }
    }

    fn sentence(&self) -> String {
        let (input, answer) = (self.input, self.answer);
        let lost = share(answer.course.exhausted_share);
        match answer.state {
            State::Storm => format!(
                "Keeps failing after the outage: attempts arrive at {} when it ends, and {} can be worked off.",
                rate(answer.attempt_rate),
                rate(input.capacity.unwrap_or_default())
            ),
            State::Outlasts if !input.counts() => {
                "Outlasts the outage: its failures do not use up the attempts of a run.".into()
            }
            State::Outlasts => match answer.span.min {
                None if input.attempts.is_none() => {
                    "Outlasts the outage: attempts have no limit, so every run is tried until it is over."
                        .into()
                }
                Some(min) if min == input.outage.si() => {
                    format!("Outlasts the outage: attempts span {}, just as long as it lasts.", seconds(min))
                }
                Some(min) if min > input.outage.si() => format!(
                    "Outlasts the outage: attempts span {}, {} more than it lasts.",
                    seconds(min),
                    seconds(min - input.outage.si())
                ),
                None => "Outlasts the outage: attempts span more than 30 million years.".into(),
                Some(_) => "Outlasts the outage, as good as surely: that all delays come out so short has a \
                            chance below 1 in 10^12."
                    .into(),
            },
            State::Partly => format!(
                "Loses {lost} of the runs that start in the outage: attempts span {} of its {}.",
                self.span_text(),
                time(input.outage)
            ),
            State::Exhausted if input.attempts == Some(1) => {
                "Loses every run that starts in the outage: one attempt, and no retry.".into()
            }
            State::Exhausted => {
                "Loses every run that starts in the outage: no time passes between the attempts.".into()
            }
        }
    }

    fn why(&self) -> String {
        let (input, answer) = (self.input, self.answer);
        let given = match input.attempts {
            Some(number) => format!("{}.", attempts(f64::from(number))),
            None => "Attempts have no limit.".into(),
        };
        let load = format!(
            "When the outage ends, {} attempts arrive for each run that starts.",
            times(answer.course.load_multiple)
        );
        match answer.state {
            State::Storm if input.capacity.is_some_and(|capacity| input.rate > capacity) => format!(
                "{given} Even first attempts, {}, are more than that; retries only add to them.",
                rate(input.rate)
            ),
            State::Storm => format!(
                "{given} {load} As long as more arrive than can be worked off, they fail and come back: \
                 pause the retries, or bring runs below {}, to get out.",
                rate(self.exit_rate())
            ),
            State::Outlasts => format!("{given} {load}"),
            State::Partly | State::Exhausted => {
                let needed = match answer.attempts_needed {
                    Some(number) if number > f64::from(input.attempts.unwrap_or(u32::MAX)) => format!(
                        " {} would span it{}.",
                        attempts(number),
                        if answer.span.min == answer.span.max { "" } else { " on average" }
                    ),
                    None => " No number of attempts spans it.".into(),
                    Some(_) => String::new(),
                };
                format!("{given} {} runs are exhausted.{needed}", count(answer.exhausted_runs))
            }
        }
    }

    /// Runs per second below which a storm ends: the capacity over the attempts of each.
    pub fn exit_rate(&self) -> Rate {
        let each = self.limit().map_or(self.answer.course.load_multiple, f64::from);
        Rate::from_si(self.input.capacity.unwrap_or_default().si() / each.max(1.0))
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, answer) = (self.input, self.answer);
        let (span, course) = (answer.span, &answer.course);
        let bound = |key, label, value| Figure::maybe(key, label, Unit::Duration, value, Absent::Unlimited);
        let of_runs =
            if input.counts() { "of the runs that start in the outage" } else { "attempts are not counted" };
        vec![
            Figure::new("exhausted_share", "Runs exhausted", Unit::Share, course.exhausted_share)
                .note(of_runs)
                .headline(),
            Figure::new("exhausted_runs", "Exhausted runs", Unit::Count, answer.exhausted_runs)
                .note(format!("at {}", rate(input.rate)))
                .headline(),
            bound("span_mean", "Attempts span", span.mean)
                .note(match input.attempts {
                    Some(number) => format!("on average, over {}", attempts(f64::from(number))),
                    None => "attempts have no limit".into(),
                })
                .headline(),
            bound("span_min", "Shortest span", span.min),
            bound("span_max", "Longest span", span.max),
            self.needed_figure().headline(),
            Figure::new("load_multiple", "Attempts per run started", Unit::Factor, course.load_multiple)
                .note(format!("at the end of the outage: {}", rate(answer.attempt_rate)))
                .headline(),
            Figure::new("mean_attempts", "Attempts of one run", Unit::Factor, course.mean_attempts)
                .note("in the outage, on average"),
            Figure::maybe(
                "recovery_lag",
                "Tried again after",
                Unit::Duration,
                course.mean_lag.map(Duration::si),
                Absent::NotApplicable,
            )
            .note(match course.mean_lag {
                Some(_) => {
                    format!("from the end of the outage, on average; at most {}", time(course.most_lag))
                }
                None => "no run is left".into(),
            }),
        ]
    }

    fn needed_figure(&self) -> Figure {
        let answer = self.answer;
        let note = match (answer.attempts_needed, answer.attempts_for_all) {
            (None, _) => "no number of attempts spans the outage".into(),
            (Some(mean), Some(all)) if mean == all => {
                format!("in total, {} of them retries", count(mean - 1.0))
            }
            (Some(_), Some(all)) => format!("for the mean span; {} for every run", count(all)),
            (Some(_), None) => "for the mean span; none is enough for every run".into(),
        };
        Figure::maybe(
            "attempts_needed",
            "Attempts needed",
            Unit::Count,
            answer.attempts_needed,
            Absent::Never,
        )
        .note(note)
    }

    /// The attempts one by one.
    fn table(&self) -> Table {
        let schedule = &self.answer.schedule;
        let chance = self.answer.schedule.gaps.iter().any(|gap| gap.min < gap.max);
        let base = match (self.input.by, self.input.jitter) {
            (By::Geometric, Jitter::Decorrelated) => "Mean delay",
            _ => "Delay",
        };
        let mut columns = vec!["Attempt".to_owned(), base.to_owned()];
        match chance {
            true => columns.extend(["Earliest", "On average", "Latest"].map(String::from)),
            false => columns.push("After the first".into()),
        }
        let all = self.input.attempts.map_or(usize::MAX, |attempts| attempts as usize);
        let (mut min, mut mean, mut max) = (0.0, 0.0, 0.0);
        let mut rows = Vec::new();
        for attempt in 1..=all.min(MOST_ROWS) {
            let mut delay = String::new();
            if attempt > 1 {
                let gap = schedule.gap(attempt - 1);
                (min, mean, max) = (min + gap.min, mean + gap.mean, max + gap.max);
                let between = match self.input.jitter {
                    Jitter::Decorrelated => gap.mean - self.input.attempt_time.si(),
                    _ => super::schedule::delay(self.input, attempt - 1).si(),
                };
                if mean >= 1e15 {
                    break;
                }
                delay = seconds(between).to_string();
            }
            let mut row = vec![count(attempt as f64).to_string(), delay];
            match chance {
                true => row.extend([min, mean, max].map(|time| seconds(time).to_string())),
                false => row.push(seconds(mean).to_string()),
            }
            rows.push(row);
        }
        let title = if rows.len() < all { "The first attempts of a run" } else { "The attempts of a run" };
        Table { key: "attempts", title: title.into(), columns, rows }
    }
}
