//! What many runs say.

use super::charts;
use super::outcome::Ending;
use super::plan::Plan;
use super::sample::{Sample, read};
use crate::calculators::pooler::Input;
use crate::calculators::pooler::lane::Lane;
use crate::calculators::pooler::outcome::State;
use crate::calculators::simulated::{Share, Simulation, share_figures};
use crate::quantity::{Unit, shown};
use crate::report::{Absent, Figure, ModelError, Note, Severity, Verdict, show_seconds};
use crate::sim::estimate;

const CONFIDENCE: f64 = 0.95;

pub(super) fn summary(input: &Input, plan: &Plan, samples: &[Vec<f64>]) -> Result<Simulation, ModelError> {
    let samples: Vec<Sample<'_>> = samples.iter().filter_map(|numbers| read(numbers, plan)).collect();
    let runs = samples.len() as u32;
    let mut shares = Vec::new();
    for ending in Ending::ALL {
        let count = samples.iter().filter(|sample| sample.ending == ending).count() as u32;
        let Some(share) = estimate::share(count, runs, CONFIDENCE) else {
            return Err(ModelError::new("There is no run to tell of.", &[]));
        };
        shares.push(Share { key: ending.key(), runs: count, share });
    }
    let lane = Lane::new(input);
    Ok(Simulation {
        verdict: verdict(&lane, plan, &samples, &shares),
        figures: figures(&lane, &samples, &shares),
        notes: notes(input, &lane, plan),
        tables: Vec::new(),
        charts: charts::charts(input, plan, &samples),
        shares,
        runs,
    })
}

/// The quantiles 5, 50 and 95 % of what some of the runs have; none if none of them has it.
fn band(samples: &[Sample<'_>], of: impl Fn(&Sample<'_>) -> Option<f64>) -> Option<[f64; 3]> {
    let values = estimate::sorted(samples.iter().filter_map(of).collect());
    let quantile = |p| estimate::quantile(&values, p);
    Some([quantile(0.05)?, quantile(0.5)?, quantile(0.95)?])
}

fn verdict(lane: &Lane, plan: &Plan, samples: &[Sample<'_>], shares: &[Share]) -> Verdict {
    let [survived, recovered, down] = [0, 1, 2].map(|at| shares[at].runs);
    // Of two that are as frequent, the worse one.
    let state = match survived.max(recovered).max(down) {
        most if most == down => State::Stuck,
        most if most == recovered => State::Recovers,
        _ => State::of_survivor(lane),
    };
    let severity = match state {
        State::Stuck => Severity::Critical,
        State::Safe if survived as usize == samples.len() => Severity::Ok,
        _ => Severity::Warning,
    };
    let runs = shown(Unit::Count, samples.len() as f64);
    let of = |count: u32| shown(Unit::Count, f64::from(count));
    let recovery = band(samples, |sample| sample.recovery).map(|[_, middle, _]| show_seconds(middle));
    let text = match state {
        State::Stuck => {
            format!("Goes down and is still down at the end in {} of {runs} simulated runs", of(down))
        }
        State::Recovers => format!(
            "Goes down and comes back in {} of {runs} simulated runs{}",
            of(recovered),
            recovery.map_or(String::new(), |middle| format!(", half of them within {middle} of the surge"))
        ),
        _ if survived as usize == samples.len() => format!("Survives in all of {runs} simulated runs"),
        _ => format!(
            "Survives in {} of {runs} simulated runs, collapses in {}",
            of(survived),
            of(recovered + down)
        ),
    };
    let detail = format!(
        "Survived {}, came back {}, down {}; each run was watched for {} after the surge.",
        of(survived),
        of(recovered),
        of(down),
        show_seconds(plan.after)
    );
    Verdict { state: state.key(), severity, text, detail }
}

fn figures(lane: &Lane, samples: &[Sample<'_>], shares: &[Share]) -> Vec<Figure> {
    let names = [
        ("survived_share", "Survives"),
        ("recovered_share", "Goes down, comes back"),
        ("down_share", "Down at the end"),
    ];
    let mut figures: Vec<Figure> = share_figures(names, shares).into_iter().map(Figure::headline).collect();
    let mut quantiles =
        |keys: [&'static str; 3], labels: [&'static str; 3], unit, note: &str, band: Option<[f64; 3]>| {
            for (at, (key, label)) in keys.into_iter().zip(labels).enumerate() {
                let value = band.map(|band| band[at]);
                let mut figure = Figure::maybe(key, label, unit, value, Absent::Never).note(note);
                figure.headline = at == 1;
                figures.push(figure);
            }
        };
    let of_runs = |count: usize| format!("{} of the runs", shown(Unit::Count, count as f64));
    let emptied = samples.iter().filter(|sample| sample.empty_at.is_some()).count();
    quantiles(
        ["empty_at_p5", "empty_at", "empty_at_p95"],
        ["Pool is empty at, earliest 5 %", "Pool is empty at, median", "Pool is empty at, latest 5 %"],
        Unit::Duration,
        &format!("into the surge, in {}", of_runs(emptied)),
        band(samples, |sample| sample.empty_at),
    );
    let missed = samples.iter().filter(|sample| sample.miss_at.is_some()).count();
    quantiles(
        ["deadline_miss_at_p5", "deadline_miss_at", "deadline_miss_at_p95"],
        [
            "Half the queries miss from, earliest 5 %",
            "Half the queries miss from, median",
            "Half the queries miss from, latest 5 %",
        ],
        Unit::Duration,
        &format!("into the surge, in {}", of_runs(missed)),
        band(samples, |sample| sample.miss_at),
    );
    quantiles(
        ["recovery_time_p5", "recovery_time", "recovery_time_p95"],
        ["Comes back after, fastest 5 %", "Comes back after, median", "Comes back after, slowest 5 %"],
        Unit::Duration,
        &format!("from the end of the surge, in {}", of_runs(shares[1].runs as usize)),
        band(samples, |sample| sample.recovery),
    );
    let mean = |of: &dyn Fn(&Sample<'_>) -> Option<f64>| {
        let values: Vec<f64> = samples.iter().filter_map(of).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let means: [(&'static str, &'static str, Unit, Option<f64>, &str); 10] = [
        (
            "success_before",
            "Answered in time before the surge",
            Unit::Share,
            mean(&|run| run.success[0]),
            "mean of the runs",
        ),
        (
            "success_surge",
            "Answered in time, end of the surge",
            Unit::Share,
            mean(&|run| run.success[1]),
            "mean of the runs",
        ),
        (
            "success_after",
            "Answered in time at the end",
            Unit::Share,
            mean(&|run| run.success[2]),
            "mean of the runs",
        ),
        (
            "least_usable",
            "Fewest usable connections",
            Unit::Factor,
            mean(&|run| Some(run.least_usable)),
            "per lane, from the surge on",
        ),
        (
            "most_waiting",
            "Most queries waiting",
            Unit::Factor,
            mean(&|run| Some(run.most_waiting)),
            "per lane",
        ),
        (
            "destroyed",
            "Connections closed for abandoned queries",
            Unit::Factor,
            mean(&|run| Some(run.destroyed * lane.lanes)),
            "in a run, all lanes",
        ),
        (
            "cancels",
            "Cancels forwarded",
            Unit::Factor,
            mean(&|run| Some(run.cancels * lane.lanes)),
            "in a run, all lanes",
        ),
        (
            "refused_share",
            "Refused",
            Unit::Share,
            mean(&|run| (run.queries > 0.0).then(|| run.refused / run.queries)),
            "of all queries of a run",
        ),
        (
            "removed_share",
            "Removed by the wait limit",
            Unit::Share,
            mean(&|run| (run.queries > 0.0).then(|| run.removed / run.queries)),
            "of all queries of a run",
        ),
        (
            "failed_logins",
            "Logins refused by the database",
            Unit::Factor,
            mean(&|run| Some(run.failed_logins * lane.lanes)),
            "in a run, all lanes",
        ),
    ];
    for (key, label, unit, value, note) in means {
        figures.push(Figure::maybe(key, label, unit, value, Absent::NotApplicable).note(note));
    }
    figures
}

fn notes(input: &Input, lane: &Lane, plan: &Plan) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |severity, text: String| notes.push(Note { severity, text });
    note(
        Severity::Ok,
        format!(
            "A run is down while fewer than half of the queries of the last {} were answered in time.",
            show_seconds(plan.window as f64 * plan.bin)
        ),
    );
    if lane.lanes > 1.0 {
        note(
            Severity::Ok,
            "One lane is simulated with its share of the load, of the clients and of the connections that the database \
             accepts; the others are like it."
                .into(),
        );
    }
    if lane.is_trap(lane.rate) && lane.cost().queued > 0.0 {
        note(
            Severity::Ok,
            format!(
                "λt is 1 or more: a pool that is down for {} may come back later, but only by chance.",
                show_seconds(plan.after)
            ),
        );
    }
    if lane.cost().cancels > 0.0 {
        note(
            Severity::Ok,
            "A forwarded cancel takes as long as it did beside PostgreSQL on the same machine: 3.3 ms, one after the other."
                .into(),
        );
    }
    if input.min_size > input.size {
        note(Severity::Warning, "The pooler keeps no more connections than the pool size.".into());
    }
    notes
}
