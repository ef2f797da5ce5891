//! Charts of many runs: the middle one, and where nine in ten of them are.

use super::plan::{POINTS, Plan};
use super::sample::Sample;
use crate::calculators::fleet::Input;
use crate::calculators::simulated::{Curve, band, band_lines};
use crate::chart::{Axis, ChartSpec, Level, Plot, Role, Series, Span};
use crate::quantity::{Unit, significant};

pub(super) fn charts(input: &Input, plan: &Plan, samples: &[Sample<'_>]) -> Vec<ChartSpec> {
    let caption =
        format!("{} simulated runs; nine in ten lie between the outer lines at each moment.", samples.len());
    let top = |curve: &Curve| curve.iter().map(|point| point.1).fold(0.0, f64::max);
    let times = (0..POINTS).map(|at| plan.watch * at as f64 / POINTS as f64);
    let of = |index: usize| band(times.clone(), samples.iter().map(move |sample| sample.curve(index)));
    let [machines, cost, line, largest, smallest] = [0, 1, 2, 3, 4].map(of);
    let names = [plan.fleet.largest(), plan.fleet.smallest()].map(|class| input.jobs[class].name.clone());
    let mut charts = Vec::new();
    let mut chart = |key, title: String, y: Axis, series: Vec<Series>, levels| {
        charts.push(ChartSpec {
            key,
            title,
            caption: caption.clone(),
            plot: Plot::Lines {
                x: Axis::between("time from the end of the warm-up", Unit::Duration, 0.0, plan.watch),
                y,
                series,
                spans: spans(input, plan.watch),
                levels,
                markers: Vec::new(),
            },
        });
    };
    let target = Level { label: "target".into(), y: input.target.si(), role: Role::Muted };
    let longest = top(&largest[2]).max(input.target.si());
    let mut waits = band_lines(&names[0], largest);
    if names[0] != names[1] {
        let [_, middle, _] = smallest;
        waits.push(Series::line(format!("{}, median", names[1]), Role::Danger, middle));
    }
    chart(
        "simulated_wait",
        "Wait of the jobs that arrive then, simulated".into(),
        Axis::up_to("mean wait", Unit::Duration, longest),
        waits,
        vec![target],
    );
    let tallest = top(&line[2]);
    chart(
        "simulated_waiting",
        "Jobs waiting, simulated".into(),
        Axis::up_to("jobs", Unit::Count, tallest),
        band_lines("", line),
        Vec::new(),
    );
    let tallest = top(&machines[2]);
    chart(
        "simulated_machines",
        "Machines, simulated".into(),
        Axis::up_to("machines", Unit::Count, tallest),
        band_lines("", machines),
        Vec::new(),
    );
    if !cost[2].is_empty() {
        let tallest = top(&cost[2]);
        chart(
            "simulated_cost",
            "Cost per hour, simulated".into(),
            Axis::up_to("per hour", Unit::Price, tallest),
            band_lines("", cost),
            Vec::new(),
        );
    }
    charts
}

fn spans(input: &Input, watch: f64) -> Vec<Span> {
    let outages = input
        .outages
        .iter()
        .map(|outage| (format!("no {}", outage.name), outage.from.si(), outage.lasts.si()));
    let surges = input.surges.iter().map(|surge| {
        (format!("{} ×{}", surge.name, significant(surge.factor.si(), 3)), surge.from.si(), surge.lasts.si())
    });
    outages
        .chain(surges)
        .filter(|(_, from, lasts)| *from < watch && *lasts > 0.0)
        .map(|(label, from, lasts)| Span { label, from, to: (from + lasts).min(watch), role: Role::Muted })
        .collect()
}
