//! What must be true of every scenario, and the answer against small steps.

use proptest::prelude::*;

use super::super::{Answer, Buffer, Input, Needs, State, answer};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::{ByteRate, Bytes, Duration, Factor, Rate, Share};

/// So many cases; a failure is printed, not written into the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A plausible scenario.
fn plan() -> impl Strategy<Value = Input> {
    let sizes = (100.0..8000.0, 0.0..1.0, 0.0..3000.0, 10.0..5000.0, 1.0..4.0);
    let relief = (prop::option::of(0.0..10.0), prop::option::of(0.0..1.0));
    let outage = (0.0..4000.0, 0.0..300.0, any::<bool>());
    (sizes, relief, outage).prop_map(|(sizes, relief, outage)| Input {
        memory: Bytes::mebibytes(sizes.0),
        used: Bytes::mebibytes(sizes.0 * sizes.1),
        rate: Rate::per_second(sizes.2),
        item: Bytes::bytes(sizes.3),
        overhead: Factor::times(sizes.4),
        spill: ByteRate::megabytes_per_second(relief.0.unwrap_or(0.0)),
        shed: Share::fraction(relief.1.unwrap_or(0.0)),
        outage: Duration::seconds(outage.0),
        boot: Duration::seconds(outage.1),
        needs_database: if outage.2 { Needs::Yes } else { Needs::No },
    })
}

fn of(input: &Input) -> Answer {
    answer(input).expect("scenario")
}

/// Killed, down, lost: by stepping through the outage.
fn stepped(input: &Input) -> (f64, f64, f64) {
    let outage = input.outage.as_seconds();
    let steps = 200_000;
    let dt = outage / f64::from(steps);
    let weight = input.item.si() * input.overhead.si();
    let let_in = input.rate.si() * (1.0 - input.shed.as_fraction());
    let limit = input.memory.si() * (1.0 + 1e-12);
    let (mut killed, mut down, mut lost) = (0.0, 0.0, 0.0);
    let (mut memory, mut starts_until) = (input.used.si(), 0.0);
    for step in 0..steps {
        let time = f64::from(step) * dt;
        if time < starts_until {
            continue;
        }
        lost += input.rate.si() * input.shed.as_fraction() * dt;
        memory = f64::max(input.used.si(), memory + (let_in * weight - input.spill.si()) * dt);
        if memory > limit {
            let up = time + dt;
            let back = match input.needs_database {
                Needs::Yes => outage.max(up) + input.boot.si(),
                Needs::No => up + input.boot.si(),
            };
            killed += 1.0;
            down += back - up;
            lost += (memory - input.used.si()) / weight + input.rate.si() * (back - up);
            (memory, starts_until) = (input.used.si(), back);
        }
    }
    (killed, down, lost)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn more_memory_and_less_load_never_harm(input in plan(), more in 0.0..1.0) {
        let now = of(&input);
        let full = |input: &Input| of(input).time_to_full.map_or(f64::INFINITY, Duration::si);
        let roomier = Input { memory: Bytes::from_si(input.memory.si() * (1.0 + more)), ..input.clone() };
        prop_assert!(full(&roomier) >= full(&input));
        let busier = Input { rate: Rate::per_second(input.rate.si() * (1.0 + more)), ..input.clone() };
        prop_assert!(full(&busier) <= full(&input) * (1.0 + 1e-12));
        let disk = Input { spill: ByteRate::from_si(input.spill.si() + more * 1e6), ..input.clone() };
        prop_assert!(full(&disk) >= full(&input));
        let longer = Input { outage: Duration::seconds(input.outage.si() * (1.0 + more)), ..input.clone() };
        prop_assert!(of(&longer).lost() >= now.lost() * (1.0 - 1e-9));
        prop_assert!(of(&longer).down.si() >= now.down.si() * (1.0 - 1e-9));
        if now.state == State::Survives {
            prop_assert_eq!(of(&roomier).state, State::Survives);
            prop_assert_eq!(of(&disk).state, State::Survives);
        }
    }

    #[test]
    fn what_is_advised_is_the_border(input in plan()) {
        let now = of(&input);
        prop_assert_eq!(now.state == State::Survives, now.memory_needed.si() <= input.memory.si() * (1.0 + 1e-9));
        let shed = |by: f64| of(&Input { shed: Share::fraction(by), ..input.clone() }).state == State::Survives;
        let needed = now.shed_needed.as_fraction();
        prop_assert!(shed((needed + 1e-6).min(1.0)));
        prop_assert!(needed < 1e-4 || !shed(needed - 1e-4));
        if let Some(rate) = now.max_rate {
            let at = |factor: f64| of(&Input { rate: Rate::per_second(rate.si() * factor), ..input.clone() }).state;
            prop_assert_eq!(at(1.0 - 1e-6), State::Survives);
            prop_assert!(rate.si() < 1e-6 || at(1.001) != State::Survives);
        }
        let survived = now.time_to_full.map_or(1e6, Duration::si);
        let other = Input { outage: Duration::seconds(survived * 0.999), ..input };
        prop_assert_eq!(of(&other).state, State::Survives);
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn small_steps_agree(input in plan()) {
        let now = of(&input);
        // A cycle much longer than a step, else the steps are too coarse.
        let cycle = now.time_to_full.map_or(1e9, Duration::si);
        prop_assume!(cycle > 20.0 && input.outage.si() > 1.0);
        let (killed, down, lost) = stepped(&input);
        // Each kill is seen up to a step late; one at the very end may be missed.
        if killed == now.killed {
            prop_assert!((down - now.down.si()).abs() <= 1e-3 * now.down.si() + 0.1, "{} {:?}", down, now);
            let allowed = 3e-3 * now.lost() + 0.1 * input.rate.si() + 1.0;
            prop_assert!((lost - now.lost()).abs() <= allowed, "{} {:?}", lost, now);
        } else {
            let late = now.killed * input.outage.si() / 200_000.0 * 2.0;
            let last = cycle + (now.killed - 1.0) * (cycle + input.boot.si());
            prop_assert!(killed == now.killed - 1.0 && input.outage.si() - last <= late + 1e-6 * last, "{} {:?}", killed, now);
        }
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
            Kind::Choice(choices) => Value::Choice(choices[usize::from(*kind) % choices.len()].key),
            _ => Value::Absent,
        };
        let kinds = Input::fields().iter().map(|field| &field.meta.kind);
        Input::from_values(&kinds.zip(&draws).map(value).collect::<Vec<_>>())
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input(), fit in any::<bool>()) {
        let used = if fit { Bytes::from_si(input.memory.si().min(input.used.si())) } else { input.used };
        let Ok(report) = Buffer::evaluate(&Input { used, ..input }) else { return Ok(()) };
        prop_assert!(Buffer::STATES.contains(&report.verdict.state));
        for figure in &report.figures {
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite));
        }
        let notes = report.notes.iter().map(|note| &note.text);
        let steps = report.steps.iter().map(|step| &step.numbers);
        let figures = report.figures.iter().flat_map(|figure| [&figure.text, &figure.note]);
        for text in notes.chain(steps).chain(figures).chain([&report.verdict.text, &report.verdict.detail]) {
            prop_assert!(!text.contains("NaN") && !text.contains("inf ") && !text.contains('—'), "{}", text);
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
    }
}
