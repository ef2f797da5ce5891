//! The fleet's answer.

use super::input::{Input, Order};
use super::model::{Answer, Filled};
use super::{notes, steps};
use crate::chart::{Axis, Bar, ChartSpec, Plot, Segment};
use crate::quantity::{Unit, show, shown, significant};
use crate::report::{Absent, Figure, Report, Severity, Table, Verdict, show_seconds};

/// What the sentences speak of.
pub(super) struct Words<'a> {
    pub input: &'a Input,
    pub answer: &'a Answer,
}

pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer };
    Report {
        verdict: words.verdict(),
        figures: words.figures(),
        notes: notes::notes(&words),
        steps: steps::steps(&words),
        tables: vec![words.classes()],
        charts: vec![words.chart()],
    }
}

/// A number of jobs at once, or of machines.
pub(super) fn number(value: f64) -> String {
    significant(value, 3).to_string()
}

impl Words<'_> {
    pub fn name(&self, class: usize) -> &str {
        &self.input.jobs[class].name
    }

    /// The class that finds the least place, the share of it that finds none, and for how long.
    pub fn short(&self) -> Option<(usize, f64, Option<f64>)> {
        let answer = self.answer;
        if let Some((class, share)) = answer.usual.shortest(&answer.fleet) {
            return Some((class, share, None));
        }
        let spell = answer.spell.as_ref()?;
        let (class, share) = spell.filled.shortest(&answer.fleet)?;
        Some((class, share, Some(spell.lasts)))
    }

    /// The longest wait that the mean flows give; none if it grows without end.
    ///
    /// A share p of a class finds no place for a time L. Its queue grows at pλ, and (1 − p)λ of it start, so that a
    /// job that comes at t waits p·t/(1 − p), or until the end of that time: p·L at most, and a boot.
    pub fn longest_wait(&self) -> Option<f64> {
        let boot = self.input.boot.si();
        match self.short() {
            None => Some(boot),
            Some((_, share, lasts)) => lasts.map(|lasts| share * lasts + boot),
        }
    }

    fn verdict(&self) -> Verdict {
        let answer = self.answer;
        let Some((class, share, lasts)) = self.short() else {
            let (class, room) = self.tightest();
            let text = match room {
                Some(room) => format!(
                    "It keeps up: there is room for {} × the {} jobs that run at once",
                    number(room),
                    self.name(class)
                ),
                None => "It keeps up: the types that hold the largest class have no limit".into(),
            };
            return Verdict {
                state: "keeps_up",
                severity: Severity::Ok,
                text,
                detail: format!(
                    "A job that finds no room waits for a boot of {} at most, by the mean flows; chance adds to it.",
                    show_seconds(self.input.boot.si())
                ),
            };
        };
        let left = answer.worst().left[class];
        let of = format!(
            "{} of {} {} jobs find no place",
            number(left),
            number(answer.worst().load[class]),
            self.name(class)
        );
        let why = match answer.order_helps {
            true => format!(
                "Smaller jobs take the machines that hold {}; placed first, all would find a place.",
                self.name(class)
            ),
            false => format!(
                "The types that hold {} cannot run that many, whatever comes first.",
                self.name(class)
            ),
        };
        match lasts {
            None => Verdict {
                state: "short",
                severity: Severity::Critical,
                text: format!("{of} at any time; they wait ever longer"),
                detail: why,
            },
            Some(lasts) => Verdict {
                state: "short_for_a_time",
                severity: Severity::Critical,
                text: format!(
                    "{of} for {}; by the mean flows one waits up to {}",
                    show_seconds(lasts),
                    show_seconds(share * lasts + self.input.boot.si())
                ),
                detail: why,
            },
        }
    }

    /// The class with the least room beside what it asks for, if the smaller ones kept off; no number of no limit.
    fn tightest(&self) -> (usize, Option<f64>) {
        let answer = self.answer;
        let filled = answer.spell.as_ref().map_or(&answer.usual, |spell| &spell.filled);
        let mut tightest = (answer.fleet.largest(), None);
        for &class in &answer.fleet.by_size {
            if filled.load[class] > 0.0
                && let Some(room) = self.room(filled, class)
            {
                let times = room / filled.load[class];
                if tightest.1.is_none_or(|least| times < least) {
                    tightest = (class, Some(times));
                }
            }
        }
        tightest
    }

    /// Jobs of a class that its types hold at once if nothing else runs there; none: without a limit.
    pub fn room(&self, filled: &Filled, class: usize) -> Option<f64> {
        let fleet = &self.answer.fleet;
        let shape = fleet.classes[class].shape;
        let held = fleet.types.iter().zip(&filled.available);
        let room: f64 = held
            .map(|(machine, machines)| (machine.shape.holds(shape) as f64, machines))
            .filter(|(each, _)| *each > 0.0)
            .map(|(each, machines)| each * machines)
            .sum();
        room.is_finite().then_some(room)
    }

    /// Machines of a type that run: those that jobs fill, at least the minimum.
    pub fn running(&self, at: usize) -> f64 {
        let used = self.answer.usual.used[at];
        // What is left of a sum that should be whole is no machine.
        (used - 1e-6).ceil().max(f64::from(self.answer.fleet.types[at].least)).max(0.0)
    }

    pub fn cores_asked(&self) -> f64 {
        let fleet = &self.answer.fleet;
        fleet
            .classes
            .iter()
            .zip(&self.answer.usual.load)
            .map(|(class, load)| class.shape.cores() * load)
            .sum()
    }

    fn cores_running(&self) -> f64 {
        self.answer
            .fleet
            .types
            .iter()
            .enumerate()
            .map(|(at, machine)| machine.shape.cores() * self.running(at))
            .sum()
    }

    fn cores_placed(&self) -> f64 {
        let fleet = &self.answer.fleet;
        let left = &self.answer.usual.left;
        self.cores_asked()
            - fleet.classes.iter().zip(left).map(|(class, left)| class.shape.cores() * left).sum::<f64>()
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, answer) = (self.input, self.answer);
        let types = 0..answer.fleet.types.len();
        let machines: f64 = types.clone().map(|at| self.running(at)).sum();
        let price = |at: usize| match self.running(at) {
            0.0 => Some(0.0),
            machines => answer.fleet.types[at].price.map(|price| price * machines),
        };
        let cost: Option<f64> = types.clone().map(price).sum();
        let mix: Vec<String> = types
            .filter(|at| self.running(*at) > 0.0)
            .map(|at| format!("{} × {}", number(self.running(at)), input.types[at].name))
            .collect();
        let running = self.cores_running();
        let utilisation = (running > 0.0).then(|| (self.cores_placed() / running).min(1.0));
        let short = self.short();
        let (unserved, whose) = match short {
            Some((class, _, _)) => (answer.worst().left[class], self.name(class)),
            None => (0.0, ""),
        };
        let largest = answer.fleet.largest();
        let room = self.room(answer.worst(), largest);
        vec![
            Figure::maybe(
                "longest_wait",
                "Longest wait",
                Unit::Duration,
                self.longest_wait(),
                Absent::Unlimited,
            )
            .note(match short {
                None => "a boot; chance adds to it".into(),
                Some((class, _, Some(_))) => format!("of {}, by the mean flows", self.name(class)),
                Some((class, _, None)) => format!("of {}: it grows without end", self.name(class)),
            })
            .headline(),
            Figure::new("unserved", "Jobs without a place", Unit::Factor, unserved).note(whose).headline(),
            Figure::maybe(
                "room_largest",
                "Room for the largest class",
                Unit::Factor,
                room,
                Absent::Unlimited,
            )
            .note(format!(
                "{} at once, if nothing else runs there; {} are asked for",
                self.name(largest),
                number(answer.worst().load[largest])
            ))
            .headline(),
            Figure::new("machines", "Machines, at least", Unit::Count, machines)
                .note(mix.join(", "))
                .headline(),
            Figure::maybe("cost", "Cost per hour, at least", Unit::Price, cost, Absent::NotApplicable)
                .note(if cost.is_some() { "with the usual arrivals" } else { "a type has no price" })
                .headline(),
            Figure::maybe(
                "utilisation",
                "CPU in use, at most",
                Unit::Share,
                utilisation,
                Absent::NotApplicable,
            )
            .note("of those machines")
            .headline(),
            Figure::new("cores", "CPU asked for", Unit::Cores, self.cores_asked())
                .note("on average, with the usual arrivals"),
        ]
    }

    fn classes(&self) -> Table {
        let answer = self.answer;
        let worst = answer.worst();
        let rows = (0..self.input.jobs.len()).map(|class| {
            vec![
                self.name(class).to_owned(),
                number(answer.usual.load[class]),
                number(worst.load[class]),
                self.room(worst, class).map_or_else(|| Absent::Unlimited.text().to_owned(), number),
                number(worst.left[class]),
            ]
        });
        let columns = [
            "Class",
            "At once, usually",
            "At once, at worst",
            "Room if nothing else runs",
            "Without a place",
        ];
        Table {
            key: "classes",
            title: "Jobs at once, by class".into(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: rows.collect(),
        }
    }

    /// Cores by type and class when it is worst, and what waits.
    fn chart(&self) -> ChartSpec {
        let answer = self.answer;
        let filled =
            answer.spell.as_ref().map_or(&answer.usual, |spell| match answer.usual.shortest(&answer.fleet) {
                None => &spell.filled,
                Some(_) => &answer.usual,
            });
        let classes = answer.fleet.classes.len();
        let cores = |class: usize, jobs: f64| Segment {
            name: class,
            value: answer.fleet.classes[class].shape.cores() * jobs,
        };
        let segments = |jobs: &[f64]| -> Vec<Segment> {
            jobs.iter()
                .enumerate()
                .filter(|(_, jobs)| **jobs > 0.0)
                .map(|(class, jobs)| cores(class, *jobs))
                .collect()
        };
        let total = |segments: &[Segment]| segments.iter().map(|segment| segment.value).sum::<f64>();
        let mut bars = Vec::new();
        for &at in &answer.fleet.by_rank {
            let mut parts = segments(&filled.placed[at]);
            let all = filled.available[at] * answer.fleet.types[at].shape.cores();
            let free = all - total(&parts);
            if all.is_finite() && free > 1e-9 * all {
                parts.push(Segment { name: classes, value: free });
            }
            bars.push(Bar { label: self.input.types[at].name.clone(), count: 1, segments: parts });
        }
        let waits = segments(&filled.left);
        if !waits.is_empty() {
            bars.push(Bar { label: "no place".into(), count: 1, segments: waits });
        }
        let tallest = bars.iter().map(|bar| total(&bar.segments)).fold(0.0, f64::max);
        let order = match self.input.order {
            Order::Largest => "larger classes first",
            Order::Backfill | Order::Fifo => "each class its share",
        };
        let when = match &answer.spell {
            Some(_) if answer.usual.shortest(&answer.fleet).is_none() => " when it is worst",
            _ => "",
        };
        ChartSpec {
            key: "types",
            title: format!("What runs on which type{when}"),
            caption: format!(
                "Cores by class, filled by rank, {order}. Hatched: can be had and is not needed."
            ),
            plot: Plot::Bars {
                y: Axis::up_to("cores", Unit::Cores, tallest),
                bars,
                names: self
                    .input
                    .jobs
                    .iter()
                    .map(|job| job.name.clone())
                    .chain(["free".to_owned()])
                    .collect(),
            },
        }
    }
}

/// A share, as the sentences print it.
pub(super) fn share(value: f64) -> String {
    show(Unit::Share, value)
}

/// A rate, as the sentences print it.
pub(super) fn rate(value: f64) -> String {
    shown(Unit::Rate, value).to_string()
}
