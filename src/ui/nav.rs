//! The way around: calculators, and the scenarios to start from.

use super::bench::Bench;
use super::el::{El, button, el};
use super::presets::{self, Story};
use super::reading::Which;
use crate::calculators::{Card, cards};

/// The navigation; on narrow pages the scenarios open on demand.
pub(super) fn view(shown: &str, bench: Option<&Bench>, open: bool) -> El {
    let link = |card: &'static Card| {
        let link = el("a").join("href", "#/", card.id);
        let link = if shown == card.id { link.set("aria-current", "page") } else { link };
        el("li").add(link.text(card.title).add(el("small").text(card.question)))
    };
    let read = |which: Which| {
        let link = el("a").join("href", "#/", which.word());
        let link = if shown == which.word() { link.set("aria-current", "page") } else { link };
        el("li").add(link.text(which.title()))
    };
    let calculators = el("ul").class("calculators").set("aria-labelledby", "nav-calculators");
    let nav = el("nav")
        .class("side")
        .set("aria-label", "Calculators and scenarios")
        .add(el("h2").set("id", "nav-calculators").text("Calculators"))
        .add(calculators.all(cards().iter().map(link).collect()))
        .add(el("ul").class("reading-list").add(read(Which::Evidence)).add(read(Which::Glossary)));
    // The front page tells all scenarios itself.
    let Some(bench) = bench else { return nav };
    let toggle = button("stories-button", "stories-", "button").state("aria-expanded", open);
    nav.add(toggle.set("aria-controls", "stories").text("Scenarios")).add(
        el("div")
            .class("stories")
            .set("id", "stories")
            .flag("data-open", open)
            .maybe(list(bench, "Incidents", true))
            .maybe(list(bench, "Examples", false))
            .add(
                el("p")
                    .class("more-stories")
                    .add(el("a").set("href", "#/").text("Scenarios of all calculators")),
            ),
    )
}

/// The scenarios of this calculator, incidents or not.
fn list(bench: &Bench, name: &'static str, incidents: bool) -> Option<El> {
    let shown = bench.draft.scenario.encode();
    let told = |story: Story| {
        let link = el("a").join("href", "#/", &story.link).put("data-preset", &story.name);
        let link = if story.link == shown { link.set("aria-current", "true") } else { link };
        el("li").add(link.text(story.preset.title).add(el("small").text(story.preset.story)))
    };
    let calculator = bench.draft.calculator();
    let stories = presets::of(calculator.card(), calculator.presets());
    let stories: Vec<El> = stories.filter(|story| story.preset.incident == incidents).map(told).collect();
    let section = el("section").set("aria-label", name).add(el("h2").text(name));
    (!stories.is_empty()).then(|| section.add(el("ul").all(stories)))
}
