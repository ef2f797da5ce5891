//! The most valuable contents of one machine: a bounded knapsack with several resources.

use super::instance::{FIT_TOLERANCE, Instance, fit, sort_ascending};
use super::simplex::Cover;

/// Branches that could improve a value by no more than this share are cut off.
const SLACK: f64 = 1e-8;

/// What a search is asked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// A class of which the content must have at least one job.
    pub with: Option<usize>,
    /// Number of contents.
    pub contents: usize,
    /// Only contents worth more than this.
    pub above: f64,
    /// Most steps of the search.
    pub steps: u64,
}

/// The best contents found, and how good any content can be.
pub(super) struct Found {
    /// Contents to which no job can be added, and their values, the most valuable first.
    pub contents: Vec<(f64, Vec<u64>)>,
    /// No content is worth more than this.
    pub upper: f64,
    /// Whether there are no more contents than these worth more than was asked for.
    pub complete: bool,
    /// Steps that the search took.
    pub steps: u64,
}

/// A kind of machine and a value for each class, prepared for many searches.
pub(super) struct Knapsack<'a> {
    instance: &'a Instance,
    capacity: &'a [f64],
    values: &'a [f64],
    /// The classes that fit, most value for their room first.
    items: Vec<usize>,
    /// Most value per room among the items from each position on, per resource and then for all
    /// resources at their prices.
    rates: Vec<Vec<f64>>,
    /// Prices of the resources.
    prices: Vec<f64>,
}

impl<'a> Knapsack<'a> {
    /// Prepares the searches on a kind. With `all`, classes of no value are packed as well.
    pub fn new(instance: &'a Instance, kind: usize, values: &'a [f64], all: bool) -> Self {
        let capacity: &[f64] = &instance.kinds[kind].capacity;
        let fits = |&i: &usize| {
            (all || values[i] > 0.0) && instance.counts[i] > 0 && instance.fit_empty(kind, i) > 0
        };
        let mut items: Vec<usize> = (0..values.len()).filter(fits).collect();
        let shares = |i: usize| {
            let share =
                |(size, capacity): (&f64, &f64)| if bounded(*capacity) { size / capacity } else { 0.0 };
            instance.sizes[i].iter().zip(capacity).map(share).collect::<Vec<f64>>()
        };
        let shares: Vec<Vec<f64>> = (0..values.len()).map(shares).collect();
        let prices =
            prices(&items.iter().map(|&i| (values[i], &shares[i][..])).collect::<Vec<_>>(), capacity.len());
        let worth = |i: usize| -> f64 { shares[i].iter().zip(&prices).map(|(s, p)| s * p).sum() };
        let rate = |i: usize, share: f64| if share > 0.0 { values[i] / share } else { f64::INFINITY };
        // Of equal ones the largest first: the small ones fill what room is left.
        sort_ascending(&mut items, |i| -shares[i].iter().sum::<f64>());
        sort_ascending(&mut items, |i| -rate(i, worth(i)));
        let mut rates = vec![vec![0.0f64; capacity.len() + 1]; items.len() + 1];
        for depth in (0..items.len()).rev() {
            let i = items[depth];
            let mut ways = shares[i].clone();
            ways.push(worth(i));
            for (d, share) in ways.into_iter().enumerate() {
                rates[depth][d] = rates[depth + 1][d].max(rate(i, share));
            }
        }
        Self { instance, capacity, values, items, rates, prices }
    }

    /// Depth-first search, with the fractional bound of each resource (G. B. Dantzig 1957) to cut
    /// off. When it has to end early, `upper` is the bound at the root.
    pub fn search(&self, left: &[u64], wanted: Wanted) -> Found {
        let mut search = Search {
            sack: self,
            left,
            wanted,
            steps: 0,
            current: vec![0; left.len()],
            room: vec![0.0; (self.items.len() + 2) * self.capacity.len()],
            contents: Vec::new(),
            complete: true,
            cut: false,
        };
        let width = self.capacity.len();
        search.room[..width].copy_from_slice(self.capacity);
        let (_, root) = self.bound(0, self.capacity, left);
        match wanted.with {
            None => {
                search.descend(0, 0, 0.0);
            }
            Some(class) => {
                let (least, most) = search.range(0, class);
                for jobs in (least.max(1)..=most).rev() {
                    if !search.step(0, class, jobs) {
                        break;
                    }
                    search.descend(0, 1, self.values[class] * jobs as f64);
                }
            }
        }
        let (complete, cut, steps) = (search.complete, search.cut, search.steps);
        let contents = search.contents;
        let best = contents.first().map_or(0.0, |c| c.0).max(wanted.above);
        let upper = if complete { best * (1.0 + SLACK) } else { root };
        Found { contents, upper, complete: complete && !cut, steps }
    }

    /// What the items from `depth` on can add at most in this room. The first number falls by no
    /// less than what a job of the item before is worth when that is taken out, so that
    /// with fewer jobs of it the bound is never higher; the second is lower but knows no such order.
    fn bound(&self, depth: usize, room: &[f64], left: &[u64]) -> (f64, f64) {
        let rates = &self.rates[depth];
        let mut worth = 0.0;
        let mut single = f64::INFINITY;
        for (d, (room, capacity)) in room.iter().zip(self.capacity).enumerate() {
            if bounded(*capacity) {
                // The tolerance of a fit counts as room.
                let share = (room / capacity).max(0.0) + FIT_TOLERANCE;
                worth += share * self.prices[d];
                single = single.min(share * rates[d]);
            }
        }
        let all: f64 = self.items[depth..].iter().map(|&i| self.values[i] * left[i] as f64).sum();
        let ordered = if worth > 0.0 { all.min(worth * rates[self.capacity.len()]) } else { all };
        (ordered, ordered.min(single))
    }
}

/// The prices of the resources that make a machine cheapest while no item is worth more than its
/// room: the dual of the fractional knapsack. The bounds hold at any prices; at these, the empty
/// room is worth no more than the best fractional content. (Beyond 16 items they cost more time than
/// they save, and all are 1.)
fn prices(items: &[(f64, &[f64])], resources: usize) -> Vec<f64> {
    if items.len() > 16 {
        return vec![1.0; resources];
    }
    let values: Vec<f64> = items.iter().map(|(value, _)| *value).collect();
    let mut programme = Cover::new(&values, &[], 1e9);
    for d in 0..resources {
        programme.add(1.0, items.iter().map(|(_, shares)| shares[d]).collect());
    }
    programme.solve(4 * (items.len() + resources));
    let mut prices = vec![0.0; resources];
    for (d, price) in programme.activities() {
        prices[d] = price;
    }
    prices
}

fn bounded(capacity: f64) -> bool {
    capacity > 0.0 && capacity.is_finite()
}

struct Search<'a> {
    sack: &'a Knapsack<'a>,
    left: &'a [u64],
    wanted: Wanted,
    steps: u64,
    current: Vec<u64>,
    /// The room left at each level of the search, one after the other.
    room: Vec<f64>,
    contents: Vec<(f64, Vec<u64>)>,
    /// Whether the search went through.
    complete: bool,
    /// Whether contents were dropped because enough better ones were found.
    cut: bool,
}

impl Search<'_> {
    /// Puts jobs of a class in the room at `level`, the rest of it at the next; false when the
    /// allowance is used up.
    fn step(&mut self, level: usize, class: usize, jobs: u64) -> bool {
        if self.steps == self.wanted.steps {
            self.complete = false;
            return false;
        }
        self.steps += 1;
        let width = self.sack.capacity.len();
        for (d, size) in self.sack.instance.sizes[class].iter().enumerate() {
            self.room[(level + 1) * width + d] =
                self.room[level * width + d] - if jobs > 0 { size * jobs as f64 } else { 0.0 };
        }
        self.current[class] = jobs;
        true
    }

    fn fit(&self, level: usize, class: usize) -> u64 {
        let width = self.sack.capacity.len();
        fit(
            &self.room[level * width..(level + 1) * width],
            self.sack.capacity,
            &self.sack.instance.sizes[class],
        )
    }

    /// Fewest and most jobs of a class worth trying; all of them when they take no room.
    fn range(&self, level: usize, class: usize) -> (u64, u64) {
        let (fits, left) = (self.fit(level, class), self.left[class]);
        (if fits == u64::MAX { left } else { 0 }, fits.min(left))
    }

    /// Tries all contents that continue this one. Returns false when even the first number of
    /// [`Knapsack::bound`] is too low.
    fn descend(&mut self, depth: usize, level: usize, value: f64) -> bool {
        let full = self.contents.len() == self.wanted.contents;
        let worst = if full { self.contents.last().map_or(0.0, |c| c.0) } else { self.wanted.above };
        let width = self.sack.capacity.len();
        let (ordered, bound) =
            self.sack.bound(depth, &self.room[level * width..(level + 1) * width], self.left);
        let enough = |bound: f64| value + bound > worst + SLACK * worst.abs();
        if !enough(bound) {
            self.cut |= full && value + ordered > self.wanted.above;
            return enough(ordered);
        }
        if depth == self.sack.items.len() {
            self.record(level, value);
            return true;
        }
        let class = self.sack.items[depth];
        if self.wanted.with == Some(class) {
            return self.descend(depth + 1, level, value);
        }
        let (least, most) = self.range(level, class);
        let least = if depth + 1 == self.sack.items.len() { most } else { least };
        for jobs in (least..=most).rev() {
            if !self.step(level, class, jobs) {
                break;
            }
            if !self.descend(depth + 1, level + 1, value + self.sack.values[class] * jobs as f64) {
                break;
            }
        }
        self.current[class] = 0;
        true
    }

    /// Keeps a content, unless a job can be added: then the one with it is found elsewhere.
    fn record(&mut self, level: usize, value: f64) {
        let grows = |&i: &usize| self.current[i] < self.left[i] && self.fit(level, i) > 0;
        if self.sack.items.iter().any(grows) || self.current.iter().all(|&n| n == 0) {
            return;
        }
        let at = self.contents.partition_point(|c| c.0 >= value);
        self.contents.insert(at, (value, self.current.clone()));
        if self.contents.len() > self.wanted.contents {
            self.contents.pop();
            self.cut = true;
        }
    }
}
