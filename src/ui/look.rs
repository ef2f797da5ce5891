//! How the page looks: its theme, whether it is narrow, and how fine the screen is.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use web_sys::MediaQueryList;

use super::dom::{self, Then};
use crate::math::decimal;

const KEY: &str = "headroom-theme";
const DARK: &str = "(prefers-color-scheme: dark)";
/// One column below this width.
const NARROW: &str = "(max-width: 899.98px)";

/// The themes that can be chosen; the first one is the system's.
pub(super) const THEMES: [&str; 3] = ["system", "light", "dark"];

/// How the page looks.
pub(super) struct Look {
    /// Which of the themes was chosen.
    pub(super) theme: usize,
    /// Whether it is dark.
    pub(super) dark: bool,
    /// Whether it is one column.
    pub(super) narrow: bool,
    /// Device pixels per CSS pixel.
    pub(super) ratio: f64,
    watched: Vec<EventListener>,
}

fn query(text: &str) -> Option<MediaQueryList> {
    window().match_media(text).ok().flatten()
}

fn matches(text: &str) -> bool {
    query(text).is_some_and(|list| list.matches())
}

impl Look {
    /// As it is, with the remembered theme; browsers may refuse the storage.
    pub(super) fn new(then: &Then) -> Self {
        let remembered =
            window().local_storage().ok().flatten().and_then(|storage| storage.get_item(KEY).ok()?);
        let theme = THEMES.iter().position(|theme| Some(*theme) == remembered.as_deref()).unwrap_or(0);
        let mut look = Self { theme, dark: false, narrow: false, ratio: 1.0, watched: Vec::new() };
        look.refresh(then);
        look
    }

    /// Looks again, and tells `then` when that is to be done the next time.
    pub(super) fn refresh(&mut self, then: &Then) {
        self.ratio = window().device_pixel_ratio();
        self.dark = match self.theme {
            0 => matches(DARK),
            chosen => chosen == 2,
        };
        self.narrow = matches(NARROW);
        // The pixel ratio changes by zooming, or on another screen.
        let ratio = ["(resolution: ", &decimal::text(self.ratio), "dppx)"].concat();
        let lists = [DARK, NARROW, &ratio].into_iter().filter_map(query);
        self.watched = lists.map(|list| dom::on(&list, "change", then)).collect();
    }

    /// On to the next theme.
    pub(super) fn next_theme(&mut self) {
        self.theme = (self.theme + 1) % THEMES.len();
        let chosen = THEMES[self.theme];
        if let Ok(Some(storage)) = window().local_storage() {
            // Where it is refused, the choice holds until the page is left.
            let _ = match self.theme {
                0 => storage.remove_item(KEY),
                _ => storage.set_item(KEY, chosen),
            };
        }
        self.mark();
    }

    /// Light or dark, as the page around this frame has it; the reader's own choice is not touched.
    pub(super) fn follow(&mut self, theme: &str) {
        if let Some(theme) = THEMES.iter().position(|known| *known == theme) {
            self.theme = theme;
            self.mark();
        }
    }

    fn mark(&self) {
        let chosen = THEMES[self.theme];
        // The style sheet goes by an attribute of the root element.
        if let Some(root) = document().document_element() {
            let _ = match self.theme {
                0 => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", chosen),
            };
        }
    }
}
