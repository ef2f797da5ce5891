//! A part of the page that is on its way.

use super::el::{El, button, el};

/// Names the calculator or the page, and says so when it did not arrive.
pub(super) fn view(title: &str, question: &str, failed: bool) -> El {
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
