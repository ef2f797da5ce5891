//! A part of the page that is on its way.

use super::el::{El, button, el};
use crate::calculators::Card;

/// Names the calculator, or the front page, and says so when it did not arrive.
pub(super) fn view(card: Option<&'static Card>, failed: bool) -> El {
    let (title, question) = card.map_or(("Headroom", ""), |card| (card.title, card.question));
    let main = el("main")
        .class("lost")
        .flag("data-loading", !failed)
        .add(el("h1").set("id", "title").set("tabindex", "-1").text(title))
        .add(el("p").class("question").text(question));
    if !failed {
        return main.add(el("p").class("loading").set("role", "status").text("Loading…"));
    }
    let says = "A part of the page did not arrive. Are you online? Nothing of the link is lost.";
    main.add(el("p").set("role", "alert").text(says))
        .add(el("p").add(button("primary", "again-", "load").text("Try again")))
}
