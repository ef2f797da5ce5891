//! Queues whose answers are known: M/M/c, M/M/c+D, M/D/1. The tolerance is the simulation's own interval.

use super::super::estimate::{self, Interval};
use super::super::random::{Random, Time};
use super::super::replicate::{Budget, replicate};
use super::super::station::{Seen, Station};
use crate::test_data::rows;

/// The interval that is asked to hold the truth. Wide, for there are many questions below and each may
/// fail by chance once in ten thousand.
const CONFIDENCE: f64 = 0.9999;

/// Independent runs of a station, each about so many customers long after a quarter as many to warm up.
fn runs(station: Station, customers: f64, late: f64) -> Vec<Seen> {
    let warm_up = 0.25 * customers * station.between.mean();
    let sample = |replication| {
        let mut random = Random::new(1, replication);
        Ok::<_, ()>(station.run(&mut random, 5.0 * warm_up, warm_up, late))
    };
    replicate(Budget::runs(24), sample, |_| false).expect("runs")
}

/// The mean of a ratio to the number of customers, over the runs.
fn per_customer(runs: &[Seen], of: impl Fn(&Seen) -> f64) -> Interval {
    let ratios: Vec<f64> = runs.iter().map(|seen| of(seen) / seen.customers as f64).collect();
    estimate::mean(&ratios, CONFIDENCE).expect("runs")
}

#[track_caller]
fn holds(interval: Interval, known: f64, what: &str) {
    assert!(interval.holds(known), "{what}: {interval:?} does not hold {known}");
}

#[test]
fn mmc() {
    let mut compared = 0;
    for row in rows("pooler/erlang_mmc.csv") {
        let [rate, service, servers, deadline] =
            ["lambda_per_s", "mean_service_s", "servers_c", "deadline_s"].map(|column| row.number(column));
        // Near saturation it takes millions of customers to forget the beginning; where almost nobody waits
        // there is nothing to see.
        let rho = rate * service / servers;
        if rho > 0.955 || row.number("erlang_c") < 1e-3 {
            continue;
        }
        let station = Station {
            between: Time::Exponential(1.0 / rate),
            service: Time::Exponential(service),
            servers: servers as u32,
            patience: f64::INFINITY,
        };
        let seen = runs(station, 40_000.0, deadline);
        let what = format!("M/M/{servers} at {rho}");
        holds(
            per_customer(&seen, |seen| (seen.customers - seen.unqueued) as f64),
            row.number("erlang_c"),
            &format!("{what}: P(wait)"),
        );
        holds(per_customer(&seen, |seen| seen.waited), row.number("mean_wait_s"), &format!("{what}: E[W]"));
        holds(
            per_customer(&seen, |seen| seen.late as f64),
            row.number("p_wait_gt_D"),
            &format!("{what}: P(W > D)"),
        );
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn mmc_whose_customers_leave_at_a_deadline() {
    let mut compared = 0;
    for row in rows("pooler/abandonment.csv") {
        if row.text("patience_kind(M=exp_mean,D=deterministic)") != "D" || row.number("p_abandon") < 1e-5 {
            continue;
        }
        let station = Station {
            between: Time::Exponential(1.0 / row.number("lambda_per_s")),
            service: Time::Exponential(row.number("mean_service_s")),
            servers: row.number("servers_c") as u32,
            patience: row.number("patience_s"),
        };
        let seen = runs(station, 30_000.0, f64::INFINITY);
        holds(per_customer(&seen, |seen| seen.left as f64), row.number("p_abandon"), "P(abandon)");
        // In three rows all but everybody waits: 1 − 10⁻⁹ and more.
        let queued = per_customer(&seen, |seen| (seen.customers - seen.unqueued) as f64);
        assert!(
            queued.holds(row.number("p_wait")) || (queued.value - row.number("p_wait")).abs() < 2e-9,
            "{queued:?} {}",
            row.text("p_wait")
        );
        holds(per_customer(&seen, |seen| seen.waited), row.number("mean_wait_all_s"), "E[W]");
        compared += 1;
    }
    assert!(compared >= 4, "{compared}");
}

#[test]
fn md1() {
    for rho in [0.3, 0.6, 0.9] {
        let station = Station {
            between: Time::Exponential(1.0 / rho),
            service: Time::Constant(1.0),
            servers: 1,
            patience: f64::INFINITY,
        };
        let seen = runs(station, 40_000.0, 1.0);
        // Pollaczek and Khinchine: E[W] = ρs/(2(1 − ρ)).
        holds(per_customer(&seen, |seen| seen.waited), rho / (2.0 * (1.0 - rho)), "E[W]");
        holds(per_customer(&seen, |seen| seen.unqueued as f64), 1.0 - rho, "P(no wait)");
        // Erlang, 1909: P(W ≤ x) = (1 − ρ)·e^(ρx) up to one service time.
        holds(
            per_customer(&seen, |seen| (seen.customers - seen.late) as f64),
            (1.0 - rho) * libm::exp(rho),
            "P(W ≤ s)",
        );
    }
}
