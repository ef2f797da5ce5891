//! The numbers of a chart: at the cursor, and as a table.

use super::layout::range;
use super::ticks::round_values;
use super::{Axis, Bar, ChartSpec, Cursor, Plot, Series, Stroke};
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

/// Those of some points that can be drawn.
pub fn finite_points(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
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

/// The value of a series at `x`; a mark has one only where it is.
pub fn series_at(series: &Series, points: &[(f64, f64)], x: f64) -> Option<(f64, f64)> {
    let (before, after) = values_at(points, x)?;
    let is_mark = series.stroke == Stroke::Marks && !points.iter().any(|point| point.0 == x);
    (!is_mark).then_some((before, after))
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
            let mut rows = vec![(axis_name(x), here(spec, x, at))];
            for series in series {
                rows.extend(value_text(y, series, at).map(|text| (series.name.clone(), text)));
            }
            rows
        }
        (Plot::Bars { y, bars, names }, Cursor::Bar(index)) => {
            let Some(bar) = bars.get(index) else { return Vec::new() };
            let mut rows = vec![(bar.label.clone(), format!("×{}", bar.count))];
            for (value, name) in bar_sums(bar, names.len()).into_iter().zip(names) {
                if value > 0.0 {
                    rows.push((name.clone(), show(y.unit, value)));
                }
            }
            rows
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
            stops.extend(named_stops(&spec.plot));
            stops.extend([from, to]);
            for series in series.iter().filter(|series| series.stroke == Stroke::Marks) {
                stops.extend(finite_points(&series.points).iter().map(|point| point.0));
            }
            let mut head = vec![axis_name(x)];
            head.extend(series.iter().map(|series| series.name.clone()));
            let row = |at: f64| {
                let mut row = vec![here(spec, x, at)];
                row.extend(series.iter().map(|series| value_text(y, series, at).unwrap_or_default()));
                row
            };
            (head, sorted(stops, from, to).into_iter().map(row).collect())
        }
        Plot::Bars { y, bars, names } => {
            let mut head = vec!["type".to_owned(), "count".to_owned()];
            head.extend_from_slice(names);
            let row = |bar: &Bar| {
                let mut row = vec![bar.label.clone(), bar.count.to_string()];
                row.extend(bar_sums(bar, names.len()).into_iter().map(|value| show(y.unit, value)));
                row
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
    let named = sorted(named_stops(&spec.plot), from, to);
    let mut points: Vec<f64> = Vec::new();
    for series in series {
        points.extend(finite_points(&series.points).iter().map(|point| point.0));
    }
    if points.len() < FEW_STOPS {
        points.extend(round_values(x, FEW_STOPS));
    }
    let points = sorted(points, from, to);
    let room = MOST_STOPS.saturating_sub(named.len()).max(2);
    let kept = points.len().min(room);
    let mut all = named;
    all.extend((0..kept).map(|index| points[index * (points.len() - 1) / (kept - 1).max(1)]));
    let mut all = sorted(all, from, to);
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
    let (before, after) = series_at(series, &finite_points(&series.points), at)?;
    let (before, after) = (show(axis.unit, before), show(axis.unit, after));
    Some(if before == after { before } else { format!("{before} → {after}") })
}

/// The names of markers and ends of spans at `x`.
fn names_at(plot: &Plot, x: f64) -> Vec<String> {
    let Plot::Lines { x: axis, spans, markers, .. } = plot else { return Vec::new() };
    let (from, to) = range(axis);
    let is_here = |at: f64| (at - x).abs() <= (to - from) * 1e-6;
    let mut names = Vec::new();
    for marker in markers.iter().filter(|marker| is_here(marker.x)) {
        names.push(marker.label.clone());
    }
    for span in spans.iter().filter(|span| is_here(span.to)) {
        names.push(format!("{} ends", span.label));
    }
    for span in spans.iter().filter(|span| is_here(span.from)) {
        names.push(format!("{} begins", span.label));
    }
    names
}

/// What is at `x`: its text, and the names of what begins, ends or stands there.
fn here(spec: &ChartSpec, axis: &Axis, x: f64) -> String {
    let mut parts = names_at(&spec.plot, x);
    parts.insert(0, x_text(axis, x));
    parts.join(" · ")
}

fn named_stops(plot: &Plot) -> Vec<f64> {
    let (spans, markers) = match plot {
        Plot::Lines { spans, markers, .. } => (spans.as_slice(), markers.as_slice()),
        Plot::Bars { .. } => (&[][..], &[][..]),
    };
    let mut stops: Vec<f64> = markers.iter().map(|marker| marker.x).collect();
    for span in spans {
        stops.extend([span.from, span.to]);
    }
    stops
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
pub fn bar_sums(bar: &Bar, names: usize) -> Vec<f64> {
    let mut sums = vec![0.0; names];
    for (name, value) in heights(bar) {
        if let Some(sum) = sums.get_mut(name) {
            *sum += value;
        }
    }
    sums
}
