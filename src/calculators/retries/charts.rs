//! The charts: attempts over the outage, and which runs are exhausted.

use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Plot, Role, Series, Span};
use crate::quantity::Unit;

/// Jumps that are drawn one by one.
const MOST_JUMPS: usize = 80;
/// Points of a curve.
const POINTS: usize = 60;

/// Both charts.
pub(super) fn charts(words: &Words<'_>) -> Vec<ChartSpec> {
    vec![load_chart(words), exhausted_chart(words)]
}

/// Attempts per run that starts, over the outage.
fn made(words: &Words<'_>) -> Vec<(f64, f64)> {
    let outage = words.input.outage.si();
    let curves = &words.answer.course.curves;
    let end = words.answer.course.load_multiple;
    let mut points = vec![(0.0, 1.0)];
    match curves.times(MOST_JUMPS) {
        Some(times) => {
            for (index, time) in times.into_iter().enumerate().skip(1) {
                let time = time.min(outage);
                points.extend([(time, index as f64), (time, index as f64 + 1.0)]);
            }
        }
        None => points.extend((1..POINTS).map(|point| {
            let time = outage * point as f64 / POINTS as f64;
            (time, curves.made(time, outage).max(1.0).min(end))
        })),
    }
    points.push((outage, end));
    points
}

fn load_chart(words: &Words<'_>) -> ChartSpec {
    let (input, answer) = (words.input, words.answer);
    let rate = input.rate.si();
    let points: Vec<_> = made(words).into_iter().map(|(time, made)| (time, made * rate)).collect();
    let capacity = input.capacity.map(|capacity| capacity.si());
    let most = answer.attempt_rate.si().max(capacity.filter(|_| rate > 0.0).unwrap_or(0.0));
    let levels = capacity.map(|y| Level { label: "capacity".into(), y, role: Role::Danger });
    let started = vec![(0.0, rate), (input.outage.si(), rate)];
    ChartSpec {
        key: "attempts",
        title: "Attempts over the outage".into(),
        caption: match capacity {
            Some(_) => {
                "Above the capacity at the end, attempts go on failing when the outage is over.".into()
            }
            None => "Runs that failed come back on top of those that start.".into(),
        },
        plot: Plot::Lines {
            x: Axis::up_to("since the outage began", Unit::Duration, input.outage.si()),
            y: Axis::up_to("attempts", Unit::Rate, most),
            series: vec![
                Series::line("runs started", Role::Muted, started).dashed(),
                Series::line("attempts", Role::Primary, points).filled(),
            ],
            spans: Vec::new(),
            levels: levels.into_iter().collect(),
            markers: Vec::new(),
        },
    }
}

/// The share of runs exhausted, by the time of their first attempt in the outage.
fn exhausted(words: &Words<'_>) -> Vec<(f64, f64)> {
    let outage = words.input.outage.si();
    let span = words.answer.span;
    let Some(limit) = words.limit() else { return vec![(0.0, 0.0), (outage, 0.0)] };
    let min = span.min.unwrap_or(f64::INFINITY);
    if min >= outage {
        return vec![(0.0, 0.0), (outage, 0.0)];
    }
    // Later than this none is exhausted; earlier than the other, all are.
    let none = outage - min;
    let all = (outage - span.max.unwrap_or(f64::INFINITY)).max(0.0);
    let mut points = vec![(0.0, 1.0), (all, 1.0), (none, 0.0), (outage, 0.0)];
    match span.max {
        Some(max) if max <= min => points[2] = (all, 0.0),
        _ => {
            let curves = &words.answer.course.curves;
            let inside = (0..POINTS).map(|point| {
                let start = all + (none - all) * point as f64 / POINTS as f64;
                (start, curves.spent(outage - start, outage, limit).min(1.0))
            });
            points.splice(if all > 0.0 { 1..2 } else { 0..2 }, inside);
        }
    }
    points
}

fn exhausted_chart(words: &Words<'_>) -> ChartSpec {
    let outage = words.input.outage.si();
    let points = exhausted(words);
    let surely = points.iter().take_while(|point| point.1 >= 1.0).last().map_or(0.0, |point| point.0);
    let mut spans = Vec::new();
    if surely > 0.0 {
        spans.push(Span { label: "all exhausted".into(), from: 0.0, to: surely, role: Role::Danger });
    }
    ChartSpec {
        key: "exhausted",
        title: "Runs exhausted, by when they start".into(),
        caption: "Of the runs whose first attempt is this long after the outage began.".into(),
        plot: Plot::Lines {
            x: Axis::up_to("first attempt, since the outage began", Unit::Duration, outage),
            y: Axis::between("exhausted", Unit::Share, 0.0, 1.05),
            series: vec![Series::line("exhausted", Role::Danger, points).filled()],
            spans,
            levels: Vec::new(),
            markers: Vec::new(),
        },
    }
}
