//! Charts of many runs: the middle one, and where nine in ten of them are.

use super::plan::Plan;
use super::sample::{Sample, times};
use super::seen::measured;
use crate::calculators::pooler::Input;
use crate::calculators::pooler::lane::Lane;
use crate::calculators::simulated::{band, band_lines};
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Span};
use crate::quantity::{Unit, significant};

pub(super) fn charts(input: &Input, plan: &Plan, samples: &[Sample<'_>]) -> Vec<ChartSpec> {
    let lane = Lane::new(input);
    let runs = samples.len();
    let each = if lane.lanes > 1.0 { " in one lane" } else { "" };
    let caption = format!("{runs} simulated runs; nine in ten lie between the outer lines at each moment.");
    let size = f64::from(lane.size);
    let usable = band(times(plan), samples.iter().map(|sample| sample.usable));
    let waiting = band(times(plan), samples.iter().map(|sample| sample.waiting));
    let answered = band(times(plan), samples.iter().map(|sample| sample.answered));
    let top = |band: &[Vec<(f64, f64)>; 3]| band[2].iter().map(|point| point.1).fold(0.0, f64::max);
    let room = f64::from(lane.clients);
    let levels = match top(&waiting) > 0.5 * room {
        true => vec![Level { label: "client limit".into(), y: room, role: Role::Muted }],
        false => Vec::new(),
    };
    let tallest = if levels.is_empty() { top(&waiting) } else { room };
    let most = size.max(top(&usable));
    let chart = |key, title: String, y: Axis, column, band, levels| ChartSpec {
        key,
        title,
        caption: caption.clone(),
        plot: Plot::Lines {
            x: Axis::between(
                "time from the start of the surge",
                Unit::Duration,
                -plan.before,
                plan.surge + plan.after,
            ),
            y,
            series: band_lines("", band).into_iter().chain(measured(input, column)).collect(),
            spans: spans(plan, &lane),
            levels,
            markers: markers(input),
        },
    };
    vec![
        chart(
            "simulated_usable",
            format!("Usable connections{each}, simulated"),
            Axis::up_to("connections", Unit::Count, most),
            "usable",
            usable,
            Vec::new(),
        ),
        chart(
            "simulated_queue",
            format!("Queries waiting{each}, simulated"),
            Axis::up_to("queries", Unit::Count, tallest),
            "waiting",
            waiting,
            levels,
        ),
        chart(
            "simulated_success",
            "Answered in time, simulated".into(),
            Axis::up_to("share of queries", Unit::Share, 1.0),
            "success",
            answered,
            Vec::new(),
        ),
    ]
}

fn spans(plan: &Plan, lane: &Lane) -> Vec<Span> {
    match lane.surge > 1.0 && plan.surge > 0.0 {
        true => vec![Span {
            label: format!("surge ×{}", significant(lane.surge, 3)),
            from: 0.0,
            to: plan.surge,
            role: Role::Muted,
        }],
        false => Vec::new(),
    }
}

fn markers(input: &Input) -> Vec<Marker> {
    let marker = |action: &crate::calculators::pooler::Action| Marker {
        label: action.what.key().replace('_', " "),
        x: action.at.as_seconds(),
        role: Role::Muted,
    };
    input.actions.iter().map(marker).collect()
}
