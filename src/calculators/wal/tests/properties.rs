//! What must be true of every scenario, and the exact course against small steps.

use proptest::prelude::*;

use super::super::model::State;
use crate::calculators::Calculator;
use crate::calculators::wal::{Input, Log, Timeline, Wal, WriteRate, answer};
use crate::chart::Plot;
use crate::clock::Clock;
use crate::field::{BytesOrShare, Declared, Kind, Value};
use crate::quantity::{ByteRate, Bytes, Duration, Share};

/// A plausible scenario; what waits is part of what is used.
#[derive(Clone, Debug)]
struct Plan(Input);

fn plan() -> impl Strategy<Value = Plan> {
    let sizes = (0.0..1000.0, 0.0..1.0, 0.0..1200.0, prop::option::of(0.0..1.0));
    let rates = (0.0..200.0, 0.0..250.0, 0.0..200.0, prop::option::of(0.0..50_000.0));
    let later = (0.0..1.0, 0.0..100_000.0, 0.0..1.0, 0.0..20_000.0);
    (sizes, rates, later).prop_map(|(sizes, rates, later)| {
        let (free, _, kept, waits) = sizes;
        let (write, archive, burst, burst_for) = rates;
        let (echo, echo_after, alert, respond) = later;
        Plan(Input {
            free: BytesOrShare::Bytes(Bytes::gigabytes(free)),
            kept: Bytes::gigabytes(kept),
            waiting: waits.map(|share| Bytes::gigabytes((1000.0 - free) * share)),
            write: ByteRate::megabytes_per_second(write),
            archive: (archive < 240.0).then_some(ByteRate::megabytes_per_second(archive)),
            burst: ByteRate::megabytes_per_second(burst),
            burst_for: burst_for.map(Duration::seconds),
            echo: Share::fraction(echo),
            echo_after: Duration::seconds(echo_after),
            alert: BytesOrShare::Share(Share::fraction(alert)),
            respond: Duration::seconds(respond),
            ..Input::default()
        })
    })
}

/// Seconds to full; never is infinite.
fn full(input: &Input) -> f64 {
    answer(input).expect("scenario").full.map_or(f64::INFINITY, Duration::as_seconds)
}

/// Whether the first is not earlier than the second, rounding apart.
fn not_earlier(late: f64, early: f64) -> bool {
    late >= early * (1.0 - 1e-9)
}

fn more(rate: ByteRate, add: f64) -> ByteRate {
    ByteRate::from_si(rate.si() + add * 1e6)
}

/// That the second scenario fills no later than the first.
#[track_caller]
fn no_later(late: &Input, early: &Input) {
    let (late_full, early_full) = (full(late), full(early));
    assert!(not_earlier(late_full, early_full), "{late_full} {early_full}\n{late:?}\n{early:?}");
}

/// So many cases; a failure is printed, not written into the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn more_archiving_never_fills_earlier(Plan(input) in plan(), add in 0.0..100.0) {
        let better = Input { archive: input.archive.map(|rate| more(rate, add)), ..input.clone() };
        no_later(&better, &input);
        no_later(&Input { archive: None, ..input }, &better);
    }

    #[test]
    fn more_writing_never_fills_later(Plan(input) in plan(), add in 0.0..100.0) {
        no_later(&input, &Input { write: more(input.write, add), ..input.clone() });
        no_later(&input, &Input { burst: more(input.burst, add), ..input.clone() });
        // The echo of a longer burst is longer too.
        let longer = input.burst_for.map(|length| Duration::seconds(length.as_seconds() + add * 100.0));
        no_later(&input, &Input { burst_for: longer, ..input.clone() });
        let echo = Share::fraction(input.echo.as_fraction() + (1.0 - input.echo.as_fraction()) * add / 100.0);
        no_later(&input, &Input { echo, ..input.clone() });
    }

    #[test]
    fn more_kept_never_fills_later(Plan(input) in plan(), add in 0.0..500.0) {
        let kept = Bytes::from_si(input.kept.si() + add * 1e9);
        no_later(&input, &Input { kept, ..input.clone() });
    }

    #[test]
    fn more_free_space_never_fills_earlier(Plan(input) in plan(), share in 0.0..1.0) {
        let now = Input { waiting: Some(Bytes::ZERO), ..input };
        let free = now.free.of(now.volume).si();
        let emptier = BytesOrShare::Bytes(Bytes::from_si(free + (now.volume.si() - free) * share));
        no_later(&Input { free: emptier, ..now.clone() }, &now);
    }

    /// A quicker response never makes it worse, and the state is what its definition says.
    #[test]
    fn state_and_lead(Plan(input) in plan()) {
        let answer = answer(&input).expect("scenario");
        prop_assert_eq!(answer.state == State::Holds, answer.full.is_none());
        prop_assert_eq!(answer.full.is_none(), answer.lead.is_none() && answer.alert_needed.is_none());
        let (Some(full), Some(lead), Some(needed)) = (answer.full, answer.lead, answer.alert_needed) else {
            return Ok(());
        };
        let first = answer.alert.expect("an alert comes before full").as_seconds();
        prop_assert!(first <= full.as_seconds() * (1.0 + 1e-9));
        prop_assert!(lead.as_seconds() >= 0.0);
        prop_assert!(lead.as_seconds() <= (full.as_seconds() - first) * (1.0 + 1e-9) + 1e-6);
        prop_assert!(answer.lowest_free == Bytes::ZERO);
        if full < input.respond {
            prop_assert!(answer.state != State::Tight);
            prop_assert!(needed.si() >= answer.volume.free.si() * (1.0 - 1e-9));
            return Ok(());
        }
        // An alert a little above what is needed is in time, one a little below is not.
        let slack = 1e-6 * input.volume.si();
        for (alert, early) in [(needed.si() + slack, true), (needed.si() - slack, false)] {
            if (0.0..=input.volume.si()).contains(&alert) {
                let alert = BytesOrShare::Bytes(Bytes::from_si(alert));
                let other = super::super::answer(&Input { alert, ..input.clone() }).expect("scenario");
                let in_time = other.lead.expect("fills") >= input.respond;
                prop_assert_eq!(in_time, early, "{:?}", alert);
            }
        }
    }

    #[test]
    fn max_write_is_the_border(Plan(input) in plan()) {
        let input = Input { burst: ByteRate::ZERO, ..input };
        let scenario = answer(&input).expect("scenario");
        let Some(most) = scenario.volume.max_write() else { return Ok(()) };
        if scenario.state != State::Full {
            let at_most = Input { write: most, ..input.clone() };
            prop_assert_eq!(full(&at_most), f64::INFINITY);
        }
        let above = Input { write: more(most, 0.001), ..input };
        prop_assert!(full(&above).is_finite());
    }

    /// Ten thousand small steps of the balance follow the exact course.
    #[test]
    fn small_steps_agree(
        waiting in 0.0..500.0, kept in 0.0..500.0, archive in 0.0..200.0,
        steps in prop::collection::vec((0.0..20_000.0, -100.0..200.0), 1..6),
    ) {
        let mut write = WriteRate::steady(ByteRate::ZERO);
        for (from, rate) in &steps {
            write = write.plus(Duration::seconds(*from), None, ByteRate::megabytes_per_second(*rate));
        }
        let (waiting, kept, archive) = (waiting * 1e9, kept * 1e9, archive * 1e6);
        let log = Log {
            waiting: Bytes::from_si(waiting), kept: Bytes::from_si(kept), archive: Some(ByteRate::from_si(archive)),
        };
        let timeline = Timeline::new(&log, &write);
        let dt = 2.5;
        let (mut waits, mut written) = (waiting, waiting);
        let rates = steps.iter().map(|step| write.at(Duration::seconds(step.0)).si() + archive);
        // Every change of the rate, and every bend, is seen up to a step late.
        let allowed = rates.fold(0.0, f64::max) * dt * (steps.len() as f64 + 3.0) + 1.0;
        for step in 0..10_000 {
            let time = f64::from(step) * dt;
            let exact = timeline.at(Duration::seconds(time));
            let growth = f64::max(waits, f64::min(kept, written)) - waiting;
            prop_assert!((exact.waiting.si() - waits).abs() <= allowed, "{} {:?} {}", time, exact, waits);
            prop_assert!((exact.growth.si() - growth).abs() <= allowed, "{} {:?} {}", time, exact, growth);
            let rate = write.at(Duration::seconds(time)).si();
            waits = f64::max(0.0, waits + (rate - archive) * dt);
            written += rate * dt;
        }
    }

    /// The course reaches a level exactly when it says so, not before.
    #[test]
    fn levels_are_reached_when_said(Plan(input) in plan(), share in 0.01..1.0) {
        let scenario = answer(&input).expect("scenario");
        let level = Bytes::from_si(share * 1e12);
        let growth = |time: f64| scenario.timeline.at(Duration::seconds(time)).growth.si();
        if let Some(time) = scenario.timeline.grows_by(level).map(Duration::as_seconds) {
            prop_assert!((growth(time) - level.si()).abs() <= 1e-6 * level.si());
            for part in [0.1, 0.5, 0.9, 0.999] {
                prop_assert!(growth(time * part) <= level.si());
            }
        }
    }
}

/// Any value that the fields accept, from the widest ranges.
fn any_input() -> impl Strategy<Value = Input> {
    let count = Input::fields().len();
    let clock = Clock::read("23:59+14:00").expect("clock").0;
    prop::collection::vec((0.0..1.0, 0..8_u8), count).prop_map(move |draws| {
        let value = |(meta, (share, kind)): (&Kind, &(f64, u8))| match meta {
            Kind::Quantity(quantity) => match kind {
                0 => Value::Number(quantity.min),
                1 => Value::Number(quantity.max),
                2 if quantity.absent.is_some() => Value::Absent,
                2 | 3 if quantity.or_share => Value::Share(*share),
                _ => {
                    let low = quantity.min.max(1e-300).ln().max(-20.0);
                    Value::Number(
                        (low + (quantity.max.ln() - low) * share).exp().clamp(quantity.min, quantity.max),
                    )
                }
            },
            Kind::Choice(choices) => Value::Choice(choices[usize::from(*kind) % choices.len()].key),
            Kind::Clock if *kind > 3 => Value::Clock(clock),
            _ => Value::Absent,
        };
        let values: Vec<_> =
            Input::fields().iter().map(|field| &field.meta.kind).zip(&draws).map(value).collect();
        Input::from_values(&values)
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn whatever_is_accepted_is_answered_in_finite_numbers(input in any_input(), fit in any::<bool>()) {
        // Most random sizes contradict each other: half of the time they are made to fit.
        let share = |value: BytesOrShare| match value {
            BytesOrShare::Bytes(bytes) => Share::fraction(bytes.si() / 1e18),
            BytesOrShare::Share(share) => share,
        };
        let free = BytesOrShare::Share(share(input.free));
        let input = match fit {
            true => Input { free, alert: BytesOrShare::Share(share(input.alert)), waiting: None, ..input },
            false => input,
        };
        let Ok(report) = Wal::evaluate(&input) else { return Ok(()) };
        prop_assert!(Wal::STATES.contains(&report.verdict.state));
        prop_assert!(!report.verdict.text.is_empty() && !report.verdict.detail.is_empty());
        for figure in &report.figures {
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite));
            prop_assert!(!figure.text.contains("NaN") && !figure.text.contains("inf"), "{}", figure.text);
        }
        let texts = report.notes.iter().map(|note| &note.text).chain(report.steps.iter().map(|step| &step.numbers));
        for text in texts.chain([&report.verdict.text, &report.verdict.detail]) {
            prop_assert!(!text.contains("NaN") && !text.contains('—'), "{}", text);
        }
        for chart in &report.charts {
            let Plot::Lines { x, y, series, spans, levels, markers } = &chart.plot else { continue };
            prop_assert!([x.from, x.to, y.from, y.to].iter().all(|end| end.is_finite()) && x.to > 0.0);
            for series in series {
                prop_assert!((2..=200).contains(&series.points.len()), "{:?}", series);
                prop_assert!(series.points.iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                prop_assert!(series.points.is_sorted_by(|first, second| first.0 <= second.0), "{:?}", series);
            }
            prop_assert!(spans.iter().all(|span| span.from.is_finite() && span.to > span.from));
            prop_assert!(levels.iter().all(|level| level.y.is_finite()));
            prop_assert!(markers.iter().all(|marker| marker.x.is_finite()));
        }
    }
}
