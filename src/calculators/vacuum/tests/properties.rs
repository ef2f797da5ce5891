//! What must be true of every scenario.

use proptest::prelude::*;

use super::super::debt::{Flow, Leg, Moment, Plan, course};
use super::super::{Input, Page, State, Vacuum, answer};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::{Duration, Factor, Rate, Share};

/// So many cases; a failure is printed, not written into the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A plausible scenario.
fn plan() -> impl Strategy<Value = Input> {
    let load = (0.0..3000.0, 0.0..6.0, 1e-4..5e-3, 0.0..1e-7, 1..60_u32);
    let table = (0..600_000_u32, 0..2_000_000_u32, 0.0..5.0);
    let vacuum = (50..2000_u32, 0.0..0.02, 0..5_usize, 0.0..0.8, prop::option::of(0.0..900.0));
    (load, table, vacuum).prop_map(|(load, table, vacuum)| {
        let pages = [Page::Hit, Page::Miss, Page::Dirty, Page::HitDirty, Page::MissDirty];
        Input {
            rate: Rate::per_second(load.0),
            dead_per_op: Factor::times(load.1),
            base: Duration::seconds(load.2),
            per_dead: Duration::seconds(load.3),
            workers: load.4,
            dead: table.0,
            rows: table.1,
            dead_per_page: Factor::times(table.2),
            cost_limit: vacuum.0,
            cost_delay: Duration::seconds(vacuum.1),
            page: pages[vacuum.2],
            stolen: Share::fraction(vacuum.3),
            held: Duration::seconds(vacuum.4.unwrap_or(0.0)),
            ..Input::default()
        }
    })
}

/// Seconds to the tipping point; never is infinite.
fn tips(input: &Input) -> f64 {
    answer(input).time_to_tip.map_or(f64::INFINITY, Duration::as_seconds)
}

/// That the first does not tip earlier than the second.
#[track_caller]
fn no_earlier(late: &Input, early: &Input) {
    let (first, second) = (tips(late), tips(early));
    assert!(first >= second * (1.0 - 1e-9), "{first} {second}\n{late:?}\n{early:?}");
}

/// What the course says after a time, what many small steps of its equations say, and how late those may be.
fn exact_and_stepped(flow: Flow, plan: Plan, start: Moment, end: f64) -> (Moment, Moment, f64) {
    let legs = course(flow, plan, start, end, 10_000);
    let last = legs.last().expect("a leg");
    let exact = last.at((end - last.from).min(last.length));
    // Each switch is seen up to a step late, and so is all that follows.
    let mut late = 0.0;
    let mut stepped = start;
    let mut works = start.dead >= plan.trigger;
    let steps = 200_000;
    let dt = end / f64::from(steps);
    for step in 0..steps {
        let can = flow.full / (1.0 + flow.slope * stepped.dead);
        let done = if stepped.queue > 0.0 {
            can.min(flow.demand + stepped.queue / dt)
        } else {
            can.min(flow.demand)
        };
        let vacuum = if f64::from(step) * dt >= plan.held && works { plan.vacuum } else { 0.0 };
        stepped.dead = f64::max(0.0, stepped.dead + (flow.per_op * done - vacuum) * dt);
        stepped.queue = f64::max(0.0, stepped.queue + (flow.demand - done) * dt);
        let before = works;
        works = (works && stepped.dead > 0.0) || stepped.dead >= plan.trigger;
        late += if works == before { 0.0 } else { dt };
    }
    (exact, stepped, late)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn more_vacuum_never_tips_earlier(input in plan(), add in 0.0..5.0) {
        let more = Factor::times(input.dead_per_page.si() + add);
        no_earlier(&Input { dead_per_page: more, ..input.clone() }, &input);
        no_earlier(&input, &Input { sharing: input.sharing + 1, ..input.clone() });
    }

    #[test]
    fn more_load_never_tips_later(input in plan(), add in 0.0..1.0) {
        no_earlier(&input, &Input { rate: Rate::per_second(input.rate.si() * (1.0 + add)), ..input.clone() });
        no_earlier(&input, &Input { dead_per_op: Factor::times(input.dead_per_op.si() + add), ..input.clone() });
        no_earlier(&input, &Input { per_dead: Duration::seconds(input.per_dead.si() * (1.0 + add)), ..input.clone() });
        no_earlier(&input, &Input { held: Duration::seconds(input.held.si() + add * 900.0), ..input.clone() });
        let stolen = input.stolen.as_fraction();
        no_earlier(&input, &Input { stolen: Share::fraction(stolen + (1.0 - stolen) * add), ..input.clone() });
    }

    #[test]
    fn the_state_is_what_its_definition_says(input in plan()) {
        let answer = answer(&input);
        let less = answer.capacity_now.si() < input.rate.si() * (1.0 - 1e-9);
        prop_assert_eq!(answer.state == State::Tipped, less);
        if let Some(tip) = answer.tips_at.filter(|tip| *tip > 0.0) {
            let there = super::super::capacity(input.workers, input.base, input.per_dead, input.stolen, tip);
            prop_assert!((there.si() / input.rate.si() - 1.0).abs() < 1e-9);
        }
        if answer.state == State::KeepsUp {
            prop_assert!(answer.time_to_tip.is_none());
            prop_assert!(answer.ceiling.is_none_or(|vacuum| vacuum.si() * (1.0 + 1e-9) >= input.rate.si() * input.dead_per_op.si()));
        }
        prop_assert!(answer.throughput_floor.si() <= answer.capacity_clean.si());
        if let (Some(level), Some(vacuum)) = (answer.settles_at.filter(|level| *level > 0.0), answer.ceiling) {
            let arise = answer.flow.per_op * answer.flow.capacity(level);
            prop_assert!((arise / vacuum.si() - 1.0).abs() < 1e-9, "{} {}", arise, vacuum.si());
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    /// Two hundred thousand small steps follow the exact course through every switch.
    #[test]
    fn small_steps_agree(
        demand in 0.0..2000.0, per_op in 0.0..4.0, full in 500.0..3000.0, slope in 0.0..2e-6,
        vacuum in 0.0..6000.0, held in 0.0..500.0, trigger in 0.0..1e6, dead in 0.0..3e6, queue in 0.0..1e5,
    ) {
        let flow = Flow { demand, per_op, full, slope };
        let queue = if queue < 5e4 { 0.0 } else { queue };
        let plan = Plan { vacuum, held: if held < 250.0 { 0.0 } else { held }, trigger };
        let (exact, stepped, late) = exact_and_stepped(flow, plan, Moment { dead, queue }, 2000.0);
        let late = late * vacuum.max(per_op * full);
        let allowed = 1e-3 * (dead + 2000.0 * (per_op * full + vacuum) * 0.02 + 1e3) + late;
        prop_assert!((exact.dead - stepped.dead).abs() <= allowed.max(1e-3 * trigger), "{:?} {:?}", exact, stepped);
        let allowed = 2e-3 * (queue + 2000.0 * demand.max(full) * 0.05 + 1e3);
        prop_assert!((exact.queue - stepped.queue).abs() <= allowed, "{:?} {:?}", exact, stepped);
    }
}

#[test]
fn a_saturated_leg_nears_its_balance() {
    // g·M/v = 4: levels off at α⁻¹ · 3 dead rows, from above and from below.
    let flow = Flow { demand: 2000.0, per_op: 2.0, full: 1000.0, slope: 1e-6 };
    for dead in [0.0, 1e6, 2.9e6, 3e6, 1e7] {
        let start = Moment { dead, queue: 0.0 };
        let leg = Leg::new(flow, 500.0, 0.0, start, true, f64::INFINITY, None);
        assert!(leg.length.is_infinite());
        let late = leg.at(1e7);
        assert!((late.dead / 3e6 - 1.0).abs() < 1e-6, "{late:?}");
        // 2000 asked, 250 done.
        assert!((late.queue / (1750.0 * 1e7) - 1.0).abs() < 1e-2, "{late:?}");
    }
}

/// A long queue drains at the balance, long after it is all but reached.
#[test]
fn a_queue_drains_at_the_balance() {
    // Balance at 1/α dead rows, where 500/s can be done and 400 are asked. All that was done is known from the
    // dead rows: done = (change of dead rows + removed)/g, so the time is (queue − change/2)/100.
    let flow = Flow { demand: 400.0, per_op: 2.0, full: 1000.0, slope: 1e-6 };
    for dead in [0.0, 0.5e6, 2e6] {
        let start = Moment { dead, queue: 1e7 };
        let leg = Leg::new(flow, 1000.0, 0.0, start, true, f64::INFINITY, None);
        assert_eq!(leg.event, super::super::debt::Event::Drained);
        let expected = (1e7 - (1e6 - dead) / 2.0) / 100.0;
        assert!((leg.length / expected - 1.0).abs() < 1e-8, "{} {expected}", leg.length);
        assert!(leg.end().queue < 1.0 && (leg.end().dead / 1e6 - 1.0).abs() < 1e-9, "{:?}", leg.end());
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
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input()) {
        let report = Vacuum::evaluate(&input).expect("every scenario has an answer");
        prop_assert!(Vacuum::STATES.contains(&report.verdict.state));
        prop_assert!(!report.verdict.text.is_empty());
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
            let Plot::Lines { x, y, series, spans, levels, markers } = &chart.plot else { continue };
            prop_assert!([x.from, x.to, y.from, y.to].iter().all(|end| end.is_finite()) && x.to > 0.0);
            for series in series {
                prop_assert!((2..=200).contains(&series.points.len()), "{:?}", series);
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()), "{:?}", input);
                prop_assert!(series.points.is_sorted_by(|first, second| first.0 <= second.0), "{:?}", series);
            }
            prop_assert!(spans.iter().all(|span| span.from.is_finite() && span.to > span.from));
            prop_assert!(levels.iter().all(|level| level.y.is_finite()));
            prop_assert!(markers.iter().all(|marker| marker.x.is_finite()));
        }
    }
}
