//! Presets as links.

use crate::calculators::{Card, Preset};
use crate::scenario::Scenario;

/// A preset and where it leads.
pub(super) struct Story {
    /// Its words.
    pub(super) preset: &'static Preset,
    /// A name of its own, such as `pooler-0`.
    pub(super) name: String,
    /// Its link, as scenarios are written.
    pub(super) link: String,
}

/// The presets of a calculator.
pub(super) fn of(card: &'static Card, presets: &'static [Preset]) -> impl Iterator<Item = Story> {
    presets.iter().enumerate().map(move |(index, preset)| Story {
        preset,
        name: format!("{}-{index}", card.id),
        link: card.link(preset),
    })
}

/// The preset that a scenario is, if it is one.
pub(super) fn matching(scenario: &Scenario) -> Option<Story> {
    let (link, calculator) = (scenario.encode(), scenario.calculator);
    of(calculator.card(), calculator.presets()).find(|story| story.link == link)
}
