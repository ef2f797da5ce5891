//! The chart: memory over time, against the outage.

use super::model::State;
use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series, Span};
use crate::quantity::{Bytes, Unit};

/// So many times being killed are drawn.
const CYCLES: usize = 20;

/// Memory in use from the start of the outage.
pub(super) fn memory(words: &Words<'_>) -> ChartSpec {
    let (input, answer) = (words.input, words.answer);
    let outage = input.outage.si();
    let (points, whole) = course(words);
    let last = points.last().map_or(0.0, |point| point.0);
    let end = if last > 0.0 { last } else { 60.0 };
    let mut series = Vec::new();
    if let Some(full) = answer.time_to_full.filter(|_| answer.state == State::Survives) {
        let until = full.si().min(2.0 * end);
        if until > end {
            let grown = input.used.si() + answer.growth.si() * until;
            let on = vec![(end, input.used.si() + answer.growth.si() * end), (until, grown)];
            series.push(Series::line("if the outage went on", Role::Secondary, on).dashed());
        }
    }
    let end = series.first().map_or(end, |line| line.points[1].0);
    series.push(Series::line("memory", Role::Primary, points).filled());
    let mut spans = Vec::new();
    let mut span = |label: &str, from: f64, to: f64, role| {
        let (from, to) = (from.max(0.0), to.min(end));
        if to > from {
            spans.push(Span { label: label.into(), from, to, role });
        }
    };
    span("database away", 0.0, outage, Role::Muted);
    if answer.state == State::LockedOut {
        span("service down", words.full().si(), words.full().si() + answer.down.si(), Role::Danger);
    }
    let mut markers = Vec::new();
    if answer.state != State::Survives && words.full().si() > 0.0 {
        markers.push(Marker { label: "killed".into(), x: words.full().si(), role: Role::Danger });
    }
    let caption = match (answer.state, whole) {
        (State::Survives, _) => "Memory stays below the limit until the database is back.",
        (State::LockedOut, _) => {
            "At the limit the process is killed; it is back when the database is, and it has started."
        }
        (State::Full, true) => "At the limit the process is killed, starts empty and fills again.",
        (State::Full, false) => {
            "At the limit the process is killed, starts empty and fills again; only the first part is drawn."
        }
    };
    ChartSpec {
        key: "memory",
        title: "Memory while the database is away".into(),
        caption: caption.into(),
        plot: Plot::Lines {
            x: Axis::up_to("from the start of the outage", Unit::Duration, end / 1.05),
            y: Axis::up_to("memory", Unit::Bytes, input.memory.si()),
            series,
            spans,
            levels: vec![Level { label: "limit".into(), y: input.memory.si(), role: Role::Danger }],
            markers,
        },
    }
}

/// The line, and whether it is all of it.
fn course(words: &Words<'_>) -> (Vec<(f64, f64)>, bool) {
    let (input, answer) = (words.input, words.answer);
    let (used, limit) = (input.used.si(), input.memory.si());
    let (outage, full, boot) = (input.outage.si(), words.full().si(), input.boot.si());
    let grown = |time: f64| Bytes::from_si(used + answer.growth.si() * time).si().min(limit);
    match answer.state {
        State::Survives => {
            let until = if outage > 0.0 { outage } else { 60.0 };
            (vec![(0.0, used), (until, grown(until))], true)
        }
        State::LockedOut => {
            let back = full + answer.down.si();
            let after = back + 0.05 * back;
            (vec![(0.0, used), (full, limit), (full, 0.0), (back, 0.0), (back, used), (after, used)], true)
        }
        State::Full => {
            let mut points = vec![(0.0, used)];
            let cycle = full + boot;
            let cycles = (answer.killed as usize).clamp(1, CYCLES);
            let mut up = 0.0;
            for _ in 0..cycles {
                let killed = up + full;
                up = killed + boot;
                points.extend([(killed, limit), (killed, 0.0), (up, 0.0), (up, used)]);
            }
            let whole = answer.killed <= cycles as f64 && cycle > 0.0;
            if whole && up < outage {
                points.push((outage, grown(outage - up)));
            }
            (points, whole)
        }
    }
}
