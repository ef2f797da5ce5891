//! Tables of what people write, and properties of every text and every number.

use proptest::prelude::*;

use super::*;

const UNITS: [Unit; 9] = [
    Unit::Count,
    Unit::Factor,
    Unit::Duration,
    Unit::Rate,
    Unit::Bytes,
    Unit::ByteRate,
    Unit::Share,
    Unit::Cores,
    Unit::Price,
];

const KIB: f64 = 1024.0;
const MIB: f64 = KIB * KIB;
const GIB: f64 = KIB * MIB;

/// Texts that read as the value without a remark.
#[track_caller]
fn silent(unit: Unit, table: &[(&str, f64)]) {
    for (text, value) in table {
        let expected = Reading { value: *value, echo: None };
        assert_eq!(read(unit, text), Ok(expected), "{unit:?} {text:?}");
    }
}

/// Texts that read as the value with this echo.
#[track_caller]
fn echoed(unit: Unit, table: &[(&str, f64, &str)]) {
    for (text, value, echo) in table {
        let expected = Reading { value: *value, echo: Some((*echo).into()) };
        assert_eq!(read(unit, text), Ok(expected), "{unit:?} {text:?}");
    }
}

/// Texts that are refused with this message; the suggestion, if any, is the end of it.
#[track_caller]
fn refused(unit: Unit, table: &[(&str, &str)]) {
    for (text, message) in table {
        match read(unit, text) {
            Ok(reading) => panic!("{unit:?} {text:?} read as {reading:?}"),
            Err(error) => {
                assert_eq!(error.message, *message, "{unit:?} {text:?}");
                if let Some(suggestion) = error.suggestion {
                    assert_eq!(
                        read(unit, &suggestion).map(|reading| reading.echo),
                        Ok(None),
                        "{suggestion:?}"
                    );
                    assert!(message.ends_with(&format!(" Did you mean {suggestion}?")), "{message}");
                }
            }
        }
    }
}

#[test]
fn durations() {
    silent(
        Unit::Duration,
        &[
            ("50ms", 0.05),
            ("50 ms", 0.05),
            ("0.05 s", 0.05),
            ("50 msec", 0.05),
            ("1800000ms", 1800.0),
            ("492ms", 0.492),
            ("1h0m0s", 3600.0),
            ("1h30m", 5400.0),
            ("6d 15h 34m 24s", 574_464.0),
            ("6d 20h", 590_400.0),
            ("1800.034 second(s)", 1800.034),
            ("\"1800.034 second(s)\"", 1800.034),
            ("“1800.034 second(s)”", 1800.034),
            ("720h", 2_592_000.0),
            ("35m3.2s", 2103.2),
            ("2 weeks", 1_209_600.0),
            ("1w", 604_800.0),
            ("1y", 31_536_000.0),
            ("3µs", 3e-6),
            ("3 μs", 3e-6),
            ("3us", 3e-6),
            ("0.3ms", 0.0003),
            ("7 ns", 7e-9),
            ("PT1H30M", 5400.0),
            ("PT5M", 300.0),
            ("P1DT2H", 93_600.0),
            ("PT0.5S", 0.5),
            ("P2W", 1_209_600.0),
            ("00:44:00", 2640.0),
            ("100:00:01.5", 360_001.5),
            ("3 days 04:05:06", 273_906.0),
            ("1 h, 30 min", 5400.0),
            ("3 days and 4 hours", 273_600.0),
            ("5min", 300.0),
            ("5 Min", 300.0),
            ("5 MINUTES", 300.0),
            ("3.48 hours", 12_528.0),
            ("0.16666666666666666 h", 600.0),
            ("1e3 ms", 1.0),
            (".5s", 0.5),
            ("1 000 ms", 1.0),
            ("1\u{a0}000\u{a0}ms", 1.0),
            ("1_000ms", 1.0),
            ("1'000ms", 1.0),
            ("1’000 ms", 1.0),
            ("1,234,567 ms", 1234.567),
            ("1,800.5 ms", 1.8005),
            ("1.234.567,8 ms", 1234.5678),
            ("1.800 s", 1.8),
            ("  50 ms  ", 0.05),
            ("~50 ms", 0.05),
            ("≈ 50 ms", 0.05),
            ("about 50 ms", 0.05),
            ("About 50 ms.", 0.05),
            ("+50 ms", 0.05),
            ("30-day", 2_592_000.0),
            ("0", 0.0),
            ("0s", 0.0),
        ],
    );
    echoed(
        Unit::Duration,
        &[
            ("0.5", 0.5, "read as 500 ms"),
            ("30", 30.0, "read as 30 s"),
            ("1e3", 1000.0, "read as 1000 s"),
            ("5m", 300.0, "m is minutes: read as 5 min"),
            ("1,5 s", 1.5, "read as 1.5 s"),
            ("0,500 s", 0.5, "read as 500 ms"),
            ("1234,567 ms", 1.234567, "read as 1.234567 s"),
            ("1 month", 2_628_000.0, "a month is 730 hours here: read as 730 h"),
        ],
    );
    refused(
        Unit::Duration,
        &[
            ("", "This is empty. Write a duration, such as 50ms."),
            (" \u{a0} ", "This is empty. Write a duration, such as 50ms."),
            ("~", "This is empty. Write a duration, such as 50ms."),
            ("60sq", "“sq” is no unit of time. Did you mean 60s?"),
            ("5 secnds", "“secnds” is no unit of time. Did you mean 5 seconds?"),
            ("5M", "“M” is no unit of time. Did you mean 5min?"),
            ("5 foo", "“foo” is no unit of time. Write a duration, such as 50ms."),
            ("5k", "“k” is no unit of time. Write a duration, such as 50ms."),
            ("1h30", "“30” has no unit. Did you mean 1h30min?"),
            (
                "5m 3h",
                "“5m 3h” does not go down from large units to small ones. Write a duration, such as 50ms.",
            ),
            (
                "1s, 5s, 30s",
                "“1s, 5s, 30s” does not go down from large units to small ones. Write a duration, such as 50ms.",
            ),
            ("44:00", "“44:00” may be minutes and seconds or hours and minutes. Did you mean 00:44:00?"),
            (
                "00:75:00",
                "“00:75:00” is no time as hours, minutes and seconds. Write a duration, such as 50ms.",
            ),
            ("35-200s", "“35-200s” is a range, and one value is wanted here. Did you mean 200s?"),
            ("80ms..150ms", "“80ms..150ms” is a range, and one value is wanted here. Did you mean 150ms?"),
            ("80..150ms", "“80..150ms” is a range, and one value is wanted here. Did you mean 150ms?"),
            (
                "80 ms – 150 ms",
                "“80 ms – 150 ms” is a range, and one value is wanted here. Did you mean 150 ms?",
            ),
            ("80 to 150 ms", "“80 to 150 ms” is a range, and one value is wanted here. Did you mean 150 ms?"),
            ("1,800 ms", "“1,800” may be 1.8 or 1800. Did you mean 1800 ms?"),
            ("1,800", "“1,800” may be 1.8 or 1800. Did you mean 30min?"),
            ("-5 ms", "“-5 ms” is negative, which this cannot be. Did you mean 5 ms?"),
            ("−5 ms", "“-5 ms” is negative, which this cannot be. Did you mean 5 ms?"),
            ("1.2.3 s", "“1.2.3” is no number. Write a duration, such as 50ms."),
            ("NaN", "“NaN” is no number. Write a duration, such as 50ms."),
            ("inf", "“inf” is no number. Write a duration, such as 50ms."),
            ("infinity s", "“infinity s” is no number. Write a duration, such as 50ms."),
            ("1e999 s", "“1e999 s” is too large. Write a duration, such as 50ms."),
            ("1e99999999999 s", "“1e99999999999 s” is too large. Write a duration, such as 50ms."),
            ("½ h", "“½ h” is no number. Write a duration, such as 50ms."),
            ("3k/s", "“k” is no unit of time. Write a duration, such as 50ms."),
            ("16 MiB", "“MiB” is a unit of data. Write a duration, such as 50ms."),
            ("20 %", "“%” is a share. Write a duration, such as 50ms."),
        ],
    );
}

#[test]
fn rates() {
    silent(
        Unit::Rate,
        &[
            ("3k rps", 3000.0),
            ("3krps", 3000.0),
            ("3k/s", 3000.0),
            ("3K/s", 3000.0),
            ("3 k/s", 3000.0),
            ("3 thousand per second", 3000.0),
            ("3 hundred requests per second", 300.0),
            ("3 known requests per second", 3.0),
            ("1.5M req/s", 1.5e6),
            ("640/min", 640.0 / 60.0),
            ("~100 messages per minute", 100.0 / 60.0),
            ("784 xacts/s", 784.0),
            ("110K transactions per second", 110_000.0),
            ("200k objects per 15 minute interval", 200_000.0 / 900.0),
            ("200k objects per 15-minute interval", 200_000.0 / 900.0),
            ("10 per 15 min", 10.0 / 900.0),
            ("1/2s", 0.5),
            ("1 every 2s", 0.5),
            ("5/1h30m", 5.0 / 5400.0),
            ("300k invocations per day", 300_000.0 / 86_400.0),
            ("121 segments/hour", 121.0 / 3600.0),
            ("3 a day", 3.0 / 86_400.0),
            ("3 qps", 3.0),
            ("3 req/sec", 3.0),
            ("50 Hz", 50.0),
            ("2 kHz", 2000.0),
            ("120 rpm", 2.0),
            ("10 r/s", 10.0),
            ("100 ops/s", 100.0),
            ("0", 0.0),
        ],
    );
    echoed(
        Unit::Rate,
        &[
            ("900", 900.0, "read as 900/s"),
            ("3k", 3000.0, "read as 3k/s"),
            ("1/m", 1.0 / 60.0, "m is minutes: read as 1/min"),
            ("1 per m", 1.0 / 60.0, "m is minutes: read as 1/min"),
            ("5/5m", 1.0 / 60.0, "m is minutes: read as 1/min"),
            ("1,5/s", 1.5, "read as 1.5/s"),
            ("1,5 rps", 1.5, "read as 1.5/s"),
            ("730 per month", 730.0 / 2_628_000.0, "a month is 730 hours here: read as 1/h"),
            ("1.5 million per month", 1.5e6 / 2_628_000.0, "a month is 730 hours here: read as 1.5M/mo"),
        ],
    );
    refused(
        Unit::Rate,
        &[
            ("5m/s", "“m” in “5m/s” may be milli or million. Did you mean 5M/s?"),
            ("5m", "“m” in “5m” may be milli or million. Did you mean 5M/s?"),
            ("500 queries", "“500 queries” does not say per which time. Did you mean 500/s?"),
            ("500queries", "“500queries” does not say per which time. Did you mean 500/s?"),
            ("3kreq/s", "“k” in “kreq” may be a thousand or a million. Did you mean 3k req/s?"),
            ("3 kops/s", "“k” in “kops” may be a thousand or a million. Did you mean 3 k ops/s?"),
            ("500 rsp", "“rsp” is no rate. Did you mean 500 rps?"),
            ("50 ms", "“ms” is a unit of time. Write a rate, such as 3k/s."),
            ("50 min/s", "“min” is a unit of time. Write a rate, such as 3k/s."),
            ("140 MB/s", "“MB” is a unit of data. Write a rate, such as 3k/s."),
            ("50 %", "“%” is a share. Write a rate, such as 3k/s."),
            ("5 rps/s", "“rps” is a rate by itself. Write a rate, such as 3k/s."),
            ("5/s/host", "“host” is no unit of time. Write a rate, such as 3k/s."),
            ("5/15", "“5/15” does not say per which time. Write a rate, such as 3k/s."),
            ("5/", "“5/” does not say per which time. Write a rate, such as 3k/s."),
            ("5/0s", "“5/0s” divides by zero. Write a rate, such as 3k/s."),
            ("5/sq", "“sq” is no unit of time. Did you mean 5/s?"),
            ("5 milion requests/s", "“milion” is no magnitude. Did you mean 5 million requests/s?"),
            ("5 g/s", "“g” is no name of what is counted. Write a rate, such as 3k/s."),
            ("1,250/s", "“1,250” may be 1.25 or 1250. Did you mean 1250/s?"),
            ("-1/s", "“-1/s” is negative, which this cannot be. Did you mean 1/s?"),
            ("per second", "“per second” is no number. Write a rate, such as 3k/s."),
        ],
    );
}

#[test]
fn bytes() {
    silent(
        Unit::Bytes,
        &[
            ("1124 MB", 1.124e9),
            ("32GiB", 32.0 * GIB),
            ("32Gi", 32.0 * GIB),
            ("32 GiB", 32.0 * GIB),
            ("32GB", 32e9),
            ("4GiB", 4.0 * GIB),
            ("4Gi", 4.0 * GIB),
            ("2Gi", 2_147_483_648.0),
            ("1MiB", MIB),
            ("1mib", MIB),
            ("10 MiByte", 10.0 * MIB),
            ("10 MByte", 10e6),
            ("10 megabytes", 10e6),
            ("1637597MiB", 1_637_597.0 * MIB),
            ("7867456Ki", 7_867_456.0 * KIB),
            ("25650Mi", 25_650.0 * MIB),
            ("157.7GiB", 169_329_085_644.8),
            ("512 bytes", 512.0),
            ("0 B", 0.0),
            ("0", 0.0),
            ("1.9 GiB", 1.9 * GIB),
            ("8 kB", 8000.0),
            ("500GB", 500e9),
            ("1.5 TB", 1.5e12),
            ("2 EiB", 2.0 * GIB * GIB),
        ],
    );
    echoed(
        Unit::Bytes,
        &[
            ("429496729600", 429_496_729_600.0, "read as 429.5 GB (400 GiB)"),
            ("500", 500.0, "read as 500 B"),
            ("19316009748", 19_316_009_748.0, "read as 19.32 GB (17.99 GiB)"),
            ("23530291KB", 23_530_291_000.0, "KB is 1000 bytes here: read as 23.53 GB (21.91 GiB)"),
            ("1.5T", 1.5e12, "T is 10^12: read as 1.5 TB (1.364 TiB)"),
            ("2G", 2e9, "G is 10^9: read as 2 GB (1.863 GiB)"),
            ("2g", 2e9, "G is 10^9: read as 2 GB (1.863 GiB)"),
            ("400M", 4e8, "M is 10^6: read as 400 MB (381.5 MiB)"),
            ("64k", 64e3, "K is 10^3: read as 64 kB (62.5 KiB)"),
            (
                "3731881984500m",
                3_731_881_984.5,
                "m is thousandths in Kubernetes: read as 3.732 GB (3.476 GiB)",
            ),
            ("8 Mbit", 1e6, "read as 1 MB (976.6 KiB)"),
            ("1,5 GB", 1.5e9, "read as 1.5 GB (1.397 GiB)"),
        ],
    );
    refused(
        Unit::Bytes,
        &[
            ("512m", "“m” in “512m” is thousandths of a byte in Kubernetes. Did you mean 512MiB?"),
            ("50Mb", "Lower-case b is bits, and B is bytes. Did you mean 50MB?"),
            ("50 gb", "Lower-case b is bits, and B is bytes. Did you mean 50 GB?"),
            ("50 kb", "Lower-case b is bits, and B is bytes. Did you mean 50 kB?"),
            ("28.81GiB/day", "“GiB/day” is a rate. Write an amount of data, such as 16MiB."),
            ("5 s", "“s” is a unit of time. Write an amount of data, such as 16MiB."),
            ("5 GBB", "“GBB” is no unit of data. Did you mean 5 GB?"),
            ("-5 GB", "“-5 GB” is negative, which this cannot be. Did you mean 5 GB?"),
            ("1,024 MB", "“1,024” may be 1.024 or 1024. Did you mean 1024 MB?"),
            ("20%", "“%” is a share. Write an amount of data, such as 16MiB."),
        ],
    );
}

#[test]
fn byte_rates() {
    silent(
        Unit::ByteRate,
        &[
            ("28.81GiB/day", 2881.0 * GIB / 8_640_000.0),
            ("23.72GiB/day", 2372.0 * GIB / 8_640_000.0),
            ("50Mbit/s", 6.25e6),
            ("50 Mbit per second", 6.25e6),
            ("140 MB/s", 140e6),
            ("140MBps", 140e6),
            ("5 MiB per second", 5.0 * MIB),
            ("403910 B/s", 403_910.0),
            ("1GB/15 min", 1e9 / 900.0),
            ("0", 0.0),
        ],
    );
    echoed(
        Unit::ByteRate,
        &[
            ("1 Gbps", 1.25e8, "b is bits: read as 125 MB/s"),
            ("50Mbps", 6.25e6, "b is bits: read as 6.25 MB/s"),
            ("50 mbps", 6.25e6, "b is bits: read as 6.25 MB/s"),
            ("50Mb/s", 6.25e6, "b is bits: read as 6.25 MB/s"),
            ("140M/s", 140e6, "M is 10^6: read as 140 MB/s"),
            ("6 KB/m", 100.0, "KB is 1000 bytes here, m is minutes: read as 100 B/s"),
            ("1000", 1000.0, "read as 1 kB/s"),
            ("1000/s", 1000.0, "read as 1 kB/s"),
        ],
    );
    refused(
        Unit::ByteRate,
        &[
            ("140 MB", "“140 MB” does not say per which time. Did you mean 140 MB/s?"),
            ("512m/s", "“m” in “512m/s” is thousandths of a byte in Kubernetes. Did you mean 512MB/s?"),
            ("3k rps", "“k rps” is no unit of data. Write a data rate, such as 140MB/s."),
            ("3 rps", "“rps” is a rate by itself. Write a data rate, such as 140MB/s."),
            ("5 MB/sq", "“sq” is no unit of time. Did you mean 5 MB/s?"),
        ],
    );
}

#[test]
fn shares() {
    silent(
        Unit::Share,
        &[
            ("20%", 0.2),
            ("20 %", 0.2),
            ("20 percent", 0.2),
            ("20 per cent", 0.2),
            ("20pct", 0.2),
            ("12.5pct", 0.125),
            ("80.09%", 0.8009),
            ("7.5 %", 0.075),
            ("150%", 1.5),
            ("5‰", 0.005),
            ("0", 0.0),
            ("0pct", 0.0),
        ],
    );
    echoed(
        Unit::Share,
        &[
            ("0.2", 0.2, "read as 20 %"),
            ("0.075", 0.075, "read as 7.5 %"),
            ("7.5", 0.075, "read as 7.5 %"),
            ("1", 1.0, "read as 100 %"),
            ("100", 1.0, "read as 100 %"),
            ("7,5%", 0.075, "read as 7.5 %"),
        ],
    );
    refused(
        Unit::Share,
        &[
            ("150", "“150” is neither a fraction nor a percentage. Did you mean 150%?"),
            ("-5%", "“-5%” is negative, which this cannot be. Did you mean 5%?"),
            ("20 ms", "“ms” is a unit of time. Write a share, such as 20%."),
            ("20 prcent", "“prcent” is no unit that is known here. Did you mean 20 percent?"),
        ],
    );
}

#[test]
fn plain_numbers() {
    silent(
        Unit::Count,
        &[
            ("500", 500.0),
            ("1e3", 1000.0),
            ("5M", 5e6),
            ("5 million", 5e6),
            ("1.5k", 1500.0),
            ("12.3 million", 12.3e6),
            ("1 000", 1000.0),
            ("1,234,567", 1_234_567.0),
            ("0", 0.0),
        ],
    );
    echoed(
        Unit::Count,
        &[
            ("1,800", 1800.0, "read as 1800"),
            ("500 connections", 500.0, "read as 500"),
            ("2k jobs", 2000.0, "read as 2000"),
        ],
    );
    refused(
        Unit::Count,
        &[
            ("5m", "“m” in “5m” may be milli or million. Did you mean 5M?"),
            ("2.5", "“2.5” is no whole number. Did you mean 3?"),
            ("1e-300", "“1e-300” is no whole number. Did you mean 1?"),
            ("-3", "“-3” is negative, which this cannot be. Did you mean 3?"),
            ("5%", "“%” is a share. Write a whole number, such as 500."),
            ("5 s", "“s” is a unit of time. Write a whole number, such as 500."),
            ("5/s", "“/s” is a rate. Write a whole number, such as 500."),
            ("5 milion", "“milion” is no magnitude. Did you mean 5 million?"),
            ("", "This is empty. Write a whole number, such as 500."),
            ("inf", "“inf” is no number. Write a whole number, such as 500."),
            ("1e999", "“1e999” is too large. Write a whole number, such as 500."),
            ("10-20", "“10-20” is a range, and one value is wanted here. Did you mean 20?"),
        ],
    );
    silent(
        Unit::Factor,
        &[
            ("×3", 3.0),
            ("3x", 3.0),
            ("3×", 3.0),
            ("x3", 3.0),
            ("3 times", 3.0),
            ("3-fold", 3.0),
            ("6.67", 6.67),
        ],
    );
    echoed(Unit::Factor, &[("300%", 3.0, "100 % is 1: read as 3"), ("1,5", 1.5, "read as 1.5")]);
    silent(
        Unit::Cores,
        &[
            ("1930m", 1.93),
            ("480m", 0.48),
            ("4 vCPU", 4.0),
            ("4 vCPUs", 4.0),
            ("2 cores", 2.0),
            ("2", 2.0),
            ("500 millicores", 0.5),
        ],
    );
    refused(
        Unit::Cores,
        &[
            ("18424 MHz", "“MHz” is a rate by itself. Write a number of cores, such as 1.5."),
            ("2 coers", "“coers” is no unit that is known here. Did you mean 2 cores?"),
        ],
    );
    silent(
        Unit::Price,
        &[
            ("2.04", 2.04),
            ("$2.04/h", 2.04),
            ("$ 2.04", 2.04),
            ("2.04 USD/hour", 2.04),
            ("USD 2.04 per hour", 2.04),
            ("0.034/min", 2.04),
            ("€1.2 per hour", 1.2),
            ("1.2 €/h", 1.2),
            ("204 cents/h", 2.04),
            ("48/day", 2.0),
            ("1.5k/h", 1500.0),
        ],
    );
    echoed(
        Unit::Price,
        &[("$73/month", 0.1, "a month is 730 hours here: read as 0.1"), ("1,2 €/h", 1.2, "read as 1.2")],
    );
    refused(
        Unit::Price,
        &[
            ("2.04 MB", "“MB” is a unit of data. Write a price per hour, such as 2.04."),
            ("2.04/hous", "“hous” is no unit of time. Did you mean 2.04/hours?"),
            ("-1", "“-1” is negative, which this cannot be. Did you mean 1?"),
        ],
    );
}

#[test]
fn canonical_spellings() {
    let table: &[(Unit, f64, &str, &str)] = &[
        (Unit::Duration, 0.0, "0s", "0 s"),
        (Unit::Duration, -0.0, "0s", "0 s"),
        (Unit::Duration, 0.05, "50ms", "50 ms"),
        (Unit::Duration, 0.0003, "300us", "300 µs"),
        (Unit::Duration, 7e-9, "7ns", "7 ns"),
        (Unit::Duration, 0.142343, "142.343ms", "142.343 ms"),
        (Unit::Duration, 0.32, "320ms", "320 ms"),
        (Unit::Duration, 1.0, "1s", "1 s"),
        (Unit::Duration, 60.0, "60s", "60 s"),
        (Unit::Duration, 90.0, "90s", "90 s"),
        (Unit::Duration, 120.0, "120s", "120 s"),
        (Unit::Duration, 180.0, "3min", "3 min"),
        (Unit::Duration, 200.0, "200s", "200 s"),
        (Unit::Duration, 925.0, "925s", "925 s"),
        (Unit::Duration, 1045.0, "1045s", "1045 s"),
        (Unit::Duration, 1800.034, "1800.034s", "1800.034 s"),
        (Unit::Duration, 2640.0, "44min", "44 min"),
        (Unit::Duration, 3600.0, "60min", "60 min"),
        (Unit::Duration, 5400.0, "90min", "90 min"),
        (Unit::Duration, 86_400.0, "24h", "24 h"),
        (Unit::Duration, 259_200.0, "3d", "3 d"),
        (Unit::Duration, 261_000.0, "72.5h", "72.5 h"),
        (Unit::Duration, 2_592_000.0, "30d", "30 d"),
        (Unit::Duration, 1e6, "1000000s", "1000000 s"),
        (Unit::Duration, 1e300, "1e300s", "1e300 s"),
        (Unit::Duration, 5e-324, "5e-315ns", "5e-315 ns"),
        (Unit::Rate, 0.0, "0/s", "0/s"),
        (Unit::Rate, 900.0, "900/s", "900/s"),
        (Unit::Rate, 3000.0, "3k/s", "3k/s"),
        (Unit::Rate, 1500.0, "1.5k/s", "1.5k/s"),
        (Unit::Rate, 2.5e6, "2.5M/s", "2.5M/s"),
        (Unit::Rate, 250.0 / 60.0, "250/min", "250/min"),
        (Unit::Rate, 100.0 / 60.0, "100/min", "100/min"),
        (Unit::Rate, 640.0 / 60.0, "640/min", "640/min"),
        (Unit::Rate, 200_000.0 / 900.0, "800k/h", "800k/h"),
        (Unit::Rate, 300_000.0 / 86_400.0, "300k/d", "300k/d"),
        (Unit::Rate, 121.0 / 3600.0, "121/h", "121/h"),
        (Unit::Rate, 0.5, "30/min", "30/min"),
        (Unit::Rate, 1.0 / 86_400.0, "1/d", "1/d"),
        (Unit::Rate, 0.25 / 86_400.0, "0.25/d", "0.25/d"),
        (Unit::Rate, 1e6 / 86_400.0, "1M/d", "1M/d"),
        (Unit::Rate, 40.0 / 31_536_000.0, "40/y", "40/y"),
        (Unit::Bytes, 0.0, "0B", "0 B"),
        (Unit::Bytes, 512.0, "512B", "512 B"),
        (Unit::Bytes, 1024.0, "1KiB", "1 KiB"),
        (Unit::Bytes, 2560.0, "2.56kB", "2.56 kB"),
        (Unit::Bytes, 16.0 * MIB, "16MiB", "16 MiB"),
        (Unit::Bytes, 512.0 * MIB, "512MiB", "512 MiB"),
        (Unit::Bytes, 32.0 * GIB, "32GiB", "32 GiB"),
        (Unit::Bytes, 400.0 * GIB, "400GiB", "400 GiB"),
        (Unit::Bytes, 1.5e12, "1.5TB", "1.5 TB"),
        (Unit::Bytes, 96e9, "96GB", "96 GB"),
        (Unit::Bytes, 7_867_456.0 * KIB, "7867456KiB", "7867456 KiB"),
        (Unit::Bytes, 1_637_597.0 * MIB, "1637597MiB", "1637597 MiB"),
        (Unit::ByteRate, 0.0, "0B/s", "0 B/s"),
        (Unit::ByteRate, 140e6, "140MB/s", "140 MB/s"),
        (Unit::ByteRate, 6.25e6, "6.25MB/s", "6.25 MB/s"),
        (Unit::ByteRate, 15.625e6, "15.625MB/s", "15.625 MB/s"),
        (Unit::ByteRate, 16.0 * MIB, "16MiB/s", "16 MiB/s"),
        (Unit::ByteRate, 2881.0 * GIB / 8_640_000.0, "28.81GiB/d", "28.81 GiB/d"),
        (Unit::ByteRate, 1e12 / 604_800.0, "1TB/w", "1 TB/w"),
        (Unit::Share, 0.0, "0pct", "0 %"),
        (Unit::Share, 0.2, "20pct", "20 %"),
        (Unit::Share, 0.125, "12.5pct", "12.5 %"),
        (Unit::Share, 0.07, "7pct", "7 %"),
        (Unit::Share, 1.0, "100pct", "100 %"),
        (Unit::Count, 0.0, "0", "0"),
        (Unit::Count, 1_234_567.0, "1234567", "1234567"),
        (Unit::Count, 1e15, "1e15", "1e15"),
        (Unit::Cores, 1.5, "1.5", "1.5"),
        (Unit::Factor, 3.0, "3", "3"),
        (Unit::Factor, 6.67, "6.67", "6.67"),
        (Unit::Price, 2.04, "2.04", "2.04"),
        (Unit::Rate, 12.345, "12.345/s", "12.345/s"),
        (Unit::Price, 1.25125, "1.25125", "1.25125"),
        (Unit::Price, 0.012345, "0.012345", "0.012345"),
        (Unit::Price, 1234.5 / 730.0, "1234.5/mo", "1234.5/mo"),
    ];
    for (unit, value, link, form) in table {
        assert_eq!(write(*unit, *value), *link, "{unit:?} {value}");
        assert_eq!(spell(*unit, *value), *form, "{unit:?} {value}");
    }
}

#[test]
fn figures() {
    let table: &[(Unit, f64, &str)] = &[
        (Unit::Duration, 0.0, "0 s"),
        (Unit::Duration, 6.0, "6 s"),
        (Unit::Duration, 1.3333, "1.33 s"),
        (Unit::Duration, 0.085, "85 ms"),
        (Unit::Duration, 0.9996, "1 s"),
        (Unit::Duration, 9.996e-4, "1 ms"),
        (Unit::Duration, 2.5e-6, "2.5 µs"),
        (Unit::Duration, 1e-9, "1 ns"),
        (Unit::Duration, 119.4, "119 s"),
        (Unit::Duration, 119.7, "2 min"),
        (Unit::Duration, 260.0, "4 min 20 s"),
        (Unit::Duration, 2640.0, "44 min"),
        (Unit::Duration, 3599.4, "59 min 59 s"),
        (Unit::Duration, 3599.7, "1 h"),
        (Unit::Duration, 6060.0, "1 h 41 min"),
        (Unit::Duration, 7199.0, "2 h"),
        (Unit::Duration, 11_700.0, "3 h 15 min"),
        (Unit::Duration, 172_799.0, "2 d"),
        (Unit::Duration, 273_600.0, "3 d 4 h"),
        (Unit::Duration, 345_599.0, "4 d"),
        (Unit::Duration, 400.2 * 86_400.0, "400 d"),
        (Unit::Duration, 3.2 * 31_536_000.0, "3.2 years"),
        (Unit::Duration, 9.97 * 31_536_000.0, "9.97 years"),
        (Unit::Duration, 1e300, "3.17e292 years"),
        (Unit::Duration, -260.0, "−4 min 20 s"),
        (Unit::Rate, 40.0, "40/s"),
        (Unit::Rate, 1250.0, "1,250/s"),
        (Unit::Rate, 2.5 / 60.0, "2.5/min"),
        (Unit::Rate, 0.9999, "1/s"),
        (Unit::Rate, 12.345e6, "12.3 million/s"),
        (Unit::Rate, 0.0, "0/s"),
        (Unit::Rate, 0.001 / 86_400.0, "0.001/d"),
        (Unit::Rate, -3.0, "−3/s"),
        (Unit::Bytes, 1.34e12, "1.34 TB"),
        (Unit::Bytes, 999.6e6, "1 GB"),
        (Unit::Bytes, 0.0, "0 B"),
        (Unit::Bytes, 2e24, "2 billion PB"),
        (Unit::ByteRate, 140e6, "140 MB/s"),
        (Unit::Share, 1.08, "108 %"),
        (Unit::Share, 1.2e-5, "0.0012 %"),
        (Unit::Share, 0.9997, "99.97 %"),
        (Unit::Share, 1.0, "100 %"),
        (Unit::Share, 0.0, "0 %"),
        (Unit::Count, 12.5, "12.5"),
        (Unit::Count, 1234.0, "1,234"),
        (Unit::Count, 123_456.0, "123,456"),
        (Unit::Count, 999_999.7, "1 million"),
        (Unit::Count, 12.34e6, "12.3 million"),
        (Unit::Factor, 2.0 / 3.0, "0.667"),
        (Unit::Cores, 1.93, "1.93"),
        (Unit::Price, 2.04, "2.04"),
        (Unit::Price, 2.5, "2.50"),
        (Unit::Price, 12.0, "12"),
        (Unit::Price, 1234.056, "1,234.06"),
        (Unit::Price, 0.034, "0.034"),
        (Unit::Price, f64::NAN, "—"),
        (Unit::Duration, f64::INFINITY, "—"),
    ];
    for (unit, value, text) in table {
        assert_eq!(show(*unit, *value), *text, "{unit:?} {value}");
    }
    assert_eq!(significant(1234.5, 3), "1,230");
    assert_eq!(significant(0.00123, 2), "0.0012");
    assert_eq!(significant(-9.996, 3), "−10");
    assert_eq!(significant(1_234_567.0, 0), "1,000,000");
    assert_eq!(significant(0.1 + 0.2, 15), "0.3");
    assert_eq!(significant(f64::NAN, 3), "—");
}

/// Links must hold no more digits than people type.
#[test]
fn no_dust() {
    let ends = ["s", "ms", "us", "min", "h", "d", "w"];
    let rates = ["/s", "/min", "/h", "/d", "/w", "/mo", "/y", "k/h", "M/d"];
    let data = ["kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"];
    let data_rates =
        data.iter().flat_map(|head| ["/s", "/min", "/h", "/d", "/w"].map(|tail| format!("{head}{tail}")));
    let all = (ends.iter().map(|unit| (Unit::Duration, (*unit).to_owned())))
        .chain(rates.iter().map(|unit| (Unit::Rate, (*unit).to_owned())))
        .chain(data.iter().map(|unit| (Unit::Bytes, (*unit).to_owned())))
        .chain(data_rates.map(|unit| (Unit::ByteRate, unit)))
        .chain([
            (Unit::Share, "%".to_owned()),
            (Unit::Cores, "m".to_owned()),
            (Unit::Price, "/mo".to_owned()),
        ]);
    for (unit, name) in all {
        for number in
            (1..100).map(f64::from).chain([0.1, 0.25, 1.5, 2.75, 12.34, 123.4, 250.0, 999.0, 1234.0])
        {
            let text = format!("{number}{name}");
            let value = read(unit, &text).expect("a quantity").value;
            let link = write(unit, value);
            assert!(link.chars().filter(char::is_ascii_digit).count() < 10, "{text} became {link}");
        }
    }
}

/// Section B19: the pairs that other parsers get wrong.
#[test]
fn sizes_that_others_confuse() {
    let value = |text| read(Unit::Bytes, text).map(|reading| reading.value);
    assert_eq!(value("4GiB"), value("4Gi"));
    assert_ne!(value("2G"), value("2Gi"));
    assert_eq!(value("5 kB"), value("5 KB"));
    assert_eq!(value("1 MiB"), Ok(MIB));
}

#[test]
fn long_texts_are_refused_at_once() {
    let long = "9".repeat(1_000_000);
    let start = std::time::Instant::now();
    for unit in UNITS {
        let error = read(unit, &long).expect_err("too long");
        assert!(error.message.chars().count() < 150, "{}", error.message);
        assert_eq!(error.suggestion, None);
        assert!(read(unit, &"9".repeat(200)).is_ok() || unit == Unit::Share);
    }
    assert!(start.elapsed().as_secs() < 1);
}

/// Texts made of what quantities are made of.
fn quantity_like() -> impl Strategy<Value = String> {
    let parts = [
        "1", "2", "30", "0", "500", "1,800", "1.5", "1,5", ".", ",", "'", "_", " ", "\u{a0}", "-", "−", "e",
        "E", "e9", "e-9", "e999", "s", "m", "ms", "min", "h", "d", "month", "y", "us", "µs", "μs", "P", "PT",
        "T", "H", "M", ":", "00:44:00", "/", "/s", "/min", "per", " per ", " a ", "interval", "k", "K", "G",
        "Ti", "MiB", "GB", "kb", "Mbit", "bps", "rps", "%", "pct", "x", "×", "$", "€", "USD", "cents",
        "cores", "vCPU", "million", "milion", "..", "–", " to ", "~", "≈", "about ", "“", "”", "\"", "(s)",
        "second", "and ", "ß", "İ", "½", "é", "sq", "xacts", "\0", "+",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..9).prop_map(|parts| parts.concat())
}

fn human() -> impl Strategy<Value = f64> {
    let factor =
        prop::sample::select(vec![1.0, 60.0, 3600.0, 86_400.0, 1.0 / 60.0, 1.0 / 86_400.0, KIB, MIB, GIB]);
    (0u32..20_000, -12i32..13, factor).prop_map(|(digits, ten, factor)| {
        format!("{digits}e{ten}").parse::<f64>().expect("a number") * factor
    })
}

fn any_value() -> impl Strategy<Value = f64> {
    (0..f64::INFINITY.to_bits()).prop_map(f64::from_bits)
}

fn unit() -> impl Strategy<Value = Unit> {
    prop::sample::select(UNITS.to_vec())
}

fn round_trip(unit: Unit, value: f64) -> Result<(), TestCaseError> {
    let value = if unit == Unit::Count { value.trunc() } else { value };
    let link = write(unit, value);
    prop_assert!(link.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-')), "{}", link);
    for text in [link, spell(unit, value)] {
        let reading = read(unit, &text);
        prop_assert_eq!(reading, Ok(Reading { value, echo: None }), "{:?} {:?} {}", unit, value, text);
    }
    Ok(())
}

fn check_reading(unit: Unit, text: &str) -> Result<(), TestCaseError> {
    match read(unit, text) {
        Ok(reading) => {
            prop_assert!(reading.value.is_finite() && reading.value >= 0.0);
            prop_assert!(unit != Unit::Count || reading.value.fract() == 0.0);
            round_trip(unit, reading.value)?;
        }
        Err(error) => {
            prop_assert!(error.message.chars().count() < 400, "{}", error.message);
            if let Some(suggestion) = error.suggestion {
                let again = read(unit, &suggestion);
                prop_assert!(
                    matches!(again, Ok(Reading { echo: None, .. })),
                    "{:?} {:?} {:?}",
                    text,
                    suggestion,
                    again
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_survives(unit in unit(), value in any_value()) {
        round_trip(unit, value)?;
    }

    #[test]
    fn human_numbers_survive(unit in unit(), value in human()) {
        round_trip(unit, value)?;
    }

    #[test]
    fn quantities_are_read_or_refused(unit in unit(), text in quantity_like()) {
        check_reading(unit, &text)?;
    }

    #[test]
    fn any_text_is_read_or_refused(unit in unit(), text in "\\PC*", digits in "[0-9 .,_'eE+-]{0,12}") {
        check_reading(unit, &text)?;
        check_reading(unit, &digits)?;
        check_reading(unit, &format!("{digits}{text}"))?;
        check_reading(unit, &format!("5 {text}"))?;
    }

    #[test]
    fn figures_are_numbers(unit in unit(), value in any_value(), human in human(), digits in 0u32..40) {
        for value in [value, -value, human, -human, f64::NAN, f64::INFINITY] {
            for text in [show(unit, value), significant(value, digits)] {
                let lower = text.to_lowercase();
                prop_assert!(!lower.contains("nan") && !lower.contains("inf"), "{}", text);
                prop_assert!(!text.contains(" 60 "), "{}", text);
                prop_assert!(text.len() < 48, "{}", text);
            }
        }
    }

    #[test]
    fn durations_carry(seconds in 0.0f64..4e6) {
        let text = show(Unit::Duration, seconds);
        for over in [" 60 s", " 60 min", " 24 h"] {
            prop_assert!(!text.contains(&format!("min{over}")) && !text.contains(&format!("h{over}"))
                && !text.contains(&format!("d{over}")), "{}", text);
        }
    }
}
