//! Placement rules of bin packing over grouped items: next fit, first fit, best fit and worst fit on
//! a list of jobs in some order, and the bin-centric dot product and L2 norm.
//!
//! Sources: D. S. Johnson, *Near-optimal bin packing algorithms* (1973) for the list rules and their
//! decreasing forms; R. Panigrahy, K. Talwar, L. Uyeda, U. Wieder, *Heuristics for vector bin
//! packing* (2011) for the measures and the bin-centric rules. Of several dimensions no measure is
//! best in general, and the bound 11/9·OPT + 6/9 of first fit decreasing holds in one dimension only.
//!
//! Equal jobs are placed together. First fit puts as many as fit into the first machine, then into
//! the next; best fit does the same in order of room, because the machine just used stays the
//! fullest; so `n` jobs of one class cost no more than one, and the result is the same as one by one.

use super::instance::{Bin, Instance, Packing, TIE, sort_ascending};
use super::{Class, Filled};

/// How a size vector becomes one number to sort by. Sizes are shares of the largest capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Σ dᵢ.
    Sum,
    /// Σ āᵢ·dᵢ with ā the average demand over all jobs (FFDSum with the average weights).
    AverageSum,
    /// Π dᵢ (FFDProd).
    Product,
    /// max dᵢ.
    Max,
    /// Σ dᵢ².
    L2,
}

impl Measure {
    /// All measures, in the order in which they are tried.
    pub const ALL: [Self; 5] = [Self::Sum, Self::AverageSum, Self::Product, Self::Max, Self::L2];
}

/// The order in which jobs are placed; ties keep the order of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As listed.
    Given,
    /// Largest first.
    Decreasing(Measure),
    /// Smallest first: places the most jobs when machines run out.
    Increasing(Measure),
}

/// Which open machine takes the next job; a new one is opened only when this finds none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The machine opened last.
    NextFit,
    /// The machine opened first among those with room.
    FirstFit,
    /// The machine with the least sum of free shares (ties: opened first).
    BestFit,
    /// The machine with the largest sum of free shares (ties: opened first).
    WorstFit,
}

/// Which job goes next into the one machine that is being filled. `d` are the shares of a job, `r` the
/// room left, `a` the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Largest Σ aᵢ·dᵢ·rᵢ.
    DotProduct,
    /// Smallest Σ aᵢ·(dᵢ − rᵢ)².
    L2Norm,
}

/// The weights `a` of the bin-centric rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// 1 for each resource.
    Unit,
    /// ā, the average demand over all jobs.
    Average,
}

/// A complete rule for machines of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// Job by job.
    List(Rule, Order),
    /// Machine by machine.
    BinCentric(Fill, Weights),
}

/// Packs classes on machines of one type, as many as are needed. Jobs that do not fit an empty
/// machine are left out. The number of machines is the sum of the counts.
pub fn pack_one_type(capacity: &[f64], classes: &[Class], heuristic: Heuristic) -> Vec<Filled> {
    let instance = Instance::of_one_type(capacity, classes);
    let mut packing = Packing::empty(&instance);
    match heuristic {
        Heuristic::List(rule, order) => {
            let prefer = vec![vec![0]; classes.len()];
            place_all(&instance, &mut packing, rule, &order_of(&instance, order), &prefer);
        }
        Heuristic::BinCentric(fill, weights) => {
            fill_machines(&instance, &mut packing, fill, &weights_of(&instance, weights), &[0]);
        }
    }
    packing.bins.into_iter().map(|b| Filled { type_index: 0, content: b.content, count: b.count }).collect()
}

/// The classes in an order.
pub(super) fn order_of(instance: &Instance, order: Order) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..instance.sizes.len()).collect();
    let (measure, sign) = match order {
        Order::Given => return classes,
        Order::Decreasing(measure) => (measure, -1.0),
        Order::Increasing(measure) => (measure, 1.0),
    };
    let average = instance.average();
    let shares = |i: usize| (0..instance.resources()).map(move |d| instance.share(i, d));
    let key: Vec<f64> = (0..classes.len())
        .map(|i| match measure {
            Measure::Sum => shares(i).sum(),
            Measure::AverageSum => shares(i).zip(&average).map(|(d, a)| d * a).sum(),
            Measure::Product => shares(i).product(),
            Measure::Max => shares(i).fold(0.0, f64::max),
            Measure::L2 => shares(i).map(|d| d * d).sum::<f64>(),
        })
        .collect();
    sort_ascending(&mut classes, |i| sign * key[i]);
    classes
}

/// The weights of a bin-centric rule.
pub(super) fn weights_of(instance: &Instance, weights: Weights) -> Vec<f64> {
    match weights {
        Weights::Unit => vec![1.0; instance.resources()],
        Weights::Average => instance.average(),
    }
}

/// Places every class in turn. `prefer` lists, for each class, the kinds to open in order of
/// preference; a kind that has run out or does not hold the job is passed over.
pub(super) fn place_all(
    instance: &Instance,
    packing: &mut Packing,
    rule: Rule,
    order: &[usize],
    prefer: &[Vec<usize>],
) {
    for &class in order {
        place_in_open(instance, packing, rule, class);
        for &kind in &prefer[class] {
            open_for(instance, packing, kind, class);
        }
    }
}

/// Opens machines of a kind for what is left of one class, each filled with it as far as it goes.
fn open_for(instance: &Instance, packing: &mut Packing, kind: usize, class: usize) {
    let left = packing.left[class];
    let each = instance.fit_empty(kind, class).min(left);
    if each == 0 {
        return;
    }
    let mut open = |jobs: u64, machines: u64| {
        let mut content = vec![0; instance.sizes.len()];
        content[class] = jobs;
        let machines = machines.min(packing.available(instance, kind));
        packing.open(instance, kind, content, machines);
    };
    open(each, left / each);
    if !left.is_multiple_of(each) {
        open(left % each, 1);
    }
}

/// `machines` machines of a bin take `jobs` jobs each.
type Segment = (u64, u64);

/// Places jobs of one class in the machines that are open, and splits bins where the machines of
/// one no longer have the same content.
pub(super) fn place_in_open(instance: &Instance, packing: &mut Packing, rule: Rule, class: usize) {
    let mut left = packing.left[class];
    if left == 0 || packing.bins.is_empty() {
        return;
    }
    let room = |b: &Bin| if b.holds(instance, class) { b.fit(instance, class).min(left) } else { 0 };
    let fits: Vec<u64> = packing.bins.iter().map(room).collect();
    let mut split = vec![[(0, 0); 3]; fits.len()];
    let free = |i: usize| instance.room_sum(&packing.bins[i].room);
    let mut turn: Vec<usize> = (0..fits.len()).filter(|&i| fits[i] > 0).collect();
    match rule {
        Rule::NextFit => turn.retain(|&i| i + 1 == fits.len()),
        Rule::FirstFit => {}
        Rule::BestFit => {
            let key: Vec<f64> = (0..fits.len()).map(free).collect();
            sort_ascending(&mut turn, |i| key[i]);
        }
        Rule::WorstFit => {
            spread(instance, packing, class, &fits, &mut split);
            turn.clear();
        }
    }
    for i in turn {
        let machines = packing.bins[i].count;
        if rule == Rule::NextFit && machines > 1 {
            // Only the machine opened last is open.
            let jobs = fits[i].min(left);
            split[i] = [(0, machines - 1), (jobs, 1), (0, 0)];
            break;
        }
        let full = machines.min(left / fits[i]);
        left -= full * fits[i];
        let part = u64::from(full < machines && left > 0);
        split[i] = [(fits[i], full), (left, part), (0, machines - full - part)];
        if full < machines {
            break;
        }
    }
    apply(instance, packing, class, split);
}

/// Worst fit for many equal jobs at once. A machine with room `r` takes its j-th job when its room is
/// r − (j−1)·s, and the jobs go where that is largest; so find the level above which they all fall
/// by bisection and give out the few that tie there one by one.
fn spread(instance: &Instance, packing: &Packing, class: usize, fits: &[u64], split: &mut [[Segment; 3]]) {
    let bins = &packing.bins;
    let size = instance.room_sum(&instance.sizes[class]);
    let room: Vec<f64> = bins.iter().map(|b| instance.room_sum(&b.room)).collect();
    let taken = |i: usize, level: f64| -> u64 {
        let above = if size > 0.0 {
            ((room[i] - level) / size).ceil()
        } else if room[i] > level {
            f64::INFINITY
        } else {
            0.0
        };
        (above.max(0.0) as u64).min(fits[i])
    };
    let total = |level: f64| -> u64 {
        bins.iter()
            .enumerate()
            .fold(0, |sum: u64, (i, b)| sum.saturating_add(taken(i, level).saturating_mul(b.count)))
    };
    let left = packing.left[class];
    let (mut low, mut high) = (-1.0, room.iter().fold(0.0, |a: f64, &b| a.max(b)));
    if total(low) <= left {
        high = low;
    } else {
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if total(middle) <= left { high = middle } else { low = middle }
        }
    }
    let mut given: Vec<u64> = (0..bins.len()).map(|i| taken(i, high)).collect();
    let mut rest = left - total(high).min(left);
    let mut extra: Option<(usize, u64)> = None;
    while rest > 0 {
        let level = |i: usize| room[i] - given[i] as f64 * size;
        let open = (0..bins.len()).filter(|&i| given[i] < fits[i]);
        // The first of the largest: `max_by` would return the last.
        let Some(next) = open.reduce(|best, i| if level(i) > level(best) + TIE { i } else { best }) else {
            break;
        };
        if rest < bins[next].count {
            extra = Some((next, rest));
            break;
        }
        rest -= bins[next].count;
        given[next] += 1;
    }
    for (i, bin) in bins.iter().enumerate() {
        let more = extra.map_or(0, |(j, more)| if i == j { more } else { 0 });
        split[i] = [(given[i].saturating_add(1), more), (given[i], bin.count - more), (0, 0)];
    }
}

/// Rebuilds the list of bins from the segments; segments without jobs leave the bin as it is.
fn apply(instance: &Instance, packing: &mut Packing, class: usize, split: Vec<[Segment; 3]>) {
    let room = packing.bins.len() + 2;
    let bins = std::mem::replace(&mut packing.bins, Vec::with_capacity(room));
    for (bin, segments) in bins.into_iter().zip(split) {
        if segments.iter().all(|&(jobs, machines)| jobs == 0 || machines == 0) {
            packing.bins.push(bin);
            continue;
        }
        for (jobs, machines) in segments {
            if machines > 0 {
                let mut part = Bin { count: machines, ..bin.clone() };
                part.add(instance, class, jobs);
                packing.left[class] -= jobs * machines;
                packing.bins.push(part);
            }
        }
    }
}

/// Fills machines one at a time, of the first kind in `order` that can be had and holds any job
/// that is left.
pub(super) fn fill_machines(
    instance: &Instance,
    packing: &mut Packing,
    rule: Fill,
    weights: &[f64],
    order: &[usize],
) {
    for &kind in order {
        while packing.available(instance, kind) > 0 {
            let content = fill_one(instance, kind, &packing.left, rule, weights);
            let machines = repeats(&content, &packing.left).min(packing.available(instance, kind));
            if machines == 0 {
                break;
            }
            packing.open(instance, kind, content, machines);
        }
    }
}

/// How often a content can be taken from what is left; 0 for an empty content.
pub(super) fn repeats(content: &[u64], left: &[u64]) -> u64 {
    let times = content.iter().zip(left).filter(|(jobs, _)| **jobs > 0).map(|(jobs, left)| left / jobs);
    times.min().unwrap_or(0)
}

/// Machines that hold more jobs than this are filled in steps of more than one job.
const STEPS: u64 = 256;

/// The content of one machine filled by a bin-centric rule from what is left. The choice depends on
/// `left` only through which classes are left, so the same content comes out again until one runs
/// out: that is what [`repeats`] counts. Beyond [`STEPS`] jobs per machine the jobs are taken in
/// steps of a 256th of what the machine holds, so that the time stays bounded.
pub(super) fn fill_one(
    instance: &Instance,
    kind: usize,
    left: &[u64],
    rule: Fill,
    weights: &[f64],
) -> Vec<u64> {
    let capacity = &instance.kinds[kind].capacity;
    let mut bin = Bin { kind, content: vec![0; left.len()], room: capacity.clone(), count: 1 };
    let mut open: Vec<usize> = (0..left.len()).filter(|&i| left[i] > 0).collect();
    let most = open.iter().map(|&i| bin.fit(instance, i).min(left[i])).max().unwrap_or(0);
    let step = (most / STEPS).max(1);
    loop {
        open.retain(|&i| bin.content[i] < left[i] && bin.holds(instance, i));
        let score = |i: usize| -> f64 {
            let mut sum = 0.0;
            for d in (0..weights.len()).filter(|&d| instance.scale[d] > 0.0) {
                let (size, room) = (instance.share(i, d), bin.room[d] * instance.scale[d]);
                sum += match rule {
                    Fill::DotProduct => weights[d] * size * room,
                    Fill::L2Norm => -weights[d] * (size - room) * (size - room),
                };
            }
            sum
        };
        let scored = open.iter().map(|&i| (score(i), i));
        let Some((_, class)) =
            scored.reduce(|best, next| if next.0 > best.0 + TIE * best.0.abs() { next } else { best })
        else {
            break;
        };
        let jobs = if step == 1 {
            1
        } else {
            step.min(bin.fit(instance, class)).min(left[class] - bin.content[class])
        };
        bin.add(instance, class, jobs);
    }
    bin.content
}
