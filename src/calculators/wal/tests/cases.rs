//! Numbers from public reports: the inputs, what was seen, and what follows.

use super::{input, report, value};
use crate::calculators::Calculator;
use crate::calculators::wal::{Wal, answer, archive_ceiling, time_to_fill};
use crate::quantity::{ByteRate, Bytes, Duration};

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance * expected.abs(), "{value} is not {expected}");
}

fn figure(query: &str, key: &str) -> f64 {
    value(&report(query), key).unwrap_or_else(|absent| panic!("{query}: {key} is {absent:?}"))
}

/// pgbackrest issue 261: 30 segments a minute are archived, 200 more queue up.
#[test]
fn archiving_one_segment_at_a_time() {
    let query = "volume=200GiB&free=100GiB&write=230MiB/min&by=segments&segment=1MiB&per_segment=2s";
    near(figure(query, "net_rate") * 60.0, 200.0 * 1_048_576.0, 1e-9);
    let query = "volume=200GiB&free=100GiB&write=3680MiB/min&by=segments&per_segment=2s";
    near(figure(query, "net_rate") * 60.0 / 1_073_741_824.0, 3.125, 1e-9);
    near(figure(query, "time_to_full") / 60.0, 32.0, 0.01);
    // Eight at a time keep up, seven do not.
    assert_eq!(report(&format!("{query}&archivers=8")).verdict.state, "holds");
    assert_ne!(report(&format!("{query}&archivers=7")).verdict.state, "holds");
    // If 200 a minute are all that is written, it is 37.6 min.
    let query = query.replace("3680MiB", "3200MiB");
    near(figure(&query, "time_to_full") / 60.0, 37.6, 0.01);
}

/// pgbackrest issue 1848: 639 segments queued, 2,592 more in 88 min 47 s, a limit of 23530291 KiB.
#[test]
fn queue_limit() {
    let seconds = 5327.025;
    let rate = 2592.0 * 16.0 / seconds;
    near(rate, 7.79, 0.02);
    let query = format!(
        "waiting=10224MiB&write={rate}MiB/s&archive=0B/s&limit=23530291KiB&from=2026-03-26T16:17:54Z"
    );
    near(figure(&query, "time_to_limit") / 60.0, 27.3, 0.02);
    assert_eq!(report(&query).figure("time_to_limit").expect("figure").note, "16:45 UTC");
    // A limit can be enforced late: this one was, by an hour. The verdict stays that of the volume.
    assert_eq!(report(&query).verdict.state, "tight");
    assert!(report(&query).verdict.detail.contains("(16:45 UTC), waiting log reaches its limit"));
}

/// pgbackrest issue 1708: three processes push 5,303 segments in 6,588.819 s.
#[test]
fn several_archivers() {
    let per_segment = 6588.819 * 3.0 / 5303.0;
    near(per_segment, 3.73, 0.005);
    let rate = archive_ceiling(3, Bytes::mebibytes(16.0), Duration::seconds(per_segment));
    near(rate.as_bytes_per_second() / 1_048_576.0, 12.9, 0.005);
    near(figure("by=segments&archivers=3&per_segment=3.73s", "archive_ceiling"), 12.9 * 1_048_576.0, 0.005);
}

/// morling.dev: an idle instance switches a 64 MiB segment every five minutes, its slot is inactive.
#[test]
fn inactive_slot() {
    let rate = 64.0 / 300.0;
    let query = format!("volume=200GiB&free=200GiB&write={rate}MiB/s&archive=0B/s");
    near(figure(&query, "time_to_full") / 86_400.0, 11.1, 0.05);
    near(rate * 86_400.0 / 1024.0, 18.0, 0.05);
}

/// open-bank-oss issue 1432: 121 segments an hour on 2 GiB with 617 MiB of data, archiving worked.
#[test]
fn data_and_kept_log_share_the_volume() {
    let volume = "volume=2GiB&free=1431MiB&waiting=0B&kept=1GiB";
    let burst = format!("{volume}&write=1936MiB/h");
    near(figure(&format!("{burst}&archive=0B/s"), "time_to_full") / 60.0, 44.3, 0.15);
    let steady = format!("{volume}&write=96MiB/h&archive=0B/s");
    near(figure(&steady, "time_to_full") / 3600.0, 14.9, 0.15);
    // With archiving, data and max_wal_size together: 1,640 of 2,048 MiB. It was stopped by a guard with
    // 561 MiB free, so it had not filled.
    let holds = answer(&input(&format!("{burst}&archive=unlimited"))).expect("scenario");
    near(2048.0 - holds.lowest_free.as_mebibytes(), 1640.0, 0.001);
    near(1.0 - holds.lowest_free.as_mebibytes() / 2048.0, 0.8, 0.15);
}

/// ooni/sysadmin issues 240 and 328: what disk alerts print.
#[test]
fn disk_alerts() {
    const DAY: f64 = 86_400.0;
    let at = |days: f64, hours: f64, minutes: f64, seconds: f64| {
        days * DAY + hours * 3600.0 + minutes * 60.0 + seconds
    };
    for (free, growth, expected, printed) in [
        (198.1, 28.81, at(6.0, 21.0, 1.0, 0.0), at(6.0, 20.0, 30.0, 0.0)),
        (157.7, 23.72, at(6.0, 15.0, 33.0, 42.0), at(6.0, 15.0, 34.0, 24.0)),
        (93.38, 29.94, at(3.0, 2.0, 51.0, 13.0), at(3.0, 2.0, 51.0, 42.0)),
    ] {
        let query = format!("volume=400GiB&free={free}GiB&write={growth}GiB/d&archive=0B/s");
        near(figure(&query, "time_to_full"), expected, 0.001);
        // The first alert prints its hours cut off.
        near(figure(&query, "time_to_full"), printed, 0.004);
        let net = ByteRate::from_si(growth * 1_073_741_824.0 / DAY);
        let plain = time_to_fill(Bytes::gibibytes(free), net).expect("fills");
        near(plain.as_seconds(), expected, 0.001);
    }
}

/// What a person would call nonsense is answered or refused, never a panic.
#[test]
fn extremes() {
    for query in [
        "volume=1MB&free=0B&alert=0B",
        "volume=1MB&free=1MB&kept=0B&write=1TB/s&archive=0B/s&alert=0B&respond=0s",
        "volume=1EB&free=1EB&write=1B/s&archive=0B/s",
        "write=0B/s&archive=0B/s&burst=1B/s&burst_for=1ms&echo=100pct&echo_after=0s",
        "write=1TB/s&archive=1TB/s&burst=1TB/s&burst_for=10y&echo=100pct&echo_after=10y",
        "by=segments&segment=1kB&per_segment=1d",
        "by=segments&segment=1TB&per_segment=1us&archivers=1000",
        "kept=1EB&waiting=200GB&archive=unlimited",
        "limit=1B",
        "respond=10y",
    ] {
        let report = Wal::evaluate(&input(query)).expect(query);
        for figure in &report.figures {
            assert!(
                figure.value.is_err() || figure.value.is_ok_and(f64::is_finite),
                "{query}: {}",
                figure.key
            );
        }
    }
}
