//! A calculator that is on its way.

use super::el::{El, button, el};
use crate::calculators::Card;

/// Names the calculator, and says so when it did not arrive.
pub(super) fn view(card: &'static Card, failed: bool) -> El {
    let main = el("main")
        .class("lost")
        .flag("data-loading", !failed)
        .add(el("h1").set("id", "title").set("tabindex", "-1").text(card.title))
        .add(el("p").class("question").text(card.question));
    if !failed {
        return main.add(el("p").class("loading").set("role", "status").text("Loading the calculator…"));
    }
    let says = "The calculator did not arrive. Are you online? Nothing of the link is lost.";
    main.add(el("p").set("role", "alert").text(says))
        .add(el("p").add(button("primary", "again-", "load").text("Try again")))
}
