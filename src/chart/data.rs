//! The numbers of a chart: at the cursor, and as a table.

use super::layout::range;
use super::ticks::round_values;
use super::{Axis, Bar, ChartSpec, Cursor, Plot, Series};
use crate::math::sorting;
use crate::quantity::{Duration, Unit, show};

/// At most so many stops for the arrow keys.
const MOST_STOPS: usize = 200;
/// Fewer points than this are filled up with round values.
const FEW_STOPS: usize = 30;
/// About so many rows of a table of lines.
const ROWS: usize = 12;

/// A table: the heads of its columns, and its rows.
pub type Table = (Vec<String>, Vec<Vec<String>>);

/// The points of a series that can be drawn.
pub fn finite_points(series: &Series) -> Vec<(f64, f64)> {
    series.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
}

/// The value at `x` of a line through points; two where it jumps.
pub fn values_at(points: &[(f64, f64)], x: f64) -> Option<(f64, f64)> {
    let first = points.partition_point(|point| point.0 < x);
    let after = points.partition_point(|point| point.0 <= x);
    if first < after {
        return Some((points[first].1, points[after - 1].1));
    }
    let ((x0, y0), (x1, y1)) = (*points.get(first.checked_sub(1)?)?, *points.get(first)?);
    let y = y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
    y.is_finite().then_some((y, y))
}

/// The segments of a bar that have a height: name and value.
pub fn heights(bar: &Bar) -> impl Iterator<Item = (usize, f64)> {
    let segments = bar.segments.iter().map(|segment| (segment.name, segment.value));
    segments.filter(|(_, value)| value.is_finite() && *value > 0.0)
}

/// The exact values at the cursor, each with its name. The first one is where the cursor is; what else is
/// there, such as a marker, is named after it.
pub fn readout(spec: &ChartSpec, cursor: Cursor) -> Vec<(String, String)> {
    match (&spec.plot, cursor) {
        (Plot::Lines { x, y, series, .. }, Cursor::At(at)) => {
            let values =
                series.iter().filter_map(|series| Some((series.name.clone(), value_text(y, series, at)?)));
            let here =
                [x_text(x, at)].into_iter().chain(names_at(&spec.plot, at)).collect::<Vec<_>>().join(" · ");
            [(axis_name(x), here)].into_iter().chain(values).collect()
        }
        (Plot::Bars { y, bars, names }, Cursor::Bar(index)) => {
            let Some(bar) = bars.get(index) else { return Vec::new() };
            let head = (bar.label.clone(), format!("×{}", bar.count));
            let values = sums(bar, names.len()).into_iter().zip(names).filter(|(value, _)| *value > 0.0);
            [head]
                .into_iter()
                .chain(values.map(|(value, name)| (name.clone(), show(y.unit, value))))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The chart as a table: lines at round values of x and at all markers, bars one by one.
pub fn data_table(spec: &ChartSpec) -> Table {
    match &spec.plot {
        Plot::Lines { x, y, series, .. } => {
            let mut stops = round_values(x, ROWS);
            let (from, to) = range(x);
            stops.extend(named_stops(&spec.plot).chain([from, to]));
            let head =
                [axis_name(x)].into_iter().chain(series.iter().map(|series| series.name.clone())).collect();
            let cell = |series: &Series, at: f64| value_text(y, series, at).unwrap_or_default();
            let row = |at: f64| {
                let here = [x_text(x, at)]
                    .into_iter()
                    .chain(names_at(&spec.plot, at))
                    .collect::<Vec<_>>()
                    .join(" · ");
                [here].into_iter().chain(series.iter().map(|series| cell(series, at))).collect()
            };
            (head, sorted(stops, from, to).into_iter().map(row).collect())
        }
        Plot::Bars { y, bars, names } => {
            let head =
                ["type".to_owned(), "count".to_owned()].into_iter().chain(names.iter().cloned()).collect();
            let row = |bar: &Bar| {
                let values = sums(bar, names.len()).into_iter().map(|value| show(y.unit, value));
                [bar.label.clone(), bar.count.to_string()].into_iter().chain(values).collect()
            };
            (head, bars.iter().map(row).collect())
        }
    }
}

/// Where the arrow keys stop: at points, markers and ends of spans; for bars, their numbers.
pub fn stops(spec: &ChartSpec) -> Vec<f64> {
    let (x, series) = match &spec.plot {
        Plot::Lines { x, series, .. } => (x, series),
        Plot::Bars { bars, .. } => return (0..bars.len()).map(|index| index as f64).collect(),
    };
    let (from, to) = range(x);
    let named = sorted(named_stops(&spec.plot).collect(), from, to);
    let mut points: Vec<f64> = series.iter().flat_map(finite_points).map(|point| point.0).collect();
    if points.len() < FEW_STOPS {
        points.extend(round_values(x, FEW_STOPS));
    }
    let points = sorted(points, from, to);
    let room = MOST_STOPS.saturating_sub(named.len()).max(2);
    let kept = points.len().min(room);
    let thinned = (0..kept).map(|index| points[index * (points.len() - 1) / (kept - 1).max(1)]);
    let mut all = sorted(named.into_iter().chain(thinned).collect(), from, to);
    all.truncate(MOST_STOPS);
    all
}

/// The cursor at one of the [`stops`].
pub fn cursor_at(spec: &ChartSpec, stop: f64) -> Cursor {
    match spec.plot {
        Plot::Lines { .. } => Cursor::At(stop),
        Plot::Bars { .. } => Cursor::Bar(stop.max(0.0) as usize),
    }
}

fn axis_name(axis: &Axis) -> String {
    if axis.label.is_empty() { "time".into() } else { axis.label.clone() }
}

fn x_text(axis: &Axis, at: f64) -> String {
    match axis.clock {
        Some(clock) => clock.after(Duration::seconds(at)),
        None if axis.unit == Unit::Duration && at == 0.0 => "0 s".into(),
        None => show(axis.unit, at),
    }
}

fn value_text(axis: &Axis, series: &Series, at: f64) -> Option<String> {
    let (before, after) = values_at(&finite_points(series), at)?;
    let (before, after) = (show(axis.unit, before), show(axis.unit, after));
    Some(if before == after { before } else { format!("{before} → {after}") })
}

/// The names of markers and ends of spans at `x`.
fn names_at(plot: &Plot, x: f64) -> Vec<String> {
    let Plot::Lines { x: axis, spans, markers, .. } = plot else { return Vec::new() };
    let (from, to) = range(axis);
    let is_here = |at: f64| (at - x).abs() <= (to - from) * 1e-6;
    let markers = markers.iter().filter(|marker| is_here(marker.x)).map(|marker| marker.label.clone());
    let begins = spans.iter().filter(|span| is_here(span.from)).map(|span| format!("{} begins", span.label));
    let ends = spans.iter().filter(|span| is_here(span.to)).map(|span| format!("{} ends", span.label));
    markers.chain(ends).chain(begins).collect()
}

fn named_stops(plot: &Plot) -> impl Iterator<Item = f64> {
    let (spans, markers) = match plot {
        Plot::Lines { spans, markers, .. } => (spans.as_slice(), markers.as_slice()),
        Plot::Bars { .. } => (&[][..], &[][..]),
    };
    markers.iter().map(|marker| marker.x).chain(spans.iter().flat_map(|span| [span.from, span.to]))
}

/// In order, on the axis, and none twice.
fn sorted(mut values: Vec<f64>, from: f64, to: f64) -> Vec<f64> {
    let near = (to - from) * 1e-9;
    values.retain(|value| *value >= from - near && *value <= to + near);
    sorting::sort_by(&mut values, f64::total_cmp);
    values.dedup_by(|a, b| *a - *b <= near);
    values
}

/// The sum of the segments with each name.
fn sums(bar: &Bar, names: usize) -> Vec<f64> {
    let mut sums = vec![0.0; names];
    for (name, value) in heights(bar) {
        if let Some(sum) = sums.get_mut(name) {
            *sum += value;
        }
    }
    sums
}
