//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incidents first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "Four retries against 44 minutes",
        story: "A data centre was cut off for 44 minutes, and the platform's own failures used up users' attempts. \
                Four retries, as in the published defaults, span under 6 minutes; the rate is assumed.",
        query: "by=list&jitter=add",
        state: "partly",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "Seven retries against 48 minutes",
        story: "Both poolers were empty from 14:00 to 14:48. Three retries more, up to 20 minutes apart, would have \
                brought five runs in six through; the rate is assumed.",
        query: "by=list&attempts=8&list=15s;30s;60s;120s;5min;10min;20min&jitter=add&outage=48min",
        state: "partly",
        severity: Severity::Warning,
        incident: true,
    },
    Preset {
        title: "Ten retries against 55 minutes",
        story: "The second time the poolers were empty for 55 minutes. The whole published table of ten delays spans \
                over four hours, so nobody is exhausted; the rate is assumed.",
        query: "by=list&attempts=11&list=15s;30s;60s;120s;5min;10min;20min;40min;60min;120min&jitter=add&outage=55min",
        state: "outlasts",
        severity: Severity::Ok,
        incident: true,
    },
    Preset {
        title: "The outage does not count",
        story: "The same 44 minutes, with the platform's own failures left out of the count: no run is lost, and those \
                that start first are tried eight times instead of five. The rate is assumed.",
        query: "by=list&list=15s;30s;60s;120s;5min;10min;20min;40min;60min;120min&jitter=add&platform_counts=no",
        state: "outlasts",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Ten attempts are not ten retries",
        story: "A code review (nestjs-fastify-nx 131): 10 attempts from 2 s, doubling to 5 min, were said to cover 18 \
                minutes. They span 13.5; 18.5 is what 10 retries would. The outage is an example.",
        query: "attempts=10&first=2s&cap=5min&outage=18min",
        state: "partly",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "Sidekiq's 25 retries",
        story: "Delays of count^4 + 15 s: without jitter 25 of them span 20.4 days. Tables that start to count at one \
                say 24.9. The outage of 10 minutes is an example: five retries are made in it.",
        query: "by=list&attempts=26&list=15s;16s;31s;96s;271s;640s;21.85min;2416s;4111s;109.6min;10015s;14656s;20751s;\
                28576s;38431s;50640s;65551s;83536s;104991s;130336s;160015s;194496s;234271s;279856s;331791s&\
                outage=10min",
        state: "outlasts",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Retries that keep the fire going",
        story: "Each of 34 requests a second is tried three times, a second apart, on a service that can do 100. \
                After ten minutes down it stays down: 102 a second arrive. Made up.",
        query: "attempts=3&first=1s&factor=1&outage=10min&rate=34/s&capacity=100/s",
        state: "storm",
        severity: Severity::Critical,
        incident: false,
    },
];
