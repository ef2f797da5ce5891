//! The few things that the page asks of the document.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// What happens on an event.
pub(super) type Then = Rc<dyn Fn(&Event)>;

/// Listens, before anything inside of the target does; some events only come by that way.
pub(super) fn on(target: &EventTarget, event: &'static str, then: &Then) -> EventListener {
    let then = Rc::clone(then);
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    EventListener::new_with_options(target, event, options, move |event| then(event))
}

/// The element with this id.
pub(super) fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// The element with this id, of this kind.
pub(super) fn find<T: JsCast>(id: &str) -> Option<T> {
    by_id(id)?.dyn_into().ok()
}

/// Puts the focus on the element with this id; the text of a box is marked, ready to be typed over.
pub(super) fn focus(id: &str) {
    if let Some(element) = find::<HtmlElement>(id) {
        // Where focusing is refused, nothing is lost.
        let _ = element.focus();
    }
    if let Some(input) = find::<HtmlInputElement>(id) {
        input.select();
    }
}

/// Clicks the element with this id, if it is there.
pub(super) fn click(id: &str) {
    if let Some(element) = find::<HtmlElement>(id) {
        element.click();
    }
}

/// The text of a box, slider or select.
pub(super) fn value(element: &Element) -> String {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return input.value();
    }
    element.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value).unwrap_or_default()
}

/// Scrolls to the top of the page.
pub(super) fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}
