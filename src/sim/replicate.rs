//! Replications: the same scenario again and again, each with its own random numbers.

/// How many replications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// At most so many.
    pub runs: u32,
    /// After each so many it is asked whether that is enough.
    pub batch: u32,
    /// On so many threads. The results do not depend on it.
    pub threads: usize,
}

impl Budget {
    /// So many runs, on all processors.
    pub fn runs(runs: u32) -> Self {
        #[cfg(target_arch = "wasm32")]
        let threads = 1;
        #[cfg(not(target_arch = "wasm32"))]
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { runs, batch: runs, threads }
    }

    /// The same, asking after each `batch`.
    #[must_use]
    pub fn in_batches(self, batch: u32) -> Self {
        Self { batch, ..self }
    }
}

/// Runs replications 0, 1, 2, … and gives their results in that order, until the budget is spent or
/// `is_enough` says so of all the results so far.
///
/// # Errors
/// The first one in that order that a replication ends with.
pub fn replicate<S: Send, E: Send>(
    budget: Budget,
    sample: impl Fn(u32) -> Result<S, E> + Sync,
    is_enough: impl Fn(&[S]) -> bool,
) -> Result<Vec<S>, E> {
    let mut samples: Vec<S> = Vec::new();
    let mut next = 0;
    while next < budget.runs {
        let until = next.saturating_add(budget.batch.max(1)).min(budget.runs);
        for result in batch(next, until, budget.threads, &sample) {
            samples.push(result?);
        }
        next = until;
        if next < budget.runs && is_enough(&samples) {
            break;
        }
    }
    Ok(samples)
}

/// Whether a mean is known well enough: half its interval is at most this share of it.
pub fn is_precise(values: &[f64], confidence: f64, share: f64) -> bool {
    super::estimate::mean(values, confidence)
        .is_some_and(|mean| mean.half_width() <= share * mean.value.abs())
}

#[cfg(not(target_arch = "wasm32"))]
fn batch<S: Send>(from: u32, until: u32, threads: usize, sample: &(impl Fn(u32) -> S + Sync)) -> Vec<S> {
    use std::sync::atomic::{AtomicU32, Ordering};

    let threads = threads.clamp(1, (until - from) as usize);
    if threads == 1 {
        return (from..until).map(sample).collect();
    }
    // Each thread takes the next number; the results are put in order afterwards.
    let next = AtomicU32::new(from);
    let take = || {
        let mut taken = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= until {
                return taken;
            }
            taken.push((number, sample(number)));
        }
    };
    let mut all: Vec<(u32, S)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<(u32, S)>>| match handle.join() {
            Ok(taken) => taken,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().flat_map(join).collect()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(target_arch = "wasm32")]
fn batch<S>(from: u32, until: u32, _threads: usize, sample: &impl Fn(u32) -> S) -> Vec<S> {
    (from..until).map(sample).collect()
}
