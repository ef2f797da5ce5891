//! The charts: what a failure costs against the number of cells, and what splitting costs.

use super::model::{affected_share, chain, safe_utilisation, utilisation_after};
use super::report::Words;
use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Role, Series};
use crate::quantity::{Share, Unit};

/// About as many numbers of cells as are drawn.
const POINTS: u32 = 90;
/// Utilisation is drawn up to here; what is left of a single cell would flatten everything else.
const MOST: f64 = 2.0;

/// Both charts.
pub(super) fn charts(words: &Words<'_>) -> Vec<ChartSpec> {
    let numbers = numbers(words);
    vec![failure(words, &numbers), split(words, &numbers)]
}

/// The numbers of cells: from one to twice as many as there are, that number among them.
fn numbers(words: &Words<'_>) -> Vec<u32> {
    let (cells, failed) = (words.input.cells, words.input.failed);
    let most = (2 * cells).max(failed + 8).max(12);
    let stride = most.div_ceil(POINTS);
    let mut numbers: Vec<_> = (1..=most).filter(|number| number % stride == 0 || *number == 1).collect();
    // What decides is near the number that fail, and at the number there are.
    for number in [cells, failed.max(1), failed + 1, failed + 2] {
        if let Err(place) = numbers.binary_search(&number) {
            numbers.insert(place, number);
        }
    }
    numbers
}

fn line(numbers: &[u32], value: impl Fn(u32) -> Option<f64>) -> Vec<(f64, f64)> {
    numbers.iter().filter_map(|number| value(*number).map(|value| (f64::from(*number), value))).collect()
}

fn axis(numbers: &[u32]) -> Axis {
    let last = numbers.last().copied().unwrap_or(1);
    Axis::between("cells", Unit::Count, 1.0, f64::from(last))
}

fn here(words: &Words<'_>) -> Vec<Marker> {
    vec![Marker { label: "here".into(), x: f64::from(words.input.cells), role: Role::Muted }]
}

fn failure(words: &Words<'_>, numbers: &[u32]) -> ChartSpec {
    let input = words.input;
    let affected =
        line(numbers, |cells| Some(affected_share(cells, input.failed, input.placements).as_fraction()));
    let after = line(numbers, |cells| {
        utilisation_after(cells, input.failed, input.utilisation).map(Share::as_fraction)
    });
    let most = after.iter().chain(&affected).map(|point| point.1).fold(1.0, f64::max);
    let mut series = vec![Series::line("tenants affected", Role::Danger, affected)];
    if after.len() > 1 {
        series.push(Series::line("utilisation after", Role::Primary, after).dashed());
    }
    let cut = if most > MOST { " What is above 200 % is cut off." } else { "" };
    ChartSpec {
        key: "failure",
        title: "What a failure takes, by number of cells".into(),
        caption: format!(
            "At the same utilisation of each cell. Above 100 % what is left cannot take the load.{cut}"
        ),
        plot: Plot::Lines {
            x: axis(numbers),
            y: Axis::up_to("share", Unit::Share, most.min(MOST)),
            series,
            spans: Vec::new(),
            levels: vec![Level { label: "full".into(), y: 1.0, role: Role::Muted }],
            markers: here(words),
        },
    }
}

fn split(words: &Words<'_>, numbers: &[u32]) -> ChartSpec {
    let input = words.input;
    let spare = line(numbers, |cells| Some(1.0 - safe_utilisation(cells, input.failed).as_fraction()));
    let down = line(numbers, |cells| Some(1.0 - chain(input.availability, cells).as_fraction()));
    let most = spare.iter().chain(&down).map(|point| point.1).fold(0.0, f64::max);
    ChartSpec {
        key: "split",
        title: "What consolidation costs, and what splitting costs".into(),
        caption: "Few cells have to keep much free for a failure; of many some cell is down more often."
            .into(),
        plot: Plot::Lines {
            x: axis(numbers),
            y: Axis::up_to("share", Unit::Share, most),
            series: vec![
                Series::line("capacity to keep free", Role::Primary, spare),
                Series::line("time in which some cell is down", Role::Secondary, down).dashed(),
            ],
            spans: Vec::new(),
            levels: Vec::new(),
            markers: here(words),
        },
    }
}
