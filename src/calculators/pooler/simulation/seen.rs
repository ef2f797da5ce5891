//! The run of a real pooler that a preset tells of, to be seen beside its simulation.

use super::super::{Distribution, Input};
use crate::chart::{Role, Series};
use crate::evidence::{Row, Rows};
use crate::field::Declared;
use crate::quantity::{Duration, Factor, Rate};

/// Second by second from the start of the surge; made from `pooler_series.csv` by a test, which holds it current.
const SECONDS: &str = include_str!("../../../../tests/data/pooler/d5_lam60_seconds.csv");

/// The scenario of the run, which is that of the preset.
pub(super) fn scenario() -> Input {
    Input {
        poolers: 1,
        size: 20,
        open: Duration::milliseconds(11.0),
        rate: Rate::per_second(60.0),
        hold: Duration::milliseconds(80.0),
        distribution: Distribution::Constant,
        surge: Factor::times(5.0),
        surge_for: Duration::seconds(30.0),
        deadline: Duration::milliseconds(250.0),
        ..Input::default()
    }
}

/// What was measured, in this column of the table, if the scenario was ever measured. Its seed is no matter.
pub(super) fn measured(input: &Input, column: &str) -> Option<Series> {
    let asked = Input { seed: Input::default().seed, ..input.clone() };
    if asked.values() != scenario().values() {
        return None;
    }
    let point = |row: Row<'_>| row.number("t_s").zip(row.number(column));
    let points = Rows::read(SECONDS).iter().filter_map(point).collect();
    Some(Series::marks("measured", Role::Danger, points))
}
