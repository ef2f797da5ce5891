//! Comparing packings, and improving one that is complete.

use crate::math::sorting;
use std::cmp::Ordering;

use super::Objective;
use super::heuristics::{Rule, place_in_open};
use super::instance::{Bin, Instance, Packing, holds};
use super::patterns::Patterns;

/// Puts each content on the cheapest kind that holds it and can still be had.
pub(super) fn retype(instance: &Instance, packing: &mut Packing) {
    let cost = |k: usize| (instance.kinds[k].weight, instance.kinds[k].price);
    let mut order: Vec<usize> = (0..instance.kinds.len()).collect();
    sorting::sort_by(&mut order, |&a, &b| {
        cost(a).0.total_cmp(&cost(b).0).then(cost(a).1.total_cmp(&cost(b).1))
    });
    let mut index = 0;
    while index < packing.bins.len() {
        let kind = packing.bins[index].kind;
        let content = &packing.bins[index].content;
        let jobs = |d: usize| {
            content.iter().zip(&instance.sizes).filter(|(n, _)| **n > 0).map(move |(&n, s)| s[d] * n as f64)
        };
        let need: Vec<f64> = (0..instance.resources()).map(|d| jobs(d).sum()).collect();
        let cheaper = order
            .iter()
            .copied()
            .take_while(|&k| k != kind && (cost(k).0 < cost(kind).0 || cost(k).1 < cost(kind).1));
        let suits = |k: usize| holds(&instance.kinds[k].capacity, &instance.kinds[k].capacity, &need);
        let found = cheaper.filter(|&k| packing.available(instance, k) > 0).find(|&k| suits(k));
        if let Some(to) = found {
            let moved = packing.bins[index].count.min(packing.available(instance, to));
            let content = content.clone();
            packing.bins[index].count -= moved;
            packing.used[kind] -= moved;
            packing.used[to] += moved;
            packing.bins.insert(index, Bin::new(instance, to, content, moved));
            if packing.bins[index + 1].count == 0 {
                packing.bins.remove(index + 1);
            } else {
                continue;
            }
        }
        index += 1;
    }
}

/// Failed attempts after which [`dissolve`] gives up.
pub(super) const ATTEMPTS: u32 = 8;

/// Removes machines whose content fits in the room of the others: the dearest first, of those the
/// emptiest.
pub(super) fn dissolve(instance: &Instance, packing: &mut Packing, order: &[usize]) {
    let mut attempts = 0;
    let mut tried: Patterns = Patterns::default();
    while attempts < ATTEMPTS {
        let key = |b: &Bin| (instance.kinds[b.kind].weight, instance.room_sum(&b.room));
        let candidates = packing.bins.iter().enumerate();
        let candidates =
            candidates.filter(|(_, b)| key(b).0 > 0.0 && !tried.contains(&(b.kind, b.content.clone())));
        let next = candidates
            .max_by(|(_, a), (_, b)| key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
        let Some((index, _)) = next else { return };
        let content = &packing.bins[index].content;
        let elsewhere = |class: usize| {
            let others = packing.bins.iter().enumerate();
            others.fold(0u64, |sum, (i, b)| {
                sum.saturating_add(b.fit(instance, class).saturating_mul(b.count - u64::from(i == index)))
            })
        };
        if order.iter().any(|&i| content[i] > 0 && elsewhere(i) < content[i]) {
            tried.insert((packing.bins[index].kind, content.clone()));
            attempts += 1;
            continue;
        }
        let mut without = packing.clone();
        let bin = &mut without.bins[index];
        let (kind, content) = (bin.kind, bin.content.clone());
        bin.count -= 1;
        if bin.count == 0 {
            without.bins.remove(index);
        }
        without.used[kind] -= 1;
        without.left.copy_from_slice(&content);
        for &class in order {
            place_in_open(instance, &mut without, Rule::BestFit, class);
        }
        if without.unplaced() == 0 {
            without.left.copy_from_slice(&packing.left);
            *packing = without;
        } else {
            tried.insert((kind, content));
        }
        attempts += 1;
    }
}

/// A packing as numbers to compare, the most important first, smaller is better. Jobs not placed
/// come first in every objective.
pub(super) fn score(instance: &Instance, packing: &Packing, objective: Objective) -> Vec<f64> {
    let machines = |level: usize| -> f64 {
        let of = |k: &usize| instance.kinds[*k].level == level && instance.kinds[*k].weight > 0.0;
        (0..instance.kinds.len()).filter(of).map(|k| packing.used[k] as f64).sum()
    };
    let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
        (0..instance.kinds.len()).map(|k| of(k) * packing.used[k] as f64).sum()
    };
    let weight = sum(&|k| instance.kinds[k].weight);
    let price = sum(&|k| instance.kinds[k].price);
    let count = sum(&|k| f64::from(instance.kinds[k].weight > 0.0));
    let mut score = vec![packing.unplaced() as f64];
    match objective {
        Objective::Ranked => {
            let levels = instance.kinds.last().map_or(0, |k| k.level + 1);
            score.extend((0..levels).rev().map(machines));
            score.push(price);
        }
        Objective::Cost | Objective::Machines | Objective::MostJobs => score.extend([weight, price, count]),
    }
    score
}

/// Compares scores; numbers that differ only by rounding are equal.
pub(super) fn compare(a: &[f64], b: &[f64]) -> Ordering {
    let differing = a.iter().zip(b).find(|(a, b)| (**a - **b).abs() > 1e-9 * a.abs().max(b.abs()));
    differing.map_or(Ordering::Equal, |(a, b)| a.total_cmp(b))
}
