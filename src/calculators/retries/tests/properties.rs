//! What must be true of every scenario.

use proptest::prelude::*;

use super::super::{Answer, By, Delay, Input, Jitter, PlatformCounts, Retries, State, answer};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::{Duration, Factor, Rate};

fn jitter() -> impl Strategy<Value = Jitter> {
    prop::sample::select(vec![Jitter::None, Jitter::Full, Jitter::Equal, Jitter::Add])
}

/// A plausible scenario, without decorrelated jitter.
fn plan() -> impl Strategy<Value = Input> {
    let schedule = (1..40_u32, 0.1..100.0, 1.0..4.0, 1.0..2000.0, prop::collection::vec(0.0..900.0, 1..12));
    let rest = (any::<bool>(), jitter(), 0.0..60.0, 0.0..20.0, 1.0..10_000.0, 0.0..100.0);
    (schedule, rest).prop_map(|((attempts, first, factor, cap, list), rest)| {
        let (listed, jitter, jitter_for, attempt_time, outage, rate) = rest;
        Input {
            by: if listed { By::List } else { By::Geometric },
            attempts: Some(attempts),
            first: Duration::seconds(first),
            factor: Factor::times(factor),
            cap: Some(Duration::seconds(cap)),
            list: list.into_iter().map(|delay| Delay { delay: Duration::seconds(delay) }).collect(),
            jitter,
            jitter_for: Duration::seconds(jitter_for),
            attempt_time: Duration::seconds(attempt_time),
            outage: Duration::seconds(outage),
            rate: Rate::per_second(rate),
            ..Input::default()
        }
    })
}

fn of(input: &Input) -> Answer {
    answer(input).expect("scenario")
}

fn share(input: &Input) -> f64 {
    of(input).course.exhausted_share
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn one_attempt_more_never_exhausts_more(input in plan()) {
        let more = Input { attempts: input.attempts.map(|attempts| attempts + 1), ..input.clone() };
        prop_assert!(share(&more) <= share(&input) + 1e-9);
        let (fewer, more) = (of(&input).course, of(&more).course);
        prop_assert!(more.load_multiple >= fewer.load_multiple - 1e-9);
        prop_assert!(more.mean_attempts >= fewer.mean_attempts - 1e-9);
        let unlimited = Input { attempts: None, ..input };
        let Ok(unlimited) = answer(&unlimited) else { return Ok(()) };
        prop_assert_eq!(unlimited.course.exhausted_share, 0.0);
        prop_assert!(unlimited.course.load_multiple >= more.load_multiple - 1e-9 * more.load_multiple);
    }

    #[test]
    fn a_longer_outage_never_exhausts_less(input in plan(), add in 0.0..5000.0) {
        let longer = Input { outage: Duration::seconds(input.outage.si() + add), ..input.clone() };
        prop_assert!(share(&longer) >= share(&input) - 1e-9);
        prop_assert!(of(&longer).course.load_multiple >= of(&input).course.load_multiple - 1e-9);
    }

    #[test]
    fn longer_delays_never_exhaust_more(input in plan(), add in 0.0..100.0) {
        let later = |time: Duration| Duration::seconds(time.si() + add);
        let slower = Input { attempt_time: later(input.attempt_time), ..input.clone() };
        prop_assert!(share(&slower) <= share(&input) + 1e-9);
        let list = input.list.iter().map(|row| Delay { delay: later(row.delay) }).collect();
        let stretched = Input { list, first: later(input.first), ..input.clone() };
        prop_assert!(share(&stretched) <= share(&input) + 1e-9);
    }

    /// Jitter that takes from a delay exhausts no fewer, jitter that adds to it no more.
    #[test]
    fn jitter_costs_runs(input in plan()) {
        let with = |jitter| share(&Input { jitter, ..input.clone() });
        let plain = with(Jitter::None);
        prop_assert!(with(Jitter::Full) >= with(Jitter::Equal) - 1e-9);
        prop_assert!(with(Jitter::Equal) >= plain - 1e-9);
        prop_assert!(with(Jitter::Add) <= plain + 1e-9);
    }

    /// The share lies where the mean span puts it at least (Jensen), and the span's ends bound it.
    #[test]
    fn share_and_span(input in plan()) {
        let Answer { span, course, state, attempts_needed, .. } = of(&input);
        let (min, mean, max) = (span.min.expect("span"), span.mean.expect("span"), span.max.expect("span"));
        prop_assert!(min <= mean + 1e-9 && mean <= max + 1e-9);
        let outage = input.outage.si();
        let at = |span: f64| f64::max(0.0, 1.0 - span / outage);
        prop_assert!(course.exhausted_share >= at(mean) - 1e-9);
        prop_assert!(course.exhausted_share <= at(min) + 1e-9 && course.exhausted_share >= at(max) - 1e-9);
        if max <= outage {
            prop_assert!((course.exhausted_share - at(mean)).abs() < 1e-9);
        }
        if min >= outage {
            prop_assert_eq!(state, State::Outlasts);
        }
        // As many attempts as needed have the span, one less has not.
        if let Some(needed) = attempts_needed.filter(|needed| *needed <= 10_000.0) {
            let mean = |attempts: f64| {
                of(&Input { attempts: Some(attempts as u32), ..input.clone() }).span.mean.expect("span")
            };
            prop_assert!(mean(needed) >= outage * (1.0 - 1e-9));
            prop_assert!(needed < 2.0 || mean(needed - 1.0) < outage);
        }
        // A run makes one attempt at least, and the load is that of a run from the start.
        prop_assert!(course.mean_attempts >= 1.0 - 1e-9);
        prop_assert!(course.mean_attempts <= course.load_multiple + 1e-9);
        prop_assert!(course.load_multiple <= f64::from(input.attempts.expect("a number")) + 1e-9);
        let lag = course.mean_lag.map_or(0.0, Duration::si);
        prop_assert!(lag <= course.most_lag.si() * (1.0 + 1e-9) + 1e-6, "{} {:?}", lag, course.most_lag);
    }

    #[test]
    fn a_storm_begins_at_the_capacity(input in plan(), share in 0.5..1.5) {
        let attempts = of(&input).attempt_rate.si();
        let input = Input { capacity: Some(Rate::per_second(attempts * share)), ..input };
        prop_assert_eq!(of(&input).state == State::Storm, share < 1.0 && attempts > 0.0);
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
                2 if quantity.absent.is_some() => Value::Absent,
                _ => {
                    let low = quantity.min.max(1e-300).ln().max(-20.0);
                    let high = quantity.max.ln();
                    Value::Number((low + (high - low) * share).exp().clamp(quantity.min, quantity.max))
                }
            },
            Kind::Choice(choices) => Value::Choice(choices[usize::from(*kind) % choices.len()].key),
            Kind::Table(_) => {
                let delay = |k: i32| vec![Value::Number((share * 40.0 - f64::from(k)).exp().min(3e8) - 1e-9)];
                Value::Rows(
                    (0..=i32::from(*kind))
                        .map(delay)
                        .map(|row| {
                            row.into_iter()
                                .map(|value| match value {
                                    Value::Number(number) => Value::Number(number.max(0.0)),
                                    other => other,
                                })
                                .collect()
                        })
                        .collect(),
                )
            }
            _ => Value::Absent,
        };
        let values: Vec<_> =
            Input::fields().iter().map(|field| &field.meta.kind).zip(&draws).map(value).collect();
        Input::from_values(&values)
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input()) {
        let Ok(report) = Retries::evaluate(&input) else { return Ok(()) };
        prop_assert!(Retries::STATES.contains(&report.verdict.state));
        prop_assert!(!report.verdict.text.is_empty() && !report.verdict.detail.is_empty());
        for figure in &report.figures {
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite));
            prop_assert!(!figure.text.contains("NaN") && !figure.text.contains("inf"), "{}", figure.text);
        }
        let texts = report.notes.iter().map(|note| &note.text).chain(report.steps.iter().map(|step| &step.numbers));
        let cells = report.tables.iter().flat_map(|table| table.rows.iter().flatten());
        for text in texts.chain(cells).chain([&report.verdict.text, &report.verdict.detail]) {
            prop_assert!(!text.contains("NaN") && !text.contains('—'), "{}", text);
        }
        for chart in &report.charts {
            let Plot::Lines { x, y, series, spans, .. } = &chart.plot else { continue };
            prop_assert!([x.from, x.to, y.from, y.to].iter().all(|end| end.is_finite()) && x.to > 0.0);
            for series in series {
                prop_assert!((2..=200).contains(&series.points.len()), "{:?}", series);
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                prop_assert!(series.points.is_sorted_by(|first, second| first.0 <= second.0), "{:?}", series);
            }
            prop_assert!(spans.iter().all(|span| span.from.is_finite() && span.to > span.from));
        }
        if input.platform_counts == PlatformCounts::No {
            prop_assert!(report.figure("exhausted_share").is_some_and(|figure| figure.value == Ok(0.0)));
        }
    }
}
