//! The calculators. Each is a folder and one entry in the registry below.

use std::marker::PhantomData;

use crate::evidence::{Case, Exhibit};
use crate::field::{Declared, Meta, Value};
use crate::report::{ModelError, Report, Severity};

#[cfg(test)]
mod asked;
mod card;
#[cfg(target_arch = "wasm32")]
mod loaded;
pub mod search;
mod take;

pub mod backlog;
pub mod buffer;
pub mod cells;
pub mod fleet;
pub mod hang;
pub mod packing;
pub mod pooler;
pub mod retries;
pub mod simulated;
#[cfg(test)]
mod tests;
pub mod vacuum;
pub mod wal;

#[cfg(not(target_arch = "wasm32"))]
pub use card::preview_of;
pub use card::{Asked, Card, Preview, Stories};
#[cfg(target_arch = "wasm32")]
pub use loaded::find;
pub use simulated::{AnySimulation, Simulated, Simulation};
pub use take::Take;

/// What stands behind a calculator: shown below its working.
pub struct About {
    /// What the model assumes.
    pub assumptions: &'static [&'static str],
    /// Where its equations are from.
    pub sources: &'static [&'static str],
    /// What it was measured against, and how well it agreed.
    pub evidence: &'static [&'static str],
}

/// A scenario with a story.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// A few words.
    pub title: &'static str,
    /// Two lines: what happened.
    pub story: &'static str,
    /// The pairs of its link, as they are written.
    pub query: &'static str,
    /// The state that its verdict has.
    pub state: &'static str,
    /// How bad that is.
    pub severity: Severity,
    /// Whether it is a real incident.
    pub incident: bool,
}

/// One calculator: typed inputs, one pure function.
pub trait Calculator: Sync + 'static {
    /// What it is asked.
    type Input: Declared;
    /// The word in the link.
    const ID: &'static str;
    /// Its name.
    const TITLE: &'static str;
    /// What somebody in trouble would say, who needs it now.
    const TROUBLE: &'static str;
    /// The question it answers.
    const QUESTION: &'static str;
    /// One sentence: which two rates race.
    const RACE: &'static str;
    /// What it says at its defaults: `include_str!("preview.txt")`, which a test writes and holds
    /// current.
    const PREVIEW: &'static str;
    /// The version of its link format; a changed default or key raises it.
    const VERSION: u32;
    /// Assumptions, sources, evidence.
    const ABOUT: About;
    /// Scenarios to start from.
    const PRESETS: &'static [Preset];
    /// Figures of other calculators that are inputs of this one.
    const TAKES: &'static [Take] = &[];
    /// Every state that its verdict can have.
    const STATES: &'static [&'static str];

    /// The answer.
    ///
    /// # Errors
    /// The inputs are each fine, but make no scenario together.
    fn evaluate(input: &Self::Input) -> Result<Report, ModelError>;

    /// What the model says, beside what was measured, published or worked out by others.
    fn exhibits() -> Vec<Exhibit>;

    /// Brings the pairs of an older link to the next version.
    fn upgrade(_from_version: u32, _pairs: &mut Vec<(String, String)>) {}
}

/// A calculator without its type.
pub trait AnyCalculator: Sync {
    /// What is known of it before it is loaded.
    fn card(&self) -> &'static Card;
    /// One sentence: which two rates race.
    fn race(&self) -> &'static str;
    /// The version of its link format.
    fn version(&self) -> u32;
    /// Assumptions, sources, evidence.
    fn about(&self) -> &'static About;
    /// Scenarios to start from.
    fn presets(&self) -> &'static [Preset];
    /// Every state that its verdict can have.
    fn states(&self) -> &'static [&'static str];
    /// The inputs in declared order.
    fn fields(&self) -> &[&'static Meta];
    /// Their defaults.
    fn defaults(&self) -> &[Value];
    /// Which of the inputs mean anything beside the others.
    fn applies(&self, values: &[Value]) -> Vec<bool>;
    /// The answer.
    ///
    /// # Errors
    /// The inputs are each fine, but make no scenario together.
    fn evaluate(&self, values: &[Value]) -> Result<Report, ModelError>;
    /// Brings the pairs of an older link to the next version.
    fn upgrade(&self, from_version: u32, pairs: &mut Vec<(String, String)>);

    /// The word in the link.
    fn id(&self) -> &'static str {
        self.card().id
    }
}

impl std::fmt::Debug for dyn AnyCalculator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.id())
    }
}

impl PartialEq for dyn AnyCalculator {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

/// A registry entry.
struct Entry<C: Calculator> {
    fields: Vec<&'static Meta>,
    defaults: Vec<Value>,
    calculator: PhantomData<fn() -> C>,
}

impl<C: Calculator> Entry<C> {
    /// Made once and kept.
    fn leaked() -> &'static dyn AnyCalculator {
        Box::leak(Box::new(Self {
            fields: C::Input::fields().iter().map(|field| &field.meta).collect(),
            defaults: C::Input::default().values(),
            calculator: PhantomData,
        }))
    }
}

impl<C: Calculator> AnyCalculator for Entry<C> {
    fn card(&self) -> &'static Card {
        const { &Card::of::<C>() }
    }
    fn race(&self) -> &'static str {
        C::RACE
    }
    fn version(&self) -> u32 {
        C::VERSION
    }
    fn about(&self) -> &'static About {
        const { &C::ABOUT }
    }
    fn presets(&self) -> &'static [Preset] {
        C::PRESETS
    }
    fn states(&self) -> &'static [&'static str] {
        C::STATES
    }
    fn fields(&self) -> &[&'static Meta] {
        &self.fields
    }
    fn defaults(&self) -> &[Value] {
        &self.defaults
    }
    fn applies(&self, values: &[Value]) -> Vec<bool> {
        let input = C::Input::from_values(values);
        C::Input::fields().iter().map(|field| (field.applies)(&input)).collect()
    }
    fn evaluate(&self, values: &[Value]) -> Result<Report, ModelError> {
        C::evaluate(&C::Input::from_values(values))
    }
    fn upgrade(&self, from_version: u32, pairs: &mut Vec<(String, String)>) {
        C::upgrade(from_version, pairs);
    }
}

/// The registry: `name: Type` for each calculator, where the name is its folder and the word in its link; with
/// `=> name_runs` behind it where it can be simulated, which names the part of the page that does that.
macro_rules! registry {
    [$($name:ident: $calculator:ty $(=> $runs:ident)?),+ $(,)?] => {
        static CARDS: &[Card] = &[$(Card::of::<$calculator>()),+];
        static STORIES: &[Stories] = &[$(Stories::of::<$calculator>()),+];

        /// What every calculator exhibits; each must be loaded.
        pub fn exhibits() -> Vec<Case> {
            CARDS.iter().zip([$(<$calculator as Calculator>::exhibits()),+]).collect()
        }

        /// The words of all calculators.
        pub const IDS: &[&str] = &[$(<$calculator as Calculator>::ID),+];

        /// Every calculator, in the order of the navigation.
        #[cfg(not(target_arch = "wasm32"))]
        pub fn all() -> &'static [&'static dyn AnyCalculator] {
            static ALL: std::sync::LazyLock<Vec<&'static dyn AnyCalculator>> =
                std::sync::LazyLock::new(|| vec![$(Entry::<$calculator>::leaked()),+]);
            &ALL
        }

        /// The calculator with this word.
        #[cfg(not(target_arch = "wasm32"))]
        pub fn find(id: &str) -> Option<&'static dyn AnyCalculator> {
            all().iter().copied().find(|calculator| calculator.id() == id)
        }

        /// The simulation of the calculator with this word, if it has one.
        #[cfg(not(target_arch = "wasm32"))]
        pub fn simulation(id: &str) -> Option<&'static dyn AnySimulation> {
            match id {
                $($(<$calculator as Calculator>::ID => {
                    // Its part has a name only on the page.
                    const _: &str = stringify!($runs);
                    Some(simulated::simulated::<$calculator>())
                })?)+
                _ => None,
            }
        }

        /// Whether the calculator with this word can be simulated.
        pub fn is_simulated(id: &str) -> bool {
            [$($((stringify!($runs), <$calculator as Calculator>::ID),)?)+].iter().any(|(_, known)| *known == id)
        }

        #[cfg(target_arch = "wasm32")]
        loaded::split_off![$($name: $calculator $(=> $runs)?),+];
    };
}

registry![
    pooler: pooler::Pooler => pooler_runs,
    backlog: backlog::Backlog,
    wal: wal::Wal,
    packing: packing::Packing,
    fleet: fleet::Fleet => fleet_runs,
    retries: retries::Retries,
    hang: hang::Hang,
    vacuum: vacuum::Vacuum,
    buffer: buffer::Buffer,
    cells: cells::Cells,
];

/// What is known of every calculator before it is loaded, in the order of the navigation.
pub fn cards() -> &'static [Card] {
    CARDS
}

/// What the front page tells of every calculator, in the same order.
pub fn stories() -> impl Iterator<Item = (&'static Card, &'static Stories)> {
    CARDS.iter().zip(STORIES)
}
