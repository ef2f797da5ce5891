//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "The first data-centre outage",
        story: "One of three data centres was cut off for 44 minutes, and its queues stood still. Nobody \
                published rates or the end of the drain: arrivals and capacity here are assumed.",
        query: "arrivals=500/s&capacity=750/s&from=2026-10-09T21:05Z",
        state: "drains",
        severity: Severity::Ok,
        incident: true,
    },
    Preset {
        title: "The CI backlog of 9 October",
        story: "A full log volume stopped a CI service for 104 minutes; its backlog was gone 101 minutes \
                later. So it can do 2.03 times what arrives. The absolute rates are assumed.",
        query: "capacity=203/s&outage=104min&from=2026-10-09T11:15Z&observed_outage=104min&\
                observed_drain=101min",
        state: "drains",
        severity: Severity::Ok,
        incident: true,
    },
    Preset {
        title: "The paused evening of 9 October",
        story: "Hit by its own retries, the CI service stopped all new work for 79 minutes, then ramped up; \
                everything queued had started 100 minutes on. The ramp of 30 minutes and the rates are \
                assumed.",
        query: "capacity=211/s&outage=79min&ramp=30min&from=2026-10-09T20:48Z&\
                observed_outage=79min&observed_drain=100min",
        state: "drains",
        severity: Severity::Ok,
        incident: true,
    },
    Preset {
        title: "People press the button again",
        story: "After ten minutes of waiting, six in ten start their job once more, and both copies run. \
                Made up: once everyone waits that long, more arrives than can be done.",
        query: "patience=10min&retrigger=60pct",
        state: "storm",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "A queue that slows as it fills",
        story: "The table behind the queue gets slower with every row in it. Made up: half the speed at \
                500,000 waiting is enough for a backlog of 44 minutes to stay.",
        query: "half_at=500000",
        state: "storm",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "Twice the workers, still too few",
        story: "640 tasks a minute, 283 done by eight processes: a public code review doubles them to \
                sixteen. If that doubles the rate it is still not enough; nineteen would keep up.",
        query: "arrivals=640/min&by=workers&workers=16&job=1.696s&outage=0s&waiting=10000",
        state: "never",
        severity: Severity::Critical,
        incident: false,
    },
];
