//! What must be true of every run.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::engine::Run;
use super::super::plan::{POINTS, Plan, plan};
use super::super::record::Record;
use super::planned;
use crate::calculators::fleet::model::Shape;
use crate::calculators::fleet::{Distribution, Fleet, Input, Job, Machine, Order, Outage, Policy, Surge};
use crate::calculators::simulated::Simulated;
use crate::quantity::{Bytes, Cores, Duration, Factor, Price, Rate};

/// So many cases; a failure is printed, not written into the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

prop_compose! {
    fn job()(rate in 0.0..0.3, minutes in 0.1..20.0, cores in 0.1..8.0, gigabytes in 0.1..16.0) -> Job {
        Job {
            name: "j".into(),
            rate: Rate::per_second(rate),
            duration: Duration::minutes(minutes),
            cpu: Cores::cores(cores),
            memory: Bytes::gigabytes(gigabytes),
        }
    }
}

prop_compose! {
    fn machine()(
        cores in 1.0..20.0,
        gigabytes in 1.0..40.0,
        least in 0u32..4,
        more in prop::option::of(0u32..8),
        rank in prop::option::of(0u32..4),
    ) -> Machine {
        Machine {
            name: "m".into(),
            cpu: Cores::cores(cores),
            memory: Bytes::gigabytes(gigabytes),
            price: Some(Price::per_hour(1.0)),
            least,
            limit: more.map(|more| least + more),
            rank,
        }
    }
}

prop_compose! {
    /// A small scenario of any kind.
    fn scenario()(
        mut jobs in prop::collection::vec(job(), 1..5),
        mut types in prop::collection::vec(machine(), 1..4),
        boot in prop::sample::select(vec![0.0, 1.0, 90.0, 600.0]),
        idle in prop::option::of(prop::sample::select(vec![0.0, 30.0, 600.0])),
        (policy, order) in (
            prop::sample::select(vec![Policy::FirstFit, Policy::BestFit]),
            prop::sample::select(vec![Order::Backfill, Order::Fifo, Order::Largest]),
        ),
        distribution in prop::sample::select(vec![Distribution::Constant, Distribution::Exponential, Distribution::LogNormal]),
        out in prop::option::of((0usize..4, 0.0..3000.0, 0.0..3000.0)),
        surge in prop::option::of((0usize..5, 0.0..4.0, 0.0..3000.0, 0.0..3000.0)),
        seed in 0u32..1000,
    ) -> Input {
        for (at, job) in jobs.iter_mut().enumerate() {
            job.name = format!("j{at}");
        }
        jobs[0].rate = jobs[0].rate.max_with(0.001);
        for (at, machine) in types.iter_mut().enumerate() {
            machine.name = format!("m{at}");
        }
        // One type holds everything.
        types[0].cpu = Cores::cores(types[0].cpu.as_cores() + 8.0);
        types[0].memory = Bytes::gigabytes(17.0 + types[0].memory.as_bytes() / 1e9);
        let outages = out.map(|(at, from, lasts)| Outage {
            name: types[at % types.len()].name.clone(),
            from: Duration::seconds(from),
            lasts: Duration::seconds(lasts),
        });
        let surges = surge.map(|(at, factor, from, lasts)| Surge {
            name: jobs[at % jobs.len()].name.clone(),
            factor: Factor::times(factor),
            from: Duration::seconds(from),
            lasts: Duration::seconds(lasts),
        });
        Input {
            jobs,
            types,
            boot: Duration::seconds(boot),
            idle: idle.map(Duration::seconds),
            policy,
            order,
            distribution,
            outages: outages.into_iter().collect(),
            surges: surges.into_iter().collect(),
            watch: Duration::minutes(60.0),
            seed,
            ..Input::default()
        }
    }
}

trait MaxWith {
    fn max_with(self, least: f64) -> Self;
}

impl MaxWith for Rate {
    fn max_with(self, least: f64) -> Self {
        Self::per_second(self.si().max(least))
    }
}

fn run(plan: &Plan, seed: u32) -> Run<'_> {
    Run::new(&plan.fleet, &plan.rules, seed, 0, Record::new(&plan.fleet, plan.before, plan.watch, POINTS))
}

/// Whether at every start the jobs on the machine, that one included, have room on it.
fn all_have_room(plan: &Plan, run: &Run<'_>) -> Result<(), TestCaseError> {
    let mut machines: BTreeMap<(usize, u32), Vec<_>> = BTreeMap::new();
    for started in &run.log {
        machines.entry((started.at, started.slot)).or_default().push(*started);
    }
    for ((at, _), jobs) in machines {
        let whole = plan.fleet.types[at].shape;
        for (index, last) in jobs.iter().enumerate() {
            let on = jobs[..=index].iter().filter(|job| job.until > last.from || job.from == last.from);
            let sum = on.fold(Shape::default(), |sum, job| {
                let shape = plan.fleet.classes[job.class].shape;
                Shape { cpu: sum.cpu + shape.cpu, memory: sum.memory + shape.memory }
            });
            prop_assert!(whole.has_room(sum), "{sum:?} on {whole:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn the_books_balance(input in scenario()) {
        let plan = plan(&input).expect("a scenario");
        let mut run = run(&plan, input.seed);
        run.begin();
        while run.step() {
            if let Some(fault) = run.fault() {
                return Err(TestCaseError::fail(fault));
            }
        }
        run.finish();
        all_have_room(&plan, &run)?;
        // Nobody is lost, in the time that is watched.
        let record = &run.record;
        for (class, waits) in record.waits.iter().enumerate() {
            prop_assert_eq!(waits.len() as u64, record.arrived[class]);
            prop_assert!(waits.iter().all(|wait| (0.0..=record.end()).contains(wait)));
        }
        // Little's law, to rounding: the number that wait over time is the sum of the waits.
        let (by_number, by_waits) = (record.waiting_seconds, record.waited);
        prop_assert!((by_number - by_waits).abs() <= 1e-6 + 1e-9 * by_waits, "{} {}", by_number, by_waits);
        // The cores in use are those of the machines.
        let offered: f64 = record.machine_seconds.iter().zip(&plan.fleet.types).map(|(time, machine)| time * machine.shape.cores()).sum();
        prop_assert!(record.busy <= offered * (1.0 + 1e-9) + 1e-6, "{} of {offered}", record.busy);
        // Within a class, and without passing over all, first come is first served.
        let mut last = BTreeMap::new();
        for started in &run.log {
            let line = if input.order == Order::Fifo { 0 } else { started.class };
            let before = last.insert(line, started.number);
            prop_assert!(before < Some(started.number), "{started:?} after {before:?}");
        }
    }

    #[test]
    fn a_run_is_numbers_of_one_layout_the_same_each_time(input in scenario()) {
        let samples: Vec<_> = (0..3).map(|replication| Fleet::sample(&input, replication).expect("a run")).collect();
        prop_assert_eq!(&samples[1], &Fleet::sample(&input, 1).expect("a run"));
        prop_assert!(samples.iter().flatten().all(|number| number.is_finite()));
        let simulation = Fleet::summarise(&input, &samples).expect("a summary");
        prop_assert_eq!(simulation.runs, 3);
        prop_assert_eq!(simulation.shares.iter().map(|share| share.runs).sum::<u32>(), 3);
        for figure in &simulation.figures {
            prop_assert!(figure.value.is_ok_and(f64::is_finite) || figure.value.is_err(), "{}", figure.key);
            prop_assert!(!figure.text.contains("NaN") && !figure.note.contains("NaN"), "{}", figure.key);
        }
        // What arrives does not depend on the machines or their rules.
        let mut other = input.clone();
        (other.policy, other.order) = (Policy::BestFit, Order::Largest);
        other.boot = Duration::seconds(7.0);
        let arrived = |input: &Input| {
            let plan = plan(input).expect("a scenario");
            let record = plan.run(input.seed, 0).expect("a run").record;
            record.arrived
        };
        other.boot = input.boot;
        prop_assert_eq!(arrived(&input), arrived(&other));
    }
}

/// Kiefer and Wolfowitz: with one more server nobody waits longer, job by job.
#[test]
fn one_more_machine_makes_nobody_wait_longer() {
    let waits = |machines: u32| {
        let (input, plan) =
            planned(&format!("jobs=a,0.1/s,50s,4,8GB&types=m,4,8GB,1,{machines},{machines}&watch=30000s"));
        plan.run(input.seed, 0).expect("a run").record.waits.remove(0)
    };
    for machines in 5..9 {
        let (few, more) = (waits(machines), waits(machines + 1));
        assert_eq!(few.len(), more.len());
        assert!(few.iter().zip(&more).all(|(few, more)| *more <= few + 1e-9), "{machines}");
        assert!(few.iter().sum::<f64>() > more.iter().sum::<f64>(), "{machines}");
    }
}

/// A backlog of all its jobs does not make a run slow: the work for each event does not grow with it.
#[test]
fn a_long_queue_is_as_quick_as_a_short_one() {
    for order in ["backfill", "fifo", "largest"] {
        let (input, plan) = planned(&format!(
            "jobs=a,30/s,100s,1,2GB;b,1/s,100s,8,16GB&types=m,16,32GB,1,0,10&order={order}&watch=3600s"
        ));
        let record = plan.run(input.seed, 0).expect("a run").record;
        assert!(
            record.waits[0].len() > 100_000 && record.unstarted[0] > 90_000,
            "{order}: {}",
            record.unstarted[0]
        );
    }
}

#[test]
fn too_much_is_refused_and_not_begun() {
    let input: Input = crate::calculators::asked::input("jobs=a,1000/s,1s,1,2GB");
    let error = Fleet::sample(&input, 0).expect_err("it is too much");
    assert_eq!(error.keys, ["jobs", "watch"], "{error}");
    assert!(Fleet::summarise(&Input::default(), &[]).is_err());
    assert!(Fleet::summarise(&Input::default(), &[vec![1.0; 7]]).is_err());
}
