//! What holds for every scenario.

use proptest::prelude::*;

use super::super::model::{self, State};
use super::super::{Backlog, Input};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::{Duration, Factor, Rate, Share};

/// Scenarios of the ordinary kind, each effect there or not.
fn scenarios() -> impl Strategy<Value = Input> {
    let minutes = |range: std::ops::Range<f64>| range.prop_map(Duration::minutes);
    let off = |range| prop_oneof![Just(None), minutes(range).prop_map(Some)];
    let timeline = (minutes(0.0..120.0), 0.0..1.0, 0u32..100_000, minutes(0.0..20.0), minutes(0.0..60.0));
    let load = (90.0..300.0, 0.0..0.3, 1.0..3.0, minutes(0.0..30.0));
    let people = (
        off(5.0..90.0),
        0.0..1.0,
        off(5.0..90.0),
        prop_oneof![Just(None), (50_000u32..5_000_000).prop_map(Some)],
    );
    (timeline, load, people).prop_map(|(timeline, load, people)| {
        let ((outage, during, waiting, pause, ramp), (capacity, shed, peak, peak_for)) = (timeline, load);
        let (patience, retrigger, expires, half_at) = people;
        Input {
            capacity: Rate::per_second(capacity),
            outage,
            during: Share::fraction(during),
            waiting,
            shed: Share::fraction(shed),
            pause,
            ramp,
            peak: Factor::times(peak),
            peak_for,
            patience,
            retrigger: Share::fraction(retrigger),
            expires,
            half_at,
            ..Input::default()
        }
    })
}

/// Any values that the fields accept, the ends of their ranges among them.
fn anything() -> impl Strategy<Value = Input> {
    let fields: Vec<BoxedStrategy<Value>> =
        Input::fields().iter().map(|field| of_kind(&field.meta.kind)).collect();
    fields.prop_map(|values| Input::from_values(&values))
}

fn of_kind(kind: &Kind) -> BoxedStrategy<Value> {
    let quantity = match kind {
        Kind::Quantity(quantity) => *quantity,
        Kind::Choice(choices) => {
            return proptest::sample::select(*choices).prop_map(|choice| Value::Choice(choice.key)).boxed();
        }
        _ => return Just(Value::Absent).boxed(),
    };
    let (min, max) = (quantity.min, quantity.max);
    let whole = quantity.unit == crate::quantity::Unit::Count;
    let number = prop_oneof![
        1 => Just(min),
        1 => Just(max),
        4 => (0.0..1.0).prop_map(move |place: f64| {
            let low = if min > 0.0 { min } else { max * 1e-12 };
            let value = low * (max / low).powf(place);
            if whole { value.round().clamp(min, max) } else { value.clamp(min, max) }
        }),
    ];
    let number = number.prop_map(Value::Number);
    if quantity.absent.is_some() { prop_oneof![Just(Value::Absent), number].boxed() } else { number.boxed() }
}

/// Drain time, longest wait, largest backlog, infinite if there is no end of them.
fn badness(input: &Input) -> [f64; 3] {
    let outcome = model::outcome(input);
    let drain = outcome.drain_time.map_or(f64::INFINITY, Duration::as_seconds);
    [drain, outcome.longest_wait.as_seconds(), outcome.course.peak]
}

fn no_worse(better: &Input, worse: &Input) -> Result<(), TestCaseError> {
    for (less, more) in badness(better).into_iter().zip(badness(worse)) {
        prop_assert!(less <= more * (1.0 + 1e-6) + 1e-6, "{} > {}", less, more);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn every_input_has_an_answer(input in anything()) {
        let report = Backlog::evaluate(&input).expect("has an answer");
        prop_assert!(State::WORDS.contains(&report.verdict.state));
        let figures = report.figures.iter().map(|figure| format!("{} {}", figure.text, figure.note));
        let steps = report.steps.iter().map(|step| step.numbers.clone());
        let notes = report.notes.iter().map(|note| note.text.clone());
        let texts = [report.verdict.text.clone(), report.verdict.detail.clone()];
        for text in figures.chain(steps).chain(notes).chain(texts) {
            let bad = text.split_whitespace().any(|word| ["NaN", "nan", "inf", "—"].contains(&word));
            prop_assert!(!bad, "{}", text);
        }
        for figure in &report.figures {
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite));
            prop_assert!(figure.value.is_err() || figure.key == "net_drain_rate" || figure.key == "headroom"
                || figure.value.is_ok_and(|value| value >= 0.0), "{} {:?}", figure.key, figure.value);
        }
        for chart in &report.charts {
            let Plot::Lines { x, y, series, .. } = &chart.plot else { panic!("lines") };
            prop_assert!(x.to > x.from && y.to > y.from && x.to.is_finite() && y.to.is_finite());
            for series in series {
                prop_assert!(series.points.len() <= 200, "{} points", series.points.len());
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                prop_assert!(series.points.windows(2).all(|two| two[0].0 <= two[1].0));
            }
        }
    }

    #[test]
    fn every_run_is_consistent(input in scenarios()) {
        let outcome = model::outcome(&input);
        let course = &outcome.course;
        prop_assert!(course.settled);
        let longest = outcome.longest_wait.as_seconds();
        if let Some(expires) = input.expires {
            prop_assert!(longest <= expires.as_seconds() * (1.0 + 1e-9));
        }
        if let Some(cleared) = course.cleared {
            // All that came is gone, and nobody waited longer than the longest wait.
            let side = super::super::curve::Side::After;
            prop_assert!(course.backlog(cleared, side) <= 1e-9 * course.arrived.level(cleared, side));
            prop_assert!(course.delay(cleared + 1.0, side) == 0.0);
            for place in 0..200 {
                let time = cleared * f64::from(place) / 200.0;
                prop_assert!(course.delay(time, side) <= longest * (1.0 + 1e-6) + 1e-6);
                prop_assert!(course.backlog(time, side) <= course.peak * (1.0 + 1e-9));
            }
            let arrived = course.arrived.level(cleared, side);
            prop_assert!(course.delayed + course.duplicates <= arrived * (1.0 + 1e-9));
        }
    }

    #[test]
    fn more_capacity_is_never_worse(input in scenarios(), more in 1.0..1.5) {
        let capacity = Rate::per_second(more * input.capacity.as_per_second());
        no_worse(&Input { capacity, ..input.clone() }, &input)?;
    }

    #[test]
    fn turning_more_away_is_never_worse(input in scenarios(), more in 0.0..0.5) {
        let shed = Share::fraction(input.shed.as_fraction() + more);
        no_worse(&Input { shed, ..input.clone() }, &input)?;
    }

    #[test]
    fn more_waiting_is_never_better(input in scenarios(), more in 0u32..100_000) {
        no_worse(&input, &Input { waiting: input.waiting + more, ..input.clone() })?;
    }

    #[test]
    fn more_resubmission_is_never_better(input in scenarios(), more in 0.0..0.5) {
        let retrigger = Share::fraction(input.retrigger.as_fraction() + more);
        no_worse(&input, &Input { retrigger, ..input.clone() })?;
    }

    #[test]
    fn a_past_incident_gives_back_its_capacity(
        capacity in 105.0..1000.0, outage in 1.0..500.0, ramp in 0.0..100.0,
    ) {
        let input = Input {
            capacity: Rate::per_second(capacity),
            outage: Duration::minutes(outage),
            ramp: Duration::minutes(ramp),
            ..Input::default()
        };
        let drain = model::outcome(&input).drain_time.expect("drains");
        let implied = model::implied_capacity(input.outage, drain, input.ramp, Factor::times(1.0)).as_times();
        prop_assert!((implied - capacity / 100.0).abs() <= 1e-9 * implied, "{} {}", implied, capacity);
    }

    #[test]
    fn plain_outages_follow_the_formula(
        arrivals in 1.0..1000.0, share in 0.01..0.99, outage in 0.1..1000.0,
    ) {
        let (arrivals, capacity) = (Rate::per_second(arrivals), Rate::per_second(arrivals / share));
        let outage = Duration::minutes(outage);
        let outcome = model::outcome(&Input { arrivals, capacity, outage, ..Input::default() });
        let plain = model::plain_drain_time(arrivals, capacity, outage).expect("drains").as_seconds();
        let drain = outcome.drain_time.expect("drains").as_seconds();
        prop_assert!((drain - plain).abs() <= 1e-9 * plain);
        let (longest, outage) = (outcome.longest_wait.as_seconds(), outage.as_seconds());
        prop_assert!((longest - outage).abs() <= 1e-9 * outage);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn the_target_is_just_met(input in scenarios(), target in 1.0..300.0) {
        let target = Duration::minutes(target);
        let Some(capacity) = model::capacity_for_target(&input, target) else {
            prop_assert!(target <= input.pause);
            return Ok(());
        };
        let drain = model::drain_time(&input, capacity);
        prop_assert!(drain.is_some_and(|drain| drain.as_seconds() <= target.as_seconds() * (1.0 + 1e-9)));
        let less = model::drain_time(&input, Rate::per_second(0.9999 * capacity.as_per_second()));
        prop_assert!(less.is_none_or(|less| less > target));
    }
}
