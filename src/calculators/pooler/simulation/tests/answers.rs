//! What the simulation says of scenarios, as a user asks it.

use proptest::prelude::*;

use crate::calculators::asked::input;
use crate::calculators::pooler::{Input, Pooler};
use crate::calculators::simulated::{Simulated, Simulation, simulate};
use crate::calculators::{Calculator, simulation};
use crate::field::Declared;
use crate::report::ModelError;
use crate::sim::{Budget, replicate};

fn simulated(query: &str, runs: u32) -> Simulation {
    let values = input::<Input>(query).values();
    simulate(simulation("pooler").expect("a simulation"), &values, runs, None).expect(query)
}

fn shares(query: &str) -> [u32; 3] {
    let simulation = simulated(query, 40);
    assert_eq!(simulation.shares.iter().map(|share| share.runs).sum::<u32>(), 40);
    [0, 1, 2].map(|at| simulation.shares[at].runs)
}

#[test]
fn clear_cases_are_clear() {
    // Room enough; overload that feeds itself; the same with a wait limit, which protects; left queries drain.
    assert_eq!(shares("size=60"), [40, 0, 0]);
    assert_eq!(shares("max_clients=5000"), [0, 0, 40]);
    assert_eq!(shares("max_clients=5000&wait_limit=100ms"), [40, 0, 0]);
    assert_eq!(shares("max_clients=5000&on_deadline=leave"), [0, 40, 0]);
    // Measured so: 500 dead queries, reopened at 91/s, 60/s come.
    let measured = "poolers=1&size=20&rate=60/s&surge=5&hold=80ms&distribution=constant&deadline=250ms&open=11ms&surge_for=30s";
    assert_eq!(shares(measured), [0, 40, 0]);
}

#[test]
fn states_are_those_of_the_closed_form() {
    for (query, state) in [
        ("size=60", "vulnerable"),
        ("size=60&open=1ms", "safe"),
        ("max_clients=5000", "stuck"),
        ("max_clients=5000&on_deadline=leave", "recovers"),
    ] {
        let simulation = simulated(query, 20);
        assert_eq!(simulation.verdict.state, state, "{query}: {}", simulation.verdict.text);
        assert!(Pooler::STATES.contains(&state));
    }
}

#[test]
fn mitigations_can_be_rehearsed() {
    let stuck = "max_clients=1000&surge_for=20s";
    assert_eq!(shares(stuck), [0, 0, 40]);
    for (actions, helps) in [
        ("30s,wait_limit,100ms", true),
        // 1000 dead queries at 50 ms each.
        ("30s,shed,60s", true),
        ("30s,shed,10s", false),
        ("30s,size,,100", false),
        // λt = 22.5: the wait after a restart is 20 ms × 21.5²/45, 205 ms of 500.
        ("30s,restart", true),
        // 50 clients cannot make a queue that reaches the deadline, and the dead ones are spent at 20/s.
        ("30s,max_clients,,50", false),
        ("30s,max_clients,,50;31s,restart", true),
    ] {
        let [survived, recovered, down] = shares(&format!("{stuck}&actions={actions}"));
        assert_eq!(
            (survived, recovered > 35, down > 35),
            (0, helps, !helps),
            "{actions}: {recovered} {down}"
        );
    }
}

#[test]
fn what_an_action_lacks_is_said() {
    for (actions, expected) in [
        ("1s,restart,2s", "a restart takes neither"),
        ("1s,restart,,3", "a restart takes neither"),
        ("1s,shed", "Its time is missing"),
        ("1s,shed,2s,3", "a time and no number"),
        ("1s,wait_limit,,5", "it takes no number"),
        ("1s,wait_limit,1us", "the shortest wait limit"),
        ("1s,restart;2s,size", "Row 2 of the actions: a pool size is a number"),
        ("1s,size,3s,5", "without a time"),
        ("1s,max_clients", "a client limit is a number"),
    ] {
        let input = input::<Input>(&format!("actions={actions}"));
        // The closed form says it too, although it heeds none of them.
        for error in [Pooler::evaluate(&input).map(|_| ()), Pooler::sample(&input, 0).map(|_| ())] {
            let ModelError { message, keys } = error.expect_err(actions);
            assert!(message.contains(expected) && keys == ["actions"], "{actions}: {message}");
        }
    }
    assert!(Pooler::sample(&input("actions=1s,wait_limit;2s,max_clients,,5"), 0).is_ok());
}

#[test]
fn too_much_is_refused() {
    for query in ["rate=1M/s&surge_for=1d", "destroyed=1M/s&surge_for=7d", "actions=6d,restart"] {
        let error = Pooler::sample(&input(query), 0).expect_err(query);
        assert!(error.message.contains("is the most that is simulated"), "{query}: {}", error.message);
    }
}

#[test]
fn failed_logins_stop_all_opening() {
    // Twenty connections of which a few are lost to running queries whose clients hang up.
    let query = "poolers=1&size=20&rate=25/s&hold=200ms&deadline=400ms&on_deadline=terminate&open=35ms&max_clients=500";
    let figure = |simulation: &Simulation, key: &str| {
        let figure = simulation.figures.iter().find(|figure| figure.key == key).expect(key);
        figure.value.expect(key)
    };
    let free = simulated(query, 40);
    let limited = simulated(&format!("{query}&server_limit=22"), 40);
    assert_eq!(figure(&free, "failed_logins"), 0.0);
    assert!(figure(&limited, "failed_logins") > 0.5);
    assert!(figure(&free, "survived_share") > 0.8 && figure(&limited, "survived_share") < 0.2);
    // The pause is what does it: without one the next attempt comes at once.
    let eager = simulated(&format!("{query}&server_limit=22&login_retry=0s"), 40);
    assert!(figure(&eager, "failed_logins") > 1.0 && figure(&eager, "survived_share") > 0.7);
}

#[test]
fn the_same_link_is_the_same_run_and_another_seed_another() {
    let input = input::<Input>("surge=2.8");
    let sample =
        |seed, replication| Pooler::sample(&Input { seed, ..input.clone() }, replication).expect("a run");
    assert_eq!(sample(1, 3), sample(1, 3));
    assert_ne!(sample(1, 3), sample(1, 4));
    assert_ne!(sample(1, 3), sample(2, 3));
    let all = |threads| {
        replicate(
            Budget { threads, ..Budget::runs(30) },
            |replication| Pooler::sample(&input, replication),
            |_| false,
        )
    };
    assert_eq!(all(1), all(3));
    // To the bit, for ever and everywhere: the sum of the bits of a run in which everything happens.
    let query = "poolers=1&rate=100/s&hold=50ms&deadline=150ms&open=50ms&surge_for=5s&destroyed=1/s&min_size=20\
                 &server_limit=25&actions=3s,shed,1s;6s,wait_limit,50ms";
    let sums: Vec<u64> = ["terminate", "cancel_terminate", "cancel_wait", "drop", "leave"]
        .iter()
        .map(|on_deadline| {
            let input =
                crate::calculators::asked::input::<Input>(&format!("{query}&on_deadline={on_deadline}"));
            let numbers = Pooler::sample(&input, 0).expect("a run");
            numbers.iter().fold(0u64, |sum, number| sum.rotate_left(7) ^ number.to_bits())
        })
        .collect();
    assert_eq!(sums, GOLDEN);
}

const GOLDEN: [u64; 5] = [
    4_914_676_159_452_281_639,
    1_392_579_201_577_545_314,
    14_897_222_904_974_500_021,
    4_683_399_582_253_573_119,
    16_042_473_053_810_809_363,
];

#[test]
fn samples_of_another_scenario_are_left_out() {
    let input = input::<Input>("surge_for=5s");
    let mut samples: Vec<Vec<f64>> = (0..5).map(|run| Pooler::sample(&input, run).expect("a run")).collect();
    samples.push(vec![1.0, 2.0]);
    samples.push(Vec::new());
    assert_eq!(Pooler::summarise(&input, &samples).expect("an answer").runs, 5);
    assert!(Pooler::summarise(&input, &[]).is_err());
    assert!(Pooler::summarise(&input, &[vec![f64::NAN; 16]]).is_err());
}

#[test]
fn it_stops_when_the_shares_are_known() {
    let values = input::<Input>("surge_for=3s&size=60").values();
    let runs = |precision| {
        let simulation = simulation("pooler").expect("a simulation");
        simulate(simulation, &values, 400, precision).expect("an answer").runs
    };
    // All of n runs alike: half of Wilson's interval is 1.92/(n + 3.84), 3.6 % of 50, 1.9 % of 100.
    assert_eq!([None, Some(0.04), Some(0.02), Some(0.001)].map(runs), [400, 50, 100, 400]);
}

#[test]
fn charts_have_bands_in_order() {
    let simulation = simulated("surge=2.9&max_clients=2000&surge_for=20s", 40);
    assert_eq!(
        simulation.charts.iter().map(|chart| chart.key).collect::<Vec<_>>(),
        ["simulated_usable", "simulated_queue", "simulated_success"]
    );
    for chart in &simulation.charts {
        let crate::chart::Plot::Lines { series, x, .. } = &chart.plot else { panic!("lines") };
        let [high, low, middle] = series.as_slice() else { panic!("a band") };
        assert!(middle.points.len() > 100);
        let drawn = crate::chart::svg(chart, &crate::chart::Theme::LIGHT, 900, 300);
        assert!(drawn.contains("median") && !drawn.contains("NaN"), "{}", chart.key);
        for ((high, low), middle) in high.points.iter().zip(&low.points).zip(&middle.points) {
            assert!(
                low.1 <= middle.1 && middle.1 <= high.1 && (x.from..=x.to).contains(&low.0),
                "{}",
                chart.key
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is asked, there is an answer of finite numbers or a sentence why not.
    #[test]
    fn any_scenario_is_answered(
        size in 1u32..200, min_size in 0u32..300, open in 1e-6..5.0f64, rate in 0.0..3000.0f64, hold in 1e-5..5.0f64,
        surge in 1.0..5.0f64, surge_for in 0.0..20.0f64, deadline in 1e-3..20.0f64, on_deadline in 0usize..5,
        wait_limit in 1e-3..100.0f64, max_clients in 1u32..3000, destroyed in 0.0..100.0f64, limit in 0u32..100,
        empty in any::<bool>(), action in 0usize..6,
    ) {
        use crate::calculators::pooler::{OnDeadline, Start};
        use crate::quantity::{Duration, Factor, Rate};
        let on_deadline = [OnDeadline::Terminate, OnDeadline::CancelTerminate, OnDeadline::CancelWait, OnDeadline::Drop, OnDeadline::Leave][on_deadline];
        let actions = ["", "actions=1s,restart", "actions=2s,shed,3s;3s,shed,1s", "actions=1s,wait_limit", "actions=1s,size,,1;2s,size,,300", "actions=1s,max_clients,,1"][action];
        let input = Input {
            size, min_size, on_deadline, max_clients,
            open: Duration::seconds(open), rate: Rate::per_second(rate), hold: Duration::seconds(hold),
            surge: Factor::times(surge), surge_for: Duration::seconds(surge_for), deadline: Duration::seconds(deadline),
            wait_limit: Some(Duration::seconds(wait_limit)), destroyed: Rate::per_second(destroyed),
            server_limit: (limit > 0).then_some(limit), start: if empty { Start::Empty } else { Start::Full },
            ..input::<Input>(actions)
        };
        let samples: Result<Vec<_>, _> = (0..2).map(|run| Pooler::sample(&input, run)).collect();
        let Ok(samples) = samples else { return Ok(()) };
        prop_assert!(samples.iter().flatten().all(|number| number.is_finite() && *number >= -1.0));
        let simulation = Pooler::summarise(&input, &samples).expect("an answer");
        prop_assert_eq!(simulation.runs, 2);
        for figure in &simulation.figures {
            prop_assert!(figure.value.is_ok_and(f64::is_finite) != figure.value.is_err(), "{}", figure.key);
        }
        let most = f64::from(size.max(300)) + 1.0;
        let plan = super::super::plan::plan(&input).expect("a plan");
        for numbers in &samples {
            let sample = super::super::sample::read(numbers, &plan).expect("a run");
            prop_assert!(sample.usable.iter().all(|usable| *usable <= most));
            prop_assert!(sample.waiting.iter().all(|waiting| *waiting <= f64::from(max_clients)));
            prop_assert!(sample.answered.iter().all(|share| *share <= 1.0));
            prop_assert!(sample.refused + sample.removed <= sample.queries);
        }
    }
}
