//! What must be true of every scenario.

use proptest::prelude::*;

use super::super::{Answer, Hang, Input, State, While, answer, detection, settings};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::field::{Declared, Kind, Value};
use crate::quantity::{Duration, Rate, Share};

/// A plausible scenario.
fn plan() -> impl Strategy<Value = Input> {
    let during = prop::sample::select(vec![While::Writing, While::Reading, While::Connecting, While::Idle]);
    let kernel = (0..20_u32, 0.05..5.0, 1..10_u32);
    let keepalive = (prop::option::weighted(0.8, 1.0..8000.0), 1.0..100.0, 1..12_u32);
    let program = (prop::option::of(0.1..500.0), prop::option::of(0.1..2000.0));
    let load = (1..3000_u32, 0.0..200.0, 0.0..1.0, 0.0..5.0, 1.0..600.0_f64);
    (during, kernel, keepalive, program, load).prop_map(|(during, kernel, keepalive, program, load)| Input {
        during,
        retries2: kernel.0,
        rto: Duration::seconds(kernel.1),
        syn_retries: kernel.2,
        keepalive_idle: keepalive.0.map(Duration::seconds),
        keepalive_interval: Duration::seconds(keepalive.1),
        keepalive_probes: keepalive.2,
        user_timeout: program.0.map(Duration::seconds),
        deadline: program.1.map(Duration::seconds),
        workers: load.0,
        rate: Rate::per_second(load.1),
        dropped: Share::fraction(load.2),
        normal: Duration::seconds(load.3),
        target: Duration::seconds(load.4),
    })
}

/// At the latest, in seconds; never is infinite.
fn latest(input: &Input) -> f64 {
    detection(input).max.map_or(f64::INFINITY, Duration::si)
}

fn no_sooner(later: &Input, sooner: &Input) -> bool {
    latest(later) >= latest(sooner) * (1.0 - 1e-12)
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn more_patience_is_never_sooner(input in plan(), more in 0.0..100.0) {
        let add = |time: Duration| Duration::seconds(time.si() + more);
        let mut others = vec![
            Input { retries2: input.retries2 + 1, ..input.clone() },
            Input { syn_retries: input.syn_retries + 1, ..input.clone() },
            Input { keepalive_probes: input.keepalive_probes + 1, ..input.clone() },
            Input { keepalive_idle: None, ..input.clone() },
            Input { deadline: input.deadline.map(add), ..input.clone() },
            Input { deadline: None, ..input.clone() },
            Input { user_timeout: input.user_timeout.map(add), ..input.clone() },
        ];
        if input.user_timeout.is_none() {
            others.push(Input { keepalive_idle: input.keepalive_idle.map(add), ..input.clone() });
        }
        for other in others {
            prop_assert!(no_sooner(&other, &input), "{:?}", other);
        }
    }

    /// Between the limit and one timeout of at most two minutes later, whatever the first one is.
    #[test]
    fn the_ladder_ends_within_one_timeout(retries in 0..40_u32, rto in 0.01..120.0) {
        let limit = super::super::kernel::retries2_limit(retries).si();
        let ladder = super::super::kernel::data(retries, Duration::seconds(rto));
        let sent: Vec<f64> = ladder.sent.iter().map(|time| time.si()).collect();
        prop_assert!(ladder.ends.si() >= limit + rto - 1e-9);
        prop_assert!(ladder.ends.si() <= limit + rto + f64::min(120.0, limit + 2.0 * rto) + 1e-6);
        prop_assert!(sent.is_sorted() && sent[0] == rto && *sent.last().expect("one") < ladder.ends.si());
    }

    #[test]
    fn earliest_and_latest(input in plan()) {
        let Answer { detection, hung, busy, occupancy, state, stall, max_dropped, .. } = answer(&input);
        prop_assert_eq!(detection.min.is_some(), detection.max.is_some());
        if let (Some(min), Some(max)) = (detection.min, detection.max) {
            prop_assert!(min <= max, "{:?} {:?}", min, max);
        }
        if let Some(deadline) = input.deadline.filter(|_| input.during != While::Idle) {
            prop_assert!(latest(&input) <= deadline.si());
        }
        let workers = f64::from(input.workers);
        prop_assert!((0.0..=1.0).contains(&occupancy.as_fraction()));
        prop_assert_eq!(state == State::Stalls, hung.is_none_or(|hung| hung + busy >= workers));
        prop_assert_eq!(state == State::Stalls, stall.is_some());
        // It stalls before the first one comes back.
        if let (Some(stall), Some(max)) = (stall, detection.max) {
            prop_assert!(stall.si() <= max.si() * (1.0 + 1e-9));
        }
        // The border is where it is said to be, where dropping makes it worse.
        if let Some(most) = max_dropped.filter(|most| most.as_fraction() > 0.0) {
            for (factor, stalls) in [(0.999, false), (1.001, true)] {
                let dropped = most.as_fraction() * factor;
                if dropped <= 1.0 {
                    let other = Input { dropped: Share::fraction(dropped), ..input.clone() };
                    prop_assert_eq!(answer(&other).state == State::Stalls, stalls, "{}", dropped);
                }
            }
        }
    }

    #[test]
    fn more_load_is_never_better(input in plan(), share in 1.0..2.0, fewer in 0.1..1.0_f64) {
        let rank = |input: &Input| answer(input).occupancy.as_fraction();
        let busier = Input { rate: Rate::per_second(input.rate.si() * share), ..input.clone() };
        prop_assert!(rank(&busier) >= rank(&input) - 1e-12);
        let smaller = Input { workers: (f64::from(input.workers) * fewer).ceil() as u32, ..input.clone() };
        prop_assert!(rank(&smaller) >= rank(&input) - 1e-12);
    }

    /// What the settings promise is what the model says with them set, and it is under the target.
    #[test]
    fn settings_keep_their_promise(input in plan()) {
        let chosen = settings(&input);
        let (target, noticed) = (input.target, chosen.noticed(&input));
        let with = chosen.applied(&input);
        prop_assert_eq!(noticed, detection(&with).max);
        let possible = match input.during {
            While::Writing => chosen.user_timeout.is_some() || chosen.retries2.is_some(),
            While::Reading | While::Idle => chosen.keepalive.is_some(),
            While::Connecting => chosen.connect_timeout.is_some(),
        };
        if possible {
            prop_assert!(noticed.is_some_and(|noticed| noticed.si() <= target.si() * (1.0 + 1e-9)), "{:?}", noticed);
        }
        // Each line alone keeps it too, and the next looser count does not.
        if let Some(retries2) = chosen.retries2 {
            let alone = |retries2| super::super::kernel::data(retries2, input.first_timeout()).ends;
            prop_assert!(alone(retries2) <= target && alone(retries2 + 1) > target);
        }
        if let Some(retries) = chosen.syn_retries {
            let alone = |retries| super::super::kernel::syn(retries, 4, None).ends;
            prop_assert!(alone(retries) <= target && alone(retries + 1) > target);
        }
        if let Some((idle, interval, probes)) = chosen.keepalive {
            prop_assert!(idle >= 1 && interval >= 1);
            prop_assert!(f64::from(idle + interval * probes) <= target.si());
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
                2 if quantity.absent.is_some() => Value::Absent,
                _ => {
                    let low = quantity.min.max(1e-300).ln().max(-20.0);
                    let high = quantity.max.ln();
                    Value::Number((low + (high - low) * share).exp().clamp(quantity.min, quantity.max))
                }
            },
            Kind::Choice(choices) => Value::Choice(choices[usize::from(*kind) % choices.len()].key),
            _ => Value::Absent,
        };
        let values: Vec<_> =
            Input::fields().iter().map(|field| &field.meta.kind).zip(&draws).map(value).collect();
        Input::from_values(&values)
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input()) {
        let report = Hang::evaluate(&input).expect("every combination is a scenario");
        prop_assert!(Hang::STATES.contains(&report.verdict.state));
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
            let Plot::Lines { x, y, series, markers, .. } = &chart.plot else { continue };
            prop_assert!([x.from, x.to, y.from, y.to].iter().all(|end| end.is_finite()) && x.to > 0.0);
            for series in series {
                prop_assert!((2..=200).contains(&series.points.len()), "{:?}", series);
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                prop_assert!(series.points.is_sorted_by(|first, second| first.0 <= second.0), "{:?}", series);
            }
            prop_assert!(markers.iter().all(|marker| marker.x.is_finite()));
        }
    }
}
