//! What still fits in machines that are partly full.
//!
//! Free capacity added up over machines lies about large jobs: a job runs on one machine, and two
//! halves of the room it needs are no room for it.

use super::instance::{clean_capacity, clean_size, fit, holds, take};
use super::{Filled, Problem};

/// Room for one class, taken alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// How many more jobs of the class fit: Σ over the machines of min over the resources of
    /// ⌊free / size⌋. `u64::MAX` if the jobs need nothing.
    pub more: u64,
    /// How many the totals promise: min over the resources of ⌊Σ free / size⌋.
    pub by_totals: u64,
    /// Share of the free capacity of each resource that no job of the class can use, however many
    /// there are: 1 − more·size / Σ free; 0 where nothing is free.
    pub stranded: Vec<f64>,
}

/// How many more jobs of each class fit in the machines, each class alone, kept empty machines
/// included and no new ones.
pub fn room_for(problem: &Problem, filled: &[Filled]) -> Vec<Room> {
    let sizes = sizes(problem);
    let pieces = pieces(problem, &sizes, filled);
    sizes.iter().map(|size| room_in(&pieces, size, resources(problem))).collect()
}

/// Share of the free capacity of each resource that no job of any class can use, because it lies
/// on machines that have no room for even one. 0 where nothing is free.
pub fn stranded(problem: &Problem, filled: &[Filled]) -> Vec<f64> {
    let sizes = sizes(problem);
    let pieces = pieces(problem, &sizes, filled);
    let useless = |piece: &&Piece| !sizes.iter().any(|size| holds(&piece.free, &piece.capacity, size));
    let sum = |d: usize, of: &dyn Fn(&&Piece) -> bool| -> f64 {
        pieces.iter().filter(of).map(|p| p.free[d].max(0.0) * p.count as f64).sum()
    };
    let share = |d: usize| {
        let all = sum(d, &|_| true);
        if all > 0.0 && all.is_finite() { sum(d, &useless) / all } else { 0.0 }
    };
    (0..resources(problem)).map(share).collect()
}

/// Machines with the same room.
struct Piece {
    free: Vec<f64>,
    capacity: Vec<f64>,
    count: u64,
}

fn resources(problem: &Problem) -> usize {
    let types = problem.types.iter().map(|t| t.capacity.len());
    types.chain(problem.classes.iter().map(|c| c.size.len())).max().unwrap_or(0)
}

fn sizes(problem: &Problem) -> Vec<Vec<f64>> {
    let size = |class: &super::Class| (0..resources(problem)).map(|d| clean_size(&class.size, d)).collect();
    problem.classes.iter().map(size).collect()
}

fn pieces(problem: &Problem, sizes: &[Vec<f64>], filled: &[Filled]) -> Vec<Piece> {
    let known = filled.iter().filter_map(|f| Some((f, problem.types.get(f.type_index)?)));
    known
        .map(|(filled, machine)| {
            let capacity: Vec<f64> =
                (0..resources(problem)).map(|d| clean_capacity(&machine.capacity, d)).collect();
            let mut free = capacity.clone();
            for (size, &jobs) in sizes.iter().zip(&filled.content) {
                take(&mut free, size, jobs);
            }
            Piece { free, capacity, count: filled.count }
        })
        .collect()
}

fn room_in(pieces: &[Piece], size: &[f64], resources: usize) -> Room {
    let fits = |p: &Piece| fit(&p.free, &p.capacity, size).saturating_mul(p.count);
    let more = pieces.iter().fold(0u64, |sum, p| sum.saturating_add(fits(p)));
    let total = |d: usize| -> f64 { pieces.iter().map(|p| p.free[d].max(0.0) * p.count as f64).sum() };
    let totals: Vec<f64> = (0..resources).map(total).collect();
    let by_totals = if pieces.is_empty() { 0 } else { fit(&totals, &totals, size) };
    let stranded = |(d, total): (usize, &f64)| {
        let used = if more > 0 { size[d] * more as f64 } else { 0.0 };
        if *total > 0.0 && total.is_finite() { (1.0 - used / total).clamp(0.0, 1.0) } else { 0.0 }
    };
    Room { more, by_totals, stranded: totals.iter().enumerate().map(stranded).collect() }
}
