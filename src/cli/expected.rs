//! A link with the state that it is expected to have: `pooler?open=100ms => safe`.

use super::{DIFFERS, HAS_ISSUES, NO_SCENARIO};
use crate::field::{nearest, shorten};
use crate::report::{ModelError, Report};
use crate::scenario::{Decoded, Scenario};

/// The state of inputs that make no scenario together.
const ERROR: &str = "error";

/// Something wrong with a line, and the exit status that it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    pub message: String,
    pub status: u8,
}

impl Problem {
    pub(super) fn unread(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), status: HAS_ISSUES }
    }
}

/// A line that was answered.
pub(super) struct Answered {
    pub scenario: Scenario,
    pub answer: Result<Report, ModelError>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// The link and the state of a line; a comment may follow the state.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once("=>") {
        Some((link, state)) => {
            let state = state.split_once('#').map_or(state, |(state, _)| state);
            (link.trim(), Some(state.trim()))
        }
        None => (text.trim(), None),
    }
}

/// Answers a line. Nothing is answered if it names no calculator.
pub(super) fn answer(text: &str, line: usize, needs_state: bool) -> Result<Answered, Problem> {
    let (link, state) = split(text);
    let Decoded { scenario, issues } =
        super::decode_one(link).map_err(|error| Problem::unread(line, error))?;
    let mut problems: Vec<_> =
        issues.iter().map(|issue| Problem::unread(line, super::text::issue(issue).trim_end())).collect();
    let answer = scenario.evaluate(&issues);
    let states = scenario.calculator.states();
    match state {
        None if needs_state => {
            let message =
                format!("“{}” has no expected state: add => {}.", shorten(link), states.join(" or "));
            problems.push(Problem::unread(line, message));
        }
        None => {}
        Some(state) if state != ERROR && !states.contains(&state) => {
            let id = scenario.calculator.id();
            let mut message = format!("“{}” is no state of {id}.", shorten(state));
            message += &match nearest(state, states.iter().copied()) {
                Some(nearest) => format!(" Did you mean {nearest}?"),
                None => format!(" There are {} and {ERROR}.", states.join(", ")),
            };
            problems.push(Problem::unread(line, message));
        }
        Some(state) => {
            let (actual, why) = match &answer {
                Ok(report) => (report.verdict.state, report.verdict.text.as_str()),
                Err(error) => (ERROR, error.message.as_str()),
            };
            if actual != state {
                let message = format!("expected {state}, is {actual}: {} ({why})", scenario.encode());
                problems.push(Problem { line, message, status: DIFFERS });
            }
        }
    }
    if let (Err(error), None) = (&answer, state) {
        let message = format!("The inputs make no scenario: {}", error.message);
        problems.push(Problem { line, message, status: NO_SCENARIO });
    }
    Ok(Answered { scenario, answer, problems })
}
