//! Instances whose best packing is proved.

use crate::evidence::{Exhibit, Line, Rows, against, agreed, ask, text};
use crate::quantity::Unit;

/// Made from `ci_instances.json` by a test, which holds it current.
const INSTANCES: &str = include_str!("../../../tests/data/packing/ci_links.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    let table = Rows::read(INSTANCES);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for row in table.iter() {
        let answer = ask(row.text("link"));
        let (key, unit) = match row.text("objective") {
            "min_cost" => ("cost", Unit::Price),
            "max_jobs" => ("unplaced", Unit::Count),
            _ => ("machines", Unit::Count),
        };
        let (predicted, optimum) = (answer.value(key), row.number("optimum"));
        if let (Some(predicted), Some(optimum), Unit::Price) = (predicted, optimum, unit) {
            pairs.push((predicted, optimum));
        }
        let both = predicted.zip(optimum);
        rows.push(Line {
            cells: vec![
                row.text("name").replace('_', " "),
                format!("{key} {}", text(unit, predicted)),
                optimum.map_or("none".into(), |optimum| format!("{key} {}", text(unit, Some(optimum)))),
            ],
            agrees: both.map(|(predicted, optimum)| (predicted - optimum).abs() <= 1e-9 * optimum.max(1.0)),
            link: answer.link,
            why: if both.is_none() {
                "Some jobs fit nowhere: there is no best packing of all of them."
            } else {
                ""
            },
        });
    }
    let (yes, said) = agreed(&rows);
    vec![Exhibit {
        title: "CI fleets with a proved best packing",
        how: "Fleets like those of a CI service, solved to proved optimality by two solvers apart from this project (a mixed \
              integer programme over patterns, and a constraint solver). This page takes the best of its heuristics and of a \
              short search.",
        says: format!("The best packing is found in {yes} of {said} fleets."),
        charts: vec![against("evidence-packing", "Cost per hour, the proved best", Unit::Price, &pairs)],
        columns: &["fleet", "found", "proved best"],
        rows,
    }]
}
