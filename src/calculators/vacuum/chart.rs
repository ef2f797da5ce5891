//! The charts: dead rows, and what can be done, over time.

use super::debt::{Leg, Moment, course};
use super::model::State;
use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series, Span};
use crate::quantity::{Duration, Unit};

/// As many legs as are drawn: a few cycles of vacuum.
const LEGS: usize = 12;
/// Points of a leg that is not straight.
const POINTS: usize = 14;

/// Both charts.
pub(super) fn charts(words: &Words<'_>) -> Vec<ChartSpec> {
    let start = Moment { dead: f64::from(words.input.dead), queue: 0.0 };
    let end = horizon(words);
    let legs = course(words.answer.flow, words.answer.plan, start, end, LEGS);
    let end = legs.last().map_or(end, |leg| end.min(leg.from + leg.length));
    let moments = moments(&legs, end);
    vec![dead_chart(words, &moments, end), capacity_chart(words, &moments, end)]
}

/// Long enough to see what decides.
fn horizon(words: &Words<'_>) -> f64 {
    let answer = words.answer;
    let seconds = |time: Option<Duration>| time.map_or(0.0, Duration::si);
    let (tip, back) = (seconds(answer.time_to_tip), seconds(answer.recovers));
    let held = words.input.held.si();
    let growth = words.asked().si();
    let end = match answer.state {
        State::KeepsUp => {
            // Until what lies there is gone, and two cycles of vacuum.
            let net = answer.plan.vacuum - growth;
            let cycle = answer.trigger_at / growth + answer.trigger_at / net;
            let cycle = if cycle.is_finite() { cycle } else { 0.0 };
            1.1 * held.max(seconds(answer.clear_time)) + 2.0 * cycle
        }
        _ if back > 0.0 => 1.1 * back,
        State::Behind if tip > 0.0 => 1.8 * tip,
        State::Behind => 2.0 * f64::from(words.input.dead).max(1e6) / growth,
        // As long as it took to become so many, at the rate that is asked.
        State::Tipped => (f64::from(words.input.dead).max(1.0) / growth).max(seconds(answer.clear_time)),
    };
    if end.is_finite() && end > 0.0 { end.clamp(1e-3, 1e12) } else { 3600.0 }
}

fn moments(legs: &[Leg], end: f64) -> Vec<(f64, Moment)> {
    let mut all = Vec::with_capacity(legs.len() * POINTS);
    for leg in legs {
        let length = leg.length.min(end - leg.from).max(0.0);
        for point in 0..=POINTS {
            let after = length * point as f64 / POINTS as f64;
            // Never back by a rounding.
            let time = all.last().map_or(0.0, |(time, _): &(f64, Moment)| *time).max(leg.from + after);
            all.push((time, leg.at(after)));
        }
    }
    all
}

fn spans(words: &Words<'_>, end: f64) -> Vec<Span> {
    let held = words.input.held.si().min(end);
    match held > 0.0 {
        true => vec![Span { label: "snapshot held".into(), from: 0.0, to: held, role: Role::Muted }],
        false => Vec::new(),
    }
}

fn markers(words: &Words<'_>, end: f64) -> Vec<Marker> {
    let mut markers = Vec::new();
    let mut add = |label: &str, at: Option<Duration>, role| {
        if let Some(at) = at.map(Duration::si).filter(|at| *at > 0.0 && *at <= end) {
            markers.push(Marker { label: label.into(), x: at, role });
        }
    };
    add("tips over", words.answer.time_to_tip, Role::Danger);
    add("all done again", words.answer.recovers, Role::Secondary);
    markers
}

fn dead_chart(words: &Words<'_>, moments: &[(f64, Moment)], end: f64) -> ChartSpec {
    let dead: Vec<_> = moments.iter().map(|(time, moment)| (*time, moment.dead)).collect();
    let most = dead.iter().map(|point| point.1).fold(words.answer.trigger_at, f64::max);
    let mut levels =
        vec![Level { label: "autovacuum starts".into(), y: words.answer.trigger_at, role: Role::Secondary }];
    // A tipping point far above would flatten everything else.
    let tip = words.answer.tips_at.filter(|tip| *tip <= 20.0 * most.max(1.0));
    levels.extend(tip.map(|tip| Level { label: "tips over".into(), y: tip, role: Role::Danger }));
    let above = match (tip, words.answer.tips_at) {
        (None, Some(_)) => " The tipping point is far above.",
        _ => "",
    };
    ChartSpec {
        key: "dead",
        title: "Dead rows".into(),
        caption: format!("Above the tipping point less can be done than is asked.{above}"),
        plot: Plot::Lines {
            x: Axis::up_to("from now", Unit::Duration, end / 1.05),
            y: Axis::up_to("dead rows", Unit::Count, tip.map_or(most, |tip| most.max(tip))),
            series: vec![Series::line("dead rows", Role::Primary, dead).filled()],
            spans: spans(words, end),
            levels,
            markers: markers(words, end),
        },
    }
}

fn capacity_chart(words: &Words<'_>, moments: &[(f64, Moment)], end: f64) -> ChartSpec {
    let flow = words.answer.flow;
    let asked = words.input.rate.si();
    let capacity: Vec<_> = moments.iter().map(|(time, moment)| (*time, flow.capacity(moment.dead))).collect();
    // Of a capacity far above what is asked only the lower part is of interest.
    let most = capacity.iter().map(|point| point.1).fold(0.0, f64::max);
    let shown = if asked > 0.0 { most.min(4.0 * asked) } else { most };
    let cut = if shown < most { " What is far above that is cut off." } else { "" };
    ChartSpec {
        key: "capacity",
        title: "Operations that can be done".into(),
        caption: format!("Where the line is below what is asked, operations pile up.{cut}"),
        plot: Plot::Lines {
            x: Axis::up_to("from now", Unit::Duration, end / 1.05),
            y: Axis::up_to("operations", Unit::Rate, shown.max(asked)),
            series: vec![Series::line("can be done", Role::Primary, capacity)],
            spans: spans(words, end),
            levels: vec![Level { label: "asked".into(), y: asked, role: Role::Secondary }],
            markers: markers(words, end),
        },
    }
}
