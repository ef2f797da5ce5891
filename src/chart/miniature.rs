//! A chart so small that only its shape is left: a few paths in a box of 120 by 40.

use super::data::{finite_points, values_at};
use super::layout::range;
use super::{ChartSpec, Plot, Role, Series, Stroke};

/// The size of the box.
const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 40.0;
/// Lines are looked at in so many places.
const STEPS: u32 = 60;
/// Bars have so much of their place.
const BAR: f64 = 0.7;

/// The paths of a chart, from the back to the front: what each stands for, as the style sheet names it, and
/// its data as SVG has it.
pub fn miniature(spec: &ChartSpec) -> Vec<(String, String)> {
    match &spec.plot {
        Plot::Lines { x, y, series, spans, levels, .. } => {
            let (x, y) = (Scale::new(range(x), WIDTH), Scale::new(range(y), HEIGHT));
            let mut paths = Vec::new();
            for span in spans {
                let (from, to) = (x.place(span.from), x.place(span.to));
                let area = format!("M{from} 0H{to}V{HEIGHT}H{from}Z");
                paths.push((format!("span {}", word(span.role)), area));
            }
            for level in levels.iter().filter(|level| y.holds(level.y)) {
                let height = HEIGHT - y.place(level.y);
                paths.push((format!("dashed {}", word(level.role)), format!("M0 {height}H{WIDTH}")));
            }
            for series in series {
                let stroke = if series.stroke == Stroke::Solid { "line" } else { "dashed" };
                if let Some(path) = line(series, &x, &y) {
                    paths.push((format!("{stroke} {}", word(series.role)), path));
                }
            }
            paths
        }
        Plot::Bars { y, bars, names } => {
            let y = Scale::new(range(y), HEIGHT);
            let place = WIDTH / bars.len().max(1) as f64;
            let mut paths = vec![String::new(); names.len()];
            for (index, bar) in bars.iter().enumerate() {
                let left = (index as f64 * place).round();
                let right = (left + place * BAR).round();
                let mut bottom = 0.0;
                for segment in bar.segments.iter().filter(|segment| segment.value > 0.0) {
                    let (from, to) = (y.place(bottom), y.place(bottom + segment.value));
                    bottom += segment.value;
                    if let Some(path) = paths.get_mut(segment.name).filter(|_| to > from) {
                        *path += &format!("M{left} {}H{right}V{}H{left}Z", HEIGHT - from, HEIGHT - to);
                    }
                }
            }
            // The last name is what is left free.
            let free = paths.len().saturating_sub(1);
            let kind =
                |index: usize| if index == free { "free".into() } else { format!("bar shade-{}", index % 4) };
            let paths = paths.into_iter().enumerate().map(|(index, path)| (kind(index), path));
            paths.filter(|(_, path)| !path.is_empty()).collect()
        }
    }
}

const fn word(role: Role) -> &'static str {
    match role {
        Role::Primary => "primary",
        Role::Secondary => "secondary",
        Role::Danger => "danger",
        Role::Muted => "muted",
    }
}

/// One axis of the box.
struct Scale {
    from: f64,
    to: f64,
    length: f64,
}

impl Scale {
    fn new((from, to): (f64, f64), length: f64) -> Self {
        Self { from, to, length }
    }

    fn holds(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    /// A whole place in the box.
    fn place(&self, value: f64) -> f64 {
        let share = (value.clamp(self.from, self.to) - self.from) / (self.to - self.from);
        (share * self.length).round()
    }
}

/// A line as a path, without the points between which it is straight.
fn line(series: &Series, x: &Scale, y: &Scale) -> Option<String> {
    let points = finite_points(&series.points);
    let at = |step: u32| x.from + (x.to - x.from) * f64::from(step) / f64::from(STEPS);
    let mut places: Vec<(f64, f64)> = Vec::new();
    for step in 0..=STEPS {
        let Some((before, after)) = values_at(&points, at(step)) else { continue };
        for value in [before, after] {
            let place = (x.place(at(step)), HEIGHT - y.place(value));
            if places.last() == Some(&place) {
                continue;
            }
            if let [.., a, b] = places[..]
                && (b.0 - a.0) * (place.1 - a.1) == (place.0 - a.0) * (b.1 - a.1)
            {
                places.pop();
            }
            places.push(place);
        }
    }
    let (first, rest) = places.split_first()?;
    let mut path = format!("M{} {}", first.0, first.1);
    for (x, y) in rest {
        path += &format!("L{x} {y}");
    }
    Some(path)
}
