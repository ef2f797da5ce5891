//! The presets of all calculators, as links.

use std::rc::Rc;

use crate::calculators::{self, AnyCalculator, Preset};
use crate::scenario::Scenario;
use crate::scenario::link::decode_query;

/// A preset and where it leads.
#[derive(Clone)]
pub(super) struct Story {
    /// Whose it is.
    pub(super) calculator: &'static dyn AnyCalculator,
    /// Its words.
    pub(super) preset: &'static Preset,
    /// A name of its own, such as `pooler-0`.
    pub(super) name: String,
    /// Its address on this page.
    pub(super) href: String,
    /// What it decodes to.
    pub(super) scenario: Scenario,
}

impl PartialEq for Story {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

thread_local! {
    static ALL: Rc<[Story]> = calculators::all().iter().flat_map(|calculator| of(*calculator)).collect();
}

fn of(calculator: &'static dyn AnyCalculator) -> impl Iterator<Item = Story> {
    calculator.presets().iter().enumerate().map(move |(index, preset)| Story {
        calculator,
        preset,
        name: format!("{}-{index}", calculator.id()),
        href: match preset.query {
            "" => format!("#/{}", calculator.id()),
            query => format!("#/{}?{query}", calculator.id()),
        },
        scenario: decode_query(calculator, preset.query).scenario,
    })
}

/// Every preset, in the order of the registry.
pub(super) fn all() -> Rc<[Story]> {
    ALL.with(Rc::clone)
}

/// The preset that a scenario is, if it is one.
pub(super) fn matching(scenario: &Scenario) -> Option<Story> {
    all().iter().find(|story| story.scenario == *scenario).cloned()
}
