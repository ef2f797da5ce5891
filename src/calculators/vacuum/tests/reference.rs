//! Independently computed tables and measured runs: tests/data/vacuum, with their origin there.

use super::super::debt::{FOREVER, Moment, course};
use super::super::model::answer;
use super::super::{Input, Page, Pass, Throttle, capacity, trigger_at};
use crate::quantity::{Duration, Factor, Rate, Share};
use crate::test_data::{Row, rows};

/// A printed number: right to `tolerance`, or to half a unit of its last digit if it has fewer digits.
#[track_caller]
fn agree(value: f64, printed: &str, tolerance: f64, what: &str) {
    let expected: f64 = printed.parse().expect(printed);
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digit = if printed.contains('.') { 0.51 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    let allowed = (tolerance * expected.abs()).max(digit);
    assert!((value - expected).abs() <= allowed, "{what}: {value} is not {printed}");
}

fn delay(row: &Row) -> Duration {
    Duration::milliseconds(row.number("delay_ms"))
}

#[test]
fn cost_ceiling() {
    let rows = rows("vacuum/cost_ceiling.csv");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let case = row.text("case");
        let limit = row.number("cost_limit") as u32;
        let work = Duration::seconds(row.number("work_us_per_page") * 1e-6);
        let cost = row.number("cost_per_page");
        let throttle = Throttle { limit, delay: delay(&row), sharing: 1 };
        let pages = throttle.pages_per_second(cost, work).expect(case);
        agree(pages.si(), row.text("pages_per_s"), 1e-9, case);
        agree(pages.si() * 8192.0 / 1_048_576.0, row.text("MiB_per_s"), 1e-9, case);
        assert!((pages.si() / row.number("loop_pages_per_s") - 1.0).abs() < 2e-3, "{case}");
        // The same through the inputs.
        let (page, miss_cost) = match cost as u32 {
            1 => (Page::Hit, 2),
            2 => (Page::Miss, 2),
            10 => (Page::Miss, 10),
            20 => (Page::Dirty, 2),
            21 => (Page::HitDirty, 2),
            22 => (Page::MissDirty, 2),
            other => panic!("{case}: {other}"),
        };
        let input = Input {
            cost_limit: limit,
            cost_delay: delay(&row),
            page,
            miss_cost,
            page_time: work,
            dead_per_page: Factor::times(3.0),
            ..Input::default()
        };
        agree(answer(&input).ceiling.expect(case).si() / 3.0, row.text("pages_per_s"), 1e-9, case);
    }
}

#[test]
fn vacuum_duration() {
    let rows = rows("vacuum/vacuum_duration.csv");
    assert_eq!(rows.len(), 5);
    for row in rows {
        let case = row.text("case");
        let pass = Pass {
            heap_pages: row.number("heap_pages_scanned"),
            hits: row.number("frac_hit"),
            dirtied: row.number("first_pass_dirty"),
            index_pages: row.number("index_pages"),
            index_dirtied: row.number("index_frac_dirty"),
            index_passes: row.number("index_passes"),
            second_pages: row.number("second_pass_pages"),
            miss_cost: 2.0,
        };
        let sharing =
            if row.text("workers_sharing").is_empty() { 1.0 } else { row.number("workers_sharing") };
        let limit = row.number("cost_limit") as u32;
        let throttle = Throttle { limit, delay: delay(&row), sharing: sharing as u32 };
        agree(pass.cost(), row.text("total_cost"), 1e-9, case);
        agree(pass.duration(&throttle, Duration::ZERO).si(), row.text("duration_s"), 1e-9, case);
    }
}

#[test]
fn trigger_threshold() {
    let rows = rows("vacuum/trigger_threshold.csv");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let most = match row.text("max_threshold") {
            "inf" => None,
            _ => Some(row.number("max_threshold") as u32),
        };
        let threshold = row.number("threshold") as u32;
        let (scale, tuples) = (row.number("scale_factor"), row.number("reltuples"));
        let trigger = trigger_at(threshold, scale, tuples, most);
        agree(trigger, row.text("trigger_dead_tuples"), 1e-9, row.text("case"));
        let input = Input {
            threshold,
            scale: Share::fraction(scale),
            rows: tuples as u32,
            max_threshold: most,
            ..Input::default()
        };
        agree(answer(&input).trigger_at, row.text("trigger_dead_tuples"), 1e-9, row.text("case"));
    }
}

/// The input of a course: no trigger, and a vacuum of so many rows a second.
fn debt_input(row: &Row) -> Input {
    let full = row.number("mu0_per_s");
    Input {
        rate: Rate::per_second(row.number("lambda_per_s")),
        dead_per_op: Factor::times(row.number("dead_rows_per_op_g")),
        base: Duration::seconds(1.0 / full),
        per_dead: Duration::seconds(row.number("alpha_per_dead_row") / full),
        workers: 1,
        stolen: Share::fraction(row.number("phi_cpu_stolen")),
        dead: row.number("D0") as u32,
        page: Page::Dirty,
        dead_per_page: Factor::times(row.number("vacuum_rate_rows_per_s") / 5000.0),
        threshold: 0,
        rows: 0,
        ..Input::default()
    }
}

#[test]
fn debt_feedback() {
    let rows = rows("vacuum/debt_feedback.csv");
    assert_eq!(rows.len(), 30);
    for row in rows {
        let (case, at) = (row.text("case"), row.number("t_s"));
        let what = format!("{case} after {at} s");
        let input = debt_input(&row);
        let answer = answer(&input);
        match row.text("tip_D*") {
            "inf" => assert_eq!(answer.tips_at, None, "{what}"),
            // A negative one says that it has tipped at no dead rows.
            tip if tip.starts_with('-') => assert_eq!(answer.tips_at, Some(0.0), "{what}"),
            tip => agree(answer.tips_at.expect(case), tip, 1e-9, &what),
        }
        let start = Moment { dead: row.number("D0"), queue: row.number("Q0") };
        let walk = |flow, start, until: f64| {
            let legs = course(flow, answer.plan, start, until, 50);
            let leg = legs.last().expect(case);
            assert!(leg.from <= until, "{what}");
            leg.at(until - leg.from)
        };
        let moment = match row.text("t2_s") {
            "" => walk(answer.flow, start, at),
            _ => {
                let pause = row.number("t2_s");
                let resumed = walk(answer.flow, start, at.min(pause));
                let mut flow = answer.flow;
                flow.demand = row.number("lambda_after_t2");
                if at > pause { walk(flow, resumed, at - pause) } else { resumed }
            }
        };
        for (value, euler, rk45) in [(moment.dead, "D_euler", "D_rk45"), (moment.queue, "Q_euler", "Q_rk45")]
        {
            let (euler, rk45) = (row.number(euler), row.number(rk45));
            let error = (value - rk45).abs().min((value - euler).abs());
            assert!(error <= (0.005 * euler.abs()).max(1.0), "{what}: {value}, not {euler} or {rk45}");
            // The two of the table differ by so much themselves; this is within a part of 1e5 of the better.
            assert!(error <= (1e-5 * rk45.abs()).max(1.0), "{what}: {value}, not {rk45}");
        }
    }
}

#[test]
fn measured_cost_of_dead_rows() {
    let mut seen = 0;
    for row in rows("vacuum/dead_rows.csv") {
        let (dead, median) = (row.number("dead_rows"), row.number("median_ms"));
        if !row.text("case").starts_with("snapshot_held") || dead == 0.0 {
            continue;
        }
        seen += 1;
        let time = |nanoseconds: f64| {
            let one = capacity(
                1,
                Duration::seconds(51e-6),
                Duration::seconds(nanoseconds * 1e-9),
                Share::ZERO,
                dead,
            );
            1e3 / one.si()
        };
        // As the help says: 40 to 65 ns, a nanosecond either way.
        assert!(time(39.0) <= median && median <= time(66.0), "{dead}: {median} ms");
        // The default of 50 ns is within a third.
        assert!((time(50.0) / median - 1.0).abs() < 0.33, "{dead}: {} for {median} ms", time(50.0));
    }
    assert_eq!(seen, 8);
}

#[test]
fn measured_decay_under_a_snapshot() {
    // Back to back: more is asked than can be done, one dead row for each dequeue.
    let decay = |nanoseconds: f64, seconds: f64| {
        let input = Input {
            rate: Rate::per_second(1e6),
            dead_per_op: Factor::times(1.0),
            base: Duration::seconds(51e-6),
            per_dead: Duration::seconds(nanoseconds * 1e-9),
            workers: 1,
            dead: 0,
            held: Duration::days(1.0),
            ..Input::default()
        };
        let answer = answer(&input);
        let legs = course(answer.flow, answer.plan, Moment { dead: 0.0, queue: 0.0 }, FOREVER, 3);
        legs[0].at(seconds).dead
    };
    let mut seen = 0;
    for row in rows("vacuum/dead_rows_decay.csv") {
        if row.text("case") != "snapshot_held" {
            continue;
        }
        seen += 1;
        let (at, done) = (row.number("t_s"), row.number("cumulative_dequeued"));
        // The form holds from the first second to the last: 30 ns fit within 7 %.
        assert!((decay(30.0, at) / done - 1.0).abs() < 0.07, "{at} s: {} for {done}", decay(30.0, at));
        assert!((decay(40.0, at) / done - 1.0).abs() < 0.15, "{at} s: {} for {done}", decay(40.0, at));
    }
    assert_eq!(seen, 25);
    assert!((decay(40.0, 25.0) - 34_100.0).abs() < 50.0 && (decay(30.0, 25.0) - 39_100.0).abs() < 100.0);
}
