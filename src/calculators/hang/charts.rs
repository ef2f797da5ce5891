//! The charts: workers lost over time, and what the kernel sends meanwhile.

use super::input::While;
use super::model::State;
use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series};
use crate::quantity::{Duration, Unit};

/// Rungs that are drawn one by one.
const MOST_RUNGS: usize = 90;

/// Both charts.
pub(super) fn charts(words: &Words<'_>) -> Vec<ChartSpec> {
    vec![slots_chart(words), ladder_chart(words)]
}

fn slots_chart(words: &Words<'_>) -> ChartSpec {
    let (input, answer) = (words.input, words.answer);
    let workers = f64::from(input.workers);
    let lost = input.rate.si() * input.dropped.as_fraction();
    let most = answer.detection.max.map(Duration::si);
    let stall = answer.stall.map(Duration::si).filter(|_| answer.state == State::Stalls);
    // Where it never ends, and nothing is lost, an hour tells as much as any time.
    let end = match (stall, most) {
        (Some(stall), _) if stall > 0.0 => 1.3 * stall,
        (_, Some(most)) => 1.3 * most,
        _ => 3600.0,
    };
    let taken = |time: f64| {
        let hung = lost * most.map_or(time, |most| time.min(most));
        (answer.busy + hung).min(workers)
    };
    let mut bends = vec![0.0, end];
    bends.extend(stall.or(most).filter(|bend| *bend > 0.0 && *bend < end));
    crate::math::sorting::sort_by(&mut bends, f64::total_cmp);
    let points: Vec<_> = bends.into_iter().map(|time| (time, taken(time))).collect();
    let busy = answer.busy.min(workers);
    let mut markers = Vec::new();
    if let Some(stall) = stall.filter(|stall| *stall > 0.0) {
        markers.push(Marker { label: "stalls".into(), x: stall, role: Role::Danger });
    } else if let Some(most) = most.filter(|most| *most > 0.0 && *most <= end) {
        markers.push(Marker { label: "first one noticed".into(), x: most, role: Role::Secondary });
    }
    ChartSpec {
        key: "slots",
        title: "Workers taken".into(),
        caption: match answer.state {
            State::Stalls => "Where the line meets the pool, no request is served any more.".into(),
            _ => "The line levels off when as many are given back as are lost.".into(),
        },
        plot: Plot::Lines {
            x: Axis::up_to("since the drops began", Unit::Duration, end),
            y: Axis::up_to("workers", Unit::Count, workers),
            series: vec![
                Series::line("at work", Role::Muted, vec![(0.0, busy), (end, busy)]).dashed(),
                Series::line("at work or hung", Role::Primary, points).filled(),
            ],
            spans: Vec::new(),
            levels: vec![Level { label: "workers".into(), y: workers, role: Role::Danger }],
            markers,
        },
    }
}

fn ladder_chart(words: &Words<'_>) -> ChartSpec {
    let (input, detection) = (words.input, &words.answer.detection);
    let what = match input.during {
        While::Writing => "retransmissions",
        While::Connecting => "SYNs sent again",
        While::Reading | While::Idle => "probes",
    };
    let deadline = input.deadline.filter(|_| input.during != While::Idle).map(Duration::si);
    let ladder = detection.ladder.as_ref();
    let ends = ladder.map(|ladder| ladder.ends.si());
    let sent = ladder.map_or(&[][..], |ladder| ladder.sent.as_slice());
    let end = ends.or(deadline.map(|deadline| 1.3 * deadline)).unwrap_or(3600.0).max(1e-3);
    let mut points = vec![(0.0, 0.0)];
    // Where there are too many to see, every n-th is enough.
    let every = sent.len().div_ceil(MOST_RUNGS).max(1);
    let mut before = 0.0;
    for (index, time) in sent.iter().enumerate().filter(|(index, _)| index % every == 0) {
        let (time, number) = (time.si().min(end), index as f64 + 1.0);
        points.extend([(time, before), (time, number)]);
        before = number;
    }
    points.push((end, sent.len() as f64));
    let mut markers = Vec::new();
    if let Some(ends) = ends {
        markers.push(Marker { label: "given up".into(), x: ends, role: Role::Danger });
    }
    if let Some(deadline) = deadline.filter(|deadline| *deadline < end) {
        markers.push(Marker { label: "own deadline".into(), x: deadline, role: Role::Secondary });
    }
    ChartSpec {
        key: "ladder",
        title: match input.during {
            While::Writing => "The ladder of retransmissions".into(),
            While::Connecting => "The ladder of SYNs".into(),
            While::Reading | While::Idle => "Keepalive probes".into(),
        },
        caption: match ladder {
            Some(_) => "Each step is a packet that nobody answers.".into(),
            None => "Nothing is sent: the kernel never notices.".into(),
        },
        plot: Plot::Lines {
            x: Axis::up_to("since the connection was dropped", Unit::Duration, end),
            y: Axis::up_to(what, Unit::Count, sent.len() as f64),
            series: vec![Series::line(what, Role::Primary, points)],
            spans: Vec::new(),
            levels: Vec::new(),
            markers,
        },
    }
}
