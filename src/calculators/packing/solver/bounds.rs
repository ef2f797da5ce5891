//! Lower bounds: the continuous bound, the large-item bound, and which one a result is compared with.
//! The strongest one, of the pattern programme, is made in [`super::patterns`].

use crate::math::sorting;

use super::instance::{FIT_TOLERANCE, Instance, Kind, Packing};
use super::patterns::{Effort, Patterns, penalty, relax};
use super::simplex::Cover;
use super::{Class, Objective};

/// The continuous bound L1 for one machine type: max over the resources of ⌈Σ dᵢ / C⌉.
/// Jobs that fit no machine are not counted. (S. Martello and P. Toth, *Knapsack problems*, 1990,
/// chapter 8.)
pub fn continuous_bound(capacity: &[f64], classes: &[Class]) -> u64 {
    let instance = Instance::of_one_type(capacity, classes);
    let totals = totals(&instance);
    let most = totals.iter().copied().fold(0.0, f64::max);
    whole(most).max(u64::from(instance.counts.iter().any(|&n| n > 0)))
}

/// The large-item bound L2 for one machine type, the largest over the resources: jobs over half of a
/// machine each need one of their own, and what they leave no room for needs further ones.
/// Jobs that fit no machine are not counted. (S. Martello and P. Toth 1990, chapter 8.)
pub fn large_item_bound(capacity: &[f64], classes: &[Class]) -> u64 {
    large_items(&Instance::of_one_type(capacity, classes))
}

/// Total demand per resource in units of the largest capacity.
fn totals(instance: &Instance) -> Vec<f64> {
    let demand = |d: usize| (0..instance.counts.len()).map(move |i| instance.demand(i, d));
    (0..instance.resources()).map(|d| demand(d).sum()).collect()
}

/// Smallest whole number not below `x`, where sums that exceed a whole number only by the tolerance
/// of a fit do not count as more.
pub(super) fn whole(x: f64) -> u64 {
    (x - FIT_TOLERANCE * x.max(1.0)).ceil().max(0.0) as u64
}

/// The continuous bound for several kinds: the least total weight of machines whose capacities,
/// added up, cover the total demand of every resource, within the limits.
///
/// It is a linear programme with one row per resource and one variable per kind. A packing satisfies
/// it, since the jobs on a machine need no more than its capacity, so its optimum is a lower bound. The
/// value returned is not taken from the simplex method but proved from its duals λ ≥ 0 (weak
/// duality): Σ weight·y ≥ Σ λ·demand − Σ limit·max(0, Σ λ·capacity − weight), and for a kind without
/// a limit λ is first scaled down until its term vanishes. With λ such that no job is worth more than
/// the penalty of leaving it out, Σ λ·size ≤ penalty, the same holds of packings that leave jobs out
/// and pay for them.
pub(super) fn continuous(instance: &Instance) -> f64 {
    let demand = totals(instance);
    let jobs = instance.jobs();
    let share =
        |k: &Kind, d: usize| if instance.scale[d] > 0.0 { k.capacity[d] * instance.scale[d] } else { 0.0 };
    let limit = |k: &Kind| k.limit.min(jobs);
    let limited: Vec<usize> =
        (0..instance.kinds.len()).filter(|&k| limit(&instance.kinds[k]) < jobs).collect();
    let limits: Vec<f64> = limited.iter().map(|&k| limit(&instance.kinds[k]) as f64).collect();
    let mut programme = Cover::new(&demand, &limits, 1e3 * penalty(instance));
    for (index, kind) in instance.kinds.iter().enumerate() {
        let mut entries: Vec<f64> = (0..demand.len()).map(|d| share(kind, d)).collect();
        entries.extend(limited.iter().map(|&k| f64::from(k == index)));
        programme.add(kind.weight, entries);
    }
    programme.solve(50 * (demand.len() + limits.len() + 1));
    let duals = programme.duals();
    let rates: Vec<f64> = duals[..demand.len()].iter().map(|l| l.max(0.0)).collect();
    let worth = |k: &Kind| -> f64 {
        (0..rates.len()).map(|d| rates[d] * share(k, d)).sum::<f64>() * (1.0 + FIT_TOLERANCE)
    };
    let mut scale: f64 = 1.0;
    for (index, kind) in instance.kinds.iter().enumerate() {
        if !limited.contains(&index) && worth(kind) > kind.weight {
            scale = scale.min(kind.weight / worth(kind));
        }
    }
    // A job may stay unplaced for its penalty, so it must not be worth more than that.
    let job = |i: usize| -> f64 { (0..rates.len()).map(|d| rates[d] * instance.share(i, d)).sum() };
    let dearest = (0..instance.counts.len()).filter(|&i| instance.counts[i] > 0).map(job).fold(0.0, f64::max);
    if scale * dearest > penalty(instance) {
        scale = penalty(instance) / dearest;
    }
    let covered: f64 = demand.iter().zip(&rates).map(|(d, r)| d * r).sum();
    let rent: f64 = limited
        .iter()
        .zip(&limits)
        .map(|(&k, l)| l * (scale * worth(&instance.kinds[k]) - instance.kinds[k].weight).max(0.0))
        .sum();
    (scale * covered - rent).max(0.0)
}

/// The large-item bound L2 of S. Martello and P. Toth (1990), number of machines of any kind.
///
/// In one resource with capacity c and for any α in 0..=c/2: jobs larger than c − α (J1) and jobs
/// larger than c/2 (J2) each need a machine of their own, and jobs of at least α (J3) cannot join
/// those in J1, so what the J2 machines have no room for needs further machines:
/// |J1| + |J2| + max(0, ⌈(Σ J3 − (|J2|·c − Σ J2)) / c⌉). The best α is 0 or one of the sizes.
///
/// In several resources each is a bound by itself, for a packing obeys every one; with several kinds
/// take the largest capacity for c, for a packing stays valid when every machine grows to it.
pub(super) fn large_items(instance: &Instance) -> u64 {
    (0..instance.resources()).map(|d| large_items_in(instance, d)).max().unwrap_or(0)
}

fn large_items_in(instance: &Instance, d: usize) -> u64 {
    let mut items: Vec<(f64, u64)> = (0..instance.counts.len())
        .map(|i| (instance.share(i, d), instance.counts[i]))
        .filter(|&(w, n)| n > 0 && w > 0.0)
        .collect();
    sorting::sort_by(&mut items, |a, b| b.0.total_cmp(&a.0));
    // Beyond these two a job needs its machine alone, with the tolerance of a fit.
    let over = |w: f64, room: f64| w > room + FIT_TOLERANCE;
    let mut alphas = vec![0.0];
    alphas.extend(items.iter().map(|&(w, _)| w).filter(|&w| !over(w, 0.5)));
    let mut best = 0;
    for alpha in alphas {
        let (mut alone, mut large, mut large_sum, mut small_sum) = (0u64, 0u64, 0.0, 0.0);
        for &(w, n) in &items {
            if over(w, 1.0 - alpha) {
                alone = alone.saturating_add(n);
            } else if over(w, 0.5) {
                large = large.saturating_add(n);
                large_sum += w * n as f64;
            } else if w >= alpha {
                small_sum += w * n as f64;
            }
        }
        let further = whole((small_sum - (large as f64 * (1.0 + FIT_TOLERANCE) - large_sum)).max(0.0));
        best = best.max(alone.saturating_add(large).saturating_add(further));
    }
    best
}

/// The least total weight of at least this many machines, within the limits; what they cannot give
/// is not counted. Leaving a job out lowers [`large_items`] by one at most and costs more than a
/// machine, so that this bounds packings that leave jobs out and pay for them as well.
pub(super) fn cheapest_machines(instance: &Instance, machines: u64) -> f64 {
    let mut kinds: Vec<&Kind> = instance.kinds.iter().collect();
    sorting::sort_by(&mut kinds, |a, b| a.weight.total_cmp(&b.weight));
    let mut missing = machines;
    let mut sum = 0.0;
    for kind in kinds {
        let taken = missing.min(kind.limit);
        sum += kind.weight * taken as f64;
        missing -= taken;
    }
    sum
}

/// The largest step of which every price is a multiple, in millionths of the unit of price: totals
/// are multiples of it too, so a bound may be rounded up to the next. `None` where the prices have
/// more decimals than that, or are all 0.
pub(super) fn price_step(prices: impl Iterator<Item = f64>) -> Option<f64> {
    const PER_UNIT: f64 = 1e6;
    let mut step = 0u64;
    for price in prices {
        let parts = (price * PER_UNIT).round();
        if (price * PER_UNIT - parts).abs() > 1e-6 * price.max(1.0) || parts > 1e15 {
            return None;
        }
        let (mut a, mut b) = (step, parts as u64);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        step = a;
    }
    (step > 0).then_some(step as f64 / PER_UNIT)
}

/// A bound on the total weight, rounded up to the next one that machines can have.
pub(super) fn round_up(instance: &Instance, bound: f64) -> f64 {
    instance.step.map_or(bound, |step| {
        let steps = bound / step;
        step * (steps - FIT_TOLERANCE * steps.max(1000.0)).ceil()
    })
}

/// The larger of the continuous and the large-item bound, on the total weight.
pub(super) fn simple_bound(instance: &Instance) -> f64 {
    continuous(instance).max(cheapest_machines(instance, large_items(instance)))
}

/// The bound that a packing is compared with, without the machines that exist anyway: in prices for
/// cost, in machines for machines and ranked, in jobs for most jobs. `bound` is one on the
/// total weight of a packing of all jobs.
pub(super) fn compared_bound(
    instance: &Instance,
    objective: Objective,
    packing: &Packing,
    bound: f64,
    mut pool: Patterns,
) -> f64 {
    let complete = packing.unplaced() == 0;
    let mut other = instance.clone();
    match objective {
        Objective::Cost | Objective::Machines if complete => {
            return round_up(instance, bound) * instance.unit;
        }
        Objective::MostJobs if complete => return 0.0,
        Objective::Cost | Objective::Machines => {}
        // Only the jobs that are not placed count.
        Objective::MostJobs => {
            other.kinds.iter_mut().for_each(|k| k.weight = 0.0);
            other.step = Some(1.0);
        }
        Objective::Ranked => {
            for (kind, used) in other.kinds.iter_mut().zip(&packing.used) {
                kind.weight = f64::from(!kind.kept);
                kind.limit = if kind.level > 0 { *used } else { kind.limit };
            }
            other.step = Some(1.0);
            other.unit = 1.0;
        }
    }
    if objective != Objective::MostJobs {
        for (count, left) in other.counts.iter_mut().zip(&packing.left) {
            *count -= left;
        }
    }
    let relaxation = relax(&other, &Packing::empty(&other), &mut pool, &mut Effort::times(1));
    let bound = relaxation.bound.max(simple_bound(&other));
    round_up(&other, bound) * if objective == Objective::MostJobs { 1.0 } else { other.unit }
}
