//! What follows below verdict, figures and charts: more figures, tables, notes, the working, and what it
//! all rests on.

use super::bench::Bench;
use super::el::{El, el};
use super::icons::{face, icon};
use crate::calculators::{AnyCalculator, Take};
use crate::report::{Figure, Note, Report, Severity, Step, Table};
use crate::scenario::carry::{self, Offer};

/// The rest of a report.
pub(super) fn view(bench: &Bench, report: &Report) -> Vec<El> {
    let mut cards = Vec::new();
    if !report.notes.is_empty() {
        // The gravest first.
        let by = |severity| report.notes.iter().filter(move |note| note.severity == severity);
        let notes = by(Severity::Critical).chain(by(Severity::Warning)).chain(by(Severity::Ok));
        cards.push(
            card("notes", "To bear in mind").add(el("ul").class("notes").all(notes.map(note).collect())),
        );
    }
    let others = report.figures.iter().filter(|figure| !figure.headline);
    let figures: Vec<El> = others.map(|other| figure(bench, other)).collect();
    if !figures.is_empty() {
        cards.push(card("figures", "More figures").add(el("dl").class("more").all(figures)));
    }
    let offers: Vec<El> = carry::offers(&bench.draft.scenario, report).iter().map(offer).collect();
    if !offers.is_empty() {
        cards.push(card("carry", "Carry over").add(el("ul").class("carry").all(offers)));
    }
    let table = |table: &Table| card(table.key, &table.title).add(grid(&table.columns, &table.rows));
    cards.extend(report.tables.iter().map(table));
    if !report.steps.is_empty() {
        let steps = report.steps.iter().map(step).collect();
        cards.push(card("working", "How this is worked out").add(el("ol").class("steps").all(steps)));
    }
    cards
}

fn card(key: &'static str, title: &str) -> El {
    let card =
        el("section").class("card").key(key).put("data-part", key).join("aria-labelledby", "part-", key);
    card.add(el("h3").join("id", "part-", key).text(title))
}

/// A table, in a box that scrolls by itself where it is too wide; the first column names the rows.
pub(super) fn grid(columns: &[String], rows: &[Vec<String>]) -> El {
    let head = |column: &String| el("th").set("scope", "col").text(column);
    let cell = |(index, cell): (usize, &String)| match index {
        0 => el("th").set("scope", "row").text(cell),
        _ => el("td").text(cell),
    };
    let row = |row: &Vec<String>| el("tr").all(row.iter().enumerate().map(cell).collect());
    let head = el("thead").add(el("tr").all(columns.iter().map(head).collect()));
    let body = el("tbody").all(rows.iter().map(row).collect());
    el("div").class("scroll").add(el("table").add(head).add(body))
}

/// A figure as the input of another calculator.
fn offer(offer: &Offer) -> El {
    let Take { figure, input, .. } = offer.take;
    let link = el("a").join("href", "#/", &offer.link).put("data-carry", figure);
    let from = el("span").text(offer.label).text(", ").add(el("b").text(&offer.text));
    let to =
        el("span").text("→ ").add(el("b").text(offer.card.title)).text(", ").text(&input.replace('_', " "));
    el("li").add(link.add(from).text(" ").add(to))
}

/// A remark with its severity.
pub(super) fn note(note: &Note) -> El {
    let (severity, picture, name) = face(Some(note.severity));
    let words = el("span").add(el("span").class("unseen").text(name)).text(&note.text);
    el("li").set("data-severity", severity).add(icon(picture)).add(words)
}

fn figure(bench: &Bench, figure: &Figure) -> El {
    el("div")
        .key(figure.key)
        .put("data-figure", figure.key)
        .add(el("dt").add(label(bench, figure)).add(el("small").text(&figure.note)))
        .add(el("dd").class("value").flag("data-absent", figure.value.is_err()).text(&figure.text))
}

/// The name of a figure, which leads to its term; a frame in another page leads nowhere.
pub(super) fn label(bench: &Bench, figure: &Figure) -> El {
    let name = match bench.embed {
        Some(_) => el("span"),
        None => el("a").class("term").put("href", &term(bench, figure.key)),
    };
    name.text(figure.label)
}

/// Where the term of an input or a figure is.
pub(super) fn term(bench: &Bench, key: &str) -> String {
    ["#/glossary?at=", bench.draft.calculator().id(), ".", key].concat()
}

/// In words, in symbols and with its numbers.
fn step(step: &Step) -> El {
    let formula = el("p").class("formula").add(el("code").text(&step.formula));
    el("li")
        .add(el("p").text(&step.what))
        .add(formula.add(el("code").class("numbers").text(&step.numbers)))
        .add(el("p").class("source").text(step.source))
}

/// Assumptions, evidence and sources.
pub(super) fn about(calculator: &dyn AnyCalculator) -> El {
    let about = calculator.about();
    let mut card = card("about", "What it rests on");
    for (name, items) in
        [("It assumes", about.assumptions), ("Measured against", about.evidence), ("Sources", about.sources)]
    {
        if !items.is_empty() {
            let items = items.iter().map(|item| el("li").text(item)).collect();
            card = card.add(el("h4").text(name)).add(el("ul").all(items));
        }
    }
    card
}
