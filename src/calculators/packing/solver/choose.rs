//! Which types to open: every placement rule with every sensible choice of types, the best kept.

use crate::math::sorting;
use std::cmp::Ordering;

use super::bounds::round_up;
use super::heuristics::{
    Fill, Measure, Order, Rule, Weights, fill_machines, fill_one, order_of, place_all, repeats, weights_of,
};
use super::instance::{Instance, Packing};
use super::patterns::{Effort, Patterns, Relaxation, dive, open};
use super::polish::{ATTEMPTS, compare, dissolve, retype, score};
use super::search::{EVERYTHING, Manner, improve, total};
use super::{Method, Objective, Policy};

/// How the kind of the next machine is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeChoice {
    /// In order of rank, the next when one runs out or does not hold the job.
    Ranked,
    /// For each class the kind with the lowest price per job of it.
    CheapestPerJob,
    /// The kind with the lowest price for its capacity.
    CheapestPerCapacity,
    /// Of all kinds, filled by the rule, the one with the lowest price for what it then holds.
    Greedy,
    /// One kind only, and for jobs that it does not hold the cheapest per job.
    Only(usize),
}

impl TypeChoice {
    /// The name a report can show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ranked => "in order of rank",
            Self::CheapestPerJob => "cheapest for each class",
            Self::CheapestPerCapacity => "cheapest for its capacity",
            Self::Greedy => "cheapest for what it holds",
            Self::Only(_) => "one type",
        }
    }
}

/// Packings compete here; the best one stays, on a tie the first.
pub(super) struct Contest<'a> {
    instance: &'a Instance,
    objective: Objective,
    best: Option<(Vec<f64>, Packing, Method)>,
    /// The contents of machines seen: patterns to start the linear programme from.
    pub pool: Patterns,
}

impl<'a> Contest<'a> {
    /// Nobody has competed yet.
    pub fn new(instance: &'a Instance, objective: Objective) -> Self {
        Self { instance, objective, best: None, pool: Patterns::default() }
    }

    /// The best packing.
    pub fn winner(self) -> (Packing, Method) {
        let nothing = || (Packing::empty(self.instance), Method { rule: "none", by: "", types: "" });
        self.best.map_or_else(nothing, |(_, packing, method)| (packing, method))
    }

    /// Total weight of the best packing.
    pub fn total(&self) -> f64 {
        self.best
            .as_ref()
            .map_or(f64::INFINITY, |(_, packing, _)| total(self.instance, &packing.used, &packing.left))
    }

    /// Whether the best packing reaches a lower bound.
    pub fn meets(&self, bound: f64) -> bool {
        self.total() <= round_up(self.instance, bound) * (1.0 + 1e-9)
    }

    /// Enters a packing.
    fn offer(&mut self, packing: Packing, method: Method) {
        for bin in packing.bins.iter().filter(|b| !b.is_empty()) {
            if self.pool.all().len() < 300 {
                self.pool.insert((bin.kind, bin.content.clone()));
            }
        }
        let score = score(self.instance, &packing, self.objective);
        if self.best.as_ref().is_none_or(|(best, ..)| compare(&score, best) == Ordering::Less) {
            self.best = Some((score, packing, method));
        }
    }

    /// Runs the rules that the policy allows with all choices of types, completing `start`, until one
    /// reaches the lower `bound`.
    pub fn run(&mut self, policy: Policy, start: &Packing, bound: f64) {
        let all = policy == Policy::BestOfAll;
        let choices = self.choices();
        let orders = self.orders(all);
        for (rule, name, of) in
            [(Rule::FirstFit, "first fit", Policy::FirstFit), (Rule::BestFit, "best fit", Policy::BestFit)]
        {
            if policy != of && !all {
                continue;
            }
            for &choice in choices.iter().filter(|c| **c != TypeChoice::Greedy) {
                let prefer = self.prefer(choice);
                for (order, by) in &orders {
                    if self.meets(bound) {
                        return;
                    }
                    let mut packing = start.clone();
                    place_all(self.instance, &mut packing, rule, order, &prefer);
                    self.finish(packing, order, all, Method { rule: name, by, types: choice.name() });
                }
            }
        }
        let order = order_of(self.instance, Order::Decreasing(Measure::Sum));
        for (rule, name) in [(Fill::DotProduct, "dot product"), (Fill::L2Norm, "L2 norm")] {
            if !all && (policy != Policy::DotProduct || rule != Fill::DotProduct) {
                continue;
            }
            for (weights, by) in [(Weights::Average, "average weights"), (Weights::Unit, "unit weights")] {
                let weights = weights_of(self.instance, weights);
                for &choice in &choices {
                    if self.meets(bound) {
                        return;
                    }
                    let mut packing = start.clone();
                    if choice == TypeChoice::Greedy {
                        self.fill_greedily(&mut packing, rule, &weights);
                    } else {
                        fill_machines(self.instance, &mut packing, rule, &weights, &self.kind_order(choice));
                    }
                    self.finish(packing, &order, all, Method { rule: name, by, types: choice.name() });
                }
            }
        }
    }

    /// The different orders of the jobs, and their names. Largest first wastes the least room,
    /// smallest first places the most jobs when room runs out.
    fn orders(&self, all: bool) -> Vec<(Vec<usize>, &'static str)> {
        use Measure::{AverageSum, L2, Max, Product, Sum};
        let decreasing = [
            (Sum, "decreasing sum"),
            (AverageSum, "decreasing weighted sum"),
            (Product, "decreasing product"),
            (Max, "decreasing maximum"),
            (L2, "decreasing L2 norm"),
        ];
        let increasing = [
            (Sum, "increasing sum"),
            (AverageSum, "increasing weighted sum"),
            (Product, "increasing product"),
            (Max, "increasing maximum"),
            (L2, "increasing L2 norm"),
        ];
        let decreasing = decreasing.map(|(measure, name)| (Order::Decreasing(measure), name));
        let increasing = increasing.map(|(measure, name)| (Order::Increasing(measure), name));
        let scarce = self.instance.kinds.iter().any(|k| k.limit < self.instance.jobs());
        let directions: &[_] = match self.objective {
            Objective::MostJobs => &[increasing, decreasing],
            _ if all && scarce => &[decreasing, increasing],
            _ => &[decreasing],
        };
        let mut orders: Vec<(Vec<usize>, &'static str)> = Vec::new();
        for (order, name) in directions.iter().flatten() {
            let order = order_of(self.instance, *order);
            if !orders.iter().any(|(known, _)| *known == order) {
                orders.push((order, name));
            }
        }
        orders
    }

    /// Rounds the pattern programme and searches on from it, until the bound is reached or the work
    /// is done. Returns whether the search proved that there is nothing better.
    pub fn refine(
        &mut self,
        start: &Packing,
        relaxation: &Relaxation,
        bound: f64,
        work: &mut Effort,
    ) -> bool {
        let (instance, goal) = (self.instance, round_up(self.instance, bound) * (1.0 + 1e-9));
        let order = order_of(instance, Order::Decreasing(Measure::Sum));
        let method = Method { rule: "pattern programme", by: "rounded", types: "linear programme" };
        let mut packing = dive(instance, start, relaxation, &mut self.pool, work);
        place_all(instance, &mut packing, Rule::BestFit, &order, &self.prefer(TypeChoice::CheapestPerJob));
        self.finish(packing, &order, true, method);
        let method = Method { rule: "pattern search", by: "waste", types: "linear programme" };
        // Each pass tries more contents, and keeps fewer machines of the whole parts of the
        // programme: of many equal machines only the last few are in doubt.
        for branches in [1, 2, 3, 5, 8, EVERYTHING] {
            if self.meets(bound) {
                return false;
            }
            let mut root = start.clone();
            for ((kind, content), level) in relaxation.levels.iter().filter(|_| branches < EVERYTHING) {
                open(instance, &mut root, *kind, content, ((level + 1e-6) as u64).saturating_sub(branches));
            }
            let manner = Manner { order: &order, best: self.total(), branches, goal };
            let complete = improve(instance, &root, relaxation, manner, &mut work.search, |packing| {
                self.finish(packing, &order, true, method);
            });
            if complete && root.bins.is_empty() {
                return true;
            }
        }
        false
    }

    /// The choices of types worth trying. Under the ranked objective that is the rank.
    fn choices(&self) -> Vec<TypeChoice> {
        let kinds = &self.instance.kinds;
        let mut choices = vec![TypeChoice::Ranked];
        if self.objective != Objective::Ranked && kinds.len() > 1 {
            choices.extend([TypeChoice::CheapestPerJob, TypeChoice::CheapestPerCapacity, TypeChoice::Greedy]);
            let by_capacity = self.kind_order(TypeChoice::CheapestPerCapacity);
            let paid = by_capacity.into_iter().filter(|&k| kinds[k].weight > 0.0);
            // As many as leave the time bounded: all of them up to a dozen types and classes.
            let classes = self.instance.sizes.len().max(1);
            choices.extend(paid.take((2000 / (classes * classes)).clamp(2, 12)).map(TypeChoice::Only));
        }
        choices
    }

    /// The kinds in the order of a choice that does not depend on the class.
    fn kind_order(&self, choice: TypeChoice) -> Vec<usize> {
        let kinds = &self.instance.kinds;
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        let average = self.instance.average();
        let price = |k: usize| {
            // A kind is worth its capacity, each resource weighed by how much of it is asked for.
            let shares = (0..average.len()).filter(|&d| self.instance.scale[d] > 0.0);
            let worth: f64 = shares.map(|d| average[d] * kinds[k].capacity[d] * self.instance.scale[d]).sum();
            per(kinds[k].weight, worth)
        };
        match choice {
            TypeChoice::Ranked => {}
            TypeChoice::Only(kind) => sorting::sort_by(&mut order, |&a, &b| {
                let key = |k: usize| (kinds[k].weight > 0.0, k != kind);
                key(a).cmp(&key(b)).then(price(a).total_cmp(&price(b)))
            }),
            _ => sorting::sort_by(&mut order, |&a, &b| price(a).total_cmp(&price(b))),
        }
        order
    }

    /// The kinds in the order in which each class opens them.
    fn prefer(&self, choice: TypeChoice) -> Vec<Vec<usize>> {
        let kinds = &self.instance.kinds;
        let order = self.kind_order(choice);
        let for_class = |class: usize| {
            let mut order = order.clone();
            let price = |k: usize| {
                per(
                    kinds[k].weight,
                    self.instance.fit_empty(k, class).min(self.instance.counts[class]) as f64,
                )
            };
            match choice {
                TypeChoice::CheapestPerJob => {
                    sorting::sort_by(&mut order, |&a, &b| price(a).total_cmp(&price(b)))
                }
                TypeChoice::Only(kind) => sorting::sort_by(&mut order, |&a, &b| {
                    let key = |k: usize| (kinds[k].weight > 0.0, k != kind);
                    key(a).cmp(&key(b)).then(price(a).total_cmp(&price(b)))
                }),
                _ => {}
            }
            order
        };
        (0..self.instance.sizes.len()).map(for_class).collect()
    }

    /// Fills one machine of every kind and opens the kind with the lowest price per share of the
    /// remaining demand, until nothing more can be placed.
    fn fill_greedily(&self, packing: &mut Packing, rule: Fill, weights: &[f64]) {
        loop {
            let demand: Vec<f64> = (0..self.instance.resources())
                .map(|d| {
                    (0..packing.left.len()).map(|i| self.instance.share(i, d) * packing.left[i] as f64).sum()
                })
                .collect();
            let worth = |content: &[u64]| -> f64 {
                let share = |i: usize, d: usize| {
                    if demand[d] > 0.0 { self.instance.share(i, d) / demand[d] } else { 0.0 }
                };
                let one = |i: usize| (0..demand.len()).map(|d| share(i, d)).sum::<f64>();
                content.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, &n)| one(i) * n as f64).sum()
            };
            let mut best: Option<(f64, usize, Vec<u64>)> = None;
            for kind in (0..self.instance.kinds.len()).filter(|&k| packing.available(self.instance, k) > 0) {
                let content = fill_one(self.instance, kind, &packing.left, rule, weights);
                let price = per(self.instance.kinds[kind].weight, worth(&content));
                if content.iter().any(|&n| n > 0) && best.as_ref().is_none_or(|(p, ..)| price < *p) {
                    best = Some((price, kind, content));
                }
            }
            let Some((_, kind, content)) = best else { return };
            let machines = repeats(&content, &packing.left).min(packing.available(self.instance, kind));
            packing.open(self.instance, kind, content, machines);
        }
    }

    /// Enters a packing, also with better types and without the machines that it can do without.
    fn finish(&mut self, packing: Packing, order: &[usize], all: bool, method: Method) {
        let mut better = packing.clone();
        self.offer(packing, method);
        if !all && self.objective == Objective::Ranked {
            return;
        }
        retype(self.instance, &mut better);
        // Few machines can be done without: not worth trying where many are too many.
        if all && total(self.instance, &better.used, &better.left) < self.total() + f64::from(ATTEMPTS) {
            dissolve(self.instance, &mut better, order);
            retype(self.instance, &mut better);
        }
        self.offer(better, method);
    }
}

/// A price per something; nothing at all for no price, and infinite for a price without a return.
fn per(price: f64, quantity: f64) -> f64 {
    if price <= 0.0 {
        0.0
    } else if quantity > 0.0 {
        price / quantity
    } else {
        f64::INFINITY
    }
}
