//! Vacuum's cost accounting: how many pages a second it gets through.
//!
//! Source: PostgreSQL manual, "Cost-based Vacuum Delay"; `vacuum_delay_point` in vacuum.c: once the balance
//! has reached the limit it sleeps for delay × balance / limit, at most four delays, and starts from zero.

use super::input::{Input, Page};
use crate::quantity::{Bytes, Duration, Factor, Rate};

/// Cost of a page found in shared buffers: vacuum_cost_page_hit.
pub const HIT: f64 = 1.0;
/// Cost of dirtying a page: vacuum_cost_page_dirty.
pub const DIRTY: f64 = 20.0;
/// A page, in bytes.
pub const PAGE: f64 = 8192.0;
/// A sleep is at most so many delays long.
const LONGEST_SLEEP: f64 = 4.0;

/// The settings that slow vacuum down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throttle {
    /// Cost units until it sleeps.
    pub limit: u32,
    /// How long it then sleeps.
    pub delay: Duration,
    /// Workers that share the limit.
    pub sharing: u32,
}

impl Throttle {
    /// The settings of an input.
    pub fn new(input: &Input) -> Self {
        Self { limit: input.cost_limit, delay: input.cost_delay, sharing: input.sharing }
    }

    /// Sleep for so many cost units, in seconds: delay × cost / limit, the limit divided among the workers.
    ///
    /// Exact on average, however the cost comes in pages. PostgreSQL rounds a worker's part of the limit
    /// down to a whole number; this does not. Source: as the module.
    pub fn sleep(&self, cost: f64) -> Duration {
        let limit = f64::from(self.limit) / f64::from(self.sharing);
        Duration::from_si(self.delay.si() * cost / limit)
    }

    /// Sleep for one page. A page that costs more than four limits is cut off at four delays.
    pub fn sleep_per_page(&self, cost: f64) -> Duration {
        Duration::from_si(self.sleep(cost).si().min(LONGEST_SLEEP * self.delay.si()))
    }

    /// Pages per second: 1 / (work on a page + delay × cost / limit); none where nothing slows it down.
    ///
    /// `cost` in cost units per page, `work` the time a page takes beside the sleeping. More workers do not
    /// add to it: they share the limit, and this is the part of one. Source: as the module.
    pub fn pages_per_second(&self, cost: f64, work: Duration) -> Option<Rate> {
        let time = work.si() + self.sleep_per_page(cost).si();
        (time > 0.0).then(|| Rate::from_si(1.0 / time))
    }
}

/// Shares of pages that are read and dirtied, of 1.
pub(super) fn shares(input: &Input) -> (f64, f64) {
    match input.page {
        Page::Hit => (0.0, 0.0),
        Page::Miss => (1.0, 0.0),
        Page::Dirty | Page::HitDirty => (0.0, 1.0),
        Page::MissDirty => (1.0, 1.0),
        Page::Mix => (input.misses.as_fraction(), input.dirtied.as_fraction()),
    }
}

/// What a page costs on average: 1 for a hit or the cost of a miss, and 20 more if it is dirtied.
pub fn page_cost(input: &Input) -> f64 {
    let (misses, dirtied) = shares(input);
    let read = match input.page {
        Page::Dirty => 0.0,
        _ => (1.0 - misses) * HIT + misses * f64::from(input.miss_cost),
    };
    read + dirtied * DIRTY
}

/// One whole pass over a table: what is read and what is dirtied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// Pages of the table that are scanned.
    pub heap_pages: f64,
    /// Share of them found in shared buffers.
    pub hits: f64,
    /// Pages dirtied in the first pass over the table.
    pub dirtied: f64,
    /// Pages of all indexes.
    pub index_pages: f64,
    /// Share of them dirtied.
    pub index_dirtied: f64,
    /// How often the indexes are gone through: once, unless the dead rows do not fit into
    /// maintenance_work_mem.
    pub index_passes: f64,
    /// Pages of the table visited again to free the line pointers.
    pub second_pages: f64,
    /// Cost of a read.
    pub miss_cost: f64,
}

impl Pass {
    /// The pass of an input: every page of the table, read and dirtied as the mix says; the dirtied ones a
    /// second time; indexes from disk, once. None where the size of the table is not given.
    pub fn new(input: &Input) -> Option<Self> {
        let pages = |size: Bytes| (size.si() / PAGE).ceil();
        let (misses, dirtied) = shares(input);
        let heap_pages = pages(input.heap?);
        let dirty_pages = heap_pages * dirtied;
        Some(Self {
            heap_pages,
            hits: 1.0 - misses,
            dirtied: dirty_pages,
            index_pages: pages(input.indexes),
            index_dirtied: dirtied,
            index_passes: 1.0,
            second_pages: dirty_pages,
            miss_cost: f64::from(input.miss_cost),
        })
    }

    /// Cost units: heap × (hit or miss) + 20 × dirtied + passes × index × (miss + 20 × its share dirtied) +
    /// 21 for each page of the second pass. Source: as the module.
    pub fn cost(&self) -> f64 {
        let read = self.hits * HIT + (1.0 - self.hits) * self.miss_cost;
        self.heap_pages * read
            + self.dirtied * DIRTY
            + self.index_passes * self.index_pages * (self.miss_cost + DIRTY * self.index_dirtied)
            + self.second_pages * (HIT + DIRTY)
    }

    /// Pages visited, each time counted.
    pub fn visits(&self) -> f64 {
        self.heap_pages + self.index_passes * self.index_pages + self.second_pages
    }

    /// How long it takes: the sleeps for its cost, and the work on each page visited.
    pub fn duration(&self, throttle: &Throttle, work: Duration) -> Duration {
        Duration::from_si(throttle.sleep(self.cost()).si() + self.visits() * work.si())
    }
}

/// Dead rows that vacuum removes per second: pages per second × dead rows per page; none where nothing
/// slows it down. Source: definition; a page rate is no row rate.
pub fn vacuum_ceiling(pages: Option<Rate>, dead_per_page: Factor) -> Option<Rate> {
    if dead_per_page <= Factor::ZERO {
        return Some(Rate::ZERO);
    }
    pages.map(|pages| Rate::from_si(pages.si() * dead_per_page.si()))
}

/// Dead rows at which autovacuum starts: threshold + scale × rows, at most the largest allowed.
///
/// Source: PostgreSQL manual, "The Autovacuum Daemon" (the largest allowed since 18).
pub fn trigger_at(threshold: u32, scale: f64, rows: f64, most: Option<u32>) -> f64 {
    let trigger = f64::from(threshold) + scale * rows;
    most.map_or(trigger, |most| trigger.min(f64::from(most)))
}
