//! What a user should be warned of.

use super::input::OnDeadline;
use super::lane::WAIT_LIMIT_MARGIN;
use super::loss::late_share;
use super::outcome::State;
use super::report::Answer;
use crate::quantity::{Unit, shown};
use crate::report::{Note, Severity, show_seconds};

pub(super) fn notes(answer: &Answer<'_>) -> Vec<Note> {
    let Answer { input, lane, outcome, .. } = answer;
    let mut notes = Vec::new();
    let mut note = |severity, text: String| notes.push(Note { severity, text });
    if let Some(limit) = input.server_limit {
        let accepted = f64::from(limit - input.reserved);
        if answer.held() > accepted {
            note(
                Severity::Critical,
                format!(
                    "The poolers may hold {} connections, and the database has {} for them. The pooler that gets there \
                     last has its logins refused, and after a refusal PgBouncer opens none for 15 s: at most {} per pool fit.",
                    shown(Unit::Count, answer.held()),
                    shown(Unit::Count, accepted),
                    shown(Unit::Count, (accepted / lane.lanes).floor())
                ),
            );
        } else if lane.cost().cancels > 0.0 && 2.0 * answer.held() > accepted {
            note(
                Severity::Warning,
                "While cancels are forwarded a pool may hold up to twice its size, which is more than the database accepts.".into(),
            );
        }
    }
    if lane.cost().queued > 0.0 && !lane.is_protected() && lane.wait_limit < lane.deadline + 1.0 {
        note(
            Severity::Warning,
            format!(
                "The wait limit of {} does not protect: it is checked three times a second, so it must be {} or less to fire \
                 before a deadline of {}.",
                show_seconds(lane.wait_limit),
                if lane.deadline > WAIT_LIMIT_MARGIN {
                    show_seconds(lane.deadline - WAIT_LIMIT_MARGIN).to_string()
                } else {
                    "zero".into()
                },
                show_seconds(lane.deadline)
            ),
        );
    }
    if !input.actions.is_empty() || input.min_size > 0 {
        note(
            Severity::Warning,
            "This answer does not heed the actions nor the connections kept at least: simulate to see what they do."
                .into(),
        );
    }
    let rho = lane.utilisation(lane.surge_rate());
    if rho > 1.0 && !outcome.loses_pool && outcome.state != State::Draining {
        note(
            Severity::Warning,
            format!(
                "The connections can serve {} of the surge; the rest is refused, removed or late.",
                shown(Unit::Share, 1.0 / rho)
            ),
        );
    }
    if f64::from(input.size) > f64::from(lane.clients) {
        note(
            Severity::Warning,
            format!(
                "A lane admits {} clients, so it never uses more than that many of its {} connections.",
                lane.clients, lane.size
            ),
        );
    }
    if lane.open > lane.deadline && lane.cost().queued > 0.0 {
        note(
            Severity::Warning,
            "Opening one connection takes longer than the deadline: after a restart the first login already meets a dead \
             query, whatever the averages say."
                .into(),
        );
    }
    if let Some(connections) = answer.no_return {
        let size = f64::from(lane.size);
        if matches!(outcome.state, State::Vulnerable) && size < connections + 3.0 {
            note(
                Severity::Warning,
                "The pool is within three connections of its point of no return, which is a mean value: abandoned queries \
                 come in bursts, and a simulated pool half a connection above it went down nine times in ten."
                    .into(),
            );
        }
    }
    if outcome.state == State::Recovers && lane.rate * lane.open > 0.8 {
        note(
            Severity::Warning,
            "λt is close to 1: the time to come back is pessimistic and varies between runs; below 0.8 it was within 25 % \
             of every measured run."
                .into(),
        );
    }
    if outcome.base.median.is_finite() && !matches!(outcome.state, State::Draining | State::Stuck) {
        note(
            Severity::Warning,
            format!(
                "By chance a pool goes down even at the base load: half of them within {}.",
                show_seconds(outcome.base.median)
            ),
        );
    }
    if outcome.state == State::Stuck && !outcome.fails_cold {
        note(
            Severity::Ok,
            format!(
                "What helped in measured runs: a wait limit below the deadline cures at once; so does shedding all load for about {}; \
                 a bigger pool does not.",
                show_seconds(outcome.queue * lane.open)
            ),
        );
    }
    if input.on_deadline == OnDeadline::CancelWait {
        note(
            Severity::Ok,
            "The client must go on reading until the cancelled query answers: one that gives up after a second ends as \
             “cancels, hangs up”."
                .into(),
        );
    }
    if lane.is_constant() && late_share(lane, lane.surge_rate()) > 0.0 && rho < 1.0 && rho > 0.5 {
        note(
            Severity::Ok,
            "Constant service has no closed form: late shares are the heavy-traffic approximation of M/D/c."
                .into(),
        );
    }
    if outcome.fails_cold {
        note(Severity::Ok, "Let clients back in by parts: shed load until the pool has filled.".into());
    }
    notes
}
