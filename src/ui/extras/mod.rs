//! What only some need: sharing, exports, comparisons. It is a part of its own, loaded when it is first
//! asked for.

mod compare;
mod files;
mod share;

use std::cell::Cell;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::bench::Bench;
use super::el::El;
use crate::chart::ChartSpec;
use crate::report::Report;

pub(super) use state::{FORMS, Share};

mod state;

/// The functions of the part.
#[derive(Clone, Copy)]
pub(super) struct Extras {
    /// The charts of the second of two answers with the first one's in them.
    pub(super) overlaid: fn(&Report, &Report) -> Vec<ChartSpec>,
    /// What differs from the pinned scenario.
    pub(super) comparison: fn(&Bench) -> El,
    /// The ways to take a scenario elsewhere.
    pub(super) share: fn(&Bench, &Share, bool) -> El,
    /// The text to be copied.
    pub(super) text: fn(&Bench, &Share) -> String,
    /// Saves a file: which one, and whether the page is dark.
    pub(super) save: fn(&Bench, &str, bool),
}

thread_local! {
    static EXTRAS: Cell<Option<Extras>> = const { Cell::new(None) };
}

#[wasm_split(extras, fallible)]
fn arrive() -> Result<Extras, SplitLoaderError> {
    Ok(Extras {
        overlaid: crate::analysis::compare::overlaid,
        comparison: compare::view,
        share: share::view,
        text: share::text,
        save: files::save,
    })
}

/// The part, if it is there.
pub(super) fn extras() -> Option<Extras> {
    EXTRAS.get()
}

/// Loads the part; tells whether it arrived.
pub(super) async fn load() -> bool {
    let arrived = arrive().await;
    if let Ok(extras) = arrived {
        EXTRAS.set(Some(extras));
    }
    arrived.is_ok()
}
