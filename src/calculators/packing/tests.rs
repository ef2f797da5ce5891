//! The calculator around the solver: what the reference instances give through its inputs.

use super::*;
use crate::quantity::{Bytes, Cores, Price, Share};
use crate::report::Report;

fn evaluate(input: &Input) -> Report {
    Packing::evaluate(input).expect("a scenario")
}

fn value(report: &Report, key: &str) -> f64 {
    report.figure(key).expect(key).value.expect(key)
}

/// An instance of reference/06_packing_ci as the calculator's inputs.
fn instance(instance: &serde_json::Value) -> Input {
    let memory = |gigabytes: &serde_json::Value| Bytes::gigabytes(gigabytes.as_f64().expect("memory"));
    let cores = |number: &serde_json::Value| Cores::cores(number.as_f64().expect("cores"));
    let jobs = instance["jobs"].as_object().expect("jobs").iter().map(|(name, count)| {
        let class = &instance["classes"][name];
        Job {
            name: name.clone(),
            count: count.as_u64().expect("a count") as u32,
            cpu: cores(&class[0]),
            memory: memory(&class[1]),
            disk: None,
        }
    });
    let types = instance["types"].as_array().expect("types").iter().map(|machine| Machine {
        name: machine["name"].as_str().expect("a name").into(),
        cpu: cores(&machine["cap"][0]),
        memory: memory(&machine["cap"][1]),
        disk: None,
        price: machine["cost"].as_f64().map(Price::per_hour),
        limit: machine["limit"].as_u64().map(|limit| limit as u32),
        rank: machine["rank"].as_u64().map(|rank| rank as u32),
    });
    Input { jobs: jobs.collect(), types: types.collect(), ..Input::default() }
}

fn instances() -> Vec<serde_json::Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packing/ci_instances.json");
    let text = std::fs::read_to_string(path).expect("the instances");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    all["instances"].as_array().expect("a list").clone()
}

#[test]
fn first_choice_first_as_in_the_reference() {
    let mut compared = 0;
    for case in instances() {
        let expected = &case["ffd_ranked"];
        if expected.is_null() || case["overhead"].is_object() || case["overhead"].is_array() {
            continue;
        }
        let input = Input { objective: Objective::Ranked, policy: Policy::FirstFit, ..instance(&case) };
        let report = evaluate(&input);
        let types = report.tables.iter().find(|table| table.key == "types").expect("machines by type");
        let used: Vec<u64> =
            types.rows.iter().map(|row| row[1].replace(',', "").parse().expect("a count")).collect();
        let wanted: Vec<u64> =
            expected["types_used"].as_array().expect("a list").iter().filter_map(|n| n.as_u64()).collect();
        assert_eq!(used, wanted, "{}", case["name"]);
        assert_eq!(
            value(&report, "unplaced"),
            expected["unplaced"].as_f64().expect("a number"),
            "{}",
            case["name"]
        );
        assert_eq!(value(&report, "cost"), expected["cost"].as_f64().expect("a number"), "{}", case["name"]);
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn the_cheapest_mix_is_found() {
    for (name, optimum) in
        [("CI03_three_types_cost", 6290.0), ("CI05_memory_heavy", 6894.0), ("CI08b_same_min_cost", 9180.0)]
    {
        let case = instances().into_iter().find(|case| case["name"] == name).expect(name);
        let report = evaluate(&instance(&case));
        assert_eq!(report.verdict.state, "fits");
        assert_eq!(value(&report, "cost"), optimum, "{name}");
        assert!(value(&report, "lower_bound") <= optimum);
    }
}

#[test]
fn totals_lie_about_the_large_ones() {
    // 30 jobs of 5 cores on machines of 8: 3 cores left on each, 90 in all, and none fits.
    let input = Input {
        jobs: vec![Job {
            name: "five".into(),
            count: 30,
            cpu: Cores::cores(5.0),
            memory: Bytes::gigabytes(1.0),
            disk: None,
        }],
        types: vec![Machine {
            name: "m8".into(),
            cpu: Cores::cores(8.0),
            memory: Bytes::gigabytes(64.0),
            ..Machine::default()
        }],
        ..Input::default()
    };
    let report = evaluate(&input);
    assert_eq!((value(&report, "machines"), value(&report, "room_for")), (30.0, 0.0));
    let classes = report.tables.iter().find(|table| table.key == "classes").expect("classes");
    assert_eq!(classes.rows[0], ["five", "30", "0", "0", "18"]);
    assert_eq!(value(&report, "stranded_cpu"), 90.0 / 240.0);
    assert_eq!(value(&report, "utilisation_cpu"), 150.0 / 240.0);
    // No price: the number of machines counts, and the answer says so.
    assert!(report.figure("cost").expect("cost").value.is_err());
    assert!(report.notes.iter().any(|note| note.text.contains("has no price")));
}

#[test]
fn what_is_kept_free_counts() {
    let one = |input: Input| {
        let jobs = vec![Job {
            name: "one".into(),
            count: 12,
            cpu: Cores::cores(1.0),
            memory: Bytes::gigabytes(1.0),
            disk: None,
        }];
        let types = vec![Machine {
            name: "m4".into(),
            cpu: Cores::cores(4.0),
            memory: Bytes::gigabytes(64.0),
            ..Machine::default()
        }];
        value(&evaluate(&Input { jobs, types, ..input }), "machines")
    };
    assert_eq!(one(Input::default()), 3.0);
    assert_eq!(one(Input { daemon_cpu: Cores::cores(0.5), ..Input::default() }), 4.0);
    assert_eq!(one(Input { spare: Share::percent(50.0), ..Input::default() }), 6.0);
    assert_eq!(
        one(Input { reserve: Reserve::Share, reserve_share: Share::percent(5.0), ..Input::default() }),
        4.0
    );
    assert_eq!(one(Input { max_jobs: Some(2), ..Input::default() }), 6.0);
    assert_eq!(one(Input { keep: 7, ..Input::default() }), 7.0);
}

#[test]
fn a_class_that_fits_nothing_is_explained() {
    let mut input = Input::default();
    input.jobs[5].memory = Bytes::gibibytes(100.0);
    let report = evaluate(&input);
    assert_eq!(report.verdict.state, "impossible");
    // The nearest type is c48 with 96 GiB: 4 GiB are missing, 4.29 GB.
    assert!(
        report.verdict.text.contains("4.29 GB of memory more than c48 offers"),
        "{}",
        report.verdict.text
    );
    assert_eq!(value(&report, "unplaced"), f64::from(input.jobs[5].count));
}

#[test]
fn disk_counts_where_jobs_need_it() {
    let mut input = Input::default();
    input.jobs[0].disk = Some(Bytes::gigabytes(10.0));
    let free = evaluate(&input);
    input.types.iter_mut().for_each(|machine| machine.disk = Some(Bytes::gigabytes(15.0)));
    let tight = evaluate(&input);
    // One of the 40 small jobs to a machine.
    assert_eq!((free.verdict.state, tight.verdict.state), ("fits", "short"));
}

#[test]
fn no_scenario_is_said() {
    let mut empty = Input::default();
    empty.jobs.iter_mut().for_each(|job| job.count = 0);
    assert_eq!(Packing::evaluate(&empty).expect_err("no jobs").keys, ["jobs"]);
    let eaten = Input { daemon_memory: Bytes::terabytes(1.0), ..Input::default() };
    assert!(Packing::evaluate(&eaten).expect_err("nothing left").keys.contains(&"daemon_memory"));
}

#[test]
fn a_hundred_thousand_jobs_are_grouped() {
    let mut input = Input::default();
    for job in &mut input.jobs {
        job.count = 16_667;
    }
    input.types = (1..=10)
        .map(|number| Machine {
            name: format!("m{number}"),
            cpu: Cores::cores(f64::from(8 * number)),
            memory: Bytes::gibibytes(f64::from(20 * number)),
            price: Some(Price::per_hour(0.3 * f64::from(number))),
            ..Machine::default()
        })
        .collect();
    let report = evaluate(&input);
    assert_eq!(report.verdict.state, "fits");
    // 16,667 × 34 cores on machines of up to 80; within 1 % of the bound.
    assert!(value(&report, "gap") < 0.01, "{}", report.verdict.text);
}
