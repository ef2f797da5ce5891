//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incident first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "Inngest, 20 October: locked out",
        story: "The database was unreachable from 13:00 to 13:15. Event ingestion ran out of memory meanwhile, and could \
                not start again without the database. Rate and sizes are assumed.",
        query: "rate=1.5k/s",
        state: "locked_out",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "The same, able to start without the database",
        story: "If the process could start while the database is away it would come back empty, fill up again and be \
                killed again: down for less, though still losing what was in memory.",
        query: "rate=1.5k/s&needs_database=no",
        state: "full",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "The same, with room for the outage",
        story: "8 GiB instead of 2 last for 22 minutes at this rate: long enough for each of the two outages of 15 \
                minutes, if the first has drained before the second. Rate and sizes are assumed.",
        query: "memory=8GiB&rate=1.5k/s",
        state: "survives",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Written to disk instead",
        story: "The same load in 2 GiB, with a queue on disk that takes 8 MB/s: memory does not grow at all, and the \
                length of the outage is the disk's concern.",
        query: "rate=1.5k/s&spill=8MB/s",
        state: "survives",
        severity: Severity::Ok,
        incident: false,
    },
];
