//! A run as plain numbers, and back.

use super::plan::POINTS;
use super::record::Record;
use crate::calculators::fleet::model::Setup;
use crate::sim::estimate;

/// What stands where there is no number: all others are 0 or more.
const NONE: f64 = -1.0;
/// Numbers before those of the classes.
const HEAD: usize = 6;
/// Numbers of a class.
const OF_CLASS: usize = 6;
/// Numbers of a type.
const OF_TYPE: usize = 2;
/// Curves.
const CURVES: usize = 5;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Of each class 95 in 100 jobs started within the target.
    InTime,
    /// Of some class they did not, but at the end no job has waited longer than that.
    Late,
    /// At the end some job has.
    Waits,
}

impl Ending {
    /// All of them, from good to bad.
    pub const ALL: [Self; 3] = [Self::InTime, Self::Late, Self::Waits];

    /// A fixed word, for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::InTime => "in_time",
            Self::Late => "late",
            Self::Waits => "still_waiting",
        }
    }
}

/// The jobs of a class in a run.
#[derive(Clone, Copy, Debug)]
pub struct OfClass {
    /// Jobs that arrived.
    pub jobs: f64,
    /// Their mean wait, seconds; none without a job, as below.
    pub mean: Option<f64>,
    /// The median of their waits.
    pub p50: Option<f64>,
    /// Their 95th percentile.
    pub p95: Option<f64>,
    /// The longest of them.
    pub longest: Option<f64>,
    /// Jobs that wait at the end, with their waits so far.
    pub unstarted: f64,
}

/// One run, as it is read from its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// How it ended.
    pub ending: Ending,
    /// Jobs waiting, on average over time.
    pub waiting: f64,
    /// Cores in use of those of all machines.
    pub utilisation: Option<f64>,
    /// Cost per hour, where every type that ran has a price.
    pub cost: Option<f64>,
    /// Machines, on average over time.
    pub machines: f64,
    classes: &'a [f64],
    types: &'a [f64],
    curves: &'a [f64],
}

/// The numbers of a run.
pub fn written(record: Record, fleet: &Setup, target: f64) -> Vec<f64> {
    let number = |value: Option<f64>| value.unwrap_or(NONE);
    let watch = record.watch;
    let mut classes = Vec::with_capacity(OF_CLASS * fleet.classes.len());
    let mut ending = Ending::InTime;
    for (class, waits) in record.waits.into_iter().enumerate() {
        let jobs = waits.len() as f64;
        let mean = (jobs > 0.0).then(|| waits.iter().sum::<f64>() / jobs);
        let waits = estimate::sorted(waits);
        let [p50, p95, longest] = [0.5, 0.95, 1.0].map(|p| estimate::quantile(&waits, p));
        if p95.is_some_and(|wait| wait > target) {
            ending = Ending::Late;
        }
        classes.extend([jobs, number(mean), number(p50), number(p95), number(longest)]);
        classes.push(record.unstarted[class] as f64);
    }
    if record.oldest > target {
        ending = Ending::Waits;
    }
    let cores = |at: usize| fleet.types[at].shape.cores();
    let offered: f64 = record.machine_seconds.iter().enumerate().map(|(at, time)| time * cores(at)).sum();
    // A type that did not run costs nothing, priced or not.
    let cost = |at: usize, machines: f64| {
        if machines > 0.0 { fleet.types[at].price.map(|price| price * machines) } else { Some(0.0) }
    };
    let costs: Option<f64> =
        record.machine_seconds.iter().enumerate().map(|(at, time)| cost(at, time / watch)).sum();
    let ending = Ending::ALL.iter().position(|other| *other == ending).unwrap_or(0);
    let mut numbers = vec![
        record.events as f64,
        ending as f64,
        record.waiting_seconds / watch,
        number((offered > 0.0).then(|| record.busy / offered)),
        number(costs),
        record.machine_seconds.iter().sum::<f64>() / watch,
    ];
    numbers.extend(classes);
    for (time, most) in record.machine_seconds.iter().zip(&record.most) {
        numbers.extend([time / watch, f64::from(*most)]);
    }
    numbers.extend(record.machines.iter().map(|count| f64::from(count.iter().sum::<u32>())));
    numbers.extend(
        record.machines.iter().map(|count| {
            number(count.iter().enumerate().map(|(at, count)| cost(at, f64::from(*count))).sum())
        }),
    );
    numbers.extend(record.line.iter().map(|waiting| *waiting as f64));
    for curve in &record.curves {
        numbers.extend(curve.iter().map(|(sum, jobs)| number((*jobs > 0.0).then(|| sum / jobs))));
    }
    numbers
}

/// Reads the numbers of a run; none if they are not of this fleet.
pub fn read<'a>(numbers: &'a [f64], fleet: &Setup) -> Option<Sample<'a>> {
    let (classes, types) = (OF_CLASS * fleet.classes.len(), OF_TYPE * fleet.types.len());
    if numbers.len() != HEAD + classes + types + CURVES * POINTS {
        return None;
    }
    let (head, rest) = numbers.split_at(HEAD);
    let (classes, rest) = rest.split_at(classes);
    let (types, curves) = rest.split_at(types);
    Some(Sample {
        ending: *Ending::ALL.get(head[1] as usize)?,
        waiting: head[2],
        utilisation: some(head[3]),
        cost: some(head[4]),
        machines: head[5],
        classes,
        types,
        curves,
    })
}

fn some(value: f64) -> Option<f64> {
    Some(value).filter(|value| *value >= 0.0)
}

impl<'a> Sample<'a> {
    /// The jobs of a class.
    pub fn class(&self, class: usize) -> OfClass {
        let numbers = &self.classes[OF_CLASS * class..];
        OfClass {
            jobs: numbers[0],
            mean: some(numbers[1]),
            p50: some(numbers[2]),
            p95: some(numbers[3]),
            longest: some(numbers[4]),
            unstarted: numbers[5],
        }
    }

    /// Machines of a type on average, and the most of them.
    pub fn machines_of(&self, at: usize) -> [f64; 2] {
        [self.types[OF_TYPE * at], self.types[OF_TYPE * at + 1]]
    }

    /// A curve: machines, cost per hour, waiting jobs, and the waits of the largest and of the smallest class;
    /// negative where there is none.
    pub fn curve(&self, index: usize) -> &'a [f64] {
        &self.curves[index * POINTS..(index + 1) * POINTS]
    }
}
