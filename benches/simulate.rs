//! How many events a second the simulation does on one core: the queue of the textbooks, and a lane of the pooler.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use headroom::calculators;
use headroom::scenario::decode;
use headroom::sim::random::{Random, Time};
use headroom::sim::station::Station;

fn station(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulate");
    for (name, servers, rate) in [("M/M/5", 5, 4.0), ("M/M/200", 200, 190.0)] {
        let station = Station {
            between: Time::Exponential(1.0 / rate),
            service: Time::Exponential(1.0),
            servers,
            patience: f64::INFINITY,
        };
        let seconds = 100_000.0 / rate;
        let events = station.run(&mut Random::new(1, 0), seconds, 0.0, 0.0).events;
        group.throughput(Throughput::Elements(events));
        group.bench_function(format!("{name}, events"), |bench| {
            bench.iter(|| std::hint::black_box(station).run(&mut Random::new(1, 0), seconds, 0.0, 0.0));
        });
    }
    for query in ["surge=2.6", "max_clients=2000", "max_clients=2000&on_deadline=leave"] {
        let scenario = decode(&format!("pooler?{query}")).expect("a link").scenario;
        let simulation = calculators::simulation("pooler").expect("a simulation");
        let run = || simulation.sample(&scenario.values, 0).expect("a run");
        // The last of the numbers before the curves.
        group.throughput(Throughput::Elements(run()[15] as u64));
        group.bench_function(format!("pooler?{query}, events"), |bench| bench.iter(run));
    }
    group.finish();
}

criterion_group!(benches, station);
criterion_main!(benches);
