//! Packs classes of equal jobs on machine types: which machines, how many, how far from the best.
//!
//! This is vector bin packing with several bin types, in the words of the field: machines are bins,
//! jobs are items, a class is a group of equal items. [`solve`] runs placement rules
//! ([`Heuristic`]) with every sensible choice of machine types, then rounds the pattern linear
//! programme of Gilmore and Gomory, and states a proved lower bound beside the result. The work
//! depends on the number of classes and types, never on the number of jobs, and on no clock.
//!
//! Sizes and capacities are vectors of numbers in any unit, one per resource. A limit on the jobs
//! per machine is one more resource: size 1 for each class, the limit as capacity.

mod bounds;
mod choose;
mod heuristics;
mod instance;
mod knapsack;
mod patterns;
mod polish;
mod room;
mod search;
mod simplex;
#[cfg(test)]
mod tests;

pub use bounds::{continuous_bound, large_item_bound};
pub use heuristics::{Fill, Heuristic, Measure, Order, Rule, Weights, pack_one_type};
pub use instance::FIT_TOLERANCE;
pub use room::{Room, room_for, stranded};

use bounds::{compared_bound, price_step, simple_bound};
use choose::Contest;
use instance::{Instance, Packing, kinds};
use patterns::{Effort, relax};

/// Equal jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// What one job needs of each resource.
    pub size: Vec<f64>,
    /// Number of jobs.
    pub count: u64,
}

/// Machines that can be had.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineType {
    /// What a machine offers to jobs of each resource, reserves already taken off.
    pub capacity: Vec<f64>,
    /// Price per hour, or any other unit of cost. A price that is negative or not finite counts as
    /// unknown.
    pub price: Option<f64>,
    /// Most machines that can be had; `None` for as many as needed.
    pub limit: Option<u64>,
    /// Order of choice, lowest first; types of equal rank are taken in order of input.
    pub rank: u32,
}

impl MachineType {
    fn known_price(&self) -> Option<f64> {
        self.price.filter(|p| p.is_finite() && *p >= 0.0)
    }
}

/// What makes a packing better than another. Jobs that are not placed always count first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// First choice until it runs out, then the next: the fewest machines of the last rank, of those
    /// the fewest of the rank before, and so on.
    Ranked,
    /// Lowest total price. If a type has no price, the number of machines instead:
    /// [`Solution::objective`] says so.
    Cost,
    /// Fewest machines.
    Machines,
    /// Most jobs on the machines there are, and that for the lowest price.
    MostJobs,
}

/// Which placement rules may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// First fit decreasing, the best measure.
    FirstFit,
    /// Best fit decreasing, the best measure.
    BestFit,
    /// Bin-centric dot product, the better weights.
    DotProduct,
    /// All rules and the pattern programme, improved at the end.
    BestOfAll,
}

/// What is to be packed on what.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The jobs.
    pub classes: Vec<Class>,
    /// The machines.
    pub types: Vec<MachineType>,
    /// What counts.
    pub objective: Objective,
    /// How to place.
    pub policy: Policy,
    /// Machines of the first rank (of its first type) that exist even if they stay empty, within
    /// its limit. They cost what they cost, so filling them is free.
    pub keep: u64,
}

/// `count` machines of one type with the same content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Index into [`Problem::types`].
    pub type_index: usize,
    /// Jobs of each class on each of these machines; all 0 for kept machines that stay empty.
    pub content: Vec<u64>,
    /// Number of machines.
    pub count: u64,
}

/// A class that fits no machine type, not even an empty machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortfall {
    /// Index into [`Problem::classes`].
    pub class: usize,
    /// Jobs of the class.
    pub count: u64,
    /// The type with the least missing, as shares of the job's size; `None` without types.
    pub nearest_type: Option<usize>,
    /// What that type lacks of each resource.
    pub missing: Vec<f64>,
}

/// Where a packing comes from, in words a report can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The placement rule.
    pub rule: &'static str,
    /// The measure by which jobs were ordered, or the weights of a bin-centric rule.
    pub by: &'static str,
    /// How the machine types were chosen.
    pub types: &'static str,
}

/// A packing and how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The machines.
    pub filled: Vec<Filled>,
    /// Jobs of each class left out because the limits ran out.
    pub unplaced: Vec<u64>,
    /// Classes that fit no type.
    pub impossible: Vec<Shortfall>,
    /// Number of machines, kept ones included.
    pub machines: u64,
    /// Machines of each type.
    pub per_type: Vec<u64>,
    /// Total price; `None` if a used type has none.
    pub cost: Option<f64>,
    /// What was minimised: [`Objective::Machines`] where [`Objective::Cost`] lacked a price.
    pub objective: Objective,
    /// The packing in the unit of `objective`: the price for cost, machines for machines and ranked,
    /// jobs left unplaced for most jobs.
    pub value: f64,
    /// Proved: no packing has a lower value (up to rounding, a share of 1e-7). It speaks of packings
    /// within the limits that place the same jobs as this one; for most jobs of all packings; for
    /// ranked of those with no more machines of any later choice than this one.
    pub lower_bound: f64,
    /// The rule that made the packing.
    pub method: Method,
}

/// Solves a packing problem. It never fails: what cannot be placed is reported.
pub fn solve(problem: &Problem) -> Solution {
    solve_with(problem, 1)
}

/// [`solve`] with `effort` times the work in the search for better packings and bounds
/// ([`Policy::BestOfAll`] only; 1 takes about a millisecond, 1000 is the most that counts).
pub fn solve_with(problem: &Problem, effort: u32) -> Solution {
    let priced = problem.types.iter().all(|t| t.known_price().is_some());
    let objective =
        if problem.objective == Objective::Cost && !priced { Objective::Machines } else { problem.objective };
    let by_price = priced && matches!(objective, Objective::Cost | Objective::MostJobs);
    let steep = steepness(problem.types.len());
    let kinds = kinds(&problem.types, problem.keep, |machine, level| match objective {
        _ if by_price => machine.known_price().unwrap_or(0.0),
        Objective::Ranked => (0..level).fold(1.0, |weight, _| weight * steep),
        _ => 1.0,
    });
    let mut instance = Instance::new(&problem.classes, kinds);
    let impossible = instance.remove_impossible();
    instance.remove_unavailable();
    instance.step = match objective {
        Objective::Cost => price_step(instance.kinds.iter().map(|k| k.weight * instance.unit))
            .map(|step| step / instance.unit),
        Objective::Machines => Some(1.0),
        Objective::Ranked | Objective::MostJobs => None,
    };
    let mut contest = Contest::new(&instance, objective);
    let start = Packing::empty(&instance);
    let mut bound = simple_bound(&instance);
    contest.run(problem.policy, &start, bound);
    if !contest.meets(bound) {
        let mut work = Effort::times(effort);
        let relaxation = relax(&instance, &start, &mut contest.pool, &mut work);
        bound = bound.max(relaxation.bound);
        if problem.policy == Policy::BestOfAll
            && !contest.meets(bound)
            && contest.refine(&start, &relaxation, bound, &mut work)
        {
            bound = contest.total();
        }
    }
    let pool = std::mem::take(&mut contest.pool);
    let (packing, method) = contest.winner();
    let lower_bound = compared_bound(&instance, objective, &packing, bound, pool);
    report(problem, objective, &instance, &packing, impossible, lower_bound, method)
}

/// Ratio of the weights of successive ranks: steep enough that the programme avoids later choices,
/// and not so steep that the weights of all ranks together span more than a million.
fn steepness(types: usize) -> f64 {
    let span = |ratio: f64| (1..types.max(2)).fold(1.0, |weight, _| weight * ratio);
    (2..=20).rev().map(f64::from).find(|&ratio| span(ratio) <= 1e6).unwrap_or(1.5)
}

/// Puts the result in the words of the problem.
fn report(
    problem: &Problem,
    objective: Objective,
    instance: &Instance,
    packing: &Packing,
    impossible: Vec<Shortfall>,
    lower_bound: f64,
    method: Method,
) -> Solution {
    let mut filled: Vec<Filled> = Vec::new();
    let mut add = |kind: usize, content: &[u64], count: u64| {
        let type_index = instance.kinds[kind].type_index;
        match filled.iter_mut().find(|f| f.type_index == type_index && f.content == content) {
            Some(same) => same.count = same.count.saturating_add(count),
            None if count > 0 => filled.push(Filled { type_index, content: content.to_vec(), count }),
            None => {}
        }
    };
    for bin in &packing.bins {
        add(bin.kind, &bin.content, bin.count);
    }
    // What exists anyway exists also when it is empty.
    let (mut kept, mut kept_price) = (0, 0.0);
    for (kind, (it, used)) in
        instance.kinds.iter().zip(&packing.used).enumerate().filter(|(_, (it, _))| it.kept)
    {
        add(kind, &vec![0; problem.classes.len()], it.limit - used);
        kept += it.limit;
        kept_price += problem.types[it.type_index].known_price().unwrap_or(0.0) * it.limit as f64;
    }
    let mut per_type = vec![0u64; problem.types.len()];
    for machines in &filled {
        let sum = &mut per_type[machines.type_index];
        *sum = sum.saturating_add(machines.count);
    }
    let machines = per_type.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
    let price = |(machine, &count): (&MachineType, &u64)| {
        if count == 0 { Some(0.0) } else { machine.known_price().map(|price| price * count as f64) }
    };
    let cost: Option<f64> = problem.types.iter().zip(&per_type).map(price).sum();
    let (value, offset) = match objective {
        Objective::Cost => (cost.unwrap_or(0.0), kept_price),
        Objective::Machines | Objective::Ranked => (machines as f64, kept as f64),
        Objective::MostJobs => (packing.unplaced() as f64, 0.0),
    };
    let mut lower_bound = lower_bound + offset;
    if (value - lower_bound).abs() <= 1e-7 * value {
        lower_bound = value;
    }
    let unplaced = packing.left.clone();
    Solution { filled, unplaced, impossible, machines, per_type, cost, objective, value, lower_bound, method }
}
