//! Figures worked out by hand, presets, settings, and what is hidden.

mod properties;
mod reference;

use super::{Hang, Input, settings};
use crate::calculators::{Calculator, asked};
use crate::chart::Plot;
use crate::field::Declared;
use crate::report::{Absent, Report, Severity};

/// The input of the pairs of a link.
fn input(query: &str) -> Input {
    asked::input(query)
}

fn report(query: &str) -> Report {
    asked::report::<Hang>(query)
}

fn value(report: &Report, key: &str) -> Result<f64, Absent> {
    report.figure(key).expect(key).value
}

/// Every figure of `expected`: its SI value to nine digits, or why there is none.
#[track_caller]
fn expect(query: &str, state: &str, expected: &[(&str, Result<f64, Absent>)]) -> Report {
    asked::expect::<Hang>(query, state, expected)
}

const NEVER: Result<f64, Absent> = Err(Absent::Never);
const UNLIMITED: Result<f64, Absent> = Err(Absent::Unlimited);

#[test]
fn defaults() {
    // 925 to 1045 s; 0.4 workers a second are lost of 200 with 3.92 at work.
    let report = expect(
        "",
        "stalls",
        &[
            ("detected_min", Ok(924.6)),
            ("detected_max", Ok(1044.6)),
            ("slots_hung", Ok(0.4 * 1044.6)),
            ("occupancy", Ok(1.0)),
            ("time_to_stall", Ok(196.08 / 0.4)),
            ("max_dropped", Ok((10.0 - 0.2) / (1044.6 - 0.2))),
        ],
    );
    assert_eq!(report.figures.len(), 7);
    assert_eq!(report.verdict.severity, Severity::Critical);
    assert!(report.notes.iter().any(|note| note.text.contains("Keepalive does not help")));
    // 939 s measured lie between.
    assert!((924.6..1044.6).contains(&939.4));
}

#[test]
fn a_deadline_ends_all_but_idle() {
    for during in ["writing", "reading", "connecting"] {
        let query = format!("while={during}&deadline=30s");
        expect(
            &query,
            "fine",
            &[("detected_min", Ok(30.0)), ("detected_max", Ok(30.0)), ("slots_hung", Ok(12.0))],
        );
    }
    expect("while=idle&deadline=30s", "stalls", &[("detected_max", Ok(7875.0))]);
    // One that is longer than the kernel changes nothing.
    expect("deadline=1h", "stalls", &[("detected_max", Ok(1044.6))]);
    // Between the earliest and the latest it cuts the latest.
    expect("deadline=960s", "stalls", &[("detected_min", Ok(924.6)), ("detected_max", Ok(960.0))]);
}

#[test]
fn nothing_ends_it() {
    let query = "while=reading&keepalive_idle=off";
    let report = expect(
        query,
        "stalls",
        &[
            ("detected_min", NEVER),
            ("detected_max", NEVER),
            ("slots_hung", UNLIMITED),
            ("time_to_stall", Ok(490.2)),
            ("max_dropped", Ok(0.0)),
        ],
    );
    assert!(report.notes.iter().any(|note| note.severity == Severity::Critical));
    expect(&format!("{query}&dropped=0%"), "fine", &[("slots_hung", Ok(0.0)), ("time_to_stall", NEVER)]);
    expect(&format!("{query}&deadline=1min"), "fine", &[("detected_max", Ok(60.0))]);
    // A user timeout alone does not make it look.
    expect(&format!("{query}&user_timeout=10s"), "stalls", &[("detected_max", NEVER)]);
}

#[test]
fn a_user_timeout_replaces_the_count() {
    // Writing: also where it is longer than tcp_retries2.
    expect("user_timeout=10s", "fine", &[("detected_min", Ok(10.0)), ("detected_max", Ok(10.6))]);
    expect("user_timeout=1h", "stalls", &[("detected_min", Ok(3600.0))]);
    let probes = "while=reading&keepalive_idle=60s&keepalive_interval=10s&keepalive_probes=2";
    for (timeout, ends) in [("off", 80.0), ("5s", 70.0), ("70s", 70.0), ("71s", 80.0), ("200s", 200.0)] {
        let query = format!("{probes}&user_timeout={timeout}");
        expect(&query, if ends > 400.0 { "stalls" } else { "fine" }, &[("detected_max", Ok(ends))]);
    }
    // Connecting: it takes the place of the time, not of the number of SYNs.
    expect(
        "while=connecting&user_timeout=20s",
        "fine",
        &[("detected_min", Ok(20.0)), ("detected_max", Ok(20.0))],
    );
    expect("while=connecting", "fine", &[("detected_min", Ok(127.0)), ("detected_max", Ok(131.0))]);
    expect(
        "while=connecting&syn_retries=1&user_timeout=1h",
        "fine",
        &[("detected_min", Ok(3.0)), ("detected_max", Ok(7.0))],
    );
}

#[test]
fn degraded_and_full() {
    // 0.8 of 100 workers: 76.08 + 3.92.
    expect("workers=100&deadline=190.2s", "degraded", &[("occupancy", Ok(0.8))]);
    expect("workers=100&deadline=190s", "fine", &[]);
    expect("workers=100&deadline=240s", "degraded", &[]);
    expect("workers=100&deadline=240.2s", "stalls", &[("occupancy", Ok(1.0)), ("time_to_stall", Ok(240.2))]);
    // Full without any drop.
    expect(
        "rate=1000/s&dropped=0%",
        "stalls",
        &[("time_to_stall", Ok(0.0)), ("max_dropped", Ok(0.0)), ("slots_hung", Ok(0.0))],
    );
    expect("rate=0/s", "fine", &[("max_dropped", UNLIMITED), ("occupancy", Ok(0.0))]);
}

#[test]
fn settings_bring_it_under_the_target() {
    let chosen = settings(&input(""));
    assert_eq!(chosen.keepalive, Some((15, 5, 3)));
    assert_eq!((chosen.user_timeout, chosen.connect_timeout), (Some(29_000), Some(30)));
    // The ladder from 200 ms ends after 25.4 s for 5, and after 51 s for 6.
    assert_eq!(chosen.retries2, Some(5));
    assert_eq!(chosen.syn_retries, Some(3));
    for (during, after) in [("writing", 29.6), ("reading", 30.0), ("idle", 30.0), ("connecting", 29.0)] {
        let report = report(&format!("while={during}"));
        assert!((value(&report, "settings").expect("time") - after).abs() < 1e-9, "{during}");
        let table = &report.tables[0];
        assert_eq!(table.key, "settings");
        let has = |line: &str| table.rows.iter().any(|row| row[1] == line);
        assert!(
            has("net.ipv4.tcp_retries2 = 5") && has("tcp_user_timeout=29000") && has("connect_timeout=30")
        );
        assert!(has("keepalives=1 keepalives_idle=15 keepalives_interval=5 keepalives_count=3"));
    }
    // The lines do what they say.
    let line = |query: &str| report(query).figure("detected_max").expect("figure").value.expect("time");
    assert!(line("retries2=5") <= 30.0 && line("retries2=6") > 30.0);
    assert!(line("while=connecting&syn_retries=3") <= 30.0 && line("while=connecting&syn_retries=4") > 30.0);
    assert_eq!(line("while=reading&keepalive_idle=15s&keepalive_interval=5s&keepalive_probes=3"), 30.0);
}

#[test]
fn presets_say_what_their_stories_say() {
    assert!(Hang::PRESETS.len() >= 2 && Hang::PRESETS[0].incident);
    for preset in Hang::PRESETS {
        let report = report(preset.query);
        assert_eq!(report.verdict.state, preset.state, "{}", preset.title);
        let said = ["assumed", "ade up"];
        assert!(said.iter().any(|word| preset.story.contains(word)), "{}", preset.title);
        // The query is canonical.
        let input = input(preset.query);
        let canonical: Vec<_> = Input::fields()
            .iter()
            .zip(Input::default().values())
            .filter(|(field, default)| (field.applies)(&input) && (field.get)(&input) != *default)
            .map(|(field, _)| format!("{}={}", field.meta.key, field.meta.write(&(field.get)(&input))))
            .collect();
        assert_eq!(canonical.join("&"), preset.query, "{}", preset.title);
    }
    let figure = |index: usize, key: &str| value(&report(Hang::PRESETS[index].query), key).expect(key);
    // 16 minutes are 960 s: between what tcp_retries2 stands for and 7 % after the end of the ladder.
    assert!(figure(0, "detected_min") < 960.0 && 960.0 < 1.07 * figure(0, "detected_max"));
    assert_eq!(figure(1, "slots_hung"), 12.0);
    assert!((figure(2, "time_to_stall") / 60.0 - 20.0).abs() < 1.0);
    assert_eq!(figure(3, "detected_max"), 21.0);
    assert_eq!(figure(4, "detected_max"), 131.0);
}

#[test]
fn what_is_hidden_changes_nothing() {
    let same = |query: &str, hidden: &str| {
        let (plain, more) = (input(query), input(&format!("{query}&{hidden}")));
        for field in Input::fields().iter().filter(|field| (field.get)(&plain) != (field.get)(&more)) {
            assert!(!(field.applies)(&plain), "{query}: {} is shown", field.meta.key);
        }
        let (plain, more) = (Hang::evaluate(&plain).expect(query), Hang::evaluate(&more).expect(query));
        assert_eq!((plain.verdict, plain.figures), (more.verdict, more.figures), "{query} {hidden}");
    };
    same("", "syn_retries=2&keepalive_idle=5s&keepalive_interval=3s&keepalive_probes=1");
    same("while=connecting", "retries2=3&keepalive_idle=off");
    same("while=reading", "retries2=3&syn_retries=2");
    same("while=idle", "retries2=3&deadline=1s");
    same("while=reading&user_timeout=20s", "keepalive_probes=3");
    same("while=reading&keepalive_idle=off", "keepalive_interval=3s&keepalive_probes=1");
}

#[test]
fn charts_show_the_loss_and_the_ladder() {
    let report = report("rto=204ms");
    let Plot::Lines { series, markers, .. } = &report.charts[0].plot else { panic!("lines") };
    let taken = series.iter().find(|series| series.name == "at work or hung").expect("line");
    assert!((taken.at(0.0).expect("inside") - 3.92).abs() < 1e-9);
    assert!((taken.at(245.1).expect("inside") - (3.92 + 0.4 * 245.1)).abs() < 1e-9);
    assert_eq!(taken.at(600.0), Some(200.0));
    assert!((markers[0].x - 490.2).abs() < 1e-9);
    let Plot::Lines { series, markers, .. } = &report.charts[1].plot else { panic!("lines") };
    for (time, sent) in [(0.1, 0.0), (0.3, 1.0), (1.0, 2.0), (400.0, 11.0), (900.0, 15.0)] {
        assert_eq!(series[0].at(time), Some(sent), "{time}");
    }
    assert!((markers[0].x - 928.692).abs() < 1e-9);
    // Fifteen minutes into the loss as many come back as are lost.
    let level = self::report("workers=2000");
    let Plot::Lines { series, .. } = &level.charts[0].plot else { panic!("lines") };
    let taken = series.iter().find(|series| series.name == "at work or hung").expect("line");
    assert!((taken.at(1300.0).expect("inside") - (3.92 + 0.4 * 1044.6)).abs() < 1e-9);
}
