//! Our part of the race in `race.py`: an M/M/5 queue of so many customers. Prints them, the seconds that it
//! took, and their mean wait.

use headroom::sim::random::{Random, Time};
use headroom::sim::station::Station;

/// Without a number, so many: as when all benches are run.
const CUSTOMERS: f64 = 1e6;

fn main() {
    let customers = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(CUSTOMERS);
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
