//! What differs between two scenarios of one calculator, and between their answers.

use crate::chart::{Axis, ChartSpec, Level, Marker, Plot, Stroke};
use crate::quantity::{Unit, show};
use crate::report::{Figure, Report};
use crate::scenario::Scenario;

/// How the first of two scenarios is called; the second one is the one under edit.
pub const FIRST: &str = "A";

/// An input or a figure that is not the same in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// In the first; empty where it means nothing there.
    pub first: String,
    /// In the second; empty where it means nothing there.
    pub second: String,
    /// From the first to the second, where both are numbers: `+12 s (+30 %)`.
    pub change: String,
}

/// The inputs that differ, in declared order.
pub fn inputs(first: &Scenario, second: &Scenario) -> Vec<Difference> {
    let calculator = first.calculator;
    let applies = [first, second].map(|scenario| calculator.applies(&scenario.values));
    let fields = calculator.fields().iter().enumerate();
    let differing = fields.filter(|(index, _)| {
        let either = applies[0][*index] || applies[1][*index];
        either && (first.values[*index] != second.values[*index] || applies[0][*index] != applies[1][*index])
    });
    let text = |which: usize, index: usize, scenario: &Scenario| match applies[which][index] {
        true => calculator.fields()[index].spell(&scenario.values[index]),
        false => String::new(),
    };
    differing
        .map(|(index, meta)| Difference {
            key: meta.key,
            label: meta.label,
            first: text(0, index, first),
            second: text(1, index, second),
            change: String::new(),
        })
        .collect()
}

/// The figures that differ, in the order of the second answer and then of what only the first one has.
pub fn figures(first: &Report, second: &Report) -> Vec<Difference> {
    let mut differences = Vec::new();
    for figure in &second.figures {
        let before = first.figure(figure.key);
        if before.is_none_or(|before| before.text != figure.text) {
            differences.push(Difference {
                key: figure.key,
                label: figure.label,
                first: before.map(|before| before.text.clone()).unwrap_or_default(),
                second: figure.text.clone(),
                change: before.map(|before| change(before, figure)).unwrap_or_default(),
            });
        }
    }
    for before in first.figures.iter().filter(|before| second.figure(before.key).is_none()) {
        differences.push(Difference {
            key: before.key,
            label: before.label,
            first: before.text.clone(),
            second: String::new(),
            change: String::new(),
        });
    }
    differences
}

/// From one number to the other; empty where one of them is none, or where they differ by less than is
/// printed.
fn change(first: &Figure, second: &Figure) -> String {
    let (Ok(before), Ok(after)) = (first.value, second.value) else { return String::new() };
    let difference = after - before;
    if difference == 0.0 || !difference.is_finite() {
        return String::new();
    }
    let sign = if difference > 0.0 { "+" } else { "−" };
    if second.unit == Unit::Share {
        let points = show(Unit::Factor, difference.abs() * 100.0);
        return format!("{sign}{points} points");
    }
    let mut out = format!("{sign}{}", show(second.unit, difference.abs()));
    let ratio = after / before;
    if ratio.is_finite() && ratio > 0.0 {
        if ratio >= 3.0 {
            out += &format!(" (×{})", show(Unit::Factor, ratio));
        } else {
            out += &format!(" ({sign}{})", show(Unit::Share, (ratio - 1.0).abs()));
        }
    }
    out
}

/// The charts of the second answer with the first one's lines in them, dotted and named so.
pub fn overlaid(first: &Report, second: &Report) -> Vec<ChartSpec> {
    let overlay = |chart: &ChartSpec| {
        let before = first.charts.iter().find(|before| before.key == chart.key);
        before.and_then(|before| overlay(before, chart)).unwrap_or_else(|| chart.clone())
    };
    second.charts.iter().map(overlay).collect()
}

fn named(label: &str) -> String {
    format!("{FIRST}: {label}")
}

/// None where the two show different things.
fn overlay(first: &ChartSpec, second: &ChartSpec) -> Option<ChartSpec> {
    let plot = match (&first.plot, &second.plot) {
        (
            Plot::Lines { x: x1, y: y1, series: series1, levels: levels1, markers: markers1, .. },
            Plot::Lines { x, y, series, spans, levels, markers },
        ) => {
            let mut all: Vec<_> = series1.clone();
            for series in &mut all {
                series.name = named(&series.name);
                series.stroke = Stroke::Dotted;
                series.fill = false;
            }
            all.extend_from_slice(series);
            let mut levels = levels.clone();
            for level in levels1.iter().filter(|level| !levels.contains(level)).collect::<Vec<_>>() {
                levels.push(Level { label: named(&level.label), ..level.clone() });
            }
            let mut markers = markers.clone();
            for marker in markers1.iter().filter(|marker| !markers.contains(marker)).collect::<Vec<_>>() {
                markers.push(Marker { label: named(&marker.label), ..marker.clone() });
            }
            let (x, y) = (wide(x1, x)?, wide(y1, y)?);
            Plot::Lines { x, y, series: all, spans: spans.clone(), levels, markers }
        }
        (Plot::Bars { y: y1, bars: bars1, names: names1 }, Plot::Bars { y, bars, names }) => {
            // The last name is what is left free.
            let (free, known) = names.split_last()?;
            let mut all: Vec<String> = known.to_vec();
            let (_, known1) = names1.split_last()?;
            all.extend(known1.iter().filter(|name| !known.contains(name)).cloned());
            all.push(free.clone());
            let place = |name: usize, names: &[String]| match names.get(name) {
                Some(_) if name + 1 == names.len() => all.len() - 1,
                Some(name) => all.iter().position(|known| known == name).unwrap_or(all.len() - 1),
                None => all.len() - 1,
            };
            let mut both = Vec::new();
            for (of, names, is_first) in [(bars1, names1, true), (bars, names, false)] {
                for bar in of {
                    let mut bar = bar.clone();
                    if is_first {
                        bar.label = named(&bar.label);
                    }
                    for segment in &mut bar.segments {
                        segment.name = place(segment.name, names);
                    }
                    both.push(bar);
                }
            }
            Plot::Bars { y: wide(y1, y)?, bars: both, names: all }
        }
        _ => return None,
    };
    Some(ChartSpec { plot, ..second.clone() })
}

/// An axis that shows what either shows; none if they measure different things.
fn wide(first: &Axis, second: &Axis) -> Option<Axis> {
    if first.unit != second.unit || first.clock != second.clock {
        return None;
    }
    let mut axis = second.clone();
    axis.from = axis.from.min(first.from);
    axis.to = axis.to.max(first.to);
    Some(axis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::decode;

    fn scenario(link: &str) -> Scenario {
        decode(link).expect("a calculator").scenario
    }

    fn report(link: &str) -> Report {
        scenario(link).evaluate(&[]).expect("an answer")
    }

    #[test]
    fn inputs_that_differ_are_named() {
        let differences = inputs(&scenario("wal?alert=30pct"), &scenario("wal?by=segments&archivers=2"));
        let texts: Vec<_> =
            differences.iter().map(|it| (it.key, it.first.as_str(), it.second.as_str())).collect();
        assert!(texts.contains(&("alert", "30 %", "20 %")), "{texts:?}");
        // What means nothing in one of them is empty there.
        assert!(
            texts.contains(&("archive", "50 MB/s", "")) && texts.contains(&("archivers", "", "2")),
            "{texts:?}"
        );
        assert_eq!(inputs(&scenario("wal"), &scenario("wal")), []);
    }

    #[test]
    fn figures_say_by_how_much() {
        let differences = figures(&report("wal"), &report("wal?write=95MB/s"));
        let full = differences.iter().find(|it| it.key == "time_to_full").expect("another time");
        // 800 GB at 90 and at 45 MB/s net.
        assert_eq!((full.first.as_str(), full.second.as_str()), ("2 h 28 min", "4 h 56 min"));
        assert_eq!(full.change, "+2 h 28 min (+100 %)");
        assert_eq!(figures(&report("wal"), &report("wal")), []);
        // From never to a number there is no difference to print.
        let differences = figures(&report("wal?write=10MB/s"), &report("wal"));
        assert!(differences.iter().any(|it| it.first == "never" && it.change.is_empty()));
    }

    #[test]
    fn the_first_answers_lines_are_dotted_and_named() {
        let (first, second) = (report("pooler"), report("pooler?max_clients=4000"));
        let charts = overlaid(&first, &second);
        assert_eq!(charts.len(), second.charts.len());
        for (both, alone) in charts.iter().zip(&second.charts) {
            let (Plot::Lines { series: both, .. }, Plot::Lines { series: alone, .. }) =
                (&both.plot, &alone.plot)
            else {
                panic!("lines");
            };
            let (added, kept) = both.split_at(both.len() - alone.len());
            assert_eq!(kept, &alone[..]);
            assert!(!added.is_empty());
            assert!(added.iter().all(|line| line.stroke == Stroke::Dotted && line.name.starts_with("A: ")));
        }
        let charts = overlaid(&report("packing"), &report("packing?spare=60pct"));
        let Plot::Bars { bars, names, .. } = &charts[0].plot else { panic!("bars") };
        assert!(
            bars.iter().any(|bar| bar.label.starts_with("A: "))
                && bars.iter().any(|bar| !bar.label.starts_with("A: "))
        );
        assert!(bars.iter().flat_map(|bar| &bar.segments).all(|segment| segment.name < names.len()));
    }
}
