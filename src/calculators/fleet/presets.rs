//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "The largest class waits",
        story: "A CI service: more jobs of its largest class, and no more of the machines that hold it. A 2xlarge waited 20 \
                minutes, small ones started at once. Classes as published, the rest assumed.",
        query: "outages=10min,4.5h,c36&surges=10min,4.5h,2xlarge,2.8",
        state: "short_for_a_time",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "The same with a larger minimum fleet",
        story: "40 of the machines run all the time instead of 26: they are there before the type runs out. It costs more in \
                quiet hours.",
        query: "types=c36,36,72GiB,1.53,40,40;c48,48,96GiB,2.04,0,4;c8,8,16GiB,0.34,0,100&outages=10min,4.5h,c36\
                &surges=10min,4.5h,2xlarge,2.8",
        state: "keeps_up",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "The same with another type",
        story: "A fourth type that holds the largest class, taken when the others have run out: what the service added.",
        query: "types=c36,36,72GiB,1.53,26,40;c48,48,96GiB,2.04,0,4;c8,8,16GiB,0.34,0,100;m16,16,64GiB,0.77,0,30\
                &outages=10min,4.5h,c36&surges=10min,4.5h,2xlarge,2.8",
        state: "keeps_up",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "The same, large jobs first",
        story: "No more machines of the kind, but small jobs keep off those that a large one waits for and run on small \
                machines.",
        query: "order=largest&outages=10min,4.5h,c36&surges=10min,4.5h,2xlarge,2.8",
        state: "keeps_up",
        severity: Severity::Ok,
        incident: false,
    },
];
