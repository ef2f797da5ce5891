//! What is seen of a simulation.

use super::super::answer::Shown;
use super::super::chart;
use super::super::el::{El, button, el};
use super::super::icons::{face, icon};
use super::super::rest::{grid, note};
use super::runner::{RUNS, Stage, State};
use crate::calculators::Simulation;
use crate::report::{Figure, Table};

/// The simulation, or how far it is.
pub(super) fn view(state: &State, shown: Shown<'_>) -> El {
    let section = el("section").class("card runs").key("runs").set("aria-labelledby", "part-runs");
    let title = el("h3").set("id", "part-runs").text("Simulated, run by run");
    let (word, progress) = progress(state);
    let answer = state.answer.as_ref().map(|answer| self::answer(state, answer, shown));
    section.put("data-runs", word).add(title).add(progress).maybe(answer)
}

/// How far it is, as a word and for people.
fn progress(state: &State) -> (&'static str, El) {
    let line = el("p").class("sub").set("role", "status");
    let again = |what: &'static str| button("small", "runs-", "again").text(what);
    let made = state.made();
    match &state.stage {
        Stage::Idle => ("idle", line.text("There is no scenario to simulate.")),
        Stage::Waiting => ("waiting", line.text("Begins in a moment…")),
        Stage::Running => {
            let bar = el("progress")
                .set("aria-label", "Runs made")
                .put("max", &RUNS.to_string())
                .put("value", &made.to_string());
            let words = format!("{made} of {RUNS} runs");
            let stop = button("small", "runs-", "stop").text("Stop");
            ("running", el("div").class("buttons").add(bar).add(el("span").text(&words)).add(stop))
        }
        Stage::Done => ("done", line.text(&format!("{RUNS} runs, each with its own chance arrivals."))),
        Stage::Stopped => {
            let words = format!("Stopped after {made} of {RUNS} runs. ");
            ("stopped", line.text(&words).add(again("Run them all")))
        }
        Stage::Refused(why) => ("refused", line.text(why).text(" ").add(again("Try again"))),
    }
}

fn answer(state: &State, answer: &Simulation, shown: Shown<'_>) -> El {
    let (severity, sign, name) = face(Some(answer.verdict.severity));
    let says = el("strong").add(el("span").class("unseen").text(name)).text(&answer.verdict.text);
    let formula = format!("The formula says “{}”.", state.formula.replace('_', " "));
    let figures = answer.figures.iter().filter(|figure| figure.headline).map(figure).collect();
    let more = answer.figures.iter().filter(|figure| !figure.headline).map(figure).collect();
    el("div")
        .class("results")
        .flag("data-stale", state.is_old())
        .add(el("div").class("mini").set("data-severity", severity).add(icon(sign)).add(says))
        .add(bar(answer))
        .add(el("p").class("sub").text(&answer.verdict.detail).text(" ").text(&formula))
        .all(answer.charts.iter().map(|spec| chart::view(spec, shown)).collect())
        .add(el("dl").class("more").all(figures))
        .add(
            el("details")
                .class("more-figures")
                .add(el("summary").text("More figures"))
                .add(el("dl").class("more").all(more)),
        )
        .all(answer.tables.iter().map(table).collect())
        .add(el("ul").class("notes").all(answer.notes.iter().map(note).collect()))
}

/// How often runs ended in which way, as a bar.
fn bar(answer: &Simulation) -> El {
    let mut left = 0;
    let mut parts = Vec::new();
    for (index, share) in answer.shares.iter().enumerate() {
        let part =
            el("rect").put("x", &left.to_string()).put("width", &share.runs.to_string()).set("height", "1");
        parts.push(part.set("class", ["ending-0", "ending-1", "ending-2"][index.min(2)]));
        left += share.runs;
    }
    el("svg")
        .class("endings")
        .set("aria-hidden", "true")
        .set("preserveAspectRatio", "none")
        .put("viewBox", &format!("0 0 {} 1", left.max(1)))
        .all(parts)
}

fn figure(figure: &Figure) -> El {
    el("div")
        .key(figure.key)
        .put("data-simulated", figure.key)
        .add(el("dt").text(figure.label).add(el("small").text(&figure.note)))
        .add(el("dd").class("value").flag("data-absent", figure.value.is_err()).text(&figure.text))
}

fn table(table: &Table) -> El {
    el("div").key(table.key).add(el("h4").text(&table.title)).add(grid(&table.columns, &table.rows))
}
