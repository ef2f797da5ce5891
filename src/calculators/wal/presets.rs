//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

/// The incident first.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "CircleCI, 9 October: the log volume fills",
        story: "A 1 TB log volume: 0.8 TB free at 08:00, none at 11:15, though the first pace pointed at 10:28. Net \
                rates and alert level are inferred from free space; that 50 MB/s were archived is assumed.",
        query: "write=75MB/s&burst=65MB/s&burst_for=130min&alert=71GB&from=2026-10-09T08:00Z",
        state: "too_late",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "A busy day comes back as deletions",
        story: "Two busy days fit on the volume. Three days after they began their rows are deleted, most of the \
                log is written again, and this time it does not fit. The rates are made up.",
        query: "free=900GB&write=49MB/s&burst=5MB/s&burst_for=48h&echo=90pct",
        state: "tight",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "One segment at a time",
        story: "A pgBackRest user (issue 261) saw 30 segments a minute archived while 200 more queued up each \
                minute during maintenance. The volume with 100 GiB free is an example.",
        query: "volume=200GiB&free=100GiB&write=61.33MiB/s&by=segments&per_segment=2s",
        state: "too_late",
        severity: Severity::Critical,
        incident: false,
    },
    Preset {
        title: "The archiver hangs, the queue has a limit",
        story: "A pgBackRest user (issue 1848): 639 segments were queued when the archiver hung at 16:17. The queue \
                limit was due at 16:45, but was looked at only after a restart at 17:46. The volume is an example.",
        query: "waiting=10224MiB&write=7.79MiB/s&archive=0B/s&limit=22.44GiB&from=2026-03-26T16:17:54Z",
        state: "tight",
        severity: Severity::Warning,
        incident: false,
    },
    Preset {
        title: "More log kept than the volume holds",
        story: "Measured: max_wal_size of 1 GB on a volume of 384 MiB. Archiving kept up, and the server still \
                stopped after 24.8 s; the model says 24.1.",
        query: "volume=402.7MB&free=385.9MB&write=16MB/s&archive=unlimited",
        state: "too_late",
        severity: Severity::Critical,
        incident: false,
    },
];
