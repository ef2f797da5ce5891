//! Worked out by others.

use crate::evidence::{Exhibit, Line, Rows, against, agreed, ask, text};
use crate::quantity::Unit;

const COMPUTED: &str = include_str!("../../../tests/data/cells/cells.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    let table = Rows::read(COMPUTED);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for row in table.iter() {
        let [cells, utilisation, failed] =
            ["cells_k", "utilisation_per_cell", "failed_f"].map(|column| row.text(column));
        let answer = ask(&format!("cells?cells={cells}&utilisation={utilisation}&failed={failed}"));
        let (predicted, computed) =
            (answer.value("utilisation_after"), row.number("utilisation_after_failover"));
        pairs.extend(predicted.zip(computed));
        let state = if row.text("verdict") == "ok" { "holds" } else { "overload" };
        let near = match predicted.zip(computed) {
            Some((predicted, computed)) => (predicted - computed).abs() <= 1e-6,
            None => predicted.is_none() && computed.is_none(),
        };
        let cell = |state: &str, value: Option<f64>| match value {
            Some(value) => format!("{state}, the rest at {}", text(Unit::Share, Some(value))),
            None => format!("{state}, none left"),
        };
        rows.push(Line {
            cells: vec![
                format!(
                    "{failed} of {cells} cells, each at {}",
                    text(Unit::Share, row.number("utilisation_per_cell"))
                ),
                cell(answer.state(), predicted),
                cell(state, computed),
            ],
            agrees: Some(near && answer.state() == state),
            link: answer.link,
            why: "",
        });
    }
    vec![Exhibit {
        title: "What is left to carry the load",
        how: "Worked out apart from this project, not measured: no operator publishes how its cells fail. What shuffle \
              sharding spares is held by the tests against exact fractions and against 400,000 draws.",
        says: format!("Both agree in {} of {} cases.", agreed(&rows).0, rows.len()),
        charts: vec![against("evidence-cells", "Utilisation after a failure", Unit::Share, &pairs)],
        columns: &["case", "predicted", "computed"],
        rows,
    }]
}
