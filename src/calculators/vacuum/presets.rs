//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incident first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "CircleCI, 9 October: reading past dead rows",
        story: "After the outage dead rows in a CI service's queue tables had gone from tens of thousands to tens of \
                millions, and each operation read past them. Rates and times are assumed.",
        query: "rate=600/s&dead_per_op=3&base=2ms&workers=40&dead=30000000&rows=500000&sharing=3",
        state: "tipped",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "The manual vacuum competes",
        story: "So a manual VACUUM was started. It gained on the dead rows but took CPU from the queries, and at 17:45 \
                it was cancelled. That it took half, and all rates, are assumed.",
        query: "rate=600/s&dead_per_op=3&base=2ms&workers=40&dead=10000000&rows=500000&cost_delay=0s\
                &page_time=50us&stolen=50pct",
        state: "tipped",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "A report holds a snapshot for an hour",
        story: "A long query keeps its snapshot while the queue goes on. Vacuum may run as it likes, it removes \
                nothing, and minutes later the queue is slower than its load. The rates are made up.",
        query: "held=60min",
        state: "behind",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "A large table waits for its fifth",
        story: "With the default scale factor a table of ten million rows waits for two million dead ones. This one \
                tips over long before that. The rates are made up.",
        query: "rows=10000000",
        state: "behind",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "The same table, with its own threshold",
        story: "A scale factor of zero and a threshold of 10,000, set for this table alone: vacuum starts in time and \
                has capacity to spare.",
        query: "rows=10000000&threshold=10000&scale=0pct",
        state: "keeps_up",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Settings from before PostgreSQL 12",
        story: "A cost delay of 20 ms instead of 2 ms, carried over from an old configuration: a tenth of the pages, \
                and more rows die than it removes. The rates are made up.",
        query: "cost_delay=20ms&miss_cost=10",
        state: "behind",
        severity: Severity::Warning,
        incident: false,
    },
];
