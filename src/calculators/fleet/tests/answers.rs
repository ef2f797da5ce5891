//! Answers worked out by hand.

use crate::calculators::Calculator;
use crate::calculators::asked::{expect, input, report};
use crate::calculators::fleet::{Fleet, Input, answer};
use crate::report::{Absent, Severity};

/// Twenty jobs at once: 0.2 per second for 100 s.
const TWENTY: &str = "jobs=a,0.2/s,100s,1,2GB";

#[test]
fn jobs_at_once_are_arrivals_times_duration() {
    // 30·2 + 20·4 + 4·5 + 4·6 + 2·8 + 1.5·12 jobs of 1, 2, 3, 4, 8 and 16 cores: 792 cores on 22 machines of 36; 26 run.
    let report = expect::<Fleet>(
        "",
        "keeps_up",
        &[
            ("cores", Ok(792.0)),
            ("machines", Ok(26.0)),
            ("cost", Ok(26.0 * 1.53)),
            ("utilisation", Ok(792.0 / (26.0 * 36.0))),
            ("longest_wait", Ok(90.0)),
            ("unserved", Ok(0.0)),
            // Two on each of 40 and three on each of 4.
            ("room_largest", Ok(92.0)),
        ],
    );
    assert_eq!(report.tables[0].rows[5][1], "18");
}

#[test]
fn more_than_its_types_can_run_waits_without_end() {
    expect::<Fleet>(
        &format!("{TWENTY}&types=m,1,2GB,1,0,10"),
        "short",
        &[
            ("unserved", Ok(10.0)),
            ("longest_wait", Err(Absent::Unlimited)),
            ("machines", Ok(10.0)),
            ("utilisation", Ok(1.0)),
        ],
    );
    // Without a limit there is always room.
    expect::<Fleet>(
        &format!("{TWENTY}&types=m,1,2GB,,0"),
        "keeps_up",
        &[
            ("room_largest", Err(Absent::Unlimited)),
            ("cost", Err(Absent::NotApplicable)),
            ("machines", Ok(20.0)),
        ],
    );
}

#[test]
fn a_surge_leaves_a_share_of_its_length_as_wait() {
    // 30 at once for an hour where 20 can run: a third waits, the last of it 20 minutes and a boot.
    expect::<Fleet>(
        &format!("{TWENTY}&types=m,1,2GB,1,0,20&surges=10min,60min,a,1.5"),
        "short_for_a_time",
        &[("unserved", Ok(10.0)), ("longest_wait", Ok(1200.0 + 90.0))],
    );
    // The worst of several times counts, and a time of no length does not.
    expect::<Fleet>(
        &format!("{TWENTY}&types=m,1,2GB,1,0,20&surges=10min,60min,a,1.5;120min,30min,a,1.25;300min,0s,a,9"),
        "short_for_a_time",
        &[("longest_wait", Ok(1290.0))],
    );
}

#[test]
fn a_type_that_is_out_keeps_what_runs() {
    // 20 run on x when it runs out; a surge of ten more finds y, of which there are 4.
    let query = format!("{TWENTY}&types=x,1,2GB,1,0,100;y,1,2GB,1,0,4&surges=0s,60min,a,1.5");
    expect::<Fleet>(&query, "keeps_up", &[("unserved", Ok(0.0))]);
    expect::<Fleet>(&format!("{query}&outages=0s,60min,x"), "short_for_a_time", &[("unserved", Ok(6.0))]);
    // A minimum of 26 is there.
    let query = query.replace("x,1,2GB,1,0,100", "x,1,2GB,1,26,100");
    expect::<Fleet>(&format!("{query}&outages=0s,60min,x"), "keeps_up", &[]);
}

#[test]
fn small_jobs_crowd_out_a_large_one_unless_it_comes_first() {
    // Two large jobs of 8 cores and 16 small ones at once on two machines of 8, while small machines are to be had.
    let query = "jobs=small,0.16/s,100s,1,2GB;large,0.02/s,100s,8,16GB&types=m,8,16GB,1,0,2;s,1,2GB,1,0,100";
    let crowded = expect::<Fleet>(query, "short", &[("unserved", Ok(1.0))]);
    assert!(crowded.verdict.detail.contains("placed first"), "{}", crowded.verdict.detail);
    assert!(crowded.notes.iter().any(|note| note.text.starts_with("Totals lie")), "{:?}", crowded.notes);
    expect::<Fleet>(
        &format!("{query}&order=largest"),
        "keeps_up",
        &[("unserved", Ok(0.0)), ("machines", Ok(18.0))],
    );
    // Three large ones do not fit in any order.
    let full = report::<Fleet>(&query.replace("0.02", "0.03"));
    assert!(full.verdict.detail.contains("whatever comes first"), "{}", full.verdict.detail);
}

#[test]
fn a_machine_holds_whole_jobs() {
    // 2.25 × 16 cores are 36: two fit.
    expect::<Fleet>(
        "jobs=a,0.02/s,100s,16,16GB&types=m,36,72GB,1,0,1",
        "keeps_up",
        &[("room_largest", Ok(2.0)), ("machines", Ok(1.0))],
    );
    expect::<Fleet>("jobs=a,0.0225/s,100s,16,16GB&types=m,36,72GB,1,0,1", "short", &[("unserved", Ok(0.25))]);
}

#[test]
fn what_makes_no_scenario_says_which_inputs() {
    for (query, keys) in [
        ("jobs=a,0/s,100s,1,2GB", &["jobs"][..]),
        ("jobs=a,1/s,100s,100,2GB", &["jobs", "types"]),
        ("types=m,36,72GB,1,5,4", &["types"]),
        ("outages=0s,60min,nothing", &["outages", "types"]),
        ("surges=0s,60min,nothing,2", &["surges", "jobs"]),
    ] {
        let error = answer(&input::<Input>(query)).expect_err(query);
        assert_eq!(error.keys, keys, "{query}: {error}");
        assert!(Fleet::evaluate(&input(query)).is_err());
    }
}

#[test]
fn remarks_say_what_is_easily_missed() {
    let has = |query: &str, text: &str| {
        report::<Fleet>(query)
            .notes
            .iter()
            .any(|note| note.text.contains(text) && note.severity != Severity::Critical)
    };
    assert!(has("target=30s", "A boot takes longer") && !has("", "A boot takes longer"));
    assert!(has("outages=0s,60min,c8", "no minimum") && !has("outages=0s,60min,c36", "no minimum"));
    assert!(has(&format!("{TWENTY}&types=m,1,2GB,1,0,10&order=fifo"), "holds up every job"));
    assert!(has(&format!("{TWENTY}&types=m,1,2GB,,0"), "price is not given"));
}
