//! The charts: the backlog, and the wait, over time.

use super::curve::Side;
use super::model::{self, horizon};
use super::report::{Answer, items};
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series, Span};
use crate::math::sorting;
use crate::quantity::Unit;

/// Evenly spread times, between those at which something happens.
const SAMPLES: usize = 90;
/// With more times than this, of a queue solved in steps or of a storm, the rest is left to the samples.
const MOST_TIMES: usize = 160;

pub(super) fn charts(answer: &Answer) -> Vec<ChartSpec> {
    let end = end(answer);
    let times = times(answer, end);
    vec![backlog(answer, end, &times), wait(answer, end, &times)]
}

/// The last time shown.
fn end(answer: &Answer) -> f64 {
    let restored = model::restored_after(answer.input).as_seconds();
    let target =
        answer.input.target.map_or(0.0, |target| answer.input.outage.as_seconds() + target.as_seconds());
    let end = match answer.outcome.course.cleared {
        Some(cleared) => cleared.max(restored),
        None => horizon(answer.input),
    };
    // A target far beyond is not worth the space.
    let end = if target <= 1.5 * end { end.max(target) } else { end };
    if end > 0.0 { 1.04 * end } else { 3600.0 }
}

/// The times at which the curves bend or jump, as far as they can be told apart in a chart.
fn times(answer: &Answer, end: f64) -> Vec<f64> {
    let course = &answer.outcome.course;
    let mut times: Vec<f64> = (0..=SAMPLES).map(|index| end * index as f64 / SAMPLES as f64).collect();
    times.push(course.peak_at);
    let mut add = |more: Vec<f64>| {
        if times.len() + more.len() <= MOST_TIMES {
            times.extend(more);
        }
    };
    let mut busy = Vec::new();
    for &(from, to) in &course.busy {
        busy.extend([from, to]);
    }
    add(busy);
    add(course.arrived.arcs().iter().map(|arc| arc.from).collect());
    // When what leaves changes, and when the items arrived that leave then: there the wait bends or jumps.
    let mut left = Vec::new();
    for arc in course.left.arcs() {
        left.extend([arc.from, course.arrived.time(arc.level, Side::Before)]);
    }
    add(left);
    times.retain(|time| (0.0..=end).contains(time));
    sorting::sort_by(&mut times, f64::total_cmp);
    times.dedup_by(|b, a| *b - *a <= 1e-9 * end);
    times
}

/// The points of a curve: two at a jump, none where it is infinite.
fn points(times: &[f64], value: impl Fn(f64, Side) -> f64) -> Vec<(f64, f64)> {
    let mut points = Vec::with_capacity(times.len() + 8);
    for &time in times {
        let (before, after) = (value(time, Side::Before), value(time, Side::After));
        let jumps = (after - before).abs() > 1e-6 * (after.abs() + before.abs());
        if time > 0.0 && before.is_finite() && jumps {
            points.push((time, before));
        }
        if after.is_finite() {
            points.push((time, after));
        }
    }
    points
}

fn time_axis(answer: &Answer, end: f64) -> Axis {
    let label = if answer.input.from.is_some() { "time" } else { "time since the outage began" };
    Axis::between(label, Unit::Duration, 0.0, end).clock(answer.input.from)
}

fn spans(answer: &Answer, end: f64) -> Vec<Span> {
    let input = answer.input;
    let outage = input.outage.as_seconds();
    let paused = outage + input.pause.as_seconds();
    let ramped = paused + input.ramp.as_seconds();
    let peak = outage + input.peak_for.as_seconds();
    let peak = if input.peak.as_times() == 1.0 { outage } else { peak };
    [
        ("outage", 0.0, outage, Role::Danger),
        ("pause", outage, paused, Role::Danger),
        ("ramp", paused, ramped, Role::Muted),
        ("peak", outage, peak, Role::Secondary),
    ]
    .into_iter()
    .map(|(label, from, to, role)| Span { label: label.into(), from, to: to.min(end), role })
    .filter(|span| span.to > span.from)
    .collect()
}

fn markers(answer: &Answer, end: f64) -> Vec<Marker> {
    let drained = answer.outcome.course.cleared.filter(|_| answer.queues());
    let drained = drained.map(|x| Marker { label: "drained".into(), x, role: Role::Primary });
    let target = answer.input.target.map(|target| {
        let x = answer.input.outage.as_seconds() + target.as_seconds();
        Marker { label: "target".into(), x, role: Role::Secondary }
    });
    [drained, target].into_iter().flatten().filter(|marker| marker.x <= end).collect()
}

fn highest(series: &[Series]) -> f64 {
    series.iter().flat_map(|series| &series.points).map(|point| point.1).fold(0.0, f64::max)
}

fn backlog(answer: &Answer, end: f64, times: &[f64]) -> ChartSpec {
    let course = &answer.outcome.course;
    let points = points(times, |time, side| course.backlog(time, side));
    let series = vec![Series::line("backlog", Role::Primary, points).filled()];
    let highest = highest(&series);
    let tips_at = model::tips_at(answer.input).filter(|level| *level > 0.0 && *level <= 2.0 * highest);
    let levels: Vec<_> = tips_at
        .map(|y| Level { label: format!("keeps itself up above {}", items(y)), y, role: Role::Danger })
        .into_iter()
        .collect();
    let top = levels.iter().map(|level| level.y).fold(highest, f64::max);
    ChartSpec {
        key: "backlog",
        title: "Backlog".into(),
        caption: "Items that have arrived and are not done: it grows while more arrives than is done.".into(),
        plot: Plot::Lines {
            x: time_axis(answer, end),
            y: Axis::up_to("items waiting", Unit::Count, top),
            series,
            spans: spans(answer, end),
            levels,
            markers: markers(answer, end),
        },
    }
}

fn wait(answer: &Answer, end: f64, times: &[f64]) -> ChartSpec {
    let course = &answer.outcome.course;
    // What is solved in steps is known up to the horizon only.
    let known = match (answer.input.half_at, course.cleared) {
        (Some(_), None) => horizon(answer.input),
        _ => f64::INFINITY,
    };
    let waits = points(times, |time, side| match course.delay(time, side) {
        delay if time + delay <= known => delay,
        _ => f64::INFINITY,
    });
    let oldest = points(times, |time, _| course.oldest(time));
    let series = vec![
        Series::line("oldest item there", Role::Muted, oldest).dashed(),
        Series::line("wait of what arrives then", Role::Primary, waits),
    ];
    let levels: Vec<_> = [("patience", answer.input.patience), ("expires", answer.input.expires)]
        .into_iter()
        .filter_map(|(label, span)| Some((label, span?.as_seconds())))
        .filter(|(_, y)| *y <= 1.5 * highest(&series))
        .map(|(label, y)| Level { label: label.into(), y, role: Role::Danger })
        .collect();
    let top = levels.iter().map(|level| level.y).fold(highest(&series), f64::max);
    ChartSpec {
        key: "wait",
        title: "Wait".into(),
        caption: "How long what arrives at a time will wait, and how long the oldest item there has waited, \
                  which is what a dashboard shows."
            .into(),
        plot: Plot::Lines {
            x: time_axis(answer, end),
            y: Axis::up_to("wait", Unit::Duration, top),
            series,
            spans: spans(answer, end),
            levels,
            markers: markers(answer, end),
        },
    }
}
