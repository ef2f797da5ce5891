//! The answer in words and figures.

use super::chart;
use super::input::{By, Input};
use super::model::{Answer, State};
use super::{notes, steps};
use crate::math::decimal;
use crate::quantity::{ByteRate, Bytes, Duration, Shown, Unit, shown};
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

/// The word of a state.
pub(super) const fn word(state: State) -> &'static str {
    match state {
        State::Holds => "holds",
        State::Tight => "tight",
        State::TooLate => "too_late",
        State::Full => "full",
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

/// A rate as printed.
pub(super) fn rate(value: ByteRate) -> Shown {
    shown(Unit::ByteRate, value.si())
}

/// A segment as printed: binary units stay, 16 MiB is no 16.8 MB.
pub(super) fn segment(value: Bytes) -> String {
    let mebibytes = value.as_mebibytes();
    if mebibytes >= 1.0 && mebibytes.fract() == 0.0 {
        format!("{} MiB", decimal::text(mebibytes))
    } else {
        size(value).to_string()
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
    /// The clock time after `time`, if the time of now is known.
    pub fn clock(&self, time: Duration) -> Option<String> {
        self.input.from.map(|from| from.after(time))
    }

    /// `3 h 15 min`, or `3 h 15 min (11:15 UTC)`.
    pub fn moment(&self, at: Duration) -> String {
        match self.clock(at) {
            Some(clock) => format!("{} ({clock})", time(at)),
            None => time(at).to_string(),
        }
    }

    /// When the limit is reached, if it is and the volume is not full before.
    pub fn limit_first(&self) -> Option<Duration> {
        self.answer.limit.filter(|_| self.answer.state != State::Full)
    }

    fn verdict(&self) -> Verdict {
        let Answer { state, .. } = *self.answer;
        let severity = match state {
            State::Holds if self.limit_first().is_none() => Severity::Ok,
            State::Holds | State::Tight => Severity::Warning,
            State::TooLate | State::Full => Severity::Critical,
        };
        let first = match (self.limit_first(), self.answer.full) {
            (None, _) => String::new(),
            (Some(Duration::ZERO), _) => {
                "Waiting log is at its limit already: something gives first. ".into()
            }
            (Some(limit), full) => format!(
                "{} {}, waiting log reaches its limit and something gives first. ",
                if full.is_some() { "Before that, in" } else { "But in" },
                self.moment(limit)
            ),
        };
        Verdict {
            state: word(state),
            severity,
            text: self.sentence(),
            detail: format!("{first}{}", self.why()),
        }
    }

    /// The sentence with the margin.
    fn sentence(&self) -> String {
        let Answer { state, full, lead, lowest_free, volume, .. } = self.answer;
        let (full, lead) = (full.unwrap_or_default(), lead.unwrap_or_default());
        let respond = self.input.respond;
        let from_now = self.answer.stands == Some(Duration::ZERO);
        let short = Duration::from_si((lead.si() - respond.si()).abs());
        let margin = time(short);
        match state {
            State::Holds if *lowest_free < volume.free => {
                format!("Holds: {} stay free at the worst moment.", size(*lowest_free))
            }
            State::Holds => format!("Holds: free space never falls below the {} of now.", size(volume.free)),
            State::Tight if short.si() <= 1e-6 * respond.si() => {
                format!(
                    "Full in {}: the alert leaves {}, just what people need.",
                    self.moment(full),
                    time(lead)
                )
            }
            State::Tight if from_now => format!(
                "Full in {}, with the alert on: {margin} more than people need from now.",
                self.moment(full)
            ),
            State::Tight => format!(
                "Full in {}: the alert leaves {}, {margin} more than people need.",
                self.moment(full),
                time(lead)
            ),
            State::TooLate if from_now => format!(
                "Full in {}, with the alert passed already: people need {margin} more than that.",
                self.moment(full)
            ),
            State::TooLate => format!(
                "Full in {}, only {} after the alert: {margin} too late for people who need {}.",
                self.moment(full),
                time(lead),
                time(respond)
            ),
            State::Full => "Full now: no log can be written.".into(),
        }
    }

    /// The second sentence.
    fn why(&self) -> String {
        let Answer { state, full, alert_needed, volume, write, .. } = self.answer;
        match (state, full, volume.log.archive) {
            (State::Holds, _, archive) => self.why_it_holds(archive),
            (State::Full, ..) => "Enlarge the volume, or move log away, before a restart is tried.".into(),
            (_, Some(full), _) if self.answer.filled_by_kept => format!(
                "The {} of log kept in any case has no room on it, so it fills at the full {} written, \
                 however fast archiving is.{}",
                size(self.input.kept),
                rate(write.at(*full)),
                self.advice(*full, alert_needed.unwrap_or_default())
            ),
            (_, Some(full), Some(archive)) => {
                let (now, then) = (self.answer.write_now(), write.at(*full));
                let echo =
                    if self.answer.echo.is_some_and(|echo| *full > echo.from) { "in the echo, " } else { "" };
                let later = match now == then {
                    true => String::new(),
                    false => format!(", and {} {echo}when it is full", rate(then)),
                };
                format!(
                    "{} are written now{later}; {} can be archived.{}",
                    rate(now),
                    rate(archive),
                    self.advice(*full, alert_needed.unwrap_or_default())
                )
            }
            _ => String::new(),
        }
    }

    fn why_it_holds(&self, archive: Option<ByteRate>) -> String {
        let now = self.answer.write_now();
        let end = self.answer.timeline.knots().last().map_or(now, |last| self.answer.write.at(last.time));
        match archive {
            None => format!("Archiving has no limit, so no more than {} is kept.", size(self.input.kept)),
            Some(_) if now <= ByteRate::ZERO && end <= ByteRate::ZERO => "Nothing is written.".into(),
            Some(archive) if now > archive => format!(
                "{} are written at first and {} can be archived, but later only {} are written.",
                rate(now),
                rate(archive),
                rate(end)
            ),
            Some(archive) => {
                let spare = shown(Unit::Share, 1.0 - now.si() / archive.si().max(f64::MIN_POSITIVE));
                format!("{} can be archived and {} are written: {spare} to spare.", rate(archive), rate(now))
            }
        }
    }

    fn advice(&self, full: Duration, needed: Bytes) -> String {
        let (state, needed_text) = (self.answer.state, size(needed));
        match state {
            State::TooLate if needed > self.answer.volume.size => format!(
                " At this rate people would have to know {needed_text} before it is full, more than the volume \
                 holds: no alert can do that."
            ),
            State::TooLate if full < self.input.respond => {
                format!(" No alert leaves people their time any more; one at {needed_text} free would have.")
            }
            State::TooLate => format!(" An alert at {needed_text} free would leave people their time."),
            _ => String::new(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let has_echo = self.answer.echo.is_some();
        let has_limit = self.input.limit.is_some();
        let first = |figure: Figure, yes: bool| if yes { figure.headline() } else { figure };
        vec![
            self.full_figure().headline(),
            self.alert_figure().headline(),
            self.lead_figure().headline(),
            self.needed_figure().headline(),
            first(self.net_figure(), !(has_echo && has_limit)),
            self.ceiling_figure(),
            self.max_write_figure(),
            first(self.limit_figure(), has_limit),
            self.catch_up_figure(),
            first(self.echo_figure(), has_echo),
        ]
    }

    fn full_figure(&self) -> Figure {
        let full = self.answer.full;
        Figure::maybe("time_to_full", "Full in", Unit::Duration, full.map(Duration::si), Absent::Never)
            .note(full.and_then(|full| self.clock(full)).unwrap_or_default())
    }

    fn alert_figure(&self) -> Figure {
        let alert = self.answer.alert;
        let note = match alert {
            Some(_) if self.answer.alert_passed() => "passed already".into(),
            Some(alert) => self.clock(alert).unwrap_or_default(),
            None => format!("at {} free", size(self.answer.volume.alert)),
        };
        Figure::maybe("time_to_alert", "Alert in", Unit::Duration, alert.map(Duration::si), Absent::Never)
            .note(note)
    }

    fn lead_figure(&self) -> Figure {
        let lead = self.answer.lead.map(Duration::si);
        let from = if self.answer.stands == Some(Duration::ZERO) { "now" } else { "the alert" };
        let note = format!("from {from} to full; people need {}", time(self.input.respond));
        Figure::maybe("lead_time", "Lead time", Unit::Duration, lead, Absent::NotApplicable)
            .note(if lead.is_some() { note } else { String::new() })
    }

    fn needed_figure(&self) -> Figure {
        let needed = self.answer.alert_needed;
        let volume = self.answer.volume;
        let note = match needed {
            Some(needed) if needed > volume.size => "more than the volume holds: no alert can".into(),
            Some(needed) if needed > volume.free => "more than is free now: too late already".into(),
            Some(needed) => {
                format!("free, {} of the volume", shown(Unit::Share, needed.si() / volume.size.si()))
            }
            None => String::new(),
        };
        Figure::maybe(
            "alert_needed",
            "Alert needed at",
            Unit::Bytes,
            needed.map(Bytes::si),
            Absent::NotApplicable,
        )
        .note(note)
    }

    fn net_figure(&self) -> Figure {
        let net = self.answer.net_rate().map(ByteRate::si);
        let note = match net {
            Some(net) if net > 0.0 => "written faster than archived",
            Some(net) if net < 0.0 => "archived faster than written",
            Some(_) => "archived as fast as written",
            None => "archiving has no limit",
        };
        Figure::maybe("net_rate", "Written less archived", Unit::ByteRate, net, Absent::NotApplicable)
            .note(note)
    }

    fn ceiling_figure(&self) -> Figure {
        let ceiling = self.answer.volume.log.archive.map(ByteRate::si);
        let note = match self.input.by {
            By::Rate => "as given".into(),
            By::Segments => format!(
                "{} × {} / {}",
                self.input.archivers,
                segment(self.input.segment),
                time(self.input.per_segment)
            ),
        };
        Figure::maybe("archive_ceiling", "Can be archived", Unit::ByteRate, ceiling, Absent::Unlimited)
            .note(note)
    }

    fn max_write_figure(&self) -> Figure {
        let most = self.answer.volume.max_write().map(ByteRate::si);
        let note = match self.answer.state {
            State::Full => "there is no room now",
            _ if self.answer.volume.kept_fills() => "log kept in any case fills it",
            _ => "steady, without bursts",
        };
        Figure::maybe(
            "max_write",
            "Highest write rate that never fills",
            Unit::ByteRate,
            most,
            Absent::Unlimited,
        )
        .note(note)
    }

    fn limit_figure(&self) -> Figure {
        let limit = self.answer.limit;
        let (absent, note) = match (limit, self.input.limit) {
            (_, None) => (Absent::NotApplicable, "no limit is set".into()),
            (Some(limit), _) => (Absent::Never, self.clock(limit).unwrap_or_default()),
            (None, _) if self.answer.full.is_some() => (Absent::Never, "the volume is full first".into()),
            (None, _) => (Absent::Never, String::new()),
        };
        Figure::maybe("time_to_limit", "Limit reached in", Unit::Duration, limit.map(Duration::si), absent)
            .note(note)
    }

    fn catch_up_figure(&self) -> Figure {
        let burst = self.input.finite_burst();
        let mut note: Vec<String> = Vec::new();
        if let Some(catch_up) = self.answer.catch_up {
            note.push(if burst.is_some() { "after the burst" } else { "until nothing waits" }.into());
            note.extend(self.clock(Duration::from_si(burst.unwrap_or_default().si() + catch_up.si())));
            note.extend(self.answer.full.map(|_| "given room for it".into()));
        }
        let value = self.answer.catch_up.map(Duration::si);
        Figure::maybe("catch_up_time", "Caught up in", Unit::Duration, value, Absent::Never)
            .note(note.join(", "))
    }

    fn echo_figure(&self) -> Figure {
        let echo = self.answer.echo;
        let note = match echo {
            Some(echo) => format!("at its worst moment, from {} on", self.moment(echo.from)),
            None => String::new(),
        };
        let left = echo.map(|echo| echo.lowest_free.si());
        Figure::maybe("echo_peak", "Free in the echo", Unit::Bytes, left, Absent::NotApplicable).note(note)
    }
}
