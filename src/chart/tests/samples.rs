//! Charts such as the calculators make.

use crate::chart::{Axis, Bar, ChartSpec, Level, Marker, Plot, Role, Segment, Series, Span};
use crate::clock::Clock;
use crate::quantity::Unit;

pub fn all() -> Vec<ChartSpec> {
    vec![pool(), wal(), backlog(), packing(), many_bars(), crowded(), broken(), empty()]
}

fn span(label: &str, from: f64, to: f64, role: Role) -> Span {
    Span { label: label.into(), from, to, role }
}

fn level(label: &str, y: f64, role: Role) -> Level {
    Level { label: label.into(), y, role }
}

fn marker(label: &str, x: f64, role: Role) -> Marker {
    Marker { label: label.into(), x, role }
}

fn chart(key: &'static str, title: &str, caption: &str, plot: Plot) -> ChartSpec {
    ChartSpec { key, title: title.into(), caption: caption.into(), plot }
}

/// Everything that lines can have.
pub fn pool() -> ChartSpec {
    let usable =
        vec![(-10.0, 50.0), (6.0, 50.0), (7.0, 48.0), (9.0, 30.0), (11.5, 6.0), (13.0, 0.0), (105.0, 0.0)];
    let needed = vec![(-10.0, 18.0), (0.0, 18.0), (0.0, 54.0), (60.0, 54.0), (60.0, 18.0), (105.0, 18.0)];
    let refilled = (0..=115).map(|t| (f64::from(t) - 10.0, 4.0 + 2.0 * (f64::from(t) / 7.0).sin())).collect();
    chart(
        "pool",
        "Usable connections through the surge",
        "The pool is empty 13 s into the surge and stays so.",
        Plot::Lines {
            x: Axis::between("since the surge began", Unit::Duration, -10.0, 105.0),
            y: Axis::up_to("connections", Unit::Count, 54.0),
            series: vec![
                Series::line("needed by the load", Role::Muted, needed).dashed(),
                Series::line("reopened each second", Role::Secondary, refilled),
                Series::line("usable", Role::Danger, usable).filled(),
            ],
            spans: vec![span("surge ×3", 0.0, 60.0, Role::Primary)],
            levels: vec![
                level("pool size", 50.0, Role::Muted),
                level("point of no return", 10.0, Role::Danger),
            ],
            markers: vec![
                marker("queries miss", 6.0, Role::Danger),
                marker("empty", 13.0, Role::Danger),
                marker("surge over", 60.0, Role::Muted),
            ],
        },
    )
}

/// With clock times.
pub fn wal() -> ChartSpec {
    let hours = |h: f64| h * 3600.0;
    let used = (0..=200).map(|i| {
        let t = f64::from(i) / 200.0 * 6.0;
        (hours(t), 420e9 + 178e9 * t.min(3.25))
    });
    let archived =
        (0..=200).map(|i| (hours(f64::from(i) / 200.0 * 6.0), 420e9 + 20e9 * f64::from(i) / 200.0 * 6.0));
    let clock = Clock::read("2026-10-09T08:00Z").expect("a clock time").0;
    chart(
        "wal",
        "The WAL volume",
        "It is full at 11:15 UTC.",
        Plot::Lines {
            x: Axis::between("time", Unit::Duration, 0.0, hours(6.0)).clock(Some(clock)),
            y: Axis::up_to("on the volume", Unit::Bytes, 1e12),
            series: vec![
                Series::line("written", Role::Primary, used.collect()).filled(),
                Series::line("archived", Role::Muted, archived.collect()).dashed(),
            ],
            spans: vec![span("lead time", hours(2.13), hours(3.25), Role::Danger)],
            levels: vec![
                level("volume", 1e12, Role::Danger),
                level("alert at 80 %", 0.8e12, Role::Secondary),
            ],
            markers: vec![marker("full at 11:15 UTC", hours(3.25), Role::Danger)],
        },
    )
}

/// One line, so no legend.
pub fn backlog() -> ChartSpec {
    let points = vec![
        (0.0, 0.0),
        (600.0, 0.0),
        (4200.0, 360_000.0),
        (4200.0, 300_000.0),
        (11_400.0, 0.0),
        (14_400.0, 0.0),
    ];
    chart(
        "backlog",
        "Backlog",
        "Drained 2 h after the outage.",
        Plot::Lines {
            x: Axis::between("time", Unit::Duration, 0.0, 14_400.0),
            y: Axis::up_to("items waiting", Unit::Count, 360_000.0),
            series: vec![Series::line("backlog", Role::Primary, points).filled()],
            spans: vec![span("outage", 600.0, 4200.0, Role::Danger)],
            levels: vec![],
            markers: vec![marker("drained", 11_400.0, Role::Primary)],
        },
    )
}

fn bar(label: &str, count: u64, parts: &[f64], size: f64) -> Bar {
    let mut segments: Vec<Segment> =
        parts.iter().enumerate().map(|(name, value)| Segment { name, value: *value }).collect();
    segments.push(Segment { name: 4, value: size - parts.iter().sum::<f64>() });
    Bar { label: label.into(), count, segments }
}

fn names() -> Vec<String> {
    ["lint", "unit", "integration", "build-2xlarge", "free"].map(String::from).into()
}

pub fn packing() -> ChartSpec {
    chart(
        "packing",
        "What runs on each machine",
        "17 machines; 12 % of their cores are free.",
        Plot::Bars {
            y: Axis::up_to("cores of a machine", Unit::Cores, 32.0),
            bars: vec![
                bar("c6i.8xlarge", 12, &[8.0, 16.0, 0.0, 8.0], 32.0),
                bar("c6i.8xlarge", 1, &[0.0, 6.0, 4.0, 0.0], 32.0),
                bar("m6i.4xlarge", 3, &[2.0, 4.0, 8.0], 16.0),
                bar("m6i.large", 1, &[0.5, 1.0], 2.0),
            ],
            names: names(),
        },
    )
}

/// More bars than fit.
pub fn many_bars() -> ChartSpec {
    let size = |index: u32| f64::from(1 << (index % 6));
    let one = |index: u32| {
        let part = size(index) / 4.0;
        bar(
            &format!("pool-{}.{}xlarge", index / 6, index % 6),
            u64::from(index * index) + 1,
            &[part, part, part / 2.0],
            size(index),
        )
    };
    chart(
        "many",
        "What runs on each machine",
        "Many kinds of machines.",
        Plot::Bars {
            y: Axis::up_to("cores", Unit::Cores, 32.0),
            bars: (0..40).map(one).collect(),
            names: names(),
        },
    )
}

/// More labels than are good for it.
pub fn crowded() -> ChartSpec {
    let line = |phase: f64| {
        (0..=200).map(|i| (f64::from(i) * 3.0, 500.0 + 400.0 * (f64::from(i) / 20.0 + phase).sin())).collect()
    };
    chart(
        "crowded",
        "Crowded",
        "Everything at once.",
        Plot::Lines {
            x: Axis::between("since the alert", Unit::Duration, 0.0, 600.0),
            y: Axis::between("queries per second, all lanes", Unit::Rate, 0.0, 1000.0),
            series: vec![
                Series::line("arriving", Role::Muted, line(0.0)).dashed(),
                Series::line("served within the deadline", Role::Primary, line(1.0)),
                Series::line("late", Role::Secondary, line(2.0)).filled(),
                Series::line("abandoned while queued", Role::Danger, line(3.0)).dashed(),
            ],
            spans: vec![
                span("first surge", 30.0, 200.0, Role::Primary),
                span("second surge, much longer", 180.0, 260.0, Role::Danger),
                span("restart", 255.0, 265.0, Role::Muted),
            ],
            levels: vec![
                level("capacity", 900.0, Role::Muted),
                level("refill ceiling", 880.0, Role::Danger),
                level("without retries", 860.0, Role::Secondary),
                level("half", 500.0, Role::Muted),
                level("nothing at all", 0.0, Role::Muted),
                level("the top", 1000.0, Role::Muted),
            ],
            markers: vec![
                marker("queries begin to miss", 60.0, Role::Danger),
                marker("empty", 66.0, Role::Danger),
                marker("the end of it all", 600.0, Role::Secondary),
                marker("start", 0.0, Role::Muted),
                marker("half-way", 300.0, Role::Muted),
            ],
        },
    )
}

/// What must not be drawn, and must not panic.
pub fn broken() -> ChartSpec {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    chart(
        "broken",
        "Broken & <odd>",
        "\"Nothing\" here is sound.",
        Plot::Lines {
            x: Axis::between("", Unit::Duration, 10.0, 10.0),
            y: Axis::between("", Unit::Share, 0.0, 1.0),
            series: vec![
                Series::line("none", Role::Primary, vec![]).filled(),
                Series::line("one", Role::Danger, vec![(10.0, 0.5)]),
                Series::line(
                    "wild",
                    Role::Muted,
                    vec![(-1e300, -1e300), (9.9, nan), (nan, 0.2), (10.1, 1e300), (inf, 0.0)],
                )
                .filled(),
                Series::line(
                    "spike",
                    Role::Secondary,
                    vec![(9.0, 0.5), (10.0, 0.5), (10.0, 5.0), (10.2, -5.0), (11.0, 0.4)],
                )
                .dashed(),
            ],
            spans: vec![
                span("backwards", 10.2, 9.8, Role::Primary),
                span("nan", nan, 10.0, Role::Danger),
                span("all", -inf, inf, Role::Muted),
            ],
            levels: vec![
                level("nan", nan, Role::Danger),
                level("far", 1e9, Role::Danger),
                level("", 0.5, Role::Muted),
            ],
            markers: vec![marker("nan", nan, Role::Danger), marker("at the edge", 10.5, Role::Danger)],
        },
    )
}

pub fn empty() -> ChartSpec {
    chart(
        "empty",
        "",
        "",
        Plot::Bars {
            y: Axis::up_to("", Unit::Cores, f64::NAN),
            bars: vec![
                Bar { label: String::new(), count: 0, segments: vec![] },
                Bar {
                    label: "odd".into(),
                    count: u64::MAX,
                    segments: vec![Segment { name: 77, value: f64::NAN }, Segment { name: 9, value: 3.0 }],
                },
            ],
            names: vec![],
        },
    )
}
