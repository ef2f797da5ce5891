//! The mean flows: jobs at once by Little's law, and the machines that they fill by rank.

use super::input::{Input, Order};
use crate::math::sorting;
use crate::report::ModelError;

/// Rounding that a comparison forgives, as a share.
pub(super) const ROUNDING: f64 = 1e-9;
/// Cores are counted in millionths, so that what is taken and given back is exact.
const CORE: f64 = 1e6;

/// What a job needs, or a machine has: millionths of a core, and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Millionths of a core.
    pub cpu: u64,
    /// Bytes.
    pub memory: u64,
}

impl Shape {
    fn new(cores: f64, bytes: f64) -> Self {
        Self { cpu: (cores * CORE + 0.5) as u64, memory: (bytes + 0.5) as u64 }
    }

    /// How many of these jobs it holds at once.
    pub fn holds(self, job: Self) -> u64 {
        (self.cpu / job.cpu.max(1)).min(self.memory / job.memory.max(1))
    }

    /// Whether it has room for this job.
    pub const fn has_room(self, job: Self) -> bool {
        self.cpu >= job.cpu && self.memory >= job.memory
    }

    /// The cores.
    pub fn cores(self) -> f64 {
        self.cpu as f64 / CORE
    }

    /// The larger of the shares of both resources that a job takes of it.
    fn share(self, job: Self) -> f64 {
        (job.cpu as f64 / self.cpu as f64).max(job.memory as f64 / self.memory as f64)
    }
}

/// A class of jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    /// What one needs.
    pub shape: Shape,
    /// Usual arrivals, per second.
    pub rate: f64,
    /// Mean duration, seconds.
    pub duration: f64,
}

/// A type of machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// What one has.
    pub shape: Shape,
    /// Its price per hour, where known.
    pub price: Option<f64>,
    /// The minimum fleet.
    pub least: u32,
    /// The most that can be had.
    pub limit: Option<u32>,
}

/// A scenario as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The classes, in the order of their rows.
    pub classes: Vec<Class>,
    /// The types, in the order of their rows.
    pub types: Vec<Type>,
    /// The types, first choice first.
    pub by_rank: Vec<usize>,
    /// The classes, largest first.
    pub by_size: Vec<usize>,
    /// Type, begin and end, in seconds, of each time without new machines.
    pub outages: Vec<(usize, f64, f64)>,
    /// Class, factor, begin and end of each surge.
    pub surges: Vec<(usize, f64, f64, f64)>,
}

impl Setup {
    /// Reads a scenario.
    ///
    /// # Errors
    /// No jobs; a class that fits no type; an outage or a surge of what there is not; a minimum above a maximum.
    pub fn new(input: &Input) -> Result<Self, ModelError> {
        let classes: Vec<Class> = input
            .jobs
            .iter()
            .map(|job| Class {
                shape: Shape::new(job.cpu.as_cores(), job.memory.as_bytes()),
                rate: job.rate.si(),
                duration: job.duration.si(),
            })
            .collect();
        let types: Vec<Type> = input
            .types
            .iter()
            .map(|machine| Type {
                shape: Shape::new(machine.cpu.as_cores(), machine.memory.as_bytes()),
                price: machine.price.map(|price| price.as_per_hour()),
                least: machine.least,
                limit: machine.limit,
            })
            .collect();
        if classes.iter().all(|class| class.rate <= 0.0) {
            return Err(ModelError::new("No jobs arrive: every class has a rate of 0.", &["jobs"]));
        }
        for (job, class) in input.jobs.iter().zip(&classes) {
            if types.iter().all(|machine| machine.shape.holds(class.shape) == 0) {
                let message = format!("A {} job fits no machine type.", job.name);
                return Err(ModelError::new(message, &["jobs", "types"]));
            }
        }
        for machine in &input.types {
            if machine.limit.is_some_and(|limit| limit < machine.least) {
                let message = format!("{} runs at least more machines than it may at most.", machine.name);
                return Err(ModelError::new(message, &["types"]));
            }
        }
        let mut outages = Vec::new();
        for outage in &input.outages {
            let Some(at) = input.types.iter().position(|machine| machine.name == outage.name) else {
                let message = format!("{} is to run out, but is no machine type.", outage.name);
                return Err(ModelError::new(message, &["outages", "types"]));
            };
            outages.push((at, outage.from.si(), outage.from.si() + outage.lasts.si()));
        }
        let mut surges = Vec::new();
        for surge in &input.surges {
            let Some(at) = input.jobs.iter().position(|job| job.name == surge.name) else {
                let message = format!("More {} jobs are to arrive, but there is no such class.", surge.name);
                return Err(ModelError::new(message, &["surges", "jobs"]));
            };
            surges.push((at, surge.factor.si(), surge.from.si(), surge.from.si() + surge.lasts.si()));
        }
        let mut by_rank: Vec<usize> = (0..types.len()).collect();
        sorting::sort_by_key(&mut by_rank, |at| input.types[*at].rank.unwrap_or(*at as u32 + 1));
        let most = |of: fn(Shape) -> u64| types.iter().map(|machine| of(machine.shape)).fold(1, u64::max);
        let largest = Shape { cpu: most(|shape| shape.cpu), memory: most(|shape| shape.memory) };
        let mut by_size: Vec<usize> = (0..classes.len()).collect();
        sorting::sort_by(&mut by_size, |a, b| {
            largest.share(classes[*b].shape).total_cmp(&largest.share(classes[*a].shape))
        });
        Ok(Self { classes, types, by_rank, by_size, outages, surges })
    }

    /// The largest class of which jobs arrive.
    pub fn largest(&self) -> usize {
        self.by_size.iter().copied().find(|class| self.classes[*class].rate > 0.0).unwrap_or(0)
    }

    /// The smallest class of which jobs arrive.
    pub fn smallest(&self) -> usize {
        self.by_size.iter().copied().rfind(|class| self.classes[*class].rate > 0.0).unwrap_or(0)
    }

    /// Arrivals of a class at a moment, per second.
    pub fn rate(&self, class: usize, time: f64) -> f64 {
        let factors =
            self.surges.iter().filter(|surge| surge.0 == class && surge.2 <= time && time < surge.3);
        self.classes[class].rate * factors.map(|surge| surge.1).product::<f64>()
    }

    /// Whether no machine of a type can be started at a moment.
    pub fn is_out(&self, at: usize, time: f64) -> bool {
        self.outages.iter().any(|outage| outage.0 == at && outage.1 <= time && time < outage.2)
    }
}

/// Which jobs run on which machines, on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Jobs at once that are asked for, by class.
    pub load: Vec<f64>,
    /// Jobs at once on each type, by class.
    pub placed: Vec<Vec<f64>>,
    /// Jobs at once that find no place, by class.
    pub left: Vec<f64>,
    /// Machines of each type that they fill.
    pub used: Vec<f64>,
    /// Machines of each type that can be had; infinite without a limit.
    pub available: Vec<f64>,
}

impl Filled {
    /// The class with the largest share without a place, the larger one of equals, and that share.
    pub fn shortest(&self, fleet: &Setup) -> Option<(usize, f64)> {
        let mut worst = None;
        for &class in &fleet.by_size {
            let share = self.left[class] / self.load[class];
            if share > worst.map_or(ROUNDING, |(_, worst)| worst + ROUNDING) {
                worst = Some((class, share));
            }
        }
        worst
    }
}

/// Fills machines by rank with mean flows: a job takes of a machine the larger of its two shares, and a machine
/// holds whole jobs of a class only.
///
/// Where the classes that fit a type ask for more than there is, each gets the same share of what it asks for;
/// with `Largest` the larger ones come first. Source: Little's law (jobs at once = arrivals × duration).
pub fn fill(fleet: &Setup, rates: &[f64], available: Vec<f64>, order: Order) -> Filled {
    let load: Vec<f64> = fleet.classes.iter().zip(rates).map(|(class, rate)| rate * class.duration).collect();
    let mut left = load.clone();
    let mut placed = vec![vec![0.0; load.len()]; fleet.types.len()];
    let mut used = vec![0.0; fleet.types.len()];
    for &at in &fleet.by_rank {
        let (shape, most) = (fleet.types[at].shape, available[at]);
        let fits = |class: usize| shape.holds(fleet.classes[class].shape) as f64;
        let share = |class: usize| shape.share(fleet.classes[class].shape);
        let asked: f64 = fleet
            .by_size
            .iter()
            .filter(|class| fits(**class) > 0.0)
            .map(|class| left[*class] * share(*class))
            .sum();
        let part = if asked > most { most / asked } else { 1.0 };
        let mut whole: f64 = 0.0;
        for &class in fleet.by_size.iter().filter(|class| fits(**class) > 0.0) {
            let wanted = match order {
                Order::Largest => left[class].min((most - used[at]).max(0.0) / share(class)),
                Order::Backfill | Order::Fifo => left[class] * part,
            };
            // Of an infinite number of machines even no job would be no number.
            let jobs = if most.is_finite() { wanted.min(most * fits(class)) } else { wanted };
            placed[at][class] = jobs;
            left[class] -= jobs;
            if left[class] <= ROUNDING * load[class] {
                left[class] = 0.0;
            }
            used[at] += jobs * share(class);
            whole = whole.max(jobs / fits(class));
        }
        used[at] = f64::max(used[at], whole);
    }
    Filled { load, placed, left, used, available }
}

/// A time that is not as usual.
#[derive(Clone, Debug, PartialEq)]
pub struct Spell {
    /// How long it lasts, seconds.
    pub lasts: f64,
    /// Who finds a place in it.
    pub filled: Filled,
}

/// Everything that the mean flows say of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The scenario.
    pub fleet: Setup,
    /// With the usual arrivals, all types to be had.
    pub usual: Filled,
    /// The worst of the times that are not as usual.
    pub spell: Option<Spell>,
    /// Whether placing large jobs first would find a place for all that find none.
    pub order_helps: bool,
}

impl Answer {
    /// Who finds a place when it is worst.
    pub fn worst(&self) -> &Filled {
        match &self.spell {
            Some(spell) if self.usual.shortest(&self.fleet).is_none() => &spell.filled,
            _ => &self.usual,
        }
    }
}

/// Works a scenario out.
///
/// # Errors
/// As [`Setup::new`].
pub fn answer(input: &Input) -> Result<Answer, ModelError> {
    let fleet = Setup::new(input)?;
    let limits = |fleet: &Setup| -> Vec<f64> {
        fleet.types.iter().map(|machine| machine.limit.map_or(f64::INFINITY, f64::from)).collect()
    };
    let rates: Vec<f64> = fleet.classes.iter().map(|class| class.rate).collect();
    let usual = fill(&fleet, &rates, limits(&fleet), input.order);
    // What is not as usual from one moment on, and for how long.
    let begins = fleet.outages.iter().map(|outage| (outage.1, outage.2));
    let begins = begins.chain(fleet.surges.iter().map(|surge| (surge.2, surge.3)));
    let mut spell: Option<(f64, Spell, Filled)> = None;
    for (from, until) in begins {
        let rates: Vec<f64> = (0..fleet.classes.len()).map(|class| fleet.rate(class, from)).collect();
        let mut available = limits(&fleet);
        for (at, available) in available.iter_mut().enumerate() {
            if fleet.is_out(at, from) {
                // What runs is kept busy, and goes on running.
                *available = usual.used[at].ceil().max(f64::from(fleet.types[at].least)).min(*available);
            }
        }
        let filled = fill(&fleet, &rates, available.clone(), input.order);
        let lasts = until - from;
        let waits = filled.shortest(&fleet).map_or(0.0, |(_, share)| share * lasts);
        if spell.as_ref().is_none_or(|(worst, _, _)| waits > *worst) {
            let sorted = fill(&fleet, &rates, available, Order::Largest);
            spell = Some((waits, Spell { lasts, filled }, sorted));
        }
    }
    let is_full = |filled: &Filled| filled.shortest(&fleet).is_some();
    let order_helps = match &spell {
        _ if is_full(&usual) => !is_full(&fill(&fleet, &rates, limits(&fleet), Order::Largest)),
        Some((_, spell, sorted)) => is_full(&spell.filled) && !is_full(sorted),
        None => false,
    };
    Ok(Answer { usual, spell: spell.map(|(_, spell, _)| spell), order_helps, fleet })
}
