//! What many runs say.

use super::charts;
use super::plan::Plan;
use super::sample::{Ending, Sample, read};
use crate::calculators::fleet::Input;
use crate::calculators::simulated::{Share, Simulation, share_figures};
use crate::quantity::{Unit, show, shown};
use crate::report::{Absent, Figure, ModelError, Note, Severity, Table, Verdict, show_seconds};
use crate::sim::estimate;

const CONFIDENCE: f64 = 0.95;

pub(super) fn summary(input: &Input, plan: &Plan, samples: &[Vec<f64>]) -> Result<Simulation, ModelError> {
    let samples: Vec<Sample<'_>> = samples.iter().filter_map(|numbers| read(numbers, &plan.fleet)).collect();
    let runs = samples.len() as u32;
    let mut shares = Vec::new();
    for ending in Ending::ALL {
        let count = samples.iter().filter(|sample| sample.ending == ending).count() as u32;
        let Some(share) = estimate::share(count, runs, CONFIDENCE) else {
            return Err(ModelError::new("There is no run to tell of.", &[]));
        };
        shares.push(Share { key: ending.key(), runs: count, share });
    }
    let runs = Runs { input, plan, samples: &samples };
    Ok(Simulation {
        verdict: runs.verdict(&shares),
        figures: runs.figures(&shares),
        notes: runs.notes(),
        tables: vec![runs.classes(), runs.types()],
        charts: charts::charts(input, plan, &samples),
        shares,
        runs: samples.len() as u32,
    })
}

struct Runs<'a> {
    input: &'a Input,
    plan: &'a Plan,
    samples: &'a [Sample<'a>],
}

/// The word of a time, where there is one.
fn time(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "—".into(), |seconds| show(Unit::Duration, seconds))
}

impl Runs<'_> {
    /// The quantiles 5, 50 and 95 % of what some of the runs have; none if none of them has it.
    fn band(&self, of: impl Fn(&Sample<'_>) -> Option<f64>) -> Option<[f64; 3]> {
        let values = estimate::sorted(self.samples.iter().filter_map(of).collect());
        let quantile = |p| estimate::quantile(&values, p);
        Some([quantile(0.05)?, quantile(0.5)?, quantile(0.95)?])
    }

    fn middle(&self, of: impl Fn(&Sample<'_>) -> Option<f64>) -> Option<f64> {
        self.band(of).map(|[_, middle, _]| middle)
    }

    fn p95(&self, class: usize) -> Option<f64> {
        self.middle(|sample| sample.class(class).p95)
    }

    /// The class that waits longest, the larger one of equals.
    fn worst(&self) -> usize {
        let fleet = &self.plan.fleet;
        let mut worst = fleet.largest();
        for &class in &fleet.by_size {
            if self.p95(class) > self.p95(worst) {
                worst = class;
            }
        }
        worst
    }

    fn verdict(&self, shares: &[Share]) -> Verdict {
        let counts: Vec<u32> = shares.iter().map(|share| share.runs).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        // Of two that are as frequent, the worse one.
        let at = counts.iter().rposition(|count| *count == most).unwrap_or(0);
        let ending = Ending::ALL[at];
        let runs = self.samples.len();
        let severity = match ending {
            Ending::InTime if most as usize == runs => Severity::Ok,
            Ending::InTime => Severity::Warning,
            Ending::Late | Ending::Waits => Severity::Critical,
        };
        let fleet = &self.plan.fleet;
        let (worst, smallest) = (self.worst(), fleet.smallest());
        let name = |class: usize| &self.input.jobs[class].name;
        let other = match worst == smallest {
            true => String::new(),
            false => format!(", of {} within {}", name(smallest), time(self.p95(smallest))),
        };
        let target = show_seconds(self.input.target.si());
        let of = |count: u32| shown(Unit::Count, f64::from(count));
        Verdict {
            state: ending.key(),
            severity,
            text: format!("95 % of {} jobs start within {}{other}", name(worst), time(self.p95(worst))),
            detail: format!(
                "Every class within {target} in {} of {} simulated runs, later in {}; in {} jobs that came more than \
                 that ago still wait at the end.",
                of(counts[0]),
                of(runs as u32),
                of(counts[1]),
                of(counts[2])
            ),
        }
    }

    fn figures(&self, shares: &[Share]) -> Vec<Figure> {
        let fleet = &self.plan.fleet;
        let (worst, largest, smallest) = (self.worst(), fleet.largest(), fleet.smallest());
        let name = |class: usize| self.input.jobs[class].name.as_str();
        let names = [
            ("in_time_share", "Every class starts in time"),
            ("late_share", "Some class starts late"),
            ("still_waiting_share", "Still waiting at the end"),
        ];
        let mut figures = share_figures(names, shares);
        let mut add = |key, label, unit, of: &str, band: Option<[f64; 3]>| {
            let note = band.map_or_else(String::new, |[low, _, high]| {
                format!("median of the runs; nine in ten are {} to {}", shown(unit, low), shown(unit, high))
            });
            let note = if of.is_empty() { note } else { format!("{of}; {note}") };
            let value = band.map(|[_, middle, _]| middle);
            figures.push(Figure::maybe(key, label, unit, value, Absent::NotApplicable).note(note));
        };
        let unit = Unit::Duration;
        add(
            "wait_p95",
            "95 % start within, worst class",
            unit,
            name(worst),
            self.band(|run| run.class(worst).p95),
        );
        for (class, keys, labels) in [
            (
                largest,
                ["wait_p50_largest", "wait_p95_largest", "wait_longest_largest"],
                [
                    "Half start within, largest class",
                    "95 % start within, largest class",
                    "Longest wait, largest class",
                ],
            ),
            (
                smallest,
                ["wait_p50_smallest", "wait_p95_smallest", "wait_longest_smallest"],
                [
                    "Half start within, smallest class",
                    "95 % start within, smallest class",
                    "Longest wait, smallest class",
                ],
            ),
        ] {
            add(keys[0], labels[0], unit, name(class), self.band(|run| run.class(class).p50));
            add(keys[1], labels[1], unit, name(class), self.band(|run| run.class(class).p95));
            add(keys[2], labels[2], unit, name(class), self.band(|run| run.class(class).longest));
        }
        add(
            "waiting",
            "Jobs waiting",
            Unit::Factor,
            "on average over time",
            self.band(|run| Some(run.waiting)),
        );
        add(
            "machines",
            "Machines",
            Unit::Factor,
            "on average over time",
            self.band(|run| Some(run.machines)),
        );
        add("cost", "Cost per hour", Unit::Price, "booting machines too", self.band(|run| run.cost));
        add("utilisation", "CPU in use", Unit::Share, "of all machines", self.band(|run| run.utilisation));
        let headlines =
            ["wait_p95", "wait_p95_largest", "wait_p95_smallest", "machines", "cost", "utilisation"];
        for figure in &mut figures {
            figure.headline = headlines.contains(&figure.key);
        }
        figures
    }

    fn classes(&self) -> Table {
        let rows = self.input.jobs.iter().enumerate().map(|(class, job)| {
            let middle =
                |of: fn(super::sample::OfClass) -> Option<f64>| self.middle(|run| of(run.class(class)));
            let count = |value: Option<f64>| value.map_or("—".into(), |value| show(Unit::Count, value));
            vec![
                job.name.clone(),
                count(middle(|of| Some(of.jobs))),
                time(middle(|of| of.mean)),
                time(middle(|of| of.p50)),
                time(middle(|of| of.p95)),
                time(middle(|of| of.longest)),
                count(middle(|of| Some(of.unstarted))),
            ]
        });
        let columns =
            ["Class", "Jobs", "Mean wait", "Half within", "95 % within", "Longest", "Waiting at the end"];
        Table {
            key: "classes",
            title: "Waits by class, median of the runs".into(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: rows.collect(),
        }
    }

    fn types(&self) -> Table {
        let rows = self.input.types.iter().enumerate().map(|(at, machine)| {
            let middle = |index: usize| self.middle(|run| Some(run.machines_of(at)[index])).unwrap_or(0.0);
            let cost = machine.price.map(|price| price.as_per_hour() * middle(0));
            vec![
                machine.name.clone(),
                show(Unit::Factor, middle(0)),
                show(Unit::Count, middle(1)),
                cost.map_or("—".into(), |cost| show(Unit::Price, cost)),
            ]
        });
        Table {
            key: "types",
            title: "Machines by type, median of the runs".into(),
            columns: ["Type", "On average", "At most", "Per hour"]
                .iter()
                .map(|column| (*column).to_owned())
                .collect(),
            rows: rows.collect(),
        }
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = vec![Note {
            severity: Severity::Ok,
            text: format!(
                "Each run is watched for {} after a warm-up of {} with the usual arrivals; waits are those of the jobs \
                 that arrive in that time.",
                show_seconds(self.plan.watch),
                show_seconds(self.plan.before)
            ),
        }];
        let unstarted = |run: &Sample<'_>| {
            (0..self.input.jobs.len()).map(|class| run.class(class).unstarted).sum::<f64>()
        };
        let most = self.samples.iter().map(unstarted).fold(0.0, f64::max);
        if most > 0.0 {
            notes.push(Note {
                severity: Severity::Warning,
                text: format!(
                    "Up to {} jobs of a run still wait at its end: they count with their waits so far, so that the \
                     true waits are longer.",
                    shown(Unit::Count, most)
                ),
            });
        }
        let late = |from: f64| from >= self.plan.watch;
        if self.input.outages.iter().any(|outage| late(outage.from.si()))
            || self.input.surges.iter().any(|surge| late(surge.from.si()))
        {
            notes.push(Note {
                severity: Severity::Warning,
                text: "Some surge or outage begins after the end of the runs, and is not simulated.".into(),
            });
        }
        notes
    }
}
