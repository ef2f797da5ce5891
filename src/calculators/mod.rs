//! The calculators. Each is a folder and one entry in the registry below.

use std::marker::PhantomData;

use crate::field::{Declared, Meta, Value};
use crate::report::{ModelError, Report};

pub mod backlog;
pub mod hang;
pub mod packing;
pub mod pooler;
pub mod retries;
pub mod wal;

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
    /// The pairs of its link.
    pub query: &'static str,
    /// The state that its verdict has.
    pub state: &'static str,
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
    /// The question it answers.
    const QUESTION: &'static str;
    /// One sentence: which two rates race.
    const RACE: &'static str;
    /// The version of its link format; a changed default or key raises it.
    const VERSION: u32;
    /// Assumptions, sources, evidence.
    const ABOUT: About;
    /// Scenarios to start from.
    const PRESETS: &'static [Preset];
    /// Every state that its verdict can have.
    const STATES: &'static [&'static str];

    /// The answer.
    ///
    /// # Errors
    /// The inputs are each fine, but make no scenario together.
    fn evaluate(input: &Self::Input) -> Result<Report, ModelError>;

    /// Brings the pairs of an older link to the next version.
    fn upgrade(_from_version: u32, _pairs: &mut Vec<(String, String)>) {}
}

/// A calculator without its type.
pub trait AnyCalculator: Sync {
    /// The word in the link.
    fn id(&self) -> &'static str;
    /// Its name.
    fn title(&self) -> &'static str;
    /// The question it answers.
    fn question(&self) -> &'static str;
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
    fn new() -> Self {
        Self {
            fields: C::Input::fields().iter().map(|field| &field.meta).collect(),
            defaults: C::Input::default().values(),
            calculator: PhantomData,
        }
    }
}

impl<C: Calculator> AnyCalculator for Entry<C> {
    fn id(&self) -> &'static str {
        C::ID
    }
    fn title(&self) -> &'static str {
        C::TITLE
    }
    fn question(&self) -> &'static str {
        C::QUESTION
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

macro_rules! registry {
    [$($calculator:ty),+ $(,)?] => {
        /// Every calculator, in the order of the navigation.
        pub fn all() -> &'static [&'static dyn AnyCalculator] {
            static ALL: std::sync::LazyLock<Vec<&'static dyn AnyCalculator>> = std::sync::LazyLock::new(|| {
                vec![$(&*Box::leak(Box::new(Entry::<$calculator>::new())),)+]
            });
            &ALL
        }
    };
}

registry![pooler::Pooler, backlog::Backlog, wal::Wal, packing::Packing, retries::Retries, hang::Hang];

/// The calculator with this word.
pub fn find(id: &str) -> Option<&'static dyn AnyCalculator> {
    all().iter().copied().find(|calculator| calculator.id() == id)
}
