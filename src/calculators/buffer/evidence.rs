//! Worked out by others, and an incident.

use crate::evidence::{Exhibit, Line, Row, Rows, against, ask, text};
use crate::quantity::Unit;

const COMPUTED: &str = include_str!("../../../tests/data/buffer/buffer_fill.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    let table = Rows::read(COMPUTED);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for row in table.iter() {
        let answer = ask(&link(row));
        let (predicted, computed) = (answer.value("time_to_full"), row.number("t_oom_s"));
        pairs.extend(predicted.zip(computed));
        let survives = |yes: bool| if yes { "survives" } else { "goes down" };
        let (says, expected) =
            (survives(answer.state() == "survives"), survives(row.text("verdict") == "survives"));
        let near = match predicted.zip(computed) {
            Some((predicted, computed)) => (predicted - computed).abs() <= 1e-6 * computed,
            None => predicted.is_none() && computed.is_none(),
        };
        rows.push(Line {
            cells: vec![
                row.text("case").replace('_', " "),
                format!("{says}, full after {}", text(Unit::Duration, predicted)),
                format!("{expected}, full after {}", text(Unit::Duration, computed)),
            ],
            agrees: Some(near && says == expected),
            link: answer.link,
            why: "",
        });
    }
    let incident = ask("buffer?rate=1.5k/s");
    let mut charts = vec![against("evidence-buffer", "Time until memory is full", Unit::Duration, &pairs)];
    charts.extend(incident.chart(0).map(|mut chart| {
        chart.key = "evidence-incident-buffer";
        chart.title = "The incident of 20 October as the model has it".into();
        chart
    }));
    vec![Exhibit {
        title: "Memory while the database is away",
        how: "Worked out apart from this project, not measured. The incident of 20 October, a database away for 15 minutes, \
              is known by what happened only: memory ran out meanwhile, and the service could not start again before the \
              database was back. No sizes were published; those of the scenario are assumed.",
        says: format!(
            "Both agree in {} of {} cases; the incident's state is “{}”, as it was.",
            crate::evidence::agreed(&rows).0,
            rows.len(),
            incident.state().replace('_', " ")
        ),
        charts,
        columns: &["case", "predicted", "computed"],
        rows,
    }]
}

fn link(row: Row<'_>) -> String {
    format!(
        "buffer?memory={}MiB&used={}MiB&rate={}/s&item={}B&overhead={}&spill={}MiB/s&shed={}&outage={}s&boot={}s",
        row.text("limit_MiB"),
        row.text("base_MiB"),
        row.text("rate_items_per_s"),
        row.text("bytes_per_item"),
        row.text("overhead_k"),
        row.text("spill_MiBps"),
        row.text("shed_fraction"),
        row.text("db_outage_s"),
        row.text("boot_s"),
    )
}
