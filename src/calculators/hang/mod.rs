//! How long does a silently dropped connection hold a worker?

mod charts;
mod evidence;
mod input;
pub mod kernel;
mod model;
mod notes;
mod presets;
mod report;
mod settings;
mod steps;
#[cfg(test)]
mod tests;

pub use input::{Input, While};
pub use model::{Answer, BUSY, Detection, State, answer, detection, hung, max_dropped, time_to_stall};
pub use settings::{Settings, settings};

use super::{About, Calculator, Preset, Take};
use crate::evidence::Exhibit;
use crate::report::{ModelError, Report};

/// The calculator.
#[derive(Debug)]
pub struct Hang;

impl Calculator for Hang {
    type Input = Input;
    const ID: &'static str = "hang";
    const TITLE: &'static str = "Hung connections";
    const TROUBLE: &'static str = "Workers hang and nothing reports an error";
    const QUESTION: &'static str = "How long does a silently dropped connection hold a worker?";
    const RACE: &'static str = "Workers are lost to dead connections faster than the kernel gives them back.";
    const PREVIEW: &'static str = include_str!("preview.txt");
    const VERSION: u32 = 1;
    const ABOUT: About = About {
        assumptions: &[
            "Packets vanish in both directions, without a reset or an ICMP error, and do not come back.",
            "Linux with its default limits of a retransmission timeout, 200 ms and 120 s.",
            "Writing: the earliest is the time that tcp_retries2 stands for, the latest the end of the ladder from \
             the first timeout given. The verdict counts on the latest.",
            "Reading: the request was acknowledged, so nothing is sent again; only keepalive or the worker's own \
             deadline ends it, counted from the last packet that came through.",
            "Connecting: the earliest and latest are kernels before and since 6.5, which tries four times more \
             at the start.",
            "Drops go on at the same share. A dropped request holds its worker until it is noticed, and is not \
             tried again.",
        ],
        sources: &[
            "Linux, Documentation/networking/ip-sysctl: tcp_retries2, tcp_syn_retries, tcp_syn_linear_timeouts, \
             tcp_keepalive_*.",
            "Linux, net/ipv4/tcp_timer.c: retransmits_timed_out, tcp_model_timeout, tcp_write_timeout, \
             tcp_keepalive_timer.",
            "tcp(7): TCP_USER_TIMEOUT, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT.",
            "PostgreSQL manual, “Database Connection Control Functions”: keepalives_*, tcp_user_timeout, \
             connect_timeout.",
            "Little's law: workers that hang = dropped per second × time each is held.",
        ],
        evidence: &[
            "Linux 6.18, connections into a black hole: tcp_retries2 of 15 gave up after 939.4 s, the ladder from \
             204 ms says 928.7. In 13 runs of every kind the kernel was 1 to 7 % later than said here, and 0.6 s \
             with a user timeout of 5 s.",
            "Keepalive after 3 s with unacknowledged data: still hanging after 25 s, when the run ended.",
            "An incident: queries hung for up to 16 minutes after a new path dropped connections silently.",
        ],
    };
    const TAKES: &'static [Take] = &[Take {
        from: "backlog",
        figure: "workers_to_keep_up",
        input: "workers",
        also: &[("arrivals", "rate"), ("job", "normal")],
        with: &[],
    }];
    const PRESETS: &'static [Preset] = presets::PRESETS;
    const STATES: &'static [&'static str] = &["fine", "degraded", "stalls"];

    fn exhibits() -> Vec<Exhibit> {
        evidence::exhibits()
    }

    fn evaluate(input: &Input) -> Result<Report, ModelError> {
        Ok(report::report(input, &answer(input)))
    }
}
