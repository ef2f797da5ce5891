//! The glossary: every term, and where it is used.

use super::el::{El, el};
use crate::calculators::{Card, cards};
use crate::glossary::{Term, terms};

/// The pair of the page's address that names an input or a figure whose term is meant: `at=pooler.rate`.
const AT: &str = "at=";

/// The terms; the one that is meant is marked, and the page scrolls to it.
pub(super) fn view(query: &str) -> El {
    let at = query.split('&').find_map(|pair| pair.strip_prefix(AT)).unwrap_or_default();
    let says = "The words of the calculators, with the symbol that the formulas use and where each stands.";
    let term = |term: &Term| show(term, !at.is_empty() && term.is(at));
    el("main")
        .class("front glossary")
        .add(
            el("div")
                .class("hero")
                .add(el("h1").set("id", "title").set("tabindex", "-1").text("Glossary"))
                .add(el("p").text(says)),
        )
        .add(el("dl").class("terms").all(terms().iter().map(term).collect()))
}

fn show(term: &Term, is_meant: bool) -> El {
    let name = el("dt").add(el("b").text(term.name)).text(" ");
    let name = name.maybe((!term.symbol.is_empty()).then(|| el("code").text(term.symbol)));
    let name = if is_meant { name.set("id", "meant").set("tabindex", "-1") } else { name };
    let uses: Vec<El> = cards().iter().filter_map(|card| used(term, card)).collect();
    let uses = (!uses.is_empty()).then(|| el("p").class("uses").all(uses));
    el("div").flag("data-meant", is_meant).add(name).add(el("dd").text(term.line).maybe(uses))
}

/// Where a calculator uses the term.
fn used(term: &Term, card: &'static Card) -> Option<El> {
    let mine = |what: &&str| what.split('.').next() == Some(card.id);
    let keys = term
        .uses
        .iter()
        .copied()
        .filter(mine)
        .map(|what| what.split('.').skip(1).collect::<Vec<_>>().join("."));
    let keys: Vec<String> = keys.collect();
    let first = keys.first()?;
    let link = el("a").join("href", "#/", card.id).join("data-aim", "field-", first);
    Some(el("span").add(link.text(card.title)).text(" ").add(el("code").text(&keys.join(", "))).text(" "))
}
