//! Independently computed tables: tests/data/cells, with their origin there.

use super::super::{Input, State, affected_share, answer, any_up, chain};
use crate::quantity::Share;
use crate::test_data::{Row, rows};

/// A printed number: right to 1e-9, or to half a unit of its last digit if it has fewer digits.
#[track_caller]
fn agree(value: f64, printed: &str, what: &str) {
    let expected: f64 = printed.parse().expect(printed);
    let (mantissa, exponent) = printed.split_once('e').unwrap_or((printed, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let digit = match decimals {
        0 => 0.0,
        _ => 0.51 * 10_f64.powi(exponent.parse::<i32>().expect(printed) - decimals),
    };
    let allowed = (1e-9 * expected.abs()).max(digit);
    assert!((value - expected).abs() <= allowed, "{what}: {value} is not {printed}");
}

fn whole(row: &Row, column: &str) -> u32 {
    row.number(column) as u32
}

#[test]
fn cells() {
    let rows = rows("cells/cells.csv");
    assert_eq!(rows.len(), 13);
    for row in rows {
        let input = Input {
            cells: whole(&row, "cells_k"),
            utilisation: Share::fraction(row.number("utilisation_per_cell")),
            failed: whole(&row, "failed_f"),
            ..Input::default()
        };
        let what = format!("{input:?}");
        let answer = answer(&input).expect("scenario");
        agree(answer.affected.as_fraction(), row.text("fraction_affected"), &what);
        agree(answer.safe.as_fraction(), row.text("max_safe_utilisation"), &what);
        match row.text("utilisation_after_failover") {
            "inf" => assert_eq!(answer.after, None, "{what}"),
            expected => agree(answer.after.expect("left").as_fraction(), expected, &what),
        }
        let state = if row.text("verdict") == "ok" { State::Holds } else { State::Overload };
        assert_eq!(answer.state, state, "{what}");
        agree(answer.unserved.as_fraction(), row.text("unserved_fraction_if_overload"), &what);
    }
}

#[test]
fn shared_fate() {
    let rows = rows("cells/shared_fate.csv");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let (name, count) = (row.text("sites_k_or_availability"), whole(&row, "independent_placements_or_n"));
        let of = |text: &str| Share::fraction(text.parse().expect(text));
        let value = match name.split_once(" a=") {
            Some(("series", each)) => chain(of(each), count),
            Some((_, each)) => any_up(of(each), count),
            None => affected_share(name.parse().expect(name), 1, count),
        };
        agree(value.as_fraction(), row.text("fraction_affected_or_availability"), name);
    }
}

#[test]
fn shuffle_sharding() {
    let rows = rows("cells/shuffle_sharding.csv");
    assert_eq!(rows.len(), 45);
    for row in rows {
        let input = Input {
            workers: whole(&row, "workers_n"),
            shard: whole(&row, "shard_size_m"),
            workers_failed: 0,
            ..Input::default()
        };
        let overlap = whole(&row, "overlap_j");
        let what = format!("{} of {}, {overlap}", input.shard, input.workers);
        let shards = answer(&input).expect("scenario").shards;
        agree(shards.shards.expect("few"), row.text("combinations"), &what);
        agree(shards.overlaps[overlap as usize], row.text("probability"), &what);
        if overlap == input.shard {
            agree(shards.same.as_fraction(), row.text("probability"), &what);
        } else if overlap == 0 {
            agree(shards.apart.as_fraction(), row.text("probability"), &what);
        }
    }
}

#[test]
fn shuffle_worker_failures() {
    let rows = rows("cells/shuffle_worker_failures.csv");
    assert_eq!(rows.len(), 10);
    for row in rows {
        let input = Input {
            workers: whole(&row, "workers_n"),
            shard: whole(&row, "shard_size_m"),
            workers_failed: whole(&row, "failed_b"),
            ..Input::default()
        };
        let what = format!("{} of {}, {} down", input.shard, input.workers, input.workers_failed);
        let shards = answer(&input).expect("scenario").shards;
        agree(shards.all_down.as_fraction(), row.text("p_all_of_shard_down"), &what);
        agree(shards.some_down.as_fraction(), row.text("p_any_of_shard_down"), &what);
    }
}
