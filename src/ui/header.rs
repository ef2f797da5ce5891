//! The head of the page: its name, the theme, and the button that copies the scenario's address.

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

use super::bench::Bench;
use super::el::{El, button, el};
use super::icons::{self, icon};
use super::location;
use super::look::THEMES;

/// How far the copying is.
pub(super) enum Copy {
    /// Nothing was copied, or not lately.
    Idle,
    /// It is said so until the timer is up.
    Done(#[expect(dead_code, reason = "dropping it stops it")] Timeout),
    /// The browser gave no access to its clipboard: it is left to the person.
    ByHand,
}

/// Puts a text into the clipboard and tells whether that went well.
pub(super) fn copy(text: &str, told: impl Fn(bool) + Clone + 'static) {
    // There is no clipboard on pages that were not loaded securely.
    if !window().is_secure_context() {
        told(false);
        return;
    }
    let refused = told.clone();
    let done = Closure::once(move |_: JsValue| told(true));
    let not_done = Closure::once(move |_: JsValue| refused(false));
    let _ = window().navigator().clipboard().write_text(text).then2(&done, &not_done);
    // The browser calls one of them later; they are small, and this is not done often.
    done.forget();
    not_done.forget();
}

/// The head of the page.
pub(super) fn view(bench: Option<&Bench>, theme: usize, copied: &Copy, sharing: bool) -> El {
    let logo = el("svg").class("logo").set("viewBox", "0 0 32 32").set("aria-hidden", "true");
    let bar = el("rect").set("x", "3").set("y", "13").set("width", "26").set("height", "16").set("rx", "3");
    let brand = el("a").class("brand").set("href", "#/").set("aria-label", "Headroom: all calculators");
    let says = format!("Theme: {}. Switch to {}.", THEMES[theme], THEMES[(theme + 1) % THEMES.len()]);
    let switch = button("icon-button", "theme-", "switch").put("title", &says).put("aria-label", &says);
    el("header")
        .class("top")
        .add(button("skip", "skip-", "nav").text("Skip the navigation"))
        .add(brand.add(logo.add(el("path").set("d", "M3 6h26")).add(bar)).add(el("b").text("Headroom")))
        .add(el("span").class("claim").text("capacity calculators for two rates that race"))
        .add(
            el("div")
                .class("tools")
                .add(switch.add(icon(icons::THEMES[theme])))
                .maybe(bench.map(compare_button))
                .maybe(bench.map(|_| share_button(sharing)))
                .maybe(bench.map(|bench| copy_button(bench, if sharing { &Copy::Idle } else { copied }))),
        )
}

fn compare_button(bench: &Bench) -> El {
    let on = bench.pinned.is_some();
    let says = if on { "End the comparison" } else { "Compare: pin this scenario as A and edit B" };
    let what = if on { "unpin-" } else { "pin-" };
    let compare = button("tool", what, "scenario").put("title", says).put("aria-label", says);
    compare.state("aria-pressed", on).add(icon(icons::COMPARE)).add(el("span").text("Compare"))
}

fn share_button(sharing: bool) -> El {
    let share = button("tool", "share-", "panel")
        .set("title", "Share, embed, export")
        .set("aria-label", "Share, embed, export");
    share
        .state("aria-expanded", sharing)
        .set("aria-controls", "share")
        .add(icon(icons::SHARE))
        .add(el("span").text("Share"))
}

fn copy_button(bench: &Bench, copied: &Copy) -> El {
    let (picture, says, status) = match copied {
        Copy::Done(_) => (icons::CHECK, "Link copied", "The link of this scenario is in the clipboard."),
        _ => (icons::LINK, "Copy link", ""),
    };
    let copy = button("primary", "copy-", "link")
        .set("title", "Copy the address of this scenario")
        .put("aria-label", says);
    el("div")
        .class("copy")
        .add(copy.add(icon(picture)).add(el("span").text(says)))
        .add(el("span").class("unseen").set("role", "status").text(status))
        .maybe(matches!(copied, Copy::ByHand).then(|| by_hand(bench)))
}

fn by_hand(bench: &Bench) -> El {
    let address = location::address(&bench.link());
    let says = "This browser does not let the page copy. Copy it from here:";
    el("div")
        .class("copy-by-hand")
        .add(el("label").set("for", "copied").text(says))
        .add(el("input").set("id", "copied").set("type", "text").set("readonly", "").value(&address))
        .add(button("", "uncopy-", "link").text("Close"))
}
