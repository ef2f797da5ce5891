//! From what happens in the document to what is to be done. Elements are told by their ids:
//! `field-<key>` is a box, `field-<key>-<row>-<column>` a cell, `pick-<key>-<choice>` a choice,
//! `reset-<key>` a button, `canvas-<key>` a chart.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlDetailsElement, KeyboardEvent, MessageEvent, MouseEvent, PointerEvent};

use super::dom;
use super::runs::Runs;

/// The slider's own steps; a draft works with shares of one.
pub(super) const SLIDER_STEPS: f64 = 1000.0;

/// What is to be done.
pub(super) enum Deed {
    /// The part that simulates has arrived, or has not.
    Runs(Option<Box<dyn Runs>>),
    /// The simulation has something new to show.
    Ran,
    /// A link was followed to this fragment.
    Open(String),
    /// A calculator has arrived, or has not.
    Loaded(&'static str, bool),
    /// A text was typed into a field.
    Type(String, String),
    /// A slider was moved.
    Slide(String, f64),
    /// A field shall step.
    Step(String, i32),
    /// A field shall go back to what was last read.
    Revert(String),
    /// A text was typed into the cell of a table at this row and column.
    TypeCell(String, usize, usize, String),
    /// The focus shall move.
    Focus(String),
    /// A link was followed for the sake of the element with this id.
    Aim(String),
    /// Something is looked for.
    Search(String),
    /// The best of what was found shall open.
    OpenHit,
    /// A button was pressed: what it does, and to what.
    Press(String, String),
    /// A chart was pointed at, so far from its left edge.
    Point(String, f64),
    /// The pointer left a chart.
    PointAway,
    /// A key was pressed on a chart, perhaps with Shift.
    ChartKey(String, String, bool),
    /// The data of a chart was shown or hidden.
    Data(String, bool),
    /// A chart has another size.
    Resized,
    /// The theme of the system, the width of the page or the pixel ratio may be another.
    Looked,
    /// The clipboard took the link, or did not.
    Copied(bool),
    /// What only some need has arrived, or has not.
    Extras(bool),
    /// The page around this frame speaks.
    Told(MessageEvent),
    /// A link was pasted, to be pinned.
    Paste(String),
    /// Long enough has it been said that the link was copied.
    CopySaid,
}

/// The events that [`read`] understands.
pub(super) const EVENTS: [&str; 8] =
    ["click", "input", "change", "keydown", "pointermove", "pointerdown", "pointerleave", "toggle"];

/// What an event means, if anything.
pub(super) fn read(event: &Event) -> Option<Deed> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let id = target.id();
    let (what, key) = id.split_once('-').unwrap_or(("", ""));
    match event.type_().as_str() {
        "click" => click(event.dyn_ref()?, &target),
        "keydown" if target.closest("#share").ok()?.is_some() => {
            let event: &KeyboardEvent = event.dyn_ref()?;
            (event.key() == "Escape").then(|| Deed::Press("unshare".into(), String::new()))
        }
        "keydown" if what == "search" => {
            let event: &KeyboardEvent = event.dyn_ref()?;
            (event.key() == "Enter").then_some(Deed::OpenHit)
        }
        // Lists have keys of their own.
        "keydown" if what == "plot" || target.has_attribute("data-box") => {
            let deed = keydown(event.dyn_ref()?, what, key)?;
            event.prevent_default();
            Some(deed)
        }
        "input" => input(&target, what, key),
        "change" if what == "readers" || what == "showpart" => Some(Deed::Press(what.into(), key.into())),
        // A choice speaks up both times; a box has said everything already.
        "change" if !target.has_attribute("data-box") => input(&target, what, key),
        "pointermove" | "pointerdown" if what == "canvas" => {
            let event: &PointerEvent = event.dyn_ref()?;
            Some(Deed::Point(key.into(), f64::from(event.offset_x())))
        }
        // A finger that is lifted leaves its reading there.
        "pointerleave" if what == "canvas" && event.dyn_ref::<PointerEvent>()?.pointer_type() != "touch" => {
            Some(Deed::PointAway)
        }
        "toggle" if what == "data" => {
            Some(Deed::Data(key.into(), target.dyn_ref::<HtmlDetailsElement>()?.open()))
        }
        _ => None,
    }
}

/// The key of a field, and row and column where it is a cell of a table.
fn cell(key: &str) -> (&str, Option<(usize, usize)>) {
    let mut parts = key.split('-');
    let name = parts.next().unwrap_or_default();
    let mut number = || parts.next()?.parse().ok();
    let place = number().zip(number());
    (name, place)
}

fn input(target: &Element, what: &str, key: &str) -> Option<Deed> {
    let text = dom::value(target);
    match (what, cell(key)) {
        ("field", (key, Some((row, column)))) => Some(Deed::TypeCell(key.into(), row, column, text)),
        ("field" | "pick", (key, None)) => Some(Deed::Type(key.into(), text)),
        ("paste", _) => Some(Deed::Paste(text)),
        ("search", _) => Some(Deed::Search(text)),
        ("slider", _) => {
            Some(Deed::Slide(key.into(), text.parse::<u32>().map_or(0.0, f64::from) / SLIDER_STEPS))
        }
        _ => None,
    }
}

fn click(event: &MouseEvent, target: &Element) -> Option<Deed> {
    let modified = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
    if event.button() != 0 || modified {
        return None;
    }
    let pressed = target.closest("button, a[href^='#']").ok()??;
    match pressed.get_attribute("href") {
        Some(href) => {
            dom::to_top();
            if let Some(aim) = pressed.get_attribute("data-aim") {
                return Some(Deed::Aim(aim));
            }
            let fragment = href.trim_start_matches('#');
            // A browser does not follow a link to where it is; here it undoes what was not written.
            (fragment == super::location::fragment()).then(|| Deed::Open(fragment.into()))
        }
        None => pressed.id().split_once('-').map(|(what, key)| Deed::Press(what.into(), key.into())),
    }
}

fn keydown(event: &KeyboardEvent, what: &str, key: &str) -> Option<Deed> {
    if event.is_composing() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let pressed = event.key();
    let many = event.shift_key();
    match (what, cell(key)) {
        ("plot", _) => {
            let known = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Escape"];
            known.contains(&pressed.as_str()).then(|| Deed::ChartKey(key.into(), pressed, many))
        }
        ("field", (key, Some((row, column)))) => {
            let row = match pressed.as_str() {
                "Escape" => return Some(Deed::Revert(key.into())),
                "ArrowUp" => row.checked_sub(1)?,
                "ArrowDown" | "Enter" => row + 1,
                _ => return None,
            };
            Some(Deed::Focus(format!("field-{key}-{row}-{column}")))
        }
        ("field", (key, None)) => {
            let steps = if many { 10 } else { 1 };
            match pressed.as_str() {
                "ArrowUp" => Some(Deed::Step(key.into(), steps)),
                "ArrowDown" => Some(Deed::Step(key.into(), -steps)),
                "Escape" => Some(Deed::Revert(key.into())),
                _ => None,
            }
        }
        _ => None,
    }
}
