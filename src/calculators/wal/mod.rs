//! When is the volume full, and does the alert leave time?

mod chart;
mod evidence;
mod input;
mod model;
mod notes;
mod presets;
mod report;
mod steps;
#[cfg(test)]
mod tests;
mod timeline;

pub use input::{By, Input};
pub use model::{
    Answer, Echo, State, Volume, answer, archive_ceiling, time_to_catch_up, time_to_fill, write_rate,
};
pub use timeline::{Knot, Log, Timeline, WriteRate};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Wal;

impl Calculator for Wal {
    type Input = Input;
    const ID: &'static str = "wal";
    const TITLE: &'static str = "WAL volume";
    const TROUBLE: &'static str = "The log volume fills up";
    const QUESTION: &'static str = "When is the volume full, and does the alert leave time?";
    const RACE: &'static str = "A log is written faster than it is archived.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "Rates are constant between the changes that are given; the result is exact for those.",
            "Used space is other + max(waiting, min(kept, written so far)), where other is what is used now and \
             does not wait. Reasons to keep log overlap: the largest counts.",
            "Where waiting is off, the volume holds nothing but log: what is used beyond the log kept in any \
             case waits.",
            "The verdict is on the volume. A limit on waiting log is shown beside it, and does not change it: \
             such limits can be enforced late.",
            "An alert that is passed already counts from now. An alert that goes off and comes back counts \
             from when it comes back.",
            "The echo writes its share of the burst's log at the pace of the burst.",
        ],
        sources: &[
            "Mass balance: waiting' = written − archived, never below zero.",
            "PostgreSQL manual, “Continuous Archiving”: archive_command runs for one segment at a time; pg_wal \
             keeps what is not archived.",
            "PostgreSQL manual, “WAL Configuration” and “Replication”: max_wal_size, wal_keep_size, \
             max_slot_wal_keep_size.",
        ],
        evidence: &[
            "PostgreSQL 15.18 on volumes of 256 to 512 MiB with a slow archive_command: full after 32.2, 64.3 \
             and 32.6 s where the model says 32.7, 66.1 and 33.3.",
            "max_wal_size of 1 GB on 384 MiB with archiving that keeps up: full after 24.8 s, the model says \
             24.1. With 256 MB it never filled, as the model says.",
            "Catching up took 96, 110 and 60 s where waiting / (archive − write) says 92, 115 and 62.",
            "The server stopped with PANIC each time it was full.",
        ],
    };
    const TAKES: &'static [Take] = &[Take {
        from: "backlog",
        figure: "drain_time",
        input: "burst_for",
        also: &[],
        // A queue that drains at one and a half times its arrivals writes half as much again.
        with: &[("burst", "70MB/s")],
    }];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["holds", "tight", "too_late", "full"];

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)?))
    }
}
