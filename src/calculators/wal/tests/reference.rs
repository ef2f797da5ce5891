//! Independently computed tables and measured runs: tests/data/wal, with their origin there.

use crate::calculators::wal::{
    Input, Log, Timeline, WriteRate, answer, archive_ceiling, time_to_catch_up, time_to_fill,
};
use crate::field::BytesOrShare;
use crate::quantity::{ByteRate, Bytes, Duration};

macro_rules! table {
    ($name:literal) => {
        rows(include_str!(concat!("../../../../tests/data/wal/", $name)))
    };
}

/// The rows of a table, without its header.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).filter(|line| !line.is_empty()).map(|line| line.split(',').collect())
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("“{text}”"))
}

/// A printed number: right to `tolerance`, or to half a unit of its last digit if it has fewer digits.
#[track_caller]
fn agree(value: f64, printed: &str, tolerance: f64, what: &str) {
    let expected = number(printed);
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digit = if printed.contains('.') { 0.51 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    let allowed = (tolerance * expected.abs()).max(digit);
    assert!((value - expected).abs() <= allowed, "{what}: {value} is not {printed}");
}

fn mib_per_second(value: f64) -> ByteRate {
    ByteRate::from_si(value * 1_048_576.0)
}

/// The value behind `name=` in `16MiB tau=0.1s`, without its unit.
fn part(text: &str, name: &str) -> f64 {
    let rest = text.split(name).nth(1).and_then(|rest| rest.strip_prefix('=')).expect(name);
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    number(&rest[..end])
}

#[test]
fn ceilings() {
    let mut seen = 0;
    for row in table!("ceilings.csv") {
        let (kind, inputs, expected) = (row[0], row[1], row[2]);
        seen += 1;
        if kind == "serial_archive" {
            let (segment, time) = (part(inputs, "seg"), part(inputs, "tau"));
            let rate = archive_ceiling(
                part(inputs, "parallel") as u32,
                Bytes::mebibytes(segment),
                Duration::seconds(time),
            );
            agree(rate.si() / 1_048_576.0, expected, 1e-9, inputs);
            continue;
        }
        let backlog = Bytes::gibibytes(part(inputs, "backlog"));
        let (write, archive) =
            (mib_per_second(part(inputs, "write")), mib_per_second(part(inputs, "archive")));
        let log = Log { waiting: backlog, kept: Bytes::ZERO, archive: Some(archive) };
        let stepped = Timeline::new(&log, &WriteRate::steady(write)).nothing_waits(Duration::ZERO);
        for time in [time_to_catch_up(backlog, archive, write), stepped] {
            match expected {
                "inf" => assert_eq!(time, None, "{inputs}"),
                _ => agree(time.expect(inputs).as_seconds(), expected, 1e-9, inputs),
            }
        }
    }
    assert_eq!(seen, 12);
}

/// The free space of 9 October as published, joined by straight lines; from 08:00.
fn published() -> (Timeline, Bytes) {
    let minute = |minutes: f64| Duration::minutes(minutes);
    let (first, second) = (700e9 / 7800.0, 100e9 / 3900.0);
    let write = WriteRate::steady(ByteRate::from_si(second)).plus(
        Duration::ZERO,
        Some(minute(130.0)),
        ByteRate::from_si(first - second),
    );
    let log = Log { waiting: Bytes::ZERO, kept: Bytes::ZERO, archive: Some(ByteRate::ZERO) };
    (Timeline::new(&log, &write), Bytes::gigabytes(800.0))
}

fn free_after(minutes: f64) -> f64 {
    let (timeline, free) = published();
    free.si() - timeline.at(Duration::minutes(minutes)).growth.si()
}

fn minutes_to(free_left: f64) -> f64 {
    let (timeline, free) = published();
    timeline.grows_by(Bytes::from_si(free.si() - free_left)).expect("fills").as_minutes()
}

#[test]
fn circleci_rates() {
    let rate = |from: f64, to: f64| (free_after(from) - free_after(to)) / (to - from);
    for row in table!("circleci_rates.csv") {
        let value = match row[0] {
            "net_fill_0800_1010_GB_per_min" => rate(0.0, 130.0) / 1e9,
            "net_fill_0800_1010_MB_per_s" => rate(0.0, 130.0) / 60e6,
            "net_fill_1010_1115_GB_per_min" => rate(130.0, 195.0) / 1e9,
            "net_fill_1010_1115_MB_per_s" => rate(130.0, 195.0) / 60e6,
            "net_fill_mean_0800_1115_MB_per_s" => rate(0.0, 195.0) / 60e6,
            "slowdown_ratio_seg1/seg2" => rate(0.0, 130.0) / rate(130.0, 195.0),
            "linear_full_time_min_after_0800(from seg1)" => projected(800e9, rate(0.0, 130.0)),
            "free_TB_at_1028(seg2)" => free_after(148.0) / 1e12,
            "free_TB_at_1031(seg2)" => free_after(151.0) / 1e12,
            "alert_1028_lead_min_to_1115" => minutes_to(0.0) - 148.0,
            "incident_1031_lead_min" => minutes_to(0.0) - 151.0,
            "eta_full_min_rounding_earliest(0.85->0.05 TB)" => projected(850e9, 800e9 / 130.0),
            "eta_full_min_rounding_latest(0.75->0.15 TB)" => projected(750e9, 600e9 / 130.0),
            "wal_bytes_net_total_TB" => (free_after(0.0) - free_after(195.0)) / 1e12,
            other => panic!("{other}"),
        };
        agree(value, row[1], 1e-9, row[0]);
    }
}

/// Minutes until so much free space is gone at a rate per minute.
fn projected(free: f64, per_minute: f64) -> f64 {
    time_to_fill(Bytes::from_si(free), ByteRate::from_si(per_minute / 60.0)).expect("fills").as_minutes()
}

#[test]
fn circleci_alerts() {
    for row in table!("circleci_alerts.csv") {
        let below = row[0].trim_start_matches("free_below_").trim_end_matches("_TB");
        let fires = minutes_to(number(below) * 1e12);
        let lead = minutes_to(0.0) - fires;
        agree(fires, row[1], 1e-9, row[0]);
        agree(lead, row[3], 1e-9, row[0]);
        // The table has the 5e-9 min of its own rounded threshold in the last row.
        let gain = 148.0 - fires;
        assert!((gain - number(row[4])).abs() <= 1e-8_f64.max(1e-5 * gain.abs()), "{}: {gain}", row[0]);
        // The calculator with the same numbers, where the alert is a share of the volume.
        let input = Input {
            write: ByteRate::from_si(100e9 / 3900.0),
            archive: Some(ByteRate::ZERO),
            burst: ByteRate::from_si(700e9 / 7800.0 - 100e9 / 3900.0),
            burst_for: Some(Duration::minutes(130.0)),
            alert: BytesOrShare::Share(crate::quantity::Share::fraction(number(below))),
            ..Input::default()
        };
        let answer = answer(&input).expect("scenario");
        agree(answer.alert.expect("fires").as_minutes(), row[1], 1e-9, row[0]);
        agree(answer.lead.expect("fills").as_minutes(), row[3], 1e-9, row[0]);
    }
}

#[test]
fn circleci_projection() {
    for row in table!("circleci_projection.csv") {
        let minutes = number(row[1]);
        let free = free_after(minutes);
        agree(free / 1e12, row[2], 1e-9, row[0]);
        let average = (free_after(0.0) - free) / minutes;
        agree(average / 1e9, row[3], 1e-9, row[0]);
        agree(minutes + projected(free, average), row[4], 1e-9, row[0]);
    }
}

#[test]
fn generic_fill() {
    let mut seen = 0;
    for row in table!("generic_fill.csv") {
        seen += 1;
        let [case, volume, kept, steps, archive, backlog, horizon, full, end, brute] = row[..] else {
            panic!("{row:?}")
        };
        let mut write = WriteRate::steady(ByteRate::ZERO);
        let mut before = 0.0;
        for step in steps.split(';') {
            let (from, rate) = step.split_once(':').expect(step);
            let change = mib_per_second(number(rate) - before);
            write = write.plus(Duration::seconds(number(from)), None, change);
            before = number(rate);
        }
        let waiting = Bytes::gibibytes(number(backlog));
        let free = Bytes::from_si(Bytes::gibibytes(number(volume)).si() - waiting.si());
        let archive = Some(mib_per_second(number(archive)));
        let timeline = Timeline::new(&Log { waiting, kept: Bytes::gibibytes(number(kept)), archive }, &write);
        let horizon = Duration::seconds(number(horizon));
        let fills = timeline.grows_by(free).filter(|time| *time <= horizon);
        match full {
            "" => {
                assert_eq!(fills, None, "{case}");
                let left = timeline.at(horizon).waiting.as_gibibytes();
                assert!((left - number(end)).abs() < 1e-8, "{case}: {left}");
            }
            _ => {
                let fills = fills.expect(case).as_seconds();
                agree(fills, full, 1e-8, case);
                assert!((fills - number(brute)).abs() <= 2.0, "{case}: {fills}");
            }
        }
    }
    assert_eq!(seen, 10);
}

#[test]
fn retention_echo() {
    for row in table!("retention_echo.csv") {
        let [case, work, insert, delete, retention, archive, expected, over] = row[..] else {
            panic!("{row:?}")
        };
        let (insert, delete) = (number(insert), number(delete));
        let day = |index: usize| Duration::days(index as f64);
        // Units a day: inserted now, deleted after the retention; every other day is like before.
        let mut write = WriteRate::steady(ByteRate::from_si(insert + delete));
        for (index, work) in work.split(';').enumerate() {
            let more = number(work) - 1.0;
            let later = index + number(retention) as usize;
            write = write.plus(day(index), Some(day(index + 1)), ByteRate::from_si(insert * more));
            write = write.plus(day(later), Some(day(later + 1)), ByteRate::from_si(delete * more));
        }
        let mut busy = Vec::new();
        for (index, expected) in expected.split(';').enumerate() {
            let written = write.at(day(index)).si();
            assert!((written - number(expected)).abs() < 1e-9, "{case}, day {index}: {written}");
            if written > number(archive) {
                busy.push(index.to_string());
            }
        }
        assert_eq!(busy.join(";"), over, "{case}");
    }
}

#[test]
fn measured_runs() {
    let mut seen = 0;
    for row in table!("wal_runs.csv") {
        seen += 1;
        let (set, max_wal_size, catch_up_write, actual) = (row[0], row[4], row[6], row[12]);
        let mebibytes = match max_wal_size.strip_suffix("GB") {
            Some(gibibytes) => number(gibibytes) * 1024.0,
            None => number(max_wal_size.trim_end_matches("MB")),
        };
        let archive = match row[11] {
            "inf" => None,
            rate => Some(ByteRate::megabytes_per_second(number(rate))),
        };
        let volume = Bytes::megabytes(number(row[7]) + number(row[8]));
        let input = Input {
            volume,
            free: BytesOrShare::Bytes(Bytes::megabytes(number(row[8]))),
            kept: Bytes::mebibytes(mebibytes),
            write: ByteRate::megabytes_per_second(number(row[2])),
            archive,
            ..Input::default()
        };
        let answer = answer(&input).expect(set);
        if actual.is_empty() {
            // It never filled, and used at most what is kept.
            assert_eq!(answer.full, None, "{set}");
            let most = (volume.si() - answer.lowest_free.si()) / 1e6;
            assert!((most / number(row[13]) - 1.0).abs() < 0.01, "{set}: {most} MB at most");
            continue;
        }
        // 10 % is what is asked; it was within 3 %.
        let (full, actual) = (answer.full.expect(set), number(actual));
        assert!((full.as_seconds() / actual - 1.0).abs() < 0.03, "{set}: {full:?}, measured {actual}");
        let segments = answer.timeline.at(full).waiting.as_mebibytes() / 16.0;
        assert!((segments - number(row[14])).abs() < 1.2, "{set}: {segments} segments wait");
        if let Some(archive) = archive {
            let write = ByteRate::megabytes_per_second(number(catch_up_write));
            let waiting = answer.timeline.at(full).waiting;
            let catch_up = time_to_catch_up(waiting, archive, write).expect(set).as_seconds();
            let ratio = number(row[16]) / catch_up;
            assert!((0.95..1.25).contains(&ratio), "{set}: caught up in {ratio} of {catch_up} s");
        }
    }
    assert_eq!(seen, 6);
    // The run with more kept than the volume holds: 24.1 s.
    let kept = super::report("volume=402.7MB&free=385.9MB&kept=1GB&write=16MB/s&archive=unlimited");
    let full = super::value(&kept, "time_to_full").expect("fills");
    assert!((full - 24.1).abs() < 0.05, "{full}");
}
