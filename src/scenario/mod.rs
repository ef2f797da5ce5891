//! A scenario: a calculator and the values of its inputs. The link is its only stored form.

pub mod carry;
pub mod embed;
pub mod link;
pub mod pair;

use crate::calculators::AnyCalculator;
use crate::field::Value;
use crate::report::{ModelError, Report, Verdict};

pub use embed::Embed;
pub use link::{Decoded, Issue, LinkError, decode};

/// A calculator and the values of its inputs, in declared order.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Which calculator.
    pub calculator: &'static dyn AnyCalculator,
    /// The values of its inputs.
    pub values: Vec<Value>,
}

impl Scenario {
    /// The defaults of a calculator.
    pub fn new(calculator: &'static dyn AnyCalculator) -> Self {
        Self { calculator, values: calculator.defaults().to_vec() }
    }

    /// The canonical link without a host: `pooler?open=100ms`.
    pub fn encode(&self) -> String {
        link::encode(self)
    }

    /// The answer. Where a value of the link could not be read, the verdict says that it stands on
    /// the default instead.
    ///
    /// # Errors
    /// The inputs are each fine, but make no scenario together.
    pub fn evaluate(&self, issues: &[Issue]) -> Result<Report, ModelError> {
        let mut report = self.calculator.evaluate(&self.values)?;
        self.say_defaults(&mut report.verdict, issues);
        Ok(report)
    }

    /// Has a verdict say on which defaults it stands because a value of the link could not be read.
    pub fn say_defaults(&self, verdict: &mut Verdict, issues: &[Issue]) {
        let defaulted: Vec<_> = issues
            .iter()
            .filter(|issue| issue.defaulted)
            .filter_map(|issue| self.calculator.fields().iter().find(|meta| meta.key == issue.key))
            .map(|meta| meta.label)
            .collect();
        if !defaulted.is_empty() {
            let detail = &mut verdict.detail;
            if !detail.is_empty() {
                detail.push(' ');
            }
            *detail +=
                &format!("This stands on the default of {}, which could not be read.", defaulted.join(", "));
        }
    }
}
