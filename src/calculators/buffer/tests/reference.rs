//! The independently computed table: tests/data/buffer, with its origin there.

use super::super::{Input, Needs, State, answer};
use crate::quantity::{ByteRate, Bytes, Duration, Factor, Rate, Share};
use crate::test_data::rows;

/// A printed number: right to 1e-9, or to half a unit of its last digit.
#[track_caller]
fn agree(value: f64, printed: &str, what: &str) {
    let expected: f64 = printed.parse().expect(printed);
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digit = if printed.contains('.') { 0.51 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    let allowed = (1e-9 * expected.abs()).max(digit);
    assert!((value - expected).abs() <= allowed, "{what}: {value} is not {printed}");
}

#[test]
fn buffer_fill() {
    let rows = rows("buffer/buffer_fill.csv");
    assert_eq!(rows.len(), 10);
    for row in rows {
        let case = row.text("case");
        let input = Input {
            memory: Bytes::mebibytes(row.number("limit_MiB")),
            used: Bytes::mebibytes(row.number("base_MiB")),
            rate: Rate::per_second(row.number("rate_items_per_s")),
            item: Bytes::bytes(row.number("bytes_per_item")),
            overhead: Factor::times(row.number("overhead_k")),
            spill: ByteRate::bytes_per_second(row.number("spill_MiBps") * 1_048_576.0),
            shed: Share::fraction(row.number("shed_fraction")),
            outage: Duration::seconds(row.number("db_outage_s")),
            boot: Duration::seconds(row.number("boot_s")),
            needs_database: Needs::Yes,
        };
        let answer = answer(&input).expect(case);
        match row.text("t_oom_s") {
            "inf" => assert_eq!(answer.time_to_full, None, "{case}"),
            expected => agree(answer.time_to_full.expect(case).si(), expected, case),
        }
        let state = if row.text("verdict") == "oom" { State::LockedOut } else { State::Survives };
        assert_eq!(answer.state, state, "{case}");
        agree(answer.memory_needed.as_mebibytes(), row.text("memory_needed_MiB"), case);
        agree(answer.down.si(), row.text("ingest_down_s"), case);
        agree(answer.lost(), row.text("items_lost"), case);
    }
}
