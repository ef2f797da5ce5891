//! An incident, and what ended it.

use super::presets::PRESETS;
use crate::evidence::{Exhibit, Line, ask, text};
use crate::quantity::Unit;

const ASSUMED: &str = "Arrivals, durations and numbers of machines were not published; those of the scenario are assumed, so \
                       that only what happens can be compared, not how much.";

/// What was published of the incident and of each thing that was done, in the order of the presets.
const PUBLISHED: [&str; 4] = [
    "demand for 2xlarge up from 15:44, too few machines that fit it; 20 min at 19:25, others rising",
    "a larger minimum fleet, among other things, 20:11; normal 20:35",
    "more machine types 19:56 to 19:59; by 20:41 95 % of 2xlarge start within 4 s",
    "large classes first, introduced afterwards; no number",
];

pub(super) fn exhibits() -> Vec<Exhibit> {
    let mut rows = Vec::new();
    for (preset, published) in PRESETS.iter().zip(PUBLISHED) {
        let mut link = "fleet?".to_owned();
        link.push_str(preset.query);
        let answer = ask(&link);
        let state = answer.state().replace('_', " ");
        let wait = text(Unit::Duration, answer.value("longest_wait"));
        rows.push(Line {
            cells: vec![
                preset.title.to_owned(),
                format!("{state}, longest wait {wait}"),
                published.to_owned(),
            ],
            agrees: None,
            link: answer.link,
            why: ASSUMED,
        });
    }
    let mut charts = Vec::new();
    if let Some(mut chart) = rows.first().and_then(|row| ask(&row.link).chart(0)) {
        chart.key = "evidence-incident-fleet";
        chart.title = "The incident of 21 October as the model has it".into();
        charts.push(chart);
    }
    vec![Exhibit {
        title: "No room for the large jobs",
        how: "Nothing was measured here. The incident of 21 October at a CI service, and what was done about it, as it was \
              published, beside the mean flows of this page. They say more than the 20 minutes, for they leave out that a \
              waiting job takes every place that becomes free; the simulation of the same link has that.",
        says: "The model has the largest class wait while smaller ones find a place, and each thing that was done ends that; \
               how long they wait cannot be compared."
            .into(),
        charts,
        columns: &["what", "this page", "published"],
        rows,
    }]
}
