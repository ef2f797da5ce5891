//! The presets of all calculators, as links.

use crate::calculators::{Card, Preset, cards};
use crate::scenario::Scenario;

/// A preset and where it leads.
pub(super) struct Story {
    /// Whose it is.
    pub(super) card: &'static Card,
    /// Its words.
    pub(super) preset: &'static Preset,
    /// A name of its own, such as `pooler-0`.
    pub(super) name: String,
    /// Its link, as scenarios are written.
    pub(super) link: String,
}

/// The presets of a calculator.
pub(super) fn of(card: &'static Card) -> impl Iterator<Item = Story> {
    card.presets.iter().enumerate().map(move |(index, preset)| Story {
        card,
        preset,
        name: format!("{}-{index}", card.id),
        link: card.link(preset),
    })
}

/// Every preset, in the order of the registry.
pub(super) fn all() -> impl Iterator<Item = Story> {
    cards().iter().flat_map(of)
}

/// The preset that a scenario is, if it is one.
pub(super) fn matching(scenario: &Scenario) -> Option<Story> {
    let link = scenario.encode();
    of(scenario.calculator.card()).find(|story| story.link == link)
}
