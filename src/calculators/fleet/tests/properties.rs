//! What must be true of every answer.

use proptest::prelude::*;

use crate::calculators::fleet::{Input, Job, Machine, Order, Setup, fill};
use crate::quantity::{Bytes, Cores, Duration, Rate};

prop_compose! {
    fn input()(
        jobs in prop::collection::vec((0.001..1.0, 1.0..1000.0, 0.1..8.0, 0.1..16.0), 1..6),
        types in prop::collection::vec((0.5..40.0, 0.5..80.0, prop::option::of(0u32..40)), 1..5),
    ) -> Input {
        let job = |(rate, seconds, cores, gigabytes)| Job {
            rate: Rate::per_second(rate),
            duration: Duration::seconds(seconds),
            cpu: Cores::cores(cores),
            memory: Bytes::gigabytes(gigabytes),
            ..Job::default()
        };
        let machine = |(cores, gigabytes, limit)| Machine {
            cpu: Cores::cores(cores),
            memory: Bytes::gigabytes(gigabytes),
            limit,
            ..Machine::default()
        };
        // The last type holds all of them.
        let all = Machine { cpu: Cores::cores(8.0), memory: Bytes::gigabytes(16.0), limit: Some(5), ..Machine::default() };
        Input {
            jobs: jobs.into_iter().map(job).collect(),
            types: types.into_iter().map(machine).chain([all]).collect(),
            ..Input::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_job_has_a_place_or_none(input in input()) {
        let fleet = Setup::new(&input).expect("a scenario");
        let rates: Vec<f64> = fleet.classes.iter().map(|class| class.rate).collect();
        let available = || fleet.types.iter().map(|machine| machine.limit.map_or(f64::INFINITY, f64::from)).collect();
        let [shared, sorted] = [Order::Backfill, Order::Largest].map(|order| fill(&fleet, &rates, available(), order));
        for filled in [&shared, &sorted] {
            for class in 0..rates.len() {
                let placed: f64 = filled.placed.iter().map(|jobs| jobs[class]).sum();
                let (load, left) = (filled.load[class], filled.left[class]);
                prop_assert!(left >= 0.0 && (placed + left - load).abs() <= 1e-8 * load, "{placed} + {left} = {load}");
            }
            for (used, available) in filled.used.iter().zip(&filled.available) {
                prop_assert!(*used >= 0.0 && used.is_finite() && *used <= available * (1.0 + 1e-9), "{used} of {available}");
            }
            for (machine, jobs) in fleet.types.iter().zip(&filled.placed) {
                let fits = |class: usize| machine.shape.holds(fleet.classes[class].shape) > 0;
                prop_assert!((0..rates.len()).all(|class| fits(class) || jobs[class] == 0.0));
            }
        }
        // Nothing is better for the largest class than to come first.
        let largest = fleet.largest();
        prop_assert!(sorted.left[largest] <= shared.left[largest] + 1e-9 * shared.load[largest]);
    }
}
