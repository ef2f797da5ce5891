//! The pooler's charts: connections and queue over the surge, and the race by number of connections.

use super::limits::destroy_rate;
use super::loss::Cause;
use super::outcome::State;
use super::report::Answer;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series, Span};
use crate::quantity::{Unit, significant};

pub(super) fn charts(answer: &Answer<'_>) -> Vec<ChartSpec> {
    vec![usable(answer), queue(answer), race(answer)]
}

/// From before the surge to long enough after it to see the end.
fn window(answer: &Answer<'_>) -> (f64, f64) {
    let surge = answer.lane.surge_for;
    let refill = f64::from(answer.lane.size) * answer.lane.open;
    let after = match answer.outcome.recovery {
        Some(recovery) if recovery > 0.0 => 1.3 * (recovery + refill),
        _ => 0.5 * surge,
    };
    let length = (surge + after).max(10.0 * answer.lane.hold).max(1.0);
    (-0.12 * length, length.max(surge + 0.2 * surge))
}

fn surge_span(answer: &Answer<'_>) -> Vec<Span> {
    let factor = significant(answer.lane.surge, 3);
    match answer.lane.surge > 1.0 && answer.lane.surge_for > 0.0 {
        true => vec![Span {
            label: format!("surge ×{factor}"),
            from: 0.0,
            to: answer.lane.surge_for,
            role: Role::Muted,
        }],
        false => Vec::new(),
    }
}

fn lines(x: Axis, y: Axis, series: Vec<Series>, spans: Vec<Span>, levels: Vec<Level>) -> Plot {
    Plot::Lines { x, y, series, spans, levels, markers: Vec::new() }
}

fn usable(answer: &Answer<'_>) -> ChartSpec {
    let (from, to) = window(answer);
    let lane = &answer.lane;
    let full = answer.held();
    let refill = f64::from(lane.size) * lane.open;
    let mut points = vec![(from, full)];
    if lane.starts_empty {
        // Lazily: it opens what the load needs, and a few for its scatter.
        let offered = lane.rate * lane.hold;
        let needed = (offered + 2.0 * offered.sqrt() + 1.0).ceil().min(f64::from(lane.size)) * lane.lanes;
        points = match answer.outcome.fails_cold {
            true => vec![(from, 0.0), (to, 0.0)],
            false => vec![(from, 0.0), (from + needed / lane.lanes * lane.open, needed)],
        };
    }
    if let Some((low, high)) = answer.empty_at.filter(|_| !answer.outcome.fails_cold) {
        points.push((low.min(to), full));
        points.push((((low + high) / 2.0).min(to), 0.0));
        if let Some(recovery) = answer.outcome.recovery {
            let back = (lane.surge_for + recovery).max((low + high) / 2.0);
            points.push((back, 0.0));
            points.push((back + refill, full));
        }
    }
    let (last_x, last_y) = points.last().copied().unwrap_or((from, full));
    if last_x < to {
        points.push((to, last_y));
    }
    let role = if answer.empty_at.is_some() { Role::Danger } else { Role::Primary };
    let levels =
        answer.no_return.filter(|connections| *connections < f64::from(lane.size)).map(|connections| Level {
            label: "point of no return".into(),
            y: connections * lane.lanes,
            role: Role::Muted,
        });
    ChartSpec {
        key: "usable",
        title: "Usable connections through the surge".into(),
        caption:
            "Closed form, all lanes together. Identical real runs differ in the moment the pool is empty."
                .into(),
        plot: lines(
            Axis::between("time from the start of the surge", Unit::Duration, from, to),
            Axis::up_to("connections", Unit::Count, full),
            vec![Series::line("usable connections", role, points).filled()],
            surge_span(answer),
            levels.into_iter().collect(),
        ),
    }
}

fn queue(answer: &Answer<'_>) -> ChartSpec {
    let (from, to) = window(answer);
    let lane = &answer.lane;
    let outcome = &answer.outcome;
    let work = lane.servers() / lane.hold;
    let fill = lane.fill_time(lane.rate, lane.surge_rate());
    let surge = lane.surge_for;
    let room = f64::from(lane.clients);
    let mut points = vec![(from, 0.0)];
    // Piecewise linear, at most the client limit.
    let grow = |points: &mut Vec<(f64, f64)>, until: f64, rate: f64, limit: f64| {
        let (x, y) = points.last().copied().unwrap_or((from, 0.0));
        if until <= x {
            return;
        }
        let end = y + rate * (until - x);
        let bound = if rate > 0.0 { limit } else { 0.0 };
        if (end > bound) == (rate > 0.0) && end != bound && rate != 0.0 {
            points.push((x + (bound - y) / rate, bound));
            points.push((until, bound));
        } else {
            points.push((until, end));
        }
    };
    let held_back = lane
        .wait_at_client_limit(lane.servers())
        .min(lane.wait_at_wait_limit(lane.utilisation(lane.surge_rate())));
    let limit_up = (held_back * work).min((room - lane.servers()).max(0.0));
    let down_at = outcome.down_at.filter(|_| outcome.loses_pool).unwrap_or(f64::INFINITY);
    if outcome.fails_cold || outcome.state == State::Draining {
        points.push((0.0f64.max(from), 0.0));
        grow(
            &mut points,
            to,
            (lane.rate - if outcome.loses_pool { lane.refill() } else { work }).max(0.0),
            room,
        );
    } else {
        grow(&mut points, fill.min(surge), 0.0, room);
        let over = lane.surge_rate() - work;
        grow(&mut points, surge.min(down_at), over.max(0.0), limit_up);
        grow(&mut points, surge, (lane.surge_rate() - lane.refill()).max(0.0), room);
        let net = if outcome.loses_pool { lane.rate - lane.refill() } else { lane.rate - work };
        match outcome.recovery {
            Some(recovery) if outcome.loses_pool => {
                points.push((surge + recovery, 0.0));
            }
            _ => grow(&mut points, to, if net > 0.0 && outcome.recovery.is_some() { 0.0 } else { net }, room),
        }
    }
    let (last_x, last_y) = points.last().copied().unwrap_or((from, 0.0));
    if last_x < to {
        points.push((to, last_y));
    }
    let points: Vec<_> = points.into_iter().map(|(x, y)| (x, y * lane.lanes)).collect();
    let top = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let levels = match top > 0.5 * room * lane.lanes {
        true => vec![Level { label: "client limit".into(), y: room * lane.lanes, role: Role::Muted }],
        false => Vec::new(),
    };
    let tallest = if levels.is_empty() { top } else { room * lane.lanes };
    ChartSpec {
        key: "queue",
        title: "Queries waiting".into(),
        caption: match outcome.cause {
            Cause::Losses | Cause::Burst => {
                "All lanes together; the moment it begins is a matter of chance.".into()
            }
            _ => "All lanes together.".into(),
        },
        plot: lines(
            Axis::between("time from the start of the surge", Unit::Duration, from, to),
            Axis::up_to("queries", Unit::Count, tallest),
            vec![Series::line("waiting queries", Role::Primary, points).filled()],
            surge_span(answer),
            levels,
        ),
    }
}

fn race(answer: &Answer<'_>) -> ChartSpec {
    const POINTS: u32 = 60;
    let lane = &answer.lane;
    let size = f64::from(lane.size);
    let curve = |rate: f64| -> Vec<(f64, f64)> {
        (0..=POINTS)
            .map(|index| size * f64::from(index) / f64::from(POINTS))
            .map(|servers| (servers, destroy_rate(lane, rate, servers) + lane.destroyed))
            .collect()
    };
    let ceiling = 1.0 / lane.open;
    let (base, surged) = (curve(lane.rate), curve(lane.surge_rate()));
    let top = surged.iter().chain(&base).map(|point| point.1).fold(ceiling, f64::max).min(12.0 * ceiling);
    let markers = answer.no_return.filter(|connections| *connections < size).map(|x| Marker {
        label: "point of no return".into(),
        x,
        role: Role::Muted,
    });
    ChartSpec {
        key: "race",
        title: "Destroyed against reopened, by usable connections".into(),
        caption: "One lane. Where destroyed is above reopened, the pool shrinks.".into(),
        plot: Plot::Lines {
            x: Axis::between("usable connections", Unit::Count, 0.0, size),
            y: Axis::up_to("connections per second", Unit::Rate, top),
            series: vec![
                Series::line("reopened at most", Role::Primary, vec![(0.0, ceiling), (size, ceiling)]),
                Series::line("destroyed in the surge", Role::Danger, surged).dashed(),
                Series::line("destroyed at the base load", Role::Danger, base),
            ],
            spans: Vec::new(),
            levels: Vec::new(),
            markers: markers.into_iter().collect(),
        },
    }
}
