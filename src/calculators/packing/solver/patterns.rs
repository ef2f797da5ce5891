//! The pattern linear programme of P. C. Gilmore and R. E. Gomory (1961, 1963), for several resources
//! and machine types: a lower bound, and packings made by rounding it.
//!
//! A pattern is a content of one machine of one kind. The programme chooses how many machines get
//! which pattern; patterns are made as they are needed, by asking for the content of most value at
//! the current dual prices of the jobs (column generation).

use crate::math::sorting;
use crate::math::within;

use super::heuristics::repeats;
use super::instance::{Instance, Packing};
use super::knapsack::{Knapsack, Wanted};
use super::simplex::Cover;

/// A kind and the content of one machine of it.
pub(super) type Pattern = (usize, Vec<u64>);

/// Patterns in order, each once: a sorted list, for there are hundreds and not thousands.
#[derive(Default)]
pub(super) struct Patterns(Vec<Pattern>);

impl Patterns {
    /// All of them.
    pub fn all(&self) -> &[Pattern] {
        &self.0
    }

    /// Whether this is one.
    pub fn contains(&self, pattern: &Pattern) -> bool {
        self.0.binary_search(pattern).is_ok()
    }

    /// Adds one; whether it is new.
    pub fn insert(&mut self, pattern: Pattern) -> bool {
        let place = self.0.binary_search(&pattern);
        if let Err(place) = place {
            self.0.insert(place, pattern);
        }
        place.is_err()
    }
}

/// Work that may still be done, in steps that do not depend on the clock: the same problem gives
/// the same answer on every computer.
pub(super) struct Effort {
    /// Steps of the searches for a column.
    pub pricing: u64,
    /// Multiplications of the simplex method.
    pub arithmetic: u64,
    /// Steps of the search for better packings.
    pub search: u64,
}

impl Effort {
    /// A multiple of the usual work.
    pub fn times(effort: u32) -> Self {
        let times = u64::from(effort.clamp(1, 1000));
        Self { pricing: 20_000 * times, arithmetic: 5_000_000 * times, search: 20_000 * times }
    }

    /// Pivots of a programme of this size that may still be made.
    fn pivots(&self, rows: usize, columns: usize) -> usize {
        (self.arithmetic / multiplications(rows, columns)) as usize
    }
}

/// Multiplications of one pivot: it prices the columns, and updates the inverse.
fn multiplications(rows: usize, columns: usize) -> u64 {
    (rows.max(1) * (2 * rows + columns + 1)) as u64
}

/// What the programme says about the jobs that are left.
pub(super) struct Relaxation {
    /// No way to place them costs less (jobs that stay unplaced cost the penalty).
    pub bound: f64,
    /// Patterns and the number of machines that get them, not whole numbers.
    pub levels: Vec<(Pattern, f64)>,
    /// Dual price of a job of each class.
    pub values: Vec<f64>,
    /// Dual price of a machine of each kind that is scarce, beside its weight.
    pub rents: Vec<f64>,
    /// Whether no content is worth more than its machine at these prices.
    pub optimal: bool,
}

/// Cost of a job that is not placed. Far above what any machine costs, so that as many are placed
/// as possible; 1 when only the number of jobs counts.
pub(super) fn penalty(instance: &Instance) -> f64 {
    if instance.kinds.iter().any(|k| k.weight > 0.0) { 1000.0 } else { 1.0 }
}

/// Solves the pattern programme for what is left in `packing`, starting from the patterns in `pool`
/// (cut to what is left); new ones are added to it.
pub(super) fn relax(
    instance: &Instance,
    packing: &Packing,
    pool: &mut Patterns,
    effort: &mut Effort,
) -> Relaxation {
    let left = &packing.left;
    let jobs = packing.unplaced();
    let penalty = penalty(instance);
    let rows: Vec<usize> = (0..left.len()).filter(|&i| left[i] > 0).collect();
    let available: Vec<u64> =
        (0..instance.kinds.len()).map(|k| packing.available(instance, k).min(jobs)).collect();
    let limited: Vec<usize> = (0..available.len()).filter(|&k| available[k] < jobs).collect();
    let demands: Vec<f64> = rows.iter().map(|&i| left[i] as f64).collect();
    let limits: Vec<f64> = limited.iter().map(|&k| available[k] as f64).collect();
    let mut master = Cover::new(&demands, &limits, penalty);
    let mut columns: Vec<Pattern> = Vec::new();
    let mut known = Patterns::default();
    let mut add = |master: &mut Cover, columns: &mut Vec<Pattern>, kind: usize, content: Vec<u64>| {
        let pattern = (kind, content.iter().zip(left).map(|(c, l)| *c.min(l)).collect::<Vec<u64>>());
        if available[kind] == 0 || pattern.1.iter().all(|&c| c == 0) || !known.insert(pattern.clone()) {
            return false;
        }
        let mut entries: Vec<f64> = rows.iter().map(|&i| pattern.1[i] as f64).collect();
        entries.extend(limited.iter().map(|&k| f64::from(k == kind)));
        master.add(instance.kinds[kind].weight, entries);
        columns.push(pattern);
        true
    };
    for (kind, content) in pool.all() {
        add(&mut master, &mut columns, *kind, content.clone());
    }
    let mut bound: f64 = 0.0;
    // A short search for better contents finds most of them; only when it finds none a longer one
    // has to show that there are none.
    let mut patience = 200;
    loop {
        let size = (rows.len() + limited.len(), columns.len());
        let pivots = master.solve(effort.pivots(size.0, size.1));
        effort.arithmetic -= pivots as u64 * multiplications(size.0, size.1);
        let duals = master.duals();
        let mut values = vec![0.0; left.len()];
        for (dual, &class) in duals.iter().zip(&rows) {
            values[class] = within(*dual, 0.0, penalty);
        }
        let mut rents = vec![0.0; available.len()];
        for (dual, &kind) in duals[rows.len()..].iter().zip(&limited) {
            rents[kind] = (-dual).max(0.0);
        }
        let mut upper = vec![0.0; available.len()];
        let (mut improved, mut optimal) = (false, true);
        for kind in (0..available.len()).filter(|&k| available[k] > 0) {
            let wanted = Wanted { with: None, contents: 1, above: 0.0, steps: effort.pricing.min(patience) };
            let found = Knapsack::new(instance, kind, &values, false).search(left, wanted);
            effort.pricing -= found.steps;
            upper[kind] = found.upper;
            let price = instance.kinds[kind].weight + rents[kind] + 1e-7;
            optimal &= found.upper <= price;
            let Some((value, content)) = found.contents.into_iter().next() else { continue };
            if value > price && add(&mut master, &mut columns, kind, content.clone()) {
                improved = true;
                pool.insert((kind, content));
            }
        }
        bound = bound.max(dual_bound(instance, left, &available, &limited, &values, &upper));
        let longer = !improved && !optimal && patience < 10_000;
        patience *= if longer { 10 } else { 1 };
        if !(improved || longer) || effort.pricing == 0 || effort.pivots(size.0, columns.len()) == 0 {
            let levels = master
                .activities()
                .into_iter()
                .map(|(index, level)| (columns[index].clone(), level))
                .collect();
            return Relaxation { bound, levels, values, rents, optimal };
        }
    }
}

/// A lower bound from any prices of jobs `values` ≥ 0 (not above the penalty), when no machine of
/// kind k can hold more than `upper[k]` worth of jobs.
///
/// Proof. Take any packing, with y_k machines of kind k and the jobs in U left over. All jobs
/// together are worth V = Σ value·count. The machines hold at most Σ upper_k·y_k of it, and what is
/// left over is worth no more than its penalty P(U). So
/// cost = Σ weight_k·y_k + P(U) ≥ V − Σ (upper_k − weight_k)·y_k ≥ V − Σ limit_k·max(0, upper_k − weight_k).
/// With prices scaled by a factor f ≤ 1 the same holds for f·V and f·upper; with f such that
/// f·upper_k ≤ weight_k for every kind without a limit, their terms vanish (A. A. Farley 1990).
/// This is weak duality, and needs nothing of how the prices were found.
fn dual_bound(
    instance: &Instance,
    left: &[u64],
    available: &[u64],
    limited: &[usize],
    values: &[f64],
    upper: &[f64],
) -> f64 {
    let worth: f64 = values.iter().zip(left).map(|(v, &n)| v * n as f64).sum();
    let mut scale: f64 = 1.0;
    for kind in (0..upper.len()).filter(|k| available[*k] > 0 && !limited.contains(k)) {
        let weight = instance.kinds[kind].weight;
        if upper[kind] > weight {
            scale = scale.min(weight / upper[kind]);
        }
    }
    let at = |scale: f64| -> f64 {
        let excess = |k: usize| (scale * upper[k] - instance.kinds[k].weight).max(0.0);
        scale * worth
            - (0..upper.len())
                .map(|k| if available[k] > 0 { available[k] as f64 * excess(k) } else { 0.0 })
                .sum::<f64>()
    };
    at(1.0).max(at(scale))
}

/// Packs by rounding the programme: machines for the whole part of each level, then one machine for
/// the level with the largest fraction, then the programme again for what is left.
pub(super) fn dive(
    instance: &Instance,
    start: &Packing,
    first: &Relaxation,
    pool: &mut Patterns,
    effort: &mut Effort,
) -> Packing {
    let mut packing = start.clone();
    let mut levels = first.levels.clone();
    loop {
        for ((kind, content), level) in &levels {
            open(instance, &mut packing, *kind, content, (level + 1e-6).floor() as u64);
        }
        let fraction = |level: f64| level + 1e-6 - (level + 1e-6).floor();
        sorting::sort_by(&mut levels, |a, b| fraction(b.1).total_cmp(&fraction(a.1)));
        let opened = packing.bins.len();
        if let Some(((kind, content), _)) = levels.first() {
            open(instance, &mut packing, *kind, content, 1);
        }
        if packing.bins.len() == opened || packing.unplaced() == 0 {
            return packing;
        }
        levels = relax(instance, &packing, pool, effort).levels;
    }
}

/// Opens up to `machines` machines with a content, the last one with what is left of it.
pub(super) fn open(instance: &Instance, packing: &mut Packing, kind: usize, content: &[u64], machines: u64) {
    let whole = machines.min(repeats(content, &packing.left)).min(packing.available(instance, kind));
    packing.open(instance, kind, content.to_vec(), whole);
    if whole < machines && packing.available(instance, kind) > 0 {
        let rest: Vec<u64> = content.iter().zip(&packing.left).map(|(c, l)| *c.min(l)).collect();
        if rest.iter().any(|&c| c > 0) {
            packing.open(instance, kind, rest, 1);
        }
    }
}
