//! Queues with many servers: Erlang's loss and delay formulas and their kin.
//!
//! Symbols: a offered load in erlangs (arrival rate × mean service time), c servers, λ arrival rate,
//! μ service rate of one server, D a deadline. Arrivals are Poisson, service is exponential and first
//! come, first served, unless a function says otherwise.

/// Erlang B: the share of arrivals that find every server busy and leave.
///
/// By the recurrence B(k) = a·B(k−1)/(k + a·B(k−1)), which is stable for any a ≥ 0 and any number of
/// servers. Source: Gross, Shortle, Thompson and Harris, Fundamentals of Queueing Theory, ch. 3.
pub fn erlang_b(servers: u32, offered_load: f64) -> f64 {
    (1..=servers).fold(1.0, |blocked, k| next_b(blocked, f64::from(k), offered_load))
}

/// Erlang B for 0, 1, …, `servers` servers at once.
pub fn erlang_b_table(servers: u32, offered_load: f64) -> Vec<f64> {
    let mut table = Vec::with_capacity(servers as usize + 1);
    table.push(1.0);
    for k in 1..=servers {
        table.push(next_b(table[k as usize - 1], f64::from(k), offered_load));
    }
    table
}

fn next_b(blocked: f64, servers: f64, offered_load: f64) -> f64 {
    offered_load * blocked / (servers + offered_load * blocked)
}

/// Erlang B continued to a number of servers that is not whole.
///
/// 1/B = a·∫₀^∞ e^(−au)·(1+u)^c du. The integral is taken for the fractional part of `servers` through
/// the incomplete gamma function, 1/B = a^(−x)·e^a·Γ(x+1, a), and the recurrence leads up from there.
/// Source: Jagerman, Bell System Technical Journal 53 (1974).
pub fn erlang_b_continuous(servers: f64, offered_load: f64) -> f64 {
    if offered_load <= 0.0 {
        return if servers <= 0.0 { 1.0 } else { 0.0 };
    }
    let whole = servers.floor();
    let fraction = servers - whole;
    let mut blocked = match fraction {
        0.0 => 1.0,
        _ => 1.0 / scaled_upper_gamma(fraction + 1.0, offered_load),
    };
    let mut k = fraction;
    while k < servers - 0.5 {
        k += 1.0;
        blocked = next_b(blocked, k, offered_load);
    }
    blocked
}

/// The complementary error function: erfc x = Γ(1/2, x²)/√π for x > 0; Abramowitz and Stegun 6.5.17.
pub(super) fn erfc(x: f64) -> f64 {
    match x {
        0.0 => 1.0,
        ..0.0 => 2.0 - erfc(-x),
        // Less than any float.
        28.0.. => 0.0,
        _ => scaled_upper_gamma(0.5, x * x) * (-x * x).exp() / (x * std::f64::consts::PI.sqrt()),
    }
}

/// Γ(s) for s ≥ 0.5, to some 1e-15. Source: Lanczos 1964 with g = 7 and nine terms, as Godfrey 2001.
fn gamma(s: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let mut sum = 0.999_999_999_999_809_9;
    for (term, k) in TERMS.iter().zip(0..) {
        sum += term / (s + f64::from(k));
    }
    let t = s + 6.5;
    (2.0 * std::f64::consts::PI).sqrt() * t.powf(s - 0.5) * (-t).exp() * sum
}

/// a^(1−s)·e^a·Γ(s, a) for 0.5 ≤ s < 2: by series for small a, else by its continued fraction.
fn scaled_upper_gamma(s: f64, a: f64) -> f64 {
    if a < s + 1.0 {
        // γ(s, a) = a^s·e^(−a)·Σ a^n / (s(s+1)…(s+n)); Abramowitz and Stegun 6.5.29.
        let (mut term, mut sum, mut n) = (1.0 / s, 1.0 / s, s);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= a / n;
            sum += term;
        }
        return gamma(s) * a.powf(1.0 - s) * a.exp() - a * sum;
    }
    // Lentz's method on Abramowitz and Stegun 6.5.31.
    let mut b = a + 1.0 - s;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let an = -i * (i - s);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        let step = d * c;
        h *= step;
        if (step - 1.0).abs() < 1e-16 {
            break;
        }
    }
    a * h
}

/// Erlang C from Erlang B: the share of arrivals that have to wait; 1 where the load is no less than
/// the servers.
///
/// C = B/(1 − ρ(1 − B)). Source: as [`erlang_b`].
pub fn erlang_c(erlang_b: f64, servers: f64, offered_load: f64) -> f64 {
    let utilisation = offered_load / servers;
    if utilisation >= 1.0 { 1.0 } else { erlang_b / (1.0 - utilisation * (1.0 - erlang_b)) }
}

/// What is known of an M/M/c queue in its steady state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MMc {
    /// λ, per second.
    pub arrival_rate: f64,
    /// 1/μ, seconds.
    pub service: f64,
    /// c; need not be whole.
    pub servers: f64,
    /// The share that finds every server busy and would leave.
    pub erlang_b: f64,
    /// The share that waits.
    pub erlang_c: f64,
}

impl MMc {
    /// The queue with these rates. With λ ≥ cμ there is no steady state: everyone waits, for ever.
    pub fn new(arrival_rate: f64, service: f64, servers: f64) -> Self {
        let offered_load = arrival_rate * service;
        let erlang_b = erlang_b_continuous(servers, offered_load);
        Self { arrival_rate, service, servers, erlang_b, erlang_c: erlang_c(erlang_b, servers, offered_load) }
    }

    /// cμ − λ: how fast the wait of those who wait falls off, per second.
    fn slack(&self) -> f64 {
        self.servers / self.service - self.arrival_rate
    }

    /// P(W > D) = C·e^(−(cμ−λ)D); 1 without a steady state.
    pub fn wait_tail(&self, deadline: f64) -> f64 {
        if self.slack() <= 0.0 { 1.0 } else { self.erlang_c * (-self.slack() * deadline).exp() }
    }

    /// P(W + S > D) with exponential service; 1 without a steady state.
    ///
    /// W is 0 with probability 1 − C, else exponential at cμ − λ; the sum with an exponential S.
    pub fn sojourn_tail(&self, deadline: f64) -> f64 {
        let (theta, mu) = (self.slack(), 1.0 / self.service);
        if theta <= 0.0 {
            return 1.0;
        }
        let alone = (-mu * deadline).exp();
        let both = if (theta - mu).abs() < 1e-7 * mu {
            (1.0 + mu * deadline) * alone
        } else {
            (theta * alone - mu * (-theta * deadline).exp()) / (theta - mu)
        };
        (1.0 - self.erlang_c) * alone + self.erlang_c * both
    }

    /// Mean wait in seconds: C/(cμ − λ); infinite without a steady state.
    pub fn mean_wait(&self) -> f64 {
        if self.slack() <= 0.0 { f64::INFINITY } else { self.erlang_c / self.slack() }
    }

    /// Mean number waiting: λ times the mean wait (Little).
    pub fn mean_queue(&self) -> f64 {
        self.arrival_rate * self.mean_wait()
    }

    /// The wait that a share `p` of arrivals does not exceed, seconds: max(0, ln(C/(1−p))/(cμ−λ)).
    pub fn wait_quantile(&self, p: f64) -> f64 {
        if self.slack() <= 0.0 {
            return f64::INFINITY;
        }
        ((self.erlang_c / (1.0 - p)).ln() / self.slack()).max(0.0)
    }
}

/// A queue whose entries leave when their patience ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Abandonment {
    /// Share of arrivals that would have to wait.
    pub wait_share: f64,
    /// Share that leaves before service.
    pub abandon_share: f64,
    /// Mean wait of all, served or not, seconds.
    pub mean_wait: f64,
}

/// M/M/c+D: every entry is removed from the queue after waiting `patience`, as a pooler's wait limit
/// does. Holds at any load.
///
/// Source: Zeltyn and Mandelbaum, Queueing Systems 51 (2005), M/M/n+G with H(x) = min(x, D); first by
/// Barrer (1957) and Baccelli and Hebuterne (1981). Not for a deadline that leaves the entry in the queue.
pub fn with_removal(arrival_rate: f64, service: f64, servers: u32, patience: f64) -> Abandonment {
    let (c, mu) = (f64::from(servers), 1.0 / service);
    let k = arrival_rate - c * mu;
    let x = k * patience;
    // All integrals are scaled by e^(−max(x,0)), so that a long overload does not overflow.
    let scale = (-x.max(0.0)).exp();
    let grown = (x - x.max(0.0)).exp();
    let (j, j_h) = if x.abs() < 1e-6 {
        (patience * scale, patience * patience / 2.0 * scale)
    } else {
        ((grown - scale) / k, (grown * (x - 1.0) + scale) / (k * k))
    };
    let tail = grown / (c * mu);
    let (j, j_h) = (j + tail, j_h + patience * tail);
    let eps = scale / erlang_b(servers.saturating_sub(1), arrival_rate * service);
    let total = eps + arrival_rate * j;
    Abandonment {
        wait_share: arrival_rate * j / total,
        abandon_share: (scale + k * j) / total,
        mean_wait: arrival_rate * j_h / total,
    }
}

/// Erlang A (M/M/c+M): patience is exponential with mean `patience`. Holds at any load.
///
/// Birth and death with death rates min(k, c)·μ + (k − c)⁺/patience. Source: Garnett, Mandelbaum and
/// Reiman (2002). Never for a deadline that every query shares.
pub fn erlang_a(arrival_rate: f64, service: f64, servers: u32, patience: f64) -> Abandonment {
    let c = f64::from(servers);
    let erlang_b = erlang_b(servers, arrival_rate * service);
    // States from c up, relative to the probability of state c.
    let (mut weight, mut waiting, mut sum) = (1.0, 0.0, 1.0);
    let mut queued = 0.0;
    while weight > 1e-18 * sum && queued < 1e7 {
        queued += 1.0;
        weight *= arrival_rate / (c / service + queued / patience);
        sum += weight;
        waiting += queued * weight;
    }
    // P(state c) / P(state ≤ c) is Erlang B, so the states below c weigh 1/B − 1.
    let total = 1.0 / erlang_b - 1.0 + sum;
    let mean_queue = waiting / total;
    Abandonment {
        wait_share: sum / total,
        abandon_share: mean_queue / patience / arrival_rate,
        mean_wait: mean_queue / arrival_rate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_is_m_m_1() {
        let queue = MMc::new(15.0, 0.05, 1.0);
        assert!((queue.erlang_c - 0.75).abs() < 1e-15);
        assert!((queue.mean_wait() - 0.15).abs() < 1e-15);
        // The sojourn in M/M/1 is exponential at μ − λ.
        assert!((queue.sojourn_tail(0.2) - (-5.0f64 * 0.2).exp()).abs() < 1e-12);
    }

    #[test]
    fn whole_numbers_of_servers_agree() {
        for (servers, load) in [(1, 0.3), (20, 15.0), (100, 120.0), (10_000, 9_900.0)] {
            let whole = erlang_b(servers, load);
            assert!((erlang_b_continuous(f64::from(servers), load) / whole - 1.0).abs() < 1e-12);
            assert_eq!(erlang_b_table(servers, load)[servers as usize], whole);
        }
    }

    #[test]
    fn special_functions_agree_with_libm() {
        for step in 0..=1000 {
            let s = 0.5 + f64::from(step) * 0.0015;
            assert!((gamma(s) / libm::tgamma(s) - 1.0).abs() < 3e-15, "{s}");
            let x = f64::from(step) * 0.012 - 5.0;
            assert!((erfc(x) / libm::erfc(x) - 1.0).abs() < 1e-13, "{x}");
        }
        assert_eq!((erfc(40.0), erfc(-40.0)), (0.0, 2.0));
        assert!(erfc(f64::INFINITY) == 0.0 && erfc(f64::NAN).is_nan());
    }

    #[test]
    fn no_steady_state_is_said() {
        let queue = MMc::new(300.0, 0.1, 20.0);
        assert_eq!((queue.wait_tail(1.0), queue.sojourn_tail(1.0)), (1.0, 1.0));
        assert!(queue.mean_wait().is_infinite() && queue.wait_quantile(0.99).is_infinite());
    }
}
