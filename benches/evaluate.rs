//! How long one answer takes: every calculator at its defaults and at its presets, beside the peer's
//! whole answer (M/M/c by the textbook sum) in the same run.

use criterion::{Criterion, criterion_group, criterion_main};
use headroom::calculators;
use headroom::chart;
use headroom::scenario::{Scenario, decode};

/// What a browser pool-size page does, and nothing more: rate × time, and Erlang C by its sum.
fn textbook_erlang_c(servers: u32, offered: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..servers {
        term *= offered / f64::from(k);
        sum += term;
    }
    let last = term * offered / f64::from(servers) / (1.0 - offered / f64::from(servers));
    last / (sum + last)
}

fn answers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("answer");
    group.bench_function("peer: textbook Erlang C, 25 servers", |bench| {
        bench.iter(|| textbook_erlang_c(std::hint::black_box(25), std::hint::black_box(18.0)));
    });
    for calculator in calculators::all() {
        let scenario = Scenario::new(*calculator);
        group.bench_function(format!("{} at its defaults", calculator.id()), |bench| {
            bench.iter(|| std::hint::black_box(&scenario).evaluate(&[]));
        });
        for preset in calculator.presets() {
            let link = format!("{}?{}", calculator.id(), preset.query);
            let scenario = decode(&link).expect("a preset").scenario;
            group.bench_function(format!("{}: {}", calculator.id(), preset.title), |bench| {
                bench.iter(|| std::hint::black_box(&scenario).evaluate(&[]));
            });
        }
    }
    group.finish();
}

fn links(criterion: &mut Criterion) {
    let link = "pooler?open=100ms&rate=3k/s&on_deadline=leave&max_clients=2000";
    let scenario = decode(link).expect("a link").scenario;
    criterion.bench_function("link: decode", |bench| bench.iter(|| decode(std::hint::black_box(link))));
    criterion.bench_function("link: encode", |bench| bench.iter(|| std::hint::black_box(&scenario).encode()));
}

fn charts(criterion: &mut Criterion) {
    for calculator in calculators::all() {
        let report = Scenario::new(*calculator).evaluate(&[]).expect("defaults");
        for spec in &report.charts {
            criterion.bench_function(&format!("chart: {} {}", calculator.id(), spec.key), |bench| {
                bench.iter(|| chart::svg(std::hint::black_box(spec), &chart::Theme::LIGHT, 900, 300));
            });
        }
    }
}

criterion_group!(benches, answers, links, charts);
criterion_main!(benches);
