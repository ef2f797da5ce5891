//! Whether memory lasts, and what is lost if it does not.

use super::input::{Input, Needs};
use crate::quantity::{ByteRate, Bytes, Duration, Factor, Rate, Share};
use crate::report::ModelError;

/// Rounding that a comparison forgives, as a share.
const ROUNDING: f64 = 1e-9;
/// Seconds beyond which a thing counts as never happening: 30 million years.
const FOREVER: f64 = 1e15;

/// What happens to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Memory lasts.
    Survives,
    /// It does not; the service starts again by itself, and may be killed again.
    Full,
    /// It does not, and the service cannot start again before the database is back.
    LockedOut,
}

/// Everything that the model says of a scenario. Times are from the start of the outage; none: it does not
/// happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The state.
    pub state: State,
    /// How fast memory grows while the database is away; zero if as much is written to disk.
    pub growth: ByteRate,
    /// When memory is full, if the outage lasts that long. Also the longest outage it survives.
    pub time_to_full: Option<Duration>,
    /// Memory that this outage needs, with what is in use before.
    pub memory_needed: Bytes,
    /// How often the process is killed.
    pub killed: f64,
    /// How long it is down in all.
    pub down: Duration,
    /// Items lost in memory, each time it is killed.
    pub lost_in_memory: f64,
    /// Items refused while it is down.
    pub lost_refused: f64,
    /// Items turned away while it is up.
    pub lost_shed: f64,
    /// Share of the items to turn away from the start, so that memory just lasts.
    pub shed_needed: Share,
    /// The highest rate that this outage is survived with; none: any.
    pub max_rate: Option<Rate>,
    /// What is on disk at the end of the outage, as it was in memory.
    pub spilled: Bytes,
}

impl Answer {
    /// All items that are lost.
    pub fn lost(&self) -> f64 {
        self.killed * self.lost_in_memory + self.lost_refused + self.lost_shed
    }
}

/// How fast memory grows: rate × (1 − shed) × item × overhead − spill; negative if more can be written to
/// disk than arrives.
///
/// `item` in bytes as it comes in, `overhead` the multiple of it in memory, `spill` the memory freed per
/// second. Source: mass balance.
pub fn growth(rate: Rate, item: Bytes, overhead: Factor, shed: Share, spill: ByteRate) -> ByteRate {
    let let_in = rate.si() * (1.0 - shed.as_fraction());
    ByteRate::from_si(let_in * item.si() * overhead.si() - spill.si())
}

/// Time until `free` memory is gone: free / growth; none if it does not grow.
///
/// Source: mass balance.
pub fn time_to_full(free: Bytes, growth: ByteRate) -> Option<Duration> {
    let time = free.si() / growth.si();
    (growth > ByteRate::ZERO && time <= FOREVER).then_some(Duration::from_si(time))
}

/// Works a scenario out.
///
/// # Errors
/// More memory is in use than there is.
pub fn answer(input: &Input) -> Result<Answer, ModelError> {
    let free = input.memory.si() - input.used.si();
    if free < -ROUNDING * input.memory.si() {
        return Err(ModelError::new(
            "More memory is in use before the outage than the limit allows.",
            &["used", "memory"],
        ));
    }
    let free = Bytes::from_si(free.max(0.0));
    let grows = growth(input.rate, input.item, input.overhead, input.shed, input.spill);
    let full = time_to_full(free, grows);
    let (outage, boot) = (input.outage.si(), input.boot.si());
    let (state, killed, down) = match (full.map(Duration::si), input.needs_database) {
        (Some(full), Needs::Yes) if full < outage * (1.0 - ROUNDING) => {
            (State::LockedOut, 1.0, outage - full + boot)
        }
        (Some(full), Needs::No) if full < outage * (1.0 - ROUNDING) => {
            let killed = times_killed(full, boot, outage);
            // Where it is full and up again at once it is killed all the time.
            let down = if killed.is_finite() { killed * boot } else { outage };
            (State::Full, if killed.is_finite() { killed } else { 0.0 }, down)
        }
        _ => (State::Survives, 0.0, 0.0),
    };
    let in_outage = match (state, full) {
        (State::LockedOut, Some(full)) => outage - full.si(),
        (State::Full, Some(full)) => down_within(full.si(), boot, outage).min(down),
        _ => 0.0,
    };
    let up = (outage - in_outage).max(0.0);
    let weight = input.item.si() * input.overhead.si();
    let grown = grows.si().max(0.0);
    // Of what is let in, no more can be written to disk than arrives.
    let spilled = input.spill.si().min(input.spill.si() + grows.si()).max(0.0) * up;
    Ok(Answer {
        state,
        growth: ByteRate::from_si(grown),
        time_to_full: full,
        memory_needed: Bytes::from_si(input.used.si() + grown * outage),
        killed,
        down: Duration::from_si(down),
        lost_in_memory: if weight > 0.0 { free.si() / weight } else { 0.0 },
        lost_refused: input.rate.si() * down,
        lost_shed: input.rate.si() * input.shed.as_fraction() * up,
        shed_needed: shed_needed(input, free),
        max_rate: max_rate(input, free),
        spilled: Bytes::from_si(spilled),
    })
}

/// How often a process that starts again by itself is killed: at `full`, and again each `full + boot`, while
/// the outage lasts. Infinite if it is full and up again at once.
fn times_killed(full: f64, boot: f64, outage: f64) -> f64 {
    if full + boot <= 0.0 {
        return f64::INFINITY;
    }
    let cycles = (outage - full) / (full + boot);
    // A kill at the very end of the outage is none.
    (cycles - ROUNDING * cycles.max(1.0)).ceil().max(1.0)
}

/// How much of the outage it is down: whole cycles of up and down, and the rest of the last.
fn down_within(full: f64, boot: f64, outage: f64) -> f64 {
    let cycle = full + boot;
    if cycle <= 0.0 {
        return outage;
    }
    let whole = (outage / cycle).floor();
    whole * boot + (outage - whole * cycle - full).max(0.0)
}

/// What may grow per second so that memory just lasts: (free/outage + spill)/(item × overhead), in items.
/// None: an outage of no length, or items of no size.
fn sustainable(input: &Input, free: Bytes) -> Option<f64> {
    let per_second = free.si() / input.outage.si() + input.spill.si();
    let rate = per_second / (input.item.si() * input.overhead.si());
    rate.is_finite().then_some(rate)
}

fn max_rate(input: &Input, free: Bytes) -> Option<Rate> {
    let let_in = 1.0 - input.shed.as_fraction();
    let rate = sustainable(input, free)? / let_in;
    rate.is_finite().then_some(Rate::from_si(rate))
}

fn shed_needed(input: &Input, free: Bytes) -> Share {
    let rate = input.rate.si();
    match sustainable(input, free) {
        Some(sustainable) if sustainable < rate => Share::fraction(1.0 - sustainable / rate),
        _ => Share::ZERO,
    }
}
