//! What the vacuum calculator is asked.

use crate::field::Kind;
use crate::quantity::{Bytes, Duration, Factor, Rate, Share, Unit};
use crate::{choices, inputs};

choices! {
    /// What vacuum's cost accounting charges for one page.
    pub enum Page {
        /// Found in shared buffers, left clean.
        Hit = "hit": "found in memory (1)",
        /// Read from outside shared buffers, left clean.
        Miss = "miss": "read from disk (2)",
        /// The charge for dirtying alone.
        Dirty = "dirty": "dirtied, the read not counted (20)",
        /// Found in shared buffers, then dirtied.
        HitDirty = "hit_dirty": "found in memory and dirtied (21)",
        /// Read, then dirtied.
        MissDirty = "miss_dirty": "read from disk and dirtied (22)",
        /// Shares of each.
        Mix = "mix": "a mix",
    }
}

/// Ten years.
const LONGEST: f64 = 315_360_000.0;
/// As many rows as a count accepts.
const MOST_ROWS: u32 = 4_000_000_000;

impl Input {
    /// Whether pages that are read from outside shared buffers are part of it.
    fn reads(&self) -> bool {
        match self.page {
            Page::Miss | Page::MissDirty => true,
            Page::Mix => self.misses > Share::ZERO,
            Page::Hit | Page::Dirty | Page::HitDirty => false,
        }
    }
}

inputs! {
    /// What the table, its load and its vacuum look like.
    pub struct Input {
        /// Operations per second that are asked of the table: dequeues, updates, look-ups of the head.
        rate: Rate = { key: "rate", label: "Operations", group: "Load",
            default: Rate::per_second(1000.0), kind: Kind::rate(0.0..=1e9).slider(1.0, 1e5) },
        /// Dead rows that one operation leaves: one for each update and each delete.
        dead_per_op: Factor = { key: "dead_per_op", label: "Dead rows per operation", group: "Load",
            default: Factor::times(2.0),
            kind: Kind::quantity(Unit::Factor, 0.0..=1e6).slider(0.1, 100.0) },
        /// Time that one operation takes while no dead row is in its way.
        base: Duration = { key: "base", label: "Time of an operation, clean", group: "Load",
            default: Duration::milliseconds(1.0), kind: Kind::duration(1e-9..=3600.0).slider(1e-5, 1.0) },
        /// Additional time for each dead row in the way. 40 to 65 ns were measured for a dequeue through an
        /// index, while a snapshot kept the rows from being marked as dead.
        per_dead: Duration = { key: "per_dead", label: "More per dead row in the way", group: "Load",
            default: Duration::seconds(50e-9), kind: Kind::duration(0.0..=1.0).slider(1e-9, 1e-6) },
        /// Processes that do the operations side by side. Autovacuum's workers are below, under sharing.
        workers: u32 = { key: "workers", label: "Workers", group: "Load",
            default: 20, kind: Kind::count(1..=1_000_000).slider(1.0, 1000.0) },
        /// Dead rows in the way now: n_dead_tup of pg_stat_user_tables.
        dead: u32 = { key: "dead", label: "Dead rows now", group: "Table",
            default: 20_000, kind: Kind::count(0..=MOST_ROWS).slider(1e3, 1e9) },
        /// Rows of the table: reltuples of pg_class. Autovacuum starts at threshold + scale × rows.
        rows: u32 = { key: "rows", label: "Rows", group: "Table",
            default: 20_000, kind: Kind::count(0..=MOST_ROWS).slider(1e3, 1e9) },
        /// Dead rows on one page of 8 KiB that vacuum cleans, on average.
        dead_per_page: Factor = { key: "dead_per_page", label: "Dead rows per page", group: "Table",
            default: Factor::times(1.0),
            kind: Kind::quantity(Unit::Factor, 0.0..=300.0).slider(0.1, 100.0) },
        /// Size of the table, for the time of one whole pass. Off: not asked.
        heap: Option<Bytes> = { key: "heap", label: "Table size", group: "Table",
            default: None, kind: Kind::quantity(Unit::Bytes, 0.0..=1e15).slider(1e6, 1e12).or("off") },
        /// Size of its indexes together: a pass reads all of them.
        indexes: Bytes = { key: "indexes", label: "Size of its indexes", group: "Table",
            default: Bytes::ZERO, kind: Kind::quantity(Unit::Bytes, 0.0..=1e15).slider(1e6, 1e12),
            when: |input| input.heap.is_some() },
        /// Cost units that vacuum may use up before it sleeps: autovacuum_vacuum_cost_limit, or
        /// vacuum_cost_limit where that is -1.
        cost_limit: u32 = { key: "cost_limit", label: "Cost limit", group: "Vacuum",
            default: 200, kind: Kind::count(1..=10_000).slider(100.0, 10_000.0) },
        /// How long it then sleeps: autovacuum_vacuum_cost_delay. 2 ms since PostgreSQL 12, 20 ms before. A
        /// manual VACUUM has none unless told otherwise.
        cost_delay: Duration = { key: "cost_delay", label: "Cost delay", group: "Vacuum",
            default: Duration::milliseconds(2.0), kind: Kind::duration(0.0..=0.1).slider(1e-4, 0.1) },
        /// Autovacuum workers that run at the same time, on this and on other tables: they share the cost
        /// limit, and one table is vacuumed by one of them.
        sharing: u32 = { key: "sharing", label: "Autovacuum workers at work", group: "Vacuum",
            default: 1, kind: Kind::count(1..=1000).slider(1.0, 16.0) },
        /// What a page costs vacuum: found in shared buffers or read, left clean or dirtied.
        page: Page = { key: "page", label: "A page is", group: "Vacuum",
            default: Page::MissDirty, kind: Page::KIND },
        /// Of the pages, those that have to be read.
        misses: Share = { key: "misses", label: "Pages read from disk", group: "Vacuum",
            default: Share::ZERO, kind: Kind::share(0.0..=1.0).slider(0.0, 1.0),
            when: |input| input.page == Page::Mix },
        /// Of the pages, those that vacuum dirties.
        dirtied: Share = { key: "dirtied", label: "Pages dirtied", group: "Vacuum",
            default: Share::ZERO, kind: Kind::share(0.0..=1.0).slider(0.0, 1.0),
            when: |input| input.page == Page::Mix },
        /// What a read costs: vacuum_cost_page_miss, 2 since PostgreSQL 14, 10 before.
        miss_cost: u32 = { key: "miss_cost", label: "Cost of a read", group: "Vacuum",
            default: 2, kind: Kind::count(0..=10_000).slider(1.0, 20.0), when: Input::reads },
        /// Time that a page takes beside the sleeping: reading and cleaning it. Zero: the sleeps decide.
        page_time: Duration = { key: "page_time", label: "Work on a page", group: "Vacuum",
            default: Duration::ZERO, kind: Kind::duration(0.0..=10.0).slider(1e-6, 1e-2) },
        /// Share of the capacity for operations that vacuum takes, CPU and disk: an unthrottled VACUUM can
        /// take half.
        stolen: Share = { key: "stolen", label: "Taken from operations", group: "Vacuum",
            default: Share::ZERO, kind: Kind::share(0.0..=1.0).slider(0.0, 0.9) },
        /// How much longer a snapshot is held that still sees the dead rows: a long transaction, a
        /// replication slot, a prepared transaction. Until then vacuum removes nothing.
        held: Duration = { key: "held", label: "A snapshot is held for", group: "Vacuum",
            default: Duration::ZERO, kind: Kind::duration(0.0..=LONGEST).slider(60.0, 604_800.0) },
        /// Dead rows that autovacuum waits for in any case: autovacuum_vacuum_threshold.
        threshold: u32 = { key: "threshold", label: "Threshold", group: "Trigger",
            default: 50, kind: Kind::count(0..=2_147_483_647).slider(50.0, 1e6) },
        /// And the share of the rows that it waits for: autovacuum_vacuum_scale_factor.
        scale: Share = { key: "scale", label: "Scale factor", group: "Trigger",
            default: Share::percent(20.0), kind: Kind::share(0.0..=100.0).slider(0.001, 1.0) },
        /// The most dead rows that it waits for: autovacuum_vacuum_max_threshold, 100 million in PostgreSQL 18.
        /// Off: there is no such limit, as before 18.
        max_threshold: Option<u32> = { key: "max_threshold", label: "Threshold, at most", group: "Trigger",
            default: None, kind: Kind::count(0..=2_147_483_647).slider(1e5, 1e9).or("off") },
    }
}
