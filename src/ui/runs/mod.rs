//! The simulation beside the formula. It is a part of its own, loaded when the first answer is there; the runs
//! themselves are made by a worker.

mod runner;
mod view;
mod worker;

use std::rc::Rc;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::answer::Shown;
use super::bench::Bench;
use super::canvas::Charted;
use super::el::El;

/// What is called when there is something new to see.
pub(super) type News = Rc<dyn Fn()>;

/// Simulates what stands on the page.
pub(super) trait Runs {
    /// Follows the scenario: where it is another than before, what was under way ends, and new runs begin a
    /// moment later.
    fn follow(&mut self, bench: &Bench);
    /// `stop` ends what is under way, `again` begins again, and `leave` forgets it.
    fn press(&mut self, what: &str);
    /// What there is to see.
    fn view(&self, shown: Shown<'_>) -> El;
    /// The charts.
    fn charted(&self) -> Option<Rc<dyn Charted>>;
}

/// The functions of the part.
#[derive(Clone, Copy)]
struct Part {
    /// Something that simulates, with nothing to do yet.
    begin: fn(News) -> Box<dyn Runs>,
    /// Makes the runs that a page asks for.
    work: fn(),
}

#[wasm_split(runs, fallible)]
fn arrive() -> Result<Part, SplitLoaderError> {
    Ok(Part { begin: runner::begin, work: worker::work })
}

/// Loads the part.
pub(super) async fn load(news: News) -> Option<Box<dyn Runs>> {
    arrive().await.ok().map(|part| (part.begin)(news))
}

/// What a worker does. Where the part does not arrive it stays silent, and the page's own part said so.
pub(super) async fn work() {
    if let Ok(part) = arrive().await {
        (part.work)();
    }
}
