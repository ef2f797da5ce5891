//! The address bar: the only place where a scenario is kept.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen::JsValue;

/// Safari and Firefox limit how often an address may be rewritten, so that waits for a pause.
const HOLD_BACK_MS: u32 = 300;
/// How long to wait when a browser refused all the same.
const RETRY_MS: u32 = 3_000;

/// The events of the window: the address changes, the page is left, the page around speaks.
pub(super) const EVENTS: [&str; 4] = ["popstate", "hashchange", "pagehide", "message"];

/// What stands behind the `#` of the address, as it stands there.
pub(super) fn fragment() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split_once('#').map_or(String::new(), |(_, fragment)| fragment.to_owned())
}

/// The whole address of a link such as `pooler?open=100ms`.
pub(super) fn address(link: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let page = href.split_once('#').map_or(href.as_str(), |(page, _)| page);
    format!("{page}#/{link}")
}

/// Writes links to the address bar, a moment after the last edit.
#[derive(Clone, Default)]
pub(super) struct Writer(Rc<RefCell<Pending>>);

#[derive(Default)]
struct Pending {
    link: Option<String>,
    timer: Option<Timeout>,
    /// The fragment as this page last read or wrote it.
    seen: String,
}

impl Writer {
    /// Writes this link soon.
    pub(super) fn schedule(&self, link: String) {
        self.0.borrow_mut().link = Some(link);
        self.wait(HOLD_BACK_MS);
    }

    fn wait(&self, milliseconds: u32) {
        let writer = self.clone();
        let timer = Timeout::new(milliseconds, move || writer.flush());
        // The earlier timer, if any, is dropped and with it cancelled.
        self.0.borrow_mut().timer = Some(timer);
    }

    /// Writes what is pending at once.
    pub(super) fn flush(&self) {
        let (link, seen) = {
            let mut pending = self.0.borrow_mut();
            (pending.link.take(), pending.seen.clone())
        };
        let Some(link) = link else { return };
        // Someone went elsewhere in the meantime: that entry of the history is not ours to change.
        if fragment() != seen || format!("/{link}") == seen {
            return;
        }
        let written = window().history().and_then(|history| {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#/{link}")))
        });
        match written {
            Ok(()) => self.0.borrow_mut().seen = fragment(),
            Err(_) => {
                self.0.borrow_mut().link = Some(link);
                self.wait(RETRY_MS);
            }
        }
    }

    /// Takes note of where the address bar is now, and forgets what was pending; tells whether that
    /// is another place than before.
    pub(super) fn arrive(&self) -> bool {
        let now = fragment();
        let mut pending = self.0.borrow_mut();
        pending.link = None;
        pending.timer = None;
        let moved = pending.seen != now;
        pending.seen = now;
        moved
    }
}
