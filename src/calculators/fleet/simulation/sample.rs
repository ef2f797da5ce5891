//! A run as plain numbers, and back.

use super::plan::POINTS;
use super::record::Record;
use crate::calculators::fleet::model::Setup;

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

/// Waits in ascending order. Most are none at all, and need no sorting.
struct Waits {
    none: usize,
    some: Vec<f64>,
}

impl Waits {
    fn new(mut waits: Vec<f64>) -> Self {
        let all = waits.len();
        waits.retain(|wait| *wait > 0.0);
        Self { none: all - waits.len(), some: ascending(waits) }
    }

    /// As `estimate::quantile`.
    fn quantile(&self, p: f64) -> Option<f64> {
        let last = (self.none + self.some.len()).checked_sub(1)?;
        let place = p * last as f64;
        let below = place as usize;
        let at = |place: usize| place.checked_sub(self.none).map_or(0.0, |place| self.some[place]);
        let (low, high) = (at(below), at((below + 1).min(last)));
        Some(if low == high { low } else { low + (high - low) * (place - below as f64) })
    }
}

/// Positive numbers in ascending order, in time that grows with their number only: by the bytes of their bits, which
/// as whole numbers are in the same order, the lowest first.
fn ascending(mut values: Vec<f64>) -> Vec<f64> {
    let mut moved = values.clone();
    for byte in 0..8 {
        let digit = |value: f64| (value.to_bits() >> (8 * byte)) as usize & 255;
        let mut begins = [0usize; 257];
        for value in &values {
            begins[digit(*value) + 1] += 1;
        }
        for at in 0..256 {
            begins[at + 1] += begins[at];
        }
        for value in &values {
            let place = &mut begins[digit(*value)];
            moved[*place] = *value;
            *place += 1;
        }
        std::mem::swap(&mut values, &mut moved);
    }
    values
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
        let waits = Waits::new(waits);
        let [p50, p95, longest] = [0.5, 0.95, 1.0].map(|p| waits.quantile(p));
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
    for class in [fleet.largest(), fleet.smallest()] {
        let curve = &record.curves[class];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::estimate;

    #[test]
    fn quantiles_are_those_of_all_waits() {
        for none in [0, 1, 2, 5, 40] {
            for some in [0, 1, 3, 20] {
                let waits: Vec<f64> =
                    (0..some).map(|at| f64::from((at * 7) % 20 + 1)).chain((0..none).map(|_| 0.0)).collect();
                let all = estimate::sorted(waits.clone());
                let quick = Waits::new(waits);
                for p in [0.0, 0.3, 0.5, 0.95, 1.0] {
                    assert_eq!(quick.quantile(p), estimate::quantile(&all, p), "{none} {some} {p}");
                }
            }
        }
    }
}
