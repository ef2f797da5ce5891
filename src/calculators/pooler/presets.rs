//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "Both poolers at 14:00",
        story: "Cron at the top of the hour tripled the load; deadlines fired in the queue and each cost a connection. \
                Down 48 minutes. No sizes were published: the numbers are assumed.",
        query: "surge_for=5min&max_clients=2000",
        state: "stuck",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "15:30: bigger pool, restarted",
        story: "The second collapse: more connections and a restart did not help, for an empty pool reopens one at a \
                time while everyone waits. Numbers assumed.",
        query: "size=60&open=100ms&start=empty&surge_for=5min&max_clients=2000",
        state: "stuck",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "A deadline that leaves the query",
        story: "The fix: the deadline ends the caller's wait and the query still runs. The same surge now passes.",
        query: "surge_for=5min&on_deadline=leave&max_clients=2000",
        state: "recovers",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "The pooler gives up first",
        story: "A wait limit well below the deadline removes queries before they die, so none costs a connection.",
        query: "surge_for=5min&wait_limit=100ms&max_clients=2000",
        state: "safe",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Measured: down and back",
        story: "A real run: PgBouncer 1.18, 20 connections, five times the load for 30 s, 11 ms to open one. It came \
                back 13.8 s after the surge.",
        query: "poolers=1&size=20&open=11ms&rate=60/s&hold=80ms&distribution=constant&surge=5&surge_for=30s&deadline=250ms",
        state: "recovers",
        severity: Severity::Warning,
        incident: false,
    },
];
