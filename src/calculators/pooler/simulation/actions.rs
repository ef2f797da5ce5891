//! What operators do while it happens.

use super::rules::Step;
use crate::calculators::pooler::input::{Do, Input};
use crate::report::ModelError;

/// The steps of the table `actions`: seconds after the start of the surge, and what changes then.
///
/// # Errors
/// A row that lacks what it needs, or has what it cannot use.
pub fn steps(input: &Input) -> Result<Vec<(f64, Step)>, ModelError> {
    let mut steps = Vec::with_capacity(input.actions.len());
    for (number, action) in input.actions.iter().enumerate() {
        let wrong = |what: &str| {
            let message = format!("Row {} of the actions: {what}", number + 1);
            Err(ModelError::new(message, &["actions"]))
        };
        let time = action.time.map(|time| time.as_seconds());
        let step = match (action.what, time, action.count) {
            (Do::Restart, None, None) => Step::Restart,
            (Do::Restart, ..) => return wrong("a restart takes neither a time nor a number."),
            (Do::Shed, Some(seconds), None) => Step::Shed(seconds),
            (Do::Shed, None, _) => return wrong("for how long is load shed? Its time is missing."),
            (Do::Shed, Some(_), Some(_)) => return wrong("shedding load takes a time and no number."),
            (Do::WaitLimit, limit, None) => match limit {
                Some(seconds) if seconds < 1e-3 => return wrong("the shortest wait limit is 1 ms."),
                limit => Step::WaitLimit(limit.unwrap_or(f64::INFINITY)),
            },
            (Do::WaitLimit, ..) => {
                return wrong("a wait limit is a time, or none at all; it takes no number.");
            }
            (Do::Size, None, Some(size)) => Step::Size(size),
            (Do::Size, ..) => return wrong("a pool size is a number, without a time."),
            (Do::MaxClients, None, Some(clients)) if clients < input.pools => {
                return wrong("that is less than one client for each pool.");
            }
            (Do::MaxClients, None, Some(clients)) => Step::Clients(clients / input.pools),
            (Do::MaxClients, ..) => return wrong("a client limit is a number, without a time."),
        };
        steps.push((action.at.as_seconds(), step));
    }
    Ok(steps)
}
