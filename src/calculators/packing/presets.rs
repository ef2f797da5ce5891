//! Scenarios to start from.

use crate::calculators::Preset;
use crate::report::Severity;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        title: "No room for the large jobs",
        story: "A CI service ran short of the instances that fit its largest class: 20 minutes for a 2xlarge, while small \
                jobs started at once. Classes as published; counts and limits are assumed.",
        query: "jobs=small,60,1,2GB;medium,80,2,4GB;medium+,20,3,6GB;large,24,4,8GB;xlarge,16,8,16GB;2xlarge,30,16,32GB\
                &types=c36,36,72GiB,,1.53,8,1;c48,48,96GiB,,2.04,3,2;c8,8,16GiB,,0.34,60,3&objective=ranked",
        state: "short",
        severity: Severity::Critical,
        incident: true,
    },
    Preset {
        title: "One more type to fall back on",
        story: "The same load with a fourth instance type that fits the largest class: what ended the shortage.",
        query: "jobs=small,60,1,2GB;medium,80,2,4GB;medium+,20,3,6GB;large,24,4,8GB;xlarge,16,8,16GB;2xlarge,30,16,32GB\
                &types=c36,36,72GiB,,1.53,8,1;c48,48,96GiB,,2.04,3,2;c8,8,16GiB,,0.34,60,3;m16,16,64GiB,,0.77,20,4\
                &objective=ranked",
        state: "fits",
        severity: Severity::Ok,
        incident: false,
    },
    Preset {
        title: "Kubernetes takes its part",
        story: "The same jobs on EKS: a 2xlarge of 16 cores and 32 GB no longer fits the 16-core machine made for it.",
        query: "jobs=small,20,1,2GB;2xlarge,4,16,32GB&types=c16,16,32GiB,,0.68,12&reserve=eks&max_jobs=58",
        state: "impossible",
        severity: Severity::Critical,
        incident: false,
    },
];
