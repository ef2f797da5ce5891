//! What the buffer calculator is asked.

use crate::field::Kind;
use crate::quantity::{ByteRate, Bytes, Duration, Factor, Rate, Share, Unit};
use crate::{choices, inputs};

choices! {
    /// Whether the service starts without its database.
    pub enum Needs {
        /// It does not.
        Yes = "yes": "yes",
        /// It does.
        No = "no": "no",
    }
}

const MOST_BYTES: f64 = 1e15;
/// A year.
const LONGEST: f64 = 31_536_000.0;

inputs! {
    /// What the service and the outage look like.
    pub struct Input {
        /// Memory at which the process is killed: the limit of its container, all processes that share the
        /// load together.
        memory: Bytes = { key: "memory", label: "Memory limit", group: "Memory",
            default: Bytes::gibibytes(2.0),
            kind: Kind::quantity(Unit::Bytes, 1e3..=MOST_BYTES).slider(1e8, 1e12) },
        /// Of that, in use before the outage: the process itself, its caches.
        used: Bytes = { key: "used", label: "In use before", group: "Memory",
            default: Bytes::mebibytes(300.0),
            kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).slider(1e7, 1e11) },
        /// Items that arrive per second.
        rate: Rate = { key: "rate", label: "Items", group: "Load",
            default: Rate::per_second(1000.0), kind: Kind::rate(0.0..=1e9).slider(1.0, 1e5) },
        /// Size of an item as it comes in.
        item: Bytes = { key: "item", label: "Size of an item", group: "Load",
            default: Bytes::bytes(2048.0), kind: Kind::quantity(Unit::Bytes, 0.0..=1e12).slider(100.0, 1e7) },
        /// Memory that an item takes, as a multiple of its size: objects, headers, queue entries, what the
        /// garbage collector has not freed yet. 1.5 to 3 is common; measure it.
        overhead: Factor = { key: "overhead", label: "In memory, times", group: "Load",
            default: Factor::times(2.0), kind: Kind::quantity(Unit::Factor, 0.0..=1000.0).slider(1.0, 10.0) },
        /// Memory that writing to disk frees per second while the database is away.
        spill: ByteRate = { key: "spill", label: "Written to disk", group: "Relief",
            default: ByteRate::ZERO, kind: Kind::quantity(Unit::ByteRate, 0.0..=1e12).slider(1e5, 1e9) },
        /// Share of the items that is turned away while the database is away.
        shed: Share = { key: "shed", label: "Turned away", group: "Relief",
            default: Share::ZERO, kind: Kind::share(0.0..=1.0).slider(0.0, 1.0) },
        /// How long the database is away.
        outage: Duration = { key: "outage", label: "Database away for", group: "Outage",
            default: Duration::minutes(15.0), kind: Kind::duration(0.0..=LONGEST).slider(10.0, 86_400.0) },
        /// Time from the start of the process until it takes items again.
        boot: Duration = { key: "boot", label: "Time to start", group: "Outage",
            default: Duration::seconds(30.0), kind: Kind::duration(0.0..=86_400.0).slider(1.0, 600.0) },
        /// Whether it can only start while the database is there: it loads state, checks its schema,
        /// registers itself.
        needs_database: Needs = { key: "needs_database", label: "Needs the database to start", group: "Outage",
            default: Needs::Yes, kind: Needs::KIND },
    }
}
