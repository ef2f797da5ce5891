mod incident;
mod known;
mod properties;

use super::plan::{Plan, plan};
use crate::calculators::asked;
use crate::calculators::fleet::Input;

/// The run of the pairs of a link.
fn planned(query: &str) -> (Input, Plan) {
    let input: Input = asked::input(query);
    let plan = plan(&input).expect(query);
    (input, plan)
}
