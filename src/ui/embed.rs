//! A scenario in a frame of another page: what it shows, and how it speaks with that page.

use gloo::utils::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;
use web_sys::js_sys::{Object, Reflect};

use super::answer::{self, Shown};
use super::bench::Bench;
use super::el::{El, el};
use super::{dom, field, location, verdict};
use crate::scenario::embed::{Embed, Part};

/// What the page around wants.
pub(super) enum Wish {
    /// Another scenario.
    Set(String),
    /// Light or dark.
    Theme(String),
}

/// The other side: the page around this frame.
#[derive(Default)]
pub(super) struct Around {
    /// The first origin that spoke; it stays with that one.
    origin: Option<String>,
    /// The height that was last told.
    height: f64,
}

impl Around {
    /// What a message asks for; nothing if it is not from the page around this frame, from another origin
    /// than the first one, or not understood.
    pub(super) fn hear(&mut self, event: &MessageEvent) -> Option<Wish> {
        let window = window();
        let parent = window.parent().ok()??;
        let source = event.source()?;
        if parent == window || !Object::is(&source, &parent) {
            return None;
        }
        let origin = event.origin();
        if self.origin.as_ref().is_some_and(|first| *first != origin) {
            return None;
        }
        let data = event.data();
        let text = |key: &str| Reflect::get(&data, &JsValue::from_str(key)).ok()?.as_string();
        let wish = match text("type")?.as_str() {
            "headroom:set" => Wish::Set(text("link")?),
            "headroom:theme" => Wish::Theme(text("theme")?),
            _ => return None,
        };
        self.origin = Some(origin);
        Some(wish)
    }

    fn say(&self, kind: &str, key: &str, value: &JsValue) {
        let window = window();
        let Some(parent) = window.parent().ok().flatten().filter(|parent| *parent != window) else { return };
        let message = Object::new();
        let set = |key: &str, value: &JsValue| Reflect::set(&message, &JsValue::from_str(key), value).is_ok();
        if set("type", &JsValue::from_str(kind)) && set(key, value) {
            // A page on a disk has an origin that cannot be named.
            let to = self.origin.as_deref().filter(|origin| *origin != "null").unwrap_or("*");
            // Nobody may be listening.
            let _ = parent.post_message(&message, to);
        }
    }

    /// Tells how high the frame should be, if that has changed.
    pub(super) fn say_height(&mut self) {
        let Some(app) = dom::by_id("app") else { return };
        let height = app.get_bounding_client_rect().height().ceil();
        if height > 0.0 && height != self.height {
            self.height = height;
            self.say("headroom:height", "px", &JsValue::from_f64(height));
        }
    }

    /// Tells that the reader changed an input.
    pub(super) fn say_scenario(&self, link: &str) {
        self.say("headroom:scenario", "link", &JsValue::from_str(link));
    }
}

/// The event as a message, if it is one.
pub(super) fn message(event: &web_sys::Event) -> Option<MessageEvent> {
    event.dyn_ref().cloned()
}

/// The frame's content.
pub(super) fn view(bench: &Bench, embed: &Embed, shown: Shown<'_>) -> El {
    let calculator = bench.draft.calculator();
    let applies = calculator.applies(&bench.draft.scenario.values);
    let shows = |part: Part| embed.show.contains(&part);
    let rows: Vec<El> =
        embed.edit.iter().filter(|index| applies[**index]).map(|index| field::view(bench, *index)).collect();
    let inputs = (!rows.is_empty())
        .then(|| el("section").class("inputs").key("inputs").set("aria-label", "Inputs").all(rows));
    let open = el("a")
        .put("href", &location::address(&bench.link()))
        .set("target", "_blank")
        .set("rel", "noopener")
        .set("id", "open-in-headroom")
        .text("Open in Headroom");
    el("main")
        .class("embed")
        .key(calculator.id())
        .add(el("h1").set("id", "title").set("tabindex", "-1").text(calculator.card().title))
        .maybe(verdict::strays(bench, &embed.issues))
        // Why there is no answer is said in any case.
        .maybe((shows(Part::Verdict) || bench.answer.is_err()).then(|| verdict::view(bench).key("verdict")))
        .maybe(inputs)
        .maybe(answer::part(bench, shows(Part::Figures), shows(Part::Chart), shown))
        .add(el("p").class("embed-foot").add(open))
}
