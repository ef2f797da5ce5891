//! The incident of 21 October: the largest class waits 20 minutes while the small ones start in seconds, and what
//! helps.

use crate::calculators::asked;
use crate::calculators::fleet::presets::PRESETS;
use crate::calculators::fleet::{Fleet, Input};
use crate::calculators::simulated::{Simulated, Simulation};

fn simulated(title: &str) -> Simulation {
    let preset = PRESETS.iter().find(|preset| preset.title == title).expect(title);
    let input: Input = asked::input(preset.query);
    let samples: Vec<_> =
        (0..20).map(|replication| Fleet::sample(&input, replication).expect("a run")).collect();
    Fleet::summarise(&input, &samples).expect("a summary")
}

fn figure(simulation: &Simulation, key: &str) -> f64 {
    simulation.figures.iter().find(|figure| figure.key == key).expect(key).value.expect(key)
}

#[test]
fn the_largest_class_waits_twenty_minutes_while_small_ones_start_in_seconds() {
    let simulation = simulated("The largest class waits");
    println!("{:?}", simulation.verdict);
    assert_eq!(simulation.verdict.state, "late");
    let (largest, smallest) =
        (figure(&simulation, "wait_p95_largest"), figure(&simulation, "wait_p95_smallest"));
    assert!((20.0 * 60.0..40.0 * 60.0).contains(&largest), "{largest}");
    assert!(smallest < 5.0, "{smallest}");
    assert!(figure(&simulation, "wait_longest_smallest") < 60.0);
    assert_eq!(simulation.charts.len(), 4);
    assert_eq!(simulation.tables.iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [6, 3]);
}

#[test]
fn a_minimum_fleet_another_type_or_large_jobs_first_end_it() {
    let before = figure(&simulated("The largest class waits"), "wait_p95_largest");
    for title in
        ["The same with a larger minimum fleet", "The same with another type", "The same, large jobs first"]
    {
        let simulation = simulated(title);
        let after = figure(&simulation, "wait_p95_largest");
        println!("{title}: {before} s, then {after} s; {:?}", simulation.verdict);
        assert!(after < 120.0 && after < before / 10.0, "{title}: {after} s");
        assert!(figure(&simulation, "wait_p95_smallest") < 10.0, "{title}");
        assert_eq!(simulation.verdict.state, "in_time", "{title}");
    }
}

/// The mean flows of the page say more than the simulation, and no more than twice as much.
#[test]
fn the_page_says_as_much_as_the_simulation_or_more() {
    let report = asked::report::<Fleet>(PRESETS[0].query);
    let mean_flows = report.figure("longest_wait").expect("a figure").value.expect("a number");
    let longest = figure(&simulated(PRESETS[0].title), "wait_longest_largest");
    assert!((1.0..2.0).contains(&(mean_flows / longest)), "{mean_flows} {longest}");
}
