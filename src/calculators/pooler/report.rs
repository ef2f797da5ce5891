//! The pooler's answer: verdict, figures, working.

use super::input::{Input, OnDeadline, Start};
use super::lane::{Lane, restart_wait};
use super::limits::{critical_rate, deadline_miss_at, destroy_rate, empty_at, max_rate, point_of_no_return};
use super::loss::{Cause, late_share};
use super::outcome::{Outcome, State, outcome};
use super::{charts, notes, simulation};
use crate::quantity::{Shown, Unit, shown};
use crate::report::{Absent, Figure, ModelError, Report, Severity, Step, Verdict, show_seconds};

/// What the report's parts are made of.
pub(super) struct Answer<'a> {
    pub input: &'a Input,
    pub lane: Lane,
    pub outcome: Outcome,
    pub miss_at: Option<f64>,
    pub empty_at: Option<(f64, f64)>,
    pub no_return: Option<f64>,
}

impl Answer<'_> {
    /// Connections that are held when every pool is full.
    pub fn held(&self) -> f64 {
        self.lane.lanes * f64::from(self.lane.size)
    }

    /// Queries per second that the connections can do.
    pub fn capacity(&self) -> f64 {
        self.lane.lanes * f64::from(self.lane.size) / self.lane.hold
    }
}

/// Whether the inputs make a scenario.
///
/// # Errors
/// They do not: no connection or no client is left for a pool, or an action lacks what it needs.
pub(super) fn check(input: &Input) -> Result<(), ModelError> {
    if let Some(limit) = input.server_limit.filter(|limit| input.reserved >= *limit) {
        return Err(ModelError::new(
            format!(
                "The database accepts {} connections and {} are kept for others: none are left for the poolers.",
                shown(Unit::Count, f64::from(limit)),
                shown(Unit::Count, f64::from(input.reserved))
            ),
            &["server_limit", "reserved"],
        ));
    }
    if input.max_clients < input.pools {
        return Err(ModelError::new(
            format!(
                "One pooler admits {} clients for {} pools: that is less than one for each.",
                input.max_clients, input.pools
            ),
            &["max_clients", "pools"],
        ));
    }
    simulation::steps(input).map(|_| ())
}

pub(super) fn report(input: &Input) -> Result<Report, ModelError> {
    check(input)?;
    let lane = Lane::new(input);
    let outcome = outcome(&lane);
    let answer = Answer {
        input,
        lane,
        outcome,
        miss_at: deadline_miss_at(&lane),
        empty_at: empty_at(&lane, &outcome),
        no_return: point_of_no_return(&lane, lane.rate),
    };
    Ok(Report {
        verdict: verdict(&answer),
        figures: figures(&answer),
        notes: notes::notes(&answer),
        steps: steps(&answer),
        tables: Vec::new(),
        charts: charts::charts(&answer),
    })
}

fn per_second(value: f64) -> Shown {
    shown(Unit::Rate, value)
}

fn verdict(answer: &Answer<'_>) -> Verdict {
    let Answer { lane, outcome, .. } = answer;
    let rho = lane.utilisation(lane.surge_rate());
    let down_at = answer.miss_at.or(outcome.down_at).unwrap_or(0.0);
    let goes_down = match outcome.cause {
        Cause::Losses | Cause::Burst => {
            let median = outcome.down_at.unwrap_or(0.0);
            format!("Goes down about {} into the surge, by chance,", show_seconds(median))
        }
        _ if down_at < 0.001 => "Goes down as soon as the surge begins".into(),
        _ => format!("Goes down {} into the surge", show_seconds(down_at)),
    };
    let margin = match rho {
        0.0 => "there is no load".into(),
        rho if rho < 1.0 => format!("{} to spare", shown(Unit::Share, 1.0 / rho - 1.0)),
        _ if lane.is_protected() => "kept short of the deadline by the wait limit".into(),
        _ if lane.wait_at_client_limit(lane.servers()) < lane.half_miss_wait() => {
            "kept short of the deadline by the client limit".into()
        }
        _ => "over before the queue reaches the deadline".into(),
    };
    let text = match outcome.state {
        State::Safe => format!("Survives the surge: {margin}"),
        State::Vulnerable => {
            format!("Survives this surge, {margin}, but could not come back if it went down")
        }
        State::Recovers => match outcome.recovery {
            Some(recovery) if recovery > 0.0 => {
                format!("{goes_down} and is back {} after it", show_seconds(recovery))
            }
            _ => format!("{goes_down} and is back as soon as it ends"),
        },
        State::Stuck if outcome.fails_cold => {
            "Does not come up from empty: queries die faster than connections open".into()
        }
        State::Stuck => format!("{goes_down} and stays down"),
        State::Draining => match outcome.down_at {
            Some(at) if lane.utilisation(lane.rate) < 1.0 => {
                format!("Does not hold even at the base load: a full pool lasts about {}", show_seconds(at))
            }
            _ => format!(
                "Does not hold even at the base load: {} arrive, {} can be served",
                per_second(lane.rate * lane.lanes),
                per_second(answer.capacity())
            ),
        },
    };
    let severity = match outcome.state {
        State::Safe => Severity::Ok,
        State::Vulnerable | State::Recovers => Severity::Warning,
        State::Stuck | State::Draining => Severity::Critical,
    };
    Verdict { state: outcome.state.key(), severity, text, detail: detail(answer) }
}

fn detail(answer: &Answer<'_>) -> String {
    let Answer { lane, outcome, .. } = answer;
    let each = if lane.lanes > 1.0 { " at each lane" } else { "" };
    let arrive = per_second(lane.rate);
    let reopen = per_second(lane.refill());
    let cost = lane.cost();
    match outcome.state {
        State::Safe if cost.queued == 0.0 => {
            "A query abandoned in the queue costs no connection, so no queue feeds itself.".into()
        }
        State::Safe if lane.is_protected() => {
            "The pooler's wait limit removes queries before their deadline, so none dies in the queue.".into()
        }
        State::Safe => {
            format!("Knocked down, it would come back: {arrive} arrive{each} and {reopen} can be reopened.")
        }
        State::Vulnerable => format!(
            "{arrive} arrive{each} and {reopen} can be reopened: an empty pool would spend each new connection on a query nobody waits for."
        ),
        State::Recovers if !outcome.loses_pool => format!(
            "No connection is lost; {} more arrive than can be served, and after the surge the queue drains.",
            per_second(((lane.surge_rate() - lane.servers() / lane.hold) * lane.lanes).max(0.0))
        ),
        State::Recovers => format!(
            "After it, {arrive} arrive{each} and {reopen} can be reopened: the queue of dead queries shrinks."
        ),
        State::Stuck | State::Draining if outcome.loses_pool && lane.is_trap(lane.rate) => format!(
            "{} {arrive} arrive{each}; {reopen} can be reopened, and each new connection is spent on a query nobody waits for.",
            if outcome.state == State::Stuck && !outcome.fails_cold {
                "After it,"
            } else {
                "At the base load,"
            }
        ),
        State::Stuck | State::Draining => {
            format!(
                "{arrive} arrive{each}, more than {} connections can do.",
                shown(Unit::Count, lane.servers())
            )
        }
    }
}

fn figures(answer: &Answer<'_>) -> Vec<Figure> {
    let Answer { lane, outcome, .. } = answer;
    let lanes = lane.lanes;
    let size = f64::from(lane.size);
    let ceiling = lanes / lane.open;
    let destroyed = lanes * (destroy_rate(lane, lane.rate, size) + lane.destroyed);
    let net = ceiling - destroyed;
    let rho = |rate: f64| rate * lane.hold / size;
    let each =
        if lanes > 1.0 { format!("{} lanes together", shown(Unit::Count, lanes)) } else { "one lane".into() };
    let empty = match answer.empty_at {
        Some((low, high)) => Figure::new("empty_at", "Pool is empty at", Unit::Duration, 0.5 * (low + high))
            .between(low, high)
            .note("into the surge; varies between runs"),
        None => Figure::absent("empty_at", "Pool is empty at", Unit::Duration, Absent::Never),
    };
    vec![
        Figure::new("refill_ceiling", "Refill ceiling", Unit::Rate, ceiling).headline().note(each),
        Figure::new("utilisation_surge", "Load in the surge", Unit::Share, rho(lane.surge_rate()))
            .headline()
            .note(format!("of capacity {}", per_second(answer.capacity()))),
        Figure::maybe(
            "deadline_miss_at",
            "Half the queries miss from",
            Unit::Duration,
            answer.miss_at,
            Absent::Never,
        )
        .headline()
        .note(if answer.miss_at.is_some() { "into the surge" } else { "not in this surge" }),
        Figure::maybe("recovery_time", "Comes back after", Unit::Duration, outcome.recovery, Absent::Never)
            .headline()
            .note(match outcome.recovery {
                Some(0.0) if outcome.down_at.is_none() => "it does not go down".into(),
                Some(_) => "from the end of the surge".into(),
                None => format!("at {}", per_second(lane.rate * lanes)),
            }),
        match answer.no_return {
            Some(connections) => {
                Figure::new("point_of_no_return", "Point of no return", Unit::Factor, connections.min(size))
                    .note(format!("usable connections of {} per lane", lane.size))
            }
            None => Figure::absent(
                "point_of_no_return",
                "Point of no return",
                Unit::Factor,
                Absent::NotApplicable,
            )
            .note("a queue here cannot feed itself"),
        }
        .headline(),
        Figure::new("max_rate", "Survives this surge up to", Unit::Rate, max_rate(lane) * lanes)
            .headline()
            .note("queries outside the surge"),
        empty,
        Figure::new("capacity", "Capacity", Unit::Rate, answer.capacity()),
        Figure::new("utilisation", "Load outside the surge", Unit::Share, rho(lane.rate)),
        Figure::new("late_share", "Late outside the surge", Unit::Share, late_share(lane, lane.rate))
            .note("wait and service past the deadline"),
        Figure::new(
            "late_share_surge",
            "Late in the surge",
            Unit::Share,
            late_share(lane, lane.surge_rate()),
        )
        .note("with a full pool, in the long run"),
        Figure::new("arrivals_per_refill", "Arrivals per reopening", Unit::Factor, lane.rate * lane.open)
            .note("λt; at 1 or more a dead queue feeds itself"),
        Figure::new("destroy_rate", "Connections destroyed", Unit::Rate, destroyed)
            .note("at the base load, full pool"),
        Figure::new("net_rate", "Refill less destroyed", Unit::Rate, net),
        Figure::maybe(
            "time_to_empty",
            "A full pool is used up in",
            Unit::Duration,
            (net < 0.0).then(|| lanes * size / -net),
            Absent::Never,
        )
        .note("at that rate"),
        Figure::new(
            "restart_wait",
            "Longest wait after a restart",
            Unit::Duration,
            restart_wait(lane.rate, lane.hold, lane.open),
        )
        .note("at the base load"),
        Figure::new("held", "Connections held", Unit::Count, answer.held()).note(
            match answer.input.server_limit {
                Some(limit) => format!("the database has {} for them", limit - answer.input.reserved),
                None => "at most".into(),
            },
        ),
    ]
}

fn steps(answer: &Answer<'_>) -> Vec<Step> {
    let Answer { lane, outcome, .. } = answer;
    let number = |value: f64| crate::quantity::significant(value, 3);
    let (lambda, surged) = (per_second(lane.rate), per_second(lane.surge_rate()));
    let (hold, open, deadline) =
        (show_seconds(lane.hold), show_seconds(lane.open), show_seconds(lane.deadline));
    let rho = lane.utilisation(lane.surge_rate());
    let mut steps = vec![
        Step {
            what: "A lane reopens one connection after the other.".into(),
            formula: "refill ceiling = lanes ÷ t".into(),
            numbers: format!("{} ÷ {open} = {}", number(lane.lanes), per_second(lane.lanes / lane.open)),
            source: "PgBouncer src/objects.c, launch_new_connection; measured",
        },
        Step {
            what: "Load in the surge over connections; above 1 the queue grows.".into(),
            formula: "ρ = surge × λ × s ÷ N".into(),
            numbers: format!(
                "{} × {lambda} × {hold} ÷ {} = {}",
                number(lane.surge),
                number(lane.servers()),
                number(rho)
            ),
            source: "Little's law",
        },
    ];
    if rho > 1.0 {
        steps.push(Step {
            what: "The wait grows at ρ − 1 until half of the queries miss their deadline.".into(),
            formula: if lane.is_constant() {
                "(D − s) ÷ (ρ − 1)"
            } else {
                "(D − s·ln 2) ÷ (ρ − 1)"
            }
            .into(),
            numbers: format!(
                "({deadline} − {}) ÷ {} = {}",
                show_seconds(lane.deadline - lane.half_miss_wait()),
                number(rho - 1.0),
                show_seconds(lane.half_miss_wait() / (rho - 1.0))
            ),
            source: "fluid queue; within the scatter of the measured runs",
        });
    } else {
        steps.push(Step {
            what: "Share of queries in the surge that are late with a full pool.".into(),
            formula: if lane.is_constant() { "C·e^(−2(cμ−λ)(D−s))" } else { "P(W + S > D), M/M/c" }.into(),
            numbers: format!(
                "{surged}, {} connections, {hold} each, deadline {deadline}: {}",
                shown(Unit::Count, lane.servers()),
                shown(Unit::Share, late_share(lane, lane.surge_rate()))
            ),
            source: if lane.is_constant() { "approximation of M/D/c (Tijms)" } else { "Erlang C" },
        });
    }
    steps.push(Step {
        what: "Arrivals while one connection reopens. At 1 or more, a queue of dead queries feeds itself."
            .into(),
        formula: "λ × t".into(),
        numbers: format!("{lambda} × {open} = {}", number(lane.rate * lane.open)),
        source: "measured: 0.66 recovers, 1.4 stays down",
    });
    if outcome.loses_pool && outcome.queue > 0.0 && lane.cost().queued > 0.0 {
        let net = lane.refill() - lane.rate;
        steps.push(Step {
            what:
                "After the surge each reopened connection is spent on one of the B queries that died waiting."
                    .into(),
            formula: "B ÷ (1/t − λ)".into(),
            numbers: match outcome.recovery {
                Some(recovery) => format!(
                    "{} ÷ ({} − {lambda}) = {}",
                    number(outcome.queue),
                    per_second(lane.refill()),
                    show_seconds(recovery)
                ),
                None => format!("{} − {lambda} = {}: never", per_second(lane.refill()), per_second(net)),
            },
            source: "measured: within 25 % for λt of 0.8 or less",
        });
    }
    if let Some(connections) = answer.no_return {
        steps.push(Step {
            what: "Point of no return: as many die in the queue as the lane reopens.".into(),
            formula: "λ·P(W > D | c) = 1/t".into(),
            numbers: format!("c = {} of {}", number(connections), lane.size),
            source: "quasi-stationary M/M/c; Jagerman 1974",
        });
    }
    if let Some(rate) = critical_rate(lane).filter(|_| lane.cost().queued > 0.0 && !lane.is_constant()) {
        steps.push(Step {
            what: "The rate at which a full pool's own bursts balance the lane.".into(),
            formula: "λ*·P(W > D | N) = 1/t".into(),
            numbers: format!("λ* = {} per lane", per_second(rate)),
            source: "as above",
        });
    }
    if answer.input.start == Start::Empty || outcome.state == State::Stuck {
        steps.push(Step {
            what: "Longest wait after a restart, while the pool fills.".into(),
            formula: "s(λt − 1)² ÷ (2λt)".into(),
            numbers: format!(
                "{}; the deadline is {deadline}",
                show_seconds(restart_wait(lane.rate, lane.hold, lane.open))
            ),
            source: "fluid; ∫(1 − c/a)dt while c rises at 1/t",
        });
    }
    if answer.input.on_deadline == OnDeadline::CancelTerminate
        || answer.input.on_deadline == OnDeadline::CancelWait
    {
        let late = lane.rate * late_share(lane, lane.rate);
        steps.push(Step {
            what: "Each cancel of a running query takes the lane for one login.".into(),
            formula: "(1 − x·t) ÷ t".into(),
            numbers: format!(
                "x = {}: {} left of {}",
                per_second(late),
                per_second((1.0 - late * lane.open).max(0.0) / lane.open),
                per_second(1.0 / lane.open)
            ),
            source: "PgBouncer src/objects.c; measured",
        });
    }
    steps
}
