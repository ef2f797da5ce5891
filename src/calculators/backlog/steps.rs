//! The working: formulas with their numbers. A closed form is shown only where it gives what the
//! event-by-event solution gave.

use super::input::By;
use super::model;
use super::report::{Answer, items, per, share};
use crate::quantity::{Duration, Rate, Share, Unit, shown};
use crate::report::{Step, show_seconds};

const NEWELL: &str = "Newell, Applications of Queueing Theory, 2nd ed. 1982, ch. 2";
const LITTLE: &str = "Little 1961, Operations Research 9:383–387";
const METASTABLE: &str = "Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021";
const DEFINITION: &str = "by definition";

pub(super) fn steps(answer: &Answer) -> Vec<Step> {
    let backlog = at_the_end_of_the_outage(answer);
    let all = [
        capacity(answer),
        utilisation(answer),
        backlog.map(|(_, step)| step),
        Some(drain(answer, at_the_end_of_the_outage(answer).map(|(backlog, _)| backlog))),
        Some(longest_wait(answer)),
        expired(answer),
        storm(answer),
        tipping(answer),
        target(answer),
        past_incident(answer),
    ];
    all.into_iter().flatten().collect()
}

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().min(b.abs())
}

fn capacity(answer: &Answer) -> Option<Step> {
    let input = answer.input;
    (input.by == By::Workers).then(|| {
        let (workers, job) = (f64::from(input.workers), show_seconds(input.job.as_seconds()));
        let numbers = format!("{} ÷ {job} = {}", items(workers), per(answer.capacity()));
        step("Capacity", "μ = workers ÷ time per item", numbers, LITTLE)
    })
}

fn utilisation(answer: &Answer) -> Option<Step> {
    let arrivals = answer.input.arrivals;
    let utilisation = model::utilisation(arrivals, answer.outcome.capacity)?;
    let numbers = format!(
        "{} ÷ {} = {}",
        per(arrivals.as_per_second()),
        per(answer.capacity()),
        share(utilisation.as_fraction())
    );
    Some(step("Utilisation", "ρ = λ ÷ μ", numbers, DEFINITION))
}

/// The backlog then, where it grew evenly.
fn at_the_end_of_the_outage(answer: &Answer) -> Option<(f64, Step)> {
    let input = answer.input;
    let (outage, waiting) = (input.outage.as_seconds(), f64::from(input.waiting));
    let left = input.during.as_fraction() * answer.capacity();
    let backlog = waiting + (answer.admitted() - left) * outage;
    let found = answer.outcome.course.backlog(outage, super::curve::Side::Before);
    if outage == 0.0 || backlog <= 0.0 || !same(backlog, found) {
        return None;
    }
    let numbers = format!(
        "{} + ({} − {}) × {} = {}",
        items(waiting),
        per(answer.admitted()),
        per(left),
        show_seconds(outage),
        items(backlog)
    );
    let formula = "B₀ = waiting + (λ − capacity left) × outage";
    Some((backlog, step("Backlog when the outage ends", formula, numbers, NEWELL)))
}

/// All that arrived is done: μ(D − pause − ramp/2) = B₀ + λD + λ(peak − 1)·(its length).
fn drain(answer: &Answer, backlog: Option<f64>) -> Step {
    let input = answer.input;
    let [pause, ramp, peak_for] = [input.pause, input.ramp, input.peak_for].map(Duration::as_seconds);
    let (arrivals, capacity) = (answer.admitted(), answer.capacity());
    let not_done = capacity * (pause + 0.5 * ramp);
    let more = match input.peak.as_times() {
        1.0 => 0.0,
        peak => arrivals * (peak - 1.0) * peak_for,
    };
    let backlog = backlog.or((input.outage == Duration::ZERO).then_some(f64::from(input.waiting)));
    if let (Some(drain), Some(backlog)) = (answer.outcome.drain_time, backlog) {
        let closed = (backlog + not_done + more) / (capacity - arrivals);
        if same(closed, drain.as_seconds()) && closed > 0.0 {
            let mut formula = String::from("B₀");
            let mut numbers = items(backlog).to_string();
            if not_done > 0.0 {
                formula += " + μ(pause + ramp ÷ 2)";
                numbers += &format!(" + {}", items(not_done));
            }
            if more != 0.0 {
                formula += " + λ(peak − 1) × its length";
                numbers += &format!(" + {}", items(more));
            }
            if not_done > 0.0 || more != 0.0 {
                (formula, numbers) = (format!("({formula})"), format!("({numbers})"));
            }
            let numbers =
                format!("{numbers} ÷ ({} − {}) = {}", per(capacity), per(arrivals), show_seconds(closed));
            return step("Drain time", &format!("D = {formula} ÷ (μ − λ)"), numbers, NEWELL);
        }
    }
    let course = &answer.outcome.course;
    let peak = if course.peak.is_finite() {
        format!("largest {}, {} after the start", items(course.peak), show_seconds(course.peak_at))
    } else {
        "it grows for ever".into()
    };
    let numbers = match answer.outcome.cleared_after {
        Some(_) if !answer.queues() => "nothing ever waits".into(),
        Some(cleared) => format!("{peak}; gone after {}", show_seconds(cleared.as_seconds())),
        None => format!("{peak}; never gone"),
    };
    let formula = match input.half_at {
        Some(_) => "B′ = λ(t) − μ(t) ÷ (1 + B ÷ half_at) while B > 0, by Runge–Kutta in steps",
        None => "B′ = λ(t) − μ(t) while B > 0, solved from event to event",
    };
    step("Backlog over time", formula, numbers, NEWELL)
}

fn longest_wait(answer: &Answer) -> Step {
    let input = answer.input;
    let longest = answer.outcome.longest_wait.as_seconds();
    let stop = input.outage.as_seconds() + input.pause.as_seconds();
    if input.during == Share::ZERO && longest > 0.0 && same(longest, stop) {
        let numbers = show_seconds(longest).to_string();
        return step("Longest wait", "of what arrives as the outage begins: outage + pause", numbers, NEWELL);
    }
    let numbers =
        if longest.is_finite() { show_seconds(longest).to_string() } else { "it grows for ever".into() };
    let formula =
        "W(t) = (when as many have left as had arrived at t) − t, at its largest, first come, first served";
    step("Longest wait", formula, numbers, NEWELL)
}

fn expired(answer: &Answer) -> Option<Step> {
    let input = answer.input;
    let (outage, expires) = (input.outage.as_seconds(), input.expires?.as_seconds());
    let late = (outage - expires).max(0.0);
    let dropped = answer.admitted() * late;
    let found = answer.outcome.course.expired;
    (found > 0.0 && same(dropped, found)).then(|| {
        let numbers = format!("{} × {} = {}", per(answer.admitted()), show_seconds(late), items(dropped));
        step("Dropped", "λ × (outage − expires)", numbers, NEWELL)
    })
}

fn storm(answer: &Answer) -> Option<Step> {
    let below = model::storm_below(answer.input)?;
    let verdict = if below >= answer.outcome.capacity { "≥" } else { "<" };
    let numbers = format!(
        "(1 + {}) × {} = {} {verdict} {}",
        share(answer.input.retrigger.as_fraction()),
        per(answer.admitted()),
        per(below.as_per_second()),
        per(answer.capacity())
    );
    let formula = "while waits exceed the patience, copies sustain the backlog if (1 + share)·λ ≥ μ";
    Some(step("Resubmission", formula, numbers, METASTABLE))
}

fn tipping(answer: &Answer) -> Option<Step> {
    let tips_at = model::tips_at(answer.input)?;
    let numbers = format!(
        "{} × ({} ÷ {} − 1) = {}",
        items(f64::from(answer.input.half_at?)),
        per(answer.capacity()),
        per(answer.admitted()),
        items(tips_at)
    );
    let formula = "μ ÷ (1 + B ÷ half_at) = λ at B = half_at × (μ ÷ λ − 1)";
    Some(step("Backlog that keeps itself up", formula, numbers, DEFINITION))
}

fn target(answer: &Answer) -> Option<Step> {
    let target = answer.input.target?.as_seconds();
    let capacity = answer.capacity_for_target.map(Rate::as_per_second);
    let found = capacity.map_or("no capacity is enough".into(), |capacity| per(capacity).to_string());
    let formula = "the least μ whose drain time, worked out as above, is the target";
    let numbers = format!("within {}: {found}", show_seconds(target));
    Some(step("Capacity for the target", formula, numbers, "false position, Dowell and Jarratt 1971"))
}

fn past_incident(answer: &Answer) -> Option<Step> {
    let input = answer.input;
    let [_, implied, _] = answer.implied?;
    let (outage, drain) = (input.observed_outage?.as_seconds(), input.observed_drain?.as_seconds());
    let ramp = input.ramp.as_seconds();
    let (outage_text, drain_text, ramp_text) =
        (show_seconds(outage), show_seconds(drain), show_seconds(ramp));
    let implied = shown(Unit::Factor, implied);
    let (formula, numbers) = match () {
        () if ramp == 0.0 => {
            ("μ ÷ λ = 1 + outage ÷ drain", format!("1 + {outage_text} ÷ {drain_text} = {implied}"))
        }
        () if ramp <= drain => (
            "μ ÷ λ = (1 + outage ÷ drain) ÷ (1 − ramp ÷ (2 × drain))",
            format!(
                "(1 + {outage_text} ÷ {drain_text}) ÷ (1 − {ramp_text} ÷ (2 × {drain_text})) = {implied}"
            ),
        ),
        () => (
            "μ ÷ λ = 2 × ramp × (outage + drain) ÷ drain²",
            format!("2 × {ramp_text} × ({outage_text} + {drain_text}) ÷ ({drain_text})² = {implied}"),
        ),
    };
    Some(step("Capacity in the past incident", formula, numbers, NEWELL))
}
