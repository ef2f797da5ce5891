//! The problem as the algorithms see it, and what a packing is made of.
//!
//! Everything here is grouped: equal jobs are one class with a count, machines with the same content
//! are one [`Bin`] with a count. No algorithm loops over single jobs or machines.

use super::{Class, MachineType, Shortfall};
use crate::math::sorting;

/// Relative tolerance of every fit: a machine holds its content when no resource exceeds its
/// capacity by more than this share. It absorbs the rounding of sums of `f64` sizes (0.1 + 0.2 in
/// 0.3) and is far below any real difference between sizes.
pub const FIT_TOLERANCE: f64 = 1e-9;

/// Machines that can be had: a machine type, or the part of it that exists anyway (`keep`).
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// Index of the machine type in the problem.
    pub type_index: usize,
    /// Usable capacity per resource.
    pub capacity: Vec<f64>,
    /// What one more machine adds to the objective, the dearest kind adding 1; 0 for machines that
    /// exist anyway.
    pub weight: f64,
    /// Price, 0 where it is unknown: breaks ties between packings of equal objective.
    pub price: f64,
    /// Machines that can be had.
    pub limit: u64,
    /// Whether these are machines that exist anyway.
    pub kept: bool,
    /// Place in the order of ranks, from 0; equal ranks share it.
    pub level: usize,
}

/// Sizes, counts and kinds with the lengths made equal and the impossible classes taken out.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// Size vector of each class.
    pub sizes: Vec<Vec<f64>>,
    /// Jobs of each class; 0 for a class that fits no type.
    pub counts: Vec<u64>,
    /// The machines to choose from, in order of rank and then of input.
    pub kinds: Vec<Kind>,
    /// One over the largest capacity of each resource (0 where that is 0 or infinite): sizes are
    /// multiplied by it before they are compared or added.
    pub scale: Vec<f64>,
    /// What a weight of 1 stands for.
    pub unit: f64,
    /// Jobs of each class that an empty machine of each kind holds.
    fits: Vec<Vec<u64>>,
    /// Every total weight is a multiple of this, if there is such a number.
    pub step: Option<f64>,
}

impl Instance {
    /// The jobs that fit machines of one type, of which there are as many as needed.
    pub fn of_one_type(capacity: &[f64], classes: &[Class]) -> Self {
        let kind = Kind {
            type_index: 0,
            capacity: capacity.to_vec(),
            weight: 1.0,
            price: 0.0,
            limit: u64::MAX,
            kept: false,
            level: 0,
        };
        let mut instance = Self::new(classes, vec![kind]);
        instance.remove_impossible();
        instance
    }

    /// Reads a table of classes and kinds. Missing sizes and capacities are 0, a negative one is
    /// read as 0, and a size that is not a finite number fits nowhere.
    pub fn new(classes: &[Class], kinds: Vec<Kind>) -> Self {
        let resources = classes.iter().map(|c| c.size.len());
        let resources = resources.chain(kinds.iter().map(|k| k.capacity.len()));
        let resources = resources.max().unwrap_or(0);
        let sizes: Vec<Vec<f64>> =
            classes.iter().map(|c| (0..resources).map(|d| clean_size(&c.size, d)).collect()).collect();
        let mut kinds = kinds;
        for kind in &mut kinds {
            kind.capacity = (0..resources).map(|d| clean_capacity(&kind.capacity, d)).collect();
        }
        let counts = classes.iter().map(|c| c.count).collect();
        let dearest = kinds.iter().map(|k| k.weight).fold(0.0, f64::max);
        let unit = if dearest > 0.0 { dearest } else { 1.0 };
        kinds.iter_mut().for_each(|k| k.weight /= unit);
        let mut instance =
            Self { sizes, counts, kinds, scale: vec![0.0; resources], unit, fits: Vec::new(), step: None };
        instance.measure();
        instance
    }

    /// Takes out the kinds of which none can be had.
    pub fn remove_unavailable(&mut self) {
        self.kinds.retain(|k| k.limit > 0);
        self.measure();
    }

    fn measure(&mut self) {
        let largest = |d: usize| self.kinds.iter().map(|k| k.capacity[d]).fold(0.0, f64::max);
        self.scale = (0..self.scale.len()).map(|d| inverse(largest(d))).collect();
        let fits = |k: &Kind| self.sizes.iter().map(|size| fit(&k.capacity, &k.capacity, size)).collect();
        self.fits = self.kinds.iter().map(fits).collect();
    }

    /// Takes out every class that not even an empty machine of any kind holds, and says what is
    /// missing on the nearest type.
    pub fn remove_impossible(&mut self) -> Vec<Shortfall> {
        let mut impossible = Vec::new();
        for class in 0..self.sizes.len() {
            let size = &self.sizes[class];
            if self.fits.iter().any(|fits| fits[class] > 0) {
                continue;
            }
            let missing = |kind: &Kind| -> Vec<f64> {
                size.iter().zip(&kind.capacity).map(|(s, c)| (s - c).max(0.0)).collect()
            };
            let distance = |kind: &Kind| -> f64 {
                let share =
                    |(m, s): (f64, &f64)| if m > 0.0 { if s.is_finite() { m / s } else { 1.0 } } else { 0.0 };
                missing(kind).into_iter().zip(size).map(share).sum()
            };
            let nearest = self.kinds.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            impossible.push(Shortfall {
                class,
                count: self.counts[class],
                nearest_type: nearest.map(|k| k.type_index),
                missing: nearest.map_or_else(|| size.clone(), missing),
            });
            self.counts[class] = 0;
        }
        impossible.retain(|s| s.count > 0);
        impossible
    }

    /// Number of jobs.
    pub fn jobs(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Number of resources.
    pub fn resources(&self) -> usize {
        self.scale.len()
    }

    /// Size of a class in resource `d` as a share of the largest capacity.
    pub fn share(&self, class: usize, d: usize) -> f64 {
        self.sizes[class][d] * self.scale[d]
    }

    /// ā: the mean share per resource over all jobs.
    pub fn average(&self) -> Vec<f64> {
        let jobs: f64 = self.counts.iter().map(|&n| n as f64).sum();
        let total = |d: usize| -> f64 { (0..self.sizes.len()).map(|i| self.demand(i, d)).sum() };
        (0..self.resources()).map(|d| if jobs > 0.0 { total(d) / jobs } else { 0.0 }).collect()
    }

    /// Demand of all jobs of a class in resource `d` as a share of the largest capacity.
    pub fn demand(&self, class: usize, d: usize) -> f64 {
        if self.counts[class] == 0 { 0.0 } else { self.share(class, d) * self.counts[class] as f64 }
    }

    /// Jobs of one class that an empty machine of one kind holds.
    pub fn fit_empty(&self, kind: usize, class: usize) -> u64 {
        self.fits[kind][class]
    }

    /// The sum of what is free, each resource as a share of the largest capacity.
    pub fn room_sum(&self, room: &[f64]) -> f64 {
        room.iter().zip(&self.scale).map(|(r, s)| if *s > 0.0 { r * s } else { 0.0 }).sum()
    }
}

/// One over a capacity; 0 where the capacity is 0 or infinite, so that such a resource weighs nothing.
fn inverse(capacity: f64) -> f64 {
    if capacity > 0.0 && capacity.is_finite() { 1.0 / capacity } else { 0.0 }
}

/// Entry `d` of a size vector: 0 if missing or negative, infinite if not a number.
pub(super) fn clean_size(size: &[f64], d: usize) -> f64 {
    match size.get(d) {
        Some(s) if s.is_nan() => f64::INFINITY,
        Some(s) => s.max(0.0),
        None => 0.0,
    }
}

/// Entry `d` of a capacity vector: 0 if missing, negative or not a number.
pub(super) fn clean_capacity(capacity: &[f64], d: usize) -> f64 {
    capacity.get(d).map_or(0.0, |c| c.max(0.0))
}

/// Whether one job of `size` fits: [`fit`] > 0, without the divisions.
pub(super) fn holds(room: &[f64], capacity: &[f64], size: &[f64]) -> bool {
    let fits = |((&room, &capacity), &size): ((&f64, &f64), &f64)| {
        size <= 0.0 || size <= room + slack(capacity) && size.is_finite()
    };
    room.iter().zip(capacity).zip(size).all(fits)
}

/// The room that the tolerance of a fit adds.
fn slack(capacity: f64) -> f64 {
    if capacity.is_finite() { capacity * FIT_TOLERANCE } else { 0.0 }
}

/// How many jobs of `size` still fit in `room` of a machine with this `capacity`
/// (`u64::MAX` when the job needs nothing).
pub(super) fn fit(room: &[f64], capacity: &[f64], size: &[f64]) -> u64 {
    let mut most = u64::MAX;
    for ((&room, &capacity), &size) in room.iter().zip(capacity).zip(size) {
        if size > 0.0 {
            // The cast saturates: infinite room is u64::MAX, infinity over infinity is 0.
            most = most.min(((room + slack(capacity)) / size) as u64);
        }
    }
    most
}

/// `count` machines of one kind with the same content.
#[derive(Clone, Debug)]
pub(super) struct Bin {
    /// Index into [`Instance::kinds`].
    pub kind: usize,
    /// Jobs per class in each machine.
    pub content: Vec<u64>,
    /// Room left per resource in each machine.
    pub room: Vec<f64>,
    /// Number of such machines.
    pub count: u64,
}

impl Bin {
    /// Machines of a kind with a content.
    pub fn new(instance: &Instance, kind: usize, content: Vec<u64>, count: u64) -> Self {
        let mut room = instance.kinds[kind].capacity.clone();
        for (size, &jobs) in instance.sizes.iter().zip(&content) {
            take(&mut room, size, jobs);
        }
        Self { kind, content, room, count }
    }

    /// Adds jobs of one class to each machine.
    pub fn add(&mut self, instance: &Instance, class: usize, jobs: u64) {
        self.content[class] = self.content[class].saturating_add(jobs);
        take(&mut self.room, &instance.sizes[class], jobs);
    }

    /// How many more jobs of a class fit in each machine.
    pub fn fit(&self, instance: &Instance, class: usize) -> u64 {
        fit(&self.room, &instance.kinds[self.kind].capacity, &instance.sizes[class])
    }

    /// Whether a job of a class still fits.
    pub fn holds(&self, instance: &Instance, class: usize) -> bool {
        holds(&self.room, &instance.kinds[self.kind].capacity, &instance.sizes[class])
    }

    /// Whether the machines are empty.
    pub fn is_empty(&self) -> bool {
        self.content.iter().all(|&n| n == 0)
    }
}

/// Takes the space of some jobs out of the room.
pub(super) fn take(room: &mut [f64], size: &[f64], jobs: u64) {
    if jobs > 0 {
        for (room, size) in room.iter_mut().zip(size) {
            *room -= size * jobs as f64;
        }
    }
}

/// Machines with their content, and what is still to be placed.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// Machines in the order in which they were opened.
    pub bins: Vec<Bin>,
    /// Jobs per class not placed.
    pub left: Vec<u64>,
    /// Machines used per kind.
    pub used: Vec<u64>,
}

impl Packing {
    /// Nothing placed.
    pub fn empty(instance: &Instance) -> Self {
        Self { bins: Vec::new(), left: instance.counts.clone(), used: vec![0; instance.kinds.len()] }
    }

    /// Machines of a kind that can still be opened.
    pub fn available(&self, instance: &Instance, kind: usize) -> u64 {
        instance.kinds[kind].limit.saturating_sub(self.used[kind])
    }

    /// Opens `count` machines with this content and takes the jobs from what is left.
    pub fn open(&mut self, instance: &Instance, kind: usize, content: Vec<u64>, count: u64) {
        if count == 0 {
            return;
        }
        for (left, &jobs) in self.left.iter_mut().zip(&content) {
            *left = left.saturating_sub(jobs.saturating_mul(count));
        }
        self.used[kind] = self.used[kind].saturating_add(count);
        self.bins.push(Bin::new(instance, kind, content, count));
    }

    /// Jobs not placed.
    pub fn unplaced(&self) -> u64 {
        self.left.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }
}

/// The kinds in order of rank and then of input. The first `keep` machines of the first type exist
/// anyway, so they are a kind of their own that costs nothing. `weight` says what a machine of a
/// type and level adds to the objective, in any unit.
pub(super) fn kinds(
    types: &[MachineType],
    keep: u64,
    weight: impl Fn(&MachineType, usize) -> f64,
) -> Vec<Kind> {
    let mut order: Vec<usize> = (0..types.len()).collect();
    sorting::sort_by_key(&mut order, |&t| types[t].rank);
    let mut kinds: Vec<Kind> = Vec::with_capacity(types.len() + 1);
    let mut level = 0;
    for (place, &type_index) in order.iter().enumerate() {
        let machine = &types[type_index];
        if place > 0 && machine.rank != types[order[place - 1]].rank {
            level += 1;
        }
        let limit = machine.limit.unwrap_or(u64::MAX);
        let kept = if place == 0 { keep.min(limit) } else { 0 };
        let price = machine.known_price().unwrap_or(0.0);
        let capacity = machine.capacity.clone();
        let weight = weight(machine, level);
        let paid = Kind { type_index, capacity, weight, price, limit: limit - kept, kept: false, level };
        if kept > 0 {
            kinds.push(Kind { weight: 0.0, price: 0.0, limit: kept, kept: true, ..paid.clone() });
        }
        kinds.push(paid);
    }
    kinds
}

/// Differences of keys below this share come from rounding: such keys are equal.
pub(super) const TIE: f64 = 1e-12;

/// Sorts indices by a key, smallest first; keys equal but for rounding keep the order they are in.
pub(super) fn sort_ascending(indices: &mut [usize], key: impl Fn(usize) -> f64) {
    let place: Vec<usize> = indices.to_vec();
    let mut by_key: Vec<usize> = (0..place.len()).collect();
    sorting::sort_by(&mut by_key, |&a, &b| key(place[a]).total_cmp(&key(place[b])));
    // Keys within the tolerance of the first of their run share its rank.
    let mut rank = vec![0; place.len()];
    let mut first = 0;
    for (at, &p) in by_key.iter().enumerate() {
        let (start, this) = (key(place[by_key[first]]), key(place[p]));
        if this - start > TIE * start.abs().max(this.abs()) {
            first = at;
        }
        rank[p] = first;
    }
    sorting::sort_by_key(&mut by_key, |&p| (rank[p], p));
    for (slot, p) in indices.iter_mut().zip(by_key) {
        *slot = place[p];
    }
}
