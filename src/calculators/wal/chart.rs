//! The charts: free space and waiting log over time.

use super::model::{Answer, State};
use super::notes::projection_differs;
use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series, Span};
use crate::quantity::{Duration, Unit};

/// Both charts; the second only where log ever waits, or a limit is set for it.
pub(super) fn charts(words: &Words<'_>) -> Vec<ChartSpec> {
    let end = horizon(words);
    let mut charts = vec![free_chart(words, end)];
    charts.extend(waiting_chart(words, end));
    charts
}

/// Until it is full; else until nothing changes any more, and a little longer.
fn horizon(words: &Words<'_>) -> Duration {
    let Answer { full, timeline, echo, .. } = words.answer;
    if let Some(full) = full.filter(|full| *full > Duration::ZERO) {
        return full;
    }
    let last = timeline.knots().last().map_or(0.0, |knot| knot.time.si());
    let last = last.max(echo.map_or(0.0, |echo| echo.until.si()));
    let quiet = 4.0 * words.input.respond.si().max(3600.0);
    Duration::from_si(if last > 0.0 && words.answer.state != State::Full { last * 1.15 } else { quiet })
}

fn free_chart(words: &Words<'_>, end: Duration) -> ChartSpec {
    let answer = words.answer;
    let volume = answer.volume;
    let free: Vec<_> = match answer.state {
        State::Full => vec![(0.0, 0.0), (end.si(), 0.0)],
        _ => {
            let knots = answer.timeline.between(Duration::ZERO, end);
            knots.iter().map(|knot| (knot.time.si(), volume.left(knot.growth).si())).collect()
        }
    };
    let mut series = Vec::new();
    if let Some(projection) = projection_differs(words) {
        let until = projection.si().min(end.si());
        let left = volume.free.si() * (1.0 - until / projection.si());
        let points = vec![(0.0, volume.free.si()), (until, left)];
        series.push(Series::line("straight-line projection", Role::Secondary, points).dashed());
    }
    let most = free.iter().map(|point| point.1).fold(volume.alert.si(), f64::max);
    series.push(Series::line("free space", Role::Primary, free).filled());
    ChartSpec {
        key: "free",
        title: "Free space".into(),
        caption: caption(words),
        plot: Plot::Lines {
            x: Axis::up_to("from now", Unit::Duration, end.si()).clock(words.input.from),
            y: Axis::up_to("free", Unit::Bytes, most),
            series,
            spans: spans(words, end),
            levels: vec![Level { label: "alert".into(), y: volume.alert.si(), role: Role::Danger }],
            markers: markers(words),
        },
    }
}

fn caption(words: &Words<'_>) -> String {
    let end = match words.answer.state {
        State::Full => "It is full now",
        State::Holds => "It never reaches zero",
        State::Tight | State::TooLate => "The volume is full where the line ends",
    };
    let projection = match projection_differs(words) {
        Some(_) => "; the broken line is only a projection of the present rate",
        None => "",
    };
    format!("{end}{projection}.")
}

fn spans(words: &Words<'_>, end: Duration) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut add = |label: &str, from: f64, to: f64, role| {
        let to = to.min(end.si());
        if to > from {
            spans.push(Span { label: label.into(), from, to, role });
        }
    };
    if let Some(length) = words.input.finite_burst() {
        add("burst", 0.0, length.si(), Role::Muted);
    }
    if let Some(echo) = words.answer.echo {
        add("echo", echo.from.si(), echo.until.si(), Role::Muted);
    }
    if let (Some(full), Some(stands)) = (words.answer.full, words.answer.stands) {
        add("time to act", stands.si(), full.si(), Role::Danger);
    }
    spans
}

fn markers(words: &Words<'_>) -> Vec<Marker> {
    let answer = words.answer;
    let mut markers = Vec::new();
    let mut add = |name: &str, at: Option<Duration>, role| {
        if let Some(at) = at.filter(|at| *at > Duration::ZERO) {
            let label = words.clock(at).map_or(name.into(), |clock| format!("{name}, {clock}"));
            markers.push(Marker { label, x: at.si(), role });
        }
    };
    add("alert", answer.alert, Role::Secondary);
    add("limit reached", answer.limit, Role::Danger);
    add("full", answer.full, Role::Danger);
    markers
}

fn waiting_chart(words: &Words<'_>, end: Duration) -> Option<ChartSpec> {
    let answer = words.answer;
    let knots = answer.timeline.between(Duration::ZERO, end);
    let waiting: Vec<_> = knots.iter().map(|knot| (knot.time.si(), knot.waiting.si())).collect();
    let limit = words.input.limit;
    let most = waiting.iter().map(|point| point.1).fold(0.0, f64::max);
    if answer.state == State::Full || (most <= 0.0 && limit.is_none()) {
        return None;
    }
    let levels = limit.map(|limit| Level { label: "limit".into(), y: limit.si(), role: Role::Danger });
    Some(ChartSpec {
        key: "waiting",
        title: "Log that waits to be archived".into(),
        caption: match limit {
            Some(_) => "Where the line reaches the limit, something gives.".into(),
            None => "What is written and not yet archived.".into(),
        },
        plot: Plot::Lines {
            x: Axis::up_to("from now", Unit::Duration, end.si()).clock(words.input.from),
            y: Axis::up_to("waiting", Unit::Bytes, limit.map_or(most, |limit| most.max(limit.si()))),
            series: vec![Series::line("waiting log", Role::Primary, waiting).filled()],
            spans: spans(words, end),
            levels: levels.into_iter().collect(),
            markers: Vec::new(),
        },
    })
}
