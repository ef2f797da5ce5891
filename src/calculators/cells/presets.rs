//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incidents first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "Inngest, 9 October: one of three data centres",
        story: "One of three data centres was cut off for 44 minutes. Run state of some accounts lay in another one than \
                their work, so they needed two of the three. The utilisation is assumed.",
        query: "cells=3&placements=2",
        state: "holds",
        severity: Severity::Ok,
        incident: true,
    },
    Preset {
        title: "CircleCI, 9 October: all on one database",
        story: "The workflow engine stood on one PostgreSQL; when its log volume was full, everything stopped. Write rate \
                and ceiling are assumed, their difference follows from the published free space.",
        query: "cells=1",
        state: "overload",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "And then on several",
        story: "Afterwards the engine was to be split into independent instances. Three would take the writes; with four, \
                at 65 %, one may fail. How many there are, and the rates, are assumed.",
        query: "utilisation=65pct",
        state: "holds",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Three zones at 70 %",
        story: "It looks like room to spare. When one zone fails the other two would need 105 % of what they have, and one \
                request in twenty-one is not served.",
        query: "cells=3&utilisation=70pct",
        state: "overload",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "Shuffle sharding",
        story: "100 workers, five for each tenant: 75 million shards. A tenant that brings its five workers down touches \
                others, but one in 75 million loses all five.",
        query: "cells=20&workers=100&shard=5&workers_failed=5",
        state: "holds",
        severity: Severity::Ok,
        incident: false,
    },
];
