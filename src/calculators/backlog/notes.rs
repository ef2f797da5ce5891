//! Remarks: traps, limits of the model, what is odd about the inputs.

use super::input::{By, Input};
use super::model::{self, State};
use super::report::{Answer, items, per, share};
use crate::quantity::{Duration, Rate, Share, Unit, shown};
use crate::report::{Note, Severity, show_seconds};

/// Real capacity as a share of workers ÷ time per item, as measured.
const REAL_CAPACITY: [f64; 2] = [0.98, 0.94];

pub(super) fn notes(answer: &Answer) -> Vec<Note> {
    let all = [
        undecided(answer),
        nominal_capacity(answer),
        sensitive(answer),
        shedding_ends(answer),
        turned_away(answer),
        lost(answer),
        near_storm(answer),
        dropped_before_patience(answer),
        near_tipping(answer),
        falls_to_nothing(answer),
        target_in_pause(answer),
        past_incident(answer),
    ];
    all.into_iter().flatten().collect()
}

fn note(severity: Severity, text: String) -> Option<Note> {
    Some(Note { severity, text })
}

fn undecided(answer: &Answer) -> Option<Note> {
    let text = "The queue sits so near its tipping point that it was not decided; it counts as not drained.";
    if answer.outcome.course.settled { None } else { note(Severity::Warning, text.into()) }
}

/// Nominal workers ÷ time per item overstates the capacity.
fn nominal_capacity(answer: &Answer) -> Option<Note> {
    let drain = answer.outcome.drain_time.filter(|_| answer.input.by == By::Workers && answer.queues())?;
    let real = REAL_CAPACITY.map(|part| {
        let capacity = Rate::per_second(part * answer.capacity());
        model::drain_time(answer.input, capacity)
            .map_or_else(|| "never".into(), |drain| show_seconds(drain.as_seconds()).to_string())
    });
    let severity = if real[1] == "never" { Severity::Warning } else { Severity::Ok };
    note(
        severity,
        format!(
            "Workers lose time between items: 2 to 6 % of nominal capacity where it was measured. The drain \
             then takes {} to {}, not {}. A measured rate is better than workers and time per item.",
            real[0],
            real[1],
            show_seconds(drain.as_seconds())
        ),
    )
}

/// Near full utilisation the drain time hangs on the last per cent of capacity.
fn sensitive(answer: &Answer) -> Option<Note> {
    let drain = answer.outcome.drain_time?.as_seconds();
    let utilisation = answer.admitted() / answer.capacity();
    if !answer.queues() && utilisation >= 1.0 {
        return note(
            Severity::Warning,
            "Nothing is to spare. Chance alone, which this model leaves out, makes such a queue grow.".into(),
        );
    }
    if !answer.queues() || !(0.9..).contains(&utilisation) || drain == 0.0 {
        return None;
    }
    let less = model::drain_time(answer.input, Rate::per_second(0.99 * answer.capacity()));
    let then = match less {
        Some(less) => format!("makes the drain {} longer", share(less.as_seconds() / drain - 1.0)),
        None => "means that it never drains".into(),
    };
    note(
        Severity::Warning,
        format!(
            "At {} utilisation everything hangs on little: 1 % less capacity {then}.",
            share(utilisation)
        ),
    )
}

fn shedding_ends(answer: &Answer) -> Option<Note> {
    let arrivals = answer.input.arrivals.as_per_second();
    let drains = answer.outcome.drain_time.is_some();
    if !drains || answer.input.shed == Share::ZERO || arrivals < answer.capacity() || arrivals == 0.0 {
        return None;
    }
    note(
        Severity::Warning,
        format!(
            "When everything is let in again, {} arrive and {} can be done: the backlog grows anew.",
            per(arrivals),
            per(answer.capacity())
        ),
    )
}

fn turned_away(answer: &Answer) -> Option<Note> {
    let count = model::turned_away(answer.input, answer.outcome).filter(|count| *count > 0.0)?;
    note(Severity::Ok, format!("{} items are turned away until the backlog is gone.", items(count)))
}

fn lost(answer: &Answer) -> Option<Note> {
    let course = &answer.outcome.course;
    if course.final_loss > 0.0 {
        return note(
            Severity::Warning,
            format!(
                "In lasting overload {} of the items expire, one minus capacity over arrivals. Trying them \
                 again only adds load: the share that is lost stays.",
                share(course.final_loss)
            ),
        );
    }
    (course.expired > 0.0 && course.expired.is_finite()).then(|| Note {
        severity: Severity::Warning,
        text: format!("{} items expire: they are lost, or come back as new ones.", items(course.expired)),
    })
}

/// It drains this time, but longer waits would sustain themselves.
fn near_storm(answer: &Answer) -> Option<Note> {
    let below = model::storm_below(answer.input)?;
    if answer.outcome.drain_time.is_none() || below < answer.outcome.capacity {
        return None;
    }
    note(
        Severity::Warning,
        format!(
            "It drains this time. But with the copies {} arrive once every wait is longer than {}, and {} \
             can be done: a longer outage keeps itself up.",
            per(below.as_per_second()),
            show_seconds(answer.input.patience.map_or(0.0, Duration::as_seconds)),
            per(answer.capacity())
        ),
    )
}

fn dropped_before_patience(answer: &Answer) -> Option<Note> {
    let Input { patience, expires, retrigger, .. } = answer.input;
    let (patience, expires) = ((*patience)?, (*expires)?);
    if patience < expires || *retrigger == Share::ZERO {
        return None;
    }
    note(
        Severity::Ok,
        "Items expire before anyone loses patience, so nothing is submitted again in this model.".into(),
    )
}

fn near_tipping(answer: &Answer) -> Option<Note> {
    let tips_at = model::tips_at(answer.input)?;
    let course = &answer.outcome.course;
    let proxy = "The slow-down is a proxy: fit its one number to two measured points. In PostgreSQL a \
        dequeue was measured to cost 40 to 65 ns more for each dead row in front.";
    match answer.outcome.state {
        State::Drains | State::Late if answer.queues() && tips_at > 0.0 => note(
            if course.peak > 0.8 * tips_at { Severity::Warning } else { Severity::Ok },
            format!(
                "The backlog reaches {} of the {} from which it would keep itself up. {proxy}",
                share(course.peak / tips_at),
                items(tips_at)
            ),
        ),
        _ => note(Severity::Ok, proxy.into()),
    }
}

fn falls_to_nothing(answer: &Answer) -> Option<Note> {
    let input = answer.input;
    let (left, after) = (input.during > Share::ZERO && input.outage > Duration::ZERO, input.ramp);
    if !left || after == Duration::ZERO {
        return None;
    }
    note(
        Severity::Ok,
        format!(
            "The ramp begins at nothing, although {} of the capacity is left in the outage.",
            share(input.during.as_fraction())
        ),
    )
}

fn target_in_pause(answer: &Answer) -> Option<Note> {
    let target = answer.input.target?;
    if answer.capacity_for_target.is_some() {
        return None;
    }
    let (pause, target) = (answer.input.pause.as_seconds(), target.as_seconds());
    let why = match () {
        () if target <= pause && pause > 0.0 => format!(": the pause alone lasts {}", show_seconds(pause)),
        () => String::new(),
    };
    note(
        Severity::Warning,
        format!("No capacity drains it within {} of the outage{why}.", show_seconds(target)),
    )
}

fn past_incident(answer: &Answer) -> Option<Note> {
    let input = answer.input;
    match (input.observed_outage, input.observed_drain) {
        (Some(_), None) => note(
            Severity::Ok,
            "An outage alone says nothing of the headroom: the time until its backlog was gone is needed too."
                .into(),
        ),
        (None, Some(_)) => note(
            Severity::Ok,
            "A drain alone says nothing of the headroom: how long everything stood still is needed too.".into(),
        ),
        _ => {
            let [_, implied, _] = answer.implied?;
            let here = answer.capacity() / input.arrivals.as_per_second();
            let differs = here.is_finite() && (here / implied - 1.0).abs() > 0.1;
            differs.then(|| Note {
                severity: Severity::Warning,
                text: format!(
                    "The past incident implies a capacity of {} times the arrivals; here it is {} times.",
                    shown(Unit::Factor, implied),
                    shown(Unit::Factor, here)
                ),
            })
        }
    }
}
