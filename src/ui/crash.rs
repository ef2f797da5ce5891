//! A panic shows what happened and how to get the inputs back; `boot.js` and `index.html` hold the rest.

use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, HtmlTextAreaElement};

use super::{dom, location};

thread_local! {
    static HAPPENED: Cell<bool> = const { Cell::new(false) };
    static WORKING_ON: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Shows panics on the page.
pub(super) fn install() {
    yew::set_custom_panic_hook(Box::new(show));
}

/// Whether the page has crashed: nothing may be done any more.
pub(super) fn happened() -> bool {
    HAPPENED.get()
}

/// Remembers which scenario is being worked out, to name it should that fail.
pub(super) fn working_on(link: &str) {
    WORKING_ON.set(link.to_owned());
}

fn show(info: &PanicHookInfo<'_>) {
    web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
    // Whatever fails after the first panic fails because of it.
    if HAPPENED.replace(true) {
        return;
    }
    let why = match info.location() {
        Some(place) => format!("{} ({}, line {})", message(info), place.file(), place.line()),
        None => message(info),
    };
    let text = format!(
        "This is a bug in Headroom, not in what you typed. Your inputs are in the link below. What happened: {why}."
    );
    let link = location::address(&WORKING_ON.take());
    if let Some(place) = dom::by_id("crash-text") {
        place.set_text_content(Some(&text));
    }
    if let Some(Ok(place)) = dom::by_id("crash-link").map(JsCast::dyn_into::<HtmlTextAreaElement>) {
        place.set_value(&link);
    }
    if let Some(Ok(app)) = dom::by_id("app").map(JsCast::dyn_into::<HtmlElement>) {
        app.set_hidden(true);
    }
    if let Some(Ok(crash)) = dom::by_id("crash").map(JsCast::dyn_into::<HtmlElement>) {
        crash.set_hidden(false);
    }
    dom::focus("crash");
}

fn message(info: &PanicHookInfo<'_>) -> String {
    info.payload_as_str().unwrap_or("no reason given").trim_end_matches('.').to_owned()
}
