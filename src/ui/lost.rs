//! A link that leads to no calculator.

use super::el::{El, el};
use crate::calculators::{Card, cards};
use crate::scenario::LinkError;

/// Says what is wrong with the link, and where to go from here.
pub(super) fn view(link: &str, error: &LinkError) -> El {
    let LinkError::UnknownCalculator { nearest, .. } = error;
    let query = link.split_once('?').map_or("", |(_, query)| query);
    let meant = nearest.map(|nearest| {
        let link = el("a").class("button primary").put("href", &format!("#/{nearest}?{query}"));
        el("p").add(link.text("Open it as ").text(nearest))
    });
    let calculator = |card: &'static Card| {
        let link = el("a").join("href", "#/", card.id).text(card.title);
        el("li").add(link).text(": ").text(card.question)
    };
    el("main")
        .class("lost")
        .add(el("h1").set("id", "title").set("tabindex", "-1").text("This link leads nowhere"))
        .add(el("p").set("role", "alert").text(&error.to_string()))
        .add(el("p").text("The link: ").add(el("code").class("wrap").text("#").text(link)))
        .maybe(meant)
        .add(el("h2").text("The calculators"))
        .add(el("ul").class("plain").all(cards().iter().map(calculator).collect()))
}
