//! A chart: its canvas, the values at the cursor, and its data.

use super::answer::Shown;
use super::el::{El, el};
use super::rest::grid;
use crate::chart::{self, ChartSpec, Plot};

/// A chart; the canvas is drawn later, by [`super::canvas`].
pub(super) fn view(spec: &ChartSpec, shown: Shown<'_>) -> El {
    let key = spec.key;
    let pointed = shown.pointed.filter(|pointed| pointed.chart == key);
    let by_pointer = pointed.is_some_and(|pointed| !pointed.by_key);
    // Room is kept for all values, so that nothing moves.
    let many = match &spec.plot {
        Plot::Lines { series, .. } => series.len() > 3,
        Plot::Bars { names, .. } => names.len() > 3,
    };
    let plot = el("div")
        .class("plot")
        .join("id", "plot-", key)
        .set("role", "img")
        .set("tabindex", "0")
        .join("aria-describedby", "reading-", key)
        .put("aria-label", &format!("{}. {}", spec.title, spec.caption))
        .add(el("canvas").join("id", "canvas-", key));
    let mut reading = el("p")
        .class("reading")
        .join("id", "reading-", key)
        .flag("data-many", many)
        // A pointer passes too many values to read them out.
        .set("aria-live", if by_pointer { "off" } else { "polite" });
    match pointed {
        Some(pointed) => {
            for (name, value) in chart::readout(spec, pointed.cursor) {
                let words = el("span").text(&name).text(" ").add(el("b").text(&value));
                reading = reading.add(words).text(" ");
            }
        }
        None => reading = reading.add(el("span").text("Point, or press ← →, for exact values.")),
    }
    let data = shown.data.iter().any(|shown| shown == key).then(|| {
        let (columns, rows) = chart::data_table(spec);
        grid(&columns, &rows)
    });
    el("section")
        .class("card chart")
        .key(key)
        .put("data-chart", key)
        .join("aria-labelledby", "chart-", key)
        .add(el("h3").join("id", "chart-", key).text(&spec.title))
        .add(el("p").class("sub").text(&spec.caption))
        .add(plot)
        .add(reading)
        .add(el("details").class("data").join("id", "data-", key).add(el("summary").text("Data")).maybe(data))
}
