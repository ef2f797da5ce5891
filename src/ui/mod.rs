//! The page in the browser: a thin view over drafts and reports.
//!
//! Everything here is generic over the registry of calculators; no calculator is named. The page is one
//! component: [`events`] turns what happens in the document into a [`events::Deed`], [`app`] changes the
//! state by it, and the other modules are functions from state to HTML. The first load must be small:
//! every further component, hook or event closure costs kilobytes.

mod answer;
mod app;
mod bench;
mod brush;
mod canvas;
mod cells;
mod chart;
mod crash;
mod dom;
mod el;
mod embed;
mod events;
mod evidence;
mod extras;
mod field;
mod form;
mod front;
mod glossary;
mod header;
mod icons;
mod loading;
mod location;
mod look;
mod lost;
mod nav;
mod presets;
mod reading;
mod rest;
mod runs;
mod verdict;

/// Mounts the page; in a worker, makes the runs of simulations.
pub fn run() {
    // A worker runs the same program.
    if web_sys::window().is_none() {
        wasm_bindgen_futures::spawn_local(runs::work());
        return;
    }
    crash::install();
    if let Some(root) = dom::by_id("app") {
        yew::Renderer::<app::App>::with_root(root).render();
    }
}
