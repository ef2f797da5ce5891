//! Tables of another discrete-event simulation of the same lane under other rules: tests/data/pooler, des_*.csv.

use super::super::lane::Lane;
use super::super::plan::{plan, rules};
use super::super::record::Record;
use super::super::rules::{Covers, Dead, Refill, Rules, Step};
use crate::calculators::pooler::{Input, OnDeadline};
use crate::sim::random::Time;
use crate::sim::{Budget, Random, estimate, replicate};
use crate::test_data::{Row, rows};

/// The rules of the tables: exponential service, a deadline on the wait alone, no client limit, and a login that
/// always opens a connection.
fn assumed(size: f64, hold: f64, open: f64, deadline: f64) -> Rules {
    Rules {
        size: size as u32,
        open,
        hold: Time::Exponential(hold),
        deadline,
        covers: Covers::Waiting,
        on_deadline: OnDeadline::Terminate,
        wait_limit: f64::INFINITY,
        tick: 0.0,
        clients: u32::MAX,
        dead: Dead::RunsThenCloses,
        refill: Refill::Eager,
        ..rules(&Input::default())
    }
}

struct Run {
    record: Record,
    bins_of_window: usize,
}

impl Run {
    /// Collapsed: fewer than half answered in the last window.
    fn collapsed(&self) -> bool {
        let bins = self.record.arrived.len();
        self.record.success(bins - self.bins_of_window, bins).is_some_and(|success| success < 0.5)
    }
}

fn run(
    rules: Rules,
    schedule: &[(f64, Step)],
    watch: (f64, u32),
    length: f64,
    window: f64,
    reps: u32,
) -> Vec<Run> {
    const BIN: f64 = 0.5;
    let sample = |replication| {
        let lane = Lane::new(rules, schedule, watch, Random::new(1, replication));
        let record = lane.run(BIN, (length / BIN) as usize);
        Ok::<_, ()>(Run { record, bins_of_window: (window / BIN) as usize })
    };
    replicate(Budget::runs(reps), sample, |_| false).expect("runs")
}

/// Whether a share seen here and the interval of the table speak of the same chance: the table's interval,
/// widened by half of ours. Of so many rows a few would fail by chance at 95 %, so ours is at 99.9 %.
#[track_caller]
fn agree(seen: usize, of: usize, row: &Row, column: &str, what: &str) {
    let ours = estimate::share(seen as u32, of as u32, 0.999).expect("runs");
    let (low, high) = (row.number("ci95_lo") - ours.half_width(), row.number("ci95_hi") + ours.half_width());
    let share = seen as f64 / of as f64;
    assert!((low..=high).contains(&share), "{what}: {share} for {} in {low}..{high}", row.number(column));
}

/// A mean seen here against a mean of the table with half of its interval.
#[track_caller]
fn agree_mean(seen: &[f64], row: &Row, mean: &str, half: &str, what: &str) {
    let ours = estimate::mean(seen, 0.999).expect("runs");
    // Three of the table's intervals, as its origin has it, and our own.
    let allowed = 3.0 * row.number(half) + ours.half_width();
    let known = row.number(mean);
    assert!((ours.value - known).abs() <= allowed, "{what}: {} is not {known} ± {allowed}", ours.value);
}

fn number_or(row: &Row, column: &str, other: f64) -> f64 {
    if row.text(column).is_empty() { other } else { row.number(column) }
}

#[test]
fn outcomes() {
    let mut compared = 0;
    for row in rows("pooler/des_outcomes.csv") {
        assert_eq!(row.number("p_short"), 0.0, "one deadline only");
        let [size, hold, open, deadline] = ["N", "S_s", "t_login_s", "D_s"].map(|column| row.number(column));
        let rules = Rules {
            wait_limit: number_or(&row, "qwt_s", f64::INFINITY),
            tick: row.number("qwt_sweep_s"),
            dead: match row.text("zmode") {
                "0" => Dead::RunsThenCloses,
                "1" => Dead::Closes,
                _ => Dead::Runs,
            },
            refill: if row.number("eager") == 1.0 { Refill::Eager } else { Refill::Lazy },
            ..assumed(size, hold, open, deadline)
        };
        let mut schedule: Vec<(f64, Step)> = row
            .text("schedule_start:rate")
            .split(';')
            .map(|part| part.split_once(':').expect(part))
            .map(|(at, rate)| (at.parse().expect(at), Step::Rate(rate.parse().expect(rate))))
            .collect();
        let surge = schedule[1].0;
        if !row.text("restart_s").is_empty() {
            schedule.push((row.number("restart_s"), Step::Restart));
            schedule.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        // This one begins with its surge.
        let surge = if row.text("name") == "B4_bigger_pool_no_help" { 0.0 } else { surge };
        let empty = (0.1 * size).max(1.0) as u32;
        let runs = run(rules, &schedule, (surge, empty), row.number("H_s"), row.number("win_s"), 60);
        let name = row.text("name");
        let collapsed = runs.iter().filter(|run| run.collapsed()).count();
        agree(collapsed, runs.len(), &row, "p_collapse", name);
        let emptied: Vec<f64> =
            runs.iter().filter_map(|run| run.record.empty_at).map(|at| at - surge).collect();
        // The schedules with a restart empty the pool twice, and whether it was the first time is not said.
        if !row.text("t_empty_after_surge_s").is_empty()
            && emptied.len() > 20
            && row.text("restart_s").is_empty()
        {
            agree_mean(&emptied, &row, "t_empty_after_surge_s", "t_empty_ci95_half", name);
        }
        compared += 1;
    }
    assert_eq!(compared, 24);
}

#[test]
fn collapse_grid() {
    let mut compared = 0;
    for row in rows("pooler/des_collapse_grid.csv") {
        let [size, hold, open, deadline, surge] =
            ["N", "S_s", "t_login_s", "D_s", "surge_s"].map(|column| row.number(column));
        let rate = row.number("lambda_surge");
        let schedule =
            [(0.0, Step::Rate(rate / 3.0)), (60.0, Step::Rate(rate)), (60.0 + surge, Step::Rate(rate / 3.0))];
        let length = 60.0 + surge + 60.0;
        let runs = run(assumed(size, hold, open, deadline), &schedule, (60.0, 0), length, 30.0, 60);
        let collapsed = runs.iter().filter(|run| run.collapsed()).count();
        let what = format!("N {size}, D {deadline}, t {open}");
        agree(collapsed, runs.len(), &row, "p_collapse", &what);
        compared += 1;
    }
    assert_eq!(compared, 54);
}

#[test]
fn hysteresis() {
    // The table does not say what brought the pool down. Its times to be full again at λ = 2/s imply a queue of
    // 216 s × (10 − 2)/s; the surge of the other tables leaves that after 3 s. Everything else is predicted.
    let surge = [(0.0, Step::Rate(600.0)), (3.0, Step::Rate(0.0))];
    let mut compared = 0;
    for row in rows("pooler/des_hysteresis.csv") {
        let [size, hold, open, deadline, rate] =
            ["N", "S_s", "t_login_s", "D_s", "lambda_after"].map(|column| row.number(column));
        let schedule = [surge[0], (surge[1].0, Step::Rate(rate))];
        let runs = run(assumed(size, hold, open, deadline), &schedule, (0.0, 0), 3003.0, 30.0, 40);
        let full: Vec<f64> = runs.iter().filter_map(|run| run.record.full_at).map(|at| at - 3.0).collect();
        let what = format!("λ {rate}, D {deadline}");
        agree(full.len(), runs.len(), &row, "p_recovered", &what);
        // Where only the quick ones came back in time, their mean says more about the time than about them.
        if row.number("p_recovered") > 0.5 {
            agree_mean(&full, &row, "mean_time_to_full_after_surge_s", "ci95_half", &what);
        }
        compared += 1;
    }
    assert_eq!(compared, 18);
}

#[test]
fn every_scenario_of_the_defaults_has_a_plan() {
    assert!(plan(&Input::default()).is_ok());
}
