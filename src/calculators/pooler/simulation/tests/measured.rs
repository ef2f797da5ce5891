//! Runs of PgBouncer before PostgreSQL: tests/data/pooler, with their origin there.

use super::super::lane::Lane;
use super::super::outcome::{Ending, Outcome, outcome};
use super::super::plan::{Plan, rules};
use super::super::record::Record;
use super::super::rules::{Rules, Step};
use crate::calculators::pooler::tests::measured_input;
use crate::calculators::pooler::{Input, Pooler};
use crate::calculators::{Calculator, asked};
use crate::field::Declared;
use crate::sim::{Budget, Random, estimate, replicate};
use crate::test_data::{Row, assert_current, rows};

const RUNS: u32 = 200;

/// What was done at which second of the run, in the words of the table.
fn actions(text: &str) -> Vec<(f64, Step)> {
    let Some((at, what)) = text.split_once("s ") else {
        assert_eq!(text, "");
        return Vec::new();
    };
    let at: f64 = at.parse().expect("seconds");
    let number = |text: &str| text.parse::<f64>().expect(text);
    let step = match what.split_once('=') {
        None if what == "restart" => Step::Restart,
        None => Step::Shed(number(what.strip_prefix("shed all for ").expect(what).trim_end_matches('s'))),
        Some(("set default_pool_size", size)) => Step::Size(number(size) as u32),
        Some(("set query_wait_timeout", limit)) => Step::WaitLimit(number(limit)),
        Some(other) => panic!("{other:?}"),
    };
    vec![(at, step)]
}

/// What a client program that stalls for so many seconds does: nothing, and then all at once, in a millisecond.
fn stall(at: f64, seconds: f64, rate: f64) -> [(f64, Step); 3] {
    let burst = 1e-3;
    let ends = at + seconds;
    [(at, Step::Shed(seconds)), (ends, Step::Rate(rate * seconds / burst)), (ends + burst, Step::Rate(rate))]
}

/// The table says of this run that its client program stalled at the restart, and not for how long.
const STALLED: &str = "restart@post5";
/// As long as it is simulated, seconds.
const STALL: f64 = 1.0;

fn scenario(row: &Row, login: &Login, stalled: f64) -> (Rules, Plan) {
    let input = measured_input(row);
    let [before, surge, after] = ["pre_s", "surge_s", "post_s"].map(|column| row.number(column));
    let mut rules = rules(&input);
    // The client of these runs that reads the answer to its cancel does so for a second.
    rules.reads_on = 1.0;
    // Whoever watched the pooler was one of its clients.
    rules.clients -= 1;
    let mut actions: Vec<_> = actions(row.text("actions"))
        .into_iter()
        .chain(login.steps())
        .map(|(at, step)| (at - before, step))
        .collect();
    let (rate, factor) = (row.number("rate_per_s"), row.number("surge_factor"));
    if row.text("run") == STALLED && stalled > 0.0 {
        actions.extend(stall(actions[0].0, stalled, rate));
    }
    (rules, Plan::new([before, surge, after], rate, factor, &actions))
}

/// How long logins took, for all that the tables say.
enum Login {
    /// As the series of the run shows: from these moments of the run on so many seconds each.
    Seen(Vec<(f64, f64)>),
    /// So many seconds on average over the run; after the surge it was more or less.
    About(f64),
    /// So many seconds and 3 to 7 ms, as the description of the table says where the pool was never refilled.
    Above(f64),
}

impl Login {
    fn of(row: &Row) -> Self {
        let seen = logins_seen(row);
        match row.text("open_time_ms") {
            _ if !seen.is_empty() => Self::Seen(seen),
            "" => Self::Above(1e-3 * row.number("added_login_delay_ms")),
            _ => Self::About(1e-3 * row.number("open_time_ms")),
        }
    }

    /// What is not known is drawn anew for each simulated run.
    fn draw(&self, random: &mut Random) -> f64 {
        match self {
            Self::Seen(seen) => seen[0].1,
            Self::About(mean) => mean * libm::exp(DRIFT.0 + DRIFT.1 * random.normal()),
            Self::Above(delay) => delay + random.between(3e-3, 7e-3),
        }
    }

    fn steps(&self) -> impl Iterator<Item = (f64, Step)> {
        let seen = if let Self::Seen(seen) = self { seen.as_slice() } else { &[] };
        seen.iter().map(|(at, seconds)| (*at, Step::Open(*seconds)))
    }
}

/// While no connection is usable the lane does nothing but log in, so that the connections opened in two seconds tell
/// how long one takes.
fn logins_seen(row: &Row) -> Vec<(f64, f64)> {
    let series = rows("pooler/pooler_series.csv");
    let run: Vec<&Row> = series.iter().filter(|point| point.text("set") == row.text("run")).collect();
    let blocks = run.chunks_exact(10);
    let down = blocks.filter(|block| block.iter().all(|point| point.number("usable_conns") == 0.0));
    down.map(|block| {
        let opens: f64 = block.iter().map(|point| point.number("opens")).sum();
        (block[0].number("t_s"), 2.0 / opens)
    })
    .collect()
}

/// Mean and standard deviation of the logarithm of the time of a login after the surge, of that over the whole run.
const DRIFT: (f64, f64) = (-0.019, 0.041);

/// In a run that stays down each connection that is closed is one login, so that its last seconds tell how long a login
/// took then.
#[test]
fn logins_drift_by_a_few_percent() {
    let ratios: Vec<f64> = rows("pooler/pooler_runs.csv")
        .iter()
        .filter(|row| row.text("outcome") == "stuck" && row.text("server_limit").is_empty())
        .map(|row| libm::log(1e3 / (row.number("closes_per_s_post_last10") * row.number("open_time_ms"))))
        .collect();
    let runs = ratios.len() as f64;
    assert_eq!(runs, 22.0);
    let mean = ratios.iter().sum::<f64>() / runs;
    let variance = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (runs - 1.0);
    assert!((mean - DRIFT.0).abs() < 5e-4 && (variance.sqrt() - DRIFT.1).abs() < 5e-4, "{mean} {variance}");
}

fn simulated(row: &Row, runs: u32) -> (Plan, Vec<(Record, Outcome)>) {
    simulated_stall(row, runs, STALL)
}

fn simulated_stall(row: &Row, runs: u32, stalled: f64) -> (Plan, Vec<(Record, Outcome)>) {
    let login = Login::of(row);
    let (rules, plan) = scenario(row, &login, stalled);
    let sample = |replication| {
        let rules = Rules { open: login.draw(&mut Random::new(2, replication)), ..rules };
        let lane = Lane::new(rules, &plan.schedule, (plan.before, 0), Random::new(1, replication));
        let record = lane.run(plan.bin, plan.bins());
        let outcome = outcome(&record, &plan);
        Ok::<_, ()>((record, outcome))
    };
    let samples = replicate(Budget::runs(runs), sample, |_| false).expect("runs");
    (plan, samples)
}

fn most_frequent(runs: &[(Record, Outcome)]) -> Ending {
    let count = |ending: &Ending| runs.iter().filter(|(_, outcome)| outcome.ending == *ending).count();
    Ending::ALL.into_iter().max_by_key(count).expect("endings")
}

const fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Survived => "survive",
        Ending::Recovered => "recover",
        Ending::Down => "stuck",
    }
}

/// Runs that ended otherwise than most simulated ones: 2 of 55.
const DISAGREEMENTS: &[(&str, &str)] = &[
    ("term_exp_D20_min20", "chance: 45 of 100 simulated runs survive, and this one did"),
    ("steady_d5_D50_min20", "chance: 40 of 100 simulated runs go down, and this one did"),
];

#[test]
fn outcomes() {
    let runs = rows("pooler/pooler_runs.csv");
    assert_eq!(runs.len(), 55);
    let mut wrong = Vec::new();
    let mut impossible = Vec::new();
    let mut table = "run,runs,survive,recover,stuck\n".to_owned();
    for row in &runs {
        let (_, simulated) = simulated(row, RUNS);
        let count = |ending: Ending| simulated.iter().filter(|(_, outcome)| outcome.ending == ending).count();
        let [survived, recovered, down] = Ending::ALL.map(count);
        table += &format!("{},{RUNS},{survived},{recovered},{down}\n", row.text("run"));
        if word(most_frequent(&simulated)) != row.text("outcome") {
            wrong.push(row.text("run"));
        }
        let alike =
            simulated.iter().filter(|(_, outcome)| word(outcome.ending) == row.text("outcome")).count();
        if alike * 20 < simulated.len() {
            impossible.push(row.text("run"));
        }
    }
    assert_eq!(wrong, DISAGREEMENTS.map_names());
    assert!(wrong.len() * 20 <= runs.len());
    // And those are not rare among the simulated runs: each ends as one in twenty or more.
    assert_eq!(impossible, [""; 0]);
    // For the evidence: it takes seconds to work out.
    assert_current("pooler/simulated_outcomes.csv", &table);
}

#[test]
fn a_stall_keeps_the_pool_down_however_long_it_was() {
    let runs = rows("pooler/pooler_runs.csv");
    let row = runs.iter().find(|row| row.text("run") == STALLED).expect("the run");
    assert!(row.text("note").contains("stalled at the restart and sent a burst"));
    for (stalled, ending) in [(0.0, Ending::Recovered), (0.4, Ending::Down), (5.0, Ending::Down)] {
        let (_, runs) = simulated_stall(row, 50, stalled);
        assert!(runs.iter().all(|(_, outcome)| outcome.ending == ending), "{stalled} s");
    }
}

/// Runs that came back at another time, and why.
const OTHER_TIMES: &[(&str, &str)] = &[
    (
        "restartB_D10",
        "in this run and the next, 250 cancels a second kept the pool alive through the surge, so that it was back at \
         its end and not by the restart",
    ),
    ("qwt_set_live_dl250@post5", "the same, before the limit was set"),
];

#[test]
fn recovery_times() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for row in rows("pooler/pooler_runs.csv") {
        if row.text("outcome") != "recover" {
            continue;
        }
        let (_, runs) = simulated(&row, RUNS);
        let times = estimate::sorted(runs.iter().filter_map(|(_, outcome)| outcome.recovery).collect());
        let quantile = |p| estimate::quantile(&times, p).expect("some recover");
        let measured = row.number("recovered_after_surge_end_s");
        let is_within = (quantile(0.05)..=quantile(0.95)).contains(&measured);
        let is_near = (quantile(0.5) - measured).abs() <= 0.2 * measured;
        if !is_within && !is_near {
            wrong.push(row.text("run").to_owned());
        }
        compared += 1;
    }
    assert_eq!(compared, 14);
    assert_eq!(wrong, OTHER_TIMES.map_names());
}

const COLUMNS: [&str; 3] = ["usable_conns", "cl_waiting", "success_rate"];

#[test]
fn series() {
    let mut all = (0, 0);
    let series = rows("pooler/pooler_series.csv");
    for row in rows("pooler/pooler_runs.csv") {
        let measured: Vec<&Row> =
            series.iter().filter(|point| point.text("set") == row.text("run")).collect();
        if measured.is_empty() {
            continue;
        }
        let (plan, runs) = simulated(&row, RUNS);
        assert!((plan.bin - 0.2).abs() < 1e-9);
        let mut inside = [0; 3];
        for point in &measured {
            let bin = plan.bin_at(point.number("t_s"));
            let holds = |values: Vec<f64>, column: &str| {
                let values = estimate::sorted(values);
                let ends = [0.05, 0.95].map(|p| estimate::quantile(&values, p));
                let (Some(low), Some(high)) = (ends[0], ends[1]) else {
                    return point.text(column).is_empty();
                };
                let value = point.number(column);
                low <= value && value <= high
            };
            let values = |of: &dyn Fn(&Record) -> Option<f64>| {
                runs.iter().filter_map(|(record, _)| of(record)).collect::<Vec<f64>>()
            };
            let usable = values(&|record| Some(f64::from(record.usable[bin])));
            let waiting = values(&|record| Some(f64::from(record.waiting[bin])));
            let success = values(&|record| record.success(bin, bin + 1));
            inside[0] += usize::from(holds(usable, "usable_conns"));
            inside[1] += usize::from(holds(waiting, "cl_waiting"));
            inside[2] += usize::from(holds(success, "success_rate"));
        }
        for (column, count) in COLUMNS.into_iter().zip(inside) {
            let share = count as f64 / measured.len() as f64;
            assert!(share >= 0.9, "{}, {column}: {share}", row.text("run"));
            all.0 += count;
        }
        all.1 += 3 * measured.len();
    }
    assert_eq!(all.1, 3 * 1450);
    // 97 % of all.
    assert!(all.0 * 100 >= all.1 * 97, "{all:?}");
}

trait Names {
    fn map_names(&self) -> Vec<&'static str>;
}

impl Names for [(&'static str, &'static str)] {
    fn map_names(&self) -> Vec<&'static str> {
        self.iter().map(|(run, _)| *run).collect()
    }
}

/// The run of a preset second by second, for the page.
#[test]
fn the_measured_run_of_the_preset_is_current() {
    let run: Vec<_> =
        rows("pooler/pooler_series.csv").into_iter().filter(|row| row.text("set") == "D5_lam60").collect();
    let start = run.iter().find(|row| row.text("phase") == "surge").expect("a surge").number("t_s");
    let mut expected = "t_s,usable,waiting,success\n".to_owned();
    for second in run.chunks_exact(5) {
        let sum = |column: &str| second.iter().map(|row| row.number(column)).sum::<f64>();
        let at = second[0].number("t_s") - start;
        let (usable, waiting) = (sum("usable_conns") / 5.0, sum("cl_waiting") / 5.0);
        let success = sum("ok") / (sum("ok") + sum("deadline_exceeded") + sum("errors"));
        let success = if success.is_nan() { String::new() } else { format!("{success:.3}") };
        expected += &format!("{at:.0},{usable:.1},{waiting:.1},{success}\n");
    }
    assert_current("pooler/d5_lam60_seconds.csv", &expected);
}

#[test]
fn the_measured_run_is_seen_beside_its_preset_only() {
    let input = super::super::seen::scenario();
    let preset =
        Pooler::PRESETS.iter().find(|preset| preset.title.starts_with("Measured")).expect("a preset");
    assert_eq!(asked::input::<Input>(preset.query).values(), input.values());
    for (column, count) in [("usable", 60), ("waiting", 60)] {
        let marks = super::super::seen::measured(&Input { seed: 9, ..input.clone() }, column).expect("marks");
        assert_eq!(marks.points.len(), count);
    }
    assert!(super::super::seen::measured(&Input { size: 21, ..input }, "usable").is_none());
}
