//! What must be true of every scenario.

use proptest::prelude::*;

use super::super::{Cells, Input, State, affected_share, answer, safe_utilisation, utilisation_after};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::Share;

/// So many cases; a failure is printed, not written into the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn a_failure_takes_less_of_more_cells(cells in 2..500_u32, failed in 1..20_u32, placements in 1..6_u32, used in 0.01..1.0) {
        let failed = failed.min(cells - 1);
        let used = Share::fraction(used);
        let affected = |cells, failed, placements| affected_share(cells, failed, placements).as_fraction();
        prop_assert!(affected(cells + 1, failed, placements) < affected(cells, failed, placements));
        prop_assert!(affected(cells, failed, placements) < affected(cells, failed + 1, placements));
        prop_assert!(affected(cells, failed, placements) <= affected(cells, failed, placements + 1));
        prop_assert!(safe_utilisation(cells + 1, failed) > safe_utilisation(cells, failed));
        prop_assert!(utilisation_after(cells + 1, failed, used) < utilisation_after(cells, failed, used));
        // What all need together is the least that any single one takes.
        prop_assert!(affected(cells, failed, 1) <= affected(cells, failed, placements) + 1e-12);
    }

    #[test]
    fn safe_utilisation_is_the_border(cells in 2..1000_u32, failed in 0..50_u32, off in 0.0001..0.5) {
        let failed = failed.min(cells - 1);
        let safe = safe_utilisation(cells, failed).as_fraction();
        let at = |used: f64| {
            let input = Input { cells, failed, utilisation: Share::fraction(used), ..Input::default() };
            answer(&input).expect("scenario")
        };
        prop_assert_eq!(at(safe).state, State::Holds);
        prop_assert_eq!(at(safe * (1.0 - off)).state, State::Holds);
        let over = at(safe * (1.0 + off));
        prop_assert_eq!(over.state, State::Overload);
        // What is served fills what is left.
        let served: f64 = safe * (1.0 + off) * (1.0 - over.unserved.as_fraction());
        prop_assert!((served / safe - 1.0).abs() < 1e-9);
    }

    #[test]
    fn shards_are_chances(workers in 1..300_u32, shard in 1..300_u32, down in 0..300_u32) {
        let (shard, workers_failed) = (shard.min(workers), down.min(workers));
        let input = Input { workers, shard, workers_failed, ..Input::default() };
        let shards = answer(&input).expect("scenario").shards;
        prop_assert!((shards.overlaps.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean: f64 = shards.overlaps.iter().zip(0..).map(|(chance, j)| chance * f64::from(j)).sum();
        prop_assert!((mean - f64::from(shard) * f64::from(shard) / f64::from(workers)).abs() < 1e-9 * mean.max(1.0));
        let (all, some) = (shards.all_down.as_fraction(), shards.some_down.as_fraction());
        prop_assert!((0.0..=1.0).contains(&all) && all <= some + 1e-12 && some <= 1.0);
        prop_assert!(shards.shards.is_none_or(|count| (shards.same.as_fraction() * count - 1.0).abs() < 1e-9));
        if workers_failed < workers {
            let more = Input { workers_failed: workers_failed + 1, ..input };
            let more = answer(&more).expect("scenario").shards;
            prop_assert!(more.all_down.as_fraction() >= all && more.some_down.as_fraction() >= some - 1e-12);
        }
    }

    #[test]
    fn cells_needed_are_enough_and_no_more(write in 0.0..1e9, ceiling in 1e3..1e9) {
        use crate::quantity::ByteRate;
        let needed = super::super::cells_needed(ByteRate::from_si(write), ByteRate::from_si(ceiling)).expect("some");
        prop_assert!(write / needed <= ceiling * (1.0 + 1e-8));
        prop_assert!(needed == 1.0 || write / (needed - 1.0) > ceiling * (1.0 - 1e-8));
    }
}

/// Any value that the fields accept, from the widest ranges.
fn any_input() -> impl Strategy<Value = Input> {
    let count = Input::fields().len();
    prop::collection::vec((0.0..1.0, 0..8_u8), count).prop_map(move |draws| {
        let value = |(meta, (share, kind)): (&Kind, &(f64, u8))| match meta {
            Kind::Quantity(quantity) => match kind {
                0 => Value::Number(quantity.min),
                1 => Value::Number(quantity.max),
                _ => {
                    let low = quantity.min.max(1e-300).ln().max(-20.0);
                    let drawn = (low + (quantity.max.ln() - low) * share).exp();
                    Value::Number(drawn.clamp(quantity.min, quantity.max))
                }
            },
            _ => Value::Absent,
        };
        let kinds = Input::fields().iter().map(|field| &field.meta.kind);
        Input::from_values(&kinds.zip(&draws).map(value).collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input(), fit in any::<bool>()) {
        let input = match fit {
            true => Input {
                failed: input.failed.min(input.cells),
                shard: input.shard.min(input.workers),
                workers_failed: input.workers_failed.min(input.workers),
                ..input
            },
            false => input,
        };
        let Ok(report) = Cells::evaluate(&input) else {
            prop_assert!(!fit);
            return Ok(());
        };
        prop_assert!(Cells::STATES.contains(&report.verdict.state));
        for figure in &report.figures {
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite));
        }
        let notes = report.notes.iter().map(|note| &note.text);
        let steps = report.steps.iter().map(|step| &step.numbers);
        let figures = report.figures.iter().flat_map(|figure| [&figure.text, &figure.note]);
        let cells = report.tables.iter().flat_map(|table| table.rows.iter().flatten());
        let texts = notes.chain(steps).chain(figures).chain(cells);
        for text in texts.chain([&report.verdict.text, &report.verdict.detail]) {
            prop_assert!(!text.contains("NaN") && !text.contains("inf ") && !text.contains('—'), "{}", text);
        }
        for chart in &report.charts {
            let Plot::Lines { x, y, series, .. } = &chart.plot else { continue };
            prop_assert!([x.from, x.to, y.from, y.to].iter().all(|end| end.is_finite()) && x.to > x.from);
            for series in series {
                prop_assert!((2..=200).contains(&series.points.len()), "{:?}", series);
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                prop_assert!(series.points.is_sorted_by(|first, second| first.0 < second.0), "{:?}", series);
            }
        }
    }
}
