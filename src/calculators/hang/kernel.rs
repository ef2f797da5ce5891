//! When Linux gives up on a connection whose packets vanish.

use crate::quantity::Duration;

/// TCP_RTO_MIN: what tcp_retries2 is reckoned in, in seconds.
const RTO_MIN: f64 = 0.2;
/// TCP_RTO_MAX: no retransmission timeout is longer.
const RTO_MAX: f64 = 120.0;
/// TCP_TIMEOUT_INIT: the first timeout of a SYN.
const SYN_RTO: f64 = 1.0;
/// tcp_syn_linear_timeouts since Linux 6.5: so many timeouts before they double. Older kernels have none.
pub const SYN_LINEAR: u32 = 4;
/// More are not listed; the end is right all the same.
const MOST_RUNGS: usize = 20_000;

/// What is sent while nothing answers, and when it is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// When each packet is sent again, from the first one.
    pub sent: Vec<Duration>,
    /// When the kernel reports the connection as dead.
    pub ends: Duration,
}

/// The limit that a number of retransmissions stands for: the time that so many would take from a first
/// timeout of `base` seconds that doubles up to 120 s.
fn model_timeout(retries: u32, base: f64) -> f64 {
    let doublings = (RTO_MAX / base).log2().floor();
    let retries = f64::from(retries);
    if retries <= doublings {
        return (2.0 * retries.exp2() - 1.0) * base;
    }
    (2.0 * doublings.exp2() - 1.0) * base + (retries - doublings) * RTO_MAX
}

/// The time that `tcp_retries2` stands for: the earliest at which a connection with unacknowledged data
/// can be given up, counted from the first retransmission.
///
/// With R up to 9 it is (2^(R+1) − 1) × 0.2 s, then 120 s more for each: 924.6 s for 15. Source: Linux
/// Documentation/networking/ip-sysctl, tcp_retries2; net/ipv4/tcp_timer.c, tcp_model_timeout.
pub fn retries2_limit(retries2: u32) -> Duration {
    Duration::seconds(model_timeout(retries2, RTO_MIN))
}

/// Retransmissions of data that nobody acknowledges, and their end: the first expired timeout at which
/// the time since the first retransmission has reached the limit of `retries2`.
///
/// Timeouts start at `rto` and double up to 120 s. Real kernels were 1 to 7 % later, 0.4 s in short
/// ladders: timers are rounded, and a tail loss probe goes first. Keepalive does not fire meanwhile.
/// `rto` is above zero. Source: net/ipv4/tcp_timer.c, retransmits_timed_out.
pub fn data(retries2: u32, rto: Duration) -> Ladder {
    let limit = model_timeout(retries2, RTO_MIN);
    let first = rto.si().min(RTO_MAX);
    let (mut sent, mut timeout, mut time) = (Vec::new(), first, first);
    // The first timeout only sends again: nothing has been retransmitted before it.
    while sent.is_empty() || time - first < limit {
        sent.push(Duration::seconds(time));
        timeout = (2.0 * timeout).min(RTO_MAX);
        time += timeout;
    }
    Ladder { sent, ends: Duration::seconds(time) }
}

/// The same with TCP_USER_TIMEOUT, which takes the place of `tcp_retries2`: the last timeout is cut so
/// that it expires that long after the first retransmission.
///
/// Source: net/ipv4/tcp_timer.c, tcp_clamp_rto_to_user_timeout; tcp(7).
pub fn data_with_user_timeout(user_timeout: Duration, rto: Duration) -> Ladder {
    let first = rto.si().min(RTO_MAX);
    let end = first + user_timeout.si();
    let (mut sent, mut timeout, mut time) = (Vec::new(), first, first);
    while time < end && sent.len() < MOST_RUNGS {
        sent.push(Duration::seconds(time));
        timeout = (2.0 * timeout).min(RTO_MAX);
        time += timeout;
    }
    Ladder { sent, ends: Duration::seconds(end) }
}

/// How long a user timeout can take beyond its own length: up to two timeouts until the first
/// retransmission, which a tail loss probe can put off, and the rounding of the timer.
///
/// 0.6 s at the usual 200 ms; 0.62 and 0.48 s were measured.
pub fn user_timeout_slack(rto: Duration) -> Duration {
    Duration::seconds(3.0 * rto.si())
}

/// SYNs that nobody answers, and their end: the first expired timeout at which `syn_retries` have been
/// sent (and `linear` more), or their time is over.
///
/// Timeouts are 1 s, `linear` times before they double up to 120 s; the time is (2^(R+1) − 1) s, then
/// 120 s more for each beyond 6. A user timeout takes the place of that time, and cuts the last timeout.
/// Source: Linux Documentation/networking/ip-sysctl, tcp_syn_retries and tcp_syn_linear_timeouts;
/// net/ipv4/tcp_timer.c, tcp_write_timeout.
pub fn syn(syn_retries: u32, linear: u32, user_timeout: Option<Duration>) -> Ladder {
    let limit = user_timeout.map_or(model_timeout(syn_retries, SYN_RTO), Duration::si);
    let most = syn_retries + linear;
    let (mut sent, mut timeout, mut time) = (Vec::new(), SYN_RTO, SYN_RTO);
    while sent.is_empty() || (sent.len() < most as usize && time < limit) {
        let doubles = sent.len() >= linear as usize;
        sent.push(Duration::seconds(time));
        timeout = if doubles { (2.0 * timeout).min(RTO_MAX) } else { timeout };
        let next = time + timeout;
        // A limit that has passed expires at once.
        time = user_timeout.map_or(next, |_| next.min(limit.max(time)));
    }
    Ladder { sent, ends: Duration::seconds(time) }
}

/// Keepalive probes of a silent connection, from the last packet that came through, and their end.
///
/// It ends one interval after the last of `probes`. A user timeout takes the place of their number: it
/// ends at the first probe time, after at least one probe, at which that much silence has passed. Only
/// where nothing is unacknowledged. Source: net/ipv4/tcp_timer.c, tcp_keepalive_timer; tcp(7).
pub fn keepalive(idle: Duration, interval: Duration, probes: u32, user_timeout: Option<Duration>) -> Ladder {
    let (idle, interval) = (idle.si(), interval.si());
    let count = match user_timeout {
        None => f64::from(probes),
        Some(timeout) => ((timeout.si() - idle) / interval - 1e-9).ceil().max(1.0),
    };
    let sent = (0..(count as usize).min(MOST_RUNGS))
        .map(|probe| Duration::seconds(idle + probe as f64 * interval))
        .collect();
    Ladder { sent, ends: Duration::seconds(idle + count * interval) }
}
