//! The schedule: the gaps between the attempts of one run.

use super::decorrelated;
use super::input::{By, Input, Jitter, MOST_ATTEMPTS};
use crate::quantity::Duration;
use crate::report::ModelError;

/// Seconds beyond which a time counts as without end: 30 million years.
const FOREVER: f64 = 1e15;
/// Rounding that a comparison forgives, as a share.
const ROUNDING: f64 = 1e-12;

/// The time from the start of an attempt to the start of the next one, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// At least.
    pub min: f64,
    /// On average.
    pub mean: f64,
    /// At most.
    pub max: f64,
}

impl Gap {
    /// Uniform between two ends.
    const fn between(min: f64, max: f64) -> Self {
        Self { min, mean: 0.5 * (min + max), max }
    }
}

/// The attempts of a run: how many, and how far apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The gaps in order; the last one repeats.
    pub gaps: Vec<Gap>,
    /// Attempts in total; none: no limit.
    pub attempts: Option<u32>,
    /// What chance does to a delay.
    pub jitter: Jitter,
}

/// From the first attempt to the last, in seconds; what has no end is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// At least.
    pub min: Option<f64>,
    /// On average.
    pub mean: Option<f64>,
    /// At most.
    pub max: Option<f64>,
}

/// The k-th delay without jitter, k from 1: `min(cap, first × factor^(k−1))`, or that of the list, whose
/// last one repeats.
///
/// Source: the usual truncated exponential backoff; Brooker, "Exponential Backoff And Jitter" (AWS, 2015).
pub fn delay(input: &Input, k: usize) -> Duration {
    match input.by {
        By::Geometric => {
            let grown = input.first.si() * input.factor.as_times().powi(k.saturating_sub(1) as i32);
            let grown = if grown.is_nan() { 0.0 } else { grown };
            Duration::from_si(grown.min(input.cap.map_or(f64::INFINITY, Duration::si)))
        }
        By::List => {
            let last = input.list.len().saturating_sub(1);
            input.list.get(k.saturating_sub(1).min(last)).map_or(Duration::ZERO, |row| row.delay)
        }
    }
}

impl Schedule {
    /// The schedule of an input.
    ///
    /// Full jitter is uniform in [0, d], equal jitter d/2 and uniform in [0, d/2], added jitter d and
    /// uniform in [0, `jitter_for`], d the delay. Each gap is that plus the time of a failing attempt.
    /// Source of the names: Brooker, "Exponential Backoff And Jitter" (AWS, 2015).
    ///
    /// # Errors
    /// Decorrelated jitter with a list, which it cannot follow.
    pub fn new(input: &Input) -> Result<Self, ModelError> {
        let attempts = input.attempts;
        let extra = input.attempt_time.si();
        if input.jitter == Jitter::Decorrelated {
            if input.by == By::List {
                return Err(ModelError::new(
                    "Decorrelated jitter makes its own delays from the first one and the cap: it cannot follow a \
                     list.",
                    &["jitter", "by"],
                ));
            }
            let gaps = decorrelated::gaps(input.first, input.cap, FOREVER);
            let later = |gap: Gap| Gap { min: gap.min + extra, mean: gap.mean + extra, max: gap.max + extra };
            return Ok(Self { gaps: gaps.into_iter().map(later).collect(), attempts, jitter: input.jitter });
        }
        let last = match input.by {
            By::List => input.list.len().max(1),
            By::Geometric => MOST_ATTEMPTS as usize,
        };
        let mut gaps: Vec<Gap> = Vec::new();
        let mut before = None;
        for k in 1..=last {
            let delay = delay(input, k).si();
            // A geometric schedule that stands still never moves again.
            if input.by == By::Geometric && before == Some(delay) {
                break;
            }
            before = Some(delay);
            let delay = delay.min(FOREVER);
            let gap = match input.jitter {
                Jitter::Full => Gap::between(0.0, delay),
                Jitter::Equal => Gap::between(0.5 * delay, delay),
                Jitter::Add => Gap::between(delay, delay + input.jitter_for.si()),
                Jitter::None | Jitter::Decorrelated => Gap::between(delay, delay),
            };
            gaps.push(Gap { min: gap.min + extra, mean: gap.mean + extra, max: gap.max + extra });
            if delay >= FOREVER {
                break;
            }
        }
        Ok(Self { gaps, attempts, jitter: input.jitter })
    }

    /// The k-th gap, k from 1.
    pub fn gap(&self, k: usize) -> Gap {
        let last = self.gaps.len().saturating_sub(1);
        self.gaps.get(k.saturating_sub(1).min(last)).copied().unwrap_or(Gap::between(0.0, 0.0))
    }

    /// Whether the k-th gap and all after it are the same.
    pub fn settled(&self, k: usize) -> bool {
        k >= self.gaps.len()
    }

    /// From the first attempt to the last: the sum of all gaps.
    pub fn span(&self) -> Span {
        let Some(attempts) = self.attempts else { return Span { min: None, mean: None, max: None } };
        let sum = |of: fn(&Gap) -> f64| {
            let count = attempts as usize - 1;
            let head: f64 = self.gaps.iter().take(count).map(of).sum();
            let rest = count.saturating_sub(self.gaps.len());
            let sum = head + self.gaps.last().map_or(0.0, of) * rest as f64;
            (sum < FOREVER).then_some(sum)
        };
        Span { min: sum(|gap| gap.min), mean: sum(|gap| gap.mean), max: sum(|gap| gap.max) }
    }

    /// The fewest attempts whose span, as `of` reads the gaps, is not shorter than `outage`; none if no
    /// number is enough.
    ///
    /// It does not look at how many attempts there are. Source: definition, `Σ gaps ≥ outage`.
    pub fn attempts_needed(&self, outage: Duration, of: fn(&Gap) -> f64) -> Option<f64> {
        let enough = outage.si() * (1.0 - ROUNDING);
        let mut sum = 0.0;
        for (index, gap) in self.gaps.iter().enumerate() {
            sum += of(gap);
            if sum >= enough {
                return Some(index as f64 + 2.0);
            }
        }
        let repeats = self.gaps.last().map_or(0.0, of);
        let more = ((enough - sum) / repeats).ceil();
        (repeats > 0.0 && more.is_finite()).then_some(self.gaps.len() as f64 + 1.0 + more)
    }
}
