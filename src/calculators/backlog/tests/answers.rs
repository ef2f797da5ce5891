//! Whole answers: hand-computed figures, states, words.

use super::super::curve::Side;
use super::super::model;
use super::super::{Backlog, Input};
use super::{MIN, expect, expect_absent, input, pairs, report};
use crate::calculators::Calculator;
use crate::chart::Plot;
use crate::quantity::{Duration, Unit, show};
use crate::report::{Absent, Severity};

#[test]
fn the_defaults_by_hand() {
    expect(
        "",
        "drains",
        1e-12,
        &[
            ("backlog_peak", 100.0 * 44.0 * MIN),
            ("drain_time", 88.0 * MIN),
            ("cleared_after", 132.0 * MIN),
            ("longest_wait", 44.0 * MIN),
            ("delayed_items", 100.0 * 132.0 * MIN),
            ("duplicates", 0.0),
            ("expired", 0.0),
            ("utilisation", 2.0 / 3.0),
            ("headroom", 0.5),
            ("net_drain_rate", 50.0),
        ],
    );
    let keys = ["capacity_for_target", "workers_to_keep_up", "implied_utilisation", "implied_capacity"];
    expect_absent("", "drains", &keys.map(|key| (key, Absent::NotApplicable)));
}

#[test]
fn every_figure_of_the_contract_is_there() {
    let wanted = [
        "backlog_peak",
        "drain_time",
        "cleared_after",
        "longest_wait",
        "delayed_items",
        "duplicates",
        "expired",
        "utilisation",
        "headroom",
        "net_drain_rate",
        "capacity_for_target",
        "workers_to_keep_up",
        "implied_utilisation",
        "implied_capacity",
    ];
    for pairs in ["", "capacity=0/s", "by=workers&target=60min", "patience=10min&retrigger=60pct"] {
        let report = report(pairs);
        let mut keys: Vec<_> = report.figures.iter().map(|figure| figure.key).collect();
        keys.sort_unstable();
        let mut sorted = wanted;
        sorted.sort_unstable();
        assert_eq!(keys, sorted);
        let headlines = report.figures.iter().filter(|figure| figure.headline).count();
        assert!((4..=6).contains(&headlines), "{headlines} headlines");
    }
}

#[test]
fn each_effect_by_hand() {
    // A quarter of 150/s is left: 62.5/s pile up for an hour and go at 50/s.
    expect(
        "outage=60min&during=25pct",
        "drains",
        1e-12,
        &[("backlog_peak", 62.5 * 3600.0), ("drain_time", 62.5 * 3600.0 / 50.0)],
    );
    // 5,000 wait already; with the outage they are the first in line, and the next waits for them too:
    // it leaves 5,000/150 s after the outage.
    expect(
        "outage=10min&waiting=5000",
        "drains",
        1e-12,
        &[
            ("backlog_peak", 65_000.0),
            ("drain_time", 1300.0),
            ("longest_wait", 600.0 + 5000.0 / 150.0),
            ("delayed_items", 5000.0 + 190_000.0),
        ],
    );
    // The pause adds to the outage; the ramp of 30 min costs 15 min of capacity.
    expect(
        "pause=10min",
        "drains",
        1e-12,
        &[("drain_time", (264e3 + 90e3) / 50.0), ("longest_wait", 54.0 * MIN)],
    );
    expect(
        "ramp=30min",
        "drains",
        1e-12,
        // Largest where the ramp reaches the arrivals, after 20 min: 264,000 + 100²·1800/(2·150).
        &[("drain_time", (264e3 + 135e3) / 50.0), ("backlog_peak", 264e3 + 60e3)],
    );
    // 20 min at 200/s bring 120,000 more.
    expect(
        "peak=2&peak_for=20min",
        "drains",
        1e-12,
        &[("drain_time", (264e3 + 120e3) / 50.0), ("backlog_peak", 264e3 + 50.0 * 1200.0)],
    );
    // A tenth turned away: 90/s pile up and 60/s of capacity are free.
    expect(
        "shed=10pct",
        "drains",
        1e-12,
        &[("drain_time", 90.0 * 2640.0 / 60.0), ("net_drain_rate", 60.0), ("utilisation", 2.0 / 3.0)],
    );
    // What waited 30 min is dropped for 14 min, and 30 min of arrivals are left.
    expect(
        "expires=30min",
        "drains",
        1e-12,
        &[
            ("expired", 100.0 * 14.0 * MIN),
            ("drain_time", 60.0 * MIN),
            ("backlog_peak", 180e3),
            ("longest_wait", 30.0 * MIN),
        ],
    );
    // From minute 30 to the moment when nobody there has waited 30 min, a fifth of all comes again. When the
    // outage ends the oldest is 44 min old. The items of the first 30 min, 100/s without copies, go in 20 min
    // and bring that down to 34; then, at 120/s, it falls a quarter of a minute a minute: 16 min more.
    expect(
        "patience=30min&retrigger=20pct",
        "drains",
        1e-12,
        &[
            ("duplicates", 20.0 * 50.0 * MIN),
            ("backlog_peak", 264e3 + 20.0 * 14.0 * MIN),
            ("drain_time", (264e3 + 20.0 * 50.0 * MIN) / 50.0),
        ],
    );
}

#[test]
fn capacity_by_workers() {
    expect(
        "by=workers",
        "drains",
        1e-12,
        &[("utilisation", 0.6), ("drain_time", 264e3 / (500.0 / 3.0 - 100.0)), ("workers_to_keep_up", 30.0)],
    );
    let report = report("by=workers");
    assert!(report.notes.iter().any(|note| note.text.contains("2 to 6 %")));
    // 98 % and 94 % of nominal capacity.
    for part in [0.98, 0.94] {
        let drain = 264e3 / (part * 500.0 / 3.0 - 100.0);
        assert!(report.notes[0].text.contains(&show(Unit::Duration, drain)), "{}", report.notes[0].text);
    }
}

#[test]
fn the_target_by_hand() {
    // All that arrived in outage and target is done in the target: 100·(44 + 60)/60.
    expect("target=60min", "late", 1e-11, &[("capacity_for_target", 100.0 * 104.0 / 60.0)]);
    expect("target=120min", "drains", 1e-11, &[("capacity_for_target", 100.0 * 164.0 / 120.0)]);
    expect("target=88min", "drains", 1e-11, &[("capacity_for_target", 150.0)]);
    // Half of the ramp is lost; half of the capacity is there in the outage.
    expect("target=60min&ramp=30min", "late", 1e-11, &[("capacity_for_target", 100.0 * 104.0 / 45.0)]);
    expect("target=60min&during=50pct", "drains", 1e-11, &[("capacity_for_target", 100.0 * 104.0 / 82.0)]);
    // No queue at all: half of it is what arrives.
    expect("target=0s&during=50pct", "late", 1e-11, &[("capacity_for_target", 200.0)]);
    // Resubmission: just above what the copies make of the arrivals, if the target is far.
    expect("target=365d&patience=10min&retrigger=60pct", "storm", 1e-3, &[("capacity_for_target", 160.0)]);
    expect("target=60min&arrivals=0/s", "drains", 1e-12, &[("capacity_for_target", 0.0)]);
    for pairs in ["target=10min&pause=10min", "target=0s"] {
        expect_absent(pairs, "late", &[("capacity_for_target", Absent::Never)]);
    }
    let late = report("target=60min");
    assert_eq!(late.verdict.severity, Severity::Warning);
    assert!(late.verdict.text.contains("28 min later than wanted"), "{}", late.verdict.text);
    assert!(report("target=120min").verdict.text.contains("32 min to spare"));
}

#[test]
fn what_never_drains() {
    use Absent::{Never, NotApplicable, Unlimited};
    expect_absent(
        "capacity=90/s",
        "never",
        &[
            ("drain_time", Never),
            ("cleared_after", Never),
            ("longest_wait", Unlimited),
            ("backlog_peak", Unlimited),
            ("delayed_items", Unlimited),
        ],
    );
    expect_absent("capacity=0/s", "never", &[("utilisation", Unlimited)]);
    expect_absent("arrivals=0/s&capacity=0/s&waiting=5", "never", &[("utilisation", NotApplicable)]);
    // No more than what arrives: the backlog stays.
    expect("capacity=100/s", "never", 1e-12, &[("backlog_peak", 264e3), ("longest_wait", 2640.0)]);
    expect_absent("capacity=100/s", "never", &[("drain_time", Never), ("delayed_items", Unlimited)]);
    // It expires and levels off, a tenth of it lost.
    expect("capacity=90/s&expires=10min", "never", 1e-12, &[("backlog_peak", 6e4), ("longest_wait", 600.0)]);
    expect_absent("capacity=90/s&expires=10min", "never", &[("expired", Unlimited)]);
    assert!(report("capacity=90/s&expires=10min").verdict.detail.contains(&show(Unit::Share, 0.1)));
    // Turning enough away drains it, for as long as that lasts.
    expect("capacity=90/s&shed=20pct", "drains", 1e-12, &[("drain_time", 80.0 * 2640.0 / 10.0)]);
    assert!(report("capacity=90/s&shed=20pct").notes.iter().any(|note| note.text.contains("grows anew")));
    expect_absent("capacity=90/s&shed=10pct", "never", &[("drain_time", Never)]);
    assert_eq!(
        report("capacity=140/s&arrivals=150/s").verdict.text,
        "Never drains: 150/s arrive, 140/s can be done"
    );
}

#[test]
fn nothing_that_queues() {
    for pairs in ["outage=0s", "during=80pct", "arrivals=0/s", "arrivals=0/s&capacity=0/s", "shed=100pct"] {
        expect(pairs, "drains", 0.0, &[("drain_time", 0.0), ("cleared_after", 0.0), ("longest_wait", 0.0)]);
        expect(pairs, "drains", 0.0, &[("backlog_peak", 0.0), ("delayed_items", 0.0)]);
    }
    // Not even one waits where exactly as much can be done as arrives.
    expect("outage=0s&capacity=100/s", "drains", 0.0, &[("drain_time", 0.0)]);
    expect_absent("outage=0s&capacity=99/s", "never", &[("drain_time", Absent::Never)]);
    // Gone before the outage ends: 1,000 with 50/s to spare.
    expect("during=100pct&waiting=1000", "drains", 1e-12, &[("drain_time", 0.0), ("cleared_after", 20.0)]);
}

#[test]
fn storms() {
    use Absent::Unlimited;
    let storm = "patience=10min&retrigger=60pct";
    expect_absent(storm, "storm", &[("drain_time", Absent::Never), ("duplicates", Unlimited)]);
    let text = report(storm).verdict;
    assert_eq!(text.text, "Keeps itself up: 100/s arrive and 60/s are submitted again, 150/s can be done");
    assert!(text.detail.contains("1 h 28 min"), "{}", text.detail);
    // Too short an outage for anyone to lose patience twice as long as it takes to work off.
    expect("patience=10min&retrigger=60pct&outage=9min", "drains", 1e-12, &[("duplicates", 0.0)]);
    // Dropped before anyone loses patience.
    expect("patience=10min&retrigger=60pct&expires=10min", "drains", 1e-12, &[("duplicates", 0.0)]);
    // Slow-down: tips at half_at·(150/100 − 1), and the outage leaves 264,000.
    expect_absent("half_at=520000", "storm", &[("drain_time", Absent::Never), ("backlog_peak", Unlimited)]);
    assert_eq!(report("half_at=530000").verdict.state, "drains");
    expect(
        "half_at=520000&expires=20min",
        "drains",
        1e-9,
        &[("backlog_peak", 120e3), ("longest_wait", 1200.0)],
    );
    // Bounded by expiry, and still never gone: at 60,000 waiting only 75/s can be done.
    expect("half_at=60000&expires=10min", "storm", 1e-9, &[("backlog_peak", 6e4), ("longest_wait", 600.0)]);
    assert_eq!(model::outcome(&input("half_at=60000&expires=10min")).course.final_loss, 0.25);
}

/// t = h·[x/a + μ/a²·ln|ax − μ|] with x = 1 + B/h, at constant rates.
#[test]
fn slow_down_in_closed_form() {
    for (half_at, capacity) in [(600e3, 150.0), (530e3, 150.0), (50e3, 1100.0), (1e7, 120.0)] {
        let (arrivals, backlog) = (100.0, 264e3);
        let antiderivative = |backlog: f64| {
            let x = 1.0 + backlog / half_at;
            let log = f64::ln((arrivals * x - capacity).abs());
            half_at * (x / arrivals + capacity / (arrivals * arrivals) * log)
        };
        let drain = antiderivative(0.0) - antiderivative(backlog);
        expect(&format!("half_at={half_at}&capacity={capacity}/s"), "drains", 1e-7, &[("drain_time", drain)]);
    }
}

#[test]
fn clock_times() {
    let report = report("from=23:30Z&target=120min");
    assert!(report.verdict.text.contains("at 01:42 UTC the next day"), "{}", report.verdict.text);
    assert_eq!(report.figure("backlog_peak").expect("there").note, "at 00:14 UTC the next day");
    for chart in &report.charts {
        let Plot::Lines { x, markers, .. } = &chart.plot else { panic!("lines") };
        assert!(x.clock.is_some());
        assert_eq!(markers.len(), 2);
    }
}

#[test]
fn charts_are_exact_where_the_curve_bends() {
    let report = report("pause=7min&waiting=1000&patience=30min&retrigger=20pct");
    let outcome = model::outcome(&input("pause=7min&waiting=1000&patience=30min&retrigger=20pct"));
    let Plot::Lines { series, .. } = &report.charts[0].plot else { panic!("lines") };
    for time in [0.0, 1799.0, 1801.0, 2640.0, 3060.0, 3061.0, 5000.0] {
        let (drawn, exact) = (series[0].at(time).expect("drawn"), outcome.course.backlog(time, Side::After));
        assert!((drawn - exact).abs() < 1e-6 * (1.0 + exact), "{time}: {drawn} instead of {exact}");
    }
    // At 30 min a fifth of the 1,000 come again at once: two points, one above the other.
    let jump: Vec<_> =
        series[0].points.iter().filter(|point| point.0 == 1800.0).map(|point| point.1).collect();
    assert_eq!(jump.len(), 2);
    assert!((jump[1] - jump[0] - 200.0).abs() < 1e-6, "{jump:?}");
}

#[test]
fn notes_on_what_is_odd() {
    let has = |pairs: &str, text: &str| {
        let notes = report(pairs).notes;
        assert!(notes.iter().any(|note| note.text.contains(text)), "{pairs}: {notes:?}");
    };
    has("observed_outage=44min", "alone says nothing");
    has("observed_drain=44min", "alone says nothing");
    has("observed_outage=104min&observed_drain=101min", "1.5 times");
    has("capacity=102/s", "1 % less capacity");
    has("capacity=100.5/s", "never drains");
    has("shed=10pct", "turned away");
    has("expires=10min", "expire");
    has("patience=40min&retrigger=60pct", "keeps itself up");
    has("patience=40min&retrigger=60pct&expires=20min", "before anyone loses patience");
    has("half_at=600000", "88 %");
    has("during=20pct&ramp=10min", "begins at nothing");
    has("target=10min&pause=20min", "pause alone");
    has("outage=0s&capacity=100/s", "Nothing is to spare");
    assert!(report("").notes.is_empty());
}

#[test]
fn hidden_inputs_change_nothing() {
    let report = report("");
    let hidden = Input {
        workers: 3,
        job: Duration::hours(2.0),
        peak_for: Duration::hours(1.0),
        retrigger: crate::quantity::Share::percent(90.0),
        ..Input::default()
    };
    assert_eq!(Backlog::evaluate(&hidden).expect("has an answer"), report);
    assert_eq!(pairs(&hidden), "");
}
