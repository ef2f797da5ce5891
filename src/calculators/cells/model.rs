//! What a failure takes with it, and what is left.

use super::input::Input;
use crate::math::choose;
use crate::quantity::{ByteRate, Share};
use crate::report::ModelError;

/// Rounding that a comparison forgives, as a share.
const ROUNDING: f64 = 1e-9;

/// Whether what is left takes the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It does.
    Holds,
    /// It does not.
    Overload,
}

/// Shuffle sharding: every tenant has some of the workers, its own mixture.
#[derive(Clone, Debug, PartialEq)]
pub struct Shards {
    /// Different shards; none: more than a float can hold.
    pub shards: Option<f64>,
    /// Chance that another tenant has exactly the same shard.
    pub same: Share,
    /// Chance that another tenant has none of the workers in common.
    pub apart: Share,
    /// How likely another tenant shares 0, 1, … workers.
    pub overlaps: Vec<f64>,
    /// Share of tenants that lose all of their workers.
    pub all_down: Share,
    /// Share of tenants that lose some of their workers, or all.
    pub some_down: Share,
}

/// Everything that the model says of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The state.
    pub state: State,
    /// Tenants that the failure affects.
    pub affected: Share,
    /// The highest utilisation that leaves room for the failure.
    pub safe: Share,
    /// Utilisation of what is left; none: nothing is left.
    pub after: Option<Share>,
    /// Share of the load that what is left cannot take.
    pub unserved: Share,
    /// Chance that everything a tenant needs is up.
    pub chain: Share,
    /// Chance that at least one of them is up.
    pub any_up: Share,
    /// Chance that some cell is down at any time.
    pub some_cell_down: Share,
    /// Shuffle sharding.
    pub shards: Shards,
    /// Writes of one cell.
    pub write_per_cell: ByteRate,
    /// The fewest cells that take the writes; none: no number does.
    pub cells_needed: Option<f64>,
}

/// Share of tenants that a failure affects: 1 − (1 − f/k)^h.
///
/// `failed` f of `cells` k, `placements` h independent things that a tenant needs, each in any cell with the
/// same chance. f/k for one. At most all: more failed than there are counts as all. Source: counting.
pub fn affected_share(cells: u32, failed: u32, placements: u32) -> Share {
    let failed = f64::from(failed.min(cells)) / f64::from(cells);
    // One is the common case, and exact.
    let affected = if placements == 1 { failed } else { 1.0 - power(1.0 - failed, placements) };
    Share::fraction(affected)
}

/// The highest utilisation that leaves room for a failure: (k − f)/k. Source: counting.
pub fn safe_utilisation(cells: u32, failed: u32) -> Share {
    Share::fraction(f64::from(cells.saturating_sub(failed)) / f64::from(cells))
}

/// Utilisation of what is left: u·k/(k − f); none if nothing is. Above 1 it is overload. Source: counting.
pub fn utilisation_after(cells: u32, failed: u32, utilisation: Share) -> Option<Share> {
    let left = cells.checked_sub(failed).filter(|left| *left > 0)?;
    Some(Share::fraction(utilisation.as_fraction() * f64::from(cells) / f64::from(left)))
}

/// Chance that all of `count` independent things are up: a^n. Source: product rule.
pub fn chain(availability: Share, count: u32) -> Share {
    Share::fraction(power(availability.as_fraction(), count))
}

/// Chance that at least one of `count` independent things is up: 1 − (1 − a)^n. Source: product rule.
pub fn any_up(availability: Share, count: u32) -> Share {
    Share::fraction(1.0 - power(1.0 - availability.as_fraction(), count))
}

/// The fewest cells that take so many writes: write/ceiling, rounded up, at least one; none where one takes
/// nothing. Source: definition.
pub fn cells_needed(write: ByteRate, ceiling: ByteRate) -> Option<f64> {
    if write <= ByteRate::ZERO {
        return Some(1.0);
    }
    let needed = write.si() / ceiling.si();
    // 150/50 is three, whatever a float says.
    needed.is_finite().then(|| (needed * (1.0 - ROUNDING)).ceil().max(1.0))
}

/// 1 − (1 − x)ⁿ and its kin: a power of what is between 0 and 1, to a whole exponent.
fn power(base: f64, exponent: u32) -> f64 {
    base.powf(f64::from(exponent))
}

impl Shards {
    /// The shards of an input.
    ///
    /// # Errors
    /// A shard has more workers than there are, or more workers fail than there are.
    pub fn new(input: &Input) -> Result<Self, ModelError> {
        let (workers, shard, failed) = (input.workers, input.shard, input.workers_failed);
        if shard > workers {
            return Err(ModelError::new(
                "A tenant's shard has more workers than there are.",
                &["shard", "workers"],
            ));
        }
        if failed > workers {
            return Err(ModelError::new("More workers fail than there are.", &["workers_failed", "workers"]));
        }
        let shards = choose::choose(workers, shard);
        let overlaps = choose::overlaps(workers, shard);
        Ok(Self {
            shards: shards.is_finite().then_some(shards),
            same: Share::fraction(overlaps.last().copied().unwrap_or_default()),
            apart: Share::fraction(choose::contains_none(workers, shard, shard)),
            overlaps,
            all_down: Share::fraction(choose::contains_all(workers, shard, failed)),
            some_down: Share::fraction(1.0 - choose::contains_none(workers, shard, failed)),
        })
    }
}

/// Works a scenario out.
///
/// # Errors
/// More cells fail than there are, or what [`Shards::new`] refuses.
pub fn answer(input: &Input) -> Result<Answer, ModelError> {
    let (cells, failed) = (input.cells, input.failed);
    if failed > cells {
        return Err(ModelError::new("More cells fail than there are.", &["failed", "cells"]));
    }
    let after = utilisation_after(cells, failed, input.utilisation);
    let overload = after.is_none_or(|after| after.as_fraction() > 1.0 + ROUNDING);
    let unserved = match after.map(Share::as_fraction) {
        None => 1.0,
        Some(after) if overload => 1.0 - 1.0 / after,
        Some(_) => 0.0,
    };
    Ok(Answer {
        state: if overload { State::Overload } else { State::Holds },
        affected: affected_share(cells, failed, input.placements),
        safe: safe_utilisation(cells, failed),
        after,
        unserved: Share::fraction(unserved),
        chain: chain(input.availability, input.placements),
        any_up: any_up(input.availability, input.placements),
        some_cell_down: Share::fraction(1.0 - chain(input.availability, cells).as_fraction()),
        shards: Shards::new(input)?,
        write_per_cell: ByteRate::from_si(input.write.si() / f64::from(cells)),
        cells_needed: cells_needed(input.write, input.ceiling),
    })
}
