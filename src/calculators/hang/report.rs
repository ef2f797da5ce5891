//! The answer in words and figures.

use super::input::{Input, While};
use super::model::{Answer, State};
use super::settings::{Settings, settings};
use super::{charts, kernel, notes, steps};
use crate::quantity::{Duration, Rate, Shown, Unit, shown};
use crate::report::{Absent, Figure, Report, Severity, Table, Verdict};

/// The whole report.
pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer, settings: settings(input) };
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
        State::Fine => "fine",
        State::Degraded => "degraded",
        State::Stalls => "stalls",
    }
}

/// A time as printed.
pub(super) const fn time(value: Duration) -> Shown {
    shown(Unit::Duration, value.si())
}

/// A rate as printed.
pub(super) const fn rate(value: Rate) -> Shown {
    shown(Unit::Rate, value.si())
}

/// A number as printed.
pub(super) const fn count(value: f64) -> Shown {
    shown(Unit::Count, value)
}

/// A share as printed.
pub(super) const fn share(value: f64) -> Shown {
    shown(Unit::Share, value)
}

/// What is told of a scenario.
pub(super) struct Words<'a> {
    /// What was asked.
    pub input: &'a Input,
    /// What came out.
    pub answer: &'a Answer,
    /// What would do better.
    pub settings: Settings,
}

impl Words<'_> {
    /// How long a dropped connection goes unnoticed.
    pub fn unnoticed(&self) -> String {
        let detection = &self.answer.detection;
        match (detection.min, detection.max) {
            (Some(min), Some(max)) if min < max => format!("{} to {}", time(min), time(max)),
            (_, Some(max)) => time(max).to_string(),
            (_, None) => "ever".into(),
        }
    }

    /// What ends the wait.
    pub fn ended_by(&self) -> &'static str {
        match (self.input.during, self.input.user_timeout) {
            _ if self.answer.detection.by_deadline => "the worker's own deadline",
            (While::Writing, Some(_)) => "the TCP user timeout",
            (While::Writing, None) => "tcp_retries2",
            (While::Connecting, Some(_)) => "the SYN retries or the TCP user timeout",
            (While::Connecting, None) => "tcp_syn_retries",
            (While::Reading | While::Idle, _) if self.input.keepalive_idle.is_none() => "nothing",
            (While::Reading | While::Idle, _) => "keepalive",
        }
    }

    fn verdict(&self) -> Verdict {
        let severity = match self.answer.state {
            State::Fine => Severity::Ok,
            State::Degraded => Severity::Warning,
            State::Stalls => Severity::Critical,
        };
        Verdict { state: word(self.answer.state), severity, text: self.sentence(), detail: self.why() }
    }

    fn sentence(&self) -> String {
        let (input, answer) = (self.input, self.answer);
        let workers = count(f64::from(input.workers));
        let room = match answer.max_dropped {
            Some(most) => format!(
                "it stalls at {} dropped, not at {}",
                share(most.as_fraction()),
                share(input.dropped.as_fraction())
            ),
            None => "it would not stall with every connection dropped".into(),
        };
        let taken = count(answer.hung.unwrap_or_default() + answer.busy);
        match answer.state {
            State::Stalls if answer.stall == Some(Duration::ZERO) => {
                format!("All {workers} workers are taken by normal requests: it stalls without any drop.")
            }
            State::Stalls => format!(
                "Stalls: {} after the drops begin, all {workers} workers wait for connections that are dead.",
                time(answer.stall.unwrap_or_default())
            ),
            State::Degraded => {
                format!("Holds barely: {taken} of {workers} workers are taken in the end; {room}.")
            }
            State::Fine => format!("Holds: {taken} of {workers} workers are taken in the end; {room}."),
        }
    }

    fn why(&self) -> String {
        let answer = self.answer;
        let lost = Rate::from_si(self.input.rate.si() * self.input.dropped.as_fraction());
        let each = match answer.detection.max {
            Some(_) => format!(
                "A dropped connection goes unnoticed for {}, until {} ends it; drops come at {}.",
                self.unnoticed(),
                self.ended_by(),
                rate(lost)
            ),
            None => format!(
                "Nothing ever ends the wait of a dropped connection: no keepalive, no deadline. Drops come at {}.",
                rate(lost)
            ),
        };
        let better = match self.settings.noticed(self.input) {
            Some(noticed)
                if answer.state != State::Fine && answer.detection.max.is_none_or(|now| noticed < now) =>
            {
                format!(" The settings below notice it after {}.", time(noticed))
            }
            _ => String::new(),
        };
        each + &better
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, answer) = (self.input, self.answer);
        let detection = &answer.detection;
        let detected = |key, label, value: Option<Duration>| {
            Figure::maybe(key, label, Unit::Duration, value.map(Duration::si), Absent::Never)
        };
        let hung =
            Figure::maybe("slots_hung", "Workers that hang", Unit::Count, answer.hung, Absent::Unlimited);
        let hung = match answer.hung_least.zip(answer.hung) {
            Some((least, most)) if least < most => {
                hung.note(format!("in the end, at the latest; {} at the earliest", count(least)))
            }
            Some(_) => hung.note("in the end"),
            None => hung.note("more and more"),
        };
        let noticed = self.settings.noticed(input);
        vec![
            detected("detected_max", "Unnoticed, at most", detection.max)
                .note(format!("ended by {}", self.ended_by()))
                .headline(),
            detected("detected_min", "Unnoticed, at least", detection.min),
            hung.headline(),
            Figure::new("occupancy", "Workers taken", Unit::Share, answer.occupancy.as_fraction())
                .note(format!("with {} at work", count(answer.busy)))
                .headline(),
            Figure::maybe(
                "time_to_stall",
                "Stalls after",
                Unit::Duration,
                answer.stall.map(Duration::si),
                Absent::Never,
            )
            .headline(),
            Figure::maybe(
                "max_dropped",
                "Stalls at a share of",
                Unit::Share,
                answer.max_dropped.map(crate::quantity::Share::as_fraction),
                Absent::Unlimited,
            )
            .note(match answer.max_dropped {
                Some(_) => format!("dropped; it is {} now", share(input.dropped.as_fraction())),
                None => "not with every connection dropped".into(),
            })
            .headline(),
            detected("settings", "With the settings below", noticed).note(match noticed {
                Some(noticed) if noticed <= input.target => format!("noticed within {}", time(input.target)),
                Some(_) => format!("no setting is as quick as {}", time(input.target)),
                None => "only a deadline of its own ends it".into(),
            }),
        ]
    }

    /// The lines that bring detection under the target.
    fn table(&self) -> Table {
        let (input, settings) = (self.input, &self.settings);
        let row = |place: &str, line: String, acts: &str, after: Option<Duration>| -> Vec<String> {
            let after = after.map_or(String::new(), |after| time(after).to_string());
            vec![place.into(), line, acts.into(), after]
        };
        let mut rows = Vec::new();
        let machine = "sysctl, every connection of the machine";
        let libpq = "libpq connection string";
        if let Some(retries) = settings.retries2 {
            let ends = kernel::data(retries, input.first_timeout()).ends;
            rows.push(row(machine, format!("net.ipv4.tcp_retries2 = {retries}"), "writing", Some(ends)));
        }
        if let Some(retries) = settings.syn_retries {
            let ends = kernel::syn(retries, kernel::SYN_LINEAR, None).ends;
            rows.push(row(
                machine,
                format!("net.ipv4.tcp_syn_retries = {retries}"),
                "connecting",
                Some(ends),
            ));
        }
        let listening = "reading or idle";
        if let Some((idle, interval, probes)) = settings.keepalive {
            let second = |value: u32| Duration::seconds(f64::from(value));
            let ends = kernel::keepalive(second(idle), second(interval), probes, None).ends;
            let asked = "reading or idle, if the program asks for keepalive";
            rows.push(row(machine, format!("net.ipv4.tcp_keepalive_time = {idle}"), asked, Some(ends)));
            rows.push(row(machine, format!("net.ipv4.tcp_keepalive_intvl = {interval}"), asked, Some(ends)));
            rows.push(row(machine, format!("net.ipv4.tcp_keepalive_probes = {probes}"), asked, Some(ends)));
            let line = format!(
                "keepalives=1 keepalives_idle={idle} keepalives_interval={interval} keepalives_count={probes}"
            );
            rows.push(row(libpq, line, listening, Some(ends)));
        }
        if let Some(milliseconds) = settings.user_timeout {
            let set = Duration::milliseconds(f64::from(milliseconds));
            let ends = Duration::seconds(set.si() + kernel::user_timeout_slack(input.first_timeout()).si());
            rows.push(row(libpq, format!("tcp_user_timeout={milliseconds}"), "writing", Some(ends)));
        }
        if let Some(seconds) = settings.connect_timeout {
            let ends = Duration::seconds(f64::from(seconds));
            rows.push(row(libpq, format!("connect_timeout={seconds}"), "connecting", Some(ends)));
        }
        if rows.is_empty() {
            rows.push(row(
                "the program",
                "a deadline of its own".into(),
                "writing, reading or connecting",
                None,
            ));
        }
        let columns = ["Where", "Line", "Acts while", "Noticed after"].map(String::from).to_vec();
        Table {
            key: "settings",
            title: format!("To notice it within {}", time(settings.target)),
            columns,
            rows,
        }
    }
}
