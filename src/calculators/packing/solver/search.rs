//! Best-first search over whole machines, led by the prices of the pattern programme.
//!
//! With prices u of the jobs and rents v of the scarce kinds, a machine of weight w and content a
//! wastes w + v − Σ u·a ≥ 0, and the cost of a packing is the optimum of the programme plus the waste
//! of its machines (plus the rent of scarce machines not used). So a packing better than the best known
//! one has less waste in all than their gap, and contents that waste little are tried first.
//!
//! Each step takes the largest class that has jobs left and fills one machine that holds at least
//! one of them. Only contents to which nothing can be added are tried: a job moved from another
//! machine to where it fits never makes a packing worse.

use std::collections::{BTreeMap, BinaryHeap};

use super::instance::{Instance, Packing};
use super::knapsack::{Knapsack, Wanted};
use super::patterns::{Pattern, Relaxation, penalty};

/// How much the worth of the jobs still to be placed counts against a state, beside the waste so
/// far: without it the search would try everything at the start before it comes to an end once.
const EAGERNESS: f64 = 0.1;

/// Steps that one search for contents may take: the first ones found are good ones.
const STEPS: u64 = 200;

/// As many contents as there may be.
pub(super) const EVERYTHING: u64 = 50;

/// How a search goes about it.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    /// The classes, largest first.
    pub order: &'a [usize],
    /// Total weight of the best packing known.
    pub best: f64,
    /// Contents tried per state and kind.
    pub branches: u64,
    /// The least total weight that can be hoped for: the search ends there.
    pub goal: f64,
}

struct State {
    left: Vec<u64>,
    used: Vec<u64>,
    waste: f64,
    /// The state before, and the machine that led here.
    from: Option<(usize, Pattern)>,
}

/// A state in the queue: the lowest key first, of equal ones the latest.
#[derive(PartialEq)]
struct Turn(f64, usize);

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0).then(self.1.cmp(&other.1))
    }
}

/// Weight of the machines and penalty of the jobs left.
pub(super) fn total(instance: &Instance, used: &[u64], left: &[u64]) -> f64 {
    let weight: f64 = instance.kinds.iter().zip(used).map(|(k, &n)| k.weight * n as f64).sum();
    weight + left.iter().map(|&n| n as f64).sum::<f64>() * penalty(instance)
}

/// Looks for packings that continue `start` and weigh less than the best in total; each one found is
/// handed to `found`. Returns whether everything was tried, so that nothing better is left.
pub(super) fn improve(
    instance: &Instance,
    start: &Packing,
    prices: &Relaxation,
    manner: Manner,
    steps: &mut u64,
    mut found: impl FnMut(Packing),
) -> bool {
    let mut best = manner.best;
    let mut complete = prices.optimal;
    let sacks: Vec<Knapsack> =
        (0..instance.kinds.len()).map(|k| Knapsack::new(instance, k, &prices.values, true)).collect();
    let worth = |left: &[u64]| -> f64 { prices.values.iter().zip(left).map(|(v, &n)| v * n as f64).sum() };
    // What the rest costs at least, before waste.
    let scarce = |used: &[u64]| -> f64 {
        let rent = |k: usize| {
            if prices.rents[k] > 0.0 {
                prices.rents[k] * (instance.kinds[k].limit.saturating_sub(used[k])) as f64
            } else {
                0.0
            }
        };
        (0..used.len()).map(rent).sum()
    };
    let base = total(instance, &start.used, &[]) + worth(&start.left) - scarce(&start.used);
    let mut states =
        vec![State { left: start.left.clone(), used: start.used.clone(), waste: 0.0, from: None }];
    let mut queue = BinaryHeap::from([Turn(0.0, 0)]);
    let mut seen: BTreeMap<(Vec<u64>, Vec<u64>), f64> = BTreeMap::new();
    let margin = 1e-9 * best.max(1.0);
    while let Some(Turn(_, index)) = queue.pop() {
        if *steps == 0 || best <= manner.goal {
            return false;
        }
        let (left, used, waste) =
            (states[index].left.clone(), states[index].used.clone(), states[index].waste);
        let spare = best - margin - base - waste;
        if spare <= 0.0 {
            continue;
        }
        let Some(&class) = manner.order.iter().find(|&&i| left[i] > 0) else { continue };
        let mut next: Vec<State> = Vec::new();
        for (kind, sack) in sacks.iter().enumerate() {
            if used[kind] >= instance.kinds[kind].limit {
                continue;
            }
            let price = instance.kinds[kind].weight + prices.rents[kind];
            let above = if price > spare { price - spare } else { -1.0 };
            let wanted = Wanted {
                with: Some(class),
                contents: manner.branches as usize,
                above,
                steps: STEPS.min(*steps),
            };
            let choices = sack.search(&left, wanted);
            *steps -= choices.steps;
            complete &= choices.complete;
            for (value, content) in choices.contents {
                let mut state = State {
                    left: left.clone(),
                    used: used.clone(),
                    waste: waste + (price - value).max(0.0),
                    from: None,
                };
                state.used[kind] += 1;
                for (left, jobs) in state.left.iter_mut().zip(&content) {
                    *left -= jobs;
                }
                state.from = Some((index, (kind, content)));
                next.push(state);
            }
        }
        // The jobs of the class may also be given up.
        let given_up = (penalty(instance) - prices.values[class]).max(0.0) * left[class] as f64;
        if given_up < spare {
            let mut rest = left.clone();
            rest[class] = 0;
            next.push(State {
                left: rest,
                used,
                waste: waste + given_up,
                from: Some((index, (usize::MAX, Vec::new()))),
            });
        }
        for state in next {
            if base + state.waste >= best - margin {
                continue;
            }
            let place = states.len();
            if state.left.iter().all(|&n| n == 0) {
                states.push(state);
                let packing = trace(instance, start, &states, place);
                best = best.min(total(instance, &packing.used, &packing.left));
                found(packing);
                continue;
            }
            let key = (state.left.clone(), state.used.clone());
            if seen.get(&key).is_some_and(|&waste| waste <= state.waste) {
                continue;
            }
            seen.insert(key, state.waste);
            queue.push(Turn(state.waste + EAGERNESS * worth(&state.left), place));
            states.push(state);
        }
    }
    complete
}

/// The packing that led to a state.
fn trace(instance: &Instance, start: &Packing, states: &[State], place: usize) -> Packing {
    let mut packing = start.clone();
    let mut at = place;
    while let Some((before, (kind, content))) = &states[at].from {
        if *kind != usize::MAX {
            packing.open(instance, *kind, content.clone(), 1);
        }
        at = *before;
    }
    packing
}
