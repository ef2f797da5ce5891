//! Simulated by others: no service publishes which of its runs were exhausted.

use crate::evidence::{Exhibit, Line, Row, Rows, against, ask, text};
use crate::quantity::Unit;

const SIMULATED: &str = include_str!("../../../tests/data/retries/exhausted_fraction.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    let table = Rows::read(SIMULATED);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    let mut most: f64 = 0.0;
    for row in table.iter() {
        let answer = ask(&link(row));
        let (Some(predicted), Some(simulated)) = (answer.value("exhausted_share"), row.number("monte_carlo"))
        else {
            continue;
        };
        pairs.push((predicted, simulated));
        most = most.max((predicted - simulated).abs());
        rows.push(Line {
            cells: vec![
                row.text("schedule").replace('_', " "),
                text(Unit::Duration, row.number("outage_s")),
                text(Unit::Share, Some(predicted)),
                text(Unit::Share, Some(simulated)),
            ],
            // Four standard errors of 400,000 draws at a half.
            agrees: Some((predicted - simulated).abs() <= 4.0 * 0.5 / 632.0),
            link: answer.link,
            why: "",
        });
    }
    vec![Exhibit {
        title: "Runs that a retry schedule loses",
        how: "Nobody publishes which runs were exhausted in an outage, so this was not measured. It was simulated apart from \
              this project, 400,000 runs a row, and worked out once more in exact fractions, which the tests hold to nine \
              digits.",
        says: format!(
            "All {} rows within {} of the simulation, whose own error is 0.3 % at most.",
            rows.len(),
            text(Unit::Share, Some(most))
        ),
        charts: vec![against("evidence-exhausted", "Share of runs exhausted", Unit::Share, &pairs)],
        columns: &["schedule", "outage", "predicted", "simulated"],
        rows,
    }]
}

fn link(row: Row<'_>) -> String {
    let delays: Vec<String> = row
        .text("delays_s")
        .split(';')
        .filter(|delay| !delay.is_empty())
        .map(|delay| format!("{delay}s"))
        .collect();
    let by = if delays.is_empty() { String::new() } else { format!("by=list&list={}&", delays.join(";")) };
    let jitter = row.text("jitter");
    let jitter = match jitter.strip_prefix("+U(0,").and_then(|rest| rest.strip_suffix(')')) {
        Some(most) => format!("jitter=add&jitter_for={most}s"),
        None => format!("jitter={jitter}"),
    };
    format!(
        "retries?{by}attempts={}&{jitter}&attempt_time={}s&outage={}s",
        row.text("attempts_m"),
        row.text("attempt_duration_s"),
        row.text("outage_s")
    )
}
