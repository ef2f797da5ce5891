//! Against queues whose answers are known: a class that fills machines that always run.

use super::planned;
use crate::math::erlang::{erlang_b, erlang_c};
use crate::sim::estimate;

/// The mean waits of so many runs lie around the known one, by their own interval of 99.9 %.
fn holds(query: &str, runs: u32, known: f64) {
    let (input, plan) = planned(query);
    let mut means = Vec::new();
    let mut lengths = Vec::new();
    for replication in 0..runs {
        let record = plan.run(input.seed, replication).expect(query).record;
        let waits = &record.waits[0];
        means.push(waits.iter().sum::<f64>() / waits.len() as f64);
        lengths.push(record.waiting_seconds / record.watch / input.jobs[0].rate.si());
    }
    let interval = estimate::mean(&means, 0.999).expect("runs");
    println!("{query}: {interval:?} should hold {known}");
    assert!(interval.holds(known), "{query}: {interval:?} does not hold {known}");
    assert!(interval.half_width() < 0.12 * known, "{query}: {interval:?} says too little");
    // Little's law: the mean number that waits, over the arrivals, is the mean wait.
    let by_length = estimate::mean(&lengths, 0.999).expect("runs");
    assert!(by_length.holds(known), "{query}: {by_length:?} does not hold {known}");
}

/// The mean wait of M/M/c: C / (c/s − λ).
fn waits(servers: u32, rate: f64, service: f64) -> f64 {
    let (c, load) = (f64::from(servers), rate * service);
    erlang_c(erlang_b(servers, load), c, load) / (c / service - rate)
}

fn fixed(jobs: &str, machine: &str, count: u32, more: &str) -> String {
    format!("jobs={jobs}&types=m,{machine},,{count},{count}&watch=20000s{more}")
}

#[test]
fn one_class_that_fills_a_machine_waits_as_in_the_textbook() {
    for (servers, rate) in [(1, 0.6), (5, 4.0), (20, 17.0)] {
        let query = fixed(&format!("a,{rate}/s,1s,4,8GB"), "4,8GB", servers, "&distribution=exponential");
        holds(&query, 16, waits(servers, rate, 1.0));
    }
}

#[test]
fn machines_that_hold_several_are_as_many_servers() {
    for policy in ["first_fit", "best_fit"] {
        for order in ["backfill", "fifo", "largest"] {
            let more = format!("&distribution=exponential&policy={policy}&order={order}");
            holds(&fixed("a,10/s,1s,1,2GB", "4,9GB", 3, &more), 8, waits(12, 10.0, 1.0));
        }
    }
}

/// Pollaczek and Khinchine: λ E(S²) / 2(1 − ρ).
#[test]
fn one_machine_waits_by_the_variance_of_the_durations() {
    let (rate, mean) = (0.5, 1.0);
    let known = |square: f64| rate * square / (2.0 * (1.0 - rate * mean));
    holds(&fixed("a,0.5/s,1s,4,8GB", "4,8GB", 1, "&distribution=constant"), 16, known(1.0));
    let deviation: f64 = 3f64.ln() / 1.644_853_626_951_472_2;
    let square = (deviation * deviation).exp();
    holds(&fixed("a,0.5/s,1s,4,8GB", "4,8GB", 1, "&distribution=log_normal&spread=3"), 16, known(square));
}

#[test]
fn a_job_that_finds_no_machine_waits_for_a_boot() {
    // A machine is released at once, and a job comes every hour on average.
    let (input, plan) =
        planned("jobs=a,0.0003/s,10s,1,2GB&types=m,1,2GB,1,0&boot=70s&idle=0s&watch=2500000s");
    let record = plan.run(input.seed, 0).expect("a run").record;
    let waits = &record.waits[0];
    let booted = waits.iter().filter(|wait| (**wait - 70.0).abs() < 1e-6).count();
    assert!(booted as f64 > 0.95 * waits.len() as f64 && waits.len() > 600, "{booted} of {}", waits.len());
    assert!(waits.iter().all(|wait| *wait <= 70.0 + 1e-6));
    // It runs while it boots and works: 80 s for each job.
    let expected = 80.0 * waits.len() as f64;
    assert!(
        (record.machine_seconds[0] / expected - 1.0).abs() < 0.05,
        "{} {expected}",
        record.machine_seconds[0]
    );
    // Where it is kept, only the first one waits.
    let (input, plan) =
        planned("jobs=a,0.0003/s,10s,1,2GB&types=m,1,2GB,1,1&boot=70s&idle=0s&watch=2500000s");
    let record = plan.run(input.seed, 0).expect("a run").record;
    let at_once = record.waits[0].iter().filter(|wait| **wait == 0.0).count();
    assert!(at_once as f64 > 0.98 * record.waits[0].len() as f64);
}

#[test]
fn a_type_that_is_out_or_full_leaves_the_next_in_rank() {
    let jobs = "jobs=a,0.1/s,100s,1,2GB&distribution=exponential&boot=0s&watch=50000s";
    let mean = |query: &str| {
        let (input, plan) = planned(&format!("{jobs}&{query}"));
        let record = plan.run(input.seed, 0).expect("a run").record;
        record.machine_seconds.iter().map(|time| time / record.watch).collect::<Vec<_>>()
    };
    let two = |first: &str, more: &str| mean(&format!("types=x,1,2GB,1,0,{first};y,1,2GB,1,0{more}&idle=0s"));
    // Ten jobs at once, each on its machine, as many as there may be: M/M/∞.
    let free = two("100", "");
    assert!((free[0] - 10.0).abs() < 0.5 && free[1] == 0.0, "{free:?}");
    // Of the first type four: Erlang's overflow runs on the second.
    let full = two("4", "");
    let overflow = 10.0 * erlang_b(4, 10.0);
    assert!(
        (full[1] - overflow).abs() < 0.5 && (full[0] - 10.0 + overflow).abs() < 0.1,
        "{full:?} {overflow}"
    );
    let out = two("100", "&outages=0s,50000s,x");
    assert!(out[0] < 0.2 && (out[1] - 10.0).abs() < 0.5, "{out:?}");
    let ranked = mean("types=x,1,2GB,1,0,,2;y,1,2GB,1,0,,1&idle=0s");
    assert!(ranked[0] == 0.0 && (ranked[1] - 10.0).abs() < 0.5, "{ranked:?}");
}
