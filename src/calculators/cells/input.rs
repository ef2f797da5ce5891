//! What the cells calculator is asked.

use crate::field::Kind;
use crate::inputs;
use crate::quantity::{ByteRate, Share, Unit};

inputs! {
    /// How a system is split.
    pub struct Input {
        /// Equal, independent parts: cells, zones, data centres, database instances. One: everything together.
        cells: u32 = { key: "cells", label: "Cells", group: "Cells",
            default: 4, kind: Kind::count(1..=100_000).slider(1.0, 100.0) },
        /// How much of a cell's capacity is in use while all of them work.
        utilisation: Share = { key: "utilisation", label: "Utilisation", group: "Cells",
            default: Share::fraction(0.6), kind: Kind::share(0.0..=10.0).slider(0.0, 1.0) },
        /// Cells that fail at the same time.
        failed: u32 = { key: "failed", label: "Of them fail", group: "Cells",
            default: 1, kind: Kind::count(0..=100_000).slider(0.0, 10.0) },
        /// Independent things that a tenant needs, each in a cell of its own: its work here, its state there.
        placements: u32 = { key: "placements", label: "Things a tenant needs", group: "Tenant",
            default: 1, kind: Kind::count(1..=1000).slider(1.0, 10.0) },
        /// How likely a cell, and each thing in it, is up at any time.
        availability: Share = { key: "availability", label: "Availability of each", group: "Tenant",
            default: Share::fraction(0.999), kind: Kind::share(0.0..=1.0).slider(0.9, 1.0) },
        /// Workers that shards are made of.
        workers: u32 = { key: "workers", label: "Workers", group: "Shuffle sharding",
            default: 8, kind: Kind::count(1..=10_000).slider(1.0, 1000.0) },
        /// Workers of one tenant's shard.
        shard: u32 = { key: "shard", label: "Workers per tenant", group: "Shuffle sharding",
            default: 2, kind: Kind::count(1..=10_000).slider(1.0, 16.0) },
        /// Workers that fail at the same time. As many as a shard has: those of a tenant whose own requests
        /// bring its workers down.
        workers_failed: u32 = { key: "workers_failed", label: "Workers that fail", group: "Shuffle sharding",
            default: 2, kind: Kind::count(0..=10_000).slider(0.0, 100.0) },
        /// Writes of a database, all of it, that are split over the cells.
        write: ByteRate = { key: "write", label: "Written in all", group: "Database",
            default: ByteRate::megabytes_per_second(140.0),
            kind: Kind::quantity(Unit::ByteRate, 0.0..=1e15).slider(1e6, 1e10) },
        /// What one instance can take, or archive: the lower of the two.
        ceiling: ByteRate = { key: "ceiling", label: "One instance can take", group: "Database",
            default: ByteRate::megabytes_per_second(50.0),
            kind: Kind::quantity(Unit::ByteRate, 0.0..=1e15).slider(1e6, 1e10) },
    }
}
