//! Settings that bring detection under a target.

use super::input::{Input, While};
use super::kernel;
use super::model::detection;
use crate::quantity::Duration;

/// What to set; none: nothing of this kind is short enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The time it is to be noticed in.
    pub target: Duration,
    /// net.ipv4.tcp_retries2, for every connection of the machine.
    pub retries2: Option<u32>,
    /// net.ipv4.tcp_syn_retries, likewise.
    pub syn_retries: Option<u32>,
    /// Whole seconds: first probe after, and between probes; and their number.
    pub keepalive: Option<(u32, u32, u32)>,
    /// TCP_USER_TIMEOUT in milliseconds.
    pub user_timeout: Option<u32>,
    /// connect_timeout of libpq, in whole seconds.
    pub connect_timeout: Option<u32>,
}

/// The fewest seconds that libpq takes for connect_timeout.
const SHORTEST_CONNECT: f64 = 2.0;

/// The loosest settings that end a hang within the target of the input, with its first timeout.
///
/// Keepalive takes half of the target in silence and three probes for the rest, where that can be told in
/// whole seconds. The user timeout leaves room for what comes before and after it. Sources: those of
/// [`kernel`]; PostgreSQL manual, "Database Connection Control Functions".
pub fn settings(input: &Input) -> Settings {
    let target = input.target;
    let within = |time: Duration| time <= target;
    let retries2 =
        (0..=255).take_while(|retries| within(kernel::data(*retries, input.first_timeout()).ends)).last();
    let syn = |retries: u32| kernel::syn(retries, kernel::SYN_LINEAR, None).ends;
    let syn_retries = (1..=127).take_while(|retries| within(syn(*retries))).last();
    let whole = target.si().floor();
    let keepalive = match whole {
        _ if whole >= 4.0 => {
            let interval = (whole / 6.0).floor().max(1.0);
            Some(((whole - 3.0 * interval) as u32, interval as u32, 3))
        }
        _ if whole >= 2.0 => Some((whole as u32 - 1, 1, 1)),
        _ => None,
    };
    let left = target.si() - kernel::user_timeout_slack(input.first_timeout()).si();
    let tidy = if left >= 1.0 { left.floor() * 1000.0 } else { (left * 10.0).floor() * 100.0 };
    Settings {
        target,
        retries2,
        syn_retries,
        keepalive,
        user_timeout: (tidy >= 100.0).then_some(tidy as u32),
        connect_timeout: (whole >= SHORTEST_CONNECT).then_some(whole as u32),
    }
}

impl Settings {
    /// The scenario with them set where they act on it: by the program, and opening by the machine.
    pub fn applied(&self, input: &Input) -> Input {
        let mut better = input.clone();
        if let Some(milliseconds) = self.user_timeout {
            better.user_timeout = Some(Duration::milliseconds(f64::from(milliseconds)));
        } else if let Some(retries2) = self.retries2 {
            (better.user_timeout, better.retries2) = (None, retries2);
        }
        match (input.during, self.keepalive) {
            (While::Reading | While::Idle, Some((idle, interval, probes))) => {
                better.keepalive_idle = Some(Duration::seconds(f64::from(idle)));
                better.keepalive_interval = Duration::seconds(f64::from(interval));
                better.keepalive_probes = probes;
            }
            (While::Connecting, _) => {
                better.deadline = match (input.deadline, self.connect_timeout.map(f64::from)) {
                    (Some(deadline), Some(timeout)) if deadline.si() <= timeout => Some(deadline),
                    (deadline, timeout) => timeout.map(Duration::seconds).or(deadline),
                };
            }
            _ => {}
        }
        better
    }

    /// When a dropped connection is noticed with them; none: never.
    pub fn noticed(&self, input: &Input) -> Option<Duration> {
        detection(&self.applied(input)).max
    }
}
