//! Our part of the races in `race.py`. Prints, of so many customers or jobs, how many there were, the seconds that
//! they took, and the mean wait of each class.
//!
//! `station`: an M/M/5 queue. `fixed`: five machines that always run, and a class that fills one. `fleet`: six
//! classes on machines that boot and are released.

use headroom::calculators;
use headroom::scenario::decode;
use headroom::sim::random::{Random, Time};
use headroom::sim::station::Station;

/// Without a number, so many: as when all benches are run.
const CUSTOMERS: f64 = 1e6;
/// Numbers of a run before those of its classes.
const HEAD: usize = 6;
/// Numbers of a class: jobs, mean wait, ….
const OF_CLASS: usize = 6;

fn station(customers: f64) {
    let station = Station {
        between: Time::Exponential(0.25),
        service: Time::Exponential(1.0),
        servers: 5,
        patience: f64::INFINITY,
    };
    let begin = std::time::Instant::now();
    let seen = station.run(&mut Random::new(1, 0), customers * 0.25, 0.0, 0.0);
    let seconds = begin.elapsed().as_secs_f64();
    println!("{} {seconds} {}", seen.customers, seen.waited / seen.customers as f64);
}

fn fleet(link: &str, classes: usize, per_second: f64, jobs: f64) {
    let link = format!("{link}&distribution=exponential&watch={}s", jobs / per_second);
    let decoded = decode(&link).expect("a link");
    assert!(decoded.issues.is_empty(), "{link}: {:?}", decoded.issues);
    let simulation = calculators::simulation("fleet").expect("a simulation");
    let begin = std::time::Instant::now();
    let numbers = simulation.sample(&decoded.scenario.values, 0).expect("a run");
    let seconds = begin.elapsed().as_secs_f64();
    let of = |at: usize| (0..classes).map(move |class| HEAD + OF_CLASS * class + at);
    let jobs: f64 = of(0).map(|at| numbers[at]).sum();
    let waits: Vec<String> = of(1).map(|at| numbers[at].to_string()).collect();
    println!("{jobs} {seconds} {}", waits.join(" "));
}

fn main() {
    let customers = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(CUSTOMERS);
    match std::env::args().nth(1).as_deref() {
        Some("fixed") => fleet("fleet?jobs=a,4/s,1s,4,8GB&types=m,4,8GB,,5,5", 1, 4.0, customers),
        // The calculator's defaults with one type of machine.
        Some("fleet") => fleet(
            "fleet?jobs=small,0.5/s,120s,1,2GB;medium,20/min,240s,2,4GB;medium+,4/min,300s,3,6GB;\
             large,4/min,360s,4,8GB;xlarge,2/min,480s,8,16GB;2xlarge,1.5/min,720s,16,32GB\
             &types=c36,36,72GiB,,22,30&boot=90s&idle=300s",
            6,
            61.5 / 60.0,
            customers,
        ),
        _ => station(customers),
    }
}
