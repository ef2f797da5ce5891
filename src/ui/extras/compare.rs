//! The scenario under edit beside a pinned one.

use super::super::bench::{Bench, Pinned};
use super::super::el::{El, button, el};
use super::super::icons::{face, icon};
use crate::analysis::compare::{self, Difference, FIRST};
use crate::report::{ModelError, Report};

/// What differs from the pinned scenario.
pub(super) fn view(bench: &Bench) -> El {
    let section = el("section")
        .class("card comparison")
        .key("comparison")
        .set("data-part", "comparison")
        .set("aria-labelledby", "part-comparison")
        .add(el("h3").set("id", "part-comparison").text("Two scenarios"));
    let Some(pinned) = &bench.pinned else { return section };
    let scenarios = el("ul")
        .class("scenarios")
        .add(side(FIRST, "pinned", pinned.answer.as_deref()))
        .add(side("B", "under edit", bench.answer.as_deref()));
    section
        .add(scenarios)
        .add(inputs(bench, pinned))
        .maybe(figures(bench, pinned))
        .add(buttons())
        .add(paste(pinned))
}

fn side(name: &'static str, what: &'static str, answer: Result<&Report, &ModelError>) -> El {
    let (severity, picture, unseen) = face(answer.ok().map(|report| report.verdict.severity));
    let text = match answer {
        Ok(report) => &report.verdict.text,
        Err(error) => &error.message,
    };
    let state = answer.map_or("", |report| report.verdict.state);
    el("li")
        .set("data-severity", severity)
        .put("data-side", name)
        .put("data-state", state)
        .add(icon(picture))
        .add(
            el("span")
                .add(el("b").text(name))
                .text(" (")
                .text(what)
                .text("): ")
                .add(el("span").add(el("span").class("unseen").text(unseen)).text(text)),
        )
}

fn table(caption: &'static str, change: bool, rows: Vec<Difference>) -> El {
    let head = el("tr")
        .add(el("th").set("scope", "col").text(caption))
        .add(el("th").set("scope", "col").text("A"))
        .add(el("th").set("scope", "col").text("B"))
        .maybe(change.then(|| el("th").set("scope", "col").text("A to B")));
    let cell = |text: &str| el("td").text(if text.is_empty() { "–" } else { text });
    let row = |row: Difference| {
        el("tr")
            .put("data-differs", row.key)
            .add(el("th").set("scope", "row").text(row.label))
            .add(cell(&row.first))
            .add(cell(&row.second))
            .maybe(change.then(|| el("td").text(&row.change)))
    };
    let body = el("tbody").all(rows.into_iter().map(row).collect());
    el("div").class("scroll").add(el("table").add(el("thead").add(head)).add(body))
}

fn inputs(bench: &Bench, pinned: &Pinned) -> El {
    let differences = compare::inputs(&pinned.scenario, &bench.draft.scenario);
    if differences.is_empty() {
        return el("p").text("Nothing differs yet. Change an input: the answer to it is B.");
    }
    table("Inputs that differ", false, differences)
}

fn figures(bench: &Bench, pinned: &Pinned) -> Option<El> {
    let (Ok(first), Ok(second)) = (&pinned.answer, &bench.answer) else { return None };
    let differences = compare::figures(first, second);
    (!differences.is_empty()).then(|| table("Figures that differ", true, differences))
}

fn buttons() -> El {
    el("p")
        .class("buttons")
        .add(button("", "swap-", "compare").text("Edit A instead"))
        .add(button("", "pin-", "again").text("Pin B as A"))
        .add(button("", "unpin-", "compare").text("End the comparison"))
}

/// A link can be pinned too.
fn paste(pinned: &Pinned) -> El {
    let error = pinned.refused.as_ref();
    el("div")
        .class("paste")
        .add(el("label").set("for", "paste-first").text("A from another link"))
        .add(
            el("input")
                .set("id", "paste-first")
                .set("type", "text")
                .set("autocomplete", "off")
                .set("spellcheck", "false")
                .set("placeholder", "Paste a link of this calculator")
                .state("aria-invalid", error.is_some())
                .set("aria-describedby", "paste-said"),
        )
        .add(
            el("p")
                .class("said")
                .set("id", "paste-said")
                .set("role", "status")
                .maybe(error.map(|error| el("span").class("error").text(error))),
        )
}
