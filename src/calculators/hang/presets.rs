//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incident first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "Queries that hung for 16 minutes",
        story: "After an incident a new path dropped connections silently, and queries hung for up to 16 minutes: \
                that is tcp_retries2 at its default. Workers, rate and share dropped are assumed.",
        query: "rto=204ms",
        state: "stalls",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "The same with a deadline",
        story: "The same drops, but each worker gives up after 30 seconds: 12 of 200 hang instead of all. The \
                kernel's timers are as they were. The load is assumed.",
        query: "rto=204ms&deadline=30s",
        state: "fine",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Waiting for an answer, keepalive at its default",
        story: "A request was acknowledged and its answer never comes. Linux sends the first probe after two hours: \
                64 workers last 20 minutes at one drop in a hundred. Made up.",
        query: "while=reading&workers=64&rate=5/s&dropped=1pct&normal=500ms",
        state: "stalls",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "Keepalive tuned, and a user timeout",
        story: "Measured on Linux 6.18: probes after 3 s and every 2 s with a user timeout of 20 s ended after 21.2 \
                s; the model says 21. The timeout takes the place of the number of probes. The load is made up.",
        query: "while=reading&keepalive_idle=3s&keepalive_interval=2s&user_timeout=20s",
        state: "fine",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "A firewall that drops new connections",
        story: "One connection in three is not let in any more, and each try waits over two minutes. The pool is not \
                gone, but nearly all of it waits. Made up.",
        query: "while=connecting&workers=1000&dropped=33pct",
        state: "degraded",
        severity: Severity::Warning,
        incident: false,
    },
];
